//! `qedoku lsp`: the language server for rule files, over standard input and output.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use super::exit::{GOOD, UNUSABLE};
use super::{cache, files};
use qedoku_core::lang::MAX_FILE;
use qedoku_lsp::transport::connect;
use qedoku_lsp::{Host, serve};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Editors start this command themselves. grammar/editors has an extension for VS Code \
        and settings for Neovim and Helix."
)]
pub struct LspArgs {
    /// Use standard input and output. This is the default; some editors pass the option
    #[arg(long)]
    stdio: bool,
}

/// Serves until the editor shuts down. Nothing else writes to standard output.
pub fn run(_: &LspArgs) -> ExitCode {
    let input = std::io::BufReader::new(std::io::stdin());
    let (connection, writer) = connect(input, std::io::stdout());
    let served = serve(&connection, Arc::new(Disk));
    drop(connection);
    // A panicking thread has already printed its message.
    let written = writer.join().unwrap_or(Ok(()));
    match served.and_then(|()| Ok(written?)) {
        Ok(()) => ExitCode::from(GOOD),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "qedoku lsp: {error}");
            ExitCode::from(UNUSABLE)
        }
    }
}

/// The file system and the clock.
struct Disk;

/// Maximum depth of folders below a collection in which rule files are searched, and maximum number
/// of entries.
const MAX_FOLDER_DEPTH: usize = 2;
const MAX_ENTRIES: usize = 5_000;

impl Host for Disk {
    fn rule_files(&self, folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut left = MAX_ENTRIES;
        collect(folder, MAX_FOLDER_DEPTH, &mut left, &mut found);
        found.sort();
        let read = |path: PathBuf| {
            let bytes = files::read(&path, MAX_FILE as u64).ok()?;
            Some((path, bytes))
        };
        found.into_iter().filter_map(read).collect()
    }

    fn keep(&self, name: &str, text: &str) -> Option<PathBuf> {
        let folder = cache::folder()?;
        cache::make_folder(&folder).ok()?;
        let path = folder.join("shown").join(name);
        std::fs::create_dir_all(path.parent()?).ok()?;
        let is_there = files::read(&path, u64::MAX).is_ok_and(|bytes| bytes == text.as_bytes());
        if !is_there {
            files::replace(&path, text.as_bytes()).ok()?;
        }
        Some(path)
    }

    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// Adds the rule files of a folder and its subfolders. The folder may contain anything.
fn collect(folder: &Path, depth: usize, left: &mut usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        // A link to a folder may lead anywhere, so it is not followed.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && depth > 0 && !hidden {
            collect(&path, depth - 1, left, found);
        } else if path.extension().is_some_and(|e| e == "rule") && path.is_file() {
            found.push(path);
        }
    }
}
