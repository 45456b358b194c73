//! Which of the mined rules help most, and how much.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use miette::miette;
use rayon::prelude::*;

use super::Args;
use super::run::{read_puzzles, say, starting_rules};
use crate::cli::library::read_sources;
use crate::cli::{GOOD, Terminal, files, interrupt};
use crate::grid::{Board, Puzzle};
use crate::lang::ir::Technique;
use crate::lang::{Library, Source, load};
use crate::matcher::Position;
use crate::mine::catalogue::Form;
use crate::mine::plot::plot;
use crate::mine::publish::Published;
use crate::mine::select::{Selection, Watch, curve, select};
use crate::mine::stuck::Mineable;
use crate::mine::subsume::is_instance;

/// So many rules, the best supported, are tried on puzzles that were not mined.
const POOL: usize = 30;

/// What the best rules add.
pub struct Report {
    /// The table, as it is kept: the same for the same choices.
    pub file: String,
    /// The table with the time that each rule took.
    pub shown: String,
    /// The curve.
    pub plot: String,
    /// The rules, the best first.
    pub names: Vec<String>,
}

/// Chooses the best rules.
pub fn judge(
    args: &Args,
    board: &Arc<Board>,
    base: &[&Technique],
    rules: &[Published],
    puzzles: &[&Puzzle],
) -> miette::Result<Report> {
    let pool = pool(rules);
    let sources: Vec<Source> = (pool.iter())
        .map(|rule| Source {
            path: format!("{}.rule", rule.rule),
            family: "90-mined".into(),
            text: rule.text.clone(),
        })
        .collect();
    let library = load(&sources)?;
    let techniques: Vec<&Technique> = library.techniques.iter().collect();
    let positions = starts(puzzles);
    let begin = Instant::now();
    let watch = Watch {
        go_on: &|| !interrupt::interrupted(),
        clock: &|| begin.elapsed(),
    };
    let selection = select(board, base, &techniques, positions, args.best, &watch);
    Ok(report(&selection, &techniques))
}

/// The rules that are worth a trial. An instance of another rule finds nothing that the other does
/// not find, and one that has a name is an instance of one that has none.
fn pool(rules: &[Published]) -> Vec<&Published> {
    let is_special = |rule: &Published| {
        (rules.iter()).any(|general| {
            let other = general.rule != rule.rule;
            let more = is_instance(&rule.family, &general.family);
            let less = is_instance(&general.family, &rule.family);
            other && more && (!less || general.rule < rule.rule)
        })
    };
    let mut pool: Vec<&Published> = (rules.iter())
        .filter(|rule| matches!(rule.form, Form::Family(..)) && !is_special(rule))
        .collect();
    pool.sort_by_key(|rule| std::cmp::Reverse(rule.support));
    pool.truncate(POOL);
    pool
}

/// Where the puzzles with one solution begin.
fn starts(puzzles: &[&Puzzle]) -> Vec<Position> {
    (puzzles.par_iter())
        .filter(|puzzle| Mineable::new(puzzle).is_ok())
        .map(|puzzle| Position::of(puzzle))
        .collect()
}

/// What the rules of a folder add on these puzzles, in the order in which they were chosen.
pub fn show_curve(args: &Args, folder: &Path, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
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
    let watch = Watch {
        go_on: &|| !stop.now(),
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
    let shares: Vec<f64> = (0..=selection.chosen.len())
        .map(|n| selection.share(n))
        .collect();
    Report {
        file: table(selection, &names, false),
        shown: table(selection, &names, true),
        plot: plot(&shares, &names),
        names,
    }
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
    text
}
