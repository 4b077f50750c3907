//! Starts the engine: the registry, the settings, `opcache.preload`, and requests that are about to run.

use std::os::unix::ffi::OsStringExt;
use std::sync::{Arc, OnceLock};

use loxo_engine::{Engine, Request};
use loxo_exts::RegistryBuiltins;
use loxo_runtime::ini::{Ini, IniConfig};
use loxo_runtime::{Registry, RequestInfo, Sapi};

use crate::version;

/// Native stack of the thread that runs scripts. Address space: pages are committed when they are touched.
pub const STACK: usize = 512 << 20;
/// What the engine may use of it; the rest is for code that does not ask.
pub const USABLE_STACK: usize = STACK - (2 << 20);

/// For the thread that runs scripts, before it has allocated anything.
pub fn prepare_memory(serves: bool) {
    if !serves {
        // What one function was compiled with is there for the next.
        loxo_allocator_sys::keep_freed_memory(1000);
    }
}

/// Switches on what is to help find bugs in the engine: `poison` overwrites freed memory, `collect` looks for cycles at every allocation, `jit`
/// compiles every loop at its second iteration, every function at its first call.
pub fn prepare_engine(serves: bool) {
    let modes = std::env::var_os("LOXO_STRESS").unwrap_or_default();
    let asks = |mode: &str| modes.to_string_lossy().split(',').any(|asked| asked == mode);
    loxo_vm::set_stress(asks("poison"), asks("collect"));
    if std::env::var_os("LOXO_JIT").is_none_or(|jit| jit != "0") {
        loxo_jit::install(asks("jit"), serves);
    }
}

/// The engine of this process and its settings.
pub struct Boot {
    pub engine: Engine,
    pub config: Arc<IniConfig>,
}

/// The registry of all extensions; a failure is a bug in their tables.
pub fn registry(sapi: &str) -> &'static Registry {
    loxo_exts::register(sapi).unwrap_or_else(|error| {
        eprintln!("loxo: the extensions cannot be linked: {error}");
        std::process::exit(254);
    })
}

impl Boot {
    pub fn new(registry: &'static Registry, mut config: IniConfig) -> Boot {
        config.extension_lines.retain(|line| !registry.provides(line));
        static KNOWN: OnceLock<RegistryBuiltins> = OnceLock::new();
        let builtins = KNOWN.get_or_init(|| RegistryBuiltins(registry));
        Boot { engine: Engine { registry, builtins, read_source: Some(loxo_streams::include_source) }, config: Arc::new(config) }
    }

    /// Runs the script of `opcache.preload`, if opcache works and there is one. False: the process must not start.
    pub fn preload(&self, sapi: Box<dyn Sapi>) -> bool {
        let on = |name: &[u8]| self.config.get(name).is_some_and(loxo_runtime::ini::parse_bool);
        let path = self.config.get(b"opcache.preload").unwrap_or_default().to_vec();
        if path.is_empty() || !on(b"opcache.enable") || (sapi.name() == "cli" && !on(b"opcache.enable_cli")) {
            return true;
        }
        self.engine.preload(sapi, info(&path, vec![path.clone()]), Ini::new(self.config.clone()), &path)
    }

    /// The same while requests run, from a thread that may have little stack.
    pub fn preload_again(self, sapi: &'static str) -> bool {
        let work = move || {
            loxo_base::stack::set_remaining(USABLE_STACK);
            loxo_vm::prepare_thread() && self.preload(Box::new(crate::sapi::StartupSapi(sapi)))
        };
        let thread = std::thread::Builder::new().name("preload".into()).stack_size(STACK).spawn(work);
        thread.is_ok_and(|thread| thread.join().unwrap_or(false))
    }

    /// Begins a request.
    pub fn request(&self, sapi: Box<dyn Sapi>, mut info: RequestInfo) -> Request {
        if self.config.get(b"expose_php").is_some_and(loxo_runtime::ini::parse_bool) {
            info.headers.add("X-Powered-By", &version::powered_by());
        }
        self.engine.request(sapi, info, Ini::new(self.config.clone()))
    }
}

/// What every request knows.
pub fn info(script: &[u8], argv: Vec<Vec<u8>>) -> RequestInfo {
    let start_time = RequestInfo::now();
    let cwd = std::env::current_dir().map_or_else(|_| b"/".to_vec(), |dir| dir.into_os_string().into_vec());
    RequestInfo { script: script.to_vec(), argv, start_time, cwd, ..RequestInfo::default() }
}
