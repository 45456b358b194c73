//! Runs the program with arguments and input.

use std::io::Write;
use std::process::{Child, Command, Stdio};

#[cfg(unix)]
pub use rustix::process::Signal;
#[cfg(unix)]
use rustix::process::{Pid, kill_process};
use serde_json::Value;

/// Result of a run of the program.
pub struct Run {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Returns a command for the program with these arguments, with piped streams, in the folder of the
/// project.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qedoku"));
    command
        .args(args)
        .current_dir(qedoku_tests::root())
        .env_remove("NO_COLOR")
        .env_remove("FORCE_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a command with input, and asserts that it does not panic.
pub fn run_command(mut command: Command, input: &[u8]) -> Run {
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // The program may end before it has read the whole input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let run = end_of(child);
    writer.join().expect("the writer ends");
    run
}

/// Waits for a process, and asserts that it did not panic.
pub fn end_of(child: Child) -> Run {
    let output = child.wait_with_output().expect("the program ends");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!err.contains("panicked"), "{err}");
    Run {
        code: output.status.code().expect("an exit code, not a signal"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err,
    }
}

/// Sends a signal to a running program.
#[cfg(unix)]
pub fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("it is running");
}

/// Runs the program and sends it a signal as soon as a condition holds.
#[cfg(unix)]
pub fn interrupt(args: &[&str], signal: Signal, is_so_far: impl Fn() -> bool) -> Run {
    let mut child = command(args).spawn().expect("the program starts");
    while !is_so_far() {
        assert_eq!(child.try_wait().expect("a process"), None, "it has ended");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    send(&child, signal);
    end_of(child)
}

/// Runs the program with input.
pub fn run_with(args: &[&str], input: &[u8]) -> Run {
    run_command(command(args), input)
}

/// Runs the program.
pub fn run(args: &[&str]) -> Run {
    run_with(args, b"")
}

/// Parses a text as JSON.
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
