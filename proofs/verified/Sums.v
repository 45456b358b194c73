(* Sums over lists of candidates: the number of true ones. *)
From Coq Require Import NArith PArith ZArith List Bool Lia.
Import ListNotations.
Open Scope Z_scope.

Definition one_if (b : bool) : Z := if b then 1 else 0.
Fixpoint total {A} (f : A -> Z) (l : list A) : Z :=
  match l with [] => 0 | x :: l => f x + total f l end.
Definition number_true {A} (f : A -> bool) (l : list A) : Z := total (fun x => one_if (f x)) l.

Lemma one_if_range b : 0 <= one_if b <= 1.
Proof. destruct b; simpl; lia. Qed.

Lemma total_app {A} (f : A -> Z) l l' : total f (l ++ l') = total f l + total f l'.
Proof. induction l as [|x l IH]; simpl; [|rewrite IH]; lia. Qed.

Lemma total_plus {A} (f g : A -> Z) l : total (fun x => f x + g x) l = total f l + total g l.
Proof. induction l as [|x l IH]; simpl; [|rewrite IH]; lia. Qed.

Lemma total_scale {A} (f : A -> Z) m l : total (fun x => m * f x) l = m * total f l.
Proof. induction l as [|x l IH]; simpl; [|rewrite IH]; lia. Qed.

Lemma total_ext {A} (f g : A -> Z) l : (forall x, In x l -> f x = g x) -> total f l = total g l.
Proof. induction l as [|x l IH]; simpl; intro H; [|rewrite IH, (H x)]; auto. Qed.

Lemma total_zero {A} (f : A -> Z) l : (forall x, In x l -> f x = 0) -> total f l = 0.
Proof. induction l as [|x l IH]; simpl; intro H; [|rewrite IH, (H x)]; auto. Qed.

Lemma total_nonnegative {A} (f : A -> Z) l : (forall x, In x l -> 0 <= f x) -> 0 <= total f l.
Proof. induction l as [|x l IH]; simpl; intro H; [|specialize (IH (fun y h => H y (or_intror h))); specialize (H x (or_introl eq_refl))]; lia. Qed.

(* A sum over a list without repetition in which only one summand may be different from 0. *)
Lemma total_only {A} (f : A -> Z) l x :
  NoDup l -> In x l -> (forall y, In y l -> y <> x -> f y = 0) -> total f l = f x.
Proof.
  induction l as [|y l IH]; simpl; intros Hd Hin H; [easy|]. inversion Hd as [|? ? Hy Hl]; subst.
  destruct Hin as [->|Hin].
  - rewrite (total_zero f l); [lia|]. intros z Hz. apply H; auto. congruence.
  - rewrite IH; auto. rewrite (H y); auto. congruence.
Qed.

Lemma number_true_range {A} (f : A -> bool) l : 0 <= number_true f l <= Z.of_nat (length l).
Proof.
  unfold number_true. induction l as [|x l IH]; simpl total; simpl length; [lia|].
  pose proof (one_if_range (f x)). lia.
Qed.

Lemma number_true_in {A} (f : A -> bool) l x : In x l -> f x = true -> 1 <= number_true f l.
Proof.
  unfold number_true. induction l as [|y l IH]; simpl; [easy|].
  pose proof (one_if_range (f y)). pose proof (number_true_range f l). unfold number_true in *.
  intros [->|Hin] H'; [rewrite H'; cbn [one_if]; lia | specialize (IH Hin H'); lia].
Qed.

Lemma number_true_none {A} (f : A -> bool) l : (forall x, In x l -> f x = false) -> number_true f l = 0.
Proof. intro H. apply total_zero. intros x Hx. now rewrite (H x Hx). Qed.

(* If the count is 1, exactly one candidate is true. *)
Lemma one_exists {A} (f : A -> bool) l : number_true f l = 1 -> exists x, In x l /\ f x = true.
Proof.
  unfold number_true. induction l as [|x l IH]; simpl; [lia|].
  destruct (f x) eqn:E; [eauto|]. simpl. intro H. destruct (IH H) as (y & ? & ?). eauto.
Qed.

Lemma one_only {A} (f : A -> bool) l x y :
  number_true f l = 1 -> In x l -> In y l -> f x = true -> f y = true -> x = y.
Proof.
  unfold number_true. induction l as [|z l IH]; simpl; [easy|].
  intros H [Hx|Hx] [Hy|Hy] Fx Fy; subst; auto.
  - rewrite Fx in H. pose proof (number_true_in f l y Hy Fy). unfold number_true in *. cbn [one_if] in *. lia.
  - rewrite Fy in H. pose proof (number_true_in f l x Hx Fx). unfold number_true in *. cbn [one_if] in *. lia.
  - pose proof (number_true_in f l x Hx Fx). pose proof (one_if_range (f z)). unfold number_true in *.
    apply IH; auto. lia.
Qed.

Lemma one_of_unique {A} (f : A -> bool) l x :
  NoDup l -> In x l -> f x = true -> (forall y, In y l -> f y = true -> y = x) -> number_true f l = 1.
Proof.
  intros Hd Hin Hx H. unfold number_true. rewrite (total_only _ l x); auto.
  - now rewrite Hx.
  - intros y Hy Hyx. destruct (f y) eqn:E; auto. elim Hyx. auto.
Qed.

Lemma not_all_true {A} (f : A -> bool) l x :
  In x l -> f x = false -> number_true f l <= Z.of_nat (length l) - 1.
Proof.
  unfold number_true. induction l as [|y l IH]; [easy|]. simpl total. simpl length.
  pose proof (one_if_range (f y)). pose proof (number_true_range f l). unfold number_true in *.
  intros [->|Hin] Hf; [rewrite Hf; cbn [one_if]; lia|]. specialize (IH Hin Hf). lia.
Qed.
