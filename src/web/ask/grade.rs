//! `grade`: the difficulty of a puzzle.

use qedoku_app::NamedScales;
use qedoku_core::engine::Stop;
use qedoku_core::engine::rate::LadderRater;
use qedoku_core::report::grade::Grade;
use serde_json::Value;

use crate::board::BoardView;
use crate::protocol::{ApiError, SolveOptions};
use crate::service::{Service, standard, value};

pub fn answer(
    service: &mut Service,
    board: &BoardView,
    options: &SolveOptions,
    scales: &[String],
) -> Result<Value, ApiError> {
    let scales = NamedScales::read(scales)?;
    let puzzle = board.puzzle()?;
    let strategy = service.strategy(options)?.by_rounds();
    let mut grade = service.with_solver(&puzzle.board, options, strategy, |solver| {
        Grade::of(solver, &puzzle)
    })?;
    let library = standard()?;
    // The standard library has all rules of these scales.
    let rater = |ladder| LadderRater::new(&puzzle.board, library, ladder).ok();
    let raters: Vec<LadderRater<'_>> = scales.ladders.into_iter().filter_map(rater).collect();
    // If a worker takes too long, the page ends it.
    grade.rate(&puzzle, &scales.lengths, &Stop::default());
    grade.rate_by_ladders(&puzzle, &raters, &Stop::default(), &|_| ());
    value(&grade)
}
