//! Unsound rules that would be sound if a construct had a slightly different meaning.
//!
//! Each text has a comment with the other interpretation. No rule may have the verdict sound. Some
//! texts are rejected before the soundness check. For example, `rule capture` removes the digits of
//! a pair from a house of its own, which is not the house of the pair, although the pattern uses
//! the same name for its house.

use std::time::{Duration, Instant};

use crate::boards::states;
use crate::comparison::{Fate, fate};
use crate::mutate::sources;
use qedoku_core::lang::load;
use qedoku_soundness::{Deadline, Verdict, decide};

const MAX_TIME: Duration = Duration::from_secs(60);

/// Unsound rules that are refuted by a board.
const WRONG: [&str; 24] = [
    // The cells see one digit, but another one is eliminated.
    "rule other_digit { for digits x, y, cells a, b when every candidate of a is x or y every candidate of b is x or y \
     then eliminate x from cells seeing every y in a and every y in b }",
    "rule all_but { for house H, cells S[2] in H, digits D[2] when every candidate of S is in D \
     then eliminate all but D from cells seeing every D in S }",
    "rule one_of_two { for digit x, house H, cells a, b in H when every x in H is at a or at b \
     then eliminate x from cells seeing every x in a }",
    // If a digit has no candidate in the set, every cell sees all of its candidates.
    "rule none_there { for house H, cells S[2] in H, digits D[3], digit z in D when every candidate of S is in D \
     then eliminate z from cells seeing every z in S }",
    "rule one_cell { for house H, cells S[1..2] in H, digits D[2], digit x in D when every candidate of S is in D \
     then eliminate D except x from cells seeing every D in S }",
    // Two corners of a rectangle are open.
    "rule two_corners { assuming unique for cells a, b, c, d, digits x, y deadly x, y on a, b, c, d \
     when every candidate of a, b is x or y then eliminate x, y from c }",
    "relation guard(candidate p, candidate q) { for cells a, b, c, d, digits x, y with p in a, q in b \
     deadly x, y on a, b, c, d when every candidate of c, d is x or y every candidate of a is x or y or is p \
     every candidate of b is x or y or is q }\n\
     rule one_guard { assuming unique for candidates p, q with guard(p, q), p, q distinct then eliminate p }",
    // The candidate that prevents the grave is true in one of its cells.
    "rule other_way { assuming unique for cell a, digit z deadly all but z at a then eliminate z from a }",
    "rule both_of_two { assuming unique for digits F[1..4], cells S[2] deadly all but F at S then eliminate all but F from S }",
    // The ends of a loop must exclude each other, and its links must be those of a loop.
    "relation strong(candidate p, candidate q) { for truth V with p, q in V, p, q distinct when every candidate of V is p or q }\n\
     relation imp(candidate p, candidate q) { for candidate m with p excludes m, strong(m, q) }\n\
     relation either(candidate g, candidate h) { for truth V with g in V when every candidate of V is g or imp h }\n\
     rule no_loop { for candidates g, h with either(g, h) then eliminate candidates excluded by each link of either(g, h) }",
    "relation weak(candidate p, candidate q) { with p excludes q }\n\
     rule weak_loop { for candidates g, h with weak(g, h), weak(h, g) \
     then eliminate candidates excluded by each link of weak(g, h) }",
    // Sizes.
    "rule one_digit_more { for house H, cells S[1..2] in H, digits D[1..3] with |D| = |S| + 1 \
     when every candidate of S is in D then eliminate D from H except S }",
    "rule one_cover_more { for digit d, lines R[1..2], crosslines C[2..3] with |C| = |R| + 1 \
     when every d in R is in C then eliminate d from C except R }",
    "rule overlapping { for house H, cells S[1..2] in H, cells T[1..2] in H, digits D[2..4] with |S| + |T| = |D| \
     when every candidate of S is in D every candidate of T is in D then eliminate D from H except S, T }",
    "rule from_nothing { for house H, cells S[0..1] in H, digits D[1..2] with |D| = |S| + 1 \
     when every candidate of S is in D then eliminate D from H except S }",
    // True where there are four digits.
    "rule fifth { for digits D[4], digit x not in D, cell a when every candidate of a is x then eliminate x from a }",
    // Names: a member of a family is not a variable with a number in its name, and a local variable
    // of a pattern or a relation is not the variable of its user with the same name.
    "rule numbered { for cells a[2], cell a_1, cell a1, digit x with a_1 sees a1 when every candidate of a[1] is x \
     then eliminate x from cells seeing a_1 and a1 except a[1], a[2] }",
    "pattern pair(S, D) { for house H, cells S[2] in H, digits D[2] when every candidate of S is in D }\n\
     rule capture { for pair(S, D), house H, cell c in S with c in H then eliminate D from H except S }",
    "relation strong(candidate p, candidate q) { for truth V with p, q in V, p, q distinct when every candidate of V is p or q }\n\
     rule inner { for candidates p, q, r, truth V with strong(q, r), p in V, q excludes p, r excludes p, q not in V \
     then eliminate q }",
    // The candidate is forced only if the target is true.
    "rule only_if { for candidate t, candidates r[2], truths V[2] \
     when every candidate of V[i] is r[i] or is excluded by t or by an earlier r \
     then eliminate candidates excluded by r[1] }",
    // A net must continue from the last candidate of a truth, once one candidate refutes all
    // others, to the candidates that the last one excludes.
    "relation net(candidate p, candidate t) { with p excludes t } or { for truth W, candidate q with q in W, q excludes t \
     when every candidate of W is q or excludes q or p net it }\n\
     rule not_the_only_one { for truth V when every candidate of V net t target candidate t then eliminate t }",
    "relation net(candidate p, candidate t) { with p excludes t } or { for truth W with t in W \
     when every candidate of W is t or p net it }\n\
     rule forced_itself { for truth V when every candidate of V net t target candidate t then eliminate t }",
    "relation net(candidate p, candidate t) { with p excludes t } or { for truth W, candidates q, r \
     with q in W, q excludes t, r excludes p when every candidate of W is q or p net it or r net it }\n\
     rule two_beginnings { for truth V when every candidate of V net t target candidate t then eliminate t }",
    "relation net(candidate p, candidate t) { with p excludes t } or { for truth W, candidate q with q in W, q excludes t \
     when every candidate of W is q or p net it }\n\
     rule some_of_them { for truth V, candidate p in V when every candidate of V is p or net t target candidate t then eliminate t }",
];

/// Sound rules that look incomplete: nets from a truth with no candidate left, and reversed nets.
const RIGHT: [&str; 3] = [
    "relation net(candidate p, candidate t) { with p excludes t } or { for truth W, candidate q with q excludes t \
     when every candidate of W is q or p net it }\n\
     rule not_in_it { for truth V when every candidate of V net t target candidate t then eliminate t }",
    "relation net(candidate p, candidate t) { with p excludes t } or { for truth W, candidate q with q in W, q excludes t \
     when every candidate of W is q or net p }\n\
     rule turned_round { for truth V when every candidate of V net t target candidate t then eliminate t }",
    "relation forces(candidate p, candidate q) { for truth W with q in W when every candidate of W is q or p fells it }\n\
     relation fells(candidate p, candidate t) { with p excludes t } or { for candidate q with forces(p, q), q excludes t }\n\
     rule by_turns { for truth V when every candidate of V fells t target candidate t then eliminate t }",
];

/// An unsound rule that is neither proved nor refuted: a loop whose links come from nested verbs.
/// The check finds that the clauses allow a false step, but finds no state of the whole board with
/// such a step.
const OPEN: &str = "relation strong(candidate p, candidate q) { for truth V with p, q in V, p, q distinct when every candidate of V is p or q }\n\
     relation imp(candidate p, candidate q) { for candidate m with p excludes m, strong(m, q) }\n\
     relation far(candidate p, candidate q) { for candidate m with imp(p, m), imp(m, q) }\n\
     relation either(candidate g, candidate h) { for truth V with g in V when every candidate of V is g or far h }\n\
     rule far_loop { for candidates g, h with either(g, h), g excludes h \
     then eliminate candidates excluded by each link of either(g, h) }";

/// Texts rejected before the soundness check, with the code of the error.
const REFUSED: [(&str, &str); 3] = [
    (
        "pattern swap(a, b, x, y) { for cells a, b, c, d, digits x, y deadly x, y on a, b, c, d \
         when every candidate of c, d is x or y }\n\
         relation sure(candidate p, candidate q) { for swap(a, b, x, y) with p in a, q in b \
         when every candidate of a, b is x or y or p or q }\n\
         relation surer(candidate p, candidate q) { for candidate m with sure(p, m), m excludes q }\n\
         rule deep { for candidates p, q with surer(p, q) then eliminate p }",
        "rule::deadly_without_assumption",
    ),
    (
        "relation swap(candidate p, candidate q) { for cells a, b, c, d, digits x, y with p in a, q in b \
         deadly x, y on a, b, c, d when every candidate of a, b, c, d is x or y or is p }\n\
         rule by_verb { for truth V, candidates p, q with p in V when every candidate of V is p or swap q then eliminate q }",
        "rule::deadly_without_assumption",
    ),
    (
        "rule size_of_groups { for house H, cells S[1..2] in H, groups P[2], digits D[1..2] with |S| = |P|, P in H \
         when every candidate of S is in D then eliminate D from H except S }",
        "rule::wrong_sort",
    ),
];

#[test]
fn tempting_wrong_rules_are_not_called_sound() {
    let states: Vec<_> = (0..2).flat_map(states).collect();
    let mut not_refuted = Vec::new();
    for text in WRONG {
        let library = load(&sources("", text));
        let Ok(library) = library.map_err(|problems| not_refuted.push(problems.render(100))) else {
            continue;
        };
        let technique = library.techniques.last().expect("a rule");
        match fate(technique, &states, MAX_TIME, true) {
            Ok(Fate::Unsound) => {}
            other => not_refuted.push(format!("{other:?}: {text}")),
        }
    }
    assert!(not_refuted.is_empty(), "{}", not_refuted.join("\n"));
}

#[test]
fn nets_that_look_wrong_are_called_sound() {
    for text in RIGHT {
        let library = load(&sources("", text)).expect("it loads");
        let technique = library.techniques.last().expect("a rule");
        let deadline = Deadline::new(Instant::now(), MAX_TIME);
        let verdict = decide(technique, &library.relations, |_| false, deadline);
        assert!(verdict.is_sound(), "{verdict:?}: {text}");
    }
}

#[test]
fn loop_through_nested_verbs_is_not_called_sound() {
    let library = load(&sources("", OPEN)).expect("it loads");
    let deadline = Deadline::new(Instant::now(), Duration::from_secs(3));
    let verdict = decide(
        &library.techniques[0],
        &library.relations,
        |_| false,
        deadline,
    );
    assert!(!verdict.is_sound(), "{verdict:?}");
}

#[test]
fn invalid_rules_are_refused_before_the_check() {
    for (text, code) in REFUSED {
        match load(&sources("", text)) {
            Err(problems) => {
                let codes = problems.codes();
                let is_told = codes
                    .iter()
                    .any(|c| c == code || c == "rule::family_as_set");
                assert!(is_told, "{codes:?}: {text}");
            }
            Ok(library) => {
                let deadline = Deadline::new(Instant::now(), MAX_TIME);
                let verdict = decide(
                    &library.techniques[0],
                    &library.relations,
                    |_| false,
                    deadline,
                );
                let word = match verdict {
                    Verdict::Sound { .. } => "called sound",
                    _ => "not refused",
                };
                panic!("{word}: {text}");
            }
        }
    }
}
