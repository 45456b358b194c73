//! The smallest cores, by implicit hitting sets.
//!
//! Whatever meets the assumption and some truths also misses others, and a core has at least
//! one of those that it misses. So: find a model of the truths chosen so far, let it grow until
//! it meets as many truths as it can, and branch over those that it misses. Models are kept; a
//! core has to hit what each of them misses, which tells early how many truths are still needed.

use super::bits::Bits;
use super::core::{Assumption, Question};
use super::graph::Graph;
use qedoku_core::engine::Stop;

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreLimits {
    /// The largest number of truths in a core.
    pub size: usize,
    /// How many cores of a question are collected.
    pub cores: usize,
    /// How many sizes beyond the smallest are looked at: minimal cores that are not smallest.
    pub beyond: usize,
    /// After how many sets of truths the search for a question gives up.
    pub nodes: usize,
}

impl Default for CoreLimits {
    fn default() -> CoreLimits {
        CoreLimits {
            size: 4,
            cores: 12,
            beyond: 0,
            nodes: 50_000,
        }
    }
}

/// What the search for the smallest cores came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Smallest {
    /// All smallest cores, or as many as are collected; each sorted, in order, small ones first.
    Cores(Vec<Vec<usize>>),
    /// There is none of the largest size asked for, or below.
    None,
    /// The search gave up.
    GaveUp,
}

/// The smallest cores of a question among these truths.
pub fn smallest_cores(
    graph: &Graph,
    question: Question,
    truths: &[usize],
    limits: CoreLimits,
) -> Smallest {
    smallest_cores_until(graph, question, truths, limits, &Stop::default())
}

/// The smallest cores of a question among these truths, as far as they are found before it is
/// time to stop.
pub fn smallest_cores_until(
    graph: &Graph,
    question: Question,
    truths: &[usize],
    limits: CoreLimits,
    stop: &Stop,
) -> Smallest {
    let mut search = CoreSearch::new(graph, question, truths, limits, stop);
    for size in 1..=limits.size {
        let mut forbidden = Bits::none(graph.truths().len());
        search.extend(&mut Vec::new(), &mut forbidden, size);
        if search.nodes >= limits.nodes {
            return Smallest::GaveUp;
        }
        let smallest = search.found.iter().map(Vec::len).min();
        if smallest.is_some_and(|least| size >= least + limits.beyond) {
            break;
        }
    }
    if search.found.is_empty() {
        return Smallest::None;
    }
    search.found.sort_by_key(|core| (core.len(), core.clone()));
    Smallest::Cores(search.found)
}

struct CoreSearch<'g> {
    graph: &'g Graph,
    limits: CoreLimits,
    stop: &'g Stop,
    /// The candidates that the assumption leaves open.
    open: Bits,
    /// The truths that the assumption does not meet by itself, with what it leaves of them.
    domains: Vec<(usize, Bits)>,
    by_number: Vec<Option<usize>>,
    /// The truths that each model misses.
    models: Vec<Bits>,
    nodes: usize,
    found: Vec<Vec<usize>>,
}

impl<'g> CoreSearch<'g> {
    fn new(
        graph: &'g Graph,
        question: Question,
        truths: &[usize],
        limits: CoreLimits,
        stop: &'g Stop,
    ) -> Self {
        let candidate = question.candidate;
        let mut open = Bits::all(graph.candidates().len());
        open.remove(candidate);
        if question.assume == Assumption::Holds {
            open.drop_all(graph.excluded(candidate));
        }
        let mut domains = Vec::new();
        let mut by_number = vec![None; graph.truths().len()];
        for &number in truths {
            let domain = &graph.truths()[number].domain;
            if question.assume == Assumption::Fails || !domain.contains(candidate) {
                by_number[number] = Some(domains.len());
                domains.push((number, domain.and(&open)));
            }
        }
        CoreSearch {
            graph,
            limits,
            stop,
            open,
            domains,
            by_number,
            models: Vec::new(),
            nodes: 0,
            found: Vec::new(),
        }
    }

    /// Looks for cores that have the chosen truths, none of the forbidden ones, and at most
    /// `left` others.
    fn extend(&mut self, chosen: &mut Vec<usize>, forbidden: &mut Bits, left: usize) {
        self.nodes += 1;
        if self.stop.now() {
            self.nodes = self.limits.nodes;
        }
        if self.nodes >= self.limits.nodes || self.found.len() >= self.limits.cores {
            return;
        }
        let has = |core: &Vec<usize>| core.iter().all(|v| chosen.contains(v));
        if self.found.iter().any(has) {
            return;
        }
        let meets = |missed: &Bits| !chosen.iter().any(|&v| missed.contains(v));
        if !self.models.iter().any(meets) {
            match self.model(chosen) {
                Some(missed) => self.models.push(missed),
                None => {
                    let mut core = chosen.clone();
                    core.sort_unstable();
                    self.found.push(core);
                    return;
                }
            }
        }
        if left == 0 {
            return;
        }
        let Some(branch) = self.branch(chosen, forbidden, left) else {
            return;
        };
        let known = self.models.len();
        let mut done = Vec::new();
        for truth in branch.iter() {
            // Models that came up meanwhile must be hit too.
            let found_since = &self.models[known..];
            let hit = |m: &Bits| chosen.iter().any(|&v| m.contains(v)) || m.contains(truth);
            if left > 1 || found_since.iter().all(hit) {
                chosen.push(truth);
                self.extend(chosen, forbidden, left - 1);
                chosen.pop();
            }
            // Cores with this truth have all been seen.
            forbidden.insert(truth);
            done.push(truth);
        }
        done.into_iter().for_each(|truth| forbidden.remove(truth));
    }

    /// The truths of which a core with the chosen ones has at least one; `None` if it would need more
    /// than are left.
    fn branch(&self, chosen: &[usize], forbidden: &Bits, left: usize) -> Option<Bits> {
        let size = |missed: &Bits| missed.len() - missed.common(forbidden);
        let mut to_hit: Vec<(usize, &Bits)> = (self.models.iter())
            .filter(|missed| !chosen.iter().any(|&v| missed.contains(v)))
            .map(|missed| (size(missed), missed))
            .collect();
        to_hit.sort_by_key(|(size, _)| *size);
        let smallest = to_hit.first()?.1.without(forbidden);
        if left == 1 {
            let mut common = smallest;
            to_hit.iter().for_each(|(_, missed)| common.keep(missed));
            return Some(common);
        }
        // Sets that have nothing in common need a truth each.
        let mut hit = smallest.clone();
        let mut needed = 1;
        for (_, missed) in &to_hit[1..] {
            if !missed.meets(&hit) {
                needed += 1;
                if needed > left {
                    return None;
                }
                hit.add_all(missed);
                hit.drop_all(forbidden);
            }
        }
        Some(smallest)
    }

    /// The truths that some way to meet the chosen ones misses, few if possible; `None` if they
    /// cannot be met.
    fn model(&self, chosen: &[usize]) -> Option<Bits> {
        let domains: Vec<&Bits> = (chosen.iter())
            .filter_map(|&v| Some(&self.domains[self.by_number[v]?].1))
            .collect();
        let mut available = self.open.clone();
        let mut held = Bits::none(self.graph.candidates().len());
        if !can_meet(self.graph.exclusions(), &domains, &mut available, &mut held) {
            return None;
        }
        self.grow(&mut available, &mut held);
        let missed = self.domains.iter().filter(|(_, d)| !d.meets(&held));
        Some(Bits::of(self.graph.truths().len(), missed.map(|(v, _)| *v)))
    }

    /// Holds more candidates, until every truth is met or cannot be.
    fn grow(&self, available: &mut Bits, held: &mut Bits) {
        let mut unmet: Vec<&Bits> = self.domains.iter().map(|(_, d)| d).collect();
        loop {
            unmet.retain(|d| !d.meets(held) && d.meets(available));
            let tightest = unmet.iter().min_by_key(|d| d.common(available));
            let Some(domain) = tightest else {
                return;
            };
            let cost = |&c: &usize| self.graph.excluded(c).common(available);
            let choice = domain.and(available).iter().min_by_key(cost);
            let candidate = choice.expect("the truth can be met");
            held.insert(candidate);
            available.drop_all(self.graph.excluded(candidate));
        }
    }
}

/// Whether a candidate of each domain can be held, of those that are available and none of them excluded by another. For each candidate, what it
/// excludes.
pub fn can_meet(
    excluded: &[Bits],
    domains: &[&Bits],
    available: &mut Bits,
    held: &mut Bits,
) -> bool {
    let unmet = domains.iter().filter(|d| !d.meets(held));
    let Some(tightest) = unmet.min_by_key(|d| d.common(available)) else {
        return true;
    };
    for candidate in tightest.and(available).iter() {
        let before = available.clone();
        held.insert(candidate);
        available.drop_all(&excluded[candidate]);
        if can_meet(excluded, domains, available, held) {
            return true;
        }
        held.remove(candidate);
        *available = before;
    }
    false
}
