//! An export has exactly the lines of its steps, for any text in an annotation.

use qedoku_core::proof::export::Format;
use qedoku_tests::export::{Checker, exported, forbidden_line};

/// Characters that some programs read as a line end, and other control characters.
const ENDS: [&str; 12] = [
    "\r",
    "\r\r",
    "\u{b}",
    "\u{c}",
    "\u{1c}",
    "\u{1d}",
    "\u{1e}",
    "\0",
    "\u{1b}[2K",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
];

/// Returns a proof whose annotations contain this text.
fn saying(words: &str) -> String {
    format!(
        "qed 1\nboard sudoku 2x2\ngivens ...1..4....23...\n\
         #: rule {words}\n#: bind d={words} {words}=1\n#: say {words}\n\
         count r1c1<>2 r1c2<>2 : +2r2 -2b1\n\
         #: say {words}\n\
         single r1c1=4 : r1c1\nsingle r1c2=3 : r1c2\nsingle r3c1=1 : r3c1\n\
         # {words}\n\
         single r3c2=4 : r3c2\nsingle r4c2=2 : r4c2\nclaim unique 4321214314323214\n"
    )
}

/// Returns the number of lines for a program that accepts every kind of line end.
fn all_lines(text: &str) -> usize {
    text.split(|c: char| (c.is_control() && c != '\t') || matches!(c, '\u{2028}' | '\u{2029}'))
        .count()
}

#[test]
fn annotation_line_ends_are_escaped_in_exports() {
    for format in [
        Format::Veripb,
        Format::Lrat,
        Format::Drat,
        Format::Json,
        Format::Tex,
    ] {
        let plain = exported(saying("harmless").as_bytes(), format).expect("an export");
        for end in ENDS {
            let proof = saying(&format!("harmless{end}@a a 1 r1c1d1 >= 1;"));
            qedoku_tests::accepted(&proof);
            let files = exported(proof.as_bytes(), format).expect("an export");
            for (file, plain) in files.iter().zip(&plain) {
                let foreign = file.chars().find(|&c| {
                    (c.is_control() && c != '\n') || matches!(c, '\u{2028}' | '\u{2029}')
                });
                assert_eq!(foreign, None, "{format:?}, {end:?}");
                assert_eq!(all_lines(file), all_lines(plain), "{format:?}, {end:?}");
            }
        }
    }
}

#[test]
fn annotation_cannot_inject_veripb_lines() {
    let veripb = Checker::veripb();
    for end in ENDS {
        // In VeriPB, `a` is an assumption, which is not checked.
        let proof = saying(&format!("x{end}@a a 1 r1c1d1 >= 1;{end}"));
        let files = exported(proof.as_bytes(), Format::Veripb).expect("an export");
        assert_eq!(forbidden_line(&files[1].replace('\r', "\n")), None);
        if let Some(veripb) = &veripb {
            let answer = veripb.check(&files);
            assert!(answer.good, "{answer:?}");
            assert!(
                answer.text.contains("s VERIFIED BOUNDS 16 <= obj <= 16"),
                "{answer:?}"
            );
            assert!(
                !answer.text.to_lowercase().contains("warning"),
                "{answer:?}"
            );
        }
    }
}
