//! Where the matcher has more to try than it will: what is given up does not depend on how the board is written.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::laws::Symmetry;
use super::states::Dealt;
use crate::common::random::Random;
use crate::common::shape;
use qedoku_core::grid::{Board, Candidate};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, standard_library};
use qedoku_core::matcher::{Matcher, Position, Tables};

fn technique<'l>(library: &'l Library, rule: &str, instance: Option<u32>) -> &'l Technique {
    let is_it = |t: &&Technique| &*t.rule == rule && t.instance == instance;
    library.techniques.iter().find(is_it).expect("it is there")
}

fn eliminated(technique: &Technique, position: &Position) -> BTreeSet<Candidate> {
    let tables = Tables::new(position.board());
    let found = Matcher::new(technique).find(technique, &tables, position);
    found.into_iter().flat_map(|m| m.eliminations).collect()
}

/// A state in which only the first digit is spoken of: it has these places, and all other candidates are live.
fn of_one_digit(board: &Arc<Board>, is_place: impl Fn(usize, usize) -> bool) -> Dealt {
    let n = board.size();
    let all = (1u32 << n) - 1;
    let mask = |cell: usize| all & !u32::from(!is_place(cell / n, cell % n));
    Dealt {
        board: Arc::clone(board),
        solution: vec![0; n * n],
        cells: (0..n * n).map(mask).collect(),
        solved: vec![false; n * n],
        given: vec![false; n * n],
    }
}

/// Twelve rows have their places in twelve columns, and one of the columns has only the place in the first row. That it must be
/// taken shows after millions of choices, if nothing is remembered.
#[test]
fn templates_of_16_digits_are_found_however_many_choices_there_are() {
    let board = Board::sudoku(shape(4, 4));
    let is_column = |column: usize| column % 4 != 3;
    let dealt = of_one_digit(&board, |row, column| match row {
        0 => is_column(column),
        1..12 => is_column(column) && column != 14,
        _ => true,
    });
    let library = standard_library().expect("the standard library");
    let delete = technique(&library, "template_delete", None);
    let found = eliminated(delete, &dealt.position());
    let gone = |row: usize, column: usize| {
        found.contains(
            &board.candidate(board.cell(row, column), board.digits().next().expect("one")),
        )
    };
    assert!(
        (0..14)
            .filter(|&c| is_column(c))
            .all(|column| gone(0, column))
    );
    assert!(!gone(0, 14) && (12..16).all(|row| gone(row, 14)));
    let symmetry = Symmetry::random(&board, &mut Random::new(5));
    let there = eliminated(delete, &symmetry.state(&dealt).position());
    let image = symmetry.candidates(&board, &found.into_iter().collect::<Vec<_>>());
    assert_eq!(image, there.into_iter().collect::<Vec<_>>());
}

/// On larger boards nothing is said of templates, however few there are.
#[test]
fn of_25_digits_no_template_is_spoken_of() {
    let library = standard_library().expect("the standard library");
    for (shape, is_told) in [(shape(4, 4), true), (shape(5, 5), false)] {
        let board = Board::sudoku(shape);
        let n = board.size();
        // In the first row the digit has two places, and in the column of one of them the second row has its only one.
        let dealt = of_one_digit(&board, |row, column| match row {
            0 => column == 0 || column == n - 1,
            5 => column == 0,
            _ => true,
        });
        let set = technique(&library, "template_set", None);
        let tables = Tables::new(&board);
        let found = Matcher::new(set).find(set, &tables, &dealt.position());
        assert_eq!(!found.is_empty(), is_told, "{n}");
        let gone = eliminated(
            technique(&library, "template_delete", None),
            &dealt.position(),
        );
        assert_eq!(!gone.is_empty(), is_told, "{n}");
    }
}
