//! The names of a definition and their kinds.

use std::collections::{BTreeMap, BTreeSet};

use super::super::ast::{Body, Declaration, Name, Size, SortWord, Span, Spanned, Use};
use super::super::definitions::{Definitions, MAX_PATTERN_DEPTH};
use super::super::diagnostics::{Finding, Problem};
use super::super::walk;

/// The kind of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VariableKind {
    Digit,
    Cell,
    House,
    Candidate,
    Group,
    Cluster,
    Truth,
    Guardian,
    Link,
    Capacity,
    Constraint,
}

impl VariableKind {
    /// True for links and capacities, which the matcher computes from cells.
    pub(super) fn is_computed(self) -> bool {
        matches!(self, VariableKind::Link | VariableKind::Capacity)
    }

    fn of(word: SortWord) -> VariableKind {
        match word {
            SortWord::Digit => VariableKind::Digit,
            SortWord::Cell | SortWord::Square => VariableKind::Cell,
            SortWord::Candidate => VariableKind::Candidate,
            SortWord::Group => VariableKind::Group,
            SortWord::Cluster => VariableKind::Cluster,
            SortWord::Truth => VariableKind::Truth,
            SortWord::Guardian => VariableKind::Guardian,
            SortWord::Link => VariableKind::Link,
            SortWord::Capacity => VariableKind::Capacity,
            SortWord::Cage
            | SortWord::Sum
            | SortWord::Path
            | SortWord::Clue
            | SortWord::Equation
            | SortWord::Constraint => VariableKind::Constraint,
            SortWord::House
            | SortWord::Row
            | SortWord::Column
            | SortWord::Box
            | SortWord::Line
            | SortWord::Crossline => VariableKind::House,
        }
    }
}

/// Whether a variable is single or plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plurality {
    /// A single value.
    One,
    /// A set with a size.
    Set,
    /// Numbered single values.
    Family,
    /// Numbered sets.
    Sets,
}

/// The binding of a name.
#[derive(Clone, Debug)]
pub(super) struct NameBinding {
    pub(super) kind: VariableKind,
    pub(super) form: Plurality,
    pub(super) word: SortWord,
    pub(super) size: Option<Size>,
    pub(super) span: Span,
    /// The place of the pattern use that has the variable as an argument.
    pub(super) pattern: Option<usize>,
    /// Whether the pattern is used several times.
    pub(super) counted: bool,
    /// Whether the declaration restricts the variable's location.
    pub(super) qualified: bool,
}

impl NameBinding {
    /// A description such as "a digit" or "a set of cells".
    pub(super) fn describe(&self) -> String {
        match self.form {
            Plurality::One => format!("a {}", self.word.text(false)),
            Plurality::Set => format!("a set of {}", self.word.text(true)),
            Plurality::Family => format!("a family of {}", self.word.text(true)),
            Plurality::Sets => format!("a family of sets of {}", self.word.text(true)),
        }
    }

    /// Whether the name has numbered members.
    pub(super) fn is_family(&self) -> bool {
        matches!(self.form, Plurality::Family | Plurality::Sets)
    }

    /// Whether this use means the whole family.
    pub(super) fn is_whole_family(&self, thing: &Use) -> bool {
        self.is_family() && thing.index.is_none()
    }

    /// Whether this use means a set.
    pub(super) fn is_set(&self, thing: &Use) -> bool {
        self.form == Plurality::Set || self.form == Plurality::Sets && thing.index.is_some()
    }

    /// Whether this use means a single value.
    pub(super) fn is_one(&self, thing: &Use) -> bool {
        self.form == Plurality::One || self.form == Plurality::Family && thing.index.is_some()
    }
}

/// The names of a body.
pub(super) struct NameScope {
    pub(super) names: BTreeMap<String, NameBinding>,
    /// A cell may be in a set of cells, but not in a cell.
    pub(super) blank: BTreeSet<String>,
    families: BTreeSet<String>,
}

impl NameScope {
    pub(super) fn new(families: BTreeSet<String>) -> NameScope {
        NameScope {
            names: BTreeMap::new(),
            blank: BTreeSet::new(),
            families,
        }
    }

    pub(super) fn get(&self, thing: &Use) -> Option<&NameBinding> {
        self.names.get(&thing.name.node)
    }

    /// Adds the declarations of a body.
    pub(super) fn declare(
        &mut self,
        body: &Body,
        definitions: &Definitions,
        findings: &mut Vec<Finding>,
    ) {
        self.declare_at(body, definitions, findings, 0);
    }

    fn declare_at(
        &mut self,
        body: &Body,
        definitions: &Definitions,
        findings: &mut Vec<Finding>,
        depth: usize,
    ) {
        for declaration in body.declarations.iter().chain(&body.targets) {
            match declaration {
                Declaration::Variables {
                    sort,
                    names,
                    of,
                    inside,
                    outside,
                    seen_by,
                } => {
                    check_words(sort, findings);
                    let qualified = of.is_some()
                        || [inside, outside, seen_by]
                            .iter()
                            .any(|list| !list.is_empty());
                    for (name, size) in names {
                        let binding = self.binding(sort, name, size.as_ref(), qualified);
                        self.add(name, binding, findings);
                    }
                }
                Declaration::Pattern {
                    name,
                    arguments,
                    count,
                } => {
                    let used = (name, arguments.as_slice(), count.as_ref());
                    self.arguments(used, definitions, findings, depth);
                }
            }
        }
    }

    /// Adds an end of a relation.
    pub(super) fn argument(
        &mut self,
        sort: &[Spanned<SortWord>],
        name: &Name,
        findings: &mut Vec<Finding>,
    ) {
        let binding = self.binding(sort, name, None, false);
        self.add(name, binding, findings);
    }

    fn binding(
        &self,
        sort: &[Spanned<SortWord>],
        name: &Name,
        size: Option<&Size>,
        qualified: bool,
    ) -> NameBinding {
        let word = match sort {
            [one] => one.node,
            [one, ..] if VariableKind::of(one.node) == VariableKind::Constraint => {
                SortWord::Constraint
            }
            _ => SortWord::House,
        };
        // The check of links covers the number of links.
        let is_member = matches!(
            VariableKind::of(word),
            VariableKind::Candidate
                | VariableKind::Group
                | VariableKind::Cluster
                | VariableKind::Truth
                | VariableKind::Constraint
        );
        let form = match size {
            None => Plurality::One,
            Some(_) if is_member || self.families.contains(&name.node) => Plurality::Family,
            Some(_) => Plurality::Set,
        };
        NameBinding {
            kind: VariableKind::of(word),
            form,
            word,
            size: size.cloned(),
            span: name.span.clone(),
            pattern: None,
            counted: false,
            qualified,
        }
    }

    /// Binds the arguments of a pattern as in its definition.
    fn arguments(
        &mut self,
        (name, arguments, count): (&Name, &[Name], Option<&Size>),
        definitions: &Definitions,
        findings: &mut Vec<Finding>,
        depth: usize,
    ) {
        let Some(pattern) = definitions.patterns.get(name.node.as_str()) else {
            self.blank.extend(arguments.iter().map(|a| a.node.clone()));
            if !definitions.unread.contains(name.node.as_str()) {
                let problem = Problem::UnknownPattern {
                    name: name.node.clone(),
                };
                let finding = Finding::new(problem, &name.span, "no pattern has this name");
                let finding = finding.suggest(&name.node, definitions.patterns.keys().copied());
                findings.push(finding.or_help(|| {
                    let name = &name.node;
                    format!(
                        "a pattern begins with `pattern {name}(S) {{`; a size stands in `[` and `]`"
                    )
                }));
            }
            return;
        };
        let (expected, found) = (pattern.arguments.len(), arguments.len());
        if expected != found {
            let problem = Problem::ArgumentCount {
                name: name.node.clone(),
                expected,
                found,
            };
            let names: Vec<&str> = { pattern.arguments.iter() }
                .map(|argument| argument.node.as_str())
                .collect();
            let written = format!("{}({})", pattern.name.node, names.join(", "));
            let finding = Finding::new(problem, &name.span, "used here");
            findings.push(finding.help(format!("it is defined as `{written}`")));
        }
        if depth >= MAX_PATTERN_DEPTH {
            return;
        }
        let mut inner = NameScope::new(walk::families(walk::mentions(&pattern.body)));
        // Mistakes inside are reported at the definition of the pattern.
        inner.declare_at(&pattern.body, definitions, &mut Vec::new(), depth + 1);
        for (argument, user) in pattern.arguments.iter().zip(arguments) {
            if let Some(binding) = inner.names.get(&argument.node) {
                let mut binding = NameBinding {
                    span: user.span.clone(),
                    pattern: Some(name.span.0.start),
                    ..binding.clone()
                };
                if let Some(count) = count {
                    if binding.is_family() {
                        let problem = Problem::FamilySize {
                            name: user.node.clone(),
                        };
                        let label = "a family already; it cannot be one of families";
                        let finding = Finding::new(problem, &count.span, label);
                        findings.push(finding.help("leave the number out"));
                    }
                    binding.form = match binding.form {
                        Plurality::One | Plurality::Family => Plurality::Family,
                        Plurality::Set | Plurality::Sets => Plurality::Sets,
                    };
                    binding.size = Some(count.clone());
                    binding.counted = true;
                }
                self.add(user, binding, findings);
            } else {
                self.blank.insert(user.node.clone());
            }
        }
    }

    fn add(&mut self, name: &Name, binding: NameBinding, findings: &mut Vec<Finding>) {
        if let Some(first) = self.names.get(&name.node) {
            let problem = Problem::DuplicateVariable {
                name: name.node.clone(),
            };
            let finding = Finding::new(problem, &name.span, "declared again");
            let finding = finding.also(&first.span, "first declared here");
            findings.push(finding.help("give one of them another name"));
            return;
        }
        self.names.insert(name.node.clone(), binding);
    }
}

/// Checks that several sort words are all kinds of houses, or all kinds of constraints.
pub(super) fn check_words(sort: &[Spanned<SortWord>], findings: &mut Vec<Finding>) {
    let are_all = |kind| sort.iter().all(|word| VariableKind::of(word.node) == kind);
    if let [first, .., last] = sort
        && !are_all(VariableKind::House)
        && !are_all(VariableKind::Constraint)
    {
        let words: Vec<&str> = sort.iter().map(|w| w.node.text(true)).collect();
        let problem = Problem::MixedSorts {
            words: words.join(" or "),
        };
        let finding = Finding::new(
            problem,
            &first.span.to(&last.span),
            "not all of these are houses",
        );
        findings
            .push(finding.help("only houses can be of several kinds, such as `lines or boxes`"));
    }
}

/// Whether the word is a kind of house.
pub(super) fn is_house(word: SortWord) -> bool {
    VariableKind::of(word) == VariableKind::House
}
