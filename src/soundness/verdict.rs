//! The verdict on a rule: sound, unsound or unknown, with its reasons.

use std::collections::BTreeSet;

use serde::Serialize;

use super::axioms::Boards;
#[cfg(feature = "z3")]
use super::capacities;
#[cfg(feature = "z3")]
use super::count;
use super::counterexample::Counterexample;
use super::encode::{Goal, Meaning};
use super::grounds::Grounds;
use super::induct::{Theory, mentioned};
#[cfg(feature = "z3")]
use super::links;
#[cfg(feature = "z3")]
use super::question::usual_board;
use super::question::{SCOPES, Scope, all_refuted, is_proved, orientations};
#[cfg(feature = "z3")]
use super::search::{BoardSearch, SearchOutcome};
#[cfg(not(feature = "z3"))]
use super::shipped_verdicts;
use super::smt::Deadline;
use super::suggest::{Suggestion, suggest};
use super::trials::counterexample;
#[cfg(feature = "z3")]
use super::trials::fires_somewhere;
use qedoku_core::engine::Stop;
use qedoku_core::lang::ir::{Pattern, Relation, Technique};

/// A remark on a sound rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remark {
    /// The rule is sound because no solution satisfies its clauses.
    Contradictory,
    /// The rule's clauses exclude every candidate that it would eliminate.
    NeverFires,
}

impl Remark {
    /// The remark as a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Remark::Contradictory => "its clauses contradict each other, so it can never fire",
            Remark::NeverFires => {
                "its clauses exclude every candidate that it would remove, so it can never fire"
            }
        }
    }
}

/// The verdict on a technique.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No solution satisfies its clauses and violates its conclusion.
    Sound {
        /// The boards for which the rule is proved.
        scope: Scope,
        /// A remark, if the rule is suspicious.
        remark: Option<Remark>,
        /// The grounds of the proof.
        grounds: Grounds,
    },
    /// There is a counterexample.
    Unsound {
        /// The board.
        counterexample: Box<Counterexample>,
        /// A change that would make the rule sound.
        suggestion: Option<Suggestion>,
        /// The meanings of the relations that the rule uses, by name.
        relations: Vec<(String, Meaning)>,
    },
    /// Neither a proof nor a counterexample was found.
    Unknown {
        /// The reason, such as the limit that was reached.
        reason: String,
    },
}

impl Verdict {
    /// Whether a rule with this verdict may be used.
    pub fn is_sound(&self) -> bool {
        matches!(self, Verdict::Sound { .. })
    }

    /// The verdict as one word.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Sound { .. } => "sound",
            Verdict::Unsound { .. } => "unsound",
            Verdict::Unknown { .. } => "unknown",
        }
    }
}

/// The verdict on a technique, reached before the deadline, with a suggestion for an unsound rule.
/// `fires` stops at the deadline that it is given. If it returns true, the rule is known to fire,
/// and no query checks this.
pub fn judge(
    technique: &Technique,
    relations: &[Relation],
    fires: impl FnOnce(Stop) -> bool,
    deadline: Deadline,
) -> Verdict {
    let verdict = decide(technique, relations, fires, deadline);
    match (verdict, orientations(technique).first()) {
        (Verdict::Unsound { counterexample, .. }, Some(pattern)) => Verdict::Unsound {
            counterexample,
            suggestion: suggest(pattern, relations, deadline),
            relations: meanings(pattern, relations, deadline),
        },
        (verdict, _) => verdict,
    }
}

/// The verdict without a suggestion: a shipped verdict, or a counterexample that a few trials find.
/// Without Z3 nothing is proved.
#[cfg(not(feature = "z3"))]
pub fn decide(
    technique: &Technique,
    relations: &[Relation],
    _fires: impl FnOnce(Stop) -> bool,
    deadline: Deadline,
) -> Verdict {
    if let Some(scope) = shipped_verdicts::proved(technique, relations) {
        return Verdict::Sound {
            scope,
            remark: None,
            grounds: Grounds::of(technique, relations),
        };
    }
    match counterexample(technique, deadline.at_most(TRIAL_TIME)) {
        Some(counterexample) => Verdict::Unsound {
            counterexample: Box::new(counterexample),
            suggestion: None,
            relations: Vec::new(),
        },
        None => Verdict::Unknown {
            reason: shipped_verdicts::NEEDS_Z3.into(),
        },
    }
}

/// Time limit of the trials of a rule in a build without Z3.
#[cfg(not(feature = "z3"))]
const TRIAL_TIME: std::time::Duration = std::time::Duration::from_secs(2);

/// The verdict without a suggestion.
#[cfg(feature = "z3")]
pub fn decide(
    technique: &Technique,
    relations: &[Relation],
    fires: impl FnOnce(Stop) -> bool,
    deadline: Deadline,
) -> Verdict {
    let patterns = orientations(technique);
    if patterns.is_empty() {
        return Verdict::Unknown {
            reason: "it has no pattern".into(),
        };
    }
    let grounds = Grounds::of(technique, relations);
    if !technique.assumes_unique && grounds.one_solution {
        return Verdict::Unknown {
            reason: "it needs a unique solution but does not declare `assuming unique`".into(),
        };
    }
    if grounds.counted && !count::is_proved(deadline) {
        return unknown(deadline);
    }
    if grounds.linked && !links::is_proved(deadline) {
        return unknown(deadline);
    }
    if grounds.filled && !capacities::is_proved(deadline) {
        return unknown(deadline);
    }
    let sound = |scope, remark| Verdict::Sound {
        scope,
        remark,
        grounds: grounds.clone(),
    };
    if let Some(proof) = prove(technique, relations, deadline) {
        if fires(deadline.as_stop()) {
            return sound(proof.scope, None);
        }
        let remark = proof.remark(deadline);
        if remark.is_some() {
            match fires_somewhere(technique, deadline) {
                Some(false) => {}
                // The query and the definition of meaning disagree, so neither is trusted.
                Some(true) => {
                    return Verdict::Unknown {
                        reason: "its clauses were proved contradictory, but it has a match".into(),
                    };
                }
                None => return unknown(deadline),
            }
        }
        return sound(proof.scope, remark);
    }
    if deadline.is_over() {
        return unknown(deadline);
    }
    // Part of the time is left for trials on boards.
    let for_search = deadline.at_most(deadline.left().mul_f64(0.75));
    let search = BoardSearch {
        technique,
        relations,
        board: &usual_board(),
        deadline: for_search,
    };
    let unsound = |counterexample| Verdict::Unsound {
        counterexample,
        suggestion: None,
        relations: Vec::new(),
    };
    match search.run() {
        SearchOutcome::Exhausted => sound(Scope::NineByNine, None),
        SearchOutcome::Refuted(counterexample) => unsound(counterexample),
        SearchOutcome::GaveUp(reason) => match counterexample(technique, deadline) {
            Some(counterexample) => unsound(Box::new(counterexample)),
            None if for_search.is_over() => unknown(deadline),
            None => Verdict::Unknown { reason },
        },
    }
}

/// A proof of a rule: all its queries are refuted.
pub struct AbstractProof<'t> {
    /// The boards that the proof covers.
    pub scope: Scope,
    boards: Boards,
    theory: Theory,
    patterns: Vec<&'t Pattern>,
}

/// A proof by abstract queries, for the widest possible scope. A rule without such a proof may be
/// wrong. It may also be sound only because of constraints of the whole board.
pub fn prove<'t>(
    technique: &'t Technique,
    relations: &[Relation],
    deadline: Deadline,
) -> Option<AbstractProof<'t>> {
    let patterns = orientations(technique);
    SCOPES.into_iter().find_map(|(boards, scope)| {
        if deadline.is_over() {
            return None;
        }
        let theory = Theory::new(relations, patterns.iter().copied(), boards, deadline);
        let is_proved = |p: &&Pattern| is_proved(p, &theory, boards, deadline);
        patterns.iter().all(is_proved).then(|| AbstractProof {
            scope,
            boards,
            patterns: patterns.clone(),
            theory,
        })
    })
}

impl AbstractProof<'_> {
    /// A remark if no pattern of the rule can ever fire.
    pub fn remark(&self, deadline: Deadline) -> Option<Remark> {
        let all = self.patterns.iter();
        let mut remarks = all.map(|p| remark(p, &self.theory, self.boards, deadline));
        let first = remarks.next().flatten();
        first.filter(|_| remarks.all(|r| r.is_some()))
    }
}

/// The meanings of the relations that a pattern uses, in the scope with the strongest meanings.
fn meanings(
    pattern: &Pattern,
    relations: &[Relation],
    deadline: Deadline,
) -> Vec<(String, Meaning)> {
    let theory = Theory::new(relations, [pattern], Boards::Standard, deadline);
    let all = mentioned(pattern).into_iter().collect::<BTreeSet<usize>>();
    all.into_iter()
        .map(|at| (relations[at].name.to_string(), theory.meanings[at]))
        .collect()
}

#[cfg(feature = "z3")]
fn unknown(deadline: Deadline) -> Verdict {
    let seconds = deadline.seconds();
    Verdict::Unknown {
        reason: format!("it was not decided within {seconds} s"),
    }
}

fn remark(
    pattern: &Pattern,
    theory: &Theory,
    boards: Boards,
    deadline: Deadline,
) -> Option<Remark> {
    // A rule may be contradictory on standard boards only.
    let refuted = |goal| {
        all_refuted(pattern, theory, boards, goal, deadline)
            || boards == Boards::Every
                && all_refuted(pattern, theory, Boards::Standard, goal, deadline)
    };
    if refuted(Goal::Nothing) {
        return Some(Remark::Contradictory);
    }
    refuted(Goal::Fires).then_some(Remark::NeverFires)
}
