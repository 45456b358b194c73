//! Two colours for candidates of which exactly one of each pair is true.
//!
//! A pair is a truth or a link with two live candidates. From pair to pair the colours alternate,
//! so all candidates of one colour are true or all of the other.

use super::super::evidence::Evidence;
use super::super::scene::Scene;
use super::part::Role;
use crate::grid::Candidate;
use crate::proof::TermSet;

/// The names of colours, two for each cluster of pairs.
const COLOUR_NAMES: [&str; 4] = ["A", "B", "C", "D"];

/// The colours of a step whose truths are all pairs. Empty for other steps, and for those with more
/// than two clusters.
pub fn colours(scene: &Scene<'_>, evidence: &Evidence) -> Vec<Role> {
    let is_pair = |list: &Vec<Candidate>| list.len() == 2;
    let truths = evidence.truths.iter().map(|truth| &truth.candidates);
    if evidence.truths.len() < 2 || !truths.clone().all(is_pair) {
        return Vec::new();
    }
    let links = evidence.links.iter().filter_map(|link| match link.set {
        TermSet::Group(group) => Some(scene.state.domain(scene.board, group).collect::<Vec<_>>()),
        TermSet::Deadly(_) => None,
    });
    let mut pairs: Vec<Vec<Candidate>> = truths.cloned().collect();
    let known: Vec<Candidate> = pairs.concat();
    let is_known = |pair: &Vec<Candidate>| pair.iter().all(|c| known.contains(c));
    pairs.extend(links.filter(is_pair).filter(is_known));
    let mut colour: Vec<Option<usize>> = vec![None; scene.board.candidate_count()];
    let mut clusters = 0;
    for &first in &known {
        if colour[first.index()].is_some() {
            continue;
        }
        colour[first.index()] = Some(2 * clusters);
        clusters += 1;
        let mut queue = vec![first];
        while let Some(from) = queue.pop() {
            let at = colour[from.index()].unwrap_or_default();
            for pair in pairs.iter().filter(|pair| pair.contains(&from)) {
                for &to in pair {
                    if colour[to.index()].is_none() {
                        colour[to.index()] = Some(at ^ 1);
                        queue.push(to);
                    }
                }
            }
        }
    }
    if 2 * clusters > COLOUR_NAMES.len() {
        return Vec::new();
    }
    let role = |at: usize| Role {
        name: COLOUR_NAMES[at].to_owned(),
        words: format!("colour {}", COLOUR_NAMES[at]),
        candidates: (scene.state.candidates(scene.board))
            .filter(|c| colour[c.index()] == Some(at))
            .collect(),
        ..Role::default()
    };
    (0..2 * clusters).map(role).collect()
}
