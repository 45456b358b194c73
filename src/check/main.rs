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
fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let is_option = |it: &&OsString| it.len() > 1 && it.as_encoded_bytes()[0] == b'-';
    let (options, files): (Vec<_>, Vec<_>) = arguments.iter().partition(is_option);
    let options: Vec<_> = options.iter().map(|it| it.to_str()).collect();
    let code = match (&options[..], files.len()) {
        ([Some("-h" | "--help")], 0) => print(USAGE),
        ([Some("-V" | "--version")], 0) => {
            print(concat!("qedoku-check ", env!("CARGO_PKG_VERSION"), "\n"))
        }
        ([] | [Some("-q" | "--quiet")], 1..) => {
            let quiet = !options.is_empty();
            let codes = files.iter().map(|file| check_file(file, quiet));
            // Ordered by rank: declined is better than rejected.
            let worst = codes.max_by_key(|&code| [0, 2, 1, 3][usize::from(code)]);
            worst.expect("there is a file")
        }
        // Beside a file, an option that exits with 0 would say that the file is accepted.
        _ => complain(&format!("wrong usage: {arguments:?}; see --help")),
    };
    ExitCode::from(code)
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
