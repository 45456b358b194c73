//! The full answer to one mining question: why a candidate is impossible, or why it is true.
//!
//! The answer comes line by line, because the next line may take long: the core that Z3 finds, the
//! smallest cores, and the pattern as a rule. It is also available as a subgraph for Graphviz and
//! as a picture of the board.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use miette::Diagnostic;
use thiserror::Error;

use crate::cores::capacity::CapacityCore;
use crate::cores::question::{Judge, Question, Undecided};
use crate::cores::smallest_cores::{CoreLimits, Smallest, smallest_cores_until};
use crate::equiv::LibraryNames;
use crate::pattern::chain::chain;
use crate::pattern::generalise::{Breadth, Family};
use crate::pattern::lift::LiftedCore;
use crate::publish::phrase::{Heading, can_be_written, rule_text};
use crate::state::graph::{Graph, Vocabulary};
use crate::state::neighbourhood::{Neighbourhood, core_to_dot};
use qedoku_app::Cancel;
use qedoku_core::engine::search::{self, Outcome, Search};
use qedoku_core::grid::{Board, Candidate, Group, Puzzle};
use qedoku_core::lang::{self, RuleFile};
use qedoku_core::picture::{Layer, Look, Scene, draw};
use qedoku_core::proof::{Count, Step, Term, TermSet};

/// Time limit of Z3 for one set of truths. The query may begin just before the deadline.
const MAX_QUERY_TIME: Duration = Duration::from_secs(10);

/// Options of the search for an answer.
pub struct ExplainOptions<'o> {
    /// Maximum number of truths in a core.
    pub size: usize,
    /// Maximum number of hops around the candidate. `None` stands for `size + 1`.
    pub hops: Option<usize>,
    /// The truths that a core may consist of.
    pub vocabulary: Vocabulary,
    /// The signal to give up.
    pub cancel: Cancel,
    /// The names of known patterns.
    pub names: &'o LibraryNames,
}

/// Error for a candidate that cannot be explained.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq, Eq)]
pub enum QuestionError {
    /// The text is not the name of a candidate.
    #[error("`{0}` is not a candidate")]
    #[diagnostic(code(mine::no_candidate), help("write it as r1c3=6"))]
    NoCandidate(String),
    /// The candidate is placed or eliminated.
    #[error("{0} is not open: it is already placed or eliminated")]
    #[diagnostic(code(mine::not_open))]
    NotOpen(String),
}

/// Callback for each line of the answer.
type Say<'s, E> = &'s mut dyn FnMut(&str) -> Result<(), E>;

/// One candidate, and the part of the graph around it.
pub struct Explanation<'a> {
    name: &'a str,
    puzzle: &'a Puzzle,
    board: &'a Arc<Board>,
    candidate: Candidate,
    graph: Graph,
    number: usize,
    hops: usize,
    near: Neighbourhood,
    judge: Judge,
    /// The truths near the candidate.
    truths: Vec<usize>,
    options: ExplainOptions<'a>,
}

impl<'a> Explanation<'a> {
    /// The question about a candidate of a puzzle, such as `r1c3=6`.
    pub fn new(
        puzzle: &'a Puzzle,
        name: &'a str,
        options: ExplainOptions<'a>,
    ) -> Result<Explanation<'a>, QuestionError> {
        let board = &puzzle.board;
        let candidate = (board.parse_candidate(name))
            .ok_or_else(|| QuestionError::NoCandidate(name.to_owned()))?;
        let graph = Graph::new(board, &puzzle.state(), options.vocabulary);
        let number =
            (graph.number(candidate)).ok_or_else(|| QuestionError::NotOpen(name.to_owned()))?;
        let hops = options.hops.unwrap_or(options.size + 1);
        let near = Neighbourhood::of(&graph, number, hops);
        Ok(Explanation {
            name,
            puzzle,
            board,
            candidate,
            judge: Judge::new(&graph),
            truths: near.numbers(),
            graph,
            number,
            hops,
            near,
            options,
        })
    }

    /// Writes the answer. Returns the truths of the core to draw.
    pub fn answer<E>(&self, say: Say<'_, E>) -> Result<Vec<usize>, E> {
        let (name, number) = (self.name, self.number);
        say(&format!(
            "within {} hops of {name}: {} truths, {} candidates",
            self.hops,
            self.near.truths.len(),
            self.near.candidates.len()
        ))?;
        let questions = match self.is_true() {
            Some(true) => {
                say(&format!("{name} is true: the only solution has it"))?;
                vec![Question::fails(number)]
            }
            Some(false) => vec![Question::holds(number)],
            None => vec![Question::holds(number), Question::fails(number)],
        };
        let mut shown = Vec::new();
        for question in questions {
            if let Some(core) = self.why(question, say)? {
                shown = core;
            }
        }
        Ok(shown)
    }

    /// A core in the language of Graphviz: its truths, their candidates and the exclusions.
    pub fn to_dot(&self, core: &[usize]) -> String {
        core_to_dot(&self.graph, self.candidate, core)
    }

    /// A core as a picture of the board: its truths, and the groups in which candidates of
    /// different truths exclude each other.
    pub fn to_svg(&self, core: &[usize]) -> String {
        let graph = &self.graph;
        let mut ends: Vec<(Option<usize>, usize)> = vec![(None, self.number)];
        for &truth in core {
            let domain = graph.truths()[truth].domain.iter();
            ends.extend(domain.map(|candidate| (Some(truth), candidate)));
        }
        let mut links: BTreeSet<Group> = BTreeSet::new();
        for (i, &(truth, a)) in ends.iter().enumerate() {
            for &(other, b) in ends[..i].iter().filter(|(other, _)| *other != truth) {
                debug_assert!(truth.is_some() || other.is_some());
                let both = (graph.candidates()[a], graph.candidates()[b]);
                links.extend(self.board.shared_group(both.0, both.1).filter(|_| a != b));
            }
        }
        let truths: Vec<Group> = core.iter().map(|&v| graph.truths()[v].group).collect();
        links.retain(|group| !truths.contains(group));
        let mut terms: Vec<Term> = truths.iter().map(|&group| Term::truth(group, 1)).collect();
        terms.extend(links.into_iter().map(|group| Term {
            set: TermSet::Group(group),
            multiplier: -1,
        }));
        let count = Count {
            targets: vec![self.candidate],
            terms,
        };
        let givens: Vec<bool> = self
            .puzzle
            .givens
            .iter()
            .flatten()
            .map(Option::is_some)
            .collect();
        let scene = Scene {
            board: self.board,
            state: &self.puzzle.state(),
            givens: &givens,
            certificate: &[Step::Count(count)],
            note: None,
        };
        let look = Look {
            layer: Layer::Proof,
            ..Look::default()
        };
        draw(&scene, &look)
    }

    /// Whether the candidate belongs to the only solution. `None` if there is no unique solution or
    /// the search was stopped.
    fn is_true(&self) -> Option<bool> {
        let mut search = Search::new(self.board, search::Limits::default());
        search.stop_when(self.options.cancel.stop());
        match search.solve(&self.puzzle.state()) {
            Outcome::Unique(solution) => {
                let cell = self.board.cell_of(self.candidate).index();
                Some(solution[cell] == self.board.digit_of(self.candidate))
            }
            Outcome::None(_) | Outcome::Many(..) | Outcome::GaveUp => None,
        }
    }

    /// Z3's answer in the time that is left, or `None` if it has none.
    fn ask<T>(&self, question: impl FnOnce(&Judge) -> Result<T, Undecided>) -> Option<T> {
        self.judge
            .limit_time(self.options.cancel.left(MAX_QUERY_TIME));
        question(&self.judge).ok()
    }

    /// Explains why the assumption is refuted. Returns the core to draw, or `None` if it is not
    /// refuted.
    fn why<E>(&self, question: Question, say: Say<'_, E>) -> Result<Option<Vec<usize>>, E> {
        let name = self.name;
        let is_elimination = question == Question::holds(question.candidate);
        let Some(core) = self.ask(|judge| judge.core(question, &self.truths)) else {
            say("  Z3 found no answer in time")?;
            return Ok(None);
        };
        let Some(core) = core else {
            let can = if is_elimination {
                "can hold"
            } else {
                "can be false"
            };
            say(&format!("{name} {can} as far as these truths say"))?;
            return Ok(None);
        };
        let verdict = if is_elimination {
            "is impossible"
        } else {
            "is true"
        };
        say(&format!("{name} {verdict}"))?;
        say(&format!("  core of Z3: {}", self.graph.names(&core)))?;
        let cancel = &self.options.cancel;
        let smaller = self.ask(|judge| judge.smaller(question, &core, &cancel.stop()));
        let Some(minimal) = smaller.filter(|_| !cancel.is_set()) else {
            say("  the time is over: the search for smaller cores is incomplete")?;
            return Ok(Some(core));
        };
        say(&format!("  minimal: {}", self.graph.names(&minimal)))?;
        let cores = self.smallest(question, minimal, say)?;
        let mut sizes = Vec::new();
        for core in &cores {
            if is_elimination {
                self.capacities(core, say)?;
            }
            // Lifting tries all choices of a candidate per truth, which takes forever with dozens
            // of truths.
            if core.len() > self.options.size {
                let (size, most) = (core.len(), self.options.size);
                say(&format!(
                    "  {size} truths are too many for a rule (--size {most})"
                ))?;
            } else if !sizes.contains(&core.len()) {
                // Only the first core of each size is shown in full.
                sizes.push(core.len());
                self.in_full(question, core, say)?;
            }
        }
        let most = cores.iter().map(Vec::len).max();
        let shown = cores.into_iter().find(|core| Some(core.len()) == most);
        Ok(shown)
    }

    /// Says if the core is a capacity argument, and writes it as a rule that counts capacities.
    fn capacities<E>(&self, core: &[usize], say: Say<'_, E>) -> Result<(), E> {
        let state = self.puzzle.state();
        let groups: Vec<Group> = { core.iter() }
            .map(|&truth| self.graph.truths()[truth].group)
            .collect();
        let Some(argument) = CapacityCore::of(self.board, &state, self.candidate, &groups) else {
            return Ok(());
        };
        let (name, words) = (self.name, argument.words(self.board));
        say(&format!("  capacities: with {name}, {words}"))?;
        let title = format!("Why {name} is impossible");
        match argument.rule(self.board, &state, self.candidate, &title) {
            Some(text) => say(&format!("\n{}", in_style(text).trim_end())),
            None => Ok(()),
        }
    }

    /// Shows a core as a rule that eliminates a candidate, with the exclusions that it needs. A
    /// placement is shown as an elimination, if possible in the same cell.
    fn in_full<E>(&self, question: Question, core: &[usize], say: Say<'_, E>) -> Result<(), E> {
        let Some((target, core)) = self.elimination(question, core) else {
            return Ok(());
        };
        let name = self.board.candidate_name(self.graph.candidates()[target]);
        if question != Question::holds(target) {
            say(&format!(
                "  so {name} is impossible: {}",
                self.graph.names(&core)
            ))?;
        }
        let lifted = LiftedCore::new(&self.graph, target, &core);
        let pairs = self.not_both(target, &lifted);
        say(&format!("\n  not both: {}", pairs.join(", ")))?;
        if let Some(text) = self.rule(&name, &lifted) {
            say(&format!("\n{}", text.trim_end()))?;
        }
        Ok(())
    }

    /// The candidate that a core eliminates, and the truths needed for it.
    fn elimination(&self, question: Question, core: &[usize]) -> Option<(usize, Vec<usize>)> {
        let candidate = question.candidate;
        if question == Question::holds(candidate) {
            return Some((candidate, core.to_vec()));
        }
        let cell = |c: usize| self.board.cell_of(self.graph.candidates()[c]);
        let mut excluded: Vec<usize> = self.graph.excluded(candidate).iter().collect();
        excluded.sort_by_key(|&c| cell(c) != cell(candidate));
        excluded.into_iter().find_map(|target| {
            let question = Question::holds(target);
            let refutes = self
                .ask(|judge| judge.refutes(question, core))
                .unwrap_or(false);
            let minimal = refutes.then(|| self.ask(|judge| judge.minimal(question, core)));
            Some((target, minimal??))
        })
    }

    /// The pairs of candidates that the pattern requires to exclude each other, each with the group
    /// that they share.
    fn not_both(&self, target: usize, lifted: &LiftedCore) -> Vec<String> {
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for slot in lifted.slots.iter().filter(|slot| slot.target.is_some()) {
            pairs.extend(slot.candidates.iter().map(|&c| (target, c)));
        }
        for &(a, b) in lifted.links.keys() {
            for &one in &lifted.slots[a].candidates {
                pairs.extend(lifted.slots[b].candidates.iter().map(|&other| (one, other)));
            }
        }
        let words = |(a, b): (usize, usize)| {
            let (a, b) = (self.graph.candidates()[a], self.graph.candidates()[b]);
            let group = self.board.shared_group(a, b)?;
            let name = |c| self.board.candidate_name(c);
            Some(format!(
                "{} and {} ({})",
                name(a),
                name(b),
                self.board.group_name(group)
            ))
        };
        pairs.into_iter().filter_map(words).collect()
    }

    /// The library's name for a core, if it is a named chain.
    fn name_of(&self, question: Question, core: &[usize]) -> Option<String> {
        let small = core.len() <= self.options.size;
        let (target, core) = small.then(|| self.elimination(question, core))??;
        let chain = chain(&LiftedCore::new(&self.graph, target, &core))?;
        Some(self.options.names.of_chain(&chain)?.name.title())
    }

    /// Lists and returns the smallest cores, each with its name.
    fn smallest<E>(
        &self,
        question: Question,
        minimal: Vec<usize>,
        say: Say<'_, E>,
    ) -> Result<Vec<Vec<usize>>, E> {
        let limits = CoreLimits {
            size: (minimal.len() + 1).min(self.options.size),
            beyond: 1,
            ..CoreLimits::default()
        };
        let (graph, stop) = (&self.graph, self.options.cancel.stop());
        match smallest_cores_until(graph, question, &self.truths, limits, &stop) {
            Smallest::Cores(cores) => {
                for core in &cores {
                    let smallest = core.len() == cores[0].len();
                    let words = if smallest { "smallest" } else { "next" };
                    let name = self.name_of(question, core);
                    let name = name.map_or(String::new(), |name| format!(" ({name})"));
                    say(&format!("  {words}: {}{name}", graph.names(core)))?;
                }
                Ok(cores)
            }
            Smallest::None => {
                say(&format!(
                    "  no core has {} truths or less",
                    self.options.size
                ))?;
                Ok(vec![minimal])
            }
            Smallest::GaveUp => {
                say("  the search for the smallest core gave up")?;
                Ok(vec![minimal])
            }
        }
    }

    /// The pattern as a rule that eliminates the target. `None` if it cannot be written.
    fn rule(&self, target: &str, lifted: &LiftedCore) -> Option<String> {
        let family = Family::new(lifted, Breadth::Exact).filter(can_be_written)?;
        let heading = Heading {
            rule: "explained".into(),
            title: format!("Why {target} is impossible"),
            ..Heading::default()
        };
        Some(in_style(rule_text(&family, &heading)))
    }
}

/// The rule in the house style.
fn in_style(text: String) -> String {
    let source = RuleFile {
        path: "explained.rule".into(),
        family: String::new(),
        text,
    };
    lang::format(&source).unwrap_or(source.text)
}
