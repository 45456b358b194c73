//! The backend of the page with Z3: verdicts, mining, and the checker.
//!
//! `docs/protocol.md` describes the JSON. An unsound rule comes with pictures of a
//! counterexample and, if one is known, with the corrected text.

use serde::Serialize;
use serde_json::{Value, json};

use qedoku_app::Cancel;
use qedoku_app::fix::fixed;
use qedoku_app::judge::{RuleReport, judge, techniques};
use qedoku_app::verdict::ProofVerdict;
#[cfg(feature = "mine")]
use qedoku_core::grid::Puzzle;
use qedoku_core::grid::{Candidate, State};
use qedoku_core::lang::Library;
#[cfg(feature = "mine")]
use qedoku_core::lang::standard_library;
use qedoku_core::picture::{self, Layer, Look, Scene, Theme};
use qedoku_core::proof::{Annotation, Count, Step, Term};
use qedoku_core::report::explain as words;
#[cfg(feature = "mine")]
use qedoku_mine::cores::smallest_cores::CoreLimits;
#[cfg(feature = "mine")]
use qedoku_mine::equiv::LibraryNames;
#[cfg(feature = "mine")]
use qedoku_mine::explain::{ExplainOptions, Explanation};
#[cfg(feature = "mine")]
use qedoku_mine::state::graph::Vocabulary;
use qedoku_soundness::report::blame;
use qedoku_soundness::{Counterexample, DEFAULT_TIMEOUT, Verdict, shipped_verdicts};
use qedoku_web::ApiError;
#[cfg(feature = "mine")]
use qedoku_web::backend::Mined;
use qedoku_web::backend::{Backend, Capabilities, CheckVerdict};
use qedoku_web::board::BoardView;

/// A backend with Z3.
pub struct Z3;

#[derive(Serialize)]
struct TechniqueVerdict {
    rule: String,
    /// The name of the technique.
    name: String,
    /// `sound`, `unsound` or `unknown`.
    verdict: &'static str,
    /// The verdict as a phrase.
    words: String,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<Refuted>,
}

/// A counterexample.
#[derive(Serialize)]
struct Refuted {
    board: BoardView,
    /// The sentence of the rule's step.
    sentence: String,
    /// The mistake in the rule.
    blame: String,
    /// A picture of the match. Eliminated candidates are struck out, and those of the solution
    /// circled.
    svg: String,
    /// A picture of the solution, with the wrongly eliminated candidates.
    solution: String,
    /// A change that would make the rule sound, as a phrase.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    /// The corrected text of the file, if the rule is then sound.
    #[serde(skip_serializing_if = "Option::is_none")]
    mended: Option<String>,
}

impl Backend for Z3 {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            judge: shipped_verdicts::HAS_Z3,
            mine: cfg!(feature = "mine"),
            check: true,
        }
    }

    fn judge(
        &self,
        library: &Library,
        path: &str,
        tell: &mut dyn FnMut(Value),
    ) -> Result<Value, ApiError> {
        let own = techniques(library, |rule| *rule.path == *path);
        // The pool kills a worker whose page has left.
        let cancel = Cancel::default();
        let mut verdicts = Vec::new();
        for (rule, technique) in &own {
            tell(json!({ "done": verdicts.len(), "of": own.len(), "name": technique.title }));
            let judged = judge(library, rule, technique, DEFAULT_TIMEOUT, &cancel);
            verdicts.push(shown(&judged));
        }
        Ok(json!(verdicts))
    }

    #[cfg(feature = "mine")]
    fn mine(
        &self,
        puzzle: &Puzzle,
        candidate: &str,
        tell: &mut dyn FnMut(Value),
    ) -> Result<Value, ApiError> {
        let cancel = Cancel::default().within(Some(DEFAULT_TIMEOUT));
        let library = standard_library().map_err(|error| ApiError::of(&error))?;
        let names = LibraryNames::of(&library);
        let options = ExplainOptions {
            size: CoreLimits::default().size,
            hops: None,
            vocabulary: Vocabulary::default(),
            cancel,
            names: &names,
        };
        let explanation =
            Explanation::new(puzzle, candidate, options).map_err(|none| ApiError::of(&none))?;
        let mut lines = Vec::new();
        let said: Result<_, std::convert::Infallible> = explanation.answer(&mut |line: &str| {
            tell(json!({ "line": line }));
            lines.push(line.to_owned());
            Ok(())
        });
        drop(said);
        Ok(json!(Mined { lines }))
    }

    fn check(&self, proof: &str) -> Result<Value, ApiError> {
        let said = qedoku_check::check(proof.as_bytes())
            .map_err(|error| ApiError::new("proof::read", error.to_string()))?;
        let said = ProofVerdict::from(said);
        Ok(json!(CheckVerdict {
            verdict: said.verdict,
            line: said.line,
            words: said.message,
        }))
    }
}

fn shown(judged: &RuleReport<'_>) -> TechniqueVerdict {
    let refuted = match &judged.verdict {
        Verdict::Unsound {
            counterexample,
            suggestion,
            ..
        } => Some(Refuted {
            mended: (suggestion.as_ref()).and_then(|s| fixed(judged.rule, s)),
            suggestion: suggestion.as_ref().map(|s| s.words.clone()),
            ..refutation(judged, counterexample)
        }),
        _ => None,
    };
    TechniqueVerdict {
        rule: judged.technique.rule.to_string(),
        name: judged.technique.title.clone(),
        verdict: judged.verdict.word(),
        words: judged.line(),
        seconds: judged.seconds,
        refuted,
    }
}

/// The counterexample and its pictures.
fn refutation(judged: &RuleReport<'_>, found: &Counterexample) -> Refuted {
    let position = found.position();
    let board = &**position.board();
    let note: Annotation = words::annotation(board, judged.technique, &found.found);
    let ring = |&candidate: &Candidate| Step::Single {
        candidate,
        group: board.cell_group(board.cell_of(candidate)),
    };
    // There is no certificate, so the picture is made from the match alone.
    let terms = found
        .found
        .truths
        .iter()
        .map(|&truth| Term::truth(truth, 1));
    let mut matched = vec![Step::Count(Count {
        targets: found.found.eliminations.clone(),
        terms: terms.collect(),
    })];
    matched.extend(found.killed.iter().map(ring));
    let lost: Vec<Candidate> = (board.cells().zip(&found.grid))
        .map(|(cell, &digit)| board.candidate(cell, digit))
        .filter(|c| {
            let misplaced = |m: &Candidate| board.cell_of(*m) == board.cell_of(*c);
            found.killed.contains(c) || found.misplaced.iter().any(misplaced)
        })
        .collect();
    let circled: Vec<Step> = lost.iter().map(ring).collect();
    let masks: Vec<u32> = found.grid.iter().map(|d| 1 << d.index()).collect();
    let draw = |state: &State, certificate: &[Step], note: Option<&Annotation>| {
        let scene = Scene {
            board,
            state,
            givens: &[],
            certificate,
            note,
        };
        let look = Look {
            theme: Theme::Light,
            layer: Layer::Proof,
            ..Look::default()
        };
        picture::draw(&scene, &look)
    };
    Refuted {
        board: BoardView::of(&found.puzzle),
        svg: draw(position.state(), &matched, Some(&note)),
        solution: draw(&State::from_cells(board, &masks), &circled, None),
        sentence: note.sentence,
        blame: blame(board, found),
        suggestion: None,
        mended: None,
    }
}
