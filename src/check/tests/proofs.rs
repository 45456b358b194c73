//! The checker's verdict on a proof file must agree with the file's folder.

use crate::common::{files, is_accepted, proofs, rejection, verdict};
use qedoku_check::{Reason, Verdict};
use std::collections::BTreeSet;
use std::fs;

/// The reasons without a proof file: such files would be too large, or beyond all limits.
const WITHOUT_FILE: [&str; 3] = ["line-too-long", "overflow", "suppose-too-deep"];

/// The codes of files that are declined.
const DECLINE_CODES: [&str; 4] = ["board", "fill-cap", "limit", "version"];

/// The text after this word in a comment at the top of a file.
fn declared(text: &[u8], word: &str) -> Option<String> {
    let head = String::from_utf8_lossy(text);
    let comments = head.lines().take_while(|line| line.starts_with("# "));
    let values: Vec<_> = comments
        .filter_map(|line| line[2..].strip_prefix(word))
        .collect();
    values.first().map(|value| value.trim().to_string())
}

#[test]
fn accepts_all_that_is_in_accept() {
    for (name, text) in files("accept") {
        let verdict = verdict(&text);
        assert!(matches!(verdict, Verdict::Accepted(_)), "{name}: {verdict}");
    }
}

#[test]
fn declines_all_that_is_in_decline() {
    let mut seen = BTreeSet::new();
    for (name, text) in files("decline") {
        match verdict(&text) {
            Verdict::Declined(decline) => seen.insert(decline.code()),
            verdict => panic!("{name}: {verdict}"),
        };
    }
    assert!(seen.into_iter().eq(DECLINE_CODES));
}

#[test]
fn rejects_for_the_declared_reason_and_line() {
    for (name, text) in files("reject") {
        let rejection = rejection(&text);
        let code =
            declared(&text, "reject:").unwrap_or_else(|| panic!("{name} declares no reason"));
        assert_eq!(rejection.reason.code(), code, "{name}");
        if let Some(line) = declared(&text, "line:") {
            assert_eq!(rejection.line.to_string(), line, "{name}");
        }
    }
}

#[test]
fn every_reason_has_a_file_that_is_rejected_for_it() {
    let files = files("reject");
    let seen = files.iter().map(|(_, text)| rejection(text).reason.code());
    let seen: BTreeSet<&str> = seen.chain(WITHOUT_FILE).chain(DECLINE_CODES).collect();
    let all: BTreeSet<&str> = Reason::codes().collect();
    assert_eq!(seen, all);
    assert_eq!(all.len(), Reason::codes().count(), "a code is used twice");
}

#[test]
fn rejections_outnumber_acceptances() {
    assert!(files("reject").len() > 2 * files("accept").len());
}

#[test]
fn codes_are_in_kebab_case() {
    for code in Reason::codes() {
        assert!(
            code.bytes()
                .all(|byte| byte == b'-' || byte.is_ascii_lowercase()),
            "{code}"
        );
    }
}

#[test]
fn survives_all_that_is_in_run() {
    for (_, text) in files("run") {
        verdict(&text);
    }
}

#[test]
fn verdicts_are_one_short_line_of_plain_text() {
    for folder in ["reject", "run", "decline"] {
        for (name, text) in files(folder) {
            let message = verdict(&text).to_string();
            assert!(
                message.bytes().all(|byte| (32..127).contains(&byte)),
                "{name}: {message:?}"
            );
            assert!(message.len() < 300, "{name}: {message}");
        }
    }
}

#[test]
fn a_truncated_proof_is_not_accepted() {
    for (name, text) in files("accept") {
        let find = |start: usize| text[start..].starts_with(b"\nclaim ").then_some(start + 1);
        let claim = (0..text.len())
            .rev()
            .find_map(find)
            .expect("there is a claim");
        let line = text[claim..].split(|byte| b"\r\n".contains(byte)).next();
        let complete = claim + line.expect("a split has a first part").len();
        // Every place near the end, where the claim is, and a selection of the others in a long
        // file.
        let stride = 1 + complete / 1500;
        for end in (0..complete).filter(|end| end % stride == 0 || end + 300 > complete) {
            let verdict = verdict(&text[..end]);
            let accepted = matches!(verdict, Verdict::Accepted(_));
            assert!(!accepted, "{name} is accepted when cut at byte {end}");
        }
        for end in complete..text.len() {
            verdict(&text[..end]);
        }
    }
}

#[test]
fn no_changed_byte_makes_the_checker_crash() {
    for (_, mut text) in files("accept")
        .into_iter()
        .filter(|(_, text)| text.len() < 500)
    {
        for index in 0..text.len() {
            let old = text[index];
            for new in [0, b'\n', b' ', b'9', 0xff] {
                text[index] = new;
                verdict(&text);
            }
            text[index] = old;
        }
    }
}

#[test]
fn a_proof_without_a_step_claims_no_other_solution() {
    for (name, text) in files("accept") {
        let Verdict::Accepted(whole) = verdict(&text) else {
            panic!("{name} is not accepted");
        };
        let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
        for skipped in 0..lines.len() {
            let kept = lines
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != skipped);
            let part: Vec<u8> = kept.flat_map(|(_, line)| line.iter().copied()).collect();
            if let Verdict::Accepted(part) = verdict(part) {
                assert_eq!(
                    part.claim,
                    whole.claim,
                    "{name} without line {}",
                    skipped + 1
                );
            }
        }
    }
}

#[test]
fn the_whole_proofs_on_the_format_page_are_accepted() {
    let page = fs::read_to_string(proofs("FORMAT.md")).expect("the page can be read");
    let blocks = page.split("```\n").skip(1).step_by(2);
    let whole: Vec<&str> = blocks.filter(|block| block.starts_with("qed ")).collect();
    assert!(whole.iter().any(|proof| proof.starts_with("qed 1\n")));
    assert!(whole.iter().any(|proof| proof.starts_with("qed 2\n")));
    for proof in whole {
        let verdict = verdict(proof);
        assert!(
            matches!(verdict, Verdict::Accepted(_)),
            "{verdict}\n{proof}"
        );
    }
}

/// Forms of lines on the format page: the lines of code blocks and the pieces between backquotes
/// that begin with a word and have no capital letters.
fn examples(page: &str, word: &str) -> Vec<String> {
    let blocks = page.split("\n```").skip(1).step_by(2);
    let lines = blocks.flat_map(str::lines).map(str::trim);
    let pieces = page
        .lines()
        .filter(|line| line.starts_with('|'))
        .flat_map(|it| it.split('`'));
    let is_form = |text: &str| text.contains("...") || text.contains(" T ") || text.contains(" M ");
    let is_capital = |it: &str| it.len() > 1 && it.chars().all(|c| c.is_ascii_uppercase());
    lines
        .chain(pieces)
        .filter(|text| text.split(' ').next() == Some(word) && text.contains(' '))
        .filter(|text| !is_form(text) && !text.split(' ').any(is_capital))
        .map(str::to_owned)
        .collect()
}

/// The words of constraint lines, and then the words of steps.
const CONSTRAINT_WORDS: &str = "house different cage sum row has allow path every all sandwich xsum \
    skyscraper between rise same mod mono zigzag arith";
const STEP_WORDS: &str = "count single suppose refuted deadly fill derive cut claim";

#[test]
fn each_construct_has_an_example_on_the_format_page() {
    let page = fs::read_to_string(proofs("FORMAT.md")).expect("the page can be read");
    let accepted: String = files("accept")
        .into_iter()
        .map(|(_, bytes)| String::from_utf8_lossy(&bytes).into_owned() + "\n")
        .collect();
    for word in CONSTRAINT_WORDS.split(' ').chain(STEP_WORDS.split(' ')) {
        assert!(
            !examples(&page, word).is_empty(),
            "the page has no example of {word}"
        );
        let is_used = accepted
            .lines()
            .any(|line| line.trim().starts_with(&format!("{word} ")));
        assert!(is_used, "no accepted file has {word}");
    }
    let mut read = 0;
    let all = CONSTRAINT_WORDS
        .split(' ')
        .flat_map(|word| examples(&page, word));
    for example in all.filter(|it| it.contains(" : ") || it.starts_with("all")) {
        let verdicts = [(2, 16), (3, 81)].map(|(size, cells)| {
            let givens = ".".repeat(cells);
            let header = format!("qed 2\nboard sudoku {size}x{size}\ngivens {givens}\n");
            is_accepted(format!("{header}{example}\nclaim open\n"))
        });
        assert!(verdicts.contains(&true), "{example}");
        read += 1;
    }
    assert!(read >= 20, "only {read} examples");
}
