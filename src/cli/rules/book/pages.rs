//! The pages of the book.

use maud::{Markup, PreEscaped, html};

use super::entry::{BookRule, BookTechnique};
use qedoku_core::report::document::{Scripts, frame};
use qedoku_mine::overlap::report::OverlapRow;

const TITLE: &str = "The techniques of Qedoku";

/// Additional styles of the book.
const BOOK_STYLE: &str = "\
input[type=search] { font: inherit; padding: .4rem .6rem; width: min(28rem, 100%); box-sizing: border-box; border: 1px solid var(--quiet); border-radius: 6px;
  background: var(--paper); color: inherit; }
.rules { list-style: none; padding: 0; }
.rules li { border-top: 1px solid var(--line); padding: .45rem 0; }
.rules p { margin: .1rem 0; }
.level { color: var(--quiet); font-size: .85rem; margin-left: .5rem; white-space: nowrap; }
.technique { display: grid; grid-template-columns: minmax(0, 28rem) minmax(0, 1fr); gap: 0 1.5rem; align-items: start; break-inside: avoid;
  border-top: 1px solid var(--line); padding-top: .7rem; margin-top: 1rem; }
.technique h2 { margin-top: .2rem; }
.technique ul { padding-left: 1.2rem; margin: .2rem 0; }
[hidden] { display: none; }
@media (max-width: 48rem) { .technique { grid-template-columns: minmax(0, 1fr); } }
@media print { .find { display: none; } }
";

/// The search script: shows the rules that contain all words, and the families with such rules.
const SEARCH_SCRIPT: &str = "\
const box = document.querySelector('input[type=search]');
document.querySelector('.find').hidden = false;
const find = () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let left = 0;
  for (const family of document.querySelectorAll('section')) {
    let here = 0;
    for (const rule of family.querySelectorAll('li')) {
      rule.hidden = !words.every((word) => rule.dataset.words.includes(word));
      here += !rule.hidden;
    }
    family.hidden = here === 0;
    left += here;
  }
  document.querySelector('#found').textContent = words.length ? `${left} found` : '';
};
box.addEventListener('input', find);
find();
";

/// The index: all rules by family, with a search field.
pub fn index(rules: &[BookRule<'_>]) -> String {
    let mut families: Vec<String> = Vec::new();
    for family in rules.iter().map(BookRule::family) {
        if !families.contains(&family) {
            families.push(family);
        }
    }
    let techniques: usize = rules.iter().map(|rule| rule.techniques.len()).sum();
    let body = html! {
        header {
            h1 { (TITLE) }
            p.lead { (rules.len()) " rules with " (techniques) " techniques. Each page has the rule file, a picture and the verdict of the soundness check." }
            // The search field is hidden without scripts.
            p.find hidden {
                label { "Find " input type="search" placeholder="X-Wing, chain, hard, hodoku 0300" autocomplete="off"; }
                " " span #found role="status" {}
            }
        }
        main {
            @for family in &families {
                section {
                    h2 { (family) }
                    ul.rules {
                        @for rule in rules.iter().filter(|rule| rule.family() == *family) { (listed(rule)) }
                    }
                }
            }
        }
    };
    frame(TITLE, BOOK_STYLE, Scripts::Own(SEARCH_SCRIPT), &body)
}

fn listed(rule: &BookRule<'_>) -> Markup {
    let doc = rule.doc();
    let levels = rule.techniques.iter().map(|t| t.technique.level.word());
    let mut levels: Vec<&str> = levels.collect();
    levels.dedup();
    html! {
        li data-words=(words(rule)) {
            a href={ "rules/" (rule.info.name()) ".html" } { (rule.title()) }
            span.level { (levels.join(", ")) }
            @if let Some(first) = sentence(&doc) { p.quiet { (first) } }
        }
    }
}

/// The searchable text of a rule, in lower case.
fn words(rule: &BookRule<'_>) -> String {
    let mut words = vec![
        rule.info.name().to_owned(),
        rule.info.family.to_string(),
        rule.doc(),
    ];
    for one in &rule.techniques {
        let technique = one.technique;
        words.push(format!("{} {}", technique.title, technique.level.word()));
        words.push(one.codes());
        words.push(one.verdict.clone());
        words.extend(one.example.as_ref().map(|example| example.sentence.clone()));
    }
    words.join(" ").to_lowercase()
}

/// The first sentence of a text.
fn sentence(doc: &str) -> Option<&str> {
    let end = doc.find(". ").or_else(|| doc.find(".\n"));
    let first = end.map_or(doc, |end| &doc[..=end]);
    (!first.is_empty()).then_some(first)
}

/// The page of a rule.
pub fn rule(rule: &BookRule<'_>, all: &[BookRule<'_>], overlaps: &[OverlapRow]) -> String {
    let title = rule.title();
    let path = &rule.info.path;
    let body = html! {
        header {
            p { a href="../index.html" { (TITLE) } " / " (rule.family()) }
            h1 { (title) }
            p { (rule.doc()) }
        }
        main {
            @for one in &rule.techniques { (technique(one, all, overlaps)) }
            h2 { "The rule" }
            p { "File: " code { (path) } ". " code { "qedoku rules show " (rule.info.name()) } " prints it." }
            pre { (rule.info.text.trim_end()) }
        }
    };
    frame(
        &format!("{title}: {TITLE}"),
        BOOK_STYLE,
        Scripts::None,
        &body,
    )
}

fn technique(one: &BookTechnique<'_>, all: &[BookRule<'_>], overlaps: &[OverlapRow]) -> Markup {
    let technique = one.technique;
    html! {
        section.technique id=(one.anchor()) {
            @match &one.example {
                Some(example) => figure.picture { (PreEscaped(&example.svg)) },
                None => p.quiet { "It has no example." },
            }
            div {
                h2 { (technique.title) }
                @if let Some(example) = &one.example { p { (example.sentence) } }
                dl {
                    dt { "Level" } dd { (technique.level.word()) ", score " (technique.score) }
                    @if !one.codes().is_empty() { dt { "Known as" } dd { (one.codes()) } }
                    dt { "Verdict" } dd { (one.verdict) @if technique.assumes_unique { ", assuming that the puzzle has one solution" } }
                    @if technique.on_request { dt { "Used" } dd { "only on request: " code { "--on " (technique.rule) } } }
                }
                (in_difficulty(one, all))
                (by_overlap(one, all, overlaps))
                @if let Some(example) = &one.example {
                    details {
                        summary { "The certificate" }
                        pre { (example.certificate.join("\n")) }
                    }
                }
            }
        }
    }
}

/// A link to the first technique with a property.
fn link(all: &[BookRule<'_>], is_it: &dyn Fn(&BookTechnique<'_>) -> bool) -> Option<Markup> {
    let mut each = all.iter().flat_map(|rule| rule.techniques.iter());
    let found = each.find(|one| is_it(one))?;
    let (rule, anchor) = (&found.technique.rule, found.anchor());
    Some(html! { a href={ (rule) ".html#" (anchor) } { (found.label) } })
}

/// The next easier and the next harder technique.
fn in_difficulty(one: &BookTechnique<'_>, all: &[BookRule<'_>]) -> Markup {
    let at = |place: usize| link(all, &move |other| other.place == place);
    let below = one.place.checked_sub(1).and_then(at);
    let above = at(one.place + 1);
    html! {
        h3 { "In difficulty" }
        ul {
            @if let Some(below) = below { li { "just easier: " (below) } }
            @if let Some(above) = above { li { "just harder: " (above) } }
        }
    }
}

/// The techniques that subsume this technique, and the techniques that it subsumes.
fn by_overlap(one: &BookTechnique<'_>, all: &[BookRule<'_>], overlaps: &[OverlapRow]) -> Markup {
    let (own, found) = beside(overlaps, &one.label);
    let named = |label: &str| {
        let known = link(all, &|other: &BookTechnique<'_>| other.label == label);
        known.unwrap_or_else(|| html! { (label) })
    };
    let finders = own.iter().flat_map(|row| &row.found_by);
    let finders: Vec<_> = finders.filter(|finder| finder.closest).collect();
    let same: Vec<_> = own.iter().flat_map(|row| &row.same_as).collect();
    html! {
        h3 { "By overlap" }
        @if let Some(row) = own {
            ul {
                @for finder in &finders {
                    li { (named(&finder.technique)) " finds all its steps in " (finder.patterns) " of " (row.patterns) " sampled patterns" }
                }
                @for row in &found { li { "finds all steps of " (named(&row.technique)) " in " (row.patterns) " sampled patterns" } }
                @for same in &same { li { (named(&same.technique)) ": " (same.how) } }
                @if finders.is_empty() && found.is_empty() && same.is_empty() {
                    li { "none in " (row.patterns) " sampled patterns" }
                }
            }
        } @else {
            p.quiet { "Techniques on request are not compared." }
        }
    }
}

/// The overlap row of a technique, and the rows of techniques that it subsumes.
fn beside<'r>(
    overlaps: &'r [OverlapRow],
    label: &str,
) -> (Option<&'r OverlapRow>, Vec<&'r OverlapRow>) {
    let own = overlaps.iter().find(|row| row.technique == label);
    let finds = |row: &&OverlapRow| {
        let mut finders = row.found_by.iter();
        finders.any(|finder| finder.closest && finder.technique == label)
    };
    (own, overlaps.iter().filter(finds).collect())
}
