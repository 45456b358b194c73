//! The smallest cores, by implicit hitting sets.
//!
//! A model that satisfies the assumption and some truths violates other truths, and every core
//! contains one of the violated truths. The search finds a model of the truths chosen so far,
//! extends it to satisfy further truths, and branches over the violated ones. All models are kept.
//! A core must contain a violated truth of each model, which gives an early lower bound on its
//! size.

use crate::cores::question::{Assumption, Question};
use crate::state::bits::Bits;
use crate::state::graph::Graph;
use qedoku_core::engine::Stop;

/// Limits of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreLimits {
    /// Maximum number of truths in a core.
    pub size: usize,
    /// Maximum number of cores collected per question.
    pub cores: usize,
    /// Number of sizes searched beyond the smallest, for minimal cores that are not smallest.
    pub beyond: usize,
    /// Maximum number of sets of truths tried per question.
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

/// Result of the search for the smallest cores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Smallest {
    /// All smallest cores, up to the limit. Each core is sorted. Smaller cores come first.
    Cores(Vec<Vec<usize>>),
    /// There is no core within the size limit.
    None,
    /// The search gave up.
    GaveUp,
}

/// The smallest cores of a question whose truths are in the given list.
pub fn smallest_cores(
    graph: &Graph,
    question: Question,
    truths: &[usize],
    limits: CoreLimits,
) -> Smallest {
    smallest_cores_until(graph, question, truths, limits, &Stop::default())
}

/// The smallest cores of a question, made of the given truths and found before `stop` is set.
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
    /// The truths that the assumption leaves unsatisfied, each with its open candidates.
    domains: Vec<(usize, Bits)>,
    by_number: Vec<Option<usize>>,
    /// For each model, the truths that it violates.
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

    /// Searches for cores that contain the chosen truths, none of the forbidden ones, and at most
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
            // A core must also contain a truth that each new model violates.
            let found_since = &self.models[known..];
            let hit = |m: &Bits| chosen.iter().any(|&v| m.contains(v)) || m.contains(truth);
            if left > 1 || found_since.iter().all(hit) {
                chosen.push(truth);
                self.extend(chosen, forbidden, left - 1);
                chosen.pop();
            }
            // All cores with this truth have been found.
            forbidden.insert(truth);
            done.push(truth);
        }
        done.into_iter().for_each(|truth| forbidden.remove(truth));
    }

    /// A set of truths. Every core with the chosen truths contains at least one truth of the set.
    /// `None` if such a core needs more than `left` further truths.
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
        // Disjoint sets need one truth each.
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

    /// The truths that a model of the chosen ones violates, few if possible. `None` if there is no
    /// model.
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

    /// Adds candidates to a model until every truth is satisfied or cannot be satisfied.
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

/// Whether one available candidate of each domain can be chosen without exclusions among them.
/// `excluded` lists for each candidate the candidates that it excludes.
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
