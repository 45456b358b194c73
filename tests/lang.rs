//! The rule language: what it accepts, what it rejects, and how it prints.

use qedoku::lang;

#[test]
fn standard_library_loads() {
    let library = match lang::standard_library() {
        Ok(library) => library,
        Err(diagnostics) => panic!("{}", diagnostics.render(80)),
    };
    assert!(library.techniques.len() >= 25);
}
