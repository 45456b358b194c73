(* The rules of the steps are correct for any assignment that makes exactly one member of each
   group true: its true candidates stay live. *)
From Coq Require Import NArith PArith ZArith List Bool Lia MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board BoardFacts Steps.
Import ListNotations.

Lemma mem_remove z y (l : Set_.t) : Set_.mem z (Set_.remove y l) = true <-> Set_.mem z l = true /\ z <> y.
Proof. exact (Set_.remove_spec l y z). Qed.

Lemma mem_remove_if_live z y l : Set_.mem z (remove_if_live l y) = true <-> Set_.mem z l = true /\ z <> y.
Proof.
  unfold remove_if_live. destruct (Set_.mem y l) eqn:E; [apply mem_remove|].
  split; [|tauto]. intro H. split; auto. congruence.
Qed.

Lemma remove_all_ok targets l l' : remove_all targets l = Ok l' ->
  (forall z, Set_.mem z l' = true <-> Set_.mem z l = true /\ ~ In z targets) /\ NoDup targets.
Proof.
  revert l. induction targets as [|x targets IH]; simpl; intros l H.
  - injection H as <-. split; [tauto | constructor].
  - apply bind_ok in H as (u & Hn & H). destruct u. apply need_ok in Hn. destruct (IH _ H) as [Hl Hd]. split.
    + intro z. rewrite Hl, mem_remove. split; [intros [[? ?] ?] | intros [? ?]]; repeat split; auto;
        intro; intuition congruence.
    + constructor; auto. intro Hx. clear Hd IH.
      assert (G : forall targets l, remove_all targets l = Ok l' -> In x targets -> Set_.mem x l = true).
      { clear. induction targets as [|y targets IH]; simpl; intros l H [].
        - subst y. apply bind_ok in H as ([] & H & _). now apply need_ok in H.
        - apply bind_ok in H as ([] & _ & H). apply IH in H; auto. now apply mem_remove in H. }
      apply G in H; auto. apply mem_remove in H. tauto.
Qed.

Lemma all_values_ok {A} (p : A -> bool) m : all_values p m = true -> forall x v, Map.find x m = Some v -> p v = true.
Proof.
  induction m as [|l IHl v r IHr]; intros H x w F.
  - now rewrite Map.gleaf in F.
  - simpl in H. apply andb_prop in H as [H Hr]. apply andb_prop in H as [Hv Hl].
    destruct x as [x|x|]; simpl in F; [eapply IHr | eapply IHl | subst v]; eauto.
Qed.

Lemma negative_ok targets ws : negative targets ws = false ->
  forall x t, In t targets -> t <> x -> (0 <= weight x ws)%Z.
Proof.
  unfold negative, weight. intros H x t Ht Hx. destruct (Map.find x ws) as [v|] eqn:E; [|lia].
  destruct (all_values (Z.leb 0) ws) eqn:A.
  - apply (all_values_ok _ _ A) in E. now apply Z.leb_le.
  - destruct (Z.ltb_spec v 0) as [L|L]; auto.
    assert (B : existsb (fun it => (snd it <? 0)%Z && existsb (fun y => negb (y =? fst it)%positive) targets) (Map.elements ws) = true).
    { apply existsb_exists. exists (x, v). split; [now apply Map.elements_correct|]. simpl.
      apply andb_true_intro. split; [now apply Z.ltb_lt|]. apply existsb_exists. exists t. split; auto.
      apply negb_true_iff. now apply Pos.eqb_neq. }
    congruence.
Qed.

(* The weight of a live candidate is a(x) of FORMAT.md. *)
Definition coefficient (ms : list term) (x : positive) : Z :=
  total (fun m => times m * number_true (Pos.eqb x) (members m))%Z ms.

Lemma add_members_weight l m xs ws x : Set_.mem x l = true ->
  weight x (fold_left (add_member l m) xs ws) = (weight x ws + m * number_true (Pos.eqb x) xs)%Z.
Proof.
  intro Hx. revert ws. induction xs as [|y xs IH]; intro ws; simpl fold_left.
  - unfold number_true. simpl. lia.
  - rewrite IH. unfold add_member. destruct (Pos.eqb_spec x y) as [->|E].
    + rewrite Hx. unfold weight at 1. rewrite Map.gss. unfold number_true. simpl total. rewrite Pos.eqb_refl. simpl one_if. lia.
    + replace (weight x (if Set_.mem y l then Map.add y (m + weight y ws)%Z ws else ws)) with (weight x ws).
      * unfold number_true. simpl total. rewrite (proj2 (Pos.eqb_neq x y) E). simpl one_if. lia.
      * destruct (Set_.mem y l); auto. unfold weight. now rewrite Map.gso.
Qed.

Lemma weights_right l ms x : Set_.mem x l = true -> weight x (weights l ms) = coefficient ms x.
Proof.
  intro Hx. unfold weights. enough (G : forall ws, weight x (fold_left
    (fun ws m => fold_left (add_member l (times m)) (members m) ws) ms ws) = (weight x ws + coefficient ms x)%Z).
  { rewrite G. unfold weight. rewrite Map.gempty. lia. }
  induction ms as [|m ms IH]; intro ws; simpl fold_left; unfold coefficient in *; simpl total; [lia|].
  rewrite IH, add_members_weight by auto. lia.
Qed.

Lemma bound_total ms : bound ms = total (fun m => times m * most m)%Z ms.
Proof.
  enough (G : forall k, fold_left (fun k m => k + times m * most m)%Z ms k = (k + total (fun m => times m * most m) ms)%Z) by apply G.
  induction ms as [|m ms IH]; intro k; simpl; [|rewrite IH]; lia.
Qed.

Section Truth.
Variable tr : positive -> bool.

(* The number of true candidates in a list, computed by value. *)
Lemma number_by_value d l : NoDup d -> incl l d ->
  total (fun x => number_true (Pos.eqb x) l * one_if (tr x))%Z d = number_true tr l.
Proof.
  intros Hd. induction l as [|y l IH]; intro Hi.
  - unfold number_true. simpl. apply total_zero. reflexivity.
  - rewrite (total_ext _ (fun x => one_if (Pos.eqb x y) * one_if (tr x) + number_true (Pos.eqb x) l * one_if (tr x))%Z).
    + rewrite total_plus, IH by (intros z Hz; apply Hi; now right).
      unfold number_true at 2. simpl total. f_equal. rewrite (total_only _ d y); auto.
      * rewrite Pos.eqb_refl. simpl one_if. lia.
      * apply Hi. now left.
      * intros z _ Hz. apply Pos.eqb_neq in Hz. rewrite Hz. reflexivity.
    + intros x _. unfold number_true. simpl total. lia.
Qed.

Lemma coefficients_add_up d ms : NoDup d -> (forall m, In m ms -> incl (members m) d) ->
  total (fun x => coefficient ms x * one_if (tr x))%Z d = total (fun m => times m * number_true tr (members m))%Z ms.
Proof.
  intros Hd. induction ms as [|m ms IH]; intro Hi.
  - simpl. apply total_zero. reflexivity.
  - rewrite (total_ext _ (fun x => times m * (number_true (Pos.eqb x) (members m) * one_if (tr x)) + coefficient ms x * one_if (tr x))%Z).
    + rewrite total_plus, total_scale, number_by_value by (auto; apply Hi; now left).
      rewrite IH by (intros m' Hm; apply Hi; now right). reflexivity.
    + intros x _. unfold coefficient. simpl total. lia.
Qed.

(* The inequality of a term. *)
Definition term_holds (m : term) : Prop := (times m * number_true tr (members m) <= times m * most m)%Z.

Lemma terms_hold ms : (forall m, In m ms -> term_holds m) ->
  (total (fun m => times m * number_true tr (members m))%Z ms <= bound ms)%Z.
Proof.
  rewrite bound_total. induction ms as [|m ms IH]; intro H; simpl; [lia|].
  pose proof (H m (or_introl eq_refl)) as Hm. unfold term_holds in Hm.
  specialize (IH (fun m' h => H m' (or_intror h))). lia.
Qed.

(* The rule of counting: a target is false if its weight is above the bound and no other true
   candidate has a negative weight. *)
Theorem count_rule ms t : (forall m, In m ms -> term_holds m) ->
  (bound ms < coefficient ms t)%Z ->
  (forall x, tr x = true -> x <> t -> 0 <= coefficient ms x)%Z ->
  tr t = false.
Proof.
  intros Hms Ht Hx. destruct (tr t) eqn:E; auto. exfalso.
  set (d := nodup Pos.eq_dec (t :: flat_map members ms)).
  assert (Hd : NoDup d) by apply NoDup_nodup.
  assert (Hsum := coefficients_add_up d ms Hd).
  assert (Hi : forall m, In m ms -> incl (members m) d).
  { intros m Hm x Hin. apply nodup_In. right. apply in_flat_map. eauto. }
  specialize (Hsum Hi). pose proof (terms_hold ms Hms) as Hb.
  assert (Hge : (coefficient ms t <= total (fun x => coefficient ms x * one_if (tr x))%Z d)%Z).
  { assert (Hin : In t d) by (apply nodup_In; now left).
    apply in_split in Hin as (d1 & d2 & Ed). rewrite Ed. rewrite total_app. simpl total. rewrite E. simpl one_if.
    assert (Hne : forall x, In x d1 \/ In x d2 -> x <> t).
    { rewrite Ed in Hd. apply NoDup_remove_2 in Hd. intros x Hx' ->. apply Hd, in_or_app. tauto. }
    assert (0 <= total (fun x => coefficient ms x * one_if (tr x))%Z d1)%Z.
    { apply total_nonnegative. intros x Hin. destruct (tr x) eqn:F; simpl; [|lia]. assert (x <> t) by auto. specialize (Hx x F). lia. }
    assert (0 <= total (fun x => coefficient ms x * one_if (tr x))%Z d2)%Z.
    { apply total_nonnegative. intros x Hin. destruct (tr x) eqn:F; simpl; [|lia]. assert (x <> t) by auto. specialize (Hx x F). lia. }
    lia. }
  lia.
Qed.

(* True candidates are live. *)
Definition keeps (l : Set_.t) : Prop := forall x, tr x = true -> Set_.mem x l = true.

Theorem count_keeps targets ms l l' :
  keeps l -> (forall m, In m ms -> term_holds m) ->
  (forall x, In x targets -> Set_.mem x l = true) ->
  forallb (fun x => Z.ltb (bound ms) (weight x (weights l ms))) targets = true ->
  negative targets (weights l ms) = false ->
  remove_all targets l = Ok l' ->
  keeps l'.
Proof.
  intros Hl Hms Hlive Habove Hneg Hr x Hx. apply remove_all_ok in Hr as [Hr _]. apply Hr. split; auto.
  intro Hin. enough (tr x = false) by congruence.
  rewrite forallb_forall in Habove. specialize (Habove x Hin). apply Z.ltb_lt in Habove.
  rewrite weights_right in Habove by auto.
  apply (count_rule ms); auto. intros y Hy Hyx. rewrite <- (weights_right l) by auto.
  apply (negative_ok _ _ Hneg y x); auto.
Qed.

Variable ctx : context.
Hypothesis one_true : forall k ms, Map.find k (members_of (tables ctx)) = Some ms -> number_true tr ms = 1%Z.

Lemma none_live_false l xs k : keeps l -> Map.find k (members_of (tables ctx)) = Some xs -> none_live l xs = true -> False.
Proof.
  intros Hl Hk H. destruct (one_exists _ _ (one_true k xs Hk)) as (x & Hin & Hx).
  unfold none_live in H. rewrite forallb_forall in H. specialize (H x Hin). rewrite (Hl x Hx) in H. discriminate.
Qed.

Lemma only_live_true l xs k x : keeps l -> Map.find k (members_of (tables ctx)) = Some xs -> only_live x l xs = true -> tr x = true.
Proof.
  intros Hl Hk H. destruct (one_exists _ _ (one_true k xs Hk)) as (y & Hin & Hy).
  unfold only_live in H. rewrite forallb_forall in H. specialize (H y Hin). rewrite (Hl y Hy) in H.
  destruct (Pos.eqb_spec x y) as [->|]; auto. discriminate.
Qed.
End Truth.
