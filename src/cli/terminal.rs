//! Where a command prints, and how: width, colour, drawing.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style as Ansi};
use miette::IntoDiagnostic;

use crate::grid::{Board, Candidate, State};
use crate::report::draw::{DrawOptions, Mark, Style, draw};

/// Where a command prints, and how.
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

    /// Prints a value as JSON.
    pub fn json(&mut self, value: &impl serde::Serialize) -> miette::Result<()> {
        serde_json::to_writer_pretty(&mut *self.out, value)
            .map_err(io::Error::from)
            .into_diagnostic()?;
        writeln!(self.out).into_diagnostic()
    }
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
