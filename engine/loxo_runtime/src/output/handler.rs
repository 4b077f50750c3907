//! One output buffer, and the handler that its content goes through.

use loxo_value::{PhpStr, Value};

use crate::memory_limit::CountedBuf;
use crate::{Callable, Cx, convert};

/// `PHP_OUTPUT_HANDLER_*`
pub mod flag {
    pub const WRITE: u32 = 0;
    pub const START: u32 = 1;
    pub const CLEAN: u32 = 2;
    pub const FLUSH: u32 = 4;
    pub const FINAL: u32 = 8;
    /// The handler is a PHP callback.
    pub const USER: u32 = 1;
    pub const CLEANABLE: u32 = 0x10;
    pub const FLUSHABLE: u32 = 0x20;
    pub const REMOVABLE: u32 = 0x40;
    pub const STDFLAGS: u32 = 0x70;
    pub const STARTED: u32 = 0x1000;
    pub const DISABLED: u32 = 0x2000;
    pub const PROCESSED: u32 = 0x4000;
    /// Flags that are not the caller's to set.
    pub(super) const INTERNAL: u32 = 0xf00f;
}

/// A handler written in Rust (`ob_gzhandler`): input and `PHP_OUTPUT_HANDLER_*` operation to output; `None`: it failed.
pub type InternalHandler = Box<dyn FnMut(&mut Cx, &[u8], u32) -> Option<Vec<u8>>>;

/// Makes such a handler, for a buffer with chunks of that size. `None`: it cannot be used now, and said why.
pub type HandlerFactory = fn(&mut Cx, usize) -> Option<InternalHandler>;

pub(super) enum Work {
    /// Passes everything on.
    Default,
    User(Callable),
    /// `None` while it runs.
    Internal(Option<InternalHandler>),
}

/// A row of `ob_get_status()`.
pub struct BufferInfo<'a> {
    pub name: &'a PhpStr,
    pub flags: u32,
    pub level: usize,
    pub chunk_size: usize,
    pub buffer_size: usize,
    pub buffer_used: usize,
}

pub(super) struct Handler {
    name: PhpStr,
    work: Work,
    chunk_size: usize,
    pub(super) flags: u32,
    buffer: CountedBuf,
    /// What PHP would have allocated, for `ob_get_status()`.
    size: usize,
}

/// What an operation on a buffer came to.
pub(super) enum Outcome {
    /// Nothing goes further.
    Nothing,
    /// This goes to the next buffer.
    Pass(Vec<u8>),
    /// The handler is out of order; its input goes on as it is.
    Unchanged,
}

/// What a buffer has space for at first: parts of pages fit.
const FIRST_ROOM: usize = 2048;

/// Sizes of buffers as PHP allocates them.
fn buffer_size(wanted: usize) -> usize {
    if wanted > 1 { wanted.next_multiple_of(0x1000) + 0x1000 } else { 0x4000 }
}

impl Handler {
    pub(super) fn new(name: PhpStr, work: Work, chunk_size: usize, flags: u32) -> Handler {
        let user = if matches!(work, Work::User(_)) { flag::USER } else { 0 };
        let flags = flags & !flag::INTERNAL | user;
        Handler { name, work, chunk_size, flags, buffer: CountedBuf::new(), size: buffer_size(chunk_size) }
    }

    pub(super) fn name(&self) -> &PhpStr {
        &self.name
    }

    pub(super) fn buffer(&self) -> &[u8] {
        &self.buffer
    }

    pub(super) fn has(&self, flags: u32) -> bool {
        self.flags & flags == flags
    }

    pub(super) fn info(&self, level: usize) -> BufferInfo<'_> {
        BufferInfo {
            name: &self.name,
            flags: self.flags,
            level,
            chunk_size: self.chunk_size,
            buffer_size: self.size,
            buffer_used: self.buffer.len(),
        }
    }

    /// Writing is nothing but appending.
    #[inline]
    pub(super) fn takes_all(&self, running: bool) -> bool {
        (self.chunk_size == 0 || running) && self.flags & flag::DISABLED == 0
    }

    #[inline]
    pub(super) fn append(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() && self.size - self.buffer.len() <= bytes.len() {
            self.size += buffer_size(self.chunk_size).max(buffer_size(bytes.len() - (self.size - self.buffer.len())));
        }
        if self.buffer.capacity() == 0 {
            self.buffer.reserve(FIRST_ROOM);
        }
        self.buffer.extend_from_slice(bytes);
        self.buffer.settle();
    }

    /// Chunked, and the chunk is full.
    fn is_full(&self) -> bool {
        self.chunk_size != 0 && self.buffer.len() >= self.chunk_size
    }
}

impl Cx {
    /// Puts input through the buffer at `level`.
    pub(super) fn handler_op(&mut self, level: usize, op: u32, input: &[u8]) -> Outcome {
        let running = self.output.running;
        let Some(handler) = self.output.stack.get_mut(level) else { return Outcome::Unchanged };
        if handler.has(flag::DISABLED) {
            return Outcome::Unchanged;
        }
        if self.is_locked(op) {
            return Outcome::Nothing;
        }
        let Some(handler) = self.output.stack.get_mut(level) else { return Outcome::Unchanged };
        handler.append(input);
        let keep = input.is_empty() || running || !handler.is_full();
        if op == flag::WRITE && keep {
            return Outcome::Nothing;
        }
        let op = if handler.has(flag::STARTED) { op } else { op | flag::START };
        let result = self.run_handler(level, op);
        let Some(handler) = self.output.stack.get_mut(level) else { return Outcome::Nothing };
        handler.flags |= flag::STARTED;
        match result {
            Some(out) => {
                handler.flags |= flag::PROCESSED;
                handler.buffer.clear();
                if out.is_empty() { Outcome::Nothing } else { Outcome::Pass(out) }
            }
            None => {
                handler.flags |= flag::DISABLED;
                handler.size = 0;
                Outcome::Pass(handler.buffer.take())
            }
        }
    }

    /// Output of the handler for what is in its buffer; `None`: it failed.
    fn run_handler(&mut self, level: usize, op: u32) -> Option<Vec<u8>> {
        let handler = self.output.stack.get_mut(level)?;
        match &mut handler.work {
            Work::Default => Some(handler.buffer.take()),
            Work::User(callable) => {
                let callable = callable.clone();
                let args = vec![Value::bytes(&handler.buffer), Value::int(i64::from(op))];
                self.run_user_handler(&callable, args)
            }
            Work::Internal(work) => {
                let mut work = work.take()?;
                let input = handler.buffer.take();
                self.output.running = true;
                self.output.running_level = level;
                let out = work(self, &input, op);
                self.output.running = false;
                if let Some(Handler { work: Work::Internal(place), buffer, .. }) = self.output.stack.get_mut(level) {
                    *place = Some(work);
                    if out.is_none() {
                        buffer.extend_from_slice(&input);
                    }
                }
                out
            }
        }
    }

    fn run_user_handler(&mut self, callable: &Callable, args: Vec<Value>) -> Option<Vec<u8>> {
        self.output.running = true;
        let active = self.active.take();
        // Buffers are also emptied while an exception or exit is on its way; the callback runs all the same.
        let exception = self.exception.take();
        let ending = self.ending.take();
        let result = self.call_vec(callable, args);
        let out = match result.as_ref().map(|v| v.deref()) {
            Ok(v) if v.is_false() => None,
            Ok(v) if v.is_true() => Some(Vec::new()),
            Ok(v) => convert::to_string(self, v).ok().map(|s| s.to_vec()),
            Err(_) => None,
        };
        if let Some(exception) = exception
            && let Some(new) = self.exception.replace(exception)
        {
            let _ = self.throw_object(new);
        }
        self.ending = self.ending.or(ending);
        self.active = active;
        self.output.running = false;
        out
    }
}
