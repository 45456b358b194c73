//! The rule language: from the text of rule files to techniques that can be matched.
//!
//! Takes sources, gives a [`Library`], or all that is wrong with them at once. The way from one to the other is
//! the module `pipeline`, one page. The grammar is `grammar/rule.pest`; what the constructs mean is in
//! `docs/language.md`.

pub mod ast;
mod check;
mod definitions;
pub mod diagnostics;
mod excerpt;
pub mod ir;
mod library;
mod lower;
pub mod names;
mod never;
mod parse;
mod pipeline;
mod print;
mod shapes;
mod source;
mod standard;
pub mod vars;
mod walk;
mod workshop;

pub use check::describe::Described;
pub use diagnostics::{Diagnostics, Finding, Problem};
pub use library::{Library, RuleInfo};
pub use parse::scan;
pub use parse::words::{KEYWORDS, SECTIONS, is_keyword};
pub use parse::{Allowed, MAX_FILE, allowed};
pub use pipeline::{format, load, parse};
pub use print::{format_items, print};
pub use source::RuleFile;
pub use standard::{overlay, standard_library, standard_sources};
pub use workshop::{ReadFiles, Workshop};
