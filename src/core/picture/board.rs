//! The board: lines, numbers, digits and candidates, eliminations and placements.

use super::evidence::Evidence;
use super::layout::Layout;
use super::scene::{CandidatesShown, Layer, Look, Scene};
use super::write::{Number, Point, Svg};
use crate::grid::{Board, Candidate, Cell, HouseKind};

/// Draws the lines and all digits.
pub fn draw_board(
    svg: &mut Svg,
    scene: &Scene<'_>,
    look: &Look,
    layout: &Layout,
    evidence: &Evidence,
) {
    if look.layer == Layer::Proof {
        draw_targets(svg, scene.board, layout, evidence);
    }
    draw_lines(svg, scene.board, layout);
    svg.begin("g", "class=\"digits\"");
    for cell in scene.board.cells() {
        draw_cell(svg, scene, look, layout, evidence, cell);
    }
    svg.end();
}

fn draw_lines(svg: &mut Svg, board: &Board, layout: &Layout) {
    let n = board.size();
    let shape = board.frame();
    let (near, far) = (layout.origin(), layout.origin() + layout.side * n as f64);
    svg.begin("g", "class=\"lines\"");
    for thick in [false, true] {
        let mut commands = String::new();
        for i in 0..=n {
            let at = layout.origin() + layout.side * i as f64;
            if !board.has_boxes() && thick {
                break;
            }
            if (i % shape.height == 0) == thick || !board.has_boxes() {
                commands += &format!("M{} H{} ", Point((near, at)), Number(far));
            }
            if (i % shape.width == 0) == thick || !board.has_boxes() {
                commands += &format!("M{} V{} ", Point((at, near)), Number(far));
            }
        }
        if thick && !board.has_boxes() {
            commands = region_borders(board, layout);
        }
        svg.path(if thick { "thick" } else { "thin" }, commands.trim_end());
    }
    for i in 0..n {
        let at = layout.origin() + layout.side * (i as f64 + 0.5);
        let beside = layout.origin() - 9.0;
        svg.words("label", (beside, at), &format!("{}", i + 1));
        svg.words("label", (at, beside), &format!("{}", i + 1));
    }
    svg.end();
}

/// The borders between cells that share no box, and around the board.
fn region_borders(board: &Board, layout: &Layout) -> String {
    let n = board.size();
    let boxes = board.houses().iter();
    let boxes: Vec<_> = boxes.filter(|it| it.kind == HouseKind::Box).collect();
    let share = |a: Cell, b: Cell| {
        let mut boxes = boxes.iter();
        boxes.any(|it| it.cells.contains(&a) && it.cells.contains(&b))
    };
    let (near, far) = (layout.origin(), layout.origin() + layout.side * n as f64);
    let (one, other) = (Point((near, near)), Number(far));
    let mut commands = format!("M{one} H{other} V{other} H{} Z ", Number(near));
    for at in 0..n {
        for before in 0..(n - 1) * usize::from(!boxes.is_empty()) {
            if !share(board.cell(at, before), board.cell(at, before + 1)) {
                let (x, y) = layout.corner(at, before + 1);
                commands += &format!("M{} V{} ", Point((x, y)), Number(y + layout.side));
            }
            if !share(board.cell(before, at), board.cell(before + 1, at)) {
                let (x, y) = layout.corner(before + 1, at);
                commands += &format!("M{} H{} ", Point((x, y)), Number(x + layout.side));
            }
        }
    }
    commands
}

/// The digit of a cell that is drawn large: that of a given, or of a solved cell without a part in
/// the step.
pub fn large_digit(scene: &Scene<'_>, evidence: &Evidence, cell: Cell) -> Option<Candidate> {
    let given = scene.givens.get(cell.index()).copied().unwrap_or(false);
    let mut live = scene
        .state
        .domain(scene.board, scene.board.cell_group(cell));
    let only = live.next().filter(|_| live.next().is_none())?;
    (given || !evidence.has_candidate(only)).then_some(only)
}

/// Draws the candidates in their places inside the cells.
pub fn small_digits(scene: &Scene<'_>, look: &Look, evidence: &Evidence) -> Vec<Candidate> {
    let board = scene.board;
    let cells = board.cells();
    let open = cells.filter(|&cell| large_digit(scene, evidence, cell).is_none());
    let candidates = open.flat_map(|cell| board.members(board.cell_group(cell)).iter().copied());
    let is_drawn = |c: &Candidate| match (scene.state.is_live(board, *c), look.candidates) {
        (true, CandidatesShown::None) => evidence.has_candidate(*c),
        (true, _) | (false, CandidatesShown::All) => true,
        (false, _) => false,
    };
    candidates.filter(is_drawn).collect()
}

fn draw_cell(
    svg: &mut Svg,
    scene: &Scene<'_>,
    look: &Look,
    layout: &Layout,
    evidence: &Evidence,
    cell: Cell,
) {
    let board = scene.board;
    let live: Vec<Candidate> = scene.state.domain(board, board.cell_group(cell)).collect();
    let given = scene.givens.get(cell.index()).copied().unwrap_or(false);
    if let Some(only) = large_digit(scene, evidence, cell) {
        let class = if given { "given" } else { "entry" };
        let digit = board.digit_of(only).to_string();
        return svg.words(class, layout.middle(board, cell), &digit);
    }
    for digit in board.digits() {
        let candidate = board.candidate(cell, digit);
        let spoken = evidence.has_candidate(candidate);
        let changes = look.layer == Layer::Teaching
            && (evidence.targets.contains(&candidate) || evidence.placed.contains(&candidate));
        let class = match (live.contains(&candidate), look.candidates) {
            (true, _) if changes => "candidate spoken changed",
            (true, _) if spoken => "candidate spoken",
            (true, CandidatesShown::Open | CandidatesShown::All) => "candidate",
            (false, CandidatesShown::All) => "candidate faint",
            _ => continue,
        };
        let at = layout.candidate(board, candidate);
        svg.words(class, at, &digit.to_string());
    }
}

/// Draws a wash behind eliminated candidates, below everything else.
fn draw_targets(svg: &mut Svg, board: &Board, layout: &Layout, evidence: &Evidence) {
    let r = layout.radius();
    svg.begin("g", "class=\"washes\"");
    for &target in &evidence.targets {
        let (x, y) = layout.candidate(board, target);
        let (left, top, side) = (Number(x - r), Number(y - r), Number(2.0 * r));
        let square =
            format!("class=\"gone\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"");
        svg.leaf("rect", &square);
    }
    svg.end();
}

/// Strikes out eliminated candidates and circles placed ones.
pub fn draw_effects(svg: &mut Svg, scene: &Scene<'_>, layout: &Layout, evidence: &Evidence) {
    let board = scene.board;
    let r = layout.radius();
    for &target in &evidence.targets {
        let (x, y) = layout.candidate(board, target);
        let name = board.elimination_name(target);
        let id = format!("target-{}", board.candidate_name(target));
        svg.part("target", &id, &format!("{name}: eliminated"));
        let stroke = format!("M{} L{}", Point((x - r, y + r)), Point((x + r, y - r)));
        svg.path("strike", &stroke);
        svg.end();
    }
    for &placed in &evidence.placed {
        let (x, y) = layout.candidate(board, placed);
        let name = board.candidate_name(placed);
        svg.part(
            "placed",
            &format!("placed-{name}"),
            &format!("{name}: placed"),
        );
        let (x, y, r) = (Number(x), Number(y), Number(r + 2.0));
        svg.leaf(
            "circle",
            &format!("class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\""),
        );
        svg.end();
    }
    for (i, &forced) in evidence.forced.iter().enumerate() {
        let (x, y) = layout.candidate(board, forced);
        let name = board.candidate_name(forced);
        svg.part(
            "forced",
            &format!("forced-{name}"),
            &format!("{}. {name}", i + 1),
        );
        svg.words("order", (x + r, y - r), &format!("{}", i + 1));
        svg.end();
    }
}
