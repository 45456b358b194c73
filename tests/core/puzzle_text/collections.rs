//! Whole collections: the project's own, and third-party ones if they are present.

use qedoku_core::grid::text::{self, Entry, PuzzleError, Source};
use qedoku_core::grid::{Puzzle, State};

use super::content;

fn own(name: &str) -> Vec<Entry> {
    let path = qedoku_tests::root().join("puzzles").join(name);
    let bytes = std::fs::read(&path).expect("a collection of the project");
    assert!(
        bytes.starts_with(b"# "),
        "{name} says where its puzzles come from"
    );
    text::read_puzzles(&Source::new(name, &bytes)).collect()
}

/// Returns the entries of a third-party collection, or `None` if it is absent.
fn shared(name: &str) -> Option<Vec<Entry>> {
    let bytes = qedoku_tests::shared(name)?;
    Some(text::read_puzzles(&Source::new(name, &bytes)).collect())
}

/// Returns all puzzles, and panics if an entry is invalid.
fn all_good(entries: Vec<Entry>) -> Vec<Puzzle> {
    let good = |entry: Entry| match entry.puzzle {
        Ok(puzzle) => puzzle,
        Err(error) => panic!("{:?}", miette::Report::new(error)),
    };
    entries.into_iter().map(good).collect()
}

#[test]
fn sample_is_read_with_labels() {
    let puzzles = all_good(own("sample.sdm"));
    assert_eq!(puzzles.len(), 11);
    assert!(
        puzzles
            .iter()
            .all(|p| p.board.size() == 9 && p.label.is_some())
    );
    assert_eq!(puzzles[8].label.as_deref(), Some("Arto Inkala, 2012"));
}

#[test]
fn size_samples_cover_all_sizes() {
    let puzzles = all_good(own("sizes.txt"));
    let sizes: Vec<usize> = puzzles.iter().map(|p| p.board.size()).collect();
    assert_eq!(sizes, [4, 4, 6, 6, 8, 9, 10, 12, 15, 16, 20, 25]);
    for puzzle in &puzzles {
        let label = puzzle.label.as_deref().expect("a label");
        let board = &puzzle.board;
        assert!(label.starts_with(&format!("{0}x{0}", board.size())));
        if label.contains("singles only") {
            let mut state = puzzle.state();
            while let Some(next) = single_step(puzzle, &state) {
                state = next;
            }
            assert!(state.solution(board).is_some(), "{label}");
        }
    }
}

/// Places every candidate that is alone in a truth. Returns `None` if nothing changes.
fn single_step(puzzle: &Puzzle, state: &State) -> Option<State> {
    let board = &puzzle.board;
    let mut next = state.clone();
    for group in board.groups() {
        if let Some(candidate) = state.single(board, group) {
            next.place(board, candidate);
        }
    }
    (next != *state).then_some(next)
}

#[test]
fn odd_puzzles_are_read_except_for_the_clash() {
    let mut entries = own("odd.sdm");
    let last = entries.pop().expect("some puzzles");
    assert!(matches!(last.puzzle, Err(PuzzleError::Clash { .. })));
    assert_eq!(all_good(entries).len(), 5);
}

#[test]
fn third_party_collections_are_read() {
    let counts = [
        ("top95.txt", 95),
        ("hardest11.txt", 11),
        ("sudoku17.sdm", 49_151),
        ("top1465.sdm", 1465),
        ("cb-000.tsv", 21_375),
        ("cs531_77.tsv", 77),
        ("sudokuwiki_76.tsv", 76),
    ];
    for (name, count) in counts {
        let Some(entries) = shared(name) else {
            continue;
        };
        let puzzles = all_good(entries);
        assert_eq!(puzzles.len(), count, "{name}");
        assert!(
            puzzles
                .iter()
                .all(|p| p.board.size() == 9 && p.givens.is_some()),
            "{name}"
        );
        let labelled = puzzles.iter().filter(|p| p.label.is_some()).count();
        assert_eq!(
            labelled,
            if name.ends_with("tsv") { count } else { 0 },
            "{name}"
        );
        if name == "sudoku17.sdm" {
            assert!(puzzles.iter().all(|p| p.clues() == 17));
        }
    }
}

#[test]
fn technique_library_round_trips() {
    let Some(entries) = shared("techniques.reglib") else {
        return;
    };
    let puzzles = all_good(entries);
    assert_eq!(puzzles.len(), 582);
    for puzzle in &puzzles {
        let expected = puzzle.expected.as_ref().expect("a step");
        assert_eq!(expected.code.len(), 4);
        // A variant `x` names a step that must not be found. It need not make sense.
        if expected.variant.as_deref() != Some("x") {
            let state = puzzle.state();
            let live = |&c: &_| state.is_live(&puzzle.board, c);
            let step = [&expected.eliminations, &expected.placements];
            assert!(step.iter().any(|list| list.is_empty()));
            assert!(step.iter().any(|list| !list.is_empty()));
            assert!(step.into_iter().flatten().all(live));
        }
        let again = super::good(&text::library_line(puzzle).expect("a line"));
        assert_eq!(content(&again), content(puzzle));
        assert_eq!(again.expected, puzzle.expected);
    }
}
