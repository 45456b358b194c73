//! LaTeX with TikZ: the path through a puzzle, for papers and magazines.
//!
//! The document shows the board at the start and at the end. Every count outside suppositions has a
//! picture, with the truths in blue and the eliminated candidates struck out in red. Singles share
//! one paragraph, and suppositions are indented text.

use std::fmt::Write as _;
use std::io::Write;

use super::exporter::{ExportError, Exporter};
use crate::grid::{Board, Candidate, Digit, State};
use crate::proof::model::{Annotation, Claim, Count, Header, Step, TermSet};
use crate::proof::replay::Replay;
use crate::proof::rows::RowStep;

/// The width of a board, in centimetres.
const BOARD_WIDTH: f64 = 9.0;
/// Maximum indentation level of suppositions.
const MAX_TEX_INDENT: usize = 12;

pub struct Tex<W> {
    out: W,
    text: String,
    givens: Vec<bool>,
    /// Whether the last paragraph is an open list of singles.
    in_singles: bool,
}

impl<W: Write> Tex<W> {
    pub fn new(out: W) -> Self {
        Tex {
            out,
            text: String::new(),
            givens: Vec::new(),
            in_singles: false,
        }
    }

    fn flush_text(&mut self) -> Result<(), ExportError> {
        self.out.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }

    /// Ends a list of singles, and begins a paragraph for a step.
    fn paragraph(&mut self, before: &Replay, depth: usize) {
        self.end_singles();
        let number = before.steps() + 1;
        let indent = depth.min(MAX_TEX_INDENT);
        let _ = write!(self.text, "\n\\qedstep{{{indent}}}{{{number}}} ");
    }

    fn end_singles(&mut self) {
        if std::mem::take(&mut self.in_singles) {
            self.text.push_str(".\n");
        }
    }

    /// Draws the board. `role` gives the style of a live candidate.
    fn picture(&mut self, board: &Board, state: &State, role: &dyn Fn(Candidate) -> &'static str) {
        let n = board.size();
        let (shape, frame) = (board.marks(), board.frame());
        let side = BOARD_WIDTH / n as f64;
        let point = side * 28.45;
        let (small, large) = (
            point / shape.height.max(shape.width) as f64 * 0.66,
            point * 0.66,
        );
        let _ = write!(
            self.text,
            "\\begin{{center}}\n\\begin{{tikzpicture}}[x={side:.3}cm,y=-{side:.3}cm,\
             c/.style={{font=\\qedfont{{{small:.1}}}}},d/.style={{font=\\qedfont{{{large:.1}}}}}]\n\
             \\draw[very thin,gray] (0,0) grid ({n},{n});\n\
             \\draw[thick,xstep={},ystep={}] (0,0) grid ({n},{n});\n",
            frame.width, frame.height
        );
        for cell in board.cells() {
            let (row, column) = (board.row(cell), board.column(cell));
            let (left, top) = (column as f64, row as f64);
            let domain: Vec<Candidate> = state.domain(board, board.cell_group(cell)).collect();
            if let [only] = domain[..]
                && role(only).is_empty()
            {
                let digit = board.digit_of(only);
                let bold = if self.givens[cell.index()] {
                    "\\bfseries "
                } else {
                    ""
                };
                let (x, y) = (left + 0.5, top + 0.5);
                let _ = writeln!(self.text, "\\node[d] at ({x},{y}) {{{bold}{digit}}};");
                continue;
            }
            for candidate in domain {
                let digit = board.digit_of(candidate);
                let (i, j) = (digit.index() % shape.width, digit.index() / shape.width);
                let x = left + (i as f64 + 0.5) / shape.width as f64;
                let y = top + (j as f64 + 0.5) / shape.height as f64;
                let look = role(candidate);
                let _ = writeln!(self.text, "\\node[c{look}] at ({x:.3},{y:.3}) {{{digit}}};");
            }
        }
        self.text.push_str("\\end{tikzpicture}\n\\end{center}\n");
    }

    fn count(&mut self, count: &Count, note: Option<&Annotation>, before: &Replay) {
        let board = before.board();
        self.paragraph(before, before.depth());
        match note.filter(|note| !note.sentence.is_empty()) {
            Some(note) => push_escaped(&mut self.text, &note.sentence),
            None => {
                let names: Vec<String> = (count.targets.iter())
                    .map(|&target| elimination(board, target))
                    .collect();
                let _ = write!(self.text, "Hence {}", names.join(", "));
            }
        }
        self.text.push_str(". \\qedcount{");
        for (i, term) in count.terms.iter().enumerate() {
            let sign = if term.multiplier > 0 { '+' } else { '-' };
            let space = if i > 0 { " " } else { "" };
            let _ = write!(self.text, "{space}${sign}$");
            if term.multiplier.unsigned_abs() > 1 {
                let _ = write!(self.text, "{}$\\cdot$", term.multiplier.unsigned_abs());
            }
            match term.set {
                TermSet::Group(group) => self.text.push_str(&board.group_name(group)),
                TermSet::Deadly(name) => {
                    let _ = write!(self.text, "d{name}");
                }
            }
        }
        self.text.push_str("}\n");
        if before.depth() == 0 {
            let mut truths = vec![false; board.candidate_count()];
            for term in count.terms.iter().filter(|term| term.multiplier > 0) {
                if let TermSet::Group(group) = term.set {
                    for &member in board.members(group) {
                        truths[member.index()] = true;
                    }
                }
            }
            let role = |candidate: Candidate| match truths[candidate.index()] {
                _ if count.targets.contains(&candidate) => ",target",
                true => ",truth",
                false => "",
            };
            self.picture(board, before.state(), &role);
        }
    }

    /// A step of version 2: its sentence, or its line.
    fn row_step(&mut self, step: &RowStep, note: Option<&Annotation>, before: &Replay) {
        let board = before.board();
        let closes = matches!(step, RowStep::Refuted(_));
        self.paragraph(before, before.depth().saturating_sub(usize::from(closes)));
        if let Some(note) = note.filter(|note| !note.sentence.is_empty()) {
            push_escaped(&mut self.text, &note.sentence);
            self.text.push_str(". ");
        } else if let RowStep::Count { targets, .. } | RowStep::Fill { targets, .. } = step {
            let names: Vec<String> = targets.iter().map(|&it| elimination(board, it)).collect();
            let _ = write!(self.text, "Hence {}. ", names.join(", "));
        } else if let (RowStep::Refuted(items), Some(supposed)) = (step, before.supposed().last()) {
            let (items, gone) = (items.join(", "), elimination(board, supposed));
            let _ = write!(self.text, "But then nothing fills {items}, so {gone}. ");
        }
        self.text.push_str("\\qedcount{");
        push_escaped(&mut self.text, &Step::Row(step.clone()).to_text(board));
        self.text.push_str("}\n");
        if let RowStep::Count { targets, .. } | RowStep::Fill { targets, .. } = step
            && before.depth() == 0
        {
            let role = |candidate: Candidate| match targets.contains(&candidate) {
                true => ",target",
                false => "",
            };
            self.picture(board, before.state(), &role);
        }
    }

    fn single(&mut self, step: (Candidate, String), note: Option<&Annotation>, before: &Replay) {
        let (candidate, group) = step;
        if self.in_singles {
            self.text.push_str(", ");
        } else {
            self.paragraph(before, before.depth());
            let rule = note
                .map(|note| note.rule.replace('_', " "))
                .filter(|rule| !rule.is_empty());
            push_escaped(&mut self.text, &rule.unwrap_or_else(|| "single".to_owned()));
            self.text.push_str(": ");
        }
        let _ = write!(
            self.text,
            "{} ({group})",
            placement(before.board(), candidate)
        );
        self.in_singles = true;
    }
}

impl<W: Write> Exporter for Tex<W> {
    fn start(
        &mut self,
        header: &Header,
        claim: &Claim,
        replay: &Replay,
    ) -> Result<(), ExportError> {
        let board = &*header.board;
        self.givens = match &header.givens {
            Some(givens) => givens.iter().map(Option::is_some).collect(),
            None => vec![false; board.cell_count()],
        };
        self.text.push_str(PREAMBLE);
        let n = board.size();
        let what = match claim {
            Claim::Unique(_) => "This puzzle has exactly one solution",
            Claim::None(_) | Claim::NoFilling(_) => "This puzzle has no solution",
            Claim::Many(..) => "This puzzle has several solutions",
            Claim::Open => "Steps on the way to the solution of this puzzle",
        };
        let _ = write!(
            self.text,
            "\\section*{{A Sudoku of {n} by {n} cells}}\n{what}"
        );
        if header.assume_unique {
            self.text.push_str(", provided that it has at most one");
        }
        self.text.push_str(".\n");
        for line in header.rules.iter().flat_map(|rules| &rules.lines) {
            self.text.push_str("\\par\\texttt{");
            push_escaped(&mut self.text, line);
            self.text.push_str("}\n");
        }
        self.picture(board, replay.state(), &|_| "");
        self.flush_text()
    }

    fn step(
        &mut self,
        note: Option<&Annotation>,
        step: &Step,
        before: &Replay,
    ) -> Result<(), ExportError> {
        let board = before.board();
        match step {
            Step::Count(count) => self.count(count, note, before),
            Step::Single { candidate, group } => {
                self.single((*candidate, board.group_name(*group)), note, before);
            }
            Step::Suppose(candidate) => {
                self.paragraph(before, before.depth());
                let _ = writeln!(self.text, "Suppose {}.", placement(board, *candidate));
            }
            Step::Refuted(group) => {
                self.paragraph(before, before.depth().saturating_sub(1));
                let _ = write!(
                    self.text,
                    "But then nothing is left in {}",
                    board.group_name(*group)
                );
                if let Some(supposed) = before.supposed().last() {
                    let _ = write!(self.text, ", so {}", elimination(board, supposed));
                }
                self.text.push_str(".\n");
            }
            Step::Deadly(deadly) => {
                self.paragraph(before, before.depth());
                let list = |set: &[Candidate]| -> String {
                    let names: Vec<String> = set.iter().map(|&c| placement(board, c)).collect();
                    names.join(", ")
                };
                let _ = writeln!(
                    self.text,
                    "If {} were all true, they could be exchanged for {}, and there were two solutions. (d{})",
                    list(&deadly.set),
                    list(&deadly.exchange),
                    deadly.name
                );
            }
            Step::Row(RowStep::Single { candidate, row }) => {
                self.single((*candidate, row.clone()), note, before);
            }
            Step::Row(row) => self.row_step(row, note, before),
        }
        self.flush_text()
    }

    fn finish(&mut self, claim: &Claim, replay: &Replay) -> Result<(), ExportError> {
        self.end_singles();
        let board = replay.board();
        self.text.push_str("\n\\bigskip\\noindent ");
        match claim {
            Claim::Unique(solution) => {
                self.text.push_str("This is the only solution:\n");
                self.picture(board, &solved(board, solution), &|_| "");
            }
            Claim::None(group) => {
                let _ = writeln!(
                    self.text,
                    "Nothing is left in {}, so there is no solution.",
                    board.group_name(*group)
                );
            }
            Claim::NoFilling(items) => {
                let items = items.join(", ");
                let _ = writeln!(self.text, "Nothing fills {items}, so there is no solution.");
            }
            Claim::Many(one, other) => {
                self.text.push_str("These are two of its solutions:\n");
                for solution in [one, other] {
                    self.picture(board, &solved(board, solution), &|_| "");
                }
            }
            Claim::Open => {
                self.text.push_str("This is what is left:\n");
                self.picture(board, replay.state(), &|_| "");
            }
        }
        self.text.push_str("\\end{document}\n");
        self.flush_text()?;
        Ok(self.out.flush()?)
    }
}

const PREAMBLE: &str = r"\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage[margin=2cm]{geometry}
\usepackage{tikz}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\newcommand{\qedfont}[1]{\fontsize{#1}{#1}\selectfont}
% How deep in supposes, and the number of the step.
\newcommand{\qedstep}[2]{\par\hangindent=#1em\hspace*{#1em}\textbf{#2.}}
% Truths with plus, links with minus.
\newcommand{\qedcount}[1]{{\small\sffamily #1}}
\tikzset{
  truth/.style={circle,fill=blue!20,inner sep=0.6pt},
  target/.style={circle,fill=red!25,inner sep=0.6pt,
    path picture={\draw[red,thick] (path picture bounding box.south west) -- (path picture bounding box.north east);}},
  c/.append style={inner sep=0.6pt},
}
\begin{document}
";

fn placement(board: &Board, candidate: Candidate) -> String {
    format!("${}$", in_math(board, candidate, "="))
}

fn elimination(board: &Board, candidate: Candidate) -> String {
    format!("${}$", in_math(board, candidate, r"\neq "))
}

fn in_math(board: &Board, candidate: Candidate, relation: &str) -> String {
    let cell = board.cell_name(board.cell_of(candidate));
    format!(
        r"\mathrm{{{cell}}}{relation}\mathrm{{{}}}",
        board.digit_of(candidate)
    )
}

/// The state in which every cell has exactly its digit.
fn solved(board: &Board, grid: &[Digit]) -> State {
    let cells: Vec<u32> = grid.iter().map(|digit| 1 << digit.index()).collect();
    State::from_cells(board, &cells)
}

/// Appends text escaped for LaTeX.
fn push_escaped(text: &mut String, words: &str) {
    for c in words.chars() {
        match c {
            '\\' => text.push_str("\\textbackslash{}"),
            '~' => text.push_str("\\textasciitilde{}"),
            '^' => text.push_str("\\textasciicircum{}"),
            '<' => text.push_str("\\textless{}"),
            '>' => text.push_str("\\textgreater{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                text.push('\\');
                text.push(c);
            }
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
}
