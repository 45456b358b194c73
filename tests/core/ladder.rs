//! Scales that are lists: parsing of their files, ratings, and agreement with published ratings.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use qedoku_check::Verdict;
use qedoku_core::engine::Stop;
use qedoku_core::engine::rate::chains::length_steps;
use qedoku_core::engine::rate::{
    Ladder, LadderRater, RatedStep, Rating, RatingEnd, RatingListener, STANDARD_LADDERS, mark_text,
    standard_ladder,
};
use qedoku_core::grid::Board;
use qedoku_core::lang::Library;
use qedoku_core::lang::standard_library;
use qedoku_core::matcher::Position;
use qedoku_core::proof::Claim;
use qedoku_core::report::ladder::{LadderRating, LadderValue};
use qedoku_tests::{NINE, collection, own_collection, puzzle};

fn usual_board() -> Arc<Board> {
    Board::sudoku(NINE)
}

fn rate(name: &str, text: &str) -> Rating {
    let library = standard_library().expect("the library");
    let ladder = standard_ladder(name).expect("a scale");
    let rater = LadderRater::new(&usual_board(), &library, ladder).expect("its rules");
    rater.rate(&puzzle(NINE, text), &Stop::default())
}

/// Returns the line and code of each mistake in a file.
fn mistakes(text: &str) -> Vec<(usize, &'static str)> {
    let library = standard_library().expect("the library");
    let errors = match Ladder::parse(text) {
        Err(errors) => errors,
        Ok(ladder) => match LadderRater::new(&usual_board(), &library, ladder) {
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
        let served = LadderRater::new(&usual_board(), &library, ladder);
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
    let errors = LadderRater::new(&usual_board(), &library, ladder).err();
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
            let rater = LadderRater::new(&usual_board(), &library, ladder).expect("its rules");
            rater.rate(&puzzle(NINE, text), &Stop::default())
        };
        let (with, without) = (end(&direct), end(&indirect));
        // The eliminations and hidden singles together imply every direct step.
        assert!(with.end != RatingEnd::Solved || without.end == RatingEnd::Solved);
        more += usize::from(with.end != without.end);
    }
    assert!(more > 0, "no puzzle tells them apart");
}

#[test]
fn every_puzzle_that_is_rated_below_the_bound_is_solved() {
    // A chain that eliminates a true candidate would lead to a contradiction.
    for text in own_collection("levels.sdm").iter().take(60) {
        let rating = rate("SE", text);
        assert_ne!(rating.end, RatingEnd::Impossible, "{text}");
        if rating.end == RatingEnd::Stuck {
            let ladder = standard_ladder("SE").expect("a scale");
            let rating = LadderRating::of(&ladder, &rating);
            assert!(matches!(rating.columns[0].1, LadderValue::AtLeast(mark) if mark >= 1100));
        }
    }
}

#[test]
fn without_unique_no_rule_assumes_one_solution() {
    for text in own_collection("levels.sdm").iter().take(30) {
        let (with, without) = (rate("SE", text), rate("SE-noU", text));
        let ladder = standard_ladder("SE").expect("a scale");
        for (entry, steps) in ladder.entries.iter().zip(&without.steps) {
            let names = format!("{:?}", entry.action);
            let assumes = ["UniqueLoops", "Graves"].iter().any(|n| names.contains(n));
            assert!(!assumes || *steps == 0);
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
        let rating = rate("SE", fields[0]);
        all += 1;
        equal += usize::from(mark_text(rating.hardest) == fields[2]);
    }
    assert!(equal + 1 >= all, "{equal} of {all}");
}

#[test]
fn hard_puzzles_are_rated_to_the_top_of_the_scale() {
    for (name, least) in [("se121_top95.tsv", 9.0), ("se121_hardest.tsv", 9.0)] {
        let Some(rows) = collection(name) else {
            return;
        };
        let published = |row: &str| {
            row.split(['\t', '/'])
                .nth(1)
                .and_then(|r| r.parse::<f64>().ok())
        };
        let hard = rows
            .iter()
            .filter(|row| published(row).is_some_and(|r| r >= least));
        for row in hard.step_by(60).take(3) {
            let fields: Vec<&str> = row.split('\t').collect();
            let rating = rate("SE", fields[0]);
            let text = |mark: Option<u32>| mark.map_or_else(String::new, mark_text);
            let ours = [
                Some(rating.hardest),
                rating.first_placement,
                rating.first_step,
            ]
            .map(text);
            assert_eq!(ours.join("/"), fields[1], "{row}");
        }
    }
}

/// A. Inkala's "AI Escargot", rated 10.5 by all known versions of the scale.
const ESCARGOT: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

/// A listener that keeps all bounds.
#[derive(Default)]
struct Bounds(Vec<u32>);

impl RatingListener for Bounds {
    fn on_bound(&mut self, at_least: u32) {
        self.0.push(at_least);
    }

    fn on_step(&mut self, _position: &Position, _step: RatedStep) {}
}

fn rater_of(name: &str) -> (Arc<Library>, Ladder) {
    let library = Arc::new(standard_library().expect("the library"));
    (library, standard_ladder(name).expect("a scale"))
}

#[test]
fn proofs_of_ratings_are_accepted() {
    let (library, ladder) = rater_of("SE");
    let rater = LadderRater::new(&usual_board(), &library, ladder).expect("its rules");
    let mut texts: Vec<String> = own_collection("levels.sdm");
    texts = texts.into_iter().step_by(9).collect();
    texts.push(ESCARGOT.to_owned());
    let mut proved = 0;
    for text in &texts {
        let puzzle = puzzle(NINE, text);
        let (rating, proof) = rater.prove(&puzzle, &Stop::default(), &mut Bounds::default());
        let verdict = qedoku_check::check(proof.to_text().as_bytes()).expect("a proof");
        assert!(matches!(verdict, Verdict::Accepted(_)), "{text}: {verdict}");
        let is_unique = matches!(proof.claim, Claim::Unique(_));
        assert_eq!(is_unique, rating.end == RatingEnd::Solved, "{text}");
        let rated = rater.rate(&puzzle, &Stop::default());
        assert_eq!(rated, rating, "{text}");
        proved += usize::from(is_unique);
    }
    assert!(
        proved * 10 >= texts.len() * 9,
        "{proved} of {}",
        texts.len()
    );
}

#[test]
fn a_stopped_rating_ends_with_the_bound_reached() {
    let (library, ladder) = rater_of("SE");
    let rater = LadderRater::new(&usual_board(), &library, ladder).expect("its rules");
    let puzzle = puzzle(NINE, ESCARGOT);
    let mut bounds = Bounds::default();
    let whole = rater.rate_observed(&puzzle, &Stop::default(), &mut bounds);
    assert_eq!(whole.end, RatingEnd::Solved);
    assert_eq!((whole.hardest, whole.at_least), (1050, 1050));
    assert!(bounds.0.is_sorted() && bounds.0.last() <= Some(&1050));
    // A rating that is stopped early never exceeds the full rating.
    let mut ends = Vec::new();
    for patience in [10, 200, 2_000] {
        let asked = AtomicU32::new(0);
        let stop = Stop::when(move || asked.fetch_add(1, Ordering::Relaxed) > patience);
        let part = rater.rate(&puzzle, &stop);
        if part.end == RatingEnd::Stopped {
            assert!(part.hardest <= part.at_least && part.at_least <= 1050);
            ends.push(part.at_least);
        }
    }
    assert!(ends.len() > 1 && ends.is_sorted(), "{ends:?}");
}
