//! Variant puzzles: hints and proofs, as for classic puzzles.

use qedoku_core::grid::{Board, State};
use qedoku_core::report::grade::claim_word;
use qedoku_core::variant::{ReadyVariant, VariantStep};

use crate::error::Error;
use crate::hint::{Ended, Hint};
use crate::prove::{CheckedProof, checked};

/// The cells of a step's conclusion, as a phrase.
pub fn place(board: &Board, step: &VariantStep) -> String {
    let changed = match step.placements.is_empty() {
        true => &step.eliminations,
        false => &step.placements,
    };
    let mut cells: Vec<_> = changed.iter().map(|&it| board.cell_of(it)).collect();
    cells.sort_unstable();
    cells.dedup();
    let names: Vec<String> = cells.into_iter().map(|it| board.cell_name(it)).collect();
    names.join(",")
}

/// The hint of the first step. `view` converts the step and the state before it.
pub fn hint<S>(
    ready: &ReadyVariant<'_>,
    may_search: bool,
    view: impl FnOnce(State, VariantStep) -> S,
) -> Hint<S> {
    let mut path = ready.path(may_search);
    let before = State::from_cells(ready.board(), &path.cells());
    let Some(step) = path.next() else {
        return Hint::ended(&match claim_word(path.claim()) {
            "unique" => Ended::Solved,
            "many" => Ended::Many,
            "none" => Ended::NoSolution(None),
            _ => Ended::Stuck,
        });
    };
    let (place, technique) = (place(ready.board(), &step), step.technique.clone());
    Hint {
        claim: None,
        mistake: None,
        look: None,
        sentence: format!("{technique}: look at {place}."),
        technique: Some(technique),
        place: Some(place),
        step: Some(view(before, step)),
    }
}

/// Solves the puzzle. Fails if the checker does not accept the proof.
pub fn prove(ready: &ReadyVariant<'_>, may_search: bool) -> Result<CheckedProof, Error> {
    checked(ready.prove(may_search))
}
