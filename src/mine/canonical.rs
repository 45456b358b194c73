//! Canonical labelling of small graphs, so that renamed patterns are one.
//!
//! Takes nodes with colours and labelled edges, gives the same words for all graphs that are the
//! same but for the order of their nodes, and different words for all others.

/// The canonical form of a graph. `label` says how two nodes are linked, in both directions the
/// same.
pub fn canonical(colours: &[u32], label: impl Fn(usize, usize) -> u32) -> Vec<u32> {
    let count = colours.len();
    let labels: Vec<Vec<u32>> = (0..count)
        .map(|a| (0..count).map(|b| label(a, b)).collect())
        .collect();
    let mut best = None;
    search(colours, &labels, ranks(colours.to_vec()), &mut best);
    best.unwrap_or_default()
}

/// Splits classes of nodes that look alike by trying each of them first, and keeps the smallest
/// description.
fn search(colours: &[u32], labels: &[Vec<u32>], classes: Vec<usize>, best: &mut Option<Vec<u32>>) {
    let classes = refine(labels, classes);
    let size = |class: usize| classes.iter().filter(|&&c| c == class).count();
    let Some(class) = (0..classes.len()).find(|&class| size(class) > 1) else {
        let described = describe(colours, labels, &classes);
        if best.as_ref().is_none_or(|b| described < *b) {
            *best = Some(described);
        }
        return;
    };
    for node in (0..classes.len()).filter(|&n| classes[n] == class) {
        // The class has more than one member, so the next number is free.
        let mut split = classes.clone();
        for (other, number) in split.iter_mut().enumerate() {
            if *number == class && other != node {
                *number += 1;
            }
        }
        search(colours, labels, split, best);
    }
}

/// Tells nodes of a class apart by what they are linked with, until that changes nothing.
fn refine(labels: &[Vec<u32>], mut classes: Vec<usize>) -> Vec<usize> {
    loop {
        let signature = |node: usize| {
            let mut around: Vec<(u32, usize)> = (labels[node].iter().copied())
                .zip(classes.iter().copied())
                .collect();
            around.sort_unstable();
            (classes[node], around)
        };
        let refined = ranks((0..classes.len()).map(signature).collect());
        if refined == classes {
            return classes;
        }
        classes = refined;
    }
}

/// For each value, how many are smaller.
fn ranks<T: Ord>(values: Vec<T>) -> Vec<usize> {
    let rank = |value: &T| values.iter().filter(|other| *other < value).count();
    values.iter().map(rank).collect()
}

/// Colours and links in the order of the classes.
fn describe(colours: &[u32], labels: &[Vec<u32>], classes: &[usize]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_by_key(|&node| classes[node]);
    let colour = order.iter().map(|&node| colours[node]);
    let links = (order.iter().enumerate())
        .flat_map(|(i, &a)| order[..i].iter().map(move |&b| labels[a][b]));
    colour.chain(links).collect()
}
