//! The step `deadly`: sets of candidates that cannot all be true if the puzzle has at most one solution.

use crate::check::{Checker, Lists};
use crate::parse::position;
use crate::{Candidate, Reason, need, quote};

/// The number of names for deadly sets.
pub(crate) const NAMES: usize = 99;

/// Reads a name from d1 to d99, given back counted from 0.
pub(crate) fn index(name: &str) -> Result<usize, Reason> {
    let number = name.strip_prefix('d');
    let index = number.and_then(|number| position(number, NAMES));
    index.ok_or_else(|| Reason::DeadlyName(quote(name)))
}

impl Checker<'_> {
    pub fn define_deadly(&mut self, name: &str, (p, q): Lists) -> Result<(), Reason> {
        need(self.header.assume_unique, || Reason::DeadlyNotAssumed)?;
        let (index, p, q) = (index(name)?, self.list(p)?, self.list(q)?);
        need(p != q, || Reason::DeadlyEqual)?;
        let cell = |&x: &Candidate| self.board.groups(x)[0];
        let same_cells = p.iter().map(cell).eq(q.iter().map(cell));
        need(same_cells, || Reason::DeadlyCells)?;
        // How many candidates more P has in each group than Q.
        let mut excess = vec![0; 4 * self.board.n() * self.board.n()];
        for (list, one) in [(&p, 1), (&q, -1)] {
            for group in list.iter().flat_map(|&x| self.board.groups(x)) {
                excess[group.0] += one;
            }
        }
        for &candidate in p.iter().chain(&q) {
            let mut groups = self.board.groups(candidate).into_iter();
            let balanced = groups.all(|group| excess[group.0] == 0);
            self.need(balanced, Reason::DeadlyUnbalanced, candidate)?;
        }
        for &candidate in &q {
            let inside = self.header.puzzle[candidate.index()];
            self.need(inside, Reason::DeadlyNotInPuzzle, candidate)?;
        }
        self.deadly[index] = p;
        Ok(())
    }

    /// Reads a list of candidates, in ascending order, with no cell twice.
    fn list(&self, words: &[&str]) -> Result<Vec<Candidate>, Reason> {
        let read = words.iter().map(|word| self.board.candidate(word, "="));
        let mut list = read.collect::<Result<Vec<_>, _>>()?;
        list.sort_unstable();
        for pair in list.windows(2) {
            // The candidates of a cell have neighbouring numbers, so here they are neighbours.
            let [first, second] = [pair[0], pair[1]].map(|x| self.board.groups(x)[0]);
            self.need(first != second, Reason::DeadlyRepeated, pair[1])?;
        }
        Ok(list)
    }
}
