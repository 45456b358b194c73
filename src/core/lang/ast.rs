//! A rule file as it was written: names, not meanings, each with its place in the text.
//!
//! Two trees are equal when they say the same; where it was written does not count.

use std::ops::Range;

/// A place in the text, in bytes.
#[derive(Clone, Debug, Default)]
pub struct Span(pub Range<usize>);

/// Where something was written is not part of what was written.
impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}

impl Span {
    /// From where this begins to where the other ends.
    pub fn to(&self, other: &Span) -> Span {
        Span(self.0.start..other.0.end.max(self.0.start))
    }
}

/// Something with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// What was written.
    pub node: T,
    /// Where.
    pub span: Span,
}

/// A name, such as `R` or `x_wing`.
pub type Name = Spanned<String>;

/// A rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Its rules, patterns and relations, in order.
    pub items: Vec<Item>,
    /// The items that could not be read, so that their users are not blamed.
    pub unread: Vec<Unread>,
}

/// An item that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// Where it is written, with its doc comment.
    pub span: Span,
}

/// One definition of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A technique.
    Rule(Rule),
    /// A shape with a name, to be used in other definitions.
    Pattern(PatternDef),
    /// A derived relation.
    Relation(RelationDef),
}

impl Item {
    /// Its name.
    pub fn name(&self) -> &Name {
        match self {
            Item::Rule(rule) => &rule.name,
            Item::Pattern(pattern) => &pattern.name,
            Item::Relation(relation) => &relation.name,
        }
    }

    /// Where it is written, with its doc comment.
    pub fn span(&self) -> &Span {
        match self {
            Item::Rule(rule) => &rule.span,
            Item::Pattern(pattern) => &pattern.span,
            Item::Relation(relation) => &relation.span,
        }
    }

    /// What it is, in a word.
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
    /// The lines of its doc comment, without `///`.
    pub doc: Vec<String>,
    /// Its name.
    pub name: Name,
    /// Its parameter, `n: 2..4`.
    pub parameter: Option<Parameter>,
    /// What people call it; one for all instances, or one for each.
    pub titles: Vec<Spanned<String>>,
    /// What others call it: the scheme, and one code for all instances or one for each.
    pub known_as: Vec<(Name, Vec<Spanned<String>>)>,
    /// How hard it is; one for all instances, or one for each.
    pub levels: Vec<Name>,
    /// What it costs; one for all instances, or one for each.
    pub scores: Vec<Spanned<u32>>,
    /// `assuming unique`
    pub assuming_unique: Option<Span>,
    /// `on request`: the instances that are looked for only if they are asked for; all, if none
    /// is named.
    pub on_request: Option<Box<Spanned<Vec<Instance>>>>,
    /// `by template`: the program finds it by working out templates, not by its clauses.
    pub by_template: Option<Box<Span>>,
    /// What it looks for.
    pub body: Body,
    /// `then`: what follows.
    pub conclusions: Vec<Spanned<ConclusionExpr>>,
    /// `say`: the step in words, with `{names}`.
    pub say: Option<Spanned<String>>,
    /// Boards on which it fires, and boards on which it must not.
    pub examples: Vec<Example>,
    /// Where it is written, with its doc comment.
    pub span: Span,
}

/// `n=4`: one value of the parameter.
pub type Instance = (Name, Spanned<u32>);

/// `n: 2..4`, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// The first value.
    pub first: Spanned<u32>,
    /// The last value.
    pub last: Spanned<u32>,
}

/// `pattern als(S, D) { ... }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternDef {
    /// The lines of its doc comment.
    pub doc: Vec<String>,
    /// Its name.
    pub name: Name,
    /// Sizes that are chosen anew for each use, `n: 1..5`.
    pub parameter: Option<Parameter>,
    /// The variables of its body that its users see.
    pub arguments: Vec<Name>,
    /// The shape.
    pub body: Body,
    /// Where it is written, with its doc comment.
    pub span: Span,
}

/// `relation chain(g, h) { ... } or { ... }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationDef {
    /// The lines of its doc comment.
    pub doc: Vec<String>,
    /// Its name.
    pub name: Name,
    /// Its two ends, each with its sort.
    pub arguments: Vec<(Vec<Spanned<SortWord>>, Name)>,
    /// The ways in which it can hold.
    pub cases: Vec<Body>,
    /// Where it is written, with its doc comment.
    pub span: Span,
}

/// What a rule, a pattern or a relation looks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// `for`: the variables.
    pub declarations: Vec<Declaration>,
    /// `with`: how they lie on the board.
    pub conditions: Vec<Spanned<ConditionExpr>>,
    /// `deadly`: what cannot be, as the puzzle has one solution.
    pub deadly: Vec<Spanned<Deadly>>,
    /// `when`: what is known.
    pub knowledge: Vec<Spanned<EveryExpr>>,
    /// `where`: what the name demands; says nothing of the solution.
    pub presence: Vec<Spanned<PresenceExpr>>,
    /// `target`: variables whose every value belongs to the same step.
    pub targets: Vec<Declaration>,
    /// Where it is written.
    pub span: Span,
}

/// `cells S[n] in H`, or the use of a pattern, `als(S, D)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// Variables of one sort, different from each other.
    Variables {
        /// What they are; houses may be of one of several kinds.
        sort: Vec<Spanned<SortWord>>,
        /// Their names, each with a size or none.
        names: Vec<(Name, Option<Size>)>,
        /// `of d`: the digit of candidates and groups.
        of: Option<Use>,
        /// `in H and L`
        inside: Vec<Use>,
        /// `not in R or C`
        outside: Vec<Use>,
        /// `seen by p and q`
        seen_by: Vec<Use>,
    },
    /// A pattern whose variables get these names here.
    Pattern {
        /// The pattern.
        name: Name,
        /// What its arguments are called here.
        arguments: Vec<Name>,
        /// How many of them, if their arguments are families.
        count: Option<Size>,
    },
}

/// The words for sorts. A word and its plural mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum SortWord {
    Digit,
    /// A cell that is not solved.
    Cell,
    /// A cell, solved or not.
    Square,
    House,
    Row,
    Column,
    Box,
    Line,
    Crossline,
    Candidate,
    Group,
    Cluster,
    Truth,
    /// Candidates of which at least one is true; which, the clauses say.
    Guardian,
    /// Digits in houses, as few as there can be; of what, the clauses say.
    Link,
}

impl SortWord {
    /// Every word, with its plural.
    pub const ALL: [(SortWord, &'static str, &'static str); 15] = [
        (SortWord::Digit, "digit", "digits"),
        (SortWord::Cell, "cell", "cells"),
        (SortWord::Square, "square", "squares"),
        (SortWord::House, "house", "houses"),
        (SortWord::Row, "row", "rows"),
        (SortWord::Column, "column", "columns"),
        (SortWord::Box, "box", "boxes"),
        (SortWord::Line, "line", "lines"),
        (SortWord::Crossline, "crossline", "crosslines"),
        (SortWord::Candidate, "candidate", "candidates"),
        (SortWord::Group, "group", "groups"),
        (SortWord::Cluster, "cluster", "clusters"),
        (SortWord::Truth, "truth", "truths"),
        (SortWord::Guardian, "guardian", "guardians"),
        (SortWord::Link, "link", "links"),
    ];

    /// The sort that a word stands for.
    pub fn parse(text: &str) -> Option<SortWord> {
        let mut all = SortWord::ALL.iter();
        all.find(|(_, one, many)| *one == text || *many == text)
            .map(|(word, ..)| *word)
    }

    /// The word for one, or for several.
    pub fn text(self, plural: bool) -> &'static str {
        let (_, one, many) = SortWord::ALL[self as usize];
        if plural { many } else { one }
    }
}

/// The size of a set: `[n]`, `[n+1]`, `[1..3]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The smallest size.
    pub least: SizeExpr,
    /// The largest size, if it is another.
    pub most: Option<SizeExpr>,
    /// Where it is written.
    pub span: Span,
}

/// `n`, `2`, `n+1`, `n-1`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizeExpr {
    /// The parameter, or an index.
    pub name: Option<Name>,
    /// What is added to it.
    pub plus: i32,
    /// Where it is written.
    pub span: Span,
}

/// The use of a variable: `R`, `R[1]`, `V[i]`, `r[i-1]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The variable.
    pub name: Name,
    /// Which of its members.
    pub index: Option<SizeExpr>,
}

/// `every d in R is in C or sees t`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EveryExpr {
    /// The truths that are spoken of.
    pub subject: SubjectExpr,
    /// Where their candidates may be.
    pub alternatives: Vec<Spanned<AlternativeExpr>>,
}

/// Which truths a clause speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectExpr {
    /// `candidate of a, b`: the cells, or truths, themselves.
    CandidatesOf(Vec<Use>),
    /// `d in H`: the places of digits in houses.
    In(Use, Use),
    /// `d in two of R`: no truth, but the candidates that lie in two of these houses.
    InTwoOf(Use, Use),
}

/// What a candidate may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlternativeExpr {
    /// `is x`: this digit, or this candidate.
    Is(Use),
    /// `is at a`: in this cell.
    At(Use),
    /// `is in C`, `is in C and D`: in all of these.
    In(Vec<Use>),
    /// `sees a`, `sees a and b`: its cell sees all of these.
    Sees(Vec<Use>),
    /// `excludes p`: they share a link.
    Excludes(Use),
    /// `is excluded by p`: the same.
    ExcludedBy(Use),
    /// `is excluded by an earlier r`: by a member of the family before this one.
    ExcludedByEarlier(Name),
    /// `refutes t`: a relation, used as a verb.
    Relation(Name, Use),
    /// `p refutes it`: the relation from p to the candidate.
    RelationFrom(Use, Name),
}

/// How the variables lie on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionExpr {
    /// `a sees b and c`
    Sees(Vec<Use>, Vec<Use>),
    /// `p excludes q`
    Excludes(Vec<Use>, Vec<Use>),
    /// `a in H and L`
    In(Vec<Use>, Vec<Use>),
    /// `t not in R or C`
    NotIn(Vec<Use>, Vec<Use>),
    /// `A, B disjoint`
    Disjoint(Vec<Use>),
    /// `A, B distinct`
    Distinct(Vec<Use>),
    /// `a, b not given`
    NotGiven(Vec<Use>),
    /// `|A| + |B| = |X| + 1`
    Sizes(SizeSum, SizeSum),
    /// `every x in S sees every x in T`
    AllSee {
        /// The digit, and the cells.
        one: (Use, Use),
        /// The digit again, and the cells they see.
        other: (Use, Use),
    },
    /// `every x in S excludes p`
    AllExclude {
        /// The digit, and the cells.
        one: (Use, Use),
        /// The candidates or groups.
        other: Vec<Use>,
    },
    /// `t in no template`, `t in every template`
    Template {
        /// The candidates.
        things: Vec<Use>,
        /// Whether in every template, or in none.
        every: bool,
    },
    /// `g is every x in S`
    IsEvery {
        /// The cluster.
        node: Use,
        /// The digit, and the cells.
        places: (Use, Use),
    },
    /// `S is every cell in R and C not in b`
    EveryCell {
        /// The set of cells.
        set: Use,
        /// The cells are in each of these.
        inside: Vec<Use>,
        /// They are in none of these.
        outside: Vec<Use>,
    },
    /// `chain(g, h)`
    Relation(Related),
}

/// `chain(g, h)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The relation.
    pub name: Name,
    /// Its ends.
    pub arguments: Vec<Use>,
}

/// `deadly x, y on a, b, c, d`, or `deadly all but z at a`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadly {
    /// Whether all that is open is meant, but for these digits in these cells.
    pub all_but: bool,
    /// The digits.
    pub digits: Vec<Use>,
    /// The cells.
    pub cells: Vec<Use>,
}

/// `|A| + |B| - n + 1`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizeSum {
    /// The sets whose sizes are added, each with its sign.
    pub sets: Vec<(i32, Use)>,
    /// The parameter, with its sign.
    pub names: Vec<(i32, Name)>,
    /// A number added to them; has no name.
    pub plus: SizeExpr,
}

/// What a name demands of the live candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PresenceExpr {
    /// `at least 2 d in each R is in C`
    Count(CountExpr),
    /// `only a is open in H`
    OnlyOpen(Use, Use),
    /// `some box among R, C`, `some row among R or column among C`
    SomeAmong(Vec<Among>),
    /// `each D is in S`
    EachIn(Use, Use),
}

/// `box among R, C`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Among {
    /// The kinds of houses.
    pub sort: Vec<Spanned<SortWord>>,
    /// The houses.
    pub houses: Vec<Use>,
}

/// `not every d in R is in C`, `at least 2 d in each R is in C`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountExpr {
    /// Whether it begins with `not`.
    pub negated: bool,
    /// How many candidates.
    pub quantity: Quantity,
    /// Whether every truth of the subject is counted by itself.
    pub each: bool,
    /// The truths whose live candidates are counted.
    pub subject: SubjectExpr,
    /// Which of them are counted; all, if this is empty.
    pub alternatives: Vec<Spanned<AlternativeExpr>>,
}

/// How many candidates a presence clause demands.
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

/// What a rule concludes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConclusionExpr {
    /// `eliminate x, y from ...`
    Eliminate(Digits, CellsExpr),
    /// `eliminate t`
    EliminateCandidate(Use),
    /// `eliminate candidates excluded by g and h`, `eliminate candidates excluded by L`
    EliminateExcluded(Vec<Use>),
    /// `eliminate candidates excluded by each link of chain(g, h)`
    EliminateLinks(Related),
    /// `place d at a`
    Place(Use, Use),
    /// `place p`
    PlaceCandidate(Use),
    /// `one of G`
    OneOf(Use),
}

/// The digits of an elimination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Digits {
    /// `x, y`, `D`
    These(Vec<Use>),
    /// `all but x, y`
    AllBut(Vec<Use>),
    /// `D except x, y`
    Without(Vec<Use>, Vec<Use>),
}

impl Digits {
    /// The variables it names: the digits, and those that are excepted.
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
    /// `C`, `a, b`: cells, or the cells of houses; empty for `cells ...`: all of the board.
    pub within: Vec<Use>,
    /// `in H and L`: of these, those that are in all of these too.
    pub inside: Vec<Use>,
    /// `seeing a and b`
    pub seeing: Vec<SeenExpr>,
    /// `except S, T`
    pub except: Vec<Use>,
}

/// What the cells of an elimination see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeenExpr {
    /// `a`, `S`: all of it.
    All(Use),
    /// `every z in S`: those cells of it that can be z.
    Every(Use, Use),
}

/// `example "board" => r4c5<>7` or `silent "board"`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Whether the rule must fire here, and how: the eliminations or placements.
    pub expected: Option<Vec<Spanned<String>>>,
    /// Whether these are candidates of which it says that one is true: `=> one of r1c8=7, r2c3=5`.
    pub derives: bool,
    /// The board, in any form that the puzzle reader knows.
    pub board: Spanned<String>,
    /// The instance meant, by the value of the parameter: `example n=3 "..."`.
    pub instance: Option<Instance>,
    /// Where it is written.
    pub span: Span,
}
