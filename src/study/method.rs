//! The methods by name, prepared for a board.
//!
//! From names, inference sets and a library this makes a [`Laboratory`], which runs the methods on
//! puzzles.
//!
//! ```
//! use qedoku_core::engine::Stop;
//! use qedoku_core::grid::text::{Source, read_puzzle};
//! use qedoku_core::lang::standard_library;
//! use qedoku_study::method::{Laboratory, Setup};
//!
//! let library = standard_library()?;
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = read_puzzle(&Source::new("example", text))?;
//! let setup = Setup { methods: vec!["NHS-MCV".into(), "plain".into()], ..Setup::default() };
//! let laboratory = Laboratory::new(&puzzle.board, &library, &setup, Stop::default())?;
//! let by_singles = laboratory.run(0, &puzzle);
//! assert!(by_singles.solved && by_singles.steps == 0);
//! assert!(laboratory.run(1, &puzzle).steps > 51);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use qedoku_core::engine::{Solver, Stop, Strategy};
use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::lang::Library;
use qedoku_core::lang::diagnostics::closest;
use qedoku_core::lang::ir::{Level, Technique};
use thiserror::Error;

use crate::inference::{Inference, Order};
use crate::network::Model;
use crate::outcome::MethodOutcome;
use crate::sets::{RuleSet, SetError, standard_sets};
use crate::twins::Twins;
use crate::{backtracking, own_solver, relaxation};

/// Maximum number of assignments of a search with inference, as in the published reports.
pub const REPORT_LIMIT: u64 = 1_000;
/// Maximum number of assignments of the other searches. Usual puzzles need far fewer.
pub const FAR_LIMIT: u64 = 20_000_000;

/// The methods that are not made of an inference set, with their descriptions.
const FIXED: [(&str, &str); 10] = [
    (
        "plain",
        "plain backtracking: first empty cell, digits in order, only the validity test",
    ),
    (
        "twins",
        "singles and naked pairs inside search, the most constrained cell first; twins-MCV does this with rules",
    ),
    (
        "network",
        "one hidden layer fills the cell it is most certain of; may be wrong",
    ),
    (
        "network+rules",
        "the network with checks; at a contradiction, twins take over",
    ),
    (
        "relaxation",
        "relaxation labelling from equal weights of the candidates; may be wrong",
    ),
    (
        "relaxation+singles",
        "relaxation labelling after singles; may be wrong",
    ),
    ("rules", "the whole catalogue, search last, with a proof"),
    ("trial", "singles, then refutations by search, with a proof"),
    (
        "trial+network",
        "trial, with the network choosing the candidates to refute",
    ),
    ("search", "the bare search, with a proof"),
];

/// The methods to run, and their options.
#[derive(Clone, Default)]
pub struct Setup {
    /// Names of methods or suites. All methods if empty.
    pub methods: Vec<String>,
    /// Additional inference sets. A set replaces a standard set of the same name.
    pub sets: Vec<RuleSet>,
    /// Maximum number of assignments: `None` for the default, `u64::MAX` for no limit.
    pub limit: Option<u64>,
    /// The neural network. `None` for the standard one.
    pub network: Option<Arc<Model>>,
}

/// Error in a [`Setup`].
#[derive(Debug, Error)]
pub enum SetupError {
    /// No method has this name.
    #[error("there is no method `{name}`{}; the methods are {known}", .near.as_ref().map(|near| format!(", did you mean `{near}`?")).unwrap_or_default())]
    NoSuchMethod {
        /// The requested name.
        name: String,
        /// A similar name.
        near: Option<String>,
        /// All names.
        known: String,
    },
    /// An inference set is wrong.
    #[error(transparent)]
    Set(#[from] SetError),
    /// The weights are wrong.
    #[error(transparent)]
    Weights(#[from] crate::network::WeightsError),
    /// The network supports other boards only.
    #[error("the network knows 9x9 boards only; `{0}` cannot be used here")]
    Board(String),
}

enum Kind<'l> {
    Inference(Box<Inference<'l>>),
    Plain(u64),
    Twins(Twins),
    Network,
    NetworkWithRules(Twins),
    Relaxation(relaxation::RelaxationSettings),
    Path(Box<Solver<'l>>),
    Search(u64),
}

/// A method that is ready to run.
pub struct Method<'l> {
    /// Name of the method.
    pub name: String,
    kind: Kind<'l>,
}

impl Method<'_> {
    /// Whether the method may report a wrong solution.
    pub fn may_be_wrong(&self) -> bool {
        matches!(self.kind, Kind::Network | Kind::Relaxation(_))
    }
}

/// Methods prepared for a board.
pub struct Laboratory<'l> {
    /// The methods, in the requested order.
    pub methods: Vec<Method<'l>>,
    network: Option<Arc<Model>>,
    stop: Stop,
}

impl<'l> Laboratory<'l> {
    /// Prepares the methods of a setup.
    pub fn new(
        board: &Arc<Board>,
        library: &'l Library,
        setup: &Setup,
        stop: Stop,
    ) -> Result<Laboratory<'l>, SetupError> {
        let mut builder = Builder {
            board,
            library,
            setup,
            sets: all_sets(&setup.sets),
            stop: &stop,
            network: setup.network.clone(),
        };
        let methods: Result<Vec<_>, _> = { method_names(setup)?.into_iter() }
            .map(|name| builder.method(name))
            .collect();
        let (methods, network) = (methods?, builder.network.take());
        Ok(Laboratory {
            methods,
            network,
            stop,
        })
    }

    /// Runs a method, by its index, on a puzzle.
    pub fn run(&self, method: usize, puzzle: &Puzzle) -> MethodOutcome {
        let network = self.network.as_deref();
        match &self.methods[method].kind {
            Kind::Inference(inference) => inference.solve(puzzle, &self.stop),
            Kind::Plain(limit) => backtracking::solve(puzzle, *limit, &self.stop),
            Kind::Twins(twins) => twins.solve(puzzle, &self.stop),
            Kind::Network => match network {
                Some(network) => network.solve(puzzle, &self.stop),
                None => MethodOutcome::of_givens(puzzle),
            },
            Kind::NetworkWithRules(rules) => match network {
                Some(network) => network.solve_with_rules(puzzle, rules, &self.stop),
                None => rules.solve(puzzle, &self.stop),
            },
            Kind::Relaxation(settings) => relaxation::solve(puzzle, *settings, &self.stop, |_| ()),
            Kind::Path(solver) => own_solver::by_rules(solver, puzzle),
            Kind::Search(limit) => own_solver::by_search(puzzle, *limit, &self.stop),
        }
    }
}

/// The standard sets and `own`, which replaces sets of the same name.
fn all_sets(own: &[RuleSet]) -> Vec<RuleSet> {
    let is_other = |set: &RuleSet| !own.iter().any(|o| o.name.eq_ignore_ascii_case(&set.name));
    let mut sets: Vec<RuleSet> = standard_sets().into_iter().filter(is_other).collect();
    sets.extend(own.iter().cloned());
    sets
}

/// The two methods of a set, one per cell order.
fn of_set(set: &RuleSet) -> [String; 2] {
    ["FB", "MCV"].map(|order| format!("{}-{order}", set.name))
}

/// The suites: each a name and its methods.
fn suites(setup: &Setup) -> Vec<(&'static str, Vec<String>)> {
    let sets = all_sets(&setup.sets);
    let is_report = |set: &&RuleSet| set.name.starts_with('N') && is_standard(&set.name);
    let inference: Vec<String> = (sets.iter().filter(is_report)).flat_map(of_set).collect();
    let own = setup.sets.iter().filter(|set| !is_standard(&set.name));
    let own: Vec<String> = own.flat_map(of_set).collect();
    let fixed = FIXED.iter().map(|(name, _)| (*name).to_owned());
    let all = inference
        .iter()
        .cloned()
        .chain(own.iter().cloned())
        .chain(fixed);
    vec![
        ("all", all.collect()),
        ("inference", [inference, own].concat()),
    ]
}

fn is_standard(name: &str) -> bool {
    standard_sets().iter().any(|set| set.name == name)
}

/// Every name that `--method` accepts, with its description.
pub fn known_methods(setup: &Setup) -> Vec<(String, String)> {
    let of_rules = |set: &RuleSet| {
        let rules = match set.rules.is_empty() {
            true => "no rules".to_owned(),
            false => set.rules.join(", "),
        };
        let [fixed, constrained] = of_set(set);
        [
            (
                fixed,
                format!("backtracking, cells in fixed order, with {rules}"),
            ),
            (
                constrained,
                format!("backtracking, the most constrained cell first, with {rules}"),
            ),
        ]
    };
    let sets = all_sets(&setup.sets);
    let fixed = FIXED
        .iter()
        .map(|(name, words)| ((*name).to_owned(), (*words).to_owned()));
    sets.iter().flat_map(of_rules).chain(fixed).collect()
}

/// The methods that the names stand for, without duplicates. Suites are expanded.
pub fn method_names(setup: &Setup) -> Result<Vec<String>, SetupError> {
    let known: Vec<String> = known_methods(setup)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let suites = suites(setup);
    let everything = vec!["all".to_owned()];
    let wanted = if setup.methods.is_empty() {
        &everything
    } else {
        &setup.methods
    };
    let mut names: Vec<String> = Vec::new();
    for name in wanted {
        let suite = suites
            .iter()
            .find(|(suite, _)| suite.eq_ignore_ascii_case(name));
        let method = known.iter().find(|known| known.eq_ignore_ascii_case(name));
        let meant: &[String] = match (suite, method) {
            (Some((_, methods)), _) => methods,
            (None, Some(method)) => std::slice::from_ref(method),
            (None, None) => {
                return Err(SetupError::NoSuchMethod {
                    name: name.clone(),
                    near: closest(name, known.iter().map(String::as_str)).map(str::to_owned),
                    known: known.join(", "),
                });
            }
        };
        names.extend(meant.iter().cloned());
    }
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Ok(names)
}

struct Builder<'a, 'l> {
    board: &'a Arc<Board>,
    library: &'l Library,
    setup: &'a Setup,
    sets: Vec<RuleSet>,
    stop: &'a Stop,
    network: Option<Arc<Model>>,
}

impl<'l> Builder<'_, 'l> {
    fn method(&mut self, name: String) -> Result<Method<'l>, SetupError> {
        let far = self.setup.limit.unwrap_or(FAR_LIMIT);
        let kind = match name.as_str() {
            "plain" => Kind::Plain(far),
            "twins" => Kind::Twins(Twins::new(self.board, far)),
            "network" => {
                self.network(&name)?;
                Kind::Network
            }
            "network+rules" => {
                self.network(&name)?;
                Kind::NetworkWithRules(Twins::new(self.board, far))
            }
            "relaxation" | "relaxation+singles" => {
                Kind::Relaxation(relaxation::RelaxationSettings {
                    after_singles: name != "relaxation",
                    ..relaxation::RelaxationSettings::default()
                })
            }
            "rules" => self.path(Strategy::default().by_rounds()),
            "trial" => self.path(singles_first()),
            "trial+network" => {
                let target_order = self.network(&name)?.target_order();
                self.path(Strategy {
                    target_order,
                    ..singles_first()
                })
            }
            "search" => Kind::Search(far),
            _ => {
                let (set, order) = name.rsplit_once('-').unwrap_or((&name, ""));
                let order = match order {
                    "FB" => Order::Fixed,
                    _ => Order::Constrained,
                };
                let limit = self.setup.limit.unwrap_or(REPORT_LIMIT);
                Kind::Inference(Box::new(self.inference(set, order, limit)?))
            }
        };
        Ok(Method { name, kind })
    }

    fn inference(&self, set: &str, order: Order, limit: u64) -> Result<Inference<'l>, SetupError> {
        let set = self.sets.iter().find(|known| known.name == set);
        let techniques: Vec<&'l Technique> = match set {
            Some(set) => set.techniques(self.library)?,
            None => Vec::new(),
        };
        let rules = Solver::with(self.board, techniques);
        Ok(Inference::new(rules, order, limit))
    }

    fn path(&self, strategy: Strategy) -> Kind<'l> {
        let strategy = Strategy {
            stop: self.stop.clone(),
            ..strategy
        };
        Kind::Path(Box::new(Solver::new(self.board, self.library, strategy)))
    }

    fn network(&mut self, method: &str) -> Result<Arc<Model>, SetupError> {
        if !Model::knows(self.board) {
            return Err(SetupError::Board(method.to_owned()));
        }
        if self.network.is_none() {
            self.network = Some(Arc::new(Model::standard()?));
        }
        self.network
            .clone()
            .ok_or_else(|| SetupError::Board(method.to_owned()))
    }
}

/// The rules of the easiest level, then search.
fn singles_first() -> Strategy {
    Strategy {
        max_level: Level::Easy,
        ..Strategy::default()
    }
}
