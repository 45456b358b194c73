//! Holding the plans against generate and test, and keeping count of what was compared.

use std::collections::{BTreeMap, BTreeSet};

use qedoku_core::grid::{Board, Candidate, Group};
use qedoku_core::lang::ir::{Alternative, Conclusion, Condition, Technique};
use qedoku_core::matcher::{Match, Matcher, Position, PositionCache, Tables, naive};

/// What a match amounts to: the truths it uses, and what it does.
pub type Use = (Vec<Group>, Vec<Candidate>, Vec<Candidate>);

/// What matches amount to.
pub fn uses(matches: &[Match]) -> BTreeSet<Use> {
    let of = |m: &Match| {
        (
            m.truths.clone(),
            m.eliminations.clone(),
            // What a rule with guardians says beside what it places.
            [m.placements.clone(), m.one_of.clone()].concat(),
        )
    };
    matches.iter().map(of).collect()
}

/// A technique with its plan, and what became of the comparisons.
pub struct Contender<'l> {
    pub technique: &'l Technique,
    matcher: Matcher,
    pub tally: Tally,
}

/// What became of comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// States in which both gave all their matches.
    pub compared: u64,
    /// States in which there was something to find.
    pub fired: u64,
    /// The matches in these states.
    pub matches: u64,
    /// States in which generate and test would have taken too long.
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

    /// Whether it is left open by which truths something is eliminated.
    fn leaves_truths_open(&self) -> bool {
        uses_relations(self.technique) || self.matcher.is_one_for_each_target()
    }

    /// What the plan finds.
    pub fn find(&self, tables: &Tables, position: &Position) -> Vec<Match> {
        self.matcher.find(self.technique, tables, position)
    }

    /// What the plan finds by looking only at what has changed after so many steps.
    pub fn find_since(&self, tables: &Tables, position: &Position, age: u32) -> Vec<Match> {
        let cache = &mut PositionCache::default();
        (self.matcher).find_among(self.technique, tables, position, Some(age), cache)
    }

    /// What the plan finds amounts to; by which truths a relation holds is left out.
    pub fn uses(&self, tables: &Tables, position: &Position) -> BTreeSet<Use> {
        let found = uses(&self.find(tables, position));
        match self.leaves_truths_open() {
            true => found.into_iter().map(without_truths).collect(),
            false => found,
        }
    }

    /// Compares what both find, unless generate and test would look at more than `limit`
    /// bindings.
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
        // Generate and test knows that a relation holds, not by which truths; and of the many ways
        // to force a contradiction the plan tells one.
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
        // Generate and test knows that there are links, not which of them to tell.
        let conditions = self.technique.patterns.iter().flat_map(|p| &p.conditions);
        let has_links = { conditions }.any(|c| matches!(c, Condition::FewestLinks { .. }));
        let told = |m: &Match| match has_links {
            true => Match {
                parts: Vec::new(),
                ..m.clone()
            },
            false => m.clone(),
        };
        // Of several bindings that amount to the same, both show the first.
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

/// Whether the technique speaks of the links of a loop. Generate and test knows that the loop is
/// there, not what its links are.
pub fn has_loops(technique: &Technique) -> bool {
    let mut all = technique.patterns.iter().flat_map(|p| &p.conclusions);
    all.any(|c| matches!(c, Conclusion::EliminateLinks(..)))
}

fn without_truths((_, eliminations, placements): Use) -> Use {
    (Vec::new(), eliminations, placements)
}

/// Whether what the technique finds depends on derived relations.
pub fn uses_relations(technique: &Technique) -> bool {
    let clauses = technique.patterns.iter().flat_map(|p| &p.knowledge);
    let mut alternatives = clauses.flat_map(|every| &every.alternatives);
    let mut conditions = technique.patterns.iter().flat_map(|p| &p.conditions);
    conditions.any(|c| matches!(c, Condition::Relation(..)))
        || alternatives
            .any(|a| matches!(a, Alternative::Relation(..) | Alternative::RelationFrom(..)))
}

/// The technique's name with its parameter.
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

/// The live digits of each cell; `!` behind those that are solved, `*` behind those given.
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

/// Prints what was compared, by technique, and gives the sums.
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
