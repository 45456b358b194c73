//! A solver: techniques made ready for a board, and how to use them.

use std::sync::Arc;

use super::path::{Path, Watch};
use super::solve::Engine;
use super::strategy::Strategy;
use crate::grid::{Board, Puzzle};
use crate::lang::Library;
use crate::lang::ir::Technique;
use crate::matcher::Position;

/// Solves puzzles of one board, each by a [`Path`] of steps. It can be shared between threads.
pub struct Solver<'l> {
    engine: Engine<'l>,
    strategy: Strategy,
}

impl<'l> Solver<'l> {
    /// A solver for puzzles of a board, with the techniques of a library that the strategy uses.
    pub fn new(board: &Arc<Board>, library: &'l Library, strategy: Strategy) -> Solver<'l> {
        let used = library.techniques.iter().filter(|t| strategy.uses(t));
        Solver {
            engine: Engine::new(board, used).requesting(|_| true),
            strategy,
        }
    }

    /// The techniques that it uses, the simplest first; steps name them by their index.
    pub fn techniques(&self) -> impl Iterator<Item = &'l Technique> {
        self.engine.techniques()
    }

    /// The technique with this index.
    pub fn technique(&self, index: usize) -> &'l Technique {
        self.engine.technique(index)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.engine.board()
    }

    /// How it goes about.
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// The way from a puzzle to its solution, to be walked step by step.
    pub fn path(&self, puzzle: &Puzzle) -> Path<'_, 'l> {
        self.watched(puzzle, ())
    }

    /// The same, with somebody who looks on.
    pub fn watched<W: Watch>(&self, puzzle: &Puzzle, watch: W) -> Path<'_, 'l, W> {
        Path::new(&self.engine, &self.strategy, Position::of(puzzle), watch)
    }
}
