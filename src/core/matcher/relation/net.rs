//! Nets: relations that keep their first end fixed and extend all its facts at once.
//!
//! The cases of such a relation use it from its first end only, as in
//!
//! ```text
//! relation net_refutes(candidate p, candidate t) {
//!   with     p excludes t
//! } or {
//!   for      truth W, candidate q
//!   with     q in W, q excludes t
//!   when     every candidate of W is q or p net_refutes it
//! }
//! ```
//!
//! The facts of each first end are independent of the others. In general the cases are applied
//! until no fact is new. The relation above is unit propagation from p, wave by wave, and has its
//! own code: a wave first eliminates all excluded candidates from the truths, and only then takes
//! the last candidate of a truth as true. So each fact is found in the fewest waves. If several
//! truths force the same candidate in a wave, or several candidates exclude the same one, the net
//! keeps the reason with the fewest truths.
//!
//! Suppose r1c1=5 leaves row 4 one place for 5, and that place leaves a cell one digit. Then both
//! are forced, and the second rests on the first. Each eliminated candidate records the forced
//! candidate that excludes it.

use std::rc::Rc;

use crate::grid::{Board, Candidate, Group, bits};
use crate::lang::ir::{Alternative, Condition, Pattern, Relation, Sort, Subject, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::relation::derive::{collect, keep_reach, nodes, related, seconds};
use crate::matcher::relation::{Derivation, Reachable, Which};

/// The first and the second end of a relation.
const END_PAIR: (Var, Var) = (Var(0), Var(1));

/// True if a relation lists the consequences of its first end: the candidates that the end
/// excludes, and the candidates excluded by the last candidate of a truth whose other candidates
/// are refuted.
pub fn is_net(id: usize, relation: &Relation) -> bool {
    let (base, step): (Vec<&Pattern>, Vec<&Pattern>) =
        (relation.cases.iter()).partition(|case| case.knowledge.is_empty());
    let ([base], [step]) = (base.as_slice(), step.as_slice()) else {
        return false;
    };
    let are_candidates =
        |case: &Pattern, vars: &[Var]| vars.iter().all(|&v| case.sort(v) == Sort::Candidate);
    let begins = base.conditions == [Condition::Excludes(END_PAIR.0, END_PAIR.1)]
        && base.variables.len() == 2
        && base.presence.is_empty()
        && are_candidates(base, &[END_PAIR.0, END_PAIR.1]);
    let [every] = step.knowledge.as_slice() else {
        return false;
    };
    let Subject::Truth(truth) = every.subject else {
        return false;
    };
    let last = match every.alternatives.as_slice() {
        [
            Alternative::Candidate(q),
            Alternative::RelationFrom(used, p),
        ]
        | [
            Alternative::RelationFrom(used, p),
            Alternative::Candidate(q),
        ] if *used == id && *p == END_PAIR.0 => *q,
        _ => return false,
    };
    let says = |wanted: &Condition| step.conditions.contains(wanted);
    let excludes = says(&Condition::Excludes(last, END_PAIR.1));
    begins
        && step.variables.len() == 4
        && step.presence.is_empty()
        && step.conditions.len() == 2
        && ![END_PAIR.0, END_PAIR.1].contains(&last)
        && are_candidates(step, &[END_PAIR.0, END_PAIR.1, last])
        && says(&Condition::In(last, truth))
        && (excludes || says(&Condition::Excludes(END_PAIR.1, last)))
}

/// A candidate that a net takes as true.
#[derive(Clone, Debug)]
pub struct NetStep {
    /// The candidate.
    pub candidate: Candidate,
    /// The truth whose other candidates are eliminated; `None` for the start of the net.
    pub truth: Option<Group>,
    /// As bits: this candidate and the forced candidates that it rests on. The start of the net is
    /// left out.
    pub rests_on: Vec<u64>,
    /// Number of candidates in `rests_on`.
    pub size: u32,
}

/// All consequences of a candidate.
#[derive(Debug)]
pub struct CandidateNet {
    /// The candidates taken as true, in the order in which they are forced. The start of the net
    /// comes first.
    pub forced: Vec<NetStep>,
    /// By candidate: the forced candidate that excludes it.
    pub by: Vec<Option<u16>>,
}

impl CandidateNet {
    /// The forced candidate that excludes the candidate.
    pub fn excluder(&self, candidate: Candidate) -> Option<&NetStep> {
        Some(&self.forced[usize::from(self.by[candidate.index()]?)])
    }
}

/// A net under construction.
struct NetBuilder<'a> {
    bindings: &'a Bindings<'a>,
    board: &'a Board,
    net: CandidateNet,
    /// The remaining candidates of each unsolved truth. All bits are set for other groups.
    left: Vec<u32>,
    holds: Vec<bool>,
    /// The refuted candidates, wave by wave.
    refuted: Vec<Candidate>,
}

impl<'a> NetBuilder<'a> {
    /// Computes all consequences of the candidate. Returns the net and the refuted candidates in
    /// order.
    fn weave(bindings: &'a Bindings<'a>, start: Candidate) -> (CandidateNet, Vec<Candidate>) {
        let (board, position) = (bindings.position.board(), bindings.position);
        let takes_part = |g: Group| board.is_truth(g) && !position.is_solved_group(g);
        let left = board.groups().map(|g| match takes_part(g) {
            true => bindings.mask(g),
            false => u32::MAX,
        });
        let mut weaver = NetBuilder {
            bindings,
            board,
            left: left.collect(),
            net: CandidateNet {
                forced: Vec::new(),
                by: vec![None; board.candidate_count()],
            },
            holds: vec![false; board.candidate_count()],
            refuted: Vec::new(),
        };
        // Truths with one candidate force the candidate without any premise.
        let mut touched: Vec<Group> = (board.groups())
            .filter(|g| weaver.left[g.index()].is_power_of_two())
            .collect();
        let mut wave = vec![NetStep {
            candidate: start,
            truth: None,
            rests_on: Vec::new(),
            size: 0,
        }];
        while !wave.is_empty() {
            weaver.exclude(wave, &mut touched);
            touched.sort_unstable();
            touched.dedup();
            wave = weaver.force(&touched);
            touched.clear();
        }
        (weaver.net, weaver.refuted)
    }
}

impl NetBuilder<'_> {
    /// Assumes candidates true and refutes every candidate that they exclude. The reason is the
    /// assumed candidate with the fewest truths.
    fn exclude(&mut self, wave: Vec<NetStep>, touched: &mut Vec<Group>) {
        let (board, position) = (self.board, self.bindings.position);
        let (first_new, first_forced) = (self.refuted.len(), self.net.forced.len());
        for mut forced in wave {
            let number = self.net.forced.len() as u16;
            if forced.truth.is_some() {
                let word = usize::from(number) / 64;
                if forced.rests_on.len() <= word {
                    forced.rests_on.resize(word + 1, 0);
                }
                forced.rests_on[word] |= 1 << (number % 64);
                forced.size += 1;
            }
            self.holds[forced.candidate.index()] = true;
            for slot in board.slots(forced.candidate) {
                let members = board.members(slot.group);
                for bit in bits(position.state().mask(slot.group) & !slot.bit) {
                    let other = members[bit];
                    if position.is_solved(board.cell_of(other)) {
                        continue;
                    }
                    match self.net.by[other.index()] {
                        None => self.refuted.push(other),
                        Some(by) if usize::from(by) < first_forced || by == number => continue,
                        // Another candidate of this wave already excludes the candidate.
                        Some(by) if self.net.forced[usize::from(by)].size <= forced.size => {
                            continue;
                        }
                        Some(_) => {}
                    }
                    self.net.by[other.index()] = Some(number);
                }
            }
            self.net.forced.push(forced);
        }
        for &other in &self.refuted[first_new..] {
            for slot in board.all_slots(other) {
                if self.left[slot.group.index()] != u32::MAX {
                    self.left[slot.group.index()] &= !slot.bit;
                    touched.push(slot.group);
                }
            }
        }
    }

    /// The candidates that the truths newly force. If several truths force a candidate, the truth
    /// with the fewest underlying truths counts.
    fn force(&self, touched: &[Group]) -> Vec<NetStep> {
        let mut wave: Vec<NetStep> = Vec::new();
        for &truth in touched {
            let left = self.left[truth.index()];
            if left & left.wrapping_sub(1) != 0 {
                continue;
            }
            let live = self.bindings.mask(truth);
            // If no candidate remains, each candidate counts as the last one.
            let last = if left == 0 { live } else { left };
            for bit in bits(last) {
                let candidate = self.board.members(truth)[bit];
                let is_open = !(self.bindings.position).is_solved(self.board.cell_of(candidate));
                if self.holds[candidate.index()] || !is_open {
                    continue;
                }
                let forced = self.forced_by(truth, candidate, live & !(1 << bit));
                match wave.iter_mut().find(|known| known.candidate == candidate) {
                    Some(known) if forced.size < known.size => *known = forced,
                    Some(_) => {}
                    None => wave.push(forced),
                }
            }
        }
        wave
    }

    fn forced_by(&self, truth: Group, candidate: Candidate, others: u32) -> NetStep {
        let mut rests_on = vec![0; self.net.forced.len().div_ceil(64)];
        for bit in bits(others) {
            let other = self.board.members(truth)[bit];
            let Some(by) = self.net.excluder(other) else {
                continue;
            };
            for (word, more) in rests_on.iter_mut().zip(&by.rests_on) {
                *word |= more;
            }
        }
        NetStep {
            candidate,
            truth: Some(truth),
            size: rests_on.iter().map(|word| word.count_ones()).sum(),
            rests_on,
        }
    }
}

/// True if the relation, or one that it needs, is a net.
pub fn is_by_nets(bindings: &Bindings<'_>, relation: usize) -> bool {
    bindings.cache.relations.compiled[relation].by_nets
}

/// Everything reachable from `from`, in order of the number of waves. For relations whose
/// recursion keeps the first end fixed.
pub(crate) fn related_by_net(
    bindings: &Bindings<'_>,
    relation: usize,
    from: NodeId,
) -> Rc<Reachable> {
    let count = nodes(bindings).borrow().len();
    if bindings.cache.relations.compiled[relation].is_net {
        let (net, refuted) = match candidate_at(bindings, from) {
            Some(start) => NetBuilder::weave(bindings, start),
            None => {
                return keep_reach(
                    bindings,
                    relation,
                    from,
                    (Reachable::plain(&[], count), count),
                );
            }
        };
        let nodes = refuted
            .iter()
            .filter_map(|&c| node_of_candidate(bindings, c));
        let facts: Vec<_> = nodes.map(|node| (node, 0)).collect();
        bindings.cache.known.borrow_mut()[relation]
            .nets
            .insert(from, Rc::new(net));
        let reach = Reachable::plain(&facts, count);
        return keep_reach(bindings, relation, from, (reach, count));
    }
    let mut facts = seconds(bindings, relation, Which::Base, from).to_vec();
    let mut iteration = 0;
    loop {
        iteration += 1;
        // The cases extend the facts known so far.
        let reach = keep_reach(
            bindings,
            relation,
            from,
            (Reachable::plain(&facts, count), count),
        );
        let before = facts.len();
        let which = (Which::Steps, iteration);
        collect(bindings, relation, which, from, &mut facts);
        if facts.len() == before {
            return reach;
        }
    }
}

/// The derivation of a fact of a net: the truths that force candidates between two nodes, each
/// once.
pub(crate) fn derivation_by_net(
    bindings: &Bindings<'_>,
    relation: usize,
    from: NodeId,
    to: NodeId,
) -> Option<Derivation> {
    related(bindings, relation, from);
    let net = bindings.cache.known.borrow()[relation]
        .nets
        .get(&from)
        .cloned()?;
    let target = candidate_at(bindings, to)?;
    let by = net.excluder(target)?;
    let mut derivation = Derivation::default();
    let mut exclude = |one: Candidate, other: Candidate| {
        let one = node_of_candidate(bindings, one);
        let pair = one.zip(node_of_candidate(bindings, other));
        derivation.links.extend(pair);
    };
    let board = bindings.position.board();
    let bits_of = |(at, &word): (usize, &u64)| {
        (0..64)
            .filter(move |bit| word & (1 << bit) != 0)
            .map(move |bit| at * 64 + bit)
    };
    for number in by.rests_on.iter().enumerate().flat_map(bits_of) {
        let forced = &net.forced[number];
        let Some(truth) = forced.truth else { continue };
        derivation.truths.push(truth);
        derivation
            .path
            .extend(node_of_candidate(bindings, forced.candidate));
        let live = bits(bindings.mask(truth)).map(|bit| board.members(truth)[bit]);
        for other in live.filter(|&other| other != forced.candidate) {
            if let Some(by) = net.excluder(other) {
                exclude(by.candidate, other);
            }
        }
    }
    exclude(by.candidate, target);
    Some(derivation)
}

/// The candidate of a node, if the node is a single candidate.
fn candidate_at(bindings: &Bindings<'_>, id: NodeId) -> Option<Candidate> {
    let node = bindings.node_at(id);
    let cell = node.cells.first().filter(|_| node.single)?;
    Some(bindings.position.board().candidate(cell, node.digit))
}

fn node_of_candidate(bindings: &Bindings<'_>, candidate: Candidate) -> Option<NodeId> {
    let board = bindings.position.board();
    bindings.candidate_node(board.cell_of(candidate), board.digit_of(candidate))
}
