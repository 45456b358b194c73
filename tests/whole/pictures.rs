//! The pictures of the docs equal those that the program draws.
//!
//! `QEDOKU_WRITE=1 cargo test --test whole pictures::` redraws them.

use std::fs;

use crate::program::run;
use qedoku_tests::root;

/// The pages with pictures, the files below `docs/pictures`, and the arguments that make them.
const PICTURES: [(&str, &str, &[&str]); 6] = [
    ("solve", "swordfish", &["rules", "show", "Swordfish"]),
    ("solve", "aic", &["rules", "show", "AIC"]),
    ("solve", "als-xz", &["rules", "show", "ALS-XZ"]),
    ("layouts", "remote-five-cells", &REMOTE_FIVE),
    ("layouts", "remote-four-cells", &REMOTE_FOUR),
    ("layouts", "remote-six-cells", &REMOTE_SIX),
];

/// Puzzles of `te2.txt` and `hardest.txt` with a remote naked subset.
const REMOTE_FIVE: [&str; 4] = [
    "draw",
    ".23..67...56....2.7.........8..9..6.3....2.5....8....45....7.3...914............1",
    "--rule",
    "remote_naked_subset",
];
const REMOTE_FOUR: [&str; 8] = [
    "draw",
    "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3",
    "--step",
    "3",
    "--on",
    "multi_sector_locked_set",
    "--on",
    "remote_naked_subset",
];
const REMOTE_SIX: [&str; 4] = [
    "draw",
    ".....6.8....1..2...9..7...4..9.3...53......1.57........3...8.....42..6..9...4...7",
    "--rule",
    "remote_naked_subset",
];

/// Maximum size of a picture in the docs.
const MAX_BYTES: usize = 20_000;

#[test]
fn documented_pictures_are_up_to_date() {
    for (page, name, args) in PICTURES {
        let page = root().join(format!("docs/{page}.md"));
        let page = fs::read_to_string(page).expect("a page");
        let made = run(&[args, &["--candidates", "none", "-o", "-"]].concat());
        assert_eq!((made.code, made.err.as_str()), (0, ""), "{name}");
        assert!(
            made.out.len() < MAX_BYTES,
            "{name}: {} bytes",
            made.out.len()
        );
        let file = format!("docs/pictures/{name}.svg");
        let path = root().join(&file);
        if std::env::var_os("QEDOKU_WRITE").is_some() {
            fs::write(&path, &made.out).expect("a picture");
        }
        let shown = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(shown, made.out, "{file}: QEDOKU_WRITE=1 redraws it");
        assert!(
            page.contains(&format!("(pictures/{name}.svg)")),
            "{file} is shown"
        );
    }
    let kept = fs::read_dir(root().join("docs/pictures")).expect("a folder");
    assert_eq!(
        kept.count(),
        PICTURES.len() + 1,
        "no other pictures but page.png"
    );
}
