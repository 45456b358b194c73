//! Proofs, and their exports for other checkers.

use std::fmt;
use std::str::FromStr;

use crate::proof;
use crate::proof::ReadError;
use crate::proof::export::{ExportError, Format, export};

/// A proof in the format of `proofs/FORMAT.md`. `Display` writes the `.qed` file, `FromStr` reads
/// one. Only `qedoku-check` and other checkers decide whether it is right.
///
/// ```
/// use qedoku_core::{Format, Proof, Puzzle, Rules, Solver};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let proof = Solver::new(&Rules::standard()).prove(&puzzle);
/// let text = proof.to_string();
/// assert!(qedoku_check::check(text.as_bytes()).is_ok());
/// assert_eq!(text.parse::<Proof>()?.to_string(), text);
///
/// // A formula and its refutation, for VeriPB.
/// let files = proof.export(Format::Veripb)?;
/// assert_eq!(files.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Proof(pub(super) proof::Proof);

impl Proof {
    /// The files of an export, in the order of [`Format::extensions`]. Fails where the format
    /// cannot express a step, or the proof is wrong.
    pub fn export(&self, format: Format) -> Result<Vec<Vec<u8>>, ExportError> {
        let text = self.0.to_text();
        let mut files = vec![Vec::new(); format.extensions().len()];
        export(
            text.as_bytes(),
            &self.0.claim,
            format,
            files.iter_mut().collect(),
        )?;
        Ok(files)
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_text())
    }
}

impl FromStr for Proof {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Proof, ReadError> {
        proof::Proof::read(text.as_bytes()).map(Proof)
    }
}
