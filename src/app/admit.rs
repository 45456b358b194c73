//! Admission of user rules: they must be proved sound before use, and are used only on boards for
//! which they are proved.

#[cfg(feature = "soundness")]
pub use qedoku_soundness::admit::ProvedBoards;

use crate::error::Error;
use qedoku_core::grid::Board;

/// Without Z3 nothing is proved, so no board is rejected: the rules are trusted.
#[cfg(not(feature = "soundness"))]
#[derive(Clone, Debug, Default)]
pub struct ProvedBoards(());

/// Fails for the first rule that is not proved for the board.
#[cfg_attr(not(feature = "soundness"), allow(unused_variables))]
pub fn check(proved: &ProvedBoards, board: &Board) -> Result<(), Error> {
    #[cfg(feature = "soundness")]
    proved.check(board).map_err(|refusal| Error::of(&refusal))?;
    Ok(())
}

#[cfg(feature = "soundness")]
pub use with_proofs::{AdmitHelp, NoStore, VerdictStore, admit};

#[cfg(feature = "soundness")]
mod with_proofs {
    use super::ProvedBoards;
    use crate::cancel::Cancel;
    use crate::error::Error;
    use crate::judge::{Progress, judge_all, techniques};
    use qedoku_core::lang::Library;
    use qedoku_soundness::admit::is_new;
    use qedoku_soundness::{DEFAULT_TIMEOUT, Scope, Verdict, canonical};

    /// Verdicts from earlier runs, by the canonical texts of rules.
    pub trait VerdictStore {
        /// The boards for which a rule with this text was proved, if any.
        fn scope(&self, text: &str) -> Option<Scope>;
        /// Adds a rule that was proved on the boards of the scope, by its text.
        fn note(&mut self, text: &str, scope: Scope);
    }

    /// A store without verdicts.
    #[derive(Clone, Copy, Debug)]
    pub struct NoStore;

    impl VerdictStore for NoStore {
        fn scope(&self, _: &str) -> Option<Scope> {
            None
        }

        fn note(&mut self, _: &str, _: Scope) {}
    }

    /// The shell's help texts for rules that are not proved.
    #[derive(Clone, Copy, Debug)]
    pub struct AdmitHelp {
        /// Help text for a rule with a counterexample.
        pub unsound: &'static str,
        /// Help text for a rule without a verdict in time.
        pub unknown: &'static str,
    }

    /// Proves each rule that is neither in the standard library nor in the store. Fails for the
    /// first rule that is not proved.
    pub fn admit(
        library: &Library,
        standard: &Library,
        store: &mut dyn VerdictStore,
        help: AdmitHelp,
        cancel: &Cancel,
        progress: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<ProvedBoards, Error> {
        let is_new = is_new(standard);
        let mut proved = ProvedBoards::default();
        let mut pending = techniques(library, |_| true);
        pending.retain(|(_, technique)| is_new(library, technique));
        pending.retain(|(_, technique)| {
            let scope = store.scope(&canonical(technique, &library.relations));
            scope.map(|scope| proved.add(technique, scope)).is_none()
        });
        let mut refused = None;
        for one in judge_all(library, pending, DEFAULT_TIMEOUT, cancel, progress) {
            match one.verdict {
                Verdict::Sound { scope, .. } => {
                    store.note(&canonical(one.technique, &library.relations), scope);
                    proved.add(one.technique, scope);
                }
                _ => refused = refused.or(Some(one)),
            }
        }
        let Some(bad) = refused else {
            return Ok(proved);
        };
        let message = format!("{}; rules must be proved sound before use", bad.line());
        let help = match bad.verdict {
            Verdict::Unsound { .. } => help.unsound,
            _ => help.unknown,
        };
        Err(Error::new("rule::not_proved", message).help(help))
    }
}
