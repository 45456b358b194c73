//! The test scripts: a step that needs a large tool runs, or is reported as skipped.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use qedoku_tests::root;

/// Steps of a made-up `tests/all.sh`. The name of each step is its expected result.
const STEPS: &str = r#"
    set -euo pipefail
    . tests/tools.sh
    failed=""
    large_tool fine true
    large_tool absent bash -c "exit 77"
    large_tool broken false
    large_tool last echo "the last one ran"
    check_skip_names
    echo "failed:$failed"
"#;

/// Returns the output of the steps and the recorded skips, for this value of `QEDOKU_SKIP`.
fn steps(skip: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let noted = folder.path().join("skips");
    let output = Command::new("bash")
        .args(["-c", STEPS])
        .current_dir(root())
        .env("QEDOKU_SKIP", skip)
        .env("QEDOKU_SKIPS", &noted)
        .output()
        .expect("bash runs");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("text");
    assert!(output.status.success(), "{text}");
    let noted = fs::read_to_string(noted).unwrap_or_default();
    (text, noted)
}

#[test]
fn step_without_its_tool_is_reported_as_skipped() {
    let (text, noted) = steps("");
    assert!(text.contains("failed: broken\n"), "{text}");
    assert!(text.contains("\nthe last one ran\n"), "{text}");
    let why = "the step absent: its tool is not there, and could not be installed";
    assert!(text.contains(&format!("{why}\n")), "{text}");
    assert_eq!(noted, format!("{why}\n"));
}

#[test]
fn step_left_out_by_name_is_reported() {
    let (text, noted) = steps("broken last");
    assert!(text.contains("failed:\n"), "{text}");
    assert!(!text.contains("the last one ran"), "{text}");
    for name in ["broken", "last"] {
        let why = format!("the step {name}: QEDOKU_SKIP names it\n");
        assert!(text.contains(&why) && noted.contains(&why), "{text}{noted}");
    }
}

#[test]
fn unknown_step_name_is_an_error() {
    let (text, _) = steps("broken las");
    assert!(text.contains("failed: QEDOKU_SKIP\n"), "{text}");
    let message = "there is no step 'las'; the steps are: fine absent broken last";
    assert!(text.contains(message), "{text}");
}

#[test]
fn steps_with_large_tools_can_be_left_out() {
    let text = fs::read_to_string(root().join("tests/all.sh")).expect("text");
    // A command other than cargo must run as a named step.
    let bare = (text.lines()).find(|line| line.starts_with("bash ") || line.starts_with("python"));
    assert_eq!(bare, None);
    let guide = fs::read_to_string(root().join("docs/internals/testing.md")).expect("text");
    let names = (text.lines()).filter_map(|line| line.trim().strip_prefix("large_tool "));
    let names: Vec<&str> = names.filter_map(|rest| rest.split(' ').next()).collect();
    assert!(names.contains(&"coq"), "{names:?}");
    for name in names {
        assert!(
            guide.contains(&format!("`{name}`")),
            "docs/internals/testing.md: {name}"
        );
    }
}

/// Words that may precede the name of a program.
const BEFORE: [&str; 9] = [
    "!", "if", "then", "else", "do", "while", "until", "exec", "time",
];

/// Returns the programs that a line of a script calls, by a rough analysis.
fn called(line: &str) -> Vec<&str> {
    fn program(command: &str) -> Option<&str> {
        let mut words = command.split_whitespace();
        words.find(|word| !BEFORE.contains(word) && !word.contains('='))
    }
    let code = line.split("# ").next().unwrap_or_default();
    let code = code.split("echo \"").next().unwrap_or_default();
    let commands = code.split(['|', ';', '&', '(', '{', '`']);
    commands.filter_map(program).collect()
}

#[test]
fn scripts_use_tools_of_a_minimal_system() {
    // `tests/fresh.sh` tests the scripts on a minimal system. These programs are absent there.
    let absent = [
        "make", "kill", "pkill", "curl", "wget", "which", "git", "jq", "bc", "file", "less",
        "sudo", "xz",
    ];
    assert_eq!(called("if ! make -j2 >log; then git x"), ["make", "git"]);
    let scripts = [
        "grammar/editors/test.sh",
        "tests/all.sh",
        "tests/debian.sh",
        "tests/demo.sh",
        "tests/features.sh",
        "tests/packages.sh",
        "tests/book.sh",
        "tests/lsp/real.sh",
        "tests/python/run.sh",
        "tests/release/docs.sh",
        "tests/release/workflows.sh",
        "tests/setup.sh",
        "tests/tools.sh",
        "tests/web/browser/run.sh",
        "tests/web/npm/run.sh",
        "tests/web/page/run.sh",
        "tests/whole/soundness/confirm.sh",
        "tests/whole/soundness/replay.sh",
        "proofs/verified/build.sh",
    ];
    for path in scripts {
        let text = fs::read_to_string(root().join(path)).expect("a script");
        for line in text
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'))
        {
            let missing: Vec<&str> = { called(line).into_iter() }
                .filter(|program| absent.contains(program))
                .collect();
            assert!(missing.is_empty(), "{path}: {line}");
        }
    }
}

/// Returns every crate that is built for this choice of packages, with its features.
fn crates(choice: &[&str]) -> BTreeMap<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--locked", "--offline", "--prefix", "none"])
        .args(["--format", "{p}\t{f}"])
        .args(choice)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let features = |line: &str| {
        let (name, features) = line.trim_end_matches(" (*)").split_once('\t')?;
        Some((name.to_owned(), features.to_owned()))
    };
    text.lines().filter_map(features).collect()
}

/// If a crate has other features, cargo compiles it and all its dependents again.
#[test]
fn python_package_reuses_compiled_dependencies() {
    let all = crates(&["--workspace", "--edges", "normal,build,dev"]);
    let python = crates(&["--package", "qedoku-python", "--edges", "normal,build"]);
    assert!(python.len() > 100, "{}", python.len());
    let differ = { python.iter() }.filter(|(name, features)| all.get(*name) != Some(features));
    let differ: Vec<_> = differ.collect();
    assert!(differ.is_empty(), "{differ:#?}");
}
