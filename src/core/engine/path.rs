//! From a position to its end, step by step.
//!
//! Takes a [`Solver`] and a position; gives the steps, one at a time, and at the end a claim. A step is that of the
//! simplest technique that fires, and where none does, the refutation of a candidate by search.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

use super::certify::{Uncertified, certify};
use super::derived::folded;
use super::effects::{apply, different_singles, different_steps, still_to_do};
use super::looked::{LookedFor, Tally};
use super::refutation::Refutation;
use super::search::{Limits, Outcome, Search};
use super::solver::{RuleStep, Solver, TechniqueId};
use super::strategy::{Pace, Strategy, Uniqueness};
use crate::grid::{Candidate, Digit, Puzzle, State};
use crate::lang::ir::{Level, Technique};
use crate::matcher::{CutOff, Match, Position, PositionCache};
use crate::proof::{Claim, Step};

/// Before rules look for more than singles, so many suppositions are spent on whether there are several solutions.
const SURVEY: u64 = 2_000;

/// A step of a path.
#[derive(Clone, Debug)]
pub enum PathStep {
    /// A technique found it.
    Rule(RuleStep),
    /// No technique fired, and the candidate was refuted by search.
    Search(Refutation),
}

impl PathStep {
    /// Why it is right.
    pub fn certificate(&self) -> &[Step] {
        match self {
            PathStep::Rule(step) => &step.certificate,
            PathStep::Search(refutation) => &refutation.steps,
        }
    }

    /// The candidates that it removes, beside those that its placements exclude.
    pub fn eliminations(&self) -> &[Candidate] {
        match self {
            PathStep::Rule(step) => step.found.eliminations(),
            PathStep::Search(refutation) => std::slice::from_ref(&refutation.target),
        }
    }

    /// The candidates that it places.
    pub fn placements(&self) -> &[Candidate] {
        match self {
            PathStep::Rule(step) => step.found.placements(),
            PathStep::Search(_) => &[],
        }
    }
}

/// Somebody who looks on while techniques are looked for.
pub trait Watch {
    /// The technique is looked for, or one of its steps is certified, from now on.
    fn begin(&mut self, technique: TechniqueId);
    /// The look has ended, and so many matches were found.
    fn looked(&mut self, technique: TechniqueId, matches: usize);
    /// The step has its certificate, or is refused.
    fn certified(&mut self, technique: TechniqueId);
}

impl Watch for () {
    fn begin(&mut self, _: TechniqueId) {}
    fn looked(&mut self, _: TechniqueId, _: usize) {}
    fn certified(&mut self, _: TechniqueId) {}
}

/// What is known about solutions from a search that is no part of the proof.
enum KnownSolutions {
    Nothing,
    /// The search was too long.
    TooMuch,
    Solution(Vec<Digit>),
    NoSolution,
}

/// The way from a position to its end. Each step is taken when it is asked for.
pub struct Path<'s, 'l, W = ()> {
    solver: &'s Solver<'l>,
    strategy: Cow<'s, Strategy>,
    watch: W,
    position: Position,
    /// What was found out about this position.
    cache: PositionCache,
    techniques: Vec<LookedFor>,
    /// The technique whose round is not over.
    current: Option<TechniqueId>,
    /// What a technique found by truths that others derive, and is still to be done.
    by_derived: (TechniqueId, VecDeque<Match>),
    search: Option<Search<'s>>,
    /// The suppositions tried so far, in the proof or not.
    tried: u64,
    known: KnownSolutions,
    taken: u64,
    refused: Vec<(TechniqueId, Uncertified)>,
    /// Techniques with more matches in a state than are kept.
    cut_off: BTreeSet<TechniqueId>,
    claim: Option<Claim>,
    stopped: bool,
}

impl<'l> Solver<'l> {
    /// The way from a puzzle to its solution, to be walked step by step.
    pub fn path(&self, puzzle: &Puzzle) -> Path<'_, 'l> {
        self.watched(puzzle, ())
    }

    /// The same, with somebody who looks on.
    pub fn watched<W: Watch>(&self, puzzle: &Puzzle, watch: W) -> Path<'_, 'l, W> {
        let strategy = Cow::Borrowed(self.strategy());
        Path::new(self, strategy, Position::of(puzzle), watch)
    }

    /// Applies the simplest technique that fires until none does, and tells of every step. Matches that the
    /// rules find but that cannot be certified are not applied but returned.
    pub fn run(
        &self,
        position: &mut Position,
        taken: impl FnMut(&RuleStep),
    ) -> Vec<(TechniqueId, Uncertified)> {
        self.run_at(Pace::Step, position, taken)
    }

    /// The same at another pace (by rounds it ends in the same state, and looks less often), or by a strategy that may stop it.
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

impl<'s, 'l, W: Watch> Path<'s, 'l, W> {
    fn new(
        solver: &'s Solver<'l>,
        strategy: Cow<'s, Strategy>,
        position: Position,
        watch: W,
    ) -> Path<'s, 'l, W> {
        let looked_for = |technique: &Technique| LookedFor {
            names_matter: technique.patterns.iter().any(|p| !p.presence.is_empty()),
            ..LookedFor::default()
        };
        Path {
            solver,
            cache: PositionCache::until(strategy.stop.clone()),
            strategy,
            watch,
            position,
            techniques: solver.techniques().map(looked_for).collect(),
            current: None,
            by_derived: (TechniqueId::FIRST, VecDeque::new()),
            search: None,
            tried: 0,
            known: KnownSolutions::Nothing,
            taken: 0,
            refused: Vec::new(),
            cut_off: BTreeSet::new(),
            claim: None,
            stopped: false,
        }
    }

    /// Where the path has come to.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What the steps so far prove; before the path has ended, nothing more than themselves.
    pub fn claim(&self) -> &Claim {
        self.claim.as_ref().unwrap_or(&Claim::Open)
    }

    /// Matches that rules found but that could not be proved, so that they were not used.
    pub fn refused(&self) -> &[(TechniqueId, Uncertified)] {
        &self.refused
    }

    /// The techniques, of which not all matches in a state were looked at: there are too many.
    pub fn cut_off(&self) -> impl Iterator<Item = TechniqueId> {
        self.cut_off.iter().copied()
    }

    /// Whether it ended because it was [told to](Strategy::stop), and not because there was nothing more to do.
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// How often each technique of the solver was used, in their order.
    pub fn tallies(&self) -> impl Iterator<Item = Tally> {
        self.techniques.iter().map(|t| t.tally)
    }

    /// The claim, if the path ends here whatever could be found next.
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
        match self.strategy.search && !self.strategy.stop.now() {
            true => self.refutation().map(PathStep::Search).ok_or(Claim::Open),
            false => Err(Claim::Open),
        }
    }

    /// The step of the simplest technique that fires, if any does.
    fn rule_step(&mut self) -> Result<Option<RuleStep>, Claim> {
        if let Some(current) = self.current
            && let Some(step) = self.found_step(current)
        {
            return Ok(Some(step));
        }
        // A round goes on until all that was found is done.
        if let Some(step) = self.found_by_derived() {
            return Ok(Some(step));
        }
        let solver = self.solver;
        for id in solver.ids().filter(|&id| solver.uses(id)) {
            if solver.technique(id).level > Level::Easy {
                if self.strategy.stop.now() {
                    return Err(Claim::Open);
                }
                self.survey(SURVEY)?;
            }
            loop {
                if let Some(step) = self.found_step(id) {
                    self.current = (self.strategy.pace == Pace::Round).then_some(id);
                    return Ok(Some(step));
                }
                if !self.look(id) {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// The step of the simplest technique that fires by truths that others derive.
    fn derived_step(&mut self) -> Option<RuleStep> {
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
            self.techniques[id.index()].different = in_rounds.then(|| different_steps(&found));
            self.by_derived = (id, found.into());
            self.found_by_derived()
        })
    }

    /// The next of the matches found by derived truths that is still to be done and can be proved.
    fn found_by_derived(&mut self) -> Option<RuleStep> {
        let id = self.by_derived.0;
        while let Some(found) = self.by_derived.1.pop_front() {
            let Some(found) = still_to_do(&self.position, found) else {
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

    /// Looks for a technique, unless nothing has changed since the last time; says whether there
    /// is something new to do.
    fn look(&mut self, id: TechniqueId) -> bool {
        let age = self.position.age();
        let progress = &mut self.techniques[id.index()];
        if progress.looked == Some(age) {
            return false;
        }
        let since = progress.looked.filter(|_| !progress.cut_off);
        progress.looked_before = progress.looked.replace(age);
        self.watch.begin(id);
        let solver = self.solver;
        if let Some(mut lone) = solver.lone_since(id, &self.position, since) {
            self.watch.looked(id, lone.len());
            let progress = &mut self.techniques[id.index()];
            let in_rounds = self.strategy.pace == Pace::Round;
            progress.different = in_rounds.then(|| different_singles(&lone));
            lone.reverse();
            progress.lone = lone;
            return !progress.lone.is_empty();
        }
        let mut found = solver.matches_since(id, &self.position, since, &mut self.cache);
        self.watch.looked(id, found.len());
        let progress = &mut self.techniques[id.index()];
        let cut = self.cache.cut_off();
        progress.cut_off = cut.is_some();
        let in_rounds = self.strategy.pace == Pace::Round;
        if cut == Some(CutOff::TooMany) {
            self.cut_off.insert(id);
            // Which were found by then depends on how the board is written, and a grade must not.
            if in_rounds {
                found.clear();
            }
        }
        progress.different = in_rounds.then(|| different_steps(&found));
        progress.found = found.into();
        !progress.found.is_empty()
    }

    /// The next of the singles found before that is still to be done.
    fn lone_step(&mut self, id: TechniqueId) -> Option<RuleStep> {
        let board = self.solver.board();
        let progress = &mut self.techniques[id.index()];
        let lone = loop {
            let lone = progress.lone.pop()?;
            if !self.position.is_solved(lone.cell)
                && self.position.state().is_live(board, lone.candidate)
            {
                break lone;
            }
        };
        progress.count_step(self.strategy.pace);
        Some(RuleStep {
            technique: id,
            found: self.solver.step_of(id, lone)?,
            certificate: vec![Step::Single {
                candidate: lone.candidate,
                group: lone.truth,
            }],
        })
    }

    /// The next of the matches found before that is still to be done, with its certificate.
    fn found_step(&mut self, id: TechniqueId) -> Option<RuleStep> {
        if let Some(step) = self.lone_step(id) {
            return Some(step);
        }
        while let Some(found) = self.techniques[id.index()].found.pop_front() {
            let Some(found) = still_to_do(&self.position, found) else {
                continue;
            };
            // Matches that cannot be certified may be many.
            if self.strategy.stop.now() {
                return None;
            }
            self.watch.begin(id);
            let certificate = self.certificate(id, &found);
            self.watch.certified(id);
            let Some(certificate) = certificate else {
                continue;
            };
            let progress = &mut self.techniques[id.index()];
            progress.count_step(self.strategy.pace);
            if self.strategy.pace == Pace::Step && progress.names_matter {
                // After this step, the others may go by another name.
                progress.found.clear();
                progress.looked = progress.looked_before;
            }
            return Some(RuleStep {
                technique: id,
                found: found.into(),
                certificate,
            });
        }
        None
    }

    /// Why a match is right; `None`, and remembered, if that cannot be proved.
    fn certificate(&mut self, id: TechniqueId, found: &Match) -> Option<Vec<Step>> {
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
        // Only what rests on the assumption has another proof: a step that does not follow from its rule
        // is not taken, even if it happens to be right.
        let discharged = match self.solver.technique(id).assumes_unique {
            true => self.discharge(found),
            false => None,
        };
        if discharged.is_none() && !self.refused.contains(&(id, refused.clone())) {
            self.refused.push((id, refused));
        }
        discharged
    }

    /// Refutes whatever a match says is false, without the match.
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
        let guide = self.strategy.guide.clone();
        let found = self.searching(u64::MAX, |search| {
            search.easiest_refutation(&state, can_be_wrong, &guide)
        });
        self.known = known;
        found
    }

    /// Finds out about solutions, once, with at most so many suppositions; several end the path.
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

    /// Uses the search with what is left of its limit.
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

impl<W: Watch> Iterator for Path<'_, '_, W> {
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
