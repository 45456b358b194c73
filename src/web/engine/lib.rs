//! The engine as a WebAssembly module: the protocol of `qedoku-web`, a line of JSON in, a line of JSON out.
//!
//! It knows everything but what needs Z3. A page runs it inside a worker, and ends the worker to cancel.

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
