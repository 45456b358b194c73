//! Pseudo-Boolean constraints of version 2: the rows and pairs of a header, variables for the
//! digits of cages and the states of machines, and unit propagation over them.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::super::names::Names;
use crate::grid::{Board, Candidate, Digit};
use crate::proof::model::Header;
use crate::proof::rows::{Machine, MachineState, Row, Rule, Rules};

/// The largest number of terms and bounds of the constraints of a header.
pub const MAX_TERMS: usize = 1_000_000;

/// A variable or its negation. Variables are the candidates, then the auxiliary ones.
pub type Literal = (usize, bool);

/// `sum of weight * literal >= degree`, all weights positive.
#[derive(Clone, Debug)]
pub struct Constraint {
    pub label: String,
    pub terms: Vec<(i64, Literal)>,
    pub degree: i64,
}

impl Constraint {
    /// The constraint with weights of any sign on variables.
    pub fn new(label: String, weights: impl Iterator<Item = (i64, usize)>, bound: i64) -> Self {
        let mut degree = bound;
        let term = |(weight, variable): (i64, usize)| {
            if weight < 0 {
                degree -= weight;
            }
            (weight.abs(), (variable, weight > 0))
        };
        let terms = weights.map(term).collect();
        Constraint {
            label,
            terms,
            degree,
        }
    }

    fn clause(label: String, literals: &[Literal]) -> Constraint {
        Constraint {
            label,
            terms: literals.iter().map(|&it| (1, it)).collect(),
            degree: 1,
        }
    }
}

/// The constraints that the header of a version 2 proof adds to the formula of its board.
#[derive(Default)]
pub struct RuleFormula {
    pub constraints: Vec<Constraint>,
    /// The names of the auxiliary variables, which are numbered after the candidates.
    pub auxiliary: Vec<String>,
    /// For each cage the variables "this digit is in the cage", by digit.
    pub digits_of: BTreeMap<String, Vec<usize>>,
    /// For each machine the states after each cell, with their variables.
    states_of: Vec<(Rule, Vec<BTreeMap<MachineState, usize>>)>,
    candidates: usize,
    /// The number of terms and bounds of the constraints.
    size: usize,
}

impl RuleFormula {
    /// The formula of a header; `None` if it has more than [`MAX_TERMS`].
    pub fn of(header: &Header, names: &Names) -> Option<RuleFormula> {
        let mut formula = RuleFormula {
            candidates: header.board.candidate_count(),
            ..RuleFormula::default()
        };
        if let Some(rules) = &header.rules {
            for (name, rule) in rules.all() {
                formula.add_rule(&header.board, name, rule)?;
            }
            formula.add_pairs(&header.board, rules, names)?;
        }
        Some(formula)
    }

    /// Adds a constraint; `None` if that exceeds the limit.
    fn add(&mut self, constraint: Constraint) -> Option<()> {
        self.size += constraint.terms.len() + 1;
        self.constraints.push(constraint);
        (self.size <= MAX_TERMS).then_some(())
    }

    fn variable(&mut self, name: String) -> usize {
        self.auxiliary.push(name);
        self.candidates + self.auxiliary.len() - 1
    }

    fn add_rule(&mut self, board: &Board, name: &str, rule: &Rule) -> Option<()> {
        for (name, row) in rule.rows(name) {
            for constraint in row_constraints(&name, row) {
                self.add(constraint)?;
            }
        }
        if rule.kind() == "cage" {
            self.add_cage(name, rule)?;
        }
        match &rule.machine {
            Some(machine) => self.add_machine(board, name, rule, machine),
            None => Some(()),
        }
    }

    /// Adds the sum of a cage. Its digits are different, so the sum is over the digits that occur
    /// in it.
    fn add_cage(&mut self, name: &str, rule: &Rule) -> Option<()> {
        let mut variables = Vec::new();
        for (digit, row) in &rule.digits {
            let digit = digit.to_char();
            let z = self.variable(format!("z_{name}_{digit}"));
            variables.push(z);
            let mut some = vec![(z, false)];
            for &(member, _) in &row.weights {
                some.push((member.index(), true));
                let label = format!("z_{name}_{digit}_{}", member.index());
                let pair = [(member.index(), false), (z, true)];
                self.add(Constraint::clause(label, &pair))?;
            }
            let label = format!("z_{name}_{digit}");
            self.add(Constraint::clause(label, &some))?;
        }
        let size = rule.cells.len() as i64;
        let sum = rule.row.as_ref().and_then(|row| row.lo).unwrap_or_default();
        for (end, sign) in [("ge", 1), ("le", -1)] {
            let values = || variables.iter().enumerate();
            let number = values().map(|(_, &z)| (sign, z));
            let sums = values().map(|(value, &z)| (sign * (value as i64 + 1), z));
            let (number_label, sum_label) = (
                format!("z_{name}_size_{end}"),
                format!("z_{name}_sum_{end}"),
            );
            self.add(Constraint::new(number_label, number, sign * size))?;
            self.add(Constraint::new(sum_label, sums, sign * sum))?;
        }
        self.digits_of.insert(name.to_owned(), variables);
        Some(())
    }

    /// Adds the states of a machine: each follows from the state before and the digit, and the last
    /// one must be accepting.
    fn add_machine(
        &mut self,
        board: &Board,
        name: &str,
        rule: &Rule,
        machine: &Machine,
    ) -> Option<()> {
        let mut layers: Vec<BTreeMap<MachineState, usize>> = Vec::new();
        let mut before: BTreeMap<MachineState, Option<usize>> =
            BTreeMap::from([(MachineState::default(), None)]);
        for (at, &cell) in rule.cells.iter().enumerate() {
            let mut layer: BTreeMap<MachineState, usize> = BTreeMap::new();
            for (&state, &variable) in &before {
                for digit in board.digits() {
                    let x = board.candidate(cell, digit).index();
                    let mut clause = vec![(x, false)];
                    clause.extend(variable.map(|it| (it, false)));
                    if let Some(next) = machine.step(state, digit.index() as i64 + 1) {
                        let number = layer.len();
                        let known = layer.get(&next).copied();
                        let variable = known
                            .unwrap_or_else(|| self.variable(format!("s_{name}_{at}_{number}")));
                        layer.insert(next, variable);
                        clause.push((variable, true));
                    }
                    let label = format!("s_{name}_{}", self.constraints.len());
                    self.add(Constraint::clause(label, &clause))?;
                }
            }
            before = layer
                .iter()
                .map(|(&state, &it)| (state, Some(it)))
                .collect();
            layers.push(layer);
        }
        for (&state, &variable) in layers.last().into_iter().flatten() {
            if !machine.accepts(state) {
                let label = format!("s_{name}_{}", self.constraints.len());
                self.add(Constraint::clause(label, &[(variable, false)]))?;
            }
        }
        self.states_of.push((rule.clone(), layers));
        Some(())
    }

    fn add_pairs(&mut self, board: &Board, rules: &Rules, names: &Names) -> Option<()> {
        for a in (0..board.candidate_count()).map(Candidate::new) {
            for b in rules.excluded(a).filter(|&b| a < b) {
                let clause = [(a.index(), false), (b.index(), false)];
                let label = pair_label(names, a, b);
                self.add(Constraint::clause(label, &clause))?;
            }
        }
        Some(())
    }

    /// The name of a variable.
    pub fn name<'n>(&'n self, names: &'n Names, variable: usize) -> &'n str {
        match variable.checked_sub(self.candidates) {
            None => names.candidate(Candidate::new(variable)),
            Some(index) => &self.auxiliary[index],
        }
    }

    /// Writes the constraints as lines of a formula, with a prefix before every name.
    pub fn push(&self, text: &mut String, names: &Names, before: &str) {
        for constraint in &self.constraints {
            let _ = write!(text, "@{before}{}", constraint.label);
            for &(weight, (variable, holds)) in &constraint.terms {
                let sign = if holds { "" } else { "~" };
                let _ = write!(
                    text,
                    " {weight} {sign}{before}{}",
                    self.name(names, variable)
                );
            }
            let _ = writeln!(text, " >= {} ;", constraint.degree);
        }
    }

    /// The auxiliary variables that are true in a grid.
    pub fn true_in(&self, board: &Board, grid: &[Digit]) -> Vec<bool> {
        let mut values = vec![false; self.auxiliary.len()];
        let is_true = |x: usize| {
            let candidate = Candidate::new(x);
            grid[board.cell_of(candidate).index()] == board.digit_of(candidate)
        };
        // A digit of a cage is in it if one of its candidates is true.
        for constraint in &self.constraints {
            if let [(_, (x, false)), (_, (z, true))] = constraint.terms[..]
                && constraint.label.starts_with("z_")
                && x < self.candidates
                && is_true(x)
            {
                values[z - self.candidates] = true;
            }
        }
        for (rule, layers) in &self.states_of {
            let mut state = Some(MachineState::default());
            for (&cell, layer) in rule.cells.iter().zip(layers) {
                let value = grid[cell.index()].index() as i64 + 1;
                let machine = rule.machine.as_ref();
                state = state.and_then(|state| machine?.step(state, value));
                if let Some(variable) = state.and_then(|state| layer.get(&state)) {
                    values[variable - self.candidates] = true;
                }
            }
        }
        values
    }
}

/// `x_r1c1d3_r2c2d4`: the two exclude each other.
pub fn pair_label(names: &Names, a: Candidate, b: Candidate) -> String {
    let (first, second) = (a.min(b), a.max(b));
    format!("x_{}_{}", names.candidate(first), names.candidate(second))
}

/// The bounds of a row.
pub fn row_constraints(name: &str, row: &Row) -> Vec<Constraint> {
    let bound = |end: &str, sign: i64, bound: Option<i64>| {
        let weights = row
            .weights
            .iter()
            .map(|&(it, weight)| (sign * weight, it.index()));
        bound.map(|bound| Constraint::new(format!("{name}_{end}"), weights, sign * bound))
    };
    let (lo, hi) = (bound("ge", 1, row.lo), bound("le", -1, row.hi));
    lo.into_iter().chain(hi).collect()
}

/// Unit propagation over constraints.
#[derive(Default)]
pub struct Propagation {
    constraints: Vec<Constraint>,
    /// For each variable the constraints that have it.
    with: Vec<Vec<usize>>,
}

/// For each variable its value, if it has one.
pub type Values = Vec<Option<bool>>;

impl Propagation {
    pub fn new(variables: usize) -> Propagation {
        Propagation {
            constraints: Vec::new(),
            with: vec![Vec::new(); variables],
        }
    }

    pub fn add(&mut self, constraint: Constraint) {
        for &(_, (variable, _)) in &constraint.terms {
            self.with[variable].push(self.constraints.len());
        }
        self.constraints.push(constraint);
    }

    /// The values that follow by propagation. `None` if they contradict each other. `new` lists the
    /// literals set since the last call. If it is empty, all constraints are examined.
    pub fn close(&self, mut values: Values, new: &[Literal]) -> Option<Values> {
        let mut queue: Vec<usize> = match new.is_empty() {
            true => (0..self.constraints.len()).collect(),
            false => new
                .iter()
                .flat_map(|it| &self.with[it.0])
                .copied()
                .collect(),
        };
        let mut waits = vec![false; self.constraints.len()];
        queue.iter().for_each(|&it| waits[it] = true);
        while let Some(number) = queue.pop() {
            waits[number] = false;
            let constraint = &self.constraints[number];
            let is_possible = |(variable, holds): Literal| values[variable] != Some(!holds);
            let possible = constraint.terms.iter().filter(|it| is_possible(it.1));
            let slack = possible.map(|it| it.0).sum::<i64>() - constraint.degree;
            if slack < 0 {
                return None;
            }
            for &(weight, (variable, holds)) in &constraint.terms {
                if weight > slack && values[variable].is_none() {
                    values[variable] = Some(holds);
                    for &other in &self.with[variable] {
                        if !std::mem::replace(&mut waits[other], true) {
                            queue.push(other);
                        }
                    }
                }
            }
        }
        Some(values)
    }
}
