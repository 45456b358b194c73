//! The language of chains: a list of weak and strong steps, and the words that fold them.

use egg::{CostFunction, Id, Language, RecExpr, define_language};

use super::Name;

/// A kind of house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum House {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box.
    Box,
}

/// What links two ends of a step: a cell, or a digit in a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A cell.
    Cell,
    /// A digit in a house.
    House(House),
}

impl Step {
    fn weak(self, term: &mut RecExpr<Reading>) -> Reading {
        match self {
            Step::Cell => Reading::Same,
            Step::House(house) => Reading::Sees(house.add_to(term)),
        }
    }

    fn strong(self, term: &mut RecExpr<Reading>) -> Reading {
        match self {
            Step::Cell => Reading::Cell,
            Step::House(house) => Reading::Digit(house.add_to(term)),
        }
    }
}

impl House {
    fn add_to(self, term: &mut RecExpr<Reading>) -> Id {
        term.add(match self {
            House::Row => Reading::Row,
            House::Column => Reading::Column,
            House::Box => Reading::Box,
        })
    }
}

/// A chain from its target and back: weak steps, with a strong one between each two.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chain {
    /// The weak steps; one more than there are strong ones.
    pub weak: Vec<Step>,
    /// The strong steps: the truths.
    pub strong: Vec<Step>,
    /// For each truth, whether an end of it is a group of candidates.
    pub grouped: Vec<bool>,
}

define_language! {
    /// A chain as a term, and all that it is rewritten to.
    pub enum Reading {
        // Weak and strong steps by turns.
        "chain" = Chain(Box<[Id]>),
        // Weak steps: two candidates of a cell, two places of a digit in a house.
        "same" = Same,
        "sees" = Sees(Id),
        // Strong steps: a cell with two candidates, a digit with two places in a house.
        "cell" = Cell,
        "digit" = Digit(Id),
        "row" = Row,
        "column" = Column,
        "box" = Box,
        // A step with rows and columns exchanged.
        "turned" = Turned(Id),
        // A strong step with a group at an end, and a chain that has such a step.
        "grouped" = Grouped(Id),
        "with-groups" = WithGroups(Id),
        // The number of truths of a chain.
        Number(usize),
        // Names.
        "x-chain" = XChain(Id),
        "xy-chain" = XyChain(Id),
        "alternating" = Alternating(Id),
        "x-wing" = XWing,
        "swordfish" = Swordfish,
        "naked-pair" = NakedPair,
        "naked-triple" = NakedTriple,
        "hidden-pair" = HiddenPair,
        "hidden-triple" = HiddenTriple,
        "skyscraper" = Skyscraper,
        "two-string-kite" = Kite,
        "turbot-fish" = Turbot,
        "xy-wing" = XyWing,
        "w-wing" = WWing,
    }
}

impl Chain {
    /// The number of its truths.
    pub fn truths(&self) -> usize {
        self.strong.len()
    }

    /// The same without groups, if it has any.
    pub fn without_groups(&self) -> Option<Chain> {
        let grouped = vec![false; self.truths()];
        (self.grouped != grouped).then(|| Chain {
            grouped,
            ..self.clone()
        })
    }

    /// The chain as a term.
    pub fn term(&self) -> RecExpr<Reading> {
        let mut term = RecExpr::default();
        let mut children = Vec::new();
        for (i, &weak) in self.weak.iter().enumerate() {
            let step = weak.weak(&mut term);
            children.push(term.add(step));
            let Some(strong) = self.strong.get(i) else {
                continue;
            };
            let step = strong.strong(&mut term);
            let mut step = term.add(step);
            if self.grouped[i] {
                step = term.add(Reading::Grouped(step));
            }
            children.push(step);
        }
        term.add(Reading::Chain(children.into()));
        term
    }
}

/// The name that a term is, if it is one.
pub fn name_of(term: &RecExpr<Reading>) -> Option<Name> {
    let nodes = term.as_ref();
    let length = || {
        let number = |n: &Reading| match n {
            Reading::Number(n) => Some(*n),
            _ => None,
        };
        nodes.iter().find_map(number).unwrap_or_default()
    };
    Some(match nodes.last()? {
        Reading::XWing => Name::Rule("fish", Some(2)),
        Reading::Swordfish => Name::Rule("fish", Some(3)),
        Reading::NakedPair => Name::Rule("naked_subset", Some(2)),
        Reading::NakedTriple => Name::Rule("naked_subset", Some(3)),
        Reading::HiddenPair => Name::Rule("hidden_subset", Some(2)),
        Reading::HiddenTriple => Name::Rule("hidden_subset", Some(3)),
        Reading::Skyscraper => Name::Rule("skyscraper", None),
        Reading::Kite => Name::Rule("two_string_kite", None),
        Reading::Turbot => Name::Rule("turbot_fish", None),
        Reading::XyWing => Name::Rule("xy_wing", None),
        Reading::WWing => Name::Rule("w_wing", None),
        Reading::XChain(_) => Name::XChain(length()),
        Reading::XyChain(_) => Name::XyChain(length()),
        Reading::Alternating(_) => Name::Alternating(length()),
        _ => return None,
    })
}

/// What a term costs a reader: a name is worth more than a list, a special name more than a
/// general one, and what is not worked out yet is no name at all.
pub struct Words;

impl CostFunction<Reading> for Words {
    type Cost = u64;

    fn cost<C>(&mut self, node: &Reading, mut costs: C) -> u64
    where
        C: FnMut(Id) -> u64,
    {
        let own = match node {
            Reading::XWing | Reading::NakedPair | Reading::HiddenPair => 1,
            Reading::Swordfish | Reading::NakedTriple | Reading::HiddenTriple => 1,
            Reading::Skyscraper | Reading::Kite => 2,
            Reading::XyWing | Reading::WWing => 3,
            Reading::Turbot => 4,
            Reading::XChain(_) | Reading::XyChain(_) => 5,
            Reading::Alternating(_) => 20,
            Reading::Number(_) => 1,
            Reading::Turned(_) => 10_000,
            _ => 40,
        };
        node.fold(own, |sum, child| sum.saturating_add(costs(child)))
    }
}
