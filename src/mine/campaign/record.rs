//! Records: the cores found in a puzzle, as stored between runs.
//!
//! A [`Record`] holds the states in which the solver was stuck, and the cores found there, each
//! confirmed by Z3. All other results are computed from records, so an interrupted run continues
//! where it ended.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cores::composites::is_composite;
use crate::cores::question::{Judge, Question};
use crate::cores::smallest_cores::{CoreLimits, Smallest, smallest_cores_until};
use crate::layout::OpenBoard;
use crate::layout::lift::lift;
use crate::layout::search::non_propagating_cores;
use crate::layout::symmetry;
use crate::pattern::lift::LiftedCore;
use crate::pattern::shape::OrientedCore;
use crate::state::graph::{Graph, Vocabulary};
use crate::state::neighbourhood::Neighbourhood;
use crate::state::stuck_state::{Mineable, stuck};
use crate::unfillable::cells::CellPattern;
use crate::unfillable::discover::{DiscoveredSet, discover_sets};
use crate::unfillable::guardians::guardians;
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::grid::text::candidate_list;
use qedoku_core::grid::{Board, Candidate, State};
use qedoku_core::matcher::Position;

/// Options of mining.
#[derive(Clone, Copy, Debug)]
pub struct MiningOptions {
    /// The limits of the search for cores.
    pub limits: CoreLimits,
    /// Maximum number of hops around a candidate.
    pub hops: usize,
    /// The truths that a core may consist of.
    pub vocabulary: Vocabulary,
    /// Maximum number of stuck states per puzzle.
    pub states: usize,
}

/// The result for one puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The puzzle, on one line.
    pub puzzle: String,
    /// The reason why the puzzle was not mined. `None` if it was mined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
    /// Stuck states of the puzzle; none if the rules solve it.
    pub states: Vec<StateRecord>,
    /// Number of questions, one per candidate.
    pub questions: usize,
    /// Number of questions with a core within the size limit.
    pub answered: usize,
    /// Number of cores that are composed of smaller ones.
    pub composite: usize,
    /// Number of searches that gave up.
    pub gave_up: usize,
}

/// A stuck state with its cores.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateRecord {
    /// The live candidates, n³ characters.
    pub candidates: String,
    /// The cores.
    pub cores: Vec<CoreRecord>,
    /// Unfillable sets of cells with few guardians.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guarded: Vec<GuardedRecord>,
}

/// A set of cells that some digits cannot fill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuardedRecord {
    /// The digits, as a mask.
    pub digits: u32,
    /// The cells, numbered row by row from 0.
    pub cells: Vec<usize>,
}

/// A core that refutes a candidate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoreRecord {
    /// The candidate that cannot hold.
    pub target: String,
    /// The truths that refute the candidate.
    pub truths: Vec<String>,
    /// Number of candidates of the state that have a core of this shape.
    pub uses: usize,
}

/// Mines one puzzle. `None` if `stop` is due.
pub fn mine(
    solver: &Solver<'_>,
    puzzle: String,
    mineable: &Mineable,
    options: &MiningOptions,
    stop: &Stop,
) -> Option<Record> {
    let mut record = Record {
        puzzle,
        ..Record::default()
    };
    let mut position = mineable.start.clone();
    while record.states.len() < options.states {
        let Some(at) = stuck(solver, position, stop) else {
            break;
        };
        position = at;
        // The rules were interrupted here, so this is not a stuck state.
        if stop.now() {
            return None;
        }
        let eliminated = mine_state(&position, &mineable.solution, options, &mut record, stop)?;
        if eliminated.is_empty() {
            break;
        }
        position.next_step();
        eliminated.into_iter().for_each(|c| position.eliminate(c));
    }
    Some(record)
}

/// Maximum number of truths of cores that are searched exhaustively. Larger cores are found by
/// deletion and kept only if they do not propagate.
pub const MAX_SEARCHED_SIZE: usize = 6;

/// Maximum number of guardians of an unfillable set.
const MAX_RECORDED_GUARDIANS: usize = 4;

/// A core, and the number of cores of its shape.
struct FoundCore {
    target: usize,
    core: Vec<usize>,
    uses: usize,
}

/// Mines every candidate of a state. Returns the candidates with the smallest cores.
fn mine_state(
    position: &Position,
    solution: &[Candidate],
    options: &MiningOptions,
    record: &mut Record,
    stop: &Stop,
) -> Option<Vec<Candidate>> {
    let board = position.board();
    let graph = Graph::new(board, position.state(), options.vocabulary);
    let mut by_shape: BTreeMap<Vec<u32>, FoundCore> = BTreeMap::new();
    let mut refuted: Vec<(usize, Candidate)> = Vec::new();
    if options.limits.size > MAX_SEARCHED_SIZE {
        record.questions += graph.candidates().len();
        let open = OpenBoard::new(board);
        for (target, core) in non_propagating_cores(&graph, solution, options.limits.size, stop)? {
            let Some(layout) = lift(&open, &graph, target, &core) else {
                continue;
            };
            refuted.push((core.len(), graph.candidates()[target]));
            let shape = symmetry::key(&open, &layout);
            count_shape(&mut by_shape, shape, target, core);
        }
        let answered: BTreeSet<Candidate> = refuted.iter().map(|(_, c)| *c).collect();
        record.answered += answered.len();
    } else {
        ask_all(
            &graph,
            solution,
            options,
            record,
            &mut by_shape,
            &mut refuted,
            stop,
        )?;
    }
    let guarded = match options.limits.size > MAX_SEARCHED_SIZE {
        true => discover_sets(board, position.state(), MAX_RECORDED_GUARDIANS, stop),
        false => Vec::new(),
    };
    let guarded = guarded.into_iter().map(|set| GuardedRecord {
        digits: set.digits,
        cells: set.cells.iter().collect(),
    });
    let guarded: Vec<GuardedRecord> = guarded.collect();
    let judge = Judge::new(&graph);
    let name = |v: &usize| board.group_name(graph.truths()[*v].group);
    let confirmed = by_shape.into_values().filter(|found| {
        let question = Question::holds(found.target);
        judge.refutes(question, &found.core).unwrap_or(false)
    });
    let mut cores: Vec<CoreRecord> = confirmed
        .map(|found| CoreRecord {
            target: board.elimination_name(graph.candidates()[found.target]),
            truths: found.core.iter().map(name).collect(),
            uses: found.uses,
        })
        .collect();
    cores.sort_by(|a, b| {
        (a.truths.len(), &a.target, &a.truths).cmp(&(b.truths.len(), &b.target, &b.truths))
    });
    record.states.push(StateRecord {
        candidates: candidate_list(board, position.state()),
        cores,
        guarded,
    });
    let least = refuted.iter().map(|(size, _)| *size).min();
    let first: BTreeSet<Candidate> = (refuted.into_iter())
        .filter(|(size, _)| Some(*size) == least)
        .map(|(_, candidate)| candidate)
        .collect();
    Some(first.into_iter().collect())
}

/// Counts a core of a shape.
fn count_shape(
    by_shape: &mut BTreeMap<Vec<u32>, FoundCore>,
    shape: Vec<u32>,
    target: usize,
    core: Vec<usize>,
) {
    let found = by_shape.entry(shape).or_insert(FoundCore {
        target,
        core,
        uses: 0,
    });
    found.uses += 1;
}

/// Searches all small sets of truths around every candidate of a state.
fn ask_all(
    graph: &Graph,
    solution: &[Candidate],
    options: &MiningOptions,
    record: &mut Record,
    by_shape: &mut BTreeMap<Vec<u32>, FoundCore>,
    refuted: &mut Vec<(usize, Candidate)>,
    stop: &Stop,
) -> Option<()> {
    for (number, &candidate) in graph.candidates().iter().enumerate() {
        if stop.now() {
            return None;
        }
        // Only assumptions that contradict the solution can be refuted.
        let question = match solution.contains(&candidate) {
            true => Question::fails(number),
            false => Question::holds(number),
        };
        record.questions += 1;
        let near = Neighbourhood::of(graph, number, options.hops).numbers();
        let cores = match smallest_cores_until(graph, question, &near, options.limits, stop) {
            Smallest::Cores(cores) => cores,
            Smallest::None => continue,
            Smallest::GaveUp => {
                record.gave_up += 1;
                continue;
            }
        };
        record.answered += 1;
        for core in cores {
            // A placement is recorded as one of the eliminations that it implies.
            let Some(target) = elimination(graph, question, &core) else {
                continue;
            };
            if is_composite(graph, target, &core) {
                record.composite += 1;
                continue;
            }
            if question == Question::holds(number) {
                refuted.push((core.len(), candidate));
            }
            let shape = OrientedCore::of(&LiftedCore::new(graph, target, &core)).key();
            count_shape(by_shape, shape, target, core);
        }
    }
    Some(())
}

/// The candidate that a core eliminates: the candidate of the question, or for a placement an
/// excluded candidate that the same truths refute.
fn elimination(graph: &Graph, question: Question, core: &[usize]) -> Option<usize> {
    if question == Question::holds(question.candidate) {
        return Some(question.candidate);
    }
    let meets = |x: usize| core.iter().any(|&v| graph.truths()[v].domain.contains(x));
    let excluded = graph.excluded(question.candidate).iter();
    let mut outside = excluded.filter(|&x| !meets(x));
    outside.next()
}

/// The unfillable set of a record, with its guardians in the state.
pub fn recall_guarded(board: &Board, state: &State, record: &GuardedRecord) -> DiscoveredSet {
    let cells = CellPattern::of(record.cells.iter().copied().filter(|&cell| cell < 81));
    DiscoveredSet {
        digits: record.digits,
        cells,
        guardians: guardians(board, state, record.digits, cells),
    }
}

/// A state and its cores, read back from a record.
pub struct RecalledState {
    /// The state.
    pub state: Arc<State>,
    /// Graph of the state.
    pub graph: Graph,
    /// Each core: the target, the truths, the number of uses.
    pub cores: Vec<(usize, Vec<usize>, usize)>,
}

/// Reads a state back. Drops cores that do not fit the board. `None` if the state does not fit.
pub fn recall(board: &Arc<Board>, record: &StateRecord) -> Option<RecalledState> {
    let mut cells = vec![0u32; board.cell_count()];
    let marks: Vec<char> = record.candidates.chars().collect();
    if marks.len() != board.candidate_count() {
        return None;
    }
    for (i, mark) in marks.into_iter().enumerate() {
        if mark != '.' {
            cells[i / board.size()] |= 1 << (i % board.size());
        }
    }
    let state = State::from_cells(board, &cells);
    let graph = Graph::new(board, &state, Vocabulary::All);
    let number = |name: &String| {
        let group = board.parse_group(name)?;
        let same =
            |t: &crate::state::graph::GraphTruth| t.group == group || t.others.contains(&group);
        graph.truths().iter().position(same)
    };
    let core = |core: &CoreRecord| {
        let target = graph.number(board.parse_candidate(&core.target)?)?;
        let truths: Option<Vec<usize>> = core.truths.iter().map(number).collect();
        Some((target, truths?, core.uses))
    };
    let cores = record.cores.iter().filter_map(core).collect();
    Some(RecalledState {
        state: Arc::new(state),
        graph,
        cores,
    })
}
