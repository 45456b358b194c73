//! Statements about all placements and all grids, instantiated for the solution.
//!
//! Some conditions range over every template of a digit, or assume a unique solution. The encoding
//! instantiates them with the solution and adds the few facts about the board that justify it. The
//! solver derives the rest: a condition is never replaced by its consequence.
//!
//! **Templates.** `t in no template` says that no remaining template of the digit contains t. The
//! places of the digit in the solution are a template, so t is false, provided that this template
//! remains. Suppose that the solution's templates of some digits were removed, and take the first
//! removed one. Then one of its places would not be live, two would share a house, a house would
//! have none, or a cell would be closed because all templates of another digit contain it. The last
//! case is impossible because the solution's template of that other digit remains. The other cases
//! contradict the solution.
//!
//! **One solution.** Every grid equals the solution, unless it violates a given, has a digit twice
//! in a house, or omits one. For `deadly x, y on S` the grid is the solution with S filled in the
//! other way, with the same digits in each house. For `deadly all but z at a` (a bivalue universal
//! grave except for z) it has the other candidate in every open cell. The query names a cell, two
//! cells of a house, and a house with a digit that might violate a constraint, and the solver shows
//! that they do not. For the grave: if the other candidates of two cells of a house were the same
//! digit, these two would be its only places there, and the solution would have it in neither.
//!
//! *Rejected alternative*: asserting the consequence (`t` is false; one cell of S has neither x nor
//! y), which is shorter and is what the search for a counterexample does. A query that contains it
//! as a premise proves nothing about templates and graves.

use super::super::axioms::{House, is_in, val};
use super::super::smt::{SmtTerm, and, call, eq, implies, not, or, symbol};
use super::terms::{NodeTerms, among};
use super::{Encoding, holds};
use qedoku_core::lang::ir::{Kinds, Var};

/// Possible violations by a grid: a cell, two cells of a house, a house and a digit.
struct GridViolations {
    /// A cell whose digit the puzzle may not allow.
    cell: SmtTerm,
    /// Two cells of the house that may have the same digit.
    pair: [SmtTerm; 2],
    /// The house of the two cells.
    house: House,
    /// A house that may lack the digit, and the place of the digit in the solution.
    lacking: House,
    digit: SmtTerm,
    place: SmtTerm,
}

/// The symbols of a grave: the two candidates that an open cell keeps, and a second grid, which has
/// in every open cell the candidate that the solution does not have.
struct GraveWords {
    open: String,
    first: String,
    second: String,
    kept: String,
    other: String,
}

impl GraveWords {
    fn open(&self, cell: &str) -> SmtTerm {
        call(&self.open, &[cell])
    }

    fn kept(&self, cell: &str, digit: &str) -> SmtTerm {
        call(&self.kept, &[cell, digit])
    }

    fn other(&self, cell: &str) -> SmtTerm {
        call(&self.other, &[cell])
    }
}

impl Encoding<'_> {
    /// Encodes `t in no template` and `t in every template`.
    pub(super) fn template(&mut self, node: &NodeTerms, every: bool) {
        self.derive();
        let [place, one, other] =
            ["a place", "one place", "another place"].map(|name| self.unplaced(name));
        let [first, second] =
            ["the first digit gone", "another digit"].map(|name| self.unknown(name, "Digit"));
        let (house, lacking) = (
            self.unknown_house("a house"),
            self.unknown_house("an empty house"),
        );
        let home = self.unplaced("the digit in the house");
        let is_place = |cell: &SmtTerm| eq(&val(cell), &first);
        let gone = or([
            and([is_place(&place), not(&call("live", &[&place, &first]))]),
            and([
                is_place(&one),
                is_place(&other),
                is_in(&one, &house),
                is_in(&other, &house),
                not(&eq(&one, &other)),
            ]),
            not(&and([is_place(&home), is_in(&home, &lacking)])),
            and([
                is_place(&place),
                not(&eq(&first, &second)),
                eq(&val(&place), &second),
            ]),
        ]);
        let said = if every {
            holds(node)
        } else {
            not(&holds(node))
        };
        self.query.assert(
            "what is said of every template that is left is said of the solution's places; or these are gone, those of some \
             digit first: one is not live, two share a house, a house has none, or another digit's, which were left, have it",
            or([said, gone]),
        );
        self.query.assert(
            "the candidates of the solution are live",
            implies(&is_place(&place), &call("live", &[&place, &first])),
        );
        self.query
            .assert("a house holds a digit once", once(&one, &other, &house));
        self.query.assert(
            "a house that must hold a digit holds it",
            and([is_place(&home), is_in(&home, &lacking)]),
        );
    }

    /// Encodes `deadly x, y on S`.
    pub(super) fn deadly(&mut self, digits: &[Var], cells: &[Var]) {
        let digits: Vec<SmtTerm> = digits.iter().flat_map(|&d| self.digits_of(d)).collect();
        let members: Vec<(SmtTerm, SmtTerm)> =
            cells.iter().flat_map(|&c| self.members(c)).collect();
        let filled =
            and((members.iter()).map(|(when, cell)| implies(when, &among(&val(cell), &digits))));
        let inside =
            |cell: &str| or((members.iter()).map(|(when, c)| and([when.clone(), eq(c, cell)])));
        let doubts = self.doubts();
        let name = symbol(&self.numbered("the other way"));
        self.query
            .declare(format!("(declare-fun {name} (Cell) Digit)"));
        let other = |cell: &str| call(&name, &[cell]);
        let changed = self.unplaced("a cell that differs");
        let mut given = |why: &str, term: SmtTerm| self.query.assert(why, implies(&filled, &term));
        let why = "if the digits fill the cells, there is another way to fill them: it differs in a cell, and nowhere else \
                   than in these";
        given(
            why,
            and([inside(&changed), not(&eq(&other(&changed), &val(&changed)))]),
        );
        for cell in doubts.cells() {
            given(why, or([inside(cell), eq(&other(cell), &val(cell))]));
        }
        let why = "it is allowed by the puzzle, and has no digit twice in a house";
        given(
            why,
            implies(
                &inside(&doubts.cell),
                &call("allowed", &[&doubts.cell, &other(&doubts.cell)]),
            ),
        );
        let [one, two] = &doubts.pair;
        let both = [one, two].map(|cell| and([inside(cell), is_in(cell, &doubts.house)]));
        let same = and(both.into_iter().chain([eq(&other(one), &other(two))]));
        given(why, implies(&same, &eq(one, two)));
        let why = "each house has the same digits there as it has in the solution";
        let mut matched = Vec::new();
        for (at, (cell, house)) in [(one, &doubts.house), (two, &doubts.house)]
            .into_iter()
            .enumerate()
        {
            let mate = self.unplaced(&format!(
                "where the solution has the digit of {}",
                ["one cell", "the other"][at]
            ));
            let there = and([
                inside(&mate),
                is_in(&mate, house),
                eq(&val(&mate), &other(cell)),
            ]);
            let term = implies(&and([inside(cell), is_in(cell, house)]), &there);
            self.query.assert(why, implies(&filled, &term));
            matched.push(mate);
        }
        let mate = self.unplaced("where the other way has the digit");
        let (place, house) = (&doubts.place, &doubts.lacking);
        let there = and([
            inside(&mate),
            is_in(&mate, house),
            eq(&other(&mate), &val(place)),
        ]);
        let term = implies(&and([inside(place), is_in(place, house)]), &there);
        self.query.assert(why, implies(&filled, &term));
        self.one_solution(&doubts, &changed, &[mate], other);
        self.query.assert(
            "the puzzle allows the solution",
            call("allowed", &[&doubts.cell, &val(&doubts.cell)]),
        );
        let [one, two] = &doubts.pair;
        let pairs = [(one, two), (&matched[0], two), (one, &matched[1])];
        for (a, b) in pairs {
            self.query
                .assert("a house holds a digit once", once(a, b, &doubts.house));
        }
    }

    /// Encodes `deadly all but z at a`.
    pub(super) fn deadly_but(&mut self, digits: &[Var], cells: &[Var]) {
        let digits: Vec<SmtTerm> = digits.iter().flat_map(|&d| self.digits_of(d)).collect();
        let members: Vec<(SmtTerm, SmtTerm)> =
            cells.iter().flat_map(|&c| self.members(c)).collect();
        let Some((_, changed)) = members.first().cloned() else {
            return;
        };
        let left_out = |cell: &str, digit: &str| {
            let here = or((members.iter()).map(|(when, c)| and([when.clone(), eq(c, cell)])));
            and([here, among(digit, &digits)])
        };
        let doubts = self.doubts();
        let grave = self.grave_words();
        let mate = self.unplaced("the other place of the digit");
        let home = self.unplaced("where the solution has the digit of one cell");
        self.query.assert(
            "a cell with further candidates is open",
            grave.open(&changed),
        );
        for cell in doubts.cells().into_iter().chain([&changed, &mate, &home]) {
            let own = val(cell);
            let two = not(&eq(
                &call(&grave.first, &[cell]),
                &call(&grave.second, &[cell]),
            ));
            self.query.assert(
                "an open cell keeps two candidates",
                implies(&grave.open(cell), &two),
            );
            let live = call("live", &[cell, &own]);
            self.query
                .assert("the candidates of the solution are live", live.clone());
            let gone = and([grave.open(cell), live, not(&grave.kept(cell, &own))]);
            self.query.assert(
                "what an open cell does not keep is one of the digits left out",
                implies(&gone, &left_out(cell, &own)),
            );
        }
        let (cell, other) = (&doubts.cell, grave.other(&doubts.cell));
        let live = call("live", &[cell, &other]);
        self.query.assert(
            "what is kept is live, and what is live the puzzle allows",
            and([
                implies(&grave.kept(cell, &other), &live),
                implies(&live, &call("allowed", &[cell, &other])),
            ]),
        );
        self.grave_places(&grave, &doubts, &mate, &home);
        self.one_solution(&doubts, &changed, &[mate], |cell| grave.other(cell));
    }

    /// States that a digit has two places or none in each house. It has none where it is solved or
    /// not required.
    fn grave_places(
        &mut self,
        grave: &GraveWords,
        doubts: &GridViolations,
        mate: &str,
        home: &str,
    ) {
        let [one, two] = &doubts.pair;
        let house = &doubts.house;
        let digit = grave.other(one);
        let places = [one, two, home].map(|c| and([grave.kept(c, &digit), is_in(c, house)]));
        let same = or([eq(one, two), eq(one, home), eq(two, home)]);
        self.query.assert(
            "a digit has no more than two places in a house",
            implies(&and(places), &same),
        );
        let (place, lacking) = (&doubts.place, &doubts.lacking);
        let alone = and([grave.kept(place, &doubts.digit), is_in(place, lacking)]);
        let second = and([
            grave.kept(mate, &doubts.digit),
            is_in(mate, lacking),
            not(&eq(place, mate)),
        ]);
        self.query.assert(
            "a digit with a place in a house has two there",
            implies(&alone, &second),
        );
        self.query.assert(
            "a house in which a digit has places must hold it",
            implies(
                &and([grave.kept(one, &digit), is_in(one, house)]),
                &and([is_in(home, house), eq(&val(home), &digit)]),
            ),
        );
        for (a, b) in [(one.as_str(), two.as_str()), (two, one), (home, one)] {
            let apart = not(&eq(a, b));
            let meet = and([not(&grave.open(a)), is_in(a, house), is_in(b, house), apart]);
            self.query.assert(
                "a digit that is solved in a house has no places there",
                implies(&meet, &not(&grave.kept(b, &val(a)))),
            );
        }
        self.query
            .assert("a house holds a digit once", once(one, two, house));
        self.query
            .assert("a house holds a digit once", once(place, mate, lacking));
    }

    /// Declares the symbols for the kept candidates and the other grid.
    fn grave_words(&mut self) -> GraveWords {
        let [open, first, second, kept, other] =
            ["open", "first", "second", "kept", "other"].map(|name| symbol(&self.numbered(name)));
        for command in [
            format!("(declare-fun {open} (Cell) Bool)"),
            format!("(declare-fun {first} (Cell) Digit)"),
            format!("(declare-fun {second} (Cell) Digit)"),
            format!(
                "(define-fun {kept} ((c Cell) (x Digit)) Bool\n  (and ({open} c) (or (= x ({first} c)) (= x ({second} c)))))"
            ),
            format!(
                "(define-fun {other} ((c Cell)) Digit\n  (ite ({open} c) (ite (= (val c) ({first} c)) ({second} c) ({first} c)) (val c)))"
            ),
        ] {
            self.query.declare(command);
        }
        GraveWords {
            open,
            first,
            second,
            kept,
            other,
        }
    }

    /// States uniqueness: another grid equals the solution or violates a constraint. For the cell
    /// `changed` the equality is stated. A house may lack a digit, unless a cell of `further` holds
    /// the digit.
    fn one_solution(
        &mut self,
        doubts: &GridViolations,
        changed: &str,
        further: &[SmtTerm],
        other: impl Fn(&str) -> SmtTerm,
    ) {
        let [one, two] = &doubts.pair;
        let (place, lacking) = (&doubts.place, &doubts.lacking);
        let found = |cell: &SmtTerm| and([is_in(cell, lacking), eq(&other(cell), &doubts.digit)]);
        let against = [
            not(&call("allowed", &[&doubts.cell, &other(&doubts.cell)])),
            and([
                is_in(one, &doubts.house),
                is_in(two, &doubts.house),
                not(&eq(one, two)),
                eq(&other(one), &other(two)),
            ]),
            not(&or([place].into_iter().chain(further).map(found))),
        ];
        self.query.assert(
            "the puzzle has one solution: another grid is the same, or has a digit that is not allowed, one twice in a house, or \
             none where there must be one",
            or([eq(&other(changed), &val(changed))].into_iter().chain(against)),
        );
        self.query.assert(
            "a house that must hold a digit holds it",
            and([is_in(place, lacking), eq(&val(place), &doubts.digit)]),
        );
    }

    fn doubts(&mut self) -> GridViolations {
        self.derive();
        GridViolations {
            cell: self.unplaced("a cell"),
            pair: ["one cell", "another cell"].map(|name| self.unplaced(name)),
            house: self.unknown_house("a house"),
            lacking: self.unknown_house("a house that may lack a digit"),
            digit: self.unknown("the digit it may lack", "Digit"),
            place: self.unplaced("where the solution has it"),
        }
    }

    /// Begins the derivation of a condition. The first derivation declares the predicates for live
    /// candidates and for candidates that the puzzle allows.
    fn derive(&mut self) {
        self.derivations += 1;
        if self.derivations == 1 {
            for name in ["live", "allowed"] {
                self.query
                    .declare(format!("(declare-fun {name} (Cell Digit) Bool)"));
            }
        }
    }

    /// A name made unique within this derivation.
    fn numbered(&self, name: &str) -> String {
        match self.derivations {
            0 | 1 => name.to_string(),
            n => format!("{name} ({n})"),
        }
    }

    fn unknown(&mut self, name: &str, sort: &str) -> SmtTerm {
        let name = self.numbered(name);
        self.query.constant(&name, sort)
    }

    /// Declares a new cell. Only the assertions here constrain it.
    fn unplaced(&mut self, name: &str) -> SmtTerm {
        self.unknown(name, "Cell")
    }

    fn unknown_house(&mut self, name: &str) -> House {
        let name = self.numbered(name);
        self.house(&name, Kinds::ALL)
    }
}

impl GridViolations {
    fn cells(&self) -> [&SmtTerm; 4] {
        let [one, two] = &self.pair;
        [&self.cell, one, two, &self.place]
    }
}

/// Two different cells of a house do not hold the same digit.
fn once(a: &str, b: &str, house: &House) -> SmtTerm {
    let same = and([is_in(a, house), is_in(b, house), eq(&val(a), &val(b))]);
    implies(&same, &eq(a, b))
}
