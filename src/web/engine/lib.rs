//! The engine as a WebAssembly module: the protocol of `qedoku-web`, one line of JSON in, one line
//! out.
//!
//! It supports everything that does not need Z3. A page runs it in a worker, and terminates the
//! worker to cancel.

#[path = "../abi.rs"]
mod abi;

use std::cell::RefCell;

use qedoku_web::{Offline, Service};

thread_local! {
    static SERVICE: RefCell<Service> = RefCell::new(Service::new(Box::new(Offline)));
}

fn respond(question: &[u8], tell: &mut dyn FnMut(&[u8])) -> Vec<u8> {
    let mut tell = |line: String| tell(line.as_bytes());
    let answer = SERVICE.with_borrow_mut(|service| service.respond(question, &mut tell));
    answer.into_bytes()
}
