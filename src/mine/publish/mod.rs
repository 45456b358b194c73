//! Publishing: a [`Draft`] becomes a [`PublishedRule`].
//!
//! The draft of every kind of pattern takes the same way: its text is loaded and proved, a board on
//! which the rule fires and a near miss are found, and the whole file is printed in the house style
//! and tried on its examples. [`family`] drafts rules for cores that propagate, [`layout`] for the
//! others, and [`crate::unfillable::family`] for cells that some digits cannot fill.

pub mod draft;
pub mod exhibit;
pub mod family;
pub mod layout;
pub mod novelty;
pub mod phrase;

use std::sync::Arc;
use std::time::Duration;

use crate::campaign::catalogue::SharedForm;
use crate::pattern::generalise::Family;
use crate::state::occurrence::Occurrence;
use draft::{PROOF_TIME, finished, load, proved_scope};
use exhibit::{Exhibit, exhibit, exhibit_whole};
use phrase::Heading;
use qedoku_app::Cancel;
use qedoku_core::grid::Board;
use qedoku_core::lang::Library;

/// Time limit for an example and a near miss of a large pattern. One search may take minutes, and
/// all other rules have to wait for it.
const EXAMPLE_TIME: Duration = Duration::from_secs(20);

/// A named pattern, not yet a rule.
pub struct Draft<'d> {
    /// The rule's name, title and score.
    pub heading: Heading,
    /// Writes the rule with a heading.
    pub text: &'d dyn Fn(&Heading) -> String,
    /// The occurrences from which an example is taken.
    pub occurrences: &'d [Occurrence],
    /// The way to find an example.
    pub examples: ExampleSearch,
    /// The comment lines on the origin, for an example and the scope of the proof.
    pub origin: &'d dyn Fn(Option<&Exhibit<'_>>, &str) -> Vec<String>,
    /// Number of puzzles that support it.
    pub support: usize,
    /// Number of truths.
    pub truths: usize,
}

/// The way to find an example of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExampleSearch {
    /// Without an example and a near miss, the rule is not published.
    Required,
    /// The rule may have no example.
    Optional,
    /// The rule may have no example. Only whole states are tried, for a limited time.
    WholeStates,
}

/// A published rule.
#[derive(Clone, Debug)]
pub struct PublishedRule {
    /// Name of the rule in the language.
    pub rule: String,
    /// Title of the rule.
    pub title: String,
    /// The file's text.
    pub text: String,
    /// Number of puzzles that support it.
    pub support: usize,
    /// Number of truths.
    pub truths: usize,
    /// Whether the rule has an example.
    pub has_example: bool,
    /// The entry of the catalogue and the family, for a core that propagates.
    pub family: Option<(SharedForm, Family)>,
}

/// The publisher of all rules of a run.
#[derive(Clone, Debug)]
pub struct Publisher<'p> {
    /// The board.
    pub board: &'p Arc<Board>,
    /// The command that reproduces the rules.
    pub command: &'p str,
    /// The signal to stop.
    pub cancel: Cancel,
}

impl Publisher<'_> {
    /// The rule of a draft, or the reason why it is not published.
    pub fn publish(&self, draft: Draft<'_>) -> Result<PublishedRule, String> {
        let library = load(&draft.heading.rule, &(draft.text)(&draft.heading))?;
        let scope = proved_scope(&library, PROOF_TIME, &self.cancel)?;
        self.complete(draft, scope)
    }

    /// The rule of a draft that is proved in this scope, or the reason why it is not published.
    pub fn complete(&self, draft: Draft<'_>, scope: &str) -> Result<PublishedRule, String> {
        let Draft {
            mut heading, text, ..
        } = draft;
        let library = load(&heading.rule, &text(&heading))?;
        let shown = self.example(&library, draft.occurrences, draft.examples);
        if shown.is_none() && draft.examples == ExampleSearch::Required {
            return Err("no near miss keeps it silent".into());
        }
        heading.provenance = (draft.origin)(shown.as_ref(), scope);
        let has_example = shown.is_some();
        heading.examples.extend(shown.map(|shown| shown.example));
        let text = finished(&heading.rule, &text(&heading))?;
        Ok(PublishedRule {
            rule: heading.rule,
            title: heading.title,
            text,
            support: draft.support,
            truths: draft.truths,
            has_example,
            family: None,
        })
    }

    fn example<'o>(
        &self,
        library: &Library,
        occurrences: &'o [Occurrence],
        how: ExampleSearch,
    ) -> Option<Exhibit<'o>> {
        match how {
            ExampleSearch::Required | ExampleSearch::Optional => {
                exhibit(self.board, library, occurrences)
            }
            ExampleSearch::WholeStates => {
                let soon = self.cancel.clone().within(Some(EXAMPLE_TIME)).stop();
                exhibit_whole(self.board, library, occurrences, &soon)
            }
        }
    }
}
