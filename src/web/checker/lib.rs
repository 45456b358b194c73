//! The independent checker as a separate WebAssembly module: a proof in, a verdict out.
//!
//! The first byte of the answer is `a` for accepted, `r` for rejected, `d` for declined. The rest
//! is the verdict as `qedoku-check` prints it. For a rejected proof, its line number comes first:
//! `r17 rejected at line 17...`.

#[path = "../abi.rs"]
mod abi;

use qedoku_check::Verdict;

fn respond(proof: &[u8], _tell: &mut dyn FnMut(&[u8])) -> Vec<u8> {
    let text = match qedoku_check::check(proof) {
        Ok(verdict) => match &verdict {
            Verdict::Accepted(_) => format!("a {verdict}"),
            Verdict::Rejected(rejection) => format!("r{} {verdict}", rejection.line),
            Verdict::Declined(_) => format!("d {verdict}"),
        },
        Err(error) => format!("d it cannot be read: {error}"),
    };
    text.into_bytes()
}
