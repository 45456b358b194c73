//! Lifted patterns: renaming, soundness, composites, and the speed of their plans.

use std::sync::Arc;

use qedoku_core::engine::create::Creator;
use qedoku_core::engine::{Solver, TechniqueId};
use qedoku_core::grid::text::{Reader, Source as Text, read_puzzle};
use qedoku_core::grid::{Board, Candidate, Puzzle, State};
use qedoku_core::lang::{Library, RuleFile, load};
use qedoku_core::matcher::{Matcher, Position, Tables, naive};
use qedoku_mine::cores::composites::is_composite;
use qedoku_mine::cores::question::Question;
use qedoku_mine::cores::smallest_cores::{CoreLimits, Smallest, smallest_cores};
use qedoku_mine::pattern::canonical_form::canonical;
use qedoku_mine::pattern::generalise::{Breadth, Family};
use qedoku_mine::pattern::lift::{GroupKinds, LiftedCore, PatternSlot};
use qedoku_mine::pattern::subsume::is_instance;
use qedoku_mine::publish::phrase::{Heading, rule_text};
use qedoku_mine::state::graph::{Graph, Vocabulary};

use qedoku_tests::plain_solver::Plain;
use qedoku_tests::random::Random;

const X_WING: &str =
    "9...5173.1.73982.55...76.9181.72435.2..165..7.75983.12.21537...75864912339.81257.";

fn x_wing() -> (Graph, usize, Vec<usize>) {
    let puzzle = read_puzzle(&Text::new("test", X_WING)).expect("a puzzle");
    let graph = Graph::new(&puzzle.board, &puzzle.state(), Vocabulary::All);
    let board = graph.board().clone();
    let target = graph.number(board.parse_candidate("r1c3=6").expect("a candidate"));
    let truth = |name: &str| {
        let group = board.parse_group(name).expect("a truth");
        let is_it = |t: &qedoku_mine::state::graph::GraphTruth| t.group == group;
        graph.truths().iter().position(is_it).expect("it is open")
    };
    let core = vec![truth("6r4"), truth("6r9")];
    (graph, target.expect("it is open"), core)
}

fn library(text: &str) -> Library {
    let source = RuleFile {
        path: "test.rule".into(),
        family: "test".into(),
        text: text.into(),
    };
    load(&[source]).unwrap_or_else(|problems| panic!("{}\n{text}", problems.render(100)))
}

/// Returns puzzles to mine.
fn generated() -> Vec<Puzzle> {
    let path = qedoku_tests::root().join("puzzles/mining.sdm");
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
fn canonical_form_ignores_numbering() {
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
fn x_wing_is_lifted_to_two_truths_of_two_slots() {
    let (graph, target, core) = x_wing();
    assert!(!is_composite(&graph, target, &core));
    let lifted = LiftedCore::new(&graph, target, &core);
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
fn family_needs_all_its_clauses() {
    let (graph, target, core) = x_wing();
    let lifted = LiftedCore::new(&graph, target, &core);
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
fn core_of_two_steps_is_composite() {
    // An X-Wing core with one additional truth is composite: its own truths already give the
    // elimination.
    let (graph, target, mut core) = x_wing();
    let other = (0..graph.truths().len())
        .find(|v| !core.contains(v))
        .unwrap();
    core.push(other);
    assert!(is_composite(&graph, target, &core));
}

/// Returns a chain of `truths` truths with two ends each, from one end of the target to the other.
fn chain_of(truths: usize) -> LiftedCore {
    let end = |target: bool| PatternSlot {
        candidates: vec![0],
        target: target.then_some(GroupKinds::ROW),
    };
    let last = 2 * truths - 1;
    LiftedCore {
        slots: (0..=last).map(|s| end(s == 0 || s == last)).collect(),
        truths: (0..truths).map(|t| vec![2 * t, 2 * t + 1]).collect(),
        kinds: vec![GroupKinds::CELL; truths],
        other_kinds: vec![GroupKinds::default(); truths],
        links: (1..truths)
            .map(|t| ((2 * t - 1, 2 * t), GroupKinds::ROW))
            .collect(),
    }
}

#[test]
fn chain_is_an_instance_of_its_braid_but_not_conversely() {
    for truths in 2..=4 {
        let lifted = chain_of(truths);
        assert!(lifted.is_refuted());
        let [chain, braid, grouped] = [Breadth::Exact, Breadth::Full, Breadth::Grouped]
            .map(|breadth| Family::new(&lifted, breadth).expect("it is sound"));
        assert!(is_instance(&chain, &chain) && is_instance(&braid, &grouped));
        assert!(is_instance(&chain, &braid) && is_instance(&chain, &grouped));
        assert!(!is_instance(&grouped, &braid));
        // With two truths there is nothing to generalise.
        assert_eq!(is_instance(&braid, &chain), truths == 2);
        let longer = Family::new(&chain_of(truths + 1), Breadth::Full).expect("it is sound");
        assert!(!is_instance(&chain, &longer) && !is_instance(&longer, &chain));
        let mut of_cells = chain.clone();
        of_cells
            .clauses
            .iter_mut()
            .for_each(|c| c.kind = Some(GroupKinds::CELL));
        assert!(is_instance(&of_cells, &chain) && !is_instance(&chain, &of_cells));
    }
}

#[test]
fn chain_reading_is_independent_of_truth_numbers() {
    let lifted = chain_of(4);
    let key = |lifted: &LiftedCore| Family::new(lifted, Breadth::Exact).map(|f| f.key());
    let mut random = Random::new(9);
    for _ in 0..20 {
        let mut moved = lifted.clone();
        for i in (1..4).rev() {
            moved.truths.swap(i, random.below(i + 1));
        }
        assert_eq!(key(&moved), key(&lifted));
    }
    let text = rule_text(&Family::new(&lifted, Breadth::Exact).unwrap(), &heading());
    assert!(
        text.contains("every candidate of C is r or is excluded by q"),
        "{text}"
    );
}

/// Returns whether forcing up to `most` candidates refutes the target, by trying every order.
fn refuted(state: &State, board: &Board, target: Candidate, most: usize) -> bool {
    let mut state = state.clone();
    let excludes = |c: Candidate| {
        let groups = board.slots(c).iter().map(|slot| slot.group);
        let members = groups.flat_map(|g| board.members(g).iter().copied());
        members.filter(move |&other| other != c)
    };
    excludes(target).for_each(|c| state.eliminate(board, c));
    let truths = || board.groups().filter(|&g| board.is_truth(g));
    if truths().any(|g| state.domain(board, g).count() == 0) {
        return true;
    }
    let mut forced: Vec<Candidate> = truths()
        .filter_map(|g| state.single(board, g))
        // A candidate that excludes nothing need not be forced.
        .filter(|&c| c != target && excludes(c).any(|other| state.is_live(board, other)))
        .collect();
    forced.dedup();
    most > 0 && { forced.iter() }.any(|&next| refuted(&state, board, next, most - 1))
}

#[test]
fn braids_match_propagation() {
    let text = "rule braid { for candidate t, candidates r[2], truths V[3] \
                when every candidate of V[i] is r[i] or is excluded by t or by an earlier r \
                then eliminate t }";
    let library = library(text);
    let (technique, matcher) = (&library.techniques[0], Matcher::new(&library.techniques[0]));
    let rules = qedoku_core::lang::standard_library().expect("the standard library");
    let mut seen = 0;
    for puzzle in generated().iter().take(12) {
        let board = &puzzle.board;
        let tables = Tables::new(board);
        let basic = rules.techniques.iter().filter(|t| t.score < 60);
        let mut position = Position::of(puzzle);
        Solver::with(board, basic).run(&mut position, |_| ());
        if position.is_complete() {
            continue;
        }
        let found = matcher.find(technique, &tables, &position);
        let mut fast: Vec<Candidate> = found.iter().flat_map(|m| m.eliminations.clone()).collect();
        fast.sort_unstable();
        let state = position.state();
        let open = (state.candidates(board)).filter(|&c| !position.is_solved(board.cell_of(c)));
        let slow: Vec<Candidate> = open.filter(|&c| refuted(state, board, c, 2)).collect();
        assert_eq!(fast, slow);
        seen += fast.len();
    }
    assert!(seen > 20, "only {seen}");
}

#[test]
fn new_puzzles_are_minimal_unique_and_reproducible() {
    let lines = |seed: u64, count: usize| -> Vec<String> {
        let mut creator = Creator::new(&Board::sudoku(qedoku_tests::NINE), seed);
        (0..count)
            .map(|_| creator.puzzle().line().expect("givens"))
            .collect()
    };
    let puzzles = lines(4, 6);
    assert_eq!(puzzles[..3], lines(4, 3));
    assert_ne!(puzzles[0], lines(5, 1)[0]);
    let shape = Plain {
        height: 3,
        width: 3,
    };
    for line in &puzzles {
        assert_eq!(shape.solutions(&shape.cells(line), 2).len(), 1, "{line}");
        for given in (0..line.len()).filter(|&i| &line[i..=i] != ".") {
            let mut less = line.clone();
            less.replace_range(given..=given, ".");
            assert_eq!(shape.solutions(&shape.cells(&less), 2).len(), 2, "{less}");
        }
    }
    let known = generated();
    let known: Vec<String> = known.iter().take(6).filter_map(Puzzle::line).collect();
    assert_eq!(
        lines(1, 6),
        known,
        "puzzles/mining.sdm is what its header says"
    );
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
fn forcing_plan_matches_generate_and_test() {
    let rules = [
        "rule a { for candidate t, candidate p, truths A, B when every candidate of A is p or is excluded by t every candidate of B is excluded by t or by p then eliminate t }",
        "rule b { for candidate t, group p, truths A, B when every candidate of A is in p or is excluded by t every candidate of B is excluded by t or by p then eliminate t }",
        "rule c { for candidate t, candidate p, cell a, digit x, row B when every candidate of a is p or is excluded by t every x in B is excluded by p then eliminate t }",
    ];
    let board = Board::sudoku(qedoku_tests::shape(2, 2));
    let tables = Tables::new(&board);
    let mut random = Random::new(11);
    let mut fired = [0; 3];
    for (number, rule) in rules.iter().enumerate() {
        let library = library(rule);
        let technique = &library.techniques[0];
        let matcher = Matcher::new(technique);
        assert!(matcher.is_one_for_each_target(), "{rule}");
        for _ in 0..3 {
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
fn smallest_cores_become_rules_that_find_them() {
    let library_of_singles = qedoku_core::lang::standard_library().expect("the standard library");
    let base = library_of_singles
        .techniques
        .iter()
        .filter(|t| t.score < 60);
    let base: Vec<_> = base.collect();
    let mut written = 0;
    for puzzle in generated().iter().take(30) {
        let engine = Solver::with(&puzzle.board, base.iter().copied());
        let mut position = Position::of(puzzle);
        engine.run(&mut position, |_| ());
        let graph = Graph::new(&puzzle.board, position.state(), Vocabulary::All);
        let all: Vec<usize> = (0..graph.truths().len()).collect();
        let limits = CoreLimits {
            size: 3,
            ..CoreLimits::default()
        };
        for target in (0..graph.candidates().len()).step_by(17) {
            let question = Question::holds(target);
            let Smallest::Cores(cores) = smallest_cores(&graph, question, &all, limits) else {
                continue;
            };
            let lifted = LiftedCore::new(&graph, target, &cores[0]);
            assert!(lifted.is_refuted());
            for breadth in [Breadth::Exact, Breadth::Full] {
                let family = Family::new(&lifted, breadth).expect("it is sound");
                if !family.propagates {
                    continue;
                }
                let library = library(&rule_text(&family, &heading()));
                let engine = Solver::with(&puzzle.board, &library.techniques);
                let steps = engine
                    .steps_of(TechniqueId::FIRST, &position)
                    .expect("certified");
                let candidate = graph.candidates()[target];
                let finds = |s: &qedoku_core::engine::RuleStep| s.found.eliminations == [candidate];
                assert!(steps.iter().any(finds), "{}", library.rules[0].text);
                written += 1;
            }
        }
    }
    assert!(written > 10, "only {written}");
}
