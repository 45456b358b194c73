//! The pages that people read, held against the program: every console example is run, and what it shows must be what
//! is printed. `QEDOKU_WRITE=1` writes the excerpt of a proof into the README.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::program::run;
use qedoku_tests::{accepted, root};

/// Where a line of an example stands for any number of lines.
const GAP: &str = "...";

/// A block of code of a page, without the indent of the list that it stands in.
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

/// A folder as the pages suppose it: the program is on the path, and the project's files lie beside.
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
        // The stand-alone checker is a program of another crate; it says the same.
        let checker = "#!/bin/sh\nexec qedoku check \"$@\"\n";
        write_program(&at("bin/qedoku-check"), checker);
        for name in ["puzzles", "proofs", "rules"] {
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

    /// Runs the commands of a block. What is shown behind one must be what it prints; where nothing is shown, it has only
    /// to end well.
    fn follow(&mut self, block: &Block) {
        let mut lines = block.lines.iter().map(String::as_str).peekable();
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("$ ").expect("a command comes first");
            let mut shown = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                shown.push(line);
            }
            let (text, good) = self.run(command);
            let told: Vec<&str> = text.lines().collect();
            let same = match shown.as_slice() {
                [] => good,
                shown => agree(without_ends(shown), without_ends(&told)),
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

/// Without empty lines at both ends.
fn without_ends<'l>(lines: &'l [&'l str]) -> &'l [&'l str] {
    let first = lines.iter().position(|line| !line.trim().is_empty());
    let last = lines.iter().rposition(|line| !line.trim().is_empty());
    match (first, last) {
        (Some(first), Some(last)) => &lines[first..=last],
        _ => &[],
    }
}

/// Whether this is shown of what is printed: all of it, but for the gaps.
fn agree(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&GAP, rest)) => (0..=printed.len()).any(|n| agree(rest, &printed[n..])),
        Some((line, rest)) => (printed.split_first()).is_some_and(|(first, others)| {
            line.trim_end() == first.trim_end() && agree(rest, others)
        }),
    }
}

#[test]
fn every_console_example_of_the_readme_is_what_happens() {
    let mut reader = Reader::new();
    let blocks = blocks("README.md");
    let examples = blocks.iter().filter(|block| block.language == "console");
    examples.for_each(|block| reader.follow(block));
    assert!(reader.commands >= 7, "{}", reader.commands);
    // Whatever looks like a session is one of these.
    let others = blocks.iter().filter(|block| block.language != "console");
    for block in others {
        assert!(!block.lines.iter().any(|line| line.starts_with("$ ")));
    }
}

#[test]
fn the_way_from_a_blank_file_to_a_certificate_is_what_happens() {
    let mut reader = Reader::new();
    let mut draft = String::new();
    for block in blocks("grammar/README.md") {
        let text = block.text();
        match block.language.as_str() {
            "console" => reader.follow(&block),
            _ if text.contains("rule grouped_kite {") => draft = text,
            _ if text.starts_with("qed 1\n") => reader.write("kite.qed", &text),
            _ => continue,
        }
        reader.write("my-rules/50-single-digit/grouped_kite.rule", &draft);
        // After the first complaint, the page goes on with `b` for `B`.
        draft = draft.replace("or in B", "or in b");
    }
    assert!(reader.commands >= 8, "{}", reader.commands);
}

#[test]
fn the_rule_that_the_readme_shows_is_in_the_library() {
    let library = qedoku_core::lang::standard_sources();
    let blocks = blocks("README.md");
    let shown = blocks.iter().filter(|block| block.language == "text");
    let texts = shown.map(Block::text);
    let rules: Vec<String> = texts.filter(|text| text.contains("\nrule ")).collect();
    assert!(!rules.is_empty());
    for rule in rules {
        // The file goes on with examples.
        let body = rule.trim_end().trim_end_matches('}').trim_end();
        assert!(
            library.iter().any(|file| file.text.contains(body)),
            "{rule}"
        );
    }
}

/// The beginning and the end of a proof, without what the checker does not read.
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
fn the_excerpt_of_a_proof_is_made_of_that_proof() {
    let page = read("README.md");
    let blocks = blocks("README.md");
    let texts = blocks.iter().map(Block::text);
    let shown = { texts }.find(|text| text.starts_with("qed 1\n"));
    let shown = shown.expect("an excerpt");
    let line = shown.lines().find_map(|line| line.strip_prefix("givens "));
    let proof = run(&["prove", line.expect("a puzzle")]).out;
    accepted(&proof);
    let made = excerpt(&proof);
    if std::env::var_os("QEDOKU_WRITE").is_some() {
        fs::write(root().join("README.md"), page.replace(&shown, &made)).expect("the README");
        return;
    }
    assert_eq!(shown, made, "QEDOKU_WRITE=1 writes it");
}
