//! `qedoku report`.

use std::fs;

use crate::program::{run, run_with};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Returns the content of a file that is embedded in a page as a link.
fn saved(html: &str) -> String {
    let (_, rest) = html
        .split_once("href=\"data:text/plain;charset=utf-8,")
        .expect("a link");
    let (url, _) = rest.split_once('"').expect("its end");
    let mut bytes = Vec::new();
    let mut parts = url.split('%');
    bytes.extend(parts.next().unwrap_or_default().bytes());
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("two digits"));
        bytes.extend(part[2..].bytes());
    }
    String::from_utf8(bytes).expect("text")
}

#[test]
fn report_has_every_step_and_the_proof() {
    let report = run(&["report", PUZZLE]);
    assert_eq!((report.code, report.err.as_str()), (0, ""));
    let html = &report.out;
    assert!(html.starts_with("<!DOCTYPE html>"));
    for part in ["<div class=\"one\"", "<summary>The arithmetic"] {
        let count = html.matches(part).count();
        assert!(count >= 51, "{part}: {count}");
    }
    // All steps are singles, of which nine share a picture.
    assert_eq!(html.matches("<section class=\"step\"").count(), 6);
    assert!(html.contains("<dd><strong>easy</strong></dd>"));
    assert!(html.contains(
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    ));
    // The page loads no files and runs no scripts.
    for word in ["<script", "src=", "@import", "url(", "<link"] {
        assert!(!html.contains(word), "{word}");
    }
    assert!(html.contains("default-src &#39;none&#39;") || html.contains("default-src 'none'"));
    assert_eq!(saved(html), run(&["prove", PUZZLE]).out);
}

#[test]
fn report_of_a_proof_equals_that_of_its_puzzle() {
    let proof = run(&["prove", PUZZLE]).out;
    let of_puzzle = run(&["report", PUZZLE, "--title", "A title"]);
    let of_proof = run_with(&["report", "-", "--title", "A title"], proof.as_bytes());
    assert_eq!((of_proof.code, of_proof.err.as_str()), (0, ""));
    assert_eq!(of_proof.out, of_puzzle.out);
}

#[test]
fn report_refuses_rejected_proofs() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("report.html");
    let proof = run(&["prove", PUZZLE]).out;
    let cases = [
        (
            proof.replace("single r8c8=3", "single r8c8=4"),
            1,
            "rejected",
        ),
        (proof.replace("qed 1", "qed 7"), 2, "declined"),
        (proof.replace("claim", "clam"), 1, "rejected"),
    ];
    for (text, code, word) in cases {
        let args = ["report", "-", "-o", out.to_str().expect("a path")];
        let result = run_with(&args, text.as_bytes());
        assert_eq!(result.code, code, "{}", result.err);
        assert!(result.err.contains(word), "{}", result.err);
        assert!(!out.exists());
    }
}

#[test]
fn report_supports_all_kinds_of_proofs() {
    let mut count = 0;
    let files = fs::read_dir(qedoku_tests::root().join("proofs/accept")).expect("proofs");
    for file in files {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|e| e != "qed") {
            continue;
        }
        let result = run(&["report", path.to_str().expect("a path")]);
        assert_eq!(result.code, 0, "{}: {}", path.display(), result.err);
        assert!(result.out.ends_with("</html>"), "{}", path.display());
        count += 1;
    }
    assert!(count > 5);
}

#[test]
fn report_escapes_text_of_the_proof() {
    let hostile = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&lt;</pre></style>";
    let proof = run(&["prove", PUZZLE]).out;
    let proof = proof
        .replace(
            "#: say Naked Single: ",
            &format!("#: say {hostile}: {hostile} "),
        )
        .replace("#: rule naked_single", &format!("#: rule {hostile}"))
        .replace(
            "#: bind a=",
            &format!("#: bind {}=", hostile.replace(['=', ' '], "")),
        );
    let result = run_with(&["report", "-", "--title", hostile], proof.as_bytes());
    assert_eq!((result.code, result.err.as_str()), (0, ""));
    for word in ["<script", "<img", "</pre></style>"] {
        assert!(!result.out.contains(word), "{word}");
    }
    assert_eq!(result.out.matches("<style>").count(), 1);
    assert!(result.out.contains("&lt;script&gt;alert(1)"));
}
