//! Groups that a truth can force as one: "one of these two 7s in row 3".

use crate::grid::{Board, Group, GroupKind, State, bits};

/// The parts of a digit in a house, as masks, that also lie in another house and have at least two
/// live candidates.
pub fn crossings(board: &Board, state: &State, truth: Group) -> Vec<u32> {
    let is_house = |group: Group| matches!(board.group_kind(group), GroupKind::House(..));
    let (members, live) = (board.members(truth), state.mask(truth));
    let mut parts: Vec<u32> = Vec::new();
    if !is_house(truth) {
        return parts;
    }
    for i in bits(live) {
        let houses = board.slots(members[i]).iter().map(|slot| slot.group);
        for house in houses.filter(|&group| group != truth && is_house(group)) {
            let inside = |j: &usize| board.members(house).contains(&members[*j]);
            let part = bits(live).filter(inside).fold(0u32, |sum, j| sum | 1 << j);
            if !part.is_power_of_two() && !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    parts
}
