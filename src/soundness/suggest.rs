//! Suggestions that make an unsound rule sound.
//!
//! A suggestion is one edit after which the rule is proved: a missing condition, a restriction of
//! the conclusion, a redundant alternative. Every edit is checked before it is suggested. Edits
//! after which the rule never fires are left out.

use std::time::Duration;

use super::axioms::Boards;
use super::encode::Goal;
use super::induct::Theory;
use super::question::{SCOPES, all_refuted};
use super::smt::Deadline;
use qedoku_core::lang::ast::Span;
use qedoku_core::lang::ir::{
    Alternative, Conclusion, Condition, Every, Pattern, Relation, Seen, Sort, Subject, Var,
};
use qedoku_core::lang::vars::condition_vars;

/// An edit that makes a rule sound.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The edit as a phrase.
    pub words: String,
    /// The clause that the suggestion changes. `None` if it changes no written clause.
    pub clause: Option<Span>,
    /// A remark on the declaration of some variables.
    pub remark: Option<Declared>,
    /// The section and the text to insert. `None` if this is not the whole edit.
    pub write: Option<(&'static str, String)>,
}

/// A remark on the declaration of variables.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The text of the remark.
    pub words: String,
    /// The variables.
    pub variables: Vec<String>,
}

struct Edit {
    pattern: Pattern,
    suggestion: Suggestion,
}

/// Time limit for finding an edit.
const SUGGEST_TIME: Duration = Duration::from_secs(5);

/// The first edit that makes the pattern sound.
pub fn suggest(
    pattern: &Pattern,
    relations: &[Relation],
    deadline: Deadline,
) -> Option<Suggestion> {
    let deadline = deadline.at_most(SUGGEST_TIME);
    let theories =
        SCOPES.map(|(boards, _)| (boards, Theory::new(relations, [pattern], boards, deadline)));
    let is_good = |edited: &Pattern| {
        let refuted = |boards: &Boards, theory: &Theory, goal| {
            all_refuted(edited, theory, *boards, goal, deadline)
        };
        let sound = (theories.iter()).any(|(b, t)| refuted(b, t, Goal::Conclusions));
        sound && !theories.iter().any(|(b, t)| refuted(b, t, Goal::Fires))
    };
    let found = edits(pattern)
        .into_iter()
        .find(|edit| is_good(&edit.pattern));
    found
        .filter(|_| !deadline.is_over())
        .map(|edit| edit.suggestion)
}

fn edits(pattern: &Pattern) -> Vec<Edit> {
    let mut edits = Vec::new();
    missing_clauses(pattern, &mut edits);
    wrong_digits(pattern, &mut edits);
    conditions(pattern, &mut edits);
    conclusions(pattern, &mut edits);
    sizes(pattern, &mut edits);
    loose_clauses(pattern, &mut edits);
    for edit in &mut edits {
        edit.pattern.read_shapes();
    }
    edits
}

fn name(pattern: &Pattern, var: Var) -> &str {
    &pattern.variables[usize::from(var.0)].name
}

/// Adds conditions that may be missing.
fn conditions(pattern: &Pattern, edits: &mut Vec<Edit>) {
    for (condition, words) in possible_conditions(pattern) {
        if pattern.conditions.contains(&condition) {
            continue;
        }
        let spoken = condition_vars(&condition).into_iter();
        let variables = spoken.map(|v| name(pattern, v).to_string()).collect();
        let mut edited = pattern.clone();
        edited.conditions.push(condition);
        edits.push(Edit {
            pattern: edited,
            suggestion: Suggestion {
                words: format!("add `{words}` to `with`"),
                clause: None,
                remark: Some(Declared {
                    words: format!("nothing says that `{words}`"),
                    variables,
                }),
                write: Some(("with", words)),
            },
        });
    }
}

/// The possible conditions between two variables of a pattern, with their texts.
fn possible_conditions(pattern: &Pattern) -> Vec<(Condition, String)> {
    let vars: Vec<Var> = (0..pattern.variables.len() as u16).map(Var).collect();
    let sort = |v: Var| pattern.variables[usize::from(v.0)].sort;
    let is_set = |v: Var| pattern.variables[usize::from(v.0)].size.is_some();
    let is_cell = |v: Var| matches!(sort(v), Sort::Cell | Sort::Square);
    let is_node = |v: Var| matches!(sort(v), Sort::Candidate | Sort::Group | Sort::Cluster);
    let is_house = |v: Var| matches!(sort(v), Sort::House(_));
    let ordered = || vars.iter().flat_map(|&a| vars.iter().map(move |&b| (a, b)));
    let pairs = || ordered().filter(|(a, b)| a < b);
    let of = |v: Var| name(pattern, v);
    let mut all = Vec::new();
    for (a, b) in pairs().filter(|&(a, b)| sort(a) == sort(b) && !is_set(a) && !is_set(b)) {
        if !is_node(a) || sort(a) == Sort::Candidate {
            let words = format!("{}, {} distinct", of(a), of(b));
            all.push((Condition::Distinct(a, b), words));
        }
    }
    for (a, b) in pairs().filter(|&(a, b)| is_cell(a) && is_cell(b)) {
        all.push((Condition::Sees(a, b), format!("{} sees {}", of(a), of(b))));
    }
    for (a, b) in pairs().filter(|&(a, b)| is_node(a) && is_node(b)) {
        let words = format!("{} excludes {}", of(a), of(b));
        all.push((Condition::Excludes(a, b), words));
    }
    let is_in = |a, b| (Condition::In(a, b), format!("{} in {}", of(a), of(b)));
    let is_outside = |a, b| {
        (
            Condition::NotIn(a, b),
            format!("{} not in {}", of(a), of(b)),
        )
    };
    for (a, b) in ordered().filter(|&(a, b)| (is_cell(a) || is_node(a)) && is_house(b)) {
        all.push(is_in(a, b));
    }
    let holds_cells = |v: Var| is_house(v) || is_cell(v) && is_set(v);
    for (a, b) in ordered().filter(|&(a, b)| a != b && is_cell(a) && holds_cells(b)) {
        all.push(is_outside(a, b));
    }
    for (a, b) in pairs().filter(|&(a, b)| sort(a) == sort(b) && is_set(a) && is_set(b)) {
        let words = format!("{}, {} disjoint", of(a), of(b));
        all.push((Condition::Disjoint(a, b), words));
    }
    let is_digit = |v: Var| sort(v) == Sort::Digit;
    for (a, b) in ordered().filter(|&(a, b)| is_digit(a) && is_digit(b) && is_set(b) && !is_set(a))
    {
        all.extend([is_outside(a, b), is_in(a, b)]);
    }
    for &digit in vars.iter().filter(|&&v| is_digit(v) && !is_set(v)) {
        let are_sets = |&(a, b): &(Var, Var)| is_cell(a) && is_cell(b) && is_set(a) && is_set(b);
        for (one, other) in pairs().filter(are_sets) {
            let (d, s, t) = (of(digit), of(one), of(other));
            let words = format!("every {d} in {s} sees every {d} in {t}");
            all.push((Condition::AllSee { digit, one, other }, words));
        }
    }
    all
}

/// Adds restrictions of the conclusion.
fn conclusions(pattern: &Pattern, edits: &mut Vec<Edit>) {
    let mut add = |at: usize, words: String, change: &dyn Fn(&mut Pattern)| {
        let mut edited = pattern.clone();
        change(&mut edited);
        let number = if pattern.conclusions.len() > 1 {
            format!(" of conclusion {}", at + 1)
        } else {
            String::new()
        };
        edits.push(Edit {
            pattern: edited,
            suggestion: Suggestion {
                words: words + &number,
                clause: None,
                remark: None,
                write: None,
            },
        });
    };
    for (at, conclusion) in pattern.conclusions.iter().enumerate() {
        let Conclusion::Eliminate { digits, .. } = conclusion else {
            continue;
        };
        let change = |edit: &dyn Fn(&mut qedoku_core::lang::ir::Cells, &mut Vec<Var>),
                      edited: &mut Pattern| {
            if let Conclusion::Eliminate { cells, digits, .. } = &mut edited.conclusions[at] {
                edit(cells, digits);
            }
        };
        for (index, variable) in pattern.variables.iter().enumerate() {
            let var = Var(index as u16);
            let is_cell = matches!(variable.sort, Sort::Cell | Sort::Square);
            if is_cell || matches!(variable.sort, Sort::House(_)) {
                add(at, format!("add `except {}`", variable.name), &|p| {
                    change(&|cells, _| cells.except.push(var), p)
                });
            }
            if is_cell {
                add(at, format!("add `seeing {}`", variable.name), &|p| {
                    change(&|cells, _| cells.seeing.push(Seen::All(var)), p)
                });
            }
        }
        for (index, &digit) in digits.iter().enumerate().filter(|_| digits.len() > 1) {
            add(at, format!("drop `{}`", name(pattern, digit)), &|p| {
                change(
                    &|_, digits| {
                        digits.remove(index);
                    },
                    p,
                )
            });
        }
        if pattern.conclusions.len() > 1 {
            add(at, "drop it, which is the last thing to try".into(), &|p| {
                p.conclusions.remove(at);
            });
        }
    }
}

/// Adds the clause that no place counts twice.
fn missing_clauses(pattern: &Pattern, edits: &mut Vec<Edit>) {
    for every in &pattern.knowledge {
        let Subject::Digits(digit, houses) = every.subject else {
            continue;
        };
        let mut edited = pattern.clone();
        edited.knowledge.push(Every {
            subject: Subject::Overlap(digit, houses),
            alternatives: Vec::new(),
            span: every.span.clone(),
        });
        let (digit, houses) = (name(pattern, digit), name(pattern, houses));
        edits.push(Edit {
            pattern: edited,
            suggestion: Suggestion {
                words: format!("add `no {digit} in two of {houses}` to `when`"),
                clause: Some(every.span.clone()),
                remark: None,
                write: Some(("when", format!("no {digit} in two of {houses}"))),
            },
        });
    }
}

/// Removes alternatives that allow too much.
fn loose_clauses(pattern: &Pattern, edits: &mut Vec<Edit>) {
    for (at, every) in pattern.knowledge.iter().enumerate() {
        for (index, alternative) in every.alternatives.iter().enumerate() {
            if every.alternatives.len() == 1 {
                continue;
            }
            let mut edited = pattern.clone();
            edited.knowledge[at].alternatives.remove(index);
            edits.push(Edit {
                pattern: edited,
                suggestion: Suggestion {
                    words: format!("drop `{}` from this clause", words(pattern, alternative)),
                    clause: Some(every.span.clone()),
                    remark: None,
                    write: None,
                },
            });
        }
    }
}

/// Replaces the eliminated digit by another.
fn wrong_digits(pattern: &Pattern, edits: &mut Vec<Edit>) {
    let is_single = |v: &Var| {
        let variable = &pattern.variables[usize::from(v.0)];
        variable.sort == Sort::Digit && variable.size.is_none()
    };
    let all = (0..pattern.variables.len() as u16).map(Var);
    let single: Vec<Var> = all.filter(is_single).collect();
    for (at, conclusion) in pattern.conclusions.iter().enumerate() {
        let Conclusion::Eliminate {
            digits,
            all_but: false,
            ..
        } = conclusion
        else {
            continue;
        };
        for (index, digit) in digits.iter().enumerate() {
            for other in single.iter().filter(|v| !digits.contains(v)) {
                let mut edited = pattern.clone();
                if let Conclusion::Eliminate { digits, .. } = &mut edited.conclusions[at] {
                    digits[index] = *other;
                }
                let (is, was) = (name(pattern, *other), name(pattern, *digit));
                let words = format!("remove `{is}` instead of `{was}`");
                edits.push(Edit::new(edited, words));
            }
        }
    }
}

/// Makes sets one member smaller.
fn sizes(pattern: &Pattern, edits: &mut Vec<Edit>) {
    let mut add = |edited: Pattern, names: Vec<&str>| {
        let words = format!("give `{}` one member fewer", names.join("`, `"));
        let mut edit = Edit::new(edited, words);
        edit.suggestion.remark = Some(Declared {
            words: "one member too many".into(),
            variables: names.into_iter().map(str::to_owned).collect(),
        });
        edits.push(edit);
    };
    for (at, variable) in pattern.variables.iter().enumerate() {
        let Some((least, most)) = variable.size.filter(|s| s.0 == s.1 && s.0 > 1) else {
            continue;
        };
        let mut edited = pattern.clone();
        edited.variables[at].size = Some((least - 1, most - 1));
        add(edited, vec![&variable.name]);
    }
    for (at, condition) in pattern.conditions.iter().enumerate() {
        let Condition::Sizes { left, right, .. } = condition else {
            continue;
        };
        for (less, change) in [(left, -1), (right, 1)] {
            let mut edited = pattern.clone();
            if let Condition::Sizes { plus, .. } = &mut edited.conditions[at] {
                *plus += change;
            }
            add(edited, less.iter().map(|&v| name(pattern, v)).collect());
        }
    }
}

impl Edit {
    /// An edit without a single place in the text.
    fn new(pattern: Pattern, words: String) -> Edit {
        let suggestion = Suggestion {
            words,
            clause: None,
            remark: None,
            write: None,
        };
        Edit {
            pattern,
            suggestion,
        }
    }
}

/// The text of an alternative, as in a rule file.
fn words(pattern: &Pattern, alternative: &Alternative) -> String {
    let of = |var: &Var| name(pattern, *var);
    match alternative {
        Alternative::Digit(v) | Alternative::Candidate(v) => format!("is {}", of(v)),
        Alternative::Cell(v) => format!("is at {}", of(v)),
        Alternative::House(v) => format!("is in {}", of(v)),
        Alternative::Sees(v) => format!("sees {}", of(v)),
        Alternative::Excludes(v) => format!("excludes {}", of(v)),
        Alternative::Relation(_, v) | Alternative::RelationFrom(_, v) => {
            format!("is related to {}", of(v))
        }
        Alternative::Guardian => "is a guardian".into(),
        Alternative::All(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| words(pattern, part)).collect();
            parts.join(" and ")
        }
    }
}
