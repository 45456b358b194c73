//! Mining: techniques that the program finds by itself.
//!
//! Takes puzzles and a library, gives rule files and nothing else. Each stage is a module and can
//! be used alone:
//!
//! 1. [`stuck`]: where the rules fire no more;
//! 2. [`graph`], [`neighbourhood`]: the candidates around one of them;
//! 3. [`core`], [`smallest`]: truths that refute it, judged by Z3, as few as can be;
//! 4. [`lift`], [`shape`], [`canonical`]: the core as slots and links, the same for the same pattern;
//! 5. [`composite`]: whether it is several steps in one;
//! 6. [`order`], [`generalise`]: "or is excluded by the target", "or by an earlier one";
//! 7. [`prove`]: is it sound?
//! 8. [`chain`] and [`equiv`]: has it a name? [`subsume`]: is it an instance of another?
//!    [`phrase`]: as a person would write it;
//! 9. [`catalogue`], [`exhibit`], [`publish`]: one file a rule, with support, examples and a near miss;
//! 10. [`sat`], [`knot_search`], [`knot`], [`layout`], [`knot_rules`], [`novelty`]: the same for cores that do not propagate, said by lines, boxes, cells and digits;
//!     [`unfillable`]: sets of cells that some digits cannot fill;
//! 11. [`select`]: which rules help most on other puzzles; [`occurrence`]: how often they fire where all others are stuck.
//!
//! [`propose`] takes one question to a rule, for somebody who has seen something. [`campaign`] is the loop around these stages, [`settings`] is what it depends on, and [`record`] what it
//! keeps of a puzzle. [`explain`] asks one question and
//! shows the answer in full, [`overlap`] asks of the
//! rules that are there already which of them find the same.

pub mod bits;
pub mod campaign;
pub mod canonical;
pub mod catalogue;
pub mod chain;
pub mod composite;
pub mod core;
pub mod equiv;
pub mod exhibit;
pub mod explain;
pub mod generalise;
pub mod graph;
pub mod knot;
pub mod knot_rules;
pub mod knot_search;
pub mod layout;
pub mod lift;
pub mod neighbourhood;
pub mod novelty;
pub mod occurrence;
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
pub mod sighting;
pub mod smallest;
pub mod stuck;
pub mod subsume;
pub mod unfillable;
