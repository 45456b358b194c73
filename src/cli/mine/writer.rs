//! Writes what was mined as rule files: a file each, and a line for whoever watches.

use std::path::Path;
use std::time::Instant;

use super::start::say;
use crate::terminal::Terminal;
use crate::{files, interrupt};
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Technique;
use qedoku_mine::catalogue::Catalogue;
use qedoku_mine::knot_rules::{KnotWorkshop, supported};
use qedoku_mine::publish::{Origin, Published, publish};

/// What rules are made of, and where they are written to.
pub struct RuleWriter<'a> {
    /// The command that makes them again.
    pub command: String,
    /// So many puzzles must have shown a rule.
    pub support: usize,
    pub folder: &'a Path,
    pub catalogue: &'a Catalogue,
    pub library: &'a Library,
    /// The rules that were stuck.
    pub base: &'a [&'a Technique],
    pub stop: &'a Stop,
}

impl RuleWriter<'_> {
    /// Publishes the rules of a catalogue: one file each, and a list of them.
    pub fn write_rules(&self, terminal: &mut Terminal<'_>) -> miette::Result<Vec<Published>> {
        let origin = Origin {
            command: &self.command,
            now: &Instant::now,
            stop: &interrupt::stop_after(None),
        };
        let (rules, unpublished) = publish(self.catalogue, self.support, &origin);
        for rule in &rules {
            self.write(&rule.rule, &rule.text)?;
        }
        for bad in &unpublished {
            not_published(terminal, &bad.rule, &bad.reason)?;
        }
        let words = format!(
            "{} rules published in {}",
            rules.len(),
            self.folder.display()
        );
        say(terminal, &words)?;
        for rule in &rules {
            published(terminal, &rule.rule, rule.support, &rule.title)?;
        }
        Ok(rules)
    }

    /// Publishes the knots of a catalogue, a file each as soon as it is proved: what is there when the time is over is there.
    /// Gives the texts.
    pub fn write_knots(&self, terminal: &mut Terminal<'_>) -> miette::Result<Vec<String>> {
        let mut texts = Vec::new();
        let silent: Vec<String> = self.base.iter().map(|t| t.name()).collect();
        let all = self.library.techniques.iter().filter(|t| !t.assumes_unique);
        let board = self.catalogue.board();
        let workshop = KnotWorkshop {
            board,
            open: self.catalogue.open_board(),
            command: &self.command,
            now: &Instant::now,
            library: (&Solver::with(board, all), &silent),
            stop: self.stop,
        };
        let knots = supported(&self.catalogue.knots, self.support);
        let (all, count) = (self.catalogue.knots.entries.len(), knots.len());
        if all > 0 {
            let words = format!(
                "{all} knots, {count} of them in {} puzzles or more",
                self.support
            );
            say(terminal, &words)?;
        }
        for (number, (name, entry)) in knots.iter().enumerate() {
            if self.stop.now() {
                let words = format!("the time is over: {} knots are left", count - number);
                say(terminal, &words)?;
                break;
            }
            match workshop.rule(name, entry) {
                Ok(rule) => {
                    self.write(name, &rule.text)?;
                    let title = with_example(&rule.title, rule.has_example);
                    published(terminal, name, rule.support, &title)?;
                    texts.push(rule.text);
                }
                Err(reason) => not_published(terminal, name, &reason)?,
            }
        }
        Ok(texts)
    }

    /// A file of the folder.
    pub fn write(&self, rule: &str, text: &str) -> miette::Result<()> {
        let path = self.folder.join(format!("{rule}.rule"));
        Ok(files::write(&path, text.as_bytes())?)
    }
}

/// What a rule is called, and whether it is without an example.
pub fn with_example(title: &str, has_example: bool) -> String {
    let shown = if has_example { "" } else { ", no example" };
    format!("{title}{shown}")
}

/// Says that a rule is there.
pub fn published(
    terminal: &mut Terminal<'_>,
    rule: &str,
    support: usize,
    title: &str,
) -> miette::Result<()> {
    say(
        terminal,
        &format!("  {rule:32} {support:4} puzzles  {title}"),
    )
}

/// Says why a rule is not.
pub fn not_published(terminal: &mut Terminal<'_>, rule: &str, reason: &str) -> miette::Result<()> {
    say(terminal, &format!("not published: {rule}: {reason}"))
}
