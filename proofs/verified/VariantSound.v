(* Every step of version 2 is correct: it keeps live all candidates that are true in a solution
   of the proof's subject, and the rows that it defines hold there. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Sums Board BoardFacts Steps Kernel Header Rows Fill FillSound Machines Lines
  Definitions VariantSteps Taking StepSound ClaimSound MachineSound DefinitionSound.
Import ListNotations.
Open Scope N_scope.

Lemma group_name_below n w kind i j : group_name n w = Some (kind, i, j) -> i < n /\ j < n.
Proof.
  unfold group_name. destruct w as [|first rest]; [discriminate|]. destruct (is first x72).
  - destruct (row_and_column n rest) as [[r c]|] eqn:E; [|discriminate]. intro H. injection H as <- <- <-. eapply row_and_column_below; eauto.
  - destruct rest as [|house place]; [discriminate|]. destruct (kind_of house); [|discriminate].
    destruct (digit n first) eqn:Ed; [|discriminate]. destruct (Words.position n place) eqn:Ep; [|discriminate].
    intro H. injection H as <- <- <-. split; [eapply position_below; eauto | eapply digit_below; eauto].
Qed.

Lemma kind_of_house c kind : kind_of c = Some kind -> kind = 1 \/ kind = 2 \/ kind = 3.
Proof.
  unfold kind_of. destruct (is c x72); [intro H; injection H; auto|]. destruct (is c x63); [intro H; injection H; auto|].
  destruct (is c x62); [intro H; injection H; auto | discriminate].
Qed.

Section Sound.
Variable q : puzzle.
Let b := shape q.
Let n := size b.
Variable st : setting.
Record setting_right : Prop := {
  base_right : context_right q (base st);
  excluded_right : forall g x y, allowed q g -> holds_in b g x = true -> Set_.mem y (excluded st x) = true -> holds_in b g y = false;
  (* A grid that keeps the rows, the exclusions, the machines and the puzzle obeys the rules. *)
  rules_kept : forall g g', allowed q g -> (forall p, on_board b p -> g' p < n) ->
    (forall r, In r (rows_of_header st) -> row_holds (holds_in b g) r -> row_holds (holds_in b g') r) ->
    (forall x y, holds_in b g' x = true -> holds_in b g' y = true ->
      Set_.mem y (excluded st x) = false \/ Set_.mem x (excluded st y) = false) ->
    (forall p, on_board b p -> Set_.mem (N.succ_pos (cell_index n p)) (cells_of_machines st) = true -> g p = g' p) ->
    (forall x, holds_in b g' x = true -> Set_.mem x (in_puzzle (base st)) = true) ->
    rules q g'
}.
Hypothesis right : setting_right.

Lemma tables_are : tables (base st) = build b.
Proof. apply (tables_right _ _ (base_right right)). Qed.
Lemma digits_are : digits_of (tables (base st)) = n.
Proof. rewrite tables_are. reflexivity. Qed.

(* Facts about one solution `g` of the puzzle. *)
Section Grid.
Variable g : grid.
Hypothesis g_allowed : allowed q g.
Let tr := holds_in b g.
Let g_solution : solution b g := proj1 g_allowed.
Let on_digits : forall p, on_board b p -> g p < n := proj1 g_solution.

Lemma one_in_table k ms : Map.find k (members_of (tables (base st))) = Some ms -> number_true tr ms = 1%Z.
Proof. apply (one_of_solution q (base st) (base_right right) g g_solution). Qed.

Variable find_name : positive -> option definition.
Hypothesis names_right : forall k d, find_name k = Some d -> definition_right b g d.

Definition thing_right (it : thing) : Prop :=
  match it with
  | ACell c xs => c < n * n /\ number_true tr xs = 1%Z
  | AGroup xs => number_true tr xs = 1%Z
  | AHouse cells => (forall p, In p cells -> on_board b p) /\ obeys b g (House cells)
  | ADigitRow r => row_holds tr r
  | AName d => definition_right b g d
  end.

Lemma in_all_cells p : In p (all_cells n) <-> on_board b p.
Proof.
  unfold all_cells, on_board. fold n. rewrite in_flat_map. split.
  - intros (r & Hr & Hp). apply in_map_iff in Hp as (c & <- & Hc). apply in_below in Hr, Hc. auto.
  - intros [Hr Hc]. exists (fst p). split; [now apply in_below|]. apply in_map_iff. exists (snd p).
    split; [now destruct p | now apply in_below].
Qed.
Lemma all_cells_nodup : NoDup (all_cells n).
Proof.
  unfold all_cells. assert (G : forall rs : list N, NoDup rs -> NoDup (flat_map (fun r : N => map (pair r) (below n)) rs)).
  { induction rs as [|r rs IH]; intro H; simpl; [constructor|]. inversion H as [|? ? Hr Hrs]; subst. specialize (IH Hrs).
    apply ClaimSound.nodup_app; auto.
    - apply FinFun.Injective_map_NoDup; [intros x y E; now injection E | apply below_nodup].
    - intros p Hp Hin. apply in_map_iff in Hp as (c & <- & _). apply in_flat_map in Hin as (r' & Hr' & Hin).
      apply in_map_iff in Hin as (c' & E & _). injection E as -> ->. contradiction. }
  apply G, below_nodup.
Qed.

Lemma house_cells_right kind i : (kind = 1 \/ kind = 2 \/ kind = 3) -> i < n -> thing_right (AHouse (house_cells st kind i)).
Proof.
  intros Hk Hi. set (h := match kind with 1 => Meaning.Row i | 2 => Column i | _ => Box i end).
  assert (Hin : forall p, In p (house_cells st kind i) <-> on_board b p /\ lies_in b p h).
  { intro p. unfold house_cells. rewrite digits_are, tables_are. rewrite filter_In, in_all_cells, N.eqb_eq. unfold h.
    destruct Hk as [->|[->| ->]]; simpl; intuition. }
  assert (Hh : house_of_board b h) by (unfold h; destruct Hk as [->|[->| ->]]; exact Hi).
  split; [intros p Hp; now apply Hin|]. intros d Hd. fold n in Hd.
  destruct (proj2 g_solution h d Hh Hd) as (p & (Hp & Hl & Hg) & Hu).
  apply Nat2Z.inj. rewrite count_number. apply one_of_unique with (x := p).
  - unfold house_cells. apply NoDup_filter. rewrite digits_are. apply all_cells_nodup.
  - now apply Hin.
  - now apply N.eqb_eq.
  - intros p' Hp' E. apply N.eqb_eq in E. apply Hin in Hp' as [H1 H2]. symmetry. apply Hu. auto.
Qed.

Lemma digit_row_right d def r : definition_right b g def -> digit_row d def = Some r -> row_holds tr r.
Proof.
  intros Hd H. destruct def as [own rows cells conditions|r'|r']; try discriminate. cbn [digit_row] in H.
  destruct (find _ rows) as [it|] eqn:E; [|discriminate]. injection H as <-. apply find_some in E as [E _].
  apply (rows_right b g _ Hd). cbn [definition_rows]. apply in_or_app. right. now apply in_map.
Qed.

Lemma look_up_right w it : look_up st find_name w = Ok it -> thing_right it.
Proof.
  unfold look_up. destruct (board_group st w) as [it'|] eqn:E.
  - intro H. injection H as <-. unfold board_group in E. rewrite digits_are in E.
    destruct (group_name n w) as [[[kind i] j]|] eqn:F; [|discriminate]. apply group_name_below in F as [Hi Hj].
    destruct (latin st && is_box kind); [discriminate|]. destruct (Map.find _ _) as [xs|] eqn:G; [|discriminate]. injection E as <-.
    apply one_in_table in G. destruct (kind =? 0); [split; auto; now apply pair_below | exact G].
  - destruct (board_house st w) as [it'|] eqn:F.
    + intro H. injection H as <-. unfold board_house in F. destruct w as [|c rest]; [discriminate|].
      destruct (kind_of c) as [kind|] eqn:K; [|discriminate]. rewrite digits_are in F.
      destruct (Words.position n rest) as [i|] eqn:P; [|discriminate]. destruct (latin st && is_box kind); [discriminate|]. injection F as <-.
      apply house_cells_right; [eapply kind_of_house; eauto | eapply position_below; eauto].
    + destruct w as [|c rest]; [discriminate|]. destruct (digit _ c) as [d|].
      * destruct (find_name (name_key rest)) as [def|] eqn:D; [|discriminate]. destruct (digit_row d def) as [r|] eqn:R; [|discriminate].
        intro H. injection H as <-. eapply digit_row_right; eauto.
      * destruct (find_name (name_key (c :: rest))) as [def|] eqn:D; [|discriminate]. intro H. injection H as <-. eapply names_right; eauto.
Qed.

Lemma group_row_right xs : number_true tr xs = 1%Z -> row_holds tr (group_row xs).
Proof.
  intro H. assert (E : value tr (map (fun x => (x, 1%Z)) xs) = 1%Z).
  { transitivity (number_true tr xs); [|exact H]. unfold value, number_true. rewrite total_map. apply total_ext. intros x _. cbn [fst snd]. lia. }
  unfold group_row. split; cbn [lower upper entries]; intros k K; injection K as <-; rewrite E; lia.
Qed.

Lemma row_of_right it r : thing_right it -> row_of st it = Some r -> row_holds tr r.
Proof.
  intros Ht H. destruct it as [c xs|xs|cells|r'|[own rows cells conditions|r'|r']]; cbn [row_of thing_right] in *.
  - injection H as <-. now apply group_row_right.
  - injection H as <-. now apply group_row_right.
  - injection H as <-. destruct Ht as [Hp Ho]. rewrite digits_are. apply (value_row_right b g on_digits); auto.
    now apply (house_sum b g on_digits).
  - injection H as <-. auto.
  - subst own. apply (rows_right b g _ Ht). now left.
  - injection H as <-. apply (rows_right b g _ Ht). now left.
  - injection H as <-. apply (rows_right b g _ Ht). now left.
Qed.

Lemma all_exclude_right xs : all_exclude st xs = true -> (number_true tr xs <= 1)%Z.
Proof.
  unfold number_true. induction xs as [|x xs IH]; simpl; intro H; [lia|]. apply andb_prop in H as [H1 H2]. specialize (IH H2).
  destruct (tr x) eqn:E; simpl one_if; [|lia]. rewrite total_zero; [lia|]. intros y Hy. rewrite forallb_forall in H1. specialize (H1 y Hy).
  unfold tr in E |- *. now rewrite (excluded_right right g x y g_allowed E H1).
Qed.

Lemma term_parts_right w link m name : term_parts w = Ok (link, m, name) -> (0 < m)%Z.
Proof.
  unfold term_parts. destruct w as [|sign rest]; [discriminate|]. intro H. apply bind_ok in H as (l & _ & H).
  destruct (match cut x2a rest with Some it => it | None => (w_one, rest) end) as [factor name'].
  destruct (Words.position 1000000 factor) as [k|]; [|discriminate]. injection H as _ <- _. lia.
Qed.

Lemma read_row_term_right w m : read_row_term st find_name w = Ok m -> Rows.term_right tr m.
Proof.
  unfold read_row_term. intro H. apply bind_ok in H as ([[link k] name] & Hp & H). apply term_parts_right in Hp.
  destruct (begins_with x7b name) as [inner|].
  - apply bind_ok in H as (xs & _ & H). apply bind_ok in H as ([] & Hl & H). apply need_ok in Hl. injection H as <-.
    apply andb_prop in Hl as [_ Hl]. apply all_exclude_right in Hl. unfold Rows.term_right. cbn [multiplier terms_of limit].
    replace (value tr (map (fun x => (x, 1%Z)) xs)) with (number_true tr xs).
    + nia.
    + unfold value, number_true. rewrite total_map. apply total_ext. intros x _. cbn [fst snd]. lia.
  - apply bind_ok in H as (it & Hit & H). apply look_up_right in Hit. destruct (row_of st it) as [r|] eqn:E; [|discriminate].
    pose proof (row_of_right it r Hit E) as Hr. unfold bounded in H. destruct link.
    + destruct (upper r) as [k'|] eqn:U; [|discriminate]. injection H as <-. unfold Rows.term_right. cbn [multiplier terms_of limit].
      pose proof (upper_holds _ _ Hr k' U). nia.
    + destruct (lower r) as [k'|] eqn:U; [|discriminate]. injection H as <-. unfold Rows.term_right. cbn [multiplier terms_of limit].
      pose proof (lower_holds _ _ Hr k' U). nia.
Qed.

Lemma read_equation_right w m : read_equation st find_name w = Ok m -> value tr (terms_of m) = limit m.
Proof.
  unfold read_equation. intro H. apply bind_ok in H as ([[link k] name] & _ & H). apply bind_ok in H as (it & Hit & H).
  apply look_up_right in Hit. destruct (row_of st it) as [r|] eqn:E; [|discriminate]. pose proof (row_of_right it r Hit E) as Hr.
  destruct (lower r) as [k1|] eqn:L; [|discriminate]. destruct (upper r) as [k2|] eqn:U; [|discriminate].
  apply bind_ok in H as ([] & Hk & H). apply need_ok in Hk. apply Z.eqb_eq in Hk. subst k2. injection H as <-. cbn [terms_of limit].
  pose proof (lower_holds _ _ Hr k1 L). pose proof (upper_holds _ _ Hr k1 U). lia.
Qed.

Lemma truth_right r : row_holds tr r -> is_truth r = true -> exists x, In x (members_of_row r) /\ tr x = true.
Proof.
  intros Hr H. unfold is_truth in H. apply andb_prop in H as [Hb Hc]. unfold has_bound in Hb.
  destruct (lower r) as [k|] eqn:E; [|discriminate]. apply Z.eqb_eq in Hb. subst k. pose proof (lower_holds _ _ Hr 1%Z E) as Hv.
  destruct (existsb tr (members_of_row r)) eqn:F; [apply existsb_exists in F as (x & ? & ?); eauto|]. exfalso.
  unfold value in Hv. rewrite total_zero in Hv; [lia|]. intros it Hit. unfold counts_members in Hc. rewrite forallb_forall in Hc.
  destruct (tr (fst it)) eqn:T; simpl one_if; [|lia]. specialize (Hc it Hit). apply orb_prop in Hc as [Hc|Hc]; apply Z.eqb_eq in Hc; [lia|].
  assert (X : existsb tr (members_of_row r) = true); [|congruence]. apply existsb_exists. exists (fst it). split; auto.
  unfold members_of_row. apply in_map. apply filter_In. split; auto. now apply Z.eqb_eq.
Qed.

(* The variables and conditions of a filling are correct. *)
Record problem_right (p : problem) : Prop := {
  cells_on_board : forall c, In c (cell_variables (variables p)) -> c < n * n;
  cells_once : NoDup (cell_variables (variables p));
  cells_seen : forall c, Set_.mem (N.succ_pos c) (seen_cells p) = true <-> In c (cell_variables (variables p));
  truths_right : forall xs, In (TruthVar xs) (variables p) -> exists x, In x xs /\ tr x = true;
  rules_right : forall r, In r (conditions_of p) -> rule_right b g (cell_variables (variables p)) r
}.

Lemma rule_right_more cells cells' r : incl cells cells' -> rule_right b g cells r -> rule_right b g cells' r.
Proof. intros Hi. destruct r; simpl; intros [H1 H2]; split; auto. intros c Hc. auto. Qed.

Lemma cell_variables_app vs vs' : cell_variables (vs ++ vs') = cell_variables vs ++ cell_variables vs'.
Proof. unfold cell_variables. apply flat_map_app. Qed.

Lemma nodup_snoc {A} (l : list A) x : NoDup l -> ~ In x l -> NoDup (l ++ [x]).
Proof.
  intros Hl Hx. apply (Permutation.Permutation_NoDup (Permutation.Permutation_cons_append l x)). now constructor.
Qed.

Lemma add_variable_right p c : problem_right p -> c < n * n ->
  problem_right (add_variable p c) /\ incl (cell_variables (variables p)) (cell_variables (variables (add_variable p c))) /\
  In c (cell_variables (variables (add_variable p c))).
Proof.
  intros Hp Hc. unfold add_variable. destruct (Set_.mem (N.succ_pos c) (seen_cells p)) eqn:E.
  - split; [|split]; auto using incl_refl. now apply (cells_seen p Hp).
  - assert (Hn : ~ In c (cell_variables (variables p))) by (intro H; apply (cells_seen p Hp) in H; congruence).
    cbn [variables]. rewrite cell_variables_app. cbn [cell_variables flat_map app].
    split; [|split; [intros x Hx; apply in_or_app; auto | apply in_or_app; right; now left]].
    split; cbn [variables seen_cells conditions_of]; rewrite ?cell_variables_app; cbn [cell_variables flat_map app].
    + intros x Hx. apply in_app_or in Hx as [Hx|[<-|[]]]; auto. now apply (cells_on_board p Hp).
    + apply nodup_snoc; auto. apply (cells_once p Hp).
    + intro x. rewrite FillSound.set_add, in_app_iff, (cells_seen p Hp). simpl. split.
      * intros [H|H]; auto. apply succ_pos_injective in H. auto.
      * intros [H|[->|[]]]; auto.
    + intros xs Hx. apply in_app_or in Hx as [Hx|[Hx|[]]]; [|discriminate]. now apply (truths_right p Hp).
    + intros r Hr. apply (rule_right_more (cell_variables (variables p))); [intros x Hx; apply in_or_app; auto | now apply (rules_right p Hp)].
Qed.

Lemma add_variables_right cells p : problem_right p -> (forall c, In c cells -> c < n * n) ->
  problem_right (add_variables p cells) /\ incl (cell_variables (variables p)) (cell_variables (variables (add_variables p cells))) /\
  incl cells (cell_variables (variables (add_variables p cells))).
Proof.
  unfold add_variables. revert p. induction cells as [|c cells IH]; intros p Hp Hc; simpl.
  - split; [|split]; auto using incl_refl. easy.
  - destruct (add_variable_right p c Hp (Hc c (or_introl eq_refl))) as (H1 & H2 & H3).
    destruct (IH _ H1 (fun x h => Hc x (or_intror h))) as (I1 & I2 & I3). split; [|split]; auto.
    + intros x Hx. auto.
    + intros x [<-|Hx]; auto.
Qed.

Lemma add_truth_right p xs : problem_right p -> (exists x, In x xs /\ tr x = true) -> problem_right (add_truth p xs).
Proof.
  intros Hp Hx. assert (E : cell_variables (variables (add_truth p xs)) = cell_variables (variables p)).
  { cbn [variables add_truth]. rewrite cell_variables_app. apply app_nil_r. }
  split; rewrite ?E; try apply Hp. cbn [variables add_truth]. intros ys Hy. apply in_app_or in Hy as [Hy|[Hy|[]]].
  - now apply (truths_right p Hp).
  - injection Hy as <-. exact Hx.
Qed.

Lemma add_conditions_right p rs : problem_right p -> (forall r, In r rs -> rule_right b g (cell_variables (variables p)) r) ->
  problem_right (add_conditions p rs).
Proof.
  intros Hp Hr. split; cbn [variables seen_cells conditions_of add_conditions]; try apply Hp.
  intros r Hin. apply in_app_or in Hin as [Hin|Hin]; auto. now apply (rules_right p Hp).
Qed.

Lemma true_cell x : tr x = true -> cell_of n x < n * n /\ x = candidate n (cell_of n x) (g (cell_of n x / n, cell_of n x mod n)).
Proof.
  intro H. unfold tr in H. apply holds_in_true in H as [Hx Hg]. fold n in Hx, Hg. destruct (place_on_board b x Hx) as [[Hr Hc] Hd].
  fold n in Hr, Hc, Hd. assert (Hn : n <> 0) by lia. split.
  - assert (H := pair_below n n _ _ Hr Hc). unfold place_of in H. cbn [fst snd] in H. rewrite N.mul_comm, <- N.div_mod in H by auto. exact H.
  - rewrite (candidate_of_place b x Hx) at 1. fold n. unfold place_of in *. cbn [fst snd]. rewrite Hg, N.mul_comm, <- N.div_mod by auto. reflexivity.
Qed.

Lemma row_cells_in r it : In it (entries r) -> snd it <> 0%Z -> tr (fst it) = true -> In (cell_of n (fst it)) (row_cells st r).
Proof.
  intros Hin Hw Ht. apply true_cell in Ht as [Hc _]. unfold row_cells. rewrite digits_are. apply filter_In. split; [now apply in_below|].
  enough (G : forall es s, (In it es \/ Set_.mem (N.succ_pos (cell_of n (fst it))) s = true) ->
    Set_.mem (N.succ_pos (cell_of n (fst it))) (fold_left (fun s (it : entry) =>
      if Z.eqb (snd it) 0 then s else Set_.add (N.succ_pos (cell_of n (fst it))) s) es s) = true) by (apply G; auto).
  induction es as [|e es IH]; simpl; intros s H; [tauto|]. apply IH. destruct H as [[->|H]|H]; auto; right.
  - rewrite (proj2 (Z.eqb_neq _ _) Hw). apply FillSound.set_add. auto.
  - destruct (Z.eqb (snd e) 0); auto. apply FillSound.set_add. auto.
Qed.
Lemma row_cells_below r c : In c (row_cells st r) -> c < n * n.
Proof. unfold row_cells. rewrite digits_are. intro H. apply filter_In in H as [H _]. now apply in_below in H. Qed.

Lemma add_row_right p r : problem_right p -> row_holds tr r -> problem_right (add_row st p r).
Proof.
  intros Hp Hr. unfold add_row. destruct (is_truth r) eqn:E.
  - apply add_truth_right; auto. now apply truth_right.
  - destruct (add_variables_right (row_cells st r) p Hp (row_cells_below r)) as (H1 & H2 & H3). apply add_conditions_right; auto.
    intros r' [<-|[]]. split; auto. intros it Hin Hw Ht. apply H3. now apply row_cells_in.
Qed.

Lemma add_thing_right p it p' : problem_right p -> thing_right it -> add_thing st p it = Ok p' -> problem_right p'.
Proof.
  intros Hp Ht H. destruct it as [c xs|xs|cells|r|[own rows cells conditions|r|r]]; cbn [add_thing thing_right] in *; try discriminate; injection H as <-.
  - destruct Ht as [Hc _]. now apply add_variable_right.
  - apply add_truth_right; auto. apply one_exists in Ht as (x & ? & ?). eauto.
  - destruct Ht as [Hc _]. apply add_variables_right; auto. intros c Hin. rewrite digits_are in Hin.
    apply in_map_iff in Hin as (x & <- & Hx). apply index_below. auto.
  - now apply add_row_right.
  - destruct (line_right b g _ Ht) as [Hc Hr]. destruct (add_variables_right cells p Hp Hc) as (H1 & H2 & H3).
    apply add_conditions_right; auto. intros r Hin. apply (rule_right_more cells); auto.
  - apply add_row_right; auto. apply (rows_right b g _ Ht). now left.
Qed.

Lemma add_items_right ws before p p' : problem_right p -> add_items st find_name ws before p = Ok p' -> problem_right p'.
Proof.
  revert before p. induction ws as [|w ws IH]; intros before p Hp H; cbn [add_items] in H; [injection H as <-; auto|].
  apply bind_ok in H as (it & Hit & H). apply bind_ok in H as (p1 & H1 & H). apply bind_ok in H as ([] & _ & H).
  apply (IH _ _ (add_thing_right _ _ _ Hp (look_up_right _ _ Hit) H1) H).
Qed.

Lemma read_problem_right ws p : read_problem st find_name ws = Ok p ->
  problem_right p /\ forall r, In r (conditions_of p) -> is_in_order (variables p) r = true.
Proof.
  unfold read_problem. intro H. apply bind_ok in H as (p' & Hp & H). apply bind_ok in H as ([] & _ & H).
  apply bind_ok in H as ([] & Ho & H). apply need_ok in Ho. injection H as ->. split; [|now rewrite forallb_forall in Ho].
  eapply add_items_right; eauto. split; cbn [variables seen_cells conditions_of no_problem cell_variables flat_map]; try easy. constructor.
Qed.

(* The true candidates of the variables. *)
Definition digit_at (c : N) : N := g (c / n, c mod n).
Definition choice (v : variable) : positive :=
  match v with
  | CellVar c => candidate n c (digit_at c)
  | TruthVar xs => match find tr xs with Some x => x | None => xH end
  end.

Lemma cell_board c : c < n * n -> on_board b (c / n, c mod n) /\ cell_index n (c / n, c mod n) = c.
Proof.
  intro Hc. assert (Hn : n <> 0) by (intro E; rewrite E in Hc; lia). unfold on_board, cell_index. cbn [fst snd]. fold n. split; [split|].
  - now apply N.div_lt_upper_bound.
  - now apply N.mod_lt.
  - rewrite N.mul_comm, <- N.div_mod by auto. reflexivity.
Qed.
Lemma digit_at_below c : c < n * n -> digit_at c < n.
Proof. intro Hc. apply on_digits. now apply cell_board. Qed.
Lemma choice_true c : c < n * n -> tr (candidate n c (digit_at c)) = true.
Proof.
  intro Hc. destruct (cell_board c Hc) as [Hb Hi]. rewrite <- Hi at 1. unfold tr. rewrite (holds_at b g) by (auto; now apply digit_at_below).
  apply N.eqb_refl.
Qed.

Lemma choices_right p l : problem_right p -> keeps tr l ->
  Forall2 (fun x v => In x v /\ tr x = true) (map choice (variables p))
    (map (fun v => filter (fun x => Set_.mem x l) (values_of st v)) (variables p)).
Proof.
  intros Hp Hl.
  assert (G : forall v, In v (variables p) -> In (choice v) (filter (fun x => Set_.mem x l) (values_of st v)) /\ tr (choice v) = true).
  { intros v Hv. assert (T : In (choice v) (values_of st v) /\ tr (choice v) = true).
    { destruct v as [c|xs]; cbn [choice values_of].
      - assert (Hc : c < n * n). { apply (cells_on_board p Hp). unfold cell_variables. apply in_flat_map. exists (CellVar c). simpl. auto. }
        split; [|now apply choice_true]. rewrite digits_are. apply in_map, in_below. now apply digit_at_below.
      - destruct (truths_right p Hp xs Hv) as (x & Hx & Tx). destruct (find tr xs) as [y|] eqn:F.
        + apply find_some in F. exact F.
        + exfalso. pose proof (find_none _ _ F x Hx). congruence. }
    destruct T as [T1 T2]. split; auto. apply filter_In. split; auto. }
  clear Hp. induction (variables p) as [|v vs IH]; simpl; constructor; [apply G; now left | apply IH; intros; apply G; now right].
Qed.

(* A row condition sees the value of the row. *)
Lemma run_row (w : positive -> Z) (ws : Map.t Z) vs s : (forall x, weight x ws = w x) ->
  run (map (fun v => match v with CellVar _ => add_weight ws | TruthVar _ => stay end) vs) [s] (map choice vs) =
  Some [(s + total (fun c => w (candidate n c (digit_at c))) (cell_variables vs))%Z].
Proof.
  intro Hw. revert s. induction vs as [|[c|xs] vs IH]; intro s; simpl.
  - f_equal. f_equal. lia.
  - rewrite IH, Hw. f_equal. f_equal. unfold cell_variables. simpl. lia.
  - apply IH.
Qed.

Lemma row_value_of_cells r cs : NoDup cs -> (forall c, In c cs -> c < n * n) ->
  (forall it, In it (entries r) -> snd it <> 0%Z -> tr (fst it) = true -> In (cell_of n (fst it)) cs) ->
  total (fun c => weight_in (entries r) (candidate n c (digit_at c))) cs = value tr (entries r).
Proof.
  intros Hd Hc Hr. set (T := map (fun c => candidate n c (digit_at c)) cs).
  assert (HT : NoDup T).
  { unfold T. clear Hr. induction cs as [|c cs IH]; simpl; constructor.
    - inversion Hd as [|? ? Hn _]; subst. intro Hin. apply in_map_iff in Hin as (c' & E & Hin). apply Hn.
      replace c with c'; auto. rewrite <- (cell_of_candidate n c' (digit_at c')), <- (cell_of_candidate n c (digit_at c)), E; auto;
        apply digit_at_below, Hc; simpl; auto.
    - inversion Hd; subst. apply IH; auto. intros; apply Hc; simpl; auto. }
  set (d := nodup Pos.eq_dec (T ++ map fst (filter (fun it : entry => negb (Z.eqb (snd it) 0)) (entries r)) ++ map fst (entries r))).
  rewrite <- (value_by_key tr d (entries r)).
  - rewrite <- (total_incl Pos.eq_dec _ T d); auto.
    + unfold T. rewrite total_map. apply total_ext. intros c Hin. rewrite choice_true by auto. simpl one_if. lia.
    + apply NoDup_nodup.
    + intros x Hx. apply nodup_In, in_or_app. auto.
    + intros x _ Hx. destruct (tr x) eqn:E; simpl one_if; [|lia].
      destruct (Z.eq_dec (weight_in (entries r) x) 0) as [->|Hw]; [reflexivity|]. exfalso. apply Hx.
      assert (Hin : exists it, In it (entries r) /\ fst it = x /\ snd it <> 0%Z).
      { clear - Hw. unfold weight_in in Hw. induction (entries r) as [|it es IH]; simpl in Hw; [lia|].
        destruct (Pos.eqb_spec x (fst it)) as [->|Hne].
        - destruct (Z.eq_dec (snd it) 0) as [Z0|Z1]; [|exists it; simpl; auto].
          destruct IH as (it' & ? & ? & ?); [lia|]. exists it'. simpl. auto.
        - destruct IH as (it' & ? & ? & ?); [lia|]. exists it'. simpl. auto. }
      destruct Hin as (it & Hin & <- & Hnz). pose proof (Hr it Hin Hnz E) as Hcell. destruct (true_cell _ E) as [_ Ex].
      unfold T. apply in_map_iff. exists (cell_of n (fst it)). split; [symmetry; exact Ex | exact Hcell].
  - apply NoDup_nodup.
  - intros x Hx. apply nodup_In. apply in_or_app. right. apply in_or_app. auto.
Qed.

(* A machine sees the values of its cells in their order. *)
Lemma run_machine k s own vs q0 : (forall c, In c (cell_variables vs) -> c < n * n) ->
  run (map (fun v => match v with
                     | CellVar c => if Set_.mem (N.succ_pos c) own then read_value st k s else stay
                     | TruthVar _ => stay end) vs) q0 (map choice vs) =
  machine_run (Z.of_N n) k s q0 (map (value_in_cell b g) (filter (fun c => Set_.mem (N.succ_pos c) own) (cell_variables vs))).
Proof.
  revert q0. induction vs as [|[c|xs] vs IH]; intros q0 Hc; simpl.
  - reflexivity.
  - change (cell_variables (CellVar c :: vs)) with (c :: cell_variables vs) in *. cbn [filter].
    assert (Hcc : c < n * n) by (apply Hc; now left). assert (IH' := fun q => IH q (fun c h => Hc c (or_intror h))).
    destruct (Set_.mem (N.succ_pos c) own).
    + cbn [map machine_run]. unfold read_value at 1. rewrite digits_are, digit_of_candidate by now apply digit_at_below.
      change (value_of (digit_at c)) with (value_in_cell b g c).
      destruct (machine_step (Z.of_N n) k s q0 (value_in_cell b g c)); auto.
    + unfold stay at 1. apply IH'.
  - apply IH. exact Hc.
Qed.

Lemma condition_right p r : problem_right p -> In r (conditions_of p) -> is_in_order (variables p) r = true ->
  length (steps (condition_of st (variables p) r)) = length (variables p) /\
  accepted_by (condition_of st (variables p) r) (map choice (variables p)).
Proof.
  intros Hp Hr Ho. pose proof (rules_right p Hp r Hr) as H. destruct r as [r|k s own]; cbn [condition_of rule_right] in *.
  - split; [cbn [steps]; apply map_length|]. destruct H as [Hrow Hcells]. eexists. cbn [steps initial accepts]. split.
    + apply run_row with (w := weight_in (entries r)). intro x. unfold weights_of. rewrite add_always_weight. unfold weight. rewrite Map.gempty. lia.
    + rewrite (row_value_of_cells r); [|apply (cells_once p Hp) | apply (cells_on_board p Hp) | exact Hcells].
      unfold within. rewrite Z.add_0_l. destruct Hrow as [H1 H2].
      apply andb_true_intro. split; [destruct (lower r); auto; apply Z.leb_le; auto | destruct (upper r); auto; apply Z.leb_le; auto].
  - split; [cbn [steps]; apply map_length|]. destruct H as [_ H]. unfold accepted_by. cbn [steps initial accepts].
    rewrite run_machine by apply (cells_on_board p Hp). cbn [is_in_order] in Ho. apply list_eqb_eq in Ho; [|intros x y E; now apply N.eqb_eq].
    rewrite Ho. unfold machine_reads in H. destruct (machine_run _ _ _ _ _) as [q'|]; [eauto | discriminate].
Qed.

Theorem try_fill_right ws p l room room' : read_problem st find_name ws = Ok p -> keeps tr l ->
  try_fill st p (map (condition_of st (variables p)) (conditions_of p)) l room <> (Unfilled, room').
Proof.
  intros H Hl. apply read_problem_right in H as [Hp Ho]. unfold try_fill.
  apply (fill_search_right tr (excluded st)) with (xs := map choice (variables p)).
  - intros x y. apply (excluded_right right g x y g_allowed).
  - now apply choices_right.
  - intros c Hc. apply in_map_iff in Hc as (r & <- & Hr). rewrite map_length. apply condition_right; auto.
Qed.

Lemma take_true_keeps x l : tr x = true -> keeps tr l -> keeps tr (take_true st x l).
Proof.
  intros Hx Hl y Hy. unfold take_true. apply Set_.diff_spec. split; [now apply Hl|]. intro Hin.
  unfold tr in Hy. rewrite (excluded_right right g x y g_allowed Hx Hin) in Hy. discriminate.
Qed.

Lemma none_filled_right ws p l targets room : read_problem st find_name ws = Ok p -> keeps tr l ->
  none_filled st p (map (condition_of st (variables p)) (conditions_of p)) l targets room = Ok tt -> forall x, In x targets -> tr x = false.
Proof.
  intros Hp Hl. revert room. induction targets as [|y targets IH]; intros room H x Hx; [destruct Hx|]. cbn [none_filled] in H.
  destruct (try_fill _ _ _ _ _) as [it room'] eqn:E. destruct it; try discriminate. destruct Hx as [<-|Hx]; [|eauto].
  destruct (tr y) eqn:T; auto. exfalso. eapply try_fill_right; [exact Hp | | exact E]. now apply take_true_keeps.
Qed.
End Grid.
End Sound.
