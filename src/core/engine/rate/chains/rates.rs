//! The families of chains and their ratings.
//!
//! The rating of a chain depends on its family and length: an X-chain of six nodes, a turbot fish,
//! has the rating 6.6 of its family, and one of seven nodes has a tenth more.

/// A family of chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChainFamily {
    /// A cycle of one digit.
    XCycle,
    /// A cycle of cells with two candidates.
    YCycle,
    /// A cycle through houses and bivalue cells.
    Cycle,
    /// A chain of one digit, from a candidate to its opposite.
    XChain,
    /// A chain through cells and houses, from a candidate to its opposite.
    Chain,
    /// A net of one digit that leads to a contradiction.
    Nishio,
    /// Chains from all candidates of a cell, or all places of a digit in a house, to one
    /// conclusion.
    Multiple,
    /// Multiple chains and contradictions in which a node may have several premises.
    Dynamic,
    /// Dynamic chains with locked candidates, pairs and X-Wings inside.
    DynamicPlus,
    /// Dynamic chains with patterns and single chains inside.
    NestedChain,
    /// Dynamic chains with patterns, single chains and multiple chains inside.
    NestedMultiple,
    /// Dynamic chains with patterns and dynamic chains inside.
    NestedDynamic,
    /// Dynamic chains with patterns and nested chains inside.
    NestedNested,
}

impl ChainFamily {
    /// The families by their names in scale files.
    pub const ALL: [(ChainFamily, &'static str); 13] = [
        (ChainFamily::XCycle, "x_cycle"),
        (ChainFamily::YCycle, "y_cycle"),
        (ChainFamily::Cycle, "cycle"),
        (ChainFamily::XChain, "forcing_x_chain"),
        (ChainFamily::Chain, "chain"),
        (ChainFamily::Nishio, "nishio"),
        (ChainFamily::Multiple, "multiple"),
        (ChainFamily::Dynamic, "dynamic"),
        (ChainFamily::DynamicPlus, "dynamic_plus"),
        (ChainFamily::NestedChain, "nested_chain"),
        (ChainFamily::NestedMultiple, "nested_multiple"),
        (ChainFamily::NestedDynamic, "nested_dynamic"),
        (ChainFamily::NestedNested, "nested_nested"),
    ];

    /// The family's name in scale files.
    pub fn name(self) -> &'static str {
        let own = ChainFamily::ALL.iter().find(|(family, _)| *family == self);
        own.map_or("", |(_, name)| name)
    }

    /// The inferences inside chains of the family: 0 none, 1 patterns, 2 and more chains.
    pub(super) fn nesting(self) -> u8 {
        (self as u8).saturating_sub(ChainFamily::Dynamic as u8)
    }

    /// True for single chains and cycles. These families are all searched at once.
    pub fn is_single(self) -> bool {
        self <= ChainFamily::Chain
    }
}

/// The number of the lengths 4, 6, 8, 12, 16, 24, ... that a chain with `nodes` nodes exceeds, not
/// counting the first two nodes.
pub fn length_steps(nodes: usize) -> u32 {
    let length = nodes.saturating_sub(2);
    let (mut most, mut steps) = (4, 0);
    while length > most {
        most = match steps % 2 {
            0 => most * 3 / 2,
            _ => most * 4 / 3,
        };
        steps += 1;
    }
    steps
}

/// The base ratings of families, in hundredths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChainRates(pub Vec<(ChainFamily, u32)>);

impl ChainRates {
    pub(super) fn has(&self, family: ChainFamily) -> bool {
        self.0.iter().any(|(own, _)| *own == family)
    }

    /// The rating of a chain of the family, with `steps` tenths for its length.
    ///
    /// Tenths are added one by one in floating point, as Sudoku Explainer does. The sum of an
    /// X-chain with 6.6 and 0.1 is slightly smaller than that of a Y-cycle with 6.5 and 0.2, so the
    /// X-chain is taken.
    pub(super) fn rate(&self, family: ChainFamily, steps: u32) -> Option<f64> {
        let own = self.0.iter().find(|(own, _)| *own == family);
        let added = (0..steps).fold(0.0, |sum, _| sum + 0.1);
        own.map(|&(_, base)| f64::from(base) / 100.0 + added)
    }
}
