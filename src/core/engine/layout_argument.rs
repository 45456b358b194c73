//! The reasons of steps by layouts, in words.

use crate::grid::{Board, Candidate, Cell, Digit, GroupKind, bits};
use crate::layout::capacity::CapacitySet;
use crate::layout::subset::RemoteSubset;
use crate::layout::supposition::End;
use crate::proof::{Count, TermSet};

/// The reason of a step by layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutArgument {
    /// n cells for n digits, none of which fits twice.
    Subset(RemoteSubset),
    /// Truths and links that leave no room for the eliminated candidate.
    Count(Count),
    /// Cells that the digits cannot fill if the first eliminated candidate is true.
    Capacity(CapacitySet),
    /// Singles and capacity sets end in a contradiction if the eliminated candidate is true.
    Supposition {
        /// Number of candidates that capacity sets eliminate under the supposition.
        eliminations: usize,
        /// The contradiction.
        end: End,
    },
}

impl LayoutArgument {
    /// Names of the techniques, the simplest first.
    pub const TITLES: [&'static str; 4] = [
        "Remote Naked Subset",
        "Count of Truths",
        "Capacity Set",
        "Supposition with Layouts",
    ];

    /// Name of the technique.
    pub fn title(&self) -> &'static str {
        let at = match self {
            LayoutArgument::Subset(_) => 0,
            LayoutArgument::Count(_) => 1,
            LayoutArgument::Capacity(_) => 2,
            LayoutArgument::Supposition { .. } => 3,
        };
        LayoutArgument::TITLES[at]
    }

    /// The weights of the cells that the digits cannot fill.
    pub(super) fn weights(&self) -> Vec<(Cell, i64)> {
        match self {
            LayoutArgument::Subset(subset) => subset.cells.iter().map(|&cell| (cell, 1)).collect(),
            LayoutArgument::Capacity(set)
            | LayoutArgument::Supposition {
                end: End::Full(set),
                ..
            } => set.weights.clone(),
            LayoutArgument::Count(_) | LayoutArgument::Supposition { .. } => Vec::new(),
        }
    }

    /// The cells of the argument, in reading order.
    pub fn cells(&self) -> Vec<Cell> {
        self.weights().into_iter().map(|(cell, _)| cell).collect()
    }

    /// The argument in words, without its conclusion.
    pub fn reason(&self, board: &Board, eliminations: &[Candidate]) -> String {
        let target = eliminations.first().map(|&c| board.candidate_name(c));
        let target = target.unwrap_or_default();
        match self {
            LayoutArgument::Subset(subset) => {
                let cells: Vec<String> = subset.cells.iter().map(|&c| board.cell_name(c)).collect();
                let digits = bits(subset.digits).map(|digit| Digit::new(digit).to_string());
                format!(
                    "{} hold only {}, and each of these fits at most once there",
                    cells.join(","),
                    listed(&digits.collect::<Vec<_>>())
                )
            }
            LayoutArgument::Count(count) => count_reason(board, count),
            LayoutArgument::Capacity(set) => {
                format!("with {target}, {}", capacity_reason(board, set))
            }
            LayoutArgument::Supposition { eliminations, end } => {
                let follow = match eliminations {
                    0 => "singles follow".to_owned(),
                    1 => "singles and 1 elimination by capacity sets follow".to_owned(),
                    n => format!("singles and {n} eliminations by capacity sets follow"),
                };
                let end = match end {
                    End::Full(set) => capacity_reason(board, set),
                    End::Empty(group) => match board.group_kind(*group) {
                        GroupKind::Cell(cell) => {
                            format!("nothing is left for {}", board.cell_name(cell))
                        }
                        GroupKind::House(house, digit) => {
                            let house = board.house_name(house);
                            format!("there is no place for {digit} in {house}")
                        }
                        GroupKind::Derived => "a truth is empty".to_owned(),
                    },
                };
                format!("with {target}, {follow}, and {end}")
            }
        }
    }
}

/// `there is room in r2c1,r3c2 for at most 1 digit (1 for 4), but 2 are needed`
fn capacity_reason(board: &Board, set: &CapacitySet) -> String {
    if let Some(digit) = set.missing() {
        return format!("no complete placement of {digit} is left");
    }
    let times = |weight: i64| match weight {
        1 => String::new(),
        _ => format!(" counted {weight} times"),
    };
    let cells: Vec<String> = { set.weights.iter() }
        .map(|&(cell, weight)| format!("{}{}", board.cell_name(cell), times(weight)))
        .collect();
    let most = set.capacities.iter().zip(board.digits());
    let most = most.filter(|(most, _)| **most > 0);
    let most: Vec<String> = most
        .map(|(most, digit)| format!("{most} for {digit}"))
        .collect();
    let sum: i64 = set.capacities.iter().sum();
    format!(
        "there is room in {} for at most {sum} {} ({}), but {} are needed",
        cells.join(","),
        if sum == 1 { "digit" } else { "digits" },
        most.join(", "),
        set.weight()
    )
}

/// `the truths 3r2 3r5 need all places of the links 3c1 3c4`
fn count_reason(board: &Board, count: &Count) -> String {
    let sets = |sign: i32| {
        let terms = count.terms.iter().filter(|term| term.multiplier * sign > 0);
        let names = terms.filter_map(|term| match (term.set, term.multiplier.abs()) {
            (TermSet::Group(group), 1) => Some(board.group_name(group)),
            (TermSet::Group(group), times) => Some(format!("{times}*{}", board.group_name(group))),
            (TermSet::Deadly(_), _) => None,
        });
        names.collect::<Vec<_>>().join(" ")
    };
    format!(
        "the truths {} need all places of the links {}",
        sets(1),
        sets(-1)
    )
}

/// `1, 4 and 8`
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
