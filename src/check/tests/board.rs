//! The board, and the events that an observer sees during a check.

use qedoku_check::{Board, Event, Verdict, check_with};

/// The boards of all sizes.
fn boards() -> Vec<(usize, usize, Board)> {
    let sizes = (1..=25).flat_map(|height| (1..=25 / height).map(move |width| (height, width)));
    let board = |(height, width)| Some((height, width, Board::sudoku(height, width)?));
    sizes.filter_map(board).collect()
}

/// The names of the members of a group.
fn members(board: &Board, group: &str) -> String {
    let members = board.row(group).expect("the group exists").members();
    let names: Vec<String> = members.map(|member| board.name(member)).collect();
    names.join(" ")
}

#[test]
fn refuses_boards_without_digits_or_with_too_many() {
    for (height, width) in [(0, 3), (3, 0), (0, 0), (2, 13), (26, 1), (usize::MAX, 2)] {
        assert!(Board::sudoku(height, width).is_none());
    }
}

#[test]
fn every_cell_has_n_candidates_and_every_candidate_a_name() {
    for (height, width, board) in boards() {
        assert_eq!(board.n(), height * width);
        assert_eq!(board.candidates(), board.n().pow(3));
        for row in 1..=board.n() {
            for column in 1..=board.n() {
                let cell = board.row(&format!("r{row}c{column}"));
                let members: Vec<_> = cell.expect("the cell exists").members().collect();
                assert_eq!(members.len(), board.n());
                for x in members {
                    assert_eq!(board.candidate(&board.name(x), "="), Some(x));
                }
            }
        }
    }
}

#[test]
fn candidates_are_numbered_by_row_column_and_digit() {
    let board = Board::sudoku(3, 3).expect("9 digits");
    let index = |name| board.candidate(name, "=").expect("it exists").index();
    assert_eq!(index("r1c1=1"), 0);
    assert_eq!(index("r1c2=1"), 9);
    assert_eq!(index("r9c9=9"), 728);
    assert_eq!(
        board.candidate("r2c5<>7", "<>"),
        board.candidate("r2c5=7", "=")
    );
}

#[test]
fn groups_of_a_board_with_wide_boxes_are_as_the_format_says() {
    let board = Board::sudoku(2, 3).expect("6 digits");
    assert_eq!(
        members(&board, "r3c4"),
        "r3c4=1 r3c4=2 r3c4=3 r3c4=4 r3c4=5 r3c4=6"
    );
    assert_eq!(
        members(&board, "2r6"),
        "r6c1=2 r6c2=2 r6c3=2 r6c4=2 r6c5=2 r6c6=2"
    );
    assert_eq!(
        members(&board, "5c2"),
        "r1c2=5 r2c2=5 r3c2=5 r4c2=5 r5c2=5 r6c2=5"
    );
    assert_eq!(
        members(&board, "1b4"),
        "r3c4=1 r3c5=1 r3c6=1 r4c4=1 r4c5=1 r4c6=1"
    );
}

#[test]
fn groups_of_a_board_with_tall_boxes_are_as_the_format_says() {
    let board = Board::sudoku(3, 2).expect("6 digits");
    assert_eq!(
        members(&board, "1b2"),
        "r1c3=1 r1c4=1 r2c3=1 r2c4=1 r3c3=1 r3c4=1"
    );
    assert_eq!(
        members(&board, "6b4"),
        "r4c1=6 r4c2=6 r5c1=6 r5c2=6 r6c1=6 r6c2=6"
    );
}

#[test]
fn boxes_follow_the_formula_of_the_format() {
    for (height, width, board) in boards() {
        for row in 1..=board.n() {
            for column in 1..=board.n() {
                let number = height * ((row - 1) / height) + (column - 1) / width + 1;
                let group = board.row(&format!("1b{number}")).expect("the box exists");
                let candidate = board.candidate(&format!("r{row}c{column}=1"), "=");
                let candidate = candidate.expect("it exists");
                assert!(group.members().any(|member| member == candidate));
            }
        }
    }
}

#[test]
fn the_last_digit_of_the_largest_board_is_p() {
    let board = Board::sudoku(5, 5).expect("25 digits");
    assert!(board.row("Pb25").is_some());
    assert!(board.row("Qb25").is_none());
    assert!(board.candidate("r25c25=P", "=").is_some());
    assert!(board.candidate("r26c25=P", "=").is_none());
}

#[test]
fn what_happens_outside_of_supposes_can_be_observed() {
    let proof = "qed 1\nboard sudoku 2x2\nstate 12 12 134 1234 1234 1234 1234 1234 \
        1234 1234 1234 1234 1234 1234 1234 1234\n\
        suppose r1c3=1\nsingle r1c1=2 : r1c1\nrefuted r1c2\n\
        count r1c4<>1 r1c4<>2 : +r1c1 +r1c2 -1r1 -2r1\n\
        claim open\n";
    let mut seen = Vec::new();
    let mut names = Vec::new();
    let mut observe = |event: Event<'_>| match event {
        Event::Start(board, live) => {
            names = vec![String::new(); board.candidates()];
            for row in 1..=4 {
                for column in 1..=4 {
                    let cell = board.row(&format!("r{row}c{column}")).expect("a cell");
                    cell.members()
                        .for_each(|x| names[x.index()] = board.name(x));
                }
            }
            seen.push(format!("{} live", live.iter().count()));
        }
        Event::Step(placed, before, after) => {
            let eliminated = before.minus(after);
            let eliminated: Vec<_> = eliminated.iter().map(|x| &names[x.index()][..]).collect();
            seen.push(format!(
                "{:?} {}",
                placed.map(|x| x.index()),
                eliminated.join(" ")
            ));
        }
    };
    let verdict = check_with(proof.as_bytes(), &mut observe).expect("memory can be read");
    assert!(matches!(verdict, Verdict::Accepted(_)), "{verdict}");
    assert_eq!(seen, ["59 live", "None r1c3=1", "None r1c4=1 r1c4=2"]);
}

#[test]
fn a_single_reports_its_placement_and_what_it_excludes() {
    let proof = "qed 1\nboard sudoku 1x2\nstate 1 12 12 12\nsingle r1c1=1 : r1c1\nclaim open\n";
    let mut steps = Vec::new();
    let mut observe = |event: Event<'_>| {
        if let Event::Step(placed, before, after) = event {
            let eliminated: Vec<_> = before.minus(after).iter().map(|x| x.index()).collect();
            steps.push((placed.map(|x| x.index()), eliminated));
        }
    };
    let verdict = check_with(proof.as_bytes(), &mut observe).expect("memory can be read");
    assert!(matches!(verdict, Verdict::Accepted(_)), "{verdict}");
    assert_eq!(steps, [(Some(0), vec![2, 4])]);
}
