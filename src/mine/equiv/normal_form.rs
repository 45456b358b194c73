//! The normal form of a rule body: equal terms for bodies that differ only in variable names and in
//! order.
//!
//! Variables are numbered by the conditions on them, and sets are then sorted. A skyscraper has the
//! same normal form whether `q` and `r` or `p` and `s` lie on the crossing line. The intermediate
//! form is read as serialised data, so new constructs of the language need no code here. A list
//! that is not known to be a set keeps its order. Equal rules may then get different forms, but
//! different rules never get equal forms.

use serde::Serialize;
use serde_json::Value;

use crate::pattern::canonical_form::canonical_order;
use qedoku_core::lang::ir::{Condition, Pattern, Relation, Var};

use super::language::{HOUSE_WORDS, kinds_word, turned_kinds};

/// Maximum number of variable orders compared. A body with more symmetries keeps its written order.
const MAX_VARIABLE_ORDERS: usize = 32;

/// Words whose list of arguments is a set.
const SET_WORDS: [&str; 17] = [
    "Sees",
    "Excludes",
    "Disjoint",
    "Distinct",
    "SomeOfKind",
    "All",
    "EliminateExcluded",
    "alternatives",
    "within",
    "seeing",
    "inside",
    "except",
    "left",
    "right",
    "without",
    "digits",
    "cells",
];

/// The parts of a pattern that are sets.
const PATTERN_PARTS: [&str; 4] = ["conditions", "knowledge", "presence", "conclusions"];

/// A node of a body: a word with its arguments.
#[derive(Clone, Debug)]
enum Tree {
    /// A variable of the pattern.
    Variable(usize),
    /// A word, whether its arguments are a set, and the arguments.
    Word(String, bool, Vec<Tree>),
}

/// The term of a pattern, as text.
pub fn body(pattern: &Pattern, relations: &[Relation]) -> String {
    let reader = BodyReader {
        relations,
        inside: Vec::new(),
    };
    reader.pattern(pattern, &[])
}

/// Reads patterns and the relations that they name.
struct BodyReader<'r> {
    relations: &'r [Relation],
    /// The relations whose cases are being read.
    inside: Vec<usize>,
}

impl BodyReader<'_> {
    /// The term of a pattern. The variables `ends` keep their order and differ from all others.
    fn pattern(&self, pattern: &Pattern, ends: &[Var]) -> String {
        let mut data = to_data(pattern);
        let mut variables: Vec<Value> = match data["variables"].take() {
            Value::Array(variables) => variables,
            _ => Vec::new(),
        };
        for (number, end) in ends.iter().enumerate() {
            variables[usize::from(end.0)]["end"] = number.into();
        }
        let colours: Vec<Tree> = variables.iter().map(|v| self.tree("variable", v)).collect();
        let parts = PATTERN_PARTS.map(|part| self.tree(part, &data[part]));
        let form = UnorderedBody { colours, parts };
        let turned = form.turned();
        let (order, other) = (form.order(), turned.order());
        // A pattern and its transpose have the same order of variables. Exchanging rows and columns
        // in one term then gives the other term.
        match form.text(&order) <= turned.text(&other) {
            true => form.text(&order),
            false => form.text(&other),
        }
    }

    /// The tree of the data that follows a word.
    fn tree(&self, word: &str, data: &Value) -> Tree {
        let list = |items: &[Value]| -> Vec<Tree> {
            items.iter().map(|item| self.tree("list", item)).collect()
        };
        let is_set = SET_WORDS.contains(&word) || PATTERN_PARTS.contains(&word);
        match data {
            Value::String(text) => match text.strip_prefix('?').map(str::parse) {
                Some(Ok(number)) => Tree::Variable(number),
                _ => Tree::Word(text.clone(), false, Vec::new()),
            },
            Value::Array(items) if word == "House" => {
                let known = HOUSE_WORDS
                    .iter()
                    .filter(|(_, word)| items.contains(&Value::from(*word)));
                let word = kinds_word(&known.map(|(_, word)| *word).collect::<Vec<_>>());
                Tree::Word(word, false, Vec::new())
            }
            Value::Array(items) => match (word, items.as_slice()) {
                ("Relation" | "EliminateLinks", [Value::Number(index), ends @ ..]) => {
                    self.related(word, index.as_u64().unwrap_or_default() as usize, ends)
                }
                _ => Tree::Word(word.to_owned(), is_set, list(items)),
            },
            Value::Object(fields) => {
                let field = |(key, value): (&String, &Value)| match value {
                    Value::Array(_) => match self.tree(key, value) {
                        // House kinds and relations are written without their own word.
                        tree @ Tree::Word(..) if key != "House" => tree,
                        tree => Tree::Word(key.clone(), false, vec![tree]),
                    },
                    value => Tree::Word(key.clone(), false, vec![self.tree(key, value)]),
                };
                let mut fields: Vec<Tree> = fields.iter().map(field).collect();
                match fields.len() {
                    1 => fields.remove(0),
                    _ => Tree::Word(word.to_owned(), is_set, fields),
                }
            }
            plain => Tree::Word(plain.to_string(), false, Vec::new()),
        }
    }

    /// A relation between variables, with its definition in place of its name.
    fn related(&self, word: &str, index: usize, ends: &[Value]) -> Tree {
        let relation = match self.inside.contains(&index) {
            true => "again".to_owned(),
            false => self.relation(index),
        };
        let is_set = relation.starts_with("(either-way ");
        let ends = ends.iter().map(|end| self.tree("list", end)).collect();
        let ends = Tree::Word("between".into(), is_set, ends);
        let relation = Tree::Word(relation, false, Vec::new());
        Tree::Word(word.to_owned(), false, vec![relation, ends])
    }

    /// The term of a relation. Symmetric relations are marked.
    fn relation(&self, index: usize) -> String {
        let mut inside = self.inside.clone();
        inside.push(index);
        let reader = BodyReader {
            relations: self.relations,
            inside,
        };
        let Some(relation) = self.relations.get(index) else {
            return "unknown".into();
        };
        if let Some(chain) = reader.chain(index, relation) {
            return format!("(either-way {chain})");
        }
        let cases = |ends: [Var; 2]| {
            let cases = relation.cases.iter();
            let mut cases: Vec<String> = cases.map(|case| reader.pattern(case, &ends)).collect();
            cases.sort();
            format!("(relation {})", cases.join(" "))
        };
        let (from_first, from_second) = (cases([Var(0), Var(1)]), cases([Var(1), Var(0)]));
        match from_first == from_second && !from_first.contains("again") {
            true => format!("(either-way {from_first})"),
            false => from_first,
        }
    }

    /// A relation whose cases are a pair, and the relation followed by a link and another pair: a
    /// chain of pairs that grows at its end or at its beginning.
    fn chain(&self, index: usize, relation: &Relation) -> Option<String> {
        let [base, longer] = relation.cases.as_slice() else {
            return None;
        };
        let [Condition::Relation(pair, Var(0), Var(1))] = base.conditions[..] else {
            return None;
        };
        let plain = |case: &Pattern| case.knowledge.is_empty() && case.presence.is_empty();
        let pair_term = self.relation(pair);
        if !plain(base) || !plain(longer) || !pair_term.starts_with("(either-way ") {
            return None;
        }
        let calls = longer.conditions.iter().filter_map(|c| match *c {
            Condition::Relation(called, a, b) => Some((called, a, b)),
            _ => None,
        });
        let mut calls: Vec<(usize, Var, Var)> = calls.collect();
        calls.sort_by_key(|&(_, a, _)| a != Var(0));
        let (word, middle) = match calls[..] {
            [(one, Var(0), m), (other, k, Var(1))] if one == index && other == pair => {
                ("onwards", [m, k])
            }
            [(one, Var(0), m), (other, k, Var(1))] if one == pair && other == index => {
                ("backwards", [m, k])
            }
            _ => return None,
        };
        let mut link = longer.clone();
        link.conditions
            .retain(|c| !matches!(c, Condition::Relation(..)));
        let (one, other) = (
            self.pattern(&link, &middle),
            self.pattern(&link, &[middle[1], middle[0]]),
        );
        // The ends of the chain are also variables of the link. The link has no conditions on them.
        (one == other).then(|| format!("({word} {pair_term} (either-way {one}))"))
    }
}

/// A pattern as serialised data.
fn to_data(pattern: &impl Serialize) -> Value {
    serde_json::to_value(pattern).unwrap_or_default()
}

/// A body before its variables are ordered.
struct UnorderedBody {
    /// For each variable, its declaration.
    colours: Vec<Tree>,
    parts: [Tree; 4],
}

impl UnorderedBody {
    /// This body with rows and columns exchanged.
    fn turned(&self) -> UnorderedBody {
        let kinds = turned_kinds();
        UnorderedBody {
            colours: self.colours.iter().map(|t| t.turned(&kinds)).collect(),
            parts: self.parts.clone().map(|t| t.turned(&kinds)),
        }
    }

    /// The variables in an order that does not depend on their numbering.
    fn order(&self) -> Vec<usize> {
        let mut graph = BodyGraph::default();
        let identity: Vec<usize> = (0..self.colours.len()).collect();
        for colour in &self.colours {
            // Groups are ordered as if they were candidates.
            let colour = colour.text(&identity);
            graph.node(colour.replace("(sort Group)", "(sort Candidate)"));
        }
        for part in &self.parts {
            graph.add(part);
        }
        let mut words: Vec<&String> = graph.words.iter().collect();
        words.sort();
        words.dedup();
        let colour = |word: &String| words.binary_search(&word).unwrap_or_default() as u32;
        let colours: Vec<u32> = graph.words.iter().map(colour).collect();
        let count = colours.len();
        let mut labels = vec![0u32; count * count];
        for &(a, b, position) in &graph.edges {
            for at in [a * count + b, b * count + a] {
                labels[at] = labels[at].wrapping_mul(61).wrapping_add(position + 1);
            }
        }
        let order = canonical_order(&colours, |a, b| labels[a * count + b], MAX_VARIABLE_ORDERS);
        let variables = order.unwrap_or_else(|| (0..count).collect()).into_iter();
        variables.filter(|&n| n < self.colours.len()).collect()
    }

    /// The term with the variables in this order.
    fn text(&self, order: &[usize]) -> String {
        let mut number = vec![0; order.len()];
        for (at, &variable) in order.iter().enumerate() {
            number[variable] = at;
        }
        let colours = order.iter().map(|&v| self.colours[v].text(&number));
        let colours: Vec<String> = colours.collect();
        let parts = self.parts.iter().map(|part| part.text(&number));
        let parts: Vec<String> = parts.collect();
        format!(
            "(rule (variables {}) {})",
            colours.join(" "),
            parts.join(" ")
        )
    }
}

impl Tree {
    fn turned(&self, kinds: &[(String, String)]) -> Tree {
        match self {
            Tree::Variable(number) => Tree::Variable(*number),
            Tree::Word(word, is_set, children) => {
                let other = kinds.iter().find(|(one, _)| one == word);
                let word = other.map_or(word, |(_, turned)| turned).clone();
                let children = children.iter().map(|child| child.turned(kinds));
                Tree::Word(word, *is_set, children.collect())
            }
        }
    }

    /// The term with renumbered variables and sorted sets.
    fn text(&self, number: &[usize]) -> String {
        match self {
            Tree::Variable(variable) => format!("v{}", number[*variable]),
            Tree::Word(word, _, children) if children.is_empty() => word.clone(),
            Tree::Word(word, is_set, children) => {
                let children = children.iter().map(|child| child.text(number));
                let mut children: Vec<String> = children.collect();
                if *is_set {
                    children.sort();
                }
                format!("({word} {})", children.join(" "))
            }
        }
    }
}

/// A body as a graph: one node per variable and word.
#[derive(Default)]
struct BodyGraph {
    words: Vec<String>,
    /// Parent, child, and the position of the child. The position is 0 in a set.
    edges: Vec<(usize, usize, u32)>,
}

impl BodyGraph {
    fn node(&mut self, word: String) -> usize {
        self.words.push(word);
        self.words.len() - 1
    }

    fn add(&mut self, tree: &Tree) -> usize {
        match tree {
            Tree::Variable(number) => *number,
            Tree::Word(word, is_set, children) => {
                let own = self.node(format!("({word} {}", children.len()));
                for (place, child) in children.iter().enumerate() {
                    let child = self.add(child);
                    let place = if *is_set { 0 } else { place as u32 + 1 };
                    self.edges.push((own, child, place));
                }
                own
            }
        }
    }
}
