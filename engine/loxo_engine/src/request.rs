//! The life of one request: its superglobals, its main program, and its end.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use loxo_bytecode::IncludeKind;
use loxo_runtime::{Cx, Ending, ErrorLevel, Phase, PhpResult, Registry, Thrown};
use loxo_streams::error_text;
use loxo_value::{Value, gc};
use loxo_vm::interrupter::Interrupter;
use loxo_vm::{Outcome, Variables, Vm};

use crate::code_cache::file_unit;
use crate::compile::{compile, compile_reporting, source_error};
use crate::files::FileId;
use crate::include::{include, run_main};
use crate::resolve_path::resolve;
use crate::sources::sources;
use crate::stored;

/// One running request. Stays on the thread it was made on.
pub struct Request {
    vm: Box<Vm>,
    finished: bool,
}

impl Request {
    pub(crate) fn new(vm: Box<Vm>) -> Request {
        Request { vm, finished: false }
    }

    pub fn cx(&mut self) -> &mut Cx {
        &mut self.vm.cx
    }

    /// A bug of the engine ended a part of it: the thread should not be used for another.
    pub fn is_broken(&self) -> bool {
        self.vm.is_broken()
    }

    /// Sets a global variable.
    pub fn set_global(&mut self, name: &str, value: Value) {
        self.vm.set_global(name, value);
    }

    /// A handle for other threads.
    pub fn interrupter(&self) -> Interrupter {
        self.vm.interrupter()
    }

    /// Makes `$_GET`, `$_POST`, `$_SERVER` and the like from what the context knows of the request. Reads the body of a POST.
    pub fn set_superglobals(&mut self) -> Outcome {
        let mut all = Vec::new();
        let outcome = self.guarded(|cx| {
            cx.start_configured_buffer();
            all = loxo_runtime::web::superglobals(cx);
            Ok(())
        });
        for (name, value) in all {
            self.set_global(name, value);
        }
        self.vm.cx.errors.phase = Phase::RequestStartup;
        for work in std::mem::take(&mut self.vm.cx.after_superglobals) {
            self.guarded(|cx| {
                work(cx);
                cx.check()
            });
        }
        self.vm.cx.errors.phase = Phase::Running;
        gc::forget_roots();
        outcome
    }

    /// Runs a script file as the main program.
    pub fn run_file(&mut self, path: &[u8]) -> Outcome {
        self.guarded(|cx| {
            let Some(resolved) = resolve(cx, path) else { return Err(cannot_open(cx, path)) };
            sources(cx).files.add(FileId::of(&resolved));
            run_beside(cx, "auto_prepend_file")?;
            if run_file(cx, &resolved)?.is_none() {
                return Err(cannot_open(cx, path));
            }
            run_beside(cx, "auto_append_file")
        })
    }

    /// The same, giving what it returned; `None` if it did not get so far.
    pub fn run_file_for_value(&mut self, path: &[u8]) -> Option<Value> {
        let mut returned = None;
        self.guarded(|cx| {
            let resolved = resolve(cx, path).unwrap_or_else(|| path.to_vec());
            returned = run_file(cx, &resolved)?;
            if returned.is_some() { Ok(()) } else { Err(cannot_open(cx, path)) }
        });
        returned
    }

    /// Runs a program that is not in a file (`-r`, standard input); `eval`: it begins in PHP mode.
    pub fn run_source(&mut self, source: &[u8], name: &[u8], eval: bool) -> Outcome {
        self.guarded(|cx| run_text(cx, source, name, eval))
    }

    /// Runs what was typed at an interactive shell: errors and `exit` end the statement, not the request.
    pub fn run_statement(&mut self, source: &[u8], name: &[u8]) {
        self.guarded(|cx| {
            if run_text(cx, source, name, true).is_err() {
                cx.warn_of_uncaught();
            }
            Ok(())
        });
        self.vm.cx.ending = None;
    }

    /// Runs the file of `auto_prepend_file`, as before a statement.
    pub fn run_prepended(&mut self) {
        self.guarded(|cx| {
            if run_beside(cx, "auto_prepend_file").is_err() {
                cx.warn_of_uncaught();
            }
            Ok(())
        });
        self.vm.cx.ending = None;
    }

    /// Compiles a file and binds what it declares before it runs; the error is PHP's message.
    pub fn lint(&mut self, source: &[u8], path: &[u8]) -> bool {
        let outcome = self.guarded(|cx| match compile(cx, source, path, false) {
            Ok(unit) => Vm::of(cx).bind_unit(loxo_vm::load(unit, true)),
            Err(error) => Err(cx.fatal_at(error.level, &error.message, path, error.line)),
        });
        outcome == Outcome::Done
    }

    /// What is stored of a script that would be included from this path, for [`loxo_files::Packer`]. `None`: it does not compile.
    pub fn stored_unit(&mut self, source: &[u8], path: &[u8]) -> Option<Vec<u8>> {
        let mut stored = None;
        self.guarded(|cx| {
            if let Ok((unit, diagnostics)) = compile_reporting(cx, source, path, false) {
                stored = stored::settings(cx).and_then(|settings| stored::write(&settings, &unit, &diagnostics));
            }
            Ok(())
        });
        stored
    }

    /// Runs `work` and reports what escapes from it: uncaught exceptions, exhausted memory.
    pub fn guarded(&mut self, work: impl FnOnce(&mut Cx) -> PhpResult<()>) -> Outcome {
        self.vm.guarded(work)
    }

    /// Ends the request: shutdown functions, destructors, output. Gives the exit status.
    pub fn finish(&mut self) -> i32 {
        if std::mem::replace(&mut self.finished, true) {
            return self.vm.cx.info.exit_status;
        }
        self.vm.cx.errors.phase = Phase::RequestShutdown;
        self.run_shutdown_functions();
        let fatal = self.vm.cx.ending == Some(Ending::Fatal);
        if !fatal {
            self.vm.cx.ending = None;
            self.vm.destroy_globals();
        }
        self.guarded(|cx| {
            cx.end_all_buffers();
            cx.check()
        });
        let extensions = Registry::get().map(|r| r.extensions.clone()).unwrap_or_default();
        for end in extensions.iter().filter_map(|extension| extension.request_end) {
            self.guarded(|cx| {
                end(cx);
                Ok(())
            });
        }
        // No flush: the server knows that this is the end, and sends what is left as it likes best.
        self.guarded(|cx| {
            cx.send_headers();
            cx.flush_pending();
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
            let outcome = self.guarded(|cx| (cx.hooks.call)(cx, &callable, &mut args.clone(), None).map(drop));
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
        self.vm.end();
    }
}

/// Runs the file of a resolved path as `require` would; `None`: it cannot be opened.
pub(crate) fn run_file(cx: &mut Cx, resolved: &[u8]) -> PhpResult<Option<Value>> {
    sources(cx).files.add(FileId::of(resolved));
    match file_unit(cx, resolved)? {
        Some(unit) => run_main(cx, unit, IncludeKind::Require, Variables::Global).map(Some),
        None => Ok(None),
    }
}

fn run_text(cx: &mut Cx, source: &[u8], name: &[u8], eval: bool) -> PhpResult<()> {
    match compile(cx, source, name, eval) {
        Ok(unit) => run_main(cx, loxo_vm::load(unit, true), IncludeKind::Require, Variables::Global).map(drop),
        Err(error) => Err(source_error(cx, error, name)),
    }
}

/// Runs the file that a setting wants before or after the main one.
fn run_beside(cx: &mut Cx, setting: &str) -> PhpResult<()> {
    let path = cx.ini_str(setting).to_vec();
    if path.is_empty() || path == b"none" {
        return Ok(());
    }
    include(cx, &path, IncludeKind::Require, Variables::Global).map(drop)
}

/// What is said of a script that cannot be opened where no code runs that asked for it.
fn cannot_open(cx: &mut Cx, path: &[u8]) -> Thrown {
    let why = std::fs::File::open(OsStr::from_bytes(path)).err().map_or_else(|| "No such file or directory".into(), error_text);
    cx.raise_at(ErrorLevel::Warning, format!("Unknown: Failed to open stream: {why}"), "Unknown", 0);
    failed_opening(cx, path)
}

/// The end of a request whose script, or script to preload, is not there.
pub(crate) fn failed_opening(cx: &mut Cx, path: &[u8]) -> Thrown {
    let message = [b"Failed opening required '", path, b"' (include_path='", &cx.ini_str("include_path"), b"')"].concat();
    cx.fatal_at(ErrorLevel::Error, message, "Unknown", 0)
}
