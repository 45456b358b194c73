//! Whether a core is made of smaller ones.
//!
//! A core is composite when smaller sets of its own truths refute candidates until a smaller set
//! refutes the target too: then it is several steps, each of which is found by itself.

use super::bits::Bits;
use super::graph::Graph;

/// Whether smaller cores on the same truths derive the same, one after the other.
pub fn is_composite(graph: &Graph, target: usize, core: &[usize]) -> bool {
    let mut domains: Vec<Bits> = (core.iter())
        .map(|&v| graph.truths()[v].domain.clone())
        .collect();
    loop {
        if refuted_by_part(graph, &domains, target) {
            return true;
        }
        let mut slots = Bits::none(graph.candidates().len());
        domains.iter().for_each(|d| slots.add_all(d));
        let mut gone = slots.iter().filter(|&c| c != target);
        let Some(gone) = gone.find(|&c| refuted_by_part(graph, &domains, c)) else {
            return false;
        };
        domains.iter_mut().for_each(|d| d.remove(gone));
    }
}

/// Whether some truths, but not all, cannot be met if the candidate holds.
fn refuted_by_part(graph: &Graph, domains: &[Bits], candidate: usize) -> bool {
    (0..domains.len()).any(|left_out| {
        let part: Vec<&Bits> = (domains.iter().enumerate())
            .filter(|(i, d)| *i != left_out && !d.contains(candidate))
            .map(|(_, d)| d)
            .collect();
        let mut open = Bits::all(graph.candidates().len());
        open.drop_all(graph.excluded(candidate));
        !can_meet(graph, &part, &open)
    })
}

/// Whether each domain can have a candidate, none excluded by another.
fn can_meet(graph: &Graph, domains: &[&Bits], open: &Bits) -> bool {
    let Some((first, rest)) = domains.split_first() else {
        return true;
    };
    first.and(open).iter().any(|candidate| {
        let left = open.without(graph.excluded(candidate));
        let unmet: Vec<&Bits> = rest
            .iter()
            .copied()
            .filter(|d| !d.contains(candidate))
            .collect();
        can_meet(graph, &unmet, &left)
    })
}
