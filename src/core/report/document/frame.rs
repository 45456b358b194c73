//! The frame of every page: its head, its styles, and its content security policy.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::picture::{Theme, css};

/// The scripts of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scripts<'a> {
    /// No scripts. The browser runs none, whatever the page contains.
    None,
    /// This script and no other.
    Own(&'a str),
}

/// An HTML page with this body and additional styles.
pub fn frame(title: &str, style: &str, scripts: Scripts<'_>, body: &Markup) -> String {
    let allowed = match scripts {
        Scripts::None => "",
        Scripts::Own(_) => "script-src 'nonce-page'; ",
    };
    let policy = format!(
        "default-src 'none'; {allowed}style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    );
    let style = format!("{}{FRAME_STYLE}{style}", css(Theme::Auto));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body {
                (body)
                @if let Scripts::Own(script) = scripts { script nonce="page" { (PreEscaped(script)) } }
            }
        }
    };
    page.into_string()
}

const FRAME_STYLE: &str = "\
:root { --ink: #1a1a1a; --paper: #fff; --quiet: #595959; --line: #d0d0d0; --wash: #f3f3f3; --link: #0b57a4; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #ececec; --paper: #16181c; --quiet: #b0b4bb; --line: #43474e; --wash: #22252b; --link: #8cbcff; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 1.6rem 0 .5rem; }
p, h3, dd, td { overflow-wrap: anywhere; }
.lead, .quiet { color: var(--quiet); }
figure { margin: 0 0 .5rem; }
figcaption { font-size: .85rem; }
figure svg, .picture svg { display: block; width: 100%; height: auto; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: .85rem; background: var(--wash); border-radius: 4px; }
code { padding: .1em .3em; }
.line { overflow-wrap: anywhere; }
pre { padding: .6rem .8rem; line-height: 1.35; white-space: pre-wrap; overflow-wrap: anywhere; }
details { margin: .4rem 0; }
summary { cursor: pointer; color: var(--link); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: 0; }
dt { color: var(--quiet); max-width: 10rem; }
dd { margin: 0; }
table { border-collapse: collapse; }
td, th { padding: .1rem .8rem .1rem 0; text-align: left; vertical-align: top; }
.number { text-align: right; }
@media print {
  body { font-size: 10pt; max-width: none; margin: 0; padding: 0; }
  h1, h2, h3 { break-after: avoid; }
  figure { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
}
";
