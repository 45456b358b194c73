//! VeriPB 3: a pseudo-Boolean formula, and a proof of `f`, `pol`, `rup`, `del`, `output` and
//! `conclusion` lines.
//!
//! Every group has two constraints, at least one and at most one. Givens and the state line are
//! units. A count is one `pol`, in which eliminated candidates are cancelled by their reasons, and
//! one `rup` per target. Under suppositions every derived constraint includes the negated
//! suppositions. In a proof of uniqueness the objective counts the cells that agree with the
//! solution: the bounds state that there is a solution, and that every solution agrees with it
//! everywhere.

mod constraints;
mod rows;

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;

use constraints::{Constraint, MAX_TERMS, Propagation, RuleFormula};

use super::exporter::{ExportError, Exporter, Refusal, refuse};
use super::names::Names;
use crate::grid::{Board, Candidate, Digit, Group, push_number};
use crate::proof::model::{Annotation, Claim, Count, Header, Step, TermSet};
use crate::proof::replay::{EliminationReason, Replay, TruthReason};
use crate::proof::rows::Row;

pub struct Veripb<W> {
    formula: W,
    proof: W,
    names: Names,
    line: String,
    /// The negated suppositions as part of a constraint, and its lengths before each of them.
    assumed: String,
    open: Vec<(usize, usize)>,
    /// The labels of constraints derived under open suppositions, each after a space.
    derived: String,
    /// For each candidate, its weight in the current count. 0 between counts.
    weights: Vec<i64>,
    /// The constraints that a header of version 2 adds to the formula, and propagation over the
    /// whole formula.
    formula_of_rules: RuleFormula,
    propagation: Propagation,
    variables: usize,
    /// For each cut, the label of its constraint.
    row_labels: BTreeMap<String, String>,
    /// The links that the current step lists as candidates, with their labels.
    links: Vec<(Vec<Candidate>, String)>,
    /// The number of lemmas so far, and the labels of the lemmas of the current step.
    lemmas: u64,
    of_step: String,
}

impl<W: Write> Veripb<W> {
    pub fn new(formula: W, proof: W) -> Self {
        Veripb {
            formula,
            proof,
            names: Names::default(),
            line: String::new(),
            assumed: String::new(),
            open: Vec::new(),
            derived: String::new(),
            weights: Vec::new(),
            formula_of_rules: RuleFormula::default(),
            propagation: Propagation::default(),
            variables: 0,
            row_labels: BTreeMap::new(),
            links: Vec::new(),
            lemmas: 0,
            of_step: String::new(),
        }
    }

    fn write_formula(&mut self, header: &Header, claim: &Claim) -> Result<u64, ExportError> {
        let board = &*header.board;
        let premises = header.premises();
        let second = matches!(claim, Claim::Many(..));
        let copies = if second { 2 } else { 1 };
        let formula = RuleFormula::of(header, &self.names);
        self.formula_of_rules = formula.ok_or(ExportError::FormulaSize(MAX_TERMS))?;
        let more = &self.formula_of_rules;
        let own = 2 * board.group_count() + premises.len() + more.constraints.len();
        let constraints = copies * own + usize::from(second);
        self.variables = board.candidate_count() + more.auxiliary.len();
        let variables = copies * self.variables;
        let mut text = format!("* #variable= {variables} #constraint= {constraints}\n");
        text.push_str("* r3c4d7: the digit 7 is in row 3, column 4\n");
        if let Claim::Unique(solution) = claim {
            text.push_str("* the number of cells that agree with the solution\nmin:");
            for candidate in candidates(board, solution) {
                text.push_str(" 1 ");
                text.push_str(self.names.candidate(candidate));
            }
            text.push_str(" ;\n");
        }
        self.push_board(&mut text, board, &premises, "");
        self.formula_of_rules.push(&mut text, &self.names, "");
        if let Claim::Many(one, other) = claim {
            text.push_str("* a second solution\n");
            self.push_board(&mut text, board, &premises, "other_");
            self.formula_of_rules.push(&mut text, &self.names, "other_");
            text.push_str("* that differs from the first in this cell\n@differ ");
            let cell = board.cells().find(|c| one[c.index()] != other[c.index()]);
            let cell = cell.unwrap_or(board.cell(0, 0));
            let name = self
                .names
                .candidate(board.candidate(cell, one[cell.index()]));
            text.push_str(&format!("1 {name} 1 ~other_{name} >= 2 ;\n"));
        }
        self.formula.write_all(text.as_bytes())?;
        self.formula.flush()?;
        Ok(constraints as u64)
    }

    /// Appends the constraints of a board and its premises, with a prefix before every name.
    fn push_board(
        &self,
        text: &mut String,
        board: &Board,
        premises: &[(Candidate, bool)],
        before: &str,
    ) {
        for group in board.groups() {
            for (end, sign, degree) in [("_ge", " 1 ", " >= 1 ;\n"), ("_le", " -1 ", " >= -1 ;\n")]
            {
                text.push('@');
                text.push_str(before);
                text.push_str(self.names.group(group));
                text.push_str(end);
                for &member in board.members(group) {
                    text.push_str(sign);
                    text.push_str(before);
                    text.push_str(self.names.candidate(member));
                }
                text.push_str(degree);
            }
        }
        for &(candidate, holds) in premises {
            let name = self.names.candidate(candidate);
            let (kind, sign) = if holds { ("given", "") } else { ("gone", "~") };
            text.push_str(&format!(
                "@{before}{kind}_{name} 1 {sign}{before}{name} >= 1 ;\n"
            ));
        }
    }

    /// Writes the current line.
    fn flush_line(&mut self) -> Result<(), ExportError> {
        self.proof.write_all(self.line.as_bytes())?;
        self.line.clear();
        Ok(())
    }

    /// Appends the label of an elimination, such as `@e12_r3c4d7` for step 12.
    fn push_elimination(line: &mut String, names: &Names, step: u64, candidate: Candidate) {
        line.push_str("@e");
        push_number(line, step);
        line.push('_');
        line.push_str(names.candidate(candidate));
    }

    /// Appends the label of the constraint that states that a candidate is true. A supposed
    /// candidate needs none.
    fn push_truth(&mut self, replay: &Replay, candidate: Candidate) -> bool {
        match replay.truth_reason(candidate) {
            Some(TruthReason::Given) => {
                self.line.push_str(" @given_");
                self.line.push_str(self.names.candidate(candidate));
            }
            Some(TruthReason::Single(step)) => {
                self.line.push_str(" @s");
                push_number(&mut self.line, step);
            }
            Some(TruthReason::Supposed) | None => return false,
        }
        true
    }

    /// Appends the hints that imply that all candidates of a group but one are false, and the
    /// group's truth.
    fn push_hints(&mut self, replay: &Replay, group: Group, but: Option<Candidate>) {
        let board = replay.board();
        self.line.push_str(" : ~");
        let mut last = None;
        for &member in board.members(group) {
            match replay.elimination_reason(member) {
                _ if Some(member) == but => {}
                None => {}
                Some(EliminationReason::Premise) => {
                    self.line.push_str(" @gone_");
                    self.line.push_str(self.names.candidate(member));
                }
                Some(EliminationReason::Step(step)) => {
                    self.line.push(' ');
                    Self::push_elimination(&mut self.line, &self.names, step, member);
                }
                // Neighbours often have the same reason.
                Some(EliminationReason::Excluded { by, link }) if last == Some((by, link)) => {}
                Some(EliminationReason::Excluded { by, link }) => {
                    self.push_truth(replay, by);
                    self.push_link(link);
                    last = Some((by, link));
                }
                Some(EliminationReason::Pair { by }) => {
                    self.push_truth(replay, by);
                    self.push_pair(by, member);
                }
            }
        }
        self.line.push_str(" @");
        self.line.push_str(self.names.group(group));
        self.line.push_str("_ge;\n");
    }

    fn push_link(&mut self, link: Group) {
        self.line.push_str(" @");
        self.line.push_str(self.names.group(link));
        self.line.push_str("_le");
    }

    /// Appends ` rup 1 ~x ASSUMED >= 1` after a label.
    fn push_clause(&mut self, before: &Replay, candidate: Candidate, holds: bool) {
        self.line.push_str(" rup");
        // A refuted supposition is already among the negated suppositions.
        if holds || before.truth_reason(candidate) != Some(TruthReason::Supposed) {
            self.line.push_str(if holds { " 1 " } else { " 1 ~" });
            self.line.push_str(self.names.candidate(candidate));
        }
        self.line.push_str(&self.assumed);
        self.line.push_str(" >= 1");
    }

    /// Records a label of the current line, to delete its constraint when the supposition is
    /// closed.
    fn remember(&mut self, label: Range<usize>) {
        if !self.open.is_empty() {
            self.derived.push(' ');
            self.derived.push_str(&self.line[label]);
        }
    }

    fn count(&mut self, count: &Count, before: &Replay) -> Result<(), ExportError> {
        let board = before.board();
        let number = before.steps() + 1;
        let sum = format!("@p{number}");
        self.line.push_str(&sum);
        self.line.push_str(" pol");
        let mut first = true;
        let mut touched: Vec<Candidate> = Vec::new();
        for term in &count.terms {
            let TermSet::Group(group) = term.set else {
                return refuse(before, Refusal::Deadly);
            };
            self.line.push_str(" @");
            self.line.push_str(self.names.group(group));
            self.line
                .push_str(if term.multiplier > 0 { "_ge" } else { "_le" });
            self.push_times(term.multiplier.unsigned_abs().into(), &mut first);
            for &member in board.members(group) {
                self.weights[member.index()] -= i64::from(term.multiplier);
                touched.push(member);
            }
        }
        // An eliminated candidate that would help to fill a truth is cancelled by its reason.
        for i in 0..touched.len() {
            let candidate = touched[i];
            let missing = -self.weights[candidate.index()];
            if missing > 0
                && let Some(reason) = before.elimination_reason(candidate)
            {
                self.cancel(
                    candidate,
                    reason,
                    missing.unsigned_abs(),
                    before,
                    &mut first,
                    &mut touched,
                );
            }
        }
        for candidate in touched {
            self.weights[candidate.index()] = 0;
        }
        self.line.push_str(";\n");
        for &target in &count.targets {
            let start = self.line.len();
            Self::push_elimination(&mut self.line, &self.names, number, target);
            let label = start..self.line.len();
            self.push_clause(before, target, false);
            self.line.push_str(" : ~ ");
            self.line.push_str(&sum);
            self.line.push_str(";\n");
            self.remember(label);
        }
        self.line.push_str("del id ");
        self.line.push_str(&sum);
        self.line.push_str(";\n");
        self.flush_line()
    }

    /// Appends the factor and the sum to the last operand.
    fn push_times(&mut self, times: u64, first: &mut bool) {
        if times != 1 {
            self.line.push(' ');
            push_number(&mut self.line, times);
            self.line.push_str(" *");
        }
        if !std::mem::take(first) {
            self.line.push_str(" +");
        }
    }

    fn cancel(
        &mut self,
        candidate: Candidate,
        reason: EliminationReason,
        times: u64,
        before: &Replay,
        first: &mut bool,
        touched: &mut Vec<Candidate>,
    ) {
        let weight = times as i64;
        match reason {
            EliminationReason::Premise => {
                self.line.push_str(" @gone_");
                self.line.push_str(self.names.candidate(candidate));
                self.push_times(times, first);
                self.weights[candidate.index()] += weight;
            }
            EliminationReason::Step(step) => {
                self.line.push(' ');
                Self::push_elimination(&mut self.line, &self.names, step, candidate);
                self.push_times(times, first);
                self.weights[candidate.index()] += weight;
            }
            EliminationReason::Excluded { by, link } => {
                self.push_link(link);
                self.push_times(times, first);
                for &member in before.board().members(link) {
                    self.weights[member.index()] += weight;
                    touched.push(member);
                }
                if self.push_truth(before, by) {
                    self.push_times(times, first);
                    self.weights[by.index()] -= weight;
                }
            }
            EliminationReason::Pair { by } => {
                self.push_pair(by, candidate);
                self.push_times(times, first);
                self.weights[candidate.index()] += weight;
                self.weights[by.index()] += weight;
                touched.push(by);
                if self.push_truth(before, by) {
                    self.push_times(times, first);
                    self.weights[by.index()] -= weight;
                }
            }
        }
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
        let start = self.line.len();
        self.line.push_str("@s");
        push_number(&mut self.line, before.steps() + 1);
        let label = start..self.line.len();
        self.push_clause(before, candidate, true);
        self.push_hints(before, group, Some(candidate));
        self.remember(label);
        self.flush_line()
    }

    fn suppose(&mut self, candidate: Candidate, before: &Replay) {
        self.open.push((self.assumed.len(), self.derived.len()));
        if before.truth_reason(candidate) != Some(TruthReason::Supposed) {
            self.assumed.push_str(" 1 ~");
            self.assumed.push_str(self.names.candidate(candidate));
        }
    }

    fn refuted(&mut self, group: Group, before: &Replay) -> Result<(), ExportError> {
        let Some(candidate) = before.supposed().last() else {
            return refuse(before, Refusal::NotProved);
        };
        let start = self.line.len();
        Self::push_elimination(&mut self.line, &self.names, before.steps() + 1, candidate);
        let label = start..self.line.len();
        // The supposition is still open, so its negation is in the clause.
        self.line.push_str(" rup");
        self.line.push_str(&self.assumed);
        self.line.push_str(" >= 1");
        let label = self.line[label].to_owned();
        self.push_hints(before, group, None);
        self.close_suppose(&label);
        self.flush_line()
    }

    /// Closes the innermost supposition: deletes the constraints derived in it, and keeps the
    /// clause that refutes it.
    fn close_suppose(&mut self, label: &str) {
        let Some((assumed, derived)) = self.open.pop() else {
            return;
        };
        self.assumed.truncate(assumed);
        if self.derived.len() > derived {
            self.line.push_str("del id");
            self.line.push_str(&self.derived[derived..]);
            self.line.push_str(";\n");
            self.derived.truncate(derived);
        }
        if !self.open.is_empty() {
            self.derived.push(' ');
            self.derived.push_str(label);
        }
    }

    /// Derives that the whole solution is true, so that the objective has no smaller value.
    fn finish_unique(&mut self, solution: &[Digit], replay: &Replay) -> Result<(), ExportError> {
        let board = replay.board();
        let mut sum = String::from("@bound pol");
        for (i, candidate) in candidates(board, solution).enumerate() {
            sum.push(' ');
            if replay.truth_reason(candidate).is_none() {
                let label = format!("@t_{}", self.names.candidate(candidate));
                self.line.push_str(&label);
                self.push_clause(replay, candidate, true);
                let cell = board.cell_group(board.cell_of(candidate));
                self.push_hints(replay, cell, Some(candidate));
                sum.push_str(&label);
            } else {
                let start = self.line.len();
                self.push_truth(replay, candidate);
                sum.push_str(self.line.split_off(start).trim());
            }
            if i > 0 {
                sum.push_str(" +");
            }
        }
        self.line.push_str(&sum);
        self.line.push_str(";\noutput NONE;\n");
        let size = board.cell_count();
        self.line
            .push_str(&format!("conclusion BOUNDS {size} : @bound {size} :"));
        self.push_assignment(board, solution, "");
        self.line.push_str(";\n");
        self.flush_line()
    }

    /// Appends all literals of a solution.
    fn push_assignment(&mut self, board: &Board, solution: &[Digit], before: &str) {
        for candidate in (0..board.candidate_count()).map(Candidate::new) {
            let holds = solution[board.cell_of(candidate).index()] == board.digit_of(candidate);
            self.line.push_str(if holds { " " } else { " ~" });
            self.line.push_str(before);
            self.line.push_str(self.names.candidate(candidate));
        }
        let more = &self.formula_of_rules;
        for (name, holds) in more.auxiliary.iter().zip(more.true_in(board, solution)) {
            self.line.push_str(if holds { " " } else { " ~" });
            self.line.push_str(before);
            self.line.push_str(name);
        }
    }

    /// Prepares propagation over the whole formula, if there are constraint lines or fillings.
    fn prepare_propagation(&mut self, header: &Header) {
        let board = &*header.board;
        self.propagation = Propagation::new(self.variables);
        for group in board.groups() {
            let row = Row::exactly_one(board.members(group));
            let constraints = constraints::row_constraints(self.names.group(group), &row);
            constraints
                .into_iter()
                .for_each(|it| self.propagation.add(it));
        }
        for constraint in &self.formula_of_rules.constraints {
            self.propagation.add(Constraint::clone(constraint));
        }
    }
}

impl<W: Write> Exporter for Veripb<W> {
    fn start(&mut self, header: &Header, claim: &Claim, _: &Replay) -> Result<(), ExportError> {
        self.names = Names::of(&header.board, "d");
        self.weights = vec![0; header.board.candidate_count()];
        let constraints = self.write_formula(header, claim)?;
        if header.rules.is_some() {
            self.prepare_propagation(header);
        }
        self.line.push_str("pseudo-Boolean proof version 3.0\nf ");
        push_number(&mut self.line, constraints);
        self.line.push_str(";\n");
        self.flush_line()
    }

    fn step(
        &mut self,
        note: Option<&Annotation>,
        step: &Step,
        before: &Replay,
    ) -> Result<(), ExportError> {
        if let Some(note) = note.filter(|note| !note.sentence.is_empty()) {
            self.line.push_str("% ");
            self.line.push_str(&note.sentence);
            self.line.push('\n');
        }
        match step {
            Step::Count(count) => self.count(count, before),
            Step::Single { candidate, group } => self.single(*candidate, *group, before),
            Step::Suppose(candidate) => {
                self.suppose(*candidate, before);
                Ok(())
            }
            Step::Refuted(group) => self.refuted(*group, before),
            Step::Deadly(_) => refuse(before, Refusal::Deadly),
            Step::Row(step) => self.row_step(step, before),
        }
    }

    fn finish(&mut self, claim: &Claim, replay: &Replay) -> Result<(), ExportError> {
        let board = replay.board();
        match claim {
            Claim::Unique(solution) => self.finish_unique(solution, replay)?,
            Claim::None(group) => {
                self.line.push_str("@none rup >= 1");
                self.push_hints(replay, *group, None);
                self.line
                    .push_str("output NONE;\nconclusion UNSAT : @none;\n");
            }
            Claim::NoFilling(items) => {
                self.refute("@none", &[], items, replay)?;
                self.line
                    .push_str("output NONE;\nconclusion UNSAT : @none;\n");
            }
            Claim::Many(one, other) => {
                self.line.push_str("output NONE;\nconclusion SAT :");
                self.push_assignment(board, one, "");
                self.push_assignment(board, other, "other_");
                self.line.push_str(";\n");
            }
            Claim::Open => self.line.push_str("output NONE;\nconclusion NONE;\n"),
        }
        self.line.push_str("end pseudo-Boolean proof;\n");
        self.flush_line()?;
        Ok(self.proof.flush()?)
    }
}

/// The candidates of a grid.
fn candidates<'a>(board: &'a Board, grid: &'a [Digit]) -> impl Iterator<Item = Candidate> + 'a {
    let placed = board.cells().zip(grid);
    placed.map(|(cell, &digit)| board.candidate(cell, digit))
}
