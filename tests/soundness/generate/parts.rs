//! The constructs of the language, each with variables of the sorts that it accepts.

use super::body::Body;
use super::names::{Declared, Form, Kind, Want};

use Kind::{Candidate, Cell, Cluster, Digit, Group, House, Truth};

const NODES: &[Kind] = &[Candidate, Candidate, Group, Cluster];

impl Body<'_> {
    fn get(&mut self, kinds: &[Kind], want: Want) -> String {
        self.scope.get(kinds, want, self.random)
    }

    fn any(&mut self, kinds: &[Kind]) -> String {
        self.get(kinds, Want::Any)
    }

    fn one(&mut self, kinds: &[Kind]) -> String {
        self.get(kinds, Want::One)
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    /// Returns one reference, or two with a word between them.
    fn some(&mut self, kinds: &[Kind], between: &str) -> String {
        let first = self.any(kinds);
        match self.random.once_in(4) {
            true => format!("{first}{between}{}", self.any(kinds)),
            false => first,
        }
    }

    /// Returns a cell, a set of cells or a house.
    fn place(&mut self) -> String {
        self.any(&[Cell, Cell, House])
    }

    /// Declares a new family of two.
    fn family(&mut self, kind: Kind, word: &'static str) -> String {
        self.declared(kind, Form::Family, (word, "[2]"))
    }

    fn declared(&mut self, kind: Kind, form: Form, (word, size): (&'static str, &str)) -> String {
        let name = self.scope.fresh(kind, self.random);
        self.scope.all.push(Declared {
            name: name.clone(),
            kind,
            form,
            words: Some((word, size.into())),
            behind: String::new(),
        });
        name
    }

    /// Returns a container for a value of this kind.
    fn container(&mut self, kind: Kind) -> String {
        match kind {
            Digit => self.get(&[Digit], Want::Set),
            Cell if self.random.once_in(3) => self.get(&[Cell], Want::Set),
            Cell => self.any(&[House]),
            _ => self.one(&[Truth, Cell, House, Digit]),
        }
    }

    fn things(&mut self) -> (Kind, String) {
        let kind = [Cell, Cell, Digit, Candidate, Group][self.below(5)];
        (kind, self.some(&[kind], ", "))
    }

    /// Returns a condition such as `via(g, h)`, if there is a relation.
    fn related(&mut self) -> Option<String> {
        let relations = &self.defined.relations;
        let head = self.random.pick(relations)?.clone();
        let end = |body: &mut Self, kind: Kind| match kind {
            Candidate => body.one(&[Candidate]),
            _ => body.one(&[kind, kind, Candidate]),
        };
        let one = end(self, head.ends[0]);
        let other = end(self, head.ends[1]);
        Some(format!("{}({one}, {other})", head.name))
    }
}

/// Returns a condition of the `with` section.
pub fn condition(body: &mut Body<'_>) -> String {
    body.scope.said.clear();
    match body.below(15) {
        0 => {
            let (a, b) = (body.some(&[Cell], ", "), body.some(&[Cell], " and "));
            format!("{a} sees {b}")
        }
        1 => {
            let (p, q) = (body.some(NODES, ", "), body.some(NODES, " and "));
            format!("{p} excludes {q}")
        }
        2 => {
            let (kind, all) = body.things();
            format!("{all} in {}", body.container(kind))
        }
        3 => {
            let (kind, all) = body.things();
            format!("{all} not in {}", body.container(kind))
        }
        4 => {
            let kind = [Digit, Cell, House, Candidate, Group, Cluster][body.below(6)];
            let (a, b) = (body.any(&[kind]), body.any(&[kind]));
            match matches!(kind, Candidate | Group) && body.random.once_in(2) {
                // Two candidates of one cell differ in their digits, two of one truth in their
                // digits or places.
                true => {
                    let around = body.one(&[Cell, Cell, Truth]);
                    format!("{a}, {b} in {around}, {a}, {b} disjoint")
                }
                false => format!("{a}, {b} disjoint"),
            }
        }
        5 => {
            let kind = [Digit, Cell, House, Candidate, Group, Cluster, Truth][body.below(7)];
            // Sets may be distinct and still have common members.
            let is_set = matches!(kind, Digit | Cell | House) && body.random.once_in(2);
            let want = if is_set { Want::Set } else { Want::Any };
            let (a, b) = (body.get(&[kind], want), body.get(&[kind], want));
            format!("{a}, {b} distinct")
        }
        6 => format!("{} not given", body.any(&[Cell])),
        7 => {
            let sets: &[Kind] = &[Digit, Cell, House];
            let (a, b) = (body.get(sets, Want::Set), body.get(sets, Want::Set));
            let plus = ["", " + 1", " - 1"][body.below(3)];
            format!("|{a}| = |{b}|{plus}")
        }
        8 => {
            let x = body.one(&[Digit]);
            let (s, t) = (body.place(), body.place());
            format!("every {x} in {s} sees every {x} in {t}")
        }
        9 => {
            let (x, s) = (body.one(&[Digit]), body.place());
            format!("every {x} in {s} excludes {}", body.any(NODES))
        }
        10 => {
            let (e, x, s) = (body.one(&[Cluster]), body.one(&[Digit]), body.place());
            format!("{e} is every {x} in {s}")
        }
        11 => {
            let p = body.one(&[Candidate]);
            format!("{p} in {} template", ["no", "every"][body.below(2)])
        }
        12 => every_cell(body),
        _ => match body.related() {
            Some(related) => related,
            None => condition(body),
        },
    }
}

/// Returns a condition such as `S is every cell in H and K not in L`.
fn every_cell(body: &mut Body<'_>) -> String {
    let (s, h) = (body.get(&[Cell], Want::Set), body.any(&[House]));
    let and = match body.random.once_in(3) {
        true => format!(" and {}", body.any(&[House])),
        false => String::new(),
    };
    let not = match body.random.once_in(2) {
        true => format!(" not in {}", body.some(&[House], " or ")),
        false => String::new(),
    };
    format!("{s} is every cell in {h}{and}{not}")
}

fn subject(body: &mut Body<'_>) -> String {
    match body.below(7) {
        0 | 1 => format!("candidate of {}", body.some(&[Cell], ", ")),
        2 => format!("candidate of {}", body.any(&[Truth])),
        3 => {
            let (x, houses) = (body.one(&[Digit]), body.get(&[House], Want::Set));
            format!("{x} in two of {houses}")
        }
        _ => {
            let (x, h) = (body.any(&[Digit]), body.any(&[House]));
            format!("{x} in {h}")
        }
    }
}

fn alternative(body: &mut Body<'_>, subject: &str) -> String {
    match body.below(12) {
        0 | 1 => format!("is {}", body.one(&[Digit])),
        2 => format!("is {}", body.any(&[Candidate])),
        3 => format!("is at {}", body.one(&[Cell])),
        4 => format!("is in {}", body.get(&[Cell, Digit, House], Want::Set)),
        5 => format!("is in {}", body.one(&[House, House, Group, Cluster])),
        6 => format!(
            "is in {} and {}",
            body.one(&[House]),
            body.one(&[House, Group])
        ),
        7 => format!("sees {}", body.some(&[Cell], " and ")),
        8 => format!("excludes {}", body.any(NODES)),
        9 => format!("is excluded by {}", body.any(NODES)),
        10 => {
            let is_earlier = |v: &&Declared| {
                v.form == Form::Family && matches!(v.kind, Candidate | Group | Cluster)
            };
            if !subject.contains('[') {
                return format!("excludes {}", body.any(NODES));
            }
            let family = body
                .scope
                .all
                .iter()
                .find(is_earlier)
                .map(|v| v.name.clone());
            let name = family.unwrap_or_else(|| body.family(Candidate, "candidates"));
            format!("is excluded by an earlier {name}")
        }
        _ => match body.random.pick(&body.defined.relations).cloned() {
            Some(head) => {
                let end = |body: &mut Body<'_>, kind: Kind| match kind {
                    Candidate => body.one(&[Candidate]),
                    kind => body.one(&[kind, Candidate]),
                };
                match body.random.once_in(2) {
                    true => format!("{} {} it", end(body, head.ends[0]), head.name),
                    false => format!("{} {}", head.name, end(body, head.ends[1])),
                }
            }
            None => format!("is {}", body.one(&[Candidate])),
        },
    }
}

fn alternatives(body: &mut Body<'_>, subject: &str) -> String {
    let count = [1, 1, 2, 2, 3][body.below(5)];
    let all: Vec<String> = (0..count).map(|_| alternative(body, subject)).collect();
    all.join(" or ")
}

/// Returns a clause of the `when` section.
pub fn clause(body: &mut Body<'_>) -> String {
    body.scope.said.clear();
    let subject = match body.random.once_in(10) {
        true => family_subject(body),
        false => subject(body),
    };
    if subject.contains(" two of ") && body.random.once_in(2) {
        return format!("no {subject}");
    }
    let alternatives = alternatives(body, &subject);
    format!("every {subject} {alternatives}")
}

/// Returns a clause about each member of a family.
fn family_subject(body: &mut Body<'_>) -> String {
    let kind = [Truth, Cell][body.below(2)];
    let name = body.family(kind, if kind == Truth { "truths" } else { "cells" });
    format!("candidate of {name}[i]")
}

/// Returns a `deadly` section.
pub fn deadly(body: &mut Body<'_>) -> String {
    body.scope.said.clear();
    let (x, y) = (body.any(&[Digit]), body.any(&[Digit]));
    match body.below(4) {
        0 => format!("all but {x} at {}", body.some(&[Cell], ", ")),
        1 => {
            let cells: Vec<String> = (0..4).map(|_| body.one(&[Cell])).collect();
            format!("{x}, {y} on {}", cells.join(", "))
        }
        _ => {
            let name = body.declared(Cell, Form::Set, ("cells", "[4]"));
            format!("{x}, {y} on {name}")
        }
    }
}

/// Returns a clause of the `where` section.
pub fn presence(body: &mut Body<'_>) -> String {
    body.scope.said.clear();
    match body.below(6) {
        0 => {
            let (a, h) = (body.one(&[Cell]), body.one(&[House]));
            format!("only {a} is open in {h}")
        }
        1 => format!(
            "some {} among {}",
            ["box", "row", "column"][body.below(3)],
            body.any(&[House])
        ),
        2 => {
            let (d, s) = (body.any(&[Digit]), body.place());
            format!("each {d} is in {s}")
        }
        3 => {
            let (x, h) = (body.any(&[Digit]), body.any(&[House]));
            let alternatives = alternatives(body, "");
            format!("not every {x} in {h} {alternatives}")
        }
        _ => {
            let not = ["", "", "not "][body.below(3)];
            let least = ["some", "at least 2", "at most 2", "exactly 1"][body.below(4)];
            let of = match body.below(3) {
                0 => format!("candidates of {}", body.get(&[Cell, Truth], Want::One)),
                1 => format!("candidates of each {}", body.get(&[Cell], Want::Set)),
                _ => {
                    let (x, h) = (body.one(&[Digit]), body.get(&[House], Want::Set));
                    format!("{x} in each {h}")
                }
            };
            let alternatives = match body.random.once_in(2) {
                true => format!(" {}", alternatives(body, "")),
                false => String::new(),
            };
            format!("{not}{least} {of}{alternatives}")
        }
    }
}

/// Returns a conclusion of the `then` section.
pub fn conclusion(body: &mut Body<'_>) -> String {
    body.scope.said.clear();
    match body.below(14) {
        0 => {
            let (x, a) = (body.one(&[Digit]), body.one(&[Cell]));
            format!("place {x} at {a}")
        }
        1 => format!("place {}", body.one(&[Candidate])),
        2 | 3 => format!("eliminate {}", body.any(NODES)),
        4 | 5 => format!(
            "eliminate candidates excluded by {}",
            body.some(NODES, " and ")
        ),
        6 => match body.related() {
            Some(related) => format!("eliminate candidates excluded by each link of {related}"),
            None => conclusion(body),
        },
        _ => {
            let digits = body.some(&[Digit], ", ");
            let gone = match body.below(6) {
                0 => format!("all but {digits}"),
                1 => format!(
                    "{} except {}",
                    body.get(&[Digit], Want::Set),
                    body.any(&[Digit])
                ),
                _ => digits.clone(),
            };
            format!("eliminate {gone} from {}", cells(body, &digits))
        }
    }
}

/// Returns the cells of an elimination.
fn cells(body: &mut Body<'_>, digits: &str) -> String {
    let mut text = match body.below(3) {
        0 => body.some(&[Cell, House], ", "),
        _ => "cells".into(),
    };
    if body.random.once_in(4) {
        text += &format!(" in {}", body.place());
    }
    if text.starts_with("cells") || body.random.once_in(3) {
        let seen: Vec<String> = (0..1 + body.below(2)).map(|_| seen(body, digits)).collect();
        text += &format!(" seeing {}", seen.join(" and "));
    }
    if body.random.once_in(3) {
        text += &format!(" except {}", body.place());
    }
    text
}

fn seen(body: &mut Body<'_>, digits: &str) -> String {
    if body.random.once_in(2) {
        return body.any(&[Cell]);
    }
    // The cells must see an eliminated digit, or another one.
    let first = digits.split(',').next().unwrap_or_default().to_string();
    let digit = match body.random.once_in(3) {
        true => body.one(&[Digit]),
        false => first,
    };
    format!("every {digit} in {}", body.place())
}
