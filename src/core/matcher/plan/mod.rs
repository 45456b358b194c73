//! From a pattern to a plan: the order in which variables are bound, and what is looked at when.
//!
//! A variable is bound early if few values are left for it: if it must cover what a clause
//! leaves over, if it lies in a house that is bound, if a clause about it has room for few
//! candidates. Each clause is looked at as soon as its subject is bound: what its bound alternatives
//! leave over must fit into the *capacity* of the others. That is what makes the
//! search for subsets and for fish one search.

pub mod order;
pub mod select;

use crate::grid::HouseKind;
use crate::lang::ir::{Kinds, LockedSet, Var};

/// How a pattern is searched for.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The variables in the order in which they are bound.
    pub steps: Vec<Bind>,
    /// Whether the first variable tells which truths a match can have.
    pub anchor: Option<Anchor>,
    /// Whether whatever it eliminates is of the digit that it begins with, and goes for the sake of
    /// other places of that digit.
    pub of_one_digit: bool,
    /// The digit and the house of the only truth that matters, if there is one.
    pub only_truth: Option<(Var, Var)>,
    /// After which step all truths of a match are known, if a match depends on them alone.
    pub truths_bound_after: Option<usize>,
    /// Where all truths of a match lie, if that is known early.
    pub houses_of_truths: Option<HousesOfTruths>,
    /// After which step it is worth asking whether the conclusions take anything away, if there is more to do after that.
    pub concludes_after: Option<usize>,
    /// For each step, what is known after it of the cells that a digit goes from, if it tells more of that.
    pub open_goals: Vec<Option<OpenGoal>>,
    /// For each step, the clauses that must fit together after it.
    pub shared_digits: Vec<Vec<SharedDigits>>,
    /// For each step that binds a cell: the cells round it that are bound later.
    pub stars: Vec<Option<Star>>,
    /// For each step that binds a cell: digits that it must have in common with cells that are bound already.
    pub common_digits: Vec<Vec<CommonDigit>>,
    /// For each step that binds an almost locked set: what a set that is bound later must have in common with it.
    pub linked_partners: Vec<Option<LinkedPartner>>,
    /// For each step that binds an almost locked set before another: what is said of both.
    pub set_pairs: Vec<Option<SetPair>>,
    /// For each step, variables of which the first must not be more than the second.
    pub orders: Vec<Vec<(Var, Var)>>,
    /// The cells that are bound first, if masks tell which they can be.
    pub first_cells: Option<FirstCells>,
}

/// What all truths of a match have in common, bound first. A match that was not there before has
/// a truth that changed, so only what changed need be looked at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// They are about this digit.
    Digit,
    /// They lie in this house.
    House,
    /// It is this cell.
    Cell,
}

/// One variable, what narrows it down, and what is looked at once it is bound.
#[derive(Clone, Debug)]
pub struct Bind {
    /// The variable.
    pub var: Var,
    /// Conditions between it and variables that are bound already.
    pub conditions: Vec<usize>,
    /// Clauses in which it is an alternative and whose subject is bound already.
    pub narrowing: Vec<Narrowing>,
    /// Clauses to look at after it is bound.
    pub clauses: Vec<Partial>,
    /// Of these, the ones about the members of a set, to look at while the set grows.
    pub growing: Vec<Partial>,
    /// For a target: conclusions that take away from its cells; only where there is something to
    /// take is it worth looking.
    pub must_carry: Vec<Var>,
    /// For a house: sets of cells in it, and in these houses that are bound already, of which each cell has at most
    /// so many candidates.
    pub small_sets: Vec<SmallSet>,
    /// The clauses about guardians that are bound altogether, if the variable has a part in one of them.
    pub guarded: Vec<usize>,
    /// Of a pattern with guardians, what its name demands of the variable and of those bound before.
    pub presence: Vec<usize>,
    /// If the variable stands for the cells of an almost locked set, which is bound as a whole.
    pub locked: Option<LockedSet>,
}

impl Bind {
    /// All variables that are bound in this step.
    pub fn vars(&self) -> impl Iterator<Item = Var> {
        let others = self.locked.map(|locked| [locked.house, locked.digits]);
        std::iter::once(self.var).chain(others.into_iter().flatten())
    }
}

/// A set of so many cells at least in some houses, with so many candidates each at most.
#[derive(Clone, Debug)]
pub struct SmallSet {
    /// The number of cells.
    pub size: u32,
    /// The number of candidates of each.
    pub most: u32,
    /// The houses that are bound already.
    pub inside: Vec<Var>,
}

/// A clause of which some alternatives are bound.
#[derive(Clone, Debug)]
pub struct Partial {
    /// The clause.
    pub clause: usize,
    /// Its bound alternatives.
    pub bound: Vec<usize>,
    /// What the others can take.
    pub capacity: Capacity,
    /// Whether no candidate that is left over may be in two of the clause's houses.
    pub apart: bool,
}

/// A clause whose leftover the variable has to cover, alone or with others.
#[derive(Clone, Debug)]
pub struct Narrowing {
    /// The clause as it is before the variable is bound.
    pub partial: Partial,
    /// The alternative with the variable.
    pub alternative: usize,
    /// Whether every other alternative is bound.
    pub alone: bool,
}

/// How much the alternatives that are not bound yet can cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capacity {
    /// So many digits.
    Digits(u32),
    /// So many cells: of those with the digit, or of those that the clause speaks of.
    Cells(u32),
    /// So many houses of this kind.
    Houses(HouseKind, u32),
    /// So many houses of these kinds, of which a cell may have several.
    Cover(Kinds, u32),
    /// So many candidates of each truth.
    Candidates(u32),
    /// Anything.
    Any,
}

impl Capacity {
    /// The number of labels there is room for, if there is a limit.
    pub fn size(self) -> Option<u32> {
        match self {
            Capacity::Digits(k)
            | Capacity::Cells(k)
            | Capacity::Houses(_, k)
            | Capacity::Cover(_, k)
            | Capacity::Candidates(k) => Some(k),
            Capacity::Any => None,
        }
    }
}

/// The houses that all truths of a match lie in, and after which step of the plan they are bound.
#[derive(Clone, Debug)]
pub struct HousesOfTruths {
    /// The step.
    pub after: usize,
    /// The houses.
    pub houses: Vec<Var>,
}

/// What is known of the cells that a digit goes from before all of it is: a Turbot Fish takes it from cells that see both ends, and one of these is
/// bound before the other.
#[derive(Clone, Debug)]
pub struct OpenGoal {
    /// The digit.
    pub digit: Var,
    /// The cells see all of these.
    pub seeing: Vec<Var>,
    /// They lie in each of these.
    pub inside: Vec<Var>,
}

/// Clauses about cells, each a digit among others that are not bound yet.
#[derive(Clone, Debug)]
pub struct SharedDigits {
    /// The variables of the cells.
    pub cells: Vec<Var>,
    /// The digits that are bound already.
    pub bound: Vec<Var>,
    /// How many digits the variables that are not bound stand for.
    pub capacity: u32,
}

/// What links an almost locked set with one that is bound later.
#[derive(Clone, Copy, Debug)]
pub struct LinkedPartner {
    /// The digit that links them.
    pub by: Var,
    /// The digit that goes from cells that both sets exclude.
    pub goes: Var,
    /// Whether the two are different.
    pub differ: bool,
}

/// Two almost locked sets that are bound one after the other, and what is said of both together.
#[derive(Clone, Debug)]
pub struct SetPair {
    /// The sets.
    pub sets: [LockedSet; 2],
    /// For each, a house that is bound before them and that it lies in.
    pub houses: [Option<Var>; 2],
    /// For each, what is bound before them and has no cell in common with it.
    pub away_from: [Vec<Var>; 2],
    /// Whether both have no cell in common.
    pub apart: bool,
    /// Clauses that name the digits of both.
    pub clauses: Vec<ClauseOfBoth>,
    /// Cells of which no candidate may be in both.
    pub none_in_both: Vec<Var>,
    /// What conditions say of their sizes.
    pub sizes: Vec<SizesOfBoth>,
    /// A clause and a condition about sizes that leave the same variable free, and no other.
    pub counted: Option<(usize, usize)>,
}

/// A clause about cells that are bound: all their digits are those of two sets and of other variables.
#[derive(Clone, Debug)]
pub struct ClauseOfBoth {
    /// The cells.
    pub cells: Var,
    /// The other variables that are bound before the sets.
    pub bound: Vec<Var>,
    /// Those that are bound after them.
    pub free: Vec<Var>,
}

/// What a condition says of the sizes of two sets, and of one other variable at most: by how much the left side may be larger.
#[derive(Clone, Debug, Default)]
pub struct SizesOfBoth {
    /// The variables that are bound before the sets, each on the left (1) or on the right (-1).
    pub bound: Vec<(Var, i64)>,
    /// What is added on the right.
    pub plus: i64,
    /// How often the cells of each set are counted, and how often its digits.
    pub cells: [i64; 2],
    pub digits: [i64; 2],
    /// The variable that is bound after the sets.
    pub free: Option<(Var, i64)>,
    /// By how much the left side may be larger.
    pub more: i64,
}

/// A digit that clauses about several cells name and that is not bound yet. A cell with as many candidates as its clause has digits has each of
/// them.
#[derive(Clone, Debug)]
pub struct CommonDigit {
    /// How many digits the clause about the cell has that is bound.
    pub room: u32,
    /// The cells that are bound already, and how many digits their clauses have.
    pub others: Vec<(Var, u32)>,
}

/// Cells with two digits each, of which one is the same for all, that see a cell which is bound before them: the wings of an XYZ-wing.
#[derive(Clone, Copy, Debug)]
pub struct Star {
    /// How many there are; their other digits are different.
    pub wings: u32,
    /// Whether the cell in the middle has no other digits than they have.
    pub covered: bool,
    /// How many digits the clause about the cell in the middle has, if the one that is the same for all is among them.
    pub room: Option<u32>,
}

/// Single cells that are bound first, each with a clause that names its digits: those of an XY-wing.
#[derive(Clone, Debug)]
pub struct FirstCells {
    /// The cells, in the order of the steps.
    pub cells: Vec<FirstCell>,
    /// Whether a match does nothing but take one digit away.
    pub goes: bool,
    /// Whether all truths of a match are known with the last of them.
    pub only_they_matter: bool,
}

/// One of them, and what is said of it and of those before it, which are told by their numbers.
#[derive(Clone, Debug)]
pub struct FirstCell {
    /// The variable.
    pub var: Var,
    /// How many digits its clause names.
    pub room: u32,
    /// The cells that it sees.
    pub sees: Vec<usize>,
    /// The cells that it is not.
    pub differs: Vec<usize>,
    /// The cells that it does not come before, in the order of values.
    pub not_before: Vec<usize>,
    /// The cells that it does not come after.
    pub not_after: Vec<usize>,
    /// Together with these it has so many digits at most.
    pub together: Vec<(Vec<usize>, u32)>,
    /// The cells whose clauses name a digit that its own does, for each such digit.
    pub in_common: Vec<Vec<usize>>,
    /// How many digits it shares with a cell before it, if both have as many candidates as their clauses have digits.
    pub shares: Vec<(usize, u32)>,
    /// Whether its clause names the digit that goes.
    pub names_goes: bool,
    /// Whether that goes only from cells that see it.
    pub is_seen: bool,
}
