//! include, require, eval: finding files, compiling them once for all threads, running their code in the right scope.

use std::sync::atomic::AtomicU32;

use bumpalo::Bump;
use loxo_bytecode::{IncludeKind, Unit};
use loxo_compiler::{Builtins, CompileOptions};
use loxo_runtime::memory_limit::Charge;
use loxo_runtime::streams::paths::{real_below, resolve_include_path};
use loxo_runtime::{ErrorLevel, FnId, Func, PhpResult, Thrown};
use loxo_syntax::ParseOptions;
use loxo_value::{PhpResource, PhpStr, Value};

use crate::Vm;
use crate::code::{LoadedUnit, code_of};
use crate::frame::{self, HEADER, flags, header};
use crate::handlers_support::start;
use crate::insn::Pc;
use crate::symbols::SymbolTable;

pub const INCLUDE_ONCE: u32 = IncludeKind::IncludeOnce.encode();
pub const REQUIRE: u32 = IncludeKind::Require.encode();
pub const REQUIRE_ONCE: u32 = IncludeKind::RequireOnce.encode();
pub const EVAL: u32 = IncludeKind::Eval.encode();

/// Files that a request has included.
#[derive(Default)]
pub struct Files {
    pub included: indexmap::IndexSet<Vec<u8>, rustc_hash::FxBuildHasher>,
}

/// What the compiler has to say of a source that it compiles all the same.
pub(crate) struct Told {
    pub level: ErrorLevel,
    pub message: String,
    pub line: u32,
}

/// Many evaluated texts share a name: their anonymous classes are told apart by numbers alone.
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

/// Why a source did not become a unit.
pub struct SourceError {
    /// The class of the exception that it is; without one it ends the program.
    pub class: Option<&'static str>,
    pub level: ErrorLevel,
    pub message: String,
    pub line: u32,
}

impl Vm {
    /// Compiles a source text; `eval` text begins in PHP mode. Diagnostics that do not stop it are raised.
    pub(crate) fn compile(&mut self, source: &[u8], path: &[u8], eval: bool) -> Result<Unit, SourceError> {
        self.compile_telling(source, path, eval).map(|(unit, _)| unit)
    }

    /// The same, and the diagnostics that were raised.
    pub(crate) fn compile_telling(&mut self, source: &[u8], path: &[u8], eval: bool) -> Result<(Unit, Vec<Told>), SourceError> {
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
        let mut told = Vec::new();
        for d in diagnostics {
            let level = match d.level {
                loxo_compiler::Level::Deprecated => ErrorLevel::Deprecated,
                loxo_compiler::Level::Warning => ErrorLevel::Warning,
                loxo_compiler::Level::CompileWarning => ErrorLevel::CompileWarning,
            };
            let outer = self.cx.errors.compiling.replace((PhpStr::new(path), d.line));
            self.cx.raise_at(level, &d.message, path, d.line);
            self.cx.errors.compiling = outer;
            told.push(Told { level, message: d.message, line: d.line });
        }
        let unit = result?;
        if cfg!(debug_assertions) {
            if let Err(bad) = loxo_bytecode::verify::unit(&unit) {
                panic!("compiler made malformed bytecode for {}: {}", String::from_utf8_lossy(path), bad.0);
            }
        }
        Ok((unit, told))
    }

    /// Reports why a source did not compile: an exception, or a fatal error.
    pub(crate) fn source_error(&mut self, error: SourceError, path: &[u8]) -> Thrown {
        if let Some(class) = error.class {
            return self.cx.throw_at(class, &error.message, &PhpStr::new(path), error.line);
        }
        self.cx.fatal_at(error.level, &error.message, path, error.line)
    }

    /// `include` and its sisters as an op: enters the file's main code with `dst` as result.
    ///
    /// # Safety
    /// `pc` is the running op of frame `fp`, `dst` its result slot.
    pub(crate) unsafe fn include_op(&mut self, fp: *mut Value, pc: Pc, dst: *mut Value, path: &PhpStr, kind: u32) -> PhpResult<Pc> {
        let value = self.include(path.as_bytes(), kind, Some(fp))?;
        // SAFETY: as the caller promises.
        unsafe {
            dst.write(value);
            Ok(pc.add(1))
        }
    }

    /// Includes a file or evaluates text; its variables are those of `frame` (`None`: the global ones).
    pub(crate) fn include(&mut self, path: &[u8], kind: u32, frame: Option<*mut Value>) -> PhpResult<Value> {
        if kind == EVAL {
            return self.eval(path, frame);
        }
        let once = kind == INCLUDE_ONCE || kind == REQUIRE_ONCE;
        let Some(resolved) = self.resolve_included(path) else { return self.cannot_include(path, kind) };
        if once && self.files.included.contains(&resolved) {
            return Ok(Value::TRUE);
        }
        let unit = match self.unit_of(&resolved) {
            Ok(Some(unit)) => unit,
            Ok(None) => return self.cannot_include(path, kind),
            Err(thrown) => {
                // It was there, and is not tried again.
                if once && !has_scheme(&resolved) {
                    self.files.included.insert(resolved);
                }
                return Err(thrown);
            }
        };
        self.files.included.insert(resolved);
        self.run_main(unit, kind, frame)
    }

    /// A unit from a plain file or through a stream wrapper.
    fn unit_of(&mut self, path: &[u8]) -> PhpResult<Option<&'static LoadedUnit>> {
        if !has_scheme(path) {
            let found = self.file_unit(path);
            if !matches!(found, Ok(None)) && !self.cache_policy().active {
                // PHP reads it through a stream.
                PhpResource::skip_number();
            }
            return found;
        }
        let Some(read) = self.read_source else { return Ok(None) };
        let Some(source) = read(&mut self.cx, path)? else { return Ok(None) };
        match self.text_unit(&source, path, false) {
            Ok(unit) => Ok(Some(unit)),
            Err(error) => Err(self.source_error(error, path)),
        }
    }

    fn eval(&mut self, source: &[u8], frame: Option<*mut Value>) -> PhpResult<Value> {
        let (file, line) = (self.cx.hooks.location)(&self.cx);
        let path = [file.as_bytes(), format!("({line}) : eval()'d code").as_bytes()].concat();
        // They count while they run: each level of evals in evals has a longer name.
        let charge = Charge::new(path.len().saturating_add(source.len()));
        let result = match self.text_unit(source, &path, true) {
            Ok(unit) => self.run_main(unit, EVAL, frame),
            Err(error) => Err(self.source_error(error, &path)),
        };
        drop(charge);
        result
    }

    /// The file that a path in an include statement means.
    pub(crate) fn resolve(&mut self, path: &[u8]) -> Option<Vec<u8>> {
        if path.contains(&0) {
            return None;
        }
        if let Some(found) = loxo_runtime::streams::resolve_in_archive(&mut self.cx, path) {
            return Some(found);
        }
        if has_scheme(path) {
            return Some(path.strip_prefix(b"file://").map_or_else(|| path.to_vec(), <[u8]>::to_vec));
        }
        let cwd = self.cx.info.cwd.clone();
        if path.starts_with(b"/") {
            return real_below(&mut self.cx, path).or_else(|| self.trusted(path));
        }
        if path.starts_with(b"./") || path.starts_with(b"../") || path == b"." || path == b".." {
            return real_below(&mut self.cx, &join(&cwd, path));
        }
        let include_path = self.cx.ini_str("include_path");
        let (file, _) = (self.cx.hooks.location)(&self.cx);
        if include_path.windows(3).any(|part| part == b"://") || has_scheme(file.as_bytes()) {
            return resolve_include_path(&mut self.cx, path).ok().flatten();
        }
        for dir in include_path.split(|&b| b == b':').filter(|d| !d.is_empty()) {
            if let Some(found) = real_below(&mut self.cx, &join(&join(&cwd, dir), path)) {
                return Some(found);
            }
        }
        // Last, the folder of the file that is running.
        let dir = file.as_bytes().iter().rposition(|&b| b == b'/').map(|at| file.as_bytes()[..at].to_vec())?;
        real_below(&mut self.cx, &join(&dir, path))
    }

    fn cannot_include(&mut self, path: &[u8], kind: u32) -> PhpResult<Value> {
        let verb = ["include", "include_once", "require", "require_once"][kind as usize & 3];
        let shown = String::from_utf8_lossy(loxo_runtime::convert::shown_name(path)).into_owned();
        let include_path = String::from_utf8_lossy(&self.cx.ini_str("include_path")).into_owned();
        if path.is_empty() {
            return Err(self.cx.throw("ValueError", "Path must not be empty"));
        }
        let why = loxo_runtime::streams::take_include_failure(&mut self.cx);
        let why = why.unwrap_or_else(|| b"No such file or directory".to_vec());
        // A name with a NUL byte is not even tried.
        if !path.contains(&0) {
            self.cx.warning([format!("{verb}({shown}): Failed to open stream: ").as_bytes(), &why].concat());
            self.cx.check()?;
        }
        if kind >= REQUIRE {
            return Err(self.cx.throw("Error", format!("Failed opening required '{shown}' (include_path='{include_path}')")));
        }
        self.cx.warning(format!("{verb}(): Failed opening '{shown}' for inclusion (include_path='{include_path}')"));
        self.cx.check()?;
        Ok(Value::FALSE)
    }

    /// Runs a unit's main code with the variables of `frame`, or the global ones.
    pub(crate) fn run_main(&mut self, unit: &'static LoadedUnit, kind: u32, frame: Option<*mut Value>) -> PhpResult<Value> {
        if let Some(units) = &mut self.preloading {
            units.run.push(unit);
        }
        self.bind_unit(unit)?;
        // A handler may have thrown at what the compilation had to tell: what is declared early stays, but nothing runs.
        self.cx.check()?;
        let main = unit.funcs[0];
        // SAFETY: `frame` is the frame of a running user function; the table it gets lives as long.
        let (table, scope, this, called) = unsafe {
            match frame {
                None => (std::ptr::from_mut(&mut *self.globals), None, Value::UNDEF, std::ptr::null()),
                Some(fp) => {
                    let table = if unit.declares_only { std::ptr::from_mut(&mut *self.globals) } else { self.table_for_include(fp) };
                    let head = header(fp);
                    (table, (*head.func).class, head.this.clone(), head.class)
                }
            }
        };
        let func = crate::closure::with_scope(main, scope);
        let names = unit_names(func);
        // SAFETY: the slots of the including frame move into the table while the file runs, and back afterwards.
        unsafe {
            // Code without variables does not see the others'.
            let shared = frame.filter(|_| !unit.declares_only);
            if let Some(fp) = shared {
                self.detach(fp, table);
            }
            let result = self.run_file_frame(func, names, table, this, called, kind);
            if let Some(fp) = shared {
                self.attach(fp, table);
            }
            result
        }
    }

    /// # Safety
    /// `table` outlives the call.
    unsafe fn run_file_frame(
        &mut self,
        func: &'static Func,
        names: &[PhpStr],
        table: *mut SymbolTable,
        this: Value,
        called: *const loxo_runtime::Class,
        kind: u32,
    ) -> PhpResult<Value> {
        let base = self.push_reentry(crate::reentry::rust_code(), 1)?;
        // SAFETY: the window lies above the re-entry frame, on stack that is made to reach.
        let result = unsafe {
            let callee = base.add(1 + HEADER);
            start(callee, func, called);
            let head = header(callee);
            (&raw mut head.this).write(this);
            head.flags |= flags::MAIN;
            head.prev = base;
            let extra = frame::extra(callee);
            extra.table = table;
            extra.include_kind = Some(kind);
            match self.ensure_stack(callee.add(func.frame_slots as usize + HEADER)) {
                Err(thrown) => {
                    self.drop_call(callee, 0);
                    Err(thrown)
                }
                Ok(()) => {
                    for i in 0..func.num_locals as usize {
                        callee.add(i).write(Value::UNDEF);
                    }
                    (*table).bind(names, callee);
                    self.fp = callee;
                    let entry = func.entry as Pc;
                    header(callee).pc = entry;
                    self.run(entry);
                    self.fp = base;
                    self.cx.check().map(|()| (*base).take_undef())
                }
            }
        };
        self.pop_reentry(base);
        result.map(|v| if v.is_ref() { v.clone_deref() } else { v })
    }

    /// The table that an included file shares with the function that includes it.
    ///
    /// # Safety
    /// `fp` is a live frame of a user function.
    unsafe fn table_for_include(&mut self, fp: *mut Value) -> *mut SymbolTable {
        // SAFETY: as the caller promises.
        unsafe {
            if header(fp).flags & flags::MAIN != 0 {
                if let Some(table) = self.main_table(fp) {
                    return table;
                }
            }
            std::ptr::from_mut(&mut **frame::extra(fp).symbols.get_or_insert_default())
        }
    }

    /// # Safety
    /// `fp` is a live frame, `table` the one that goes with it.
    unsafe fn detach(&mut self, fp: *mut Value, table: *mut SymbolTable) {
        // SAFETY: as the caller promises.
        unsafe {
            let func: &'static Func = &*header(fp).func;
            let names = unit_names(func);
            if header(fp).flags & flags::MAIN == 0 {
                // A function's locals are not bound between includes.
                (*table).bind_existing(names, fp);
            }
            (*table).unbind(names, fp);
        }
    }

    /// # Safety
    /// As for `detach`.
    unsafe fn attach(&mut self, fp: *mut Value, table: *mut SymbolTable) {
        // SAFETY: as the caller promises.
        unsafe {
            let func: &'static Func = &*header(fp).func;
            let names = unit_names(func);
            (*table).bind(names, fp);
            if header(fp).flags & flags::MAIN == 0 {
                (*table).forget(names);
            }
        }
    }

    /// A file's frame ends: its variables go back to the table.
    ///
    /// # Safety
    /// `fp` is a frame with the MAIN flag.
    pub(crate) unsafe fn leave_main(&mut self, fp: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            if let Some(table) = self.main_table(fp) {
                let func: &'static Func = &*header(fp).func;
                (*table).unbind(unit_names(func), fp);
            }
        }
    }
}

/// Names of a function's variable slots.
fn unit_names(func: &Func) -> &'static [PhpStr] {
    code_of(func).names()
}

pub(crate) fn has_scheme(path: &[u8]) -> bool {
    if path.starts_with(b"/") {
        return false;
    }
    path.windows(3)
        .position(|w| w == b"://")
        .is_some_and(|at| at > 0 && path[..at].iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')))
        || path.starts_with(b"data:")
}

fn join(dir: &[u8], name: &[u8]) -> Vec<u8> {
    if name.starts_with(b"/") {
        return name.to_vec();
    }
    [dir, b"/", name].concat()
}
