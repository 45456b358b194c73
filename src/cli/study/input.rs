//! The puzzles of a study, by collection, and their published ratings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use miette::miette;

use super::args::StudyArgs;
use crate::puzzle::PuzzleArg;
use crate::{files, progress};
use qedoku_core::engine::create::Creator;
use qedoku_core::engine::random::{Random, sample};
use qedoku_core::grid::text::Reader;
use qedoku_core::grid::{Board, Puzzle, Shape};
use qedoku_study::puzzles::exercise;

/// Maximum size of a file of ratings in bytes.
const MAX_RATINGS_BYTES: u64 = 1 << 28;

/// The puzzles of a study.
pub struct StudyInput {
    /// The names of the collections.
    pub collections: Vec<String>,
    /// The puzzles, each with the index of its collection.
    pub puzzles: Vec<(usize, Puzzle)>,
    /// The board of all puzzles.
    pub board: Arc<Board>,
    /// Number of texts that are not puzzles.
    pub unreadable: usize,
    /// Number of puzzles on other boards.
    pub other_boards: usize,
    /// Number of states with candidates instead of givens, which most methods do not support.
    pub states: usize,
}

impl StudyInput {
    /// Reads and generates the puzzles.
    pub fn new(args: &StudyArgs) -> miette::Result<StudyInput> {
        let mut collections = Vec::new();
        let mut puzzles: Vec<(usize, Puzzle)> = Vec::new();
        let mut unreadable = 0;
        for path in &args.files {
            let (name, mut read) = read(path, &mut unreadable)?;
            if let Some(count) = args.sample
                && count < read.len()
            {
                let mut chosen = sample(read.len(), count, args.seed);
                chosen.sort_unstable();
                read = chosen.into_iter().map(|at| read[at].clone()).collect();
            }
            let index = collections.len();
            collections.push(name);
            puzzles.extend(read.into_iter().map(|puzzle| (index, puzzle)));
        }
        if args.create > 0 {
            let index = collections.len();
            collections.push(created_name(args));
            puzzles.extend(created(args)?.into_iter().map(|puzzle| (index, puzzle)));
        }
        let all = puzzles.len();
        puzzles.retain(|(_, puzzle)| puzzle.givens.is_some() && puzzle.pencilmarks.is_none());
        let states = all - puzzles.len();
        let Some((_, first)) = puzzles.first() else {
            let left_out = match unreadable + states {
                0 => String::new(),
                _ => format!(": {unreadable} texts are not puzzles, and {states} have candidates"),
            };
            return Err(miette!(
                help = "name files of puzzles, or generate some with --create",
                "there is no puzzle to study{left_out}"
            ));
        };
        let board = Arc::clone(&first.board);
        let before = puzzles.len();
        puzzles.retain(|(_, puzzle)| Arc::ptr_eq(&puzzle.board, &board));
        Ok(StudyInput {
            collections,
            other_boards: before - puzzles.len(),
            states,
            puzzles,
            board,
            unreadable,
        })
    }
}

fn read(path: &Path, unreadable: &mut usize) -> miette::Result<(String, Vec<Puzzle>)> {
    let text = path.to_string_lossy();
    if !files::is_stdin(path) && !path.exists() {
        let puzzle = PuzzleArg::of(text.into_owned()).read()?;
        return Ok(("one puzzle".to_owned(), vec![puzzle]));
    }
    let mut puzzles = Vec::new();
    for entry in Reader::new(&files::display_name(path), files::open(path)?) {
        match entry.puzzle {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(_) => *unreadable += 1,
        }
    }
    let name = path.file_name().map_or(files::display_name(path), |name| {
        files::escaped(Path::new(name))
    });
    Ok((name, puzzles))
}

fn created_name(args: &StudyArgs) -> String {
    let givens = match &args.givens {
        Some(range) => format!(" with {} to {} givens", range.start(), range.end()),
        None => String::new(),
    };
    format!(
        "{} puzzles made with seed {}{givens}",
        args.create, args.seed
    )
}

fn created(args: &StudyArgs) -> miette::Result<Vec<Puzzle>> {
    let board = Board::sudoku(Shape {
        height: 3,
        width: 3,
    });
    let bar = progress::counted(args.quiet, args.create, "puzzles made");
    let mut creator = Creator::new(&board, args.seed);
    let mut random = Random::new(args.seed);
    let mut one = || {
        bar.inc(1);
        exercise(&mut creator, &mut random, args.givens.clone()).puzzle(&board)
    };
    let puzzles = (0..args.create).map(|_| one()).collect();
    bar.finish_and_clear();
    Ok(puzzles)
}

/// The ratings of a puzzle by name. Empty cells of the puzzle are `.`.
pub type Ratings = BTreeMap<String, BTreeMap<String, f64>>;

/// Reads files of ratings. `FILE` names its columns in the first line. `NAME,NAME=FILE` selects
/// these columns, or names the columns if the first line does not.
pub fn ratings(named: &[String]) -> miette::Result<Ratings> {
    let mut ratings = Ratings::new();
    for argument in named {
        let (name, path) = match argument.split_once('=') {
            Some((name, path)) => (Some(name), PathBuf::from(path)),
            None => (None, PathBuf::from(argument)),
        };
        let bytes = files::read(&path, MAX_RATINGS_BYTES)?;
        let text = String::from_utf8_lossy(&bytes);
        let names = name.iter().flat_map(|names| names.split(','));
        let names: Vec<String> = names.map(|name| name.trim().to_owned()).collect();
        let mut columns = names.clone();
        let mut found = false;
        for line in text.lines() {
            let mut fields = line.split('\t');
            let first = fields.next().unwrap_or_default();
            if first == "#puzzle" {
                columns = fields.map(str::to_owned).collect();
                continue;
            }
            let puzzle = first.replace('0', ".");
            for (column, field) in columns.iter().zip(fields) {
                if !names.is_empty() && !names.contains(column) {
                    continue;
                }
                // Several numbers such as `7.1/1.2/1.2` stand for a rating and its parts. The first
                // one is the rating.
                if let Ok(value) = field
                    .split('/')
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .parse::<f64>()
                    && value.is_finite()
                {
                    found = true;
                    let of_puzzle = ratings.entry(puzzle.clone()).or_default();
                    of_puzzle.insert(column.clone(), value);
                }
            }
        }
        if !found {
            let name = files::display_name(&path);
            return Err(miette!(
                help = "each line is a puzzle, a tab and a number; the first names the columns, as `#puzzle<TAB>SE`, or NAME,NAME=FILE does",
                "there are no ratings in {name}"
            ));
        }
    }
    Ok(ratings)
}
