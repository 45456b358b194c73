//! Which mined rules are worth keeping.
//!
//! Takes rules and puzzles that were not mined from, gives the rules in the order in which they
//! help most: at each turn the one that newly solves most puzzles, of equals the one that costs
//! least, with what each adds.

use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use crate::engine::solve::Engine;
use crate::grid::Board;
use crate::lang::ir::Technique;
use crate::matcher::Position;

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
    go_on: &(dyn Fn() -> bool + Sync),
) -> Selection {
    let engine = Engine::new(board, base.iter().copied());
    let mut standings: Vec<Standing> = (positions.into_par_iter())
        .map(|position| advance(&engine, position, usize::MAX).standing)
        .collect();
    let total = standings.len();
    let already = standings.iter().filter(|s| s.open == 0).count();
    standings.retain(|s| s.open > 0);
    let mut left: Vec<usize> = (0..rules.len()).collect();
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut solved = 0;
    while chosen.len() < most && !left.is_empty() && go_on() {
        let picked: Vec<&Technique> = chosen.iter().map(|c| rules[c.rule]).collect();
        let mut best: Option<(Chosen, Vec<Standing>)> = None;
        for &rule in &left {
            let with: Vec<&Technique> = (base.iter().copied())
                .chain(picked.iter().copied())
                .chain([rules[rule]])
                .collect();
            let engine = Engine::new(board, with.iter().copied());
            let effects: Vec<Effect> = (standings.par_iter())
                .map(|standing| advance(&engine, standing.position.clone(), with.len() - 1))
                .collect();
            let adds = Chosen {
                rule,
                unlocked: effects.iter().filter(|e| e.standing.open == 0).count(),
                solved: 0,
                helped: (effects.iter().zip(&standings))
                    .filter(|(e, before)| e.standing.open < before.open)
                    .count(),
                steps: effects.iter().map(|e| e.steps).sum(),
                millis: effects.iter().map(|e| e.nanos).sum::<u128>() / 1_000_000,
            };
            let better = best.as_ref().is_none_or(|(b, _)| {
                let worth = |c: &Chosen| (c.unlocked, c.helped, std::cmp::Reverse(rules[c.rule].score));
                worth(&adds) > worth(b)
            });
            if better {
                best = Some((adds, effects.into_iter().map(|e| e.standing).collect()));
            }
        }
        let Some((mut adds, after)) = best.filter(|(b, _)| b.helped > 0) else {
            break;
        };
        solved += adds.unlocked;
        adds.solved = solved;
        left.retain(|&rule| rule != adds.rule);
        chosen.push(adds);
        standings = after;
        standings.retain(|s| s.open > 0);
    }
    Selection {
        total,
        already,
        chosen,
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
}

impl Selection {
    /// The share of the puzzles that the library does not solve which the first n rules do.
    pub fn share(&self, n: usize) -> f64 {
        let solved = n.checked_sub(1).and_then(|i| self.chosen.get(i)).map_or(0, |c| c.solved);
        solved as f64 / (self.total - self.already).max(1) as f64
    }
}

/// Runs the rules to where they are stuck; counts the steps of one of them.
fn advance(engine: &Engine<'_>, mut position: Position, counted: usize) -> Effect {
    let begin = Instant::now();
    let mut steps = 0;
    engine.run(&mut position, |step| {
        steps += usize::from(step.technique == counted);
    });
    let board = position.board();
    let open = match position.is_complete() {
        true => 0,
        false => position.state().count(board),
    };
    Effect {
        standing: Standing { position, open },
        steps,
        nanos: begin.elapsed().as_nanos(),
    }
}
