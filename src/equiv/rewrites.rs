//! The rewrites: how a chain can be read, and what it is called.

use egg::{Pattern, Rewrite, rewrite};

use super::language::Reading;

type Rule = Rewrite<Reading, ()>;

/// A chain with so many truths, each of its steps as the function says.
fn chain(truths: usize, step: impl Fn(usize) -> String) -> String {
    let steps: Vec<String> = (0..=2 * truths).map(step).collect();
    format!("(chain {})", steps.join(" "))
}

/// A rewrite from one text to another.
fn rule(name: &str, from: &str, to: &str) -> Rule {
    let pattern = |text: &str| -> Pattern<Reading> { text.parse().expect("a pattern") };
    Rewrite::new(name, pattern(from), pattern(to)).expect("its variables are bound")
}

/// Backwards, and with rows and columns exchanged, for chains with so many truths.
pub fn readings(truths: usize) -> Vec<Rule> {
    let forwards = chain(truths, |i| format!("?s{i}"));
    let backwards = chain(truths, |i| format!("?s{}", 2 * truths - i));
    let turned = chain(truths, |i| format!("(turned ?s{i})"));
    let mut readings: Vec<Rule> = (0..truths).map(|i| fold_group(truths, i)).collect();
    readings.extend([
        rule("read backwards", &forwards, &backwards),
        rule("exchange rows and columns", &forwards, &turned),
        rewrite!("turn a cell"; "(turned cell)" => "cell"),
        rewrite!("turn a step in a cell"; "(turned same)" => "same"),
        rewrite!("turn what sees"; "(turned (sees ?k))" => "(sees (turned ?k))"),
        rewrite!("turn a digit"; "(turned (digit ?k))" => "(digit (turned ?k))"),
        rewrite!("turn a row"; "(turned row)" => "column"),
        rewrite!("turn a column"; "(turned column)" => "row"),
        rewrite!("turn a box"; "(turned box)" => "box"),
        rewrite!("turn a group"; "(turned (grouped ?s))" => "(grouped (turned ?s))"),
        rewrite!("groups are groups"; "(with-groups (with-groups ?c))" => "(with-groups ?c)"),
    ]);
    readings
}

/// A chain with a group at a truth is the chain without it, with a note that it has groups.
fn fold_group(truths: usize, truth: usize) -> Rule {
    let place = 2 * truth + 1;
    let plain = chain(truths, |i| format!("?s{i}"));
    let grouped = chain(truths, |i| match i == place {
        true => format!("(grouped ?s{i})"),
        false => format!("?s{i}"),
    });
    let name = format!("note a group at truth {}", truth + 1);
    rule(&name, &grouped, &format!("(with-groups {plain})"))
}

/// What the rules of the library look like as chains.
pub fn library() -> Vec<Rule> {
    vec![
        rewrite!("an X-wing: a digit in two rows, its places in two columns";
            "(chain (sees column) (digit row) (sees column) (digit row) (sees column))" => "x-wing"),
        rewrite!("a skyscraper: a digit in two rows, one place each in a column, the target in a box";
            "(chain (sees box) (digit row) (sees column) (digit row) (sees ?b))" => "skyscraper"),
        rewrite!("a two-string kite: a digit in a row and a column that meet in a box";
            "(chain (sees ?a) (digit row) (sees box) (digit column) (sees ?b))" => "two-string-kite"),
        rewrite!("a turbot fish: a digit with two places in two houses";
            "(chain (sees ?a) (digit ?k) (sees ?b) (digit ?l) (sees ?c))" => "turbot-fish"),
        rewrite!("a swordfish: a digit in three rows, its places in three columns";
            "(chain (sees column) (digit row) (sees column) (digit row) (sees column) (digit row) (sees column))" => "swordfish"),
        rewrite!("a naked triple: three cells of a house, with three digits";
            "(chain (sees ?h) cell (sees ?h) cell (sees ?h) cell (sees ?h))" => "naked-triple"),
        rewrite!("a hidden triple: three digits of a house in three cells";
            "(chain same (digit ?h) same (digit ?h) same (digit ?h) same)" => "hidden-triple"),
        rewrite!("a naked pair: two cells that see each other, with two digits";
            "(chain (sees ?a) cell (sees ?b) cell (sees ?c))" => "naked-pair"),
        rewrite!("a hidden pair: two digits of a house in two cells";
            "(chain same (digit ?k) same (digit ?l) same)" => "hidden-pair"),
        rewrite!("an XY-wing: three cells with two digits";
            "(chain (sees ?a) cell (sees ?b) cell (sees ?c) cell (sees ?d))" => "xy-wing"),
        rewrite!("a W-wing: two cells with the same two digits, joined by a digit in a house";
            "(chain (sees ?a) cell (sees ?b) (digit ?k) (sees ?c) cell (sees ?d))" => "w-wing"),
    ]
}

/// Chains by the number of their truths.
pub fn lengths(truths: usize) -> Vec<Rule> {
    let weak = |i: usize| format!("(sees ?w{i})");
    let of_digit = chain(truths, |i| {
        if i % 2 == 0 {
            weak(i)
        } else {
            format!("(digit ?k{i})")
        }
    });
    let of_cells = chain(truths, |i| if i % 2 == 0 { weak(i) } else { "cell".into() });
    let any = chain(truths, |i| format!("?s{i}"));
    vec![
        rule(
            "a chain of one digit",
            &of_digit,
            &format!("(x-chain {truths})"),
        ),
        rule(
            "a chain of cells",
            &of_cells,
            &format!("(xy-chain {truths})"),
        ),
        rule(
            "an alternating chain",
            &any,
            &format!("(alternating {truths})"),
        ),
    ]
}
