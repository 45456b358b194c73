//! Parsing of scale files.
//!
//! `docs/scales.md` describes the format. The shortest scale file:
//!
//! ```text
//! scale mine
//! 1    hidden_single
//! 2    naked_single
//! 3.5  fish=2
//! ```

use std::fmt;

use super::chains::{ChainFamily, ChainRates};
use super::entry::{Counts, EntryAction, EntryDemand, LadderEntry, MatchPolicy};
use super::standard::STANDARD_LADDERS;
use crate::grid::HouseKind;

/// A scale: its entries in order, and the way in which their ratings combine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Name of the scale, which is also the name of its column.
    pub name: String,
    /// The way in which steps combine to a rating.
    pub counts: Counts,
    /// The number of matches taken per entry.
    pub taking: MatchPolicy,
    /// Whether rules that assume a unique solution are left out.
    pub without_unique: bool,
    /// The levels, the easiest first, each with its maximum sum, if there is one.
    pub levels: Vec<(String, Option<u32>)>,
    /// The entries, the easiest first.
    pub entries: Vec<LadderEntry>,
    /// The minimum rating of a puzzle that no entry solves.
    pub beyond: Option<u32>,
    /// The highest rating of interest. Harder puzzles are rated at least the first harder step.
    pub highest: Option<u32>,
}

/// A mistake in a line of a scale file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderError {
    /// The line, counted from 1.
    pub line: usize,
    /// The mistake.
    pub problem: LadderProblem,
}

/// The kinds of mistakes in a scale file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LadderProblem {
    /// The file does not begin with `scale NAME`.
    NoName,
    /// There is no entry.
    Empty,
    /// A line begins neither with a rating nor with a keyword.
    UnknownWord(String),
    /// A rating is not a number with up to two decimals.
    NoMark(String),
    /// A level is not listed.
    UnknownLevel(String),
    /// An included scale does not come with the program.
    UnknownScale(String),
    /// A family of chains does not exist.
    UnknownFamily(String),
    /// A demand is unknown.
    BadDemand(String),
    /// The library has no such rule. The second value is a similar name.
    UnknownRule(String, Option<String>),
    /// The rule has no such variable.
    UnknownVariable(String, String),
}

impl LadderProblem {
    /// Stable code of the problem.
    pub fn code(&self) -> &'static str {
        match self {
            LadderProblem::NoName => "scale::no_name",
            LadderProblem::Empty => "scale::empty",
            LadderProblem::UnknownWord(_) => "scale::unknown_word",
            LadderProblem::NoMark(_) => "scale::no_rating",
            LadderProblem::UnknownLevel(_) => "scale::unknown_level",
            LadderProblem::UnknownScale(_) => "scale::unknown_scale",
            LadderProblem::UnknownFamily(_) => "scale::unknown_family",
            LadderProblem::BadDemand(_) => "scale::bad_demand",
            LadderProblem::UnknownRule(..) => "scale::unknown_rule",
            LadderProblem::UnknownVariable(..) => "scale::unknown_variable",
        }
    }
}

impl fmt::Display for LadderProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LadderProblem::NoName => f.write_str("the file does not begin with `scale NAME`"),
            LadderProblem::Empty => f.write_str("the scale has no techniques"),
            LadderProblem::UnknownWord(word) => {
                write!(f, "`{word}` is neither a rating nor a word of scale files")
            }
            LadderProblem::NoMark(text) => {
                write!(
                    f,
                    "`{text}` is not a rating: use a number with up to two decimals"
                )
            }
            LadderProblem::UnknownLevel(name) => write!(f, "there is no level `{name}`"),
            LadderProblem::UnknownScale(name) => {
                write!(f, "no scale `{name}` comes with the program")
            }
            LadderProblem::UnknownFamily(name) => {
                write!(f, "there is no family of chains `{name}`")
            }
            LadderProblem::BadDemand(text) => write!(
                f,
                "`{text}` is not a condition: use `H is box`, `|S| = 6`, `|S| >= 6`, `S has x y`, `2 of S has only x y` or `direct H`"
            ),
            LadderProblem::UnknownRule(name, None) => write!(f, "there is no rule `{name}`"),
            LadderProblem::UnknownRule(name, Some(close)) => {
                write!(f, "there is no rule `{name}`: did you mean `{close}`?")
            }
            LadderProblem::UnknownVariable(rule, name) => {
                write!(f, "the rule `{rule}` has no variable `{name}`")
            }
        }
    }
}

impl fmt::Display for LadderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for LadderError {}

impl Ladder {
    /// Removes all entries with a higher rating, in hundredths, and ends at the first harder step:
    /// puzzles that need one are rated at least this. Does nothing for ladders that add up ratings.
    pub fn end_at(&mut self, highest: u32) {
        if self.counts == Counts::Hardest {
            self.entries.retain(|entry| entry.mark <= highest);
            self.beyond = Some(highest);
            self.highest = Some(highest);
        }
    }

    /// Parses a scale file. Fails with all mistakes.
    pub fn parse(text: &str) -> Result<Ladder, Vec<LadderError>> {
        let mut ladder = Ladder {
            name: String::new(),
            counts: Counts::Hardest,
            taking: MatchPolicy::All,
            without_unique: false,
            levels: Vec::new(),
            entries: Vec::new(),
            beyond: None,
            highest: None,
        };
        let mut errors = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            if let Err(problem) = ladder.read(line, at + 1) {
                errors.push(LadderError {
                    line: at + 1,
                    problem,
                });
            }
        }
        let whole = |problem| LadderError { line: 1, problem };
        if ladder.name.is_empty() {
            errors.insert(0, whole(LadderProblem::NoName));
        } else if ladder.entries.is_empty() && errors.is_empty() {
            errors.push(whole(LadderProblem::Empty));
        }
        match errors.is_empty() {
            true => Ok(ladder),
            false => Err(errors),
        }
    }

    /// Reads one line.
    fn read(&mut self, line: &str, number: usize) -> Result<(), LadderProblem> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("scale", name) if !name.is_empty() && !name.contains(char::is_whitespace) => {
                self.name = name.to_owned();
            }
            ("counts", "hardest") => self.counts = Counts::Hardest,
            ("counts", "sum") => self.counts = Counts::Sum,
            ("takes", "one") => self.taking = MatchPolicy::One,
            ("takes", "all") => self.taking = MatchPolicy::All,
            ("without", "unique") => self.without_unique = true,
            ("as", name) => {
                let unknown = || LadderProblem::UnknownScale(name.to_owned());
                let other = standard_ladder(name).ok_or_else(unknown)?;
                *self = Ladder {
                    name: std::mem::take(&mut self.name),
                    ..other
                };
            }
            ("level", name) => {
                let mut words = name.split_whitespace();
                let name = words.next().unwrap_or_default().to_owned();
                let most = words.next().map(whole_number).transpose()?;
                self.levels.push((name, most));
            }
            ("beyond", mark) => self.beyond = Some(mark_of(mark)?),
            ("or", rest) => {
                let (mark, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let (family, mark) = self.family(mark, rest)?;
                match self.entries.last_mut().map(|entry| &mut entry.action) {
                    Some(EntryAction::Chains(rates)) => rates.0.push((family, mark)),
                    _ => return Err(LadderProblem::UnknownWord("or".to_owned())),
                }
            }
            (mark, rest) if mark.starts_with(|c: char| c.is_ascii_digit()) => {
                let entry = self.entry(mark, rest, number)?;
                self.entries.push(entry);
            }
            _ => return Err(LadderProblem::UnknownWord(word.to_owned())),
        }
        Ok(())
    }

    /// Parses a line that begins with a rating.
    fn entry(&self, mark: &str, rest: &str, line: usize) -> Result<LadderEntry, LadderProblem> {
        if mark.ends_with('+') {
            let (family, mark) = self.family(mark, rest)?;
            return Ok(LadderEntry {
                line,
                mark,
                level: None,
                action: EntryAction::Chains(ChainRates(vec![(family, mark)])),
            });
        }
        let mark = mark_of(mark)?;
        let (mut name, mut demands) = rest.split_once(',').unwrap_or((rest, ""));
        let mut level = None;
        if let Some((first, second)) = name.trim().split_once(char::is_whitespace) {
            let at = self.levels.iter().position(|(own, _)| own == first);
            level = Some(at.ok_or_else(|| LadderProblem::UnknownLevel(first.to_owned()))?);
            name = second;
        }
        let name = name.trim().to_owned();
        let mut direct = None;
        let mut read = Vec::new();
        demands = demands.trim();
        for text in demands.split(',').map(str::trim).filter(|t| !t.is_empty()) {
            match text.strip_prefix("direct ") {
                Some(variable) => direct = Some(variable.trim().to_owned()),
                None => read.push(demand(text)?),
            }
        }
        let action = match name.as_str() {
            "aligned_pair" => EntryAction::Aligned(2),
            "aligned_triplet" => EntryAction::Aligned(3),
            "unique_loops" => EntryAction::UniqueLoops,
            "graves" => EntryAction::Graves,
            _ => EntryAction::Rule {
                name,
                demands: read,
                direct,
            },
        };
        Ok(LadderEntry {
            line,
            mark,
            level,
            action,
        })
    }

    /// Parses `6.5+ chain x_cycle`: the family and its base rating.
    fn family(&self, mark: &str, rest: &str) -> Result<(ChainFamily, u32), LadderProblem> {
        let mark = mark_of(mark.strip_suffix('+').unwrap_or(mark))?;
        let name = rest.strip_prefix("chains").unwrap_or(rest).trim();
        let known = ChainFamily::ALL.iter().find(|(_, own)| *own == name);
        match known {
            Some(&(family, _)) => Ok((family, mark)),
            None => Err(LadderProblem::UnknownFamily(name.to_owned())),
        }
    }
}

/// The scale with this name, if it comes with the program.
pub fn standard_ladder(name: &str) -> Option<Ladder> {
    let (_, text) = STANDARD_LADDERS.iter().find(|(own, _)| *own == name)?;
    Ladder::parse(text).ok()
}

fn whole_number(text: &str) -> Result<u32, LadderProblem> {
    let bad = |_| LadderProblem::NoMark(text.to_owned());
    text.parse().map_err(bad)
}

/// A rating in hundredths.
fn mark_of(text: &str) -> Result<u32, LadderProblem> {
    let bad = || LadderProblem::NoMark(text.to_owned());
    let (whole, parts) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    if whole.is_empty() || whole.len() > 6 || parts.len() > 2 || !digits(whole) || !digits(parts) {
        return Err(bad());
    }
    let hundredths = format!("{whole}{parts:0<2}");
    hundredths.parse().map_err(|_| bad())
}

fn demand(text: &str) -> Result<EntryDemand, LadderProblem> {
    let bad = || LadderProblem::BadDemand(text.to_owned());
    if let Some(rest) = text.strip_prefix('|') {
        let (name, rest) = rest.split_once('|').ok_or_else(bad)?;
        let rest = rest.trim();
        let or_more = rest.starts_with(">=");
        let size = rest.trim_start_matches([' ', '>', '=']);
        return Ok(EntryDemand::Size {
            name: name.trim().to_owned(),
            size: size.parse().map_err(|_| bad())?,
            or_more,
        });
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [name, "is", kind] => {
            let kinds = match kind {
                "box" => vec![HouseKind::Box],
                "row" => vec![HouseKind::Row],
                "column" => vec![HouseKind::Column],
                "line" => vec![HouseKind::Row, HouseKind::Column],
                _ => return Err(bad()),
            };
            Ok(EntryDemand::Kind(name.to_owned(), kinds))
        }
        [count, "of", name, "has", "only", ref digits @ ..] => {
            has_only(count, name, digits, false).ok_or_else(bad)
        }
        [
            count,
            "of",
            "rectangle",
            name,
            "has",
            "only",
            ref digits @ ..,
        ] => has_only(count, name, digits, true).ok_or_else(bad),
        [name, "has", ref digits @ ..] if !digits.is_empty() => {
            let digits = digits.iter().map(|&d| d.to_owned()).collect();
            Ok(EntryDemand::Has(name.to_owned(), digits))
        }
        _ => Err(bad()),
    }
}

fn has_only(count: &str, name: &str, digits: &[&str], rectangle: bool) -> Option<EntryDemand> {
    let (digits, perhaps) = match digits {
        [digits @ .., "perhaps", other] => (digits, Some((*other).to_owned())),
        digits => (digits, None),
    };
    let is_pair = digits.len() == 2;
    Some(EntryDemand::HasOnly {
        count: count.parse().ok().filter(|&count| count > 0 && is_pair)?,
        rectangle,
        name: name.to_owned(),
        digits: digits.iter().map(|&d| d.to_owned()).collect(),
        perhaps,
    })
}
