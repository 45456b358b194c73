//! The contestants of a comparison, and the turns in which they are timed.

use std::hint::black_box;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use cpu_time::ThreadTime;
use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::engine::{Pace, Solver};
use qedoku_core::grid::text::Reader;
use qedoku_core::grid::{Board, Digit, Puzzle, Shape};
use qedoku_core::lang::{Library, standard_library};
use qedoku_core::matcher::Position;
use sudoku::Sudoku;
use sudoku::strategy::{Strategy, StrategySolver};

/// Techniques that both solvers have.
pub const BASIC: [&str; 9] = [
    "naked_single",
    "hidden_single",
    "locked_candidates_1",
    "locked_candidates_2",
    "naked_subset",
    "hidden_subset",
    "fish",
    "xy_wing",
    "xyz_wing",
];

/// The peer's names of these techniques, in the order in which it tries them.
const STRATEGIES: [Strategy; 14] = [
    Strategy::NakedSingles,
    Strategy::HiddenSingles,
    Strategy::LockedCandidates,
    Strategy::NakedPairs,
    Strategy::XWing,
    Strategy::HiddenPairs,
    Strategy::NakedTriples,
    Strategy::Swordfish,
    Strategy::HiddenTriples,
    Strategy::XyWing,
    Strategy::XyzWing,
    Strategy::NakedQuads,
    Strategy::Jellyfish,
    Strategy::HiddenQuads,
];

/// Number of puzzles in one turn.
const TURN: usize = 50;

static BOARD: LazyLock<Arc<Board>> = LazyLock::new(|| {
    Board::sudoku(Shape {
        height: 3,
        width: 3,
    })
});

pub static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| standard_library().expect("the standard library loads"));

/// Puzzles in the forms that both solvers read.
pub struct Puzzles {
    /// Name of the collection.
    pub name: String,
    ours: Vec<Puzzle>,
    theirs: Vec<Sudoku>,
}

impl Puzzles {
    /// Reads the first `count` puzzles of a file.
    pub fn read(path: &Path, count: usize) -> Puzzles {
        let file = std::fs::File::open(path).expect("a readable file of puzzles");
        let reader = Reader::new("puzzles", std::io::BufReader::new(file));
        let nine = |puzzle: &Puzzle| puzzle.board.size() == 9 && puzzle.givens.is_some();
        let ours: Vec<Puzzle> = (reader.filter_map(|entry| entry.puzzle.ok()))
            .filter(nine)
            .take(count)
            .collect();
        let theirs = ours.iter().map(|puzzle| {
            let line = puzzle.line().expect("a puzzle of givens");
            Sudoku::from_str_line(&line).expect("81 cells")
        });
        Puzzles {
            name: path
                .file_name()
                .map_or(String::new(), |n| n.to_string_lossy().into_owned()),
            theirs: theirs.collect(),
            ours,
        }
    }

    /// Returns the number of puzzles.
    pub fn len(&self) -> usize {
        self.ours.len()
    }
}

/// Answer of a contestant for a puzzle: the digits of the solution, or `None`.
type Answer = Option<Vec<u8>>;

/// Function that solves a puzzle, given in the forms of Qedoku and of the peer.
type Work = Box<dyn FnMut(&Puzzle, Sudoku) -> Answer>;

/// A solver with one choice of settings.
pub struct Contestant {
    pub name: &'static str,
    work: Work,
}

/// A comparison. The first contestant is the peer, with which the others are compared.
pub struct Contest(pub Vec<Contestant>);

impl Contest {
    /// Returns the comparison with this name.
    pub fn of(part: &str) -> Contest {
        Contest(match part {
            "rules" => vec![
                Contestant::new("sudoku, its strategies", |_, peer| {
                    let solved = StrategySolver::from_sudoku(peer).solve(&STRATEGIES).ok()?;
                    Some(solved.0.to_bytes().to_vec())
                }),
                Contestant::rules("Qedoku, the same techniques", Pace::Step),
                Contestant::rules("the same, round by round", Pace::Round),
            ],
            _ => vec![
                // The limit of two solutions shows whether the solution is unique.
                Contestant::new("sudoku, plain search", |_, peer| {
                    match &peer.solutions_up_to(2)[..] {
                        [only] => Some(only.to_bytes().to_vec()),
                        _ => None,
                    }
                }),
                Contestant::search("Qedoku, plain search", false),
                Contestant::search("the same, with its proof", true),
            ],
        })
    }

    /// Compares the answers of all contestants, then times them in turns.
    pub fn run(&mut self, puzzles: &Puzzles) {
        self.verify(puzzles);
        let turns: Vec<usize> = (0..puzzles.len()).step_by(TURN).collect();
        let mut times: Vec<Vec<Duration>> = vec![Vec::new(); self.0.len()];
        for (number, &start) in turns.iter().enumerate() {
            let end = (start + TURN).min(puzzles.len());
            // The first contestant of a round finds cold caches, so the order rotates.
            for shift in 0..self.0.len() {
                let who = (number + shift) % self.0.len();
                let begun = ThreadTime::now();
                for index in start..end {
                    black_box(self.0[who].answer(puzzles, index));
                }
                times[who].push(begun.elapsed());
            }
        }
        for (contestant, own) in self.0.iter().zip(&times) {
            let total: Duration = own.iter().sum();
            let rate = puzzles.len() as f64 / total.as_secs_f64();
            let name = contestant.name;
            println!(
                "{name:30} {rate:9.0} a second, {:5.2} times its peer",
                median_ratio(&times[0], own)
            );
        }
    }

    /// Asserts that every answer is the only solution of its puzzle.
    fn verify(&mut self, puzzles: &Puzzles) {
        let mut solved = vec![0; self.0.len()];
        let mut search = Search::new(&BOARD, Limits::default());
        for index in 0..puzzles.len() {
            let Outcome::Unique(solution) = search.solve(&puzzles.ours[index].state()) else {
                panic!("a puzzle of the benchmark has not one solution");
            };
            let solution = bytes(&solution);
            for (contestant, solved) in self.0.iter_mut().zip(&mut solved) {
                if let Some(answer) = contestant.answer(puzzles, index) {
                    assert_eq!(answer, solution, "{} is wrong", contestant.name);
                    *solved += 1;
                }
            }
        }
        println!("solved by each, all of it right: {solved:?}");
        let differ = |other: &usize| other.abs_diff(solved[0]) * 50 > puzzles.len();
        assert!(
            !solved.iter().any(differ),
            "they do not solve the same puzzles"
        );
    }
}

impl Contestant {
    fn new(
        name: &'static str,
        work: impl FnMut(&Puzzle, Sudoku) -> Answer + 'static,
    ) -> Contestant {
        Contestant {
            name,
            work: Box::new(work),
        }
    }

    fn rules(name: &'static str, pace: Pace) -> Contestant {
        let basic = LIBRARY.techniques.iter();
        let solver = Solver::with(&BOARD, basic.filter(|t| BASIC.contains(&&*t.rule)));
        Contestant::new(name, move |puzzle, _| {
            let mut position = Position::of(puzzle);
            solver.run_at(pace, &mut position, |step| {
                black_box(&step.certificate);
            });
            let state = position.state();
            let solution = position.is_complete().then(|| state.solution(&BOARD));
            Some(bytes(&solution??))
        })
    }

    fn search(name: &'static str, with_proof: bool) -> Contestant {
        let mut search = Search::new(&BOARD, Limits::default());
        Contestant::new(name, move |puzzle, _| {
            let outcome = match with_proof {
                true => search.prove_puzzle(puzzle),
                false => search.solve_puzzle(puzzle),
            };
            black_box(&search.steps);
            match outcome {
                Outcome::Unique(solution) => Some(bytes(&solution)),
                _ => None,
            }
        })
    }

    /// Returns the contestant's answer for a puzzle.
    pub fn answer(&mut self, puzzles: &Puzzles, index: usize) -> Answer {
        (self.work)(&puzzles.ours[index], puzzles.theirs[index])
    }
}

fn bytes(solution: &[Digit]) -> Vec<u8> {
    solution.iter().map(|d| d.index() as u8 + 1).collect()
}

/// Returns the median over all turns of the peer's time divided by our own.
fn median_ratio(peer: &[Duration], own: &[Duration]) -> f64 {
    let ratio = |(peer, own): (&Duration, &Duration)| peer.as_secs_f64() / own.as_secs_f64();
    let mut ratios: Vec<f64> = peer.iter().zip(own).map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}
