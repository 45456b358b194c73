//! How much each rule adds, drawn as SVG.
//!
//! Takes the share of puzzles that are solved with the first rule, with the first two, and so on; gives a curve, in which one sees
//! where further rules stop to matter.

use std::fmt::Write as _;

/// The size of the drawing, and what is left free around the curve.
const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 50.0;

/// Draws the share of puzzles that are solved with the first n rules, for every n; `names` are
/// those of the rules, shown when one points at the curve.
pub fn plot(shares: &[f64], names: &[String]) -> String {
    let x = |n: usize| {
        let steps = shares.len().max(2) as f64 - 1.0;
        LEFT + (WIDTH - LEFT - RIGHT) * (n as f64) / steps
    };
    let y = |share: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for tenth in 0..=10 {
        let share = f64::from(tenth) / 10.0;
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{2:.1}\" y2=\"{2:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{3:.1}\" text-anchor=\"end\">{4}%</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            y(share),
            y(share) + 4.0,
            tenth * 10,
        );
    }
    let points: Vec<String> = (shares.iter().enumerate())
        .map(|(n, &share)| format!("{:.1},{:.1}", x(n), y(share)))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f6feb\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    for (n, &share) in shares.iter().enumerate() {
        let name = n.checked_sub(1).and_then(|i| names.get(i));
        let name = name.map_or("no mined rule", String::as_str);
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"#1f6feb\"><title>{n}: {name}, \
             {:.1}%</title></circle>\
             <text x=\"{0:.1}\" y=\"{3:.1}\" text-anchor=\"middle\">{n}</text>",
            x(n),
            y(share),
            share * 100.0,
            HEIGHT - BOTTOM + 18.0,
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">mined rules</text>\n\
         <text x=\"{LEFT}\" y=\"18\">puzzles solved of those on which the library is stuck</text>\n</svg>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 12.0,
    );
    svg
}
