//! What `include`, `require` and `eval` do: the file is found and compiled once for all threads, and its code runs.

use loxo_runtime::PhpResult;
use loxo_runtime::memory_limit::Charge;
use loxo_value::{PhpResource, PhpStr, Value};

use crate::Vm;
use crate::code::instruction::Pc;
use crate::source::file_id::FileId;
use crate::source::files;
use crate::source::resolve_path::has_scheme;
use crate::source::unit::LoadedUnit;
use loxo_bytecode::IncludeKind;

impl Vm {
    /// `include` and its sisters as an op: enters the file's main code with `dst` as result.
    ///
    /// # Safety
    /// `pc` is the running op of frame `fp`, `dst` its result slot.
    pub(crate) unsafe fn include_op(&mut self, fp: *mut Value, pc: Pc, dst: *mut Value, path: &PhpStr, kind: IncludeKind) -> PhpResult<Pc> {
        let value = self.include(path.as_bytes(), kind, Some(fp))?;
        // SAFETY: as the caller promises.
        unsafe {
            dst.write(value);
            Ok(pc.add(1))
        }
    }

    /// Includes a file or evaluates text; its variables are those of `frame` (`None`: the global ones).
    pub(crate) fn include(&mut self, path: &[u8], kind: IncludeKind, frame: Option<*mut Value>) -> PhpResult<Value> {
        if kind == IncludeKind::Eval {
            return self.eval(path, frame);
        }
        let once = kind.is_once();
        let Some(file) = self.included_file(path) else { return self.cannot_include(path, path, kind) };
        if once && self.files.has(file) {
            return Ok(Value::TRUE);
        }
        let resolved = file.path();
        // It is in the list before it is compiled: error handlers that hear of deprecations in it may ask for it too.
        let listed = once && !has_scheme(&resolved);
        if listed {
            self.files.add(file);
        }
        let unit = match self.unit_of(file, &resolved) {
            Ok(Some(unit)) => unit,
            Ok(None) => {
                if listed {
                    self.files.remove(file);
                }
                let tried = if has_scheme(path) { path } else { &resolved };
                return self.cannot_include(path, tried, kind);
            }
            // It was there, and is not tried again.
            Err(thrown) => return Err(thrown),
        };
        self.files.add(file);
        self.run_main(unit, kind, frame)
    }

    /// A unit from a plain file or through a stream wrapper.
    fn unit_of(&mut self, file: FileId, path: &[u8]) -> PhpResult<Option<&'static LoadedUnit>> {
        if !has_scheme(path) {
            let found = self.unit_of_file(path, file.cached());
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
            Ok(unit) => self.run_main(unit, IncludeKind::Eval, frame),
            Err(error) => Err(self.source_error(error, &path)),
        };
        drop(charge);
        result
    }

    /// `tried` is what `path` was resolved to.
    fn cannot_include(&mut self, path: &[u8], tried: &[u8], kind: IncludeKind) -> PhpResult<Value> {
        let verb = kind.name();
        let shown = String::from_utf8_lossy(loxo_runtime::convert::shown_name(path)).into_owned();
        let include_path = String::from_utf8_lossy(&self.cx.ini_str("include_path")).into_owned();
        if path.is_empty() {
            return Err(self.cx.throw("ValueError", "Path must not be empty"));
        }
        let why = loxo_streams::take_include_failure(&mut self.cx);
        let why = why.unwrap_or_else(|| b"No such file or directory".to_vec());
        // A name with a NUL byte is not even tried.
        if !path.contains(&0) {
            let tried = loxo_runtime::convert::shown_name(tried);
            self.cx.warning([verb.as_bytes(), b"(", tried, b"): Failed to open stream: ", &why].concat());
            self.cx.check()?;
        }
        if kind.is_required() {
            return Err(self.cx.throw("Error", format!("Failed opening required '{shown}' (include_path='{include_path}')")));
        }
        self.cx.warning(format!("{verb}(): Failed opening '{shown}' for inclusion (include_path='{include_path}')"));
        self.cx.check()?;
        Ok(Value::FALSE)
    }
}

impl Vm {
    /// The file that the path of an `include` means, as [`Vm::resolve`] says; what a path meant is remembered as long as files are not looked at
    /// again.
    pub(crate) fn included_file(&mut self, path: &[u8]) -> Option<FileId> {
        let policy = self.cache_policy();
        if !policy.waits() || !policy.remembers || path.contains(&0) || has_scheme(path) {
            return self.resolve(path).map(|path| FileId::of(&path));
        }
        let (time, wait) = (self.cx.info.start_time as u64, policy.wait);
        if path.starts_with(b"/") {
            return files::recall(path, time, wait).or_else(|| self.resolve_noting(path, path.to_vec(), time));
        }
        let key = self.key_of(path);
        files::recall(&key, time, wait).or_else(|| self.resolve_noting(path, key, time))
    }

    fn resolve_noting(&mut self, path: &[u8], key: Vec<u8>, time: u64) -> Option<FileId> {
        let target = self.resolve(path)?;
        let file = FileId::of(&target);
        if !has_scheme(&target) {
            files::note(key, file, time);
        }
        Some(file)
    }

    /// A relative path with all that its meaning depends on.
    fn key_of(&self, path: &[u8]) -> Vec<u8> {
        let (file, _) = (self.cx.hooks.location)(&self.cx);
        let folder = file.as_bytes().rsplitn(2, |byte| *byte == b'/').nth(1).unwrap_or_default();
        [path, &self.cx.info.cwd, &self.cx.ini_str("include_path"), folder].join(&0)
    }
}
