//! Placements whose certificates need more than a single.

use qedoku_tests::{NINE, accepted, puzzle};
use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::lang::{RuleFile, load};
use qedoku_core::report::trace;

/// Rule that places the digit left in a third cell of a pair's house.
const PLACES: &str = r#"
/// A cell that a pair leaves one digit.
rule left_by_a_pair {
  name     "Left by a Pair"
  level    medium
  score    50
  for      house H, cells S[2] in H, digits D[2], cell a in H not in S, digit x not in D
  when     every candidate of S is in D
           every candidate of a is x or in D
  then     place x at a
  say      "{S} in {H} hold only {D}, so {a} is {x}"
}
"#;

#[test]
fn placement_after_eliminations_is_certified() {
    let source = RuleFile::new("own.rule", PLACES.as_bytes()).expect("text");
    let library = load(&[source]).expect("a rule");
    let strategy = Strategy {
        search: false,
        ..Strategy::default()
    };
    let mut placed = 0;
    for line in [
        ".73..8..12.4.......1...3..4.27634...4..795.2.93.281.47......832.583.24..3428.9.1.",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "....3.64.9...8....6.1..53..7.5.1.......9.8.......4.2.8..45..7.6....2...9.97.6....",
    ] {
        let puzzle = puzzle(NINE, line);
        let solver = Solver::new(&puzzle.board, &library, strategy.clone());
        let mut path = solver.path(&puzzle);
        let proof = trace::prove_path(&solver, &puzzle, &mut path);
        assert_eq!(path.refused(), []);
        let text = proof.to_text();
        accepted(&text);
        placed += text.matches("\nsingle").count();
    }
    // Here 6 and 7 are a pair of box 8, and r8c5 can be 1, 6 or 7.
    let text = ":0200::.73..8..12.4.......1...3..4.27634...4..795.2.93.281.47......832.583.24..3428.9.1.:595";
    let pair = read_puzzle(&Source::new("pair", text)).expect("a state");
    let solver = Solver::new(&pair.board, &library, strategy);
    let mut path = solver.path(&pair);
    let text = trace::prove_path(&solver, &pair, &mut path).to_text();
    accepted(&text);
    assert_eq!(path.refused(), []);
    placed += text.matches("\nsingle").count();
    assert!(text.contains("\ncount "), "{text}");
    assert!(placed > 0, "nothing was placed");
}
