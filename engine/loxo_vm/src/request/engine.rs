//! The process-wide engine, and the life of one request.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use loxo_compiler::Builtins;
use loxo_runtime::ini::Ini;
use loxo_runtime::{Cx, Phase, Registry, RequestInfo, Sapi, object};
use loxo_value::{MemoryExhausted, PhpStr, Value, gc, heap, interrupt, thread};

use crate::Vm;
use crate::access::lvalue_register::LvalueRegister;
use crate::frame::stack::FrameStack;
use crate::frame::symbol_table::SymbolTable;
use crate::request::hooks::HOOKS;
use crate::request::interrupt::{Interrupter, Interrupts};
use crate::source::file_id::FileId;
use crate::source::state::{Files, ReadSource};
use loxo_bytecode::IncludeKind;

/// What all requests of a process share.
#[derive(Clone)]
pub struct Engine {
    pub registry: &'static Registry,
    pub builtins: &'static (dyn Builtins + Sync),
    pub read_source: Option<ReadSource>,
}

/// How a piece of a request ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Done,
    /// `exit`, a fatal error, an uncaught exception.
    Ended,
}

/// One running request. Stays on the thread it was made on.
pub struct Request {
    pub(crate) vm: Box<Vm>,
    finished: bool,
    broken: bool,
}

impl Engine {
    /// Files are compiled anew from the next request on.
    pub fn renew_code(&self) {
        (HOOKS.code_cache.restart)();
    }

    /// Begins a request on this thread.
    pub fn request(&self, sapi: Box<dyn Sapi>, info: RequestInfo, ini: Ini) -> Request {
        let mut cx = Cx::new(&HOOKS, sapi, ini);
        cx.info = info;
        crate::source::code_cache::request_starts();
        crate::source::files::request_starts();
        self.registry.start(&mut cx);
        crate::source::preloaded::bind(&mut cx);
        let kept = crate::access::lookup_cache::take();
        let mut vm = Box::new(Vm {
            cx,
            fp: std::ptr::null_mut(),
            lv: LvalueRegister::default(),
            reporting_constants: Vec::new(),
            at_end: false,
            caches: std::ptr::null_mut(),
            request_key: kept.request_key,
            pending: interrupt::pending_ptr().cast(),
            stack: FrameStack::new(),
            cache_table: kept.inline,
            interrupts: Interrupts::new(),
            deadline: None,
            evals: crate::source::state::UnitsInUse::default(),
            early: crate::source::state::Numbers::default(),
            preloading: None,
            globals: Box::new(SymbolTable::behind(kept.generation)),
            statics: Vec::new(),
            files: Files::default(),
            cache_policy: crate::source::state::CachePolicy::default(),
            ticks: 0,
            fiber: None,
            depth: 0,
            next_catch: None,
            native_caller: (std::ptr::null_mut(), None),
            storage_hooks: Vec::new(),
            spare_list: Value::UNDEF,
            sites: crate::frame::trace_sites::no_sites(),
            trace_entries: Vec::new(),
            members: kept.members,
            loading: Vec::new(),
            overflow_args: (std::ptr::null_mut(), std::ptr::null_mut()),
            ticking: false,
            builtins: self.builtins,
            read_source: self.read_source,
        });
        vm.push_root();
        vm.caches = vm.cache_table.as_mut_ptr();
        vm.grow_caches();
        let (host, directory) = (vm.cx.info.web.host.clone(), vm.cx.info.web.directory.clone());
        vm.cx.report_missing_extensions();
        vm.cx.ini_activate(&host, &directory);
        vm.cx.startup_done();
        self.registry.disable_functions(&mut vm.cx);
        for extension in &self.registry.extensions {
            if let Some(start) = extension.request_start {
                start(&mut vm.cx);
            }
        }
        vm.cx.errors.phase = Phase::Running;
        Request { vm, finished: false, broken: false }
    }
}

impl Request {
    pub fn cx(&mut self) -> &mut Cx {
        &mut self.vm.cx
    }

    /// A bug of the engine ended a part of it: the thread should not be used for another.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Sets a global variable.
    pub fn set_global(&mut self, name: &str, value: Value) {
        let place = self.vm.globals.place(&PhpStr::interned(name.as_bytes()));
        // SAFETY: a place of the global table.
        drop(unsafe { std::mem::replace(&mut *place, value) });
    }

    /// A handle for other threads.
    pub fn interrupter(&self) -> Interrupter {
        self.vm.interrupts.handle()
    }

    /// Makes `$_GET`, `$_POST`, `$_SERVER` and the like from what the context knows of the request. Reads the body of a POST.
    pub fn set_superglobals(&mut self) -> Outcome {
        let mut all = Vec::new();
        let outcome = self.guarded(|vm| {
            vm.cx.start_configured_buffer();
            all = loxo_runtime::web::superglobals(&mut vm.cx);
            Ok(())
        });
        for (name, value) in all {
            self.set_global(name, value);
        }
        self.vm.cx.errors.phase = Phase::RequestStartup;
        for work in std::mem::take(&mut self.vm.cx.after_superglobals) {
            self.guarded(|vm| {
                work(&mut vm.cx);
                vm.cx.check()
            });
        }
        self.vm.cx.errors.phase = Phase::Running;
        gc::forget_roots();
        outcome
    }

    /// Runs a script file as the main program.
    pub fn run_file(&mut self, path: &[u8]) -> Outcome {
        self.guarded(|vm| match vm.resolve(path) {
            Some(resolved) => {
                vm.files.add(FileId::of(&resolved));
                vm.run_beside("auto_prepend_file")?;
                match vm.file_unit(&resolved)? {
                    Some(unit) => vm.run_main(unit, IncludeKind::Require, None).map(drop)?,
                    None => return Err(vm.cx.throw_error("Could not open input file")),
                }
                vm.run_beside("auto_append_file")
            }
            None => Err(vm.cx.throw_error("Could not open input file")),
        })
    }

    /// The same, giving what it returned; `None` if it did not get so far.
    pub fn run_file_for_value(&mut self, path: &[u8]) -> Option<Value> {
        let mut returned = None;
        self.guarded(|vm| {
            let resolved = vm.resolve(path).unwrap_or_else(|| path.to_vec());
            vm.files.add(FileId::of(&resolved));
            match vm.file_unit(&resolved)? {
                Some(unit) => {
                    returned = Some(vm.run_main(unit, IncludeKind::Require, None)?);
                    Ok(())
                }
                None => Err(vm.cx.throw_error("Could not open input file")),
            }
        });
        returned
    }

    /// Runs a program that is not in a file (`-r`, standard input); `eval`: it begins in PHP mode.
    pub fn run_source(&mut self, source: &[u8], name: &[u8], eval: bool) -> Outcome {
        self.guarded(|vm| match vm.compile(source, name, eval) {
            Ok(unit) => {
                let unit = crate::code::load::load(unit, true);
                vm.run_main(unit, IncludeKind::Require, None).map(drop)
            }
            Err(error) => Err(vm.source_error(error, name)),
        })
    }

    /// Runs what was typed at an interactive shell: errors and `exit` end the statement, not the request.
    pub fn run_statement(&mut self, source: &[u8], name: &[u8]) {
        self.guarded(|vm| {
            let result = match vm.compile(source, name, true) {
                Ok(unit) => vm.run_main(crate::code::load::load(unit, true), IncludeKind::Require, None).map(drop),
                Err(error) => Err(vm.source_error(error, name)),
            };
            if result.is_err() {
                vm.cx.warn_of_uncaught();
            }
            Ok(())
        });
        self.vm.cx.ending = None;
    }

    /// Runs the file of `auto_prepend_file`, as before a statement.
    pub fn run_prepended(&mut self) {
        self.guarded(|vm| {
            if vm.run_beside("auto_prepend_file").is_err() {
                vm.cx.warn_of_uncaught();
            }
            Ok(())
        });
        self.vm.cx.ending = None;
    }

    /// Compiles a file without running it; the error is PHP's message.
    pub fn lint(&mut self, source: &[u8], path: &[u8]) -> bool {
        let outcome = self.guarded(|vm| match vm.compile(source, path, false) {
            Ok(_) => Ok(()),
            Err(error) => Err(vm.cx.fatal_at(error.level, &error.message, path, error.line)),
        });
        outcome == Outcome::Done
    }

    /// Runs `work` and reports what escapes from it: uncaught exceptions, exhausted memory.
    pub fn guarded(&mut self, work: impl FnOnce(&mut Vm) -> loxo_runtime::PhpResult<()>) -> Outcome {
        let vm = &mut *self.vm;
        let root = vm.fp;
        let result = catch_unwind(AssertUnwindSafe(|| {
            let result = work(vm);
            if result.is_err() && vm.cx.exception.is_some() && vm.cx.ending.is_none() {
                vm.cx.handle_uncaught();
            }
            vm.run_pending_at_end();
            result
        }));
        let vm = &mut *self.vm;
        match result {
            Ok(Ok(())) => Outcome::Done,
            Ok(Err(_)) => {
                vm.fp = root;
                Outcome::Ended
            }
            Err(payload) => {
                self.broken |= !payload.is::<MemoryExhausted>();
                vm.bail_out(payload);
                // SAFETY: nothing was written there since, and nothing reads it afterwards.
                unsafe { vm.globals.unbind_above(root) };
                vm.fp = root;
                Outcome::Ended
            }
        }
    }

    /// Ends the request: shutdown functions, destructors, output. Gives the exit status.
    pub fn finish(&mut self) -> i32 {
        if std::mem::replace(&mut self.finished, true) {
            return self.vm.cx.info.exit_status;
        }
        self.vm.cx.errors.phase = Phase::RequestShutdown;
        self.run_shutdown_functions();
        let fatal = self.vm.cx.ending == Some(loxo_runtime::Ending::Fatal);
        if !fatal {
            self.vm.cx.ending = None;
            self.guarded(|vm| {
                vm.destroy_globals();
                Ok(())
            });
        }
        self.guarded(|vm| {
            vm.cx.end_all_buffers();
            vm.cx.check()
        });
        let extensions = Registry::get().map(|r| r.extensions.clone()).unwrap_or_default();
        for end in extensions.iter().filter_map(|extension| extension.request_end) {
            self.guarded(|vm| {
                end(&mut vm.cx);
                Ok(())
            });
        }
        // No flush: the server knows that this is the end, and sends what is left as it likes best.
        self.guarded(|vm| {
            vm.cx.send_headers();
            vm.cx.flush_pending();
            Ok(())
        });
        self.vm.cx.info.exit_status
    }

    fn run_shutdown_functions(&mut self) {
        let ending = self.vm.cx.ending;
        let mut at = 0;
        while at < self.vm.cx.shutdown.len() {
            // `exit` and errors inside one do not keep the others from running... an `exit` does.
            self.vm.cx.ending = None;
            let (callable, args) = self.vm.cx.shutdown[at].clone();
            at += 1;
            let outcome = self.guarded(|vm| vm.call(&callable, &mut args.clone(), None).map(drop));
            if outcome == Outcome::Ended {
                break;
            }
        }
        self.vm.cx.shutdown.clear();
        self.vm.cx.ending = self.vm.cx.ending.or(ending);
    }

    /// Drops everything that the request owns and gives its heap back.
    pub fn release(mut self) {
        self.finish();
        self.vm.cx.leave_tables();
        self.vm.leave_caches();
        drop(self.vm);
        // SAFETY: the machine, the last owner of values on this thread, is gone.
        unsafe { thread::reset() };
    }
}

impl Vm {
    /// Runs the file that a setting wants before or after the main one.
    fn run_beside(&mut self, setting: &str) -> loxo_runtime::PhpResult<()> {
        let path = self.cx.ini_str(setting).to_vec();
        if path.is_empty() || path == b"none" {
            return Ok(());
        }
        self.include(&path, IncludeKind::Require, None).map(drop)
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
        if interrupt::pending() & (interrupt::DESTRUCTORS | interrupt::DEFERRED_WORK) != 0
            && self.cx.ending != Some(loxo_runtime::Ending::Fatal)
        {
            self.run_pending();
            if self.cx.exception.is_some() && self.cx.ending.is_none() {
                self.cx.handle_uncaught();
            }
        }
    }

    /// Global objects that nobody else holds go first, newest first; then all others in order of creation.
    fn destroy_globals(&mut self) {
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

    /// `exit($status)`
    pub(crate) fn exit(&mut self, status: Option<Value>) -> loxo_runtime::PhpResult<loxo_runtime::Thrown> {
        match status {
            None => self.cx.info.exit_status = 0,
            Some(value) => match value.as_int() {
                Some(code) => self.cx.info.exit_status = (code & 0xff) as i32,
                None => {
                    let text = loxo_runtime::convert::to_string(&mut self.cx, &value)?;
                    self.cx.echo(text.as_bytes());
                    self.cx.info.exit_status = 0;
                }
            },
        }
        self.cx.ending = Some(loxo_runtime::Ending::Exit);
        Ok(loxo_runtime::Thrown)
    }

    pub(crate) fn run_tick_functions(&mut self) -> loxo_runtime::PhpResult<()> {
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
