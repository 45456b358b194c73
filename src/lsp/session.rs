//! The session: all open documents and the state that the features read.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use lsp_types::request::{self as ask, Request as _};
use lsp_types::{ShowDocumentParams, Url};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::background::Background;
use super::document::Document;
use super::host::Host;
use super::lines::CharacterEncoding;
use super::project::{Project, View, collection};

/// The error that ended the server.
pub type ServerError = Box<dyn std::error::Error + Send + Sync>;

/// The folder of a collection, or the URL of a text without a file.
type ProjectKey = (Option<PathBuf>, Option<Url>);

/// The state of one editor's session.
pub struct Session<'c> {
    pub(crate) connection: &'c Connection,
    /// Files and clock.
    pub host: Arc<dyn Host>,
    /// Verdicts and examples.
    pub background: Background,
    encoding: CharacterEncoding,
    pub(crate) documents: BTreeMap<Url, Document>,
    /// Projects, parsed on demand.
    pub(crate) projects: RefCell<BTreeMap<ProjectKey, Project>>,
    next_id: i32,
}

impl<'c> Session<'c> {
    /// A session without open documents.
    pub(crate) fn new(
        connection: &'c Connection,
        host: Arc<dyn Host>,
        encoding: CharacterEncoding,
    ) -> Session<'c> {
        Session {
            connection,
            background: Background::new(Arc::clone(&host)),
            host,
            encoding,
            documents: BTreeMap::new(),
            projects: RefCell::default(),
            next_id: 0,
        }
    }

    /// Marks a document's project as changed. Returns the open documents of that project.
    pub(crate) fn changed(&mut self, url: &Url, on_disk: bool) -> Vec<Url> {
        let Some(key) = self.documents.get(url).map(project_key) else {
            return Vec::new();
        };
        self.background.forget(url);
        if let Some(project) = self.projects.get_mut().get_mut(&key) {
            match on_disk {
                true => project.forget_disk(),
                false => project.changed(),
            }
        }
        let same = self.documents.values().filter(|d| project_key(d) == key);
        same.map(|d| d.url.clone()).collect()
    }

    /// Sends a notification to the editor.
    pub fn notify<N: lsp_types::notification::Notification>(
        &self,
        params: N::Params,
    ) -> Result<(), ServerError> {
        let note = Notification::new(N::METHOD.to_owned(), serde_json::to_value(params)?);
        self.connection.sender.send(Message::Notification(note))?;
        Ok(())
    }

    /// Requests the editor to open a document.
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

    /// A document with the files around it.
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
        let read = project.read(&open, &*self.host);
        let number = read.number(&document.path)?;
        Some(View {
            document,
            read,
            number,
        })
    }

    /// The URLs of all open documents.
    pub fn open(&self) -> Vec<Url> {
        self.documents.keys().cloned().collect()
    }

    /// The open document with this path.
    pub fn open_at(&self, path: &str) -> Option<&Document> {
        self.documents.values().find(|d| d.path == path)
    }

    /// The encoding in which characters are counted.
    pub fn encoding(&self) -> CharacterEncoding {
        self.encoding
    }
}

/// The project of a document.
fn project_key(document: &Document) -> ProjectKey {
    match collection(document) {
        Some(folder) => (Some(folder), None),
        None => (None, Some(document.url.clone())),
    }
}

/// Parses the parameters of a message.
pub fn parse<T: DeserializeOwned>(params: Value) -> Result<T, ServerError> {
    Ok(serde_json::from_value(params)?)
}
