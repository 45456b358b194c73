//! Who answers: a question is read, given to whoever knows, and the answer framed.

use std::rc::Rc;

use qedoku_core::lang::{Library, load, overlay, standard_library, standard_sources};
use serde::Serialize;
use serde_json::Value;

use crate::ask;
use crate::powers::Powers;
use crate::protocol::{Ask, Trouble, Message, PageQuestion, OwnRule, VERSION};

/// Answers questions, one after the other, and keeps libraries that were loaded for them.
pub struct Desk {
    powers: Box<dyn Powers>,
    standard: Option<Rc<Library>>,
    /// The library with rules of one's own that was used last.
    own: Option<(Vec<OwnRule>, Rc<Library>)>,
}

/// So many bytes of JSON a question may have.
pub const MOST_BYTES: usize = 8 << 20;

impl Desk {
    /// A desk with these powers.
    pub fn new(powers: Box<dyn Powers>) -> Desk {
        Desk {
            powers,
            standard: None,
            own: None,
        }
    }

    /// Answers a question: a line of JSON for a line of JSON. What is told on the way goes to `tell`, as lines too.
    pub fn respond(&mut self, question: &[u8], tell: &mut dyn FnMut(String)) -> String {
        if question.len() > MOST_BYTES {
            return failed(
                0,
                &Trouble::new("question::size", "the question is too long"),
            );
        }
        let question: PageQuestion = match serde_json::from_slice(question) {
            Ok(question) => question,
            Err(error) => {
                let message = format!("the question cannot be read: {error}");
                return failed(0, &Trouble::new("question::json", message));
            }
        };
        let id = question.id;
        if question.version != VERSION {
            let message = format!("this engine speaks version {VERSION} of the protocol");
            return failed(id, &Trouble::new("question::version", message));
        }
        let mut progress = |value: Value| {
            tell(message(id, |m| m.progress = Some(&value)));
        };
        match self.answer(question.ask, &mut progress) {
            Ok(value) => message(id, |m| m.answer = Some(&value)),
            Err(failure) => failed(id, &failure),
        }
    }

    fn answer(&mut self, ask: Ask, tell: &mut dyn FnMut(Value)) -> Result<Value, Trouble> {
        match ask {
            Ask::Hello => ask::hello::answer(self),
            Ask::Read { text } => ask::read::answer(&text),
            Ask::Links { board } => ask::links::answer(&board),
            Ask::Hint { board, how } => ask::hint::answer(self, &board, &how),
            Ask::Path { board, how } => ask::path::answer(self, &board, &how, tell),
            Ask::Steps {
                board,
                how,
                technique,
            } => ask::steps::answer(self, &board, &how, technique.as_deref(), tell),
            Ask::Grade { board, how } => ask::grade::answer(self, &board, &how),
            Ask::Proof { proof } => ask::proof::steps(&proof),
            Ask::Show {
                proof,
                from,
                count,
                theme,
            } => ask::proof::show(&proof, from, count, theme),
            Ask::Library { rules } => ask::library::answer(self, &rules),
            Ask::Example { rule, rules } => ask::library::example(self, &rule, &rules),
            Ask::Edit { file, rules, board } => {
                ask::edit::answer(self, &file, &rules, board.as_ref())
            }
            Ask::Format { file } => ask::edit::format(&file),
            Ask::Judge { file, rules } => {
                let library = ask::edit::library_with(&file, &rules)
                    .map_err(|problems| Trouble::of_rules(&problems))?;
                self.powers.judge(&library, &file.path, tell)
            }
            Ask::Mine { board, candidate } => self.powers.mine(&board.puzzle()?, &candidate, tell),
            Ask::Check { proof } => self.powers.check(&proof),
        }
    }

    /// What this desk can do beyond others.
    pub(crate) fn powers(&self) -> &dyn Powers {
        &*self.powers
    }

    /// The library with rules of one's own, or the standard one.
    pub(crate) fn library(&mut self, rules: &[OwnRule]) -> Result<Rc<Library>, Trouble> {
        if rules.is_empty() {
            if let Some(library) = &self.standard {
                return Ok(Rc::clone(library));
            }
            let library = Rc::new(standard_library().map_err(|error| Trouble::of(&error))?);
            self.standard = Some(Rc::clone(&library));
            return Ok(library);
        }
        if let Some((known, library)) = &self.own
            && known == rules
        {
            return Ok(Rc::clone(library));
        }
        let library = Rc::new(own_library(rules)?);
        self.own = Some((rules.to_vec(), Rc::clone(&library)));
        Ok(library)
    }
}

/// The standard library with rules of one's own. What no file of one's own takes the place of, is as proved as it
/// was; one's own rules may be wrong, and of these no step is taken that is not certified.
fn own_library(rules: &[OwnRule]) -> Result<Library, Trouble> {
    let standard = standard_sources();
    let count = standard.len();
    let added = rules.iter().map(ask::edit::source).collect();
    let sources = overlay(standard.clone(), added);
    let replaced = sources[..count] != standard[..];
    let mut library = load(&sources).map_err(|error| Trouble::of_rules(&error))?;
    let own: Vec<&str> = (library.rules.iter())
        .filter(|rule| rules.iter().any(|file| *file.path == *rule.path))
        .map(|rule| rule.name())
        .collect();
    for technique in &mut library.techniques {
        technique.proved = !replaced && !own.contains(&&*technique.rule);
    }
    Ok(library)
}

/// An answer as JSON. Nothing that is answered has keys that are no text, so this cannot fail.
pub(crate) fn value(answer: &impl Serialize) -> Result<Value, Trouble> {
    serde_json::to_value(answer).map_err(|e| Trouble::new("engine::json", e.to_string()))
}

fn message<'a>(id: u64, fill: impl FnOnce(&mut Message<'a>)) -> String {
    let mut message = Message {
        version: VERSION,
        id,
        progress: None,
        answer: None,
        error: None,
    };
    fill(&mut message);
    serde_json::to_string(&message).unwrap_or_default()
}

fn failed(id: u64, failure: &Trouble) -> String {
    message(id, |m| m.error = Some(failure))
}
