//! Tests of `qedoku-core`: puzzle text, the rule language, matching, solving, proofs, exports.

mod boards;
mod canon;
mod constraint_rules;
mod counts;
mod derived_truths;
mod engine;
mod examples;
mod exports;
mod exports_of_rows;
mod hostile_variants;
mod ladder;
mod lang;
mod lang_properties;
mod layouts;
mod levels;
mod matcher;
mod pictures;
mod prove;
mod puzzle_text;
mod refusals;
mod scale;
mod soundness_of_steps;
mod teaching_layer;
mod uniqueness;
mod variants;
