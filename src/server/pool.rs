//! The pool of worker processes that answer questions.
//!
//! A worker is this program, started as `qedoku serve --worker`. It has its own memory limit and is
//! killed when the page no longer waits for its answer, or when its time is over. So no question
//! can delay others or crash the server.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{Mutex, Semaphore, mpsc};

/// Maximum number of questions that wait for a worker.
const MAX_WAITING: usize = 256;
/// Maximum total size of waiting questions in bytes.
const MAX_BYTES_WAITING: usize = 64 << 20;
/// Maximum number of lines that wait to be read by the page.
const MAX_LINES: usize = 16;

/// The limits of a pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolLimits {
    /// Maximum number of workers.
    pub jobs: usize,
    /// Time limit for a question, from the start of the work.
    pub time: Duration,
    /// Memory limit of a worker, in megabytes.
    pub megabytes: u64,
}

/// A line of an answer. It never fails, but streams consist of results.
pub type AnswerLine = Result<Bytes, std::convert::Infallible>;

/// The workers and the queue.
pub struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    limits: PoolLimits,
    slots: Semaphore,
    idle: Mutex<Vec<WorkerProcess>>,
    waiting: AtomicUsize,
    bytes: AtomicUsize,
}

/// An idle worker. Dropping it ends the process.
struct WorkerProcess {
    _child: Child,
    questions: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Pool {
    /// An empty pool. Workers are started on demand.
    pub fn new(limits: PoolLimits) -> Pool {
        Pool {
            shared: Arc::new(Shared {
                limits,
                slots: Semaphore::new(limits.jobs),
                idle: Mutex::new(Vec::new()),
                waiting: AtomicUsize::new(0),
                bytes: AtomicUsize::new(0),
            }),
        }
    }

    /// Sends a question. The lines of its answer come one by one. Dropping the receiver ends the
    /// work. `None` if too many questions are waiting.
    pub fn ask(&self, question: Bytes) -> Option<mpsc::Receiver<AnswerLine>> {
        let shared = Arc::clone(&self.shared);
        let length = question.len();
        let before = shared.waiting.fetch_add(1, Ordering::Relaxed);
        let bytes = shared.bytes.fetch_add(length, Ordering::Relaxed);
        if before >= MAX_WAITING || bytes > MAX_BYTES_WAITING {
            shared.leave(length);
            return None;
        }
        let (lines, listener) = mpsc::channel(MAX_LINES);
        tokio::spawn(async move {
            tokio::select! {
                () = shared.work(&question, &lines) => {}
                // The receiver is gone, so the work and its worker are dropped.
                () = lines.closed() => {}
            }
            shared.leave(length);
        });
        Some(listener)
    }
}

impl Shared {
    /// Removes a question of `length` bytes from the queue counters.
    fn leave(&self, length: usize) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        self.bytes.fetch_sub(length, Ordering::Relaxed);
    }

    async fn work(&self, question: &[u8], lines: &mpsc::Sender<AnswerLine>) {
        let Ok(_slot) = self.slots.acquire().await else {
            return;
        };
        let worker = match self.idle.lock().await.pop() {
            Some(worker) => Ok(worker),
            None => WorkerProcess::start(self.limits.megabytes),
        };
        let failure = match worker {
            Err(error) => (
                "engine::start",
                format!("no worker could be started: {error}"),
            ),
            Ok(mut worker) => {
                let answered = worker.answer(question, lines);
                match tokio::time::timeout(self.limits.time, answered).await {
                    Ok(Some(())) => {
                        self.idle.lock().await.push(worker);
                        return;
                    }
                    Ok(None) => (
                        "engine::ended",
                        "the work ended before there was an answer; it may have needed more memory than it is \
                         allowed"
                            .to_owned(),
                    ),
                    Err(_) => (
                        "engine::time",
                        format!("no answer after {} s", self.limits.time.as_secs()),
                    ),
                }
            }
        };
        let id = serde_json::from_slice::<Framed>(question).map_or(0, |framed| framed.id);
        let line = qedoku_web::failed(id, &qedoku_web::ApiError::new(failure.0, failure.1));
        let _ = lines.send(Ok((line + "\n").into())).await;
    }
}

/// The part of a question that an error answer needs.
#[derive(serde::Deserialize)]
struct Framed {
    #[serde(default)]
    id: u64,
}

impl WorkerProcess {
    fn start(megabytes: u64) -> std::io::Result<WorkerProcess> {
        let program = std::env::current_exe()?;
        let mut child = Command::new(program)
            .args(["serve", "--worker", "--max-memory", &megabytes.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let gone = || std::io::Error::other("its streams are not there");
        let questions = child.stdin.take().ok_or_else(gone)?;
        let answers = child.stdout.take().ok_or_else(gone)?;
        Ok(WorkerProcess {
            _child: child,
            questions,
            answers: BufReader::new(answers).lines(),
        })
    }

    /// Sends a question and passes the lines on. `None` if the worker ended before the last.
    async fn answer(&mut self, question: &[u8], lines: &mpsc::Sender<AnswerLine>) -> Option<()> {
        // A question must be one line.
        let mut line: Vec<u8> = question.to_vec();
        line.iter_mut()
            .filter(|byte| matches!(byte, b'\n' | b'\r'))
            .for_each(|byte| *byte = b' ');
        line.push(b'\n');
        self.questions.write_all(&line).await.ok()?;
        self.questions.flush().await.ok()?;
        loop {
            let line = self.answers.next_line().await.ok()??;
            let is_last = !line.starts_with("+");
            let text = line.strip_prefix('+').unwrap_or(&line);
            lines.send(Ok(format!("{text}\n").into())).await.ok()?;
            if is_last {
                return Some(());
            }
        }
    }
}
