//! The certificate of a step proves the rule's conclusion there, by the definition of meaning.

use std::collections::BTreeSet;

use crate::boards::states;
use qedoku_core::engine::Solver;
use qedoku_core::grid::Candidate;
use qedoku_core::lang::ir::{Conclusion, Technique};
use qedoku_core::lang::standard_library;
use qedoku_core::matcher::naive;
use qedoku_core::proof::Step;

/// Maximum number of bindings per technique and state.
const BINDINGS: u64 = 10_000;

/// Returns the candidates that a certificate proves false and true, outside of suppositions.
fn proved(certificate: &[Step]) -> (BTreeSet<Candidate>, BTreeSet<Candidate>) {
    let (mut gone, mut placed) = (BTreeSet::new(), BTreeSet::new());
    let mut supposed: Vec<Candidate> = Vec::new();
    for step in certificate {
        match step {
            Step::Suppose(candidate) => supposed.push(*candidate),
            Step::Refuted(_) => {
                let candidate = supposed.pop().expect("something was supposed");
                if supposed.is_empty() {
                    gone.insert(candidate);
                }
            }
            Step::Count(count) if supposed.is_empty() => gone.extend(&count.targets),
            Step::Single { candidate, .. } if supposed.is_empty() => {
                placed.insert(*candidate);
            }
            _ => {}
        }
    }
    (gone, placed)
}

#[test]
fn certificates_use_candidates_that_the_rule_names() {
    let library = standard_library().expect("it loads");
    // The named links of a loop depend on the chosen derivation.
    let is_loop = |c: &Conclusion| matches!(c, Conclusion::EliminateLinks(..));
    let compared: Vec<&Technique> = (library.techniques.iter())
        .filter(|t| !t.assumes_unique && t.score <= 150)
        .filter(|t| !t.patterns.iter().any(|p| p.conclusions.iter().any(is_loop)))
        .collect();
    let mut held = BTreeSet::new();
    for dealt in (0..2).flat_map(states) {
        let board = dealt.position.board();
        if board.houses().len() != 3 * board.size() || board.size() > 6 {
            continue;
        }
        let solver = Solver::with(board, compared.iter().copied());
        for (id, technique) in solver.ids().zip(&compared) {
            let mut left = BINDINGS;
            let Some(known) = naive::known(technique, &dealt.position, &mut left) else {
                continue;
            };
            for step in solver.certified(id, &dealt.position).flatten().take(5) {
                let pattern = &technique.patterns[step.found.pattern];
                let (mut gone, mut placed) = (BTreeSet::new(), BTreeSet::new());
                let mut left = BINDINGS;
                let bound = &step.found.bindings;
                let all =
                    naive::each_match_with(pattern, &known, bound, &mut left, &mut |reading| {
                        gone.extend(reading.eliminated(pattern));
                        placed.extend(reading.placed(pattern));
                    });
                if all.is_none() {
                    continue;
                }
                let of = |all: &[Candidate]| all.iter().copied().collect::<BTreeSet<_>>();
                let done = (of(&step.found.eliminations), of(&step.found.placements));
                assert!(done.0.is_subset(&gone), "{}", technique.title);
                assert!(done.1.is_subset(&placed), "{}", technique.title);
                let proved = proved(&step.certificate);
                assert!(done.0.is_subset(&proved.0), "{}", technique.title);
                assert!(done.1.is_subset(&proved.1), "{}", technique.title);
                held.insert(technique.title.clone());
            }
        }
    }
    println!("{} techniques: {held:?}", held.len());
    assert!(held.len() >= 8, "{held:?}");
}
