//! The messages of the checker. Each stable code stands next to its sentence.

macro_rules! sentences {
    ($doc:literal $enum:ident $(
        $name:ident $(($($field:ident: $type:ty),+))? $code:literal $text:literal;
    )+) => {
        #[doc = $doc]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $enum {
            $(#[doc = $text] $name $(($($type),+))?,)+
        }

        impl $enum {
            /// The codes of all variants.
            pub const CODES: &[&str] = &[$($code),+];

            /// A stable name of the variant.
            pub fn code(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $code,)+
                }
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$name $(($($field),+))? => write!(f, $text),)+
                }
            }
        }
    };
}

sentences! { "What a proof claims." Claim
    Unique(grid: String) "unique" "the only solution is {grid}";
    None "none" "there is no solution";
    Many(first: String, second: String) "many" "{first} and {second} are solutions";
    Open "open" "the eliminations are right";
}

sentences! { "What another checker may know." Decline
    Version(version: String) "version" "version {version} is not known";
    Board(board: String) "board" "board {board} is not known";
    Limit "limit" "the definitions, numbers or variables are beyond a limit of the format";
    FillCap "fill-cap" "the search for a filling has more than 100000 nodes";
}

sentences! { "Why a proof is rejected. Candidates go by name; pieces of the file are quoted." Reason
    // Lines and header.
    LineTooLong "line-too-long" "the line is longer than 1048576 bytes";
    MissingClaim "missing-claim" "the file ends without a claim";
    BadVersion "bad-version" "the first line that counts is not `qed 1` or `qed 2`";
    BadBoard "bad-board" "the second line that counts is not `board sudoku HxW`";
    BadGivens "bad-givens" "the givens are not one digit or `.` for each cell";
    StateSize(found: usize, size: usize) "state-size" "the state has {found} cells, the board has {size}";
    BadStateCell(cell: String) "bad-state-cell" "{cell} is not `-` or digits of this board in ascending order";
    BadAssume "bad-assume" "the line is not `assume unique`";
    NoPuzzle "no-puzzle" "the header has neither `givens` nor `state` in its place";
    MisplacedHeader(word: String) "misplaced-header" "{word} stands twice or in the wrong place";
    BadName(name: String) "bad-name" "{name} is not a name that a file may define";
    NameTaken(name: String) "name-taken" "{name} is defined already";
    BadArgument(word: String) "bad-argument" "{word} is not what stands at its place in a line of this kind";
    BadCell(word: String) "bad-cell" "{word}: a cell is missing, stands twice, or is not on the board";
    // Words of steps.
    UnknownStep(word: String) "unknown-step" "{word} is not a step";
    BadForm(word: String) "bad-form" "the line does not have the form of a {word} line";
    BadCandidate(word: String, form: String) "bad-candidate" "{word} is not of the form {form} on this board";
    BadGroup(word: String) "bad-group" "{word} is not a group of this board";
    BadTerm(term: String) "bad-term" "{term} does not begin with `+` or `-`";
    BadMultiplier(term: String) "bad-multiplier" "the multiplier of {term} is not a number from 1 to 1000000";
    BadSet(term: String) "bad-set" "the set of {term} is not of the form `{{r1c1=67,r2c2=67}}`";
    NotALink(term: String) "not-a-link" "the candidates of {term} do not all exclude each other behind `-`";
    NoBound(term: String) "no-bound" "{term} is no row with the bound that the term needs";
    BadDivisor(word: String) "bad-divisor" "{word} is not a number from 2 to 1000000";
    NotEquation(term: String) "not-equation" "{term} is no row whose bounds are equal";
    // Fillings.
    NotFillable(item: String) "not-fillable" "{item} is a deadly set, which cannot be filled";
    ItemRepeated(item: String) "item-repeated" "{item} stands twice";
    FillOrder(item: String) "fill-order" "the cells of {item} are not in the order in which it reads them";
    Fillable(what: String) "fillable" "a filling exists {what}";
    // Counts.
    TargetNotLive(target: String) "target-not-live" "{target} is to be eliminated, but is not live";
    TargetRepeated(target: String) "target-repeated" "{target} is to be eliminated twice";
    WeightNotAboveBound(target: String, weight: i64, bound: i64) "weight-not-above-bound"
        "the elimination of {target} does not follow: its weight {weight} is not above the bound {bound}";
    NegativeWeight(target: String, other: String, weight: i64) "negative-weight"
        "the elimination of {target} does not follow: the weight {weight} of {other} is negative";
    Overflow "overflow" "the sums of the count need more than 64 bits";
    // Singles and supposes.
    SingleNotLive(candidate: String) "single-not-live" "{candidate} is to be placed, but is not live";
    NotATruth(group: String) "not-a-truth" "{group} is no row of which at least one candidate is true";
    SingleOutside(candidate: String) "single-outside" "{candidate} is not in the group";
    SingleNotAlone(other: String) "single-not-alone" "the group has another live candidate, {other}";
    SupposeNotLive(candidate: String) "suppose-not-live" "{candidate} is supposed, but is not live";
    SupposeTooDeep "suppose-too-deep" "more than 10000 supposes are open";
    NoOpenSuppose "no-open-suppose" "there is no open suppose to refute";
    GroupNotEmpty(candidate: String) "group-not-empty" "the group is not empty: {candidate} is live";
    // Deadly sets.
    DeadlyNotAssumed "deadly-not-assumed" "a deadly set needs `assume unique` in the header";
    DeadlyName(name: String) "deadly-name" "{name} is not a name from d1 to d99";
    DeadlyUndefined(name: String) "deadly-undefined" "the deadly set {name} is not defined";
    DeadlyAsTruth(term: String) "deadly-as-truth" "{term} takes a deadly set as a truth";
    DeadlyRepeated(candidate: String) "deadly-repeated" "the cell of {candidate} occurs twice in one list";
    DeadlyCells "deadly-cells" "the two lists of the deadly set have different cells";
    DeadlyExclusion(x: String) "deadly-exclusion" "{x} of the second list excludes another one of it";
    DeadlyOutside(x: String) "deadly-outside" "{x} of the second list excludes a candidate that the first list allows";
    DeadlyMachine "deadly-machine" "a machine of the header has a cell of the lists";
    DeadlyUnbalanced(x: String) "deadly-unbalanced" "the lists do not agree on the row, column, box or constraint of {x}";
    DeadlyEqual "deadly-equal" "the two lists of the deadly set are the same";
    DeadlyNotInPuzzle(candidate: String) "deadly-not-in-puzzle" "{candidate} of the second list is not in the puzzle";
    // Claims.
    ClaimInSuppose "claim-in-suppose" "the claim stands inside of an open suppose";
    UnknownClaim "unknown-claim" "the line is not a claim of the kind `unique`, `none`, `many` or `open`";
    BadGrid(grid: String) "bad-grid" "{grid} is not one digit of this board for each cell";
    GridNotSolution(x: String) "grid-not-solution" "the digit of {x} is excluded by a cell before it";
    GridNotInPuzzle(candidate: String) "grid-not-in-puzzle" "{candidate} of the grid is not in the puzzle";
    GridNotInState(candidate: String) "grid-not-in-state" "{candidate} of the grid is not in the state";
    GridBreaksRule(name: String) "grid-breaks-rule" "the grid breaks the constraint {name} of the header";
    GridNotLive(candidate: String) "grid-not-live" "{candidate} of the grid was eliminated";
    NotFinished(candidate: String) "not-finished" "{candidate} is not in the grid, but is still live";
    ManyUnderAssume "many-under-assume" "several solutions are claimed under `assume unique`";
    GridsEqual "grids-equal" "the two grids are the same";
    AfterClaim "after-claim" "a line stands after the claim";
}

/// A piece of the file for messages: escaped, in backquotes, cut if it is long.
pub(crate) fn quote(text: &str) -> String {
    match text.get(..40) {
        Some(start) => format!("`{}...`", start.escape_default()),
        None => format!("`{}`", text.escape_default()),
    }
}
