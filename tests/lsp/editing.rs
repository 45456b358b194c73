//! Speed and memory of the server, with the whole library around a file of ten rules.

use std::time::{Duration, Instant};

use lsp_types::{Position, Range};
use serde_json::json;

use crate::client::{Client, GOOD, place};
use crate::dose::is_whole;

/// Returns a file of ten rules.
fn ten() -> String {
    let one = |n: usize| GOOD.replace("my_single", &format!("single_{n}"));
    (0..10).map(one).collect()
}

#[test]
fn diagnostics_are_fast() {
    let text = ten();
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", &text);
    client.diagnostics(&url);
    let at = place(&text, "d at a", 7);
    let mut times = Vec::new();
    for n in 0..40 {
        let end = Position::new(at.line, at.character + 1);
        let start = Instant::now();
        client.change(
            &url,
            Some(Range::new(at, end)),
            if n % 2 == 0 { "z" } else { "d" },
        );
        let found = client.diagnostics(&url);
        times.push(start.elapsed());
        assert_eq!(found.len(), (n + 1) % 2);
    }
    times.sort_unstable();
    println!(
        "diagnostics after an edit: median {:?}, most {:?}",
        times[20], times[39]
    );
    // The limit is generous: the machine may be busy, and this is not a release build.
    assert!(times[20] < Duration::from_millis(500), "{:?}", times[20]);
    client.stop();
}

/// Prints the time from an edit to the verdict for rules of the library; with
/// `QEDOKU_DOSE=all`, for all of them.
#[test]
fn verdicts_are_fast() {
    let all = is_whole();
    let sources = qedoku_core::lang::standard_sources();
    let mut times = Vec::new();
    let mut client = Client::start(&[], json!({}));
    for source in sources.iter().filter(|s| all || s.path.starts_with("20-")) {
        if !source.text.contains("rule ") {
            continue;
        }
        let (start, worked) = (Instant::now(), processor_time());
        let url = client.open(&format!("/r/{}", source.path), &source.text);
        loop {
            let lenses = client.of("textDocument/codeLens", &url);
            let titles = lenses.to_string();
            assert!(
                !titles.contains("unsound") && !titles.contains("unknown"),
                "{titles}"
            );
            if !titles.contains("not checked yet") {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let worked = processor_time() - worked;
        times.push((start.elapsed(), source.path.clone(), worked));
        client.tell(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": url } }),
        );
    }
    times.sort();
    for (time, path, worked) in times.iter().rev().take(8) {
        println!("{path}: {time:?}, {worked:?} of a processor");
    }
    let slowest = times.last().expect("some").0;
    assert!(slowest < Duration::from_secs(60), "{slowest:?}");
    client.stop();
}

/// Returns the processor time of this process, if the system reports it. Unlike wall-clock time, it
/// does not depend on other processes.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}
