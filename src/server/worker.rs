//! A worker: reads questions from standard input, one per line, and writes answers to standard
//! output.
//!
//! Lines that begin with `+` are progress. The first other line is the answer. When the input ends,
//! the server is gone, and the worker ends at once.

use std::io::{self, BufRead, Write};
use std::sync::mpsc;

use super::backend::Z3;
use qedoku_web::Service;

/// Answers questions with at most this much memory. Does not return when the input ends.
pub fn work(megabytes: u64, out: &mut dyn Write) -> io::Result<()> {
    limit_memory(megabytes);
    let (sender, questions) = mpsc::sync_channel::<Vec<u8>>(1);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        loop {
            let mut line = Vec::new();
            match input.read_until(b'\n', &mut line) {
                Ok(length) if length > 0 => drop(sender.send(line)),
                _ => std::process::exit(0),
            }
        }
    });
    let mut service = Service::new(Box::new(Z3));
    for question in questions {
        let mut told = Ok(());
        let answer = service.respond(&question, &mut |line| {
            told = writeln!(out, "+{line}").and_then(|()| out.flush());
        });
        told?;
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
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
