(* The converse of DefinitionSound.v: a grid obeys a constraint if its rows hold and related
   cells are related. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Sorting.Sorted MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Sums Board BoardFacts Steps Kernel Header Lines Rows Fill FillSound Machines
  Definitions MachineSound RunSound DefinitionSound.
Import ListNotations.
Open Scope N_scope.

Lemma neighbours_sorted (R : cell -> cell -> Prop) cells : (forall p q, In (p, q) (neighbours cells) -> R p q) -> Sorted R cells.
Proof.
  induction cells as [|a [|c cells] IH]; intro H; constructor; auto.
  - apply IH. intros p q Hin. apply H. now right.
  - constructor. apply H. now left.
Qed.
Lemma later_sorted (R : cell -> cell -> Prop) cells : (forall p q, In (p, q) (later_pairs cells) -> R p q) -> StronglySorted R cells.
Proof.
  induction cells as [|a cells IH]; intro H; constructor.
  - apply IH. intros p q Hin. apply H. simpl. apply in_or_app. auto.
  - apply Forall_forall. intros c Hc. apply H. simpl. apply in_or_app. left. now apply in_map.
Qed.
Lemma beside_complete down aside p q : apart down aside p q -> In q (beside down aside p).
Proof.
  intros [H1 [H2|H2]]; unfold beside; destruct q as [r c]; cbn [fst snd] in *; subst.
  - now left.
  - right. rewrite H2. rewrite (proj2 (N.leb_le aside (c + aside))) by lia. left. f_equal. lia.
Qed.
Lemma one_move_complete m p q : moved m p q -> In q (one_move m p).
Proof.
  assert (T : touches p q -> In q [(fst p, snd p + 1); (fst p + 1, snd p)]).
  { destruct q as [r c]. unfold touches. cbn [fst snd]. intros [[-> ->]|[-> ->]]; simpl; auto. }
  destruct m; cbn [one_move moved].
  - exact T.
  - intros [H|H]; apply in_or_app; [left; auto | right; now apply beside_complete].
  - intros [H|H]; apply in_or_app; [left | right]; now apply beside_complete.
Qed.
Lemma moves_complete b m p q : on_board b p -> on_board b q -> moved m p q -> In (p, q) (moves_on_board (size b) m).
Proof.
  intros [Hr Hc] [Hr' Hc'] Hm. unfold moves_on_board. apply in_flat_map. exists p. split.
  - unfold all_cells. apply in_flat_map. exists (fst p). split; [now apply in_below|]. apply in_map_iff. exists (snd p).
    split; [now destruct p | now apply in_below].
  - apply in_map, filter_In. split; [now apply one_move_complete|]. unfold on_boardb.
    apply andb_true_intro. split; now apply N.ltb_lt.
Qed.

(* Related cells are different cells. *)
Lemma moved_differ m p : ~ moved m p p.
Proof. destruct m; unfold moved, touches, apart; lia. Qed.
Lemma pairs_differ b c r pairs p q : well_formed b c -> related_pairs (size b) c = Some (r, pairs) -> In (p, q) pairs ->
  p <> q /\ on_board b p /\ on_board b q.
Proof.
  intros Hw Hr Hin. destruct c; try discriminate; cbn [related_pairs well_formed] in *; injection Hr as <- <-.
  - destruct Hw as [Hd Hw]. assert (G : p <> q /\ In p cells /\ In q cells); [|destruct G as (? & ? & ?); auto]. clear Hw.
    induction cells as [|a [|c cells] IH]; simpl in Hin; try easy. destruct Hin as [E|Hin].
    + injection E as <- <-. inversion Hd as [|? ? Ha _]; subst. split; [intros ->; apply Ha; now left | simpl; auto].
    + inversion Hd; subst. destruct IH as (? & ? & ?); auto. split; [|split]; auto; now right.
  - destruct Hw as [Hd Hw]. assert (G : p <> q /\ In p cells /\ In q cells); [|destruct G as (? & ? & ?); auto]. clear Hw.
    induction cells as [|a cells IH]; simpl in Hin; [easy|]. inversion Hd as [|? ? Ha Hd']; subst. apply in_app_or in Hin as [Hin|Hin].
    + apply in_map_iff in Hin as (c & E & Hc). injection E as <- <-. split; [intros ->; contradiction | simpl; auto].
    + destruct IH as (? & ? & ?); auto. split; [|split]; auto; now right.
  - apply (moves_on_board_right b) in Hin as (H1 & H2 & H3). split; auto. intros ->. now apply moved_differ in H3.
Qed.

Section Suffice.
Variable b : board.
Let n := size b.
Variable g : grid.
Hypothesis digits_on_board : forall p, on_board b p -> g p < n.
Let tr := holds_in b g.

Lemma equation_says es k : row_holds tr (equation es k) -> value tr es = k.
Proof. intros [H1 H2]. specialize (H1 k eq_refl). specialize (H2 k eq_refl). cbn [entries equation] in *. lia. Qed.
Lemma value_row_says k cells : (forall p, In p cells -> on_board b p) -> row_holds tr (value_row n k cells) -> sum_of (map (value_at g) cells) = k.
Proof.
  intros Hc H. apply equation_says in H. rewrite (value_entries_right b g digits_on_board) in H.
  - rewrite map_map in H. rewrite <- H. f_equal. apply map_ext. intro p. cbn [fst snd]. lia.
  - intros t Ht. apply in_map_iff in Ht as (p & <- & Hp). cbn [snd]. auto.
Qed.
Lemma digit_row_says lo hi cells d : (forall p, In p cells -> on_board b p) -> d < n ->
  (forall r, In r (map snd (rows_by_digit n lo hi cells)) -> row_holds tr r) ->
  row_holds tr {| entries := digit_entries n d cells; lower := lo; upper := hi |}.
Proof.
  intros Hc Hd H. apply H. unfold rows_by_digit. rewrite map_map. apply in_map_iff. exists d. split; [reflexivity | now apply in_below].
Qed.
Lemma digits_once cells : (forall p, In p cells -> on_board b p) ->
  (forall r, In r (map snd (rows_by_digit n None (Some 1%Z) cells)) -> row_holds tr r) -> NoDup (map g cells).
Proof.
  intros Hc H. apply (NoDup_count_occ N.eq_dec). intro d. destruct (N.lt_ge_cases d n) as [L|L].
  - pose proof (digit_row_says _ _ cells d Hc L H) as [_ R]. specialize (R 1%Z eq_refl). cbn [entries] in R.
    rewrite (digit_entries_right b g) in R by auto. lia.
  - rewrite (proj1 (count_occ_not_In N.eq_dec _ _)); [lia|]. intro Hin. apply in_map_iff in Hin as (p & <- & Hp).
    specialize (digits_on_board p (Hc p Hp)). lia.
Qed.

Theorem rows_suffice c : well_formed b c ->
  (forall d r, define n c = Some d -> In r (definition_rows d) -> row_holds tr r) ->
  (forall r pairs p q, related_pairs n c = Some (r, pairs) -> In (p, q) pairs -> related (Z.of_N n) r (value_at g p) (value_at g q) = true) ->
  (forall p ds, c = Allow p ds -> In (g p) ds) ->
  (forall k s cells, c = Reads k s cells -> reads (Z.of_N n) k s (map (value_at g) cells)) ->
  obeys b g c.
Proof.
  intros Hw Hall Hpairs Hallow Hreads.
  assert (Hrows : forall r, In r (match define n c with Some d => definition_rows d | None => [] end) -> row_holds tr r).
  { intros r Hr. destruct (define n c) as [d|]; [now apply (Hall d r) | destruct Hr]. }
  clear Hall. destruct c as [cells|cells|k cells|k terms|lo hi terms|ds cells|p ds|r cells|r cells|m r|k s cells];
    cbn [define well_formed obeys related_pairs definition_rows] in *.
  - intros d Hd. assert (R : row_holds tr {| entries := digit_entries n d cells; lower := Some 1%Z; upper := Some 1%Z |}).
    { apply digit_row_says; auto. intros r Hr. apply Hrows. now right. }
    destruct R as [R1 R2]. specialize (R1 1%Z eq_refl). specialize (R2 1%Z eq_refl). cbn [entries] in *.
    rewrite (digit_entries_right b g) in R1, R2 by auto. lia.
  - apply digits_once; auto.
  - split; [apply digits_once; auto; intros r Hr; apply Hrows; now right|]. apply value_row_says; auto. apply Hrows. now left.
  - assert (R := Hrows _ (or_introl eq_refl)). apply equation_says in R. now rewrite (value_entries_right b g digits_on_board) in R.
  - destruct (Hrows _ (or_introl eq_refl)) as [R1 R2]. cbn [lower upper entries] in *. pose proof (weighted_entries_right b g digits_on_board terms Hw) as E.
    fold n tr in E. split; intros k Hk; [specialize (R1 k Hk) | specialize (R2 k Hk)]; rewrite E in *; assumption.
  - destruct Hw as [Hw Hsmall]. intro d. destruct (in_dec N.eq_dec d ds) as [Hd|Hd]; [|rewrite (proj1 (count_occ_not_In N.eq_dec ds d) Hd); lia].
    destruct (N.lt_ge_cases d n) as [L|L].
    + assert (R : row_holds tr {| entries := digit_entries n d cells; lower := Some (times_in d ds); upper := None |}).
      { apply Hrows. simpl. rewrite map_map. apply in_map_iff. exists d. split; auto. apply filter_In. split; [now apply in_below|].
        apply existsb_exists. exists d. split; auto. apply N.eqb_refl. }
      destruct R as [R _]. specialize (R _ eq_refl). cbn [entries] in R. rewrite (digit_entries_right b g) in R by auto. unfold times_in in R. lia.
    + exfalso. specialize (Hsmall d Hd). fold n in Hsmall. lia.
  - now apply Hallow with (p := p).
  - apply neighbours_sorted. intros p q Hin. eapply Hpairs; eauto.
  - apply later_sorted. intros p q Hin. eapply Hpairs; eauto.
  - intros p q Hp Hq Hm. eapply Hpairs; eauto. now apply moves_complete.
  - now apply Hreads.
Qed.
End Suffice.
