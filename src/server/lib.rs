//! The server of `qedoku serve`: the files of the page, and answers to its questions.
//!
//! The listening process does no work itself. `pool` passes each question to a worker process that
//! can be killed at any time, `guard` rejects requests that do not come from the page, and
//! `connections` closes connections that send nothing. A worker calls [`work`] with [`Z3`] as its
//! backend.
#![forbid(unsafe_code)]

mod backend;
mod connections;
mod guard;
mod http;
mod pool;
mod worker;

use std::io;
use std::net::SocketAddr;

pub use backend::Z3;
pub use pool::PoolLimits;
pub use worker::work;

/// Settings of a server.
#[derive(Clone, Copy, Debug)]
pub struct ServerSettings {
    /// The address to listen on. Port 0 takes any free port.
    pub address: SocketAddr,
    /// The limits of the workers.
    pub limits: PoolLimits,
    /// The checker as a WebAssembly module. Empty if it could not be built.
    pub checker: &'static [u8],
}

/// Serves until Ctrl-C or a termination signal. Calls `ready` with the address once it listens.
pub fn serve<E: From<io::Error>>(
    settings: ServerSettings,
    ready: impl FnOnce(SocketAddr) -> Result<(), E>,
) -> Result<(), E> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(listen(settings, ready))?;
    // Dropping the pool has killed its workers, so the runtime need not wait.
    runtime.shutdown_background();
    Ok(())
}

async fn listen<E: From<io::Error>>(
    settings: ServerSettings,
    ready: impl FnOnce(SocketAddr) -> Result<(), E>,
) -> Result<(), E> {
    let listener = tokio::net::TcpListener::bind(settings.address).await?;
    let address = listener.local_addr()?;
    ready(address)?;
    let gate = guard::RequestGuard {
        port: address.port(),
        loopback_only: address.ip().is_loopback(),
    };
    let pool = pool::Pool::new(settings.limits);
    tokio::select! {
        ended = http::serve(listener, gate, pool, settings.checker) => match ended {},
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
