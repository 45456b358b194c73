//! The command line; see [`qedoku::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    qedoku::cli::main()
}
