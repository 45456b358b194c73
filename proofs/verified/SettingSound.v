(* The checker's data for a header with constraint lines mean what the header says, and claims of
   version 2 are true. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Sorting.Sorted SetoidList Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Sums Board BoardFacts Steps Claims Header Rows Fill FillSound Machines Lines Definitions
  VariantSteps VariantClaims Check Kernel Taking StepSound HeaderSound ClaimSound MachineSound DefinitionSound RowsSuffice VariantSound VariantStepSound.
Import ListNotations.
Open Scope N_scope.

(* Exclusions are never removed. *)
Definition grows (t t' : Map.t (list positive)) : Prop := forall x y, In y (list_at x t) -> In y (list_at x t').
Lemma grows_refl t : grows t t.
Proof. intros x y H. exact H. Qed.
Lemma grows_trans t t' t'' : grows t t' -> grows t' t'' -> grows t t''.
Proof. intros H H' x y Hy. auto. Qed.
Lemma insert_grows x k t : grows t (insert x k t).
Proof.
  intros u v H. unfold insert. destruct (Pos.eq_dec u k) as [->|Hne]; [rewrite list_at_add_same; now right | now rewrite list_at_add_other].
Qed.
Lemma clash_grows x y t : grows t (clash x y t).
Proof. unfold clash. destruct (Pos.eqb x y); [apply grows_refl|]. eapply grows_trans; apply insert_grows. Qed.
Lemma clash_adds x y t : x <> y -> In y (list_at x (clash x y t)) /\ In x (list_at y (clash x y t)).
Proof.
  intro H. unfold clash. rewrite (proj2 (Pos.eqb_neq x y) H). split.
  - unfold insert at 1. rewrite list_at_add_same. now left.
  - apply insert_grows. unfold insert. rewrite list_at_add_same. now left.
Qed.
Lemma fold_grows {A} (f : Map.t (list positive) -> A -> Map.t (list positive)) l : (forall t a, grows t (f t a)) -> forall t, grows t (fold_left f l t).
Proof.
  intros H. induction l as [|a l IH]; intro t; simpl; [apply grows_refl|]. eapply grows_trans; [apply H | apply IH].
Qed.
Lemma clash_pair_grows n bad t pq : grows t (clash_pair n bad t pq).
Proof. unfold clash_pair. apply fold_grows. intros. apply clash_grows. Qed.
Lemma clash_constraint_grows n c t : grows t (clash_constraint n c t).
Proof. unfold clash_constraint. destruct (related_pairs n c) as [[r pairs]|]; [|apply grows_refl]. apply fold_grows. intros. apply clash_pair_grows. Qed.
Lemma clash_all_grows xs t : grows t (clash_all xs t).
Proof.
  revert t. induction xs as [|x xs IH]; intro t; simpl; [apply grows_refl|]. eapply grows_trans; [|apply IH]. apply fold_grows. intros. apply clash_grows.
Qed.
Lemma clash_links_grows rows t : grows t (fold_left clash_link rows t).
Proof. apply fold_grows. intros t' r. unfold clash_link. destruct (is_link r); [apply clash_all_grows | apply grows_refl]. Qed.

(* Unrelated candidates of related cells exclude each other. *)
Definition clashes_listed (b : board) (c : constraint) (t : Map.t (list positive)) : Prop :=
  let n := size b in
  forall r pairs p q d e, related_pairs n c = Some (r, pairs) -> In (p, q) pairs -> d < n -> e < n ->
    related (Z.of_N n) r (value_of d) (value_of e) = false ->
    In (candidate n (cell_index n q) e) (list_at (candidate n (cell_index n p) d) t) /\
    In (candidate n (cell_index n p) d) (list_at (candidate n (cell_index n q) e) t).
Lemma listed_grows b c t t' : grows t t' -> clashes_listed b c t -> clashes_listed b c t'.
Proof. intros Hg H r pairs p q d e H1 H2 H3 H4 H5. destruct (H r pairs p q d e H1 H2 H3 H4 H5). auto. Qed.
Lemma clash_constraint_lists b c t : well_formed b c -> clashes_listed b c (clash_constraint (size b) c t).
Proof.
  intros Hw r pairs p q d e Hr Hin Hd He Hu. unfold clash_constraint. rewrite Hr.
  destruct (pairs_differ b c r pairs p q Hw Hr Hin) as (Hne & Hp & Hq). set (n := size b) in *.
  assert (Hx : candidate n (cell_index n p) d <> candidate n (cell_index n q) e).
  { intro E. apply Hne. rewrite <- (index_place b p Hp), <- (index_place b q Hq). fold n.
    replace (cell_index n p) with (cell_index n q); auto.
    rewrite <- (cell_of_candidate n (cell_index n q) e He), <- (cell_of_candidate n (cell_index n p) d Hd). now rewrite E. }
  assert (Hbad : In (d, e) (unrelated n r)).
  { unfold unrelated. apply filter_In. split; [apply in_prod; now apply in_below|]. cbn [fst snd]. now rewrite Hu. }
  apply in_split in Hin as (l1 & l2 & ->). rewrite fold_left_app. cbn [fold_left]. set (t1 := fold_left _ l1 t).
  assert (G : In (candidate n (cell_index n q) e) (list_at (candidate n (cell_index n p) d) (clash_pair n (unrelated n r) t1 (p, q))) /\
    In (candidate n (cell_index n p) d) (list_at (candidate n (cell_index n q) e) (clash_pair n (unrelated n r) t1 (p, q)))).
  { unfold clash_pair. cbn [fst snd]. apply in_split in Hbad as (b1 & b2 & ->). rewrite fold_left_app. cbn [fold_left fst snd].
    match goal with |- context [clash ?x ?y ?t2] => destruct (clash_adds x y t2 Hx) as [A1 A2] end.
    split; (eapply fold_grows; [intros; apply clash_grows | eassumption]). }
  destruct G as [G1 G2]. split; (eapply fold_grows; [intros; apply clash_pair_grows | eassumption]).
Qed.

(* The names and exclusions of a definition table hold in every grid that obeys the constraint
   lines. *)
Record book_right (b : board) (lines : list constraint) (bk : book) : Prop := {
  names_are_right : forall g k d, (forall p, on_board b p -> g p < size b) -> (forall c, In c lines -> obeys b g c) ->
    Map.find k (names bk) = Some d -> definition_right b g d;
  clashes_are_right : forall g, (forall p, on_board b p -> g p < size b) -> (forall c, In c lines -> obeys b g c) ->
    clashes_right b g (force (clashes bk));
  lines_well_formed : forall c, In c lines -> well_formed b c;
  rows_listed : forall c d r, In c lines -> define (size b) c = Some d -> In r (definition_rows d) -> In r (header_rows bk);
  pairs_listed : forall c, In c lines -> clashes_listed b c (force (clashes bk));
  machines_listed : forall k s cells p, In (Reads k s cells) lines -> In p cells ->
    Set_.mem (N.succ_pos (cell_index (size b) p)) (machine_cells bk) = true
}.

Lemma no_lines_right b : book_right b [] no_lines.
Proof.
  split.
  - intros g k d _ _ H. cbn [names no_lines] in H. now rewrite Map.gempty in H.
  - intros g _ _ x y H. cbn [clashes no_lines force] in H. unfold list_at in H. rewrite Map.gempty in H. destruct H.
  - intros c [].
  - intros c d r [].
  - intros c [].
  - intros k s cells p [].
Qed.

Lemma add_line_right b lines bk name c bk' : well_formed b c -> book_right b lines bk -> add_line (size b) bk name c = Ok bk' ->
  book_right b (c :: lines) bk'.
Proof.
  intros Hw [Hn Hc Hl Hrows Hpairs Hmach] H. unfold add_line in H. apply bind_ok in H as ([] & _ & H). injection H as <-.
  assert (Hd : forall g d, (forall p, on_board b p -> g p < size b) -> obeys b g c -> define (size b) c = Some d -> definition_right b g d)
    by (intros g d Hg Ho E; eapply define_right; eauto).
  split; cbn [names clashes header_rows machine_cells force].
  - intros g k d Hg Ho F. assert (Ho' : forall c', In c' lines -> obeys b g c') by (intros; apply Ho; now right).
    assert (Hc' : obeys b g c) by (apply Ho; now left).
    destruct name as [w|]; [|eauto]. destruct (define (size b) c) as [d'|] eqn:E; [|eauto].
    destruct (Pos.eq_dec k (name_key w)) as [->|Hk]; [|rewrite Map.gso in F by auto; eauto].
    rewrite Map.gss in F. injection F as <-. eauto.
  - intros g Hg Ho. assert (Ho' : forall c', In c' lines -> obeys b g c') by (intros; apply Ho; now right).
    assert (Hc' : obeys b g c) by (apply Ho; now left).
    apply clash_constraint_right; auto. apply clash_links_right; [now apply Hc|].
    intros r Hr. destruct (define (size b) c) as [d|] eqn:E; [|destruct Hr]. now apply (rows_right b g d (Hd g d Hg Hc' eq_refl)).
  - intros c' [<-|Hin]; auto.
  - intros c' d r [<-|Hin] E Hr; rewrite rev_append_rev; apply in_or_app; [left | right; eauto].
    rewrite <- in_rev. rewrite E. exact Hr.
  - intros c' [<-|Hin]; [now apply clash_constraint_lists|]. eapply listed_grows; [|eauto].
    eapply grows_trans; [apply clash_links_grows | apply clash_constraint_grows].
  - assert (M : forall ps s p, In p ps \/ Set_.mem (N.succ_pos (cell_index (size b) p)) s = true ->
      Set_.mem (N.succ_pos (cell_index (size b) p)) (fold_left (fun s p => Set_.add (N.succ_pos (cell_index (size b) p)) s) ps s) = true).
    { induction ps as [|z ps IH]; simpl; intros s p H; [tauto|]. apply IH. rewrite FillSound.set_add. destruct H as [[->|H]|H]; auto. }
    intros k s cells p [->|Hin] Hp; apply M; [left; exact Hp | right; eauto].
Qed.

(* Everything that was read is well formed. *)
Lemma with_cells_ok {A} n (read : word -> option A) place ws seen out : with_cells n read place ws seen = Ok out ->
  forall a, In a out -> exists w, read w = Some a.
Proof.
  revert seen out. induction ws as [|w ws IH]; intros seen out H a Ha; cbn [with_cells] in H; [injection H as <-; destruct Ha|].
  destruct (read w) as [a'|] eqn:E; [|discriminate]. destruct (Set_.mem _ seen); [discriminate|].
  apply bind_ok in H as (rest & Hr & H). injection H as <-. destruct Ha as [<-|Ha]; eauto.
Qed.
Lemma with_cells_nodup {A} n (read : word -> option A) place ws seen out : with_cells n read place ws seen = Ok out ->
  NoDup (map place out) /\ forall a, In a out -> Set_.mem (N.succ_pos (cell_index n (place a))) seen = false.
Proof.
  revert seen out. induction ws as [|w ws IH]; intros seen out H; cbn [with_cells] in H; [injection H as <-; split; [constructor | easy]|].
  destruct (read w) as [a|]; [|discriminate]. destruct (Set_.mem _ seen) eqn:E; [discriminate|].
  apply bind_ok in H as (rest & Hr & H). injection H as <-. destruct (IH _ _ Hr) as [I1 I2].
  assert (I3 : forall c, In c rest -> Set_.mem (N.succ_pos (cell_index n (place c))) seen = false /\ place c <> place a).
  { intros c Hc. specialize (I2 c Hc). split.
    - destruct (Set_.mem (N.succ_pos (cell_index n (place c))) seen) eqn:F; auto.
      assert (Set_.mem (N.succ_pos (cell_index n (place c))) (Set_.add (N.succ_pos (cell_index n (place a))) seen) = true) by (apply FillSound.set_add; auto). congruence.
    - intro Ep. assert (Set_.mem (N.succ_pos (cell_index n (place c))) (Set_.add (N.succ_pos (cell_index n (place a))) seen) = true)
        by (apply FillSound.set_add; left; now rewrite Ep). congruence. }
  split.
  - simpl. constructor; auto. intro Hin. apply in_map_iff in Hin as (c & Ec & Hc). now apply (I3 c Hc).
  - intros c [<-|Hc]; [exact E | now apply I3].
Qed.
Lemma read_cells_nodup n ws cells : read_cells n ws = Ok cells -> NoDup cells.
Proof. intro H. apply with_cells_nodup in H as [H _]. now rewrite map_id in H. Qed.

Lemma read_cell_ok n w p : read_cell n w = Some p -> fst p < n /\ snd p < n.
Proof.
  unfold read_cell. destruct w as [|r rest]; [discriminate|]. destruct (is r x72); [|discriminate]. destruct p as [i j]. apply row_and_column_below.
Qed.
Lemma read_cells_ok n ws cells : read_cells n ws = Ok cells -> forall p, In p cells -> fst p < n /\ snd p < n.
Proof. intros H p Hp. destruct (with_cells_ok _ _ _ _ _ _ H p Hp) as (w & Hw). now apply read_cell_ok in Hw. Qed.

Lemma read_cells_some n ws cells : ws <> [] -> read_cells n ws = Ok cells -> cells <> [].
Proof.
  intros Hw H. destruct ws as [|w ws]; [congruence|]. unfold read_cells in H. cbn [with_cells] in H. destruct (read_cell n w); [|discriminate].
  destruct (Set_.mem _ _); [discriminate|]. apply bind_ok in H as (rest & _ & H). injection H as <-. discriminate.
Qed.

Lemma ascends_nodup ds : ascends true ds = true -> NoDup ds.
Proof.
  intro H. assert (S : StronglySorted N.lt ds).
  { apply Sorted_StronglySorted; [intros x y z; apply N.lt_trans|]. induction ds as [|a [|c ds] IH]; simpl in H; auto.
    apply andb_prop in H as [H1 H2]. apply N.ltb_lt in H1. constructor; auto. }
  induction S as [|a l _ IH Hf]; constructor; [|apply IH; clear - H; destruct l; [reflexivity|]; simpl in H; apply andb_prop in H; apply H].
  intro Hin. rewrite Forall_forall in Hf. specialize (Hf a Hin). lia.
Qed.
Lemma read_digits_ok n w ds : read_digits n true w = Some ds -> NoDup ds /\ forall d, In d ds -> d < n.
Proof.
  unfold read_digits. destruct w as [|c w]; [discriminate|]. destruct (grid_digits n (c :: w)) as [ds'|] eqn:E; [|discriminate].
  destruct (ascends true ds') eqn:F; [|discriminate]. intro H. injection H as <-. split; [now apply ascends_nodup|]. now apply grid_digits_ok in E.
Qed.

Lemma read_any_digits_ok n strictly w ds : read_digits n strictly w = Some ds -> forall d, In d ds -> d < n.
Proof.
  unfold read_digits. destruct w as [|c w]; [discriminate|]. destruct (grid_digits n (c :: w)) as [ds'|] eqn:E; [|discriminate].
  destruct (ascends strictly ds'); [|discriminate]. intro H. injection H as <-. now apply grid_digits_ok in E.
Qed.

Lemma read_named_ok b kind args rest c : rest <> [] -> read_named (size b) kind args rest = Ok c -> well_formed b c.
Proof.
  intros Hrest H. destruct kind, args as [|a [|a' [|]]]; cbn [read_named] in H; try discriminate;
    repeat match type of H with
    | bind _ _ = Ok _ => let x := fresh "x" in let E := fresh "E" in apply bind_ok in H as (x & E & H)
    end; injection H as <-; cbn [well_formed];
    try (intros p Hp; eapply read_cells_ok; eauto; fail);
    try (split; [eapply read_cells_nodup; eauto | intros p Hp; eapply read_cells_ok; eauto]; fail).
  - intros t Ht. destruct (with_cells_ok _ _ _ _ _ _ E0 t Ht) as (w & Hw). destruct (scaled w) as [[m w']|]; [|discriminate].
    destruct (read_cell (size b) w') as [p|] eqn:F; [|discriminate]. injection Hw as <-. now apply read_cell_ok in F.
  - intros m p ds Ht. destruct (with_cells_ok _ _ _ _ _ _ E2 _ Ht) as (w & Hw). destruct (scaled w) as [[m' w']|]; [|discriminate].
    destruct (cell_digits (size b) w') as [[p' ds']|] eqn:F; [|discriminate]. injection Hw as -> -> ->.
    unfold cell_digits in F. destruct (cut x3d w') as [[u v]|]; [|discriminate]. destruct (read_cell (size b) u) as [p1|] eqn:G; [|discriminate].
    destruct (read_digits (size b) true v) as [ds1|] eqn:D; [|discriminate]. injection F as -> ->.
    apply read_cell_ok in G. apply read_digits_ok in D. split; auto.
  - unfold argument in E. destruct (read_digits (size b) false a) as [ds|] eqn:D; [|discriminate]. injection E as ->.
    split; [intros p Hp; eapply read_cells_ok; eauto | eapply read_any_digits_ok; eauto].
  - destruct x0. apply need_ok in E0. repeat split; auto; [eapply read_cells_some; eauto | eapply read_cells_ok; eauto..].
  - destruct x0. apply need_ok in E0. repeat split; auto; [eapply read_cells_some; eauto | eapply read_cells_ok; eauto..].
  - destruct x0. apply need_ok in E0. repeat split; auto; [eapply read_cells_some; eauto | eapply read_cells_ok; eauto..].
  - destruct x0. apply need_ok in E0. repeat split; auto; [eapply read_cells_some; eauto | eapply read_cells_ok; eauto..].
Qed.

Lemma read_line_ok b latin taken ws name c : read_line (size b) latin taken ws = Ok (name, c) -> well_formed b c.
Proof.
  unfold read_line. destruct ws as [|kind ws]; [discriminate|]. destruct (word_eqb kind w_allow).
  - destruct ws as [|p [|ds [|]]]; try discriminate. intro H. apply bind_ok in H as (p' & Hp & H). apply bind_ok in H as (ds' & _ & H).
    injection H as _ <-. unfold cell_or in Hp. destruct (read_cell (size b) p) as [p1|] eqn:E; [|discriminate]. injection Hp as ->.
    now apply read_cell_ok in E.
  - destruct (word_eqb kind w_all).
    + destruct ws as [|m [|r [|]]]; try discriminate. intro H. apply bind_ok in H as (m' & _ & H). apply bind_ok in H as (r' & _ & H).
      injection H as _ <-. exact I.
    + destruct (find _ named_kinds) as [[[w k] count]|]; [|discriminate]. destruct ws as [|nm ws]; [discriminate|].
      destruct (skipn count ws) as [|colon [|w' rest]]; try discriminate. intro H. apply bind_ok in H as ([] & _ & H).
      apply bind_ok in H as ([] & _ & H). apply bind_ok in H as ([] & _ & H). apply bind_ok in H as (c' & Hc & H). injection H as _ <-.
      apply read_named_ok in Hc; [exact Hc | discriminate].
Qed.

(* The exclusions. *)
Lemma in_fold_add ys s y : Set_.mem y (fold_left (fun s y => Set_.add y s) ys s) = true -> In y ys \/ Set_.mem y s = true.
Proof.
  revert s. induction ys as [|z ys IH]; simpl; intros s H; auto. apply IH in H as [H|H]; auto. apply FillSound.set_add in H as [->|H]; auto.
Qed.
Lemma exclusions_in b more x y : In x (candidates (size b)) -> Set_.mem y (exclusions (build b) more x) = true ->
  In y (list_at x more) \/ excludes b x y.
Proof.
  intros Hx H. unfold exclusions in H. rewrite groups_right in H by auto. apply in_fold_add in H as [H|H]; auto. right.
  assert (G : forall gs s, incl gs (groups b x) -> Set_.mem y (fold_left (fun s g => fold_left (fun s y => if Pos.eqb x y then s else Set_.add y s)
    (list_at g (members_of (build b))) s) gs s) = true -> Set_.mem y s = true \/ excludes b x y).
  { induction gs as [|k gs IH]; cbn [fold_left]; intros s Hi Hm; auto. apply IH in Hm as [Hm|Hm]; auto; [|intros z Hz; apply Hi; now right].
    rewrite members_right in Hm. assert (Hk : In k (groups b x)) by (apply Hi; now left).
    assert (M : incl (group_members b k) (group_members b k)) by apply incl_refl. revert s Hm M. generalize (group_members b k) at 1 2.
    intro ms. induction ms as [|z ms IHm]; simpl; intros s Hm M; auto. apply IHm in Hm as [Hm|Hm]; auto; [|intros u Hu; apply M; now right].
    destruct (Pos.eqb_spec x z) as [|Hne]; auto. apply FillSound.set_add in Hm as [->|Hm]; auto. right.
    assert (Hz : In z (group_members b k)) by (apply M; now left). apply in_group_members in Hz as [Hz1 Hz2].
    unfold excludes. split; [congruence|]. split; auto. exists k. auto. }
  destruct (G (groups b x) Set_.empty (incl_refl _) H) as [E|E]; [discriminate | exact E].
Qed.
Lemma exclusion_table_find t more x d : Map.find x (exclusion_table t more) = Some d -> In x (candidates (digits_of t)) /\ force d = exclusions t more x.
Proof.
  unfold exclusion_table. generalize (candidates (digits_of t)). intro xs.
  enough (G : forall m, (forall y d, Map.find y m = Some d -> In y [] /\ force d = exclusions t more y) ->
    Map.find x (fold_left (fun m x => Map.add x (Delay (exclusions t more x)) m) xs m) = Some d -> In x xs /\ force d = exclusions t more x \/
    Map.find x m = Some d).
  { intro H. destruct (G (Map.empty _)) as [R|R]; auto; [intros y d' F; now rewrite Map.gempty in F|]. now rewrite Map.gempty in R. }
  intros m _. revert m. induction xs as [|y xs IH]; simpl; intros m H; auto. apply IH in H as [[H1 H2]|H]; auto.
  destruct (Pos.eq_dec x y) as [->|Hne]; [rewrite Map.gss in H; injection H as <-; auto | rewrite Map.gso in H by auto; auto].
Qed.

(* `allow` lines. *)
Lemma allow_only_right n l c x : Set_.mem x (allow_only n l c) = true <->
  Set_.mem x l = true /\ forall p ds d, c = Allow p ds -> d < n -> x = candidate n (cell_index n p) d -> In d ds.
Proof.
  destruct c as [| | | | | |p ds| | | |]; cbn [allow_only]; try (split; [intro H; split; auto; intros; discriminate | tauto]).
  assert (G : forall es l, Set_.mem x (fold_left (fun l d => if existsb (N.eqb d) ds then l else Set_.remove (candidate n (cell_index n p) d) l) es l) = true <->
    Set_.mem x l = true /\ forall d, In d es -> x = candidate n (cell_index n p) d -> In d ds).
  { induction es as [|e es IH]; intro l'; simpl; [tauto|]. rewrite IH. destruct (existsb (N.eqb e) ds) eqn:E.
    - apply existsb_exists in E as (e' & He & E). apply N.eqb_eq in E. subst e'. split.
      + intros [H1 H2]. split; auto. intros d [<-|Hd]; auto.
      + intros [H1 H2]. split; auto.
    - rewrite mem_remove. split.
      + intros [[H1 H2] H3]. split; auto. intros d [<-|Hd] Hx; [contradiction | auto].
      + intros [H1 H2]. split; [split; auto; intro Hx | auto]. specialize (H2 e (or_introl eq_refl) Hx).
        assert (existsb (N.eqb e) ds = true) by (apply existsb_exists; exists e; split; auto; apply N.eqb_refl). congruence. }
  rewrite G. split; intros [H1 H2]; split; auto.
  - intros p' ds' d E Hd Hx. injection E as <- <-. apply H2; auto. now apply in_below.
  - intros d Hd Hx. apply in_below in Hd. eapply H2; eauto.
Qed.
Lemma allow_all_right n lines l x : Set_.mem x (fold_left (allow_only n) lines l) = true <->
  Set_.mem x l = true /\ forall p ds d, In (Allow p ds) lines -> d < n -> x = candidate n (cell_index n p) d -> In d ds.
Proof.
  revert l. induction lines as [|c lines IH]; intro l; simpl; [tauto|]. rewrite IH, allow_only_right. split.
  - intros [[H1 H2] H3]. split; auto. intros p ds d [->|Hc]; eauto.
  - intros [H1 H2]. split; [split; auto|]; intros; eapply H2; eauto.
Qed.

Section Header.
Variable h : header.
Hypothesis h_right : header_right h.
Variable latin : bool.
Variable bk : book.
Let q := puzzle_of h.
Let b := board_of (on h).
Let n := size b.
Hypothesis bk_right : book_right b (constraint_lines h) bk.
Let st := setting_of h latin bk.

Lemma h_digits : digits_of (on h) = n.
Proof. rewrite (on_board_right h h_right). reflexivity. Qed.

Lemma lines_excluded g x y : allowed q g -> holds_in b g x = true ->
  Set_.mem y (match Map.find x (exclusion_table (on h) (force (clashes bk))) with Some d => force d | None => Set_.empty end) = true ->
  holds_in b g y = false.
Proof.
  intros (Hsol & Hrules & _) Hx Hy. destruct (Map.find x _) as [d|] eqn:E; [|discriminate].
  apply exclusion_table_find in E as [Hc E]. rewrite E in Hy. rewrite h_digits in Hc.
  rewrite (on_board_right h h_right) in Hy. fold b in Hy. apply exclusions_in in Hy as [Hy|Hy]; auto.
  - apply (clashes_are_right b _ bk bk_right g (proj1 Hsol) Hrules x y Hy Hx).
  - apply (excluded_false b g x y); auto.
Qed.

Lemma excluded_is x : excluded st x = match Map.find x (exclusion_table (on h) (force (clashes bk))) with Some d => force d | None => Set_.empty end.
Proof. reflexivity. Qed.

(* Listed candidates are excluded. *)
Lemma listed_excluded x y : In x (candidates n) -> In y (list_at x (force (clashes bk))) -> Set_.mem y (excluded st x) = true.
Proof.
  intros Hx Hy. rewrite excluded_is. unfold exclusion_table. rewrite h_digits.
  assert (F : forall xs m, (In x xs \/ exists d, Map.find x m = Some d /\ force d = exclusions (on h) (force (clashes bk)) x) ->
    exists d, Map.find x (fold_left (fun m x => Map.add x (Delay (exclusions (on h) (force (clashes bk)) x)) m) xs m) = Some d /\ force d = exclusions (on h) (force (clashes bk)) x).
  { induction xs as [|z xs IH]; simpl; intros m H; [destruct H; tauto|]. apply IH. destruct (Pos.eq_dec x z) as [->|Hne].
    - right. rewrite Map.gss. eexists. split; reflexivity.
    - rewrite Map.gso by auto. destruct H as [[->|H]|H]; [contradiction | auto | auto]. }
  destruct (F (candidates n) (Map.empty _) (or_introl Hx)) as (d & -> & ->). unfold exclusions.
  assert (G : forall ys s, In y ys \/ Set_.mem y s = true -> Set_.mem y (fold_left (fun s y => Set_.add y s) ys s) = true).
  { induction ys as [|z ys IH]; simpl; intros s H; [tauto|]. apply IH. rewrite FillSound.set_add. destruct H as [[->|H]|H]; auto. }
  apply G. auto.
Qed.

Lemma lines_kept g g' : allowed q g -> (forall p, on_board b p -> g' p < n) ->
  (forall r, In r (rows_of_header st) -> row_holds (holds_in b g) r -> row_holds (holds_in b g') r) ->
  (forall x y, holds_in b g' x = true -> holds_in b g' y = true -> Set_.mem y (excluded st x) = false \/ Set_.mem x (excluded st y) = false) ->
  (forall p, on_board b p -> Set_.mem (N.succ_pos (cell_index n p)) (cells_of_machines st) = true -> g p = g' p) ->
  (forall p ds, In (Allow p ds) (constraint_lines h) -> In (g' p) ds) -> rules q g'.
Proof.
  intros (Hsol & Hrules & _) Hdig Hrow Hexc Hmach Hallow c Hc.
  pose proof (lines_well_formed b _ bk bk_right c Hc) as Hw. pose proof (Hrules c Hc) as Ho.
  apply rows_suffice; auto.
  - intros d r Hd Hr. apply Hrow; [apply (rows_listed b _ bk bk_right c d r Hc Hd Hr)|].
    apply (rows_right b g d); auto. eapply define_right; eauto. apply Hsol.
  - intros r pairs p p' Hp Hin. fold n in Hp |- *. destruct (related (Z.of_N n) r (value_at g' p) (value_at g' p')) eqn:E; auto. exfalso.
    destruct (pairs_differ b c r pairs p p' Hw Hp Hin) as (_ & Hon & Hon').
    destruct (pairs_listed b _ bk bk_right c Hc r pairs p p' (g' p) (g' p') Hp Hin (Hdig p Hon) (Hdig p' Hon') E) as [L1 L2]. fold n in L1, L2.
    assert (T : forall p, on_board b p -> holds_in b g' (candidate n (cell_index n p) (g' p)) = true)
      by (intros p1 H1; rewrite (holds_at b g') by auto; apply N.eqb_refl).
    assert (C : forall p, on_board b p -> In (candidate n (cell_index n p) (g' p)) (candidates n)) by (intros p1 H1; apply candidate_in; auto; now apply (index_below b)).
    destruct (Hexc _ _ (T p Hon) (T p' Hon')) as [X|X]; [rewrite (listed_excluded _ _ (C p Hon) L1) in X | rewrite (listed_excluded _ _ (C p' Hon') L2) in X]; discriminate.
  - intros p ds ->. auto.
  - intros k s cells ->. cbn [obeys well_formed] in Ho, Hw. destruct Hw as (_ & _ & Hw).
    rewrite <- (map_ext_in (value_at g) (value_at g')); [exact Ho|]. intros p Hin. unfold value_at. f_equal. apply Hmach; auto.
    exact (machines_listed b _ bk bk_right k s cells p Hc Hin).
Qed.

Theorem setting_is_right : setting_right q st.
Proof.
  pose proof (context_of_right h h_right) as R. set (c0 := context_of h) in *.
  set (puzzle := fold_left (allow_only n) (constraint_lines h) (in_puzzle c0)).
  set (both := match in_state c0 with Some s => Set_.inter puzzle s | None => puzzle end).
  assert (Hp : in_puzzle (base st) = puzzle) by (unfold st, setting_of, puzzle; cbn [base in_puzzle]; now rewrite h_digits).
  assert (Hsub : forall x, Set_.mem x puzzle = true -> Set_.mem x (in_puzzle c0) = true) by (intros x Hx; now apply allow_all_right in Hx).
  assert (Hboth : forall x, Set_.mem x both = true -> Set_.mem x puzzle = true).
  { intros x Hx. unfold both in Hx. destruct (in_state c0); auto. now apply Set_.inter_spec in Hx. }
  assert (Hputs : forall g x, solution b g -> rules q g -> solves q g -> holds_in b g x = true -> Set_.mem x puzzle = true).
  { intros g x Hsol Hrules Hs Hx. apply allow_all_right. split.
    - now apply (proj1 (puzzle_right _ _ R g Hsol Hrules) Hs).
    - intros p ds d Hin Hd ->. specialize (Hrules _ Hin). cbn [obeys] in Hrules.
      pose proof (lines_well_formed b _ bk bk_right _ Hin) as Hon. cbn [well_formed] in Hon.
      rewrite (holds_at b g) in Hx by auto. apply N.eqb_eq in Hx. now rewrite <- Hx. }
  assert (Hstart : forall xs l x, Set_.mem x (fold_left (fun l x => take_true st x l) xs l) = true -> Set_.mem x l = true).
  { induction xs as [|z xs IH]; simpl; intros l x Hx; auto. apply IH in Hx. unfold take_true in Hx. now apply Set_.diff_spec in Hx. }
  assert (Hat : at_start (base st) = fold_left (fun l x => take_true st x l) (match given_digits h with Some gs => givens_of n 0 gs | None => [] end) both).
  { unfold st, setting_of, both, puzzle. cbn [base at_start]. now rewrite h_digits. }
  split; [split| |].
  - unfold st, setting_of. cbn [base tables]. apply (on_board_right h h_right).
  - rewrite Hp. intros x Hx. apply (puzzle_candidates _ _ R). auto.
  - rewrite Hp. intros g Hsol Hrules. split.
    + intros Hs x Hx. eauto.
    + intro H. apply (puzzle_right _ _ R g Hsol Hrules). auto.
  - exact (state_right _ _ R).
  - rewrite Hat. intros x Hx. apply Hstart in Hx. apply (puzzle_candidates _ _ R). auto.
  - rewrite Hat. intros g Hg.
    assert (Hk : keeps (holds_in b g) both).
    { intros x Hx. assert (Hx' : Set_.mem x puzzle = true) by (apply (Hputs g x); auto; [apply Hg | apply Hg | now apply allowed_solves]).
      unfold both. destruct (in_state c0) as [s|] eqn:E; auto. apply Set_.inter_spec. split; auto.
      destruct Hg as (Hsol & _ & _ & Hos). apply (proj1 (state_right _ _ R g Hsol) Hos x s E Hx). }
    assert (Ht : forall x, In x (match given_digits h with Some gs => givens_of n 0 gs | None => [] end) -> holds_in b g x = true).
    { intros x Hx. destruct (given_digits h) as [gs|] eqn:E; [|destruct Hx]. now apply (given_true h g gs). }
    clear Hat Hboth. clearbody both. revert both Hk Ht. generalize (match given_digits h with Some gs => givens_of n 0 gs | None => [] end).
    intros xs both Hk Ht. revert both Hk.
    induction xs as [|x xs IH]; simpl; intros l Hk; auto. apply IH; [intros; apply Ht; now right|].
    intros y Hy. unfold take_true. apply Set_.diff_spec. split; [now apply Hk|]. intro Hin.
    rewrite (lines_excluded g x y Hg) in Hy; [discriminate | apply Ht; now left | exact Hin].
  - reflexivity.
  - intros g x y Hg Hx Hy. now apply (lines_excluded g x y).
  - intros g g' Hg Hdig Hrow Hexc Hmach Hpuz. apply (lines_kept g g' Hg Hdig Hrow Hexc Hmach). intros p ds Hin.
    pose proof (lines_well_formed b _ bk bk_right _ Hin) as Hon. cbn [well_formed] in Hon.
    assert (T : holds_in b g' (candidate n (cell_index n p) (g' p)) = true) by (rewrite (holds_at b g') by auto; apply N.eqb_refl).
    specialize (Hpuz _ T). rewrite Hp in Hpuz. apply allow_all_right in Hpuz as [_ Hpuz]. eapply Hpuz; eauto.
Qed.

Lemma first_place_right : place_right q (first_place st bk).
Proof.
  split; cbn [alive opened lasting cuts first_place].
  - intros g Hg _. now apply (start_right _ _ (base_right _ _ setting_is_right)).
  - exact I.
  - intros g k d Hg F. destruct Hg as (Hsol & Hrules & _). apply (names_are_right b _ bk bk_right g k d (proj1 Hsol) Hrules F).
  - intros g _ _ k r F. now rewrite Map.gempty in F.
Qed.
End Header.
