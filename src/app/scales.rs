//! Scales by name: `B`, `W`, `gB`, `gW`, and the lists of techniques that come with the engine.

use qedoku_core::engine::rate::{Ladder, STANDARD_LADDERS, standard_ladder};
use qedoku_core::engine::scale::Scale;

use crate::Error;

/// Scales to rate by, without duplicates.
#[derive(Clone, Debug, Default)]
pub struct NamedScales {
    /// Scales by the length of braids or whips, in their usual order.
    pub lengths: Vec<Scale>,
    /// Lists of techniques, such as `SE`.
    pub ladders: Vec<Ladder>,
}

impl NamedScales {
    /// Finds scales by their names.
    pub fn read<S: AsRef<str>>(names: &[S]) -> Result<NamedScales, Error> {
        NamedScales::find(names, |name| {
            standard_ladder(name).ok_or_else(|| unknown(name))
        })
    }

    /// Finds scales by their names. `ladder` finds a list of techniques.
    pub fn find<S: AsRef<str>, E>(
        names: &[S],
        mut ladder: impl FnMut(&str) -> Result<Ladder, E>,
    ) -> Result<NamedScales, E> {
        let mut scales = NamedScales::default();
        for name in names.iter().map(AsRef::as_ref) {
            let length = Scale::ALL.into_iter().find(|scale| {
                let letter = scale.letter();
                letter == name || (letter.len() == 1 && letter.eq_ignore_ascii_case(name))
            });
            match length {
                Some(length) => scales.lengths.push(length),
                None => scales.ladders.push(ladder(name)?),
            }
        }
        scales.lengths.sort();
        scales.lengths.dedup();
        let mut known: Vec<String> = Vec::new();
        scales.ladders.retain(|ladder| {
            let is_new = !known.contains(&ladder.name);
            known.push(ladder.name.clone());
            is_new
        });
        Ok(scales)
    }
}

fn unknown(name: &str) -> Error {
    let lengths = Scale::ALL.into_iter().map(Scale::letter);
    let all = lengths.chain(STANDARD_LADDERS.iter().map(|(name, _)| *name));
    let all: Vec<String> = all.map(|name| format!("`{name}`")).collect();
    let message = format!("there is no scale `{name}`");
    Error::new("scale::unknown", message).help(format!("scales are {}", all.join(", ")))
}
