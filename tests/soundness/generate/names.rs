//! Variables of a random definition, requested by sort and declared at their first use.

use qedoku_tests::random::Random;

/// Sort of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Digit,
    Cell,
    House,
    Candidate,
    Group,
    Cluster,
    Truth,
}

/// Form of a variable: a single value, a set, a family of two, or a family of two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    One,
    Set,
    Family,
    /// Result of two uses of a pattern, such as `shape(S)[2]`: `S[1]` and `S[2]` are sets.
    Sets,
}

impl Form {
    pub fn is_set(self) -> bool {
        matches!(self, Form::Set | Form::Sets)
    }

    /// Returns the family of two of this form.
    pub fn twice(self) -> Form {
        match self {
            Form::One | Form::Family => Form::Family,
            Form::Set | Form::Sets => Form::Sets,
        }
    }
}

/// Requested form of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Any form.
    Any,
    /// A single value, or a member of a family.
    One,
    /// A set.
    Set,
}

/// A declared variable.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    pub kind: Kind,
    pub form: Form,
    /// Keyword and size of the declaration. `None` for the ends of a relation and for variables of
    /// a pattern.
    pub words: Option<(&'static str, String)>,
    /// Constraints after the name.
    pub behind: String,
}

/// The variables of a definition.
#[derive(Clone, Debug)]
pub struct Scope {
    pub all: Vec<Declared>,
    pub parameter: bool,
    /// Whether new variables are avoided, because the text now states conclusions about the
    /// declared ones.
    pub closed: bool,
    /// Variables that the current construct already uses.
    pub said: Vec<usize>,
}

/// Names by kind. Some of them are names that the soundness queries use themselves.
const NAMES: [(Kind, [&str; 6]); 7] = [
    (Kind::Digit, ["x", "y", "z", "D", "val", "_"]),
    (Kind::Cell, ["a", "b", "c", "S", "differ", "once"]),
    (Kind::House, ["H", "K", "L", "R", "band", "crossing"]),
    (Kind::Candidate, ["p", "q", "r", "t", "same", "stack"]),
    (Kind::Group, ["m", "k", "u", "w", "sees_", "is_row"]),
    (Kind::Cluster, ["e", "f", "o", "j", "excludes_", "in_"]),
    (Kind::Truth, ["V", "W", "U", "T", "truth_", "plain"]),
];

impl Scope {
    pub fn new(parameter: bool) -> Scope {
        Scope {
            all: Vec::new(),
            parameter,
            closed: false,
            said: Vec::new(),
        }
    }

    /// Adds a variable without a declaration: the end of a relation.
    pub fn given(&mut self, name: &str, kind: Kind) {
        self.all.push(Declared {
            name: name.into(),
            kind,
            form: Form::One,
            words: None,
            behind: String::new(),
        });
    }

    /// Returns an unused name.
    pub fn fresh(&self, kind: Kind, random: &mut Random) -> String {
        let (_, names) = NAMES[kind as usize];
        let (usual, odd) = names.split_at(4);
        let mut wanted: Vec<&str> = usual.to_vec();
        if random.once_in(12) {
            wanted.insert(0, odd[random.below(odd.len())]);
        }
        let free = wanted
            .iter()
            .find(|name| self.all.iter().all(|v| v.name != **name));
        match free {
            Some(name) => (*name).into(),
            None => format!("{}{}", names[0], self.all.len()),
        }
    }

    fn fits(variable: &Declared, kinds: &[Kind], want: Want) -> bool {
        let form = match want {
            Want::Any => true,
            Want::One => !variable.form.is_set(),
            Want::Set => variable.form.is_set(),
        };
        form && kinds.contains(&variable.kind)
    }

    /// Returns a reference to a variable of one of these kinds. Declares the variable if necessary.
    pub fn get(&mut self, kinds: &[Kind], want: Want, random: &mut Random) -> String {
        let mut there: Vec<usize> = (0..self.all.len())
            .filter(|&at| Scope::fits(&self.all[at], kinds, want))
            .collect();
        // A construct seldom uses a variable twice.
        if !random.once_in(8) && there.iter().any(|at| !self.said.contains(at)) {
            there.retain(|at| !self.said.contains(at));
        }
        let is_new = |at: &usize| self.said.contains(at);
        let many = self.all.len() > 6 || self.closed;
        let at = match random.pick(&there) {
            Some(at) if many || !random.once_in(if is_new(at) { 2 } else { 4 }) => *at,
            _ => self.declare(kinds[random.below(kinds.len())], want, random),
        };
        self.said.push(at);
        self.used(at, want, random)
    }

    /// Returns a reference to an existing variable, if there is one.
    pub fn known(&self, kinds: &[Kind], want: Want, random: &mut Random) -> Option<String> {
        let mut there = self.all.iter().enumerate().collect::<Vec<_>>();
        there.retain(|(_, v)| Scope::fits(v, kinds, want));
        let &(at, _) = random.pick(&there)?;
        Some(self.used(at, want, random))
    }

    fn used(&self, at: usize, want: Want, random: &mut Random) -> String {
        let variable = &self.all[at];
        let name = &variable.name;
        match variable.form {
            Form::Family if want == Want::Any && random.once_in(4) => name.clone(),
            Form::Family | Form::Sets => format!("{name}[{}]", 1 + random.below(2)),
            Form::One | Form::Set => name.clone(),
        }
    }

    pub fn declare(&mut self, kind: Kind, want: Want, random: &mut Random) -> usize {
        let has_sets = matches!(kind, Kind::Digit | Kind::Cell | Kind::House);
        let form = match want {
            Want::Set => Form::Set,
            Want::Any if has_sets && random.once_in(3) => Form::Set,
            _ if random.once_in(12) => Form::Family,
            _ => Form::One,
        };
        let words: &[&'static str] = match (kind, form) {
            (Kind::Digit, _) => &["digits"],
            (Kind::Cell, _) => &["cells", "cells", "cells", "squares"],
            (Kind::House, _) => &[
                "houses",
                "houses",
                "rows",
                "columns",
                "boxes",
                "lines",
                "crosslines",
                "rows or boxes",
            ],
            (Kind::Candidate, _) => &["candidates"],
            (Kind::Group, _) => &["groups"],
            (Kind::Cluster, _) => &["clusters"],
            (Kind::Truth, _) => &["truths"],
        };
        let word = words[random.below(words.len())];
        let size = match form {
            Form::One => String::new(),
            Form::Family | Form::Sets => "[2]".into(),
            Form::Set => {
                let sizes: &[&str] = match self.parameter {
                    true => &["[n]", "[n]", "[n+1]", "[1..n]", "[2]"],
                    false => &["[2]", "[2]", "[1..2]", "[1]", "[0..2]", "[2..3]"],
                };
                sizes[random.below(sizes.len())].into()
            }
        };
        let name = self.fresh(kind, random);
        self.all.push(Declared {
            name,
            kind,
            form,
            words: Some((word, size)),
            behind: String::new(),
        });
        self.all.len() - 1
    }

    /// Returns the variables that a pattern exports.
    pub fn to_hand_out(&self) -> Vec<Declared> {
        let own = |v: &&Declared| v.words.is_some() && v.form != Form::Family;
        self.all.iter().filter(own).take(3).cloned().collect()
    }

    /// Returns the text of the declarations.
    pub fn declarations(&self) -> Vec<String> {
        let one = |v: &Declared| {
            let (word, size) = v.words.as_ref()?;
            Some(format!("{word} {}{size}{}", v.name, v.behind))
        };
        self.all.iter().filter_map(one).collect()
    }
}
