//! Evidence for other solvers: the queries of a proof as SMT-LIB 2 files.
//!
//! A proved rule gives a file in which every query must be `unsat`. Further files cover each
//! derived relation that it uses, and the counts of sets of any size. Z3 solved exactly these
//! texts.

use super::axioms::{Boards, vocabulary};
use super::capacities;
use super::count;
use super::encode::Goal;
use super::grounds::Grounds;
use super::induct::{Theory, uses_loops};
use super::links;
use super::question::{SCOPES, Scope, is_proved, orientations, queries};
use super::smt::{Deadline, Query};
use qedoku_core::lang::ir::{Pattern, Relation, Technique};

/// A file: its name and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionFile {
    /// The name, `fish.smt2`.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The file that proves the count of sets of any size.
const COUNT: &str = "count.smt2";
/// The file that proves the count of cells and links.
const LINKS_FILE: &str = "links.smt2";
/// The file that proves the count of capacities.
const CAPACITIES_FILE: &str = "capacities.smt2";

/// The files that prove a rule, given as the techniques for all values of its parameter. `None` if
/// the abstract queries do not prove it.
pub fn files(
    techniques: &[&Technique],
    relations: &[Relation],
    deadline: Deadline,
) -> Option<Vec<QuestionFile>> {
    let patterns: Vec<&Pattern> = techniques.iter().flat_map(|t| orientations(t)).collect();
    let rule = &techniques.first()?.rule;
    let proof = |&(boards, scope): &(Boards, Scope)| {
        let theory = Theory::new(relations, patterns.iter().copied(), boards, deadline);
        let proved = patterns
            .iter()
            .all(|p| is_proved(p, &theory, boards, deadline));
        proved.then_some((boards, scope, theory))
    };
    let (boards, scope, theory) = SCOPES.iter().find_map(proof)?;
    let mut asked = Vec::new();
    for technique in techniques {
        for pattern in orientations(technique) {
            for mut query in queries(pattern, &theory, boards, Goal::Conclusions)? {
                query.title = match technique.instance {
                    None => technique.title.clone(),
                    Some(n) => format!("{}, n = {n}", technique.title),
                };
                asked.push(query);
            }
        }
    }
    let mut grounds = Grounds::default();
    for technique in techniques {
        let of = Grounds::of(technique, relations);
        grounds.counted |= of.counted;
        grounds.linked |= of.linked;
        grounds.filled |= of.filled;
        grounds.one_solution |= of.one_solution;
    }
    let title = format!("The rule {rule} is sound {}.", scope.words());
    let assumed = grounds.assumed();
    let assumed = assumed.map_or(String::new(), |it| format!("It is assumed that {it}."));
    let lemma = match (grounds.counted, grounds.linked, grounds.filled) {
        (true, ..) => Some((count::LEMMA, COUNT)),
        (_, true, _) => Some((links::LINK_LEMMA, LINKS_FILE)),
        (.., true) => Some((capacities::CAPACITY_LEMMA, CAPACITIES_FILE)),
        _ => None,
    };
    let counted = lemma.map_or(String::new(), |(lemma, file)| {
        format!("{lemma} That is proved in {file}.")
    });
    let question = "Each question: can a solution satisfy the clauses and violate the conclusion?";
    let mut files = vec![QuestionFile {
        name: format!("{rule}.smt2"),
        text: text(
            boards,
            &[
                &title,
                &assumed,
                question,
                &meanings(&theory, relations),
                &counted,
            ],
            &asked,
        ),
    }];
    files.extend(of_counts(&grounds));
    let with_loops = patterns.iter().any(|p| uses_loops(p));
    files.extend(of_relations(
        &theory,
        relations,
        (boards, scope),
        with_loops,
    ));
    Some(files)
}

/// The files that prove the counts.
fn of_counts(grounds: &Grounds) -> Vec<QuestionFile> {
    let file = |name: &str, sentence: &str, with: &str, queries: &[Query]| {
        let question = format!(
            "Base: with no cell left. Step: a cell is taken away together with its {with}."
        );
        QuestionFile {
            name: name.into(),
            text: text(Boards::Every, &[sentence, &question], queries),
        }
    };
    let counted = (grounds.counted).then(|| file(COUNT, count::LEMMA, "digit", &count::queries()));
    let linked =
        (grounds.linked).then(|| file(LINKS_FILE, links::LINK_LEMMA, "link", &links::induction()));
    let filled = (grounds.filled).then(|| {
        let lemma = capacities::lemma();
        file(CAPACITIES_FILE, capacities::CAPACITY_LEMMA, "place", &lemma)
    });
    counted.into_iter().chain(linked).chain(filled).collect()
}

/// A file for each relation that is used, which proves its meaning.
fn of_relations(
    theory: &Theory,
    relations: &[Relation],
    (boards, scope): (Boards, Scope),
    with_loops: bool,
) -> Vec<QuestionFile> {
    let mut files = Vec::new();
    for &at in &theory.used {
        let asked = theory.queries(relations, boards, with_loops, at);
        if asked.is_empty() {
            continue;
        }
        let relation = &relations[at];
        let title = format!(
            "The relation {} means {} {}, by induction.",
            relation.name,
            theory.meanings[at].words(),
            scope.words()
        );
        let question = "Each question: can a case hold and its ends be something else?";
        let standard = if boards == Boards::Standard {
            ".standard"
        } else {
            ""
        };
        let suffix = if with_loops { ".loop" } else { "" };
        files.push(QuestionFile {
            name: format!("relation.{}{standard}{suffix}.smt2", relation.name),
            text: text(
                boards,
                &[&title, question, &meanings(theory, relations)],
                &asked,
            ),
        });
    }
    files
}

fn meanings(theory: &Theory, relations: &[Relation]) -> String {
    let all = theory.used.iter();
    let words = all.map(|&at| format!("{}: {}", relations[at].name, theory.meanings[at].words()));
    match words.collect::<Vec<_>>().join("; ") {
        none if none.is_empty() => none,
        some => format!("What the relations mean is proved in their own files. {some}."),
    }
}

fn text(boards: Boards, header: &[&str], queries: &[Query]) -> String {
    let mut text = String::new();
    for line in header.iter().filter(|line| !line.is_empty()) {
        text.push_str(&format!("; {line}\n"));
    }
    text.push_str("; All answers must be unsat.\n(set-logic QF_UF)\n");
    text.push_str(vocabulary(boards));
    text.push('\n');
    for query in queries {
        text.push_str(&format!("\n; {}\n(push 1)\n", query.title));
        query.write(&mut text);
        text.push_str("(check-sat)\n(pop 1)\n");
    }
    text
}
