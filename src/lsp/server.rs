//! The main loop: handles messages of the editor and results of the background work.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, Select, after, never};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self as note, Notification as _};
use lsp_types::{
    InitializeParams, LogMessageParams, MessageType, PositionEncodingKind,
    PublishDiagnosticsParams, Url,
};
use serde_json::Value;

use super::document::Document;
use super::features;
use super::host::Host;
use super::lines::CharacterEncoding;
use super::project::Project;
use super::session::{ServerError, Session, parse};

/// Serves an editor until it shuts down.
pub fn serve(connection: &Connection, host: Arc<dyn Host>) -> Result<(), ServerError> {
    let Some((id, params)) = initialize(connection)? else {
        return Ok(());
    };
    let encoding = encoding(&params);
    let answer = serde_json::json!({
        "capabilities": features::capabilities(encoding),
        "serverInfo": { "name": "qedoku", "version": env!("CARGO_PKG_VERSION") },
    });
    let response = Response::new_ok(id, answer);
    connection.sender.send(Message::Response(response))?;
    let options = params.initialization_options.unwrap_or_default();
    let mut server = Server {
        session: Session::new(connection, host, encoding),
        dirty: BTreeSet::new(),
        asks_background: options.get("soundness") != Some(&Value::Bool(false)),
    };
    let result = server.run();
    server.session.background.close();
    result
}

/// Waits for the initialization request. `None` if the editor disconnects first. Earlier requests
/// are rejected.
fn initialize(
    connection: &Connection,
) -> Result<Option<(RequestId, InitializeParams)>, ServerError> {
    loop {
        let Request { id, method, params } = match connection.receiver.recv()? {
            Message::Request(request) => request,
            Message::Notification(note) if note.method == note::Exit::METHOD => return Ok(None),
            _ => continue,
        };
        let (code, why) = match method.as_str() {
            "initialize" => match serde_json::from_value(params) {
                Ok(params) => return Ok(Some((id, params))),
                Err(error) => (ErrorCode::InvalidParams, error.to_string()),
            },
            _ => (
                ErrorCode::ServerNotInitialized,
                format!("`{method}` came before `initialize`"),
            ),
        };
        let response = Response::new_err(id, code as i32, why);
        connection.sender.send(Message::Response(response))?;
    }
}

/// Answers `shutdown`, and waits for `exit`. Requests in between are rejected.
fn shut_down(connection: &Connection, id: RequestId) -> Result<(), ServerError> {
    let response = Response::new_ok(id, ());
    connection.sender.send(Message::Response(response))?;
    loop {
        match connection.receiver.recv_timeout(PATIENCE)? {
            Message::Notification(note) if note.method == note::Exit::METHOD => return Ok(()),
            Message::Request(request) => {
                let why = format!("`{}` came after `shutdown`", request.method);
                let code = ErrorCode::InvalidRequest as i32;
                let response = Response::new_err(request.id, code, why);
                connection.sender.send(Message::Response(response))?;
            }
            _ => {}
        }
    }
}

fn encoding(params: &InitializeParams) -> CharacterEncoding {
    let general = params.capabilities.general.as_ref();
    let known = general.and_then(|general| general.position_encodings.as_ref());
    match known.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8)) {
        true => CharacterEncoding::Utf8,
        false => CharacterEncoding::Utf16,
    }
}

/// The loop around a session.
struct Server<'c> {
    session: Session<'c>,
    /// Documents whose diagnostics must be published.
    dirty: BTreeSet<Url>,
    asks_background: bool,
}

/// Time limit for `exit` after `shutdown`.
const PATIENCE: Duration = Duration::from_secs(30);

/// Maximum sleep of the loop.
const MAX_SLEEP: Duration = Duration::from_secs(3600);

impl Server<'_> {
    fn run(&mut self) -> Result<(), ServerError> {
        loop {
            // Diagnostics are published after all pending edits, and before the next answer.
            let message = match self.session.connection.receiver.try_recv() {
                Ok(message) => Some(message),
                Err(_) => {
                    self.publish_all()?;
                    self.wait()?
                }
            };
            match message {
                Some(Message::Request(request)) => {
                    if request.method == "shutdown" {
                        return shut_down(self.session.connection, request.id);
                    }
                    self.request(request)?;
                }
                Some(Message::Notification(note)) => {
                    // An invalid notification does not end the server.
                    if let Err(error) = self.notification(note) {
                        let params = LogMessageParams {
                            typ: MessageType::WARNING,
                            message: error.to_string(),
                        };
                        self.session.notify::<note::LogMessage>(params)?;
                    }
                }
                Some(Message::Response(_)) | None => {}
            }
        }
    }

    /// Waits for a message. `None` if a timer or background result came first.
    fn wait(&mut self) -> Result<Option<Message>, ServerError> {
        let pause = self
            .session
            .background
            .next()
            .map(|at| at.saturating_duration_since(self.session.host.now()));
        let clock = match pause {
            Some(pause) => after(pause.min(MAX_SLEEP)),
            None => never(),
        };
        let results = self.session.background.results();
        let mut select = Select::new();
        let from_editor = select.recv(&self.session.connection.receiver);
        let from_jury = select.recv(&results);
        select.recv(&clock);
        let chosen = select.select();
        match chosen.index() {
            index if index == from_editor => {
                let message = chosen.recv(&self.session.connection.receiver);
                Ok(Some(message.map_err(|_| RecvTimeoutError::Disconnected)?))
            }
            index if index == from_jury => {
                let url = chosen
                    .recv(&results)
                    .ok()
                    .and_then(|r| self.session.background.take(r));
                self.dirty.extend(url);
                self.session.background.begin();
                Ok(None)
            }
            _ => {
                let _ = chosen.recv(&clock);
                self.session.background.begin();
                Ok(None)
            }
        }
    }

    fn notification(&mut self, note: Notification) -> Result<(), ServerError> {
        match note.method.as_str() {
            note::DidOpenTextDocument::METHOD => {
                let params: lsp_types::DidOpenTextDocumentParams = parse(note.params)?;
                let item = params.text_document;
                let document = Document::new(
                    item.uri.clone(),
                    item.version,
                    item.text,
                    self.session.encoding(),
                );
                self.session.documents.insert(item.uri.clone(), document);
                self.changed(&item.uri, true);
            }
            note::DidChangeTextDocument::METHOD => {
                let params: lsp_types::DidChangeTextDocumentParams = parse(note.params)?;
                let url = params.text_document.uri;
                if let Some(document) = self.session.documents.get_mut(&url) {
                    document.change(params.text_document.version, params.content_changes);
                    self.changed(&url, false);
                }
            }
            note::DidCloseTextDocument::METHOD => {
                let params: lsp_types::DidCloseTextDocumentParams = parse(note.params)?;
                let url = params.text_document.uri;
                self.changed(&url, true);
                self.session.background.forget(&url);
                self.session.documents.remove(&url);
                self.dirty.remove(&url);
                self.publish(url, Vec::new(), None)?;
            }
            note::DidSaveTextDocument::METHOD => {
                let params: lsp_types::DidSaveTextDocumentParams = parse(note.params)?;
                self.changed(&params.text_document.uri, true);
            }
            note::DidChangeWatchedFiles::METHOD => {
                self.session
                    .projects
                    .get_mut()
                    .values_mut()
                    .for_each(Project::forget_disk);
                self.dirty.extend(self.session.documents.keys().cloned());
            }
            _ => {}
        }
        Ok(())
    }

    /// Marks a document and its collection as changed.
    fn changed(&mut self, url: &Url, on_disk: bool) {
        let same = self.session.changed(url, on_disk);
        self.dirty.extend(same);
    }

    /// Publishes the diagnostics of changed documents and queues their rules.
    fn publish_all(&mut self) -> Result<(), ServerError> {
        for url in std::mem::take(&mut self.dirty) {
            let Some(view) = self.session.view(&url) else {
                continue;
            };
            let (version, path) = (view.document.version, view.document.path.clone());
            let read = Arc::clone(&view.read);
            let found =
                features::diagnostics::of(&view, &self.session.background, &*self.session.host);
            self.publish(url.clone(), found, Some(version))?;
            if self.asks_background {
                self.session.background.ask(&url, &read, &path);
            }
        }
        Ok(())
    }

    fn publish(
        &self,
        url: Url,
        diagnostics: Vec<lsp_types::Diagnostic>,
        version: Option<i32>,
    ) -> Result<(), ServerError> {
        let params = PublishDiagnosticsParams::new(url, diagnostics, version);
        self.session.notify::<note::PublishDiagnostics>(params)
    }

    fn request(&mut self, request: Request) -> Result<(), ServerError> {
        self.publish_all()?;
        let Request { id, method, params } = request;
        let response = match features::answer(&mut self.session, &method, params) {
            Some(Ok(value)) => Response::new_ok(id, value),
            Some(Err(error)) => {
                Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string())
            }
            None => {
                let words = format!("unknown method `{method}`");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, words)
            }
        };
        self.session
            .connection
            .sender
            .send(Message::Response(response))?;
        Ok(())
    }
}
