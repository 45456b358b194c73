//! DRAT: the clauses alone. A DRAT checker validates the verdict and examines only the steps that
//! it needs. Nothing is deleted, because checkers disagree on the meaning of deleting a unit.

use std::io::{self, Write};

use super::clauses::ClauseWriter;
use super::cnf::push_literals;

pub struct Drat<W> {
    out: W,
    line: String,
}

impl<W: Write> Drat<W> {
    pub fn new(out: W) -> Self {
        let line = String::new();
        Drat { out, line }
    }
}

impl<W: Write> ClauseWriter for Drat<W> {
    fn add(&mut self, _: u64, clause: &[i64], _: &[u64]) -> io::Result<()> {
        self.line.clear();
        push_literals(&mut self.line, clause.iter().copied());
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())
    }

    fn delete(&mut self, _: u64, _: &[u64]) -> io::Result<()> {
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
