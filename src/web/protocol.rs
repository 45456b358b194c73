//! The messages: what a page may ask, and the frame of every answer.
//!
//! A question is one JSON object, `{"version": 1, "id": 7, "ask": "hint", "board": {...}}`. It is answered by any
//! number of objects with `progress` and then one with `answer` or `error`, all with the question's `id`.
//! `PROTOCOL.md` beside this file has every field.

use serde::{Deserialize, Serialize};

use crate::board::BoardView;
pub use crate::trouble::Trouble;

/// The version of the protocol. A question of another version is refused.
pub const VERSION: u32 = 1;

/// A question with its frame.
#[derive(Debug, Deserialize)]
pub struct PageQuestion {
    /// The version of the protocol that the page speaks.
    pub version: u32,
    /// Repeated in whatever answers it.
    #[serde(default)]
    pub id: u64,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What can be asked.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// What this engine can do.
    Hello,
    /// A puzzle from text, or from a link of another site.
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
        /// With which rules.
        #[serde(default)]
        how: Wishes,
    },
    /// All steps to the end, and the proof.
    Path {
        /// The board.
        board: BoardView,
        /// With which rules.
        #[serde(default)]
        how: Wishes,
    },
    /// Every step that rules find in a state.
    Steps {
        /// The board.
        board: BoardView,
        /// With which rules.
        #[serde(default)]
        how: Wishes,
        /// Only those of the rule or technique with this name.
        #[serde(default)]
        technique: Option<String>,
    },
    /// How hard a puzzle is.
    Grade {
        /// The board.
        board: BoardView,
        /// With which rules.
        #[serde(default)]
        how: Wishes,
    },
    /// The steps of a proof file.
    Proof {
        /// Its text.
        proof: String,
    },
    /// Some lines of a proof, drawn and in arithmetic.
    Show {
        /// The text of the proof.
        proof: String,
        /// The first line that is a step, counted from 0.
        from: u64,
        /// How many of them.
        count: u64,
        /// `light`, `dark`, or either as the reader's system has it.
        #[serde(default)]
        theme: ThemeName,
    },
    /// A proof as a page to read and to print.
    Report {
        /// The text of the proof, which the checker has accepted.
        proof: String,
        /// What to call it.
        title: String,
    },
    /// The rules, by family.
    Library {
        /// Rules of one's own.
        #[serde(default)]
        rules: Vec<OwnRule>,
    },
    /// The examples of a rule, drawn.
    Example {
        /// The name of the rule.
        rule: String,
        /// Rules of one's own.
        #[serde(default)]
        rules: Vec<OwnRule>,
    },
    /// What there is to say of a rule file that is being written.
    Edit {
        /// The file.
        file: OwnRule,
        /// Other rules of one's own.
        #[serde(default)]
        rules: Vec<OwnRule>,
        /// Where to look for its steps; without it, only the text is looked at, and no example is run.
        #[serde(default)]
        board: Option<BoardView>,
    },
    /// A rule file in the house style.
    Format {
        /// The file.
        file: OwnRule,
    },
    /// Whether the rules of a file are sound.
    Judge {
        /// The file.
        file: OwnRule,
        /// Other rules of one's own.
        #[serde(default)]
        rules: Vec<OwnRule>,
    },
    /// Why a candidate is impossible, as mining explains it.
    Mine {
        /// The board.
        board: BoardView,
        /// The candidate, such as `r1c3=6`.
        candidate: String,
    },
    /// What the independent checker says of a proof.
    Check {
        /// Its text.
        proof: String,
    },
}

/// A rule file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct OwnRule {
    /// What it is called: `mine/kite.rule`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// With which rules to go about it.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// Rules of one's own, besides the library.
    pub rules: Vec<OwnRule>,
    /// The highest level of techniques that are used; all, if none is named.
    pub max_level: Option<String>,
    /// Rules and techniques that are not used.
    pub off: Vec<String>,
    /// Rules and techniques that are used although they are above the level or on request.
    pub on: Vec<String>,
    /// Whether to search when no rule fires.
    pub search: bool,
    /// Whether to use rules that need the puzzle to have one solution.
    pub assume_unique: bool,
}

impl Default for Wishes {
    fn default() -> Self {
        Wishes {
            rules: Vec::new(),
            max_level: None,
            off: Vec::new(),
            on: Vec::new(),
            search: true,
            assume_unique: false,
        }
    }
}

/// Which colours a picture has.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeName {
    /// As the reader's system has it.
    #[default]
    Auto,
    /// Dark on white.
    Light,
    /// Light on black.
    Dark,
}

/// A message to the page: exactly one of the last three is there.
#[derive(Debug, Serialize)]
pub struct Message<'a> {
    /// The version of the protocol.
    pub version: u32,
    /// Which question it belongs to.
    pub id: u64,
    /// How far it is; more will come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<&'a serde_json::Value>,
    /// The answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<&'a serde_json::Value>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'a Trouble>,
}
