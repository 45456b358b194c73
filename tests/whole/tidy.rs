//! The architecture that the documentation of the crate states, compared with the sources.

mod uses;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use qedoku_tests::root;

/// A source file.
struct Source {
    /// Path from the project's folder, with `/`.
    path: String,
    text: String,
}

impl Source {
    /// Returns the crate of the file: `core` for `src/core/grid/board.rs`.
    fn layer(&self) -> &str {
        self.path.split('/').nth(1).unwrap_or_default()
    }

    /// Returns the module inside the crate: `grid` for `src/core/grid/board.rs`.
    fn module(&self) -> &str {
        let first = self.path.split('/').nth(2).unwrap_or_default();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// Returns the numbered lines of code, without comments.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate();
        let code = |line: &'_ str| line.split("//").next().unwrap_or_default().len();
        lines.map(move |(i, line)| (i + 1, &line[..code(line)]))
    }

    /// Returns the places where the code has one of these words.
    fn places(&self, words: &[&str]) -> Vec<String> {
        let has = |line: &str| words.iter().any(|word| line.contains(word));
        let found = self.code().filter(|(_, line)| has(line));
        found
            .map(|(number, line)| format!("{}:{number}: {}", self.path, line.trim()))
            .collect()
    }
}

/// Returns all files below a folder, sorted.
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

/// Returns all sources except the checker's.
fn own_sources() -> Vec<Source> {
    let sources = sources("src").into_iter();
    sources.filter(|source| source.layer() != "check").collect()
}

fn assert_none(found: Vec<String>, rule: &str) {
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

/// Returns the modules in the order of the crate's documentation.
fn modules_in_order() -> Vec<String> {
    let text = fs::read_to_string(root().join("src/core/lib.rs")).expect("lib.rs");
    let name = |line: &str| Some(line.strip_prefix("//! - `")?.split_once("`:")?.0.to_owned());
    text.lines().filter_map(name).collect()
}

#[test]
fn documentation_lists_every_module() {
    let listed = modules_in_order();
    let text = fs::read_to_string(root().join("src/core/lib.rs")).expect("lib.rs");
    let declared = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned())
    };
    let mut declared: Vec<String> = text.lines().filter_map(declared).collect();
    let mut sorted = listed.clone();
    declared.sort();
    sorted.sort();
    assert_eq!(sorted, declared);
}

/// Returns the modules that a line of code names as `crate::module`.
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
fn modules_use_only_modules_above_them() {
    let order = modules_in_order();
    let rank = |name: &str| order.iter().position(|module| module == name);
    let mut wrong = Vec::new();
    let mut uses = 0;
    for source in sources("src/core") {
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
fn only_the_cli_does_input_and_output() {
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
    let inner = own_sources().into_iter();
    // The Python package is a boundary like the program: it may read files and print. The server
    // listens and starts processes.
    let is_inner = |s: &Source| {
        !["cli", "python", "server"].contains(&s.layer())
            && !["build", "examples"].contains(&s.module())
    };
    // Deadlines start in the application layer, so it alone reads the clock.
    let clocks = ["src/app/cancel.rs", "src/app/judge.rs"];
    let inner = inner.filter(|s| is_inner(s) && !clocks.contains(&s.path.as_str()));
    let found: Vec<String> = inner.flat_map(|source| source.places(&WORLD)).collect();
    assert_none(found, "only cli reads files, prints or exits");
}

#[test]
fn only_the_parser_knows_pest() {
    let others = own_sources().into_iter();
    let others = others.filter(|s| !s.path.starts_with("src/core/lang/parse"));
    let found: Vec<String> = others
        .flat_map(|s| s.places(&["pest::", "pest_derive"]))
        .collect();
    assert_none(found, "only lang/parse uses pest");
}

/// Returns the dependencies of a crate, by its manifest.
fn dependencies(manifest: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(manifest)).expect("a manifest");
    let mut inside = false;
    let mut names = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line == "[dependencies]";
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            let end = line.find(['.', ' ', '=']).unwrap_or(line.len());
            names.push(line[..end].to_owned());
        }
    }
    names
}

#[test]
fn crates_depend_only_on_lower_layers() {
    let below = |layer: &str| -> Vec<String> {
        let all = dependencies(&format!("src/{layer}/Cargo.toml"));
        all.into_iter()
            .filter(|name| name.starts_with("qedoku"))
            .collect()
    };
    assert_eq!(below("check"), [""; 0]);
    assert_eq!(below("core"), [""; 0]);
    assert_eq!(below("raster"), [""; 0]);
    assert_eq!(below("batch"), ["qedoku-core"]);
    assert_eq!(below("soundness"), ["qedoku-core"]);
    let (app, batch) = ("qedoku-app", "qedoku-batch");
    assert_eq!(
        below("app"),
        [batch, "qedoku-check", "qedoku-core", "qedoku-soundness"]
    );
    assert_eq!(
        below("mine"),
        [app, batch, "qedoku-core", "qedoku-soundness"]
    );
    assert_eq!(below("web"), [app, "qedoku-core"]);
    assert_eq!(
        below("server"),
        [
            app,
            "qedoku-check",
            "qedoku-core",
            "qedoku-mine",
            "qedoku-soundness",
            "qedoku-web"
        ]
    );
    assert_eq!(below("lsp"), [app, "qedoku-core", "qedoku-soundness"]);
    assert_eq!(below("study"), ["qedoku-core"]);
    let heavy = [
        "z3",
        "egg",
        "clap",
        "indicatif",
        "rayon",
        "tempfile",
        "safetensors",
        "plotters",
    ];
    let core = dependencies("src/core/Cargo.toml");
    assert!(core.contains(&"pest".to_owned()), "{core:?}");
    assert!(
        !core.iter().any(|name| heavy.contains(&name.as_str())),
        "{core:?}"
    );
}

#[test]
fn checker_is_short_and_without_dependencies() {
    assert_eq!(dependencies("src/check/Cargo.toml"), [""; 0]);
    let sources = sources("src/check");
    let is_program = |s: &Source| !["tests", "benches"].contains(&s.module());
    let sources: Vec<Source> = sources.into_iter().filter(is_program).collect();
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let lines: usize = sources
        .iter()
        .map(|source| source.text.lines().filter(is_code).count())
        .sum();
    assert!((100..=1500).contains(&lines), "{lines} lines of code");
    let root_file = sources
        .iter()
        .find(|s| s.path.ends_with("/lib.rs"))
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
fn modules_form_no_cycle() {
    let sources = sources("src");
    let mut edges = 0;
    let layers: BTreeSet<&str> = sources.iter().map(Source::layer).collect();
    assert!(layers.contains("core") && layers.len() >= 5, "{layers:?}");
    for layer in layers {
        let mut found = uses::cycles(layer, &sources);
        // The files of this folder use each other, so they count as one unit.
        let is_unit =
            |cycle: &BTreeSet<String>| cycle.iter().all(|module| module.starts_with("matcher"));
        found.retain(|cycle| layer != "core" || !is_unit(cycle));
        let inside = |(from, to): (&Vec<String>, &BTreeSet<Vec<String>>)| {
            let is_in = |m: &Vec<String>| found.iter().any(|cycle| cycle.contains(&m.join("::")));
            let to: Vec<String> = (to.iter().filter(|m| is_in(m)))
                .map(|m| m.join("::"))
                .collect();
            is_in(from).then(|| format!("{} uses {}", from.join("::"), to.join(", ")))
        };
        let edges_of_layer = uses::uses(layer, &sources);
        let why: Vec<String> = edges_of_layer.iter().filter_map(inside).collect();
        assert!(found.is_empty(), "{layer}: {}", why.join("\n"));
        edges += uses::uses(layer, &sources)
            .values()
            .map(BTreeSet::len)
            .sum::<usize>();
    }
    assert!(edges > 500, "only {edges} uses were found");
}

#[test]
fn cycles_are_seen_through_reexports() {
    let file = |path: &str, text: &str| Source {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    let crate_of = |c: &str| {
        [
            file("src/core/lib.rs", "mod a;\nmod b;\npub use b::c::C;\n"),
            file("src/core/a.rs", "use crate::C;\nstruct A(C);\n"),
            file("src/core/b/mod.rs", "mod c;\n"),
            file("src/core/b/c.rs", c),
        ]
    };
    let innocent = "pub struct C;\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n";
    assert!(uses::cycles("core", &crate_of(innocent)).is_empty());
    let guilty = "pub struct C;\nfn f(a: crate::a::A) {}\n";
    let found = uses::cycles("core", &crate_of(guilty));
    let names = |cycle: &BTreeSet<String>| cycle.iter().cloned().collect::<Vec<_>>();
    assert_eq!(found.iter().map(names).collect::<Vec<_>>(), [["a", "b::c"]]);
}

/// Returns each function of a file with its number of lines, from its first word to its closing
/// brace.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let words = line.split([' ', '(', '<']).filter(|w| !w.is_empty());
        let mut words = words.skip_while(|w| {
            w.starts_with("pub") || *w == "const" || *w == "super)" || *w == "crate)"
        });
        if words.next() != Some("fn") {
            continue;
        }
        let name = words.next().unwrap_or_default();
        let closes = |l: &&str| {
            l.len() > indent && l[indent..].starts_with('}') && l[..indent].trim().is_empty()
        };
        let length = lines[at..].iter().position(closes).map_or(1, |n| n + 1);
        let on_one_line = line.trim_end().ends_with(['}', ';']);
        found.push((name, if on_one_line { 1 } else { length }));
    }
    found
}

#[test]
fn files_and_functions_stay_short() {
    let mut seen = 0;
    for source in sources("src") {
        let lines = source.text.lines().count();
        assert!(lines <= 600, "{} has {lines} lines", source.path);
        for (name, lines) in functions(&source.text) {
            seen += 1;
            assert!(lines < 80, "{}: {name} has {lines} lines", source.path);
        }
    }
    assert!(seen > 1500, "only {seen} functions were found");
    let text =
        "impl A {\n    pub(super) fn f(\n        a: u8,\n    ) -> u8 {\n        a\n    }\n}\n";
    assert_eq!(functions(text), [("f", 5)]);
}

#[test]
fn interface_is_small_and_documented() {
    let text = fs::read_to_string(root().join("src/core/lib.rs")).expect("lib.rs");
    let handed_on = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub use "));
    let names: Vec<&str> = (handed_on)
        .flat_map(|path| {
            let list = path.rsplit("::").next().unwrap_or_default();
            list.trim_matches(['{', '}', ';']).split(", ")
        })
        .map(|name| name.rsplit(['{', ':']).next().unwrap_or_default())
        .collect();
    let is_type = |name: &&&str| name.starts_with(char::is_uppercase);
    assert!(names.iter().all(|name| is_type(&name)), "{names:?}");
    assert!(names.len() <= 20, "{names:?}");
    for name in names {
        let linked = text.contains(&format!("[`{name}`]"));
        let shown = (text.lines()).any(|line| line.starts_with("//! use ") && line.contains(name));
        assert!(linked || shown, "{name} is not in the documentation");
        let has_example = sources("src/core").into_iter().any(|source| {
            let kinds = ["struct", "enum"].map(|kind| format!("\npub {kind} {name}"));
            let places = kinds.iter().filter_map(|kind| source.text.find(kind));
            places.into_iter().any(|at| {
                let comment = source.text[..at].rsplit("\n\n").next().unwrap_or_default();
                comment.contains("/// ```")
            })
        });
        assert!(has_example, "{name} has no example");
    }
}

#[test]
fn files_begin_with_their_purpose() {
    let silent = sources("src").into_iter().chain(sources("tests"));
    let silent = silent.filter(|source| !source.text.starts_with("//!"));
    assert_none(
        silent.map(|source| source.path).collect(),
        "a file opens with `//!`",
    );
}

#[test]
fn code_has_no_unfinished_parts() {
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
fn skipped_tests_are_reported() {
    let tests = sources("tests").into_iter();
    let others = tests.filter(|s| s.path != "tests/common/skips.rs" && !s.path.contains("/bench/"));
    // The text is split, so that this line does not match itself.
    let alone = concat!("\"skip", "ped: ");
    let found: Vec<String> = others.flat_map(|s| s.places(&[alone])).collect();
    assert_none(found, "a test says what it leaves out by common::skips");
}

#[test]
fn tests_are_in_their_package() {
    // A crate with unit tests is compiled twice, so only the small checker may have them.
    let found: Vec<String> = { own_sources().into_iter() }
        .flat_map(|s| s.places(&["#[test]", "#[cfg(test)]"]))
        .collect();
    assert_none(found, "tests are below the folder `tests`");
}

#[test]
fn build_requirements_are_documented_alike() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("a file");
    let sentence = read("src/soundness/needs-z3.txt");
    let readme = read("README.md").replace('\n', " ");
    let guide = read("docs/internals/testing.md");
    assert!(readme.contains(sentence.trim()), "{sentence}");
    assert!(read("tests/setup.sh").contains("src/soundness/needs-z3.txt"));
    let pinned = read("tests/whole/soundness/requirements.txt");
    let packages = pinned.lines().filter(|line| !line.starts_with('#'));
    for package in packages {
        let (name, _) = package.split_once("==").expect("a fixed version");
        assert!(guide.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn code_does_not_depend_on_hash_order() {
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
    // A new rule needs only a new file: no source names a rule.
    let names: Vec<String> = (walk("rules").iter())
        .filter(|path| path.extension().is_some_and(|e| e == "rule"))
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    let mut found = Vec::new();
    for source in own_sources() {
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
    let python = fs::read_to_string(root().join("src/python/Cargo.toml")).expect("a manifest");
    assert!(python.contains("[lints.rust]\nunsafe_code = \"forbid\""));
    for layer in [
        "check",
        "core",
        "app",
        "batch",
        "soundness",
        "mine",
        "study",
        "lsp",
    ] {
        let manifest = root().join("src").join(layer).join("Cargo.toml");
        let text = fs::read_to_string(manifest).expect("a manifest");
        assert!(text.contains("[lints]\nworkspace = true"), "{layer}");
    }
}

/// Returns the string literals in a line of code.
fn literals(line: &str) -> Vec<&str> {
    line.split('"').skip(1).step_by(2).collect()
}

#[test]
fn rust_code_names_no_technique() {
    let library = qedoku_core::lang::standard_library().expect("the standard library");
    let rules = library.techniques.iter().map(|t| t.rule.to_string());
    let titles = library.techniques.iter().map(|t| t.title.clone());
    let names: Vec<String> = rules.chain(titles).collect();
    let mut found = Vec::new();
    let mut looked_at = 0;
    for source in own_sources() {
        // Words of constraints, because "skyscraper" also names a kind of clue. The argument by
        // layouts has the name of the rule that is its readable form.
        let with_clues = [
            "src/core/engine/layout_argument.rs",
            "src/core/variant/mistakes.rs",
            "src/core/proof/rows/machine.rs",
            "src/core/picture/constraints.rs",
            "src/core/variant/fpuzzles.rs",
            "src/core/variant/to_fpuzzles.rs",
        ];
        if with_clues.contains(&source.path.as_str()) {
            continue;
        }
        for (number, line) in source.code() {
            for literal in literals(line) {
                looked_at += 1;
                if names.iter().any(|name| name == literal) {
                    found.push(format!("{}:{number}: {literal}", source.path));
                }
            }
        }
    }
    assert_none(found, "techniques are named in rule files alone");
    assert!(looked_at > 500, "nothing was looked at");
    assert_eq!(literals(r#"let a = "fish"; "#), ["fish"]);
}
