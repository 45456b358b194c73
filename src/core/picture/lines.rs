//! Truths as solid lines with marks, links as dashed lines, chains as arrows.

use std::collections::BTreeMap;

use super::evidence::Evidence;
use super::layout::Layout;
use super::order::ChainOrder;
use super::parts::{DrawnTruth, set_name};
use super::scene::Scene;
use super::shapes::mark;
use super::style::STYLE_COUNT;
use super::write::{Number, Point, Svg};
use crate::grid::{Board, Candidate, GroupKind};

type At = (f64, f64);

/// Draws every truth: its marks, and a line through them or around the cell.
pub fn draw_truths(svg: &mut Svg, scene: &Scene<'_>, layout: &Layout, evidence: &Evidence) {
    let board = scene.board;
    let mut rings: BTreeMap<Candidate, usize> = BTreeMap::new();
    for (number, truth) in evidence.truths.iter().enumerate() {
        let name = board.group_name(truth.group);
        let class = format!("truth t{}", number % STYLE_COUNT);
        let title = format!("+{}: {}", times(truth.times, &name), words(board, truth));
        svg.part(&class, &format!("truth-{name}"), &title);
        match evidence
            .chain
            .as_ref()
            .and_then(|chain| stop(chain, number))
        {
            Some((enter, leave)) => arrow(
                svg,
                ("line", "tip"),
                middle(board, layout, enter),
                middle(board, layout, leave),
                layout.radius(),
                0.0,
            ),
            None => through(svg, board, layout, truth),
        }
        for &candidate in &truth.candidates {
            // If two truths share a candidate, one mark encloses the other.
            let ring = rings.entry(candidate).or_default();
            let radius = layout.radius() + 2.5 * *ring as f64;
            *ring += 1;
            mark(svg, number, layout.candidate(board, candidate), radius);
        }
        svg.end();
    }
}

/// A link in words: `7r2`, or `2*7r2` if the link counts twice.
pub fn times(times: u32, name: &str) -> String {
    match times {
        1 => name.to_owned(),
        n => format!("{n}*{name}"),
    }
}

/// A truth as a sentence: `7 in row 2 is in r2c3 or r2c6`.
fn words(board: &Board, truth: &DrawnTruth) -> String {
    let cells = || {
        let names = truth.candidates.iter();
        names.map(|&c| board.cell_name(board.cell_of(c)))
    };
    match board.group_kind(truth.group) {
        GroupKind::Cell(cell) => {
            let digits = (truth.candidates.iter()).map(|&c| board.digit_of(c).to_string());
            let digits: Vec<String> = digits.collect();
            format!("{} is {}", board.cell_name(cell), digits.join(" or "))
        }
        GroupKind::House(house, digit) => {
            let info = board.house(house);
            let kind = info.kind.word();
            let places = cells().collect::<Vec<_>>().join(" or ");
            format!("{digit} in {kind} {} is in {places}", info.number + 1)
        }
        GroupKind::Derived => {
            let names = truth.candidates.iter().map(|&c| board.candidate_name(c));
            format!("one of {}", names.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The candidates at which a chain enters and leaves a truth.
fn stop(chain: &ChainOrder, truth: usize) -> Option<(&[Candidate], &[Candidate])> {
    let stop = chain.stops.iter().find(|stop| stop.truth == truth)?;
    Some((&stop.enter, &stop.leave))
}

/// Draws a line through the candidates of a truth, or around its cell.
fn through(svg: &mut Svg, board: &Board, layout: &Layout, truth: &DrawnTruth) {
    if let GroupKind::Cell(cell) = board.group_kind(truth.group) {
        let (x, y) = layout.cell(board, cell);
        let (x, y, side) = (Number(x + 3.0), Number(y + 3.0), Number(layout.side - 6.0));
        let shape = format!(
            "class=\"around\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"6\""
        );
        return svg.leaf("rect", &shape);
    }
    let points = truth.candidates.iter();
    let points = points.map(|&c| Point(layout.candidate(board, c)).to_string());
    let points: Vec<String> = points.collect();
    if points.len() > 1 {
        svg.path("line", &format!("M{}", points.join(" L")));
    }
}

/// Draws every link as dashed lines between its candidates.
pub fn draw_links(svg: &mut Svg, scene: &Scene<'_>, layout: &Layout, evidence: &Evidence) {
    let board = scene.board;
    for (number, link) in evidence.links.iter().enumerate() {
        let name = set_name(board, link.set);
        let held: Vec<String> = { link.candidates.iter() }
            .map(|&c| board.candidate_name(c))
            .collect();
        let title = format!(
            "-{}: at most one of {}",
            times(link.times, &name),
            held.join(", ")
        );
        svg.part("link", &format!("link-{name}"), &title);
        match &evidence.chain {
            Some(chain) => between_stops(svg, scene, layout, evidence, chain, number),
            None => {
                let ends: Vec<At> = { link.candidates.iter() }
                    .map(|&c| layout.candidate(board, c))
                    .collect();
                for pair in ends.windows(2) {
                    dashed(svg, pair[0], pair[1], layout.radius());
                }
                if let [only] = ends[..] {
                    around(svg, only, layout.radius() + 3.0);
                }
            }
        }
        svg.end();
    }
}

/// Draws the link of a chain: an arrow from one truth to the next, and lines to its targets.
fn between_stops(
    svg: &mut Svg,
    scene: &Scene<'_>,
    layout: &Layout,
    evidence: &Evidence,
    chain: &ChainOrder,
    number: usize,
) {
    let board = scene.board;
    let radius = layout.radius();
    let place = chain.links.iter().position(|&link| link == number);
    let Some(place) = place else {
        return;
    };
    let before = match place {
        0 if chain.is_loop() => chain.stops.last(),
        0 => None,
        _ => chain.stops.get(place - 1),
    };
    let behind = chain.stops.get(place);
    if let (Some(before), Some(behind)) = (before, behind) {
        let from = middle(board, layout, &before.leave);
        let to = middle(board, layout, &behind.enter);
        arrow(svg, ("dash", "tip"), from, to, radius, 0.14);
    }
    let held = &evidence.links[number].candidates;
    for target in evidence.targets.iter().filter(|t| held.contains(t)) {
        let at = layout.candidate(board, *target);
        let near = before
            .map(|stop| &stop.leave)
            .or(behind.map(|stop| &stop.enter));
        if let Some(near) = near {
            dashed(svg, middle(board, layout, near), at, radius);
        }
    }
}

/// The centre of some candidates.
fn middle(board: &Board, layout: &Layout, candidates: &[Candidate]) -> At {
    let points = candidates.iter().map(|&c| layout.candidate(board, c));
    let (x, y) = points.fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let count = candidates.len().max(1) as f64;
    (x / count, y / count)
}

/// A dashed line with a slight bend, so that it does not cross other candidates.
fn dashed(svg: &mut Svg, from: At, to: At, radius: f64) {
    if let Some((commands, _, _)) = curve(from, to, radius, 0.14) {
        svg.path("dash", &commands);
    }
}

/// A line with an arrow head.
fn arrow(svg: &mut Svg, (line, tip): (&str, &str), from: At, to: At, radius: f64, bend: f64) {
    let Some((commands, end, (dx, dy))) = curve(from, to, radius, bend) else {
        return;
    };
    svg.path(line, &commands);
    let (length, half) = (8.0, 3.5);
    let base = (end.0 - dx * length, end.1 - dy * length);
    let left = (base.0 - dy * half, base.1 + dx * half);
    let right = (base.0 + dy * half, base.1 - dx * half);
    let (end, left, right) = (Point(end), Point(left), Point(right));
    svg.leaf(
        "polygon",
        &format!("class=\"{tip}\" points=\"{end} {left} {right}\""),
    );
}

/// A curve from the edge of one mark to the edge of another: its commands, its end, and its final
/// direction. `None` if the marks touch.
fn curve(from: At, to: At, radius: f64, bend: f64) -> Option<(String, At, At)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 2.0 * radius {
        return None;
    }
    let control = (
        (from.0 + to.0) / 2.0 - dy * bend,
        (from.1 + to.1) / 2.0 + dx * bend,
    );
    let towards = |from: At, to: At| {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1e-9);
        (dx / length, dy / length)
    };
    let out = towards(from, control);
    let into = towards(control, to);
    let start = (from.0 + out.0 * radius, from.1 + out.1 * radius);
    let end = (to.0 - into.0 * radius, to.1 - into.1 * radius);
    let commands = match bend == 0.0 {
        true => format!("M{} L{}", Point(start), Point(end)),
        false => format!("M{} Q{} {}", Point(start), Point(control), Point(end)),
    };
    Some((commands, end, into))
}

/// A dashed ring around the only candidate of a link.
fn around(svg: &mut Svg, (x, y): At, radius: f64) {
    let (x, y, r) = (Number(x), Number(y), Number(radius));
    svg.leaf(
        "circle",
        &format!("class=\"dash\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\""),
    );
}
