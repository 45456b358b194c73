//! A pattern ready to be looked for.
//!
//! Takes one pattern of a technique (an X-wing along rows), with all that is read off its clauses before anything is looked for: its plan, what must be on the board for a
//! match, and whether it is one of the shapes that need no plan. Gives its matches in a position. What is cheap to ask is asked first.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::lang::ir::{Condition, Pattern, PropagationPattern, Relation, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::node_join::NodeJoin;
use crate::matcher::exec::related_ends::RelatedEnds;
use crate::matcher::exec::search::Execution;
use crate::matcher::explain::found::Match;
use crate::matcher::explain::gather::{FoundMatches, MatchKind};
use crate::matcher::index::als;
use crate::matcher::index::board::Tables;
use crate::matcher::index::position::{Changes, Position};
use crate::matcher::op::crossing_links::CrossingLinks;
use crate::matcher::op::singles::LoneCandidate;
use crate::matcher::op::tight_set::TightSets;
use crate::matcher::plan::Plan;
use crate::matcher::query::counts::CellCounts;
use crate::matcher::query::delta::{SmallDelta, first_digits};
use crate::matcher::relation::{PositionCache, Relations};

/// A pattern with its plan, and what is known of it.
#[derive(Clone, Debug)]
pub struct CompiledPattern {
    pub plan: Plan,
    /// For boards that are too large for tables.
    without_tables: Plan,
    /// What its matches rest on.
    pub kind: MatchKind,
    /// If one truth after the other forces a candidate.
    pub propagation: Option<PropagationPattern>,
    /// How many candidates its truths have, if that is bounded.
    few: Option<SmallDelta>,
    /// How many cells with more than two candidates there may be, if that is bounded.
    crowded: Option<usize>,
    /// What must be there for a match.
    needs: CellCounts,
    /// If its candidates are bound together by several relations.
    network: Option<NodeJoin>,
    /// If its conclusions follow from the two ends of a relation.
    ends: Option<RelatedEnds>,
    /// If it is a truth with one candidate.
    pub lone: Option<LoneCandidate>,
    /// If it is the links of the cells where lines cross.
    crossed: Option<CrossingLinks>,
    /// If it is so many truths that fit into as many links.
    tight: Option<TightSets>,
}

/// A look at a position.
pub struct FindContext<'a> {
    pub tables: &'a Tables,
    pub position: &'a Position,
    /// Whether only matches are wanted that were not there after so many steps.
    pub since: Option<u32>,
    /// What is known of the position.
    pub cache: &'a PositionCache,
    /// Whether the technique is proved sound.
    pub proved: bool,
    /// What has changed since, once somebody asked.
    pub changes: OnceCell<Option<Changes>>,
}

impl<'a> FindContext<'a> {
    fn bindings(&self, pattern: &'a Pattern) -> Bindings<'a> {
        Bindings::new(self.tables, self.position, &pattern.variables, self.cache)
    }

    fn changes(&self) -> Option<&Changes> {
        let changes = || { self.since }.map(|since| self.position.changes_since(since));
        self.changes.get_or_init(changes).as_ref()
    }
}

impl CompiledPattern {
    /// Reads a pattern that may use these relations.
    pub fn of(
        pattern: &Pattern,
        relations: &Relations,
        source: &Arc<[Relation]>,
    ) -> CompiledPattern {
        CompiledPattern {
            plan: Plan::new(pattern, &relations.of_one_digit),
            without_tables: Plan::without_tables(pattern),
            kind: MatchKind::of(pattern, relations),
            propagation: pattern.shapes.propagation.clone(),
            few: SmallDelta::of(pattern, source),
            crowded: most_crowded(pattern),
            needs: CellCounts::of(pattern),
            network: NodeJoin::of(pattern),
            ends: RelatedEnds::of(pattern),
            lone: LoneCandidate::of(pattern),
            crossed: CrossingLinks::of(pattern),
            tight: TightSets::of(pattern),
        }
    }

    /// Whether there can be no match, or no new one, as far as the position knows without a look.
    pub fn is_out_of_the_question(&self, position: &Position, since: Option<u32>) -> bool {
        let is_old =
            { since.zip(self.few) }.is_some_and(|(since, few)| !few.have_changed(position, since));
        is_old || !self.needs.are_met(position)
    }

    /// The matches of the pattern, which has this number among those of its technique.
    pub fn find<'a>(
        &'a self,
        pattern: &'a Pattern,
        number: usize,
        look: &'a FindContext<'a>,
    ) -> Vec<Match> {
        let (tables, position, budget) = (look.tables, look.position, &look.cache.budget);
        if self.is_out_of_the_question(position, look.since) {
            return Vec::new();
        }
        if let Some(lone) = &self.lone
            && let Some(found) = lone.find(tables, position, look.since)
        {
            budget.count(found.len());
            let in_full = |found| lone.in_full(found, number);
            return found.into_iter().map(in_full).collect();
        }
        let tight = { self.tight.as_ref() }.map(|tight| tight.find(tables, position, look.since));
        let mut found = FoundMatches::of(self.kind);
        if let Some(Some(tight)) = tight {
            let mut tight = tight.into_iter();
            if let Some(first) = tight.next() {
                let mut bindings = look.bindings(pattern);
                for values in std::iter::once(first).chain(tight) {
                    bindings.values = values;
                    found.add(pattern, &bindings);
                }
            }
            budget.count(found.count());
        } else {
            self.search(pattern, look, &mut found);
        }
        found.into_matches(number).collect()
    }

    /// Looks for the pattern by binding its variables.
    fn search<'a>(
        &'a self,
        pattern: &'a Pattern,
        look: &'a FindContext<'a>,
        found: &mut FoundMatches,
    ) {
        let bindings = look.bindings(pattern);
        let budget = &look.cache.budget;
        if let Some(crossed) = &self.crossed
            && crossed.run(&bindings, |bindings| found.add(pattern, bindings))
        {
            return budget.count(found.count());
        }
        let crowded = |most| bindings.crowded_cells().len() > most;
        if self.crowded.is_some_and(crowded) {
            return;
        }
        let plan = match look.position.board().cell_count() <= als::MAX_U128_CELLS {
            true => &self.plan,
            false => &self.without_tables,
        };
        if !self.may_match(pattern, plan, &bindings, look) {
            return;
        }
        match &self.propagation {
            Some(propagation) => {
                propagation.run(&bindings, |bindings| found.add(pattern, bindings));
            }
            None => {
                let add = |bindings: &Bindings<'_>| {
                    found.add(pattern, bindings);
                    budget.count(found.count());
                };
                Execution::all(bindings, pattern, plan, look.changes(), look.proved, add);
            }
        }
        found.explain_chains(pattern, || look.bindings(pattern));
    }

    /// Whether the pattern may match, as far as relations that it uses say without a variable being bound.
    fn may_match(
        &self,
        pattern: &Pattern,
        plan: &Plan,
        bindings: &Bindings<'_>,
        look: &FindContext<'_>,
    ) -> bool {
        if !self.kind.by_relations {
            return true;
        }
        // If it begins with a digit, that is one of these.
        let only_removable = look.proved && plan.of_one_digit;
        let digits = first_digits(plan, only_removable, bindings, look.changes());
        if digits.is_some_and(|(_, digits)| digits == 0) {
            return false;
        }
        let may_hold = |condition: &Condition| match condition {
            Condition::Relation(relation, ..) => bindings.cache.may_hold(bindings, *relation),
            _ => true,
        };
        let by_network = |network: &NodeJoin| network.may_match(bindings, digits);
        let by_ends = |ends: &RelatedEnds| ends.may_match(pattern, bindings);
        pattern.conditions.iter().all(may_hold)
            && self.network.as_ref().is_none_or(by_network)
            && self.ends.as_ref().is_none_or(by_ends)
    }
}

/// How many cells with more than two candidates there may be where a pattern speaks of a grave: those that it names.
fn most_crowded(pattern: &Pattern) -> Option<usize> {
    let size = |var: &Var| pattern.variables[usize::from(var.0)].size;
    pattern
        .conditions
        .iter()
        .find_map(|condition| match condition {
            Condition::DeadlyBut { cells, .. } => {
                let sizes = cells
                    .iter()
                    .map(|var| size(var).map_or(1, |(_, most)| most));
                Some(sizes.sum::<u32>() as usize)
            }
            _ => None,
        })
}
