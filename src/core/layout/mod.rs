//! Layouts: complete placements of a digit, and the conclusions from the layouts of all digits
//! together.

pub mod capacity;
mod certificate;
pub mod count;
pub mod cut;
mod fit;
mod layouts;
pub mod mixture;
mod places;
mod simplex;
pub mod subset;
pub mod supposition;

pub use certificate::certificate;
pub use fit::CapacityIndex;
pub use layouts::{Layouts, MAX_ALL_LAYOUTS, MAX_HOUSES, MAX_LAYOUTS, Together};
pub use places::Places;
