//! The proof itself: the loop over its lines, the live candidates, and the claim.

use crate::board::{Board, position};
use crate::lines::Lines;
use crate::names::{Definition, State, is_machine};
use crate::row::{Candidate, Row, Set};
use crate::sentences::Claim;
use crate::verdict::{Accepted, Event, Judged, Need};
use std::io::BufRead;

const MAX_PROOF_SIZE: usize = 1_000_000;

/// Checks a whole file.
pub(crate) fn proof<R: BufRead>(
    lines: &mut Lines<R>,
    observe: &mut dyn FnMut(Event),
) -> Judged<Accepted> {
    let mut checker = Checker::read(lines)?;
    observe(Event::Start(&checker.board, &checker.live));
    let (mut steps, mut seen) = (1, checker.live.clone());
    let claim = loop {
        lines.place.1 = Some(steps);
        let words = &lines.tokens()[..];
        if let ["claim", claim @ ..] = words {
            break checker.claim(claim)?;
        }
        let placed = checker.step(words)?;
        if checker.open.is_empty() {
            observe(Event::Step(placed, &seen, &checker.live));
            seen.clone_from(&checker.live);
        }
        lines.advance()?;
        steps += 1;
    };
    (!lines.next()?).need("after-claim")?;
    Ok(Accepted {
        claim,
        steps,
        from_state: checker.state.is_some(),
        assumes_unique: checker.assume_unique,
    })
}

/// The state of a check.
pub(crate) struct Checker {
    /// Whether the file may use the additions of version 2.
    pub is_new: bool,
    pub board: Board,
    /// The total size of the definitions.
    pub size: usize,
    /// The candidates that the solutions of the puzzle may use.
    pub puzzle: Set,
    /// The candidates of the `state` line.
    pub state: Option<Set>,
    pub assume_unique: bool,
    /// The candidates that no step has eliminated.
    pub live: Set,
    /// The names of the cuts, in the order of their lines.
    pub cuts: Vec<String>,
    /// The open supposes: the candidate, and the live candidates and the number of cuts before it
    /// was assumed.
    pub open: Vec<(Candidate, Set, usize)>,
}

impl Checker {
    pub fn new(is_new: bool, board: Board) -> Checker {
        let all = board.set((0..board.candidates()).map(Candidate::at));
        Checker {
            is_new,
            board,
            size: 0,
            puzzle: all.clone(),
            state: None,
            assume_unique: false,
            live: all,
            cuts: Vec::new(),
            open: Vec::new(),
        }
    }

    fn claim(&self, words: &[&str]) -> Judged<Claim> {
        self.open.is_empty().need("claim-in-suppose")?;
        match *words {
            ["unique", grid] => {
                for x in self.solution(grid)? {
                    self.need(self.live.has(x), "grid-not-live", x)?;
                    // The grid fills all cells, so every other live candidate shares its cell with
                    // a candidate of the grid.
                    let cell = &self.board.cells[self.board.cell(x)];
                    self.empty(cell, Some(x), "not-finished")?;
                }
                Ok(Claim::Unique(grid.to_string()))
            }
            ["none", ":", _, ..] if self.is_new || words.len() == 3 => {
                self.unfillable(&words[2..])?;
                Ok(Claim::None)
            }
            ["many", first, second] => {
                (!self.assume_unique).need("many-under-assume")?;
                (self.solution(first)? != self.solution(second)?).need("grids-equal")?;
                Ok(Claim::Many(first.to_string(), second.to_string()))
            }
            ["open"] => Ok(Claim::Open),
            _ => None.need("unknown-claim"),
        }
    }

    /// Reads a grid that must be a solution of the board, in the puzzle and in the state.
    fn solution(&self, text: &str) -> Judged<Vec<Candidate>> {
        let (board, n) = (&self.board, self.board.n());
        let grid = board.grid(text).filter(|grid| grid.len() == n * n);
        let grid = grid.need_of(text, "bad-grid")?;
        let mut excluded = vec![false; board.candidates()];
        for &x in &grid {
            self.need(!excluded[x.index()], "grid-not-solution", x)?;
            self.need(self.puzzle.has(x), "grid-not-in-puzzle", x)?;
            let in_state = self.state.as_ref().is_none_or(|state| state.has(x));
            self.need(in_state, "grid-not-in-state", x)?;
            board.each_excluded(x, |y| excluded[y.index()] = true);
        }
        let set = board.set(grid.iter().copied());
        // The exclusions imply what houses demand.
        for (name, rule) in self.rules().filter(|(_, it)| it.kind != "house") {
            let mut digits = rule.cells.iter().map(|&cell| board.value(grid[cell]));
            let reads = !is_machine(rule.kind) || {
                let step = |state, d| rule.step(n as i64, state, d);
                let last = digits.try_fold(State::default(), step);
                last.is_some_and(|state| rule.accepts(state))
            };
            let holds = reads && rule.rows().all(|row| row.allows(row.sum(&set)));
            holds.need_of(name, "grid-breaks-rule")?;
        }
        Ok(grid)
    }

    /// The definitions of the board and of the header.
    pub fn rules(&self) -> impl Iterator<Item = (&String, &Definition)> {
        self.board.names.iter().filter(|(_, it)| it.is_rule())
    }

    /// The row of a word, and its kind. In version 1 it is that of a cell or a digit.
    pub fn named(&self, word: &str) -> Judged<(&'static str, &Row)> {
        let named = self.board.named(word);
        let named = named.filter(|(kind, _)| self.is_new || ["cell", "digit"].contains(kind));
        named.need_of(word, "bad-group")
    }

    /// Gives a name its meaning.
    pub fn define(&mut self, name: &str, definition: Definition) -> Judged {
        // In version 1 a name may be defined anew.
        self.forget(name);
        let size = definition.size();
        self.board.names.insert(name.to_string(), definition);
        self.grow(size)
    }

    /// Counts the size of a definition.
    pub fn grow(&mut self, size: usize) -> Judged {
        self.size += size;
        (self.size <= MAX_PROOF_SIZE).need("limit")
    }

    pub fn forget(&mut self, name: &str) {
        let definition = self.board.names.remove(name);
        self.size -= definition.map_or(0, |it| it.size());
    }

    /// A new name has one to eight small letters, other than those of houses, and a number from 1
    /// to 9999. In version 1 it has the letter d and a number to 99, and need not be new.
    pub fn need_free(&self, name: &str) -> Judged {
        if !self.is_new {
            return deadly_name(name);
        }
        let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
        let (letters, number) = name.split_at(letters);
        let is_house = letters.len() == 1 && self.board.letters.contains(letters);
        let fits = (1..=8).contains(&letters.len()) && !is_house;
        (fits && position(number, 9999).is_some()).need_of(name, "bad-name")?;
        let is_new = !self.board.names.contains_key(name);
        is_new.need_of(name, "name-taken")
    }

    /// Assumes a candidate: removes all candidates that it excludes.
    pub fn take(&mut self, x: Candidate) {
        let live = &mut self.live;
        self.board.each_excluded(x, |y| live.remove(y));
    }

    /// Removes live candidates. Rejects the file if one of them is not live.
    pub fn eliminate(&mut self, targets: &[Candidate]) -> Judged {
        for &target in targets {
            // All targets were live before the step, so a dead one is listed twice.
            self.need(self.live.has(target), "target-repeated", target)?;
            self.live.remove(target);
        }
        Ok(())
    }

    /// Reads a candidate.
    pub fn candidate(&self, word: &str, sign: &str) -> Judged<Candidate> {
        let candidate = self.board.candidate(word, sign);
        candidate.need_of(word, "bad-candidate")
    }

    /// Reads a candidate that must be live.
    pub fn live(&self, word: &str, sign: &str, code: &'static str) -> Judged<Candidate> {
        let x = self.candidate(word, sign)?;
        self.need(self.live.has(x), code, x)?;
        Ok(x)
    }

    /// Rejects the file if a member of the row other than `but` is live. The sentence names it.
    pub fn empty(&self, row: &Row, but: Option<Candidate>, code: &'static str) -> Judged {
        let other = row.members().find(|&x| self.live.has(x) && Some(x) != but);
        other.map_or(Ok(()), |x| self.need(false, code, x))
    }

    /// Rejects the file unless the condition holds. The sentence of the code names a candidate.
    pub fn need(&self, holds: bool, code: &'static str, of: Candidate) -> Judged {
        holds.need_with(code, || vec![self.board.name(of)])
    }
}

/// In version 1 a deadly set has a name from d1 to d99.
pub(crate) fn deadly_name(name: &str) -> Judged {
    let index = name.strip_prefix('d').and_then(|it| position(it, 99));
    index.is_some().need_of(name, "deadly-name")
}
