//! The reason of a single: the digits on the board that leave it no alternative.
//!
//! For 5 in row 1 at r1c3 only: the 5s whose columns and boxes take the other open cells of the
//! row.

use super::super::evidence::Evidence;
use super::super::scene::Scene;
use super::part::Role;
use crate::grid::{Board, Candidate, Cell, GroupKind, State};

/// The roles of a placement: the house, the cells that it cannot take, and the digits that block
/// them.
pub fn blockers(scene: &Scene<'_>, evidence: &Evidence) -> Vec<Role> {
    let board = scene.board;
    let (Some(truth), Some(&placed)) = (evidence.truths.last(), evidence.placed.last()) else {
        return Vec::new();
    };
    let role = |name: &str, words: String| Role {
        name: name.to_owned(),
        words,
        ..Role::default()
    };
    let mut roles = Vec::new();
    let blocked: Vec<Candidate> = match board.group_kind(truth.group) {
        GroupKind::House(house, _) => {
            let mut place = role("house", format!("house {}", board.house_name(house)));
            place.houses.push(house);
            roles.push(place);
            (board.members(truth.group).iter().copied())
                .filter(|&c| c != placed && solved(board, scene.state, board.cell_of(c)).is_none())
                .collect()
        }
        _ => (board.members(truth.group).iter().copied())
            .filter(|&c| c != placed)
            .collect(),
    };
    let mut digits = role("blocker", "blocks".to_owned());
    digits.cells = chosen(board, scene.state, placed, &blocked);
    if matches!(board.group_kind(truth.group), GroupKind::House(..)) {
        let mut cells = role("blocked", "no place here".to_owned());
        cells.candidates = blocked;
        roles.push(cells);
    }
    roles.push(digits);
    roles.retain(|role| !role.is_empty());
    roles
}

/// The digit of a solved cell.
fn solved(board: &Board, state: &State, cell: Cell) -> Option<Candidate> {
    let mut live = state.domain(board, board.cell_group(cell));
    live.next().filter(|_| live.next().is_none())
}

/// Few solved cells that exclude as many of the candidates as solved cells can.
fn chosen(board: &Board, state: &State, placed: Candidate, blocked: &[Candidate]) -> Vec<Cell> {
    let own = board.cell_of(placed);
    let mut left = blocked.to_vec();
    let mut cells = Vec::new();
    loop {
        let held = board
            .cells()
            .filter(|&cell| cell != own)
            .filter_map(|cell| solved(board, state, cell));
        let count = |it: Candidate| left.iter().filter(|&&c| board.exclude(it, c)).count();
        let best = held
            .map(|it| (count(it), it))
            .max_by_key(|(count, _)| *count);
        match best.filter(|(count, _)| *count > 0) {
            None => return cells,
            Some((_, best)) => {
                left.retain(|&c| !board.exclude(best, c));
                cells.push(board.cell_of(best));
            }
        }
    }
}
