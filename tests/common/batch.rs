//! The other checkers of proof files, `proofs/check.py` and the verified checker of
//! `proofs/verified`. Each runs as a process that checks one proof after the other.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use qedoku_check::{Claim, Verdict};

use super::root;
use super::skips::skipped;

/// A checker process started with `--batch`.
pub struct Batch {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Batch {
    /// Starts the checker in Python. The tests need Python, which `tests/setup.sh` checks.
    pub fn python() -> Batch {
        let mut command = Command::new("python3");
        command.arg(root().join("proofs/check.py"));
        Batch::start(command)
    }

    /// Starts the verified checker, or returns `None` if it is not built.
    pub fn verified() -> Option<Batch> {
        Some(Batch::start(Command::new(verified_program()?)))
    }

    fn start(mut command: Command) -> Batch {
        let mut child = command
            .arg("--batch")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the checker can be started");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Batch {
            input: child.stdin.take(),
            output,
            child,
        }
    }

    /// Returns the verdict on a proof, in the format of [`in_short`]. For the verified checker, the
    /// format is that of [`with_reason`].
    pub fn verdict(&mut self, proof: &[u8]) -> String {
        let input = self.input.as_mut().expect("it is running");
        let mut frame = format!("{}\n", proof.len()).into_bytes();
        frame.extend_from_slice(proof);
        input.write_all(&frame).expect("it reads");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
        line.trim_end().to_owned()
    }

    /// Returns whether the checker supports proofs of version 2. A checker without support declines
    /// all of them.
    pub fn knows_version_2(&mut self) -> bool {
        let proof = b"qed 2\nboard latin 1\ngivens .\nclaim open\n";
        self.verdict(proof).starts_with("accepted")
    }

    /// Returns the processor time of the process, or `None` if the system does not report it.
    pub fn worked(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The program name is in parentheses. Fields 12 and 13 after it are times in hundredths of
        // a second.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?;
        Some(Duration::from_millis(10 * ticks))
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

/// Returns the path of a file that `proofs/verified/build.sh` makes. If the file is absent, prints
/// a message and returns `None`; if `QEDOKU_VERIFIED` names the folder, a missing file is an error.
pub fn verified_file(name: &str) -> Option<PathBuf> {
    let named = std::env::var_os("QEDOKU_VERIFIED").map(PathBuf::from);
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let folder = target.unwrap_or_else(|| root().join("target"));
    let path = (named.clone().unwrap_or_else(|| folder.join("verified"))).join(name);
    if path.is_file() {
        return Some(path);
    }
    assert!(named.is_none(), "{} is not there", path.display());
    skipped(&format!(
        "{name} is not there; `bash proofs/verified/build.sh` makes it"
    ));
    None
}

/// Returns the path of the verified checker, or `None` if it is not built.
pub fn verified_program() -> Option<PathBuf> {
    verified_file("qedoku-check-verified")
}

/// Returns the part of a verdict that FORMAT.md prescribes for every checker: the claim and the
/// number of steps, or the line and the step.
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

/// Returns the verdict of [`in_short`] followed by the code of the reason, if there is one.
pub fn with_reason(verdict: &Verdict) -> String {
    let short = in_short(verdict);
    match verdict {
        Verdict::Accepted(_) => short,
        Verdict::Rejected(it) => format!("{short} {}", it.reason.code()),
        Verdict::Declined(it) => format!("{short} {}", it.code()),
    }
}

/// Returns whether a proof is of version 2.
pub fn is_version_2(proof: &[u8]) -> bool {
    let mut lines = proof.split(|&byte| byte == b'\n');
    let first = lines.find(|line| !line.trim_ascii().is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| line.trim_ascii() == b"qed 2")
}
