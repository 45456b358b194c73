//! The scales that come with the program.

/// Names and texts of the standard scales.
pub const STANDARD_LADDERS: [(&str, &str); 3] = [
    ("SE", include_str!("../../rules/scales/SE.scale")),
    ("SE-noU", include_str!("../../rules/scales/SE-noU.scale")),
    ("hodoku", include_str!("../../rules/scales/hodoku.scale")),
];
