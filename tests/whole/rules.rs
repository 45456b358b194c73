//! The standard library of rules: it is complete, its examples are true, and it agrees with known
//! results.

use std::collections::BTreeMap;

use qedoku_core::engine::{RuleStep, Solver};
use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::{ReadOptions, Source, read_line, read_puzzle};
use qedoku_core::lang::ast::Example;
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{self, Library, RuleInfo, overlay, standard_library, standard_sources};
use qedoku_core::matcher::Position;
use qedoku_core::proof::{Claim, Header, Proof};
use qedoku_core::report::conform::{ConformRow, conform};
use qedoku_core::report::explain;
use qedoku_core::trial;

fn library() -> Library {
    standard_library().unwrap_or_else(|problems| panic!("{}", problems.render(80)))
}

/// Returns the techniques of a rule, one for each value of its parameter.
fn techniques<'l>(library: &'l Library, rule: &RuleInfo) -> Vec<&'l Technique> {
    let own = library.techniques.iter();
    own.filter(|t| &*t.rule == rule.name()).collect()
}

/// Whether a rule is about constraints. The tests of variants follow such rules.
fn is_about_constraints(library: &Library, rule: &RuleInfo) -> bool {
    let own = techniques(library, rule);
    own.iter().any(|t| t.is_about_constraints())
}

fn board_of(rule: &RuleInfo, example: &Example) -> Puzzle {
    let source = Source::new(rule.name(), &example.board.node);
    read_puzzle(&source).unwrap_or_else(|error| panic!("{}: {error}", rule.name()))
}

/// Returns the steps of a rule on the board of one of its examples.
fn steps(library: &Library, rule: &RuleInfo, example: &Example) -> Vec<RuleStep> {
    let puzzle = board_of(rule, example);
    let position = Position::of(&puzzle);
    let instance = example.instance.as_ref().map(|(_, n)| n.node);
    let mut own = techniques(library, rule);
    own.retain(|t| instance.is_none() || t.instance == instance);
    let engine = Solver::with(&puzzle.board, own);
    let all = engine.ids();
    all.flat_map(|t| engine.steps_of(t, &position).expect("a certificate"))
        .collect()
}

/// Returns a table beside the project, or prints a message and returns `None` if it is absent.
fn shared(name: &str) -> Option<String> {
    let bytes = qedoku_tests::shared(name)?;
    Some(String::from_utf8(bytes).expect("text"))
}

#[test]
fn rules_have_a_doc_comment_and_a_level() {
    let library = library();
    assert!(library.rules.len() >= 21);
    for rule in &library.rules {
        let (name, ast) = (rule.name(), &rule.ast);
        let doc: String = ast.doc.iter().map(|line| line.to_string()).collect();
        assert!(doc.len() >= 60, "{name}: the doc comment teaches it");
        assert!(!ast.titles.is_empty(), "{name}: a name for people");
        // A mined technique may be new and have no known name. No catalogue has remote subsets.
        let may_be_new = &*rule.family == "90-mined" || name == "remote_naked_subset";
        assert!(
            may_be_new || !ast.known_as.is_empty(),
            "{name}: what others call it"
        );
        assert!(!ast.levels.is_empty(), "{name}: a level");
        assert!(!ast.scores.is_empty(), "{name}: a score");
        assert!(ast.say.is_some(), "{name}: a sentence for its steps");
        let file = rule.path.rsplit('/').next().unwrap_or_default();
        assert_eq!(file, format!("{name}.rule"), "one file a rule, of its name");
    }
}

#[test]
fn techniques_have_an_example_and_a_near_miss() {
    let library = library();
    let mut lacking = Vec::new();
    for rule in &library.rules {
        for technique in techniques(&library, rule) {
            let has = |fires: bool| {
                rule.ast.examples.iter().any(|example| {
                    let instance = example.instance.as_ref().map(|(_, n)| n.node);
                    example.expected.is_some() == fires && instance == technique.instance
                })
            };
            for (fires, what) in [(true, "example"), (false, "near miss")] {
                if !has(fires) {
                    lacking.push(format!("{}: no {what}", technique.title));
                }
            }
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

#[test]
fn example_certificates_are_accepted() {
    let library = library();
    let mut accepted = 0;
    let classic = library.rules.iter();
    let classic = classic.filter(|rule| !is_about_constraints(&library, rule));
    for rule in classic.clone() {
        let firing = rule.ast.examples.iter().filter(|e| e.expected.is_some());
        for example in firing {
            let puzzle = board_of(rule, example);
            for step in steps(&library, rule, example) {
                let header = Header::of(&puzzle).assuming_for(&step.certificate);
                let lines = step.certificate.into_iter();
                let proof = Proof {
                    header,
                    steps: lines.map(|line| (None, line)).collect(),
                    claim: Claim::Open,
                };
                qedoku_tests::accepted(&proof.to_text());
                accepted += 1;
            }
        }
    }
    let rules = classic.map(|rule| techniques(&library, rule).len());
    assert!(accepted >= rules.sum::<usize>());
}

#[test]
fn near_misses_differ_by_few_candidates() {
    // The boards with and without the step differ in one candidate, one digit, or whether a digit
    // is given.
    let library = library();
    for rule in &library.rules {
        if is_about_constraints(&library, rule) {
            continue;
        }
        for pair in rule.ast.examples.chunks(2) {
            let [fires, silent] = pair else {
                panic!("{}: an example without a near miss", rule.name());
            };
            assert_eq!(fires.instance, silent.instance, "{}", rule.name());
            let [before, after] = [fires, silent].map(|e| board_of(rule, e));
            let digits = |p: &Puzzle| -> Vec<(bool, bool)> {
                let given = p.givens.iter().flatten().map(Option::is_some);
                let given: Vec<bool> = given.collect();
                let filled = p.filled.clone().unwrap_or_else(|| given.clone());
                given.into_iter().zip(filled).collect()
            };
            let moved = digits(&before)
                .iter()
                .zip(digits(&after))
                .filter(|(a, b)| **a != *b)
                .count();
            let live = |p: &Puzzle| p.state().count(&p.board);
            let back = live(&after).abs_diff(live(&before));
            assert!(
                moved + usize::from(back > 0 && moved == 0) == 1,
                "{}",
                rule.name()
            );
            assert!(
                moved == 1 || back == 1,
                "{}: {back} candidates",
                rule.name()
            );
        }
    }
}

#[test]
fn levels_and_scores_match_published_ones() {
    let Some(table) = shared("hodoku-levels.tsv") else {
        return;
    };
    let known: BTreeMap<&str, (String, &str)> = (table.lines())
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .map(|columns| (columns[2], (columns[4].to_lowercase(), columns[6])))
        .collect();
    let library = library();
    let mut compared = 0;
    // Variants may share a code. The code then names the simplest rule with it.
    let mut seen = Vec::new();
    for technique in &library.techniques {
        for (_, code) in technique.known_as.iter().filter(|(s, _)| s == "hodoku") {
            if seen.contains(code) {
                continue;
            }
            seen.push(code.clone());
            let Some((level, score)) = known.get(code.as_str()) else {
                continue;
            };
            let own = (technique.level.word(), technique.score.to_string());
            assert_eq!((own.0, own.1.as_str()), (level.as_str(), *score), "{code}");
            compared += 1;
        }
    }
    assert!(compared >= 30, "only {compared} techniques compared");
}

#[test]
fn published_steps_are_found() {
    let Some(text) = shared("techniques.reglib") else {
        return;
    };
    let mut cases = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let case = line
            .starts_with(':')
            .then(|| read_line("cases", index + 1, line.as_bytes(), ReadOptions::default()));
        if let Some(Some(Ok(puzzle))) = case {
            cases.push((line.to_owned(), puzzle));
        }
    }
    let (rows, _) = conform(&library(), &cases, &refusal);
    let sum = |count: fn(&ConformRow) -> usize| rows.iter().map(count).sum::<usize>();
    let (lines, found, wrong) = (sum(|r| r.lines), sum(|r| r.found), sum(|r| r.wrong));
    let told: Vec<&String> = rows
        .iter()
        .flat_map(|r| r.missing_lines.iter().chain(&r.wrong_lines))
        .collect();
    assert_eq!(wrong, 0, "{told:#?}");
    assert!(lines >= 290, "only {lines} cases");
    assert!(found * 100 >= lines * 94, "{found} of {lines}: {told:#?}");
}

/// Returns the code blocks of a page, and the texts between them.
fn blocks(page: &str) -> Vec<String> {
    let blocks = page.split("```").map(|block| block.trim().to_owned());
    blocks.collect()
}

#[test]
fn reference_definitions_are_valid() {
    let manual = include_str!("../../docs/language.md");
    let whole = |block: &String| block.starts_with("pattern ") || block.starts_with("relation ");
    let blocks: Vec<String> = blocks(manual).into_iter().filter(whole).collect();
    assert!(blocks.len() >= 2);
    // Blocks may use definitions of other blocks.
    let source = |(n, block): (usize, &String)| {
        lang::RuleFile::new(&format!("manual-{n}.rule"), block.as_bytes()).expect("text")
    };
    let sources: Vec<lang::RuleFile> = blocks.iter().enumerate().map(source).collect();
    if let Err(problems) = lang::load(&sources) {
        panic!("{}", problems.render(80));
    }
    for (source, block) in sources.iter().zip(blocks) {
        let formatted = lang::format(source).expect("a file");
        assert_eq!(formatted.trim_end(), block, "it is in the house style");
    }
}

#[test]
fn reference_rule_works_as_described() {
    let manual = include_str!("../../docs/write-a-rule.md");
    let begin = "/// Two lines have all but two places of a digit in the same box";
    let blocks = blocks(manual);
    let whole = blocks.iter().find(|block| block.starts_with(begin));
    let text = whole
        .expect("the finished rule stands in the manual")
        .as_str();
    let path = "50-single-digit/grouped_kite.rule";
    let source = lang::RuleFile::new(path, text.as_bytes()).expect("text");
    let formatted = lang::format(&source).unwrap_or_else(|p| panic!("{}", p.render(80)));
    assert_eq!(formatted.trim_end(), text, "it is in the house style");
    // Adding the file is enough to add the rule.
    assert!(library().rule("grouped_kite").is_none());
    let library = lang::load(&overlay(standard_sources(), vec![source]));
    let library = library.unwrap_or_else(|problems| panic!("{}", problems.render(80)));
    let rule = library.rule("grouped_kite").expect("the rule");
    for trial in trial::run(&library, rule) {
        assert_eq!(trial.failure, None);
    }
    // The step, its certificate and the proof equal those in the manual.
    let example = &rule.ast.examples[0];
    let puzzle = board_of(rule, example);
    let found = steps(&library, rule, example);
    let [step] = found.as_slice() else {
        panic!("one step");
    };
    let technique = techniques(&library, rule)[0];
    let sentence = explain::sentence(&puzzle.board, technique, &step.found);
    assert!(manual.contains(&sentence), "{sentence}");
    let certificate = step.certificate[0].to_text(&puzzle.board);
    assert!(manual.contains(&certificate), "{certificate}");
    let proof = blocks.iter().find(|block| block.starts_with("qed 1\n"));
    let proof = proof.expect("the proof stands in the manual");
    assert!(proof.contains(&certificate), "{proof}");
    qedoku_tests::accepted(&format!("{proof}\n"));
}

#[test]
fn rules_on_request_need_a_request() {
    let library = library();
    let siamese = |t: &Technique| &*t.rule == "siamese_fish";
    assert!(library.techniques.iter().filter(|t| siamese(t)).count() == 3);
    assert!(
        library
            .techniques
            .iter()
            .all(|t| t.on_request || !siamese(t))
    );
    let rule = library.rule("siamese_fish").expect("it is in the library");
    let puzzle = board_of(rule, &rule.ast.examples[0]);
    let own = || techniques(&library, rule);
    let used = |engine: Solver<'_>| {
        let mut steps = 0;
        engine.run(&mut Position::of(&puzzle), |_| steps += 1);
        steps
    };
    assert_eq!(used(Solver::with(&puzzle.board, own())), 0);
    assert_ne!(
        used(Solver::with(&puzzle.board, own()).requesting(siamese)),
        0
    );
}

#[test]
fn instances_can_be_on_request() {
    let text = "rule fish(n: 2..4) { on request n=3, n=4 for digit d, lines R[n], crosslines C[n] \
                when every d in R is in C then eliminate d from C except R }";
    let source = lang::RuleFile::new("fish.rule", text.as_bytes()).expect("text");
    let library = lang::load(&[source]).unwrap_or_else(|p| panic!("{}", p.render(80)));
    let on_request: Vec<bool> = library.techniques.iter().map(|t| t.on_request).collect();
    assert_eq!(on_request, [false, true, true]);
}

/// Returns the reason why the checker rejects a proof.
fn refusal(proof: &str) -> Option<String> {
    let verdict = qedoku_check::check(proof.as_bytes()).expect("reading from memory");
    (!matches!(verdict, qedoku_check::Verdict::Accepted(_))).then(|| verdict.to_string())
}
