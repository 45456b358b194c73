//! Collects graded puzzles in order: the output, the summary and the exit code of a batch.

use super::output::{GradeOutput, GradeProgress};
use crate::exit::{BAD, GOOD, UNUSABLE};
use crate::terminal::plural;
use crate::warnings::SkippedSteps;
use qedoku_batch::GradeRecord;
use qedoku_core::report::grade::Grade;
use qedoku_core::report::summary::Summary;

/// The result for one item.
pub enum Graded {
    Fresh(Box<Grade>),
    /// The puzzle was graded before.
    Before(GradeRecord),
    /// The line is not a puzzle, or not the right one.
    Bad(String),
    Unreadable(miette::Report),
}

/// The running totals and the output of a batch.
pub struct GradeTally<'a> {
    pub progress: GradeProgress,
    pub out: GradeOutput<'a>,
    /// Whether the summary stands below a table on standard output.
    pub below_table: bool,
    /// Whether standard output carries records, so that the summary goes to standard error.
    pub beside_records: bool,
    pub strict: bool,
    pub quiet: bool,
    pub summary: Summary,
    pub refused: SkippedSteps,
    pub unreadable: bool,
}

impl GradeTally<'_> {
    /// Adds a result. Returns whether to continue.
    pub fn take(&mut self, graded: Graded, is_idle: impl FnOnce() -> bool) -> miette::Result<bool> {
        match graded {
            Graded::Fresh(grade) => {
                self.out.write(&grade)?;
                for (rule, step) in &grade.refused {
                    self.refused.add(rule, step);
                }
                let hardest = grade.hardest.as_deref();
                self.summary.add(grade.level, hardest, grade.claim);
            }
            Graded::Before(record) => self.summary.add(
                record.level.as_deref(),
                record.hardest.as_deref(),
                &record.claim,
            ),
            Graded::Bad(message) => {
                self.out.flush()?;
                self.progress.complain(&message);
                self.summary.add_bad();
                if self.strict {
                    return Ok(false);
                }
            }
            Graded::Unreadable(report) => {
                self.out.flush()?;
                self.progress.complain(&format!("{report:?}"));
                self.unreadable = true;
                return Ok(false);
            }
        }
        self.progress.advance(self.summary.puzzles());
        if is_idle() {
            self.out.flush()?;
        }
        Ok(true)
    }

    /// Ends the batch and prints the summary.
    pub fn finish(&mut self, interrupted: bool) -> miette::Result<u8> {
        if !self.unreadable {
            self.out.start()?;
        }
        self.out.flush()?;
        self.progress.finish();
        self.refused.print();
        // If no puzzle could be read, there is no summary.
        let nothing = self.unreadable && self.summary.puzzles() + self.summary.bad() == 0;
        if !self.quiet && !nothing {
            let text = self.summary.to_text();
            match self.beside_records {
                true => eprint!("{text}"),
                false => {
                    let gap = if self.below_table { "\n" } else { "" };
                    self.out.print(&format!("{gap}{text}"))?;
                }
            }
        }
        if interrupted {
            let graded = plural(self.summary.puzzles() as usize, "puzzle");
            eprintln!("interrupted after {graded}; --resume continues");
        }
        Ok(match (self.unreadable, self.summary.bad()) {
            (true, _) => UNUSABLE,
            (false, 0) => GOOD,
            (false, _) => BAD,
        })
    }
}
