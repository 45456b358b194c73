//! Every format of puzzle text.

use qedoku_core::grid::text::{self, Source};
use qedoku_core::grid::{Expected, bits};

use super::{WIKIPEDIA, content, good, read};

fn rows(line: &str, n: usize, row: impl Fn(&str) -> String) -> String {
    let rows: Vec<String> = (0..n).map(|i| row(&line[i * n..(i + 1) * n])).collect();
    rows.join("\n") + "\n"
}

fn spaced(text: &str, between: &str) -> String {
    text.chars()
        .map(String::from)
        .collect::<Vec<_>>()
        .join(between)
}

#[test]
fn grid_formats_give_one_puzzle() {
    let framed = |top: &str, row: &str, middle: &str, bottom: &str, width: usize, between: &str| {
        let mut text = format!("{top}\n");
        for r in 0..9 {
            let parts: Vec<String> = (0..3)
                .map(|b| spaced(&WIKIPEDIA[r * 9 + b * 3..][..3], between))
                .collect();
            let pad = " ".repeat(width);
            let inner = parts.join(&format!("{pad}{row}{pad}"));
            text += &format!("{row}{pad}{inner}{pad}{row}\n");
            if r == 2 || r == 5 {
                text += &format!("{middle}\n");
            }
        }
        text + bottom + "\n"
    };
    let ways = [
        WIKIPEDIA.to_owned(),
        WIKIPEDIA.replace('.', "0"),
        WIKIPEDIA.replace('.', "*"),
        WIKIPEDIA.replace('.', "_"),
        WIKIPEDIA.replace('.', "?"),
        format!("  {WIKIPEDIA}\t\r\n\r\n"),
        format!("\u{feff}{WIKIPEDIA}\n"),
        format!("# a title\n\n{WIKIPEDIA}"),
        format!("{WIKIPEDIA},{}", "1".repeat(81)),
        spaced(WIKIPEDIA, " "),
        spaced(WIKIPEDIA, ","),
        spaced(WIKIPEDIA, "\u{a0}"),
        spaced(WIKIPEDIA, "\n"),
        rows(WIKIPEDIA, 9, str::to_owned),
        rows(WIKIPEDIA, 9, |row| row.to_owned() + "\r"),
        rows(WIKIPEDIA, 9, |row| format!("  {}  ", spaced(row, "  "))),
        rows(WIKIPEDIA, 9, |row| spaced(row, "\t")),
        rows(WIKIPEDIA, 9, |row| {
            format!("{} {} {}", &row[..3], &row[3..6], &row[6..])
        }),
        rows(WIKIPEDIA, 9, |row| {
            format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..])
        }),
        WIKIPEDIA
            .as_bytes()
            .chunks(27)
            .map(|c| String::from_utf8_lossy(c) + "\n")
            .collect(),
        WIKIPEDIA
            .as_bytes()
            .chunks(3)
            .map(|c| String::from_utf8_lossy(c) + "\n")
            .collect(),
        format!(
            "{}\n\n{}\n\n\n{}\n",
            &WIKIPEDIA[..27],
            &WIKIPEDIA[27..54],
            &WIKIPEDIA[54..]
        ),
        framed(
            "+---+---+---+",
            "|",
            "+---+---+---+",
            "+---+---+---+",
            0,
            "",
        ),
        framed(
            "+-------+-------+-------+",
            "|",
            "|-------+-------+-------|",
            "+---+",
            1,
            " ",
        ),
        framed(
            "*-----------*",
            "|",
            "|---+---+---|",
            "*-----------*",
            0,
            "",
        ),
        framed(
            ".-----.-----.-----.",
            "|",
            ":-----+-----+-----:",
            "'-----'-----'-----'",
            1,
            "",
        ),
        framed(
            "┌───┬───┬───┐",
            "│",
            "├───┼───┼───┤",
            "└───┴───┴───┘",
            0,
            "",
        ),
        framed("╔═══╦═══╗", "║", "╠═══╬═══╣", "╚═══╩═══╝", 1, " "),
        framed("", "", "------+------+------", "", 1, " "),
        framed("", "", "", "", 0, ""),
    ];
    for way in ways {
        let puzzle = good(&way);
        assert_eq!(
            content(&puzzle),
            (9, Some(WIKIPEDIA.to_owned()), None),
            "{way}"
        );
    }
}

#[test]
fn all_sizes_are_read_from_lines_and_from_rows() {
    for n in [4, 6, 8, 9, 10, 12, 15, 16, 20, 25] {
        let empty = ".".repeat(n * n);
        assert_eq!(content(&good(&empty)).1.as_ref(), Some(&empty));
        let last = "123456789ABCDEFGHIJKLMNOP".chars().nth(n - 1).unwrap();
        let one = format!("{}{}", &empty[1..], last);
        for text in [
            one.clone(),
            one.to_lowercase(),
            rows(&one, n, str::to_owned),
            spaced(&one, " "),
        ] {
            assert_eq!(
                content(&good(&text)),
                (n, Some(one.clone()), None),
                "{text}"
            );
        }
    }
}

#[test]
fn numbers_above_nine_are_digits_of_large_boards() {
    let row = "16 . 10 0 1 2 3 4 _ 9 15 14 13 12 11 5";
    let text = format!("{row}\n{}", format!("{}\n", ". ".repeat(16)).repeat(15));
    let line = good(&text).line().unwrap();
    assert_eq!(&line[..16], "G.A.1234.9FEDCB5");
    let padded = format!("07 {}", "00 ".repeat(99));
    assert_eq!(&good(&padded).line().unwrap()[..3], "7..");
}

#[test]
fn pencilmarks_are_read_with_and_without_a_frame() {
    let bare = "1 23 234 24\n234 234 1 24\n24 1 23 34\n3 24 24 1\n";
    let framed = "
.--------.--------.
| 1   23 | 234 24 |
| 234 234| 1   24 |
:--------+--------:
| 24  1  | 23  34 |
| 3   24 | 24   1 |
'--------'--------'";
    let brackets = "{1} (23) [234] <24> 432 {234} 1 24 24 1 23 34 3 24 24 1";
    let masks = |text: &str| content(&good(text)).2.expect("pencilmarks");
    let expected = masks(bare);
    let first: Vec<Vec<usize>> = expected[..4].iter().map(|&m| bits(m).collect()).collect();
    assert_eq!(first, [vec![0], vec![1, 2], vec![1, 2, 3], vec![1, 3]]);
    for text in [framed, brackets, &bare.replace('\n', " ")] {
        assert_eq!(masks(text), expected, "{text}");
        assert_eq!(good(text).givens, None);
    }
}

#[test]
fn pencilmarks_of_one_digit_everywhere_are_a_grid() {
    let puzzle = good("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n");
    assert_eq!(
        content(&puzzle),
        (4, Some("1234341221434321".to_owned()), None)
    );
}

#[test]
fn empty_cell_among_pencilmarks_has_all_candidates() {
    let puzzle = good("1 23 . 4\n. . . .\n. . . .\n. . . .");
    assert_eq!(puzzle.pencilmarks.unwrap()[..4], [1, 6, 15, 8]);
}

#[test]
fn full_pencilmarks_are_not_a_grid() {
    for n in [4usize, 6, 8, 9] {
        let all: String = "123456789".chars().take(n).collect();
        let text = rows(&".".repeat(n * n), n, |_| vec![all.clone(); n].join(" "));
        let puzzle = good(&text);
        assert_eq!(
            puzzle.pencilmarks,
            Some(vec![(1 << n) - 1; n * n]),
            "{text}"
        );
    }
}

#[test]
fn candidate_list_has_a_position_per_digit() {
    let list = "1....2..12341234".to_owned() + &"1.3..2.4".repeat(6);
    let puzzle = good(&list);
    assert_eq!(puzzle.board.size(), 4);
    assert_eq!(
        puzzle.pencilmarks.as_ref().unwrap()[..6],
        [1, 2, 15, 15, 5, 10]
    );
    assert_eq!(text::line(&puzzle), list);
    let nine = "1.......9".repeat(81);
    for text in [
        nine.clone(),
        nine.replace('.', "0"),
        spaced(&nine, " "),
        format!("{nine}\tname"),
    ] {
        assert_eq!(good(&text).pencilmarks, Some(vec![0b1_0000_0001; 81]));
    }
    let lines: String = nine
        .as_bytes()
        .chunks(81)
        .map(|c| String::from_utf8_lossy(c) + "\n")
        .collect();
    assert_eq!(good(&lines).pencilmarks, Some(vec![0b1_0000_0001; 81]));
}

#[test]
fn sixty_four_characters_are_8x8_unless_all_cells_have_marks() {
    let empty = ".".repeat(64);
    assert_eq!(good(&empty).board.size(), 8);
    let grid = format!("12345678{}", ".".repeat(56));
    assert_eq!(content(&good(&grid)), (8, Some(grid), None));
    assert_eq!(good(&"1234".repeat(16)).board.size(), 4);
}

#[test]
fn library_line_gives_state_and_step() {
    let board = "1+2.......".to_owned() + &".".repeat(72);
    let puzzle = good(&format!(":0300-2:47:{board}:323 424:436 999::7"));
    assert_eq!(puzzle.clues(), 1);
    let state = puzzle.state();
    let digits = |name: &str| {
        let cell = puzzle.board.parse_cell(name).unwrap();
        bits(state.digits(&puzzle.board, cell))
            .map(|i| i + 1)
            .collect::<Vec<_>>()
    };
    assert_eq!(digits("r1c1"), [1]);
    assert_eq!(digits("r1c2"), [2]);
    assert_eq!(digits("r1c3"), [3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(digits("r2c3"), [4, 5, 6, 7, 8, 9]);
    assert_eq!(digits("r2c4"), [1, 2, 3, 5, 6, 7, 8, 9]);
    let candidate = |name| puzzle.board.parse_candidate(name).unwrap();
    let expected = puzzle.expected.as_ref().unwrap();
    assert_eq!(
        *expected,
        Expected {
            code: "0300".to_owned(),
            variant: Some("2".to_owned()),
            digits: [4, 7]
                .map(|d| puzzle.board.digits().nth(d - 1).unwrap())
                .to_vec(),
            eliminations: vec![candidate("r3c6<>4"), candidate("r9c9<>9")],
            placements: vec![],
            extra: "7".to_owned(),
        }
    );
}

#[test]
fn library_lines_may_end_early_and_have_variants() {
    let board = ".".repeat(81);
    let code = |line: String| {
        let expected = good(&line).expected.unwrap();
        (expected.code, expected.variant, expected.extra)
    };
    let some = |v: &str| Some(v.to_owned());
    assert_eq!(
        code(format!(":0000:1:{board}")),
        ("0000".into(), None, "".into())
    );
    assert_eq!(
        code(format!(":03111::{board}:::182:")),
        ("0311".into(), some("1"), "".into())
    );
    assert_eq!(
        code(format!(":0606-x:12:{board}::::a:b")),
        ("0606".into(), some("x"), "a:b".into())
    );
}

#[test]
fn sadman_files_have_headers_and_sections() {
    let grid = rows(WIKIPEDIA, 9, str::to_owned);
    let with_one_more = WIKIPEDIA.replacen("53..", "534.", 1);
    let state = rows(&with_one_more, 9, str::to_owned);
    let text = format!("#AAn Author\n#DThe title\n#LEasy\n[Puzzle]\n{grid}\n[State]\n{state}");
    let puzzle = good(&text);
    assert_eq!(puzzle.label.as_deref(), Some("The title"));
    assert_eq!(puzzle.line().as_deref(), Some(WIKIPEDIA));
    let cell = puzzle.board.parse_cell("r1c3").unwrap();
    assert_eq!(puzzle.state().digits(&puzzle.board, cell), 1 << 3);
    assert_eq!(puzzle.state(), good(&with_one_more).state());

    let alone = good(&format!("#AAn Author\n#DThe title\n{grid}"));
    assert_eq!(content(&alone), content(&good(WIKIPEDIA)));
    assert_eq!(alone.label.as_deref(), Some("The title"));

    let same = good(&format!("[puzzle]\n{grid}[STATE]\n{grid}"));
    assert_eq!(content(&same), content(&good(WIKIPEDIA)));
    let other = good(&format!(
        "[Puzzle]\n{WIKIPEDIA}\n[Colours]\n12 34\n5 6\n[State]\n{state}"
    ));
    assert_eq!(other.state(), puzzle.state());
}

#[test]
fn labels_come_from_text_behind_or_comments_above() {
    let label = |text: String| good(&text).label;
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(label(WIKIPEDIA.to_owned()), None);
    assert_eq!(label(format!("{WIKIPEDIA} # easy ")), some("easy"));
    assert_eq!(label(format!("{WIKIPEDIA}\t26\t2.0\r\n")), some("26\t2.0"));
    assert_eq!(label(format!("{WIKIPEDIA}; name, 3")), some("name, 3"));
    assert_eq!(label(format!("# one\n#two\n{WIKIPEDIA}")), some("one two"));
    assert_eq!(label(format!("# header\n\n{WIKIPEDIA}")), None);
    assert_eq!(
        label(format!("# header\n\n# title\n{WIKIPEDIA}")),
        some("title")
    );
    assert_eq!(
        label(format!("# above\n{WIKIPEDIA} # behind")),
        some("behind")
    );
    assert_eq!(label(format!("#Difficult\n{WIKIPEDIA}")), some("Difficult"));
    assert_eq!(label(rows(WIKIPEDIA, 9, str::to_owned) + "# below"), None);
    assert_eq!(label("1..............4 easy".to_owned()), some("easy"));
    assert_eq!(
        label(spaced("1..............4", " ") + " # s p a c e d"),
        some("s p a c e d")
    );
}

#[test]
fn invalid_utf8_is_allowed_in_comments() {
    let mut bytes = b"# Andr\xe9\n".to_vec();
    bytes.extend(WIKIPEDIA.bytes());
    let puzzle = text::read_puzzle(&Source::new("test", &bytes)).unwrap();
    assert_eq!(puzzle.label.as_deref(), Some("Andr\u{fffd}"));
}

#[test]
fn puzzle_may_have_a_cell_without_candidates() {
    let text = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
    let puzzle = good(&text);
    let cell = puzzle.board.parse_cell("r1c9").unwrap();
    assert_eq!(puzzle.state().digits(&puzzle.board, cell), 0);
}

#[test]
fn read_options_tolerate_errors() {
    let clash = format!("55{}", ".".repeat(79));
    let empty = "- 12 . .\n. . . .\n. . . .\n. . . .";
    assert!(read(&clash).is_err() && read(empty).is_err());
    let options = text::ReadOptions {
        allow_clash: true,
        allow_empty: true,
    };
    let lenient = |text: &str| text::read_puzzle_with(&Source::new("test", text), options);
    assert_eq!(lenient(&clash).unwrap().line(), Some(clash.clone()));
    assert_eq!(
        lenient(empty).unwrap().pencilmarks.unwrap()[..3],
        [0, 3, 15]
    );
    let library = format!(":0000::5+5{}:::", ".".repeat(79));
    assert!(read(&library).is_err() && lenient(&library).is_ok());
}
