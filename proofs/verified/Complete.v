(* The second theorem: the checker accepts every step that is correct by Rules.v and written as
   there, with the effect that Rules.v gives it. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board BoardFacts Steps Kernel Taking Exchange ClaimSound Rules Written.
Import ListNotations.
Open Scope N_scope.

Section Complete.
Variable b : board.
Variable ctx : context.
Let n := size b.
Hypothesis on_b : tables ctx = build b.
Hypothesis small : n <= 25.

(* Candidates and groups by their numbers. *)
Definition code (x : mark) : positive := candidate n (fst (fst x) * n + snd (fst x)) (snd x).
Definition mark_of (y : positive) : mark := (place_of n y, digit_of n y).
Definition group_code (g : Rules.group_name) : positive :=
  let '(kind, i, j) := kind_and_numbers g in group n kind i j.

Lemma code_on x : on b x -> In (code x) (candidates n) /\ mark_of (code x) = x.
Proof.
  intros [Hp Hd]. destruct (candidate_true b (fun _ => 0) (fst x) (snd x) Hp Hd) as (H1 & H2 & H3 & _).
  fold n in H1, H2, H3. split; auto. unfold mark_of, code. rewrite H2, H3. now destruct x.
Qed.

Lemma mark_on y : In y (candidates n) -> on b (mark_of y) /\ code (mark_of y) = y.
Proof. intro H. split; [now apply (place_on_board b) | symmetry; now apply (candidate_of_place b)]. Qed.

Lemma code_equal x y : on b x -> on b y -> code x = code y -> x = y.
Proof. intros Hx Hy E. apply code_on in Hx as [_ <-]. apply code_on in Hy as [_ <-]. now rewrite E. Qed.

Lemma in_group_code x g : on b x -> group_on b g -> (In (group_code g) (groups b (code x)) <-> in_group b x g = true).
Proof.
  intros Hx Hg. destruct (code_on x Hx) as [Hc E]. unfold mark_of in E.
  pose proof (f_equal fst E) as Ep. pose proof (f_equal snd E) as Ed. cbn [fst snd] in Ep, Ed.
  destruct g as [p|d h]; unfold group_code; cbn [kind_and_numbers in_group].
  - destruct Hg as [Hr Hcol]. fold n in Hr, Hcol. pose proof (in_groups_cell b (code x) (fst p) (snd p) Hc Hr Hcol) as R. fold n in R. rewrite R. clear R.
    rewrite Ep, andb_true_iff, !N.eqb_eq. destruct x as [[r c] d], p as [r' c']; cbn [fst snd].
    split; [intro H; injection H; auto | intros [-> ->]; auto].
  - destruct Hg as [Hd Hh]. fold n in Hd.
    rewrite andb_true_iff, N.eqb_eq. destruct h as [i|i|i]; simpl in Hh; fold n in Hh.
    + pose proof (in_groups_house b (code x) 1 i d (Row i) Hc Hh Hd eq_refl) as R. fold n in R. rewrite R, Ep, Ed. simpl. rewrite N.eqb_eq. tauto.
    + pose proof (in_groups_house b (code x) 2 i d (Column i) Hc Hh Hd eq_refl) as R. fold n in R. rewrite R, Ep, Ed. simpl. rewrite N.eqb_eq. tauto.
    + pose proof (in_groups_house b (code x) 3 i d (Box i) Hc Hh Hd eq_refl) as R. fold n in R. rewrite R, Ep, Ed. unfold lies_in, lies_inb. rewrite N.eqb_eq. tauto.
Qed.

Lemma groups_are x k : on b x -> In k (groups b (code x)) -> exists g, group_on b g /\ k = group_code g /\ in_group b x g = true.
Proof.
  intros Hx Hk. destruct (code_on x Hx) as [Hc E]. pose proof Hk as Hk'.
  apply groups_cases in Hk as [H|(kind & i & h & H & Hi & Hh & Hb & Hl)]; auto.
  - destruct (place_on_board b (code x) Hc) as [Hp _]. fold n in Hp, H.
    exists (OfCell (place_of n (code x))). assert (G : group_on b (OfCell (place_of n (code x)))) by exact Hp.
    assert (K : k = group_code (OfCell (place_of n (code x)))) by exact H.
    split; [exact G | split; [exact K|]]. apply in_group_code; auto. now rewrite <- K.
  - destruct (place_on_board b (code x) Hc) as [_ Hd]. fold n in Hd, H. exists (OfHouse (digit_of n (code x)) h).
    assert (G : group_on b (OfHouse (digit_of n (code x)) h)) by (split; auto).
    assert (K : k = group_code (OfHouse (digit_of n (code x)) h)).
    { destruct kind as [|[[]|[]|]]; simpl in Hh; try discriminate; injection Hh as <-; exact H. }
    split; [exact G | split; [exact K|]]. apply in_group_code; auto. now rewrite <- K.
Qed.

(* Every group has a member. *)
Lemma group_inhabited g : group_on b g -> exists x, on b x /\ in_group b x g = true.
Proof.
  destruct g as [p|d h].
  - intro Hp. exists (p, 0). destruct Hp as [Hr Hc]. split.
    + split; [now split | simpl; lia].
    + simpl. now rewrite !N.eqb_refl.
  - intros [Hd Hh]. destruct h as [i|i|i]; simpl in Hh.
    + exists ((i, 0), d). split; [repeat split; simpl; auto; lia | simpl; now rewrite !N.eqb_refl].
    + exists ((0, i), d). split; [repeat split; simpl; auto; lia | simpl; now rewrite !N.eqb_refl].
    + destruct b as [h w]. unfold size in *. simpl in *.
      assert (Hh0 : h <> 0) by nia. assert (Hw0 : w <> 0) by nia.
      assert (Hq : i / h < w) by (apply N.div_lt_upper_bound; auto). assert (Hm : i mod h < h) by (apply N.mod_lt; auto).
      exists ((h * (i / h), w * (i mod h)), d). split.
      * repeat split; simpl; unfold size; simpl; nia.
      * cbn [in_group snd fst lies_inb]. rewrite N.eqb_refl. cbn [andb]. apply N.eqb_eq. unfold box_of. cbn [height width fst snd].
        rewrite (N.mul_comm h (i / h)), N.div_mul by auto. rewrite (N.mul_comm w (i mod h)), N.div_mul by auto.
        symmetry. now apply N.div_mod.
Qed.

Lemma group_find g : group_on b g -> Map.find (group_code g) (members_of (build b)) = Some (group_members b (group_code g)).
Proof.
  intro Hg. destruct (group_inhabited g Hg) as (x & Hx & Hin).
  pose proof (members_right b (group_code g)) as E. unfold list_at in E.
  destruct (Map.find (group_code g) (members_of (build b))) as [ms|]; [now rewrite E|].
  assert (In (code x) (group_members b (group_code g))).
  { apply in_group_members. split; [now apply code_on | now apply in_group_code]. }
  rewrite <- E in H. destruct H.
Qed.

Lemma reads_group g : group_on b g -> read_group ctx (write_group g) = Ok (group_code g, group_members b (group_code g)).
Proof.
  intro Hg. unfold read_group. rewrite on_b. change (digits_of (build b)) with n. pose proof (read_group_name b small g Hg) as R. fold n in R. rewrite R.
  pose proof (group_find g Hg) as F. unfold group_code in *. destruct (kind_and_numbers g) as [[kind i] j]. now rewrite F.
Qed.

Lemma reads_placement x : on b x -> read_candidate ctx placement (write_placement x) = Ok (code x).
Proof. intro Hx. unfold read_candidate. rewrite on_b. change (digits_of (build b)) with n. pose proof (read_placement b small x Hx) as R. fold n in R. now rewrite R. Qed.
Lemma reads_elimination x : on b x -> read_candidate ctx elimination (write_elimination x) = Ok (code x).
Proof. intro Hx. unfold read_candidate. rewrite on_b. change (digits_of (build b)) with n. pose proof (read_elimination b small x Hx) as R. fold n in R. now rewrite R. Qed.

Lemma excludes_code x y : on b x -> on b y -> (excludes b (code x) (code y) <-> exclude b x y).
Proof.
  intros Hx Hy. unfold excludes, exclude. split.
  - intros (Hne & _ & k & Hk & Hk'). split; [congruence|].
    destruct (groups_are x k Hx Hk) as (g & Hg & -> & Hin). exists g. repeat split; auto. now apply in_group_code.
  - intros (Hne & g & Hg & Hin & Hin'). split; [intro E; apply Hne; symmetry; now apply code_equal in E|].
    split; [now apply code_on|]. exists (group_code g). split; now apply in_group_code.
Qed.

(* A position of the checker represents a situation of Rules.v. *)
Definition lives (l : mark -> Prop) (set : Set_.t) : Prop :=
  (forall x, on b x -> (l x <-> Set_.mem (code x) set = true)) /\ forall y, Set_.mem y set = true -> In y (candidates n).
Record stands_for (s : situation) (pos : position) : Prop := {
  alive_stands : lives (alive s) (live pos);
  open_stands : Forall2 (fun it at_ => on b (fst it) /\ fst at_ = code (fst it) /\ lives (snd it) (snd at_)) (open s) (supposed pos);
  depth_stands : depth pos = N.of_nat (length (open s));
  defined_stands : forall k, 1 <= k <= 99 -> Map.find (N.succ_pos (k - 1)) (deadly_sets pos) = option_map (map code) (defined s k);
  defined_on : forall k p, defined s k = Some p -> NoDup p /\ forall x, In x p -> on b x
}.

Lemma taken_lives l set x : on b x -> lives l set -> lives (taken b l x) (take ctx (code x) set).
Proof.
  intros Hx [H1 H2]. destruct (code_on x Hx) as [Hc _]. split.
  - intros y Hy. unfold taken. rewrite (take_right b ctx on_b) by auto. rewrite (H1 y Hy), (excludes_code x y) by auto. tauto.
  - intros y Hy. apply H2. eapply (take_smaller b ctx on_b); eauto.
Qed.

Lemma need_true c r : c = true -> need c r = Ok tt.
Proof. now intros ->. Qed.

Lemma single_complete assumed puzzle s pos x g : stands_for s pos -> right_step b assumed puzzle s (Single x g) ->
  exists pos', step ctx (write_step true (Single x g)) pos = Ok pos' /\ stands_for (after b s (Single x g)) pos'.
Proof.
  intros [Ha Ho Hd Hf Hn] (Hx & Hg & Hl & Hin & Honly). pose proof Ha as [H1 H2].
  exists (with_live pos (take ctx (code x) (live pos))). split.
  - change (step ctx (write_step true (Single x g)) pos) with (single ctx (write_placement x) (write_group g) pos).
    unfold single, read_live. rewrite reads_placement by auto. cbn [bind]. rewrite need_true by (now apply H1). cbn [bind].
    rewrite reads_group by auto. cbn [bind]. rewrite on_b, groups_right by now apply code_on.
    rewrite need_true. cbn [bind]. rewrite need_true; [reflexivity|].
    + unfold only_live. apply forallb_forall. intros y Hy. apply in_group_members in Hy as [Hyc Hyg].
      destruct (Set_.mem y (live pos)) eqn:F; [|apply orb_true_r]. rewrite orb_false_r. apply Pos.eqb_eq.
      destruct (mark_on y Hyc) as [Hm Em]. rewrite <- (Honly (mark_of y)); auto.
      * apply in_group_code; auto. now rewrite Em.
      * apply H1; auto. now rewrite Em.
    + apply existsb_exists. exists (group_code g). split; [now apply in_group_code | apply Pos.eqb_refl].
  - split; cbn [alive after live with_live open supposed depth deadly_sets defined]; auto. now apply taken_lives.
Qed.

Lemma suppose_complete assumed puzzle s pos x : stands_for s pos -> right_step b assumed puzzle s (Suppose x) ->
  exists pos', step ctx (write_step true (Suppose x)) pos = Ok pos' /\ stands_for (after b s (Suppose x)) pos'.
Proof.
  intros [Ha Ho Hd Hf Hn] (Hx & Hl & Hlen). pose proof Ha as [H1 H2].
  eexists. split.
  - change (step ctx (write_step true (Suppose x)) pos) with (suppose ctx (write_placement x) pos).
    unfold suppose, read_live. rewrite reads_placement by auto. cbn [bind]. rewrite need_true by (now apply H1). cbn [bind].
    rewrite need_true by (rewrite Hd; now apply N.ltb_lt). reflexivity.
  - split; cbn [alive after live open supposed depth deadly_sets defined]; auto.
    + now apply taken_lives.
    + rewrite Hd. cbn [length]. lia.
Qed.

Lemma refuted_complete assumed puzzle s pos g : stands_for s pos -> right_step b assumed puzzle s (Refuted g) ->
  exists pos', step ctx (write_step true (Refuted g)) pos = Ok pos' /\ stands_for (after b s (Refuted g)) pos'.
Proof.
  intros [Ha Ho Hd Hf Hn] (Hg & Hopen & Hnone). pose proof Ha as [H1 H2].
  cbn [after]. destruct (open s) as [|[x before] rest] eqn:E; [congruence|]. inversion Ho as [|? [x' set] ? rest' (Hx & Ex & Hl) Hr E1 E2]; subst.
  cbn [fst snd] in *. subst x'. eexists. split.
  - change (step ctx (write_step true (Refuted g)) pos) with (refuted ctx (write_group g) pos).
    unfold refuted. rewrite reads_group by auto. cbn [bind]. rewrite need_true; [cbn [bind]; rewrite <- E2; reflexivity|].
    unfold none_live. apply forallb_forall. intros y Hy. apply in_group_members in Hy as [Hyc Hyg]. apply negb_true_iff.
    destruct (Set_.mem y (live pos)) eqn:F; auto. exfalso. destruct (mark_on y Hyc) as [Hm Em].
    apply (Hnone (mark_of y)); auto; [apply in_group_code; auto; now rewrite Em | apply H1; auto; now rewrite Em].
  - split; cbn [alive after live open supposed depth deadly_sets defined]; auto.
    + destruct Hl as [L1 L2]. split.
      * intros y Hy. rewrite mem_remove, (L1 y Hy). split; intros [? Hne]; split; auto; [intro Ec; apply Hne; now apply code_equal | congruence].
      * intros y Hy. apply mem_remove in Hy as [Hy _]. auto.
    + rewrite Hd. cbn [length]. lia.
Qed.

(* Reading a written list gives the list. *)
Lemma cut_words {A} (f : A -> word) (xs : list A) rest : (forall x, word_eqb (f x) w_colon = false) ->
  cut_at_colon (map f xs ++ w_colon :: rest) [] = Some (map f xs, rest).
Proof.
  intro Hf. enough (G : forall first, cut_at_colon (map f xs ++ w_colon :: rest) first = Some (rev_append first (map f xs), rest)) by apply G.
  induction xs as [|x xs IH]; intro first; cbn [map app cut_at_colon].
  - reflexivity.
  - rewrite Hf. rewrite IH. reflexivity.
Qed.

Lemma lists_written {A B} (f : A -> word) (g : B -> word) xs ys : (forall x, word_eqb (f x) w_colon = false) -> xs <> [] -> ys <> [] ->
  lists (map f xs ++ w_colon :: map g ys) = Ok (map f xs, map g ys).
Proof.
  intros Hf Hx Hy. unfold lists. rewrite cut_words by auto. destruct xs as [|x xs], ys as [|y ys]; try congruence. reflexivity.
Qed.

Lemma each_written {A B} (f : A -> word) (read : word -> result B) (code : A -> B) xs :
  (forall x, In x xs -> read (f x) = Ok (code x)) -> each read (map f xs) = Ok (map code xs).
Proof.
  intro H. apply each_spec. induction xs as [|x xs IH]; simpl; constructor; [apply H; now left | apply IH; intros; apply H; now right].
Qed.

(* Terms. *)
Definition term_code (s : situation) (m : written_term) : term :=
  {| members := match set m with
                | Group g => group_members b (group_code g)
                | DeadlySet k => match defined s k with Some p => map code p | None => [] end
                end;
     times := sign m; most := most_true s (set m) |}.

Lemma reads_term s pos short m : stands_for s pos -> term_right b s m ->
  read_term ctx (deadly_sets pos) (write_term short m) = Ok (term_code s m).
Proof.
  intros Hs [Hfactor Hset]. unfold read_term, write_term.
  assert (Hsign : bind (if is (if link m then x2d else x2b) x2d then Ok true else if is (if link m then x2d else x2b) x2b then Ok false else Err BadTerm)
    = fun (f : bool -> result term) => f (link m)) by (destruct (link m); reflexivity).
  rewrite Hsign. clear Hsign.
  assert (Hno : ~ In x2a (write_set (set m))).
  { destruct (set m) as [g|k]; cbn [write_set]; [now apply (group_no_star b small)|].
    intros [H|H]; [discriminate|]. revert H. destruct Hset as (_ & Hk & _). apply plain_not_in; [apply number_plain; lia | reflexivity]. }
  assert (Hcut : exists w, (match cut x2a ((if short && (factor m =? 1) then [] else write_number (factor m) ++ [x2a]) ++ write_set (set m)) with
      | Some it => it
      | None => (w_one, (if short && (factor m =? 1) then [] else write_number (factor m) ++ [x2a]) ++ write_set (set m)) end)
    = (w, write_set (set m)) /\ Words.position 1000000 w = Some (factor m - 1)).
  { destruct (short && (factor m =? 1)) eqn:E.
    - apply andb_prop in E as [_ E]. apply N.eqb_eq in E. exists w_one. cbn [app]. rewrite cut_none by auto. split; auto. now rewrite E.
    - exists (write_number (factor m)). rewrite <- app_assoc. cbn [app].
      rewrite cut_at by (apply plain_not_in; [apply number_plain; lia | reflexivity]). split; auto.
      replace (factor m) with (factor m - 1 + 1) at 1 by lia. apply read_position; lia. }
  destruct Hcut as (w & -> & ->).
  assert (Hm : Z.of_N (N.succ (factor m - 1)) = Z.of_N (factor m)) by (f_equal; lia). rewrite Hm. unfold term_code, sign.
  destruct (set m) as [g|k]; cbn [write_set most_true].
  - assert (Hd : after_d (write_group g) = None).
    { unfold after_d. destruct g as [p|d h]; cbn [write_group write_cell].
      - reflexivity.
      - destruct h; rewrite digit_byte_not_d by (destruct Hset as [Hdn _]; fold n in Hdn; lia); reflexivity. }
    rewrite Hd, reads_group by auto. cbn [bind snd]. destruct (link m); reflexivity.
  - destruct Hset as (-> & Hk & Hdef). cbn [after_d need bind]. rewrite is_refl. cbn [bind]. unfold deadly_number.
    replace k with (k - 1 + 1) at 1 by lia. rewrite read_position by lia. cbn [bind].
    rewrite (defined_stands s pos Hs k Hk). destruct (defined s k) as [p|]; [|congruence]. cbn [option_map]. now rewrite map_length.
Qed.

Lemma mark_eqb_eq x y : mark_eqb x y = true <-> x = y.
Proof.
  unfold mark_eqb. rewrite !andb_true_iff, !N.eqb_eq. destruct x as [[r c] d], y as [[r' c'] d']; cbn [fst snd].
  split; [intros [[-> ->] ->]; auto | intro H; injection H; auto].
Qed.

Lemma number_of_one {A} (f : A -> bool) l (P : bool) : NoDup l -> (forall x y, In x l -> In y l -> f x = true -> f y = true -> x = y) ->
  (P = true <-> exists x, In x l /\ f x = true) -> number_true f l = one_if P.
Proof.
  intros Hd Hu HP. destruct P.
  - destruct (proj1 HP eq_refl) as (x & Hx & Fx). rewrite (one_of_unique f l x); auto.
  - apply number_true_none. intros x Hx. destruct (f x) eqn:F; auto. assert (false = true) by (apply HP; eauto). discriminate.
Qed.

Lemma coefficient_written s pos terms x : stands_for s pos -> (forall m, In m terms -> term_right b s m) -> on b x ->
  coefficient (map (term_code s) terms) (code x) = a b s terms x.
Proof.
  intros Hs Ht Hx. unfold coefficient, a. induction terms as [|m terms IH]; [reflexivity|]. cbn [map total].
  rewrite IH by (intros; apply Ht; now right). f_equal. cbn [term_code times members]. f_equal.
  destruct (Ht m (or_introl eq_refl)) as [_ Hset]. destruct (set m) as [g|k]; cbn [inside].
  - apply number_of_one; [apply group_members_nodup | intros y z _ _ Ey Ez; apply Pos.eqb_eq in Ey, Ez; congruence|].
    rewrite <- (in_group_code x g Hx Hset). split.
    + intro H. exists (code x). split; [apply in_group_members; split; auto; now apply code_on | apply Pos.eqb_refl].
    + intros (y & Hy & Ey). apply Pos.eqb_eq in Ey. subst y. now apply in_group_members in Hy.
  - destruct (defined s k) as [p|] eqn:E; [|reflexivity]. destruct (defined_on s pos Hs k p E) as [Hnd Hon].
    apply number_of_one.
    + apply NoDup_map_inv with (f := mark_of). rewrite map_map. rewrite (map_ext_in _ (fun y => y)); [now rewrite map_id|].
      intros y Hy. now apply code_on, Hon.
    + intros y z _ _ Ey Ez. apply Pos.eqb_eq in Ey, Ez. congruence.
    + rewrite existsb_exists. split.
      * intros (y & Hy & Ey). apply mark_eqb_eq in Ey. subst y. exists (code x). split; [now apply in_map | apply Pos.eqb_refl].
      * intros (y & Hy & Ey). apply Pos.eqb_eq in Ey. subst y. apply in_map_iff in Hy as (z & Ez & Hz).
        exists z. split; auto. apply mark_eqb_eq. symmetry. apply code_equal; auto.
Qed.

Lemma bound_written s terms : bound (map (term_code s) terms) = K s terms.
Proof. rewrite bound_total. unfold K. induction terms as [|m terms IH]; simpl; auto. now rewrite IH. Qed.

Lemma weights_live l ms x v : Map.find x (weights l ms) = Some v -> Set_.mem x l = true.
Proof.
  unfold weights. assert (G : forall ws, (forall v, Map.find x ws = Some v -> Set_.mem x l = true) ->
    forall v, Map.find x (fold_left (fun ws m => fold_left (add_member l (times m)) (members m) ws) ms ws) = Some v -> Set_.mem x l = true).
  { induction ms as [|m ms IH]; cbn [fold_left]; auto. intros ws Hws. apply IH. clear IH.
    revert ws Hws. induction (members m) as [|y ys IH]; cbn [fold_left]; auto. intros ws Hws. apply IH. clear IH v. intros v Hv.
    unfold add_member in Hv. destruct (Set_.mem y l) eqn:E; [|eauto]. destruct (Pos.eq_dec x y) as [->|Hne]; auto.
    rewrite Map.gso in Hv by auto. eauto. }
  apply G. intros w Hw. now rewrite Map.gempty in Hw.
Qed.

Lemma negative_false targets ws : (forall x v, Map.find x ws = Some v -> forall t, In t targets -> t <> x -> (0 <= v)%Z) ->
  negative targets ws = false.
Proof.
  intro H. unfold negative. destruct (all_values (Z.leb 0) ws); auto. apply not_true_iff_false. intro E.
  apply existsb_exists in E as ([x v] & Hin & E). cbn [fst snd] in E. apply andb_prop in E as [Ev E]. apply Z.ltb_lt in Ev.
  apply existsb_exists in E as (t & Ht & E). apply negb_true_iff, Pos.eqb_neq in E.
  assert (F : Map.find x ws = Some v) by now apply Map.elements_complete.
  pose proof (H x v F t Ht E). lia.
Qed.

Lemma remove_all_complete targets l : NoDup targets -> (forall x, In x targets -> Set_.mem x l = true) -> exists l', remove_all targets l = Ok l'.
Proof.
  revert l. induction targets as [|x targets IH]; intros l Hd Hl; cbn [remove_all]; [eauto|]. inversion Hd as [|? ? Hx Ht]; subst.
  rewrite need_true by (apply Hl; now left). cbn [bind]. apply IH; auto. intros y Hy. apply mem_remove. split; [apply Hl; now right | congruence].
Qed.

Lemma count_complete assumed puzzle short s pos targets terms : stands_for s pos -> right_step b assumed puzzle s (Count targets terms) ->
  exists pos', step ctx (write_step short (Count targets terms)) pos = Ok pos' /\ stands_for (after b s (Count targets terms)) pos'.
Proof.
  intros Hs (Hne & Hne' & Hnd & Hlive & Hterms & Habove & Hneg). pose proof Hs as [Ha Ho Hd Hf Hn]. pose proof Ha as [H1 H2].
  assert (Hmem : forall t, In t targets -> Set_.mem (code t) (live pos) = true) by (intros t Ht; destruct (Hlive t Ht); now apply H1).
  assert (Hcodes : NoDup (map code targets)).
  { apply NoDup_map_inv with (f := mark_of). rewrite map_map. rewrite (map_ext_in _ (fun y => y)); [now rewrite map_id|].
    intros y Hy. apply code_on. now apply Hlive. }
  destruct (remove_all_complete (map code targets) (live pos) Hcodes) as (l & Hl).
  { intros y Hy. apply in_map_iff in Hy as (t & <- & Ht). auto. }
  exists (with_live pos l). split.
  - change (step ctx (write_step short (Count targets terms)) pos)
      with (count ctx (map write_elimination targets ++ w_colon :: map (write_term short) terms) pos).
    unfold count. rewrite lists_written by (auto; reflexivity). cbn [bind].
    rewrite (each_written write_elimination _ code).
    2:{ intros t Ht. unfold read_live. rewrite reads_elimination by now apply Hlive. cbn [bind]. rewrite need_true by auto. reflexivity. }
    cbn [bind]. rewrite (each_written (write_term short) _ (term_code s)) by (intros m Hm; now apply reads_term; auto).
    cbn [bind]. rewrite bound_written. rewrite need_true.
    2:{ apply forallb_forall. intros y Hy. apply in_map_iff in Hy as (t & <- & Ht). apply Z.ltb_lt.
        rewrite weights_right, (coefficient_written s pos) by (auto; now apply Hlive). auto. }
    cbn [bind]. rewrite need_true.
    2:{ apply negb_true_iff, negative_false. intros y v Hv t Ht Hty. apply in_map_iff in Ht as (t' & <- & Ht).
        pose proof (weights_live _ _ _ _ Hv) as Hy. destruct (mark_on y (H2 y Hy)) as [Hm Em].
        replace v with (weight y (weights (live pos) (map (term_code s) terms))) by (unfold weight; now rewrite Hv).
        rewrite weights_right by auto. rewrite <- Em, (coefficient_written s pos) by auto.
        apply (Hneg t'); auto; [apply H1; auto; now rewrite Em | intros <-; congruence]. }
    cbn [bind]. rewrite Hl. reflexivity.
  - apply remove_all_ok in Hl as [Hl _]. split; cbn [alive after live with_live open supposed depth deadly_sets defined]; auto. split.
    + intros x Hx. rewrite Hl, (H1 x Hx). split; intros [? Hnot]; split; auto; intro Hin; apply Hnot.
      * apply in_map_iff in Hin as (t & E & Ht). replace x with t; auto. apply code_equal; auto. now apply Hlive.
      * now apply in_map.
    + intros y Hy. apply Hl in Hy as [Hy _]. auto.
Qed.

(* Deadly sets. *)
Lemma cell_key_code x y : on b x -> on b y -> (cell_key ctx (code x) = cell_key ctx (code y) <-> fst x = fst y).
Proof.
  intros Hx Hy. destruct (code_on x Hx) as [Hc E]. destruct (code_on y Hy) as [Hc' E'].
  rewrite (cell_key_place b ctx on_b) by auto. fold n. pose proof (f_equal fst E) as F. pose proof (f_equal fst E') as F'.
  cbn [fst mark_of] in F, F'. now rewrite F, F'.
Qed.

Lemma cells_nodup p : (forall x, In x p -> on b x) -> NoDup (map fst p) -> NoDup (map (cell_key ctx) (map code p)).
Proof.
  induction p as [|x p IH]; cbn [map]; intros Hon Hd; constructor; inversion Hd as [|? ? Hx Hp]; subst.
  - intro Hin. apply Hx. rewrite map_map in Hin. apply in_map_iff in Hin as (y & E & Hy). apply in_map_iff. exists y. split; auto.
    apply cell_key_code; auto; apply Hon; [now right | now left].
  - apply IH; auto. intros y Hy. apply Hon. now right.
Qed.

Lemma by_cell_complete xs : NoDup (map (cell_key ctx) xs) -> exists m, by_cell ctx xs (Map.empty _) = Ok m.
Proof.
  enough (G : forall m0, NoDup (map (cell_key ctx) xs) -> (forall x, In x xs -> Map.find (cell_key ctx x) m0 = None) ->
    exists m, by_cell ctx xs m0 = Ok m).
  { intro H. apply G; auto. intros x _. apply Map.gempty. }
  induction xs as [|x xs IH]; intros m0 Hd Hn; cbn [by_cell]; [eauto|]. cbn [map] in Hd. inversion Hd as [|? ? Hx Hxs]; subst.
  rewrite (Hn x) by now left. apply IH; auto. intros y Hy. rewrite Map.gso; [apply Hn; now right|].
  intro E. apply Hx. apply in_map_iff. eauto.
Qed.

Lemma all_values_true {A} (p : A -> bool) m : (forall x v, Map.find x m = Some v -> p v = true) -> all_values p m = true.
Proof.
  induction m as [|l IHl v r IHr]; intro H; cbn [all_values]; [reflexivity|].
  rewrite !andb_true_iff. repeat split.
  - destruct v as [v|]; auto. now apply (H xH v).
  - apply IHl. intros x w F. now apply (H (xO x) w).
  - apply IHr. intros x w F. now apply (H (xI x) w).
Qed.

Lemma list_reads xs : (forall x, In x xs -> on b x) -> NoDup (map fst xs) ->
  exists m, read_list ctx (map write_placement xs) = Ok (map code xs, m) /\
    forall k y, Map.find k m = Some y <-> In y (map code xs) /\ cell_key ctx y = k.
Proof.
  intros Hon Hd. destruct (by_cell_complete (map code xs) (cells_nodup xs Hon Hd)) as (m & Hm). exists m. split.
  - unfold read_list. rewrite (each_written write_placement _ code) by (intros x Hx; now apply reads_placement; auto). cbn [bind].
    rewrite Hm. reflexivity.
  - now apply (by_cell_ok ctx).
Qed.

Lemma number_by_code p k : (forall x, In x p -> on b x) ->
  number_true (holds_group b k) (map code p) = number_true (fun x => holds_group b k (code x)) p.
Proof. intros _. induction p as [|x p IH]; [reflexivity|]. unfold number_true in *. cbn [map total]. now rewrite IH. Qed.

Lemma holds_code x g : on b x -> group_on b g -> holds_group b (group_code g) (code x) = in_group b x g.
Proof. intros Hx Hg. apply eq_true_iff_eq. rewrite holds_group_in. now apply in_group_code. Qed.

Lemma cell_dec (c c' : cell) : {c = c'} + {c <> c'}.
Proof. decide equality; apply N.eq_dec. Qed.

Lemma in_cell_number p c : NoDup (map fst p) ->
  number_true (fun x => in_group b x (OfCell c)) p = one_if (if in_dec cell_dec c (map fst p) then true else false).
Proof.
  intro Hd. destruct (in_dec cell_dec c (map fst p)) as [Hin|Hin].
  - apply in_map_iff in Hin as (x & Ex & Hx). apply one_of_unique with (x := x); auto.
    + now apply NoDup_map_inv in Hd.
    + subst c. cbn [in_group]. now rewrite !N.eqb_refl.
    + intros y Hy Ey. cbn [in_group] in Ey. apply andb_prop in Ey as [E1 E2]. apply N.eqb_eq in E1, E2.
      apply (nodup_map_equal fst p); auto. rewrite Ex. destruct (fst y), c; cbn [fst snd] in *; congruence.
  - apply number_true_none. intros x Hx. destruct (in_group b x (OfCell c)) eqn:F; auto. exfalso. apply Hin.
    cbn [in_group] in F. apply andb_prop in F as [E1 E2]. apply N.eqb_eq in E1, E2.
    apply in_map_iff. exists x. split; auto. destruct (fst x), c; cbn [fst snd] in *; congruence.
Qed.

Lemma in_cell_equal p q c : NoDup (map fst p) -> NoDup (map fst q) -> (In c (map fst p) <-> In c (map fst q)) ->
  number_true (fun x => in_group b x (OfCell c)) p = number_true (fun x => in_group b x (OfCell c)) q.
Proof.
  intros Hp Hq H. rewrite !in_cell_number by auto. f_equal.
  destruct (in_dec cell_dec c (map fst p)), (in_dec cell_dec c (map fst q)); tauto.
Qed.

Lemma deadly_complete (puzzle : mark -> Prop) s pos k p q :
  stands_for s pos -> (forall x, on b x -> puzzle x -> Set_.mem (code x) (in_puzzle ctx) = true) ->
  right_step b (assuming ctx) puzzle s (Deadly k p q) ->
  exists pos', step ctx (write_step true (Deadly k p q)) pos = Ok pos' /\ stands_for (after b s (Deadly k p q)) pos'.
Proof.
  intros Hs Hpuz (Has & Hk & Hne & Hne' & Hon & Hp & Hq & Hcells & Hdiff & Hbal & Hin). pose proof Hs as [Ha Ho Hd Hf Hn].
  assert (Hop : forall x, In x p -> on b x) by auto. assert (Hoq : forall x, In x q -> on b x) by auto.
  destruct (list_reads p Hop Hp) as (pm & Rp & _). destruct (list_reads q Hoq Hq) as (qm & Rq & Hqm).
  assert (Hlen : length p = length q).
  { assert (E : length (map fst p) = length (map fst q)).
    { apply Nat.le_antisymm; apply NoDup_incl_length; auto; intros c; apply Hcells. }
    now rewrite !map_length in E. }
  assert (Hlenb : Nat.eqb (length (map code p)) (length (map code q)) = true) by (rewrite !map_length; now apply Nat.eqb_eq).
  exists {| live := live pos; supposed := supposed pos; depth := depth pos; deadly_sets := Map.add (N.succ_pos (k - 1)) (map code p) (deadly_sets pos) |}.
  split.
  - change (step ctx (write_step true (Deadly k p q)) pos)
      with (deadly ctx (x64 :: write_number k) (map write_placement p ++ w_colon :: map write_placement q) pos).
    unfold deadly. rewrite lists_written by (auto; reflexivity). cbn [bind]. rewrite need_true by auto. cbn [bind after_d].
    rewrite is_refl. unfold deadly_number. replace k with (k - 1 + 1) at 1 by lia. rewrite read_position by lia. cbn [bind].
    rewrite Rp. cbn [bind]. rewrite Rq. cbn [bind]. rewrite Hlenb. cbn [andb].
    rewrite need_true.
    2:{ apply negb_true_iff, not_true_iff_false. intro Hall. rewrite forallb_forall in Hall. apply Hdiff.
        assert (Hpq : forall x, In x p -> In x q).
        { intros x Hx. specialize (Hall (code x) (in_map code p x Hx)).
          destruct (Map.find (cell_key ctx (code x)) qm) as [y|] eqn:F; [|discriminate]. apply Pos.eqb_eq in Hall. subst y.
          apply Hqm in F as [F _]. apply in_map_iff in F as (z & Ez & Hz). replace x with z; auto. apply code_equal; auto. }
        intro x. split; auto. apply NoDup_length_incl; [now apply NoDup_map_inv in Hp | lia | exact Hpq]. }
    cbn [bind]. rewrite need_true.
    2:{ apply forallb_forall. intros y Hy. apply in_map_iff in Hy as (x & <- & Hx).
        assert (Hc : In (fst x) (map fst q)) by (apply Hcells, in_map; auto). apply in_map_iff in Hc as (z & Ez & Hz).
        assert (F : Map.find (cell_key ctx (code x)) qm = Some (code z)).
        { apply Hqm. split; [now apply in_map | apply cell_key_code; auto]. }
        now rewrite F. }
    cbn [bind]. rewrite need_true.
    2:{ apply all_values_true. intros j v F. apply Z.eqb_eq.
        replace v with (weight j (excess ctx (map code p) (map code q))) by (unfold weight; now rewrite F).
        assert (Ip : incl (map code p) (candidates n)) by (intros y Hy; apply in_map_iff in Hy as (x & <- & Hx); now apply code_on, Hop).
        assert (Iq : incl (map code q) (candidates n)) by (intros y Hy; apply in_map_iff in Hy as (x & <- & Hx); now apply code_on, Hoq).
        unfold excess. rewrite !(add_groups_weight b ctx on_b) by auto. unfold weight. rewrite Map.gempty.
        enough (E : number_true (holds_group b j) (map code p) = number_true (holds_group b j) (map code q)) by lia.
        assert (D : (exists g, group_on b g /\ j = group_code g) \/ forall x, on b x -> holds_group b j (code x) = false).
        { destruct (existsb (fun x => holds_group b j (code x)) (p ++ q)) eqn:Ex.
          - apply existsb_exists in Ex as (x & Hx & Ex). apply holds_group_in in Ex.
            destruct (groups_are x j) as (g & Hg & E & _); [apply in_app_or in Hx; auto | auto | eauto].
          - (* The lists have no candidate in the group. *)
            left. exfalso. clear - F Ex Ip Iq on_b. revert F. unfold excess.
            assert (G : forall m xs e, (forall x, In x xs -> holds_group b j x = false) -> incl xs (candidates n) -> Map.find j e = None ->
              Map.find j (fold_left (add_groups ctx m) xs e) = None).
            { intros m xs. induction xs as [|x xs IH]; intros e Hx Hi He; cbn [fold_left]; auto. apply IH.
              - intros y Hy. apply Hx. now right.
              - intros y Hy. apply Hi. now right.
              - unfold add_groups. rewrite on_b, groups_right by (apply Hi; now left).
                assert (Hj : ~ In j (groups b x)) by (rewrite <- holds_group_in, Hx by (now left); discriminate).
                revert e He Hj. induction (groups b x) as [|g gs IHg]; intros e He Hj; cbn [fold_left]; auto. apply IHg.
                + unfold add_at. rewrite Map.gso; auto. intros ->. apply Hj. now left.
                + intro H. apply Hj. now right. }
            assert (Hnone : forall l, (forall x, In x l -> In x (p ++ q)) -> forall y, In y (map code l) -> holds_group b j y = false).
            { intros l Hl y Hy. apply in_map_iff in Hy as (x & <- & Hx). destruct (holds_group b j (code x)) eqn:H; auto.
              assert (existsb (fun x => holds_group b j (code x)) (p ++ q) = true) by (apply existsb_exists; eauto). congruence. }
            rewrite G; [discriminate| | |].
            + apply Hnone. intros x Hx. apply in_or_app. auto.
            + exact Iq.
            + apply G; [apply Hnone; intros x Hx; apply in_or_app; auto | exact Ip | apply Map.gempty]. }
        destruct D as [(g & Hg & ->)|D].
        - rewrite !number_by_code by auto.
          assert (Q : forall l, (forall x, In x l -> on b x) ->
            number_true (fun x => holds_group b (group_code g) (code x)) l = number_true (fun x => in_group b x g) l).
          { intros l Hl. apply total_ext. intros x Hx. f_equal. now apply holds_code; auto. }
          rewrite !Q by auto. destruct g as [c|d h].
          + now apply in_cell_equal.
          + destruct Hg as [Hdn Hh]. now apply Hbal.
        - rewrite !number_by_code by auto. rewrite !number_true_none; auto. }
    cbn [bind]. rewrite need_true; [reflexivity|].
    apply forallb_forall. intros y Hy. apply in_map_iff in Hy as (x & <- & Hx). auto.
  - split; cbn [alive after live open supposed depth deadly_sets defined]; auto.
    + intros k' Hk'. destruct (N.eqb_spec k' k) as [->|Hne2].
      * rewrite Map.gss. reflexivity.
      * rewrite Map.gso; [now apply Hf|]. intro E. apply succ_pos_injective in E. lia.
    + intros k' p' E. destruct (N.eqb_spec k' k) as [->|Hne2]; [|eauto]. injection E as <-. split; auto. now apply NoDup_map_inv in Hp.
Qed.

(* The checker accepts a correct step, with the correct effect. *)
Theorem right_step_accepted : forall (puzzle : mark -> Prop) (short : bool) (s : situation) (pos : position) (w : written_step),
  (forall x, on b x -> puzzle x -> Set_.mem (code x) (in_puzzle ctx) = true) ->
  stands_for s pos -> right_step b (assuming ctx) puzzle s w ->
  exists pos', step ctx (write_step short w) pos = Ok pos' /\ stands_for (after b s w) pos'.
Proof.
  intros puzzle short s pos w Hp Hs Hw. destruct w as [targets terms|x g|x|g|k p q].
  - eapply count_complete; eauto.
  - eapply single_complete; eauto.
  - eapply suppose_complete; eauto.
  - eapply refuted_complete; eauto.
  - eapply deadly_complete; eauto.
Qed.
End Complete.
