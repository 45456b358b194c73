//! The step `deadly`: a set that cannot be true as a whole if the puzzle has one solution.

use crate::board::{Candidate, Row, position};
use crate::check::Checker;
use crate::rules::{Definition, Role};
use crate::sentences::{Reason, need, quote};
use crate::verdict::Stop;
use std::collections::BTreeSet;

impl Checker<'_> {
    pub fn deadly(&mut self, name: &str, [p, q]: [&[&str]; 2]) -> Result<(), Stop> {
        need(self.header.assume_unique, || Reason::DeadlyNotAssumed)?;
        match self.header.version {
            1 => need_deadly_name(name),
            _ => self.need_free(name),
        }?;
        let (p, q) = (self.list(p)?, self.list(q)?);
        need(p != q, || Reason::DeadlyEqual)?;
        let cell = |&x: &Candidate| self.board.cell(x);
        let same_cells = p.iter().map(cell).eq(q.iter().map(cell));
        need(same_cells, || Reason::DeadlyCells)?;
        if self.header.version == 2 {
            self.need_exchangeable(&p, &q)?;
        }
        // How many candidates more P has in each group than Q.
        let mut excess = vec![0; self.board.rows().len()];
        for (list, one) in [(&p, 1), (&q, -1)] {
            for group in list.iter().flat_map(|&x| self.board.groups(x)) {
                excess[group.0] += one;
            }
        }
        for &x in p.iter().chain(&q) {
            let mut groups = self.board.groups(x).iter();
            let balanced = groups.all(|group| excess[group.0] == 0);
            self.need(balanced, Reason::DeadlyUnbalanced, x)?;
        }
        for (rule, definition) in &self.header.names.all {
            let weight = |row: &Row, list: &[Candidate]| list.iter().map(|&x| row.weight(x)).sum();
            for row in definition.rows() {
                let [before, after]: [i64; 2] = [weight(row, &p), weight(row, &q)];
                let wrong =
                    row.lo.is_some() && after < before || row.hi.is_some() && after > before;
                need(!wrong, || Reason::DeadlyUnbalanced(quote(rule)))?;
            }
        }
        let touched =
            |it: &Definition| it.machine.is_some() && p.iter().any(|x| it.cells.contains(&cell(x)));
        let free = !self.header.names.all.values().any(touched);
        need(free, || Reason::DeadlyMachine)?;
        for &x in &q {
            self.need(self.header.puzzle[x.index()], Reason::DeadlyNotInPuzzle, x)?;
        }
        let most = p.len() as i64 - 1;
        let row = Row::new(p.into_iter().map(|x| (x, 1)).collect(), None, Some(most));
        if self.header.version == 2 {
            self.names.grow(row.members.len())?;
        }
        self.names
            .all
            .insert(name.to_string(), Definition::of_row(row, Role::Deadly));
        Ok(())
    }

    /// The candidates of Q must not exclude each other, nor anything outside that P allows.
    fn need_exchangeable(&self, p: &[Candidate], q: &[Candidate]) -> Result<(), Reason> {
        let mut excluded = vec![false; self.board.candidates()];
        for &x in p {
            self.board.each_excluded(x, |y| excluded[y.index()] = true);
        }
        for &x in q {
            let clashes = q.iter().any(|&y| self.board.excludes(x, y));
            self.need(!clashes, Reason::DeadlyExclusion, x)?;
        }
        let cells: BTreeSet<_> = p.iter().map(|&x| self.board.cell(x)).collect();
        for &x in q {
            let mut fits = true;
            let inside = |y| cells.contains(&self.board.cell(y));
            self.board
                .each_excluded(x, |y| fits &= excluded[y.index()] || inside(y));
            self.need(fits, Reason::DeadlyOutside, x)?;
        }
        Ok(())
    }

    /// Reads a list of candidates, in ascending order, with no cell twice.
    fn list(&self, words: &[&str]) -> Result<Vec<Candidate>, Reason> {
        let read = words.iter().map(|word| self.board.candidate(word, "="));
        let mut list = read.collect::<Result<Vec<_>, _>>()?;
        list.sort_unstable();
        for pair in list.windows(2) {
            // The candidates of a cell have neighbouring numbers, so here they are neighbours.
            let [first, second] = [pair[0], pair[1]].map(|x| self.board.cell(x));
            self.need(first != second, Reason::DeadlyRepeated, pair[1])?;
        }
        Ok(list)
    }
}

/// In version 1 a deadly set has a name from d1 to d99.
pub(crate) fn need_deadly_name(name: &str) -> Result<(), Reason> {
    let number = name.strip_prefix('d');
    let index = number.and_then(|number| position(number, 99));
    need(index.is_some(), || Reason::DeadlyName(quote(name)))
}
