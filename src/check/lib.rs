//! An independent checker of Qedoku proof files.
//!
//! It is written from `proofs/FORMAT.md` alone, shares no code with the engine and uses only the
//! standard library. It takes the bytes of a `.qed` file and gives a [`Verdict`]. It knows no rules
//! and trusts only its own computations. The modules, in reading order: `board`, `lines`, `header`,
//! `names`, `machine`, `relation`, `rules`, `check`, `steps`, `fill`, `deadly`, `sentences`; each
//! begins with its purpose.
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
mod deadly;
mod fill;
mod header;
mod lines;
mod machine;
mod names;
mod relation;
mod rules;
mod sentences;
mod steps;
mod verdict;

pub use board::{Board, Candidate, Row};
use lines::Lines;
pub use sentences::{Claim, Decline, Reason};
use std::io::{self, BufRead};
use verdict::Stop;
pub use verdict::{Accepted, Event, Rejection, Verdict};

/// Checks a proof file. An error is an error of reading, never a verdict.
pub fn check<R: BufRead>(input: R) -> io::Result<Verdict> {
    check_with(input, &mut |_| {})
}

/// Checks a proof file and reports each event to the observer.
pub fn check_with<R: BufRead>(input: R, observe: &mut dyn FnMut(Event)) -> io::Result<Verdict> {
    let (number, step, text) = (0, None, Vec::new());
    let mut lines = Lines {
        input,
        number,
        step,
        text,
    };
    match check::proof(&mut lines, observe) {
        Ok(accepted) => Ok(Verdict::Accepted(accepted)),
        Err(Stop::Rejected(reason)) => {
            let (line, step) = (lines.number, lines.step);
            Ok(Verdict::Rejected(Rejection { line, step, reason }))
        }
        Err(Stop::Declined(decline)) => Ok(Verdict::Declined(decline)),
        Err(Stop::Unreadable(error)) => Err(error),
    }
}
