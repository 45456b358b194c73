//! An independent checker of Qedoku proof files.
//!
//! It is written from `proofs/FORMAT.md` alone, shares no code with the engine and uses only the
//! standard library. It takes the bytes of a `.qed` file and gives a [`Verdict`]. It knows no rules
//! and trusts only its own computations. The modules, in reading order: `row`, `board`, `lines`,
//! `header`, `names`, `rules`, `check`, `steps`, `fill`, `sentences`; each begins with its purpose.
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
mod fill;
mod header;
mod lines;
mod names;
mod row;
mod rules;
mod sentences;
mod steps;
mod verdict;

pub use board::Board;
use lines::Lines;
pub use row::{Candidate, Row, Set};
pub use sentences::{Claim, Reason};
use std::io::{self, BufRead};
use verdict::Stop;
pub use verdict::{Accepted, Event, Rejection, Verdict};

/// Checks a proof file. An error is an error of reading, never a verdict.
pub fn check<R: BufRead>(input: R) -> io::Result<Verdict> {
    check_with(input, &mut |_| {})
}

/// Checks a proof file and reports each event to the observer.
pub fn check_with<R: BufRead>(input: R, observe: &mut dyn FnMut(Event)) -> io::Result<Verdict> {
    let (place, text) = ((0, None), Vec::new());
    let mut lines = Lines { input, place, text };
    let result = check::proof(&mut lines, observe);
    let (line, step) = lines.place;
    match result {
        Ok(accepted) => Ok(Verdict::Accepted(accepted)),
        Err(Stop::Reason(reason)) if reason.declines() => Ok(Verdict::Declined(reason)),
        Err(Stop::Reason(reason)) => Ok(Verdict::Rejected(Rejection { line, step, reason })),
        Err(Stop::Unreadable(error)) => Err(error),
    }
}
