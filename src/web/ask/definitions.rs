//! The files of the standard library that define patterns or relations, such as `als.rule`.

use std::cell::OnceCell;

use qedoku_core::lang::ast::Item;
use qedoku_core::lang::{self, RuleFile, standard_sources};

thread_local! {
    /// The standard files with patterns and relations, found once.
    static DEFINITIONS: OnceCell<Vec<RuleFile>> = const { OnceCell::new() };
}

/// The standard files that define patterns or relations.
pub fn definitions() -> Vec<RuleFile> {
    let defines = |source: &RuleFile| {
        let file = lang::parse(source).ok();
        let items = file.iter().flat_map(|file| &file.items);
        { items }.any(|item| !matches!(item, Item::Rule(_)))
    };
    DEFINITIONS.with(|known| {
        let all = known.get_or_init(|| standard_sources().into_iter().filter(defines).collect());
        all.clone()
    })
}
