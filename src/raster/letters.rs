//! Letters as outlines, so that pictures are rasterised without fonts and a shaping engine.
//!
//! `<text class="given" x="36" y="36" dy="0.36em">5</text>` becomes a path with the class
//! `glyph given`, with the outline of a bold 5 of DejaVu Sans. The build script takes the outlines
//! from the font. Letters stand side by side without kerning.

use std::fmt::Write as _;

include!(concat!(env!("OUT_DIR"), "/letters.rs"));

/// A letter with its width in units of the font, and its outline in the syntax of SVG paths.
type Letter = (char, u16, &'static str);

/// Shown for a letter that has no outline.
const NO_OUTLINE: char = '\u{fffd}';

/// The text style of a class in the style sheet.
struct Style {
    /// Height of a line in pixels.
    size: f64,
    letters: &'static [Letter],
    is_centred: bool,
}

/// A picture of `qedoku-core` with its text converted to paths.
pub fn outlined(svg: &str) -> String {
    let mut out = String::with_capacity(2 * svg.len());
    let mut rest = svg;
    while let Some((before, element)) = rest.split_once("<text ") {
        let Some((element, after)) = element.split_once("</text>") else {
            break;
        };
        out += before;
        draw(svg, element, &mut out);
        rest = after;
    }
    out += rest;
    // Paths have no fill of their own, so they take the colours of `text`.
    let out = out.replace("\ntext {", "\n.glyph {");
    out.replace("\n.flag text {", "\n.flag .glyph {")
}

/// Draws the text of an element such as `class="given" x="36" y="36" dy="0.36em">5`.
fn draw(svg: &str, element: &str, out: &mut String) {
    let (attributes, words) = element.split_once('>').unwrap_or((element, ""));
    let value = |name: &str| attribute(attributes, name);
    let number = |name: &str| value(name).and_then(|v| v.trim_end_matches("em").parse().ok());
    let class = value("class").unwrap_or_default();
    let style = style(svg, class);
    let scale = style.size / f64::from(UNITS_PER_EM);
    let words = unescaped(words);
    let letters = words.chars().filter_map(|c| letter(style.letters, c));
    let letters: Vec<&Letter> = letters.collect();
    let width: f64 = letters.iter().map(|(_, width, _)| f64::from(*width)).sum();
    let [x, y, dy]: [f64; 3] = ["x", "y", "dy"].map(|name| number(name).unwrap_or_default());
    let mut at = x - if style.is_centred {
        width * scale / 2.0
    } else {
        0.0
    };
    let base = y + dy * style.size;
    for (_, width, outline) in letters {
        let _ = write!(
            out,
            "<path class=\"glyph {class}\" transform=\"translate({at} {base}) scale({scale} -{scale})\" d=\"{outline}\"/>"
        );
        at += f64::from(*width) * scale;
    }
}

/// The value of an attribute.
fn attribute<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    let (_, value) = attributes.split_once(&format!("{name}=\""))?;
    value.split('"').next()
}

/// The style of text with these classes, read from the style sheet of the picture.
fn style(svg: &str, classes: &str) -> Style {
    let mut said = String::new();
    for class in classes.split_whitespace() {
        // A flag's text is styled by a rule for the element inside the flag.
        let selector = match class {
            "name" => "\n.flag text {".to_owned(),
            class => format!("\n.{class} {{"),
        };
        for rule in svg.split(selector.as_str()).skip(1) {
            said += rule.split('}').next().unwrap_or_default();
        }
    }
    let size = said.split("font-size: ").nth(1);
    let size = size.and_then(|text| text.split("px").next()?.parse().ok());
    Style {
        size: size.unwrap_or(14.0),
        letters: match said.contains("font-weight: bold") {
            true => BOLD,
            false => REGULAR,
        },
        is_centred: !said.contains("text-anchor: start"),
    }
}

fn letter(letters: &'static [Letter], wanted: char) -> Option<&'static Letter> {
    let place = |wanted| letters.binary_search_by_key(&wanted, |(c, _, _)| *c);
    let place = place(wanted).or_else(|_| place(NO_OUTLINE));
    place.ok().map(|place| &letters[place])
}

/// Undoes the escapes of the SVG writer.
fn unescaped(words: &str) -> String {
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ];
    let replace = |text: String, (from, to): (&str, &str)| text.replace(from, to);
    pairs.into_iter().fold(words.to_owned(), replace)
}
