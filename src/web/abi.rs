//! Wishes a page talks to a WebAssembly module: bytes in, bytes out.
//!
//! Three functions and one import. The page calls `reserve(n)` and writes n bytes where it points; `answer()` reads
//! them and returns where the answer lies, `answer_length()` how long it is. Meanwhile the module may call the
//! import `tell(at, n)` with bytes that the page reads at once: how far it is.
//!
//! That is small enough to need no generator of bindings, so that `cargo build` alone makes the module. Rust hands
//! out addresses of its own buffers and never follows one that comes from outside: there is no `unsafe` block, only
//! the names that are exported.

use std::cell::RefCell;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    safe fn tell(at: usize, length: usize);
}

/// Where nobody listens; the module is then an ordinary library that is built with the others and never used.
#[cfg(not(target_arch = "wasm32"))]
fn tell(_at: usize, _length: usize) {}

/// Room for a question of so many bytes.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> usize {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr() as usize
    })
}

/// Answers the question; where the answer lies.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let question = QUESTION.take();
    let answer = crate::respond(&question, &mut |line| {
        tell(line.as_ptr() as usize, line.len());
    });
    ANSWER.with_borrow_mut(|kept| {
        *kept = answer;
        kept.as_ptr() as usize
    })
}

/// Wishes long the answer is.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}
