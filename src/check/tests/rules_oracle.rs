//! The meaning of a header of version 2 on a 4x4 board, found by trying all 288 grids. It shares no
//! code with the checker.

use crate::soundness::{Grid, grids};

/// The solutions of a puzzle: all, and those that are within the state.
pub struct Solutions {
    pub of_puzzle: Vec<Grid>,
    pub within_state: Vec<Grid>,
    pub assumes_unique: bool,
}

/// The solutions of the header of a proof that a checker has accepted; `None` on another board.
pub fn solutions(proof: &str) -> Option<Solutions> {
    let lines = proof
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    let lines: Vec<Vec<&str>> = lines
        .map(|line| line.split_whitespace().collect())
        .collect();
    let mut lines = lines.into_iter().filter(|words| !words.is_empty()).skip(1);
    let board = lines.next()?;
    if board != ["board", "sudoku", "2x2"] {
        return None;
    }
    let (mut of_puzzle, mut state, mut has_givens) = (grids(), None, false);
    let mut assumes_unique = false;
    for words in lines {
        match words[0] {
            "givens" => {
                has_givens = true;
                let givens: Vec<char> = words[1].chars().collect();
                of_puzzle.retain(|grid| {
                    (0..16).all(|cell| givens[cell] == '.' || digit(givens[cell]) == grid[cell])
                });
            }
            "state" => {
                let marks: Vec<String> = words[1..].iter().map(|&it| it.to_owned()).collect();
                state = Some(marks);
            }
            "assume" => assumes_unique = true,
            "count" | "single" | "suppose" | "refuted" | "deadly" | "fill" | "cut" | "derive"
            | "claim" => break,
            _ => of_puzzle.retain(|grid| holds(grid, &words)),
        }
    }
    let in_state = |grid: &Grid| {
        let marks = state.iter().flatten();
        marks
            .zip(grid)
            .all(|(marks, &it)| marks.chars().any(|c| c != '-' && digit(c) == it))
    };
    let within_state: Vec<Grid> = of_puzzle.iter().copied().filter(in_state).collect();
    if !has_givens {
        of_puzzle.clone_from(&within_state);
    }
    Some(Solutions {
        of_puzzle,
        within_state,
        assumes_unique,
    })
}

fn digit(c: char) -> usize {
    c as usize - '1' as usize
}

fn cell(name: &str) -> usize {
    let bytes = name.as_bytes();
    usize::from(bytes[1] - b'1') * 4 + usize::from(bytes[3] - b'1')
}

/// Whether a grid satisfies a constraint line.
fn holds(grid: &Grid, words: &[&str]) -> bool {
    let value = |name: &str| grid[cell(name)] as i64 + 1;
    let colon = words
        .iter()
        .position(|&word| word == ":")
        .unwrap_or(words.len());
    let list = words.get(colon + 1..).unwrap_or(&[]);
    let values = || list.iter().map(|name| value(name)).collect::<Vec<i64>>();
    let all_differ =
        |values: &[i64]| (1..=4).all(|d| values.iter().filter(|&&it| it == d).count() < 2);
    let number = |at: usize| words[at].parse::<i64>().unwrap_or(0);
    match words[0] {
        "house" | "different" => all_differ(&values()),
        "cage" => all_differ(&values()) && values().iter().sum::<i64>() == number(2),
        "sum" | "row" => {
            let sum: i64 = list.iter().map(|term| weight(term, &value)).sum();
            let lo = words[2].parse::<i64>().ok();
            let hi = if words[0] == "sum" {
                lo
            } else {
                words[3].parse().ok()
            };
            lo.is_none_or(|lo| lo <= sum) && hi.is_none_or(|hi| sum <= hi)
        }
        "has" => (1..=4).all(|d| {
            let wanted = words[2]
                .chars()
                .filter(|&c| digit(c) as i64 + 1 == d)
                .count();
            values().iter().filter(|&&it| it == d).count() >= wanted
        }),
        "allow" => words[2]
            .chars()
            .any(|c| digit(c) as i64 + 1 == value(words[1])),
        "path" => values()
            .windows(2)
            .all(|pair| relates(words[2], pair[0], pair[1])),
        "every" => {
            let values = values();
            let later = |at: usize| {
                values[at + 1..]
                    .iter()
                    .all(|&b| relates(words[2], values[at], b))
            };
            (0..values.len()).all(later)
        }
        "all" => (0..256_usize).all(|pair| {
            let (a, b) = (pair / 16, pair % 16);
            let (down, right) = ((b / 4).abs_diff(a / 4), (b % 4).abs_diff(a % 4));
            let is_move = match words[1] {
                "touch" => down + right == 1,
                "king" => down.max(right) == 1,
                _ => down * right == 2,
            };
            b <= a || !is_move || relates(words[2], grid[a] as i64 + 1, grid[b] as i64 + 1)
        }),
        machine => accepts(machine, number(2), &values()),
    }
}

fn weight(term: &str, value: &dyn Fn(&str) -> i64) -> i64 {
    let (sign, rest) = term.strip_prefix('-').map_or((1, term), |rest| (-1, rest));
    let (times, rest) = rest.split_once('*').unwrap_or(("1", rest));
    let times = sign * times.parse::<i64>().unwrap_or(0);
    match rest.split_once('=') {
        None => times * value(rest),
        Some((cell, digits)) => {
            let has = digits.chars().any(|c| digit(c) as i64 + 1 == value(cell));
            times * i64::from(has)
        }
    }
}

fn relates(relation: &str, a: i64, b: i64) -> bool {
    let at = relation.find(['<', '>', '=', '!']).unwrap_or(0);
    let (function, rest) = relation.split_at(at);
    let number = rest.trim_start_matches(['<', '>', '=', '!']);
    let operator = &rest[..rest.len() - number.len()];
    let number: i64 = number.parse().unwrap_or(0);
    let (a, b) = match function {
        "d" => ((a - b).abs(), number),
        "s" => (a + b, number),
        "r" => (i64::from(a == number * b || b == number * a), 1),
        "p" => (a % 2, b % 2),
        "m" => (a % 3, b % 3),
        "e" => (3 * (a - 1) / 4, 3 * (b - 1) / 4),
        _ => (a, b),
    };
    match operator {
        "<" => a < b,
        "<=" => a <= b,
        "=" => a == b,
        "!=" => a != b,
        ">=" => a >= b,
        _ => a > b,
    }
}

/// The definition of each machine, without its states.
fn accepts(machine: &str, number: i64, values: &[i64]) -> bool {
    let runs = |goes_on: &dyn Fn(i64, i64) -> bool| {
        let (mut longest, mut run) = (0, 0);
        for at in 0..values.len() {
            run = if at > 0 && goes_on(values[at - 1], values[at]) {
                run + 1
            } else {
                1
            };
            longest = longest.max(run);
        }
        longest
    };
    let differences: Vec<i64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    match machine {
        "sandwich" => {
            let crusts: Vec<usize> = (0..values.len())
                .filter(|&at| [1, 4].contains(&values[at]))
                .collect();
            crusts.len() == 2 && values[crusts[0] + 1..crusts[1]].iter().sum::<i64>() == number
        }
        "xsum" => {
            let first = values[0] as usize;
            first <= values.len() && values[..first].iter().sum::<i64>() == number
        }
        "skyscraper" => {
            let seen =
                (0..values.len()).filter(|&at| values[..at].iter().all(|&it| it < values[at]));
            seen.count() as i64 == number
        }
        "between" => {
            let (first, last) = (values[0], values[values.len() - 1]);
            let inner = &values[1..values.len() - 1];
            inner
                .iter()
                .all(|&it| first.min(last) < it && it < first.max(last))
        }
        "rise" => runs(&|a, b| a < b) == number,
        "same" => runs(&|a, b| a % 2 == b % 2) == number,
        "mod" => values.iter().sum::<i64>() % number == 0,
        "mono" => differences.iter().all(|&it| it > 0) || differences.iter().all(|&it| it < 0),
        "zigzag" => {
            !differences.contains(&0)
                && differences
                    .windows(2)
                    .all(|pair| (pair[0] > 0) != (pair[1] > 0))
        }
        _ => differences.windows(2).all(|pair| pair[0] == pair[1]),
    }
}
