//! Scales that are lists: what their files say, what they rate, and how far that agrees with
//! others.

use std::sync::Arc;

use qedoku_core::engine::Stop;
use qedoku_core::engine::ladder::chains::length_steps;
use qedoku_core::engine::ladder::{
    Climb, ClimbEnd, Climber, Ladder, STANDARD_LADDERS, mark_text, standard_ladder,
};
use qedoku_core::report::ladder::{LadderRating, LadderValue};
use qedoku_core::{Board, standard_library};
use qedoku_tests::{NINE, collection, own_collection, puzzle};

fn usual_board() -> Arc<Board> {
    Board::sudoku(NINE)
}

fn climb(name: &str, text: &str) -> Climb {
    let library = standard_library().expect("the library");
    let ladder = standard_ladder(name).expect("a scale");
    let climber = Climber::new(&usual_board(), &library, ladder).expect("its rules");
    climber.climb(&puzzle(NINE, text), &Stop::default())
}

/// Returns the line and code of each mistake in a file.
fn mistakes(text: &str) -> Vec<(usize, &'static str)> {
    let library = standard_library().expect("the library");
    let errors = match Ladder::parse(text) {
        Err(errors) => errors,
        Ok(ladder) => match Climber::new(&usual_board(), &library, ladder) {
            Err(errors) => errors,
            Ok(_) => Vec::new(),
        },
    };
    (errors.iter())
        .map(|error| (error.line, error.problem.code()))
        .collect()
}

#[test]
fn standard_scales_are_read_and_served() {
    let library = standard_library().expect("the library");
    for (name, text) in STANDARD_LADDERS {
        let ladder = Ladder::parse(text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        assert_eq!(ladder.name, name);
        let served = Climber::new(&usual_board(), &library, ladder);
        assert!(served.is_ok(), "{name}: {:?}", served.err());
    }
}

#[test]
fn mistakes_in_scale_files_are_told_with_their_lines() {
    let cases: [(&str, &[(usize, &str)]); 9] = [
        ("scale a\n1 hidden_single\n", &[]),
        ("1 hidden_single\n", &[(1, "scale::no_name")]),
        ("scale a\n", &[(1, "scale::empty")]),
        (
            "scale a\nhello 1\n1 full_house",
            &[(2, "scale::unknown_word")],
        ),
        ("scale a\n1.234 full_house", &[(2, "scale::no_rating")]),
        ("scale a\n1 hard full_house", &[(2, "scale::unknown_level")]),
        (
            "scale a\nas SF\n6.5+ chains z_cycle",
            &[(2, "scale::unknown_scale"), (3, "scale::unknown_family")],
        ),
        (
            "scale a\n1 hidden_singel\n2 hidden_single, Q is box\n",
            &[(2, "scale::unknown_rule"), (3, "scale::unknown_variable")],
        ),
        ("scale a\n1 fish=2, H was box", &[(2, "scale::bad_demand")]),
    ];
    for (text, expected) in cases {
        assert_eq!(mistakes(text), expected, "{text}");
    }
}

#[test]
fn a_misspelt_rule_is_answered_with_the_right_one() {
    let library = standard_library().expect("the library");
    let ladder = Ladder::parse("scale a\n1 hidden_singel").expect("it can be read");
    let errors = Climber::new(&usual_board(), &library, ladder).err();
    let words = errors.expect("it is wrong")[0].to_string();
    assert!(words.contains("did you mean `hidden_single`?"), "{words}");
}

#[test]
fn tenths_are_added_at_the_lengths_of_sudoku_explainer() {
    // The length is the number of nodes minus two.
    let ends = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128];
    for (steps, end) in ends.into_iter().enumerate() {
        assert_eq!(length_steps(end + 2), steps as u32);
        assert_eq!(length_steps(end + 3), steps as u32 + 1);
    }
    assert_eq!(length_steps(0), 0);
}

#[test]
fn ratings_are_written_as_people_write_them() {
    let texts = [(120, "1.2"), (700, "7.0"), (469, "4.69"), (16000, "160")];
    for (mark, text) in texts {
        assert_eq!(mark_text(mark), text);
    }
}

#[test]
fn a_direct_step_places_a_digit_and_does_nothing_else() {
    let library = standard_library().expect("the library");
    let singles = "scale a\ntakes one\n1 hidden_single\n1 naked_single\n";
    let direct = format!("{singles}2 locked_candidates_1, direct b");
    let indirect = format!("{singles}2 locked_candidates_1");
    let mut more = 0;
    for text in own_collection("levels.sdm").iter().step_by(4) {
        let end = |ladder: &str| {
            let ladder = Ladder::parse(ladder).expect("a scale");
            let climber = Climber::new(&usual_board(), &library, ladder).expect("its rules");
            climber.climb(&puzzle(NINE, text), &Stop::default())
        };
        let (with, without) = (end(&direct), end(&indirect));
        // The eliminations and hidden singles together imply every direct step.
        assert!(with.end != ClimbEnd::Solved || without.end == ClimbEnd::Solved);
        more += usize::from(with.end != without.end);
    }
    assert!(more > 0, "no puzzle tells them apart");
}

#[test]
fn every_puzzle_that_is_rated_below_the_bound_is_solved() {
    // A chain that eliminates a true candidate would lead to a contradiction.
    for text in own_collection("levels.sdm").iter().take(60) {
        let climb = climb("SE", text);
        assert_ne!(climb.end, ClimbEnd::Impossible, "{text}");
        if climb.end == ClimbEnd::Stuck {
            let ladder = standard_ladder("SE").expect("a scale");
            let rating = LadderRating::of(&ladder, &climb);
            assert!(matches!(rating.columns[0].1, LadderValue::AtLeast(mark) if mark >= 1100));
        }
    }
}

#[test]
fn without_unique_no_rule_assumes_one_solution() {
    for text in own_collection("levels.sdm").iter().take(30) {
        let (with, without) = (climb("SE", text), climb("SE-noU", text));
        let ladder = standard_ladder("SE").expect("a scale");
        for (rung, steps) in ladder.rungs.iter().zip(&without.steps) {
            let names = format!("{:?}", rung.action);
            assert!(!(names.contains("unique_") || names.contains("bug_")) || *steps == 0);
        }
        assert_eq!(with.first_step, without.first_step);
    }
}

#[test]
fn ratings_are_those_of_sudoku_explainer() {
    let Some(rows) = collection("cb-000.tsv") else {
        return;
    };
    let (mut equal, mut all) = (0, 0);
    for row in rows.iter().skip(7).step_by(450) {
        let fields: Vec<&str> = row.split('\t').collect();
        let climb = climb("SE", fields[0]);
        all += 1;
        equal += usize::from(mark_text(climb.hardest) == fields[2]);
    }
    assert!(equal + 1 >= all, "{equal} of {all}");
}

#[test]
fn hard_puzzles_are_rated_to_the_top_of_the_scale() {
    for (name, least) in [("se121_top95.tsv", 9.0), ("se121_hardest.tsv", 9.0)] {
        let Some(rows) = collection(name) else {
            return;
        };
        let rating = |row: &str| {
            row.split(['\t', '/'])
                .nth(1)
                .and_then(|r| r.parse::<f64>().ok())
        };
        let hard = rows
            .iter()
            .filter(|row| rating(row).is_some_and(|r| r >= least));
        for row in hard.step_by(24).take(6) {
            let fields: Vec<&str> = row.split('\t').collect();
            let climb = climb("SE", fields[0]);
            let text = |mark: Option<u32>| mark.map_or_else(String::new, mark_text);
            let ours = [Some(climb.hardest), climb.first_placement, climb.first_step].map(text);
            assert_eq!(ours.join("/"), fields[1], "{row}");
        }
    }
}
