//! The evidence of a certificate: truths, links, eliminations and placements.
//!
//! Each truth and each link occurs once, with its relevant live candidates. The relevant candidates
//! of a link are those of truths and targets: for `-7c3` in an X-wing these are the two corners and
//! the eliminated 7s, not the other 7s.

use super::order::{ChainOrder, chain};
use super::parts::{DrawnLink, DrawnTruth};
use super::scene::Scene;
use crate::grid::{Candidate, Group};
use crate::proof::{RowSet, RowStep, RowTerm, Step, TermSet};

/// Maximum number of steps of a supposition that are drawn. For a longer search, only the end is
/// drawn.
const MAX_DRAWN_STEPS: usize = 100;

/// The parts of a step to draw.
pub struct Evidence {
    pub truths: Vec<DrawnTruth>,
    pub links: Vec<DrawnLink>,
    /// The eliminated candidates.
    pub targets: Vec<Candidate>,
    /// The placed candidates.
    pub placed: Vec<Candidate>,
    /// The consequences of a supposition, in order.
    pub forced: Vec<Candidate>,
    /// The truths and links in the order of a chain, if they form one.
    pub chain: Option<ChainOrder>,
    spoken: Vec<bool>,
}

impl Evidence {
    /// Reads the certificate of a scene.
    pub fn of(scene: &Scene<'_>) -> Evidence {
        let mut evidence = Evidence {
            truths: Vec::new(),
            links: Vec::new(),
            targets: Vec::new(),
            placed: Vec::new(),
            forced: Vec::new(),
            chain: None,
            spoken: vec![false; scene.board.candidate_count()],
        };
        evidence.read(scene);
        evidence.mark_spoken();
        evidence.trim_links();
        evidence.chain = chain(&evidence.truths, &evidence.links);
        evidence
    }

    /// True if a candidate is part of the step.
    pub fn has_candidate(&self, candidate: Candidate) -> bool {
        self.spoken[candidate.index()]
    }

    fn read(&mut self, scene: &Scene<'_>) {
        let legible = scene.certificate.len() <= MAX_DRAWN_STEPS;
        let mut deadly: Vec<(u8, Vec<Candidate>)> = Vec::new();
        let mut supposed = Vec::new();
        for step in scene.certificate {
            let depth = supposed.len();
            match step {
                Step::Suppose(candidate) => supposed.push(*candidate),
                Step::Refuted(group) => {
                    let refuted = supposed.pop();
                    if supposed.is_empty() {
                        self.targets.extend(refuted);
                    }
                    if legible || supposed.is_empty() {
                        self.add_truth(scene, *group, 1);
                    }
                }
                Step::Row(RowStep::Refuted(_)) => {
                    let refuted = supposed.pop();
                    if supposed.is_empty() {
                        self.targets.extend(refuted);
                    }
                }
                // The cells of a capacity argument. The cuts that bound its digits are not drawn.
                Step::Row(RowStep::Count { terms, .. }) if depth == 1 => {
                    self.add_cells(scene, terms);
                }
                _ if !legible && depth > 0 => {}
                Step::Row(RowStep::Count { targets, .. } | RowStep::Fill { targets, .. })
                    if depth == 0 =>
                {
                    self.targets.extend(targets);
                }
                Step::Row(RowStep::Single { candidate, .. }) if depth == 0 => {
                    self.placed.push(*candidate);
                }
                // Rows are not drawn yet.
                Step::Row(_) => {}
                Step::Deadly(set) => deadly.push((set.name, set.set.clone())),
                Step::Single { candidate, group } => {
                    self.add_truth(scene, *group, 1);
                    match depth {
                        0 => self.placed.push(*candidate),
                        _ if self.forced.contains(candidate) => {}
                        _ => self.forced.push(*candidate),
                    }
                }
                Step::Count(count) => {
                    if depth == 0 {
                        self.targets.extend(&count.targets);
                    }
                    for term in &count.terms {
                        let times = term.multiplier.unsigned_abs();
                        match term.set {
                            TermSet::Group(group) if term.multiplier > 0 => {
                                self.add_truth(scene, group, times);
                            }
                            TermSet::Group(group) => {
                                let live = scene.state.domain(scene.board, group).collect();
                                self.add_link(term.set, times, live);
                            }
                            TermSet::Deadly(name) => {
                                let set = deadly.iter().find(|(known, _)| *known == name);
                                let set = set.map(|(_, set)| set.clone());
                                self.add_link(term.set, times, set.unwrap_or_default());
                            }
                        }
                    }
                }
            }
        }
        self.targets.sort_unstable();
        self.targets.dedup();
    }

    /// Adds the cells among the truths of a row.
    fn add_cells(&mut self, scene: &Scene<'_>, terms: &[RowTerm]) {
        for term in terms.iter().filter(|term| term.multiplier > 0) {
            let RowSet::Named(name) = &term.set else {
                continue;
            };
            if let Some(cell) = scene.board.parse_cell(name) {
                let times = u32::try_from(term.multiplier).unwrap_or(1);
                self.add_truth(scene, scene.board.cell_group(cell), times);
            }
        }
    }

    fn add_truth(&mut self, scene: &Scene<'_>, group: Group, times: u32) {
        match self.truths.iter_mut().find(|truth| truth.group == group) {
            Some(truth) => truth.times = truth.times.max(times),
            None => self.truths.push(DrawnTruth {
                group,
                times,
                candidates: scene.state.domain(scene.board, group).collect(),
            }),
        }
    }

    fn add_link(&mut self, set: TermSet, times: u32, candidates: Vec<Candidate>) {
        match self.links.iter_mut().find(|link| link.set == set) {
            Some(link) => link.times = link.times.max(times),
            None => self.links.push(DrawnLink {
                set,
                times,
                candidates,
            }),
        }
    }

    fn mark_spoken(&mut self) {
        let of_truths = self.truths.iter().flat_map(|truth| &truth.candidates);
        let of_deadly = (self.links.iter())
            .filter(|link| matches!(link.set, TermSet::Deadly(_)))
            .flat_map(|link| &link.candidates);
        let others = self.targets.iter().chain(&self.placed).chain(&self.forced);
        for candidate in of_truths.chain(of_deadly).chain(others) {
            self.spoken[candidate.index()] = true;
        }
    }

    fn trim_links(&mut self) {
        for link in &mut self.links {
            let spoken = |c: &Candidate| self.spoken[c.index()];
            if link.candidates.iter().any(spoken) {
                link.candidates.retain(spoken);
            }
        }
    }
}
