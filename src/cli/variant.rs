//! Commands on variant puzzles.

use miette::IntoDiagnostic;
use qedoku_app::variant::place;
use qedoku_core::engine::Strategy;
use qedoku_core::grid::text::groups;
use qedoku_core::grid::{Digit, State};
use qedoku_core::lang::ir::Technique;
use qedoku_core::picture::{Look, Scene, draw_variant};
use qedoku_core::proof::Claim;
use qedoku_core::report::grade::Grade;
use qedoku_core::report::grade::claim_word;
use qedoku_core::report::step::StepView;
use qedoku_core::variant::{ReadyVariant, Variant, VariantPath, VariantSolver, VariantStep};
use serde::Serialize;

use super::library::LibraryArgs;
use super::strategy::StrategyArgs;
use super::terminal::plural;
use crate::exit::GOOD;
use crate::terminal::Terminal;

/// Prepares a puzzle with the rules and the strategy of a command, and passes it to `act`.
pub fn with_ready<T>(
    puzzle: &Variant,
    library: &LibraryArgs,
    strategy: &StrategyArgs,
    act: impl FnOnce(&ReadyVariant<'_>, Strategy) -> miette::Result<T>,
) -> miette::Result<T> {
    let board = puzzle.whole_board();
    let library = library.load_for(&board)?;
    let strategy = strategy.strategy(&library, &board)?;
    let solver = VariantSolver::new(&library, strategy.clone());
    act(&solver.prepare(puzzle), strategy)
}

#[derive(Serialize)]
struct Solved<'v> {
    puzzle: String,
    claim: &'static str,
    solutions: Vec<String>,
    /// The candidates of each cell at the end.
    state: String,
    steps: Vec<StepView>,
    grade: Grade,
    /// The parts of the input that were not read as constraints.
    warnings: &'v [String],
}

/// The live candidates of a path.
fn state(ready: &ReadyVariant<'_>, path: &VariantPath<'_, '_>) -> State {
    State::from_cells(ready.board(), &path.cells())
}

/// Prints the path of a puzzle.
pub fn solve(
    ready: &ReadyVariant<'_>,
    may_search: bool,
    (json, verbose): (bool, bool),
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let board = &**ready.board();
    let mut path = ready.path(may_search);
    let mut steps = Vec::new();
    let mut number = 0;
    loop {
        let before = verbose.then(|| state(ready, &path));
        let Some(step) = path.next() else { break };
        number += 1;
        if json {
            steps.push(step.view(board));
            continue;
        }
        if let Some(before) = before {
            terminal.draw(board, &before, &[])?;
        }
        writeln!(terminal.out, "{number:>3}. {}", step.annotation.sentence).into_diagnostic()?;
    }
    let grade = ready.grade(may_search);
    if json {
        terminal.json(&Solved {
            puzzle: ready.puzzle().line(),
            claim: claim_word(path.claim()),
            solutions: path.claim().solutions(),
            state: groups(board, &state(ready, &path)),
            steps,
            grade,
            warnings: &ready.puzzle().warnings,
        })?;
        return Ok(GOOD);
    }
    terminal.claim(board, path.claim())?;
    if let Claim::Open = path.claim() {
        terminal.draw(board, &state(ready, &path), &[])?;
    }
    if let (Some(level), Some(hardest)) = (grade.level, grade.hardest) {
        let steps = plural(number, "step");
        writeln!(terminal.out, "{steps}, level {level}, hardest: {hardest}").into_diagnostic()?;
    }
    Ok(GOOD)
}

/// The next step as JSON: its place, its technique on request, and the whole step on request.
#[derive(Serialize)]
struct VariantHint {
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    technique: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<StepView>,
}

/// Prints the next step: its place, its technique (from `detail` 1), or all of it (`detail` 2).
pub fn hint(
    ready: &ReadyVariant<'_>,
    may_search: bool,
    (detail, json): (u8, bool),
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let board = &**ready.board();
    let mut path = ready.path(may_search);
    let before = state(ready, &path);
    let next = path.next();
    if json {
        let place = next.as_ref().map(|it| place(board, it));
        let technique = next.as_ref().map(|it| it.technique.clone());
        terminal.json(&VariantHint {
            claim: next.is_none().then(|| claim_word(path.claim())),
            place,
            technique: technique.filter(|_| detail > 0),
            step: next.filter(|_| detail > 1).map(|it| it.view(board)),
        })?;
        return Ok(GOOD);
    }
    let Some(step) = next else {
        terminal.claim(board, path.claim())?;
        return Ok(GOOD);
    };
    let cells = place(board, &step);
    match detail {
        0 => writeln!(terminal.out, "Look at {cells}."),
        1 => writeln!(terminal.out, "{}: look at {cells}.", step.technique),
        _ => {
            terminal.draw(board, &before, &[])?;
            writeln!(terminal.out, "{}", step.annotation.sentence)
        }
    }
    .into_diagnostic()?;
    Ok(GOOD)
}

/// Prints all steps by the techniques, and steps by single constraints unless `only_rules`.
pub fn steps(
    ready: &ReadyVariant<'_>,
    wanted: impl Fn(&Technique) -> bool,
    (only_rules, json): (bool, bool),
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    let board = &**ready.board();
    let all = ready.path(false).steps(wanted);
    let shown = all.iter().filter(|it| !only_rules || it.is_by_rule);
    let shown: Vec<StepView> = shown.map(|it| it.view(board)).collect();
    if json {
        terminal.json(&shown)?;
        return Ok(GOOD);
    }
    for step in &shown {
        writeln!(terminal.out, "{}", step.sentence).into_diagnostic()?;
    }
    if shown.is_empty() {
        writeln!(terminal.out, "No rule applies here.").into_diagnostic()?;
    }
    Ok(GOOD)
}

/// The picture of a puzzle, or of a step from a state.
pub fn picture(
    ready: &ReadyVariant<'_>,
    before: &State,
    step: Option<&VariantStep>,
    look: &Look,
) -> String {
    let header = &ready.puzzle().header;
    let certificate = step.map_or(&[][..], |it| match it.evidence.is_empty() {
        true => &it.certificate,
        false => &it.evidence,
    });
    let scene = Scene {
        board: ready.board(),
        state: before,
        givens: &header.given_cells(),
        certificate,
        note: step.map(|it| &it.annotation),
    };
    let none = Default::default();
    draw_variant(&scene, look, header.rules.as_deref().unwrap_or(&none))
}

/// The pictures of a path: the start, every step, and the end.
pub fn pictures(ready: &ReadyVariant<'_>, may_search: bool, look: &Look) -> Vec<String> {
    let mut path = ready.path(may_search);
    let mut pictures = Vec::new();
    loop {
        let before = state(ready, &path);
        let step = path.next();
        pictures.push(picture(ready, &before, step.as_ref(), look));
        if step.is_none() {
            return pictures;
        }
    }
}

/// The picture of the puzzle at its start.
pub fn start_picture(ready: &ReadyVariant<'_>, look: &Look) -> String {
    picture(ready, &state(ready, &ready.path(false)), None, look)
}

/// The digits of a solution on one line.
pub fn line(solution: &[Digit]) -> String {
    solution.iter().map(|it| it.to_char()).collect()
}
