(* The search for fillings is correct: if true candidates fill the variables, the search does not
   deny it. *)
From Coq Require Import NArith PArith ZArith List Bool Lia MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board Steps Kernel Fill.
Import ListNotations.

Lemma mask_of_bit p xs i x : nth_error xs i = Some x -> N.testbit (mask_of p xs) (N.of_nat i) = p x.
Proof.
  revert i. induction xs as [|y xs IH]; intros [|i] H; try discriminate; cbn [mask_of].
  - injection H as ->. destruct (p x); [rewrite N.succ_double_spec; apply N.testbit_odd_0 | rewrite N.double_spec; apply N.testbit_even_0].
  - cbn [nth_error] in H. rewrite <- (IH i H), Nat2N.inj_succ.
    destruct (p y); [rewrite N.succ_double_spec; apply N.testbit_odd_succ | rewrite N.double_spec; apply N.testbit_even_succ]; lia.
Qed.
Lemma left_of_in {A} (vs : list A) m i v : nth_error vs i = Some v -> N.testbit m (N.of_nat i) = true -> In v (left_of m vs).
Proof.
  revert m i. induction vs as [|y vs IH]; intros m [|i] H Hb; try discriminate; cbn [left_of].
  - injection H as ->. change (N.of_nat 0) with 0%N in Hb. rewrite N.bit0_odd in Hb. rewrite Hb. now left.
  - cbn [nth_error] in H. rewrite Nat2N.inj_succ in Hb. assert (In v (left_of (N.div2 m) vs)).
    { apply (IH _ i); auto. rewrite N.div2_spec, N.shiftr_spec, N.add_1_r; auto. lia. }
    destruct (N.odd m); [now right | auto].
Qed.

(* Different states have different keys. *)
Lemma code_injective p p' a a' : code p a = code p' a' -> p = p' /\ a = a'.
Proof.
  revert p'. induction p as [p IH|p IH|]; intros [p'|p'|]; simpl; intro H; try discriminate; injection H as H.
  - apply IH in H as [-> ->]. auto.
  - apply IH in H as [-> ->]. auto.
  - auto.
Qed.
Lemma key_injective q q' : key q = key q' -> q = q'.
Proof.
  revert q'. induction q as [|z q IH]; intros [|z' q']; simpl; intro H; auto; try (destruct (z_code z); discriminate);
    try (destruct (z_code z'); discriminate).
  apply code_injective in H as [H1 H2]. f_equal; [|auto]. destruct z, z'; simpl in H1; congruence.
Qed.

Lemma set_add z y (l : Set_.t) : Set_.mem z (Set_.add y l) = true <-> z = y \/ Set_.mem z l = true.
Proof. exact (Set_.add_spec l y z). Qed.

Lemma key_set_in qs q : In q qs -> Set_.mem (key q) (key_set qs) = true.
Proof.
  unfold key_set. enough (G : forall s, In q qs \/ Set_.mem (key q) s = true ->
    Set_.mem (key q) (fold_left (fun s q => Set_.add (key q) s) qs s) = true) by (intro H; apply G; auto).
  induction qs as [|q' qs IH]; simpl; intros s H; [tauto|]. apply IH. rewrite set_add.
  destruct H as [[->|H]|H]; auto.
Qed.

(* Induction over a fold: a property that holds at the start and is kept by every item holds at
   the end, and an effect of an item stays. *)
Lemma fold_some {A B} (f : option A -> B -> option A) (P : A -> Prop) :
  (forall b, f None b = None) -> (forall a b a', P a -> f (Some a) b = Some a' -> P a') ->
  forall l a a', P a -> fold_left f l (Some a) = Some a' -> P a'.
Proof.
  intros Hn Hs. assert (N : forall l, fold_left f l None = None) by (induction l; simpl; rewrite ?Hn; auto).
  induction l as [|b l IH]; simpl; intros a a' Ha H; [congruence|].
  destruct (f (Some a) b) as [a1|] eqn:E; [eauto | rewrite N in H; discriminate].
Qed.
Lemma fold_brings {A B} (f : option A -> B -> option A) (P Q : A -> Prop) b :
  (forall c, f None c = None) -> (forall a c a', P a -> f (Some a) c = Some a' -> P a') ->
  (forall a c a', P a -> Q a -> f (Some a) c = Some a' -> Q a') -> (forall a a', P a -> f (Some a) b = Some a' -> Q a') ->
  forall l a a', In b l -> P a -> fold_left f l (Some a) = Some a' -> Q a'.
Proof.
  intros Hn HP HQ Hb l a a' Hin Ha H. apply in_split in Hin as (l1 & l2 & ->). rewrite fold_left_app in H. simpl in H.
  assert (N : forall l, fold_left f l None = None) by (induction l; simpl; rewrite ?Hn; auto).
  destruct (fold_left f l1 (Some a)) as [a1|] eqn:E1; [|rewrite Hn, N in H; discriminate].
  assert (P1 : P a1) by (eapply (fold_some f P); eauto).
  destruct (f (Some a1) b) as [a2|] eqn:E2; [|rewrite N in H; discriminate].
  apply (fold_some f (fun a => P a /\ Q a) Hn) with (l := l2) (a := a2) (a' := a'); auto; [|split; eauto].
  intros x c x' [Px Qx] E. split; eauto.
Qed.

(* The search finds all reachable states. *)
Definition covers (g : N * Set_.t * list state) : Prop := forall q, Set_.mem (key q) (snd (fst g)) = true -> In q (snd g).
Lemma add_state_none step q x : add_state step q None x = None.
Proof. reflexivity. Qed.
Lemma add_state_covers step q g x g' : covers g -> add_state step q (Some g) x = Some g' -> covers g' /\ incl (snd g) (snd g').
Proof.
  intros Hc H. destruct g as [[room found] out]. unfold add_state in H. destruct (step q x) as [q'|].
  - destruct (Set_.mem (key q') found) eqn:F; [injection H as <-; split; auto using incl_refl|].
    destruct room; [discriminate|]. injection H as <-. split; [|intros z Hz; now right].
    intros z Hz. cbn [fst snd] in Hz |- *. apply set_add in Hz as [Hz|Hz]; [left; symmetry; now apply key_injective | right; now apply Hc].
  - injection H as <-. split; auto using incl_refl.
Qed.
Lemma add_state_brings step q g x g' q' : covers g -> step q x = Some q' -> add_state step q (Some g) x = Some g' -> In q' (snd g').
Proof.
  intros Hc E H. destruct g as [[room found] out]. unfold add_state in H. rewrite E in H.
  destruct (Set_.mem (key q') found) eqn:F; [injection H as <-; now apply Hc|]. destruct room; [discriminate|]. injection H as <-. now left.
Qed.
Lemma add_states_none step xs q : add_states step xs None q = None.
Proof. unfold add_states. induction xs; simpl; auto. Qed.
Lemma add_states_covers step xs q g g' : covers g -> add_states step xs (Some g) q = Some g' -> covers g' /\ incl (snd g) (snd g').
Proof.
  intros Hc H. unfold add_states in H.
  apply (fold_some (add_state step q) (fun a => covers a /\ incl (snd g) (snd a))) in H; auto using incl_refl.
  intros a b a' [Ca Ia] E. destruct (add_state_covers _ _ _ _ _ Ca E) as [C I]. split; auto. intros z Hz. auto.
Qed.
Lemma next_states_right step xs room qs room' found out q x q' : next_states step xs room qs = Some (room', found, out) ->
  In q qs -> In x xs -> step q x = Some q' -> In q' out.
Proof.
  intros H Hq Hx E. unfold next_states in H.
  apply (fold_brings (add_states step xs) covers (fun g => In q' (snd g)) q) in H; auto.
  - apply add_states_none.
  - intros a c a' Ca Ea. apply (add_states_covers _ _ _ _ _ Ca Ea).
  - intros a c a' Ca Qa Ea. apply (add_states_covers _ _ _ _ _ Ca Ea). exact Qa.
  - intros a a' Ca Ea. unfold add_states in Ea.
    apply (fold_brings (add_state step q) covers (fun g => In q' (snd g)) x) in Ea; auto.
    + intros b c b' Cb Eb. apply (add_state_covers _ _ _ _ _ Cb Eb).
    + intros b c b' Cb Qb Eb. apply (add_state_covers _ _ _ _ _ Cb Eb). exact Qb.
    + intros b b' Cb Eb. eapply add_state_brings; eauto.
  - intros z Hz. discriminate.
Qed.

(* A condition over chosen candidates. *)
Fixpoint run (steps : list step_function) (q : state) (xs : list positive) : option state :=
  match steps, xs with
  | step :: steps, x :: xs => match step q x with Some q' => run steps q' xs | None => None end
  | _, _ => Some q
  end.
Definition accepted_by (c : condition) (xs : list positive) : Prop :=
  exists q, run (steps c) (initial c) xs = Some q /\ accepts c q = true.

(* In an accepted run, every state is good. *)
Inductive stays_good : list (step_function * Set_.t) -> state -> list positive -> Prop :=
  | good_end q : stays_good [] q []
  | good_step step good rest q q' x xs : step q x = Some q' -> Set_.mem (key q') good = true -> stays_good rest q' xs ->
    stays_good ((step, good) :: rest) q (x :: xs).

Lemma backward_right accepts ss vars xs room room' reach reached q q' : length ss = length vars -> Forall2 (fun x v => In x v) xs vars ->
  In q reach -> run ss q xs = Some q' -> accepts q' = true -> forward ss vars room reach = Some (room', reached) ->
  Set_.mem (key q) (fst (backward accepts ss vars reached)) = true /\ stays_good (snd (backward accepts ss vars reached)) q xs.
Proof.
  intros Hl Hx. revert ss room reach reached q Hl. induction Hx as [|x v xs vars Hx Hxs IH]; intros ss room reach reached q Hl Hq Hr Ha Hf.
  - destruct ss; [|discriminate]. simpl in *. injection Hr as <-. injection Hf as <- <-. split; [|constructor].
    apply key_set_in, filter_In. auto.
  - destruct ss as [|step ss]; [discriminate|]. simpl in Hl, Hr, Hf. injection Hl as Hl.
    destruct (step q x) as [q1|] eqn:E; [|discriminate].
    destruct (next_states step v room reach) as [[[room1 found] next]|] eqn:En; [|discriminate].
    destruct (forward ss vars room1 next) as [[room2 rest]|] eqn:Ef; [|discriminate]. injection Hf as <- <-.
    specialize (IH ss room1 next rest q1 Hl (next_states_right _ _ _ _ _ _ _ _ _ _ En Hq Hx E) Hr Ha Ef).
    cbn [backward]. destruct (backward accepts ss vars rest) as [after good]. destruct IH as [I1 I2]. cbn [fst snd] in *. split.
    + apply key_set_in, filter_In. split; auto. apply existsb_exists. exists x. rewrite E. auto.
    + econstructor; eauto.
Qed.

Section Sound.
Variable tr : positive -> bool.
Variable excluded : positive -> Set_.t.
Hypothesis excluded_right : forall x y, tr x = true -> Set_.mem y (excluded x) = true -> tr y = false.

(* The choice `xs` is still possible at a node. *)
Inductive possible : list positive -> list (list positive) -> list N -> Prop :=
  | possible_end : possible [] [] []
  | possible_more x xs v vars m masks i : nth_error v i = Some x -> N.testbit m (N.of_nat i) = true -> tr x = true ->
    possible xs vars masks -> possible (x :: xs) (v :: vars) (m :: masks).
Inductive conditions_go : list layer -> list state -> list positive -> Prop :=
  | go_end qs : conditions_go [] qs []
  | go_step l ls qs qs' x xs : moves l qs x = Some qs' -> conditions_go ls qs' xs -> conditions_go (l :: ls) qs (x :: xs).

Lemma list_eqb_eq {A} (eqb : A -> A -> bool) : (forall x y, eqb x y = true -> x = y) -> forall a b, list_eqb eqb a b = true -> a = b.
Proof.
  intro H. induction a as [|x a IH]; intros [|y b]; simpl; intro E; auto; try discriminate.
  apply andb_prop in E as [E1 E2]. f_equal; auto.
Qed.
Lemma node_eqb_eq a b : node_eqb a b = true -> a = b.
Proof.
  destruct a as [a a'], b as [b b']. unfold node_eqb. simpl. intro H. apply andb_prop in H as [H H'].
  apply (list_eqb_eq _ (list_eqb_eq _ (fun x y h => proj1 (Z.eqb_eq x y) h))) in H.
  apply (list_eqb_eq _ (fun x y h => proj1 (N.eqb_eq x y) h)) in H'. congruence.
Qed.

(* Every node that is found by its number is in the list. *)
Definition listed (g : N * Map.t (list node) * list node) : Prop := forall k a, In a (nodes_at k (snd (fst g))) -> In a (snd g).
Lemma add_node_listed l qs masks g v g' : listed g -> add_node l qs masks (Some g) v = Some g' -> listed g' /\ incl (snd g) (snd g').
Proof.
  intros Hc H. destruct g as [[room found] out]. unfold add_node in H. destruct (moves l qs (fst v)) as [qs'|].
  - cbv zeta in H. set (a := (qs', without masks (snd v))) in *. destruct (existsb (node_eqb a) (nodes_at (mix a) found)).
    { injection H as <-. split; auto using incl_refl. }
    destruct room; [discriminate|]. injection H as <-. split; [|intros z Hz; now right].
    intros k b Hb. cbn [fst snd] in *. unfold nodes_at in Hb at 1. destruct (Pos.eq_dec k (mix a)) as [->|Hk].
    + rewrite Map.gss in Hb. destruct Hb as [<-|Hb]; [now left | right; now apply (Hc (mix a))].
    + rewrite Map.gso in Hb by auto. right. now apply (Hc k).
  - injection H as <-. split; auto using incl_refl.
Qed.
Lemma add_node_brings l qs masks g v g' qs' : listed g -> moves l qs (fst v) = Some qs' ->
  add_node l qs masks (Some g) v = Some g' -> In (qs', without masks (snd v)) (snd g').
Proof.
  intros Hc E H. destruct g as [[room found] out]. unfold add_node in H. rewrite E in H. cbv zeta in H.
  set (a := (qs', without masks (snd v))) in *. destruct (existsb (node_eqb a) (nodes_at (mix a) found)) eqn:F.
  - injection H as <-. apply existsb_exists in F as (b & Hb & F). apply node_eqb_eq in F. subst b. now apply (Hc (mix a)).
  - destruct room; [discriminate|]. injection H as <-. now left.
Qed.
Lemma add_nodes_none l values a : add_nodes l values None a = None.
Proof. unfold add_nodes. destruct (snd a) as [|m masks]; auto. induction (left_of m values); simpl; auto. Qed.
Lemma add_nodes_listed l values a g g' : listed g -> add_nodes l values (Some g) a = Some g' -> listed g' /\ incl (snd g) (snd g').
Proof.
  intros Hc H. unfold add_nodes in H. destruct (snd a) as [|m masks]; [injection H as <-; auto using incl_refl|].
  apply (fold_some (add_node l (fst a) masks) (fun b => listed b /\ incl (snd g) (snd b))) in H; auto using incl_refl.
  intros b x b' [Cb Ib] E. destruct (add_node_listed _ _ _ _ _ _ Cb E) as [C I]. split; auto. intros z Hz. auto.
Qed.
Lemma layer_right l values nodes room room' found next qs m masks v qs' :
  fold_left (add_nodes l values) nodes (Some (room, Map.empty _, [])) = Some (room', found, next) ->
  In (qs, m :: masks) nodes -> In v (left_of m values) -> moves l qs (fst v) = Some qs' -> In (qs', without masks (snd v)) next.
Proof.
  intros H Hn Hx E.
  apply (fold_brings (add_nodes l values) listed (fun g => In (qs', without masks (snd v)) (snd g)) (qs, m :: masks)) in H; auto.
  - apply add_nodes_none.
  - intros a c a' Ca Ea. apply (add_nodes_listed _ _ _ _ _ Ca Ea).
  - intros a c a' Ca Qa Ea. apply (add_nodes_listed _ _ _ _ _ Ca Ea). exact Qa.
  - intros a a' Ca Ea. unfold add_nodes in Ea. cbn [fst snd] in Ea.
    apply (fold_brings (add_node l qs masks) listed (fun g => In (qs', without masks (snd v)) (snd g)) v) in Ea; auto.
    + intros b c b' Cb Eb. apply (add_node_listed _ _ _ _ _ _ Cb Eb).
    + intros b c b' Cb Qb Eb. apply (add_node_listed _ _ _ _ _ _ Cb Eb). exact Qb.
    + intros b b' Cb Eb. eapply add_node_brings; eauto.
  - intros k a Ha. unfold nodes_at in Ha. cbn [fst snd] in Ha. rewrite Map.gempty in Ha. destruct Ha.
Qed.

(* A true candidate removes no true candidate from the following variables. *)
Lemma without_possible x xs vars masks : tr x = true -> possible xs vars masks ->
  possible xs vars (without masks (snd (taking excluded x vars))).
Proof.
  intros Ht H. cbn [taking snd]. induction H as [|y xs v vars m masks i Hn Hb Hy _ IH]; [constructor|].
  cbn [map without]. assert (E : N.testbit (mask_of (fun y => Set_.mem y (excluded x)) v) (N.of_nat i) = false).
  { rewrite (mask_of_bit _ _ _ _ Hn). destruct (Set_.mem y (excluded x)) eqn:E; auto. rewrite (excluded_right x y Ht E) in Hy. discriminate. }
  destruct (mask_of _ v) as [|e]; econstructor; eauto. rewrite N.ldiff_spec, Hb, E. reflexivity.
Qed.

Lemma search_right ls qs xs : conditions_go ls qs xs -> forall vars masks room nodes room',
  In (qs, masks) nodes -> possible xs vars masks -> search excluded ls vars room nodes <> (Unfilled, room').
Proof.
  induction 1 as [qs|l ls qs qs' x xs Hm _ IH]; intros vars masks room nodes room' Hn Hf H.
  - simpl in H. destruct nodes; [destruct Hn | discriminate].
  - inversion Hf as [|? ? v vars' m masks' i Hi Hb Ht Hf']; subst. cbn [search] in H.
    destruct (fold_left (add_nodes l _) nodes _) as [[[room1 found] next]|] eqn:E; [|discriminate].
    apply (IH vars' (without masks' (snd (taking excluded x vars'))) room1 next room'); auto.
    + eapply layer_right; eauto. apply (left_of_in _ _ i); auto. exact (map_nth_error (fun x => taking excluded x vars') i v Hi).
    + now apply without_possible.
Qed.

Lemma add_condition ls good qs q xs : conditions_go ls qs xs -> stays_good good q xs ->
  conditions_go (map (fun it => fst it :: snd it) (combine good ls)) (q :: qs) xs.
Proof.
  intro H. revert good q. induction H as [qs|l ls qs qs' x xs Hm _ IH]; intros good q Hg.
  - inversion Hg; subst. constructor.
  - inversion Hg as [|step g rest ? q' ? ? Hs Hk Hr]; subst. simpl. econstructor; [|eauto].
    simpl. rewrite Hs, Hk, Hm. reflexivity.
Qed.

Lemma layers_right cs vars xs : Forall2 (fun x v => In x v) xs vars ->
  (forall c, In c cs -> length (steps c) = length vars /\ accepted_by c xs) ->
  forall room room' reached, all_forward cs vars room = Some (room', reached) ->
  exists ls qs, layers_of cs vars reached = Some (ls, qs) /\ conditions_go ls qs xs.
Proof.
  intro Hx. induction cs as [|c cs IH]; intros H room room' reached Hf.
  - simpl in Hf. injection Hf as <- <-. exists (map (fun _ => []) vars), []. split; [reflexivity|].
    clear H. induction Hx as [|x v xs vars _ _ IHx]; simpl; econstructor; eauto. reflexivity.
  - simpl in Hf. destruct (forward (steps c) vars room [initial c]) as [[room1 reach]|] eqn:Ef; [|discriminate].
    destruct (all_forward cs vars room1) as [[room2 rest]|] eqn:Ea; [|discriminate]. injection Hf as <- <-.
    destruct (IH (fun c' h => H c' (or_intror h)) _ _ _ Ea) as (ls & qs & E & Hg).
    destruct (H c (or_introl eq_refl)) as (Hs & q' & Hr & Ha). simpl layers_of.
    pose proof (backward_right (accepts c) (steps c) vars xs room room1 [initial c] reach (initial c) q' Hs Hx (or_introl eq_refl) Hr Ha Ef) as G.
    destruct (backward _ _ _ _) as [first good]. destruct G as [G1 G2]. cbn [fst snd] in *. rewrite G1, E.
    eexists _, _. split; [reflexivity|]. now apply add_condition.
Qed.

(* If true candidates fill the variables, the search finds a filling. *)
Theorem fill_search_right cs vars xs room room' : Forall2 (fun x v => In x v /\ tr x = true) xs vars ->
  (forall c, In c cs -> length (steps c) = length vars /\ accepted_by c xs) ->
  fill_search excluded cs vars room <> (Unfilled, room').
Proof.
  intros Hx Hm. assert (Hx' : Forall2 (fun x v => In x v) xs vars) by (clear Hm; induction Hx as [|? ? ? ? []]; constructor; auto).
  unfold fill_search. destruct (all_forward cs vars room) as [[room1 reached]|] eqn:Ef; [|discriminate].
  destruct (layers_right cs vars xs Hx' Hm _ _ _ Ef) as (ls & qs & E & Hg). rewrite E.
  eapply search_right; [exact Hg | now left |].
  clear - Hx. induction Hx as [|x v xs vars [Hx Ht] _ IH]; [constructor|]. apply In_nth_error in Hx as [i Hi].
  cbn [map]. econstructor; eauto. apply (mask_of_bit _ _ _ _ Hi).
Qed.
End Sound.
