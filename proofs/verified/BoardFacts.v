(* The tables of Board.v are correct: in a solution, exactly one candidate of every group is
   true, and every grid with this property is a solution. *)
From Coq Require Import NArith PArith ZArith List Bool Lia FinFun FMapPositive.
From Qedoku Require Import Meaning Sums Board.
Import ListNotations.
Open Scope N_scope.

Lemma in_numbers k first i : In i (numbers k first) <-> first <= i < first + N.of_nat k.
Proof.
  revert first. induction k as [|k IH]; intro first; simpl numbers; simpl In; [lia|].
  rewrite IH. lia.
Qed.

Lemma numbers_nodup k first : NoDup (numbers k first).
Proof.
  revert first. induction k as [|k IH]; intro first; simpl; constructor; auto.
  rewrite in_numbers. lia.
Qed.

Lemma in_below n i : In i (below n) <-> i < n.
Proof. unfold below. rewrite in_numbers. lia. Qed.

Lemma succ_pos_injective i j : N.succ_pos i = N.succ_pos j -> i = j.
Proof. intro H. rewrite <- (N.pos_pred_succ i), <- (N.pos_pred_succ j). now rewrite H. Qed.

Lemma succ_pos_pred x : N.succ_pos (Pos.pred_N x) = x.
Proof.
  assert (H : Npos (N.succ_pos (Pos.pred_N x)) = Npos x) by (rewrite N.succ_pos_spec; apply N.succ_pos_pred).
  now injection H.
Qed.

Lemma in_candidates n x : In x (candidates n) <-> Pos.pred_N x < n * n * n.
Proof.
  unfold candidates. rewrite in_map_iff. split.
  - intros (i & <- & Hi). rewrite N.pos_pred_succ. now apply in_below.
  - intro H. exists (Pos.pred_N x). split; [now rewrite succ_pos_pred | now apply in_below].
Qed.

Lemma candidates_nodup n : NoDup (candidates n).
Proof. apply Injective_map_NoDup; [exact succ_pos_injective | apply numbers_nodup]. Qed.

(* Encodes two numbers as one. *)
Lemma pair_div n a b : b < n -> (a * n + b) / n = a.
Proof. intro H. rewrite N.div_add_l by lia. rewrite N.div_small; lia. Qed.
Lemma pair_mod n a b : b < n -> (a * n + b) mod n = b.
Proof. intro H. rewrite N.add_comm, N.mod_add by lia. now apply N.mod_small. Qed.
Lemma pair_injective n a b a' b' : b < n -> b' < n -> a * n + b = a' * n + b' -> a = a' /\ b = b'.
Proof.
  intros H H' E. split.
  - rewrite <- (pair_div n a b H), <- (pair_div n a' b' H'). now rewrite E.
  - rewrite <- (pair_mod n a b H), <- (pair_mod n a' b' H'). now rewrite E.
Qed.
Lemma pair_below n m a b : a < m -> b < n -> a * n + b < m * n.
Proof. nia. Qed.

Lemma cell_of_candidate n c d : d < n -> cell_of n (candidate n c d) = c.
Proof. intro H. unfold cell_of, candidate. rewrite N.pos_pred_succ. now apply pair_div. Qed.
Lemma digit_of_candidate n c d : d < n -> digit_of n (candidate n c d) = d.
Proof. intro H. unfold digit_of, candidate. rewrite N.pos_pred_succ. now apply pair_mod. Qed.
Lemma place_of_candidate n r c d : c < n -> d < n -> place_of n (candidate n (r * n + c) d) = (r, c).
Proof. intros Hc Hd. unfold place_of. rewrite cell_of_candidate by auto. now rewrite pair_div, pair_mod. Qed.
Lemma candidate_in n c d : c < n * n -> d < n -> In (candidate n c d) (candidates n).
Proof.
  intros Hc Hd. apply in_candidates. unfold candidate. rewrite N.pos_pred_succ.
  replace (n * n * n) with ((n * n) * n) by lia. now apply pair_below.
Qed.
Lemma group_injective n k i j k' i' j' :
  i < n -> j < n -> i' < n -> j' < n -> group n k i j = group n k' i' j' -> k = k' /\ i = i' /\ j = j'.
Proof.
  intros Hi Hj Hi' Hj' H. apply succ_pos_injective in H.
  apply pair_injective in H as [H ->]; auto. apply pair_injective in H as [-> ->]; auto.
Qed.

Section Board.
Variable b : board.
Let n := size b.

Lemma place_on_board x : In x (candidates n) -> on_board b (place_of n x) /\ digit_of n x < n.
Proof.
  intro H. apply in_candidates in H.
  assert (Hn : n <> 0) by (intro E; rewrite E in H; lia).
  unfold on_board, place_of, digit_of, cell_of. cbn [fst snd]. fold n.
  repeat split; try (now apply N.mod_lt).
  apply N.div_lt_upper_bound; auto. apply N.div_lt_upper_bound; auto. lia.
Qed.

Lemma candidate_of_place x : In x (candidates n) ->
  x = candidate n (fst (place_of n x) * n + snd (place_of n x)) (digit_of n x).
Proof.
  intro H. apply in_candidates in H.
  assert (Hn : n <> 0) by (intro E; rewrite E in H; lia).
  unfold candidate, place_of, digit_of, cell_of. cbn [fst snd].
  rewrite (N.mul_comm (_ / n)), <- N.div_mod by auto. rewrite (N.mul_comm (_ / n)), <- N.div_mod by auto.
  now rewrite succ_pos_pred.
Qed.

Lemma same_candidate x y : In x (candidates n) -> In y (candidates n) ->
  place_of n x = place_of n y -> digit_of n x = digit_of n y -> x = y.
Proof. intros Hx Hy Hp Hd. rewrite (candidate_of_place x Hx), (candidate_of_place y Hy). now rewrite Hp, Hd. Qed.

Lemma box_below p : on_board b p -> box_of b p < n.
Proof.
  unfold on_board, box_of, n, size. destruct b as [h w]. simpl. intros [Hr Hc].
  assert (Hh : h <> 0) by nia. assert (Hw : w <> 0) by nia.
  assert (fst p / h < w) by (apply N.div_lt_upper_bound; auto).
  assert (snd p / w < h) by (apply N.div_lt_upper_bound; auto; lia). nia.
Qed.

(* The houses of each kind of group. *)
Definition house_of (kind i : N) : option house :=
  match kind with 1 => Some (Row i) | 2 => Some (Column i) | 3 => Some (Box i) | _ => None end.

Lemma in_groups_cell x r c : In x (candidates n) -> r < n -> c < n ->
  (In (group n 0 r c) (groups b x) <-> place_of n x = (r, c)).
Proof.
  intros Hx Hr Hc. destruct (place_on_board x Hx) as [Hp Hd]. pose proof (box_below _ Hp) as Hb. destruct Hp as [Hpr Hpc].
  unfold groups. fold n. destruct (place_of n x) as [row column] eqn:E. simpl in Hpr, Hpc. simpl In. split.
  - intros [H|[H|[H|[H|[]]]]]; apply group_injective in H; auto; try (destruct H as (H & _); discriminate).
    destruct H as (_ & -> & ->). reflexivity.
  - intro H. injection H as -> ->. auto.
Qed.

Lemma in_groups_house x kind i d h : In x (candidates n) -> i < n -> d < n -> house_of kind i = Some h ->
  (In (group n kind i d) (groups b x) <-> lies_in b (place_of n x) h /\ digit_of n x = d).
Proof.
  intros Hx Hi Hdn Hh. destruct (place_on_board x Hx) as [Hp Hd]. pose proof (box_below _ Hp) as Hb. destruct Hp as [Hpr Hpc].
  unfold groups. fold n. destruct (place_of n x) as [row column] eqn:E. simpl in Hpr, Hpc. simpl In.
  assert (K : (kind = 1 /\ h = Row i) \/ (kind = 2 /\ h = Column i) \/ (kind = 3 /\ h = Box i)).
  { unfold house_of in Hh. destruct kind as [|[[]|[]|]]; try discriminate; injection Hh as <-; auto. }
  split.
  - intros [H|[H|[H|[H|[]]]]]; apply group_injective in H; auto; destruct H as (<- & <- & <-);
      destruct K as [(K & ->)|[(K & ->)|(K & ->)]]; try discriminate; simpl; auto.
  - intros [Hl <-]. destruct K as [(-> & ->)|[(-> & ->)|(-> & ->)]]; simpl in Hl; subst i; auto.
Qed.

Lemma groups_nodup x : In x (candidates n) -> NoDup (groups b x).
Proof.
  intro Hx. destruct (place_on_board x Hx) as [Hp Hd]. pose proof (box_below _ Hp) as Hb. destruct Hp as [Hpr Hpc].
  unfold groups. fold n. destruct (place_of n x) as [row column] eqn:E. simpl in Hpr, Hpc.
  repeat constructor; simpl In; intro H; decompose [or] H; try contradiction;
    match goal with H : group _ _ _ _ = _ |- _ => apply group_injective in H; auto; destruct H as (H & _); discriminate end.
Qed.

(* The members of a group. *)
Definition holds_group (g x : positive) : bool := existsb (Pos.eqb g) (groups b x).
Definition group_members (g : positive) : list positive := filter (holds_group g) (candidates n).

Lemma holds_group_in g x : holds_group g x = true <-> In g (groups b x).
Proof.
  unfold holds_group. rewrite existsb_exists. split.
  - intros (g' & H & E). apply Pos.eqb_eq in E. now subst.
  - intro H. exists g. split; auto. apply Pos.eqb_refl.
Qed.

Lemma in_group_members g x : In x (group_members g) <-> In x (candidates n) /\ In g (groups b x).
Proof. unfold group_members. rewrite filter_In, holds_group_in. reflexivity. Qed.

Lemma group_members_nodup g : NoDup (group_members g).
Proof. apply NoDup_filter, candidates_nodup. Qed.

Lemma list_at_add_same g l t : list_at g (Map.add g l t) = l.
Proof. unfold list_at. now rewrite Map.gss. Qed.
Lemma list_at_add_other g g' l t : g <> g' -> list_at g (Map.add g' l t) = list_at g t.
Proof. intro H. unfold list_at. now rewrite Map.gso. Qed.

Lemma insert_all x gs t g : NoDup gs ->
  list_at g (fold_right (insert x) t gs) = if existsb (Pos.eqb g) gs then x :: list_at g t else list_at g t.
Proof.
  induction gs as [|g' gs IH]; intro Hd; [reflexivity|]. inversion Hd as [|? ? Hg Hgs]; subst. simpl.
  unfold insert at 1. destruct (Pos.eqb_spec g g') as [->|E].
  - rewrite list_at_add_same, IH by auto. simpl.
    destruct (existsb (Pos.eqb g') gs) eqn:F; auto.
    apply existsb_exists in F as (g'' & H & F). apply Pos.eqb_eq in F. subst. contradiction.
  - rewrite list_at_add_other by auto. now apply IH.
Qed.

Lemma members_of_list l g : incl l (candidates n) ->
  list_at g (fold_right (fun x t => fold_right (insert x) t (groups b x)) (Map.empty _) l) = filter (holds_group g) l.
Proof.
  induction l as [|x l IH]; intro Hi.
  - unfold list_at. now rewrite Map.gempty.
  - cbn [fold_right filter]. rewrite insert_all by (apply groups_nodup, Hi; now left).
    rewrite IH by (intros y Hy; apply Hi; now right). reflexivity.
Qed.

Lemma members_right g : list_at g (members_of (build b)) = group_members g.
Proof. apply members_of_list, incl_refl. Qed.

Lemma groups_of_list l x :
  list_at x (fold_right (fun x t => Map.add x (groups b x) t) (Map.empty _) l) = if in_dec Pos.eq_dec x l then groups b x else [].
Proof.
  induction l as [|y l IH]; simpl.
  - unfold list_at. now rewrite Map.gempty.
  - destruct (Pos.eq_dec y x) as [->|E].
    + now rewrite list_at_add_same.
    + rewrite list_at_add_other by congruence. rewrite IH. now destruct (in_dec Pos.eq_dec x l).
Qed.

Lemma groups_right x : In x (candidates n) -> list_at x (groups_of (build b)) = groups b x.
Proof. intro H. unfold build. simpl. rewrite groups_of_list. fold n. now destruct (in_dec Pos.eq_dec x (candidates n)). Qed.

(* Every group in the table is a group of the board. *)
Lemma some_insert x gs t g l : Map.find g (fold_right (insert x) t gs) = Some l -> In g gs \/ Map.find g t = Some l.
Proof.
  revert l. induction gs as [|g' gs IH]; simpl; intros l H; auto. unfold insert in H at 1.
  destruct (Pos.eq_dec g g') as [->|E]; auto. rewrite Map.gso in H by auto. destruct (IH _ H); auto.
Qed.

Lemma some_members g ms : Map.find g (members_of (build b)) = Some ms ->
  ms = group_members g /\ exists x, In x (candidates n) /\ In g (groups b x).
Proof.
  intro H. split.
  - rewrite <- members_right. unfold list_at. now rewrite H.
  - assert (G : forall l, incl l (candidates n) ->
      Map.find g (fold_right (fun x t => fold_right (insert x) t (groups b x)) (Map.empty _) l) <> None ->
      exists x, In x (candidates n) /\ In g (groups b x)).
    { induction l as [|x l IH]; cbn [fold_right]; intros Hi Hs.
      - rewrite Map.gempty in Hs. congruence.
      - destruct (Map.find g _) as [l'|] eqn:E in Hs; [|congruence]. apply some_insert in E as [E|E].
        + exists x. split; auto. apply Hi. now left.
        + apply IH; [intros y Hy; apply Hi; now right | congruence]. }
    apply (G (candidates n)); [apply incl_refl|]. intro E. unfold build in H. cbn [members_of] in H. fold n in H. congruence.
Qed.

(* The candidates that are true in a grid. *)
Definition true_in (g : grid) (x : positive) : bool := g (place_of n x) =? digit_of n x.

Lemma groups_cases x k : In x (candidates n) -> In k (groups b x) ->
  k = group n 0 (fst (place_of n x)) (snd (place_of n x)) \/
  exists kind i h, k = group n kind i (digit_of n x) /\ i < n /\ house_of kind i = Some h /\ house_of_board b h /\ lies_in b (place_of n x) h.
Proof.
  intros Hx. destruct (place_on_board x Hx) as [Hp Hd]. pose proof (box_below _ Hp) as Hb. destruct Hp as [Hpr Hpc].
  unfold groups. fold n. destruct (place_of n x) as [row column] eqn:E. simpl in Hpr, Hpc. simpl In.
  intros [H|[H|[H|[H|[]]]]]; subst k; simpl fst; simpl snd; auto; right.
  - exists 1, row, (Row row). simpl. auto.
  - exists 2, column, (Column column). simpl. auto.
  - exists 3, (box_of b (row, column)), (Box (box_of b (row, column))). simpl. auto.
Qed.

Lemma candidate_true g p d : on_board b p -> d < n ->
  In (candidate n (fst p * n + snd p) d) (candidates n) /\
  place_of n (candidate n (fst p * n + snd p) d) = p /\ digit_of n (candidate n (fst p * n + snd p) d) = d /\
  (true_in g (candidate n (fst p * n + snd p) d) = true <-> g p = d).
Proof.
  intros [Hr Hc] Hd. fold n in Hr, Hc. unfold true_in. rewrite place_of_candidate, digit_of_candidate by auto.
  rewrite N.eqb_eq. destruct p as [r c]. simpl. repeat split; auto.
  apply candidate_in; auto. now apply pair_below.
Qed.

(* In a solution exactly one candidate of every group is true. *)
Theorem one_in_group g k ms : solution b g -> Map.find k (members_of (build b)) = Some ms -> number_true (true_in g) ms = 1%Z.
Proof.
  intros [Hdigits Hhouses] Hk. apply some_members in Hk as (-> & x & Hx & Hin).
  destruct (place_on_board x Hx) as [Hp Hd].
  apply groups_cases in Hin as [->|(kind & i & h & -> & Hi & Hh & Hb & Hl)]; auto.
  - pose proof (Hdigits _ Hp) as Hg. destruct (candidate_true g _ _ Hp Hg) as (Hc & Hcp & Hcd & Ht).
    destruct Hp as [Hr Hcol]. fold n in Hr, Hcol, Hg.
    apply one_of_unique with (x := candidate n (fst (place_of n x) * n + snd (place_of n x)) (g (place_of n x))); [apply group_members_nodup|..].
    + apply in_group_members. split; auto. apply in_groups_cell; auto.
    + now apply Ht.
    + intros y Hy Ty. apply in_group_members in Hy as [Hy Hyg]. apply in_groups_cell in Hyg; auto.
      apply same_candidate; auto. fold n. rewrite Hcp, Hyg. now destruct (place_of n x).
      fold n. rewrite Hcd. unfold true_in in Ty. apply N.eqb_eq in Ty. rewrite <- Ty, Hyg. now destruct (place_of n x).
  - destruct (Hhouses h (digit_of n x) Hb Hd) as (p & (Hon & Hlp & Hgp) & Hunique).
    destruct (candidate_true g p (digit_of n x) Hon Hd) as (Hc & Hcp & Hcd & Ht).
    apply one_of_unique with (x := candidate n (fst p * n + snd p) (digit_of n x)); [apply group_members_nodup|..].
    + apply in_group_members. split; auto. eapply in_groups_house; eauto. fold n. rewrite Hcp, Hcd. auto.
    + now apply Ht.
    + intros y Hy Ty. apply in_group_members in Hy as [Hy Hyg]. eapply in_groups_house in Hyg; eauto. destruct Hyg as [Hyl Hyd].
      destruct (place_on_board y Hy) as [Hyp _].
      apply same_candidate; auto; fold n; rewrite ?Hcp, ?Hcd; auto.
      symmetry. apply Hunique. repeat split; try apply Hyp; auto. unfold true_in in Ty. apply N.eqb_eq in Ty. congruence.
Qed.

(* If every group has one true candidate, every house has every digit once. *)
Theorem solution_if_one_in_group g :
  (forall p, on_board b p -> g p < n) ->
  (forall kind i h d, i < n -> d < n -> house_of kind i = Some h -> number_true (true_in g) (group_members (group n kind i d)) = 1%Z) ->
  solution b g.
Proof.
  intros Hdigits Hone. split; auto. intros h d Hh Hd.
  assert (K : exists kind i, i < n /\ house_of kind i = Some h).
  { destruct h as [i|i|i]; [exists 1, i | exists 2, i | exists 3, i]; auto. }
  destruct K as (kind & i & Hi & K). specialize (Hone kind i h d Hi Hd K).
  destruct (one_exists _ _ Hone) as (x & Hx & Tx). pose proof Hx as Hx'.
  apply in_group_members in Hx as [Hx Hg]. eapply in_groups_house in Hg; eauto. destruct Hg as [Hl Hxd].
  destruct (place_on_board x Hx) as [Hp _]. unfold true_in in Tx. apply N.eqb_eq in Tx.
  exists (place_of n x). split; [repeat split; try apply Hp; auto; congruence|].
  intros p (Hon & Hlp & Hgp). destruct (candidate_true g p d Hon Hd) as (Hc & Hcp & Hcd & Ht).
  rewrite <- Hcp. f_equal.
  apply (one_only _ _ _ _ Hone); auto.
  - apply in_group_members. split; auto. eapply in_groups_house; eauto. fold n. rewrite Hcp, Hcd. auto.
  - unfold true_in. now apply N.eqb_eq.
  - now apply Ht.
Qed.

(* A candidate of the board that is true in the grid. *)
Definition holds_in (g : grid) (x : positive) : bool := (Pos.pred_N x <? n * n * n) && true_in g x.

Lemma holds_in_true g x : holds_in g x = true <-> In x (candidates n) /\ g (place_of n x) = digit_of n x.
Proof. unfold holds_in, true_in. now rewrite andb_true_iff, N.ltb_lt, N.eqb_eq, in_candidates. Qed.

Lemma holds_in_candidates g l : incl l (candidates n) -> number_true (holds_in g) l = number_true (true_in g) l.
Proof.
  intro H. apply total_ext. intros x Hx. f_equal. unfold holds_in.
  now rewrite (proj2 (N.ltb_lt _ _) (proj1 (in_candidates _ _) (H x Hx))).
Qed.

Lemma group_members_candidates k : incl (group_members k) (candidates n).
Proof. intros x Hx. now apply in_group_members in Hx. Qed.

Theorem one_holds g k ms : solution b g -> Map.find k (members_of (build b)) = Some ms -> number_true (holds_in g) ms = 1%Z.
Proof.
  intros Hg Hk. destruct (some_members k ms Hk) as [E _]. rewrite holds_in_candidates.
  - now apply (one_in_group g k).
  - rewrite E. apply group_members_candidates.
Qed.
End Board.
