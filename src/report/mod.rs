//! What people read: boards drawn as text.

pub mod draw;
