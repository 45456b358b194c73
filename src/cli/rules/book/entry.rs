//! What the book has of a rule.

use qedoku_core::lang::RuleInfo;
use qedoku_core::lang::ir::Technique;

/// A rule with its techniques.
pub struct BookRule<'l> {
    pub info: &'l RuleInfo,
    pub techniques: Vec<BookTechnique<'l>>,
}

/// A technique with all that its page says of it.
pub struct BookTechnique<'l> {
    pub technique: &'l Technique,
    /// What to call it where others may have the same title.
    pub label: String,
    /// Its place in the library, the simplest first.
    pub place: usize,
    /// What is proved of it.
    pub verdict: String,
    pub example: Option<StepPicture>,
}

/// A step, drawn and in words.
pub struct StepPicture {
    pub svg: String,
    pub sentence: String,
    /// The lines of a proof that it is.
    pub certificate: Vec<String>,
}

impl BookRule<'_> {
    /// What it is about.
    pub fn doc(&self) -> String {
        self.info.ast.doc.join("\n").trim().to_owned()
    }

    /// The family in words: `Almost locked sets` for the folder `70-almost-locked-sets`.
    pub fn family(&self) -> String {
        let folder = &*self.info.family;
        let number = folder.split_once('-');
        let number = number.filter(|(number, _)| number.bytes().all(|b| b.is_ascii_digit()));
        let words = number.map_or(folder, |(_, rest)| rest).replace('-', " ");
        let mut chars = words.chars();
        let first = chars.next().map(|c| c.to_uppercase().collect::<String>());
        first.unwrap_or_default() + chars.as_str()
    }

    /// What people call it: the names of its techniques.
    pub fn title(&self) -> String {
        let mut titles: Vec<&str> = Vec::new();
        for one in &self.techniques {
            if !titles.contains(&one.technique.title.as_str()) {
                titles.push(&one.technique.title);
            }
        }
        match titles[..] {
            [] => self.info.name().to_owned(),
            [..] => titles.join(", "),
        }
    }
}

impl BookTechnique<'_> {
    /// What others call it, by whose scheme.
    pub fn codes(&self) -> String {
        let codes = self.technique.known_as.iter();
        let codes: Vec<String> = codes
            .map(|(scheme, code)| format!("{scheme} {code}"))
            .collect();
        codes.join(", ")
    }

    /// The part of its rule's page that is about it.
    pub fn anchor(&self) -> String {
        format!("technique-{}", self.technique.instance.unwrap_or(1))
    }
}
