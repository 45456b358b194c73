//! The service: reads a question, dispatches it, and frames the answer.

use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use qedoku_app::options::unconditional;
use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::Board;
use qedoku_core::lang::{Library, load, overlay, standard_library, standard_sources};
use serde::Serialize;
use serde_json::Value;

use crate::ask;
use crate::backend::Backend;
use crate::protocol::{
    ApiError, Ask, Message, OwnRule, PROTOCOL_VERSION, PageQuestion, SolveOptions,
};

/// Answers questions one at a time and caches solvers and libraries between them.
pub struct Service {
    backend: Box<dyn Backend>,
    /// Solvers with the standard library, by purpose, the most recently used last.
    solvers: Vec<(String, Solver<'static>)>,
    /// The most recent library with user rules.
    own: Option<(Vec<OwnRule>, Rc<Library>)>,
}

/// Maximum number of cached solvers.
const MAX_SOLVERS: usize = 6;

static STANDARD: OnceLock<Library> = OnceLock::new();

/// The standard library, loaded on first use.
pub(crate) fn standard() -> Result<&'static Library, ApiError> {
    if let Some(library) = STANDARD.get() {
        return Ok(library);
    }
    let library = standard_library().map_err(|error| ApiError::of_rules(&error))?;
    Ok(STANDARD.get_or_init(|| library))
}

/// A library with a shared or static lifetime.
pub(crate) enum Loaded {
    Standard(&'static Library),
    WithOwn(Rc<Library>),
}

impl std::ops::Deref for Loaded {
    type Target = Library;

    fn deref(&self) -> &Library {
        match self {
            Loaded::Standard(library) => library,
            Loaded::WithOwn(library) => library,
        }
    }
}

/// Maximum size of a question in bytes.
pub const MAX_QUESTION_BYTES: usize = 8 << 20;

impl Service {
    /// A service with this backend.
    pub fn new(backend: Box<dyn Backend>) -> Service {
        Service {
            backend,
            solvers: Vec::new(),
            own: None,
        }
    }

    /// Answers a question: one line of JSON for one line of JSON. Passes progress messages to
    /// `tell`, also as lines.
    pub fn respond(&mut self, question: &[u8], tell: &mut dyn FnMut(String)) -> String {
        if question.len() > MAX_QUESTION_BYTES {
            return failed(
                0,
                &ApiError::new("question::size", "the question is too long"),
            );
        }
        let question: PageQuestion = match serde_json::from_slice(question) {
            Ok(question) => question,
            Err(error) => {
                // The page waits for the id of its question, if it can be read.
                let read: Option<Value> = serde_json::from_slice(question).ok();
                let id = read.and_then(|value| value["id"].as_u64()).unwrap_or(0);
                let message = format!("the question cannot be read: {error}");
                return failed(id, &ApiError::new("question::json", message));
            }
        };
        let id = question.id;
        if question.version != PROTOCOL_VERSION {
            let message =
                format!("this engine supports version {PROTOCOL_VERSION} of the protocol only");
            return failed(id, &ApiError::new("question::version", message));
        }
        let mut progress = |value: Value| {
            tell(message(id, |m| m.progress = Some(&value)));
        };
        match self.answer(question.ask, &mut progress) {
            Ok(value) => message(id, |m| m.answer = Some(&value)),
            Err(failure) => failed(id, &failure),
        }
    }

    fn answer(&mut self, ask: Ask, tell: &mut dyn FnMut(Value)) -> Result<Value, ApiError> {
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
            Ask::Grade { board, how, scales } => ask::grade::answer(self, &board, &how, &scales),
            Ask::Count { board, deep } => ask::count::answer(&board, deep),
            Ask::Create {
                shape,
                seed,
                level,
                needs,
                position,
            } => {
                let wish = ask::create::CreateOptions {
                    level,
                    needs,
                    position,
                };
                ask::create::answer(shape, seed, &wish, tell)
            }
            Ask::Geometry { shape } => ask::hello::geometry(shape),
            Ask::Variant { text, how } => ask::variant::answer(self, &text, &how),
            Ask::Proof { proof } => ask::proof::steps(&proof),
            Ask::Show {
                proof,
                from,
                count,
                theme,
                layer,
            } => ask::proof::show(&proof, from, count, theme, layer),
            Ask::Report { proof, title } => ask::report::answer(self, &proof, &title),
            Ask::Library { rules } => ask::library::answer(self, &rules),
            Ask::Example { rule, rules, most } => ask::library::example(self, &rule, &rules, most),
            Ask::Edit {
                file,
                rules,
                board,
                at,
            } => ask::edit::answer(self, &file, &rules, board.as_ref(), at),
            Ask::Language => ask::language::answer(),
            Ask::Format { file } => ask::edit::format(&file),
            Ask::Judge { file, rules } => {
                let library = ask::edit::library_with(&file, &rules)
                    .map_err(|problems| ApiError::of_rules(&problems))?;
                self.backend.judge(&library, &file.path, tell)
            }
            Ask::Mine { board, candidate } => self.backend.mine(&board.puzzle()?, &candidate, tell),
            Ask::Check { proof } => self.backend.check(&proof),
        }
    }

    /// The backend of this service.
    pub(crate) fn backend(&self) -> &dyn Backend {
        &*self.backend
    }

    /// The library with user rules, or the standard one if there are none.
    pub(crate) fn library(&mut self, rules: &[OwnRule]) -> Result<Loaded, ApiError> {
        if rules.is_empty() {
            return standard().map(Loaded::Standard);
        }
        if let Some((known, library)) = &self.own
            && known == rules
        {
            return Ok(Loaded::WithOwn(Rc::clone(library)));
        }
        let library = Rc::new(own_library(rules)?);
        self.own = Some((rules.to_vec(), Rc::clone(&library)));
        Ok(Loaded::WithOwn(library))
    }

    /// The strategy for the options of a question. Steps that assume a unique solution are proved
    /// without the assumption, so all proofs hold unconditionally.
    pub(crate) fn strategy(&mut self, how: &SolveOptions) -> Result<Strategy, ApiError> {
        let library = self.library(&how.rules)?;
        Ok(unconditional(how.options.strategy(&library)?))
    }

    /// Calls a function with a solver for a board. A solver with the standard library is cached.
    pub(crate) fn with_solver<T>(
        &mut self,
        board: &Arc<Board>,
        options: &SolveOptions,
        strategy: Strategy,
        act: impl FnOnce(&Solver<'_>) -> T,
    ) -> Result<T, ApiError> {
        let library = match self.library(&options.rules)? {
            Loaded::WithOwn(library) => {
                return Ok(act(&Solver::new(board, &library, strategy)));
            }
            Loaded::Standard(library) => library,
        };
        let key = format!("{:?} {strategy:?}", board.id());
        let solver = match self.solvers.iter().position(|(known, _)| *known == key) {
            Some(at) => self.solvers.remove(at).1,
            None => Solver::new(board, library, strategy),
        };
        let result = act(&solver);
        self.solvers.push((key, solver));
        if self.solvers.len() > MAX_SOLVERS {
            self.solvers.remove(0);
        }
        Ok(result)
    }
}

/// The standard library with user rules. Rules that no user file replaces keep their verdicts. User
/// rules may be wrong, so their steps are taken only with a certificate.
fn own_library(rules: &[OwnRule]) -> Result<Library, ApiError> {
    let standard = standard_sources();
    let count = standard.len();
    let added = rules.iter().map(ask::edit::source).collect();
    let sources = overlay(standard.clone(), added);
    let replaced = sources[..count] != standard[..];
    let mut library = load(&sources).map_err(|error| ApiError::of_rules(&error))?;
    let own: Vec<&str> = (library.rules.iter())
        .filter(|rule| rules.iter().any(|file| *file.path == *rule.path))
        .map(|rule| rule.name())
        .collect();
    for technique in &mut library.techniques {
        technique.proved = !replaced && !own.contains(&&*technique.rule);
    }
    Ok(library)
}

/// An answer as JSON. It cannot fail, because all keys are strings.
pub(crate) fn value(answer: &impl Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(answer).map_err(|e| ApiError::new("engine::json", e.to_string()))
}

fn message<'a>(id: u64, fill: impl FnOnce(&mut Message<'a>)) -> String {
    let mut message = Message {
        version: PROTOCOL_VERSION,
        id,
        progress: None,
        answer: None,
        error: None,
    };
    fill(&mut message);
    serde_json::to_string(&message).unwrap_or_default()
}

/// The error message for a question.
pub fn failed(id: u64, failure: &ApiError) -> String {
    message(id, |m| m.error = Some(failure))
}
