//! Proofs of ratings: each step of a ladder as proof steps without assumptions.

use super::entry::{EntryAction, mark_text};
use super::ladder::LadderRater;
use super::rating::{RatedStep, Rating, RatingEnd, RatingListener};
use crate::grid::{Board, Puzzle, State};
use crate::matcher::Position;
use crate::proof::{Annotation, Claim, Header, Proof, Step};
use crate::propagate::Stop;

impl LadderRater<'_> {
    /// Rates a puzzle and proves each step. The listener gets all steps.
    ///
    /// The proof claims the solution if the ladder solves the puzzle. Otherwise it claims only its
    /// steps. It ends before the first step without a certificate, which occurs only after a stop
    /// signal.
    pub fn prove(
        &self,
        puzzle: &Puzzle,
        stop: &Stop,
        listener: &mut dyn RatingListener,
    ) -> (Rating, Proof) {
        let mut collector = Collector {
            rater: self,
            listener,
            steps: Vec::new(),
            is_whole: true,
            solved: None,
        };
        let rating = self.rate_observed(puzzle, stop, &mut collector);
        let board = &*puzzle.board;
        let claim = match (rating.end, collector.is_whole, collector.solved) {
            (RatingEnd::Solved, true, Some(state)) => {
                state.solution(board).map_or(Claim::Open, Claim::Unique)
            }
            _ => Claim::Open,
        };
        let proof = Proof {
            header: Header::of(puzzle),
            steps: collector.steps,
            claim,
        };
        (rating, proof)
    }
}

/// Collects the steps of a proof.
struct Collector<'c, 'l> {
    rater: &'c LadderRater<'l>,
    listener: &'c mut dyn RatingListener,
    steps: Vec<(Option<Annotation>, Step)>,
    is_whole: bool,
    /// The state after the last step.
    solved: Option<State>,
}

impl RatingListener for Collector<'_, '_> {
    fn wants_proof(&self) -> bool {
        self.is_whole
    }

    fn on_bound(&mut self, at_least: u32) {
        self.listener.on_bound(at_least);
    }

    fn on_step(&mut self, position: &Position, step: RatedStep) {
        self.listener.on_step(position, step.clone());
        let Some(certificate) = step.certificate.as_ref().filter(|_| self.is_whole) else {
            self.is_whole = false;
            return;
        };
        let mut note = Some(self.annotation(position.board(), &step));
        for step in certificate {
            self.steps.push((note.take(), step.clone()));
        }
        let mut state = position.state().clone();
        let board = position.board();
        for &candidate in &step.placements {
            state.place(board, candidate);
        }
        for &candidate in &step.eliminations {
            state.eliminate(board, candidate);
        }
        self.solved = Some(state);
    }
}

impl Collector<'_, '_> {
    fn annotation(&self, board: &Board, step: &RatedStep) -> Annotation {
        let ladder = self.rater.ladder();
        let name = match (&ladder.entries[step.entry].action, step.chain) {
            (_, Some((family, _))) => family.name().to_owned(),
            (EntryAction::Rule { name, .. }, None) => name.clone(),
            (EntryAction::Aligned(cells), None) => format!("aligned={cells}"),
            (EntryAction::Chains(_), None) => "chain".to_owned(),
            (EntryAction::UniqueLoops, None) => "unique_loop".to_owned(),
            (EntryAction::Graves, None) => "grave".to_owned(),
        };
        let placed = step.placements.iter().map(|&c| board.candidate_name(c));
        let gone = step.eliminations.iter().map(|&c| board.elimination_name(c));
        let effects: Vec<String> = placed.chain(gone).collect();
        Annotation {
            rule: name,
            bindings: Vec::new(),
            sentence: format!(
                "{} {}: {}",
                ladder.name,
                mark_text(step.mark),
                effects.join(", ")
            ),
        }
    }
}
