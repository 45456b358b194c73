//! `qedoku rules overlap`

use miette::IntoDiagnostic;

use crate::exit::GOOD;
use crate::library::{LibraryArgs, known};
use crate::terminal::Terminal;
use qedoku_core::lang::Library;
use qedoku_mine::overlap::report::{EqualTechnique, OverlapRow, SampleSize, rows};

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

impl SampleArgs {
    /// The size of the sample.
    pub fn size(&self) -> SampleSize {
        SampleSize {
            patterns: self.patterns as usize,
            puzzles: self.puzzles,
            seed: self.seed,
        }
    }
}

pub fn run(args: &OverlapArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    check_names(&library, &args.names)?;
    let rows = rows(library, &args.names, args.sample.size(), args.all);
    match args.json {
        true => terminal.json(&rows)?,
        false => print(args, &rows, terminal).into_diagnostic()?,
    }
    Ok(GOOD)
}

fn check_names(library: &Library, names: &[String]) -> miette::Result<()> {
    names.iter().try_for_each(|name| known(library, name))
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
