//! The words for the sorts of variables, in the singular and plural.

/// The words for sorts. Singular and plural mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum SortWord {
    Digit,
    /// An open cell.
    Cell,
    /// Any cell, solved or not.
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
    /// Guardians: candidates of which at least one is true. Clauses define the guardians.
    Guardian,
    /// Links: the fewest digits in houses that contain some candidates. Clauses define the
    /// candidates.
    Link,
    /// Capacities: for each digit, the most places that a layout takes in some cells. Clauses
    /// define the cells.
    Capacity,
    /// A cage with a sum.
    Cage,
    /// A sum of cells, such as an arrow.
    Sum,
    /// A line with a condition on its cells, such as a thermometer.
    Path,
    /// A number outside the grid, such as a sandwich.
    Clue,
    /// The sum of houses minus the sums of cages in them.
    Equation,
    /// A cage, a sum, a path or a clue.
    Constraint,
}

impl SortWord {
    /// Every word, with its plural.
    pub const ALL: [(SortWord, &'static str, &'static str); 22] = [
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
        (SortWord::Capacity, "capacity", "capacities"),
        (SortWord::Cage, "cage", "cages"),
        (SortWord::Sum, "sum", "sums"),
        (SortWord::Path, "path", "paths"),
        (SortWord::Clue, "clue", "clues"),
        (SortWord::Equation, "equation", "equations"),
        (SortWord::Constraint, "constraint", "constraints"),
    ];

    /// The sort with this word.
    pub fn parse(text: &str) -> Option<SortWord> {
        let mut all = SortWord::ALL.iter();
        all.find(|(_, one, many)| *one == text || *many == text)
            .map(|(word, ..)| *word)
    }

    /// The word in the singular or plural.
    pub fn text(self, plural: bool) -> &'static str {
        let (_, one, many) = SortWord::ALL[self as usize];
        if plural { many } else { one }
    }
}
