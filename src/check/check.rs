//! The proof itself: the loop over its lines, the live candidates, and the claim.

use crate::board::{Board, Candidate, Row};
use crate::fill::Fill;
use crate::header::Header;
use crate::lines::Lines;
use crate::machine::{Machine, State};
use crate::rules::Names;
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
        live: header
            .state
            .iter()
            .zip(&header.puzzle)
            .map(|(a, b)| *a && *b)
            .collect(),
        trail: Vec::new(),
        open: Vec::new(),
        names: header.names.after(),
        cuts: Vec::new(),
        weights: vec![0; header.board.candidates()],
    };
    // Of two givens that exclude each other neither is left.
    header.givens.iter().for_each(|&given| checker.take(given));
    checker.trail.clear();
    observe(Event::Start(checker.board, &checker.live));
    let mut steps = 1;
    let claim = loop {
        let at_step = |stop: Stop| stop.at_step(steps);
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
type NamedReason = fn(String) -> Reason;

pub(crate) struct Checker<'a> {
    pub header: &'a Header,
    pub board: &'a Board,
    /// For each candidate whether it is live.
    pub live: Vec<bool>,
    /// What was removed since no suppose was open, in order. Each candidate is here at most once.
    pub trail: Vec<Candidate>,
    /// The open supposes: the candidate, and the lengths of the trail and of the cuts before it was
    /// taken as true.
    pub open: Vec<(Candidate, usize, usize)>,
    /// What the steps have defined.
    pub names: Names,
    /// The names of the cuts, in order.
    pub cuts: Vec<String>,
    /// For each candidate 0, but for the time of a count.
    pub weights: Vec<i64>,
}

impl Checker<'_> {
    fn claim(&self, words: &[&str]) -> Result<Claim, Stop> {
        need(self.open.is_empty(), || Reason::ClaimInSuppose)?;
        match *words {
            ["unique", grid] => {
                for x in self.solution(grid)? {
                    self.need(self.live[x.index()], Reason::GridNotLive, x)?;
                    // The grid has a candidate in every cell, so a further live candidate is found
                    // in its cell.
                    let cell = self.board.members(self.board.groups(x)[0]);
                    self.empty(cell, Some(x), Reason::NotFinished)?;
                }
                Ok(Claim::Unique(grid.to_string()))
            }
            ["none", ":", ref items @ ..] if self.is_list(items) => {
                self.unfillable(items)?;
                Ok(Claim::None)
            }
            ["many", first, second] => {
                need(!self.header.assume_unique, || Reason::ManyUnderAssume)?;
                let differ = self.solution(first)? != self.solution(second)?;
                need(differ, || Reason::GridsEqual)?;
                Ok(Claim::Many(first.to_string(), second.to_string()))
            }
            ["open"] => Ok(Claim::Open),
            _ => Err(Reason::UnknownClaim.into()),
        }
    }

    /// Reads a grid that must be a solution of the board, in the puzzle and in the state.
    fn solution(&self, text: &str) -> Result<Vec<Candidate>, Reason> {
        let (grid, n) = (self.board.grid(text), self.board.n());
        let full = grid.filter(|grid| grid.len() == n * n);
        let grid = full.ok_or_else(|| Reason::BadGrid(quote(text)))?;
        let mut held = vec![false; self.board.rows().len()];
        for (index, &x) in grid.iter().enumerate() {
            // Each kind has as many groups as the grid has candidates: none held twice means each
            // held once.
            let mut groups = self.board.groups(x).iter();
            let mut clashes = groups.any(|group| std::mem::replace(&mut held[group.0], true));
            if self.header.version == 2 {
                clashes |= grid[..index].iter().any(|&y| self.board.excludes(x, y));
            }
            self.need(!clashes, Reason::GridNotSolution, x)?;
            self.need(self.header.puzzle[x.index()], Reason::GridNotInPuzzle, x)?;
            self.need(self.header.state[x.index()], Reason::GridNotInState, x)?;
        }
        for (name, definition) in &self.header.names.all {
            let in_grid = |&(x, _): &(Candidate, i64)| grid[self.board.cell(x)] == x;
            let sum = |row: &Row| {
                row.weighted()
                    .filter(in_grid)
                    .map(|(_, weight)| weight)
                    .sum()
            };
            let digits = definition
                .cells
                .iter()
                .map(|&cell| self.board.value(grid[cell]));
            let accepts = |machine: &Machine| {
                let last = digits
                    .clone()
                    .try_fold(State::default(), |state, d| machine.step(state, d));
                last.is_some_and(|state| machine.accepts(state))
            };
            let holds = definition.rows().all(|row| row.allows(sum(row)))
                && definition.machine.as_ref().is_none_or(accepts);
            need(holds, || Reason::GridBreaksRule(quote(name)))?;
        }
        Ok(grid)
    }

    /// Whether a word or several may stand where a group is refuted.
    pub fn is_list(&self, items: &[&str]) -> bool {
        items.len() == 1 || self.header.version == 2 && !items.is_empty()
    }

    /// No filling of the items may exist; for a truth that means that no member is live.
    pub fn unfillable(&self, items: &[&str]) -> Result<(), Stop> {
        if let [item] = items
            && let Some(truth) = self.named(item)?.truth(self.board)
        {
            return Ok(self.empty(&truth.members, None, Reason::GroupNotEmpty)?);
        }
        let (variables, conditions) = self.items(items)?;
        let exists = Fill::new(self.board, &variables, &conditions, &self.live).exists(None)?;
        Ok(need(!exists, || {
            Reason::Fillable("for the live candidates".to_string())
        })?)
    }

    /// Removes a candidate from the live ones; false if it was not live.
    pub fn remove(&mut self, candidate: Candidate) -> bool {
        let live = std::mem::replace(&mut self.live[candidate.index()], false);
        self.trail.extend(live.then_some(candidate));
        live
    }

    /// Takes a candidate as true: removes all that it excludes.
    pub fn take(&mut self, candidate: Candidate) {
        let board = self.board;
        board.each_excluded(candidate, |other| {
            self.remove(other);
        });
    }

    /// Reads a candidate that must be live.
    pub fn live(
        &self,
        word: &str,
        relation: &str,
        reason: NamedReason,
    ) -> Result<Candidate, Reason> {
        let candidate = self.board.candidate(word, relation)?;
        self.need(self.live[candidate.index()], reason, candidate)?;
        Ok(candidate)
    }

    /// Nothing in a set may be live, but for one candidate; the reason names what else is.
    pub fn empty(
        &self,
        members: &[Candidate],
        but: Option<Candidate>,
        reason: NamedReason,
    ) -> Result<(), Reason> {
        let mut members = members.iter();
        let other = members.find(|&&x| self.live[x.index()] && Some(x) != but);
        other.map_or(Ok(()), |&other| self.need(false, reason, other))
    }

    /// Goes on where the condition holds; where not, rejects for a reason that names a candidate.
    pub fn need(
        &self,
        holds: bool,
        reason: NamedReason,
        candidate: Candidate,
    ) -> Result<(), Reason> {
        need(holds, || reason(self.board.name(candidate)))
    }
}
