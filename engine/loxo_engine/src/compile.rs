//! From the text of a source to a unit of bytecode, and reports of what is wrong with it.

use std::cell::RefCell;
use std::sync::atomic::AtomicU32;

use bumpalo::Bump;
use loxo_bytecode::{Const, Unit};
use loxo_compiler::{Builtins, CompileOptions, NoBuiltins};
use loxo_observer::counters::{self, Counter};
use loxo_runtime::{Body, Cx, ErrorLevel, FnId, Thrown, types};
use loxo_syntax::ParseOptions;
use loxo_value::number::{is_numeric, str_to_float};
use loxo_value::{PhpStr, Value};

use crate::diagnostics::{Diagnostic, SourceError, raise_of_source};
use crate::resolve_path::has_scheme;
use crate::sources::sources;
use loxo_units::{own_value, to_const};

/// Many evaluated texts share a name: their anonymous classes differ in numbers alone.
static ANONYMOUS: AtomicU32 = AtomicU32::new(0);

/// Longer results are left to the run time, which may never ask for them.
const LONGEST_RESULT: usize = 1024;

/// The builtins without those that this request disables; some can be called while it compiles.
struct InRequest<'a> {
    cx: RefCell<&'a mut Cx>,
    all: &'static (dyn Builtins + Sync),
}

impl Builtins for InRequest<'_> {
    fn function(&self, lowercase_name: &[u8]) -> Option<loxo_compiler::BuiltinFn> {
        let cx = self.cx.borrow();
        let disabled = cx.disables_functions() && FnId::find(lowercase_name).is_some_and(|id| cx.is_disabled(id));
        if disabled { None } else { self.all.function(lowercase_name) }
    }

    fn constant(&self, name: &[u8]) -> Option<Const> {
        self.all.constant(name)
    }

    fn evaluate(&self, lowercase_name: &[u8], args: &[Const]) -> Option<Const> {
        let cx = &mut **self.cx.borrow_mut();
        let func = cx.func(FnId::find(lowercase_name)?)?;
        let Body::Builtin(thunk) = func.body else { return None };
        if cx.exception.is_some() || !args.iter().all(is_small) {
            return None;
        }
        let mut values: Vec<Value> = args.iter().map(own_value).collect();
        // What would be converted may depend on the mode of the file.
        for (index, value) in values.iter().enumerate() {
            let ty = func.param_for(index)?.ty.as_ref()?;
            if !types::admits(cx, ty, value).ok()? {
                return None;
            }
        }
        let outer = (cx.active.replace(func), cx.errors.trial.replace(false));
        let result = thunk(cx, &mut values);
        let messages = cx.errors.trial != Some(false);
        (cx.active, cx.errors.trial) = outer;
        let thrown = cx.exception.take().is_some();
        let result = result.ok().filter(|_| !messages && !thrown)?;
        to_const(&result).filter(|result| size(result) <= LONGEST_RESULT)
    }
}

/// Not what asks for a long result, as the length of a text or the end of a range. Floats within arrays become text as a setting says.
fn is_small(value: &Const) -> bool {
    const LARGEST: f64 = 1024.0;
    let number = |x: f64| x == 0.0 || (1.0 / LARGEST..=LARGEST).contains(&x.abs());
    match value {
        Const::Int(n) => number(*n as f64),
        Const::Float(x) => number(*x),
        Const::Str(text) => !is_numeric(text) || number(str_to_float(text)),
        Const::Array(items) => items.iter().all(|(_, item)| !matches!(item, Const::Float(_)) && is_small(item)),
        Const::Null | Const::False | Const::True => true,
    }
}

/// About how many bytes a constant takes.
fn size(value: &Const) -> usize {
    match value {
        Const::Str(text) => text.len(),
        Const::Array(items) => items.iter().map(|(_, item)| 32 + size(item)).sum(),
        _ => 0,
    }
}

/// Compiles a source text; `eval` text begins in PHP mode. Diagnostics that do not stop it are raised.
pub(crate) fn compile(cx: &mut Cx, source: &[u8], path: &[u8], eval: bool) -> Result<Unit, SourceError> {
    compile_reporting(cx, source, path, eval).map(|(unit, _)| unit)
}

/// The same, and the diagnostics that were raised.
pub(crate) fn compile_reporting(cx: &mut Cx, source: &[u8], path: &[u8], eval: bool) -> Result<(Unit, Vec<Diagnostic>), SourceError> {
    counters::add(Counter::Compilations, 1);
    let arena = Bump::new();
    let multibyte = if cx.ini_bool("zend.multibyte") { loxo_runtime::source_encoding::get() } else { None };
    let decoded = multibyte.filter(|_| !eval).and_then(|m| m.decode_source(cx, source));
    let source = decoded.as_deref().unwrap_or(source);
    // To a web server such a line is text.
    let skip_shebang = matches!(cx.sapi.name(), "cli" | "cgi-fcgi");
    let options = ParseOptions { short_open_tag: cx.ini_bool("short_open_tag"), skip_shebang, encodings: multibyte.map(|m| m.known) };
    let parsed = if eval { loxo_syntax::parse_eval(&arena, source, &options) } else { loxo_syntax::parse(&arena, source, &options) };
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(e) => {
            for d in e.diagnostics {
                raise_of_source(cx, ErrorLevel::CompileWarning, &d.message, path, d.line);
            }
            let (class, level) = match e.kind {
                loxo_syntax::ErrorKind::Parse => (Some("ParseError"), ErrorLevel::Parse),
                loxo_syntax::ErrorKind::Thrown => (Some("CompileError"), ErrorLevel::CompileError),
                loxo_syntax::ErrorKind::Compile => (None, ErrorLevel::CompileError),
            };
            return Err(SourceError { class, level, message: e.message, line: e.line });
        }
    };
    let cwd = cx.info.cwd.clone();
    let assertions = cx.ini_int("zend.assertions") as i32;
    let keep_lines = cx.ini_bool("pcov.enabled");
    let keep_calls = keep_lines || cx.ini_int("opcache.optimization_level") == 0;
    let all = sources(cx).builtins.unwrap_or(&NoBuiltins);
    let builtins = InRequest { cx: RefCell::new(cx), all };
    let options = CompileOptions {
        path,
        builtins: &builtins,
        short_open_tag: options.short_open_tag,
        eval,
        assertions,
        cwd: &cwd,
        optimize: true,
        keep_calls,
        keep_lines,
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
        raise_of_source(cx, level, &d.message, path, d.line);
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
pub(crate) fn source_error(cx: &mut Cx, error: SourceError, path: &[u8]) -> Thrown {
    if let Some(class) = error.class {
        return cx.throw_at(class, &error.message, PhpStr::new(path), error.line);
    }
    let outer = cx.errors.compiling.replace((PhpStr::new(path), error.line));
    let ended = cx.fatal_at(error.level, &error.message, path, error.line);
    cx.errors.compiling = outer;
    ended
}
