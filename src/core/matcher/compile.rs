//! From a relation to plans: which of its cases stand by themselves, and which carry on what is
//! known already.
//!
//! A recursive case like `chain(g, m), m excludes k, strong(k, h)` passes one of its ends through:
//! `g` is mentioned nowhere else. Such a relation is the closure of a *step* from `m` to `h` that
//! depends on neither end, so the steps are found once and followed from wherever
//! somebody asks. Between clusters there are too many of them: a step that is an exclusion and a
//! fact is taken as these two, each when it is its turn. Any other recursion is worked out in rounds.

use std::sync::Arc;

use super::one_digit::of_one_digit;
use super::plan::Plan;
use super::relations::{Case, Compiled, Recursion, Relations};
use crate::lang::ir::{Condition, Pattern, Relation, Sort, Var};
use crate::lang::vars::{condition_vars, every_vars, presence_vars, relations_in};

/// The first and the second end of a relation.
const ENDS: [Var; 2] = [Var(0), Var(1)];

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

impl Relations {
    /// Makes plans for relations.
    pub fn new(source: &Arc<[Relation]>) -> Relations {
        Relations {
            source: Arc::clone(source),
            compiled: compile(source),
            of_one_digit: of_one_digit(source),
        }
    }
}

/// Makes plans for all relations.
fn compile(relations: &[Relation]) -> Vec<Compiled> {
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
        for used in relation.cases.iter().flat_map(relations_in) {
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
        (relation.cases.iter()).partition(|case| relations_in(case).iter().any(comes_back));
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
    if relations_in(case)
        .iter()
        .filter(|used| comes_back(used))
        .count()
        != 1
    {
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
    rest.read_shapes();
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
