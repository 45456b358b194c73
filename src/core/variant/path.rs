//! The path from a variant puzzle to its end, step by step, and its proof.

use std::collections::BTreeSet;

use super::bits::CandidateSet;
use super::model::Model;
use super::search::{Inference, Reason, VariantState, solutions};
use super::text::Variant;
use super::words;
use crate::grid::{Board, Candidate, Digit, bits};
use crate::proof::{Annotation, Claim, Proof, RowSet, RowStep, RowTerm, Step};

/// Most suppositions of a search for two solutions.
const MAX_SURVEY: u64 = 200_000;
/// Most suppositions inside each other in a logged search.
const MAX_SUPPOSE_DEPTH: usize = 60;
/// A `fill` with more nodes than this has a line for each target, within the limit of the format.
const MAX_NODES_PER_LINE: usize = 2_000;

/// A step of a variant puzzle.
#[derive(Clone, Debug)]
pub struct VariantStep {
    /// Name of the technique.
    pub technique: String,
    /// The step in words.
    pub sentence: String,
    /// The candidate that it places, if it is a single.
    pub placement: Option<Candidate>,
    /// The eliminated candidates.
    pub eliminations: Vec<Candidate>,
    /// The steps that prove it.
    pub certificate: Vec<Step>,
    /// Whether it was found by search.
    pub by_search: bool,
}

/// The path of a variant puzzle. Each step is computed on demand.
pub struct VariantPath<'v> {
    board: &'v Board,
    model: Model,
    state: VariantState,
    /// The derived items that an earlier step has defined.
    defined: BTreeSet<usize>,
    claim: Option<Claim>,
    solution: Option<Vec<Digit>>,
    may_search: bool,
}

/// A refutation of a candidate, with the derived items that it uses.
#[derive(Default)]
struct Log {
    steps: Vec<Step>,
    uses: BTreeSet<usize>,
}

impl<'v> VariantPath<'v> {
    /// The path of a puzzle, which ends where rules end unless it `may_search`.
    pub fn new(puzzle: &'v Variant, may_search: bool) -> VariantPath<'v> {
        let model = Model::new(&puzzle.header);
        VariantPath {
            board: &puzzle.header.board,
            state: VariantState::new(&model),
            model,
            defined: BTreeSet::new(),
            claim: None,
            solution: None,
            may_search,
        }
    }

    /// The claim of the steps so far.
    pub fn claim(&self) -> &Claim {
        self.claim.as_ref().unwrap_or(&Claim::Open)
    }

    /// The live candidates of each cell, as masks of digits.
    pub fn cells(&self) -> Vec<u32> {
        let cells = self.board.cells();
        cells
            .map(|cell| super::subsets::mask(self.board, &self.state.live, cell))
            .collect()
    }

    fn item_names(&self, inference: &Inference, uses: &mut BTreeSet<usize>) -> Vec<String> {
        match inference {
            Inference::EmptyTruth(at) => vec![self.model.truths[*at].name.clone()],
            Inference::NoFilling(at) => {
                self.note_use(*at, uses);
                self.model.items[*at].words.clone()
            }
            Inference::Gone(..) | Inference::Nothing => Vec::new(),
        }
    }

    fn note_use(&self, item: usize, uses: &mut BTreeSet<usize>) {
        if !self.model.items[item].terms.is_empty() {
            uses.insert(item);
        }
    }

    /// The proof steps of an inference.
    fn certificate(
        &self,
        reason: &Reason,
        gone: &CandidateSet,
        uses: &mut BTreeSet<usize>,
    ) -> Vec<Step> {
        let board = self.board;
        let targets: Vec<Candidate> = gone.iter().collect();
        match reason {
            Reason::Single(truth, candidate) => {
                let name = &self.model.truths[*truth].name;
                let (candidate, row) = (*candidate, name.clone());
                vec![match board.parse_group(name) {
                    Some(group) => Step::Single { candidate, group },
                    None => Step::Row(RowStep::Single { candidate, row }),
                }]
            }
            Reason::Truth(truth) => {
                let items = vec![self.model.truths[*truth].name.clone()];
                vec![Step::Row(RowStep::Fill { targets, items })]
            }
            Reason::Item(at, nodes) => {
                self.note_use(*at, uses);
                let items = &self.model.items[*at].words;
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
                let name = &self.model.sets[subset.set].name;
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
        let (board, model) = (self.board, &self.model);
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

    /// Puts the equations that a step uses for the first time before its certificate.
    fn with_definitions(&mut self, uses: BTreeSet<usize>, steps: Vec<Step>) -> Vec<Step> {
        let new: Vec<usize> = uses
            .into_iter()
            .filter(|it| self.defined.insert(*it))
            .collect();
        let define = |at: usize| {
            let item = &self.model.items[at];
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
        if self.solution.is_none() {
            let (mut found, mut left) = (Vec::new(), MAX_SURVEY);
            let mut state = self.state.clone();
            let is_complete = solutions(
                self.board,
                &self.model,
                &mut state,
                2,
                &mut left,
                &mut found,
            );
            match <[Vec<Digit>; 2]>::try_from(found) {
                Ok([one, other]) => return Err(Claim::Many(one, other)),
                Err(found) if is_complete => {
                    self.solution = Some(found.into_iter().next().unwrap_or_default())
                }
                Err(_) => return Err(Claim::Open),
            }
        }
        let solution = self.solution.clone().unwrap_or_default();
        let is_wrong = |it: &Candidate| {
            solution.get(self.board.cell_of(*it).index()) != Some(&self.board.digit_of(*it))
        };
        let of_cell = |it: Candidate| {
            self.state
                .candidates(self.board, self.board.cell_of(it))
                .len()
        };
        let mut targets: Vec<Candidate> = self.state.live.iter().filter(is_wrong).collect();
        targets.retain(|&it| of_cell(it) > 1);
        targets.sort_by_key(|&it| of_cell(it));
        for depth in [1, 2, MAX_SUPPOSE_DEPTH] {
            for &target in &targets {
                let mut log = Log::default();
                if self.refute(&self.state, target, depth, &mut log) {
                    let name = self.board.candidate_name(target);
                    let certificate = self.with_definitions(log.uses, log.steps);
                    self.state.live.remove(target);
                    return Ok(VariantStep {
                        technique: "Search".to_owned(),
                        sentence: format!(
                            "Search: supposing {name} leads to a contradiction, so {}.",
                            self.board.elimination_name(target)
                        ),
                        placement: None,
                        eliminations: vec![target],
                        certificate,
                        by_search: true,
                    });
                }
            }
        }
        Err(Claim::Open)
    }

    fn advance(&mut self) -> Result<VariantStep, Claim> {
        match self.state.infer(self.board, &self.model) {
            Inference::Gone(reason, gone) => {
                let mut uses = BTreeSet::new();
                let steps = self.certificate(&reason, &gone, &mut uses);
                let (technique, why) =
                    words::tell(self.board, &self.model, &self.state.live, &reason);
                let placement = match reason {
                    Reason::Single(_, candidate) => Some(candidate),
                    _ => None,
                };
                let conclusion = match placement {
                    Some(candidate) => self.board.candidate_name(candidate),
                    None => words::eliminations(self.board, &gone),
                };
                self.state.live = self.state.live.without(&gone);
                Ok(VariantStep {
                    sentence: format!("{technique}: {why}, so {conclusion}."),
                    technique,
                    placement,
                    eliminations: gone.iter().collect(),
                    certificate: self.with_definitions(uses, steps),
                    by_search: false,
                })
            }
            Inference::Nothing if self.state.is_solved(self.board) => {
                Err(Claim::Unique(self.state.grid(self.board)))
            }
            Inference::Nothing => self.search_step(),
            found => {
                let mut uses = BTreeSet::new();
                let items = self.item_names(&found, &mut uses);
                let certificate = self.with_definitions(uses, Vec::new());
                if certificate.is_empty() {
                    return Err(Claim::NoFilling(items));
                }
                // The equation must be defined before the claim can name it.
                self.claim = Some(Claim::NoFilling(items));
                Ok(VariantStep {
                    technique: "Innies and Outies".to_owned(),
                    sentence: "Innies and Outies: the cages and houses leave no filling."
                        .to_owned(),
                    placement: None,
                    eliminations: Vec::new(),
                    certificate,
                    by_search: false,
                })
            }
        }
    }
}

impl Iterator for VariantPath<'_> {
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

/// Solves a puzzle and gives the proof.
pub fn prove(puzzle: &Variant, may_search: bool) -> Proof {
    let mut path = VariantPath::new(puzzle, may_search);
    let mut proof = Proof {
        header: puzzle.header.clone(),
        steps: Vec::new(),
        claim: Claim::Open,
    };
    for step in path.by_ref() {
        let annotation = Annotation {
            rule: step.technique,
            bindings: Vec::new(),
            sentence: step.sentence,
        };
        proof.add(annotation, step.certificate);
    }
    let claim = path.claim().clone();
    proof.finish(claim)
}

/// Finds at most `limit` solutions. The flag says whether these are all.
pub fn count(puzzle: &Variant, limit: usize, max_supposes: u64) -> (Vec<Vec<Digit>>, bool) {
    let model = Model::new(&puzzle.header);
    let (mut found, mut left) = (Vec::new(), max_supposes);
    let mut state = VariantState::new(&model);
    let is_complete = solutions(
        &puzzle.header.board,
        &model,
        &mut state,
        limit,
        &mut left,
        &mut found,
    );
    (found, is_complete)
}
