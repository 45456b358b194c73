//! The verdict on a rule.
//!
//! Takes a technique and the relations it may use, gives sound, unsound or unknown, with all that
//! is known about why.

use std::collections::BTreeSet;

use serde::Serialize;

use super::count;
use super::encode::{Goal, Meaning};
use super::grounds::Grounds;
use super::induct::{Theory, mentioned};
use super::links;
use super::question::{SCOPES, Scope, all_refuted, is_proved, orientations, usual_board};
use super::search::{BoardSearch, SearchOutcome};
use super::smt::Deadline;
use super::suggest::{Suggestion, suggest};
use super::suspect::{fires_somewhere, lie};
use super::witness::Counterexample;
use super::world::Boards;
use qedoku_core::lang::ir::{Pattern, Relation, Technique};

/// What is odd about a sound rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remark {
    /// It is sound because no solution satisfies its clauses.
    Contradictory,
    /// Whatever it would remove, its own clauses say that it is not there.
    NeverFires,
}

impl Remark {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Remark::Contradictory => "its clauses contradict each other, so it can never fire",
            Remark::NeverFires => "what it removes is never there, so it can never fire",
        }
    }
}

/// The verdict on a technique.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No solution satisfies its clauses and violates its conclusion.
    Sound {
        /// Where that was proved.
        scope: Scope,
        /// What is odd about it.
        remark: Option<Remark>,
        /// What the proof rests on.
        grounds: Grounds,
    },
    /// There is a board on which it is wrong.
    Unsound {
        /// The board.
        counterexample: Box<Counterexample>,
        /// What would make it sound.
        suggestion: Option<Suggestion>,
        /// What is known of the ends of the relations it uses, by their names.
        relations: Vec<(String, Meaning)>,
    },
    /// Neither was found.
    Unknown {
        /// The limit that was hit.
        reason: String,
    },
}

impl Verdict {
    /// Whether a rule with this verdict may be used.
    pub fn is_sound(&self) -> bool {
        matches!(self, Verdict::Sound { .. })
    }

    /// In one word.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Sound { .. } => "sound",
            Verdict::Unsound { .. } => "unsound",
            Verdict::Unknown { .. } => "unknown",
        }
    }
}

/// The verdict on a technique, reached within a time, with what would mend a rule that is wrong. If it is known to
/// fire on some board, nobody has to ask whether it ever does.
pub fn judge(
    technique: &Technique,
    relations: &[Relation],
    fires: impl FnOnce() -> bool,
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

/// The verdict alone: a rule that is wrong gets its board, and no advice.
pub fn decide(
    technique: &Technique,
    relations: &[Relation],
    fires: impl FnOnce() -> bool,
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
            reason: "it rests on the puzzle having one solution, and does not say so".into(),
        };
    }
    if grounds.counted && !count::is_proved(deadline) {
        return unknown(deadline);
    }
    if grounds.linked && !links::is_proved(deadline) {
        return unknown(deadline);
    }
    let sound = |scope, remark| Verdict::Sound {
        scope,
        remark,
        grounds: grounds.clone(),
    };
    if let Some(proof) = prove(technique, relations, deadline) {
        if fires() {
            return sound(proof.scope, None);
        }
        let remark = proof.remark(deadline);
        // Two readings that differ: neither is believed.
        if remark.is_some() && fires_somewhere(technique) {
            return Verdict::Unknown {
                reason: "its clauses are said to allow no match, and there is one".into(),
            };
        }
        return sound(proof.scope, remark);
    }
    if deadline.is_over() {
        return unknown(deadline);
    }
    // A part of the time is kept for boards on which the rule is just tried.
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
        SearchOutcome::GaveUp(reason) => match lie(technique, deadline) {
            Some(counterexample) => unsound(Box::new(counterexample)),
            None if for_search.is_over() => unknown(deadline),
            None => Verdict::Unknown { reason },
        },
    }
}

/// A proof of a rule: no question about it can be satisfied.
pub struct AbstractProof<'t> {
    /// On which boards.
    pub scope: Scope,
    boards: Boards,
    theory: Theory,
    patterns: Vec<&'t Pattern>,
}

/// A proof by the abstract questions, on as many boards as there is one for. Without one, a rule may be wrong, or sound for what
/// only a whole board shows.
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
    /// What is odd about the rule: that none of its patterns can ever do anything.
    pub fn remark(&self, deadline: Deadline) -> Option<Remark> {
        let all = self.patterns.iter();
        let mut remarks = all.map(|p| remark(p, &self.theory, self.boards, deadline));
        let first = remarks.next().flatten();
        first.filter(|_| remarks.all(|r| r.is_some()))
    }
}

/// What the relations that a pattern itself uses say of their ends, where most is known.
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
    // A rule may contradict itself only where boxes are what they usually are.
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
