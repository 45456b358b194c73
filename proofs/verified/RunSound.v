(* The machines for the longest run are correct. *)
From Coq Require Import NArith ZArith List Bool Lia Sorting.Sorted.
From Qedoku Require Import Meaning Constraints Machines Definitions MachineSound.
Import ListNotations.
Open Scope Z_scope.

Lemma sorted_snoc (R : Z -> Z -> Prop) r l d : Sorted R (r ++ [l]) -> R l d -> Sorted R (r ++ [l; d]).
Proof.
  induction r as [|a [|c r] IH]; simpl; intros H Hd.
  - auto.
  - apply sorted_two in H as [H1 H2]. apply sorted_two. split; auto.
  - apply sorted_two in H as [H1 H2]. apply sorted_two. split; auto.
Qed.
Lemma sorted_last (R : Z -> Z -> Prop) r l d : Sorted R (r ++ [l; d]) -> R l d /\ Sorted R (r ++ [l]).
Proof.
  induction r as [|a [|c r] IH]; simpl; intros H.
  - apply sorted_two in H as [H1 H2]. auto.
  - apply sorted_two in H as [H1 H2]. destruct (IH H2) as [I1 I2]. split; [auto|]. apply sorted_two. auto.
  - apply sorted_two in H as [H1 H2]. destruct (IH H2) as [I1 I2]. split; [auto|]. apply sorted_two. auto.
Qed.
Lemma sorted_before (R : Z -> Z -> Prop) r d : Sorted R (r ++ [d]) -> Sorted R r.
Proof.
  destruct r as [|a r] using rev_ind; [constructor|]. rewrite <- app_assoc. simpl. intro H. now apply sorted_last in H.
Qed.

(* A list that ends in d, cut at any place, leaves an empty list or one that ends in d. *)
Lemma ends_in {A} (u before r : list A) d : u ++ [d] = before ++ r -> r = [] \/ exists r', r = r' ++ [d] /\ u = before ++ r'.
Proof.
  intro H. destruct r as [|x r _] using rev_ind; [auto|]. right. rewrite app_assoc in H. apply app_inj_tail in H as [H1 H2]. subst x. eauto.
Qed.

Section Runs.
Variable R : Z -> Z -> Prop.
Variable test : Z -> Z -> bool.
Hypothesis test_right : forall a c, test a c = true <-> R a c.
Variable S : Z.

Fixpoint scan (l t m : Z) (ds : list Z) : bool :=
  match ds with
  | [] => m =? S
  | d :: ds => let t' := if test l d then t + 1 else 1 in (t' <=? S) && scan d t' (Z.max m t') ds
  end.

(* After the values u with last value l: the length of the run at the end, and of the longest
   run. *)
Record scanned (u : list Z) (l t m : Z) : Prop := {
  last_run : exists before r, u = before ++ r ++ [l] /\ Sorted R (r ++ [l]) /\ Z.of_nat (length (r ++ [l])) = t;
  last_longest : forall before r, u = before ++ r -> Sorted R r -> Z.of_nat (length r) <= t;
  some_run : exists r, is_run R r u /\ Z.of_nat (length r) = m;
  longest : forall r, is_run R r u -> Z.of_nat (length r) <= m
}.

Lemma scanned_first d : scanned [d] d 1 1.
Proof.
  assert (One : forall before r after, [d] = before ++ r ++ after -> Z.of_nat (length r) <= 1).
  { intros before r after H. apply (f_equal (@length Z)) in H. rewrite !app_length in H. simpl in H. lia. }
  split.
  - exists [], []. simpl. repeat split; auto.
  - intros before r H _. apply (One before r []). now rewrite app_nil_r.
  - exists [d]. split; [|reflexivity]. split; [auto|]. exists [], []. reflexivity.
  - intros r (_ & before & after & H). eauto.
Qed.

Lemma scanned_next u l t m d : scanned u l t m ->
  let t' := if test l d then t + 1 else 1 in scanned (u ++ [d]) d t' (Z.max m t').
Proof.
  intros [(before & r & Hu & Hs & Ht) Hlast (run & Hrun & Hm) Hlong] t'.
  assert (L1 : exists before r, u ++ [d] = before ++ r ++ [d] /\ Sorted R (r ++ [d]) /\ Z.of_nat (length (r ++ [d])) = t').
  { unfold t'. destruct (test l d) eqn:E.
    - exists before, (r ++ [l]). split; [rewrite Hu, <- !app_assoc; reflexivity|]. split.
      + rewrite <- app_assoc. apply sorted_snoc; auto. now apply test_right.
      + rewrite app_length. simpl. lia.
    - exists u, []. simpl. repeat split; auto. }
  assert (L2 : forall before r, u ++ [d] = before ++ r -> Sorted R r -> Z.of_nat (length r) <= t').
  { intros before' r' H Hr. assert (0 <= t) by (subst t; lia). destruct (ends_in _ _ _ _ H) as [->|(r1 & -> & Hu')]; [unfold t'; destruct (test l d); simpl; lia|].
    rewrite app_length. simpl. unfold t'. destruct (test l d) eqn:E.
    - specialize (Hlast before' r1 Hu' (sorted_before _ _ _ Hr)). lia.
    - destruct r1 as [|x r1 _] using rev_ind; [simpl; lia|]. exfalso. rewrite <- app_assoc in Hr. simpl in Hr. apply sorted_last in Hr as [Hr _].
      rewrite Hu in Hu'. rewrite !app_assoc in Hu'. apply app_inj_tail in Hu' as [_ <-]. apply test_right in Hr. congruence. }
  split; auto.
  - destruct (Z.max_spec m t') as [[_ ->]|[_ ->]].
    + destruct L1 as (before' & r' & H1 & H2 & H3). exists (r' ++ [d]). split; auto. split; auto. exists before', []. now rewrite app_nil_r.
    + exists run. split; auto. destruct Hrun as (H1 & b1 & a1 & H2). split; auto. exists b1, (a1 ++ [d]). now rewrite H2, <- !app_assoc.
  - intros r' (H1 & b1 & a1 & H2). destruct a1 as [|x a1 _] using rev_ind.
    + rewrite app_nil_r in H2. specialize (L2 b1 r' H2 H1). lia.
    + rewrite !app_assoc in H2. apply app_inj_tail in H2 as [H2 _]. assert (Z.of_nat (length r') <= m); [|lia].
      apply Hlong. split; auto. exists b1, a1. now rewrite <- app_assoc in H2.
Qed.

Lemma scan_right ds : forall u l t m, scanned u l t m -> scan l t m ds = true <-> longest_run R S (u ++ ds).
Proof.
  induction ds as [|d ds IH]; intros u l t m Hi.
  - rewrite app_nil_r. simpl. rewrite Z.eqb_eq. destruct Hi as [_ _ (r & Hr & Hm) Hl]. split.
    + intros <-. split; eauto.
    + intros [(r' & Hr' & Hs) H]. specialize (Hl r' Hr'). specialize (H r Hr). lia.
  - cbn [scan]. pose proof (scanned_next u l t m d Hi) as Hn. cbv zeta in *. set (t' := if test l d then t + 1 else 1) in *.
    replace (u ++ d :: ds) with ((u ++ [d]) ++ ds) by now rewrite <- app_assoc.
    rewrite andb_true_iff, (IH _ _ _ _ Hn), Z.leb_le. split; [tauto|]. intro H. split; auto.
    destruct Hn as [(before & r & H1 & H2 & H3) _ _ _]. rewrite <- H3. apply H. split; auto. exists before, ds. now rewrite H1, <- app_assoc.
Qed.

Lemma no_run : longest_run R S [] <-> S = 0.
Proof.
  assert (E : forall r, is_run R r [] -> r = []).
  { intros r (_ & b & a & H). symmetry in H. apply app_eq_nil in H as [_ H]. now apply app_eq_nil in H. }
  split.
  - intros [(r & Hr & Hs) _]. apply E in Hr. subst r. simpl in Hs. lia.
  - intros ->. split; [exists []; split; auto; split; [constructor | exists [], []; reflexivity]|]. intros r Hr. apply E in Hr. subst r. simpl. lia.
Qed.
Lemma first_scan d ds : (1 <=? S) && scan d 1 1 ds = true <-> longest_run R S (d :: ds).
Proof.
  rewrite andb_true_iff, (scan_right ds [d] d 1 1 (scanned_first d)), Z.leb_le. simpl app. split; [tauto|]. intro H. split; auto.
  change 1 with (Z.of_nat (length [d])). apply H. split; [auto|]. exists [], ds. reflexivity.
Qed.
End Runs.

Lemma rise_scan n S l t m ds : goes_on n Rise S [l; t; m] ds = scan Z.ltb S l t m ds.
Proof.
  revert l t m. induction ds as [|d ds IH]; intros l t m; [reflexivity|]. rewrite goes_on_cons. cbn [machine_step scan]. unfold when.
  destruct ((if l <? d then t + 1 else 1) <=? S); [apply IH | reflexivity].
Qed.
Lemma same_scan n S l t m ds : goes_on n Same S [1 + l mod 2; t; m] ds = scan (fun a c => a mod 2 =? c mod 2) S l t m ds.
Proof.
  revert l t m. induction ds as [|d ds IH]; intros l t m; [reflexivity|]. rewrite goes_on_cons. cbn [machine_step scan].
  replace (1 + d mod 2 =? 1 + l mod 2) with (l mod 2 =? d mod 2) by (destruct (Z.eqb_spec (l mod 2) (d mod 2)); destruct (Z.eqb_spec (1 + d mod 2) (1 + l mod 2)); auto; lia).
  unfold when. destruct ((if l mod 2 =? d mod 2 then t + 1 else 1) <=? S); [apply IH | reflexivity].
Qed.

Lemma rise_right n S ds : positive_values ds -> goes_on n Rise S machine_start ds = true <-> longest_run Z.lt S ds.
Proof.
  intro Hd. destruct ds as [|d ds].
  - rewrite no_run. change (goes_on n Rise S machine_start []) with (0 =? S). rewrite Z.eqb_eq. split; auto.
  - pose proof (positive_head _ _ Hd). rewrite goes_on_cons. cbn [machine_step machine_start]. rewrite (proj2 (Z.ltb_lt 0 d)) by lia.
    change (0 + 1) with 1. change (Z.max 0 1) with 1. rewrite <- (first_scan Z.lt Z.ltb Z.ltb_lt). unfold when.
    destruct (1 <=? S); [rewrite rise_scan; reflexivity | reflexivity].
Qed.
Lemma same_right n S ds : goes_on n Same S machine_start ds = true <-> longest_run (fun a c => a mod 2 = c mod 2) S ds.
Proof.
  destruct ds as [|d ds].
  - rewrite no_run. change (goes_on n Same S machine_start []) with (0 =? S). rewrite Z.eqb_eq. split; auto.
  - rewrite goes_on_cons. cbn [machine_step machine_start]. pose proof (Z.mod_pos_bound d 2 eq_refl).
    rewrite (proj2 (Z.eqb_neq (1 + d mod 2) 0)) by lia. change (Z.max 0 1) with 1.
    rewrite <- (first_scan _ (fun a c => a mod 2 =? c mod 2) (fun a c => Z.eqb_eq (a mod 2) (c mod 2))). unfold when.
    destruct (1 <=? S); [rewrite same_scan; reflexivity | reflexivity].
Qed.

(* All machines. Each reads its cells in its own order. *)
Theorem machine_exact b g k s cells : machine_fits k s = true -> cells <> [] ->
  machine_reads (Z.of_N (size b)) k s (map (value_at g) (machine_order k cells)) = true <-> reads (Z.of_N (size b)) k s (map (value_at g) cells).
Proof.
  intros Hk Hne. set (n := Z.of_N (size b)).
  assert (P : forall l, positive_values (map (value_at g) l)).
  { intros l d Hd. apply in_map_iff in Hd as (p & <- & _). unfold value_at, value_of. lia. }
  assert (Hds : map (value_at g) cells <> []) by (destruct cells; [congruence | discriminate]).
  change (machine_reads n k s) with (goes_on n k s machine_start).
  destruct k; cbn [machine_order reads]; try (set (ds := map (value_at g) cells) in *).
  - exact (sandwich_right n s ds (P cells)).
  - exact (xsum_right n s ds Hds (P cells)).
  - unfold machine_start. rewrite skyscraper_right. reflexivity.
  - subst ds. destruct cells as [|a rest]; [congruence|]. destruct (rev rest) as [|z middle] eqn:E.
    + assert (rest = []) by (rewrite <- (rev_involutive rest), E; reflexivity). subst rest. unfold goes_on. simpl. split; [discriminate|].
      intros (a' & m & z & F & _). injection F as _ F. now destruct m.
    + assert (Er : rest = rev middle ++ [z]) by (rewrite <- (rev_involutive rest), E; reflexivity). subst rest.
      cbn [map]. rewrite map_app. cbn [map]. assert (Pa := P [a]). assert (Pz := P [z]).
      rewrite between_right by (try (apply Pa; now left); apply Pz; now left). split.
      * intro H. exists (value_at g a), (map (value_at g) (rev middle)), (value_at g z). auto.
      * intros (a' & m & z' & F & H). injection F as <- F. apply app_inj_tail in F as [<- <-]. exact H.
  - exact (rise_right n s ds (P cells)).
  - exact (same_right n s ds).
  - apply mod_right. unfold machine_fits in Hk. simpl in Hk. apply negb_true_iff in Hk. apply Z.leb_gt in Hk. exact Hk.
  - exact (mono_right n s ds (P cells)).
  - exact (zigzag_right n s ds (P cells)).
  - exact (arith_right n s ds).
Qed.
