//! Steps as text: the values of variables, and the sentence of a step.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::grid::{Board, Candidate, Digit, GroupKind, bits};
use crate::lang::ir::{Condition, Pattern, SayPiece, Technique, Var};
use crate::matcher::{FilledConstraints, Match, Part, Value};
use crate::proof::Annotation;

/// The value of a variable in the usual notation: `7`, `3,7`, `r1c2,r1c5`, `r2,r8`.
pub fn value(board: &Board, value: &Value) -> String {
    match value {
        Value::Digits(mask) => list(bits(*mask).map(|d| Digit::new(d).to_string())),
        Value::Cells(cells) => list(cells.iter().map(|c| board.cell_name(c))),
        Value::Houses(houses) => list(houses.iter().map(|h| board.house_name(h))),
        Value::Candidates(digit, cells) => {
            format!("{}={digit}", list(cells.iter().map(|c| board.cell_name(c))))
        }
        Value::Truth(group) => board.group_name(*group),
        // The match has the names of constraints.
        Value::Constraint(at) => format!("constraint {at}"),
    }
}

/// The variables of a match with their values. Targets have no value.
pub fn bindings(board: &Board, technique: &Technique, found: &Match) -> Vec<(String, String)> {
    let board: &Board = &found.board(board);
    let variables = &technique.patterns[found.pattern].variables;
    let bound = variables.iter().zip(&found.bindings);
    bound
        .filter_map(|(variable, bound)| {
            let name = variable.name.clone();
            let bound = bound.as_ref()?;
            let constraint = constraint(found, bound, |fillings| &fillings.names);
            Some((name, constraint.unwrap_or_else(|| value(board, bound))))
        })
        .collect()
}

/// The eliminations and placements of a match: `r4c5<>7, r6c5<>7`.
pub fn effects(board: &Board, found: &Match) -> String {
    if found.placements.is_empty() && !found.one_of.is_empty() {
        return format!("one of {}", guardians(board, found, ", "));
    }
    let placed = found.placements.iter().map(|&c| board.candidate_name(c));
    let removed = found
        .eliminations
        .iter()
        .map(|&c| board.elimination_name(c));
    placed.chain(removed).collect::<Vec<_>>().join(", ")
}

fn guardians(board: &Board, found: &Match, between: &str) -> String {
    let names = found.one_of.iter().map(|&c| board.candidate_name(c));
    names.collect::<Vec<_>>().join(between)
}

/// The sentence of a step: `X-Wing: 7 in r2,r8 fits only in c3,c6 => r4c3<>7`.
pub fn sentence(board: &Board, technique: &Technique, found: &Match) -> String {
    let board: &Board = &found.board(board);
    let mut text = format!("{}: ", technique.title);
    let word = |var: &Var| match &found.bindings[usize::from(var.0)] {
        Some(bound) => constraint(found, bound, |fillings| &fillings.phrases)
            .unwrap_or_else(|| value(board, bound)),
        None => target_cells(board, &found.eliminations),
    };
    for piece in &technique.say {
        match piece {
            SayPiece::Text(words) => text.push_str(words),
            SayPiece::Variable(var) => text.push_str(&word(var)),
            SayPiece::Chain(relation) => {
                text.push_str(&chain(board, technique, *relation, found));
            }
            SayPiece::Guardians => text.push_str(&guardians(board, found, ",")),
            SayPiece::Links => text.push_str(&links(board, found)),
            SayPiece::Filling => text.push_str(fillings(found)),
            SayPiece::Capacities => text.push_str(&capacities(found)),
            SayPiece::Variables(vars) => text.push_str(&list(vars.iter().map(word))),
        }
    }
    text.push_str(&derived(board, found));
    let separator = if technique.say.is_empty() { "" } else { " => " };
    text + separator + &effects(board, found)
}

/// The links of a step by digit: `1 in r2,c5, 7 in r3 or b2`. Lists alternatives if other links
/// also contain the places of a digit and exclude more candidates.
fn links(board: &Board, found: &Match) -> String {
    let of_digit = |digit: Digit| {
        let mut ways: Vec<String> = Vec::new();
        for part in &found.parts {
            let houses = (part.links.iter()).filter_map(|&link| match board.group_kind(link) {
                GroupKind::House(house, of) if of == digit => Some(board.house_name(house)),
                _ => None,
            });
            let way = list(houses);
            if !way.is_empty() && !ways.contains(&way) {
                ways.push(way);
            }
        }
        (!ways.is_empty()).then(|| format!("{digit} in {}", ways.join(" or ")))
    };
    let digits: Vec<String> = board.digits().filter_map(of_digit).collect();
    // A match in a counterexample has no links.
    match digits.is_empty() {
        true => "the links".into(),
        false => digits.join(", "),
    }
}

/// The capacities of a step, the largest first: `7 fits at most twice, 1, 4 and 8 at most once
/// each`.
fn capacities(found: &Match) -> String {
    let filled = found.parts.iter().map(|part| &part.capacities);
    let all = filled.flat_map(|filled| &filled.capacities);
    let mut by_capacity: BTreeMap<Reverse<usize>, BTreeSet<Digit>> = BTreeMap::new();
    for &(digit, capacity) in all {
        by_capacity
            .entry(Reverse(capacity))
            .or_default()
            .insert(digit);
    }
    let phrases = by_capacity
        .iter()
        .enumerate()
        .map(|(at, (capacity, digits))| {
            let names: Vec<String> = digits.iter().map(Digit::to_string).collect();
            let (verb, each) = match &names[..] {
                [_] => ("fits ", ""),
                _ => ("fit ", " each"),
            };
            let times = match capacity.0 {
                0 => "not at all".into(),
                1 => format!("at most once{each}"),
                2 => format!("at most twice{each}"),
                more => format!("at most {more} times{each}"),
            };
            format!(
                "{} {}{times}",
                listed(&names),
                if at == 0 { verb } else { "" }
            )
        });
    // The match of a counterexample has no capacities.
    match phrases.len() {
        0 => "the digits fit".into(),
        _ => phrases.collect::<Vec<_>>().join(", "),
    }
}

/// The word for a constraint in one of the lists of the match.
fn constraint(
    found: &Match,
    bound: &Value,
    list: impl Fn(&FilledConstraints) -> &Vec<String>,
) -> Option<String> {
    let Value::Constraint(at) = bound else {
        return None;
    };
    let word = |part: &Part| {
        let chosen = &part.fillings.chosen;
        let place = chosen.iter().position(|&it| it == *at as usize)?;
        list(&part.fillings).get(place).cloned()
    };
    found.parts.iter().find_map(word)
}

/// The digits of the fillings of a constraint.
fn fillings(found: &Match) -> &str {
    // The match of a counterexample has no fillings.
    let part = found.parts.first();
    part.map_or("restricted", |part| &part.fillings.digits)
}

/// `1, 4 and 8`
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The derived truths that a step uses, with their origin: ` (r1c8=7|r2c3=5 by a Tridagon)`.
fn derived(board: &Board, found: &Match) -> String {
    let mut text = String::new();
    for (group, truth) in board
        .groups()
        .skip(board.own_group_count())
        .zip(&*found.derived)
    {
        if found.used.contains(&group) {
            let name = board.group_name(group);
            text.push_str(&format!(" ({name} by {})", truth.title));
        }
    }
    text
}

/// A chain in Eureka notation: `(5)r1c2 = (5)r1c7 - (5)r4c7 = (5)r4c1`. One of two nodes joined by
/// `=` is true, and at most one of two joined by `-`.
fn chain(board: &Board, technique: &Technique, relation: usize, found: &Match) -> String {
    // A relation whose base case is an exclusion begins with that exclusion.
    let at_once = |case: &Pattern| case.conditions == [Condition::Excludes(Var(0), Var(1))];
    let excludes = technique.relations[relation].cases.iter().any(at_once);
    let chain = found.chains.iter().find(|(of, _)| *of == relation);
    let nodes = chain.map_or(&[][..], |(_, nodes)| nodes);
    let mut text = String::new();
    for (at, node) in nodes.iter().enumerate() {
        if at > 0 {
            text.push_str(if (at % 2 == 1) != excludes {
                " = "
            } else {
                " - "
            });
        }
        if let Value::Candidates(digit, cells) = node {
            let cells = list(cells.iter().map(|c| board.cell_name(c)));
            text.push_str(&format!("({digit}){cells}"));
        }
    }
    text
}

/// The annotation of the step in a proof.
pub fn annotation(board: &Board, technique: &Technique, found: &Match) -> Annotation {
    Annotation {
        rule: technique.rule.to_string(),
        bindings: bindings(board, technique, found),
        sentence: sentence(board, technique, found),
    }
}

/// The cells that lose a candidate, as the value of a target.
fn target_cells(board: &Board, eliminations: &[Candidate]) -> String {
    let mut cells: Vec<_> = eliminations.iter().map(|&c| board.cell_of(c)).collect();
    cells.dedup();
    list(cells.into_iter().map(|c| board.cell_name(c)))
}

fn list(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(",")
}
