//! Patterns in which so many truths fit into as many links: naked and hidden subsets, fish, locked candidates.
//!
//! Takes a pattern such as `every candidate of S is in D` with as many digits in `D` as cells in `S`, gives its matches without binding one variable after the
//! other. Whatever the rule, the question is the same: members (the cells of a house, the digits of a house, the rows of a digit) have
//! labels (digits, places, columns), and wanted are n members that have n labels together. TightMembers with more labels than that are known
//! beforehand, as the position counts them; of the others, sets are joined mask by mask.

use crate::grid::HouseKind;
use crate::lang::ir::{
    Alternative, Cells, Conclusion, Condition, Kinds, Pattern, Sort, Subject, Var,
};
use crate::matcher::index::board::Tables;
use crate::matcher::index::position::Position;
use crate::matcher::index::truths::MAX_TRACKED;
use crate::matcher::op::tight_search::{TightBinding, TightMembers, TightSearch};
use crate::matcher::query::delta::only_truths_matter;

/// A pattern of n truths that fit into n links.
#[derive(Clone, Debug)]
pub struct TightSets {
    members: TightMembers,
    /// How many truths, and how many links.
    size: usize,
    /// The number of variables.
    variables: usize,
    /// Whether what goes is what the links have beside the truths, so that it is known at once whether there is any.
    eliminates_rest: bool,
}

impl TightSets {
    /// Reads a pattern; `None` if it says more than that, or something else.
    pub fn of(pattern: &Pattern) -> Option<TightSets> {
        let [every] = pattern.knowledge.as_slice() else {
            return None;
        };
        let says_no_more = pattern.presence.is_empty()
            && pattern.guardians.is_none()
            && pattern.variables.iter().all(|v| !v.is_target)
            && only_truths_matter(pattern);
        let [alternative] = every.alternatives.as_slice() else {
            return None;
        };
        if !says_no_more {
            return None;
        }
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
        let eliminates_rest = members.eliminate_rest(&pattern.conclusions);
        // Of houses, only pairs are asked for that take away something.
        let is_known = eliminates_rest || !matches!(members, TightMembers::Confined { .. });
        (is_known && (1..=MAX_TRACKED).contains(&size)).then_some(TightSets {
            members,
            size,
            variables: pattern.variables.len(),
            eliminates_rest,
        })
    }

    /// What the variables are bound to in all matches, or in those with a truth that changed; `None` where they have to be looked for in another way:
    /// where members have too few labels, as in a state without solution, anything would match.
    pub fn find(
        &self,
        tables: &Tables,
        position: &Position,
        since: Option<u32>,
    ) -> Option<Vec<TightBinding>> {
        if position.few().any_empty() {
            return None;
        }
        let look = TightSearch {
            tables,
            position,
            since,
            size: self.size,
            eliminates_rest: self.eliminates_rest,
            variables: self.variables,
        };
        look.find(&self.members)
    }
}

impl TightMembers {
    /// Whether just that goes which the links have beside the truths: the digits of a naked pair from the rest of its house.
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
        let goes = (&going[..], *all_but, &within[..], &except[..]);
        is_plain
            && match self {
                TightMembers::Cells {
                    cells,
                    digits,
                    houses,
                } => {
                    let houses: Vec<Var> = houses.iter().map(|(house, _)| *house).collect();
                    goes == (&[*digits], false, &houses[..], &[*cells])
                }
                TightMembers::Digits { digits, cells, .. } => {
                    goes == (&[*digits], true, &[*cells], &[])
                }
                TightMembers::Lines {
                    digit,
                    lines,
                    across,
                } => goes == (&[*digit], false, &[*across], &[lines.0]),
                TightMembers::Confined {
                    digit,
                    inside,
                    within,
                } => goes == (&[*digit], false, &[within.0], &[inside.0]),
            }
    }
}

fn sort(pattern: &Pattern, var: Var) -> Sort {
    pattern.variables[usize::from(var.0)].sort
}

/// The number of members of a set, if there is just one such number.
fn size(pattern: &Pattern, var: Var) -> Option<usize> {
    match pattern.variables[usize::from(var.0)].size {
        None => Some(1),
        Some((least, most)) => (least == most).then_some(least as usize),
    }
}

/// A variable that stands for one house, and what houses it can be.
fn house(pattern: &Pattern, var: Var) -> Option<(Var, Kinds)> {
    let variable = &pattern.variables[usize::from(var.0)];
    match variable.sort {
        Sort::House(kinds) if variable.size.is_none() => Some((var, kinds)),
        _ => None,
    }
}

/// `every candidate of S is in D`, with `S` in houses.
fn cells_with(pattern: &Pattern, cells: Var, digits: Var) -> Option<(TightMembers, usize)> {
    let around = |condition: &Condition| match condition {
        Condition::In(a, b) if *a == cells => house(pattern, *b),
        _ => None,
    };
    let houses: Vec<(Var, Kinds)> = (pattern.conditions.iter())
        .map(around)
        .collect::<Option<_>>()?;
    let count = size(pattern, cells).filter(|_| sort(pattern, cells) == Sort::Cell)?;
    let fits = size(pattern, digits) == Some(count)
        && !houses.is_empty()
        && pattern.variables.len() == houses.len() + 2;
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
    let count = size(pattern, digits).filter(|_| sort(pattern, cells) == Sort::Cell)?;
    let fits = size(pattern, cells) == Some(count)
        && pattern.conditions == [Condition::In(cells, inside)]
        && pattern.variables.len() == 3;
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
    if size(pattern, digit) != Some(1) || pattern.variables.len() != 3 {
        return None;
    }
    if let (Some(inside), Some(within)) = (house(pattern, inside), house(pattern, within)) {
        let apart = [
            Condition::Distinct(inside.0, within.0),
            Condition::Distinct(within.0, inside.0),
        ];
        let members = TightMembers::Confined {
            digit,
            inside,
            within,
        };
        let fits = pattern.conditions.iter().all(|c| apart.contains(c));
        return fits.then_some((members, 1));
    }
    let is = |var: Var, kind| sort(pattern, var) == Sort::House(Kinds::only(kind));
    let kind = [
        (HouseKind::Row, HouseKind::Column),
        (HouseKind::Column, HouseKind::Row),
    ];
    let (kind, _) = { kind.into_iter() }.find(|&(a, b)| is(inside, a) && is(within, b))?;
    let count = size(pattern, inside)?;
    let fits = size(pattern, within) == Some(count) && pattern.conditions.is_empty();
    let members = TightMembers::Lines {
        digit,
        lines: (inside, kind),
        across: within,
    };
    fits.then_some((members, count))
}
