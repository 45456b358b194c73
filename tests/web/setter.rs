//! The requests for setters and players: solutions, new puzzles, and the houses of a board.

use qedoku_app::create::{PuzzleDemand, PuzzleRequest};
use qedoku_core::engine::Stop;
use qedoku_core::engine::make::GivenPlan;
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, Shape};
use qedoku_core::lang::ir::Level;
use qedoku_core::lang::standard_library;
use serde_json::{Value, json};

use crate::{Asked, EASY, UNFAIR};

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn numbers(list: &Value) -> Vec<u64> {
    let list = list.as_array().expect("a list").iter();
    list.map(|n| n.as_u64().expect("a number")).collect()
}

/// The board of the protocol with these givens.
fn board(givens: &str) -> Value {
    json!({ "height": 3, "width": 3, "givens": givens, "entries": ".".repeat(81) })
}

#[test]
fn a_puzzle_with_one_solution_is_counted_and_solved() {
    let mut asked = Asked::default();
    let found = asked.answer("count", json!({ "board": board(EASY), "deep": true }));
    assert_eq!(found["solutions"], json!(1));
    assert_eq!(found["solution"], json!(SOLVED));
    let masks: Vec<u64> = SOLVED.bytes().map(|b| 1 << (b - b'1')).collect();
    assert_eq!(numbers(&found["candidates"]), masks);
}

#[test]
fn a_needless_given_is_one_without_which_the_solution_stays() {
    let mut asked = Asked::default();
    let found = asked.answer("count", json!({ "board": board(EASY), "deep": true }));
    let needless = numbers(&found["needless"]);
    for (cell, given) in EASY.char_indices().filter(|(_, c)| *c != '.') {
        let mut without = EASY.to_owned();
        without.replace_range(cell..=cell, ".");
        let rest = asked.answer("count", json!({ "board": board(&without) }));
        let is_unique = rest["solutions"] == json!(1);
        let is_needless = needless.contains(&(cell as u64));
        assert_eq!(is_unique, is_needless, "{given} in cell {cell}");
    }
}

#[test]
fn several_solutions_have_true_candidates_in_differing_cells() {
    // Two rows of the solution are empty except for one digit.
    let givens = format!(".{}{}", &".".repeat(17), &SOLVED[18..]);
    let mut asked = Asked::default();
    let found = asked.answer("count", json!({ "board": board(&givens), "deep": true }));
    assert_eq!(found["solutions"], json!(2));
    assert!(found.get("solution").is_none() && found.get("needless").is_none());
    let masks = numbers(&found["candidates"]);
    for cell in numbers(&found["differ"]) {
        assert!(masks[cell as usize].count_ones() > 1, "cell {cell}");
    }
    // With a true candidate as a further given, a solution exists. With any other candidate, none
    // exists.
    for (cell, mask) in masks.iter().enumerate().take(18) {
        for digit in 1..=9 {
            let mut with = givens.clone();
            with.replace_range(cell..=cell, &digit.to_string());
            let reply = asked.message("count", json!({ "board": board(&with) }));
            let solutions = reply["answer"]["solutions"].as_u64().unwrap_or(0);
            let is_true = mask >> (digit - 1) & 1 == 1;
            assert_eq!(solutions > 0, is_true, "{digit} in cell {cell}");
        }
    }
}

#[test]
fn a_contradictory_board_has_no_solution() {
    let mut asked = Asked::default();
    let givens = format!("12345678.........9{}", ".".repeat(63));
    let found = asked.answer("count", json!({ "board": board(&givens) }));
    assert_eq!(found["solutions"], json!(0));
}

#[test]
fn a_new_puzzle_has_its_level_and_one_solution() {
    let mut asked = Asked::default();
    for level in ["easy", "medium", "hard"] {
        let wish = json!({ "shape": [3, 3], "seed": 7, "level": level });
        let made = asked.answer("create", wish);
        assert_eq!(made["level"], json!(level));
        let grade = asked.answer("grade", json!({ "board": made["board"] }));
        assert_eq!(grade["level"], json!(level));
        let found = asked.answer("count", json!({ "board": made["board"] }));
        assert_eq!(found["solutions"], json!(1));
    }
}

#[test]
fn equal_seeds_give_the_puzzle_of_the_application_layer() {
    let library = standard_library().expect("the library");
    let board = Board::sudoku(Shape::of_size(9).expect("a shape"));
    let mut plan = GivenPlan::free(&board);
    plan.minimal = true;
    let wish = PuzzleRequest {
        level: Some(Level::Medium),
        ..PuzzleRequest::default()
    };
    let demand = PuzzleDemand::new(&wish, plan, &library, &board, Stop::default());
    let demand = demand.expect("a demand");
    let first = (0..).find_map(|number| {
        let attempt = demand.attempt(20_260_105, number, &[], false)?;
        demand.graded(&attempt.puzzle)?;
        attempt.puzzle.line()
    });
    let mut asked = Asked::default();
    let fields = json!({ "shape": [3, 3], "seed": 20_260_105, "level": "medium" });
    let made = asked.answer("create", fields);
    assert_eq!(made["board"]["givens"], json!(first));
}

#[test]
fn an_exercise_has_its_technique_as_the_next_step() {
    let mut asked = Asked::default();
    for technique in ["Naked Pair", "XY-Wing"] {
        let wish = json!({ "shape": [3, 3], "seed": 5, "position": technique });
        let made = asked.answer("create", wish);
        assert_eq!(made["step"]["name"], json!(technique));
        let hint = asked.answer("hint", json!({ "board": made["board"] }));
        assert_eq!(hint["technique"], json!(technique));
    }
}

#[test]
fn a_wish_that_cannot_be_met_is_an_error() {
    let mut asked = Asked::default();
    let wishes = [
        (
            json!({ "shape": [3, 3], "seed": 1, "level": "esay" }),
            "how::level",
        ),
        (
            json!({ "shape": [3, 3], "seed": 1, "needs": "fsh" }),
            "rule::",
        ),
        (
            json!({ "shape": [5, 5], "seed": 1, "level": "easy" }),
            "create::size",
        ),
        (json!({ "shape": [3, 7], "seed": 1 }), "board::shape"),
    ];
    for (wish, code) in wishes {
        let reply = asked.message("create", wish.clone());
        let found = reply["error"]["code"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(found.starts_with(code), "{wish}: {reply}");
    }
}

#[test]
fn the_houses_of_a_board_are_those_of_the_engine() {
    let mut asked = Asked::default();
    for (height, width) in [(2, 2), (2, 3), (3, 3), (4, 4)] {
        let found = asked.answer("geometry", json!({ "shape": [height, width] }));
        let houses = found["houses"].as_array().expect("houses");
        let n = height * width;
        assert_eq!(houses.len(), 3 * n);
        for house in houses {
            assert_eq!(house["cells"].as_array().expect("cells").len(), n);
        }
    }
    let puzzle = read_puzzle(&Source::new("test", UNFAIR)).expect("a puzzle");
    let found = asked.answer("geometry", json!({ "shape": [3, 3] }));
    for (house, listed) in puzzle
        .board
        .houses()
        .iter()
        .zip(found["houses"].as_array().expect("houses"))
    {
        let cells: Vec<u64> = house.cells.iter().map(|cell| cell.index() as u64).collect();
        assert_eq!(numbers(&listed["cells"]), cells);
    }
}
