//! No question contains its own answer.
//!
//! A question is unsatisfiable because of what it asks, not because of what it assumes: without the goal it can be satisfied,
//! and without a premise the rule is wrong, on a board.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::{LIMIT, confirm, soon};
use qedoku_core::lang::ir::{Condition, Pattern, Technique};
use qedoku_core::lang::standard_library;
use qedoku_soundness::encode::Goal;
use qedoku_soundness::induct::Theory;
use qedoku_soundness::smt::{Answer, Query};
use qedoku_soundness::verdict::{SCOPES, is_proved, orientations, queries};
use qedoku_soundness::world::Boards;
use qedoku_soundness::{Deadline, Verdict, count, judge};

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
    assert_eq!(query.ask(soon(LIMIT)), Answer::Unsat, "{name}");
    let open = without(query, GOAL);
    assert_eq!(
        open.ask(soon(LIMIT)),
        Answer::Sat,
        "{name} contains its answer"
    );
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
            let theory = Theory::new(relations, patterns.iter().copied(), boards, soon(LIMIT));
            let proved = { patterns.iter() }.all(|p| is_proved(p, &theory, boards, soon(LIMIT)));
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

#[test]
fn without_a_premise_a_rule_is_refuted_by_a_board() {
    let library = standard_library().expect("it loads");
    for technique in &library.techniques {
        let is_first = |t: &&Technique| t.rule == technique.rule;
        let first = library.techniques.iter().find(is_first);
        if first.is_none_or(|f| f.instance != technique.instance) {
            continue;
        }
        let pattern = orientations(technique)[0];
        for (premise, rest) in premises(pattern) {
            let mut weaker = technique.clone();
            weaker.patterns = vec![rest];
            let start = Instant::now();
            let deadline = Deadline::new(start, Duration::from_secs(5));
            let verdict = judge(&weaker, &library.relations, || true, deadline);
            println!(
                "{} {premise}: {} {:.2}",
                technique.rule,
                verdict.word(),
                start.elapsed().as_secs_f64()
            );
            if let Verdict::Unsound { counterexample, .. } = &verdict {
                confirm(&technique.rule, &weaker, counterexample);
            }
        }
    }
}
