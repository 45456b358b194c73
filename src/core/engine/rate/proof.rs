//! Proofs of ratings: each step of a ladder as steps of a proof that assume nothing.
//!
//! A chain's conclusion is refuted by unit propagation if that is enough: one count. Otherwise the
//! refutation is a suppose with refutations inside. Rules that assume one solution are proved in
//! the same way, so a proof of a rating holds for any puzzle.

use super::entry::{EntryAction, mark_text};
use super::ladder::{LadderRater, RatedStep, Rating, RatingEnd, RatingListener};
use super::run::FoundStep;
use crate::engine::apply::{apply, remaining_effect};
use crate::engine::certify::certify;
use crate::engine::search::{Limits, Search};
use crate::grid::{Board, Candidate, Group, Puzzle, State};
use crate::matcher::{Match, Position};
use crate::proof::{Annotation, Claim, Header, Proof, Step, count_of_propagation};
use crate::propagate::{Propagation, Stop};

impl LadderRater<'_> {
    /// Rates a puzzle and proves each step. The listener gets all steps.
    ///
    /// The proof claims the solution if the ladder solves the puzzle, and nothing but its steps
    /// otherwise. It ends before the first step without a certificate, which happens only if
    /// `stop` says so.
    pub fn prove(
        &self,
        puzzle: &Puzzle,
        stop: &Stop,
        listener: &mut dyn RatingListener,
    ) -> (Rating, Proof) {
        let mut collector = Collector {
            rater: self,
            listener,
            steps: Vec::new(),
            is_whole: true,
            solved: None,
        };
        let rating = self.rate_observed(puzzle, stop, &mut collector);
        let board = &*puzzle.board;
        let claim = match (rating.end, collector.is_whole, collector.solved) {
            (RatingEnd::Solved, true, Some(state)) => {
                state.solution(board).map_or(Claim::Open, Claim::Unique)
            }
            _ => Claim::Open,
        };
        let proof = Proof {
            header: Header::of(puzzle),
            steps: collector.steps,
            claim,
        };
        (rating, proof)
    }
}

/// Collects the steps of a proof.
struct Collector<'c, 'l> {
    rater: &'c LadderRater<'l>,
    listener: &'c mut dyn RatingListener,
    steps: Vec<(Option<Annotation>, Step)>,
    is_whole: bool,
    /// The state after the last step.
    solved: Option<State>,
}

impl RatingListener for Collector<'_, '_> {
    fn wants_proof(&self) -> bool {
        self.is_whole
    }

    fn on_bound(&mut self, at_least: u32) {
        self.listener.on_bound(at_least);
    }

    fn on_step(&mut self, position: &Position, step: RatedStep) {
        self.listener.on_step(position, step.clone());
        let Some(certificate) = step.certificate.as_ref().filter(|_| self.is_whole) else {
            self.is_whole = false;
            return;
        };
        let mut note = Some(self.annotation(position.board(), &step));
        for step in certificate {
            self.steps.push((note.take(), step.clone()));
        }
        let mut state = position.state().clone();
        let board = position.board();
        for &candidate in &step.placements {
            state.place(board, candidate);
        }
        for &candidate in &step.eliminations {
            state.eliminate(board, candidate);
        }
        self.solved = Some(state);
    }
}

impl Collector<'_, '_> {
    fn annotation(&self, board: &Board, step: &RatedStep) -> Annotation {
        let ladder = self.rater.ladder();
        let name = match (&ladder.entries[step.entry].action, step.chain) {
            (_, Some((family, _))) => family.name().to_owned(),
            (EntryAction::Rule { name, .. }, None) => name.clone(),
            (EntryAction::Aligned(cells), None) => format!("aligned={cells}"),
            (EntryAction::Chains(_), None) => "chain".to_owned(),
            (EntryAction::UniqueLoops, None) => "unique_loop".to_owned(),
            (EntryAction::Graves, None) => "grave".to_owned(),
        };
        let placed = step.placements.iter().map(|&c| board.candidate_name(c));
        let gone = step.eliminations.iter().map(|&c| board.elimination_name(c));
        let effects: Vec<String> = placed.chain(gone).collect();
        Annotation {
            rule: name,
            bindings: Vec::new(),
            sentence: format!(
                "{} {}: {}",
                ladder.name,
                mark_text(step.mark),
                effects.join(", ")
            ),
        }
    }
}

/// Steps of a proof with the effect of a step; `None` if it was stopped before they were found.
pub(super) fn certificate(position: &Position, step: &FoundStep, stop: &Stop) -> Option<Vec<Step>> {
    let mut position = position.clone();
    let mut steps = Vec::new();
    for found in &step.matches {
        let Some(found) = remaining_effect(&position, found.clone()) else {
            continue;
        };
        steps.extend(certificate_of_match(&position, &found, stop)?);
        apply(&mut position, &found.placements, &found.eliminations);
    }
    let board = &**position.board();
    let mut refuter = Refuter::new(board, position.state().clone(), stop);
    match (&step.direct, step.placements.first()) {
        (Some(found), Some(&placed)) => refuter.place_after(found, placed)?,
        _ => {
            refuter.refute_all(&step.eliminations)?;
            for &placed in &step.placements {
                refuter.place(placed)?;
            }
        }
    }
    steps.extend(refuter.steps);
    Some(steps)
}

/// The certificate of a match, without any assumption.
fn certificate_of_match(position: &Position, found: &Match, stop: &Stop) -> Option<Vec<Step>> {
    let certificate = certify(position, found).ok();
    let assumes = |steps: &[Step]| steps.iter().any(|step| matches!(step, Step::Deadly(_)));
    if let Some(steps) = certificate.filter(|steps| !assumes(steps)) {
        return Some(steps);
    }
    let mut refuter = Refuter::new(position.board(), position.state().clone(), stop);
    for &placed in &found.placements {
        refuter.place(placed)?;
    }
    refuter.refute_all(&found.eliminations)?;
    Some(refuter.steps)
}

/// Refutes candidates one after the other.
struct Refuter<'b> {
    board: &'b Board,
    truths: Vec<Group>,
    state: State,
    search: Search<'b>,
    steps: Vec<Step>,
}

impl<'b> Refuter<'b> {
    fn new(board: &'b Board, state: State, stop: &Stop) -> Refuter<'b> {
        let mut search = Search::new(board, Limits::default());
        search.stop_when(stop.clone());
        Refuter {
            board,
            truths: board.groups().filter(|&g| board.is_truth(g)).collect(),
            state,
            search,
            steps: Vec::new(),
        }
    }

    fn refute_all(&mut self, targets: &[Candidate]) -> Option<()> {
        targets.iter().try_for_each(|&target| self.refute(target))
    }

    fn refute(&mut self, target: Candidate) -> Option<()> {
        if !self.state.is_live(self.board, target) {
            return Some(());
        }
        let propagation = Propagation::through(self.board, &self.state, &self.truths, target);
        let count = propagation.and_then(|p| count_of_propagation(self.board, &self.state, &p));
        match count {
            Some(count) => self.steps.push(Step::Count(count)),
            None => {
                let refutation = self.search.easy_refutation(&self.state, target)?;
                self.steps.extend(refutation.steps);
            }
        }
        self.state.eliminate(self.board, target);
        Some(())
    }

    /// Refutes the other candidates of a truth, and places the one that is left.
    fn place_in(&mut self, placed: Candidate, truth: Group) -> Option<()> {
        let others = self.state.domain(self.board, truth);
        let others: Vec<Candidate> = others.filter(|&other| other != placed).collect();
        self.refute_all(&others)?;
        self.steps.push(Step::Single {
            candidate: placed,
            group: truth,
        });
        self.state.place(self.board, placed);
        Some(())
    }

    fn place(&mut self, placed: Candidate) -> Option<()> {
        let cell = self.board.cell_group(self.board.cell_of(placed));
        self.place_in(placed, cell)
    }

    /// Places a candidate that is the last of a truth if a match is taken.
    fn place_after(&mut self, found: &Match, placed: Candidate) -> Option<()> {
        let board = self.board;
        let is_last = |truth: &Group| {
            let mut others = self.state.domain(board, *truth).filter(|&c| c != placed);
            others.all(|other| found.eliminations.contains(&other))
        };
        let slots = board.slots(placed).iter().map(|slot| slot.group);
        let truth = { slots }.find(|group| board.is_truth(*group) && is_last(group))?;
        self.place_in(placed, truth)
    }
}
