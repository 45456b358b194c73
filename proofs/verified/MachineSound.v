(* A machine accepts exactly the values that the clue allows. *)
From Coq Require Import NArith ZArith List Bool Lia Sorting.Sorted.
From Qedoku Require Import Meaning Constraints Machines Definitions.
Import ListNotations.
Open Scope Z_scope.

(* A machine that continues from a state. *)
Definition goes_on (n : Z) (k : machine_kind) (S : Z) (state ds : list Z) : bool :=
  match machine_run n k S state ds with Some q => machine_accepts k S q | None => false end.
Lemma goes_on_cons n k S state d ds :
  goes_on n k S state (d :: ds) = match machine_step n k S state d with Some q => goes_on n k S q ds | None => false end.
Proof. unfold goes_on. simpl. now destruct (machine_step n k S state d). Qed.

Definition positive_values (ds : list Z) : Prop := forall d, In d ds -> 1 <= d.
Lemma positive_tail d ds : positive_values (d :: ds) -> positive_values ds.
Proof. intros H x Hx. apply H. now right. Qed.
Lemma positive_head d ds : positive_values (d :: ds) -> 1 <= d.
Proof. intro H. apply H. now left. Qed.
Lemma sum_positive ds : positive_values ds -> 0 <= sum_of ds.
Proof.
  intro H. induction ds as [|d ds IH]; [cbn; lia|]. change (sum_of (d :: ds)) with (d + sum_of ds).
  pose proof (positive_head _ _ H). specialize (IH (positive_tail _ _ H)). lia.
Qed.

(* Tactic: decides the comparisons of a step. *)
Ltac decide_step := repeat match goal with
  | |- context [?a =? ?b] => destruct (Z.eqb_spec a b); try lia
  | |- context [?a <? ?b] => destruct (Z.ltb_spec a b); try lia
  | |- context [?a <=? ?b] => destruct (Z.leb_spec a b); try lia
  end; cbn [negb andb orb when].

Lemma sorted_two (R : Z -> Z -> Prop) a c l : Sorted R (a :: c :: l) <-> R a c /\ Sorted R (c :: l).
Proof.
  split; [intro H; inversion H as [|? ? H1 H2]; subst; inversion H2; auto | intros [H1 H2]; constructor; auto].
Qed.

Section Machines.
Variables n S : Z.

Lemma mod_right ds : 0 < S -> goes_on n Mod S machine_start ds = true <-> (S | sum_of ds).
Proof.
  intro HS. assert (G : forall ds p, goes_on n Mod S [p mod S; 0; 0] ds = ((p + sum_of ds) mod S =? 0)).
  { clear ds. induction ds as [|d ds IH]; intro p.
    - unfold goes_on. simpl. f_equal. f_equal. lia.
    - rewrite goes_on_cons. cbn [machine_step]. rewrite Z.add_mod_idemp_l by lia. rewrite IH. simpl. f_equal. f_equal. unfold sum_of. lia. }
  specialize (G ds 0). rewrite Z.mod_0_l in G by lia. unfold machine_start. rewrite G, Z.eqb_eq. simpl. apply Z.mod_divide. lia.
Qed.

Lemma mono_rest w p ds : 1 <= p -> positive_values ds -> w = 1 \/ w = 2 ->
  goes_on n Mono S [p; w; 0] ds = true <-> Sorted (if w =? 1 then Z.gt else Z.lt) (p :: ds).
Proof.
  revert p. induction ds as [|d ds IH]; intros p Hp Hd Hw.
  - unfold goes_on. simpl. split; auto.
  - pose proof (positive_head _ _ Hd). specialize (IH d H (positive_tail _ _ Hd) Hw).
    rewrite goes_on_cons, sorted_two. cbn [machine_step]. rewrite <- IH. destruct Hw as [-> | ->]; decide_step; intuition (try discriminate; lia).
Qed.
Lemma mono_right ds : positive_values ds -> goes_on n Mono S machine_start ds = true <-> Sorted Z.lt ds \/ Sorted Z.gt ds.
Proof.
  intro Hd. destruct ds as [|d [|e ds]]; [unfold goes_on; simpl; split; auto|unfold goes_on; simpl; split; auto|].
  pose proof (positive_head _ _ Hd). pose proof (positive_tail _ _ Hd) as Hd'. pose proof (positive_head _ _ Hd'). pose proof (positive_tail _ _ Hd').
  rewrite goes_on_cons. cbn [machine_step machine_start]. rewrite Z.eqb_refl, goes_on_cons, !sorted_two. cbn [machine_step].
  decide_step; rewrite ?(mono_rest 1), ?(mono_rest 2) by auto; simpl Z.eqb; cbv iota; intuition (try discriminate; lia).
Qed.

Lemma zigzag_rest w p ds : 1 <= p -> positive_values ds -> w = 1 \/ w = 2 ->
  goes_on n Zigzag S [p; w; 0] ds = true <-> alternates (w =? 1) (p :: ds).
Proof.
  revert w p. induction ds as [|d ds IH]; intros w p Hp Hd Hw.
  - unfold goes_on. simpl. split; auto.
  - pose proof (positive_head _ _ Hd) as Hd1. pose proof (positive_tail _ _ Hd) as Hd2.
    rewrite goes_on_cons. cbn [machine_step alternates].
    pose proof (IH 1 d Hd1 Hd2 (or_introl eq_refl)) as I1. pose proof (IH 2 d Hd1 Hd2 (or_intror eq_refl)) as I2. simpl Z.eqb in I1, I2.
    destruct Hw as [-> | ->]; simpl Z.eqb; cbn [negb]; decide_step; rewrite ?I1, ?I2; intuition (try discriminate; lia).
Qed.
Lemma zigzag_right ds : positive_values ds -> goes_on n Zigzag S machine_start ds = true <-> alternates true ds \/ alternates false ds.
Proof.
  intro Hd. destruct ds as [|d [|e ds]]; [unfold goes_on; simpl; split; auto|unfold goes_on; simpl; split; auto|].
  pose proof (positive_head _ _ Hd). pose proof (positive_tail _ _ Hd) as Hd'. pose proof (positive_head _ _ Hd'). pose proof (positive_tail _ _ Hd').
  rewrite goes_on_cons. cbn [machine_step machine_start]. rewrite Z.eqb_refl, goes_on_cons. cbn [machine_step].
  change (alternates true (d :: e :: ds)) with (d < e /\ alternates false (e :: ds)).
  change (alternates false (d :: e :: ds)) with (e < d /\ alternates true (e :: ds)).
  decide_step; rewrite ?(zigzag_rest 1), ?(zigzag_rest 2) by auto; simpl Z.eqb; intuition (try discriminate; lia).
Qed.

Lemma arith_rest k p ds : goes_on n Arith S [p; 2; k] ds = true <-> Sorted (fun a c => c - a = k) (p :: ds).
Proof.
  revert p. induction ds as [|d ds IH]; intro p.
  - unfold goes_on. simpl. split; auto.
  - rewrite goes_on_cons, sorted_two, <- IH. cbn [machine_step]. simpl Z.eqb. cbv iota. decide_step; intuition (try discriminate; lia).
Qed.
Lemma arith_right ds : goes_on n Arith S machine_start ds = true <-> exists k, Sorted (fun a c => c - a = k) ds.
Proof.
  destruct ds as [|d [|e ds]].
  - unfold goes_on. simpl. split; auto. intros _. exists 0. constructor.
  - unfold goes_on. simpl. split; auto. intros _. exists 0. auto.
  - rewrite !goes_on_cons. cbn [machine_step machine_start]. simpl Z.eqb. cbv iota. rewrite goes_on_cons. cbn [machine_step]. simpl Z.eqb. cbv iota.
    rewrite arith_rest. split.
    + intro H. exists (e - d). apply sorted_two. auto.
    + intros (k & H). apply sorted_two in H as [H1 H2]. now rewrite H1.
Qed.

Lemma visible_positive high ds : 0 <= visible high ds.
Proof. revert high. induction ds as [|d ds IH]; intro high; cbn [visible]; [lia|]. destruct (high <? d); [specialize (IH d) | specialize (IH high)]; lia. Qed.
Lemma skyscraper_right p q ds : goes_on n Skyscraper S [p; q; 0] ds = true <-> q + visible p ds = S.
Proof.
  revert p q. induction ds as [|d ds IH]; intros p q.
  - unfold goes_on. simpl. rewrite Z.eqb_eq. lia.
  - rewrite goes_on_cons. cbn [machine_step].
    change (visible p (d :: ds)) with (if p <? d then 1 + visible d ds else visible p ds). destruct (Z.ltb_spec p d).
    + pose proof (visible_positive d ds). destruct (Z.leb_spec (q + 1) S); cbn [when]; [rewrite IH; split; intro; lia | split; [discriminate | lia]].
    + apply IH.
Qed.

Lemma between_rest p q m : 0 < q -> goes_on n Between S [p; q; 0] m = true <-> forall d, In d m -> p < d < q.
Proof.
  intro Hq. induction m as [|d m IH].
  - unfold goes_on. simpl. rewrite Z.ltb_lt. intuition.
  - rewrite goes_on_cons. cbn [machine_step]. rewrite (proj2 (Z.eqb_neq q 0)) by lia. rewrite andb_false_r.
    destruct (Z.ltb_spec p d); destruct (Z.ltb_spec d q); cbn [andb when]; try (split; [discriminate | intro H'; specialize (H' d (or_introl eq_refl)); lia]).
    rewrite IH. split; [intros H' x [<-|Hx]; auto | intros H' x Hx; apply H'; now right].
Qed.
Lemma between_right a z m : 1 <= a -> 1 <= z ->
  goes_on n Between S machine_start (a :: z :: m) = true <-> forall d, In d m -> Z.min a z < d < Z.max a z.
Proof.
  intros Ha Hz. rewrite goes_on_cons. cbn [machine_step machine_start]. simpl Z.eqb. cbn [andb]. rewrite goes_on_cons. cbn [machine_step].
  rewrite (proj2 (Z.eqb_neq a 0)) by lia. simpl Z.eqb. cbn [andb]. apply between_rest. lia.
Qed.

Lemma xsum_done q ds : 1 <= q -> goes_on n XSum S [0; q; 0] ds = true.
Proof.
  intro Hq. induction ds as [|d ds IH]; [reflexivity|]. rewrite goes_on_cons. cbn [machine_step].
  rewrite (proj2 (Z.eqb_neq q 0)) by lia. simpl. exact IH.
Qed.
Lemma xsum_rest p q ds : 0 < p -> 1 <= q -> positive_values ds ->
  goes_on n XSum S [p; q; 0] ds = true <-> p <= Z.of_nat (length ds) /\ q + sum_of (firstn (Z.to_nat p) ds) = S.
Proof.
  revert p q. induction ds as [|d ds IH]; intros p q Hp Hq Hd.
  - unfold goes_on. simpl. rewrite Z.eqb_eq. lia.
  - pose proof (positive_head _ _ Hd) as Hd1. pose proof (positive_tail _ _ Hd) as Hd2.
    rewrite goes_on_cons. cbn [machine_step]. rewrite (proj2 (Z.eqb_neq p 0)) by lia. cbn [andb]. rewrite (proj2 (Z.ltb_lt 0 p)) by lia.
    replace (Z.to_nat p) with (Datatypes.S (Z.to_nat (p - 1))) by lia. cbn [firstn].
    change (sum_of (d :: firstn (Z.to_nat (p - 1)) ds)) with (d + sum_of (firstn (Z.to_nat (p - 1)) ds)).
    assert (Hf : 0 <= sum_of (firstn (Z.to_nat (p - 1)) ds)).
    { apply sum_positive. intros x Hx. apply Hd2. rewrite <- (firstn_skipn (Z.to_nat (p - 1)) ds). apply in_or_app. auto. }
    cbn [length]. destruct (Z.eqb_spec (p - 1) 0) as [E|E].
    + rewrite E. simpl firstn. change (sum_of []) with 0. destruct (Z.leb_spec (q + d) S); destruct (Z.eqb_spec (q + d) S); cbn [negb orb andb when];
        try (split; [discriminate | lia]). rewrite xsum_done by lia. intuition lia.
    + cbn [negb orb]. rewrite andb_true_r. destruct (Z.leb_spec (q + d) S); cbn [when]; [|split; [discriminate | lia]].
      rewrite IH by (auto; lia). intuition lia.
Qed.
Lemma xsum_right ds : ds <> [] -> positive_values ds -> goes_on n XSum S machine_start ds = true <->
  exists x rest, ds = x :: rest /\ x <= Z.of_nat (length ds) /\ sum_of (firstn (Z.to_nat x) ds) = S.
Proof.
  intros Hne Hd. destruct ds as [|x rest]; [congruence|]. pose proof (positive_head _ _ Hd) as Hx. pose proof (positive_tail _ _ Hd) as Hr.
  assert (E : goes_on n XSum S machine_start (x :: rest) = true <-> x <= Z.of_nat (length (x :: rest)) /\ sum_of (firstn (Z.to_nat x) (x :: rest)) = S).
  { rewrite goes_on_cons. cbn [machine_step machine_start]. simpl Z.eqb. cbn [andb].
    replace (Z.to_nat x) with (Datatypes.S (Z.to_nat (x - 1))) by lia. cbn [firstn length].
    change (sum_of (x :: firstn (Z.to_nat (x - 1)) rest)) with (x + sum_of (firstn (Z.to_nat (x - 1)) rest)).
    assert (Hf : 0 <= sum_of (firstn (Z.to_nat (x - 1)) rest)).
    { apply sum_positive. intros d Hin. apply Hr. rewrite <- (firstn_skipn (Z.to_nat (x - 1)) rest). apply in_or_app. auto. }
    destruct (Z.eqb_spec (x - 1) 0) as [E|E].
    - rewrite E. simpl firstn. change (sum_of []) with 0. destruct (Z.leb_spec x S); destruct (Z.eqb_spec x S); cbn [negb orb andb when];
        try (split; [discriminate | lia]). rewrite xsum_done by lia. intuition lia.
    - cbn [negb orb]. rewrite andb_true_r. destruct (Z.leb_spec x S); cbn [when]; [|split; [discriminate | lia]].
      rewrite xsum_rest by (auto; lia). intuition lia. }
  rewrite E. split; [intros [H1 H2]; exists x, rest; auto | intros (y & l & F & H1 & H2); injection F as <- <-; auto].
Qed.

Definition is_end (d : Z) : Prop := d = 1 \/ d = n.
Lemma end_test d : (d =? 1) || (d =? n) = true <-> is_end d.
Proof. unfold is_end. rewrite orb_true_iff, !Z.eqb_eq. reflexivity. Qed.
Lemma sandwich_last ds : goes_on n Sandwich S [2; 0; 0] ds = true <-> forall d, In d ds -> ~ is_end d.
Proof.
  induction ds as [|d ds IH]; [unfold goes_on; simpl; intuition|]. rewrite goes_on_cons. cbn [machine_step].
  destruct ((d =? 1) || (d =? n)) eqn:E.
  - apply end_test in E. simpl. split; [discriminate | intro H; elim (H d (or_introl eq_refl) E)].
  - assert (~ is_end d) by (rewrite <- end_test; congruence). simpl Z.eqb. cbv iota. rewrite IH.
    split; [intros H' x [<-|Hx]; auto | intros H' x Hx; apply H'; now right].
Qed.
Lemma sandwich_middle q ds : positive_values ds -> goes_on n Sandwich S [1; q; 0] ds = true <->
  exists m y c, ds = m ++ y :: c /\ is_end y /\ q + sum_of m = S /\ forall d, In d (m ++ c) -> ~ is_end d.
Proof.
  revert q. induction ds as [|d ds IH]; intros q Hd.
  - unfold goes_on. simpl. split; [discriminate|]. intros (m & y & c & E & _). now destruct m.
  - pose proof (positive_head _ _ Hd) as Hd1. pose proof (positive_tail _ _ Hd) as Hd2.
    rewrite goes_on_cons. cbn [machine_step]. simpl (1 =? 0). simpl (1 =? 1). cbv iota. destruct ((d =? 1) || (d =? n)) eqn:E.
    + apply end_test in E. split.
      * destruct (Z.eqb_spec q S) as [Eq|]; cbn [when]; [|discriminate]. rewrite sandwich_last. intro H.
        exists [], d, ds. simpl. repeat split; auto. cbn. lia.
      * intros ([|x m] & y & c & Ed & Hy & Hs & Hn).
        -- simpl in Ed. injection Ed as <- <-. rewrite (proj2 (Z.eqb_eq q S)) by (change (sum_of []) with 0 in Hs; lia). cbn [when].
           apply sandwich_last. auto.
        -- simpl in Ed. injection Ed as <- Ed. elim (Hn d (or_introl eq_refl) E).
    + assert (N : ~ is_end d) by (rewrite <- end_test; congruence). split.
      * destruct (Z.leb_spec (q + d) S); cbn [when]; [|discriminate]. rewrite IH by auto. intros (m & y & c & -> & Hy & Hs & Hn).
        exists (d :: m), y, c. split; [reflexivity|]. split; auto. split.
        -- change (sum_of (d :: m)) with (d + sum_of m). lia.
        -- intros x [<-|Hx]; auto.
      * intros ([|x m] & y & c & Ed & Hy & Hs & Hn).
        -- simpl in Ed. injection Ed as <- <-. contradiction.
        -- simpl in Ed. injection Ed as <- ->. change (sum_of (d :: m)) with (d + sum_of m) in Hs.
           assert (0 <= sum_of m) by (apply sum_positive; intros x Hx; apply Hd2, in_or_app; auto).
           rewrite (proj2 (Z.leb_le (q + d) S)) by lia. cbn [when]. apply IH; auto. exists m, y, c. repeat split; auto; [lia|].
           intros x Hx. apply Hn. now right.
Qed.
Lemma sandwich_right ds : positive_values ds -> goes_on n Sandwich S machine_start ds = true <->
  exists a x m y c, ds = a ++ x :: m ++ y :: c /\ is_end x /\ is_end y /\ sum_of m = S /\ forall d, In d (a ++ m ++ c) -> ~ is_end d.
Proof.
  intro Hd. induction ds as [|d ds IH].
  - unfold goes_on. simpl. split; [discriminate|]. intros (a & x & m & y & c & E & _). now destruct a.
  - pose proof (positive_tail _ _ Hd) as Hd2. specialize (IH Hd2). rewrite goes_on_cons. cbn [machine_step machine_start].
    simpl (0 =? 0). simpl (0 =? 1). cbv iota. destruct ((d =? 1) || (d =? n)) eqn:E.
    + apply end_test in E. rewrite sandwich_middle by auto. split.
      * intros (m & y & c & -> & Hy & Hs & Hn). exists [], d, m, y, c. simpl. repeat split; auto.
      * intros ([|z a] & x & m & y & c & Ed & Hx & Hy & Hs & Hn); simpl in Ed; injection Ed as <- Ed.
        -- exists m, y, c. subst. simpl in Hn. repeat split; auto.
        -- elim (Hn d (or_introl eq_refl) E).
    + assert (N : ~ is_end d) by (rewrite <- end_test; congruence). fold machine_start. rewrite IH. split.
      * intros (a & x & m & y & c & -> & Hx & Hy & Hs & Hn). exists (d :: a), x, m, y, c. simpl. repeat split; auto. intros z [<-|Hz]; auto.
      * intros ([|z a] & x & m & y & c & Ed & Hx & Hy & Hs & Hn); simpl in Ed; injection Ed as <- Ed; [contradiction|].
        exists a, x, m, y, c. repeat split; auto. intros z Hz. apply Hn. now right.
Qed.
End Machines.
