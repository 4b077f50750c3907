//! Output and its buffers (`ob_*`). What leaves the last buffer is collected and handed to the server in larger pieces.
//!
//! Modules: `stack` (what `ob_start()` and its family do), `handler` (one buffer), `sink` (headers and the server).

mod handler;
mod sink;
mod stack;

pub use handler::{BufferInfo, HandlerFactory, InternalHandler, flag};

use handler::Handler;
use loxo_value::Value;

use crate::Cx;

/// Collected output goes to the server when it is as long as this.
const PIECE: usize = 32 * 1024;

/// The request's output state.
#[derive(Default)]
pub struct Output {
    stack: Vec<Handler>,
    /// Names that `ob_start()` takes for handlers written in Rust.
    named: Vec<(&'static str, HandlerFactory)>,
    /// The level of the buffer whose handler runs.
    running_level: usize,
    /// The callback of a buffer is running; what it prints is swallowed, and it may not touch the buffers.
    running: bool,
    /// On its way to the server.
    pending: Vec<u8>,
    /// Every write goes out at once.
    pub implicit_flush: bool,
    /// Nothing goes out any more: HEAD requests, clients that are gone.
    pub disabled: bool,
    /// The client is gone (`connection_aborted()`).
    pub aborted: bool,
    /// `header_register_callback()`
    pub header_callback: Option<Value>,
    /// A handler misused the buffers: there are none any more in this request.
    deactivated: bool,
}

impl Output {
    /// Number of active buffers (`ob_get_level()`).
    pub fn level(&self) -> usize {
        self.stack.len()
    }

    /// A buffer's callback is running.
    pub fn in_handler(&self) -> bool {
        self.running
    }

    /// Content of the innermost buffer.
    pub fn contents(&self) -> Option<&[u8]> {
        self.stack.last().map(|handler| handler.buffer())
    }

    /// What `ob_get_status()` tells of each buffer, outermost first.
    pub fn buffers(&self) -> impl DoubleEndedIterator<Item = BufferInfo<'_>> {
        self.stack.iter().enumerate().map(|(level, handler)| handler.info(level))
    }

    /// A name that `ob_start()` shall take for a handler written in Rust.
    pub fn register_handler(&mut self, name: &'static str, factory: HandlerFactory) {
        self.named.push((name, factory));
    }

    /// Is there a buffer with a handler of that name?
    pub fn has_handler(&self, name: &str) -> bool {
        self.stack.iter().any(|handler| handler.name().as_bytes() == name.as_bytes())
    }

    /// The buffer whose handler runs can be neither cleaned nor removed from now on: what it has sent depends on what follows.
    pub fn pin_running_buffer(&mut self) {
        if let Some(handler) = self.stack.get_mut(self.running_level).filter(|_| self.running) {
            handler.flags &= !(flag::CLEANABLE | flag::REMOVABLE);
        }
    }
}

impl Cx {
    /// Prints. Callbacks of buffers may run, and leave an exception: [`Cx::check`] after it where [`Output::level`] is not 0.
    #[inline]
    pub fn echo(&mut self, bytes: &[u8]) {
        match self.output.stack.last_mut() {
            Some(top) if top.takes_all(self.output.running) => {
                top.append(bytes);
            }
            None if self.info.headers_sent && !self.output.disabled && self.output.pending.len() + bytes.len() < PIECE => {
                self.output.pending.extend_from_slice(bytes);
                if self.output.implicit_flush {
                    self.flush_pending();
                }
            }
            _ => self.echo_slow(bytes),
        }
    }

    #[cold]
    fn echo_slow(&mut self, bytes: &[u8]) {
        self.output_op(flag::WRITE, bytes);
    }
}
