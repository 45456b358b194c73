//! Steps of a path as sentences, as JSON, and as marks on a board.

use serde::Serialize;

use super::draw::Mark;
use super::explain;
use crate::engine::{LayoutStep, PathStep, Refutation, RuleStep, Solver};
use crate::grid::{Board, Candidate, Cell, Group, GroupKind, House, HouseKind};
use crate::lang::ir::Technique;
use crate::matcher::{Match, Position};
use crate::proof::{Annotation, Step};

/// The name of search among techniques.
pub const SEARCH: &str = "Search";

/// A step, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct StepView {
    /// The rule's name in its file. `None` for a search.
    pub rule: Option<String>,
    /// The name of the technique.
    pub name: String,
    /// The candidates that the step places.
    pub place: Vec<String>,
    /// The candidates that the step eliminates.
    pub eliminate: Vec<String>,
    /// The variables of the rule and their values.
    pub bindings: serde_json::Map<String, serde_json::Value>,
    /// The lines of a proof that justify the step.
    pub certificate: Vec<String>,
    /// The step as a sentence.
    pub sentence: String,
}

impl StepView {
    /// A step of a solver's path.
    pub fn of(solver: &Solver<'_>, step: &PathStep) -> StepView {
        match step {
            PathStep::Rule(step) => {
                StepView::of_rule(solver.board(), solver.technique(step.technique), step)
            }
            PathStep::Layouts(step) => StepView::of_layouts(solver.board(), step),
            PathStep::Search(refutation) => StepView::of_search(solver.board(), refutation),
        }
    }

    /// A step that a technique found.
    pub fn of_rule(board: &Board, technique: &Technique, step: &RuleStep) -> StepView {
        let bindings = explain::bindings(board, technique, &step.found).into_iter();
        StepView {
            rule: Some(technique.rule.to_string()),
            name: technique.title.clone(),
            place: names(board, &step.found.placements, Board::candidate_name),
            eliminate: names(board, &step.found.eliminations, Board::elimination_name),
            bindings: bindings.map(|(name, value)| (name, value.into())).collect(),
            certificate: lines(board, &step.certificate),
            sentence: explain::sentence(board, technique, &step.found),
        }
    }

    fn of_layouts(board: &Board, step: &LayoutStep) -> StepView {
        let cells = names_of_cells(board, step).into();
        StepView {
            rule: None,
            name: step.argument.title().to_owned(),
            place: Vec::new(),
            eliminate: names(board, &step.eliminations, Board::elimination_name),
            bindings: [("S".to_owned(), cells)].into_iter().collect(),
            certificate: lines(board, &step.certificate),
            sentence: layout_sentence(board, step),
        }
    }

    fn of_search(board: &Board, refutation: &Refutation) -> StepView {
        StepView {
            rule: None,
            name: SEARCH.to_owned(),
            place: Vec::new(),
            eliminate: vec![board.elimination_name(refutation.target)],
            bindings: serde_json::Map::new(),
            certificate: lines(board, &refutation.steps),
            sentence: search_sentence(board, refutation),
        }
    }
}

fn names(board: &Board, list: &[Candidate], name: fn(&Board, Candidate) -> String) -> Vec<String> {
    list.iter().map(|&c| name(board, c)).collect()
}

fn lines(board: &Board, steps: &[Step]) -> Vec<String> {
    steps.iter().map(|step| step.to_text(board)).collect()
}

/// The name of a step's technique.
pub fn name<'l>(solver: &Solver<'l>, step: &PathStep) -> &'l str {
    match step {
        PathStep::Rule(step) => &solver.technique(step.technique).title,
        PathStep::Layouts(step) => step.argument.title(),
        PathStep::Search(_) => SEARCH,
    }
}

/// The sentence of a step.
pub fn sentence(solver: &Solver<'_>, step: &PathStep) -> String {
    let board = solver.board();
    match step {
        PathStep::Rule(step) => {
            explain::sentence(board, solver.technique(step.technique), &step.found)
        }
        PathStep::Layouts(step) => layout_sentence(board, step),
        PathStep::Search(refutation) => search_sentence(board, refutation),
    }
}

/// The annotation of a step in a proof.
pub fn annotation(solver: &Solver<'_>, step: &PathStep) -> Annotation {
    let board = solver.board();
    match step {
        PathStep::Rule(step) => {
            explain::annotation(board, solver.technique(step.technique), &step.found)
        }
        PathStep::Layouts(step) => Annotation {
            rule: step.argument.title().to_lowercase().replace(' ', "_"),
            bindings: vec![("S".to_owned(), names_of_cells(board, step))],
            sentence: layout_sentence(board, step),
        },
        PathStep::Search(refutation) => Annotation {
            rule: "search".to_owned(),
            bindings: Vec::new(),
            sentence: search_sentence(board, refutation),
        },
    }
}

/// The place of a step on the board, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WhereToLook {
    /// The houses, such as `r2`. For a cell, its box.
    pub houses: Vec<String>,
    /// The cells in which the pattern has candidates.
    pub cells: Vec<String>,
    /// The candidates of the pattern.
    pub candidates: Vec<String>,
}

impl WhereToLook {
    /// The place of a step in a position.
    pub fn at(position: &Position, step: &PathStep) -> WhereToLook {
        let board = position.board();
        let mut candidates: Vec<Candidate> = match step {
            PathStep::Rule(step) => (step.found.truths.iter())
                .flat_map(|&truth| position.state().domain(board, truth))
                .collect(),
            PathStep::Layouts(step) => (step.argument.cells().into_iter())
                .flat_map(|cell| position.state().domain(board, board.cell_group(cell)))
                .collect(),
            PathStep::Search(refutation) => vec![refutation.target],
        };
        candidates.sort_unstable();
        candidates.dedup();
        let mut cells: Vec<Cell> = candidates.iter().map(|&c| board.cell_of(c)).collect();
        cells.dedup();
        let houses = houses_of(board, step).into_iter();
        WhereToLook {
            houses: houses.map(|h| board.house_name(h)).collect(),
            cells: cells.into_iter().map(|c| board.cell_name(c)).collect(),
            candidates: names(board, &candidates, Board::candidate_name),
        }
    }
}

/// The place of a step as a phrase: `row 2, row 8`. A cell is only narrowed down to its box.
pub fn place_in_words(board: &Board, step: &PathStep) -> String {
    let houses = houses_of(board, step).into_iter();
    let words: Vec<String> = houses.map(|h| house_words(board, h)).collect();
    words.join(", ")
}

fn houses_of(board: &Board, step: &PathStep) -> Vec<House> {
    let of_cell = |cell| {
        board
            .houses_of(cell)
            .iter()
            .copied()
            .find(|&h| is_box(board, h))
    };
    let mut houses: Vec<House> = match step {
        PathStep::Rule(step) => (step.found.truths.iter())
            .filter_map(|&truth| match board.group_kind(truth) {
                GroupKind::Cell(cell) => of_cell(cell),
                GroupKind::House(house, _) => Some(house),
                GroupKind::Derived => None,
            })
            .collect(),
        PathStep::Layouts(step) => step
            .argument
            .cells()
            .into_iter()
            .filter_map(of_cell)
            .collect(),
        PathStep::Search(refutation) => of_cell(board.cell_of(refutation.target))
            .into_iter()
            .collect(),
    };
    houses.sort_unstable();
    houses.dedup();
    houses
}

fn is_box(board: &Board, house: House) -> bool {
    board.house(house).kind == HouseKind::Box
}

fn house_words(board: &Board, house: House) -> String {
    let info = board.house(house);
    format!("{} {}", info.kind.word(), info.number + 1)
}

/// The sentence of a search, such as `Search: with r8c7=3 there is no place for 5 in r2 =>
/// r8c7<>3`.
fn search_sentence(board: &Board, refutation: &Refutation) -> String {
    let target = refutation.target;
    let end = match refutation.steps.last() {
        Some(Step::Refuted(group)) => emptied(board, *group),
        _ => "there is no solution".to_owned(),
    };
    let nested = match refutation.supposes() {
        0 | 1 => String::new(),
        2 => " (after another supposition)".to_owned(),
        n => format!(" (after {} other suppositions)", n - 1),
    };
    format!(
        "{SEARCH}: with {} {end}{nested} => {}",
        board.candidate_name(target),
        board.elimination_name(target)
    )
}

/// `Remote Naked Subset: r2c1,r3c2 hold only 4 and 8, and each of these fits at most once there =>
/// r5c5<>4`
fn layout_sentence(board: &Board, step: &LayoutStep) -> String {
    let eliminations = names(board, &step.eliminations, Board::elimination_name);
    format!(
        "{}: {} => {}",
        step.argument.title(),
        step.argument.reason(board, &step.eliminations),
        eliminations.join(", ")
    )
}

fn names_of_cells(board: &Board, step: &LayoutStep) -> String {
    let cells = step.argument.cells().into_iter();
    let cells: Vec<String> = cells.map(|cell| board.cell_name(cell)).collect();
    cells.join(",")
}

fn emptied(board: &Board, group: Group) -> String {
    match board.group_kind(group) {
        GroupKind::Cell(cell) => format!("nothing is left for {}", board.cell_name(cell)),
        GroupKind::House(house, digit) => {
            format!(
                "there is no place for {digit} in {}",
                board.house_name(house)
            )
        }
        GroupKind::Derived => format!("none of {} is left", board.group_name(group)),
    }
}

/// The marks of a match: the candidates of its truths, and the affected ones.
pub fn marks(position: &Position, found: &Match) -> Vec<(Candidate, Mark)> {
    let board = position.board();
    let domain = |&truth| position.state().domain(board, truth);
    let pattern = (found.truths.iter().flat_map(domain)).map(|c| (c, Mark::Pattern));
    let removed = found.eliminations.iter().map(|&c| (c, Mark::Eliminated));
    let placed = found.placements.iter().map(|&c| (c, Mark::Placed));
    pattern.chain(removed).chain(placed).collect()
}

/// The marks of a step of a path.
pub fn path_marks(position: &Position, step: &PathStep) -> Vec<(Candidate, Mark)> {
    match step {
        PathStep::Rule(step) => marks(position, &step.found),
        PathStep::Layouts(step) => {
            let board = position.board();
            let cells = step.argument.cells().into_iter();
            let pattern =
                cells.flat_map(|cell| position.state().domain(board, board.cell_group(cell)));
            let pattern = pattern.map(|candidate| (candidate, Mark::Pattern));
            let removed = step.eliminations.iter().map(|&c| (c, Mark::Eliminated));
            pattern.chain(removed).collect()
        }
        PathStep::Search(refutation) => vec![(refutation.target, Mark::Eliminated)],
    }
}
