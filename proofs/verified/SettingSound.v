(* What the checker makes of a header with constraint lines is what the header says, and claims of
   version 2 are true. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Sorting.Sorted SetoidList Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Sums Board BoardFacts Steps Claims Header Rows Fill Machines Lines Definitions
  VariantSteps VariantClaims Check Kernel Taking StepSound HeaderSound ClaimSound MachineSound DefinitionSound VariantSound VariantStepSound.
Import ListNotations.
Open Scope N_scope.

(* The names and the exclusions of a book are right in every grid that obeys the lines. *)
Record book_right (b : board) (lines : list constraint) (bk : book) : Prop := {
  names_are_right : forall g k d, (forall p, on_board b p -> g p < size b) -> (forall c, In c lines -> obeys b g c) ->
    Map.find k (names bk) = Some d -> definition_right b g d;
  clashes_are_right : forall g, (forall p, on_board b p -> g p < size b) -> (forall c, In c lines -> obeys b g c) ->
    clashes_right b g (clashes bk);
  lines_well_formed : forall c, In c lines -> well_formed b c
}.

Lemma no_lines_right b : book_right b [] no_lines.
Proof.
  split.
  - intros g k d _ _ H. cbn [names no_lines] in H. now rewrite Map.gempty in H.
  - intros g _ _ x y H. cbn [clashes no_lines] in H. unfold list_at in H. rewrite Map.gempty in H. destruct H.
  - intros c [].
Qed.

Lemma add_line_right b lines bk name c bk' : well_formed b c -> book_right b lines bk -> add_line (size b) bk name c = Ok bk' ->
  book_right b (c :: lines) bk'.
Proof.
  intros Hw [Hn Hc Hl] H. unfold add_line in H. apply bind_ok in H as ([] & _ & H). injection H as <-.
  assert (Hd : forall g d, (forall p, on_board b p -> g p < size b) -> obeys b g c -> define (size b) c = Some d -> definition_right b g d)
    by (intros g d Hg Ho E; eapply define_right; eauto).
  split; cbn [names clashes].
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
Qed.

(* What is read is well formed. *)
Lemma with_cells_ok {A} n (read : word -> option A) place ws seen out : with_cells n read place ws seen = Ok out ->
  forall a, In a out -> exists w, read w = Some a.
Proof.
  revert seen out. induction ws as [|w ws IH]; intros seen out H a Ha; cbn [with_cells] in H; [injection H as <-; destruct Ha|].
  destruct (read w) as [a'|] eqn:E; [|discriminate]. destruct (Set_.mem _ seen); [discriminate|].
  apply bind_ok in H as (rest & Hr & H). injection H as <-. destruct Ha as [<-|Ha]; eauto.
Qed.
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

Lemma read_named_ok b kind args rest c : rest <> [] -> read_named (size b) kind args rest = Ok c -> well_formed b c.
Proof.
  intros Hrest H. destruct kind, args as [|a [|a' [|]]]; cbn [read_named] in H; try discriminate;
    repeat match type of H with
    | bind _ _ = Ok _ => let x := fresh "x" in let E := fresh "E" in apply bind_ok in H as (x & E & H)
    end; injection H as <-; cbn [well_formed];
    try (intros p Hp; eapply read_cells_ok; eauto; fail).
  - intros t Ht. destruct (with_cells_ok _ _ _ _ _ _ E0 t Ht) as (w & Hw). destruct (scaled w) as [[m w']|]; [|discriminate].
    destruct (read_cell (size b) w') as [p|] eqn:F; [|discriminate]. injection Hw as <-. now apply read_cell_ok in F.
  - intros m p ds Ht. destruct (with_cells_ok _ _ _ _ _ _ E2 _ Ht) as (w & Hw). destruct (scaled w) as [[m' w']|]; [|discriminate].
    destruct (cell_digits (size b) w') as [[p' ds']|] eqn:F; [|discriminate]. injection Hw as -> -> ->.
    unfold cell_digits in F. destruct (cut x3d w') as [[u v]|]; [|discriminate]. destruct (read_cell (size b) u) as [p1|] eqn:G; [|discriminate].
    destruct (read_digits (size b) true v) as [ds1|] eqn:D; [|discriminate]. injection F as -> ->.
    apply read_cell_ok in G. apply read_digits_ok in D. split; auto.
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
  revert s. induction ys as [|z ys IH]; simpl; intros s H; auto. apply IH in H as [H|H]; auto. apply Fill.set_add in H as [->|H]; auto.
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
    destruct (Pos.eqb_spec x z) as [|Hne]; auto. apply Fill.set_add in Hm as [->|Hm]; auto. right.
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
  Set_.mem y (match Map.find x (exclusion_table (on h) (clashes bk)) with Some d => force d | None => Set_.empty end) = true ->
  holds_in b g y = false.
Proof.
  intros (Hsol & Hrules & _) Hx Hy. destruct (Map.find x _) as [d|] eqn:E; [|discriminate].
  apply exclusion_table_find in E as [Hc E]. rewrite E in Hy. rewrite h_digits in Hc.
  rewrite (on_board_right h h_right) in Hy. fold b in Hy. apply exclusions_in in Hy as [Hy|Hy]; auto.
  - apply (clashes_are_right b _ bk bk_right g (proj1 Hsol) Hrules x y Hy Hx).
  - apply (excluded_false b g x y); auto.
Qed.

Lemma excluded_is x : excluded st x = match Map.find x (exclusion_table (on h) (clashes bk)) with Some d => force d | None => Set_.empty end.
Proof. reflexivity. Qed.

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
  split; [split|].
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
