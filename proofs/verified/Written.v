(* A step that is written as in Rules.v is read with its meaning. *)
From Coq Require Import NArith PArith ZArith List Bool Lia Strings.Byte.
From Qedoku Require Import Meaning Reason Words Sums Board BoardFacts Rules.
Import ListNotations.
Open Scope N_scope.

Lemma is_eq a b : is a b = true <-> a = b.
Proof. split; [apply byte_dec_bl | apply byte_dec_lb]. Qed.
Lemma is_refl a : is a a = true.
Proof. now apply is_eq. Qed.
Lemma is_neq a b : a <> b -> is a b = false.
Proof. intro H. apply not_true_iff_false. now rewrite is_eq. Qed.

(* A fact about all numbers below a small limit, proved by cases. *)
Lemma for_all_below (P : N -> bool) k : forallb P (below k) = true -> forall d, d < k -> P d = true.
Proof. intros H d Hd. rewrite forallb_forall in H. now apply H, in_below. Qed.

Definition option_is (o : option N) (d : N) : bool := match o with Some e => e =? d | None => false end.
Lemma option_is_eq o d : option_is o d = true -> o = Some d.
Proof. destruct o as [e|]; simpl; [|discriminate]. intro H. apply N.eqb_eq in H. now subst. Qed.

Lemma read_digit n d : d < n -> n <= 25 -> digit n (digit_byte d) = Some d.
Proof.
  intros Hd Hn. assert (E : any_digit (digit_byte d) = Some d).
  { apply option_is_eq. apply (for_all_below (fun d => option_is (any_digit (digit_byte d)) d) 25); [reflexivity | lia]. }
  unfold digit. rewrite E. apply N.ltb_lt in Hd. now rewrite Hd.
Qed.

Lemma read_decimal d : d < 10 -> decimal (decimal_byte d) = Some d.
Proof.
  intro Hd. apply option_is_eq. apply (for_all_below (fun d => option_is (decimal (decimal_byte d)) d) 10); [reflexivity | lia].
Qed.

Lemma digits_write places n w : (0 < places)%nat -> n < 10 ^ N.of_nat places -> n < 10 * enough ->
  digits (write_onto places n w) 0 = digits w n.
Proof.
  revert n w. induction places as [|places IH]; intros n w Hp Hn He; [lia|]. cbn [write_onto].
  destruct (N.ltb_spec n 10) as [L|L].
  - cbn [digits]. rewrite read_decimal by auto. reflexivity.
  - destruct places as [|places]; [simpl in Hn; lia|].
    rewrite IH; [| lia | | unfold enough in *; apply N.div_lt_upper_bound; lia].
    + cbn [digits]. rewrite read_decimal by (apply N.mod_lt; lia).
      assert (Hs : n / 10 <? enough = true) by (apply N.ltb_lt, N.div_lt_upper_bound; lia). rewrite Hs.
      f_equal. symmetry. apply N.div_mod. lia.
    + apply N.div_lt_upper_bound; [lia|]. rewrite Nat2N.inj_succ, N.pow_succ_r in Hn by lia. exact Hn.
Qed.

(* A positive number does not begin with 0, and has at least two digits from 10 on. *)
Lemma write_begins places n w : (0 < places)%nat -> 0 < n -> n < 10 ^ N.of_nat places ->
  exists d rest, 0 < d /\ d < 10 /\ write_onto places n w = decimal_byte d :: rest /\ (10 <= n -> rest <> []) /\ (n < 10 -> d = n /\ rest = w).
Proof.
  revert n w. induction places as [|places IH]; intros n w Hp H0 Hn; [lia|]. cbn [write_onto].
  destruct (N.ltb_spec n 10) as [L|L].
  - exists n, w. repeat split; auto. lia.
  - destruct places as [|places]; [simpl in Hn; lia|].
    destruct (IH (n / 10) (decimal_byte (n mod 10) :: w)) as (d & rest & Hd & Hd' & E & Hl & Hs).
    + lia.
    + apply N.div_str_pos. lia.
    + apply N.div_lt_upper_bound; [lia|]. rewrite Nat2N.inj_succ, N.pow_succ_r in Hn by lia. exact Hn.
    + exists d, rest. repeat split; auto; [|lia | lia]. intros _.
      destruct (N.lt_ge_cases (n / 10) 10) as [S|S]; [destruct (Hs S) as [_ ->]; discriminate | auto].
Qed.

Lemma decimal_byte_zero d : 0 < d -> d < 10 -> is (decimal_byte d) x30 = false.
Proof.
  intros H0 H. assert (E : (d =? 0) || negb (is (decimal_byte d) x30) = true).
  { apply (for_all_below (fun d => (d =? 0) || negb (is (decimal_byte d) x30)) 10); [reflexivity | auto]. }
  destruct (N.eqb_spec d 0); [lia|]. simpl in E. now apply negb_true_iff in E.
Qed.

Lemma read_number n : 0 < n -> n <= 1000000 -> number (write_number n) = Some n.
Proof.
  intros H0 H. assert (Hp : n < 10 ^ N.of_nat 7) by (change (10 ^ N.of_nat 7) with 10000000; lia).
  destruct (write_begins 7 n [] ltac:(lia) H0 Hp) as (d & rest & Hd & Hd' & E & Hl & Hs).
  unfold write_number. destruct (N.lt_ge_cases n 10) as [S|S].
  - destruct (Hs S) as [-> ->]. rewrite E. cbn [number]. now apply read_decimal.
  - specialize (Hl S). pose proof (digits_write 7 n [] ltac:(lia) Hp) as D. unfold enough in D.
    rewrite E in *. destruct rest as [|c rest]; [congruence|].
    unfold number. rewrite decimal_byte_zero by auto. apply D. lia.
Qed.

Lemma read_position most n : n < most -> most <= 1000000 -> Words.position most (write_number (n + 1)) = Some n.
Proof.
  intros H Hm. unfold Words.position. rewrite read_number by lia. destruct (n + 1) as [|p] eqn:E; [lia|].
  assert (L : Npos p <=? most = true) by (apply N.leb_le; lia). rewrite L. f_equal. lia.
Qed.

(* Numbers contain no other bytes. *)
Definition plain (w : word) : Prop := forall c, In c w -> decimal c <> None.
Lemma write_plain places n w : n < 10 ^ N.of_nat places -> plain w -> plain (write_onto places n w).
Proof.
  revert n w. induction places as [|places IH]; intros n w Hn Hw; [auto|]. cbn [write_onto].
  destruct (N.ltb_spec n 10) as [L|L].
  - intros c [<-|Hc]; auto. rewrite read_decimal by auto. discriminate.
  - apply IH.
    + apply N.div_lt_upper_bound; [lia|]. rewrite Nat2N.inj_succ, N.pow_succ_r in Hn by lia. exact Hn.
    + intros c [<-|Hc]; auto. rewrite read_decimal by (apply N.mod_lt; lia). discriminate.
Qed.
Lemma number_plain n : n <= 1000000 -> plain (write_number n).
Proof. intro H. apply write_plain; [change (10 ^ N.of_nat 7) with 10000000; lia | intros c []]. Qed.

Lemma cut_at c w rest : ~ In c w -> cut c (w ++ c :: rest) = Some (w, rest).
Proof.
  unfold cut. enough (G : forall before, ~ In c w -> cut_onto c (w ++ c :: rest) before = Some (rev_append before w, rest)) by apply G.
  induction w as [|x w IH]; intros before H; simpl.
  - rewrite is_refl. reflexivity.
  - rewrite is_neq by (intros ->; apply H; now left). rewrite IH by (intro Hx; apply H; now right). reflexivity.
Qed.

Lemma cut_none c w : ~ In c w -> cut c w = None.
Proof.
  unfold cut. generalize (@nil byte). induction w as [|x w IH]; intros before H; simpl; auto.
  rewrite is_neq by (intros ->; apply H; now left). apply IH. intro Hx. apply H. now right.
Qed.

Lemma plain_not_in c w : plain w -> decimal c = None -> ~ In c w.
Proof. intros Hw Hc H. now apply (Hw c H). Qed.

Section Board.
Variable b : board.
Let n := size b.
Hypothesis small : n <= 25.

Lemma read_cell p : on_board b p -> row_and_column n (write_number (fst p + 1) ++ x63 :: write_number (snd p + 1)) = Some p.
Proof.
  intros [Hr Hc]. fold n in Hr, Hc. unfold row_and_column.
  rewrite cut_at by (apply plain_not_in; [apply number_plain; lia | reflexivity]).
  rewrite !read_position by lia. now destruct p.
Qed.

Lemma cell_holds_no c p : on_board b p -> decimal c = None -> c <> x72 -> c <> x63 -> ~ In c (write_cell p).
Proof.
  intros [Hr Hc] Hd H1 H2 H. fold n in Hr, Hc. destruct H as [H|H]; [congruence|].
  apply in_app_or in H as [H|[H|H]]; [|congruence|].
  - revert H. apply plain_not_in; auto. apply number_plain. lia.
  - revert H. apply plain_not_in; auto. apply number_plain. lia.
Qed.

Lemma read_cell_and_digit p d : on_board b p -> d < n ->
  cell_and_digit n (write_cell p) [digit_byte d] = Some (fst p, snd p, d).
Proof.
  intros Hp Hd. unfold cell_and_digit, write_cell. rewrite is_refl, read_cell by auto.
  rewrite read_digit by auto. now destruct p.
Qed.

Lemma read_placement x : on b x -> placement n (write_placement x) = Some (fst (fst x), snd (fst x), snd x).
Proof.
  intros [Hp Hd]. unfold placement, write_placement.
  rewrite cut_at by (apply cell_holds_no; auto; discriminate). now apply read_cell_and_digit.
Qed.

Lemma read_elimination x : on b x -> elimination n (write_elimination x) = Some (fst (fst x), snd (fst x), snd x).
Proof.
  intros [Hp Hd]. unfold elimination, write_elimination.
  rewrite cut_at by (apply cell_holds_no; auto; discriminate). rewrite is_refl. now apply read_cell_and_digit.
Qed.

(* The kind and the numbers of a group. *)
Definition kind_and_numbers (g : Rules.group_name) : N * N * N :=
  match g with
  | OfCell p => (0, fst p, snd p)
  | OfHouse d (Row i) => (1, i, d)
  | OfHouse d (Column i) => (2, i, d)
  | OfHouse d (Box i) => (3, i, d)
  end.

Lemma digit_byte_not_r d : d < 25 -> is (digit_byte d) x72 = false.
Proof.
  intro H. apply negb_true_iff. apply (for_all_below (fun d => negb (is (digit_byte d) x72)) 25); [reflexivity | auto].
Qed.
Lemma digit_byte_not_d d : d < 25 -> is (digit_byte d) x64 = false.
Proof.
  intro H. apply negb_true_iff. apply (for_all_below (fun d => negb (is (digit_byte d) x64)) 25); [reflexivity | auto].
Qed.
Lemma digit_byte_not_star d : d < 25 -> digit_byte d <> x2a.
Proof.
  intros H E. assert (F : negb (is (digit_byte d) x2a) = true).
  { apply (for_all_below (fun d => negb (is (digit_byte d) x2a)) 25); [reflexivity | auto]. }
  rewrite E, is_refl in F. discriminate.
Qed.

Lemma read_group_name g : group_on b g -> Words.group_name n (write_group g) = Some (kind_and_numbers g).
Proof.
  destruct g as [p|d h]; intro H; cbn [write_group].
  - unfold Words.group_name, write_cell. rewrite is_refl, read_cell by auto. now destruct p.
  - destruct H as [Hd Hh]. fold n in Hd. destruct h as [i|i|i]; simpl in Hh; fold n in Hh;
      unfold Words.group_name; rewrite digit_byte_not_r by lia;
      rewrite read_digit, read_position by lia; reflexivity.
Qed.

Lemma group_no_star g : group_on b g -> ~ In x2a (write_group g).
Proof.
  destruct g as [p|d h]; intro H; cbn [write_group].
  - apply cell_holds_no; auto; discriminate.
  - destruct H as [Hd Hh]. fold n in Hd. intro Hin.
    assert (E : exists letter i, i < n /\ (letter = x72 \/ letter = x63 \/ letter = x62) /\
      In x2a (digit_byte d :: letter :: write_number (i + 1))).
    { destruct h as [i|i|i]; simpl in Hh; fold n in Hh; eauto 10. }
    destruct E as (letter & i & Hi & Hl & [E|[E|E]]).
    + now apply (digit_byte_not_star d); [lia|].
    + destruct Hl as [->|[->| ->]]; discriminate.
    + revert E. apply plain_not_in; [apply number_plain; lia | reflexivity].
Qed.
End Board.
