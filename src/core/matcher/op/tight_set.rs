//! Tight sets: n truths that fit into n links. Naked and hidden subsets, fish, locked candidates.
//!
//! Members (the cells of a house, the digits of a house, the rows of a digit) have labels (digits,
//! places, columns). A match is n members that have n labels together.
//!
//! *Binds* the members, the labels and the houses around them. *Discharges* the clause, that
//! members lie in these houses, the delta and, if the conclusion eliminates the rest of the links,
//! the goal. *Order*: by house or digit. *Cost*: joins of masks of members with at most n labels.
//! *Falls back to* the next plan if a truth is empty or some members have fewer labels than
//! members.

use crate::grid::HouseKind;
use crate::lang::ir::{
    Alternative, Cells, Conclusion, Condition, Kinds, Pattern, Sort, Subject, Var,
};
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::index::truths::MAX_TRACKED;
use crate::matcher::op::source::{Operator, RowSource, Rows, sources};
use crate::matcher::op::tight_search::{TightMembers, TightSearch};
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::delta::only_truths_matter;

/// Recognises clauses whose truths fit into as many links.
pub const TIGHT_SETS: Operator = Operator {
    name: "tight sets",
    recognise: |pattern| {
        let mut clauses = 0..pattern.knowledge.len();
        sources(clauses.find_map(|clause| TightSets::of(pattern, clause)))
    },
};

/// A clause with n truths that fit into n links.
#[derive(Clone, Debug)]
pub struct TightSets {
    members: TightMembers,
    /// Index of the clause.
    clause: usize,
    /// Number of truths, and of links.
    size: usize,
    /// The number of variables of the pattern.
    variables: usize,
    /// True if the conclusion eliminates the further candidates of the links.
    eliminates_rest: bool,
    /// True if a new match needs a truth that has changed.
    only_truths: bool,
}

impl TightSets {
    /// Reads a clause; `None` if it has another form.
    fn of(pattern: &Pattern, clause: usize) -> Option<TightSets> {
        if pattern.guardians.is_some() {
            return None;
        }
        let every = &pattern.knowledge[clause];
        let [alternative] = every.alternatives.as_slice() else {
            return None;
        };
        let (members, size) = match (&every.subject, alternative) {
            (Subject::Cells(cells), Alternative::Digit(digits)) => {
                cells_with(pattern, *cells, *digits)?
            }
            (Subject::Digits(digits, house), Alternative::Cell(cells)) => {
                digits_in(pattern, *digits, *house, *cells)?
            }
            (Subject::Digits(digit, lines), Alternative::House(across)) => {
                lines_or_house(pattern, *digit, *lines, *across)?
            }
            _ => return None,
        };
        let is_target = |var: &Var| pattern.variable(*var).is_target;
        let eliminates_rest = members.eliminate_rest(&pattern.conclusions);
        // Pairs of houses are found only if the second has more places.
        let is_complete = eliminates_rest || !matches!(members, TightMembers::Confined { .. });
        let is_plain = !members.vars().iter().any(is_target);
        let sets = TightSets {
            clause,
            members,
            size,
            variables: pattern.variables.len(),
            eliminates_rest,
            only_truths: only_truths_matter(pattern),
        };
        (is_complete && is_plain && (1..=MAX_TRACKED).contains(&size)).then_some(sets)
    }
}

impl RowSource for TightSets {
    fn name(&self) -> &'static str {
        "tight sets"
    }

    fn binds(&self) -> Vec<Var> {
        self.members.vars()
    }

    fn leads(&self) -> bool {
        true
    }

    fn discharges(&self, constraint: &Constraint, pattern: &Pattern) -> bool {
        match constraint {
            Constraint::Clause(partial) => partial.clause == self.clause,
            Constraint::Condition(at) => self.members.satisfy(&pattern.conditions[*at]),
            Constraint::ChangedTruth | Constraint::ChangedHouses(_) => {
                self.only_truths && pattern.knowledge.len() == 1 && pattern.presence.is_empty()
            }
            Constraint::Goal(_) | Constraint::Eliminates => self.eliminates_rest,
            _ => false,
        }
    }

    fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        _: &[Constraint],
        row: &mut OnRow<'_, 'a>,
    ) -> Rows {
        let position = exec.bindings.position;
        if position.small_truths().any_empty() {
            return Rows::Declined;
        }
        // If the pattern has other truths, the change may be in one of them.
        let is_alone = exec.pattern.knowledge.len() == 1 && exec.pattern.presence.is_empty();
        let since = exec.since.filter(|_| self.only_truths && is_alone);
        let search = TightSearch {
            tables: exec.bindings.tables,
            position,
            since: since.map(|since| since.age),
            size: self.size,
            eliminates_rest: self.eliminates_rest,
            variables: self.variables,
        };
        let Some(found) = search.find(&self.members) else {
            return Rows::Declined;
        };
        for values in found {
            exec.bindings.values = values;
            row(exec);
        }
        Rows::All
    }
}

impl TightMembers {
    /// True if the conclusion eliminates exactly the further candidates of the links: the digits of
    /// a naked pair from the rest of its houses.
    fn eliminate_rest(&self, conclusions: &[Conclusion]) -> bool {
        let [
            Conclusion::Eliminate {
                digits: going,
                without,
                all_but,
                cells:
                    Cells {
                        within,
                        seeing,
                        inside,
                        except,
                    },
            },
        ] = conclusions
        else {
            return false;
        };
        let is_plain = without.is_empty() && seeing.is_empty() && inside.is_empty();
        let eliminated_parts = (&going[..], *all_but, &within[..], &except[..]);
        is_plain
            && match self {
                TightMembers::Cells {
                    cells,
                    digits,
                    houses,
                } => {
                    let houses: Vec<Var> = houses.iter().map(|(house, _)| *house).collect();
                    eliminated_parts == (&[*digits], false, &houses[..], &[*cells])
                }
                TightMembers::Digits { digits, cells, .. } => {
                    eliminated_parts == (&[*digits], true, &[*cells], &[])
                }
                TightMembers::Lines {
                    digit,
                    lines,
                    across,
                } => eliminated_parts == (&[*digit], false, &[*across], &[lines.0]),
                TightMembers::Confined {
                    digit,
                    inside,
                    within,
                } => eliminated_parts == (&[*digit], false, &[within.0], &[inside.0]),
            }
    }
}

impl TightMembers {
    /// The variables that a row binds.
    fn vars(&self) -> Vec<Var> {
        match self {
            TightMembers::Cells {
                cells,
                digits,
                houses,
            } => {
                let houses = houses.iter().map(|(house, _)| *house);
                [*cells, *digits].into_iter().chain(houses).collect()
            }
            TightMembers::Digits {
                digits,
                cells,
                house,
            } => vec![*digits, *cells, house.0],
            TightMembers::Lines {
                digit,
                lines,
                across,
            } => vec![*digit, lines.0, *across],
            TightMembers::Confined {
                digit,
                inside,
                within,
            } => vec![*digit, inside.0, within.0],
        }
    }

    /// True if every row satisfies the condition.
    fn satisfy(&self, condition: &Condition) -> bool {
        match self {
            TightMembers::Cells { cells, houses, .. } => houses
                .iter()
                .any(|(house, _)| *condition == Condition::In(*cells, *house)),
            TightMembers::Digits { cells, house, .. } => {
                *condition == Condition::In(*cells, house.0)
            }
            TightMembers::Lines { .. } => false,
            TightMembers::Confined { inside, within, .. } => {
                *condition == Condition::Distinct(inside.0, within.0)
                    || *condition == Condition::Distinct(within.0, inside.0)
            }
        }
    }
}

/// The number of members of a set, if its size is fixed.
fn size(pattern: &Pattern, var: Var) -> Option<usize> {
    let (least, most) = pattern.size(var);
    (least == most).then_some(least as usize)
}

/// A variable for one house, and the kinds of house that it can be.
fn house(pattern: &Pattern, var: Var) -> Option<(Var, Kinds)> {
    match pattern.sort(var) {
        Sort::House(kinds) if pattern.is_single(var) => Some((var, kinds)),
        _ => None,
    }
}

/// `every candidate of S is in D`, with `S` in houses.
fn cells_with(pattern: &Pattern, cells: Var, digits: Var) -> Option<(TightMembers, usize)> {
    let around = |condition: &Condition| match condition {
        Condition::In(a, b) if *a == cells => house(pattern, *b),
        _ => None,
    };
    let houses: Vec<(Var, Kinds)> = pattern.conditions.iter().filter_map(around).collect();
    let count = size(pattern, cells).filter(|_| pattern.sort(cells) == Sort::Cell)?;
    let fits = size(pattern, digits) == Some(count) && !houses.is_empty();
    let members = TightMembers::Cells {
        cells,
        digits,
        houses,
    };
    fits.then_some((members, count))
}

/// `every D in H is in S`, with `S` in `H`.
fn digits_in(
    pattern: &Pattern,
    digits: Var,
    inside: Var,
    cells: Var,
) -> Option<(TightMembers, usize)> {
    let house = house(pattern, inside)?;
    let count = size(pattern, digits).filter(|_| pattern.sort(cells) == Sort::Cell)?;
    let fits = size(pattern, cells) == Some(count)
        && pattern.conditions.contains(&Condition::In(cells, inside));
    let members = TightMembers::Digits {
        digits,
        cells,
        house,
    };
    fits.then_some((members, count))
}

/// `every d in R is in C`, for rows and columns, or for one house each.
fn lines_or_house(
    pattern: &Pattern,
    digit: Var,
    inside: Var,
    within: Var,
) -> Option<(TightMembers, usize)> {
    if size(pattern, digit) != Some(1) {
        return None;
    }
    if let (Some(inside), Some(within)) = (house(pattern, inside), house(pattern, within)) {
        let members = TightMembers::Confined {
            digit,
            inside,
            within,
        };
        return Some((members, 1));
    }
    let is = |var: Var, kind| pattern.sort(var) == Sort::House(Kinds::only(kind));
    let kind = [
        (HouseKind::Row, HouseKind::Column),
        (HouseKind::Column, HouseKind::Row),
    ];
    let (kind, _) = { kind.into_iter() }.find(|&(a, b)| is(inside, a) && is(within, b))?;
    let count = size(pattern, inside)?;
    let fits = size(pattern, within) == Some(count);
    let members = TightMembers::Lines {
        digit,
        lines: (inside, kind),
        across: within,
    };
    fits.then_some((members, count))
}
