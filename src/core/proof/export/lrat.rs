//! LRAT: clauses with their numbers and, in order, the clauses that they follow from.

use std::io::{self, Write};

use super::clauses::ClauseWriter;
use super::cnf::push_literals;
use crate::grid::push_number;

pub struct Lrat<W> {
    out: W,
    line: String,
}

impl<W: Write> Lrat<W> {
    pub fn new(out: W) -> Self {
        let line = String::new();
        Lrat { out, line }
    }

    fn end(&mut self) -> io::Result<()> {
        self.line.push_str(" 0\n");
        self.out.write_all(self.line.as_bytes())
    }

    fn push(&mut self, number: u64) {
        self.line.push(' ');
        push_number(&mut self.line, number);
    }
}

impl<W: Write> ClauseWriter for Lrat<W> {
    fn add(&mut self, id: u64, clause: &[i64], hints: &[u64]) -> io::Result<()> {
        self.line.clear();
        push_number(&mut self.line, id);
        self.line.push(' ');
        push_literals(&mut self.line, clause.iter().copied());
        hints.iter().for_each(|&hint| self.push(hint));
        self.end()
    }

    fn delete(&mut self, last: u64, ids: &[u64]) -> io::Result<()> {
        self.line.clear();
        push_number(&mut self.line, last);
        self.line.push_str(" d");
        ids.iter().for_each(|&id| self.push(id));
        self.end()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
