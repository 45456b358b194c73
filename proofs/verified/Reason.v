(* Verdicts: the reasons to reject or decline a file, each with its code in FORMAT.md. *)
From Coq Require Import NArith List Lia String Strings.Byte.
From Qedoku Require Import Meaning.

Inductive reason :=
  | LineTooLong | MissingClaim | BadVersion | BadBoard | BadGivens | StateSize | BadStateCell | BadAssume
  | NoPuzzle | MisplacedHeader
  | UnknownStep | BadForm | BadCandidate | BadGroup | BadTerm | BadMultiplier
  | TargetNotLive | TargetRepeated | WeightNotAboveBound | NegativeWeight
  | SingleNotLive | SingleOutside | SingleNotAlone | SupposeNotLive | SupposeTooDeep | NoOpenSuppose | GroupNotEmpty
  | DeadlyNotAssumed | DeadlyName | DeadlyUndefined | DeadlyAsTruth | DeadlyRepeated | DeadlyCells
  | DeadlyUnbalanced | DeadlyEqual | DeadlyNotInPuzzle
  | ClaimInSuppose | UnknownClaim | BadGrid | GridNotSolution | GridNotInPuzzle | GridNotInState | GridNotLive
  | NotFinished | ManyUnderAssume | GridsEqual | AfterClaim
  (* of version 2 *)
  | BadName | NameTaken | BadArgument | BadCell | BadSet | NotALink | NoBound | NotFillable | ItemRepeated | FillOrder
  | NotATruth | Fillable | NotEquation | BadDivisor | DeadlyExclusion | DeadlyOutside | DeadlyMachine | GridBreaksRule
  (* reasons to decline a file *)
  | PastLimit | PastFillCap.

Definition reason_code (r : reason) : list byte := list_byte_of_string
  match r with
  | LineTooLong => "line-too-long"
  | MissingClaim => "missing-claim"
  | BadVersion => "bad-version"
  | BadBoard => "bad-board"
  | BadGivens => "bad-givens"
  | StateSize => "state-size"
  | BadStateCell => "bad-state-cell"
  | BadAssume => "bad-assume"
  | NoPuzzle => "no-puzzle"
  | MisplacedHeader => "misplaced-header"
  | UnknownStep => "unknown-step"
  | BadForm => "bad-form"
  | BadCandidate => "bad-candidate"
  | BadGroup => "bad-group"
  | BadTerm => "bad-term"
  | BadMultiplier => "bad-multiplier"
  | TargetNotLive => "target-not-live"
  | TargetRepeated => "target-repeated"
  | WeightNotAboveBound => "weight-not-above-bound"
  | NegativeWeight => "negative-weight"
  | SingleNotLive => "single-not-live"
  | SingleOutside => "single-outside"
  | SingleNotAlone => "single-not-alone"
  | SupposeNotLive => "suppose-not-live"
  | SupposeTooDeep => "suppose-too-deep"
  | NoOpenSuppose => "no-open-suppose"
  | GroupNotEmpty => "group-not-empty"
  | DeadlyNotAssumed => "deadly-not-assumed"
  | DeadlyName => "deadly-name"
  | DeadlyUndefined => "deadly-undefined"
  | DeadlyAsTruth => "deadly-as-truth"
  | DeadlyRepeated => "deadly-repeated"
  | DeadlyCells => "deadly-cells"
  | DeadlyUnbalanced => "deadly-unbalanced"
  | DeadlyEqual => "deadly-equal"
  | DeadlyNotInPuzzle => "deadly-not-in-puzzle"
  | ClaimInSuppose => "claim-in-suppose"
  | UnknownClaim => "unknown-claim"
  | BadGrid => "bad-grid"
  | GridNotSolution => "grid-not-solution"
  | GridNotInPuzzle => "grid-not-in-puzzle"
  | GridNotInState => "grid-not-in-state"
  | GridNotLive => "grid-not-live"
  | NotFinished => "not-finished"
  | ManyUnderAssume => "many-under-assume"
  | GridsEqual => "grids-equal"
  | AfterClaim => "after-claim"
  | BadName => "bad-name"
  | NameTaken => "name-taken"
  | BadArgument => "bad-argument"
  | BadCell => "bad-cell"
  | BadSet => "bad-set"
  | NotALink => "not-a-link"
  | NoBound => "no-bound"
  | NotFillable => "not-fillable"
  | ItemRepeated => "item-repeated"
  | FillOrder => "fill-order"
  | NotATruth => "not-a-truth"
  | Fillable => "fillable"
  | NotEquation => "not-equation"
  | BadDivisor => "bad-divisor"
  | DeadlyExclusion => "deadly-exclusion"
  | DeadlyOutside => "deadly-outside"
  | DeadlyMachine => "deadly-machine"
  | GridBreaksRule => "grid-breaks-rule"
  | PastLimit => "limit"
  | PastFillCap => "fill-cap"
  end.

(* A correct step, or part of a step, gives a result. A wrong one gives the reason. *)
Inductive result (A : Type) := Ok (a : A) | Err (r : reason).
Arguments Ok {A}.
Arguments Err {A}.

Definition bind {A B} (m : result A) (f : A -> result B) : result B :=
  match m with Ok a => f a | Err r => Err r end.
Notation "'do' x <- m ; f" := (bind m (fun x => f)) (at level 200, x pattern, m at level 100, f at level 200).
Definition need (condition : bool) (r : reason) : result unit := if condition then Ok tt else Err r.

Lemma bind_ok {A B} (m : result A) (f : A -> result B) b :
  bind m f = Ok b -> exists a, m = Ok a /\ f a = Ok b.
Proof. destruct m as [a|r]; simpl; intro H; [eauto | discriminate]. Qed.

Lemma need_ok condition r : need condition r = Ok tt -> condition = true.
Proof. destruct condition; simpl; congruence. Qed.

(* The results for all items of a list, or the reason of the first wrong item. Uses an
   accumulator, because lines are long. *)
Fixpoint each_onto {A B} (f : A -> result B) (l : list A) (done : list B) : result (list B) :=
  match l with
  | nil => Ok (rev_append done nil)
  | cons a l => match f a with Ok b => each_onto f l (cons b done) | Err r => Err r end
  end.
Definition each {A B} (f : A -> result B) (l : list A) : result (list B) := each_onto f l nil.

Lemma each_spec {A B} (f : A -> result B) l bs : each f l = Ok bs <-> Forall2 (fun a b => f a = Ok b) l bs.
Proof.
  enough (G : forall done, each_onto f l done = Ok bs <-> exists cs, bs = app (rev done) cs /\ Forall2 (fun a b => f a = Ok b) l cs).
  { unfold each. rewrite G. split; [intros (cs & -> & H); exact H | intro H; exists bs; auto]. }
  induction l as [|a l IH]; intro done; simpl.
  - rewrite rev_append_rev. split.
    + intro H. injection H as <-. exists nil. auto.
    + intros (cs & -> & H). inversion H. reflexivity.
  - destruct (f a) as [b|r] eqn:E.
    + rewrite IH. simpl. split; intros (cs & -> & H).
      * exists (cons b cs). rewrite <- app_assoc. split; auto.
      * inversion H as [|? b' ? cs' Hb Hcs]; subst. exists cs'. rewrite <- app_assoc. simpl. split; congruence.
    + split; [discriminate|]. intros (cs & _ & H). inversion H. congruence.
Qed.

Lemma each_ok {A B} (f : A -> result B) l bs :
  each f l = Ok bs -> forall b, In b bs -> exists a, In a l /\ f a = Ok b.
Proof.
  rewrite each_spec. induction 1 as [|a b l bs Hf _ IH]; intros c Hc; [destruct Hc|].
  destruct Hc as [<-|Hc]; [exists a; simpl; auto|]. destruct (IH c Hc) as (a' & ? & ?). exists a'. simpl. auto.
Qed.

Lemma each_length {A B} (f : A -> result B) l bs : each f l = Ok bs -> List.length bs = List.length l.
Proof. rewrite each_spec. induction 1; simpl; congruence. Qed.

(* The number of items, and whether it is `k`. *)
Fixpoint items {A} (l : list A) (counted : N) : N :=
  match l with nil => counted | cons _ l => items l (N.succ counted) end.
Definition has_length {A} (k : N) (l : list A) : bool := N.eqb (items l 0) k.

Lemma has_length_spec {A} k (l : list A) : has_length k l = true <-> N.of_nat (List.length l) = k.
Proof.
  unfold has_length. rewrite N.eqb_eq. enough (G : forall c, items l c = (c + N.of_nat (List.length l))%N) by (rewrite G; reflexivity).
  induction l as [|a l IH]; intro c; cbn [items List.length]; [|rewrite IH]; rewrite ?Nat2N.inj_succ; simpl; lia.
Qed.

Inductive decline := UnknownVersion | UnknownBoard | Declining (r : reason).
Definition declines (r : reason) : bool := match r with PastLimit | PastFillCap => true | _ => false end.
