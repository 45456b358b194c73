(* Deadly sets: a solution that contains all of P can be changed into another solution by exchanging
   P for Q. *)
From Coq Require Import NArith PArith ZArith List Bool Lia MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board BoardFacts Steps Kernel Taking.
Import ListNotations.
Open Scope N_scope.

Section Exchange.
Variable b : board.
Variable ctx : context.
Hypothesis on_b : tables ctx = build b.
Let n := size b.

Lemma cell_key_place x y : In x (candidates n) -> In y (candidates n) ->
  (cell_key ctx x = cell_key ctx y <-> place_of n x = place_of n y).
Proof.
  intros Hx Hy. unfold cell_key. rewrite on_b. change (digits_of (build b)) with n. split.
  - intro H. apply succ_pos_injective in H. unfold place_of. now rewrite H.
  - intro H. f_equal. destruct (place_on_board b x Hx) as [[Hr Hc] _]. destruct (place_on_board b y Hy) as [[Hr' Hc'] _].
    fold n in Hr, Hc, Hr', Hc'. unfold place_of in H, Hc. simpl in Hc. injection H as H1 H2.
    assert (Hn : n <> 0) by lia.
    rewrite (N.div_mod (cell_of n x) n Hn), (N.div_mod (cell_of n y) n Hn). now rewrite H1, H2.
Qed.

(* The map by cells holds exactly the candidates of the list, and no cell occurs twice in the
   list. *)
Lemma by_cell_onto xs m0 m : by_cell ctx xs m0 = Ok m ->
  NoDup (map (cell_key ctx) xs) /\ (forall x, In x xs -> Map.find (cell_key ctx x) m0 = None) /\
  forall k x, Map.find k m = Some x <-> Map.find k m0 = Some x \/ In x xs /\ cell_key ctx x = k.
Proof.
  revert m0. induction xs as [|x xs IH]; simpl; intros m0 H.
  - injection H as <-. repeat split; [constructor | easy | auto | intros [H|[[] _]]; auto].
  - destruct (Map.find (cell_key ctx x) m0) as [y|] eqn:E; [discriminate|]. destruct (IH _ H) as (Hd & Hn & Hf). clear IH.
    assert (Hx : forall y, In y xs -> cell_key ctx y <> cell_key ctx x).
    { intros y Hy Ey. specialize (Hn y Hy). rewrite Ey, Map.gss in Hn. discriminate. }
    split; [|split].
    + constructor; auto. intro Hin. apply in_map_iff in Hin as (y & Ey & Hy). now apply (Hx y).
    + intros y [<-|Hy]; auto. specialize (Hn y Hy). rewrite Map.gso in Hn; auto.
    + intros k y. rewrite Hf. destruct (Pos.eq_dec k (cell_key ctx x)) as [->|Hk].
      * rewrite Map.gss, E. split; [intros [Ey|[Hy Ey]] | intros [|[[->|Hy] Ey]]]; auto; try discriminate.
        injection Ey as <-. auto.
      * rewrite Map.gso by auto. intuition congruence.
Qed.

Lemma by_cell_ok xs m : by_cell ctx xs (Map.empty _) = Ok m ->
  NoDup (map (cell_key ctx) xs) /\ forall k x, Map.find k m = Some x <-> In x xs /\ cell_key ctx x = k.
Proof.
  intro H. apply by_cell_onto in H as (Hd & _ & Hf). split; auto. intros k x. rewrite Hf, Map.gempty. intuition discriminate.
Qed.

Lemma add_groups_weight m xs e k : incl xs (candidates n) ->
  weight k (fold_left (add_groups ctx m) xs e) = (weight k e + m * number_true (holds_group b k) xs)%Z.
Proof.
  intro Hi. revert e. induction xs as [|x xs IH]; intro e; simpl fold_left.
  - unfold number_true. simpl. lia.
  - rewrite IH by (intros y Hy; apply Hi; now right). unfold number_true. simpl total.
    enough (E : weight k (add_groups ctx m e x) = (weight k e + m * one_if (holds_group b k x))%Z) by lia.
    unfold add_groups. rewrite on_b, groups_right by (apply Hi; now left).
    assert (Hd := groups_nodup b x (Hi x (or_introl eq_refl))). unfold holds_group.
    generalize dependent (groups b x). intro gs. revert e. induction gs as [|g gs IHg]; intros e Hd; simpl fold_left.
    + simpl. lia.
    + inversion Hd as [|? ? Hg Hgs]; subst. rewrite IHg by auto. unfold add_at. simpl existsb.
      destruct (Pos.eqb_spec k g) as [->|Hk]; simpl orb.
      * unfold weight at 1. rewrite Map.gss. destruct (existsb (Pos.eqb g) gs) eqn:F; simpl one_if; [|lia].
        apply existsb_exists in F as (g' & Hin & F). apply Pos.eqb_eq in F. now subst.
      * unfold weight at 1. rewrite Map.gso by auto. fold (weight k e). lia.
Qed.

(* The checker's comparison of the two lists. *)
Variables p q : list positive.
Variable qm : Map.t positive.
Hypothesis p_on_board : incl p (candidates n).
Hypothesis q_on_board : incl q (candidates n).
Hypothesis p_cells : NoDup (map (cell_key ctx) p).
Hypothesis q_cells : NoDup (map (cell_key ctx) q).
Hypothesis qm_right : forall k x, Map.find k qm = Some x <-> In x q /\ cell_key ctx x = k.
Hypothesis as_long : length p = length q.
Hypothesis same_cells : forall x, In x p -> exists y, In y q /\ cell_key ctx y = cell_key ctx x.
Hypothesis balanced : all_values (Z.eqb 0) (excess ctx p q) = true.

Lemma groups_balanced k : number_true (holds_group b k) p = number_true (holds_group b k) q.
Proof.
  assert (E : weight k (excess ctx p q) = 0%Z).
  { unfold weight. destruct (Map.find k (excess ctx p q)) as [v|] eqn:F; auto.
    apply (all_values_ok _ _ balanced) in F. now apply Z.eqb_eq in F. }
  unfold excess in E. rewrite !add_groups_weight in E by auto. unfold weight in E. rewrite Map.gempty in E. lia.
Qed.

Definition member (l : list positive) (x : positive) : bool := existsb (Pos.eqb x) l.
Lemma member_in l x : member l x = true <-> In x l.
Proof.
  unfold member. rewrite existsb_exists. split.
  - intros (y & H & E). apply Pos.eqb_eq in E. now subst.
  - intro H. exists x. split; auto. apply Pos.eqb_refl.
Qed.

(* The number of members of a group in a list is the number of candidates of the list in the
   group. *)
Lemma members_in_list l k : incl l (candidates n) -> NoDup l ->
  number_true (member l) (group_members b k) = number_true (holds_group b k) l.
Proof.
  intros Hi Hd. induction l as [|x l IH].
  - unfold number_true. simpl. apply total_zero. reflexivity.
  - inversion Hd as [|? ? Hx Hl]; subst. unfold number_true in *. simpl total.
    rewrite <- IH by (auto; intros y Hy; apply Hi; now right).
    rewrite (total_ext _ (fun y => one_if (Pos.eqb y x) + one_if (member l y))%Z).
    + rewrite total_plus. f_equal. destruct (holds_group b k x) eqn:F.
      * rewrite (total_only _ _ x); [now rewrite Pos.eqb_refl | apply group_members_nodup | |].
        -- apply in_group_members. split; [apply Hi; now left | now apply holds_group_in].
        -- intros y _ Hy. apply Pos.eqb_neq in Hy. now rewrite Hy.
      * apply total_zero. intros y Hy. destruct (Pos.eqb_spec y x) as [->|]; auto.
        apply in_group_members in Hy as [_ Hy]. apply holds_group_in in Hy. congruence.
    + intros y Hy. unfold member. simpl existsb. destruct (Pos.eqb_spec y x) as [->|]; simpl; [|lia].
      destruct (existsb (Pos.eqb x) l) eqn:F; auto. apply (member_in l x) in F. contradiction.
Qed.

Lemma nodup_of_cells l : NoDup (map (cell_key ctx) l) -> NoDup l.
Proof. apply NoDup_map_inv. Qed.

Lemma one_per_cell l x y : NoDup (map (cell_key ctx) l) -> In x l -> In y l -> cell_key ctx x = cell_key ctx y -> x = y.
Proof.
  induction l as [|z l IH]; simpl; intros Hd Hx Hy E; [easy|]. inversion Hd as [|? ? Hz Hl]; subst.
  destruct Hx as [->|Hx], Hy as [->|Hy]; auto; elim Hz; apply in_map_iff; eauto.
Qed.

Lemma cells_of_q x : In x q -> exists y, In y p /\ cell_key ctx y = cell_key ctx x.
Proof.
  intro Hx. assert (I : incl (map (cell_key ctx) q) (map (cell_key ctx) p)).
  { apply NoDup_length_incl; auto; [now rewrite !map_length, as_long|].
    intros k Hk. apply in_map_iff in Hk as (y & <- & Hy). destruct (same_cells y Hy) as (z & Hz & E).
    apply in_map_iff. eauto. }
  assert (H : In (cell_key ctx x) (map (cell_key ctx) p)) by (apply I, in_map; auto).
  apply in_map_iff in H as (y & E & Hy). eauto.
Qed.

(* The grid after the exchange. *)
Definition exchanged (g : grid) : grid :=
  fun c => match Map.find (N.succ_pos (fst c * n + snd c)) qm with Some x => digit_of n x | None => g c end.

Lemma key_of_place x : In x (candidates n) -> N.succ_pos (fst (place_of n x) * n + snd (place_of n x)) = cell_key ctx x.
Proof.
  intro Hx. unfold cell_key. rewrite on_b. change (digits_of (build b)) with n. f_equal.
  destruct (place_on_board b x Hx) as [[Hr Hc] _]. fold n in Hr, Hc. unfold place_of in Hc |- *. cbn [fst snd] in Hc |- *.
  assert (Hn : n <> 0) by lia. rewrite N.mul_comm. symmetry. now apply N.div_mod.
Qed.

Variable g : grid.
Hypothesis g_solution : solution b g.
Hypothesis p_true : forall x, In x p -> holds_in b g x = true.

Lemma exchanged_true x : In x (candidates n) ->
  one_if (true_in b (exchanged g) x) = (one_if (true_in b g x) + one_if (member q x) - one_if (member p x))%Z.
Proof.
  intro Hx. unfold true_in at 1, exchanged. fold n. rewrite (key_of_place x Hx).
  destruct (Map.find (cell_key ctx x) qm) as [y|] eqn:F.
  - apply qm_right in F as [Hy E].
    assert (Hq : member q x = (digit_of n y =? digit_of n x)).
    { apply eq_true_iff_eq. rewrite member_in, N.eqb_eq. split; intro H.
      - now rewrite (one_per_cell q y x).
      - replace x with y; auto. apply (same_candidate b); auto. fold n. apply cell_key_place; auto. }
    destruct (cells_of_q y Hy) as (z & Hz & Ez).
    assert (Hp : member p x = true_in b g x).
    { apply eq_true_iff_eq. rewrite member_in. unfold true_in. fold n. rewrite N.eqb_eq.
      assert (Tz := p_true z Hz). apply holds_in_true in Tz as [Hzc Tz]. fold n in Hzc, Tz.
      assert (Pz : place_of n z = place_of n x) by (apply cell_key_place; auto; congruence). split; intro H.
      - apply p_true in H. now apply holds_in_true in H.
      - replace x with z; auto. apply (same_candidate b); auto. fold n. congruence. }
    rewrite Hq, Hp. destruct (digit_of n y =? digit_of n x), (true_in b g x); reflexivity.
  - assert (Hq : member q x = false).
    { destruct (member q x) eqn:M; auto. apply member_in in M.
      assert (Map.find (cell_key ctx x) qm = Some x) by (apply qm_right; auto). congruence. }
    assert (Hp : member p x = false).
    { destruct (member p x) eqn:M; auto. apply member_in in M. destruct (same_cells x M) as (y & Hy & E).
      assert (Map.find (cell_key ctx x) qm = Some y) by (apply qm_right; auto). congruence. }
    rewrite Hq, Hp. unfold true_in. fold n. simpl. lia.
Qed.

Theorem exchanged_solution : solution b (exchanged g).
Proof.
  apply solution_if_one_in_group.
  - intros c Hc. unfold exchanged. fold n. destruct (Map.find _ qm) as [x|] eqn:F.
    + apply qm_right in F as [Hx _]. now apply (place_on_board b), q_on_board.
    + now apply g_solution.
  - intros kind i h d Hi Hd Hh. fold n in Hi, Hd |- *.
    assert (One : number_true (true_in b g) (group_members b (group n kind i d)) = 1%Z).
    { destruct (Map.find (group n kind i d) (members_of (build b))) as [ms|] eqn:F.
      - pose proof (some_members b _ _ F) as [E _]. rewrite <- E. now apply (one_in_group b g (group n kind i d)).
      - exfalso. destruct (proj2 g_solution h d) as (c & (Hc & Hl & Hg) & _); auto.
        { destruct kind as [|[[]|[]|]]; simpl in Hh; try discriminate; injection Hh as <-; auto. }
        destruct (candidate_true b g c d Hc Hd) as (Hin & Hcp & Hcd & _). fold n in Hin, Hcp, Hcd.
        assert (Hm : In (candidate n (fst c * n + snd c) d) (group_members b (group n kind i d))).
        { apply in_group_members. split; auto. eapply in_groups_house; eauto. fold n. rewrite Hcp, Hcd. auto. }
        rewrite <- members_right in Hm. unfold list_at in Hm. now rewrite F in Hm. }
    unfold number_true in *.
    rewrite (total_ext _ (fun x => (one_if (true_in b g x) + (one_if (member q x) + (-1) * one_if (member p x)))%Z)).
    + rewrite total_plus, One, total_plus, total_scale.
      pose proof (members_in_list q (group n kind i d) q_on_board (nodup_of_cells q q_cells)) as Mq.
      pose proof (members_in_list p (group n kind i d) p_on_board (nodup_of_cells p p_cells)) as Mp.
      pose proof (groups_balanced (group n kind i d)) as B. unfold number_true in *. lia.
    + intros x Hx. rewrite exchanged_true by now apply in_group_members in Hx. lia.
Qed.

(* The new grid is different if the lists differ. *)
Lemma exchanged_differs x : In x p -> ~ In x q -> ~ same b g (exchanged g).
Proof.
  intros Hx Hq H. assert (Tx := p_true x Hx). apply holds_in_true in Tx as [Hc Tx]. fold n in Hc, Tx.
  destruct (place_on_board b x Hc) as [Hp _]. fold n in Hp. specialize (H _ Hp).
  destruct (same_cells x Hx) as (y & Hy & E).
  unfold exchanged in H. rewrite (key_of_place x Hc) in H.
  assert (F : Map.find (cell_key ctx x) qm = Some y) by (apply qm_right; auto). rewrite F in H.
  apply Hq. replace x with y; auto. apply (same_candidate b); auto.
  - fold n. apply cell_key_place; auto.
  - fold n. congruence.
Qed.

(* Every candidate of the new grid is in the first grid or in Q. *)
Lemma exchanged_uses x : holds_in b (exchanged g) x = true -> holds_in b g x = true \/ In x q.
Proof.
  intro H. apply holds_in_true in H as [Hx H]. fold n in Hx, H. unfold exchanged in H. rewrite (key_of_place x Hx) in H.
  destruct (Map.find (cell_key ctx x) qm) as [y|] eqn:F.
  - right. apply qm_right in F as [Hy E]. replace x with y; auto. apply (same_candidate b); auto. fold n. apply cell_key_place; auto.
  - left. apply holds_in_true. auto.
Qed.
End Exchange.
