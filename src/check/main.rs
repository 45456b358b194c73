//! `qedoku-check FILE...`: prints one verdict for each file. The exit code is that of the worst
//! verdict.
#![forbid(unsafe_code)]

use qedoku_check::{Verdict, check};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Write};
use std::process::ExitCode;

const USAGE: &str = "\
Checks Qedoku proof files

Usage: qedoku-check [-q] FILE...        (`-` is the standard input)

  -q, --quiet    print no verdicts; the exit code tells
  -h, --help     print this help
  -V, --version  print the version

Exit codes: 0 all accepted, 1 some file rejected, 2 some file declined (a version or board that is
not known), 3 some file unreadable, or wrong usage. Of several the worst: 3, then 1, then 2.
";
const VERSION: &str = concat!("qedoku-check ", env!("CARGO_PKG_VERSION"), "\n");

fn main() -> ExitCode {
    let (mut files, mut quiet) = (Vec::new(), false);
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    for argument in &arguments {
        match argument.to_str() {
            Some("-q" | "--quiet") => quiet = true,
            Some("-h" | "--help") if arguments.len() == 1 => return print(USAGE).into(),
            Some("-V" | "--version") if arguments.len() == 1 => return print(VERSION).into(),
            // Next to a file, an option that exits with 0 would say that the file is accepted.
            Some(text @ ("-h" | "--help" | "-V" | "--version")) => {
                return complain(&format!("{text} stands alone; nothing was checked")).into();
            }
            Some(text) if text.len() > 1 && text.starts_with('-') => {
                return complain(&format!("unknown option {text:?}; see --help")).into();
            }
            _ => files.push(argument),
        }
    }
    let codes = files.iter().map(|file| check_file(file, quiet));
    // Ordered by rank: declined is better than rejected.
    let worst = codes.max_by_key(|&code| [0, 2, 1, 3][usize::from(code)]);
    ExitCode::from(worst.unwrap_or_else(|| complain("no file; see --help")))
}

fn check_file(file: &OsString, quiet: bool) -> u8 {
    // Escaped and without quotes, so that no file name can imitate a verdict.
    let name = format!("{file:?}");
    let name = &name[1..name.len() - 1];
    let verdict = match file.to_str() {
        Some("-") => check(io::stdin().lock()),
        _ => File::open(file).and_then(|opened| check(BufReader::new(opened))),
    };
    let (code, verdict) = match verdict {
        Ok(verdict @ Verdict::Accepted(_)) => (0, verdict),
        Ok(verdict @ Verdict::Rejected(_)) => (1, verdict),
        Ok(verdict @ Verdict::Declined(_)) => (2, verdict),
        Err(error) => return complain(&format!("{name}: {error}")),
    };
    match quiet {
        true => code,
        false => code.max(print(&format!("{name}: {verdict}\n"))),
    }
}

/// Prints, and returns the exit code. A closed pipe is no failure: the exit code still reports the
/// verdict.
fn print(text: &str) -> u8 {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => 3,
        _ => 0,
    }
}

/// Prints an error, if possible, and returns its exit code.
fn complain(text: &str) -> u8 {
    let _ = writeln!(io::stderr(), "qedoku-check: {text}");
    3
}
