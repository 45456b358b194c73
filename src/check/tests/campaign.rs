//! Random proofs of version 2 on the 4x4 board, and damaged copies of them: no false claim is
//! accepted, and all checkers agree.
//!
//! `QEDOKU_DOSE=100 cargo test --release -p qedoku-check campaign -- --ignored --nocapture`
//! checks a million of them with this checker and with `proofs/check.py`. If `QEDOKU_VERIFIED`
//! names the folder of the verified checker, that one checks them, too. If `QEDOKU_PROOFS` names a
//! folder of proofs by `qedoku prove`, the test damages these proofs.

use crate::common::{is_accepted, proofs, verdict};
use crate::rules_oracle::solutions;
use crate::soundness::{Grid, Random, grids, name, text_of};
use qedoku_check::{Claim, Event, Verdict, check_with};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

fn cell(index: usize) -> String {
    format!("r{}c{}", index / 4 + 1, index % 4 + 1)
}

/// Some different cells.
fn cells(random: &mut Random, number: usize) -> Vec<usize> {
    let mut cells: Vec<usize> = Vec::new();
    while cells.len() < number {
        let next = random.below(16);
        if !cells.contains(&next) {
            cells.push(next);
        }
    }
    cells
}

/// A constraint line. The grid satisfies it in most cases.
fn rule(random: &mut Random, number: usize, grid: &Grid) -> String {
    let size = 2 + random.below(3);
    let cells = match random.below(3) {
        0 => (0..4).map(|at| 4 * random.below(1) + at).collect(),
        _ => cells(random, size),
    };
    let value = |cell: &usize| grid[*cell] + 1;
    let sum: usize = cells.iter().map(value).sum();
    let relations = [
        "<", "<=", "!=", "d>=2", "d=1", "s=5", "s!=5", "r=2", "r!=2", "p=", "p!=", "m!=", "e!=",
        "d<=2", "=",
    ];
    let relation = relations[random.below(relations.len())];
    let text = list(&cells);
    match random.below(16) {
        0..3 => format!("cage k{number} {sum} : {text}\n"),
        3 | 4 => {
            let (first, rest) = (
                value(&cells[0]) as i64,
                sum as i64 - value(&cells[0]) as i64,
            );
            let rest_text = cells[1..].iter().map(|&it| format!("-{}", cell(it)));
            format!(
                "sum k{number} {} : {} {}\n",
                first - rest,
                cell(cells[0]),
                rest_text.collect::<Vec<_>>().join(" ")
            )
        }
        5 | 6 => {
            let mut sorted = cells.clone();
            sorted.sort_by_key(value);
            sorted.dedup_by_key(|it| value(it));
            match sorted.len() {
                1 => format!("allow {} {}\n", cell(sorted[0]), value(&sorted[0])),
                _ => format!("path k{number} < : {}\n", list(&sorted)),
            }
        }
        7 => format!("path k{number} {relation} : {text}\n"),
        8 => format!("every k{number} {relation} : {text}\n"),
        9 => format!("different k{number} : {text}\n"),
        10 => format!("has k{number} {} : {text}\n", value(&cells[0])),
        11 => format!(
            "row k{number} 1 - : {}={} {}={}\n",
            cell(cells[0]),
            value(&cells[0]),
            cell(cells[1]),
            1 + random.below(4)
        ),
        12 => format!(
            "row k{number} - 1 : {}=12 {}=34\n",
            cell(cells[0]),
            cell(cells[1])
        ),
        13 => {
            let way = ["knight", "king", "touch"][random.below(3)];
            format!(
                "all {way} {}\n",
                ["!=", "d!=1", "s!=5", "r!=2"][random.below(4)]
            )
        }
        _ => machine(random, number),
    }
}

/// A line of a machine over the beginning of a row or column.
fn machine(random: &mut Random, number: usize) -> String {
    let line = random.below(4);
    let machine = [
        "sandwich",
        "xsum",
        "skyscraper",
        "rise",
        "same",
        "mod",
        "between",
        "mono",
        "zigzag",
        "arith",
    ][random.below(10)];
    let number_of = match machine {
        "between" | "mono" | "zigzag" | "arith" => String::new(),
        _ => format!(" {}", random.below(7) + 1),
    };
    let cells: Vec<usize> = (0..4)
        .map(|at| {
            if random.0.is_multiple_of(2) {
                4 * line + at
            } else {
                4 * at + line
            }
        })
        .collect();
    let text = list(&cells[..2 + random.below(3)]);
    format!("{machine} k{number}{number_of} : {text}\n")
}

/// The names of cells.
fn list(cells: &[usize]) -> String {
    let names: Vec<String> = cells.iter().map(|&it| cell(it)).collect();
    names.join(" ")
}

/// A row that a term may name, or a name that does not exist.
fn term(random: &mut Random) -> String {
    let digit = 1 + random.below(4);
    match random.below(9) {
        0..4 => random.group(),
        4 => format!("k{}", 1 + random.below(4)),
        5 => format!("{digit}k{}", 1 + random.below(4)),
        6 => format!(
            "{}{}",
            ["r", "c", "b"][random.below(3)],
            1 + random.below(4)
        ),
        7 => format!("{}{}", ["h", "e"][random.below(2)], 1 + random.below(3)),
        _ => {
            let (a, b) = (cells(random, 2), 1 + random.below(4));
            format!("{{{}={digit},{}={b}}}", cell(a[0]), cell(a[1]))
        }
    }
}

fn terms(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..=random.below(4) {
        let multiplier = ["", "", "", "2*", "3*"][random.below(5)];
        let sign = ["+", "-", "-"][random.below(3)];
        text += &format!(" {sign}{multiplier}{}", term(random));
    }
    text
}

fn items(random: &mut Random) -> String {
    let number = 1 + random.below(2);
    let items: Vec<String> = (0..number).map(|_| term(random)).collect();
    items.join(" ")
}

/// One step of any kind, or a suppose with a step in it.
fn step(random: &mut Random) -> String {
    let target = name(random.candidate(), "<>");
    match random.below(10) {
        0 => random.single() + "\n",
        1 => random.count() + "\n",
        2 => format!("count {target} :{}\n", terms(random)),
        3 => format!(
            "cut h{} {} :{}\n",
            1 + random.below(3),
            2 + random.below(3),
            terms(random)
        ),
        4 => format!("derive e{} :{}\n", 1 + random.below(3), terms(random)),
        5 => {
            let inner = step(random);
            format!(
                "suppose {}\n{inner}refuted {}\n",
                name(random.candidate(), "="),
                items(random)
            )
        }
        _ => format!("fill {target} : {}\n", items(random)),
    }
}

/// A proof that is accepted, from random lines and steps.
fn base(random: &mut Random, grids: &[Grid], tries: usize) -> String {
    let grid = grids[random.below(288)];
    let shown: String = (0..16)
        .map(|at| {
            if random.below(5) == 0 {
                text_of(&grid).as_bytes()[at] as char
            } else {
                '.'
            }
        })
        .collect();
    let mut proof = format!("qed 2\nboard sudoku 2x2\ngivens {shown}\n");
    for number in 1..=random.below(4) {
        proof += &rule(random, number, &grid);
    }
    if random.below(4) == 0 {
        proof += "assume unique\n";
    }
    if !is_accepted(proof.clone() + "claim open\n") {
        return "qed 2\nboard sudoku 2x2\ngivens ................\nclaim open\n".to_owned();
    }
    for _ in 0..tries {
        let longer = proof.clone() + &step(random);
        if is_accepted(longer.clone() + "claim open\n") {
            proof = longer;
        }
    }
    let unique = format!("{proof}claim unique {}\n", text_of(&grid));
    if is_accepted(&unique) {
        unique
    } else {
        proof + "claim open\n"
    }
}

/// A copy with one to three changes of words or lines.
fn damaged(random: &mut Random, proof: &str) -> String {
    let mut lines: Vec<Vec<String>> = proof
        .lines()
        .map(|line| line.split(' ').map(str::to_owned).collect())
        .collect();
    for _ in 0..=random.below(3) {
        let at = 2 + random.below(lines.len() - 2);
        let (other, word) = (
            2 + random.below(lines.len() - 2),
            random.below(lines[at].len()),
        );
        match random.below(9) {
            0 => drop(lines.remove(at)),
            1 => lines.swap(at, other),
            2 => {
                let copied = lines[other].clone();
                lines.insert(at, copied);
            }
            3 => drop(lines[at].remove(word)),
            4 => {
                let copied = lines[other][random.below(lines[other].len())].clone();
                lines[at].insert(word, copied);
            }
            5 => lines[at][word] = term(random),
            6 => lines[at].insert(word, format!("-{}", term(random))),
            _ => {
                let mut bytes = lines[at][word].clone().into_bytes();
                let place = random.below(bytes.len().max(1));
                if let Some(byte) = bytes.get_mut(place) {
                    *byte = b"123412340+-=<>*krcbhe{},"[random.below(24)];
                }
                lines[at][word] = String::from_utf8_lossy(&bytes).into_owned();
            }
        }
        lines.retain(|line| !line.is_empty());
        if lines.len() < 4 {
            break;
        }
    }
    let lines: Vec<String> = lines.iter().map(|line| line.join(" ")).collect();
    lines.join("\n") + "\n"
}

/// Fails unless the claim of an accepted proof on the 4x4 board is true.
fn is_true(proof: &str) {
    let mut eliminated = Vec::new();
    let mut observe = |event: Event<'_>| {
        if let Event::Step(_, before, after) = event {
            eliminated.extend(
                before
                    .minus(after)
                    .iter()
                    .map(|candidate| candidate.index()),
            );
        }
    };
    let verdict = check_with(proof.as_bytes(), &mut observe).expect("memory can be read");
    let Verdict::Accepted(accepted) = verdict else {
        return;
    };
    let Some(found) = solutions(proof) else {
        return;
    };
    if found.assumes_unique && found.of_puzzle.len() > 1 {
        return;
    }
    for grid in &found.within_state {
        let wrong = eliminated.iter().find(|&&it| grid[it / 4] == it % 4);
        assert_eq!(wrong, None, "{} is a solution of\n{proof}", text_of(grid));
    }
    let texts: Vec<String> = found.within_state.iter().map(text_of).collect();
    match accepted.claim {
        Claim::Unique(grid) => assert_eq!(texts, [grid], "{proof}"),
        Claim::None => assert!(texts.is_empty(), "{proof}"),
        Claim::Many(one, other) => {
            assert!(texts.contains(&one) && texts.contains(&other), "{proof}")
        }
        Claim::Open => {}
    }
}

#[test]
fn random_proofs_of_version_2_are_true() {
    let (grids, mut random) = (grids(), Random(11));
    let (mut steps, mut accepted) = (0, 0);
    for _ in 0..60 {
        let proof = base(&mut random, &grids, 150);
        is_true(&proof);
        steps += proof
            .lines()
            .filter(|line| line.starts_with("fill") || line.starts_with("cut"))
            .count();
        for _ in 0..30 {
            let mutant = damaged(&mut random, &proof);
            accepted += usize::from(is_accepted(&mutant));
            is_true(&mutant);
        }
    }
    assert!(steps > 200, "only {steps} cuts and fillings were accepted");
    assert!(accepted > 100, "only {accepted} mutants were accepted");
}

/// The proofs in the folder `QEDOKU_PROOFS`, without comments, and their solutions.
fn real_proofs() -> Option<Vec<(Vec<String>, String)>> {
    let folder = std::fs::read_dir(std::env::var_os("QEDOKU_PROOFS")?).expect("a folder");
    let texts = folder.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok());
    let proof = |text: String| {
        let lines = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.starts_with('#'));
        let lines: Vec<String> = lines.map(str::to_owned).collect();
        let solution = lines.last()?.strip_prefix("claim unique ")?.to_owned();
        Some((lines, solution))
    };
    Some(
        texts
            .filter(|text| text.contains("qed 2"))
            .filter_map(proof)
            .collect(),
    )
}

fn is_step(line: &str) -> bool {
    let words = [
        "count", "single", "suppose", "refuted", "deadly", "fill", "cut", "derive", "claim",
    ];
    words.contains(&line.split(' ').next().unwrap_or_default())
}

/// The header of a proof and up to 40 of its steps, to keep the checkers fast.
fn beginning(random: &mut Random, proof: &[String]) -> String {
    let (mut text, mut depth, mut steps) = (String::new(), 0, 1 + random.below(40));
    for line in proof.iter().take_while(|line| !line.starts_with("claim")) {
        if steps == 0 && depth == 0 {
            break;
        }
        depth += usize::from(line.starts_with("suppose"));
        depth -= usize::from(line.starts_with("refuted"));
        steps = steps.saturating_sub(usize::from(is_step(line)));
        text += &format!("{line}\n");
    }
    text + "claim open\n"
}

/// Fails if an accepted mutant with the header of its original eliminates the solution.
fn keeps_solution(original: &str, mutant: &str, solution: &str) {
    let header = |proof: &str| -> Vec<String> {
        proof
            .lines()
            .take_while(|line| !is_step(line))
            .map(str::to_owned)
            .collect()
    };
    if header(original) != header(mutant) {
        return;
    }
    let n = solution.len().isqrt();
    let placed = |cell: usize| char::from(solution.as_bytes()[cell]).to_digit(36);
    let mut observe = |event: Event<'_>| {
        if let Event::Step(_, before, after) = event {
            let removed = before.minus(after);
            let index = removed.iter().map(|candidate| candidate.index());
            let wrong = index
                .filter(|it| placed(it / n) == Some((it % n) as u32 + 1))
                .count();
            assert_eq!(wrong, 0, "the solution is eliminated in\n{mutant}");
        }
    };
    let verdict = check_with(mutant.as_bytes(), &mut observe).expect("memory can be read");
    assert!(matches!(verdict, Verdict::Accepted(_)));
}

/// Another checker, which answers one proof after the other.
struct Other {
    child: Child,
    answers: Box<dyn BufRead>,
    with_reason: bool,
}

impl Other {
    fn start(mut command: Command, with_reason: bool) -> Option<Other> {
        let piped = command
            .arg("--batch")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = piped.spawn().ok()?;
        let answers = Box::new(BufReader::new(child.stdout.take()?));
        Some(Other {
            child,
            answers,
            with_reason,
        })
    }

    fn verdict(&mut self, proof: &str) -> String {
        let input = self.child.stdin.as_mut().expect("it is running");
        write!(input, "{}\n{proof}", proof.len()).expect("it reads");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("it answers");
        line.trim_end().to_owned()
    }
}

/// A verdict in the form that the other checkers print.
fn in_short(verdict: &Verdict, with_reason: bool) -> String {
    let code = |code: &str| {
        if with_reason {
            format!(" {code}")
        } else {
            String::new()
        }
    };
    match verdict {
        Verdict::Accepted(it) => format!("accepted {} {}", it.claim.code(), it.steps),
        Verdict::Rejected(it) => {
            let step = it.step.map_or("-".to_owned(), |step| step.to_string());
            format!("rejected {} {step}{}", it.line, code(it.reason.code()))
        }
        Verdict::Declined(it) => format!("declined{}", code(it.code())),
    }
}

#[test]
#[ignore = "long: see the top of this file"]
fn campaign() {
    let dose: Option<usize> = std::env::var("QEDOKU_DOSE")
        .ok()
        .and_then(|it| it.parse().ok());
    let (wanted, seed): (usize, u64) = (10_000 * dose.unwrap_or(1), std::process::id().into());
    let seed = std::env::var("QEDOKU_SEED")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(seed);
    let (grids, mut random) = (grids(), Random(seed));
    let mut python = Command::new("python3");
    python.arg(proofs("check.py"));
    let mut others: Vec<Other> = Other::start(python, false).into_iter().collect();
    assert_eq!(others.len(), 1, "python3 is there");
    if let Some(folder) = std::env::var_os("QEDOKU_VERIFIED") {
        let program = std::path::Path::new(&folder).join("qedoku-check-verified");
        others.extend(Other::start(Command::new(program), true));
    }
    let (mut judged, mut counts) = (0, [0; 3]);
    let real = real_proofs();
    while judged < wanted {
        let (proof, solution) = match &real {
            None => (base(&mut random, &grids, 60), None),
            Some(real) => {
                let (proof, solution) = &real[random.below(real.len())];
                (beginning(&mut random, proof), Some(solution))
            }
        };
        for _ in 0..if real.is_some() { 20 } else { 200 } {
            let mutant = damaged(&mut random, &proof);
            let verdict = verdict(&mutant);
            counts[match verdict {
                Verdict::Accepted(_) => 0,
                Verdict::Rejected(_) => 1,
                Verdict::Declined(_) => 2,
            }] += 1;
            for other in &mut others {
                let (expected, answer) = (
                    in_short(&verdict, other.with_reason),
                    other.verdict(&mutant),
                );
                assert_eq!(expected, answer, "seed {seed}\n{mutant}");
            }
            match (solution, &verdict) {
                (None, _) => is_true(&mutant),
                (Some(it), Verdict::Accepted(_)) => keeps_solution(&proof, &mutant, it),
                _ => {}
            }
            judged += 1;
        }
    }
    println!(
        "seed {seed}: {judged} mutants, accepted, rejected, declined: {counts:?}; other checkers: {}",
        others.len()
    );
}
