//! The exit codes, common to all commands.

/// Success.
pub const GOOD: u8 = 0;
/// A proof was rejected, or an input is invalid.
pub const BAD: u8 = 1;
/// A proof has an unsupported version or board.
pub const DECLINED: u8 = 2;
/// Wrong usage, or a file that cannot be read or written.
pub const UNUSABLE: u8 = 3;
