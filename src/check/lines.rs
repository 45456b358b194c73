//! The file as lines of tokens. Only one line, of bounded length, is in memory.

use crate::verdict::{Judged, Need, Stop};
use std::io::{BufRead, Read};

/// The longest line, without its line feed.
const MAX_LINE: usize = 1 << 20;

pub(crate) struct Lines<R> {
    pub input: R,
    /// The number of the current line, counted from 1, comments included; and that of the step, if
    /// the line is a step.
    pub place: (u64, Option<u64>),
    pub text: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Moves to the next line that is neither empty nor a comment. Returns false at the end of the
    /// file.
    pub fn next(&mut self) -> Judged<bool> {
        self.place.1 = None;
        loop {
            self.text.clear();
            self.place.0 += 1;
            // One byte more than the limit: the line feed, or the evidence that the line is too
            // long.
            let mut bounded = self.input.by_ref().take(MAX_LINE as u64 + 1);
            let read = bounded.read_until(b'\n', &mut self.text);
            if read.map_err(Stop::Unreadable)? == 0 {
                return Ok(false);
            }
            // A carriage return counts for the length. It is ignored only before a line feed.
            if self.text.pop_if(|byte| *byte == b'\n').is_some() {
                self.text.pop_if(|byte| *byte == b'\r');
            }
            (self.text.len() <= MAX_LINE).need("line-too-long")?;
            let first = self.text.iter().find(|&&byte| byte != b' ');
            if first.is_some_and(|&byte| byte != b'#') {
                // The format is ASCII and has no `?`. So foreign bytes become `?`: the line is
                // text, and its error remains.
                let foreign = self.text.iter_mut().filter(|byte| !byte.is_ascii());
                foreign.for_each(|byte| *byte = b'?');
                return Ok(true);
            }
        }
    }

    /// Moves to the next significant line, if the file must not end here.
    pub fn advance(&mut self) -> Judged {
        self.next()?.need("missing-claim")
    }

    /// The tokens of the current line; there is at least one.
    pub fn tokens(&self) -> Vec<&str> {
        let text = str::from_utf8(&self.text).expect("`next` leaves only ASCII");
        let mut tokens = Vec::with_capacity(16);
        tokens.extend(text.split(' ').filter(|token| !token.is_empty()));
        tokens
    }
}
