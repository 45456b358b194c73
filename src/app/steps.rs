//! The techniques whose steps are listed in a state. All shells list the same steps.

use qedoku_core::engine::{Strategy, Uniqueness};
use qedoku_core::grid::Board;
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Technique;

use crate::error::Error;
use crate::names;

/// A choice of techniques.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepFilter<'a> {
    /// Only the rule or technique with this name, even if it is on request.
    pub rule: Option<&'a str>,
    /// Only the technique with this HoDoKu code, even if it is on request.
    pub code: Option<&'a str>,
    /// Only techniques of this level.
    pub level: Option<&'a str>,
    /// Also techniques that assume a unique solution.
    pub unique: bool,
}

impl StepFilter<'_> {
    /// The chosen techniques, the simplest first. Without a name, the techniques that a path with
    /// this strategy uses. Fails if there is none.
    pub fn techniques<'l>(
        &self,
        library: &'l Library,
        board: &Board,
        strategy: &Strategy,
    ) -> Result<Vec<&'l Technique>, Error> {
        if let Some(name) = self.rule {
            names::known(library, name)?;
        }
        if let Some(word) = self.level {
            names::level(word)?;
        }
        let mut strategy = strategy.clone();
        if self.unique {
            strategy.uniqueness = Uniqueness::Assumed;
        }
        let has_code = |t: &Technique, code: &str| t.known_as.iter().any(|k| k.1 == code);
        let is_chosen = |t: &&Technique| match (self.rule, self.code) {
            (None, None) => strategy.uses(t, board),
            (rule, code) => {
                rule.is_none_or(|name| names::is_called(t, name))
                    && code.is_none_or(|code| has_code(t, code))
            }
        };
        let chosen: Vec<&Technique> = (library.techniques.iter())
            .filter(is_chosen)
            .filter(|t| self.level.is_none_or(|word| word == t.level.word()))
            .collect();
        match (chosen.is_empty(), self.code, self.level) {
            (false, ..) => Ok(chosen),
            (true, Some(code), None) => Err(Error::new(
                "steps::technique",
                format!("no rule is known by the code `{code}`"),
            )),
            (true, _, Some(level)) => Err(Error::new(
                "steps::technique",
                format!("no such rule is of the level `{level}`"),
            )),
            _ => Err(Error::new("steps::technique", "no technique is in use")),
        }
    }
}
