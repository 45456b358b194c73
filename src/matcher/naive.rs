//! The oracle: generate and test, straight from the meaning of each construct.
//!
//! It shares with the plans nothing but the IR: no masks, no tables, no order but that of the
//! declarations. Slow, and meant to be.

mod deadly;
mod templates;

use std::collections::BTreeSet;

use super::cells::HouseSet;
use super::position::Position;
use super::relations::used_in;
use super::{Effects, Found, Match, Part, Value, without_repetition};
use crate::grid::{Board, Candidate, Cell, Digit, Group, GroupKind, House, bits};
use crate::lang::ir::{
    Alternative, Cells, Conclusion, Condition, Every, Pattern, Presence, Seen, Sort, Subject,
    Technique, Var, Variable,
};
use crate::lang::vars::{condition_vars, every_vars, subject_vars};

/// All matches of a technique, found the slow way; `None` if more than `limit` partial bindings
/// would have to be looked at.
pub fn find(technique: &Technique, position: &Position, limit: u64) -> Option<Vec<Match>> {
    let mut left = limit;
    let facts = facts(technique, position, &mut left)?;
    let mut matches = Vec::new();
    for (index, pattern) in technique.patterns.iter().enumerate() {
        let mut naive = Naive::new(position, pattern, &facts, left);
        naive.run()?;
        left = naive.left;
        matches.extend(naive.found.into_matches(index));
    }
    Some(without_repetition(matches))
}

/// What is related to what: of each relation, all pairs.
type Pairs = Vec<BTreeSet<(Value, Value)>>;

/// All that follows from the cases of the relations that a technique needs, taken again and again
/// until nothing is new.
fn facts(technique: &Technique, position: &Position, left: &mut u64) -> Option<Pairs> {
    let relations = &technique.relations;
    let mut needed: Vec<usize> = technique.patterns.iter().flat_map(used_in).collect();
    let mut at = 0;
    while let Some(&id) = needed.get(at) {
        let further = relations[id].cases.iter().flat_map(used_in);
        let news: Vec<usize> = further.filter(|r| !needed.contains(r)).collect();
        needed.extend(news);
        at += 1;
    }
    needed.sort_unstable();
    needed.dedup();
    let mut facts: Pairs = vec![BTreeSet::new(); relations.len()];
    loop {
        let mut grown = false;
        for &id in &needed {
            for case in &relations[id].cases {
                let mut naive = Naive::new(position, case, &facts, *left);
                naive.run()?;
                *left = naive.left;
                let pairs = std::mem::take(&mut naive.pairs);
                for pair in pairs {
                    grown |= facts[id].insert(pair);
                }
            }
        }
        if !grown {
            return Some(facts);
        }
    }
}

struct Naive<'a> {
    board: &'a Board,
    position: &'a Position,
    pattern: &'a Pattern,
    facts: &'a Pairs,
    values: Vec<Value>,
    found: Found,
    templates: std::cell::OnceCell<templates::Templates>,
    /// What the first two variables were bound to.
    pairs: Vec<(Value, Value)>,
    left: u64,
}

/// A variable: all it can be, and whatever speaks of it and of no later one.
struct Step<'a> {
    choices: Vec<Value>,
    subjects: Vec<&'a Subject>,
    conditions: Vec<&'a Condition>,
    knowledge: Vec<&'a Every>,
}

impl<'a> Naive<'a> {
    /// Whether the values of the variable alone are more than may be looked at.
    fn is_too_much(&self, variable: &Variable) -> bool {
        let things = match variable.sort {
            Sort::Digit => self.board.size(),
            Sort::Square => self.board.cell_count(),
            Sort::Cell => self.board.cell_count() - self.position.solved().len(),
            _ => self.board.houses().len(),
        };
        if variable.sort == Sort::Cluster {
            let parts = |places: &Vec<Candidate>| 1u64 << places.len().min(32);
            return self.in_houses().iter().map(parts).sum::<u64>() > self.left;
        }
        let (least, most) = variable.size.unwrap_or((1, 1));
        let mut sets = 1u64;
        let mut sum = 0u64;
        for size in 1..=u64::from(most).min(things as u64) {
            sets = sets.saturating_mul(things as u64 + 1 - size) / size;
            if size >= u64::from(least) {
                sum = sum.saturating_add(sets);
            }
        }
        sum > self.left
    }

    fn new(position: &'a Position, pattern: &'a Pattern, facts: &'a Pairs, left: u64) -> Self {
        Naive {
            board: position.board(),
            position,
            pattern,
            facts,
            values: Vec::new(),
            found: Found::default(),
            templates: std::cell::OnceCell::new(),
            pairs: Vec::new(),
            left,
        }
    }

    /// Looks at every binding; `None` if there are too many.
    fn run(&mut self) -> Option<()> {
        if self.pattern.variables.iter().any(|v| self.is_too_much(v)) {
            return None;
        }
        let steps: Vec<Step<'_>> = (0..self.pattern.variables.len())
            .map(|v| self.step(v))
            .collect();
        self.bind(&steps)
    }

    /// Whether the relation holds.
    fn related(&self, relation: usize, from: Value, to: Value) -> bool {
        self.facts[relation].contains(&(from, to))
    }

    fn step(&self, index: usize) -> Step<'a> {
        let pattern = self.pattern;
        let variable = &pattern.variables[index];
        let now = |vars: &[Var]| vars.iter().map(|v| usize::from(v.0)).max() == Some(index);
        Step {
            choices: self.choices(variable.sort, variable.size),
            conditions: (pattern.conditions.iter())
                .filter(|c| now(&condition_vars(c)))
                .collect(),
            subjects: (pattern.knowledge.iter())
                .map(|every| &every.subject)
                .filter(|subject| now(&subject_vars(subject)))
                .collect(),
            knowledge: (pattern.knowledge.iter())
                .filter(|e| now(&every_vars(e)))
                .collect(),
        }
    }

    fn bind(&mut self, steps: &[Step<'a>]) -> Option<()> {
        let Some((step, later)) = steps.split_first() else {
            self.conclude();
            return Some(());
        };
        for &value in &step.choices {
            self.left = self.left.checked_sub(1)?;
            self.values.push(value);
            let fits = step.subjects.iter().all(|s| self.is_open(s))
                && step.conditions.iter().all(|c| self.holds(c))
                && step.knowledge.iter().all(|e| self.every_holds(e));
            if fits {
                self.bind(later)?;
            }
            self.values.pop();
        }
        Some(())
    }

    fn choices(&self, sort: Sort, size: Option<(u32, u32)>) -> Vec<Value> {
        let open = |c: &Cell| !self.position.is_solved(*c);
        let (least, most) = size.unwrap_or((1, 1));
        match sort {
            Sort::Digit => sets(self.board.digits().collect(), least, most)
                .into_iter()
                .map(|set| Value::Digits(set.iter().fold(0, |m, d| m | 1 << d.index())))
                .collect(),
            Sort::Square => sets(self.board.cells().collect(), least, most)
                .into_iter()
                .map(|set| Value::Cells(set.into_iter().collect()))
                .collect(),
            Sort::Cell => sets(self.board.cells().filter(open).collect(), least, most)
                .into_iter()
                .map(|set| Value::Cells(set.into_iter().collect()))
                .collect(),
            Sort::House(kinds) => {
                let houses = self.board.houses().iter().enumerate();
                let fitting = houses.filter(|(_, info)| kinds.contains(info.kind));
                sets(fitting.map(|(h, _)| House::new(h)).collect(), least, most)
                    .into_iter()
                    .map(|set| Value::Houses(set.into_iter().collect()))
                    .collect()
            }
            Sort::Candidate => self.live().map(|c| self.value_of(&[c])).collect(),
            Sort::Group => self.groups(),
            Sort::Cluster => self.clusters(),
            Sort::Truth => (self.board.groups())
                .filter(|&g| self.board.is_truth(g) && !self.position.is_solved_group(g))
                .map(Value::Truth)
                .collect(),
        }
    }

    /// The live candidates of cells that are not solved.
    fn live(&self) -> impl Iterator<Item = Candidate> {
        let all = self.position.state().candidates(self.board);
        all.filter(|&c| !self.position.is_solved(self.board.cell_of(c)))
    }

    /// Single candidates, and all live places of a digit where two houses cross.
    fn groups(&self) -> Vec<Value> {
        let mut values: Vec<Value> = self.live().map(|c| self.value_of(&[c])).collect();
        for digit in self.board.digits() {
            for a in self.board.houses() {
                for b in self.board.houses() {
                    let crossing = a.cells.iter().filter(|cell| b.cells.contains(cell));
                    let live: Vec<Candidate> = crossing
                        .map(|&cell| self.board.candidate(cell, digit))
                        .filter(|c| self.live().any(|l| l == *c))
                        .collect();
                    if (a.kind, a.number) != (b.kind, b.number) && live.len() > 1 {
                        values.push(self.value_of(&live));
                    }
                }
            }
        }
        values.sort();
        values.dedup();
        values
    }

    /// The live candidates of each digit in each house.
    fn in_houses(&self) -> Vec<Vec<Candidate>> {
        let live: Vec<Candidate> = self.live().collect();
        let digits = self.board.digits();
        let pairs = digits.flat_map(|d| self.board.houses().iter().map(move |h| (d, h)));
        let places = pairs.map(|(digit, house)| {
            let all = house
                .cells
                .iter()
                .map(|&cell| self.board.candidate(cell, digit));
            all.filter(|c| live.contains(c)).collect()
        });
        places.collect()
    }

    /// Any live candidates of a digit in a house.
    fn clusters(&self) -> Vec<Value> {
        let all = self.in_houses().into_iter();
        let parts = all.flat_map(|places| {
            let most = places.len() as u32;
            sets(places, 1, most)
        });
        let mut values: Vec<Value> = parts.map(|part| self.value_of(&part)).collect();
        values.sort();
        values.dedup();
        values
    }

    fn value_of(&self, candidates: &[Candidate]) -> Value {
        let cells = candidates.iter().map(|&c| self.board.cell_of(c));
        Value::Candidates(self.board.digit_of(candidates[0]), cells.collect())
    }

    fn digits(&self, var: Var) -> Vec<Digit> {
        match self.values[usize::from(var.0)] {
            Value::Digits(mask) => bits(mask).map(Digit::new).collect(),
            Value::Candidates(digit, _) => vec![digit],
            _ => Vec::new(),
        }
    }

    fn cells(&self, var: Var) -> Vec<Cell> {
        match self.values[usize::from(var.0)] {
            Value::Cells(cells) | Value::Candidates(_, cells) => cells.iter().collect(),
            Value::Houses(houses) => {
                let all = houses
                    .iter()
                    .flat_map(|h| self.board.house(h).cells.clone());
                let mut all: Vec<Cell> = all.collect();
                all.sort();
                all.dedup();
                all
            }
            Value::Truth(group) => match self.board.group_kind(group) {
                GroupKind::Cell(cell) => vec![cell],
                GroupKind::House(house, _) => self.board.house(house).cells.clone(),
            },
            Value::Digits(_) => Vec::new(),
        }
    }

    fn candidates(&self, var: Var) -> Vec<Candidate> {
        let digits = self.digits(var);
        let pairs = self.cells(var).into_iter().flat_map(|cell| {
            digits
                .iter()
                .map(move |&digit| self.board.candidate(cell, digit))
        });
        pairs.collect()
    }

    fn houses(&self, var: Var) -> Vec<House> {
        match self.values[usize::from(var.0)] {
            Value::Houses(houses) => HouseSet::iter(houses).collect(),
            _ => Vec::new(),
        }
    }

    fn truths(&self, subject: &Subject) -> Vec<Group> {
        match *subject {
            Subject::Cells(var) => {
                let cells = self.cells(var).into_iter();
                cells.map(|cell| self.board.cell_group(cell)).collect()
            }
            Subject::Truth(var) => match self.values[usize::from(var.0)] {
                Value::Truth(group) => vec![group],
                _ => Vec::new(),
            },
            Subject::Digits(digits, houses) => {
                let digits = self.digits(digits);
                let pairs = self.houses(houses).into_iter().flat_map(|house| {
                    digits
                        .iter()
                        .map(move |&digit| self.board.house_group(house, digit))
                });
                pairs.collect()
            }
            Subject::Overlap(..) => Vec::new(),
        }
    }

    /// Whether these are truths, and none of them is solved: what is solved takes no part, unless
    /// the subject is a square.
    fn is_open(&self, subject: &Subject) -> bool {
        if let Subject::Cells(var) = subject
            && self.pattern.variables[usize::from(var.0)].sort == Sort::Square
        {
            return true;
        }
        let mut truths = self.truths(subject).into_iter();
        truths.all(|truth| self.board.is_truth(truth) && !self.position.is_solved_group(truth))
    }

    fn every_holds(&self, every: &Every) -> bool {
        if let Subject::Overlap(digits, houses) = every.subject {
            let mut overlapping = self.overlap(digits, houses).into_iter();
            return overlapping.all(|c| every.alternatives.iter().any(|a| self.is_one(c, a)));
        }
        self.truths(&every.subject).into_iter().all(|truth| {
            let mut domain = self.position.state().domain(self.board, truth);
            domain.all(|c| every.alternatives.iter().any(|a| self.is_one(c, a)))
        })
    }

    /// The live candidates of the digits that lie in two or more of the houses.
    fn overlap(&self, digits: Var, houses: Var) -> Vec<Candidate> {
        let digits = self.digits(digits);
        let overlaps = |c: &Candidate| {
            let cell = self.board.cell_of(*c);
            let holding = (self.houses(houses).into_iter())
                .filter(|&house| self.board.house(house).cells.contains(&cell));
            digits.contains(&self.board.digit_of(*c)) && holding.count() > 1
        };
        let live = self.position.state().candidates(self.board);
        live.filter(overlaps).collect()
    }

    /// Whether a candidate is what an alternative says.
    fn is_one(&self, candidate: Candidate, alternative: &Alternative) -> bool {
        let (cell, digit) = (
            self.board.cell_of(candidate),
            self.board.digit_of(candidate),
        );
        match alternative {
            Alternative::Digit(var) => self.digits(*var).contains(&digit),
            Alternative::Cell(var) | Alternative::House(var) => self.cells(*var).contains(&cell),
            Alternative::Candidate(var) => self.candidates(*var).contains(&candidate),
            Alternative::Sees(var) => self
                .cells(*var)
                .iter()
                .all(|&other| self.board.sees(cell, other)),
            Alternative::Excludes(var) => {
                let mut all = self.candidates(*var).into_iter();
                all.all(|other| self.board.exclude(candidate, other))
            }
            Alternative::Relation(relation, var) => {
                let to = self.values[usize::from(var.0)];
                self.related(*relation, self.value_of(&[candidate]), to)
            }
            Alternative::All(parts) => parts.iter().all(|part| self.is_one(candidate, part)),
        }
    }

    fn holds(&self, condition: &Condition) -> bool {
        let board = self.board;
        let size = |v: &Var| self.values[usize::from(v.0)].size() as i64;
        match condition {
            Condition::Sees(a, b) => {
                let others = self.cells(*b);
                let mut cells = self.cells(*a).into_iter();
                cells.all(|cell| others.iter().all(|&other| board.sees(cell, other)))
            }
            Condition::Excludes(p, q) => {
                let others = self.candidates(*q);
                let mut all = self.candidates(*p).into_iter();
                all.all(|c| others.iter().all(|&other| board.exclude(c, other)))
            }
            Condition::In(a, b) => self.is_in(*a, *b),
            Condition::NotIn(a, b) | Condition::Disjoint(a, b) => {
                match (self.values[usize::from(a.0)], self.values[usize::from(b.0)]) {
                    (Value::Digits(_) | Value::Candidates(..), Value::Digits(_)) => {
                        let others = self.digits(*b);
                        self.digits(*a).iter().all(|digit| !others.contains(digit))
                    }
                    (Value::Candidates(..), Value::Truth(group)) => {
                        let members = board.members(group);
                        self.candidates(*a).iter().all(|c| !members.contains(c))
                    }
                    (Value::Candidates(..), Value::Candidates(..)) => {
                        let others = self.candidates(*b);
                        self.candidates(*a).iter().all(|c| !others.contains(c))
                    }
                    (Value::Houses(one), Value::Houses(other))
                        if matches!(condition, Condition::Disjoint(..)) =>
                    {
                        one.iter().all(|house| !other.contains(house))
                    }
                    _ => {
                        let others = self.cells(*b);
                        self.cells(*a).iter().all(|cell| !others.contains(cell))
                    }
                }
            }
            Condition::Distinct(a, b) => {
                self.values[usize::from(a.0)] != self.values[usize::from(b.0)]
            }
            Condition::NotGiven(a) => self
                .cells(*a)
                .iter()
                .all(|&cell| !self.position.given().contains(cell)),
            Condition::Sizes {
                left,
                right,
                plus,
                more,
            } => {
                let sum = |vars: &[Var]| vars.iter().map(size).sum::<i64>();
                let least = sum(right) + i64::from(*plus);
                sum(left) >= least && sum(left) <= least + i64::from(*more)
            }
            Condition::Present(digits, cells) => {
                let mut digits = self.digits(*digits).into_iter();
                digits.all(|digit| !self.holders(&[digit], *cells).is_empty())
            }
            Condition::AllSee { digit, one, other } => {
                let others = self.carriers(*digit, *other);
                let mut ones = self.carriers(*digit, *one).into_iter();
                ones.all(|cell| others.iter().all(|&other| board.sees(cell, other)))
            }
            Condition::AllExclude {
                digit,
                cells,
                other,
            } => {
                let others = self.candidates(*other);
                let digits = self.digits(*digit);
                self.carriers(*digit, *cells).into_iter().all(|cell| {
                    let candidates = digits.iter().map(|&d| board.candidate(cell, d));
                    let mut live = candidates.filter(|&c| self.position.state().is_live(board, c));
                    live.all(|c| others.iter().all(|&other| board.exclude(c, other)))
                })
            }
            Condition::Template(var, every) => {
                let mut all = self.candidates(*var).into_iter();
                all.all(|candidate| self.templates().holds(candidate, *every))
            }
            Condition::Whole { node, digit, cells } => {
                let carriers = self.carriers(*digit, *cells);
                self.digits(*digit) == self.digits(*node) && carriers == self.cells(*node)
            }
            Condition::OnlyOpen(cell, house) => {
                let open = |c: &Cell| !self.position.is_solved(*c);
                let left: Vec<Cell> = self.cells(*house).into_iter().filter(open).collect();
                left == self.cells(*cell)
            }
            Condition::SomeOfKind(all) => all.iter().any(|(var, kinds)| {
                let mut houses = self.houses(*var).into_iter();
                houses.any(|house| kinds.contains(board.house(house).kind))
            }),
            Condition::Deadly { digits, cells } => {
                self.is_deadly(&self.all_digits(digits), &self.all_cells(cells))
            }
            Condition::DeadlyBut { .. } => self.grave(condition).is_some(),
            Condition::Relation(relation, a, b) => {
                let value = |var: &Var| self.values[usize::from(var.0)];
                self.related(*relation, value(a), value(b))
            }
        }
    }

    /// The cells of a variable in which one of the digits is live.
    fn carriers(&self, digits: Var, cells: Var) -> Vec<Cell> {
        self.holders(&self.digits(digits), cells)
    }

    fn holders(&self, digits: &[Digit], cells: Var) -> Vec<Cell> {
        let live = |cell: &Cell| {
            let mut digits = digits.iter();
            digits.any(|&digit| {
                let candidate = self.board.candidate(*cell, digit);
                self.position.state().is_live(self.board, candidate)
            })
        };
        self.cells(cells).into_iter().filter(live).collect()
    }

    fn is_in(&self, a: Var, b: Var) -> bool {
        match (self.values[usize::from(a.0)], self.values[usize::from(b.0)]) {
            (Value::Digits(_) | Value::Candidates(..), Value::Digits(_)) => {
                let others = self.digits(b);
                self.digits(a).iter().all(|digit| others.contains(digit))
            }
            (Value::Candidates(..), Value::Truth(group)) => {
                let members = self.board.members(group);
                self.candidates(a).iter().all(|c| members.contains(c))
            }
            _ => {
                let others = self.cells(b);
                self.cells(a).iter().all(|cell| others.contains(cell))
            }
        }
    }

    fn present(&self, presence: &Presence) -> bool {
        let is_counted = |c: &Candidate| {
            let among = presence.alternatives.iter().any(|a| self.is_one(*c, a));
            presence.alternatives.is_empty() || among != presence.others
        };
        let domain = |truth| self.position.state().domain(self.board, truth).collect();
        let lists: Vec<Vec<Candidate>> = match presence.subject {
            Subject::Overlap(digits, houses) => vec![self.overlap(digits, houses)],
            ref subject => self.truths(subject).into_iter().map(domain).collect(),
        };
        let counted = |list: Vec<Candidate>| list.iter().filter(|c| is_counted(c)).count() as u32;
        let mut counts = lists.into_iter().map(counted);
        let allowed = presence.least..=presence.most;
        let met = match presence.each {
            true => counts.all(|count| allowed.contains(&count)),
            false => allowed.contains(&counts.sum()),
        };
        met != presence.negated
    }

    fn conclude(&mut self) {
        if !self.pattern.presence.iter().all(|p| self.present(p)) {
            return;
        }
        // A case of a relation concludes nothing but that it holds between its ends.
        if let ([from, to, ..], true) = (&self.values[..], self.pattern.conclusions.is_empty()) {
            self.pairs.push((*from, *to));
            return;
        }
        let mut effects = Effects::default();
        let mut part = Part::default();
        for conclusion in &self.pattern.conclusions {
            self.effect(conclusion, &mut part.eliminations, &mut effects.placements);
        }
        for every in &self.pattern.knowledge {
            part.truths.extend(self.truths(&every.subject));
        }
        for condition in &self.pattern.conditions {
            if let Some(grave) = self.grave(condition) {
                part.bury(self.board, condition, grave);
            }
            part.by_templates |= matches!(condition, Condition::Template(..));
        }
        part.truths.sort_unstable();
        effects.parts.push(part);
        let values = self.values.iter().copied().map(Some).collect();
        self.found.add_effects(self.pattern, values, effects);
    }

    fn effect(
        &self,
        conclusion: &Conclusion,
        eliminations: &mut Vec<Candidate>,
        placements: &mut Vec<Candidate>,
    ) {
        let board = self.board;
        let live = || self.position.state().candidates(board);
        match conclusion {
            Conclusion::Eliminate {
                digits,
                without,
                all_but,
                cells,
            } => {
                let names = |vars: &[Var], d| vars.iter().any(|&v| self.digits(v).contains(&d));
                let goes = |c: &Candidate| {
                    let digit = board.digit_of(*c);
                    names(digits, digit) != *all_but
                        && !names(without, digit)
                        && self.is_among(*c, cells, digits)
                };
                eliminations.extend(live().filter(goes));
            }
            Conclusion::EliminateCandidate(var) => {
                let all = self.candidates(*var);
                eliminations.extend(live().filter(|c| all.contains(c)));
            }
            Conclusion::EliminateExcluded(vars) => {
                let all: Vec<Candidate> = vars.iter().flat_map(|&v| self.candidates(v)).collect();
                let goes = |c: &Candidate| all.iter().all(|&other| board.exclude(*c, other));
                eliminations.extend(live().filter(goes));
            }
            // Which links those are depends on the derivation; there is nothing to compare.
            Conclusion::EliminateLinks(..) => {}
            Conclusion::Place(digit, cell) => {
                let (digits, cells) = (self.digits(*digit), self.cells(*cell));
                let placed = |c: &Candidate| {
                    digits.contains(&board.digit_of(*c)) && cells.contains(&board.cell_of(*c))
                };
                placements.extend(self.live().filter(placed));
            }
            Conclusion::PlaceCandidate(var) => {
                let all = self.candidates(*var);
                placements.extend(self.live().filter(|c| all.contains(c)));
            }
        }
    }

    fn is_among(&self, candidate: Candidate, cells: &Cells, going: &[Var]) -> bool {
        let cell = self.board.cell_of(candidate);
        let digit_of = self.board.digit_of(candidate);
        let inside = |var: &Var| self.cells(*var).contains(&cell);
        let sees = |seen: &Seen| {
            let seen = match seen {
                Seen::All(var) => self.cells(*var),
                Seen::Every { digit, cells } if going.contains(digit) => {
                    self.holders(&[digit_of], *cells)
                }
                Seen::Every { digit, cells } => self.carriers(*digit, *cells),
            };
            seen.iter().all(|&other| self.board.sees(cell, other))
        };
        (cells.within.is_empty() || cells.within.iter().any(inside))
            && cells.seeing.iter().all(sees)
            && cells.inside.iter().all(inside)
            && !cells.except.iter().any(inside)
    }
}

/// All sets of `least` to `most` of these things.
fn sets<T: Copy>(things: Vec<T>, least: u32, most: u32) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    let mut result = Vec::new();
    let mut starts = vec![0];
    while let (Some(set), Some(start)) = (all.pop(), starts.pop()) {
        if set.len() >= least as usize {
            result.push(set.clone());
        }
        if set.len() < most as usize {
            for (i, &thing) in things.iter().enumerate().skip(start) {
                let mut larger = set.clone();
                larger.push(thing);
                all.push(larger);
                starts.push(i + 1);
            }
        }
    }
    result
}
