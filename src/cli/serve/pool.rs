//! Who does the work: processes that answer one question after the other.
//!
//! A worker is this program again, as `qedoku serve --worker`. It has its own limit of memory, and can be ended at
//! any moment: when nobody waits for its answer any more, and when its time is over. So a question can neither hold up
//! the others nor take the server down with it, whatever it leads to.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::{Mutex, Semaphore, mpsc};

/// So many questions may wait for a worker.
const MOST_WAITING: usize = 256;
/// And so many bytes of them.
const MOST_BYTES_WAITING: usize = 64 << 20;
/// So many lines may wait for the page to read them.
const MOST_LINES: usize = 16;

/// What a pool may use.
#[derive(Clone, Copy, Debug)]
pub struct PoolLimits {
    /// How many workers there are at most.
    pub jobs: usize,
    /// How long a question may take, once it is being worked on.
    pub time: Duration,
    /// How much memory a worker may take.
    pub megabytes: u64,
}

/// A line of an answer; it never fails, but streams are made of results.
pub type AnswerLine = Result<Bytes, std::convert::Infallible>;

/// The workers, and who waits for them.
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

/// A worker that waits for a question. It ends when this is dropped.
struct WorkerProcess {
    _child: Child,
    questions: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Pool {
    /// A pool without workers; they are started when they are needed.
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

    /// Asks a question. The lines of its answer come one by one; whoever stops to listen ends the work. `None` if too
    /// many wait already.
    pub fn ask(&self, question: Bytes) -> Option<mpsc::Receiver<AnswerLine>> {
        let shared = Arc::clone(&self.shared);
        let length = question.len();
        let before = shared.waiting.fetch_add(1, Ordering::Relaxed);
        let bytes = shared.bytes.fetch_add(length, Ordering::Relaxed);
        if before >= MOST_WAITING || bytes > MOST_BYTES_WAITING {
            shared.leave(length);
            return None;
        }
        let (lines, listener) = mpsc::channel(MOST_LINES);
        tokio::spawn(async move {
            tokio::select! {
                () = shared.work(&question, &lines) => {}
                // Nobody listens: the work is dropped, and with it the worker that does it.
                () = lines.closed() => {}
            }
            shared.leave(length);
        });
        Some(listener)
    }
}

impl Shared {
    /// A question of so many bytes waits no longer.
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
        let trouble = match worker {
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
                        format!("it was given up after {} s", self.limits.time.as_secs()),
                    ),
                }
            }
        };
        let id = serde_json::from_slice::<Framed>(question).map_or(0, |framed| framed.id);
        let line = qedoku_web::failed(id, &qedoku_web::Trouble::new(trouble.0, trouble.1));
        let _ = lines.send(Ok((line + "\n").into())).await;
    }
}

/// What is needed of a question to answer it with an error.
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

    /// Hands a question over and passes the lines on; `None` if the worker ended before the last.
    async fn answer(&mut self, question: &[u8], lines: &mpsc::Sender<AnswerLine>) -> Option<()> {
        // A question is one line, however it was written.
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
