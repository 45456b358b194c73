//! Novelty of mined rules: the library's rules that eliminate the same candidates.
//!
//! The input is the states in which a pattern was found, and the rules that may fire there: rules
//! on request, and rules that mining left out. The result is the number of states in which no rule
//! eliminates the target, and the rules that eliminate it in the others. A pattern of four lines is
//! not new if templates find the same. A rule that eliminates the target in every state, and also
//! on a board that shows only the truths of the pattern, gives the pattern its name. For example, a
//! pattern of two cells, with three digits that have no places in three lines, is named junior
//! exocet.

use std::collections::{BTreeMap, BTreeSet, HashMap}; // order does not matter: states are looked up
use std::convert::Infallible;
use std::sync::Arc;

use qedoku_batch::in_order;
use qedoku_core::engine::{Solver, Stop, TechniqueId};
use qedoku_core::grid::{Board, Candidate, State};
use qedoku_core::lang::ir::{Condition, Technique};
use qedoku_core::matcher::{Match, Position, PositionCache};

use crate::publish::exhibit::bare;
use crate::state::occurrence::Occurrence;

/// The rules to compare with.
pub struct OtherRules<'o> {
    /// The board.
    pub board: &'o Arc<Board>,
    /// The solver with the whole library.
    pub solver: &'o Solver<'o>,
    /// The names of the rules that are known to find nothing in the stuck states.
    pub silent: &'o [String],
    /// The signal to stop.
    pub stop: &'o Stop,
}

/// The candidates eliminated in a state.
#[derive(Default)]
struct Removed {
    /// For each rule, the candidates that it eliminates. Rules without eliminations are left out.
    by_rule: BTreeMap<TechniqueId, BTreeSet<Candidate>>,
    /// The candidates eliminated by rules that use a derived truth.
    by_derived: BTreeSet<Candidate>,
}

/// The common name of rules that use derived truths. There are two dozen such rules of chains.
const BY_DERIVED: &str = "chains through a derived truth";

/// For each state, the candidates that the rules eliminate there.
#[derive(Default)]
pub struct RuleAnswers {
    states: HashMap<Arc<State>, Removed>, // order does not matter
}

/// Comparison of a pattern with the library, over all its occurrences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Novelty {
    /// Number of states with the pattern.
    pub met: usize,
    /// Number of states in which every rule was tried.
    pub asked: usize,
    /// Number of tried states in which no rule eliminates the target.
    pub alone: usize,
    /// The rules that eliminate the target in the other states, with the number of states.
    pub also: BTreeMap<String, usize>,
    /// The rule that eliminates the target in every state, using the truths of the pattern alone.
    pub known: Option<KnownRule>,
}

/// A rule of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownRule {
    /// Name of the rule in the language, without the value of a parameter.
    pub rule: String,
    /// Title of the rule.
    pub title: String,
}

impl Novelty {
    /// The comparison in sentences, one per line.
    pub fn words(&self) -> Vec<String> {
        let states = match (self.met, self.asked) {
            (_, 0) => {
                return vec!["The time was too short to find out whether it is new.".to_owned()];
            }
            (1, _) => "the only state in which it was found".to_owned(),
            (2, 2) => "both states in which it was found".to_owned(),
            (met, asked) if met == asked => format!("all {met} states in which it was found"),
            (met, asked) => {
                format!("the {asked} tried of {met} states in which it was found")
            }
        };
        let rules: Vec<String> = (self.also.iter())
            .map(|(rule, count)| format!("{rule} ({count})"))
            .collect();
        let rules = rules.join(", ");
        let mut lines = vec![if self.alone == self.asked {
            format!(
                "New: in {states}, no rule of the library, on request included, removes the target."
            )
        } else if self.alone == 0 {
            format!("Not new: in {states}, the target is also removed by {rules}.")
        } else {
            let (alone, asked, met) = (self.alone, self.asked, self.met);
            let of = match met == asked {
                true => format!("{met} states"),
                false => format!("{asked} tried of {met} states"),
            };
            format!(
                "New in {alone} of {of} in which it was found: no rule of the library, on request included, removes the target there. Elsewhere it is removed by {rules}."
            )
        }];
        lines.extend(self.known.as_ref().map(|known| {
            let rule = &known.rule;
            format!("Known: in each of them, {rule} removes it by these truths alone.")
        }));
        lines
    }
}

impl OtherRules<'_> {
    /// Tries the rules in every state of these occurrences, each state once. Takes the first state
    /// of every list first, so that frequent patterns do not use up the time.
    pub fn ask(&self, lists: &[&[Occurrence]]) -> RuleAnswers {
        let mut states: Vec<Arc<State>> = Vec::new();
        let longest = lists.iter().map(|list| list.len()).max().unwrap_or(0);
        let mut known: HashMap<&State, ()> = HashMap::new(); // order does not matter
        for place in 0..longest {
            for occurrence in lists.iter().filter_map(|list| list.get(place)) {
                if known.insert(&occurrence.state, ()).is_none() {
                    states.push(Arc::clone(&occurrence.state));
                }
            }
        }
        let mut answers = RuleAnswers::default();
        let work = |state: Arc<State>| self.removed(&state).map(|removed| (state, removed));
        let taken = in_order(
            states.into_iter(),
            work,
            || false,
            |answer, _| {
                answers.states.extend(answer.flatten());
                Ok::<bool, Infallible>(true)
            },
        );
        match taken {
            Ok(()) => answers,
        }
    }

    /// The candidates that each rule eliminates in a state. `None` if `stop` is due before all
    /// rules were tried.
    fn removed(&self, state: &State) -> Option<Removed> {
        let position = Position::new(Arc::clone(self.board), state.clone());
        let mut removed = Removed::default();
        for id in self.solver.ids() {
            if self.stop.now() {
                return None;
            }
            if !self.silent.contains(&self.solver.technique(id).name()) {
                let found = self.solver.matches(id, &position);
                let gone = found.iter().flat_map(|found| self.gone(state, found));
                let gone: BTreeSet<Candidate> = gone.collect();
                if !gone.is_empty() {
                    removed.by_rule.insert(id, gone);
                }
            }
        }
        // Rules may use truths that other rules derive. Without these truths, some rules find
        // nothing.
        let mut cache = PositionCache::until(self.stop.clone());
        let derived = self.solver.derived_truths(&position, &mut cache);
        if !derived.is_empty() {
            let extended = position.deriving(&derived);
            for id in self.solver.ids() {
                if self.stop.now() {
                    return None;
                }
                if self.solver.technique(id).uses_truths() {
                    let found = self.solver.matches(id, &extended).into_iter();
                    let found = found.filter(|found| found.placements.is_empty());
                    removed
                        .by_derived
                        .extend(found.flat_map(|m| m.eliminations));
                }
            }
        }
        (!self.stop.now()).then_some(removed)
    }

    /// The candidates that a match eliminates, including the candidates that its placements
    /// exclude.
    fn gone(&self, state: &State, found: &Match) -> Vec<Candidate> {
        let board = self.board;
        let mut gone = found.eliminations.clone();
        if !found.placements.is_empty() {
            let placed = |c: &Candidate| found.placements.iter().any(|&p| board.exclude(p, *c));
            gone.extend(state.candidates(board).filter(placed));
        }
        gone
    }

    /// The novelty of a pattern, given its occurrences.
    pub fn novelty(&self, answers: &RuleAnswers, occurrences: &[Occurrence]) -> Novelty {
        let mut novelty = Novelty {
            met: occurrences.len(),
            ..Novelty::default()
        };
        let mut common: Option<BTreeSet<TechniqueId>> = None;
        for occurrence in occurrences {
            let Some(removed) = answers.states.get(&occurrence.state) else {
                continue;
            };
            novelty.asked += 1;
            let same = |(_, gone): &(&TechniqueId, &BTreeSet<Candidate>)| {
                gone.contains(&occurrence.target)
            };
            let rules: BTreeSet<TechniqueId> = { removed.by_rule.iter() }
                .filter(same)
                .map(|(id, _)| *id)
                .collect();
            let mut names: Vec<String> = (rules.iter())
                .map(|&id| self.solver.technique(id).name())
                .collect();
            if names.is_empty() && removed.by_derived.contains(&occurrence.target) {
                names.push(BY_DERIVED.to_owned());
            }
            novelty.alone += usize::from(names.is_empty());
            for name in names {
                *novelty.also.entry(name).or_default() += 1;
            }
            common = Some(match common {
                None => rules,
                Some(before) => before.intersection(&rules).copied().collect(),
            });
        }
        let asked = |s: &&Occurrence| answers.states.contains_key(&s.state);
        let is_it = |id: &TechniqueId| {
            let mut asked = occurrences.iter().filter(asked);
            is_pattern(self.solver.technique(*id)) && asked.all(|s| self.finds_core(*id, s))
        };
        novelty.known = common
            .unwrap_or_default()
            .into_iter()
            .find(is_it)
            .map(|id| {
                let technique = self.solver.technique(id);
                KnownRule {
                    rule: technique.rule.to_string(),
                    title: technique.title.clone(),
                }
            });
        novelty
    }

    /// Whether a rule eliminates the target on a board that shows only the truths of the core.
    fn finds_core(&self, id: TechniqueId, occurrence: &Occurrence) -> bool {
        let state = bare(self.board, &occurrence.truths, &occurrence.state);
        let position = Position::new(Arc::clone(self.board), state);
        let mut matches = self.solver.matches(id, &position).into_iter();
        !self.stop.now() && matches.any(|found| found.eliminations.contains(&occurrence.target))
    }
}

/// Whether a rule is a pattern that can lend its name. A rule based on all placements of a digit
/// cannot.
fn is_pattern(technique: &Technique) -> bool {
    let conditions = technique.patterns.iter().flat_map(|p| &p.conditions);
    let mut templates = conditions.filter(|c| matches!(c, Condition::Template(..)));
    templates.next().is_none()
}
