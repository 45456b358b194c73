//! `qedoku serve`: the web page with this program as its engine.
//!
//! The crate `qedoku-server` is the server and its workers.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use miette::{Diagnostic, IntoDiagnostic};
use qedoku_server::{PoolLimits, ServerSettings, serve};
use thiserror::Error;

use super::exit::GOOD;
use super::terminal::Terminal;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The page is available only on this machine unless --address says otherwise. Anyone who \
        can reach the address can then use it. Requests cannot read or write files. Ctrl-C \
        stops the server and all requests."
)]
pub struct ServeArgs {
    /// Port to listen on. 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = 7411)]
    port: u16,

    /// Address to listen on. 0.0.0.0 accepts connections from other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    address: IpAddr,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Time limit for one request
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    max_time: u64,

    /// Number of requests to process at once [default: one per core]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: Option<u16>,

    /// Memory limit for one request
    #[arg(long, value_name = "MEGABYTES", default_value_t = 1024)]
    #[arg(value_parser = clap::value_parser!(u64).range(64..=1_048_576))]
    max_memory: u64,

    /// Process requests from standard input. `serve` starts such a worker for each request
    #[arg(long, hide = true)]
    worker: bool,
}

/// The checker as a WebAssembly module. Empty if it could not be built.
const CHECKER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/checker.wasm"));

/// The error of a server that cannot listen.
#[derive(Debug, Error, Diagnostic)]
#[error("cannot listen on {address}: {cause}")]
#[diagnostic(help("--port 0 takes any port that is free"))]
struct NotListening {
    address: SocketAddr,
    cause: io::Error,
}

/// An error of the system, or of printing the address.
enum Failure {
    System(io::Error),
    Printing(miette::Report),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::System(error)
    }
}

pub fn run(args: &ServeArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if args.worker {
        qedoku_server::work(args.max_memory, terminal.out).into_diagnostic()?;
        return Ok(GOOD);
    }
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let settings = ServerSettings {
        address: SocketAddr::new(args.address, args.port),
        limits: PoolLimits {
            jobs: args.jobs.map_or(cores, usize::from),
            time: Duration::from_secs(args.max_time),
            megabytes: args.max_memory,
        },
        checker: CHECKER,
    };
    let ready = |address| announce(args, address, terminal).map_err(Failure::Printing);
    match serve(settings, ready) {
        Ok(()) => Ok(GOOD),
        Err(Failure::Printing(report)) => Err(report),
        Err(Failure::System(cause)) => {
            let address = settings.address;
            Err(NotListening { address, cause }.into())
        }
    }
}

/// Prints the address of the page, and opens it on request.
fn announce(
    args: &ServeArgs,
    address: SocketAddr,
    terminal: &mut Terminal<'_>,
) -> miette::Result<()> {
    let shown = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::new([127, 0, 0, 1].into(), address.port()),
        _ => address,
    };
    let who = match args.address.is_loopback() {
        true => "for this machine only",
        false => "for every machine that can reach it",
    };
    writeln!(
        terminal.out,
        "Qedoku is at http://{shown}/ ({who}); Ctrl-C stops it."
    )
    .into_diagnostic()?;
    terminal.out.flush().into_diagnostic()?;
    if args.open {
        open(&format!("http://{shown}/"));
    }
    Ok(())
}

/// Opens an address in the browser. On failure, the user has the printed address.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = std::process::Command::new(program);
    command.args(arguments).arg(address);
    let quiet = std::process::Stdio::null;
    let _ = command
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
}
