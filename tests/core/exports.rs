//! Exports of proofs: third-party checkers accept them (VeriPB, and `rate` for clauses), JSON
//! follows its schema, and LaTeX is well formed.
//!
//! `bash tests/tools.sh` installs the checkers. `QEDOKU_DOSE=all cargo test --release -p
//! qedoku-tests exports:: -- --nocapture collections` tests the whole collections beside the
//! project.

mod lines;
mod lrat;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use qedoku_check::Claim as Checked;
use qedoku_core::engine::search::{Limits, prove};
use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::{Board, Puzzle, Shape};
use qedoku_core::lang::standard_library;
use qedoku_core::proof::export::{ExportError, Format, Refusal};
use qedoku_core::proof::{Claim, Header, Proof, ProofItem, ProofReader};
use qedoku_core::report::trace;
use qedoku_tests::bases::{bases, random_puzzle};
use qedoku_tests::dose::dosed_size;
use qedoku_tests::export::{Checker, exported, forbidden_line};
use qedoku_tests::propagation::prove_by_counts;
use qedoku_tests::random::Random;
use qedoku_tests::{accepted, collection, own_collection, puzzle, root, shape};

/// Shapes of additional puzzles, beside the base proofs of the mutants, with the number of each.
const SHAPES: [(Shape, usize); 4] = [
    (shape(2, 2), 30),
    (shape(2, 3), 20),
    (shape(2, 4), 6),
    (shape(3, 3), 8),
];

fn by_counts(puzzle: &Puzzle) -> String {
    let (steps, claim) = prove_by_counts(&puzzle.board, &puzzle.state(), |_, _| ());
    let proof = Proof {
        header: Header::of(puzzle),
        steps: steps.into_iter().map(|step| (None, step)).collect(),
        claim,
    };
    proof.to_text()
}

/// Returns a 16x16 puzzle with `empty` empty cells, which needs singles and a little search.
fn sixteen(empty: usize, random: &mut Random) -> Puzzle {
    let digit = |cell: usize| {
        let (row, column) = (cell / 16, cell % 16);
        "123456789ABCDEFG".as_bytes()[(row % 4 * 4 + row / 4 + column) % 16]
    };
    let mut line: Vec<u8> = (0..256).map(digit).collect();
    for _ in 0..empty {
        line[random.below(256)] = b'.';
    }
    puzzle(shape(4, 4), &String::from_utf8(line).expect("ASCII"))
}

/// Accepted proofs without deadly sets: of all sizes and claims, by singles, counts and search.
static PROOFS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut random = Random::new(8);
    let mut proofs: Vec<String> = bases().into_iter().map(|base| base.text).collect();
    for (shape, count) in SHAPES {
        for _ in 0..count {
            let puzzle = puzzle(shape, &random_puzzle(shape, &mut random));
            proofs.push(prove(&puzzle, Limits::default()).to_text());
            proofs.push(by_counts(&puzzle));
        }
    }
    for empty in [20, 60, 100, 140] {
        let puzzle = sixteen(empty, &mut random);
        proofs.push(prove(&puzzle, Limits { supposes: 50 }).to_text());
        proofs.push(by_counts(&puzzle));
    }
    proofs.retain(|proof| !proof.contains("deadly d"));
    proofs
});

fn claim_of(proof: &str) -> Claim {
    let claim = ProofReader::start(proof.as_bytes()).and_then(ProofReader::into_claim);
    claim.expect("an accepted proof can be read")
}

/// Returns the answer that VeriPB must give for a proof.
fn expected(proof: &str) -> String {
    match accepted(proof).claim {
        Checked::Unique(grid) => {
            let cells = grid.len();
            format!("s VERIFIED BOUNDS {cells} <= obj <= {cells}")
        }
        Checked::None => "s VERIFIED UNSATISFIABLE".to_owned(),
        Checked::Many(..) => "s VERIFIED SATISFIABLE".to_owned(),
        Checked::Open => "s VERIFIED NO CONCLUSION".to_owned(),
    }
}

pub fn verified_by_veripb(veripb: &Checker, proof: &str) {
    let files = exported(proof.as_bytes(), Format::Veripb).expect("an export");
    assert_eq!(forbidden_line(&files[1]), None);
    let answer = veripb.check(&files);
    let expected = expected(proof);
    assert!(
        answer.good && answer.text.lines().any(|line| line == expected),
        "{expected} was expected of\n{proof}\nbut: {}",
        answer.text
    );
    assert!(
        !answer.text.to_lowercase().contains("warning"),
        "{answer:?}"
    );
}

#[test]
fn veripb_accepts_exported_proofs_of_all_sizes() {
    let Some(veripb) = Checker::veripb() else {
        return;
    };
    let (mut shapes, mut claims) = (BTreeMap::new(), BTreeMap::new());
    for proof in PROOFS.iter() {
        verified_by_veripb(&veripb, proof);
        let board = proof.lines().find(|line| line.contains("board sudoku"));
        *shapes
            .entry(board.expect("a board").trim().to_owned())
            .or_insert(0) += 1;
        *claims.entry(accepted(proof).claim.code()).or_insert(0) += 1;
    }
    println!("{} proofs: {shapes:?}, {claims:?}", PROOFS.len());
    assert!(PROOFS.len() >= 300, "{}", PROOFS.len());
    for size in ["2x2", "2x3", "3x3", "4x4"] {
        assert!(shapes[&format!("board sudoku {size}")] >= 5, "{size}");
    }
    assert_eq!(claims.len(), 4);
}

/// Verifies the clause export of a proof with its hints. Returns false if the counts are too large
/// for clauses.
fn verified_in_clauses(proof: &str) -> bool {
    match exported(proof.as_bytes(), Format::Lrat) {
        Ok(files) => {
            let added = lrat::check(&files[0], &files[1]);
            added.unwrap_or_else(|reason| panic!("{reason}\n{proof}"));
            true
        }
        Err(ExportError::Refused { reason, .. }) => {
            assert!(
                matches!(reason, Refusal::TooManyLemmas(_)),
                "{reason}\n{proof}"
            );
            false
        }
        Err(error) => panic!("{error}\n{proof}"),
    }
}

/// Each puzzle is proved twice: by the rules, and by singles and search.
#[test]
fn veripb_accepts_proofs_of_the_collections() {
    let Some(veripb) = Checker::veripb() else {
        return;
    };
    let library = standard_library().expect("the standard library");
    let board = Board::sudoku(qedoku_tests::NINE);
    let solver = Solver::new(&board, &library, Strategy::default());
    for (name, most) in [
        ("levels.sdm", 60),
        ("top95.txt", usize::MAX),
        ("hardest11.txt", usize::MAX),
        ("top1465.sdm", 100),
        ("cb-000.tsv", 100),
        ("sudoku17.sdm", 100),
    ] {
        // The project's own puzzles, of every level, are sufficient if the others are absent.
        let own = name == "levels.sdm";
        let lines = if own {
            Some(own_collection(name))
        } else {
            collection(name)
        };
        let Some(lines) = lines else {
            continue;
        };
        let few = if own { 30 } else { 2 };
        let most = dosed_size(few).min(most).min(lines.len());
        let (mut counts, mut in_clauses) = (0, 0);
        // Puzzles are taken evenly from the collection, because neighbours are often similar.
        for i in 0..most {
            let line = &lines[i * lines.len() / most];
            let puzzle = puzzle(qedoku_tests::NINE, &line[..81]);
            for proof in [
                trace::prove(&solver, &puzzle).to_text(),
                prove(&puzzle, Limits::default()).to_text(),
            ] {
                assert!(
                    matches!(accepted(&proof).claim, Checked::Unique(_)),
                    "{line}"
                );
                verified_by_veripb(&veripb, &proof);
                counts += proof.matches("count ").count();
                in_clauses += usize::from(verified_in_clauses(&proof));
            }
        }
        println!(
            "{name}: {} proofs with {counts} counts verified by VeriPB, {in_clauses} of them also in clauses",
            2 * most
        );
    }
}

#[test]
fn veripb_rejects_damaged_exports() {
    let Some(veripb) = Checker::veripb() else {
        return;
    };
    let proof = std::fs::read_to_string(root().join("proofs/accept/unique-by-search-6x6.qed"));
    let files = exported(proof.expect("a file").as_bytes(), Format::Veripb).expect("an export");
    assert!(veripb.check(&files).good);
    let lines: Vec<&str> = files[1].lines().collect();
    let mut tried = 0;
    for (i, line) in lines.iter().enumerate() {
        if !line.contains(" rup ") {
            continue;
        }
        // Removes the literals that make the constraint true, or the constraints from which it
        // follows.
        let (before, constraint) = line.split_once(" rup ").expect("a rup");
        let hints = constraint.split_once(':').map_or("", |(_, hints)| hints);
        for damaged in [
            format!("{before} rup >= 1 :{hints}"),
            format!(
                "{before} rup {}: ~;",
                constraint.split(':').next().unwrap_or_default()
            ),
        ] {
            let mut changed = lines.clone();
            changed[i] = &damaged;
            let files = [files[0].clone(), changed.join("\n") + "\n"];
            let answer = veripb.check(&files);
            assert!(!answer.good, "{damaged}: {answer:?}");
            tried += 1;
        }
        if tried > 40 {
            break;
        }
    }
    assert!(tried > 20);
    let wrong = files[1].replace("conclusion BOUNDS 36 :", "conclusion BOUNDS 37 :");
    assert!(!veripb.check(&[files[0].clone(), wrong]).good);
}

/// Returns the constraints of a puzzle, computed independently. If the formula were not that of the
/// puzzle, VeriPB's answer would be meaningless.
fn constraints(shape: Shape, givens: &str) -> BTreeSet<String> {
    let n = shape.size();
    let digits = &"123456789ABCDEFGHIJKLMNOP"[..n];
    let mut groups: BTreeMap<(usize, usize, char), Vec<String>> = BTreeMap::new();
    let mut all = BTreeSet::new();
    for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        let given = givens.as_bytes()[row * n + column] as char;
        for digit in digits.chars() {
            let name = format!("r{}c{}d{digit}", row + 1, column + 1);
            let of_box = row / shape.height * shape.height + column / shape.width;
            for key in [
                (0, row * n + column, ' '),
                (1, row, digit),
                (2, column, digit),
                (3, of_box, digit),
            ] {
                groups.entry(key).or_default().push(name.clone());
            }
            if given == digit {
                all.insert(format!("1 {name} >= 1"));
            }
        }
    }
    for mut members in groups.into_values() {
        members.sort();
        all.insert(format!("1 {} >= 1", members.join(" 1 ")));
        all.insert(format!("-1 {} >= -1", members.join(" -1 ")));
    }
    all
}

#[test]
fn formula_depends_on_the_puzzle_alone() {
    let mut random = Random::new(4);
    for shape in [shape(2, 2), shape(2, 3), shape(3, 2), shape(3, 3)] {
        let line = random_puzzle(shape, &mut random);
        let puzzle = puzzle(shape, &line);
        let proof = prove(&puzzle, Limits::default()).to_text();
        let files = exported(proof.as_bytes(), Format::Veripb).expect("an export");
        let mut found = BTreeSet::new();
        for line in files[0].lines().filter(|line| line.starts_with('@')) {
            let (_, constraint) = line.split_once(' ').expect("a label");
            let (left, right) = constraint.split_once(" >= ").expect("a constraint");
            let words: Vec<&str> = left.split(' ').collect();
            let mut terms: Vec<(&str, &str)> = words.chunks(2).map(|t| (t[1], t[0])).collect();
            terms.sort();
            let terms: Vec<String> = terms.iter().map(|(v, c)| format!("{c} {v}")).collect();
            let right = right.trim_end_matches(" ;");
            found.insert(format!("{} >= {right}", terms.join(" ")));
        }
        assert_eq!(found, constraints(shape, &line));
        let objective = files[0].lines().find(|line| line.starts_with("min:"));
        let Claim::Unique(solution) = claim_of(&proof) else {
            panic!("{line} has one solution");
        };
        let n = shape.size();
        let agree = solution.iter().enumerate();
        let agree = agree.map(|(i, d)| format!(" 1 r{}c{}d{d}", i / n + 1, i % n + 1));
        assert_eq!(
            objective,
            Some(&*format!("min:{} ;", agree.collect::<String>()))
        );
    }
}

#[test]
fn clauses_are_verified_with_their_hints() {
    let (mut exports, mut clauses) = (0, 0);
    for proof in PROOFS.iter() {
        match (claim_of(proof), exported(proof.as_bytes(), Format::Lrat)) {
            (Claim::Unique(_) | Claim::None(_), Ok(files)) => {
                let added = lrat::check(&files[0], &files[1]);
                clauses += added.unwrap_or_else(|reason| panic!("{reason}\n{proof}"));
                exports += 1;
            }
            (Claim::Many(..) | Claim::Open, Err(ExportError::Claim(_))) => {}
            (claim, other) => panic!("{claim:?}: {other:?}\n{proof}"),
        }
    }
    println!("{exports} proofs in {clauses} clauses");
    assert!(exports >= 150, "{exports}");
}

/// Returns the proof with some steps repeated under a supposition that the first of them refutes,
/// so that the others follow from a contradiction.
fn beyond_a_contradiction(lines: &[&str], at: usize, count: usize) -> Option<String> {
    let target = lines[at].strip_prefix("count ")?.split_once(" : ")?.0;
    let (cell, digit) = target.split_once("<>")?;
    if cell.contains(' ') || digit.contains(' ') {
        return None;
    }
    let (suppose, refuted) = (format!("suppose {cell}={digit}"), format!("refuted {cell}"));
    let inside = lines[at..].get(..count)?;
    let pieces = [
        &lines[..at],
        &[&suppose],
        inside,
        &[&refuted],
        &lines[at + 1..],
    ];
    Some(pieces.concat().join("\n") + "\n")
}

#[test]
fn clauses_after_a_contradiction_are_verified() {
    let veripb = Checker::veripb();
    let library = standard_library().expect("the standard library");
    let board = Board::sudoku(qedoku_tests::NINE);
    let solver = Solver::new(&board, &library, Strategy::default());
    let puzzles = std::fs::read_to_string(root().join("puzzles/sample.sdm")).expect("puzzles");
    let mut verified = 0;
    // The hardest puzzles are at the end of the file.
    let lines = puzzles.lines().rev().filter(|line| line.len() == 81);
    for line in lines.take(2) {
        let proof = trace::prove(&solver, &puzzle(qedoku_tests::NINE, line)).to_text();
        let is_said = |line: &&str| !line.starts_with('#');
        let lines: Vec<&str> = proof.lines().filter(is_said).collect();
        let places = (0..lines.len()).flat_map(|at| [2, 5].map(move |count| (at, count)));
        for changed in places.filter_map(|(at, n)| beyond_a_contradiction(&lines, at, n)) {
            let verdict = qedoku_check::check(changed.as_bytes()).expect("reading from memory");
            // Under the supposition some steps may have no effect, and then the checker rejects the
            // proof.
            if !matches!(verdict, qedoku_check::Verdict::Accepted(_)) {
                continue;
            }
            verified += usize::from(verified_in_clauses(&changed));
            if let Some(veripb) = veripb.as_ref().filter(|_| verified % 20 == 0) {
                verified_by_veripb(veripb, &changed);
            }
        }
    }
    println!("{verified} proofs verified");
    assert!(verified >= 50, "{verified}");
}

#[test]
fn hints_are_minimal_and_solution_is_blocked_last() {
    let proof = std::fs::read_to_string(root().join("proofs/accept/unique-by-search-6x6.qed"));
    let files = exported(proof.expect("a file").as_bytes(), Format::Lrat).expect("an export");
    let lines: Vec<&str> = files[1].lines().collect();
    let blocking = files[0].lines().count() - 2;
    for (i, line) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.contains(" d "))
    {
        let words: Vec<&str> = line.split(' ').collect();
        let hints = words
            .iter()
            .position(|&word| word == "0")
            .expect("a clause")
            + 1;
        let blocks = words[hints..].contains(&blocking.to_string().as_str());
        assert_eq!(blocks, i + 1 == lines.len(), "{line}");
        // Without its last hint, a clause no longer follows.
        let short = format!("{} 0", words[..words.len() - 2].join(" "));
        let mut changed = lines.clone();
        changed[i] = &short;
        assert!(
            lrat::check(&files[0], &changed.join("\n")).is_err(),
            "{line}"
        );
    }
}

#[test]
fn rate_accepts_clause_proofs_only_with_steps() {
    let Some(rate) = Checker::rate() else {
        return;
    };
    let mut verified = 0;
    for proof in PROOFS.iter().step_by(6) {
        let Ok(files) = exported(proof.as_bytes(), Format::Drat) else {
            continue;
        };
        let answer = rate.check(&files);
        assert!(answer.text.contains("s VERIFIED"), "{answer:?}\n{proof}");
        verified += 1;
    }
    assert!(verified >= 20, "{verified}");
    let text = std::fs::read_to_string(root().join("proofs/accept/none-by-nested-search.qed"));
    let text = text.expect("a file");
    let files = exported(text.as_bytes(), Format::Drat).expect("an export");
    assert!(rate.check(&files).text.contains("s VERIFIED"));
    let answer = rate.check(&[files[0].clone(), "0\n".to_owned()]);
    assert!(!answer.text.contains("s VERIFIED"), "{answer:?}");
}

#[test]
fn deadly_sets_are_refused_with_step_number() {
    let text = std::fs::read_to_string(root().join("proofs/accept/deadly-defined-in-suppose.qed"));
    let text = text.expect("a file");
    let refused = exported(text.as_bytes(), Format::Veripb);
    let Err(ExportError::Refused { step: 2, reason }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(reason, Refusal::Deadly);
    for format in [Format::Json, Format::Tex] {
        assert!(exported(text.as_bytes(), format).is_ok());
    }
}

#[test]
fn json_matches_its_schema() {
    let schema = std::fs::read_to_string(root().join("proofs/proof.schema.json")).expect("it");
    let schema = serde_json::from_str(&schema).expect("the schema is JSON");
    let mut compiler = boon::Compiler::new();
    let (mut schemas, name) = (boon::Schemas::new(), "proof.schema.json");
    compiler.add_resource(name, schema).expect("a resource");
    let index = compiler.compile(name, &mut schemas).expect("a schema");
    let golden = std::fs::read_dir(root().join("proofs/accept")).expect("the folder");
    let golden = golden.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok());
    let golden = golden.filter(|text| text.contains("qed "));
    let golden: Vec<String> = golden.collect();
    let mut kinds = BTreeSet::new();
    for proof in golden.iter().chain(PROOFS.iter()) {
        let files = exported(proof.as_bytes(), Format::Json).expect("an export");
        let mut value: serde_json::Value = serde_json::from_str(&files[0]).expect("JSON");
        let valid = schemas
            .validate(&value, index)
            .map_err(|error| error.to_string());
        assert_eq!(valid, Ok(()), "{proof}");
        let steps = value["steps"].as_array_mut().expect("steps");
        assert_eq!(steps.len() as u64 + 1, accepted(proof).steps);
        kinds.extend(steps.iter().map(|step| step["kind"].to_string()));
        // The schema must also reject a wrong document.
        if let Some(step) = steps.first_mut() {
            step["eliminates"] = serde_json::json!(["r1c1<>1"]);
            assert!(schemas.validate(&value, index).is_err());
        }
    }
    assert_eq!(kinds.len(), 9, "{kinds:?}");
}

/// Checks LaTeX for common errors: unbalanced braces or environments, and unescaped special
/// characters.
fn tex_in_order(text: &str) -> Result<(), String> {
    let mut open = Vec::new();
    let mut depth = 0;
    let mut escaped = false;
    for (number, line) in text.lines().enumerate() {
        let at = |what: &str| format!("line {}: {what}: {line}", number + 1);
        if line.trim_start().starts_with('%') {
            continue;
        }
        for c in line.chars() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '{' => depth += 1,
                '}' if depth == 0 => return Err(at("a brace too many")),
                '}' => depth -= 1,
                '%' | '&' => return Err(at("a character that means something")),
                _ => {}
            }
        }
        escaped = false;
        for (marker, begins) in [("\\begin{", true), ("\\end{", false)] {
            for (place, _) in line.match_indices(marker) {
                let name = line[place + marker.len()..].split('}').next().unwrap_or("");
                if begins {
                    open.push(name.to_owned());
                } else if open.pop().as_deref() != Some(name) {
                    return Err(at("an environment that was not open"));
                }
            }
        }
    }
    match open.is_empty() && depth == 0 {
        true => Ok(()),
        false => Err(format!("left open: {open:?}, {depth} braces")),
    }
}

#[test]
fn latex_is_well_formed() {
    for proof in PROOFS.iter() {
        let files = exported(proof.as_bytes(), Format::Tex).expect("an export");
        assert_eq!(tex_in_order(&files[0]), Ok(()));
        assert!(files[0].ends_with("\\end{document}\n"));
    }
    // A sentence may hold any characters.
    let odd = r"50% of {x} & y_1 \o/ ~#^$ <end>";
    let proof = format!(
        "qed 1\nboard sudoku 1x2\ngivens 1...\n#: rule odd_one\n#: say {odd}\ncount r2c2<>2 : +2c1 -2r2\nclaim open\n"
    );
    accepted(&proof);
    let text = &exported(proof.as_bytes(), Format::Tex).expect("an export")[0];
    assert_eq!(tex_in_order(text), Ok(()));
    assert!(text.contains(r"50\% of \{x\} \& y\_1"), "{text}");
}

/// The formats for human readers.
#[test]
fn exports_match_snapshots() {
    let text = std::fs::read_to_string(root().join("proofs/accept/xy-wing.qed")).expect("a file");
    let files = exported(text.as_bytes(), Format::Veripb).expect("an export");
    insta::assert_snapshot!("xy_wing_veripb", files[1]);
    let files = exported(text.as_bytes(), Format::Json).expect("an export");
    insta::assert_snapshot!("xy_wing_json", files[0]);
    let small = "qed 1\nboard sudoku 2x2\ngivens ...1..4....23...\ncount r1c1<>2 r1c2<>2 : +2r2 -2b1\n\
                 single r1c1=4 : r1c1\nclaim open\n";
    let files = exported(small.as_bytes(), Format::Tex).expect("an export");
    insta::assert_snapshot!("small_tex", files[0]);
}

#[test]
fn proofs_round_trip() {
    for text in PROOFS.iter() {
        let mut reader = ProofReader::start(text.as_bytes()).expect("a header");
        let (header, mut steps) = (reader.header().clone(), Vec::new());
        let claim = loop {
            match reader.next_item().expect("a line") {
                ProofItem::Step(note, step) => steps.push((note, step)),
                ProofItem::Claim(claim) => break claim,
            }
        };
        let proof = Proof {
            header,
            steps,
            claim,
        };
        let mut again = proof.to_text();
        // Golden proofs have their own comments and spaces.
        if again != *text {
            let counts = |text: &str| {
                let lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
                let lines = lines.filter(|l| !l.starts_with('#') || l.starts_with("#: "));
                lines
                    .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
                    .collect::<Vec<_>>()
            };
            again = counts(&again).join("\n");
            assert_eq!(
                again.replace("1*", ""),
                counts(text).join("\n").replace("1*", "")
            );
        }
    }
}
