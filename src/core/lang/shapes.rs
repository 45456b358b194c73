//! The shapes that the clauses of a pattern form.
//!
//! A shape is a propagation, in which each truth in turn forces a candidate until one has none
//! left, or a set of cells that is locked or almost locked. Lowering computes the [`Shapes`] of
//! every pattern. The matcher has faster searches for them, and the soundness check proves them for
//! all sizes at once. `rules show` prints them.
//!
//! An almost locked set consists of three conditions: `S in H`, `every candidate of S is in D`,
//! `|D| = |S| + 1`. A braid is `every candidate of V[i] is r[i] or is excluded by t or by an
//! earlier r`, with the conclusion that eliminates `t`. Any other condition of a rule changes the
//! shape.

use super::ir::{
    AlsPattern, Alternative, Conclusion, Condition, Every, ForcingClause, Kinds, Pattern,
    PropagationPattern, SetBetween, Shapes, Sort, Subject, Var, Variable,
};
use super::vars::{mentions, subject_vars};

impl Pattern {
    /// The declaration of a variable.
    #[inline]
    pub fn variable(&self, var: Var) -> &Variable {
        &self.variables[usize::from(var.0)]
    }

    /// The sort of a variable.
    #[inline]
    pub fn sort(&self, var: Var) -> Sort {
        self.variable(var).sort
    }

    /// True if a variable stands for one value, and not for a set.
    #[inline]
    pub fn is_single(&self, var: Var) -> bool {
        self.variable(var).size.is_none()
    }

    /// True if a variable is a single value of this sort.
    pub fn is_one(&self, var: Var, sort: Sort) -> bool {
        self.sort(var) == sort && self.is_single(var)
    }

    /// True if a variable stands for a single house.
    pub fn is_house(&self, var: Var) -> bool {
        matches!(self.sort(var), Sort::House(_)) && self.is_single(var)
    }

    /// Smallest and largest number of members of a variable.
    pub fn size(&self, var: Var) -> (u32, u32) {
        self.variable(var).size.unwrap_or((1, 1))
    }

    /// True if a symmetric condition holds between two variables, written in any order.
    pub fn says(&self, make: fn(Var, Var) -> Condition, a: Var, b: Var) -> bool {
        self.conditions.contains(&make(a, b)) || self.conditions.contains(&make(b, a))
    }

    /// Computes the shapes. Must be called again after any change of the pattern.
    pub fn read_shapes(&mut self) {
        self.shapes = shapes(self);
    }

    /// Whether the shapes are up to date.
    pub fn shapes_are_current(&self) -> bool {
        self.shapes == shapes(self)
    }
}

fn shapes(pattern: &Pattern) -> Shapes {
    let clauses = 0..pattern.knowledge.len();
    Shapes {
        propagation: propagation(pattern),
        locked: clauses.filter_map(|c| locked_set(pattern, c)).collect(),
        between: set_between(pattern),
    }
}

impl Shapes {
    /// Descriptions of the shapes, with the names of the pattern's variables.
    pub fn words(&self, pattern: &Pattern) -> Vec<String> {
        let name = |var: Var| pattern.variables[usize::from(var.0)].name.as_str();
        let propagation = self.propagation.iter().map(|found| {
            let shape = match (found.is_threaded(), found.symmetric) {
                (true, true) => "a whip",
                (false, true) => "a braid",
                _ => "a propagation",
            };
            let truths = found.clauses.len();
            format!("{shape} of {truths} truths against {}", name(found.target))
        });
        let locked = self.locked.iter().map(|set| {
            let shape = match set.spare {
                (0, 0) => "a locked set",
                _ => "an almost locked set",
            };
            format!(
                "{shape}: {} with the digits {}",
                name(set.cells),
                name(set.digits)
            )
        });
        propagation.chain(locked).collect()
    }
}

/// Reads a pattern as a propagation. `None` if the pattern has another form.
fn propagation(pattern: &Pattern) -> Option<PropagationPattern> {
    let [Conclusion::EliminateCandidate(target)] = *pattern.conclusions.as_slice() else {
        return None;
    };
    let sort = |var: Var| pattern.variables[usize::from(var.0)].sort;
    let plain = |v: &Variable| v.size.is_none() && !v.is_target;
    if sort(target) != Sort::Candidate
        || !pattern.presence.is_empty()
        || !pattern.variables.iter().all(plain)
    {
        return None;
    }
    let mut distinct = Vec::new();
    let mut excludes = Vec::new();
    let mut inside = Vec::new();
    for condition in &pattern.conditions {
        match condition {
            Condition::Distinct(a, b) => distinct.push((*a, *b)),
            Condition::Excludes(a, b) => excludes.push((*a, *b)),
            Condition::In(a, b) => inside.push((*a, *b)),
            _ => return None,
        }
    }
    let mut known = vec![target];
    let mut left: Vec<usize> = (0..pattern.knowledge.len()).collect();
    let mut clauses: Vec<ForcingClause> = Vec::new();
    while !left.is_empty() {
        let ready = |&clause: &usize| forced(pattern, clause, &known).is_some();
        let position = left.iter().position(ready)?;
        let clause = forced(pattern, left.remove(position), &known)?;
        // Only the last truth has no candidate left.
        if clause.forces.is_none() != left.is_empty() {
            return None;
        }
        known.extend(clause.forces.map(|(var, _)| var));
        clauses.push(clause);
    }
    if !excludes.is_empty() || !inside.is_empty() {
        thread(&mut clauses, &known, excludes, &inside)?;
    }
    let truths =
        (clauses.iter()).flat_map(|c| subject_vars(&c.subject).into_iter().chain(c.thread));
    let mut all: Vec<Var> = known.iter().copied().chain(truths).collect();
    all.sort_unstable();
    all.dedup();
    if clauses.is_empty() || all.len() != pattern.variables.len() {
        return None;
    }
    let all_earlier = |(i, c): (usize, &ForcingClause)| c.excluders.iter().copied().eq(0..=i);
    Some(PropagationPattern {
        target,
        symmetric: clauses.iter().enumerate().all(all_earlier),
        clauses,
        distinct,
    })
}

/// A clause whose excluders are all known.
fn forced(pattern: &Pattern, clause: usize, known: &[Var]) -> Option<ForcingClause> {
    let every = &pattern.knowledge[clause];
    if matches!(every.subject, Subject::Overlap(..)) {
        return None;
    }
    let mut forces = None;
    let mut excluders = Vec::new();
    for alternative in &every.alternatives {
        match alternative {
            Alternative::Excludes(var) => {
                excluders.push(known.iter().position(|k| k == var)?);
            }
            Alternative::Candidate(var) if forces.is_none() && !known.contains(var) => {
                let sort = pattern.variables[usize::from(var.0)].sort;
                forces = Some((*var, sort == Sort::Group));
            }
            _ => return None,
        }
    }
    excluders.sort_unstable();
    excluders.dedup();
    Some(ForcingClause {
        subject: every.subject.clone(),
        forces,
        excluders,
        thread: None,
    })
}

/// Finds for each clause the candidate of its truth that the literal just before it excludes.
/// `None` if there are other conditions.
fn thread(
    clauses: &mut [ForcingClause],
    known: &[Var],
    mut excludes: Vec<(Var, Var)>,
    inside: &[(Var, Var)],
) -> Option<()> {
    for (clause, before) in clauses.iter_mut().zip(known) {
        let Subject::Truth(truth) = clause.subject else {
            return None;
        };
        let (left, _) = *inside.iter().find(|(_, b)| *b == truth)?;
        let link = |&(a, b): &(Var, Var)| (a, b) == (*before, left) || (b, a) == (*before, left);
        excludes.swap_remove(excludes.iter().position(link)?);
        clause.thread = Some(left).filter(|left| !known.contains(left));
    }
    let all = clauses.iter().all(|c| c.thread.is_some());
    (all && excludes.is_empty() && inside.len() == clauses.len()).then_some(())
}

/// The locked or almost locked set of a clause, if the clause defines one.
fn locked_set(pattern: &Pattern, clause: usize) -> Option<AlsPattern> {
    let every = &pattern.knowledge[clause];
    let (Subject::Cells(cells), [Alternative::Digit(digits)]) =
        (&every.subject, every.alternatives.as_slice())
    else {
        return None;
    };
    let (cells, digits) = (*cells, *digits);
    let variable = |var: Var| &pattern.variables[usize::from(var.0)];
    let size = variable(cells).size?;
    let many = variable(digits).size?;
    let spare = pattern.conditions.iter().find_map(|c| match c {
        Condition::Sizes {
            left,
            right,
            plus,
            more,
        } if *left == [digits] && *right == [cells] => Some((
            u32::try_from(*plus).ok()?,
            u32::try_from(*plus).ok()? + more,
        )),
        _ => None,
    })?;
    let is_one_house =
        |h: &Var| matches!(variable(*h).sort, Sort::House(_)) && variable(*h).size.is_none();
    let houses = pattern.conditions.iter().filter_map(|c| match c {
        Condition::In(a, house) if *a == cells => Some(*house),
        _ => None,
    });
    let houses: Vec<Var> = houses.filter(is_one_house).collect();
    let is_free = |house: &Var| {
        let any_kind = variable(*house).sort == Sort::House(Kinds::ALL);
        any_kind && !variable(*house).is_target && mentions(pattern, *house) == 1
    };
    let free = houses.iter().copied().find(is_free);
    Some(AlsPattern {
        cells,
        digits,
        house: free.or(houses.first().copied())?,
        house_is_free: free.is_some(),
        clause,
        size,
        many,
        spare,
        exact: (pattern.conditions).contains(&Condition::Present(digits, cells)),
    })
}

/// The set of cells between the ends of a case of a relation, which are variables 0 and 1.
fn set_between(pattern: &Pattern) -> Option<SetBetween> {
    let whole = |end: Var| {
        let all = pattern.conditions.iter().enumerate();
        { all }.find_map(|(at, condition)| match condition {
            Condition::Whole { node, digit, cells } if *node == end => Some((at, *digit, *cells)),
            _ => None,
        })
    };
    let ((condition, first, cells), (_, second, same)) = (whole(Var(0))?, whole(Var(1))?);
    let digits = pattern.knowledge.iter().find_map(|every| match every {
        Every {
            subject: Subject::Cells(of),
            alternatives,
            ..
        } if *of == cells && cells == same => match alternatives.as_slice() {
            [Alternative::Digit(digits)] => Some(*digits),
            _ => None,
        },
        _ => None,
    })?;
    Some(SetBetween {
        ends: (first, second),
        cells,
        digits,
        condition,
    })
}
