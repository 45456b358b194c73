//! Conclusions: the candidates that a binding eliminates or places, and the goal that there is at
//! least one.
//!
//! An X-wing eliminates the 7s of two columns outside of two rows. The goal is a constraint like
//! the others: it is checked once the variables of the conclusions are bound, and projected onto
//! fewer variables before. A Turbot Fish eliminates from cells that see both ends. If no cell with
//! the digit sees the first end, the plan does not try the second.

use crate::grid::{Candidate, Digit, bits};
use crate::lang::ir::{Cells, Conclusion, Condition, Pattern, Seen, Var};
use crate::lang::vars::conclusion_vars;
use crate::matcher::exec::constraints::unfilled;
use crate::matcher::exec::frame::Bindings;
use crate::matcher::explain::support::derivation_of;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::index::value::Value;
use crate::matcher::op::capacities::unfit;
use crate::matcher::query::var_set::VarSet;
use crate::matcher::relation;

/// Adds the eliminated candidates and the placed ones.
pub fn conclude(
    conclusion: &Conclusion,
    bindings: &Bindings<'_>,
    eliminations: &mut Vec<Candidate>,
    placements: &mut Vec<Candidate>,
) {
    let board = bindings.position.board();
    let mut place_in = |digits: u32, cells: CellSet| {
        for digit in bits(digits).map(Digit::new) {
            for cell in cells.iter() {
                place(bindings, board.candidate(cell, digit), placements);
            }
        }
    };
    match conclusion {
        Conclusion::Place(digit, cell) => place_in(bindings.digits(*digit), bindings.cells(*cell)),
        Conclusion::PlaceCandidate(var) => place_in(bindings.digits(*var), bindings.cells(*var)),
        _ => {
            eliminated(conclusion, bindings, &mut |digit, cells| {
                eliminations.extend(cells.iter().map(|cell| board.candidate(cell, digit)));
                true
            });
        }
    }
}

/// The possible targets of one eliminated digit, as far as the variables are bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenGoal {
    /// The digit.
    pub digit: Var,
    /// Variables that targets see.
    pub seeing: Vec<Var>,
    /// Variables that contain the targets.
    pub inside: Vec<Var>,
}

/// The step after which all variables of the conclusions are bound. `None` if there are conclusions
/// other than eliminations. Also `None` if the step is the last one and uses no relation, because
/// testing the match costs no more.
pub fn goal_step(pattern: &Pattern, steps: &[Vec<Var>]) -> Option<usize> {
    let is_plain = |conclusion: &Conclusion| {
        matches!(
            conclusion,
            Conclusion::Eliminate { .. }
                | Conclusion::EliminateCandidate(_)
                | Conclusion::EliminateExcluded(_)
                | Conclusion::EliminateUnfit(_)
                | Conclusion::EliminateUnfilled(_)
        )
    };
    if pattern.conclusions.is_empty() || !pattern.conclusions.iter().all(is_plain) {
        return None;
    }
    let vars = pattern.conclusions.iter().flat_map(conclusion_vars);
    let step_of = |var: Var| steps.iter().position(|step| step.contains(&var));
    let after = { vars }
        .map(step_of)
        .try_fold(0, |last, step| Some(last.max(step?)))?;
    let bound = steps[..=after].concat();
    let reads_relation = |c: &Condition| match c {
        Condition::Relation(_, a, b) => {
            let is_new = steps[after].contains(a) || steps[after].contains(b);
            is_new && bound.contains(a) && bound.contains(b)
        }
        _ => false,
    };
    let is_last = after + 1 == steps.len();
    (!is_last || pattern.conditions.iter().any(reads_relation)).then_some(after)
}

/// The goal after a step: the possible target cells of an eliminated digit, if the step narrows
/// them. `None` for other conclusions, or if the whole conclusion is known.
pub fn open_goal(pattern: &Pattern, steps: &[Vec<Var>], at: usize) -> Option<OpenGoal> {
    let [
        Conclusion::Eliminate {
            digits,
            all_but: false,
            cells,
            ..
        },
    ] = pattern.conclusions.as_slice()
    else {
        return None;
    };
    let [digit] = digits.as_slice() else {
        return None;
    };
    let is_one = pattern.is_single(*digit);
    let known = steps[..=at].concat();
    let is_bound = |var: &Var| known.contains(var);
    let seeing = cells.seeing.iter().filter_map(|seen| match seen {
        Seen::All(var) => Some(*var),
        Seen::Every { .. } => None,
    });
    let within: &[Var] = match cells.within.as_slice() {
        [_] => &cells.within,
        _ => &[],
    };
    let inside = [within, &cells.inside].concat();
    let goal = OpenGoal {
        digit: *digit,
        seeing: seeing.filter(is_bound).collect(),
        inside: inside.into_iter().filter(is_bound).collect(),
    };
    let named = [&goal.seeing[..], &goal.inside, &[*digit]].concat();
    let is_new = named.iter().any(|var| steps[at].contains(var));
    let says_more = !goal.seeing.is_empty() || !goal.inside.is_empty();
    let is_open = at < goal_step(pattern, steps).unwrap_or(steps.len());
    (is_one && is_bound(digit) && is_new && says_more && is_open).then_some(goal)
}

/// A target cell must have one of these digits, or nothing can be eliminated.
pub fn carried_digits(pattern: &Pattern, bound: &VarSet, target: Var) -> Vec<Var> {
    let [
        Conclusion::Eliminate {
            digits,
            all_but: false,
            cells,
            ..
        },
    ] = pattern.conclusions.as_slice()
    else {
        return Vec::new();
    };
    let is_target = pattern.variable(target).is_target;
    match is_target && cells.within == [target] && bound.has_all(digits) {
        true => digits.clone(),
        false => Vec::new(),
    }
}

/// True if a conclusion eliminates a candidate. All its variables must be bound.
pub fn eliminates(conclusion: &Conclusion, bindings: &Bindings<'_>) -> bool {
    !eliminated(conclusion, bindings, &mut |_, cells| cells.is_empty())
}

/// Calls `visit` with each eliminated digit and its cells until it returns `false`. Returns `false`
/// in that case.
fn eliminated(
    conclusion: &Conclusion,
    bindings: &Bindings<'_>,
    visit: &mut dyn FnMut(Digit, CellSet) -> bool,
) -> bool {
    match conclusion {
        Conclusion::Eliminate {
            digits: going,
            without,
            all_but,
            cells,
        } => {
            let all = |vars: &[Var]| vars.iter().fold(0, |mask, &v| mask | bindings.digits(v));
            let digits = match all_but {
                true => bindings.tables.all_digits() & !all(going),
                false => all(going) & !all(without),
            };
            let by_itself: &[Var] = if *all_but { &[] } else { going };
            { bits(digits).map(Digit::new) }.all(|digit| {
                let cells = cells_of(cells, bindings, by_itself, digit);
                visit(digit, cells & *bindings.position.places(digit))
            })
        }
        Conclusion::EliminateCandidate(var) => {
            { bits(bindings.digits(*var)).map(Digit::new) }.all(|digit| {
                visit(
                    digit,
                    bindings.cells(*var) & *bindings.position.places(digit),
                )
            })
        }
        Conclusion::EliminateExcluded(vars) => {
            let values = { vars.iter() }.filter_map(|&v| bindings.get(v));
            excluded_by_all(bindings, values, visit)
        }
        Conclusion::EliminateLinks(relation, a, b) => {
            let ends = bindings.node(*a).zip(bindings.node(*b));
            let is_worth = |ends| relation::links_may_exclude(bindings, *relation, ends);
            let derivation = { ends.filter(|&ends| is_worth(ends)) }
                .and_then(|_| derivation_of(bindings, *relation, *a, *b));
            let Some(derivation) = derivation else {
                return true;
            };
            // The rule has a condition that its ends exclude each other, so the links of its
            // conditions include this link.
            let closing = bindings.node(*b).zip(bindings.node(*a));
            let value = |id: NodeId| bindings.node_at(id).value();
            let mut links = derivation.links.iter().copied().chain(closing);
            links.all(|(one, other)| match one == other {
                true => excluded_by_digit(bindings, value(one), visit),
                false => excluded_by_all(bindings, [value(one), value(other)].iter(), visit),
            })
        }
        // Eliminations and links depend on the same choice of links, so `explain` reports both
        // together.
        Conclusion::EliminateCovered(_) => true,
        Conclusion::EliminateUnfit(cells) => unfit(bindings, cells, visit),
        Conclusion::EliminateUnfilled(vars) => unfilled(bindings, vars, visit),
        Conclusion::Place(..) | Conclusion::PlaceCandidate(_) | Conclusion::OneOfGuardians => true,
    }
}

/// The live candidates of the digit that share a link with each of the given candidates.
fn excluded_by_digit(
    bindings: &Bindings<'_>,
    value: Value,
    visit: &mut dyn FnMut(Digit, CellSet) -> bool,
) -> bool {
    let Value::Candidates(digit, at) = value else {
        return true;
    };
    let cells = bindings.tables.common_peers(&at) & *bindings.position.places(digit);
    visit(digit, cells)
}

/// The live candidates that share a link with each candidate in the lists.
fn excluded_by_all<'v>(
    bindings: &Bindings<'_>,
    values: impl Iterator<Item = &'v Value> + Clone,
    visit: &mut dyn FnMut(Digit, CellSet) -> bool,
) -> bool {
    let digit_of = |value: &Value| match value {
        Value::Candidates(digit, _) => 1 << digit.index(),
        _ => 0,
    };
    // A candidate of another digit can share only the cell with each given candidate.
    let cell_of = |value: &Value| match value {
        Value::Candidates(_, cells) => *cells,
        _ => CellSet::EMPTY,
    };
    let first = values.clone().next().map(cell_of);
    let one_cell = values.clone().all(|value| Some(cell_of(value)) == first);
    let digits = match one_cell {
        true => bindings.tables.all_digits(),
        false => (values.clone()).fold(0, |mask, value| mask | digit_of(value)),
    };
    { bits(digits).map(Digit::new) }.all(|digit| {
        let mut cells = *bindings.position.places(digit);
        for value in values.clone() {
            let Value::Candidates(own, at) = value else {
                return true;
            };
            cells &= match (*own == digit, at.len()) {
                (true, _) => bindings.tables.common_peers(at),
                (false, 1) => *at,
                (false, _) => CellSet::EMPTY,
            };
        }
        visit(digit, cells)
    })
}

fn place(bindings: &Bindings<'_>, candidate: Candidate, placements: &mut Vec<Candidate>) {
    let board = bindings.position.board();
    let open = !bindings.position.is_solved(board.cell_of(candidate));
    if open && bindings.position.state().is_live(board, candidate) {
        placements.push(candidate);
    }
}

/// The cells from which a conclusion eliminates a digit.
fn cells_of(
    cells: &Cells,
    bindings: &Bindings<'_>,
    by_itself: &[Var],
    target_digit: Digit,
) -> CellSet {
    let mut set = match cells.within.is_empty() {
        true => *bindings.tables.all_cells(),
        false => (cells.within.iter()).fold(CellSet::EMPTY, |sum, &v| sum | bindings.cells(v)),
    };
    for seen in &cells.seeing {
        set &= bindings.cells_seeing(seen, by_itself, target_digit);
    }
    for &var in &cells.inside {
        set &= bindings.cells(var);
    }
    for &var in &cells.except {
        set = set.without(&bindings.cells(var));
    }
    set
}
