//! From the text of a source to a unit of bytecode, and reports of what is wrong with it.

use std::sync::atomic::AtomicU32;

use bumpalo::Bump;
use loxo_bytecode::Unit;
use loxo_compiler::{Builtins, CompileOptions};
use loxo_runtime::{ErrorLevel, FnId, Thrown};
use loxo_syntax::ParseOptions;
use loxo_value::PhpStr;

use crate::Vm;
use crate::source::resolve_path::has_scheme;
use crate::source::unit::{Diagnostic, SourceError};

/// Many evaluated texts share a name: their anonymous classes differ in numbers alone.
static ANONYMOUS: AtomicU32 = AtomicU32::new(0);

/// The builtins without those that this request disables.
struct Without<'a>(&'a loxo_runtime::Cx, &'static (dyn Builtins + Sync));

impl Builtins for Without<'_> {
    fn function(&self, lowercase_name: &[u8]) -> Option<loxo_compiler::BuiltinFn> {
        let disabled = FnId::find(lowercase_name).is_some_and(|id| self.0.is_disabled(id));
        if disabled { None } else { self.1.function(lowercase_name) }
    }

    fn constant(&self, name: &[u8]) -> Option<loxo_bytecode::Const> {
        self.1.constant(name)
    }
}

impl Vm {
    /// Compiles a source text; `eval` text begins in PHP mode. Diagnostics that do not stop it are raised.
    pub(crate) fn compile(&mut self, source: &[u8], path: &[u8], eval: bool) -> Result<Unit, SourceError> {
        self.compile_reporting(source, path, eval).map(|(unit, _)| unit)
    }

    /// The same, and the diagnostics that were raised.
    pub(crate) fn compile_reporting(&mut self, source: &[u8], path: &[u8], eval: bool) -> Result<(Unit, Vec<Diagnostic>), SourceError> {
        let arena = Bump::new();
        let multibyte = if self.cx.ini_bool("zend.multibyte") { loxo_runtime::source_encoding::get() } else { None };
        let decoded = multibyte.filter(|_| !eval).and_then(|m| m.decode_source(&mut self.cx, source));
        let source = decoded.as_deref().unwrap_or(source);
        let options = ParseOptions { short_open_tag: self.cx.ini_bool("short_open_tag"), encodings: multibyte.map(|m| m.known) };
        let parsed = if eval { loxo_syntax::parse_eval(&arena, source, &options) } else { loxo_syntax::parse(&arena, source, &options) };
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(e) => {
                for d in e.diagnostics {
                    self.cx.raise_at(ErrorLevel::CompileWarning, &d.message, path, d.line);
                }
                let (class, level) = match e.kind {
                    loxo_syntax::ErrorKind::Parse => (Some("ParseError"), ErrorLevel::Parse),
                    loxo_syntax::ErrorKind::Thrown => (Some("CompileError"), ErrorLevel::CompileError),
                    loxo_syntax::ErrorKind::Compile => (None, ErrorLevel::CompileError),
                };
                return Err(SourceError { class, level, message: e.message, line: e.line });
            }
        };
        let cwd = self.cx.info.cwd.clone();
        let builtins: &dyn Builtins = if self.cx.disables_functions() { &Without(&self.cx, self.builtins) } else { self.builtins };
        let options = CompileOptions {
            path,
            builtins,
            short_open_tag: options.short_open_tag,
            assertions: self.cx.ini_int("zend.assertions") as i32,
            cwd: &cwd,
            optimize: true,
            anonymous: (eval || has_scheme(path)).then_some(&ANONYMOUS),
            multibyte: multibyte.is_some(),
        };
        let (result, diagnostics) = match loxo_compiler::compile(&parsed, &options) {
            Ok((unit, diagnostics)) => (Ok(unit), diagnostics),
            Err(e) => {
                let level = if e.plain { ErrorLevel::Error } else { ErrorLevel::CompileError };
                (Err(SourceError { class: None, level, message: e.message, line: e.line }), e.diagnostics)
            }
        };
        let mut raised = Vec::new();
        for d in diagnostics {
            let level = match d.level {
                loxo_compiler::Level::Deprecated => ErrorLevel::Deprecated,
                loxo_compiler::Level::Warning => ErrorLevel::Warning,
                loxo_compiler::Level::CompileWarning => ErrorLevel::CompileWarning,
            };
            let outer = self.cx.errors.compiling.replace((PhpStr::new(path), d.line));
            self.cx.raise_at(level, &d.message, path, d.line);
            self.cx.errors.compiling = outer;
            raised.push(Diagnostic { level, message: d.message, line: d.line });
        }
        let unit = result?;
        if cfg!(debug_assertions)
            && let Err(bad) = loxo_bytecode::verify::unit(&unit)
        {
            panic!("compiler made malformed bytecode for {}: {}", String::from_utf8_lossy(path), bad.0);
        }
        Ok((unit, raised))
    }

    /// Reports why a source did not compile: an exception, or a fatal error.
    pub(crate) fn source_error(&mut self, error: SourceError, path: &[u8]) -> Thrown {
        if let Some(class) = error.class {
            return self.cx.throw_at(class, &error.message, PhpStr::new(path), error.line);
        }
        self.cx.fatal_at(error.level, &error.message, path, error.line)
    }
}
