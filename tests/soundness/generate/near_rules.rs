//! Nearly sound rules: known techniques with alternatives at each position where another construct
//! could stand.
//!
//! From a seed, the text of a file is made. `<S/a>` is a choice. Its first alternative makes the
//! technique sound, if any does. The first alternative is taken half of the time, so that most
//! rules are sound or differ from a sound one by a word or two. The rules are small, so their
//! errors show on small boards.

use crate::mutate::sources;
use qedoku_core::lang::load;
use qedoku_tests::random::Random;

/// Files with a rule `wild`. Constructs are repeated in other files only where necessary.
const NEARLY_RIGHT: [&str; 32] = [
    // Sets of cells in a house.
    "rule wild { for house H, cells S[<2/1/1..2/3>] in H, digits D[<2/1/3/1..2>] \
     when every candidate of S is in D \
     then eliminate <D/all but D> from <H except S/cells seeing S/cells seeing every D in S/H/S> }",
    "rule wild(n: 1..2) { for house H, cells S[<n/n+1/1..n>] in H, digits D[<n/n+1/1..n>]<, digit x in D/, digit x not in D> \
     <with |S| = |D|/with |D| = |S| + 1/> when every candidate of S is in D \
     then eliminate <x/D except x/D> from cells <seeing every x in S/seeing S/seeing every D in S> <except S/> }",
    // Two digits, one after the other.
    "rule wild { for digits x, y, house H, cells S[<2/1..2/2..3>] in H with x, y distinct<, S not given/> \
     when every candidate of S is x or y \
     then eliminate <x, y/x/y/all but x> from cells <seeing S/seeing every x in S/seeing every y in S/in H seeing every x in S> <except S/> }",
    "rule wild { for digits x, y, cells a, b with <a sees b, x, y distinct/a, b distinct/a sees b> \
     when every candidate of a is <x or y/x> every candidate of b is <x or y/y> \
     then eliminate <x, y/x/all but x> from <cells seeing a and b/cells seeing every x in a and every y in b/cells seeing every x in a and every x in b/b> }",
    // Pairs of sets.
    "rule wild { for cell a, digits D[<2/1/1..2>], digits E[<2/1/0..2>] with D, E <disjoint/distinct><, |D| = |E|/> \
     when every candidate of a is in D then eliminate <E/E except D/D> from <a/cells seeing a> }",
    "rule wild { for house H, cells S[<1/2>] in H, cells T[<1/2>] in H, digits D[<2/3/4>] with S, T <disjoint/distinct> \
     when every candidate of S is in D every candidate of T is in D then eliminate D from H except S, T }",
    "rule wild { for digit x, rows R[<1/2>], rows Q[<1/2>], columns C[<2/1/3>] with R, Q <disjoint/distinct> \
     when every x in R is in C every x in Q is in C then eliminate x from C except R, Q }",
    // Candidates.
    "rule wild { for candidates p, q, <cell a/truth V/house K> with p, q in <a/V/K>, p, q <disjoint/distinct> \
     when every candidate of <a/V> is p or <q/excludes q/is excluded by q> \
     then <eliminate candidates excluded by p and q/eliminate q/eliminate candidates excluded by p/place p> }",
    "rule wild { for candidates p, q, r, truths V, W with p, q in V, q excludes r \
     when every candidate of V is p or <q/r/excludes r> every candidate of W is <r or excludes p/r or p/p or q> \
     then <eliminate candidates excluded by p and r/eliminate r/place p> }",
    // Several candidates of a derived truth may hold.
    "rule wild { for truths V, W, candidates p, t with p, t in V, p, t distinct \
     when every candidate of W is p or <is excluded by t/t/excludes p> \
     then <eliminate t/eliminate candidates excluded by p and t/eliminate p> }",
    // Digits in houses.
    "rule wild { for digit x, house H, house K with <H, K distinct/every x in H sees every x in K/H, K disjoint> \
     when every x in H is in <K/H> \
     then eliminate x from <K except H/H except K/cells seeing every x in H/cells seeing every x in H except H/cells in K seeing every x in H> }",
    "rule wild { for digit x, house H, cells a, b< in H/> when every x in H is at a <or at b/or sees b> \
     then <eliminate x from cells seeing a and b/eliminate x from cells seeing every x in H/place x at a/eliminate all but x from a> }",
    "rule wild { for house H, cells S[<2/3/1>], digits D[<2/1>] when every D in H is in S \
     then eliminate <all but D/D> from <S/cells seeing S/H except S> }",
    // A house without a clause may be a further house that does not hold every digit.
    "rule wild { for digit x, house H, house K, cell a in H with <a not in K/every x in H sees every x in K/every x in K sees every x in a> \
     when every <candidate of a is x/x in H is at a> then eliminate x from cells seeing every x in <H/K/a> }",
    "rule wild { for digits x, y, house K, cluster e, cell a <not in K/in K> with e is every x in K<, every y in K excludes e/> \
     when every candidate of a is <y/x/x or y> then eliminate <candidates excluded by e/e> }",
    // Fish.
    "rule wild { for digit x, <lines/houses/rows or boxes> R[<2/1/1..2>], <crosslines/houses/boxes> C[<2/1/1..2/3>] <with |R| = |C|/with |C| = |R| + 1/> \
     when every x in R is in C <no x in two of R/every x in two of R is in C/no x in two of C/> \
     then eliminate x from C except R }",
    "rule wild { for digit x, lines R[2], crosslines C[2], <cell a/square a/house K> when every x in R is in C or <sees a/is at a/is in K> \
     <every x in two of C sees a/> then eliminate x from cells in C <seeing a/seeing every x in R/seeing every x in K> except R }",
    // Relations, and verbs that use them.
    "relation via(candidate p, candidate q) { <for truth V with p, q in V, p, q distinct when every candidate of V is p or q\
     /for candidate m with p excludes m, m excludes q/for cell a with p, q in a, p, q distinct/with p excludes q\
     /for truth V with p in V when every candidate of V is p or excludes q> }< or { for candidates m, r with via(p, m), m excludes r, via(r, q) }/>\n\
     rule wild { for candidates p, q with via(<p, q/q, p>)<, p excludes q/> \
     then <eliminate candidates excluded by p and q/eliminate candidates excluded by each link of via(p, q)/eliminate p/place q> }",
    "relation via(candidate p, candidate t) { <with p excludes t/for candidate m, truth V with p excludes m, m in V when every candidate of V is m or excludes t\
     /for truth V when every candidate of V excludes p or excludes t/for cell a with p in a, t in a> }\n\
     rule wild { for truth V, candidate t</, candidate p> when every candidate of V <via t/is p or via t/excludes t or via t> \
     then <eliminate t/eliminate candidates excluded by p and t/place t> }",
    "relation via(<group/cluster> g, <group/cluster> h) { for truth V with g, h in V<, g, h disjoint/> \
     when every candidate of V is in g or is in h }\n\
     rule wild { for <groups/clusters/candidates> m, k with via(m, k) \
     then <eliminate candidates excluded by m and k/eliminate candidates excluded by m/eliminate k/eliminate candidates excluded by each link of via(m, k)> }",
    // Groups and clusters.
    "rule wild { for truth V, <group/cluster> g</, digit x> with g in V when every candidate of V is in g</ or is x> \
     then eliminate <candidates excluded by g/g> }",
    "rule wild { for digit x, house H, cluster e, <cell a/cells S[2]/house K> with e is every x in <H/a/S/K> \
     when every x in H is in e <or is at a/or is in S/> then <eliminate candidates excluded by e/eliminate e> }",
    // Guardians.
    "rule wild { for house H, cells S[<3/2/1..2>] in H, digits D[<2/1/3>], guardians G[0..<4/1/2>] \
     when every candidate of S is in D or is in G then one of G }",
    "rule wild { for digit x, cell a, <row r, column c/house r, house c>, guardians G[0..<3/1>] with a <not in/in> r<, a not in c/, a in c/> \
     when every x in r sees a or is in G every candidate of a is <x/x or is in G> then one of G }",
    // Computed sets, and links.
    "rule wild { for <rows/houses> R[<2/1/1..2>], <columns/houses> C[<2/1/1..2>], cells S[1..<4/2>], links L \
     with S is every cell in R <and C/not in C>, |L| = <|S|/|S| + 1/|R|/|S| - 1> \
     when every candidate of S is in L then eliminate candidates excluded by L }",
    "rule wild { for <row r, column c/house r, house c>, cells S[1..<3/1>], <cells/squares> T[1..3], links L \
     with S is every cell in r <not in c/>, T is every cell in c <not in r/>, |L| = |S| + <|T|/1/|T| + 1> \
     when every candidate of S<, T/> is in L then eliminate candidates excluded by L }",
    // Capacities.
    "rule wild { for house H, <box G/house G>, cells S[<2/1..2/3>] in H, cells T[<1/2>] in G, capacities K</[0..1]/[0..2]> \
     with <S, T disjoint, />|K| = |S| + <|T|/1/|T| + 1/2> \
     when every candidate of S<, T/> is in K then eliminate candidates excluded by K }",
    "rule wild { for cells S[2..<3/4>], cell a, capacities K[0..<1/2>] with <a not in S, />|K| = |S|< + 1/ - 1/> \
     when every candidate of S<, a/> is in K then eliminate candidates excluded by K }",
    "rule wild { for houses H, K, cells S[<2/1..2/3>], digits D[<2/3>] with S is every cell in H <and K/not in K> \
     when every candidate of S is in D then eliminate <D/all but D> from <H except S/K except S/cells seeing S> }",
    // One solution, and templates.
    "rule wild { assuming unique for cells a, b, c, d, digits x, y deadly x, y on a, b, c, d \
     when every candidate of <a, b, c/a, b/a, d> is x or y then <eliminate x, y from d/eliminate x from d/eliminate all but x, y from d> }",
    "rule wild { by template for candidate p</, candidate q> with p in <no/every> template</, q excludes p> then <eliminate p/place p/eliminate candidates excluded by p> }",
    // Families with `earlier` members.
    "rule wild { for candidate t, candidates r[2], truths V[2], truth W \
     when every candidate of V[i] is r[i] or is excluded by t or by an earlier r \
     every candidate of W is excluded by <r/t/r[1]> <or by t/> then eliminate <t/r/candidates excluded by r[2]> }",
];

/// Returns the text of a file with one rule, `wild`.
pub fn rule(random: &mut Random) -> String {
    let technique = NEARLY_RIGHT[random.below(NEARLY_RIGHT.len())];
    chosen(technique, |count| match random.once_in(2) {
        true => 0,
        false => random.below(count),
    })
}

/// Returns the technique with one alternative for each choice, the innermost choices first.
fn chosen(technique: &str, mut choose: impl FnMut(usize) -> usize) -> String {
    let mut text = technique.to_string();
    while let Some(end) = text.find('>') {
        let start = text[..end].rfind('<').expect("a choice begins");
        let parts: Vec<&str> = text[start + 1..end].split('/').collect();
        let part = parts[choose(parts.len())].to_string();
        text.replace_range(start..=end, &part);
    }
    text + "\n"
}

#[test]
fn near_rules_of_every_technique_parse() {
    for technique in NEARLY_RIGHT {
        let text = chosen(technique, |_| 0);
        if let Err(problems) = load(&sources("", &text)) {
            panic!("{}", problems.render(100));
        }
    }
}
