//! Which mined rules are worth keeping.
//!
//! Takes rules and puzzles that were not mined from, gives the rules in the order in which they
//! help most: at each turn the one that newly solves most puzzles, of equals the one that costs
//! least, with what each adds.

use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;

use qedoku_core::engine::{Pace, Solver, Stop, Strategy, TechniqueId};
use qedoku_core::grid::Board;
use qedoku_core::lang::ir::Technique;
use qedoku_core::matcher::Position;

/// A rule that was chosen, and what it adds to those before.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The rule, by its index.
    pub rule: usize,
    /// How many puzzles it newly solves.
    pub unlocked: usize,
    /// How many puzzles are solved with it and those before.
    pub solved: usize,
    /// In how many more puzzles it eliminates something.
    pub helped: usize,
    /// How many steps of it that took.
    pub steps: usize,
    /// The time spent on looking for it, in milliseconds. Not the same in every run.
    pub millis: u128,
}

/// What the choice needs of the world.
pub struct SelectionWatch<'w> {
    /// When to choose no more.
    pub stop: &'w Stop,
    /// The time that has passed since some moment.
    pub clock: &'w (dyn Fn() -> Duration + Sync),
}

/// Where a puzzle stands with the rules chosen so far.
#[derive(Clone)]
struct Standing {
    position: Position,
    open: usize,
}

/// What a rule does to a puzzle.
struct Effect {
    standing: Standing,
    steps: usize,
    nanos: u128,
}

/// Chooses at most `most` rules. `positions` are where the puzzles begin.
pub fn select(
    board: &Arc<Board>,
    base: &[&Technique],
    rules: &[&Technique],
    positions: Vec<Position>,
    most: usize,
    watch: &SelectionWatch<'_>,
) -> Selection {
    let mut puzzles = OpenPuzzles::new(board, base, positions, watch);
    let mut left: Vec<usize> = (0..rules.len()).collect();
    while puzzles.chosen.len() < most && !left.is_empty() {
        let mut best: Option<(Chosen, Vec<Standing>)> = None;
        for &rule in &left {
            let (adds, after) = puzzles.try_rule(rules, rule);
            let better = best.as_ref().is_none_or(|(b, _)| {
                let worth =
                    |c: &Chosen| (c.unlocked, c.helped, std::cmp::Reverse(rules[c.rule].score));
                worth(&adds) > worth(b)
            });
            if better {
                best = Some((adds, after));
            }
        }
        // Where the time was over, some rules were hardly tried.
        if watch.stop.now() {
            puzzles.cut_off = true;
            break;
        }
        let Some((adds, after)) = best.filter(|(b, _)| b.helped > 0) else {
            break;
        };
        left.retain(|&rule| rule != adds.rule);
        puzzles.choose(adds, after);
    }
    puzzles.into_selection()
}

/// What rules add one after the other, in the order given.
pub fn curve(
    board: &Arc<Board>,
    base: &[&Technique],
    rules: &[&Technique],
    positions: Vec<Position>,
    watch: &SelectionWatch<'_>,
) -> Selection {
    let mut puzzles = OpenPuzzles::new(board, base, positions, watch);
    for rule in 0..rules.len() {
        let (adds, after) = puzzles.try_rule(rules, rule);
        if watch.stop.now() {
            puzzles.cut_off = true;
            break;
        }
        puzzles.choose(adds, after);
    }
    puzzles.into_selection()
}

/// The puzzles that are not solved yet, and the rules chosen so far.
struct OpenPuzzles<'a> {
    board: &'a Arc<Board>,
    base: &'a [&'a Technique],
    watch: &'a SelectionWatch<'a>,
    total: usize,
    already: usize,
    standings: Vec<Standing>,
    chosen: Vec<Chosen>,
    cut_off: bool,
}

impl<'a> OpenPuzzles<'a> {
    fn new(
        board: &'a Arc<Board>,
        base: &'a [&'a Technique],
        positions: Vec<Position>,
        watch: &'a SelectionWatch<'a>,
    ) -> OpenPuzzles<'a> {
        let solver = Solver::with(board, base.iter().copied()).requesting(|_| true);
        let mut standings: Vec<Standing> = (positions.into_par_iter())
            .map(|position| advance(&solver, position, None, watch).standing)
            .collect();
        let total = standings.len();
        standings.retain(|s| s.open > 0);
        OpenPuzzles {
            board,
            base,
            watch,
            total,
            already: total - standings.len(),
            standings,
            chosen: Vec::new(),
            cut_off: watch.stop.now(),
        }
    }

    /// What a rule adds to those chosen, and where the puzzles stand with it.
    fn try_rule(&self, rules: &[&Technique], rule: usize) -> (Chosen, Vec<Standing>) {
        let with: Vec<&Technique> = (self.base.iter().copied())
            .chain(self.chosen.iter().map(|c| rules[c.rule]))
            .chain([rules[rule]])
            .collect();
        let solver = Solver::with(self.board, with.iter().copied()).requesting(|_| true);
        let effects: Vec<Effect> = (self.standings.par_iter())
            .map(|s| advance(&solver, s.position.clone(), solver.ids().last(), self.watch))
            .collect();
        let unlocked = effects.iter().filter(|e| e.standing.open == 0).count();
        let adds = Chosen {
            rule,
            unlocked,
            solved: unlocked + self.chosen.last().map_or(0, |c| c.solved),
            helped: (effects.iter().zip(&self.standings))
                .filter(|(e, before)| e.standing.open < before.open)
                .count(),
            steps: effects.iter().map(|e| e.steps).sum(),
            millis: effects.iter().map(|e| e.nanos).sum::<u128>() / 1_000_000,
        };
        (adds, effects.into_iter().map(|e| e.standing).collect())
    }

    fn choose(&mut self, adds: Chosen, after: Vec<Standing>) {
        self.chosen.push(adds);
        self.standings = after;
        self.standings.retain(|s| s.open > 0);
    }

    fn into_selection(self) -> Selection {
        Selection {
            total: self.total,
            already: self.already,
            chosen: self.chosen,
            cut_off: self.cut_off,
        }
    }
}

/// The rules chosen, and how the puzzles stood before.
#[derive(Clone, Debug)]
pub struct Selection {
    /// How many puzzles there are.
    pub total: usize,
    /// How many of them the library solves by itself.
    pub already: usize,
    /// The rules, the most helpful first.
    pub chosen: Vec<Chosen>,
    /// Whether the time was over before all were chosen.
    pub cut_off: bool,
}

impl Selection {
    /// The share of the puzzles that the library does not solve which the first n rules do.
    pub fn share(&self, n: usize) -> f64 {
        let solved = n
            .checked_sub(1)
            .and_then(|i| self.chosen.get(i))
            .map_or(0, |c| c.solved);
        solved as f64 / (self.total - self.already).max(1) as f64
    }
}

/// Runs the rules to where they are stuck; counts the steps of one of them.
fn advance(
    solver: &Solver<'_>,
    mut position: Position,
    counted: Option<TechniqueId>,
    watch: &SelectionWatch<'_>,
) -> Effect {
    let begin = (watch.clock)();
    let mut steps = 0;
    let strategy = Strategy {
        stop: watch.stop.clone(),
        ..Strategy::from(Pace::Round)
    };
    solver.run_at(strategy, &mut position, |step| {
        steps += usize::from(Some(step.technique) == counted);
    });
    let board = position.board();
    let open = match position.is_complete() {
        true => 0,
        false => position.state().count(board),
    };
    Effect {
        standing: Standing { position, open },
        steps,
        nanos: (watch.clock)().saturating_sub(begin).as_nanos(),
    }
}
