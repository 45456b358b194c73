//! Names of chains, by the rules of the library, compared with the library's own examples.

use std::sync::LazyLock;

use qedoku_core::engine::{Solver, TechniqueId};
use qedoku_core::grid::HouseKind;
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::lang::{self, Library, standard_library};
use qedoku_core::matcher::Position;
use qedoku_mine::equiv::{Chain, LibraryNames, SetKind};
use qedoku_mine::pattern::chain::chain;
use qedoku_mine::pattern::lift::LiftedCore;
use qedoku_mine::state::graph::{Graph, Vocabulary};

static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| standard_library().expect("the standard library"));
static NAMES: LazyLock<LibraryNames> = LazyLock::new(|| LibraryNames::of(&LIBRARY));

/// Returns a chain described by letters: `e` is a cell; `r`, `c`, `b` are a digit in a row, column,
/// box; `R`, `C` are a digit in a row or column and a box at once. Links and truths alternate.
fn of(letters: &str) -> Chain {
    let step = |letter: char| match letter {
        'e' => vec![SetKind::Cell],
        'r' => vec![SetKind::only(HouseKind::Row)],
        'c' => vec![SetKind::only(HouseKind::Column)],
        'b' => vec![SetKind::only(HouseKind::Box)],
        'R' => vec![SetKind::only(HouseKind::Row), SetKind::only(HouseKind::Box)],
        'C' => vec![
            SetKind::only(HouseKind::Column),
            SetKind::only(HouseKind::Box),
        ],
        _ => panic!("no step"),
    };
    let steps: Vec<Vec<SetKind>> = letters.chars().map(step).collect();
    Chain {
        links: steps.iter().step_by(2).cloned().collect(),
        truths: steps.iter().skip(1).step_by(2).cloned().collect(),
        grouped: vec![false; steps.len() / 2],
    }
}

fn title(chain: &Chain) -> String {
    let named = NAMES.of_chain(chain).expect("a name");
    assert!(named.evidence.len() > 1, "no evidence: {named:?}");
    named.name.title()
}

#[test]
fn names_of_known_chains_are_found() {
    for (letters, expected) in [
        ("crcrc", "X-Wing"),
        ("rcrcr", "X-Wing"),
        ("brcrc", "Skyscraper"),
        ("crcrb", "Skyscraper"),
        ("rcrcb", "Skyscraper"),
        ("crbcr", "2-String Kite"),
        ("rcbrc", "2-String Kite"),
        ("cbcrb", "Turbot Fish"),
        ("rerer", "Naked Pair"),
        ("erere", "Hidden Pair"),
        ("rebeceb", "XY-Wing"),
        ("rebrbec", "W-Wing"),
        ("crcrcrb", "X-Chain of 3"),
        ("rerecebec", "XY-Chain of 4"),
        ("rererebrc", "AIC of 4"),
        ("erebr", "AIC of 2"),
        ("crcrcrc", "Swordfish"),
        ("crcrcrcrc", "Jellyfish"),
        ("rererer", "Naked Triple"),
        ("ererere", "Hidden Triple"),
        // Cells of a row inside one box, with a target only in the box.
        ("beReb", "Naked Pair"),
        ("beRebeC", "Naked Triple"),
        // A digit of a row and a digit of a box, both in the same two cells, which are in both
        // houses.
        ("eRebe", "Hidden Pair"),
        ("erebe", "AIC of 2"),
    ] {
        assert_eq!(title(&of(letters)), expected, "{letters}");
    }
}

#[test]
fn names_do_not_depend_on_the_direction() {
    for letters in ["brcrc", "rebrbec", "rcbrc", "crcrcrb", "erebr", "beRebeC"] {
        let backwards: String = letters.chars().rev().collect();
        assert_eq!(title(&of(letters)), title(&of(&backwards)), "{letters}");
    }
}

#[test]
fn names_of_grouped_chains_are_derived() {
    for letters in ["brcrc", "rebrbec", "rererebrc"] {
        for truth in 0..of(letters).truths.len() {
            let mut chain = of(letters);
            chain.grouped[truth] = true;
            let expected = format!("Grouped {}", title(&of(letters)));
            assert_eq!(title(&chain), expected);
            let named = NAMES.of_chain(&chain).expect("a name");
            assert!(named.name.word().starts_with("grouped_"));
        }
    }
    // A library rule with groups comes first.
    let mut chain = of("cbrcb");
    chain.grouped[0] = true;
    assert_eq!(title(&chain), "Empty Rectangle");
    // The library's rule allows a group only in its box, so it does not match a chain with another
    // group.
    chain.grouped[1] = true;
    assert_eq!(title(&chain), "Grouped Empty Rectangle");
    let named = NAMES.of_chain(&chain).expect("a name");
    assert_eq!(named.name.word(), "grouped_empty_rectangle");
}

#[test]
fn names_with_two_groups_take_two_rewrites() {
    let mut chain = of("brcrc");
    chain.grouped = vec![true, true];
    let named = NAMES.of_chain(&chain).expect("a name");
    assert_eq!(named.name.title(), "Grouped Skyscraper");
    let notes = named.evidence.iter();
    let notes = notes.filter(|line| line.contains("note a group at truth"));
    assert_eq!(notes.count(), 2, "{:?}", named.evidence);
}

#[test]
fn names_come_from_the_library_only() {
    let text = "rule two_rows_and_a_column {
  name \"Tower\"
  for digit d, lines R[2], crossline k, cells p, q in R[1], cells r, s in R[2]
  with q, r in k
  when every d in R[1] is at p or q
       every d in R[2] is at r or s
  then eliminate d from cells seeing p and s
}
";
    let source = lang::RuleFile::new("50-own/tower.rule", text.as_bytes()).expect("text");
    let names = LibraryNames::of(&lang::load(&[source]).expect("a library"));
    let named = names.of_chain(&of("brcrc")).expect("a name");
    assert_eq!(named.name.title(), "Tower");
    assert_eq!(named.name.rule(), Some("two_rows_and_a_column"));
    assert_eq!(names.of_chain(&of("rerer")), None);
    // A rule with a condition that kinds of links cannot express gives no names to chains.
    let remote = NAMES.of_chain(&of("rerebec")).expect("a name");
    assert_ne!(remote.name.rule(), Some("remote_pair"));
}

#[test]
fn library_rules_are_recognised_in_their_examples() {
    let library = &LIBRARY;
    let mut recognised = Vec::new();
    for (rule, instance) in [
        ("fish", Some(2)),
        ("hidden_subset", Some(2)),
        ("naked_subset", Some(2)),
        ("skyscraper", None),
        ("two_string_kite", None),
        ("xy_wing", None),
        ("w_wing", None),
    ] {
        let info = library.rule(rule).expect("a rule of the library");
        let own =
            |t: &&qedoku_core::lang::ir::Technique| *t.rule == *rule && t.instance == instance;
        let techniques: Vec<_> = library.techniques.iter().filter(own).collect();
        let examples = info.ast.examples.iter().filter(|e| e.expected.is_some());
        for example in examples {
            let source = Source::new(rule, &example.board.node);
            let puzzle = read_puzzle(&source).expect("a board");
            let position = Position::of(&puzzle);
            let graph = Graph::new(&puzzle.board, position.state(), Vocabulary::All);
            let engine = Solver::with(&puzzle.board, techniques.iter().copied());
            for found in engine.matches(TechniqueId::FIRST, &position) {
                let truths: Option<Vec<usize>> = (found.truths.iter())
                    .map(|g| graph.truths().iter().position(|t| t.group == *g))
                    .collect();
                let targets = found.eliminations.iter().filter_map(|&c| graph.number(c));
                for target in targets {
                    let Some(truths) = &truths else { continue };
                    let lifted = LiftedCore::new(&graph, target, truths);
                    if let Some(chain) = chain(&lifted) {
                        let named = NAMES.of_chain(&chain).expect("a name").name;
                        let right = named.rule() == Some(rule) && named.instance() == instance;
                        recognised.push((rule, right));
                    }
                }
            }
        }
        assert!(
            recognised.iter().any(|(r, right)| *r == rule && *right),
            "{rule} is not recognised: {recognised:?}"
        );
    }
}
