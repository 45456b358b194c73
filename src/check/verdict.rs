//! Verdicts about files, and the events during a check.
//!
//! A verdict is `accepted: the only solution is ...`, or the line where the checker stopped,
//! with the reason.

use crate::board::Board;
use crate::row::{Candidate, Set};
use crate::sentences::{Claim, Reason, quote};
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
    Declined(Reason),
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
    /// The header was read: the board, and the candidates that are live at the start.
    Start(&'a Board, &'a Set),
    /// A step was applied: the candidate that a `single` places, and the live candidates before and
    /// after it. Steps inside a suppose are not reported; its `refuted` is.
    Step(Option<Candidate>, &'a Set, &'a Set),
}

/// The cause of an end of the check before the end of the file.
pub(crate) enum Stop {
    Reason(Reason),
    Unreadable(io::Error),
}

/// The result of a part of the check.
pub(crate) type Judged<T = ()> = Result<T, Stop>;

/// A condition or value without which the check cannot continue. If it is missing, the check ends
/// with a code of FORMAT.md.
pub(crate) trait Need<T>: Sized {
    /// The sentence of the code names these words. They are made only if it is needed.
    fn need_with(self, code: &'static str, words: impl FnOnce() -> Vec<String>) -> Judged<T>;

    fn need(self, code: &'static str) -> Judged<T> {
        self.need_with(code, Vec::new)
    }

    /// The sentence of the code quotes a word.
    fn need_of(self, word: &str, code: &'static str) -> Judged<T> {
        self.need_with(code, || vec![quote(word)])
    }
}

impl<T> Need<T> for Option<T> {
    #[inline]
    fn need_with(self, code: &'static str, words: impl FnOnce() -> Vec<String>) -> Judged<T> {
        let reason = |words| Reason { code, words };
        self.ok_or_else(|| Stop::Reason(reason(words())))
    }
}

impl Need<()> for bool {
    fn need_with(self, code: &'static str, words: impl FnOnce() -> Vec<String>) -> Judged {
        self.then_some(()).need_with(code, words)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted(accepted) => write!(f, "accepted: {accepted}"),
            Self::Declined(reason) => write!(f, "declined: {reason}"),
            Self::Rejected(Rejection { line, step, reason }) => {
                let step = step.map_or(String::new(), |step| format!(", step {step}"));
                write!(f, "rejected at line {line}{step}: {reason}")
            }
        }
    }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let premise = |holds, text| if holds { text } else { "" };
        let state = premise(self.from_state, "from the given state, ");
        let unique = "if the puzzle has at most one solution, ";
        let unique = premise(self.assumes_unique, unique);
        write!(f, "{state}{unique}{} (steps: {})", self.claim, self.steps)
    }
}
