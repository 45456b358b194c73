//! Proofs for other people's checkers, for programs and for print.
//!
//! Takes a `.qed` file as a stream, gives the text of one or two other files as streams: what is
//! in memory is the state, never the proof. One exporter a file, all behind [`Exporter`].
//!
//! The exporters translate, they do not judge: from a wrong step comes one that the other checker
//! rejects. What cannot be said in the other format is refused, with the reason.

mod clauses;
mod cnf;
mod drat;
mod exporter;
mod json;
mod lrat;
mod names;
mod split;
mod tex;
mod veripb;

use std::io::{BufRead, Write};

pub use exporter::{ExportError, Exporter, Refusal};

use super::model::Claim;
use super::read::{ProofItem, ProofReader};
use super::replay::Replay;

/// What a proof can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// A pseudo-Boolean formula and a VeriPB 3 proof.
    Veripb,
    /// A formula in clauses and a proof with hints.
    Lrat,
    /// A formula in clauses and a proof without hints.
    Drat,
    /// JSON, as `proofs/proof.schema.json` describes it.
    Json,
    /// A LaTeX document with TikZ pictures.
    Tex,
}

impl Format {
    /// The extensions of the files that an export consists of, in the order in which
    /// [`export`] takes them.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Veripb => &["opb", "pbp"],
            Format::Lrat => &["cnf", "lrat"],
            Format::Drat => &["cnf", "drat"],
            Format::Json => &["json"],
            Format::Tex => &["tex"],
        }
    }
}

/// Exports a proof, read from `input`, to files of which [`Format::extensions`] has the order.
///
/// What the proof claims stands in its last line but is needed from the first, so the claim comes
/// along; [`ProofReader::into_claim`] finds it. Gives the number of steps, the claim included.
///
/// # Panics
/// If there are not as many files as the format has.
pub fn export<R: BufRead, W: Write>(
    input: R,
    claim: &Claim,
    format: Format,
    files: Vec<W>,
) -> Result<u64, ExportError> {
    assert_eq!(files.len(), format.extensions().len(), "files of a format");
    let mut reader = ProofReader::start(input)?;
    let mut files = files.into_iter();
    let mut file = || files.next().expect("there are as many as extensions");
    let mut exporter: Box<dyn Exporter + '_> = match format {
        Format::Veripb => Box::new(veripb::Veripb::new(file(), file())),
        Format::Lrat => Box::new(clauses::Clauses::new(file(), lrat::Lrat::new(file()))),
        Format::Drat => Box::new(clauses::Clauses::new(file(), drat::Drat::new(file()))),
        Format::Json => Box::new(json::Json::new(file())),
        Format::Tex => Box::new(tex::Tex::new(file())),
    };
    let mut replay = Replay::start(reader.header());
    exporter.start(reader.header(), claim, &replay)?;
    loop {
        match reader.next_item()? {
            ProofItem::Step(note, step) => {
                exporter.step(note.as_ref(), &step, &replay)?;
                let number = replay.steps() + 1;
                replay.apply(&step).map_err(|_| ExportError::Refused {
                    step: number,
                    reason: Refusal::NotProved,
                })?;
            }
            ProofItem::Claim(claim) => {
                exporter.finish(&claim, &replay)?;
                return Ok(replay.steps() + 1);
            }
        }
    }
}
