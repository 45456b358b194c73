//! The meaning of the parts of a puzzle from another site.
//!
//! A drawn line is no constraint by itself. `line=renban` reads all drawn lines as renban lines,
//! and `words` reads a few common sentences of the rules, such as *Digits along purple lines form a
//! set of consecutive digits*.

use serde_json::{Map, Value};

use super::error::VariantError;

/// For each drawn part, the constraints that it can stand for.
const MEANINGS: [(&str, &[&str]); 4] = [
    (
        "line",
        &[
            "renban",
            "whispers",
            "palindrome",
            "thermometer",
            "slowthermometer",
            "betweenline",
            "regionsumline",
            "entropicline",
            "modularline",
            "nabner",
            "zipperline",
            "doublearrow",
            "sameparity",
            "parityline",
        ],
    ),
    ("cage", &["killercage", "quadruple"]),
    ("circle", &["odd", "even"]),
    ("rectangle", &["odd", "even"]),
];

/// The kinds of constraints to leave out, and the meanings of drawn parts. By default, drawn parts
/// have no meaning.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Kinds of constraints that are left out.
    pub ignored: Vec<String>,
    meanings: Vec<(String, String)>,
    /// Whether common sentences of the rules are read.
    reads_words: bool,
}

impl Reading {
    /// A reading that leaves kinds of constraints out.
    pub fn ignoring(ignored: &[String]) -> Reading {
        Reading {
            ignored: ignored.to_vec(),
            ..Reading::default()
        }
    }

    /// Adds `PART=MEANING`, such as `line=renban`, or `words`.
    pub fn read(&mut self, wish: &str) -> Result<(), VariantError> {
        if wish == "words" {
            self.reads_words = true;
            return Ok(());
        }
        let known = wish.split_once('=').filter(|(part, meaning)| {
            let is_known = |(name, all): &(&str, &[&str])| name == part && all.contains(meaning);
            MEANINGS.iter().any(is_known)
        });
        let (part, meaning) = known.ok_or_else(|| VariantError::Meaning {
            wish: wish.to_owned(),
            choices: Reading::choices(),
        })?;
        self.meanings.push((part.to_owned(), meaning.to_owned()));
        Ok(())
    }

    /// All values of `--read`, as a text for error messages.
    pub fn choices() -> String {
        let of_part = |(part, all): &(&str, &[&str])| {
            let all: Vec<String> = all.iter().map(|it| format!("{part}={it}")).collect();
            all.join(", ")
        };
        let parts: Vec<String> = MEANINGS.iter().map(of_part).collect();
        format!("words, {}", parts.join(", "))
    }

    /// The meaning of a drawn part of a puzzle, with a warning that gives the reason.
    pub(super) fn meaning(&self, puzzle: &Map<String, Value>, part: &str) -> Option<Meaning> {
        let wished = self.meanings.iter().find(|(name, _)| name == part);
        if let Some((_, kind)) = wished {
            return Some(Meaning {
                kind: kind.clone(),
                warning: format!("`{part}` was read as `{kind}` on request"),
            });
        }
        let (kind, sentence) = in_words(puzzle, part).filter(|_| self.reads_words)?;
        Some(Meaning {
            kind: kind.to_owned(),
            warning: format!("`{part}` was read as `{kind}`, since the rules say: {sentence}"),
        })
    }
}

/// A constraint in place of a drawing.
pub(super) struct Meaning {
    /// The key that f-puzzles has for the constraint.
    pub kind: String,
    pub warning: String,
}

/// The warning about a part that is only drawn. It names the option if the rules explain the part.
pub(super) fn only_drawn(puzzle: &Map<String, Value>, part: &str) -> String {
    let option = match in_words(puzzle, part) {
        Some((kind, _)) => format!("; if the rules in words mean so, use `--read {part}={kind}`"),
        None => String::new(),
    };
    format!("`{part}` is only drawn and was not read as a constraint{option}")
}

/// The kind that a sentence of the rules gives to a drawn part, and the sentence. `None` if the
/// part has several colours, as they may mean several things.
fn in_words<'p>(puzzle: &'p Map<String, Value>, part: &str) -> Option<(&'static str, String)> {
    let items: &'p Vec<Value> = puzzle.get(part)?.as_array()?;
    let colour = |it: &'p Value| it.get("outlineC").or(it.get("color"));
    if items
        .iter()
        .any(|it| colour(it) != items.first().and_then(colour))
    {
        return None;
    }
    let rules = puzzle.get("ruleset")?.as_str()?;
    let sentences = rules.split_inclusive(['.', '\n']);
    let found = sentences.filter_map(|sentence| Some((kind_of(part, sentence)?, sentence.trim())));
    let found: Vec<(&'static str, &str)> = found.collect();
    let &(kind, sentence) = found.first()?;
    let is_clear = found.iter().all(|it| it.0 == kind) && !puzzle.contains_key(kind);
    // The text of a cage lists the digits that must appear in it.
    let has_digits = |it: &Value| it["value"].as_str().is_some_and(is_number);
    let fits = kind != "quadruple" || items.iter().all(has_digits);
    let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    (is_clear && fits).then_some((kind, sentence))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

/// The kind that one sentence gives to a part.
fn kind_of(part: &str, sentence: &str) -> Option<&'static str> {
    let sentence = sentence.to_lowercase();
    let has = |words: &str| sentence.contains(words);
    match part {
        "line" if has("line") => {
            let is_set = ["set of consecutive digits", "consecutive set"];
            let is_same = [
                "same parity",
                "either three odd digits or three even digits",
            ];
            match () {
                () if is_set.into_iter().any(has) => Some("renban"),
                () if is_same.into_iter().any(has) => Some("sameparity"),
                () => None,
            }
        }
        "cage" if has("cage") && has("must appear") && (has("digit") || has("number")) => {
            Some("quadruple")
        }
        _ => None,
    }
}
