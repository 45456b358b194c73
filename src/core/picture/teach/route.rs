//! The way of a line between two candidates that crosses no digit.
//!
//! A straight line is best. If a digit is in its way, the line follows the gutters between the
//! places of candidates, with as few turns as possible, like the lines of a city map.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::layout::Layout;
use crate::grid::{Board, Candidate, Cell};

type At = (f64, f64);

/// The cost of a turn, in steps of the grid.
const TURN: u32 = 2;
/// The cost of a place at which another line already runs.
const SHARED: u32 = 4;
/// Half the width and height of a candidate, with a margin.
const SMALL_DIGIT: (f64, f64) = (7.0, 7.5);
/// Half the width and height of the digit of a solved cell, with a margin.
const LARGE_DIGIT: (f64, f64) = (14.0, 16.0);

/// The digits on a board, and the lines between them so far.
pub struct Router<'a> {
    board: &'a Board,
    layout: &'a Layout,
    columns: usize,
    rows: usize,
    /// For each gutter crossing, whether it lies inside a cell with a large digit.
    inside: Vec<bool>,
    used: Vec<u32>,
    digits: Vec<(At, Option<Candidate>)>,
}

impl<'a> Router<'a> {
    /// A router for a board. `large` are the cells with a large digit, `small` the candidates.
    pub fn new(
        board: &'a Board,
        layout: &'a Layout,
        large: &[Cell],
        small: &[Candidate],
    ) -> Router<'a> {
        let (across, down) = layout.places();
        let (columns, rows) = (board.size() * across + 1, board.size() * down + 1);
        let mut inside = vec![false; columns * rows];
        for &cell in large {
            let (left, top) = (board.column(cell) * across, board.row(cell) * down);
            for y in top + 1..top + down {
                for x in left + 1..left + across {
                    inside[y * columns + x] = true;
                }
            }
        }
        let large = large.iter().map(|&cell| (layout.middle(board, cell), None));
        let small = small.iter().map(|&c| (layout.candidate(board, c), Some(c)));
        Router {
            board,
            layout,
            columns,
            rows,
            used: vec![0; inside.len()],
            inside,
            digits: large.chain(small).collect(),
        }
    }

    /// The points of a line from one candidate to another, from mark to mark. `None` if the marks
    /// touch.
    pub fn line(&mut self, from: Candidate, to: Candidate, radius: f64) -> Option<Vec<At>> {
        let (start, end) = (self.spot(from), self.spot(to));
        if distance(start, end) < 2.0 * radius + 4.0 {
            return None;
        }
        let direct = vec![towards(start, end, radius), towards(end, start, radius)];
        if self.is_clear(&direct, from, to) {
            return Some(direct);
        }
        let mut points = self.gutters(from, to);
        let (&first, &last) = (points.first()?, points.last()?);
        points.insert(0, towards(start, first, radius));
        points.push(towards(end, last, radius));
        Some(points)
    }

    fn spot(&self, candidate: Candidate) -> At {
        self.layout.candidate(self.board, candidate)
    }

    /// Whether the line touches no digits except the ones at its ends.
    fn is_clear(&self, points: &[At], from: Candidate, to: Candidate) -> bool {
        let others = self.digits.iter();
        let mut others = others.filter(|(_, c)| *c != Some(from) && *c != Some(to));
        others.all(|&(at, candidate)| {
            let half = if candidate.is_some() {
                SMALL_DIGIT
            } else {
                LARGE_DIGIT
            };
            points
                .windows(2)
                .all(|pair| !crosses(pair[0], pair[1], at, half))
        })
    }

    /// The four gutter crossings around a candidate.
    fn corners(&self, candidate: Candidate) -> [usize; 4] {
        let (across, down) = self.layout.places();
        let (cell, digit) = (
            self.board.cell_of(candidate),
            self.board.digit_of(candidate),
        );
        let left = self.board.column(cell) * across + digit.index() % across;
        let top = self.board.row(cell) * down + digit.index() / across;
        let at = |x: usize, y: usize| y * self.columns + x;
        [
            at(left, top),
            at(left + 1, top),
            at(left, top + 1),
            at(left + 1, top + 1),
        ]
    }

    fn point(&self, crossing: usize) -> At {
        let (across, down) = self.layout.places();
        let (x, y) = (crossing % self.columns, crossing / self.columns);
        let origin = self.layout.origin();
        (
            origin + self.layout.side * x as f64 / across as f64,
            origin + self.layout.side * y as f64 / down as f64,
        )
    }

    /// The cheapest way along the gutters: Dijkstra's algorithm over crossings and directions.
    fn gutters(&mut self, from: Candidate, to: Candidate) -> Vec<At> {
        let goals = self.corners(to);
        let states = self.used.len() * 4;
        let mut cost = vec![u32::MAX; states];
        let mut before = vec![usize::MAX; states];
        let mut queue = BinaryHeap::new();
        for crossing in self.corners(from) {
            for direction in 0..4 {
                let state = crossing * 4 + direction;
                cost[state] = self.used[crossing] * SHARED;
                queue.push(Reverse((cost[state], state)));
            }
        }
        while let Some(Reverse((spent, state))) = queue.pop() {
            let (crossing, direction) = (state / 4, state % 4);
            if goals.contains(&crossing) {
                return self.walked(&before, state);
            }
            if spent > cost[state] {
                continue;
            }
            for turned in 0..4 {
                let Some(next) = self.next(crossing, turned) else {
                    continue;
                };
                let turn = if turned == direction { 0 } else { TURN };
                let then = spent + 1 + turn + SHARED * self.used[next];
                let next = next * 4 + turned;
                if then < cost[next] {
                    cost[next] = then;
                    before[next] = state;
                    queue.push(Reverse((then, next)));
                }
            }
        }
        Vec::new()
    }

    /// The next crossing in a direction: right, down, left, up.
    fn next(&self, crossing: usize, direction: usize) -> Option<usize> {
        let (x, y) = (crossing % self.columns, crossing / self.columns);
        let next = match direction {
            0 if x + 1 < self.columns => crossing + 1,
            1 if y + 1 < self.rows => crossing + self.columns,
            2 if x > 0 => crossing - 1,
            3 if y > 0 => crossing - self.columns,
            _ => return None,
        };
        (!self.inside[next]).then_some(next)
    }

    /// The corners of a way, which is then used.
    fn walked(&mut self, before: &[usize], last: usize) -> Vec<At> {
        let mut way = Vec::new();
        let mut state = last;
        while state != usize::MAX {
            self.used[state / 4] += 1;
            way.push(self.point(state / 4));
            state = before[state];
        }
        way.reverse();
        let is_turn = |at: usize| {
            let (a, b, c) = (way[at - 1], way[at], way[at + 1]);
            (a.0 - b.0).abs() > 0.1 && (b.0 - c.0).abs() < 0.1
                || (a.1 - b.1).abs() > 0.1 && (b.1 - c.1).abs() < 0.1
        };
        let is_kept = |&at: &usize| at == 0 || at + 1 == way.len() || is_turn(at);
        (0..way.len()).filter(is_kept).map(|at| way[at]).collect()
    }
}

fn distance(a: At, b: At) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The point at this distance from `from` on the way to `to`.
pub fn towards(from: At, to: At, by: f64) -> At {
    let length = distance(from, to).max(1e-9);
    let part = by / length;
    (
        from.0 + (to.0 - from.0) * part,
        from.1 + (to.1 - from.1) * part,
    )
}

/// Whether a segment meets a box around a point.
fn crosses(from: At, to: At, middle: At, half: (f64, f64)) -> bool {
    let mut range = (0.0_f64, 1.0_f64);
    for (a, b, centre, half) in [
        (from.0, to.0, middle.0, half.0),
        (from.1, to.1, middle.1, half.1),
    ] {
        let (low, high) = (centre - half, centre + half);
        let by = b - a;
        if by.abs() < 1e-9 {
            if a < low || a > high {
                return false;
            }
            continue;
        }
        let (one, other) = ((low - a) / by, (high - a) / by);
        range = (range.0.max(one.min(other)), range.1.min(one.max(other)));
    }
    range.0 <= range.1
}
