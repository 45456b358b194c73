//! The architecture as the crate's documentation states it, held against the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// One file of the sources.
struct Source {
    /// Its path from the project's folder, with `/`.
    path: String,
    text: String,
}

impl Source {
    /// The module of the crate that it belongs to: `grid` for `src/grid/board.rs`.
    fn module(&self) -> &str {
        let inner = self.path.strip_prefix("src/").unwrap_or(&self.path);
        let first = inner.split('/').next().unwrap_or(inner);
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// The numbered lines of code, without comments.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate();
        let code = |line: &'_ str| line.split("//").next().unwrap_or_default().len();
        lines.map(move |(i, line)| (i + 1, &line[..code(line)]))
    }

    /// The places where the code has one of these words.
    fn places(&self, words: &[&str]) -> Vec<String> {
        let has = |line: &str| words.iter().any(|word| line.contains(word));
        let found = self.code().filter(|(_, line)| has(line));
        found
            .map(|(number, line)| format!("{}:{number}: {}", self.path, line.trim()))
            .collect()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder, in order.
fn walk(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        for entry in entries {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort();
    files
}

fn sources(folder: &str) -> Vec<Source> {
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|e| e == "rs");
    let source = |path: PathBuf| Source {
        text: fs::read_to_string(&path).expect("text"),
        path: (path
            .strip_prefix(root())
            .expect("below the project")
            .components())
        .map(|part| part.as_os_str().to_string_lossy())
        .collect::<Vec<_>>()
        .join("/"),
    };
    walk(folder)
        .into_iter()
        .filter(is_rust)
        .map(source)
        .collect()
}

/// The sources of the main crate: all but the checker, which is a crate of its own.
fn crate_sources() -> Vec<Source> {
    let sources = sources("src").into_iter();
    sources
        .filter(|source| source.module() != "checker")
        .collect()
}

fn assert_none(found: Vec<String>, rule: &str) {
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

/// The modules in the order that the crate's documentation lists them.
fn modules_in_order() -> Vec<String> {
    let text = fs::read_to_string(root().join("src/lib.rs")).expect("lib.rs");
    let name = |line: &str| {
        Some(
            line.strip_prefix("//! - [`")?
                .split_once("`]:")?
                .0
                .to_owned(),
        )
    };
    text.lines().filter_map(name).collect()
}

#[test]
fn the_documentation_lists_every_module() {
    let listed = modules_in_order();
    let text = fs::read_to_string(root().join("src/lib.rs")).expect("lib.rs");
    let declared = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned())
    };
    let mut declared: Vec<String> = text.lines().filter_map(declared).collect();
    let mut sorted = listed.clone();
    declared.sort();
    sorted.sort();
    assert_eq!(sorted, declared);
    assert_eq!(listed.first().map(String::as_str), Some("grid"));
    assert_eq!(listed.last().map(String::as_str), Some("cli"));
    // What is planned has its place, too.
    let order = [
        "grid",
        "lang",
        "proof",
        "matcher",
        "engine",
        "report",
        "soundness",
        "equiv",
        "mine",
        "cli",
    ];
    let place = |name: &String| order.iter().position(|known| known == name);
    let places: Vec<_> = listed.iter().map(place).collect();
    assert!(
        places.is_sorted() && places.iter().all(Option::is_some),
        "{listed:?}"
    );
}

/// The modules that a line of code names as `crate::module`.
fn used_modules(line: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
        text[..end.unwrap_or(text.len())].to_owned()
    };
    let mut used = Vec::new();
    for (at, found) in line.match_indices("crate::") {
        let before = line[..at].chars().last();
        let rest = &line[at + found.len()..];
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        match rest.strip_prefix('{') {
            Some(list) => used.extend(list.split(',').map(|item| word(item.trim_start()))),
            None => used.push(word(rest)),
        }
    }
    used
}

#[test]
fn a_module_uses_only_modules_above_it() {
    let order = modules_in_order();
    let rank = |name: &str| order.iter().position(|module| module == name);
    let mut wrong = Vec::new();
    let mut uses = 0;
    for source in crate_sources() {
        let Some(own) = rank(source.module()) else {
            continue;
        };
        for (number, line) in source.code() {
            for used in used_modules(line) {
                uses += 1;
                let lower = rank(&used).is_some_and(|used| used > own);
                let unknown = rank(&used).is_none() && !used.is_empty() && used != "self";
                if lower || unknown {
                    wrong.push(format!("{}:{number}: uses {used}", source.path));
                }
            }
        }
    }
    assert_none(wrong, "a module uses only modules above it in lib.rs");
    assert!(uses > 20, "nothing was looked at");
}

#[test]
fn only_the_command_line_touches_the_world() {
    const WORLD: [&str; 18] = [
        "std::fs",
        "fs::read",
        "fs::write",
        "std::env",
        "env::var",
        "env::args",
        "println!",
        "print!",
        "process::exit",
        "File::open",
        "stdout()",
        "stderr()",
        "stdin()",
        "Command::new",
        "std::net",
        "TcpStream",
        "SystemTime",
        "Instant::now",
    ];
    let inner = crate_sources().into_iter();
    let inner = inner.filter(|s| s.module() != "cli" && s.module() != "main");
    let found: Vec<String> = inner.flat_map(|source| source.places(&WORLD)).collect();
    assert_none(found, "only cli reads files, prints or exits");
}

#[test]
fn only_the_parser_knows_pest() {
    let others = crate_sources().into_iter();
    let others = others.filter(|s| !s.path.starts_with("src/lang/parse"));
    let found: Vec<String> = others
        .flat_map(|s| s.places(&["pest::", "pest_derive"]))
        .collect();
    assert_none(found, "only lang/parse uses pest");
}

#[test]
fn what_makes_proofs_does_not_use_the_checker() {
    let judges = ["report", "cli"];
    let makers = crate_sources().into_iter();
    let makers = makers.filter(|source| !judges.contains(&source.module()));
    let found: Vec<String> = makers.flat_map(|s| s.places(&["qedoku_check"])).collect();
    assert_none(found, "the engine and the checker share no code");
}

#[test]
fn the_checker_depends_on_nothing_and_can_be_read_in_an_hour() {
    let manifest = fs::read_to_string(root().join("src/checker/Cargo.toml")).expect("Cargo.toml");
    let mut section = "";
    for line in manifest
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        match line.starts_with('[') {
            true => section = line,
            false => assert!(
                !section.contains("dependencies") || line.starts_with('#'),
                "{line}"
            ),
        }
    }
    assert!(manifest.contains("[dependencies]") || !manifest.contains("dependencies"));
    let sources = sources("src/checker/src");
    let lines: usize = sources
        .iter()
        .map(|source| source.text.lines().count())
        .sum();
    assert!((100..=1000).contains(&lines), "{lines} lines");
    let root_file = sources
        .iter()
        .find(|s| s.path.ends_with("src/lib.rs"))
        .expect("lib.rs");
    assert!(root_file.text.contains("#![forbid(unsafe_code)]"));
    let foreign: Vec<String> = (sources.iter())
        .flat_map(|source| source.places(&["extern crate", "unsafe {", "qedoku::", "include!"]))
        .collect();
    assert_none(
        foreign,
        "the checker needs nothing but the standard library",
    );
}

#[test]
fn files_stay_short() {
    for source in sources("src") {
        let lines = source.text.lines().count();
        let most = if source.path == "src/main.rs" {
            59
        } else {
            700
        };
        assert!(lines <= most, "{} has {lines} lines", source.path);
    }
}

#[test]
fn every_file_opens_by_saying_what_it_is() {
    let silent = sources("src").into_iter().chain(sources("tests"));
    let silent = silent.filter(|source| !source.text.starts_with("//!"));
    assert_none(
        silent.map(|source| source.path).collect(),
        "a file opens with `//!`",
    );
}

#[test]
fn nothing_is_left_unfinished() {
    const UNFINISHED: [&str; 5] = ["todo!", "unimplemented!", "dbg!", "TODO", "FIXME"];
    let mut found = Vec::new();
    for source in sources("src") {
        found.extend(source.places(&UNFINISHED));
        let notes = source.text.lines().enumerate();
        let notes = notes.filter(|(_, line)| line.contains("TODO") || line.contains("FIXME"));
        found.extend(notes.map(|(i, line)| format!("{}:{}: {line}", source.path, i + 1)));
    }
    assert_none(found, "unfinished");
}

#[test]
fn nothing_depends_on_hash_order() {
    let excuse = "// order does not matter";
    let mut found = Vec::new();
    for source in sources("src") {
        for (i, line) in source.text.lines().enumerate() {
            let hashed = ["HashMap", "HashSet", "RandomState"]
                .iter()
                .any(|w| line.contains(w));
            if hashed && !line.contains(excuse) && !line.trim_start().starts_with("//") {
                found.push(format!("{}:{}: {}", source.path, i + 1, line.trim()));
            }
        }
    }
    assert_none(found, &format!("ordered maps, or `{excuse}` behind it"));
}

#[test]
fn rule_files_are_found_by_walking() {
    // Adding a rule is adding a file: no source names one.
    let names: Vec<String> = (walk("rules").iter())
        .filter(|path| path.extension().is_some_and(|e| e == "rule"))
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    let mut found = Vec::new();
    for source in crate_sources() {
        for name in &names {
            found.extend(source.places(&[name.as_str()]));
        }
    }
    assert_none(found, "no source names a rule file");
}

#[test]
fn unsafe_code_is_forbidden_everywhere() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    assert!(manifest.contains("unsafe_code = \"forbid\""));
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("lib.rs");
    assert!(lib.contains("#![forbid(unsafe_code)]"));
}
