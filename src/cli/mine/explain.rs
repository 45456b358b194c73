//! `qedoku mine --explain`: one question of mining in full.

use std::time::{Duration, Instant};

use miette::{IntoDiagnostic, miette};

use super::args::MineArgs;
use crate::exit::GOOD;
use crate::puzzle::PuzzleArg;
use crate::terminal::Terminal;
use crate::{files, interrupt};
use qedoku_core::engine::Stop;
use qedoku_core::engine::search::{self, Outcome, Search};
use qedoku_core::grid::{Board, Candidate, Puzzle};
use qedoku_core::lang::{self, RuleFile};
use qedoku_mine::core::{Judge, Question, Undecided};
use qedoku_mine::generalise::{Breadth, Family};
use qedoku_mine::graph::Graph;
use qedoku_mine::lift::Lifted;
use qedoku_mine::neighbourhood::Neighbourhood;
use qedoku_mine::phrase::{Heading, can_be_written, rule_text};
use qedoku_mine::smallest::{CoreLimits, Smallest, smallest_cores_until};

/// How long a question is worked on if no time is given.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// The longest that Z3 works on one set of truths: of several, the last may begin just before the end.
const LONGEST: Duration = Duration::from_secs(10);

/// Shows the question about one candidate of a puzzle.
pub fn run(args: &MineArgs, name: &str, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = read(args)?;
    if let Some(path) = &args.dot {
        files::refuse_input(path)?;
    }
    let board = &puzzle.board;
    let candidate = (board.parse_candidate(name))
        .ok_or_else(|| miette!(help = "write it as r1c3=6", "`{name}` is no candidate"))?;
    let graph = Graph::new(board, &puzzle.state(), args.vocabulary.vocabulary());
    let number = (graph.number(candidate))
        .ok_or_else(|| miette!("{name} is not open: it is placed or excluded already"))?;
    let hops = args.hops.unwrap_or(args.size + 1);
    let near = Neighbourhood::of(&graph, number, hops);
    let time = args.time.map_or(USUAL_TIME, Duration::from_secs);
    let mut explanation = Explanation {
        name,
        board,
        graph: &graph,
        judge: Judge::new(&graph),
        truths: near.numbers(),
        largest: args.size,
        stop: interrupt::stop_after(Some(time)),
        end: Instant::now() + time,
        terminal,
    };
    explanation.say(&format!(
        "within {hops} hops of {name}: {} truths, {} candidates",
        near.truths.len(),
        near.candidates.len()
    ))?;
    let mut shown = Vec::new();
    match explanation.is_true(&puzzle, candidate) {
        Some(true) => {
            explanation.say(&format!("{name} is true: the only solution has it"))?;
            shown = explanation
                .answer(Question::fails(number))?
                .unwrap_or_default();
        }
        Some(false) => {
            if let Some(core) = explanation.answer(Question::holds(number))? {
                shown = core;
            }
        }
        None => {
            for question in [Question::holds(number), Question::fails(number)] {
                if let Some(core) = explanation.answer(question)? {
                    shown = core;
                }
            }
        }
    }
    if let Some(path) = &args.dot {
        files::write(path, near.to_dot(&graph, candidate, &shown).as_bytes())?;
    }
    Ok(GOOD)
}

/// The rule in the house style.
fn in_style(text: String) -> String {
    let source = RuleFile {
        path: "explained.rule".into(),
        family: String::new(),
        text,
    };
    lang::format(&source).unwrap_or(source.text)
}

/// The only puzzle that was named.
fn read(args: &MineArgs) -> miette::Result<Puzzle> {
    match args.puzzles.as_slice() {
        [one] => PuzzleArg::of(one.clone()).read(),
        _ => Err(miette!("--explain is about one puzzle")),
    }
}

/// One candidate, and what is known around it.
struct Explanation<'a, 't> {
    name: &'a str,
    board: &'a Board,
    graph: &'a Graph,
    judge: Judge,
    /// The truths near the candidate.
    truths: Vec<usize>,
    /// The largest core to look for.
    largest: usize,
    stop: Stop,
    end: Instant,
    terminal: &'a mut Terminal<'t>,
}

impl Explanation<'_, '_> {
    /// A line that is seen at once: the next one may take its time.
    fn say(&mut self, line: &str) -> miette::Result<()> {
        writeln!(self.terminal.out, "{line}").into_diagnostic()?;
        self.terminal.out.flush().into_diagnostic()
    }

    /// Whether the candidate is true, by a search for the solutions; `None` if there is not just one.
    fn is_true(&self, puzzle: &Puzzle, candidate: Candidate) -> Option<bool> {
        let mut search = Search::new(self.board, search::Limits::default());
        search.stop_when(self.stop.clone());
        match search.solve(&puzzle.state()) {
            Outcome::Unique(solution) => {
                let cell = self.board.cell_of(candidate).index();
                Some(solution[cell] == self.board.digit_of(candidate))
            }
            Outcome::None(_) | Outcome::Many(..) | Outcome::GaveUp => None,
        }
    }

    /// What Z3 says, in the time that is left; `None` if it comes to no answer.
    fn ask<T>(&self, question: impl FnOnce(&Judge) -> Result<T, Undecided>) -> Option<T> {
        let left = self.end.saturating_duration_since(Instant::now());
        self.judge.limit_time(left.min(LONGEST));
        question(&self.judge).ok()
    }

    /// Shows why a question has the answer no, with the core that is shown best; `None` if it has none.
    fn answer(&mut self, question: Question) -> miette::Result<Option<Vec<usize>>> {
        let name = self.name;
        let is_elimination = question == Question::holds(question.candidate);
        let Some(core) = self.ask(|judge| judge.core(question, &self.truths)) else {
            self.say("  Z3 came to no answer in the time")?;
            return Ok(None);
        };
        let Some(core) = core else {
            let can = if is_elimination {
                "can hold"
            } else {
                "can be false"
            };
            self.say(&format!("{name} {can} as far as these truths say"))?;
            return Ok(None);
        };
        let verdict = if is_elimination {
            "is impossible"
        } else {
            "is true"
        };
        self.say(&format!("{name} {verdict}"))?;
        self.say(&format!("  core of Z3: {}", self.graph.names(&core)))?;
        let smaller = self.ask(|judge| judge.smaller(question, &core, &self.stop));
        let Some(minimal) = smaller.filter(|_| !self.stop.now()) else {
            self.say("  the time is over; smaller cores were not looked for to the end")?;
            return Ok(Some(core));
        };
        self.say(&format!("  minimal: {}", self.graph.names(&minimal)))?;
        let shown = self.smallest(question, minimal)?;
        // What a pattern says is found out by trying all ways to meet its truths: without end for dozens of them.
        if shown.len() > self.largest {
            let (size, most) = (shown.len(), self.largest);
            self.say(&format!(
                "  {size} truths are too many for a rule (--size {most})"
            ))?;
            return Ok(Some(shown));
        }
        // A placement is shown as what it eliminates.
        let refuted = |&x: &usize| {
            let refutes = self.ask(|judge| judge.refutes(Question::holds(x), &shown));
            refutes.unwrap_or(false)
        };
        let target = match is_elimination {
            true => Some(question.candidate),
            false => { self.graph.excluded(question.candidate).iter() }.find(refuted),
        };
        if let Some(text) = target.and_then(|target| self.rule(target, &shown)) {
            self.say(&format!("\n{}", text.trim_end()))?;
        }
        Ok(Some(shown))
    }

    /// Shows the smallest cores, and gives one of those that say most.
    fn smallest(&mut self, question: Question, minimal: Vec<usize>) -> miette::Result<Vec<usize>> {
        let limits = CoreLimits {
            size: (minimal.len() + 1).min(self.largest),
            beyond: 1,
            ..CoreLimits::default()
        };
        let (graph, stop) = (self.graph, &self.stop);
        match smallest_cores_until(graph, question, &self.truths, limits, stop) {
            Smallest::Cores(cores) => {
                for core in &cores {
                    let smallest = core.len() == cores[0].len();
                    let words = if smallest { "smallest" } else { "next" };
                    self.say(&format!("  {words}: {}", graph.names(core)))?;
                }
                let size = cores.iter().map(Vec::len).max();
                let of_size = |core: &Vec<usize>| Some(core.len()) == size;
                Ok(cores.into_iter().find(of_size).unwrap_or_default())
            }
            Smallest::None => {
                self.say(&format!("  no core has {} truths or less", self.largest))?;
                Ok(minimal)
            }
            Smallest::GaveUp => {
                self.say("  the search for the smallest gave up")?;
                Ok(minimal)
            }
        }
    }

    /// The core as a rule that eliminates the target, if one can be written.
    fn rule(&self, target: usize, core: &[usize]) -> Option<String> {
        let lifted = Lifted::new(self.graph, target, core);
        let family = Family::new(&lifted, Breadth::Exact).filter(can_be_written)?;
        let target = self.board.candidate_name(self.graph.candidates()[target]);
        let heading = Heading {
            rule: "explained".into(),
            title: format!("Why {target} is impossible"),
            ..Heading::default()
        };
        Some(in_style(rule_text(&family, &heading)))
    }
}
