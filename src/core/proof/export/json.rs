//! JSON for programs: one object, described by `proofs/proof.schema.json`, with one step per line.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use super::exporter::{ExportError, Exporter};
use super::names::Names;
use crate::grid::{Board, Candidate, Digit, bits};
use crate::proof::model::{Annotation, Claim, Count, Header, Step, TermSet};
use crate::proof::replay::Replay;
use crate::proof::rows::{RowSet, RowStep, RowTerm};

pub struct Json<W> {
    out: W,
    names: Names,
    /// The current line. Writing whole lines takes fewer calls.
    line: Vec<u8>,
    first: bool,
}

impl<W: Write> Json<W> {
    pub fn new(out: W) -> Self {
        Json {
            out,
            names: Names::default(),
            line: Vec::new(),
            first: true,
        }
    }

    fn member(&mut self, name: &str, value: &impl Serialize) -> Result<(), ExportError> {
        write!(self.out, ",\n\"{name}\":")?;
        serde_json::to_writer(&mut self.out, value).map_err(std::io::Error::from)?;
        Ok(())
    }
}

/// A step with its position and annotation.
#[derive(Serialize)]
struct JsonStep<'a> {
    step: u64,
    depth: usize,
    #[serde(flatten)]
    what: What<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bind: Option<BTreeMap<&'a str, &'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    say: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum What<'a> {
    Count {
        eliminates: Vec<&'a str>,
        truths: Vec<JsonTerm<'a>>,
        links: Vec<JsonTerm<'a>>,
    },
    Single {
        places: &'a str,
        truth: &'a str,
        eliminates: Vec<&'a str>,
    },
    Suppose {
        supposes: &'a str,
        eliminates: Vec<&'a str>,
    },
    Refuted {
        truth: &'a str,
        eliminates: Vec<&'a str>,
    },
    Deadly {
        name: String,
        set: Vec<&'a str>,
        exchange: Vec<&'a str>,
    },
    Fill {
        eliminates: Vec<&'a str>,
        items: &'a [String],
    },
    Cut {
        name: &'a str,
        divisor: i64,
        truths: Vec<JsonTerm<'a>>,
        links: Vec<JsonTerm<'a>>,
    },
    Derive {
        name: &'a str,
        adds: Vec<JsonTerm<'a>>,
        subtracts: Vec<JsonTerm<'a>>,
    },
    /// A refutation by items that cannot be filled.
    Unfillable {
        items: &'a [String],
        eliminates: Vec<&'a str>,
    },
}

/// A group or deadly set with its multiplier.
#[derive(Serialize)]
struct JsonTerm<'a> {
    set: Cow<'a, str>,
    times: u64,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Proved {
    Unique { solution: String },
    None { truth: String },
    Unfillable { items: Vec<String> },
    Many { solutions: [String; 2] },
    Open,
}

fn list<'a>(names: &'a Names, candidates: &[Candidate]) -> Vec<&'a str> {
    candidates.iter().map(|&c| names.candidate(c)).collect()
}

fn grid(digits: &[Digit]) -> String {
    digits.iter().map(|d| d.to_char()).collect()
}

fn count<'a>(names: &'a Names, count: &Count) -> What<'a> {
    let (mut truths, mut links) = (Vec::new(), Vec::new());
    for term in &count.terms {
        let set = match term.set {
            TermSet::Group(group) => names.group(group).into(),
            TermSet::Deadly(name) => format!("d{name}").into(),
        };
        let taken = if term.multiplier > 0 {
            &mut truths
        } else {
            &mut links
        };
        taken.push(JsonTerm {
            set,
            times: term.multiplier.unsigned_abs().into(),
        });
    }
    What::Count {
        eliminates: list(names, &count.targets),
        truths,
        links,
    }
}

/// The terms behind `+`, and those behind `-`.
fn terms<'a>(board: &Board, terms: &'a [RowTerm]) -> [Vec<JsonTerm<'a>>; 2] {
    let taken = |positive: bool| {
        let terms = terms
            .iter()
            .filter(move |it| (it.multiplier > 0) == positive);
        terms.map(|it| JsonTerm {
            set: match &it.set {
                RowSet::Named(name) => name.as_str().into(),
                set @ RowSet::Link(_) => set.to_text(board).into(),
            },
            times: it.multiplier.unsigned_abs(),
        })
    };
    [taken(true).collect(), taken(false).collect()]
}

fn row_step<'a>(
    names: &'a Names,
    step: &'a RowStep,
    removed: &[Candidate],
    board: &Board,
) -> What<'a> {
    let eliminates = list(names, removed);
    match step {
        RowStep::Count { terms: of, .. } => {
            let [truths, links] = terms(board, of);
            What::Count {
                eliminates,
                truths,
                links,
            }
        }
        RowStep::Cut {
            name,
            divisor,
            terms: of,
        } => {
            let [truths, links] = terms(board, of);
            What::Cut {
                name,
                divisor: *divisor,
                truths,
                links,
            }
        }
        RowStep::Derive { name, terms: of } => {
            let [adds, subtracts] = terms(board, of);
            What::Derive {
                name,
                adds,
                subtracts,
            }
        }
        RowStep::Fill { items, .. } => What::Fill { eliminates, items },
        RowStep::Single { candidate, row } => What::Single {
            places: names.candidate(*candidate),
            truth: row,
            eliminates,
        },
        RowStep::Refuted(items) => What::Unfillable { items, eliminates },
        RowStep::Deadly {
            name,
            set,
            exchange,
        } => What::Deadly {
            name: name.clone(),
            set: list(names, set),
            exchange: list(names, exchange),
        },
    }
}

impl<W: Write> Exporter for Json<W> {
    fn start(&mut self, header: &Header, claim: &Claim, _: &Replay) -> Result<(), ExportError> {
        let board = &*header.board;
        self.names = Names::of(board, "=");
        let version = if header.rules.is_some() { 2 } else { 1 };
        write!(
            self.out,
            "{{\n\"format\":\"qedoku proof\",\n\"version\":{version}"
        )?;
        let mut sizes = BTreeMap::from([("digits", board.size())]);
        if board.has_boxes() {
            sizes.extend([
                ("height", board.shape().height),
                ("width", board.shape().width),
            ]);
        }
        self.member("boxes", &sizes)?;
        if let Some(givens) = &header.givens {
            let text: String = givens
                .iter()
                .map(|g| g.map_or('.', Digit::to_char))
                .collect();
            self.member("givens", &text)?;
        }
        if let Some(state) = &header.state {
            let cell = |mask: &u32| bits(*mask).map(|d| Digit::new(d).to_char()).collect();
            self.member("state", &state.iter().map(cell).collect::<Vec<String>>())?;
        }
        if let Some(rules) = &header.rules {
            self.member("constraints", &rules.lines)?;
        }
        self.member("assumes_unique", &header.assume_unique)?;
        let proved = match claim {
            Claim::Unique(solution) => Proved::Unique {
                solution: grid(solution),
            },
            Claim::None(group) => Proved::None {
                truth: board.group_name(*group),
            },
            Claim::NoFilling(items) => Proved::Unfillable {
                items: items.clone(),
            },
            Claim::Many(one, other) => Proved::Many {
                solutions: [grid(one), grid(other)],
            },
            Claim::Open => Proved::Open,
        };
        self.member("claim", &proved)?;
        write!(self.out, ",\n\"steps\":[")?;
        Ok(())
    }

    fn step(
        &mut self,
        note: Option<&Annotation>,
        step: &Step,
        before: &Replay,
    ) -> Result<(), ExportError> {
        let names = &self.names;
        let removed = before.removed_by(step);
        let eliminates = || list(names, &removed);
        let what = match step {
            Step::Count(it) => count(names, it),
            Step::Single { candidate, group } => What::Single {
                places: names.candidate(*candidate),
                truth: names.group(*group),
                eliminates: eliminates(),
            },
            Step::Suppose(candidate) => What::Suppose {
                supposes: names.candidate(*candidate),
                eliminates: eliminates(),
            },
            Step::Refuted(group) => What::Refuted {
                truth: names.group(*group),
                eliminates: eliminates(),
            },
            Step::Deadly(deadly) => What::Deadly {
                name: format!("d{}", deadly.name),
                set: list(names, &deadly.set),
                exchange: list(names, &deadly.exchange),
            },
            Step::Row(step) => row_step(names, step, &removed, before.board()),
        };
        let closes = matches!(step, Step::Refuted(_) | Step::Row(RowStep::Refuted(_)));
        let bind = note.map(|note| {
            let pairs = note.bindings.iter();
            let pairs = pairs.map(|(name, value)| (name.as_str(), value.as_str()));
            pairs.collect::<BTreeMap<_, _>>()
        });
        let line = JsonStep {
            step: before.steps() + 1,
            depth: before.depth() - usize::from(closes && before.depth() > 0),
            what,
            rule: note
                .map(|n| n.rule.as_str())
                .filter(|rule| !rule.is_empty()),
            bind: bind.filter(|bind| !bind.is_empty()),
            say: note
                .map(|n| n.sentence.as_str())
                .filter(|say| !say.is_empty()),
        };
        let separator = if std::mem::take(&mut self.first) {
            "\n"
        } else {
            ",\n"
        };
        self.line.clear();
        self.line.extend_from_slice(separator.as_bytes());
        serde_json::to_writer(&mut self.line, &line).map_err(std::io::Error::from)?;
        Ok(self.out.write_all(&self.line)?)
    }

    fn finish(&mut self, _: &Claim, _: &Replay) -> Result<(), ExportError> {
        self.out.write_all(b"\n]\n}\n")?;
        Ok(self.out.flush()?)
    }
}
