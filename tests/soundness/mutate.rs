//! Rules of the library with a few changed words. Most are unsound, some still sound, and all use
//! the constructs of real rules.
//!
//! A change replaces a variable, a sort or a number, or removes an alternative or a condition.
//! Texts that the checks of the language reject are not used.

use qedoku_core::lang::ast::{File, Item};
use qedoku_core::lang::{RuleFile, parse, print, standard_sources};
use qedoku_tests::random::Random;

/// The files of the library, without their descriptive parts.
pub struct Originals {
    /// Patterns and relations that rules may use.
    prelude: Vec<String>,
    rules: Vec<String>,
}

impl Originals {
    pub fn read() -> Originals {
        let (mut prelude, mut rules) = (Vec::new(), Vec::new());
        for source in standard_sources() {
            let mut file = parse(&source).expect("the library can be read");
            file.items.iter_mut().for_each(bare);
            let has_rule = |file: &File| file.items.iter().any(|i| matches!(i, Item::Rule(_)));
            match has_rule(&file) {
                true => rules.push(print(&file)),
                false => prelude.push(print(&file)),
            }
        }
        Originals { prelude, rules }
    }

    /// Returns a rule with up to three changes, and its prelude, which is sometimes changed too.
    pub fn mutant(&self, random: &mut Random) -> (String, String) {
        let rule = &self.rules[random.below(self.rules.len())];
        let mut prelude = self.prelude.clone();
        if random.once_in(4) {
            let at = random.below(prelude.len());
            prelude[at] = changed(&prelude[at], random);
        }
        let mut text = rule.clone();
        for _ in 0..random.below(4) {
            text = changed(&text, random);
        }
        (prelude.join("\n"), text)
    }
}

/// Removes names, levels, sentences and examples.
fn bare(item: &mut Item) {
    if let Item::Rule(rule) = item {
        rule.doc.clear();
        rule.titles.clear();
        rule.known_as.clear();
        rule.levels.clear();
        rule.scores.clear();
        rule.on_request = None;
        rule.say = None;
        rule.examples.clear();
    }
}

/// Returns the source files of a rule and its prelude.
pub fn sources(prelude: &str, text: &str) -> Vec<RuleFile> {
    let named = [("prelude.rule", prelude), ("mutant.rule", text)];
    let used = named.into_iter().filter(|(_, text)| !text.is_empty());
    used.map(|(name, text)| RuleFile::new(name, text.as_bytes()).expect("UTF-8"))
        .collect()
}

const SORTS: [&[&str]; 4] = [
    &["cell", "square"],
    &["house", "row", "column", "box", "line", "crossline"],
    &["candidate", "group", "cluster"],
    &["cells", "squares"],
];
const WORDS: [(&str, &str); 10] = [
    ("sees", "excludes"),
    ("disjoint", "distinct"),
    ("at", "in"),
    ("no", "every"),
    ("and", "or"),
    ("houses", "lines"),
    ("lines", "houses"),
    ("crosslines", "houses"),
    ("candidates", "groups"),
    ("groups", "clusters"),
];

/// Returns the text with one change.
fn changed(text: &str, random: &mut Random) -> String {
    let tokens = tokens(text);
    let is_word = |t: &str| t.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let words: Vec<usize> = (0..tokens.len())
        .filter(|&at| is_word(tokens[at]))
        .collect();
    let Some(&at) = random.pick(&words) else {
        return text.into();
    };
    let mut new: Vec<String> = tokens.iter().map(|t| t.to_string()).collect();
    match random.below(8) {
        0 | 1 => {
            // Removes a part between two separators.
            let joints = [",", "or", "and"];
            let is_joint = |at: &usize| joints.contains(&tokens[*at]);
            let all: Vec<usize> = (0..tokens.len()).filter(is_joint).collect();
            if let Some(&from) = random.pick(&all) {
                let ends = |at: &usize| is_joint(at) || tokens[*at].contains('\n');
                let to = (from + 1..tokens.len()).find(ends).unwrap_or(tokens.len());
                new.drain(from..to);
            }
        }
        2 => {
            let is_number = |at: &usize| tokens[*at].parse::<u32>().is_ok();
            let all: Vec<usize> = (0..tokens.len()).filter(is_number).collect();
            if let Some(&at) = random.pick(&all) {
                let number: u32 = tokens[at].parse().unwrap_or(1);
                let other = if random.once_in(2) {
                    number + 1
                } else {
                    number.saturating_sub(1)
                };
                new[at] = other.to_string();
            }
        }
        3 => {
            let of = |at: &usize| SORTS.iter().find(|all| all.contains(&tokens[*at]));
            let all: Vec<usize> = (0..tokens.len()).filter(|at| of(at).is_some()).collect();
            if let Some((&at, sorts)) = random.pick(&all).and_then(|at| Some((at, of(at)?))) {
                new[at] = sorts[random.below(sorts.len())].into();
            }
        }
        4 => {
            let of = |at: &usize| {
                let mut all = WORDS.iter();
                all.find_map(|(a, b)| (*a == tokens[*at]).then_some(b))
            };
            let all: Vec<usize> = (0..tokens.len()).filter(|at| of(at).is_some()).collect();
            if let Some((&at, word)) = random.pick(&all).and_then(|at| Some((at, of(at)?))) {
                new[at] = (*word).into();
            }
        }
        _ => {
            let other = words[random.below(words.len())];
            new[at] = tokens[other].into();
        }
    }
    new.concat()
}

/// Splits a text into words, numbers, white space and signs.
fn tokens(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        _ if c.is_ascii_alphabetic() || c == '_' => 0,
        _ if c.is_ascii_digit() => 1,
        _ if c.is_whitespace() => 2,
        _ => 3,
    };
    let mut found = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        let now = class(c);
        let goes_on = last.is_some_and(|l| (l == now && now != 3) || (l == 0 && now == 1));
        if last.is_some() && !goes_on {
            found.push(&text[start..at]);
            start = at;
        }
        last = Some(if goes_on { last.unwrap_or(now) } else { now });
    }
    found.push(&text[start..]);
    found
}
