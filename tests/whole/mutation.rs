//! Accepted proofs changed at random: whatever the checker still accepts must be true.
//!
//! By default a few thousand mutants are tested; `QEDOKU_DOSE=300 cargo test --release
//! --test mutation -- --nocapture` tests 900,000 and prints the figures. The checker in Python
//! and the verified checker must agree on every mutant, and an exported mutant that VeriPB accepts
//! must be true.

mod mutate;
mod oracle;

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use mutate::{CHANGES, Change, Draft, HARMLESS};
use oracle::{Judgement, Oracle};
use qedoku_check::{Verdict, check};
use qedoku_core::grid::Digit;
use qedoku_core::proof::export::Format;
use qedoku_core::proof::{Claim, ProofReader};
use qedoku_tests::bases::{Base, bases};
use qedoku_tests::batch::{Batch, in_short, with_reason};
use qedoku_tests::dose::dosed;
use qedoku_tests::export::{Checker, exported, forbidden_line};
use qedoku_tests::plain_solver::Plain;
use qedoku_tests::random::Random;

const USUAL_MUTANTS: u64 = 3_000;
/// Default number of mutants for VeriPB. Starting VeriPB takes longer than checking a small proof.
const USUAL_VERIPB_MUTANTS: u64 = 100;

/// Tally of the mutants of one kind.
#[derive(Default)]
struct Tally {
    tried: u64,
    accepted: u64,
    void: u64,
    unknown: u64,
    declined: u64,
    rejected: BTreeMap<&'static str, u64>,
}

fn mutants() -> u64 {
    dosed(USUAL_MUTANTS)
}

/// Returns, for each proof, all proofs of its shape.
fn relatives(bases: &[Base]) -> Vec<Vec<&Base>> {
    let same = |base: &Base| bases.iter().filter(|b| b.shape == base.shape).collect();
    bases.iter().map(same).collect()
}

/// Returns the mutant with this number: the name of its change, and its text.
fn mutant(number: u64, bases: &[Base], relatives: &[Vec<&Base>]) -> (&'static str, Vec<u8>) {
    let mut random = Random::new(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let (name, change) = CHANGES[random.below(CHANGES.len())];
    // Not every proof can be changed in this way.
    loop {
        let index = random.below(bases.len());
        let mut draft = Draft::new(&bases[index], &relatives[index]);
        // In a complete proof a change is seldom accepted. Half of the proofs therefore claim only
        // their steps, and some of these end early.
        if random.once_in(2) {
            open(&mut draft, &mut random);
        }
        let before = draft.lines.clone();
        change(&mut draft, &mut random);
        let mut label = name;
        while draft.bytes.is_none() && random.once_in(5) && !draft.lines.is_empty() {
            let (_, change) = CHANGES[random.below(CHANGES.len())];
            change(&mut draft, &mut random);
            label = "several";
        }
        if draft.bytes.is_some() || draft.lines != before {
            return (label, draft.into_text());
        }
    }
}

/// Turns the claim into an open one, sometimes after only a part of the steps.
fn open(draft: &mut Draft, random: &mut Random) {
    let is_claim = |line: &Vec<String>| line[0] == "claim";
    let claim = draft.lines.iter().position(is_claim).expect("a claim");
    let mut ends = vec![claim];
    let mut depth = 0;
    for (i, line) in draft.lines.iter().enumerate() {
        match line[0].as_str() {
            "suppose" => depth += 1,
            "refuted" => depth -= 1,
            _ => {}
        }
        if depth == 0 && ["count", "single", "refuted"].contains(&line[0].as_str()) {
            ends.push(i + 1);
        }
    }
    let end = match random.once_in(2) {
        true => claim,
        false => *random.pick(&ends).expect("some"),
    };
    draft.lines.truncate(end);
    draft.lines.push(vec!["claim".into(), "open".into()]);
}

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

#[test]
fn mutants_that_are_false_are_rejected() {
    let bases = bases();
    let relatives = relatives(&bases);
    let mut oracle = Oracle::default();
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let total = mutants();
    let (start, mut told) = (Instant::now(), Instant::now());
    for number in 0..total {
        let (name, text) = mutant(number, &bases, &relatives);
        let tally = tallies.entry(name).or_default();
        tally.tried += 1;
        let verdict = catch_unwind(|| check(&*text).expect("reading from memory"))
            .unwrap_or_else(|_| panic!("mutant {number} ({name}): panic\n{}", shown(&text)));
        match verdict {
            Verdict::Declined(_) => tally.declined += 1,
            Verdict::Rejected(it) => *tally.rejected.entry(it.reason.code()).or_default() += 1,
            Verdict::Accepted(_) => {
                tally.accepted += 1;
                match oracle.judge(&text) {
                    Ok(Judgement::True) => {}
                    Ok(Judgement::Void) => tally.void += 1,
                    Ok(Judgement::Unknown) => tally.unknown += 1,
                    Err(lie) => panic!("mutant {number} ({name}): {lie}\n{}", shown(&text)),
                }
            }
        }
        if told.elapsed() > Duration::from_secs(30) {
            println!("{number} mutants in {:?}", start.elapsed());
            told = Instant::now();
        }
    }
    print(&bases, &tallies, start.elapsed());
    // Enough mutants must be accepted and judged. Otherwise the test shows nothing.
    let judged: u64 = tallies
        .values()
        .map(|t| t.accepted - t.void - t.unknown)
        .sum();
    assert!(
        judged * 50 > total,
        "only {judged} mutants of {total} were judged"
    );
}

fn print(bases: &[Base], tallies: &BTreeMap<&str, Tally>, time: Duration) {
    println!("{} proofs to start from, {time:?}", bases.len());
    println!("change                    tried accepted   void  unknown declined rejected");
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    let mut sum = [0; 6];
    let row = |name: &str, numbers: [u64; 6], more: &str| {
        let [tried, accepted, void, unknown, declined, rejected] = numbers;
        println!(
            "{name:22} {tried:8} {accepted:8} {void:6} {unknown:8} {declined:8} {rejected:8}  {more}"
        );
    };
    for (name, tally) in tallies {
        let rejected = tally.rejected.values().sum();
        let judged = [tally.tried, tally.accepted, tally.void, tally.unknown];
        let [a, b, c, d] = judged;
        let numbers = [a, b, c, d, tally.declined, rejected];
        let mut worst: Vec<_> = tally.rejected.iter().collect();
        worst.sort_by_key(|&(code, count)| (std::cmp::Reverse(*count), *code));
        let worst: Vec<String> = (worst.iter().take(4))
            .map(|(code, count)| format!("{code} {count}"))
            .collect();
        row(name, numbers, &worst.join(", "));
        for (code, count) in &tally.rejected {
            *reasons.entry(code).or_default() += count;
        }
        (0..6).for_each(|i| sum[i] += numbers[i]);
    }
    row("all", sum, "");
    println!("rejected for:");
    for (code, count) in &reasons {
        println!("  {code:24} {count:8}");
    }
    let codes = qedoku_check::Reason::codes();
    let never: Vec<_> = codes.filter(|code| !reasons.contains_key(code)).collect();
    println!("never rejected for: {never:?}");
}

#[test]
fn mutants_get_one_verdict_from_all_checkers() {
    let (total, start) = (mutants(), Instant::now());
    let jobs = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let bases = bases();
    let relatives = relatives(&bases);
    let judge = |job: u64| {
        let (mut python, mut verified) = (Batch::python(), Batch::verified());
        let mut told = Instant::now();
        let mut verdicts: BTreeMap<(&str, String), u64> = BTreeMap::new();
        for number in (job..total).step_by(jobs as usize) {
            let (name, text) = mutant(number, &bases, &relatives);
            let verdict = check(&*text).expect("reading from memory");
            let first = in_short(&verdict);
            let mutant = || format!("mutant {number} ({name}):\n{}", shown(&text));
            assert_eq!(first, python.verdict(&text), "{}", mutant());
            if let Some(verified) = &mut verified {
                let second = verified.verdict(&text);
                assert_eq!(with_reason(&verdict), second, "{}", mutant());
            }
            let kind = first.split(' ').next().unwrap_or_default().to_owned();
            *verdicts.entry((name, kind)).or_default() += 1;
            if told.elapsed() > Duration::from_secs(60) {
                println!("all checkers: {number} mutants in {:?}", start.elapsed());
                told = Instant::now();
            }
        }
        verdicts
    };
    let mut sum: BTreeMap<(&str, String), u64> = BTreeMap::new();
    std::thread::scope(|scope| {
        let judge = &judge;
        let running: Vec<_> = (0..jobs)
            .map(|job| scope.spawn(move || judge(job)))
            .collect();
        for job in running {
            let verdicts = job.join().expect("all checkers agree");
            for (key, count) in verdicts {
                *sum.entry(key).or_default() += count;
            }
        }
    });
    println!(
        "all checkers agree on {total} mutants, {:?}",
        start.elapsed()
    );
    for ((name, verdict), count) in &sum {
        println!("{name:22} {verdict:8} {count:8}");
    }
    assert_eq!(sum.values().sum::<u64>(), total);
}

/// Tally of the exported mutants that VeriPB accepts.
#[derive(Default)]
struct Exported {
    tried: u64,
    not_exported: u64,
    both_accept: u64,
    both_reject: u64,
    /// Mutants that only VeriPB accepts, by the checker's reason for the rejection.
    alone: BTreeMap<&'static str, u64>,
}

/// Returns whether the plain solver agrees with the claim of a file.
fn claim_is_true(text: &[u8]) -> bool {
    let reader = ProofReader::start(text).expect("it was exported");
    let header = reader.header().clone();
    let shape = header.board.shape();
    let plain = Plain {
        height: shape.height,
        width: shape.width,
    };
    let mut cells = vec![plain.all(); header.board.cell_count()];
    for (cell, given) in cells.iter_mut().zip(header.givens.iter().flatten()) {
        *cell = given.map_or(*cell, |digit| 1 << digit.index());
    }
    for (cell, marks) in cells.iter_mut().zip(header.state.iter().flatten()) {
        *cell &= marks;
    }
    let digits = |grid: &[Digit]| grid.iter().map(|d| d.index() as u8).collect::<Vec<u8>>();
    let solves = |grid: &[Digit]| {
        let grid = digits(grid);
        let allowed = grid.iter().zip(&cells).all(|(&d, mask)| mask >> d & 1 == 1);
        allowed && plain.is_solution(&grid)
    };
    match reader.into_claim().expect("it was exported") {
        Claim::Unique(grid) => plain.solutions(&cells, 2) == [digits(&grid)],
        Claim::None(_) | Claim::NoFilling(_) => plain.solutions(&cells, 1).is_empty(),
        Claim::Many(one, other) => one != other && solves(&one) && solves(&other),
        Claim::Open => true,
    }
}

/// An exporter translates without checking, so a mutant that the checker rejects can be exported.
/// VeriPB must reject it as well, unless all its statements are true.
#[test]
fn mutants_that_are_false_are_rejected_by_veripb() {
    let Some(veripb) = Checker::veripb() else {
        return;
    };
    let total = dosed(USUAL_VERIPB_MUTANTS);
    let bases = bases();
    let relatives = relatives(&bases);
    let mut tallies: BTreeMap<&str, Exported> = BTreeMap::new();
    for number in 0..total {
        let (name, text) = mutant(number, &bases, &relatives);
        let tally = tallies.entry(name).or_default();
        tally.tried += 1;
        let Ok(files) = exported(&text, Format::Veripb) else {
            tally.not_exported += 1;
            continue;
        };
        assert_eq!(forbidden_line(&files[1]), None);
        let answer = veripb.check(&files);
        let clean = !answer.text.to_lowercase().contains("warning");
        let accepts = answer.good && clean && answer.text.contains("s VERIFIED");
        let mutant = || {
            format!(
                "mutant {number} ({name}):\n{}\n{}",
                shown(&text),
                answer.text
            )
        };
        match (check(&*text).expect("reading from memory"), accepts) {
            (Verdict::Accepted(_), true) => tally.both_accept += 1,
            (Verdict::Rejected(_) | Verdict::Declined(_), false) => tally.both_reject += 1,
            (Verdict::Rejected(it), true) => {
                // The checker rejected only the form, or a true step that does not follow directly.
                assert!(claim_is_true(&text), "{}", mutant());
                *tally.alone.entry(it.reason.code()).or_default() += 1;
            }
            (verdict, _) => panic!("{verdict}, but VeriPB disagrees: {}", mutant()),
        }
    }
    println!("change                    tried  no export  both accept  both reject  VeriPB alone");
    for (name, it) in &tallies {
        println!(
            "{name:22} {:8} {:10} {:12} {:12}  {:?}",
            it.tried, it.not_exported, it.both_accept, it.both_reject, it.alone
        );
    }
    let sum = |part: fn(&Exported) -> u64| tallies.values().map(part).sum::<u64>();
    assert!(sum(|it| it.both_reject) * 10 > total && sum(|it| it.both_accept) * 50 > total);
}

#[test]
fn mutants_with_equal_meaning_are_accepted() {
    let bases = bases();
    for (number, base) in bases.iter().enumerate() {
        let expected = qedoku_tests::accepted(&base.text);
        let changes: Vec<&(&str, Change)> = HARMLESS.iter().collect();
        for (name, change) in changes {
            let mut draft = Draft::new(base, &[]);
            change(&mut draft, &mut Random::new(number as u64));
            let text = draft.into_text();
            let verdict = check(&*text).expect("reading from memory");
            assert_eq!(
                verdict,
                Verdict::Accepted(expected.clone()),
                "{name}:\n{}",
                shown(&text)
            );
        }
    }
}

#[test]
fn mutants_start_from_all_kinds_of_proofs() {
    let bases = bases();
    let has = |what: &str| bases.iter().filter(|base| base.text.contains(what)).count();
    for what in [
        "claim unique",
        "claim none",
        "claim many",
        "claim open",
        "assume unique",
        "\nstate ",
        "givens",
        "\ncount ",
        "deadly d",
        "suppose",
        "  suppose",
        "2*",
        "#: rule",
        "3*",
    ] {
        assert!(has(what) > 0, "no proof has `{what}`");
    }
    let mut oracle = Oracle::default();
    for base in &bases {
        let judged = oracle.judge(base.text.as_bytes());
        assert!(judged.is_ok(), "{judged:?}\n{}", base.text);
    }
}

/// The oracle must detect false claims. Otherwise the test above shows nothing.
#[test]
fn oracle_finds_false_claims() {
    let head = "qed 1\nboard sudoku 2x2\ngivens ";
    let unique = "123434122143432.";
    let two = ".2.4.4.221434321";
    let lies = [
        (unique, "claim none : r1c1"),
        (unique, "claim unique 1243341221344321"),
        (unique, "claim many 1234341221434321 1234341221434321"),
        (unique, "count r4c4<>1 : +r4c4\nclaim open"),
        (unique, "single r4c4=2 : r4c4\nclaim open"),
        (unique, "suppose r4c4=1\nrefuted r4c4\nclaim open"),
        (two, "claim none : r1c1"),
        (two, "claim unique 1234341221434321"),
        (two, "claim many 1234341221434321 1243341221344321"),
        (two, "count r1c3<>3 : +r1c3\nclaim open"),
        (two, "single r1c3=3 : r1c3\nclaim open"),
        (
            two,
            "suppose r1c3=3\nsingle r4c4=2 : r4c4\nrefuted r1c1\nclaim open",
        ),
        ("................", "claim none : r1c1"),
        ("................", "single r1c1=1 : r1c1\nclaim open"),
    ];
    for (givens, rest) in lies {
        let text = format!("{head}{givens}\n{rest}\n");
        let judged = Oracle::default().judge(text.as_bytes());
        assert!(judged.is_err(), "{judged:?}\n{text}");
    }
    let void = format!("{head}{two}\nassume unique\nsingle r1c3=3 : r1c3\nclaim open\n");
    assert_eq!(
        Oracle::default().judge(void.as_bytes()),
        Ok(Judgement::Void)
    );
}
