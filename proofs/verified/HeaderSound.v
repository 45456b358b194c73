(* The checker's data for a header mean what the header says. *)
From Coq Require Import NArith PArith ZArith List Bool Lia MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board BoardFacts Steps Claims Header Check Kernel Taking StepSound.
Import ListNotations.
Open Scope N_scope.

Lemma mem_add z y (l : Set_.t) : Set_.mem z (Set_.add y l) = true <-> z = y \/ Set_.mem z l = true.
Proof. exact (Set_.add_spec l y z). Qed.

Lemma add_cell_right n c ds s x : Set_.mem x (add_cell n c ds s) = true <->
  Set_.mem x s = true \/ exists d, In d ds /\ x = candidate n c d.
Proof.
  revert s. induction ds as [|d ds IH]; intro s; simpl.
  - split; auto. intros [H|(d & [] & _)]; auto.
  - rewrite IH, mem_add. split.
    + intros [[->|H]|(d' & H & ->)]; eauto.
    + intros [H|(d' & [->|H] & ->)]; eauto.
Qed.

Lemma add_cells_right n c marks s x : Set_.mem x (add_cells n c marks s) = true <->
  Set_.mem x s = true \/ exists i d, (i < length marks)%nat /\ In d (nth i marks []) /\ x = candidate n (c + N.of_nat i) d.
Proof.
  revert c s. induction marks as [|ds marks IH]; intros c s; simpl add_cells.
  - split; auto. intros [H|(i & d & H & _)]; auto. simpl in H. lia.
  - rewrite IH, add_cell_right. split.
    + intros [[H|(d & H & ->)]|(i & d & Hi & H & ->)]; auto; right.
      * exists 0%nat, d. simpl. repeat split; auto; [lia | now rewrite N.add_0_r].
      * exists (S i), d. simpl. repeat split; auto; [lia | f_equal; lia].
    + intros [H|([|i] & d & Hi & H & ->)]; auto.
      * left. right. exists d. split; auto. now rewrite N.add_0_r.
      * right. exists i, d. simpl in Hi. repeat split; auto; [lia | f_equal; lia].
Qed.

Section Marks.
Variable b : board.
Let n := size b.
Variable marks : list (list N).
Hypothesis long : length marks = N.to_nat (n * n).
Hypothesis small : forall ds d, In ds marks -> In d ds -> d < n.

Lemma set_of_right x : Set_.mem x (set_of n marks) = true <->
  In x (candidates n) /\ In (digit_of n x) (at_cell n marks [] (place_of n x)).
Proof.
  unfold set_of. rewrite add_cells_right. split.
  - intros [H|(i & d & Hi & Hd & ->)]; [discriminate|].
    assert (Hdn : d < n) by (eapply small; eauto; now apply nth_In). rewrite N.add_0_l in *.
    assert (Hin : N.of_nat i < n * n) by lia. assert (Hn : n <> 0) by lia.
    split; [now apply candidate_in|]. unfold at_cell, place_of. cbn [fst snd].
    rewrite digit_of_candidate, cell_of_candidate by auto.
    rewrite (N.mul_comm _ n), <- N.div_mod by auto. now rewrite Nat2N.id.
  - intros [Hx H]. right. destruct (place_on_board b x Hx) as [[Hr Hc] Hd]. fold n in Hr, Hc, Hd.
    exists (N.to_nat (fst (place_of n x) * n + snd (place_of n x))), (digit_of n x). repeat split; auto.
    + rewrite long. assert (fst (place_of n x) * n + snd (place_of n x) < n * n) by now apply pair_below. lia.
    + rewrite N.add_0_l, N2Nat.id. now apply (candidate_of_place b).
Qed.

Lemma set_of_grid g : solution b g ->
  ((forall x, holds_in b g x = true -> Set_.mem x (set_of n marks) = true) <->
   (forall p, on_board b p -> In (g p) (at_cell n marks [] p))).
Proof.
  intro Hg. split.
  - intros H p Hp. assert (Hd := proj1 Hg p Hp). destruct (candidate_true b g p (g p) Hp Hd) as (Hc & Hcp & Hcd & _).
    fold n in Hc, Hcp, Hcd.
    assert (Hm : Set_.mem (candidate n (fst p * n + snd p) (g p)) (set_of n marks) = true).
    { apply H, holds_in_true. fold n. rewrite Hcp, Hcd. auto. }
    apply set_of_right in Hm as [_ Hm]. now rewrite Hcp, Hcd in Hm.
  - intros H x Hx. apply holds_in_true in Hx as [Hc Hx]. fold n in Hc, Hx. apply set_of_right. split; auto.
    rewrite <- Hx. apply H. now apply place_on_board.
Qed.
End Marks.

(* The content of a header after reading. *)
Record header_right (h : header) : Prop := {
  on_board_right : on h = build (board_of (on h));
  givens_right : forall gs, given_digits h = Some gs ->
    length gs = N.to_nat (size (board_of (on h)) * size (board_of (on h))) /\ forall d, In (Some d) gs -> d < size (board_of (on h));
  marks_right : forall ms, state_digits h = Some ms ->
    length ms = N.to_nat (size (board_of (on h)) * size (board_of (on h))) /\ forall ds d, In ds ms -> In d ds -> d < size (board_of (on h));
  something : given_digits h <> None \/ state_digits h <> None
}.

Lemma marks_of_small n gs : (forall d, In (Some d) gs -> d < n) -> forall ds d, In ds (marks_of n gs) -> In d ds -> d < n.
Proof.
  intros H ds d Hds Hd. unfold marks_of in Hds. apply in_map_iff in Hds as ([d'|] & <- & Hin).
  - destruct Hd as [->|[]]. auto.
  - now apply in_below.
Qed.

Lemma marks_of_at n gs p : (N.to_nat (fst p * n + snd p) < length gs)%nat ->
  at_cell n (marks_of n gs) [] p = match at_cell n gs None p with Some d => [d] | None => below n end.
Proof.
  intro H. unfold at_cell, marks_of.
  set (f := fun g : option N => match g with Some d => [d] | None => below n end).
  rewrite (nth_indep _ [] (f None)) by now rewrite map_length. now rewrite (map_nth f).
Qed.

Lemma givens_of_in n c gs x : In x (givens_of n c gs) -> exists i d, nth i gs None = Some d /\ (i < length gs)%nat /\ x = candidate n (c + N.of_nat i) d.
Proof.
  revert c. induction gs as [|[d|] gs IH]; simpl; intros c H; [destruct H| |].
  - destruct H as [<-|H].
    + exists 0%nat, d. simpl. repeat split; auto; [lia | now rewrite N.add_0_r].
    + destruct (IH _ H) as (i & d' & Hi & Hl & ->). exists (S i), d'. repeat split; auto; [lia | f_equal; lia].
  - destruct (IH _ H) as (i & d' & Hi & Hl & ->). exists (S i), d'. repeat split; auto; [lia | f_equal; lia].
Qed.

(* In an allowed grid the givens are true. *)
Lemma given_true h g gs x : header_right h -> given_digits h = Some gs -> allowed (puzzle_of h) g ->
  In x (givens_of (size (board_of (on h))) 0 gs) -> holds_in (board_of (on h)) g x = true.
Proof.
  intros right E Hg Hx. set (b := board_of (on h)) in *. set (n := size b) in *.
  assert (Hn : digits_of (on h) = n) by (rewrite (on_board_right h right); reflexivity).
  destruct (givens_of_in _ _ _ _ Hx) as (i & d & Hi & Hlen & ->). destruct (givens_right h right gs E) as [Hl Hd]. fold b n in Hl, Hd.
  assert (Hdn : d < n) by (apply Hd; rewrite <- Hi; now apply nth_In). rewrite N.add_0_l.
  assert (Hin : N.of_nat i < n * n) by lia. assert (Hnz : n <> 0) by lia.
  apply holds_in_true. fold n. split; [now apply candidate_in|].
  destruct Hg as (_ & _ & Hog & _). unfold obeys_givens, puzzle_of in Hog. cbn [givens shape] in Hog. rewrite E, Hn in Hog. cbn [option_map] in Hog.
  rewrite digit_of_candidate by auto. apply Hog.
  - apply (place_on_board b). now apply candidate_in.
  - unfold at_cell, place_of. cbn [fst snd]. rewrite cell_of_candidate by auto.
    rewrite (N.mul_comm _ n), <- N.div_mod by auto. now rewrite Nat2N.id.
Qed.

Theorem context_of_right h : header_right h -> context_right (puzzle_of h) (context_of h).
Proof.
  intro right. pose proof right as [Hon Hgs Hms Hsome]. set (b := board_of (on h)) in *. set (n := size b) in *.
  assert (Hn : digits_of (on h) = n) by (rewrite Hon; reflexivity).
  assert (Hcell : forall p, on_board b p -> (N.to_nat (fst p * n + snd p) < N.to_nat (n * n))%nat).
  { intros p [Hr Hc]. fold n in Hr, Hc. assert (fst p * n + snd p < n * n) by now apply pair_below. lia. }
  (* The puzzle. *)
  assert (Hpuzzle : forall x, Set_.mem x (in_puzzle (context_of h)) = true -> In x (candidates n)).
  { intros x Hx. unfold context_of in Hx. rewrite Hn in Hx. cbn [in_puzzle] in Hx.
    destruct (given_digits h) as [gs|]; [|destruct (state_digits h) as [ms|]].
    - destruct (Hgs gs eq_refl) as [Hl Hd]. apply (set_of_right b) in Hx; [apply Hx| |apply marks_of_small, Hd].
      unfold marks_of. now rewrite map_length.
    - destruct (Hms ms eq_refl) as [Hl Hd]. apply (set_of_right b) in Hx; [apply Hx|auto|auto].
    - discriminate. }
  assert (Hgivens : forall gs g, given_digits h = Some gs -> solution b g ->
    (obeys_givens (puzzle_of h) g <-> forall x, holds_in b g x = true -> Set_.mem x (set_of n (marks_of n gs)) = true)).
  { intros gs g E Hg. destruct (Hgs gs E) as [Hl Hd].
    assert (Hml : length (marks_of n gs) = N.to_nat (n * n)) by (unfold marks_of; now rewrite map_length).
    pose proof (set_of_grid b (marks_of n gs) Hml (marks_of_small n gs Hd) g Hg) as R. fold n in R. rewrite R. clear R.
    unfold obeys_givens, puzzle_of. cbn [givens shape]. rewrite E, Hn. cbn [option_map]. fold b. split.
    - intros H p Hp. fold n. rewrite marks_of_at by (rewrite Hl; auto).
      destruct (at_cell n gs None p) as [d|] eqn:F; [left; symmetry; auto | apply in_below, (proj1 Hg p Hp)].
    - intros H p d Hp F. specialize (H p Hp). fold n in H. rewrite marks_of_at in H by (rewrite Hl; auto). rewrite F in H.
      destruct H as [H|[]]. auto. }
  assert (Hstate : forall ms g, state_digits h = Some ms -> solution b g ->
    (obeys_state (puzzle_of h) g <-> forall x, holds_in b g x = true -> Set_.mem x (set_of n ms) = true)).
  { intros ms g E Hg. destruct (Hms ms E) as [Hl Hd].
    pose proof (set_of_grid b ms Hl Hd g Hg) as R. fold n in R. rewrite R. clear R.
    unfold obeys_state, puzzle_of. cbn [state shape]. rewrite E, Hn. cbn [option_map]. fold b. reflexivity. }
  set (both := match given_digits h, option_map (set_of n) (state_digits h) with
    | Some _, Some s => Set_.inter (in_puzzle (context_of h)) s | _, _ => in_puzzle (context_of h) end).
  assert (Hboth : forall x, Set_.mem x both = true -> In x (candidates n)).
  { intros x Hx. apply Hpuzzle. unfold both in Hx. destruct (given_digits h), (option_map (set_of n) (state_digits h)); auto.
    apply Set_.inter_spec in Hx. apply Hx. }
  assert (Htake : forall f, tables f = build b -> forall xs l x, Set_.mem x (fold_left (fun l x => take f x l) xs l) = true -> Set_.mem x l = true).
  { intros f Hf. induction xs as [|y xs IH]; simpl; intros l x Hx; auto. apply IH in Hx. eapply take_smaller in Hx; eauto. }
  split; try exact Hpuzzle; try reflexivity.
  - exact Hon.
  - intros g Hg Hrules. unfold solves. cbn [givens puzzle_of]. unfold context_of. rewrite Hn. cbn [in_puzzle].
    destruct (given_digits h) as [gs|] eqn:E; cbn [option_map].
    + destruct (Hgivens gs g eq_refl Hg) as [R1 R2]. split; [intros (_ & _ & H); exact (R1 H) | intro H; split; [exact Hg | split; [exact Hrules | exact (R2 H)]]].
    + destruct (state_digits h) as [ms|] eqn:F; cbn [option_map].
      * destruct (Hstate ms g eq_refl Hg) as [R1 R2]. split; [intros (_ & _ & H); exact (R1 H) | intro H; split; [exact Hg | split; [exact Hrules | exact (R2 H)]]].
      * destruct Hsome; congruence.
  - intros g Hg. unfold context_of. rewrite Hn. cbn [in_state]. destruct (state_digits h) as [ms|] eqn:F; cbn [option_map].
    + destruct (Hstate ms g eq_refl Hg) as [R1 R2].
      split; [intros H x s Es Hx; injection Es as <-; exact (R1 H x Hx) | intro H; apply R2; intros x Hx; exact (H x _ eq_refl Hx)].
    + split; [discriminate|]. intros _. unfold obeys_state, puzzle_of. cbn [state]. now rewrite F.
  - intros x Hx. apply Hboth. unfold context_of in Hx. rewrite Hn in Hx. cbn [at_start] in Hx.
    unfold both, context_of. rewrite Hn. cbn [in_puzzle].
    destruct (given_digits h) as [gs|]; [|exact Hx]. eapply Htake in Hx; [|exact Hon]. exact Hx.
  - intros g Hg.
    assert (Hk : keeps (holds_in b g) both).
    { intros x Hx. unfold both, context_of. rewrite Hn. cbn [in_puzzle]. destruct Hg as (Hsol & _ & Hog & Hos). fold b in Hsol.
      destruct (given_digits h) as [gs|] eqn:E, (state_digits h) as [ms|] eqn:F; cbn [option_map].
      - apply Set_.inter_spec. split; [now apply (proj1 (Hgivens gs g eq_refl Hsol)) | now apply (proj1 (Hstate ms g eq_refl Hsol))].
      - now apply (proj1 (Hgivens gs g eq_refl Hsol)).
      - now apply (proj1 (Hstate ms g eq_refl Hsol)).
      - destruct Hsome; congruence. }
    unfold context_of. rewrite Hn. cbn [at_start]. unfold both, context_of in Hk. rewrite Hn in Hk. cbn [in_puzzle] in Hk.
    destruct (given_digits h) as [gs|] eqn:E; [|exact Hk].
    match goal with |- keeps _ (fold_left (fun l x => take ?f x l) _ ?start) => set (f0 := f); set (l0 := start) in * end.
    assert (Hf : tables f0 = build b) by exact Hon. clearbody f0 l0.
    assert (Ht := fun x => given_true h g gs x right E Hg).
    change (size (board_of (on h))) with n in Ht. fold b in Ht.
    revert l0 Hk Ht. generalize (givens_of n 0 gs). clear Hgs. induction l as [|x xs IH]; simpl; intros l0 Hk Ht; auto.
    apply IH; auto. apply (take_keeps b); auto. apply Hg.
Qed.

(* Without constraint lines there are no additional rules. *)
Lemma plain_free h : constraint_lines h = [] -> forall g, rules (puzzle_of h) g.
Proof. intros H g. unfold puzzle_of. cbn [rules]. rewrite H. intros c []. Qed.
