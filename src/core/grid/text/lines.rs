//! The lines of an input, with lookahead and a limit on their length.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::chars;
use super::source::MAX_PUZZLE_BYTES;

/// A line without its line break.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub bytes: Vec<u8>,
    /// Number of the line, from 1.
    pub number: usize,
    /// Whether the line is known to be a puzzle by itself.
    pub whole: bool,
}

/// The lines of an input. A line beyond the limit is cut just after it.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    number: usize,
    ahead: VecDeque<Line>,
    spare: Vec<Vec<u8>>,
    failed: Option<io::Error>,
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Lines<R> {
        Lines {
            input,
            number: 0,
            ahead: VecDeque::new(),
            spare: Vec::new(),
            failed: None,
            ended: false,
        }
    }

    /// The number of the last line read.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The error of the input, returned once.
    pub fn failure(&mut self) -> Option<io::Error> {
        self.failed.take()
    }

    /// The next line.
    pub fn pop(&mut self) -> Option<Line> {
        self.ahead.pop_front().or_else(|| self.read())
    }

    /// The line after the next `skip` lines.
    pub fn peek(&mut self, skip: usize) -> Option<&Line> {
        while self.ahead.len() <= skip {
            let line = self.read()?;
            self.ahead.push_back(line);
        }
        self.ahead.get(skip)
    }

    /// Puts lines back, to be read next.
    pub fn put_back(&mut self, lines: Vec<Line>) {
        for line in lines.into_iter().rev() {
            self.ahead.push_front(line);
        }
    }

    /// Reuses the buffer of a line for later lines.
    pub fn reuse(&mut self, line: Line) {
        if self.spare.len() < 32 {
            self.spare.push(line.bytes);
        }
    }

    fn read(&mut self) -> Option<Line> {
        if self.ended {
            return None;
        }
        let mut bytes = self.spare.pop().unwrap_or_default();
        bytes.clear();
        match self.fill(&mut bytes) {
            Ok(0) => self.ended = true,
            Ok(_) => {}
            Err(error) => {
                self.failed = Some(error);
                self.ended = true;
            }
        }
        if self.ended {
            return None;
        }
        self.number += 1;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        if self.number == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        unquote(&mut bytes);
        Some(Line {
            bytes,
            number: self.number,
            whole: false,
        })
    }

    /// Reads to the end of the line, keeping at most the limit.
    fn fill(&mut self, bytes: &mut Vec<u8>) -> io::Result<usize> {
        let bound = MAX_PUZZLE_BYTES as u64 + 2;
        let read = (&mut self.input).take(bound).read_until(b'\n', bytes)?;
        if read as u64 == bound && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        Ok(read)
    }
}

/// Removes quotation prefixes, `> 53..7....`, as in mails and forums.
pub(super) fn unquote(line: &mut Vec<u8>) {
    let mut end = 0;
    while let Some(at) = line[end..].iter().position(|&b| b != b' ')
        && line[end + at] == b'>'
    {
        end += at + 1;
        end += usize::from(line.get(end) == Some(&b' '));
    }
    line.drain(..end);
    // A puzzle in quotation marks, alone or as the first of several fields.
    let first = line.iter().position(|&b| b != b' ').unwrap_or(0);
    if let Some(&mark @ (b'"' | b'\'')) = line.get(first)
        && let Some(length) = line[first + 1..].iter().position(|&b| b == mark)
        && line[first + 1..][..length]
            .iter()
            .all(|&b| chars::is_cell(chars::class(b)))
    {
        line[first] = b' ';
        line[first + 1 + length] = b' ';
    }
}
