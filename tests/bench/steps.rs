//! Hashes of all steps that the engine takes on named sets of puzzles: the gate for changes to the
//! matcher.
//!
//! `cargo bench -p qedoku-core --bench steps -- SET...`, with sets such as `s17:2000`, `cb:1500`,
//! `top:60`, `request:10` or `examples`. Each set is printed with a hash of every step: technique,
//! bindings, truths, eliminations and certificate. A change of the matcher for speed or structure
//! must keep all hashes.
//!
//! A path set (`s17`, `cb`, `top`) is solved at both paces. `request:N` searches for every
//! technique in the positions where the default rules end, on the first N puzzles of te2, te3 and
//! hardest. `examples` searches for every technique on the boards of its own examples.
//! `request:N:RULE` and `examples:RULE` print the hash of one rule. Instructions are counted by
//! `valgrind --tool=callgrind` on smaller sets: `s17:40`, `cb:40`, `top:4`.
//!
//! The puzzles are in `../shared/data`. A set whose file is absent is reported as skipped.

use std::fmt::{Debug, Write};
use std::io::BufReader;
use std::path::PathBuf;

use qedoku_core::engine::{Pace, RuleStep, Solver, TechniqueId};
use qedoku_core::engine::{PathStep, Strategy};
use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::Reader;
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, standard_library};
use qedoku_core::matcher::{Match, Position};
use qedoku_core::trial;

/// FNV-1a over text, and the number of steps that went into it.
struct StepHash {
    value: u64,
    steps: usize,
    text: String,
}

impl StepHash {
    fn new() -> StepHash {
        StepHash {
            value: 0xcbf2_9ce4_8422_2325,
            steps: 0,
            text: String::new(),
        }
    }

    fn add(&mut self, part: &dyn Debug) {
        self.text.clear();
        write!(self.text, "{part:?};").expect("writing to a string");
        for byte in self.text.bytes() {
            self.value = (self.value ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_match(&mut self, technique: &Technique, found: &Match) {
        self.steps += 1;
        self.add(&technique.title);
        self.add(&(found.pattern, &found.bindings));
        self.add(&(&found.truths, &found.eliminations, &found.placements));
        self.add(&(&found.one_of, &found.used, &found.chains));
        for derived in found.derived.iter() {
            self.add(&(&derived.title, &derived.candidates, &derived.truths));
        }
        for part in &found.parts {
            self.add(&(&part.truths, &part.links, &part.cases));
            self.add(&(&part.deadly, part.by_templates, &part.eliminations));
        }
    }

    fn add_step(&mut self, solver: &Solver<'_>, step: &RuleStep) {
        self.add_match(solver.technique(step.technique), &step.found);
        for part in &step.certificate {
            self.add(&part.to_text(solver.board()));
        }
    }

    /// Adds all steps of a technique. For a match without a certificate, the reason is added.
    fn add_steps_of(&mut self, solver: &Solver<'_>, id: TechniqueId, position: &Position) {
        for step in solver.certified(id, position) {
            match step {
                Ok(step) => self.add_step(solver, &step),
                Err(refused) => self.add(&refused.to_string()),
            }
        }
    }

    fn print(&self, name: &str) {
        println!("{name}\t{:016x}\t{} steps", self.value, self.steps);
    }
}

fn puzzles_of(file: &str, count: usize) -> Option<Vec<Puzzle>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("../../../shared/data").join(file);
    let reader = Reader::new(file, BufReader::new(std::fs::File::open(path).ok()?));
    let puzzles = reader.filter_map(|entry| entry.puzzle.ok()).take(count);
    Some(puzzles.collect())
}

fn run_paths(library: &Library, name: &str, puzzles: &[Puzzle]) {
    for pace in [Pace::Step, Pace::Round] {
        let strategy = Strategy {
            pace,
            ..Strategy::default()
        };
        let mut hash = StepHash::new();
        let Some(first) = puzzles.first() else {
            continue;
        };
        let solver = Solver::new(&first.board, library, strategy);
        for puzzle in puzzles {
            let mut path = solver.path(puzzle);
            for step in path.by_ref() {
                match &step {
                    PathStep::Rule(step) => hash.add_step(&solver, step),
                    PathStep::Layouts(_) | PathStep::Search(_) => {
                        hash.add(&(step.certificate(), step.eliminations()));
                    }
                }
            }
            hash.add(path.claim());
        }
        hash.print(&format!("{name}:{pace:?}"));
    }
}

fn run_request(library: &Library, count: usize, only: Option<&str>) {
    let mut positions: Vec<Position> = Vec::new();
    for file in ["te2.txt", "te3.txt", "hardest.txt"] {
        let Some(puzzles) = puzzles_of(file, count) else {
            println!("{file}: skipped, there is no such file");
            continue;
        };
        for puzzle in puzzles {
            let easy = |t: &&Technique| !t.on_request && t.score < 200;
            let easy = Solver::with(&puzzle.board, library.techniques.iter().filter(easy));
            let mut position = Position::of(&puzzle);
            easy.run_at(Pace::Round, &mut position, |_| ());
            positions.push(position);
        }
    }
    let Some(first) = positions.first() else {
        return;
    };
    let board = std::sync::Arc::new(first.board().clone());
    let solver = Solver::with(&board, library.techniques.iter());
    for id in solver.ids() {
        let technique = solver.technique(id);
        if only.is_some_and(|name| *technique.rule != *name) {
            continue;
        }
        let mut hash = StepHash::new();
        let start = std::time::Instant::now();
        for position in &positions {
            // A technique with thousands of matches can take minutes, so only the first positions
            // are used.
            if start.elapsed().as_secs() > 600 {
                println!("{}: too slow", technique.title);
                break;
            }
            hash.add_steps_of(&solver, id, position);
        }
        hash.print(&format!("request:{}", technique.title));
        eprintln!(
            "{:10.3} s {}",
            start.elapsed().as_secs_f64(),
            technique.title
        );
    }
}

fn run_examples(library: &Library, only: Option<&str>) {
    for technique in &library.techniques {
        if only.is_some_and(|name| *technique.rule != *name) {
            continue;
        }
        let Some(rule) = library.rule(&technique.rule) else {
            continue;
        };
        let mut hash = StepHash::new();
        for puzzle in trial::boards(rule, technique) {
            let solver = Solver::with(&puzzle.board, [technique]);
            hash.add_steps_of(&solver, TechniqueId::FIRST, &Position::of(&puzzle));
        }
        hash.print(&format!("examples:{}", technique.title));
    }
}

fn main() {
    let library = standard_library().expect("the standard library loads");
    let sets = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    for set in sets {
        let mut parts = set.split(':');
        let kind = parts.next().unwrap_or_default();
        let rest: Vec<&str> = parts.collect();
        let count = rest.first().and_then(|n| n.parse().ok()).unwrap_or(10);
        let file = match kind {
            "s17" => "sudoku17.sdm",
            "cb" => "cb-000.tsv",
            "top" => "top1465.sdm",
            "request" => {
                run_request(&library, count, rest.get(1).copied());
                continue;
            }
            "examples" => {
                run_examples(&library, rest.first().copied());
                continue;
            }
            _ => {
                println!(
                    "{set}: there is no such set; use s17:N, cb:N, top:N, request:N or examples"
                );
                continue;
            }
        };
        match puzzles_of(file, count) {
            Some(puzzles) => run_paths(&library, &set, &puzzles),
            None => println!("{set}: skipped, there is no {file}"),
        }
    }
}
