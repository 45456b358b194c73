//! Steps of version 2 as lines of a VeriPB proof: a `cut` is one `pol` with a division, a `fill`
//! one `rup` for each case that propagation does not settle.

use std::fmt::Write as _;
use std::io::Write;

use super::super::exporter::{ExportError, Refusal, refuse};
use super::Veripb;
use super::constraints::{Literal, Values, pair_label, row_constraints};
use crate::grid::{Candidate, push_number};
use crate::proof::replay::Replay;
use crate::proof::rows::{FillProblem, Named, RowSet, RowStep, RowTerm};

/// The largest number of lines for one filling, or for the links of one step.
const MAX_CASES: usize = 50_000;

impl<W: Write> Veripb<W> {
    pub(super) fn row_step(&mut self, step: &RowStep, before: &Replay) -> Result<(), ExportError> {
        match step {
            RowStep::Count { targets, terms } => self.row_count(targets, terms, before),
            RowStep::Cut {
                name,
                divisor,
                terms,
            } => self.cut(name, *divisor, terms, before),
            RowStep::Derive { name, terms } => self.derive(name, terms, step, before),
            RowStep::Fill { targets, items } => {
                let number = before.steps() + 1;
                for &target in targets {
                    let mut label = String::new();
                    Self::push_elimination(&mut label, &self.names, number, target);
                    self.refute(&label, &[(target.index(), true)], items, before)?;
                }
                Ok(())
            }
            RowStep::Single { candidate, .. } => {
                if before.truth_reason(*candidate).is_some() {
                    return Ok(());
                }
                let start = self.line.len();
                self.line.push_str("@s");
                push_number(&mut self.line, before.steps() + 1);
                let label = start..self.line.len();
                self.push_clause(before, *candidate, true);
                self.line.push_str(";\n");
                self.remember(label);
                self.flush_line()
            }
            RowStep::Refuted(items) => self.refuted_by(items, before),
            RowStep::Deadly { .. } => refuse(before, Refusal::Deadly),
        }
    }

    /// Adds the constraints of a term to a `pol`: `lo` or `hi` of its row, by its multiplier.
    fn push_term(
        &mut self,
        term: &RowTerm,
        is_lower: bool,
        first: &mut bool,
        before: &Replay,
    ) -> Result<(), ExportError> {
        let (end, times) = (
            if is_lower { "_ge" } else { "_le" },
            term.multiplier.unsigned_abs(),
        );
        let RowSet::Named(name) = &term.set else {
            let RowSet::Link(members) = &term.set else {
                return refuse(before, Refusal::NotProved);
            };
            let label = self.link_label(members);
            self.line.push_str(&label);
            self.push_times(times, first);
            return Ok(());
        };
        let board = before.board();
        if let Some(Named::House(..)) = before.names().find(board, name) {
            // The sum of a house: each digit once, by its value.
            for digit in board.digits() {
                let _ = write!(self.line, " @{}{name}{end}", digit.to_char());
                self.push_times(times * (digit.index() as u64 + 1), first);
            }
            return Ok(());
        }
        let label = self.row_labels.get(name).unwrap_or(name);
        let _ = write!(self.line, " @{label}{end}");
        self.push_times(times, first);
        Ok(())
    }

    /// The label of a listed link that was derived before.
    fn link_label(&self, members: &[Candidate]) -> String {
        let known = self.links.iter().find(|(it, _)| it == members);
        known.map_or_else(String::new, |(_, label)| format!(" {label}"))
    }

    /// Derives the links that terms list as candidates: pair by pair, then one more candidate at a
    /// time.
    fn derive_links(&mut self, terms: &[RowTerm], before: &Replay) -> Result<(), ExportError> {
        let mut lines = 0;
        for term in terms {
            let RowSet::Link(members) = &term.set else {
                continue;
            };
            let Some(&first) = members.first() else {
                return refuse(before, Refusal::NotProved);
            };
            lines += members.len() * members.len() / 2;
            if lines > MAX_CASES {
                return refuse(before, Refusal::TooManyCases(MAX_CASES));
            }
            // A link of one candidate is an axiom: its negation is at least 0.
            let mut so_far = format!("~{}", self.names.candidate(first));
            for (size, &member) in members.iter().enumerate().skip(1) {
                let name = self.names.candidate(member).to_owned();
                let mut pairs = Vec::new();
                for &other in &members[..size] {
                    let (pair, other) = (self.lemma(), self.names.candidate(other).to_owned());
                    let _ = writeln!(self.line, "@{pair} rup 1 ~{name} 1 ~{other} >= 1;");
                    pairs.push(pair);
                }
                if size == 1 {
                    so_far = format!("@{}", pairs[0]);
                    continue;
                }
                let label = self.lemma();
                let _ = write!(self.line, "@{label} pol {so_far}");
                self.push_times(size as u64 - 1, &mut true);
                for pair in pairs {
                    let _ = write!(self.line, " @{pair} +");
                }
                let _ = writeln!(self.line, " {size} d;");
                so_far = format!("@{label}");
            }
            self.links.push((members.clone(), so_far));
        }
        self.flush_line()
    }

    /// A new label for a line that is deleted after the step.
    fn lemma(&mut self) -> String {
        self.lemmas += 1;
        let label = format!("l{}", self.lemmas);
        self.of_step.push_str(" @");
        self.of_step.push_str(&label);
        label
    }

    /// Deletes the lines that only this step needed.
    fn end_step(&mut self) -> Result<(), ExportError> {
        if !self.of_step.is_empty() {
            let of_step = std::mem::take(&mut self.of_step);
            let _ = writeln!(self.line, "del id{of_step};");
        }
        self.links.clear();
        self.flush_line()
    }

    /// Derives that a dead candidate is false. Returns the label.
    fn gone(&mut self, candidate: Candidate) -> String {
        let label = self.lemma();
        let name = self.names.candidate(candidate);
        let _ = writeln!(self.line, "@{label} rup 1 ~{name}{} >= 1;", self.assumed);
        label
    }

    fn row_count(
        &mut self,
        targets: &[Candidate],
        terms: &[RowTerm],
        before: &Replay,
    ) -> Result<(), ExportError> {
        let Some(sum) = before.names().sum(before.board(), terms) else {
            return refuse(before, Refusal::NotProved);
        };
        self.derive_links(terms, before)?;
        let dead = |&&(it, weight): &&(Candidate, i64)| weight < 0 && !before.is_live(it);
        let needed: Vec<(Candidate, i64)> = sum.weights.iter().filter(dead).copied().collect();
        let gone: Vec<String> = needed.iter().map(|it| self.gone(it.0)).collect();
        let label = self.lemma();
        let _ = write!(self.line, "@{label} pol");
        let mut first = true;
        for term in terms {
            self.push_term(term, term.multiplier > 0, &mut first, before)?;
        }
        for ((_, weight), gone) in needed.iter().zip(gone) {
            let _ = write!(self.line, " @{gone}");
            self.push_times(weight.unsigned_abs(), &mut first);
        }
        self.line.push_str(";\n");
        for &target in targets {
            let start = self.line.len();
            Self::push_elimination(&mut self.line, &self.names, before.steps() + 1, target);
            let elimination = start..self.line.len();
            self.push_clause(before, target, false);
            let _ = writeln!(self.line, " : ~ @{label};");
            self.remember(elimination);
        }
        self.end_step()
    }

    fn cut(
        &mut self,
        name: &str,
        divisor: i64,
        terms: &[RowTerm],
        before: &Replay,
    ) -> Result<(), ExportError> {
        let Some(sum) = before.names().sum(before.board(), terms) else {
            return refuse(before, Refusal::NotProved);
        };
        self.derive_links(terms, before)?;
        // A dead candidate with a negative weight is cancelled by its elimination. Positive weights
        // are reduced: to 0 for dead candidates, to a multiple of the divisor for live ones.
        let dead = |it: Candidate| !before.is_live(it);
        let mut tail = String::new();
        for &(candidate, weight) in &sum.weights {
            if weight < 0 && dead(candidate) {
                let gone = self.gone(candidate);
                let _ = write!(tail, " @{gone} {} * +", -weight);
                continue;
            }
            let extra = match dead(candidate) {
                true => weight,
                false => weight.rem_euclid(divisor),
            };
            if weight > 0 && extra > 0 {
                let _ = write!(tail, " {} {extra} * +", self.names.candidate(candidate));
            }
        }
        let label = format!("c{}_{name}", before.steps() + 1);
        let start = self.line.len();
        let _ = write!(self.line, "@{label}_le");
        let whole = start..self.line.len();
        self.line.push_str(" pol");
        let mut first = true;
        for term in terms {
            self.push_term(term, term.multiplier > 0, &mut first, before)?;
        }
        let _ = writeln!(self.line, "{tail} {divisor} d;");
        self.remember(whole);
        self.row_labels.insert(name.to_owned(), label);
        self.end_step()
    }

    fn derive(
        &mut self,
        name: &str,
        terms: &[RowTerm],
        step: &RowStep,
        before: &Replay,
    ) -> Result<(), ExportError> {
        for (end, is_lower) in [("ge", true), ("le", false)] {
            let _ = write!(self.line, "@{name}_{end} pol");
            let mut first = true;
            for term in terms {
                self.push_term(term, (term.multiplier > 0) == is_lower, &mut first, before)?;
            }
            self.line.push_str(";\n");
        }
        let is_live = |it| before.is_live(it);
        let Some((_, row)) = before.names().defined(before.board(), is_live, step) else {
            return refuse(before, Refusal::NotProved);
        };
        for constraint in row_constraints(name, &row) {
            self.propagation.add(constraint);
        }
        self.row_labels.remove(name);
        self.flush_line()
    }

    pub(super) fn refuted_by(
        &mut self,
        items: &[String],
        before: &Replay,
    ) -> Result<(), ExportError> {
        let Some(candidate) = before.supposed().last() else {
            return refuse(before, Refusal::NotProved);
        };
        let mut label = String::new();
        Self::push_elimination(&mut label, &self.names, before.steps() + 1, candidate);
        self.refute(&label, &[], items, before)?;
        self.close_suppose(&label);
        self.flush_line()
    }

    /// Derives that the literals, with the suppositions, leave no filling of the items.
    pub(super) fn refute(
        &mut self,
        label: &str,
        literals: &[Literal],
        items: &[String],
        before: &Replay,
    ) -> Result<(), ExportError> {
        let board = before.board();
        let Some(problem) = FillProblem::of(before.names(), board, items) else {
            return refuse(before, Refusal::NotProved);
        };
        let of_cages = items
            .iter()
            .filter_map(|it| self.formula_of_rules.digits_of.get(it));
        let digits: Vec<usize> = of_cages.flatten().copied().collect();
        let mut values: Values = vec![None; self.variables];
        for candidate in (0..board.candidate_count()).map(Candidate::new) {
            values[candidate.index()] = match before.truth_reason(candidate) {
                // A candidate that is supposed twice or placed is true, even if it is excluded.
                Some(_) => Some(true),
                None => (!before.is_live(candidate)).then_some(false),
            };
        }
        let mut path = literals.to_vec();
        let (mut cases, start) = (0, self.propagation.close(values, &[]));
        if let Some(values) = start {
            let cases = &mut cases;
            self.refute_cases(&mut path, values, (&problem, &digits), before, cases)?;
        }
        self.line.push_str(label);
        self.push_path(literals);
        self.line.push_str(";\n");
        if literals.is_empty() {
            // The step closes the last supposition. The clause of the supposition is kept.
            return self.end_step();
        }
        if !self.open.is_empty() {
            self.derived.push(' ');
            self.derived.push_str(label);
        }
        self.end_step()
    }

    /// Refutes the literals of a path by cases. The last case of each variable comes first.
    fn refute_cases(
        &mut self,
        path: &mut Vec<Literal>,
        values: Values,
        (problem, digits): (&FillProblem, &[usize]),
        before: &Replay,
        cases: &mut usize,
    ) -> Result<(), ExportError> {
        let mut set = values;
        for &(variable, holds) in path.iter() {
            if set[variable] == Some(!holds) {
                return Ok(());
            }
            set[variable] = Some(holds);
        }
        let new = path.clone();
        let Some(values) = self.propagation.close(set, &new) else {
            return Ok(());
        };
        *cases += 1;
        if *cases > MAX_CASES {
            return refuse(before, Refusal::TooManyCases(MAX_CASES));
        }
        let open_digit = digits.iter().find(|&&it| values[it].is_none());
        let choices: Vec<Literal> = match open_digit {
            Some(&digit) => vec![(digit, true), (digit, false)],
            None => {
                let open = problem.variables.iter().filter_map(|variable| {
                    let members = variable.members.iter().map(|it| it.index());
                    let is_settled = members.clone().any(|it| values[it] == Some(true));
                    let open: Vec<usize> = members.filter(|&it| values[it].is_none()).collect();
                    (!is_settled).then_some(open)
                });
                let Some(open) = open.min_by_key(Vec::len) else {
                    return refuse(before, Refusal::NotProved);
                };
                open.into_iter().map(|it| (it, true)).collect()
            }
        };
        for choice in choices {
            path.push(choice);
            self.refute_cases(path, values.clone(), (problem, digits), before, cases)?;
            let label = self.lemma();
            let _ = write!(self.line, "@{label}");
            self.push_path(path);
            self.line.push_str(";\n");
            path.pop();
        }
        Ok(())
    }

    /// Appends ` rup ... >= 1`: the literals of a path and the suppositions are not all true.
    fn push_path(&mut self, path: &[Literal]) {
        self.line.push_str(" rup");
        for &(variable, holds) in path {
            let name = self.formula_of_rules.name(&self.names, variable);
            let sign = if holds { "~" } else { "" };
            let supposed = format!(" 1 {sign}{name}");
            // A supposed candidate is already among the suppositions.
            if !self
                .assumed
                .split(" 1 ")
                .any(|it| it == supposed[3..].trim())
            {
                self.line.push_str(&supposed);
            }
        }
        self.line.push_str(&self.assumed);
        self.line.push_str(" >= 1");
    }

    /// Appends hints for a candidate that a true one excludes by a constraint of the header.
    pub(super) fn push_pair(&mut self, by: Candidate, other: Candidate) {
        let _ = write!(self.line, " @{}", pair_label(&self.names, by, other));
    }
}
