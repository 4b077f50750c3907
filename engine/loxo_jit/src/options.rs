//! What the environment asks of the compiler.

use std::sync::OnceLock;

/// What `LOXO_JIT` asks for.
#[derive(Default)]
pub(crate) struct Options {
    /// Whole functions are compiled, or only loops, whatever the process is.
    pub functions: Option<bool>,
    /// Names of compiled functions are written to where `perf` looks for them.
    pub perf_map: bool,
    /// Code is made as short as in servers, or as fast as in programs, whatever the process is.
    pub compact: Option<bool>,
    /// Cranelift makes all code, not only what `loxo_codegen` does not handle.
    pub cranelift: bool,
    /// Ops and bytes of each function that is compiled go to the error output.
    pub sizes: bool,
    /// The function to be printed.
    pub dump: Option<String>,
    /// After so many calls a function is compiled, if not after as many as otherwise.
    pub hot: Option<u32>,
    /// Calls wait for functions of so many ops, if not of as many as otherwise.
    pub at_once: Option<usize>,
    /// The compiling thread takes one of so many parts of the processor time, if not as many as otherwise.
    pub share: Option<u32>,
}

static OPTIONS: OnceLock<Options> = OnceLock::new();

impl Options {
    /// From the environment: a list of words.
    pub fn get() -> &'static Options {
        OPTIONS.get_or_init(|| {
            let mut options = Options::default();
            for word in std::env::var("LOXO_JIT").unwrap_or_default().split(',') {
                match word {
                    "functions" => options.functions = Some(true),
                    "loops" => options.functions = Some(false),
                    "compact" => options.compact = Some(true),
                    "fast" => options.compact = Some(false),
                    "perfmap" => options.perf_map = true,
                    "cranelift" => options.cranelift = true,
                    "sizes" => options.sizes = true,
                    _ => match word.split_once('=') {
                        Some(("dump", name)) => options.dump = Some(name.to_owned()),
                        Some(("hot", calls)) => options.hot = calls.parse().ok(),
                        Some(("at_once", ops)) => options.at_once = ops.parse().ok(),
                        Some(("share", parts)) => options.share = parts.parse().ok(),
                        _ => {}
                    },
                }
            }
            options
        })
    }
}

/// What is made for a function is printed.
pub(crate) fn is_dumped(name: &str) -> bool {
    Options::get().dump.as_deref() == Some(name)
}
