//! Requirements on puzzles, in terms of rules: sets that must solve them, and sets that must not.
//!
//! A puzzle that needs a swordfish becomes: solved by all techniques up to `hard`, and stuck with
//! all of them except the swordfish. The grade of a puzzle confirms the result.
//!
//! An attempt depends on its seed, its number and the puzzles found before. The program and the
//! page therefore make the same first puzzle from the same seed.

#[cfg(feature = "batch")]
pub mod attempts;
#[cfg(feature = "batch")]
pub mod rating;
#[cfg(feature = "batch")]
mod vicinity;

use std::sync::Arc;

use qedoku_core::engine::make::{
    GivenPlan, PracticePosition, PuzzleOrder, Start, practice_position,
};
use qedoku_core::engine::random::Random;
use qedoku_core::engine::{Solver, Stop, Strategy, TechniqueId};
use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::{Level, Technique};
use qedoku_core::report::explain::effects;
use qedoku_core::report::grade::Grade;
use qedoku_core::trial::boards;

use crate::Error;

/// The requirements of a user, by name. If one of the last three is present, all others are absent.
#[derive(Clone, Debug, Default)]
pub struct PuzzleRequest<'a> {
    /// The level of the puzzles.
    pub level: Option<Level>,
    /// Techniques that the puzzles need.
    pub needs: &'a [String],
    /// The hardest technique of the puzzles.
    pub hardest: Option<&'a str>,
    /// A technique that is used once, between singles.
    pub only_once: Option<&'a str>,
    /// A technique that is the next step of a practice state.
    pub position: Option<&'a str>,
}

/// The requirements on puzzles.
pub struct PuzzleDemand<'l> {
    /// The generator's plan.
    pub order: PuzzleOrder<'l>,
    /// The solver that grades the created puzzles.
    pub grader: Solver<'l>,
    /// The required grade.
    pub wanted: RequiredGrade<'l>,
    /// States that contain the required technique: the examples of its rules.
    pub examples: Vec<Puzzle>,
}

/// The required grade of a puzzle.
pub enum RequiredGrade<'l> {
    /// Anything.
    Any,
    /// This level.
    Level(Level),
    /// Solved by rules that include all of these. The plan ensures that each is needed.
    Uses(Vec<&'l Technique>),
    /// This technique is the hardest.
    Hardest(&'l Technique),
    /// Singles, this technique once, singles.
    Once(&'l Technique),
    /// The state right before a step of this technique.
    Position(RequiredPosition<'l>),
}

/// A technique, and the techniques that lead up to it.
pub struct RequiredPosition<'l> {
    /// Approaches with ever fewer other techniques: first all simpler techniques, then simpler
    /// techniques of lower levels.
    approaches: Vec<Approach<'l>>,
}

/// The techniques that lead up to a target technique, the id of the target, and the generator's
/// plan.
struct Approach<'l> {
    solver: Solver<'l>,
    id: TechniqueId,
    order: PuzzleOrder<'l>,
}

/// A practice state: the state right before a step of a technique.
pub struct FoundPosition {
    /// The state and the step to be found.
    pub practice: PracticePosition,
    /// The technique's name.
    pub title: String,
    /// Simpler techniques that also fire there.
    pub simpler: Vec<String>,
    /// The index of the approach that led there.
    pub approach: usize,
}

impl FoundPosition {
    /// The practice state as a puzzle.
    pub fn state(&self) -> Puzzle {
        let position = &self.practice.position;
        let (board, state) = (position.board(), position.state());
        let mut puzzle = self.practice.puzzle.clone();
        puzzle.pencilmarks = Some(board.cells().map(|c| state.digits(board, c)).collect());
        puzzle.filled = Some(board.cells().map(|c| position.is_solved(c)).collect());
        puzzle
    }

    /// The effects of the step to be found.
    pub fn answer(&self) -> String {
        effects(self.practice.position.board(), &self.practice.step.found)
    }
}

/// A puzzle that an attempt has made.
pub struct Attempt {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The practice state, if the puzzle has one.
    pub position: Option<FoundPosition>,
}

/// A puzzle found by an earlier attempt, with the approach that led to it.
#[derive(Clone, Copy)]
pub struct Earlier<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The index of the approach, for a practice state.
    pub approach: Option<usize>,
}

/// Number of attempts with one approach before the next one is tried.
const PATIENT: u64 = 480;

impl<'l> RequiredPosition<'l> {
    /// The approach of an attempt. Simpler techniques may find every step of the required one, so
    /// that no state leaves the required one alone. Later approaches therefore exclude fewer
    /// simpler techniques: only techniques of a lower level, or of two levels lower.
    pub fn approach(&self, attempt: u64, found: impl Iterator<Item = usize>) -> usize {
        let next = usize::try_from(attempt / PATIENT).unwrap_or(usize::MAX);
        found
            .min()
            .unwrap_or(next)
            .min(self.approaches.len().saturating_sub(1))
    }

    /// The generator's plan of an approach.
    pub fn order(&self, approach: usize) -> &PuzzleOrder<'l> {
        &self.approaches[approach].order
    }

    /// The state of a puzzle right before the technique.
    pub fn of(&self, puzzle: &Puzzle, approach: usize) -> Option<FoundPosition> {
        let Approach { solver, id, .. } = &self.approaches[approach];
        let practice = practice_position(solver, *id, puzzle)?;
        let Approach {
            solver: all,
            id: own,
            ..
        } = &self.approaches[0];
        let fires = |id: &TechniqueId| !all.matches(*id, &practice.position).is_empty();
        let before = all.ids().take_while(|id| approach > 0 && id != own);
        let simpler = (before.filter(fires)).map(|id| all.technique(id).title.clone());
        Some(FoundPosition {
            title: solver.technique(*id).title.clone(),
            simpler: simpler.collect(),
            practice,
            approach,
        })
    }
}

impl<'l> PuzzleDemand<'l> {
    /// The requirements in terms of rules. `stop` ends the grading of a puzzle.
    pub fn new(
        wish: &PuzzleRequest<'_>,
        plan: GivenPlan,
        library: &'l Library,
        board: &Arc<Board>,
        stop: Stop,
    ) -> Result<PuzzleDemand<'l>, Error> {
        let named = |name: &str| named(library, name);
        let names = { wish.needs.iter().map(String::as_str) }
            .chain(wish.hardest)
            .chain(wish.only_once)
            .chain(wish.position);
        let all_named: Vec<Vec<&Technique>> = names.map(named).collect::<Result<_, _>>()?;
        let is_named = |t: &Technique| all_named.iter().flatten().any(|n| std::ptr::eq(*n, t));
        let used: Vec<&Technique> = (library.techniques.iter())
            .filter(|t| is_named(t) || !t.on_request && !t.assumes_unique)
            .collect();
        let sets = Sets { board, used: &used };
        let level = wish.level;
        let is_above = |t: &&Technique| level.is_some_and(|level| t.level > level);
        let above = (all_named.iter()).find(|named| named.iter().all(is_above));
        if let Some(above) = above.and_then(|named| named.first()) {
            let message = format!(
                "{} is of level {}, so a puzzle that needs it is not {}",
                above.title,
                above.level.word(),
                level.map_or("", Level::word)
            );
            let help = "leave out the level, or name a technique that is not above it";
            return Err(Error::new("create::level", message).help(help));
        }
        let (order, wanted) = match all_named.first() {
            None => sets.of_level(plan, level),
            Some(_) if !wish.needs.is_empty() => sets.needing(plan, level, &all_named),
            Some(named) => {
                // A name that stands for several sizes means the hardest.
                let technique = *named.last().expect("a name stands for a technique");
                sets.around(plan, technique, wish)
            }
        };
        let strategy = Strategy {
            stop,
            ..Strategy::default()
        };
        let grader = Solver::new(board, library, strategy.by_rounds());
        let examples = (all_named.iter().flatten())
            .flat_map(|technique| {
                let rule = library.rules.iter().find(|r| *r.name() == *technique.rule);
                rule.into_iter().flat_map(|rule| boards(rule, technique))
            })
            .filter(|puzzle| puzzle.board.id() == board.id())
            .collect();
        Ok(PuzzleDemand {
            order,
            grader,
            wanted,
            examples,
        })
    }

    /// One attempt: from a random grid, from an example of the technique, or from a puzzle found
    /// before. `alike` allows puzzles with the givens of an earlier one.
    pub fn attempt(
        &self,
        seed: u64,
        number: u64,
        found: &[Earlier<'_>],
        alike: bool,
    ) -> Option<Attempt> {
        let mut random = Random::new(attempt_seed(seed, number));
        let examples = &self.examples;
        let start = match number % 4 {
            1 if !examples.is_empty() => Start::Around(&examples[random.below(examples.len())]),
            2 if !found.is_empty() => Start::Near(found[random.below(found.len())].puzzle),
            3 if !found.is_empty() && alike => {
                Start::Inside(found[random.below(found.len())].puzzle)
            }
            3 if !examples.is_empty() => Start::Around(&examples[random.below(examples.len())]),
            _ => Start::Fresh,
        };
        let RequiredGrade::Position(wanted) = &self.wanted else {
            let puzzle = self.order.attempt(start, &mut random)?;
            return Some(Attempt {
                puzzle,
                position: None,
            });
        };
        let approach = wanted.approach(number, found.iter().filter_map(|made| made.approach));
        let puzzle = wanted.order(approach).attempt(start, &mut random)?;
        let position = Some(wanted.of(&puzzle, approach)?);
        Some(Attempt { puzzle, position })
    }

    /// The grade of a puzzle, if it meets the requirements.
    pub fn graded(&self, puzzle: &Puzzle) -> Option<Grade> {
        let grade = Grade::of(&self.grader, puzzle);
        let is_level = |level: Level| grade.level == Some(level.word());
        let by_rules = grade.search.refuted == 0 && grade.solved;
        let fits = match &self.wanted {
            RequiredGrade::Any | RequiredGrade::Position(_) => grade.solved,
            RequiredGrade::Level(level) => by_rules && is_level(*level),
            RequiredGrade::Uses(all) => grade.solved && (self.uses_by_default(all, &grade)),
            RequiredGrade::Hardest(technique) => {
                by_rules && grade.hardest.as_ref() == Some(&technique.title)
            }
            RequiredGrade::Once(technique) => {
                let easy: Vec<&str> = (self.grader.techniques())
                    .filter(|t| t.level == Level::Easy && t.title != technique.title)
                    .map(|t| t.title.as_str())
                    .collect();
                let others = grade.techniques.iter();
                let others: Vec<_> = others
                    .filter(|(name, _)| !easy.contains(&name.as_str()))
                    .collect();
                by_rules && others == [&(technique.title.clone(), 1)]
            }
        };
        fits.then_some(grade)
    }

    /// Whether the grade uses all of the required techniques that grades can contain.
    fn uses_by_default(&self, all: &[&Technique], grade: &Grade) -> bool {
        let known: Vec<&str> = self.grader.techniques().map(|t| t.title.as_str()).collect();
        let used = |t: &&&Technique| grade.techniques.iter().any(|(name, _)| *name == t.title);
        let named = all.iter().filter(|t| known.contains(&t.title.as_str()));
        let titles: Vec<&&Technique> = named.collect();
        // `fish` stands for every size; one size is enough.
        titles.is_empty() || titles.iter().any(used)
    }
}

/// The available techniques, the simplest first.
struct Sets<'a, 'l> {
    board: &'a Arc<Board>,
    used: &'a [&'l Technique],
}

impl<'l> Sets<'_, 'l> {
    fn solver(&self, keep: impl Fn(usize, &Technique) -> bool) -> Solver<'l> {
        let kept = self.used.iter().enumerate();
        let kept = kept.filter(|(i, t)| keep(*i, t)).map(|(_, t)| *t);
        Solver::with(self.board, kept).requesting(|_| true)
    }

    fn of_level(
        &self,
        plan: GivenPlan,
        level: Option<Level>,
    ) -> (PuzzleOrder<'l>, RequiredGrade<'l>) {
        let order = PuzzleOrder {
            plan,
            solves: level.map(|level| self.solver(|_, t| t.level <= level)),
            stuck: (level.filter(|&level| level > Level::Easy).into_iter())
                .map(|level| self.solver(|_, t| t.level < level))
                .collect(),
            fires: None,
        };
        (
            order,
            level.map_or(RequiredGrade::Any, RequiredGrade::Level),
        )
    }

    fn needing(
        &self,
        plan: GivenPlan,
        level: Option<Level>,
        named: &[Vec<&'l Technique>],
    ) -> (PuzzleOrder<'l>, RequiredGrade<'l>) {
        let levels = named.iter().flatten().map(|t| t.level);
        let highest = level.or(levels.max()).unwrap_or(Level::Extreme);
        let is_of = |group: &[&Technique], t: &Technique| group.iter().any(|n| std::ptr::eq(*n, t));
        let without =
            |group: &Vec<&Technique>| self.solver(|_, t| t.level <= highest && !is_of(group, t));
        let mut stuck: Vec<Solver<'l>> = named.iter().map(without).collect();
        if let Some(level) = level.filter(|&level| level > Level::Easy) {
            stuck.push(self.solver(|_, t| t.level < level));
        }
        let order = PuzzleOrder {
            plan,
            solves: Some(self.solver(|_, t| t.level <= highest)),
            stuck,
            fires: None,
        };
        let all = named.iter().flatten().copied().collect();
        (order, RequiredGrade::Uses(all))
    }

    fn around(
        &self,
        plan: GivenPlan,
        technique: &'l Technique,
        wish: &PuzzleRequest<'_>,
    ) -> (PuzzleOrder<'l>, RequiredGrade<'l>) {
        let at = self.used.iter().position(|t| std::ptr::eq(*t, technique));
        let at = at.unwrap_or(self.used.len());
        let simpler = self.solver(|i, _| i < at);
        if wish.position.is_some() {
            return self.before(plan, technique, at);
        }
        let (solves, stuck, wanted) = if wish.only_once.is_some() {
            let solves = self.solver(|i, t| i == at || t.level == Level::Easy);
            (Some(solves), Some(simpler), RequiredGrade::Once(technique))
        } else {
            let solves = self.solver(|i, _| i <= at);
            (
                Some(solves),
                Some(simpler),
                RequiredGrade::Hardest(technique),
            )
        };
        let order = PuzzleOrder {
            plan,
            solves,
            stuck: stuck.into_iter().collect(),
            fires: None,
        };
        (order, wanted)
    }

    /// Requirements for a state right before a technique.
    fn before(
        &self,
        plan: GivenPlan,
        technique: &'l Technique,
        at: usize,
    ) -> (PuzzleOrder<'l>, RequiredGrade<'l>) {
        let easy = technique.level == Level::Easy;
        let order = |simpler: &dyn Fn(usize, &Technique) -> bool| PuzzleOrder {
            plan: plan.clone(),
            solves: None,
            // Every puzzle has singles on its path.
            stuck: (!easy).then(|| self.solver(simpler)).into_iter().collect(),
            fires: (!easy).then(|| self.solver(|i, _| i == at)),
        };
        let approach = |simpler: &dyn Fn(usize, &Technique) -> bool| {
            let solver = self.solver(|i, t| i == at || simpler(i, t));
            let own = (solver.techniques()).position(|t| std::ptr::eq(t, technique));
            let id = solver.ids().nth(own.unwrap_or_default());
            Approach {
                id: id.unwrap_or(TechniqueId::FIRST),
                order: order(simpler),
                solver,
            }
        };
        let mut approaches = vec![approach(&|i, t| i < at || easy && t.level == Level::Easy)];
        let lower = Level::ALL.iter().rev().map(|(level, _)| *level);
        for lower in lower.filter(|&level| level > Level::Easy && level <= technique.level) {
            approaches.push(approach(&|_, t| t.level < lower));
        }
        let strict = order(&|i, _| i < at);
        (
            strict,
            RequiredGrade::Position(RequiredPosition { approaches }),
        )
    }
}

/// The techniques with a name: those in use, or those on request if there are no others.
fn named<'l>(library: &'l Library, name: &str) -> Result<Vec<&'l Technique>, Error> {
    let lower = name.trim().to_lowercase();
    let is_meant = |t: &&Technique| t.title.to_lowercase() == lower || t.is_named(name.trim());
    let all: Vec<&Technique> = library.techniques.iter().filter(is_meant).collect();
    let in_use = |t: &&&Technique| !t.on_request && !t.assumes_unique;
    let used: Vec<&Technique> = all.iter().filter(in_use).copied().collect();
    match (used.is_empty(), all.is_empty()) {
        (false, _) => Ok(used),
        (true, false) => Ok(all),
        (true, true) => {
            crate::names::known(library, name)?;
            Ok(all)
        }
    }
}

/// The seed of one attempt.
pub fn attempt_seed(seed: u64, number: u64) -> u64 {
    let mut random = Random::new(seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
    random.below(usize::MAX) as u64
}
