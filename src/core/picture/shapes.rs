//! The shapes of marks: one per truth, so that they can be distinguished without colours.

use std::f64::consts::PI;

use super::style::STYLE_COUNT;
use super::write::{Number, Point, Svg};

/// Draws the mark of the truth with this number around a point.
pub fn mark(svg: &mut Svg, number: usize, (x, y): (f64, f64), radius: f64) {
    let corners = |count: usize, turn: f64, radius: f64| {
        let corner = |i: usize| {
            let angle = 2.0 * PI * (i as f64 + turn) / count as f64 - PI / 2.0;
            let point = (x + radius * angle.cos(), y + radius * angle.sin());
            Point(point).to_string()
        };
        let points: Vec<String> = (0..count).map(corner).collect();
        format!("class=\"mark\" points=\"{}\"", points.join(" "))
    };
    let polygon = match number % STYLE_COUNT {
        0 => {
            let (x, y, r) = (Number(x), Number(y), Number(radius));
            let circle = format!("class=\"mark\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"");
            return svg.leaf("circle", &circle);
        }
        1 => corners(4, 0.5, radius * 1.25),
        2 => corners(4, 0.0, radius * 1.2),
        3 => corners(6, 0.0, radius * 1.1),
        4 => corners(3, 0.0, radius * 1.35),
        5 => corners(8, 0.5, radius * 1.08),
        _ => corners(3, 0.5, radius * 1.35),
    };
    svg.leaf("polygon", &polygon);
}
