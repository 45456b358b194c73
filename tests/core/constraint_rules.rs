//! Rules about the constraints of variants: their examples, their meaning, and the boards on which
//! they are used.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use qedoku_core::engine::{Solver, Stop, Strategy, Uniqueness, rectangular_only};
use qedoku_core::grid::{Board, Shape};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, standard_library};
use qedoku_core::matcher::{Match, Matcher, Tables, naive};
use qedoku_core::trial;
use qedoku_core::variant::{CREATABLE_KINDS, VariantSolver, create_variant, read_variant};
use qedoku_tests::dose::dosed;
use qedoku_tests::random::Random;

static LIBRARY: LazyLock<Library> = LazyLock::new(|| standard_library().expect("the rules load"));

/// The techniques of the library about constraints.
fn about_constraints() -> impl Iterator<Item = &'static Technique> {
    let all = LIBRARY.techniques.iter();
    all.filter(|technique| technique.is_about_constraints())
}

#[test]
fn examples_of_rules_about_constraints_are_true() {
    let mut examples = 0;
    for technique in about_constraints() {
        let rule = LIBRARY.rule(&technique.rule).expect("its rule");
        for result in trial::run(&LIBRARY, rule) {
            assert_eq!(result.failure, None, "{}: {:?}", result.rule, result.found);
            examples += 1;
        }
        assert!(trial::fires(rule, technique, &Stop::default()));
    }
    assert!(examples >= 12, "{examples}");
}

#[test]
fn fillings_match_the_oracle() {
    let size = Shape {
        height: 2,
        width: 2,
    };
    let mut fired = BTreeSet::new();
    for (number, kind) in CREATABLE_KINDS.iter().enumerate() {
        for seed in 0..dosed(2) {
            let Some(made) = create_variant(kind, size, seed).expect("a readable puzzle") else {
                continue;
            };
            let mut position = made.position();
            let mut random = Random::new(1_000 * number as u64 + seed);
            // Some candidates are left out, as after steps.
            let live: Vec<_> = position.state().candidates(position.board()).collect();
            for candidate in live {
                if random.below(8) == 0 {
                    position.eliminate(candidate);
                }
            }
            let tables = Tables::new(position.board());
            for technique in about_constraints() {
                let found = Matcher::new(technique).find(technique, &tables, &position);
                let wanted = naive::find(technique, &position, 1_000_000).expect("few bindings");
                let effects = |all: &[Match]| {
                    let effects = all.iter().map(|it| it.eliminations.clone());
                    effects.collect::<BTreeSet<_>>()
                };
                let text = made.to_text();
                let (found_effects, all) = (effects(&found), effects(&wanted));
                // The search for two constraints together has limits that the meaning lacks.
                match technique.title.as_str() {
                    "Two Constraints" => assert!(found_effects.is_subset(&all), "{text}"),
                    title => assert_eq!(found_effects, all, "{title} {text}"),
                }
                fired.extend((!found.is_empty()).then_some(technique.title.as_str()));
            }
        }
    }
    assert!(fired.len() >= 5, "{fired:?}");
}

#[test]
fn rules_about_constraints_are_used_on_variants_only() {
    let library = &*LIBRARY;
    let board = Board::sudoku(Shape {
        height: 3,
        width: 3,
    });
    let classic = Solver::new(&board, library, Strategy::default());
    assert!(!classic.techniques().any(Technique::is_about_constraints));
    let off = Strategy {
        off: ["cage_combinations".to_owned()].into(),
        ..Strategy::default()
    };
    let text = "board sudoku 2x2\ncage k1 3 : r1c1 r1c2\n";
    let puzzle = read_variant(text, &[]).expect("a puzzle");
    let uses = |strategy: Strategy| {
        let solver = VariantSolver::new(library, strategy);
        let ready = solver.prepare(&puzzle);
        let steps = ready.path(false);
        steps
            .filter(|it| it.technique == "Cage Combinations")
            .count()
    };
    assert!(uses(Strategy::default()) > 0);
    assert_eq!(uses(off), 0);
}

#[test]
fn rules_are_used_on_boards_that_their_verdicts_cover() {
    let every = LIBRARY.rules.iter().map(|rule| rule.name().to_owned());
    let strategy = Strategy {
        uniqueness: Uniqueness::Assumed,
        on: every.collect(),
        ..Strategy::default()
    };
    let solver = VariantSolver::new(&LIBRARY, strategy);
    let size = Shape {
        height: 2,
        width: 3,
    };
    let (mut classic, mut others) = (0, 0);
    for kind in CREATABLE_KINDS {
        for seed in 0..dosed(1) {
            let made = create_variant(kind, size, seed).expect("a readable puzzle");
            let ready = solver.prepare(&made.expect("a puzzle"));
            let names: Vec<&str> = ready.techniques().map(|t| &*t.rule).collect();
            assert!(!ready.techniques().any(|t| t.assumes_unique), "{kind}");
            // A rule that needs no rectangular boxes is there, and others only with these.
            assert!(names.contains(&"fish") && names.contains(&"cage_combinations"));
            let is_classic = ready.board().is_classic();
            assert_eq!(names.contains(&"fireworks"), is_classic, "{kind}");
            let limited = rectangular_only().filter(|it| names.contains(it));
            assert_eq!(limited.count() > 0, is_classic, "{kind}");
            match is_classic {
                true => classic += 1,
                false => others += 1,
            }
        }
    }
    assert!(classic > 0 && others > 0, "{classic} {others}");
}
