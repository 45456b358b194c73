//! Writes mined rules as files, one each, and reports progress.

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
use qedoku_mine::layout_rules::{LayoutDraft, LayoutRuleWriter, drafts, supported};
use qedoku_mine::layouts::LayoutEntry;
use qedoku_mine::novelty::OtherRules;
use qedoku_mine::occurrence::Occurrence;
use qedoku_mine::publish::{Origin, PublishedRule, publish_each};

/// The inputs of the rules, and the output folder.
pub struct RuleWriter<'a> {
    /// The command that reproduces the rules.
    pub command: String,
    /// Minimum number of puzzles that support a rule.
    pub support: usize,
    pub folder: &'a Path,
    pub catalogue: &'a Catalogue,
    pub library: &'a Library,
    /// The base rules.
    pub base: &'a [&'a Technique],
    /// The signal to stop publishing.
    pub stop: &'a Stop,
    /// The signal to stop the comparison with the library.
    pub asking: &'a Stop,
}

impl RuleWriter<'_> {
    /// Publishes the rules of a catalogue: one file each, as soon as it is proved.
    pub fn write_rules(&self, terminal: &mut Terminal<'_>) -> miette::Result<Vec<PublishedRule>> {
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

    /// Publishes the non-propagating cores of a catalogue, each file as soon as it is proved.
    /// Returns their texts.
    pub fn write_layouts(&self, terminal: &mut Terminal<'_>) -> miette::Result<Vec<String>> {
        let layouts = supported(&self.catalogue.layouts, self.support);
        let (all, count) = (self.catalogue.layouts.entries.len(), layouts.len());
        if all > 0 {
            let words = format!(
                "{all} cores that do not propagate, {count} of them in {} puzzles or more",
                self.support
            );
            say(terminal, &words)?;
        }
        let rules = LayoutRuleWriter {
            board: self.catalogue.board(),
            open: self.catalogue.open_board(),
            command: &self.command,
            now: Instant::now,
            stop: self.stop,
        };
        let drafts = self.named(layouts);
        let make = |number: usize| match self.stop.now() {
            true => None,
            false => Some(rules.rule(&drafts[number])),
        };
        let (mut texts, mut number) = (Vec::new(), 0);
        // Several at a time, written in the order of the catalogue.
        in_order(
            0..count,
            make,
            || false,
            |made, _| {
                let LayoutDraft { rule: name, .. } = &drafts[number];
                number += 1;
                match made.flatten() {
                    Some(Ok(rule)) => {
                        self.write(name, &rule.text)?;
                        let title = with_example(&rule.title, rule.has_example);
                        published(terminal, name, rule.support, &title)?;
                        texts.push(rule.text);
                    }
                    Some(Err(reason)) => not_published(terminal, name, &reason)?,
                    None => not_published(terminal, name, "the time ran out first")?,
                }
                Ok::<bool, miette::Report>(number < count)
            },
        )?;
        Ok(texts)
    }

    /// Compares cores with the library and names them.
    fn named<'k>(&self, layouts: Vec<&'k LayoutEntry>) -> Vec<LayoutDraft<'k>> {
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
        let lists: Vec<&[Occurrence]> = layouts.iter().map(|k| k.occurrences.as_slice()).collect();
        let answers = others.ask(&lists);
        let judged = |entry: &'k LayoutEntry| {
            let novelty = others.novelty(&answers, &entry.occurrences);
            (entry, novelty)
        };
        drafts(layouts.into_iter().map(judged))
    }

    /// Writes a file of the folder.
    pub fn write(&self, rule: &str, text: &str) -> miette::Result<()> {
        let path = self.folder.join(format!("{rule}.rule"));
        Ok(files::write(&path, text.as_bytes())?)
    }
}

/// The title of a rule, with a note if it has no example.
pub fn with_example(title: &str, has_example: bool) -> String {
    let shown = if has_example { "" } else { ", no example" };
    format!("{title}{shown}")
}

/// Reports a published rule.
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

/// Reports a rule that is not published, with the reason.
pub fn not_published(terminal: &mut Terminal<'_>, rule: &str, reason: &str) -> miette::Result<()> {
    say(terminal, &format!("not published: {rule}: {reason}"))
}
