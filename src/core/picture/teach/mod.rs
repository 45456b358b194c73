//! The teaching layer: the roles of a step, as few lines as possible, and readable digits.
//!
//! For an X-wing, `count r4c3<>7 : +7r2 +7r8 -7c3 -7c6`, these are the base rows 2 and 8 in one
//! colour with their 7s in circles, the cover columns 3 and 6 in another, and a white 7 on red in
//! r4c3.
//!
//! *Invariants*: every role has a colour and a shape; there are at most
//! [`MAX_EDGES`](sequence::MAX_EDGES) lines, and none crosses a digit that is not one of its ends;
//! badges do not overlap each other.

mod badges;
mod colours;
mod draw;
mod legend;
mod part;
mod roles;
mod route;
mod sequence;
mod singles;

pub use draw::Teacher;
pub use legend::TeachingLegend;
pub use part::TeachingLayer;
