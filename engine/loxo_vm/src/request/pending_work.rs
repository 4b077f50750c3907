//! Destructors, at the op boundary after the object's last owner let go; the collector when it is due.

use loxo_runtime::{Ending, PhpResult, Thrown, object};
use loxo_value::{PhpObject, gc, interrupt};

use crate::Vm;
use loxo_value::interrupter::reason;

/// Does what the heap's pending byte says is waiting.
pub fn run_pending(vm: &mut Vm) {
    // Where that ends the program the error is in flight now, and destructors wait for the next boundary.
    if vm.interrupted() && vm.handle_interrupt().is_err() {
        return;
    }
    if interrupt::pending_destructors() {
        run_queue(vm);
    }
    if interrupt::pending() & interrupt::DEFERRED_WORK != 0 {
        close_streams(vm);
    }
    if gc::should_run() {
        gc::run_due(&mut |object| destruct(vm, &object));
    }
}

/// Streams that nobody holds any more, and whose end runs PHP code.
fn close_streams(vm: &mut Vm) {
    let outer = vm.cx.exception.take();
    loxo_streams::close_pending(&mut vm.cx);
    vm.merge_exception(outer);
}

fn run_queue(vm: &mut Vm) {
    gc::run_pending_destructors(&mut |object| {
        destruct(vm, &object);
        vm.runs_destructors()
    });
}

/// Runs the destructor of one object. An exception that is in flight already is kept, and chained if the destructor throws too.
pub fn destruct(vm: &mut Vm, object: &PhpObject) {
    if let Some(destroy) = vm.cx.class_of(object).object_handlers.destroy {
        let outer = vm.cx.exception.take();
        destroy(&mut vm.cx, object);
        vm.merge_exception(outer);
        return;
    }
    if !vm.runs_destructors() {
        return;
    }
    let ending = vm.cx.ending.take();
    let outer = vm.cx.exception.take();
    let no_code = vm.at_end && vm.user_frame().is_none();
    let _ = if no_code { object::destruct_at_end(&mut vm.cx, object) } else { object::destruct(&mut vm.cx, object) };
    vm.merge_exception(outer);
    // An exception that a destructor throws takes the place of the `exit` that was under way.
    if vm.cx.exception.is_none() {
        vm.cx.ending = vm.cx.ending.or(ending);
    }
}

impl Vm {
    /// `exit` takes frames down as an exception does; after a fatal error nothing runs any more.
    pub(crate) fn runs_destructors(&self) -> bool {
        self.cx.ending.is_none_or(|ending| ending == Ending::Exit)
    }

    /// Puts back an exception that was set aside; one that arose meanwhile comes first and has it as its previous.
    pub(crate) fn merge_exception(&mut self, outer: Option<PhpObject>) {
        let Some(outer) = outer else { return };
        match &self.cx.exception {
            None => self.cx.exception = Some(outer),
            Some(inner) => {
                let inner = inner.clone();
                loxo_runtime::error::chain_previous(&mut self.cx, &inner, outer);
            }
        }
    }
}

impl Vm {
    #[cold]
    pub(crate) fn handle_interrupt(&mut self) -> PhpResult<()> {
        let why = self.interrupts.take();
        self.stack.reopen();
        if why & reason::FLUSH != 0 {
            self.cx.flush_pending();
        }
        if why & reason::SAMPLE != 0 {
            loxo_observer::run_due(&mut self.cx)?;
        }
        if let Some(work) = self.cx.on_attention {
            work(&mut self.cx)?;
        }
        if why & reason::STOP != 0 {
            self.cx.ending.get_or_insert(Ending::Exit);
            return Err(Thrown);
        }
        if why & reason::TERMINATE != 0 {
            // What runs at the end of the request may wait, until it is interrupted too.
            loxo_process_sys::clear_interrupt();
            return Err(self.cx.fatal("The request took longer than the server allows"));
        }
        if why & reason::TIME_IS_UP == 0 {
            return Ok(());
        }
        let seconds = self.cx.ini_int("max_execution_time");
        // What runs at the end of the request gets as much time again.
        (self.cx.hooks.time_limit)(&mut self.cx, seconds);
        let plural = if seconds == 1 { "" } else { "s" };
        Err(self.cx.fatal(format!("Maximum execution time of {seconds} second{plural} exceeded")))
    }

    /// Runs destructors that wait, and the collector if it is due.
    #[cold]
    pub fn run_pending(&mut self) {
        crate::request::pending_work::run_pending(self);
    }

    /// Another thread asked the request to stop.
    pub(crate) fn interrupted(&self) -> bool {
        interrupt::pending() & interrupt::EXTERNAL != 0 || self.interrupts.any()
    }
}
