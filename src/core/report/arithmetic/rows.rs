//! Steps of version 2 spelled out: the sum and the division of a cut, and the fillings of a cage.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::words::{list, push_removed};
use crate::grid::{Board, Candidate};
use crate::proof::{FillProblem, Replay, Row, RowStep, RowTerm, Step};

/// The largest number of fillings that are listed.
const MAX_LISTED_FILLINGS: usize = 12;
/// Maximum number of fillings searched.
const MAX_FILLINGS: usize = 2_000;

/// Spells out a step.
pub(super) fn push(text: &mut String, before: &Replay, step: &RowStep) {
    let board = before.board();
    match step {
        RowStep::Count { targets, terms } => {
            let Some(sum) = push_sum(text, before, terms) else {
                return;
            };
            let bound = sum.hi.unwrap_or_default();
            if bound < 0 && sum.weights.iter().all(|&(_, weight)| weight >= 0) {
                let _ = writeln!(
                    text,
                    "The left side is never below 0, so no choice of live candidates obeys these rows: the \
                     position is impossible.\nEverything follows from that, here {}.",
                    in_cells(board, targets, "<>").join(", ")
                );
                return;
            }
            for &target in targets {
                let (name, out) = (board.candidate_name(target), board.elimination_name(target));
                let weight = sum.weight(target);
                let _ = writeln!(
                    text,
                    "If {name} were true, it alone would make {weight}, and no other number is negative: \
                     more than {bound}. So {out}."
                );
            }
        }
        RowStep::Cut {
            name,
            divisor,
            terms,
        } => push_cut(text, before, step, name, *divisor, terms),
        RowStep::Derive { name, terms } => {
            push_terms(text, before, terms, true);
            let is_live = |it| before.is_live(it);
            if let Some((_, row)) = before.names().defined(board, is_live, step) {
                let _ = writeln!(text, "\nAdded up, {name} says: {}.", equation(board, &row));
            }
        }
        RowStep::Fill { targets, items } => {
            push_fillings(text, before, items);
            let names = in_cells(board, targets, "=").join(" or ");
            let out = in_cells(board, targets, "<>").join(", ");
            let _ = writeln!(text, "No filling is possible with {names}. So {out}.");
        }
        RowStep::Single { candidate, row } => {
            let name = board.candidate_name(*candidate);
            let _ = writeln!(
                text,
                "At least one candidate of {row} is true, and only {name} is left. So {name}."
            );
            push_removed(text, before, &Step::Row(step.clone()));
        }
        RowStep::Refuted(items) => {
            push_fillings(text, before, items);
            if let Some(supposed) = before.supposed().last() {
                let (name, out) = (
                    board.candidate_name(supposed),
                    board.elimination_name(supposed),
                );
                let _ = writeln!(text, "So {name}, which was supposed last, is wrong: {out}.");
            }
        }
        RowStep::Deadly {
            name,
            set,
            exchange,
        } => {
            let names = |set: &[Candidate]| list(set.iter().map(|&it| board.candidate_name(it)));
            let _ = writeln!(
                text,
                "{name}: {}\nexchange: {}\n\nExchanging one for the other breaks no constraint, so a solution with all \
                 of {name} would have a second one beside it.",
                names(set),
                names(exchange)
            );
        }
    }
}

/// The rows of a sum, with their bounds.
fn push_terms(text: &mut String, before: &Replay, terms: &[RowTerm], adds: bool) {
    let board = before.board();
    let title = match adds {
        true => "The equations that are added and subtracted:",
        false => "The rows: behind `+` with their least value, behind `-` with their greatest:",
    };
    let _ = writeln!(text, "{title}");
    for term in terms {
        let sign = if term.multiplier > 0 { '+' } else { '-' };
        let times = match term.multiplier.abs() {
            1 => String::new(),
            times => format!("{times}*"),
        };
        let name = format!("{sign}{times}{}", term.set.to_text(board));
        let row = before.names().row_of(board, &term.set).unwrap_or_default();
        let bound = match (row.lo, row.hi) {
            (Some(lo), Some(hi)) if lo == hi => format!("exactly {lo}"),
            (Some(lo), _) if term.multiplier > 0 => format!("at least {lo}"),
            (_, Some(hi)) => format!("at most {hi}"),
            _ => "no bound".to_owned(),
        };
        let live = Row {
            weights: (row.weights.iter().copied())
                .filter(|it| adds || before.is_live(it.0))
                .collect(),
            ..row
        };
        let sum = match adds {
            true => equation(board, &live),
            false => format!("{bound}: {}", sum_in_words(board, &live)),
        };
        let _ = writeln!(text, "  {name:<12} {sum}");
    }
}

/// A sum of rows over live candidates, and the bound that follows.
fn push_sum(text: &mut String, before: &Replay, terms: &[RowTerm]) -> Option<Row> {
    let board = before.board();
    push_terms(text, before, terms, false);
    let mut sum = before.names().sum(board, terms)?;
    sum.weights.retain(|it| before.is_live(it.0));
    let _ = writeln!(
        text,
        "\nLinks less truths, added up over the live candidates:\n  {} <= {}\n",
        sum_in_words(board, &sum),
        sum.hi.unwrap_or_default()
    );
    Some(sum)
}

fn push_cut(
    text: &mut String,
    before: &Replay,
    step: &RowStep,
    name: &str,
    divisor: i64,
    terms: &[RowTerm],
) {
    let board = before.board();
    let Some(sum) = push_sum(text, before, terms) else {
        return;
    };
    let is_live = |it| before.is_live(it);
    let Some((_, row)) = before.names().defined(board, is_live, step) else {
        return;
    };
    let bound = sum.hi.unwrap_or_default();
    let rounded = row.hi.unwrap_or_default();
    let _ = writeln!(
        text,
        "Divide by {divisor} and round every number on the left down; the left side only gets smaller. It is a whole\n\
         number then, so the right side, {bound}/{divisor}, may be rounded down as well, to {rounded}. So {name} says:\n  {} <= {rounded}",
        sum_in_words(board, &row)
    );
    if row.weights.iter().all(|&(_, weight)| weight == 1) {
        let most = match rounded {
            1 => "one is true".to_owned(),
            most => format!("{most} are true"),
        };
        let number = row.weights.len();
        let _ = writeln!(text, "Of these {number} candidates at most {most}.");
    }
}

/// Placements or eliminations, those of one cell together: `r1c1=34` or `r1c1<>34`.
fn in_cells(board: &Board, candidates: &[Candidate], sign: &str) -> Vec<String> {
    let mut cells: BTreeMap<usize, String> = BTreeMap::new();
    for &candidate in candidates {
        let cell = board.cell_of(candidate);
        let name = cells.entry(cell.index());
        let name = name.or_insert_with(|| format!("{}{sign}", board.cell_name(cell)));
        name.push(board.digit_of(candidate).to_char());
    }
    cells.into_values().collect()
}

/// `2 r1c1=3 + r1c2=4 - r2c2=1`, with candidates of one cell and weight together: `r1c1=34`.
fn sum_in_words(board: &Board, row: &Row) -> String {
    let mut parts: Vec<(i64, usize, String)> = Vec::new();
    for &(candidate, weight) in &row.weights {
        let (cell, digit) = (
            board.cell_of(candidate),
            board.digit_of(candidate).to_char(),
        );
        match parts.last_mut() {
            Some((last, of, name)) if *last == weight && *of == cell.index() => name.push(digit),
            _ => {
                let name = format!("{}={digit}", board.cell_name(cell));
                parts.push((weight, cell.index(), name));
            }
        }
    }
    let mut text = String::new();
    for (weight, _, name) in parts {
        let sign = match (text.is_empty(), weight < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let times = match weight.abs() {
            1 => String::new(),
            times => format!("{times} "),
        };
        let _ = write!(text, "{sign}{times}{name}");
    }
    if text.is_empty() {
        "0".to_owned()
    } else {
        text
    }
}

/// `r1c4 - r2c1 = 3` for a row whose weights are multiples of values; otherwise candidate by
/// candidate.
fn equation(board: &Board, row: &Row) -> String {
    let mut times: BTreeMap<usize, Option<i64>> = BTreeMap::new();
    for &(candidate, weight) in &row.weights {
        let value = board.digit_of(candidate).index() as i64 + 1;
        let factor = (weight % value == 0).then_some(weight / value);
        let known = times
            .entry(board.cell_of(candidate).index())
            .or_insert(factor);
        if *known != factor {
            *known = None;
        }
    }
    let bound = row.lo.unwrap_or_default();
    if times.is_empty() || times.values().any(Option::is_none) {
        return format!("{} = {bound}", sum_in_words(board, row));
    }
    let mut text = String::new();
    for (cell, factor) in board
        .cells()
        .filter_map(|it| Some((it, times.get(&it.index())?.as_ref()?)))
    {
        let sign = match (text.is_empty(), *factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let number = match factor.abs() {
            1 => String::new(),
            number => format!("{number} "),
        };
        let _ = write!(text, "{sign}{number}{}", board.cell_name(cell));
    }
    format!("{text} = {bound}")
}

/// The fillings of items from live candidates.
pub(super) fn push_fillings(text: &mut String, before: &Replay, items: &[String]) {
    let board = before.board();
    let Some(problem) = FillProblem::of(before.names(), board, items) else {
        return;
    };
    let names: Vec<String> = (items.iter())
        .map(
            |item| match before.names().rules().and_then(|it| it.named(item)) {
                Some(rule) => format!("{item} (`{}`)", rule.line),
                None => item.clone(),
            },
        )
        .collect();
    let names = names.join(" and ");
    let excludes = |a, b| before.excludes(a, b);
    let is_live = |it| before.is_live(it);
    let fillings = problem.fillings(board, &is_live, &excludes, MAX_FILLINGS);
    let digits = |filling: &[Candidate]| -> String {
        let digits = filling.iter().map(|&it| board.digit_of(it).to_char());
        digits.map(String::from).collect::<Vec<_>>().join(" ")
    };
    let of: Vec<String> = (problem.variables.iter())
        .map(|it| match it.cell {
            Some(cell) => board.cell_name(cell),
            None => "a truth".to_owned(),
        })
        .collect();
    if fillings.is_empty() {
        let _ = writeln!(text, "No choice of live candidates fills {names}.");
        return;
    }
    let _ = writeln!(
        text,
        "Fillings of {names}, one live candidate for each of {}:",
        of.join(", ")
    );
    for filling in fillings.iter().take(MAX_LISTED_FILLINGS) {
        let _ = writeln!(text, "  {}", digits(filling));
    }
    if fillings.len() > MAX_LISTED_FILLINGS {
        let at_least = if fillings.len() == MAX_FILLINGS {
            "at least "
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "  and {at_least}{} more",
            fillings.len() - MAX_LISTED_FILLINGS
        );
    }
}
