//! The step `deadly`: a set that cannot be true as a whole if the puzzle has one solution.

use crate::board::{Candidate, Role, Row};
use crate::check::Checker;
use crate::sentences::Reason;
use crate::verdict::{Judged, Need};

impl Checker {
    pub fn deadly(&mut self, name: &str, [p, q]: [&[&str]; 2]) -> Judged {
        let board = &self.board;
        self.assume_unique.need(|| Reason::DeadlyNotAssumed)?;
        self.need_free(name)?;
        let (p, q) = (self.list(p)?, self.list(q)?);
        (p != q).need(|| Reason::DeadlyEqual)?;
        let cells: Vec<_> = p.iter().map(|&x| board.cell(x)).collect();
        let are_same = q.iter().map(|&x| board.cell(x)).eq(cells.iter().copied());
        are_same.need(|| Reason::DeadlyCells)?;
        if self.is_new {
            self.need_exchangeable(&p, &q, &cells)?;
        }
        // The exchange must not lower the sum of a row with a lower bound, nor raise that of a row
        // with an upper bound.
        let is_kept = |row: &Row| {
            let gain = row.sum(&q) - row.sum(&p);
            (row.lo.is_none() || gain >= 0) && (row.hi.is_none() || gain <= 0)
        };
        for &x in p.iter().chain(&q) {
            self.need(board.rows_of(x).all(is_kept), Reason::DeadlyUnbalanced, x)?;
        }
        for (name, rule) in self.rules() {
            is_kept(&rule.row).need_of(name, Reason::DeadlyUnbalanced)?;
        }
        for (_, rule) in self.rules().filter(|(_, rule)| rule.machine.is_some()) {
            let touches = rule.cells.iter().any(|cell| cells.contains(cell));
            (!touches).need(|| Reason::DeadlyMachine)?;
        }
        for &x in &q {
            self.need(self.puzzle[x.index()], Reason::DeadlyNotInPuzzle, x)?;
        }
        let most = p.len() as i64 - 1;
        let row = Row::new(p.into_iter().map(|x| (x, 1)), [None, Some(most)]);
        self.define_step(name, row, Role::Deadly)
    }

    /// The candidates of Q must not exclude each other, nor any candidate outside P that may be
    /// true together with P.
    fn need_exchangeable(&self, p: &[Candidate], q: &[Candidate], cells: &[usize]) -> Judged {
        let board = &self.board;
        let mut allowed = vec![false; board.candidates()];
        let of_cells = cells.iter().flat_map(|&cell| board.cell_candidates(cell));
        of_cells.for_each(|y| allowed[y.index()] = true);
        for &x in p {
            board.each_excluded(x, |y| allowed[y.index()] = true);
        }
        for &x in q {
            let clashes = q.iter().any(|&y| board.excludes(x, y));
            self.need(!clashes, Reason::DeadlyExclusion, x)?;
        }
        for &x in q {
            let mut fits = true;
            board.each_excluded(x, |y| fits &= allowed[y.index()]);
            self.need(fits, Reason::DeadlyOutside, x)?;
        }
        Ok(())
    }

    /// Reads a list of candidates, in ascending order, with no cell twice.
    fn list(&self, words: &[&str]) -> Judged<Vec<Candidate>> {
        let board = &self.board;
        let read = words.iter().map(|word| self.candidate(word, "="));
        let mut list: Vec<_> = read.collect::<Judged<_>>()?;
        list.sort_unstable();
        for pair in list.windows(2) {
            // The candidates of a cell have consecutive numbers, so candidates of one cell are
            // neighbours in the list.
            let differ = board.cell(pair[0]) != board.cell(pair[1]);
            self.need(differ, Reason::DeadlyRepeated, pair[1])?;
        }
        Ok(list)
    }
}
