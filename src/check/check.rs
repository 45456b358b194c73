//! The proof itself: the loop over its lines, the live candidates, and the claim.

use crate::board::{Board, Candidate, Definition};
use crate::lines::Lines;
use crate::sentences::{Claim, Reason, quote};
use crate::verdict::{Accepted, Event, Judged, Need};
use std::collections::BTreeMap;
use std::io::BufRead;

/// Checks a whole file.
pub(crate) fn proof<R: BufRead>(
    lines: &mut Lines<R>,
    observe: &mut dyn FnMut(Event),
) -> Judged<Accepted> {
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
    Ok(Accepted {
        claim,
        steps,
        from_state: checker.state.is_some(),
        assumes_unique: checker.assume_unique,
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
    /// The candidates of the `state` line.
    pub state: Option<Vec<bool>>,
    pub assume_unique: bool,
    /// The candidates that no step has eliminated.
    pub live: Vec<bool>,
    /// The candidates removed since the last step without an open suppose, each at most once.
    pub trail: Vec<Candidate>,
    /// The open supposes: the candidate, the length of the trail before it was assumed, and the
    /// names of the cuts since then.
    pub open: Vec<(Candidate, usize, Vec<String>)>,
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
            state: None,
            assume_unique: false,
            live: all,
            trail: Vec::new(),
            open: Vec::new(),
        };
        if is_new {
            checker.name_houses();
        }
        checker
    }

    fn claim(&self, words: &[&str]) -> Judged<Claim> {
        self.open.is_empty().need(|| Reason::ClaimInSuppose)?;
        match *words {
            ["unique", grid] => {
                for x in self.solution(grid)? {
                    self.need(self.live[x.index()], Reason::GridNotLive, x)?;
                    // The grid fills all cells, so every other live candidate shares its cell with
                    // a candidate of the grid.
                    let cell = self.board.cell_candidates(self.board.cell(x));
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
            let in_state = self.state.as_ref().is_none_or(|state| state[x.index()]);
            self.need(in_state, Reason::GridNotInState, x)?;
            board.each_excluded(x, |y| excluded[y.index()] = true);
        }
        for (name, rule) in self.rules() {
            let digits = rule.cells.iter().map(|&cell| board.value(grid[cell]));
            let reads = rule.machine.iter().all(|it| it.reads(digits.clone()));
            let holds = rule.row.allows(rule.row.sum(&grid));
            (reads && holds).need_of(name, Reason::GridBreaksRule)?;
        }
        Ok(grid)
    }

    /// The definitions of the header.
    pub fn rules(&self) -> impl Iterator<Item = (&String, &Definition)> {
        self.names.iter().filter(|(_, named)| named.is_rule())
    }

    /// Assumes a candidate: removes all candidates that it excludes.
    pub fn take(&mut self, x: Candidate) {
        let (live, trail) = (&mut self.live, &mut self.trail);
        self.board.each_excluded(x, |other| {
            let live = std::mem::replace(&mut live[other.index()], false);
            trail.extend(live.then_some(other));
        });
    }

    /// Removes live candidates. Rejects the file if one of them is not live.
    pub fn eliminate(&mut self, targets: &[Candidate]) -> Judged {
        for &target in targets {
            // All targets were live before the step, so a dead one is listed twice.
            let live = std::mem::replace(&mut self.live[target.index()], false);
            self.need(live, Reason::TargetRepeated, target)?;
            self.trail.push(target);
        }
        Ok(())
    }

    /// Reads a candidate.
    pub fn candidate(&self, word: &str, sign: &str) -> Judged<Candidate> {
        let form = || format!("`r3c4{sign}7`");
        let candidate = self.board.candidate(word, sign);
        candidate.need(|| Reason::BadCandidate(quote(word), form()))
    }

    /// Reads a candidate that must be live.
    pub fn live(&self, word: &str, sign: &str, reason: NamedReason) -> Judged<Candidate> {
        let x = self.candidate(word, sign)?;
        self.need(self.live[x.index()], reason, x)?;
        Ok(x)
    }

    /// Rejects the file if a candidate of the set other than `but` is live. The reason names that
    /// candidate.
    pub fn empty(
        &self,
        mut set: impl Iterator<Item = Candidate>,
        but: Option<Candidate>,
        why: NamedReason,
    ) -> Judged {
        let other = set.find(|&x| self.live[x.index()] && Some(x) != but);
        other.map_or(Ok(()), |x| self.need(false, why, x))
    }

    /// Rejects the file unless the condition holds. The reason names a candidate.
    pub fn need(&self, holds: bool, reason: NamedReason, of: Candidate) -> Judged {
        holds.need(|| reason(self.board.name(of)))
    }
}
