//! The scales that come with the program.

/// Their names and texts.
pub const STANDARD_LADDERS: [(&str, &str); 3] = [
    ("SE", include_str!("../../../../rules/scales/SE.scale")),
    (
        "SE-noU",
        include_str!("../../../../rules/scales/SE-noU.scale"),
    ),
    (
        "hodoku",
        include_str!("../../../../rules/scales/hodoku.scale"),
    ),
];
