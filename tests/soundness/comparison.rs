//! Comparison of a verdict with the meaning of the rule.
//!
//! For a technique, the result is its fate, or the error in its verdict: a sound rule has a false
//! effect in one of the states, a counterexample is invalid, or a rule fires that never fires by
//! its verdict.

use std::time::{Duration, Instant};

use crate::boards::Dealt;
use qedoku_core::grid::{Candidate, Digit};
use qedoku_core::lang::ir::{Pattern, Technique};
use qedoku_core::matcher::meaning::{KnownRelations, Reading};
use qedoku_core::matcher::{Position, Value, naive};
use qedoku_soundness::{Counterexample, Deadline, Remark, Scope, Verdict, decide, prove};

/// Maximum number of bindings tried to find the match of a counterexample.
const CONFIRMED: u64 = 5_000_000;

/// Fate of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Sound, and it fired in a state.
    SoundAndFired,
    /// Sound, and it did not fire in any state.
    SoundAndSilent,
    /// Never fires, by its verdict.
    NeverFires,
    /// Unsound, with a counterexample.
    Unsound,
    /// Not proved, and it had a false effect in a state.
    NotProvedAndFalse,
    /// Not proved.
    NotProved,
    /// Neither proved nor refuted, but it had a false effect in a state.
    UnknownAndFalse,
    /// Neither proved nor refuted.
    Unknown,
}

/// Effects of a technique in the states.
#[derive(Default)]
struct Seen {
    /// Index of the first state in which it fires.
    fires: Option<usize>,
    /// The states in which it has a false effect, with a description.
    lies: Vec<(usize, String)>,
    /// Whether the technique fires on a board that has only rows, columns and boxes.
    fires_on_usual: bool,
}

/// Returns the fate of a technique, or the error in its verdict. The expensive search for a
/// counterexample runs only if it is requested.
pub fn fate(
    technique: &Technique,
    states: &[Dealt],
    limit: Duration,
    is_in_full: bool,
) -> Result<Fate, String> {
    let seen = look(technique, states);
    let deadline = Deadline::new(Instant::now(), limit);
    if is_in_full {
        return fate_in_full(technique, &seen, states, deadline);
    }
    let Some(proof) = prove(technique, &technique.relations, deadline) else {
        return Ok(match seen.lies.is_empty() {
            true => Fate::NotProved,
            false => Fate::NotProvedAndFalse,
        });
    };
    fate_of_sound(&seen, states, (proof.scope, proof.remark(deadline)))
}

fn fate_in_full(
    technique: &Technique,
    seen: &Seen,
    states: &[Dealt],
    deadline: Deadline,
) -> Result<Fate, String> {
    match decide(technique, &technique.relations, |_| false, deadline) {
        Verdict::Sound { scope, remark, .. } => fate_of_sound(seen, states, (scope, remark)),
        Verdict::Unsound { counterexample, .. } => {
            confirm(technique, &counterexample)?;
            Ok(Fate::Unsound)
        }
        // The check itself found that its queries do not describe the rule.
        Verdict::Unknown { reason }
            if reason.contains("proved contradictory, but it has a match") =>
        {
            Err(reason)
        }
        Verdict::Unknown { .. } => Ok(match seen.lies.is_empty() {
            true => Fate::Unknown,
            false => Fate::UnknownAndFalse,
        }),
    }
}

/// Asserts that a sound rule has no false effects on the boards of its scope, and that a rule does
/// not fire if its verdict says so.
fn fate_of_sound(
    seen: &Seen,
    states: &[Dealt],
    (scope, remark): (Scope, Option<Remark>),
) -> Result<Fate, String> {
    for (at, lie) in &seen.lies {
        if scope.covers(states[*at].position.board()) {
            return Err(format!("called sound {}, but {lie}", scope.words()));
        }
    }
    match (remark, seen.fires) {
        (Some(remark), _) if seen.fires_on_usual && scope != Scope::NineByNine => {
            Err(format!("it fires, but {}", remark.words()))
        }
        (Some(_), _) => Ok(Fate::NeverFires),
        (None, Some(_)) => Ok(Fate::SoundAndFired),
        (None, None) => Ok(Fate::SoundAndSilent),
    }
}

/// Evaluates the technique in each state.
fn look(technique: &Technique, states: &[Dealt]) -> Seen {
    let mut seen = Seen::default();
    for (at, dealt) in states.iter().enumerate() {
        if technique.assumes_unique && !dealt.is_unique {
            continue;
        }
        let board = dealt.position.board();
        let is_usual = board.houses().len() == 3 * board.size();
        let mut left = dealt.bindings;
        let Some(known) = naive::known(technique, &dealt.position, &mut left) else {
            continue;
        };
        for pattern in &technique.patterns {
            let mut left = dealt.bindings;
            let _ = naive::each_match(pattern, &known, &mut left, &mut |reading| {
                let (gone, placed) = (reading.eliminated(pattern), reading.placed(pattern));
                let derives = pattern.guardians.is_some();
                if gone.is_empty() && placed.is_empty() && !derives {
                    return;
                }
                seen.fires.get_or_insert(at);
                seen.fires_on_usual |= is_usual;
                let is_false = |c: &Candidate| !dealt.is_true(*c);
                let is_wrong = derives && reading.derived(pattern).iter().all(is_false);
                let lies = gone.iter().any(|c| !is_false(c)) || placed.iter().any(is_false);
                let lies = lies || is_wrong;
                if lies && seen.lies.last().is_none_or(|(last, _)| *last != at) {
                    seen.lies.push((at, describe(pattern, reading, dealt)));
                }
            });
        }
    }
    seen
}

/// Asserts that a counterexample is valid: the candidates and givens allow the grid, the rule
/// matches there by the definition of meaning, and its effect is false in the grid.
fn confirm(technique: &Technique, found: &Counterexample) -> Result<(), String> {
    let board = &found.puzzle.board;
    let holds = |c: &Candidate| found.grid[board.cell_of(*c).index()] == board.digit_of(*c);
    let live = found.puzzle.pencilmarks.iter().flatten().zip(&found.grid);
    let givens = found.puzzle.givens.iter().flatten().zip(&found.grid);
    let is_allowed = { live }.all(|(mask, digit)| mask >> digit.index() & 1 == 1) && { givens }
        .all(|(given, digit): (&Option<Digit>, _)| given.is_none_or(|g| g == *digit));
    let fits = board.houses().iter().all(|house| {
        let cells = house.cells.iter();
        let mask = cells.fold(0u32, |m, c| m | 1 << found.grid[c.index()].index());
        mask.count_ones() as usize == house.cells.len()
    });
    if !is_allowed || !fits {
        return Err("the grid of the counterexample is none".into());
    }
    let truths = found.found.derived.iter();
    if !{ truths }.all(|truth| truth.candidates.iter().any(&holds)) {
        return Err("a derived truth of the counterexample is false in its grid".into());
    }
    let position = found.position();
    if let Some((pattern, values)) = &found.written_out {
        return confirm_written_out(pattern, values, &position, holds);
    }
    let mut left = CONFIRMED;
    let pattern = &technique.patterns[found.found.pattern];
    let Some(known) = naive::known(technique, &position, &mut left) else {
        return Err("the counterexample is too large to be confirmed".into());
    };
    let (mut is_confirmed, mut matches) = (false, 0);
    let bound = &found.found.bindings;
    let _ = naive::each_match_with(pattern, &known, bound, &mut left, &mut |reading| {
        let killed = reading.eliminated(pattern).iter().any(holds);
        let misplaced = reading.placed(pattern).iter().any(|c| !holds(c));
        is_confirmed |= killed || misplaced || derives_wrongly(pattern, reading, holds);
        matches += 1;
    });
    match is_confirmed {
        true => Ok(()),
        false => Err(format!(
            "called unsound, but the board does not show it, with {matches} matches of {bound:?} which are said to do {:?}",
            found.found.eliminations
        )),
    }
}

/// Confirms the counterexample of a pattern whose relations were expanded. Evaluating the relations
/// themselves could take too long.
fn confirm_written_out(
    pattern: &Pattern,
    values: &[Value],
    position: &Position,
    holds: impl Fn(&Candidate) -> bool,
) -> Result<(), String> {
    let known = KnownRelations::new(position, 0);
    let values: Vec<Option<Value>> = values.iter().copied().map(Some).collect();
    let reading = Reading {
        known: &known,
        variables: &pattern.variables,
        values: &values,
    };
    let lies = reading.eliminated(pattern).iter().any(&holds)
        || derives_wrongly(pattern, &reading, &holds)
        || reading.placed(pattern).iter().any(|c| !holds(c));
    match reading.matches(pattern) && lies {
        true => Ok(()),
        false => Err("called unsound, but the board does not show it as written out".into()),
    }
}

/// Returns whether the pattern falsely derives that one of some candidates is true.
fn derives_wrongly(
    pattern: &Pattern,
    reading: &Reading<'_>,
    holds: impl Fn(&Candidate) -> bool,
) -> bool {
    pattern.guardians.is_some() && !reading.derived(pattern).iter().any(holds)
}

/// Describes a false match.
fn describe(pattern: &Pattern, reading: &Reading<'_>, dealt: &Dealt) -> String {
    let board = dealt.position.board();
    let bound = pattern.variables.iter().zip(reading.values);
    let bound: Vec<String> = bound
        .map(|(v, value)| format!("{} = {value:?}", v.name))
        .collect();
    let grid: String = dealt.grid.iter().map(|d| d.to_char()).collect();
    let names = |all: Vec<Candidate>| -> Vec<String> {
        all.into_iter().map(|c| board.candidate_name(c)).collect()
    };
    let live: Vec<String> = (board.cells())
        .map(|cell| {
            let all = dealt.position.state().domain(board, board.cell_group(cell));
            all.map(|c| board.digit_of(c).to_char()).collect()
        })
        .collect();
    format!(
        "in the grid {grid} with {} it removes {:?} and places {:?}: {}",
        live.join(" "),
        names(reading.eliminated(pattern)),
        names(reading.placed(pattern)),
        bound.join(", ")
    )
}
