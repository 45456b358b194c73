//! `qedoku rules new`: starts a rule file.

use std::path::PathBuf;

use miette::{IntoDiagnostic, miette};

use crate::exit::GOOD;
use crate::files;
use crate::library::no_such_rule;
use crate::terminal::Terminal;
use qedoku_core::lang::ast::Item;
use qedoku_core::lang::{is_keyword, parse, print, standard_library, standard_sources};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "With --from-state, Z3 and a core search find the smallest explanation of the \
        eliminations. The file then has the pattern as clauses, an example and a near miss."
)]
pub struct RulesNewArgs {
    /// Name of the rule: letters, digits and `_`
    name: String,

    /// Copy this rule of the library
    #[arg(long, value_name = "RULE", conflicts_with = "from_state")]
    from: Option<String>,

    /// Derive the rule from this state: a file, `-` for standard input, or the state as text
    #[arg(long, value_name = "STATE", requires = "targets")]
    from_state: Option<String>,

    /// Eliminations that the rule must find in that state, such as r1c3<>6, separated by commas
    #[arg(
        long,
        value_name = "ELIMINATIONS",
        value_delimiter = ',',
        requires = "from_state"
    )]
    targets: Vec<String>,

    /// Maximum number of truths in the explanation
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=8))]
    size: u8,

    /// File to write, or `-` for standard output [default: NAME.rule]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(args: &RulesNewArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let name = &args.name;
    if let Some(help) = bad_name(name) {
        return Err(miette!(
            code = "rule::bad_name",
            help = help,
            "`{name}` cannot be a name"
        ));
    }
    let text = match (&args.from, &args.from_state) {
        (Some(rule), _) => copy(name, rule)?,
        (None, Some(state)) => derive(args, state)?,
        (None, None) => blank(name),
    };
    let default = || PathBuf::from(format!("{name}.rule"));
    let path = args.output.clone().unwrap_or_else(default);
    if files::is_stdin(&path) {
        terminal.out.write_all(text.as_bytes()).into_diagnostic()?;
        return Ok(GOOD);
    }
    if path.exists() {
        let shown = files::display_name(&path);
        return Err(miette!(
            help = "use -o to name another file",
            "{shown} already exists"
        ));
    }
    files::write(&path, text.as_bytes())?;
    writeln!(terminal.out, "{}", crate::files::escaped(&path)).into_diagnostic()?;
    Ok(GOOD)
}

/// The reason why a text cannot be a name, if any.
fn bad_name(name: &str) -> Option<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let good = name.chars().all(is_word) && name.starts_with(|c: char| c.is_ascii_alphabetic());
    match good {
        false => Some("a name has letters, digits and `_`, and begins with a letter".into()),
        true if is_keyword(name) => Some(format!("`{name}` is a word of the language")),
        true => None,
    }
}

/// A sound rule, to be edited line by line.
fn blank(name: &str) -> String {
    let title = name.replace('_', " ");
    format!(
        r#"/// Describe the technique and why it is valid.
rule {name} {{
  name     "{title}"
  level    hard
  score    1000
  // Variables:
  for      digit d, house H, cell a in H
  // Premises, from which the conclusion must follow:
  when     every d in H is at a
  // Conclusion:
  then     place d at a
  say      "{{d}} has one place left in {{H}}: {{a}}"
}}
"#
    )
}

/// A rule of the library under another name, without its codes in other schemes.
fn copy(name: &str, rule: &str) -> miette::Result<String> {
    let library = standard_library()?;
    for source in standard_sources() {
        let mut file = parse(&source)?;
        let is_it = |item: &Item| matches!(item, Item::Rule(r) if r.name.node == *rule);
        if !file.items.iter().any(is_it) {
            continue;
        }
        file.items.retain(is_it);
        for item in &mut file.items {
            if let Item::Rule(rule) = item {
                rule.name.node = name.to_string();
                rule.known_as.clear();
            }
        }
        return Ok(print(&file));
    }
    let names = library.rules.iter().map(|rule| rule.name());
    Err(no_such_rule(rule, names))
}

#[cfg(feature = "mine")]
fn derive(args: &RulesNewArgs, state: &str) -> miette::Result<String> {
    super::derive::from_state(&args.name, state, &args.targets, usize::from(args.size))
}

#[cfg(not(feature = "mine"))]
fn derive(args: &RulesNewArgs, _: &str) -> miette::Result<String> {
    let (targets, size) = (args.targets.len(), args.size);
    let what = format!("mining, which explains {targets} eliminations by {size} truths");
    Err(crate::features::needs("mine", &what))
}
