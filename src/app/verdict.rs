//! The verdict of the checker as data, the same for all shells.

use qedoku_check::{Claim, Verdict};
use serde::Serialize;

/// The verdict on a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofVerdict {
    /// `accepted`, `rejected`, `declined` or `unreadable`.
    pub verdict: &'static str,
    /// The claim of an accepted proof: `unique`, `none`, `many` or `open`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<&'static str>,
    /// The solutions that the claim states.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<String>,
    /// The number of steps of an accepted proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// Whether an accepted proof begins with a state instead of a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_state: Option<bool>,
    /// Whether an accepted proof assumes that there is one solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumes_unique: Option<bool>,
    /// The line at which a proof is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The step at which a proof is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
    /// The code of the reason for a rejection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// The verdict in words.
    pub message: String,
}

impl ProofVerdict {
    /// A verdict without details.
    fn plain(verdict: &'static str, message: String) -> ProofVerdict {
        ProofVerdict {
            verdict,
            claim: None,
            solutions: Vec::new(),
            steps: None,
            from_state: None,
            assumes_unique: None,
            line: None,
            step: None,
            code: None,
            message,
        }
    }

    /// The verdict on a proof that cannot be read.
    pub fn unreadable(error: &dyn std::error::Error) -> ProofVerdict {
        ProofVerdict::plain("unreadable", error.to_string())
    }
}

impl From<Verdict> for ProofVerdict {
    fn from(verdict: Verdict) -> ProofVerdict {
        let message = verdict.to_string();
        match verdict {
            Verdict::Accepted(accepted) => {
                let (claim, solutions) = match accepted.claim {
                    Claim::Unique(grid) => ("unique", vec![grid]),
                    Claim::None => ("none", Vec::new()),
                    Claim::Many(one, other) => ("many", vec![one, other]),
                    Claim::Open => ("open", Vec::new()),
                };
                ProofVerdict {
                    claim: Some(claim),
                    solutions,
                    steps: Some(accepted.steps),
                    from_state: Some(accepted.from_state),
                    assumes_unique: Some(accepted.assumes_unique),
                    ..ProofVerdict::plain("accepted", message)
                }
            }
            Verdict::Rejected(rejection) => ProofVerdict {
                line: Some(rejection.line),
                step: rejection.step,
                code: Some(rejection.reason.code()),
                ..ProofVerdict::plain("rejected", message)
            },
            Verdict::Declined(_) => ProofVerdict::plain("declined", message),
        }
    }
}
