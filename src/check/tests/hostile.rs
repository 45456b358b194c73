//! Inputs that are too large or too deeply nested to be stored as files.

use crate::common::{is_accepted, rejection};
use qedoku_check::{Verdict, check};
use std::io::{self, BufReader, Read};

const LIMIT: usize = 1 << 20;
const HEADER: &str = "qed 1\nboard sudoku 2x2\ngivens ................\n";
/// A board where r1c1 is empty from the start, so that every suppose can be refuted.
const CLASH: &str = "qed 1\nboard sudoku 2x2\ngivens 11..............\n";

/// A text, followed by copies of one piece, `left` bytes in all.
struct Stream<'a> {
    pending: &'a [u8],
    piece: &'a [u8],
    left: usize,
    read: &'a mut usize,
}

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.pending.is_empty() && self.left > 0 {
            self.pending = self.piece;
        }
        let taken = self.pending.len().min(buffer.len()).min(self.left);
        buffer[..taken].copy_from_slice(&self.pending[..taken]);
        self.pending = &self.pending[taken..];
        self.left -= taken;
        *self.read += taken;
        Ok(taken)
    }
}

/// The verdict on a stream, and the number of bytes that the checker read.
fn verdict_on_stream(start: &str, piece: &[u8], length: usize) -> (Verdict, usize) {
    let mut read = 0;
    let stream = Stream {
        pending: start.as_bytes(),
        piece,
        left: length,
        read: &mut read,
    };
    let verdict = check(BufReader::new(stream)).expect("a stream can be read");
    (verdict, read)
}

fn assert_stops_at_the_limit(start: &str, piece: &[u8]) {
    let (verdict, read) = verdict_on_stream(start, piece, 1 << 30);
    let Verdict::Rejected(rejection) = verdict else {
        panic!("{verdict}");
    };
    assert_eq!(rejection.reason.code(), "line-too-long");
    assert!(
        read <= start.len() + LIMIT + (64 << 10),
        "{read} bytes were read"
    );
}

#[test]
fn rejects_a_gigabyte_without_a_line_feed_at_the_limit() {
    assert_stops_at_the_limit("", &[b'x'; 4096]);
}

#[test]
fn rejects_a_gigabyte_of_spaces_at_the_limit() {
    assert_stops_at_the_limit(HEADER, &[b' '; 4096]);
}

#[test]
fn rejects_a_comment_of_a_gigabyte_at_the_limit() {
    assert_stops_at_the_limit("#", &[0xff; 4096]);
}

#[test]
fn rejects_a_state_of_a_gigabyte_at_the_limit() {
    assert_stops_at_the_limit("qed 1\nboard sudoku 2x2\nstate", b" 1234");
}

#[test]
fn rejects_a_gigabyte_after_the_claim_at_the_limit() {
    assert_stops_at_the_limit(&format!("{HEADER}claim open\n"), &[b' '; 4096]);
}

#[test]
fn stops_reading_at_the_first_wrong_line() {
    let (verdict, read) = verdict_on_stream(HEADER, b"guess\n", 1 << 30);
    assert!(matches!(verdict, Verdict::Rejected(_)));
    assert!(read < 100_000, "{read} bytes were read");
}

#[test]
fn stops_reading_where_it_declines() {
    let (verdict, read) = verdict_on_stream("qed 3\n", b"x", 1 << 30);
    assert!(matches!(verdict, Verdict::Declined(_)));
    assert!(read < 100_000, "{read} bytes were read");
}

#[test]
fn reads_many_megabytes_of_comments_to_the_missing_claim() {
    let (verdict, read) = verdict_on_stream(HEADER, b"# a comment\n\n", 64 << 20);
    let Verdict::Rejected(rejection) = verdict else {
        panic!("{verdict}");
    };
    assert_eq!(rejection.reason.code(), "missing-claim");
    assert_eq!(read, 64 << 20);
}

#[test]
fn reads_megabytes_of_steps() {
    let piece = b"single r1c1=1 : 1b1\n";
    let start = "qed 1\nboard sudoku 2x2\ngivens 1...............\n";
    let (verdict, _) = verdict_on_stream(start, piece, start.len() + piece.len() * 200_000);
    let Verdict::Rejected(rejection) = verdict else {
        panic!("{verdict}");
    };
    assert_eq!(
        (rejection.reason.code(), rejection.line),
        ("missing-claim", 200_004)
    );
}

/// A proof with a line of exactly this many bytes, made long by spaces.
fn with_line_of(length: usize, line: &str, end: &str) -> String {
    format!(
        "{HEADER}{line}{}{end}claim open\n",
        " ".repeat(length - line.len())
    )
}

#[test]
fn accepts_lines_of_the_greatest_length() {
    for line in ["", "#"] {
        assert!(is_accepted(with_line_of(LIMIT, line, "\n")));
        assert!(is_accepted(with_line_of(LIMIT - 1, line, "\r\n")));
    }
    let last = with_line_of(LIMIT, "claim open", "");
    assert!(is_accepted(last.strip_suffix("claim open\n").unwrap()));
}

#[test]
fn rejects_lines_that_are_one_byte_too_long() {
    let texts = [
        with_line_of(LIMIT + 1, "", "\n"),
        with_line_of(LIMIT + 1, "#", "\n"),
        with_line_of(LIMIT, "", "\r\n"),
        with_line_of(LIMIT + 1, "claim open", ""),
    ];
    for text in texts {
        let rejection = rejection(&text);
        assert_eq!(
            (rejection.reason.code(), rejection.line),
            ("line-too-long", 4)
        );
        assert_eq!(rejection.step, None);
    }
}

#[test]
fn rejects_more_than_ten_thousand_open_supposes() {
    for deep in [10_001, 100_000] {
        let text = format!("{HEADER}{}", "suppose r1c1=1\n".repeat(deep));
        let rejection = rejection(text);
        assert_eq!(rejection.reason.code(), "suppose-too-deep");
        assert_eq!(rejection.step, Some(10_001));
    }
}

#[test]
fn accepts_ten_thousand_open_supposes() {
    let supposes = "suppose r4c4=1\n".repeat(10_000);
    let refuted = "refuted r1c1\n".repeat(10_000);
    assert!(is_accepted(format!(
        "{CLASH}{supposes}{refuted}claim open\n"
    )));
    let one_too_few = format!(
        "{CLASH}{supposes}{}claim open\n",
        "refuted r1c1\n".repeat(9_999)
    );
    assert_eq!(rejection(one_too_few).reason.code(), "claim-in-suppose");
}

#[test]
fn sums_stay_exact_in_the_longest_line() {
    let mut line = String::from("count r1c3<>1 :");
    while line.len() < LIMIT - 100 {
        line += " -1000000*r1c3 -1000000*1r1";
    }
    let rejection = rejection(format!("{HEADER}{line}\nclaim open\n"));
    assert_eq!(rejection.reason.code(), "weight-not-above-bound");
    line += " +r1c1";
    while line.len() < LIMIT - 100 {
        line += " +1r1";
    }
    assert!(!is_accepted(format!("{HEADER}{line}\nclaim open\n")));
}

#[test]
fn an_error_of_reading_is_not_a_verdict() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let accepted_so_far = HEADER.as_bytes().chain(&b"claim open\n"[..]);
    assert!(check(BufReader::new(accepted_so_far.chain(Broken))).is_err());
}
