//! Lowering of declarations: names become variables, and patterns are expanded.

use std::collections::{BTreeMap, BTreeSet};

use super::super::ast::{self, Body, Declaration, Size, SizeExpr, SortWord, Spanned, Use};
use super::super::definitions::{Definitions, MAX_PATTERN_DEPTH};
use super::super::ir::{
    Condition, ConstraintKind, ConstraintKinds, Kinds, Pattern, Sort, Var, Variable,
};
use super::super::walk;
use crate::grid::HouseKind;

/// The bindings of the names of one body.
pub(super) struct Frame {
    names: BTreeMap<String, Vec<Var>>,
    families: BTreeSet<String>,
    /// The name of the guardians, which are not a variable: the clauses define them.
    guardians: Option<String>,
    /// The name of the links or capacities, which are not a variable either.
    computed: Option<(String, ComputedCount)>,
    pub(super) parameter: Option<ParameterRange>,
    depth: usize,
}

/// A value that the matcher computes from the cells of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ComputedCount {
    /// The fewest links of the cells.
    Links,
    /// The capacities of the digits, with the largest that may occur.
    Capacities(Option<u32>),
}

/// The parameter of a rule, with a value, or of a pattern, with a range of values.
pub(super) struct ParameterRange {
    name: String,
    first: i64,
    last: i64,
    /// A set whose size is the parameter plus a number. The variable of this set stands for the
    /// chosen value.
    anchor: Option<(Var, i64)>,
    /// Sets whose sizes are not yet related to the anchor: the minimum that each adds to the
    /// parameter, and the maximum excess.
    ranges: Vec<(Var, i64, u32)>,
}

impl ParameterRange {
    pub(super) fn fixed(name: &str, value: u32) -> ParameterRange {
        ParameterRange {
            name: name.to_string(),
            first: value.into(),
            last: value.into(),
            anchor: None,
            ranges: Vec::new(),
        }
    }
}

/// Constructs a condition on two variables.
type Make = fn(Var, Var) -> Condition;

/// The index variable of families.
pub(in super::super) const INDEX: &str = "i";

impl Frame {
    pub(super) fn new(families: BTreeSet<String>) -> Frame {
        Frame {
            names: BTreeMap::new(),
            families,
            guardians: None,
            computed: None,
            parameter: None,
            depth: 0,
        }
    }

    /// The minimum and maximum value of an expression. `None` if it is unknown.
    pub(super) fn range(&self, expr: &SizeExpr, i: Option<i64>) -> Option<(i64, i64)> {
        let plus = i64::from(expr.plus);
        let Some(name) = &expr.name else {
            return Some((plus, plus));
        };
        match (&self.parameter, i) {
            (Some(p), _) if p.name == name.node => Some((p.first + plus, p.last + plus)),
            (_, Some(i)) if name.node == INDEX => Some((i + plus, i + plus)),
            _ => None,
        }
    }

    /// Whether this is the name of the guardians.
    pub(super) fn is_guardians(&self, name: &str) -> bool {
        self.guardians.as_deref() == Some(name)
    }

    /// Whether the name is the name of the links or of the capacities.
    pub(super) fn computed(&self, name: &str) -> Option<ComputedCount> {
        let computed = self.computed.as_ref().filter(|(of, _)| of == name);
        computed.map(|(_, computed)| *computed)
    }

    /// The variables of a use: one, or all members of a family. `None` if the family lacks the
    /// member.
    pub(super) fn resolve(&self, thing: &Use, i: Option<i64>) -> Option<Vec<Var>> {
        self.resolve_name(&thing.name.node, thing.index.as_ref(), i)
    }

    pub(super) fn resolve_name(
        &self,
        name: &str,
        index: Option<&SizeExpr>,
        i: Option<i64>,
    ) -> Option<Vec<Var>> {
        let members = self.names.get(name)?;
        let Some(index) = index else {
            return Some(members.clone());
        };
        if !self.families.contains(name) {
            return None;
        }
        let (at, _) = self.range(index, i)?;
        let at = usize::try_from(at.checked_sub(1)?).ok()?;
        members.get(at).map(|&var| vec![var])
    }

    /// The variables of several uses.
    pub(super) fn resolve_all(&self, things: &[Use], i: Option<i64>) -> Option<Vec<Var>> {
        let each: Option<Vec<Vec<Var>>> = things.iter().map(|t| self.resolve(t, i)).collect();
        each.map(|vars| vars.concat())
    }
}

/// A pattern under construction.
pub(super) struct Lowering<'a> {
    pub(super) definitions: &'a Definitions<'a>,
    pub(super) pattern: Pattern,
    /// The cells of the links or capacities.
    pub(super) counted: Vec<Var>,
    flipped: bool,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(definitions: &'a Definitions<'a>, flipped: bool) -> Lowering<'a> {
        Lowering {
            definitions,
            pattern: Pattern::default(),
            counted: Vec::new(),
            flipped,
        }
    }

    /// The pattern with its shapes.
    pub(super) fn finish(mut self) -> Pattern {
        self.pattern.read_shapes();
        self.pattern
    }

    /// Adds a body. The names of its variables get the prefix.
    pub(super) fn body(&mut self, body: &Body, frame: &mut Frame, prefix: &str) {
        for declaration in &body.declarations {
            self.declare(declaration, frame, prefix, false);
        }
        for declaration in &body.targets {
            self.declare(declaration, frame, prefix, true);
        }
        for declaration in body.declarations.iter().chain(&body.targets) {
            self.qualify(declaration, frame);
        }
        for condition in &body.conditions {
            self.condition(&condition.node, frame);
        }
        for deadly in &body.deadly {
            self.deadly(&deadly.node, frame);
        }
        for every in &body.knowledge {
            self.every(every, frame);
        }
        for presence in &body.presence {
            self.presence(&presence.node, frame);
        }
    }

    /// Adds an end of a relation.
    pub(super) fn argument(&mut self, sort: &[Spanned<SortWord>], name: &str, frame: &mut Frame) {
        let var = self.variable(name.to_string(), self.sort(sort), None, false);
        frame.names.insert(name.to_string(), vec![var]);
    }

    fn variable(
        &mut self,
        name: String,
        sort: Sort,
        size: Option<(u32, u32)>,
        is_target: bool,
    ) -> Var {
        let var = Var(self.pattern.variables.len() as u16);
        self.pattern.variables.push(Variable {
            name,
            sort,
            size,
            is_target,
        });
        var
    }

    fn declare(
        &mut self,
        declaration: &Declaration,
        frame: &mut Frame,
        prefix: &str,
        is_target: bool,
    ) {
        let (sort, names) = match declaration {
            Declaration::Variables { sort, names, .. } if is_guardian(sort) => {
                for (name, size) in names {
                    let most = size.as_ref().and_then(|size| size.most.as_ref());
                    let most = most.map_or(0, |most| most.plus);
                    self.pattern.guardians = u32::try_from(most).ok();
                    frame.guardians = Some(name.node.clone());
                }
                return;
            }
            Declaration::Variables { sort, names, .. } if is_computed(sort) => {
                frame.computed = names.first().map(|(name, size)| {
                    let most = size.as_ref().and_then(|size| size.most.as_ref());
                    let most = most.and_then(|most| u32::try_from(most.plus).ok());
                    let computed = match sort.iter().any(|word| word.node == SortWord::Link) {
                        true => ComputedCount::Links,
                        false => ComputedCount::Capacities(most),
                    };
                    (name.node.clone(), computed)
                });
                return;
            }
            Declaration::Variables { sort, names, .. } => (self.sort(sort), names),
            Declaration::Pattern {
                name,
                arguments,
                count: None,
            } => return self.inline(&name.node, arguments, frame, prefix),
            Declaration::Pattern {
                name,
                arguments,
                count: Some(count),
            } => return self.inline_several(&name.node, arguments, count, frame, prefix),
        };
        let mut singles: Vec<Var> = Vec::new();
        let has_sets = matches!(
            sort,
            Sort::Digit | Sort::Cell | Sort::Square | Sort::House(_)
        );
        for (name, size) in names {
            if size.is_some() && !has_sets {
                frame.families.insert(name.node.clone());
            }
            let shown = format!("{prefix}{}", name.node);
            let vars = match size {
                Some(size) if frame.families.contains(&name.node) => {
                    let count = frame.range(&size.least, None).map_or(0, |(least, _)| least);
                    let member = |k| self.variable(format!("{shown}[{k}]"), sort, None, is_target);
                    let members: Vec<Var> = (1..=count).map(member).collect();
                    // Whips may return to a candidate or truth, but their houses and cells are
                    // distinct.
                    if has_sets {
                        self.distinct(&members);
                    }
                    members
                }
                Some(size) => vec![self.set(shown, sort, size, frame)],
                None => {
                    let var = self.variable(shown, sort, None, is_target);
                    singles.push(var);
                    vec![var]
                }
            };
            frame.names.insert(name.node.clone(), vars);
        }
        self.distinct(&singles);
    }

    fn distinct(&mut self, vars: &[Var]) {
        for (at, &one) in vars.iter().enumerate() {
            for &other in &vars[..at] {
                self.pattern
                    .conditions
                    .push(Condition::Distinct(other, one));
            }
        }
    }

    /// Adds a set. If its size depends on a parameter without a value, its size is related to that
    /// of the first such set.
    fn set(&mut self, name: String, sort: Sort, size: &Size, frame: &mut Frame) -> Var {
        let least = frame.range(&size.least, None);
        let most = size
            .most
            .as_ref()
            .map_or(least, |most| frame.range(most, None));
        let bounds = least
            .zip(most)
            .map(|((least, _), (_, most))| (least.max(0) as u32, most.max(0) as u32));
        let var = self.variable(name, sort, Some(bounds.unwrap_or((1, 1))), false);
        let uses_parameter = |p: &&mut ParameterRange| {
            let is_parameter = |e: &SizeExpr| e.name.as_ref().is_some_and(|n| n.node == p.name);
            let ends = [Some(&size.least), size.most.as_ref()];
            p.first != p.last && ends.into_iter().flatten().all(is_parameter)
        };
        let plus = i64::from(size.least.plus);
        let most = size.most.as_ref().map_or(plus, |most| i64::from(most.plus));
        let more = (most - plus).max(0) as u32;
        if let Some(parameter) = frame.parameter.as_mut().filter(uses_parameter) {
            parameter.ranges.push((var, plus, more));
            if parameter.anchor.is_none() && more == 0 {
                parameter.anchor = Some((var, plus));
            }
            if let Some((anchor, offset)) = parameter.anchor {
                let tied = parameter.ranges.drain(..).filter(|(v, ..)| *v != anchor);
                let tie = |(var, plus, more): (Var, i64, u32)| Condition::Sizes {
                    left: vec![var],
                    right: vec![anchor],
                    plus: (plus - offset) as i32,
                    more,
                };
                self.pattern.conditions.extend(tied.map(tie));
            }
        }
        var
    }

    /// Expands a pattern several times. Its arguments become families.
    fn inline_several(
        &mut self,
        name: &str,
        arguments: &[ast::Name],
        count: &Size,
        frame: &mut Frame,
        prefix: &str,
    ) {
        let (count, _) = frame.range(&count.least, None).unwrap_or((0, 0));
        let mut members: Vec<Vec<Var>> = vec![Vec::new(); arguments.len()];
        for k in 1..=count {
            let numbered = |argument: &ast::Name| Spanned {
                node: format!("{}[{k}]", argument.node),
                span: argument.span.clone(),
            };
            let names: Vec<ast::Name> = arguments.iter().map(numbered).collect();
            self.inline(name, &names, frame, prefix);
            for (all, name) in members.iter_mut().zip(&names) {
                all.extend(frame.names.remove(&name.node).unwrap_or_default());
            }
        }
        for (argument, vars) in arguments.iter().zip(members) {
            frame.families.insert(argument.node.clone());
            frame.names.insert(argument.node.clone(), vars);
        }
    }

    /// Expands a pattern. Its arguments get the names of the user, its other variables stay
    /// private.
    fn inline(&mut self, name: &str, arguments: &[ast::Name], frame: &mut Frame, prefix: &str) {
        let Some(pattern) = self.definitions.patterns.get(name).copied() else {
            return;
        };
        if frame.depth >= MAX_PATTERN_DEPTH {
            return;
        }
        let mut inner = Frame::new(walk::families(walk::mentions(&pattern.body)));
        inner.depth = frame.depth + 1;
        inner.parameter = pattern.parameter.as_ref().map(|p| ParameterRange {
            name: p.name.node.clone(),
            first: p.first.node.into(),
            last: p.last.node.into(),
            anchor: None,
            ranges: Vec::new(),
        });
        let shown: Vec<&str> = arguments.iter().map(|a| a.node.as_str()).collect();
        let inner_prefix = format!("{prefix}{name}({}).", shown.join(", "));
        self.body(&pattern.body, &mut inner, &inner_prefix);
        for (argument, user) in pattern.arguments.iter().zip(arguments) {
            let vars = inner.names.remove(&argument.node).unwrap_or_default();
            if let [var] = vars.as_slice() {
                self.pattern.variables[usize::from(var.0)].name = format!("{prefix}{}", user.node);
            }
            if inner.families.contains(&argument.node) {
                frame.families.insert(user.node.clone());
            }
            frame.names.insert(user.node.clone(), vars);
        }
    }

    fn qualify(&mut self, declaration: &Declaration, frame: &Frame) {
        let Declaration::Variables {
            names,
            of,
            inside,
            outside,
            seen_by,
            ..
        } = declaration
        else {
            return;
        };
        let subjects: Vec<Var> = names
            .iter()
            .filter_map(|(name, _)| frame.names.get(&name.node))
            .flatten()
            .copied()
            .collect();
        let lists: [(&[Use], Make); 4] = [
            (of.as_slice(), Condition::In),
            (inside, Condition::In),
            (outside, Condition::NotIn),
            (seen_by, Condition::Sees),
        ];
        for (list, make) in lists {
            for other in frame.resolve_all(list, None).unwrap_or_default() {
                self.pattern
                    .conditions
                    .extend(subjects.iter().map(|&one| make(one, other)));
            }
        }
    }

    fn sort(&self, words: &[Spanned<SortWord>]) -> Sort {
        let (along, across) = match self.flipped {
            false => (HouseKind::Row, HouseKind::Column),
            true => (HouseKind::Column, HouseKind::Row),
        };
        sort_of(words, along, across)
    }
}

fn is_guardian(words: &[Spanned<SortWord>]) -> bool {
    words.iter().any(|word| word.node == SortWord::Guardian)
}

fn is_computed(words: &[Spanned<SortWord>]) -> bool {
    let is_it = |word: SortWord| matches!(word, SortWord::Link | SortWord::Capacity);
    words.iter().any(|word| is_it(word.node))
}

/// The sort for the words. `lines` have one direction, `crosslines` the other.
pub(in super::super) fn sort_of(
    words: &[Spanned<SortWord>],
    along: HouseKind,
    across: HouseKind,
) -> Sort {
    let of_constraint = |kind| Sort::Constraint(ConstraintKinds::only(kind));
    let one = |word: SortWord| match word {
        SortWord::Digit => Sort::Digit,
        SortWord::Cell => Sort::Cell,
        SortWord::Square => Sort::Square,
        SortWord::House => Sort::House(Kinds::ALL),
        SortWord::Row => Sort::House(Kinds::only(HouseKind::Row)),
        SortWord::Column => Sort::House(Kinds::only(HouseKind::Column)),
        SortWord::Box => Sort::House(Kinds::only(HouseKind::Box)),
        SortWord::Line => Sort::House(Kinds::only(along)),
        SortWord::Crossline => Sort::House(Kinds::only(across)),
        SortWord::Candidate => Sort::Candidate,
        SortWord::Group => Sort::Group,
        SortWord::Cluster => Sort::Cluster,
        SortWord::Truth => Sort::Truth,
        SortWord::Cage => of_constraint(ConstraintKind::Cage),
        SortWord::Sum => of_constraint(ConstraintKind::Sum),
        SortWord::Path => of_constraint(ConstraintKind::Path),
        SortWord::Clue => of_constraint(ConstraintKind::Clue),
        SortWord::Equation => of_constraint(ConstraintKind::Equation),
        SortWord::Constraint => Sort::Constraint(ConstraintKinds::NAMED),
        // No variable has this sort.
        SortWord::Guardian | SortWord::Link | SortWord::Capacity => Sort::Candidate,
    };
    let join = |a, b| match (a, b) {
        (Sort::House(a), Sort::House(b)) => Sort::House(a.or(b)),
        (Sort::Constraint(a), Sort::Constraint(b)) => Sort::Constraint(a.or(b)),
        (a, _) => a,
    };
    words
        .iter()
        .map(|w| one(w.node))
        .reduce(join)
        .unwrap_or(Sort::Digit)
}
