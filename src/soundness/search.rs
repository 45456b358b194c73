//! The geometric query: placement by placement up to symmetry, with the constraints of the
//! whole grid.
//!
//! Takes a technique, gives a board on which it is wrong, or says that there is none. A small
//! query about the pattern's own cells proposes a placement: which of them share a row, a
//! column, a box or a digit, and nothing more, so that placements that a symmetry of the board takes
//! into each other are proposed once. The solver that knows the whole grid completes it, or
//! names the few cells that cannot be completed; that shape is not proposed again.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::encode::{Encoding, Goal, Meaning, Settings, Thing};
use super::full::{Completion, Full};
use super::place::Placement;
use super::sizes::choices;
use super::smt::{Answer, Deadline, Term, and, call, distinct, eq, not};
use super::unroll::unroll;
use super::verdict::orientations;
use super::witness::{Bound, Counterexample};
use super::world::{Boards, pairs, val};
use crate::grid::{Board, Cell};
use crate::lang::ir::{Condition, Pattern, Relation, Sort, Technique};

/// How many times relations are written out.
const DEPTH: usize = 6;
/// So many placements on which a rule is wrong but does not match are looked at.
const TRIES: usize = 24;

/// What the search found.
#[derive(Debug)]
pub enum Outcome {
    /// A board on which the rule is wrong.
    Refuted(Box<Counterexample>),
    /// There is none on this board.
    Exhausted,
    /// There may be one.
    GaveUp(String),
}

/// The search for one technique.
pub struct Search<'a> {
    /// The technique.
    pub technique: &'a Technique,
    /// The relations it may use.
    pub relations: &'a [Relation],
    /// The board.
    pub board: &'a Arc<Board>,
    /// When to stop.
    pub deadline: Deadline,
}

/// A pattern with sizes, and what was learned about it.
struct Case<'p> {
    pattern: &'p Pattern,
    sizes: Vec<usize>,
    lemmas: Vec<Term>,
}

enum Step {
    Found(Box<Counterexample>),
    Learned(Term),
    NotMatched(Term),
    Done,
    TimeUp,
}

impl Search<'_> {
    /// Looks for a board on which the technique is wrong.
    pub fn run(&self) -> Outcome {
        let full = Full::new(self.board);
        let mut given_up = None;
        for pattern in orientations(self.technique) {
            match self.pattern(pattern, &full) {
                Outcome::Exhausted => {}
                Outcome::GaveUp(why) => {
                    given_up.get_or_insert(why);
                }
                refuted => return refuted,
            }
        }
        match given_up {
            Some(why) => Outcome::GaveUp(why),
            None => Outcome::Exhausted,
        }
    }

    fn pattern(&self, pattern: &Pattern, full: &Full<'_>) -> Outcome {
        let has_relations = !super::induct::closure(self.relations, [pattern]).is_empty();
        let mut doubt = has_doubt(pattern, has_relations);
        let mut unmatched = false;
        for depth in 0..=DEPTH {
            for unrolled in unroll(pattern, self.relations, depth) {
                let Some(sizes) = choices(&unrolled) else {
                    return Outcome::GaveUp("there are too many sizes of its sets".into());
                };
                for sizes in sizes {
                    let mut case = Case {
                        pattern: &unrolled,
                        sizes,
                        lemmas: Vec::new(),
                    };
                    match self.case(&mut case, full) {
                        Ok(Some(found)) => return Outcome::Refuted(found),
                        Ok(None) => {}
                        Err(missed) => unmatched |= missed,
                    }
                    if self.deadline.is_over() {
                        return Outcome::GaveUp("the time limit".into());
                    }
                }
            }
        }
        if unmatched {
            doubt =
                Some("its clauses allow a false step, but no board was found on which it matches");
        }
        match doubt {
            Some(why) => Outcome::GaveUp(why.into()),
            None => Outcome::Exhausted,
        }
    }

    /// One pattern with sizes. `Err(true)` if boards were found on which nothing matched.
    fn case(
        &self,
        case: &mut Case<'_>,
        full: &Full<'_>,
    ) -> Result<Option<Box<Counterexample>>, bool> {
        let mut tries = 0;
        for plain in [true, false] {
            loop {
                match self.step(case, full, plain) {
                    Step::Found(found) => return Ok(Some(found)),
                    Step::Learned(lemma) => case.lemmas.push(lemma),
                    Step::NotMatched(lemma) => {
                        case.lemmas.push(lemma);
                        tries += 1;
                        if tries % TRIES == 0 {
                            break;
                        }
                    }
                    Step::Done => break,
                    Step::TimeUp => return Err(false),
                }
            }
        }
        match tries {
            0 => Ok(None),
            _ => Err(true),
        }
    }

    /// Proposes a placement and completes it; at first with no two variables on the same cell.
    fn step(&self, case: &Case<'_>, full: &Full<'_>, plain: bool) -> Step {
        let meanings = vec![Meaning(0b1111); self.relations.len()];
        let settings = Settings {
            boards: Boards::Standard,
            meanings: &meanings,
            loops: &[],
            single_groups: true,
            names: true,
        };
        let mut encoding = Encoding::new(case.pattern, &case.sizes, settings, Goal::Conclusions);
        for lemma in &case.lemmas {
            encoding.query.assert("what was learned", lemma.clone());
        }
        if plain {
            assert_plain(&mut encoding);
        }
        let (answer, solver) = encoding.query.solve(self.deadline);
        let model = match answer {
            Answer::Unsat => return Step::Done,
            Answer::Unknown => return Step::TimeUp,
            Answer::Sat => solver.get_model(),
        };
        let Some(model) = model else {
            return Step::TimeUp;
        };
        let placement = match Placement::new(&encoding, &model, self.board) {
            Ok(placement) => placement,
            Err(lemma) => return Step::Learned(lemma),
        };
        match full.complete(&placement.values, self.deadline) {
            Completion::Unknown => Step::TimeUp,
            Completion::Clash(cells) => {
                Step::Learned(shape(&encoding, &placement, self.board, Some(&cells)))
            }
            Completion::Grid(grid) => {
                let values = placement.bindings(self.board, &encoding, case.pattern);
                let bound = Bound {
                    board: self.board,
                    pattern: case.pattern,
                    values: &values,
                    spoken: spoken(&encoding, &placement),
                    grid: &grid,
                };
                match bound.counterexample(self.technique, full, self.deadline) {
                    Some(found) => Step::Found(Box::new(found)),
                    None => Step::NotMatched(shape(&encoding, &placement, self.board, None)),
                }
            }
        }
    }
}

/// Why a search that finds nothing is no proof.
fn has_doubt(pattern: &Pattern, has_relations: bool) -> Option<&'static str> {
    if has_relations {
        return Some("no short derivation of its relations is wrong, but they could not be proved");
    }
    if pattern
        .variables
        .iter()
        .any(|v| matches!(v.sort, Sort::Group | Sort::Cluster))
    {
        return Some(
            "no board with single candidates for groups is wrong, but it could not be proved",
        );
    }
    let names = |c: &Condition| matches!(c, Condition::SomeOfKind(..));
    (pattern.conditions.iter().any(names))
        .then_some("only what its name demands of the houses keeps it from being wrong")
}

/// The cells of a placement, targets last.
fn spoken(encoding: &Encoding<'_>, placement: &Placement) -> Vec<Cell> {
    let mut cells: Vec<Cell> = (encoding.cells.iter())
        .map(|t| placement.cells[t])
        .collect();
    cells.extend(
        encoding
            .targets
            .iter()
            .flatten()
            .map(|t| placement.cells[t]),
    );
    cells
}

/// No two variables are the same cell or digit: what people expect to see.
fn assert_plain(encoding: &mut Encoding<'_>) {
    let (mut cells, mut digits) = (Vec::new(), Vec::new());
    for thing in &encoding.things {
        match thing {
            Thing::Cells(all) => cells.extend(all.iter().cloned()),
            Thing::Digits(all) => digits.extend(all.iter().cloned()),
            _ => {}
        }
    }
    encoding
        .query
        .assert("no two are the same", distinct(&cells));
    encoding
        .query
        .assert("no two are the same", distinct(&digits));
}

/// Not this shape: which of the cells share a row, a column, a band, a stack or a digit. Of
/// a clash only its cells count; otherwise also which digits are meant.
fn shape(
    encoding: &Encoding<'_>,
    placement: &Placement,
    board: &Board,
    clash: Option<&[Cell]>,
) -> Term {
    let mut terms: BTreeMap<Cell, &Term> = BTreeMap::new();
    for (term, cell) in &placement.cells {
        if clash.is_none_or(|cells| cells.contains(cell)) {
            terms.entry(*cell).or_insert(term);
        }
    }
    let same = |holds: bool, a: Term, b: Term| match holds {
        true => eq(&a, &b),
        false => not(&eq(&a, &b)),
    };
    let (height, width) = (board.shape().height, board.shape().width);
    let all: Vec<(Cell, &Term)> = terms.into_iter().collect();
    let mut literals = Vec::new();
    for ((c, a), (d, b)) in pairs(&all) {
        let (rows, columns) = (
            [board.row(*c), board.row(*d)],
            [board.column(*c), board.column(*d)],
        );
        let of = |f: &str| (call(f, &[a]), call(f, &[b]));
        let ((ra, rb), (ca, cb)) = (of("row"), of("column"));
        let block = |f: &str, a: &Term, b: &Term| (call(f, &[a]), call(f, &[b]));
        let (ba, bb) = block("band", &ra, &rb);
        let (sa, sb) = block("stack", &ca, &cb);
        literals.push(same(rows[0] == rows[1], ra, rb));
        literals.push(same(columns[0] == columns[1], ca, cb));
        literals.push(same(rows[0] / height == rows[1] / height, ba, bb));
        literals.push(same(columns[0] / width == columns[1] / width, sa, sb));
        literals.push(same(
            placement.values[c] == placement.values[d],
            val(a),
            val(b),
        ));
    }
    if clash.is_none() {
        let digits = &encoding.digits;
        literals.extend(pairs(digits).map(|(x, y)| {
            same(
                placement.digits[x] == placement.digits[y],
                x.clone(),
                y.clone(),
            )
        }));
    }
    not(&and(literals))
}
