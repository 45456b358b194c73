//! The header: the board, the puzzle and the assumptions of the proof.

use crate::board::{Board, Candidate, number};
use crate::check::Checker;
use crate::lines::Lines;
use crate::rules::is_rule;
use crate::sentences::{Decline, Need, Reason, quote};
use crate::verdict::Stop;
use std::io::BufRead;

impl Checker {
    /// Reads the header and stops at the first line after it.
    pub fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Checker, Stop> {
        lines.advance()?;
        let is_new = match lines.tokens()[..] {
            ["qed", "1"] => Ok(false),
            ["qed", "2"] => Ok(true),
            ["qed", it] if number(it).is_some() => Err(Decline::Version(quote(it)).into()),
            _ => Err(Stop::from(Reason::BadVersion)),
        }?;
        lines.advance()?;
        let mut checker = Checker::new(is_new, board(&lines.tokens(), is_new)?);
        lines.advance()?;
        // The number of the line that must be `givens` or `state`. If it is still the current line
        // afterwards, neither was there.
        let (first, mut givens) = (lines.number, Vec::new());
        if let ["givens", rest @ ..] = &lines.tokens()[..] {
            givens = checker.givens(rest)?;
            lines.advance()?;
        }
        if let ["state", rest @ ..] = &lines.tokens()[..] {
            checker.state(rest)?;
            // Without givens the state is the puzzle.
            if lines.number == first {
                checker.puzzle.clone_from(&checker.state);
            }
            lines.advance()?;
        }
        (lines.number > first).need(|| Reason::NoPuzzle)?;
        while is_new && is_rule(lines.tokens()[0]) {
            checker.rule(&lines.tokens())?;
            lines.advance()?;
        }
        if let ["assume", rest @ ..] = &lines.tokens()[..] {
            (rest == ["unique"]).need(|| Reason::BadAssume)?;
            checker.assume_unique = true;
            lines.advance()?;
        }
        let both = checker.state.iter().zip(&checker.puzzle);
        checker.live = both.map(|(a, b)| *a && *b).collect();
        // Two givens that exclude each other are both eliminated.
        givens.into_iter().for_each(|given| checker.take(given));
        checker.trail.clear();
        Ok(checker)
    }

    fn givens(&mut self, words: &[&str]) -> Result<Vec<Candidate>, Reason> {
        let text = words.first().filter(|_| words.len() == 1);
        let givens = text.and_then(|text| self.board.grid(text));
        let givens = givens.need(|| Reason::BadGivens)?;
        for given in &givens {
            for other in self.board.cell_candidates(self.board.cell(*given)) {
                self.puzzle[other.index()] = other == given;
            }
        }
        Ok(givens)
    }

    fn state(&mut self, words: &[&str]) -> Result<(), Reason> {
        let size = self.board.n() * self.board.n();
        (words.len() == size).need(|| Reason::StateSize(words.len(), size))?;
        self.has_state = true;
        self.state.fill(false);
        for (cell, word) in words.iter().enumerate().filter(|(_, word)| **word != "-") {
            let digits = self.board.digits(word, false);
            for digit in digits.need_of(word, Reason::BadStateCell)? {
                self.state[self.board.candidate_at(cell, digit).index()] = true;
            }
        }
        Ok(())
    }
}

/// Reads `board sudoku 3x3`, or in version 2 `board latin 9`.
fn board(words: &[&str], is_new: bool) -> Result<Board, Stop> {
    let (size, board) = match *words {
        ["board", "sudoku", size] => {
            let numbers = size.split_once('x').need(|| Reason::BadBoard)?;
            let numbers = number(numbers.0).zip(number(numbers.1));
            let numbers = numbers.filter(|&(height, width)| height > 0 && width > 0);
            let (height, width) = numbers.need(|| Reason::BadBoard)?;
            (size, Board::sudoku(height, width))
        }
        ["board", "latin", size] if is_new => {
            let n = number(size).filter(|&n| n > 0).need(|| Reason::BadBoard)?;
            (size, Board::latin(n))
        }
        ["board", kind, ..] if kind != "sudoku" && !(is_new && kind == "latin") => (kind, None),
        _ => return Err(Reason::BadBoard.into()),
    };
    board.ok_or_else(|| Decline::Board(quote(size)).into())
}
