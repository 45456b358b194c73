//! The legend of the teaching layer: a sign and words for each role.

use super::super::evidence::Evidence;
use super::super::layout::Layout;
use super::super::shapes::mark;
use super::super::write::{Number, Svg};
use super::draw::rectangle;
use super::part::{Role, TeachingLayer};

type At = (f64, f64);

/// The approximate width of a character of the legend.
const LETTER: f64 = 7.4;
const LEGEND_LINE: f64 = 20.0;
const KEY: f64 = 22.0;
const LEGEND_INDENT: f64 = 10.0;

/// The legend of the teaching layer: a sign and words for each role, and for eliminated and placed
/// candidates.
pub struct TeachingLegend<'a> {
    entries: Vec<(Sign<'a>, String, At)>,
    bottom: f64,
}

enum Sign<'a> {
    Role(usize, &'a Role),
    Out,
    In,
}

impl<'a> TeachingLegend<'a> {
    /// Lays out the legend.
    pub fn of(
        teaching: &'a TeachingLayer,
        evidence: &Evidence,
        layout: &Layout,
    ) -> TeachingLegend<'a> {
        let mut entries: Vec<(Sign<'a>, String)> = { teaching.roles.iter().enumerate() }
            .map(|(number, role)| (Sign::Role(number, role), role.words_or_name()))
            .collect();
        if !evidence.targets.is_empty() {
            entries.push((Sign::Out, "eliminated".to_owned()));
        }
        if !evidence.placed.is_empty() {
            entries.push((Sign::In, "placed".to_owned()));
        }
        let room = layout.width() - LEGEND_INDENT;
        let (mut x, mut y) = (LEGEND_INDENT, LEGEND_LINE / 2.0);
        let mut legend = TeachingLegend {
            entries: Vec::new(),
            bottom: 0.0,
        };
        for (sign, words) in entries {
            let most = ((room - LEGEND_INDENT - KEY) / LETTER) as usize;
            let words = shortened(&words, most);
            let width = KEY + LETTER * words.chars().count() as f64;
            if x > LEGEND_INDENT && x + width > room {
                (x, y) = (LEGEND_INDENT, y + LEGEND_LINE);
            }
            legend.entries.push((sign, words, (x, y)));
            legend.bottom = y + LEGEND_LINE / 2.0 + 10.0;
            x += width + 12.0;
        }
        legend
    }

    /// The height of the legend.
    pub fn height(&self) -> f64 {
        self.bottom
    }

    /// Draws the legend below the board.
    pub fn draw(&self, svg: &mut Svg, top: f64) {
        for (sign, words, (x, y)) in &self.entries {
            let at = (x + 8.0, y + top);
            match sign {
                Sign::Role(number, role) => {
                    svg.begin(
                        "g",
                        &format!("class=\"key role r{number}\" data-role=\"{}\"", role.key()),
                    );
                    mark(svg, *number, at, 6.5);
                }
                Sign::Out => {
                    svg.begin("g", "class=\"key target\" data-role=\"eliminated\"");
                    rectangle(svg, "out", (at.0 - 6.5, at.1 - 6.5), (13.0, 13.0));
                }
                Sign::In => {
                    svg.begin("g", "class=\"key placed\" data-role=\"placed\"");
                    let (x, y) = (Number(at.0), Number(at.1));
                    svg.leaf(
                        "circle",
                        &format!("class=\"in\" cx=\"{x}\" cy=\"{y}\" r=\"6.5\""),
                    );
                }
            }
            svg.words("legend", (x + KEY - 3.0, at.1), words);
            svg.end();
        }
    }
}

impl Role {
    /// The text of the legend, or else the name.
    pub fn words_or_name(&self) -> String {
        match self.words.is_empty() {
            true => self.name.clone(),
            false => self.words.clone(),
        }
    }

    /// The name of the role, if it is safe in an attribute.
    fn key(&self) -> String {
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '[' | ']');
        self.name.chars().filter(is_plain).collect()
    }
}

fn shortened(words: &str, most: usize) -> String {
    match words.chars().count() <= most.max(4) {
        true => words.to_owned(),
        false => words.chars().take(most.max(4) - 1).chain(['…']).collect(),
    }
}
