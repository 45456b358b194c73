//! The rule language: from the text of rule files to techniques that can be matched.
//!
//! Sources become a [`Library`], or a list of all their problems. The module `pipeline` shows the
//! whole way on one page. The grammar is `grammar/rule.pest`, and `docs/language.md` describes the
//! meaning of the constructs.

pub mod ast;
mod check;
mod definitions;
pub mod diagnostics;
mod excerpt;
mod incremental;
pub mod ir;
mod level;
mod library;
mod lower;
pub mod names;
mod never;
mod parse;
mod pipeline;
mod print;
mod shapes;
mod sort;
mod sort_word;
mod source;
mod standard;
pub mod vars;
mod walk;

pub use check::describe::Described;
pub use diagnostics::{Diagnostics, Finding, Problem};
pub use incremental::{IncrementalLibrary, ReadFiles};
pub use library::{Library, RuleInfo};
pub use parse::scan;
pub use parse::words::{KEYWORDS, SECTIONS, is_keyword};
pub use parse::{Allowed, MAX_FILE, allowed};
pub use pipeline::{format, load, parse};
pub use print::{format_items, print};
pub use source::RuleFile;
pub use standard::{overlay, standard_library, standard_sources};
