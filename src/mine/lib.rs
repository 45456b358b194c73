//! Mining: finds techniques in puzzles on which the known rules are stuck.
//!
//! The input is puzzles and a library, the output is rule files. Each stage is a module and can be
//! used alone:
//!
//! 1. [`stuck_state`] finds the states in which no rule fires;
//! 2. [`graph`] and [`neighbourhood`] give the candidates around one of them;
//! 3. [`core`] and [`smallest_cores`] find the fewest truths that refute it, confirmed by Z3;
//! 4. [`lift`], [`shape`] and [`canonical_form`] turn the core into slots and links, with one form
//!    per pattern;
//! 5. [`composites`] detects cores that are several steps in one;
//! 6. [`order`] and [`generalise`] add "or is excluded by the target", "or by an earlier one";
//! 7. [`prove`] decides whether the family is sound;
//! 8. [`chain`] and [`equiv`] find its name, [`subsume`] the families that contain it, and
//!    [`phrase`] writes it as a rule;
//! 9. [`catalogue`], [`exhibit`], [`draft`] and [`publish`] write one proved file per rule, with
//!    its support, examples and a near miss;
//! 10. [`sat`], [`layout_search`], [`layouts`], [`layout`], [`layout_rules`] and [`novelty`] do
//!     this for cores that do not propagate, with lines, boxes, cells and digits, and
//!     [`unfillable`] finds sets of cells that some digits cannot fill;
//! 11. [`select`] chooses the rules that help most on other puzzles, and [`occurrence_count`]
//!     counts how often rules fire where all others are stuck.
//!
//! [`capacity`] recognises cores in which the digits cannot fill the cells.
//!
//! [`propose`] turns one elimination into a rule. [`campaign`] is the loop around these stages,
//! [`settings`] holds its parameters, and [`record`] the results for each puzzle. [`explain`]
//! answers one question in full, and [`overlap`] finds rules of the library that find the same.

pub mod bits;
pub mod campaign;
pub mod canonical_form;
pub mod capacity;
pub mod catalogue;
pub mod chain;
pub mod composites;
pub mod core;
pub mod draft;
pub mod equiv;
pub mod exhibit;
pub mod explain;
pub mod generalise;
pub mod graph;
pub mod layout;
pub mod layout_rules;
pub mod layout_search;
pub mod layouts;
pub mod lift;
pub mod neighbourhood;
pub mod novelty;
pub mod occurrence;
pub mod occurrence_count;
pub mod order;
pub mod overlap;
pub mod phrase;
pub mod propose;
pub mod prove;
pub mod publish;
pub mod record;
pub mod sat;
pub mod select;
pub mod settings;
pub mod shape;
pub mod smallest_cores;
pub mod stuck_state;
pub mod subsume;
pub mod unfillable;
