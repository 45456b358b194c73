//! Templates, straight from their meaning: all of them, one house after the other.

use std::collections::BTreeSet;

use super::Naive;
use crate::grid::{Candidate, Digit, Group, GroupKind};

/// The candidates in some template of their digit, and in every one.
pub(super) struct Templates {
    some: BTreeSet<Candidate>,
    every: BTreeSet<Candidate>,
}

impl Templates {
    pub(super) fn holds(&self, candidate: Candidate, every: bool) -> bool {
        match every {
            true => self.every.contains(&candidate),
            false => !self.some.contains(&candidate),
        }
    }
}

impl Naive<'_> {
    pub(super) fn templates(&self) -> &Templates {
        self.templates.get_or_init(|| self.all_templates())
    }

    fn all_templates(&self) -> Templates {
        let digits: Vec<Digit> = self.board.digits().collect();
        let live: Vec<Candidate> = self.position.state().candidates(self.board).collect();
        let ways = |&digit: &Digit| self.ways(digit, &live);
        let mut ways: Vec<Vec<BTreeSet<Candidate>>> = digits.iter().map(ways).collect();
        loop {
            let before: usize = ways.iter().map(Vec::len).sum();
            for at in 0..ways.len() {
                let others = (0..ways.len()).filter(|&other| other != at);
                let taken: Vec<Candidate> = others.flat_map(|other| common(&ways[other])).collect();
                let cell = |c: &Candidate| self.board.cell_of(*c);
                let is_free = |c: &Candidate| !taken.iter().any(|t| cell(t) == cell(c));
                ways[at].retain(|way| way.iter().all(is_free));
            }
            if ways.iter().map(Vec::len).sum::<usize>() == before {
                break;
            }
        }
        let is_open = |c: &Candidate| !self.position.is_solved(self.board.cell_of(*c));
        let houses: Vec<Group> = digits.iter().flat_map(|&d| self.must_hold(d)).collect();
        let is_told = |c: &Candidate| houses.iter().any(|&h| self.board.members(h).contains(c));
        let untold = live.iter().filter(|c| !is_told(c));
        Templates {
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

    /// The houses that must hold the digit.
    fn must_hold(&self, digit: Digit) -> Vec<Group> {
        let of_digit = |group: &Group| match self.board.group_kind(*group) {
            GroupKind::House(_, of) => of == digit && self.board.is_truth(*group),
            GroupKind::Cell(_) => false,
        };
        self.board.groups().filter(of_digit).collect()
    }

    /// Every way to place the digit once in each house, none of them excluding another.
    fn ways(&self, digit: Digit, live: &[Candidate]) -> Vec<BTreeSet<Candidate>> {
        let mut ways = vec![BTreeSet::new()];
        for house in self.must_hold(digit) {
            let members = self.board.members(house);
            let grow = |way: BTreeSet<Candidate>| -> Vec<BTreeSet<Candidate>> {
                if way.iter().any(|c| members.contains(c)) {
                    return vec![way];
                }
                let fits = |c: &&Candidate| {
                    let apart = |other: &Candidate| !self.board.exclude(**c, *other);
                    live.contains(c) && way.iter().all(apart)
                };
                let more = |c: &Candidate| way.iter().copied().chain([*c]).collect();
                members.iter().filter(fits).map(more).collect()
            };
            ways = ways.into_iter().flat_map(grow).collect();
        }
        ways
    }
}

/// The candidates that all ways have.
fn common(ways: &[BTreeSet<Candidate>]) -> Vec<Candidate> {
    let Some((first, rest)) = ways.split_first() else {
        return Vec::new();
    };
    let in_all = |c: &&Candidate| rest.iter().all(|way| way.contains(c));
    first.iter().filter(in_all).copied().collect()
}
