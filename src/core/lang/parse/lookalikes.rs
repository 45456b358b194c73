//! Characters that look like those of the language but are different. They come from word
//! processors, web pages and other keyboards.
//!
//! `–` may mean `-` or `..`, a Cyrillic `а` is an `a`.

/// The possible replacements of a lookalike character, the most likely first. An empty text for an
/// invisible character.
pub(super) fn look_alike(character: char) -> Vec<String> {
    // Full-width forms are in the order of ASCII.
    if let '\u{ff01}'..='\u{ff5e}' = character {
        let plain = char::from_u32(character as u32 - 0xfee0);
        return plain.map(String::from).into_iter().collect();
    }
    let all: &[&str] = match character {
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => &[" "],
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => &[""],
        '‐'..='―' | '−' | '﹣' => &["-", "..", "=>"],
        '…' | '‥' => &[".."],
        '→' | '⇒' | '⟶' | '⟹' | '➔' | '➜' => &["=>"],
        '≠' => &["<>"],
        '、' | '،' | '‚' => &[","],
        '∶' | '։' => &[":"],
        '∣' | '│' | '¦' | 'ǀ' => &["|"],
        '∈' => &["in"],
        '∉' => &["not in"],
        '∀' => &["every"],
        '∧' => &["and"],
        '∨' => &["or"],
        '⁄' | '∕' => &["/"],
        _ => return letter(character).map(String::from).into_iter().collect(),
    };
    all.iter().map(ToString::to_string).collect()
}

/// The Latin letter or digit that a character looks like.
fn letter(character: char) -> Option<char> {
    const LETTERS: [(&str, &str); 3] = [
        (
            "авеёіјкмнорстухАВЕЁІЈКМНОРСТУХѕЅһԁԛԝ",
            "abeeijkmhopctyxABEEIJKMHOPCTYXsShdqw",
        ),
        ("αικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aikvoptuxABEZHIKMNOPTYX"),
        ("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789"),
    ];
    LETTERS.iter().find_map(|(others, own)| {
        let at = others.chars().position(|other| other == character)?;
        own.chars().nth(at).filter(char::is_ascii)
    })
}
