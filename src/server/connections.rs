//! The open connections, and the choice of the one to close if there are too many.
//!
//! A client that opens hundreds of connections and sends half a request on each must not keep
//! others out. A header has to arrive within [`HEADER_TIME`], and at most [`MAX_CONNECTIONS`] are
//! open. A further connection closes the oldest one without a question.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

/// Maximum number of open connections. It exceeds the maximum number of waiting questions.
const MAX_CONNECTIONS: usize = 320;
/// Time limit for the header of a request. It also applies to later requests of a connection.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// Maximum size of a header, in bytes.
const MAX_HEADER: usize = 32 << 10;
/// Pause after an error of the system, such as too many open files.
const PAUSE: Duration = Duration::from_millis(100);
/// Number of connections that are closed after such an error.
const CLOSED_TOGETHER: usize = 16;

/// Number of pending questions of a connection.
#[derive(Clone, Default)]
pub struct Usage(Arc<AtomicUsize>);

/// Marks a question as pending until it is dropped.
pub struct InUse(Usage);

impl Usage {
    /// Marks a question as pending.
    pub fn begin(&self) -> InUse {
        self.0.fetch_add(1, Ordering::Relaxed);
        InUse(self.clone())
    }

    fn is_idle(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Serves each connection in a task of its own, for as long as the program runs.
pub async fn accept(listener: TcpListener, router: Router) -> Infallible {
    let mut open: Vec<(AbortHandle, Usage)> = Vec::new();
    loop {
        let accepted = listener.accept().await;
        open.retain(|(task, _)| !task.is_finished());
        let Ok((stream, _)) = accepted else {
            // The system's limit of connections is below that of the server.
            for _ in 0..CLOSED_TOGETHER {
                close_oldest(&mut open);
            }
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // If every connection waits for an answer, the new one is closed.
        if open.len() >= MAX_CONNECTIONS && !close_oldest(&mut open) {
            continue;
        }
        let usage = Usage::default();
        let service = TowerToHyperService::new(router.clone().layer(Extension(usage.clone())));
        let task = tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new());
            builder.header_read_timeout(HEADER_TIME);
            builder.max_header_size(MAX_HEADER);
            // A client that disconnects is not an error of the server.
            let _ = (builder.serve_connection(TokioIo::new(stream), service)).await;
        });
        open.push((task.abort_handle(), usage));
    }
}

/// Closes the oldest connection without a question; false if there is none.
fn close_oldest(open: &mut Vec<(AbortHandle, Usage)>) -> bool {
    let oldest = open.iter().position(|(_, usage)| usage.is_idle());
    if let Some(oldest) = oldest {
        open.remove(oldest).0.abort();
    }
    oldest.is_some()
}
