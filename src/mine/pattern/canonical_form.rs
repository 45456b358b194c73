//! Canonical labelling of small graphs, so that renamed patterns compare equal.
//!
//! The input is a list of node colours and a label for each pair of nodes. Isomorphic graphs have
//! equal canonical forms, and all other graphs have different ones.

/// The canonical form of a graph. `label(a, b)` must equal `label(b, a)`.
pub fn canonical(colours: &[u32], label: impl Fn(usize, usize) -> u32) -> Vec<u32> {
    let labels = all_labels(colours.len(), label);
    let mut search = OrderSearch::new(colours, &labels, usize::MAX);
    search.split(ranks(colours.to_vec()));
    search.best.map(|(form, _)| form).unwrap_or_default()
}

/// The nodes in the order of the canonical form. Isomorphic graphs are identical in this order.
/// `None` if more than `most` orders would have to be compared.
pub fn canonical_order(
    colours: &[u32],
    label: impl Fn(usize, usize) -> u32,
    most: usize,
) -> Option<Vec<usize>> {
    let labels = all_labels(colours.len(), label);
    let mut search = OrderSearch::new(colours, &labels, most);
    search.split(ranks(colours.to_vec()));
    let within = search.left > 0;
    search.best.filter(|_| within).map(|(_, order)| order)
}

fn all_labels(count: usize, label: impl Fn(usize, usize) -> u32) -> Vec<Vec<u32>> {
    (0..count)
        .map(|a| (0..count).map(|b| label(a, b)).collect())
        .collect()
}

/// The search for the order with the smallest description.
struct OrderSearch<'g> {
    colours: &'g [u32],
    labels: &'g [Vec<u32>],
    /// Number of orders that may still be compared.
    left: usize,
    /// The smallest description so far, and its order.
    best: Option<(Vec<u32>, Vec<usize>)>,
}

impl<'g> OrderSearch<'g> {
    fn new(colours: &'g [u32], labels: &'g [Vec<u32>], left: usize) -> OrderSearch<'g> {
        OrderSearch {
            colours,
            labels,
            left,
            best: None,
        }
    }

    /// Splits each class of equivalent nodes by placing one of its members first, and keeps the
    /// smallest description.
    fn split(&mut self, classes: Vec<usize>) {
        let classes = refine(self.labels, classes);
        let size = |class: usize| classes.iter().filter(|&&c| c == class).count();
        let Some(class) = (0..classes.len()).find(|&class| size(class) > 1) else {
            self.left = self.left.saturating_sub(1);
            let found = describe(self.colours, self.labels, &classes);
            if self.best.as_ref().is_none_or(|b| found < *b) {
                self.best = Some(found);
            }
            return;
        };
        for node in (0..classes.len()).filter(|&n| classes[n] == class) {
            if self.left == 0 {
                return;
            }
            // The class has more than one member, so the next number is free.
            let mut split = classes.clone();
            for (other, number) in split.iter_mut().enumerate() {
                if *number == class && other != node {
                    *number += 1;
                }
            }
            self.split(split);
        }
    }
}

/// Splits classes by the labels and classes of their neighbours, up to the fixpoint. A class of one
/// node cannot be split further, so its labels are not read.
fn refine(labels: &[Vec<u32>], mut classes: Vec<usize>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..classes.len()).collect();
    loop {
        let signature = |node: usize| {
            let around = labels[node].iter().zip(&classes);
            let mut around: Vec<u64> = around
                .map(|(&label, &class)| u64::from(label) << 32 | class as u64)
                .collect();
            around.sort_unstable();
            around
        };
        order.sort_unstable_by_key(|&node| classes[node]);
        let mut refined = classes.clone();
        let alike = order.chunk_by(|&a, &b| classes[a] == classes[b]);
        for class in alike.filter(|class| class.len() > 1) {
            let signatures = class.iter().map(|&node| signature(node)).collect();
            for (&node, rank) in class.iter().zip(ranks(signatures)) {
                refined[node] += rank;
            }
        }
        if refined == classes {
            return classes;
        }
        classes = refined;
    }
}

/// For each value, the number of smaller values.
fn ranks<T: Ord>(values: Vec<T>) -> Vec<usize> {
    let mut sorted: Vec<&T> = values.iter().collect();
    sorted.sort_unstable();
    let rank = |value: &T| sorted.partition_point(|other| *other < value);
    values.iter().map(rank).collect()
}

/// The order of the nodes by class, with the colours and labels in that order.
fn describe(colours: &[u32], labels: &[Vec<u32>], classes: &[usize]) -> (Vec<u32>, Vec<usize>) {
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_by_key(|&node| classes[node]);
    let colour = order.iter().map(|&node| colours[node]);
    let links = (order.iter().enumerate())
        .flat_map(|(i, &a)| order[..i].iter().map(move |&b| labels[a][b]));
    (colour.chain(links).collect(), order)
}
