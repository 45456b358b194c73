//! Random rules: everything that the grammar and the checks of the language allow, small enough to
//! be evaluated on a board.
//!
//! From a seed, the text of a file is made: patterns, relations that may use them and each other,
//! and a rule that may use all of these. Each part requests its variables and gets existing or new
//! ones, so every declared variable is used:
//!
//! ```text
//! relation via(candidate p, candidate q) { for truth V  when every candidate of V is p or q }
//! rule wild { for cell a, digit x, candidate p  when every candidate of a is x or via p  then eliminate p }
//! ```

mod body;
mod names;
pub mod near_rules;
mod parts;

use body::Body;
use names::{Form, Kind, Scope};
use qedoku_tests::random::Random;

/// A pattern that later definitions may use.
#[derive(Clone, Debug)]
pub struct PatternHead {
    name: &'static str,
    arguments: Vec<(Kind, Form)>,
}

/// A relation that later definitions may use.
#[derive(Clone, Debug)]
pub struct RelationHead {
    name: &'static str,
    ends: [Kind; 2],
}

/// Patterns and relations defined so far.
#[derive(Clone, Debug, Default)]
pub struct Defined {
    patterns: Vec<PatternHead>,
    relations: Vec<RelationHead>,
}

/// Returns the text of a random file with one rule, `wild`. The checks of the language may reject
/// it.
pub fn rule(random: &mut Random) -> String {
    let mut defined = Defined::default();
    let mut text = String::new();
    for name in ["shape", "frame"] {
        if random.once_in(4) {
            text.push_str(&pattern(name, &mut defined, random));
        }
    }
    for name in ["via", "over"] {
        if random.once_in(3) {
            let written = match random.once_in(5) {
                true => net(name, &mut defined, random),
                false => relation(name, &mut defined, random),
            };
            text.push_str(&written);
        }
    }
    let is_unique = random.once_in(12);
    let parameter = random.once_in(5);
    let mut body = Body::new(Scope::new(parameter), &defined, random);
    body.fill(is_unique);
    let conclusions = match body.random.once_in(8) && body.guard() {
        true => vec!["one of G".to_string()],
        false => body.conclusions(),
    };
    let head = match parameter {
        true => "(n: 1..2)",
        false => "",
    };
    let mut assuming = if is_unique { "  assuming unique\n" } else { "" }.to_string();
    if (text.clone() + &body.text()).contains(" template") {
        assuming += "  by template\n";
    }
    text + &format!(
        "rule wild{head} {{\n{assuming}{}  then     {}\n}}\n",
        body.text(),
        conclusions.join("\n           ")
    )
}

fn pattern(name: &'static str, defined: &mut Defined, random: &mut Random) -> String {
    let parameter = random.once_in(3);
    let mut body = Body::new(Scope::new(parameter), defined, random);
    body.fill(false);
    let text = body.text();
    let seen = body.scope.to_hand_out();
    let arguments: Vec<&str> = seen.iter().map(|v| v.name.as_str()).collect();
    let head = if parameter { "(n: 1..2)" } else { "" };
    let written = format!(
        "pattern {name}{head}({}) {{\n{text}}}\n\n",
        arguments.join(", ")
    );
    if arguments.is_empty() {
        return String::new();
    }
    let arguments = seen.iter().map(|v| (v.kind, v.form)).collect();
    defined.patterns.push(PatternHead { name, arguments });
    written
}

/// Returns a net, or a variant of a net with another remaining candidate or another conclusion.
fn net(name: &'static str, defined: &mut Defined, random: &mut Random) -> String {
    let conditions = ["", "q in W, ", "q in W, p, q distinct, "][random.below(3)];
    let follows = [
        "q excludes t",
        "q excludes t",
        "t excludes q",
        "t in W, q, t distinct",
    ];
    let left = ["is q", "is q", "is q", "excludes q", "is q or is t"];
    let refuted = [
        format!("p {name} it"),
        format!("p {name} it"),
        format!("{name} p"),
        format!("is excluded by p or p {name} it"),
        format!("q {name} it"),
    ];
    let follows = follows[random.below(follows.len())];
    let left = left[random.below(left.len())];
    let refuted = &refuted[random.below(refuted.len())];
    let ends = [Kind::Candidate, Kind::Candidate];
    defined.relations.push(RelationHead { name, ends });
    format!(
        "relation {name}(candidate p, candidate t) {{\n  with     p excludes t\n}} or {{\n  for      truth W, candidate q\n  \
         with     {conditions}{follows}\n  when     every candidate of W {left} or {refuted}\n}}\n\n"
    )
}

fn relation(name: &'static str, defined: &mut Defined, random: &mut Random) -> String {
    const ENDS: [(Kind, &str); 3] = [
        (Kind::Candidate, "candidate"),
        (Kind::Group, "group"),
        (Kind::Cluster, "cluster"),
    ];
    let ends = [0, 1].map(|_| ENDS[[0, 0, 1, 2][random.below(4)]]);
    let head = RelationHead {
        name,
        ends: ends.map(|(kind, _)| kind),
    };
    let mut cases = Vec::new();
    for at in 0..1 + random.below(2) {
        let mut known = defined.clone();
        // The second case may need the relation itself.
        if at > 0 {
            known.relations.push(head.clone());
        }
        let mut scope = Scope::new(false);
        scope.given("g", head.ends[0]);
        scope.given("h", head.ends[1]);
        let mut body = Body::new(scope, &known, random);
        body.fill(false);
        body.join_ends();
        cases.push(format!("{{\n{}}}", body.text()));
    }
    defined.relations.push(head);
    let [(_, one), (_, other)] = ends;
    format!(
        "relation {name}({one} g, {other} h) {}\n\n",
        cases.join(" or ")
    )
}
