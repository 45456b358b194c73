//! Covering candidates by few links: the part of a count that needs a search.
//!
//! Each candidate has a number of times that it must be covered, and each link covers all its
//! candidates once. The two rows of an X-wing demand four 7s, and two columns cover them.
//!
//! The remaining demand is stored in bit planes: the first set has the candidates that need at
//! least one more link, the next those that need two, and so on. A link moves its candidates down
//! by one plane at once.

use std::cmp::Reverse;

use crate::grid::{Board, Candidate, Digit, Group, GroupKind};

/// Maximum number of partial covers tried.
const MAX_COVERS: u32 = 20_000;

/// Covers the candidates as often as demanded by at most `budget` links. With `by_digit`, house
/// links are tried first: each digit separately is covered by the fewest links. This is the best
/// way to cover cells.
pub fn cover(
    board: &Board,
    demand: &[(Candidate, i32)],
    budget: usize,
    by_digit: bool,
) -> Option<Vec<Group>> {
    if demand.is_empty() {
        return Some(Vec::new());
    }
    let apart = by_digit.then(|| cover_by_digit(board, demand, budget));
    apart.flatten().or_else(|| {
        let mut search = CoverSearch::new(board, demand, |_| true);
        search.run(budget).then_some(search.chosen)
    })
}

fn cover_by_digit(board: &Board, demand: &[(Candidate, i32)], budget: usize) -> Option<Vec<Group>> {
    let mut chosen = Vec::new();
    let mut digits: Vec<Digit> = demand.iter().map(|(c, _)| board.digit_of(*c)).collect();
    digits.sort_unstable();
    digits.dedup();
    for digit in digits {
        let of_digit = demand.iter().filter(|(c, _)| board.digit_of(*c) == digit);
        let of_digit: Vec<(Candidate, i32)> = of_digit.copied().collect();
        let of_house = |group| matches!(board.group_kind(group), GroupKind::House(..));
        let mut search = CoverSearch::new(board, &of_digit, of_house);
        let left = budget.saturating_sub(chosen.len());
        (1..=left).find(|&most| search.run(most))?;
        chosen.append(&mut search.chosen);
    }
    Some(chosen)
}

/// A search for a cover.
struct CoverSearch {
    /// The available links, with the candidates that each covers, as bits.
    links: Vec<(Group, Vec<u64>)>,
    /// For each candidate, the links that cover it.
    covering: Vec<Vec<usize>>,
    /// The number of words of a set of candidates.
    words: usize,
    /// The bit planes of the remaining demand, before the first link and after each.
    needs: Vec<u64>,
    /// The number of words of all planes together.
    stride: usize,
    /// The links to try for the current candidate: the size, the group and the index.
    choices: Vec<(Reverse<u32>, Group, usize)>,
    chosen: Vec<Group>,
    steps: u32,
}

impl CoverSearch {
    fn new(
        board: &Board,
        demand: &[(Candidate, i32)],
        may_take: impl Fn(Group) -> bool,
    ) -> CoverSearch {
        let mut demand: Vec<(Candidate, i32)> = demand.to_vec();
        demand.sort_unstable();
        let words = demand.len().div_ceil(64);
        let most = demand.iter().map(|&(_, times)| times.max(0) as usize).max();
        let stride = words * most.unwrap_or(0);
        let mut needs = vec![0; stride];
        let mut links: Vec<(Group, Vec<u64>)> = Vec::new();
        let mut covering = vec![Vec::new(); demand.len()];
        for (at, &(candidate, times)) in demand.iter().enumerate() {
            let (word, bit) = (at / 64, 1 << (at % 64));
            (0..times.max(0) as usize).for_each(|plane| needs[plane * words + word] |= bit);
            let groups = board.slots(candidate).iter().map(|slot| slot.group);
            for group in groups.filter(|&group| may_take(group)) {
                let known = links.iter().position(|(link, _)| *link == group);
                let link = known.unwrap_or_else(|| {
                    links.push((group, vec![0; words]));
                    links.len() - 1
                });
                links[link].1[word] |= bit;
                covering[at].push(link);
            }
        }
        CoverSearch {
            links,
            covering,
            words,
            needs,
            stride,
            choices: Vec::new(),
            chosen: Vec::new(),
            steps: 0,
        }
    }

    /// Whether `budget` links are enough. If so, they are chosen.
    fn run(&mut self, budget: usize) -> bool {
        self.steps = 0;
        self.chosen.clear();
        self.fewest() <= budget && self.go_on(budget)
    }

    /// A lower bound on the number of links: candidates that share no link need one each, as often
    /// as demanded.
    fn fewest(&self) -> usize {
        let mut open: Vec<u64> = vec![u64::MAX; self.words];
        let mut fewest = 0;
        for plane in (0..self.stride / self.words.max(1)).rev() {
            for at in 0..self.covering.len() {
                let bit = 1 << (at % 64);
                let needs = self.needs[plane * self.words + at / 64] & bit != 0;
                if needs && open[at / 64] & bit != 0 {
                    fewest += plane + 1;
                    for &link in &self.covering[at] {
                        let covered = open.iter_mut().zip(&self.links[link].1);
                        covered.for_each(|(open, covered)| *open &= !covered);
                    }
                    // A candidate without links shares no link with any other candidate.
                    open[at / 64] &= !bit;
                }
            }
        }
        fewest
    }

    /// The candidate that needs most links, the first among equals, and that number.
    fn neediest(&self) -> Option<(usize, usize)> {
        let needs = &self.needs[self.needs.len() - self.stride..];
        let last = needs.iter().rposition(|&word| word != 0)?;
        let plane = last / self.words;
        let words = &needs[plane * self.words..][..self.words];
        let word = words.iter().position(|&word| word != 0)?;
        let at = word * 64 + words[word].trailing_zeros() as usize;
        Some((at, plane + 1))
    }

    /// Covers the neediest candidate in every possible way, the largest link first.
    fn go_on(&mut self, budget: usize) -> bool {
        let Some((candidate, times)) = self.neediest() else {
            return true;
        };
        self.steps += 1;
        if times > budget || self.steps > MAX_COVERS {
            return false;
        }
        if budget == 1 {
            return self.end_with(candidate);
        }
        let first = self.choices.len();
        for &link in &self.covering[candidate] {
            let (group, covered) = &self.links[link];
            let open = &self.needs[self.needs.len() - self.stride..];
            let size = open.iter().zip(covered).map(|(a, b)| (a & b).count_ones());
            self.choices.push((Reverse(size.sum()), *group, link));
        }
        let last = self.choices.len();
        self.choices[first..].sort_unstable();
        for choice in first..last {
            let (_, group, link) = self.choices[choice];
            self.chosen.push(group);
            self.take(link);
            if self.go_on(budget - 1) {
                return true;
            }
            self.needs.truncate(self.needs.len() - self.stride);
            self.chosen.pop();
        }
        self.choices.truncate(first);
        false
    }

    /// Covers the rest by one link, if possible. Most failing searches end here, and each link
    /// tried counts.
    fn end_with(&mut self, candidate: usize) -> bool {
        let open = &self.needs[self.needs.len() - self.stride..][..self.words];
        let links = self.covering[candidate].iter();
        let does_it = |(_, covered): &&(Group, Vec<u64>)| {
            let mut words = open.iter().zip(covered);
            words.all(|(open, covered)| open & !covered == 0)
        };
        let last = links.map(|&link| &self.links[link]).filter(does_it);
        let last = last.map(|(group, _)| *group).min();
        if last.is_none() {
            self.steps += self.covering[candidate].len() as u32;
        }
        self.chosen.extend(last);
        last.is_some()
    }

    /// Adds the remaining demand after a link is taken.
    fn take(&mut self, link: usize) {
        let before = self.needs.len() - self.stride;
        self.needs.extend_from_within(before..);
        let after = before + self.stride;
        let covered = &self.links[link].1;
        for at in 0..self.stride {
            let covered = covered[at % self.words];
            // Candidates of the next plane move down to this plane.
            let more = match at + self.words < self.stride {
                true => self.needs[before + at + self.words] & covered,
                false => 0,
            };
            self.needs[after + at] = self.needs[after + at] & !covered | more;
        }
    }
}
