//! Cores: known examples, and the smallest cores compared with all sets of truths.

use std::sync::Arc;

use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, State};
use qedoku_core::lang::{RuleFile, load};
use qedoku_core::matcher::{Matcher, Position, Tables};
use qedoku_mine::cores::capacity::CapacityCore;
use qedoku_mine::cores::question::{Judge, Question};
use qedoku_mine::cores::smallest_cores::{CoreLimits, Smallest, smallest_cores};
use qedoku_mine::state::graph::{Graph, Vocabulary};
use qedoku_mine::state::neighbourhood::Neighbourhood;

const X_WING: &str =
    "9...5173.1.73982.55...76.9181.72435.2..165..7.75983.12.21537...75864912339.81257.";
const NAKED_PAIR: &str =
    "4..27.6..798156234.2.84...7237468951849531726561792843.82.15479.7..243....4.87..2";

fn state(text: &str) -> (Arc<Board>, State) {
    let puzzle = read_puzzle(&Source::new("test", text)).expect("it is a puzzle");
    let state = puzzle.state();
    (puzzle.board, state)
}

fn graph(text: &str, vocabulary: Vocabulary) -> Graph {
    let (board, state) = state(text);
    Graph::new(&board, &state, vocabulary)
}

fn number(graph: &Graph, name: &str) -> usize {
    let candidate = graph.board().parse_candidate(name).expect("a candidate");
    graph.number(candidate).expect("it is open")
}

fn names(graph: &Graph, core: &[usize]) -> Vec<String> {
    let name = |&v: &usize| graph.board().group_name(graph.truths()[v].group);
    core.iter().map(name).collect()
}

fn smallest(graph: &Graph, question: Question, hops: usize) -> Vec<Vec<String>> {
    let near = Neighbourhood::of(graph, question.candidate, hops);
    match smallest_cores(graph, question, &near.numbers(), CoreLimits::default()) {
        Smallest::Cores(cores) => cores.iter().map(|core| names(graph, core)).collect(),
        other => panic!("no core: {other:?}"),
    }
}

#[test]
fn xy_chain_of_four_refutes_the_first_example_with_cells_only() {
    let graph = graph(X_WING, Vocabulary::Cells);
    let question = Question::holds(number(&graph, "r1c3=6"));
    let cores = smallest(&graph, question, 3);
    assert!(
        cores.contains(&["r4c3", "r4c9", "r9c3", "r9c9"].map(String::from).to_vec()),
        "{cores:?}"
    );
    let near = Neighbourhood::of(&graph, question.candidate, 3).numbers();
    let judge = Judge::new(&graph);
    let found = judge.core(question, &near).unwrap().expect("it is refuted");
    let minimal = judge.minimal(question, &found).unwrap();
    assert!(judge.confirms(question, &minimal).unwrap());
}

#[test]
fn x_wing_refutes_the_first_example_with_all_truths() {
    let graph = graph(X_WING, Vocabulary::All);
    let question = Question::holds(number(&graph, "r1c3=6"));
    // Column 2 has 6 in box 1 alone, which gives a smaller core; with two truths there is the
    // X-Wing.
    let x_wing = ["6r4", "6r9"].map(String::from).to_vec();
    let cores = smallest(&graph, question, 3);
    assert!(cores.iter().all(|core| core.len() == 1), "{cores:?}");
    let near = Neighbourhood::of(&graph, question.candidate, 3).numbers();
    let limits = CoreLimits {
        beyond: 1,
        ..CoreLimits::default()
    };
    let Smallest::Cores(cores) = smallest_cores(&graph, question, &near, limits) else {
        panic!("it is refuted");
    };
    let core = cores.iter().find(|core| names(&graph, core) == x_wing);
    let core = core.expect("the X-wing is one of them");
    assert!(Judge::new(&graph).confirms(question, core).unwrap());
}

#[test]
fn naked_pair_places_the_second_example() {
    let graph = graph(NAKED_PAIR, Vocabulary::Cells);
    let question = Question::fails(number(&graph, "r9c8=6"));
    let cores = smallest(&graph, question, 1);
    assert_eq!(cores, [["r9c2", "r9c7", "r9c8"]]);
    let near = Neighbourhood::of(&graph, question.candidate, 0).numbers();
    assert!(!Judge::new(&graph).refutes(question, &near).unwrap());
}

#[test]
fn z3_and_the_search_agree_on_every_candidate_of_the_examples() {
    for text in [X_WING, NAKED_PAIR] {
        let graph = graph(text, Vocabulary::All);
        let judge = Judge::new(&graph);
        let all: Vec<usize> = (0..graph.truths().len()).collect();
        for candidate in 0..graph.candidates().len() {
            for question in [Question::holds(candidate), Question::fails(candidate)] {
                let cores = smallest_cores(&graph, question, &all, CoreLimits::default());
                let by_z3 = judge.core(question, &all).unwrap();
                match cores {
                    Smallest::Cores(cores) => {
                        for core in &cores {
                            assert!(judge.confirms(question, core).unwrap());
                        }
                        let minimal = judge.minimal(question, &by_z3.unwrap()).unwrap();
                        assert!(cores[0].len() <= minimal.len());
                    }
                    Smallest::None => assert!(by_z3.is_none_or(|core| core.len() > 4)),
                    Smallest::GaveUp => panic!("these are easy"),
                }
            }
        }
    }
}

#[test]
fn smallest_cores_match_exhaustive_search() {
    let graph = graph(X_WING, Vocabulary::All);
    let judge = Judge::new(&graph);
    let all: Vec<usize> = (0..graph.truths().len()).collect();
    let question = Question::holds(number(&graph, "r1c3=6"));
    let refutes = |truths: &[usize]| judge.refutes(question, truths).unwrap();
    let (single, others): (Vec<usize>, Vec<usize>) = all.iter().partition(|&&v| refutes(&[v]));
    let mut cores: Vec<Vec<usize>> = single.into_iter().map(|v| vec![v]).collect();
    for (i, &a) in others.iter().enumerate() {
        let pairs = others[i + 1..].iter().map(|&b| vec![a, b]);
        cores.extend(pairs.filter(|pair| refutes(pair)));
    }
    assert!(cores.len() > 2);
    let limits = CoreLimits {
        cores: 1000,
        beyond: 1,
        ..CoreLimits::default()
    };
    assert_eq!(
        smallest_cores(&graph, question, &all, limits),
        Smallest::Cores(cores)
    );
}

/// A state of te2's puzzle 9 in which 5 and 9 fit at most once into r3c3 and r7c9.
const REMOTE_PAIR: &str = "
+------------------+------------------+----------------+
| 1     24589 3    | 245   259  6     | 278   478  59  |
| 24    2459  7    | 1245  8    12459 | 12359 1349 6   |
| 248   6     59   | 3     7    12459 | 12589 1489 24  |
+------------------+------------------+----------------+
| 24678 2458  1    | 9     2356 2457  | 367   367  248 |
| 2467  3     456  | 24567 256  8     | 29    49   1   |
| 9     248   468  | 12467 1236 1247  | 367   5    248 |
+------------------+------------------+----------------+
| 3     789   2    | 5678  4    57    | 15689 1689 59  |
| 5     78    689  | 1678  169  179   | 4     2    3   |
| 468   1     4689 | 2568  2569 3     | 5689  689  7   |
+------------------+------------------+----------------+";

#[test]
fn capacity_core_is_recognised_and_written() {
    let (board, state) = state(REMOTE_PAIR);
    let target = board.parse_candidate("r7c7=9").expect("a candidate");
    let groups = |names: &[&str]| -> Vec<_> {
        let named = |name: &&str| { board.groups() }.find(|&g| board.group_name(g) == **name);
        names
            .iter()
            .map(|name| named(name).expect("a group"))
            .collect()
    };
    let core = groups(&["r3c3", "r7c9", "9c2", "5c6", "5c7", "5b4"]);
    let found = CapacityCore::of(&board, &state, target, &core).expect("a capacity argument");
    assert_eq!(
        found.words(&board),
        "the digits fill at most 1 of the 2 cells r3c3,r7c9 (5 once)"
    );
    // Each truth of the core is needed, and no other candidate is refuted by all of them.
    for at in 0..core.len() {
        let mut fewer = core.clone();
        fewer.remove(at);
        let found = CapacityCore::of(&board, &state, target, &fewer);
        assert_eq!(found, None, "without {}", board.group_name(core[at]));
    }
    let other = board.parse_candidate("r7c7=6").expect("a candidate");
    assert_eq!(CapacityCore::of(&board, &state, other, &core), None);

    // The rule is one of the language, and eliminates the candidate.
    let text = found.rule(&board, &state, target, "Why").expect("a rule");
    let file = RuleFile::new("mined/explained.rule", text.as_bytes()).expect("text");
    let library = load(&[file]).unwrap_or_else(|e| panic!("{e:?}"));
    let (technique, position) = (&library.techniques[0], Position::new(board.clone(), state));
    let matches = Matcher::new(technique).find(technique, &Tables::new(&board), &position);
    assert!(
        matches
            .iter()
            .any(|found| found.eliminations.contains(&target))
    );
}
