//! Queries for rules that count cells against links.
//!
//! In such a pattern, `every candidate of S is in L` and `|L| = |S|` say that n cells have their
//! digits in n links. The queries prove its eliminations for sets of any size on any board. A link
//! is a digit in a house, so no two cells share one. By induction on the cells, each of the n links
//! holds the digit of one of the cells. Hence a candidate of a link outside the cells is false. A
//! candidate of a cell that is in two of the links would take a link away from another cell, so it
//! is false as well.
//!
//! Only the count depends on the rule: there must be as many links as cells, and no cell may be
//! counted twice. A multi-sector locked set has one set of cells. A rule with two sets must state
//! that they are disjoint.

use std::sync::OnceLock;

use super::axioms::{Boards, pairs, val, vocabulary};
use super::encode::Goal;
use super::smt::{Answer, Deadline, Query, SmtTerm, and, call, eq, not, or};
use qedoku_core::lang::ir::{Condition, Pattern, Sort, Var};

/// The lemma in one sentence.
pub const LINK_LEMMA: &str = "If n cells have their digits in n links, each of the links has the digit of one of the cells, by \
                            induction on the cells.";

/// The cells of a pattern that are counted against links or capacities.
pub(super) struct CellCount<'p> {
    pattern: &'p Pattern,
    cells: &'p [Var],
    sizes: &'p [Var],
    plus: i32,
}

/// Whether a pattern counts links.
pub fn has_links(pattern: &Pattern) -> bool {
    CellCount::of_links(pattern).is_some()
}

/// The queries about a pattern that counts links. `None` if the pattern has another form, or if the
/// goal is not its conclusions.
pub fn queries(pattern: &Pattern, boards: Boards, goal: Goal) -> Option<Vec<Query>> {
    let count = CellCount::of_links(pattern).filter(|_| goal == Goal::Conclusions)?;
    let mut queries = count.no_cells_twice(boards);
    queries.push(count.outside(boards));
    queries.push(count.in_two(boards));
    Some(queries)
}

/// The queries of the induction, base and step.
pub fn induction() -> Vec<Query> {
    vec![base(), other_cell(), other_link()]
}

/// Whether all queries of the induction are refuted. They are solved once per process.
pub fn is_proved(deadline: Deadline) -> bool {
    static PROVED: OnceLock<()> = OnceLock::new();
    if PROVED.get().is_some() {
        return true;
    }
    let proved = induction().iter().all(|q| q.ask(deadline) == Answer::Unsat);
    if proved {
        PROVED.get_or_init(|| ());
    }
    proved
}

pub(super) fn query(title: &str, boards: Boards) -> Query {
    Query {
        title: title.into(),
        vocabulary: vocabulary(boards),
        ..Query::default()
    }
}

/// The house of a cell's own link: the link is the cell's digit in this house.
fn own(cell: &str) -> SmtTerm {
    call("own", &[cell])
}

const OWN: &str = "(declare-fun own (Cell) House)";

fn inside(cell: &str, house: &str) -> SmtTerm {
    call("in", &[cell, house])
}

fn base() -> Query {
    let mut query = query("no cells, no links", Boards::Every);
    query.assert("to be refuted", or([]));
    query
}

/// Induction step: after a cell and its link are removed, every other cell still has its digit in
/// one of the remaining links.
fn other_cell() -> Query {
    let mut query = query("another cell has a link of what is left", Boards::Every);
    let (taken, other) = taken_and_other(&mut query);
    query.assert("they are two", not(&eq(&taken, &other)));
    query.assert(
        "the digit of a cell is in its link",
        inside(&taken, &own(&taken)),
    );
    query.assert(
        "the digit of a cell is in its link",
        inside(&other, &own(&other)),
    );
    let once = call("once", &[&taken, &other, &own(&taken)]);
    query.assert("a house holds a digit once", once);
    query.assert("what is known", call("set", &[&own(&other), &val(&other)]));
    query.assert(
        "to be refuted",
        not(&left(&taken, &own(&other), &val(&other))),
    );
    query
}

/// Induction step: a link that no cell uses is still unused after a cell and its link are removed.
fn other_link() -> Query {
    let mut query = query("a link that no cell has is in what is left", Boards::Every);
    let (taken, _) = taken_and_other(&mut query);
    let house = query.constant("the house", "House");
    let digit = query.constant("the digit", "Digit");
    query.assert("it is in the set", call("set", &[&house, &digit]));
    let is_taken = and([eq(&own(&taken), &house), eq(&val(&taken), &digit)]);
    query.assert("no cell has it", not(&is_taken));
    query.assert("to be refuted", not(&left(&taken, &house, &digit)));
    query
}

fn taken_and_other(query: &mut Query) -> (SmtTerm, SmtTerm) {
    let taken = query.constant("the cell taken away", "Cell");
    let other = query.constant("another cell", "Cell");
    query.declare(OWN.into());
    query.declare("(declare-fun set (House Digit) Bool)".into());
    (taken, other)
}

/// The term "the link is in the set, and is not the link of the removed cell".
fn left(taken: &str, house: &str, digit: &str) -> SmtTerm {
    let is_taken = and([eq(&own(taken), house), eq(&val(taken), digit)]);
    and([call("set", &[house, digit]), not(&is_taken)])
}

impl<'p> CellCount<'p> {
    fn of_links(pattern: &'p Pattern) -> Option<CellCount<'p>> {
        let mut conditions = pattern.conditions.iter();
        conditions.find_map(|condition| match condition {
            Condition::FewestLinks { cells, sizes, plus } => Some(CellCount {
                pattern,
                cells,
                sizes,
                plus: *plus,
            }),
            _ => None,
        })
    }

    /// The cells that are counted against capacities.
    pub(super) fn of_capacities(pattern: &'p Pattern) -> Option<CellCount<'p>> {
        let mut conditions = pattern.conditions.iter();
        conditions.find_map(|condition| match condition {
            Condition::Capacities(count) => Some(CellCount {
                pattern,
                cells: &count.cells,
                sizes: &count.sizes,
                plus: count.plus,
            }),
            _ => None,
        })
    }

    /// The queries whether two of the sets have a cell in common.
    pub(super) fn no_cells_twice(&self, boards: Boards) -> Vec<Query> {
        let pairs = pairs(self.cells);
        pairs
            .map(|(&one, &other)| self.no_cell_twice(boards, one, other))
            .collect()
    }

    fn is_set(&self, var: Var) -> bool {
        self.pattern.variables[usize::from(var.0)].size.is_some()
    }

    /// Whether the variable is a cell or a set of cells.
    fn has_cells(&self, var: Var) -> bool {
        let sort = self.pattern.variables[usize::from(var.0)].sort;
        matches!(sort, Sort::Cell | Sort::Square)
    }

    fn is_cell(&self, var: Var) -> bool {
        self.has_cells(var) && !self.is_set(var)
    }

    /// Whether the count is the number of cells, if no cell is in two of the sets.
    pub(super) fn is_right(&self) -> bool {
        let sorted = |vars: Vec<Var>| {
            let mut vars = vars;
            vars.sort_unstable();
            vars
        };
        let sets = self.cells.iter().copied().filter(|&v| self.is_set(v));
        let singles = self.cells.iter().filter(|&&v| !self.is_set(v)).count();
        sorted(sets.collect()) == sorted(self.sizes.to_vec())
            && usize::try_from(self.plus) == Ok(singles)
    }

    /// The query whether a cell can be in two sets at once.
    fn no_cell_twice(&self, boards: Boards, one: Var, other: Var) -> Query {
        let name = |var: Var| &self.pattern.variables[usize::from(var.0)].name;
        let mut query = query(
            &format!("a cell of {} and {}", name(one), name(other)),
            boards,
        );
        // Whether the cell is in the value of a variable.
        let has: Vec<SmtTerm> = (self.pattern.variables.iter())
            .map(|v| query.constant(&format!("it is in {}", v.name), "Bool"))
            .collect();
        let has = |var: Var| has[usize::from(var.0)].clone();
        let any = |vars: &[Var]| or(vars.iter().map(|&v| has(v)));
        let both = |a: Var, b: Var| and([has(a), has(b)]);
        for condition in &self.pattern.conditions {
            let said = match condition {
                Condition::In(a, b) if self.has_cells(*a) => or([not(&has(*a)), has(*b)]),
                Condition::NotIn(a, b) if self.has_cells(*a) => not(&both(*a, *b)),
                // Disjoint houses may still cross, and distinct sets may still intersect.
                Condition::Disjoint(a, b) | Condition::Sees(a, b)
                    if self.has_cells(*a) && self.has_cells(*b) =>
                {
                    not(&both(*a, *b))
                }
                Condition::Distinct(a, b) if [*a, *b].iter().all(|&v| self.is_cell(v)) => {
                    not(&both(*a, *b))
                }
                Condition::EveryCell {
                    set,
                    inside,
                    outside,
                } => {
                    let lists = inside.iter().map(|list| any(list));
                    let there = and(lists.chain([not(&any(outside))]));
                    or([not(&has(*set)), there])
                }
                _ => continue,
            };
            query.assert("how the cell lies", said);
        }
        query.assert("to be refuted", both(one, other));
        query
    }

    /// The term for a link of the set. If the count is right, the link belongs to a cell.
    fn link(&self, query: &mut Query, words: &str, digit: &str) -> (SmtTerm, SmtTerm) {
        let house = query.constant(&format!("the house of {words}"), "House");
        let cell = query.constant(&format!("the cell of {words}"), "Cell");
        if self.is_right() {
            let known = and([
                call("set", &[&cell]),
                inside(&cell, &house),
                eq(&val(&cell), digit),
                eq(&own(&cell), &house),
            ]);
            query.assert("each link is that of a cell", known);
        }
        (house, cell)
    }

    /// The query whether a candidate of a link can be true outside the cells.
    fn outside(&self, boards: Boards) -> Query {
        let mut query = query("a candidate outside of the cells", boards);
        let (target, digit) = self.target(&mut query);
        let (house, cell) = self.link(&mut query, "its link", &digit);
        query.assert("it is in the link", inside(&target, &house));
        query.assert(
            "a house holds a digit once",
            call("once", &[&target, &cell, &house]),
        );
        query.assert("to be refuted", not(&call("set", &[&target])));
        query
    }

    /// The query whether a candidate of a cell can be true in two of the links.
    fn in_two(&self, boards: Boards) -> Query {
        let mut query = query("a candidate of a cell in two links", boards);
        let (target, digit) = self.target(&mut query);
        let (one, cell) = self.link(&mut query, "a link", &digit);
        let (other, another) = self.link(&mut query, "another link", &digit);
        for (house, cell) in [(&one, &cell), (&other, &another)] {
            query.assert("it is in both links", inside(&target, house));
            query.assert(
                "a house holds a digit once",
                call("once", &[&target, cell, house]),
            );
        }
        query.assert("to be refuted", not(&eq(&one, &other)));
        query
    }

    /// Declares a true candidate.
    fn target(&self, query: &mut Query) -> (SmtTerm, SmtTerm) {
        query.declare(OWN.into());
        query.declare("(declare-fun set (Cell) Bool)".into());
        let target = query.constant("the cell of the candidate", "Cell");
        let digit = query.constant("its digit", "Digit");
        query.assert("it is true", eq(&val(&target), &digit));
        (target, digit)
    }
}
