//! No question contains its own answer.
//!
//! A question is unsatisfiable because of what it asks, not because of what it assumes: without the goal it can be satisfied,
//! and without a premise the rule is wrong, on a board.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::confirm::confirm;
use qedoku_core::lang::ir::{Condition, Pattern, Technique};
use qedoku_core::lang::standard_library;
use qedoku_soundness::encode::Goal;
use qedoku_soundness::induct::Theory;
use qedoku_soundness::question::{SCOPES, is_proved, orientations, queries};
use qedoku_soundness::smt::{Answer, Query};
use qedoku_soundness::world::Boards;
use qedoku_soundness::{Deadline, Verdict, count, decide};

const LIMIT: Duration = Duration::from_secs(120);

fn soon() -> Deadline<'static> {
    Deadline::new(Instant::now(), LIMIT)
}

/// The words that stand before what is to be refuted.
const GOAL: &str = "to be refuted";

/// The question without what has this reason.
fn without(query: &Query, reason: &str) -> Query {
    let mut rest = query.clone();
    rest.assertions.retain(|(why, _)| why != reason);
    assert!(rest.assertions.len() < query.assertions.len(), "{reason}");
    rest
}

fn assert_open(name: &str, query: &Query) {
    assert_eq!(query.ask(soon()), Answer::Unsat, "{name}");
    let open = without(query, GOAL);
    assert_eq!(open.ask(soon()), Answer::Sat, "{name} contains its answer");
}

/// The questions that prove a technique, where it was proved.
fn asked(technique: &Technique, theory: &Theory, boards: Boards) -> Vec<Query> {
    let patterns = orientations(technique).into_iter();
    patterns
        .flat_map(|p| queries(p, theory, boards, Goal::Conclusions).expect("not too many"))
        .collect()
}

#[test]
fn without_its_goal_every_question_can_be_satisfied() {
    let library = standard_library().expect("it loads");
    let relations = &library.relations;
    let mut count_of = BTreeMap::from([("rules", 0), ("relations", 0), ("counts", 0)]);
    let mut seen = Vec::new();
    for technique in &library.techniques {
        let patterns = orientations(technique);
        let proof = SCOPES.iter().find_map(|&(boards, _)| {
            let theory = Theory::new(relations, patterns.iter().copied(), boards, soon());
            let proved = { patterns.iter() }.all(|p| is_proved(p, &theory, boards, soon()));
            proved.then_some((theory, boards))
        });
        let (theory, boards) = proof.unwrap_or_else(|| panic!("{} is proved", technique.rule));
        for query in asked(technique, &theory, boards) {
            assert_open(&technique.rule, &query);
            *count_of.entry("rules").or_default() += 1;
        }
        for &at in &theory.used {
            if seen.contains(&(at, boards)) {
                continue;
            }
            seen.push((at, boards));
            for query in theory.queries(relations, boards, true, at) {
                assert_open(&relations[at].name, &query);
                *count_of.entry("relations").or_default() += 1;
            }
        }
    }
    for query in count::queries() {
        assert_open(&query.title.clone(), &query);
        *count_of.entry("counts").or_default() += 1;
    }
    println!("questions that do not contain their answers: {count_of:?}");
    assert!(count_of.values().all(|&n| n > 0), "{count_of:?}");
}

/// The premises of a rule that are dropped, one by one: what it knows, and what it takes from relations, templates and
/// one solution.
fn premises(pattern: &Pattern) -> Vec<(String, Pattern)> {
    let clauses = (0..pattern.knowledge.len()).map(|at| {
        let mut rest = pattern.clone();
        rest.knowledge.remove(at);
        (format!("clause {}", at + 1), rest)
    });
    let is_premise = |c: &Condition| {
        matches!(
            c,
            Condition::Relation(..)
                | Condition::Template(..)
                | Condition::Deadly { .. }
                | Condition::DeadlyBut { .. }
        )
    };
    let all = pattern.conditions.iter().enumerate();
    let conditions = all.filter(|(_, c)| is_premise(c)).map(|(at, _)| {
        let mut rest = pattern.clone();
        rest.conditions.remove(at);
        (format!("condition {}", at + 1), rest)
    });
    clauses.chain(conditions).collect()
}

/// Rules none of whose premises can be spared.
const LEAN: [&str; 15] = [
    "naked_single",
    "hidden_single",
    "locked_candidates_1",
    "locked_candidates_2",
    "naked_subset",
    "hidden_subset",
    "turbot_fish",
    "remote_pair",
    "unique_rectangle_1",
    "unique_rectangle_4",
    "hidden_rectangle",
    "bug_plus_1",
    "bug_2",
    "template_delete",
    "template_set",
];

#[test]
fn without_a_premise_a_rule_is_refuted_by_a_board() {
    let library = standard_library().expect("it loads");
    for name in LEAN {
        let technique = library.techniques.iter().find(|t| &*t.rule == name);
        let technique = technique.expect("a rule of the library");
        let all = premises(orientations(technique)[0]);
        assert!(!all.is_empty(), "{name}");
        for (premise, rest) in all {
            let mut weaker = technique.clone();
            weaker.patterns = vec![rest];
            weaker.proved = false;
            let verdict = decide(&weaker, &library.relations, || true, soon());
            let Verdict::Unsound { counterexample, .. } = &verdict else {
                panic!("{name} is {} without {premise}", verdict.word());
            };
            confirm(name, &weaker, counterexample);
        }
    }
}

/// What is said of the variables, and of the board around them, is not part of a derivation.
const AROUND: [&str; 7] = [
    GOAL,
    "members of a set differ",
    "members of a set have no order",
    "how the variables lie",
    "how deadly cells lie",
    "what is known",
    "a house is of one kind",
];

/// What is derived from templates and from one solution needs all that is said for it. (A state in which a grave's digits
/// have three places has a digit with one, too; but that takes a count over the house, which the question does not make.)
#[test]
fn no_premise_of_a_derivation_can_be_spared() {
    let library = standard_library().expect("it loads");
    let mut dropped = 0;
    for name in [
        "template_delete",
        "template_set",
        "unique_rectangle_1",
        "bug_plus_1",
    ] {
        let technique = library.techniques.iter().find(|t| &*t.rule == name);
        let technique = technique.expect("a rule of the library");
        for query in asked(technique, &Theory::default(), Boards::Every) {
            assert_eq!(query.ask(soon()), Answer::Unsat, "{name}");
            let mut reasons: Vec<&String> = query.assertions.iter().map(|(why, _)| why).collect();
            reasons.retain(|why| !AROUND.contains(&why.as_str()));
            reasons.dedup();
            for why in reasons {
                let answer = without(&query, why).ask(soon());
                assert_eq!(answer, Answer::Sat, "{name} can spare: {why}");
                dropped += 1;
            }
        }
    }
    println!("premises that cannot be spared: {dropped}");
    assert!(dropped >= 20, "{dropped}");
}
