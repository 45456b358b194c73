//! The files of a release: versions agree, and scripts and recipes name files that exist.
//!
//! For example, the npm package, the citation file and the crates have one version.

use std::fs;

use qedoku_tests::root;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

/// The text between two marks, at their first place.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.split_once(before).expect(before);
    rest.split(after).next().unwrap_or_default()
}

#[test]
fn all_packages_have_one_version() {
    let version = between(&read("Cargo.toml"), "version = \"", "\"").to_owned();
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    let npm = read("src/web/npm/package.json");
    assert_eq!(between(&npm, "\"version\": \"", "\""), version);
    let citation = read("CITATION.cff");
    assert_eq!(between(&citation, "\nversion: ", "\n"), version);
    // The crates of the workspace are used in this version.
    let manifest = read("Cargo.toml");
    let own: Vec<&str> = { manifest.lines() }
        .filter(|line| line.starts_with("qedoku-") && line.contains("path = \"src/"))
        .collect();
    assert!(own.len() > 8, "{own:?}");
    for line in own {
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
}

#[test]
fn oldest_rust_is_named_alike_everywhere() {
    let oldest = between(&read("Cargo.toml"), "rust-version = \"", "\"").to_owned();
    for path in ["README.md", "docs/stability.md", "tests/setup.sh"] {
        assert!(read(path).contains(&oldest), "{path}: Rust {oldest}");
    }
}

#[test]
fn recipes_name_files_of_the_project() {
    let mut named = Vec::new();
    let paths = [
        "flake.nix",
        "release/qedoku.rb.in",
        "release/site.sh",
        "tests/release.sh",
        "tests/fresh.sh",
        ".github/workflows/ci.yml",
        ".github/workflows/release.yml",
        ".github/workflows/publish.yml",
    ];
    for path in paths {
        let text = read(path);
        let words = text.split(|c: char| c.is_whitespace() || "\"'(),;:".contains(c));
        let files = words.filter(|word| {
            let is_ours = ["release/", "tests/", "src/"]
                .iter()
                .any(|f| word.starts_with(f));
            is_ours && !word.contains(['$', '*', '{']) && word.contains('.')
        });
        named.extend(files.map(|file| (path, file.to_owned())));
    }
    assert!(named.len() > 20, "{named:?}");
    for (path, file) in named {
        assert!(root().join(&file).exists(), "{path} names {file}");
    }
}

#[test]
fn documented_steps_of_a_release_are_the_real_ones() {
    let script = read("tests/release.sh");
    let steps = between(&script, "\nall=\"", "\"");
    let guide = read("docs/release.md");
    for step in steps.split(' ') {
        assert!(
            script.contains(&format!("#   {step} ")),
            "tests/release.sh: {step}"
        );
        assert!(
            guide.contains(&format!("| `{step}` |")),
            "docs/release.md: {step}"
        );
    }
}
