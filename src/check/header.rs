//! The header: what the proof is about.

use crate::board::{Board, Candidate, number};
use crate::lines::Lines;
use crate::rules::{Names, Rules, houses, is_rule};
use crate::sentences::{Decline, Reason, need, quote};
use crate::verdict::Stop;
use std::io::BufRead;

/// The sets have one entry for each candidate of the board.
pub(crate) struct Header {
    /// 1 or 2.
    pub version: usize,
    pub board: Board,
    /// In version 2 the houses of the board, and the names of the constraint lines.
    pub names: Names,
    pub givens: Vec<Candidate>,
    /// The candidates that the solutions of the puzzle may use.
    pub puzzle: Vec<bool>,
    /// The candidates of the `state` line; without it, all.
    pub state: Vec<bool>,
    pub has_state: bool,
    pub assume_unique: bool,
}

impl Header {
    /// Reads the header and stops at the first line after it.
    pub fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Header, Stop> {
        lines.advance()?;
        let version = match lines.tokens()[..] {
            ["qed", "1"] => Ok(1),
            ["qed", "2"] => Ok(2),
            ["qed", it] if number(it).is_some() => Err(Stop::Declined(Decline::Version(quote(it)))),
            _ => Err(Reason::BadVersion.into()),
        }?;
        lines.advance()?;
        let board = match lines.tokens()[..] {
            ["board", "sudoku", size] => sudoku(size),
            ["board", "latin", size] if version == 2 => latin(size),
            ["board", "latin", ..] if version == 2 => Err(Reason::BadBoard.into()),
            ["board", it, ..] if it != "sudoku" => Err(Stop::Declined(Decline::Board(quote(it)))),
            _ => Err(Reason::BadBoard.into()),
        }?;
        lines.advance()?;
        let all = vec![true; board.candidates()];
        let mut header = Header {
            version,
            board,
            names: Names::default(),
            givens: Vec::new(),
            puzzle: all.clone(),
            state: all,
            has_state: false,
            assume_unique: false,
        };
        // The number of the line that must be `givens` or `state`: who is still there has read
        // neither.
        let first = lines.number;
        if let ["givens", rest @ ..] = &lines.tokens()[..] {
            header.givens(rest)?;
            lines.advance()?;
        }
        if let ["state", rest @ ..] = &lines.tokens()[..] {
            header.state(rest)?;
            header.has_state = true;
            // Without givens the state is the puzzle.
            if lines.number == first {
                header.puzzle.clone_from(&header.state);
            }
            lines.advance()?;
        }
        need(lines.number > first, || Reason::NoPuzzle)?;
        if version == 2 {
            header.names.all = houses(&header.board);
            while is_rule(lines.tokens()[0]) {
                let (board, names) = (&mut header.board, &mut header.names);
                let puzzle = &mut header.puzzle;
                Rules {
                    board,
                    names,
                    puzzle,
                }
                .line(&lines.tokens())?;
                lines.advance()?;
            }
        }
        if let ["assume", rest @ ..] = &lines.tokens()[..] {
            need(rest == ["unique"], || Reason::BadAssume)?;
            header.assume_unique = true;
            lines.advance()?;
        }
        Ok(header)
    }

    fn givens(&mut self, words: &[&str]) -> Result<(), Reason> {
        let text = words.first().filter(|_| words.len() == 1);
        let givens = text.and_then(|text| self.board.grid(text));
        self.givens = givens.ok_or(Reason::BadGivens)?;
        for given in &self.givens {
            for other in self.board.members(self.board.groups(*given)[0]) {
                self.puzzle[other.index()] = other == given;
            }
        }
        Ok(())
    }

    fn state(&mut self, words: &[&str]) -> Result<(), Reason> {
        let size = self.board.n() * self.board.n();
        need(words.len() == size, || Reason::StateSize(words.len(), size))?;
        self.state.fill(false);
        for (cell, word) in words.iter().enumerate().filter(|(_, word)| **word != "-") {
            let digits = self.board.digits(word, false);
            for digit in digits.ok_or_else(|| Reason::BadStateCell(quote(word)))? {
                self.state[self.board.candidate_at(cell, digit).index()] = true;
            }
        }
        Ok(())
    }
}

/// Reads `HxW`.
fn sudoku(size: &str) -> Result<Board, Stop> {
    let numbers = size.split_once('x');
    let numbers = numbers.and_then(|(height, width)| number(height).zip(number(width)));
    let (height, width) = numbers.ok_or(Reason::BadBoard)?;
    need(height > 0 && width > 0, || Reason::BadBoard)?;
    let board = Board::sudoku(height, width);
    board.ok_or_else(|| Stop::Declined(Decline::Board(quote(size))))
}

/// Reads the size of a board without boxes.
fn latin(size: &str) -> Result<Board, Stop> {
    let n = number(size).filter(|&n| n > 0).ok_or(Reason::BadBoard)?;
    let board = Board::latin(n);
    board.ok_or_else(|| Stop::Declined(Decline::Board(quote(size))))
}
