//! Pasted text: the program's own drawings, grids with blanks, dashes or empty fields, quoted
//! lines, grids with headings; and the line numbers in errors of collections.

use qedoku_core::grid::text::{Entry, ReadOptions, Source, read_puzzle_with, read_puzzles};
use qedoku_core::grid::{Board, Candidate, Puzzle, State};
use qedoku_core::report::draw::{DrawOptions, Mark, draw};

use super::{WIKIPEDIA, good, read};
use qedoku_tests::random::Random;

fn rows(line: &str) -> Vec<String> {
    (0..9).map(|r| line[r * 9..r * 9 + 9].to_owned()).collect()
}

fn entries(text: &str) -> Vec<Entry> {
    read_puzzles(&Source::new("test", text)).collect()
}

/// Returns the example with another character for an empty cell.
fn with_empty(sign: &str) -> String {
    WIKIPEDIA.replace('.', sign)
}

fn cells(board: &Board, state: &State) -> Vec<u32> {
    board
        .cells()
        .map(|cell| state.digits(board, cell))
        .collect()
}

/// Returns all puzzles of the project's single-puzzle collections, of all sizes.
fn own() -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    for name in ["sizes.txt", "sample.sdm"] {
        let bytes = std::fs::read(qedoku_tests::root().join("puzzles").join(name)).expect(name);
        let entries = read_puzzles(&Source::new(name, &bytes));
        puzzles.extend(entries.map(|entry| entry.puzzle.expect("a good one")));
    }
    puzzles
}

/// Returns some live candidates with marks.
fn some_marks(random: &mut Random, board: &Board, state: &State) -> Vec<(Candidate, Mark)> {
    let kinds = [Mark::Pattern, Mark::Fin, Mark::Eliminated, Mark::Placed];
    let live: Vec<Candidate> = state.candidates(board).collect();
    let mut marks: Vec<(Candidate, Mark)> = Vec::new();
    for kind in kinds.into_iter().cycle().take(12) {
        let candidate = live[random.below(live.len())];
        // Of two marks on one candidate, only the later one is drawn.
        if marks.iter().all(|mark| mark.0 != candidate) {
            marks.push((candidate, kind));
        }
    }
    marks
}

#[test]
fn drawings_round_trip() {
    let mut random = Random::new(1);
    let mut seen = 0;
    for puzzle in own() {
        let board = &puzzle.board;
        let mut state = puzzle.state();
        for round in 0..4 {
            for unicode in [false, true] {
                let marks = some_marks(&mut random, board, &state);
                for (width, shows_all) in [(10_000, true), (1, false)] {
                    let options = DrawOptions {
                        width,
                        unicode,
                        marks: &marks,
                    };
                    let text = draw(board, &state, &options).to_string();
                    let lenient = ReadOptions {
                        allow_clash: true,
                        ..ReadOptions::default()
                    };
                    let again = read_puzzle_with(&Source::new("drawn", &text), lenient);
                    let again =
                        again.unwrap_or_else(|e| panic!("{text}{:?}", miette::Report::new(e)));
                    let wanted = cells(board, &state);
                    if shows_all {
                        assert_eq!(cells(board, &again.state()), wanted, "{text}");
                        continue;
                    }
                    // The narrowest layout shows solved cells; a cell with a placement mark is not
                    // solved yet.
                    let is_placed = |i: usize| {
                        let mut placed = marks.iter().filter(|m| m.1 == Mark::Placed);
                        placed.any(|m| board.cell_of(m.0).index() == i)
                    };
                    for (i, given) in again.givens.iter().flatten().enumerate() {
                        let digit = given.map_or(0, |d| 1 << d.index());
                        let solved = wanted[i].is_power_of_two() && !is_placed(i);
                        assert_eq!(digit, if solved { wanted[i] } else { 0 }, "{text}");
                    }
                    seen += 1;
                }
            }
            for _ in 0..=round * 5 {
                let live: Vec<Candidate> = state.candidates(board).collect();
                let gone = live[random.below(live.len())];
                if state.digits(board, board.cell_of(gone)).count_ones() > 1 {
                    state.eliminate(board, gone);
                }
            }
        }
    }
    assert!(seen > 150, "{seen}");
}

#[test]
fn drawings_in_blocks_round_trip() {
    let text = format!("8..........36......7..9.2...5...7..{}", ".".repeat(46));
    let puzzle = good(&text);
    let marks: Vec<(Candidate, Mark)> = vec![(
        puzzle.board.parse_candidate("r1c3=2").unwrap(),
        Mark::Pattern,
    )];
    for unicode in [false, true] {
        let options = DrawOptions {
            width: 80,
            unicode,
            marks: &marks,
        };
        let drawing = draw(&puzzle.board, &puzzle.state(), &options).to_string();
        assert!(drawing.lines().count() > 30, "{drawing}");
        let again = good(&drawing);
        let wanted = cells(&puzzle.board, &puzzle.state());
        assert_eq!(cells(&again.board, &again.state()), wanted, "{drawing}");
    }
}

#[test]
fn drawn_cell_without_candidates_round_trips() {
    let puzzle = good("123....4........");
    for width in [80, 24] {
        let options = DrawOptions {
            width,
            ..DrawOptions::default()
        };
        let text = draw(&puzzle.board, &puzzle.state(), &options).to_string();
        let error = read(&text).expect_err("r1c4 has no candidate");
        assert_eq!(error.to_string(), "r1c4 has no candidate", "{text}");
        let lenient = ReadOptions {
            allow_empty: true,
            ..ReadOptions::default()
        };
        let again = read_puzzle_with(&Source::new("test", &text), lenient).expect("allowed");
        assert_eq!(
            again.state().digits(&again.board, again.board.cell(0, 3)),
            0
        );
    }
}

#[test]
fn sentences_around_drawings_are_skipped() {
    let board = good(WIKIPEDIA);
    let drawing = draw(&board.board, &board.state(), &DrawOptions::default()).to_string();
    let text = format!("A name\n{drawing}9x9, 30 clues, 240 candidates\n");
    assert_eq!(good(&text).label.as_deref(), Some("A name"));
    let steps = format!(
        "{drawing}  1. Naked Single: r5c5 can only be 5 => r5c5=5\n{drawing}  2. AIC: (2)r4c8 => r4c8<>5\n\
         This is the only solution:\n{drawing}Grade: easy; hardest: Naked Single\nNaked Single 3\n"
    );
    let all = entries(&steps);
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|entry| entry.puzzle.is_ok()), "{all:?}");
    // A puzzle below a drawing is read, and an invalid one is reported.
    let mixed = entries(&format!("{drawing}{WIKIPEDIA}\n{}\n", &WIKIPEDIA[1..]));
    assert_eq!(mixed.len(), 3);
    assert!(mixed[1].puzzle.is_ok() && mixed[2].puzzle.is_err());
}

#[test]
fn damaged_drawing_is_reported_at_its_place() {
    let board = good(WIKIPEDIA);
    let drawing = draw(&board.board, &board.state(), &DrawOptions::default()).to_string();
    let missing: String = (drawing.lines().filter(|l| !l.starts_with("r5")))
        .map(|line| format!("{line}\n"))
        .collect();
    let error = read(&missing).expect_err("a row is missing");
    assert_eq!(error.line(), Some(8), "{error:?}");
    let strange = drawing.replacen("r1 | 5", "r1 | q", 1);
    assert_ne!(strange, drawing, "{drawing}");
    assert_eq!(
        read(&strange).expect_err("q").to_string(),
        "'q' is neither a digit nor an empty cell"
    );
}

#[test]
fn grids_with_headings_are_named_by_them() {
    let grid = with_empty("0");
    let grid = rows(&grid).join("\n");
    let text = format!("Grid 01\n{grid}\nGrid 02\n{grid}\n\nSudoku No. 3:\n\n{WIKIPEDIA}\n");
    let all = entries(&text);
    let labels: Vec<Option<String>> = all
        .into_iter()
        .map(|entry| entry.puzzle.expect("a good one").label)
        .collect();
    let wanted = ["Grid 01", "Grid 02", "Sudoku No. 3:"].map(|l| Some(l.to_owned()));
    assert_eq!(labels, wanted);
    assert!(read("Grid 01\n").is_err());
    // If a row is missing, the heading of the next grid is not read as a row.
    let short = rows(&with_empty("0"))[..8].join("\n");
    let all = entries(&format!("Grid 01\n{short}\nGrid 02\n{grid}\n"));
    assert!(all[0].puzzle.is_err() && all[1].puzzle.is_ok() && all.len() == 2);
}

#[test]
fn dashes_crosses_and_blanks_are_empty_cells() {
    let wanted = good(WIKIPEDIA).line();
    for sign in ["-", "x", "X"] {
        let line = with_empty(sign);
        assert_eq!(good(&line).line(), wanted, "{line}");
        let grid = rows(&line).join("\n");
        assert_eq!(good(&grid).line(), wanted, "{grid}");
        let spaced: Vec<String> = (rows(&line).iter())
            .map(|row| row.chars().map(|c| format!("{c} ")).collect())
            .collect();
        assert_eq!(good(&spaced.join("\n")).line(), wanted);
    }
    let blank = rows(&with_empty(" "));
    let full = blank.join("\n");
    assert_eq!(good(&full).line(), wanted, "{full}");
    let cut: Vec<&str> = blank.iter().map(|row| row.trim_end()).collect();
    assert_eq!(good(&cut.join("\n")).line(), wanted, "{cut:?}");
    let spaced: Vec<String> = (blank.iter())
        .map(|row| row.chars().map(|c| format!("{c} ")).collect())
        .collect();
    assert_eq!(good(&spaced.join("\n")).line(), wanted, "{spaced:?}");
}

#[test]
fn blanks_are_empty_cells_on_one_line_too() {
    let wanted = good(WIKIPEDIA).line();
    let line = with_empty(" ");
    assert_eq!(line.len(), 81);
    for text in [line.clone(), format!("{line}\n"), format!("{line}\r\n")] {
        assert_eq!(good(&text).line(), wanted, "{text:?}");
    }
    let all = entries(&format!("{line}\n{line}\n\n{line}\n"));
    let lines = all
        .iter()
        .map(|entry| entry.puzzle.as_ref().map(Puzzle::line));
    assert_eq!(
        lines.map(Result::unwrap).collect::<Vec<_>>(),
        vec![wanted; 3]
    );
    // A line with a missing cell or a conflict does not count as such a line.
    for wrong in [&line[..80], &line.replacen("53", "55", 1)] {
        assert!(entries(wrong)[0].puzzle.is_err(), "{wrong}");
    }
}

#[test]
fn blanks_in_a_frame_are_empty_cells() {
    let wanted = good(WIKIPEDIA).line();
    let blank = rows(&with_empty(" "));
    for (border, gap) in [("+---+---+---+", ""), ("+-------+-------+-------+", " ")] {
        let mut text = String::new();
        for (i, row) in blank.iter().enumerate() {
            if i % 3 == 0 {
                text += &format!("{border}\n");
            }
            let part = |p: &[u8]| {
                let cells: Vec<String> = p.iter().map(|&b| char::from(b).to_string()).collect();
                format!("{gap}{}{gap}", cells.join(gap))
            };
            let parts: Vec<String> = row.as_bytes().chunks(3).map(part).collect();
            text += &format!("|{}|\n", parts.join("|"));
        }
        text += border;
        assert_eq!(good(&text).line(), wanted, "{text}");
    }
    let every: Vec<String> = (blank.iter())
        .map(|row| row.chars().map(|c| format!("|{c}")).collect::<String>() + "|")
        .collect();
    assert_eq!(good(&every.join("\n")).line(), wanted);
}

#[test]
fn empty_rows_may_be_blank_or_dashes() {
    let line = format!(
        ".........{}.........",
        "1.......2.3..4..5".repeat(4).get(..63).unwrap()
    );
    let line = good_without_clash(&line);
    let wanted = good(&line).line();
    for sign in ["-", " "] {
        let grid = rows(&line.replace('.', sign)).join("\n");
        assert_eq!(good(&grid).line(), wanted, "{grid:?}");
    }
    // A line of dashes between rows with dots is a frame.
    let framed = rows(WIKIPEDIA).join("\n---------\n");
    assert_eq!(good(&framed).line().as_deref(), Some(WIKIPEDIA));
}

/// Returns the line without conflicting digits.
fn good_without_clash(line: &str) -> String {
    let mut kept = ".".repeat(81);
    for (i, c) in line.char_indices().filter(|(_, c)| *c != '.') {
        let mut more = kept.clone();
        more.replace_range(i..=i, &c.to_string());
        if read(&more).is_ok() {
            kept = more;
        }
    }
    assert!(kept.matches('.').count() < 70, "{kept}");
    kept
}

#[test]
fn quoted_lines_are_read_without_their_marks() {
    let wanted = good(WIKIPEDIA).line();
    let quoted = |before: &str, after: &str| -> String {
        rows(WIKIPEDIA)
            .iter()
            .map(|row| format!("{before}{row}{after}\n"))
            .collect()
    };
    for text in [
        quoted("> ", ""),
        quoted(">> ", ""),
        quoted("\"", "\","),
        quoted("'", "'"),
        quoted("“", "”"),
        format!("> {WIKIPEDIA}"),
        format!("\"{WIKIPEDIA}\""),
    ] {
        assert_eq!(good(&text).line(), wanted, "{text}");
    }
    let field = good(&format!("\"{WIKIPEDIA}\",\"easy\""));
    assert_eq!(
        (field.line(), field.label.as_deref()),
        (wanted, Some("\"easy\""))
    );
}

#[test]
fn empty_fields_between_commas_are_empty_cells() {
    let wanted = good(WIKIPEDIA).line();
    let fields = |line: &str, separator: &str| -> String {
        let fields: Vec<String> = line
            .chars()
            .map(|c| c.to_string().replace('.', ""))
            .collect();
        fields.join(separator)
    };
    for separator in [",", ";", "\t", ", "] {
        let grid: Vec<String> = rows(WIKIPEDIA)
            .iter()
            .map(|row| fields(row, separator))
            .collect();
        assert_eq!(good(&grid.join("\n")).line(), wanted, "{grid:?}");
    }
    assert_eq!(good(&fields(WIKIPEDIA, ",")).line(), wanted);
    // A row of only commas is an empty row.
    let top = format!("{},,,,,,,\n", "").repeat(1) + ",,,,5,,,\n" + &",,,,,,,\n".repeat(6);
    assert_eq!(good(&top).clues(), 1, "{top}");
}

#[test]
fn error_names_the_line_of_the_mistake() {
    let line_of = |text: &str| {
        let bad: Vec<Entry> = entries(text)
            .into_iter()
            .filter(|e| e.puzzle.is_err())
            .collect();
        assert_eq!(bad.len(), 1, "{text}\n{bad:?}");
        bad[0].puzzle.as_ref().expect_err("bad").line()
    };
    let grid = rows(WIKIPEDIA).join("\n");
    let mut short = rows(WIKIPEDIA);
    short[4] = "4..8.3..".into();
    let text = format!("# one\n{grid}\n\n# two\n{}\n\n{grid}\n", short.join("\n"));
    assert_eq!(line_of(&text), Some(17));
    let mut strange = rows(WIKIPEDIA);
    strange[6] = ".6..q.28.".into();
    assert_eq!(
        line_of(&format!("{grid}\n\n{}\n\n{grid}\n", strange.join("\n"))),
        Some(17)
    );
    let clash = format!("{grid}\n\n{}\n", grid.replacen("8..79", "8..75", 1));
    assert_eq!(line_of(&clash), Some(19));
    // If three rows are missing, the rows of the next grid are not used.
    let six = rows(WIKIPEDIA)[..6].join("\n");
    let all = entries(&format!("{six}\n\n{grid}\n\n{grid}\n"));
    assert_eq!(all.iter().filter(|entry| entry.puzzle.is_ok()).count(), 2);
    assert_eq!((all[0].line, all.len()), (1, 3));
    // One 4x4 puzzle with a digit that is too large does not turn all lines into rows of a 16x16
    // board.
    let mut small = ["1.............2."; 12];
    small[7] = "1.......7.....2.";
    assert_eq!(line_of(&small.join("\n")), Some(8));
}
