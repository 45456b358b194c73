//! Templates by definition: all templates are listed, one house after the other.
//!
//! The result is the candidates that lie in some template of their digit, and those that lie in
//! every one. A template of 7 is a set of live 7s, one in each house that needs one, no two of
//! which see each other.

use std::collections::BTreeSet;

use crate::grid::{Board, Candidate, Digit, Group, GroupKind};
use crate::matcher::index::position::Position;
use crate::matcher::index::templates::MAX_TEMPLATE_DIGITS;

/// The candidates in some template of their digit, and those in every template.
pub(super) struct TemplateMeaning {
    some: BTreeSet<Candidate>,
    every: BTreeSet<Candidate>,
}

impl TemplateMeaning {
    /// All templates of a position; none on a large board.
    pub(super) fn of(position: &Position) -> TemplateMeaning {
        let board: &Board = position.board();
        let digits: Vec<Digit> = board.digits().collect();
        let live: Vec<Candidate> = position.state().candidates(board).collect();
        if board.size() > MAX_TEMPLATE_DIGITS {
            return TemplateMeaning {
                some: live.into_iter().collect(),
                every: BTreeSet::new(),
            };
        }
        let ways = |&digit: &Digit| ways(board, digit, &live);
        let mut ways: Vec<Vec<BTreeSet<Candidate>>> = digits.iter().map(ways).collect();
        loop {
            let before: usize = ways.iter().map(Vec::len).sum();
            for at in 0..ways.len() {
                let others = (0..ways.len()).filter(|&other| other != at);
                let taken: Vec<Candidate> = others.flat_map(|other| common(&ways[other])).collect();
                let cell = |c: &Candidate| board.cell_of(*c);
                let is_free = |c: &Candidate| !taken.iter().any(|t| cell(t) == cell(c));
                ways[at].retain(|way| way.iter().all(is_free));
            }
            if ways.iter().map(Vec::len).sum::<usize>() == before {
                break;
            }
        }
        let is_open = |c: &Candidate| !position.is_solved(board.cell_of(*c));
        let houses: Vec<Group> = digits.iter().flat_map(|&d| must_hold(board, d)).collect();
        let is_told = |c: &Candidate| houses.iter().any(|&h| board.members(h).contains(c));
        let untold = live.iter().filter(|c| !is_told(c));
        TemplateMeaning {
            some: ways
                .iter()
                .flatten()
                .flatten()
                .chain(untold)
                .copied()
                .collect(),
            every: ways
                .iter()
                .flat_map(|of| common(of))
                .filter(is_open)
                .collect(),
        }
    }

    pub(super) fn holds(&self, candidate: Candidate, every: bool) -> bool {
        match every {
            true => self.every.contains(&candidate),
            false => !self.some.contains(&candidate),
        }
    }
}

/// The houses that must hold the digit.
fn must_hold(board: &Board, digit: Digit) -> Vec<Group> {
    let of_digit = |group: &Group| match board.group_kind(*group) {
        GroupKind::House(_, of) => of == digit && board.is_truth(*group),
        GroupKind::Cell(_) | GroupKind::Derived => false,
    };
    board.groups().filter(of_digit).collect()
}

/// Every way to place the digit once in each house so that no two places see each other.
fn ways(board: &Board, digit: Digit, live: &[Candidate]) -> Vec<BTreeSet<Candidate>> {
    let mut ways = vec![BTreeSet::new()];
    for house in must_hold(board, digit) {
        let members = board.members(house);
        let grow = |way: BTreeSet<Candidate>| -> Vec<BTreeSet<Candidate>> {
            if way.iter().any(|c| members.contains(c)) {
                return vec![way];
            }
            let fits = |c: &&Candidate| {
                let apart = |other: &Candidate| !board.exclude(**c, *other);
                live.contains(c) && way.iter().all(apart)
            };
            let more = |c: &Candidate| way.iter().copied().chain([*c]).collect();
            members.iter().filter(fits).map(more).collect()
        };
        ways = ways.into_iter().flat_map(grow).collect();
    }
    ways
}

/// The candidates that all ways to place the digit have.
fn common(ways: &[BTreeSet<Candidate>]) -> Vec<Candidate> {
    let Some((first, rest)) = ways.split_first() else {
        return Vec::new();
    };
    let in_all = |c: &&Candidate| rest.iter().all(|way| way.contains(c));
    first.iter().filter(in_all).copied().collect()
}
