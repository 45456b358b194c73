//! The oracle: generate and test. It lists the values of each variable and keeps the bindings that
//! are matches by the [meaning](crate::matcher::oracle::meaning) of each construct.
//!
//! *Invariant*: the oracle shares only the IR with the plans, no masks and no tables. It is slow by
//! design.

use crate::grid::{Board, Candidate, Cell, Group, House};
use crate::lang::ir::{
    Conclusion, Condition, Every, Pattern, Sort, Subject, Technique, Var, Variable,
};
use crate::lang::vars::{condition_vars, every_vars, relations_in, subject_vars};
use crate::matcher::explain::gather::FoundMatches;
use crate::matcher::explain::matches::Effects;
use crate::matcher::explain::matches::{Match, Part, without_repetition};
use crate::matcher::index::position::Position;
use crate::matcher::index::value::Value;
use crate::matcher::oracle::limit::BindingLimit;
use crate::matcher::oracle::meaning::{KnownRelations, LinkPairs, Reading, sets};

/// All matches of a technique by generate and test; `None` if that takes more than `limit` partial
/// bindings.
pub fn find(technique: &Technique, position: &Position, mut limit: u64) -> Option<Vec<Match>> {
    find_within(technique, position, &mut limit)
}

/// All matches of a technique; `None` if the search exceeds a limit of bindings or time.
pub fn find_within(
    technique: &Technique,
    position: &Position,
    left: &mut dyn BindingLimit,
) -> Option<Vec<Match>> {
    let known = known(technique, position, left)?;
    let mut matches = Vec::new();
    for (index, pattern) in technique.patterns.iter().enumerate() {
        let mut found = FoundMatches::default();
        each_match(pattern, &known, left, &mut |reading| {
            found.conclude(pattern, reading);
        })?;
        matches.extend(found.into_matches(index));
    }
    Some(without_repetition(matches))
}

/// The matches of one of the technique's patterns in which the variables have the given values, if
/// any.
pub fn find_with(
    technique: &Technique,
    (index, bound): (usize, &[Option<Value>]),
    position: &Position,
    limit: u64,
) -> Option<Vec<Match>> {
    let mut left = limit;
    let known = known(technique, position, &mut left)?;
    let pattern = &technique.patterns[index];
    let mut found = FoundMatches::default();
    each_match_with(pattern, &known, bound, &mut left, &mut |reading| {
        found.conclude(pattern, reading);
    })?;
    Some(without_repetition(found.into_matches(index).collect()))
}

/// Visits every match of a pattern, also matches without an effect. `None` if the limit of bindings
/// is exceeded; the earlier matches were visited.
pub fn each_match(
    pattern: &Pattern,
    known: &KnownRelations<'_>,
    left: &mut dyn BindingLimit,
    show: &mut dyn FnMut(&Reading<'_>),
) -> Option<()> {
    each_match_with(pattern, known, &[], left, show)
}

/// Visits all matches in which the variables have the given values, if any.
pub fn each_match_with(
    pattern: &Pattern,
    known: &KnownRelations<'_>,
    bound: &[Option<Value>],
    left: &mut dyn BindingLimit,
    show: &mut dyn FnMut(&Reading<'_>),
) -> Option<()> {
    let naive = Naive {
        bound,
        board: known.position.board(),
        position: known.position,
        pattern,
        known,
    };
    let is_open = |at: &usize| bound.get(*at).copied().flatten().is_none();
    let is_chosen = |at: &usize| is_open(at) && naive.built(*at).is_none();
    let mut open = (0..pattern.variables.len()).filter(is_chosen);
    if open.any(|at| naive.is_too_much(&pattern.variables[at], left.left())) {
        return None;
    }
    let mut values = vec![None; pattern.variables.len()];
    naive.bind(&naive.steps(), &mut values, left, show)
}

/// All facts of the relations that a technique needs: their cases are applied until no fact is new.
pub fn known<'a>(
    technique: &Technique,
    position: &'a Position,
    left: &mut dyn BindingLimit,
) -> Option<KnownRelations<'a>> {
    let relations = &technique.relations;
    let mut needed: Vec<usize> = technique.patterns.iter().flat_map(relations_in).collect();
    let mut at = 0;
    while let Some(&id) = needed.get(at) {
        let further = relations[id].cases.iter().flat_map(relations_in);
        let changed: Vec<usize> = further.filter(|r| !needed.contains(r)).collect();
        needed.extend(changed);
        at += 1;
    }
    needed.sort_unstable();
    needed.dedup();
    let is_loop = |c: &Conclusion| matches!(c, Conclusion::EliminateLinks(..));
    let mut conclusions = technique.patterns.iter().flat_map(|p| &p.conclusions);
    let with_links = conclusions.any(is_loop);
    let mut known = KnownRelations::new(position, relations.len());
    loop {
        let mut grown = false;
        for &id in &needed {
            for case in &relations[id].cases {
                let mut facts: Vec<((Value, Value), LinkPairs)> = Vec::new();
                each_match(case, &known, left, &mut |reading| {
                    // A case concludes only that the relation holds between its ends.
                    if let [Some(from), Some(to), ..] = *reading.values {
                        let links = match with_links {
                            true => reading.links(case),
                            false => LinkPairs::new(),
                        };
                        facts.push(((from, to), links));
                    }
                })?;
                for (ends, links) in facts {
                    grown |= !known.pairs[id].contains_key(&ends);
                    let all = known.pairs[id].entry(ends).or_default();
                    let before = all.len();
                    all.extend(links);
                    grown |= all.len() > before;
                }
            }
        }
        if !grown {
            return Some(known);
        }
    }
}

struct Naive<'a> {
    board: &'a Board,
    position: &'a Position,
    pattern: &'a Pattern,
    known: &'a KnownRelations<'a>,
    bound: &'a [Option<Value>],
}

/// A variable with its values, and the constraints on it and on earlier variables.
struct VariableChoices<'a> {
    variable: usize,
    choices: Vec<Value>,
    subjects: Vec<&'a Subject>,
    conditions: Vec<&'a Condition>,
    knowledge: Vec<&'a Every>,
}

impl<'a> Naive<'a> {
    /// True if the values of this variable alone exceed the limit.
    fn is_too_much(&self, variable: &Variable, left: u64) -> bool {
        let things = match variable.sort {
            Sort::Digit => self.board.size(),
            Sort::Square => self.board.cell_count(),
            Sort::Cell => self.board.cell_count() - self.position.solved().len(),
            Sort::Constraint(_) => self.position.constraints().map_or(0, |it| it.items.len()),
            _ => self.board.houses().len(),
        };
        if variable.sort == Sort::Cluster {
            let parts = |places: &Vec<Candidate>| 1u64 << places.len().min(32);
            return self.in_houses().iter().map(parts).sum::<u64>() > left;
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
        sum > left
    }

    fn reading<'r>(&'r self, values: &'r [Option<Value>]) -> Reading<'r> {
        Reading {
            known: self.known,
            variables: &self.pattern.variables,
            values,
        }
    }

    /// The variables in binding order, each with all its values. Variables with few remaining
    /// values come first; each constraint on the variable and earlier ones is assumed to leave a
    /// quarter of the values. For `every x in H is at a`, with `a in H`, the order is x, H, a: nine
    /// cells of a house for each pair instead of all cells.
    fn steps(&self) -> Vec<VariableChoices<'a>> {
        let pattern = self.pattern;
        let said = (pattern.conditions.iter().map(condition_vars))
            .chain(pattern.knowledge.iter().map(every_vars))
            .collect::<Vec<Vec<Var>>>();
        let sort = |var: Var| pattern.variables[usize::from(var.0)].sort;
        let is_set = |var: Var| pattern.variables[usize::from(var.0)].size.is_some();
        let is_cell = |var: Var| matches!(sort(var), Sort::Cell | Sort::Square);
        let declared = pattern.variables.iter().enumerate();
        let mut open: Vec<(usize, Vec<Value>)> = declared
            .map(|(at, variable)| (at, self.choices_of(at, variable)))
            .collect();
        let mut order: Vec<usize> = Vec::new();
        let mut choices: Vec<Vec<Value>> = Vec::new();
        while !open.is_empty() {
            let is_bound =
                |v: &Var, at: usize| usize::from(v.0) == at || order.contains(&usize::from(v.0));
            let left = |(at, values): &(usize, Vec<Value>)| {
                let speaks_of = |vars: &&Vec<Var>| {
                    vars.iter().any(|v| usize::from(v.0) == *at)
                        && vars.iter().all(|v| is_bound(v, *at))
                };
                let count = said.iter().filter(speaks_of).count() as u32;
                let left = (values.len() as u64 * 256) >> (2 * count).min(16);
                // A variable for cells in another set of cells waits for that set, as two of the
                // four corners of a rectangle do.
                let waits = pattern.conditions.iter().any(|c| match *c {
                    Condition::In(inner, outer) => {
                        let is_among = is_cell(inner) && is_cell(outer) && is_set(outer);
                        usize::from(inner.0) == *at && is_among && !is_bound(&outer, *at)
                    }
                    _ => false,
                });
                // A set that other variables define waits for them.
                let is_open = |v: &Var| !is_bound(v, *at);
                let built = self.built(*at);
                let waits = waits || built.is_some_and(|c| condition_vars(c).iter().any(is_open));
                (waits, left)
            };
            let next = (0..open.len()).min_by_key(|&at| left(&open[at]));
            let (variable, values) = open.remove(next.unwrap_or_default());
            order.push(variable);
            choices.push(values);
        }
        let last = |vars: &[Var]| {
            let at = |v: &Var| order.iter().position(|&o| o == usize::from(v.0));
            vars.iter().filter_map(at).max()
        };
        let step = |(at, (&variable, choices)): (usize, (&usize, Vec<Value>))| {
            let now = |vars: &[Var]| last(vars) == Some(at);
            let subjects = pattern.knowledge.iter().map(|every| &every.subject);
            VariableChoices {
                variable,
                choices,
                conditions: (pattern.conditions.iter())
                    .filter(|c| now(&condition_vars(c)))
                    .collect(),
                subjects: subjects.filter(|s| now(&subject_vars(s))).collect(),
                knowledge: (pattern.knowledge.iter())
                    .filter(|e| now(&every_vars(e)))
                    .collect(),
            }
        };
        order.iter().zip(choices).enumerate().map(step).collect()
    }

    fn bind(
        &self,
        steps: &[VariableChoices<'a>],
        values: &mut Vec<Option<Value>>,
        left: &mut dyn BindingLimit,
        show: &mut dyn FnMut(&Reading<'_>),
    ) -> Option<()> {
        let Some((step, later)) = steps.split_first() else {
            let reading = self.reading(values);
            let is_there = self.pattern.presence.iter().all(|p| reading.is_present(p));
            if is_there && reading.has_few_guardians(self.pattern) {
                show(&reading);
            }
            return Some(());
        };
        let built = (self.built(step.variable)).map(|c| self.reading(values).every_cell(c));
        let built = built.map(|cells| Value::Cells(cells.into_iter().collect()));
        for &value in built.iter().chain(&step.choices) {
            let declared = &self.pattern.variables[step.variable];
            if built.is_some() && !self.reading(&[]).can_be(declared, &value) {
                continue;
            }
            left.count()?;
            values[step.variable] = Some(value);
            let reading = self.reading(values);
            let fits = step.subjects.iter().all(|s| reading.takes_part(s))
                && step.conditions.iter().all(|c| reading.holds(c))
                && step.knowledge.iter().all(|e| reading.knows(e));
            if fits {
                self.bind(later, values, left, show)?;
            }
        }
        values[step.variable] = None;
        Some(())
    }

    /// The condition that defines the variable, if it is a set with a definition and not bound yet.
    fn built(&self, variable: usize) -> Option<&'a Condition> {
        let says = |c: &&Condition| matches!(c, Condition::EveryCell { set, .. } if usize::from(set.0) == variable);
        let is_bound = self.bound.get(variable).is_some_and(Option::is_some);
        let mut conditions = self.pattern.conditions.iter();
        conditions.find(says).filter(|_| !is_bound)
    }

    /// All values of the variable. For a bound variable, its value if that is allowed.
    fn choices_of(&self, variable: usize, declared: &Variable) -> Vec<Value> {
        if self.built(variable).is_some() {
            return Vec::new();
        }
        let Some(value) = self.bound.get(variable).copied().flatten() else {
            return self.choices(declared.sort, declared.size);
        };
        let can_be = self.reading(&[]).can_be(declared, &value);
        can_be.then_some(value).into_iter().collect()
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
            Sort::Truth => {
                let is_open =
                    |g: &Group| self.board.is_truth(*g) && !self.position.is_solved_group(*g);
                let mut truths: Vec<Group> = self.board.groups().filter(is_open).collect();
                // Derived truths come first: they are few, and the tests have limits.
                truths.sort_by_key(|&g| !self.board.is_derived(g));
                truths.into_iter().map(Value::Truth).collect()
            }
            Sort::Constraint(kinds) => {
                let constraints = self.position.constraints();
                let items = constraints.iter().flat_map(|it| &it.items).enumerate();
                let fitting = items.filter(|(_, item)| kinds.contains(item.kind));
                fitting
                    .map(|(at, _)| Value::Constraint(at as u32))
                    .collect()
            }
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
        let in_houses = self.in_houses();
        let houses = self.board.houses().len();
        for of_digit in in_houses.chunks(houses) {
            for (at, one) in of_digit.iter().enumerate() {
                for other in &of_digit[..at] {
                    let crossing = one.iter().filter(|c| other.contains(c));
                    let live: Vec<Candidate> = crossing.copied().collect();
                    if live.len() > 1 {
                        values.push(self.value_of(&live));
                    }
                }
            }
        }
        values.sort();
        values.dedup();
        values
    }

    /// The live candidates of each digit in each house, digit by digit.
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
}

impl FoundMatches {
    /// Adds the effect of a match and the truths that its clauses name. The links of a loop depend
    /// on the matcher's derivation, so they are not compared.
    fn conclude(&mut self, pattern: &Pattern, reading: &Reading<'_>) {
        let mut effects = Effects::default();
        let mut part = Part::default();
        for conclusion in &pattern.conclusions {
            match conclusion {
                Conclusion::EliminateLinks(..) => {}
                Conclusion::OneOfGuardians => {
                    effects.derive(reading.known.position, reading.derived(pattern));
                }
                Conclusion::Place(..) | Conclusion::PlaceCandidate(_) => {
                    effects.placements.extend(reading.names(conclusion));
                }
                _ => part.eliminations.extend(reading.names(conclusion)),
            }
        }
        for every in &pattern.knowledge {
            part.truths.extend(reading.truths(&every.subject));
        }
        for condition in &pattern.conditions {
            if let Some(deadly) = reading.deadly(condition) {
                part.add_deadly(reading.known.position.board(), condition, deadly);
            }
            part.by_templates |= matches!(condition, Condition::Template(..));
            if let Condition::Capacities(count) = condition {
                let board = reading.known.position.board();
                part.add_capacities(board, reading.filled(&count.cells));
            }
        }
        let linked = (pattern.conclusions.iter()).filter_map(|c| match c {
            Conclusion::EliminateCovered(cells) => Some(cells),
            _ => None,
        });
        let subjects = linked.flatten().map(|&cells| Subject::Cells(cells));
        part.truths
            .extend(subjects.flat_map(|subject| reading.truths(&subject)));
        part.truths.sort_unstable();
        effects.parts.push(part);
        self.add_effects(pattern, reading.values.to_vec(), effects);
    }
}
