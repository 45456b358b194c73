//! The contents of the book for each rule.

use qedoku_core::lang::RuleInfo;
use qedoku_core::lang::ir::Technique;

/// A rule with its techniques.
pub struct BookRule<'l> {
    pub info: &'l RuleInfo,
    pub techniques: Vec<BookTechnique<'l>>,
}

/// A technique with the contents of its page.
pub struct BookTechnique<'l> {
    pub technique: &'l Technique,
    /// Title of the technique, made unique.
    pub label: String,
    /// The technique's rank in the library, the simplest first.
    pub place: usize,
    /// Verdict of the technique.
    pub verdict: String,
    pub example: Option<StepPicture>,
}

/// A step as a picture and a sentence.
pub struct StepPicture {
    pub svg: String,
    pub sentence: String,
    /// The proof lines of the step.
    pub certificate: Vec<String>,
}

impl BookRule<'_> {
    /// Doc comment of the rule.
    pub fn doc(&self) -> String {
        self.info.ast.doc.join("\n").trim().to_owned()
    }

    /// The family as a title: `Almost locked sets` for the folder `70-almost-locked-sets`.
    pub fn family(&self) -> String {
        let folder = &*self.info.family;
        let number = folder.split_once('-');
        let number = number.filter(|(number, _)| number.bytes().all(|b| b.is_ascii_digit()));
        let words = number.map_or(folder, |(_, rest)| rest).replace('-', " ");
        let mut chars = words.chars();
        let first = chars.next().map(|c| c.to_uppercase().collect::<String>());
        first.unwrap_or_default() + chars.as_str()
    }

    /// The titles of its techniques.
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
    /// Codes of the technique in other schemes.
    pub fn codes(&self) -> String {
        let codes = self.technique.known_as.iter();
        let codes: Vec<String> = codes
            .map(|(scheme, code)| format!("{scheme} {code}"))
            .collect();
        codes.join(", ")
    }

    /// The anchor of its section on the rule's page.
    pub fn anchor(&self) -> String {
        format!("technique-{}", self.technique.instance.unwrap_or(1))
    }
}
