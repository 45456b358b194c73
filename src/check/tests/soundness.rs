//! No accepted proof eliminates a candidate of a solution: random steps against all 288 grids of
//! the 4x4 board.

use crate::common::{is_accepted, verdict};
use qedoku_check::{Claim, Event, Verdict, check_with};

/// A grid: for each cell its digit, counted from 0.
pub type Grid = [usize; 16];

/// Pseudo-random numbers, the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    /// A row, column and digit, all counted from 1.
    pub fn candidate(&mut self) -> [usize; 3] {
        [1, 1, 1].map(|_| self.below(4) + 1)
    }

    /// One of the four groups of a candidate.
    pub fn group_of(&mut self, [row, column, digit]: [usize; 3]) -> String {
        match self.below(4) {
            0 => format!("r{row}c{column}"),
            1 => format!("{digit}r{row}"),
            2 => format!("{digit}c{column}"),
            _ => format!("{digit}b{}", 2 * ((row - 1) / 2) + (column - 1) / 2 + 1),
        }
    }

    pub fn group(&mut self) -> String {
        let candidate = self.candidate();
        self.group_of(candidate)
    }

    pub fn single(&mut self) -> String {
        let candidate = self.candidate();
        format!(
            "single {} : {}",
            name(candidate, "="),
            self.group_of(candidate)
        )
    }

    /// A count whose first links contain its target, with arbitrary truths.
    pub fn count(&mut self) -> String {
        let target = self.candidate();
        let mut line = format!("count {}", name(target, "<>"));
        if self.below(4) == 0 {
            line += &format!(" {}", name(self.candidate(), "<>"));
        }
        line += " :";
        for index in 0..=self.below(4) {
            let multiplier = ["", "", "", "2*", "3*"][self.below(5)];
            let link = if index < 2 {
                self.group_of(target)
            } else {
                self.group()
            };
            line += &format!(" -{multiplier}{link} +{multiplier}{}", self.group());
        }
        line
    }

    /// One step, or a suppose with a few steps in it.
    fn step(&mut self) -> String {
        match self.below(4) {
            0 => self.single() + "\n",
            1 => {
                let candidate = name(self.candidate(), "=");
                let inner = [String::new(), self.count(), self.single()][self.below(3)].clone();
                format!("suppose {candidate}\n{inner}\nrefuted {}\n", self.group())
            }
            _ => self.count() + "\n",
        }
    }
}

pub fn name([row, column, digit]: [usize; 3], relation: &str) -> String {
    format!("r{row}c{column}{relation}{digit}")
}

pub fn grids() -> Vec<Grid> {
    fn fill(cell: usize, grid: &mut Grid, found: &mut Vec<Grid>) {
        if cell == 16 {
            found.push(*grid);
            return;
        }
        let box_of = |cell: usize| (cell / 8, cell % 4 / 2);
        for digit in 0..4 {
            let clashes = |other: usize| {
                let line = other / 4 == cell / 4 || other % 4 == cell % 4;
                grid[other] == digit && (line || box_of(other) == box_of(cell))
            };
            if !(0..cell).any(clashes) {
                grid[cell] = digit;
                fill(cell + 1, grid, found);
            }
        }
    }
    let mut found = Vec::new();
    fill(0, &mut [0; 16], &mut found);
    assert_eq!(found.len(), 288);
    found
}

pub fn text_of(grid: &Grid) -> String {
    grid.iter().map(|digit| (digit + 1).to_string()).collect()
}

/// The header and the solutions of a state with random candidates, and sometimes with a whole grid.
fn puzzle(random: &mut Random, grids: &[Grid], percent: usize) -> (String, Vec<Grid>) {
    let hidden = (random.below(5) > 0).then(|| grids[random.below(288)]);
    let in_grid = |index: usize| hidden.is_some_and(|grid| grid[index / 4] == index % 4);
    let live = (0..64).map(|index| in_grid(index) || random.below(100) < percent);
    let live: Vec<bool> = live.collect();
    let mut header = String::from("qed 1\nboard sudoku 2x2\nstate");
    for cell in live.chunks(4) {
        let digits = (0..4).filter(|&digit| cell[digit]);
        let digits: String = digits.map(|digit| (digit + 1).to_string()).collect();
        header += " ";
        header += if digits.is_empty() { "-" } else { &digits };
    }
    let possible = |grid: &&Grid| (0..16).all(|cell| live[cell * 4 + grid[cell]]);
    (
        header + "\n",
        grids.iter().filter(possible).copied().collect(),
    )
}

/// Extends a proof by random steps. Returns it with the number of eliminated candidates. Each
/// elimination is checked against the solutions.
fn grow(random: &mut Random, header: &str, solutions: &[Grid], tries: usize) -> (String, usize) {
    let mut proof = header.to_string();
    for _ in 0..tries {
        let longer = proof.clone() + &random.step();
        if is_accepted(longer.clone() + "claim open\n") {
            proof = longer;
        }
    }
    let mut eliminated = Vec::new();
    let mut observe = |event: Event<'_>| {
        if let Event::Step(_, before, after) = event {
            eliminated.extend(
                before
                    .minus(after)
                    .iter()
                    .map(|candidate| candidate.index()),
            );
        }
    };
    let open = proof.clone() + "claim open\n";
    check_with(open.as_bytes(), &mut observe).expect("memory can be read");
    for grid in solutions {
        for &candidate in &eliminated {
            let (cell, digit) = (candidate / 4, candidate % 4);
            assert_ne!(
                grid[cell],
                digit,
                "{open}\neliminates from {}",
                text_of(grid)
            );
        }
    }
    (proof, eliminated.len())
}

#[test]
fn random_steps_never_eliminate_a_candidate_of_a_solution() {
    let (grids, mut random) = (grids(), Random(1));
    let (mut eliminated, mut with_solutions) = (0, 0);
    for round in 0..150 {
        let (header, solutions) = puzzle(&mut random, &grids, 20 + round % 60);
        let (proof, found) = grow(&mut random, &header, &solutions, 400);
        if !solutions.is_empty() {
            with_solutions += 1;
            eliminated += found;
        }
        // The claimed number of solutions must be true as well.
        for grid in &grids {
            let claim = format!("{proof}claim unique {}\n", text_of(grid));
            if let Verdict::Accepted(accepted) = verdict(claim) {
                assert_eq!(accepted.claim, Claim::Unique(text_of(grid)));
                assert_eq!(solutions, [*grid]);
            }
        }
        for group in 0..16 {
            let claim = format!("{proof}claim none : r{}c{}\n", group / 4 + 1, group % 4 + 1);
            assert!(solutions.is_empty() || !is_accepted(claim));
        }
    }
    assert!(
        with_solutions > 20,
        "only {with_solutions} states have solutions"
    );
    assert!(
        eliminated > 100,
        "only {eliminated} candidates were eliminated"
    );
}

#[test]
fn deadly_sets_never_eliminate_the_only_solution() {
    let (grids, mut random) = (grids(), Random(7));
    let (mut defined, mut used, mut tried) = (0, 0, 0);
    while tried < 150 {
        // Some cells of a grid are given, as few as leave one solution.
        let solution = grids[random.below(288)];
        let shown: Vec<bool> = (0..16).map(|_| random.below(100) < 38).collect();
        let fits = |grid: &&Grid| (0..16).all(|cell| !shown[cell] || grid[cell] == solution[cell]);
        if grids.iter().filter(fits).count() != 1 {
            continue;
        }
        tried += 1;
        let given = |cell: usize| if shown[cell] { solution[cell] + 1 } else { 0 };
        let givens: String = (0..16).map(|cell| given(cell).to_string()).collect();
        let givens = givens.replace('0', ".");
        let header = format!("qed 1\nboard sudoku 2x2\ngivens {givens}\nassume unique\n");
        let (mut proof, _) = grow(&mut random, &header, &[solution], 40);
        for _ in 0..200 {
            // A rectangle with two digits, in any two rows and columns.
            let [top, bottom, left, right] = [1, 1, 1, 1].map(|_| random.below(4) + 1);
            let (x, y) = (random.below(4) + 1, random.below(4) + 1);
            let list = |x, y| {
                let cells = [
                    (top, left, x),
                    (top, right, y),
                    (bottom, left, y),
                    (bottom, right, x),
                ];
                cells
                    .map(|(row, column, digit)| format!("r{row}c{column}={digit}"))
                    .join(" ")
            };
            let mut longer = format!("{proof}deadly d1 : {} : {}\n", list(x, y), list(y, x));
            if !is_accepted(longer.clone() + "claim open\n") {
                continue;
            }
            defined += 1;
            let links = format!("-{y}r{top} -2*{x}c{right} -{x}r{bottom}");
            let truths = format!("+r{top}c{left} +2*r{top}c{right} +r{bottom}c{left}");
            longer += &format!("count r{bottom}c{right}<>{x} : {truths} -d1 {links}\n");
            if is_accepted(longer.clone() + "claim open\n") {
                used += 1;
                proof = longer;
            }
        }
        grow(&mut random, &proof, &[solution], 30);
    }
    assert!(defined > 100, "only {defined} deadly sets were defined");
    assert!(used > 3, "only {used} deadly sets were used");
}
