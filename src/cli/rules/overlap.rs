//! `qedoku rules overlap`

use miette::IntoDiagnostic;
use serde::Serialize;

use crate::exit::GOOD;
use crate::library::{LibraryArgs, is_called, known};
use crate::terminal::Terminal;
use qedoku_core::engine::{Solver, TechniqueId};
use qedoku_core::grid::{Board, Shape};
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Technique;
use qedoku_mine::equiv::{Sameness, SamenessKind, TechniqueComparison};
use qedoku_mine::overlap::{Overlap, Places, closest, overlaps};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Technique A subsumes technique B if A draws the conclusion of every sampled pattern of \
        B, in one or several steps. Patterns come from the examples of B and from created \
        puzzles. Each is placed on a board without other information: only the candidates that \
        the pattern relies on are eliminated, and only its own truths take part. The result is \
        evidence, not proof; --patterns and --puzzles add samples. Only direct subsumption is \
        listed; --all adds indirect subsumption and partial overlaps. Where rewrites turn one \
        technique into the other, the list names the rewrites. That is a proof that both are \
        the same rule."
)]
pub struct OverlapArgs {
    /// Rules or techniques to compare, such as `skyscraper` or `X-Wing` [default: all rules that
    /// are not on request only]
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    #[command(flatten)]
    library: LibraryArgs,

    /// Also list indirect subsumption and partial overlaps
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    sample: SampleArgs,

    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

/// The size of the sample of patterns.
#[derive(clap::Args, Debug)]
pub struct SampleArgs {
    /// Maximum number of patterns to try per technique
    #[arg(long, value_name = "N", default_value_t = 6)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    patterns: u32,

    /// Number of puzzles to create and take patterns from
    #[arg(long, value_name = "N", default_value_t = 40)]
    puzzles: usize,

    /// Random seed for these puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The techniques that find all steps of a technique.
#[derive(Serialize)]
pub struct OverlapRow {
    pub technique: String,
    pub rule: String,
    pub patterns: usize,
    pub found_by: Vec<Finder>,
    pub same_as: Vec<EqualTechnique>,
}

/// A technique that rewrites prove equal, exactly or after an exchange.
#[derive(Serialize)]
pub struct EqualTechnique {
    pub technique: String,
    pub rule: String,
    /// The sense in which the two rules are equal.
    pub how: String,
    #[serde(skip)]
    everywhere: bool,
    rewrites: Vec<String>,
    evidence: Vec<String>,
}

/// A technique that draws the same conclusion in some patterns.
#[derive(Serialize)]
pub struct Finder {
    pub technique: String,
    pub rule: String,
    pub patterns: usize,
    /// Whether it draws the conclusion in all patterns and no other technique lies between the two.
    pub closest: bool,
}

pub fn run(args: &OverlapArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    check_names(&library, &args.names)?;
    let rows = rows(library, &args.names, &args.sample, args.all);
    match args.json {
        true => terminal.json(&rows)?,
        false => print(args, &rows, terminal).into_diagnostic()?,
    }
    Ok(GOOD)
}

/// Compares techniques with all others: the named ones, or all except those on request.
pub fn rows(
    mut library: Library,
    names: &[String],
    sample: &SampleArgs,
    all: bool,
) -> Vec<OverlapRow> {
    let whole = library.techniques.clone();
    // Techniques on request are slow, so only named ones are compared.
    let is_named = |t: &Technique| names.iter().any(|name| is_called(t, name));
    library.techniques.retain(|t| !t.on_request || is_named(t));
    let board = Board::sudoku(Shape {
        height: 3,
        width: 3,
    });
    let solver = Solver::with(&board, &library.techniques);
    let chosen = chosen_techniques(&solver, names);
    let places = Places::new(&solver, &library, sample.puzzles, sample.seed);
    let most = sample.patterns as usize;
    let found = overlaps(&solver, &places, &chosen, most, all);
    // Two techniques can be compared only if both were tried.
    let mut between: Vec<TechniqueId> = found.iter().flat_map(Overlap::subsumers).collect();
    between.sort_unstable();
    between.dedup();
    between.retain(|technique| !chosen.contains(technique));
    let mut known = overlaps(&solver, &places, &between, most, false);
    known.extend(found.iter().cloned());
    let names = labels(&library.techniques);
    let rows: Vec<OverlapRow> = found
        .iter()
        .map(|overlap| row(&library, &names, overlap, &known))
        .collect();
    with_same(rows, &library.techniques, &chosen, &whole)
}

fn check_names(library: &Library, names: &[String]) -> miette::Result<()> {
    names.iter().try_for_each(|name| known(library, name))
}

/// The techniques with these names. All techniques if there are no names.
fn chosen_techniques(solver: &Solver<'_>, names: &[String]) -> Vec<TechniqueId> {
    let is_chosen = |t: &Technique| names.is_empty() || names.iter().any(|name| is_called(t, name));
    let all = solver.ids();
    all.filter(|&id| is_chosen(solver.technique(id))).collect()
}

/// The label of each technique: its title, or its rule if the title is not unique.
pub fn labels(techniques: &[Technique]) -> Vec<String> {
    let label = |technique: &Technique| {
        let same = techniques.iter().filter(|t| t.title == technique.title);
        match (same.count(), technique.instance) {
            (1, _) => technique.title.clone(),
            (_, None) => technique.rule.to_string(),
            (_, Some(n)) => format!("{}={n}", technique.rule),
        }
    };
    techniques.iter().map(label).collect()
}

fn row(library: &Library, names: &[String], overlap: &Overlap, known: &[Overlap]) -> OverlapRow {
    let closest = closest(overlap, known);
    let rule = |id: TechniqueId| library.techniques[id.index()].rule.to_string();
    let finder = |&(other, patterns): &(TechniqueId, usize)| Finder {
        technique: names[other.index()].clone(),
        rule: rule(other),
        patterns,
        closest: closest.contains(&other),
    };
    OverlapRow {
        technique: names[overlap.technique.index()].clone(),
        rule: rule(overlap.technique),
        patterns: overlap.patterns,
        found_by: overlap.found_by.iter().map(finder).collect(),
        same_as: Vec::new(),
    }
}

/// Adds to each row the techniques of the whole library that are proved equal.
fn with_same(
    mut rows: Vec<OverlapRow>,
    techniques: &[Technique],
    chosen: &[TechniqueId],
    whole: &[Technique],
) -> Vec<OverlapRow> {
    let compared = TechniqueComparison::new(whole);
    let names = labels(whole);
    let same = |(other, found): (usize, Sameness)| EqualTechnique {
        technique: names[other].clone(),
        rule: whole[other].rule.to_string(),
        how: found.how.words(),
        everywhere: found.how == SamenessKind::Everywhere,
        rewrites: found.rewrites,
        evidence: found.evidence,
    };
    for (row, id) in rows.iter_mut().zip(chosen) {
        let Technique { rule, instance, .. } = &techniques[id.index()];
        let own = |t: &Technique| t.rule == *rule && t.instance == *instance;
        if let Some(at) = whole.iter().position(own) {
            row.same_as = compared.same_as(at).into_iter().map(same).collect();
        }
    }
    rows
}

/// Prints the proved equalities: exact ones, and others with `--all`.
fn print_same(
    args: &OverlapArgs,
    rows: &[OverlapRow],
    terminal: &mut Terminal<'_>,
) -> std::io::Result<()> {
    let wants_all = args.all || !args.names.is_empty();
    for row in rows {
        let shown = row.same_as.iter().filter(|s| s.everywhere || wants_all);
        for same in shown {
            let EqualTechnique { technique, how, .. } = same;
            writeln!(terminal.out, "{} and {technique}: {how}, by", row.technique)?;
            if same.rewrites.is_empty() {
                writeln!(terminal.out, "  equal normal forms")?;
            }
            for rewrite in &same.rewrites {
                writeln!(terminal.out, "  {rewrite}")?;
            }
        }
    }
    Ok(())
}

fn print(
    args: &OverlapArgs,
    rows: &[OverlapRow],
    terminal: &mut Terminal<'_>,
) -> std::io::Result<()> {
    let mut table = vec![["technique", "subsumed by", "patterns"].map(str::to_owned)];
    for row in rows {
        let finders = row.found_by.iter().filter(|f| args.all || f.closest);
        let mut name = row.technique.as_str();
        for finder in finders {
            let evidence = format!("{} of {}", finder.patterns, row.patterns);
            table.push([name.to_owned(), finder.technique.clone(), evidence]);
            name = "";
        }
        if !name.is_empty() {
            let (by, evidence) = match row.patterns {
                0 => ("?", "none".to_owned()),
                n => ("-", n.to_string()),
            };
            table.push([name.to_owned(), by.to_owned(), evidence]);
        }
    }
    terminal.table(&table)?;
    if rows.iter().any(|row| row.patterns == 0) {
        writeln!(
            terminal.out,
            "?: no pattern was found that rests on its truths alone"
        )?;
    }
    print_same(args, rows, terminal)
}
