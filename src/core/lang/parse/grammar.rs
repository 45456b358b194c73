//! The parser that pest generates from `grammar/rule.pest`.

pub use generated::{Rule, RuleParser};

// The generated enum has one variant per grammar rule, documented there.
#[allow(missing_docs)]
mod generated {
    #[derive(pest_derive::Parser)]
    #[grammar = "rule.pest"]
    pub struct RuleParser;
}
