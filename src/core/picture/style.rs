//! Colours, widths and sizes: the only place where styles are defined.
//!
//! The colours of truths are the palette of Okabe and Ito, which everyone can distinguish. Each
//! goes with a shape of its own, for prints in black.

/// The colour theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// The reader's system setting.
    #[default]
    Auto,
    /// Dark on white.
    Light,
    /// Light on black.
    Dark,
}

/// Number of styles for truths. Further truths use the styles again.
pub const STYLE_COUNT: usize = 7;

/// A set of colours.
struct Palette {
    paper: &'static str,
    ink: &'static str,
    entry: &'static str,
    faint: &'static str,
    grid: &'static str,
    link: &'static str,
    gone: &'static str,
    gone_paper: &'static str,
    placed: &'static str,
    flag: &'static str,
    truths: [&'static str; STYLE_COUNT],
    /// The opacity of a truth's colour behind its candidates.
    wash: &'static str,
}

const LIGHT: Palette = Palette {
    paper: "#ffffff",
    ink: "#1a1a1a",
    entry: "#2b4a7d",
    faint: "#c4c4c4",
    grid: "#8a8a8a",
    link: "#4d4d4d",
    gone: "#c00000",
    gone_paper: "#ffe1dc",
    placed: "#00704c",
    flag: "#5c5c5c",
    truths: [
        "#0072b2", "#d55e00", "#009e73", "#a6408a", "#b8860b", "#3a9bd9", "#6b4c2f",
    ],
    wash: "0.22",
};

const DARK: Palette = Palette {
    paper: "#16181c",
    ink: "#ececec",
    entry: "#a9c7f5",
    faint: "#4a4d53",
    grid: "#7d828b",
    link: "#c9ccd2",
    gone: "#ff7b6b",
    gone_paper: "#4d211c",
    placed: "#57d9a8",
    flag: "#b7bcc4",
    truths: [
        "#56b4e9", "#ff9a4d", "#4fd6ab", "#e59bd0", "#e6c229", "#9fd0f5", "#d2b48c",
    ],
    wash: "0.3",
};

/// The style sheet of a picture, as an SVG element.
pub fn style_sheet(theme: Theme) -> String {
    format!("<style>\n{}</style>\n", css(theme))
}

/// The CSS of pictures, for pages with several of them or with a strict style policy. The dark
/// colours of [`Theme::Auto`] are in a media query, which other programs ignore.
pub fn css(theme: Theme) -> String {
    let mut text = SHARED_STYLE.to_owned();
    match theme {
        Theme::Light => text += &colours(&LIGHT),
        Theme::Dark => text += &colours(&DARK),
        Theme::Auto => {
            text += &colours(&LIGHT);
            text += "@media screen and (prefers-color-scheme: dark) {\n";
            text += &colours(&DARK);
            text += "}\n";
        }
    }
    text
}

/// The styles common to all colours.
const SHARED_STYLE: &str = "\
text { text-anchor: middle; }
.given { font-size: 34px; font-weight: bold; }
.entry { font-size: 34px; }
.candidate { font-size: 14px; }
.spoken { font-weight: bold; }
.label { font-size: 12px; }
.flag text { font-size: 11px; font-weight: bold; }
.legend { font-size: 13px; text-anchor: start; }
.order { font-size: 8px; }
path, rect, circle, polygon { fill: none; }
.thin { stroke-width: 1; }
.thick { stroke-width: 3; }
.line { stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.around { stroke-width: 2.5; }
.mark { stroke-width: 1.5; }
.dash { stroke-width: 1.8; stroke-dasharray: 5 4; }
.strike { stroke-width: 2.5; stroke-linecap: round; }
.ring { stroke-width: 2.5; }
.role .house { stroke-width: 1.5; stroke-opacity: 0.55; fill-opacity: 0.1; }
.role .cell { stroke-width: 2; fill-opacity: 0.16; }
.way { stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
.weak .way { stroke-dasharray: 5 4; }
.number text { font-size: 8px; font-weight: bold; }
.number circle { stroke-width: 0.8; }
.changed { font-size: 15px; }
";

/// The styles of constraints, for pictures of variants. The colours suit light and dark
/// backgrounds.
pub const CONSTRAINT_STYLE: &str = "\
.cage { stroke: #707070; stroke-width: 1.2; stroke-dasharray: 4 3; }
.sum { font-size: 11px; }
.small { font-size: 11px; }
.onblack { font-size: 11px; fill: #ffffff; }
.letter { font-size: 15px; font-weight: bold; }
.outside { font-size: 15px; }
.shade { fill: #808080; fill-opacity: 0.22; }
.clue { stroke: #707070; stroke-width: 1.5; fill: #808080; fill-opacity: 0.1; }
.bulb { fill: #a0a0a0; fill-opacity: 0.75; }
.thermo { stroke: #a0a0a0; stroke-opacity: 0.75; stroke-width: 13; stroke-linecap: round; }
.arrow { stroke: #707070; stroke-width: 1.8; }
.white { fill: #ffffff; stroke: #202020; stroke-width: 1.2; }
.black { fill: #202020; stroke: #202020; }
.diagonal { stroke: #3a9bd9; stroke-opacity: 0.7; stroke-width: 1.5; }
.whisper { stroke: #35b24a; stroke-opacity: 0.6; stroke-width: 8; stroke-linecap: round; }
.renban { stroke: #b05cc8; stroke-opacity: 0.6; stroke-width: 8; stroke-linecap: round; }
.between { stroke: #707070; stroke-opacity: 0.5; stroke-width: 5; stroke-linecap: round; }
.plain { stroke: #d59a3c; stroke-opacity: 0.6; stroke-width: 6; stroke-linecap: round; }
";

fn colours(palette: &Palette) -> String {
    let mut text = format!(
        "\
.paper {{ fill: {paper}; }}
text {{ fill: {ink}; }}
.entry {{ fill: {entry}; }}
.faint {{ fill: {faint}; }}
.thin {{ stroke: {grid}; }}
.thick {{ stroke: {ink}; }}
.label {{ fill: {flag}; }}
.dash {{ stroke: {link}; }}
.tip {{ fill: {link}; }}
.strike {{ stroke: {gone}; }}
.gone {{ fill: {gone_paper}; }}
.ring {{ stroke: {placed}; }}
.flag rect {{ fill: {flag}; }}
.flag text {{ fill: {paper}; }}
.order {{ fill: {ink}; }}
.out {{ fill: {gone}; }}
.in {{ fill: {placed}; }}
.changed {{ fill: {paper}; }}
.way {{ stroke: {ink}; }}
.head {{ fill: {ink}; }}
.number circle {{ fill: {paper}; stroke: {ink}; }}
",
        paper = palette.paper,
        ink = palette.ink,
        entry = palette.entry,
        faint = palette.faint,
        grid = palette.grid,
        link = palette.link,
        gone = palette.gone,
        gone_paper = palette.gone_paper,
        placed = palette.placed,
        flag = palette.flag,
    );
    for (i, colour) in palette.truths.iter().enumerate() {
        let wash = palette.wash;
        text += &format!(
            ".t{i} .mark {{ stroke: {colour}; fill: {colour}; fill-opacity: {wash}; }}\n\
             .t{i} .line, .t{i} .around {{ stroke: {colour}; }}\n\
             .t{i} .tip {{ fill: {colour}; }}\n\
             .r{i} .mark, .r{i} .cell, .r{i} .house {{ stroke: {colour}; fill: {colour}; }}\n\
             .r{i} .mark {{ fill-opacity: {wash}; }}\n\
             .badge.r{i} .mark, .key.r{i} .mark {{ fill-opacity: 1; }}\n"
        );
    }
    text
}
