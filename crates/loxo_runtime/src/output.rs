//! Output and its buffers (`ob_*`). What leaves the last buffer is collected and handed to the server in larger pieces.
//!
//! Rooms: `stack` (what `ob_start()` and its family do), `handler` (one buffer), `sink` (headers and the server).

mod handler;
mod sink;
mod stack;

pub use handler::{BufferInfo, InternalHandler, flag};

use handler::Handler;
use loxo_value::Value;

use crate::Cx;

/// Collected output goes to the server when it is as long as this.
const PIECE: usize = 32 * 1024;

/// The request's output state.
#[derive(Default)]
pub struct Output {
    stack: Vec<Handler>,
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
    /// Something was printed, if only into a buffer.
    written: bool,
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

    /// Something was printed.
    pub fn is_written(&self) -> bool {
        self.written
    }
}

impl Cx {
    /// Prints. Callbacks of buffers may run, and leave an exception: [`Cx::check`] after it where [`Output::level`] is not 0.
    #[inline]
    pub fn echo(&mut self, bytes: &[u8]) {
        match self.output.stack.last_mut() {
            Some(top) if top.takes_all(self.output.running) => {
                top.append(bytes);
                self.output.written |= !bytes.is_empty();
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
        self.output.written |= !bytes.is_empty();
        self.output_op(flag::WRITE, bytes);
    }
}
