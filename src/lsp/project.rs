//! A document with the files around it.
//!
//! A rule file belongs to a collection: the folder that contains its family's folder (`my-rules`
//! for `my-rules/50-single-digit/kite.rule`), or otherwise its own folder. The collection is laid
//! over the standard library, as `qedoku rules check my-rules` does. Open documents take the place
//! of their files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::document::{Document, family};
use super::host::Host;
use qedoku_core::lang::names::{Occurrence, occurrences};
use qedoku_core::lang::{IncrementalLibrary, ReadFiles, RuleFile, overlay, standard_sources};

/// The files of a collection, parsed and checked.
pub struct Project {
    folder: Option<PathBuf>,
    on_disk: Option<Vec<RuleFile>>,
    library: IncrementalLibrary,
    read: Option<Arc<ReadFiles>>,
}

/// The folder of the collection that a document belongs to. `None` for a text without a file.
pub fn collection(document: &Document) -> Option<PathBuf> {
    let path = document.url.to_file_path().ok()?;
    let folder = path.parent()?;
    let is_family = folder.file_name().is_some_and(|name| {
        let name = name.to_string_lossy();
        let digits = name.chars().take_while(char::is_ascii_digit).count();
        digits > 0 && name[digits..].starts_with('-')
    });
    let home = match is_family {
        true => folder.parent()?,
        false => folder,
    };
    Some(home.to_path_buf())
}

impl Project {
    /// The project of a folder, or of a text without a file.
    pub fn new(folder: Option<&Path>) -> Project {
        Project {
            folder: folder.map(Path::to_path_buf),
            on_disk: None,
            library: IncrementalLibrary::default(),
            read: None,
        }
    }

    /// Marks the project as changed in the editor.
    pub fn changed(&mut self) {
        self.read = None;
    }

    /// Marks the files on disk as changed.
    pub fn forget_disk(&mut self) {
        self.on_disk = None;
        self.read = None;
    }

    /// The parsed files, with the current texts of open documents.
    pub fn read(&mut self, open: &[&Document], host: &dyn Host) -> Arc<ReadFiles> {
        if let Some(read) = &self.read {
            return Arc::clone(read);
        }
        let folder = self.folder.as_deref();
        let on_disk = self
            .on_disk
            .get_or_insert_with(|| folder.map_or_else(Vec::new, |f| from_disk(f, host)));
        let is_open = |path: &str| open.iter().any(|document| document.path == path);
        let mut added: Vec<RuleFile> = on_disk.clone();
        for document in open {
            match added.iter_mut().find(|source| source.path == document.path) {
                Some(source) => *source = document.source(),
                None => added.push(document.source()),
            }
        }
        let sources = overlay(standard_sources(), added);
        let read = Arc::new(self.library.read(sources, is_open));
        self.read = Some(Arc::clone(&read));
        read
    }
}

fn from_disk(folder: &Path, host: &dyn Host) -> Vec<RuleFile> {
    let files = host.rule_files(folder).into_iter();
    let source = |(path, bytes): (PathBuf, Vec<u8>)| {
        let path = path.display().to_string();
        let text = String::from_utf8(bytes).ok()?;
        Some(RuleFile {
            family: family(&path),
            text: text.strip_prefix('\u{feff}').unwrap_or(&text).to_string(),
            path,
        })
    };
    files.filter_map(source).collect()
}

/// A document, and the files around it.
pub struct View<'d> {
    /// The document.
    pub document: &'d Document,
    /// The files.
    pub read: Arc<ReadFiles>,
    /// The index of the document among the files.
    pub number: usize,
}

impl View<'_> {
    /// Syntax tree of the document.
    pub fn file(&self) -> &qedoku_core::lang::ast::File {
        &self.read.files[self.number]
    }

    /// Text of the document.
    pub fn text(&self) -> &str {
        self.document.text()
    }

    /// The names that occur in the document.
    pub fn names(&self) -> Vec<Occurrence> {
        occurrences(self.file(), self.text())
    }

    /// The name at a place.
    pub fn name_at(&self, at: usize) -> Option<Occurrence> {
        let names = self.names().into_iter();
        { names }.find(|o| o.range.start <= at && at <= o.range.end)
    }

    /// The item at a place.
    pub fn item_at(&self, at: usize) -> Option<&qedoku_core::lang::ast::Item> {
        let mut items = self.file().items.iter();
        items.find(|item| item.span().0.start <= at && at <= item.span().0.end)
    }
}
