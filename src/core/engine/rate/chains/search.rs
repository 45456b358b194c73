//! Branches from all candidates of a state, and the conclusions from several of them.
//!
//! Conclusions come in four kinds: a branch with a contradiction, a node that follows from a
//! candidate whether true or false, from all candidates of a cell, or from all places of a digit in
//! a house. Branches grow level by level: a branch with patterns extends the branch without
//! patterns, and so on.

use super::branch::{Branch, SeenPlaces};
use super::context::SearchContext;
use super::inner::{
    HintQueue, InnerCache, InnerChains, InnerFamily, InnerHint, NumberedHints, OuterParents,
    SHAPE_END,
};
use super::line::LineWalk;
use super::links::{ChainNode, candidate_of, is_on, off, on};
use super::patterns::{PatternBuffers, Patterns};
use super::unary;
use super::walk::{Walk, WalkMode};
use crate::grid::{Board, Candidate, Group, State};

/// A kind of conclusion. If two conclusions differ only in kind, the conclusion with the smaller
/// kind is simpler.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ConclusionKind {
    Double = 1,
    Cell = 5,
    House = 6,
    Contradiction = 7,
}

/// A conclusion, with the last node of each branch that leads to the conclusion.
struct Conclusion<'t> {
    kind: ConclusionKind,
    /// The truth whose candidates are the cases, for conclusions from cells and houses.
    truth: Option<Group>,
    node: ChainNode,
    /// The source and the final index of each branch.
    ends: &'t [(ChainNode, u16)],
}

/// The simplest conclusion of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BestConclusion {
    pub(super) nodes: usize,
    pub(super) kind: ConclusionKind,
    pub(super) node: ChainNode,
}

/// The simplest conclusion with an effect.
struct Winner {
    nodes: usize,
    kind: ConclusionKind,
    /// The number of conclusions found earlier.
    ordinal: u32,
    truth: Option<Group>,
    node: ChainNode,
    ends: Vec<(ChainNode, u16)>,
}

/// Branches from all candidates of a state.
pub(super) struct BranchSearch {
    state: State,
    mode: WalkMode,
    /// The level to which the branches have been followed. 0 means without patterns.
    level: Option<u8>,
    /// The candidates of cells with several candidates.
    open: Vec<u16>,
    branches: Vec<Branch>,
    walk: Walk,
    buffers: PatternBuffers,
    seen: SeenPlaces,
    chains: InnerChains,
    cache: InnerCache,
    line: LineWalk,
    inner: Option<Box<BranchSearch>>,
}

impl BranchSearch {
    pub(super) fn new(board: &Board) -> BranchSearch {
        BranchSearch {
            state: State::full(board),
            mode: WalkMode::Static,
            level: None,
            open: Vec::new(),
            branches: Vec::new(),
            walk: Walk::new(board),
            buffers: PatternBuffers::default(),
            seen: SeenPlaces::default(),
            chains: InnerChains::default(),
            cache: InnerCache::default(),
            line: LineWalk::new(board.candidate_count()),
            inner: None,
        }
    }

    /// Restarts with another state.
    pub(super) fn begin(&mut self, context: &SearchContext<'_>, state: &State) {
        let board = context.board;
        self.state.copy_from(state);
        self.walk.begin(board, state);
        self.level = None;
        self.chains.clear();
        self.cache.clear();
        self.open.clear();
        for cell in board.cells() {
            if state.digits(board, cell).count_ones() > 1 {
                let domain = state.domain(board, board.cell_group(cell));
                self.open.extend(domain.map(|c| c.index() as u16));
            }
        }
    }

    /// Follows all branches up to a level. Returns false if the search was stopped.
    pub(super) fn follow(
        &mut self,
        context: &SearchContext<'_>,
        mode: WalkMode,
        level: u8,
    ) -> bool {
        let nodes = context.board.candidate_count() * 2;
        while self.branches.len() < nodes {
            self.branches.push(Branch::new(nodes / 2));
        }
        let is_same = self.mode == mode;
        // Level 4 has other inner chains than level 3.
        let goes_on =
            |from: u8| is_same && from <= level && !(level >= 4 && (2..4).contains(&from));
        let resumes = self.level.is_some_and(goes_on);
        if resumes && self.level == Some(level) {
            return true;
        }
        self.mode = mode;
        for at in 0..self.open.len() {
            let candidate = self.open[at];
            if context.stop.now() {
                self.level = None;
                return false;
            }
            for source in [on(candidate), off(candidate)] {
                if mode == WalkMode::Static && !is_on(source) {
                    continue;
                }
                let mut branch =
                    std::mem::replace(&mut self.branches[usize::from(source)], Branch::new(0));
                if !resumes {
                    branch.begin(source);
                }
                self.extend(context, level, &mut branch);
                self.branches[usize::from(source)] = branch;
            }
        }
        self.level = Some(level);
        true
    }

    /// Follows one branch up to a level.
    fn extend(&mut self, context: &SearchContext<'_>, level: u8, branch: &mut Branch) {
        if branch.contradiction.is_some() {
            return;
        }
        let mode = self.mode;
        self.walk.enter(&context.ground(&self.state), mode, branch);
        loop {
            let ground = context.ground(&self.state);
            self.walk.follow(&ground, mode, branch);
            if branch.contradiction.is_some() || level == 0 {
                return;
            }
            let patterns = Patterns {
                ground: &ground,
                tables: context.patterns,
                counts: context.counts,
            };
            if patterns.apply(&mut self.walk, branch, &mut self.buffers) {
                continue;
            }
            let families: &[InnerFamily] = match level {
                ..=1 => &[],
                2 => &[InnerFamily::Single],
                3 => &[InnerFamily::Single, InnerFamily::Multiple],
                4 => &[InnerFamily::Dynamic],
                5.. => &[InnerFamily::Dynamic, InnerFamily::Nested],
            };
            let mut is_new = false;
            for &family in families {
                for (hint, chain) in &*self.hints_inside(context, family) {
                    is_new |= self
                        .walk
                        .eliminate(branch, &hint.parents, &hint.gone, Some(*chain));
                }
                if is_new {
                    break;
                }
            }
            if !is_new {
                return;
            }
        }
    }

    /// The inner chains of a family in the current state of a branch.
    fn hints_inside(&mut self, context: &SearchContext<'_>, family: InnerFamily) -> NumberedHints {
        if let Some(known) = self.cache.get(context.board, family, &self.walk.now) {
            return known;
        }
        let hints = match family {
            InnerFamily::Single => {
                unary::hints(context, &mut self.line, &self.state, &self.walk.now)
            }
            _ => {
                let inner = self
                    .inner
                    .get_or_insert_with(|| Box::new(BranchSearch::new(context.board)));
                inner.begin(context, &self.walk.now);
                let (mode, level) = match family {
                    InnerFamily::Multiple => (WalkMode::Static, 0),
                    InnerFamily::Nested => (WalkMode::Dynamic, 2),
                    _ => (WalkMode::Dynamic, 0),
                };
                match inner.follow(context, mode, level) {
                    true => inner.hints(context, &self.state),
                    false => Vec::new(),
                }
            }
        };
        let number = |hint: InnerHint| {
            let number = self.chains.number(&hint);
            (hint, number)
        };
        let hints: NumberedHints = hints.into_iter().map(number).collect::<Vec<_>>().into();
        self.cache
            .put(context.board, family, &self.walk.now, &hints);
        hints
    }

    /// Calls `each` with all conclusions, in order.
    fn for_conclusions(
        &mut self,
        context: &SearchContext<'_>,
        mut each: impl FnMut(&mut BranchSearch, &Conclusion<'_>),
    ) {
        let (is_static, is_nishio) = (self.mode == WalkMode::Static, self.mode == WalkMode::Nishio);
        for at in 0..self.open.len() {
            let source = self.open[at];
            let truths = context.shared.truths(source);
            let in_cell = self.state.mask(truths[0].0).count_ones();
            if is_static && in_cell < 3 {
                continue;
            }
            if !is_static {
                for node in [on(source), off(source)] {
                    if let Some((on, off)) = self.branches[usize::from(node)].contradiction {
                        let conclusion = Conclusion {
                            kind: ConclusionKind::Contradiction,
                            truth: None,
                            node: node ^ 1,
                            ends: &[(node, on), (node, off)],
                        };
                        each(self, &conclusion);
                    }
                }
            }
            if is_nishio {
                continue;
            }
            if !is_static && in_cell >= 3 {
                let cases = [on(source), off(source)];
                self.common(&cases, ConclusionKind::Double, None, &mut each);
            }
            for &(group, bit) in &truths[1..] {
                let places = self.state.mask(group);
                if places.count_ones() >= 2 && places & (bit - 1) == 0 {
                    let cases = self.cases(context, group);
                    self.common(&cases, ConclusionKind::House, Some(group), &mut each);
                }
            }
            let (cell, bit) = truths[0];
            let is_last = self.state.mask(cell) & !(bit | (bit - 1)) == 0;
            if is_last {
                let cases = self.cases(context, cell);
                self.common(&cases, ConclusionKind::Cell, Some(cell), &mut each);
            }
        }
    }

    fn cases(&self, context: &SearchContext<'_>, group: Group) -> Vec<ChainNode> {
        let domain = self.state.domain(context.board, group);
        domain.map(|c| on(c.index() as u16)).collect()
    }

    /// Calls `each` with all nodes that the branches have in common.
    fn common(
        &mut self,
        cases: &[ChainNode],
        kind: ConclusionKind,
        truth: Option<Group>,
        each: &mut impl FnMut(&mut BranchSearch, &Conclusion<'_>),
    ) {
        let (first, others) = cases.split_at(1);
        let mut all = self.branches[usize::from(first[0])].reached.clone();
        for other in others {
            let reached = &self.branches[usize::from(*other)].reached;
            let mut left = 0;
            for (word, own) in all.iter_mut().zip(reached) {
                *word &= own;
                left |= *word;
            }
            if left == 0 {
                return;
            }
        }
        let mut ends: Vec<(ChainNode, u16)> = Vec::with_capacity(cases.len());
        let branch = &self.branches[usize::from(first[0])];
        let nodes: Vec<ChainNode> = (branch.ons.iter().chain(&branch.offs))
            .map(|&place| branch.node(place))
            .filter(|&node| all[usize::from(node) / 64] >> (node % 64) & 1 == 1)
            .collect();
        for node in nodes {
            ends.clear();
            for &case in cases {
                if let Some(place) = self.branches[usize::from(case)].place(node) {
                    ends.push((case, place));
                }
            }
            each(
                self,
                &Conclusion {
                    kind,
                    truth,
                    node,
                    ends: &ends,
                },
            );
        }
    }

    /// The number of nodes of a conclusion, if that is below a limit.
    fn count(&mut self, conclusion: &Conclusion<'_>, limit: usize) -> Option<usize> {
        let mut sum = 0;
        let mut has_nested = false;
        for &(source, place) in conclusion.ends {
            let branch = &mut self.branches[usize::from(source)];
            has_nested |= branch.has_nested;
            sum += branch.count(place, &mut self.seen);
            if sum >= limit {
                return None;
            }
        }
        if has_nested {
            let mut known: Vec<u32> = Vec::new();
            for &(source, place) in conclusion.ends {
                let branch = &self.branches[usize::from(source)];
                branch.for_ancestors(place, &mut self.seen, |place| {
                    if let Some(chain) = branch.nested(place)
                        && !known.contains(&chain)
                    {
                        known.push(chain);
                        sum += self.chains.nodes(chain);
                    }
                });
                if sum >= limit {
                    return None;
                }
            }
        }
        Some(sum)
    }

    /// The simplest conclusion.
    pub(super) fn best(&mut self, context: &SearchContext<'_>) -> Option<BestConclusion> {
        let mut best: Option<BestConclusion> = None;
        self.for_conclusions(context, |search, conclusion| {
            let kind = conclusion.kind;
            let limit = best.map_or(usize::MAX, |best| {
                best.nodes + usize::from(kind < best.kind)
            });
            if let Some(nodes) = search.count(conclusion, limit) {
                best = Some(BestConclusion {
                    nodes,
                    kind,
                    node: conclusion.node,
                });
            }
        });
        best
    }

    /// The candidates that a conclusion eliminates, in order.
    fn effect(&self, context: &SearchContext<'_>, node: ChainNode) -> Vec<u16> {
        let candidate = candidate_of(node);
        if !is_on(node) {
            return vec![candidate];
        }
        let (cell, bit) = context.shared.truths(candidate)[0];
        let others = self.state.mask(cell) & !bit;
        let members = context.board.members(cell);
        crate::grid::bits(others)
            .map(|at| members[at].index() as u16)
            .collect()
    }

    /// The simplest conclusions for all effects, the simplest first.
    fn hints(&mut self, context: &SearchContext<'_>, before: &State) -> Vec<InnerHint> {
        let mut winners: Vec<Option<Winner>> = Vec::new();
        winners.resize_with(context.board.candidate_count() * 2, || None);
        let mut ordinal = 0;
        self.for_conclusions(context, |search, conclusion| {
            ordinal += 1;
            let Some(effect) = search.effect_key(context, conclusion.node) else {
                return;
            };
            let winner = &mut winners[usize::from(effect)];
            let limit = winner.as_ref().map_or(usize::MAX, |winner| {
                winner.nodes + usize::from(conclusion.kind < winner.kind)
            });
            if let Some(nodes) = search.count(conclusion, limit) {
                *winner = Some(Winner {
                    nodes,
                    kind: conclusion.kind,
                    ordinal,
                    truth: conclusion.truth,
                    node: conclusion.node,
                    ends: conclusion.ends.to_vec(),
                });
            }
        });
        let mut winners: Vec<Winner> = winners.into_iter().flatten().collect();
        winners.sort_by_key(|winner| (winner.nodes, winner.kind, winner.ordinal));
        let mut queue = HintQueue::default();
        for winner in winners {
            let gone = self.effect(context, winner.node);
            if queue.wants(&gone) {
                let hint = self.hint(context, before, &winner, gone);
                queue.push(hint);
            }
        }
        queue.finish()
    }

    /// A number that identifies the effect of a conclusion. `None` without an effect.
    fn effect_key(&self, context: &SearchContext<'_>, node: ChainNode) -> Option<ChainNode> {
        if !is_on(node) {
            return Some(node);
        }
        let (cell, bit) = context.shared.truths(candidate_of(node))[0];
        let others = self.state.mask(cell) & !bit;
        match others.count_ones() {
            0 => None,
            1 => {
                let other: Candidate =
                    context.board.members(cell)[others.trailing_zeros() as usize];
                Some(off(other.index() as u16))
            }
            _ => Some(node),
        }
    }

    /// A conclusion for an outer chain. `before` has further candidates, which the outer chain has
    /// eliminated.
    fn hint(
        &mut self,
        context: &SearchContext<'_>,
        before: &State,
        winner: &Winner,
        gone: Vec<u16>,
    ) -> InnerHint {
        let mut parents = OuterParents::new(context.board, before, &self.state);
        let mut shape = Vec::new();
        for &(source, end) in &winner.ends {
            let branch = &self.branches[usize::from(source)];
            for place in branch.ancestors_by_distance(end, &mut self.seen) {
                let node = branch.node(place);
                shape.push(node);
                if !is_on(node) {
                    continue;
                }
                match branch.cause(place) {
                    Some(group) => parents.add(group),
                    None if branch.parents(place).is_empty() => {
                        if let Some(group) = winner.truth {
                            parents.add(group);
                        }
                    }
                    None => {}
                }
            }
            shape.push(SHAPE_END);
        }
        InnerHint {
            gone,
            parents: parents.found,
            nodes: winner.nodes,
            shape,
        }
    }
}
