//! The text of a rule file in reports: whole lines, or for very long lines the part around the
//! problem.

use std::ops::Range;

use crate::printable_text::blanked;
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// Maximum length of a line that is shown whole, in bytes.
const MAX_WHOLE_LINE: usize = 400;
/// The number of bytes of a long line shown before and after the problem.
const AROUND: usize = 60;
/// The number of bytes of a long problem that are shown.
const MAX_POINTED: usize = 200;

/// The text of a file, with question marks for control characters.
#[derive(Clone, Debug)]
pub struct Text(String);

impl Text {
    /// The text of a file, prepared for reports.
    pub fn of(text: &str) -> Text {
        Text(blanked(text).into_owned())
    }

    /// Whether a line of this range is too long to be shown whole.
    fn is_long(&self, range: &Range<usize>) -> bool {
        let bytes = self.0.as_bytes();
        let (start, end) = (range.start.min(bytes.len()), range.end.min(bytes.len()));
        let before = bytes[..start].iter().rposition(|&b| b == b'\n');
        let after = bytes[end..].iter().position(|&b| b == b'\n');
        let lines = &bytes[before.map_or(0, |i| i + 1)..after.map_or(bytes.len(), |i| end + i)];
        lines
            .split(|&b| b == b'\n')
            .any(|line| line.len() > MAX_WHOLE_LINE)
    }

    /// The part of a range to point at: all of it, or its beginning if it is long and in a long
    /// line.
    pub fn shown(&self, range: &Range<usize>) -> Range<usize> {
        if range.len() <= MAX_POINTED || !self.is_long(range) {
            return range.clone();
        }
        range.start..self.boundary(range.start + MAX_POINTED)
    }

    /// Whether two places can be shown in one excerpt.
    pub fn together(&self, one: &Range<usize>, other: &Range<usize>) -> bool {
        let all = one.start.min(other.start)..one.end.max(other.end);
        all.len() <= MAX_POINTED || !self.is_long(&all)
    }

    /// The last character boundary at or before an offset.
    fn boundary(&self, at: usize) -> usize {
        let at = at.min(self.0.len());
        { (0..=at).rev() }
            .find(|&i| self.0.is_char_boundary(i))
            .unwrap_or(0)
    }
}

impl SourceCode for Text {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let range = span.offset()..span.offset() + span.len();
        let whole = self.0.read_span(span, before, after)?;
        let lines = whole.data().split(|&b| b == b'\n');
        if lines.map(<[u8]>::len).max().unwrap_or(0) <= MAX_WHOLE_LINE {
            return Ok(whole);
        }
        let bytes = self.0.as_bytes();
        let line_start = bytes[..range.start].iter().rposition(|&b| b == b'\n');
        let line_start = line_start.map_or(0, |i| i + 1);
        let line_end = bytes[range.end..].iter().position(|&b| b == b'\n');
        let line_end = line_end.map_or(bytes.len(), |i| range.end + i);
        let start = self
            .boundary(range.start.saturating_sub(AROUND))
            .max(line_start);
        let end = self.boundary(range.end + AROUND).min(line_end);
        let line = bytes[..start].iter().filter(|&&b| b == b'\n').count();
        Ok(Box::new(MietteSpanContents::new(
            &bytes[start..end],
            (start, end - start).into(),
            line,
            start - line_start,
            1,
        )))
    }
}
