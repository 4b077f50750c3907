//! What the library said: PHP keeps the last of it for the program to ask.

use loxo_openssl_sys::errors;
use loxo_runtime::{Cx, ExtSlot, OrFalse, PhpResult};

const KEPT: usize = 16;

/// A ring: the oldest is forgotten when it is full.
#[derive(Clone, Default)]
pub(crate) struct Queue {
    codes: [u64; KEPT],
    newest: usize,
    oldest: usize,
}

impl ExtSlot for Queue {}

/// Takes over what the library has in its own queue.
pub(crate) fn store(cx: &mut Cx) {
    while let Some(code) = errors::take() {
        let queue = cx.ext::<Queue>();
        queue.newest = (queue.newest + 1) % KEPT;
        if queue.newest == queue.oldest {
            queue.oldest = (queue.oldest + 1) % KEPT;
        }
        queue.codes[queue.newest] = code;
    }
}

/// What is kept now, to come back to.
pub(crate) fn mark(cx: &mut Cx) -> Queue {
    cx.ext::<Queue>().clone()
}

pub(crate) fn restore(cx: &mut Cx, mark: Queue) {
    errors::clear();
    *cx.ext::<Queue>() = mark;
}

/// `None` if the library refused; what it says about it is kept.
pub(crate) fn noted<T>(cx: &mut Cx, result: Option<T>) -> Option<T> {
    if result.is_none() {
        store(cx);
    }
    result
}

/// `openssl_error_string()`
pub(crate) fn openssl_error_string(cx: &mut Cx) -> PhpResult<OrFalse<String>> {
    store(cx);
    let queue = cx.ext::<Queue>();
    if queue.newest == queue.oldest {
        return Ok(OrFalse(None));
    }
    queue.oldest = (queue.oldest + 1) % KEPT;
    Ok(OrFalse(Some(errors::text(queue.codes[queue.oldest]))))
}
