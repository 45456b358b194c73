//! Names of chains: by rewriting, and held against the library's own examples.

use qedoku::engine::solve::Engine;
use qedoku::equiv::{Chain, House, Name, Step, name, same};
use qedoku::grid::text::{Source, read_puzzle};
use qedoku::lang::standard_library;
use qedoku::matcher::Position;
use qedoku::mine::chain::chain;
use qedoku::mine::graph::{Graph, Vocabulary};
use qedoku::mine::lift::Lifted;

/// A chain from letters: `e` a cell; `r`, `c`, `b` a digit in a row, column, box. Weak and strong
/// steps take turns.
fn of(letters: &str) -> Chain {
    let step = |letter: u8| match letter {
        b'e' => Step::Cell,
        b'r' => Step::House(House::Row),
        b'c' => Step::House(House::Column),
        b'b' => Step::House(House::Box),
        _ => panic!("no step"),
    };
    let steps: Vec<Step> = letters.bytes().map(step).collect();
    Chain {
        weak: steps.iter().step_by(2).copied().collect(),
        strong: steps.iter().skip(1).step_by(2).copied().collect(),
        grouped: vec![false; steps.len() / 2],
    }
}

#[test]
fn well_known_chains_have_their_names() {
    let rule = |name, n| Name::Rule(name, n);
    for (letters, expected) in [
        ("crcrc", rule("fish", Some(2))),
        ("rcrcr", rule("fish", Some(2))),
        ("brcrc", rule("skyscraper", None)),
        ("crcrb", rule("skyscraper", None)),
        ("rcrcb", rule("skyscraper", None)),
        ("crbcr", rule("two_string_kite", None)),
        ("rcbrc", rule("two_string_kite", None)),
        ("cbcrb", rule("turbot_fish", None)),
        ("rerer", rule("naked_subset", Some(2))),
        ("erere", rule("hidden_subset", Some(2))),
        ("rebeceb", rule("xy_wing", None)),
        ("rebrbec", rule("w_wing", None)),
        ("crcrcrb", Name::XChain(3)),
        ("rerecebec", Name::XyChain(4)),
        ("rererebrc", Name::Alternating(4)),
        ("erece", rule("hidden_subset", Some(2))),
        ("erebr", Name::Alternating(2)),
        ("crcrcrc", rule("fish", Some(3))),
        ("rererer", rule("naked_subset", Some(3))),
        ("ererere", rule("hidden_subset", Some(3))),
    ] {
        let named = name(&of(letters));
        assert_eq!(named.name, expected, "{letters}");
        assert!(named.evidence.len() > 1, "{letters} without evidence");
    }
}

#[test]
fn a_chain_with_groups_is_named_after_the_chain_without() {
    for (letters, plain) in [
        ("brcrc", Name::Rule("skyscraper", None)),
        ("rebrbec", Name::Rule("w_wing", None)),
        ("rererebrc", Name::Alternating(4)),
    ] {
        for truth in 0..of(letters).truths() {
            let mut chain = of(letters);
            chain.grouped[truth] = true;
            let named = name(&chain);
            assert_eq!(named.name, Name::Grouped(Box::new(plain.clone())));
            assert_ne!(same(&chain, &chain.clone()), None);
            assert_eq!(same(&chain, &of(letters)), None);
        }
    }
}

#[test]
fn a_chain_is_the_same_backwards_and_turned_but_not_another_one() {
    let evidence = same(&of("rererebrc"), &of("crberer").clone());
    assert_eq!(evidence, None, "chains of different length");
    let chain = of("rerecrb");
    for (other, expected) in [
        ("brcerer", true),
        ("cecercb", true),
        ("bcrecec", true),
        ("rerecrc", false),
        ("cecerrb", false),
    ] {
        assert_eq!(same(&chain, &of(other)).is_some(), expected, "{other}");
    }
}

#[test]
fn rules_of_the_library_are_recognised_in_their_own_examples() {
    let library = standard_library().expect("the standard library");
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
        let own = |t: &&qedoku::lang::ir::Technique| *t.rule == *rule && t.instance == instance;
        let techniques: Vec<_> = library.techniques.iter().filter(own).collect();
        let examples = info.ast.examples.iter().filter(|e| e.expected.is_some());
        for example in examples {
            let source = Source::new(rule, &example.board.node);
            let puzzle = read_puzzle(&source).expect("a board");
            let position = Position::of(&puzzle);
            let graph = Graph::new(&puzzle.board, position.state(), Vocabulary::All);
            let engine = Engine::new(&puzzle.board, techniques.iter().copied());
            for found in engine.matches(0, &position) {
                let truths: Option<Vec<usize>> = (found.truths.iter())
                    .map(|g| graph.truths().iter().position(|t| t.group == *g))
                    .collect();
                let targets = found.eliminations.iter().filter_map(|&c| graph.number(c));
                for target in targets {
                    let Some(truths) = &truths else { continue };
                    let lifted = Lifted::new(&graph, target, truths);
                    if let Some(chain) = chain(&lifted) {
                        let named = name(&chain).name;
                        recognised.push((rule, named == Name::Rule(rule, instance)));
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
