//! The words that complete a rule file at the cursor: keywords that the grammar allows there, and
//! names that fit.

use qedoku_core::lang::ast::{Item, SortWord};
use qedoku_core::lang::ir::Level;
use qedoku_core::lang::{self, Allowed, allowed, is_keyword};

use super::definitions::definitions;

/// Maximum number of words offered.
const MAX_WORDS: usize = 40;

/// The completions at a byte of a text.
pub fn words(text: &str, offset: usize) -> Vec<String> {
    let allowed = allowed(text, offset);
    let typed = &text[allowed.typed.clone()];
    let mut found: Vec<String> = names(text, &allowed);
    for word in allowed.words.iter().filter(|word| is_keyword(word)) {
        found.push((*word).to_owned());
        // Both singular and plural of a sort are valid.
        found.extend(SortWord::parse(word).map(|sort| sort.text(true).to_owned()));
    }
    let mut offered: Vec<String> = Vec::new();
    for word in found {
        if word.starts_with(typed) && word != typed && !offered.contains(&word) {
            offered.push(word);
        }
    }
    offered.truncate(MAX_WORDS);
    offered
}

/// The byte offset of a place in UTF-16 units.
pub fn byte_of(text: &str, at: usize) -> usize {
    let mut units = 0;
    for (byte, c) in text.char_indices() {
        if units >= at {
            return byte;
        }
        units += c.len_utf16();
    }
    text.len()
}

/// The names that may stand at the place.
fn names(text: &str, allowed: &Allowed) -> Vec<String> {
    let has = |word: &str| allowed.words.contains(&word);
    let before = allowed.before.clone().map(|range| &text[range]);
    if before == Some("level") {
        return Level::ALL
            .iter()
            .map(|(_, word)| (*word).to_owned())
            .collect();
    }
    // A new name follows these. It cannot be completed.
    let new = ["rule", "pattern", "relation", "as"];
    if before.is_some_and(|word| SortWord::parse(word).is_some() || new.contains(&word)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    // Where a sort may stand, a name refers to a pattern.
    let declares = has("a name") && has("digit");
    if has("a name") && !declares {
        found.extend(used(text, allowed));
    }
    if declares || has("a pattern") {
        found.extend(defined("pattern"));
    }
    if !declares && (has("a name") || has("a relation")) {
        found.extend(defined("relation"));
    }
    found
}

/// The names in the item around the place that are not words of the language.
fn used(text: &str, allowed: &Allowed) -> Vec<String> {
    let Some(item) = allowed.item.clone() else {
        return Vec::new();
    };
    let code = text[item.start..allowed.typed.start.max(item.start)].lines();
    let code = code.filter(|line| !line.trim_start().starts_with("//"));
    let code = code.map(|line| line.split('"').next().unwrap_or_default());
    code.flat_map(|line| line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_keyword(word))
        .map(str::to_owned)
        .collect()
}

/// The patterns or relations of the standard library.
fn defined(word: &str) -> Vec<String> {
    let mut names = Vec::new();
    for source in definitions() {
        let file = lang::parse(&source).ok();
        let items = file.iter().flat_map(|file| &file.items);
        let own = items.filter(|item| item.word() == word);
        names.extend(own.map(|item: &Item| item.name().node.clone()));
    }
    names
}
