//! Oracle for accepted proofs. It reads a well-formed file with its own simple parser and uses the
//! plain solver. It decides whether each step is *true*, not whether it *follows*.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use qedoku_check::Event;
use qedoku_tests::plain_solver::Plain;

/// Maximum number of solutions listed. If there are more, the plain solver is called for each
/// query.
const MAX_SOLUTIONS: usize = 300;

/// Maximum number of guesses per query.
const GUESSES: u64 = 3_000;

/// A cell and a digit, both from 0.
type Candidate = (usize, u8);

/// Judgement on an accepted file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The claim and every step are true.
    True,
    /// The file assumes that the puzzle has one solution, but it has several.
    Void,
    /// The plain solver cannot answer some query within the limit. All other answers are right.
    Unknown,
}

/// Cache of the solutions, by the header of the file.
#[derive(Default)]
pub struct Oracle {
    known: BTreeMap<String, Rc<Header>>,
}

struct Header {
    plain: Plain,
    /// Candidates of each cell, from the puzzle and the state.
    cells: Vec<u32>,
    solutions: Vec<Vec<u8>>,
    /// Whether the list of solutions is complete.
    complete: bool,
    /// True if the file makes a false assumption; `None` if unknown.
    void: Option<bool>,
    /// Whether some query had no answer.
    unknown: Cell<bool>,
}

impl Header {
    /// Returns whether no solution has all of these candidates.
    fn none_with(&self, fixed: &[Candidate]) -> bool {
        let has_all = |s: &Vec<u8>| fixed.iter().all(|&(cell, digit)| s[cell] == digit);
        if self.solutions.iter().any(has_all) {
            return false;
        }
        if self.complete {
            return true;
        }
        let mut cells = self.cells.clone();
        for &(cell, digit) in fixed {
            cells[cell] &= 1 << digit;
        }
        let found = self.plain.solutions_within(&cells, 1, GUESSES);
        self.unknown.set(self.unknown.get() || found.is_none());
        found.is_none_or(|solutions| solutions.is_empty())
    }

    /// Records that the answer needs all solutions, if the list is incomplete.
    fn needs_all(&self) {
        self.unknown.set(self.unknown.get() || !self.complete);
    }

    fn is_solution(&self, grid: &[u8]) -> bool {
        let allowed = grid
            .iter()
            .zip(&self.cells)
            .all(|(&d, &mask)| mask >> d & 1 == 1);
        allowed && self.plain.is_solution(grid)
    }

    fn candidate(&self, word: &str) -> Candidate {
        let (cell, digit) = (word.split_once("<>").or_else(|| word.split_once('=')))
            .unwrap_or_else(|| panic!("{word} is no candidate"));
        let (row, column) = cell[1..].split_once('c').expect("a cell");
        let index = |text: &str| text.parse::<usize>().expect("a number") - 1;
        (
            index(row) * self.plain.n() + index(column),
            self.grid(digit)[0],
        )
    }

    fn grid(&self, text: &str) -> Vec<u8> {
        let masks = self.plain.cells(text);
        masks
            .iter()
            .map(|mask| mask.trailing_zeros() as u8)
            .collect()
    }
}

impl Oracle {
    /// Judges a file that the checker accepted. An error describes a false statement.
    pub fn judge(&mut self, text: &[u8]) -> Result<Judgement, String> {
        let read = String::from_utf8_lossy(text);
        let counts = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let lines = read.split('\n').map(|l| l.strip_suffix('\r').unwrap_or(l));
        let lines: Vec<&str> = (lines.map(|l| l.trim_matches(' ')).filter(counts)).collect();
        let in_header = |line: &&&str| {
            let word = line.split(' ').next();
            ["qed", "board", "givens", "state", "assume"].contains(&word.unwrap_or(""))
        };
        let length = lines.iter().take_while(in_header).count();
        let (header, steps) = lines.split_at(length);
        let header = self.header(header);
        match header.void {
            Some(true) => return Ok(Judgement::Void),
            None => return Ok(Judgement::Unknown),
            Some(false) => {}
        }
        header.unknown.set(false);
        judge_steps(&header, steps)?;
        judge_events(&header, text)?;
        Ok(match header.unknown.get() {
            true => Judgement::Unknown,
            false => Judgement::True,
        })
    }

    fn header(&mut self, lines: &[&str]) -> Rc<Header> {
        let known = self.known.entry(lines.join("\n"));
        Rc::clone(known.or_insert_with(|| Rc::new(read_header(lines))))
    }
}

fn read_header(lines: &[&str]) -> Header {
    let words = |name: &str| -> Option<Vec<&str>> {
        let line = lines
            .iter()
            .find(|line| line.split(' ').next() == Some(name))?;
        Some(line.split(' ').filter(|w| !w.is_empty()).skip(1).collect())
    };
    let board = words("board").expect("a board");
    let (height, width) = board[1].split_once('x').expect("the shape of a box");
    let number = |text: &str| text.parse().expect("a number");
    let plain = Plain {
        height: number(height),
        width: number(width),
    };
    let givens = words("givens").map(|words| plain.cells(words[0]));
    let one_cell = |word: &&str| match *word {
        "-" => 0,
        digits => plain.cells(digits).iter().fold(0, |all, mask| all | mask),
    };
    let state = words("state").map(|w| w.iter().map(one_cell).collect::<Vec<u32>>());
    let puzzle = givens.or_else(|| state.clone()).expect("a puzzle");
    let cells: Vec<u32> = match &state {
        Some(state) => puzzle.iter().zip(state).map(|(a, b)| a & b).collect(),
        None => puzzle.clone(),
    };
    let found = plain.solutions_within(&cells, MAX_SOLUTIONS + 1, 10 * GUESSES);
    let complete = found
        .as_ref()
        .is_some_and(|found| found.len() <= MAX_SOLUTIONS);
    let solutions = found.unwrap_or_default();
    let void = match words("assume") {
        Some(_) => (plain.solutions_within(&puzzle, 2, GUESSES)).map(|found| found.len() > 1),
        None => Some(false),
    };
    Header {
        plain,
        cells,
        solutions,
        complete,
        void,
        unknown: Cell::new(false),
    }
}

/// Asserts that every step is true in all solutions that agree with the open suppositions.
fn judge_steps(header: &Header, lines: &[&str]) -> Result<(), String> {
    let mut assumed: Vec<Candidate> = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split(' ').filter(|w| !w.is_empty()).collect();
        let lists: Vec<&[&str]> = words[1..].split(|w| *w == ":").collect();
        let with = |assumed: &[Candidate], more: Candidate| [assumed, &[more]].concat();
        let holds = match words[0] {
            "count" => (lists[0].iter())
                .all(|target| header.none_with(&with(&assumed, header.candidate(target)))),
            "single" => {
                let (cell, digit) = header.candidate(words[1]);
                let others = (0..header.plain.n() as u8).filter(|&d| d != digit);
                { others }
                    .filter(|d| header.cells[cell] >> d & 1 == 1)
                    .all(|other| header.none_with(&with(&assumed, (cell, other))))
            }
            "suppose" => {
                assumed.push(header.candidate(words[1]));
                true
            }
            "refuted" => {
                let refuted = header.none_with(&assumed);
                assumed.pop().expect("an open suppose");
                refuted
            }
            "deadly" => {
                let set: Vec<Candidate> = lists[1].iter().map(|w| header.candidate(w)).collect();
                header.none_with(&set)
            }
            "claim" => match words[1] {
                "unique" => {
                    let grid = header.grid(words[2]);
                    let others = || header.solutions.iter().filter(|&s| *s != grid).count();
                    header.needs_all();
                    header.is_solution(&grid) && others() == 0
                }
                "none" => {
                    header.needs_all();
                    header.solutions.is_empty()
                }
                "many" => {
                    let grids = [words[2], words[3]].map(|text| header.grid(text));
                    grids[0] != grids[1] && grids.iter().all(|grid| header.is_solution(grid))
                }
                "open" => true,
                other => return Err(format!("there is no claim {other}")),
            },
            other => return Err(format!("there is no step {other}")),
        };
        if !holds {
            return Err(format!("this is false: {line}"));
        }
    }
    if assumed.is_empty() {
        Ok(())
    } else {
        Err("a suppose is open at the end".into())
    }
}

/// Asserts that no candidate of a solution is in the eliminations that the checker reports.
fn judge_events(header: &Header, text: &[u8]) -> Result<(), String> {
    let mut false_ones = Vec::new();
    let mut names: Vec<Candidate> = Vec::new();
    let n = header.plain.n();
    let mut observe = |event: Event<'_>| match event {
        Event::Start(board, live) => {
            // The candidates by name, in the order of the checker's numbers.
            for (row, column) in (1..=n).flat_map(|r| (1..=n).map(move |c| (r, c))) {
                for digit in &"123456789ABCDEFGHIJKLMNOP"[..n].chars().collect::<Vec<_>>() {
                    let name = format!("r{row}c{column}={digit}");
                    let theirs = board.candidate(&name, "=").expect("a candidate");
                    let ours = header.candidate(&name);
                    names.resize(names.len().max(theirs.index() + 1), (0, 0));
                    names[theirs.index()] = ours;
                    let has = |s: &Vec<u8>| s[ours.0] == ours.1;
                    if !live.has(theirs) && header.solutions.iter().any(has) {
                        false_ones.push(format!("{name} is not live at the start"));
                    }
                }
            }
        }
        Event::Step(placed, before, after) => {
            for gone in before.minus(after).iter().map(|c| names[c.index()]) {
                if !header.none_with(&[gone]) {
                    false_ones.push(format!("{gone:?} is gone, but possible"));
                }
            }
            if let Some((cell, digit)) = placed.map(|c| names[c.index()]) {
                let other = |s: &Vec<u8>| s[cell] != digit;
                if header.solutions.iter().any(other) {
                    false_ones.push(format!("{digit} is placed in cell {cell}, but not forced"));
                }
            }
        }
    };
    qedoku_check::check_with(text, &mut observe).expect("reading from memory");
    match false_ones.pop() {
        Some(what) => Err(what),
        None => Ok(()),
    }
}
