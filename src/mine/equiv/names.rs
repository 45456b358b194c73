//! Names of mined patterns, taken from the rules of a library.
//!
//! Every rule that can be read as a subset or chain becomes a rewrite from its shape to its name. A
//! chain of a row, a column and a row with two places each for a digit is a skyscraper because the
//! library's rule file says so. Here a rewrite means "is an instance of", not "equals": an e-graph
//! only ever holds one chain. If several rules fit, the most special one gives the name.

use egg::{CostFunction, Extractor, Id, Language, RecExpr, Runner};

use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Technique;

use super::chains::{ChainOfLinks, RepeatedChain, links, repeated};
use super::kinds::SetKind;
use super::language::BodyTerm;
use super::rewrites::{self, BodyRewrite};
use super::sameness::{Comparable, SamenessKind};
use super::subset::Subset;

/// A chain to be named, from its target and back.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chain {
    /// For each link, its possible readings, the best first: two cells of a box may share a row as
    /// well. There is one link more than truths.
    pub links: Vec<Vec<SetKind>>,
    /// For each truth, its possible readings, the best first.
    pub truths: Vec<Vec<SetKind>>,
    /// For each truth, whether one of its ends is a group.
    pub grouped: Vec<bool>,
}

/// Maximum number of readings tried per chain.
const MAX_READINGS: usize = 64;

impl Chain {
    /// The readings of the chain as terms, the best first.
    fn readings(&self) -> Vec<String> {
        let mut readings = vec![String::from("(chain")];
        for (at, links) in self.links.iter().enumerate() {
            let link = links.iter().map(|step| step.term());
            readings = product(&readings, &link.collect::<Vec<_>>());
            let Some(truths) = self.truths.get(at) else {
                continue;
            };
            let truth = truths.iter().map(|step| match self.grouped[at] {
                true => format!("(grouped {})", step.term()),
                false => format!("(single {})", step.term()),
            });
            readings = product(&readings, &truth.collect::<Vec<_>>());
        }
        readings.iter().map(|text| format!("{text})")).collect()
    }
}

fn product(beginnings: &[String], ends: &[String]) -> Vec<String> {
    let with = |beginning: &String| {
        let longer = ends.iter().map(|end| format!("{beginning} {end}"));
        longer.collect::<Vec<_>>()
    };
    beginnings
        .iter()
        .flat_map(with)
        .take(MAX_READINGS)
        .collect()
}

/// The way in which the truths of a named pattern are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wording {
    /// Each truth is of one kind: lines, crossing lines, boxes.
    Lines,
    /// Each is a cell or a digit in a house.
    Houses,
    /// Each is a truth of any kind.
    Truths,
}

/// A name, and the properties that it implies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PatternName {
    /// Whether groups take the place of candidates of the rule.
    pub grouped: bool,
    /// The rank of the rule in its library. `None` unless the chain can have any length.
    place: Option<usize>,
    /// The rule.
    rule: String,
    /// The value of the rule's parameter.
    instance: Option<u32>,
    /// Title of the pattern.
    title: String,
    /// The number of truths. `None` unless the chain can have any length.
    length: Option<usize>,
    /// The way in which the truths are written.
    pub wording: Wording,
    /// Whether the pattern concerns one digit only.
    pub one_digit: bool,
    /// Whether groups may take the place of candidates, by the rule or by the name.
    pub has_groups: bool,
}

impl PatternName {
    /// The title: `X-Wing`, `X-Chain of 3`, `Grouped Skyscraper`.
    pub fn title(&self) -> String {
        let length = self.length.map(|n| format!(" of {n}"));
        let grouped = if self.grouped { "Grouped " } else { "" };
        format!("{grouped}{}{}", self.title, length.unwrap_or_default())
    }

    /// The name as an identifier of the rule language: `x_wing`, `x_chain_3`.
    pub fn word(&self) -> String {
        const DIGIT_WORDS: [&str; 10] = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
        ];
        let title = self
            .title
            .to_lowercase()
            .replace(" of ", " ")
            .replace([' ', '-', '[', '('], "_");
        let is_letter = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        let title: String = title.chars().filter(is_letter).collect();
        // An identifier must begin with a letter.
        let first = title.chars().next().and_then(|c| c.to_digit(10));
        let title = match first {
            Some(digit) => format!("{}{}", DIGIT_WORDS[digit as usize], &title[1..]),
            None => title,
        };
        let length = self.length.map(|n| format!("_{n}"));
        let grouped = if self.grouped { "grouped_" } else { "" };
        format!("{grouped}{title}{}", length.unwrap_or_default())
    }

    /// The rule of the library with this name. `None` if groups take the place of its candidates.
    pub fn rule(&self) -> Option<&str> {
        (!self.grouped).then_some(&self.rule)
    }

    /// The value of the rule's parameter.
    pub fn instance(&self) -> Option<u32> {
        self.instance
    }
}

/// A name with its derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: PatternName,
    /// The pattern, rewritten step by step until it has the form that bears the name.
    pub evidence: Vec<String>,
}

/// A technique of the library with the data needed for naming.
#[derive(Clone, Debug)]
struct KnownTechnique {
    rule: String,
    instance: Option<u32>,
    title: String,
    body: Comparable,
    shape: Option<NamedShape>,
}

/// The shape of a technique that can be read as a subset or chain.
#[derive(Clone, Debug)]
enum NamedShape {
    Subsets(Vec<Subset>),
    Chains(Vec<ChainOfLinks>),
    Repeated(RepeatedChain),
}

/// The names that a library provides.
#[derive(Clone, Debug, Default)]
pub struct LibraryNames {
    /// The techniques, in the order of the rule files.
    known: Vec<KnownTechnique>,
}

impl LibraryNames {
    /// The names of a library's rules.
    pub fn of(library: &Library) -> LibraryNames {
        let in_file = |technique: &&Technique| {
            let at = library
                .rules
                .iter()
                .position(|r| *r.name() == *technique.rule);
            (at, technique.instance)
        };
        let mut techniques: Vec<&Technique> = library.techniques.iter().collect();
        techniques.sort_by_key(in_file);
        let known = |technique: &Technique| KnownTechnique {
            rule: technique.rule.to_string(),
            instance: technique.instance,
            title: technique.title.clone(),
            body: Comparable::new(technique),
            shape: NamedShape::of(technique),
        };
        LibraryNames {
            known: techniques.into_iter().map(known).collect(),
        }
    }

    /// The most special name of a chain.
    pub fn of_chain(&self, chain: &Chain) -> Option<Named> {
        let truths = chain.truths.len();
        let readings = chain.readings();
        let (first, others) = readings.split_first()?;
        let term: RecExpr<BodyTerm> = first.parse().ok()?;
        let mut rules: Vec<BodyRewrite> = rewrites::fold_groups(truths);
        rules.extend(rewrites::backwards(truths));
        rules.extend(rewrites::fold_subset(truths));
        let read = |(number, other): (usize, &String)| {
            let name = format!("read in other houses ({})", number + 1);
            rewrites::rule(&name, first, other)
        };
        rules.extend(others.iter().enumerate().filter_map(read));
        let mut costs = Vec::new();
        for (number, known) in self.known.iter().enumerate() {
            let (patterns, freedom) = known.patterns(truths);
            let to = word(number);
            let is = |(case, from): (usize, &String)| {
                let name = format!("the rule {}, case {}", known.label(), case + 1);
                rewrites::rule(&name, from, &to)
            };
            rules.extend(patterns.iter().enumerate().filter_map(is));
            costs.push((to, (freedom as u64) << 20 | number as u64));
        }
        let mut runner = Runner::<BodyTerm, ()>::default()
            .with_explanations_enabled()
            .with_expr(&term)
            .run(&rules);
        let words = NameCost { costs: &costs };
        let (cost, best) = Extractor::new(&runner.egraph, words).find_best(runner.roots[0]);
        if cost >= NO_NAME {
            return None;
        }
        let grouped = best
            .as_ref()
            .iter()
            .any(|node| matches!(node, BodyTerm::WithGroups(_)));
        let leaf = best.as_ref().first()?.to_string();
        let number = costs.iter().position(|(word, _)| *word == leaf)?;
        let known = &self.known[number];
        let evidence = runner.explain_equivalence(&term, &best).get_flat_strings();
        let titled = |line: String| {
            let words = line.split_inclusive([' ', ')']);
            let own = |word: &str| match word.strip_prefix(&leaf) {
                Some(end) if end.chars().all(|c| !c.is_ascii_digit()) => known.label() + end,
                _ => word.to_owned(),
            };
            words.map(own).collect()
        };
        Some(Named {
            name: known.name(number, truths, grouped),
            evidence: evidence.into_iter().map(titled).collect(),
        })
    }

    /// The name of the library rule that a technique is equal to. The rules may be equal exactly,
    /// or with groups in place of candidates.
    pub fn of_technique(&self, technique: &Technique) -> Option<Named> {
        let body = Comparable::new(technique);
        let mut all = Vec::new();
        for (number, known) in self.known.iter().enumerate() {
            let found = known.body.same(&body).into_iter();
            all.extend(found.map(|found| (number, known, found)));
        }
        let everywhere = all
            .iter()
            .find(|(_, _, found)| found.how == SamenessKind::Everywhere);
        let folded = || {
            all.iter()
                .find(|(_, _, found)| found.how == SamenessKind::Folded)
        };
        let (number, known, found) = everywhere.or_else(folded)?;
        let grouped = found.how == SamenessKind::Folded;
        let mut name = known.name(*number, 0, grouped);
        (name.place, name.length) = (None, None);
        Some(Named {
            name,
            evidence: found.rewrites.clone(),
        })
    }
}

/// The cost of a term without a name.
const NO_NAME: u64 = 1 << 50;

/// The word of a technique in a term.
fn word(number: usize) -> String {
    format!("rule-{number}")
}

/// Cost function for extraction: special names are cheaper than general ones, and unevaluated terms
/// count as unnamed.
struct NameCost<'c> {
    costs: &'c [(String, u64)],
}

impl CostFunction<BodyTerm> for NameCost<'_> {
    type Cost = u64;

    fn cost<C>(&mut self, node: &BodyTerm, mut costs: C) -> u64
    where
        C: FnMut(Id) -> u64,
    {
        let own = match node {
            BodyTerm::WithGroups(_) => 1 << 10,
            BodyTerm::Word(..) if node.is_leaf() => {
                let word = node.to_string();
                let known = self.costs.iter().find(|(name, _)| *name == word);
                known.map_or(NO_NAME, |(_, cost)| *cost)
            }
            _ => NO_NAME,
        };
        node.fold(own, |sum, child| sum.saturating_add(costs(child)))
    }
}

impl NamedShape {
    fn of(technique: &Technique) -> Option<NamedShape> {
        let patterns = || technique.patterns.iter();
        let subsets: Option<Vec<Subset>> = patterns().map(Subset::of).collect();
        let chains = || -> Option<Vec<ChainOfLinks>> { patterns().map(links).collect() };
        let [pattern, ..] = &technique.patterns[..] else {
            return None;
        };
        (subsets.map(NamedShape::Subsets))
            .or_else(|| chains().map(NamedShape::Chains))
            .or_else(|| repeated(pattern, &technique.relations).map(NamedShape::Repeated))
    }
}

impl KnownTechnique {
    /// The term patterns of this rule's chains with `truths` truths, and its degree of freedom.
    fn patterns(&self, truths: usize) -> (Vec<String>, usize) {
        /// Penalty that makes rules for chains of any length the last choice.
        const ANY_LENGTH: usize = 1 << 10;
        match &self.shape {
            Some(NamedShape::Subsets(subsets)) => {
                let freedom = subsets
                    .iter()
                    .map(|s| s.truths.freedom() + s.links.freedom());
                let patterns = subsets.iter().filter_map(Subset::pattern).collect();
                (patterns, freedom.max().unwrap_or_default())
            }
            Some(NamedShape::Chains(chains)) => {
                let own = chains.iter().filter(|chain| chain.truths.len() == truths);
                let freedom = chains.iter().map(ChainOfLinks::freedom).max();
                let patterns = own.filter_map(ChainOfLinks::pattern).collect();
                (patterns, freedom.unwrap_or_default())
            }
            Some(NamedShape::Repeated(repeated)) => {
                let plain = RepeatedChain {
                    grouped: false,
                    ..*repeated
                };
                let chain = plain.of_length(truths);
                let pattern = chain.pattern().map(|chain| match repeated.grouped {
                    true => format!("(with-groups {chain})"),
                    false => chain,
                });
                let freedom = chain.freedom() + ANY_LENGTH;
                (pattern.into_iter().collect(), freedom)
            }
            None => (Vec::new(), 0),
        }
    }

    /// The name of the technique: `fish=2`.
    fn label(&self) -> String {
        match self.instance {
            Some(n) => format!("{}={n}", self.rule),
            None => self.rule.clone(),
        }
    }

    fn name(&self, number: usize, truths: usize, grouped: bool) -> PatternName {
        let is_one = |step: &SetKind| matches!(step, SetKind::House(kinds) if kinds.is_one());
        let in_house = |step: &SetKind| matches!(step, SetKind::House(_));
        let (truths_of, links_of): (Vec<SetKind>, Vec<SetKind>) = match &self.shape {
            Some(NamedShape::Subsets(subsets)) => {
                subsets.iter().map(|s| (s.truths, s.links)).unzip()
            }
            Some(NamedShape::Chains(chains)) => (
                chains
                    .iter()
                    .flat_map(|c| c.truths.iter().map(|t| t.0))
                    .collect(),
                chains.iter().flat_map(|c| c.links.clone()).collect(),
            ),
            Some(NamedShape::Repeated(of)) => (vec![of.truths], vec![of.links, of.ends]),
            None => (vec![SetKind::Any], vec![SetKind::Any]),
        };
        let is_repeated = matches!(self.shape, Some(NamedShape::Repeated(_)));
        let with_groups = match &self.shape {
            Some(NamedShape::Repeated(of)) => of.grouped,
            Some(NamedShape::Chains(chains)) => {
                (chains.iter()).any(|chain| chain.truths.iter().any(|(_, grouped)| *grouped))
            }
            _ => false,
        };
        PatternName {
            grouped,
            place: is_repeated.then_some(number),
            rule: self.rule.clone(),
            instance: self.instance,
            title: self.title.clone(),
            length: is_repeated.then_some(truths),
            wording: match () {
                () if truths_of.contains(&SetKind::Any) => Wording::Truths,
                () if truths_of.iter().all(is_one) => Wording::Lines,
                () => Wording::Houses,
            },
            one_digit: truths_of.iter().chain(&links_of).all(in_house),
            has_groups: grouped || with_groups,
        }
    }
}

impl ChainOfLinks {
    /// The chain as a pattern for terms.
    fn pattern(&self) -> Option<String> {
        let mut text = String::from("(chain");
        for (at, link) in self.links.iter().enumerate() {
            text += &format!(" {}", link.pattern(2 * at)?);
            if let Some((truth, grouped)) = self.truths.get(at) {
                let truth = truth.pattern(2 * at + 1)?;
                text += &match grouped {
                    true => format!(" (grouped {truth})"),
                    false => format!(" (single {truth})"),
                };
            }
        }
        Some(text + ")")
    }

    /// The degree of freedom of all links and truths.
    fn freedom(&self) -> usize {
        let truths = self.truths.iter().map(|(step, _)| step.freedom());
        truths
            .chain(self.links.iter().map(|step| step.freedom()))
            .sum()
    }
}
