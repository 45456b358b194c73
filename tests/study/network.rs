//! The neural network: training, reading and writing of the weights, and its use as an order of
//! targets, which changes only the length of proofs.

use std::sync::Arc;

use qedoku_core::engine::{Solver, Stop, Strategy};
use qedoku_core::grid::Board;
use qedoku_core::lang::ir::Level;
use qedoku_core::lang::standard_library;
use qedoku_core::report::trace;
use qedoku_study::network::Model;
use qedoku_study::network::train::{Training, train};
use qedoku_study::puzzles::exercise;

use qedoku_tests::{NINE, accepted, puzzle};

fn tiny(seed: u64) -> (Model, Vec<f32>) {
    let settings = Training {
        puzzles: 20,
        batch: 32,
        steps: 1_000,
        hidden: 16,
        rate: 4e-3,
        seed,
    };
    train(&settings, |_| true, |_, _| true).expect("it is not stopped")
}

#[test]
fn training_learns_and_depends_on_the_seed_alone() {
    let (network, curve) = tiny(1);
    assert_eq!(curve.len(), 5);
    let (first, last) = (curve[0], curve[4]);
    assert!(last < 0.75 * first, "{curve:?}");
    let (again, _) = tiny(1);
    assert_eq!(network, again);
    assert_ne!(network, tiny(2).0);
}

#[test]
fn training_stops_at_the_stop_signal() {
    let settings = Training {
        puzzles: 2,
        ..Training::default()
    };
    assert!(train(&settings, |made| made < 1, |_, _| true).is_none());
    assert!(train(&settings, |_| true, |_, _| false).is_none());
}

#[test]
fn weights_round_trip_and_others_are_refused() {
    let (network, _) = tiny(3);
    let bytes = network.to_bytes().expect("bytes");
    assert_eq!(Model::from_bytes(&bytes).expect("weights"), network);
    for cut in [0, 7, 8, 100, bytes.len() - 1] {
        assert!(Model::from_bytes(&bytes[..cut]).is_err(), "{cut}");
    }
    let mut nan = bytes.clone();
    let end = nan.len();
    nan[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(Model::from_bytes(&nan).is_err());
}

#[test]
fn standard_network_is_small_and_solves_easy_puzzles() {
    let network = Model::standard().expect("weights");
    assert!(network.to_bytes().expect("bytes").len() < 100_000);
    assert!(
        network.origin.starts_with("qedoku study train "),
        "{}",
        network.origin
    );
    let board = Board::sudoku(NINE);
    let mut creator = qedoku_core::engine::create::Creator::new(&board, 4711);
    let mut random = qedoku_core::engine::random::Random::new(4711);
    let (mut cells, mut right_cells, mut right) = (0, 0, 0);
    for _ in 0..100 {
        let exercise = exercise(&mut creator, &mut random, Some(30..=36));
        let puzzle = exercise.puzzle(&board);
        assert!((30..=36).contains(&puzzle.clues()));
        let outcome = network.solve(&puzzle, &Stop::default());
        cells += 81 - puzzle.clues();
        right_cells += outcome.cells_right(&puzzle, &exercise.solution);
        right += usize::from(outcome.is_right(&exercise.solution));
    }
    assert!(right_cells * 100 >= cells * 97, "{right_cells} of {cells}");
    assert!(right >= 85, "{right}");
}

#[test]
fn target_order_changes_the_proof_not_the_claim() {
    let library = standard_library().expect("the library");
    let network = Arc::new(Model::standard().expect("weights"));
    let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let puzzle = puzzle(NINE, line);
    let singles = Strategy {
        max_level: Level::Easy,
        ..Strategy::default()
    };
    let guided = Strategy {
        target_order: network.target_order(),
        ..singles.clone()
    };
    let prove = |strategy| {
        let solver = Solver::new(&puzzle.board, &library, strategy);
        trace::prove(&solver, &puzzle).to_text()
    };
    let (plain, guided, again) = (prove(singles), prove(guided.clone()), prove(guided));
    assert_ne!(plain, guided);
    assert_eq!(guided, again);
    assert_eq!(accepted(&plain).claim, accepted(&guided).claim);
}
