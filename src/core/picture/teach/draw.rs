//! Drawing of the teaching layer: houses and cells in the colours of their roles, marks, lines and
//! badges.

use super::super::evidence::Evidence;
use super::super::layout::Layout;
use super::super::scene::Scene;
use super::super::shapes::mark;
use super::super::write::{Number, Point, Svg};
use super::badges::Badges;
use super::part::TeachingLayer;
use super::route::{Router, towards};
use super::sequence::Edge;
use crate::grid::{Candidate, Cell, House, HouseKind};

type At = (f64, f64);

/// The radius of the marks at houses and cells.
const BADGE: f64 = 4.5;
/// The radius of the discs of numbers.
const NUMBER: f64 = 5.0;
/// The radius of the corners of lines.
const BEND: f64 = 6.0;
/// The length and half the width of an arrow head.
const TIP: (f64, f64) = (6.5, 3.2);
/// Draws the parts of a step in the teaching layer.
pub struct Teacher<'a> {
    scene: &'a Scene<'a>,
    layout: &'a Layout,
    evidence: &'a Evidence,
    teaching: &'a TeachingLayer,
    badges: Badges,
}

impl<'a> Teacher<'a> {
    /// A teacher of one step.
    pub fn new(
        scene: &'a Scene<'a>,
        layout: &'a Layout,
        evidence: &'a Evidence,
        teaching: &'a TeachingLayer,
    ) -> Teacher<'a> {
        Teacher {
            scene,
            layout,
            evidence,
            teaching,
            badges: Badges::default(),
        }
    }

    /// Draws what lies below the lines and digits of the board.
    pub fn draw_below(&mut self, svg: &mut Svg) {
        svg.begin("g", "class=\"roles\"");
        for (number, role) in self.teaching.roles.iter().enumerate() {
            let class = format!("role r{number}");
            svg.part(
                &class,
                &format!("role-{}", role.name),
                &role.words_or_name(),
            );
            for &house in &role.houses {
                self.house(svg, house);
            }
            for &cell in &role.cells {
                self.cell(svg, number, cell);
            }
            for &candidate in &role.candidates {
                let at = self.layout.candidate(self.scene.board, candidate);
                mark(svg, number, at, self.layout.radius());
            }
            svg.end();
        }
        svg.end();
        self.effects(svg);
    }

    /// A house as a wash.
    fn house(&self, svg: &mut Svg, house: House) {
        let cells = &self.scene.board.house(house).cells;
        let corners = cells
            .iter()
            .map(|&it| self.layout.cell(self.scene.board, it));
        let (mut left, mut top) = (f64::MAX, f64::MAX);
        let (mut right, mut bottom) = (f64::MIN, f64::MIN);
        for (x, y) in corners {
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(x), bottom.max(y));
        }
        let side = self.layout.side;
        let (width, height) = (right - left + side, bottom - top + side);
        let is_rectangle = (width * height / (side * side)).round() as usize == cells.len();
        if is_rectangle {
            return rectangle(svg, "house", (left, top), (width, height));
        }
        for &cell in cells {
            let at = self.layout.cell(self.scene.board, cell);
            rectangle(svg, "house", at, (side, side));
        }
    }

    /// A cell as a wash. Cells with several roles have stripes.
    fn cell(&self, svg: &mut Svg, number: usize, cell: Cell) {
        let roles = self.teaching.roles.iter().enumerate();
        let roles = roles.filter(|(_, role)| role.cells.contains(&cell));
        let numbers: Vec<usize> = roles.map(|(at, _)| at).collect();
        let at = numbers.iter().position(|&it| it == number).unwrap_or(0);
        let (x, y) = self.layout.cell(self.scene.board, cell);
        let wide = (self.layout.side - 4.0) / numbers.len().max(1) as f64;
        let left = x + 2.0 + wide * at as f64;
        rectangle(svg, "cell", (left, y + 2.0), (wide, self.layout.side - 4.0));
    }

    /// The eliminated candidates on squares, and the placed ones on discs.
    fn effects(&self, svg: &mut Svg) {
        let board = self.scene.board;
        let r = self.layout.radius();
        for &target in &self.evidence.targets {
            let (x, y) = self.layout.candidate(board, target);
            let name = board.elimination_name(target);
            let id = format!("target-{}", board.candidate_name(target));
            svg.part("target", &id, &format!("{name}: eliminated"));
            rectangle(svg, "out", (x - r, y - r), (2.0 * r, 2.0 * r));
            svg.end();
        }
        for &placed in &self.evidence.placed {
            let (x, y) = self.layout.candidate(board, placed);
            let name = board.candidate_name(placed);
            svg.part(
                "placed",
                &format!("placed-{name}"),
                &format!("{name}: placed"),
            );
            let (x, y, r) = (Number(x), Number(y), Number(r + 1.0));
            svg.leaf(
                "circle",
                &format!("class=\"in\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\""),
            );
            svg.end();
        }
    }

    /// Draws the lines and badges, above the digits.
    pub fn draw_above(&mut self, svg: &mut Svg, large: &[Cell], small: &[Candidate]) {
        self.draw_lines(svg, large, small);
        self.draw_numbers(svg);
        self.draw_badges(svg, large);
    }

    fn draw_lines(&mut self, svg: &mut Svg, large: &[Cell], small: &[Candidate]) {
        let mut router = Router::new(self.scene.board, self.layout, large, small);
        let radius = self.layout.radius();
        svg.begin("g", "class=\"edges\"");
        for edge in &self.teaching.edges {
            if let Some(points) = router.line(edge.from, edge.to, radius) {
                self.line(svg, edge, &points);
            }
        }
        svg.end();
    }

    fn line(&self, svg: &mut Svg, edge: &Edge, points: &[At]) {
        let board = self.scene.board;
        let class = if edge.strong {
            "edge strong"
        } else {
            "edge weak"
        };
        let (from, to) = (
            board.candidate_name(edge.from),
            board.candidate_name(edge.to),
        );
        let has_order = !self.teaching.order.is_empty();
        let data = format!(
            "data-at=\"{}\" data-from=\"{from}\" data-to=\"{to}\"",
            edge.at + 1
        );
        svg.begin("g", &format!("class=\"{class}\" {data}"));
        svg.path("way", &rounded(points, has_order));
        if let [.., before, end] = points
            && has_order
        {
            let back = towards(*end, *before, TIP.0);
            let (dx, dy) = ((end.0 - back.0) / TIP.0, (end.1 - back.1) / TIP.0);
            let left = (back.0 - dy * TIP.1, back.1 + dx * TIP.1);
            let right = (back.0 + dy * TIP.1, back.1 - dx * TIP.1);
            let points = format!("{} {} {}", Point(*end), Point(left), Point(right));
            svg.leaf("polygon", &format!("class=\"head\" points=\"{points}\""));
        }
        svg.end();
    }

    /// Draws the numbers of an argument at the upper right of the candidates.
    fn draw_numbers(&mut self, svg: &mut Svg) {
        if self.teaching.order.is_empty() {
            return;
        }
        svg.begin("g", "class=\"numbers\"");
        for &(candidate, number) in &self.teaching.order {
            let (x, y) = self.layout.candidate(self.scene.board, candidate);
            let (right, down) = (9.0, 8.5);
            let places = [
                (x + right, y - down),
                (x - right, y - down),
                (x + right, y + down),
                (x - right, y + down),
            ];
            let at = self.badges.take(&places, NUMBER);
            svg.begin("g", &format!("class=\"number badge\" data-at=\"{number}\""));
            let (cx, cy) = (Number(at.0), Number(at.1));
            svg.leaf("circle", &format!("cx=\"{cx}\" cy=\"{cy}\" r=\"{NUMBER}\""));
            svg.words("order", at, &number.to_string());
            svg.end();
        }
        svg.end();
    }

    /// The shapes of roles at their houses, and at cells without a mark of the role.
    fn draw_badges(&mut self, svg: &mut Svg, large: &[Cell]) {
        let board = self.scene.board;
        let teaching = self.teaching;
        svg.begin("g", "class=\"badges\"");
        for (number, role) in teaching.roles.iter().enumerate() {
            let houses = role.houses.iter().map(|&house| self.places_of_house(house));
            let is_marked = |cell: Cell| role.candidates.iter().any(|&c| board.cell_of(c) == cell);
            let cells = role.cells.iter().filter(|&&cell| !is_marked(cell));
            let cells = cells.map(|&cell| self.places_of_cell(cell, large.contains(&cell)));
            let places: Vec<Vec<At>> = houses.chain(cells).collect();
            for places in places {
                let at = self.badges.take(&places, BADGE);
                svg.begin("g", &format!("class=\"badge role r{number}\""));
                mark(svg, number, at, BADGE - 0.5);
                svg.end();
            }
        }
        svg.end();
    }

    fn places_of_house(&self, house: House) -> Vec<At> {
        let info = self.scene.board.house(house);
        let Some(&first) = info.cells.first() else {
            return Vec::new();
        };
        let (x, y) = self.layout.cell(self.scene.board, first);
        let half = self.layout.side / 2.0;
        let step = 2.0 * BADGE;
        let steps = (0..4).map(|i| step * f64::from(i));
        match info.kind {
            HouseKind::Row => steps.map(|by| (9.0, y + half + by)).collect(),
            HouseKind::Column => steps.map(|by| (x + half + by, 9.0)).collect(),
            HouseKind::Box | HouseKind::Extra => {
                let place = self.layout.side / self.layout.places().0 as f64;
                let steps = (0..9).map(|i| place * f64::from(i));
                steps.map(|by| (x + by, y)).collect()
            }
        }
    }

    /// The gutter crossings of a cell, or its corners if it has a large digit.
    fn places_of_cell(&self, cell: Cell, is_large: bool) -> Vec<At> {
        let (x, y) = self.layout.cell(self.scene.board, cell);
        let side = self.layout.side;
        if is_large {
            let (near, far) = (8.0, side - 8.0);
            return vec![
                (x + near, y + near),
                (x + far, y + near),
                (x + near, y + far),
                (x + far, y + far),
            ];
        }
        let (across, down) = self.layout.places();
        let inner = |count: usize| (1..count).map(move |i| side * i as f64 / count as f64);
        let places = inner(down).flat_map(|dy| inner(across).map(move |dx| (x + dx, y + dy)));
        places.collect()
    }
}

/// A rectangle with round corners.
pub fn rectangle(svg: &mut Svg, class: &str, (x, y): At, (width, height): At) {
    let (x, y, width, height) = (Number(x), Number(y), Number(width), Number(height));
    let place = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
    svg.leaf("rect", &format!("class=\"{class}\" {place} rx=\"3\""));
}

/// A path through points with round corners. It ends short of an arrow head.
fn rounded(points: &[At], has_head: bool) -> String {
    let mut points = points.to_vec();
    if let [.., before, end] = &mut points[..]
        && has_head
    {
        *end = towards(*end, *before, TIP.0 - 1.0);
    }
    let Some((&first, rest)) = points.split_first() else {
        return String::new();
    };
    let mut commands = format!("M{}", Point(first));
    for at in 0..rest.len() {
        let corner = rest[at];
        let Some(&next) = rest.get(at + 1) else {
            commands += &format!(" L{}", Point(corner));
            continue;
        };
        let before = if at == 0 { first } else { rest[at - 1] };
        let half = |to: At| (to.0 - corner.0).hypot(to.1 - corner.1) / 2.0;
        let (into, out) = (half(before).min(BEND), half(next).min(BEND));
        let (start, end) = (towards(corner, before, into), towards(corner, next, out));
        commands += &format!(" L{} Q{} {}", Point(start), Point(corner), Point(end));
    }
    commands
}
