//! Patterns that mining must find by itself in states of real puzzles: four crossing lines of a
//! digit, an exocet's pair, the tridagon.

use std::collections::BTreeSet;
use std::sync::Arc;

use qedoku_core::engine::random::Random;
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Candidate, Puzzle, State};
use qedoku_core::lang::{Library, RuleFile, load, standard_sources};
use qedoku_core::matcher::Position;
use qedoku_mine::layout::OpenBoard;
use qedoku_mine::layout::catalogue::{Layouts, propagates};
use qedoku_mine::publish::PublishedRule;
use qedoku_mine::state::graph::{Graph, Vocabulary};
use qedoku_mine::state::occurrence::Occurrence;
use qedoku_mine::unfillable::cells::CellPattern;
use qedoku_mine::unfillable::discover::{DiscoveredPattern, discover_sets};

use super::layouts::first_rule;
use crate::program::run;

/// A state of a T&E(3) puzzle in which the catalogue is stuck, and four lines have crossing places
/// of 3.
const CROSSWISE: &str = "
| 134  1234 134 | 123478 5   6   | 27   278   9   |
| 45   2459 6   | 2478   248 49  | 1    278   3   |
| 7    1239 8   | 123    123 139 | 56   56    4   |
| 2    145  134 | 134    9   7   | 8    1345  6   |
| 1345 6    9   | 28     28  134 | 3457 13457 157 |
| 8    134  7   | 6      134 5   | 9    134   2   |
| 134  78   5   | 9      6   134 | 2347 12347 178 |
| 6    134  2   | 134    7   8   | 345  9     15  |
| 9    78   134 | 5      134 2   | 3467 13467 178 |
";

/// A state of one of the hardest puzzles in which all rules are stuck, and a pair of cells has no
/// place for its digits.
const PAIR: &str = "
| 1247 24579 3     | 459   459    6     | 1257 8    12459 |
| 2478 459   25789 | 1     34589  34589 | 2357 2349 6     |
| 148  6     589   | 7     2      34589 | 135  1349 459   |
| 236  1     269   | 24569 4569   7     | 235  234  8     |
| 2378 2789  4     | 2589  1589   1589  | 6    1237 1235  |
| 5    278   2678  | 3     1468   148   | 9    1247 124   |
| 468  3     568   | 45689 14589  2     | 18   169  7     |
| 2678 2578  1     | 5689  35789  3589  | 4    2369 239   |
| 9    2478  2678  | 468   134678 1348  | 1238 5    123   |
";

/// A state of another of the hardest puzzles in which the catalogue without exocets is stuck.
const EXOCET: &str = "
| 234568 23456 2358  | 12389 13489 13489 | 1345  1459  7    |
| 348    347   9     | 1378  5     13478 | 2     14    6    |
| 1      23457 2357  | 2379  3479  6     | 345   8     3459 |
| 2348   12347 12378 | 5     13789 13789 | 6     12479 2489 |
| 2458   9     12578 | 178   6     178   | 14578 3     2458 |
| 358    1357  6     | 4     13789 2     | 1578  1579  589  |
| 9      8     135   | 6     1347  13457 | 3457  2457  2345 |
| 356    1356  4     | 1378  2     13578 | 9     57    358  |
| 7      235   235   | 389   3489  34589 | 3458  6     1    |
";

/// A state of a third puzzle with an exocet whose digits share other lines.
const OTHER_EXOCET: &str = "
| 1256   14567 12467 | 1258  12457 14578  | 247  9      3    |
| 129    8     1247  | 1239  12347 13479  | 247  6      5    |
| 259    4579  3     | 259   6     4579   | 8    1247   1247 |
| 1238   134   5     | 138   9     1378   | 2347 123478 6    |
| 7      13469 1468  | 13568 135   2      | 59   1348   148  |
| 123689 1369  1268  | 4     1357  135678 | 59   12378  1278 |
| 136    1367  9     | 1236  8     1346   | 2347 5      247  |
| 1358   2     18    | 7     1345  13459  | 6    348    489  |
| 4      3567  678   | 23569 235   3569   | 1    2378   2789 |
";

/// A rule written by hand: two lines of a band have a digit crosswise in two boxes, and two other
/// lines have it crosswise in the same crosslines.
const BY_HAND: &str = "
rule by_hand {
  name \"By Hand\"
  level extreme
  score 540
  on request
  for digit x, lines r, s, p, q, boxes b, g, crosslines c[2], d[2], squares k, m in r, squares l, n in s
  with k in c[1] and b, l in c[2] and b, m in d[1] and g, n in d[2] and g
  when every x in r is at k or m or excludes t
    every x in s is at l or n or excludes t
    every x in p is in c[1] or in d[2] or excludes t
    every x in q is in c[2] or in d[1] or excludes t
  target candidate t
  then eliminate t
  say \"{t}\"
}
";

fn puzzle(text: &str) -> Puzzle {
    read_puzzle(&Source::new("test", text)).expect("it is a puzzle")
}

fn library_of(text: &str) -> Library {
    let source = RuleFile {
        path: "90-mined/test.rule".into(),
        family: "90-mined".into(),
        text: text.to_owned(),
    };
    load(&[source]).expect("it loads")
}

/// Returns the rule that mining makes from a core in a state, without comparing it with a library.
fn mined(text: &str, target: &str, truths: &[&str]) -> PublishedRule {
    mined_beside(&Library::default(), text, target, truths)
}

/// Returns the rule that mining makes from a core in a state, compared with a library.
fn mined_beside(library: &Library, text: &str, target: &str, truths: &[&str]) -> PublishedRule {
    let puzzle = puzzle(text);
    let (board, state) = (&puzzle.board, puzzle.state());
    let graph = Graph::new(board, &state, Vocabulary::All);
    let number = |name: &&str| {
        let group = board.parse_group(name).expect("a group");
        let is_it = |t: &qedoku_mine::state::graph::GraphTruth| {
            t.group == group || t.others.contains(&group)
        };
        graph.truths().iter().position(is_it).expect("a truth")
    };
    let core: Vec<usize> = truths.iter().map(number).collect();
    let candidate = board.parse_candidate(target).expect("a candidate");
    let target = graph.number(candidate).expect("it is open");
    assert!(!propagates(&graph, target, &core));
    let occurrence = Occurrence {
        puzzle: "a state".into(),
        state: Arc::new(state.clone()),
        open: graph.candidates().len(),
        target: candidate,
        truths: core.iter().map(|&v| graph.truths()[v].group).collect(),
    };
    let open = OpenBoard::new(board);
    let mut layouts = Layouts::default();
    assert!(layouts.add(&open, &graph, (target, &core), (0, 1), occurrence));
    first_rule(&open, board, &layouts, library)
}

/// Returns all candidates that the rules of a library remove in a state.
fn removed(library: &Library, puzzle: &Puzzle, state: &State) -> BTreeSet<Candidate> {
    let solver = Solver::with(&puzzle.board, &library.techniques);
    let position = Position::new(puzzle.board.clone(), state.clone());
    let matches = solver.ids().flat_map(|id| solver.matches(id, &position));
    matches.flat_map(|found| found.eliminations).collect()
}

#[test]
fn four_line_core_becomes_the_handwritten_rule_with_example() {
    let rule = mined(CROSSWISE, "r7c8=3", &["3r4", "3r6", "3r8", "3r9"]);
    assert!(rule.has_example, "{}", rule.text);
    let (own, by_hand) = (library_of(&rule.text), library_of(BY_HAND));
    let puzzle = puzzle(CROSSWISE);
    let board = &puzzle.board;
    let mut random = Random::new(7);
    let mut fired = 0;
    // The state itself, and others with fewer candidates.
    for round in 0..24 {
        let mut state = puzzle.state();
        for candidate in puzzle.state().candidates(board) {
            if round > 0 && random.below(8) == 0 {
                state.eliminate(board, candidate);
            }
        }
        let (mined, expected) = (
            removed(&own, &puzzle, &state),
            removed(&by_hand, &puzzle, &state),
        );
        assert_eq!(mined, expected, "round {round}");
        fired += usize::from(!mined.is_empty());
    }
    assert!(fired >= 5, "it fires in {fired} states only");
}

#[test]
fn layout_rules_state_cells_off_a_line_where_needed() {
    let truths = ["r1c4", "r1c5", "5c2", "9c2", "5c6", "9c6", "5c9", "9c9"];
    let rule = mined(PAIR, "r2c6=4", &truths);
    assert!(rule.text.contains("not in c_"), "{}", rule.text);
    assert!(rule.text.contains("Verdict: sound"), "{}", rule.text);
    assert!(rule.has_example, "{}", rule.text);
    let without: Vec<&str> = (rule.text.split(", "))
        .filter(|part| !part.contains("not in"))
        .collect();
    assert!(without.len() < rule.text.split(", ").count());
}

#[test]
fn exocet_core_gets_its_name_and_eliminations() {
    let sources = standard_sources();
    let exocets = sources.iter().filter(|s| s.path.contains("exocet"));
    let exocets: Vec<RuleFile> = exocets.cloned().collect();
    let (with, without) = (load(&exocets).expect("they load"), Library::default());
    let truths = [
        "r5c4", "r5c6", "1c3", "7c3", "8c3", "1c5", "7c5", "8c5", "1c7", "7c7", "8c7",
    ];
    let rule = mined_beside(&with, EXOCET, "r4c3=2", &truths);
    assert_eq!(rule.rule, "mined_junior_exocet_of_11_no_1");
    let known = "Known: in each of them, junior_exocet removes it by these truths alone.";
    assert!(rule.text.contains(known), "{}", rule.text);
    assert!(rule.has_example, "{}", rule.text);
    let unnamed = mined_beside(&without, EXOCET, "r4c3=2", &truths);
    assert_eq!(unnamed.rule, "mined_knot_11_no_1");
    assert!(
        unnamed.text.contains("New: in the only state"),
        "{}",
        unnamed.text
    );
    // The mined rule fires where the withheld rule fires and removes the same candidates, also in
    // other puzzles, where the digits share other lines.
    let only = { exocets.iter() }.filter(|s| s.path.ends_with("/junior_exocet.rule"));
    let junior = load(&only.cloned().collect::<Vec<_>>()).expect("it stands alone");
    let own = library_of(&unnamed.text);
    for text in [EXOCET, OTHER_EXOCET] {
        let puzzle = puzzle(text);
        let theirs = removed(&junior, &puzzle, &puzzle.state());
        let ours = removed(&own, &puzzle, &puzzle.state());
        assert!(
            !theirs.is_empty() && theirs.is_subset(&ours),
            "{theirs:?} {ours:?}"
        );
    }
}

#[test]
fn tridagon_is_discovered_and_then_recognised() {
    // The state also has a tridagon of 1, 3 and 4.
    let puzzle = puzzle(CROSSWISE);
    let (board, state) = (&puzzle.board, puzzle.state());
    let tridagon = CellPattern::of([0, 10, 20, 3, 13, 23, 27, 37, 47, 30, 41, 49]).canonical();
    let sets = discover_sets(board, &state, 4, &Stop::default());
    let is_it = |set: &&qedoku_mine::unfillable::discover::DiscoveredSet| {
        set.digits.count_ones() == 3 && set.cells.canonical() == tridagon
    };
    let set = sets.iter().find(is_it).expect("it is met");
    assert!((1..=4).contains(&set.guardians.len()), "{set:?}");
    let mut pattern = DiscoveredPattern::default();
    pattern.add(0, set, &state, None);
    let sources = standard_sources();
    let library = load(&sources).expect("it loads");
    let solver = Solver::with(board, &library.techniques);
    let known = pattern.known_as(board, &solver);
    assert_eq!(known.as_deref(), Some("tridagon_guardians"));
    let others = library
        .techniques
        .iter()
        .filter(|t| &*t.rule != "tridagon_guardians");
    assert_eq!(pattern.known_as(board, &Solver::with(board, others)), None);
}

#[test]
fn occurrences_beyond_the_library_are_counted() {
    let x_wing =
        "9...5173.1.73982.55...76.9181.72435.2..165..7.75983.12.21537...75864912339.81257.";
    let counted = |base: &str| {
        let args = [
            "mine",
            x_wing,
            "--no-standard-rules",
            "--rules",
            base,
            "--occurs",
            "rules/40-fish/fish.rule",
            "--quiet",
        ];
        let output = run(&args);
        assert_eq!(output.code, 0, "{}", output.err);
        output.out
    };
    // The state has no full house and no other single; only an X-Wing fires.
    let text = counted("rules/10-singles/full_house.rule");
    assert!(text.contains("1 of 1 puzzles"), "{text}");
    let fires = "fish=2: fires in 1 puzzle, 4 candidates; in 1 no other rule removes the same";
    assert!(text.contains(fires), "{text}");
    assert!(text.contains("in 1 every other rule is silent"), "{text}");
}
