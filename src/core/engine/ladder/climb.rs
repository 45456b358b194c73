//! Rating of a puzzle: takes the first entry of the ladder that fires, again and again.
//!
//! A [`Climber`] has the rules of a ladder prepared for a board. A rule with several entries
//! (hidden singles in boxes, hidden singles) is searched once.
//!
//! Steps of rules have certificates, as everywhere. Chains and aligned sets have none: a chain is
//! followed implication by implication, using only truths and links, and its steps never enter a
//! proof.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::aligned;
use super::chains::{ChainFamily, ChainFinder, ChainMemo, ChainRates, length_steps};
use super::file::{Ladder, LadderError, LadderProblem};
use super::gate::{PairGate, PairTable};
use super::rung::{Rung, RungAction, RungDemand, Taking};
use crate::engine::apply::{apply, count_distinct, remaining_effect};
use crate::engine::certify::certify;
use crate::engine::solver::{Solver, TechniqueId};
use crate::grid::{Board, Candidate, Cell, GroupKind, HouseKind, Puzzle};
use crate::lang::Library;
use crate::lang::ir::Technique;
use crate::matcher::{Match, Position, PositionCache, Value};
use crate::propagate::Stop;

/// Maximum number of steps of a technique that count in one state, if all matches are taken at
/// once.
const MAX_COUNTED: u32 = 2;

/// Rates puzzles of one board by a ladder.
pub struct Climber<'l> {
    ladder: Ladder,
    solver: Solver<'l>,
    /// For each entry, its techniques.
    techniques: Vec<Vec<TechniqueId>>,
    chains: ChainFinder,
    gate: PairGate,
    seen: aligned::SeenCells,
}

/// How a rating ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClimbEnd {
    /// The puzzle is solved.
    Solved,
    /// No entry fires.
    Stuck,
    /// It was stopped.
    Stopped,
    /// A truth has no candidate, so there is no solution.
    Impossible,
}

/// The rating of a puzzle by a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Climb {
    /// How it ended.
    pub end: ClimbEnd,
    /// The rating of the hardest step, in hundredths.
    pub hardest: u32,
    /// The hardest rating up to the first step that placed a digit.
    pub first_placement: Option<u32>,
    /// The rating of the first step.
    pub first_step: Option<u32>,
    /// The sum of all ratings.
    pub sum: u64,
    /// The highest level of a step, as an index of the ladder's levels.
    pub level: usize,
    /// The number of steps of each entry.
    pub steps: Vec<u32>,
    /// The entry of the hardest step.
    pub hardest_rung: Option<usize>,
}

/// A step of a rating.
#[derive(Clone, Debug)]
pub struct ClimbStep {
    /// The index of the entry in the ladder.
    pub rung: usize,
    /// The rating of the step, in hundredths.
    pub mark: u32,
    /// For a chain, its family and number of nodes.
    pub chain: Option<(ChainFamily, usize)>,
    /// The placed candidates.
    pub placements: Vec<Candidate>,
    /// The eliminated candidates.
    pub eliminations: Vec<Candidate>,
}

/// The result of an entry.
struct RungStep {
    mark: u32,
    matches: Vec<Match>,
    chain: Option<(ChainFamily, usize)>,
    /// Further placed or eliminated candidates.
    placements: Vec<Candidate>,
    eliminations: Vec<Candidate>,
}

/// The cached results of a technique in the position.
#[derive(Clone, Default)]
struct LookedUp {
    /// The last age at which it had no match.
    none_at: Option<u32>,
    /// The matches at an age.
    found: Option<(u32, Vec<Match>)>,
}

/// The state of a rating.
struct Ascent<'c, 'l> {
    climber: &'c Climber<'l>,
    position: Position,
    cache: PositionCache,
    looked_up: Vec<LookedUp>,
    /// For each entry of chains, the age at which it had none.
    no_chain: Vec<Option<u32>>,
    /// The bivalue cells at an age.
    pairs: Option<(u32, PairTable)>,
    chains: Option<ChainMemo>,
    stop: Stop,
}

/// A callback for each step, with the position in which it was found.
pub type ClimbListener<'t> = &'t mut dyn FnMut(&Position, ClimbStep);

impl<'l> Climber<'l> {
    /// Prepares a ladder for a board. Fails with all lines that the library does not support.
    pub fn new(
        board: &Arc<Board>,
        library: &'l Library,
        ladder: Ladder,
    ) -> Result<Climber<'l>, Vec<LadderError>> {
        let mut used: Vec<&'l Technique> = Vec::new();
        let mut places: Vec<Vec<usize>> = Vec::new();
        let mut errors = Vec::new();
        for rung in &ladder.rungs {
            let mut on_rung = Vec::new();
            if let RungAction::Rule { name, .. } = &rung.action {
                let named = library.techniques.iter().filter(|t| t.is_named(name));
                let named: Vec<&Technique> = named.collect();
                if let Err(problem) = check(rung, &named, library) {
                    let line = rung.line;
                    errors.push(LadderError { line, problem });
                }
                let kept = named.into_iter();
                for technique in kept.filter(|t| !(ladder.without_unique && t.assumes_unique)) {
                    let known = used.iter().position(|own| std::ptr::eq(*own, technique));
                    on_rung.push(known.unwrap_or(used.len()));
                    if known.is_none() {
                        used.push(technique);
                    }
                }
            }
            places.push(on_rung);
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let solver = Solver::with(board, used);
        let ids: Vec<TechniqueId> = solver.ids().collect();
        let on_rung = |places: Vec<usize>| places.into_iter().map(|at| ids[at]).collect();
        Ok(Climber {
            techniques: places.into_iter().map(on_rung).collect(),
            chains: ChainFinder::new(board),
            gate: PairGate::new(board),
            seen: aligned::SeenCells::of(board),
            solver,
            ladder,
        })
    }

    /// The ladder.
    pub fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// Rates a puzzle.
    pub fn climb(&self, puzzle: &Puzzle, stop: &Stop) -> Climb {
        self.climb_and_tell(puzzle, stop, None)
    }

    /// Rates a puzzle and reports each step with its position.
    pub fn climb_and_tell(
        &self,
        puzzle: &Puzzle,
        stop: &Stop,
        mut tell: Option<ClimbListener<'_>>,
    ) -> Climb {
        let mut ascent = Ascent {
            climber: self,
            position: Position::of(puzzle),
            cache: PositionCache::until(stop.clone()),
            looked_up: vec![LookedUp::default(); self.solver.ids().count()],
            no_chain: vec![None; self.ladder.rungs.len()],
            pairs: None,
            chains: None,
            stop: stop.clone(),
        };
        let mut climb = Climb {
            end: ClimbEnd::Solved,
            hardest: 0,
            first_placement: None,
            first_step: None,
            sum: 0,
            level: 0,
            steps: vec![0; self.ladder.rungs.len()],
            hardest_rung: None,
        };
        loop {
            if ascent.position.contradiction().is_some() {
                climb.end = ClimbEnd::Impossible;
            } else if ascent.position.is_complete() {
                climb.end = ClimbEnd::Solved;
            } else if stop.now() {
                climb.end = ClimbEnd::Stopped;
            } else if let Some((rung, step)) = ascent.lowest() {
                climb.count(&self.ladder, rung, &step);
                if let Some(tell) = &mut tell {
                    tell(&ascent.position, step.told(rung));
                }
                ascent.take(step);
                continue;
            } else {
                climb.end = ClimbEnd::Stuck;
            }
            return climb;
        }
    }
}

/// Checks that the library supports an entry.
fn check(rung: &Rung, named: &[&Technique], library: &Library) -> Result<(), LadderProblem> {
    let RungAction::Rule {
        name,
        demands,
        direct,
    } = &rung.action
    else {
        return Ok(());
    };
    let Some(technique) = named.first() else {
        let rule = name.split('=').next().unwrap_or(name);
        let close = library.knows(rule).err().flatten().map(str::to_owned);
        return Err(LadderProblem::UnknownRule(name.clone(), close));
    };
    let asked = demands.iter().flat_map(|demand| match demand {
        RungDemand::Kind(name, _) | RungDemand::Size { name, .. } => vec![name],
        RungDemand::Has(name, digits) | RungDemand::HasOnly { name, digits, .. } => digits
            .iter()
            .chain(demand.perhaps())
            .chain([name])
            .collect(),
    });
    for variable in asked.chain(direct) {
        let known =
            (technique.patterns.iter()).any(|p| p.variables.iter().any(|v| v.name == *variable));
        if !known {
            let (rule, variable) = (technique.rule.to_string(), variable.clone());
            return Err(LadderProblem::UnknownVariable(rule, variable));
        }
    }
    Ok(())
}

impl Climb {
    fn count(&mut self, ladder: &Ladder, rung: usize, step: &RungStep) {
        let places = !step.placements.is_empty()
            || step
                .matches
                .iter()
                .any(|found| !found.placements.is_empty());
        if step.mark > self.hardest {
            self.hardest = step.mark;
            self.hardest_rung = Some(rung);
        }
        self.first_step.get_or_insert(step.mark);
        if places {
            self.first_placement.get_or_insert(self.hardest);
        }
        // Placements count one each. For eliminations that are taken at once, one or two steps are
        // usually enough to go on.
        let placed = step.matches.iter().flat_map(|found| &found.placements);
        let placed: BTreeSet<&Candidate> = placed.collect();
        let times = match (ladder.taking, placed.is_empty()) {
            (Taking::One, _) => 1,
            (Taking::All, true) => count_distinct(&step.matches).clamp(1, MAX_COUNTED),
            (Taking::All, false) => placed.len() as u32,
        };
        self.steps[rung] += times;
        self.sum += u64::from(step.mark) * u64::from(times);
        self.level = self.level.max(ladder.rungs[rung].level.unwrap_or(0));
    }
}

impl Ascent<'_, '_> {
    /// The result of the first entry that fires.
    fn lowest(&mut self) -> Option<(usize, RungStep)> {
        let climber = self.climber;
        let rungs = climber.ladder.rungs.iter().enumerate();
        for (at, rung) in rungs {
            let step = match &rung.action {
                RungAction::Rule {
                    demands, direct, ..
                } => self.rule(at, rung.mark, demands, direct.as_deref()),
                RungAction::Chains(rates) => self.chain(at, rates),
                RungAction::Aligned(cells) => {
                    let (board, state) = (self.position.board(), self.position.state());
                    aligned::find(board, state, &climber.seen, *cells).map(|eliminations| {
                        RungStep {
                            eliminations,
                            ..RungStep::of(rung.mark)
                        }
                    })
                }
            };
            if let Some(step) = step {
                return Some((at, step));
            }
        }
        None
    }

    /// The result of an entry with rules.
    fn rule(
        &mut self,
        rung: usize,
        mark: u32,
        demands: &[RungDemand],
        direct: Option<&str>,
    ) -> Option<RungStep> {
        let climber = self.climber;
        let mut step = RungStep::of(mark);
        if !self.is_possible(rung, demands) {
            return None;
        }
        for &id in &climber.techniques[rung] {
            self.look(id);
            let technique = climber.solver.technique(id);
            let Some((_, found)) = &self.looked_up[id.index()].found else {
                continue;
            };
            for found in found {
                if !demands.iter().all(|d| self.meets(technique, found, d)) {
                    continue;
                }
                let placed = match direct {
                    None => Vec::new(),
                    Some(variable) => match self.direct(technique, found, variable) {
                        Some(placed) => vec![placed],
                        None => continue,
                    },
                };
                if certify(&self.position, found).is_err() {
                    continue;
                }
                match placed.is_empty() {
                    true => step.matches.push(found.clone()),
                    false => step.placements.extend(placed),
                }
                if climber.ladder.taking == Taking::One {
                    return Some(step);
                }
            }
        }
        (!step.matches.is_empty() || !step.placements.is_empty()).then_some(step)
    }

    /// Whether some match may meet the demands of an entry.
    fn is_possible(&mut self, rung: usize, demands: &[RungDemand]) -> bool {
        let is_about_pairs = |demand: &RungDemand| matches!(demand, RungDemand::HasOnly { .. });
        if !demands.iter().any(is_about_pairs) {
            return true;
        }
        let climber = self.climber;
        let age = self.position.age();
        if self.pairs.as_ref().is_none_or(|(at, _)| *at != age) {
            let (board, state) = (self.position.board(), self.position.state());
            self.pairs = Some((age, climber.gate.table(board, state)));
        }
        let ids = climber.techniques[rung].iter();
        let techniques: Vec<&Technique> = ids.map(|&id| climber.solver.technique(id)).collect();
        (self.pairs.as_ref()).is_none_or(|(_, pairs)| pairs.may_meet(demands, &techniques))
    }

    /// Searches for the matches of a technique in the position.
    fn look(&mut self, id: TechniqueId) {
        let age = self.position.age();
        let looked_up = &mut self.looked_up[id.index()];
        if matches!(looked_up.found, Some((at, _)) if at == age) || looked_up.none_at == Some(age) {
            return;
        }
        let since = looked_up.none_at;
        let solver = &self.climber.solver;
        let found = solver.matches_since(id, &self.position, since, &mut self.cache);
        looked_up.found = None;
        match found.is_empty() {
            true => looked_up.none_at = Some(age),
            false => looked_up.found = Some((age, found)),
        }
    }

    /// Whether a match meets a demand.
    fn meets(&self, technique: &Technique, found: &Match, demand: &RungDemand) -> bool {
        let value = |name: &str| bound(technique, found, name);
        match demand {
            RungDemand::Kind(name, kinds) => value(name).is_some_and(|value| {
                let kinds_of = self.kinds(value);
                !kinds_of.is_empty() && kinds_of.iter().all(|kind| kinds.contains(kind))
            }),
            RungDemand::Size {
                name,
                size,
                or_more,
            } => value(name).is_some_and(|value| match or_more {
                true => value.size() >= *size,
                false => value.size() == *size,
            }),
            RungDemand::Has(name, digits) | RungDemand::HasOnly { name, digits, .. } => {
                let mask = |names: &[String]| {
                    (names.iter()).fold(0, |all, name| match value(name) {
                        Some(Value::Digits(mask)) => all | mask,
                        _ => all,
                    })
                };
                let (all, also) = (mask(digits), mask(demand.perhaps()));
                let (board, state) = (self.position.board(), self.position.state());
                let Some(Value::Cells(cells)) = value(name) else {
                    return false;
                };
                let digits = |cell| state.digits(board, cell);
                match demand {
                    RungDemand::HasOnly { count, .. } => {
                        let alike =
                            |cell: &Cell| digits(*cell) == all || digits(*cell) == all | also;
                        cells.iter().filter(alike).count() >= *count
                    }
                    _ => cells.iter().all(|cell| digits(cell) & all == all),
                }
            }
        }
    }

    /// The kinds of houses that a variable is bound to.
    fn kinds(&self, value: &Value) -> Vec<HouseKind> {
        let board = self.position.board();
        match value {
            Value::Houses(houses) => houses.iter().map(|h| board.house(h).kind).collect(),
            _ => Vec::new(),
        }
    }

    /// A digit that the eliminations of a match leave a single place, in a house of the kind that
    /// the variable is bound to.
    fn direct(&self, technique: &Technique, found: &Match, variable: &str) -> Option<Candidate> {
        let (board, state) = (self.position.board(), self.position.state());
        let kinds = self.kinds(bound(technique, found, variable)?);
        for &gone in &found.eliminations {
            for slot in board.slots(gone) {
                let GroupKind::House(house, _) = board.group_kind(slot.group) else {
                    continue;
                };
                if !kinds.contains(&board.house(house).kind) || !board.is_truth(slot.group) {
                    continue;
                }
                let mut left = (state.domain(board, slot.group))
                    .filter(|candidate| !found.eliminations.contains(candidate));
                if let (Some(only), None) = (left.next(), left.next()) {
                    return Some(only);
                }
            }
        }
        None
    }

    /// The simplest chain of an entry.
    fn chain(&mut self, rung: usize, rates: &ChainRates) -> Option<RungStep> {
        let age = self.position.age();
        if self.no_chain[rung] == Some(age) {
            return None;
        }
        let (board, state) = (self.position.board(), self.position.state());
        let finder = &self.climber.chains;
        let found = finder.find(board, state, rates, &mut self.chains, &self.stop);
        let Some(chain) = found else {
            self.no_chain[rung] = Some(age);
            return None;
        };
        let base = rates.0.iter().find(|(family, _)| *family == chain.family);
        let mark = base.map_or(0, |(_, base)| *base) + 10 * length_steps(chain.nodes);
        Some(RungStep {
            chain: Some((chain.family, chain.nodes)),
            placements: chain.placement().into_iter().collect(),
            eliminations: chain.eliminations().collect(),
            ..RungStep::of(mark)
        })
    }

    /// Applies a step.
    fn take(&mut self, step: RungStep) {
        self.position.next_step();
        self.cache.forget();
        for found in step.matches {
            if let Some(found) = remaining_effect(&self.position, found) {
                apply(&mut self.position, &found.placements, &found.eliminations);
            }
        }
        let board = Arc::clone(self.position.board());
        for candidate in step.placements {
            if !self.position.is_solved(board.cell_of(candidate)) {
                self.position.place(candidate);
            }
        }
        for candidate in step.eliminations {
            if self.position.state().is_live(&board, candidate) {
                self.position.eliminate(candidate);
            }
        }
    }
}

impl RungStep {
    fn of(mark: u32) -> RungStep {
        RungStep {
            mark,
            matches: Vec::new(),
            chain: None,
            placements: Vec::new(),
            eliminations: Vec::new(),
        }
    }

    fn told(&self, rung: usize) -> ClimbStep {
        let all = |own: &[Candidate], of: fn(&Match) -> &Vec<Candidate>| {
            let found = self.matches.iter().flat_map(|found| of(found).iter());
            let all: BTreeSet<Candidate> = own.iter().chain(found).copied().collect();
            all.into_iter().collect()
        };
        ClimbStep {
            rung,
            mark: self.mark,
            chain: self.chain,
            placements: all(&self.placements, |found| &found.placements),
            eliminations: all(&self.eliminations, |found| &found.eliminations),
        }
    }
}

/// The value of a variable of a match.
fn bound<'m>(technique: &Technique, found: &'m Match, name: &str) -> Option<&'m Value> {
    let variables = &technique.patterns.get(found.pattern)?.variables;
    let at = variables.iter().position(|v| v.name == name)?;
    found.bindings.get(at)?.as_ref()
}
