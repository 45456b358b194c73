//! Certificates of template steps.
//!
//! A candidate in no template is refuted, by a count of the houses of its digit if possible,
//! otherwise by a supposition. A candidate in every template is placed after the others in its
//! house are refuted.

use super::search::{Limits, Search};
use crate::grid::{Board, Candidate, Group, GroupKind, State};
use crate::matcher::{Match, Position};
use crate::proof::{Step, count_of_propagation};
use crate::propagate::Propagation;

/// The steps that prove the conclusions of a match of templates.
pub fn prove(position: &Position, found: &Match) -> Option<Vec<Step>> {
    let board: &Board = position.board();
    let mut refuter = TemplateRefuter {
        board,
        search: Search::new(board, Limits::default()),
        state: position.state().clone(),
        steps: Vec::new(),
    };
    for &candidate in &found.placements {
        refuter.place(candidate)?;
    }
    for &candidate in &found.eliminations {
        refuter.refute(candidate)?;
    }
    Some(refuter.steps)
}

struct TemplateRefuter<'b> {
    board: &'b Board,
    search: Search<'b>,
    state: State,
    steps: Vec<Step>,
}

impl TemplateRefuter<'_> {
    /// The houses that must contain the digit of a candidate.
    fn houses(&self, candidate: Candidate) -> Vec<Group> {
        let digit = self.board.digit_of(candidate);
        let of_digit = |group: &Group| match self.board.group_kind(*group) {
            GroupKind::House(_, of) => of == digit && self.board.is_truth(*group),
            GroupKind::Cell(_) | GroupKind::Derived => false,
        };
        self.board.groups().filter(of_digit).collect()
    }

    fn refute(&mut self, candidate: Candidate) -> Option<()> {
        if !self.state.is_live(self.board, candidate) {
            return Some(());
        }
        let houses = self.houses(candidate);
        let count = Propagation::through(self.board, &self.state, &houses, candidate)
            .and_then(|propagation| count_of_propagation(self.board, &self.state, &propagation));
        match count {
            Some(count) => self.steps.push(Step::Count(count)),
            None => {
                let refutation = self.search.easy_refutation(&self.state, candidate)?;
                self.steps.extend(refutation.steps);
            }
        }
        self.state.eliminate(self.board, candidate);
        Some(())
    }

    /// Refutes the other candidates of a house, which places the candidate.
    fn place(&mut self, candidate: Candidate) -> Option<()> {
        let holds = |group: &Group| self.board.members(*group).contains(&candidate);
        let houses = self.houses(candidate).into_iter().filter(holds);
        let group = { houses }.min_by_key(|&group| self.state.mask(group).count_ones())?;
        for other in self.state.domain(self.board, group) {
            if other != candidate {
                self.refute(other)?;
            }
        }
        self.steps.push(Step::Single { candidate, group });
        self.state.place(self.board, candidate);
        Some(())
    }
}
