//! Pictures of steps: every part of a certificate is in its picture exactly once, and the picture
//! is well formed for any name.

use qedoku_core::engine::{RuleStep, Solver};
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, Digit, Puzzle};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, standard_library};
use qedoku_core::matcher::Position;
use qedoku_core::picture::{CandidatesShown, Layer, Look, Scene, Theme, draw};
use qedoku_core::proof::{Annotation, RowSet, RowStep, Step, TermSet};
use qedoku_core::report::explain::{annotation, effects};

/// Returns every step of the library's classic examples, with its puzzle and technique.
pub fn examples(library: &Library) -> Vec<(Puzzle, &Technique, RuleStep)> {
    let mut steps = Vec::new();
    for rule in &library.rules {
        let own: Vec<&Technique> = (library.techniques.iter())
            .filter(|t| *t.rule == *rule.name() && !t.is_about_constraints())
            .collect();
        if own.is_empty() {
            continue;
        }
        for example in rule.ast.examples.iter().filter(|e| e.expected.is_some()) {
            let source = Source::new(rule.name(), &example.board.node);
            let puzzle = read_puzzle(&source).expect("an example");
            let position = Position::of(&puzzle);
            let engine = Solver::with(&puzzle.board, own.iter().copied());
            let mut wanted: Vec<&str> = { example.expected.iter().flatten() }
                .map(|name| name.node.as_str())
                .collect();
            wanted.sort_unstable();
            let is_it = |step: &RuleStep| {
                let effects = effects(&puzzle.board, &step.found);
                let mut names: Vec<&str> = effects.split(", ").collect();
                names.sort_unstable();
                names == wanted
            };
            for (id, technique) in engine.ids().zip(&own) {
                let found = engine.certified(id, &position);
                if let Some(step) = found.filter_map(Result::ok).find(is_it) {
                    steps.push((puzzle.clone(), *technique, step));
                    break;
                }
            }
        }
    }
    steps
}

pub fn picture(puzzle: &Puzzle, certificate: &[Step], note: &Annotation, look: &Look) -> String {
    let position = Position::of(puzzle);
    let scene = Scene {
        board: &puzzle.board,
        state: position.state(),
        givens: &puzzle.given_cells(),
        certificate,
        note: Some(note),
    };
    draw(&scene, look)
}

/// Returns the ids of a picture, and asserts that the picture is well formed and the ids are
/// unique.
fn ids(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}\n{svg}"));
    let mut ids: Vec<String> = document
        .descendants()
        .filter_map(|node| node.attribute("id").map(str::to_owned))
        .collect();
    ids.sort();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id is there twice\n{svg}");
    ids
}

/// Returns exactly the ids that the picture of a step must have.
fn wanted(puzzle: &Puzzle, step: &RuleStep, note: &Annotation) -> Vec<String> {
    let board = &puzzle.board;
    let mut wanted = Vec::new();
    let mut supposed = Vec::new();
    for step in &step.certificate {
        match step {
            Step::Single { candidate, group } => {
                wanted.push(format!("truth-{}", board.group_name(*group)));
                let kind = if supposed.is_empty() {
                    "placed"
                } else {
                    "forced"
                };
                wanted.push(format!("{kind}-{}", board.candidate_name(*candidate)));
            }
            Step::Count(count) => {
                for term in &count.terms {
                    let name = match term.set {
                        TermSet::Group(group) => board.group_name(group),
                        TermSet::Deadly(name) => format!("D{name}"),
                    };
                    let kind = if term.multiplier > 0 { "truth" } else { "link" };
                    wanted.push(format!("{kind}-{name}"));
                }
                // An elimination under a supposition is temporary and not drawn.
                let targets = count.targets.iter().filter(|_| supposed.is_empty());
                wanted.extend(targets.map(|&t| format!("target-{}", board.candidate_name(t))));
            }
            // The cells of a capacity argument.
            Step::Row(RowStep::Count { terms, .. }) if supposed.len() == 1 => {
                for term in terms.iter().filter(|term| term.multiplier > 0) {
                    if let RowSet::Named(name) = &term.set
                        && board.parse_cell(name).is_some()
                    {
                        wanted.push(format!("truth-{name}"));
                    }
                }
            }
            Step::Deadly(_) | Step::Row(_) => {}
            Step::Suppose(candidate) => supposed.push(*candidate),
            Step::Refuted(group) => {
                let target = supposed.pop().expect("a supposition");
                if supposed.is_empty() {
                    wanted.push(format!("target-{}", board.candidate_name(target)));
                }
                wanted.push(format!("truth-{}", board.group_name(*group)));
            }
        }
    }
    wanted.extend(
        note.bindings
            .iter()
            .map(|(name, _)| format!("variable-{name}")),
    );
    wanted.sort();
    wanted.dedup();
    wanted
}

#[test]
fn pictures_show_each_certificate_part_once() {
    let library = standard_library().expect("the library");
    let examples = examples(&library);
    let mut drawn: Vec<&str> = examples.iter().map(|(_, t, _)| &*t.rule).collect();
    drawn.dedup();
    // A rule that derives a truth takes no step. The rules that use the truth do.
    let steps: std::collections::BTreeSet<&str> = (library.techniques.iter())
        .filter(|t| !t.derives() && !t.is_about_constraints())
        .map(|t| &*t.rule)
        .collect();
    assert_eq!(drawn.len(), steps.len(), "rules without a picture");
    for (puzzle, technique, step) in &examples {
        let note = annotation(&puzzle.board, technique, &step.found);
        let look = Look {
            layer: Layer::Proof,
            ..Look::default()
        };
        let svg = picture(puzzle, &step.certificate, &note, &look);
        if let Some(folder) = std::env::var_os("QEDOKU_PICTURES") {
            let path = std::path::Path::new(&folder).join(format!("{}.svg", technique.title));
            std::fs::write(path, &svg).expect("a folder for pictures");
        }
        assert_eq!(
            ids(&svg),
            wanted(puzzle, step, &note),
            "{}",
            technique.title
        );
    }
}

/// Returns the picture of a state with one elimination and the given annotation.
fn made_up(shape: (usize, usize), note: &Annotation, look: &Look) -> String {
    let board = Board::sudoku(qedoku_tests::shape(shape.0, shape.1));
    let cells = board.cell_count();
    let puzzle = Puzzle::from_givens(board, vec![None; cells]);
    let cell = puzzle.board.cells().next().expect("a cell");
    let group = puzzle.board.cell_group(cell);
    let candidate = puzzle.board.candidate(cell, Digit::new(0));
    let single = Step::Single { candidate, group };
    picture(&puzzle, &[single], note, look)
}

#[test]
fn pictures_are_well_formed_for_any_rule_name() {
    let hostile = [
        "<script>alert(1)</script>",
        "a\" onload=\"alert(1)",
        "]]>&lt;!--",
        "\u{0}\u{7}\u{fffe}\r\n",
        "\u{202e}r1c1",
        "&#0;",
    ];
    for name in hostile {
        let note = Annotation {
            rule: name.to_owned(),
            bindings: vec![(name.to_owned(), name.to_owned())],
            sentence: name.to_owned(),
        };
        for theme in [Theme::Auto, Theme::Light, Theme::Dark] {
            let look = Look {
                theme,
                layer: Layer::Proof,
                ..Look::default()
            };
            let svg = made_up((3, 3), &note, &look);
            assert_eq!(ids(&svg).len(), 3, "{svg}");
            let taught = Look {
                layer: Layer::Teaching,
                ..look
            };
            ids(&made_up((3, 3), &note, &taught));
            assert!(!svg.contains("<script"), "{svg}");
            let document = roxmltree::Document::parse(&svg).expect("well formed");
            let scripts = |node: &roxmltree::Node<'_, '_>| {
                node.attributes().any(|a| a.name().starts_with("on"))
            };
            assert!(!document.descendants().any(|node| scripts(&node)), "{svg}");
        }
    }
}

#[test]
fn pictures_draw_all_sizes_with_requested_candidates() {
    let note = Annotation::default();
    let texts = |shape: (usize, usize), candidates| {
        let look = Look {
            candidates,
            ..Look::default()
        };
        made_up(shape, &note, &look)
            .matches("<text class=\"candidate")
            .count()
    };
    for (height, width) in [(2, 2), (2, 3), (3, 3), (4, 4), (5, 5)] {
        let n = height * width;
        let shape = (height, width);
        assert_eq!(texts(shape, CandidatesShown::Open), n * n * n);
        assert_eq!(texts(shape, CandidatesShown::All), n * n * n);
        // Only the cell that the step names.
        assert_eq!(texts(shape, CandidatesShown::None), n);
    }
}
