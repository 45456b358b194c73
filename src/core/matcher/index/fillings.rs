//! The fillings of constraints in a position, each computed once.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::constraint::Filled;
use crate::constraint::bits::CandidateSet;
use crate::matcher::index::position::Position;

/// The constraints of a match, and the words for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilledConstraints {
    /// The indexes of the constraints.
    pub chosen: Vec<usize>,
    /// Their names, as a proof writes them.
    pub names: Vec<String>,
    /// Their phrases, such as `the cage of 6 in r1c1,r1c2`.
    pub phrases: Vec<String>,
    /// The digits of the fillings: `1, 5 or 2, 4`.
    pub digits: String,
    /// Number of nodes of the search for the fillings.
    pub nodes: usize,
}

/// Cache of the candidates that fillings exclude in one position.
#[derive(Default)]
pub struct FillingCache {
    live: Option<CandidateSet>,
    known: BTreeMap<Vec<usize>, Option<Rc<Filled>>>,
}

impl FillingCache {
    fn live(&mut self, position: &Position) -> CandidateSet {
        let all = || position.state().candidates(position.board()).collect();
        *self.live.get_or_insert_with(all)
    }

    /// The candidates that every filling of these constraints excludes.
    pub fn filled(&mut self, position: &Position, chosen: &[usize]) -> Option<Rc<Filled>> {
        let constraints = position.constraints()?;
        let live = self.live(position);
        if let Some(known) = self.known.get(chosen) {
            return known.clone();
        }
        let filled = constraints.filled(chosen, &live).map(Rc::new);
        self.known.insert(chosen.to_vec(), filled.clone());
        filled
    }

    /// The constraints in words. Empty for a position without constraints.
    pub fn described(&mut self, position: &Position, chosen: &[usize]) -> FilledConstraints {
        let Some(constraints) = position.constraints() else {
            return FilledConstraints::default();
        };
        let live = self.live(position);
        let filled = self.filled(position, chosen);
        let digits = match *chosen {
            [at] => constraints.digits_of_fillings(at, &live),
            _ => String::new(),
        };
        FilledConstraints {
            chosen: chosen.to_vec(),
            names: constraints.words(chosen),
            phrases: chosen.iter().map(|&at| constraints.phrase(at)).collect(),
            digits,
            nodes: filled.map_or(0, |it| it.nodes),
        }
    }
}
