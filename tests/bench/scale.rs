//! Benchmark of the ratings by braids and by whips: puzzles per second on one core. Every rating is
//! compared with the published one before the timing begins.
//!
//! `cargo bench --bench scale [-- FILE [COUNT]]` reads a table whose header names its columns;
//! columns `B` and `W` hold the ratings. Default: the first 2,000 rows of the controlled-bias
//! collection beside the project.

use std::path::PathBuf;
use std::time::Instant;

use qedoku_core::engine::scale::{Rater, Rating, Scale};
use qedoku_core::grid::{Board, Digit, Puzzle, Shape, State};

/// Maximum length. It is longer than any published rating.
const MAX_LENGTH: usize = 40;

fn main() {
    let mut args = std::env::args().skip(1).filter(|a| !a.starts_with('-'));
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/cb-000.tsv");
    let path = args.next().map_or(beside, PathBuf::from);
    let count = args.next().map_or(2_000, |n| n.parse().expect("a number"));
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is not there", path.display());
        return;
    };
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let rows: Vec<Vec<&str>> = (lines.filter(|line| !line.starts_with('#')).take(count))
        .map(|line| line.split('\t').collect())
        .collect();
    let board = Board::sudoku(Shape {
        height: 3,
        width: 3,
    });
    let start = |row: &Vec<&str>| {
        let givens = row[0].chars().map(Digit::from_char).collect();
        Puzzle::from_givens(board.clone(), givens).state()
    };
    let states: Vec<State> = rows.iter().map(start).collect();
    println!("{} puzzles of {}", states.len(), path.display());
    let mut rater = Rater::new(&board);
    let mut differences = 0;
    for (name, scale) in [("B", Scale::B), ("W", Scale::W)] {
        let column = header.iter().position(|title| *title == name);
        let column = column.expect("a column of ratings");
        let time = Instant::now();
        let rate = |state| rater.rate(scale, state, MAX_LENGTH, |_| ());
        let ratings: Vec<Rating> = states.iter().map(rate).collect();
        let seconds = time.elapsed().as_secs_f64();
        let mut wrong = 0;
        for (number, (row, rating)) in rows.iter().zip(&ratings).enumerate() {
            let published = row[column].parse().ok().map(Rating::Solved);
            if published != Some(*rating) {
                println!(
                    "{name} of row {}: {rating:?}, not {}",
                    number + 1,
                    row[column]
                );
                wrong += 1;
            }
        }
        println!("{name}: {wrong} of {} differ", ratings.len());
        println!(
            "{name}: {:.0} puzzles a second",
            ratings.len() as f64 / seconds
        );
        differences += wrong;
    }
    if differences > 0 {
        std::process::exit(1);
    }
}
