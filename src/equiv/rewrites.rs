//! The rewrites: how a chain can be read, and what it is called.

use egg::{Rewrite, rewrite};

use super::language::Reading;

type Rule = Rewrite<Reading, ()>;

/// Backwards, and with rows and columns exchanged.
pub fn readings() -> Vec<Rule> {
    vec![
        rewrite!("read backwards"; "(chain ?x)" => "(chain (reversed ?x nil))"),
        rewrite!("take the first step"; "(reversed (cons ?a ?x) ?y)" => "(reversed ?x (cons ?a ?y))"),
        rewrite!("no step is left"; "(reversed nil ?y)" => "?y"),
        rewrite!("exchange rows and columns"; "(chain ?x)" => "(chain (turned ?x))"),
        rewrite!("turn each step"; "(turned (cons ?a ?x))" => "(cons (turned ?a) (turned ?x))"),
        rewrite!("turn no step"; "(turned nil)" => "nil"),
        rewrite!("turn a cell"; "(turned cell)" => "cell"),
        rewrite!("turn a step in a cell"; "(turned same)" => "same"),
        rewrite!("turn what sees"; "(turned (sees ?k))" => "(sees (turned ?k))"),
        rewrite!("turn a digit"; "(turned (digit ?k))" => "(digit (turned ?k))"),
        rewrite!("turn a row"; "(turned row)" => "column"),
        rewrite!("turn a column"; "(turned column)" => "row"),
        rewrite!("turn a box"; "(turned box)" => "box"),
    ]
}

/// What the rules of the library look like as chains.
pub fn library() -> Vec<Rule> {
    vec![
        rewrite!("an X-wing: a digit in two rows, its places in two columns";
            "(chain (cons (sees column) (cons (digit row) (cons (sees column) (cons (digit row) (cons (sees column) nil))))))"
            => "x-wing"),
        rewrite!("a skyscraper: a digit in two rows, one end each in a column, the target in a box";
            "(chain (cons (sees box) (cons (digit row) (cons (sees column) (cons (digit row) (cons (sees ?b) nil))))))"
            => "skyscraper"),
        rewrite!("a two-string kite: a digit in a row and a column that meet in a box";
            "(chain (cons (sees ?a) (cons (digit row) (cons (sees box) (cons (digit column) (cons (sees ?b) nil))))))"
            => "two-string-kite"),
        rewrite!("a turbot fish: a digit with two places in two houses";
            "(chain (cons (sees ?a) (cons (digit ?k) (cons (sees ?b) (cons (digit ?l) (cons (sees ?c) nil))))))"
            => "turbot-fish"),
        rewrite!("a naked pair: two cells of a house with two digits";
            "(chain (cons (sees ?k) (cons cell (cons (sees ?k) (cons cell (cons (sees ?k) nil))))))"
            => "naked-pair"),
        rewrite!("a hidden pair: two digits of a house in two cells";
            "(chain (cons same (cons (digit ?k) (cons same (cons (digit ?k) (cons same nil))))))"
            => "hidden-pair"),
        rewrite!("an XY-wing: three cells with two digits";
            "(chain (cons (sees ?a) (cons cell (cons (sees ?b) (cons cell (cons (sees ?c) (cons cell (cons (sees ?d) nil))))))))"
            => "xy-wing"),
        rewrite!("a W-wing: two cells with the same two digits, joined by a digit in a house";
            "(chain (cons (sees ?a) (cons cell (cons (sees ?b) (cons (digit ?k) (cons (sees ?c) (cons cell (cons (sees ?d) nil))))))))"
            => "w-wing"),
    ]
}

/// Chains by the number of their truths.
pub fn lengths() -> Vec<Rule> {
    vec![
        rewrite!("a chain of one digit"; "(chain ?x)" => "(x-chain (digits ?x))"),
        rewrite!("count a house"; "(digits (cons (sees ?a) (cons (digit ?k) ?x)))" => "(next (digits ?x))"),
        rewrite!("no house is left"; "(digits (cons (sees ?a) nil))" => "zero"),
        rewrite!("a chain of cells"; "(chain ?x)" => "(xy-chain (cells ?x))"),
        rewrite!("count a cell"; "(cells (cons (sees ?a) (cons cell ?x)))" => "(next (cells ?x))"),
        rewrite!("no cell is left"; "(cells (cons (sees ?a) nil))" => "zero"),
        rewrite!("an alternating chain"; "(chain ?x)" => "(alternating (truths ?x))"),
        rewrite!("count a truth"; "(truths (cons ?w (cons ?s ?x)))" => "(next (truths ?x))"),
        rewrite!("no truth is left"; "(truths (cons ?w nil))" => "zero"),
    ]
}
