//! The options of the solving strategy.

#[cfg(feature = "study")]
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use miette::miette;

use super::interrupt;
use super::library::ALL_RULES;
use super::puzzle::PuzzleArg;
use qedoku_app::SolveOptions;
use qedoku_core::engine::search::Limits;
use qedoku_core::engine::{Strategy, TargetOrder};
use qedoku_core::grid::Board;
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Level;
#[cfg(feature = "study")]
use qedoku_study::network::Model;

#[derive(clap::Args, Debug)]
pub struct StrategyArgs {
    /// Use only techniques up to this level
    #[arg(long, value_name = "LEVEL", value_parser = levels(), help_heading = "Strategy")]
    max_level: Option<String>,

    /// Do not use this rule or technique, such as `fish` or `Swordfish`
    #[arg(long, value_name = "RULE", help_heading = "Strategy")]
    off: Vec<String>,

    /// Use this rule or technique even if it is above --max-level or on request only
    #[arg(long, value_name = "RULE", help_heading = "Strategy")]
    on: Vec<String>,

    /// Search as soon as no usual rule applies. Otherwise rules on request, then the layouts of
    /// digits come before search
    #[arg(long, help_heading = "Strategy")]
    quick: bool,

    /// Stop when no rule applies, instead of searching
    #[arg(long, help_heading = "Strategy")]
    no_search: bool,

    /// Choose the candidates that search refutes first
    #[arg(long, value_name = "GUIDE", help_heading = "Strategy")]
    guide: Option<GuideName>,

    /// Also use rules that assume a unique solution
    #[arg(long, help_heading = "Strategy")]
    assume_unique: bool,

    /// Stop when every candidate that is absent from this state has been eliminated
    #[arg(long, value_name = "STATE", help_heading = "Strategy")]
    until: Option<String>,

    /// Stop after N steps
    #[arg(long, value_name = "N", help_heading = "Strategy")]
    max_steps: Option<u64>,

    /// Give up after N suppositions. The proof covers the steps found by then
    #[arg(long, value_name = "N", default_value_t = Limits::default().supposes, help_heading = "Strategy")]
    max_supposes: u64,

    /// Stop after this time. The result then depends on the machine
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Strategy")]
    max_time: Option<Duration>,
}

/// The chooser of the candidates that search refutes first.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum GuideName {
    /// Ask the built-in neural network. For 9x9 boards only
    Network,
}

impl GuideName {
    #[cfg(not(feature = "study"))]
    fn target_order(self) -> miette::Result<TargetOrder> {
        match self {
            GuideName::Network => Err(super::features::needs("study", "neural network")),
        }
    }

    #[cfg(feature = "study")]
    fn target_order(self) -> miette::Result<TargetOrder> {
        match self {
            GuideName::Network => {
                let network = Model::standard().map_err(|error| miette!("{error}"))?;
                Ok(Arc::new(network).target_order())
            }
        }
    }
}

pub fn levels() -> PossibleValuesParser {
    PossibleValuesParser::new(Level::ALL.map(|(_, word)| word))
}

pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

impl StrategyArgs {
    /// The strategy for a puzzle of a board. The time limit starts now.
    pub fn strategy(&self, library: &Library, board: &Board) -> miette::Result<Strategy> {
        let goal = match &self.until {
            None => None,
            Some(text) => {
                let goal = PuzzleArg::of(text.to_owned()).read()?;
                if goal.board.id() != board.id() {
                    return Err(miette!("the state to stop at is of another board"));
                }
                Some(goal.state())
            }
        };
        Ok(Strategy {
            goal,
            stop: interrupt::stop_after(self.max_time),
            ..self.without_goal(library)?
        })
    }

    /// The strategy for many puzzles, with a separate time limit for each.
    pub fn of_batch(&self, library: &Library) -> miette::Result<Strategy> {
        if self.until.is_some() {
            return Err(miette!("--until is for one puzzle, not for many"));
        }
        Ok(Strategy {
            stop: interrupt::stop_each(),
            ..self.without_goal(library)?
        })
    }

    /// Whether to search when no rule applies.
    pub fn may_search(&self) -> bool {
        !self.no_search
    }

    /// The time limit per puzzle, if there is one.
    pub fn max_time(&self) -> Option<Duration> {
        self.max_time
    }

    /// The given options that grades depend on.
    pub fn given(&self) -> Vec<(&'static str, String)> {
        let flag = |given: bool| {
            if given {
                "given".to_owned()
            } else {
                String::new()
            }
        };
        let shown = |number: Option<String>| number.unwrap_or_default();
        let supposes = self.max_supposes.to_string();
        let usual = Limits::default().supposes == self.max_supposes;
        let all = [
            ("--max-level", shown(self.max_level.clone())),
            ("--off", self.off.join(", ")),
            ("--on", self.on.join(", ")),
            ("--quick", flag(self.quick)),
            ("--no-search", flag(self.no_search)),
            ("--guide", shown(self.guide.map(|_| "network".to_owned()))),
            ("--assume-unique", flag(self.assume_unique)),
            ("--max-steps", shown(self.max_steps.map(|n| n.to_string()))),
            (
                "--max-supposes",
                if usual { String::new() } else { supposes },
            ),
            (
                "--max-time",
                shown(self.max_time.map(|time| format!("{time:?}"))),
            ),
        ];
        all.into_iter()
            .filter(|(_, value)| !value.is_empty())
            .collect()
    }

    fn without_goal(&self, library: &Library) -> miette::Result<Strategy> {
        let options = SolveOptions {
            max_level: self.max_level.clone(),
            off: self.off.clone(),
            on: self.on.clone(),
            quick: self.quick,
            search: !self.no_search,
            assume_unique: self.assume_unique,
            max_steps: self.max_steps,
            max_supposes: Some(self.max_supposes),
        };
        let strategy = (options.strategy(library)).map_err(|error| error.or_help(ALL_RULES))?;
        Ok(match self.guide {
            Some(name) => Strategy {
                target_order: name.target_order()?,
                ..strategy
            },
            None => strategy,
        })
    }
}
