//! Figures, tables, plots and the report.

use std::collections::BTreeMap;

use qedoku_core::engine::Stop;
use qedoku_core::lang::standard_library;
use qedoku_study::method::{Laboratory, Setup};
use qedoku_study::page::{ReportTable, Study, inference_table};
use qedoku_study::plot::{Chart, Marks, Series, bars};
use qedoku_study::record::{Studied, hardness};
use qedoku_study::stats::{MethodSummary, median, rank_correlation};

use crate::methods::solution;
use qedoku_tests::{NINE, own_collection, puzzle};

#[test]
fn rank_correlation_matches_the_textbook() {
    let same = [(1.0, 10.0), (2.0, 20.0), (3.0, 90.0)];
    assert_eq!(rank_correlation(&same), Some(1.0));
    let other = same.map(|(a, b)| (a, -b));
    assert_eq!(rank_correlation(&other), Some(-1.0));
    // A worked example with ten students, their IQ and hours of television; the result is -29/165.
    let iq = [
        106.0, 86.0, 100.0, 101.0, 99.0, 103.0, 97.0, 113.0, 112.0, 110.0,
    ];
    let hours = [7.0, 0.0, 27.0, 50.0, 28.0, 29.0, 20.0, 12.0, 6.0, 17.0];
    let pairs: Vec<(f64, f64)> = iq.into_iter().zip(hours).collect();
    let found = rank_correlation(&pairs).expect("a number");
    assert!((found + 29.0 / 165.0).abs() < 1e-12, "{found}");
    // Equal values share their ranks.
    let tied = [(1.0, 1.0), (1.0, 2.0), (2.0, 3.0), (2.0, 4.0)];
    let found = rank_correlation(&tied).expect("a number");
    assert!((found - 0.8f64.sqrt()).abs() < 1e-12, "{found}");
    assert_eq!(
        rank_correlation(&[(1.0, 2.0), (1.0, 3.0), (1.0, 4.0)]),
        None
    );
    assert_eq!(median(&[3.0, 1.0, 2.0, 10.0]), 2.5);
}

#[test]
fn hardness_words_are_in_order() {
    let order = ["Easy", "medium", "HARD", "Evil"].map(|word| hardness(word).expect(word));
    assert!(order.is_sorted_by(|a, b| a < b));
    assert_eq!(hardness("17"), None);
}

#[test]
fn pictures_are_svg_and_absent_without_data() {
    let series = |points: &[(f64, f64)]| Series {
        name: "a < b".into(),
        points: points.to_vec(),
    };
    let chart = |series| Chart {
        title: "x & y".into(),
        axes: ("x".into(), "y".into()),
        log: (true, false),
        marks: Marks::Line,
        series,
    };
    let svg = chart(vec![
        series(&[(1.0, 2.0), (1000.0, 3.0)]),
        series(&[(5.0, 5.0)]),
    ])
    .to_svg();
    let svg = svg.expect("a picture");
    let parsed = roxmltree::Document::parse(&svg).expect("XML");
    assert!(parsed.descendants().any(|n| n.has_tag_name("polyline")));
    assert!(chart(Vec::new()).to_svg().is_none());
    let values = [("one".to_owned(), 1.0), ("two".to_owned(), 2.5)];
    let svg = bars("title", "axis", &values).expect("bars");
    let parsed = roxmltree::Document::parse(&svg).expect("XML");
    let elements = parsed.descendants().filter(|n| n.is_element());
    let texts: Vec<&str> = elements.filter_map(|n| n.text()).map(str::trim).collect();
    assert!(
        texts.contains(&"one") && texts.contains(&"two") && texts.contains(&"2.5"),
        "{texts:?}"
    );
    // Each name occurs once.
    assert_eq!(texts.iter().filter(|text| **text == "one").count(), 1);
    assert!(bars("title", "axis", &[]).is_none());
}

#[test]
fn tables_are_written_for_people_and_programs() {
    let mut table = ReportTable::new(["name", "count"]);
    table.rows.push(vec!["a, b".into(), "7".into()]);
    table.rows.push(vec!["c".into(), "10".into()]);
    assert_eq!(table.to_csv(), "name,count\n\"a, b\",7\nc,10\n");
    assert_eq!(table.to_text(), "name  count\na, b      7\nc        10\n");
}

/// Returns a small study of puzzles of every level.
fn study(methods: &[&str]) -> Study {
    let library = standard_library().expect("the library");
    let lines: Vec<String> = own_collection("levels.sdm")
        .into_iter()
        .step_by(12)
        .collect();
    let first = puzzle(NINE, &lines[0]);
    let setup = Setup {
        methods: methods.iter().map(|m| (*m).to_owned()).collect(),
        ..Setup::default()
    };
    let laboratory = Laboratory::new(&first.board, &library, &setup, Stop::default()).expect("one");
    let words = ["Easy", "Medium", "Hard"];
    let mut ratings = BTreeMap::new();
    let studied = lines.iter().enumerate().map(|(at, line)| {
        let puzzle = puzzle(NINE, line);
        let solution = solution(&puzzle);
        let text = puzzle.line().expect("givens");
        ratings.insert(text.clone(), BTreeMap::from([("SE".to_owned(), at as f64)]));
        let mut studied = Studied {
            collection: 0,
            puzzle: text,
            claim: "unique".into(),
            clues: puzzle.clues(),
            label: Some(words[at % 3].into()),
            grade: None,
            runs: Vec::new(),
        };
        for (index, method) in laboratory.methods.iter().enumerate() {
            let outcome = laboratory.run(index, &puzzle);
            studied.add(
                &method.name,
                &puzzle,
                outcome,
                &solution,
                Some(at as u64 * 10 + 1),
            );
        }
        studied
    });
    let puzzles = studied.collect();
    Study {
        facts: vec![("seed".into(), "1".into())],
        collections: vec!["levels".into()],
        methods: laboratory.methods.iter().map(|m| m.name.clone()).collect(),
        may_be_wrong: vec!["network".into()],
        puzzles,
        ratings,
        consistency: Vec::new(),
    }
}

#[test]
fn report_answers_the_questions_and_is_deterministic() {
    let study = study(&[]);
    let page = study.page();
    let text = page.to_markdown("plots/");
    let questions = [
        "What does each method solve?",
        "Backtracks by setting",
        "Is grading by the rules needed roughly what experts do?",
        "Do givens predict difficulty?",
        "Does each stronger set pay for its time?",
        "How do accuracy and speed change with the level?",
        "Is relaxation labelling quick on easy puzzles and confused by hard ones?",
        "Does a network that chooses the candidates to refute make proofs shorter?",
    ];
    for question in questions {
        assert!(text.contains(question), "{question}\n{text}");
    }
    assert!(text.contains("| network+rules |") && !text.contains("NaN"));
    assert!(page.plots().count() >= 6);
    assert_eq!(text, study.page().to_markdown("plots/"));
    let html = page.to_html();
    assert!(html.contains("<svg") && html.contains("<table>") && html.ends_with("</html>\n"));
    let rules = MethodSummary::of("rules", &study.puzzles).expect("figures");
    assert_eq!(
        (rules.solved, rules.wrong, rules.cells_percent),
        (rules.puzzles, 0, 100.0)
    );
}

#[test]
fn report_table_has_a_row_per_puzzle_and_counts_solved() {
    let study = study(&["inference"]);
    let puzzles = study.of(0);
    let table = inference_table(&study, &puzzles);
    assert_eq!(table.heads.len(), 10);
    assert_eq!(table.rows.len(), puzzles.len() + 1);
    let total = table.rows.last().expect("a total");
    let column = table
        .heads
        .iter()
        .position(|head| head == "NHT-MCV")
        .expect("a column");
    let solved = table.rows[..puzzles.len()]
        .iter()
        .filter(|row| row[column].starts_with("S "));
    assert_eq!(total[column], solved.count().to_string());
    let is_cell = |cell: &String| cell == "U" || cell.starts_with("S ");
    assert!(
        table.rows[..puzzles.len()]
            .iter()
            .all(|row| row[2..].iter().all(is_cell))
    );
}
