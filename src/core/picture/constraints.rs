//! The constraints of a variant as setters draw them: dashed cages with their sums, thermometers,
//! arrows, dots, lines, shaded regions, and clues outside of the grid.
//!
//! `cage k1 15 : r1c5 r1c6` is a dashed outline with a small 15 in its first cell.

use super::layout::Layout;
use super::write::{Number, Point, Svg};
use crate::grid::{Board, Candidate, Cell, bits};
use crate::proof::{Rule, Rules};

/// The distance of a cage from the lines of the grid, as a part of a cell.
const INSET: f64 = 0.07;
/// Distance of outside clues from the grid.
const OUTSIDE: f64 = 23.0;

/// Whether a clue stands to the right of the grid or below it, where a picture has little room.
pub fn has_far_clue(board: &Board, rules: &Rules) -> bool {
    let is_far = |rule: &Rule| match clue(rule) {
        Some(_) => rule.cells.first() > rule.cells.last(),
        None => false,
    };
    board.size() > 1 && rules.all().any(|(_, rule)| is_far(rule))
}

/// The number of an outside clue.
fn clue(rule: &Rule) -> Option<i64> {
    let machine = rule.machine.as_ref()?;
    let is_outside = matches!(machine.word.as_str(), "sandwich" | "xsum" | "skyscraper");
    is_outside.then_some(machine.number)
}

/// Draws all constraints, below the digits.
pub fn draw_constraints(svg: &mut Svg, board: &Board, layout: &Layout, rules: &Rules) {
    let pen = Pen { board, layout };
    svg.begin("g", "class=\"constraints\"");
    pen.allowed(svg, rules);
    for (name, rule) in rules.all() {
        svg.begin("g", &format!("class=\"constraint\" data-name=\"{name}\""));
        svg.title(&rule.line);
        pen.rule(svg, rule);
        svg.end();
    }
    svg.end();
}

struct Pen<'a> {
    board: &'a Board,
    layout: &'a Layout,
}

impl Pen<'_> {
    fn middle(&self, cell: Cell) -> (f64, f64) {
        self.layout.middle(self.board, cell)
    }

    fn rule(&self, svg: &mut Svg, rule: &Rule) {
        let cells = &*rule.cells;
        match rule.kind() {
            "cage" => {
                let sum = rule.row.as_ref().and_then(|row| row.hi);
                self.cage(svg, cells, &sum.map_or(String::new(), |it| it.to_string()));
            }
            "house" | "different" => self.region(svg, cells),
            "sum" => self.sum(svg, rule),
            "path" => self.path(svg, rule),
            "every" => self.line(svg, "renban", cells),
            "has" => {
                let middle = self.mean(cells);
                self.disc(svg, "clue", middle, 0.2);
                let digits = rule.line.split(' ').nth(2).unwrap_or_default();
                svg.words("small", middle, digits);
            }
            "between" => {
                self.line(svg, "between", &between_order(cells));
                for &end in cells.iter().take(2) {
                    self.disc(svg, "clue", self.middle(end), 0.35);
                }
            }
            _ => match clue(rule) {
                Some(number) => self.outside(svg, cells, number),
                None => self.line(svg, "plain", cells),
            },
        }
    }

    /// The digits that `allow` lines leave: a circle for odd ones, a square for even ones.
    fn allowed(&self, svg: &mut Svg, rules: &Rules) {
        let board = self.board;
        for cell in board.cells() {
            let is_left = |it: &Candidate| !rules.gone.contains(it);
            let members = board.members(board.cell_group(cell)).iter();
            let left = members
                .filter(|it| is_left(it))
                .map(|&it| board.digit_of(it));
            let left = left.fold(0_u32, |mask, it| mask | 1 << it.index());
            let all = (1_u32 << board.size()) - 1;
            let odd = (0..board.size())
                .step_by(2)
                .fold(0, |mask, it| mask | 1 << it);
            if left == all {
                continue;
            }
            if left == odd {
                self.disc(svg, "shade", self.middle(cell), 0.38);
            } else if left == all & !odd {
                let ((x, y), side) = (self.layout.cell(board, cell), self.layout.side);
                self.square(svg, (x + 0.12 * side, y + 0.12 * side), 0.76 * side);
            } else {
                let digits: String = bits(left).map(|it| (it + 1).to_string()).collect();
                let (x, y) = self.middle(cell);
                svg.words("small", (x, y + 0.38 * self.layout.side), &digits);
            }
        }
    }

    fn square(&self, svg: &mut Svg, (x, y): (f64, f64), side: f64) {
        let (x, y, side) = (Number(x), Number(y), Number(side));
        let place = format!("x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"");
        svg.leaf("rect", &format!("class=\"shade\" {place}"));
    }

    fn disc(&self, svg: &mut Svg, class: &str, (x, y): (f64, f64), radius: f64) {
        let radius = Number(radius * self.layout.side);
        let (x, y) = (Number(x), Number(y));
        let place = format!("cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
        svg.leaf("circle", &format!("class=\"{class}\" {place}"));
    }

    fn line(&self, svg: &mut Svg, class: &str, cells: &[Cell]) {
        let points = cells
            .iter()
            .map(|&cell| Point(self.middle(cell)).to_string());
        let points: Vec<String> = points.collect();
        svg.path(class, &format!("M{}", points.join(" L")));
    }

    fn mean(&self, cells: &[Cell]) -> (f64, f64) {
        let count = cells.len().max(1) as f64;
        let add = |(x, y): (f64, f64), cell: &Cell| {
            let (right, down) = self.middle(*cell);
            (x + right / count, y + down / count)
        };
        cells.iter().fold((0.0, 0.0), add)
    }

    /// The outline of cells, inside of their borders, with a label in the first of them.
    fn cage(&self, svg: &mut Svg, cells: &[Cell], label: &str) {
        let side = self.layout.side;
        let inset = INSET * side;
        let has = |row: isize, column: isize| {
            let inside = |it: isize| {
                usize::try_from(it)
                    .ok()
                    .filter(|&it| it < self.board.size())
            };
            match (inside(row), inside(column)) {
                (Some(row), Some(column)) => cells.contains(&self.board.cell(row, column)),
                _ => false,
            }
        };
        let mut commands = String::new();
        for &cell in cells {
            let (row, column) = (self.board.row(cell), self.board.column(cell));
            let (row, column) = (row as isize, column as isize);
            let (x, y) = self.middle(cell);
            // Each side faces one direction, (down, right). It ends short of a corner, unless the
            // outline continues there.
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if has(row + down, column + right) {
                    continue;
                }
                let end = |along: isize| {
                    let (to_down, to_right) = (right * along, down * along);
                    let beside = has(row + to_down, column + to_right);
                    let beyond = has(row + down + to_down, column + right + to_right);
                    let reach = match (beside, beyond) {
                        (false, _) => side / 2.0 - inset,
                        (true, false) => side / 2.0,
                        (true, true) => side / 2.0 + inset,
                    };
                    let out = side / 2.0 - inset;
                    let at = |out_by: isize, along_by: isize| {
                        out_by as f64 * out + along_by as f64 * reach
                    };
                    Point((x + at(right, to_right), y + at(down, to_down)))
                };
                commands += &format!("M{} L{} ", end(-1), end(1));
            }
        }
        svg.path("cage", commands.trim_end());
        if let Some(&first) = cells.iter().min().filter(|_| !label.is_empty()) {
            let (x, y) = self.layout.cell(self.board, first);
            svg.words("sum", (x + 0.2 * side, y + 0.15 * side), label);
        }
    }

    /// A shaded region, or a line if the cells are a diagonal. Boxes have borders instead.
    fn region(&self, svg: &mut Svg, cells: &[Cell]) {
        let is_box = |house: &crate::grid::HouseInfo| house.name.is_none() && house.cells == *cells;
        let (row, column) = (|it| self.board.row(it), |it| self.board.column(it));
        let is_step = |pair: &[Cell]| {
            row(pair[0]).abs_diff(row(pair[1])) == 1
                && column(pair[0]).abs_diff(column(pair[1])) == 1
        };
        if self.board.houses().iter().any(is_box) {
            return;
        }
        if cells.len() == self.board.size() && cells.windows(2).all(is_step) {
            return self.line(svg, "diagonal", cells);
        }
        for &cell in cells {
            self.square(svg, self.layout.cell(self.board, cell), self.layout.side);
        }
        self.cage(svg, cells, "");
    }

    /// An arrow, a little killer clue, or a line with parts of equal sums.
    fn sum(&self, svg: &mut Svg, rule: &Rule) {
        let Some(row) = &rule.row else { return };
        let one = self.board.digits().next();
        let weight = |cell: &Cell| one.map_or(0, |it| row.weight(self.board.candidate(*cell, it)));
        let (head, shaft): (Vec<Cell>, Vec<Cell>) =
            rule.cells.iter().partition(|cell| weight(cell) > 0);
        match (row.hi, &*head, &*shaft) {
            (Some(0), [.., last], [_, ..]) if weight(&head[0]) > 1 || head.len() == 1 => {
                for &cell in &head {
                    self.disc(svg, "clue", self.middle(cell), 0.4);
                }
                let mut cells = vec![*last];
                cells.extend(&shaft);
                self.line(svg, "arrow", &cells);
                self.tip(svg, &cells);
            }
            (Some(0), ..) => self.line(svg, "between", &rule.cells),
            (Some(sum), [first, ..], []) => {
                let (x, y) = self.middle(*first);
                let next = head.get(1).map_or((x, y), |&it| self.middle(it));
                let sum = sum.to_string();
                svg.words("outside", (2.0 * x - next.0, 2.0 * y - next.1), &sum);
                self.line(svg, "diagonal", &head);
            }
            _ => self.line(svg, "plain", &rule.cells),
        }
    }

    /// The tip of an arrow.
    fn tip(&self, svg: &mut Svg, cells: &[Cell]) {
        if let [.., before, last] = cells {
            let ((x, y), (from_x, from_y)) = (self.middle(*last), self.middle(*before));
            let length = (x - from_x).hypot(y - from_y).max(1.0);
            let size = 0.16 * self.layout.side;
            let (dx, dy) = ((x - from_x) / length * size, (y - from_y) / length * size);
            let one = Point((x - dx - dy, y - dy + dx));
            let other = Point((x - dx + dy, y - dy - dx));
            svg.path("arrow", &format!("M{one} L{} L{other}", Point((x, y))));
        }
    }

    /// A thermometer, a dot, a letter or a coloured line.
    fn path(&self, svg: &mut Svg, rule: &Rule) {
        let relation = rule.line.split(' ').nth(2).unwrap_or_default();
        let cells = &*rule.cells;
        let middle = self.mean(cells);
        match (relation, cells) {
            ("<" | "<=", [first, ..]) => {
                self.line(svg, "thermo", cells);
                self.disc(svg, "bulb", self.middle(*first), 0.34);
            }
            (_, [_, _]) if relation.starts_with("d=") || relation.starts_with("r=") => {
                let is_ratio = relation.starts_with("r=");
                let class = if is_ratio { "black" } else { "white" };
                self.disc(svg, class, middle, 0.13);
                let number = &relation[2..];
                if !matches!(relation, "d=1" | "r=2") {
                    let class = if is_ratio { "onblack" } else { "small" };
                    svg.words(class, middle, number);
                }
            }
            (_, [_, _]) if relation.starts_with("s=") => {
                let letter = match &relation[2..] {
                    "10" => "X",
                    "5" => "V",
                    sum => sum,
                };
                svg.words("letter", middle, letter);
            }
            ("=", _) => self.line(svg, "between", cells),
            _ if relation.contains('!') && cells.len() == 2 => {}
            _ if relation.starts_with("d>=") => self.line(svg, "whisper", cells),
            _ => self.line(svg, "plain", cells),
        }
    }

    /// A number before the first cell of a row or column.
    fn outside(&self, svg: &mut Svg, cells: &[Cell], number: i64) {
        if let [first, second, ..] = cells {
            let ((x, y), (next_x, next_y)) = (self.middle(*first), self.middle(*second));
            let away = self.layout.side / 2.0 + OUTSIDE;
            let unit = |it: f64| it / self.layout.side * away;
            let place = (x - unit(next_x - x), y - unit(next_y - y));
            svg.words("outside", place, &number.to_string());
        }
    }
}

/// The cells of a between line from end to end. Its machine reads both ends first.
fn between_order(cells: &[Cell]) -> Vec<Cell> {
    match cells {
        [first, last, inner @ ..] => {
            let inner = inner.iter().copied();
            std::iter::once(*first)
                .chain(inner)
                .chain([*last])
                .collect()
        }
        short => short.to_vec(),
    }
}
