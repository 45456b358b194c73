//! Verdicts about files, and the events during a check.
//!
//! A verdict is `accepted: the only solution is ...`, or the line where the checker stopped,
//! with the reason.

use crate::board::{Board, Candidate};
use crate::sentences::{Claim, Decline, Reason, quote};
use std::fmt;
use std::io;

/// The checker's verdict on a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every line is right, and the claim is proved.
    Accepted(Accepted),
    /// Some line is wrong.
    Rejected(Rejection),
    /// The file may be right, but this checker does not know its version or board, or the file
    /// exceeds a limit.
    Declined(Decline),
}

/// The statement that an accepted file proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The claim.
    pub claim: Claim,
    /// The number of steps, including the claim.
    pub steps: u64,
    /// Whether the header has a `state`. The claim is then about the state: a solution of the
    /// puzzle may use a candidate that the state lacks.
    pub from_state: bool,
    /// Whether the claim holds only if the puzzle has at most one solution.
    pub assumes_unique: bool,
}

/// The place and the reason of a rejection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The line, counted from 1.
    pub line: u64,
    /// The step, counted from 1, if the line is a step.
    pub step: Option<u64>,
    /// The reason.
    pub reason: Reason,
}

/// An event outside of supposes during a check. Events mean something only if the file is accepted.
#[derive(Debug)]
pub enum Event<'a> {
    /// The header was read: the board, and for each candidate whether it is live at the start.
    Start(&'a Board, &'a [bool]),
    /// A step was applied: the candidate that a `single` places, and all candidates that are no
    /// longer live. Steps inside a suppose are not reported; its `refuted` is.
    Step(Option<Candidate>, &'a [Candidate]),
}

/// The reason why the check ends before the end of the file.
pub(crate) enum Stop {
    Rejected(Reason),
    Declined(Decline),
    Unreadable(io::Error),
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Stop::Rejected(reason)
    }
}

impl From<Decline> for Stop {
    fn from(decline: Decline) -> Self {
        Stop::Declined(decline)
    }
}

/// The result of a part of the check.
pub(crate) type Judged<T = ()> = Result<T, Stop>;

/// A condition or value without which the check cannot continue.
pub(crate) trait Need<T>: Sized {
    /// Ends the check if it is missing. The reason is made only then.
    fn need<R: Into<Stop>>(self, reason: impl FnOnce() -> R) -> Judged<T>;

    /// Rejects the file if it is missing. The reason quotes a word.
    fn need_of(self, word: &str, reason: fn(String) -> Reason) -> Judged<T> {
        self.need(|| reason(quote(word)))
    }
}

impl<T> Need<T> for Option<T> {
    fn need<R: Into<Stop>>(self, reason: impl FnOnce() -> R) -> Judged<T> {
        self.ok_or_else(|| reason().into())
    }
}

impl Need<()> for bool {
    fn need<R: Into<Stop>>(self, reason: impl FnOnce() -> R) -> Judged {
        self.then_some(()).need(reason)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted(accepted) => write!(f, "accepted: {accepted}"),
            Self::Declined(decline) => write!(f, "declined: {decline}"),
            Self::Rejected(Rejection { line, step, reason }) => {
                let step = step.map_or(String::new(), |step| format!(", step {step}"));
                write!(f, "rejected at line {line}{step}: {reason}")
            }
        }
    }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = ["", "from the given state, "][usize::from(self.from_state)];
        let unique = ["", "if the puzzle has at most one solution, "];
        let unique = unique[usize::from(self.assumes_unique)];
        write!(f, "{state}{unique}{} (steps: {})", self.claim, self.steps)
    }
}
