//! The reason why a constraint line cannot be read, in words.

use std::collections::BTreeSet;

use crate::grid::Board;
use crate::proof::{Machine, Rules};

/// Maximum number of characters of a word in a message.
const MAX_QUOTED: usize = 40;

/// The first thing that is wrong with a line that [`Rules::add`] refuses.
pub(super) fn reason(board: &Board, words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| shown(word)).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let found = match *words {
        ["allow", ..] => of_allow(board, &words),
        ["all", ..] => of_all(board, &words),
        _ => of_named(board, &words),
    };
    found.unwrap_or_else(|| "the constraint cannot be read".to_owned())
}

/// A word as a message shows it. No valid word is longer than `MAX_QUOTED`.
fn shown(word: &str) -> String {
    match word.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

fn not_a_cell(board: &Board, word: &str) -> Option<String> {
    let is_cell = board.parse_cell(word).is_some();
    (!is_cell).then(|| format!("`{word}` is no cell of this board"))
}

fn not_digits(board: &Board, word: &str) -> Option<String> {
    let digits: Option<Vec<_>> = word.chars().map(|it| board.parse_digit(it)).collect();
    let is_sorted = digits.is_some_and(|it| it.is_sorted());
    (!is_sorted).then(|| {
        let most = board.size();
        format!("`{word}` has to be digits from 1 to {most}, in ascending order")
    })
}

fn not_a_relation(board: &Board, word: &str) -> Option<String> {
    Rules::pairs_in(word, board.size()).is_none().then(|| {
        format!("`{word}` is no relation; relations are such as `<`, `=`, `d>=5`, `s=10`, `r=2`")
    })
}

fn of_allow(board: &Board, words: &[&str]) -> Option<String> {
    let &[_, cell, digits] = words else {
        return Some("`allow` has a cell and its digits: `allow r1c1 135`".to_owned());
    };
    not_a_cell(board, cell).or_else(|| not_digits(board, digits))
}

fn of_all(board: &Board, words: &[&str]) -> Option<String> {
    let &[_, way, relation] = words else {
        return Some("`all` has a move and a relation: `all knight !=`".to_owned());
    };
    let is_way = matches!(way, "touch" | "king" | "knight");
    match is_way {
        false => Some(format!("`{way}` is not `touch`, `king` or `knight`")),
        true => not_a_relation(board, relation),
    }
}

fn of_named(board: &Board, words: &[&str]) -> Option<String> {
    let kind = words[0];
    let Some(colon) = words.iter().position(|&it| it == ":") else {
        return Some(format!(
            "a colon between spaces has to stand before the cells: `{kind} ... : r1c1 r1c2`"
        ));
    };
    let arguments = words.get(2..colon).unwrap_or_default();
    let wanted = match kind {
        "house" | "different" => 0,
        "row" => 2,
        "cage" | "sum" | "has" | "path" | "every" => 1,
        machine => usize::from(Machine::has_number(machine)?),
    };
    if colon < 2 || arguments.len() != wanted {
        return Some(format!(
            "`{kind}` has a name and {wanted} more before the colon"
        ));
    }
    let wrong = arguments.iter().find_map(|word| match kind {
        "path" | "every" => not_a_relation(board, word),
        "has" => not_digits(board, word),
        "row" if *word == "-" => None,
        _ => {
            let is_number = word
                .parse::<i64>()
                .is_ok_and(|it| (-1_000_000..=1_000_000).contains(&it));
            (!is_number).then(|| format!("`{word}` is no number in the limits"))
        }
    });
    let is_sum = matches!(kind, "sum" | "row");
    let cells = &words[colon + 1..];
    let single = matches!(kind, "path" | "every" | "between") && cells.len() < 2;
    let few = || single.then(|| "the line has only one cell".to_owned());
    wrong
        .or_else(|| wrong_cell(board, cells, is_sum))
        .or_else(few)
}

/// The first word that is no cell, or a cell for the second time.
fn wrong_cell(board: &Board, words: &[&str], is_sum: bool) -> Option<String> {
    let mut seen = BTreeSet::new();
    for &word in words {
        let cell = if is_sum { cell_of_term(word) } else { word };
        if let Some(wrong) = not_a_cell(board, cell) {
            return Some(wrong);
        }
        if !seen.insert(cell) {
            return Some(format!("`{cell}` stands twice"));
        }
    }
    None
}

/// The cell of `-2*r3c4=67`.
fn cell_of_term(word: &str) -> &str {
    let plain = word.trim_start_matches('-');
    let plain = plain.split_once('*').map_or(plain, |it| it.1);
    plain.split_once('=').map_or(plain, |it| it.0)
}
