//! Variant puzzles made from a random solution, determined by a seed.
//!
//! The solution gives the clues: a killer cage has the sum of its cells. While there are several
//! solutions, a given is added where two of them differ. In the end every redundant given is
//! removed.

use std::fmt::Write as _;

use super::error::VariantError;
use super::path::count;
use super::text::{Variant, read_variant};
use crate::engine::random::Random;
use crate::grid::{Board, Cell, Digit, Shape};

/// Maximum number of suppositions per search for two solutions.
const MAX_CREATE_SUPPOSES: u64 = 3_000;
/// Maximum number of attempts to find a solution for the board of a kind.
const MAX_DRAWS: usize = 50;
/// Maximum number of cells of a cage.
const MAX_CAGE: usize = 5;
/// Percentage of the pairs that get a dot.
const DOTS: usize = 60;

/// The kinds of puzzles that can be made.
pub const CREATABLE_KINDS: [&str; 14] = [
    "killer",
    "kropki",
    "thermo",
    "arrow",
    "whispers",
    "renban",
    "xv",
    "quadruple",
    "sandwich",
    "little-killer",
    "between",
    "diagonal",
    "jigsaw",
    "anti-knight",
];

/// The board and the houses of a kind.
fn base(kind: &str, size: Shape) -> String {
    let Shape { height, width } = size;
    let n = size.size();
    let mut text = format!("board sudoku {height}x{width}\n");
    match kind {
        "diagonal" => {
            let falling = (1..=n).map(|it| format!(" r{it}c{it}"));
            let rising = (1..=n).map(|it| format!(" r{it}c{}", n + 1 - it));
            let (falling, rising): (String, String) = (falling.collect(), rising.collect());
            let _ = write!(text, "house g1 :{falling}\nhouse g2 :{rising}\n");
        }
        "anti-knight" => text += "all knight !=\n",
        _ => {}
    }
    text
}

/// A jigsaw: regions that exchange cells along their borders.
fn jigsaw(size: Shape, random: &mut Random) -> String {
    let n = size.size();
    let own = |at: usize| at / n / size.height * size.height + at % n / size.width;
    let mut regions: Vec<usize> = (0..n * n).map(own).collect();
    let beside = |at: usize| {
        let (row, column) = (at / n, at % n);
        let up = (row > 0).then(|| at - n);
        let down = (row + 1 < n).then(|| at + n);
        let left = (column > 0).then(|| at - 1);
        let right = (column + 1 < n).then(|| at + 1);
        [up, down, left, right].into_iter().flatten()
    };
    let is_connected = |regions: &[usize], region: usize| {
        let cells: Vec<usize> = (0..n * n).filter(|&at| regions[at] == region).collect();
        let mut seen = vec![cells[0]];
        let mut next = 0;
        while let Some(&at) = seen.get(next) {
            next += 1;
            for other in beside(at) {
                if regions[other] == region && !seen.contains(&other) {
                    seen.push(other);
                }
            }
        }
        seen.len() == cells.len()
    };
    for _ in 0..40 * n {
        let (one, other) = (random.below(n * n), random.below(n * n));
        let (a, b) = (regions[one], regions[other]);
        let touches = |at: usize, region: usize| beside(at).any(|it| regions[it] == region);
        if a == b || !touches(one, b) || !touches(other, a) {
            continue;
        }
        regions.swap(one, other);
        if !is_connected(&regions, a) || !is_connected(&regions, b) {
            regions.swap(one, other);
        }
    }
    let mut text = format!("board latin {n}\n");
    for region in 0..n {
        let cells = (0..n * n).filter(|&at| regions[at] == region);
        let cells: String = cells
            .map(|at| format!(" r{}c{}", at / n + 1, at % n + 1))
            .collect();
        let _ = writeln!(text, "house b{} :{cells}", region + 1);
    }
    text
}

/// Makes a puzzle of a kind. `None` if no attempt leads to a solution.
pub fn create_variant(kind: &str, size: Shape, seed: u64) -> Result<Option<Variant>, VariantError> {
    let mut random = Random::new(seed);
    for _ in 0..MAX_DRAWS {
        let base = match kind {
            "jigsaw" => jigsaw(size, &mut random),
            _ => base(kind, size),
        };
        let order = random.order(size.size());
        let first: String = order.iter().map(|&it| Digit::new(it).to_char()).collect();
        let rest = ".".repeat(size.size() * (size.size() - 1));
        let mut text = base.clone();
        let _ = writeln!(text, "givens {first}{rest}");
        let (found, _) = count(&read_variant(&text, &[])?, 1, MAX_CREATE_SUPPOSES);
        let Some(solution) = found.into_iter().next() else {
            continue;
        };
        let puzzle = read_variant(&base, &[])?;
        let mut maker = ClueMaker {
            board: &puzzle.header.board,
            solution: &solution,
            random: &mut random,
            used: Vec::new(),
            lines: Vec::new(),
        };
        maker.clues(kind);
        let text = base + &maker.lines.concat();
        let puzzle = with_givens(read_variant(&text, &[])?, &solution, &mut random);
        if puzzle.is_some() {
            return Ok(puzzle);
        }
    }
    Ok(None)
}

/// The puzzle with the givens that make its solution unique, without redundant givens.
fn with_givens(mut puzzle: Variant, solution: &[Digit], random: &mut Random) -> Option<Variant> {
    loop {
        let (found, is_complete) = count(&puzzle, 2, MAX_CREATE_SUPPOSES);
        let differs = |at: &usize| found.iter().any(|it| it[*at] != solution[*at]);
        let cells: Vec<usize> = (0..solution.len()).filter(differs).collect();
        let is_unique = cells.is_empty() && found.len() == 1 && is_complete;
        let givens = puzzle.header.givens.as_mut()?;
        if is_unique {
            break;
        }
        let open: Vec<usize> = match cells.is_empty() {
            true => (0..givens.len())
                .filter(|&at| givens[at].is_none())
                .collect(),
            false => cells,
        };
        let &cell = open.get(random.below(open.len()))?;
        givens[cell] = Some(solution[cell]);
    }
    for cell in random.order(solution.len()) {
        let givens = puzzle.header.givens.as_mut()?;
        let Some(given) = givens[cell].take() else {
            continue;
        };
        let (found, is_complete) = count(&puzzle, 2, MAX_CREATE_SUPPOSES);
        if found.len() != 1 || !is_complete {
            puzzle.header.givens.as_mut()?[cell] = Some(given);
        }
    }
    Some(puzzle)
}

struct ClueMaker<'p> {
    board: &'p Board,
    solution: &'p [Digit],
    random: &'p mut Random,
    /// The cells that are already part of a clue.
    used: Vec<usize>,
    lines: Vec<String>,
}

impl ClueMaker<'_> {
    fn value(&self, cell: usize) -> usize {
        self.solution[cell].index() + 1
    }

    fn names(&self, cells: &[usize]) -> String {
        let name = |&cell: &usize| self.board.cell_name(Cell::new(cell));
        cells.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    fn add(&mut self, kind: &str, letter: &str, argument: &str, cells: &[usize]) {
        let (number, names) = (self.lines.len() + 1, self.names(cells));
        let line = format!("{kind} {letter}{number} {argument}: {names}\n");
        self.lines.push(line.replace("  ", " "));
    }

    /// The cells beside a cell, also diagonally if `king`.
    fn beside(&self, cell: usize, king: bool) -> Vec<usize> {
        let n = self.board.size();
        let (row, column) = (cell / n, cell % n);
        let near = |other: usize| {
            let (down, right) = ((other / n).abs_diff(row), (other % n).abs_diff(column));
            down.max(right) == 1 && (king || down + right == 1)
        };
        (0..n * n).filter(|&other| near(other)).collect()
    }

    /// A path from a random unused cell whose consecutive cells are `related`.
    fn walk(&mut self, most: usize, related: impl Fn(usize, usize) -> bool) -> Vec<usize> {
        let start = self.random.below(self.solution.len());
        if self.used.contains(&start) {
            return Vec::new();
        }
        let mut path = vec![start];
        while path.len() < most {
            let last = path[path.len() - 1];
            let mut next = self.beside(last, true);
            next.retain(|it| !path.contains(it) && !self.used.contains(it));
            next.retain(|&it| related(self.value(last), self.value(it)));
            let Some(&chosen) = next.get(self.random.below(next.len())) else {
                break;
            };
            path.push(chosen);
        }
        path
    }

    fn clues(&mut self, kind: &str) {
        let n = self.board.size();
        match kind {
            "killer" => self.cages(),
            "kropki" | "xv" => self.dots(kind),
            "quadruple" => self.quadruples(),
            "sandwich" => self.sandwiches(),
            "little-killer" => self.little_killers(),
            "diagonal" | "jigsaw" | "anti-knight" => {}
            _ => {
                for _ in 0..3 * n {
                    self.line(kind);
                }
            }
        }
    }

    /// One line of a kind, if the random place has room for it.
    fn line(&mut self, kind: &str) {
        let n = self.board.size();
        let far = if n == 9 { 5 } else { n / 2 };
        let path = match kind {
            "thermo" => self.walk(n.min(7), |a, b| a < b),
            "whispers" => self.walk(n.min(6), |a, b| a.abs_diff(b) >= far),
            "arrow" => self.walk(4, |_, _| true),
            _ => self.walk(n.min(5), |_, _| true),
        };
        if path.len() < 3 {
            return;
        }
        let values: Vec<usize> = path.iter().map(|&it| self.value(it)).collect();
        let (least, most) = (values.iter().min().copied(), values.iter().max().copied());
        let spread = most.unwrap_or(0) - least.unwrap_or(0);
        let mut different = values.clone();
        different.sort_unstable();
        different.dedup();
        match kind {
            "thermo" => self.add("path", "t", "< ", &path),
            "whispers" => self.add("path", "w", &format!("d>={far} "), &path),
            "arrow" if values[0] == values[1..].iter().sum::<usize>() => {
                let number = self.lines.len() + 1;
                let names = self.names(&path).replace(' ', " -");
                self.lines.push(format!("sum a{number} 0 : {names}\n"));
            }
            "renban" if different.len() == path.len() && spread + 1 == path.len() => {
                self.add("every", "n", &format!("d<={spread} "), &path);
                self.add("different", "u", "", &path);
            }
            "between" => {
                let (first, last) = (values[0], values[values.len() - 1]);
                let (low, high) = (first.min(last), first.max(last));
                let inner = &values[1..values.len() - 1];
                if !inner.iter().all(|it| (low + 1..high).contains(it)) {
                    return;
                }
                self.add("between", "e", "", &path);
            }
            _ => return,
        }
        self.used.extend(path);
    }

    fn cages(&mut self) {
        for start in self.random.order(self.solution.len()) {
            if self.used.contains(&start) {
                continue;
            }
            let size = 2 + self.random.below(MAX_CAGE - 1);
            let mut cage = vec![start];
            while cage.len() < size {
                let mut next: Vec<usize> = { cage.iter() }
                    .flat_map(|&it| self.beside(it, false))
                    .filter(|it| !cage.contains(it) && !self.used.contains(it))
                    .collect();
                let values: Vec<usize> = cage.iter().map(|&it| self.value(it)).collect();
                next.retain(|&it| !values.contains(&self.value(it)));
                let Some(&chosen) = next.get(self.random.below(next.len())) else {
                    break;
                };
                cage.push(chosen);
            }
            cage.sort_unstable();
            let sum: usize = cage.iter().map(|&it| self.value(it)).sum();
            self.add("cage", "k", &format!("{sum} "), &cage);
            self.used.extend(cage);
        }
    }

    fn dots(&mut self, kind: &str) {
        for cell in 0..self.solution.len() {
            for other in self.beside(cell, false) {
                let (a, b) = (self.value(cell), self.value(other));
                let relation = match kind {
                    "xv" if a + b == 10 => "s=10 ",
                    "xv" if a + b == 5 => "s=5 ",
                    "kropki" if a.abs_diff(b) == 1 => "d=1 ",
                    "kropki" if a == 2 * b || b == 2 * a => "r=2 ",
                    _ => continue,
                };
                if other > cell && self.random.below(100) < DOTS {
                    self.add("path", "d", relation, &[cell, other]);
                }
            }
        }
    }

    fn quadruples(&mut self) {
        let n = self.board.size();
        for _ in 0..2 * n {
            let at = self.random.below(n * n);
            if at % n + 1 == n || at / n + 1 == n {
                continue;
            }
            let cells = [at, at + 1, at + n, at + n + 1];
            let kept = 2 + self.random.below(3);
            let mut values: Vec<usize> = cells.iter().map(|&it| self.value(it)).collect();
            values.truncate(kept);
            values.sort_unstable();
            let values: String = values.iter().map(usize::to_string).collect();
            self.add("has", "q", &format!("{values} "), &cells);
        }
    }

    fn sandwiches(&mut self) {
        let n = self.board.size();
        for line in 0..2 * n {
            let cells: Vec<usize> = match line < n {
                true => (0..n).map(|it| line * n + it).collect(),
                false => (0..n).map(|it| it * n + line - n).collect(),
            };
            let values: Vec<usize> = cells.iter().map(|&it| self.value(it)).collect();
            let is_bread = |it: &usize| *it == 1 || *it == n;
            let first = values.iter().position(is_bread).unwrap_or(0);
            let last = values.iter().rposition(is_bread).unwrap_or(0);
            let sum: usize = values[first + 1..last.max(first + 1)].iter().sum();
            self.add("sandwich", "i", &format!("{sum} "), &cells);
        }
    }

    fn little_killers(&mut self) {
        let n = self.board.size();
        for start in 0..n - 1 {
            let along_top: Vec<usize> = (0..n - start).map(|it| it * n + start + it).collect();
            let from_right = (0..n - start)
                .map(|it| (start + it) * n + n - 1 - it)
                .collect();
            for cells in [along_top, from_right] {
                let sum: usize = cells.iter().map(|&it| self.value(it)).sum();
                self.add("sum", "l", &format!("{sum} "), &cells);
            }
        }
    }
}
