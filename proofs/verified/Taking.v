(* Assuming a candidate removes exactly the candidates that it excludes. If the candidate is
   true, all true candidates stay. *)
From Coq Require Import NArith PArith ZArith List Bool Lia MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board BoardFacts Steps Kernel.
Import ListNotations.

(* Two different candidates exclude each other when some group contains both. *)
Definition excludes (b : board) (x z : positive) : Prop :=
  z <> x /\ In z (candidates (size b)) /\ exists k, In k (groups b x) /\ In k (groups b z).

Section Taking.
Variable b : board.
Variable ctx : context.
Hypothesis on_b : tables ctx = build b.

Lemma take_in_right x k l z : Set_.mem z (take_in ctx x l k) = true <->
  Set_.mem z l = true /\ ~ (z <> x /\ In z (group_members b k)).
Proof.
  unfold take_in. rewrite on_b, members_right. generalize (group_members b k). intro ms. revert l.
  induction ms as [|y ms IH]; intro l; simpl fold_left; [simpl; tauto|].
  rewrite IH. destruct (Pos.eqb_spec x y) as [->|E].
  - simpl. intuition congruence.
  - rewrite mem_remove_if_live. simpl. intuition congruence.
Qed.

Lemma take_right x l z : In x (candidates (size b)) ->
  (Set_.mem z (take ctx x l) = true <-> Set_.mem z l = true /\ ~ excludes b x z).
Proof.
  intro Hx. unfold take. rewrite on_b, groups_right by auto.
  assert (G : forall ks l, Set_.mem z (fold_left (take_in ctx x) ks l) = true <->
    Set_.mem z l = true /\ forall k, In k ks -> ~ (z <> x /\ In z (group_members b k))).
  { induction ks as [|k ks IH]; intro l'; simpl fold_left.
    - simpl. intuition.
    - rewrite IH, take_in_right. simpl. split.
      + intros [[H1 H2] H3]. split; auto. intros k' [<-|Hk]; auto.
      + intros [H1 H2]. repeat split; auto. }
  rewrite G. split; intros [H1 H2]; split; auto.
  - intros (Hz & Hc & k & Hk & Hkz). apply (H2 k Hk). split; auto. apply in_group_members. auto.
  - intros k Hk [Hz Hm]. apply in_group_members in Hm as [Hc Hm]. apply H2. unfold excludes. eauto.
Qed.

(* In a solution a true candidate excludes no true one. *)
Lemma excluded_false g x z : solution b g -> holds_in b g x = true -> excludes b x z -> holds_in b g z = false.
Proof.
  intros Hg Hx (Hzx & Hzc & k & Hk & Hkz). destruct (holds_in b g z) eqn:Hz; auto. exfalso. apply Hzx.
  assert (Hxc : In x (candidates (size b))) by now apply holds_in_true in Hx.
  assert (Hm : Map.find k (members_of (build b)) = Some (group_members b k)).
  { pose proof (members_right b k) as E. unfold list_at in E.
    destruct (Map.find k (members_of (build b))) as [ms|]; [now rewrite E|].
    assert (In x (group_members b k)) by (apply in_group_members; auto). rewrite <- E in H. destruct H. }
  apply (one_only _ _ _ _ (one_holds b g k _ Hg Hm)); auto; apply in_group_members; auto.
Qed.

Lemma take_keeps g x l : solution b g -> holds_in b g x = true -> keeps (holds_in b g) l -> keeps (holds_in b g) (take ctx x l).
Proof.
  intros Hg Hx Hl z Hz. assert (Hxc : In x (candidates (size b))) by now apply holds_in_true in Hx.
  apply take_right; auto. split; auto. intro He. rewrite (excluded_false g x z) in Hz; auto. discriminate.
Qed.

Lemma take_smaller x l z : Set_.mem z (take ctx x l) = true -> Set_.mem z l = true.
Proof.
  unfold take. generalize (list_at x (groups_of (tables ctx))). intro ks. revert l.
  induction ks as [|k ks IH]; simpl; intros l H; auto. apply IH in H. now apply take_in_right in H.
Qed.
End Taking.
