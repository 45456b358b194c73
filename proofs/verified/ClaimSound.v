(* The claim at the end of an accepted proof is true. *)
From Coq Require Import NArith PArith ZArith List Bool Lia SetoidList MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board BoardFacts Steps Claims Header Check Kernel Taking StepSound HeaderSound.
Import ListNotations.
Open Scope N_scope.

Lemma nodup_map_equal {A B} (f : A -> B) l x y : NoDup (map f l) -> In x l -> In y l -> f x = f y -> x = y.
Proof.
  induction l as [|z l IH]; simpl; intros Hd Hx Hy E; [easy|]. inversion Hd as [|? ? Hz Hl]; subst.
  destruct Hx as [->|Hx], Hy as [->|Hy]; auto; elim Hz; apply in_map_iff; eauto.
Qed.

Lemma nodup_flat_map {A B} (f : A -> B) (g : A -> list B) l :
  (forall x, In x l -> In (f x) (g x)) -> NoDup (flat_map g l) -> NoDup (map f l).
Proof.
  induction l as [|x l IH]; simpl; intros Hf Hd; constructor.
  - intro H. apply in_map_iff in H as (y & E & Hy).
    assert (D : forall z, In z (g x) -> ~ In z (flat_map g l)).
    { clear - Hd. induction (g x) as [|a m IHm]; simpl in *; [easy|]. inversion Hd as [|? ? Ha Hm]; subst.
      intros z [<-|Hz] H; [apply Ha, in_or_app; auto | now apply (IHm Hm z)]. }
    apply (D (f x)); [apply Hf; now left|]. rewrite <- E. apply in_flat_map. eauto.
  - apply IH; auto. clear - Hd. induction (g x) as [|a m IHm]; simpl in *; auto. inversion Hd. auto.
Qed.

Lemma nodup_app {A} (l l' : list A) : NoDup l -> NoDup l' -> (forall x, In x l -> ~ In x l') -> NoDup (l ++ l').
Proof.
  induction l as [|x l IH]; simpl; intros Hl Hl' H; auto. inversion Hl as [|? ? Hx Hl0]; subst. constructor.
  - intro Hin. apply in_app_or in Hin as [Hin|Hin]; [auto | apply (H x); auto].
  - apply IH; auto.
Qed.

Lemma grid_digits_ok n w ds : grid_digits n w = Some ds -> length ds = length w /\ forall d, In d ds -> d < n.
Proof.
  revert ds. induction w as [|c w IH]; simpl; intros ds H.
  - injection H as <-. split; auto. intros d [].
  - destruct (digit n c) as [d|] eqn:Ed; [|discriminate]. destruct (grid_digits n w) as [ds'|]; [|discriminate].
    injection H as <-. destruct (IH ds' eq_refl) as [Hl Hd]. split; [simpl; now rewrite Hl|].
    intros d' [<-|H]; [eapply digit_below; eauto | auto].
Qed.

Lemma in_grid_candidates n c ds x : In x (grid_candidates n c ds) <->
  exists i, (i < length ds)%nat /\ x = candidate n (c + N.of_nat i) (nth i ds 0).
Proof.
  revert c. induction ds as [|d ds IH]; intro c; simpl.
  - split; [easy|]. intros (i & H & _). lia.
  - rewrite IH. split.
    + intros [<-|(i & Hi & ->)].
      * exists 0%nat. simpl. split; [lia | now rewrite N.add_0_r].
      * exists (S i). split; [lia | f_equal; lia].
    + intros ([|i] & Hi & ->).
      * left. now rewrite N.add_0_r.
      * right. exists i. split; [lia | f_equal; lia].
Qed.

Section Claimed.
Variable q : puzzle.
Let b := shape q.
Let n := size b.
Variable ctx : context.
Hypothesis right : context_right q ctx.

Lemma hold_ok gs held held' : hold gs held = Some held' ->
  NoDup gs /\ (forall g, In g gs -> Set_.mem g held = false) /\
  forall z, Set_.mem z held' = true <-> Set_.mem z held = true \/ In z gs.
Proof.
  revert held. induction gs as [|g gs IH]; simpl; intros held H.
  - injection H as <-. repeat split; [constructor | easy | tauto | tauto].
  - destruct (Set_.mem g held) eqn:E; [discriminate|]. apply IH in H as (Hd & Hn & Hm). split; [|split].
    + constructor; auto. intro Hg. apply Hn in Hg. assert (Set_.mem g (Set_.add g held) = true) by (apply mem_add; auto). congruence.
    + intros g' [<-|Hg]; auto. specialize (Hn g' Hg). destruct (Set_.mem g' held) eqn:F; auto.
      assert (Set_.mem g' (Set_.add g held) = true) by (apply mem_add; auto). congruence.
    + intro z. rewrite Hm, mem_add. intuition.
Qed.

Lemma is_solution_ok xs held : incl xs (candidates n) -> is_solution ctx xs held = Ok tt ->
  NoDup (flat_map (groups b) xs) /\ (forall z, In z (flat_map (groups b) xs) -> Set_.mem z held = false) /\
  forall x, In x xs -> Set_.mem x (in_puzzle ctx) = true /\ forall s, in_state ctx = Some s -> Set_.mem x s = true.
Proof.
  revert held. induction xs as [|x xs IH]; intros held Hi H; cbn [is_solution flat_map] in *.
  - repeat split; [constructor | easy | easy | easy].
  - rewrite (tables_right q ctx right), groups_right in H by (apply Hi; now left). fold b in H.
    destruct (hold (groups b x) held) as [held'|] eqn:E; [|discriminate].
    apply bind_ok in H as ([] & Hp & H). apply need_ok in Hp. apply bind_ok in H as ([] & Hs & H). apply need_ok in Hs.
    apply hold_ok in E as (Hd & Hn & Hm). apply IH in H as (Hd' & Hn' & Hx); [|intros y Hy; apply Hi; now right].
    split; [|split].
    + apply nodup_app; auto. intros z Hz Hz'. specialize (Hn' z Hz').
      assert (Set_.mem z held' = true) by (apply Hm; auto). congruence.
    + intros z Hz. apply in_app_or in Hz as [Hz|Hz]; auto. specialize (Hn' z Hz).
      destruct (Set_.mem z held) eqn:F; auto. assert (Set_.mem z held' = true) by (apply Hm; auto). congruence.
    + intros y [<-|Hy]; auto. split; auto. intros s Es. now rewrite Es in Hs.
Qed.

Variable ds : list N.
Hypothesis long : length ds = N.to_nat (n * n).
Hypothesis small : forall d, In d ds -> d < n.
Let xs := grid_candidates n 0 ds.
Let g : grid := at_cell n ds 0.

Lemma grid_on_board p : on_board b p -> g p < n.
Proof.
  intros [Hr Hc]. fold n in Hr, Hc. assert (fst p * n + snd p < n * n) by now apply pair_below.
  apply small. unfold g, at_cell. apply nth_In. rewrite long. lia.
Qed.

Lemma grid_candidates_true x : In x xs <-> holds_in b g x = true.
Proof.
  unfold xs. rewrite in_grid_candidates, holds_in_true. fold n. split.
  - intros (i & Hi & ->). rewrite N.add_0_l.
    assert (Hd : nth i ds 0 < n) by (apply small, nth_In; auto).
    assert (Hin : N.of_nat i < n * n) by lia. assert (Hnz : n <> 0) by lia.
    split; [now apply candidate_in|]. rewrite digit_of_candidate by auto. unfold g, at_cell, place_of. cbn [fst snd].
    rewrite cell_of_candidate by auto. rewrite (N.mul_comm _ n), <- N.div_mod by auto. now rewrite Nat2N.id.
  - intros [Hx Hg]. destruct (place_on_board b x Hx) as [[Hr Hc] Hd]. fold n in Hr, Hc, Hd.
    exists (N.to_nat (fst (place_of n x) * n + snd (place_of n x))). split.
    + rewrite long. assert (fst (place_of n x) * n + snd (place_of n x) < n * n) by now apply pair_below. lia.
    + rewrite N.add_0_l, N2Nat.id. unfold g, at_cell in Hg. rewrite Hg. now apply (candidate_of_place b).
Qed.

Lemma grid_candidates_in : incl xs (candidates n).
Proof. intros x Hx. apply grid_candidates_true, holds_in_true in Hx. apply Hx. Qed.

Lemma grid_candidates_long : length xs = N.to_nat (n * n).
Proof. unfold xs. rewrite <- long. generalize 0. clear. induction ds as [|d l IH]; simpl; intro c; [|rewrite IH]; auto. Qed.

(* The number of the house of this kind that contains a cell. *)
Definition house_number (kind : N) (p : cell) : N := match kind with 1 => fst p | 2 => snd p | _ => box_of b p end.

Theorem is_solution_solution : is_solution ctx xs Set_.empty = Ok tt -> rules q g -> allowed q g.
Proof.
  intros H Hrules. apply is_solution_ok in H as (Hd & _ & Hx); [|exact grid_candidates_in].
  assert (Hsol : solution b g).
  { apply solution_if_one_in_group; [exact grid_on_board|]. fold n. intros kind i h d Hi Hdn Hh.
    set (f := fun x => group n kind (house_number kind (place_of n x)) (digit_of n x)).
    assert (Hk : (kind = 1 /\ h = Row i) \/ (kind = 2 /\ h = Column i) \/ (kind = 3 /\ h = Box i)).
    { unfold house_of in Hh. destruct kind as [|[[]|[]|]]; try discriminate; injection Hh as <-; auto. }
    assert (Hf : forall x, In x (candidates n) -> In (f x) (groups b x) /\ house_number kind (place_of n x) < n).
    { intros x Hxc. destruct (place_on_board b x Hxc) as [Hp _]. pose proof (box_below b _ Hp) as Hb. destruct Hp as [Hr Hc]. fold n in Hr, Hc, Hb.
      unfold f, house_number, groups. fold n. destruct (place_of n x) as [row column].
      destruct Hk as [(-> & _)|[(-> & _)|(-> & _)]]; (split; [cbn [In]; tauto | assumption]). }
    assert (Hnd : NoDup (map f xs)).
    { apply (nodup_flat_map f (groups b)); auto. intros x Hin. apply Hf. now apply grid_candidates_in. }
    set (all := map (fun it => group n kind (fst it) (snd it)) (list_prod (below n) (below n))).
    assert (Hall : incl all (map f xs)).
    { apply NoDup_length_incl; auto.
      - unfold all. rewrite !map_length, prod_length, grid_candidates_long. unfold below.
        assert (Hlen : forall k first, length (numbers k first) = k) by (induction k; simpl; auto). rewrite !Hlen. lia.
      - intros k Hin. apply in_map_iff in Hin as (x & <- & Hin). apply grid_candidates_in in Hin.
        destruct (place_on_board b x Hin) as [_ Hdx]. fold n in Hdx.
        apply in_map_iff. exists (house_number kind (place_of n x), digit_of n x). split; auto.
        apply in_prod; apply in_below; auto. now apply Hf. }
    assert (Hex : In (group n kind i d) (map f xs)).
    { apply Hall. apply in_map_iff. exists (i, d). split; auto. apply in_prod; now apply in_below. }
    apply in_map_iff in Hex as (x & Ex & Hin). pose proof Hin as Hin'. apply grid_candidates_true in Hin'.
    apply holds_in_true in Hin' as [Hxc Hxt]. fold n in Hxc, Hxt.
    apply one_of_unique with (x := x); [apply group_members_nodup| | |].
    - apply in_group_members. split; auto. rewrite <- Ex. now apply Hf.
    - unfold true_in. fold n. now apply N.eqb_eq.
    - intros y Hy Ty. apply in_group_members in Hy as [Hyc Hyg]. fold n in Hyc.
      assert (Hyin : In y xs). { apply grid_candidates_true, holds_in_true. split; auto. unfold true_in in Ty. now apply N.eqb_eq in Ty. }
      apply (nodup_map_equal f xs); auto. rewrite Ex.
      eapply (in_groups_house b) in Hyg; eauto. destruct Hyg as [Hl <-]. fold n in Hl.
      unfold f. f_equal. destruct Hk as [(-> & ->)|[(-> & ->)|(-> & ->)]]; exact Hl. }
  assert (Hp : solves q g).
  { apply (puzzle_right q ctx right g Hsol Hrules). intros x Ht. exact (proj1 (Hx x (proj2 (grid_candidates_true x) Ht))). }
  assert (Hs : obeys_state q g).
  { apply (state_right q ctx right g Hsol). intros x s Es Ht. exact (proj2 (Hx x (proj2 (grid_candidates_true x) Ht)) s Es). }
  split; [|split; [|split]]; auto. unfold solves in Hp. unfold obeys_givens in *. destruct (givens q); [apply Hp | exact I].
Qed.

Lemma is_what_is_left_ok l : is_what_is_left ctx xs l = Ok tt ->
  forall x, In x xs -> only_live x l (group_members b (group n 0 (fst (place_of n x)) (snd (place_of n x)))) = true.
Proof.
  assert (Hi := grid_candidates_in). revert Hi. generalize xs. intro ys. induction ys as [|y ys IH]; intros Hi H x Hx; [easy|]. cbn [is_what_is_left] in H.
  apply bind_ok in H as ([] & _ & H). apply bind_ok in H as ([] & Ho & H). apply need_ok in Ho.
  destruct Hx as [<-|Hx]; [|apply IH; auto; intros z Hz; apply Hi; now right].
  rewrite (tables_right q ctx right), groups_right in Ho by (apply Hi; now left). unfold groups in Ho. fold b n in Ho.
  destruct (place_of n y) as [row column]. cbn [fst snd]. cbv beta iota zeta in Ho. rewrite members_right in Ho. exact Ho.
Qed.

Lemma left_unique l g' : is_what_is_left ctx xs l = Ok tt -> solution b g' -> keeps (holds_in b g') l -> same b g g'.
Proof.
  intros H Hg' Hk p Hp. assert (Hd := grid_on_board p Hp). assert (Hd' := proj1 Hg' p Hp).
  destruct (candidate_true b g p (g p) Hp Hd) as (Hc & Hcp & Hcd & _).
  destruct (candidate_true b g' p (g' p) Hp Hd') as (Hc' & Hcp' & Hcd' & _). fold n in Hc, Hcp, Hcd, Hc', Hcp', Hcd'.
  set (x := candidate n (fst p * n + snd p) (g p)) in *. set (x' := candidate n (fst p * n + snd p) (g' p)) in *.
  assert (Hx : In x xs) by (apply grid_candidates_true, holds_in_true; fold n; rewrite Hcp, Hcd; auto).
  assert (Hx' : Set_.mem x' l = true) by (apply Hk, holds_in_true; fold n; rewrite Hcp', Hcd'; auto).
  pose proof (is_what_is_left_ok l H x Hx) as Ho. unfold only_live in Ho. rewrite forallb_forall in Ho. rewrite Hcp in Ho.
  destruct Hp as [Hr Hcol]. fold n in Hr, Hcol.
  assert (Hm : In x' (group_members b (group n 0 (fst p) (snd p)))).
  { apply in_group_members. split; auto. apply in_groups_cell; auto. fold n. rewrite Hcp'. now destruct p. }
  specialize (Ho x' Hm). rewrite Hx' in Ho. rewrite orb_false_r in Ho. apply Pos.eqb_eq in Ho. rewrite <- Hcd, <- Hcd'. now rewrite Ho.
Qed.
End Claimed.

Lemma read_solution_ok q ctx w ds : context_right q ctx -> (forall g, rules q g) -> read_solution ctx w = Ok ds ->
  length ds = N.to_nat (size (shape q) * size (shape q)) /\ (forall d, In d ds -> d < size (shape q)) /\
  allowed q (at_cell (size (shape q)) ds 0).
Proof.
  intros right free H. unfold read_solution in H. rewrite (tables_right q ctx right) in H.
  change (digits_of (build (shape q))) with (size (shape q)) in H. set (n := size (shape q)) in *.
  destruct (has_length (n * n) w) eqn:E; [|discriminate]. apply has_length_spec in E.
  destruct (grid_digits n w) as [ds'|] eqn:F; [|discriminate]. apply bind_ok in H as ([] & Hs & H). injection H as ->.
  apply grid_digits_ok in F as [Hl Hd]. assert (Hlong : length ds = N.to_nat (n * n)) by lia. repeat split; auto;
    apply (is_solution_solution q ctx right ds); auto.
Qed.

Lemma digits_eqb_eq a c : digits_eqb a c = false -> a <> c.
Proof.
  revert c. induction a as [|x a IH]; intros [|y c]; simpl; try discriminate; intros H E; try discriminate.
  injection E as -> ->. rewrite N.eqb_refl in H. simpl in H. now apply (IH c).
Qed.

(* Different lists of digits are different grids. *)
Lemma different_grids b ds ds' : length ds = N.to_nat (size b * size b) -> length ds' = N.to_nat (size b * size b) -> ds <> ds' ->
  ~ same b (at_cell (size b) ds 0) (at_cell (size b) ds' 0).
Proof.
  intros Hlong Hlong' Hne E. apply Hne. set (n := size b) in *. apply (nth_ext _ _ 0 0); [congruence|]. intros i Hi.
  assert (Hin : N.of_nat i < n * n) by lia. assert (Hnz : n <> 0) by lia.
  assert (Hp : on_board b (N.of_nat i / n, N.of_nat i mod n)).
  { split; cbn [fst snd]; fold n; [apply N.div_lt_upper_bound; auto | now apply N.mod_lt]. }
  specialize (E _ Hp). unfold at_cell in E. cbn [fst snd] in E.
  now rewrite (N.mul_comm _ n), <- N.div_mod, Nat2N.id in E.
Qed.

Theorem claims_sound h ws s c :
  header_right h -> constraint_lines h = [] -> ((assumes_unique (puzzle_of h) = true -> at_most_one_solution (puzzle_of h)) -> position_right (puzzle_of h) s) ->
  claims (context_of h) ws s = Ok c -> true_of (puzzle_of h) (claim_of h c).
Proof.
  intros Hh Hplain Hs H Hpremise. specialize (Hs Hpremise). pose proof (context_of_right h Hh) as right.
  assert (free := plain_free h Hplain).
  unfold claims in H. apply bind_ok in H as ([] & Hopen & H). apply need_ok in Hopen.
  assert (Hlive : forall g, allowed (puzzle_of h) g -> keeps (holds_in (shape (puzzle_of h)) g) (live s)).
  { intros g Hg. apply (live_right _ s Hs g Hg). destruct (supposed s); [easy | discriminate]. }
  assert (Hn : digits_of (on h) = size (shape (puzzle_of h))) by (rewrite (on_board_right h Hh); reflexivity).
  destruct ws as [|kind [|a [|c' [|]]]]; try discriminate.
  - destruct (word_eqb kind w_open); [|discriminate]. injection H as <-. cbn [claim_of holds].
    intros p d g Hin Hg E. unfold eliminated in Hin. apply in_map_iff in Hin as (x & Ex & Hin).
    change (digits_of (tables (context_of h))) with (digits_of (on h)) in Ex. rewrite Hn in Ex. injection Ex as <- <-.
    assert (Hin' : Set_.In x (Set_.diff (at_start (context_of h)) (live s))).
    { apply Set_.elements_spec1. apply SetoidList.InA_alt. exists x. split; [reflexivity | exact Hin]. }
    apply Set_.diff_spec in Hin' as [Hstart Hdead]. apply Hdead. apply (Hlive g Hg). apply holds_in_true. split; auto.
    now apply (start_candidates _ _ right).
  - destruct (word_eqb kind w_unique); [|discriminate]. apply bind_ok in H as (ds & Hr & H). apply bind_ok in H as ([] & Hl & H).
    injection H as <-. cbn [claim_of holds]. rewrite Hn. apply (read_solution_ok _ _ _ _ right free) in Hr as (Hlong & Hsmall & Ha).
    split; auto. intros g' Hg'. change (digits_of (tables (context_of h))) with (digits_of (on h)) in Hl. rewrite Hn in Hl.
    eapply left_unique; eauto. apply Hg'.
  - destruct (word_eqb kind w_none && word_eqb a w_colon).
    + apply bind_ok in H as ([k xs] & Hk & H). apply bind_ok in H as ([] & He & H). apply need_ok in He. injection H as <-.
      cbn [claim_of holds]. intros g Hg. apply read_group_ok in Hk.
      apply (none_live_false _ _ (one_of_solution _ _ right g (proj1 Hg)) (live s) xs k); auto.
    + destruct (word_eqb kind w_many); [|discriminate]. apply bind_ok in H as ([] & _ & H).
      apply bind_ok in H as (ds & Hr & H). apply bind_ok in H as (ds' & Hr' & H). apply bind_ok in H as ([] & Hne & H). apply need_ok in Hne.
      injection H as <-. cbn [claim_of holds]. rewrite Hn. apply negb_true_iff, digits_eqb_eq in Hne.
      apply (read_solution_ok _ _ _ _ right free) in Hr as (Hlong & Hsmall & Ha).
      apply (read_solution_ok _ _ _ _ right free) in Hr' as (Hlong' & Hsmall' & Ha').
      split; [auto|split; auto]. now apply (different_grids (shape (puzzle_of h)) ds ds').
Qed.
