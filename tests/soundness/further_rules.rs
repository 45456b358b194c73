//! More rules that look right but are wrong, and unusual rules that are right, with every construct
//! in every position: verbs, relations in both directions, groups with several candidates,
//! parameters, sizes, guardians.
//!
//! Each unsound rule must be refuted by a board, and no sound rule may be called unsound.

use std::time::Duration;

use crate::boards::states;
use crate::comparison::{Fate, fate};
use crate::mutate::sources;
use qedoku_core::lang::load;

const MAX_TIME: Duration = Duration::from_secs(60);

/// Relations and patterns that the rules use.
const USED: &str = "\
    relation imp(candidate p, candidate q) { for candidate m, truth V with p excludes m, m, q in V, m, q distinct when every candidate of V is m or q }\n\
    relation near(candidate p, candidate q) { with p excludes q }\n\
    relation alt(candidate p, candidate q) { for truth V with p, q in V, p, q distinct when every candidate of V is p or q }\n\
    relation alt_g(group p, group q) { for truth V with p, q in V, p, q disjoint when every candidate of V is in p or is in q }\n\
    relation hops(candidate p, candidate q) { with p excludes q } or { for candidates m, r with hops(p, m), m excludes r, hops(r, q) }\n\
    relation chain2(candidate p, candidate q) { with alt(p, q) } or { for candidates m, r with chain2(p, m), m excludes r, near(r, q) }\n\
    pattern pair(S, D) { for house H, cells S[2] in H, digits D[2] when every candidate of S is in D }\n\
    pattern nearly(S, D) { for house H, cells S[2] in H, digits D[3] when every candidate of S is in D }\n\
    pattern sized(n: 1..2)(S, D) { for house H, cells S[n] in H, digits D[n+1] when every candidate of S is in D }\n";

/// Unsound rules that are refuted by a board.
const WRONG: [&str; 48] = [
    // A verb whose relation has another meaning for its ends.
    "rule wrong { for truth V, candidate t when every candidate of V imp t then eliminate t }",
    "rule wrong { for truth V, candidate t, p when every candidate of V is p or near t then eliminate t }",
    "rule wrong { for truth V, candidates p, t when every candidate of V is p or imp t then eliminate candidates excluded by p }",
    "rule wrong { for truth V, candidates p, q when every candidate of V near p or near q then eliminate p }",
    // Relations in both directions, and recursive relations.
    "rule wrong { for candidates p, q with imp(p, q) then eliminate candidates excluded by p and q }",
    "rule wrong { for candidates p, q with imp(q, p) then eliminate candidates excluded by q }",
    "rule wrong { for candidates p, q with hops(p, q) then eliminate candidates excluded by p and q }",
    "rule wrong { for candidates p, q with chain2(p, q) then eliminate candidates excluded by p and q }",
    "rule wrong { for candidates p, q with chain2(p, q), p excludes q then eliminate candidates excluded by each link of chain2(p, q) }",
    // Groups and clusters: with several candidates, and with common ones.
    "rule wrong { for groups p, q with alt_g(p, q) then eliminate candidates excluded by p }",
    "rule wrong { for groups p, q, truth V with p, q in V when every candidate of V is in p or excludes q then eliminate candidates excluded by p and q }",
    "rule wrong { for clusters p, q, r, truth V with p, q, r in V, p, q disjoint when every candidate of V is in p or is in q or is in r then eliminate candidates excluded by p and q }",
    "rule wrong { for digit x, house H, cluster e, cell a in H with e is every x in H when every x in H is in e or is at a then eliminate x from a }",
    // Patterns and their local variables.
    "rule wrong { for nearly(S, D), digit z in D then eliminate z from cells seeing every z in S }",
    "rule wrong { for pair(S, D), pair(T, E), digit z in E with S, T distinct then eliminate D from cells seeing every z in T except S, T }",
    "rule wrong { for sized(S, D), digit z in D then eliminate D except z from cells seeing every z in S }",
    // Sizes and parameters.
    "rule wrong(n: 1..2) { for house H, cells S[n] in H, digits D[n], cell a in H with a not in S when every candidate of S is in D then eliminate all but D from a }",
    "rule wrong { for digits D[2], E[2], cell a with D, E distinct when every candidate of a is in D then eliminate E from a }",
    "rule wrong { for digit x, houses R[2], houses C[2] when every x in R is in C then eliminate x from C except R }",
    "rule wrong { for digit x, rows R[1..2], boxes C[2..3] with |R| + 1 = |C| when every x in R is in C then eliminate x from C except R }",
    "rule wrong { for digits D[2], house H, cells S[1..2] when every D in H is in S then eliminate D from S }",
    // Guardians: enough other candidates remain without them.
    "rule wrong { for house H, cells S[2] in H, digits D[3], guardians G[0..4] when every candidate of S is in D or is in G then one of G }",
    "rule wrong { for house H, cells S[3] in H, digits D[2], digits E[3], guardians G[0..4] when every candidate of S is in E every candidate of S is in D or is in E or is in G then one of G }",
    "rule wrong { for digit x, house H, cell a in H, guardians G[0..3] when every x in H is at a or is in G then one of G }",
    "rule wrong { for cells a, b, digits x, y, guardians G[0..4] with a sees b when every candidate of a is x or is in G every candidate of b is x or y or is in G then one of G }",
    // Conditions and conclusions about live candidates.
    "rule wrong { for cells a, b, c, digit x, house H with every x in a sees every x in b, every x in b sees every x in c when every x in H is at a or at b or at c then eliminate x from cells seeing every x in a and every x in c }",
    "rule wrong { for cell a, candidate p, candidate q with p, q in a, p, q distinct when every candidate of a is p or q then place p }",
    "rule wrong { for square s, digit x, cell a with s sees a when every candidate of a is x then eliminate all but x from s }",
    "rule wrong { for digits x, y, cell a, b with a sees b when every candidate of a is x every candidate of b is y then eliminate all but x, y from cells seeing a and b }",
    // One solution, and templates.
    "rule wrong { assuming unique for cells a, b, c, d, digits x, y, z deadly x, y on a, b, c, d when every candidate of a, b is x or y every candidate of c, d is x or y or z then eliminate z from cells seeing every z in c }",
    "rule wrong { by template for candidates p, q with p in no template, q excludes p then eliminate q }",
    "rule wrong { by template for candidate p with p in every template then eliminate p }",
    // Links: one link too many, cells counted twice, and cells whose candidates are not in the
    // links.
    "rule wrong { for rows R[2], columns C[2], cells S[2..4], links L with S is every cell in R and C, |L| = |S| + 1 when every candidate of S is in L then eliminate candidates excluded by L }",
    "rule wrong { for row r, column c, cells S[1..4], T[1..4], links L with S is every cell in r, T is every cell in c, |L| = |S| + |T| when every candidate of S, T is in L then eliminate candidates excluded by L }",
    "rule wrong { for row r, column c, cells S[1..4], T[1..4], links L with S is every cell in r not in c, T is every cell in c not in r, |L| = |S| when every candidate of T is in L then eliminate candidates excluded by L }",
    "rule wrong { for rows R[1], columns C[1], cells S[1..4], T[1..4], links L with R, C disjoint, S is every cell in R, T is every cell in C, |L| = |S| + |T| when every candidate of S, T is in L then eliminate candidates excluded by L }",
    // Capacities: too large, cells counted twice, and cells that are not those of the capacities.
    "rule wrong { for house H, cells S[2] in H, capacities K with |K| = |S| + 1 when every candidate of S is in K then eliminate candidates excluded by K }",
    "rule wrong { for house H, box b, cells S[2] in H, cells T[1] in b, capacities K with |K| = |S| + |T| when every candidate of S, T is in K then eliminate candidates excluded by K }",
    "rule wrong { for house H, cells S[2] in H, cells T[1] in H, capacities K with S, T disjoint, |K| = |S| when every candidate of T is in K then eliminate candidates excluded by K }",
    // A computed set is no larger than the sets from which it is computed.
    "rule wrong { for house H, box b, cells S[1..3], digits D[3] with S is every cell in H and b when every candidate of S is in D then eliminate D from H except S }",
    // Families with `earlier` members, and `in two of` several houses.
    "rule wrong { for candidate t, candidates r[2], truths V[2], truth W when every candidate of V[i] is r[i] or is excluded by t or by an earlier r every candidate of W is excluded by r then eliminate r[1] }",
    "rule wrong { for candidates r[2], truths V[2] when every candidate of V[i] is r[i] or is excluded by an earlier r then eliminate candidates excluded by r[2] eliminate r[1] }",
    "rule wrong { for digit x, houses R[2] when no x in two of R then eliminate x from R }",
    "rule wrong { for digit x, houses R[2], cell a when every x in two of R is at a then place x at a }",
    "rule wrong { for digit x, houses R[2], cell a when every x in two of R is at a then eliminate x from cells seeing a }",
    // Cells seen by one of two eliminated digits, and distinct variables.
    "rule wrong { for digits x, y, house H, cells S[2] in H with x, y distinct when every candidate of S is x or y then eliminate x, y from cells seeing every x in S }",
    "rule wrong { for truth V, candidates p, t, guardians G[0..3] with p in V when every candidate of V is p or near t or is in G then one of G }",
    "rule wrong { for pair(S, D), cell a, guardians G[0..2] with a not in S when every candidate of a is in D or is in G then one of G }",
];

/// Sound rules that look unsound. The flag tells whether they can ever fire.
const ODD: [(bool, &str); 32] = [
    (
        true,
        "rule odd { for truth V, candidate t when every candidate of V near t then eliminate t }",
    ),
    (
        true,
        "rule odd { for truth V, candidate t when every candidate of V imp t then place t }",
    ),
    (
        false,
        "rule odd { for cells a, b, candidate t when every candidate of a imp t every candidate of b near t then place t }",
    ),
    (
        true,
        "rule odd { for candidates p, q with alt(p, q) then eliminate candidates excluded by p and q }",
    ),
    (
        true,
        "rule odd { for candidates p, q with alt(p, q), p excludes q then eliminate candidates excluded by each link of alt(p, q) }",
    ),
    (
        true,
        "rule odd { for groups p, q with alt_g(p, q) then eliminate candidates excluded by p and q }",
    ),
    (
        true,
        "rule odd { for digit x, house H, cluster e with e is every x in H when every x in H is in e then eliminate candidates excluded by e }",
    ),
    (
        true,
        "rule odd { for digit x, lines R[2], crosslines C[2] when every x in R is in C then eliminate x from R except C eliminate x from cells seeing every x in R }",
    ),
    (
        true,
        "rule odd { for house H, cells S[0..1] in H, digits D[0..1] with |S| = |D| when every candidate of S is in D then eliminate D from H except S }",
    ),
    (
        false,
        "rule odd { for house H, cells S[0..2] in H, digits D[0..2] with |S| = |D| + 1 when every candidate of S is in D then eliminate D from H }",
    ),
    (
        true,
        "rule odd(n: 1..2) { for house H, cells S[n] in H, digits D[1..n] when every candidate of S is in D then eliminate D from H except S }",
    ),
    (
        false,
        "rule odd { for cell a, digits D[2], digits E[2] with D, E disjoint when every candidate of a is in D then eliminate E from a }",
    ),
    (
        true,
        "rule odd { for pair(S, D) then eliminate D from cells seeing every D in S }",
    ),
    (
        true,
        "rule odd { for house H, cells S[3] in H, digits D[2], guardians G[0..4] when every candidate of S is in D or is in G then one of G }",
    ),
    (
        true,
        "rule odd { for cells a, b, digit x, guardians G[0..4] with a sees b when every candidate of a is x or is in G every candidate of b is x or is in G then one of G }",
    ),
    (
        true,
        "rule odd { for digit x, house H, cell a, guardians G[0..3] when every x in H sees a or is in G every candidate of a is x then one of G }",
    ),
    (
        true,
        "rule odd { for row r, column c, cells S[1..4], T[1..4], links L with S is every cell in r not in c, T is every cell in c, |L| = |S| + |T| when every candidate of S, T is in L then eliminate candidates excluded by L }",
    ),
    (
        true,
        "rule odd { for cells a, b, links L with a sees b, |L| = 2 when every candidate of a, b is in L then eliminate candidates excluded by L }",
    ),
    (
        true,
        "rule odd { for cells S[2..4], capacities K[0..1] with |K| = |S| when every candidate of S is in K then eliminate candidates excluded by K }",
    ),
    (
        true,
        "rule odd { for house H, cells S[3] in H, cell a not in H, capacities K with |K| = |S| + 1 when every candidate of S, a is in K then eliminate candidates excluded by K }",
    ),
    (
        true,
        "rule odd { for cells a, b, capacities K with |K| = 2 when every candidate of a, b is in K then eliminate candidates excluded by K }",
    ),
    (
        true,
        "rule odd { for house H, box b, cells S[2], digits D[2] with S is every cell in H and b when every candidate of S is in D then eliminate D from H except S }",
    ),
    (
        true,
        "rule odd { by template for candidates p, q with p in every template, q excludes p then eliminate q }",
    ),
    (
        true,
        "rule odd { assuming unique for cells a, b, c, d, digits x, y deadly x, y on a, b, c, d when every candidate of a, b, c is x or y then eliminate x, y from d }",
    ),
    (
        false,
        "rule odd { assuming unique for cells a, b, c, d, digits x, y deadly x, y on a, b, c, d when every candidate of a, b, c, d is x or y then eliminate x from a }",
    ),
    (
        true,
        "rule odd { for candidate t, candidates r[2], truths V[2], truth W when every candidate of V[i] is r[i] or is excluded by t or by an earlier r every candidate of W is excluded by r or by t then eliminate t }",
    ),
    (
        false,
        "rule odd { for cell a, digit x when every candidate of a is x then eliminate all but x from a }",
    ),
    (
        true,
        "rule odd { for square s, digit x, cell a with s sees a when every candidate of a is x then eliminate x from s }",
    ),
    (
        false,
        "rule odd { for digit x, houses H, K with every x in H sees every x in K when every x in H is in K then eliminate x from K }",
    ),
    (
        true,
        "rule odd { for cells a[2], digits x, y with a[1] sees a[2] when every candidate of a[i] is x or y then eliminate x, y from cells seeing a }",
    ),
    (
        true,
        "rule odd { for digit x, rows R[2], rows Q[1], columns C[2] with R, Q distinct when every x in R is in C every x in Q is in C then eliminate x from C except R, Q }",
    ),
    (
        false,
        "rule odd { for candidates p, q, truth V with p, q in V, p, q disjoint when every candidate of V is p or excludes q then eliminate q }",
    ),
];

#[test]
fn further_wrong_rules_are_not_called_sound() {
    let states = states(0);
    let mut not_refuted = Vec::new();
    for text in WRONG {
        let text = format!("{USED}\n{text}");
        let library = load(&sources("", &text)).unwrap_or_else(|p| panic!("{}", p.render(100)));
        for technique in &library.techniques {
            match fate(technique, &states, MAX_TIME, true) {
                Ok(Fate::Unsound) => {}
                other => not_refuted.push(format!("{other:?}: {text}")),
            }
        }
    }
    assert!(not_refuted.is_empty(), "{}", not_refuted.join("\n"));
}

#[test]
fn odd_sound_rules_are_called_sound() {
    let states = states(0);
    let mut wrong = Vec::new();
    for (fires, text) in ODD {
        let text = format!("{USED}\n{text}");
        let library = load(&sources("", &text)).unwrap_or_else(|p| panic!("{}", p.render(100)));
        for technique in &library.techniques {
            let fate = fate(technique, &states, MAX_TIME, true);
            let is_right = match fate {
                Ok(Fate::SoundAndFired | Fate::SoundAndSilent) => fires,
                Ok(Fate::NeverFires) => !fires,
                _ => false,
            };
            if !is_right {
                wrong.push(format!("{fate:?}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
