//! Comparison of plans with the brute-force oracle, with counts of the compared states.

use std::collections::{BTreeMap, BTreeSet};

use qedoku_core::grid::{Board, Candidate, Group};
use qedoku_core::lang::ir::{Alternative, Conclusion, Condition, Technique};
use qedoku_core::matcher::{Match, Matcher, Position, PositionCache, Tables, naive};

/// Effect of a match: its truths, its eliminations, and its placements.
pub type Use = (Vec<Group>, Vec<Candidate>, Vec<Candidate>);

/// Returns the effects of matches.
pub fn uses(matches: &[Match]) -> BTreeSet<Use> {
    let of = |m: &Match| {
        (
            m.truths.clone(),
            m.eliminations.clone(),
            // A rule with guardians derives a truth instead of placements.
            [m.placements.clone(), m.one_of.clone()].concat(),
        )
    };
    matches.iter().map(of).collect()
}

/// A technique with its plan, and the tally of its comparisons.
pub struct Contender<'l> {
    pub technique: &'l Technique,
    matcher: Matcher,
    pub tally: Tally,
}

/// Results of the comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// States in which both the plan and the oracle gave all matches.
    pub compared: u64,
    /// States with at least one match.
    pub fired: u64,
    /// Number of matches in these states.
    pub matches: u64,
    /// States for which the oracle would have taken too long.
    pub too_long: u64,
}

impl<'l> Contender<'l> {
    pub fn all(techniques: impl IntoIterator<Item = &'l Technique>) -> Vec<Contender<'l>> {
        let new = |technique| Contender {
            technique,
            matcher: Matcher::new(technique),
            tally: Tally::default(),
        };
        techniques.into_iter().map(new).collect()
    }

    /// Returns whether the oracle cannot name the truths behind an elimination.
    fn leaves_truths_open(&self) -> bool {
        uses_relations(self.technique) || self.matcher.is_one_for_each_target()
    }

    /// Returns the matches of the plan.
    pub fn find(&self, tables: &Tables, position: &Position) -> Vec<Match> {
        self.matcher.find(self.technique, tables, position)
    }

    /// Returns the matches of the plan when it searches only the changes after `age` steps.
    pub fn find_since(&self, tables: &Tables, position: &Position, age: u32) -> Vec<Match> {
        let cache = &mut PositionCache::default();
        (self.matcher).find_since(self.technique, tables, position, Some(age), cache)
    }

    /// Returns the effects of the plan's matches, without the truths behind relations.
    pub fn uses(&self, tables: &Tables, position: &Position) -> BTreeSet<Use> {
        let found = uses(&self.find(tables, position));
        match self.leaves_truths_open() {
            true => found.into_iter().map(without_truths).collect(),
            false => found,
        }
    }

    /// Compares the matches of the plan and of the oracle, unless the oracle needs more than
    /// `limit` bindings.
    pub fn compare(&mut self, tables: &Tables, position: &Position, limit: u64) {
        let Some(slow) = naive::find(self.technique, position, limit) else {
            self.tally.too_long += 1;
            return;
        };
        let fast = self.find(tables, position);
        let (mut fast_uses, mut slow_uses) = (uses(&fast), uses(&slow));
        assert_eq!(
            fast.len(),
            fast_uses.len(),
            "{} repeats itself",
            name(self.technique)
        );
        // The oracle shows that a relation holds, but not by which truths. The plan names only one
        // of many ways to force a contradiction.
        let derived = self.leaves_truths_open();
        if derived {
            for uses in [&mut fast_uses, &mut slow_uses] {
                *uses = std::mem::take(uses)
                    .into_iter()
                    .map(without_truths)
                    .collect();
            }
        }
        if fast_uses != slow_uses {
            let board = position.board();
            let list = |one: &BTreeSet<Use>, other| {
                let only = one.difference(other).map(|u| describe(board, u));
                only.collect::<Vec<_>>().join("\n  ")
            };
            panic!(
                "{}\nmissed:\n  {}\ninvented:\n  {}\nin\n{}",
                name(self.technique),
                list(&slow_uses, &fast_uses),
                list(&fast_uses, &slow_uses),
                draw(position)
            );
        }
        // The oracle shows that links exist, but not which ones the match names.
        let conditions = self.technique.patterns.iter().flat_map(|p| &p.conditions);
        let has_links = { conditions }.any(|c| matches!(c, Condition::FewestLinks { .. }));
        let told = |m: &Match| match has_links {
            true => Match {
                parts: Vec::new(),
                ..m.clone()
            },
            false => m.clone(),
        };
        // Both searches report the first of several bindings with the same effect.
        assert!(
            derived || fast.iter().map(told).eq(slow.iter().map(told)),
            "{} in\n{}\n{fast:?}\n{slow:?}",
            name(self.technique),
            draw(position)
        );
        self.tally.compared += 1;
        self.tally.fired += u64::from(!fast.is_empty());
        self.tally.matches += fast.len() as u64;
    }
}

/// Returns whether the technique names the links of a loop. The oracle finds the loop, but not its
/// links.
pub fn has_loops(technique: &Technique) -> bool {
    let mut all = technique.patterns.iter().flat_map(|p| &p.conclusions);
    all.any(|c| matches!(c, Conclusion::EliminateLinks(..)))
}

fn without_truths((_, eliminations, placements): Use) -> Use {
    (Vec::new(), eliminations, placements)
}

/// Returns whether the matches of the technique depend on derived relations.
pub fn uses_relations(technique: &Technique) -> bool {
    let clauses = technique.patterns.iter().flat_map(|p| &p.knowledge);
    let mut alternatives = clauses.flat_map(|every| &every.alternatives);
    let mut conditions = technique.patterns.iter().flat_map(|p| &p.conditions);
    conditions.any(|c| matches!(c, Condition::Relation(..)))
        || alternatives
            .any(|a| matches!(a, Alternative::Relation(..) | Alternative::RelationFrom(..)))
}

/// Returns the technique's name with its parameter.
pub fn name(technique: &Technique) -> String {
    match technique.instance {
        Some(n) => format!("{}({n})", technique.rule),
        None => technique.rule.to_string(),
    }
}

fn describe(board: &Board, (truths, eliminations, placements): &Use) -> String {
    let truths = truths.iter().map(|&t| board.group_name(t));
    let gone = eliminations.iter().map(|&c| board.elimination_name(c));
    let placed = placements.iter().map(|&c| board.candidate_name(c));
    let words: Vec<String> = truths
        .chain(["=>".to_string()])
        .chain(gone)
        .chain(placed)
        .collect();
    words.join(" ")
}

/// Returns a drawing of the live digits of each cell, with `!` after solved cells and `*` after
/// givens.
pub fn draw(position: &Position) -> String {
    let board = position.board();
    let mut text = String::new();
    for cell in board.cells() {
        let live = position.state().domain(board, board.cell_group(cell));
        text.extend(live.map(|c| board.digit_of(c).to_char()));
        if position.is_solved(cell) {
            text.push('!');
        }
        if position.given().contains(cell) {
            text.push('*');
        }
        let last = board.column(cell) + 1 == board.size();
        text.push_str(if last { "\n" } else { "\t" });
    }
    text
}

/// Prints the tally of each technique, and returns the sums.
pub fn summary(title: &str, contenders: &[Contender<'_>]) -> BTreeMap<String, Tally> {
    println!("{title}: states compared, of these with matches, matches, states too long");
    let mut sums = BTreeMap::new();
    for contender in contenders {
        let t = contender.tally;
        println!(
            "  {:32}{:8}{:8}{:9}{:8}",
            name(contender.technique),
            t.compared,
            t.fired,
            t.matches,
            t.too_long
        );
        sums.insert(name(contender.technique), t);
    }
    sums
}
