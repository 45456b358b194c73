(* The claim at the end of an accepted proof of version 2 is true. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Sorting.Sorted SetoidList MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Sums Board BoardFacts Steps Claims Header Rows Fill FillSound Machines Lines Definitions
  VariantSteps VariantClaims Check Kernel Taking StepSound HeaderSound ClaimSound MachineSound RunSound DefinitionSound RowsSuffice VariantSound VariantStepSound
  SettingSound.
Import ListNotations.
Open Scope N_scope.

Lemma all_different_nodup ds : all_different ds = true -> NoDup ds.
Proof.
  induction ds as [|d ds IH]; simpl; intro H; constructor.
  - apply andb_prop in H as [H _]. apply negb_true_iff in H. intro Hin.
    assert (existsb (N.eqb d) ds = true) by (apply existsb_exists; exists d; split; auto; apply N.eqb_refl). congruence.
  - apply andb_prop in H as [_ H]. auto.
Qed.

Lemma obeysb_right b g c : (forall p, on_board b p -> g p < size b) -> well_formed b c -> obeysb (size b) g c = true -> obeys b g c.
Proof.
  intros Hg Hw H. destruct c as [cells|cells|k cells|k terms|lo hi terms|ds cells|p ds|r cells|r cells|m r|k s cells];
    cbn [obeysb obeys well_formed] in *.
  - rewrite forallb_forall in H. intros d Hd. apply Nat.eqb_eq, H. now apply in_below.
  - now apply all_different_nodup.
  - apply andb_prop in H as [H1 H2]. split; [now apply all_different_nodup | now apply Z.eqb_eq].
  - now apply Z.eqb_eq.
  - apply andb_prop in H as [H1 H2]. split; intros k ->; now apply Z.leb_le.
  - rewrite forallb_forall in H. intro d. destruct (in_dec N.eq_dec d ds) as [Hd|Hd]; [now apply Nat.leb_le, H|].
    rewrite (proj1 (count_occ_not_In N.eq_dec ds d) Hd). lia.
  - apply existsb_exists in H as (d & Hd & E). apply N.eqb_eq in E. now rewrite E.
  - rewrite forallb_forall in H. apply neighbours_sorted. intros p q Hin. exact (H (p, q) Hin).
  - rewrite forallb_forall in H. apply later_sorted. intros p q Hin. exact (H (p, q) Hin).
  - rewrite forallb_forall in H. intros p q Hp Hq Hm. exact (H (p, q) (moves_complete b m p q Hp Hq Hm)).
  - destruct Hw as (Hk & Hne & Hw). now apply (machine_exact b g k s cells).
Qed.

Section Header.
Variable h : header.
Hypothesis h_right : header_right h.
Variable latin : bool.
Variable bk : book.
Let q := puzzle_of h.
Let b := board_of (on h).
Let n := size b.
Hypothesis bk_right : book_right b (constraint_lines h) bk.
Let st := setting_of h latin bk.
Let right : setting_right q st := setting_is_right h h_right latin bk bk_right.

Lemma variant_solution_ok w ds : read_variant_solution (constraint_lines h) st w = Ok ds ->
  length ds = N.to_nat (n * n) /\ (forall d, In d ds -> d < n) /\ allowed q (at_cell n ds 0).
Proof.
  intro H. unfold read_variant_solution in H. rewrite (tables_right _ _ (base_right _ _ right)) in H.
  change (digits_of (build (shape q))) with n in H.
  destruct (has_length (n * n) w) eqn:E; [|discriminate]. apply has_length_spec in E.
  destruct (grid_digits n w) as [ds'|] eqn:F; [|discriminate]. apply bind_ok in H as ([] & _ & H). apply bind_ok in H as ([] & Hs & H).
  apply bind_ok in H as ([] & Ho & H). apply need_ok in Ho. injection H as ->.
  apply grid_digits_ok in F as [Hl Hd]. assert (Hlong : length ds = N.to_nat (n * n)) by lia.
  split; [auto|]. split; [auto|].
  apply (is_solution_solution q (base st) (base_right _ _ right) ds); auto.
  intros c Hc. rewrite forallb_forall in Ho.
  apply obeysb_right; [intros p Hp; now apply (grid_on_board q ds) | apply (lines_well_formed b _ bk bk_right c Hc) | exact (Ho c Hc)].
Qed.

Theorem variant_claims_sound ws s c :
  ((assumes_unique q = true -> at_most_one_solution q) -> place_right q s) ->
  variant_claims (constraint_lines h) st ws s = Ok c -> true_of q (claim_of h c).
Proof.
  intros Hs H Hpremise. specialize (Hs Hpremise).
  unfold variant_claims in H. apply bind_ok in H as ([] & Hopen & H). apply need_ok in Hopen.
  assert (Hagree : forall g, agreeing q g (opened s)) by (intro g; destruct (opened s); [easy | discriminate]).
  assert (Hlive : forall g, allowed q g -> keeps (holds_in b g) (alive s)) by (intros g Hg; now apply (alive_right q s Hs)).
  assert (Hn : digits_of (on h) = n) by (rewrite (on_board_right h h_right); reflexivity).
  assert (Hn' : digits_of (tables (base st)) = n) by exact Hn.
  destruct ws as [|kind rest]; [discriminate|]. destruct (word_eqb kind w_none).
  { destruct rest as [|colon [|w items]]; try discriminate. destruct (word_eqb colon w_colon); [|discriminate].
    apply bind_ok in H as ([] & Hno & H). injection H as <-. cbn [claim_of holds]. intros g Hg.
    exact (no_filling_right q st right (w :: items) s g Hs Hno Hg (Hagree g)). }
  destruct rest as [|a [|a' [|]]]; try discriminate.
  - destruct (word_eqb kind w_open); [|discriminate]. injection H as <-. cbn [claim_of holds].
    intros p d g Hin Hg E. unfold eliminated_by in Hin. rewrite Hn' in Hin. apply in_map_iff in Hin as (x & Ex & Hin).
    injection Ex as <- <-.
    assert (Hin' : Set_.In x (Set_.diff (at_start (base st)) (alive s))).
    { apply Set_.elements_spec1. apply SetoidList.InA_alt. exists x. split; [reflexivity | exact Hin]. }
    apply Set_.diff_spec in Hin' as [Hstart Hdead]. apply Hdead. apply (Hlive g Hg). apply holds_in_true. split; auto.
    now apply (start_candidates _ _ (base_right _ _ right)).
  - destruct (word_eqb kind w_unique); [|discriminate]. apply bind_ok in H as (ds & Hr & H). apply bind_ok in H as ([] & Hl & H).
    injection H as <-. cbn [claim_of holds]. rewrite Hn. apply variant_solution_ok in Hr as (Hlong & Hsmall & Ha).
    split; auto. intros g' Hg'. rewrite Hn' in Hl.
    apply (left_unique q (base st) (base_right _ _ right) ds Hlong Hsmall (alive s)); auto. apply Hg'.
  - destruct (word_eqb kind w_many); [|discriminate]. apply bind_ok in H as ([] & _ & H).
    apply bind_ok in H as (ds & Hr & H). apply bind_ok in H as (ds' & Hr' & H). apply bind_ok in H as ([] & Hne & H). apply need_ok in Hne.
    injection H as <-. cbn [claim_of holds]. rewrite Hn. apply negb_true_iff, digits_eqb_eq in Hne.
    apply variant_solution_ok in Hr as (Hlong & Hsmall & Ha). apply variant_solution_ok in Hr' as (Hlong' & Hsmall' & Ha').
    split; [auto|split; auto]. now apply (different_grids b ds ds').
Qed.
End Header.
