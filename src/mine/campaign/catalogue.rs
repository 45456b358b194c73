//! All mined cores, grouped by family, with their support and examples.
//!
//! Each core is added to several entries: its exact family, the widest family that is still sound,
//! and, if it is a named chain, the entry of that name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::campaign::record::{GuardedRecord, RecalledState, Record, recall, recall_guarded};
use crate::equiv::{Chain, LibraryNames, Named, PatternName, Wording};
use crate::layout::OpenBoard;
use crate::layout::catalogue::{Layouts, propagates};
use crate::pattern::chain::chain;
use crate::pattern::generalise::{Breadth, Clause, Family};
use crate::pattern::lift::{GroupKinds, LiftedCore};
use crate::publish::phrase::can_be_written;
use crate::state::occurrence::Occurrence;
use crate::unfillable::cells::CellPattern;
use crate::unfillable::census::guarded_occurrence;
use crate::unfillable::discover::DiscoveredPattern;
use crate::unfillable::fill::is_minimal_unfillable;
use qedoku_core::grid::{Board, State};

/// Maximum number of examples kept per entry, each from a different puzzle.
const MAX_CATALOGUE_EXAMPLES: usize = 12;

/// The property that the cores of an entry share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SharedForm {
    /// The cores have this name.
    Named(PatternName),
    /// The cores belong to one family at this breadth.
    Family(Breadth, Vec<u32>),
}

/// Cores with the same form.
#[derive(Clone, Debug)]
pub struct CatalogueEntry {
    /// The family of the first core.
    pub family: Family,
    /// The puzzles in which the cores were found.
    pub puzzles: BTreeSet<usize>,
    /// Number of candidates that the cores refute.
    pub uses: usize,
    /// The best occurrences: those in the states with the fewest candidates.
    pub examples: Vec<Occurrence>,
    /// The rewrites that lead from the core to its name.
    pub evidence: Vec<String>,
    /// The names of its chains, with the number of times each was found.
    pub names: BTreeMap<PatternName, usize>,
}

impl CatalogueEntry {
    /// Keeps an occurrence if it is the best of its puzzle and among the best overall.
    fn see(&mut self, occurrence: &Occurrence) {
        let same = |e: &Occurrence| e.puzzle == occurrence.puzzle;
        if self
            .examples
            .iter()
            .any(|e| same(e) && e.open <= occurrence.open)
        {
            return;
        }
        self.examples.retain(|e| !same(e));
        let place = self.examples.partition_point(|e| e.open <= occurrence.open);
        self.examples.insert(place, occurrence.clone());
        self.examples.truncate(MAX_CATALOGUE_EXAMPLES);
    }
}

/// Everything that was mined on a board.
#[derive(Clone)]
pub struct Catalogue {
    board: Arc<Board>,
    /// The entries.
    pub entries: BTreeMap<SharedForm, CatalogueEntry>,
    names: LibraryNames,
    named: BTreeMap<Chain, Option<Named>>,
    /// The cores that do not propagate.
    pub layouts: Layouts,
    /// Unfillable sets of cells, by the number of digits and the pattern of the cells.
    pub guarded: BTreeMap<(usize, CellPattern), DiscoveredPattern>,
    open: Arc<OpenBoard>,
    /// Number of cores that could not be written as a rule, by reason.
    pub unwritten: BTreeMap<&'static str, usize>,
}

impl Catalogue {
    /// An empty catalogue. `names` supplies the names of the library's rules.
    pub fn new(board: &Arc<Board>, names: LibraryNames) -> Catalogue {
        Catalogue {
            board: Arc::clone(board),
            entries: BTreeMap::new(),
            names,
            named: BTreeMap::new(),
            layouts: Layouts::default(),
            guarded: BTreeMap::new(),
            open: Arc::new(OpenBoard::new(board)),
            unwritten: BTreeMap::new(),
        }
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The names of the library's rules.
    pub fn names(&self) -> &LibraryNames {
        &self.names
    }

    /// Adds the cores found in a puzzle.
    pub fn add(&mut self, number: usize, record: &Record) {
        let puzzle = &record.puzzle;
        for state in &record.states {
            let Some(recalled) = recall(&self.board, state) else {
                continue;
            };
            for record in &state.guarded {
                self.add_guarded(number, puzzle, &recalled.state, record);
            }
            for (target, core, uses) in &recalled.cores {
                self.add_core(number, record, &recalled, *target, core, *uses);
            }
        }
    }

    /// Adds a set of cells that some digits cannot fill.
    fn add_guarded(&mut self, number: usize, puzzle: &str, state: &State, record: &GuardedRecord) {
        let set = recall_guarded(&self.board, state, record);
        let count = set.digits.count_ones() as usize;
        // Records come from a file and may be wrong.
        if self.board.cell_count() != 81 || !is_minimal_unfillable(set.cells, count) {
            return self.leave_out("its digits can fill its cells");
        }
        let cells = (set.cells, &set.guardians[..]);
        let seen = guarded_occurrence(&self.board, state, puzzle, cells);
        let entry = self.guarded.entry((count, set.cells.canonical()));
        entry.or_default().add(number, &set, state, seen);
    }

    /// The board without givens.
    pub fn open_board(&self) -> &OpenBoard {
        &self.open
    }

    fn leave_out(&mut self, reason: &'static str) {
        *self.unwritten.entry(reason).or_default() += 1;
    }

    fn add_core(
        &mut self,
        number: usize,
        record: &Record,
        recalled: &RecalledState,
        target: usize,
        core: &[usize],
        uses: usize,
    ) {
        let graph = &recalled.graph;
        let occurrence = Occurrence {
            puzzle: record.puzzle.clone(),
            state: Arc::clone(&recalled.state),
            open: graph.candidates().len(),
            target: graph.candidates()[target],
            truths: core.iter().map(|&v| graph.truths()[v].group).collect(),
        };
        if !propagates(graph, target, core) {
            let (core, met) = ((target, core), (number, uses));
            if !self.layouts.add(&self.open, graph, core, met, occurrence) {
                self.leave_out("its truths do not refute the target");
            }
            return;
        }
        let lifted = LiftedCore::new(graph, target, core);
        let names = &self.names;
        let named = chain(&lifted).and_then(|chain| {
            let known = self.named.entry(chain);
            known
                .or_insert_with_key(|chain| names.of_chain(chain))
                .clone()
        });
        let mut forms: Vec<(SharedForm, Family)> = Vec::new();
        let exact = Family::new(&lifted, Breadth::Exact);
        let is_grouped = |family: &Family| family.grouped.contains(&true);
        if let (Some(named), Some(family)) = (&named, &exact) {
            let form = SharedForm::Named(named.name.clone());
            forms.push((form, typed(&named.name, family, &lifted)));
        }
        let wide = match exact.as_ref().is_some_and(is_grouped) {
            true => Breadth::Grouped,
            false => Breadth::Full,
        };
        let widest = Family::new(&lifted, wide);
        for (breadth, family) in [(Breadth::Exact, exact), (wide, widest)] {
            match family {
                Some(family) if can_be_written(&family) => {
                    forms.push((SharedForm::Family(breadth, family.key()), family));
                }
                Some(_) => self.leave_out("it has more truths or candidates than there are names"),
                None => self.leave_out("its clauses do not refute the target"),
            }
        }
        for (form, family) in forms {
            let entry = self.entries.entry(form).or_insert_with(|| CatalogueEntry {
                family,
                puzzles: BTreeSet::new(),
                uses: 0,
                examples: Vec::new(),
                evidence: named.iter().flat_map(|n| n.evidence.clone()).collect(),
                names: BTreeMap::new(),
            });
            entry.puzzles.insert(number);
            entry.uses += uses;
            if let Some(named) = &named {
                *entry.names.entry(named.name.clone()).or_default() += uses;
            }
            entry.see(&occurrence);
        }
    }
}

/// Adds to the family the facts that its name implies: the kinds of its truths, with the first line
/// as a row, and whether it concerns one digit only.
fn typed(name: &PatternName, family: &Family, lifted: &LiftedCore) -> Family {
    let mut typed = family.clone();
    typed.one_digit = name.one_digit;
    if name.has_groups {
        typed.grouped.iter_mut().for_each(|g| *g = true);
    }
    if name.wording == Wording::Truths {
        return typed;
    }
    let of_lines = name.wording == Wording::Lines;
    let kind = |clause: &Clause| lifted.kinds[clause.origin];
    let lines = family.clauses.iter().map(kind).filter(|k| k.is_line());
    let turn = { lines }.next() == Some(GroupKinds::COLUMN);
    for clause in &mut typed.clauses {
        clause.kind = Some(match kind(clause) {
            GroupKinds::CELL => GroupKinds::CELL,
            line if of_lines && turn => line.transposed(),
            line if of_lines => line,
            _ => GroupKinds::HOUSE,
        });
    }
    typed
}
