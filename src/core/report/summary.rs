//! A summary of many grades: the number of puzzles by level and by hardest technique.

use std::collections::BTreeMap;

use super::grade::level_words;

/// The width of the longest bar, in characters.
const MAX_BAR: u64 = 40;

/// Counts of grades.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    puzzles: u64,
    claims: BTreeMap<String, u64>,
    levels: BTreeMap<String, u64>,
    hardest: BTreeMap<String, u64>,
    bad: u64,
}

impl Summary {
    /// Adds a grade: its claim and, if the grade has them, its level and hardest technique.
    pub fn add(&mut self, level: Option<&str>, hardest: Option<&str>, claim: &str) {
        self.puzzles += 1;
        let count = |map: &mut BTreeMap<String, u64>, key: Option<&str>| {
            if let Some(key) = key {
                *map.entry(key.to_owned()).or_default() += 1;
            }
        };
        count(&mut self.claims, Some(claim));
        count(&mut self.levels, level);
        count(&mut self.hardest, hardest);
    }

    /// Counts a text that is not a puzzle.
    pub fn add_bad(&mut self) {
        self.bad += 1;
    }

    /// Number of texts that were not puzzles.
    pub fn bad(&self) -> u64 {
        self.bad
    }

    /// Number of puzzles.
    pub fn puzzles(&self) -> u64 {
        self.puzzles
    }

    /// The counts as text, each with a bar.
    pub fn to_text(&self) -> String {
        let claimed = |claim: &str| self.claims.get(claim).copied().unwrap_or(0);
        let several = |count: u64| if count == 1 { "" } else { "s" };
        let puzzles = format!("{} puzzle{}", self.puzzles, several(self.puzzles));
        let mut text = format!("{puzzles}, {} solved", claimed("unique"));
        for (count, words) in [
            (
                self.levels.get("search").copied().unwrap_or(0),
                "with search",
            ),
            (claimed("open"), "not solved"),
            (claimed("none"), "without a solution"),
            (claimed("many"), "with several solutions"),
            (self.bad, &format!("bad line{}", several(self.bad))),
        ] {
            if count > 0 {
                text += &format!(", {count} {words}");
            }
        }
        text.push('\n');
        let level = |word: &'static str| Some((word.to_owned(), *self.levels.get(word)?));
        chart(
            &mut text,
            "level",
            &level_words().filter_map(level).collect::<Vec<_>>(),
        );
        let mut hardest: Vec<(String, u64)> = self.hardest.clone().into_iter().collect();
        // The most frequent first. Ties keep the order of names.
        hardest.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        chart(&mut text, "hardest technique", &hardest);
        text
    }
}

fn chart(text: &mut String, title: &str, rows: &[(String, u64)]) {
    let Some(most) = rows.iter().map(|(_, count)| *count).max() else {
        return;
    };
    let names = rows.iter().map(|(name, _)| name.chars().count());
    let width = names.chain([title.len()]).max().unwrap_or(0);
    *text += &format!("\n{title:width$}  puzzles\n");
    for (name, count) in rows {
        let bar = "#".repeat((count * MAX_BAR).div_ceil(most) as usize);
        *text += &format!("{name:width$}  {count:>7}  {bar}\n");
    }
}
