(* The checker splits a file into the lines and tokens of Page.v. *)
From Coq Require Import NArith PArith List Bool Lia Sorting.Sorted Strings.Byte.
From Qedoku Require Import Meaning Reason Words Sums Board Steps Claims Header Check Page StepSound HeaderSound ClaimSound Soundness.
From Qedoku Require Rules Written.
Import ListNotations.
Open Scope N_scope.

Lemma is_space_eq c : is_space c = true <-> c = x20.
Proof. destruct c; simpl; split; intro H; try discriminate; reflexivity. Qed.
Lemma is_hash_eq c : is_hash c = true <-> c = x23.
Proof. destruct c; simpl; split; intro H; try discriminate; reflexivity. Qed.
Lemma is_line_feed_eq c : is_line_feed c = true <-> c = x0a.
Proof. destruct c; simpl; split; intro H; try discriminate; reflexivity. Qed.

(* Tokens. *)
Definition onto (c : byte) (s : word * list word) : word * list word :=
  if is_space c then ([], flush (fst s) (snd s)) else (c :: fst s, snd s).

Lemma split_fold l t ts : split (rev l) t ts = flush (fst (fold_right onto (t, ts) l)) (snd (fold_right onto (t, ts) l)).
Proof.
  rewrite <- (rev_involutive l) at 2 3. rewrite !fold_left_rev_right. generalize (rev l). clear l. intro l.
  revert t ts. induction l as [|c l IH]; intros t ts; [reflexivity|].
  cbn [split fold_left]. assert (E : onto c (t, ts) = if is_space c then ([], flush t ts) else (c :: t, ts)) by reflexivity.
  rewrite !E. destruct (is_space c); apply IH.
Qed.

(* The part of the first token that was read, and the tokens after it. *)
Definition begun (l : list byte) : word * list word := fold_right onto ([], []) l.
Lemma begun_right l : exists rest, l = fst (begun l) ++ rest /\ ~ In x20 (fst (begun l)) /\ hd x20 rest = x20 /\ split_as rest (snd (begun l)).
Proof.
  induction l as [|c l (rest & E & Hs & Hh & Hr)].
  - exists []. repeat split; auto. constructor.
  - assert (B : begun (c :: l) = onto c (begun l)) by reflexivity. rewrite B. clear B. revert E Hs Hr. generalize (begun l). intros s E Hs Hr.
    unfold onto. destruct (is_space c) eqn:S; cbn [fst snd].
    + apply is_space_eq in S. subst c. exists (x20 :: l). repeat split; auto. constructor.
      destruct (fst s) as [|x w]; cbn [flush app] in *; subst l; auto. rewrite app_comm_cons. constructor; auto. discriminate.
    + exists rest. cbn [app]. repeat split; auto; [now subst l|]. intros [H|H]; auto. subst c. discriminate S.
Qed.

Lemma tokens_split l : split_as l (tokens (rev l)).
Proof.
  unfold tokens. rewrite split_fold. change (fold_right onto ([], []) l) with (begun l).
  destruct (begun_right l) as (rest & E & Hs & Hh & Hr). revert E Hs Hr. generalize (begun l). intros s E Hs Hr.
  destruct (fst s) as [|x w]; cbn [flush app] in *; subst l; auto. rewrite app_comm_cons. constructor; auto. discriminate.
Qed.

(* The checker's record of a line: whether it is a comment, and the bytes after the leading
   spaces, in reverse order. *)
Fixpoint without_spaces (l : list byte) : list byte :=
  match l with c :: rest => if is_space c then without_spaces rest else l | [] => [] end.
Definition commentb (l : list byte) : bool := match without_spaces l with c :: _ => is_hash c | [] => false end.
Definition kept (l : list byte) : list byte := if commentb l then [] else rev (without_spaces l).

Lemma commentb_right l : commentb l = true <-> is_comment l.
Proof.
  unfold commentb. induction l as [|c l IH]; simpl; [split; [discriminate | inversion 1]|].
  destruct (is_space c) eqn:S.
  - apply is_space_eq in S. subst c. rewrite IH. split; [apply comment_later|]. intro H. now inversion H.
  - rewrite is_hash_eq. split; [intros ->; constructor|]. intro H. inversion H; subst; [reflexivity | discriminate S].
Qed.

Lemma without_spaces_split l ws : split_as (without_spaces l) ws -> split_as l ws.
Proof.
  induction l as [|c l IH]; simpl; auto. destruct (is_space c) eqn:S; auto. apply is_space_eq in S. subst c.
  intro H. constructor. auto.
Qed.

Lemma kept_tokens l : tokens_are l (tokens (kept l)).
Proof.
  unfold kept. destruct (commentb l) eqn:C.
  - left. split; [now apply commentb_right | reflexivity].
  - right. split; [rewrite <- commentb_right, C; discriminate|]. apply without_spaces_split, tokens_split.
Qed.

Lemma kept_app l c : kept (l ++ [c]) =
  if commentb l then [] else
  match kept l with [] => if is_space c then [] else if is_hash c then [] else [c] | k => c :: k end.
Proof.
  unfold kept, commentb.
  assert (E : without_spaces (l ++ [c]) = match without_spaces l with [] => if is_space c then [] else [c] | m => m ++ [c] end).
  { induction l as [|x l IH]; simpl; [reflexivity|]. destruct (is_space x); auto. }
  rewrite E. destruct (without_spaces l) as [|x m]; cbn [app].
  - destruct (is_space c); [reflexivity|]. now destruct (is_hash c).
  - destruct (is_hash x); auto. rewrite app_comm_cons, rev_unit. destruct (rev (x :: m)) eqn:R; auto.
    apply (f_equal (@length byte)) in R. rewrite rev_length in R. discriminate.
Qed.

Lemma commentb_app l c : commentb (l ++ [c]) = commentb l || match without_spaces l with [] => is_hash c | _ => false end.
Proof.
  unfold commentb. induction l as [|x l IH]; simpl.
  - destruct (is_space c) eqn:S; auto. apply is_space_eq in S. now subst.
  - destruct (is_space x); auto. now rewrite orb_false_r.
Qed.

Lemma kept_empty l : kept l = [] -> commentb l = false -> without_spaces l = [].
Proof.
  unfold kept. intros H C. rewrite C in H. apply (f_equal (@length byte)) in H. rewrite rev_length in H.
  now destruct (without_spaces l).
Qed.

Lemma stripped_kept l : without_return (kept l) = kept (stripped l) \/ (commentb l = true /\ is_comment (stripped l)) .
Proof.
  unfold stripped. destruct (rev l) as [|c before] eqn:R.
  - apply (f_equal (@rev byte)) in R. rewrite rev_involutive in R. subst l. now left.
  - apply (f_equal (@rev byte)) in R. rewrite rev_involutive in R. cbn [rev] in R. subst l.
    set (m := rev before). destruct (is_carriage_return c) eqn:S.
    + assert (c = x0d) by (destruct c; try discriminate S; reflexivity). subst c.
      rewrite kept_app. destruct (commentb m) eqn:C.
      * right. split; [rewrite commentb_app, C; reflexivity | now apply commentb_right].
      * left. destruct (kept m); reflexivity.
    + left. assert (E : match c with x0d => m | _ => m ++ [c] end = m ++ [c]) by (destruct c; try discriminate S; reflexivity).
      rewrite E. rewrite kept_app. destruct (commentb m); [reflexivity|].
      destruct (kept m) as [|k ks].
      * destruct (is_space c); [reflexivity|]. destruct (is_hash c); [reflexivity|]. simpl. now rewrite S.
      * simpl. now rewrite S.
Qed.

Lemma kept_comment l : commentb l = true -> kept l = [].
Proof. unfold kept. now intros ->. Qed.

Lemma ended_tokens l : tokens_are (stripped l) (tokens (without_return (kept l))).
Proof.
  destruct (stripped_kept l) as [->|[C H]]; [apply kept_tokens|].
  rewrite (kept_comment l C). left. split; auto.
Qed.

(* One line from its first byte on: the checker has recorded it correctly, or has rejected the
   file. *)
Definition not_accepted (v : verdict) : Prop := match v with Accepted _ _ _ => False | _ => True end.
Definition is_over (r : reading) : Prop := exists v, at_phase r = Decided v /\ not_accepted v.
Definition within (p : phase) (k : N) (l : list byte) (r : reading) : Prop :=
  at_phase r = p /\ line_number r = k /\ comment r = commentb l /\ backwards r = kept l.

Lemma over_stays l r : is_over r -> is_over (fold_left feed l r).
Proof.
  revert r. induction l as [|c l IH]; simpl; intros r H; auto. apply IH. destruct H as (v & E & H). exists v. unfold feed. rewrite E. auto.
Qed.

Lemma feed_within p k l c r : (forall v, p <> Decided v) -> c <> x0a -> within p k l r -> within p k (l ++ [c]) (feed r c) \/ is_over (feed r c).
Proof.
  intros Hp Hc (Ep & Ek & Ec & Eb). assert (F : is_line_feed c = false) by (apply not_true_iff_false; rewrite is_line_feed_eq; auto).
  assert (U : feed r c = match room r with
    | N0 => next_line (Decided (Rejected (line_number r) None LineTooLong)) (line_number r)
    | Npos room =>
      let keep comment backwards := {| at_phase := p; line_number := line_number r; room := Pos.pred_N room;
                                       comment := comment; backwards := backwards |} in
      if comment r then keep true []
      else match backwards r with
           | [] => if is_space c then keep false [] else if is_hash c then keep true [] else keep false [c]
           | l => keep false (c :: l)
           end
    end).
  { unfold feed. rewrite F, Ep. destruct p; try reflexivity. now destruct (Hp v). }
  rewrite U. destruct (room r) as [|room]; [right; eexists; split; [reflexivity | exact I]|]. left. cbv zeta.
  unfold within. rewrite kept_app, commentb_app, Ec, Eb. destruct (commentb l) eqn:C; [now repeat split|].
  destruct (kept l) as [|x ks] eqn:Kl.
  - rewrite (kept_empty l Kl C). cbn [orb]. destruct (is_space c) eqn:S.
    + apply is_space_eq in S. subst c. now repeat split.
    + destruct (is_hash c); now repeat split.
  - assert (W : without_spaces l <> []).
    { intro W. unfold kept in Kl. rewrite C, W in Kl. discriminate. }
    destruct (without_spaces l); [congruence|]. now repeat split.
Qed.

Lemma line_within p k l : (forall v, p <> Decided v) -> ~ In x0a l ->
  within p k l (fold_left feed l (next_line p k)) \/ is_over (fold_left feed l (next_line p k)).
Proof.
  intros Hp. induction l as [|c l IH] using rev_ind; intro Hl; [left; now repeat split|].
  rewrite fold_left_app. cbn [fold_left]. destruct IH as [H|H].
  - intro. apply Hl, in_or_app. auto.
  - apply feed_within; auto. intros ->. apply Hl, in_or_app. right. now left.
  - right. now apply (over_stays [c]).
Qed.
