//! From a relation to plans: which of its cases stand by themselves, and which carry on what is
//! known already.
//!
//! A recursive case like `chain(g, m), m excludes k, strong(k, h)` passes one of its ends through:
//! `g` is mentioned nowhere else. Such a relation is the closure of a *step* from `m` to `h` that
//! depends on neither end, so the steps are found once and followed from wherever
//! somebody asks. Any other recursion is worked out in rounds.

use super::super::plan::{Plan, alternative_vars, condition_vars, every_vars, subject_vars};
use crate::lang::ir::{Alternative, Condition, Pattern, Presence, Relation, Var};

/// The first and the second end of a relation.
const ENDS: [Var; 2] = [Var(0), Var(1)];

/// A case of a relation, ready to be looked for from its first end.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is looked for.
    pub pattern: Pattern,
    /// How, once the first end is bound.
    pub from_first: Plan,
    /// How, from everywhere at once.
    pub everywhere: Plan,
    /// The variables between which it holds.
    pub ends: (Var, Var),
    /// Conditions about nothing but the first end.
    pub at_once: Vec<Condition>,
}

impl Case {
    fn new(pattern: Pattern, ends: (Var, Var)) -> Case {
        let passed = (ENDS.iter().copied()).filter(|&v| v != ends.0 && v != ends.1);
        let passed: Vec<Var> = passed.collect();
        let bound: Vec<Var> = passed.iter().copied().chain([ends.0]).collect();
        let at_once = |c: &&Condition| condition_vars(c).iter().all(|var| *var == ends.0);
        Case {
            from_first: Plan::given(&pattern, &bound),
            everywhere: Plan::given(&pattern, &passed),
            at_once: pattern.conditions.iter().filter(at_once).cloned().collect(),
            pattern,
            ends,
        }
    }
}

/// How a relation comes about.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Cases that do not need the relation itself.
    pub base: Vec<Case>,
    /// What carries it on.
    pub recursion: Recursion,
    /// The relations that need it and that it needs, and itself.
    pub together: Vec<usize>,
    /// Whether it needs no other: then it is found from everywhere at once.
    pub is_plain: bool,
}

/// What carries a relation on.
#[derive(Clone, Debug)]
pub enum Recursion {
    /// Nothing.
    None,
    /// Steps after it: the first end is passed through.
    After(Vec<Case>),
    /// Steps before it: the second end is passed through.
    Before(Vec<Case>),
    /// Cases of any kind, of relations that need each other.
    Rounds(Vec<Case>),
}

/// Makes plans for all relations.
pub fn compile(relations: &[Relation]) -> Vec<Compiled> {
    let needs = needs(relations);
    let all = relations.iter().enumerate();
    all.map(|(id, relation)| one(id, relation, &needs))
        .collect()
}

/// For each relation, those it needs, directly or by way of others.
fn needs(relations: &[Relation]) -> Vec<Vec<bool>> {
    let mut needs = vec![vec![false; relations.len()]; relations.len()];
    for (id, relation) in relations.iter().enumerate() {
        for used in relation.cases.iter().flat_map(used_in) {
            needs[id][used] = true;
        }
    }
    for middle in 0..relations.len() {
        for from in 0..relations.len() {
            if needs[from][middle] {
                let further = needs[middle].clone();
                for (need, more) in needs[from].iter_mut().zip(further) {
                    *need |= more;
                }
            }
        }
    }
    needs
}

fn one(id: usize, relation: &Relation, needs: &[Vec<bool>]) -> Compiled {
    let comes_back = |used: &usize| *used == id || needs[*used][id];
    let (recursive, plain): (Vec<&Pattern>, Vec<&Pattern>) =
        (relation.cases.iter()).partition(|case| used_in(case).iter().any(comes_back));
    let whole = |case: &Pattern| Case::new(case.clone(), (ENDS[0], ENDS[1]));
    let steps = |end: usize| -> Option<Vec<Case>> {
        let step = |case: &&Pattern| step(case, id, end, &comes_back);
        recursive.iter().map(step).collect()
    };
    let recursion = if recursive.is_empty() {
        Recursion::None
    } else if let Some(after) = steps(0) {
        Recursion::After(after)
    } else if let Some(before) = steps(1) {
        Recursion::Before(before)
    } else {
        Recursion::Rounds(recursive.into_iter().map(whole).collect())
    };
    let together = (0..needs.len()).filter(|&r| r == id || needs[id][r] && needs[r][id]);
    Compiled {
        base: plain.into_iter().map(whole).collect(),
        recursion,
        together: together.collect(),
        is_plain: !needs[id].contains(&true),
    }
}

/// The step that a case takes, if it needs the relation once and passes this end through.
fn step(
    case: &Pattern,
    id: usize,
    end: usize,
    comes_back: &impl Fn(&usize) -> bool,
) -> Option<Case> {
    if used_in(case).iter().filter(|used| comes_back(used)).count() != 1 {
        return None;
    }
    let at = case
        .conditions
        .iter()
        .position(|condition| match condition {
            Condition::Relation(used, a, b) => *used == id && [*a, *b][end] == ENDS[end],
            _ => false,
        })?;
    let mut rest = case.clone();
    let Condition::Relation(_, a, b) = rest.conditions.remove(at) else {
        return None;
    };
    let passed = ENDS[end];
    let mentioned = (rest.conditions.iter().flat_map(condition_vars))
        .chain(rest.knowledge.iter().flat_map(every_vars))
        .chain(rest.presence.iter().flat_map(presence_vars));
    if { mentioned }.any(|var| var == passed) {
        return None;
    }
    let inner = [b, a][end];
    let ends = match end {
        0 => (inner, ENDS[1]),
        _ => (ENDS[0], inner),
    };
    (ends.0 != passed && ends.1 != passed).then(|| Case::new(rest, ends))
}

fn presence_vars(presence: &Presence) -> Vec<Var> {
    let alternatives = presence.alternatives.iter().flat_map(alternative_vars);
    let subject = subject_vars(&presence.subject).into_iter();
    subject.chain(alternatives).collect()
}

/// The relations that a pattern mentions.
pub fn used_in(pattern: &Pattern) -> Vec<usize> {
    let conditions = pattern.conditions.iter().filter_map(|c| match c {
        Condition::Relation(id, ..) => Some(*id),
        _ => None,
    });
    let mut used: Vec<usize> = conditions.collect();
    for alternative in pattern.knowledge.iter().flat_map(|e| &e.alternatives) {
        used_by(alternative, &mut used);
    }
    used
}

fn used_by(alternative: &Alternative, used: &mut Vec<usize>) {
    match alternative {
        Alternative::Relation(id, _) => used.push(*id),
        Alternative::All(parts) => parts.iter().for_each(|part| used_by(part, used)),
        _ => {}
    }
}
