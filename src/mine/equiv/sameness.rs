//! Equality of two techniques, with the rewrites that prove it.
//!
//! Each pattern of a technique is a case, and a subset is one case for each kind of house that it
//! may lie in. Two techniques are equal if their sets of cases are equal under the rewrites. Mined
//! braids of 3 are `braid` with n = 3: the normal forms are equal. A naked pair is the complement
//! of a hidden quadruple where six cells are open. An X-wing is a naked pair with exchanged roles,
//! which is a different rule.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use egg::{FlatTerm, RecExpr, Runner};

use qedoku_core::grid::HouseKind;
use qedoku_core::lang::ir::{Pattern, Technique};

use super::kinds::SetKind;
use super::language::{BodyTerm, HOUSE_WORDS, turned_kinds};
use super::normal_form;
use super::rewrites::{self, BodyRewrite};
use super::subset::Subset;

/// The sense in which two techniques are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SamenessKind {
    /// The rules find the same steps everywhere.
    Everywhere,
    /// The rules find the same steps in rows, columns and boxes with this number of open cells of
    /// the house, or open lines of the digit.
    WhereOpen(u32),
    /// The rules are equal when rows and columns are exchanged.
    Turned,
    /// The rules are equal when groups are replaced by candidates.
    Folded,
    /// Each case of one technique is a case of the other with two roles exchanged.
    Exchanged,
}

impl SamenessKind {
    /// A description for messages.
    pub fn words(self) -> String {
        match self {
            SamenessKind::Everywhere => "the same".into(),
            SamenessKind::WhereOpen(open) => {
                format!("the same in rows, columns and boxes where {open} are open")
            }
            SamenessKind::Turned => "the same with rows and columns exchanged".into(),
            SamenessKind::Folded => "the same with candidates in the place of groups".into(),
            SamenessKind::Exchanged => "the same with roles exchanged".into(),
        }
    }
}

/// Evidence that two techniques are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sameness {
    /// The sense in which the rules are equal.
    pub how: SamenessKind,
    /// The names of the rewrites used, in order of first use.
    pub rewrites: Vec<String>,
    /// For each case, the rewrites from one term to the other.
    pub evidence: Vec<String>,
}

/// The cases of a technique, as terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TechniqueCases {
    assumes_unique: bool,
    terms: BTreeSet<String>,
    /// The size of a subset. `None` for other techniques.
    number: Option<u32>,
    /// The words of all terms that no rewrite changes. Techniques with different sketches are not
    /// equal.
    sketch: Vec<String>,
}

impl TechniqueCases {
    /// The cases of a technique.
    pub fn of(technique: &Technique) -> TechniqueCases {
        let subsets = technique.patterns.iter().map(Subset::of);
        let subsets: Option<Vec<Subset>> = subsets.collect();
        let terms: BTreeSet<String> = match &subsets {
            Some(subsets) => subsets.iter().flat_map(Subset::terms).collect(),
            None => (technique.patterns.iter())
                .map(|pattern| normal_form::body(pattern, &technique.relations))
                .collect(),
        };
        TechniqueCases {
            assumes_unique: technique.assumes_unique,
            sketch: sketch(&terms),
            terms,
            number: subsets.and_then(|s| s.first().map(|s| s.number)),
        }
    }

    /// The terms, as text.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(String::as_str)
    }

    /// The strongest sense in which the two techniques are equal. `None` if they are not equal.
    pub fn same(&self, other: &TechniqueCases) -> Option<Sameness> {
        let comparable = self.number.is_some() == other.number.is_some()
            && (self.number.is_some() || self.sketch == other.sketch);
        if self.assumes_unique != other.assumes_unique || !comparable {
            return None;
        }
        let wrapped = |with: &str| {
            let wrap = |term: &String| format!("({with} {term})");
            other.terms.iter().map(wrap).collect::<Vec<_>>()
        };
        let plain: Vec<String> = other.terms.iter().cloned().collect();
        let repeated = |_: &[RecExpr<BodyTerm>]| rewrites::repeated();
        if let Some(found) = self.compare(&plain, SamenessKind::Everywhere, &repeated) {
            return Some(found);
        }
        match (self.number, other.number) {
            (Some(one), Some(two)) => {
                let complements = |_: &[RecExpr<BodyTerm>]| {
                    let rules = rewrites::complements().into_iter();
                    rules.chain(rewrites::open(one, two)).collect()
                };
                let how = SamenessKind::WhereOpen(one + two);
                let (few, others) = (self.in_full_houses(), other.in_full_houses());
                let others: Vec<String> = others.terms.into_iter().collect();
                (few.compare(&others, how, &complements)).or_else(|| self.exchanged(other))
            }
            (None, None) => {
                (self.compare(&wrapped("turned"), SamenessKind::Turned, &rewrites::turns)).or_else(
                    || self.compare(&wrapped("folded"), SamenessKind::Folded, &rewrites::folds),
                )
            }
            _ => None,
        }
    }

    /// The cases in rows, columns and boxes. Other houses may have fewer cells than there are
    /// digits.
    fn in_full_houses(&self) -> TechniqueCases {
        let mut cases = self.clone();
        let extra = SetKind::only(HouseKind::Extra).term();
        cases.terms.retain(|term| !term.contains(&extra));
        cases
    }

    /// Whether each case of the technique with fewer cases is a case of the other technique with
    /// two roles exchanged.
    fn exchanged(&self, other: &TechniqueCases) -> Option<Sameness> {
        let (few, many) = match self.terms.len() <= other.terms.len() {
            true => (self, other),
            false => (other, self),
        };
        let mut all = Sameness {
            how: SamenessKind::Exchanged,
            rewrites: Vec::new(),
            evidence: Vec::new(),
        };
        for term in &few.terms {
            let one = TechniqueCases {
                terms: [term.clone()].into(),
                ..few.clone()
            };
            let each = many.terms.iter().flat_map(|term| {
                let pairs = exchanges().into_iter();
                pairs.map(move |(a, b)| format!("(exchanged {a} {b} {term})"))
            });
            let mut each = { each }.filter_map(|term| {
                one.compare(&[term], SamenessKind::Exchanged, &rewrites::exchanges)
            });
            let found = each.next()?;
            let new = |rewrite: &String| !all.rewrites.contains(rewrite);
            let rewrites: Vec<String> = found.rewrites.into_iter().filter(new).collect();
            all.rewrites.extend(rewrites);
            all.evidence.extend(found.evidence);
        }
        Some(all)
    }

    /// Saturates the terms of both sides and checks that each term has an equal one on the other
    /// side.
    fn compare(
        &self,
        others: &[String],
        how: SamenessKind,
        rules: &dyn Fn(&[RecExpr<BodyTerm>]) -> Vec<BodyRewrite>,
    ) -> Option<Sameness> {
        let parse = |text: &String| text.parse::<RecExpr<BodyTerm>>().ok();
        let own: Option<Vec<RecExpr<BodyTerm>>> = self.terms.iter().map(parse).collect();
        let others: Option<Vec<RecExpr<BodyTerm>>> = others.iter().map(parse).collect();
        let (own, others) = (own?, others?);
        let terms: Vec<RecExpr<BodyTerm>> = own.iter().chain(&others).cloned().collect();
        let runner = Runner::<BodyTerm, ()>::default().with_explanations_enabled();
        let runner = terms
            .iter()
            .fold(runner, |runner, term| runner.with_expr(term));
        let mut runner = runner.run(&rules(&terms));
        let class = |at: usize| runner.egraph.find(runner.roots[at]);
        let (one_side, other_side) = (0..own.len(), own.len()..terms.len());
        let partner = |at: usize| other_side.clone().find(|&other| class(other) == class(at));
        let partners: Option<Vec<usize>> = one_side.clone().map(partner).collect();
        let partners = partners?;
        let met = |other: usize| one_side.clone().any(|at| class(at) == class(other));
        if !other_side.clone().all(met) {
            return None;
        }
        let mut found = Sameness {
            how,
            rewrites: Vec::new(),
            evidence: Vec::new(),
        };
        for (term, partner) in own.iter().zip(partners) {
            let mut explanation = runner.explain_equivalence(term, &terms[partner]);
            for step in explanation.make_flat_explanation() {
                collect(step, &mut found.rewrites);
            }
            found.evidence.extend(explanation.get_flat_strings());
        }
        Some(found)
    }
}

/// The words of terms that no rewrite changes, sorted.
fn sketch(terms: &BTreeSet<String>) -> Vec<String> {
    let kinds = turned_kinds();
    let is_kind = |word: &str| kinds.iter().any(|(kind, _)| kind == word);
    let words = (terms.iter()).flat_map(|term| term.split(['(', ')', ' ']));
    let steady = words.map(|word| match word {
        "backwards" => "onwards",
        "Group" => "Candidate",
        kind if is_kind(kind) => "kind",
        // Rewrites may renumber variables.
        other => other.strip_prefix('v').map_or(other, |_| "v"),
    });
    let mut steady: Vec<String> = steady.map(str::to_owned).collect();
    steady.sort();
    steady
}

/// Adds the names of the rewrites of a step, each once.
fn collect(step: &FlatTerm<BodyTerm>, rewrites: &mut Vec<String>) {
    for name in step.forward_rule.iter().chain(&step.backward_rule) {
        let name = name.to_string();
        if !rewrites.contains(&name) {
            rewrites.push(name);
        }
    }
    let children = step.children.iter();
    children.for_each(|child| collect(child, rewrites));
}

/// All pairs of roles that can be exchanged: a cell and a digit in a house of each kind, a digit in
/// a row and one in a column.
fn exchanges() -> Vec<(String, String)> {
    let cell = |(kind, _): &(_, &str)| (SetKind::Cell.term(), SetKind::only(*kind).term());
    let lines = HOUSE_WORDS[..2]
        .iter()
        .map(|(kind, _)| SetKind::only(*kind).term());
    let lines: Vec<String> = lines.collect();
    let cells = HOUSE_WORDS.iter().map(cell);
    cells
        .chain([(lines[0].clone(), lines[1].clone())])
        .collect()
}

/// A technique whose cases are computed on the first comparison with a similar one. The normal form
/// of a rule with dozens of similar variables is expensive.
#[derive(Clone, Debug)]
pub struct Comparable {
    technique: Technique,
    cases: OnceLock<TechniqueCases>,
}

impl Comparable {
    /// A technique to be compared.
    pub fn new(technique: &Technique) -> Comparable {
        Comparable {
            technique: technique.clone(),
            cases: OnceLock::new(),
        }
    }

    /// The sense in which this technique equals the other. `None` if they are not equal.
    pub fn same(&self, other: &Comparable) -> Option<Sameness> {
        let outline = |of: &Comparable| -> Vec<[usize; 5]> {
            let patterns = of.technique.patterns.iter();
            patterns.map(outline).collect()
        };
        let is_subset = |of: &Comparable| {
            let mut patterns = of.technique.patterns.iter();
            patterns.all(|pattern| Subset::of(pattern).is_some())
        };
        let alike = outline(self) == outline(other) || is_subset(self) && is_subset(other);
        alike.then(|| self.cases().same(other.cases())).flatten()
    }

    fn cases(&self) -> &TechniqueCases {
        self.cases
            .get_or_init(|| TechniqueCases::of(&self.technique))
    }
}

/// The sizes of the parts of a pattern. Only the rewrites of subsets change them.
fn outline(pattern: &Pattern) -> [usize; 5] {
    [
        pattern.variables.len(),
        pattern.conditions.len(),
        pattern.knowledge.len(),
        pattern.presence.len(),
        pattern.conclusions.len(),
    ]
}

/// The techniques of a library, to be compared with each other.
pub struct TechniqueComparison {
    techniques: Vec<Comparable>,
}

impl TechniqueComparison {
    /// Prepares the techniques for comparison.
    pub fn new(techniques: &[Technique]) -> TechniqueComparison {
        TechniqueComparison {
            techniques: techniques.iter().map(Comparable::new).collect(),
        }
    }

    /// The indexes of the other techniques that a technique is equal to.
    pub fn same_as(&self, technique: usize) -> Vec<(usize, Sameness)> {
        let own = &self.techniques[technique];
        let others = self.techniques.iter().enumerate();
        let others = others.filter(|(other, _)| *other != technique);
        others
            .filter_map(|(number, other)| Some((number, own.same(other)?)))
            .collect()
    }

    /// Duplicate rules, as pairs of technique indexes, the later one first.
    pub fn twins(&self) -> Vec<(usize, usize)> {
        let same = |later: usize| {
            let earlier = self.same_as(later).into_iter();
            let twins = earlier.filter(move |(other, same)| {
                *other < later && same.how == SamenessKind::Everywhere
            });
            twins.map(move |(other, _)| (later, other))
        };
        (0..self.techniques.len()).flat_map(same).collect()
    }
}
