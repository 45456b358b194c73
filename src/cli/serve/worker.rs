//! A worker: questions from standard input, a line each, answers to standard output.
//!
//! A line that begins with `+` tells how far it is; the first other line is the answer. When the input ends, the
//! server is gone, and so is the worker at once, whatever it was at.

use std::io::BufRead;
use std::sync::mpsc;

use miette::IntoDiagnostic;

use crate::exit::GOOD;
use crate::powers::Z3;
use crate::terminal::Terminal;
use qedoku_web::Desk;

pub fn run(megabytes: u64, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    limit_memory(megabytes);
    let (sender, questions) = mpsc::sync_channel::<Vec<u8>>(1);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        loop {
            let mut line = Vec::new();
            match input.read_until(b'\n', &mut line) {
                Ok(length) if length > 0 => drop(sender.send(line)),
                _ => std::process::exit(i32::from(GOOD)),
            }
        }
    });
    let mut desk = Desk::new(Box::new(Z3));
    for question in questions {
        let mut told = Ok(());
        let answer = desk.respond(&question, &mut |line| {
            told = writeln!(terminal.out, "+{line}").and_then(|()| terminal.out.flush());
        });
        told.into_diagnostic()?;
        writeln!(terminal.out, "{answer}").into_diagnostic()?;
        terminal.out.flush().into_diagnostic()?;
    }
    Ok(GOOD)
}

/// From now on, memory beyond this is refused, which ends the worker.
#[cfg(unix)]
fn limit_memory(megabytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let bytes = Some(megabytes << 20);
    let limit = Rlimit {
        current: bytes,
        maximum: bytes,
    };
    // Where the system knows no such limit, there is none.
    let _ = setrlimit(Resource::As, limit);
}

#[cfg(not(unix))]
fn limit_memory(_megabytes: u64) {}
