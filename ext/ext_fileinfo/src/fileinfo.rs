//! The functions, and the class that holds their flags.

use loxo_runtime::streams::{self, OpenOptions, StreamRef, Whence, paths};
use loxo_runtime::{Behaviour, Cx, Native, PhpObject, PhpResource, PhpResult, PhpStr, Value, convert};

use crate::look::{self, MIME_TYPE};

/// So much of a file is looked at.
const LOOKED_AT: usize = 1 << 20;
const LONGEST_NAME: usize = 4096;
const TYPE_BITS: u32 = 0o170_000;
const DIRECTORY: u32 = 0o040_000;

/// The flags; nothing before the constructor has run.
#[derive(Default)]
struct Flags(Option<i64>);

impl Native for Flags {}

pub(crate) fn behaviour() -> Behaviour {
    Behaviour { new_native: Some(|_, _| Box::new(Flags::default())), no_clone: true, no_serialize: true, ..Behaviour::default() }
}

/// Why a magic database cannot be loaded: messages in order. There is none that can.
fn refusals(cx: &mut Cx, database: &PhpStr) -> PhpResult<Vec<Vec<u8>>> {
    let function = cx.active.map(|func| func.display_name().to_vec()).unwrap_or_default();
    if database.len() > LONGEST_NAME {
        let why = format!("(): File name is longer than the maximum allowed path length on this platform ({LONGEST_NAME}): ");
        return Ok(vec![[&function[..], why.as_bytes(), database].concat()]);
    }
    if !paths::check_open_basedir(cx, database, true) {
        cx.check()?;
        return Ok(Vec::new());
    }
    let path = paths::expand(cx, database);
    let missing = [&function[..], b"(", &path, b"): Failed to open stream: No such file or directory"].concat();
    let failed = [&function[..], b"(): Failed to load magic database at \"", &path, b"\""].concat();
    Ok(if paths::path_of(&path).exists() { vec![failed] } else { vec![missing.clone(), missing, failed] })
}

fn named(database: Option<&PhpStr>) -> Option<&PhpStr> {
    database.filter(|name| !name.is_empty())
}

/// `finfo_open()`
pub(crate) fn finfo_open(cx: &mut Cx, flags: i64, magic_database: Option<&PhpStr>) -> PhpResult<Value> {
    if let Some(database) = named(magic_database) {
        for message in refusals(cx, database)? {
            cx.warning(message);
            cx.check()?;
        }
        return Ok(Value::FALSE);
    }
    let class = cx.builtin_class("finfo");
    let object = cx.instantiate(class)?;
    object.set_native(Box::new(Flags(Some(flags))));
    Ok(Value::object(object))
}

/// `finfo::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, flags: i64, magic_database: Option<&PhpStr>) -> PhpResult<()> {
    if let Some(database) = named(magic_database) {
        let message = refusals(cx, database)?.into_iter().next().unwrap_or_else(|| b"Constructor failed".to_vec());
        return Err(cx.throw_exception(message));
    }
    this.set_native(Box::new(Flags(Some(flags))));
    Ok(())
}

/// `finfo_close()`
pub(crate) fn finfo_close(_: &mut Cx, _: &PhpObject) -> PhpResult<bool> {
    Ok(true)
}

fn flags_of(cx: &mut Cx, finfo: &PhpObject, flags: i64) -> PhpResult<i64> {
    match finfo.native::<Flags>().and_then(|own| own.0) {
        Some(own) => Ok(if flags != 0 { flags } else { own }),
        None => Err(cx.error("Invalid finfo object")),
    }
}

/// `finfo_set_flags()`
pub(crate) fn finfo_set_flags(cx: &mut Cx, finfo: &PhpObject, flags: i64) -> PhpResult<bool> {
    flags_of(cx, finfo, 0)?;
    finfo.set_native(Box::new(Flags(Some(flags))));
    Ok(true)
}

/// `finfo_buffer()`
pub(crate) fn finfo_buffer(cx: &mut Cx, finfo: &PhpObject, string: &PhpStr, flags: i64, _: Option<&PhpResource>) -> PhpResult<PhpStr> {
    let flags = flags_of(cx, finfo, flags)?;
    Ok(PhpStr::from(look::answer(string, flags).as_str()))
}

/// `finfo_file()`
pub(crate) fn finfo_file(cx: &mut Cx, finfo: &PhpObject, filename: &PhpStr, flags: i64, context: Option<&PhpResource>) -> PhpResult<Value> {
    let flags = flags_of(cx, finfo, flags)?;
    // The object is the functions' first argument, and not one of the methods'.
    let at = if cx.active.is_some_and(|func| func.class.is_some()) { 1 } else { 2 };
    look_at_file(cx, filename, flags, context, at)
}

fn look_at_file(cx: &mut Cx, filename: &PhpStr, flags: i64, context: Option<&PhpResource>, at: usize) -> PhpResult<Value> {
    if filename.is_empty() {
        return Err(cx.argument_value_error(at, "must not be empty"));
    }
    if filename.contains(&0) {
        return Err(cx.argument_type_error(at, "must not contain any null bytes"));
    }
    let stat = streams::stat_path(cx, filename, false, true, context);
    cx.check()?;
    if stat.is_some_and(|stat| stat.mode & TYPE_BITS == DIRECTORY) && paths::check_open_basedir(cx, filename, true) {
        return Ok(Value::bytes(b"directory"));
    }
    let Some(stream) = streams::open_stream(cx, filename, b"rb", OpenOptions::REPORT_ERRORS, context)? else {
        return cx.check().map(|()| Value::FALSE);
    };
    let head = read_head(cx, &stream)?;
    stream.close(cx);
    cx.check()?;
    Ok(Value::bytes(look::answer(&head, flags).as_bytes()))
}

fn read_head(cx: &mut Cx, stream: &StreamRef) -> PhpResult<PhpStr> {
    let head = stream.read_all(cx, Some(LOOKED_AT));
    cx.check()?;
    Ok(head)
}

/// `mime_content_type()`
pub(crate) fn mime_content_type(cx: &mut Cx, filename: &Value) -> PhpResult<Value> {
    let value = filename.deref();
    if let Some(resource) = value.as_resource() {
        let stream = streams::from_resource(cx, resource)?;
        let before = stream.position.get();
        stream.seek(cx, 0, Whence::Set);
        let head = read_head(cx, &stream)?;
        stream.seek(cx, before, Whence::Set);
        cx.check()?;
        return Ok(Value::bytes(look::answer(&head, MIME_TYPE).as_bytes()));
    }
    match value.as_str() {
        Some(name) => look_at_file(cx, &name.clone(), MIME_TYPE, None, 1),
        None => {
            let name = convert::value_name(value);
            Err(cx.argument_type_error(1, format!("must be of type resource|string, {name} given")))
        }
    }
}
