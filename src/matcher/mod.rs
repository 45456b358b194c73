//! The matcher: where on the board a technique applies.
//!
//! Takes techniques (the language's IR) and a [`Position`], gives [`Match`]es. A technique is
//! compiled once into a [`plan`]; [`run`] follows the plan. Every match says which candidates it
//! eliminates or places, and which truths its clauses spoke of: that is all a certificate needs.

mod almost;
mod cells;
mod env;
mod join;
pub mod naive;
mod plan;
mod position;
mod run;
mod sets;
mod tables;

use std::collections::BTreeMap;

use crate::grid::{Board, Candidate, Digit, Group, bits};
use crate::lang::ir::{Alternative, Cells, Conclusion, Condition, Pattern, Technique, Var};

pub use cells::{CellSet, HouseSet};
pub use env::Value;
pub use plan::Plan;
pub use position::{Changes, Position};
pub use tables::Tables;

use env::Env;

/// Where a technique applies, and what it does there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Which of the technique's patterns (along rows, along columns).
    pub pattern: usize,
    /// What its variables are bound to; targets are not bound.
    pub bindings: Vec<Option<Value>>,
    /// The truths that its clauses speak of.
    pub truths: Vec<Group>,
    /// The same, each as often as clauses speak of it; empty if that is once. Sets of cells that
    /// overlap need the cells that they share once for each.
    pub repeated: Vec<Group>,
    /// The live candidates it eliminates, in order.
    pub eliminations: Vec<Candidate>,
    /// The candidates it places, in order.
    pub placements: Vec<Candidate>,
}

/// What a technique asks for that is not looked for: it would never fire. Relations, deadly
/// patterns and the links of loops are part of the language, but no plan binds them.
pub fn not_looked_for(technique: &Technique) -> Option<&'static str> {
    let patterns = || technique.patterns.iter();
    let conditions = || patterns().flat_map(|p| &p.conditions);
    let alternatives = || {
        let clauses = patterns().flat_map(|p| &p.knowledge);
        clauses.flat_map(|every| &every.alternatives)
    };
    let conclusions = || patterns().flat_map(|p| &p.conclusions);
    if conditions().any(|c| matches!(c, Condition::Relation(..)))
        || alternatives().any(uses_relation)
        || conclusions().any(|c| matches!(c, Conclusion::EliminateLinks(..)))
    {
        return Some("a derived relation");
    }
    (conditions().any(|c| matches!(c, Condition::Deadly { .. }))).then_some("a deadly pattern")
}

fn uses_relation(alternative: &Alternative) -> bool {
    match alternative {
        Alternative::Relation(..) => true,
        Alternative::All(parts) => parts.iter().any(uses_relation),
        _ => false,
    }
}

/// A technique ready to be looked for.
#[derive(Clone, Debug)]
pub struct Matcher {
    plans: Vec<Plan>,
    /// For boards that are too large for tables.
    without_tables: Vec<Plan>,
}

impl Matcher {
    /// Compiles a technique.
    pub fn new(technique: &Technique) -> Matcher {
        Matcher {
            plans: technique.patterns.iter().map(Plan::new).collect(),
            without_tables: (technique.patterns.iter())
                .map(Plan::without_tables)
                .collect(),
        }
    }

    /// The names of the variables of the technique's first pattern, in the order in which
    /// they are bound.
    pub fn order<'t>(&self, technique: &'t Technique) -> Vec<&'t str> {
        let (Some(plan), Some(pattern)) = (self.plans.first(), technique.patterns.first()) else {
            return Vec::new();
        };
        let vars = plan.steps.iter().flat_map(plan::Bind::vars);
        vars.map(|var| &*pattern.variables[usize::from(var.0)].name)
            .collect()
    }

    /// All matches that do something, in a fixed order: each way to put the same truths to
    /// the same use once.
    pub fn find(&self, technique: &Technique, tables: &Tables, position: &Position) -> Vec<Match> {
        self.find_among(technique, tables, position, None)
    }

    /// All matches, or at least all that were not there before something changed.
    pub fn find_among(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        changes: Option<&Changes>,
    ) -> Vec<Match> {
        let mut matches = Vec::new();
        let plans = match position.board().cell_count() <= almost::MOST_CELLS {
            true => &self.plans,
            false => &self.without_tables,
        };
        for (index, (pattern, plan)) in technique.patterns.iter().zip(plans).enumerate() {
            let mut found = Found::default();
            let env = Env::new(tables, position, &pattern.variables);
            run::Run::all(env, pattern, plan, changes, |env| found.add(pattern, env));
            matches.extend(found.into_matches(index));
        }
        without_repetition(matches)
    }
}

/// Drops matches that use the same truths for the same conclusions as an earlier one.
pub fn without_repetition(matches: Vec<Match>) -> Vec<Match> {
    let mut seen = std::collections::BTreeSet::new();
    let mut kept = matches;
    kept.retain(|m| {
        let key = (
            m.truths.clone(),
            m.eliminations.clone(),
            m.placements.clone(),
        );
        seen.insert(key)
    });
    kept
}

/// Matches by what the variables other than targets are bound to.
#[derive(Default)]
struct Found {
    matches: BTreeMap<Vec<Option<Value>>, Effects>,
}

#[derive(Default)]
struct Effects {
    truths: Vec<Group>,
    repeated: Vec<Group>,
    eliminations: Vec<Candidate>,
    placements: Vec<Candidate>,
}

impl Effects {
    fn is_empty(&self) -> bool {
        self.eliminations.is_empty() && self.placements.is_empty()
    }
}

impl Found {
    fn add(&mut self, pattern: &Pattern, env: &Env<'_>) {
        let mut effects = Effects::default();
        for conclusion in &pattern.conclusions {
            conclude(conclusion, env, &mut effects);
        }
        if effects.is_empty() {
            return;
        }
        for every in &pattern.knowledge {
            env.truths(&every.subject, &mut |truth| {
                effects.truths.push(truth);
                true
            });
        }
        self.add_effects(pattern, env.values.clone(), effects);
    }

    fn add_effects(&mut self, pattern: &Pattern, mut key: Vec<Option<Value>>, effects: Effects) {
        if effects.is_empty() {
            return;
        }
        for (value, variable) in key.iter_mut().zip(&pattern.variables) {
            if variable.is_target {
                *value = None;
            }
        }
        let all = self.matches.entry(key).or_default();
        if all.truths.is_empty() {
            all.repeated.clone_from(&effects.truths);
        }
        all.truths.extend(effects.truths);
        all.eliminations.extend(effects.eliminations);
        all.placements.extend(effects.placements);
    }

    fn into_matches(self, pattern: usize) -> impl Iterator<Item = Match> {
        self.matches
            .into_iter()
            .map(move |(bindings, mut effects)| {
                for list in [&mut effects.eliminations, &mut effects.placements] {
                    list.sort_unstable();
                    list.dedup();
                }
                effects.truths.sort_unstable();
                effects.truths.dedup();
                effects.repeated.sort_unstable();
                if effects.repeated.len() == effects.truths.len() {
                    effects.repeated.clear();
                }
                Match {
                    pattern,
                    bindings,
                    truths: effects.truths,
                    repeated: effects.repeated,
                    eliminations: effects.eliminations,
                    placements: effects.placements,
                }
            })
    }
}

/// What a conclusion does to the live candidates.
fn conclude(conclusion: &Conclusion, env: &Env<'_>, effects: &mut Effects) {
    let board: &Board = env.position.board();
    match conclusion {
        Conclusion::Eliminate {
            digits: going,
            without,
            all_but,
            cells,
        } => {
            let all = |vars: &[Var]| vars.iter().fold(0, |mask, &v| mask | env.digits(v));
            let digits = match all_but {
                true => env.tables.all_digits() & !all(going),
                false => all(going) & !all(without),
            };
            for digit in bits(digits).map(Digit::new) {
                let cells = cells_of(cells, env, going, digit);
                for cell in (cells & *env.position.places(digit)).iter() {
                    effects.eliminations.push(board.candidate(cell, digit));
                }
            }
        }
        Conclusion::EliminateCandidate(var) => {
            for digit in bits(env.digits(*var)).map(Digit::new) {
                for cell in (env.cells(*var) & *env.position.places(digit)).iter() {
                    effects.eliminations.push(board.candidate(cell, digit));
                }
            }
        }
        Conclusion::EliminateExcluded(vars) => {
            let all = vars.iter().flat_map(|&v| {
                bits(env.digits(v)).flat_map(move |d| {
                    let digit = Digit::new(d);
                    env.cells(v)
                        .iter()
                        .map(move |cell| board.candidate(cell, digit))
                })
            });
            let excluders: Vec<Candidate> = all.collect();
            let excluded = |&c: &Candidate| excluders.iter().all(|&e| board.exclude(c, e));
            let live = env.position.state().candidates(board);
            effects.eliminations.extend(live.filter(excluded));
        }
        Conclusion::EliminateLinks(..) => {}
        Conclusion::Place(digit, cell) => {
            for digit in bits(env.digits(*digit)).map(Digit::new) {
                for cell in env.cells(*cell).iter() {
                    place(env, board.candidate(cell, digit), effects);
                }
            }
        }
        Conclusion::PlaceCandidate(var) => {
            for digit in bits(env.digits(*var)).map(Digit::new) {
                for cell in env.cells(*var).iter() {
                    place(env, board.candidate(cell, digit), effects);
                }
            }
        }
    }
}

fn place(env: &Env<'_>, candidate: Candidate, effects: &mut Effects) {
    let board = env.position.board();
    let open = !env.position.is_solved(board.cell_of(candidate));
    if open && env.position.state().is_live(board, candidate) {
        effects.placements.push(candidate);
    }
}

/// The cells that an elimination takes a digit from.
fn cells_of(cells: &Cells, env: &Env<'_>, going: &[Var], goes: Digit) -> CellSet {
    let mut set = match cells.within.is_empty() {
        true => *env.tables.all_cells(),
        false => (cells.within.iter()).fold(CellSet::EMPTY, |sum, &v| sum | env.cells(v)),
    };
    for seen in &cells.seeing {
        set &= env.cells_seeing(seen, going, goes);
    }
    for &var in &cells.inside {
        set &= env.cells(var);
    }
    for &var in &cells.except {
        set &= !env.cells(var);
    }
    set
}
