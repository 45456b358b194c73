//! Ratings of a puzzle by a ladder of techniques, as columns.
//!
//! On Sudoku Explainer's scale the columns are `SE`, the rating of the hardest step, `SE_EP`, that
//! of the hardest step up to the first placement, and `SE_ED`, that of the first step: `7.2`,
//! `1.2`, `1.2`. A scale that adds up, like HoDoKu's, has the level and the score.

use serde::ser::SerializeMap;

use crate::engine::rate::{Counts, Ladder, Rating, RatingEnd, mark_text};

/// The rating of a puzzle by one ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderRating {
    /// The names and values of the columns.
    pub columns: Vec<(String, LadderValue)>,
}

/// A value of a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LadderValue {
    /// A rating in hundredths.
    Mark(u32),
    /// A lower bound.
    AtLeast(u32),
    /// A sum of ratings.
    Sum(u64),
    /// A level.
    Word(String),
    /// Unknown.
    Missing,
}

impl LadderValue {
    /// The value as text. A bound has a `+`.
    pub fn text(&self) -> String {
        match self {
            LadderValue::Mark(mark) => mark_text(*mark),
            LadderValue::AtLeast(mark) => format!("{}+", mark_text(*mark)),
            LadderValue::Sum(sum) => sum.to_string(),
            LadderValue::Word(word) => word.clone(),
            LadderValue::Missing => "-".to_owned(),
        }
    }
}

impl LadderRating {
    /// The names of the columns for a ladder.
    pub fn names(ladder: &Ladder) -> Vec<String> {
        let name = &ladder.name;
        match ladder.counts {
            Counts::Hardest => vec![name.clone(), format!("{name}_EP"), format!("{name}_ED")],
            Counts::Sum => vec![name.clone(), format!("{name}_score")],
        }
    }

    /// The columns of a rating.
    pub fn of(ladder: &Ladder, rating: &Rating) -> LadderRating {
        let mark = |mark: Option<u32>| mark.map_or(LadderValue::Missing, LadderValue::Mark);
        let values = match (ladder.counts, rating.end) {
            (_, RatingEnd::Impossible) => vec![LadderValue::Missing; 3],
            (Counts::Hardest, end) => vec![
                match end {
                    RatingEnd::Solved => mark(rating.hardest_entry.map(|_| rating.hardest)),
                    _ => LadderValue::AtLeast(rating.at_least),
                },
                mark(rating.first_placement),
                mark(rating.first_step),
            ],
            (Counts::Sum, end) => {
                let score = rating.sum / 100;
                let stuck = end != RatingEnd::Solved;
                vec![
                    level(ladder, rating, score, stuck),
                    match stuck {
                        true => LadderValue::AtLeast(rating.sum.min(u64::from(u32::MAX)) as u32),
                        false => LadderValue::Sum(score),
                    },
                ]
            }
        };
        LadderRating {
            columns: LadderRating::names(ladder)
                .into_iter()
                .zip(values)
                .collect(),
        }
    }
}

/// The level of the hardest step, or the lowest level above it whose limit admits the score. The
/// last level if no entry fires.
fn level(ladder: &Ladder, rating: &Rating, score: u64, stuck: bool) -> LadderValue {
    let from = match stuck {
        true => ladder.levels.len().saturating_sub(1),
        false => rating.level,
    };
    let mut levels = ladder.levels.iter().skip(from);
    let fits = |most: &Option<u32>| most.is_none_or(|most| score <= u64::from(most));
    let level = levels.find(|(_, most)| fits(most));
    match level.or(ladder.levels.last()) {
        Some((name, _)) => LadderValue::Word(name.clone()),
        None => LadderValue::Missing,
    }
}

/// The columns of several ratings as fields. A bound is `null`, and `SE_at_least` has its value.
pub(super) fn as_fields<S: serde::Serializer>(
    ratings: &[LadderRating],
    to: S,
) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(None)?;
    for (name, value) in ratings.iter().flat_map(|rating| &rating.columns) {
        let number = |mark: u32| f64::from(mark) / 100.0;
        match value {
            LadderValue::Mark(mark) => map.serialize_entry(name, &number(*mark))?,
            LadderValue::AtLeast(mark) => {
                map.serialize_entry(name, &None::<f64>)?;
                map.serialize_entry(&format!("{name}_at_least"), &number(*mark))?;
            }
            LadderValue::Sum(sum) => map.serialize_entry(name, sum)?,
            LadderValue::Word(word) => map.serialize_entry(name, word)?,
            LadderValue::Missing => map.serialize_entry(name, &None::<f64>)?,
        }
    }
    map.end()
}
