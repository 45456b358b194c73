//! An editor in memory. It talks to a server on another thread, and its files exist in memory only.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::Notification as _;
use lsp_types::{Diagnostic, Position, PublishDiagnosticsParams, Range, Url};
use qedoku_lsp::{Host, ServerError, serve};
use serde_json::{Value, json};

/// Files in memory.
#[derive(Default)]
pub struct Memory {
    /// Content of the disk.
    pub files: Mutex<BTreeMap<PathBuf, String>>,
    /// Files that the server saved so that the editor can open them.
    pub kept: Mutex<BTreeMap<String, String>>,
}

impl Host for Memory {
    fn rule_files(&self, folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let files = self.files.lock().unwrap();
        let below = files.iter().filter(|(path, _)| path.starts_with(folder));
        below
            .map(|(path, text)| (path.clone(), text.clone().into_bytes()))
            .collect()
    }

    fn keep(&self, name: &str, text: &str) -> Option<PathBuf> {
        let mut kept = self.kept.lock().unwrap();
        kept.insert(name.to_string(), text.to_string());
        Some(Path::new("/kept").join(name))
    }

    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// A client of the language server.
pub struct Client {
    connection: Connection,
    server: Option<JoinHandle<Result<(), ServerError>>>,
    /// The files.
    pub host: Arc<Memory>,
    next: i32,
    versions: BTreeMap<Url, i32>,
    report: BTreeMap<Url, PublishDiagnosticsParams>,
    /// Other messages of the server, in order.
    pub messages: Vec<(String, Value)>,
}

/// Maximum time for any answer.
const MAX_WAIT: Duration = Duration::from_secs(120);

impl Client {
    /// Starts an initialized client with these files on its disk.
    pub fn start(files: &[(&str, &str)], options: Value) -> Client {
        Client::with(files, options, json!({}))
    }

    /// Starts a client with these files, options and client capabilities.
    pub fn with(files: &[(&str, &str)], options: Value, capabilities: Value) -> Client {
        let host = Arc::new(Memory::default());
        for (path, text) in files {
            let path = PathBuf::from(path);
            host.files.lock().unwrap().insert(path, text.to_string());
        }
        let (server, connection) = Connection::memory();
        let own = Arc::clone(&host);
        let server = thread::spawn(move || serve(&server, own));
        let mut client = Client {
            connection,
            server: Some(server),
            host,
            next: 0,
            versions: BTreeMap::new(),
            report: BTreeMap::new(),
            messages: Vec::new(),
        };
        let hello = json!({ "capabilities": capabilities, "initializationOptions": options });
        let answer = client.ask("initialize", hello).expect("an answer");
        assert_eq!(answer["serverInfo"]["name"], "qedoku");
        client.tell("initialized", json!({}));
        client
    }

    /// Starts a client whose server runs no background checks.
    pub fn quiet() -> Client {
        Client::start(&[], json!({ "soundness": false }))
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        let note = Notification::new(method.to_string(), params);
        self.connection.sender.send(note.into()).expect("a server");
    }

    /// Sends a request without waiting.
    fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request::new(id.clone(), method.to_string(), params);
        self.connection
            .sender
            .send(request.into())
            .expect("a server");
        id
    }

    /// Sends a request and waits for the answer. An error is returned as text.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let id = self.send(method, params);
        let start = Instant::now();
        while start.elapsed() < MAX_WAIT {
            if let Some(Response {
                id: own,
                result,
                error,
            }) = self.receive(MAX_WAIT)
            {
                assert_eq!(own, id);
                return match error {
                    Some(error) => Err(error.message),
                    None => Ok(result.unwrap_or(Value::Null)),
                };
            }
        }
        panic!("no answer to {method}");
    }

    /// Processes the next message, and returns it if it is an answer.
    fn receive(&mut self, wait: Duration) -> Option<Response> {
        match self.connection.receiver.recv_timeout(wait) {
            Ok(Message::Response(response)) => return Some(response),
            Ok(Message::Notification(note))
                if note.method == lsp_types::notification::PublishDiagnostics::METHOD =>
            {
                let report: PublishDiagnosticsParams = serde_json::from_value(note.params).unwrap();
                self.report.insert(report.uri.clone(), report);
            }
            Ok(Message::Notification(note)) => self.messages.push((note.method, note.params)),
            Ok(Message::Request(request)) => {
                self.messages.push((request.method, request.params));
                let answer = Response::new_ok(request.id, json!({ "success": true }));
                let _ = self.connection.sender.send(answer.into());
            }
            Err(error) => assert!(error.is_timeout(), "the server is gone"),
        }
        None
    }

    /// Opens a document.
    pub fn open(&mut self, path: &str, text: &str) -> Url {
        let url = Url::from_file_path(path).expect("a path");
        self.versions.insert(url.clone(), 1);
        self.report.remove(&url);
        let document =
            json!({ "uri": url, "languageId": "qedoku-rule", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        url
    }

    /// Changes a document. Without a range, the whole text is replaced.
    pub fn change(&mut self, url: &Url, range: Option<Range>, text: &str) {
        let version = self.versions.get_mut(url).expect("an open document");
        *version += 1;
        let version = *version;
        let change = match range {
            Some(range) => json!({ "range": range, "text": text }),
            None => json!({ "text": text }),
        };
        let document = json!({ "uri": url, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        self.tell("textDocument/didChange", params);
    }

    /// Returns the diagnostics of the current text.
    pub fn diagnostics(&mut self, url: &Url) -> Vec<Diagnostic> {
        let wanted = self.versions[url];
        let start = Instant::now();
        while start.elapsed() < MAX_WAIT {
            let report = self.report.get(url).filter(|t| t.version == Some(wanted));
            if let Some(report) = report {
                return report.diagnostics.clone();
            }
            self.receive(MAX_WAIT);
        }
        panic!("no diagnostics of {url}");
    }

    /// Waits until the diagnostics satisfy a condition, and returns them.
    pub fn until(&mut self, url: &Url, good: impl Fn(&[Diagnostic]) -> bool) -> Vec<Diagnostic> {
        let start = Instant::now();
        loop {
            let found = self.diagnostics(url);
            if good(&found) {
                return found;
            }
            assert!(start.elapsed() < MAX_WAIT, "{found:#?}");
            self.receive(Duration::from_millis(100));
        }
    }

    /// Sends a request about a position in a document.
    pub fn at(&mut self, method: &str, url: &Url, at: Position) -> Value {
        let params = json!({ "textDocument": { "uri": url }, "position": at });
        self.ask(method, params).expect("an answer")
    }

    /// Sends a request about a whole document.
    pub fn of(&mut self, method: &str, url: &Url) -> Value {
        let params = json!({ "textDocument": { "uri": url } });
        self.ask(method, params).expect("an answer")
    }

    /// Sends `shutdown` and `exit`, and waits for the server to end.
    pub fn stop(mut self) {
        self.ask("shutdown", Value::Null).expect("an answer");
        self.tell("exit", Value::Null);
        let server = self.server.take().expect("a server");
        server.join().expect("no panic").expect("a good end");
    }
}

/// Returns the position of the n-th occurrence of some words in a text, counted from 0.
pub fn place(text: &str, words: &str, n: usize) -> Position {
    let at = text.match_indices(words).nth(n).expect(words).0;
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    Position::new(line as u32, text[start..at].chars().count() as u32)
}

/// Returns the position after some words.
pub fn behind(text: &str, words: &str) -> Position {
    let mut at = place(text, words, 0);
    at.character += words.chars().count() as u32;
    at
}

/// Returns the codes of diagnostics.
pub fn codes(found: &[Diagnostic]) -> Vec<String> {
    let code = |d: &Diagnostic| match &d.code {
        Some(lsp_types::NumberOrString::String(code)) => code.clone(),
        other => panic!("{other:?}"),
    };
    found.iter().map(code).collect()
}

/// A sound rule.
pub const GOOD: &str = r#"/// A digit has one place left in a house.
rule my_single {
  name     "My Single"
  level    easy
  score    20
  for      digit d, house H, cell a in H
  when     every d in H is at a
  then     place d at a
  say      "{d} has one place left in {H}: {a}"
  example  "..2....43.7.2...51..5...2...37.6..1..6.....27.14.8.3...4.8.5.32753.2.1.4.2..3.5.9" => r8c8=8
}
"#;

/// An unsound rule: the cells need not see each other.
pub const UNSOUND: &str = "rule loose_pair {
  for      cells a, b, digits x, y
  when     every candidate of a, b is x or y
  then     eliminate x, y from cells seeing a and b
}
";
