//! Nets: relations with one fixed end that continue from everything derived so far.
//!
//! The results of unit propagation are compared with the oracle, and with an equivalent net whose
//! definition makes the matcher use iterations instead.

use std::collections::BTreeSet;

use super::compare::{Contender, summary};
use super::{laws, seek, states};
use qedoku_core::engine::PathStep;
use qedoku_core::engine::{Solver, TechniqueId};
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, Candidate};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleFile, load, standard_library};
use qedoku_core::matcher::{Position, Tables, Value};
use qedoku_core::proof::Step;
use qedoku_core::report::trace::prove;
use qedoku_tests::random::Random;
use qedoku_tests::{NINE, accepted, shape};

fn nets() -> Library {
    let file = RuleFile::new("99-odd/nets.rule", include_bytes!("nets.rule")).expect("text");
    load(&[file]).unwrap_or_else(|problems| panic!("{}", problems.render(80)))
}

fn forcing_net() -> Vec<Technique> {
    let mut library = standard_library().expect("the standard library");
    library.techniques.retain(|t| &*t.rule == "forcing_net");
    library.techniques
}

#[test]
fn nets_match_oracle() {
    let (library, standard) = (nets(), forcing_net());
    let all = library.techniques.iter().chain(&standard);
    let mut contenders = Contender::all(all);
    let boards = [
        (Board::sudoku(shape(2, 2)), 3..14, 12),
        (states::diagonal(), 3..10, 4),
        (Board::sudoku(shape(2, 3)), 4..9, 4),
        (Board::sudoku(NINE), 5..9, 2),
    ];
    for (seed, (board, open, wanted)) in (40..).zip(boards) {
        let tables = Tables::new(&board);
        for contender in &mut contenders {
            let mut random = Random::new(seed);
            let wanted = contender.tally.fired + wanted;
            seek(contender, &tables, wanted, || {
                let open = open.start + random.below(open.len());
                states::state(&board, open, &mut random).position()
            });
        }
    }
    for (name, tally) in summary("nets", &contenders) {
        assert!(
            tally.fired > 8,
            "{name} was found in {} states",
            tally.fired
        );
    }
}

/// Returns the eliminated candidates, each with its truth.
fn gone(solver: &Solver<'_>, at: usize, position: &Position) -> BTreeSet<(Value, Candidate)> {
    let id = solver.ids().nth(at).expect("a technique");
    let mut gone = BTreeSet::new();
    for found in solver.matches(id, position) {
        let truth = found.bindings[0].expect("it is bound");
        gone.extend(found.eliminations.iter().map(|&c| (truth, c)));
    }
    gone
}

#[test]
fn nets_agree_with_an_equivalent_definition() {
    let library = nets();
    let board = Board::sudoku(NINE);
    let names = [
        "plain_net",
        "wordy_net",
        "forcing_and_felling",
        "turned_net",
    ];
    let technique = |name: &&str| {
        let mut all = library.techniques.iter();
        all.find(|t| *t.rule == **name).expect("it is there")
    };
    let techniques: Vec<&Technique> = names.iter().map(technique).collect();
    let mut random = Random::new(50);
    let mut found = 0;
    for open in [20, 26, 32, 38, 44] {
        let position = states::state(&board, open, &mut random).position();
        // If several truths give the same elimination, only one is named, so only the eliminations
        // are compared.
        let all = |t: &&Technique| -> BTreeSet<Candidate> {
            let solver = Solver::with(&board, [*t]);
            let gone = gone(&solver, 0, &position);
            gone.into_iter().map(|(_, c)| c).collect()
        };
        let all: Vec<BTreeSet<Candidate>> = techniques.iter().map(all).collect();
        for (name, other) in names.iter().zip(&all) {
            assert_eq!(other, &all[0], "{name} with {open} open cells");
        }
        found += all[0].len();
    }
    assert!(found > 0);
}

#[test]
fn nets_satisfy_the_matcher_laws() {
    let techniques = forcing_net();
    laws::matches_are_the_same_in_every_writing(&techniques, 12);
    laws::matches_survive_eliminations(&techniques, 12);
    laws::fixpoint_is_monotonic(&techniques, 6);
    for board in [Board::sudoku(shape(2, 2)), Board::sudoku(NINE)] {
        laws::matches_are_true(&board, &techniques, 20);
        laws::matches_are_certified(&board, &techniques, 20);
    }
}

/// A well-known puzzle without one candidate of r9c9.
const WITHOUT_ONE: &str =
    ":0000::8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..:399:";

#[test]
fn net_without_target_trial_is_proved_by_cases() {
    let puzzle = read_puzzle(&Source::new("test", WITHOUT_ONE)).expect("a puzzle");
    let techniques = forcing_net();
    let solver = Solver::with(&puzzle.board, &techniques).requesting(|_| true);
    let position = Position::of(&puzzle);
    let steps = solver
        .steps_of(TechniqueId::FIRST, &position)
        .expect("all is certified");
    let [step] = &steps[..] else {
        panic!("{} steps", steps.len());
    };
    let supposes = |s: &&Step| matches!(s, Step::Suppose(_));
    assert_eq!(step.certificate.iter().filter(supposes).count(), 2);
    accepted(&prove(&solver, &puzzle).to_text());
}

/// Rule with nets from the guardians in a cell that has other candidates. No truth of the board has
/// this form.
const FROM_GUARDIANS: &str = "relation net(candidate p, candidate t) {
  with  p excludes t
} or {
  for   truth W, candidate q
  with  q in W, q excludes t
  when  every candidate of W is q or p net it
}

rule from_guardians {
  for   truth V, cell a
  when  every candidate of V is at a
        every candidate of V net t
  where exactly 2 candidates of V
        at least 3 candidates of a
  target candidate t
  then  eliminate t
}";

#[test]
fn nets_start_from_guardians() {
    /// A puzzle whose tridagon of 3, 5 and 9 has two guardians, both in r1c8.
    const TRIDAGON: &str =
        "...8..2...3..4..78..6.2.1...7..6......5......2.4.17....876.4.12...17.6......82..4";
    let library = standard_library().expect("the standard library");
    let file = RuleFile::new("50-own/own.rule", FROM_GUARDIANS.as_bytes()).expect("text");
    let own = load(&[file]).unwrap_or_else(|problems| panic!("{}", problems.render(80)));
    let puzzle = read_puzzle(&Source::new("test", TRIDAGON)).expect("a puzzle");
    let derives = |t: &&Technique| &*t.rule == "tridagon_guardians";
    let techniques = library.techniques.iter().filter(derives);
    let solver =
        Solver::with(&puzzle.board, techniques.chain(&own.techniques)).requesting(|_| true);
    let mut path = solver.path(&puzzle);
    let mut through = 0;
    for step in path.by_ref() {
        if let PathStep::Rule(found) = &step {
            through += usize::from(!found.found.used.is_empty());
        }
    }
    assert_eq!(path.refused(), []);
    assert!(through > 0);
    accepted(&prove(&solver, &puzzle).to_text());
}
