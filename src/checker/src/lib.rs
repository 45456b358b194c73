//! An independent checker of Qedoku proof files.
//!
//! It is written from `proofs/FORMAT.md` alone, shares no code with the engine and needs nothing but the
//! standard library. It takes the bytes of a `.qed` file and gives a [`Verdict`]; it knows nothing of
//! rules, and believes nothing that it has not computed itself. The modules, in reading order:
//!
//! - `board`: which candidates exist, and which groups hold them;
//! - `lines`, `parse`: the file as bounded lines of words, and what the words mean;
//! - `state`: the live candidates, with a trail for supposes;
//! - `header`: what the proof is about;
//! - `check`: the loop over all lines, the simple steps and the claims;
//! - `count`, `deadly`: the two steps with some arithmetic in them;
//! - `reason`: what can be wrong.
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
mod count;
mod deadly;
mod header;
mod lines;
mod parse;
mod reason;
mod state;

pub use board::{Board, Candidate, Group};
use header::Header;
use lines::Lines;
pub use reason::Reason;
use reason::{need, quote};
use state::State;
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
    /// Whether the claim holds only if the puzzle has at most one solution.
    pub assumes_unique: bool,
}

/// What a proof claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This grid is the only solution.
    Unique(String),
    /// There is no solution.
    None,
    /// These two grids are solutions.
    Many(String, String),
    /// The eliminations are right, and nothing more.
    Open,
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

/// What another checker may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decline {
    /// Another version of the format.
    Version(String),
    /// Another kind of board, or a larger one.
    Board(String),
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
    let (mut lines, mut step) = (Lines::new(input), None);
    Ok(match check::proof(&mut lines, &mut step, observe) {
        Ok(accepted) => Verdict::Accepted(accepted),
        Err(Stop::Declined(decline)) => Verdict::Declined(decline),
        Err(Stop::Unreadable(error)) => return Err(error),
        Err(Stop::Rejected(reason)) => {
            let line = lines.number;
            Verdict::Rejected(Rejection { line, step, reason })
        }
    })
}

/// Why the checking ends before the end of the file.
enum Stop {
    Rejected(Reason),
    Declined(Decline),
    Unreadable(io::Error),
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Stop::Rejected(reason)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Unreadable(error)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Accepted(accepted) => write!(f, "accepted: {accepted}"),
            Verdict::Rejected(Rejection { line, step, reason }) => match step {
                Some(step) => write!(f, "rejected at line {line}, step {step}: {reason}"),
                None => write!(f, "rejected at line {line}: {reason}"),
            },
            Verdict::Declined(Decline::Version(it)) => {
                write!(f, "declined: version {it} is not known")
            }
            Verdict::Declined(Decline::Board(it)) => write!(f, "declined: board {it} is not known"),
        }
    }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.assumes_unique {
            f.write_str("if the puzzle has at most one solution, ")?;
        }
        match &self.claim {
            Claim::Unique(grid) => write!(f, "the only solution is {grid}")?,
            Claim::None => f.write_str("there is no solution")?,
            Claim::Many(first, second) => write!(f, "{first} and {second} are solutions")?,
            Claim::Open => f.write_str("the eliminations are right")?,
        }
        write!(f, " (steps: {})", self.steps)
    }
}
