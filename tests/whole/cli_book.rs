//! `qedoku rules book`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::program::run;

/// Returns the pages of a book, by their paths inside its folder.
fn pages(folder: &Path) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let read = |path: &Path| fs::read_to_string(path).expect("a page");
    pages.insert("index.html".to_owned(), read(&folder.join("index.html")));
    for file in fs::read_dir(folder.join("rules")).expect("a folder") {
        let file = file.expect("a file");
        let name = format!("rules/{}", file.file_name().to_string_lossy());
        pages.insert(name, read(&file.path()));
    }
    pages
}

/// Returns the values of an attribute in a page.
fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    let begin = format!(" {attribute}=\"");
    let parts = page.split(&*begin).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

#[test]
fn book_has_every_technique_and_no_dead_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("new/book");
    let args = ["rules", "book", "--puzzles", "2", "--patterns", "1"];
    let made = run(&[&args[..], &["-o", out.to_str().expect("a path")]].concat());
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    let pages = pages(&out);
    let listed = run(&["rules", "list", "--json"]).out;
    let listed: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    for row in listed.as_array().expect("a list") {
        let (rule, name) = (row["rule"].as_str(), row["name"].as_str());
        let page = &pages[&format!("rules/{}.html", rule.expect("a rule"))];
        let title = name.expect("a name").replace('\'', "&#39;");
        assert!(
            page.contains(&format!("<h2>{title}</h2>"))
                || page.contains(&format!("<h2>{}</h2>", name.expect("a name"))),
            "{name:?}"
        );
        assert!(page.contains("<dt>Verdict</dt><dd>sound"), "{rule:?}");
    }
    // The pictures show classic boards, so rules about constraints have none.
    let library = qedoku_core::lang::standard_library().expect("it loads");
    let drawn = (library.techniques.iter()).filter(|t| !t.is_about_constraints());
    let techniques = drawn.count();
    let pictures: usize = pages
        .values()
        .map(|page| page.matches("<svg ").count())
        .sum();
    assert_eq!(pictures, techniques, "each technique has its picture");
    for (name, page) in &pages {
        for link in values(page, "href") {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match name.starts_with("rules/") {
                true => file
                    .strip_prefix("../")
                    .map_or(format!("rules/{file}"), str::to_owned),
                false => file.to_owned(),
            };
            let there = pages
                .get(&target)
                .unwrap_or_else(|| panic!("{name}: {link}"));
            assert!(
                anchor.is_empty() || values(there, "id").contains(&anchor),
                "{name}: {link}"
            );
        }
        let mut ids = values(page, "id");
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count, "{name}: an id is there twice");
    }
    // Only the first page has a script.
    let scripts = |page: &&String| page.contains("<script");
    assert_eq!(pages.values().filter(scripts).count(), 1);
}

const HOSTILE: &str = r#"
/// A <script>alert(1)</script> & more.
rule index {
  name  "<img src=x onerror=alert(2)>"
  level easy
  for   digit d, house H, cell a in H
  when  every d in H is at a
  then  place d at a
  say   "</pre><script>{d}</script> {H} {a}"
  example "1234 34.. 4321 2143" => r2c3=1
}
"#;

#[test]
fn book_escapes_text_of_own_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = folder.path().join("own.rule");
    fs::write(&rule, HOSTILE).expect("a rule");
    let out = folder.path().join("book");
    let (rule, book) = (
        rule.to_str().expect("a path"),
        out.to_str().expect("a path"),
    );
    let made = run(&[
        "rules",
        "book",
        "-o",
        book,
        "--rules",
        rule,
        "--no-standard-rules",
        "--puzzles",
        "1",
    ]);
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    let pages = pages(&out);
    assert_eq!(pages.len(), 2);
    let page = &pages["rules/index.html"];
    assert!(
        page.contains("<dt>Verdict</dt><dd>sound on every board"),
        "{page}"
    );
    assert!(page.contains("<svg "));
    for page in pages.values() {
        for word in ["<script>", "<img", "</pre><script"] {
            assert!(!page.contains(word), "{word}");
        }
    }
    // Nothing is computed if the folder cannot be written.
    fs::write(folder.path().join("file"), "").expect("a file");
    let inside = folder.path().join("file/book");
    let failed = run(&[
        "rules",
        "book",
        "-o",
        inside.to_str().expect("a path"),
        "--rules",
        rule,
        "--no-standard-rules",
    ]);
    assert_eq!(failed.code, 3, "{}", failed.err);
}
