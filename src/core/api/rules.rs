//! Rules: the technique library of a solver.

use std::sync::{Arc, LazyLock};

use crate::lang::ir::Level;
use crate::lang::standard_sources;
use crate::lang::{Diagnostics, Library, RuleFile, load, overlay, standard_library};

/// The standard library, which is loaded on first use.
static STANDARD: LazyLock<Rules> = LazyLock::new(|| {
    let library = standard_library();
    Rules(Arc::new(
        library.expect("the tests load the standard library"),
    ))
});

/// A library of techniques. Clones share it.
///
/// ```
/// use qedoku_core::{Level, RuleFile, Rules, Solver};
///
/// let rules = Rules::standard();
/// assert!(rules.techniques().any(|(title, level)| title == "X-Wing" && level == Level::Hard));
///
/// let text = br#"
/// rule only_place {
///   for  digit d, house H, cell a in H
///   when every d in H is at a
///   then place d at a
///   say  "in {H}, {d} has no other place"
/// }
/// "#;
/// let own = Rules::load([RuleFile::new("50-own/only_place.rule", text)?])?;
/// let step = Solver::new(&own).next_step(&"1234 34.. 4321 2143".parse()?).expect("a step");
/// assert!(step.to_string().contains("has no other place"));
///
/// let wrong = RuleFile::new("50-own/wrong.rule", b"rule wrong { for digits d }")?;
/// assert!(Rules::load([wrong]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules(pub(super) Arc<Library>);

impl Rules {
    /// The standard library. All its rules are proved sound.
    pub fn standard() -> Rules {
        STANDARD.clone()
    }

    /// The rules of these files, and no others. They need not be sound: a step that does not follow
    /// has no certificate and is not taken. `qedoku-soundness` proves rules.
    pub fn load(files: impl IntoIterator<Item = RuleFile>) -> Result<Rules, Diagnostics> {
        let files: Vec<RuleFile> = files.into_iter().collect();
        Ok(Rules(Arc::new(load(&files)?)))
    }

    /// The standard library with these files added. A file with the path of a standard one
    /// replaces it.
    pub fn standard_with(files: impl IntoIterator<Item = RuleFile>) -> Result<Rules, Diagnostics> {
        let added = files.into_iter().collect();
        Ok(Rules(Arc::new(load(&overlay(standard_sources(), added))?)))
    }

    /// The titles and levels of the techniques, the simplest first.
    pub fn techniques(&self) -> impl Iterator<Item = (&str, Level)> {
        let techniques = self.0.techniques.iter();
        techniques.map(|it| (it.title.as_str(), it.level))
    }
}
