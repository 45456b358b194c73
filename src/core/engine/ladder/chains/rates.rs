//! The families of chains, and what they are rated.
//!
//! Takes what a scale file says of families, gives the rating of a chain by its family and its length: an x-chain of six
//! nodes, a turbot fish, has the 6.6 of its family, one of seven a tenth more.

/// A family of chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChainFamily {
    /// A cycle of one digit.
    XCycle,
    /// A cycle of cells with two candidates.
    YCycle,
    /// A cycle of both.
    Cycle,
    /// A chain of one digit, from a candidate to its opposite.
    XChain,
    /// A chain of cells and houses, from a candidate to its opposite.
    Chain,
    /// All that follows of one digit from a candidate of it, up to a contradiction.
    Nishio,
    /// Chains from all candidates of a cell, or all places of a digit in a house, to one conclusion.
    Multiple,
    /// The same, and all that follows from a candidate, up to a contradiction, where a step may rest on several others.
    Dynamic,
}

impl ChainFamily {
    /// The families by their names in scale files.
    pub const ALL: [(ChainFamily, &'static str); 8] = [
        (ChainFamily::XCycle, "x_cycle"),
        (ChainFamily::YCycle, "y_cycle"),
        (ChainFamily::Cycle, "cycle"),
        (ChainFamily::XChain, "forcing_x_chain"),
        (ChainFamily::Chain, "chain"),
        (ChainFamily::Nishio, "nishio"),
        (ChainFamily::Multiple, "multiple"),
        (ChainFamily::Dynamic, "dynamic"),
    ];

    /// Its name in scale files.
    pub fn name(self) -> &'static str {
        let own = ChainFamily::ALL.iter().find(|(family, _)| *family == self);
        own.map_or("", |(_, name)| name)
    }

    /// Whether it is a chain in one line; of these, several are looked for at once.
    pub fn is_single(self) -> bool {
        self <= ChainFamily::Chain
    }
}

/// How many of the lengths 4, 6, 8, 12, 16, 24, ... a chain with so many nodes exceeds, the first two nodes left out.
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

/// What families of chains are rated before their length counts, in hundredths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChainRates(pub Vec<(ChainFamily, u32)>);

impl ChainRates {
    pub(super) fn has(&self, family: ChainFamily) -> bool {
        self.0.iter().any(|(own, _)| *own == family)
    }

    /// The rating of a chain of the family with so many tenths for its length.
    ///
    /// Tenths are added one by one to a binary fraction, as Sudoku Explainer does: of an x-chain with 6.6 and 0.1 and a
    /// y-cycle with 6.5 and 0.2, the first is smaller by a trifle, and is taken.
    pub(super) fn rate(&self, family: ChainFamily, steps: u32) -> Option<f64> {
        let own = self.0.iter().find(|(own, _)| *own == family);
        let added = (0..steps).fold(0.0, |sum, _| sum + 0.1);
        own.map(|&(_, base)| f64::from(base) / 100.0 + added)
    }
}
