//! `qedoku serve`: its files, access control and limits, and no process is left running.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::program::{command, json as parse, send};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A server that runs until it is dropped.
struct Server {
    child: Child,
    _out: BufReader<ChildStdout>,
    port: u16,
}

impl Server {
    fn start(options: &[&str]) -> Server {
        let all = [&["serve", "--port", "0"], options].concat();
        Server::of(command(&all), options.contains(&"--address"))
    }

    /// A server with a limit on open files.
    fn start_with_files(files: u32) -> Server {
        let program = env!("CARGO_BIN_EXE_qedoku");
        let mut shell = std::process::Command::new("sh");
        let line = format!("ulimit -n {files}; exec \"$0\" serve --port 0");
        shell.args(["-c", &line, program]);
        shell.stdin(Stdio::null()).stdout(Stdio::piped());
        Server::of(shell, false)
    }

    fn of(mut command: Command, is_open: bool) -> Server {
        let mut child = command.spawn().expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        assert_ne!(line.contains("for this machine only"), is_open, "{line}");
        let port = line
            .split(&[':', '/'][..])
            .nth(4)
            .and_then(|p| p.parse().ok());
        Server {
            child,
            _out: out,
            port: port.unwrap_or_else(|| panic!("{line}")),
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let time = Some(Duration::from_secs(120));
        stream.set_read_timeout(time).expect("a limit");
        stream
    }

    /// Sends a raw request, and returns the status and the whole response.
    fn raw(&self, request: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        // The server may close the connection before the whole request is sent.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok());
        (
            status.unwrap_or_else(|| panic!("no status: {answer:?}")),
            answer,
        )
    }

    fn request(&self, first: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        self.raw(&self.written(first, headers, body))
    }

    fn written(&self, first: &str, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
        let mut text = format!("{first} HTTP/1.0\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            text += &format!("host: 127.0.0.1:{}\r\n", self.port);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        (text + &format!("content-length: {}\r\n\r\n{body}", body.len())).into_bytes()
    }

    /// Sends a request of the protocol, and returns the last line of the answer.
    fn ask(&self, question: &Value) -> Value {
        let json = [("content-type", "application/json")];
        let (status, answer) = self.request("POST /ask", &json, &question.to_string());
        assert_eq!(status, 200, "{answer}");
        parse(answer.trim_end().lines().last().expect("a line"))
    }

    /// Returns the current worker processes of the server.
    fn workers(&self) -> Vec<u32> {
        let id = self.child.id();
        let path = format!("/proc/{id}/task/{id}/children");
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.split_whitespace()
            .filter_map(|pid| pid.parse().ok())
            .collect()
    }

    /// Interrupts the server like Ctrl-C, and returns its exit code.
    fn interrupt(mut self) -> i32 {
        send(&self.child, Signal::INT);
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(status) = self.child.try_wait().expect("a process") {
                return status.code().expect("an exit code");
            }
            assert!(Instant::now() < end, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn board(givens: &str, side: usize) -> Value {
    json!({ "height": side, "width": side, "givens": givens, "entries": ".".repeat(givens.len()) })
}

fn hint() -> Value {
    json!({ "version": 1, "id": 5, "ask": "hint", "board": board(EASY, 3) })
}

/// A 16x16 puzzle with a path that takes long.
const LONG: &str = concat!(
    ".FB......C....G..E..7.3.B..G4...5.....4C.1.E.2....C..E...937.A.F",
    "..7B.8FE.....59...14.9...D........E2D.....1....686.D...AC...7.4.",
    "2..6...7.....38GG.8..A.1....F..9.A5C..B.4F.....1.7......3....B..",
    "....31.46..C5.B..1..E..BFA...D.8.8DG6.......E..C.4..8.9.1.2...A.",
);

/// A request that takes longer than any test waits.
fn endless() -> Value {
    json!({ "version": 1, "id": 9, "ask": "path", "board": board(LONG, 4) })
}

/// Returns the private memory of a process in kilobytes.
fn memory(pid: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
    number.unwrap_or(0)
}

/// Returns the processor time of a process in clock ticks.
fn worked(pid: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default();
    let ticks = |at| {
        fields
            .split_whitespace()
            .nth(at)
            .and_then(|n: &str| n.parse().ok())
    };
    ticks(11).unwrap_or(0) + ticks(12).unwrap_or(0)
}

#[test]
fn serve_delivers_the_page_and_answers() {
    let server = Server::start(&[]);
    let (status, index) = server.request("GET /", &[], "");
    assert_eq!(status, 200);
    assert!(index.contains("data-engine=\"served\""));
    for (header, value) in [
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'",
        ),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("content-type", "text/html"),
    ] {
        assert!(
            index.contains(&format!("{header}: {value}")),
            "{header}: {index}"
        );
    }
    assert!(!index.contains("unsafe-inline"));
    let (status, script) = server.request("GET /main.js", &[], "");
    assert_eq!(status, 200);
    assert!(script.contains("content-type: text/javascript"));
    let answer = server.ask(&hint());
    assert_eq!(
        (&answer["id"], &answer["answer"]["step"]["level"]),
        (&json!(5), &json!("easy"))
    );
    let hello = server.ask(&json!({ "version": 1, "ask": "hello" }));
    assert_eq!(
        hello["answer"]["powers"],
        json!({ "judge": true, "mine": true, "check": true })
    );
    let rule =
        "rule r { for digit d, houses A, B when every d in A is in B then eliminate d from B }";
    let file = json!({ "path": "own/r.rule", "text": rule });
    let judged = server.ask(&json!({ "version": 1, "ask": "judge", "file": file }));
    let verdict = &judged["answer"][0];
    assert_eq!(verdict["verdict"], "unsound", "{judged}");
    assert!(
        verdict["refuted"]["svg"]
            .as_str()
            .expect("a picture")
            .contains("class=\"target\"")
    );
    let mended = verdict["refuted"]["mended"]
        .as_str()
        .expect("a text that is sound");
    assert!(mended.contains("except A"), "{mended}");
    let mined = server.ask(
        &json!({ "version": 1, "ask": "mine", "board": board(EASY, 3), "candidate": "r1c3=1" }),
    );
    assert!(
        mined["answer"]["lines"]
            .to_string()
            .contains("r1c3=1 is impossible"),
        "{mined}"
    );
    let checked = server.ask(&json!({ "version": 1, "ask": "check", "proof": "qed 1\nboard sudoku 1x1\ngivens .\nsingle r1c1=2 : 1b1\n" }));
    assert_eq!(
        (&checked["answer"]["verdict"], &checked["answer"]["line"]),
        (&json!("rejected"), &json!(4))
    );
}

#[test]
fn serve_refuses_other_origins() {
    let server = Server::start(&[]);
    let own = format!("127.0.0.1:{}", server.port);
    let origin = format!("http://{own}");
    let question = hint().to_string();
    let json = ("content-type", "application/json");
    let ask = |headers: &[(&str, &str)]| server.request("POST /ask", headers, &question).0;
    assert_eq!(ask(&[json, ("origin", &origin)]), 200);
    let port = server.port;
    for host in ["localhost", "127.0.0.2", "[::1]"] {
        let status = ask(&[json, ("host", &format!("{host}:{port}"))]);
        assert_eq!(status, 200, "{host}");
    }
    for host in [
        "evil.example",
        "127.0.0.1",
        "127.0.0.1:1",
        &format!("evil.example:{port}"),
        &format!("{own}.evil.example"),
        &format!("127.0.0.1.evil.example:{port}"),
        &format!("localhost.evil.example:{port}"),
        &format!("192.168.0.7:{port}"),
    ] {
        assert_eq!(ask(&[json, ("host", host)]), 403, "{host}");
    }
    assert_eq!(ask(&[json, ("host", &own), ("host", &own)]), 400);
    for hostile in [
        "null",
        "",
        "http://evil.example",
        &format!("https://{own}"),
        &format!("http://localhost:{port}"),
        &format!("{origin}.evil.example"),
    ] {
        assert_eq!(ask(&[json, ("origin", hostile)]), 403, "{hostile}");
    }
    assert_eq!(ask(&[json, ("origin", &origin), ("origin", "null")]), 403);
    for site in ["cross-site", "same-site"] {
        assert_eq!(ask(&[json, ("sec-fetch-site", site)]), 403, "{site}");
    }
    assert_eq!(ask(&[("content-type", "text/plain")]), 415);
    assert_eq!(ask(&[]), 415);
    assert_eq!(
        server.request("GET /", &[("host", "evil.example")], "").0,
        403
    );
    assert_eq!(
        server.raw(b"GET / HTTP/1.1\r\nconnection: close\r\n\r\n").0,
        400
    );
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/page.css/x",
        "/nothing",
    ] {
        assert_eq!(
            server.request(&format!("GET {path}"), &[], "").0,
            404,
            "{path}"
        );
    }
    assert_eq!(server.request("DELETE /", &[], "").0, 405);
    assert_eq!(server.request("GET /ask", &[], "").0, 405);
    assert_eq!(
        server
            .request("OPTIONS /ask", &[("origin", "http://evil.example")], "")
            .0,
        403
    );
}

#[test]
fn serve_on_an_open_address_needs_an_ip_host() {
    let server = Server::start(&["--address", "0.0.0.0"]);
    let get = |host: &str| {
        let host = format!("{host}:{}", server.port);
        server.request("GET /", &[("host", &host)], "").0
    };
    for own in ["192.168.0.7", "[fe80::1]", "localhost"] {
        assert_eq!(get(own), 200, "{own}");
    }
    assert_eq!(get("evil.example"), 403);
}

#[test]
fn serve_limits_questions() {
    let server = Server::start(&["--max-time", "1", "--max-memory", "300"]);
    let json = [("content-type", "application/json")];
    let long = " ".repeat(5 << 20);
    assert_eq!(server.request("POST /ask", &json, &long).0, 413);
    let given_up = server.ask(&endless());
    assert_eq!(
        (&given_up["id"], &given_up["error"]["code"]),
        (&json!(9), &json!("engine::time"))
    );
    let broken = server.ask(&json!("no question"));
    assert_eq!(broken["error"]["code"], "question::json");
    // A worker that was ended is replaced.
    let start = Server::start(&["--max-memory", "300"]);
    assert_eq!(start.ask(&hint())["id"], 5);
    for worker in start.workers() {
        let pid = rustix::process::Pid::from_raw(worker as i32).expect("a process");
        rustix::process::kill_process(pid, Signal::KILL).expect("it is there");
    }
    let first = start.ask(&hint());
    let again = start.ask(&hint());
    assert!(
        first["answer"].is_object() || first["error"]["code"] == "engine::ended",
        "{first}"
    );
    assert_eq!(again["id"], 5, "{again}");
}

/// Of 200 concurrent requests, every second one is cancelled. The others are answered correctly,
/// and no process is left running.
#[test]
fn serve_survives_cancelled_requests() {
    let server = Server::start(&["--jobs", "2"]);
    let expected = server.ask(&hint())["answer"].clone();
    assert!(expected["step"].is_object());
    let most = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        for i in 0..200 {
            let (server, expected) = (&server, &expected);
            scope.spawn(move || match i % 2 {
                0 => assert_eq!(&server.ask(&hint())["answer"], expected),
                _ => {
                    let json = [("content-type", "application/json")];
                    let request = server.written("POST /ask", &json, &endless().to_string());
                    let mut stream = server.connect();
                    stream.write_all(&request).expect("it is sent");
                    std::thread::sleep(Duration::from_millis(10 * i));
                }
            });
        }
        for _ in 0..40 {
            let all = server.workers().into_iter().chain([server.child.id()]);
            let sum = all.map(memory).sum();
            most.fetch_max(sum, std::sync::atomic::Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let most = most.into_inner() / 1000;
    println!("at most {most} MB");
    assert!((1..500).contains(&most), "{most} MB");
    // Workers of cancelled requests were ended; the remaining ones are idle.
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let before: Vec<(u32, u64)> = server
            .workers()
            .into_iter()
            .map(|w| (w, worked(w)))
            .collect();
        std::thread::sleep(Duration::from_millis(300));
        let after: Vec<(u32, u64)> = server
            .workers()
            .into_iter()
            .map(|w| (w, worked(w)))
            .collect();
        if before == after && after.len() <= 2 {
            break;
        }
        assert!(
            Instant::now() < end,
            "something goes on: {before:?} {after:?}"
        );
    }
    assert_eq!(&server.ask(&hint())["answer"], &expected);
    let workers = server.workers();
    assert_eq!(server.interrupt(), 0);
    std::thread::sleep(Duration::from_millis(200));
    for worker in workers {
        let stat = std::fs::read_to_string(format!("/proc/{worker}/stat")).unwrap_or_default();
        let gone = stat.is_empty() || stat.contains(") Z");
        assert!(gone, "a worker is left: {stat}");
    }
}

/// Opens connections and sends the beginning of a request on each. Every other one lacks only the
/// body.
fn half_sent(server: &Server, count: usize) -> Vec<TcpStream> {
    let whole = server.written("POST /ask", &[("content-type", "application/json")], "{}");
    let begin = |at: usize| {
        let mut stream = server.connect();
        let length = if at.is_multiple_of(2) {
            20
        } else {
            whole.len() - 1
        };
        // Writing fails on a connection that was closed for a newer one.
        let _ = stream.write_all(&whole[..length]);
        stream
    };
    (0..count).map(begin).collect()
}

#[test]
fn serve_survives_half_sent_requests() {
    let server = Server::start(&["--jobs", "1"]);
    let streams = half_sent(&server, 400);
    let start = Instant::now();
    assert_eq!(server.request("GET /", &[], "").0, 200);
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    // The server does not wait for the rest of a header: it closes the connection.
    let mut youngest = streams.into_iter().nth(398).expect("a connection");
    let mut rest = Vec::new();
    let _ = youngest.read_to_end(&mut rest);
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
}

/// A server with a limit of 64 files cannot hold 100 connections, but answers all the same.
#[test]
fn serve_survives_half_sent_requests_beyond_limits() {
    let server = Server::start_with_files(64);
    let _streams = half_sent(&server, 100);
    let start = Instant::now();
    assert_eq!(server.request("GET /", &[], "").0, 200);
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}
