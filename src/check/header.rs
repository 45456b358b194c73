//! The header: the board, the puzzle and the assumptions of the proof.

use crate::board::{Board, number};
use crate::check::Checker;
use crate::lines::Lines;
use crate::rules::is_rule;
use crate::sentences::{Decline, Reason, quote};
use crate::verdict::{Judged, Need};
use std::io::BufRead;

impl Checker {
    /// Reads the header and stops at the first line after it.
    pub fn read<R: BufRead>(lines: &mut Lines<R>) -> Judged<Checker> {
        lines.advance()?;
        let is_new = match lines.tokens()[..] {
            ["qed", "1"] => false,
            ["qed", "2"] => true,
            ["qed", it] if number(it).is_some() => return Err(Decline::Version(quote(it)).into()),
            _ => return Err(Reason::BadVersion.into()),
        };
        lines.advance()?;
        let mut checker = Checker::new(is_new, board(&lines.tokens(), is_new)?);
        lines.advance()?;
        // The number of the line that must be `givens` or `state`. If it is still the current line
        // afterwards, neither was there.
        let (first, mut givens) = (lines.number, Vec::new());
        if let ["givens", text @ ..] = &lines.tokens()[..] {
            let text = text.first().filter(|_| text.len() == 1);
            let found = text.and_then(|text| checker.board.grid(text));
            givens = found.need(|| Reason::BadGivens)?;
            for &given in &givens {
                let cell = checker.board.cell(given);
                for other in checker.board.cell_candidates(cell) {
                    checker.puzzle[other.index()] = other == given;
                }
            }
            lines.advance()?;
        }
        if let ["state", cells @ ..] = &lines.tokens()[..] {
            let state = checker.state_of(cells)?;
            // Without givens the state is the puzzle.
            if lines.number == first {
                checker.puzzle.clone_from(&state);
            }
            checker.state = Some(state);
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
        let in_state = checker.state.as_ref().unwrap_or(&checker.puzzle);
        let both = in_state.iter().zip(&checker.puzzle);
        checker.live = both.map(|(a, b)| *a && *b).collect();
        // Two givens that exclude each other are both eliminated.
        givens.into_iter().for_each(|given| checker.take(given));
        checker.trail.clear();
        Ok(checker)
    }

    fn state_of(&self, words: &[&str]) -> Judged<Vec<bool>> {
        let size = self.board.n() * self.board.n();
        (words.len() == size).need(|| Reason::StateSize(words.len(), size))?;
        let mut state = vec![false; self.board.candidates()];
        for (cell, word) in words.iter().enumerate().filter(|(_, word)| **word != "-") {
            let digits = self.board.digits(word, false);
            for digit in digits.need_of(word, Reason::BadStateCell)? {
                state[self.board.candidate_at(cell, digit).index()] = true;
            }
        }
        Ok(state)
    }
}

/// Reads `board sudoku 3x3`, or in version 2 `board latin 9`.
fn board(words: &[&str], is_new: bool) -> Judged<Board> {
    let side = |text| number(text).filter(|&side| side > 0);
    let (size, board) = match *words {
        ["board", "sudoku", size] => {
            let sides = size.split_once('x');
            let sides = sides.and_then(|(height, width)| side(height).zip(side(width)));
            let (height, width) = sides.need(|| Reason::BadBoard)?;
            (size, Board::sudoku(height, width))
        }
        ["board", "latin", size] if is_new => {
            let n = side(size).need(|| Reason::BadBoard)?;
            (size, Board::new(1, n, "rc"))
        }
        ["board", kind, ..] if kind != "sudoku" && !(is_new && kind == "latin") => (kind, None),
        _ => return Err(Reason::BadBoard.into()),
    };
    board.need(|| Decline::Board(quote(size)))
}
