//! The parts of a picture in the teaching layer.

use super::super::style::STYLE_COUNT;
use super::sequence::Edge;
use crate::grid::{Candidate, Cell, House};

/// Houses, cells and candidates with one task in a step.
#[derive(Debug, Default, Clone)]
pub struct Role {
    /// The name of the role, such as `fin`, or of its variable.
    pub name: String,
    /// The text of the legend.
    pub words: String,
    pub houses: Vec<House>,
    pub cells: Vec<Cell>,
    pub candidates: Vec<Candidate>,
}

/// The parts of a step in the teaching layer.
#[derive(Debug, Default)]
pub struct TeachingLayer {
    pub roles: Vec<Role>,
    pub edges: Vec<Edge>,
    /// Candidates with their number in the argument.
    pub order: Vec<(Candidate, usize)>,
}

impl Role {
    /// Whether the role has no parts.
    pub fn is_empty(&self) -> bool {
        self.houses.is_empty() && self.cells.is_empty() && self.candidates.is_empty()
    }
}

impl TeachingLayer {
    /// Drops roles without parts, and joins those for which there is no style.
    pub fn limit_roles(&mut self) {
        self.roles.retain(|role| !role.is_empty());
        if self.roles.len() <= STYLE_COUNT {
            return;
        }
        let mut last = Role {
            name: "others".to_owned(),
            words: "others".to_owned(),
            ..Role::default()
        };
        for role in self.roles.split_off(STYLE_COUNT - 1) {
            last.houses.extend(role.houses);
            last.cells.extend(role.cells);
            last.candidates.extend(role.candidates);
        }
        self.roles.push(last);
    }
}
