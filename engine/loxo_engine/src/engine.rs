//! The process-wide engine, and how a request begins.

use loxo_compiler::Builtins;
use loxo_runtime::ini::Ini;
use loxo_runtime::{Cx, Phase, Registry, RequestInfo, Sapi};
use loxo_vm::Vm;

use crate::hooks::HOOKS;
use crate::request::Request;
use crate::sources::{ReadSource, sources};

/// What all requests of a process share.
#[derive(Clone)]
pub struct Engine {
    pub registry: &'static Registry,
    pub builtins: &'static (dyn Builtins + Sync),
    pub read_source: Option<ReadSource>,
}

impl Engine {
    /// Files are compiled anew from the next request on.
    pub fn renew_code(&self) {
        (HOOKS.code_cache.restart)();
    }

    /// Is the memory of programs full, and a part of it of no use? `limit`: bytes of all programs that the process has compiled; `garbage`: of
    /// those that no request needs any more. Nothing of that is ever freed: the process should make way for another.
    pub fn has_outgrown(&self, limit: usize, garbage: usize) -> bool {
        crate::garbage::is_above(limit, garbage)
    }

    /// Begins a request on this thread.
    pub fn request(&self, sapi: Box<dyn Sapi>, info: RequestInfo, ini: Ini) -> Request {
        self.begin(sapi, info, ini, loxo_units::preloaded::bind)
    }

    /// The same with other declarations than those that were preloaded.
    pub(crate) fn begin(&self, sapi: Box<dyn Sapi>, info: RequestInfo, ini: Ini, declare: fn(&mut Cx)) -> Request {
        loxo_observer::install(loxo_vm::INTERPRETER);
        loxo_observer::lines::install(crate::coverage::RECORDER);
        let mut cx = Cx::new(&HOOKS, sapi, ini);
        cx.info = info;
        crate::code_cache::request_starts();
        crate::files::request_starts();
        self.registry.start(&mut cx);
        declare(&mut cx);
        let state = sources(&mut cx);
        state.builtins = Some(self.builtins);
        state.read_source = self.read_source;
        let mut vm = Vm::new(cx);
        let cx = &mut vm.cx;
        let (host, directory) = (cx.info.web.host.clone(), cx.info.web.directory.clone());
        cx.report_missing_extensions();
        cx.ini_activate(&host, &directory);
        cx.startup_done();
        self.registry.disable_functions(cx);
        for extension in &self.registry.extensions {
            if let Some(start) = extension.request_start {
                start(cx);
            }
        }
        cx.errors.phase = Phase::Running;
        Request::new(vm)
    }
}
