//! Layouts: complete placements of a digit, and the conclusions from the layouts of all digits
//! together.

pub mod capacity;
mod certificate;
pub mod cut;
mod fit;
mod layouts;
mod places;
mod simplex;
pub mod subset;

pub use certificate::certificate;
pub use fit::CapacityIndex;
pub use layouts::{Layouts, MAX_HOUSES, MAX_LAYOUTS, Together};
pub use places::Places;
