//! The teaching layer of pictures, for the examples of all rules: at most eight lines, none across
//! a digit that it does not concern, badges apart from each other, and a colour and a shape for
//! every role.

use qedoku_core::lang::standard_library;
use qedoku_core::picture::{CandidatesShown, Look, css};
use qedoku_core::report::explain::annotation;
use roxmltree::{Document, Node};

use crate::pictures::{examples, picture};

type At = (f64, f64);

/// Half the width and height of a small and of a large digit, from the font's metrics.
const SMALL: At = (4.6, 5.4);
const LARGE: At = (11.0, 13.0);

fn number(node: &Node<'_, '_>, name: &str) -> f64 {
    let text = node.attribute(name).unwrap_or_else(|| panic!("{name}"));
    text.parse().expect("a number")
}

fn has_class(node: &Node<'_, '_>, class: &str) -> bool {
    let classes = node.attribute("class").unwrap_or_default();
    classes.split(' ').any(|it| it == class)
}

fn with_class<'d, 'i>(document: &'d Document<'i>, class: &str) -> Vec<Node<'d, 'i>> {
    let nodes = document.descendants();
    nodes.filter(|node| has_class(node, class)).collect()
}

/// Returns points along a path of `M`, `L` and `Q` commands, at most a unit apart.
fn flattened(path: &str) -> Vec<At> {
    let mut points: Vec<At> = Vec::new();
    let spaced = path.replace(['M', 'L', 'Q'], " $0").replace("$0", "");
    let commands: Vec<char> = path.chars().filter(|c| "MLQ".contains(*c)).collect();
    let mut numbers = spaced
        .split_whitespace()
        .map(|n| n.parse::<f64>().expect("a number"));
    let mut next = || (numbers.next().expect("x"), numbers.next().expect("y"));
    for command in commands {
        let (control, end) = match command {
            'M' => {
                points.push(next());
                continue;
            }
            'L' => {
                let end = next();
                (end, end)
            }
            _ => (next(), next()),
        };
        let &start = points.last().expect("a start");
        let control = if command == 'L' {
            ((start.0 + end.0) / 2.0, (start.1 + end.1) / 2.0)
        } else {
            control
        };
        let count = ((start.0 - end.0).hypot(start.1 - end.1) * 2.0)
            .ceil()
            .max(1.0) as usize;
        for step in 1..=count {
            let t = step as f64 / count as f64;
            let bend = |a: f64, b: f64, c: f64| {
                (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
            };
            points.push((
                bend(start.0, control.0, end.0),
                bend(start.1, control.1, end.1),
            ));
        }
    }
    points
}

/// Returns the digits of a board with their places and sizes.
fn digits(document: &Document<'_>) -> Vec<(At, At, String)> {
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    texts
        .filter_map(|node| {
            let half = match () {
                () if has_class(&node, "candidate") => SMALL,
                () if has_class(&node, "given") || has_class(&node, "entry") => LARGE,
                () => return None,
            };
            let at = (number(&node, "x"), number(&node, "y"));
            Some((at, half, node.text().unwrap_or_default().to_owned()))
        })
        .collect()
}

/// Returns the middle of a candidate's place on a 9x9 board.
fn place(candidate: &str) -> At {
    let digit = |at: usize| f64::from(candidate.as_bytes()[at] - b'1');
    let (row, column, value) = (digit(1), digit(3), digit(5));
    let side = 63.0;
    (
        34.0 + side * column + 21.0 * (value % 3.0 + 0.5),
        34.0 + side * row + 21.0 * ((value / 3.0).floor() + 0.5),
    )
}

fn check_lines(document: &Document<'_>, title: &str) {
    let digits = digits(document);
    let edges = with_class(document, "edge");
    assert!(edges.len() <= 8, "{title}: {} lines", edges.len());
    for edge in edges {
        let ends: Vec<At> = ["data-from", "data-to"]
            .map(|name| place(edge.attribute(name).expect("an end")))
            .to_vec();
        let mut points: Vec<At> = Vec::new();
        for part in edge.children() {
            if let Some(path) = part.attribute("d") {
                points.extend(flattened(path));
            }
            if let Some(head) = part.attribute("points") {
                let numbers: Vec<f64> = head
                    .split_whitespace()
                    .map(|n| n.parse().expect("a number"))
                    .collect();
                points.extend(numbers.chunks(2).map(|at| (at[0], at[1])));
            }
        }
        assert!(points.len() > 1, "{title}: a line without points");
        for (at, half, digit) in &digits {
            let is_end = |end: &At| (end.0 - at.0).hypot(end.1 - at.1) < 1.0;
            if ends.iter().any(is_end) {
                continue;
            }
            let hits =
                |point: &At| (point.0 - at.0).abs() < half.0 && (point.1 - at.1).abs() < half.1;
            assert!(
                !points.iter().any(hits),
                "{title}: the line {:?} - {:?} crosses the {digit} at {at:?}",
                edge.attribute("data-from"),
                edge.attribute("data-to"),
            );
        }
    }
}

/// Returns the middle of a mark, and half of its extent.
fn extent(badge: &Node<'_, '_>) -> (At, f64) {
    let shape = badge
        .children()
        .find(|node| node.is_element())
        .expect("a shape");
    if shape.has_tag_name("circle") {
        return (
            (number(&shape, "cx"), number(&shape, "cy")),
            number(&shape, "r"),
        );
    }
    let points = shape.attribute("points").expect("points");
    let numbers: Vec<f64> = points
        .split_whitespace()
        .map(|n| n.parse().expect("a number"))
        .collect();
    let count = numbers.len() as f64 / 2.0;
    let sum = |from: usize| numbers.iter().skip(from).step_by(2).sum::<f64>() / count;
    let at = (sum(0), sum(1));
    let reach = numbers
        .chunks(2)
        .map(|p| (p[0] - at.0).abs().max((p[1] - at.1).abs()));
    (at, reach.fold(0.0, f64::max))
}

fn check_badges(document: &Document<'_>, title: &str) {
    let badges: Vec<(At, f64)> = with_class(document, "badge").iter().map(extent).collect();
    for (i, (a, a_half)) in badges.iter().enumerate() {
        for (b, b_half) in &badges[..i] {
            // Corners of triangles may be a little longer than the radius of a badge.
            let room = (a_half + b_half) * 0.75;
            let apart = (a.0 - b.0).abs().max((a.1 - b.1).abs());
            assert!(apart >= room, "{title}: badges at {a:?} and {b:?}");
        }
    }
}

fn check_roles(document: &Document<'_>, title: &str) {
    let keys: Vec<Node<'_, '_>> = with_class(document, "key");
    let drawn = with_class(document, "role");
    let style = css(qedoku_core::picture::Theme::Light);
    let mut looks: Vec<(String, String)> = Vec::new();
    for key in keys.iter().filter(|key| has_class(key, "role")) {
        let classes = key.attribute("class").unwrap_or_default();
        let number = classes
            .split(' ')
            .find(|it| it.starts_with('r') && it.len() == 2);
        let number = number.unwrap_or_else(|| panic!("{title}: a role without a style"));
        let colour = style
            .split(&format!(".{number} .mark"))
            .nth(1)
            .expect("a colour");
        let colour = colour.split("stroke: ").nth(1).expect("a colour");
        let shape = key
            .children()
            .find(|node| node.is_element())
            .expect("a shape");
        let corners = shape
            .attribute("points")
            .map_or(0, |p| p.split(' ').count());
        let look = (
            colour[..7].to_owned(),
            format!("{corners} corners of {number}"),
        );
        assert!(!looks.contains(&look), "{title}: two roles look alike");
        looks.push(look);
        // Every role is on the board, with its shape.
        let shapes = drawn
            .iter()
            .filter(|it| has_class(it, number) && !has_class(it, "key"));
        let shapes = shapes.flat_map(|it| it.children());
        let shapes = shapes.filter(|it| has_class(it, "mark")).count();
        assert!(shapes > 0, "{title}: a role without a shape on the board");
    }
    assert!(!keys.is_empty(), "{title}: no legend");
}

#[test]
fn teaching_layer_keeps_digits_readable_in_all_examples() {
    let library = standard_library().expect("the library");
    let mut with_lines = 0;
    let mut with_roles = 0;
    let examples = examples(&library);
    for (puzzle, technique, step) in &examples {
        let note = annotation(&puzzle.board, technique, &step.found);
        for candidates in [CandidatesShown::Open, CandidatesShown::None] {
            let look = Look {
                candidates,
                ..Look::default()
            };
            let svg = picture(puzzle, &step.certificate, &note, &look);
            if let Some(folder) = std::env::var_os("QEDOKU_PICTURES")
                && candidates == CandidatesShown::Open
            {
                let path = std::path::Path::new(&folder).join(format!("{}.svg", technique.title));
                std::fs::write(path, &svg).expect("a folder for pictures");
            }
            let document = Document::parse(&svg).expect("a picture");
            check_lines(&document, &technique.title);
            check_badges(&document, &technique.title);
            check_roles(&document, &technique.title);
            with_lines += usize::from(!with_class(&document, "edge").is_empty());
            with_roles += usize::from(!with_class(&document, "role").is_empty());
        }
    }
    assert_eq!(with_roles, 2 * examples.len(), "a step without roles");
    assert!(with_lines > 20, "{with_lines} pictures with lines");
}
