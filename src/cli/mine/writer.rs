//! Writes mined rules as files, one each, and reports progress.

use std::path::Path;

use super::start::say;
use crate::files;
use crate::terminal::Terminal;
use qedoku_batch::in_order;
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Technique;
use qedoku_mine::campaign::catalogue::Catalogue;
use qedoku_mine::layout::catalogue::LayoutEntry;
use qedoku_mine::publish::family::publish;
use qedoku_mine::publish::layout::{LayoutDraft, LayoutRuleWriter, drafts, supported};
use qedoku_mine::publish::novelty::OtherRules;
use qedoku_mine::publish::{PublishedRule, Publisher};
use qedoku_mine::state::occurrence::Occurrence;

/// The inputs of the rules, and the output folder.
pub struct RuleWriter<'a> {
    pub publisher: Publisher<'a>,
    /// Minimum number of puzzles that support a rule.
    pub support: usize,
    pub folder: &'a Path,
    pub catalogue: &'a Catalogue,
    pub library: &'a Library,
    /// The base rules.
    pub base: &'a [&'a Technique],
    /// The signal to stop the comparison with the library.
    pub asking: Stop,
    /// The published rules.
    pub rules: Vec<PublishedRule>,
}

impl RuleWriter<'_> {
    /// Publishes the rules of a catalogue: one file each, as soon as it is proved.
    pub fn write_families(&mut self, terminal: &mut Terminal<'_>) -> miette::Result<()> {
        let (catalogue, publisher) = (self.catalogue, self.publisher.clone());
        publish(catalogue, self.support, &publisher, |rule| match rule {
            Ok(rule) => self.write(Ok(rule), "", terminal),
            Err(bad) => self.write(Err(bad.reason), &bad.rule, terminal),
        })
    }

    /// Publishes the non-propagating cores of a catalogue, each file as soon as it is proved.
    pub fn write_layouts(&mut self, terminal: &mut Terminal<'_>) -> miette::Result<()> {
        let layouts = supported(&self.catalogue.layouts, self.support);
        let (all, count) = (self.catalogue.layouts.entries.len(), layouts.len());
        if all > 0 {
            let words = format!(
                "{all} cores that do not propagate, {count} of them in {} puzzles or more",
                self.support
            );
            say(terminal, &words)?;
        }
        let publisher = self.publisher.clone();
        let rules = LayoutRuleWriter {
            open: self.catalogue.open_board(),
            publisher: &publisher,
        };
        let drafts = self.named(layouts);
        let make = |number: usize| match publisher.cancel.is_set() {
            true => Err("the time ran out first".to_owned()),
            false => rules.rule(&drafts[number]),
        };
        let mut number = 0;
        // Several at a time, written in the order of the catalogue.
        in_order(
            0..count,
            make,
            || false,
            |made, _| {
                let name = &drafts[number].rule;
                number += 1;
                let made = made.unwrap_or_else(|| Err("the time ran out first".to_owned()));
                self.write(made, name, terminal)?;
                Ok::<bool, miette::Report>(number < count)
            },
        )
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
            stop: &self.asking,
        };
        let lists: Vec<&[Occurrence]> = layouts.iter().map(|k| k.occurrences.as_slice()).collect();
        let answers = others.ask(&lists);
        let judged = |entry: &'k LayoutEntry| {
            let novelty = others.novelty(&answers, &entry.occurrences);
            (entry, novelty)
        };
        drafts(layouts.into_iter().map(judged))
    }

    /// Writes the file of a rule and reports it, or reports why the rule with this name is not
    /// published.
    pub fn write(
        &mut self,
        made: Result<PublishedRule, String>,
        name: &str,
        terminal: &mut Terminal<'_>,
    ) -> miette::Result<()> {
        let rule = match made {
            Err(reason) => return say(terminal, &format!("not published: {name}: {reason}")),
            Ok(rule) => rule,
        };
        let path = self.folder.join(format!("{}.rule", rule.rule));
        files::write(&path, rule.text.as_bytes())?;
        let shown = if rule.has_example { "" } else { ", no example" };
        let PublishedRule { support, title, .. } = &rule;
        let words = format!("  {:32} {support:4} puzzles  {title}{shown}", rule.rule);
        say(terminal, &words)?;
        self.rules.push(rule);
        Ok(())
    }
}
