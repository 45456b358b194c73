//! The roles of houses, cells and candidates in a step, such as base, cover and fin of a fish.
//!
//! A role follows from the use of a variable: the houses of `every d in R` are the base, because
//! their places are truths of the certificate; the houses of `is in C` are the cover, because they
//! are links; a place in the base outside of the cover is a fin. So a new rule has roles without a
//! declaration.

use super::super::bindings::{Binding, named};
use super::super::evidence::Evidence;
use super::super::order::ChainOrder;
use super::super::scene::Scene;
use super::colours::colours;
use super::part::{Role, TeachingLayer};
use super::sequence::{Edge, MAX_EDGES, Sequence, chain_of};
use super::singles::blockers;
use crate::grid::{Board, Candidate, Cell, GroupKind, House};
use crate::proof::TermSet;

/// Maximum number of cells that the legend lists.
const MAX_NAMED_CELLS: usize = 6;
/// Maximum number of cells of a deadly pattern that are outlined.
const MAX_DEADLY_CELLS: usize = 16;

impl TeachingLayer {
    /// Finds the roles of a step.
    pub fn of(scene: &Scene<'_>, evidence: &Evidence) -> TeachingLayer {
        let mut cast = Cast::new(scene, evidence);
        if !evidence.placed.is_empty() && evidence.targets.is_empty() {
            cast.single();
        } else {
            cast.houses();
            cast.deadly();
            cast.cells();
            cast.argument();
            cast.bases();
            cast.rest();
        }
        cast.finish()
    }
}

struct Cast<'a> {
    scene: &'a Scene<'a>,
    evidence: &'a Evidence,
    base: Vec<House>,
    cover: Vec<House>,
    other: Vec<House>,
    deadly: Vec<Candidate>,
    chain: Option<ChainOrder>,
    marked: Vec<bool>,
    made: TeachingLayer,
}

impl<'a> Cast<'a> {
    fn new(scene: &'a Scene<'a>, evidence: &'a Evidence) -> Cast<'a> {
        Cast {
            scene,
            evidence,
            base: Vec::new(),
            cover: Vec::new(),
            other: Vec::new(),
            deadly: Vec::new(),
            chain: chain_of(evidence),
            marked: vec![false; scene.board.candidate_count()],
            made: TeachingLayer::default(),
        }
    }

    fn board(&self) -> &'a Board {
        self.scene.board
    }

    /// The variables of the rule itself. Those of a pattern inside it have a dot in their name.
    fn variables(&self) -> Vec<(&'a str, Binding)> {
        let note = self.scene.note.map_or(&[][..], |note| &note.bindings);
        let own = note.iter().filter(|(name, _)| !name.contains('.'));
        own.map(|(name, text)| (name.as_str(), named(self.board(), text)))
            .collect()
    }

    fn truth_candidates(&self) -> impl Iterator<Item = Candidate> + use<'a> {
        let truths = self.evidence.truths.iter();
        truths.flat_map(|truth| truth.candidates.iter().copied())
    }

    /// Gives a role to the candidates that have none.
    fn mark(&mut self, name: &str, words: &str, candidates: impl Iterator<Item = Candidate>) {
        let candidates: Vec<Candidate> = candidates
            .filter(|c| !self.evidence.targets.contains(c) && !self.evidence.placed.contains(c))
            .filter(|c| !std::mem::replace(&mut self.marked[c.index()], true))
            .collect();
        if candidates.is_empty() {
            return;
        }
        let known = self.made.roles.iter_mut().find(|role| role.name == name);
        match known {
            Some(role) => role.candidates.extend(candidates),
            None => self.made.roles.push(Role {
                name: name.to_owned(),
                words: words.to_owned(),
                candidates,
                ..Role::default()
            }),
        }
    }

    /// A placement: the digits that leave no other place, or no other digit.
    /// Several placements are numbered.
    fn single(&mut self) {
        match self.evidence.placed[..] {
            [_] => self.made.roles = blockers(self.scene, self.evidence),
            _ => {
                let placed = self.evidence.placed.iter().enumerate();
                self.made.order = placed.map(|(at, &placed)| (placed, at + 1)).collect();
            }
        }
    }

    /// Sorts the houses of the variables into base, cover and others.
    fn houses(&mut self) {
        let board = self.board();
        let houses_of = |groups: &mut dyn Iterator<Item = GroupKind>| -> Vec<House> {
            groups
                .filter_map(|kind| match kind {
                    GroupKind::House(house, _) => Some(house),
                    _ => None,
                })
                .collect()
        };
        let truths = self.evidence.truths.iter();
        let in_truths = houses_of(&mut truths.map(|truth| board.group_kind(truth.group)));
        let groups = self
            .evidence
            .links
            .iter()
            .filter_map(|link| match link.set {
                TermSet::Group(group) => Some(board.group_kind(group)),
                TermSet::Deadly(_) => None,
            });
        let in_links = houses_of(&mut groups.into_iter());
        for (_, value) in self.variables() {
            let Binding::Houses(houses) = value else {
                continue;
            };
            for house in houses {
                let list = match (in_truths.contains(&house), in_links.contains(&house)) {
                    (true, _) => &mut self.base,
                    (false, true) => &mut self.cover,
                    (false, false) => &mut self.other,
                };
                if !list.contains(&house) {
                    list.push(house);
                }
            }
        }
        // In a fish whose fins are refuted by chains, the cover has no links.
        if self.base.len() > 1 && self.cover.is_empty() {
            self.cover = std::mem::take(&mut self.other);
        }
    }

    /// The cells of a deadly pattern, and its candidates.
    fn deadly(&mut self) {
        let sets = self.evidence.links.iter();
        let sets = sets.filter(|link| matches!(link.set, TermSet::Deadly(_)));
        let mut deadly: Vec<Candidate> = sets.flat_map(|link| link.candidates.clone()).collect();
        deadly.sort_unstable();
        deadly.dedup();
        let cells = cells_of(self.board(), &deadly);
        if cells.is_empty() || cells.len() > MAX_DEADLY_CELLS {
            return;
        }
        self.deadly = deadly;
        self.made.roles.push(Role {
            name: "deadly".to_owned(),
            words: "deadly pattern".to_owned(),
            cells: cells.clone(),
            ..Role::default()
        });
        self.mark("deadly", "", self.deadly.clone().into_iter());
        let board = self.board();
        let inside = self.truth_candidates();
        let inside = inside.filter(|&c| cells.contains(&board.cell_of(c)));
        self.mark("extra", "outside of the deadly pattern", inside);
    }

    /// The cells of the variables: one role for each set, and one for a family of single cells.
    fn cells(&mut self) {
        let board = self.board();
        let mut used = cells_of(board, &self.truth_candidates().collect::<Vec<_>>());
        used.extend(cells_of(board, &self.evidence.targets));
        let variables = self.variables();
        let family = |name: &str| name.split('[').next().unwrap_or_default().to_owned();
        let has_sets = |family_name: &str| {
            variables.iter().any(|(name, value)| {
                matches!(value, Binding::Cells(cells) if cells.len() > 1)
                    && family(name) == family_name
            })
        };
        let deadly = cells_of(board, &self.deadly);
        let mut roles: Vec<Role> = Vec::new();
        for (name, value) in &variables {
            let Binding::Cells(cells) = value else {
                continue;
            };
            let mut cells: Vec<Cell> = cells
                .iter()
                .copied()
                .filter(|it| used.is_empty() || used.contains(it))
                .collect();
            cells.sort_unstable();
            if cells.is_empty() || cells == deadly {
                continue;
            }
            let name = match has_sets(&family(name)) {
                true => (*name).to_owned(),
                false => family(name),
            };
            match roles.iter_mut().find(|role| role.name == name) {
                Some(role) => role.cells.extend(cells),
                None => roles.push(Role {
                    words: String::new(),
                    name,
                    cells,
                    ..Role::default()
                }),
            }
        }
        self.join_targets(&mut roles);
        for role in &mut roles {
            role.cells.sort_unstable();
            role.cells.dedup();
            let names: Vec<String> = role.cells.iter().map(|&it| board.cell_name(it)).collect();
            role.words = match names.len() {
                0..=MAX_NAMED_CELLS => format!("{} = {}", role.name, names.join(",")),
                count => format!("{}: {count} cells", role.name),
            };
        }
        self.made.roles.extend(roles);
    }

    /// In a rule about houses, several single cells with eliminated candidates are one role, and
    /// cells that are neither targets nor truths have none.
    fn join_targets(&self, roles: &mut Vec<Role>) {
        let board = self.board();
        let is_single = |role: &Role| role.cells.len() == 1;
        if self.base.is_empty() || roles.iter().filter(|role| is_single(role)).count() < 3 {
            return;
        }
        let targets = cells_of(board, &self.evidence.targets);
        let truths = self.evidence.truths.iter();
        let truths: Vec<GroupKind> = truths.map(|truth| board.group_kind(truth.group)).collect();
        let (hit, mut others): (Vec<Role>, Vec<Role>) =
            (roles.drain(..)).partition(|role| is_single(role) && targets.contains(&role.cells[0]));
        others.retain(|role| !is_single(role) || truths.contains(&GroupKind::Cell(role.cells[0])));
        roles.extend(others);
        if !hit.is_empty() {
            roles.push(Role {
                name: "target".to_owned(),
                cells: hit.into_iter().flat_map(|role| role.cells).collect(),
                ..Role::default()
            });
        }
    }

    fn has_sets(&self) -> bool {
        self.made.roles.iter().any(|role| role.cells.len() > 1)
    }

    /// Whether the step is a fish: a base and a cover of several houses, or a loop of them.
    fn is_fish(&self) -> bool {
        let is_loop = self.chain.as_ref().is_some_and(|it| it.is_loop());
        let several = self.base.len() > 1 && self.cover.len() > 1;
        let both = !self.base.is_empty() && !self.cover.is_empty();
        several || both && (is_loop || self.chain.is_none())
    }

    /// A chain, a net or two colours.
    fn argument(&mut self) {
        let board = self.board();
        if self.has_sets() || self.is_fish() || !self.deadly.is_empty() {
            return;
        }
        if let Some(chain) = &self.chain {
            let sequence = Sequence::of_chain(board, chain);
            self.made.roles.retain(|role| {
                let truths = self.evidence.truths.iter();
                let mut kinds = truths.map(|truth| board.group_kind(truth.group));
                kinds.any(|kind| matches!(kind, GroupKind::Cell(it) if role.cells.contains(&it)))
            });
            let of = |holds: bool| {
                let stops = sequence
                    .stops
                    .iter()
                    .filter(move |stop| stop.holds == holds);
                stops.flat_map(|stop| stop.candidates.iter().copied())
            };
            self.mark("false", "if 1 is false, so are these", of(false));
            self.mark("true", "and these are true", of(true));
            return self.number(sequence);
        }
        let roles = colours(self.scene, self.evidence);
        if !roles.is_empty() {
            for role in roles {
                self.mark(&role.name, &role.words, role.candidates.into_iter());
            }
            let pairs = self.evidence.truths.iter();
            let pairs = pairs.filter(|truth| truth.candidates.len() == 2);
            self.made.edges = pairs
                .map(|truth| Edge {
                    from: truth.candidates[0],
                    to: truth.candidates[1],
                    strong: true,
                    at: 0,
                })
                .take(MAX_EDGES)
                .collect();
            return;
        }
        let cells: Vec<Cell> = (self.made.roles.iter())
            .flat_map(|role| role.cells.iter().copied())
            .collect();
        let is_in_cells = |c: Candidate| cells.contains(&board.cell_of(c));
        if self.truth_candidates().all(is_in_cells) || self.base.len() > 1 {
            return;
        }
        if let Some(sequence) = Sequence::of_net(board, self.evidence) {
            let forced: Vec<Candidate> = { sequence.stops.iter() }
                .flat_map(|stop| stop.candidates.iter().copied())
                .collect();
            self.mark("forced", "forced, in this order", forced.into_iter());
            let emptied = sequence.emptied.clone();
            self.mark("emptied", "none of these is left", emptied.into_iter());
            self.base.clear();
            self.cover.clear();
            self.number(sequence);
            // The other truths of a net are only steps on the way.
            for candidate in self.truth_candidates() {
                self.marked[candidate.index()] = true;
            }
        }
    }

    fn number(&mut self, sequence: Sequence) {
        self.base.clear();
        self.cover.clear();
        self.other.clear();
        for (at, stop) in sequence.stops.iter().enumerate() {
            let first = stop.candidates.first();
            self.made.order.extend(first.map(|&first| (first, at + 1)));
        }
        self.made.edges = sequence.edges;
    }

    /// The places in the base, and the fins.
    fn bases(&mut self) {
        let board = self.board();
        if self.base.is_empty() {
            // A house without truths, such as that of a naked subset.
            let houses: Vec<House> = self.cover.drain(..).chain(self.other.drain(..)).collect();
            if !houses.is_empty() && houses.len() <= 2 {
                self.house_role("house", houses);
            }
            return;
        }
        let (base, cover) = (self.base.clone(), self.cover.clone());
        self.house_role("base", base.clone());
        if !cover.is_empty() {
            self.house_role("cover", cover.clone());
        }
        let truths = self.evidence.truths.iter();
        let places: Vec<Candidate> = truths
            .filter(|truth| match board.group_kind(truth.group) {
                GroupKind::House(house, _) => base.contains(&house),
                _ => false,
            })
            .flat_map(|truth| truth.candidates.iter().copied())
            .collect();
        let is_covered = |c: &Candidate| {
            let houses = board.houses_of(board.cell_of(*c));
            houses.iter().any(|house| cover.contains(house))
        };
        let has_cells = self.made.roles.iter().any(|role| !role.cells.is_empty());
        let (inside, fins): (Vec<Candidate>, Vec<Candidate>) =
            (places.into_iter()).partition(|c| cover.is_empty() || has_cells || is_covered(c));
        self.mark("base", "", inside.into_iter());
        self.mark("fin", "fin", fins.into_iter());
    }

    fn house_role(&mut self, name: &str, houses: Vec<House>) {
        let names: Vec<String> = houses
            .iter()
            .map(|&it| self.board().house_name(it))
            .collect();
        self.made.roles.retain(|role| role.name != name);
        self.made.roles.push(Role {
            name: name.to_owned(),
            words: format!("{name} {}", names.join(",")),
            houses,
            ..Role::default()
        });
    }

    /// The other candidates of the truths: by cell, then as part of a derived truth.
    fn rest(&mut self) {
        let board = self.board();
        self.shared_digits();
        for at in 0..self.made.roles.len() {
            let Role { name, cells, .. } = self.made.roles[at].clone();
            if !cells.is_empty() {
                let inside = self.truth_candidates();
                let inside = inside.filter(|&c| cells.contains(&board.cell_of(c)));
                self.mark(&name, "", inside);
            }
        }
        let derived = self.evidence.truths.iter();
        let derived =
            derived.filter(|truth| matches!(board.group_kind(truth.group), GroupKind::Derived));
        let derived = derived.flat_map(|truth| truth.candidates.iter().copied());
        self.mark("guardian", "guardian", derived);
        for (name, value) in self.variables() {
            if let Binding::Places(house, digit) = value
                && !name.contains('[')
            {
                let group = board.house_group(house, digit);
                let places = self.scene.state.domain(board, group);
                self.mark(name, "one of these", places);
            }
        }
        self.mark("pattern", "pattern", self.truth_candidates());
    }

    /// The candidates of a digit variable in two or more sets, such as the digit that links two
    /// almost locked sets.
    fn shared_digits(&mut self) {
        let board = self.board();
        let roles = self.made.roles.iter();
        let sets: Vec<Cell> = roles.flat_map(|role| role.cells.iter().copied()).collect();
        if !self.has_sets() || self.made.roles.len() < 2 || !self.deadly.is_empty() {
            return;
        }
        for (name, value) in self.variables() {
            if let Binding::Digits(digits) = value
                && let [digit] = digits[..]
            {
                let linked = self.truth_candidates();
                let linked = linked.filter(|&c| board.digit_of(c) == digit);
                let linked = linked.filter(|&c| sets.contains(&board.cell_of(c)));
                self.mark(name, &format!("{name} = {digit}"), linked);
            }
        }
    }

    fn finish(mut self) -> TeachingLayer {
        self.made.limit_roles();
        self.made
    }
}

/// The cells of some candidates, in order.
pub fn cells_of(board: &Board, candidates: &[Candidate]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = candidates.iter().map(|&c| board.cell_of(c)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}
