//! No query contains its own answer.
//!
//! A query must be unsatisfiable because of its goal and not because of its assumptions. Without
//! the goal it is satisfiable, and without a premise a board refutes the rule.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::confirm::confirm;
use crate::mutate::sources;
use qedoku_core::lang::ir::{Condition, Pattern, Technique};
use qedoku_core::lang::{load, standard_library};
use qedoku_soundness::axioms::Boards;
use qedoku_soundness::encode::Goal;
use qedoku_soundness::grounds::ONE_SOLUTION;
use qedoku_soundness::induct::Theory;
use qedoku_soundness::question::{SCOPES, is_proved, orientations, queries};
use qedoku_soundness::report::RuleReport;
use qedoku_soundness::smt::{Answer, Query};
use qedoku_soundness::{Deadline, Grounds, Scope, Verdict, capacities, count, decide, links};

const MAX_TIME: Duration = Duration::from_secs(120);

fn soon() -> Deadline<'static> {
    Deadline::new(Instant::now(), MAX_TIME)
}

/// The reason of the assertion that is the goal of a query.
const GOAL: &str = "to be refuted";

/// Returns the query without the assertion that has this reason.
fn without(query: &Query, reason: &str) -> Query {
    let mut rest = query.clone();
    rest.assertions.retain(|(why, _)| why != reason);
    assert!(rest.assertions.len() < query.assertions.len(), "{reason}");
    rest
}

/// Returns whether the query is unsatisfiable without its goal.
fn contains_its_answer(query: &Query) -> bool {
    without(query, GOAL).ask(soon()) != Answer::Sat
}

fn assert_open(name: &str, query: &Query) {
    assert_eq!(query.ask(soon()), Answer::Unsat, "{name}");
    assert!(!contains_its_answer(query), "{name} contains its answer");
}

/// Returns the queries that prove a technique, if it was proved.
fn asked(technique: &Technique, theory: &Theory, boards: Boards) -> Vec<Query> {
    let patterns = orientations(technique).into_iter();
    patterns
        .flat_map(|p| queries(p, theory, boards, Goal::Conclusions).expect("not too many"))
        .collect()
}

#[test]
fn queries_without_their_goal_are_satisfiable() {
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
    let lemmas = count::queries().into_iter().chain(links::induction());
    for query in lemmas.chain(capacities::lemma()) {
        assert_open(&query.title.clone(), &query);
        *count_of.entry("counts").or_default() += 1;
    }
    println!("questions that do not contain their answers: {count_of:?}");
    assert!(count_of.values().all(|&n| n > 0), "{count_of:?}");
}

/// Returns the pattern without each of its premises: clauses, and facts from relations, templates
/// and the assumption of one solution.
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
                | Condition::FewestLinks { .. }
                | Condition::Capacities(_)
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

/// Rules in which every premise is necessary.
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
fn rules_without_a_premise_are_refuted() {
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
            let verdict = decide(&weaker, &library.relations, |_| true, soon());
            let Verdict::Unsound { counterexample, .. } = &verdict else {
                panic!("{name} is {} without {premise}", verdict.word());
            };
            confirm(name, &weaker, counterexample);
        }
    }
}

/// Reasons of assertions about the variables and the board, which are no premises of a derivation.
const AROUND: [&str; 7] = [
    GOAL,
    "members of a set differ",
    "members of a set have no order",
    "how the variables lie",
    "how deadly cells lie",
    "what is known",
    "a house is of one kind",
];

/// Returns the necessary premises of a derivation, and the unnecessary ones.
fn premises_of(query: &Query) -> (Vec<String>, Vec<String>) {
    let mut reasons: Vec<String> = { query.assertions.iter() }
        .map(|(why, _)| why.clone())
        .collect();
    reasons.retain(|why| !AROUND.contains(&why.as_str()));
    reasons.dedup();
    let is_needed = |why: &String| without(query, why).ask(soon()) == Answer::Sat;
    reasons.into_iter().partition(is_needed)
}

/// Derivations from templates and from one solution need all of their premises. (If a digit of a
/// grave has three places in a house, another digit has one. But this follows from a count over the
/// house, which the query does not contain.)
#[test]
fn derivations_need_all_their_premises() {
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
            let (needed, spared) = premises_of(&query);
            assert!(spared.is_empty(), "{name} can spare: {spared:?}");
            dropped += needed.len();
        }
    }
    println!("premises that cannot be spared: {dropped}");
    assert!(dropped >= 20, "{dropped}");
}

/// The tests above must detect a hollow query. A query that states its answer, as `in no template`
/// once did, needs no premise of its derivation. A query with contradictory premises needs no goal.
#[test]
fn vacuous_queries_are_found() {
    let library = standard_library().expect("it loads");
    for name in [
        "template_delete",
        "template_set",
        "unique_rectangle_1",
        "bug_plus_1",
    ] {
        let technique = library.techniques.iter().find(|t| &*t.rule == name);
        let technique = technique.expect("a rule of the library");
        let query = asked(technique, &Theory::default(), Boards::Every).remove(0);
        let is_goal = |(why, _): &&(String, String)| why == GOAL;
        let (_, goal) = query.assertions.iter().find(is_goal).expect("a goal");
        let mut hollow = query.clone();
        hollow.assert("what the rule says", format!("(not {goal})"));
        let (_, spared) = premises_of(&hollow);
        assert!(
            !spared.is_empty(),
            "{name} says its answer, and nobody sees it"
        );
        let mut contradictory = query.clone();
        contradictory.assert("what cannot be", "false".into());
        assert!(contains_its_answer(&contradictory), "{name}");
        assert!(!contains_its_answer(&query), "{name}");
    }
    // A hollow rule: its two clauses leave the cell no candidate.
    let text = "rule hollow {\n  for   cell a, digits x, y\n  when  every candidate of a is x\n        every \
        candidate of a is y\n  then  eliminate x from a\n}\n";
    let hollow = load(&sources("", text)).expect("it loads");
    let question = asked(&hollow.techniques[0], &Theory::default(), Boards::Every).remove(0);
    assert!(contains_its_answer(&question));
}

/// The assumption of one solution is declared by a rule and not proved. The verdict states it as
/// text, in JSON and in the exported queries. Verdicts on other rules do not state it.
#[test]
fn assumptions_are_shown_with_every_verdict() {
    let library = standard_library().expect("it loads");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs/rules");
    let mut counts = [0, 0];
    for technique in &library.techniques {
        let rule = library.rule(&technique.rule).expect("its rule");
        let judged = RuleReport {
            rule,
            technique,
            verdict: Verdict::Sound {
                scope: Scope::EveryBoard,
                remark: None,
                grounds: Grounds::of(technique, &library.relations),
            },
            seconds: 0.0,
        };
        let assumes = technique.assumes_unique;
        counts[usize::from(assumes)] += 1;
        let line = judged.line();
        let told = ", assuming that the puzzle has one solution";
        assert_eq!(line.contains(told), assumes, "{line}");
        let json = serde_json::to_value(judged.json()).expect("JSON");
        let sentence = json.get("assumed").and_then(|it| it.as_str());
        assert_eq!(sentence, assumes.then_some(ONE_SOLUTION), "{line}");
        let file = folder.join(format!("{}.smt2", technique.rule));
        let questions = std::fs::read_to_string(file).expect("the questions of a rule");
        let told = format!("; It is assumed that {ONE_SOLUTION}.");
        assert_eq!(questions.lines().nth(1) == Some(&told), assumes, "{line}");
    }
    println!("rules that assume nothing, and one solution: {counts:?}");
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}
