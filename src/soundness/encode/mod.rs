//! The logical reading of every construct.
//!
//! A pattern with fixed set sizes becomes a query: can a solution satisfy all its clauses and
//! violate the goal? Each variable becomes one constant per member. `every d in H` adds the place
//! of d in H as a further cell. Axioms about all cells are instantiated for exactly these terms.

mod clauses;
mod derive;
mod goals;
mod sets;
mod terms;

use std::collections::BTreeMap;

use super::axioms::{Boards, House, axioms, excludes, is_in, val, vocabulary};
use super::locked_sets::{LockedCells, locked};
use super::smt::{Query, SmtTerm, and, call, distinct, eq, implies, or, symbol};
use qedoku_core::lang::ir::{
    Conclusion, Condition, Kinds, Pattern, Seen, Sort, Subject, Var, Variable,
};
pub use terms::{Meaning, NodeTerms, TruthMembers, TruthTerms, VariableTerms, among, holds};
use terms::{in_truth, node_has, truth_covers, words_of};

/// The statement to refute together with the clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// At least one conclusion is false.
    Conclusions,
    /// No further statement: can the clauses hold?
    Nothing,
    /// A conclusion eliminates a candidate that can be live.
    Fires,
    /// The two ends of a relation have the given truth values. The ends are the first two
    /// variables.
    Ends(bool, bool),
    /// The truth values of the ends contradict the meaning of the relation.
    NotMeant(Meaning),
    /// A link of a loop has no true side, and an end of the relation is false. The index selects a
    /// link of the pattern, or a condition that contributes links: one with a relation, or one
    /// about a set between the ends. A link of a set is another digit of the set.
    Link(usize),
    /// A link of a loop has no true side. The link comes from the relation of a verb. The indexes
    /// are those of the clause and of the alternative.
    VerbLink(usize, usize),
}

/// Options of the encoding.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// The boards that the query covers.
    pub boards: Boards,
    /// The meanings of the relations, by index.
    pub meanings: &'a [Meaning],
    /// For each relation, whether it guarantees the links of loops.
    pub loops: &'a [bool],
    /// Whether a group is a single candidate.
    pub single_groups: bool,
    /// Whether the constraints of presence clauses are included.
    pub names: bool,
    /// If true, the query derives the consequences of templates and of a unique solution. The
    /// search for a counterexample asserts them instead.
    pub derive: bool,
}

/// A pattern as a query.
pub struct Encoding<'a> {
    pattern: &'a Pattern,
    settings: Settings<'a>,
    /// The query.
    pub query: Query,
    /// The terms of each variable.
    pub things: Vec<VariableTerms>,
    /// All cells with a term.
    pub cells: Vec<SmtTerm>,
    /// All houses.
    pub houses: Vec<House>,
    /// All digits.
    pub digits: Vec<SmtTerm>,
    /// By digit and house: the term for the digit's place in the house, where a clause needs it.
    pub places: BTreeMap<(SmtTerm, SmtTerm), SmtTerm>,
    /// For each conclusion, the cell whose candidate is eliminated.
    pub targets: Vec<Option<SmtTerm>>,
    /// The eliminated digit, if the goal does not require it to be true.
    removed: Option<SmtTerm>,
    /// Another digit of a set between the ends of a relation.
    other: Option<SmtTerm>,
    /// The candidate of a clause to which a verb applies.
    subject_candidates: Option<(SmtTerm, SmtTerm)>,
    /// The sets of any size.
    locked: Vec<LockedCells>,
    /// The cells that occur only as members of sets. Each cell has a set and the digit that the
    /// cell would hold.
    pub witnesses: BTreeMap<SmtTerm, (Var, SmtTerm)>,
    /// For the group of each variable, the house that contains it.
    pub group_houses: BTreeMap<usize, SmtTerm>,
    /// Number of derived conditions so far.
    derivations: usize,
    /// The term "a guardian is true". The goal negates it.
    guarded: SmtTerm,
}

/// The symbol of a variable in a query. The prefix avoids clashes with words of the queries and the
/// solver, so authors may name variables `val` or `_`.
fn name_of(variable: &Variable) -> String {
    format!("${}", variable.name)
}

impl<'a> Encoding<'a> {
    /// The query for a pattern whose sets have the given sizes.
    pub fn new(pattern: &'a Pattern, sizes: &[usize], settings: Settings<'a>, goal: Goal) -> Self {
        let mut encoding = Encoding {
            pattern,
            settings,
            query: Query::default(),
            things: Vec::new(),
            cells: Vec::new(),
            houses: Vec::new(),
            digits: Vec::new(),
            places: BTreeMap::new(),
            targets: Vec::new(),
            removed: None,
            other: None,
            subject_candidates: None,
            // Counterexamples have sets of fixed sizes.
            locked: if settings.names {
                Vec::new()
            } else {
                locked(pattern)
            },
            witnesses: BTreeMap::new(),
            group_houses: BTreeMap::new(),
            derivations: 0,
            guarded: "true".into(),
        };
        encoding.query.vocabulary = vocabulary(settings.boards);
        if pattern.guardians.is_some() && goal == Goal::Conclusions {
            encoding.guarded = encoding.query.constant("a guardian is true", "Bool");
        }
        for (variable, &size) in pattern.variables.iter().zip(sizes) {
            let name = name_of(variable);
            if !encoding.declare_set(&name) {
                encoding.declare(&name, variable.sort, variable.size.map(|_| size));
            }
        }
        encoding.name_places();
        if matches!(goal, Goal::Conclusions | Goal::Fires) {
            encoding.name_targets();
        }
        if goal == Goal::Fires {
            encoding.removed = Some(encoding.digit("removed"));
        }
        let is_inner = |at| pattern.set_between().is_some_and(|set| set.condition == at);
        if matches!(goal, Goal::Link(at) if is_inner(at)) {
            encoding.other = Some(encoding.digit("another digit of the set"));
        }
        if matches!(goal, Goal::VerbLink(..)) {
            let cell = encoding.cell("the candidate's cell");
            encoding.subject_candidates = Some((cell, encoding.digit("the candidate's digit")));
        }
        encoding.name_witnesses(sizes);
        encoding.assert_things();
        for condition in &pattern.conditions {
            let term = encoding.condition(condition);
            encoding.query.assert(words_of(condition), term);
        }
        encoding.order_sets();
        for every in &pattern.knowledge {
            encoding.knowledge(every);
        }
        encoding.goal(goal);
        let (cells, houses) = (encoding.cells.clone(), encoding.houses.clone());
        axioms(settings.boards, &cells, &houses, &mut encoding.query);
        encoding
    }

    fn cell(&mut self, name: &str) -> SmtTerm {
        let term = self.query.constant(name, "Cell");
        self.cells.push(term.clone());
        term
    }

    fn digit(&mut self, name: &str) -> SmtTerm {
        let term = self.query.constant(name, "Digit");
        self.digits.push(term.clone());
        term
    }

    fn house(&mut self, name: &str, kinds: Kinds) -> House {
        let term = self.query.constant(name, "House");
        let house = House { term, kinds };
        self.houses.push(house.clone());
        house
    }

    fn declare(&mut self, name: &str, sort: Sort, size: Option<usize>) {
        let names: Vec<String> = match size {
            None => vec![name.to_string()],
            Some(size) => (1..=size).map(|i| format!("{name}.{i}")).collect(),
        };
        let thing = match sort {
            Sort::Digit => VariableTerms::Digits(names.iter().map(|n| self.digit(n)).collect()),
            Sort::Cell | Sort::Square => {
                VariableTerms::Cells(names.iter().map(|n| self.cell(n)).collect())
            }
            Sort::House(kinds) => {
                VariableTerms::Houses(names.iter().map(|n| self.house(n, kinds)).collect())
            }
            Sort::Candidate | Sort::Group | Sort::Cluster => {
                let is_group = sort != Sort::Candidate && !self.settings.single_groups;
                let has = is_group.then(|| {
                    let has = symbol(&format!("{name} has"));
                    self.query
                        .declare(format!("(declare-fun {has} (Cell) Bool)"));
                    has
                });
                VariableTerms::Node(NodeTerms {
                    digit: self.digit(&format!("{name} digit")),
                    cell: self.cell(&format!("{name} cell")),
                    has,
                })
            }
            Sort::Truth => VariableTerms::Truth(TruthTerms {
                cell: self.cell(&format!("{name} true")),
                members: self.truth_members(name),
            }),
            // Rules about constraints have queries of their own.
            Sort::Constraint(_) => VariableTerms::Cells(Vec::new()),
        };
        self.things.push(thing);
    }

    fn truth_members(&mut self, name: &str) -> TruthMembers {
        if self.settings.names {
            return TruthMembers::OfBoard {
                is_cell: self.query.constant(&format!("{name} is a cell"), "Bool"),
                house: self.house(&format!("{name} house"), Kinds::ALL),
                digit: self.digit(&format!("{name} digit")),
            };
        }
        let [has, covers] = ["has", "covers"].map(|word| symbol(&format!("{name} {word}")));
        self.query
            .declare(format!("(declare-fun {has} (Cell Digit) Bool)"));
        self.query
            .declare(format!("(declare-fun {covers} (Cell) Bool)"));
        TruthMembers::Any { has, covers }
    }

    /// Names the places of digits that clauses need. A clause about every place in a house does not
    /// make the house a truth. On standard boards all houses are truths.
    fn name_places(&mut self) {
        let pattern = self.pattern;
        let standard = self.settings.boards == Boards::Standard;
        for every in &pattern.knowledge {
            match every.subject {
                Subject::Digits(digits, houses) => self.name_place(digits, houses),
                Subject::Overlap(digits, houses) if standard => self.name_place(digits, houses),
                _ => {}
            }
        }
        if !standard {
            return;
        }
        for condition in &pattern.conditions {
            match *condition {
                Condition::AllSee { digit, one, other } => {
                    self.name_place(digit, one);
                    self.name_place(digit, other);
                }
                Condition::AllExclude { digit, cells, .. }
                | Condition::Whole { digit, cells, .. } => self.name_place(digit, cells),
                _ => {}
            }
        }
        for conclusion in &pattern.conclusions {
            let Conclusion::Eliminate { cells, .. } = conclusion else {
                continue;
            };
            for seen in &cells.seeing {
                if let Seen::Every { digit, cells } = *seen {
                    self.name_place(digit, cells);
                }
            }
        }
    }

    fn name_place(&mut self, digits: Var, houses: Var) {
        for digit in self.digits_of(digits) {
            for house in self.houses_of(houses) {
                let key = (digit.clone(), house.term.clone());
                if self.places.contains_key(&key) {
                    continue;
                }
                let plain = |t: &str| t.trim_matches('|').to_string();
                let name = format!("{} in {}", plain(&digit), plain(&house.term));
                let place = self.cell(&name);
                let there = and([is_in(&place, &house), eq(&val(&place), &digit)]);
                self.query.assert("a house holds every digit", there);
                self.places.insert(key, place);
            }
        }
    }

    fn name_targets(&mut self) {
        for at in 0..self.pattern.conclusions.len() {
            let needs_cell = matches!(
                self.pattern.conclusions[at],
                Conclusion::Eliminate { .. }
                    | Conclusion::EliminateExcluded(_)
                    | Conclusion::EliminateLinks(..)
            );
            let target = needs_cell.then(|| self.cell(&format!("target {}", at + 1)));
            self.targets.push(target);
        }
    }

    /// Asserts facts by sort: members of sets differ, groups lie in a house.
    fn assert_things(&mut self) {
        for at in 0..self.things.len() {
            match self.things[at].clone() {
                VariableTerms::Digits(all) | VariableTerms::Cells(all) => {
                    self.query.assert("members of a set differ", distinct(&all));
                }
                VariableTerms::Houses(all) => {
                    let all: Vec<SmtTerm> = all.into_iter().map(|h| h.term).collect();
                    self.query.assert("members of a set differ", distinct(&all));
                }
                VariableTerms::Node(node) => self.assert_group(at, &node),
                VariableTerms::DigitSet(_) | VariableTerms::CellSet(..) => {}
                VariableTerms::Truth(truth) => {
                    let inside = in_truth(&truth, &truth.cell, &val(&truth.cell));
                    let covered = truth_covers(&truth, &truth.cell);
                    self.query
                        .assert("a truth has a true candidate", and([inside, covered]));
                }
            }
        }
    }

    fn assert_group(&mut self, at: usize, node: &NodeTerms) {
        let Some(has) = &node.has else { return };
        let name = name_of(&self.pattern.variables[at]);
        let house = self.house(&format!("{name} house"), Kinds::ALL);
        self.group_houses.insert(at, house.term.clone());
        let why = "a group lies in a house, and its true candidate is known";
        self.query.assert(why, call(has, &[&node.cell]));
        for cell in self.cells.clone() {
            let inside = call(has, &[&cell]);
            self.query
                .assert(why, implies(&inside, &is_in(&cell, &house)));
            let holds = and([inside, eq(&val(&cell), &node.digit)]);
            self.query
                .assert(why, implies(&holds, &eq(&cell, &node.cell)));
        }
    }

    fn thing(&self, var: Var) -> &VariableTerms {
        &self.things[usize::from(var.0)]
    }

    fn is_set(&self, var: Var) -> bool {
        self.pattern.variables[usize::from(var.0)].size.is_some()
    }

    /// The term "the digit is the variable's digit, or one of its digits".
    fn is_digit(&self, var: Var, digit: &str) -> SmtTerm {
        match self.thing(var) {
            VariableTerms::DigitSet(has) => call(has, &[digit]),
            _ => among(digit, &self.digits_of(var)),
        }
    }

    /// The digits of a variable. Empty for a set of any size.
    pub fn digits_of(&self, var: Var) -> Vec<SmtTerm> {
        match self.thing(var) {
            VariableTerms::Digits(all) => all.clone(),
            VariableTerms::Node(node) => vec![node.digit.clone()],
            _ => Vec::new(),
        }
    }

    fn houses_of(&self, var: Var) -> Vec<House> {
        match self.thing(var) {
            VariableTerms::Houses(all) => all.clone(),
            _ => Vec::new(),
        }
    }

    /// The candidate or group of a variable.
    fn node(&self, var: Var) -> Option<&NodeTerms> {
        match self.thing(var) {
            VariableTerms::Node(node) => Some(node),
            _ => None,
        }
    }

    /// The cells of a variable. Each cell has the condition under which the variable has it.
    fn members(&self, var: Var) -> Vec<(SmtTerm, SmtTerm)> {
        match self.thing(var) {
            VariableTerms::Cells(all) => all.iter().map(|c| ("true".into(), c.clone())).collect(),
            VariableTerms::Node(NodeTerms {
                has: None, cell, ..
            }) => vec![("true".into(), cell.clone())],
            VariableTerms::CellSet(has, own) => {
                let others = self
                    .cells
                    .iter()
                    .filter(|c| !self.witnesses.contains_key(*c));
                let all = own.iter().chain(others);
                all.map(|c| (call(has, &[c]), c.clone())).collect()
            }
            _ => {
                let all = self.cells.iter();
                all.map(|c| (self.covers(var, c), c.clone())).collect()
            }
        }
    }

    /// Whether a variable covers a cell.
    fn covers(&self, var: Var, cell: &str) -> SmtTerm {
        match self.thing(var) {
            VariableTerms::Digits(_) | VariableTerms::DigitSet(_) => "false".into(),
            VariableTerms::CellSet(has, _) => call(has, &[cell]),
            VariableTerms::Cells(all) => or(all.iter().map(|c| eq(c, cell))),
            VariableTerms::Houses(all) => or(all.iter().map(|h| is_in(cell, h))),
            VariableTerms::Node(node) => node_has(node, cell),
            VariableTerms::Truth(truth) => truth_covers(truth, cell),
        }
    }

    fn node_excludes(&self, cell: &str, digit: &str, node: &NodeTerms) -> SmtTerm {
        match &node.has {
            None => excludes(cell, digit, &node.cell, &node.digit),
            Some(has) => and((self.cells.iter())
                .map(|c| implies(&call(has, &[c]), &excludes(cell, digit, c, &node.digit)))),
        }
    }

    fn nodes_exclude(&self, p: &NodeTerms, q: &NodeTerms) -> SmtTerm {
        match &p.has {
            None => self.node_excludes(&p.cell, &p.digit, q),
            Some(has) => and((self.cells.iter())
                .map(|c| implies(&call(has, &[c]), &self.node_excludes(c, &p.digit, q)))),
        }
    }

    fn meaning(&self, relation: usize) -> Meaning {
        self.settings
            .meanings
            .get(relation)
            .copied()
            .unwrap_or(Meaning(0b1111))
    }
}
