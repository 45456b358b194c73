//! The second checker, `proofs/check.py`, as a process that judges one proof after the other.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use qedoku_check::{Claim, Verdict};

use super::root;

/// A running `check.py --batch`.
pub struct Python {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Python {
    /// Starts it. The tests need Python; `tests/setup.sh` sees to that.
    pub fn start() -> Python {
        let mut child = Command::new("python3")
            .arg(root().join("proofs/check.py"))
            .arg("--batch")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 is there");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Python {
            input: child.stdin.take(),
            output,
            child,
        }
    }

    /// Its verdict on a proof, in the words of [`in_short`].
    pub fn verdict(&mut self, proof: &[u8]) -> String {
        let input = self.input.as_mut().expect("it is running");
        let mut frame = format!("{}\n", proof.len()).into_bytes();
        frame.extend_from_slice(proof);
        input.write_all(&frame).expect("it reads");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
        line.trim_end().to_owned()
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

/// What FORMAT.md fixes of a verdict: the claim and the number of steps, or line and step.
pub fn in_short(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Accepted(accepted) => {
            let claim = match accepted.claim {
                Claim::Unique(_) => "unique",
                Claim::None => "none",
                Claim::Many(..) => "many",
                Claim::Open => "open",
            };
            format!("accepted {claim} {}", accepted.steps)
        }
        Verdict::Rejected(it) => {
            let step = it.step.map_or("-".to_owned(), |step| step.to_string());
            format!("rejected {} {step}", it.line)
        }
        Verdict::Declined(_) => "declined".to_owned(),
    }
}
