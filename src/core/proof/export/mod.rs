//! Exports of proofs for other checkers, for programs and for print.
//!
//! A `.qed` file is read as a stream and written to one or two other files. Only the state is in
//! memory, never the proof. There is one exporter per format, all behind [`Exporter`].
//!
//! Exporters translate and do not judge: a wrong step becomes one that the other checker rejects.
//! Steps that the other format cannot express are rejected with a reason.

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

/// The formats of an export.
///
/// ```
/// assert_eq!(qedoku_core::Format::Lrat.extensions(), ["cnf", "lrat"]);
/// ```
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
    /// The extensions of the files of an export, in the order of [`export`].
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

/// Exports a proof to files in the order of [`Format::extensions`].
///
/// The claim is in the last line of a proof but is needed from the start, so the caller passes it.
/// [`ProofReader::into_claim`] finds it. Returns the number of steps, the claim included.
///
/// # Panics
/// If the number of files differs from that of the format.
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
