//! The checker that `proofs/verified` proves right. The tests check that the proof is complete,
//! that its messages are those of the other checkers, and that it accepts proofs of all kinds
//! quickly. `second_checker` and `mutation` compare its verdicts with those of the other two.
//!
//! `QEDOKU_DOSE=50 cargo test --release --test whole verified -- --nocapture` takes 200 puzzles
//! of each collection, and prints the steps per second.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use qedoku_core::engine::search::{Limits, prove};
use qedoku_core::engine::{Solver, Strategy, Uniqueness};
use qedoku_core::grid::text::{ReadOptions, Source, read_puzzles_with};
use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::lang::standard_library;
use qedoku_core::proof::export::Format;
use qedoku_core::report::trace;
use qedoku_tests::batch::{Batch, is_version_2, verified_file, verified_program};
use qedoku_tests::dose::dosed_size;
use qedoku_tests::export::{Checker, exported};
use qedoku_tests::{NINE, accepted, collection, puzzle, root};

/// Returns the sources of the correctness proof, with their names.
fn sources() -> Vec<(String, String)> {
    let entries = fs::read_dir(root().join("proofs/verified")).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let coq = paths.filter(|path| path.extension().is_some_and(|e| e == "v"));
    coq.map(|path| {
        (
            path.display().to_string(),
            fs::read_to_string(&path).expect("text"),
        )
    })
    .collect()
}

#[test]
fn theorem_is_proved_without_axioms() {
    let Some(path) = verified_file("statement.txt") else {
        return;
    };
    let text = fs::read_to_string(path).expect("text");
    println!("{text}");
    let theorems = text.matches("\n     : ").count();
    let closed = text.matches("Closed under the global context").count();
    assert!(theorems > 0 && theorems == closed, "{text}");
    assert!(!text.contains("Axioms:"), "{text}");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let statement = "Check.check file = Check.Accepted h c steps -> \
                     Meaning.true_of (Header.puzzle_of h) (Header.claim_of h c)";
    assert!(words(&text).contains(statement), "{text}");
    let header = "Page.lines_that_count file found /\\ \
                  (Page.states found (Header.puzzle_of h) \\/ Page.is_version_2 found)";
    assert!(words(&text).contains(header), "{text}");
    let first = text.lines().position(|line| line.starts_with("Closed"));
    assert!(
        first.is_some_and(|lines| lines <= 10),
        "it fits on a screen"
    );
}

#[test]
fn coq_files_admit_nothing() {
    let sources = sources();
    assert!(sources.len() > 10);
    for (name, text) in sources {
        for word in [
            "Admitted",
            "admit",
            "Axiom",
            "Parameter",
            "Conjecture",
            "Extract Constant",
        ] {
            assert!(!text.contains(word), "{name}: {word}");
        }
    }
}

#[test]
fn meaning_is_short() {
    let text = fs::read_to_string(root().join("proofs/verified/Meaning.v")).expect("text");
    assert!(text.lines().count() <= 100);
    assert!(
        !text.contains("Qedoku"),
        "it stands on nothing but numbers and lists"
    );
    let text = fs::read_to_string(root().join("proofs/verified/Constraints.v")).expect("text");
    assert!(text.lines().count() <= 150);
    assert_eq!(
        text.matches("From Qedoku").count(),
        text.matches("From Qedoku Require Import Meaning.").count(),
        "it stands on nothing but Meaning.v"
    );
}

#[test]
fn verified_checker_gives_the_same_reasons() {
    let text = fs::read_to_string(root().join("proofs/verified/Reason.v")).expect("text");
    let format = fs::read_to_string(root().join("proofs/FORMAT.md")).expect("text");
    let codes = qedoku_check::Reason::codes();
    // The verified checker's integers are unbounded, and it declines boards without a code.
    for code in codes.filter(|code| !["overflow", "version", "board"].contains(code)) {
        assert!(text.contains(&format!("\"{code}\"")), "Reason.v: {code}");
        assert!(format.contains(&format!("`{code}`")), "FORMAT.md: {code}");
    }
}

#[test]
fn verified_checker_has_exit_codes_and_messages() {
    let Some(program) = verified_program() else {
        return;
    };
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        let output = command.args(arguments).current_dir(root()).output();
        let output = output.expect("it can be started");
        let text = String::from_utf8(output.stdout).expect("text");
        (output.status.code().expect("an exit code"), text)
    };
    let (accepted, rejected) = ("proofs/accept/x-wing.qed", "proofs/reject/count-empty.qed");
    let declined = "proofs/decline/version-3.qed";
    for path in [
        "x-wing",
        "unique-under-state",
        "unique-rectangle-4x4",
        "many-4x4",
        "none-by-nested-search",
    ] {
        let path = format!("proofs/accept/{path}.qed");
        let proof = fs::read(root().join(&path)).expect("a file");
        let first = qedoku_check::check(&proof[..]).expect("reading from memory");
        assert_eq!(run(&[&path]), (0, format!("{path}: {first}\n")));
    }
    assert!(
        run(&[rejected])
            .1
            .ends_with(": rejected at line 6, step 1: bad-form\n")
    );
    assert_eq!(run(&[accepted, declined]).0, 2);
    assert_eq!(run(&[accepted, rejected, declined]).0, 1);
    assert_eq!(run(&[accepted, "proofs/no-such.qed", rejected]).0, 3);
    assert_eq!(run(&[accepted, "proofs"]).0, 3);
    assert_eq!(run(&[]).0, 3);
    // The page shows two answers of the checker.
    let page = fs::read_to_string(root().join("proofs/verified/README.md")).expect("text");
    let shown = (page.lines())
        .find_map(|line| line.strip_prefix("$ target/verified/qedoku-check-verified "));
    let files: Vec<&str> = shown.expect("an example").split(' ').collect();
    assert!(page.contains(&run(&files).1), "{files:?}");
}

/// Returns the sorted lines of a formula without comments and labels, with the literals of each
/// clause sorted.
fn lines_of(text: &str) -> Vec<String> {
    let is_line = |line: &&str| !line.starts_with("c ") && !line.starts_with('*');
    let line = |line: &str| {
        let label = |word: &&str| !word.starts_with('@');
        let mut words: Vec<&str> = line.split_whitespace().filter(label).collect();
        if words.last() == Some(&"0") {
            words.sort_unstable();
        }
        words.join(" ")
    };
    let mut lines: Vec<String> = text.lines().filter(is_line).map(line).collect();
    lines.sort_unstable();
    lines
}

/// Returns the lines of the formula that the verified program writes for a proof.
fn verified_formula(program: &Path, option: &str, proof: &str) -> Vec<String> {
    let file = tempfile::NamedTempFile::new().expect("a file for a proof");
    fs::write(file.path(), proof).expect("it can be written");
    let output = Command::new(program).arg(option).arg(file.path()).output();
    let output = output.expect("it can be started");
    assert!(output.status.success(), "{output:?}");
    lines_of(&String::from_utf8(output.stdout).expect("text"))
}

/// The golden proofs of version 1. The theorem about the formula does not cover constraint lines.
fn golden() -> impl Iterator<Item = String> {
    let files = fs::read_dir(root().join("proofs/accept")).expect("the folder is there");
    let proofs = files.filter_map(|entry| fs::read_to_string(entry.ok()?.path()).ok());
    proofs.filter(|proof| !is_version_2(proof.as_bytes()))
}

#[test]
fn export_writes_the_formula_proved_equivalent_to_the_puzzle() {
    let Some(program) = verified_program() else {
        return;
    };
    let mut compared = [0; 2];
    let sizes = puzzles("sizes.txt");
    // The formula of the largest board has a million clauses.
    let sizes = sizes.iter().filter(|puzzle| puzzle.board.size() <= 16);
    let sizes = sizes.map(|puzzle| prove(puzzle, Limits::default()).to_text());
    for proof in golden().chain(sizes) {
        let formats = [(Format::Lrat, "--cnf"), (Format::Veripb, "--opb")];
        for (i, (format, option)) in formats.into_iter().enumerate() {
            // The formula of a claim of several solutions has a second board.
            if format == Format::Veripb && proof.contains("\nclaim many") {
                continue;
            }
            // Deadly sets have no export, and some claims have none as clauses.
            let Ok(files) = exported(proof.as_bytes(), format) else {
                continue;
            };
            let proved = verified_formula(&program, option, &proof);
            assert!(lines_of(&files[0]) == proved, "{option}:\n{proof}");
            compared[i] += 1;
        }
    }
    println!("formulas compared: {compared:?}");
    assert!(compared.iter().all(|&count| count >= 20), "{compared:?}");
}

#[test]
fn verified_clause_checker_accepts_exports() {
    // The formula provably has exactly the solutions of the puzzle. A verified program checks the
    // refutation.
    let (Some(program), Some(cake)) = (verified_program(), Checker::cake_lpr()) else {
        return;
    };
    let mut verified = 0;
    for proof in golden() {
        let Ok(files) = exported(proof.as_bytes(), Format::Lrat) else {
            continue;
        };
        assert!(lines_of(&files[0]) == verified_formula(&program, "--cnf", &proof));
        let answer = cake.check(&files);
        assert!(
            answer.text.contains("s VERIFIED UNSAT"),
            "{answer:?}\n{proof}"
        );
        let damaged = cake.check(&[files[0].clone(), "1000000 0 1 0\n".to_owned()]);
        assert!(!damaged.text.contains("s VERIFIED"), "{damaged:?}\n{proof}");
        verified += 1;
    }
    println!("proofs through cake_lpr: {verified}");
    assert!(verified >= 5, "{verified}");
}

/// The verified checker, with the figures of its work.
struct Judge {
    batch: Batch,
    steps: u64,
    proofs: u64,
    time: Duration,
}

impl Judge {
    fn accepts(&mut self, name: &str, text: &str) {
        let steps = accepted(text).steps;
        let start = Instant::now();
        let verdict = self.batch.verdict(text.as_bytes());
        self.time += start.elapsed();
        let right = verdict.starts_with("accepted ") && verdict.ends_with(&format!(" {steps}"));
        assert!(right, "{name}: {verdict}");
        self.steps += steps;
        self.proofs += 1;
    }

    fn report(&self, what: &str) {
        // The processor time of the checker, if it is known, because other processes may use the
        // machine.
        let time = self.batch.worked().unwrap_or(self.time);
        let speed = self.steps as f64 / time.as_secs_f64();
        let (proofs, steps) = (self.proofs, self.steps);
        println!("{what}: {proofs} proofs, {steps} steps, {speed:.0} a second");
    }
}

fn judge() -> Option<Judge> {
    let batch = Batch::verified()?;
    let (steps, proofs, time) = (0, 0, Duration::ZERO);
    Some(Judge {
        batch,
        steps,
        proofs,
        time,
    })
}

#[test]
fn verified_checker_accepts_collection_proofs() {
    let library = standard_library().expect("the standard library loads");
    let board = Board::sudoku(NINE);
    let of = |uniqueness| Strategy {
        uniqueness,
        ..Strategy::default()
    };
    let rules = Solver::new(&board, &library, of(Uniqueness::Unused));
    let conditional = Solver::new(&board, &library, of(Uniqueness::Assumed));
    for name in [
        "top95.txt",
        "hardest11.txt",
        "top1465.sdm",
        "cb-000.tsv",
        "sudoku17.sdm",
    ] {
        let (Some(lines), Some(mut judge)) = (collection(name), judge()) else {
            continue;
        };
        for line in lines.iter().take(dosed_size(4)) {
            let puzzle = puzzle(NINE, &line.replace('0', "."));
            judge.accepts(name, &trace::prove(&rules, &puzzle).to_text());
            judge.accepts(name, &trace::prove(&conditional, &puzzle).to_text());
            judge.accepts(name, &prove(&puzzle, Limits::default()).to_text());
        }
        judge.report(name);
    }
}

/// Returns the puzzles of a file of the project.
fn puzzles(name: &str) -> Vec<Puzzle> {
    let options = ReadOptions {
        allow_clash: true,
        allow_empty: true,
    };
    let bytes = fs::read(root().join("puzzles").join(name)).expect("a file");
    let entries = read_puzzles_with(&Source::new(name, &bytes), options);
    entries
        .into_iter()
        .map(|entry| entry.puzzle.expect("a puzzle"))
        .collect()
}

#[test]
fn verified_checker_accepts_proofs_of_all_sizes() {
    let library = standard_library().expect("the standard library loads");
    let Some(mut judge) = judge() else {
        return;
    };
    let mut largest = 0;
    for name in ["sizes.txt", "odd.sdm", "sample.sdm"] {
        for puzzle in puzzles(name).iter().take(dosed_size(12)) {
            let solver = Solver::new(&puzzle.board, &library, Strategy::default());
            judge.accepts(name, &trace::prove(&solver, puzzle).to_text());
            judge.accepts(name, &prove(puzzle, Limits::default()).to_text());
            largest = largest.max(puzzle.board.size());
        }
    }
    judge.report("all sizes");
    assert_eq!(largest, 25);
}
