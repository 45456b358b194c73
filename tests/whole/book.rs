//! The book in `docs/` and the other Markdown files: every link has a target, every page is a
//! chapter, and `docs/cli.md` is the help of the program.
//!
//! For example, `[proofs](proofs.md#exports)` needs a page `proofs.md` with a heading "Exports".
//! `QEDOKU_WRITE=1 cargo test --test whole book::` rewrites `docs/cli.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli_help::commands_below;
use crate::program::run;
use qedoku_tests::root;

/// Folders that hold no documents of the project.
const SKIPPED: [&str; 3] = ["target", "node_modules", ".git"];

/// The Markdown files of the project, or of one of its folders.
pub fn documents(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match path.is_dir() {
                true if SKIPPED.contains(&name.as_ref()) => {}
                true => folders.push(path.clone()),
                false if name.ends_with(".md") => found.push(path.clone()),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// The numbered lines outside of code blocks, without inline code.
fn prose(text: &str) -> Vec<(usize, String)> {
    let mut in_code = false;
    let lines = text.lines().enumerate().filter_map(|(number, line)| {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        let words = || line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        (!in_code && !fence).then(|| (number + 1, words()))
    });
    lines.collect()
}

/// The targets of the links and pictures in a line.
fn targets(line: &str) -> Vec<String> {
    let until = |text: &str, end: char| text.split(end).next().unwrap_or_default().to_owned();
    let links = line.split("](").skip(1).map(|rest| until(rest, ')'));
    let attributes = ["src=\"", "href=\""]
        .into_iter()
        .flat_map(|name| line.split(name).skip(1));
    links
        .chain(attributes.map(|rest| until(rest, '"')))
        .collect()
}

/// The anchor that a heading gets, as mdBook and the forges make it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    let mut in_code = false;
    let headings = text.lines().filter(|line| {
        in_code ^= line.trim_start().starts_with("```");
        !in_code && line.starts_with('#')
    });
    headings
        .map(|line| anchor(line.trim_start_matches('#')))
        .collect()
}

/// The mistake in a link. `None` if its target exists.
fn fault(page: &Path, text: &str, target: &str) -> Option<String> {
    if target.starts_with("http://") || target.starts_with("https://") {
        return None;
    }
    let (path, heading) = match target.split_once('#') {
        Some((path, heading)) => (path, Some(heading)),
        None => (target, None),
    };
    let to = match path {
        "" => page.to_owned(),
        path => page.parent().expect("a folder").join(path),
    };
    if !to.exists() {
        return Some("there is no such file".to_owned());
    }
    let book = root().join("docs").canonicalize().expect("the book");
    let real = to.canonicalize().expect("a path");
    if page.starts_with(root().join("docs")) && !real.starts_with(book) {
        return Some("a chapter links to chapters only".to_owned());
    }
    let heading = heading?;
    let text = match path {
        "" => text.to_owned(),
        _ => fs::read_to_string(&to).unwrap_or_default(),
    };
    (!anchors(&text).contains(heading)).then(|| "there is no such heading".to_owned())
}

#[test]
fn links_have_targets() {
    let mut faults = Vec::new();
    let mut links = 0;
    for page in documents("") {
        let text = fs::read_to_string(&page).expect("a page");
        for (number, line) in prose(&text) {
            for target in targets(&line) {
                links += 1;
                if let Some(why) = fault(&page, &text, &target) {
                    faults.push(format!("{}:{number}: {target}: {why}", page.display()));
                }
            }
        }
    }
    assert!(links > 80, "{links} links");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn links_and_anchors_are_read() {
    let line = "See [a](a.md#b-c) and ![x](p/x.svg) <img src=\"y.png\">";
    assert_eq!(targets(line), ["a.md#b-c", "p/x.svg", "y.png"]);
    assert_eq!(anchor(" `with`: conditions"), "with-conditions");
    let page = root().join("docs/solve.md");
    for dead in ["nowhere.md", "#no-such-heading", "../README.md"] {
        assert!(fault(&page, "# Solve", dead).is_some(), "{dead}");
    }
}

#[test]
fn summary_lists_every_chapter() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("the summary");
    let listed = summary.lines().flat_map(targets);
    let listed: Vec<PathBuf> = listed.map(|target| docs.join(target)).collect();
    let mut sorted = listed.clone();
    sorted.sort();
    let chapters = documents("docs").into_iter();
    let chapters = chapters.filter(|page| !page.ends_with("SUMMARY.md"));
    assert_eq!(sorted, chapters.collect::<Vec<_>>());
}

/// Help without the options that every command has.
fn own_help(help: &str) -> String {
    let mut kept = Vec::new();
    let mut skips = false;
    for line in help.lines() {
        let option = line.trim_start();
        let is_option = line.starts_with("  -") || line.starts_with("      -");
        let is_heading = !line.starts_with(' ') && !line.is_empty();
        if is_option || is_heading {
            let common = ["--color <WHEN>", "-h, --help"];
            skips = is_option && common.iter().any(|name| option.starts_with(name));
        }
        if !skips && !option.starts_with("help ") {
            kept.push(line.trim_end());
        }
    }
    let text = kept.join("\n").replace("\n\nOptions:\n\n", "\n\n");
    text.trim_end().trim_end_matches("\nOptions:").to_owned()
}

#[test]
fn cli_chapter_equals_the_help() {
    let mut chapter = String::from(
        "# Command line\n\n\
         The help of every command, as `qedoku COMMAND --help` prints it. The tests generate this\n\
         page from the program. Two options belong to every command: `--help`, and `--color WHEN`\n\
         with `auto`, `always` or `never`. `PUZZLE` is a file, `-` for standard input, or the\n\
         puzzle as text. `src/cli/schemas` has a JSON schema for the output of `--json`.\n",
    );
    for path in std::iter::once(Vec::new()).chain(commands_below(&[])) {
        let words: Vec<&str> = path.iter().map(String::as_str).collect();
        let help = run(&[&words[..], &["--help"]].concat()).out;
        let title = [&["qedoku"][..], &words].concat().join(" ");
        let level = if words.len() > 1 { "###" } else { "##" };
        chapter += &format!("\n{level} {title}\n\n```text\n{}\n```\n", own_help(&help));
    }
    let file = root().join("docs/cli.md");
    if std::env::var_os("QEDOKU_WRITE").is_some() {
        fs::write(&file, &chapter).expect("the chapter");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == chapter, "docs/cli.md: QEDOKU_WRITE=1 writes it");
}
