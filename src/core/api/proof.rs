//! Proofs, and their exports for other checkers.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::proof;
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
    pub fn export(&self, format: Format) -> Result<Vec<Vec<u8>>, ProofError> {
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
    type Err = ProofError;

    fn from_str(text: &str) -> Result<Proof, ProofError> {
        let proof = proof::Proof::read(text.as_bytes()).map_err(ExportError::Read)?;
        Ok(Proof(proof))
    }
}

/// The reason why a proof cannot be read or exported.
///
/// ```
/// use qedoku_core::{Format, Proof, Puzzle, Rules, Solver};
///
/// let cut_short = "qed 1\nboard sudoku 3x3\n".parse::<Proof>().err().expect("an error");
/// assert!(cut_short.to_string().starts_with("line "), "{cut_short}");
///
/// let several: Puzzle = "1...............".parse()?;
/// let proof = Solver::new(&Rules::standard()).prove(&several);
/// let error = proof.export(Format::Lrat).err().expect("an error");
/// assert!(error.to_string().contains("nothing to refute"), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[error(transparent)]
pub struct ProofError(#[from] ExportError);
