//! The example programs of the library behave as their texts say.

#[allow(dead_code)]
#[path = "../../src/core/examples/own_board.rs"]
mod own_board;
#[allow(dead_code)]
#[path = "../../src/core/examples/prove.rs"]
mod prove;
#[allow(dead_code)]
#[path = "../../src/core/examples/solve.rs"]
mod solve;

const PUZZLE: &str =
    "9.347.2.88..39174..7.82..39..97.43....89.3.7.73.5.29..396158427187249653.4.637891";

#[test]
fn example_solve_prints_reasons() {
    let steps = solve::steps(PUZZLE).expect("steps");
    assert!(steps.len() > 20, "{steps:?}");
    assert!(
        steps
            .iter()
            .all(|step| step.contains(": ") && step.contains('\n'))
    );
    assert!(solve::steps("no puzzle").is_err());
}

#[test]
fn example_prove_writes_an_accepted_proof() {
    let proof = prove::proof(PUZZLE).expect("a proof");
    let verdict = qedoku_check::check(proof.as_bytes()).expect("a proof that holds");
    assert!(
        verdict
            .to_string()
            .starts_with("accepted: the only solution is ")
    );
}

#[test]
fn example_own_board_is_solved_by_the_rules() {
    let steps = own_board::steps("12.43...........").expect("steps");
    let placed = steps
        .iter()
        .filter(|step| step.contains("Single") || step.contains("House"));
    assert!(placed.count() >= 11, "{steps:#?}");
}
