//! Compiles a relation to plans: base cases, and recursive cases that extend known facts.
//!
//! A recursive case like `chain(g, m), m excludes k, strong(k, h)` passes one of its ends through:
//! `g` is mentioned nowhere else. Such a relation is the closure of a *step* from `m` to `h` that
//! depends on neither end, so the steps are found once and followed from any node. A step that is
//! an exclusion and a fact needs no search: its two edges are followed one after the other.
//!
//! A case may use the relation several times, as a net does: `every candidate of W is q or p
//! net_refutes it` needs all that p refutes so far. If all uses start from the first end, each end
//! is independent of the others and is computed on first use. Any other recursion is a fixpoint
//! over all ends at once.

use std::sync::Arc;

use crate::lang::ir::{Alternative, Condition, Pattern, Relation, Sort, Var, Variable};
use crate::lang::vars::{condition_vars, every_vars, presence_vars, relations_in};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::op::als_table::ALS_TABLE;
use crate::matcher::plan::Plan;
use crate::matcher::plan::build::case_plan;
use crate::matcher::query::one_digit::of_one_digit;
use crate::matcher::relation::Relations;
use crate::matcher::relation::net::is_net;
use crate::matcher::relation::pairs::PairInTruth;
use crate::matcher::relation::path::{Hop, PathCase};
use crate::matcher::relation::table::FactNumbers;
use crate::matcher::relation::twins::TwinCells;

/// The first and the second end of a relation.
const ENDS: [Var; 2] = [Var(0), Var(1)];

/// A case of a relation, compiled for searches from its first end.
#[derive(Clone, Debug)]
pub struct CompiledCase {
    /// The pattern of the case.
    pub pattern: Pattern,
    /// The plan when the first end is bound.
    pub from_first: Plan,
    /// The plan when no end is bound.
    pub everywhere: Plan,
    /// The plan without bound ends for boards that are too large for tables.
    pub without_tables: Plan,
    /// The variables of the two ends.
    pub ends: (Var, Var),
    /// Conditions on the first end alone.
    pub at_once: Vec<Condition>,
    /// The case as a path, if it has no other constraints.
    pub path: Option<PathCase>,
    /// A relation that must hold from the first end.
    pub begins: Option<usize>,
    /// Set if the case says that two nodes are all candidates of a truth.
    pub pair: Option<PairInTruth>,
    /// Set if the case says that two nodes are one digit of two cells with the same two digits.
    pub twins: Option<TwinCells>,
}

/// A relation with its plans and the kind of its recursion.
#[derive(Clone, Debug)]
pub struct CompiledRelation {
    /// Cases that do not need the relation itself.
    pub base: Vec<CompiledCase>,
    /// The kind of recursion.
    pub recursion: Recursion,
    /// This relation and all relations that are mutually recursive with it.
    pub together: Vec<usize>,
    /// True if the relation needs no other. Then all its facts are found at once.
    pub is_plain: bool,
    /// The parts of each step, if all steps are an exclusion followed by a fact of another
    /// relation.
    pub hop: Option<Hop>,
    /// True if its base cases and its steps are paths of facts.
    pub is_paths: bool,
    /// `Some(r)` if the base case of this relation is exactly `r(p, q)` and `r` uses no other
    /// relation. Its facts are then those of `r`.
    pub base_of: Option<usize>,
    /// True if the relation consists of hops along facts of one truth each. Then the steps give the
    /// length of a chain and the exclusions along it.
    pub is_bare: bool,
    /// True if the facts may change when a cluster is added.
    pub has_clusters: bool,
    /// The relations that add clusters and that this relation needs.
    pub joining: Vec<usize>,
    /// True if the relation is a net: the consequences of its first end by singles.
    pub is_net: bool,
    /// True if this relation, or a relation that it needs, keeps its first end fixed in every
    /// recursion.
    pub by_nets: bool,
}

impl CompiledRelation {
    /// The path of the relation, if it has one base case and that is a path.
    fn only_path(&self) -> Option<&PathCase> {
        match self.base.as_slice() {
            [case] => case.path.as_ref(),
            _ => None,
        }
    }

    /// The relation that this relation renames, if recursion is ignored.
    pub fn alias(&self) -> Option<usize> {
        self.only_path()?.alias()
    }

    /// The sort of the ends, if the base case holds between any two nodes that exclude each other.
    pub fn exclusion(&self) -> Option<Sort> {
        self.only_path()?.exclusion()
    }
}

/// The recursion of a relation.
#[derive(Clone, Debug)]
pub enum Recursion {
    /// No recursion.
    None,
    /// Steps at the end: the first end is passed through.
    After(Vec<CompiledCase>),
    /// Steps at the beginning: the second end is passed through.
    Before(Vec<CompiledCase>),
    /// Cases that use the relation any number of times, always from the first end. The facts of
    /// each first end are computed on their own.
    FromEnd(Vec<CompiledCase>),
    /// Cases of any kind, of mutually recursive relations.
    Fixpoint(Vec<CompiledCase>),
}

impl Recursion {
    /// True if facts are found in iterations, each from the facts of earlier ones.
    pub fn is_iterated(&self) -> bool {
        matches!(self, Recursion::FromEnd(_) | Recursion::Fixpoint(_))
    }
}

impl CompiledCase {
    /// The relation that the case renames.
    pub fn alias(&self) -> Option<usize> {
        self.path.as_ref()?.alias()
    }

    /// Reads all facts and their bindings from the position. Returns `false` if only the plan can
    /// find them.
    pub fn all_facts(
        &self,
        bindings: &Bindings<'_>,
        found: &mut dyn FnMut((NodeId, NodeId), &FactNumbers),
    ) -> bool {
        { self.pair.as_ref() }.is_some_and(|pair| pair.find(bindings, &mut *found)) || {
            self.twins.as_ref()
        }
        .is_some_and(|twins| twins.find(bindings, &mut *found))
    }

    fn new(pattern: Pattern, ends: (Var, Var)) -> CompiledCase {
        let passed = (ENDS.iter().copied()).filter(|&v| v != ends.0 && v != ends.1);
        let passed: Vec<Var> = passed.collect();
        let bound: Vec<Var> = passed.iter().copied().chain([ends.0]).collect();
        let at_once = |c: &&Condition| condition_vars(c).iter().all(|var| *var == ends.0);
        let sources = (ALS_TABLE.recognise)(&pattern);
        let everywhere = case_plan(&pattern, &passed, &sources);
        CompiledCase {
            pair: PairInTruth::of(&pattern, ends, &everywhere),
            twins: TwinCells::of(&pattern, ends, &everywhere),
            from_first: case_plan(&pattern, &bound, &[]),
            without_tables: case_plan(&pattern, &passed, &[]),
            everywhere,
            path: PathCase::of(&pattern, ends),
            begins: pattern.conditions.iter().find_map(|c| match c {
                Condition::Relation(relation, a, _) if *a == ends.0 => Some(*relation),
                _ => None,
            }),
            at_once: pattern.conditions.iter().filter(at_once).cloned().collect(),
            pattern,
            ends,
        }
    }
}

impl Relations {
    /// Compiles relations.
    pub fn new(source: &Arc<[Relation]>) -> Relations {
        Relations {
            source: Arc::clone(source),
            compiled: compile(source),
            of_one_digit: of_one_digit(source),
        }
    }

    /// True if a pattern, or a relation that it uses, has variables for groups or clusters.
    pub fn use_groups(&self, pattern: &Pattern) -> bool {
        let of_groups = |v: &Variable| matches!(v.sort, Sort::Group | Sort::Cluster);
        let mut used = relations_in(pattern);
        let mut next = 0;
        while let Some(&id) = used.get(next) {
            next += 1;
            for case in &self.source[id].cases {
                let new = { relations_in(case).into_iter() }.filter(|other| !used.contains(other));
                used.extend(new.collect::<Vec<usize>>());
            }
        }
        let cases = used.iter().flat_map(|&id| &self.source[id].cases);
        { cases.chain([pattern]) }.any(|pattern| pattern.variables.iter().any(of_groups))
    }
}

/// Compiles all relations.
fn compile(relations: &[Relation]) -> Vec<CompiledRelation> {
    let needs = needs(relations);
    let all = relations.iter().enumerate();
    let mut compiled: Vec<CompiledRelation> = all
        .map(|(id, relation)| {
            let needed = (0..relations.len()).filter(|&other| other == id || needs[id][other]);
            let of_clusters = { needed }.filter(|&r| uses_clusters(&relations[r]));
            let of_clusters: Vec<usize> = of_clusters.collect();
            let is_plain = |r: &usize| !needs[*r].contains(&true);
            CompiledRelation {
                has_clusters: !of_clusters.is_empty(),
                joining: of_clusters.iter().copied().filter(is_plain).collect(),
                ..one(id, relation, &needs, of_clusters.is_empty())
            }
        })
        .collect();
    let is_held = |c: &CompiledRelation| matches!(c.recursion, Recursion::FromEnd(_));
    let held: Vec<bool> = compiled.iter().map(is_held).collect();
    for (id, compiled) in compiled.iter_mut().enumerate() {
        compiled.by_nets = (0..held.len()).any(|r| held[r] && (r == id || needs[id][r]));
    }
    let bases: Vec<Option<usize>> = compiled.iter().map(|c| base_of(c, &compiled)).collect();
    for (compiled, base) in compiled.iter_mut().zip(bases) {
        compiled.base_of = base;
    }
    let bare: Vec<bool> = compiled.iter().map(|c| is_bare(c, &compiled)).collect();
    for (compiled, is_bare) in compiled.iter_mut().zip(bare) {
        compiled.is_bare = is_bare;
    }
    compiled
}

/// The relation that another relation renames, if recursion is ignored. The other relation has a
/// single base case without further constraints, and ends of the same sorts.
fn base_of(relation: &CompiledRelation, all: &[CompiledRelation]) -> Option<usize> {
    let base = relation.alias()?;
    let sorts = |case: &CompiledCase| {
        (
            case.pattern.sort(case.ends.0),
            case.pattern.sort(case.ends.1),
        )
    };
    let own = relation.base.first().map(sorts);
    let is_same = |case: &CompiledCase| Some(sorts(case)) == own;
    let fits = all[base].is_plain && all[base].base.iter().all(is_same);
    let is_iterated = relation.recursion.is_iterated();
    (fits && !relation.has_clusters && !is_iterated).then_some(base)
}

/// True if a relation consists of hops along facts of one truth each, without other exclusions or
/// facts.
fn is_bare(relation: &CompiledRelation, all: &[CompiledRelation]) -> bool {
    let is_truth = |case: &CompiledCase| {
        let is_plain =
            |c: &Condition| !matches!(c, Condition::Excludes(..) | Condition::Relation(..));
        case.pattern.conditions.iter().all(is_plain) && case.pattern.set_between().is_none()
    };
    let are_truths = |of: &CompiledRelation| of.is_plain && of.base.iter().all(is_truth);
    let by_truths = |case: &CompiledCase| case.alias().is_some_and(|alias| are_truths(&all[alias]));
    relation
        .hop
        .is_some_and(|hop| are_truths(&all[hop.relation]))
        && relation
            .base
            .iter()
            .all(|case| is_truth(case) || by_truths(case))
}

/// For each relation, the relations it needs, directly or indirectly.
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

fn one(
    id: usize,
    relation: &Relation,
    needs: &[Vec<bool>],
    may_hold_end: bool,
) -> CompiledRelation {
    let comes_back = |used: &usize| *used == id || needs[*used][id];
    let (recursive, plain): (Vec<&Pattern>, Vec<&Pattern>) =
        (relation.cases.iter()).partition(|case| relations_in(case).iter().any(comes_back));
    let whole = |case: &Pattern| CompiledCase::new(case.clone(), (ENDS[0], ENDS[1]));
    let steps = |end: usize| -> Option<Vec<CompiledCase>> {
        let step = |case: &&Pattern| step(case, id, end, &comes_back);
        recursive.iter().map(step).collect()
    };
    let recursion = if recursive.is_empty() {
        Recursion::None
    } else if let Some(after) = steps(0) {
        Recursion::After(after)
    } else if let Some(before) = steps(1) {
        Recursion::Before(before)
    } else if may_hold_end
        && recursive
            .iter()
            .all(|case| holds_first(case, id, &comes_back))
    {
        Recursion::FromEnd(recursive.into_iter().map(whole).collect())
    } else {
        Recursion::Fixpoint(recursive.into_iter().map(whole).collect())
    };
    let hop = match &recursion {
        Recursion::After(cases) | Recursion::Before(cases) => match cases.as_slice() {
            [case] => { case.path.as_ref().and_then(PathCase::hop) }
                .filter(|hop| !needs[hop.relation][hop.relation]),
            _ => None,
        },
        _ => None,
    };
    let are_facts = |cases: &[CompiledCase]| {
        let is_facts = |case: &CompiledCase| case.path.as_ref().and_then(PathCase::relations);
        cases.iter().all(|case| is_facts(case).is_some())
    };
    let base: Vec<CompiledCase> = plain.iter().map(|case| whole(case)).collect();
    let is_paths = are_facts(&base)
        && match &recursion {
            Recursion::None => true,
            Recursion::After(cases) | Recursion::Before(cases) => are_facts(cases),
            Recursion::FromEnd(_) | Recursion::Fixpoint(_) => false,
        };
    let together = (0..needs.len()).filter(|&r| r == id || needs[id][r] && needs[r][id]);
    CompiledRelation {
        is_net: matches!(recursion, Recursion::FromEnd(_)) && is_net(id, relation),
        by_nets: false,
        base_of: None,
        is_bare: false,
        is_paths,
        base,
        recursion,
        together: together.collect(),
        is_plain: !needs[id].contains(&true),
        hop,
        has_clusters: false,
        joining: Vec::new(),
    }
}

/// True if a case uses the relation from its first end only, and uses no other relation that needs
/// it.
fn holds_first(case: &Pattern, id: usize, comes_back: &impl Fn(&usize) -> bool) -> bool {
    let in_conditions = case
        .conditions
        .iter()
        .filter(|c| matches!(c, Condition::Relation(used, a, _) if *used == id && *a == ENDS[0]));
    let alternatives = case.knowledge.iter().flat_map(|every| &every.alternatives);
    let as_verbs = alternatives.filter(
        |a| matches!(a, Alternative::RelationFrom(used, a) if *used == id && *a == ENDS[0]),
    );
    let uses = relations_in(case).into_iter().filter(comes_back).count();
    uses == in_conditions.count() + as_verbs.count()
}

/// True if a relation has variables for clusters.
fn uses_clusters(relation: &Relation) -> bool {
    let mut variables = relation.cases.iter().flat_map(|case| &case.variables);
    variables.any(|v| v.sort == Sort::Cluster)
}

/// The step of a recursive case, if the case uses the relation once and passes this end through.
fn step(
    case: &Pattern,
    id: usize,
    end: usize,
    comes_back: &impl Fn(&usize) -> bool,
) -> Option<CompiledCase> {
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
    (ends.0 != passed && ends.1 != passed).then(|| CompiledCase::new(rest, ends))
}
