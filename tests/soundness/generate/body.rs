//! Body of a random definition: conditions, clauses and constraints on variables.

use super::names::{Declared, Form, Kind, Scope, Want};
use super::{Defined, parts};
use qedoku_tests::random::Random;

/// A definition under construction.
pub struct Body<'a> {
    pub scope: Scope,
    pub defined: &'a Defined,
    pub random: &'a mut Random,
    uses: Vec<String>,
    conditions: Vec<String>,
    deadly: Vec<String>,
    clauses: Vec<String>,
    presence: Vec<String>,
    target: Option<usize>,
}

impl<'a> Body<'a> {
    pub fn new(scope: Scope, defined: &'a Defined, random: &'a mut Random) -> Body<'a> {
        Body {
            scope,
            defined,
            random,
            uses: Vec::new(),
            conditions: Vec::new(),
            deadly: Vec::new(),
            clauses: Vec::new(),
            presence: Vec::new(),
            target: None,
        }
    }

    /// Adds patterns, clauses and conditions.
    pub fn fill(&mut self, is_unique: bool) {
        for head in self.defined.patterns.clone() {
            if self.random.once_in(2) {
                self.use_pattern(&head);
            }
        }
        for _ in 0..1 + self.random.below(2) {
            let clause = parts::clause(self);
            self.clauses.push(clause);
        }
        for _ in 0..self.random.below(4) {
            let condition = parts::condition(self);
            self.conditions.push(condition);
        }
        for _ in 0..usize::from(is_unique) * [1, 1, 1, 2][self.random.below(4)] {
            let deadly = parts::deadly(self);
            self.deadly.push(deadly);
        }
        if self.random.once_in(4) {
            let presence = parts::presence(self);
            self.presence.push(presence);
        }
        for _ in 0..[0, 0, 1, 2][self.random.below(4)] {
            self.say_more_of_one();
        }
    }

    /// Uses a pattern once or twice. Its arguments are variables of this definition, or families.
    fn use_pattern(&mut self, head: &super::PatternHead) {
        let mut names = Vec::new();
        let are_two = self.random.once_in(3);
        for &(kind, form) in &head.arguments {
            let form = if are_two { form.twice() } else { form };
            let name = self.scope.fresh(kind, self.random);
            names.push(name.clone());
            self.scope.all.push(Declared {
                name,
                kind,
                form,
                words: None,
                behind: String::new(),
            });
        }
        let count = if are_two { "[2]" } else { "" };
        self.uses
            .push(format!("{}({}){count}", head.name, names.join(", ")));
    }

    /// Adds a constraint such as `in H`, `not in S`, `seen by a` or `of x` after a declaration.
    fn say_more_of_one(&mut self) {
        let own: Vec<usize> = (0..self.scope.all.len())
            .filter(|&at| {
                self.scope.all[at].words.is_some() && self.scope.all[at].behind.is_empty()
            })
            .collect();
        let Some(&at) = self.random.pick(&own) else {
            return;
        };
        let before = |scope: &Scope| Scope {
            all: scope.all[..at].to_vec(),
            ..scope.clone()
        };
        let scope = before(&self.scope);
        let random = &mut *self.random;
        let said = match self.scope.all[at].kind {
            Kind::Cell => match random.below(4) {
                0 => scope
                    .known(&[Kind::Cell], Want::Any, random)
                    .map(|c| format!(" seen by {c}")),
                1 => scope
                    .known(&[Kind::House], Want::One, random)
                    .map(|h| format!(" not in {h}")),
                _ => scope
                    .known(&[Kind::House], Want::One, random)
                    .map(|h| format!(" in {h}")),
            },
            Kind::Digit => scope
                .known(&[Kind::Digit], Want::Set, random)
                .map(|d| format!(" in {d}")),
            Kind::Candidate | Kind::Group | Kind::Cluster => match random.below(2) {
                0 => scope
                    .known(&[Kind::Digit], Want::One, random)
                    .map(|d| format!(" of {d}")),
                _ => scope
                    .known(&[Kind::House, Kind::Truth], Want::One, random)
                    .map(|h| format!(" in {h}")),
            },
            Kind::House | Kind::Truth => None,
        };
        if let Some(said) = said {
            self.scope.all[at].behind = said;
        }
    }

    /// Adds a condition on both ends of a relation.
    pub fn join_ends(&mut self) {
        let text = self.text();
        let is_said = |name: &str| {
            let word = |c: char| !c.is_alphanumeric() && c != '_';
            text.split(word).any(|w| w == name)
        };
        if !is_said("g") || !is_said("h") {
            let more = match self.random.below(3) {
                0 => "g excludes h".into(),
                1 if self.scope.all[0].kind == self.scope.all[1].kind => "g, h disjoint".into(),
                _ => {
                    let truth = self.scope.get(&[Kind::Truth], Want::One, self.random);
                    self.clauses
                        .push(format!("every candidate of {truth} excludes g or h"));
                    format!("g, h in {truth}")
                }
            };
            self.conditions.push(more);
        }
    }

    /// Adds guardians to the clauses. Returns whether some clause has candidates.
    pub fn guard(&mut self) -> bool {
        let mut is_guarded = false;
        for clause in &mut self.clauses {
            if clause.starts_with("every") && (!is_guarded || self.random.once_in(2)) {
                clause.push_str(" or is in G");
                is_guarded = true;
            }
        }
        if is_guarded {
            let most = 1 + self.random.below(4);
            self.uses.push(format!("guardians G[0..{most}]"));
        }
        is_guarded
    }

    /// Returns conclusions about the declared variables.
    pub fn conclusions(&mut self) -> Vec<String> {
        if self.random.once_in(6) {
            self.add_target();
        }
        self.scope.closed = true;
        let count = 1 + usize::from(self.random.once_in(4));
        (0..count).map(|_| self.conclusion()).collect()
    }

    /// Returns a conclusion about the declared variables, if a few tries find one.
    fn conclusion(&mut self) -> String {
        let declared = self.scope.all.len();
        for _ in 0..8 {
            let conclusion = parts::conclusion(self);
            if self.scope.all.len() == declared {
                return conclusion;
            }
            self.scope.all.truncate(declared);
        }
        parts::conclusion(self)
    }

    fn add_target(&mut self) {
        let kind = [Kind::Cell, Kind::Candidate][self.random.below(2)];
        let at = self.scope.declare(kind, Want::One, self.random);
        let variable = &mut self.scope.all[at];
        variable.form = Form::One;
        if let Some((_, size)) = &mut variable.words {
            size.clear();
        }
        let name = variable.name.clone();
        self.scope.said = vec![at];
        let condition = match kind {
            Kind::Cell => {
                let cell = self.scope.get(&[Kind::Cell], Want::Any, self.random);
                format!("{name} sees {cell}")
            }
            _ => {
                let nodes = [Kind::Candidate, Kind::Group];
                let node = self.scope.get(&nodes, Want::Any, self.random);
                format!("{name} excludes {node}")
            }
        };
        self.conditions.push(condition);
        self.target = Some(at);
    }

    /// Returns the text of the sections.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut section = |label: &str, parts: &[String], between: &str| {
            if !parts.is_empty() {
                text.push_str(&format!("  {label:<9}{}\n", parts.join(between)));
            }
        };
        let mut scope = self.scope.clone();
        let target = self.target.map(|at| scope.all.remove(at));
        let declared = [self.uses.clone(), scope.declarations()].concat();
        section("for", &declared, ", ");
        section("with", &self.conditions, ", ");
        for deadly in &self.deadly {
            section("deadly", std::slice::from_ref(deadly), "");
        }
        section("when", &self.clauses, "\n           ");
        section("where", &self.presence, "\n           ");
        if let Some(Declared {
            name,
            words: Some((word, _)),
            ..
        }) = target
        {
            section("target", &[format!("{word} {name}")], "");
        }
        text
    }
}
