//! The parser that pest makes of `grammar/rule.pest`.

pub use generated::{Rule, RuleParser};

// The parser's own enum has one variant for each rule of the grammar, documented there.
#[allow(missing_docs)]
mod generated {
    #[derive(pest_derive::Parser)]
    #[grammar = "../../grammar/rule.pest"]
    pub struct RuleParser;
}
