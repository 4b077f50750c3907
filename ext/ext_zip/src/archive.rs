//! `ZipArchive`: opening and closing, and what it shows of itself.

use loxo_runtime::object::{self, Purpose};
use loxo_runtime::paths;
use loxo_runtime::{Callable, Cx, ErrorLevel, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Thrown, Tracer, Value};

use crate::container::Container;
use crate::error::{EXISTS, NOENT, OPEN, RDONLY, Try, ZipError, fail};
use crate::flags::archive_flag;
use crate::{finding, writer};

const CREATE: i64 = 1;
const EXCL: i64 = 2;
const CHECKCONS: i64 = 4;
const TRUNCATE: i64 = 8;
const READONLY: i64 = 16;

/// The native part.
pub(crate) struct State {
    pub(crate) container: Option<Container>,
    pub(crate) last_id: i64,
    /// What the last archive ended with.
    error: ZipError,
    progress: Option<(f64, Callable)>,
    cancel: Option<Callable>,
}

impl Native for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        for callable in self.progress.iter().map(|(_, callable)| callable).chain(&self.cancel) {
            for object in callable.this.iter().chain(&callable.closure) {
                tracer.object(object);
            }
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(State { container: None, last_id: -1, error: ZipError::default(), progress: None, cancel: None })),
        destroy: Some(|cx, this| {
            let _ = finish(cx, this, "Cannot destroy the zip context: ");
        }),
        read_property: Some(|_, this, name| Ok(read(this, name))),
        has_property: Some(|cx, this, name, filled| {
            let Some(value) = read(this, name) else { return Ok(None) };
            Ok(Some(if filled { loxo_runtime::convert::to_bool(cx, &value)? } else { true }))
        }),
        write_property: Some(|cx, this, name, _| match read(this, name) {
            Some(_) => {
                let class = cx.class_name_of(this);
                Err(cx.throw_error([b"Cannot write read-only property ", class.as_bytes(), b"::$", name.as_bytes()].concat()))
            }
            None => Ok(false),
        }),
        has_place: Some(|_, this, name| Ok(read(this, name).is_none())),
        properties_for: Some(|cx, this, purpose| property_table(cx, this, purpose).map(Some)),
        no_clone: true,
        ..ObjectHandlers::default()
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
pub(crate) fn state(this: &PhpObject) -> &mut State {
    this.native_mut::<State>().expect("objects of this class have this native part")
}

const PROPERTIES: [&str; 6] = ["lastId", "status", "statusSys", "numFiles", "filename", "comment"];

fn error_of(own: &State) -> ZipError {
    own.container.as_ref().map_or(own.error, |container| container.error)
}

fn read(this: &PhpObject, name: &[u8]) -> Option<Value> {
    let own = this.native_mut::<State>()?;
    let open = own.container.as_ref();
    Some(match name {
        b"lastId" => Value::int(own.last_id),
        b"status" => Value::int(error_of(own).zip),
        b"statusSys" => Value::int(error_of(own).system),
        b"numFiles" => Value::int(open.map_or(0, |open| open.entries.len() as i64)),
        b"filename" => Value::bytes(open.map_or(b"", |open| &open.path)),
        b"comment" => Value::bytes(open.map_or(b"", |open| open.new_comment.as_deref().unwrap_or(&open.comment))),
        _ => return None,
    })
}

fn property_table(_: &mut Cx, this: &PhpObject, _: Purpose) -> PhpResult<PhpArray> {
    let mut out = PhpArray::new();
    for name in PROPERTIES {
        if let Some(value) = read(this, name.as_bytes()) {
            out.set_bytes(name.as_bytes(), value);
        }
    }
    for entry in object::declared_entries(this, false) {
        let key = entry.key();
        if !PROPERTIES.iter().any(|name| name.as_bytes() == key.as_bytes()) {
            out.set_str(&key, entry.value);
        }
    }
    Ok(out)
}

/// The archive that is open.
pub(crate) fn opened<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Container> {
    match &mut state(this).container {
        Some(container) => Ok(container),
        None => Err(uninitialized(cx)),
    }
}

fn uninitialized(cx: &mut Cx) -> Thrown {
    cx.value_error("Invalid or uninitialized Zip object")
}

/// Notes a failure with the archive; the answer is false then.
pub(crate) fn noted<T>(container: &mut Container, outcome: Try<T>) -> Option<T> {
    outcome.map_err(|error| container.error = error).ok()
}

/// Opens a file as `libzip` does.
pub(crate) fn open_container(path: &[u8], flags: i64) -> Try<Container> {
    if flags & READONLY != 0 && flags & TRUNCATE != 0 {
        return fail(RDONLY);
    }
    let file = paths::path_of(path);
    let Ok(meta) = loxo_files::about(file) else {
        return if flags & CREATE != 0 { Ok(Container::empty(path)) } else { fail(NOENT) };
    };
    if flags & EXCL != 0 {
        return fail(EXISTS);
    }
    let opened = loxo_files::open_file(file).map_err(|error| ZipError::io(OPEN, &error))?;
    if flags & TRUNCATE != 0 {
        return Ok(Container::empty(path));
    }
    if meta.is_dir() {
        return fail(crate::error::READ);
    }
    let mut container = finding::read(path, opened, flags & CHECKCONS != 0)?;
    if flags & READONLY != 0 {
        container.flags |= archive_flag::RDONLY;
        container.original_flags = container.flags;
    }
    Ok(container)
}

/// `ZipArchive::open()`
pub(crate) fn open(cx: &mut Cx, this: &PhpObject, filename: &PhpStr, flags: i64) -> PhpResult<Value> {
    if filename.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    if !paths::check_open_basedir(cx, filename, true) {
        cx.check()?;
        return Ok(Value::FALSE);
    }
    let path = paths::real(cx, filename).unwrap_or_else(|| paths::expand(cx, filename));
    if path.len() >= paths::MAX_PATH {
        cx.builtin_warning("No such file or directory");
        cx.check()?;
        return Ok(Value::FALSE);
    }
    if state(this).container.is_some() && !finish(cx, this, "")? {
        return Ok(Value::FALSE);
    }
    let mut flags = flags;
    if flags & (TRUNCATE | READONLY) == 0 && std::fs::metadata(paths::path_of(&path)).is_ok_and(|meta| meta.len() == 0) {
        cx.builtin_raise(ErrorLevel::Deprecated, "Using empty file as ZipArchive is deprecated");
        cx.check()?;
        flags |= TRUNCATE;
    }
    match open_container(&path, flags) {
        Ok(container) => {
            state(this).container = Some(container);
            Ok(Value::TRUE)
        }
        Err(error) => Ok(Value::int(error.zip)),
    }
}

/// Writes and forgets the open archive, if there is one. Failures are warnings.
fn finish(cx: &mut Cx, this: &PhpObject, prefix: &str) -> PhpResult<bool> {
    let Some(mut container) = state(this).container.take() else { return Ok(true) };
    let (progress, cancel) = (state(this).progress.take(), state(this).cancel.take());
    let mut told = -1.0f64;
    let mut work = |cx: &mut Cx, at: f64| {
        if let Some(cancel) = &cancel {
            let answer = cx.call(cancel, &[]).and_then(|answer| loxo_runtime::convert::to_int(cx, answer.deref()));
            if answer.is_ok_and(|answer| answer != 0) {
                return false;
            }
        }
        if let Some((rate, progress)) = &progress
            && (at == 0.0 || at == 1.0 || at - told >= *rate)
        {
            told = at;
            let _ = cx.call(progress, &[Value::from(at)]);
        }
        cx.check().is_ok()
    };
    loxo_streams::state(cx).forget_stat();
    let outcome = writer::close(&mut container, &mut |at| work(cx, at));
    container.closed.set(true);
    state(this).error = outcome.err().unwrap_or_default();
    cx.check()?;
    match outcome {
        Ok(()) => Ok(true),
        Err(error) => {
            cx.builtin_warning([prefix, &error.text()].concat());
            cx.check()?;
            Ok(false)
        }
    }
}

/// `ZipArchive::close()`
pub(crate) fn close(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    opened(cx, this)?;
    finish(cx, this, "")
}

/// `ZipArchive::clearError()`
pub(crate) fn clear_error(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let own = state(this);
    match &mut own.container {
        Some(container) => container.error = ZipError::default(),
        None => own.error = ZipError::default(),
    }
    Ok(())
}

/// `ZipArchive::getStatusString()`
pub(crate) fn get_status_string(_: &mut Cx, this: &PhpObject) -> PhpResult<String> {
    Ok(error_of(state(this)).text())
}

/// `ZipArchive::registerProgressCallback()`
pub(crate) fn register_progress_callback(cx: &mut Cx, this: &PhpObject, rate: f64, callback: &Callable) -> PhpResult<bool> {
    opened(cx, this)?;
    state(this).progress = Some((rate, callback.clone()));
    Ok(true)
}

/// `ZipArchive::registerCancelCallback()`
pub(crate) fn register_cancel_callback(cx: &mut Cx, this: &PhpObject, callback: &Callable) -> PhpResult<bool> {
    opened(cx, this)?;
    state(this).cancel = Some(callback.clone());
    Ok(true)
}

/// `ZipArchive::isCompressionMethodSupported()`
pub(crate) fn is_compression_method_supported(_: &mut Cx, method: i64, _: bool) -> PhpResult<bool> {
    Ok(matches!(method, -1 | 0 | 8 | 12))
}

/// `ZipArchive::isEncryptionMethodSupported()`
pub(crate) fn is_encryption_method_supported(_: &mut Cx, method: i64, _: bool) -> PhpResult<bool> {
    Ok(matches!(method, 0 | 1 | 0x101..=0x103))
}
