//! Every technique of the library compared with the brute-force oracle near its matches: on the
//! boards of its examples, with random candidates added and removed.
//!
//! The oracle cannot finish on a whole 9x9 board for a technique with many variables, such as the
//! exocet with twenty. Two restricted comparisons are used instead. **Alone**: only the truths of a
//! match and a few others are active, and plan and oracle must find the same matches. **Around**:
//! all variables but a few are fixed to the values of a match. On the whole board, the plan must
//! find every match of the oracle, and every match of the plan must be a match by definition. A
//! loop is compared with all its derivations, because the plan names the links of only one.
//!
//! `QEDOKU_DOSE=50 cargo test --release -p qedoku-tests matcher::near -- --nocapture` uses fifty
//! states per technique and all sizes; `QEDOKU_RULE=fish` selects the rules whose names contain
//! `fish`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::compare::{Use, draw, has_loops, name, uses, uses_relations};
use super::{has_templates, states};
use qedoku_core::grid::{Board, Candidate, Cell, Group, Puzzle};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::standard_library;
use qedoku_core::matcher::{CellSet, Match, Matcher, Position, Tables, Value, naive};
use qedoku_core::trial;
use qedoku_tests::dose::dosed_size;
use qedoku_tests::random::Random;
use qedoku_tests::shape;

/// Maximum number of bindings per query.
const BINDINGS: u64 = 60_000;
/// Maximum number of states near the examples, for a technique whose matches were not compared yet:
/// the comparisons may have exceeded their limit.
const MAX_STATES: usize = 6;
/// Maximum number of states tried on a small board.
const SMALL_STATES: usize = 600;
/// Maximum number of matches per state that are tested by definition.
const MAX_TESTED: usize = 6;

/// Tally of the comparisons for a technique.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    states: u64,
    fired: u64,
    /// Comparisons with only the truths of a match on the board, and the number of their matches.
    alone: (u64, u64),
    /// Comparisons around a match, and the number of their matches.
    around: (u64, u64),
    /// Matches of the plan that were tested by definition.
    looked_up: u64,
    too_long: u64,
}

impl Tally {
    /// Whether a match was compared.
    fn is_compared(&self) -> bool {
        self.alone.1 + self.around.1 > 0
    }
}

struct Near<'l> {
    technique: &'l Technique,
    matcher: Matcher,
    tables: &'l Tables,
    tally: Tally,
}

impl Near<'_> {
    fn leaves_truths_open(&self) -> bool {
        uses_relations(self.technique) || self.matcher.is_one_for_each_target()
    }

    /// Returns the compared effects of matches.
    fn uses(&self, matches: &[Match]) -> BTreeSet<Use> {
        let all = uses(matches).into_iter();
        match self.leaves_truths_open() {
            true => all
                .map(|(_, gone, placed)| (Vec::new(), gone, placed))
                .collect(),
            false => all.collect(),
        }
    }

    fn find(&self, position: &Position) -> Vec<Match> {
        self.matcher.find(self.technique, self.tables, position)
    }

    fn assert_none(&self, what: &str, uses: &[&Use], position: &Position) {
        let board = position.board();
        let shown = |(truths, gone, placed): &&Use| {
            let truths = truths.iter().map(|&t| board.group_name(t));
            let gone = gone.iter().map(|&c| board.elimination_name(c));
            let placed = placed.iter().map(|&c| board.candidate_name(c));
            truths
                .chain(["=>".into()])
                .chain(gone)
                .chain(placed)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let shown: Vec<String> = uses.iter().map(shown).collect();
        assert!(
            uses.is_empty(),
            "{} {what}:\n  {}\nin\n{}",
            name(self.technique),
            shown.join("\n  "),
            draw(position)
        );
    }

    /// Compares on a board with only the truths of a match and a few others.
    fn alone(&mut self, found: &Match, position: &Position, random: &mut Random) {
        let board = position.board();
        let domain = |&truth: &Group| position.state().domain(board, truth).collect::<Vec<_>>();
        let mut groups = found.truths.clone();
        let open: Vec<Group> = position.open_truths().collect();
        groups.extend((0..random.below(3)).filter_map(|_| random.pick(&open).copied()));
        let own = groups
            .iter()
            .flat_map(domain)
            .chain(found.eliminations.clone())
            .chain(found.placements.clone());
        let bound = found
            .bindings
            .iter()
            .flatten()
            .flat_map(|value| match value {
                Value::Cells(cells) | Value::Candidates(_, cells) => {
                    cells.iter().collect::<Vec<_>>()
                }
                _ => Vec::new(),
            });
        let cells: CellSet = own
            .map(|c| board.cell_of(c))
            .chain(bound)
            .filter(|&c| !position.is_solved(c))
            .collect();
        // If a cell is used, its truth is used too.
        groups.extend(cells.iter().map(|cell| board.cell_group(cell)));
        let small =
            Position::resting_on(Arc::clone(board), position.state().clone(), &groups, &cells);
        self.whole(&small, 4 * BINDINGS);
    }

    /// Compares all matches of a position.
    fn whole(&mut self, small: &Position, limit: u64) {
        if has_loops(self.technique) {
            return self.loops(small, 5 * limit);
        }
        let Some(slow) = naive::find(self.technique, small, limit) else {
            self.tally.too_long += 1;
            return;
        };
        let fast = self.find(small);
        let (slow, fast) = (self.uses(&slow), self.uses(&fast));
        self.assert_none("missed", &slow.difference(&fast).collect::<Vec<_>>(), small);
        self.assert_none(
            "invented",
            &fast.difference(&slow).collect::<Vec<_>>(),
            small,
        );
        self.tally.alone.0 += 1;
        self.tally.alone.1 += fast.len() as u64;
    }

    /// Asserts that each loop of the plan is a loop, and eliminates only candidates that the links
    /// of all derivations eliminate. Between the same ends, the plan names the links of the
    /// shortest derivation.
    fn loops(&mut self, position: &Position, limit: u64) {
        let mut left = limit;
        let Some(known) = naive::known(self.technique, position, &mut left) else {
            self.tally.too_long += 1;
            return;
        };
        let mut slow: BTreeMap<(usize, Vec<Option<Value>>), BTreeSet<Candidate>> = BTreeMap::new();
        for (index, pattern) in self.technique.patterns.iter().enumerate() {
            let shown = naive::each_match(pattern, &known, &mut left, &mut |reading| {
                let all = slow.entry((index, reading.values.to_vec())).or_default();
                all.extend(reading.eliminated(pattern));
            });
            if shown.is_none() {
                self.tally.too_long += 1;
                return;
            }
        }
        for found in self.find(position) {
            let all = slow.get(&(found.pattern, found.bindings.clone()));
            let all = all.unwrap_or_else(|| {
                panic!("{} invented in\n{}", name(self.technique), draw(position))
            });
            assert!(
                found.eliminations.iter().all(|c| all.contains(c)),
                "{} in\n{}",
                name(self.technique),
                draw(position)
            );
            self.tally.alone.1 += 1;
        }
        self.tally.alone.0 += 1;
    }

    /// Compares with all variables fixed to the values of a match, except for a few.
    fn around(&mut self, found: &Match, all: &[Match], position: &Position, random: &mut Random) {
        let own: Vec<usize> = (0..found.bindings.len())
            .filter(|&at| found.bindings[at].is_some())
            .collect();
        let all = self.uses(all);
        for free in [1, 2, 1 + random.below(3)] {
            let mut bound = found.bindings.clone();
            for _ in 0..free {
                let Some(&at) = random.pick(&own) else { return };
                bound[at] = None;
            }
            let slow =
                naive::find_with(self.technique, (found.pattern, &bound), position, BINDINGS);
            let Some(slow) = slow else {
                self.tally.too_long += 1;
                continue;
            };
            let slow = self.uses(&slow);
            self.assert_none(
                "missed",
                &slow.difference(&all).collect::<Vec<_>>(),
                position,
            );
            self.tally.around.0 += 1;
            self.tally.around.1 += slow.len() as u64;
        }
    }

    /// Asserts that matches of the plan are matches by definition, with the same effects.
    fn look_up(&mut self, all: &[Match], position: &Position, random: &mut Random) {
        for _ in 0..MAX_TESTED.min(all.len()) {
            let Some(found) = random.pick(all) else {
                return;
            };
            let slow = naive::find_with(
                self.technique,
                (found.pattern, &found.bindings),
                position,
                BINDINGS,
            );
            let Some(slow) = slow else {
                self.tally.too_long += 1;
                continue;
            };
            let is_it = |m: &Match| {
                m.eliminations == found.eliminations && m.placements == found.placements
            };
            assert!(
                slow.iter().any(is_it),
                "{} invented {found:?}, not {slow:?} in\n{}",
                name(self.technique),
                draw(position)
            );
            self.tally.looked_up += 1;
        }
    }

    /// Compares on a small board until the technique has fired. On a large board there are too many
    /// chains of sets to generate.
    fn on_a_small_board(&mut self, board: &Arc<Board>, random: &mut Random) {
        for _ in 0..SMALL_STATES {
            let position = states::state(board, 4 + random.below(3), random).position();
            if !self.find(&position).is_empty() {
                self.tally.states += 1;
                self.tally.fired += 1;
                self.whole(&position, 10 * BINDINGS);
            }
            if self.tally.alone.1 > 0 {
                break;
            }
        }
    }

    fn compare(&mut self, position: &Position, old: &[Match], random: &mut Random) {
        let all = self.find(position);
        self.tally.states += 1;
        self.tally.fired += u64::from(!all.is_empty());
        // The change may have removed the earlier match. Another match may be near it.
        let near = random.pick(&all).or_else(|| random.pick(old)).cloned();
        let Some(near) = near else { return };
        self.alone(&near, position, random);
        if !uses_relations(self.technique) {
            self.around(&near, &all, position, random);
            self.look_up(&all, position, random);
        }
    }
}

/// Returns the state with some candidates of open cells removed and some added, mostly near the
/// match.
fn changed(
    puzzle: &Puzzle,
    position: &Position,
    near: Option<&Match>,
    random: &mut Random,
) -> Position {
    let board: &Arc<Board> = position.board();
    let open: Vec<Cell> = board.cells().filter(|&c| !position.is_solved(c)).collect();
    let truths = near.iter().flat_map(|m| &m.truths);
    let close: Vec<Cell> = truths
        .flat_map(|&t| position.state().domain(board, t))
        .map(|c| board.cell_of(c))
        .filter(|c| open.contains(c))
        .collect();
    let mut masks: Vec<u32> = board
        .cells()
        .map(|c| position.state().digits(board, c))
        .collect();
    for _ in 0..1 + random.below(5) {
        let among = if random.once_in(3) { &open } else { &close };
        let Some(&cell) = random.pick(among) else {
            continue;
        };
        let digit = random.below(board.size());
        let is_free = |other: Cell| {
            !board.sees(cell, other)
                || !position.is_solved(other)
                || masks[other.index()] != 1 << digit
        };
        let flipped = masks[cell.index()] ^ 1 << digit;
        if flipped != 0 && board.cells().all(is_free) {
            masks[cell.index()] = flipped;
        }
    }
    Position::of(&Puzzle {
        board: Arc::clone(board),
        givens: puzzle
            .givens
            .clone()
            .or_else(|| Some(vec![None; board.cell_count()])),
        pencilmarks: Some(masks),
        filled: Some(board.cells().map(|c| position.is_solved(c)).collect()),
        label: None,
        expected: None,
    })
}

#[test]
fn plans_match_oracle_near_examples() {
    let library = standard_library().expect("the standard library");
    let mut sum = Tally::default();
    println!(
        "where they are: states, of these with matches, comparisons alone (matches), around (matches), looked up, too long"
    );
    let (mut rules, mut never) = (BTreeSet::new(), Vec::new());
    let only = std::env::var("QEDOKU_RULE").unwrap_or_default();
    let states = dosed_size(1);
    let has_all = states > 1;
    let is_first = |technique: &Technique| {
        let first = library.techniques.iter().find(|t| t.rule == technique.rule);
        first.is_some_and(|first| first.instance == technique.instance)
    };
    // The tests of variants compare rules about constraints.
    let is_wanted = |technique: &Technique| {
        let is_classic = !technique.is_about_constraints();
        is_classic && technique.rule.contains(&only) && (has_all || is_first(technique))
    };
    for (seed, technique) in library.techniques.iter().enumerate() {
        if !is_wanted(technique) {
            continue;
        }
        let rule = library.rule(&technique.rule).expect("its rule");
        let mut random = Random::new(170 + seed as u64);
        let puzzles: Vec<Puzzle> = trial::boards(rule, technique).collect();
        let mut tally = Tally::default();
        for state in 0..MAX_STATES.max(states) {
            if state >= states.max(puzzles.len()) && tally.is_compared() {
                break;
            }
            let puzzle = &puzzles[state % puzzles.len()];
            let tables = Tables::new(&puzzle.board);
            let start = Position::of(puzzle);
            let mut near = Near {
                technique,
                matcher: Matcher::new(technique),
                tables: &tables,
                tally,
            };
            let old = near.find(&start);
            // A digit without a place has no template, so rules about templates do not use such
            // states.
            match state < puzzles.len() || has_templates(technique) {
                true => near.compare(&start, &old, &mut random),
                false => {
                    let position = changed(puzzle, &start, random.pick(&old), &mut random);
                    near.compare(&position, &old, &mut random);
                }
            }
            tally = near.tally;
        }
        if !tally.is_compared() {
            let board = Board::sudoku(shape(2, 2));
            let mut near = Near {
                technique,
                matcher: Matcher::new(technique),
                tables: &Tables::new(&board),
                tally,
            };
            near.on_a_small_board(&board, &mut random);
            tally = near.tally;
        }
        println!(
            "  {:32}{:4}{:4}{:5} ({}){:5} ({}){:5}{:5}",
            name(technique),
            tally.states,
            tally.fired,
            tally.alone.0,
            tally.alone.1,
            tally.around.0,
            tally.around.1,
            tally.looked_up,
            tally.too_long
        );
        if tally.fired == 0 || !tally.is_compared() {
            never.push(name(technique));
        }
        rules.insert(&technique.rule);
        for (all, one) in [
            (&mut sum.alone, tally.alone),
            (&mut sum.around, tally.around),
        ] {
            all.0 += one.0;
            all.1 += one.1;
        }
        sum.fired += tally.fired;
        sum.looked_up += tally.looked_up;
    }
    println!(
        "{} rules, found in {} states; {} comparisons alone ({} matches), {} around a match ({}), {} matches looked up",
        rules.len(),
        sum.fired,
        sum.alone.0,
        sum.alone.1,
        sum.around.0,
        sum.around.1,
        sum.looked_up
    );
    assert!(never.is_empty(), "never compared where they are: {never:?}");
    let wanted = library
        .rules
        .iter()
        .filter(|rule| rule.name().contains(&only))
        .filter(|rule| {
            let mut own = library
                .techniques
                .iter()
                .filter(|t| *t.rule == *rule.name());
            own.any(|technique| !technique.is_about_constraints())
        });
    assert_eq!(rules.len(), wanted.count());
}
