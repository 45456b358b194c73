//! Search for patterns in which one truth after the other forces a candidate, until a truth is
//! empty.
//!
//! A [`PropagationPattern`] is a target with truths and the candidates (or groups) that they force:
//! whips, braids and mined rules. The search gives one match for each target, because a target has
//! far too many refutations to list.
//!
//! In a braid, all earlier forced candidates may exclude candidates of a truth. In a whip, each
//! truth must also have a candidate that the literal just before it excludes.
//! [`propagate`](crate::propagate) finds both, whatever their length. Patterns that name excluders,
//! cells or digits are followed clause by clause. So are whips in positions with singles, because a
//! truth with one candidate allows more whips than the scale of whips counts.
//!
//! *Binds* all variables. *Discharges* everything if the clauses are followed. For braids and whips
//! symmetry and delta: one refutation is found for each target, changed or not. *Order*: by target.
//! *Cost*: that of the refuter, which reads the position once for all lengths. *Falls back to* the
//! clauses for whips in a position with singles, because a whip can pass through a truth with one
//! candidate and back.

use crate::grid::{Candidate, Group};
use crate::lang::ir::{ForcingClause, Pattern, PropagationPattern, Subject, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::index::value::Value;
use crate::matcher::op::forcing::ClauseSearch;
use crate::matcher::op::grouped_braid::GroupedBraids;
use crate::matcher::op::source::{Operator, RowSource, Rows, sources};
use crate::matcher::query::constraint::Constraint;
use crate::propagate::RefutationKind;

/// Recognises braids and whips of any length.
pub const BRAIDS: Operator = Operator {
    name: "braids",
    recognise: |pattern| {
        let forcing = Forcing::of(pattern, PropagationPattern::length_of_braid);
        sources(forcing.filter(|forcing| forcing.braid.is_some()))
    },
};

/// Operator for patterns in which one truth after the other forces a candidate.
pub const FORCING: Operator = Operator {
    name: "forcing",
    recognise: |pattern| sources(Forcing::of(pattern, |_| None)),
};

/// One refutation for each target.
#[derive(Debug)]
struct Forcing {
    propagation: PropagationPattern,
    variables: usize,
    /// Kind and length, for braids and whips that the propagation engine finds.
    braid: Option<(RefutationKind, usize)>,
}

impl Forcing {
    fn of(
        pattern: &Pattern,
        braid: impl Fn(&PropagationPattern) -> Option<(RefutationKind, usize)>,
    ) -> Option<Forcing> {
        let propagation = pattern.shapes.propagation.clone()?;
        Some(Forcing {
            braid: braid(&propagation),
            propagation,
            variables: pattern.variables.len(),
        })
    }

    /// Finds the refutations by the propagation engine.
    fn braids<'a>(
        &self,
        exec: &mut Execution<'a>,
        (kind, length): (RefutationKind, usize),
        row: &mut OnRow<'_, 'a>,
    ) -> Rows {
        let (position, cache) = (exec.bindings.position, exec.bindings.cache);
        let mut refuter = cache.refuter(position);
        if kind == RefutationKind::Whip && refuter.has_singles() {
            return Rows::Declined;
        }
        let mut targets = 0..refuter.target_count();
        while let Some((next, found)) =
            refuter.find(position.board(), kind, length, targets.clone())
        {
            targets.start = next;
            let forced = found.forced.into_iter().map(|(c, truth)| (vec![c], truth));
            let values = (self.propagation).values_of_braid(
                &exec.bindings,
                found.target,
                forced.collect(),
                found.empty,
            );
            if let Some(values) = values {
                exec.bindings.values.clear();
                exec.bindings.values.extend(values.into_iter().map(Some));
                row(exec);
            }
        }
        if refuter.is_stopped() {
            cache.budget.end();
        }
        Rows::All
    }
}

impl RowSource for Forcing {
    fn name(&self) -> &'static str {
        match self.braid {
            Some(_) => BRAIDS.name,
            None => FORCING.name,
        }
    }

    fn binds(&self) -> Vec<Var> {
        (0..self.variables).map(|var| Var(var as u16)).collect()
    }

    fn leads(&self) -> bool {
        true
    }

    fn keeps_order(&self) -> bool {
        self.braid.is_some()
    }

    fn discharges(&self, constraint: &Constraint, _: &Pattern) -> bool {
        let of_braids = matches!(
            constraint,
            Constraint::Order(..) | Constraint::ChangedTruth | Constraint::ChangedHouses(_)
        );
        self.braid.is_none() || of_braids
    }

    fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        _: &[Constraint],
        row: &mut OnRow<'_, 'a>,
    ) -> Rows {
        if let Some(braid) = self.braid {
            return self.braids(exec, braid, row);
        }
        let bindings = exec.bindings.clone();
        self.propagation.run(&bindings, |found| {
            exec.bindings.values.clone_from(&found.values);
            row(exec);
        });
        Rows::All
    }
}

impl PropagationPattern {
    /// Kind and number of truths, if the pattern is a braid or a whip: any truths may force
    /// candidates, and all earlier forced candidates may be excluders.
    pub fn length_of_braid(&self) -> Option<(RefutationKind, usize)> {
        let is_plain = |clause: &ForcingClause| {
            let single = clause.forces.is_none_or(|(_, group)| !group);
            single && matches!(clause.subject, Subject::Truth(_))
        };
        let threads: Vec<Var> = self.clauses.iter().filter_map(|c| c.thread).collect();
        let is_thread = |&(a, b): &(Var, Var)| threads.contains(&a) && threads.contains(&b);
        let is_braid = self.symmetric
            && self.distinct.iter().all(is_thread)
            && self.clauses.iter().all(is_plain);
        let kind = match self.is_threaded() {
            true => RefutationKind::Whip,
            false => RefutationKind::Braid,
        };
        is_braid.then_some((kind, self.clauses.len()))
    }

    /// The values of the variables of a braid for a refutation that is not longer than the pattern.
    pub fn values_of_braid(
        &self,
        bindings: &Bindings<'_>,
        target: Candidate,
        forced: Vec<(Vec<Candidate>, Group)>,
        empty: Group,
    ) -> Option<Vec<Value>> {
        let board = bindings.position.board();
        // If the refutation is shorter than the pattern, the target fills the unused clauses. There
        // it is the last candidate of a truth.
        let missing = self.clauses.len().checked_sub(forced.len() + 1)?;
        let filler = (vec![target], board.cell_group(board.cell_of(target)));
        let mut chain: Vec<_> = std::iter::repeat_n(filler, missing)
            .chain(forced)
            .chain([(Vec::new(), empty)])
            .collect();
        let mut values = vec![None; bindings.variables.len()];
        let mut bind = |var: Var, value: Value| values[usize::from(var.0)] = Some(value);
        bind(self.target, Value::of(board, &[target]));
        if self.is_threaded() {
            let threads = self.clauses.iter().filter_map(|c| c.thread);
            let ways = thread_through(bindings, target, missing, &chain)?;
            for ((var, (truth, left)), step) in threads.zip(ways).zip(&mut chain) {
                step.1 = truth;
                bind(var, Value::of(board, &[left]));
            }
        }
        for (clause, (candidates, truth)) in self.clauses.iter().zip(&chain) {
            let Subject::Truth(var) = clause.subject else {
                return None;
            };
            bind(var, Value::Truth(*truth));
            if let Some((var, _)) = clause.forces {
                bind(var, Value::of(board, candidates));
            }
        }
        values.into_iter().collect()
    }

    /// Calls `found` with the bindings of one match for each target that has one.
    pub fn run(&self, bindings: &Bindings<'_>, mut found: impl FnMut(&Bindings<'_>)) {
        let position = bindings.position;
        let (board, state) = (position.board(), position.state());
        let truths: Vec<Group> = position.open_truths().collect();
        if !self.is_grouped_braid() {
            ClauseSearch::run(self, bindings, &truths, found);
            return;
        }
        let mut braids = GroupedBraids::new(board, state, &truths);
        // A truth that is empty from the beginning refutes every target.
        let empty = truths.iter().find(|&&truth| state.mask(truth) == 0);
        for target in position.open_candidates() {
            if bindings.cache.budget.is_over_now() {
                return;
            }
            let refutation = match empty {
                Some(&empty) => Some((Vec::new(), empty)),
                None => braids.refute(target, self.clauses.len() - 1),
            };
            let values = refutation
                .and_then(|(forced, empty)| self.values_of_braid(bindings, target, forced, empty));
            if let Some(values) = values {
                let mut bound = bindings.clone();
                bound.values = values.into_iter().map(Some).collect();
                found(&bound);
            }
        }
    }

    /// True if any truths may force groups, and all earlier forced candidates may be excluders.
    fn is_grouped_braid(&self) -> bool {
        let is_grouped = |clause: &ForcingClause| {
            let grouped = clause.forces.is_none_or(|(_, group)| group);
            grouped && matches!(clause.subject, Subject::Truth(_))
        };
        self.symmetric
            && !self.is_threaded()
            && self.distinct.is_empty()
            && self.clauses.iter().all(is_grouped)
    }
}

/// A truth, and the candidate that continues from the previous literal.
type Way = (Group, Candidate);

/// For each literal of a whip, the next truth and a candidate of it that the literal excludes. No
/// candidate occurs twice. The first `fillers` steps only fill unused clauses, with any truth of
/// the target. A cell with two candidates offers one continuation, which the whip itself may need.
fn thread_through(
    bindings: &Bindings<'_>,
    target: Candidate,
    fillers: usize,
    chain: &[(Vec<Candidate>, Group)],
) -> Option<Vec<Way>> {
    fn choose(options: &[Vec<Way>], chosen: &mut Vec<Way>) -> bool {
        let Some(next) = options.get(chosen.len()) else {
            return true;
        };
        next.iter().any(|&way| {
            if chosen.iter().any(|before| before.1 == way.1) {
                return false;
            }
            chosen.push(way);
            let done = choose(options, chosen);
            if !done {
                chosen.pop();
            }
            done
        })
    }
    let board = bindings.position.board();
    let ways = |truth: Group, before: Candidate| {
        let lefts = bindings.excluded_in(truth, before).into_iter();
        lefts.map(move |left| (truth, left))
    };
    let of_target = board.all_slots(target).iter().map(|slot| slot.group);
    let of_target: Vec<Way> = (of_target.filter(|&group| board.is_truth(group)))
        .flat_map(|truth| ways(truth, target))
        .collect();
    let literals = chain.iter().filter_map(|(forced, _)| forced.first());
    let literals = std::iter::once(target).chain(literals.copied());
    let mut options: Vec<Vec<Way>> = vec![of_target; fillers];
    options.extend(
        (literals.zip(chain).skip(fillers))
            .map(|(before, (_, truth))| ways(*truth, before).collect()),
    );
    // Fillers choose last, among the remaining candidates.
    options.rotate_left(fillers);
    let mut chosen = Vec::new();
    choose(&options, &mut chosen).then(|| {
        chosen.rotate_right(fillers);
        chosen
    })
}
