//! Levels of difficulty, `easy` to `extreme`.

use serde::Serialize;

/// The difficulty of a technique, for people.
///
/// ```
/// use qedoku_core::Level;
///
/// assert!(Level::Easy < Level::Extreme);
/// assert_eq!(Level::Unfair.word(), "unfair");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Level {
    Easy,
    Medium,
    Hard,
    Unfair,
    Extreme,
}

impl Level {
    /// Every level with its word, the easiest first.
    pub const ALL: [(Level, &'static str); 5] = [
        (Level::Easy, "easy"),
        (Level::Medium, "medium"),
        (Level::Hard, "hard"),
        (Level::Unfair, "unfair"),
        (Level::Extreme, "extreme"),
    ];

    /// The level with this word.
    pub fn parse(word: &str) -> Option<Level> {
        let mut all = Level::ALL.iter();
        all.find(|(_, w)| *w == word).map(|(level, _)| *level)
    }

    /// Word for the level.
    pub fn word(self) -> &'static str {
        Level::ALL[self as usize].1
    }
}
