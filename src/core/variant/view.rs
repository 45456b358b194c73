//! Steps and grades of variant puzzles, in the form of those of classic puzzles.

use std::collections::BTreeMap;

use super::path::{ReadyVariant, VariantStep};
use crate::grid::{Board, Candidate};
use crate::proof::{Claim, Step};
use crate::report::grade::{Effort, Grade, SEARCH_SCORE, claim_word};
use crate::report::step::{SEARCH, StepView};

impl VariantStep {
    /// The step, for programs.
    pub fn view(&self, board: &Board) -> StepView {
        let list = |all: &[Candidate], name: fn(&Board, Candidate) -> String| {
            all.iter().map(|&it| name(board, it)).collect()
        };
        let bindings = self.annotation.bindings.iter().cloned();
        let is_search = self.supposes > 0;
        StepView {
            rule: (!is_search).then(|| self.annotation.rule.clone()),
            name: self.technique.clone(),
            place: list(&self.placements, Board::candidate_name),
            eliminate: list(&self.eliminations, Board::elimination_name),
            bindings: bindings.map(|(name, value)| (name, value.into())).collect(),
            certificate: self
                .certificate
                .iter()
                .map(|it| it.to_text(board))
                .collect(),
            sentence: self.annotation.sentence.clone(),
        }
    }

    /// The maximum number of nested suppositions.
    pub fn depth(&self) -> usize {
        let (mut depth, mut most) = (0_usize, 0);
        for step in &self.certificate {
            match step {
                Step::Suppose(_) => depth += 1,
                Step::Refuted(_) | Step::Row(crate::proof::RowStep::Refuted(_)) => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            most = most.max(depth);
        }
        most
    }
}

impl ReadyVariant<'_> {
    /// The difficulty of the puzzle. The counts are those of the path.
    pub fn grade(&self, may_search: bool) -> Grade {
        let mut path = self.path(may_search);
        let mut search = Effort::default();
        let mut used = BTreeMap::new();
        let (mut steps, mut score) = (0, 0);
        for step in path.by_ref() {
            steps += 1;
            if step.supposes > 0 {
                search.refuted += 1;
                search.supposes += step.supposes;
                search.depth = search.depth.max(step.depth());
                continue;
            }
            score += u64::from(step.score);
            let order = (step.level, step.score, step.technique);
            *used.entry(order).or_insert(0_u64) += 1;
        }
        let claim = path.claim();
        let solved = matches!(claim, Claim::Unique(_));
        let is_graded = solved || matches!(claim, Claim::Open);
        let mut level = used.keys().next_back().map(|(level, ..)| level.word());
        let counts = used.into_iter().map(|((_, _, name), count)| (name, count));
        let mut techniques: Vec<(String, u64)> = counts.collect();
        if search.refuted > 0 {
            level = Some("search");
            techniques.push((SEARCH.to_owned(), search.refuted as u64));
        }
        let hardest = techniques.last().map(|(name, _)| name.clone());
        Grade {
            puzzle: self.puzzle().line(),
            level: level.filter(|_| is_graded),
            hardest: hardest.filter(|_| is_graded),
            score: score + search.refuted as u64 * SEARCH_SCORE,
            steps,
            search,
            clues: self.puzzle().clues(),
            techniques,
            solved,
            claim: claim_word(claim),
            scales: Vec::new(),
            ladders: Vec::new(),
            refused: Vec::new(),
        }
    }
}
