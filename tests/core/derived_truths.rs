//! Derived truths, which state that one of the guardians of a pattern is true. Other rules use them
//! like the truth of a cell, and the resulting steps are proved without them.

use std::collections::BTreeSet;

use crate::matcher::compare::uses;
use crate::matcher::laws::Symmetry;
use crate::matcher::states::{self, Dealt};
use qedoku_core::engine::{PathStep, Strategy};
use qedoku_core::engine::{Solver, TechniqueId};
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, Candidate, Digit, Puzzle};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleFile, load, standard_library};
use qedoku_core::matcher::{Position, PositionCache, naive};
use qedoku_core::report::step::sentence;
use qedoku_core::report::trace::prove;
use qedoku_tests::plain_solver::Plain;
use qedoku_tests::random::Random;
use qedoku_tests::{NINE, accepted};

/// A puzzle whose tridagon of 3, 5 and 9 has two guardians, both in r1c8.
const TRIDAGON: &str =
    "...8..2...3..4..78..6.2.1...7..6......5......2.4.17....876.4.12...17.6......82..4";

fn library() -> Library {
    standard_library().expect("the standard library")
}

fn puzzle(text: &str) -> Puzzle {
    read_puzzle(&Source::new("test", text)).expect("a puzzle")
}

/// Returns the digits of the only solution, by the plain solver.
fn solution(text: &str) -> Vec<Digit> {
    let plain = Plain {
        height: 3,
        width: 3,
    };
    let solutions = plain.solutions(&plain.cells(text), 2);
    let [only] = &solutions[..] else {
        panic!("it has one solution");
    };
    let digit = |&d: &u8| Digit::new(usize::from(d));
    only.iter().map(digit).collect()
}

fn named<'l>(library: &'l Library, names: &[&str]) -> Vec<&'l Technique> {
    let is_wanted = |t: &&Technique| names.contains(&&*t.rule);
    library.techniques.iter().filter(is_wanted).collect()
}

fn rule(text: &str) -> Library {
    let file = RuleFile::new("50-own/own.rule", text.as_bytes()).expect("text");
    load(&[file]).unwrap_or_else(|problems| panic!("{}", problems.render(80)))
}

/// Rule that eliminates the candidates excluded by all candidates of a truth of any kind.
const BY_TRUTH: &str = "rule by_truth {
  for      truth V
  when     every candidate of V excludes t
  target   candidate t
  then     eliminate t
  say      \"{V} leaves nothing else\"
}";

#[test]
fn guardian_steps_are_certified_without_guardians() {
    let (library, own) = (library(), rule(BY_TRUTH));
    let puzzle = puzzle(TRIDAGON);
    let techniques = named(&library, &["tridagon_guardians"]);
    let techniques = techniques.into_iter().chain(&own.techniques);
    let solver = Solver::with(&puzzle.board, techniques).requesting(|_| true);
    let solution = solution(TRIDAGON);
    let mut gone = Vec::new();
    for step in solver.path(&puzzle) {
        for &gone in step.eliminations() {
            let digit = solution[puzzle.board.cell_of(gone).index()];
            assert_ne!(digit, puzzle.board.digit_of(gone));
        }
        if let PathStep::Rule(found) = &step
            && !found.found.used.is_empty()
        {
            let words = sentence(&solver, &step);
            assert!(words.contains("by Tridagon Guardians"), "{words}");
            let names = step.eliminations().iter();
            gone.extend(names.map(|&c| puzzle.board.elimination_name(c)));
        }
    }
    assert!(gone.contains(&"r1c8<>3".to_string()), "{gone:?}");
    accepted(&prove(&solver, &puzzle).to_text());
}

#[test]
fn guardian_puzzle_is_solved_without_search() {
    // Loki, a well-known puzzle of T&E depth 3.
    const LOKI: &str =
        "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";
    let library = library();
    let puzzle = puzzle(LOKI);
    let solved = |on: &[&str]| {
        let strategy = Strategy {
            on: on.iter().map(|name| (*name).to_string()).collect(),
            search: false,
            ..Strategy::default()
        };
        let solver = Solver::new(&puzzle.board, &library, strategy);
        let mut path = solver.path(&puzzle);
        let steps = path.by_ref().count();
        let solved = path.position().is_complete();
        solved.then(|| (steps, prove(&solver, &puzzle).to_text()))
    };
    assert_eq!(solved(&[]), None);
    let (_, proof) = solved(&["tridagon_guardians"]).expect("it is solved");
    accepted(&proof);
}

#[test]
fn guardians_contain_a_true_candidate() {
    let library = library();
    let puzzle = puzzle(TRIDAGON);
    let solution = solution(TRIDAGON);
    let position = Position::of(&puzzle);
    let techniques = named(&library, &["tridagon_guardians", "oddagon_guardians"]);
    let solver = Solver::with(&puzzle.board, techniques);
    let mut derived = 0;
    for id in solver.ids() {
        for found in solver.matches(id, &position) {
            let board = &puzzle.board;
            let is_true = |c| solution[board.cell_of(c).index()] == board.digit_of(c);
            assert!(found.one_of.iter().any(|&c| is_true(c)), "{found:?}");
            derived += 1;
        }
    }
    assert!(derived > 0);
}

#[test]
fn guardians_match_their_definition() {
    // Three cells that see each other hold two digits and a guardian. Places of digits can be
    // guardians too.
    let library = rule(
        "rule ring {
  for      digits x, y, cells a, b, c, guardians G[0..3]
  with     a sees b, b sees c, c sees a
  when     every candidate of a, b, c is x or y or in G
  then     one of G
}

rule two_rows {
  for      digit d, rows R[2], column c, guardians G[0..3]
  when     every d in R is in c or in G
           every d in two of R is in c or in G
  then     one of G
}",
    );
    let boards = ["1...............", "12..34..........", "1.3...2...4....."];
    let mut fired = 0;
    for text in boards {
        let position = Position::of(&puzzle(text));
        for technique in &library.techniques {
            let solver = Solver::with(position.board(), [technique]);
            let found = solver.matches(TechniqueId::FIRST, &position);
            let meant = naive::find(technique, &position, 10_000_000).expect("not too many");
            assert_eq!(uses(&found), uses(&meant), "{} in {text}", technique.rule);
            fired += found.len();
        }
    }
    assert!(fired > 0);
}

#[test]
fn guardians_are_declared_before_use() {
    let problem = |text: &str| {
        let file = RuleFile::new("50-own/own.rule", text.as_bytes()).expect("text");
        load(&[file])
            .expect_err("something is wrong with it")
            .render(80)
    };
    let ring = |guardians: &str, then: &str| {
        problem(&format!(
            "rule ring {{
  for  digits x, y, cells a, b, c, guardians {guardians}
  with a sees b, b sees c, c sees a
  when every candidate of a, b, c is x or y or in G
  then {then}
}}"
        ))
    };
    assert!(ring("G", "one of G").contains("how many guardians"));
    assert!(ring("G[1..4]", "one of G").contains("how many guardians"));
    assert!(ring("G[0..99]", "one of G").contains("how many guardians"));
    assert!(ring("G[0..4]", "place x at a").contains("one of them is true"));
    assert!(ring("G[0..4], F[0..4]", "one of G").contains("one set of guardians"));
    assert!(ring("G[0..4]", "one of x").contains("guardians"));
}

#[test]
fn deriving_rules_run_last_and_on_request() {
    let library = library();
    let derives = |t: &&Technique| t.derives();
    assert!(library.techniques.iter().filter(derives).count() >= 4);
    assert!(
        library
            .techniques
            .iter()
            .filter(derives)
            .all(|t| t.on_request)
    );
}

/// A rule that derives a truth: one of the few candidates of two cells is true.
const UNION: &str = "rule union {
  for      cell a, cell b, guardians G[0..4]
  with     a, b distinct
  when     every candidate of a, b is in G
  then     one of G
}";

#[test]
fn derived_truths_do_not_depend_on_the_orientation() {
    let library = rule(UNION);
    let board = Board::sudoku(NINE);
    let solver = Solver::with(&board, &library.techniques).requesting(|_| true);
    let truths = |dealt: &Dealt| -> BTreeSet<Vec<Candidate>> {
        let truths = solver.derived_truths(&dealt.position(), &mut PositionCache::default());
        truths.iter().map(|t| t.candidates.clone()).collect()
    };
    let mut random = Random::new(80);
    let mut most = 0;
    for _ in 0..40 {
        let open = 8 + random.below(30);
        let dealt = states::state(&board, open, &mut random);
        let symmetry = Symmetry::random(&board, &mut random);
        let own = truths(&dealt);
        let image = own.iter().map(|c| symmetry.candidates(&board, c));
        assert_eq!(
            image.collect::<BTreeSet<_>>(),
            truths(&symmetry.state(&dealt))
        );
        most = most.max(own.len());
    }
    assert!(most > 32, "at most {most} truths in a state");
}
