//! Tests across crates: the program, the checkers compared with each other, soundness and mining.

mod book;
mod cli;
mod cli_book;
mod cli_check;
mod cli_collections;
mod cli_draw;
mod cli_export;
mod cli_help;
mod cli_json;
mod cli_puzzles;
mod cli_report;
mod cli_rules;
mod cli_scope;
mod cli_solve;
mod cli_study;
mod editors;
mod examples;
mod fuzz;
#[cfg(unix)]
mod hostile_files;
mod mine;
mod mutation;
mod other_boards;
mod outputs;
mod pages;
mod pictures;
mod program;
mod prose;
mod release;
mod rules;
mod scripts;
mod second_checker;
#[cfg(target_os = "linux")]
mod serve;
mod shells;
mod soundness;
mod tidy;
mod verified_checker;
