//! The path from a variant puzzle to its end, step by step, and its proof.
//!
//! Rules of the library find steps on the board of houses, which is a relaxation of the puzzle, and
//! by the fillings of its constraints. Exclusions of the constraints are tried after easy rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::position::{masks, start};
use super::rules::{adapt, named};
use super::search::{Inference, Reason, VariantState, solutions};
use super::stages::{STAGES, Stage};
use super::text::Variant;
use super::words;
use crate::constraint::Constraints;
use crate::constraint::bits::CandidateSet;
use crate::engine::{Path, PathStep, Solver, Strategy, Uniqueness};
use crate::grid::{Board, Candidate, Digit, Shape, bits};
use crate::lang::Library;
use crate::lang::ir::{Level, Technique};
use crate::proof::{Annotation, Claim, Proof, RowSet, RowStep, RowTerm, Step};
use crate::report::step::{self, SEARCH};

/// Maximum number of suppositions of a search for two solutions.
const MAX_SURVEY: u64 = 200_000;
/// Maximum number of nested suppositions in a logged search.
const MAX_SUPPOSE_DEPTH: usize = 60;
/// The name of the last step of a contradiction in a derived equation.
const NO_FILLING: &str = "No Filling";
/// A `fill` with more nodes than this is split into one line per target, to stay within the limit
/// of the format.
const MAX_NODES_PER_LINE: usize = 2_000;

/// A step of a variant puzzle.
#[derive(Clone, Debug)]
pub struct VariantStep {
    /// Name of the technique.
    pub technique: String,
    /// Rule, bindings and sentence of the step.
    pub annotation: Annotation,
    /// Level of the technique.
    pub level: Level,
    /// Score of the technique.
    pub score: u32,
    /// The candidates that the step places.
    pub placements: Vec<Candidate>,
    /// The eliminated candidates.
    pub eliminations: Vec<Candidate>,
    /// The proof lines of the step.
    pub certificate: Vec<Step>,
    /// The certificate as groups of the board of houses, for pictures. Empty unless a rule about
    /// houses found the step.
    pub evidence: Vec<Step>,
    /// Whether a rule of the library found the step.
    pub is_by_rule: bool,
    /// Number of suppositions, if search found the step. Otherwise 0.
    pub supposes: usize,
}

/// The rules of a library for variant puzzles.
pub struct VariantSolver<'l> {
    solver: Solver<'l>,
}

impl<'l> VariantSolver<'l> {
    /// A solver with the rules of a strategy. Rules that assume a unique solution are left out,
    /// because they take only houses into account.
    pub fn new(library: &'l Library, strategy: Strategy) -> VariantSolver<'l> {
        let strategy = Strategy {
            uniqueness: Uniqueness::Unused,
            constraints: true,
            ..strategy
        };
        let shape = Shape {
            height: 3,
            width: 3,
        };
        VariantSolver {
            solver: Solver::new(&Board::sudoku(shape), library, strategy),
        }
    }

    /// The solver for one puzzle.
    pub fn prepare(&self, puzzle: &Variant) -> ReadyVariant<'l> {
        let model = Arc::new(Constraints::new(&puzzle.header));
        ReadyVariant {
            solver: self.solver.on_board(&model.board),
            model,
            puzzle: puzzle.clone(),
        }
    }
}

/// A variant puzzle with the rules for it.
pub struct ReadyVariant<'l> {
    solver: Solver<'l>,
    model: Arc<Constraints>,
    puzzle: Variant,
}

impl<'l> ReadyVariant<'l> {
    /// The path of the puzzle. Without `may_search` it ends when no rule fires.
    pub fn path(&self, may_search: bool) -> VariantPath<'_, 'l> {
        let state = VariantState::new(&self.model);
        VariantPath {
            ready: self,
            rules: self.solver.path_from(start(&self.model)),
            state,
            defined: BTreeSet::new(),
            claim: None,
            solution: None,
            may_search,
            taken: 0,
        }
    }

    /// The techniques of the library that may be used on the board, the simplest first.
    pub fn techniques(&self) -> impl Iterator<Item = &'l Technique> {
        self.solver.techniques()
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Variant {
        &self.puzzle
    }

    /// The board of the puzzle with all its houses.
    pub fn board(&self) -> &Arc<Board> {
        &self.model.board
    }

    /// Solves the puzzle and returns the proof.
    pub fn prove(&self, may_search: bool) -> Proof {
        let mut path = self.path(may_search);
        let mut proof = Proof {
            header: self.puzzle.header.clone(),
            steps: Vec::new(),
            claim: Claim::Open,
        };
        for step in path.by_ref() {
            proof.add(step.annotation, step.certificate);
        }
        let claim = path.claim().clone();
        proof.finish(claim)
    }

    /// Finds at most `limit` solutions. The flag is true if there are no others.
    pub fn count(&self, limit: usize, max_supposes: u64) -> (Vec<Vec<Digit>>, bool) {
        count_in(&self.model, limit, max_supposes)
    }
}

/// The path of a variant puzzle. Each step is computed on demand.
pub struct VariantPath<'s, 'l> {
    ready: &'s ReadyVariant<'l>,
    /// The path of the rules. Its position always has the same live candidates.
    rules: Path<'s, 'l>,
    state: VariantState,
    /// The derived items that an earlier step has defined.
    defined: BTreeSet<usize>,
    claim: Option<Claim>,
    solution: Option<Vec<Digit>>,
    may_search: bool,
    /// Number of steps so far.
    taken: u64,
}

/// A refutation of a candidate, with the derived items that it uses.
#[derive(Default)]
struct Log {
    steps: Vec<Step>,
    uses: BTreeSet<usize>,
}

/// The annotation of a step that no rule file describes.
fn native(rule: &str, sentence: String) -> Annotation {
    Annotation {
        rule: rule.to_lowercase().replace(' ', "_"),
        bindings: Vec::new(),
        sentence,
    }
}

impl VariantPath<'_, '_> {
    fn board(&self) -> &Board {
        &self.ready.model.board
    }

    /// The claim of the steps so far.
    pub fn claim(&self) -> &Claim {
        self.claim.as_ref().unwrap_or(&Claim::Open)
    }

    /// The live candidates of each cell, as masks of digits.
    pub fn cells(&self) -> Vec<u32> {
        masks(self.board(), &self.state.live)
    }

    fn item_names(&self, inference: &Inference, uses: &mut BTreeSet<usize>) -> Vec<String> {
        match inference {
            Inference::EmptyTruth(at) => vec![self.ready.model.truths[*at].name.clone()],
            Inference::NoFilling(item) => {
                self.note_uses(&[*item], uses);
                self.ready.model.words(&[*item])
            }
            Inference::Gone(..) | Inference::Nothing => Vec::new(),
        }
    }

    fn note_uses(&self, items: &[usize], uses: &mut BTreeSet<usize>) {
        let is_derived = |it: &&usize| !self.ready.model.items[**it].terms.is_empty();
        uses.extend(items.iter().filter(is_derived));
    }

    /// Removes candidates from this path and from the position of the rules.
    fn remove(&mut self, gone: CandidateSet) {
        self.state.live = self.state.live.without(&gone);
        let (board, state) = (&self.ready.model.board, self.rules.position().state());
        let dead: Vec<Candidate> = { state.candidates(board) }
            .filter(|it| !self.state.live.contains(*it))
            .collect();
        if !dead.is_empty() {
            self.rules.eliminate(dead);
        }
    }

    /// The proof steps of an inference.
    fn certificate(
        &self,
        reason: &Reason,
        gone: &CandidateSet,
        uses: &mut BTreeSet<usize>,
    ) -> Vec<Step> {
        let board = self.board();
        let targets: Vec<Candidate> = gone.iter().collect();
        match reason {
            Reason::Single(truth, candidate) => {
                let row = self.ready.model.truths[*truth].name.clone();
                let candidate = *candidate;
                vec![Step::Row(RowStep::Single { candidate, row })]
            }
            Reason::Truth(truth) => {
                let items = vec![self.ready.model.truths[*truth].name.clone()];
                vec![Step::Row(RowStep::Fill { targets, items })]
            }
            Reason::Items(item, nodes) => {
                self.note_uses(&[*item], uses);
                let items = self.ready.model.words(&[*item]);
                let size = (MAX_NODES_PER_LINE / nodes.max(&1)).max(1);
                let fill = |targets: &[Candidate]| {
                    Step::Row(RowStep::Fill {
                        targets: targets.to_vec(),
                        items: items.clone(),
                    })
                };
                targets.chunks(size).map(fill).collect()
            }
            Reason::Subset(subset) => {
                let name = &self.ready.model.sets[subset.set].name;
                let cells = subset.cells.iter().map(|&cell| board.cell_name(cell));
                let rows =
                    bits(subset.digits).map(|it| format!("{}{name}", Digit::new(it).to_char()));
                let sign = if subset.is_hidden { -1 } else { 1 };
                let term = |name, multiplier| RowTerm {
                    set: RowSet::Named(name),
                    multiplier,
                };
                let mut terms: Vec<RowTerm> = cells.map(|it| term(it, sign)).collect();
                terms.extend(rows.map(|it| term(it, -sign)));
                vec![Step::Row(RowStep::Count { targets, terms })]
            }
        }
    }

    /// Logs the refutation of a candidate. Returns whether it was refuted within the depth.
    fn refute(&self, state: &VariantState, target: Candidate, depth: usize, log: &mut Log) -> bool {
        let (board, model) = (self.board(), &self.ready.model);
        let mut state = state.clone();
        let before = log.steps.len();
        log.steps.push(Step::Suppose(target));
        state.suppose(model, target);
        loop {
            match state.infer(board, model) {
                Inference::Gone(reason, gone) => {
                    let steps = self.certificate(&reason, &gone, &mut log.uses);
                    log.steps.extend(steps);
                    state.live = state.live.without(&gone);
                }
                Inference::Nothing => {
                    let cell = state.smallest_cell(board).filter(|_| depth > 1);
                    let refuted = cell.and_then(|cell| {
                        let first = cell[0];
                        self.refute(&state, first, depth - 1, log).then_some(first)
                    });
                    let Some(refuted) = refuted else {
                        log.steps.truncate(before);
                        return false;
                    };
                    state.live.remove(refuted);
                }
                found => {
                    let items = self.item_names(&found, &mut log.uses);
                    log.steps.push(Step::Row(RowStep::Refuted(items)));
                    return true;
                }
            }
        }
    }

    /// Puts equations that a step is the first to use before its certificate.
    fn with_definitions(&mut self, uses: BTreeSet<usize>, steps: Vec<Step>) -> Vec<Step> {
        let new: Vec<usize> = uses
            .into_iter()
            .filter(|it| self.defined.insert(*it))
            .collect();
        let define = |at: usize| {
            let item = &self.ready.model.items[at];
            let (name, terms) = (item.words[0].clone(), item.terms.clone());
            Step::Row(RowStep::Derive { name, terms })
        };
        new.into_iter().map(define).chain(steps).collect()
    }

    /// A step by suppositions, or the claim if there is none.
    fn search_step(&mut self) -> Result<VariantStep, Claim> {
        if !self.may_search {
            return Err(Claim::Open);
        }
        let ready = self.ready;
        let board = &*ready.model.board;
        if self.solution.is_none() {
            let (mut found, mut left) = (
                Vec::new(),
                MAX_SURVEY.min(ready.solver.strategy().limits.supposes),
            );
            let mut state = self.state.clone();
            let is_complete = solutions(board, &ready.model, &mut state, 2, &mut left, &mut found);
            match <[Vec<Digit>; 2]>::try_from(found) {
                Ok([one, other]) => return Err(Claim::Many(one, other)),
                Err(found) if is_complete => {
                    self.solution = Some(found.into_iter().next().unwrap_or_default())
                }
                Err(_) => return Err(Claim::Open),
            }
        }
        let solution = self.solution.clone().unwrap_or_default();
        let is_wrong =
            |it: &Candidate| solution.get(board.cell_of(*it).index()) != Some(&board.digit_of(*it));
        let of_cell = |it: Candidate| self.state.candidates(board, board.cell_of(it)).len();
        let mut targets: Vec<Candidate> = self.state.live.iter().filter(is_wrong).collect();
        targets.retain(|&it| of_cell(it) > 1);
        targets.sort_by_key(|&it| of_cell(it));
        for depth in [1, 2, MAX_SUPPOSE_DEPTH] {
            for &target in &targets {
                let mut log = Log::default();
                if self.refute(&self.state, target, depth, &mut log) {
                    let name = board.candidate_name(target);
                    let certificate = self.with_definitions(log.uses, log.steps);
                    let open = |it: &Step| usize::from(matches!(it, Step::Suppose(_)));
                    let supposes = certificate.iter().map(open).sum();
                    self.remove(CandidateSet::from_iter([target]));
                    return Ok(VariantStep {
                        technique: SEARCH.to_owned(),
                        annotation: native(
                            "search",
                            format!(
                                "{SEARCH}: supposing {name} leads to a contradiction => {}",
                                board.elimination_name(target)
                            ),
                        ),
                        level: Level::Extreme,
                        score: 0,
                        evidence: Vec::new(),
                        is_by_rule: false,
                        placements: Vec::new(),
                        eliminations: vec![target],
                        certificate,
                        supposes,
                    });
                }
            }
        }
        Err(Claim::Open)
    }

    /// The step of the simplest rule of at most this level that fires.
    fn rule_step(&mut self, most: Level) -> Option<VariantStep> {
        self.rules.limit_level(most);
        let found = self.rules.next()?;
        let step = self.told_rule(&found)?;
        self.remove(step.eliminations.iter().copied().collect());
        Some(step)
    }

    /// A step of a rule, including all candidates that its placements exclude in the puzzle.
    fn told_rule(&mut self, found: &PathStep) -> Option<VariantStep> {
        let ready = self.ready;
        let PathStep::Rule(taken) = found else {
            return None;
        };
        let technique = ready.solver.technique(taken.technique);
        let certificate = named(&ready.model.board, found.certificate());
        let certificate = adapt(&ready.model, &self.state.live, certificate);
        let mut uses = BTreeSet::new();
        for part in &taken.found.parts {
            self.note_uses(&part.fillings.chosen, &mut uses);
        }
        let certificate = self.with_definitions(uses, certificate);
        let evidence = match technique.is_about_constraints() {
            true => Vec::new(),
            false => found.certificate().to_vec(),
        };
        let mut gone: CandidateSet = found.eliminations().iter().copied().collect();
        for placed in found.placements() {
            gone = gone.or(&ready.model.excluded[placed.index()]);
        }
        let gone = gone.and(&self.state.live);
        Some(VariantStep {
            technique: step::name(&ready.solver, found).to_owned(),
            annotation: step::annotation(&ready.solver, found),
            level: technique.level,
            score: technique.score,
            evidence,
            is_by_rule: true,
            placements: found.placements().to_vec(),
            eliminations: gone.iter().collect(),
            certificate,
            supposes: 0,
        })
    }

    /// All steps of these techniques in the current state, and all steps of single constraints,
    /// each with its certificate.
    pub fn steps(&mut self, wanted: impl Fn(&Technique) -> bool) -> Vec<VariantStep> {
        let solver = &self.ready.solver;
        let mut all = Vec::new();
        for id in solver.ids().filter(|&id| wanted(solver.technique(id))) {
            let found = solver.certified(id, self.rules.position());
            let found: Vec<PathStep> = found.filter_map(Result::ok).map(PathStep::Rule).collect();
            for step in found {
                self.defined.clear();
                all.extend(self.told_rule(&step));
            }
        }
        let model = &self.ready.model;
        let start = self.state.clone();
        while let Some(found) = self.state.by_truths(model) {
            if let Inference::Gone(reason, gone) = found {
                self.defined.clear();
                all.push(self.explain(&reason, &gone));
            }
        }
        self.state = start;
        self.defined.clear();
        all
    }

    /// The step of an inference.
    fn step_of(&mut self, reason: &Reason, gone: &CandidateSet) -> VariantStep {
        let step = self.explain(reason, gone);
        self.remove(*gone);
        step
    }

    fn explain(&mut self, reason: &Reason, gone: &CandidateSet) -> VariantStep {
        let mut uses = BTreeSet::new();
        let steps = self.certificate(reason, gone, &mut uses);
        let words = words::explain(self.board(), &self.ready.model, &self.state.live, reason);
        let (technique, level, why) = words;
        let placements = match reason {
            Reason::Single(_, candidate) => vec![*candidate],
            _ => Vec::new(),
        };
        let conclusion = words::eliminations(self.board(), gone);
        VariantStep {
            annotation: native(&technique, format!("{technique}: {why} => {conclusion}")),
            technique,
            level,
            score: words::score(level),
            evidence: Vec::new(),
            is_by_rule: false,
            placements,
            eliminations: gone.iter().collect(),
            certificate: self.with_definitions(uses, steps),
            supposes: 0,
        }
    }

    /// Ends the path at a contradiction, or returns the definition that its claim needs.
    fn contradiction(&mut self, found: &Inference) -> Result<VariantStep, Claim> {
        let mut uses = BTreeSet::new();
        let items = self.item_names(found, &mut uses);
        let certificate = self.with_definitions(uses, Vec::new());
        if certificate.is_empty() {
            return Err(Claim::NoFilling(items));
        }
        // The equation must be defined before the claim can name it.
        self.claim = Some(Claim::NoFilling(items));
        let sentence = "the cages and houses leave no filling";
        Ok(VariantStep {
            technique: NO_FILLING.to_owned(),
            annotation: native(NO_FILLING, format!("{NO_FILLING}: {sentence}")),
            level: Level::Hard,
            score: words::score(Level::Hard),
            evidence: Vec::new(),
            is_by_rule: false,
            placements: Vec::new(),
            eliminations: Vec::new(),
            certificate,
            supposes: 0,
        })
    }

    fn advance(&mut self) -> Result<VariantStep, Claim> {
        let ready = self.ready;
        let (board, model) = (&*ready.model.board, &ready.model);
        let strategy = ready.solver.strategy();
        if strategy.stop.now() || self.taken >= strategy.max_steps {
            return Err(Claim::Open);
        }
        self.taken += 1;
        for stage in STAGES {
            let found = match stage {
                Stage::Rules(most) => match self.rule_step(most) {
                    Some(step) => return Ok(step),
                    None => continue,
                },
                Stage::Truths => self.state.by_truths(model),
            };
            match found {
                Some(Inference::Gone(reason, gone)) => return Ok(self.step_of(&reason, &gone)),
                Some(found) => return self.contradiction(&found),
                None => {}
            }
        }
        if let Some(item) = self.state.unfillable(board, model) {
            return self.contradiction(&Inference::NoFilling(item));
        }
        match self.state.is_solved(board) {
            true => Err(Claim::Unique(self.state.grid(board))),
            false => self.search_step(),
        }
    }
}

impl Iterator for VariantPath<'_, '_> {
    type Item = VariantStep;

    fn next(&mut self) -> Option<VariantStep> {
        if self.claim.is_some() {
            return None;
        }
        match self.advance() {
            Ok(step) => Some(step),
            Err(claim) => {
                self.claim = Some(claim);
                None
            }
        }
    }
}

fn count_in(model: &Constraints, limit: usize, max_supposes: u64) -> (Vec<Vec<Digit>>, bool) {
    let (mut found, mut left) = (Vec::new(), max_supposes);
    let mut state = VariantState::new(model);
    let board = &model.board;
    let is_complete = solutions(board, model, &mut state, limit, &mut left, &mut found);
    (found, is_complete)
}

/// Finds at most `limit` solutions. The flag is true if there are no others.
pub fn count(puzzle: &Variant, limit: usize, max_supposes: u64) -> (Vec<Vec<Digit>>, bool) {
    count_in(&Constraints::new(&puzzle.header), limit, max_supposes)
}
