//! JSON for programs: one object, described by `proofs/proof.schema.json`, with a step a line.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use super::{ExportError, Exporter};
use crate::grid::{Board, Candidate, Digit, bits};
use crate::proof::model::{Annotation, Claim, Count, Header, Step, TermSet};
use crate::proof::replay::Replay;

pub struct Json<W> {
    out: W,
    first: bool,
}

impl<W: Write> Json<W> {
    pub fn new(out: W) -> Self {
        Json { out, first: true }
    }

    fn member(&mut self, name: &str, value: &impl Serialize) -> Result<(), ExportError> {
        write!(self.out, ",\n\"{name}\":")?;
        self.value(value)
    }

    fn value(&mut self, value: &impl Serialize) -> Result<(), ExportError> {
        serde_json::to_writer(&mut self.out, value).map_err(std::io::Error::from)?;
        Ok(())
    }
}

/// A step, with where it stands and what people want to know of it.
#[derive(Serialize)]
struct Line<'a> {
    step: u64,
    depth: usize,
    #[serde(flatten)]
    what: What,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bind: Option<BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    say: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum What {
    Count {
        eliminates: Vec<String>,
        truths: Vec<Taken>,
        links: Vec<Taken>,
    },
    Single {
        places: String,
        truth: String,
        eliminates: Vec<String>,
    },
    Suppose {
        supposes: String,
        eliminates: Vec<String>,
    },
    Refuted {
        truth: String,
        eliminates: Vec<String>,
    },
    Deadly {
        name: String,
        set: Vec<String>,
        exchange: Vec<String>,
    },
}

/// A group or deadly set, and how often it is taken.
#[derive(Serialize)]
struct Taken {
    set: String,
    times: u32,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Proved {
    Unique { solution: String },
    None { truth: String },
    Many { solutions: [String; 2] },
    Open,
}

fn names(board: &Board, candidates: &[Candidate]) -> Vec<String> {
    candidates
        .iter()
        .map(|&c| board.candidate_name(c))
        .collect()
}

fn grid(digits: &[Digit]) -> String {
    digits.iter().map(|d| d.to_char()).collect()
}

fn count(board: &Board, count: &Count) -> What {
    let (mut truths, mut links) = (Vec::new(), Vec::new());
    for term in &count.terms {
        let set = match term.set {
            TermSet::Group(group) => board.group_name(group),
            TermSet::Deadly(name) => format!("d{name}"),
        };
        let list = if term.multiplier > 0 {
            &mut truths
        } else {
            &mut links
        };
        list.push(Taken {
            set,
            times: term.multiplier.unsigned_abs(),
        });
    }
    What::Count {
        eliminates: names(board, &count.targets),
        truths,
        links,
    }
}

impl<W: Write> Exporter for Json<W> {
    fn start(&mut self, header: &Header, claim: &Claim, _: &Replay) -> Result<(), ExportError> {
        let board = &*header.board;
        let shape = board.shape();
        write!(self.out, "{{\n\"format\":\"qedoku proof\",\n\"version\":1")?;
        let sizes = BTreeMap::from([
            ("height", shape.height),
            ("width", shape.width),
            ("digits", board.size()),
        ]);
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
        self.member("assumes_unique", &header.assume_unique)?;
        let proved = match claim {
            Claim::Unique(solution) => Proved::Unique {
                solution: grid(solution),
            },
            Claim::None(group) => Proved::None {
                truth: board.group_name(*group),
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
        let board = before.board();
        let eliminates = || names(board, &before.removed_by(step));
        let what = match step {
            Step::Count(it) => count(board, it),
            Step::Single { candidate, group } => What::Single {
                places: board.candidate_name(*candidate),
                truth: board.group_name(*group),
                eliminates: eliminates(),
            },
            Step::Suppose(candidate) => What::Suppose {
                supposes: board.candidate_name(*candidate),
                eliminates: eliminates(),
            },
            Step::Refuted(group) => What::Refuted {
                truth: board.group_name(*group),
                eliminates: eliminates(),
            },
            Step::Deadly(deadly) => What::Deadly {
                name: format!("d{}", deadly.name),
                set: names(board, &deadly.set),
                exchange: names(board, &deadly.exchange),
            },
        };
        let pair = |(name, value): &'_ (String, String)| (name.clone(), value.clone());
        let bind = note.map(|n| n.bindings.iter().map(pair).collect::<BTreeMap<_, _>>());
        let line = Line {
            step: before.steps() + 1,
            depth: before.depth()
                - usize::from(matches!(step, Step::Refuted(_)) && before.depth() > 0),
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
        self.out.write_all(separator.as_bytes())?;
        self.value(&line)
    }

    fn finish(&mut self, _: &Claim, _: &Replay) -> Result<(), ExportError> {
        self.out.write_all(b"\n]\n}\n")?;
        Ok(self.out.flush()?)
    }
}
