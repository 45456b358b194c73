//! A report as one HTML file: the puzzle, its grade, every step with its picture, and the claim.
//!
//! The page needs no script, no network and no other file, and prints well. A step such as `X-Wing:
//! 7 in r2,r8 fits only in c3,c6 => r4c3<>7` has its sentence, the board with its truths and links,
//! and the arithmetic in a folded section. The proof itself is part of the page, to be saved and
//! checked. The report alone proves nothing.

mod boards;
mod frame;
mod step;

use maud::{Markup, html};

use self::boards::board_picture;
use self::step::steps;
use crate::grid::{Digit, State};
use crate::picture::CONSTRAINT_STYLE;
use crate::proof::{Claim, Proof};
use crate::report::grade::Grade;

pub use frame::{Scripts, frame};

/// The report of a proof, which the checker must have accepted.
pub fn report(title: &str, proof: &Proof, grade: Option<&Grade>) -> String {
    let text = proof.to_text();
    let body = html! {
        header {
            h1 { (title) }
            p.lead { (headline(proof)) }
        }
        main {
            section.puzzle {
                figure { (puzzle_picture(proof)) }
                div {
                    h2 { "The puzzle" }
                    (facts(proof, grade))
                }
            }
            h2 #steps { "The steps" }
            @if proof.steps.is_empty() { p { "No step is needed." } }
            (steps(proof))
            (claim(proof, &text))
        }
    };
    let style = match proof.header.rules.is_some() {
        true => format!("{REPORT_STYLE}{CONSTRAINT_STYLE}"),
        false => REPORT_STYLE.to_owned(),
    };
    frame(title, &style, Scripts::None, &body)
}

/// Additional styles of a report.
const REPORT_STYLE: &str = "\
.puzzle { display: grid; grid-template-columns: minmax(0, 24rem) minmax(0, 1fr); gap: 0 1.5rem; align-items: start; }
.step { display: flow-root; border-top: 1px solid var(--line); padding-top: .7rem; margin-top: .7rem; }
.step figure { float: left; width: 24rem; margin-right: 1.5rem; }
.one { overflow: hidden; }
.step h3 { margin: .2rem 0 .3rem; }
.solutions { display: flex; flex-wrap: wrap; gap: 1.5rem; }
.solutions figure { max-width: 24rem; }
@media screen and (max-width: 44rem) {
  .puzzle { grid-template-columns: minmax(0, 1fr); }
  .step figure { float: none; width: auto; margin-right: 0; }
}
@media print {
  @page { size: A4; margin: 10mm; }
  .puzzle { grid-template-columns: 6cm minmax(0, 1fr); }
  .solutions figure { max-width: 6cm; }
  .step { font-size: 7.5pt; padding-top: 1mm; margin-top: 1mm; line-height: 1.3; }
  .step, .one { break-inside: avoid; }
  .step figure { width: 5.2cm; margin: 0 3mm 1mm 0; }
  .one { overflow: visible; }
  .step:has(.one + .one) { break-inside: auto; columns: 3; column-gap: 4mm; }
  .step:has(.one + .one) figure { float: none; width: 100%; }
  .step h3, .step p { display: inline; margin: 0 .4em 0 0; font-size: inherit; }
  .step details { margin: .3mm 0 .8mm; }
  .step summary { display: none; }
  .step pre { columns: 2; column-gap: 3mm; font-size: 5.5pt; margin: 0; padding: .3mm 1mm; line-height: 1.15; }
  .step:has(.one + .one) pre { columns: 1; }
  .claim dl, .puzzle dl { font-size: 8pt; }
  details::details-content { content-visibility: visible; height: auto; }
  .save, .file { display: none; }
}
";

/// The headline for the claim.
fn headline(proof: &Proof) -> String {
    let words = match proof.claim {
        Claim::Unique(_) => "It has one solution, and here is why.",
        Claim::None(_) | Claim::NoFilling(_) => "It has no solution, and here is why.",
        Claim::Many(..) => "It has several solutions; two of them are at the end.",
        Claim::Open => "The steps end before the solution; what they say is proved.",
    };
    match proof.header.assume_unique {
        true => format!("{words} Some steps use that there is at most one solution."),
        false => words.to_owned(),
    }
}

fn puzzle_picture(proof: &Proof) -> Markup {
    board_picture(proof, &proof.header.puzzle().state())
}

/// The facts about the puzzle before the first step.
fn facts(proof: &Proof, grade: Option<&Grade>) -> Markup {
    let line = proof.header.puzzle().line();
    html! {
        dl {
            @if let Some(line) = &line {
                dt { "Givens" }
                dd { code.line { (line) } }
            }
            @if proof.header.state.is_some() {
                dt { "Begins with" }
                dd { "the candidates that the picture shows, which are taken as they are" }
            }
            dt { "Steps" }
            dd { (proof.passages().len()) }
            @if let Some(grade) = grade { (grade_facts(grade)) }
        }
    }
}

fn grade_facts(grade: &Grade) -> Markup {
    html! {
        @if let Some(level) = grade.level {
            dt { "Level" }
            dd { strong { (level) } }
        }
        @if let Some(hardest) = &grade.hardest {
            dt { "Hardest technique" }
            dd { (hardest) }
        }
        dt { "Score" }
        dd { (grade.score) }
        @if grade.search.supposes > 0 {
            dt { "Search" }
            dd { (grade.search.supposes) " suppositions, up to " (grade.search.depth) " at once" }
        }
        @if !grade.techniques.is_empty() {
            dt { "Techniques, and how often each is found" }
            dd {
                table {
                    @for (name, count) in &grade.techniques { tr { td { (name) } td.number { (count) } } }
                }
            }
        }
    }
}

/// The claim, and instructions to check it.
fn claim(proof: &Proof, text: &str) -> Markup {
    let (words, solutions): (&str, Vec<&Vec<Digit>>) = match &proof.claim {
        Claim::Unique(solution) => ("This is a solution, and there is no other:", vec![solution]),
        Claim::None(_) | Claim::NoFilling(_) => ("There is no solution.", Vec::new()),
        Claim::Many(one, other) => ("Both of these are solutions:", vec![one, other]),
        Claim::Open => (
            "Nothing is claimed but the steps themselves: what they remove is in no solution.",
            Vec::new(),
        ),
    };
    let board = &proof.header.board;
    let state = |grid: &Vec<Digit>| {
        let cells: Vec<u32> = grid.iter().map(|digit| 1 << digit.index()).collect();
        State::from_cells(board, &cells)
    };
    let (count, lines) = (proof.steps.len() + 1, text.lines().count());
    html! {
        section.claim {
            h2 #claim { "What is proved" }
            p { (words) @if proof.header.assume_unique { " It is assumed that the puzzle has at most one solution." } }
            div.solutions {
                @for grid in solutions {
                    figure {
                        (board_picture(proof, &state(grid)))
                        figcaption { code.line { @for digit in grid { (digit.to_char()) } } }
                    }
                }
            }
            h2 #check { "How to check it" }
            p { "This page is for reading; it proves nothing by itself. The proof is a file of " (count) " steps that a program of a few
                hundred lines checks, which trusts neither this page nor the program that made it. Save it and run" }
            pre { "qedoku-check proof.qed" }
            p { "or, for one step in arithmetic, " code { "qedoku check proof.qed --explain 7" } ". With a pencil: each step above has its
                arithmetic, folded away. Truths, of which at least one candidate holds, are added, links, of which at most one does, are subtracted." }
            p.save { a download="proof.qed" href=(data_url(text)) { "Save proof.qed" } }
            details.file {
                summary { "The proof (" (lines) " lines)" }
                pre { (text) }
            }
        }
    }
}

/// A file as a data link, percent-encoded so that neither browsers nor HTML interpret it.
fn data_url(text: &str) -> String {
    let mut url = String::from("data:text/plain;charset=utf-8,");
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'.' | b'-' | b'_' | b'=' | b':' | b',' => {
                url.push(char::from(byte));
            }
            byte => url += &format!("%{byte:02X}"),
        }
    }
    url
}
