(* The puzzle that the checker reads from a header is the puzzle that the header states by
   Page.v. *)
From Coq Require Import NArith PArith List Bool Lia Sorting.Sorted Strings.Byte.
From Qedoku Require Import Meaning Reason Words Sums Board Steps Claims Header Lines Definitions VariantSteps VariantClaims Check Page StepSound HeaderSound ClaimSound Soundness LinesRead.
From Qedoku Require Rules Written.
Import ListNotations.
Open Scope N_scope.

Lemma word_eqb_eq a b : word_eqb a b = true -> a = b.
Proof.
  revert b. induction a as [|x a IH]; destruct b as [|y b]; simpl; try discriminate; auto.
  intro H. apply andb_true_iff in H as [H1 H2]. apply Written.is_eq in H1. subst. f_equal. auto.
Qed.
Lemma word_eqb_refl a : word_eqb a a = true.
Proof. induction a as [|x a IH]; simpl; auto. now rewrite Written.is_refl. Qed.

(* Every number and every digit has only one spelling. *)
Lemma decimal_written c d : decimal c = Some d -> d < 10 /\ c = Rules.decimal_byte d.
Proof. destruct c; simpl; intro H; try discriminate; injection H as <-; split; reflexivity. Qed.
Lemma digit_written n c d : digit n c = Some d -> d < n /\ c = Rules.digit_byte d.
Proof.
  intro H. split; [eapply digit_below; eauto|]. unfold digit in H. destruct (any_digit c) as [e|] eqn:E; [|discriminate].
  destruct (e <? n); [|discriminate]. injection H as ->. destruct c; simpl in E; try discriminate; injection E as <-; reflexivity.
Qed.

Lemma digits_grow w v x : digits w v = Some x -> v <= x.
Proof.
  revert v. induction w as [|c w IH]; cbn [digits]; intros v H; [injection H as ->; lia|].
  destruct (decimal c) as [d|]; [|discriminate]. apply IH in H. destruct (v <? enough); lia.
Qed.

Lemma number_written w v : number w = Some v -> v <= 25 -> w = Rules.write_number v.
Proof.
  intros H Hv. destruct w as [|a [|b [|c w]]]; cbn [number] in H.
  - discriminate.
  - apply decimal_written in H as [Hd ->]. unfold Rules.write_number. cbn [Rules.write_onto]. apply N.ltb_lt in Hd. now rewrite Hd.
  - destruct (is a x30) eqn:Z; [discriminate|]. cbn [digits] in H.
    destruct (decimal a) as [d|] eqn:Da; [|discriminate]. apply decimal_written in Da as [Hd ->].
    change (0 <? enough) with true in H. cbv iota in H. rewrite N.mul_0_r, N.add_0_l in H.
    destruct (decimal b) as [e|] eqn:Db; [|discriminate]. apply decimal_written in Db as [He ->].
    assert (S : d <? enough = true) by (apply N.ltb_lt; unfold enough; lia). rewrite S in H. assert (Ev : v = 10 * d + e) by congruence. subst v. clear H.
    assert (d <> 0) by (intros ->; discriminate Z).
    set (v := 10 * d + e) in *. assert (L : v <? 10 = false) by (apply N.ltb_ge; unfold v; lia).
    unfold Rules.write_number. cbn [Rules.write_onto]. rewrite L.
    assert (Q : v / 10 = d) by (unfold v; rewrite N.mul_comm, N.div_add_l by lia; rewrite N.div_small by lia; lia).
    assert (M : v mod 10 = e) by (unfold v; rewrite N.add_comm, N.mul_comm, N.mod_add by lia; now apply N.mod_small).
    rewrite Q, M. apply N.ltb_lt in Hd. now rewrite Hd.
  - destruct (is a x30) eqn:Z; [discriminate|]. cbn [digits] in H.
    destruct (decimal a) as [d|] eqn:Da; [|discriminate]. apply decimal_written in Da as [Hd ->].
    change (0 <? enough) with true in H. cbv iota in H. rewrite N.mul_0_r, N.add_0_l in H.
    destruct (decimal b) as [e|] eqn:Db; [|discriminate]. destruct (decimal c) as [f|] eqn:Dc; [|discriminate].
    apply decimal_written in Db as [He _]. apply decimal_written in Dc as [Hf _].
    assert (S : d <? enough = true) by (apply N.ltb_lt; unfold enough; lia). rewrite S in H.
    assert (S' : 10 * d + e <? enough = true) by (apply N.ltb_lt; unfold enough; lia). rewrite S' in H.
    assert (d <> 0) by (intros ->; discriminate Z). apply digits_grow in H. lia.
Qed.

Lemma cut_written c w a b : cut c w = Some (a, b) -> w = a ++ c :: b.
Proof.
  unfold cut. enough (G : forall before, cut_onto c w before = Some (a, b) -> rev before ++ w = a ++ c :: b) by apply (G []).
  induction w as [|x w IH]; simpl; intros before H; [discriminate|]. destruct (is x c) eqn:E.
  - apply Written.is_eq in E. subst x. injection H as <- <-. now rewrite rev_append_rev, app_nil_r.
  - apply IH in H. cbn [rev] in H. now rewrite <- app_assoc in H.
Qed.

Lemma table_of_board h w t : table_of h w = Some t -> board_of t = Board h w /\ h * w <= 25.
Proof.
  unfold table_of. destruct (find _ boards) as [[[h' w'] d]|] eqn:E; [|discriminate]. intro H. injection H as <-.
  apply find_some in E as [E Q]. apply andb_true_iff in Q as [Q1 Q2]. apply N.eqb_eq in Q1, Q2. subst h' w'.
  unfold boards in E. apply in_flat_map in E as (x & _ & E). apply in_flat_map in E as (y & _ & E).
  destruct (N.leb_spec (x * y) 25) as [L|]; [|destruct E]. destruct E as [E|[]]. injection E as <- <- <-. split; [reflexivity | exact L].
Qed.

(* The lines of a puzzle. *)
Lemma given_cells_written n w gs : given_cells n w = Some gs -> forall i c, nth_error w i = Some c ->
  match nth i gs None with Some d => d < n /\ c = Rules.digit_byte d | None => c = x2e end.
Proof.
  revert gs. induction w as [|x w IH]; simpl; intros gs H i c Hc; [destruct i; discriminate|].
  destruct (if is x x2e then Some None else option_map Some (digit n x)) as [g|] eqn:E; [|discriminate].
  destruct (given_cells n w) as [gs'|]; [|discriminate]. injection H as <-. destruct i as [|i]; cbn [nth_error nth] in *.
  - injection Hc as ->. destruct (is c x2e) eqn:D.
    + injection E as <-. now apply Written.is_eq.
    + destruct (digit n c) as [d|] eqn:F; [|discriminate]. injection E as <-. now apply digit_written.
  - now apply (IH gs' eq_refl).
Qed.

Lemma grid_digits_written n w ds : grid_digits n w = Some ds -> w = map Rules.digit_byte ds.
Proof.
  revert ds. induction w as [|c w IH]; simpl; intros ds H; [injection H as <-; reflexivity|].
  destruct (digit n c) as [d|] eqn:E; [|discriminate]. destruct (grid_digits n w) as [ds'|]; [|discriminate].
  injection H as <-. apply digit_written in E as [_ ->]. simpl. f_equal. now apply IH.
Qed.

Lemma ascending_sorted ds : ascending ds = true -> Sorted N.lt ds.
Proof.
  induction ds as [|d ds IH]; intro H; [constructor|]. destruct ds as [|e ds]; [repeat constructor|].
  cbn [ascending] in H. apply andb_true_iff in H as [H1 H2]. apply N.ltb_lt in H1. constructor; [now apply IH|]. now constructor.
Qed.

Lemma state_cell_written n w ds : state_cell n w = Ok ds ->
  (forall d, In d ds -> d < n) /\ Sorted N.lt ds /\ ((w = w_dash /\ ds = []) \/ w = map Rules.digit_byte ds).
Proof.
  unfold state_cell. destruct (word_eqb w w_dash) eqn:E.
  - intro H. injection H as <-. split; [intros d []|]. split; [constructor|]. left. split; auto. now apply word_eqb_eq.
  - destruct (grid_digits n w) as [es|] eqn:F; [|discriminate]. destruct (ascending es) eqn:A; [|discriminate].
    intro H. injection H as <-. split; [now apply grid_digits_ok in F|]. split; [now apply ascending_sorted|].
    right. now apply grid_digits_written in F.
Qed.

Lemma Forall2_nth {A B} (R : A -> B -> Prop) l m : Forall2 R l m -> forall i a default, nth_error l i = Some a -> R a (nth i m default).
Proof.
  induction 1 as [|x y l m H _ IH]; intros i a default E; [destruct i; discriminate|].
  destruct i as [|i]; cbn [nth_error nth] in *; [injection E as <-; auto | now apply IH].
Qed.

Lemma givens_read t w gs : t = build (board_of t) -> has_length (digits_of t * digits_of t) w = true -> given_cells (digits_of t) w = Some gs ->
  givens_line (board_of t) (at_cell (digits_of t) gs None) [w_givens; w].
Proof.
  intros Ht L G. assert (Hn : digits_of t = size (board_of t)) by (rewrite Ht; reflexivity). rewrite Hn in *.
  exists w. split; auto. split; [now apply has_length_spec|]. intros p c _ Hc. unfold at_cell. exact (given_cells_written _ _ _ G _ _ Hc).
Qed.

Lemma state_read t ws ms : t = build (board_of t) -> has_length (digits_of t * digits_of t) ws = true -> each (state_cell (digits_of t)) ws = Ok ms ->
  state_line (board_of t) (fun p d => In d (at_cell (digits_of t) ms [] p)) (w_state :: ws).
Proof.
  intros Ht L E. assert (Hn : digits_of t = size (board_of t)) by (rewrite Ht; reflexivity). rewrite Hn in *.
  exists ws. split; auto. split; [now apply has_length_spec|]. intros p w _ Hw. apply each_spec in E.
  assert (R := Forall2_nth _ _ _ E _ _ [] Hw). apply state_cell_written in R. exists (at_cell (size (board_of t)) ms [] p).
  split; [reflexivity|]. exact R.
Qed.

(* The facts about the earlier lines, at each place of a file. *)
Definition opened (ls : list (list word)) (h : header) : Prop :=
  constraint_lines h = [] /\ exists rest, header_then ls (puzzle_of h) rest /\ (rest = [] -> unique_assumed h = true).
Definition phase_says (ls : list (list word)) (p : phase) : Prop :=
  match p with
  | AtVersion => ls = []
  | AtBoard => ls = [[w_qed; w_one]]
  | AtPuzzle t =>
    let b := board_of t in
    ls = [[w_qed; w_one]; [w_board; w_sudoku; Rules.write_number (height b) ++ x78 :: Rules.write_number (width b)]] /\
    0 < height b /\ 0 < width b /\ size b <= 25 /\ t = build b
  | AtState h =>
    header_then ls (puzzle_of h) [] /\ given_digits h <> None /\ state_digits h = None /\ unique_assumed h = false /\
    on h = build (board_of (on h)) /\ constraint_lines h = []
  | AtAssume h => header_then ls (puzzle_of h) [] /\ state_digits h <> None /\ unique_assumed h = false /\ constraint_lines h = []
  | AtStep h _ _ _ => opened ls h
  | AtVariantBoard | AtVariantPuzzle _ _ | AtVariantState _ _ | AtLines _ _ _ | AtVariantStep _ _ _ _ => is_version_2 ls
  | AtEnd h _ _ => opened ls h \/ is_version_2 ls
  | Decided v => not_accepted v
  end.

Ltac parts := repeat match goal with |- _ /\ _ => split end; auto.

Lemma opened_more ls h ws : opened ls h -> opened (ls ++ [ws]) h.
Proof.
  intros (Hplain & rest & (gs & ss & us & E & H1 & H2 & H3 & Hg & Hs & Hu & Hsome & Hrest) & Hr). split; auto. exists (rest ++ [ws]). split.
  - exists gs, ss, us. parts.
    + rewrite E. cbn [app]. rewrite <- !app_assoc. reflexivity.
    + intros x Hx Eu. destruct rest as [|r rest]; [|now apply Hrest].
      cbn [puzzle_of assumes_unique] in Hu. rewrite Hr in Hu by auto. congruence.
  - intro F. now destruct rest.
Qed.

Lemma at_step_says ls line h ctx s done ws : opened ls h -> phase_says ls (at_step line h ctx s done ws).
Proof.
  intro H. unfold at_step. destruct ws as [|kind rest]; [exact H|]. destruct (word_eqb kind w_claim).
  - destruct (claims ctx rest s); [left; exact H | exact I].
  - destruct (step ctx (kind :: rest) s); [exact H | exact I].
Qed.

Lemma begins_eq w ws : begins w ws = true -> ws = w :: tl ws.
Proof. destruct ws as [|a ws]; simpl; [discriminate|]. intro H. apply word_eqb_eq in H. now subst. Qed.
Lemma begins_not w ws : begins w ws = false -> hd_error ws <> Some w.
Proof. destruct ws as [|a ws]; simpl; intros H E; [discriminate|]. injection E as ->. now rewrite word_eqb_refl in H. Qed.

Lemma at_assume_says ls line h ws : ws <> [] -> constraint_lines h = [] -> header_then ls (puzzle_of h) [] -> unique_assumed h = false ->
  (state_digits h = None -> begins w_state ws = false) -> phase_says (ls ++ [ws]) (at_assume line h ws).
Proof.
  intros Hw Hplain (gs & ss & us & E & H1 & H2 & H3 & Hg & Hs & Hu & Hsome & _) Ha Hnext. unfold at_assume.
  cbn [puzzle_of shape givens state assumes_unique] in *. rewrite Ha in Hu. subst us.
  destruct ws as [|kind rest]; [congruence|]. destruct (word_eqb kind w_assume) eqn:K.
  - apply word_eqb_eq in K. subst kind. destruct rest as [|it [|]]; try exact I. destruct (word_eqb it w_unique) eqn:U; [|exact I].
    apply word_eqb_eq in U. subst it. split; [exact Hplain|]. exists []. split; [|reflexivity].
    exists gs, ss, [[w_assume; w_unique]]. cbn [puzzle_of shape givens state assumes_unique on given_digits state_digits unique_assumed].
    parts; [|intros x Hx; discriminate]. rewrite E. cbn [app]. now rewrite !app_nil_r, <- app_assoc.
  - apply at_step_says. split; [exact Hplain|]. exists [kind :: rest]. split; [|discriminate].
    exists gs, ss, []. cbn [puzzle_of shape givens state assumes_unique]. rewrite Ha. parts.
    + rewrite E. cbn [app]. now rewrite !app_nil_r, <- app_assoc.
    + intros x Hx _. injection Hx as <-. split; [now apply begins_not|]. intros ->. apply begins_not, Hnext.
      destruct (state_digits h); auto. cbn [option_map] in Hs. destruct Hs as (x & Hx & _). discriminate.
Qed.

(* A file of version 2 stays a file of version 2. *)
Lemma version_2_more ls ws : is_version_2 ls -> is_version_2 (ls ++ [ws]).
Proof. unfold is_version_2. destruct ls; [discriminate | auto]. Qed.
Lemma failed_says ls line step why : phase_says ls (failed line step why).
Proof. unfold failed. destruct (declines why); exact I. Qed.
Lemma variant_step_says ls line h st s done ws : is_version_2 ls -> phase_says ls (at_variant_step line h st s done ws).
Proof.
  intro H. unfold at_variant_step. destruct ws as [|kind rest]; [exact H|]. destruct (word_eqb kind w_claim).
  - destruct (variant_claims _ st rest s); [right; exact H | apply failed_says].
  - destruct (variant_step st (kind :: rest) s); [exact H | apply failed_says].
Qed.
Lemma at_lines_says ls line h latin bk ws : is_version_2 ls -> phase_says ls (at_lines line h latin bk ws).
Proof.
  intro H. unfold at_lines. destruct ws as [|kind rest]; [exact H|]. destruct (existsb (word_eqb kind) line_words).
  - destruct (do (name, c) <- _; _) as [[c bk']|]; [exact H | apply failed_says].
  - destruct (word_eqb kind w_assume); [|now apply variant_step_says].
    destruct rest as [|it [|]]; try exact I. destruct (word_eqb it w_unique); [exact H | exact I].
Qed.

Lemma line_done_says ls line ws p : ws <> [] -> phase_says ls p -> phase_says (ls ++ [ws]) (line_done line ws p).
Proof.
  intros Hw Hp. destruct p as [| |t|h|h|h ctx s k| |t latin|h latin|h latin bk|h st s k|h c k|v]; cbn [line_done].
  - cbn [phase_says] in Hp. subst ls. unfold at_version. destruct ws as [|a [|b [|]]]; try exact I.
    destruct (word_eqb a w_qed && word_eqb b w_one) eqn:E.
    + apply andb_true_iff in E as [E1 E2]. apply word_eqb_eq in E1, E2. now subst.
    + destruct (word_eqb a w_qed && word_eqb b w_two) eqn:E2; [|destruct (if word_eqb a w_qed then number b else None); exact I].
      apply andb_true_iff in E2 as [E1 E2]. apply word_eqb_eq in E1, E2. now subst.
  - cbn [phase_says] in Hp. subst ls. unfold at_board. destruct ws as [|a [|kind rest]]; try exact I.
    destruct (word_eqb a w_board) eqn:A; [|exact I]. cbn [negb]. destruct (word_eqb kind w_sudoku) eqn:K; [|exact I]. cbn [negb].
    destruct rest as [|text [|]]; try exact I. unfold read_size. destruct (cut x78 text) as [[a' b']|] eqn:C; [|exact I].
    destruct (number a') as [h|] eqn:Na; [|exact I]. destruct (number b') as [w|] eqn:Nb; [|exact I].
    destruct ((h =? 0) || (w =? 0)) eqn:Z; [exact I|]. apply orb_false_iff in Z as [Z1 Z2]. apply N.eqb_neq in Z1, Z2.
    destruct (table_of h w) as [t|] eqn:T; [|exact I]. pose proof (table_of_right _ _ _ T) as Ht. apply table_of_board in T as [Tb Ts].
    cbn [phase_says]. rewrite Tb in *. unfold size. cbn [height width]. parts; try lia.
    apply word_eqb_eq in A, K. apply cut_written in C. assert (h <= h * w) by nia. assert (w <= h * w) by nia.
    apply number_written in Na, Nb; try lia. subst. reflexivity.
  - destruct Hp as (-> & H1 & H2 & H3 & Ht). destruct (begins w_givens ws) eqn:G; [|destruct (begins w_state ws) eqn:S; [|exact I]].
    + apply begins_eq in G. rewrite G at 1. unfold or_rejected, read_givens. destruct (tl ws) as [|w [|]] eqn:W; try exact I.
      destruct (has_length (digits_of t * digits_of t) w) eqn:L; [|exact I]. destruct (given_cells (digits_of t) w) as [gs|] eqn:C; [|exact I].
      cbn [phase_says given_digits state_digits unique_assumed on]. parts; try discriminate.
      exists [[w_givens; w]], [], []. cbn [puzzle_of shape givens state assumes_unique on given_digits state_digits unique_assumed option_map].
      parts; try (left; discriminate); [|intros x Hx; discriminate]. eexists. split; [reflexivity|]. now apply givens_read.
    + apply begins_eq in S. rewrite S at 1. unfold or_rejected, read_state. cbn [on given_digits].
      destruct (need _ StateSize) as [[]|] eqn:L; [|exact I]. apply need_ok in L. cbn [bind].
      destruct (each (state_cell (digits_of t)) (tl ws)) as [ms|] eqn:E; [|exact I]. cbn [bind].
      cbn [phase_says given_digits state_digits unique_assumed on]. parts; try discriminate.
      exists [], [w_state :: tl ws], []. cbn [puzzle_of shape givens state assumes_unique on given_digits state_digits unique_assumed option_map].
      parts; try (right; discriminate); [|intros x Hx; discriminate]. eexists. split; [reflexivity|]. now apply state_read.
  - destruct Hp as (Hh & Hg0 & Hs0 & Ha & Ht & Hplain). destruct (begins w_state ws) eqn:S; [|apply at_assume_says; auto].
    destruct Hh as (gs & ss & us & E & H1 & H2 & H3 & Hg & Hs & Hu & _ & _). unfold or_rejected, read_state.
    destruct (need _ StateSize) as [[]|] eqn:L; [|exact I]. apply need_ok in L. cbn [bind].
    destruct (each (state_cell (digits_of (on h))) (tl ws)) as [ms|] eqn:C; [|exact I]. cbn [bind].
    cbn [puzzle_of shape givens state assumes_unique] in *. rewrite Hs0 in Hs. cbn [option_map] in Hs. subst ss. rewrite Ha in Hu. subst us.
    cbn [phase_says given_digits state_digits unique_assumed on constraint_lines]. split; [|split; [discriminate | split; reflexivity]].
    exists gs, [w_state :: tl ws], []. cbn [puzzle_of shape givens state assumes_unique on given_digits state_digits unique_assumed option_map].
    parts; try (right; discriminate); [| |intros x Hx; discriminate].
    + rewrite (begins_eq _ _ S) at 1. rewrite E. cbn [app]. now rewrite !app_nil_r.
    + eexists. split; [reflexivity|]. now apply state_read.
  - destruct Hp as (Hh & Hs & Ha & Hplain). apply at_assume_says; auto. congruence.
  - apply at_step_says. now apply opened_more.
  - apply (version_2_more _ ws) in Hp. unfold at_variant_board. destruct ws as [|a [|kind rest]]; try exact I.
    destruct (negb (word_eqb a w_board)); [exact I|]. destruct (word_eqb kind w_sudoku); [|destruct (word_eqb kind w_latin); [|exact I]];
      (destruct rest as [|text [|]]; try exact I).
    + destruct (read_size text) as [[h w]|]; [|exact I]. destruct ((h =? 0) || (w =? 0)); [exact I|]. destruct (table_of h w); [exact Hp | exact I].
    + destruct (number text) as [n|]; [|exact I]. destruct (n =? 0); [exact I|]. destruct (table_of 1 n); [exact Hp | exact I].
  - apply (version_2_more _ ws) in Hp. destruct (begins w_givens ws); [|destruct (begins w_state ws); [|exact I]]; unfold or_rejected.
    + destruct (read_givens t (tl ws)); [exact Hp | exact I].
    + destruct (read_state _ (tl ws)); [exact Hp | exact I].
  - apply (version_2_more _ ws) in Hp. destruct (begins w_state ws); [|now apply at_lines_says]. unfold or_rejected.
    destruct (read_state h (tl ws)); [exact Hp | exact I].
  - apply at_lines_says. now apply version_2_more.
  - apply variant_step_says. now apply version_2_more.
  - exact I.
  - exact Hp.
Qed.

(* Induction from the first line to the last. *)
Lemma end_line_says ls line l bytes p : tokens_are l (tokens bytes) -> phase_says ls p ->
  exists found, counting [l] found /\ phase_says (ls ++ found) (end_line line bytes p).
Proof.
  intros H Hp. unfold end_line. destruct (tokens bytes) as [|w ws].
  - exists []. rewrite app_nil_r. split; auto. constructor; auto. constructor.
  - exists [w :: ws]. split; [|apply line_done_says; auto; discriminate]. constructor; auto; [discriminate | constructor].
Qed.

Lemma counting_app l m found more : counting l found -> counting m more -> counting (l ++ m) (found ++ more).
Proof. intros H Hm. induction H; simpl; [assumption | apply ignored; auto | apply counted; auto]. Qed.

Lemma not_decided ls p : phase_says ls p -> (forall v, p <> Decided v) \/ exists v, p = Decided v /\ not_accepted v.
Proof. intro H. destruct p; try (left; intros; discriminate). right. eauto. Qed.

Lemma ended_says ended p k ls : phase_says ls p -> (forall l, In l ended -> ~ In x0a l) ->
  is_over (fold_left feed (concat (map (fun l => l ++ [x0a]) ended)) (next_line p k)) \/
  exists found p' k', counting (map stripped ended) found /\ phase_says (ls ++ found) p' /\
    fold_left feed (concat (map (fun l => l ++ [x0a]) ended)) (next_line p k) = next_line p' k'.
Proof.
  revert p k ls. induction ended as [|l ended IH]; intros p k ls Hp Hl; cbn [map concat].
  - right. exists [], p, k. rewrite app_nil_r. repeat split; auto. constructor.
  - rewrite fold_left_app, fold_left_app. cbn [fold_left].
    destruct (not_decided ls p Hp) as [Hd|(v & -> & Hv)]; [|left; apply over_stays, (over_stays [x0a]), over_stays; exists v; auto].
    destruct (line_within p k l Hd) as [W|W]; [apply Hl; now left| |left; now apply over_stays, (over_stays [x0a])].
    destruct W as (Ep & Ek & _ & Eb). set (r := fold_left feed l (next_line p k)) in *.
    assert (F : feed r x0a = next_line (end_line k (without_return (kept l)) p) (N.succ k)).
    { unfold feed. rewrite Ep, Ek, Eb. destruct p; try reflexivity. now destruct (Hd v). }
    rewrite F. destruct (end_line_says ls k (stripped l) (without_return (kept l)) p (ended_tokens l) Hp) as (found & C & Hq).
    destruct (IH _ (N.succ k) _ Hq) as [O|(more & p' & k' & M & Hp' & E)].
    + intros m Hm. apply Hl. now right.
    + now left.
    + right. exists (found ++ more), p', k'. repeat split; auto.
      * exact (counting_app [stripped l] _ _ _ C M).
      * now rewrite app_assoc.
Qed.

Lemma lines_exist file : exists ended last, lines_are file ended last.
Proof.
  induction file as [|c file (ended & last & E & H)].
  - exists [], []. split; auto. intros l [<-|[]] [].
  - destruct (is_line_feed c) eqn:F.
    + apply is_line_feed_eq in F. subst c. exists ([] :: ended), last. split; [now rewrite E|].
      intros l [<-|[<-|Hl]] Hin; [apply (H last); auto; now left | destruct Hin | apply (H l); auto; now right].
    + assert (Hc : c <> x0a) by (intros ->; discriminate F). destruct ended as [|l ended].
      * exists [], (c :: last). split; [now rewrite E|]. intros l [<-|[]] [Hin|Hin]; auto. apply (H last); auto. now left.
      * exists ((c :: l) :: ended), last. split; [now rewrite E|].
        intros m [<-|[<-|Hm]] Hin; [apply (H last); auto; now left | | apply (H m); auto; now right; right].
        destruct Hin as [Hin|Hin]; auto. apply (H l); auto. right. now left.
Qed.

(* An accepted file is about the puzzle that its header states by FORMAT.md. *)
Theorem header_is_read : forall (file : list byte) (h : header) (c : proved) (steps : N),
  check file = Accepted h c steps -> exists found, lines_that_count file found /\ (states found (puzzle_of h) \/ is_version_2 found).
Proof.
  intros file h c steps H. destruct (lines_exist file) as (ended & last & E & Hl). unfold check in H. rewrite E in H.
  rewrite fold_left_app in H. unfold start in H.
  destruct (ended_says ended AtVersion 1 [] eq_refl) as [O|(found & p & k & C & Hp & F)].
  - intros l H'. apply Hl. now right.
  - exfalso. apply (over_stays last) in O as (v & Ev & Hv). unfold finish, end_line in H. rewrite Ev in H.
    destruct (tokens _) in H; cbn [line_done] in H; subst v; exact Hv.
  - rewrite F in H. destruct (not_decided _ _ Hp) as [Hd|(v & -> & Hv)].
    + destruct (line_within p k last Hd) as [W|(v & Ev & Hv)]; [apply Hl; now left| |].
      * destruct W as (Ep & Ek & _ & Eb). unfold finish in H. rewrite Ep, Ek, Eb in H.
        destruct (end_line_says _ k last (kept last) p (kept_tokens last) Hp) as (more & M & Hq).
        exists (found ++ more). split.
        { exists ended, last. split; [split; auto|]. now apply counting_app. }
        destruct (end_line k (kept last) p) as [| | | | | | | | | | |h' c' k'|v]; try discriminate.
        -- injection H as -> _ _. destruct Hq as [(Hplain & rest & Hq & _)|Hq]; [left | now right]. split; [now exists rest | now apply plain_free].
        -- subst v. destruct Hq.
      * exfalso. unfold finish, end_line in H. rewrite Ev in H. destruct (tokens _) in H; cbn [line_done] in H; subst v; exact Hv.
    + exfalso. assert (O : is_over (fold_left feed last (next_line (Decided v) k))) by (apply over_stays; exists v; auto).
      destruct O as (v' & Ev & Hv'). unfold finish, end_line in H. rewrite Ev in H.
      destruct (tokens _) in H; cbn [line_done] in H; subst v'; exact Hv'.
Qed.
