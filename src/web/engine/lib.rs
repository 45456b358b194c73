//! The engine as a WebAssembly module: the protocol of `qedoku-web`, one line of JSON in, one line
//! out.
//!
//! It supports everything that does not need Z3. A page runs it in a worker, and terminates the
//! worker to cancel.

#[path = "../abi.rs"]
mod abi;

use std::cell::RefCell;

use qedoku_web::{Desk, NoZ3};

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::new(Box::new(NoZ3)));
}

fn respond(question: &[u8], tell: &mut dyn FnMut(&[u8])) -> Vec<u8> {
    let mut tell = |line: String| tell(line.as_bytes());
    let answer = DESK.with_borrow_mut(|desk| desk.respond(question, &mut tell));
    answer.into_bytes()
}
