(* Every step is correct: it keeps live all candidates that are true in a solution of the proof's
   subject. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board BoardFacts Steps Kernel Taking Exchange.
Import ListNotations.
Open Scope N_scope.

Lemma position_below most w i : Words.position most w = Some i -> i < most.
Proof.
  unfold Words.position. destruct (number w) as [[|p]|]; try discriminate.
  destruct (N.leb_spec (Npos p) most); [|discriminate]. intro E. injection E as <-. lia.
Qed.

Lemma digit_below n b d : digit n b = Some d -> d < n.
Proof.
  unfold digit. destruct (any_digit b); [|discriminate]. destruct (N.ltb_spec n0 n); [|discriminate].
  intro E. now injection E as <-.
Qed.

Lemma row_and_column_below n w r c : row_and_column n w = Some (r, c) -> r < n /\ c < n.
Proof.
  unfold row_and_column. destruct (cut x63 w) as [[a b]|]; [|discriminate].
  destruct (Words.position n a) eqn:Ea; [|discriminate]. destruct (Words.position n b) eqn:Eb; [|discriminate].
  intro H. injection H as <- <-. split; eapply position_below; eauto.
Qed.

Lemma cell_and_digit_below n w rest r c d : cell_and_digit n w rest = Some (r, c, d) -> r < n /\ c < n /\ d < n.
Proof.
  unfold cell_and_digit. destruct w as [|r0 w]; [discriminate|]. destruct rest as [|d0 [|]]; try discriminate.
  destruct (if is r0 x72 then row_and_column n w else None) as [[r' c']|] eqn:E; [|discriminate].
  destruct (digit n d0) eqn:Ed; [|discriminate]. intro H. injection H as <- <- <-.
  destruct (is r0 x72); [|discriminate]. apply row_and_column_below in E as [? ?]. apply digit_below in Ed. auto.
Qed.

Lemma placement_below n w r c d : placement n w = Some (r, c, d) -> r < n /\ c < n /\ d < n.
Proof. unfold placement. destruct (cut x3d w) as [[a b]|]; [|discriminate]. apply cell_and_digit_below. Qed.

(* The facts about the context, given the puzzle q. *)
Section Sound.
Variable q : puzzle.
Let b := shape q.
Let n := size b.
Variable ctx : context.
Record context_right : Prop := {
  tables_right : tables ctx = build b;
  puzzle_candidates : forall x, Set_.mem x (in_puzzle ctx) = true -> In x (candidates n);
  puzzle_right : forall g, solution b g -> rules q g ->
    (solves q g <-> forall x, holds_in b g x = true -> Set_.mem x (in_puzzle ctx) = true);
  state_right : forall g, solution b g ->
    (obeys_state q g <-> forall x s, in_state ctx = Some s -> holds_in b g x = true -> Set_.mem x s = true);
  start_candidates : forall x, Set_.mem x (at_start ctx) = true -> In x (candidates n);
  start_right : forall g, allowed q g -> keeps (holds_in b g) (at_start ctx);
  assuming_right : assuming ctx = assumes_unique q
}.
Hypothesis right : context_right.
Hypothesis premise : assumes_unique q = true -> at_most_one_solution q.
(* The only constraints are those of the board. *)
Hypothesis free : forall g, rules q g.

Lemma allowed_solves g : allowed q g -> solves q g.
Proof. unfold allowed, solves. destruct (givens q); tauto. Qed.

Lemma one_of_solution g : solution b g ->
  forall k ms, Map.find k (members_of (tables ctx)) = Some ms -> number_true (holds_in b g) ms = 1%Z.
Proof. intros Hg k ms. rewrite (tables_right right). now apply one_holds. Qed.

(* The solutions in which all supposed candidates are true. *)
Definition agrees (g : grid) (xs : list (positive * Set_.t)) : Prop := forall it, In it xs -> holds_in b g (fst it) = true.

Fixpoint supposed_right (xs : list (positive * Set_.t)) : Prop :=
  match xs with
  | [] => True
  | (x, before) :: rest =>
    (forall g, allowed q g -> agrees g rest -> keeps (holds_in b g) before) /\ supposed_right rest
  end.

Record position_right (s : position) : Prop := {
  live_right : forall g, allowed q g -> agrees g (supposed s) -> keeps (holds_in b g) (live s);
  opened_right : supposed_right (supposed s);
  deadly_right : forall k p, Map.find k (deadly_sets s) = Some p ->
    forall g, solves q g -> (number_true (holds_in b g) p <= Z.of_nat (length p) - 1)%Z
}.

Lemma read_candidate_placement w x : read_candidate ctx placement w = Ok x -> In x (candidates n).
Proof.
  unfold read_candidate. rewrite (tables_right right). change (digits_of (build b)) with n.
  destruct (placement n w) as [[[r c] d]|] eqn:E; [|discriminate]. intro H. injection H as <-.
  apply placement_below in E as (Hr & Hc & Hd). apply candidate_in; auto. now apply pair_below.
Qed.

Lemma read_live_ok form why l w x : read_live ctx form why l w = Ok x -> read_candidate ctx form w = Ok x /\ Set_.mem x l = true.
Proof.
  unfold read_live. intro H. apply bind_ok in H as (y & Hy & H). apply bind_ok in H as ([] & Hn & H).
  injection H as <-. apply need_ok in Hn. auto.
Qed.

Lemma read_group_ok w k xs : read_group ctx w = Ok (k, xs) -> Map.find k (members_of (tables ctx)) = Some xs.
Proof.
  unfold read_group. destruct (group_name _ w) as [[[kind i] j]|]; [|discriminate].
  destruct (Map.find _ _) as [ms|] eqn:E; [|discriminate]. intro H. injection H as <- <-. exact E.
Qed.

Lemma read_term_holds s w m g : position_right s -> solves q g -> read_term ctx (deadly_sets s) w = Ok m ->
  term_holds (holds_in b g) m.
Proof.
  intros Hs Hg. unfold read_term. destruct w as [|sign rest]; [discriminate|]. intro H.
  apply bind_ok in H as (link & _ & H).
  destruct (match cut x2a rest with Some it => it | None => (w_one, rest) end) as [factor name].
  destruct (Words.position 1000000 factor) as [k|]; [|discriminate].
  destruct (after_d name) as [w|].
  - apply bind_ok in H as ([] & Hl & H). apply bind_ok in H as (i & _ & H).
    destruct (Map.find i (deadly_sets s)) as [p|] eqn:F; [|discriminate]. injection H as <-.
    unfold term_holds. cbn [times members most]. pose proof (deadly_right s Hs i p F g Hg).
    apply Z.mul_le_mono_nonneg_l; lia.
  - apply bind_ok in H as ([i xs] & Hk & H). injection H as <-. apply read_group_ok in Hk.
    unfold term_holds. cbn [times members most snd].
    rewrite (one_of_solution g (proj1 Hg) i xs Hk). lia.
Qed.

Lemma with_live_right s l : position_right s ->
  (forall g, allowed q g -> agrees g (supposed s) -> keeps (holds_in b g) l) -> position_right (with_live s l).
Proof. intros [H1 H2 H3] H. split; auto. Qed.

Lemma count_sound ws s s' : position_right s -> count ctx ws s = Ok s' -> position_right s'.
Proof.
  intros Hs H. unfold count in H. apply bind_ok in H as ([first rest] & _ & H).
  apply bind_ok in H as (targets & Ht & H). apply bind_ok in H as (ms & Hm & H).
  apply bind_ok in H as ([] & Ha & H). apply need_ok in Ha. apply bind_ok in H as ([] & Hn & H).
  apply need_ok in Hn. apply negb_true_iff in Hn. apply bind_ok in H as (l & Hr & H). injection H as <-.
  apply with_live_right; auto. intros g Hg Hagree.
  apply (count_keeps (holds_in b g) targets ms (live s)); auto.
  - now apply (live_right s Hs).
  - intros m Hin. destruct (each_ok _ _ _ Hm m Hin) as (w & _ & Hw).
    apply (read_term_holds s w); auto. now apply allowed_solves.
  - intros x Hin. destruct (each_ok _ _ _ Ht x Hin) as (w & _ & Hw). now apply read_live_ok in Hw.
Qed.

Lemma single_sound c g s s' : position_right s -> single ctx c g s = Ok s' -> position_right s'.
Proof.
  intros Hs H. unfold single in H. apply bind_ok in H as (x & _ & H). apply bind_ok in H as ([k xs] & Hk & H).
  apply bind_ok in H as ([] & _ & H). apply bind_ok in H as ([] & Ho & H). apply need_ok in Ho. injection H as <-.
  apply read_group_ok in Hk. apply with_live_right; auto. intros g' Hg Hagree.
  assert (Hl := live_right s Hs g' Hg Hagree). assert (Hone := one_of_solution g' (proj1 Hg)).
  apply (take_keeps b); auto; [apply right | apply Hg |].
  eapply only_live_true; eauto.
Qed.

Lemma suppose_sound c s s' : position_right s -> suppose ctx c s = Ok s' -> position_right s'.
Proof.
  intros Hs H. unfold suppose in H. apply bind_ok in H as (x & _ & H). apply bind_ok in H as ([] & _ & H). injection H as <-.
  split; cbn [live supposed deadly_sets].
  - intros g Hg Hagree. apply (take_keeps b); [apply right | apply Hg | |].
    + apply (Hagree (x, live s)). now left.
    + apply (live_right s Hs); auto. intros it Hin. apply Hagree. now right.
  - split; [|apply (opened_right s Hs)]. apply (live_right s Hs).
  - apply (deadly_right s Hs).
Qed.

Lemma refuted_sound w s s' : position_right s -> refuted ctx w s = Ok s' -> position_right s'.
Proof.
  intros Hs H. unfold refuted in H. apply bind_ok in H as ([k xs] & Hk & H). apply bind_ok in H as ([] & Hn & H). apply need_ok in Hn.
  apply read_group_ok in Hk. destruct (supposed s) as [|[x before] rest] eqn:E; [discriminate|]. injection H as <-.
  assert (Ho := opened_right s Hs). rewrite E in Ho. destruct Ho as [Hb Ho].
  split; cbn [live supposed deadly_sets]; auto; [|apply (deadly_right s Hs)].
  intros g Hg Hagree z Hz. apply mem_remove. split; [now apply (Hb g Hg Hagree)|]. intros ->.
  apply (none_live_false (holds_in b g) ctx (one_of_solution g (proj1 Hg)) (live s) xs k); auto.
  apply (live_right s Hs g Hg). rewrite E. intros it [<-|Hin]; auto.
Qed.

Lemma read_list_ok ws xs m : read_list ctx ws = Ok (xs, m) ->
  incl xs (candidates n) /\ NoDup (map (cell_key ctx) xs) /\ forall k x, Map.find k m = Some x <-> In x xs /\ cell_key ctx x = k.
Proof.
  unfold read_list. intro H. apply bind_ok in H as (ys & Hy & H). apply bind_ok in H as (m' & Hm & H). injection H as <- <-.
  apply by_cell_ok in Hm as [Hd Hf]. split; [|split; auto].
  intros x Hx. destruct (each_ok _ _ _ Hy x Hx) as (w & _ & Hw). now apply read_candidate_placement in Hw.
Qed.

Lemma deadly_sound name rest s s' : position_right s -> deadly ctx name rest s = Ok s' -> position_right s'.
Proof.
  intros Hs H. unfold deadly in H. apply bind_ok in H as ([first second] & _ & H).
  apply bind_ok in H as ([] & Ha & H). apply need_ok in Ha. apply bind_ok in H as (k & _ & H).
  apply bind_ok in H as ([p pm] & Hp & H). apply bind_ok in H as ([q' qm] & Hq & H).
  apply bind_ok in H as ([] & He & H). apply need_ok in He. apply bind_ok in H as ([] & Hc & H). apply need_ok in Hc.
  apply bind_ok in H as ([] & Hb & H). apply need_ok in Hb. apply bind_ok in H as ([] & Hi & H). apply need_ok in Hi.
  injection H as <-. apply read_list_ok in Hp as (Hpc & Hpd & _). apply read_list_ok in Hq as (Hqc & Hqd & Hqm).
  apply andb_prop in Hc as [Hlen Hc]. rewrite Hlen in He. apply Nat.eqb_eq in Hlen.
  rewrite forallb_forall in Hc, Hi.
  assert (Hcells : forall x, In x p -> exists y, In y q' /\ cell_key ctx y = cell_key ctx x).
  { intros x Hx. specialize (Hc x Hx). destruct (Map.find (cell_key ctx x) qm) as [y|] eqn:F; [|discriminate].
    apply Hqm in F. eauto. }
  assert (Hdiff : exists x, In x p /\ ~ In x q').
  { simpl in He. apply negb_true_iff in He. apply not_true_iff_false in He.
    assert (D : forall l, forallb (fun x => match Map.find (cell_key ctx x) qm with Some y => Pos.eqb x y | None => false end) l <> true ->
      exists x, In x l /\ ~ In x q').
    { induction l as [|x l IH]; simpl; intro N; [congruence|].
      destruct (match Map.find (cell_key ctx x) qm with Some y => Pos.eqb x y | None => false end) eqn:F.
      - destruct IH as (y & ? & ?); auto. eauto.
      - exists x. split; auto. intro Hx. assert (G : Map.find (cell_key ctx x) qm = Some x) by (apply Hqm; auto).
        rewrite G, Pos.eqb_refl in F. discriminate. }
    now apply D. }
  destruct Hs as [H1 H2 H3]. split; cbn [live supposed deadly_sets]; auto.
  intros k' p' F g Hg. destruct (Pos.eq_dec k' k) as [->|Hk]; [|rewrite Map.gso in F by auto; eapply H3; eauto].
  rewrite Map.gss in F. injection F as <-.
  (* Not all candidates of P are true. Otherwise the exchange would give a second solution. *)
  destruct (forallb (holds_in b g) p) eqn:All.
  - exfalso. rewrite forallb_forall in All. destruct Hdiff as (x & Hx & Hxq).
    apply (exchanged_differs b ctx (tables_right right) p q' qm Hqc Hqm Hlen Hcells g All x Hx Hxq).
    apply premise; [now rewrite <- (assuming_right right)| exact Hg |].
    pose proof (exchanged_solution b ctx (tables_right right) p q' qm Hpc Hqc Hpd Hqd Hqm Hlen Hcells Hb g (proj1 Hg) All) as Hsol.
    apply (puzzle_right right); auto. intros y Hy.
    apply (exchanged_uses b ctx (tables_right right) p q' qm Hqc Hqm Hlen) in Hy as [Hy|Hy].
    + apply (proj1 (puzzle_right right g (proj1 Hg) (free g)) Hg y Hy).
    + now apply Hi.
  - assert (F : exists x, In x p /\ holds_in b g x = false).
    { clear - All. induction p as [|x p IH]; simpl in All; [discriminate|].
      destruct (holds_in b g x) eqn:F; [destruct IH as (y & ? & ?); simpl; eauto | exists x; simpl; auto]. }
    destruct F as (x & Hx & F). eapply not_all_true; eauto.
Qed.

Theorem step_sound ws s s' : position_right s -> step ctx ws s = Ok s' -> position_right s'.
Proof.
  intros Hs. unfold step. destruct ws as [|kind rest]; [discriminate|].
  destruct (word_eqb kind w_count); [now apply count_sound|].
  destruct (word_eqb kind w_single).
  { destruct rest as [|c [|colon [|g [|]]]]; try discriminate.
    destruct (word_eqb colon w_colon); [now apply single_sound | discriminate]. }
  destruct (word_eqb kind w_suppose).
  { destruct rest as [|c [|]]; try discriminate. now apply suppose_sound. }
  destruct (word_eqb kind w_refuted).
  { destruct rest as [|g [|]]; try discriminate. now apply refuted_sound. }
  destruct (word_eqb kind w_deadly).
  { destruct rest as [|name [|colon rest]]; try discriminate.
    destruct (word_eqb colon w_colon); [now apply deadly_sound | discriminate]. }
  destruct (existsb (word_eqb kind) header_words); discriminate.
Qed.
End Sound.
