//! Lifting: turns a core into a layout with the most general places.
//!
//! First, every place that the target leaves open is named exactly. Then places in one box are
//! replaced by the box while the target stays refuted. Finally, each clause is widened by the
//! places that other clauses name, under the same condition. So an exocet gets the same layout,
//! whichever of its places a puzzle leaves open.

use std::collections::BTreeSet;

use super::{Layout, LayoutClause, OpenBoard, Region};
use crate::state::graph::Graph;
use qedoku_core::grid::{Candidate, Group, GroupKind, House, HouseKind};

/// The layout of a core; `None` if the core does not refute the target.
pub fn lift(open: &OpenBoard, graph: &Graph, target: usize, core: &[usize]) -> Option<Layout> {
    let board = open.board();
    let excluded = graph.excluded(target);
    let left = |truth: usize| -> Vec<Candidate> {
        let domain = graph.truths()[truth].domain.without(excluded);
        domain.iter().map(|c| graph.candidates()[c]).collect()
    };
    let clause = |&truth: &usize| {
        let group = graph.truths()[truth].group;
        LayoutClause {
            truth: group,
            regions: exact(open, group, &left(truth)),
        }
    };
    let mut layout = Layout {
        clauses: core.iter().map(clause).collect(),
    };
    if !open.is_refuted(&layout) {
        return None;
    }
    for number in 0..layout.clauses.len() {
        for choice in broader(open, &layout.clauses[number]) {
            keep_if_refuted(open, &mut layout, number, choice);
        }
    }
    let named = named_regions(&layout);
    for number in 0..layout.clauses.len() {
        for &region in &named {
            let clause = &layout.clauses[number];
            let known = clause.regions.contains(&region);
            let empty = |region| {
                let members = board.members(clause.truth).iter();
                !{ members }.any(|&c| open.is_in(c, region))
            };
            if known || empty(region) || is_own(open, clause.truth, region) {
                continue;
            }
            let mut wider = clause.regions.clone();
            wider.push(region);
            keep_if_refuted(open, &mut layout, number, wider);
        }
        layout.clauses[number].regions.sort_unstable();
    }
    for clause in &mut layout.clauses {
        drop_covered(open, clause);
    }
    Some(layout)
}

/// Drops regions that the other regions cover. An example is row 3 in "row 3 or box 1" if the truth
/// meets row 3 only inside box 1.
fn drop_covered(open: &OpenBoard, clause: &mut LayoutClause) {
    let all = open.allowed(clause).len();
    for region in clause.regions.clone() {
        let mut fewer = clause.clone();
        fewer.regions.retain(|&r| r != region);
        if open.allowed(&fewer).len() == all {
            *clause = fewer;
        }
    }
}

fn keep_if_refuted(open: &OpenBoard, layout: &mut Layout, number: usize, regions: Vec<Region>) {
    let before = std::mem::replace(&mut layout.clauses[number].regions, regions);
    if !open.is_refuted(layout) {
        layout.clauses[number].regions = before;
    }
}

/// One region per candidate: the crossing line or the digit. For a digit in a box, the cell.
fn exact(open: &OpenBoard, truth: Group, candidates: &[Candidate]) -> Vec<Region> {
    let board = open.board();
    let crossing = |cell, kind: HouseKind| {
        let houses = board.houses_of(cell).iter().copied();
        { houses }.find(|&house| board.house(house).kind == kind)
    };
    let region = |&candidate: &Candidate| {
        let cell = board.cell_of(candidate);
        let line = match board.group_kind(truth) {
            GroupKind::Cell(_) => return Region::Digit(board.digit_of(candidate)),
            GroupKind::House(house, _) => match board.house(house).kind {
                HouseKind::Row => crossing(cell, HouseKind::Column),
                HouseKind::Column => crossing(cell, HouseKind::Row),
                HouseKind::Box | HouseKind::Extra => None,
            },
            GroupKind::Derived => None,
        };
        line.map_or(Region::Cell(cell), Region::House)
    };
    let regions: BTreeSet<Region> = candidates.iter().map(region).collect();
    regions.into_iter().collect()
}

/// Alternative regions for a clause, fewer or wider: a box for places of a line in it, rows or
/// columns for places of a box.
fn broader(open: &OpenBoard, clause: &LayoutClause) -> Vec<Vec<Region>> {
    let board = open.board();
    let GroupKind::House(own, _) = board.group_kind(clause.truth) else {
        return Vec::new();
    };
    let places = open.allowed(clause);
    let of_kind = |c: Candidate, kind: HouseKind| -> Option<House> {
        let houses = board.houses_of(board.cell_of(c)).iter().copied();
        { houses }.find(|&house| board.house(house).kind == kind)
    };
    let all_of = |kind: HouseKind| -> Vec<Region> {
        let houses: BTreeSet<House> = places.iter().filter_map(|&c| of_kind(c, kind)).collect();
        houses.into_iter().map(Region::House).collect()
    };
    if board.house(own).kind == HouseKind::Box {
        let (rows, columns) = (all_of(HouseKind::Row), all_of(HouseKind::Column));
        let mut both = vec![rows, columns];
        both.sort_by_key(Vec::len);
        both.retain(|regions| regions.len() < clause.regions.len());
        both.reverse();
        return both;
    }
    // Boxes with several places: first each box alone, then each box together with all earlier
    // boxes.
    let mut choices = Vec::new();
    let mut regions = clause.regions.clone();
    for region in all_of(HouseKind::Box) {
        let inside = |r: &Region| {
            let mut own = places.iter().filter(|&&c| open.is_in(c, *r));
            own.all(|&c| open.is_in(c, region))
        };
        if regions.iter().filter(|r| inside(r)).count() < 2 {
            continue;
        }
        let mut one = clause.regions.clone();
        one.retain(|r| !inside(r));
        one.push(region);
        choices.push(one);
        regions.retain(|r| !inside(r));
        regions.push(region);
        choices.push(regions.clone());
    }
    choices.dedup();
    choices
}

/// All regions that some clause names.
fn named_regions(layout: &Layout) -> Vec<Region> {
    let all = layout.clauses.iter().flat_map(|clause| &clause.regions);
    let all: BTreeSet<Region> = all.copied().collect();
    all.into_iter().collect()
}

/// Whether a region is the house of the truth itself, or does not narrow it.
fn is_own(open: &OpenBoard, truth: Group, region: Region) -> bool {
    match (open.board().group_kind(truth), region) {
        (GroupKind::Cell(_), Region::Digit(_)) => false,
        (GroupKind::House(own, _), Region::House(house)) => own == house,
        (GroupKind::House(..), Region::Cell(_)) => false,
        _ => true,
    }
}
