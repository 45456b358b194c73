//! Proofs of version 2: reading and writing, export to VeriPB, the error of exports as clauses, and
//! the words of `check --explain`.

use qedoku_core::proof::export::{ExportError, Format, Refusal};
use qedoku_core::proof::{Proof, RowStep, Step};
use qedoku_core::report::arithmetic::explain;
use qedoku_tests::batch::is_version_2;
use qedoku_tests::export::{Checker, exported};
use qedoku_tests::root;

use crate::exports::verified_by_veripb;

/// The golden proofs of version 2.
fn golden() -> Vec<String> {
    let folder = std::fs::read_dir(root().join("proofs/accept")).expect("the folder");
    let texts = folder.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok());
    let known = |text: &String| is_version_2(text.as_bytes());
    let golden: Vec<String> = texts.filter(known).collect();
    assert!(golden.len() > 50, "{}", golden.len());
    golden
}

#[test]
fn row_proofs_round_trip() {
    for text in golden() {
        let proof = Proof::read(text.as_bytes()).expect("an accepted proof");
        let written = proof.to_text();
        let lines = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            lines.map(|line| line.trim().to_owned()).collect()
        };
        assert_eq!(lines(&text), lines(&written));
    }
}

fn has_deadly_set(text: &str) -> bool {
    let proof = Proof::read(text.as_bytes()).expect("an accepted proof");
    let is_deadly = |step: &Step| matches!(step, Step::Row(RowStep::Deadly { .. }));
    proof.steps.iter().any(|(_, step)| is_deadly(step))
}

#[test]
fn veripb_accepts_exported_rows() {
    let Some(veripb) = Checker::veripb() else {
        return;
    };
    for text in golden().iter().filter(|text| !has_deadly_set(text)) {
        verified_by_veripb(&veripb, text);
    }
}

#[test]
fn row_steps_are_refused_as_clauses_by_name() {
    let mut refused = [0; 3];
    for text in golden() {
        let deadly = has_deadly_set(&text);
        match exported(text.as_bytes(), Format::Veripb) {
            Err(ExportError::Refused { reason, .. }) => {
                assert!(deadly && reason == Refusal::Deadly, "{text}");
            }
            other => assert!(other.is_ok() && !deadly, "{text}"),
        }
        match exported(text.as_bytes(), Format::Lrat) {
            Err(ExportError::Claim(_)) => refused[0] += 1,
            Err(ExportError::Constraint(kind)) => {
                assert!(text.contains(&format!("\n{kind} ")), "{kind}: {text}");
                refused[1] += 1;
            }
            Ok(_) => refused[2] += 1,
            Err(other) => panic!("{other}: {text}"),
        }
    }
    assert!(refused.iter().all(|&number| number > 0), "{refused:?}");
}

#[test]
fn wrong_filling_is_not_exported() {
    let text = std::fs::read_to_string(root().join("proofs/reject/v2-cage-other-filling.qed"));
    let refused = exported(text.expect("a file").as_bytes(), Format::Veripb);
    let Err(ExportError::Refused { step: 1, reason }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(reason, Refusal::NotProved);
}

/// A `different` line gives links that are no truths, a `has` line truths that are no links.
#[test]
fn formula_states_at_least_one_for_truths_only() {
    let proof = "qed 2\nboard sudoku 2x2\ngivens ................\n\
        different u1 : r1c1 r2c3 r3c4\nhas q1 1 : r1c1 r1c2\nclaim open\n";
    let files = exported(proof.as_bytes(), Format::Veripb).expect("an accepted proof");
    let labels = files[0].lines().filter_map(|line| line.split(' ').next());
    let labels = labels.filter(|label| label.contains("u1_") || label.contains("q1_"));
    let expected = ["@1q1_ge", "@1u1_le", "@2u1_le", "@3u1_le", "@4u1_le"];
    assert_eq!(labels.collect::<Vec<_>>(), expected);
}

#[test]
fn explanations_name_the_candidates_of_a_cell_together() {
    let fill = "qed 2\nboard sudoku 2x2\ngivens ................\ncage k1 8 : r1c1 r1c2 r1c3\n\
        fill r1c1<>2 r1c2<>2 r1c4<>1 r1c4<>3 : k1\nclaim open\n";
    let text = explain(fill.as_bytes(), 1).expect("an accepted proof");
    let end = "No filling is possible with r1c1=2 or r1c2=2 or r1c4=13. \
        So r1c1<>2, r1c2<>2, r1c4<>13.\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn explanation_says_that_a_sum_cannot_be_reached() {
    let count = "qed 2\nboard sudoku 2x2\ngivens 12..............\npath t1 > : r1c1 r1c2\n\
        cage k1 7 : r4c1 r4c2\ncount r2c3<>1 r2c3<>2 : +r1c1 +k1 -k1\nclaim open\n";
    let text = explain(count.as_bytes(), 1).expect("an accepted proof");
    assert!(text.contains("  0 <= -1\n"), "{text}");
    let end = "the position is impossible.\nEverything follows from that, here r2c3<>12.\n";
    assert!(text.ends_with(end), "{text}");
}
