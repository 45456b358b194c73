//! Clauses as counting constraints: the leftover of the bound alternatives must fit into the free
//! ones.
//!
//! `every d in R is in C`, with two rows bound and two columns still free, has capacity for two
//! labels: the places of `d` in the rows may lie in two columns at most. This can be tested long
//! before the columns are bound, and it makes subsets and fish one search.
//!
//! Any candidate may be a guardian, so a clause about guardians does not narrow a variable. But a
//! tridagon has at most six guardians, and four of its cells may already have more. The number is
//! therefore checked as soon as a clause is bound, and so are the demands of the technique's name.

use crate::grid::HouseKind;
use crate::lang::ir::{
    Alternative, Conclusion, Condition, Every, Kinds, Pattern, Seen, Sort, Subject, Var,
};
use crate::lang::vars::{alternative_vars, every_vars, presence_vars, subject_vars};
use crate::matcher::query::var_set::VarSet;

/// A clause of which some alternatives are bound. All variables of its subject are bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialClause {
    /// Index of the clause in the pattern.
    pub clause: usize,
    /// Indices of the bound alternatives.
    pub bound: Vec<usize>,
    /// Capacity of the free alternatives.
    pub capacity: Capacity,
    /// True if the clause is about the members of the newest variable and can be tested while that
    /// set grows.
    pub is_growing: bool,
}

/// A clause whose leftover the next variable has to cover, alone or with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftoverClause {
    /// The clause before the variable is bound.
    pub partial: PartialClause,
    /// Index of the alternative with the variable.
    pub alternative: usize,
    /// True if every other alternative is bound.
    pub is_alone: bool,
}

/// Capacity of the alternatives that are not bound yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capacity {
    /// A number of digits.
    Digits(u32),
    /// A number of cells: cells with the digit, or cells of the clause.
    Cells(u32),
    /// A number of houses of one kind.
    Houses(HouseKind, u32),
    /// A number of houses of several kinds; a cell may lie in more than one of them.
    Cover(Kinds, u32),
    /// A number of candidates of each truth.
    Candidates(u32),
    /// No limit.
    Any,
}

impl Capacity {
    /// The number of labels that fit; `None` if there is no limit.
    pub fn size(self) -> Option<u32> {
        match self {
            Capacity::Digits(k)
            | Capacity::Cells(k)
            | Capacity::Houses(_, k)
            | Capacity::Cover(_, k)
            | Capacity::Candidates(k) => Some(k),
            Capacity::Any => None,
        }
    }
}

/// At least `size` cells of some houses have at most `most` candidates each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallCells {
    /// The number of cells.
    pub size: u32,
    /// The largest number of candidates of each.
    pub most: u32,
    /// Bound houses that contain the cells too.
    pub inside: Vec<Var>,
}

/// The clauses that can be tested anew once `var` is bound, with the capacity of their free
/// alternatives.
pub fn clauses_after(pattern: &Pattern, bound: &VarSet, var: Var) -> Vec<PartialClause> {
    let is_touched = |every: &Every| {
        let subject = subject_vars(&every.subject);
        let mut alternatives = every.alternatives.iter().flat_map(alternative_vars);
        let touched = subject.contains(&var) || alternatives.any(|v| v == var);
        touched && bound.has_all(&subject) && !is_guarded(every)
    };
    let all = pattern.knowledge.iter().enumerate();
    let mut clauses: Vec<PartialClause> = all
        .filter(|(_, every)| is_touched(every))
        .map(|(clause, _)| partial_clause(pattern, bound, clause))
        .collect();
    for partial in &mut clauses {
        let every = &pattern.knowledge[partial.clause];
        let mut alternatives = every.alternatives.iter().flat_map(alternative_vars);
        partial.is_growing = partial.capacity != Capacity::Any
            && subject_vars(&every.subject).contains(&var)
            && !alternatives.any(|v| v == var);
    }
    clauses
}

/// A clause whose subject is bound, with its bound alternatives.
pub fn partial_clause(pattern: &Pattern, bound: &VarSet, clause: usize) -> PartialClause {
    let every = &pattern.knowledge[clause];
    let is_bound = |a: &Alternative| bound.has_all(&alternative_vars(a));
    let indices = 0..every.alternatives.len();
    let known: Vec<usize> = indices
        .filter(|&i| is_bound(&every.alternatives[i]))
        .collect();
    let free: Vec<&Alternative> = every.alternatives.iter().filter(|a| !is_bound(a)).collect();
    let capacity = capacity(pattern, every, &free);
    PartialClause {
        clause,
        bound: known,
        capacity,
        is_growing: false,
    }
}

/// The capacity of the free alternatives for the clause's subject.
fn capacity(pattern: &Pattern, every: &Every, free: &[&Alternative]) -> Capacity {
    let sort = |var: Var| pattern.sort(var);
    let is_single =
        |a: &&Alternative| matches!(a, Alternative::Candidate(v) if sort(*v) == Sort::Candidate);
    if !free.is_empty() && free.iter().all(is_single) {
        return Capacity::Candidates(free.len() as u32);
    }
    let mut capacity = match every.subject {
        Subject::Cells(_) => Capacity::Digits(0),
        Subject::Digits(..) => Capacity::Cells(0),
        _ => return Capacity::Any,
    };
    for alternative in free {
        capacity = match (capacity, alternative) {
            (Capacity::Digits(k), Alternative::Digit(v)) => {
                Capacity::Digits(k + pattern.size(*v).1)
            }
            (Capacity::Digits(0), Alternative::Cell(v)) => Capacity::Cells(pattern.size(*v).1),
            (Capacity::Cells(k), Alternative::Cell(v)) => Capacity::Cells(k + pattern.size(*v).1),
            (Capacity::Cells(0), Alternative::House(v)) => {
                let size = pattern.size(*v).1;
                match only_kind(sort(*v)) {
                    Some(kind) => Capacity::Houses(kind, size),
                    None => match sort(*v) {
                        Sort::House(kinds) => Capacity::Cover(kinds, size),
                        _ => return Capacity::Any,
                    },
                }
            }
            (Capacity::Houses(kind, k), Alternative::House(v))
                if only_kind(sort(*v)) == Some(kind) =>
            {
                Capacity::Houses(kind, k + pattern.size(*v).1)
            }
            _ => return Capacity::Any,
        };
    }
    capacity
}

/// The kind of house that a variable can be, if only one kind is possible. `None` for extra houses,
/// because two extra houses may cross.
fn only_kind(sort: Sort) -> Option<HouseKind> {
    let Sort::House(kinds) = sort else {
        return None;
    };
    let lines = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
    lines.into_iter().find(|&kind| kinds == Kinds::only(kind))
}

/// The clauses whose leftover narrows `var`, before it is bound.
pub fn leftovers_before(pattern: &Pattern, bound: &VarSet, var: Var) -> Vec<LeftoverClause> {
    let mut found = Vec::new();
    for (clause, every) in pattern.knowledge.iter().enumerate() {
        let is_overlap = matches!(every.subject, Subject::Overlap(..));
        if is_overlap || is_guarded(every) || !bound.has_all(&subject_vars(&every.subject)) {
            continue;
        }
        let partial = partial_clause(pattern, bound, clause);
        for (i, alternative) in every.alternatives.iter().enumerate() {
            if alternative_vars(alternative) == [var] {
                found.push(LeftoverClause {
                    alternative: i,
                    is_alone: partial.bound.len() + 1 == every.alternatives.len(),
                    partial: partial.clone(),
                });
            }
        }
    }
    found
}

/// For a house variable: the sets of small cells that it must contain because of clauses about
/// later cells.
pub fn small_cells_in(pattern: &Pattern, bound: &VarSet, var: Var) -> Vec<SmallCells> {
    let conditions = &pattern.conditions;
    if !pattern.is_house(var) {
        return Vec::new();
    }
    let is_house = |v: Var| matches!(pattern.sort(v), Sort::House(_));
    let small = |every: &Every| {
        let Subject::Cells(cells) = every.subject else {
            return None;
        };
        let inside = conditions.iter().filter_map(|c| match c {
            Condition::In(a, b) if *a == cells && is_house(*b) && bound.has(*b) => Some(*b),
            _ => None,
        });
        let waits = !bound.has(cells) && conditions.contains(&Condition::In(cells, var));
        let digits = only_digits(every)?;
        let small = SmallCells {
            size: pattern.variable(cells).size?.0,
            most: digits.iter().map(|&d| pattern.size(d).1).sum(),
            inside: inside.collect(),
        };
        (waits && pattern.sort(cells) == Sort::Cell).then_some(small)
    };
    pattern.knowledge.iter().filter_map(small).collect()
}

/// Largest number of candidates of each truth of a clause, if its alternatives bound it.
pub fn room(pattern: &Pattern, every: &Every) -> Option<u32> {
    let capacity = |a: &Alternative| match (&every.subject, a) {
        (_, Alternative::Candidate(v)) => match pattern.sort(*v) {
            Sort::Group | Sort::Cluster => None,
            _ => Some(1),
        },
        (Subject::Cells(_), Alternative::Digit(v))
        | (Subject::Digits(..), Alternative::Cell(v)) => Some(pattern.size(*v).1),
        _ => None,
    };
    every.alternatives.iter().map(capacity).sum()
}

/// The digits of a clause, if all its alternatives are digits.
pub fn only_digits(every: &Every) -> Option<Vec<Var>> {
    let digit = |a: &Alternative| match a {
        Alternative::Digit(var) => Some(*var),
        _ => None,
    };
    every.alternatives.iter().map(digit).collect()
}

/// The eliminated digit, or set of digits, and the variables that its target cells see. `None` if
/// the pattern has other conclusions.
pub fn eliminated_digit(pattern: &Pattern) -> Option<(Var, &[Seen])> {
    match pattern.conclusions.as_slice() {
        [
            Conclusion::Eliminate {
                digits,
                all_but: false,
                cells,
                ..
            },
        ] => match digits.as_slice() {
            [target_digit] => Some((*target_digit, &cells.seeing)),
            _ => None,
        },
        _ => None,
    }
}

/// True if the clause allows guardians.
pub fn is_guarded(every: &Every) -> bool {
    every.alternatives.contains(&Alternative::Guardian)
}

/// The bound clauses with guardians that mention one of the newest variables.
pub fn guarded_clauses(pattern: &Pattern, bound: &VarSet, newest: &[Var]) -> Vec<usize> {
    let vars_of = |clause: usize| every_vars(&pattern.knowledge[clause]);
    let is_new = |&clause: &usize| vars_of(clause).iter().any(|var| newest.contains(var));
    let clauses = pattern.guarded().filter(|&c| bound.has_all(&vars_of(c)));
    let clauses: Vec<usize> = clauses.collect();
    match clauses.iter().any(is_new) {
        true => clauses,
        false => Vec::new(),
    }
}

/// The demands of the name that are bound and mention one of the newest variables.
pub fn demands(pattern: &Pattern, bound: &VarSet, newest: &[Var]) -> Vec<usize> {
    let all = pattern.presence.iter().enumerate();
    let is_new = |vars: &[Var]| vars.iter().any(|var| newest.contains(var)) && bound.has_all(vars);
    all.filter(|(_, presence)| is_new(&presence_vars(presence)))
        .map(|(at, _)| at)
        .collect()
}
