//! The proof itself: the loop over its lines, the live candidates, and the claim.

use crate::board::{Board, Candidate};
use crate::definition::Definition;
use crate::lines::Lines;
use crate::machine::{Machine, State};
use crate::sentences::{Claim, Judged, Need, Reason};
use crate::verdict::{Accepted, Event, Stop};
use std::collections::BTreeMap;
use std::io::BufRead;

/// Checks a whole file.
pub(crate) fn proof<R: BufRead>(
    lines: &mut Lines<R>,
    observe: &mut dyn FnMut(Event),
) -> Result<Accepted, Stop> {
    let mut checker = Checker::read(lines)?;
    observe(Event::Start(&checker.board, &checker.live));
    let mut steps = 1;
    let claim = loop {
        lines.step = Some(steps);
        let words = &lines.tokens()[..];
        if let ["claim", claim @ ..] = words {
            break checker.claim(claim)?;
        }
        let placed = checker.step(words)?;
        if checker.open.is_empty() {
            observe(Event::Step(placed, &checker.trail));
            checker.trail.clear();
        }
        lines.advance()?;
        steps += 1;
    };
    (!lines.next()?).need(|| Reason::AfterClaim)?;
    let (from_state, assumes_unique) = (checker.has_state, checker.assume_unique);
    Ok(Accepted {
        claim,
        steps,
        from_state,
        assumes_unique,
    })
}

/// A reason that still lacks the name of a candidate.
type NamedReason = fn(String) -> Reason;

/// The state of a check. Sets have one entry for each candidate of the board.
pub(crate) struct Checker {
    /// Whether the file may use the additions of version 2.
    pub is_new: bool,
    pub board: Board,
    /// The names that the file has defined. In version 2 also the houses of the board.
    pub names: BTreeMap<String, Definition>,
    /// The total size of the definitions.
    pub size: usize,
    /// The candidates that the solutions of the puzzle may use.
    pub puzzle: Vec<bool>,
    /// The candidates of the `state` line; without it, all.
    pub state: Vec<bool>,
    pub has_state: bool,
    pub assume_unique: bool,
    /// The candidates that no step has eliminated.
    pub live: Vec<bool>,
    /// The candidates removed since the last step without an open suppose, in order, each at most
    /// once.
    pub trail: Vec<Candidate>,
    /// The open supposes: the candidate, and the lengths of the trail and of the cuts before it was
    /// assumed.
    pub open: Vec<(Candidate, usize, usize)>,
    /// The names of the cuts, in order.
    pub cuts: Vec<String>,
    /// A scratch weight for each candidate: 0 except during a count.
    pub weights: Vec<i64>,
}

impl Checker {
    pub fn new(is_new: bool, board: Board) -> Checker {
        let all = vec![true; board.candidates()];
        let mut checker = Checker {
            is_new,
            board,
            names: BTreeMap::new(),
            size: 0,
            puzzle: all.clone(),
            state: all.clone(),
            has_state: false,
            assume_unique: false,
            weights: vec![0; all.len()],
            live: all,
            trail: Vec::new(),
            open: Vec::new(),
            cuts: Vec::new(),
        };
        if is_new {
            checker.name_houses();
        }
        checker
    }

    fn claim(&self, words: &[&str]) -> Result<Claim, Stop> {
        self.open.is_empty().need(|| Reason::ClaimInSuppose)?;
        match *words {
            ["unique", grid] => {
                for x in self.solution(grid)? {
                    self.need(self.live[x.index()], Reason::GridNotLive, x)?;
                    // The grid fills all cells, so every other live candidate shares its cell with
                    // a candidate of the grid.
                    let cell = self.board.cell(x);
                    let cell = self.board.cell_candidates(cell);
                    self.empty(cell, Some(x), Reason::NotFinished)?;
                }
                Ok(Claim::Unique(grid.to_string()))
            }
            ["none", ":", ref items @ ..] if self.is_list(items) => {
                self.unfillable(items)?;
                Ok(Claim::None)
            }
            ["many", first, second] => {
                (!self.assume_unique).need(|| Reason::ManyUnderAssume)?;
                let differ = self.solution(first)? != self.solution(second)?;
                differ.need(|| Reason::GridsEqual)?;
                Ok(Claim::Many(first.to_string(), second.to_string()))
            }
            ["open"] => Ok(Claim::Open),
            _ => Err(Reason::UnknownClaim.into()),
        }
    }

    /// Reads a grid that must be a solution of the board, in the puzzle and in the state.
    fn solution(&self, text: &str) -> Judged<Vec<Candidate>> {
        let board = &self.board;
        let grid = board.grid(text);
        let grid = grid.filter(|grid| grid.len() == board.n() * board.n());
        let grid = grid.need_of(text, Reason::BadGrid)?;
        let mut excluded = vec![false; board.candidates()];
        for &x in &grid {
            self.need(!excluded[x.index()], Reason::GridNotSolution, x)?;
            self.need(self.puzzle[x.index()], Reason::GridNotInPuzzle, x)?;
            self.need(self.state[x.index()], Reason::GridNotInState, x)?;
            board.each_excluded(x, |y| excluded[y.index()] = true);
        }
        for (name, rule) in self.rules() {
            let accepts = |machine: &Machine| {
                let mut digits = rule.cells.iter().map(|&cell| board.value(grid[cell]));
                let last = digits.try_fold(State::default(), |state, d| machine.step(state, d));
                last.is_some_and(|state| machine.accepts(state))
            };
            let holds = rule.row.allows(rule.row.sum(&grid));
            (holds && rule.machine.iter().all(accepts)).need_of(name, Reason::GridBreaksRule)?;
        }
        Ok(grid)
    }

    /// The definitions of the header.
    pub fn rules(&self) -> impl Iterator<Item = (&String, &Definition)> {
        self.names.iter().filter(|(_, named)| named.is_rule())
    }

    /// Removes a live candidate. Returns false if it was not live.
    pub fn remove(&mut self, candidate: Candidate) -> bool {
        let live = std::mem::replace(&mut self.live[candidate.index()], false);
        self.trail.extend(live.then_some(candidate));
        live
    }

    /// Assumes a candidate: removes all candidates that it excludes.
    pub fn take(&mut self, candidate: Candidate) {
        let (live, trail) = (&mut self.live, &mut self.trail);
        self.board.each_excluded(candidate, |other| {
            let live = std::mem::replace(&mut live[other.index()], false);
            trail.extend(live.then_some(other));
        });
    }

    /// Reads a candidate that must be live.
    pub fn live(&self, word: &str, sign: &str, reason: NamedReason) -> Judged<Candidate> {
        let candidate = self.board.candidate(word, sign)?;
        self.need(self.live[candidate.index()], reason, candidate)?;
        Ok(candidate)
    }

    /// Rejects the file if a candidate of the set other than `but` is live. The reason names that
    /// candidate.
    pub fn empty(&self, set: &[Candidate], but: Option<Candidate>, why: NamedReason) -> Judged {
        let is_other = |x: &&Candidate| self.live[x.index()] && Some(**x) != but;
        let other = set.iter().find(is_other);
        other.map_or(Ok(()), |&other| self.need(false, why, other))
    }

    /// Rejects the file unless the condition holds. The reason names a candidate.
    pub fn need(&self, holds: bool, reason: NamedReason, of: Candidate) -> Judged {
        holds.need(|| reason(self.board.name(of)))
    }
}
