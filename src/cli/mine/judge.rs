//! Chooses the mined rules that help most, and reports how much.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use miette::miette;

use super::args::MineArgs;
use super::shares::TimeShares;
use super::start::{read_puzzles, say, starting_rules};
use crate::exit::GOOD;
use crate::library::read_sources;
use crate::terminal::Terminal;
use crate::{files, interrupt};
use qedoku_core::engine::Stop;
use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, load};
use qedoku_mine::campaign::select::{Selection, SelectionWatch, curve};
use qedoku_mine::campaign::{self, pool, readable_pool, starts};
use qedoku_mine::publish::PublishedRule;
use qedoku_study::plot::{Chart, Marks, Series};

/// The contribution of the best rules.
pub struct Report {
    /// The table for the file. It has no times, so it depends only on the chosen rules.
    pub file: String,
    /// The table with the time that each rule took.
    pub shown: String,
    /// The plot of the contribution of each rule.
    pub plot: Option<String>,
    /// The rules, the best first.
    pub names: Vec<String>,
}

/// Chooses the best rules: among all, and among those that a person can see as a pattern.
pub fn judge(
    args: &MineArgs,
    board: &Arc<Board>,
    base: &[&Technique],
    rules: &[PublishedRule],
    puzzles: &[&Puzzle],
    shares: &TimeShares,
) -> miette::Result<Report> {
    let begin = Instant::now();
    let choose = |library: &Library, stop: &Stop| {
        let watch = SelectionWatch {
            stop,
            clock: &|| begin.elapsed(),
        };
        let techniques: Vec<&Technique> = library.techniques.iter().collect();
        let selection = campaign::judge(board, base, &techniques, puzzles, args.best, &watch);
        report(&selection, &techniques)
    };
    let mut all = choose(&pool(rules)?, &shares.judging().stop());
    let readable = choose(&readable_pool(rules)?, &shares.judging_again().stop());
    for (text, more) in [
        (&mut all.file, &readable.file),
        (&mut all.shown, &readable.shown),
    ] {
        *text = format!("braids allowed\n{text}\nreadable patterns alone\n{more}");
    }
    Ok(all)
}

/// Shows the contribution of each rule of a folder on these puzzles, in the order of their choice.
pub fn show_curve(
    args: &MineArgs,
    folder: &Path,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let library = args.library.load()?;
    let base = starting_rules(args, &library)?;
    let (puzzles, _) = read_puzzles(args)?;
    let board = (puzzles.first())
        .map(|p| Arc::clone(&p.board))
        .ok_or_else(|| miette!("there is no puzzle"))?;
    let list = files::read(&folder.join("best.txt"), 1 << 20)?;
    let mut ranked = Vec::new();
    for name in String::from_utf8_lossy(&list).lines() {
        ranked.extend(read_sources(&folder.join(format!("{name}.rule")))?);
    }
    let mined: Vec<Library> = (ranked.iter())
        .map(|source| load(std::slice::from_ref(source)))
        .collect::<Result<_, _>>()?;
    let techniques: Vec<&Technique> = mined.iter().flat_map(|l| &l.techniques).collect();
    let all: Vec<&Puzzle> = puzzles
        .iter()
        .filter(|p| Arc::ptr_eq(&p.board, &board))
        .collect();
    let stop = interrupt::stop_after(args.time.map(Duration::from_secs));
    let begin = Instant::now();
    let watch = SelectionWatch {
        stop: &stop,
        clock: &|| begin.elapsed(),
    };
    let selection = curve(&board, &base, &techniques, starts(&all), &watch);
    say(terminal, report(&selection, &techniques).shown.trim_end())?;
    Ok(GOOD)
}

fn report(selection: &Selection, techniques: &[&Technique]) -> Report {
    let names: Vec<String> = (selection.chosen.iter())
        .map(|c| techniques[c.rule].rule.to_string())
        .collect();
    Report {
        file: table(selection, &names, false),
        shown: table(selection, &names, true),
        plot: plot(selection),
        names,
    }
}

/// The share of puzzles solved with the first n rules, for every n.
fn plot(selection: &Selection) -> Option<String> {
    let share = |n: usize| (n as f64, 100.0 * selection.share(n));
    let chart = Chart {
        title: "Puzzles solved of those on which the library is stuck".to_owned(),
        axes: ("mined rules".to_owned(), "percent solved".to_owned()),
        log: (false, false),
        marks: Marks::Line,
        series: vec![Series {
            name: "solved".to_owned(),
            points: (0..=selection.chosen.len()).map(share).collect(),
        }],
    };
    chart.to_svg()
}

fn table(selection: &Selection, names: &[String], with_time: bool) -> String {
    let stuck = selection.total - selection.already;
    let time = if with_time { "  time (ms)" } else { "" };
    let mut text = format!(
        "{} puzzles that were not mined; the library solves {}, {stuck} are left\n\
         rule                             unlocks  solved   share  helps  steps{time}\n",
        selection.total, selection.already
    );
    for (n, (chosen, name)) in selection.chosen.iter().zip(names).enumerate() {
        text += &format!(
            "{name:32} {:7} {:7} {:6.1}% {:6} {:6}",
            chosen.unlocked,
            chosen.solved,
            100.0 * selection.share(n + 1),
            chosen.helped,
            chosen.steps,
        );
        if with_time {
            text += &format!(" {:10}", chosen.millis);
        }
        text.push('\n');
    }
    let best = [1, 5, 20].map(|n| format!("{:.1}%", 100.0 * selection.share(n.min(names.len()))));
    text += &format!("the best 1, 5 and 20 solve {}\n", best.join(", "));
    if selection.cut_off {
        text += "the time ran out before all were chosen\n";
    }
    text
}
