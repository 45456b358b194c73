//! Proofs in clauses, for SAT checkers.
//!
//! The formula states that the puzzle has a solution, other than the claimed one if there is one.
//! The proof refutes it. Every step derives clauses that follow by unit propagation. Under
//! suppositions they include the negated suppositions. The clause that blocks the solution is used
//! only in the very last step, so that no step depends on what is to be proved.

use std::io::{self, Write};

use super::cnf::{Cnf, literal};
use super::exporter::{ExportError, Exporter, Refusal, refuse};
use super::split::{Antecedent, Failure, MAX_LEMMAS, derive};
use crate::grid::{Candidate, Group};
use crate::proof::model::{Annotation, Claim, Count, Header, Step, TermSet};
use crate::proof::replay::{EliminationReason, Replay, TruthReason};

/// A writer of derived clauses.
pub trait ClauseWriter {
    /// Writes a clause with its number, and the clauses that it follows from.
    fn add(&mut self, id: u64, clause: &[i64], hints: &[u64]) -> io::Result<()>;
    /// Deletes clauses. `last` is the number used last.
    fn delete(&mut self, last: u64, ids: &[u64]) -> io::Result<()>;
    /// Flushes the output.
    fn flush(&mut self) -> io::Result<()>;
}

pub struct Clauses<W, C> {
    formula: W,
    proof: C,
    cnf: Option<Cnf>,
    /// The number used last.
    last: u64,
    /// For each candidate, the clause that states that it is false, or true. 0 for none.
    eliminated: Vec<u64>,
    placed: Vec<u64>,
    assumed: Vec<Candidate>,
    open: Vec<(usize, usize)>,
    /// The clauses derived under open suppositions.
    derived: Vec<u64>,
}

/// Clauses in the order of propagation, up to the first violated one.
#[derive(Default)]
struct Hints {
    ids: Vec<u64>,
    /// The true and the false candidates according to the clauses so far.
    placed: Vec<Candidate>,
    dead: Vec<Candidate>,
    /// Whether the last clause is violated. Premises can contradict each other before the end of
    /// the step.
    closed: bool,
}

impl Hints {
    fn push(&mut self, id: u64) {
        if !self.closed {
            self.ids.push(id);
        }
    }
}

impl<W: Write, C: ClauseWriter> Clauses<W, C> {
    pub fn new(formula: W, proof: C) -> Self {
        Clauses {
            formula,
            proof,
            cnf: None,
            last: 0,
            eliminated: Vec::new(),
            placed: Vec::new(),
            assumed: Vec::new(),
            open: Vec::new(),
            derived: Vec::new(),
        }
    }

    fn cnf(&self) -> &Cnf {
        self.cnf
            .as_ref()
            .expect("an export starts with the formula")
    }

    /// Adds a clause under the suppositions. Returns its number.
    fn add(&mut self, literals: &[(Candidate, bool)], hints: &Hints) -> Result<u64, ExportError> {
        let mut clause: Vec<i64> = literals
            .iter()
            .map(|&(c, holds)| literal(c, holds))
            .collect();
        for &supposed in &self.assumed {
            let negated = literal(supposed, false);
            if !clause.contains(&negated) {
                clause.push(negated);
            }
        }
        self.last += 1;
        self.proof.add(self.last, &clause, &hints.ids)?;
        Ok(self.last)
    }

    /// Adds a clause under the suppositions, to be deleted when the supposition is closed.
    fn add_for_now(
        &mut self,
        literals: &[(Candidate, bool)],
        hints: &Hints,
    ) -> Result<u64, ExportError> {
        let id = self.add(literals, hints)?;
        if !self.open.is_empty() {
            self.derived.push(id);
        }
        Ok(id)
    }

    /// Adds hints that imply that the candidate is false.
    fn push_dead(
        &self,
        hints: &mut Hints,
        candidate: Candidate,
        replay: &Replay,
    ) -> Result<(), ExportError> {
        match replay.elimination_reason(candidate) {
            None => return refuse(replay, Refusal::NotProved),
            Some(EliminationReason::Premise) => hints.push(self.cnf().gone(candidate)),
            Some(EliminationReason::Step(_)) => hints.push(self.eliminated[candidate.index()]),
            Some(EliminationReason::Excluded { by, link }) => {
                self.push_placed(hints, by, replay);
                hints.push(self.cnf().link(replay.board(), link, by, candidate));
            }
            // Formulas with such pairs are rejected.
            Some(EliminationReason::Pair { .. }) => return refuse(replay, Refusal::NotProved),
        }
        let supposed = replay.truth_reason(candidate) == Some(TruthReason::Supposed);
        hints.closed |= supposed || hints.placed.contains(&candidate);
        hints.dead.push(candidate);
        Ok(())
    }

    /// Adds hints that imply that the candidate is true. A supposed candidate needs none.
    fn push_placed(&self, hints: &mut Hints, candidate: Candidate, replay: &Replay) {
        let id = match replay.truth_reason(candidate) {
            Some(TruthReason::Given) => self.cnf().given(candidate),
            Some(TruthReason::Single(_)) => self.placed[candidate.index()],
            Some(TruthReason::Supposed) | None => return,
        };
        if !hints.placed.contains(&candidate) {
            hints.placed.push(candidate);
            hints.push(id);
            hints.closed |= hints.dead.contains(&candidate);
        }
    }

    /// Hints that imply that only one candidate of the group is live, and that it is true.
    fn group_hints(
        &self,
        group: Group,
        but: Option<Candidate>,
        replay: &Replay,
    ) -> Result<Hints, ExportError> {
        let mut hints = Hints::default();
        for &member in replay.board().members(group) {
            if Some(member) != but {
                self.push_dead(&mut hints, member, replay)?;
            }
        }
        hints.push(self.cnf().truth(group));
        Ok(hints)
    }

    fn count(&mut self, count: &Count, before: &Replay) -> Result<(), ExportError> {
        let mut truths = Vec::new();
        for term in &count.terms {
            match term.set {
                TermSet::Deadly(_) => return refuse(before, Refusal::Deadly),
                TermSet::Group(group) if term.multiplier > 0 => truths.push(group),
                TermSet::Group(_) => {}
            }
        }
        truths.sort_unstable();
        truths.dedup();
        let derivations = match derive(before, truths, &count.targets) {
            Ok(derivations) => derivations,
            Err(Failure::TooMany) => return refuse(before, Refusal::TooManyLemmas(MAX_LEMMAS)),
            Err(Failure::NotProved) => return refuse(before, Refusal::NotProved),
        };
        let (mut ids, mut lemmas) = (Vec::new(), Vec::new());
        for derivation in derivations {
            let mut hints = Hints::default();
            for hint in derivation.hints {
                match hint {
                    Antecedent::Dead(candidate) => self.push_dead(&mut hints, candidate, before)?,
                    Antecedent::Truth(group) => hints.push(self.cnf().truth(group)),
                    Antecedent::Link(by, link, other) => {
                        hints.push(self.cnf().link(before.board(), link, by, other));
                    }
                    Antecedent::Lemma(number) => hints.push(ids[number]),
                }
            }
            let id = match derivation.target {
                Some(target) => {
                    let id = self.add_for_now(&derivation.clause, &hints)?;
                    self.eliminated[target.index()] = id;
                    id
                }
                None => {
                    let id = self.add(&derivation.clause, &hints)?;
                    lemmas.push(id);
                    id
                }
            };
            ids.push(id);
        }
        if !lemmas.is_empty() {
            self.proof.delete(self.last, &lemmas)?;
        }
        Ok(())
    }

    fn single(
        &mut self,
        candidate: Candidate,
        group: Group,
        before: &Replay,
    ) -> Result<(), ExportError> {
        // A candidate that is already true is not derived again.
        if before.truth_reason(candidate).is_some() {
            return Ok(());
        }
        let hints = self.group_hints(group, Some(candidate), before)?;
        self.placed[candidate.index()] = self.add_for_now(&[(candidate, true)], &hints)?;
        Ok(())
    }

    fn refuted(&mut self, group: Group, before: &Replay) -> Result<(), ExportError> {
        let (Some((assumed, derived)), Some(candidate)) =
            (self.open.pop(), before.supposed().last())
        else {
            return refuse(before, Refusal::NotProved);
        };
        let hints = self.group_hints(group, None, before)?;
        let id = self.add(&[], &hints)?;
        self.assumed.truncate(assumed);
        let inside = self.derived.split_off(derived);
        if !inside.is_empty() {
            self.proof.delete(id, &inside)?;
        }
        if !self.open.is_empty() {
            self.derived.push(id);
        }
        self.eliminated[candidate.index()] = id;
        Ok(())
    }
}

impl<W: Write, C: ClauseWriter> Exporter for Clauses<W, C> {
    fn start(&mut self, header: &Header, claim: &Claim, _: &Replay) -> Result<(), ExportError> {
        match claim {
            Claim::Unique(_) | Claim::None(_) => {}
            Claim::NoFilling(_) => return Err(ExportError::Claim("none of several items")),
            Claim::Many(..) => return Err(ExportError::Claim("many")),
            Claim::Open => return Err(ExportError::Claim("open")),
        }
        if let Some(line) = header.rules.iter().flat_map(|rules| &rules.lines).next() {
            let kind = line.split(' ').next().unwrap_or_default().to_owned();
            return Err(ExportError::Constraint(kind));
        }
        let cnf = Cnf::write(&mut self.formula, header, claim)?;
        self.last = cnf.clauses();
        self.cnf = Some(cnf);
        let candidates = header.board.candidate_count();
        self.eliminated = vec![0; candidates];
        self.placed = vec![0; candidates];
        Ok(())
    }

    fn step(
        &mut self,
        _: Option<&Annotation>,
        step: &Step,
        before: &Replay,
    ) -> Result<(), ExportError> {
        match step {
            Step::Count(count) => self.count(count, before),
            Step::Single { candidate, group } => self.single(*candidate, *group, before),
            Step::Suppose(candidate) => {
                self.open.push((self.assumed.len(), self.derived.len()));
                if before.truth_reason(*candidate) != Some(TruthReason::Supposed) {
                    self.assumed.push(*candidate);
                }
                Ok(())
            }
            Step::Refuted(group) => self.refuted(*group, before),
            Step::Deadly(_) => refuse(before, Refusal::Deadly),
            Step::Row(step) => refuse(before, Refusal::InClauses(step.word())),
        }
    }

    fn finish(&mut self, claim: &Claim, replay: &Replay) -> Result<(), ExportError> {
        let board = replay.board();
        let mut hints = Hints::default();
        match claim {
            Claim::None(group) => hints = self.group_hints(*group, None, replay)?,
            Claim::Unique(solution) => {
                for (cell, &digit) in board.cells().zip(solution) {
                    let candidate = board.candidate(cell, digit);
                    if replay.truth_reason(candidate).is_some() {
                        self.push_placed(&mut hints, candidate, replay);
                    } else {
                        let alone =
                            self.group_hints(board.cell_group(cell), Some(candidate), replay)?;
                        hints.push(self.add(&[(candidate, true)], &alone)?);
                    }
                }
                hints.push(self.cnf().clauses());
            }
            Claim::NoFilling(_) | Claim::Many(..) | Claim::Open => {}
        }
        self.add(&[], &hints)?;
        Ok(self.proof.flush()?)
    }
}
