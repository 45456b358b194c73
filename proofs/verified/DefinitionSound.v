(* The definitions of the constraint lines are correct: in every grid that obeys the constraints,
   the rows hold, and no two candidates that exclude each other are both true. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Sorting.Sorted Sorting.Permutation MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Sums Board BoardFacts Steps Kernel Header Lines Rows Fill FillSound Machines
  Definitions MachineSound RunSound.
Import ListNotations.
Open Scope N_scope.

Lemma sum_of_total {A} (f : A -> Z) l : sum_of (map f l) = total f l.
Proof. induction l as [|x l IH]; simpl; [|rewrite IH]; reflexivity. Qed.

Lemma sum_of_permutation l l' : Permutation l l' -> sum_of l = sum_of l'.
Proof. unfold sum_of. induction 1; simpl; lia. Qed.

Lemma count_number {A} (g : A -> N) d l : Z.of_nat (count_occ N.eq_dec (map g l) d) = number_true (fun p => g p =? d) l.
Proof.
  unfold number_true. induction l as [|p l IH]; simpl; auto. destruct (N.eq_dec (g p) d) as [E|E].
  - rewrite (proj2 (N.eqb_eq _ _) E). simpl one_if. lia.
  - rewrite (proj2 (N.eqb_neq _ _) E). simpl one_if. lia.
Qed.

Lemma total_flat_map {A B} (f : B -> Z) (g : A -> list B) l : total f (flat_map g l) = total (fun x => total f (g x)) l.
Proof. induction l as [|x l IH]; simpl; auto. now rewrite total_app, IH. Qed.

Lemma below_nodup n : NoDup (below n).
Proof. apply numbers_nodup. Qed.

Lemma values_below n : (2 * sum_of (map value_of (below n)) = Z.of_N n * (Z.of_N n + 1))%Z.
Proof.
  unfold below. rewrite sum_of_total.
  enough (G : forall k first, (2 * total value_of (numbers k first) = Z.of_nat k * (2 * Z.of_N first + Z.of_nat k + 1))%Z).
  { rewrite G. rewrite N_nat_Z. lia. }
  induction k as [|k IH]; intro first; [reflexivity|].
  cbn [numbers total]. specialize (IH (N.succ first)). unfold value_of at 1. lia.
Qed.

Section Right.
Variable b : board.
Let n := size b.
Variable g : grid.
Hypothesis digits_on_board : forall p, on_board b p -> g p < n.
Let tr := holds_in b g.

(* The meaning of a condition of a filling for the grid, given its cells. *)
Definition value_in_cell (c : N) : Z := value_at g (c / n, c mod n).
Definition rule_right (cells : list N) (r : rule) : Prop :=
  match r with
  | ByRow r => row_holds tr r /\ forall it, In it (entries r) -> snd it <> 0%Z -> tr (fst it) = true -> In (cell_of n (fst it)) cells
  | ByMachine k s own => incl own cells /\ machine_reads (Z.of_N n) k s (map value_in_cell own) = true
  end.
Record definition_right (d : definition) : Prop := {
  rows_right : forall r, In r (definition_rows d) -> row_holds tr r;
  line_right : match d with
    | Line _ _ cells conditions => (forall c, In c cells -> c < n * n) /\ forall r, In r conditions -> rule_right cells r
    | _ => True
    end
}.

Lemma index_below p : on_board b p -> cell_index n p < n * n.
Proof. intros [Hr Hc]. fold n in Hr, Hc. now apply pair_below. Qed.
Lemma index_place p : on_board b p -> (cell_index n p / n, cell_index n p mod n) = p.
Proof. intros [Hr Hc]. fold n in Hr, Hc. unfold cell_index. rewrite pair_div, pair_mod by auto. now destruct p. Qed.
Lemma value_in_index p : on_board b p -> value_in_cell (cell_index n p) = value_at g p.
Proof. intro Hp. unfold value_in_cell. now rewrite index_place. Qed.

Lemma holds_at p d : on_board b p -> d < n -> tr (candidate n (cell_index n p) d) = (g p =? d).
Proof.
  intros Hp Hd. apply eq_true_iff_eq. unfold tr. rewrite holds_in_true, N.eqb_eq. fold n.
  destruct (candidate_true b g p d Hp Hd) as (Hc & Hcp & Hcd & _). fold n in Hc, Hcp, Hcd. unfold cell_index.
  rewrite Hcp, Hcd. tauto.
Qed.

Lemma in_cell_total p (f : N -> Z) : on_board b p ->
  total (fun d => f d * one_if (tr (candidate n (cell_index n p) d)))%Z (below n) = f (g p).
Proof.
  intro Hp. rewrite (total_only _ _ (g p)).
  - rewrite holds_at by auto. rewrite N.eqb_refl. simpl. lia.
  - apply below_nodup.
  - apply in_below. auto.
  - intros d Hd Hne. apply in_below in Hd. rewrite holds_at by auto. rewrite (proj2 (N.eqb_neq _ _)) by congruence. simpl. lia.
Qed.

Lemma value_entries_right terms : (forall t, In t terms -> on_board b (snd t)) ->
  value tr (value_entries n terms) = sum_of (map (fun t => fst t * value_at g (snd t))%Z terms).
Proof.
  intro H. unfold value, value_entries. rewrite total_flat_map, sum_of_total. apply total_ext. intros [m p] Ht.
  rewrite total_map. cbn [fst snd]. rewrite (in_cell_total p (fun d => m * value_of d)%Z) by apply (H (m, p) Ht). reflexivity.
Qed.

Lemma digit_entries_right d cells : d < n -> (forall p, In p cells -> on_board b p) ->
  value tr (digit_entries n d cells) = Z.of_nat (count_occ N.eq_dec (map g cells) d).
Proof.
  intros Hd H. rewrite count_number. unfold value, digit_entries, number_true. rewrite total_map. cbn [fst snd].
  apply total_ext. intros p Hp. rewrite holds_at by auto. lia.
Qed.

Lemma weighted_entries_right terms : (forall m p ds, In (m, p, ds) terms -> on_board b p /\ NoDup ds /\ forall d, In d ds -> d < n) ->
  value tr (weighted_entries n terms) = sum_of (map (fun '(m, p, ds) => if in_dec N.eq_dec (g p) ds then m else 0%Z) terms).
Proof.
  intro H. unfold value, weighted_entries. rewrite total_flat_map, sum_of_total. apply total_ext. intros [[m p] ds] Ht.
  destruct (H m p ds Ht) as (Hp & Hnd & Hd). rewrite total_map. cbn [fst snd]. destruct (in_dec N.eq_dec (g p) ds) as [Hin|Hout].
  - rewrite (total_only _ _ (g p)); auto.
    + rewrite holds_at, N.eqb_refl by auto. simpl. lia.
    + intros d Hdd Hne. rewrite holds_at by auto. rewrite (proj2 (N.eqb_neq _ _)) by congruence. simpl. lia.
  - apply total_zero. intros d Hdd. rewrite holds_at by auto. rewrite (proj2 (N.eqb_neq _ _)) by congruence. simpl. lia.
Qed.

Lemma equation_holds es k : value tr es = k -> row_holds tr (equation es k).
Proof. intro H. split; cbn [lower upper entries equation]; intros k' E; injection E as <-; lia. Qed.

Lemma value_row_right k cells : (forall p, In p cells -> on_board b p) -> sum_of (map (value_at g) cells) = k ->
  row_holds tr (value_row n k cells).
Proof.
  intros H E. apply equation_holds. rewrite value_entries_right.
  - rewrite map_map. rewrite <- E. f_equal. apply map_ext. intro p. cbn [fst snd]. lia.
  - intros t Ht. apply in_map_iff in Ht as (p & <- & Hp). cbn [snd]. auto.
Qed.

(* With each digit once, the values add up to the sum of a house. *)
Lemma house_sum cells : (forall p, In p cells -> on_board b p) ->
  (forall d, d < n -> count_occ N.eq_dec (map g cells) d = 1%nat) -> sum_of (map (value_at g) cells) = house_total n.
Proof.
  intros H Hone.
  assert (Hin : forall d, In d (map g cells) <-> In d (below n)).
  { intro d. rewrite in_below. split.
    - intro Hd. apply in_map_iff in Hd as (p & <- & Hp). auto.
    - intro Hd. apply (count_occ_In N.eq_dec). rewrite Hone by auto. lia. }
  assert (Hnd : NoDup (map g cells)).
  { apply (NoDup_count_occ N.eq_dec). intro d. destruct (N.lt_ge_cases d n) as [L|L]; [rewrite Hone; auto|].
    rewrite (proj1 (count_occ_not_In N.eq_dec _ _)); [lia|]. rewrite Hin, in_below. lia. }
  assert (P : Permutation (map g cells) (below n)) by (apply NoDup_Permutation; auto using below_nodup).
  unfold house_total. rewrite <- (values_below n). rewrite Z.mul_comm, Z.div_mul by lia.
  rewrite <- (sum_of_permutation _ _ (Permutation_map value_of P)). rewrite map_map. reflexivity.
Qed.

(* The facts about a constraint that was read. *)
Definition well_formed (c : constraint) : Prop :=
  match c with
  | House cells | Different cells | Cage _ cells => forall p, In p cells -> on_board b p
  | Has ds cells => (forall p, In p cells -> on_board b p) /\ forall d, In d ds -> d < n
  | Path _ cells | Every _ cells => NoDup cells /\ forall p, In p cells -> on_board b p
  | Reads k s cells => machine_fits k s = true /\ cells <> [] /\ forall p, In p cells -> on_board b p
  | Sum _ terms => forall t, In t terms -> on_board b (snd t)
  | Weighted _ _ terms => forall m p ds, In (m, p, ds) terms -> on_board b p /\ NoDup ds /\ forall d, In d ds -> d < n
  | Allow p _ => on_board b p
  | All _ _ => True
  end.

Lemma rows_by_digit_right lo hi cells r : (forall p, In p cells -> on_board b p) -> In r (map snd (rows_by_digit n lo hi cells)) ->
  (forall d, d < n -> (forall k, lo = Some k -> (k <= Z.of_nat (count_occ N.eq_dec (map g cells) d))%Z) /\
    (forall k, hi = Some k -> (Z.of_nat (count_occ N.eq_dec (map g cells) d) <= k)%Z)) -> row_holds tr r.
Proof.
  intros H Hr Hk. unfold rows_by_digit in Hr. rewrite map_map in Hr. apply in_map_iff in Hr as (d & <- & Hd). apply in_below in Hd.
  cbn [snd]. destruct (Hk d Hd) as [H1 H2]. split; cbn [lower upper entries]; rewrite digit_entries_right by auto; auto.
Qed.

Lemma numbers_below cells : (forall p, In p cells -> on_board b p) -> forall c, In c (map (cell_index n) cells) -> c < n * n.
Proof. intros H c Hc. apply in_map_iff in Hc as (p & <- & Hp). apply index_below. auto. Qed.

Lemma value_entries_cells terms it : In it (value_entries n terms) -> In (cell_of n (fst it)) (map (cell_index n) (map snd terms)).
Proof.
  intro H. unfold value_entries in H. apply in_flat_map in H as ([m p] & Ht & H). apply in_map_iff in H as (d & <- & Hd). apply in_below in Hd.
  cbn [fst snd]. rewrite cell_of_candidate by auto. apply in_map, in_map_iff. exists (m, p). auto.
Qed.
Lemma value_row_cells k cells it : In it (entries (value_row n k cells)) -> In (cell_of n (fst it)) (map (cell_index n) cells).
Proof.
  intro H. apply value_entries_cells in H. rewrite (map_map (pair 1%Z) snd), (map_ext (fun p => snd (1%Z, p)) (fun p => p)), map_id in H; auto.
Qed.

Lemma machine_order_in k cells p : In p (machine_order k cells) -> In p cells.
Proof.
  destruct k; auto. simpl. destruct cells as [|a rest]; auto. destruct (rev rest) as [|z middle] eqn:E; auto.
  assert (rest = rev middle ++ [z]) by (rewrite <- (rev_involutive rest), E; reflexivity). subst rest.
  simpl. rewrite in_app_iff. simpl. tauto.
Qed.

Lemma numbers_values cells : (forall p, In p cells -> on_board b p) ->
  map value_in_cell (map (cell_index n) cells) = map (value_at g) cells.
Proof. intro H. rewrite map_map. apply map_ext_in. intros p Hp. apply value_in_index. auto. Qed.

Theorem define_right c d : well_formed c -> obeys b g c -> define n c = Some d -> definition_right d.
Proof.
  intros Hw Ho Hd. destruct c as [cells|cells|k cells|k terms|lo hi terms|ds cells|p ds|r cells|r cells|m r|k s cells];
    cbn [define well_formed obeys] in *; try discriminate; injection Hd as <-.
  - split; cbn [definition_rows]; [|split; [now apply numbers_below | easy]]. intros r [<-|Hr].
    + apply value_row_right; auto. now apply house_sum.
    + eapply rows_by_digit_right; eauto. intros d Hd. rewrite Ho by auto. split; intros k E; injection E as <-; lia.
  - split; cbn [definition_rows]; [|split; [now apply numbers_below | easy]]. intros r Hr.
    eapply rows_by_digit_right; eauto. intros d Hd. split; [discriminate|]. intros k E. injection E as <-.
    pose proof (proj1 (NoDup_count_occ N.eq_dec _) Ho d). lia.
  - destruct Ho as [Ho Hs]. assert (Hv : row_holds tr (value_row n k cells)) by now apply value_row_right.
    split; cbn [definition_rows].
    + intros r [<-|Hr]; auto. eapply rows_by_digit_right; eauto. intros d Hd. split; [discriminate|]. intros k' E. injection E as <-.
      pose proof (proj1 (NoDup_count_occ N.eq_dec _) Ho d). lia.
    + split; [now apply numbers_below|]. intros r [<-|[]]. split; auto. intros it Hit _ _. eapply value_row_cells; eauto.
  - assert (Hv : row_holds tr (equation (value_entries n terms) k)) by (apply equation_holds; now rewrite value_entries_right).
    split; cbn [definition_rows].
    + intros r [<-|[]]. auto.
    + split; [apply numbers_below; intros p Hp; apply in_map_iff in Hp as (t & <- & Ht); auto|].
      intros r [<-|[]]. split; auto. intros it Hit _ _. now apply value_entries_cells.
  - split; cbn [definition_rows]; auto. intros r [<-|[]]. destruct Ho as [H1 H2].
    split; cbn [lower upper entries]; rewrite weighted_entries_right by auto; auto.
  - destruct Hw as [Hw _]. set (rows := map (fun d => (d, {| entries := digit_entries n d cells; lower := Some (times_in d ds); upper := None |})) _) in *.
    assert (Hr : forall it, In it rows -> row_holds tr (snd it) /\ forall e, In e (entries (snd it)) -> In (cell_of n (fst e)) (map (cell_index n) cells)).
    { intros it Hit. unfold rows in Hit. apply in_map_iff in Hit as (d & <- & Hd). apply filter_In in Hd as [Hd _]. apply in_below in Hd. cbn [snd].
      split.
      - split; cbn [lower upper entries]; [|discriminate]. intros k E. injection E as <-. rewrite digit_entries_right by auto.
        unfold times_in. specialize (Ho d). lia.
      - intros e He. cbn [entries] in He. unfold digit_entries in He. apply in_map_iff in He as (p & <- & Hp). cbn [fst].
        rewrite cell_of_candidate by auto. now apply in_map. }
    split; cbn [definition_rows].
    + intros r Hin. simpl in Hin. apply in_map_iff in Hin as (it & <- & Hit). now apply Hr.
    + split; [now apply numbers_below|]. intros r Hin. apply in_map_iff in Hin as (it & <- & Hit). destruct (Hr it Hit) as [H1 H2]. split; auto.
  - destruct Hw as [_ Hw]. split; cbn [definition_rows]; [intros x []|split; [now apply numbers_below | easy]].
  - destruct Hw as [_ Hw]. split; cbn [definition_rows]; [intros x []|split; [now apply numbers_below | easy]].
  - destruct Hw as (Hfits & Hne & Hw).
    assert (Hw' : forall p, In p (machine_order k cells) -> on_board b p) by (intros p Hp; apply Hw; eapply machine_order_in; eauto).
    split; cbn [definition_rows]; [intros x []|split; [now apply numbers_below|]]. intros r [<-|[]]. split; [apply incl_refl|].
    rewrite numbers_values by auto. now apply (machine_exact b g k s cells).
Qed.

(* Exclusions. *)
Definition clashes_right (t : Map.t (list positive)) : Prop := forall x y, In y (list_at x t) -> tr x = true -> tr y = false.

Lemma clash_right x y t : clashes_right t -> (tr x = true -> tr y = true -> x = y) -> clashes_right (clash x y t).
Proof.
  intros Ht Hxy. unfold clash. destruct (Pos.eqb_spec x y) as [|Hne]; auto. intros u v Hin Hu. unfold insert in Hin at 1.
  destruct (Pos.eq_dec u x) as [->|Hux].
  - rewrite list_at_add_same in Hin. destruct Hin as [<-|Hin].
    + destruct (tr y) eqn:E; auto. elim Hne. auto.
    + unfold insert in Hin. rewrite list_at_add_other in Hin by auto. eapply Ht; eauto.
  - rewrite list_at_add_other in Hin by auto. unfold insert in Hin. destruct (Pos.eq_dec u y) as [->|Huy].
    + rewrite list_at_add_same in Hin. destruct Hin as [<-|Hin]; [|eapply Ht; eauto].
      destruct (tr x) eqn:E; auto. elim Hne. auto.
    + rewrite list_at_add_other in Hin by auto. eapply Ht; eauto.
Qed.

Lemma clash_all_right xs t : clashes_right t -> (forall x y, In x xs -> In y xs -> tr x = true -> tr y = true -> x = y) ->
  clashes_right (clash_all xs t).
Proof.
  revert t. induction xs as [|x xs IH]; intros t Ht H; simpl; auto. apply IH; [|intros; apply H; simpl; auto].
  assert (H' : forall y, In y xs -> tr x = true -> tr y = true -> x = y) by (intros; apply H; simpl; auto). clear H IH.
  revert t Ht. induction xs as [|y xs IH]; intros t Ht; simpl; auto. apply IH; [intros; apply H'; simpl; auto|].
  apply clash_right; auto. intros. apply H'; simpl; auto.
Qed.

Lemma link_right r x y : row_holds tr r -> is_link r = true -> In x (members_of_row r) -> In y (members_of_row r) ->
  tr x = true -> tr y = true -> x = y.
Proof.
  intros Hr Hl Hx Hy Tx Ty. destruct (Pos.eq_dec x y) as [|Hne]; auto. exfalso. unfold is_link in Hl. apply andb_prop in Hl as [Hb Hc].
  unfold has_bound in Hb. destruct (upper r) as [k|] eqn:E; [|discriminate]. apply Z.eqb_eq in Hb. subst k.
  pose proof (upper_holds _ _ Hr 1%Z E) as Hv. unfold members_of_row in Hx, Hy. unfold counts_members in Hc. rewrite forallb_forall in Hc.
  apply in_map_iff in Hx as ([x' wx] & Ex & Hx). apply filter_In in Hx as [Hx Wx]. cbn [fst snd] in *. apply Z.eqb_eq in Wx. subst x' wx.
  apply in_map_iff in Hy as ([y' wy] & Ey & Hy). apply filter_In in Hy as [Hy Wy]. cbn [fst snd] in *. apply Z.eqb_eq in Wy. subst y' wy.
  assert (Hpos : forall it, In it (entries r) -> (0 <= snd it * one_if (tr (fst it)))%Z).
  { intros it Hit. specialize (Hc it Hit). destruct (tr (fst it)); simpl one_if; [|lia].
    apply orb_prop in Hc as [Hc|Hc]; apply Z.eqb_eq in Hc; lia. }
  unfold value in Hv. apply in_split in Hx as (l1 & l2 & El). rewrite El in *. rewrite total_app in Hv. simpl total in Hv. rewrite Tx in Hv.
  simpl one_if in Hv.
  assert (P1 : (0 <= total (fun it : entry => snd it * one_if (tr (fst it))) l1)%Z) by (apply total_nonnegative; intros; apply Hpos, in_or_app; auto).
  assert (P2 : (0 <= total (fun it : entry => snd it * one_if (tr (fst it))) l2)%Z) by (apply total_nonnegative; intros; apply Hpos, in_or_app; simpl; auto).
  assert (G : forall l, In (y, 1%Z) l -> (forall it, In it l -> (0 <= snd it * one_if (tr (fst it)))%Z) ->
    (1 <= total (fun it : entry => snd it * one_if (tr (fst it))) l)%Z).
  { clear - Ty. induction l as [|it l IH]; intros Hin Hp; [destruct Hin|]. simpl total. destruct Hin as [->|Hin].
    - cbn [fst snd]. rewrite Ty. simpl one_if.
      assert (0 <= total (fun it : entry => snd it * one_if (tr (fst it))) l)%Z by (apply total_nonnegative; intros; apply Hp; simpl; auto). lia.
    - pose proof (Hp it (or_introl eq_refl)). specialize (IH Hin (fun z h => Hp z (or_intror h))). lia. }
  apply in_app_or in Hy as [Hy|[Hy|Hy]].
  - assert (1 <= total (fun it : entry => snd it * one_if (tr (fst it))) l1)%Z by (apply G; auto; intros; apply Hpos, in_or_app; auto). lia.
  - injection Hy as Hy. contradiction.
  - assert (1 <= total (fun it : entry => snd it * one_if (tr (fst it))) l2)%Z by (apply G; auto; intros; apply Hpos, in_or_app; simpl; auto). lia.
Qed.

Lemma clash_links_right rows t : clashes_right t -> (forall r, In r rows -> row_holds tr r) -> clashes_right (fold_left clash_link rows t).
Proof.
  revert t. induction rows as [|r rows IH]; intros t Ht H; simpl; auto. apply IH; [|intros; apply H; simpl; auto].
  unfold clash_link. destruct (is_link r) eqn:E; auto. apply clash_all_right; auto. intros x y. apply link_right; auto. apply H. now left.
Qed.

(* The pairs of cells of a constraint are related. *)
Lemma neighbours_right (R : cell -> cell -> Prop) cells p q : Sorted R cells -> In (p, q) (neighbours cells) -> R p q /\ In p cells /\ In q cells.
Proof.
  induction cells as [|a [|c cells] IH]; simpl; intros Hs Hin; try easy. inversion Hs as [|? ? Hs' Hd]; subst.
  destruct Hin as [E|Hin].
  - injection E as <- <-. inversion Hd; subst. auto.
  - destruct (IH Hs' Hin) as (H1 & H2 & H3). auto.
Qed.
Lemma later_pairs_right (R : cell -> cell -> Prop) cells p q : StronglySorted R cells -> In (p, q) (later_pairs cells) -> R p q /\ In p cells /\ In q cells.
Proof.
  induction cells as [|a cells IH]; simpl; intros Hs Hin; try easy. inversion Hs as [|? ? Hs' Hd]; subst.
  apply in_app_or in Hin as [Hin|Hin].
  - apply in_map_iff in Hin as (c & E & Hc). injection E as <- <-. rewrite Forall_forall in Hd. auto.
  - destruct (IH Hs' Hin) as (H1 & H2 & H3). auto.
Qed.
Lemma beside_right down aside p q : In q (beside down aside p) -> apart down aside p q.
Proof.
  unfold beside, apart. intros [<-|Hq]; cbn [fst snd]; auto. destruct (N.leb_spec aside (snd p)) as [L|L]; [|destruct Hq].
  destruct Hq as [<-|[]]. cbn [fst snd]. split; auto. right. lia.
Qed.
Lemma one_move_right m p q : In q (one_move m p) -> moved m p q.
Proof.
  assert (T : In q [(fst p, snd p + 1); (fst p + 1, snd p)] -> touches p q).
  { intros [<-|[<-|[]]]; unfold touches; cbn [fst snd]; auto. }
  destruct m; cbn [one_move moved].
  - exact T.
  - intro H. apply in_app_or in H as [H|H]; [left; auto | right; now apply beside_right].
  - intro H. apply in_app_or in H as [H|H]; [left | right]; now apply beside_right.
Qed.
Lemma moves_on_board_right m p q : In (p, q) (moves_on_board n m) -> on_board b p /\ on_board b q /\ moved m p q.
Proof.
  unfold moves_on_board, all_cells. intro H. apply in_flat_map in H as (p' & Hp & H). apply in_map_iff in H as (q' & E & Hq). injection E as -> ->.
  apply in_flat_map in Hp as (r & Hr & Hp). apply in_map_iff in Hp as (c & <- & Hc). apply in_below in Hr, Hc.
  apply filter_In in Hq as [Hq Hon]. unfold on_boardb in Hon. apply andb_prop in Hon as [H1 H2]. apply N.ltb_lt in H1, H2.
  split; [split; auto|]. split; [split; auto|]. now apply one_move_right.
Qed.

Lemma related_pairs_right c r pairs p q : well_formed c -> obeys b g c -> related_pairs n c = Some (r, pairs) -> In (p, q) pairs ->
  on_board b p /\ on_board b q /\ related (Z.of_N n) r (value_at g p) (value_at g q) = true.
Proof.
  intros Hw Ho Hr Hin. destruct c; try discriminate; cbn [related_pairs well_formed obeys] in *; injection Hr as <- <-.
  - destruct (neighbours_right _ _ _ _ Ho Hin) as (H1 & H2 & H3). destruct Hw. auto.
  - destruct (later_pairs_right _ _ _ _ Ho Hin) as (H1 & H2 & H3). destruct Hw. auto.
  - destruct (moves_on_board_right _ _ _ Hin) as (H1 & H2 & H3). split; [|split]; auto.
Qed.

Lemma clash_constraint_right c t : well_formed c -> obeys b g c -> clashes_right t -> clashes_right (clash_constraint n c t).
Proof.
  intros Hw Ho Ht. unfold clash_constraint. destruct (related_pairs n c) as [[r pairs]|] eqn:E; auto.
  assert (H : forall p q, In (p, q) pairs -> on_board b p /\ on_board b q /\ related (Z.of_N n) r (value_at g p) (value_at g q) = true)
    by (intros p q; now apply related_pairs_right with (c := c)).
  clear E. revert t Ht. induction pairs as [|[p q] pairs IH]; intros t Ht; simpl; auto. apply IH; [intros; apply H; simpl; auto|].
  destruct (H p q (or_introl eq_refl)) as (Hp & Hq & Hrel). unfold clash_pair. cbn [fst snd].
  assert (U : forall de, In de (unrelated n r) -> fst de < n /\ snd de < n /\ related (Z.of_N n) r (value_of (fst de)) (value_of (snd de)) = false).
  { intros [d e] Hde. unfold unrelated in Hde. apply filter_In in Hde as [Hde Hn]. apply in_prod_iff in Hde as [Hd He]. apply in_below in Hd, He.
    apply negb_true_iff in Hn. auto. }
  revert t Ht U. generalize (unrelated n r). intro bad. induction bad as [|de bad IHb]; intros t Ht U; simpl; auto.
  apply IHb; [|intros; apply U; simpl; auto]. destruct (U de (or_introl eq_refl)) as (Hd & He & Hu). apply clash_right; auto.
  rewrite !holds_at by auto. intros Td Te. apply N.eqb_eq in Td, Te. unfold value_at in Hrel. rewrite Td, Te in Hrel. congruence.
Qed.
End Right.
