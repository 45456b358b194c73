//! Equality of rules, and the rewrites that show it.

use std::sync::LazyLock;

use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleFile, load, standard_library, standard_sources};
use qedoku_mine::equiv::{SamenessKind, TechniqueCases, TechniqueComparison};

static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| standard_library().expect("the standard library"));

fn technique(rule: &str, instance: Option<u32>) -> &'static Technique {
    let mut all = LIBRARY.techniques.iter();
    all.find(|t| *t.rule == *rule && t.instance == instance)
        .unwrap_or_else(|| panic!("no {rule} {instance:?}"))
}

/// Returns how two techniques are equal, and asserts that the answer is symmetric.
fn how(one: &Technique, other: &Technique) -> Option<SamenessKind> {
    let (one, other) = (TechniqueCases::of(one), TechniqueCases::of(other));
    let found = one.same(&other).map(|found| found.how);
    let back = other.same(&one).map(|found| found.how);
    if found != Some(SamenessKind::Folded) && back != Some(SamenessKind::Folded) {
        assert_eq!(found, back);
    }
    found
}

/// Returns the rules of a text, loaded with the relations of the standard library.
fn own(text: &str) -> Vec<Technique> {
    let mut sources = standard_sources();
    sources.retain(|source| source.family == "00-prelude");
    sources.push(RuleFile::new("50-own/own.rule", text.as_bytes()).expect("text"));
    let library = load(&sources).unwrap_or_else(|problems| panic!("{}", problems.render(100)));
    library.techniques
}

#[test]
fn rules_equal_themselves_and_twins_are_reported() {
    for technique in &LIBRARY.techniques {
        assert_eq!(
            how(technique, technique),
            Some(SamenessKind::Everywhere),
            "{}",
            technique.title
        );
    }
    let mut found = Vec::new();
    for (later, earlier) in TechniqueComparison::new(&LIBRARY.techniques).twins() {
        let techniques = [later, earlier].map(|at| &LIBRARY.techniques[at]);
        let mut rules = techniques.map(|t| t.rule.to_string());
        rules.sort_by_key(|rule| LIBRARY.rules.iter().position(|r| r.name() == rule));
        let [first, second] = rules;
        let file = &LIBRARY.rule(&second).expect("a rule").file;
        let says = format!("Equal to the rule {first}");
        assert!(file.contains(&says), "{second} does not say: {says}");
        found.push((first, second));
    }
    found.sort();
    let braids = [3, 4, 5].map(|n| ("braid".to_owned(), format!("braid_{n}")));
    assert_eq!(found, braids);
}

#[test]
fn sameness_ignores_names_and_order() {
    let skyscraper = "rule tower {
  for digit x, crossline m, lines L[2], cells d, c in L[2], cells b, a in L[1]
  with c, b in m
  when every x in L[2] is at c or d
       every x in L[1] is at b or a
  then eliminate x from cells seeing d and a
}
rule no_tower {
  for digit x, crossline m, lines L[2], cells d, c in L[2], cells b, a in L[1]
  with c, b in m
  when every x in L[2] is at c or d
       every x in L[1] is at b or a
  then eliminate x from cells seeing c and a
}
";
    let [tower, no_tower] = own(skyscraper).try_into().expect("two rules");
    let skyscraper = technique("skyscraper", None);
    assert_eq!(how(&tower, skyscraper), Some(SamenessKind::Everywhere));
    assert_eq!(how(&no_tower, skyscraper), None);
    assert_eq!(how(technique("turbot_fish", None), skyscraper), None);
}

#[test]
fn sameness_distinguishes_transposed_rules() {
    let text = "rule in_rows {
  for digit d, rows R[2], columns C[2]
  when every d in R is in C
       no d in two of R
  then eliminate d from C except R
}
rule in_columns {
  for digit d, columns R[2], rows C[2]
  when every d in R is in C
       no d in two of R
  then eliminate d from C except R
}
rule in_lines {
  for digit d, lines R[2], crosslines C[2]
  when every d in R is in C
       no d in two of R
  then eliminate d from C except R
}
";
    let [rows, columns, lines] = own(text).try_into().expect("three rules");
    assert_eq!(how(&rows, &columns), Some(SamenessKind::Turned));
    assert_eq!(how(&rows, &lines), None);
    assert_eq!(how(&lines, &lines), Some(SamenessKind::Everywhere));
}

#[test]
fn subsets_and_fish_exchange_their_roles() {
    for n in 2..=4 {
        let [naked, hidden, fish] =
            ["naked_subset", "hidden_subset", "fish"].map(|rule| technique(rule, Some(n)));
        assert_eq!(how(naked, fish), Some(SamenessKind::Exchanged), "naked {n}");
        assert_eq!(
            how(hidden, fish),
            Some(SamenessKind::Exchanged),
            "hidden {n}"
        );
        assert_eq!(how(fish, technique("franken_fish", Some(n))), None);
        // Subsets of equal size are complements of each other in a house with twice as many open
        // cells.
        assert_eq!(how(naked, hidden), Some(SamenessKind::WhereOpen(2 * n)));
    }
    let (pair, quadruple) = (
        technique("naked_subset", Some(2)),
        technique("hidden_subset", Some(4)),
    );
    assert_eq!(how(pair, quadruple), Some(SamenessKind::WhereOpen(6)));
    let found = TechniqueCases::of(pair)
        .same(&TechniqueCases::of(quadruple))
        .expect("the same");
    assert!(
        (found.rewrites.iter()).any(|rewrite| rewrite.starts_with("the complement of")),
        "{found:?}"
    );
    assert_eq!(
        how(technique("fish", Some(2)), technique("fish", Some(7))),
        Some(SamenessKind::WhereOpen(9))
    );
    assert_eq!(how(pair, technique("naked_subset", Some(3))), None);
}

#[test]
fn sameness_of_chains_that_grow_at_either_end() {
    let text = "relation grows_in_front(candidate a, candidate b) {
  with     pair(a, b)
} or {
  for      candidates n, m
  with     pair(a, n), n excludes m, grows_in_front(m, b)
}
rule other_way {
  for      candidates a, b
  with     grows_in_front(a, b)
  then     eliminate candidates excluded by a and b
}
";
    let [other_way] = own(text).try_into().expect("one rule");
    let aic = technique("aic", None);
    assert_eq!(how(&other_way, aic), Some(SamenessKind::Everywhere));
    let found = TechniqueCases::of(&other_way)
        .same(&TechniqueCases::of(aic))
        .expect("the same");
    assert!(
        found
            .rewrites
            .iter()
            .any(|rewrite| rewrite.starts_with("read a chain")),
        "{found:?}"
    );
    assert_eq!(how(aic, technique("x_chain", None)), None);
}

#[test]
fn sameness_folds_groups_into_candidates() {
    let text = "rule single_ones {
  for      candidate t, candidates r[3], truths V[4]
  when     every candidate of V[i] is r[i] or is excluded by t or by an earlier r
  then     eliminate t
}
";
    let [single_ones] = own(text).try_into().expect("one rule");
    let groups = technique("grouped_braid_4", None);
    assert_eq!(how(&single_ones, groups), Some(SamenessKind::Folded));
}
