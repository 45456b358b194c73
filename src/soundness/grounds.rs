//! The grounds of a verdict besides the axioms of the board.
//!
//! `aic` depends on the meaning of chains, proved by induction. `als_xz` depends on a count of sets
//! of any size. `bug_plus_1` assumes that the puzzle has one solution. This is the only assumption
//! that is not proved, and a rule has to declare it.

use super::capacities::has_capacities;
use super::fillings::has_fillings;
use super::induct::closure;
use super::links::has_links;
use super::locked_sets::locked;
use qedoku_core::lang::ir::{Condition, Pattern, Relation, Technique};

/// The assumption of uniqueness techniques, which is not proved.
pub const ONE_SOLUTION: &str = "the puzzle has one solution";

/// The grounds of a technique's proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grounds {
    /// Relations whose meaning is proved by induction on their cases.
    pub relations: Vec<String>,
    /// Whether the proof uses the count of sets of any size.
    pub counted: bool,
    /// Whether the proof uses the count of cells and links.
    pub linked: bool,
    /// Whether the proof adds up capacities.
    pub filled: bool,
    /// Whether the proof uses that the solution is a filling of each constraint.
    pub fillings: bool,
    /// Whether the proof uses that the solution is a template of each digit.
    pub templates: bool,
    /// Whether the proof assumes a unique solution.
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
            filled: patterns.iter().any(|p| has_capacities(p)),
            fillings: patterns.iter().any(|p| has_fillings(p)),
            templates: any(|c| matches!(c, Condition::Template(..))),
            one_solution: any(|c| {
                matches!(c, Condition::Deadly { .. } | Condition::DeadlyBut { .. })
            }),
        }
    }

    /// The assumption on which the verdict rests, if there is one.
    pub fn assumed(&self) -> Option<&'static str> {
        self.one_solution.then_some(ONE_SOLUTION)
    }

    /// The proved lemmas, each as a phrase.
    pub fn proved(&self) -> Vec<String> {
        let relations = (!self.relations.is_empty())
            .then(|| format!("by induction on {}", self.relations.join(", ")));
        let counted = self.counted.then(|| "by a count of its sets".to_string());
        let linked = self.linked.then(|| "by a count of its links".to_string());
        let filled = (self.filled).then(|| "by a count of its capacities".to_string());
        let fillings =
            (self.fillings).then(|| "as the solution is a filling of each constraint".to_string());
        let templates =
            (self.templates).then(|| "as the solution is a template of each digit".to_string());
        [relations, counted, linked, filled, fillings, templates]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The grounds as text, to follow the scope.
    pub fn words(&self) -> String {
        let assumed = self.assumed().map(|it| format!("assuming that {it}"));
        let all = assumed.into_iter().chain(self.proved());
        all.map(|words| format!(", {words}")).collect()
    }
}
