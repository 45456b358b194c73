//! The messages: the questions of a page, and the frame of every answer.
//!
//! A question is one JSON object, `{"version": 1, "id": 7, "ask": "hint", "board": {...}}`. The
//! answer is any number of objects with `progress` and then one with `answer` or `error`, all with
//! the question's `id`. `docs/protocol.md` lists every field.

use serde::{Deserialize, Serialize};

use crate::board::BoardView;
pub use qedoku_app::Error as ApiError;

/// The version of the protocol. Questions of other versions are rejected.
pub const PROTOCOL_VERSION: u32 = 1;

/// A question with its frame.
#[derive(Debug, Deserialize)]
pub struct PageQuestion {
    /// The protocol version of the page.
    pub version: u32,
    /// The id repeated in every answer.
    #[serde(default)]
    pub id: u64,
    /// The question itself.
    #[serde(flatten)]
    pub ask: Ask,
}

/// The kinds of questions.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// The capabilities of this engine.
    Hello,
    /// Reads a puzzle from text, or from a link of another site.
    Read {
        /// The text.
        text: String,
    },
    /// The board as text and as links of other sites.
    Links {
        /// The board.
        board: BoardView,
    },
    /// The next step.
    Hint {
        /// The board.
        board: BoardView,
        /// The rules and options.
        #[serde(default)]
        how: SolveOptions,
    },
    /// All steps to the end, and the proof.
    Path {
        /// The board.
        board: BoardView,
        /// The rules and options.
        #[serde(default)]
        how: SolveOptions,
    },
    /// Every step that rules find in a state.
    Steps {
        /// The board.
        board: BoardView,
        /// The rules and options.
        #[serde(default)]
        how: SolveOptions,
        /// Only the steps of the rule or technique with this name.
        #[serde(default)]
        technique: Option<String>,
    },
    /// The difficulty of a puzzle.
    Grade {
        /// The board.
        board: BoardView,
        /// The rules and options.
        #[serde(default)]
        how: SolveOptions,
        /// Scales that are lists of techniques, such as `SE`, to rate the puzzle by.
        #[serde(default)]
        scales: Vec<String>,
    },
    /// The number of solutions, and further facts for setters.
    Count {
        /// The board.
        board: BoardView,
        /// Whether to find the candidates that occur in a solution, and the redundant givens.
        #[serde(default)]
        deep: bool,
    },
    /// A new puzzle, or a state for practising a technique.
    Create {
        /// Rows and columns of a box.
        shape: (usize, usize),
        /// The random seed. Equal seeds give equal puzzles.
        seed: u64,
        /// The level of the puzzle.
        #[serde(default)]
        level: Option<String>,
        /// A technique that the puzzle needs.
        #[serde(default)]
        needs: Option<String>,
        /// A technique that is the next step of the state. It excludes the other requirements.
        #[serde(default)]
        position: Option<String>,
    },
    /// The houses of a board.
    Geometry {
        /// Rows and columns of a box.
        shape: (usize, usize),
    },
    /// The proof of a variant puzzle, such as a killer.
    Variant {
        /// The lines or the link of the puzzle.
        text: String,
        /// The rules and options.
        #[serde(default)]
        how: SolveOptions,
    },
    /// The steps of a proof file.
    Proof {
        /// Text of the proof.
        proof: String,
    },
    /// Some lines of a proof, as a picture and in arithmetic.
    Show {
        /// The text of the proof.
        proof: String,
        /// The index of the first step, counted from 0.
        from: u64,
        /// The number of steps.
        count: u64,
        /// The theme of the picture.
        #[serde(default)]
        theme: ThemeName,
        /// The parts of the step to draw.
        #[serde(default)]
        layer: LayerName,
    },
    /// A proof as a page to read and to print.
    Report {
        /// The text of the proof, which the checker has accepted.
        proof: String,
        /// The title of the page.
        title: String,
    },
    /// The rules, by family.
    Library {
        /// User rules.
        #[serde(default)]
        rules: Vec<OwnRule>,
    },
    /// The examples of a rule, as pictures.
    Example {
        /// The name of the rule.
        rule: String,
        /// User rules.
        #[serde(default)]
        rules: Vec<OwnRule>,
        /// Maximum number of examples, one for each technique.
        #[serde(default)]
        most: Option<usize>,
    },
    /// Feedback on a rule file while it is written.
    Edit {
        /// The file.
        file: OwnRule,
        /// Other user rules.
        #[serde(default)]
        rules: Vec<OwnRule>,
        /// The board to search for steps. Without it, only the text is checked, and no example
        /// runs.
        #[serde(default)]
        board: Option<BoardView>,
        /// The cursor in UTF-16 units, to complete the text there.
        #[serde(default)]
        at: Option<usize>,
    },
    /// The reference of the rule language.
    Language,
    /// A rule file in the house style.
    Format {
        /// The file.
        file: OwnRule,
    },
    /// Whether the rules of a file are sound.
    Judge {
        /// The file.
        file: OwnRule,
        /// Other user rules.
        #[serde(default)]
        rules: Vec<OwnRule>,
    },
    /// The reason why a candidate is impossible, found by mining.
    Mine {
        /// The board.
        board: BoardView,
        /// The candidate, such as `r1c3=6`.
        candidate: String,
    },
    /// The verdict of the independent checker on a proof.
    Check {
        /// Text of the proof.
        proof: String,
    },
}

/// A rule file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct OwnRule {
    /// Path of the file: `mine/kite.rule`.
    pub path: String,
    /// Text of the file.
    pub text: String,
}

/// The rules and options for solving.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct SolveOptions {
    /// User rules, in addition to the library.
    pub rules: Vec<OwnRule>,
    /// The options.
    #[serde(flatten)]
    pub options: qedoku_app::SolveOptions,
}

/// The theme of a picture.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeName {
    /// The reader's system setting.
    #[default]
    Auto,
    /// Dark on white.
    Light,
    /// Light on black.
    Dark,
}

/// The layer of a picture.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerName {
    /// The roles of houses, cells and candidates.
    #[default]
    Teaching,
    /// The truths and links.
    Proof,
}

/// A message to the page. Exactly one of the last three fields is present.
#[derive(Debug, Serialize)]
pub struct Message<'a> {
    /// The version of the protocol.
    pub version: u32,
    /// The id of the question.
    pub id: u64,
    /// Progress. More messages will follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<&'a serde_json::Value>,
    /// The answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<&'a serde_json::Value>,
    /// The error, if there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'a ApiError>,
}
