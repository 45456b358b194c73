//! The example program of the soundness check behaves as its text says.

#[allow(dead_code)]
#[path = "../../src/soundness/examples/check_rule.rs"]
mod check_rule;

#[test]
fn example_of_an_unsound_rule_is_refuted() {
    let verdicts = check_rule::verdicts(check_rule::RULES).expect("rules that load");
    let words: Vec<&str> = verdicts.iter().map(|(_, word)| *word).collect();
    assert_eq!(words, ["sound", "unsound"]);
    assert!(check_rule::verdicts("rule {").is_err());
}
