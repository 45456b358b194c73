//! The pictures that the README shows are those that the program makes.
//!
//! `QEDOKU_WRITE=1 cargo test --test whole pictures::` makes them anew.

use std::fs;

use crate::program::run;
use qedoku_tests::root;

/// The files below `tests/pictures`, and the arguments that make them.
const PICTURES: [(&str, &[&str]); 3] = [
    ("swordfish", &["rules", "show", "Swordfish"]),
    ("aic", &["rules", "show", "AIC"]),
    ("als-xz", &["rules", "show", "ALS-XZ"]),
];

/// So large a picture of the README may be.
const MOST_BYTES: usize = 20_000;

#[test]
fn the_readme_shows_pictures_that_the_program_made() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    for (name, args) in PICTURES {
        let made = run(&[args, &["--candidates", "none", "-o", "-"]].concat());
        assert_eq!((made.code, made.err.as_str()), (0, ""), "{name}");
        assert!(
            made.out.len() < MOST_BYTES,
            "{name}: {} bytes",
            made.out.len()
        );
        let file = format!("tests/pictures/{name}.svg");
        let path = root().join(&file);
        if std::env::var_os("QEDOKU_WRITE").is_some() {
            fs::write(&path, &made.out).expect("a picture");
        }
        let shown = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(shown, made.out, "{file}: QEDOKU_WRITE=1 makes it anew");
        assert!(readme.contains(&format!("\"{file}\"")), "{file} is shown");
    }
    let kept = fs::read_dir(root().join("tests/pictures")).expect("a folder");
    assert_eq!(kept.count(), PICTURES.len(), "no other pictures are kept");
}
