//! The pictures of the docs equal those that the program draws.
//!
//! `QEDOKU_WRITE=1 cargo test --test whole pictures::` redraws them.

use std::fs;

use crate::program::run;
use qedoku_tests::root;

/// The files below `docs/pictures`, and the arguments that make them.
const PICTURES: [(&str, &[&str]); 3] = [
    ("swordfish", &["rules", "show", "Swordfish"]),
    ("aic", &["rules", "show", "AIC"]),
    ("als-xz", &["rules", "show", "ALS-XZ"]),
];

/// Maximum size of a picture in the docs.
const MAX_BYTES: usize = 20_000;

#[test]
fn documented_pictures_are_up_to_date() {
    let page = fs::read_to_string(root().join("docs/solve.md")).expect("a page");
    for (name, args) in PICTURES {
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
