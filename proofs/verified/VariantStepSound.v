(* Every step of version 2 keeps the facts about a position. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Sums Board BoardFacts Steps Kernel Header Rows Fill FillSound Machines Lines
  Definitions VariantSteps Taking StepSound DefinitionSound VariantSound DeadlySound.
Import ListNotations.
Open Scope N_scope.

Section Sound.
Variable q : puzzle.
Let b := shape q.
Let n := size b.
Variable st : setting.
Hypothesis right : setting_right q st.
Hypothesis premise : assumes_unique q = true -> at_most_one_solution q.

Definition supposition (it : positive * Set_.t * Map.t row * N) : positive := fst (fst (fst it)).
Definition agreeing (g : grid) (xs : list (positive * Set_.t * Map.t row * N)) : Prop :=
  forall it, In it xs -> holds_in b g (supposition it) = true.
Definition cuts_hold (g : grid) (m : Map.t row) : Prop := forall k r, Map.find k m = Some r -> row_holds (holds_in b g) r.

Fixpoint opened_right (xs : list (positive * Set_.t * Map.t row * N)) : Prop :=
  match xs with
  | [] => True
  | (_, before, cuts, _) :: rest =>
    (forall g, allowed q g -> agreeing g rest -> keeps (holds_in b g) before /\ cuts_hold g cuts) /\ opened_right rest
  end.

Record place_right (s : place) : Prop := {
  alive_right : forall g, allowed q g -> agreeing g (opened s) -> keeps (holds_in b g) (alive s);
  before_right : opened_right (opened s);
  lasting_right : forall g k d, allowed q g -> Map.find k (lasting s) = Some d -> definition_right b g d;
  cuts_right : forall g, allowed q g -> agreeing g (opened s) -> cuts_hold g (cuts s)
}.

Lemma find_any_right s g k d : place_right s -> allowed q g -> agreeing g (opened s) -> find_any s k = Some d -> definition_right b g d.
Proof.
  intros Hs Hg Ha H. unfold find_any in H. destruct (Map.find k (lasting s)) as [d'|] eqn:E.
  - injection H as <-. eapply (lasting_right s Hs); eauto.
  - destruct (Map.find k (cuts s)) as [r|] eqn:F; [|discriminate]. injection H as <-. split; auto.
    intros r' [<-|[]]. eapply (cuts_right s Hs); eauto.
Qed.
Lemma find_lasting_right s g k d : place_right s -> allowed q g -> find_lasting s k = Some d -> definition_right b g d.
Proof.
  intros Hs Hg H. unfold find_lasting in H. destruct (Map.find k (lasting s)) as [d'|] eqn:E.
  - injection H as <-. eapply (lasting_right s Hs); eauto.
  - destruct (Map.find k (cuts s)) as [r|] eqn:F; [|discriminate]. injection H as <-. split; auto.
    intros r' [<-|[]]. split; discriminate.
Qed.

Lemma with_alive_right s l : place_right s -> (forall g, allowed q g -> agreeing g (opened s) -> keeps (holds_in b g) l) ->
  place_right (with_alive s l).
Proof. intros [H1 H2 H3 H4] H. split; auto. Qed.

Lemma terms_right s g ws ms : place_right s -> allowed q g -> agreeing g (opened s) -> each (read_row_term st (find_any s)) ws = Ok ms ->
  forall m, In m ms -> Rows.term_right (holds_in b g) m.
Proof.
  intros Hs Hg Ha H m Hm. destruct (each_ok _ _ _ H m Hm) as (w & _ & Hw).
  eapply (read_row_term_right q st right g Hg); eauto. intros k d. now apply find_any_right.
Qed.

Lemma count_right ws s s' : place_right s -> variant_count st ws s = Ok s' -> place_right s'.
Proof.
  intros Hs H. unfold variant_count in H. apply bind_ok in H as ([first rest] & _ & H).
  apply bind_ok in H as (targets & Ht & H). apply bind_ok in H as (ms & Hm & H).
  apply bind_ok in H as ([] & Ha & H). apply need_ok in Ha. apply bind_ok in H as ([] & Hn & H).
  apply need_ok in Hn. apply negb_true_iff in Hn. apply bind_ok in H as (l & Hr & H). injection H as <-.
  apply with_alive_right; auto. intros g Hg Hagree.
  apply (row_count_keeps (holds_in b g) targets ms (alive s)); auto.
  - now apply (alive_right s Hs).
  - eapply terms_right; eauto.
  - intros x Hin. destruct (each_ok _ _ _ Ht x Hin) as (w & _ & Hw). now apply read_live_ok in Hw.
Qed.

Lemma truth_members_right s g w xs : place_right s -> allowed q g -> agreeing g (opened s) -> truth_members st s w = Ok xs ->
  exists x, In x xs /\ holds_in b g x = true.
Proof.
  intros Hs Hg Ha H. unfold truth_members in H. apply bind_ok in H as (it & Hit & H).
  assert (T : thing_right q g it) by (eapply (look_up_right q st right g Hg); [|exact Hit]; intros k d; now apply find_any_right).
  assert (R : forall r, row_of st it = Some r -> is_truth r = true -> exists x, In x (members_of_row r) /\ holds_in b g x = true).
  { intros r E F. eapply truth_right; eauto. eapply (row_of_right q st right g Hg); eauto. }
  assert (G : forall it', match row_of st it' with Some r => do _ <- need (is_truth r) NotATruth; Ok (members_of_row r) | None => Err NotATruth end = Ok xs ->
    exists r, row_of st it' = Some r /\ is_truth r = true /\ xs = members_of_row r).
  { intros it' E. destruct (row_of st it') as [r|]; [|discriminate]. apply bind_ok in E as ([] & Et & E). apply need_ok in Et. injection E as <-. eauto. }
  destruct it; cbn [thing_right] in T.
  - injection H as <-. destruct T as [_ T]. apply one_exists in T as (x & ? & ?). eauto.
  - injection H as <-. apply one_exists in T as (x & ? & ?). eauto.
  - apply G in H as (r & H1 & H2 & ->). eauto.
  - apply G in H as (r' & H1 & H2 & ->). eauto.
  - apply G in H as (r' & H1 & H2 & ->). eauto.
Qed.

Lemma single_right c w s s' : place_right s -> variant_single st c w s = Ok s' -> place_right s'.
Proof.
  intros Hs H. unfold variant_single in H. apply bind_ok in H as (x & _ & H). apply bind_ok in H as (xs & Hx & H).
  apply bind_ok in H as ([] & _ & H). apply bind_ok in H as ([] & Ho & H). apply need_ok in Ho. injection H as <-.
  apply with_alive_right; auto. intros g Hg Hagree. assert (Hl := alive_right s Hs g Hg Hagree).
  apply (take_true_keeps q st right g Hg); auto. destruct (truth_members_right s g w xs Hs Hg Hagree Hx) as (y & Hin & Hy).
  unfold only_live in Ho. rewrite forallb_forall in Ho. specialize (Ho y Hin). rewrite (Hl y Hy), orb_false_r in Ho.
  apply Pos.eqb_eq in Ho. now subst y.
Qed.

Lemma suppose_right c s s' : place_right s -> variant_suppose st c s = Ok s' -> place_right s'.
Proof.
  intros Hs H. unfold variant_suppose in H. apply bind_ok in H as (x & _ & H). apply bind_ok in H as ([] & _ & H). injection H as <-.
  assert (Less : forall g, agreeing g ((x, alive s, cuts s, cut_size s) :: opened s) -> agreeing g (opened s)) by (intros g Ha it Hin; apply Ha; now right).
  split; cbn [alive opened lasting cuts].
  - intros g Hg Ha. apply (take_true_keeps q st right g Hg).
    + apply (Ha (x, alive s, cuts s, cut_size s)). now left.
    + apply (alive_right s Hs); auto.
  - split; [|apply (before_right s Hs)]. intros g Hg Ha. split; [now apply (alive_right s Hs) | now apply (cuts_right s Hs)].
  - apply (lasting_right s Hs).
  - intros g Hg Ha. apply (cuts_right s Hs); auto.
Qed.

(* If the items have no filling, no solution agrees with the open supposes. *)
Lemma no_filling_right ws s g : place_right s -> no_filling st ws s = Ok tt -> allowed q g -> agreeing g (opened s) -> False.
Proof.
  intros Hs H Hg Ha. unfold no_filling in H. apply bind_ok in H as (p & Hp & H). unfold unfillable in H.
  destruct (try_fill _ _ _ _ _) as [it room] eqn:E. destruct it; try discriminate.
  eapply (try_fill_right q st right g Hg); [|exact Hp| |exact E].
  - intros k d. now apply find_any_right.
  - now apply (alive_right s Hs).
Qed.

Lemma refuted_right ws s s' : place_right s -> variant_refuted st ws s = Ok s' -> place_right s'.
Proof.
  intros Hs H. unfold variant_refuted in H. apply bind_ok in H as ([] & Hn & H).
  destruct (opened s) as [|[[[x before] cuts'] size] rest] eqn:E; [discriminate|]. injection H as <-.
  assert (Ho := before_right s Hs). rewrite E in Ho. destruct Ho as [Hb Ho].
  split; cbn [alive opened lasting cuts]; auto.
  - intros g Hg Ha z Hz. apply mem_remove. split; [now apply (proj1 (Hb g Hg Ha))|]. intros ->.
    apply (no_filling_right ws s g Hs Hn Hg). rewrite E. intros it [<-|Hin]; auto.
  - apply (lasting_right s Hs).
  - intros g Hg Ha. apply (Hb g Hg Ha).
Qed.

Lemma fill_right ws s s' : place_right s -> fill st ws s = Ok s' -> place_right s'.
Proof.
  intros Hs H. unfold fill in H. apply bind_ok in H as ([first rest] & _ & H). apply bind_ok in H as (targets & _ & H).
  apply bind_ok in H as (p & Hp & H). apply bind_ok in H as (l & Hr & H). apply bind_ok in H as ([] & Hn & H). injection H as <-.
  apply with_alive_right; auto. intros g Hg Ha. apply remove_all_ok in Hr as [Hr _]. intros x Hx. apply Hr.
  assert (Hl := alive_right s Hs g Hg Ha). split; auto. intro Hin.
  enough (holds_in b g x = false) by congruence.
  eapply (none_filled_right q st right g Hg); [|exact Hp|exact Hl|exact Hn|exact Hin]. intros k d. now apply find_any_right.
Qed.

Lemma derive_right name ws s s' : place_right s -> derive st name ws s = Ok s' -> place_right s'.
Proof.
  intros Hs H. unfold derive in H. apply bind_ok in H as (k & _ & H). apply bind_ok in H as (ms & Hm & H).
  apply bind_ok in H as ([] & _ & H). injection H as <-. destruct Hs as [H1 H2 H3 H4]. split; cbn [alive opened lasting cuts]; auto.
  intros g k' d Hg F. destruct (Pos.eq_dec k' k) as [->|Hk]; [|rewrite Map.gso in F by auto; eauto].
  rewrite Map.gss in F. injection F as <-. split; auto. intros r [<-|[]]. apply derived_holds. intros m Hin.
  destruct (each_ok _ _ _ Hm m Hin) as (w & _ & Hw). eapply (read_equation_right q st right g Hg); eauto.
  intros k' d. apply find_lasting_right; auto. now split.
Qed.

Lemma cut_right name divisor ws s s' : place_right s -> variant_cut st name divisor ws s = Ok s' -> place_right s'.
Proof.
  intros Hs H. unfold variant_cut in H. apply bind_ok in H as (k & _ & H). apply bind_ok in H as (d & Hd & H).
  apply bind_ok in H as (ms & Hm & H). apply bind_ok in H as ([] & _ & H). injection H as <-.
  assert (Hpos : (0 < d)%Z).
  { destruct (Words.position 1000000 divisor) as [[|p]|]; try discriminate. injection Hd as <-. lia. }
  split; cbn [alive opened lasting cuts]; try apply Hs.
  intros g Hg Ha k' r F. destruct (Pos.eq_dec k' k) as [->|Hk]; [|rewrite Map.gso in F by auto; eapply (cuts_right s Hs); eauto].
  rewrite Map.gss in F. injection F as <-. apply cut_holds; auto; [now apply (alive_right s Hs) | eapply terms_right; eauto].
Qed.

Lemma deadly_right name rest s s' : place_right s -> variant_deadly st name rest s = Ok s' -> place_right s'.
Proof.
  intros Hs H. unfold variant_deadly in H. apply bind_ok in H as ([first second] & _ & H).
  apply bind_ok in H as ([] & Ha & H). apply need_ok in Ha. apply bind_ok in H as (k & _ & H).
  apply bind_ok in H as ([p pm] & Hp & H). apply bind_ok in H as ([q' qm] & Hq & H).
  apply bind_ok in H as ([] & He & H). apply need_ok in He. apply bind_ok in H as ([] & Hc & H). apply need_ok in Hc.
  apply bind_ok in H as ([] & Hin & H). apply need_ok in Hin. apply bind_ok in H as ([] & Hout & H). apply need_ok in Hout.
  apply bind_ok in H as ([] & Hb & H). apply need_ok in Hb. apply bind_ok in H as ([] & Hm & H). apply need_ok in Hm.
  apply bind_ok in H as ([] & Hi & H). apply need_ok in Hi. apply bind_ok in H as ([] & _ & H). injection H as <-.
  pose proof (base_right _ _ right) as Hbase.
  apply (read_list_ok q (base st) Hbase) in Hp as (Hpc & Hpd & _). apply (read_list_ok q (base st) Hbase) in Hq as (Hqc & Hqd & Hqm).
  apply andb_prop in Hc as [Hlen Hc]. rewrite Hlen in He. apply Nat.eqb_eq in Hlen. apply andb_prop in Hb as [Hb Hrows].
  rewrite forallb_forall in Hc, Hi, Hout, Hrows, Hm, Hin.
  assert (Hcells : forall x, In x p -> exists y, In y q' /\ cell_key (base st) y = cell_key (base st) x).
  { intros x Hx. specialize (Hc x Hx). destruct (Map.find (cell_key (base st) x) qm) as [y|] eqn:F; [|discriminate].
    apply Hqm in F. eauto. }
  assert (Hdiff : exists x, In x p /\ ~ In x q').
  { simpl in He. apply negb_true_iff, not_true_iff_false in He. revert He.
    generalize p at 1 2. intro l. induction l as [|x l IH]; simpl; intro N; [congruence|].
    destruct (match Map.find (cell_key (base st) x) qm with Some y => Pos.eqb x y | None => false end) eqn:F.
    - destruct IH as (y & ? & ?); auto. eauto.
    - exists x. split; auto. intro Hx. assert (G : Map.find (cell_key (base st) x) qm = Some x) by (apply Hqm; auto).
      rewrite G, Pos.eqb_refl in F. discriminate. }
  destruct Hs as [H1 H2 H3 H4]. split; cbn [alive opened lasting cuts]; auto.
  intros g k' d Hg F. destruct (Pos.eq_dec k' k) as [->|Hk]; [|rewrite Map.gso in F by auto; eauto].
  rewrite Map.gss in F. injection F as <-. split; auto. intros r [<-|[]].
  apply (deadly_row_holds q st right) with (q := q') (qm := qm); auto.
  - apply premise. now rewrite <- (assuming_right _ _ Hbase).
  - intros x y Hx Hy. specialize (Hin x Hx). cbv zeta in Hin. rewrite forallb_forall in Hin. apply negb_true_iff. auto.
  - intros x Hx. apply negb_true_iff. auto.
Qed.

Theorem variant_step_right ws s s' : place_right s -> variant_step st ws s = Ok s' -> place_right s'.
Proof.
  intros Hs. unfold variant_step. destruct ws as [|kind rest]; [discriminate|].
  destruct (word_eqb kind w_count); [now apply count_right|].
  destruct (word_eqb kind w_single).
  { destruct rest as [|c [|colon [|w [|]]]]; try discriminate. destruct (word_eqb colon w_colon); [now apply single_right | discriminate]. }
  destruct (word_eqb kind w_fill); [now apply fill_right|].
  destruct (word_eqb kind w_suppose); [destruct rest as [|c [|]]; try discriminate; now apply suppose_right|].
  destruct (word_eqb kind w_refuted); [destruct rest as [|w rest]; [discriminate | now apply refuted_right]|].
  destruct (word_eqb kind w_derive).
  { destruct rest as [|name [|colon [|w rest]]]; try discriminate. destruct (word_eqb colon w_colon); [now apply derive_right | discriminate]. }
  destruct (word_eqb kind w_cut).
  { destruct rest as [|name [|divisor [|colon [|w rest]]]]; try discriminate. destruct (word_eqb colon w_colon); [now apply cut_right | discriminate]. }
  destruct (word_eqb kind w_deadly).
  { destruct rest as [|name [|colon rest]]; try discriminate. destruct (word_eqb colon w_colon); [now apply deadly_right | discriminate]. }
  destruct (existsb (word_eqb kind) (header_words ++ line_words)); discriminate.
Qed.
End Sound.
