//! The matcher compared with the brute-force oracle on random states, and properties of every
//! correct matcher: symmetry, and matches survive when candidates are removed.
//!
//! `QEDOKU_DOSE=100 cargo test --release -p qedoku-tests matcher:: -- --nocapture` compares on
//! 12,000 states and prints the counts of comparisons.

pub mod compare;
mod iterations;
pub mod laws;
mod limits;
mod near_examples;
mod nets;
mod operators;
pub mod states;
mod toy;

use std::ops::Range;
use std::sync::Arc;

use compare::{Contender, has_loops, summary, uses_relations};
use qedoku_core::grid::Board;
use qedoku_core::lang::ir::{Condition, Sort, Technique, Variable};
use qedoku_core::lang::{Library, RuleFile, load, standard_library, standard_sources};
use qedoku_core::matcher::{CutOff, Matcher, Position, PositionCache, Tables};
use qedoku_core::propagate::Stop;
use qedoku_tests::dose::dosed;
use qedoku_tests::random::Random;
use qedoku_tests::{NINE, shape};

/// Number of states.
fn state_count() -> u64 {
    dosed(120)
}

/// Returns the standard library without rules that assume uniqueness and without rules on request,
/// which are rare or slow. Rules about constraints never match on classic boards.
fn standard() -> Library {
    let mut library = standard_library().expect("the standard library");
    // The longest braids are found by the search of the scales, whose tests have their own oracle.
    let is_long = |t: &Technique| t.patterns.iter().any(|p| p.knowledge.len() > LONGEST);
    library
        .techniques
        .retain(|t| !t.assumes_unique && !t.on_request && !is_long(t) && !t.is_about_constraints());
    library
}

/// Maximum number of clauses of a technique that is compared in all kinds of states.
const LONGEST: usize = 7;

/// Returns the rules that assume uniqueness, and further rules with other deadly patterns.
fn deadly() -> Library {
    let text = include_bytes!("matcher/deadly.rule");
    let mut sources = standard_sources();
    sources.push(RuleFile::new("99-odd/deadly.rule", text).expect("text"));
    let mut library = load(&sources).unwrap_or_else(|e| panic!("{e:?}"));
    library.techniques.retain(|t| t.assumes_unique);
    library
}

/// Returns the techniques that the oracle can evaluate.
fn comparable(library: &Library) -> impl Iterator<Item = &Technique> {
    let truths = |t: &&Technique| {
        let variables = t.patterns.iter().flat_map(|p| &p.variables);
        variables.filter(|v| v.sort == Sort::Truth).count()
    };
    // The oracle takes too long for techniques with three truths.
    let techniques = library.techniques.iter().filter(|t| !has_loops(t));
    techniques.filter(move |t| truths(t) <= 2)
}

/// Returns rules for constructs that the standard library does not use, with the patterns of its
/// prelude.
fn odd() -> Library {
    let text = include_bytes!("matcher/odd.rule");
    let mut sources = standard_sources();
    sources.retain(|source| source.family == "00-prelude");
    sources.push(RuleFile::new("99-odd/odd.rule", text).expect("text"));
    let mut library = load(&sources).unwrap_or_else(|e| panic!("{e:?}"));
    library.techniques.sort_by(|a, b| a.rule.cmp(&b.rule));
    library
}

/// Maximum number of bindings for the oracle: `usual`, and `most` for one state in `once_in`.
struct Patience {
    usual: u64,
    most: u64,
    once_in: usize,
}

fn has_templates(technique: &Technique) -> bool {
    let conditions = technique.patterns.iter().flat_map(|p| &p.conditions);
    { conditions }.any(|c| matches!(c, Condition::Template(..)))
}

/// Compares the matcher with the oracle on `count` states, each with some of the techniques.
fn compare_on(
    board: &Arc<Board>,
    contenders: &mut [Contender<'_>],
    (seed, count): (u64, u64),
    open: Range<usize>,
    patience: &Patience,
    one_in: usize,
) {
    let tables = Tables::new(board);
    let mut random = Random::new(seed);
    for i in 0..count {
        let position = match i % 5 {
            4 => states::chaos(board, &mut random),
            _ => {
                let open = open.start + random.below(open.len());
                let position = states::state(board, open, &mut random).position();
                states::assert_solved_groups(&position);
                position
            }
        };
        for contender in contenders.iter_mut() {
            // A digit without a place has no template, so rules about templates skip these states.
            let is_chaos = i % 5 == 4 && has_templates(contender.technique);
            if is_chaos || !random.once_in(one_in) {
                continue;
            }
            let limit = match random.once_in(patience.once_in) {
                true => patience.most,
                false => patience.usual,
            };
            contender.compare(&tables, &position, limit);
        }
    }
}

#[test]
fn plans_match_oracle_on_4x4() {
    let library = standard();
    let mut contenders = Contender::all(comparable(&library));
    let board = Board::sudoku(shape(2, 2));
    let patience = Patience {
        usual: 5_000,
        most: 100_000,
        once_in: 50,
    };
    let count = state_count();
    compare_on(&board, &mut contenders, (1, count), 3..17, &patience, 1);
    for (name, tally) in summary("4x4", &contenders) {
        assert!(tally.compared > 0, "{name} was never compared");
    }
}

#[test]
fn plans_match_oracle_on_6x6() {
    let library = standard();
    let mut contenders = Contender::all(comparable(&library));
    let board = Board::sudoku(shape(2, 3));
    let patience = Patience {
        usual: 5_000,
        most: 100_000,
        once_in: 20,
    };
    let count = state_count() / 4;
    compare_on(&board, &mut contenders, (2, count), 3..15, &patience, 2);
    summary("6x6", &contenders);
}

#[test]
fn plans_match_oracle_for_odd_rules() {
    let library = odd();
    let mut contenders = Contender::all(comparable(&library));
    let boards = [
        Board::sudoku(shape(2, 2)),
        states::diagonal(),
        states::caged(),
    ];
    let patience = Patience {
        usual: 5_000,
        most: 300_000,
        once_in: 16,
    };
    for (seed, board) in (10..).zip(&boards) {
        let count = state_count() / 8;
        compare_on(board, &mut contenders, (seed, count), 3..10, &patience, 2);
    }
    let tables = Tables::new(&boards[0]);
    let mut random = Random::new(13);
    for contender in &mut contenders {
        seek(contender, &tables, 1, || {
            let open = 3 + random.below(6);
            states::state(&boards[0], open, &mut random).position()
        });
    }
    for (name, tally) in summary("odd rules", &contenders) {
        assert!(tally.fired > 0, "{name} was never found");
    }
}

#[test]
fn plans_match_oracle_for_deadly_sets() {
    let library = deadly();
    let mut contenders = Contender::all(&library.techniques);
    let boards = [
        (Board::sudoku(shape(2, 2)), 3..13),
        (Board::sudoku(shape(2, 3)), 4..9),
        (states::diagonal(), 3..11),
    ];
    let patience = Patience {
        usual: 5_000,
        most: 200_000,
        once_in: 100,
    };
    for (seed, (board, open)) in (20..).zip(&boards) {
        let range = (seed, state_count() / 4);
        compare_on(board, &mut contenders, range, open.clone(), &patience, 2);
    }
    // The usual limit is too small for some techniques, in all of these states.
    let tables = Tables::new(&boards[0].0);
    let mut random = Random::new(23);
    for contender in &mut contenders {
        for _ in 0..MAX_TRIES {
            if contender.tally.compared > 0 {
                break;
            }
            let open = 3 + random.below(6);
            let position = states::state(&boards[0].0, open, &mut random).position();
            contender.compare(&tables, &position, 400_000);
        }
    }
    for (name, tally) in summary("what is deadly", &contenders) {
        assert!(tally.compared > 0, "{name} was never compared");
    }
}

/// Returns whether the technique has sets of houses, for which the oracle is slow.
fn has_house_sets(technique: &Technique) -> bool {
    let variables = technique.patterns.iter().flat_map(|p| &p.variables);
    let mut sets = variables.filter(|v| v.size.is_some());
    sets.any(|v| matches!(v.sort, Sort::House(_)))
}

#[test]
fn plans_match_oracle_on_9x9() {
    let library = standard();
    let mut contenders = Contender::all(comparable(&library));
    let board = Board::sudoku(NINE);
    let patience = Patience {
        usual: 10_000,
        most: 300_000,
        once_in: 60,
    };
    let count = state_count();
    compare_on(&board, &mut contenders, (3, count), 4..16, &patience, 12);
    summary("9x9", &contenders);
}

/// Returns whether the technique has sets of cells together with all their digits.
fn has_almost_locked_sets(technique: &Technique) -> bool {
    let conditions = technique.patterns.iter().flat_map(|p| &p.conditions);
    { conditions }.any(|c| matches!(c, Condition::Present(..)))
}

/// Returns the number of single digits in the technique. The oracle tries all their values.
fn single_digits(technique: &Technique) -> usize {
    let variables = technique.patterns[0].variables.iter();
    let is_single = |v: &&Variable| v.sort == Sort::Digit && v.size.is_none();
    variables.filter(is_single).count()
}

/// Every technique of the library is compared in states where it fires. Fish are compared with few
/// free houses, so that the oracle ends.
#[test]
fn plans_match_oracle_on_random_9x9() {
    let library = standard();
    let sample = |technique: &Technique| match has_house_sets(technique) {
        true => states::without_givens(technique),
        false => technique.clone(),
    };
    let sampled: Vec<Technique> = library.techniques.iter().map(sample).collect();
    // Techniques with sets of digits of any size, chains on request (whose nodes are any sets of
    // places) and braids are compared on small boards only, where the oracle ends.
    let sought = |t: &&Technique| {
        let one_each = Matcher::new(t).is_one_for_each_target();
        let far = t.on_request && uses_relations(t);
        !has_loops(t) && !has_almost_locked_sets(t) && !far && !one_each
    };
    let mut contenders = Contender::all(sampled.iter().filter(sought));
    let board = Board::sudoku(NINE);
    let tables = Tables::new(&board);
    let mut random = Random::new(4);
    let wanted = (state_count() / 300).max(1);
    for contender in &mut contenders {
        let technique = contender.technique;
        seek(contender, &tables, wanted, || {
            let dealt = match has_house_sets(technique) {
                true => {
                    // As many lines as the fish needs, or one or two more.
                    let size = technique.instance.unwrap_or(2) as usize;
                    let taken = 9 - size - random.below(3);
                    let open = 18 + random.below(14);
                    states::confined(&board, (size, taken), open, &mut random)
                }
                false => {
                    let open = match single_digits(technique) {
                        _ if uses_relations(technique) => 8 + random.below(10),
                        4.. => 5,
                        _ => 4 + random.below(6),
                    };
                    states::state(&board, open, &mut random)
                }
            };
            dealt.position()
        });
    }
    for (name, tally) in summary("9x9, where it is", &contenders) {
        assert!(
            tally.fired >= wanted,
            "{name} was found in {} states",
            tally.fired
        );
    }
}

/// Makes random states until the technique has fired and been compared in the wanted number.
fn seek(
    contender: &mut Contender<'_>,
    tables: &Tables,
    wanted: u64,
    mut deal: impl FnMut() -> Position,
) {
    for i in 0..MAX_TRIES {
        if contender.tally.fired >= wanted {
            break;
        }
        let position = deal();
        if i % 64 == 0 || !contender.find(tables, &position).is_empty() {
            contender.compare(tables, &position, 400_000);
        }
    }
}

/// Maximum number of states tried per technique.
const MAX_TRIES: u64 = 5000;

#[test]
fn matches_are_equal_in_isomorphic_states() {
    laws::matches_are_the_same_in_every_writing(&standard().techniques, state_count() / 9);
}

#[test]
fn matches_survive_eliminations() {
    laws::matches_survive_eliminations(&standard().techniques, state_count() / 9);
}

#[test]
fn delta_search_finds_all_new_matches() {
    for board in [Board::sudoku(NINE), states::diagonal(), states::caged()] {
        laws::delta_search_finds_all_new_matches(&board, &standard().techniques, state_count() / 4);
    }
    let board = Board::sudoku(shape(2, 2));
    laws::delta_search_finds_all_new_matches(&board, &odd().techniques, state_count());
}

#[test]
fn fixpoint_is_monotonic() {
    laws::fixpoint_is_monotonic(&standard().techniques, state_count() / 50);
}

#[test]
fn matches_are_true_on_small_boards_and_extra_houses() {
    let boards = [
        Board::sudoku(shape(2, 2)),
        Board::sudoku(shape(2, 3)),
        states::diagonal(),
        states::caged(),
    ];
    for board in boards {
        laws::matches_are_true(&board, &standard().techniques, state_count() / 20);
    }
}

#[test]
fn matches_on_small_boards_are_certified() {
    for shape in [shape(2, 2), shape(2, 3)] {
        let board = Board::sudoku(shape);
        laws::matches_are_certified(&board, &standard().techniques, state_count() / 40);
        laws::matches_are_certified(&board, &deadly().techniques, state_count() / 40);
    }
}

/// A cancelled search also ends inside a propagation, and gives no result.
#[test]
fn propagations_stop_at_the_stop_signal() {
    let library = standard_library().expect("the standard library");
    let board = Board::sudoku(NINE);
    let tables = Tables::new(&board);
    let position = states::state(&board, 40, &mut Random::new(5)).position();
    for rule in ["braid_5", "grouped_braid_4", "whip"] {
        let technique = library.techniques.iter().rfind(|t| &*t.rule == rule);
        let technique = technique.expect("a rule of the library");
        let matcher = Matcher::new(technique);
        let find = |cache: &mut PositionCache| {
            matcher.find_since(technique, &tables, &position, None, cache)
        };
        let mut patient = PositionCache::until(Stop::when(|| false));
        find(&mut patient);
        assert_eq!(patient.cut_off(), None, "{rule}");
        let mut hasty = PositionCache::until(Stop::when(|| true));
        assert!(find(&mut hasty).is_empty(), "{rule}");
        assert_eq!(hasty.cut_off(), Some(CutOff::Stopped), "{rule}");
    }
}
