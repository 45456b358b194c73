//! The geometric search: placements up to symmetry, with the constraints of the whole grid.
//!
//! The result is a counterexample, or the statement that there is none. A small query about the
//! pattern's cells proposes a placement: which cells share a row, a column, a box or a digit. Of
//! placements that are equal up to symmetry, only one is proposed. The solver for the whole grid
//! completes the placement, or names a few cells that cannot be completed. A lemma then excludes
//! their shape.

use std::collections::BTreeMap;
use std::sync::Arc;

use z3::Solver;
use z3::ast::Bool;

use super::axioms::{Boards, pairs, val};
use super::encode::{Encoding, Goal, NodeTerms, Settings, VariableTerms};
use super::grid_solver::{Completion, GridSolver};
use super::place::{Placement, parse};
use super::question::{is_counted, orientations};
use super::sizes::choices;
use super::smt::{Answer, Deadline, SmtTerm, and, call, check, distinct, eq, implies, not};
use super::unroll::unroll;
use super::witness::{BoundPattern, Counterexample};
use qedoku_core::grid::{Board, Cell};
use qedoku_core::lang::ir::{Condition, Pattern, Relation, Sort, Technique};

/// Maximum number of relation expansions.
const MAX_UNROLLING: usize = 12;
/// Maximum number of placements tried on which the conclusion is false but the rule does not match.
const MAX_TRIES: usize = 24;

/// Result of the search.
#[derive(Debug)]
pub enum SearchOutcome {
    /// A counterexample was found.
    Refuted(Box<Counterexample>),
    /// There is no counterexample on this board.
    Exhausted,
    /// The search was incomplete, for this reason.
    GaveUp(String),
}

/// The search for one technique.
pub struct BoardSearch<'a> {
    /// The technique.
    pub technique: &'a Technique,
    /// The relations that the technique may use.
    pub relations: &'a [Relation],
    /// The board.
    pub board: &'a Arc<Board>,
    /// The deadline.
    pub deadline: Deadline<'a>,
}

/// A pattern with fixed sizes: the solver that proposes placements, with the lemmas learned so far.
struct SizedCase<'p> {
    pattern: &'p Pattern,
    number: usize,
    encoding: Encoding<'p>,
    solver: Solver,
    /// A literal that makes all variables distinct.
    plain: Bool,
    /// A literal that demands that no clause excludes the candidates of variables. On a board on
    /// which a clause excludes one, the rule does not match.
    live: Bool,
}

enum Placed {
    Found(Box<Counterexample>),
    /// The shape does not fit on the board, or no grid completes it.
    Learned(SmtTerm),
    /// A grid completes the shape, but the rule does not match.
    NotMatched(SmtTerm),
    Done,
    Unknown,
}

/// The result of the search in one case.
enum CaseEnd {
    Found(Box<Counterexample>),
    Exhausted,
    /// The conclusion is false on some boards, but the rule matches on none of them.
    NotMatched,
    Unknown,
}

impl BoardSearch<'_> {
    /// Searches for a board on which the technique is wrong.
    pub fn run(&self) -> SearchOutcome {
        let full = GridSolver::new(self.board);
        let mut given_up = None;
        for (number, pattern) in orientations(self.technique).into_iter().enumerate() {
            match self.pattern(number, pattern, &full) {
                SearchOutcome::Exhausted => {}
                SearchOutcome::GaveUp(why) => {
                    given_up.get_or_insert(why);
                }
                refuted => return refuted,
            }
        }
        match given_up {
            Some(why) => SearchOutcome::GaveUp(why),
            None => SearchOutcome::Exhausted,
        }
    }

    fn pattern(&self, number: usize, pattern: &Pattern, full: &GridSolver<'_>) -> SearchOutcome {
        if is_counted(pattern) {
            let why = "it could not be proved that its count is the number of its cells";
            return SearchOutcome::GaveUp(why.into());
        }
        let has_relations = !super::induct::closure(self.relations, [pattern]).is_empty();
        let mut doubt = has_doubt(pattern, has_relations);
        for depth in 0..=MAX_UNROLLING {
            for unrolled in unroll(pattern, self.relations, depth, self.deadline) {
                let (sizes, all) = choices(&unrolled);
                if !all {
                    doubt = Some("there are too many sizes of its sets");
                }
                for sizes in sizes {
                    match self.case(SizedCase::new(&unrolled, number, &sizes), full) {
                        CaseEnd::Found(found) => return SearchOutcome::Refuted(found),
                        CaseEnd::Exhausted => {}
                        CaseEnd::NotMatched => {
                            doubt = Some(
                                "its clauses allow a false step, but no board was found on which \
                                 it matches",
                            );
                        }
                        CaseEnd::Unknown => doubt = Some("the solver gave up"),
                    }
                    if self.deadline.is_over() {
                        return SearchOutcome::GaveUp("the time limit".into());
                    }
                }
            }
            // Some patterns were not expanded.
            if self.deadline.is_over() {
                return SearchOutcome::GaveUp("the time limit".into());
            }
        }
        match doubt {
            Some(why) => SearchOutcome::GaveUp(why.into()),
            None => SearchOutcome::Exhausted,
        }
    }

    /// Tries placements on which the rule is most likely to match first, then those with distinct
    /// variables, then all.
    fn case(&self, case: SizedCase<'_>, full: &GridSolver<'_>) -> CaseEnd {
        let mut tries = 0;
        let assumptions = [case.plain.clone(), case.live.clone()];
        for assumed in [&assumptions[..], &assumptions[..1], &[]] {
            loop {
                match self.step(&case, full, assumed) {
                    Placed::Found(found) => return CaseEnd::Found(found),
                    Placed::Learned(lemma) => case.learn(lemma),
                    Placed::NotMatched(lemma) => {
                        case.learn(lemma);
                        tries += 1;
                        if tries % MAX_TRIES == 0 {
                            break;
                        }
                    }
                    Placed::Done => break,
                    Placed::Unknown => return CaseEnd::Unknown,
                }
            }
        }
        match tries {
            0 => CaseEnd::Exhausted,
            _ => CaseEnd::NotMatched,
        }
    }

    /// Proposes a placement under the assumptions and tries to complete it.
    fn step(&self, case: &SizedCase<'_>, full: &GridSolver<'_>, assumed: &[Bool]) -> Placed {
        let model = match check(&case.solver, assumed, self.deadline) {
            Answer::Unsat => return Placed::Done,
            Answer::Unknown => return Placed::Unknown,
            Answer::Sat => case.solver.get_model(),
        };
        let Some(model) = model else {
            return Placed::Unknown;
        };
        let encoding = &case.encoding;
        let placement = match Placement::new(encoding, &model, self.board) {
            Ok(placement) => placement,
            Err(lemma) => return Placed::Learned(lemma),
        };
        let grid = match full.complete(&placement.values, self.deadline) {
            Completion::Unknown => return Placed::Unknown,
            Completion::Clash(cells) => {
                return Placed::Learned(shape(encoding, &placement, self.board, Some(&cells)));
            }
            Completion::Grid(grid) => grid,
        };
        let bound = BoundPattern {
            board: self.board,
            number: case.number,
            pattern: case.pattern,
            values: &placement.bindings(self.board, encoding, case.pattern),
            spoken: spoken(encoding, &placement),
            grid: &grid,
        };
        match bound.counterexample(self.technique, full, self.deadline) {
            Some(found) => Placed::Found(Box::new(found)),
            None => Placed::NotMatched(shape(encoding, &placement, self.board, None)),
        }
    }
}

impl<'p> SizedCase<'p> {
    fn new(pattern: &'p Pattern, number: usize, sizes: &[usize]) -> SizedCase<'p> {
        // Relations are expanded, so their meanings are not needed.
        let settings = Settings {
            boards: Boards::Standard,
            meanings: &[],
            loops: &[],
            single_groups: true,
            names: true,
            derive: false,
        };
        let mut encoding = Encoding::new(pattern, sizes, settings, Goal::Conclusions);
        let plain = assert_plain(&mut encoding);
        let live = encoding.query.constant("live.", "Bool");
        let are_live = implies(&live, &encoding.are_live());
        encoding.query.assert("no clause excludes them", are_live);
        SizedCase {
            pattern,
            number,
            solver: encoding.query.solver(),
            plain: Bool::new_const(plain),
            live: Bool::new_const(live),
            encoding,
        }
    }

    fn learn(&self, lemma: SmtTerm) {
        for formula in parse(&self.encoding.query, &[lemma]) {
            self.solver.assert(formula);
        }
    }
}

/// The reason why an unsuccessful search is not a proof.
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
    if pattern.variables.iter().any(|v| v.sort == Sort::Truth) {
        return Some(
            "it is right where its truths are cells or digits in houses, but it could not be proved \
             for a derived truth, of which several candidates may hold",
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

/// Adds a literal that makes all cells and digits of variables distinct, for natural examples.
fn assert_plain(encoding: &mut Encoding<'_>) -> SmtTerm {
    let (mut cells, mut digits, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
    for thing in &encoding.things {
        match thing {
            VariableTerms::Cells(all) => cells.extend(all.iter().cloned()),
            VariableTerms::Digits(all) => digits.extend(all.iter().cloned()),
            VariableTerms::Node(node) => nodes.push(node),
            _ => {}
        }
    }
    let same =
        |(p, q): (&&NodeTerms, &&NodeTerms)| and([eq(&p.cell, &q.cell), eq(&p.digit, &q.digit)]);
    let mut differ: Vec<SmtTerm> = pairs(&nodes).map(|pair| not(&same(pair))).collect();
    differ.extend([distinct(&cells), distinct(&digits)]);
    let plain = encoding.query.constant("plain.", "Bool");
    for term in differ {
        encoding
            .query
            .assert("no two are the same", implies(&plain, &term));
    }
    plain
}

/// The lemma that excludes a shape: which cells share a row, a column, a band, a stack or a digit.
/// If the shape cannot be completed, the lemma names only the cells that clash. Otherwise it also
/// names the digits of variables.
fn shape(
    encoding: &Encoding<'_>,
    placement: &Placement,
    board: &Board,
    clash: Option<&[Cell]>,
) -> SmtTerm {
    let mut terms: BTreeMap<Cell, &SmtTerm> = BTreeMap::new();
    for (term, cell) in &placement.cells {
        if clash.is_none_or(|cells| cells.contains(cell)) {
            terms.entry(*cell).or_insert(term);
        }
    }
    let same = |holds: bool, a: SmtTerm, b: SmtTerm| match holds {
        true => eq(&a, &b),
        false => not(&eq(&a, &b)),
    };
    let (height, width) = (board.shape().height, board.shape().width);
    let all: Vec<(Cell, &SmtTerm)> = terms.into_iter().collect();
    let mut literals = Vec::new();
    for ((c, a), (d, b)) in pairs(&all) {
        let (rows, columns) = (
            [board.row(*c), board.row(*d)],
            [board.column(*c), board.column(*d)],
        );
        let of = |f: &str| (call(f, &[a]), call(f, &[b]));
        let ((ra, rb), (ca, cb)) = (of("row"), of("column"));
        let block = |f: &str, a: &SmtTerm, b: &SmtTerm| (call(f, &[a]), call(f, &[b]));
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
