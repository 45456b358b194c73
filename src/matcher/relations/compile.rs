//! From a relation to plans: which of its cases stand by themselves, and which carry on what is
//! known already.
//!
//! A recursive case like `chain(g, m), m excludes k, strong(k, h)` passes one of its ends through:
//! `g` is mentioned nowhere else. Such a relation is the closure of a *step* from `m` to `h` that
//! depends on neither end, so the steps are found once and followed from wherever
//! somebody asks. Between clusters there are too many of them: a step that is an exclusion and a
//! fact is taken as these two, each when it is its turn. Any other recursion is worked out in rounds.

use super::super::plan::Plan;
use crate::lang::ir::{Alternative, Conclusion, Condition, Pattern, Relation, Sort, Var};
use crate::lang::vars::{condition_vars, every_vars, presence_vars};

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
    /// The same on boards that are too large for tables.
    pub without_tables: Plan,
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
        let (everywhere, without_tables) = Plan::of_case(&pattern, &passed);
        Case {
            from_first: Plan::given(&pattern, &bound),
            everywhere,
            without_tables,
            at_once: pattern.conditions.iter().filter(at_once).cloned().collect(),
            pattern,
            ends,
        }
    }

    /// The relation of a step that is an exclusion, then this relation, between clusters.
    fn hop(&self) -> Option<usize> {
        let Pattern {
            variables,
            conditions,
            knowledge,
            presence,
            ..
        } = &self.pattern;
        let [
            Condition::Excludes(from, over),
            Condition::Relation(relation, onto, to),
        ] = conditions.as_slice()
        else {
            return None;
        };
        let are_clusters = variables.iter().all(|v| v.sort == Sort::Cluster);
        let is_hop = are_clusters && (*from, *to) == self.ends && over == onto;
        (is_hop && knowledge.is_empty() && presence.is_empty()).then_some(*relation)
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
    /// The relation of which each step is an exclusion and a fact, if its steps are like that.
    pub hop: Option<usize>,
    /// Whether it may change when a cluster joins.
    pub has_clusters: bool,
    /// The relations by which clusters join, as far as it needs them.
    pub joining: Vec<usize>,
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
    all.map(|(id, relation)| {
        let needed = (0..relations.len()).filter(|&other| other == id || needs[id][other]);
        let of_clusters = { needed }.filter(|&r| speaks_of_clusters(&relations[r]));
        let of_clusters: Vec<usize> = of_clusters.collect();
        let is_plain = |r: &usize| !needs[*r].contains(&true);
        Compiled {
            has_clusters: !of_clusters.is_empty(),
            joining: of_clusters.into_iter().filter(is_plain).collect(),
            ..one(id, relation, &needs)
        }
    })
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
    let hop = match &recursion {
        Recursion::After(cases) | Recursion::Before(cases) => match cases.as_slice() {
            [case] => case.hop().filter(|&relation| !needs[relation][relation]),
            _ => None,
        },
        _ => None,
    };
    let together = (0..needs.len()).filter(|&r| r == id || needs[id][r] && needs[r][id]);
    Compiled {
        base: plain.into_iter().map(whole).collect(),
        recursion,
        together: together.collect(),
        is_plain: !needs[id].contains(&true),
        hop,
        has_clusters: false,
        joining: Vec::new(),
    }
}

/// Whether a relation speaks of clusters.
fn speaks_of_clusters(relation: &Relation) -> bool {
    let mut variables = relation.cases.iter().flat_map(|case| &case.variables);
    variables.any(|v| v.sort == Sort::Cluster)
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

/// The relations that a pattern mentions.
pub fn used_in(pattern: &Pattern) -> Vec<usize> {
    let conditions = pattern.conditions.iter().filter_map(|c| match c {
        Condition::Relation(id, ..) => Some(*id),
        _ => None,
    });
    let conclusions = pattern.conclusions.iter().filter_map(|c| match c {
        Conclusion::EliminateLinks(id, ..) => Some(*id),
        _ => None,
    });
    let mut used: Vec<usize> = conditions.chain(conclusions).collect();
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
