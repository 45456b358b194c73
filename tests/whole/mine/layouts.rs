//! Layouts: cores without unit propagation, described by lines, boxes, cells and digits.

use std::collections::BTreeMap;
use std::sync::Arc;

use qedoku_app::Cancel;
use qedoku_core::engine::random::Random;
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::grid::{Board, Shape, State};
use qedoku_core::lang::{Library, load, standard_sources};
use qedoku_mine::cores::question::{Judge, Question};
use qedoku_mine::cores::sat::{Deletion, DeletionLimits};
use qedoku_mine::layout::catalogue::{Layouts, propagates};
use qedoku_mine::layout::lift::lift;
use qedoku_mine::layout::symmetry::key;
use qedoku_mine::layout::{OpenBoard, Region};
use qedoku_mine::publish::layout::{LayoutRuleWriter, drafts, supported};
use qedoku_mine::publish::novelty::OtherRules;
use qedoku_mine::publish::{PublishedRule, Publisher};
use qedoku_mine::state::graph::{Graph, Vocabulary};
use qedoku_mine::state::occurrence::Occurrence;

fn board() -> Arc<Board> {
    Board::sudoku(Shape::of_size(9).expect("there is a 9x9 board"))
}

/// Returns a state with all candidates, except that the digit has only the places of a swordfish in
/// these lines.
fn swordfish(digit: usize, lines: [usize; 3], crosslines: [usize; 3], turned: bool) -> Graph {
    let board = board();
    let mut state = State::full(&board);
    for candidate in State::full(&board).candidates(&board) {
        let cell = board.cell_of(candidate);
        let (row, column) = (board.row(cell), board.column(cell));
        let (line, crossline) = if turned { (column, row) } else { (row, column) };
        let own = board.digit_of(candidate).index() + 1 == digit;
        if own && lines.contains(&(line + 1)) && !crosslines.contains(&(crossline + 1)) {
            state.eliminate(&board, candidate);
        }
    }
    Graph::new(&board, &state, Vocabulary::All)
}

fn core(graph: &Graph, names: [&str; 3]) -> Vec<usize> {
    let number = |name: &str| {
        let group = graph.board().parse_group(name).expect("a group");
        let place = graph.truths().iter().position(|t| t.group == group);
        place.expect("a truth")
    };
    names.map(number).to_vec()
}

fn target(graph: &Graph, name: &str) -> usize {
    let candidate = graph.board().parse_candidate(name).expect("a candidate");
    graph.number(candidate).expect("it is open")
}

/// Returns the rule of the first layout, named with this library.
pub fn first_rule(
    open: &OpenBoard,
    board: &Arc<Board>,
    layouts: &Layouts,
    library: &Library,
) -> PublishedRule {
    let publisher = Publisher {
        board,
        command: "a test",
        cancel: Cancel::default(),
    };
    let rules = LayoutRuleWriter {
        open,
        publisher: &publisher,
    };
    let others = OtherRules {
        board,
        solver: &Solver::with(board, &library.techniques),
        silent: &[],
        stop: &Stop::default(),
    };
    let entry = supported(layouts, 1)[0];
    let novelty = others.novelty(&others.ask(&[&entry.occurrences]), &entry.occurrences);
    let named = drafts([(entry, novelty)]);
    rules.rule(&named[0]).expect("it is proved")
}

#[test]
fn layout_of_a_swordfish_is_independent_of_its_place() {
    let graph = swordfish(1, [1, 4, 7], [1, 4, 7], false);
    let open = OpenBoard::new(graph.board());
    let (t, rows) = (
        target(&graph, "r2c1=1"),
        core(&graph, ["1r1", "1r4", "1r7"]),
    );
    assert!(!propagates(&graph, t, &rows));
    let layout = lift(&open, &graph, t, &rows).expect("it is refuted");
    assert!(open.is_refuted(&layout));
    for clause in &layout.clauses {
        assert_eq!(clause.regions.len(), 2, "{clause:?}");
        assert!(clause.regions.iter().all(|r| matches!(r, Region::House(_))));
    }
    let other = swordfish(5, [2, 6, 9], [3, 5, 8], true);
    let columns = core(&other, ["5c2", "5c6", "5c9"]);
    let moved = lift(&open, &other, target(&other, "r3c1=5"), &columns).expect("it is refuted");
    assert_eq!(key(&open, &layout), key(&open, &moved));
    // With fewer rows, no layout exists.
    assert!(lift(&open, &graph, t, &rows[..2]).is_none());
}

#[test]
fn layout_rule_is_proved_and_compared() {
    // The places lie in two of the three stacks. With a place of row 1 in the third stack, no
    // eliminated candidate would see all of them.
    let graph = swordfish(1, [1, 4, 7], [1, 2, 4], false);
    let board = graph.board();
    let open = OpenBoard::new(board);
    let (t, rows) = (
        target(&graph, "r9c4=1"),
        core(&graph, ["1r1", "1r4", "1r7"]),
    );
    let mut cells = vec![0u32; 81];
    for &candidate in graph.candidates() {
        cells[board.cell_of(candidate).index()] |= 1 << board.digit_of(candidate).index();
    }
    let occurrence = Occurrence {
        puzzle: "a board".into(),
        state: Arc::new(State::from_cells(board, &cells)),
        open: graph.candidates().len(),
        target: graph.candidates()[t],
        truths: rows.iter().map(|&v| graph.truths()[v].group).collect(),
    };
    let mut layouts = Layouts::default();
    assert!(layouts.add(&open, &graph, (t, &rows), (0, 1), occurrence));
    let sources = standard_sources();
    let fish = sources.iter().filter(|s| s.path.ends_with("/fish.rule"));
    let library = load(&fish.cloned().collect::<Vec<_>>()).expect("it stands alone");
    let rule = first_rule(&open, board, &layouts, &library);
    assert!(
        rule.text.contains("is in c_1 or in c_2 or excludes t"),
        "{}",
        rule.text
    );
    assert!(
        rule.text.contains("Verdict: sound, on every board"),
        "{}",
        rule.text
    );
    assert!(rule.has_example, "{}", rule.text);
    let found = "Not new: in the only state in which it was found, the target is also removed by fish=3 (1), fish=6 (1).";
    assert!(rule.text.contains(found), "{}", rule.text);
    let known = "Known: in each of them, fish removes it by these truths alone.";
    assert!(rule.text.contains(known), "{}", rule.text);
    assert_eq!(rule.rule, "mined_fish_of_3_no_1");
    assert_eq!(rule.title, "Mined Swordfish of 3, No. 1");
}

#[test]
fn rule_with_another_reason_lends_no_name() {
    let graph = swordfish(1, [1, 4, 7], [1, 2, 4], false);
    let board = graph.board();
    let mut states = Vec::new();
    for single in [false, true] {
        let mut cells = vec![0u32; 81];
        for &candidate in graph.candidates() {
            cells[board.cell_of(candidate).index()] |= 1 << board.digit_of(candidate).index();
        }
        // In the second state r9c5 has only 1, so that a single removes the candidates of the
        // swordfish.
        if single {
            cells[8 * 9 + 4] = 1;
        }
        states.push(Arc::new(State::from_cells(board, &cells)));
    }
    let truths = core(&graph, ["1r1", "1r4", "1r7"]);
    let occurrence = |state: &Arc<State>| Occurrence {
        puzzle: "a board".into(),
        state: Arc::clone(state),
        open: state.count(board),
        target: board.parse_candidate("r9c4=1").expect("a candidate"),
        truths: truths.iter().map(|&v| graph.truths()[v].group).collect(),
    };
    let occurrences: Vec<Occurrence> = states.iter().map(occurrence).collect();
    let library = load(&standard_sources()).expect("it loads");
    let singles = library
        .techniques
        .iter()
        .filter(|t| &*t.rule == "naked_single");
    let solver = Solver::with(board, singles);
    let words = |occurrences: &[Occurrence], silent: &[String], stop: &Stop| {
        let others = OtherRules {
            board,
            solver: &solver,
            silent,
            stop,
        };
        let novelty = others.novelty(&others.ask(&[occurrences]), occurrences);
        assert_eq!(novelty.known, None);
        novelty.words().join(" ")
    };
    let (go_on, nobody) = (Stop::default(), []);
    let one = words(&occurrences[1..], &nobody, &go_on);
    assert!(one.starts_with("Not new: in the only state"), "{one}");
    assert!(one.ends_with("removed by naked_single (1)."), "{one}");
    let both = words(&occurrences, &nobody, &go_on);
    assert!(both.starts_with("New in 1 of 2 states"), "{both}");
    assert!(both.ends_with("removed by naked_single (1)."), "{both}");
    let silent = words(&occurrences, &["naked_single".to_owned()], &go_on);
    assert!(silent.starts_with("New: in both states"), "{silent}");
    let late = words(&occurrences, &nobody, &Stop::when(|| true));
    assert_eq!(
        late,
        "The time was too short to find out whether it is new."
    );
}

#[test]
fn deletion_finds_cores_that_z3_confirms() {
    let graph = swordfish(1, [1, 4, 7], [1, 4, 7], false);
    let question = Question::holds(target(&graph, "r2c1=1"));
    let all: Vec<usize> = (0..graph.truths().len()).collect();
    let limits = DeletionLimits {
        size: 20,
        restarts: 10,
    };
    let mut deletion = Deletion::new(&graph);
    let (random, stop) = (&mut Random::new(1), Stop::default());
    let cores = deletion.smallest(question, &all, limits, random, &stop);
    assert!(!cores.is_empty());
    let judge = Judge::new(&graph);
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for core in &cores {
        *sizes.entry(core.len()).or_default() += 1;
        assert!(
            judge.confirms(question, core).unwrap(),
            "{}",
            graph.names(core)
        );
    }
    assert_eq!(sizes.len(), 1, "of one size, the smallest found: {sizes:?}");
    let open = target(&graph, "r1c1=1");
    let can_hold = deletion.smallest(Question::holds(open), &all, limits, random, &stop);
    assert_eq!(can_hold, Vec::<Vec<usize>>::new());
}
