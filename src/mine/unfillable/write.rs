//! Writing a set of cells that some digits cannot fill as a rule.
//!
//! The rule names the cells box by box and the lines in which they lie. Its clause says that every
//! candidate of these cells is one of the digits or excludes the target. Houses with only one cell
//! of the pattern are not named.

use std::fmt::Write as _;

use super::cells::{CellPattern, box_of};
use crate::publish::phrase::Heading;

/// Names for the cells of a box.
const NAMES: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "k", "l"];

/// The text of the rule, before the formatter of the language is applied.
pub fn pattern_rule(pattern: CellPattern, digits: usize, heading: &Heading) -> String {
    let written = WrittenPattern::new(pattern);
    let names = written.names.join(", ");
    let wheres = written.each.iter();
    let wheres: Vec<String> = wheres
        .map(|cell| format!("at least 2 candidate of {cell} is in D"))
        .collect();
    let shown: Vec<String> = written.names.iter().map(|n| format!("{{{n}}}")).collect();
    let mut body = String::new();
    let variables = written.variables.join(", ");
    let _ = writeln!(body, "  on request\n  for digits D[{digits}], {variables}");
    let _ = writeln!(body, "  with {}", written.conditions.join(", "));
    let _ = writeln!(
        body,
        "  when every candidate of {names} is in D or excludes t"
    );
    let _ = writeln!(body, "  where {}", wheres.join("\n    "));
    let _ = writeln!(body, "  target candidate t\n  then eliminate t");
    let _ = writeln!(
        body,
        "  say \"{{D}} alone cannot fill {}, so one of the other candidates there is true\"",
        enumerated(&shown)
    );
    heading.around(&teach(pattern, digits), &body)
}

/// A list such as `a, b and c`.
fn enumerated(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The doc comment of the rule, with a drawing.
fn teach(pattern: CellPattern, digits: usize) -> Vec<String> {
    let words = ["", "one", "two", "three", "four"];
    let mut lines = vec![
        format!(
            "{} digits cannot fill these {} cells in {} boxes, as cells that see each other would have to be the same:",
            capital(words[digits.min(4)]),
            pattern.len(),
            pattern.boxes()
        ),
        String::new(),
    ];
    lines.extend(drawing(pattern));
    lines.push(String::new());
    lines.push(
        "Rows may be exchanged within a band and columns within a stack, bands with bands, stacks with stacks, rows with columns."
            .into(),
    );
    lines.push(
        "So if the cells have a few other candidates, one of these, the guardians, is true: what all of them exclude is false."
            .into(),
    );
    lines
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The bands and stacks that contain cells, as lines of dots and crosses.
fn drawing(pattern: CellPattern) -> Vec<String> {
    let used = |of: &dyn Fn(usize) -> usize| -> Vec<usize> {
        (0..3)
            .filter(|&i| pattern.iter().any(|cell| of(cell) == i))
            .collect()
    };
    let bands = used(&|cell| cell / 27);
    let stacks = used(&|cell| cell % 9 / 3);
    let mut lines = Vec::new();
    for (i, &band) in bands.iter().enumerate() {
        for row in 3 * band..3 * band + 3 {
            let part = |&stack: &usize| -> String {
                (3 * stack..3 * stack + 3)
                    .map(|column| {
                        if pattern.contains(9 * row + column) {
                            " X"
                        } else {
                            " ."
                        }
                    })
                    .collect()
            };
            let parts: Vec<String> = stacks.iter().map(part).collect();
            lines.push(format!("   {}", parts.join(" |")));
        }
        if i + 1 < bands.len() {
            let parts: Vec<&str> = stacks.iter().map(|_| "------").collect();
            lines.push(format!("   {}", parts.join("-+")));
        }
    }
    lines
}

/// The variables and conditions of a pattern.
struct WrittenPattern {
    variables: Vec<String>,
    conditions: Vec<String>,
    /// The names of the cells, box by box.
    names: Vec<String>,
    /// The name of each cell: `a[i]`, or `d` if its box has one cell.
    each: Vec<String>,
}

impl WrittenPattern {
    fn new(pattern: CellPattern) -> WrittenPattern {
        let rows = shared(pattern, |cell| cell / 9);
        let columns = shared(pattern, |cell| cell % 9);
        let mut boxes: Vec<usize> = pattern.iter().map(box_of).collect();
        boxes.sort_unstable();
        boxes.dedup();
        let cells_of = |number: usize| pattern.iter().filter(move |&cell| box_of(cell) == number);
        // Boxes with a single cell come last because they are not named.
        boxes.sort_by_key(|&number| cells_of(number).count() == 1);
        let named = boxes.iter().filter(|&&b| cells_of(b).count() > 1).count();
        let (line, crossline) = match pattern.is_symmetric() {
            true => ("row", "column"),
            false => ("line", "crossline"),
        };
        let mut variables = Vec::new();
        let mut conditions = Vec::new();
        let mut names = Vec::new();
        let mut each = Vec::new();
        variables.extend(family("box", "boxes", "h", named));
        for (i, &number) in boxes.iter().enumerate() {
            let cells: Vec<usize> = cells_of(number).collect();
            let name = NAMES[i];
            names.push(name.to_owned());
            each.push(match cells.len() {
                1 => name.to_owned(),
                _ => format!("{name}[i]"),
            });
            let of_box = match named {
                _ if cells.len() == 1 => String::new(),
                1 => " in h".to_owned(),
                _ => format!(" in h[{}]", i + 1),
            };
            let own = family("cell", "cells", name, cells.len());
            variables.extend(own.map(|own| own + &of_box));
            for (j, &cell) in cells.iter().enumerate() {
                let member = member(name, j, cells.len());
                let row = rows.iter().position(|&r| r == cell / 9);
                let column = columns.iter().position(|&c| c == cell % 9);
                let row = row.map(|r| self::member("r", r, rows.len()));
                let column = column.map(|c| self::member("p", c, columns.len()));
                let lines: Vec<String> = row.into_iter().chain(column).collect();
                if !lines.is_empty() {
                    conditions.push(format!("{member} in {}", lines.join(" and ")));
                }
            }
        }
        variables.extend(family(line, &format!("{line}s"), "r", rows.len()));
        variables.extend(family(
            crossline,
            &format!("{crossline}s"),
            "p",
            columns.len(),
        ));
        WrittenPattern {
            variables,
            conditions,
            names,
            each,
        }
    }
}

/// A declaration such as `boxes h[4]` or `box h`. `None` if `count` is 0.
fn family(one: &str, several: &str, name: &str, count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("{one} {name}")),
        _ => Some(format!("{several} {name}[{count}]")),
    }
}

/// The name of a member: `r[2]`, or `r` if there is one member.
fn member(name: &str, index: usize, count: usize) -> String {
    match count {
        1 => name.to_owned(),
        _ => format!("{name}[{}]", index + 1),
    }
}

/// The lines with more than one cell, in order.
fn shared(pattern: CellPattern, line: impl Fn(usize) -> usize) -> Vec<usize> {
    let count = |i: usize| pattern.iter().filter(|&cell| line(cell) == i).count();
    (0..9).filter(|&i| count(i) > 1).collect()
}
