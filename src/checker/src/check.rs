//! The proof itself: each step is judged on the live candidates, then the claim.

use crate::count::Sums;
use crate::{Accepted, Board, Candidate, Claim, Event, Group, Header, Lines, Reason, State, Stop};
use crate::{deadly, need, quote};
use std::io::BufRead;

const MAX_DEPTH: usize = 10_000;

/// Checks a whole file. `step` is the number of the step that is being judged, if one is.
pub(crate) fn proof<R: BufRead>(
    lines: &mut Lines<R>,
    step: &mut Option<u64>,
    observe: &mut dyn FnMut(Event),
) -> Result<Accepted, Stop> {
    let header = &Header::read(lines)?;
    observe(Event::Start(&header.board, &header.live));
    let mut checker = Checker {
        header,
        board: &header.board,
        state: State::new(header.live.clone()),
        deadly: vec![Vec::new(); deadly::NAMES],
        sums: Sums::default(),
    };
    for steps in 1.. {
        *step = Some(steps);
        let words = &lines.tokens()[..];
        if let ["claim", claim @ ..] = words {
            let (claim, assumes_unique) = (checker.claim(claim)?, header.assume_unique);
            *step = None;
            let more = lines.next()?;
            need(!more, || Reason::AfterClaim)?;
            return Ok(Accepted {
                claim,
                steps,
                assumes_unique,
            });
        }
        let placed = checker.step(words)?;
        if checker.state.open.is_empty() {
            let report = |removed: &_| observe(Event::Step(placed, removed));
            checker.state.settle(report);
        }
        *step = None;
        lines.advance()?;
    }
    unreachable!("the loop has no end of its own")
}

/// A reason, but for the name of a candidate.
type Named = fn(String) -> Reason;

/// Two lists of words, both not empty.
pub(crate) type Lists<'a> = (&'a [&'a str], &'a [&'a str]);

pub(crate) struct Checker<'a> {
    pub header: &'a Header,
    pub board: &'a Board,
    pub state: State,
    /// The set P of each name from d1 to d99; one that is not defined is empty.
    pub deadly: Vec<Vec<Candidate>>,
    pub sums: Sums,
}

impl Checker<'_> {
    /// Judges and does one step; gives back the candidate that it places.
    fn step(&mut self, words: &[&str]) -> Result<Option<Candidate>, Reason> {
        match *words {
            ["count", ref rest @ ..] => self.count(lists("count", rest)?)?,
            ["single", candidate, ":", group] => return self.single(candidate, group).map(Some),
            ["suppose", candidate] => self.suppose(candidate)?,
            ["refuted", group] => self.refuted(group)?,
            ["deadly", name, ":", ref rest @ ..] => {
                self.define_deadly(name, lists("deadly", rest)?)?;
            }
            [word @ ("single" | "suppose" | "refuted" | "deadly"), ..] => {
                return Err(Reason::BadForm(quote(word)));
            }
            [word @ ("qed" | "board" | "givens" | "state" | "assume"), ..] => {
                return Err(Reason::MisplacedHeader(quote(word)));
            }
            _ => return Err(Reason::UnknownStep(quote(words[0]))),
        }
        Ok(None)
    }

    fn single(&mut self, candidate: &str, group: &str) -> Result<Candidate, Reason> {
        let candidate = self.live(candidate, "=", Reason::SingleNotLive)?;
        let group = self.board.group(group)?;
        let inside = self.board.groups(candidate).contains(&group);
        self.need(inside, Reason::SingleOutside, candidate)?;
        self.empty(group, Some(candidate), Reason::SingleNotAlone)?;
        self.state.take(self.board, candidate);
        Ok(candidate)
    }

    fn suppose(&mut self, candidate: &str) -> Result<(), Reason> {
        let candidate = self.live(candidate, "=", Reason::SupposeNotLive)?;
        need(self.state.open.len() < MAX_DEPTH, || Reason::SupposeTooDeep)?;
        self.state.suppose(self.board, candidate);
        Ok(())
    }

    fn refuted(&mut self, group: &str) -> Result<(), Reason> {
        self.none_live(group)?;
        need(self.state.refute(), || Reason::NoOpenSuppose)
    }

    fn claim(&self, words: &[&str]) -> Result<Claim, Reason> {
        need(self.state.open.is_empty(), || Reason::ClaimInSuppose)?;
        match *words {
            ["unique", grid] => {
                for candidate in self.solution(grid)? {
                    let live = self.state.is_live(candidate);
                    self.need(live, Reason::GridNotLive, candidate)?;
                    // The grid fills all cells, so whatever else is live shows up in one of them.
                    let cell = self.board.groups(candidate)[0];
                    self.empty(cell, Some(candidate), Reason::NotFinished)?;
                }
                Ok(Claim::Unique(grid.to_string()))
            }
            ["none", ":", group] => self.none_live(group).map(|()| Claim::None),
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
        // An empty cell is none, and turns the whole grid into none.
        let grid = self.board.grid(text);
        let grid: Option<Vec<_>> = grid.and_then(|grid| grid.into_iter().collect());
        let grid = grid.ok_or_else(|| Reason::BadGrid(quote(text)))?;
        let mut held = vec![false; 4 * self.board.n() * self.board.n()];
        for &candidate in &grid {
            // Each kind has as many groups as the grid has candidates: none held twice means each held once.
            for group in self.board.groups(candidate) {
                let first = !std::mem::replace(&mut held[group.0], true);
                self.need(first, Reason::GridNotSolution, candidate)?;
            }
            let in_puzzle = self.header.puzzle[candidate.index()];
            self.need(in_puzzle, Reason::GridNotInPuzzle, candidate)?;
            let in_state = self.header.state[candidate.index()];
            self.need(in_state, Reason::GridNotInState, candidate)?;
        }
        Ok(grid)
    }

    /// Reads a candidate that must be live.
    pub fn live(&self, word: &str, relation: &str, reason: Named) -> Result<Candidate, Reason> {
        let candidate = self.board.candidate(word, relation)?;
        self.need(self.state.is_live(candidate), reason, candidate)?;
        Ok(candidate)
    }

    fn none_live(&self, group: &str) -> Result<(), Reason> {
        self.empty(self.board.group(group)?, None, Reason::GroupNotEmpty)
    }

    /// Nothing in a group may be live, but for one candidate; the reason names what else is.
    fn empty(&self, group: Group, but: Option<Candidate>, reason: Named) -> Result<(), Reason> {
        let mut members = self.board.members(group).iter();
        let other = members.find(|&&x| self.state.is_live(x) && Some(x) != but);
        other.map_or(Ok(()), |&other| self.need(false, reason, other))
    }

    /// Goes on where the condition holds; where not, rejects for a reason that names a candidate.
    pub fn need(&self, holds: bool, reason: Named, candidate: Candidate) -> Result<(), Reason> {
        need(holds, || reason(self.board.name(candidate)))
    }
}

/// The words before and after the first colon, if there are some on both sides.
fn lists<'a>(step: &str, words: &'a [&'a str]) -> Result<Lists<'a>, Reason> {
    let colon = words.iter().position(|&word| word == ":");
    let (before, after) = words.split_at(colon.unwrap_or(0));
    need(!before.is_empty() && after.len() > 1, || {
        Reason::BadForm(quote(step))
    })?;
    Ok((before, &after[1..]))
}
