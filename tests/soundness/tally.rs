//! Counts of the constructs, and pairs of constructs, that rules use.

use std::collections::{BTreeMap, BTreeSet};

use qedoku_core::lang::ast::{
    AlternativeExpr, Body, ConclusionExpr, ConditionExpr, Declaration, Digits, EveryExpr, File,
    Item, PresenceExpr, Related, Rule, SeenExpr, SortWord, SubjectExpr, Use,
};

/// The names of the constructs in a file.
pub type Constructs = BTreeSet<&'static str>;

/// Number of occurrences of each construct and of each pair of constructs.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub rules: usize,
    pub single: BTreeMap<&'static str, usize>,
    pub pairs: BTreeMap<(&'static str, &'static str), usize>,
}

impl Tally {
    /// Returns the number of pairs in a file that were not used before.
    pub fn news(&self, constructs: &Constructs) -> usize {
        pairs(constructs)
            .filter(|pair| !self.pairs.contains_key(pair))
            .count()
    }

    pub fn add(&mut self, constructs: &Constructs) {
        self.rules += 1;
        for name in constructs {
            *self.single.entry(name).or_default() += 1;
        }
        for pair in pairs(constructs) {
            *self.pairs.entry(pair).or_default() += 1;
        }
    }

    /// Returns the pairs of known constructs that no rule has.
    pub fn missing(&self) -> Vec<(&'static str, &'static str)> {
        let all: Constructs = self.single.keys().copied().collect();
        pairs(&all)
            .filter(|pair| !self.pairs.contains_key(pair))
            .collect()
    }

    pub fn print(&self) {
        println!("{} rules, {} constructs:", self.rules, self.single.len());
        let counted: Vec<String> = self
            .single
            .iter()
            .map(|(n, c)| format!("{n} {c}"))
            .collect();
        println!("  {}", counted.join(", "));
        let (reached, missing) = (self.pairs.len(), self.missing());
        println!(
            "{reached} of {} pairs of constructs",
            reached + missing.len()
        );
        for (a, b) in missing {
            println!("  never together: {a} / {b}");
        }
    }
}

fn pairs(all: &Constructs) -> impl Iterator<Item = (&'static str, &'static str)> {
    let with_later = |(at, a): (usize, &'static str)| all.iter().skip(at + 1).map(move |&b| (a, b));
    all.iter().copied().enumerate().flat_map(with_later)
}

/// Returns the constructs that a file uses.
pub fn constructs(file: &File) -> Constructs {
    let mut found = Constructs::new();
    for item in &file.items {
        match item {
            Item::Rule(rule) => of_rule(rule, &mut found),
            Item::Pattern(pattern) => {
                found.insert("a pattern");
                if pattern.parameter.is_some() {
                    found.insert("a pattern's parameter");
                }
                if has_uses(&pattern.body) {
                    found.insert("a pattern in a pattern");
                }
                of_body(&pattern.body, &mut found);
            }
            Item::Relation(relation) => {
                found.insert("a relation");
                if relation.cases.len() > 1 {
                    found.insert("several cases");
                }
                for case in &relation.cases {
                    if has_uses(case) {
                        found.insert("a pattern in a relation");
                    }
                    let mut inner = Constructs::new();
                    of_body(case, &mut inner);
                    if related(case).any(|name| *name == relation.name.node) {
                        found.insert("recursion");
                    }
                    if related(case).any(|name| *name != relation.name.node) {
                        found.insert("a relation in a relation");
                    }
                    found.extend(inner);
                }
            }
        }
    }
    found
}

fn related(body: &Body) -> impl Iterator<Item = &String> {
    let conditions = body.conditions.iter().filter_map(|c| match &c.node {
        ConditionExpr::Relation(Related { name, .. }) => Some(&name.node),
        _ => None,
    });
    let alternatives = body.knowledge.iter().flat_map(|e| &e.node.alternatives);
    let verbs = alternatives.filter_map(|a| match &a.node {
        AlternativeExpr::Relation(name, _) | AlternativeExpr::RelationFrom(_, name) => {
            Some(&name.node)
        }
        _ => None,
    });
    conditions.chain(verbs)
}

fn has_uses(body: &Body) -> bool {
    body.declarations
        .iter()
        .any(|d| matches!(d, Declaration::Pattern { .. }))
}

fn of_rule(rule: &Rule, found: &mut Constructs) {
    of_body(&rule.body, found);
    if rule.parameter.is_some() {
        found.insert("a parameter");
    }
    if rule.assuming_unique.is_some() {
        found.insert("assuming unique");
    }
    if rule.conclusions.len() > 1 {
        found.insert("several conclusions");
    }
    for conclusion in &rule.conclusions {
        of_conclusion(&conclusion.node, found);
    }
}

fn of_conclusion(conclusion: &ConclusionExpr, found: &mut Constructs) {
    match conclusion {
        ConclusionExpr::Eliminate(digits, cells) => {
            found.insert(match digits {
                Digits::These(_) => "eliminate x",
                Digits::AllBut(_) => "eliminate all but x",
                Digits::Without(..) => "eliminate D except x",
            });
            let parts = [
                (!cells.within.is_empty(), "from a"),
                (!cells.inside.is_empty(), "from cells in H"),
                (!cells.except.is_empty(), "from cells except a"),
            ];
            found.extend(parts.iter().filter(|(is, _)| *is).map(|(_, name)| name));
            for seen in &cells.seeing {
                found.insert(match seen {
                    SeenExpr::All(_) => "from cells seeing a",
                    SeenExpr::Every(..) => "from cells seeing every x in S",
                });
            }
        }
        ConclusionExpr::EliminateCandidate(_) => drop(found.insert("eliminate p")),
        ConclusionExpr::EliminateExcluded(_) => drop(found.insert("eliminate what p excludes")),
        // Random rules are about classic boards, which have no constraints.
        ConclusionExpr::EliminateUnfilled(_) => {}
        ConclusionExpr::EliminateLinks(_) => drop(found.insert("eliminate by each link")),
        ConclusionExpr::Place(..) => drop(found.insert("place x at a")),
        ConclusionExpr::PlaceCandidate(_) => drop(found.insert("place p")),
        ConclusionExpr::OneOf(_) => drop(found.insert("one of G")),
    }
}

fn of_body(body: &Body, found: &mut Constructs) {
    body.declarations
        .iter()
        .for_each(|d| of_declaration(d, found));
    if !body.targets.is_empty() {
        found.insert("target");
    }
    for condition in &body.conditions {
        found.insert(of_condition(&condition.node));
    }
    for deadly in &body.deadly {
        found.insert(if deadly.node.all_but {
            "deadly all but"
        } else {
            "deadly"
        });
    }
    for every in &body.knowledge {
        of_every(&every.node, found);
    }
    for presence in &body.presence {
        found.insert(match &presence.node {
            PresenceExpr::Count(count) if count.each => "where counted in each",
            PresenceExpr::Count(_) => "where counted",
            PresenceExpr::OnlyOpen(..) => "where only a is open",
            PresenceExpr::SomeAmong(_) => "where some box among",
            PresenceExpr::EachIn(..) => "where each D is in S",
        });
    }
}

fn of_declaration(declaration: &Declaration, found: &mut Constructs) {
    match declaration {
        Declaration::Pattern { count, .. } => {
            found.insert(if count.is_some() {
                "several of a pattern"
            } else {
                "a pattern's use"
            });
        }
        Declaration::Variables {
            sort,
            names,
            of,
            inside,
            outside,
            seen_by,
        } => {
            for word in sort {
                found.insert(of_sort(word.node));
            }
            let sizes = names.iter().filter_map(|(_, size)| size.as_ref());
            for size in sizes {
                found.insert(if size.most.is_some() {
                    "a size from to"
                } else {
                    "a size"
                });
                if size.least.name.is_some() {
                    found.insert("a size by the parameter");
                }
            }
            let parts = [
                (of.is_some(), "for of x"),
                (!inside.is_empty(), "for in H"),
                (!outside.is_empty(), "for not in H"),
                (!seen_by.is_empty(), "for seen by a"),
                (sort.len() > 1, "for rows or boxes"),
            ];
            found.extend(parts.iter().filter(|(is, _)| *is).map(|(_, name)| name));
        }
    }
}

fn of_sort(word: SortWord) -> &'static str {
    word.text(false)
}

fn of_condition(condition: &ConditionExpr) -> &'static str {
    match condition {
        ConditionExpr::Sees(..) => "a sees b",
        ConditionExpr::Excludes(..) => "p excludes q",
        ConditionExpr::In(..) => "a in H",
        ConditionExpr::NotIn(..) => "a not in H",
        ConditionExpr::Disjoint(_) => "disjoint",
        ConditionExpr::Distinct(_) => "distinct",
        ConditionExpr::NotGiven(_) => "not given",
        ConditionExpr::Sizes(..) => "sizes",
        ConditionExpr::AllSee { .. } => "every x in S sees every x in T",
        ConditionExpr::AllExclude { .. } => "every x in S excludes p",
        ConditionExpr::Template { every: true, .. } => "in every template",
        ConditionExpr::Template { every: false, .. } => "in no template",
        ConditionExpr::IsEvery { .. } => "e is every x in S",
        ConditionExpr::EveryCell { .. } => "S is every cell in H",
        ConditionExpr::Relation(_) => "chain(g, h)",
    }
}

fn of_every(every: &EveryExpr, found: &mut Constructs) {
    let is_indexed = |all: &[&Use]| all.iter().any(|u| u.index.is_some());
    let (name, uses): (&'static str, Vec<&Use>) = match &every.subject {
        SubjectExpr::CandidatesOf(all) => ("every candidate of", all.iter().collect()),
        SubjectExpr::In(a, b) => ("every x in H", vec![a, b]),
        SubjectExpr::InTwoOf(a, b) if every.alternatives.is_empty() => {
            ("no x in two of", vec![a, b])
        }
        SubjectExpr::InTwoOf(a, b) => ("every x in two of", vec![a, b]),
    };
    found.insert(name);
    if is_indexed(&uses) {
        found.insert("a member of a family");
    }
    for alternative in &every.alternatives {
        found.insert(match &alternative.node {
            AlternativeExpr::Is(_) => "is x",
            AlternativeExpr::At(_) => "is at a",
            AlternativeExpr::In(all) if all.len() > 1 => "is in r and c",
            AlternativeExpr::In(_) => "is in C",
            AlternativeExpr::Sees(all) if all.len() > 1 => "sees a and b",
            AlternativeExpr::Sees(_) => "sees a",
            AlternativeExpr::Excludes(_) => "excludes p",
            AlternativeExpr::ExcludedBy(_) => "is excluded by p",
            AlternativeExpr::ExcludedByEarlier(_) => "is excluded by an earlier r",
            AlternativeExpr::Relation(..) => "a verb",
            AlternativeExpr::RelationFrom(..) => "a verb turned round",
        });
    }
}
