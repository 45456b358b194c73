//! A rule for one observed elimination.
//!
//! The input is a state and a candidate that is impossible there. The result is the text of a rule
//! with an example and a near miss. This is mining for one question: a core, the smallest one, its
//! pattern.

use std::sync::Arc;

use crate::cores::question::{Judge, Question};
use crate::cores::smallest_cores::{CoreLimits, Smallest, smallest_cores_until};
use crate::pattern::generalise::{Breadth, Family};
use crate::pattern::lift::LiftedCore;
use crate::publish::phrase::{Heading, can_be_written, rule_text};
use crate::publish::{Draft, ExampleSearch, PublishedRule, Publisher};
use crate::state::graph::{Graph, Vocabulary};
use crate::state::neighbourhood::Neighbourhood;
use crate::state::occurrence::Occurrence;
use qedoku_app::Cancel;
use qedoku_core::engine::Stop;
use qedoku_core::grid::{Board, Candidate, State};

/// The reason why there is no proposal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoProposal {
    /// The candidate is eliminated or placed.
    #[error("it is not open: it is already placed or eliminated")]
    NotOpen,
    /// The truths near the candidate do not refute it.
    #[error("the truths within {0} hops do not refute it")]
    CanHold(usize),
    /// The smallest core is too large, or the search did not find one in time.
    #[error("no small set of truths was found that refutes it")]
    TooLarge,
    /// The core cannot be written as a rule.
    #[error("the truths that refute it cannot be written as a rule")]
    NotWritten,
}

/// A rule that eliminates a candidate in a state.
pub struct Proposal {
    /// Text of the rule, in the house style.
    pub text: String,
    /// The truths that refute the candidate.
    pub truths: Vec<String>,
    /// Whether the rule has an example and a near miss.
    pub has_example: bool,
}

/// The limits of the search.
pub struct Radius {
    /// Maximum number of truths in a core.
    pub size: usize,
    /// Maximum number of hops around the candidate.
    pub hops: usize,
}

/// Proposes a rule named `name`.
pub fn propose(
    board: &Arc<Board>,
    state: &State,
    target: Candidate,
    name: &str,
    radius: &Radius,
    stop: &Stop,
) -> Result<Proposal, NoProposal> {
    let graph = Graph::new(board, state, Vocabulary::default());
    let number = graph.number(target).ok_or(NoProposal::NotOpen)?;
    let truths = Neighbourhood::of(&graph, number, radius.hops).numbers();
    let question = Question::holds(number);
    let judge = Judge::new(&graph);
    let core = judge.core(question, &truths);
    let core = core.map_err(|_| NoProposal::TooLarge)?;
    let core = core.ok_or(NoProposal::CanHold(radius.hops))?;
    let minimal = judge.smaller(question, &core, stop).unwrap_or(core);
    let limits = CoreLimits {
        size: minimal.len().min(radius.size),
        ..CoreLimits::default()
    };
    let core = match smallest_cores_until(&graph, question, &truths, limits, stop) {
        Smallest::Cores(cores) => cores.into_iter().next().unwrap_or(minimal),
        Smallest::None | Smallest::GaveUp => minimal,
    };
    if core.len() > radius.size {
        return Err(NoProposal::TooLarge);
    }
    let lifted = LiftedCore::new(&graph, number, &core);
    let occurrence = Occurrence {
        puzzle: String::new(),
        state: Arc::new(state.clone()),
        open: 0,
        target,
        truths: core.iter().map(|&t| graph.truths()[t].group).collect(),
    };
    // Tries the widest pattern first.
    let widths = [Breadth::Full, Breadth::Exact];
    let families = widths.map(|breadth| Family::new(&lifted, breadth).filter(can_be_written));
    let publisher = Publisher {
        board,
        command: "",
        cancel: Cancel::default(),
    };
    let mut fallback = None;
    for family in families.into_iter().flatten() {
        // The proof is left to the caller.
        let draft = Draft {
            heading: heading(name),
            text: &|heading| rule_text(&family, heading),
            occurrences: std::slice::from_ref(&occurrence),
            examples: ExampleSearch::Optional,
            origin: &|_, _| Vec::new(),
            support: 1,
            truths: core.len(),
        };
        let Ok(PublishedRule {
            text, has_example, ..
        }) = publisher.complete(draft, "")
        else {
            continue;
        };
        let groups = occurrence.truths.iter();
        let proposal = Proposal {
            text,
            truths: groups.map(|&g| board.group_name(g)).collect(),
            has_example,
        };
        if has_example {
            return Ok(proposal);
        }
        fallback.get_or_insert(proposal);
    }
    fallback.ok_or(NoProposal::NotWritten)
}

fn heading(name: &str) -> Heading {
    let words: Vec<String> = name
        .split('_')
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            first.into_iter().chain(letters).collect()
        })
        .collect();
    Heading {
        rule: name.to_string(),
        title: words.join(" "),
        score: 1000,
        ..Heading::default()
    }
}
