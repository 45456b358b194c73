//! Rules that once had the verdict sound, or none, because two parts interpreted a construct
//! differently.

use std::time::{Duration, Instant};

use crate::boards::states;
use crate::comparison::{Fate, fate};
use crate::mutate::sources;
use qedoku_core::grid::{Board, Cell, Shape};
use qedoku_core::lang::{Library, load};
use qedoku_soundness::{Deadline, Scope, Verdict, decide};

const MAX_TIME: Duration = Duration::from_secs(20);

fn library(text: &str) -> Library {
    load(&sources("", text)).unwrap_or_else(|problems| panic!("{}", problems.render(100)))
}

fn verdict(text: &str) -> Verdict {
    let library = library(text);
    let deadline = Deadline::new(Instant::now(), MAX_TIME);
    decide(
        &library.techniques[0],
        &library.relations,
        |_| false,
        deadline,
    )
}

/// Returns the fate of the only rule of a text, in states of all kinds.
fn fate_of(text: &str) -> Fate {
    let library = library(text);
    let states: Vec<_> = (0..4).flat_map(states).collect();
    fate(&library.techniques[0], &states, MAX_TIME, true)
        .unwrap_or_else(|why| panic!("{why}\n{text}"))
}

#[test]
fn seeing_every_concerns_its_own_digit() {
    let other_digits_go = "rule a {\n  for   digit x, cell c, row r, column k, box g, cell b not in r or k or g\n  \
        with  c in r and k and g\n  when  every candidate of c is x\n  then  eliminate all but x from b \
        seeing every x in c\n}\n";
    assert_eq!(fate_of(other_digits_go), Fate::NeverFires);
    let two_digits_go = "rule b {\n  for   digits x, y, cells a, b\n  when  every candidate of a is x\n        every \
        candidate of b is y\n  then  eliminate x, y from cells seeing every x in a\n}\n";
    assert_eq!(fate_of(two_digits_go), Fate::Unsound);
    let a_set_goes = "rule c {\n  for   house H, cells S[2] in H, digits D[2]\n  when  every candidate of S \
        is in D\n  then  eliminate D from cells seeing every D in S\n}\n";
    assert_eq!(fate_of(a_set_goes), Fate::SoundAndFired);
}

#[test]
fn deadly_needs_a_declared_assumption() {
    let text = "pattern swap(a, b, x, y) {\n  for   cells a, b, c, d, digits x, y\n  deadly x, y on a, b, c, d\n  \
        when  every candidate of c, d is x or y\n}\nrelation sure(candidate p, candidate q) {\n  for   swap(a, b, x, \
        y)\n  with  p in a, q in b\n  when  every candidate of a, b is x or y or p or q\n}\nrule rests {\n  for   \
        candidates p, q\n  with  sure(p, q)\n  then  eliminate candidates excluded by p and q\n}\n";
    let problems = load(&sources("", text)).expect_err("it does not say `assuming unique`");
    assert!(
        problems
            .codes()
            .contains(&"rule::deadly_without_assumption".to_string())
    );
}

#[test]
fn loop_links_through_verbs_are_proved() {
    let text = "relation strong(candidate p, candidate q) {\n  for   truth V\n  with  p, q in V, p, q distinct\n  \
        when  every candidate of V is p or q\n}\nrelation imp(candidate p, candidate q) {\n  for   candidate m\n  \
        with  p excludes m, strong(m, q)\n}\nrelation either(candidate g, candidate h) {\n  for   truth V\n  with  g \
        in V\n  when  every candidate of V is g or imp h\n}\nrule around {\n  for   candidates g, h\n  with  \
        either(g, h), g excludes h\n  then  eliminate candidates excluded by each link of either(g, h)\n}\n";
    assert_eq!(fate_of(text), Fate::Unsound);
}

#[test]
fn sizes_need_a_set() {
    let text = "rule pair {\n  for   house H, cells S[1..2] in H, candidates P[2], digits D[1..2]\n  with  |S| = \
        |P|, P in S\n  when  every candidate of S is in D\n  then  eliminate D from H except S\n}\n";
    let problems = load(&sources("", text)).expect_err("candidates have no size");
    let codes = problems.codes();
    let is_about_it = |c: &String| c == "rule::wrong_sort" || c == "rule::family_as_set";
    assert!(codes.iter().any(is_about_it), "{codes:?}");
}

#[test]
fn scope_of_a_proof_is_not_extended() {
    let nine = Board::sudoku(Shape {
        height: 3,
        width: 3,
    });
    let sixteen = Board::sudoku(Shape {
        height: 4,
        width: 4,
    });
    let diagonal = (0..9).map(|i| Cell::new(10 * i)).collect();
    let more = Board::with_extra_houses(
        Shape {
            height: 3,
            width: 3,
        },
        vec![diagonal],
    );
    let covered = |scope: Scope| [&nine, &sixteen, &more].map(|board| scope.covers(board));
    assert_eq!(covered(Scope::EveryBoard), [true, true, true]);
    assert_eq!(covered(Scope::StandardBoards), [true, true, false]);
    assert_eq!(covered(Scope::NineByNine), [true, false, false]);
    // There is no tenth digit.
    let text = "rule tenth {\n  for   digit x, digits D[9], cell a\n  with  x not in D\n  when  every candidate of \
        a is x\n  then  eliminate x from a\n}\n";
    let verdict = verdict(text);
    let is_nine = matches!(
        verdict,
        Verdict::Sound {
            scope: Scope::NineByNine,
            ..
        }
    );
    assert!(is_nine, "{verdict:?}");
}

/// Variables of every sort with names that the queries use themselves.
#[test]
fn variable_names_do_not_clash_with_query_names() {
    let words = [
        "_",
        "val",
        "differ",
        "same",
        "crossing",
        "band",
        "stack",
        "once",
        "row_of",
        "sees_",
        "Cell",
        "Digit",
        "House",
        "true_",
        "false",
        "and_",
        "let",
        "assert",
        "distinct_",
        "plain",
        "removed",
        "apart",
    ];
    for word in words {
        for (from, text) in [
            (
                "x",
                "rule r {\n  for   digit NAME, cell a\n  when  every candidate of a is NAME\n  then  place NAME at a\n}\n",
            ),
            (
                "a",
                "rule r {\n  for   digit x, cell NAME\n  when  every candidate of NAME is x\n  then  place x at NAME\n}\n",
            ),
            (
                "H",
                "rule r {\n  for   digit x, house NAME, cell a in NAME\n  when  every x in NAME is at a\n  then  place x at a\n}\n",
            ),
            (
                "p",
                "rule r {\n  for   truth V, candidate NAME\n  with  NAME in V\n  when  every candidate of V is NAME\n  then  place NAME\n}\n",
            ),
            (
                "V",
                "rule r {\n  for   truth NAME, candidate p\n  with  p in NAME\n  when  every candidate of NAME is p\n  then  place p\n}\n",
            ),
            (
                "D",
                "rule r {\n  for   house H, cells S[2] in H, digits NAME[2]\n  when  every candidate of S is in NAME\n  then  eliminate NAME from H except S\n}\n",
            ),
            (
                "g",
                "rule r {\n  for   truth V, group NAME\n  with  NAME in V\n  when  every candidate of V is in NAME\n  then  eliminate candidates excluded by NAME\n}\n",
            ),
        ] {
            let verdict = verdict(&text.replace("NAME", word));
            let is_sound = matches!(verdict, Verdict::Sound { remark: None, .. });
            assert!(is_sound, "`{word}` for `{from}`: {verdict:?}");
        }
    }
}

/// Rules that are sound only if a truth has at most one true candidate. A derived truth may have
/// several.
const AT_MOST_ONE: [&str; 3] = [
    "rule truth_once { for truths V, W, candidates p, t with p, t in V, p, t distinct \
     when every candidate of W is p or is excluded by t then eliminate t }",
    "rule others_go { for truth V, candidates p, t, cell a with p, t in V, p, t distinct, p in a \
     when every candidate of a is p then eliminate t }",
    "rule same_colour { for candidates p, m, q with just_one(p, m), just_one(m, q), p excludes q \
     then eliminate p }\n\
     relation just_one(candidate p, candidate q) { for truth V with p, q in V, p, q distinct \
     when every candidate of V is p or q }",
];

#[test]
fn truth_may_have_several_true_candidates() {
    for text in AT_MOST_ONE {
        assert_eq!(fate_of(text), Fate::Unsound, "{text}");
    }
}

/// A relation in `where` is evaluated on the board of a counterexample, not expanded.
#[test]
fn relation_in_where_is_evaluated() {
    for demand in [
        "not every candidate of a hits t",
        "some candidate of a hits t",
    ] {
        let text = format!(
            "relation hits(candidate p, candidate q) {{\n  with  p excludes q\n}}\n\
             rule named_by_a_relation {{\n  for   cell a, digits x, y, candidate t\n  \
             when  every candidate of a is x or y\n  where {demand}\n  \
             then  eliminate x from cells seeing a\n}}\n"
        );
        assert_eq!(fate_of(&text), Fate::Unsound, "{demand}");
    }
}
