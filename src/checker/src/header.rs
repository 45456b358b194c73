//! The header: what the proof is about.

use crate::parse::number;
use crate::{Board, Candidate, Decline, Lines, Reason, Stop, need, quote};
use std::io::BufRead;

/// A set of candidates: one entry for each candidate of the board.
type Set = Vec<bool>;

pub(crate) struct Header {
    pub board: Board,
    /// The candidates that the solutions of the puzzle may use.
    pub puzzle: Set,
    /// The candidates of the `state` line; without it, all.
    pub state: Set,
    pub assume_unique: bool,
    /// The live candidates at the start.
    pub live: Set,
}

impl Header {
    /// Reads the header and stops at the first line after it.
    pub fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Header, Stop> {
        lines.advance()?;
        match lines.tokens()[..] {
            ["qed", "1"] => lines.advance()?,
            ["qed", version] if number(version).is_some() => {
                return Err(Stop::Declined(Decline::Version(quote(version))));
            }
            _ => return Err(Reason::BadVersion.into()),
        }
        let board = match lines.tokens()[..] {
            ["board", "sudoku", size] => sudoku(size)?,
            ["board", kind, ..] if kind != "sudoku" => {
                return Err(Stop::Declined(Decline::Board(quote(kind))));
            }
            _ => return Err(Reason::BadBoard.into()),
        };
        lines.advance()?;
        let mut header = Header {
            puzzle: vec![true; board.candidates()],
            state: vec![true; board.candidates()],
            assume_unique: false,
            live: vec![true; board.candidates()],
            board,
        };
        // The number of the line that must be `givens` or `state`: who is still there has read neither.
        let first = lines.number;
        if let ["givens", rest @ ..] = &lines.tokens()[..] {
            let text = (rest.len() == 1).then(|| rest[0]);
            let grid = text.and_then(|text| header.board.grid(text));
            header.givens(&grid.ok_or(Reason::BadGivens)?);
            lines.advance()?;
        }
        if let ["state", rest @ ..] = &lines.tokens()[..] {
            header.state(rest)?;
            // Without givens the state is the puzzle.
            if lines.number == first {
                header.puzzle.clone_from(&header.state);
            }
            lines.advance()?;
        }
        need(lines.number > first, || Reason::NoPuzzle)?;
        if let ["assume", rest @ ..] = &lines.tokens()[..] {
            need(rest == ["unique"], || Reason::BadAssume)?;
            header.assume_unique = true;
            lines.advance()?;
        }
        Ok(header)
    }

    fn givens(&mut self, givens: &[Option<Candidate>]) {
        for &given in givens.iter().flatten() {
            let groups = self.board.groups(given);
            for &other in self.board.members(groups[0]) {
                self.puzzle[other.index()] = other == given;
            }
            // Of two givens that exclude each other neither stays live.
            for &other in groups.iter().flat_map(|&group| self.board.members(group)) {
                self.live[other.index()] &= other == given;
            }
        }
    }

    fn state(&mut self, words: &[&str]) -> Result<(), Reason> {
        let (n, size) = (self.board.n(), self.board.n() * self.board.n());
        need(words.len() == size, || Reason::StateSize(words.len(), size))?;
        self.state.fill(false);
        for (cell, word) in words.iter().enumerate().filter(|(_, word)| **word != "-") {
            let mut last = None;
            for character in word.bytes() {
                let digit = self.board.digit(character);
                let digit = digit.filter(|&digit| last < Some(digit));
                let digit = digit.ok_or_else(|| Reason::BadStateCell(quote(word)))?;
                self.state[cell * n + digit] = true;
                last = Some(digit);
            }
        }
        for (live, in_state) in self.live.iter_mut().zip(&self.state) {
            *live &= in_state;
        }
        Ok(())
    }
}

/// Reads `HxW`.
fn sudoku(size: &str) -> Result<Board, Stop> {
    let (height, width) = size.split_once('x').ok_or(Reason::BadBoard)?;
    let (height, width) = number(height).zip(number(width)).ok_or(Reason::BadBoard)?;
    need(height > 0 && width > 0, || Reason::BadBoard)?;
    let board = Board::sudoku(height, width);
    board.ok_or_else(|| Stop::Declined(Decline::Board(quote(size))))
}
