//! The output of a command: width, colour, drawing.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style as Ansi};
use miette::IntoDiagnostic;

use qedoku_core::grid::{Board, Candidate, Digit, State};
use qedoku_core::printable_text::is_unprintable;
use qedoku_core::proof::Claim;
use qedoku_core::report::draw::{DrawOptions, Mark, Style, draw};

/// Standard output that records the kind of its first error. Conversions of errors lose it.
pub struct Output<W> {
    inner: W,
    failure: Option<io::ErrorKind>,
}

impl<W: Write> Output<W> {
    /// An output that has not failed.
    pub fn new(inner: W) -> Self {
        let failure = None;
        Output { inner, failure }
    }

    /// The kind of the first error, if there was one.
    pub fn failure(&self) -> Option<io::ErrorKind> {
        self.failure
    }

    fn note<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result
            && error.kind() != io::ErrorKind::Interrupted
        {
            self.failure = Some(error.kind());
        }
        result
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.inner.write(bytes);
        self.note(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.inner.flush();
        self.note(result)
    }
}

/// The output of a command and its properties.
pub struct Terminal<'a> {
    /// Standard output.
    pub out: &'a mut dyn Write,
    /// Whether to use colour.
    pub color: bool,
    /// The number of columns.
    pub width: usize,
}

impl Terminal<'_> {
    /// Draws a state with some candidates marked.
    pub fn draw(
        &mut self,
        board: &Board,
        state: &State,
        marks: &[(Candidate, Mark)],
    ) -> miette::Result<()> {
        let options = DrawOptions {
            width: self.width,
            unicode: false,
            marks,
        };
        let color = self.color;
        let text = draw(board, state, &options).render(|style, text| {
            let ansi = ansi(style);
            match color {
                true => format!("{ansi}{text}{ansi:#}"),
                false => text.to_owned(),
            }
        });
        self.out.write_all(text.as_bytes()).into_diagnostic()
    }

    /// Prints the claim and draws the solutions.
    pub fn claim(&mut self, board: &Board, claim: &Claim) -> miette::Result<()> {
        let nothing_fits;
        let (headline, grids): (&str, Vec<&Vec<Digit>>) = match claim {
            Claim::Unique(solution) => ("This is the only solution:", vec![solution]),
            Claim::None(_) => ("There is no solution.", Vec::new()),
            Claim::NoFilling(names) => {
                let names = names.join(", ");
                nothing_fits = format!("There is no solution: no digits fit {names}.");
                (&nothing_fits, Vec::new())
            }
            Claim::Many(one, other) => (
                "There are several solutions; two of them:",
                vec![one, other],
            ),
            Claim::Open => (
                "The steps end before the solution; the steps so far are proved.",
                Vec::new(),
            ),
        };
        writeln!(self.out, "{headline}").into_diagnostic()?;
        for grid in grids {
            let cells: Vec<u32> = grid.iter().map(|digit| 1 << digit.index()).collect();
            self.draw(board, &State::from_cells(board, &cells), &[])?;
        }
        Ok(())
    }

    /// Prints rows in columns, the first row as a heading. Numbers are aligned to the right.
    pub fn table<const N: usize>(&mut self, rows: &[[String; N]]) -> io::Result<()> {
        let width = |column: usize| {
            let lengths = rows.iter().map(|row| row[column].chars().count());
            lengths.max().unwrap_or(0)
        };
        let widths: [usize; N] = std::array::from_fn(width);
        for row in rows {
            let mut line = String::new();
            for (column, (text, width)) in row.iter().zip(widths).enumerate() {
                let below = rows.iter().skip(1).map(|row| &row[column]);
                let is_number = |t: &String| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
                let numeric = rows.len() > 1 && { below }.all(is_number);
                match numeric {
                    true => line += &format!("{text:>width$}  "),
                    false => line += &format!("{text:width$}  "),
                }
            }
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Prints a value as JSON.
    pub fn json(&mut self, value: &impl serde::Serialize) -> miette::Result<()> {
        let text = serde_json::to_string_pretty(value).into_diagnostic()?;
        writeln!(self.out, "{}", printable_json(&text)).into_diagnostic()
    }
}

/// JSON without characters that control a terminal. JSON itself escapes only some of them.
fn printable_json(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains(is_unprintable) {
        return text.into();
    }
    let escape = |c: char| match is_unprintable(c) {
        true => format!("\\u{:04x}", u32::from(c)),
        false => c.to_string(),
    };
    text.chars().map(escape).collect::<String>().into()
}

/// A number with a noun: `1 file`, `2 files`.
pub fn plural(count: usize, thing: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{ending}")
}

fn ansi(style: Style) -> Ansi {
    match style {
        Style::Space | Style::Candidate => Ansi::new(),
        Style::Frame | Style::Label => Ansi::new().dimmed(),
        Style::Solved => Ansi::new().bold(),
        Style::Marked(Mark::Pattern) => AnsiColor::Blue.on_default().bold(),
        Style::Marked(Mark::Fin) => AnsiColor::Yellow.on_default().bold(),
        Style::Marked(Mark::Eliminated) | Style::Contradiction => {
            AnsiColor::Red.on_default().bold()
        }
        Style::Marked(Mark::Placed) => AnsiColor::Green.on_default().bold(),
    }
}
