//! What the exit codes mean, the same for every command.

/// The command did what it was asked, and the answer is good.
pub const GOOD: u8 = 0;
/// A proof was rejected, or an input is bad.
pub const BAD: u8 = 1;
/// A proof is of a version or for a board that is not known here.
pub const DECLINED: u8 = 2;
/// Wrong usage, or a file that cannot be read or written.
pub const UNUSABLE: u8 = 3;
