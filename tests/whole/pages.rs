//! The console examples of the README and the book: each command runs, and its output is compared
//! with the page.
//!
//! A line `...` of an example stands for any number of lines. `QEDOKU_WRITE=1` rewrites the excerpt
//! of a proof in `docs/proofs.md`.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::book::documents;
use crate::program::run;
use qedoku_tests::{accepted, root};

/// Line of an example that stands for any number of lines.
const GAP: &str = "...";

/// A code block of a page, without the indentation of its list item.
struct Block {
    language: String,
    lines: Vec<String>,
}

impl Block {
    fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).expect("a page")
}

fn blocks(page: &str) -> Vec<Block> {
    let text = read(page);
    let mut lines = text.lines();
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        let Some(language) = line.trim_start().strip_prefix("```") else {
            continue;
        };
        let indent = line.len() - line.trim_start().len();
        let within = lines.by_ref().take_while(|line| line.trim() != "```");
        blocks.push(Block {
            language: language.to_owned(),
            lines: within
                .map(|line| line.get(indent..).unwrap_or_default().to_owned())
                .collect(),
        });
    }
    blocks
}

/// A folder in which the examples run: the program is on the path, the project's files are there.
struct Reader {
    folder: TempDir,
    commands: usize,
}

impl Reader {
    fn new() -> Reader {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("bin")).expect("a folder");
        symlink(env!("CARGO_BIN_EXE_qedoku"), at("bin/qedoku")).expect("a link");
        // The stand-alone checker belongs to another crate and prints the same verdicts.
        let checker = "#!/bin/sh\nexec qedoku check \"$@\"\n";
        write_program(&at("bin/qedoku-check"), checker);
        for name in ["puzzles", "proofs", "rules", "docs"] {
            symlink(root().join(name), at(name)).expect("a link");
        }
        Reader {
            folder,
            commands: 0,
        }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Runs the commands of a block and compares their output with the block. A command without
    /// output in the block only has to succeed.
    fn follow(&mut self, block: &Block) {
        let mut lines = block.lines.iter().map(String::as_str).peekable();
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("$ ").expect("a command comes first");
            let mut shown = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                shown.push(line);
            }
            let (text, good) = self.run(command);
            let printed: Vec<&str> = text.lines().collect();
            let same = match shown.as_slice() {
                [] => good,
                shown => agree(without_ends(shown), without_ends(&printed)),
            };
            assert!(
                same,
                "$ {command}\n{text}\nis shown as\n{}",
                shown.join("\n")
            );
            self.commands += 1;
        }
    }

    fn run(&self, command: &str) -> (String, bool) {
        let bin = self.folder.path().join("bin");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("bash")
            .args(["-c", command])
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("XDG_CACHE_HOME", self.folder.path())
            .env_remove("COLUMNS")
            .output()
            .expect("bash runs");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).expect("text");
        assert!(!text.contains("panicked"), "{text}");
        (text, output.status.success())
    }
}

fn write_program(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).expect("a file");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
}

/// The lines without empty ones at both ends.
fn without_ends<'l>(lines: &'l [&'l str]) -> &'l [&'l str] {
    let first = lines.iter().position(|line| !line.trim().is_empty());
    let last = lines.iter().rposition(|line| !line.trim().is_empty());
    match (first, last) {
        (Some(first), Some(last)) => &lines[first..=last],
        _ => &[],
    }
}

/// Whether the shown lines are the printed ones. A gap stands for any lines.
fn agree(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&GAP, rest)) => (0..=printed.len()).any(|n| agree(rest, &printed[n..])),
        Some((line, rest)) => (printed.split_first()).is_some_and(|(first, others)| {
            line.trim_end() == first.trim_end() && agree(rest, others)
        }),
    }
}

/// Runs the console examples of a page; the number of commands.
fn run_examples(page: &str) -> usize {
    let mut reader = Reader::new();
    for block in blocks(page) {
        match block.language.as_str() {
            "console" => reader.follow(&block),
            // Every block with a prompt must be a console session.
            _ => assert!(!block.lines.iter().any(|line| line.starts_with("$ "))),
        }
    }
    reader.commands
}

#[test]
fn readme_examples_run() {
    assert!(run_examples("README.md") >= 3);
}

#[test]
fn readme_is_short() {
    let text = read("README.md");
    let words = text.split_whitespace().count();
    assert!(
        text.lines().count() <= 150,
        "{} lines",
        text.lines().count()
    );
    assert!(words <= 1_100, "{words} words");
    let guide = read("CONTRIBUTING.md");
    assert!(guide.lines().count() <= 60, "{}", guide.lines().count());
}

#[test]
fn docs_examples_run() {
    let mut commands = 0;
    for page in documents("docs") {
        // The tutorial needs files of its own; see `tutorial_examples_run`.
        if !page.ends_with("write-a-rule.md") {
            let page = page.strip_prefix(root()).expect("below the project");
            commands += run_examples(&page.to_string_lossy());
        }
    }
    assert!(commands >= 5, "{commands} commands");
}

#[test]
fn tutorial_examples_run() {
    let mut reader = Reader::new();
    let mut draft = String::new();
    for block in blocks("docs/write-a-rule.md") {
        let text = block.text();
        match block.language.as_str() {
            "console" => reader.follow(&block),
            _ if text.contains("rule grouped_kite {") => draft = text,
            _ if text.starts_with("qed 1\n") => reader.write("kite.qed", &text),
            _ => continue,
        }
        reader.write("my-rules/50-single-digit/grouped_kite.rule", &draft);
        // The page corrects the first message by writing `b` instead of `B`.
        draft = draft.replace("or in B", "or in b");
    }
    assert!(reader.commands >= 8, "{}", reader.commands);
}

#[test]
fn readme_rule_is_in_the_library() {
    let library = qedoku_core::lang::standard_sources();
    let blocks = blocks("README.md");
    let shown = blocks.iter().filter(|block| block.language == "text");
    let texts = shown.map(Block::text);
    let rules: Vec<String> = texts.filter(|text| text.contains("\nrule ")).collect();
    assert!(!rules.is_empty());
    for rule in rules {
        // In the rule file, examples follow this text.
        let body = rule.trim_end().trim_end_matches('}').trim_end();
        assert!(
            library.iter().any(|file| file.text.contains(body)),
            "{rule}"
        );
    }
}

/// The beginning and the end of a proof, without annotations.
fn excerpt(proof: &str) -> String {
    let lines = proof
        .lines()
        .filter(|line| !line.trim_start().starts_with("#:"));
    let lines: Vec<&str> = lines.collect();
    let (first, claim) = (&lines[..8], lines.last().expect("a claim"));
    let next = lines[8];
    let indent = " ".repeat(next.len() - next.trim_start().len());
    format!("{}\n{indent}{GAP}\n{claim}\n", first.join("\n"))
}

#[test]
fn proof_excerpt_is_up_to_date() {
    let page = read("docs/proofs.md");
    let blocks = blocks("docs/proofs.md");
    let texts = blocks.iter().map(Block::text);
    let shown = { texts }.find(|text| text.starts_with("qed 1\n"));
    let shown = shown.expect("an excerpt");
    let line = shown.lines().find_map(|line| line.strip_prefix("givens "));
    let proof = run(&["prove", "--quick", line.expect("a puzzle")]).out;
    accepted(&proof);
    let made = excerpt(&proof);
    if std::env::var_os("QEDOKU_WRITE").is_some() {
        fs::write(root().join("docs/proofs.md"), page.replace(&shown, &made)).expect("the page");
        return;
    }
    assert_eq!(shown, made, "QEDOKU_WRITE=1 writes it");
}
