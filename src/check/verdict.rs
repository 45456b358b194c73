//! Verdicts about files, and the events on the way.
//!
//! A verdict is `accepted: the only solution is ...`, or the line where the checker stopped,
//! with the reason.

use crate::board::{Board, Candidate};
use crate::sentences::{Claim, Decline, Reason};
use std::fmt;
use std::io;

/// What the checker says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every line is right, and the claim is proved.
    Accepted(Accepted),
    /// Some line is wrong.
    Rejected(Rejection),
    /// The file may be right, but this checker does not know its version or board, or a limit is
    /// passed.
    Declined(Decline),
}

/// What an accepted file proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The claim.
    pub claim: Claim,
    /// The number of steps, the claim included.
    pub steps: u64,
    /// Whether the header has a `state`: what it leaves out may be part of a solution of the
    /// puzzle, so the claim is one about the state.
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

/// What happens outside of supposes while a file is checked. It is worth something if the file is
/// accepted.
#[derive(Debug)]
pub enum Event<'a> {
    /// The header is read: the board, and for each candidate whether it is live at the start.
    Start(&'a Board, &'a [bool]),
    /// A step is done: the candidate that a `single` places, and all candidates that are no longer
    /// live. A suppose is reported by its `refuted`, without what is in it.
    Step(Option<Candidate>, &'a [Candidate]),
}

/// Why the checking ends before the end of the file. A rejection has the number of the step, if
/// there is one.
pub(crate) enum Stop {
    Rejected(Option<u64>, Reason),
    Declined(Decline),
    Unreadable(io::Error),
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Stop::Rejected(None, reason)
    }
}

impl From<Decline> for Stop {
    fn from(decline: Decline) -> Self {
        Stop::Declined(decline)
    }
}

impl Stop {
    /// The number of the step, where the fault is one of a step.
    pub fn at_step(self, step: u64) -> Stop {
        match self {
            Stop::Rejected(None, reason) => Stop::Rejected(Some(step), reason),
            other => other,
        }
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
