//! `SplFileObject`: an open file, by lines or records. The native part is that of `SplFileInfo`, with the file in it.

mod csv;
mod lines;
pub(crate) mod spl_file_object;
pub(crate) mod spl_temp_file_object;

use loxo_runtime::{PhpResource, Thrown};
use loxo_streams::{OpenOptions, StreamRef, context};

use crate::files::{self, Kind, state};
use crate::prelude::*;
use crate::support::{add_private, throwing};
use csv::Format;

/// The file. Without a resource, no constructor has run.
pub(crate) struct OpenFile {
    resource: Option<PhpResource>,
    mode: PhpStr,
    /// The line that was read last.
    line: Option<PhpStr>,
    /// The record that was read last; undef if none was.
    record: Value,
    number: i64,
    max_line: i64,
    format: Format,
}

impl OpenFile {
    fn new() -> OpenFile {
        OpenFile {
            resource: None,
            mode: PhpStr::default(),
            line: None,
            record: Value::UNDEF,
            number: 0,
            max_line: 0,
            format: Format::default(),
        }
    }

    pub(crate) fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.record);
    }

    /// What was opened, where the include path had a say.
    pub(crate) fn opened_path(&self) -> Option<PhpStr> {
        let stream = loxo_streams::of_resource(self.resource.as_ref()?)?;
        stream.path.borrow().clone()
    }

    pub(crate) fn add_debug_info(&self, shown: &mut PhpArray) {
        add_private(shown, "SplFileObject", "openMode", Value::string(self.mode.clone()));
        add_private(shown, "SplFileObject", "delimiter", Value::string(PhpStr::byte(self.format.separator)));
        add_private(shown, "SplFileObject", "enclosure", Value::string(PhpStr::byte(self.format.enclosure)));
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| files::fresh(Kind::File(Box::new(OpenFile::new())))),
        iterate: Some(|cx, this, by_ref| {
            if by_ref {
                return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
            }
            if matches!(&state(this).kind, Kind::File(file) if file.resource.is_none()) {
                return Err(files::not_initialized(cx));
            }
            Ok(Box::new(FileForeachIterator { object: this.clone() }))
        }),
        method_holder: Some(|cx, this| check(cx, this).map(|()| None)),
        no_clone: true,
        ..ObjectHandlers::default()
    }
}

#[cold]
fn unset(cx: &mut Cx) -> Thrown {
    cx.throw_error("The parent constructor was not called: the object is in an invalid state")
}

/// An object of these classes has its file open.
pub(crate) fn check(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    match &state(this).kind {
        Kind::File(file) if file.resource.is_none() => Err(unset(cx)),
        _ => Ok(()),
    }
}

/// The open file.
#[allow(clippy::mut_from_ref)] // objects are shared cells
fn opened<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut OpenFile> {
    match &mut state(this).kind {
        Kind::File(file) if file.resource.is_some() => Ok(file),
        _ => Err(files::not_initialized(cx)),
    }
}

fn resource(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpResource> {
    match &opened(cx, this)?.resource {
        Some(resource) => Ok(resource.clone()),
        None => Err(files::not_initialized(cx)),
    }
}

fn stream(cx: &mut Cx, this: &PhpObject) -> PhpResult<StreamRef> {
    let resource = resource(cx, this)?;
    match loxo_streams::of_resource(&resource) {
        Some(stream) => Ok(stream),
        None => Err(files::not_initialized(cx)),
    }
}

/// Opens the file of a new object. `number` is the context's, among the arguments of the running builtin.
pub(crate) fn open(
    cx: &mut Cx,
    this: &PhpObject,
    name: &PhpStr,
    mode: &PhpStr,
    use_include_path: bool,
    context: &Value,
    number: usize,
) -> PhpResult<()> {
    let context = context::from_arg(cx, number, context, false)?;
    let is_dir = loxo_streams::stat_path(cx, name, false, true, None).is_some_and(|stat| stat.is_dir());
    cx.check()?;
    if is_dir {
        return Err(cx.throw("LogicException", "Cannot use SplFileObject with directories"));
    }
    let options = if use_include_path { OpenOptions::REPORT_ERRORS.with(OpenOptions::USE_PATH) } else { OpenOptions::REPORT_ERRORS };
    let resource = throwing(cx, "RuntimeException", None, |cx| loxo_streams::open(cx, name, mode, options, context.as_ref()))?;
    let Some(resource) = resource else {
        let text = [b"Cannot open file '", name.as_bytes(), b"'"].concat();
        return Err(cx.throw("RuntimeException", text));
    };
    if let Some(stream) = loxo_streams::of_resource(&resource) {
        // fclose() is not for this one.
        stream.set_flag(loxo_streams::flags::NO_FCLOSE);
    }
    let own = state(this);
    own.file_name = Some(PhpStr::new(if name.len() > 1 { name.strip_suffix(b"/").unwrap_or(name) } else { name }));
    if let Kind::File(file) = &mut own.kind {
        file.resource = Some(resource);
        file.mode = mode.clone();
    }
    Ok(())
}

/// A foreach; the place is the file's own.
struct FileForeachIterator {
    object: PhpObject,
}

impl ForeachIterator for FileForeachIterator {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        lines::rewind(cx, &self.object)
    }

    fn valid(&mut self, cx: &mut Cx) -> PhpResult<bool> {
        spl_file_object::valid(cx, &self.object)
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        lines::current(cx, &self.object)
    }

    fn key(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        Ok(Value::int(opened(cx, &self.object)?.number))
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        lines::advance(cx, &self.object)
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}
