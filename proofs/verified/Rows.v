(* Rows: linear inequalities over candidates, and the three steps of version 2 that add rows. A
   row gives integer weights to candidates and bounds the total weight of the true candidates
   from below, from above, or both. *)
From Coq Require Import NArith PArith ZArith List Bool Lia SetoidList MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board Steps Kernel.
Import ListNotations.
Open Scope Z_scope.

Definition entry : Type := positive * Z.
Record row := Row { entries : list entry; lower : option Z; upper : option Z }.

(* A term: the entries of a row, a multiplier (positive for the upper bound, negative for the
   lower), and the bound. *)
Record row_term := RowTerm { terms_of : list entry; multiplier : Z; limit : Z }.

Definition add_entry (l : Set_.t) (m : Z) (ws : Map.t Z) (it : entry) : Map.t Z :=
  if Set_.mem (fst it) l then Map.add (fst it) (m * snd it + weight (fst it) ws) ws else ws.
Definition add_term (l : Set_.t) (ws : Map.t Z) (m : row_term) : Map.t Z :=
  fold_left (add_entry l (multiplier m)) (terms_of m) ws.
(* a(x) for the live candidates, and K. *)
Definition row_weights (l : Set_.t) (ms : list row_term) : Map.t Z := fold_left (add_term l) ms (Map.empty Z).
Definition row_bound (ms : list row_term) : Z := fold_left (fun k m => k + multiplier m * limit m) ms 0.

(* The row of a cut: weights and bound divided and rounded down. *)
Definition cut_row (divisor : Z) (l : Set_.t) (ms : list row_term) : row :=
  {| entries := filter (fun it : entry => negb (snd it =? 0))
       (map (fun it : entry => (fst it, snd it / divisor)) (Map.elements (row_weights l ms)));
     lower := None;
     upper := Some (row_bound ms / divisor) |}.

(* The equation that combines other equations. *)
Definition add_always (m : Z) (ws : Map.t Z) (it : entry) : Map.t Z :=
  Map.add (fst it) (m * snd it + weight (fst it) ws) ws.
Definition combined (ms : list row_term) : Map.t Z :=
  fold_left (fun ws m => fold_left (add_always (multiplier m)) (terms_of m) ws) ms (Map.empty Z).
Definition derived_row (ms : list row_term) : row :=
  let k := row_bound ms in
  {| entries := filter (fun it : entry => negb (snd it =? 0)) (Map.elements (combined ms));
     lower := Some k; upper := Some k |}.

(* The number of times a candidate occurs in a list of entries, by weight. *)
Definition weight_in (es : list entry) (x : positive) : Z :=
  total (fun it : entry => if Pos.eqb x (fst it) then snd it else 0) es.
Definition row_coefficient (ms : list row_term) (x : positive) : Z :=
  total (fun m => multiplier m * weight_in (terms_of m) x) ms.

Lemma add_entries_weight l m es ws x : Set_.mem x l = true ->
  weight x (fold_left (add_entry l m) es ws) = weight x ws + m * weight_in es x.
Proof.
  intro Hx. revert ws. induction es as [|[y w] es IH]; intro ws; simpl fold_left.
  - unfold weight_in. simpl. lia.
  - rewrite IH. unfold add_entry. cbn [fst snd]. unfold weight_in. simpl total. destruct (Pos.eqb_spec x y) as [->|E].
    + rewrite Hx. unfold weight at 1. rewrite Map.gss. lia.
    + replace (weight x (if Set_.mem y l then Map.add y (m * w + weight y ws) ws else ws)) with (weight x ws); [lia|].
      destruct (Set_.mem y l); auto. unfold weight. now rewrite Map.gso.
Qed.

Lemma row_weights_right l ms x : Set_.mem x l = true -> weight x (row_weights l ms) = row_coefficient ms x.
Proof.
  intro Hx. unfold row_weights. enough (G : forall ws, weight x (fold_left (add_term l) ms ws) = weight x ws + row_coefficient ms x).
  { rewrite G. unfold weight. rewrite Map.gempty. lia. }
  induction ms as [|m ms IH]; intro ws; simpl fold_left; unfold row_coefficient in *; simpl total; [lia|].
  rewrite IH. unfold add_term. rewrite add_entries_weight by auto. lia.
Qed.

Lemma add_always_weight m es ws x : weight x (fold_left (add_always m) es ws) = weight x ws + m * weight_in es x.
Proof.
  revert ws. induction es as [|[y w] es IH]; intro ws; simpl fold_left; unfold weight_in in *; simpl total; [lia|].
  rewrite IH. unfold add_always. cbn [fst snd]. destruct (Pos.eqb_spec x y) as [->|E].
  - unfold weight at 1. rewrite Map.gss. lia.
  - unfold weight at 1. rewrite Map.gso by auto. fold (weight x ws). lia.
Qed.

Lemma combined_right ms x : weight x (combined ms) = row_coefficient ms x.
Proof.
  unfold combined.
  enough (G : forall ws, weight x (fold_left (fun ws m => fold_left (add_always (multiplier m)) (terms_of m) ws) ms ws)
    = weight x ws + row_coefficient ms x).
  { rewrite G. unfold weight. rewrite Map.gempty. lia. }
  induction ms as [|m ms IH]; intro ws; simpl fold_left; unfold row_coefficient in *; simpl total; [lia|].
  rewrite IH, add_always_weight. lia.
Qed.

Lemma row_bound_total ms : row_bound ms = total (fun m => multiplier m * limit m) ms.
Proof.
  enough (G : forall k, fold_left (fun k m => k + multiplier m * limit m) ms k = k + total (fun m => multiplier m * limit m) ms) by apply G.
  induction ms as [|m ms IH]; intro k; simpl; [|rewrite IH]; lia.
Qed.

(* Sums over maps are sums over their keys, which are distinct. *)
Definition keys (m : Map.t Z) : list positive := map fst (Map.elements m).
Lemma keys_nodup m : NoDup (keys m).
Proof.
  unfold keys. pose proof (Map.elements_3w m) as H. induction H as [|[x v] l Hx _ IH]; simpl; constructor; auto.
  intro Hin. apply Hx. apply in_map_iff in Hin as ([y w] & E & Hin). simpl in E. subst y.
  apply InA_alt. exists (x, w). split; [reflexivity | exact Hin].
Qed.
Lemma elements_weight m x v : In (x, v) (Map.elements m) -> weight x m = v.
Proof. intro H. apply Map.elements_complete in H. unfold weight. now rewrite H. Qed.
Lemma not_key m x : ~ In x (keys m) -> weight x m = 0.
Proof.
  intro H. unfold weight. destruct (Map.find x m) as [v|] eqn:E; auto. elim H. apply Map.elements_correct in E.
  apply in_map_iff. exists (x, v). auto.
Qed.

Lemma total_incl {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) (f : A -> Z) d d' : NoDup d -> NoDup d' -> incl d d' ->
  (forall x, In x d' -> ~ In x d -> f x = 0) -> total f d = total f d'.
Proof.
  intros Hd. revert d'. induction d as [|x d IH]; intros d' Hd' Hi Hz.
  - symmetry. apply total_zero. intros y Hy. apply Hz; auto.
  - inversion Hd as [|? ? Hx Hdd]; subst. assert (Hin : In x d') by (apply Hi; now left).
    apply in_split in Hin as (d1 & d2 & ->). rewrite total_app. simpl total.
    assert (Hd'' := NoDup_remove_1 _ _ _ Hd'). assert (Hx'' := NoDup_remove_2 _ _ _ Hd').
    rewrite (IH Hdd (d1 ++ d2)); auto.
    + rewrite total_app. lia.
    + intros y Hy. assert (H : In y (d1 ++ x :: d2)) by (apply Hi; now right). apply in_app_or in H as [H|[->|H]]; auto using in_or_app. contradiction.
    + intros y Hy Hn. apply Hz; [apply in_app_or in Hy as [|]; apply in_or_app; simpl; auto|].
      intros [->|H]; auto.
Qed.

Lemma total_filter {A} (f : A -> Z) keep l : (forall x, In x l -> keep x = false -> f x = 0) -> total f (filter keep l) = total f l.
Proof.
  induction l as [|x l IH]; intro H; simpl; auto. destruct (keep x) eqn:E; simpl; rewrite IH by (intros; apply H; simpl; auto); auto.
  rewrite (H x); simpl; auto.
Qed.

Lemma total_map {A B} (f : B -> Z) (g : A -> B) l : total f (map g l) = total (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; simpl; auto. now rewrite IH. Qed.

Section Truth.
Variable tr : positive -> bool.

(* The sum of the weights of the true candidates. *)
Definition value (es : list entry) : Z := total (fun it : entry => snd it * one_if (tr (fst it))) es.
Record row_holds (r : row) : Prop := {
  lower_holds : forall k, lower r = Some k -> k <= value (entries r);
  upper_holds : forall k, upper r = Some k -> value (entries r) <= k
}.
Definition term_right (m : row_term) : Prop := multiplier m * value (terms_of m) <= multiplier m * limit m.

Lemma value_by_key d es : NoDup d -> incl (map fst es) d -> total (fun x => weight_in es x * one_if (tr x)) d = value es.
Proof.
  intros Hd. induction es as [|[y w] es IH]; intro Hi.
  - unfold value, weight_in. simpl. apply total_zero. reflexivity.
  - rewrite (total_ext _ (fun x => (if Pos.eqb x y then w else 0) * one_if (tr x) + weight_in es x * one_if (tr x))).
    + rewrite total_plus, IH by (intros z Hz; apply Hi; now right).
      unfold value at 2. simpl total. fold (value es). f_equal. rewrite (total_only _ d y); auto.
      * rewrite Pos.eqb_refl. reflexivity.
      * apply Hi. now left.
      * intros z _ Hz. apply Pos.eqb_neq in Hz. rewrite Hz. reflexivity.
    + intros x _. unfold weight_in. simpl total. lia.
Qed.

Lemma row_coefficients_add_up d ms : NoDup d -> (forall m, In m ms -> incl (map fst (terms_of m)) d) ->
  total (fun x => row_coefficient ms x * one_if (tr x)) d = total (fun m => multiplier m * value (terms_of m)) ms.
Proof.
  intros Hd. induction ms as [|m ms IH]; intro Hi.
  - simpl. apply total_zero. reflexivity.
  - rewrite (total_ext _ (fun x => multiplier m * (weight_in (terms_of m) x * one_if (tr x)) + row_coefficient ms x * one_if (tr x))).
    + rewrite total_plus, total_scale, value_by_key by (auto; apply Hi; now left).
      rewrite IH by (intros m' Hm; apply Hi; now right). reflexivity.
    + intros x _. unfold row_coefficient. simpl total. lia.
Qed.

Lemma row_terms_hold ms : (forall m, In m ms -> term_right m) -> total (fun m => multiplier m * value (terms_of m)) ms <= row_bound ms.
Proof.
  rewrite row_bound_total. induction ms as [|m ms IH]; intro H; simpl; [lia|].
  pose proof (H m (or_introl eq_refl)) as Hm. unfold term_right in Hm.
  specialize (IH (fun m' h => H m' (or_intror h))). lia.
Qed.

Definition named_in (ms : list row_term) : list positive := flat_map (fun m => map fst (terms_of m)) ms.
Lemma named_incl ms d m : incl (named_in ms) d -> In m ms -> incl (map fst (terms_of m)) d.
Proof. intros H Hm x Hx. apply H. apply in_flat_map. eauto. Qed.

(* The rule of counting, for rows. *)
Theorem row_count_rule ms t : (forall m, In m ms -> term_right m) -> row_bound ms < row_coefficient ms t ->
  (forall x, tr x = true -> x <> t -> 0 <= row_coefficient ms x) -> tr t = false.
Proof.
  intros Hms Ht Hx. destruct (tr t) eqn:E; auto. exfalso.
  set (d := nodup Pos.eq_dec (t :: named_in ms)).
  assert (Hd : NoDup d) by apply NoDup_nodup.
  assert (Hi : forall m, In m ms -> incl (map fst (terms_of m)) d).
  { intros m Hm. apply (named_incl ms); auto. intros x Hin. apply nodup_In. now right. }
  assert (Hsum := row_coefficients_add_up d ms Hd Hi). pose proof (row_terms_hold ms Hms) as Hb.
  assert (Hin : In t d) by (apply nodup_In; now left). apply in_split in Hin as (d1 & d2 & Ed). rewrite Ed in *.
  rewrite total_app in Hsum. simpl total in Hsum. rewrite E in Hsum. simpl one_if in Hsum.
  assert (Hne : forall x, In x d1 \/ In x d2 -> x <> t).
  { apply NoDup_remove_2 in Hd. intros x Hx' ->. apply Hd, in_or_app. tauto. }
  assert (Hp : forall d', (forall x, In x d' -> x <> t) -> 0 <= total (fun x => row_coefficient ms x * one_if (tr x)) d').
  { intros d' Hd'. apply total_nonnegative. intros x Hin. destruct (tr x) eqn:F; simpl; [|lia].
    specialize (Hx x F (Hd' x Hin)). lia. }
  pose proof (Hp d1 (fun x h => Hne x (or_introl h))). pose proof (Hp d2 (fun x h => Hne x (or_intror h))). lia.
Qed.

Theorem row_count_keeps targets ms l l' :
  keeps tr l -> (forall m, In m ms -> term_right m) ->
  (forall x, In x targets -> Set_.mem x l = true) ->
  forallb (fun x => Z.ltb (row_bound ms) (weight x (row_weights l ms))) targets = true ->
  negative targets (row_weights l ms) = false ->
  remove_all targets l = Ok l' ->
  keeps tr l'.
Proof.
  intros Hl Hms Hlive Habove Hneg Hr x Hx. apply remove_all_ok in Hr as [Hr _]. apply Hr. split; auto.
  intro Hin. enough (tr x = false) by congruence.
  rewrite forallb_forall in Habove. specialize (Habove x Hin). apply Z.ltb_lt in Habove.
  rewrite row_weights_right in Habove by auto.
  apply (row_count_rule ms); auto. intros y Hy Hyx. rewrite <- (row_weights_right l) by auto.
  apply (negative_ok _ _ Hneg y x); auto.
Qed.

(* The value of a list without zeros equals that of the map it comes from. *)
Lemma value_of_map (m : Map.t Z) (f : Z -> Z) :
  value (filter (fun it : entry => negb (snd it =? 0)) (map (fun it : entry => (fst it, f (snd it))) (Map.elements m))) =
  total (fun x => f (weight x m) * one_if (tr x)) (keys m).
Proof.
  unfold value. rewrite total_filter.
  - rewrite total_map. cbn [fst snd]. unfold keys. rewrite total_map. apply total_ext. intros [x v] Hin. cbn [fst snd].
    now rewrite (elements_weight m x v Hin).
  - intros x _ H. apply negb_false_iff, Z.eqb_eq in H. rewrite H. lia.
Qed.

Lemma total_of_keys m ms : (forall x, tr x = true -> weight x m = row_coefficient ms x) ->
  total (fun x => weight x m * one_if (tr x)) (keys m) = total (fun m => multiplier m * value (terms_of m)) ms.
Proof.
  intro H. set (d := nodup Pos.eq_dec (keys m ++ named_in ms)).
  rewrite <- (row_coefficients_add_up d ms).
  - rewrite (total_incl Pos.eq_dec _ (keys m) d).
    + apply total_ext. intros x _. destruct (tr x) eqn:E; simpl; [rewrite (H x E); lia | lia].
    + apply keys_nodup.
    + apply NoDup_nodup.
    + intros x Hx. apply nodup_In, in_or_app. auto.
    + intros x _ Hx. rewrite (not_key m x Hx). reflexivity.
  - apply NoDup_nodup.
  - intros m' Hm. apply (named_incl ms); auto. intros x Hx. apply nodup_In, in_or_app. auto.
Qed.

(* A cut is correct: each number is at least the divisor times its rounded quotient. *)
Theorem cut_holds divisor l ms : 0 < divisor -> keeps tr l -> (forall m, In m ms -> term_right m) -> row_holds (cut_row divisor l ms).
Proof.
  intros Hdiv Hl Hms. split; cbn [lower upper cut_row]; [discriminate|]. intros k E. injection E as <-.
  apply Z.div_le_lower_bound; auto. cbn [entries cut_row]. rewrite (value_of_map _ (fun a => a / divisor)).
  rewrite <- total_scale. eapply Z.le_trans; [|apply (row_terms_hold ms Hms)].
  rewrite <- (total_of_keys (row_weights l ms) ms) by (intros x Hx; apply row_weights_right; auto).
  generalize (keys (row_weights l ms)). intro d. induction d as [|x d IH]; simpl; [lia|].
  pose proof (Z.mul_div_le (weight x (row_weights l ms)) divisor Hdiv). destruct (tr x); simpl one_if; lia.
Qed.

(* A combination of equations is an equation. *)
Theorem derived_holds ms : (forall m, In m ms -> value (terms_of m) = limit m) -> row_holds (derived_row ms).
Proof.
  intro H.
  assert (E : value (entries (derived_row ms)) = row_bound ms).
  { cbn [entries derived_row]. pose proof (value_of_map (combined ms) (fun a => a)) as V.
    rewrite (map_ext _ (fun it => it)) in V by (intros [x v]; reflexivity). rewrite map_id in V. rewrite V.
    rewrite (total_of_keys _ ms) by (intros x _; apply combined_right). rewrite row_bound_total. apply total_ext.
    intros m Hm. now rewrite (H m Hm). }
  split; cbn [lower upper derived_row]; intros k K; injection K as <-; lia.
Qed.
End Truth.
