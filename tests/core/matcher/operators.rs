//! Laws of plans and operators: projections never fail on a match, an operator finds the matches
//! that a plan without it finds, and an additional clause keeps a rule's fast path.

use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::{Every, Presence, Sort, Technique, Var};
use qedoku_core::lang::standard_library;
use qedoku_core::matcher::{Matcher, PlanLine, Position, Tables};
use qedoku_core::trial;
use qedoku_tests::random::Random;
use qedoku_tests::shape;

use super::compare::{name, uses};
use super::states;
use super::toy::TOY;

/// The boards of a technique's examples.
fn boards(library: &Library, technique: &Technique) -> Vec<Puzzle> {
    let rule = library.rule(&technique.rule).expect("a rule");
    trial::boards(rule, technique).collect()
}

#[test]
fn projections_hold_for_partial_bindings_of_matches() {
    let library = standard_library().expect("the standard library");
    let mut random = Random::new(7);
    let (mut tested, mut techniques) = (0, 0);
    for technique in &library.techniques {
        let matcher = Matcher::new(technique);
        let before = tested;
        for puzzle in boards(&library, technique) {
            let (tables, position) = (Tables::new(&puzzle.board), Position::of(&puzzle));
            for found in matcher.find(technique, &tables, &position).iter().take(3) {
                for _ in 0..4 {
                    let order = states::order(found.bindings.len(), &mut random);
                    let order: Vec<Var> = order.into_iter().map(|v| Var(v as u16)).collect();
                    let failing =
                        matcher.failing_projection(technique, &tables, &position, found, &order);
                    assert_eq!(failing, None, "{} {order:?} {found:?}", name(technique));
                    tested += 1;
                }
            }
        }
        techniques += usize::from(tested > before);
    }
    println!("{tested} orders of matches of {techniques} techniques");
    assert!(techniques > 150, "only {techniques} techniques had a match");
}

#[test]
fn operators_match_plans_without_them() {
    let library = standard_library().expect("the standard library");
    let board = Board::sudoku(shape(2, 2));
    let tables = Tables::new(&board);
    for operator in Matcher::operators() {
        let mut random = Random::new(11);
        let (mut compared, mut fired) = (0, 0);
        for technique in &library.techniques {
            let is_long = technique.patterns.iter().any(|p| p.knowledge.len() > 4);
            let variables = technique.patterns.iter().flat_map(|p| &p.variables);
            let truths = variables.filter(|v| v.sort == Sort::Truth).count();
            // Without the operator, three truths are bound one after the other, which takes too
            // long.
            let is_endless = operator == "forcing" && truths > 2;
            let serves = Matcher::operators_of(technique).contains(&operator);
            if is_long || is_endless || !serves {
                continue;
            }
            let (with, without) = (
                Matcher::new(technique),
                Matcher::without_operator(technique, operator),
            );
            for _ in 0..12 {
                let open = 4 + random.below(9);
                let position = states::state(&board, open, &mut random).position();
                let found = with.find(technique, &tables, &position);
                let other = without.find(technique, &tables, &position);
                // There are many ways to force a contradiction, so two searches may report
                // different ones.
                let effects = |found: &[qedoku_core::matcher::Match]| {
                    let effect = |(truths, gone, placed)| match with.is_one_for_each_target() {
                        true => (Vec::new(), gone, placed),
                        false => (truths, gone, placed),
                    };
                    let all = uses(found).into_iter().map(effect);
                    all.collect::<std::collections::BTreeSet<_>>()
                };
                assert_eq!(
                    effects(&found),
                    effects(&other),
                    "{} with and without {operator}",
                    name(technique)
                );
                compared += 1;
                fired += usize::from(!found.is_empty());
            }
        }
        println!("{operator}: {compared} states compared, {fired} with matches");
        assert!(compared > 0, "{operator} serves no technique");
    }
}

/// The number of rows that the binds of a technique's plans try on the boards of its examples.
fn rows(library: &Library, technique: &Technique) -> u64 {
    let matcher = Matcher::new(technique);
    let lines = matcher.plan_lines(technique);
    let mut rows = 0;
    for puzzle in boards(library, technique) {
        let (tables, position) = (Tables::new(&puzzle.board), Position::of(&puzzle));
        let counts = matcher.analyse(technique, &tables, &position, &|| 0);
        for (lines, counts) in lines.iter().zip(counts) {
            let binds = lines
                .iter()
                .zip(counts)
                .filter(|(line, _)| line.op == "bind");
            rows += binds.map(|(_, count)| count.passed).sum::<u64>();
        }
    }
    rows
}

#[test]
fn operators_keep_fast_paths_with_extra_clauses() {
    let library = standard_library().expect("the standard library");
    let mut tested = 0;
    for technique in &library.techniques {
        let is_long = technique.patterns.iter().any(|p| p.knowledge.len() > 6);
        if is_long || technique.patterns.iter().any(|p| p.knowledge.is_empty()) {
            continue;
        }
        // "The truths of the clause have any number of candidates" is always true. The clause is
        // added for every clause, because a clause about one of two wings would break their
        // symmetry.
        let mut wordy = technique.clone();
        for pattern in &mut wordy.patterns {
            let sentence = |every: &Every| Presence {
                subject: every.subject.clone(),
                alternatives: Vec::new(),
                others: false,
                each: false,
                least: 0,
                most: u32::MAX,
                negated: false,
            };
            let sentences: Vec<Presence> = pattern.knowledge.iter().map(sentence).collect();
            pattern.presence.extend(sentences);
            pattern.read_shapes();
        }
        // Braids and whips are a shape of the whole rule, which the language reads.
        let shapes = |t: &Technique| -> Vec<_> {
            let patterns = t.patterns.iter();
            patterns.map(|p| p.shapes.clone()).collect()
        };
        if shapes(technique) != shapes(&wordy) {
            continue;
        }
        for puzzle in boards(&library, technique) {
            let (tables, position) = (Tables::new(&puzzle.board), Position::of(&puzzle));
            let found = |t: &Technique| Matcher::new(t).find(t, &tables, &position);
            assert_eq!(
                uses(&found(technique)),
                uses(&found(&wordy)),
                "{}",
                name(technique)
            );
        }
        let (plain, more) = (rows(&library, technique), rows(&library, &wordy));
        assert!(
            more <= plain + plain / 5 + 5,
            "{}: {plain} rows, with one more sentence {more}",
            name(technique)
        );
        tested += 1;
    }
    assert!(tested > 100, "only {tested} techniques were tested");
}

/// The plan of a technique's first pattern as `qedoku rules plan` prints it.
fn printed(library: &Library, rule: &str) -> String {
    let technique = library.techniques.iter().find(|t| *t.rule == *rule);
    let technique = technique.expect("a technique");
    let plans = Matcher::new(technique).plan_lines(technique);
    let line = |line: &PlanLine| {
        let text = format!("{}{:<6} {}", "  ".repeat(line.depth), line.op, line.text);
        text.trim_end().to_owned()
    };
    let lines: Vec<String> = plans[0].iter().map(line).collect();
    lines.join("\n")
}

#[test]
fn documented_plan_is_the_printed_one() {
    let path = qedoku_tests::root().join("docs/internals/matcher.md");
    let text = std::fs::read_to_string(path).expect("the chapter about the matcher");
    let command = "$ qedoku rules plan ";
    let start = text.find(command).expect("a printed plan") + command.len();
    let block = text[start..]
        .split("```")
        .next()
        .expect("the end of the plan");
    let (rule, plan) = block.split_once('\n').expect("lines");
    let library = standard_library().expect("the standard library");
    let expected = printed(&library, rule.trim());
    // The program prints the title first, and indents the plan.
    let lines = plan.trim_end().lines().skip(1);
    let plan: Vec<&str> = lines
        .map(|line| line.strip_prefix("  ").unwrap_or(line))
        .collect();
    assert_eq!(plan.join("\n"), expected, "the plan is\n{expected}\n");
}

#[test]
fn documented_toy_operator_finds_the_same() {
    let path = qedoku_tests::root().join("docs/internals/matcher.md");
    let text = std::fs::read_to_string(path).expect("the chapter about the matcher");
    assert!(
        text.contains(include_str!("toy.rs").trim()),
        "the chapter shows another toy"
    );
    let library = standard_library().expect("the standard library");
    let mut found = 0;
    for technique in library.techniques.iter().filter(|t| !t.on_request) {
        let is_long = technique.patterns.iter().any(|p| p.knowledge.len() > 4);
        if is_long || Matcher::operators_of(technique).contains(&"almost locked sets") {
            continue;
        }
        let toy = Matcher::with_operators(technique, &[TOY]);
        let plain = Matcher::with_operators(technique, &[]);
        for puzzle in boards(&library, technique) {
            let (tables, position) = (Tables::new(&puzzle.board), Position::of(&puzzle));
            let expected = uses(&plain.find(technique, &tables, &position));
            assert_eq!(uses(&toy.find(technique, &tables, &position)), expected);
            found += expected.len();
        }
    }
    assert!(found > 100, "only {found} matches");
}
