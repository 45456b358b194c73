//! All that was mined, by family: support, and where it can be seen.
//!
//! Takes records, gives entries. A core belongs to several: to its exact family, to the widest one
//! that is still sound, and, if it is a chain with a name, to that name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::chain::chain;
use super::generalise::{Breadth, Family};
use super::lift::{Kinds, Lifted};
use super::phrase::can_be_written;
use super::record::{Recalled, Record, recall};
use crate::equiv::{Chain, Name, Named, name};
use crate::grid::{Board, Candidate, Group, State};

/// What makes cores belong together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// They have this name.
    Named(Name),
    /// They are of one family, generalised so far.
    Family(Breadth, Vec<u32>),
}

/// Cores that belong together.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The family of the first.
    pub family: Family,
    /// The puzzles they were found in.
    pub puzzles: BTreeSet<usize>,
    /// How many candidates they refute.
    pub uses: usize,
    /// Where it is seen best: in the state with the fewest candidates.
    pub example: Sighting,
    /// The rewrites that lead to the name.
    pub evidence: Vec<String>,
    /// The names that its chains have, with how often.
    pub names: BTreeMap<Name, usize>,
}

/// A core in a state.
#[derive(Clone, Debug)]
pub struct Sighting {
    /// The puzzle.
    pub puzzle: String,
    /// The state.
    pub state: State,
    /// How many candidates are open in it.
    pub open: usize,
    /// What is refuted.
    pub target: Candidate,
    /// By which truths.
    pub truths: Vec<Group>,
}

/// Everything that was mined on a board.
#[derive(Clone, Debug)]
pub struct Catalogue {
    board: Arc<Board>,
    /// The entries.
    pub entries: BTreeMap<Form, Entry>,
    names: BTreeMap<Chain, Named>,
    /// How many cores could not be written as a rule.
    pub unwritten: usize,
}

impl Catalogue {
    /// Nothing mined yet.
    pub fn new(board: &Arc<Board>) -> Catalogue {
        Catalogue {
            board: Arc::clone(board),
            entries: BTreeMap::new(),
            names: BTreeMap::new(),
            unwritten: 0,
        }
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// Adds what was found in a puzzle.
    pub fn add(&mut self, number: usize, record: &Record) {
        for state in &record.states {
            let Some(recalled) = recall(&self.board, state) else {
                continue;
            };
            for (target, core, uses) in &recalled.cores {
                self.add_core(number, record, &recalled, *target, core, *uses);
            }
        }
    }

    fn add_core(
        &mut self,
        number: usize,
        record: &Record,
        recalled: &Recalled,
        target: usize,
        core: &[usize],
        uses: usize,
    ) {
        let graph = &recalled.graph;
        let lifted = Lifted::new(graph, target, core);
        let named = chain(&lifted).map(|chain| {
            let known = self.names.entry(chain).or_insert_with_key(name);
            known.clone()
        });
        let mut forms: Vec<(Form, Family)> = Vec::new();
        let exact = Family::new(&lifted, Breadth::Exact);
        let is_grouped = |family: &Family| family.grouped.contains(&true);
        if let (Some(named), Some(family)) = (&named, &exact) {
            forms.push((Form::Named(named.name.clone()), typed(family, &lifted)));
        }
        let wide = match exact.as_ref().is_some_and(is_grouped) {
            true => Breadth::Grouped,
            false => Breadth::Full,
        };
        let widest = Family::new(&lifted, wide);
        for (breadth, family) in [(Breadth::Exact, exact), (wide, widest)] {
            match family.filter(can_be_written) {
                Some(family) => forms.push((Form::Family(breadth, family.key()), family)),
                None => self.unwritten += 1,
            }
        }
        let sighting = Sighting {
            puzzle: record.puzzle.clone(),
            state: recalled.state.clone(),
            open: graph.candidates().len(),
            target: graph.candidates()[target],
            truths: core.iter().map(|&v| graph.truths()[v].group).collect(),
        };
        for (form, family) in forms {
            let entry = self.entries.entry(form).or_insert_with(|| Entry {
                family,
                puzzles: BTreeSet::new(),
                uses: 0,
                example: sighting.clone(),
                evidence: named.iter().flat_map(|n| n.evidence.clone()).collect(),
                names: BTreeMap::new(),
            });
            entry.puzzles.insert(number);
            entry.uses += uses;
            if let Some(named) = &named {
                *entry.names.entry(named.name.clone()).or_default() += uses;
            }
            if sighting.open < entry.example.open {
                entry.example = sighting.clone();
            }
        }
    }
}

/// The family with the kinds of its truths; upright, if it has more rows than columns.
fn typed(family: &Family, lifted: &Lifted) -> Family {
    let mut typed = family.clone();
    let kinds = |k: Kinds| lifted.kinds.iter().filter(|&&other| other == k).count();
    let turn = kinds(Kinds::COLUMN) > kinds(Kinds::ROW);
    for clause in &mut typed.clauses {
        let kind = lifted.kinds[clause.origin];
        clause.kind = Some(if turn { kind.transposed() } else { kind });
    }
    typed
}
