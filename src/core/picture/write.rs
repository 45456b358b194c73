//! Writing of SVG: elements, attributes and escaping.

use std::fmt::Write as _;

use super::scene::Look;
use super::style::style_sheet;

/// An SVG document that grows from the back to the front.
pub struct Svg {
    text: String,
    open: Vec<&'static str>,
    inline: bool,
}

impl Svg {
    /// An empty document of this size.
    pub fn new(width: f64, height: f64, look: &Look) -> Svg {
        let mut text = String::new();
        let _ = writeln!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
             role=\"img\" class=\"qedoku\" font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\">",
            w = Number(width),
            h = Number(height)
        );
        let mut svg = Svg {
            text,
            open: vec!["svg"],
            inline: look.inline,
        };
        if !look.inline {
            svg.text += &style_sheet(look.theme);
        }
        svg.leaf("rect", "class=\"paper\" width=\"100%\" height=\"100%\"");
        svg
    }

    /// Adds further styles, unless the page has all styles.
    pub fn style(&mut self, css: &str) {
        if !self.inline {
            let _ = writeln!(self.text, "<style>\n{css}</style>");
        }
    }

    /// Adds a title to the innermost open element.
    pub fn title(&mut self, words: &str) {
        let _ = writeln!(self.text, "<title>{}</title>", Escaped(words));
    }

    /// Opens a group with a class, an id and a title.
    pub fn part(&mut self, class: &str, id: &str, title: &str) {
        let attributes = match self.inline {
            true => format!("class=\"{class}\""),
            false => format!("class=\"{class}\" id=\"{}\"", Escaped(id)),
        };
        self.begin("g", &attributes);
        self.title(title);
    }

    /// Opens an element.
    pub fn begin(&mut self, tag: &'static str, attributes: &str) {
        let space = if attributes.is_empty() { "" } else { " " };
        let _ = writeln!(self.text, "<{tag}{space}{attributes}>");
        self.open.push(tag);
    }

    /// Closes the innermost open element.
    pub fn end(&mut self) {
        if let Some(tag) = self.open.pop() {
            let _ = writeln!(self.text, "</{tag}>");
        }
    }

    /// An element without content.
    pub fn leaf(&mut self, tag: &str, attributes: &str) {
        let _ = writeln!(self.text, "<{tag} {attributes}/>");
    }

    /// A path with the drawing commands.
    pub fn path(&mut self, class: &str, commands: &str) {
        let _ = writeln!(self.text, "<path class=\"{class}\" d=\"{commands}\"/>");
    }

    /// Text centred at a point. The class sets its size.
    pub fn words(&mut self, class: &str, (x, y): (f64, f64), words: &str) {
        let (x, y) = (Number(x), Number(y));
        let words = Escaped(words);
        let _ = writeln!(
            self.text,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" dy=\"0.36em\">{words}</text>"
        );
    }

    /// The whole document.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.end();
        }
        self.text
    }
}

/// A coordinate with at most two decimals, without trailing zeros.
pub struct Number(pub f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let (sign, hundredths) = (if hundredths < 0 { "-" } else { "" }, hundredths.abs());
        let (whole, rest) = (hundredths / 100, hundredths % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}

/// A point in the syntax of paths.
pub struct Point(pub (f64, f64));

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", Number(self.0.0), Number(self.0.1))
    }
}

/// Text escaped for elements and attributes. Control characters, which XML forbids, become
/// replacement characters.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\n' | '\t' => f.write_str(" ")?,
                c if c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&c) => {
                    f.write_char('\u{fffd}')?;
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
