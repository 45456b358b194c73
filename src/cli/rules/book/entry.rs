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
