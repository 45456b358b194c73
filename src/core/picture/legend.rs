//! The legend below the board: variables, truths and links, wrapped to the width.

use super::evidence::Evidence;
use super::flags::Flags;
use super::layout::Layout;
use super::lines::times;
use super::parts::set_name;
use super::scene::Scene;
use super::shapes::mark;
use super::style::STYLE_COUNT;
use super::write::{Point, Svg};

/// The approximate width of a character.
const CHARACTER: f64 = 7.9;
const LINE: f64 = 20.0;
const LEGEND_INDENT: f64 = 10.0;
const SIGN: f64 = 24.0;

/// The sign before an entry.
enum Sign {
    /// A variable: its name and its value.
    Variable(String, String),
    /// The truth with this number.
    OfTruth(usize),
    /// A link.
    OfLink,
}

struct LegendEntry {
    sign: Sign,
    words: String,
    at: (f64, f64),
}

/// The legend, laid out.
pub struct Legend<'a> {
    scene: &'a Scene<'a>,
    layout: &'a Layout,
    entries: Vec<LegendEntry>,
    bottom: f64,
}

impl<'a> Legend<'a> {
    /// Lays out the legend of a scene.
    pub fn of(
        scene: &'a Scene<'a>,
        evidence: &Evidence,
        variables: &[(String, String)],
        layout: &'a Layout,
    ) -> Legend<'a> {
        let mut legend = Legend {
            scene,
            layout,
            entries: Vec::new(),
            bottom: 0.0,
        };
        let variables = variables.iter().map(|(name, text)| {
            let words = format!("{name} = {text}");
            (Sign::Variable(name.clone(), text.clone()), words)
        });
        legend.add(variables.collect());
        let truths = evidence.truths.iter().enumerate().map(|(i, truth)| {
            let name = scene.board.group_name(truth.group);
            (Sign::OfTruth(i), format!("+{}", times(truth.times, &name)))
        });
        legend.add(truths.collect());
        let links = evidence.links.iter().map(|link| {
            let name = set_name(scene.board, link.set);
            (Sign::OfLink, format!("-{}", times(link.times, &name)))
        });
        legend.add(links.collect());
        legend
    }

    /// Height of the legend.
    pub fn height(&self) -> f64 {
        match self.entries.is_empty() {
            true => 0.0,
            false => self.bottom + 10.0,
        }
    }

    /// Adds entries from the beginning of a new line.
    fn add(&mut self, entries: Vec<(Sign, String)>) {
        if entries.is_empty() {
            return;
        }
        let room = self.layout.width() - LEGEND_INDENT;
        let mut x = LEGEND_INDENT;
        self.bottom += LINE;
        for (sign, words) in entries {
            let before = match sign {
                Sign::Variable(..) => 0.0,
                Sign::OfTruth(_) | Sign::OfLink => SIGN,
            };
            let words = fit(&words, room - LEGEND_INDENT - before);
            let width = before + CHARACTER * words.chars().count() as f64;
            if x > LEGEND_INDENT && x + width > room {
                x = LEGEND_INDENT;
                self.bottom += LINE;
            }
            let at = (x, self.bottom - LINE / 2.0);
            self.entries.push(LegendEntry { sign, words, at });
            x += width + 14.0;
        }
    }

    /// Draws the legend, and the flags of its variables on the board.
    pub fn draw(&self, svg: &mut Svg, top: f64) {
        let mut flags = Flags::default();
        for entry in &self.entries {
            let (x, y) = (entry.at.0, entry.at.1 + top);
            match &entry.sign {
                Sign::Variable(name, text) => {
                    let id = format!("variable-{name}");
                    svg.part("variable", &id, &format!("{name} = {text}"));
                    svg.begin("g", "class=\"flag\"");
                    flags.draw(svg, self.scene.board, self.layout, name, text);
                    svg.end();
                    svg.words("legend", (x, y), &entry.words);
                    svg.end();
                }
                Sign::OfTruth(number) => {
                    svg.begin("g", &format!("class=\"key t{}\"", number % STYLE_COUNT));
                    mark(svg, *number, (x + 8.0, y), 6.5);
                    svg.words("legend", (x + SIGN - 4.0, y), &entry.words);
                    svg.end();
                }
                Sign::OfLink => {
                    svg.begin("g", "class=\"key\"");
                    let line = format!("M{} L{}", Point((x, y)), Point((x + 16.0, y)));
                    svg.path("dash", &line);
                    svg.words("legend", (x + SIGN - 4.0, y), &entry.words);
                    svg.end();
                }
            }
        }
    }
}

/// The text, shortened to the available width.
fn fit(words: &str, room: f64) -> String {
    let most = (room / CHARACTER).max(4.0) as usize;
    match words.chars().count() <= most {
        true => words.to_owned(),
        false => words.chars().take(most - 1).chain(['…']).collect(),
    }
}
