//! The messages of the checker: what a proof claims, and the sentence for each code of FORMAT.md.

use std::fmt;

/// Each code and its sentence, with `{}` for a word.
const SENTENCES: &str = include_str!("sentences.txt");

/// The codes of the files that another checker may accept.
const DECLINES: [&str; 4] = ["version", "board", "limit", "fill-cap"];

/// The reason why a proof is rejected or declined. Candidates have names; pieces of the file are
/// quoted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub(crate) code: &'static str,
    /// The words for the sentence.
    pub(crate) words: Vec<String>,
}

impl Reason {
    /// All codes.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        let lines = SENTENCES.lines();
        lines.filter_map(|line| Some(line.split_once(": ")?.0))
    }

    /// The code of the reason in FORMAT.md.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Whether the proof may be right nevertheless.
    pub fn declines(&self) -> bool {
        DECLINES.contains(&self.code)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = SENTENCES.lines().filter_map(|line| line.split_once(": "));
        let sentence = lines.find(|(code, _)| *code == self.code);
        let mut parts = sentence.map_or(self.code, |(_, text)| text).split("{}");
        f.write_str(parts.next().unwrap_or_default())?;
        let mut rest = self.words.iter().zip(parts);
        rest.try_for_each(|(word, part)| write!(f, "{word}{part}"))
    }
}

/// The claim of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The only solution.
    Unique(String),
    /// There is no solution.
    None,
    /// Two solutions.
    Many(String, String),
    /// The eliminations are right, and nothing more.
    Open,
}

impl Claim {
    /// The word of the claim in the file.
    pub fn code(&self) -> &'static str {
        match self {
            Claim::Unique(_) => "unique",
            Claim::None => "none",
            Claim::Many(..) => "many",
            Claim::Open => "open",
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Unique(grid) => write!(f, "the only solution is {grid}"),
            Claim::None => write!(f, "there is no solution"),
            Claim::Many(first, second) => write!(f, "{first} and {second} are solutions"),
            Claim::Open => write!(f, "the eliminations are right"),
        }
    }
}

/// A piece of the file for messages: escaped, in backquotes, cut if it is long.
pub(crate) fn quote(text: &str) -> String {
    let (start, end) = text.get(..40).map_or((text, ""), |it| (it, "..."));
    format!("`{}{end}`", start.escape_default())
}
