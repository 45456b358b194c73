//! The steps of every mined rule from its text to a published rule: loaded, proved, printed in the
//! house style, and tried on its examples.

use std::time::Duration;

use qedoku_app::Cancel;
use qedoku_core::lang::{self, Library, RuleFile};
use qedoku_core::trial;
use qedoku_soundness::{Verdict, decide};

/// Time limit for the proof of a rule.
pub const PROOF_TIME: Duration = Duration::from_secs(20);

/// A rule as a file of the folder of mined rules.
fn source(rule: &str, text: &str) -> RuleFile {
    RuleFile {
        path: format!("90-mined/{rule}.rule"),
        family: "90-mined".into(),
        text: text.to_owned(),
    }
}

/// A library with this rule alone, or its mistakes.
pub fn load(rule: &str, text: &str) -> Result<Library, String> {
    lang::load(&[source(rule, text)]).map_err(|diagnostics| diagnostics.render(100))
}

/// The scope in which a rule is proved sound, or the reason why it is not. Each technique has this
/// time.
pub fn proved_scope(
    library: &Library,
    time: Duration,
    cancel: &Cancel,
) -> Result<&'static str, String> {
    let mut words = "";
    for technique in &library.techniques {
        let deadline = cancel.deadline(time);
        match decide(technique, &library.relations, |_| true, deadline) {
            Verdict::Sound { scope, .. } => words = scope.words(),
            other => return Err(format!("the verdict is {}", other.word())),
        }
    }
    Ok(words)
}

/// The text of a rule in the house style, if all its examples pass.
pub fn finished(rule: &str, text: &str) -> Result<String, String> {
    let text = lang::format(&source(rule, text)).map_err(|found| found.render(100))?;
    let library = load(rule, &text)?;
    for info in &library.rules {
        for result in trial::run(&library, info) {
            if let Some(failure) = result.failure {
                return Err(format!("example {}: {failure}", result.number));
            }
        }
    }
    Ok(text)
}
