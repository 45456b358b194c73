//! Counts by linear programming: truths and links, with multipliers, that leave no room for a
//! candidate.
//!
//! A swordfish is the count `3r2 3r5 3r8 - 3c1 3c4 3c7`. Every argument in which n truths are
//! covered by n links has this form, whatever its name. The linear program over all truths finds
//! one wherever there is one, without layouts and without a supposition.

use super::capacity::{MAX_SCALE, rounded};
use super::simplex::{Dictionary, Ended};
use crate::grid::{Board, Candidate, Digit, Group, State};
use crate::proof::{Count, Term, TermSet};

/// The candidates that counts of truths and links refute. `solution` is the puzzle's only one.
pub fn refutable(board: &Board, state: &State, solution: &[Digit]) -> Vec<Candidate> {
    let program = Program::of(board, state);
    let variables = program.candidates.len();
    let rows = program.groups.iter().map(|&group| {
        let members = program.members(board, state, group);
        (members.map(|at| (at, 1.0)).collect::<Vec<_>>(), 1.0)
    });
    let mut dictionary = Dictionary::new(variables, rows);
    let in_solution = |&at: &usize| {
        let candidate = program.candidates[at];
        solution[board.cell_of(candidate).index()] == board.digit_of(candidate)
    };
    let vertex: Vec<usize> = (0..variables).filter(in_solution).collect();
    dictionary.fix_slacks(variables..variables + program.groups.len(), &vertex);
    let mut possible = vec![false; variables];
    vertex.into_iter().for_each(|at| possible[at] = true);
    let mut refuted = Vec::new();
    for target in 0..variables {
        if possible[target] {
            continue;
        }
        let mut objective = dictionary.objective(|at| f64::from(u8::from(at == target)));
        match dictionary.maximise(&mut objective, 1.0) {
            Ended::Optimal(value) if value < 1.0 - 1e-6 => {
                refuted.push(program.candidates[target]);
            }
            _ => {
                for (at, value) in dictionary.solution() {
                    possible[at] |= value > 1.0 - 1e-7;
                }
            }
        }
    }
    refuted
}

/// The sum of the multipliers of a count, without signs.
pub fn size(count: &Count) -> i32 {
    count.terms.iter().map(|term| term.multiplier.abs()).sum()
}

/// The count of least size that refutes a candidate. `None` if there is none, or none of at most
/// `limit`: the program ends early once its bound on the size is larger.
pub fn least_count(board: &Board, state: &State, target: Candidate, limit: f64) -> Option<Count> {
    let program = Program::of(board, state);
    let at_target = program.column[target.index()];
    let bound = program.candidates.len();
    // The dual program, whose origin is feasible. Its last variable is the gap that the target
    // exceeds. The rows of a group say that its multiplier costs 1, as a truth and as a link.
    let row = |group: Group, sign: f64| {
        let members: Vec<usize> = program.members(board, state, group).collect();
        let others = members.iter().filter(|&&at| at != at_target);
        let mut entries: Vec<(usize, f64)> = others.map(|&at| (at, sign)).collect();
        if !members.contains(&at_target) {
            entries.push((bound, -sign));
        }
        (entries, 1.0)
    };
    let groups = program.groups.iter();
    let rows: Vec<_> = groups
        .flat_map(|&group| [row(group, 1.0), row(group, -1.0)])
        .collect();
    let mut dictionary = Dictionary::new(bound + 1, rows);
    let mut objective = dictionary.objective(|at| f64::from(u8::from(at == bound)));
    // Sizes are whole numbers, so half of 1 is more than enough for inaccuracies.
    let enough = limit + 0.5;
    match dictionary.maximise(&mut objective, enough) {
        Ended::Optimal(value) if value < enough - 1e-6 => {}
        _ => return None,
    }
    let mut multipliers = vec![0.0; 2 * program.groups.len()];
    for (slack, value) in dictionary.multipliers(&objective) {
        if slack > bound {
            multipliers[slack - bound - 1] = value;
        }
    }
    (1..=MAX_SCALE).find_map(|scale| {
        let whole = |at: usize| rounded(multipliers[at] * scale as f64);
        let terms = { program.groups.iter().enumerate() }.map(|(at, &group)| {
            let multiplier = i32::try_from(whole(2 * at + 1)? - whole(2 * at)?).ok()?;
            Some(Term {
                set: TermSet::Group(group),
                multiplier,
            })
        });
        let terms: Option<Vec<Term>> = terms.collect();
        let terms = terms?.into_iter().filter(|term| term.multiplier != 0);
        let count = Count {
            targets: vec![target],
            terms: terms.collect(),
        };
        is_right(board, state, &count).then_some(count)
    })
}

/// Whether the count refutes its targets, in integers: its weight of each target is larger than
/// what the links leave, and no live candidate has a negative weight.
fn is_right(board: &Board, state: &State, count: &Count) -> bool {
    let mut weights = vec![0_i64; board.candidate_count()];
    let mut room = 0_i64;
    for term in &count.terms {
        let TermSet::Group(group) = term.set else {
            return false;
        };
        let multiplier = i64::from(term.multiplier);
        room -= multiplier;
        for &candidate in board.members(group) {
            weights[candidate.index()] -= multiplier;
        }
    }
    let is_target = |candidate: &Candidate| count.targets.contains(candidate);
    let fits = |candidate: &Candidate| weights[candidate.index()] <= room;
    !count.targets.iter().any(fits)
        && (state.candidates(board))
            .filter(|candidate| !is_target(candidate))
            .all(|candidate| weights[candidate.index()] >= 0)
}

/// The candidates and truths that are open in a state.
struct Program {
    candidates: Vec<Candidate>,
    /// The index of each candidate, or `usize::MAX`.
    column: Vec<usize>,
    groups: Vec<Group>,
}

impl Program {
    fn of(board: &Board, state: &State) -> Program {
        let is_open = |&group: &Group| state.mask(group).count_ones() > 1;
        let groups = (0..board.own_group_count()).map(Group::new);
        let groups = groups
            .filter(|&group| board.is_truth(group))
            .filter(is_open);
        let in_open_cell =
            |candidate: &Candidate| is_open(&board.cell_group(board.cell_of(*candidate)));
        let candidates: Vec<Candidate> = state.candidates(board).filter(in_open_cell).collect();
        let mut column = vec![usize::MAX; board.candidate_count()];
        for (at, candidate) in candidates.iter().enumerate() {
            column[candidate.index()] = at;
        }
        Program {
            groups: groups.collect(),
            candidates,
            column,
        }
    }

    /// The columns of a group's candidates.
    fn members<'a>(
        &'a self,
        board: &'a Board,
        state: &'a State,
        group: Group,
    ) -> impl Iterator<Item = usize> + 'a {
        let columns = state.domain(board, group).map(|c| self.column[c.index()]);
        columns.filter(|&at| at != usize::MAX)
    }
}
