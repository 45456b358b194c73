//! What a conclusion does to the live candidates under a binding.
//!
//! Takes a conclusion and what its variables are bound to, gives the candidates that go or are placed: of an X-wing, the
//! 7s of the two columns outside of the two rows. Whether there are any is asked as soon as the variables of the conclusions
//! are bound: a chain from p to q is followed only where something is excluded by both.

use crate::grid::{Candidate, Digit, bits};
use crate::lang::ir::{Cells, Conclusion, Condition, Pattern, Seen, Var};
use crate::lang::vars::conclusion_vars;
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::index::value::Value;
use crate::matcher::plan::{Bind, OpenGoal};

/// Adds the candidates that go and those that are placed.
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

/// After which step all variables of the conclusions are bound, if they say by themselves what goes and there are steps after it
/// or relations to look up.
pub fn concludes_after(pattern: &Pattern, steps: &[Bind]) -> Option<usize> {
    let is_plain = |conclusion: &Conclusion| {
        matches!(
            conclusion,
            Conclusion::Eliminate { .. }
                | Conclusion::EliminateCandidate(_)
                | Conclusion::EliminateExcluded(_)
        )
    };
    if pattern.conclusions.is_empty() || !pattern.conclusions.iter().all(is_plain) {
        return None;
    }
    let vars = pattern.conclusions.iter().flat_map(conclusion_vars);
    let step_of = |var: Var| steps.iter().position(|bind| bind.vars().any(|v| v == var));
    let after = { vars }
        .map(step_of)
        .try_fold(0, |last, step| Some(last.max(step?)))?;
    let looks_up = |&c: &usize| matches!(pattern.conditions[c], Condition::Relation(..));
    let is_last = after + 1 == steps.len();
    (!is_last || steps[after].conditions.iter().any(looks_up)).then_some(after)
}

/// For each step before the variables of the conclusion are all bound, if it takes one digit away: what is said of the cells that it goes from
/// and is bound by then. Only for steps that bind some of that.
pub fn open_goals(pattern: &Pattern, steps: &[Bind]) -> Vec<Option<OpenGoal>> {
    let goal_after = |at: usize| {
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
        let is_one = pattern.variables[usize::from(digit.0)].size.is_none();
        let is_bound = |var: &Var| {
            steps[..=at]
                .iter()
                .any(|bind| bind.vars().any(|v| v == *var))
        };
        let bound = |vars: &[Var]| vars.iter().copied().filter(is_bound).collect::<Vec<Var>>();
        let seeing = cells.seeing.iter().filter_map(|seen| match seen {
            Seen::All(var) => Some(*var),
            Seen::Every { .. } => None,
        });
        let within: &[Var] = match cells.within.as_slice() {
            [_] => &cells.within,
            _ => &[],
        };
        let goal = OpenGoal {
            digit: *digit,
            seeing: seeing.filter(is_bound).collect(),
            inside: bound(&[within, &cells.inside].concat()),
        };
        let newest: Vec<Var> = steps[at].vars().collect();
        let told = [&goal.seeing[..], &goal.inside, &[*digit]].concat();
        let is_new = told.iter().any(|var| newest.contains(var));
        let says_more = !goal.seeing.is_empty() || !goal.inside.is_empty();
        (is_one && is_bound(digit) && is_new && says_more).then_some(goal)
    };
    let last = concludes_after(pattern, steps).unwrap_or(steps.len());
    let goals = (0..steps.len()).map(|at| goal_after(at).filter(|_| at < last));
    goals.collect()
}

/// Whether a conclusion takes anything away; all its variables must be bound.
pub fn eliminates(conclusion: &Conclusion, bindings: &Bindings<'_>) -> bool {
    !eliminated(conclusion, bindings, &mut |_, cells| cells.is_empty())
}

/// Tells of the cells from which each digit goes, as long as it is told to go on; whether it was to the end.
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
            let is_worth = |ends| { bindings.cache }.links_may_exclude(bindings, *relation, ends);
            let derivation = { ends.filter(|&ends| is_worth(ends)) }
                .and_then(|_| bindings.derivation_of(*relation, *a, *b));
            let Some(derivation) = derivation else {
                return true;
            };
            // A rule says itself that its ends exclude each other, so the link is among those of its conditions.
            let closing = bindings.node(*b).zip(bindings.node(*a));
            let value = |id: NodeId| bindings.node_at(id).value();
            let mut links = derivation.links.iter().copied().chain(closing);
            links.all(|(one, other)| match one == other {
                true => excluded_by_digit(bindings, value(one), visit),
                false => excluded_by_all(bindings, [value(one), value(other)].iter(), visit),
            })
        }
        // What links exclude rests on them, so it is told with them.
        Conclusion::EliminateCovered(_) => true,
        Conclusion::Place(..) | Conclusion::PlaceCandidate(_) | Conclusion::OneOfGuardians => true,
    }
}

/// The live candidates of the same digit that share a link with each of these.
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

/// The live candidates that share a link with each candidate of all these.
fn excluded_by_all<'v>(
    bindings: &Bindings<'_>,
    values: impl Iterator<Item = &'v Value> + Clone,
    visit: &mut dyn FnMut(Digit, CellSet) -> bool,
) -> bool {
    let digit_of = |value: &Value| match value {
        Value::Candidates(digit, _) => 1 << digit.index(),
        _ => 0,
    };
    // What is of another digit than all of these must be in the cell of each.
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

/// The cells that an elimination takes a digit from.
fn cells_of(cells: &Cells, bindings: &Bindings<'_>, by_itself: &[Var], goes: Digit) -> CellSet {
    let mut set = match cells.within.is_empty() {
        true => *bindings.tables.all_cells(),
        false => (cells.within.iter()).fold(CellSet::EMPTY, |sum, &v| sum | bindings.cells(v)),
    };
    for seen in &cells.seeing {
        set &= bindings.cells_seeing(seen, by_itself, goes);
    }
    for &var in &cells.inside {
        set &= bindings.cells(var);
    }
    for &var in &cells.except {
        set = set.without(&bindings.cells(var));
    }
    set
}
