//! One supposition, then singles and layouts, until a contradiction.
//!
//! If r3c4 were 5, singles and capacity sets would eliminate candidates until some cells cannot be
//! filled. The eliminations under the supposition come in iterations: each iteration eliminates all
//! candidates that capacity sets refute in the same state. So the number of iterations depends on
//! the state and the candidate alone, not on an order of steps.

use super::capacity::{CapacitySet, least_set};
use super::certificate::Contradiction;
use super::layouts::Layouts;
use super::mixture::{Mixed, Mixture};
use crate::grid::{Board, Candidate, Digit, Group, State};
use crate::proof::{RowStep, Step};
use crate::propagate::Singles;

/// Limit on the iterations of eliminations under one supposition.
pub const MAX_ITERATIONS: usize = 8;

/// A candidate, and its consequences up to a contradiction.
pub struct Supposition<'b> {
    board: &'b Board,
    start: State,
    /// The supposed candidate.
    pub target: Candidate,
    events: Vec<Event>,
    /// The state and the layouts at the start of each iteration.
    iterations: Vec<(State, Layouts)>,
    end: End,
}

enum Event {
    Single(Candidate, Group),
    /// Eliminated in an iteration.
    Eliminated(Candidate, usize),
}

/// The contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A truth has no candidate left.
    Empty(Group),
    /// In the last state, the digits cannot fill the cells.
    Full(CapacitySet),
}

/// A search for a contradiction in progress.
struct Trial<'b> {
    found: Supposition<'b>,
    state: State,
    singles: Singles,
}

impl<'b> Supposition<'b> {
    /// The false candidates that lead to a contradiction in the smallest possible number of
    /// iterations: at most `limit` of them, in reading order. `solution` is the only solution of
    /// the puzzle. Ends once `is_over` returns true.
    pub fn simplest(
        board: &'b Board,
        state: &State,
        solution: &[Digit],
        limit: usize,
        is_over: impl Fn() -> bool,
    ) -> Vec<Supposition<'b>> {
        let is_false = |&c: &Candidate| solution[board.cell_of(c).index()] != board.digit_of(c);
        let targets = state.candidates(board).filter(is_false);
        let mut open: Vec<Trial<'b>> = targets.map(|c| Trial::new(board, state, c)).collect();
        for _ in 0..=MAX_ITERATIONS {
            let mut found = Vec::new();
            let mut next = Vec::new();
            for mut trial in open {
                if is_over() {
                    return Vec::new();
                }
                match trial.advance() {
                    Advanced::Ended(end) => found.push(trial.ended(end)),
                    Advanced::Open => next.push(trial),
                    Advanced::Stuck => {}
                }
                if found.len() == limit {
                    return found;
                }
            }
            if !found.is_empty() {
                return found;
            }
            open = next;
        }
        Vec::new()
    }

    /// The consequences of one candidate, up to a contradiction. `None` if there is no
    /// contradiction.
    pub fn of(board: &'b Board, state: &State, target: Candidate) -> Option<Supposition<'b>> {
        let mut trial = Trial::new(board, state, target);
        for _ in 0..=MAX_ITERATIONS {
            match trial.advance() {
                Advanced::Ended(end) => return Some(trial.ended(end)),
                Advanced::Open => {}
                Advanced::Stuck => return None,
            }
        }
        None
    }

    /// Number of candidates that capacity sets eliminate before the contradiction.
    pub fn eliminations(&self) -> usize {
        let is_elimination = |event: &&Event| matches!(event, Event::Eliminated(..));
        self.events.iter().filter(is_elimination).count()
    }

    /// The contradiction at the end.
    pub fn end(&self) -> &End {
        &self.end
    }

    /// The certificate, with only those singles and eliminations that the contradiction rests on.
    /// Where no cut proves a capacity, `refute` finds nested suppositions.
    pub fn certify(
        &self,
        refute: impl FnMut(&State, Candidate) -> Option<Vec<Step>>,
    ) -> Option<Vec<Step>> {
        let board = self.board;
        let reasons = self.reasons();
        let mut needed = vec![false; self.events.len()];
        let need = |needed: &mut Vec<bool>, block: &Block, before: usize| match block {
            Block::Proved { needs, .. } => {
                let causes = needs.iter().filter_map(|c| reasons[c.index()]);
                let earlier = causes.filter(|&event| event < before);
                earlier.for_each(|event| needed[event] = true);
            }
            // A search may use all earlier blocks.
            Block::Searched(_) => needed[..before].fill(true),
        };
        let last = self.ending();
        need(&mut needed, &last, self.events.len());
        // A step rests only on earlier steps, so one pass from the end finds all needed steps.
        let mut blocks = vec![last];
        for at in (0..self.events.len()).rev() {
            if !needed[at] {
                continue;
            }
            let block = match self.events[at] {
                Event::Single(candidate, group) => Block::Proved {
                    steps: vec![Step::Single { candidate, group }],
                    needs: board.members(group).to_vec(),
                },
                Event::Eliminated(candidate, iteration) => self.elimination(candidate, iteration),
            };
            need(&mut needed, &block, at);
            blocks.push(block);
        }
        blocks.reverse();
        Writer::new(board, &self.start).write(self.target, blocks, refute)
    }

    /// For each candidate, the event that eliminated it. `None` if the candidate was dead before,
    /// or if the supposition itself excludes it.
    fn reasons(&self) -> Vec<Option<usize>> {
        let board = self.board;
        let mut reasons = vec![None; board.candidate_count()];
        let mut state = self.start.clone();
        state.place(board, self.target);
        for (at, event) in self.events.iter().enumerate() {
            let before = state.clone();
            match *event {
                Event::Single(candidate, _) => state.place(board, candidate),
                Event::Eliminated(candidate, _) => state.eliminate(board, candidate),
            }
            for candidate in before.candidates(board) {
                if !state.is_live(board, candidate) {
                    reasons[candidate.index()] = Some(at);
                }
            }
        }
        reasons
    }

    fn ending(&self) -> Block {
        let board = self.board;
        let set = match &self.end {
            End::Empty(group) => {
                return Block::Proved {
                    steps: vec![Step::Refuted(*group)],
                    needs: board.members(*group).to_vec(),
                };
            }
            End::Full(set) => set,
        };
        let last = self.iterations.last();
        let proved =
            last.and_then(|(state, layouts)| Contradiction::of(board, state, layouts, set));
        proved.map_or(Block::Searched(None), Block::from)
    }

    /// The steps that refute a candidate in an iteration.
    fn elimination(&self, candidate: Candidate, iteration: usize) -> Block {
        let board = self.board;
        let (state, layouts) = &self.iterations[iteration];
        let left = layouts.supposing(board, candidate);
        let proved = least_set(board, state, &left).and_then(|set| {
            let mut supposed = state.clone();
            supposed.place(board, candidate);
            let mut end = Contradiction::of(board, &supposed, &left, &set)?;
            end.steps.insert(0, Step::Suppose(candidate));
            Some(end)
        });
        proved.map_or(Block::Searched(Some(candidate)), Block::from)
    }
}

/// The steps of one event.
enum Block {
    Proved {
        steps: Vec<Step>,
        /// The eliminated candidates that the steps rest on.
        needs: Vec<Candidate>,
    },
    /// Search must find the refutation: of the candidate, or of all candidates of a cell at the
    /// end.
    Searched(Option<Candidate>),
}

impl From<Contradiction> for Block {
    fn from(end: Contradiction) -> Block {
        Block::Proved {
            steps: end.steps,
            needs: end.needs,
        }
    }
}

/// Writes the blocks of a supposition one after the other, and keeps the state that they lead to.
struct Writer<'b> {
    board: &'b Board,
    state: State,
    steps: Vec<Step>,
    /// The state before each open supposition, and the supposed candidate.
    open: Vec<(State, Candidate)>,
}

impl<'b> Writer<'b> {
    fn new(board: &'b Board, start: &State) -> Writer<'b> {
        Writer {
            board,
            state: start.clone(),
            steps: Vec::new(),
            open: Vec::new(),
        }
    }

    fn write(
        mut self,
        target: Candidate,
        blocks: Vec<Block>,
        mut refute: impl FnMut(&State, Candidate) -> Option<Vec<Step>>,
    ) -> Option<Vec<Step>> {
        self.push(Step::Suppose(target));
        for block in blocks {
            match block {
                Block::Proved { steps, .. } => steps.into_iter().for_each(|step| self.push(step)),
                Block::Searched(Some(candidate)) => {
                    let steps = refute(&self.state, candidate)?;
                    steps.into_iter().for_each(|step| self.push(step));
                }
                Block::Searched(None) => {
                    let cells = self.board.cells().map(|cell| self.board.cell_group(cell));
                    let size = |group: &Group| self.state.mask(*group).count_ones();
                    let group = cells.filter(|group| size(group) > 1).min_by_key(size)?;
                    let domain: Vec<Candidate> = self.state.domain(self.board, group).collect();
                    for candidate in domain {
                        let steps = refute(&self.state, candidate)?;
                        steps.into_iter().for_each(|step| self.push(step));
                    }
                    self.push(Step::Refuted(group));
                }
            }
        }
        Some(self.steps)
    }

    /// Adds a step. Targets that earlier steps of the same iteration eliminated are left out.
    fn push(&mut self, mut step: Step) {
        let board = self.board;
        match &mut step {
            Step::Single { candidate, .. } => self.state.place(board, *candidate),
            Step::Suppose(candidate) => {
                self.open.push((self.state.clone(), *candidate));
                self.state.place(board, *candidate);
            }
            Step::Refuted(_) => {
                if let Some((before, candidate)) = self.open.pop() {
                    self.state = before;
                    self.state.eliminate(board, candidate);
                }
            }
            Step::Row(RowStep::Count { targets, .. }) => {
                targets.retain(|&target| self.state.is_live(board, target));
                for &target in targets.iter() {
                    self.state.eliminate(board, target);
                }
                if targets.is_empty() {
                    return;
                }
            }
            Step::Count(_) | Step::Deadly(_) | Step::Row(_) => {}
        }
        self.steps.push(step);
    }
}

/// The result of an iteration.
enum Advanced {
    Ended(End),
    /// There were eliminations.
    Open,
    /// Nothing more follows, or the layouts are too many.
    Stuck,
}

impl<'b> Trial<'b> {
    fn new(board: &'b Board, state: &State, target: Candidate) -> Trial<'b> {
        Trial {
            found: Supposition {
                board,
                start: state.clone(),
                target,
                events: Vec::new(),
                iterations: Vec::new(),
                end: End::Empty(board.cell_group(board.cell_of(target))),
            },
            state: state.clone(),
            singles: Singles::default(),
        }
    }

    fn ended(self, end: End) -> Supposition<'b> {
        Supposition { end, ..self.found }
    }

    /// Runs one iteration: applies the eliminations of the last one, places singles, and searches
    /// for a mixture.
    fn advance(&mut self) -> Advanced {
        let board = self.found.board;
        if let Some(empty) = self.settle() {
            return Advanced::Ended(End::Empty(empty));
        }
        let Some(layouts) = Layouts::of(board, &self.state) else {
            return Advanced::Stuck;
        };
        self.found.iterations.push((self.state.clone(), layouts));
        let iteration = self.found.iterations.len() - 1;
        let (state, layouts) = &self.found.iterations[iteration];
        let set = || least_set(board, state, layouts).map_or(Advanced::Stuck, ended);
        if CapacitySet::without_layout(layouts).is_some() {
            return set();
        }
        let refuted = match Mixture::find(board, state, layouts) {
            Mixed::Impossible => return set(),
            Mixed::Unknown => return Advanced::Stuck,
            Mixed::Found(mut mixture) => mixture.refutable(),
        };
        if refuted.is_empty() {
            return Advanced::Stuck;
        }
        let events = refuted.into_iter().map(|c| Event::Eliminated(c, iteration));
        self.found.events.extend(events);
        Advanced::Open
    }

    /// Applies the eliminations that are not applied yet, and places singles. Returns an empty
    /// truth, if there is one.
    fn settle(&mut self) -> Option<Group> {
        let board = self.found.board;
        self.singles.expect_all(&self.state);
        if self.found.iterations.is_empty() {
            self.singles
                .place(board, &mut self.state, self.found.target);
        }
        let current = self.found.iterations.len();
        for event in &self.found.events {
            if let Event::Eliminated(candidate, iteration) = event
                && *iteration + 1 == current
            {
                self.singles.eliminate(board, &mut self.state, *candidate);
            }
        }
        let events = &mut self.found.events;
        let placed = |candidate, group| events.push(Event::Single(candidate, group));
        self.singles.settle(board, &mut self.state, placed).err()
    }
}

fn ended(set: CapacitySet) -> Advanced {
    Advanced::Ended(End::Full(set))
}
