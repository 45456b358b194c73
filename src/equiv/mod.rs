//! When two chains are the same technique, and what it is called.
//!
//! Takes a chain as a sequence of strong and weak steps, gives its most readable name, with the
//! rewrites that lead there. A chain can be read from either end and with rows and columns
//! exchanged; egg finds all these readings at once, and its explanation is the evidence that a
//! mined chain is a rule of the library. Only sequences are compared here: whether one pattern
//! is a special case of another is a question of its own.

mod language;
mod rewrites;

pub use language::{Chain, House, Step};

use egg::{Extractor, Id, RecExpr, Runner};

use language::{Reading, Words};

/// A name of a chain, and why it is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name: a rule of the library, or a kind of chain with its length.
    pub name: Name,
    /// The chain, rewritten step by step until it is the name.
    pub evidence: Vec<String>,
}

/// What a chain is called.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    /// A rule of the library, and the value of its parameter.
    Rule(&'static str, Option<u32>),
    /// A chain of one digit, with the number of its truths.
    XChain(usize),
    /// A chain of cells.
    XyChain(usize),
    /// Any other alternating chain.
    Alternating(usize),
    /// The same with groups of candidates.
    Grouped(Box<Name>),
}

impl Name {
    /// The name for people.
    pub fn title(&self) -> String {
        match self {
            Name::Rule("fish", Some(2)) => "X-Wing".into(),
            Name::Rule("fish", _) => "Swordfish".into(),
            Name::Rule("naked_subset", Some(2)) => "Naked Pair".into(),
            Name::Rule("naked_subset", _) => "Naked Triple".into(),
            Name::Rule("hidden_subset", Some(2)) => "Hidden Pair".into(),
            Name::Rule("hidden_subset", _) => "Hidden Triple".into(),
            Name::Rule("skyscraper", _) => "Skyscraper".into(),
            Name::Rule("two_string_kite", _) => "2-String Kite".into(),
            Name::Rule("turbot_fish", _) => "Turbot Fish".into(),
            Name::Rule("xy_wing", _) => "XY-Wing".into(),
            Name::Rule("w_wing", _) => "W-Wing".into(),
            Name::Rule(rule, _) => (*rule).into(),
            Name::XChain(n) => format!("X-Chain of {n}"),
            Name::XyChain(n) => format!("XY-Chain of {n}"),
            Name::Alternating(n) => format!("Alternating Chain of {n}"),
            Name::Grouped(name) => format!("Grouped {}", name.title()),
        }
    }

    /// The name as a word of the rule language.
    pub fn word(&self) -> String {
        let title = self.title().to_lowercase();
        let words = title.replace("2-string", "two string").replace(" of ", " ");
        words.replace([' ', '-'], "_")
    }

    /// The rule of the library that it is, if it is one.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Name::Rule(rule, _) => Some(rule),
            _ => None,
        }
    }

    /// The name without groups.
    pub fn plain(&self) -> &Name {
        match self {
            Name::Grouped(name) => name,
            name => name,
        }
    }
}

/// The most readable name of a chain.
pub fn name(chain: &Chain) -> Named {
    let term = chain.term();
    if let Some(plain) = chain.without_groups() {
        let (mut noted, named) = (plain.term(), name(&plain));
        noted.add(Reading::WithGroups(Id::from(noted.len() - 1)));
        let (_, _, mut runner) = saturate(chain, Vec::new());
        let mut evidence = runner.explain_equivalence(&term, &noted).get_flat_strings();
        evidence.extend(named.evidence);
        return Named {
            name: Name::Grouped(Box::new(named.name)),
            evidence,
        };
    }
    let (name, found, mut runner) = saturate(chain, rewrites::library());
    if let Some(name) = name {
        let evidence = runner.explain_equivalence(&term, &found).get_flat_strings();
        return Named { name, evidence };
    }
    let (name, found, mut runner) = saturate(chain, rewrites::lengths(chain.truths()));
    let evidence = runner.explain_equivalence(&term, &found).get_flat_strings();
    Named {
        name: name.unwrap_or(Name::Alternating(chain.truths())),
        evidence,
    }
}

/// Whether two chains are the same but for the direction and orientation, with the evidence.
pub fn same(one: &Chain, other: &Chain) -> Option<Vec<String>> {
    let readings = rewrites::readings(one.truths());
    let (one, other) = (one.term(), other.term());
    let mut runner = (Runner::default().with_explanations_enabled())
        .with_expr(&one)
        .with_expr(&other)
        .run(&readings);
    let equal = runner.egraph.find(runner.roots[0]) == runner.egraph.find(runner.roots[1]);
    equal.then(|| runner.explain_equivalence(&one, &other).get_flat_strings())
}

type Saturated = (Option<Name>, RecExpr<Reading>, Runner<Reading, ()>);

fn saturate(chain: &Chain, rules: Vec<egg::Rewrite<Reading, ()>>) -> Saturated {
    let mut all = rewrites::readings(chain.truths());
    all.extend(rules);
    let runner = (Runner::default().with_explanations_enabled())
        .with_expr(&chain.term())
        .run(&all);
    let (_, best) = Extractor::new(&runner.egraph, Words).find_best(runner.roots[0]);
    (language::name_of(&best), best, runner)
}
