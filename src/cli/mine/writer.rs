//! Writes what was mined as rule files: a file each, and a line for whoever watches.

use std::path::Path;
use std::time::Instant;

use super::start::say;
use crate::files;
use crate::terminal::Terminal;
use qedoku_batch::in_order;
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Technique;
use qedoku_mine::catalogue::Catalogue;
use qedoku_mine::knot::KnotEntry;
use qedoku_mine::knot_rules::{KnotDraft, KnotWorkshop, drafts, supported};
use qedoku_mine::novelty::OtherRules;
use qedoku_mine::publish::{Origin, Published, publish_each};
use qedoku_mine::sighting::Sighting;

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
    /// When to publish no more.
    pub stop: &'a Stop,
    /// When to ask the library no more.
    pub asking: &'a Stop,
}

impl RuleWriter<'_> {
    /// Publishes the rules of a catalogue: one file each, as soon as it is proved.
    pub fn write_rules(&self, terminal: &mut Terminal<'_>) -> miette::Result<Vec<Published>> {
        let origin = Origin {
            command: &self.command,
            now: &Instant::now,
            stop: self.stop,
        };
        let mut rules = Vec::new();
        publish_each(self.catalogue, self.support, &origin, |rule| match rule {
            Ok(rule) => {
                self.write(&rule.rule, &rule.text)?;
                published(terminal, &rule.rule, rule.support, &rule.title)?;
                rules.push(rule);
                Ok(())
            }
            Err(bad) => not_published(terminal, &bad.rule, &bad.reason),
        })?;
        Ok(rules)
    }

    /// Publishes the knots of a catalogue, a file each as soon as it is proved: what is there when the time is over is there.
    /// Gives the texts.
    pub fn write_knots(&self, terminal: &mut Terminal<'_>) -> miette::Result<Vec<String>> {
        let knots = supported(&self.catalogue.knots, self.support);
        let (all, count) = (self.catalogue.knots.entries.len(), knots.len());
        if all > 0 {
            let words = format!(
                "{all} knots, {count} of them in {} puzzles or more",
                self.support
            );
            say(terminal, &words)?;
        }
        let workshop = KnotWorkshop {
            board: self.catalogue.board(),
            open: self.catalogue.open_board(),
            command: &self.command,
            now: Instant::now,
            stop: self.stop,
        };
        let drafts = self.named(knots);
        let make = |number: usize| match self.stop.now() {
            true => None,
            false => Some(workshop.rule(&drafts[number])),
        };
        let (mut texts, mut number) = (Vec::new(), 0);
        // Several at a time, written in their order.
        in_order(
            0..count,
            make,
            || false,
            |made, _| {
                let KnotDraft { rule: name, .. } = &drafts[number];
                number += 1;
                match made.flatten() {
                    Some(Ok(rule)) => {
                        self.write(name, &rule.text)?;
                        let title = with_example(&rule.title, rule.has_example);
                        published(terminal, name, rule.support, &title)?;
                        texts.push(rule.text);
                    }
                    Some(Err(reason)) => not_published(terminal, name, &reason)?,
                    None => not_published(terminal, name, "the time was over before")?,
                }
                Ok::<bool, miette::Report>(number < count)
            },
        )?;
        Ok(texts)
    }

    /// What the library says of knots, and their names.
    fn named<'k>(&self, knots: Vec<&'k KnotEntry>) -> Vec<KnotDraft<'k>> {
        let board = self.catalogue.board();
        let silent: Vec<String> = self.base.iter().map(|t| t.name()).collect();
        let all = self.library.techniques.iter().filter(|t| !t.assumes_unique);
        let solver = Solver::with(board, all).requesting(|_| true);
        let others = OtherRules {
            board,
            solver: &solver.until(self.asking.clone()),
            silent: &silent,
            stop: self.asking,
        };
        let lists: Vec<&[Sighting]> = knots.iter().map(|k| k.sightings.as_slice()).collect();
        let answers = others.ask(&lists);
        let judged = |entry: &'k KnotEntry| {
            let novelty = others.novelty(&answers, &entry.sightings);
            (entry, novelty)
        };
        drafts(knots.into_iter().map(judged))
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
