//! The part of the candidate graph within a number of hops of a candidate.
//!
//! A hop leads from a truth to every linked truth: they share a candidate, or a candidate of one
//! excludes a candidate of the other. The truths that contain the candidate itself have distance 0.

use std::fmt::Write as _;

use crate::state::bits::Bits;
use crate::state::graph::Graph;
use qedoku_core::grid::{Candidate, GroupKind};

/// The truths within a number of hops of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbourhood {
    /// The truths by their numbers in the graph, each with its distance in hops.
    pub truths: Vec<(usize, usize)>,
    /// The candidates of the truths.
    pub candidates: Bits,
}

impl Neighbourhood {
    /// The truths within `hops` of a candidate of the graph.
    pub fn of(graph: &Graph, candidate: usize, hops: usize) -> Neighbourhood {
        let length = graph.candidates().len();
        let mut reached = Bits::of(length, [candidate]);
        let mut distance: Vec<Option<usize>> = vec![None; graph.truths().len()];
        for hop in 0..=hops {
            let mut next = reached.clone();
            for (truth, of_truth) in graph.truths().iter().zip(&mut distance) {
                if of_truth.is_none() && truth.domain.meets(&reached) {
                    *of_truth = Some(hop);
                    next.add_all(&truth.domain);
                }
            }
            reached = next.clone();
            next.iter().for_each(|c| reached.add_all(graph.excluded(c)));
        }
        let truths: Vec<(usize, usize)> = (distance.iter().enumerate())
            .filter_map(|(truth, hop)| Some((truth, (*hop)?)))
            .collect();
        let mut candidates = Bits::of(length, [candidate]);
        for &(truth, _) in &truths {
            candidates.add_all(&graph.truths()[truth].domain);
        }
        Neighbourhood { truths, candidates }
    }

    /// The truths without their distances.
    pub fn numbers(&self) -> Vec<usize> {
        self.truths.iter().map(|&(truth, _)| truth).collect()
    }
}

/// A core in the language of Graphviz. Truths are boxes with their candidates. Edges between
/// candidates are labelled with the row, column, box or cell in which they exclude each other.
pub fn core_to_dot(graph: &Graph, target: Candidate, core: &[usize]) -> String {
    let board = graph.board();
    let name = |c: usize| board.candidate_name(graph.candidates()[c]);
    let mut dot = String::from("graph core {\n  node [fontname=\"sans-serif\"];\n");
    let target_name = board.candidate_name(target);
    let _ = writeln!(dot, "  \"{target_name}\" [style=filled, fillcolor=gold];");
    let mut ends = Bits::of(graph.candidates().len(), graph.number(target));
    for &number in core {
        let truth = &graph.truths()[number];
        let label = board.group_name(truth.group);
        let _ = writeln!(dot, "  \"{label}\" [shape=box, color=red];");
        for candidate in truth.domain.iter() {
            let _ = writeln!(dot, "  \"{label}\" -- \"{}\" [color=red];", name(candidate));
        }
        ends.add_all(&truth.domain);
    }
    for a in ends.iter() {
        for b in graph.excluded(a).and(&ends).iter().filter(|&b| b > a) {
            let both = (graph.candidates()[a], graph.candidates()[b]);
            let kind = match board
                .shared_group(both.0, both.1)
                .map(|g| board.group_kind(g))
            {
                Some(GroupKind::House(house, _)) => board.house(house).kind.word(),
                _ => "cell",
            };
            let _ = writeln!(
                dot,
                "  \"{}\" -- \"{}\" [style=dashed, label=\"{kind}\"];",
                name(a),
                name(b)
            );
        }
    }
    dot.push_str("}\n");
    dot
}
