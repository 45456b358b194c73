(* Deadly sets of version 2: a solution that contains all of P can be changed into another
   solution. The change keeps the rows, the exclusions, the machines and the puzzle. *)
From Coq Require Import NArith PArith ZArith List Bool Lia SetoidList MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Sums Board BoardFacts Steps Kernel Header Rows Fill FillSound Machines Lines
  Definitions VariantSteps Taking Exchange StepSound DefinitionSound VariantSound.
Import ListNotations.
Open Scope N_scope.

Lemma candidate_set_in xs x : Set_.mem x (candidate_set xs) = member xs x.
Proof.
  apply eq_true_iff_eq. rewrite member_in. unfold candidate_set.
  enough (G : forall s, Set_.mem x (fold_left (fun s x => Set_.add x s) xs s) = true <-> In x xs \/ Set_.mem x s = true).
  { rewrite G. split; [intros [H|H]; [auto | discriminate] | auto]. }
  induction xs as [|y xs IH]; intro s; simpl; [tauto|]. rewrite IH, FillSound.set_add. intuition.
Qed.

Lemma row_gain_total p q r : row_gain (candidate_set p) (candidate_set q) r =
  total (fun it : entry => snd it * (one_if (member q (fst it)) - one_if (member p (fst it))))%Z (entries r).
Proof.
  unfold row_gain. enough (G : forall es k, fold_left (fun k (it : entry) => k + snd it * ((if Set_.mem (fst it) (candidate_set q) then 1 else 0) -
    (if Set_.mem (fst it) (candidate_set p) then 1 else 0)))%Z es k = (k + total (fun it : entry => snd it * (one_if (member q (fst it)) - one_if (member p (fst it)))) es)%Z)
    by (rewrite G; lia).
  induction es as [|it es IH]; intro k; cbn [fold_left total]; [lia|]. rewrite IH, !candidate_set_in. unfold one_if. lia.
Qed.

Section Deadly.
Variable z : puzzle.
Let b := shape z.
Let n := size b.
Variable st : setting.
Hypothesis right : setting_right z st.
Hypothesis premise : at_most_one_solution z.
Let ctx := base st.
Let on_b : tables ctx = build b := tables_are z st right.

Variables p q : list positive.
Variable qm : Map.t positive.
Hypothesis p_on_board : incl p (candidates n).
Hypothesis q_on_board : incl q (candidates n).
Hypothesis p_cells : NoDup (map (cell_key ctx) p).
Hypothesis q_cells : NoDup (map (cell_key ctx) q).
Hypothesis qm_right : forall k x, Map.find k qm = Some x <-> In x q /\ cell_key ctx x = k.
Hypothesis as_long : length p = length q.
Hypothesis same_cells : forall x, In x p -> exists y, In y q /\ cell_key ctx y = cell_key ctx x.
Hypothesis different : exists x, In x p /\ ~ In x q.
Hypothesis inside : forall x y, In x q -> In y q -> Set_.mem y (excluded st x) = false.
Let cells := fold_left (fun set x => Set_.add (cell_key ctx x) set) p Set_.empty.
Let gone := fold_left (fun set x => Set_.union (excluded st x) set) p Set_.empty.
Hypothesis outside : forall x, In x q -> outside_kept st cells gone x = true.
Hypothesis balanced : all_values (Z.eqb 0) (excess ctx p q) = true.
Hypothesis rows_kept : forall r, In r (rows_of_header st) -> row_kept (candidate_set p) (candidate_set q) r = true.
Hypothesis no_machine : forall x, In x p -> Set_.mem (cell_key ctx x) (cells_of_machines st) = false.
Hypothesis in_the_puzzle : forall x, In x q -> Set_.mem x (in_puzzle ctx) = true.

Lemma in_cells k : Set_.mem k cells = true -> exists x, In x p /\ cell_key ctx x = k.
Proof.
  unfold cells. enough (G : forall l s, Set_.mem k (fold_left (fun set x => Set_.add (cell_key ctx x) set) l s) = true ->
    (exists x, In x l /\ cell_key ctx x = k) \/ Set_.mem k s = true).
  { intro H. destruct (G _ _ H) as [|E]; [auto | discriminate]. }
  induction l as [|x l IH]; simpl; intros s H; auto. apply IH in H as [(y & Hy & E)|H]; [left; eauto|].
  apply FillSound.set_add in H as [->|H]; [left; eauto | auto].
Qed.
Lemma in_gone y : Set_.mem y gone = true -> exists x, In x p /\ Set_.mem y (excluded st x) = true.
Proof.
  unfold gone. enough (G : forall l s, Set_.mem y (fold_left (fun set x => Set_.union (excluded st x) set) l s) = true ->
    (exists x, In x l /\ Set_.mem y (excluded st x) = true) \/ Set_.mem y s = true).
  { intro H. destruct (G _ _ H) as [|E]; [auto | discriminate]. }
  induction l as [|x l IH]; simpl; intros s H; auto. apply IH in H as [(u & Hu & E)|H]; [left; eauto|].
  apply Set_.union_spec in H as [H|H]; [left; exists x; auto | auto].
Qed.

Section Grid.
Variable g : grid.
Hypothesis g_allowed : allowed z g.
Hypothesis p_true : forall x, In x p -> holds_in b g x = true.
Let g' := exchanged b qm g.

Lemma new_true x : one_if (holds_in b g' x) = (one_if (holds_in b g x) + (one_if (member q x) - one_if (member p x)))%Z.
Proof.
  unfold holds_in. fold n. destruct (N.ltb_spec (Pos.pred_N x) (n * n * n)) as [L|L]; cbn [andb].
  - unfold g'. rewrite (exchanged_true b ctx on_b p q qm q_on_board p_cells q_cells qm_right as_long same_cells g p_true x); [lia|]. now apply in_candidates.
  - assert (N : forall l, incl l (candidates n) -> member l x = false).
    { intros l Hl. destruct (member l x) eqn:E; auto. apply member_in, Hl, in_candidates in E. lia. }
    rewrite !N by auto. reflexivity.
Qed.

Lemma new_row r : row_kept (candidate_set p) (candidate_set q) r = true -> row_holds (holds_in b g) r -> row_holds (holds_in b g') r.
Proof.
  intros Hk [H1 H2]. unfold row_kept in Hk. rewrite row_gain_total in Hk. set (gain := total _ _) in Hk.
  assert (V : value (holds_in b g') (entries r) = (value (holds_in b g) (entries r) + gain)%Z).
  { unfold value, gain. rewrite <- total_plus. apply total_ext. intros it _. rewrite new_true. lia. }
  apply andb_prop in Hk as [K1 K2]. split; intros k E.
  - rewrite E in K1. apply Z.leb_le in K1. specialize (H1 k E). lia.
  - rewrite E in K2. apply Z.leb_le in K2. specialize (H2 k E). lia.
Qed.

(* A candidate that is true in the new grid is in Q, or was true before and lies outside of the
   cells. *)
Lemma new_cases x : holds_in b g' x = true -> In x q \/ (holds_in b g x = true /\ Set_.mem (cell_key ctx x) cells = false).
Proof.
  intro H. pose proof H as H'. apply (exchanged_uses b ctx on_b p q qm q_on_board qm_right as_long) in H' as [Hx|Hx]; auto.
  destruct (Set_.mem (cell_key ctx x) cells) eqn:E; auto. left. apply in_cells in E as (y & Hy & E).
  assert (Hyx : y = x).
  { pose proof (p_true y Hy) as Ty. apply holds_in_true in Ty as [Yc Ty]. apply holds_in_true in Hx as [Xc Tx]. fold n in Yc, Ty, Xc, Tx.
    apply (same_candidate b); auto; fold n; [apply (cell_key_place b ctx on_b); auto|].
    apply (cell_key_place b ctx on_b) in E; auto. fold n in E. congruence. }
  subst y. pose proof (new_true x) as T. rewrite H, Hx in T. rewrite (proj2 (member_in p x) Hy) in T. cbn [one_if] in T.
  destruct (member q x) eqn:M; [now apply member_in in M | cbn [one_if] in T; lia].
Qed.

Lemma new_exclusions x y : holds_in b g' x = true -> holds_in b g' y = true -> Set_.mem y (excluded st x) = false \/ Set_.mem x (excluded st y) = false.
Proof.
  assert (Out : forall x y, In x q -> holds_in b g y = true -> Set_.mem (cell_key ctx y) cells = false -> Set_.mem y (excluded st x) = false).
  { intros u v Hu Hv Hc. destruct (Set_.mem v (excluded st u)) eqn:E; auto. exfalso. pose proof (outside u Hu) as O.
    unfold outside_kept in O. rewrite forallb_forall in O. destruct (Set_.mem v gone) eqn:G.
    - apply in_gone in G as (w & Hw & G). pose proof (excluded_right _ _ right g w v g_allowed (p_true w Hw) G) as F. fold b in F. congruence.
    - assert (D : Set_.In v (Set_.diff (excluded st u) gone)).
      { apply Set_.diff_spec. split; [exact E|]. intro X. unfold Set_.In in X. congruence. }
      apply Set_.elements_spec1, InA_alt in D as (v' & <- & D). specialize (O v D). fold ctx in O. congruence. }
  intros Hx Hy. destruct (new_cases x Hx) as [Qx|[Tx Cx]], (new_cases y Hy) as [Qy|[Ty Cy]]; auto.
  left. destruct (Set_.mem y (excluded st x)) eqn:E; auto. pose proof (excluded_right _ _ right g x y g_allowed Tx E) as F. fold b in F. congruence.
Qed.

Lemma deadly_false : False.
Proof.
  assert (Hsol : solution b g') by (apply (exchanged_solution b ctx on_b p q qm); auto; apply g_allowed).
  assert (Hpuz : forall x, holds_in b g' x = true -> Set_.mem x (in_puzzle ctx) = true).
  { intros x Hx. destruct (new_cases x Hx) as [Qx|[Tx _]]; auto. pose proof (allowed_solves z g g_allowed) as S.
    apply (proj1 (puzzle_right _ _ (base_right _ _ right) g (proj1 g_allowed) (proj1 (proj2 g_allowed))) S x Tx). }
  assert (Hrules : rules z g').
  { apply (rules_kept _ _ right g g' g_allowed); auto.
    - apply Hsol.
    - intros r Hr. apply new_row. now apply rows_kept.
    - exact new_exclusions.
    - intros c Hc Hm. unfold g', exchanged. fold n. destruct (Map.find _ qm) as [x|] eqn:F; auto. exfalso.
      apply qm_right in F as [Hx F].
      destruct (cells_of_q ctx p q p_cells as_long same_cells x Hx) as (y & Hy & E).
      pose proof (no_machine y Hy) as M. rewrite E, F in M. fold b n in Hm. unfold cell_index in Hm. congruence. }
  destruct different as (x & Hx & Hq). apply (exchanged_differs b ctx on_b p q qm q_on_board qm_right as_long same_cells g p_true x Hx Hq).
  apply premise; [now apply allowed_solves|]. apply (puzzle_right _ _ (base_right _ _ right) g' Hsol Hrules). exact Hpuz.
Qed.
End Grid.

Theorem deadly_row_holds g : allowed z g ->
  row_holds (holds_in b g) {| entries := map (fun x => (x, 1%Z)) p; lower := None; upper := Some (Z.of_nat (length p) - 1)%Z |}.
Proof.
  intro Hg. split; cbn [lower upper entries]; [discriminate|]. intros k E. injection E as <-.
  replace (value (holds_in b g) (map (fun x => (x, 1%Z)) p)) with (number_true (holds_in b g) p).
  - destruct (forallb (holds_in b g) p) eqn:All.
    + exfalso. rewrite forallb_forall in All. now apply (deadly_false g Hg).
    + assert (F : exists x, In x p /\ holds_in b g x = false).
      { clear - All. induction p as [|x l IH]; simpl in All; [discriminate|].
        destruct (holds_in b g x) eqn:F; [destruct IH as (y & ? & ?); simpl; eauto | exists x; simpl; auto]. }
      destruct F as (x & Hx & F). eapply not_all_true; eauto.
  - unfold value, number_true. rewrite total_map. apply total_ext. intros x _. cbn [fst snd]. lia.
Qed.
End Deadly.
