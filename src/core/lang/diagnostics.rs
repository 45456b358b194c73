//! Problems in rule files, with messages for their authors.
//!
//! Every problem has a stable code, the exact place, and a help text where possible. All problems
//! of all files are collected before any is reported.

use std::fmt;
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, NamedSource};
use thiserror::Error;

use super::ast::Span;
use super::excerpt::Text;
use crate::printable_text::escaped;

/// A kind of problem.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Problem {
    #[error("this file is too large: {size} bytes")]
    #[diagnostic(code(rule::file_too_large))]
    FileTooLarge { size: usize },
    #[error("this file is not UTF-8 text: byte {byte:#04x} at offset {offset}")]
    #[diagnostic(code(rule::not_utf8))]
    NotUtf8 { byte: u8, offset: usize },
    #[error("this file has no rule, pattern or relation")]
    #[diagnostic(code(rule::empty_file))]
    EmptyFile,
    #[error("expected {expected}, found {found}")]
    #[diagnostic(code(rule::syntax))]
    Syntax { expected: String, found: String },
    #[error("`{found}` does not belong here")]
    #[diagnostic(code(rule::syntax))]
    Misplaced { found: String },
    #[error("`{word}` is a word of the language and cannot be a name")]
    #[diagnostic(code(rule::reserved_word))]
    ReservedWord { word: String },
    #[error("`{name}` cannot be a name")]
    #[diagnostic(code(rule::bad_name))]
    BadName { name: String },
    #[error("`{name}` is not a sort of variable")]
    #[diagnostic(code(rule::unknown_sort))]
    UnknownSort { name: String },
    #[error("`{character}` has no meaning in a rule file")]
    #[diagnostic(code(rule::stray_character))]
    StrayCharacter { character: String },
    #[error("the control character {character} cannot stand in a rule file")]
    #[diagnostic(code(rule::control_character))]
    ControlCharacter { character: String },
    #[error("this text has no closing quote")]
    #[diagnostic(code(rule::unclosed_text))]
    UnclosedText,
    #[error("the number {number} is too large")]
    #[diagnostic(code(rule::number_too_large))]
    NumberTooLarge { number: String },

    #[error("`{name}` is already defined as a {what}")]
    #[diagnostic(code(rule::duplicate_definition))]
    DuplicateDefinition { name: String, what: &'static str },
    #[error("there is already a variable `{name}`")]
    #[diagnostic(code(rule::duplicate_variable))]
    DuplicateVariable { name: String },
    #[error("unknown variable `{name}`")]
    #[diagnostic(code(rule::unknown_variable))]
    UnknownVariable { name: String },
    #[error("variable `{name}` is never used")]
    #[diagnostic(code(rule::unused_variable))]
    UnusedVariable { name: String },
    #[error("unknown pattern `{name}`")]
    #[diagnostic(code(rule::unknown_pattern))]
    UnknownPattern { name: String },
    #[error("unknown relation `{name}`")]
    #[diagnostic(code(rule::unknown_relation))]
    UnknownRelation { name: String },
    #[error("unknown level `{name}`")]
    #[diagnostic(code(rule::unknown_level))]
    UnknownLevel { name: String },
    #[error("`{name}` takes {expected} arguments, not {found}")]
    #[diagnostic(code(rule::argument_count))]
    ArgumentCount {
        name: String,
        expected: usize,
        found: usize,
    },

    #[error("`{name}` is {found}, but {expected} is needed here")]
    #[diagnostic(code(rule::wrong_sort))]
    WrongSort {
        name: String,
        found: String,
        expected: String,
    },
    #[error("{words} cannot be one sort")]
    #[diagnostic(code(rule::mixed_sorts))]
    MixedSorts { words: String },
    #[error("there is no `{name}` here")]
    #[diagnostic(code(rule::no_index))]
    NoIndex { name: String },
    #[error("both sides must use the same digit")]
    #[diagnostic(code(rule::two_digits))]
    TwoDigits,

    #[error("the range {first}..{last} is empty")]
    #[diagnostic(code(rule::empty_range))]
    EmptyRange { first: i64, last: i64 },
    #[error("a set of {size} is not possible")]
    #[diagnostic(code(rule::impossible_size))]
    ImpossibleSize { size: i64 },
    #[error("unknown size `{name}`")]
    #[diagnostic(code(rule::unknown_size))]
    UnknownSize { name: String },
    #[error("`{name}` has no members to choose from")]
    #[diagnostic(code(rule::not_a_family))]
    NotAFamily { name: String },
    #[error("`{name}[{index}]` does not exist")]
    #[diagnostic(code(rule::no_such_member))]
    NoSuchMember { name: String, index: String },
    #[error("`{name}` is used member by member, so its size must be one number")]
    #[diagnostic(code(rule::family_size))]
    FamilySize { name: String },
    #[error("`{name}` is used member by member, and cannot stand here as a whole")]
    #[diagnostic(code(rule::family_as_set))]
    FamilyAsSet { name: String },
    #[error("`an earlier {name}` needs a clause about a member of a family")]
    #[diagnostic(code(rule::earlier_than_what))]
    EarlierThanWhat { name: String },
    #[error("{found} {what} for {instances}")]
    #[diagnostic(code(rule::instance_count))]
    InstanceCount {
        what: &'static str,
        found: usize,
        instances: String,
    },
    #[error("`{name}` is not the parameter of this rule")]
    #[diagnostic(code(rule::unknown_parameter))]
    UnknownParameter { name: String },
    #[error("this rule has no instance {value}")]
    #[diagnostic(code(rule::no_such_instance))]
    NoSuchInstance { value: u32 },
    #[error("{found} variables are too many")]
    #[diagnostic(code(rule::too_many_variables))]
    TooManyVariables { found: usize },
    #[error("{found} clauses are too many")]
    #[diagnostic(code(rule::too_many_clauses))]
    TooManyClauses { found: usize },

    #[error("{what} `{name}` declares no variables")]
    #[diagnostic(code(rule::no_variables))]
    NoVariables { what: &'static str, name: String },
    #[error("rule `{name}` has no conclusion")]
    #[diagnostic(code(rule::missing_then))]
    MissingThen { name: String },
    #[error("nothing binds `{name}`: it could be anything")]
    #[diagnostic(code(rule::unbound_conclusion))]
    UnboundConclusion { name: String },
    #[error("this eliminates everything")]
    #[diagnostic(code(rule::eliminates_everything))]
    EliminatesEverything,
    #[error("this can never hold")]
    #[diagnostic(code(rule::never_holds))]
    NeverHolds,
    #[error("`{name}` has no conditions")]
    #[diagnostic(code(rule::empty_body))]
    EmptyBody { name: String },
    #[error("`{name}` can never hold: every case of it needs `{name}` itself")]
    #[diagnostic(code(rule::endless_recursion))]
    EndlessRecursion { name: String },
    #[error("`{name}` depends on its own negation")]
    #[diagnostic(code(rule::recursion_in_where))]
    RecursionInWhere { name: String },
    #[error("pattern `{name}` contains itself")]
    #[diagnostic(code(rule::recursive_pattern))]
    RecursivePattern { name: String },
    #[error("only a rule has a target")]
    #[diagnostic(code(rule::target_outside_rule))]
    TargetOutsideRule,
    #[error("rule `{name}` has no `every` clause")]
    #[diagnostic(code(rule::no_knowledge))]
    NoKnowledge { name: String },
    #[error("a presence clause has one subject")]
    #[diagnostic(code(rule::one_subject))]
    OneSubject,
    #[error("`deadly` needs a puzzle with one solution")]
    #[diagnostic(code(rule::deadly_without_assumption))]
    DeadlyWithoutAssumption,
    #[error("`assuming unique`, but nothing uses it")]
    #[diagnostic(code(rule::unused_assumption))]
    UnusedAssumption,
    #[error("{why}")]
    #[diagnostic(code(rule::guardians))]
    Guardians { why: &'static str },
    #[error("{why}")]
    #[diagnostic(code(rule::links))]
    Links { why: &'static str },
    #[error("{why}")]
    #[diagnostic(code(rule::capacities))]
    Capacities { why: &'static str },
    #[error("{why}")]
    #[diagnostic(code(rule::fillings))]
    Fillings { why: &'static str },
    #[error("a rule about templates must say `by template`")]
    #[diagnostic(code(rule::undeclared_template))]
    UndeclaredTemplate,
    #[error("`by template`, but no condition uses templates")]
    #[diagnostic(code(rule::unused_template))]
    UnusedTemplate,

    #[error("`{{{name}}}` is not a variable of this rule")]
    #[diagnostic(code(rule::bad_placeholder))]
    BadPlaceholder { name: String },
    #[error("this placeholder has no end")]
    #[diagnostic(code(rule::unclosed_placeholder))]
    UnclosedPlaceholder,
    #[error("this board cannot be read: {reason}")]
    #[diagnostic(code(rule::bad_board))]
    BadBoard { reason: String },
    #[error("`{name}` is not a candidate of this board")]
    #[diagnostic(code(rule::bad_candidate))]
    BadCandidate { name: String },
}

/// A problem with its place.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The problem.
    pub problem: Problem,
    /// Place of the finding.
    pub span: Span,
    /// The label of the place.
    pub label: String,
    /// The help text.
    pub help: Option<String>,
    /// Another relevant place with its label.
    pub also: Option<(Span, String)>,
    /// The replacement text for the place, if known.
    pub fix: Option<String>,
    source: Option<Arc<NamedSource<Text>>>,
}

impl Finding {
    /// A problem at a place.
    pub fn new(problem: Problem, span: &Span, label: impl Into<String>) -> Finding {
        Finding {
            problem,
            span: span.clone(),
            label: label.into(),
            help: None,
            also: None,
            fix: None,
            source: None,
        }
    }

    /// Adds a help text.
    pub fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }

    /// Adds a help text, if there is none yet.
    pub fn or_help(self, help: impl FnOnce() -> String) -> Finding {
        match self.help {
            Some(_) => self,
            None => self.help(help()),
        }
    }

    /// Adds "did you mean", if one of the known names is similar.
    pub fn suggest<'a>(mut self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Finding {
        if let Some(close) = closest(name, known) {
            self = self.did_you_mean(close);
        }
        self
    }

    /// Adds "did you mean" with the replacement text.
    pub fn did_you_mean(mut self, meant: &str) -> Finding {
        self.help = Some(format!("did you mean `{meant}`?"));
        self.fix = Some(meant.to_string());
        self
    }

    /// Adds a replacement text.
    pub fn fix(mut self, text: impl Into<String>) -> Finding {
        self.fix = Some(text.into());
        self
    }

    /// Adds another place in the same file.
    pub fn also(mut self, span: &Span, label: impl Into<String>) -> Finding {
        if span.0 != self.span.0 {
            self.also = Some((span.clone(), label.into()));
        }
        self
    }

    pub(super) fn in_source(mut self, source: &Arc<NamedSource<Text>>) -> Finding {
        self.source.get_or_insert_with(|| Arc::clone(source));
        let clean = |text: &mut String| *text = escaped(text).into_owned();
        clean(&mut self.label);
        self.help.as_mut().map(clean);
        if let Some((_, label)) = self.also.as_mut() {
            clean(label);
        }
        self
    }

    /// The path of the file with the problem.
    pub fn path(&self) -> Option<&str> {
        self.source.as_ref().map(|source| source.name())
    }

    /// The stable code, `rule::unknown_variable`.
    pub fn code(&self) -> String {
        let code = Diagnostic::code(&self.problem);
        code.map(|code| code.to_string()).unwrap_or_default()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escaped(&self.problem.to_string()))
    }
}

impl std::error::Error for Finding {}

impl Diagnostic for Finding {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Diagnostic::code(&self.problem)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        let source = self.source.as_ref()?;
        Some(source.as_ref())
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let text = self.source.as_ref().map(|source| source.inner());
        let shown = |span: &Span| text.map_or(span.0.clone(), |text| text.shown(&span.0));
        let near = |span: &Span| text.is_none_or(|text| text.together(&self.span.0, &span.0));
        let first = LabeledSpan::new_primary_with_span(Some(self.label.clone()), shown(&self.span));
        let also = self.also.iter().filter(|(span, _)| near(span));
        let also: Vec<LabeledSpan> = also
            .map(|(span, label)| LabeledSpan::new_with_span(Some(label.clone()), shown(span)))
            .collect();
        Some(Box::new(std::iter::once(first).chain(also)))
    }
}

/// All problems of the files, in the order of the files and of the text.
///
/// ```
/// use qedoku_core::{RuleFile, Rules};
///
/// let file = RuleFile::new("50-own/wrong.rule", b"rule wrong { for digit d then place e at a }")?;
/// let problems = Rules::load([file]).err().expect("problems");
/// assert!(problems.codes().contains(&"rule::unknown_variable".to_owned()), "{problems:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Error)]
#[error("{}", counted(.findings.len(), *.left_out))]
pub struct Diagnostics {
    /// The problems, at least one.
    pub findings: Vec<Finding>,
    /// The number of further problems.
    pub left_out: usize,
}

impl Diagnostic for Diagnostics {
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.findings.iter().map(|f| f as &dyn Diagnostic)))
    }
}

impl Diagnostics {
    /// The stable codes, in order.
    pub fn codes(&self) -> Vec<String> {
        self.findings.iter().map(Finding::code).collect()
    }

    /// The report as plain text, without colours.
    #[cfg(feature = "reports")]
    pub fn render(&self, width: usize) -> String {
        let theme = miette::GraphicalTheme::unicode_nocolor();
        let handler = miette::GraphicalReportHandler::new_themed(theme).with_width(width);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = handler.render_report(&mut text, self);
        text
    }
}

fn counted(shown: usize, left_out: usize) -> String {
    match (shown, left_out) {
        (1, 0) => "1 problem in the rules".to_string(),
        (n, 0) => format!("{n} problems in the rules"),
        (n, more) => format!("{} problems in the rules; here are the first {n}", n + more),
    }
}

/// The known name that is most similar to a name, if any is similar enough.
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.into_iter().filter(|k| *k != name);
    let near = near.filter(|k| is_close(name, k));
    near.map(|k| (distance(name, k), k)).min().map(|(_, k)| k)
}

/// Whether a word may be a misspelling of another.
pub fn is_close(name: &str, known: &str) -> bool {
    let letters = distance(name, known);
    // A single letter is not a misspelling of another one.
    letters < known.len().max(name.len()) && letters <= 1 + name.len() / 4
}

/// The edit distance, ignoring case.
fn distance(name: &str, known: &str) -> usize {
    strsim::damerau_levenshtein(&name.to_lowercase(), &known.to_lowercase())
}
