//! Accepted proofs of many kinds, from which mutants are made: by singles, by search, by counts,
//! from a state, under the assumption of one solution, and with every kind of claim.

use crate::plain_solver::Plain;
use crate::propagation::{counts_alone, prove_by_counts};
use crate::random::Random;
use crate::{accepted, puzzle, root, shape};
use qedoku_core::engine::search::{Limits, Search, prove};
use qedoku_core::grid::{Candidate, Cell, Puzzle, Shape, State};
use qedoku_core::proof::{Annotation, Claim, Count, DeadlySet, Header, Proof, Step, Term, TermSet};

/// An accepted proof.
pub struct Base {
    /// Shape of the board.
    pub shape: Shape,
    /// Text of the proof.
    pub text: String,
}

/// Maximum number of steps of a proof. Longer proofs take too long in a campaign of a million
/// mutants.
const LONGEST: usize = 260;

/// Shapes of the puzzles, with the number of puzzles of each shape.
const SHAPES: [(Shape, usize); 7] = [
    (shape(1, 3), 1),
    (shape(2, 2), 8),
    (shape(1, 4), 2),
    (shape(5, 1), 1),
    (shape(2, 3), 8),
    (shape(3, 2), 4),
    (shape(3, 3), 4),
];

/// Returns all base proofs, which are the same in every run.
pub fn bases() -> Vec<Base> {
    let mut random = Random::new(20);
    let mut bases = Vec::new();
    for (shape, count) in SHAPES {
        for _ in 0..count {
            let unique = random_puzzle(shape, &mut random);
            add_all(&mut bases, shape, &unique, &mut random);
        }
        for _ in 0..count {
            add_deadly(&mut bases, shape, &mut random);
        }
    }
    add_golden(&mut bases);
    bases
}

/// Returns a random minimal puzzle with one solution, as a line.
pub fn random_puzzle(shape: Shape, random: &mut Random) -> String {
    let plain = Plain {
        height: shape.height,
        width: shape.width,
    };
    let n = shape.size();
    let mut first: Vec<u32> = (0..n).map(|digit| 1 << digit).collect();
    shuffle(&mut first, random);
    first.resize(n * n, plain.all());
    // Without shuffling the column below the corner, all grids would look alike.
    let mut cells = first;
    for row in 1..n {
        let digit = 1 << random.below(n);
        let old = std::mem::replace(&mut cells[row * n], digit);
        if plain.solutions(&cells, 1).is_empty() {
            cells[row * n] = old;
        }
    }
    cells = (plain.solutions(&cells, 1)[0].iter())
        .map(|&digit| 1 << digit)
        .collect();
    let mut order: Vec<usize> = (0..n * n).collect();
    shuffle(&mut order, random);
    for cell in order {
        let given = std::mem::replace(&mut cells[cell], plain.all());
        if plain.solutions(&cells, 2).len() > 1 {
            cells[cell] = given;
        }
    }
    line(&cells, plain)
}

fn line(cells: &[u32], plain: Plain) -> String {
    let digit = |mask: &u32| match *mask == plain.all() {
        true => '.',
        false => char::from(b"123456789ABCDEFGHIJKLMNOP"[mask.trailing_zeros() as usize]),
    };
    cells.iter().map(digit).collect()
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}

fn add(bases: &mut Vec<Base>, proof: &Proof) {
    let text = proof.to_text();
    accepted(&text);
    if proof.steps.len() <= LONGEST {
        let shape = proof.header.board.shape();
        bases.push(Base { shape, text });
    }
}

fn annotated(steps: Vec<Step>) -> Vec<(Option<Annotation>, Step)> {
    let note = |i: usize| Annotation {
        rule: format!("rule_{i}"),
        bindings: vec![("d".into(), "7".into())],
        sentence: "a sentence for people".into(),
    };
    let every_fifth = |i: usize| (i % 5 == 1).then(|| note(i));
    let steps = steps.into_iter().enumerate();
    steps.map(|(i, step)| (every_fifth(i), step)).collect()
}

/// Returns the masks of the cells of a state, for the header of a proof.
fn marks(puzzle: &Puzzle, state: &State) -> Vec<u32> {
    let board = &puzzle.board;
    board.cells().map(|c| state.digits(board, c)).collect()
}

fn add_all(bases: &mut Vec<Base>, shape: Shape, line: &str, random: &mut Random) {
    let unique = puzzle(shape, line);
    add_unused(bases, &unique, random);
    add(bases, &prove(&unique, Limits::default()));
    add(bases, &prove(&unique, Limits { supposes: 1 }));
    add_counted(bases, &unique);

    // States in the middle of a solution, with some false candidates removed.
    let board = &unique.board;
    let solution = match prove(&unique, Limits::default()).claim {
        Claim::Unique(solution) => solution,
        other => panic!("{line} is not unique: {other:?}"),
    };
    let mut state = unique.state();
    for candidate in state.clone().candidates(board) {
        let right = solution[board.cell_of(candidate).index()] == board.digit_of(candidate);
        if !right && random.once_in(4) {
            state.eliminate(board, candidate);
        }
    }
    let mut middle = unique.clone();
    middle.pencilmarks = Some(marks(&unique, &state));
    add(bases, &prove(&middle, Limits::default()));
    add_counted(bases, &middle);
    middle.givens = None;
    add(bases, &prove(&middle, Limits::default()));
    add_counted(bases, &middle);

    // Puzzles with several solutions and with none: givens removed, and givens replaced.
    let givens: Vec<usize> = line.match_indices(|c| c != '.').map(|(i, _)| i).collect();
    let mut many = line.to_owned();
    for _ in 0..2 {
        let at = *random.pick(&givens).expect("a given");
        many.replace_range(at..=at, ".");
    }
    add(bases, &prove(&puzzle(shape, &many), Limits::default()));
    add_counted(bases, &puzzle(shape, &many));
    for _ in 0..2 {
        let mut none = line.to_owned();
        let at = random.below(none.len());
        let digit = &"123456789"[random.below(shape.size())..][..1];
        none.replace_range(at..=at, digit);
        add(bases, &prove(&puzzle(shape, &none), Limits::default()));
    }
}

/// Adds the proof of a puzzle by counts, some counts alone, and a `suppose` inside a `suppose`.
fn add_counted(bases: &mut Vec<Base>, puzzle: &Puzzle) {
    let start = puzzle.state();
    let (steps, claim) = prove_by_counts(&puzzle.board, &start, |_, _| ());
    let mut proof = Proof {
        header: Header::of(puzzle),
        steps: annotated(steps),
        claim,
    };
    add(bases, &proof);
    let board = &puzzle.board;
    let counts = counts_alone(board, &start, 30).into_iter().map(Step::Count);
    proof.steps = annotated(counts.collect());
    proof.claim = Claim::Open;
    add(bases, &proof);
    let mut search = Search::new(board, Limits::default());
    let wrong = start
        .candidates(board)
        .find_map(|c| search.refutation(&start, c).map(|steps| (c, steps)));
    let Some((outer, outer_steps)) = wrong else {
        return;
    };
    let mut below = start.clone();
    below.place(board, outer);
    let inner = (below.candidates(board))
        .filter(|&c| c != outer)
        .find_map(|c| search.refutation(&below, c));
    let mut nested = vec![Step::Suppose(outer)];
    nested.extend(inner.into_iter().flatten());
    // The steps after the inner `suppose` may remove or place a candidate that it removed.
    let rest = &outer_steps[1..outer_steps.len() - 1];
    nested.extend(
        rest.iter()
            .filter(|s| !matches!(s, Step::Single { .. }))
            .cloned(),
    );
    nested.extend(
        rest.iter()
            .filter(|s| matches!(s, Step::Single { .. }))
            .cloned(),
    );
    nested.extend(outer_steps.last().cloned());
    proof.steps = annotated(nested);
    let text = proof.to_text();
    if let Ok(qedoku_check::Verdict::Accepted(_)) = qedoku_check::check(text.as_bytes()) {
        add(bases, &proof);
    }
}

/// Adds a proof that uses a deadly rectangle: three corners hold only its two digits, so the fourth
/// corner holds neither.
fn add_deadly(bases: &mut Vec<Base>, shape: Shape, random: &mut Random) {
    for _ in 0..200 {
        let line = random_puzzle(shape, random);
        let unique = puzzle(shape, &line);
        let Claim::Unique(solution) = prove(&unique, Limits::default()).claim else {
            panic!("{line} is not unique");
        };
        let board = &unique.board;
        let empty = |cell: Cell| unique.givens.as_ref().expect("givens")[cell.index()].is_none();
        let n = shape.size();
        let corners = (0..n * n * n * n).map(|i| (i / n / n / n, i / n / n % n, i / n % n, i % n));
        for (r, c, s, d) in corners {
            let two_boxes =
                (r / shape.height == s / shape.height) != (c / shape.width == d / shape.width);
            let cells = [(r, c), (r, d), (s, c), (s, d)].map(|(r, c)| board.cell(r, c));
            if r == s || c == d || !two_boxes || !cells.iter().all(|&c| empty(c)) {
                continue;
            }
            let [x, y, z, w] = cells.map(|c| solution[c.index()]);
            if y != z || w == x || x == y {
                continue;
            }
            let at = |i: usize, digit| board.candidate(cells[i], digit);
            let mut state = unique.state();
            if !state.is_live(board, at(3, x)) {
                continue;
            }
            for digit in board.digits().filter(|&d| d != x && d != y) {
                for corner in 0..3 {
                    state.eliminate(board, at(corner, digit));
                }
            }
            let set = vec![at(0, x), at(1, y), at(2, y), at(3, x)];
            let exchange = vec![at(0, y), at(1, x), at(2, x), at(3, y)];
            add_rectangle(bases, &unique, state, set, exchange);
            return;
        }
    }
}

/// Adds proofs with deadly sets that no step uses, so that a mutated set can still be accepted:
/// rectangles of two digits, and two lines of three.
fn add_unused(bases: &mut Vec<Base>, unique: &Puzzle, random: &mut Random) {
    let board = &unique.board;
    let (shape, n) = (board.shape(), board.size());
    let empty = |cell: Cell| unique.givens.as_ref().expect("givens")[cell.index()].is_none();
    let mut steps = Vec::new();
    for _ in 0..400 {
        if steps.len() == 6 || n < 4 {
            break;
        }
        let wide = 2 + random.below(2);
        let mut rows: Vec<usize> = (0..n).collect();
        shuffle(&mut rows, random);
        let [r, s] = [rows[0], rows[1]];
        let mut columns = rows.split_off(2);
        columns.extend([r, s]);
        columns.truncate(wide);
        let mut stacks: Vec<usize> = columns.iter().map(|c| c / shape.width).collect();
        stacks.sort_unstable();
        stacks.dedup();
        let mut digits: Vec<_> = board.digits().collect();
        shuffle(&mut digits, random);
        let cells = |row: usize| columns.iter().map(move |&c| board.cell(row, c));
        let one_band = r / shape.height == s / shape.height;
        if !one_band || stacks.len() < wide || !cells(r).chain(cells(s)).all(empty) {
            continue;
        }
        // The second line has the digits of the first, shifted by one; the exchange swaps the
        // lines.
        let line = |row: usize, by: usize| {
            let digit = |i: usize| digits[(i + by) % wide];
            let cells: Vec<Cell> = cells(row).collect();
            let placed = (0..wide).map(move |i| board.candidate(cells[i], digit(i)));
            placed.collect::<Vec<Candidate>>()
        };
        steps.push(Step::Deadly(DeadlySet {
            name: 1 + steps.len() as u8,
            set: [line(r, 0), line(s, 1)].concat(),
            exchange: [line(r, 1), line(s, 0)].concat(),
        }));
    }
    if !steps.is_empty() {
        let mut header = Header::of(unique);
        header.assume_unique = true;
        let proof = Proof {
            header,
            steps: annotated(steps),
            claim: Claim::Open,
        };
        add(bases, &proof);
    }
}

fn add_rectangle(
    bases: &mut Vec<Base>,
    unique: &Puzzle,
    mut state: State,
    set: Vec<Candidate>,
    exchange: Vec<Candidate>,
) {
    let board = &unique.board;
    let mut header = Header::of(unique);
    header.state = Some(marks(unique, &state));
    header.assume_unique = true;
    // Chain of the set, backwards from the target: the opposite corner holds its digit because its
    // neighbour holds the other digit, and both neighbours follow from the target.
    let target = set[3];
    let truth = |i: usize, times| Term::truth(board.cell_group(board.cell_of(set[i])), times);
    let link = |a, b, times| Term::link(board.shared_group(a, b).expect("a link"), times);
    let terms = vec![
        truth(0, 1),
        truth(1, 2),
        truth(2, 1),
        Term {
            set: TermSet::Deadly(7),
            multiplier: -1,
        },
        link(exchange[0], set[1], 1),
        link(exchange[1], target, 2),
        link(exchange[2], target, 1),
    ];
    let count = Count {
        targets: vec![target],
        terms,
    };
    let deadly = DeadlySet {
        name: 7,
        set,
        exchange,
    };
    let mut steps = vec![Step::Deadly(deadly), Step::Count(count)];
    state.eliminate(board, target);
    let mut search = Search::new(board, Limits::default());
    let claim = search.prove(&state).claim();
    steps.append(&mut search.steps);
    let proof = Proof {
        header,
        steps: annotated(steps),
        claim,
    };
    add(bases, &proof);
}

/// Adds the golden proofs of the project.
fn add_golden(bases: &mut Vec<Base>) {
    let folder = std::fs::read_dir(root().join("proofs/accept"));
    let mut paths: Vec<_> = (folder.into_iter().flatten())
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue; // Comments may hold any bytes.
        };
        let board = text
            .lines()
            .find_map(|l| l.trim().strip_prefix("board sudoku "));
        let shape = board.and_then(|board| {
            let (height, width) = board.trim().split_once('x')?;
            Some(shape(height.parse().ok()?, width.parse().ok()?))
        });
        // Proofs of version 2 have their own campaign.
        if let Some(shape) = shape.filter(|s| s.size() <= 9)
            && !super::batch::is_version_2(text.as_bytes())
            && text.lines().count() <= LONGEST
            && let Ok(qedoku_check::Verdict::Accepted(_)) = qedoku_check::check(text.as_bytes())
        {
            bases.push(Base { shape, text });
        }
    }
}
