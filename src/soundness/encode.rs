//! The logical reading of every construct: what a pattern says of the solution.
//!
//! Takes a pattern with the sizes of its sets, gives a query: can a solution satisfy all its
//! clauses and violate what is claimed? Each variable becomes constants, one for each member of
//! a set; `every d in H` brings the place of d in H as a further cell. All that holds for all
//! cells is said of just these.

use std::collections::BTreeMap;

use super::smt::{Query, Term, and, call, distinct, eq, implies, not, or, symbol};
use super::world::{
    Boards, House, axioms, excludes, is_in, is_of_kind, pairs, sees, val, vocabulary,
};
use crate::lang::ir::{
    Alternative, Cells, Conclusion, Condition, Every, Kinds, Pattern, Seen, Sort, Subject, Var,
};

/// What is claimed to be impossible along with the clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One of the conclusions is false.
    Conclusions,
    /// Nothing: can the clauses hold?
    Nothing,
    /// Something that a conclusion removes can be there.
    Fires,
    /// The ends of a relation, its first two variables, hold or do not.
    Ends(bool, bool),
    /// The ends of a relation are not what it says of them.
    NotMeant(Meaning),
    /// A link of a loop, of which one side or the other holds when an end of the relation does
    /// not: of the pattern's own links the one at this place, or one inherited from the relation
    /// at this place among its conditions.
    Link(usize),
}

/// What a relation says of its ends: which pairs of truth values they can have. Bit 2a+b stands
/// for a and b.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meaning(pub u8);

impl Meaning {
    /// All pairs of truth values.
    pub const PAIRS: [(bool, bool); 4] =
        [(false, false), (false, true), (true, false), (true, true)];

    /// Whether the ends can be these.
    pub fn allows(self, a: bool, b: bool) -> bool {
        self.0 & Meaning::bit(a, b) != 0
    }

    /// This, or the ends are these.
    pub fn or(self, a: bool, b: bool) -> Meaning {
        Meaning(self.0 | Meaning::bit(a, b))
    }

    fn bit(a: bool, b: bool) -> u8 {
        1 << (2 * u8::from(a) + u8::from(b))
    }

    /// As a formula about two formulas.
    pub fn term(self, a: &str, b: &str) -> Term {
        let literal = |holds: bool, term: &str| if holds { term.to_string() } else { not(term) };
        if self.0 == 0b1111 {
            return "true".into();
        }
        let allowed = Meaning::PAIRS
            .into_iter()
            .filter(|&(x, y)| self.allows(x, y));
        or(allowed.map(|(x, y)| and([literal(x, a), literal(y, b)])))
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self.0 {
            0 => "never holds",
            0b1110 => "one end or the other",
            0b0111 => "not both ends",
            0b0110 => "just one end",
            0b1001 => "both ends or none",
            0b1011 => "the second end, if the first",
            0b1101 => "the first end, if the second",
            0b1111 => "nothing",
            0b1000 => "both ends",
            _ => "one of its ends is settled",
        }
    }
}

/// How a pattern is read.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// On which boards.
    pub boards: Boards,
    /// What the relations mean, by their numbers.
    pub meanings: &'a [Meaning],
    /// Whether each relation keeps its promise about the links of a loop.
    pub loops: &'a [bool],
    /// Whether a group is a single candidate.
    pub single_groups: bool,
    /// Whether what a name demands of houses is taken into account.
    pub names: bool,
}

/// A candidate or a group.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its digit.
    pub digit: Term,
    /// The cell; of a group, the true one if there is one.
    pub cell: Term,
    /// The predicate of a group's cells.
    has: Option<String>,
}

/// What a variable stands for in a query.
#[derive(Clone, Debug)]
pub enum Thing {
    /// Digits.
    Digits(Vec<Term>),
    /// Cells.
    Cells(Vec<Term>),
    /// Houses.
    Houses(Vec<House>),
    /// A candidate or a group.
    Node(Node),
    /// A truth: a cell or a digit in a house.
    Truth(Truth),
}

/// A truth.
#[derive(Clone, Debug)]
pub struct Truth {
    /// Whether it is a cell.
    pub is_cell: Term,
    /// Where its true candidate is.
    pub cell: Term,
    /// The house, if it is none.
    pub house: House,
    /// The digit, if it is none.
    pub digit: Term,
}

/// A pattern as a query.
pub struct Encoding<'a> {
    pattern: &'a Pattern,
    settings: Settings<'a>,
    /// The query.
    pub query: Query,
    /// What each variable stands for.
    pub things: Vec<Thing>,
    /// All cells that are spoken of.
    pub cells: Vec<Term>,
    /// All houses.
    pub houses: Vec<House>,
    /// All digits.
    pub digits: Vec<Term>,
    places: BTreeMap<(Term, Term), Term>,
    /// The cell from which each conclusion takes.
    pub targets: Vec<Option<Term>>,
    /// The digit that a conclusion removes, if it need not be true.
    removed: Option<Term>,
}

impl<'a> Encoding<'a> {
    /// The query for a pattern whose sets have these sizes.
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
        };
        encoding.query.vocabulary = vocabulary(settings.boards);
        for (variable, &size) in pattern.variables.iter().zip(sizes) {
            encoding.declare(&variable.name, variable.sort, variable.size.map(|_| size));
        }
        encoding.name_places();
        if matches!(goal, Goal::Conclusions | Goal::Fires) {
            encoding.name_targets();
        }
        if goal == Goal::Fires {
            encoding.removed = Some(encoding.digit("removed"));
        }
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

    fn cell(&mut self, name: &str) -> Term {
        let term = self.query.constant(name, "Cell");
        self.cells.push(term.clone());
        term
    }

    fn digit(&mut self, name: &str) -> Term {
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
            Sort::Digit => Thing::Digits(names.iter().map(|n| self.digit(n)).collect()),
            Sort::Cell | Sort::Square => Thing::Cells(names.iter().map(|n| self.cell(n)).collect()),
            Sort::House(kinds) => {
                Thing::Houses(names.iter().map(|n| self.house(n, kinds)).collect())
            }
            Sort::Candidate | Sort::Group => {
                let is_group = sort == Sort::Group && !self.settings.single_groups;
                let has = is_group.then(|| {
                    let has = symbol(&format!("{name} has"));
                    self.query
                        .declare(format!("(declare-fun {has} (Cell) Bool)"));
                    has
                });
                Thing::Node(Node {
                    digit: self.digit(&format!("{name} digit")),
                    cell: self.cell(&format!("{name} cell")),
                    has,
                })
            }
            Sort::Truth => Thing::Truth(Truth {
                is_cell: self.query.constant(&format!("{name} is a cell"), "Bool"),
                cell: self.cell(&format!("{name} true")),
                house: self.house(&format!("{name} house"), Kinds::ALL),
                digit: self.digit(&format!("{name} digit")),
            }),
        };
        self.things.push(thing);
    }

    /// The places of digits in houses that clauses speak of.
    fn name_places(&mut self) {
        let pattern = self.pattern;
        for every in &pattern.knowledge {
            if let Subject::Digits(digits, houses) | Subject::Overlap(digits, houses) =
                every.subject
            {
                self.name_place(digits, houses);
            }
        }
        for condition in &pattern.conditions {
            match *condition {
                Condition::AllSee { digit, one, other } => {
                    self.name_place(digit, one);
                    self.name_place(digit, other);
                }
                Condition::AllExclude { digit, cells, .. } => self.name_place(digit, cells),
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

    /// What holds for variables by their sort: members of sets differ, groups lie in a house.
    fn assert_things(&mut self) {
        for at in 0..self.things.len() {
            match self.things[at].clone() {
                Thing::Digits(all) | Thing::Cells(all) => {
                    self.query.assert("members of a set differ", distinct(&all));
                }
                Thing::Houses(all) => {
                    let all: Vec<Term> = all.into_iter().map(|h| h.term).collect();
                    self.query.assert("members of a set differ", distinct(&all));
                }
                Thing::Node(node) => self.assert_group(at, &node),
                Thing::Truth(truth) => {
                    let there = and([
                        is_in(&truth.cell, &truth.house),
                        eq(&val(&truth.cell), &truth.digit),
                    ]);
                    self.query
                        .assert("a truth has a true candidate", or([truth.is_cell, there]));
                }
            }
        }
    }

    fn assert_group(&mut self, at: usize, node: &Node) {
        let Some(has) = &node.has else { return };
        let name = self.pattern.variables[at].name.clone();
        let house = self.house(&format!("{name} house"), Kinds::ALL);
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

    fn thing(&self, var: Var) -> &Thing {
        &self.things[usize::from(var.0)]
    }

    /// The digits of a variable.
    pub fn digits_of(&self, var: Var) -> Vec<Term> {
        match self.thing(var) {
            Thing::Digits(all) => all.clone(),
            Thing::Node(node) => vec![node.digit.clone()],
            _ => Vec::new(),
        }
    }

    fn houses_of(&self, var: Var) -> Vec<House> {
        match self.thing(var) {
            Thing::Houses(all) => all.clone(),
            _ => Vec::new(),
        }
    }

    /// The candidate or group of a variable.
    fn node(&self, var: Var) -> Option<&Node> {
        match self.thing(var) {
            Thing::Node(node) => Some(node),
            _ => None,
        }
    }

    /// The cells a variable covers, each with the condition under which it does.
    fn members(&self, var: Var) -> Vec<(Term, Term)> {
        match self.thing(var) {
            Thing::Cells(all) => all.iter().map(|c| ("true".into(), c.clone())).collect(),
            Thing::Node(Node {
                has: None, cell, ..
            }) => vec![("true".into(), cell.clone())],
            _ => {
                let all = self.cells.iter();
                all.map(|c| (self.covers(var, c), c.clone())).collect()
            }
        }
    }

    /// Whether a variable covers a cell.
    fn covers(&self, var: Var, cell: &str) -> Term {
        match self.thing(var) {
            Thing::Digits(_) => "false".into(),
            Thing::Cells(all) => or(all.iter().map(|c| eq(c, cell))),
            Thing::Houses(all) => or(all.iter().map(|h| is_in(cell, h))),
            Thing::Node(node) => node_has(node, cell),
            Thing::Truth(truth) => or([
                and([truth.is_cell.clone(), eq(cell, &truth.cell)]),
                and([not(&truth.is_cell), is_in(cell, &truth.house)]),
            ]),
        }
    }

    fn node_excludes(&self, cell: &str, digit: &str, node: &Node) -> Term {
        match &node.has {
            None => excludes(cell, digit, &node.cell, &node.digit),
            Some(has) => and((self.cells.iter())
                .map(|c| implies(&call(has, &[c]), &excludes(cell, digit, c, &node.digit)))),
        }
    }

    fn nodes_exclude(&self, p: &Node, q: &Node) -> Term {
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

    fn condition(&mut self, condition: &Condition) -> Term {
        match condition {
            Condition::Sees(a, b) => {
                let others = self.members(*b);
                each_pair(&self.members(*a), &others, |x, y| sees(x, y))
            }
            Condition::Excludes(p, q) => match (self.node(*p), self.node(*q)) {
                (Some(p), Some(q)) => self.nodes_exclude(p, q),
                _ => "true".into(),
            },
            Condition::In(a, b) => self.is_in(*a, *b),
            Condition::NotIn(a, b) | Condition::Disjoint(a, b) => self.is_apart(condition, *a, *b),
            Condition::Distinct(a, b) => self.differ(*a, *b),
            Condition::AllSee { digit, one, other } => {
                let digits = self.digits_of(*digit);
                let carry = |members: Vec<(Term, Term)>| carriers(members, &digits);
                let others = carry(self.members(*other));
                // A cell that is on both sides does not see itself.
                each_pair(&carry(self.members(*one)), &others, |x, y| sees(x, y))
            }
            Condition::AllExclude {
                digit,
                cells,
                other,
            } => {
                let Some(node) = self.node(*other) else {
                    return "true".into();
                };
                let digits = self.digits_of(*digit);
                let live = carriers(self.members(*cells), &digits).into_iter();
                and(live.map(|(when, cell)| {
                    implies(&when, &self.node_excludes(&cell, &val(&cell), node))
                }))
            }
            Condition::Relation(relation, a, b) => match (self.node(*a), self.node(*b)) {
                (Some(a), Some(b)) => self.meaning(*relation).term(&holds(a), &holds(b)),
                _ => "true".into(),
            },
            Condition::SomeOfKind(vars, kinds) if self.settings.names => {
                let houses = vars.iter().flat_map(|&v| self.houses_of(v));
                or(houses.map(|h| is_of_kind(&h, *kinds)))
            }
            Condition::Deadly { digits, cells } => self.deadly(digits, cells),
            // Sizes are chosen, and the rest says nothing of the solution.
            _ => "true".into(),
        }
    }

    /// The digits do not fill the cells alone: whatever way there is to do so could be exchanged
    /// for another, which the matcher looks up, and the puzzle would have a second solution. When
    /// boards are looked for, each cell needs another in each of its houses.
    fn deadly(&self, digits: &[Var], cells: &[Var]) -> Term {
        let digits: Vec<Term> = digits.iter().flat_map(|&d| self.digits_of(d)).collect();
        let cells = cells.iter().flat_map(|&c| self.members(c));
        let cells: Vec<Term> = cells.map(|(_, cell)| cell).collect();
        let meant = or(cells.iter().map(|cell| not(&among(&val(cell), &digits))));
        if !self.settings.names {
            return meant;
        }
        let shared = |a: &Term, b: &Term, kind: &[[&str; 2]]| {
            and(kind.iter().map(|[inner, outer]| {
                let at = |cell: &Term| match outer.is_empty() {
                    true => call(inner, &[cell]),
                    false => call(outer, &[&call(inner, &[cell])]),
                };
                eq(&at(a), &at(b))
            }))
        };
        let kinds: [&[[&str; 2]]; 3] = [
            &[["row", ""]],
            &[["column", ""]],
            &[["row", "band"], ["column", "stack"]],
        ];
        let company = cells.iter().flat_map(|a| {
            let others = |kind| {
                cells
                    .iter()
                    .filter(|b| *b != a)
                    .map(move |b| shared(a, b, kind))
            };
            kinds.map(|kind| or(others(kind)))
        });
        and([meant].into_iter().chain(company))
    }

    fn is_in(&self, a: Var, b: Var) -> Term {
        match (self.thing(a), self.thing(b)) {
            (Thing::Digits(_) | Thing::Node(_), Thing::Digits(others)) => {
                and((self.digits_of(a).iter()).map(|d| among(d, others)))
            }
            (Thing::Node(node), Thing::Truth(truth)) => {
                self.each_member(node, |cell| in_truth(truth, cell, &node.digit))
            }
            _ => and((self.members(a).into_iter())
                .map(|(when, cell)| implies(&when, &self.covers(b, &cell)))),
        }
    }

    fn is_apart(&self, condition: &Condition, a: Var, b: Var) -> Term {
        match (self.thing(a), self.thing(b)) {
            (Thing::Digits(_) | Thing::Node(_), Thing::Digits(others)) => {
                and((self.digits_of(a).iter()).map(|d| not(&among(d, others))))
            }
            (Thing::Node(node), Thing::Truth(truth)) => {
                self.each_member(node, |cell| not(&in_truth(truth, cell, &node.digit)))
            }
            (Thing::Node(one), Thing::Node(other)) => {
                let apart = self.each_member(one, |cell| not(&node_has(other, cell)));
                or([not(&eq(&one.digit, &other.digit)), apart])
            }
            (Thing::Houses(one), Thing::Houses(other))
                if matches!(condition, Condition::Disjoint(..)) =>
            {
                let all = one.iter().flat_map(|g| other.iter().map(move |h| (g, h)));
                and(all.map(|(g, h)| not(&eq(&g.term, &h.term))))
            }
            _ => and((self.members(a).into_iter())
                .map(|(when, cell)| implies(&when, &not(&self.covers(b, &cell))))),
        }
    }

    fn each_member(&self, node: &Node, what: impl Fn(&str) -> Term) -> Term {
        match &node.has {
            None => what(&node.cell),
            Some(has) => and(self
                .cells
                .iter()
                .map(|c| implies(&call(has, &[c]), &what(c)))),
        }
    }

    /// Not the same; of groups, which may differ in cells that are not spoken of, nothing is
    /// said.
    fn differ(&self, a: Var, b: Var) -> Term {
        let sets = |one: &[Term], other: &[Term]| {
            let missing = one.iter().map(|x| not(&among(x, other)));
            let extra = other.iter().map(|x| not(&among(x, one)));
            or(missing.chain(extra))
        };
        match (self.thing(a), self.thing(b)) {
            (Thing::Digits(a), Thing::Digits(b)) | (Thing::Cells(a), Thing::Cells(b)) => sets(a, b),
            (Thing::Houses(a), Thing::Houses(b)) => {
                let terms = |all: &[House]| all.iter().map(|h| h.term.clone()).collect::<Vec<_>>();
                sets(&terms(a), &terms(b))
            }
            (Thing::Node(a), Thing::Node(b)) if a.has.is_none() && b.has.is_none() => {
                or([not(&eq(&a.cell, &b.cell)), not(&eq(&a.digit, &b.digit))])
            }
            _ => "true".into(),
        }
    }

    /// Members of a set have no order: the first single thing that is in a set is its first
    /// member, the next is its first or its second.
    fn order_sets(&mut self) {
        let mut taken: BTreeMap<Var, usize> = BTreeMap::new();
        for condition in &self.pattern.conditions {
            let Condition::In(a, b) = condition else {
                continue;
            };
            let (one, set) = match (self.thing(*a), self.thing(*b)) {
                (Thing::Digits(one), Thing::Digits(set))
                | (Thing::Cells(one), Thing::Cells(set))
                    if one.len() == 1 && set.len() > 1 =>
                {
                    (one[0].clone(), set.clone())
                }
                _ => continue,
            };
            let count = taken.entry(*b).or_default();
            *count += 1;
            let first = &set[..(*count).min(set.len())];
            let term = among(&one, first);
            self.query.assert("members of a set have no order", term);
        }
    }

    fn knowledge(&mut self, every: &Every) {
        let why = "what is known";
        let truths: Vec<Term> = match every.subject {
            Subject::Cells(var) => self.members(var).into_iter().map(|(_, c)| c).collect(),
            Subject::Truth(var) => match self.thing(var) {
                Thing::Truth(truth) => vec![truth.cell.clone()],
                _ => Vec::new(),
            },
            Subject::Digits(digits, houses) => {
                let houses = self.houses_of(houses);
                let keys = (self.digits_of(digits).into_iter())
                    .flat_map(|d| houses.iter().map(move |h| (d.clone(), h.term.clone())));
                keys.filter_map(|key| self.places.get(&key).cloned())
                    .collect()
            }
            Subject::Overlap(digits, houses) => {
                let (digits, houses) = (self.digits_of(digits), self.houses_of(houses));
                for cell in self.cells.clone() {
                    let twice =
                        or(pairs(&houses).map(|(g, h)| and([is_in(&cell, g), is_in(&cell, h)])));
                    let overlaps = and([among(&val(&cell), &digits), twice]);
                    let one = self.alternatives(&every.alternatives, &cell, &val(&cell));
                    let term = implies(&overlaps, &one);
                    self.query.assert(why, term);
                }
                return;
            }
        };
        for cell in truths {
            let term = self.alternatives(&every.alternatives, &cell, &val(&cell));
            self.query.assert(why, term);
        }
    }

    /// The candidate is one of these.
    fn alternatives(&self, alternatives: &[Alternative], cell: &str, digit: &str) -> Term {
        or(alternatives.iter().map(|a| self.is_one(a, cell, digit)))
    }

    fn is_one(&self, alternative: &Alternative, cell: &str, digit: &str) -> Term {
        match alternative {
            Alternative::Digit(var) => among(digit, &self.digits_of(*var)),
            Alternative::Cell(var) | Alternative::House(var) => self.covers(*var, cell),
            Alternative::Candidate(var) => match self.thing(*var) {
                Thing::Node(node) => and([node_has(node, cell), eq(digit, &node.digit)]),
                Thing::Truth(truth) => in_truth(truth, cell, digit),
                _ => "false".into(),
            },
            Alternative::Sees(var) => and((self.members(*var).into_iter())
                .map(|(when, other)| implies(&when, &sees(cell, &other)))),
            Alternative::Excludes(var) => match self.node(*var) {
                Some(node) => self.node_excludes(cell, digit, node),
                None => "false".into(),
            },
            Alternative::Relation(relation, var) => match self.node(*var) {
                // Of a candidate that is not true a relation says little.
                Some(_) if digit != val(cell) => "true".into(),
                Some(node) => self.meaning(*relation).term("true", &holds(node)),
                None => "false".into(),
            },
            Alternative::All(parts) => and(parts.iter().map(|part| self.is_one(part, cell, digit))),
        }
    }

    fn goal(&mut self, goal: Goal) {
        let (ends, why) = (
            self.things
                .first()
                .cloned()
                .zip(self.things.get(1).cloned()),
            "to be refuted",
        );
        let ends = match ends {
            Some((Thing::Node(a), Thing::Node(b))) => Some((holds(&a), holds(&b))),
            _ => None,
        };
        let term = match (goal, ends) {
            (Goal::Nothing, _) => "true".into(),
            (Goal::Conclusions, _) => {
                let all = self.pattern.conclusions.iter().zip(&self.targets);
                or(all.map(|(c, target)| self.violated(c, target.as_deref())))
            }
            (Goal::Fires, _) => {
                let all = self.pattern.conclusions.iter().zip(&self.targets);
                let removed = self.removed.clone().unwrap_or_default();
                or(all.map(|(c, target)| self.can_fire(c, target.as_deref(), &removed)))
            }
            (Goal::Ends(x, y), Some((a, b))) => Meaning::default().or(x, y).term(&a, &b),
            (Goal::NotMeant(meaning), Some((a, b))) => not(&meaning.term(&a, &b)),
            (Goal::Link(at), Some((a, b))) => {
                let link = self.link(at);
                and([or([not(&a), not(&b)]), not(&link)])
            }
            (_, None) => "true".into(),
        };
        self.query.assert(why, term);
    }

    /// One side or the other holds, of a link of a derivation: a condition of this pattern, or
    /// one that comes from a relation it uses.
    fn link(&mut self, at: usize) -> Term {
        match self.pattern.conditions[at] {
            Condition::Excludes(p, q) => match (self.node(p), self.node(q)) {
                (Some(p), Some(q)) => or([holds(p), holds(q)]),
                _ => "true".into(),
            },
            Condition::Relation(relation, a, b) => self.inherited(relation, a, b),
            _ => "true".into(),
        }
    }

    fn inherited(&mut self, relation: usize, a: Var, b: Var) -> Term {
        let link = self.query.constant("a link of the derivation", "Bool");
        let kept = self.settings.loops.get(relation).copied().unwrap_or(false);
        if let (Some(a), Some(b), true) = (self.node(a), self.node(b), kept) {
            let promise = or([link.clone(), and([holds(a), holds(b)])]);
            self.query
                .assert("what is known of the links of a derivation", promise);
        }
        link
    }

    fn violated(&self, conclusion: &Conclusion, target: Option<&str>) -> Term {
        let target = target.unwrap_or_default();
        match conclusion {
            Conclusion::EliminateCandidate(var) => self.node(*var).map_or("false".into(), holds),
            Conclusion::EliminateLinks(relation, a, b) => {
                self.violated_links(*relation, *a, *b, target)
            }
            Conclusion::Place(digit, cell) => {
                let digits = self.digits_of(*digit);
                or((self.members(*cell).iter()).map(|(_, cell)| not(&among(&val(cell), &digits))))
            }
            Conclusion::PlaceCandidate(var) => match self.node(*var) {
                Some(node) => not(&holds(node)),
                None => "false".into(),
            },
            _ => self.removes(conclusion, target, &val(target)),
        }
    }

    /// A conclusion removes this candidate.
    fn removes(&self, conclusion: &Conclusion, cell: &str, digit: &str) -> Term {
        match conclusion {
            Conclusion::Eliminate {
                digits,
                all_but,
                cells,
            } => {
                let named: Vec<Term> = digits.iter().flat_map(|&d| self.digits_of(d)).collect();
                let is_named = among(digit, &named);
                let is_meant = if *all_but { not(&is_named) } else { is_named };
                and([is_meant, self.is_among(cell, cells)])
            }
            Conclusion::EliminateExcluded(vars) => and(vars.iter().map(|&v| match self.node(v) {
                Some(node) => self.node_excludes(cell, digit, node),
                None => "true".into(),
            })),
            _ => "true".into(),
        }
    }

    /// A conclusion removes something that no clause says is not there.
    fn can_fire(&self, conclusion: &Conclusion, target: Option<&str>, removed: &str) -> Term {
        let (cell, digit) = match (conclusion, target) {
            (Conclusion::EliminateCandidate(var), _) => match self.node(*var) {
                Some(node) => (node.cell.clone(), node.digit.clone()),
                None => return "true".into(),
            },
            (_, Some(target)) => (target.to_string(), removed.to_string()),
            _ => return "true".into(),
        };
        let allowed = self.pattern.knowledge.iter().map(|every| {
            let one = self.alternatives(&every.alternatives, &cell, &digit);
            implies(&self.is_subject(&every.subject, &cell, &digit), &one)
        });
        and([self.removes(conclusion, &cell, &digit)]
            .into_iter()
            .chain(allowed))
    }

    /// A clause speaks of this candidate.
    fn is_subject(&self, subject: &Subject, cell: &str, digit: &str) -> Term {
        match *subject {
            Subject::Cells(var) => self.covers(var, cell),
            Subject::Truth(var) => match self.thing(var) {
                Thing::Truth(truth) => in_truth(truth, cell, digit),
                _ => "false".into(),
            },
            Subject::Digits(digits, houses) => and([
                among(digit, &self.digits_of(digits)),
                self.covers(houses, cell),
            ]),
            Subject::Overlap(digits, houses) => {
                let houses = self.houses_of(houses);
                let twice = or(pairs(&houses).map(|(g, h)| and([is_in(cell, g), is_in(cell, h)])));
                and([among(digit, &self.digits_of(digits)), twice])
            }
        }
    }

    /// What a link excludes on both sides is true: neither side holds. Either it is the link that
    /// closes the loop, or one on the way, of which the relation promises that a side holds as
    /// soon as an end of it does not.
    fn violated_links(&self, relation: usize, a: Var, b: Var, target: &str) -> Term {
        let (Some(a), Some(b)) = (self.node(a), self.node(b)) else {
            return "false".into();
        };
        let closing = and([a, b].map(|node| self.node_excludes(target, &val(target), node)));
        let kept = self.settings.loops.get(relation).copied().unwrap_or(false);
        let on_the_way = if kept {
            and([holds(a), holds(b)])
        } else {
            "true".into()
        };
        or([closing, on_the_way])
    }

    fn is_among(&self, target: &str, cells: &Cells) -> Term {
        let inside = |var: &Var| self.covers(*var, target);
        let seen = |seen: &Seen| {
            let members = match *seen {
                Seen::All(var) => self.members(var),
                Seen::Every { digit, cells } => {
                    carriers(self.members(cells), &self.digits_of(digit))
                }
            };
            and(members
                .into_iter()
                .map(|(when, cell)| implies(&when, &sees(target, &cell))))
        };
        let within = match cells.within.is_empty() {
            true => "true".into(),
            false => or(cells.within.iter().map(inside)),
        };
        let seeing = cells.seeing.iter().map(seen);
        let inner = cells.inside.iter().map(inside);
        let outer = cells.except.iter().map(|var| not(&inside(var)));
        and([within].into_iter().chain(seeing).chain(inner).chain(outer))
    }
}

/// A candidate or group is true.
pub fn holds(node: &Node) -> Term {
    eq(&val(&node.cell), &node.digit)
}

fn node_has(node: &Node, cell: &str) -> Term {
    match &node.has {
        None => eq(&node.cell, cell),
        Some(has) => call(has, &[cell]),
    }
}

fn in_truth(truth: &Truth, cell: &str, digit: &str) -> Term {
    or([
        and([truth.is_cell.clone(), eq(cell, &truth.cell)]),
        and([
            not(&truth.is_cell),
            is_in(cell, &truth.house),
            eq(digit, &truth.digit),
        ]),
    ])
}

/// A term is one of these.
pub fn among(term: &str, all: &[Term]) -> Term {
    or(all.iter().map(|other| eq(term, other)))
}

/// The cells that hold one of the digits.
fn carriers(members: Vec<(Term, Term)>, digits: &[Term]) -> Vec<(Term, Term)> {
    let carry = |(when, cell): (Term, Term)| (and([when, among(&val(&cell), digits)]), cell);
    members.into_iter().map(carry).collect()
}

fn each_pair(
    one: &[(Term, Term)],
    other: &[(Term, Term)],
    what: impl Fn(&str, &str) -> Term,
) -> Term {
    let all = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    and(all.map(|((when, x), (and_when, y))| {
        implies(&and([when.clone(), and_when.clone()]), &what(x, y))
    }))
}

fn words_of(condition: &Condition) -> &'static str {
    match condition {
        Condition::Sees(..) | Condition::AllSee { .. } => "what sees what",
        Condition::Excludes(..) | Condition::AllExclude { .. } => "what excludes what",
        Condition::Relation(..) => "what a relation says of its ends",
        Condition::Deadly { .. } => "the puzzle has one solution: a deadly pattern is not filled",
        _ => "how the variables lie",
    }
}
