//! A worker: reads questions from standard input, one per line, and writes answers to standard
//! output.
//!
//! Lines that begin with `+` are progress. The first other line is the answer. When the input ends,
//! the server is gone, and the worker ends at once.

use std::io::BufRead;
use std::sync::mpsc;

use miette::IntoDiagnostic;

use super::backend::Z3;
use crate::exit::GOOD;
use crate::terminal::Terminal;
use qedoku_web::Service;

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
    let mut service = Service::new(Box::new(Z3));
    for question in questions {
        let mut told = Ok(());
        let answer = service.respond(&question, &mut |line| {
            told = writeln!(terminal.out, "+{line}").and_then(|()| terminal.out.flush());
        });
        told.into_diagnostic()?;
        writeln!(terminal.out, "{answer}").into_diagnostic()?;
        terminal.out.flush().into_diagnostic()?;
    }
    Ok(GOOD)
}

/// Limits the memory of this process. Exceeding it ends the worker.
#[cfg(unix)]
fn limit_memory(megabytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let bytes = Some(megabytes << 20);
    let limit = Rlimit {
        current: bytes,
        maximum: bytes,
    };
    // Some systems have no such limit.
    let _ = setrlimit(Resource::As, limit);
}

#[cfg(not(unix))]
fn limit_memory(_megabytes: u64) {}
