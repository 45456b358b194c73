//! Lifted patterns: renaming, soundness, composites, and how fast plans find them.

use std::sync::Arc;

use qedoku::engine::solve::Engine;
use qedoku::grid::text::{Reader, Source as Text, read_puzzle};
use qedoku::grid::{Board, Puzzle, State};
use qedoku::lang::{Library, Source, load};
use qedoku::matcher::{Matcher, Position, Tables, naive};
use qedoku::mine::canonical::canonical;
use qedoku::mine::composite::is_composite;
use qedoku::mine::core::Question;
use qedoku::mine::generalise::{Breadth, Family};
use qedoku::mine::graph::{Graph, Vocabulary};
use qedoku::mine::lift::Lifted;
use qedoku::mine::phrase::{Heading, rule_text};
use qedoku::mine::smallest::{Limits, Smallest, smallest_cores};

use crate::common::{self, random::Random};

const X_WING: &str =
    "9...5173.1.73982.55...76.9181.72435.2..165..7.75983.12.21537...75864912339.81257.";

fn x_wing() -> (Graph, usize, Vec<usize>) {
    let puzzle = read_puzzle(&Text::new("test", X_WING)).expect("a puzzle");
    let graph = Graph::new(&puzzle.board, &puzzle.state(), Vocabulary::All);
    let board = graph.board().clone();
    let target = graph.number(board.parse_candidate("r1c3=6").expect("a candidate"));
    let truth = |name: &str| {
        let group = board.parse_group(name).expect("a truth");
        let is_it = |t: &qedoku::mine::graph::Truth| t.group == group;
        graph.truths().iter().position(is_it).expect("it is open")
    };
    let core = vec![truth("6r4"), truth("6r9")];
    (graph, target.expect("it is open"), core)
}

fn library(text: &str) -> Library {
    let source = Source {
        path: "test.rule".into(),
        family: "test".into(),
        text: text.into(),
    };
    load(&[source]).unwrap_or_else(|problems| panic!("{}\n{text}", problems.render(100)))
}

/// Puzzles to mine.
fn generated() -> Vec<Puzzle> {
    let path = common::root().join("puzzles/mining.sdm");
    let file = std::fs::File::open(path).expect("a collection");
    let reader = Reader::new("mining.sdm", std::io::BufReader::new(file));
    reader.filter_map(|entry| entry.puzzle.ok()).collect()
}

fn heading() -> Heading {
    Heading {
        rule: "mined".into(),
        title: "Mined".into(),
        score: 300,
        ..Heading::default()
    }
}

#[test]
fn the_form_of_a_graph_does_not_depend_on_its_numbering() {
    let mut random = Random::new(5);
    for _ in 0..200 {
        let count = 2 + random.below(7);
        let colours: Vec<u32> = (0..count).map(|_| random.below(2) as u32).collect();
        let mut labels = vec![vec![0; count]; count];
        let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (a, b) in pairs {
            let label = random.below(3) as u32;
            (labels[a][b], labels[b][a]) = (label, label);
        }
        let form = canonical(&colours, |a, b| labels[a][b]);
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            order.swap(i, random.below(i + 1));
        }
        let moved: Vec<u32> = order.iter().map(|&i| colours[i]).collect();
        assert_eq!(canonical(&moved, |a, b| labels[order[a]][order[b]]), form);
        let (a, b) = (order[0], order[1]);
        let other = canonical(&colours, |x, y| {
            let changed = (x, y) == (a, b) || (x, y) == (b, a);
            if changed { 7 } else { labels[x][y] }
        });
        assert_ne!(other, form);
    }
}

#[test]
fn an_x_wing_is_lifted_to_two_truths_of_two_slots() {
    let (graph, target, core) = x_wing();
    assert!(!is_composite(&graph, target, &core));
    let lifted = Lifted::new(&graph, target, &core);
    assert_eq!(
        lifted.truths.iter().map(Vec::len).collect::<Vec<_>>(),
        [2, 2]
    );
    assert_eq!(lifted.links.len(), 1);
    assert!(lifted.is_refuted());
    let family = Family::new(&lifted, Breadth::Exact).expect("it is sound");
    assert!(family.propagates);
    let text = rule_text(&family, &heading());
    assert!(
        text.contains("every candidate of A is p or is excluded by t"),
        "{text}"
    );
    assert!(
        text.contains("every candidate of B is excluded by t or by p"),
        "{text}"
    );
    assert_eq!(library(&text).techniques.len(), 1);
}

#[test]
fn a_family_without_one_of_its_clauses_is_not_sound() {
    let (graph, target, core) = x_wing();
    let lifted = Lifted::new(&graph, target, &core);
    for breadth in [Breadth::Exact, Breadth::Full, Breadth::Grouped] {
        let family = Family::new(&lifted, breadth).expect("it is sound");
        for clause in 0..family.clauses.len() {
            let mut less = family.clone();
            less.clauses.remove(clause);
            assert!(!less.is_sound());
        }
    }
}

#[test]
fn a_core_of_two_steps_is_composite() {
    // With the X-wing's own truths and any truth that two of its eliminations empty there would
    // be nothing new; a core with a truth too many is one such.
    let (graph, target, mut core) = x_wing();
    let other = (0..graph.truths().len())
        .find(|v| !core.contains(v))
        .unwrap();
    core.push(other);
    assert!(is_composite(&graph, target, &core));
}

fn random_state(board: &Arc<Board>, random: &mut Random) -> State {
    let cells: Vec<u32> = (board.cells())
        .map(|_| {
            loop {
                let mask = random.below(1 << board.size()) as u32;
                if mask != 0 {
                    break mask;
                }
            }
        })
        .collect();
    State::from_cells(board, &cells)
}

#[test]
fn the_plan_for_forced_candidates_eliminates_what_generate_and_test_does() {
    let rules = [
        "rule a { for candidate t, candidate p, truths A, B when every candidate of A is p or is excluded by t every candidate of B is excluded by t or by p then eliminate t }",
        "rule b { for candidate t, group p, truths A, B when every candidate of A is in p or is excluded by t every candidate of B is excluded by t or by p then eliminate t }",
        "rule c { for candidate t, candidate p, cell a, digit x, row B when every candidate of a is p or is excluded by t every x in B is excluded by p then eliminate t }",
    ];
    let board = Board::sudoku(crate::common::shape(2, 2));
    let tables = Tables::new(&board);
    let mut random = Random::new(11);
    let mut fired = [0; 3];
    for (number, rule) in rules.iter().enumerate() {
        let library = library(rule);
        let technique = &library.techniques[0];
        let matcher = Matcher::new(technique);
        assert!(matcher.is_one_for_each_target(), "{rule}");
        for _ in 0..5 {
            let state = random_state(&board, &mut random);
            let position = Position::new(Arc::clone(&board), state);
            let found = matcher.find(technique, &tables, &position);
            let mut fast: Vec<_> = found.iter().flat_map(|m| m.eliminations.clone()).collect();
            let all = naive::find(technique, &position, 500_000_000).expect("few candidates");
            let mut slow: Vec<_> = all.iter().flat_map(|m| m.eliminations.clone()).collect();
            for list in [&mut fast, &mut slow] {
                list.sort_unstable();
                list.dedup();
            }
            assert_eq!(fast, slow, "{rule}");
            fired[number] += fast.len();
        }
    }
    assert!(fired.iter().all(|&n| n > 0), "{fired:?}");
}

#[test]
fn every_smallest_core_of_a_stuck_state_becomes_a_rule_that_finds_it() {
    let library_of_singles = qedoku::lang::standard_library().expect("the standard library");
    let base = library_of_singles
        .techniques
        .iter()
        .filter(|t| t.score < 60);
    let base: Vec<_> = base.collect();
    let mut written = 0;
    for puzzle in generated().iter().take(30) {
        let engine = Engine::new(&puzzle.board, base.iter().copied());
        let mut position = Position::of(puzzle);
        engine.run(&mut position, |_| ());
        let graph = Graph::new(&puzzle.board, position.state(), Vocabulary::All);
        let all: Vec<usize> = (0..graph.truths().len()).collect();
        let limits = Limits {
            size: 3,
            ..Limits::default()
        };
        for target in (0..graph.candidates().len()).step_by(17) {
            let question = Question::holds(target);
            let Smallest::Cores(cores) = smallest_cores(&graph, question, &all, limits) else {
                continue;
            };
            let lifted = Lifted::new(&graph, target, &cores[0]);
            assert!(lifted.is_refuted());
            for breadth in [Breadth::Exact, Breadth::Full] {
                let family = Family::new(&lifted, breadth).expect("it is sound");
                if !family.propagates {
                    continue;
                }
                let library = library(&rule_text(&family, &heading()));
                let engine = Engine::new(&puzzle.board, &library.techniques);
                let steps = engine.steps_of(0, &position).expect("certified");
                let candidate = graph.candidates()[target];
                let finds =
                    |s: &qedoku::engine::solve::RuleStep| s.found.eliminations == [candidate];
                assert!(steps.iter().any(finds), "{}", library.rules[0].text);
                written += 1;
            }
        }
    }
    assert!(written > 10, "only {written}");
}
