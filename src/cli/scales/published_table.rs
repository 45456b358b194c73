//! Tables of puzzles with published ratings: tab-separated, the puzzle first.

use std::io::BufRead;
use std::path::Path;

use miette::{IntoDiagnostic, miette};

use crate::files;

/// The rows of a table.
pub struct PublishedTable {
    /// The names of the columns, if the first line begins with `#`.
    names: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl PublishedTable {
    pub fn read(path: &Path) -> miette::Result<PublishedTable> {
        let mut table = PublishedTable {
            names: Vec::new(),
            rows: Vec::new(),
        };
        for line in files::open(path)?.lines() {
            let line = line.into_diagnostic()?;
            let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
            match line.strip_prefix('#') {
                Some(names) if table.names.is_empty() => table.names = fields(names),
                Some(_) => {}
                None if line.trim().is_empty() => {}
                None => table.rows.push(fields(&line)),
            }
        }
        Ok(table)
    }

    /// The index of a column, given by its name, a prefix of it, or its number from 1.
    pub fn column(&self, name: &str) -> miette::Result<usize> {
        let number = name.parse::<usize>().ok().filter(|&n| n > 0);
        let named = self.names.iter().position(|own| own == name);
        let begins = || self.names.iter().position(|own| own.starts_with(name));
        let column = named.or_else(begins).or(number.map(|n| n - 1));
        column.ok_or_else(|| miette!("the table has no column `{name}`"))
    }
}
