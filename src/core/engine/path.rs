//! The path from a position to its end, step by step.
//!
//! Each step belongs to the simplest technique that fires. If none fires, it is the refutation of a
//! candidate by search. At the end there is a claim.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

use super::agenda::{Progress, Tally};
use super::apply::{apply, count_distinct, remaining_effect, remaining_lazy_effect};
use super::certify::{Uncertified, certify};
use super::derived_truths::folded;
use super::layouts::{LayoutRound, LayoutStep, LayoutTally, StuckState};
use super::path_step::{KnownSolutions, Observer, PathStep};
use super::refutation::Refutation;
use super::search::{Limits, Outcome, Search};
use super::solver::{RuleStep, Solver, TechniqueId};
use super::strategy::{Pace, Strategy, Uniqueness};
use crate::grid::{Candidate, Puzzle, State};
use crate::lang::ir::{Level, Technique};
use crate::matcher::{CutOff, LazyMatch, Match, Position, PositionCache};
use crate::proof::{Claim, Step};

/// Number of suppositions spent on checking for a second solution before any rule above `easy` is
/// tried.
const SURVEY: u64 = 2_000;

/// The path from a position to its end. Each step is computed on request.
pub struct Path<'s, 'l, W = ()> {
    solver: &'s Solver<'l>,
    strategy: Cow<'s, Strategy>,
    observer: W,
    position: Position,
    /// The cache for this position.
    cache: PositionCache,
    techniques: Vec<Progress>,
    /// The technique whose round is in progress.
    current: Option<TechniqueId>,
    /// The matches of a technique that use derived truths and are still to be applied.
    by_derived: (TechniqueId, VecDeque<Match>),
    by_layouts: LayoutRound,
    search: Option<Search<'s>>,
    /// Number of suppositions tried so far, whether the proof contains them or not.
    tried: u64,
    known: KnownSolutions,
    /// The highest level of the techniques that the next step may use.
    max_level: Level,
    taken: u64,
    refused: Vec<(TechniqueId, Uncertified)>,
    /// Techniques whose matches in a state were truncated.
    cut_off: BTreeSet<TechniqueId>,
    claim: Option<Claim>,
    stopped: bool,
}

impl<'l> Solver<'l> {
    /// The path from a puzzle to its solution, to be followed step by step.
    pub fn path(&self, puzzle: &Puzzle) -> Path<'_, 'l> {
        self.observed(puzzle, ())
    }

    /// The path from a puzzle to its solution, with an observer.
    pub fn observed<W: Observer>(&self, puzzle: &Puzzle, observer: W) -> Path<'_, 'l, W> {
        let strategy = Cow::Borrowed(self.strategy());
        Path::new(self, strategy, Position::of(puzzle), observer)
    }

    /// The path from a position by rules alone, until no technique in use fires.
    pub fn path_from(&self, position: Position) -> Path<'_, 'l> {
        Path::new(self, Cow::Owned(Strategy::rules_alone()), position, ())
    }

    /// Applies the simplest technique that fires until none does, and calls `taken` for every step.
    /// Matches that cannot be certified are not applied but returned.
    pub fn run(
        &self,
        position: &mut Position,
        taken: impl FnMut(&RuleStep),
    ) -> Vec<(TechniqueId, Uncertified)> {
        self.run_at(Pace::Step, position, taken)
    }

    /// Like [`Solver::run`], with another strategy. Working in rounds reaches the same state with
    /// fewer searches.
    pub fn run_at(
        &self,
        how: impl Into<Strategy>,
        position: &mut Position,
        mut taken: impl FnMut(&RuleStep),
    ) -> Vec<(TechniqueId, Uncertified)> {
        let strategy = how.into();
        let mut path = Path::new(self, Cow::Owned(strategy), position.clone(), ());
        for step in path.by_ref() {
            if let PathStep::Rule(step) = &step {
                taken(step);
            }
        }
        *position = path.position;
        path.refused
    }
}

impl<'s, 'l, W: Observer> Path<'s, 'l, W> {
    fn new(
        solver: &'s Solver<'l>,
        strategy: Cow<'s, Strategy>,
        position: Position,
        observer: W,
    ) -> Path<'s, 'l, W> {
        let looked_for = |technique: &Technique| Progress {
            names_matter: technique.patterns.iter().any(|p| !p.presence.is_empty()),
            ..Progress::default()
        };
        Path {
            solver,
            cache: PositionCache::until(strategy.stop.clone()),
            strategy,
            observer,
            position,
            techniques: solver.techniques().map(looked_for).collect(),
            current: None,
            by_derived: (TechniqueId::FIRST, VecDeque::new()),
            by_layouts: LayoutRound::default(),
            search: None,
            tried: 0,
            known: KnownSolutions::Nothing,
            max_level: Level::Extreme,
            taken: 0,
            refused: Vec::new(),
            cut_off: BTreeSet::new(),
            claim: None,
            stopped: false,
        }
    }

    /// Limits the following steps to techniques of at most this level. A path that has ended may go
    /// on.
    pub fn limit_level(&mut self, most: Level) {
        self.max_level = most;
        self.claim = None;
    }

    /// Eliminates candidates for a reason that is no step of the path. A path that has ended may go
    /// on.
    pub fn eliminate(&mut self, candidates: impl IntoIterator<Item = Candidate>) {
        self.position.next_step();
        self.cache.forget();
        for candidate in candidates {
            self.position.eliminate(candidate);
        }
        self.claim = None;
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The claim of the steps so far. `Open` before the path has ended.
    pub fn claim(&self) -> &Claim {
        self.claim.as_ref().unwrap_or(&Claim::Open)
    }

    /// Matches without a certificate, which were not applied.
    pub fn refused(&self) -> &[(TechniqueId, Uncertified)] {
        &self.refused
    }

    /// The techniques whose matches in a state were truncated.
    pub fn cut_off(&self) -> impl Iterator<Item = TechniqueId> {
        self.cut_off.iter().copied()
    }

    /// Whether the path ended because of the [stop signal](Strategy::stop).
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// The use of each technique of the solver, in order.
    pub fn tallies(&self) -> impl Iterator<Item = Tally> {
        self.techniques.iter().map(|t| t.tally)
    }

    /// Number of uses of each kind of layouts.
    pub fn layout_tally(&self) -> LayoutTally {
        self.by_layouts.tally()
    }

    /// The claim, if the path must end here.
    fn ending(&self) -> Option<Claim> {
        let (board, state) = (self.position.board(), self.position.state());
        if let Some(group) = self.position.contradiction() {
            return Some(Claim::None(group));
        }
        if self.position.is_complete() {
            return state.solution(board).map(Claim::Unique);
        }
        let reached = self.strategy.goal.as_ref().is_some_and(|goal| {
            let masks = state.masks().iter().zip(goal.masks());
            masks
                .take(board.cell_count())
                .all(|(is, may)| is & !may == 0)
        });
        let over = reached || self.taken >= self.strategy.max_steps || self.strategy.stop.now();
        over.then_some(Claim::Open)
    }

    /// The next step, or the claim if there is none.
    fn advance(&mut self) -> Result<PathStep, Claim> {
        // A round continues until all its eliminations are done.
        if let Some(step) = self.pending_layout_step() {
            return Ok(PathStep::Layouts(step));
        }
        if let Some(step) = self.rule_step()? {
            return Ok(PathStep::Rule(step));
        }
        if let Some(step) = self.derived_step() {
            return Ok(PathStep::Rule(step));
        }
        if let Some(solution) = self.position.state().solution(self.position.board()) {
            return Err(Claim::Unique(solution));
        }
        self.survey(u64::MAX)?;
        if let Some(step) = self.reserve_step() {
            return Ok(PathStep::Rule(step));
        }
        if let Some(step) = self.layout_step() {
            return Ok(PathStep::Layouts(step));
        }
        match self.strategy.search && !self.strategy.stop.now() {
            true => self.refutation().map(PathStep::Search).ok_or(Claim::Open),
            false => Err(Claim::Open),
        }
    }

    /// The simplest step by layouts, where the puzzle has one solution.
    fn layout_step(&mut self) -> Option<LayoutStep> {
        let KnownSolutions::Solution(solution) = &self.known else {
            return None;
        };
        let most = self.strategy.max_level.min(self.max_level);
        if !self.strategy.layouts || most < Level::Extreme {
            return None;
        }
        let stuck = StuckState {
            board: self.solver.board(),
            state: self.position.state(),
            solution,
            pace: self.strategy.pace,
            stop: &self.strategy.stop,
        };
        let off = &self.strategy.off;
        self.by_layouts.find(&stuck, |title| !off.contains(title));
        self.pending_layout_step()
    }

    /// The next step of the arguments that were found by layouts.
    fn pending_layout_step(&mut self) -> Option<LayoutStep> {
        let mut round = std::mem::take(&mut self.by_layouts);
        let board = self.solver.board();
        let state = self.position.state().clone();
        let step = round.next(board, &state, |state, target| {
            Some(self.refute(state, target)?.steps)
        });
        self.by_layouts = round;
        step
    }

    /// The step of the simplest technique that fires, if any does.
    fn rule_step(&mut self) -> Result<Option<RuleStep>, Claim> {
        if let Some(current) = self.current
            && let Some(step) = self.found_step(current)
        {
            return Ok(Some(step));
        }
        // A round continues until all its matches are applied.
        if let Some(step) = self.found_by_derived() {
            return Ok(Some(step));
        }
        let solver = self.solver;
        let most = self.max_level;
        let may_fire = |id: &TechniqueId| solver.uses(*id) && solver.technique(*id).level <= most;
        for id in solver.ids().filter(may_fire) {
            if solver.technique(id).level > Level::Easy {
                if self.strategy.stop.now() {
                    return Err(Claim::Open);
                }
                self.survey(SURVEY)?;
            }
            if let Some(step) = self.step_of(id) {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// The step of the simplest technique in reserve that fires.
    fn reserve_step(&mut self) -> Option<RuleStep> {
        if !self.strategy.reserve {
            return None;
        }
        let (solver, most) = (self.solver, self.max_level);
        let may_fire =
            |id: &TechniqueId| solver.reserves(*id) && solver.technique(*id).level <= most;
        let mut reserve = solver.ids().filter(may_fire);
        reserve.find_map(|id| self.step_of(id).filter(|_| !self.strategy.stop.now()))
    }

    /// The next step of a technique, which is searched if nothing is left from an earlier search.
    fn step_of(&mut self, id: TechniqueId) -> Option<RuleStep> {
        loop {
            if let Some(step) = self.found_step(id) {
                self.current = (self.strategy.pace == Pace::Round).then_some(id);
                return Some(step);
            }
            if !self.search_technique(id) {
                return None;
            }
        }
    }

    /// The step of the simplest technique that fires with derived truths.
    fn derived_step(&mut self) -> Option<RuleStep> {
        if self.max_level < Level::Extreme {
            return None;
        }
        let solver = self.solver;
        let derived = solver.derived_truths(&self.position, &mut self.cache);
        if derived.is_empty() {
            return None;
        }
        let extended = self.position.deriving(&derived);
        let mut cache = PositionCache::until(self.strategy.stop.clone());
        solver.using_truths().find_map(|id| {
            let found = solver.matches_by_derived(id, &extended, &derived, &mut cache);
            let in_rounds = self.strategy.pace == Pace::Round;
            self.techniques[id.index()].different =
                in_rounds.then(|| count_distinct(found.iter().map(Match::own_effect)));
            self.by_derived = (id, found.into());
            self.found_by_derived()
        })
    }

    /// The next match with derived truths that has a remaining effect and can be certified.
    fn found_by_derived(&mut self) -> Option<RuleStep> {
        let id = self.by_derived.0;
        while let Some(found) = self.by_derived.1.pop_front() {
            let Some(found) = remaining_effect(&self.position, found) else {
                continue;
            };
            match folded(&self.position, id, found) {
                Ok(step) => {
                    self.techniques[id.index()].count_step(self.strategy.pace);
                    if self.strategy.pace == Pace::Step {
                        self.by_derived.1.clear();
                    }
                    return Some(step);
                }
                Err(refused) => self.refused.push((id, refused)),
            }
        }
        None
    }

    /// Searches for a technique, unless nothing has changed since the last search. Returns whether
    /// there are new matches.
    fn search_technique(&mut self, id: TechniqueId) -> bool {
        let age = self.position.age();
        let progress = &mut self.techniques[id.index()];
        if progress.searched_at == Some(age) {
            return false;
        }
        let since = progress.searched_at.filter(|_| !progress.cut_off);
        progress.searched_before = progress.searched_at.replace(age);
        self.observer.begin(id);
        let solver = self.solver;
        let mut found = solver.lazy_matches_since(id, &self.position, since, &mut self.cache);
        self.observer.searched(id, found.len());
        let progress = &mut self.techniques[id.index()];
        let cut = self.cache.cut_off();
        progress.cut_off = cut.is_some();
        let in_rounds = self.strategy.pace == Pace::Round;
        if cut == Some(CutOff::TooMany) {
            self.cut_off.insert(id);
            // A truncated list depends on the orientation of the board. A grade must not.
            if in_rounds {
                found.clear();
            }
        }
        let effects = found.iter().map(LazyMatch::own_effect);
        progress.different = in_rounds.then(|| count_distinct(effects));
        progress.found = found.into();
        !progress.found.is_empty()
    }

    /// The next match that has a remaining effect, with its certificate.
    fn found_step(&mut self, id: TechniqueId) -> Option<RuleStep> {
        while let Some(found) = self.techniques[id.index()].found.pop_front() {
            let Some(found) = remaining_lazy_effect(&self.position, found) else {
                continue;
            };
            // There may be many uncertified matches.
            if self.strategy.stop.now() {
                return None;
            }
            self.observer.begin(id);
            let certificate = self.certificate(id, &found);
            self.observer.certified(id);
            let Some(certificate) = certificate else {
                continue;
            };
            let progress = &mut self.techniques[id.index()];
            progress.count_step(self.strategy.pace);
            if self.strategy.pace == Pace::Step && progress.names_matter {
                // After this step, other matches may have another name.
                progress.found.clear();
                progress.searched_at = progress.searched_before;
            }
            return Some(RuleStep {
                technique: id,
                found,
                certificate,
            });
        }
        None
    }

    /// The certificate of a match. `None` if it cannot be certified, which is recorded.
    fn certificate(&mut self, id: TechniqueId, found: &LazyMatch) -> Option<Vec<Step>> {
        if let Some((candidate, group)) = found.single() {
            return Some(vec![Step::Single { candidate, group }]);
        }
        let certified = certify(&self.position, found);
        let assumes = |steps: &[Step]| steps.iter().any(|s| matches!(s, Step::Deadly(_)));
        let refused = match certified {
            Ok(steps) if !assumes(&steps) || self.strategy.uniqueness == Uniqueness::Assumed => {
                return Some(steps);
            }
            Ok(_) => {
                Uncertified::eliminations(self.solver.board(), &found.eliminations, &found.truths)
            }
            Err(refused) => refused,
        };
        // Only steps that assume a unique solution may have another proof. A step that does not
        // follow from its rule is not taken, even if its conclusion is true.
        let discharged = match self.solver.technique(id).assumes_unique {
            true => self.discharge(found),
            false => None,
        };
        if discharged.is_none() && !self.refused.contains(&(id, refused.clone())) {
            self.refused.push((id, refused));
        }
        discharged
    }

    /// Refutes the candidates that a match eliminates, without using the match.
    fn discharge(&mut self, found: &Match) -> Option<Vec<Step>> {
        let board = self.solver.board();
        let mut state = self.position.state().clone();
        let mut steps = Vec::new();
        for &candidate in &found.placements {
            let group = board.cell_group(board.cell_of(candidate));
            for other in state.domain(board, group).filter(|&c| c != candidate) {
                steps.extend(self.refute(&state, other)?.steps);
                state.eliminate(board, other);
            }
            steps.push(Step::Single { candidate, group });
            state.place(board, candidate);
        }
        for &target in &found.eliminations {
            if state.is_live(board, target) {
                steps.extend(self.refute(&state, target)?.steps);
                state.eliminate(board, target);
            }
        }
        Some(steps)
    }

    fn refute(&mut self, state: &State, target: Candidate) -> Option<Refutation> {
        self.searching(u64::MAX, |search| search.easy_refutation(state, target))
    }

    /// A candidate that search refutes.
    fn refutation(&mut self) -> Option<Refutation> {
        let board = self.solver.board();
        let known = std::mem::replace(&mut self.known, KnownSolutions::Nothing);
        let can_be_wrong = |candidate: Candidate| match &known {
            KnownSolutions::Solution(grid) => {
                grid[board.cell_of(candidate).index()] != board.digit_of(candidate)
            }
            KnownSolutions::NoSolution | KnownSolutions::TooMuch | KnownSolutions::Nothing => true,
        };
        let state = self.position.state().clone();
        let order = self.strategy.target_order.clone();
        let found = self.searching(u64::MAX, |search| {
            search.easiest_refutation(&state, can_be_wrong, &order)
        });
        self.known = known;
        found
    }

    /// Searches for solutions once, with at most `most` suppositions. Several solutions end the
    /// path.
    fn survey(&mut self, most: u64) -> Result<(), Claim> {
        match self.known {
            KnownSolutions::Nothing => {}
            KnownSolutions::TooMuch if most > SURVEY => {}
            _ => return Ok(()),
        }
        let state = self.position.state().clone();
        let outcome = self.searching(most, |search| search.solve(&state));
        self.known = match outcome {
            Outcome::Unique(solution) => KnownSolutions::Solution(solution),
            Outcome::None(_) => KnownSolutions::NoSolution,
            Outcome::Many(one, other) => return Err(Claim::Many(one, other)),
            Outcome::GaveUp => KnownSolutions::TooMuch,
        };
        Ok(())
    }

    /// Uses the search with the rest of its limit.
    fn searching<T>(&mut self, most: u64, work: impl FnOnce(&mut Search<'s>) -> T) -> T {
        let left = (self.strategy.limits.supposes).saturating_sub(self.tried);
        let limits = Limits {
            supposes: left.min(most),
        };
        let board = self.solver.board();
        let stop = &self.strategy.stop;
        let search = self.search.get_or_insert_with(|| {
            let mut search = Search::new(board, limits);
            search.stop_when(stop.clone());
            search
        });
        search.set_limits(limits);
        let result = work(search);
        self.tried += search.tried();
        result
    }
}

impl<W: Observer> Iterator for Path<'_, '_, W> {
    type Item = PathStep;

    fn next(&mut self) -> Option<PathStep> {
        if self.claim.is_some() {
            return None;
        }
        let next = match self.ending() {
            Some(claim) => Err(claim),
            None => self.advance(),
        };
        match next {
            Err(claim) => {
                self.stopped = claim == Claim::Open && self.strategy.stop.now();
                self.claim = Some(claim);
                None
            }
            Ok(step) => {
                self.taken += 1;
                self.position.next_step();
                self.cache.forget();
                apply(&mut self.position, step.placements(), step.eliminations());
                Some(step)
            }
        }
    }
}
