//! Random changes of proofs. Some break the form, most keep the form and change the meaning, and
//! harmless ones keep both.

use qedoku_tests::bases::Base;
use qedoku_tests::random::Random;

/// A proof as lines of words. A comment is one word.
pub struct Draft<'a> {
    pub lines: Vec<Vec<String>>,
    pub n: usize,
    /// A solution, if the puzzle has one.
    pub grid: Option<Vec<char>>,
    /// Other proofs of the same shape.
    pub others: &'a [&'a Base],
    /// The changed bytes, for changes that cannot be expressed as words.
    pub bytes: Option<Vec<u8>>,
}

/// A way to change a proof. It may find nothing to change.
pub type Change = fn(&mut Draft, &mut Random);

/// All changes, by name.
pub const CHANGES: &[(&str, Change)] = &[
    ("target: another", another_target),
    ("target: one more", one_more_target),
    ("target: one less", one_less_target),
    ("target: twice", target_twice),
    ("term: multiplier", multiplier),
    ("term: group", another_group),
    ("term: sign", sign),
    ("term: one more", one_more_term),
    ("term: one less", one_less_term),
    ("term: twice", term_twice),
    ("step: order", order),
    ("step: moved", moved),
    ("step: dropped", dropped),
    ("step: repeated", repeated),
    ("step: made up", made_up),
    ("step: truths alone", truths_alone),
    ("step: candidate", another_candidate),
    ("step: group", another_step_group),
    ("nesting: opened", opened),
    ("nesting: closed", closed),
    ("nesting: line lost", nesting_lost),
    ("nesting: moved", nesting_moved),
    ("givens: another", another_given),
    ("givens: one less", one_less_given),
    ("state: another cell", another_state_cell),
    ("state: line made up", state_made_up),
    ("state: line lost", state_lost),
    ("assume: in or out", assume),
    ("board: another", another_board),
    ("deadly: candidate", deadly_candidate),
    ("deadly: digits", deadly_digits),
    ("deadly: sides", deadly_sides),
    ("deadly: of the solution", deadly_of_solution),
    ("deadly: as link", deadly_as_link),
    ("claim: another", another_claim),
    ("claim: grid", another_grid),
    ("claim: early", early_claim),
    ("name: mangled", mangled),
    ("file: cut", cut),
    ("file: another puzzle", another_puzzle),
    ("file: splice", splice),
    ("file: bytes", bytes),
];

/// Changes that keep the meaning, so that the file must still be accepted.
pub const HARMLESS: &[(&str, Change)] = &[
    ("harmless: comments", comments),
    ("harmless: spaces", spaces),
    ("harmless: line ends", line_ends),
    ("harmless: terms", shuffled_terms),
    ("harmless: scaled", scaled),
    ("harmless: split", split_terms),
];

impl Draft<'_> {
    pub fn new<'a>(base: &Base, others: &'a [&'a Base]) -> Draft<'a> {
        Draft {
            lines: words(&base.text),
            n: base.shape.size(),
            grid: (base.text.lines())
                .find_map(|line| line.strip_prefix("claim unique "))
                .map(|grid| grid.chars().collect()),
            others,
            bytes: None,
        }
    }

    pub fn into_text(self) -> Vec<u8> {
        self.bytes.unwrap_or_else(|| {
            let lines = self.lines.iter().map(|line| line.join(" ") + "\n");
            lines.collect::<String>().into_bytes()
        })
    }

    /// Returns the lines that begin with one of these words.
    fn find(&self, first: &[&str]) -> Vec<usize> {
        let begins = |i: &usize| first.contains(&self.lines[*i][0].as_str());
        (0..self.lines.len()).filter(begins).collect()
    }

    fn pick(&self, first: &[&str], random: &mut Random) -> Option<usize> {
        random.pick(&self.find(first)).copied()
    }

    /// Returns the index of the first step.
    fn body(&self) -> usize {
        let header = ["qed", "board", "givens", "state", "assume"];
        let last = self.find(&header).last().copied();
        last.map_or(0, |last| last + 1).min(self.lines.len())
    }

    /// Returns a random line among the steps, or the one after them.
    fn place(&self, random: &mut Random) -> usize {
        let body = self.body();
        body + random.below(self.lines.len() - body + 1)
    }

    fn step(&self, random: &mut Random) -> Option<usize> {
        self.pick(&["count", "single", "suppose", "refuted", "deadly"], random)
    }

    fn digit(&self, random: &mut Random) -> char {
        char::from(b"123456789ABCDEFGHIJKLMNOP"[random.below(self.n)])
    }

    fn candidate(&self, random: &mut Random, relation: &str) -> String {
        let (row, column) = (1 + random.below(self.n), 1 + random.below(self.n));
        format!("r{row}c{column}{relation}{}", self.digit(random))
    }

    /// Returns a random candidate, preferably one that occurs in the proof.
    fn known_candidate(&self, random: &mut Random, relation: &str) -> String {
        let words = self.lines[self.body()..].iter().flatten();
        let named: Vec<&String> = words
            .filter(|w| w.starts_with('r') && w.contains(['=', '>']))
            .collect();
        match random.pick(&named) {
            Some(name) if !random.once_in(3) => name.replace("<>", "=").replace('=', relation),
            _ => self.candidate(random, relation),
        }
    }

    fn group(&self, random: &mut Random) -> String {
        let number = 1 + random.below(self.n);
        match random.below(4) {
            0 => format!("r{number}c{}", 1 + random.below(self.n)),
            kind => format!(
                "{}{}{number}",
                self.digit(random),
                ["r", "c", "b"][kind - 1]
            ),
        }
    }

    /// Returns a random group, preferably near the old one.
    fn near_group(&self, old: &str, random: &mut Random) -> String {
        if random.once_in(2) || old.len() < 3 || !old.is_char_boundary(1) {
            return self.group(random);
        }
        match (old.starts_with('r'), random.below(2)) {
            (true, _) => format!("r{}c{}", 1 + random.below(self.n), 1 + random.below(self.n)),
            (false, 0) => format!("{}{}", self.digit(random), &old[1..]),
            (false, _) => format!("{}{}", &old[..2], 1 + random.below(self.n)),
        }
    }

    fn term(&self, random: &mut Random) -> String {
        let sign = ["+", "-"][random.below(2)];
        format!("{sign}{}", self.group(random))
    }

    /// Returns the line of a random count, and the indices of its words before and after the colon.
    fn count(&self, random: &mut Random) -> Option<(usize, Vec<usize>, Vec<usize>)> {
        let line = self.pick(&["count"], random)?;
        let colon = self.lines[line].iter().position(|word| word == ":")?;
        let targets = (1..colon).collect();
        Some((line, targets, (colon + 1..self.lines[line].len()).collect()))
    }
}

fn words(text: &str) -> Vec<Vec<String>> {
    let line = |line: &str| -> Vec<String> {
        match line.trim_start().starts_with('#') {
            true => vec![line.to_owned()],
            false => line
                .split(' ')
                .filter(|w| !w.is_empty())
                .map(str::to_owned)
                .collect(),
        }
    };
    text.lines()
        .map(line)
        .filter(|line| !line.is_empty())
        .collect()
}

fn another_target(draft: &mut Draft, random: &mut Random) {
    if let Some((line, targets, _)) = draft.count(random)
        && let Some(&at) = random.pick(&targets)
    {
        let digit = draft.digit(random);
        let new = match (random.below(2), draft.lines[line][at].split_once("<>")) {
            (0, Some((cell, _))) => format!("{cell}<>{digit}"),
            _ => draft.known_candidate(random, "<>"),
        };
        draft.lines[line][at] = new;
    }
}

fn one_more_target(draft: &mut Draft, random: &mut Random) {
    if let Some((line, ..)) = draft.count(random) {
        let new = draft.known_candidate(random, "<>");
        draft.lines[line].insert(1, new);
    }
}

fn one_less_target(draft: &mut Draft, random: &mut Random) {
    if let Some((line, targets, _)) = draft.count(random)
        && let Some(&at) = random.pick(&targets)
    {
        draft.lines[line].remove(at);
    }
}

fn target_twice(draft: &mut Draft, random: &mut Random) {
    if let Some((line, targets, _)) = draft.count(random)
        && let Some(&at) = random.pick(&targets)
    {
        let again = draft.lines[line][at].clone();
        draft.lines[line].insert(1, again);
    }
}

/// Splits a term into sign, multiplier and set.
fn parts(term: &str) -> Option<(&str, &str, &str)> {
    let (sign, rest) = term.split_at_checked(1)?;
    let (multiplier, set) = rest.split_once('*').unwrap_or(("1", rest));
    Some((sign, multiplier, set))
}

/// Changes a random term of a random count.
fn change_term(
    draft: &mut Draft,
    random: &mut Random,
    change: impl FnOnce(&Draft, &mut Random, (&str, &str, &str)) -> String,
) {
    if let Some((line, _, terms)) = draft.count(random)
        && let Some(&at) = random.pick(&terms)
        && let Some(parts) = parts(&draft.lines[line][at])
    {
        draft.lines[line][at] = change(draft, random, parts);
    }
}

fn multiplier(draft: &mut Draft, random: &mut Random) {
    const ODD: [&str; 10] = [
        "0",
        "01",
        "1",
        "-1",
        "1000000",
        "1000001",
        "9223372036854775807",
        "18446744073709551617",
        "",
        "1.5",
    ];
    change_term(draft, random, |_, random, (sign, old, set)| {
        let new = match (random.below(8), old.parse::<i64>()) {
            (0, _) => (*random.pick(&ODD).expect("some")).to_owned(),
            (1, _) => random.below(1_000_000).to_string(),
            (2..=4, Ok(old)) if old > 1 => (old - 1).to_string(),
            (_, Ok(old)) => old.saturating_add(1 + random.below(2) as i64).to_string(),
            _ => "2".to_owned(),
        };
        format!("{sign}{new}*{set}")
    });
}

fn another_group(draft: &mut Draft, random: &mut Random) {
    change_term(draft, random, |draft, random, (sign, times, set)| {
        let set = draft.near_group(set, random);
        match times {
            "1" => format!("{sign}{set}"),
            _ => format!("{sign}{times}*{set}"),
        }
    });
}

fn sign(draft: &mut Draft, random: &mut Random) {
    change_term(draft, random, |_, random, (sign, times, set)| {
        let new = match (random.below(8), sign) {
            (0, _) => "",
            (1, _) => "--",
            (_, "+") => "-",
            _ => "+",
        };
        format!("{new}{times}*{set}")
    });
}

fn one_more_term(draft: &mut Draft, random: &mut Random) {
    if let Some((line, ..)) = draft.count(random) {
        let term = draft.term(random);
        draft.lines[line].push(term);
    }
}

fn one_less_term(draft: &mut Draft, random: &mut Random) {
    if let Some((line, _, terms)) = draft.count(random)
        && let Some(&at) = random.pick(&terms)
    {
        draft.lines[line].remove(at);
    }
}

fn term_twice(draft: &mut Draft, random: &mut Random) {
    if let Some((line, _, terms)) = draft.count(random)
        && let Some(&at) = random.pick(&terms)
    {
        let again = draft.lines[line][at].clone();
        draft.lines[line].push(again);
    }
}

fn order(draft: &mut Draft, random: &mut Random) {
    let body = draft.body();
    let steps = draft.lines.len() - body;
    if steps < 2 {
        return;
    }
    let one = body + random.below(steps);
    let other = match random.below(2) {
        0 => body + random.below(steps),
        _ => (one + 1).min(draft.lines.len() - 1),
    };
    draft.lines.swap(one, other);
}

fn moved(draft: &mut Draft, random: &mut Random) {
    if let Some(from) = draft.step(random) {
        let line = draft.lines.remove(from);
        let to = draft.place(random);
        draft.lines.insert(to, line);
    }
}

fn dropped(draft: &mut Draft, random: &mut Random) {
    for _ in 0..1 + random.below(2) {
        if let Some(line) = draft.step(random) {
            draft.lines.remove(line);
        }
    }
}

fn repeated(draft: &mut Draft, random: &mut Random) {
    if let Some(from) = draft.step(random) {
        let line = draft.lines[from].clone();
        let to = match random.below(2) {
            0 => from + 1,
            _ => draft.place(random),
        };
        draft.lines.insert(to, line);
    }
}

fn made_up(draft: &mut Draft, random: &mut Random) {
    let text = match random.below(6) {
        0 => format!(
            "single {} : {}",
            draft.known_candidate(random, "="),
            draft.group(random)
        ),
        1 => {
            let name = draft.known_candidate(random, "=");
            let cell = name.split('=').next().unwrap_or_default().to_owned();
            format!("single {name} : {cell}")
        }
        _ => {
            let mut text = format!("count {} :", draft.known_candidate(random, "<>"));
            for _ in 0..1 + random.below(4) {
                text = format!("{text} {}", draft.term(random));
            }
            text
        }
    };
    let at = draft.place(random);
    draft
        .lines
        .insert(at, text.split(' ').map(str::to_owned).collect());
}

/// Adds a count that has only truths of true candidates, with these candidates as targets.
fn truths_alone(draft: &mut Draft, random: &mut Random) {
    let (mut targets, mut truths) = (Vec::new(), Vec::new());
    for _ in 0..2 + random.below(2) {
        if let Some(single) = draft.pick(&["single"], random)
            && let [_, candidate, _, group] = &draft.lines[single][..]
        {
            targets.push(candidate.replace('=', "<>"));
            truths.push(format!("+{group}"));
        }
    }
    if truths.len() > 1 {
        let claim = draft.find(&["claim"]).first().copied();
        let at = claim.unwrap_or(draft.lines.len());
        let line = format!("count {} : {}", targets.join(" "), truths.join(" "));
        draft
            .lines
            .insert(at, line.split(' ').map(str::to_owned).collect());
    }
}

fn another_candidate(draft: &mut Draft, random: &mut Random) {
    if let Some(line) = draft.pick(&["single", "suppose"], random) {
        let new = match (random.below(2), draft.lines[line][1].split_once('=')) {
            (0, Some((cell, _))) => format!("{cell}={}", draft.digit(random)),
            _ => draft.known_candidate(random, "="),
        };
        draft.lines[line][1] = new;
    }
}

fn another_step_group(draft: &mut Draft, random: &mut Random) {
    if let Some(line) = draft.pick(&["single", "refuted"], random)
        && let Some(old) = draft.lines[line].pop()
    {
        let new = draft.near_group(&old, random);
        draft.lines[line].push(new);
    }
}

fn opened(draft: &mut Draft, random: &mut Random) {
    let line = vec!["suppose".to_owned(), draft.known_candidate(random, "=")];
    let at = draft.place(random);
    draft.lines.insert(at, line);
    if random.below(3) > 0 {
        let (at, group) = (
            at + 1 + random.below(draft.lines.len() - at),
            draft.group(random),
        );
        draft.lines.insert(at, vec!["refuted".to_owned(), group]);
    }
}

fn closed(draft: &mut Draft, random: &mut Random) {
    let line = match draft.pick(&["refuted"], random) {
        Some(known) => draft.lines[known].clone(),
        None => vec!["refuted".to_owned(), draft.group(random)],
    };
    let at = draft.place(random);
    draft.lines.insert(at, line);
}

fn nesting_lost(draft: &mut Draft, random: &mut Random) {
    if let Some(line) = draft.pick(&["suppose", "refuted"], random) {
        draft.lines.remove(line);
        if random.below(2) > 0
            && let Some(line) = draft.pick(&["suppose", "refuted"], random)
        {
            draft.lines.remove(line);
        }
    }
}

fn nesting_moved(draft: &mut Draft, random: &mut Random) {
    if let Some(from) = draft.pick(&["suppose", "refuted"], random) {
        let line = draft.lines.remove(from);
        let near = (from + random.below(5)).saturating_sub(2);
        let to = near.clamp(draft.body(), draft.lines.len());
        draft.lines.insert(to, line);
    }
}

/// Changes one character of the givens.
fn change_given(draft: &mut Draft, random: &mut Random, new: impl Fn(&Draft, &mut Random) -> char) {
    if let Some(line) = draft.pick(&["givens"], random)
        && let Some(mut text) = draft.lines[line]
            .get(1)
            .map(|t| t.chars().collect::<Vec<_>>())
    {
        for _ in 0..1 + random.below(2) {
            let at = random.below(text.len());
            text[at] = new(draft, random);
        }
        draft.lines[line][1] = text.into_iter().collect();
    }
}

fn another_given(draft: &mut Draft, random: &mut Random) {
    change_given(draft, random, |draft, random| draft.digit(random));
}

fn one_less_given(draft: &mut Draft, random: &mut Random) {
    change_given(draft, random, |_, _| '.');
}

/// Returns the digits of a cell with one of them changed.
fn change_marks(draft: &Draft, old: &str, random: &mut Random) -> String {
    let digit = draft.digit(random);
    let mut digits: Vec<char> = old.chars().filter(|&c| c != '-' && c != digit).collect();
    if !old.contains(digit) {
        digits.push(digit);
    }
    if !random.once_in(20) {
        digits.sort_unstable();
    }
    match digits.is_empty() {
        true => "-".to_owned(),
        false => digits.into_iter().collect(),
    }
}

fn another_state_cell(draft: &mut Draft, random: &mut Random) {
    if let Some(line) = draft.pick(&["state"], random)
        && draft.lines[line].len() > 1
    {
        for _ in 0..1 + random.below(3) {
            let at = 1 + random.below(draft.lines[line].len() - 1);
            let new = change_marks(draft, &draft.lines[line][at], random);
            draft.lines[line][at] = new;
        }
    }
}

fn state_made_up(draft: &mut Draft, random: &mut Random) {
    let all = &"123456789ABCDEFGHIJKLMNOP"[..draft.n];
    let mut line = vec!["state".to_owned()];
    for _ in 0..draft.n * draft.n {
        line.push(match random.once_in(6) {
            true => change_marks(draft, all, random),
            false => all.to_owned(),
        });
    }
    let at = draft
        .find(&["givens"])
        .first()
        .map_or(2, |givens| givens + 1);
    draft.lines.insert(at.min(draft.lines.len()), line);
    if random.once_in(3)
        && let Some(givens) = draft.pick(&["givens"], random)
    {
        draft.lines.remove(givens);
    }
}

fn state_lost(draft: &mut Draft, random: &mut Random) {
    if let Some(line) = draft.pick(&["state", "givens"], random) {
        draft.lines.remove(line);
    }
}

fn assume(draft: &mut Draft, random: &mut Random) {
    match draft.pick(&["assume"], random) {
        Some(line) => {
            draft.lines.remove(line);
        }
        None => {
            let at = draft.body();
            draft
                .lines
                .insert(at, vec!["assume".to_owned(), "unique".to_owned()]);
            deadly_made_up(draft, random, at + 1);
        }
    }
}

/// Adds a random rectangle of two digits as a deadly set, and a count that uses it.
fn deadly_made_up(draft: &mut Draft, random: &mut Random, at: usize) {
    let side = |random: &mut Random| [1 + random.below(draft.n), 1 + random.below(draft.n)];
    let ([r, s], [c, d]) = (side(random), side(random));
    let (x, y) = (draft.digit(random), draft.digit(random));
    let text = format!(
        "deadly d1 : r{r}c{c}={x} r{r}c{d}={y} r{s}c{c}={y} r{s}c{d}={x} \
         : r{r}c{c}={y} r{r}c{d}={x} r{s}c{c}={x} r{s}c{d}={y}"
    );
    let mut lines = vec![text];
    if random.once_in(2) {
        lines.push(format!(
            "count r{s}c{d}<>{x} : +r{r}c{c} +2*r{r}c{d} +r{s}c{c} -d1 -{y}r{r} -2*{x}c{d} -{x}r{s}"
        ));
    }
    for line in lines.into_iter().rev() {
        draft
            .lines
            .insert(at, line.split(' ').map(str::to_owned).collect());
    }
}

fn another_board(draft: &mut Draft, random: &mut Random) {
    const BOARDS: [&str; 12] = [
        "2x2", "2x3", "3x2", "3x3", "1x4", "4x1", "1x6", "6x1", "1x9", "9x1", "2x13", "0x3",
    ];
    if let Some(line) = draft.pick(&["board"], random)
        && let Some(shape) = draft.lines[line].get_mut(2)
    {
        *shape = match shape.split_once('x') {
            Some((height, width)) if random.once_in(2) => format!("{width}x{height}"),
            _ => (*random.pick(&BOARDS).expect("some")).to_owned(),
        };
    }
}

fn deadly_candidate(draft: &mut Draft, random: &mut Random) {
    if let Some(line) = draft.pick(&["deadly"], random) {
        let at = 3 + random.below(draft.lines[line].len().saturating_sub(3).max(1));
        if draft.lines[line].get(at).is_some_and(|word| word != ":") {
            draft.lines[line][at] = draft.known_candidate(random, "=");
        }
    }
}

fn deadly_digits(draft: &mut Draft, random: &mut Random) {
    if let Some(line) = draft.pick(&["deadly"], random) {
        let (old, new) = (draft.digit(random), draft.digit(random));
        let (old, new) = (format!("={old}"), format!("={new}"));
        for word in &mut draft.lines[line] {
            *word = word.replace(&old, &new);
        }
    }
}

fn deadly_sides(draft: &mut Draft, random: &mut Random) {
    if let Some(line) = draft.pick(&["deadly"], random) {
        let words = draft.lines[line].clone();
        let lists: Vec<&[String]> = words[1..].split(|word| word == ":").collect();
        if let [name, p, q] = lists[..] {
            let colon = &[":".to_owned()][..];
            let sides = [p, q];
            let (one, other) = (sides[random.below(2)], sides[random.below(2)]);
            draft.lines[line] = [&words[..1], name, colon, one, colon, other].concat();
        }
    }
}

/// Adds a rectangle with three or four corners as in the solution, and a count that would eliminate
/// one corner if the set had one candidate less.
fn deadly_of_solution(draft: &mut Draft, random: &mut Random) {
    let Some(grid) = draft.grid.clone() else {
        return;
    };
    let n = draft.n;
    let givens = draft.find(&["givens"]).first().copied();
    let givens = givens.and_then(|line| draft.lines[line].get(1)).cloned();
    let empty = |cell: usize| {
        let given = givens.as_ref().and_then(|g| g.as_bytes().get(cell));
        given.is_none_or(|given| *given == b'.')
    };
    if random.once_in(3) {
        return deadly_pair(draft, random, &grid, empty);
    }
    let rectangle = (0..300).find_map(|_| {
        let [r, s, c, d] = [0; 4].map(|_| random.below(n));
        let cells = [r * n + c, r * n + d, s * n + c, s * n + d];
        let fits = r != s && c != d && grid[cells[1]] == grid[cells[2]];
        (fits && cells.iter().all(|&cell| empty(cell))).then_some((r + 1, s + 1, c + 1, d + 1))
    });
    let Some((r, s, c, d)) = rectangle else {
        return;
    };
    let (x, y) = (grid[(r - 1) * n + c - 1], grid[(r - 1) * n + d - 1]);
    let p = format!("r{r}c{c}={x} r{r}c{d}={y} r{s}c{c}={y} r{s}c{d}={x}");
    let last = grid[(s - 1) * n + d - 1];
    let solution = format!("r{r}c{c}={x} r{r}c{d}={y} r{s}c{c}={y} r{s}c{d}={last}");
    let (p, q) = match random.below(4) {
        0 => (solution.clone(), solution),
        1 => (solution, p),
        _ => (
            p,
            format!("r{r}c{c}={y} r{r}c{d}={x} r{s}c{c}={x} r{s}c{d}={y}"),
        ),
    };
    define_deadly(draft, &format!("deadly d1 : {p} : {q}"));
    let count = match random.below(3) {
        0 => format!("count r{s}c{c}<>{y} : +r{r}c{c} +r{r}c{d} -d1"),
        1 => format!("count r{s}c{d}<>{x} : +r{r}c{c} +r{r}c{d} +r{s}c{c} -d1"),
        _ => return,
    };
    let claim = draft.find(&["claim"]).first().copied();
    let at = claim.unwrap_or(draft.lines.len());
    draft
        .lines
        .insert(at, count.split(' ').map(str::to_owned).collect());
}

/// Adds a set that exchanges the digits of two cells of the solution, usually in one line.
fn deadly_pair(
    draft: &mut Draft,
    random: &mut Random,
    grid: &[char],
    empty: impl Fn(usize) -> bool,
) {
    let n = draft.n;
    let pair = (0..300).find_map(|_| {
        let (r, c) = (random.below(n), random.below(n));
        let (s, d) = match random.below(3) {
            0 => (r, random.below(n)),
            1 => (random.below(n), c),
            _ => (random.below(n), random.below(n)),
        };
        let (one, other) = (r * n + c, s * n + d);
        (one != other && empty(one) && empty(other)).then_some((one, other))
    });
    if let Some((one, other)) = pair {
        let at = |cell: usize, digit| format!("r{}c{}={digit}", cell / n + 1, cell % n + 1);
        let list = |x, y| format!("{} {}", at(one, x), at(other, y));
        let (p, q) = (list(grid[one], grid[other]), list(grid[other], grid[one]));
        define_deadly(draft, &format!("deadly d1 : {p} : {q}"));
    }
}

/// Inserts a deadly set before the steps, with the assumption that it needs.
fn define_deadly(draft: &mut Draft, line: &str) {
    let body = draft.body();
    let words = |line: &str| line.split(' ').map(str::to_owned).collect();
    draft.lines.insert(body, words(line));
    if draft.find(&["assume"]).is_empty() {
        draft.lines.insert(body, words("assume unique"));
    }
}

fn deadly_as_link(draft: &mut Draft, random: &mut Random) {
    change_term(draft, random, |_, random, (sign, _, _)| {
        format!("{sign}d{}", random.below(9))
    });
}

fn claim_line(draft: &Draft, random: &mut Random) -> Vec<String> {
    let grids = |draft: &Draft| -> Vec<String> {
        let lines = draft.lines.iter().filter(|line| line[0] == "claim");
        lines
            .flat_map(|line| line.iter().skip(2))
            .cloned()
            .collect()
    };
    let mut known = grids(draft);
    for other in draft.others {
        if let Some(claim) = other.text.lines().find(|line| line.starts_with("claim ")) {
            known.extend(claim.split(' ').skip(2).map(str::to_owned));
        }
    }
    let grid = |random: &mut Random| random.pick(&known).cloned().unwrap_or_default();
    let text = match random.below(5) {
        0 => "claim open".to_owned(),
        1 => format!("claim none : {}", draft.group(random)),
        2 => format!("claim unique {}", grid(random)),
        _ => format!("claim many {} {}", grid(random), grid(random)),
    };
    text.split(' ').map(str::to_owned).collect()
}

fn another_claim(draft: &mut Draft, random: &mut Random) {
    let new = claim_line(draft, random);
    match draft.pick(&["claim"], random) {
        Some(line) => draft.lines[line] = new,
        None => draft.lines.push(new),
    }
}

fn another_grid(draft: &mut Draft, random: &mut Random) {
    if let Some(line) = draft.pick(&["claim"], random)
        && draft.lines[line].len() > 2
    {
        let at = 2 + random.below(draft.lines[line].len() - 2);
        let (one, other) = (draft.digit(random), draft.digit(random));
        let mut text: Vec<char> = draft.lines[line][at].chars().collect();
        match random.below(3) {
            0 => {
                let at = random.below(text.len());
                text[at] = one;
            }
            1 => {
                let (a, b) = (random.below(text.len()), random.below(text.len()));
                text.swap(a, b);
            }
            _ => {
                for c in &mut text {
                    *c = match *c {
                        c if c == one => other,
                        c if c == other => one,
                        c => c,
                    };
                }
            }
        }
        draft.lines[line][at] = text.into_iter().collect();
    }
}

fn early_claim(draft: &mut Draft, random: &mut Random) {
    let at = draft.place(random);
    let claim = draft
        .find(&["claim"])
        .first()
        .map(|&i| draft.lines[i].clone());
    draft.lines.truncate(at);
    draft.lines.extend(claim);
}

fn mangled(draft: &mut Draft, random: &mut Random) {
    let line = random.below(draft.lines.len());
    let at = random.below(draft.lines[line].len());
    let word = &mut draft.lines[line][at];
    match random.below(8) {
        0 => *word = word.to_ascii_uppercase(),
        1 => *word = word.to_ascii_lowercase(),
        2 => *word = word.replacen('r', "r0", 1),
        3 => *word = word.replacen('c', "c+", 1),
        4 => word.push('\t'),
        5 => *word = word.replace("<>", "!="),
        6 => word.push('1'),
        _ => *word = word.chars().skip(1).collect(),
    }
}

fn cut(draft: &mut Draft, random: &mut Random) {
    let mut text = std::mem::replace(draft, empty(draft)).into_text();
    text.truncate(random.below(text.len()));
    draft.bytes = Some(text);
}

fn empty<'a>(draft: &Draft<'a>) -> Draft<'a> {
    Draft {
        lines: Vec::new(),
        n: draft.n,
        grid: None,
        others: draft.others,
        bytes: None,
    }
}

/// Puts the steps of this proof under the header of another one.
fn another_puzzle(draft: &mut Draft, random: &mut Random) {
    if let Some(other) = random.pick(draft.others) {
        let mut lines = words(&other.text);
        let from = Draft::new(other, &[]).body();
        lines.truncate(from);
        lines.extend(draft.lines.split_off(draft.body()));
        draft.lines = lines;
    }
}

/// Joins the first steps of this proof and the last steps of another one.
fn splice(draft: &mut Draft, random: &mut Random) {
    if let Some(other) = random.pick(draft.others) {
        let other = Draft::new(other, &[]);
        let (here, there) = (draft.place(random), other.place(random));
        draft.lines.truncate(here);
        draft.lines.extend_from_slice(&other.lines[there..]);
    }
}

fn bytes(draft: &mut Draft, random: &mut Random) {
    let mut text = std::mem::replace(draft, empty(draft)).into_text();
    for _ in 0..1 + random.below(2) {
        let at = random.below(text.len());
        match random.below(5) {
            0 => text[at] ^= 1 << random.below(8),
            1 => text[at] = b' ' + random.below(95) as u8,
            2 => text[at] = random.below(256) as u8,
            3 => {
                text.remove(at);
            }
            _ => {
                let byte = text[at];
                text.insert(at, byte);
            }
        }
    }
    draft.bytes = Some(text);
}

fn comments(draft: &mut Draft, random: &mut Random) {
    const COMMENTS: [&str; 5] = ["# claim none : r1c1", "#: rule x", "#", "", "   # é \t"];
    for _ in 0..1 + random.below(4) {
        let at = random.below(draft.lines.len() + 1);
        let comment = *random.pick(&COMMENTS).expect("some");
        draft.lines.insert(at, vec![comment.to_owned()]);
    }
}

fn spaces(draft: &mut Draft, random: &mut Random) {
    for line in &mut draft.lines {
        if random.once_in(3) {
            let at = random.below(line.len() + 1);
            line.insert(at, " ".repeat(random.below(3)));
        }
    }
}

fn line_ends(draft: &mut Draft, random: &mut Random) {
    let lines = draft.lines.iter().map(|line| line.join(" "));
    let ends = ["\n", "\r\n"];
    let mut text: String = lines.map(|line| line + ends[random.below(2)]).collect();
    if random.once_in(2) {
        text.truncate(text.trim_end().len());
    }
    draft.bytes = Some(text.into_bytes());
}

/// Rebuilds the terms of every count.
fn rebuild(draft: &mut Draft, mut change: impl FnMut(Vec<String>) -> Vec<String>) {
    for line in draft.lines.iter_mut().filter(|line| line[0] == "count") {
        if let Some(colon) = line.iter().position(|word| word == ":") {
            let terms = line.split_off(colon + 1);
            line.extend(change(terms));
        }
    }
}

fn shuffled_terms(draft: &mut Draft, random: &mut Random) {
    rebuild(draft, |mut terms| {
        let by = random.below(terms.len().max(1));
        terms.rotate_left(by);
        if random.once_in(2) {
            terms.reverse();
        }
        terms
    });
}

/// Returns the multiplier of a term of an accepted proof.
fn times(term: &str) -> i64 {
    let (_, times, _) = parts(term).expect("a term");
    times.parse().expect("a number")
}

fn with_times(term: &str, times: i64) -> String {
    let (sign, _, set) = parts(term).expect("a term");
    format!("{sign}{times}*{set}")
}

/// The largest multiplier of the format.
const LARGEST: i64 = 1_000_000;

fn scaled(draft: &mut Draft, random: &mut Random) {
    let by = 2 + random.below(1000) as i64;
    rebuild(draft, |terms| {
        let scaled = |term: &String| times(term) * by;
        match terms.iter().all(|term| scaled(term) <= LARGEST) {
            true => terms
                .iter()
                .map(|term| with_times(term, scaled(term)))
                .collect(),
            false => terms,
        }
    });
}

fn split_terms(draft: &mut Draft, random: &mut Random) {
    rebuild(draft, |mut terms| {
        if let Some(last) = terms.pop() {
            let more = 1 + random.below(1000) as i64;
            // The count takes one set more often and then subtracts it equally often. Deadly sets
            // allow only one sign.
            let (sign, _, set) = parts(&last).expect("a term");
            if !set.starts_with('d') && times(&last) + more <= LARGEST {
                let opposite = if sign == "+" { "-" } else { "+" };
                terms.push(format!("{opposite}{more}*{set}"));
                terms.push(with_times(&last, times(&last) + more));
            } else {
                terms.push(last);
            }
        }
        terms
    });
}
