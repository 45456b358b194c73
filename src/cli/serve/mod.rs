//! `qedoku serve`: the web page with this program as its engine.
//!
//! The server answers HTTP requests with the files of the page and with answers to its questions.
//! The listening process does no work itself. [`pool`] passes each question to a worker process
//! that can be killed at any time, [`guard`] rejects requests that do not come from the page, and
//! [`connections`] closes connections that send nothing.

mod backend;
mod connections;
mod guard;
mod http;
mod pool;
mod worker;

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use miette::{IntoDiagnostic, miette};

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

pub fn run(args: &ServeArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if args.worker {
        return worker::run(args.max_memory, terminal);
    }
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let limits = pool::PoolLimits {
        jobs: args.jobs.map_or(cores, usize::from),
        time: Duration::from_secs(args.max_time),
        megabytes: args.max_memory,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .into_diagnostic()?;
    runtime.block_on(listen(args, limits, terminal))?;
    // Dropping the pool has killed its workers, so the runtime need not wait.
    runtime.shutdown_background();
    Ok(GOOD)
}

async fn listen(
    args: &ServeArgs,
    limits: pool::PoolLimits,
    terminal: &mut Terminal<'_>,
) -> miette::Result<()> {
    let wanted = SocketAddr::new(args.address, args.port);
    let listener = tokio::net::TcpListener::bind(wanted).await;
    let listener = listener.map_err(|cause| {
        miette!(
            help = "--port 0 takes any port that is free",
            "cannot listen on {wanted}: {cause}"
        )
    })?;
    let address = listener.local_addr().into_diagnostic()?;
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
    let gate = guard::Gate {
        port: address.port(),
        loopback_only: args.address.is_loopback(),
    };
    let pool = pool::Pool::new(limits);
    tokio::select! {
        ended = http::serve(listener, gate, pool) => match ended {},
        () = termination_requested() => Ok(()),
    }
}

/// Waits for Ctrl-C or a termination signal.
async fn termination_requested() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
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
