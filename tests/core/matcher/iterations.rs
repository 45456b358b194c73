//! Relations whose facts are found in iterations: the derived facts are right, and derivations end.
//!
//! A circular derivation would overflow the stack. A derivation without the premises of a circle
//! would lack truths and links, and the step could not be certified, because the certificate uses
//! exactly the truths and links of the derivation.

use super::compare::{Contender, summary};
use super::{laws, seek, states};
use qedoku_core::engine::Solver;
use qedoku_core::grid::Board;
use qedoku_core::lang::{Library, RuleFile, load};
use qedoku_core::matcher::Tables;
use qedoku_tests::random::Random;
use qedoku_tests::{NINE, shape};

fn library(text: &str) -> Library {
    let file = RuleFile::new("99-odd/iterated.rule", text.as_bytes()).expect("text");
    load(&[file]).unwrap_or_else(|problems| panic!("{}", problems.render(80)))
}

fn iterated() -> Library {
    library(include_str!("iterated.rule"))
}

#[test]
fn iterations_match_oracle() {
    let library = iterated();
    let mut contenders = Contender::all(&library.techniques);
    let boards = [
        (Board::sudoku(shape(2, 2)), 3..14, 12),
        (Board::sudoku(shape(2, 3)), 4..9, 4),
    ];
    for (seed, (board, open, wanted)) in (60..).zip(boards) {
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
    for (name, tally) in summary("iterated", &contenders) {
        assert!(
            tally.fired > 8,
            "{name} was found in {} states",
            tally.fired
        );
    }
}

#[test]
fn derivations_rest_on_earlier_iterations() {
    let techniques = iterated().techniques;
    for (board, count) in [
        (Board::sudoku(shape(2, 2)), 40),
        (Board::sudoku(shape(2, 3)), 4),
    ] {
        laws::matches_are_true(&board, &techniques, count);
        laws::matches_are_certified(&board, &techniques, count);
    }
}

/// An unsound rule whose facts support each other in circles. It cannot be certified, but the
/// search for a counterexample uses its matches.
const TWO_BEGINNINGS: &str = "relation net(candidate p, candidate t) {
  with  p excludes t
} or {
  for   truth W, candidates q, r
  with  q in W, q excludes t, r excludes p
  when  every candidate of W is q or p net it or r net it
}

rule two_beginnings {
  for   truth V
  when  every candidate of V net t
  target candidate t
  then  eliminate t
}";

#[test]
fn mutual_facts_have_finite_derivations() {
    let library = library(TWO_BEGINNINGS);
    let mut found = 0;
    for (board, states) in [(shape(2, 2), 60), (shape(2, 3), 30), (NINE, 6)] {
        let board = Board::sudoku(board);
        let solver = Solver::with(&board, &library.techniques);
        let id = solver.ids().next().expect("a technique");
        let mut random = Random::new(70);
        for _ in 0..states {
            let open = board.size() + random.below(board.cell_count() / 4);
            let position = states::state(&board, open, &mut random).position();
            found += solver.matches(id, &position).len();
        }
    }
    assert!(found > 0);
}
