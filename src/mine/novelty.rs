//! Whether a mined rule is new, and whether it has a name: what the rules of the library do where it was met.
//!
//! Takes the states in which knots were met, and the rules that were not known to be silent there: those on request, and those that were left out. Gives for each knot in
//! how many of its states none of them removes the same candidate, and which rules remove it in the others. A knot of four lines is no news
//! where templates find the same. A rule that removes the same in each state, also from a board that shows nothing but the truths of the knot, is what the
//! knot is called: two cells of three digits that have no places in three lines are a junior exocet.

use std::collections::{BTreeMap, BTreeSet, HashMap}; // order does not matter: states are looked up
use std::convert::Infallible;
use std::sync::Arc;

use qedoku_batch::in_order;
use qedoku_core::engine::{Solver, Stop, TechniqueId};
use qedoku_core::grid::{Board, Candidate, State};
use qedoku_core::lang::ir::{Condition, Technique};
use qedoku_core::matcher::{Match, Position, PositionCache};

use super::exhibit::bare;
use super::sighting::Sighting;

/// The rules that are asked.
pub struct OtherRules<'o> {
    /// The board.
    pub board: &'o Arc<Board>,
    /// The whole library, in use.
    pub solver: &'o Solver<'o>,
    /// The rules of it that are silent wherever something was met.
    pub silent: &'o [String],
    /// When to ask no more.
    pub stop: &'o Stop,
}

/// What is removed in a state.
#[derive(Default)]
struct Removed {
    /// By each rule, as far as it removes anything.
    by_rule: BTreeMap<TechniqueId, BTreeSet<Candidate>>,
    /// By rules that go through a truth that another one derives.
    by_derived: BTreeSet<Candidate>,
}

/// What the rules that go through derived truths are called together: it may be any of two dozen chains.
const BY_DERIVED: &str = "chains through a derived truth";

/// What was answered: for each state what the rules remove in it.
#[derive(Default)]
pub struct RuleAnswers {
    states: HashMap<Arc<State>, Removed>, // order does not matter
}

/// What the library has to say of a pattern, wherever it was met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Novelty {
    /// In how many states the pattern was met.
    pub met: usize,
    /// In how many of them every rule was asked.
    pub asked: usize,
    /// In how many of these no rule removes what it removes.
    pub alone: usize,
    /// The rules that remove the same in the others, with in how many.
    pub also: BTreeMap<String, usize>,
    /// The rule that removes the same in each of them, by the truths of the pattern alone.
    pub known: Option<KnownRule>,
}

/// A rule of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownRule {
    /// Its name in the language, without the value of a parameter.
    pub rule: String,
    /// What people call it.
    pub title: String,
}

impl Novelty {
    /// In words, a line each.
    pub fn words(&self) -> Vec<String> {
        let states = match (self.met, self.asked) {
            (_, 0) => return vec!["Whether it is new was not found out in the time.".to_owned()],
            (1, _) => "the only state in which it was met".to_owned(),
            (2, 2) => "both states in which it was met".to_owned(),
            (met, asked) if met == asked => format!("all {met} states in which it was met"),
            (met, asked) => {
                format!("the {asked} that were asked about of {met} states in which it was met")
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
                false => format!("{asked} that were asked about of {met} states"),
            };
            format!(
                "New in {alone} of {of} in which it was met: no rule of the library, on request included, removes the target there. Elsewhere it is removed by {rules}."
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
    /// Asks in every state of these sightings, each state once, the first of each list first: whatever is met in
    /// many puzzles is not to take the time of the others.
    pub fn ask(&self, lists: &[&[Sighting]]) -> RuleAnswers {
        let mut states: Vec<Arc<State>> = Vec::new();
        let longest = lists.iter().map(|list| list.len()).max().unwrap_or(0);
        let mut known: HashMap<&State, ()> = HashMap::new(); // order does not matter
        for place in 0..longest {
            for sighting in lists.iter().filter_map(|list| list.get(place)) {
                if known.insert(&sighting.state, ()).is_none() {
                    states.push(Arc::clone(&sighting.state));
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

    /// What each rule removes in a state; `None` if the time is over before all were asked.
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
        // What rules conclude as a truth, others go through: also those that are silent without it.
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

    /// What a match removes: what it says, and what its placements exclude.
    fn gone(&self, state: &State, found: &Match) -> Vec<Candidate> {
        let board = self.board;
        let mut gone = found.eliminations.clone();
        if !found.placements.is_empty() {
            let placed = |c: &Candidate| found.placements.iter().any(|&p| board.exclude(p, *c));
            gone.extend(state.candidates(board).filter(placed));
        }
        gone
    }

    /// What the answers say of a pattern with these sightings.
    pub fn novelty(&self, answers: &RuleAnswers, sightings: &[Sighting]) -> Novelty {
        let mut novelty = Novelty {
            met: sightings.len(),
            ..Novelty::default()
        };
        let mut common: Option<BTreeSet<TechniqueId>> = None;
        for sighting in sightings {
            let Some(removed) = answers.states.get(&sighting.state) else {
                continue;
            };
            novelty.asked += 1;
            let same =
                |(_, gone): &(&TechniqueId, &BTreeSet<Candidate>)| gone.contains(&sighting.target);
            let rules: BTreeSet<TechniqueId> = { removed.by_rule.iter() }
                .filter(same)
                .map(|(id, _)| *id)
                .collect();
            let mut names: Vec<String> = (rules.iter())
                .map(|&id| self.solver.technique(id).name())
                .collect();
            if names.is_empty() && removed.by_derived.contains(&sighting.target) {
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
        let asked = |s: &&Sighting| answers.states.contains_key(&s.state);
        let is_it = |id: &TechniqueId| {
            let mut asked = sightings.iter().filter(asked);
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

    /// Whether a rule removes the target where nothing is known but what the truths of the core say.
    fn finds_core(&self, id: TechniqueId, sighting: &Sighting) -> bool {
        let state = bare(self.board, &sighting.truths, &sighting.state);
        let position = Position::new(Arc::clone(self.board), state);
        let mut matches = self.solver.matches(id, &position).into_iter();
        !self.stop.now() && matches.any(|found| found.eliminations.contains(&sighting.target))
    }
}

/// Whether a rule is a pattern that can lend its name: not one that looks at all placements of a digit, whatever makes them few.
fn is_pattern(technique: &Technique) -> bool {
    let conditions = technique.patterns.iter().flat_map(|p| &p.conditions);
    let mut templates = conditions.filter(|c| matches!(c, Condition::Template(..)));
    templates.next().is_none()
}
