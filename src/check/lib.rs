//! An independent checker of Qedoku proof files.
//!
//! It is written from `proofs/FORMAT.md` alone, shares no code with the engine and needs nothing but the
//! standard library. It takes the bytes of a `.qed` file and gives a [`Verdict`]; it knows nothing of
//! rules, and believes nothing that it has not computed itself. The modules, in reading order: `board`,
//! `lines`, `header`, `check`, `steps`, `sentences`; each says at its top what it is for.
//!
//! ```
//! let proof = "qed 1\nboard sudoku 1x1\ngivens .\nsingle r1c1=1 : 1b1\nclaim unique 1\n";
//! let verdict = qedoku_check::check(proof.as_bytes())?;
//! assert_eq!(verdict.to_string(), "accepted: the only solution is 1 (steps: 2)");
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod board;
mod check;
mod header;
mod lines;
mod sentences;
mod steps;

pub use board::{Board, Candidate, Group};
use lines::Lines;
pub use sentences::{Claim, Decline, Reason};
use sentences::{need, quote};
use std::fmt;
use std::io::{self, BufRead};

/// What the checker says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every line is right, and the claim is proved.
    Accepted(Accepted),
    /// Some line is wrong.
    Rejected(Rejection),
    /// The file may be right, but this checker does not know its version or board.
    Declined(Decline),
}

/// What an accepted file proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The claim.
    pub claim: Claim,
    /// The number of steps, the claim included.
    pub steps: u64,
    /// Whether the header has a `state`: what it leaves out may be part of a solution of the puzzle, so the claim
    /// is one about the state.
    pub from_state: bool,
    /// Whether the claim holds only if the puzzle has at most one solution.
    pub assumes_unique: bool,
}

/// Where and why a file is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The line, counted from 1.
    pub line: u64,
    /// The step, counted from 1, if the line is one.
    pub step: Option<u64>,
    /// What is wrong.
    pub reason: Reason,
}

/// What happens outside of supposes while a file is checked. It is worth something if the file is accepted.
#[derive(Debug)]
pub enum Event<'a> {
    /// The header is read: the board, and for each candidate whether it is live at the start.
    Start(&'a Board, &'a [bool]),
    /// A step is done: the candidate that a `single` places, and all candidates that are no longer live.
    /// A suppose is reported by its `refuted`, without what is in it.
    Step(Option<Candidate>, &'a [Candidate]),
}

/// Checks a proof file. An error is one of reading, never a verdict.
pub fn check<R: BufRead>(input: R) -> io::Result<Verdict> {
    check_with(input, &mut |_| {})
}

/// Checks a proof file and reports what happens.
pub fn check_with<R: BufRead>(input: R, observe: &mut dyn FnMut(Event)) -> io::Result<Verdict> {
    let mut lines = Lines {
        input,
        number: 0,
        text: Vec::new(),
    };
    let verdict = check::proof(&mut lines, observe);
    let line = lines.number;
    Ok(match verdict {
        Ok(accepted) => Verdict::Accepted(accepted),
        Err(Stop::Rejected(step, reason)) => Verdict::Rejected(Rejection { line, step, reason }),
        Err(Stop::Declined(decline)) => Verdict::Declined(decline),
        Err(Stop::Unreadable(error)) => return Err(error),
    })
}

/// Why the checking ends before the end of the file. A rejection has the number of the step, if there is one.
enum Stop {
    Rejected(Option<u64>, Reason),
    Declined(Decline),
    Unreadable(io::Error),
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Stop::Rejected(None, reason)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted(accepted) => write!(f, "accepted: {accepted}"),
            Self::Rejected(Rejection { line, step, reason }) => match step {
                Some(step) => write!(f, "rejected at line {line}, step {step}: {reason}"),
                None => write!(f, "rejected at line {line}: {reason}"),
            },
            Self::Declined(decline) => write!(f, "declined: {decline}"),
        }
    }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from_state {
            f.write_str("from the given state, ")?;
        }
        if self.assumes_unique {
            f.write_str("if the puzzle has at most one solution, ")?;
        }
        write!(f, "{} (steps: {})", self.claim, self.steps)
    }
}
