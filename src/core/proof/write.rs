//! Writing of a proof as text, step by step, with one line in memory.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use super::model::{Annotation, Claim, Count, Header, Proof, Step, Term, TermSet};
use super::rows::{self, RowStep};
use crate::grid::{Board, Digit, bits};

/// Maximum indentation level of suppositions, so that lines stay short.
const MAX_INDENT: usize = 20;

/// Writes a `.qed` file to a stream.
pub struct Writer<'b, W: Write> {
    out: W,
    board: &'b Board,
    line: String,
    depth: usize,
}

impl<'b, W: Write> Writer<'b, W> {
    /// Starts a proof: writes the header.
    pub fn start(out: W, header: &'b Header) -> io::Result<Self> {
        let mut writer = Writer {
            out,
            board: &header.board,
            line: String::new(),
            depth: 0,
        };
        let shape = header.board.shape();
        let is_first = header.rules.is_none() && header.board.is_classic();
        let version = if is_first { 1 } else { 2 };
        writer.write_line(format_args!("qed {version}"))?;
        match header.board.has_boxes() {
            true => writer.write_line(format_args!(
                "board sudoku {}x{}",
                shape.height, shape.width
            ))?,
            false => writer.write_line(format_args!("board latin {}", shape.width))?,
        }
        if let Some(givens) = &header.givens {
            let text: String = givens
                .iter()
                .map(|g| g.map_or('.', Digit::to_char))
                .collect();
            writer.write_line(format_args!("givens {text}"))?;
        }
        if let Some(state) = &header.state {
            let mut text = String::from("state");
            for &mask in state {
                text.push(' ');
                text.extend(bits(mask).map(|d| Digit::new(d).to_char()));
                if mask == 0 {
                    text.push('-');
                }
            }
            writer.write_line(format_args!("{text}"))?;
        }
        for (name, cells) in header.board.named_houses() {
            let is_house = cells.len() == header.board.size();
            let word = if is_house { "house" } else { "different" };
            let cells = cells.iter().map(|&cell| header.board.cell_name(cell));
            let cells = cells.collect::<Vec<_>>().join(" ");
            writer.write_line(format_args!("{word} {name} : {cells}"))?;
        }
        for line in header.rules.iter().flat_map(|rules| &rules.lines) {
            writer.write_line(format_args!("{line}"))?;
        }
        if header.assume_unique {
            writer.write_line(format_args!("assume unique"))?;
        }
        Ok(writer)
    }

    /// Writes the annotation of the next step.
    pub fn annotation(&mut self, annotation: &Annotation) -> io::Result<()> {
        // A line feed would end the comment and begin a step, and some programs accept other line
        // ends.
        let ends_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        let one_line = |text: &str| text.replace(ends_line, " ");
        self.write_line(format_args!("#: rule {}", one_line(&annotation.rule)))?;
        if !annotation.bindings.is_empty() {
            let bind = |(name, value): &(String, String)| format!(" {name}={value}");
            let text: String = annotation.bindings.iter().map(bind).collect();
            self.write_line(format_args!("#: bind{}", one_line(&text)))?;
        }
        if !annotation.sentence.is_empty() {
            self.write_line(format_args!("#: say {}", one_line(&annotation.sentence)))?;
        }
        Ok(())
    }

    /// Writes a step.
    pub fn step(&mut self, step: &Step) -> io::Result<()> {
        let board = self.board;
        if let Step::Refuted(_) | Step::Row(RowStep::Refuted(_)) = step {
            self.depth = self.depth.saturating_sub(1);
        }
        self.line.clear();
        for _ in 0..self.depth.min(MAX_INDENT) {
            self.line.push_str("  ");
        }
        push_step(&mut self.line, board, step).map_err(io::Error::other)?;
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())?;
        if let Step::Suppose(_) = step {
            self.depth += 1;
        }
        Ok(())
    }

    /// Writes the claim and ends the proof.
    pub fn finish(mut self, claim: &Claim) -> io::Result<W> {
        let grid = |digits: &[Digit]| digits.iter().map(|d| d.to_char()).collect::<String>();
        match claim {
            Claim::Unique(solution) => {
                self.write_line(format_args!("claim unique {}", grid(solution)))?;
            }
            Claim::None(group) => {
                let name = self.board.group_name(*group);
                self.write_line(format_args!("claim none : {name}"))?;
            }
            Claim::NoFilling(items) => {
                self.write_line(format_args!("claim none : {}", items.join(" ")))?;
            }
            Claim::Many(one, other) => {
                self.write_line(format_args!("claim many {} {}", grid(one), grid(other)))?;
            }
            Claim::Open => self.write_line(format_args!("claim open"))?,
        }
        self.out.flush()?;
        Ok(self.out)
    }

    fn write_line(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        self.out.write_fmt(text)?;
        self.out.write_all(b"\n")
    }
}

impl Proof {
    /// The proof as the text of a `.qed` file.
    pub fn to_text(&self) -> String {
        let write = || -> io::Result<Vec<u8>> {
            let mut writer = Writer::start(Vec::new(), &self.header)?;
            for (annotation, step) in &self.steps {
                if let Some(annotation) = annotation {
                    writer.annotation(annotation)?;
                }
                writer.step(step)?;
            }
            writer.finish(&self.claim)
        };
        let bytes = write().expect("writing to memory does not fail");
        String::from_utf8(bytes).expect("names are ASCII and annotations are UTF-8")
    }
}

impl Step {
    /// The step as a line of a `.qed` file.
    pub fn to_text(&self, board: &Board) -> String {
        let mut line = String::new();
        push_step(&mut line, board, self).expect("writing to memory does not fail");
        line
    }
}

fn push_step(line: &mut String, board: &Board, step: &Step) -> fmt::Result {
    match step {
        Step::Count(count) => push_count(line, board, count)?,
        Step::Single { candidate, group } => {
            line.push_str("single ");
            board.push_candidate(line, *candidate, "=");
            line.push_str(" : ");
            board.push_group(line, *group);
        }
        Step::Suppose(candidate) => {
            line.push_str("suppose ");
            board.push_candidate(line, *candidate, "=");
        }
        Step::Refuted(group) => {
            line.push_str("refuted ");
            board.push_group(line, *group);
        }
        Step::Deadly(deadly) => {
            write!(line, "deadly d{}", deadly.name)?;
            for set in [&deadly.set, &deadly.exchange] {
                line.push_str(" :");
                for &candidate in set {
                    line.push(' ');
                    board.push_candidate(line, candidate, "=");
                }
            }
        }
        Step::Row(step) => rows::push_step(line, board, step)?,
    }
    Ok(())
}

fn push_count(line: &mut String, board: &Board, count: &Count) -> fmt::Result {
    line.push_str("count");
    for &target in &count.targets {
        line.push(' ');
        board.push_candidate(line, target, "<>");
    }
    line.push_str(" :");
    for Term { set, multiplier } in &count.terms {
        line.push_str(if *multiplier > 0 { " +" } else { " -" });
        if multiplier.unsigned_abs() != 1 {
            write!(line, "{}*", multiplier.unsigned_abs())?;
        }
        match set {
            TermSet::Group(group) => board.push_group(line, *group),
            TermSet::Deadly(name) => write!(line, "d{name}")?,
        }
    }
    Ok(())
}
