//! The writing rules of `docs/internals/writing.md` that a program can check, for every comment and
//! every document of the project.
//!
//! For example, a comment that says "at most `limit` matches" passes. One that gives the limit as
//! `so many` is reported with its file and line, and so is a comment line of 101 columns.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use qedoku_tests::root;

/// Phrases that hide the actor, the number or the noun. Matched as whole words, in any case.
const PHRASES: [&str; 36] = [
    "so many",
    "as many as",
    "somebody",
    "whoever",
    "nobody",
    "is told",
    "are told",
    "is asked",
    "are asked",
    "speaks of",
    "comes about",
    "in few words",
    "what goes",
    "goes by",
    "held against",
    "who looks on",
    "looked for",
    "looked at",
    "told of",
    "tells of",
    "worked out",
    "read off",
    "gone on",
    "takes away",
    "comes to the same",
    "says no more",
    "wishes",
    "is wanted",
    "are wanted",
    "nothing but",
    "what it",
    "what they",
    "what was",
    "told apart",
    "for the sake of",
    "no matter of",
];

/// Openings of a comment, a paragraph or a list item.
const OPENINGS: [&str; 9] = [
    "the same",
    "so long",
    "so much",
    "those ",
    "all that ",
    "what ",
    "how ",
    "why ",
    "which ",
];

/// Widest comment or line of prose, in characters.
const MAX_WIDTH: usize = 100;

/// Longest name of a test function, in characters.
const MAX_TEST_NAME: usize = 60;

/// File names that are participles or adjectives, in addition to those that end in `ed`.
const ADJECTIVES: [&str; 22] = [
    "active",
    "chosen",
    "drawn",
    "few",
    "found",
    "given",
    "held",
    "known",
    "met",
    "near",
    "normal",
    "own",
    "plain",
    "printable",
    "ready",
    "said",
    "same",
    "shown",
    "smallest",
    "stuck",
    "taken",
    "told",
];

/// Folders that hold no sources.
const SKIPPED: [&str; 7] = [
    "target",
    "dist",
    "node_modules",
    ".git",
    "snapshots",
    "fuzz",
    "__pycache__",
];

/// One file of the project.
struct File {
    /// Path from the project's folder, with `/`.
    path: String,
    text: String,
}

impl File {
    fn extension(&self) -> &str {
        self.path.rsplit(['.', '/']).next().unwrap_or_default()
    }

    /// Whether a program writes the file and wraps no lines. This is true of the reports among the
    /// puzzles.
    fn is_generated(&self) -> bool {
        self.extension() == "md" && self.path.starts_with("puzzles/")
    }

    fn place(&self, line: usize) -> String {
        format!("{}:{}", self.path, line + 1)
    }

    /// The comments, or the paragraphs of a document.
    fn blocks(&self) -> Vec<Block> {
        let both = |one: Vec<Block>, other: Vec<Block>| one.into_iter().chain(other).collect();
        match self.extension() {
            "md" => paragraphs(&self.text),
            "rs" | "rule" | "pest" => comments(&self.text, "//"),
            "js" | "mjs" | "ts" | "tsx" => {
                both(comments(&self.text, "//"), enclosed(&self.text, "/*", "*/"))
            }
            "py" | "pyi" => both(comments(&self.text, "#"), docstrings(&self.text)),
            "sh" | "toml" | "yml" | "yaml" | "nix" | "cff" | "run" | "Dockerfile" => {
                comments(&self.text, "#")
            }
            "lua" => comments(&self.text, "--"),
            "v" | "ml" => enclosed(&self.text, "(*", "*)"),
            "css" => enclosed(&self.text, "/*", "*/"),
            "json" => descriptions(&self.text),
            _ => Vec::new(),
        }
    }
}

/// Lines of prose that belong together.
#[derive(Default)]
struct Block {
    /// Number of the line, counted from 0, and its words.
    lines: Vec<(usize, String)>,
}

impl Block {
    /// The text in lower case with single spaces, and the start of each line in it.
    fn joined(&self) -> (String, Vec<(usize, usize)>) {
        let mut text = String::new();
        let mut starts = Vec::new();
        for (number, line) in &self.lines {
            starts.push((text.len(), *number));
            for word in line.split_whitespace() {
                text.push_str(&word.to_lowercase());
                text.push(' ');
            }
        }
        (text, starts)
    }

    /// The lines with a banned phrase, each with the phrase.
    fn hits(&self) -> Vec<(usize, &'static str)> {
        let (text, starts) = self.joined();
        let line_at = |at: usize| {
            let line = starts.iter().rev().find(|(start, _)| *start <= at);
            line.map_or(0, |(_, number)| *number)
        };
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let mut hits = Vec::new();
        for phrase in PHRASES {
            for (at, _) in text.match_indices(phrase) {
                let before = text[..at].chars().next_back();
                let after = text[at + phrase.len()..].chars().next();
                if !is_letter(before) && !is_letter(after) {
                    hits.push((line_at(at), phrase));
                }
            }
        }
        let opening = text.trim_start_matches(['-', '*', ' ', '>', '|', '_']);
        let opening = OPENINGS.iter().find(|words| opening.starts_with(**words));
        hits.extend(opening.map(|words| (line_at(0), *words)));
        hits
    }
}

/// Collects lines into blocks; `None` ends a block.
fn gather(lines: impl Iterator<Item = (usize, Option<String>)>) -> Vec<Block> {
    let mut blocks = vec![Block::default()];
    for (number, line) in lines {
        let last = blocks.last_mut().expect("there is a block");
        match line {
            Some(line) if !line.trim().is_empty() => last.lines.push((number, line)),
            _ => blocks.push(Block::default()),
        }
    }
    blocks.retain(|block| !block.lines.is_empty());
    blocks
}

/// A line without its inline code, which may quote banned phrases.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("` `")
}

/// The comment of a line: its words, if the line has a comment.
fn comment<'l>(line: &'l str, marker: &str) -> Option<&'l str> {
    let trimmed = line.trim_start();
    if let Some(words) = trimmed.strip_prefix(marker) {
        return Some(words.trim_start_matches(['/', '!', '#', ';', '-', ':']));
    }
    // After code: a marker between spaces, outside of string literals.
    let at = line.find(&format!(" {marker} "))?;
    let is_in_string = line[..at].matches('"').count() % 2 == 1;
    (!is_in_string).then(|| &line[at + marker.len() + 2..])
}

fn comments(text: &str, marker: &str) -> Vec<Block> {
    let mut in_example = false;
    let lines = text.lines().enumerate().map(|(number, line)| {
        let words = comment(line, marker);
        let fence = words.is_some_and(|words| words.trim_start().starts_with("```"));
        in_example = words.is_some() && (in_example != fence);
        let is_item = words.is_some_and(|words| words.trim_start().starts_with("- "));
        let kept = words.filter(|_| !in_example && !fence).map(without_code);
        (number, is_item, kept)
    });
    split_items(lines)
}

/// Starts a new block at every list item.
fn split_items(lines: impl Iterator<Item = (usize, bool, Option<String>)>) -> Vec<Block> {
    gather(lines.flat_map(|(number, is_item, line)| {
        let cut = is_item.then_some((number, None));
        cut.into_iter().chain([(number, line)])
    }))
}

/// Comments between an opening and a closing mark.
fn enclosed(text: &str, open: &str, close: &str) -> Vec<Block> {
    let mut is_inside = false;
    gather(text.lines().enumerate().map(|(number, line)| {
        let begins = line.contains(open);
        let words = (is_inside || begins).then(|| {
            let from = line.find(open).map_or(0, |at| at + open.len());
            without_code(&line[from..]).replace(close, " ")
        });
        is_inside = (is_inside || begins) && !line.contains(close);
        (number, words)
    }))
}

/// The docstrings of a Python file: triple quotes at the beginning of a line. Examples (`>>> 1`)
/// and other strings are left out.
fn docstrings(text: &str) -> Vec<Block> {
    // Inside a string with triple quotes, whether it is a docstring.
    let mut inside: Option<bool> = None;
    let mut in_example = false;
    gather(text.lines().enumerate().map(|(number, line)| {
        let trimmed = line.trim_start();
        let is_doc = inside.unwrap_or(trimmed.starts_with("\"\"\""));
        let quotes = line.matches("\"\"\"").count();
        let kept = (is_doc && (inside.is_some() || quotes > 0)).then_some(trimmed);
        inside = match quotes % 2 == 1 {
            true if inside.is_some() => None,
            true => Some(is_doc),
            false => inside,
        };
        in_example = !trimmed.is_empty() && (in_example || trimmed.starts_with(">>>"));
        let words = kept.filter(|_| !in_example);
        (
            number,
            words.map(|line| without_code(line).replace("\"\"\"", " ")),
        )
    }))
}

/// The titles and descriptions of a JSON schema.
fn descriptions(text: &str) -> Vec<Block> {
    let keys = ["\"title\": \"", "\"description\": \""];
    let blocks = text.lines().enumerate().flat_map(|(number, line)| {
        keys.into_iter().filter_map(move |key| {
            let words = line.split_once(key)?.1.split('"').next()?;
            let lines = vec![(number, without_code(words))];
            Some(Block { lines })
        })
    });
    blocks.collect()
}

/// The paragraphs, list items and table rows of a Markdown file, without code.
fn paragraphs(text: &str) -> Vec<Block> {
    let mut in_code = false;
    let lines = text.lines().enumerate().map(|(number, line)| {
        let trimmed = line.trim_start();
        let fence = trimmed.starts_with("```");
        in_code ^= fence;
        let is_item = ["- ", "* ", "| ", "#"]
            .iter()
            .any(|m| trimmed.starts_with(m));
        let kept = (!in_code && !fence).then(|| without_code(line));
        (number, is_item, kept)
    });
    split_items(lines)
}

fn files() -> Vec<File> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match path.is_dir() {
                true if SKIPPED.contains(&name.as_ref()) => {}
                true => folders.push(path.clone()),
                false => files.extend(file(&path)),
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// The file, if it is text.
fn file(path: &Path) -> Option<File> {
    let text = fs::read_to_string(path).ok()?;
    let path = path.strip_prefix(root()).expect("below the project");
    let parts = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy());
    let path = parts.collect::<Vec<_>>().join("/");
    Some(File { path, text })
}

/// Fails with the list of places, unless it is empty.
fn assert_none(found: &[String], rule: &str) {
    let (count, places) = (found.len(), found.join("\n"));
    assert!(found.is_empty(), "{rule}: {count} places\n{places}");
}

#[test]
fn prose_has_no_banned_phrase() {
    let mut found = Vec::new();
    let mut blocks_read = 0;
    for file in files() {
        for block in file.blocks() {
            blocks_read += 1;
            let hits = block.hits().into_iter();
            found.extend(hits.map(|(line, phrase)| format!("{}: {phrase}", file.place(line))));
        }
    }
    assert!(blocks_read > 2000, "{blocks_read} blocks");
    assert_none(&found, "docs/internals/writing.md bans these phrases");
}

#[test]
fn prose_phrases_are_found_across_lines() {
    let source =
        "/// At most so\n/// many matches, as `so many` says.\nfn a() {}\n// So long, it\n";
    let file = |path: &str, text: &str| File {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    let hits =
        |file: File| -> Vec<(usize, &str)> { file.blocks().iter().flat_map(Block::hits).collect() };
    assert_eq!(hits(file("a.rs", source)), [(0, "so many"), (3, "so long")]);
    let page = "Text.\n\n- The same again.\n\n```\nsomebody\n```\n| is told |\n";
    assert_eq!(hits(file("a.md", page)), [(2, "the same"), (7, "is told")]);
    assert_eq!(hits(file("a.v", "(* It goes\n by *) x")), [(0, "goes by")]);
    let docstring = "def f():\n    \"\"\"Nobody.\n\n    >>> 'somebody'\n    \"\"\"\n    x = \"\"\"\n    whoever\n    \"\"\"\n";
    assert_eq!(hits(file("a.py", docstring)), [(1, "nobody")]);
    for (path, text) in [
        ("a.yml", "on: push # as is asked"),
        ("a.rule", "/// So long"),
        ("a.pest", "// only what goes"),
        ("a.rs", "/// How often it runs."),
        ("a.md", "| which rules |"),
        ("a.sh", "# nobody"),
        ("a.toml", "x = 1 # is told"),
        ("a.ts", "/** Whoever\n * asks. */"),
        ("a.tsx", "// held against"),
        ("Dockerfile", "# goes by"),
        ("a.json", "{\"description\": \"How it ends.\"}"),
    ] {
        assert_eq!(hits(file(path, text)).len(), 1, "{path}");
    }
}

#[test]
fn prose_fits_100_columns() {
    let mut found = Vec::new();
    for file in files() {
        let lines: Vec<&str> = file.text.lines().collect();
        let numbers = file.blocks().into_iter().flat_map(|block| block.lines);
        for (number, _) in numbers {
            let line = lines[number];
            let width = line.chars().count();
            // Table rows, pictures and JSON strings cannot be wrapped.
            let is_fixed = match file.extension() {
                "md" => line.trim_start().starts_with(['|', '!']),
                extension => extension == "json",
            };
            if width > MAX_WIDTH && !is_fixed && !file.is_generated() {
                found.push(format!("{}: {width} columns", file.place(number)));
            }
        }
    }
    assert_none(&found, &format!("prose is wider than {MAX_WIDTH} columns"));
}

/// Name and value of the constants of a Rust file, each with its line. The type is left out. So are
/// the constants of an `impl` or a `trait`, which are named by their type.
fn constants(text: &str) -> Vec<(usize, String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut owner = "";
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        if !line.starts_with([' ', '}', '/', '#', ')']) && !line.is_empty() {
            owner = line;
        }
        let is_owned = owner.starts_with("impl") || owner.contains("trait ");
        let code = line.trim_start();
        let code = match code.strip_prefix("pub") {
            Some(rest) => rest.trim_start_matches(|c| c != ' ').trim_start(),
            None => code,
        };
        let is_nested = line.starts_with("    ") && !line.starts_with("     ");
        let Some(rest) = code.strip_prefix("const ") else {
            continue;
        };
        let Some((name, rest)) = rest.split_once(':') else {
            continue;
        };
        let is_name = name
            .chars()
            .all(|c| c.is_ascii_uppercase() || "_0123456789".contains(c));
        if !is_name || name == "_" || (is_owned && is_nested) {
            continue;
        }
        let mut value = rest.to_owned();
        let mut following = lines[number + 1..].iter();
        while !value.trim_end().ends_with(';') {
            let Some(line) = following.next() else { break };
            value.push_str(line.trim());
        }
        let value = value.split_once('=').map_or("", |(_, value)| value);
        let value = value.split_whitespace().collect::<String>();
        found.push((number, name.to_owned(), value));
    }
    found
}

#[test]
fn constants_of_one_name_have_one_value() {
    let mut values: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for file in files().iter().filter(|file| file.path.starts_with("src/")) {
        if file.extension() != "rs" {
            continue;
        }
        for (number, name, value) in constants(&file.text) {
            let places = values.entry(name).or_default().entry(value).or_default();
            places.push(file.place(number));
        }
    }
    assert!(values.len() > 50, "{} constants", values.len());
    let mut found = Vec::new();
    for (name, values) in values.iter().filter(|(_, values)| values.len() > 1) {
        for (value, places) in values {
            let value: String = value.chars().take(60).collect();
            found.push(format!("{}: {name} = {value}", places.join(", ")));
        }
    }
    assert_none(&found, "constants of one name have different values");
}

#[test]
fn constants_are_read_with_their_values() {
    let text = "const A: usize = 3;\nimpl B {\n    const C: u8 = 1;\n}\nfn f() {\n    const D: &str =\n        \"d\";\n}\n";
    let names: Vec<(String, String)> = (constants(text).into_iter())
        .map(|(_, name, value)| (name, value))
        .collect();
    let expected = [("A", "3;"), ("D", "\"d\";")];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(names, expected);
}

#[test]
fn test_names_are_short() {
    let mut found = Vec::new();
    let mut tests = 0;
    for file in files() {
        let lines: Vec<&str> = file.text.lines().map(str::trim_start).collect();
        let name = |line: &str, keyword: &str| -> Option<String> {
            let rest = line.strip_prefix(keyword)?;
            Some(rest.split(['(', '<']).next()?.to_owned())
        };
        for (number, line) in lines.iter().enumerate() {
            let test = match file.extension() {
                "rs" if *line == "#[test]" => {
                    let next = lines[number..].iter().take(4);
                    { next }.find_map(|line| name(line, "fn "))
                }
                "py" => name(line, "def ").filter(|name| name.starts_with("test_")),
                _ => None,
            };
            tests += usize::from(test.is_some());
            if let Some(test) = test.filter(|test| test.chars().count() > MAX_TEST_NAME) {
                found.push(format!("{}: {test}", file.place(number)));
            }
        }
    }
    assert!(tests > 500, "{tests} tests");
    assert_none(
        &found,
        &format!("test names have over {MAX_TEST_NAME} letters"),
    );
}

/// True if a file name, without its folder, is a participle or a bare adjective: `said.rs`.
fn is_adjective(file: &str) -> bool {
    let stem = file.split('.').next().unwrap_or_default();
    let is_participle = stem.ends_with("ed") && !stem.ends_with("eed") && !stem.contains('_');
    is_participle || ADJECTIVES.contains(&stem)
}

#[test]
fn file_names_are_nouns() {
    assert!(is_adjective("said.rs") && is_adjective("looked.rs") && is_adjective("few.py"));
    assert!(!is_adjective("seed.rs") && !is_adjective("derived_truths.rs"));
    let sources = ["rs", "py", "js", "mjs"];
    let all = files();
    let named = all
        .iter()
        .filter(|file| sources.contains(&file.extension()));
    let found: Vec<String> = named
        .filter(|file| is_adjective(file.path.rsplit('/').next().unwrap_or_default()))
        .map(|file| file.path.clone())
        .collect();
    assert_none(&found, "file names are participles or adjectives");
}
