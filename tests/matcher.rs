//! The fast matcher held against generate and test, on random states; and what must hold of any
//! matcher: symmetry, and that matches survive when candidates go.
//!
//! `QEDOKU_STATES=20000 cargo test --release --test matcher -- --nocapture` compares on as many
//! states as one likes and prints what was compared.

mod common;
#[path = "matcher/compare.rs"]
mod compare;
#[path = "matcher/laws.rs"]
mod laws;
#[path = "matcher/states.rs"]
mod states;

use std::sync::Arc;

use common::random::Random;
use common::shape;
use compare::{Contender, summary};
use qedoku::grid::Board;
use qedoku::lang::{Library, Source, load, standard_library, standard_sources};
use qedoku::matcher::Tables;

/// So many states by default.
const USUAL_STATES: u64 = 1000;

fn states() -> u64 {
    let wanted = std::env::var("QEDOKU_STATES").ok();
    let wanted = wanted.map(|text| text.parse().expect("QEDOKU_STATES is a number"));
    wanted.unwrap_or(USUAL_STATES)
}

fn standard() -> Library {
    standard_library().expect("the standard library")
}

/// Rules for what the standard library does not use.
fn odd() -> Library {
    let text = include_bytes!("matcher/odd.rule");
    let odd = Source::new("99-odd/odd.rule", text).expect("text");
    let mut library = load(&[odd]).unwrap_or_else(|e| panic!("{e:?}"));
    let unused = standard_sources()
        .into_iter()
        .filter(|s| s.family == "00-prelude");
    assert!(unused.count() > 0, "the prelude is there");
    library.techniques.sort_by(|a, b| a.rule.cmp(&b.rule));
    library
}

/// Compares on so many states; every technique now and then with much more patience.
fn compare_on(
    board: &Arc<Board>,
    contenders: &mut [Contender<'_>],
    seed: u64,
    count: u64,
    open: std::ops::Range<usize>,
    limits: (u64, u64),
) {
    let tables = Tables::new(board);
    let mut random = Random::new(seed);
    for i in 0..count {
        let position = match i % 5 {
            4 => states::chaos(board, &mut random),
            _ => {
                let open = open.start + random.below(open.len());
                states::state(board, open, &mut random).position()
            }
        };
        for contender in contenders.iter_mut() {
            let patient = random.once_in(40);
            let limit = if patient { limits.1 } else { limits.0 };
            contender.compare(&tables, &position, limit);
        }
    }
}

#[test]
fn plans_find_what_generate_and_test_finds_on_4x4() {
    let library = standard();
    let mut contenders = Contender::all(&library.techniques);
    let board = Board::sudoku(shape(2, 2));
    compare_on(
        &board,
        &mut contenders,
        1,
        states(),
        3..17,
        (5_000, 1_000_000),
    );
    let sums = summary("4x4", &contenders);
    for (name, tally) in &sums {
        assert!(tally.compared > 0, "{name} was never compared");
    }
}

#[test]
fn plans_find_what_generate_and_test_finds_for_odd_rules() {
    let library = odd();
    let mut contenders = Contender::all(&library.techniques);
    for (seed, board) in [
        Board::sudoku(shape(2, 2)),
        states::diagonal(),
        states::caged(),
    ]
    .iter()
    .enumerate()
    {
        let count = states() / 4;
        compare_on(
            board,
            &mut contenders,
            seed as u64,
            count,
            3..12,
            (5_000, 100_000),
        );
    }
    for (name, tally) in summary("odd rules", &contenders) {
        assert!(tally.fired > 0, "{name} was never found");
    }
}
