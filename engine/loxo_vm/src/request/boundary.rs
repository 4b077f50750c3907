//! Where a piece of a request ends: what escapes from it is reported here, objects that are left are destroyed, `exit` and ticks have their rules.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use loxo_observer::Called;
use loxo_runtime::{Cx, Ending, FnId, PhpResult, Thrown, object};
use loxo_value::{MemoryExhausted, Value, heap, interrupt};

use crate::Vm;

/// How a piece of a request ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Done,
    /// `exit`, a fatal error, an uncaught exception.
    Ended,
}

impl Vm {
    /// Runs `work` and reports what escapes from it: uncaught exceptions, exhausted memory.
    pub fn guarded(&mut self, work: impl FnOnce(&mut Cx) -> PhpResult<()>) -> Outcome {
        self.guarded_vm(|vm| work(&mut vm.cx))
    }

    fn guarded_vm(&mut self, work: impl FnOnce(&mut Vm) -> PhpResult<()>) -> Outcome {
        let (root, depth) = (self.fp, loxo_observer::depth());
        let result = catch_unwind(AssertUnwindSafe(|| {
            let result = work(self);
            if result.is_err() && self.cx.exception.is_some() && self.cx.ending.is_none() {
                self.cx.handle_uncaught();
            }
            self.run_pending_at_end();
            result
        }));
        match result {
            Ok(Ok(())) => Outcome::Done,
            Ok(Err(_)) => {
                self.fp = root;
                Outcome::Ended
            }
            Err(payload) => {
                loxo_observer::unwind_to(depth);
                self.broken |= !payload.is::<MemoryExhausted>();
                self.bail_out(payload);
                // SAFETY: nothing was written there since, and nothing reads it afterwards.
                unsafe { self.globals.unbind_above(root) };
                self.fp = root;
                Outcome::Ended
            }
        }
    }

    /// A bug of the engine ended a part of the request: the thread should not be used for another.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Something unwound through the interpreter: out of memory, or a bug.
    fn bail_out(&mut self, payload: Box<dyn Any + Send>) {
        self.next_catch = None;
        self.depth = 0;
        let message = match payload.downcast_ref::<MemoryExhausted>() {
            Some(e) if e.limit == usize::MAX => {
                format!("Out of memory (allocated {} bytes) (tried to allocate {} bytes)", heap::memory_usage(true), e.tried)
            }
            Some(e) => format!("Allowed memory size of {} bytes exhausted (tried to allocate {} bytes)", e.limit, e.tried),
            None => {
                let text = payload.downcast_ref::<String>().cloned();
                let text = text.or_else(|| payload.downcast_ref::<&str>().map(|s| (*s).to_string()));
                format!("Internal error: {}", text.unwrap_or_default())
            }
        };
        self.cx.exception = None;
        // The report may take memory that is not there: the limit is in force again when it is out.
        let _ = self.cx.fatal(message);
        heap::resume_limit();
    }

    /// Destructors that wait when no PHP code runs any more.
    pub(crate) fn run_pending_at_end(&mut self) {
        if interrupt::pending() & (interrupt::DESTRUCTORS | interrupt::DEFERRED_WORK) != 0 && self.cx.ending != Some(Ending::Fatal) {
            self.run_pending();
            if self.cx.exception.is_some() && self.cx.ending.is_none() {
                self.cx.handle_uncaught();
            }
        }
    }

    /// Ends the life of the global variables and of all objects: global objects that nobody else holds go first, newest first; then all others in
    /// order of creation.
    pub fn destroy_globals(&mut self) {
        self.guarded_vm(|vm| {
            vm.destroy_all();
            Ok(())
        });
    }

    fn destroy_all(&mut self) {
        while let Some(value) = self.globals.pop_unshared_object() {
            self.at_end = true;
            drop(value);
            self.run_pending_at_end();
            if self.cx.ending.is_some() {
                return;
            }
        }
        let mut rest = Vec::new();
        loxo_value::for_each_live_object(|object| rest.push(object.clone()));
        for object in rest {
            let class = self.cx.class_of(&object);
            if class.magic.destructor.is_some() && !object.has_flags(loxo_value::object_flags::DESTRUCTED) {
                object.set_flags(loxo_value::object_flags::DESTRUCTED);
                let _ = object::destruct_at_end(&mut self.cx, &object);
                if self.cx.exception.is_some() && self.cx.ending.is_none() {
                    self.cx.handle_uncaught();
                }
            } else if let Some(destroy) = class.object_handlers.destroy {
                destroy(&mut self.cx, &object);
            }
        }
        self.run_pending_at_end();
        self.at_end = false;
    }

    /// `exit($status)` of an integer or a string.
    pub(crate) fn exit(&mut self, status: Option<Value>) -> Thrown {
        // PHP calls a function of that name.
        if let Some(func) = FnId::find(b"exit").and_then(|id| self.cx.func(id)).filter(|_| self.stack.is_watched()) {
            loxo_observer::as_call(Called::Builtin(func), || ());
        }
        if let Some(text) = status.as_ref().and_then(Value::as_bytes) {
            self.cx.echo(text);
        }
        self.cx.info.exit_status = (status.and_then(|status| status.as_int()).unwrap_or(0) & 0xff) as i32;
        self.cx.ending = Some(Ending::Exit);
        Thrown
    }

    pub(crate) fn run_tick_functions(&mut self) -> PhpResult<()> {
        // Ticks inside of these functions call nothing.
        if std::mem::replace(&mut self.ticking, true) {
            return Ok(());
        }
        let outer = std::mem::replace(&mut self.cx.fibers_stay, true);
        let functions = self.cx.tick_functions.clone();
        let result = functions.into_iter().try_for_each(|(callable, mut args)| self.call(&callable, &mut args, None).map(drop));
        self.cx.fibers_stay = outer;
        self.ticking = false;
        result
    }
}
