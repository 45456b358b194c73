(* The puzzle as a formula: the clauses and constraints that `qedoku export` writes, and the
   proof that they have exactly the solutions of the puzzle. Any refutation of the formula proves
   the claim. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Strings.Byte FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board BoardFacts Steps Claims Header Check Kernel Taking StepSound HeaderSound
  ClaimSound Soundness.
Import ListNotations.
Open Scope N_scope.

(* A literal is a candidate or its negation; a clause holds if some literal does. *)
Definition literal : Type := bool * positive.
Definition clause : Type := list literal.
Definition literal_true (v : positive -> bool) (l : literal) : bool := Bool.eqb (fst l) (v (snd l)).
Definition satisfies (v : positive -> bool) (f : list clause) : Prop :=
  forall c, In c f -> exists l, In l c /\ literal_true v l = true.

(* A constraint: a weighted sum of literals is at least the degree. *)
Definition constraint : Type := list (Z * literal) * Z.
Definition value (v : positive -> bool) (terms : list (Z * literal)) : Z :=
  total (fun t => fst t * one_if (literal_true v (snd t)))%Z terms.
Definition fulfils (v : positive -> bool) (f : list constraint) : Prop :=
  forall c, In c f -> (snd c <= value v (fst c))%Z.

(* The groups of a board, and all pairs of a list. *)
Definition all_groups (n : N) : list positive :=
  flat_map (fun kind => flat_map (fun i => map (group n kind i) (below n)) (below n)) (below 4).
Fixpoint pairs (l : list positive) : list (positive * positive) :=
  match l with
  | [] => []
  | x :: l => map (pair x) l ++ pairs l
  end.

(* The header's facts about single candidates: the given ones, and those that the state lacks. *)
Fixpoint gone_of (n cell : N) (all : list N) (marks : list (list N)) : list positive :=
  match marks with
  | [] => []
  | ds :: marks =>
    map (candidate n cell) (filter (fun d => negb (existsb (N.eqb d) ds)) all) ++ gone_of n (N.succ cell) all marks
  end.
Definition premises (h : header) : list literal :=
  let n := digits_of (on h) in
  map (pair true) match given_digits h with Some gs => givens_of n 0 gs | None => [] end ++
  map (pair false) match state_digits h with Some ms => gone_of n 0 (below n) ms | None => [] end.

(* At least one member of each group, and at most one. *)
Definition group_clauses (h : header) (g : positive) : list clause :=
  let xs := list_at g (members_of (on h)) in
  map (pair true) xs :: map (fun it => [(false, fst it); (false, snd it)]) (pairs xs).
Definition clauses (h : header) : list clause :=
  flat_map (group_clauses h) (all_groups (digits_of (on h))) ++ map (fun l => [l]) (premises h).

(* For a claim of one solution: the solution is not this one. *)
Definition not_this (h : header) (ds : list N) : clause := map (pair false) (grid_candidates (digits_of (on h)) 0 ds).

Definition group_constraints (h : header) (g : positive) : list constraint :=
  let xs := list_at g (members_of (on h)) in
  [(map (fun x => (1, (true, x))) xs, 1); (map (fun x => (-1, (true, x))) xs, -1)]%Z.
Definition constraints (h : header) : list constraint :=
  flat_map (group_constraints h) (all_groups (digits_of (on h))) ++ map (fun l => ([(1, l)], 1)%Z) (premises h).

(* The objective, for a claim of one solution: the number of cells in which another solution
   agrees with it. *)
Definition agreement (h : header) (ds : list N) : list (Z * literal) :=
  map (fun x => (1%Z, (true, x))) (grid_candidates (digits_of (on h)) 0 ds).

(* Both forms are equivalent. *)
Lemma value_positive v xs : value v (map (fun x => (1%Z, (true, x))) xs) = number_true v xs.
Proof.
  unfold value, number_true. induction xs as [|x xs IH]; cbn [map total]; auto. rewrite IH. unfold literal_true. cbn [fst snd].
  destruct (v x); simpl Bool.eqb; cbn [one_if]; lia.
Qed.
Lemma value_negative v xs : value v (map (fun x => ((-1)%Z, (true, x))) xs) = (- number_true v xs)%Z.
Proof.
  unfold value, number_true. induction xs as [|x xs IH]; cbn [map total]; auto. rewrite IH. unfold literal_true. cbn [fst snd].
  destruct (v x); simpl Bool.eqb; cbn [one_if]; lia.
Qed.

Lemma at_least_one v xs : (exists l, In l (map (pair true) xs) /\ literal_true v l = true) <-> (1 <= number_true v xs)%Z.
Proof.
  split.
  - intros (l & Hl & T). apply in_map_iff in Hl as (x & <- & Hx). unfold literal_true in T. cbn [fst snd] in T.
    apply (number_true_in v xs x); auto. now destruct (v x).
  - intro H. induction xs as [|x xs IH]; [unfold number_true in H; simpl in H; lia|].
    destruct (v x) eqn:E.
    + exists (true, x). split; [now left|]. unfold literal_true. cbn [fst snd]. now rewrite E.
    + unfold number_true in H. cbn [total] in H. rewrite E in H. destruct IH as (l & Hl & T); [exact H|]. exists l. split; auto. now right.
Qed.

Lemma at_most_one v xs : NoDup xs -> (number_true v xs <= 1)%Z <->
  (forall it, In it (pairs xs) -> v (fst it) = false \/ v (snd it) = false).
Proof.
  induction xs as [|x xs IH]; intro Hd.
  - unfold number_true. simpl. split; [easy | lia].
  - inversion Hd as [|? ? Hx Hxs]; subst. unfold number_true in *. cbn [total pairs]. pose proof (number_true_range v xs) as R. unfold number_true in R.
    destruct (v x) eqn:E; cbn [one_if].
    + split.
      * intros H it Hin. apply in_app_or in Hin as [Hin|Hin].
        -- apply in_map_iff in Hin as (y & <- & Hy). right. cbn [snd]. destruct (v y) eqn:F; auto.
           pose proof (number_true_in v xs y Hy F). unfold number_true in *. lia.
        -- apply (proj1 (IH Hxs)); auto. lia.
      * intro H. assert (Z : total (fun x => one_if (v x)) xs = 0%Z); [|lia].
        apply total_zero. intros y Hy. destruct (H (x, y)) as [H1|H1]; [apply in_or_app; left; now apply in_map | |]; cbn [fst snd] in H1; [congruence | now rewrite H1].
    + rewrite Z.add_0_l. rewrite (IH Hxs). split; intros H it Hin; [|apply H, in_or_app; auto].
      apply in_app_or in Hin as [Hin|Hin]; auto. apply in_map_iff in Hin as (y & <- & _). auto.
Qed.

Lemma unit_true v l : (1 <= value v [(1, l)])%Z <-> literal_true v l = true.
Proof. unfold value. cbn [total fst snd]. destruct (literal_true v l); cbn [one_if]; split; auto; try lia; discriminate. Qed.

Lemma in_all_groups n k : In k (all_groups n) <-> exists kind i j, kind < 4 /\ i < n /\ j < n /\ k = group n kind i j.
Proof.
  unfold all_groups. rewrite in_flat_map. split.
  - intros (kind & Hk & H). apply in_flat_map in H as (i & Hi & H). apply in_map_iff in H as (j & <- & Hj).
    rewrite in_below in *. eauto 10.
  - intros (kind & i & j & Hk & Hi & Hj & ->). exists kind. split; [now apply in_below|].
    apply in_flat_map. exists i. split; [now apply in_below|]. apply in_map. now apply in_below.
Qed.

Lemma in_givens_of n c gs i d : nth i gs None = Some d -> In (candidate n (c + N.of_nat i) d) (givens_of n c gs).
Proof.
  revert c i. induction gs as [|g gs IH]; intros c i H; [destruct i; discriminate|]. destruct i as [|i].
  - cbn [nth] in H. subst g. cbn [givens_of]. left. f_equal. lia.
  - cbn [nth] in H. replace (c + N.of_nat (S i)) with (N.succ c + N.of_nat i) by lia.
    destruct g as [e|]; cbn [givens_of]; [right|]; now apply IH.
Qed.

Lemma in_gone_of n c all marks x : In x (gone_of n c all marks) <->
  exists i d, (i < length marks)%nat /\ In d all /\ ~ In d (nth i marks []) /\ x = candidate n (c + N.of_nat i) d.
Proof.
  assert (F : forall d ds, negb (existsb (N.eqb d) ds) = true <-> ~ In d ds).
  { intros d ds. rewrite negb_true_iff, <- not_true_iff_false, existsb_exists. split; intros H G; apply H.
    - exists d. split; auto. apply N.eqb_refl.
    - destruct G as (e & He & E). apply N.eqb_eq in E. now subst. }
  revert c. induction marks as [|ds marks IH]; intro c; cbn [gone_of].
  - split; [easy|]. intros (i & d & H & _). simpl in H. lia.
  - rewrite in_app_iff, IH. split.
    + intros [H|(i & d & Hi & Hd & Hn & ->)].
      * apply in_map_iff in H as (d & <- & H). apply filter_In in H as [Hd H]. apply F in H. exists 0%nat, d. cbn [nth length].
        repeat split; auto; [lia | f_equal; lia].
      * exists (S i), d. cbn [nth length]. repeat split; auto; [lia | f_equal; lia].
    + intros ([|i] & d & Hi & Hd & Hn & ->); cbn [nth length] in *.
      * left. apply in_map_iff. exists d. split; [f_equal; lia|]. apply filter_In. split; auto. now apply F.
      * right. exists i, d. repeat split; auto; [lia | f_equal; lia].
Qed.

Section Header.
Variable h : header.
Hypothesis right : header_right h.
Hypothesis plain : constraint_lines h = [].
Let b := board_of (on h).
Let n := size b.

Lemma digits_right : digits_of (on h) = n.
Proof. rewrite (on_board_right h right). reflexivity. Qed.
Lemma members_table g : list_at g (members_of (on h)) = group_members b g.
Proof. rewrite (on_board_right h right). apply members_right. Qed.

(* The meaning of each formula: exactly one member of each group, and the premises. *)
Definition says (v : positive -> bool) : Prop :=
  (forall g, In g (all_groups n) -> number_true v (group_members b g) = 1%Z) /\
  (forall l, In l (premises h) -> literal_true v l = true).

Theorem clauses_say v : satisfies v (clauses h) <-> says v.
Proof.
  unfold satisfies, clauses. rewrite digits_right. split.
  - intro H. assert (Hgroup : forall g c, In g (all_groups n) -> In c (group_clauses h g) -> exists l, In l c /\ literal_true v l = true).
    { intros g c Hg Hc. apply H. apply in_or_app. left. apply in_flat_map. eauto. }
    unfold group_clauses in Hgroup. split.
    + intros g Hg. specialize (Hgroup g). rewrite members_table in Hgroup. apply Z.le_antisymm.
      * apply at_most_one; [apply group_members_nodup|]. intros it Hit.
        destruct (Hgroup [(false, fst it); (false, snd it)] Hg) as (l & Hl & T); [right; apply in_map_iff; eauto|].
        destruct Hl as [<-|[<-|[]]]; unfold literal_true in T; cbn [fst snd] in T; [left | right]; [now destruct (v (fst it)) | now destruct (v (snd it))].
      * apply at_least_one. apply (Hgroup _ Hg). now left.
    + intros l Hl. destruct (H [l]) as (l' & [<-|[]] & T); auto. apply in_or_app. right. apply in_map_iff. eauto.
  - intros [H1 H2] c Hc. apply in_app_or in Hc as [Hc|Hc].
    + apply in_flat_map in Hc as (g & Hg & Hc). unfold group_clauses in Hc. rewrite members_table in Hc. destruct Hc as [<-|Hc].
      * apply at_least_one. rewrite (H1 g Hg). lia.
      * apply in_map_iff in Hc as (it & <- & Hit).
        assert (M : (number_true v (group_members b g) <= 1)%Z) by (rewrite (H1 g Hg); lia).
        destruct (proj1 (at_most_one v _ (group_members_nodup b g)) M it Hit) as [F|F].
        -- exists (false, fst it). split; [now left|]. unfold literal_true. cbn [fst snd]. now rewrite F.
        -- exists (false, snd it). split; [right; now left|]. unfold literal_true. cbn [fst snd]. now rewrite F.
    + apply in_map_iff in Hc as (l & <- & Hl). exists l. split; [now left | auto].
Qed.

Theorem constraints_say v : fulfils v (constraints h) <-> says v.
Proof.
  unfold fulfils, constraints. rewrite digits_right. split.
  - intro H. split.
    + intros g Hg. assert (P : forall c, In c (group_constraints h g) -> (snd c <= value v (fst c))%Z).
      { intros c Hc. apply H. apply in_or_app. left. apply in_flat_map. eauto. }
      unfold group_constraints in P. rewrite members_table in P.
      pose proof (P _ (or_introl eq_refl)) as P1. pose proof (P _ (or_intror (or_introl eq_refl))) as P2. cbn [fst snd] in P1, P2.
      rewrite value_positive in P1. rewrite value_negative in P2. lia.
    + intros l Hl. apply unit_true. apply (H ([(1, l)], 1)%Z). apply in_or_app. right. apply in_map_iff. eauto.
  - intros [H1 H2] c Hc. apply in_app_or in Hc as [Hc|Hc].
    + apply in_flat_map in Hc as (g & Hg & Hc). unfold group_constraints in Hc. rewrite members_table in Hc.
      destruct Hc as [<-|[<-|[]]]; cbn [fst snd]; rewrite ?value_positive, ?value_negative, (H1 g Hg); lia.
    + apply in_map_iff in Hc as (l & <- & Hl). cbn [fst snd]. apply unit_true. auto.
Qed.

Lemma one_in_all_groups g k : solution b g -> In k (all_groups n) -> number_true (true_in b g) (group_members b k) = 1%Z.
Proof.
  intros Hg Hk. apply in_all_groups in Hk as (kind & i & j & Hkind & Hi & Hj & ->).
  assert (Hsome : exists x, In x (group_members b (group n kind i j))).
  { assert (K : kind = 0 \/ exists hs, house_of kind i = Some hs).
    { destruct kind as [|[[]|[]|]]; simpl; eauto; lia. }
    destruct K as [->|(hs & Hh)].
    - assert (Hp : on_board b (i, j)) by (split; auto). assert (Hd := proj1 Hg _ Hp). fold n in Hd.
      destruct (candidate_true b g (i, j) (g (i, j)) Hp Hd) as (Hin & Hcp & _). fold n in Hin, Hcp.
      eexists. apply in_group_members. split; [exact Hin|]. apply in_groups_cell; auto.
    - destruct (proj2 Hg hs j) as (p & (Hp & Hl & Hgp) & _); auto.
      { destruct kind as [|[[]|[]|]]; simpl in Hh; try discriminate; injection Hh as <-; auto. }
      destruct (candidate_true b g p j Hp Hj) as (Hin & Hcp & Hcd & _). fold n in Hin, Hcp, Hcd.
      eexists. apply in_group_members. split; [exact Hin|]. eapply in_groups_house; eauto. fold n. rewrite Hcp, Hcd. auto. }
  destruct (Map.find (group n kind i j) (members_of (build b))) as [ms|] eqn:F.
  - pose proof (some_members b _ _ F) as [E _]. rewrite <- E. now apply (one_in_group b g (group n kind i j)).
  - exfalso. destruct Hsome as (x & Hx). rewrite <- members_right in Hx. unfold list_at in Hx. now rewrite F in Hx.
Qed.

Lemma cell_number p : on_board b p -> (N.to_nat (fst p * n + snd p) < N.to_nat (n * n))%nat.
Proof. intros [Hr Hc]. fold n in Hr, Hc. assert (fst p * n + snd p < n * n) by now apply pair_below. lia. Qed.

Lemma holds_at g i d : (i < N.to_nat (n * n))%nat -> d < n ->
  let p := (N.of_nat i / n, N.of_nat i mod n) in
  on_board b p /\ N.to_nat (fst p * n + snd p) = i /\ (holds_in b g (candidate n (N.of_nat i) d) = true <-> g p = d).
Proof.
  intros Hi Hd p. assert (Hin : N.of_nat i < n * n) by lia. assert (Hn : n <> 0) by lia.
  assert (E : fst p * n + snd p = N.of_nat i) by (unfold p; cbn [fst snd]; rewrite N.mul_comm; symmetry; now apply N.div_mod).
  assert (Hp : on_board b p) by (split; unfold p; cbn [fst snd]; fold n; [apply N.div_lt_upper_bound; auto | now apply N.mod_lt]).
  split; [exact Hp|]. split; [rewrite E; now rewrite Nat2N.id|]. rewrite <- E.
  destruct (candidate_true b g p d Hp Hd) as (Hc & Hcp & Hcd & _). fold n in Hc, Hcp, Hcd.
  rewrite holds_in_true. fold n. rewrite Hcp, Hcd. tauto.
Qed.

(* Every solution of the puzzle satisfies the formula. *)
Theorem solution_says g : allowed (puzzle_of h) g -> says (holds_in b g).
Proof.
  intros (Hg & _ & Hgivens & Hstate). split.
  - intros k Hk. rewrite holds_in_candidates by apply group_members_candidates. now apply one_in_all_groups.
  - intros l Hl. unfold premises in Hl. rewrite digits_right in Hl. apply in_app_or in Hl as [Hl|Hl]; apply in_map_iff in Hl as (x & <- & Hx).
    + unfold literal_true. cbn [fst snd]. destruct (given_digits h) as [gs|] eqn:E; [|destruct Hx].
      destruct (givens_right h right gs E) as [Hl Hd]. fold b n in Hl, Hd.
      destruct (givens_of_in _ _ _ _ Hx) as (i & d & Hi & Hlen & ->). rewrite N.add_0_l.
      assert (Hdn : d < n) by (apply Hd; rewrite <- Hi; now apply nth_In). rewrite Hl in Hlen.
      destruct (holds_at g i d Hlen Hdn) as (Hp & Ep & Ht). rewrite (proj2 Ht); [reflexivity|].
      unfold obeys_givens, puzzle_of in Hgivens. cbn [givens shape] in Hgivens. rewrite E in Hgivens. cbn [option_map] in Hgivens.
      apply Hgivens; [exact Hp|]. rewrite digits_right. unfold at_cell. now rewrite Ep.
    + unfold literal_true. cbn [fst snd]. destruct (state_digits h) as [ms|] eqn:E; [|destruct Hx].
      destruct (marks_right h right ms E) as [Hl Hd]. fold b n in Hl, Hd.
      apply in_gone_of in Hx as (i & d & Hi & Hdn & Hgone & ->). rewrite N.add_0_l. apply in_below in Hdn. rewrite Hl in Hi.
      destruct (holds_at g i d Hi Hdn) as (Hp & Ep & Ht).
      destruct (holds_in b g (candidate n (N.of_nat i) d)) eqn:F; [|reflexivity]. exfalso. apply Hgone.
      pose proof (proj1 Ht eq_refl) as G. unfold obeys_state, puzzle_of in Hstate. cbn [state shape] in Hstate. rewrite E in Hstate. cbn [option_map] in Hstate.
      specialize (Hstate _ Hp). rewrite digits_right in Hstate. unfold at_cell in Hstate. rewrite Ep in Hstate. now rewrite G in Hstate.
Qed.

(* Conversely, every assignment that satisfies the formula is a solution of the puzzle. *)
Definition grid_of (v : positive -> bool) : grid :=
  fun p => match find (fun d => v (candidate n (fst p * n + snd p) d)) (below n) with Some d => d | None => 0 end.

Lemma grid_of_true v p : says v -> on_board b p -> grid_of v p < n /\ v (candidate n (fst p * n + snd p) (grid_of v p)) = true.
Proof.
  intros [Hv _] Hp. unfold grid_of. destruct (find _ (below n)) as [d|] eqn:F.
  - apply find_some in F as [Hd Hvd]. apply in_below in Hd. auto.
  - exfalso. pose proof Hp as [Hr Hc]. fold n in Hr, Hc.
    assert (Hk : In (group n 0 (fst p) (snd p)) (all_groups n)) by (apply in_all_groups; exists 0, (fst p), (snd p); repeat split; auto; lia).
    destruct (one_exists _ _ (Hv _ Hk)) as (x & Hx & Tx). apply in_group_members in Hx as [Hxc Hxg].
    apply in_groups_cell in Hxg; auto. fold n in Hxg, Hxc.
    pose proof (candidate_of_place b x Hxc) as E. fold n in E. destruct (place_on_board b x Hxc) as [_ Hd]. fold n in Hd.
    assert (Ep : place_of n x = p) by (rewrite Hxg; now destruct p). rewrite Ep in E.
    pose proof (find_none _ _ F (digit_of n x) (proj2 (in_below _ _) Hd)) as N0. cbv beta in N0. rewrite <- E in N0. congruence.
Qed.

Lemma grid_of_right v x : says v -> In x (candidates n) -> v x = holds_in b (grid_of v) x.
Proof.
  intros Hs Hx. destruct (place_on_board b x Hx) as [Hp Hd]. fold n in Hp, Hd. destruct (grid_of_true v _ Hs Hp) as [Hg Tg].
  apply eq_true_iff_eq. rewrite holds_in_true. fold n. pose proof (candidate_of_place b x Hx) as E. fold n in E. split.
  - intro T. split; auto. set (y := candidate n (fst (place_of n x) * n + snd (place_of n x)) (grid_of v (place_of n x))) in *.
    destruct (candidate_true b (grid_of v) (place_of n x) (grid_of v (place_of n x)) Hp Hg) as (Hy & Hyp & Hyd & _).
    fold n in Hy, Hyp, Hyd. fold y in Hy, Hyp, Hyd.
    pose proof Hp as [Hr Hc]. fold n in Hr, Hc.
    assert (Hk : In (group n 0 (fst (place_of n x)) (snd (place_of n x))) (all_groups n)).
    { apply in_all_groups. exists 0, (fst (place_of n x)), (snd (place_of n x)). repeat split; auto; lia. }
    assert (Eyx : y = x).
    { apply (one_only _ _ _ _ (proj1 Hs _ Hk)); auto; apply in_group_members; split; auto; apply in_groups_cell; auto. }
    now rewrite <- Hyd, Eyx.
  - intros [_ G]. rewrite E. now rewrite <- G.
Qed.

Theorem says_solution v : says v -> allowed (puzzle_of h) (grid_of v).
Proof.
  intro Hs. assert (Hsol : solution b (grid_of v)).
  { apply solution_if_one_in_group.
    - intros p Hp. now apply grid_of_true.
    - intros kind i hs d Hi Hd Hh. fold n in Hi, Hd |- *.
      rewrite <- holds_in_candidates by apply group_members_candidates.
      rewrite <- (proj1 Hs (group n kind i d)).
      + apply total_ext. intros x Hx. f_equal. symmetry. apply grid_of_right; auto. now apply in_group_members in Hx.
      + apply in_all_groups. exists kind, i, d. repeat split; auto. destruct kind as [|[[]|[]|]]; simpl in Hh; try discriminate; lia. }
  split; [exact Hsol|]. split; [now apply plain_free|]. destruct Hs as [Hone Hprem]. assert (Hs : says v) by (split; auto).
  assert (Hv : forall i d, (i < N.to_nat (n * n))%nat -> d < n -> v (candidate n (N.of_nat i) d) = holds_in b (grid_of v) (candidate n (N.of_nat i) d)).
  { intros i d Hi Hd. apply grid_of_right; auto. apply candidate_in; auto. lia. }
  unfold premises in Hprem. rewrite digits_right in Hprem. split.
  - unfold obeys_givens, puzzle_of. cbn [givens shape]. rewrite digits_right. destruct (given_digits h) as [gs|] eqn:E; cbn [option_map]; auto.
    destruct (givens_right h right gs E) as [Hl Hd]. fold b n in Hl, Hd. intros p d Hp F.
    assert (Hi := cell_number p Hp). set (i := N.to_nat (fst p * n + snd p)) in *.
    assert (Hdn : d < n) by (apply Hd; unfold at_cell in F; rewrite <- F; apply nth_In; lia).
    pose proof (in_givens_of n 0 gs i d F) as Hin. rewrite N.add_0_l in Hin.
    assert (T := Hprem (true, candidate n (N.of_nat i) d) (in_or_app _ _ _ (or_introl (in_map (pair true) _ _ Hin)))).
    unfold literal_true in T. cbn [fst snd] in T. rewrite Hv in T by auto.
    assert (Ei : N.of_nat i = fst p * n + snd p) by (unfold i; apply N2Nat.id).
    destruct (candidate_true b (grid_of v) p d Hp Hdn) as (Hc & Hcp & Hcd & _). fold n in Hc, Hcp, Hcd.
    rewrite Ei in T. destruct (holds_in b (grid_of v) (candidate n (fst p * n + snd p) d)) eqn:H; [|discriminate].
    apply holds_in_true in H as [_ H]. fold n in H. now rewrite Hcp, Hcd in H.
  - unfold obeys_state, puzzle_of. cbn [state shape]. rewrite digits_right. destruct (state_digits h) as [ms|] eqn:E; cbn [option_map]; auto.
    destruct (marks_right h right ms E) as [Hl Hd]. fold b n in Hl, Hd. intros p Hp.
    assert (Hi := cell_number p Hp). destruct (grid_of_true v p Hs Hp) as [Hg Tg].
    destruct (in_dec N.eq_dec (grid_of v p) (at_cell n ms [] p)) as [|Hn]; auto. exfalso.
    assert (Hin : In (candidate n (fst p * n + snd p) (grid_of v p)) (gone_of n 0 (below n) ms)).
    { apply in_gone_of. exists (N.to_nat (fst p * n + snd p)), (grid_of v p). repeat split; [lia | now apply in_below | exact Hn | f_equal; lia]. }
    assert (T := Hprem (false, _) (in_or_app _ _ _ (or_intror (in_map (pair false) _ _ Hin)))).
    unfold literal_true in T. cbn [fst snd] in T. rewrite Tg in T. discriminate.
Qed.
End Header.

(* The formula has exactly the solutions of the puzzle: each solution satisfies it, and each
   satisfying assignment is a solution. *)
Theorem formula_exact : forall h, header_right h -> constraint_lines h = [] ->
  (forall g, allowed (puzzle_of h) g ->
    satisfies (holds_in (board_of (on h)) g) (clauses h) /\ fulfils (holds_in (board_of (on h)) g) (constraints h)) /\
  (forall v, satisfies v (clauses h) \/ fulfils v (constraints h) ->
    exists g, allowed (puzzle_of h) g /\ forall x, In x (candidates (size (board_of (on h)))) -> v x = holds_in (board_of (on h)) g x).
Proof.
  intros h Hh Hplain. split.
  - intros g Hg. split; [apply (clauses_say h Hh) | apply (constraints_say h Hh)]; now apply solution_says.
  - intros v Hv. assert (Hs : says h v) by (destruct Hv as [Hv|Hv]; [now apply (clauses_say h Hh) in Hv | now apply (constraints_say h Hh) in Hv]).
    exists (grid_of h v). split; [now apply says_solution | intros x Hx; now apply grid_of_right].
Qed.

(* So a refutation proves a claim. For `claim none`, the formula alone is refuted; *)
Theorem refuted_is_none : forall h, header_right h -> constraint_lines h = [] ->
  ((forall v, ~ satisfies v (clauses h)) <-> holds (puzzle_of h) Nothing).
Proof.
  intros h Hh Hplain. destruct (formula_exact h Hh Hplain) as [F1 F2]. cbn [holds]. split.
  - intros H g Hg. apply (H _ (proj1 (F1 g Hg))).
  - intros H v Hv. destruct (F2 v (or_introl Hv)) as (g & Hg & _). now apply (H g).
Qed.

(* for `claim unique`, the formula with the clause that the solution is a different one. *)
Theorem refuted_is_unique : forall h ds, header_right h -> constraint_lines h = [] ->
  length ds = N.to_nat (size (board_of (on h)) * size (board_of (on h))) -> (forall d, In d ds -> d < size (board_of (on h))) ->
  allowed (puzzle_of h) (at_cell (size (board_of (on h))) ds 0) ->
  ((forall v, ~ satisfies v (not_this h ds :: clauses h)) <-> holds (puzzle_of h) (Unique (at_cell (size (board_of (on h))) ds 0))).
Proof.
  intros h ds Hh Hplain Hlong Hsmall Ha. destruct (formula_exact h Hh Hplain) as [F1 F2]. set (b := board_of (on h)) in *. set (n := size b) in *.
  assert (Hn : digits_of (on h) = n) by apply (digits_right h Hh).
  assert (Hthis : forall v, (exists l, In l (not_this h ds) /\ literal_true v l = true) <->
    exists x, holds_in b (at_cell n ds 0) x = true /\ v x = false).
  { intro v. unfold not_this. rewrite Hn. split.
    - intros (l & Hl & T). apply in_map_iff in Hl as (x & <- & Hx). exists x.
      split; [now apply (grid_candidates_true (puzzle_of h) ds Hlong Hsmall) | unfold literal_true in T; cbn [fst snd] in T; now destruct (v x)].
    - intros (x & Hx & V). exists (false, x). split; [apply in_map; now apply (grid_candidates_true (puzzle_of h) ds Hlong Hsmall)|].
      unfold literal_true. cbn [fst snd]. now rewrite V. }
  cbn [holds]. split.
  - intro H. split; auto. intros g' Hg' p Hp.
    destruct (N.eq_dec (at_cell n ds 0 p) (g' p)) as [|Hne]; auto. exfalso. apply (H (holds_in b g')).
    intros c [<-|Hc]; [|now apply (proj1 (F1 g' Hg'))]. apply Hthis.
    assert (Hd : at_cell n ds 0 p < n) by now apply (proj1 (proj1 Ha)).
    destruct (candidate_true b (at_cell n ds 0) p (at_cell n ds 0 p) Hp Hd) as (Hc & Hcp & Hcd & _). fold n in Hc, Hcp, Hcd.
    exists (candidate n (fst p * n + snd p) (at_cell n ds 0 p)). split.
    + apply holds_in_true. fold n. rewrite Hcp, Hcd. auto.
    + destruct (holds_in b g' _) eqn:E; auto. apply holds_in_true in E as [_ E]. fold n in E. rewrite Hcp, Hcd in E. congruence.
  - intros [_ H] v Hv. assert (Hc : satisfies v (clauses h)) by (intros c Hc; apply Hv; now right).
    destruct (F2 v (or_introl Hc)) as (g & Hg & E). destruct (proj1 (Hthis v) (Hv _ (or_introl eq_refl))) as (x & Hx & V).
    apply holds_in_true in Hx as [Hxc Hx]. fold n in Hxc, Hx. rewrite E in V by auto.
    assert (T : holds_in b g x = true); [|congruence].
    apply holds_in_true. split; auto. fold n. rewrite <- Hx. symmetry. apply H; auto. now apply place_on_board.
Qed.
