//! Layouts: complete placements of a digit, and what follows from them for all digits together.

pub mod capacity;
mod certificate;
pub mod count;
pub mod cut;
mod layouts;
pub mod mixture;
mod places;
mod simplex;
pub mod subset;
pub mod supposition;

pub use certificate::certificate;
pub use layouts::{Layouts, MAX_ALL_LAYOUTS, MAX_LAYOUTS, Together};
pub use places::Places;
