//! Draws a state as a grid of candidates.
//!
//! The result is lines of styled spans. The caller chooses the colours. Without colours, a sign
//! before each marked digit carries the same information.
//!
//! There are three layouts, and the first that fits the width is used: one line per row, with the
//! candidates of a cell side by side; one small block per cell, with every digit at its own place;
//! and the solved digits alone.

use std::fmt;

use crate::grid::{Board, Candidate, Cell, Digit, State, bits};

/// The role of a marked candidate in the step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// Part of the pattern: `*7`.
    Pattern,
    /// A fin, or another part outside the core of the pattern: `~7`.
    Fin,
    /// Eliminated by the step: `-7`.
    Eliminated,
    /// Placed by the step: `+7`.
    Placed,
}

impl Mark {
    /// The sign before a marked digit.
    pub fn sign(self) -> char {
        match self {
            Mark::Pattern => '*',
            Mark::Fin => '~',
            Mark::Eliminated => '-',
            Mark::Placed => '+',
        }
    }
}

/// The options of a drawing.
#[derive(Clone, Copy, Debug)]
pub struct DrawOptions<'a> {
    /// The number of columns available.
    pub width: usize,
    /// Whether frames use characters beyond ASCII.
    pub unicode: bool,
    /// The candidates to mark. They are shown even if they are eliminated. For two marks on one
    /// candidate, the later wins.
    pub marks: &'a [(Candidate, Mark)],
}

impl Default for DrawOptions<'_> {
    fn default() -> Self {
        DrawOptions {
            width: 80,
            unicode: false,
            marks: &[],
        }
    }
}

/// The style of a span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Space.
    Space,
    /// A part of the frame.
    Frame,
    /// The number of a row or a column.
    Label,
    /// The only candidate of a cell.
    Solved,
    /// An unmarked candidate of a cell with several.
    Candidate,
    /// A marked candidate, its sign included.
    Marked(Mark),
    /// A cell without candidates.
    Contradiction,
}

/// Characters of one style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StyledText {
    /// The characters.
    pub text: String,
    /// Style of the characters.
    pub style: Style,
}

/// A drawn board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// Lines of the drawing, without trailing space.
    pub lines: Vec<Vec<StyledText>>,
}

impl Drawing {
    /// The drawing as text. `paint` renders each span. Each line ends with a line feed.
    pub fn render(&self, mut paint: impl FnMut(Style, &str) -> String) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text.extend(line.iter().map(|span| paint(span.style, &span.text)));
            text.push('\n');
        }
        text
    }

    /// The width of the widest line.
    pub fn width(&self) -> usize {
        let width =
            |line: &Vec<StyledText>| line.iter().map(|span| span.text.chars().count()).sum();
        self.lines.iter().map(width).max().unwrap_or(0)
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(|_, text| text.to_owned()))
    }
}

/// Draws a state.
pub fn draw(board: &Board, state: &State, options: &DrawOptions) -> Drawing {
    let mut marks = vec![None; board.candidate_count()];
    for &(candidate, mark) in options.marks {
        marks[candidate.index()] = Some(mark);
    }
    let painter = |layout| Painter {
        board,
        state,
        marks: &marks,
        layout,
        unicode: options.unicode,
    };
    let fits = |drawing: &Drawing| drawing.width() <= options.width;
    let wide = [CellStyle::Lines, CellStyle::Blocks].into_iter();
    let fitting = wide.map(|layout| painter(layout).paint()).find(fits);
    fitting.unwrap_or_else(|| painter(CellStyle::Solved).paint())
}

/// The layout of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellStyle {
    /// `12*4-7`
    Lines,
    /// ` 1 2  ` over ` .*4  ` and so on: every digit has its own place.
    Blocks,
    /// ` 5`, or ` .` for a cell that is not solved.
    Solved,
}

struct Painter<'a> {
    board: &'a Board,
    state: &'a State,
    marks: &'a [Option<Mark>],
    layout: CellStyle,
    unicode: bool,
}

impl Painter<'_> {
    fn paint(&self) -> Drawing {
        let n = self.board.size();
        let cells: Vec<Vec<Vec<StyledText>>> =
            self.board.cells().map(|cell| self.cell(cell)).collect();
        let of_column = |column: usize| cells.iter().skip(column).step_by(n).flatten();
        // A column of solved cells is narrower than its label.
        let least = |column: usize| match self.layout {
            CellStyle::Lines => column_name(column).len(),
            CellStyle::Blocks | CellStyle::Solved => 0,
        };
        let widths: Vec<usize> = (0..n)
            .map(|c| of_column(c).map(|l| width(l)).fold(least(c), usize::max))
            .collect();
        let shape = self.board.frame();
        let mut lines = self.column_labels(&widths);
        for (row, cells) in cells.chunks(n).enumerate() {
            if row % shape.height == 0 {
                lines.push(self.border(&widths, row));
            } else if self.layout == CellStyle::Blocks {
                lines.push(self.row_line(None, &widths, |_| &[]));
            }
            for i in 0..cells[0].len() {
                let label = (i == cells[0].len() / 2).then_some(row);
                lines.push(self.row_line(label, &widths, |column| &cells[column][i]));
            }
        }
        lines.push(self.border(&widths, n));
        Drawing {
            lines: lines.into_iter().map(merge).collect(),
        }
    }

    /// The lines of a cell.
    fn cell(&self, cell: Cell) -> Vec<Vec<StyledText>> {
        let live = self.state.digits(self.board, cell);
        let mark = |d: Digit| self.marks[self.board.candidate(cell, d).index()];
        let digit = |d: Digit| match mark(d) {
            Some(mark) => span(format!("{}{d}", mark.sign()), Style::Marked(mark)),
            None if live.is_power_of_two() => span(d.to_string(), Style::Solved),
            None => span(d.to_string(), Style::Candidate),
        };
        let shown = self
            .board
            .digits()
            .filter(|d| live & (1 << d.index()) != 0 || mark(*d).is_some());
        let shown: Vec<Digit> = shown.collect();
        let contradiction = || vec![span("!", Style::Contradiction)];
        match self.layout {
            CellStyle::Lines if shown.is_empty() => vec![contradiction()],
            CellStyle::Lines => vec![shown.into_iter().map(digit).collect()],
            CellStyle::Solved => vec![self.solved(cell)],
            CellStyle::Blocks => {
                let shape = self.board.marks();
                let place = |i: usize| {
                    let d = Digit::new(i);
                    match (shown.contains(&d), live) {
                        (true, _) => pad_left(vec![digit(d)], 2),
                        (false, 0) if shown.is_empty() && i == shape.size() / 2 => {
                            pad_left(contradiction(), 2)
                        }
                        (false, _) => vec![span("  ", Style::Space)],
                    }
                };
                let line = |row: usize| {
                    (0..shape.width)
                        .flat_map(|i| place(row * shape.width + i))
                        .collect()
                };
                (0..shape.height).map(line).collect()
            }
        }
    }

    /// A cell in two characters: the digit if it is solved, and the strongest mark of the cell.
    fn solved(&self, cell: Cell) -> Vec<StyledText> {
        let live = self.state.digits(self.board, cell);
        let marks = |d: Digit| Some((d, self.marks[self.board.candidate(cell, d).index()]?));
        // A placement is the most important mark of a cell, then an elimination.
        let strongest = self
            .board
            .digits()
            .filter_map(marks)
            .max_by_key(|(_, mark)| match mark {
                Mark::Fin => 0,
                Mark::Pattern => 1,
                Mark::Eliminated => 2,
                Mark::Placed => 3,
            });
        let only = live
            .is_power_of_two()
            .then(|| bits(live).map(Digit::new).next())
            .flatten();
        let character = |digit: Option<Digit>| digit.map_or('.', Digit::to_char);
        match strongest {
            Some((d, Mark::Placed)) => vec![span(format!("+{d}"), Style::Marked(Mark::Placed))],
            Some((_, mark)) => vec![span(
                format!("{}{}", mark.sign(), character(only)),
                Style::Marked(mark),
            )],
            None if live == 0 => pad_left(vec![span("!", Style::Contradiction)], 2),
            None if only.is_some() => pad_left(vec![span(character(only), Style::Solved)], 2),
            None => pad_left(vec![span(".", Style::Candidate)], 2),
        }
    }

    /// The space before a column. The smallest layout needs none, because of its signs.
    fn gap(&self) -> usize {
        usize::from(self.layout != CellStyle::Solved)
    }

    /// The width of the row labels.
    fn margin(&self) -> usize {
        format!("r{}", self.board.size()).len() + 1
    }

    /// The numbers of the columns, written vertically if they would touch.
    fn column_labels(&self, widths: &[usize]) -> Vec<Vec<StyledText>> {
        let n = self.board.size();
        if self.layout == CellStyle::Solved && n > 9 {
            let tens = |i: usize| match (i + 1) / 10 {
                0 => " ".to_owned(),
                tens => tens.to_string(),
            };
            let ones = |i: usize| ((i + 1) % 10).to_string();
            return vec![self.label_line(widths, tens), self.label_line(widths, ones)];
        }
        // Columns are labelled `c9` if all such labels fit, otherwise `9`.
        let fits = widths
            .iter()
            .enumerate()
            .all(|(i, &w)| column_name(i).len() < w + self.gap() * 2);
        let short = |i: usize| (i + 1).to_string();
        match fits {
            true => vec![self.label_line(widths, column_name)],
            false => vec![self.label_line(widths, short)],
        }
    }

    fn label_line(&self, widths: &[usize], name: impl Fn(usize) -> String) -> Vec<StyledText> {
        let mut line = vec![space(self.margin())];
        for (column, &width) in widths.iter().enumerate() {
            let stroke = column % self.board.frame().width == 0;
            line.push(space(
                if stroke && column > 0 {
                    2
                } else {
                    usize::from(stroke)
                } + self.gap(),
            ));
            let label = vec![span(name(column), Style::Label)];
            line.extend(match self.layout {
                CellStyle::Lines => pad_right(label, width),
                CellStyle::Blocks => pad_left(pad_right(label, width - 1), width),
                CellStyle::Solved => pad_left(label, width),
            });
        }
        line
    }

    fn row_line<'s>(
        &self,
        row: Option<usize>,
        widths: &[usize],
        cell: impl Fn(usize) -> &'s [StyledText],
    ) -> Vec<StyledText> {
        let bar = || span(if self.unicode { "│" } else { "|" }, Style::Frame);
        let label = row.map(|row| span(format!("r{}", row + 1), Style::Label));
        let mut line = pad_right(label.into_iter().collect(), self.margin());
        for (column, &width) in widths.iter().enumerate() {
            if column % self.board.frame().width == 0 {
                line.extend((column > 0).then(|| space(1)));
                line.push(bar());
            }
            line.push(space(self.gap()));
            line.extend(pad_right(cell(column).to_vec(), width));
        }
        line.extend([space(1), bar()]);
        line
    }

    /// The frame above a row, or below the last.
    fn border(&self, widths: &[usize], row: usize) -> Vec<StyledText> {
        let n = self.board.size();
        let (left, cross, right, stroke) = match (self.unicode, row) {
            (false, _) => ("+", "+", "+", "-"),
            (true, 0) => ("┌", "┬", "┐", "─"),
            (true, row) if row == n => ("└", "┴", "┘", "─"),
            (true, _) => ("├", "┼", "┤", "─"),
        };
        let of_box = |widths: &[usize]| {
            stroke.repeat(widths.iter().sum::<usize>() + widths.len() * self.gap() + 1)
        };
        let boxes: Vec<String> = widths
            .chunks(self.board.frame().width)
            .map(of_box)
            .collect();
        let frame = format!("{left}{}{right}", boxes.join(cross));
        vec![space(self.margin()), span(frame, Style::Frame)]
    }
}

fn column_name(column: usize) -> String {
    format!("c{}", column + 1)
}

fn span(text: impl Into<String>, style: Style) -> StyledText {
    StyledText {
        text: text.into(),
        style,
    }
}

fn space(width: usize) -> StyledText {
    span(" ".repeat(width), Style::Space)
}

fn width(spans: &[StyledText]) -> usize {
    spans.iter().map(|span| span.text.chars().count()).sum()
}

fn pad_right(mut spans: Vec<StyledText>, to: usize) -> Vec<StyledText> {
    spans.push(space(to.saturating_sub(width(&spans))));
    spans
}

fn pad_left(mut spans: Vec<StyledText>, to: usize) -> Vec<StyledText> {
    spans.insert(0, space(to.saturating_sub(width(&spans))));
    spans
}

/// Joins neighbours of one style, and drops empty spans and trailing space.
fn merge(line: Vec<StyledText>) -> Vec<StyledText> {
    let mut merged: Vec<StyledText> = Vec::with_capacity(line.len());
    for span in line.into_iter().filter(|span| !span.text.is_empty()) {
        match merged.last_mut() {
            // Marked candidates stay separate, so that each can be highlighted.
            Some(last) if last.style == span.style && !matches!(span.style, Style::Marked(_)) => {
                last.text += &span.text;
            }
            _ => merged.push(span),
        }
    }
    if merged.last().is_some_and(|span| span.style == Style::Space) {
        merged.pop();
    }
    merged
}
