//! The stack of buffers.

use loxo_value::{PhpStr, Tag, Value};

use super::handler::{Handler, HandlerFactory, InternalHandler, Outcome, Work, flag};
use crate::convert::class_name;
use crate::{Cx, ErrorLevel, class_of};

impl Cx {
    /// `ob_start()`. False: not started; a warning tells why, if the callback is at fault.
    pub fn start_buffer(&mut self, callback: &Value, chunk_size: usize, flags: u32) -> bool {
        let handler = match callback.deref() {
            v if v.is_null() => Handler::new(PhpStr::new(b"default output handler"), Work::Default, chunk_size, flags),
            v if self.named_handler(v).is_some() => {
                let Some((name, factory)) = self.named_handler(v) else { return false };
                let Some(work) = factory(self, chunk_size) else { return false };
                Handler::new(PhpStr::from(name), Work::Internal(Some(work)), chunk_size, flags)
            }
            v => match (self.hooks.callable)(self, v) {
                Err(_) => return false,
                Ok(Ok(callable)) => Handler::new(callback_name(v), Work::User(callable), chunk_size, flags),
                Ok(Err(error)) => {
                    self.builtin_warning(error);
                    return false;
                }
            },
        };
        self.push_handler(handler)
    }

    /// The buffer that `output_handler` or `output_buffering` want around the whole program.
    pub fn start_configured_buffer(&mut self) {
        let handler = self.ini_str("output_handler");
        let size = self.ini_int("output_buffering");
        if !handler.is_empty() {
            self.start_buffer(&Value::bytes(&handler), 0, flag::STDFLAGS);
        } else if size != 0 {
            // 1 is "on": no limit.
            self.start_buffer(&Value::NULL, usize::try_from(size).ok().filter(|size| *size > 1).unwrap_or(0), flag::STDFLAGS);
        }
    }

    /// The handler written in Rust that a string names.
    fn named_handler(&self, callback: &Value) -> Option<(&'static str, HandlerFactory)> {
        let name = callback.as_bytes()?;
        self.output.named.iter().find(|(known, _)| known.as_bytes() == name).copied()
    }

    /// Starts a buffer whose handler is written in Rust.
    pub fn start_internal_buffer(&mut self, name: &str, work: InternalHandler, chunk_size: usize, flags: u32) -> bool {
        self.push_handler(Handler::new(PhpStr::from(name), Work::Internal(Some(work)), chunk_size, flags))
    }

    fn push_handler(&mut self, handler: Handler) -> bool {
        if self.output.deactivated || self.is_locked(flag::START) {
            return false;
        }
        self.output.stack.push(handler);
        true
    }

    /// A handler may not work on the buffers while it runs: that is a fatal error.
    pub(super) fn is_locked(&mut self, op: u32) -> bool {
        let locked = op != flag::WRITE && self.output.running && !self.output.stack.is_empty();
        if locked {
            self.send_headers();
            self.output.deactivated = true;
            // Handlers may be objects with destructors that start buffers.
            drop(std::mem::take(&mut self.output.stack));
            self.output.running = false;
            self.builtin_raise(ErrorLevel::Error, "Cannot use output buffering in output buffering display handlers");
        }
        locked
    }

    /// Puts data through all buffers and prints what comes out of the last.
    pub(super) fn output_op(&mut self, op: u32, data: &[u8]) {
        if !self.is_locked(op) {
            self.output_below(self.output.stack.len(), op, data);
        }
    }

    /// The same, for the outermost `count` buffers.
    fn output_below(&mut self, count: usize, op: u32, data: &[u8]) {
        let mut owned: Option<Vec<u8>> = None;
        for level in (0..count).rev() {
            match self.handler_op(level, op, owned.as_deref().unwrap_or(data)) {
                Outcome::Nothing => return,
                Outcome::Pass(out) => owned = Some(out),
                Outcome::Unchanged => {}
            }
        }
        self.write_out(owned.as_deref().unwrap_or(data));
    }

    /// `ob_flush()`: the innermost buffer's content goes to the next one. False: there is none, or it is not flushable.
    pub fn flush_buffer(&mut self) -> bool {
        let Some(top) = self.output.stack.len().checked_sub(1) else { return false };
        if !self.output.stack[top].has(flag::FLUSHABLE) {
            return false;
        }
        if let Outcome::Pass(out) = self.handler_op(top, flag::FLUSH, b"") {
            self.output_below(top.min(self.output.stack.len()), flag::WRITE, &out);
        }
        true
    }

    /// All buffers are flushed into the next, and the last one to the server.
    pub fn flush_all_buffers(&mut self) {
        if self.output.level() > 0 {
            self.output_op(flag::FLUSH, b"");
        }
    }

    /// `ob_clean()`. False: there is no buffer, or it is not cleanable.
    pub fn clean_buffer(&mut self) -> bool {
        let Some(top) = self.output.stack.len().checked_sub(1) else { return false };
        if !self.output.stack[top].has(flag::CLEANABLE) {
            return false;
        }
        self.handler_op(top, flag::CLEAN, b"");
        true
    }

    /// `ob_end_flush()`, after the check that there is a buffer. False (with a notice): it is not removable.
    pub fn end_buffer(&mut self) -> bool {
        self.pop_buffer(false, false)
    }

    /// `ob_end_clean()`, likewise.
    pub fn discard_buffer(&mut self) -> bool {
        self.pop_buffer(true, false)
    }

    /// The end of a request: every buffer is flushed and removed.
    pub fn end_all_buffers(&mut self) {
        while self.output.level() > 0 && self.pop_buffer(false, true) {}
    }

    /// Every buffer is thrown away (out of memory).
    pub fn discard_all_buffers(&mut self) {
        while self.output.level() > 0 && self.pop_buffer(true, true) {}
    }

    fn pop_buffer(&mut self, discard: bool, force: bool) -> bool {
        let verb = if discard { "discard" } else { "send" };
        let Some(level) = self.output.stack.len().checked_sub(1) else {
            self.builtin_notice(format!("Failed to {verb} buffer. No buffer to {verb}"));
            return false;
        };
        let top = &self.output.stack[level];
        if !force && !top.has(flag::REMOVABLE) {
            let message = format!("Failed to {verb} buffer of {} ({level})", top.name());
            self.builtin_notice(message);
            return false;
        }
        let op = if discard { flag::FINAL | flag::CLEAN } else { flag::FINAL };
        let outcome = self.handler_op(level, op, b"");
        self.output.stack.truncate(level);
        if let (Outcome::Pass(out), false) = (outcome, discard) {
            self.output_op(flag::WRITE, &out);
        }
        true
    }
}

/// The name of a callback as `ob_list_handlers()` shows it.
fn callback_name(v: &Value) -> PhpStr {
    match v.tag() {
        Tag::String => v.as_str().cloned().unwrap_or_default(),
        Tag::Object => v.as_object().map_or(PhpStr::empty(), |o| PhpStr::concat(&[class_name(class_of(o)), b"::__invoke"])),
        Tag::Array => {
            let Some(array) = v.as_array() else { return PhpStr::empty() };
            let part = |i| array.get_int(i).map(Value::deref);
            let class: PhpStr = match part(0) {
                Some(v) => v.as_object().map(|o| PhpStr::new(class_name(class_of(o)))).or(v.as_str().cloned()).unwrap_or_default(),
                None => PhpStr::empty(),
            };
            let method = part(1).and_then(Value::as_str).cloned().unwrap_or_default();
            PhpStr::concat(&[&class, b"::", &method])
        }
        _ => PhpStr::empty(),
    }
}
