//! The formula in clauses: every group has a true candidate, two candidates of a group exclude each
//! other, the premises hold, and the claimed solution is blocked.

use std::io::{self, Write};

use crate::grid::{Board, Candidate, Group, push_number};
use crate::proof::model::{Claim, Header};

/// The numbers of the clauses, and of the variables: candidate i is variable i + 1.
pub struct Cnf {
    size: u64,
    groups: u64,
    /// For each candidate, the clause that states that it is given, or eliminated. 0 for none.
    given: Vec<u64>,
    gone: Vec<u64>,
    clauses: u64,
}

impl Cnf {
    /// Writes the formula.
    pub fn write<W: Write>(out: &mut W, header: &Header, claim: &Claim) -> io::Result<Cnf> {
        let board = &*header.board;
        let n = board.size() as u64;
        let mut cnf = Cnf {
            size: n,
            groups: board.group_count() as u64,
            given: vec![0; board.candidate_count()],
            gone: vec![0; board.candidate_count()],
            clauses: 0,
        };
        cnf.clauses = cnf.groups + cnf.groups * cnf.pairs();
        let premises = header.premises();
        for &(candidate, holds) in &premises {
            cnf.clauses += 1;
            let list = if holds { &mut cnf.given } else { &mut cnf.gone };
            list[candidate.index()] = cnf.clauses;
        }
        let solution = match claim {
            Claim::Unique(solution) => Some(solution),
            _ => None,
        };
        cnf.clauses += u64::from(solution.is_some());
        writeln!(
            out,
            "c variable (cell * {n} + digit): cells in reading order from 0, digits from 1"
        )?;
        writeln!(out, "p cnf {} {}", board.candidate_count(), cnf.clauses)?;
        let mut text = String::new();
        for group in board.groups() {
            let members = board.members(group);
            push_clause(&mut text, members.iter().map(|&c| literal(c, true)));
        }
        // Most of the formula consists of the same few literals.
        let negated = |candidate| {
            let mut text = String::new();
            push_literal(&mut text, literal(Candidate::new(candidate), false));
            text
        };
        let negated: Vec<String> = (0..board.candidate_count()).map(negated).collect();
        for group in board.groups() {
            let members = board.members(group);
            for (i, one) in members.iter().enumerate() {
                for other in &members[i + 1..] {
                    text.push_str(&negated[one.index()]);
                    text.push_str(&negated[other.index()]);
                    text.push_str("0\n");
                }
            }
            out.write_all(text.as_bytes())?;
            text.clear();
        }
        for &(candidate, holds) in &premises {
            push_clause(&mut text, [literal(candidate, holds)]);
        }
        if let Some(solution) = solution {
            let placed = board.cells().zip(solution);
            push_clause(
                &mut text,
                placed.map(|(cell, &digit)| literal(board.candidate(cell, digit), false)),
            );
        }
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(cnf)
    }

    /// The number of clauses. If one solution is claimed, the last clause blocks it.
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// The clause that states that the candidate is given.
    pub fn given(&self, candidate: Candidate) -> u64 {
        self.given[candidate.index()]
    }

    /// The clause that states that the state does not have the candidate.
    pub fn gone(&self, candidate: Candidate) -> u64 {
        self.gone[candidate.index()]
    }

    /// The clause that states that a group has a true candidate.
    pub fn truth(&self, group: Group) -> u64 {
        group.index() as u64 + 1
    }

    /// The clause that states that two candidates of a group exclude each other.
    pub fn link(&self, board: &Board, group: Group, one: Candidate, other: Candidate) -> u64 {
        let place = |candidate| {
            let slot = board
                .slots(candidate)
                .iter()
                .find(|slot| slot.group == group);
            slot.map_or(0, |slot| u64::from(slot.bit.trailing_zeros()))
        };
        let (one, other) = (place(one), place(other));
        let (low, high) = (one.min(other), one.max(other));
        let before = low * (2 * self.size - low - 1) / 2;
        self.groups + group.index() as u64 * self.pairs() + before + high - low
    }

    fn pairs(&self) -> u64 {
        self.size * (self.size - 1) / 2
    }
}

/// The literal of a candidate: its variable, negated if it does not hold.
pub fn literal(candidate: Candidate, holds: bool) -> i64 {
    let variable = candidate.index() as i64 + 1;
    if holds { variable } else { -variable }
}

/// Appends literals and the 0 that ends them.
pub fn push_literals(text: &mut String, literals: impl IntoIterator<Item = i64>) {
    for literal in literals {
        push_literal(text, literal);
    }
    text.push('0');
}

fn push_literal(text: &mut String, literal: i64) {
    if literal < 0 {
        text.push('-');
    }
    push_number(text, literal.unsigned_abs());
    text.push(' ');
}

fn push_clause(text: &mut String, literals: impl IntoIterator<Item = i64>) {
    push_literals(text, literals);
    text.push('\n');
}
