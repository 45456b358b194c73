//! The header: the board, the puzzle and the assumptions of the proof.

use crate::board::{Board, number};
use crate::check::Checker;
use crate::lines::Lines;
use crate::row::{Row, Set};
use crate::rules::is_rule;
use crate::verdict::{Judged, Need};
use std::io::BufRead;

impl Checker {
    /// Reads the header and stops at the first line after it.
    pub fn read<R: BufRead>(lines: &mut Lines<R>) -> Judged<Checker> {
        lines.advance()?;
        let is_new = match lines.tokens()[..] {
            ["qed", "1"] => false,
            ["qed", "2"] => true,
            ["qed", it] if number(it).is_some() => return None.need_of(it, "version"),
            _ => return None.need("bad-version"),
        };
        lines.advance()?;
        let mut checker = Checker::new(is_new, board(&lines.tokens(), is_new)?);
        lines.advance()?;
        // The number of the line that must be `givens` or `state`. If it is still the current line
        // afterwards, neither was there.
        let (first, mut givens) = (lines.place.0, Vec::new());
        if let ["givens", text @ ..] = &lines.tokens()[..] {
            let text = text.first().filter(|_| text.len() == 1);
            let board = &checker.board;
            givens = text.and_then(|text| board.grid(text)).need("bad-givens")?;
            let cells = givens.iter().map(|&x| &board.cells[board.cell(x)]);
            let cells = board.set(cells.flat_map(Row::members));
            checker.puzzle = checker.puzzle.minus(&cells);
            checker.puzzle.add(&board.set(givens.iter().copied()));
            lines.advance()?;
        }
        if let ["state", cells @ ..] = &lines.tokens()[..] {
            let state = checker.state_of(cells)?;
            // Without givens the state is the puzzle.
            if lines.place.0 == first {
                checker.puzzle.clone_from(&state);
            }
            checker.state = Some(state);
            lines.advance()?;
        }
        (lines.place.0 > first).need("no-puzzle")?;
        while is_new && is_rule(lines.tokens()[0]) {
            checker.rule(&lines.tokens())?;
            lines.advance()?;
        }
        if let ["assume", rest @ ..] = &lines.tokens()[..] {
            (rest == ["unique"]).need("bad-assume")?;
            checker.assume_unique = true;
            lines.advance()?;
        }
        let in_state = checker.state.as_ref().unwrap_or(&checker.puzzle);
        checker.live = in_state.and(&checker.puzzle);
        // Two givens that exclude each other are both eliminated.
        givens.into_iter().for_each(|given| checker.take(given));
        Ok(checker)
    }

    fn state_of(&self, words: &[&str]) -> Judged<Set> {
        let size = self.board.n() * self.board.n();
        (words.len() == size).need("state-size")?;
        let mut state = self.board.set([]);
        for (cell, word) in words.iter().enumerate().filter(|(_, word)| **word != "-") {
            let digits = self.board.digits(word, false);
            for digit in digits.need_of(word, "bad-state-cell")? {
                state.insert(self.board.candidate_at(cell, digit));
            }
        }
        Ok(state)
    }
}

/// Reads `board sudoku 3x3`, or in version 2 `board latin 9`.
fn board(words: &[&str], is_new: bool) -> Judged<Board> {
    let side = |text| number(text).filter(|&side| side > 0);
    let (sides, letters) = match *words {
        ["board", "sudoku", size] => (size.split_once('x'), "rcb"),
        ["board", "latin", size] if is_new => (Some(("1", size)), "rc"),
        ["board", kind, ..] if kind != "sudoku" && !(is_new && kind == "latin") => {
            return None.need_of(kind, "board");
        }
        _ => (None, ""),
    };
    let sides = sides.and_then(|(height, width)| side(height).zip(side(width)));
    let (height, width) = sides.need("bad-board")?;
    Board::new([height, width], letters, is_new).need_of(words[2], "board")
}
