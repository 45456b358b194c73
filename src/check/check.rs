//! The proof itself: the loop over its lines, the live candidates, and the claim.

use crate::board::{Board, Candidate, Group};
use crate::header::Header;
use crate::lines::Lines;
use crate::sentences::{Claim, Reason, need, quote};
use crate::verdict::{Accepted, Event, Stop};
use std::io::BufRead;

/// Checks a whole file.
pub(crate) fn proof<R: BufRead>(
    lines: &mut Lines<R>,
    observe: &mut dyn FnMut(Event),
) -> Result<Accepted, Stop> {
    let header = &Header::read(lines)?;
    let mut checker = Checker {
        header,
        board: &header.board,
        live: header.state.clone(),
        trail: Vec::new(),
        open: Vec::new(),
        deadly: vec![Vec::new(); 99],
        weights: vec![0; header.board.candidates()],
    };
    // That leaves nothing outside of the puzzle, and of two givens that exclude each other neither.
    header.givens.iter().for_each(|&given| checker.take(given));
    checker.trail.clear();
    observe(Event::Start(checker.board, &checker.live));
    let mut steps = 1;
    let claim = loop {
        let at_step = |reason| Stop::Rejected(Some(steps), reason);
        let words = &lines.tokens()[..];
        if let ["claim", claim @ ..] = words {
            break checker.claim(claim).map_err(at_step)?;
        }
        let placed = checker.step(words).map_err(at_step)?;
        if checker.open.is_empty() {
            observe(Event::Step(placed, &checker.trail));
            checker.trail.clear();
        }
        lines.advance()?;
        steps += 1;
    };
    need(!lines.next()?, || Reason::AfterClaim)?;
    Ok(Accepted {
        claim,
        steps,
        from_state: header.has_state,
        assumes_unique: header.assume_unique,
    })
}

/// A reason, but for the name of a candidate.
type Named = fn(String) -> Reason;

pub(crate) struct Checker<'a> {
    pub header: &'a Header,
    pub board: &'a Board,
    /// For each candidate whether it is live.
    pub live: Vec<bool>,
    /// What was removed since no suppose was open, in order. Each candidate is here at most once.
    pub trail: Vec<Candidate>,
    /// The open supposes: the candidate, and the length of the trail before it was taken as true.
    pub open: Vec<(Candidate, usize)>,
    /// The set P of each name from d1 to d99; one that is not defined is empty.
    pub deadly: Vec<Vec<Candidate>>,
    /// For each candidate 0, but for the time of a count.
    pub weights: Vec<i64>,
}

impl Checker<'_> {
    fn claim(&self, words: &[&str]) -> Result<Claim, Reason> {
        need(self.open.is_empty(), || Reason::ClaimInSuppose)?;
        match *words {
            ["unique", grid] => {
                for x in self.solution(grid)? {
                    self.need(self.live[x.index()], Reason::GridNotLive, x)?;
                    // The grid fills all cells, so whatever else is live shows up in one of them.
                    self.empty(self.board.groups(x)[0], Some(x), Reason::NotFinished)?;
                }
                Ok(Claim::Unique(grid.to_string()))
            }
            ["none", ":", group] => {
                self.empty(self.board.group(group)?, None, Reason::GroupNotEmpty)?;
                Ok(Claim::None)
            }
            ["many", first, second] => {
                need(!self.header.assume_unique, || Reason::ManyUnderAssume)?;
                let differ = self.solution(first)? != self.solution(second)?;
                need(differ, || Reason::GridsEqual)?;
                Ok(Claim::Many(first.to_string(), second.to_string()))
            }
            ["open"] => Ok(Claim::Open),
            _ => Err(Reason::UnknownClaim),
        }
    }

    /// Reads a grid that must be a solution of the board, in the puzzle and in the state.
    fn solution(&self, text: &str) -> Result<Vec<Candidate>, Reason> {
        let (grid, n) = (self.board.grid(text), self.board.n());
        let full = grid.filter(|grid| grid.len() == n * n);
        let grid = full.ok_or_else(|| Reason::BadGrid(quote(text)))?;
        let mut held = vec![false; 4 * n * n];
        for &x in &grid {
            // Each kind has as many groups as the grid has candidates: none held twice means each held once.
            for group in self.board.groups(x) {
                let first = !std::mem::replace(&mut held[group.0], true);
                self.need(first, Reason::GridNotSolution, x)?;
            }
            self.need(self.header.puzzle[x.index()], Reason::GridNotInPuzzle, x)?;
            self.need(self.header.state[x.index()], Reason::GridNotInState, x)?;
        }
        Ok(grid)
    }

    /// Removes a candidate from the live ones; false if it was not live.
    pub fn remove(&mut self, candidate: Candidate) -> bool {
        let live = std::mem::replace(&mut self.live[candidate.index()], false);
        self.trail.extend(live.then_some(candidate));
        live
    }

    /// Takes a candidate as true: removes all that it excludes.
    pub fn take(&mut self, candidate: Candidate) {
        for group in self.board.groups(candidate) {
            for &other in self
                .board
                .members(group)
                .iter()
                .filter(|&&x| x != candidate)
            {
                self.remove(other);
            }
        }
    }

    /// Reads a candidate that must be live.
    pub fn live(&self, word: &str, relation: &str, reason: Named) -> Result<Candidate, Reason> {
        let candidate = self.board.candidate(word, relation)?;
        self.need(self.live[candidate.index()], reason, candidate)?;
        Ok(candidate)
    }

    /// Nothing in a group may be live, but for one candidate; the reason names what else is.
    pub fn empty(&self, group: Group, but: Option<Candidate>, reason: Named) -> Result<(), Reason> {
        let mut members = self.board.members(group).iter();
        let other = members.find(|&&x| self.live[x.index()] && Some(x) != but);
        other.map_or(Ok(()), |&other| self.need(false, reason, other))
    }

    /// Goes on where the condition holds; where not, rejects for a reason that names a candidate.
    pub fn need(&self, holds: bool, reason: Named, candidate: Candidate) -> Result<(), Reason> {
        need(holds, || reason(self.board.name(candidate)))
    }
}
