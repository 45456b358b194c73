(* The theorem: every claim that the checker accepts is true. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board BoardFacts Steps Claims Header Check Kernel Taking StepSound HeaderSound
  ClaimSound Constraints Lines Definitions VariantSteps VariantClaims DefinitionSound VariantStepSound SettingSound VariantClaimSound.
Import ListNotations.
Open Scope N_scope.

Lemma table_of_right h w t : table_of h w = Some t -> t = build (board_of t).
Proof.
  unfold table_of. destruct (find _ boards) as [[[h' w'] d]|] eqn:E; [|discriminate]. intro H. injection H as <-.
  apply find_some in E as [E _]. unfold boards in E. apply in_flat_map in E as (x & _ & E).
  apply in_flat_map in E as (y & _ & E). destruct (x * y <=? 25); [|destruct E].
  destruct E as [E|[]]. injection E as _ _ <-. reflexivity.
Qed.

Definition premise (h : header) : Prop := assumes_unique (puzzle_of h) = true -> at_most_one_solution (puzzle_of h).

(* The facts at each place of a file. *)
Definition proved_right (h : header) (c : proved) : Prop := header_right h /\ true_of (puzzle_of h) (claim_of h c).
Definition verdict_right (v : verdict) : Prop := match v with Accepted h c _ => proved_right h c | _ => True end.
Definition phase_right (p : phase) : Prop :=
  match p with
  | AtVersion | AtBoard => True
  | AtPuzzle t => t = build (board_of t)
  | AtState h | AtAssume h => header_right h /\ constraint_lines h = []
  | AtStep h ctx s _ => header_right h /\ constraint_lines h = [] /\ ctx = context_of h /\ (premise h -> position_right (puzzle_of h) s)
  | AtVariantBoard => True
  | AtVariantPuzzle t _ => t = build (board_of t)
  | AtVariantState h _ => header_right h /\ constraint_lines h = []
  | AtLines h _ bk => header_right h /\ book_right (board_of (on h)) (constraint_lines h) bk
  | AtVariantStep h st s _ => header_right h /\ exists latin bk,
      book_right (board_of (on h)) (constraint_lines h) bk /\ st = setting_of h latin bk /\ (premise h -> place_right (puzzle_of h) s)
  | AtEnd h c _ => proved_right h c
  | Decided v => verdict_right v
  end.

Lemma given_cells_ok n w gs : given_cells n w = Some gs -> length gs = length w /\ forall d, In (Some d) gs -> d < n.
Proof.
  revert gs. induction w as [|c w IH]; simpl; intros gs H.
  - injection H as <-. split; auto. intros d [].
  - destruct (if is c x2e then Some None else option_map Some (digit n c)) as [g|] eqn:E; [|discriminate].
    destruct (given_cells n w) as [gs'|]; [|discriminate]. injection H as <-. destruct (IH gs' eq_refl) as [Hl Hd].
    split; [simpl; now rewrite Hl|]. intros d [->|H]; auto.
    destruct (is c x2e); [discriminate|]. destruct (digit n c) eqn:F; [|discriminate]. injection E as ->.
    eapply digit_below; eauto.
Qed.

Lemma read_givens_right t ws h : t = build (board_of t) -> read_givens t ws = Ok h -> header_right h /\ constraint_lines h = [].
Proof.
  intros Ht H. unfold read_givens in H. destruct ws as [|w [|]]; try discriminate.
  assert (Hn : digits_of t = size (board_of t)) by (rewrite Ht; reflexivity). rewrite Hn in H.
  destruct (has_length (size (board_of t) * size (board_of t)) w) eqn:E; [|discriminate]. apply has_length_spec in E.
  destruct (given_cells _ w) as [gs|] eqn:F; [|discriminate]. injection H as <-. apply given_cells_ok in F as [Hl Hd].
  split; [|reflexivity]. split; cbn [on given_digits state_digits]; auto.
  - intros gs' G. injection G as <-. split; auto. lia.
  - discriminate.
  - left. discriminate.
Qed.

Lemma read_state_right h ws h' : on h = build (board_of (on h)) ->
  (forall gs, given_digits h = Some gs -> length gs = N.to_nat (size (board_of (on h)) * size (board_of (on h))) /\
    forall d, In (Some d) gs -> d < size (board_of (on h))) ->
  read_state h ws = Ok h' -> header_right h' /\ constraint_lines h' = [].
Proof.
  intros Ht Hg H. unfold read_state in H. assert (Hn : digits_of (on h) = size (board_of (on h))) by (rewrite Ht; reflexivity).
  rewrite Hn in H. apply bind_ok in H as ([] & Hl & H). apply need_ok in Hl. apply bind_ok in H as (ms & Hm & H). injection H as <-.
  split; [|reflexivity]. split; cbn [on given_digits state_digits]; auto; [|right; discriminate].
  intros ms' E. injection E as <-. split.
  - apply each_length in Hm. apply has_length_spec in Hl. lia.
  - intros ds d Hds Hd. destruct (each_ok _ _ _ Hm ds Hds) as (w & _ & Hw). unfold state_cell in Hw.
    destruct (word_eqb w w_dash); [injection Hw as <-; destruct Hd|].
    destruct (grid_digits _ w) as [ds'|] eqn:F; [|discriminate]. destruct (ascending ds'); [|discriminate]. injection Hw as ->.
    apply grid_digits_ok in F as [_ F]. auto.
Qed.

Lemma at_step_right line h s done ws : header_right h -> constraint_lines h = [] -> (premise h -> position_right (puzzle_of h) s) ->
  phase_right (at_step line h (context_of h) s done ws).
Proof.
  intros Hh Hplain Hs. unfold at_step. destruct ws as [|kind rest]; [simpl; auto|]. destruct (word_eqb kind w_claim).
  - destruct (claims (context_of h) rest s) as [c|] eqn:E; [|exact I]. split; auto. eapply claims_sound; eauto.
  - destruct (step (context_of h) (kind :: rest) s) as [s'|] eqn:E; [|exact I]. simpl. split; [|split; [|split]]; auto.
    intro Hp. eapply step_sound; eauto; [now apply context_of_right | now apply plain_free].
Qed.

Lemma first_position_right h : header_right h -> position_right (puzzle_of h) (first_position (context_of h)).
Proof.
  intro Hh. pose proof (context_of_right h Hh) as right. split; cbn [live supposed deadly_sets first_position].
  - intros g Hg _. now apply (start_right _ _ right).
  - exact I.
  - intros k p F. now rewrite Map.gempty in F.
Qed.

Lemma at_assume_right line h ws : header_right h -> constraint_lines h = [] -> phase_right (at_assume line h ws).
Proof.
  intros Hh Hplain. unfold at_assume. destruct ws as [|kind rest]; [exact (conj Hh Hplain)|]. destruct (word_eqb kind w_assume).
  - destruct rest as [|it [|]]; try exact I. destruct (word_eqb it w_unique); [|exact I]. simpl.
    assert (Hh' : header_right {| on := on h; given_digits := given_digits h; state_digits := state_digits h;
      constraint_lines := constraint_lines h; unique_assumed := true |}).
    { destruct Hh. split; auto. }
    split; [|split; [|split]]; auto. intros _. now apply first_position_right.
  - apply at_step_right; auto. intros _. now apply first_position_right.
Qed.

Lemma failed_right line step why : phase_right (failed line step why).
Proof. unfold failed. now destruct (declines why). Qed.

Lemma at_variant_step_right line h latin bk s done ws : header_right h -> book_right (board_of (on h)) (constraint_lines h) bk ->
  (premise h -> place_right (puzzle_of h) s) -> phase_right (at_variant_step line h (setting_of h latin bk) s done ws).
Proof.
  intros Hh Hb Hs. unfold at_variant_step. destruct ws as [|kind rest]; [simpl; split; auto; exists latin, bk; auto|].
  destruct (word_eqb kind w_claim).
  - destruct (variant_claims (constraint_lines h) (setting_of h latin bk) rest s) as [c|] eqn:E; [|apply failed_right].
    split; auto. eapply variant_claims_sound; eauto.
  - destruct (variant_step (setting_of h latin bk) (kind :: rest) s) as [s'|] eqn:E; [|apply failed_right]. simpl. split; auto.
    exists latin, bk. split; [|split]; auto. intro Hp. eapply variant_step_right; eauto. now apply setting_is_right.
Qed.

Lemma at_lines_right line h latin bk ws : header_right h -> book_right (board_of (on h)) (constraint_lines h) bk ->
  phase_right (at_lines line h latin bk ws).
Proof.
  intros Hh Hb. unfold at_lines. destruct ws as [|kind rest]; [split; auto|]. destruct (existsb (word_eqb kind) line_words).
  - assert (Hn : digits_of (on h) = size (board_of (on h))) by (rewrite (on_board_right h Hh); reflexivity). rewrite Hn.
    destruct (read_line _ latin (is_taken bk) (kind :: rest)) as [[name c]|why] eqn:E; cbn [bind]; [|apply failed_right].
    destruct (add_line _ bk name c) as [bk'|why] eqn:F; cbn [bind]; [|apply failed_right]. simpl. split; [destruct Hh; split; auto|].
    eapply add_line_right; eauto. now apply read_line_ok in E.
  - destruct (word_eqb kind w_assume).
    + destruct rest as [|it [|]]; try exact I. destruct (word_eqb it w_unique); [|exact I]. simpl.
      assert (Hh' : header_right (with_assumption h)) by (destruct Hh; split; auto).
      split; auto. exists latin, bk. split; [|split]; auto. intros _. now apply first_place_right.
    + apply at_variant_step_right; auto. intros _. now apply first_place_right.
Qed.

Lemma no_lines_yet h : constraint_lines h = [] -> book_right (board_of (on h)) (constraint_lines h) no_lines.
Proof. intros ->. apply no_lines_right. Qed.

Lemma line_done_right line ws p : phase_right p -> phase_right (line_done line ws p).
Proof.
  destruct p; simpl line_done; intro Hp.
  - unfold at_version. destruct ws as [|a [|c [|]]]; try exact I.
    destruct (word_eqb a w_qed && word_eqb c w_one); [exact I|]. destruct (word_eqb a w_qed && word_eqb c w_two); [exact I|].
    destruct (if word_eqb a w_qed then number c else None); exact I.
  - unfold at_board. destruct ws as [|a [|kind rest]]; try exact I.
    destruct (negb (word_eqb a w_board)); [exact I|]. destruct (negb (word_eqb kind w_sudoku)); [exact I|].
    destruct rest as [|size [|]]; try exact I. destruct (read_size size) as [[h w]|]; [|exact I].
    destruct ((h =? 0) || (w =? 0)); [exact I|]. destruct (table_of h w) as [t|] eqn:E; [|exact I].
    simpl. eapply table_of_right; eauto.
  - destruct (begins w_givens ws); [|destruct (begins w_state ws); [|exact I]].
    + unfold or_rejected. destruct (read_givens t (tl ws)) as [h|] eqn:E; [|exact I]. simpl. eapply read_givens_right; eauto.
    + unfold or_rejected. destruct (read_state _ (tl ws)) as [h|] eqn:E; [|exact I]. simpl. apply read_state_right in E; auto; intros gs F; discriminate F.
  - destruct Hp as [Hp Hplain]. destruct (begins w_state ws); [|now apply at_assume_right].
    unfold or_rejected. destruct (read_state h (tl ws)) as [h'|] eqn:E; [|exact I]. simpl.
    eapply read_state_right; eauto; apply Hp.
  - destruct Hp. now apply at_assume_right.
  - destruct Hp as (Hh & Hplain & -> & Hs). now apply at_step_right.
  - unfold at_variant_board. destruct ws as [|a [|kind rest]]; try exact I. destruct (negb (word_eqb a w_board)); [exact I|].
    destruct (word_eqb kind w_sudoku).
    + destruct rest as [|size [|]]; try exact I. destruct (read_size size) as [[h w]|]; [|exact I].
      destruct ((h =? 0) || (w =? 0)); [exact I|]. destruct (table_of h w) as [t|] eqn:E; [|exact I].
      simpl. eapply table_of_right; eauto.
    + destruct (word_eqb kind w_latin); [|exact I]. destruct rest as [|size [|]]; try exact I. destruct (number size) as [n|]; [|exact I].
      destruct (n =? 0); [exact I|]. destruct (table_of 1 n) as [t|] eqn:E; [|exact I]. simpl. eapply table_of_right; eauto.
  - destruct (begins w_givens ws); [|destruct (begins w_state ws); [|exact I]].
    + unfold or_rejected. destruct (read_givens t (tl ws)) as [h|] eqn:E; [|exact I]. simpl. eapply read_givens_right; eauto.
    + unfold or_rejected. destruct (read_state _ (tl ws)) as [h|] eqn:E; [|exact I]. simpl.
      apply read_state_right in E as [E1 E2]; auto; [|intros gs F; discriminate F]. split; auto. now apply no_lines_yet.
  - destruct Hp as [Hp Hplain]. destruct (begins w_state ws).
    + unfold or_rejected. destruct (read_state h (tl ws)) as [h'|] eqn:E; [|exact I]. simpl.
      apply read_state_right in E as [E1 E2]; [|apply Hp|apply Hp]. split; auto. now apply no_lines_yet.
    + apply at_lines_right; auto. now apply no_lines_yet.
  - destruct Hp. now apply at_lines_right.
  - destruct Hp as (Hh & latin & bk & Hb & -> & Hs). now apply at_variant_step_right.
  - exact I.
  - exact Hp.
Qed.

Lemma end_line_right line bytes p : phase_right p -> phase_right (end_line line bytes p).
Proof. intro Hp. unfold end_line. destruct (tokens bytes); auto. now apply line_done_right. Qed.

Lemma feed_right r byte : phase_right (at_phase r) -> phase_right (at_phase (feed r byte)).
Proof.
  intro Hr. unfold feed.
  assert (G : phase_right (at_phase (if is_line_feed byte then
      next_line (end_line (line_number r) (without_return (backwards r)) (at_phase r)) (N.succ (line_number r))
    else match room r with
    | N0 => next_line (Decided (Rejected (line_number r) None LineTooLong)) (line_number r)
    | Npos room =>
      let keep comment backwards := {| at_phase := at_phase r; line_number := line_number r; room := Pos.pred_N room;
                                       comment := comment; backwards := backwards |} in
      if comment r then keep true []
      else match backwards r with
           | [] => if is_space byte then keep false [] else if is_hash byte then keep true [] else keep false [byte]
           | l => keep false (byte :: l)
           end
    end))).
  { destruct (is_line_feed byte); [now apply end_line_right|]. destruct (room r); [exact I|]. cbv zeta.
    destruct (comment r); [exact Hr|]. destruct (backwards r); [|exact Hr].
    destruct (is_space byte); [exact Hr|]. destruct (is_hash byte); exact Hr. }
  destruct (at_phase r) eqn:E; try exact G. now rewrite E.
Qed.

Lemma run_right file r : phase_right (at_phase r) -> phase_right (at_phase (fold_left feed file r)).
Proof. revert r. induction file as [|byte file IH]; simpl; intros r Hr; auto. apply IH. now apply feed_right. Qed.

Lemma accepted_right file h c steps : check file = Accepted h c steps -> proved_right h c.
Proof.
  intros H. unfold check, finish in H.
  assert (R := run_right file start I). apply (end_line_right (line_number (fold_left feed file start)) (backwards (fold_left feed file start))) in R.
  destruct (end_line _ _ _) as [| | | | | | | | | | |h' c' k|v]; try discriminate.
  - injection H as -> -> _. exact R.
  - subst v. exact R.
Qed.

(* If the checker accepts a file, the claim of the file is true of the puzzle that it states. *)
Theorem accepted_is_true : forall (file : list byte) (h : header) (c : proved) (steps : N),
  check file = Accepted h c steps -> true_of (puzzle_of h) (claim_of h c).
Proof. intros file h c steps H. apply (accepted_right file h c steps H). Qed.

(* The result does not depend on how the file is split into pieces. *)
Theorem pieces : forall first rest r, fold_left feed (first ++ rest) r = fold_left feed rest (fold_left feed first r).
Proof. intros. apply fold_left_app. Qed.

(* A verdict before the end of the file does not change. *)
Theorem decided_stays : forall rest r v, at_phase r = Decided v -> finish (fold_left feed rest r) = finish r.
Proof.
  intros rest r v H. induction rest as [|byte rest IH]; simpl; auto.
  assert (E : feed r byte = r) by (unfold feed; now rewrite H). now rewrite E.
Qed.

