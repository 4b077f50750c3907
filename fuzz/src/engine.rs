//! Requests that run one program.

use std::sync::{Arc, OnceLock};

use loxo_exts::RegistryBuiltins;
use loxo_runtime::ini::{Ini, IniConfig};
use loxo_runtime::{RequestInfo, Sapi, Value};
use loxo_engine::Engine;

/// An output that nobody reads.
struct NullSapi;

impl Sapi for NullSapi {
    fn name(&self) -> &'static str {
        "cli"
    }

    fn write(&mut self, _bytes: &[u8]) -> bool {
        true
    }

    fn log(&mut self, _message: &[u8]) {}
}

struct Prepared {
    engine: Engine,
    config: Arc<IniConfig>,
}

fn prepared() -> &'static Prepared {
    static PREPARED: OnceLock<Prepared> = OnceLock::new();
    static KNOWN: OnceLock<RegistryBuiltins> = OnceLock::new();
    PREPARED.get_or_init(|| {
        let registry = loxo_exts::register("cli").expect("the extensions link");
        let mut config = IniConfig::new(loxo_exts::EXTENSIONS);
        config.set(b"memory_limit", b"64M");
        // No fuzzer finds a signature.
        config.set(b"phar.require_hash", b"0");
        config.set(b"phar.readonly", b"0");
        let builtins = KNOWN.get_or_init(|| RegistryBuiltins(registry));
        Prepared { engine: Engine { registry, builtins, read_source: None }, config: Arc::new(config) }
    })
}

/// Runs a program (without its open tag) in a request of its own, with the bytes in `$data`. Freed memory is overwritten. A program that
/// finds something wrong exits with 77.
pub fn run(program: &str, data: &[u8]) {
    crate::limit_stack();
    loxo_vm::set_stress(true, false);
    let prepared = prepared();
    let info = RequestInfo { script: b"fuzz".to_vec(), cwd: b"/".to_vec(), ..RequestInfo::default() };
    let mut request = prepared.engine.request(Box::new(NullSapi), info, Ini::new(prepared.config.clone()));
    request.set_superglobals();
    request.set_global("data", Value::bytes(data));
    request.run_source(program.as_bytes(), b"fuzz", true);
    assert_ne!(request.finish(), 77, "the program is not content");
    request.release();
}
