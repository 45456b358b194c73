//! Dependencies between the modules of a crate, read from the sources.
//!
//! A module is a file. It uses another module if a path in its code leads there:
//! `super::cells::CellSet` and, because `matcher/mod.rs` re-exports it, `crate::matcher::CellSet`
//! both lead to `matcher/cells.rs`. A re-export alone is not a use. Tests inside a file belong to
//! that file.

use std::collections::{BTreeMap, BTreeSet};

use super::Source;

/// Path of a module inside the crate. The path of the crate's root is empty.
type Module = Vec<String>;

/// The modules of a crate, with their imports and paths.
struct Crate<'s> {
    modules: BTreeMap<Module, &'s Source>,
    /// For each module, the names that its `use` statements import, with their paths as written.
    imports: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
}

/// Returns the cycles between the modules of a crate, each as a set of modules.
pub fn cycles(layer: &str, sources: &[Source]) -> Vec<BTreeSet<String>> {
    let uses = uses(layer, sources);
    let reached = |from: &Module| {
        let mut reached = BTreeSet::new();
        let mut next = vec![from];
        while let Some(module) = next.pop() {
            next.extend(uses[module].iter().filter(|m| reached.insert((*m).clone())));
        }
        reached
    };
    let reached: BTreeMap<&Module, BTreeSet<Module>> = uses
        .keys()
        .map(|module| (module, reached(module)))
        .collect();
    let cycle = |module: &&Module| {
        let mutual = reached[*module].iter();
        let mutual = mutual.filter(|other| reached[other].contains(*module));
        mutual.map(|m| m.join("::")).collect::<BTreeSet<String>>()
    };
    let cycles: BTreeSet<BTreeSet<String>> = uses.keys().map(|m| cycle(&m)).collect();
    cycles.into_iter().filter(|cycle| cycle.len() > 1).collect()
}

/// Returns the modules that each module of a crate uses.
pub fn uses(layer: &str, sources: &[Source]) -> BTreeMap<Module, BTreeSet<Module>> {
    let own = |source: &&Source| {
        let inside = ["tests", "benches", "examples", "build"].contains(&source.module());
        // The program of a library crate is a crate of its own.
        let second = source.path.ends_with("/main.rs") && layer != "cli";
        source.layer() == layer && !inside && !second
    };
    let modules: BTreeMap<Module, &Source> = (sources.iter().filter(own))
        .map(|source| (module_of(&source.path), source))
        .collect();
    let imports = (modules.iter())
        .map(|(module, source)| (module.clone(), imports(&code(source))))
        .collect();
    let this = Crate { modules, imports };
    (this.modules.keys())
        .map(|module| (module.clone(), this.used_by(module)))
        .collect()
}

/// Returns the module of a file: `matcher::cells` for `src/core/matcher/cells.rs`.
fn module_of(path: &str) -> Module {
    let inside = path.split('/').skip(2);
    let mut module: Module = inside
        .map(|part| part.trim_end_matches(".rs").to_owned())
        .collect();
    let named_by_folder = ["mod", "lib", "main"];
    if module
        .last()
        .is_some_and(|last| named_by_folder.contains(&last.as_str()))
    {
        module.pop();
    }
    module
}

/// Returns the code of a file without comments and string literals.
fn code(source: &Source) -> String {
    let mut code = String::new();
    // Tests inside a file import the file itself.
    let of_tests = |line: &str| line.starts_with(' ') && line.trim() == "use super::*;";
    for (_, line) in source.code().filter(|(_, line)| !of_tests(line)) {
        // A visibility is not a use.
        let line = line.replace("(in super::super)", "");
        code.extend(line.split('"').step_by(2).flat_map(|part| [part, "\""]));
        code.push('\n');
    }
    code
}

/// Returns the paths of a `use` statement: `a::{b, c as d}` gives `a::b` and `a::c`, named `b` and
/// `d`.
fn spread(tree: &str) -> Vec<(String, Vec<String>)> {
    let Some((before, rest)) = tree.split_once('{') else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
        let path: Vec<String> = path
            .trim()
            .split("::")
            .map(|s| s.trim().to_owned())
            .collect();
        let last = path.last().cloned().unwrap_or_default();
        let name = if name.is_empty() {
            last
        } else {
            name.trim().to_owned()
        };
        return vec![(name, path)];
    };
    let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    let whole = |part: &str| match part.trim() {
        "self" => spread(before.trim().trim_end_matches("::")),
        part => spread(&format!("{}{part}", before.trim())),
    };
    parts.flat_map(whole).collect()
}

/// Returns the imported names of a file, with their paths.
fn imports(code: &str) -> BTreeMap<String, Vec<String>> {
    statements(code).flat_map(spread).collect()
}

/// Returns the `use` statements of a file, without the keyword.
fn statements(code: &str) -> impl Iterator<Item = &str> {
    let starts = code.match_indices("use ").filter(|(at, _)| {
        let line = code[..*at].rsplit('\n').next().unwrap_or_default();
        line.is_empty() || line.starts_with("pub")
    });
    starts.filter_map(|(at, word)| code[at + word.len()..].split(';').next())
}

impl Crate<'_> {
    /// Returns the modules that a module uses.
    fn used_by(&self, module: &Module) -> BTreeSet<Module> {
        let code = code(self.modules[module]);
        let body: String =
            (statements(&code)).fold(code.clone(), |body, used| body.replace(used, ""));
        // A name that is only re-exported is not used.
        let is_used = |name: &String| {
            let mut found = body.match_indices(name.as_str());
            found.any(|(at, _)| is_word(&body, at, name.len()))
        };
        let imported = self.imports[module]
            .iter()
            .filter(|(name, _)| is_used(name));
        let imported = imported.map(|(_, path)| path.clone());
        let named = paths(&body).into_iter();
        (imported.chain(named))
            .filter_map(|path| self.resolve(module, &path, 0))
            .filter(|used| used != module)
            .collect()
    }

    /// Returns the module that defines the item of a path, or `None` outside of the crate.
    fn resolve(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let mut at = from.clone();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => (at, rest) = (Module::new(), &rest[1..]),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|word| word == "super") {
                    at.pop()?;
                    rest = &rest[1..];
                }
            }
            word => {
                let child: Module = at.iter().cloned().chain([word.to_owned()]).collect();
                if !self.modules.contains_key(&child) {
                    return None;
                }
            }
        }
        while let Some(word) = rest.first() {
            let child: Module = at.iter().cloned().chain([word.clone()]).collect();
            if !self.modules.contains_key(&child) {
                break;
            }
            (at, rest) = (child, &rest[1..]);
        }
        let handed_on = (rest.first()).and_then(|name| self.imports[&at].get(name));
        match handed_on {
            Some(path) if depth < 8 && at != *from => {
                self.resolve(&at, path, depth + 1).or(Some(at))
            }
            // Tests inside a file reach it with `use super::*`.
            _ if rest.first().is_some_and(|word| word == "*") => None,
            _ => Some(at),
        }
    }
}

fn is_word(text: &str, at: usize, length: usize) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    !part(text[..at].chars().next_back()) && !part(text[at + length..].chars().next())
}

/// Returns the paths outside of `use` statements, such as `super::cells::CellSet::EMPTY`.
fn paths(body: &str) -> Vec<Vec<String>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = body
        .split(|c: char| !is_part(c))
        .filter(|word| word.contains("::"));
    let path = |word: &str| word.split("::").map(str::to_owned).collect::<Vec<_>>();
    words.map(path).filter(|path| !path[0].is_empty()).collect()
}
