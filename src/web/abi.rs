//! The interface between a page and a WebAssembly module: bytes in, bytes out.
//!
//! It has three functions and one import. The page calls `reserve(n)` and writes n bytes at the
//! returned address. `answer()` reads them and returns the address of the answer, `answer_length()`
//! its length. Meanwhile the module may call the import `tell(at, n)` with bytes of progress that
//! the page reads at once.
//!
//! The interface is small enough to need no binding generator, so `cargo build` alone makes the
//! module. Rust returns addresses of its own buffers and never follows an address from outside.
//! There is no `unsafe` block, only exported names.

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

/// Outside WebAssembly the import does nothing. The module is then built with the workspace but not
/// used.
#[cfg(not(target_arch = "wasm32"))]
fn tell(_at: usize, _length: usize) {}

/// Reserves `length` bytes for a question. Returns their address.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> usize {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr() as usize
    })
}

/// Answers the question. Returns the address of the answer.
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

/// The length of the answer in bytes.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}
