//! The loop: messages of the editor in, answers out; and what came of the work in the background.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, Select, after, never};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self as note, Notification as _};
use lsp_types::request::{self as ask, Request as _};
use lsp_types::{
    InitializeParams, LogMessageParams, MessageType, PositionEncodingKind,
    PublishDiagnosticsParams, ShowDocumentParams, Url,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::document::Document;
use super::features;
use super::jury::Jury;
use super::lines::Counting;
use super::project::{Project, View, collection};
use super::world::World;

/// Why the server ended otherwise than it should.
pub type ServerError = Box<dyn std::error::Error + Send + Sync>;

/// Serves an editor until it says goodbye.
pub fn serve(connection: &Connection, world: Arc<dyn World>) -> Result<(), ServerError> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let encoding = encoding(&params);
    let answer = serde_json::json!({
        "capabilities": features::capabilities(encoding),
        "serverInfo": { "name": "qedoku", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let options = params.initialization_options.unwrap_or_default();
    let mut server = Server {
        connection,
        jury: Jury::new(Arc::clone(&world)),
        world,
        encoding,
        documents: BTreeMap::new(),
        projects: RefCell::default(),
        dirty: BTreeSet::new(),
        asks_jury: options.get("soundness") != Some(&Value::Bool(false)),
        next_id: 0,
    };
    let result = server.run();
    server.jury.close();
    result
}

fn encoding(params: &InitializeParams) -> Counting {
    let general = params.capabilities.general.as_ref();
    let known = general.and_then(|general| general.position_encodings.as_ref());
    match known.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8)) {
        true => Counting::Utf8,
        false => Counting::Utf16,
    }
}

/// A collection by its folder, or a text that is no file by its address.
type ProjectKey = (Option<PathBuf>, Option<Url>);

/// The server, with all that is open.
pub struct Server<'c> {
    connection: &'c Connection,
    /// Files and the time.
    pub world: Arc<dyn World>,
    /// Verdicts and examples.
    pub jury: Jury,
    encoding: Counting,
    documents: BTreeMap<Url, Document>,
    /// Read again when somebody asks.
    projects: RefCell<BTreeMap<ProjectKey, Project>>,
    /// Documents whose diagnostics are to be told.
    dirty: BTreeSet<Url>,
    asks_jury: bool,
    next_id: i32,
}

/// So long the loop sleeps if nothing happens.
const LONG: Duration = Duration::from_secs(3600);

impl Server<'_> {
    fn run(&mut self) -> Result<(), ServerError> {
        loop {
            // Diagnostics are told when all edits that have arrived were taken over.
            let message = match self.connection.receiver.try_recv() {
                Ok(message) => Some(message),
                Err(_) => {
                    self.tell_all()?;
                    self.wait()?
                }
            };
            match message {
                Some(Message::Request(request)) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    self.request(request)?;
                }
                Some(Message::Notification(note)) => {
                    // What cannot be understood is no reason to stop.
                    if let Err(error) = self.notification(note) {
                        let params = LogMessageParams {
                            typ: MessageType::WARNING,
                            message: error.to_string(),
                        };
                        self.notify::<note::LogMessage>(params)?;
                    }
                }
                Some(Message::Response(_)) | None => {}
            }
        }
    }

    /// Waits for a message; `None` if something else happened.
    fn wait(&mut self) -> Result<Option<Message>, ServerError> {
        let pause = self
            .jury
            .next()
            .map(|at| at.saturating_duration_since(self.world.now()));
        let clock = match pause {
            Some(pause) => after(pause.min(LONG)),
            None => never(),
        };
        let results = self.jury.results();
        let mut select = Select::new();
        let from_editor = select.recv(&self.connection.receiver);
        let from_jury = select.recv(&results);
        select.recv(&clock);
        let chosen = select.select();
        match chosen.index() {
            index if index == from_editor => {
                let message = chosen.recv(&self.connection.receiver);
                Ok(Some(message.map_err(|_| RecvTimeoutError::Disconnected)?))
            }
            index if index == from_jury => {
                let url = chosen.recv(&results).ok().and_then(|r| self.jury.take(r));
                self.dirty.extend(url);
                self.jury.begin();
                Ok(None)
            }
            _ => {
                let _ = chosen.recv(&clock);
                self.jury.begin();
                Ok(None)
            }
        }
    }

    fn notification(&mut self, note: Notification) -> Result<(), ServerError> {
        match note.method.as_str() {
            note::DidOpenTextDocument::METHOD => {
                let params: lsp_types::DidOpenTextDocumentParams = parse(note.params)?;
                let item = params.text_document;
                let document =
                    Document::new(item.uri.clone(), item.version, item.text, self.encoding);
                self.documents.insert(item.uri.clone(), document);
                self.changed(&item.uri, true);
            }
            note::DidChangeTextDocument::METHOD => {
                let params: lsp_types::DidChangeTextDocumentParams = parse(note.params)?;
                let url = params.text_document.uri;
                if let Some(document) = self.documents.get_mut(&url) {
                    document.change(params.text_document.version, params.content_changes);
                    self.changed(&url, false);
                }
            }
            note::DidCloseTextDocument::METHOD => {
                let params: lsp_types::DidCloseTextDocumentParams = parse(note.params)?;
                let url = params.text_document.uri;
                self.changed(&url, true);
                self.jury.forget(&url);
                self.documents.remove(&url);
                self.dirty.remove(&url);
                self.publish(url, Vec::new(), None)?;
            }
            note::DidSaveTextDocument::METHOD => {
                let params: lsp_types::DidSaveTextDocumentParams = parse(note.params)?;
                self.changed(&params.text_document.uri, true);
            }
            note::DidChangeWatchedFiles::METHOD => {
                self.projects
                    .get_mut()
                    .values_mut()
                    .for_each(Project::forget_disk);
                self.dirty.extend(self.documents.keys().cloned());
            }
            _ => {}
        }
        Ok(())
    }

    /// A document was changed; with it, what is known of all files of its collection.
    fn changed(&mut self, url: &Url, on_disk: bool) {
        let Some(key) = self.documents.get(url).map(project_key) else {
            return;
        };
        self.jury.forget(url);
        if let Some(project) = self.projects.get_mut().get_mut(&key) {
            match on_disk {
                true => project.forget_disk(),
                false => project.changed(),
            }
        }
        let same = self.documents.values().filter(|d| project_key(d) == key);
        self.dirty.extend(same.map(|d| d.url.clone()));
    }

    /// Tells the diagnostics of what changed, and asks for verdicts.
    fn tell_all(&mut self) -> Result<(), ServerError> {
        for url in std::mem::take(&mut self.dirty) {
            let Some(view) = self.view(&url) else {
                continue;
            };
            let (version, path) = (view.document.version, view.document.path.clone());
            let read = Arc::clone(&view.read);
            let found = features::diagnostics::of(&view, &self.jury, &*self.world);
            self.publish(url.clone(), found, Some(version))?;
            if self.asks_jury {
                self.jury.ask(&url, &read, &path);
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
        self.notify::<note::PublishDiagnostics>(params)
    }

    /// Tells the editor something.
    pub fn notify<N: lsp_types::notification::Notification>(
        &self,
        params: N::Params,
    ) -> Result<(), ServerError> {
        let note = Notification::new(N::METHOD.to_owned(), serde_json::to_value(params)?);
        self.connection.sender.send(Message::Notification(note))?;
        Ok(())
    }

    /// Asks the editor to open a document.
    pub fn show(&mut self, uri: Url, external: bool) -> Result<(), ServerError> {
        self.next_id += 1;
        let params = ShowDocumentParams {
            uri,
            external: Some(external),
            take_focus: Some(true),
            selection: None,
        };
        let id = RequestId::from(self.next_id);
        let request = Request::new(id, ask::ShowDocument::METHOD.to_owned(), params);
        self.connection.sender.send(Message::Request(request))?;
        Ok(())
    }

    /// A document with what is known of the files around it.
    pub fn view(&self, url: &Url) -> Option<View<'_>> {
        let document = self.documents.get(url)?;
        let key = project_key(document);
        let open: Vec<&Document> = self
            .documents
            .values()
            .filter(|d| project_key(d) == key)
            .collect();
        let folder = key.0.clone();
        let mut projects = self.projects.borrow_mut();
        let project = projects
            .entry(key)
            .or_insert_with(|| Project::new(folder.as_deref()));
        let read = project.read(&open, &*self.world);
        let number = read.number(&document.path)?;
        Some(View {
            document,
            read,
            number,
        })
    }

    /// The address of every open document.
    pub fn open(&self) -> Vec<Url> {
        self.documents.keys().cloned().collect()
    }

    /// The open document with this path.
    pub fn open_at(&self, path: &str) -> Option<&Document> {
        self.documents.values().find(|d| d.path == path)
    }

    /// How characters are counted.
    pub fn encoding(&self) -> Counting {
        self.encoding
    }

    fn request(&mut self, request: Request) -> Result<(), ServerError> {
        let Request { id, method, params } = request;
        let response = match features::answer(self, &method, params) {
            Some(Ok(value)) => Response::new_ok(id, value),
            Some(Err(error)) => {
                Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string())
            }
            None => {
                let words = format!("`{method}` is not known here");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, words)
            }
        };
        self.connection.sender.send(Message::Response(response))?;
        Ok(())
    }
}

/// Which project a document belongs to.
fn project_key(document: &Document) -> ProjectKey {
    match collection(document) {
        Some(folder) => (Some(folder), None),
        None => (None, Some(document.url.clone())),
    }
}

/// The parameters of a message.
pub fn parse<T: DeserializeOwned>(params: Value) -> Result<T, ServerError> {
    Ok(serde_json::from_value(params)?)
}
