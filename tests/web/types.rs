//! The types of the protocol for the page, generated from the Rust sources.
//!
//! `src/web/page/src/engine/protocol.ts` must equal the generated text. `QEDOKU_WRITE=1` writes it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use qedoku_core::picture::{Theme, css};
use qedoku_web::page::{POLICY, file};
use serde_json::json;
use syn::{Attribute, Expr, Fields, GenericArgument, Item, Lit, Meta, PathArguments, Type};

use crate::Asked;

/// The sources, the Rust types in them, and their names in TypeScript if they differ.
const SOURCES: &[(&str, &[(&str, &str)])] = &[
    ("app/error.rs", &[("Error", "ApiError")]),
    ("app/options.rs", &[("SolveOptions", "EngineOptions")]),
    ("app/hint.rs", &[("Hint", "")]),
    ("core/report/step.rs", &[("WhereToLook", "")]),
    ("core/report/mistake.rs", &[("ShownMistake", "")]),
    ("core/report/grade.rs", &[("Grade", "")]),
    ("core/report/grade.rs", &[("Effort", "")]),
    ("web/board.rs", &[("BoardView", "")]),
    (
        "web/protocol.rs",
        &[
            ("OwnRule", ""),
            ("SolveOptions", ""),
            ("ThemeName", ""),
            ("LayerName", ""),
            ("Ask", ""),
        ],
    ),
    (
        "web/backend.rs",
        &[("Capabilities", ""), ("CheckVerdict", ""), ("Mined", "")],
    ),
    ("web/ask/step.rs", &[("Shown", "")]),
    (
        "web/ask/hello.rs",
        &[("Hello", ""), ("ListedHouse", ""), ("Geometry", "")],
    ),
    ("web/ask/read.rs", &[("Read", "")]),
    ("web/ask/links.rs", &[("Links", "")]),
    (
        "web/ask/path.rs",
        &[("WholePath", ""), ("StepOnPath", ""), ("PathProgress", "")],
    ),
    (
        "web/ask/steps.rs",
        &[("FoundSteps", ""), ("StepsProgress", "")],
    ),
    ("web/ask/count.rs", &[("Counted", "")]),
    (
        "web/ask/create.rs",
        &[("Created", ""), ("CreateProgress", "")],
    ),
    ("web/ask/proof.rs", &[("ProofSteps", ""), ("Picture", "")]),
    ("web/ask/variant.rs", &[("SolvedVariant", "")]),
    ("web/ask/report.rs", &[("Report", "")]),
    (
        "web/ask/library.rs",
        &[
            ("ListedFamily", ""),
            ("ListedRule", ""),
            ("ListedTechnique", ""),
            ("DrawnExample", ""),
        ],
    ),
    ("web/ask/language.rs", &[("HelpRow", "")]),
    (
        "web/ask/edit.rs",
        &[
            ("Edited", ""),
            ("Underlined", ""),
            ("Defined", ""),
            ("Planned", ""),
            ("TriedExample", ""),
            ("Formatted", ""),
        ],
    ),
    (
        "server/backend.rs",
        &[("TechniqueVerdict", ""), ("Refuted", "")],
    ),
];

/// The answer to each request.
const ANSWERS: &[(&str, &str)] = &[
    ("hello", "Hello"),
    ("geometry", "Geometry"),
    ("read", "Read"),
    ("links", "Links"),
    ("hint", "Hint<Shown>"),
    ("path", "WholePath"),
    ("steps", "FoundSteps"),
    ("grade", "Grade"),
    ("count", "Counted"),
    ("create", "Created"),
    ("variant", "SolvedVariant"),
    ("proof", "ProofSteps"),
    ("show", "Picture"),
    ("report", "Report"),
    ("library", "ListedFamily[]"),
    ("example", "DrawnExample[]"),
    ("edit", "Edited"),
    ("language", "HelpRow[]"),
    ("format", "Formatted"),
    ("judge", "TechniqueVerdict[]"),
    ("mine", "Mined"),
    ("check", "CheckVerdict"),
];

/// The words inside `#[serde(...)]`, such as `flatten` or `rename_all = "snake_case"`.
fn serde_words(attributes: &[Attribute]) -> String {
    let lists = attributes.iter().filter(|a| a.path().is_ident("serde"));
    let words = lists.filter_map(|a| a.meta.require_list().ok().map(|l| l.tokens.to_string()));
    words.collect::<Vec<_>>().join(" ")
}

/// The doc comment as lines, indented.
fn docs(attributes: &[Attribute], indent: &str) -> String {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|a| a.path().is_ident("doc")) {
        if let Meta::NameValue(pair) = &attribute.meta
            && let Expr::Lit(text) = &pair.value
            && let Lit::Str(text) = &text.lit
        {
            lines.push(text.value().trim().to_owned());
        }
    }
    match lines.len() {
        0 => String::new(),
        1 => format!("{indent}/** {} */\n", lines[0]),
        _ => {
            let body: String = lines.iter().map(|l| format!("{indent} * {l}\n")).collect();
            format!("{indent}/**\n{body}{indent} */\n")
        }
    }
}

/// Translates Rust types, with the names of the page for some of them.
struct Translator {
    renamed: BTreeMap<String, String>,
}

impl Translator {
    fn typed(&self, ty: &Type) -> String {
        match ty {
            Type::Reference(reference) => self.typed(&reference.elem),
            Type::Tuple(tuple) => {
                let parts: Vec<String> = tuple.elems.iter().map(|ty| self.typed(ty)).collect();
                format!("[{}]", parts.join(", "))
            }
            Type::Path(path) => {
                let last = path.path.segments.last().expect("a name");
                let whole: Vec<String> = (path.path.segments.iter())
                    .map(|s| s.ident.to_string())
                    .collect();
                let arguments: Vec<String> = match &last.arguments {
                    PathArguments::AngleBracketed(list) => (list.args.iter())
                        .filter_map(|argument| match argument {
                            GenericArgument::Type(ty) => Some(self.typed(ty)),
                            _ => None,
                        })
                        .collect(),
                    _ => Vec::new(),
                };
                self.named(&whole.join("::"), &last.ident.to_string(), &arguments)
            }
            _ => panic!("no translation for this type"),
        }
    }

    fn named(&self, whole: &str, last: &str, arguments: &[String]) -> String {
        match (last, arguments) {
            ("String" | "str", _) => "string".to_owned(),
            ("bool", _) => "boolean".to_owned(),
            ("usize" | "u8" | "u32" | "u64" | "f64", _) => "number".to_owned(),
            ("Vec", [of]) if of.contains('|') => format!("({of})[]"),
            ("Vec", [of]) => format!("{of}[]"),
            ("Option", [of]) => format!("{of} | null"),
            ("BTreeMap", [key, of]) => format!("Record<{key}, {of}>"),
            _ => self
                .renamed
                .get(whole)
                .cloned()
                .unwrap_or_else(|| last.to_owned()),
        }
    }

    /// The fields of a struct or a variant. Flattened fields are returned as types to extend.
    fn fields(&self, fields: &Fields, optional: bool, indent: &str) -> (String, Vec<String>) {
        let mut text = String::new();
        let mut extended = Vec::new();
        for field in fields {
            let words = serde_words(&field.attrs);
            if words.split([' ', ',', '=']).any(|word| word == "skip") {
                continue;
            }
            let own = field.ident.as_ref().expect("a named field").to_string();
            let renamed = words
                .split_once("rename = \"")
                .and_then(|(_, w)| w.split('"').next());
            let name = renamed.map_or(own, str::to_owned);
            let mut ty = self.typed(&field.ty);
            if words.contains("as_fields") {
                // Ratings by scale: the name of the scale is the field.
                writeln!(text, "{indent}[{name}: string]: unknown;").expect("a text");
                continue;
            }
            if words.contains("flatten") {
                extended.push(ty);
                continue;
            }
            if words.contains("as_map") {
                ty = "Record<string, number>".to_owned();
            }
            let may_lack = optional || words.contains("default") || words.contains("skip_ser");
            let mark = if may_lack { "?" } else { "" };
            text += &docs(&field.attrs, indent);
            writeln!(text, "{indent}{name}{mark}: {ty};").expect("a text");
        }
        // An interface has one index signature.
        let mut has_index = false;
        let kept = text.lines().filter(|line| {
            let is_index = line.trim_start().starts_with('[');
            !(is_index && std::mem::replace(&mut has_index, is_index))
        });
        (kept.map(|line| format!("{line}\n")).collect(), extended)
    }

    fn item(&self, item: &Item, name: &str) -> String {
        match item {
            Item::Struct(item) => {
                let optional = serde_words(&item.attrs)
                    .split(' ')
                    .any(|word| word == "default");
                let (body, extended) = self.fields(&item.fields, optional, "  ");
                let generic = match item.generics.type_params().next() {
                    Some(parameter) => format!("<{}>", parameter.ident),
                    None => String::new(),
                };
                let base = match extended.is_empty() {
                    true => String::new(),
                    false => format!(" extends {}", extended.join(", ")),
                };
                let docs = docs(&item.attrs, "");
                format!("{docs}export interface {name}{generic}{base} {{\n{body}}}\n\n")
            }
            Item::Enum(item) => {
                let is_tagged = serde_words(&item.attrs).contains("tag");
                let variants: Vec<String> = (item.variants.iter())
                    .map(|variant| {
                        let word = snake(&variant.ident.to_string());
                        if !is_tagged {
                            return format!("'{word}'");
                        }
                        let (body, _) = self.fields(&variant.fields, false, "      ");
                        let docs = docs(&variant.attrs, "      ");
                        format!("{{\n{docs}      ask: '{word}';\n{body}    }}")
                    })
                    .collect();
                let docs = docs(&item.attrs, "");
                format!(
                    "{docs}export type {name} =\n  | {};\n\n",
                    variants.join("\n  | ")
                )
            }
            _ => panic!("{name} is neither a struct nor an enum"),
        }
    }
}

fn snake(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}

fn generated() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("src");
    let renamed = [("qedoku_app::SolveOptions", "EngineOptions")];
    let translator = Translator {
        renamed: renamed.map(|(a, b)| (a.to_owned(), b.to_owned())).into(),
    };
    let mut text = String::from(
        "// The types of the protocol. Generated from the Rust sources by `tests/web/types.rs`.\n\n",
    );
    for (path, names) in SOURCES {
        let source = fs::read_to_string(root.join(path)).expect("a source");
        let file = syn::parse_file(&source).expect("Rust");
        for (name, other) in *names {
            let is_it = |item: &&Item| match item {
                Item::Struct(item) => item.ident == name,
                Item::Enum(item) => item.ident == name,
                _ => false,
            };
            let item = file.items.iter().find(is_it);
            let item = item.unwrap_or_else(|| panic!("{path} has no type {name}"));
            let shown = if other.is_empty() { name } else { other };
            text += &translator.item(item, shown);
        }
    }
    text += "/** The answer to each request. */\nexport interface Answers {\n";
    for (ask, answer) in ANSWERS {
        writeln!(text, "  {ask}: {answer};").expect("a text");
    }
    text + "}\n"
}

/// The houses of a 9x9 board and the styles of pictures, which the page needs for its first paint,
/// before the engine has loaded.
fn first_paint() -> String {
    let mut asked = Asked::default();
    let nine = asked.answer("geometry", json!({ "shape": [3, 3] }));
    let mut text = String::from(
        "// Data needed by the first paint. Generated by the engine through `tests/web/types.rs`.\n\n\
         import type { Geometry } from './protocol';\n\n\
         /** The houses of a 9x9 board. */\nexport const NINE: Geometry = ",
    );
    text += &nine.to_string();
    text += ";\n\n/** The styles of pictures. */\nexport const STYLES = {\n";
    for (name, theme) in [("light", Theme::Light), ("dark", Theme::Dark)] {
        writeln!(text, "  {name}: {},", json!(css(theme))).expect("a text");
    }
    text + "};\n"
}

fn hold(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("QEDOKU_WRITE").is_some() {
        fs::write(&file, text).expect("writable");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == text,
        "{path} is out of date: run the test with QEDOKU_WRITE=1"
    );
}

#[test]
fn the_page_has_the_types_of_the_protocol() {
    hold("page/src/engine/protocol.ts", &generated());
}

#[test]
fn the_page_has_the_geometry_and_styles_of_the_engine() {
    hold("page/src/engine/first.ts", &first_paint());
}

#[test]
fn every_request_has_a_typed_answer() {
    let source = generated();
    let asks = source.matches("      ask: '").count();
    assert_eq!(asks, ANSWERS.len());
    for (ask, _) in ANSWERS {
        assert!(source.contains(&format!("      ask: '{ask}';")), "{ask}");
    }
}

#[test]
fn page_and_server_have_the_same_strict_policy() {
    let index = String::from_utf8(file("index.html").expect("a page").to_vec()).expect("UTF-8");
    let (own, frames) = POLICY.rsplit_once("; ").expect("directives");
    assert_eq!(
        frames, "frame-ancestors 'none'",
        "only a server can set this"
    );
    assert!(index.contains(&format!("content=\"{own}\"")), "{own}");
    assert!(own.starts_with("default-src 'none'; "));
    // `manifest-src 'self'` allows the page's own manifest, without which it cannot be installed.
    let allowed = ["'none'", "'self'", "'wasm-unsafe-eval'", "data:", "blob:"];
    for directive in own.split("; ") {
        let mut words = directive.split(' ');
        let name = words.next().unwrap_or_default();
        assert!(
            words.clone().all(|word| allowed.contains(&word)),
            "{directive}"
        );
        let is_code = [
            "script-src",
            "style-src",
            "worker-src",
            "manifest-src",
            "connect-src",
        ];
        let has_data = words.any(|word| word.ends_with(':'));
        assert!(!(is_code.contains(&name) && has_data), "{directive}");
    }
}
