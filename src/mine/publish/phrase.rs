//! Writing a family as a rule.
//!
//! The text has named variables, `every` clauses in the order in which they force each other, a
//! sentence for the step and a doc comment that teaches the technique.

use std::fmt::Write as _;

use crate::pattern::generalise::{Clause, Excluder, Family};
use crate::pattern::lift::GroupKinds;

/// The parts of a mined rule besides its pattern.
#[derive(Clone, Debug, Default)]
pub struct Heading {
    /// Name of the rule in the language.
    pub rule: String,
    /// Title of the rule.
    pub title: String,
    /// Another name of the rule: its users, and the name.
    pub known_as: Option<(String, String)>,
    /// The score of a step.
    pub score: u32,
    /// Lines about the rule's origin, written as comments above the rule.
    pub provenance: Vec<String>,
    /// Boards on which the rule fires, each with a near miss.
    pub examples: Vec<BoardPair>,
}

impl Heading {
    /// The text of the rule: this heading, the doc comment `teaches`, and `body` from the variables
    /// to the sentence.
    pub fn around(&self, teaches: &[String], body: &str) -> String {
        let mut text = String::new();
        for line in &self.provenance {
            let _ = writeln!(text, "// {line}");
        }
        for line in teaches {
            let _ = writeln!(text, "/// {line}");
        }
        let _ = writeln!(text, "rule {} {{", self.rule);
        let _ = writeln!(text, "  name \"{}\"", self.title);
        if let Some((who, how)) = &self.known_as {
            let _ = writeln!(text, "  known as {who} \"{how}\"");
        }
        let _ = writeln!(text, "  level extreme\n  score {}", self.score);
        text.push_str(body);
        for pair in &self.examples {
            let _ = writeln!(text, "  example \"{}\" => {}", pair.board, pair.effect);
            let _ = writeln!(
                text,
                "  // {}\n  silent \"{}\"",
                pair.reason, pair.near_miss
            );
        }
        text.push_str("}\n");
        text
    }
}

/// A board on which a rule fires, and one on which it finds nothing.
#[derive(Clone, Debug)]
pub struct BoardPair {
    /// The board on which the rule fires.
    pub board: String,
    /// The eliminations.
    pub effect: String,
    /// The board on which the rule finds nothing.
    pub near_miss: String,
    /// The reason why the rule finds nothing on the near miss.
    pub reason: String,
}

/// Variable names for truths, cells, lines and candidates.
const TRUTHS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];
const CELL_NAMES: [&str; 8] = ["a", "b", "c", "e", "f", "g", "h", "k"];
const DIGIT_NAMES: [&str; 8] = ["x", "y", "z", "w", "m", "l", "j", "o"];
const SLOTS: [&str; 12] = [
    "p", "q", "r", "s", "u", "v", "aa", "bb", "cc", "dd", "ee", "ff",
];

/// Whether there are enough variable names for the family.
pub fn can_be_written(family: &Family) -> bool {
    family.clauses.len() <= TRUTHS.len() && family.grouped.len() <= SLOTS.len()
}

/// The text of the rule, before the formatter of the language is applied.
pub fn rule_text(family: &Family, heading: &Heading) -> String {
    let body = match is_uniform(family) {
        true => uniform(family),
        false => plain(family),
    };
    heading.around(&teach(family), &body)
}

/// Whether one indexed clause can express all clauses, and there are enough clauses for it.
fn is_uniform(family: &Family) -> bool {
    family.clauses.len() > 2 && is_braid(family)
}

/// Whether the family is a braid: every clause except the last forces one slot, the last clause
/// forces none, and all allow candidates that the target or any earlier slot excludes.
fn is_braid(family: &Family) -> bool {
    let count = family.clauses.len();
    let says = |(i, clause): (usize, &Clause)| {
        let named = if i + 1 < count { vec![i] } else { Vec::new() };
        let mut stars: Vec<Excluder> = vec![Excluder::Target];
        stars.extend((0..i).map(Excluder::Slot));
        clause.named == named && clause.stars == stars && clause.kind.is_none()
    };
    let same = family.grouped.windows(2).all(|w| w[0] == w[1]);
    family.propagates && count > 1 && same && family.clauses.iter().enumerate().all(says)
}

fn uniform(family: &Family) -> String {
    let count = family.clauses.len();
    let (sort, is) = match family.grouped[0] {
        true => ("groups", "is in"),
        false => ("candidates", "is"),
    };
    format!(
        "  for candidate t, {sort} r[{slots}], truths V[{count}]\n  \
         when every candidate of V[i] {is} r[i] or is excluded by t or by an earlier r\n  \
         then eliminate t\n  \
         say \"if {{t}} were true, {{r}} would follow one after the other, and {{V[{count}]}} would have no candidate\"\n",
        slots = count - 1,
    )
}

/// The name of a clause's truth, and the beginning of the clause.
struct ClauseSubject {
    name: String,
    begins: String,
}

fn plain(family: &Family) -> String {
    let (declared, subjects) = subjects(family);
    let mut variables = vec!["candidate t".to_owned()];
    for (sort, grouped) in [("candidate", false), ("group", true)] {
        let names: Vec<&str> = (family.grouped.iter().zip(SLOTS))
            .filter(|(g, _)| **g == grouped)
            .map(|(_, name)| name)
            .collect();
        variables.extend(list(sort, &names));
    }
    variables.extend(declared);
    let mut text = format!("  for {}\n", variables.join(", "));
    let links: Vec<String> = (family.links.iter())
        .map(|&(a, b)| format!("{} excludes {}", SLOTS[a], SLOTS[b]))
        .collect();
    if !links.is_empty() {
        let _ = writeln!(text, "  with {}", links.join(", "));
    }
    let clauses: Vec<String> = (family.clauses.iter().zip(&subjects))
        .map(|(clause, subject)| format!("{} {}", subject.begins, alternatives(family, clause)))
        .collect();
    let _ = writeln!(text, "  when {}", clauses.join("\n       "));
    let _ = writeln!(text, "  then eliminate t");
    let _ = writeln!(text, "  say \"{}\"", sentence(family, &subjects));
    text
}

/// A declaration such as `candidates p, q`. `None` if there are no names.
fn list(sort: &str, names: &[&str]) -> Option<String> {
    match names {
        [] => None,
        [one] => Some(format!("{sort} {one}")),
        _ if sort == "box" => Some(format!("boxes {}", names.join(", "))),
        _ => Some(format!("{sort}s {}", names.join(", "))),
    }
}

fn subjects(family: &Family) -> (Vec<String>, Vec<ClauseSubject>) {
    let mut declared: Vec<String> = Vec::new();
    declared.extend(family.one_digit.then(|| "digit d".to_owned()));
    let mut subjects = Vec::new();
    let mut by_sort: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut digits = 0;
    for (i, clause) in family.clauses.iter().enumerate() {
        let sort = match clause.kind {
            None => "truth",
            Some(GroupKinds::CELL) => "cell",
            Some(GroupKinds::ROW) => "line",
            Some(GroupKinds::COLUMN) => "crossline",
            Some(GroupKinds::BOX) => "box",
            Some(_) => "house",
        };
        let name = if sort == "cell" {
            CELL_NAMES[i]
        } else {
            TRUTHS[i]
        };
        match by_sort.iter_mut().find(|(s, _)| *s == sort) {
            Some((_, names)) => names.push(name),
            None => by_sort.push((sort, vec![name])),
        }
        let begins = match sort {
            "truth" | "cell" => format!("every candidate of {name}"),
            _ if family.one_digit => format!("every d in {name}"),
            _ => {
                digits += 1;
                declared.push(format!("digit {}", DIGIT_NAMES[digits - 1]));
                format!("every {} in {name}", DIGIT_NAMES[digits - 1])
            }
        };
        subjects.push(ClauseSubject {
            name: name.to_owned(),
            begins,
        });
    }
    for (sort, names) in by_sort {
        // Lines of different digits may coincide, so each is declared alone.
        match sort {
            "truth" | "cell" => declared.extend(list(sort, &names)),
            _ => declared.extend(names.iter().map(|name| format!("{sort} {name}"))),
        }
    }
    (declared, subjects)
}

fn alternatives(family: &Family, clause: &Clause) -> String {
    let mut parts: Vec<String> = (clause.named.iter())
        .map(|&s| match family.grouped[s] {
            true => format!("is in {}", SLOTS[s]),
            false => format!("is {}", SLOTS[s]),
        })
        .collect();
    for (i, star) in clause.stars.iter().enumerate() {
        let by = match star {
            Excluder::Target => "t",
            Excluder::Slot(s) => SLOTS[*s],
        };
        parts.push(match i {
            0 => format!("is excluded by {by}"),
            _ => format!("by {by}"),
        });
    }
    parts.join(" or ")
}

fn sentence(family: &Family, subjects: &[ClauseSubject]) -> String {
    if let [subject] = subjects {
        return format!(
            "if {{t}} were true, {{{}}} would have no candidate",
            subject.name
        );
    }
    if !family.propagates {
        let names: Vec<String> = subjects.iter().map(|s| format!("{{{}}}", s.name)).collect();
        return format!(
            "if {{t}} were true, there would be no way to fill {}",
            names.join(", ")
        );
    }
    // Truths without a candidate come last, in any order of the clauses.
    let mut parts = Vec::new();
    let mut empty = Vec::new();
    for (clause, subject) in family.clauses.iter().zip(subjects) {
        let name = &subject.name;
        match clause.named.first() {
            Some(&slot) => parts.push(format!(
                "{{{name}}} would have only {{{}}} left",
                SLOTS[slot]
            )),
            None => empty.push(format!("{{{name}}}")),
        }
    }
    if !empty.is_empty() {
        parts.push(format!("and {} no candidate", empty.join(" and ")));
    }
    format!("if {{t}} were true, {}", parts.join(", "))
}

/// The doc comment of the rule, in a few sentences.
fn teach(family: &Family) -> Vec<String> {
    let count = family.clauses.len();
    let mut lines = Vec::new();
    if count == 1 {
        lines.push("The target excludes every candidate of a truth. So it is false.".into());
    } else if family.propagates {
        let first = match count {
            2 => "one truth has a single candidate left".to_owned(),
            _ => format!(
                "{} truths, one after the other, have a single candidate left",
                count - 1
            ),
        };
        lines.push(format!("Assume that the target holds. Then {first},"));
        lines.push(
            "because the target or a candidate found before excludes all others, and the last"
                .into(),
        );
        lines.push("truth has none left at all. So the target is false.".into());
    } else {
        lines.push(format!(
            "Assume that the target holds. Then {count} truths have so few candidates left that"
        ));
        lines.push(
            "however one of them is filled, another cannot be. So the target is false.".into(),
        );
    }
    if family.grouped.contains(&true) {
        lines.push(
            "A group of candidates of one digit may stand where a single one would do.".into(),
        );
    }
    lines
}
