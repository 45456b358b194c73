//! What a verdict rests on, besides the axioms of the board.
//!
//! Takes a technique and the relations it may use, gives what its proof goes back to: `aic` to what chains mean, by
//! induction; `als_xz` to a count of sets of any size; `bug_plus_1` to the puzzle having one solution, which is the only sentence
//! that is assumed and not proved, and which a rule has to declare.

use super::induct::closure;
use super::links::has_links;
use super::locked::locked;
use qedoku_core::lang::ir::{Condition, Pattern, Relation, Technique};

/// What uniqueness techniques assume, and nothing proves.
pub const ONE_SOLUTION: &str = "the puzzle has one solution";

/// What the proof of a technique goes back to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grounds {
    /// Relations whose meaning is proved by induction on their cases.
    pub relations: Vec<String>,
    /// Sets of any size are counted.
    pub counted: bool,
    /// Cells are counted against links.
    pub linked: bool,
    /// The solution is a template of each digit.
    pub templates: bool,
    /// The puzzle is assumed to have one solution.
    pub one_solution: bool,
}

impl Grounds {
    /// The grounds of a technique.
    pub fn of(technique: &Technique, relations: &[Relation]) -> Grounds {
        let used = closure(relations, &technique.patterns);
        let cases = used.iter().flat_map(|&at| &relations[at].cases);
        let patterns: Vec<&Pattern> = technique.patterns.iter().chain(cases).collect();
        let any = |is_it: fn(&Condition) -> bool| {
            let mut all = patterns.iter().flat_map(|p| &p.conditions);
            all.any(is_it)
        };
        Grounds {
            relations: (used.iter())
                .map(|&at| relations[at].name.to_string())
                .collect(),
            counted: patterns.iter().any(|p| !locked(p).is_empty()),
            linked: patterns.iter().any(|p| has_links(p)),
            templates: any(|c| matches!(c, Condition::Template(..))),
            one_solution: any(|c| {
                matches!(c, Condition::Deadly { .. } | Condition::DeadlyBut { .. })
            }),
        }
    }

    /// The sentence that is assumed, if there is one.
    pub fn assumed(&self) -> Option<&'static str> {
        self.one_solution.then_some(ONE_SOLUTION)
    }

    /// What is proved on the way, each in a few words.
    pub fn proved(&self) -> Vec<String> {
        let relations = (!self.relations.is_empty())
            .then(|| format!("by induction on {}", self.relations.join(", ")));
        let counted = self.counted.then(|| "by a count of its sets".to_string());
        let linked = self.linked.then(|| "by a count of its links".to_string());
        let templates =
            (self.templates).then(|| "as the solution is a template of each digit".to_string());
        [relations, counted, linked, templates]
            .into_iter()
            .flatten()
            .collect()
    }

    /// In words, behind where the rule is sound.
    pub fn words(&self) -> String {
        let assumed = self.assumed().map(|it| format!("assuming that {it}"));
        let all = assumed.into_iter().chain(self.proved());
        all.map(|words| format!(", {words}")).collect()
    }
}
