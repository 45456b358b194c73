//! Selection of the mined rules that help most.
//!
//! The input is rules and puzzles that were not mined. A greedy loop chooses the rule that newly
//! solves most puzzles. Ties are broken by the lowest cost. The result lists what each rule adds.

use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;

use qedoku_core::engine::{Pace, Solver, Stop, Strategy, TechniqueId};
use qedoku_core::grid::Board;
use qedoku_core::lang::ir::Technique;
use qedoku_core::matcher::Position;

/// A chosen rule, with its contribution beyond the rules chosen earlier.
#[derive(Clone, Debug)]
pub struct ChosenRule {
    /// The index of the rule.
    pub rule: usize,
    /// Number of puzzles that the rule newly solves.
    pub unlocked: usize,
    /// Number of puzzles solved by the rule and the rules chosen earlier.
    pub solved: usize,
    /// Number of further puzzles in which the rule eliminates a candidate.
    pub helped: usize,
    /// Number of the rule's steps in all puzzles.
    pub steps: usize,
    /// Time spent on searches for the rule, in milliseconds. Varies from run to run.
    pub millis: u128,
}

/// Clock and stop signal of the selection.
pub struct SelectionWatch<'w> {
    /// The signal to stop.
    pub stop: &'w Stop,
    /// The time since a fixed moment.
    pub clock: &'w (dyn Fn() -> Duration + Sync),
}

/// A puzzle with the position that the chosen rules reach.
#[derive(Clone)]
struct Standing {
    position: Position,
    open: usize,
}

/// The effect of a rule on a puzzle.
struct Effect {
    standing: Standing,
    steps: usize,
    nanos: u128,
}

/// Chooses at most `most` rules. `positions` are the starting positions of the puzzles.
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
        let mut best: Option<(ChosenRule, Vec<Standing>)> = None;
        for &rule in &left {
            let (adds, after) = puzzles.try_rule(rules, rule);
            let better = best.as_ref().is_none_or(|(b, _)| {
                let worth =
                    |c: &ChosenRule| (c.unlocked, c.helped, std::cmp::Reverse(rules[c.rule].score));
                worth(&adds) > worth(b)
            });
            if better {
                best = Some((adds, after));
            }
        }
        // The time ran out before some rules were properly tried.
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

/// The contribution of each rule, in the given order.
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
    chosen: Vec<ChosenRule>,
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

    /// The contribution of a rule to the chosen rules, and the puzzles after it.
    fn try_rule(&self, rules: &[&Technique], rule: usize) -> (ChosenRule, Vec<Standing>) {
        let with: Vec<&Technique> = (self.base.iter().copied())
            .chain(self.chosen.iter().map(|c| rules[c.rule]))
            .chain([rules[rule]])
            .collect();
        let solver = Solver::with(self.board, with.iter().copied()).requesting(|_| true);
        let effects: Vec<Effect> = (self.standings.par_iter())
            .map(|s| advance(&solver, s.position.clone(), solver.ids().last(), self.watch))
            .collect();
        let unlocked = effects.iter().filter(|e| e.standing.open == 0).count();
        let adds = ChosenRule {
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

    fn choose(&mut self, adds: ChosenRule, after: Vec<Standing>) {
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

/// The chosen rules and the totals.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Number of puzzles.
    pub total: usize,
    /// Number of puzzles that the library solves by itself.
    pub already: usize,
    /// The rules, the most helpful first.
    pub chosen: Vec<ChosenRule>,
    /// Whether the time ran out before the choice was complete.
    pub cut_off: bool,
}

impl Selection {
    /// The share of the puzzles unsolved by the library that the first `n` rules solve.
    pub fn share(&self, n: usize) -> f64 {
        let solved = n
            .checked_sub(1)
            .and_then(|i| self.chosen.get(i))
            .map_or(0, |c| c.solved);
        solved as f64 / (self.total - self.already).max(1) as f64
    }
}

/// Runs the rules until they are stuck. Counts the steps of one of them.
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
