//! The syntax tree of a rule file, with the place of each node in the text.
//!
//! Trees compare equal regardless of their places.

use std::ops::Range;

pub use super::sort_word::SortWord;

/// A place in the text, in bytes.
#[derive(Clone, Debug, Default)]
pub struct Span(pub Range<usize>);

/// Comparisons ignore places.
impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}

impl Span {
    /// From the start of this span to the end of the other.
    pub fn to(&self, other: &Span) -> Span {
        Span(self.0.start..other.0.end.max(self.0.start))
    }
}

/// A node with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The node.
    pub node: T,
    /// Place of the node.
    pub span: Span,
}

/// A name, such as `R` or `x_wing`.
pub type Name = Spanned<String>;

/// A rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Rules, patterns and relations of the file, in order.
    pub items: Vec<Item>,
    /// The items that could not be parsed, so that uses of them are not reported.
    pub unread: Vec<BrokenItem>,
}

/// An item that could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenItem {
    /// Name of the item. `None` if the text has none.
    pub name: Option<Name>,
    /// Place of the item, with its doc comment.
    pub span: Span,
    /// The sections without syntax errors. `None` if the errors are in no section.
    pub rest: Option<PartialItem>,
}

/// An item without the sections that have syntax errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialItem {
    /// The other sections.
    pub item: Item,
    /// Whether the sections declare all variables of the item.
    pub declares_all: bool,
}

/// One definition of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A technique.
    Rule(Rule),
    /// A named shape, for use in other definitions.
    Pattern(PatternDef),
    /// A derived relation.
    Relation(RelationDef),
}

impl Item {
    /// Name of the item.
    pub fn name(&self) -> &Name {
        match self {
            Item::Rule(rule) => &rule.name,
            Item::Pattern(pattern) => &pattern.name,
            Item::Relation(relation) => &relation.name,
        }
    }

    /// Place of the item, with its doc comment.
    pub fn span(&self) -> &Span {
        match self {
            Item::Rule(rule) => &rule.span,
            Item::Pattern(pattern) => &pattern.span,
            Item::Relation(relation) => &relation.span,
        }
    }

    /// The word for this kind of item.
    pub fn word(&self) -> &'static str {
        match self {
            Item::Rule(_) => "rule",
            Item::Pattern(_) => "pattern",
            Item::Relation(_) => "relation",
        }
    }
}

/// A technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The lines of the rule's doc comment, without `///`.
    pub doc: Vec<String>,
    /// Name of the rule.
    pub name: Name,
    /// Parameter of the rule, `n: 2..4`.
    pub parameter: Option<Parameter>,
    /// Titles of the rule: one for all instances, or one for each.
    pub titles: Vec<Spanned<String>>,
    /// Codes of the rule in other schemes: the scheme, and one code for all instances or one for
    /// each.
    pub known_as: Vec<(Name, Vec<Spanned<String>>)>,
    /// Levels of the rule: one for all instances, or one for each.
    pub levels: Vec<Name>,
    /// Scores of the rule: one for all instances, or one for each.
    pub scores: Vec<Spanned<u32>>,
    /// The place of `assuming unique`, if present.
    pub assuming_unique: Option<Span>,
    /// `on request`: the instances that are searched only if requested. Empty for all instances.
    pub on_request: Option<Box<Spanned<Vec<Instance>>>>,
    /// `by template`: the engine finds the rule by computing templates, not by its clauses.
    pub by_template: Option<Box<Span>>,
    /// Pattern of the rule.
    pub body: Body,
    /// `then`: the conclusions.
    pub conclusions: Vec<Spanned<ConclusionExpr>>,
    /// `say`: the sentence of a step, with `{names}`.
    pub say: Option<Spanned<String>>,
    /// Boards on which the rule must fire, and boards on which it must not fire.
    pub examples: Vec<Example>,
    /// Place of the rule, with its doc comment.
    pub span: Span,
}

/// One value of the parameter, `n=4`.
pub type Instance = (Name, Spanned<u32>);

/// A parameter `n: 2..4`, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Name of the parameter.
    pub name: Name,
    /// The first value.
    pub first: Spanned<u32>,
    /// The last value.
    pub last: Spanned<u32>,
}

/// A pattern definition, `pattern als(S, D) { ... }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternDef {
    /// The lines of the pattern's doc comment.
    pub doc: Vec<String>,
    /// Name of the pattern.
    pub name: Name,
    /// A parameter `n: 1..5`. Each use of the pattern chooses a value for it.
    pub parameter: Option<Parameter>,
    /// The variables of the body that are visible where the pattern is used.
    pub arguments: Vec<Name>,
    /// The shape.
    pub body: Body,
    /// Place of the pattern, with its doc comment.
    pub span: Span,
}

/// A relation definition, `relation chain(g, h) { ... } or { ... }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationDef {
    /// The lines of the relation's doc comment.
    pub doc: Vec<String>,
    /// Name of the relation.
    pub name: Name,
    /// The two ends of the relation, each with its sort.
    pub arguments: Vec<(Vec<Spanned<SortWord>>, Name)>,
    /// Cases of the relation.
    pub cases: Vec<Body>,
    /// Place of the relation, with its doc comment.
    pub span: Span,
}

/// The body of a rule, pattern or case of a relation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// `for`: the variables.
    pub declarations: Vec<Declaration>,
    /// `with`: conditions on the location of variables.
    pub conditions: Vec<Spanned<ConditionExpr>>,
    /// `deadly`: combinations that are impossible because the puzzle has one solution.
    pub deadly: Vec<Spanned<Deadly>>,
    /// `when`: knowledge about live candidates.
    pub knowledge: Vec<Spanned<EveryExpr>>,
    /// `where`: presence clauses, which a technique's name requires. They imply nothing about the
    /// solution.
    pub presence: Vec<Spanned<PresenceExpr>>,
    /// `target`: variables all of whose values belong to the same step.
    pub targets: Vec<Declaration>,
    /// Place of the body.
    pub span: Span,
}

/// A declaration: `cells S[n] in H`, or the use of a pattern, `als(S, D)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// Distinct variables of one sort.
    Variables {
        /// The sort of the variables. Houses may have several kinds.
        sort: Vec<Spanned<SortWord>>,
        /// The variables' names, each with an optional size.
        names: Vec<(Name, Option<Size>)>,
        /// `of d`: the digit of candidates and groups.
        of: Option<Use>,
        /// `in H and L`.
        inside: Vec<Use>,
        /// `not in R or C`.
        outside: Vec<Use>,
        /// `seen by p and q`.
        seen_by: Vec<Use>,
    },
    /// A use of a pattern.
    Pattern {
        /// The pattern.
        name: Name,
        /// The names of the pattern's arguments in this use.
        arguments: Vec<Name>,
        /// The number of uses, if the arguments are families.
        count: Option<Size>,
    },
}

/// The size of a set: `[n]`, `[n+1]`, `[1..3]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The smallest size.
    pub least: SizeExpr,
    /// The largest size, if it differs from the least.
    pub most: Option<SizeExpr>,
    /// Place of the size.
    pub span: Span,
}

/// A size: `n`, `2`, `n+1`, `n-1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizeExpr {
    /// The parameter, or an index.
    pub name: Option<Name>,
    /// The number added to the size.
    pub plus: i32,
    /// Place of the expression.
    pub span: Span,
}

/// A use of a variable: `R`, `R[1]`, `V[i]`, `r[i-1]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The variable.
    pub name: Name,
    /// The index of a member, if there is one.
    pub index: Option<SizeExpr>,
}

/// A clause: `every d in R is in C or sees t`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EveryExpr {
    /// The truths of the clause.
    pub subject: SubjectExpr,
    /// The alternatives for the subject's candidates.
    pub alternatives: Vec<Spanned<AlternativeExpr>>,
}

/// The truths of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectExpr {
    /// `candidate of a, b`: the cells or truths themselves.
    CandidatesOf(Vec<Use>),
    /// `d in H`: the places of digits in houses.
    In(Use, Use),
    /// `d in two of R`: the candidates in two of the houses. They are not a truth.
    InTwoOf(Use, Use),
}

/// An alternative for a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlternativeExpr {
    /// `is x`: this digit, or this candidate.
    Is(Use),
    /// `is at a`: in this cell.
    At(Use),
    /// `is in C`, `is in C and D`: the candidate's cell is in each of the houses.
    In(Vec<Use>),
    /// `sees a`, `sees a and b`: the candidate's cell sees all of the cells.
    Sees(Vec<Use>),
    /// `excludes p`: the two candidates share a link.
    Excludes(Use),
    /// `is excluded by p`: the two candidates share a link.
    ExcludedBy(Use),
    /// `is excluded by an earlier r`: by an earlier member of the family.
    ExcludedByEarlier(Name),
    /// `refutes t`: a relation used as a verb.
    Relation(Name, Use),
    /// `p refutes it`: the relation from p to the candidate.
    RelationFrom(Use, Name),
}

/// A condition on the location of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionExpr {
    /// `a sees b and c`.
    Sees(Vec<Use>, Vec<Use>),
    /// `p excludes q`.
    Excludes(Vec<Use>, Vec<Use>),
    /// `a in H and L`.
    In(Vec<Use>, Vec<Use>),
    /// `t not in R or C`.
    NotIn(Vec<Use>, Vec<Use>),
    /// `A, B disjoint`.
    Disjoint(Vec<Use>),
    /// `A, B distinct`.
    Distinct(Vec<Use>),
    /// `a, b not given`.
    NotGiven(Vec<Use>),
    /// `|A| + |B| = |X| + 1`.
    Sizes(SizeSum, SizeSum),
    /// `every x in S sees every x in T`.
    AllSee {
        /// The digit, and the cells.
        one: (Use, Use),
        /// The digit again, and the cells that the first cells see.
        other: (Use, Use),
    },
    /// `every x in S excludes p`.
    AllExclude {
        /// The digit, and the cells with it.
        one: (Use, Use),
        /// The candidates or groups.
        other: Vec<Use>,
    },
    /// `t in no template`, `t in every template`.
    Template {
        /// The candidates.
        things: Vec<Use>,
        /// Whether in every template. Otherwise in none.
        every: bool,
    },
    /// `g is every x in S`.
    IsEvery {
        /// The cluster.
        node: Use,
        /// The digit, and the cells.
        places: (Use, Use),
    },
    /// `S is every cell in R and C not in b`.
    EveryCell {
        /// The set of cells.
        set: Use,
        /// Houses that contain the cells.
        inside: Vec<Use>,
        /// Houses that contain none of the cells.
        outside: Vec<Use>,
    },
    /// `chain(g, h)`.
    Relation(Related),
}

/// A use of a relation: `chain(g, h)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The relation.
    pub name: Name,
    /// Ends of the relation.
    pub arguments: Vec<Use>,
}

/// A deadly pattern: `deadly x, y on a, b, c, d`, or `deadly all but z at a`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadly {
    /// Whether all open cells are meant, except for these digits in these cells.
    pub all_but: bool,
    /// The digits.
    pub digits: Vec<Use>,
    /// The cells.
    pub cells: Vec<Use>,
}

/// A sum of sizes: `|A| + |B| - n + 1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizeSum {
    /// The sets whose sizes are added, each with its sign.
    pub sets: Vec<(i32, Use)>,
    /// The parameter, with its sign.
    pub names: Vec<(i32, Name)>,
    /// The number added to the sum. Has no name.
    pub plus: SizeExpr,
}

/// A presence clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PresenceExpr {
    /// `at least 2 d in each R is in C`.
    Count(CountExpr),
    /// `only a is open in H`.
    OnlyOpen(Use, Use),
    /// `some box among R, C`, `some row among R or column among C`.
    SomeAmong(Vec<HousesAmong>),
    /// `each D is in S`.
    EachIn(Use, Use),
}

/// A part of a presence clause: `box among R, C`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HousesAmong {
    /// The kinds of houses.
    pub sort: Vec<Spanned<SortWord>>,
    /// The houses.
    pub houses: Vec<Use>,
}

/// A count: `not every d in R is in C`, `at least 2 d in each R is in C`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountExpr {
    /// Whether the clause begins with `not`.
    pub negated: bool,
    /// The number of candidates.
    pub quantity: Quantity,
    /// Whether every truth of the subject is counted separately.
    pub each: bool,
    /// The truths whose live candidates are counted.
    pub subject: SubjectExpr,
    /// The alternatives that are counted. All if empty.
    pub alternatives: Vec<Spanned<AlternativeExpr>>,
}

/// The number of candidates in a presence clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// `every`
    Every,
    /// `some`
    Some,
    /// `at least 2`
    AtLeast(u32),
    /// `at most 2`
    AtMost(u32),
    /// `exactly 2`
    Exactly(u32),
}

/// A conclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConclusionExpr {
    /// `eliminate x, y from ...`.
    Eliminate(Digits, CellsExpr),
    /// `eliminate t`.
    EliminateCandidate(Use),
    /// `eliminate candidates excluded by g and h`, `eliminate candidates excluded by L`.
    EliminateExcluded(Vec<Use>),
    /// `eliminate candidates excluded by every filling of K and L`.
    EliminateUnfilled(Vec<Use>),
    /// `eliminate candidates excluded by each link of chain(g, h)`.
    EliminateLinks(Related),
    /// `place d at a`.
    Place(Use, Use),
    /// `place p`.
    PlaceCandidate(Use),
    /// `one of G`.
    OneOf(Use),
}

/// The digits of an elimination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Digits {
    /// `x, y`, `D`.
    These(Vec<Use>),
    /// `all but x, y`.
    AllBut(Vec<Use>),
    /// `D except x, y`.
    Without(Vec<Use>, Vec<Use>),
}

impl Digits {
    /// The named variables: the digits, and the exceptions.
    pub fn named(&self) -> (&[Use], &[Use]) {
        match self {
            Digits::These(all) | Digits::AllBut(all) => (all, &[]),
            Digits::Without(all, except) => (all, except),
        }
    }
}

/// The cells of an elimination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellsExpr {
    /// `C`, `a, b`: cells, or the cells of houses. Empty for `cells ...`, which stands for all
    /// cells.
    pub within: Vec<Use>,
    /// `in H and L`: only cells that are also in each of these.
    pub inside: Vec<Use>,
    /// `seeing a and b`.
    pub seeing: Vec<SeenExpr>,
    /// `except S, T`.
    pub except: Vec<Use>,
}

/// A set that the cells of an elimination must see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeenExpr {
    /// `a`, `S`: all cells of the variable.
    All(Use),
    /// `every z in S`: the cells of the set that have the candidate z.
    Every(Use, Use),
}

/// An example: `example "board" => r4c5<>7` or `silent "board"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The expected eliminations or placements. `None` if the rule must not fire on the board.
    pub expected: Option<Vec<Spanned<String>>>,
    /// Whether the rule must derive a truth: `=> one of r1c8=7, r2c3=5`.
    pub derives: bool,
    /// The board, in any format of the puzzle reader.
    pub board: Spanned<String>,
    /// The instance, by the value of the parameter: `example n=3 "..."`.
    pub instance: Option<Instance>,
    /// Place of the example.
    pub span: Span,
}
