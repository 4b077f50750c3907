//! The functions, and the class that holds their flags.

use std::rc::Rc;

use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::paths;
use loxo_runtime::{Cx, ErrorLevel, Native, ObjectHandlers, PhpObject, PhpResource, PhpResult, PhpStr, Value, convert};
use loxo_streams::{OpenOptions, StreamRef, Whence};

use crate::detect::{self, MIME_TYPE};
use crate::magic::{self, Database};

/// So much of a file is looked at.
const LOOKED_AT: usize = 1 << 20;
const LONGEST_NAME: usize = 4096;
/// `MAGIC_CHECK`
const CHECK: i64 = 64;
/// What databases begin with that have been compiled, which cannot be read.
const COMPILED: [u8; 4] = [0x1c, 0x04, 0x1e, 0xf1];
/// Memory for the rules that a byte of a database makes.
const RULE_COST: usize = 8;
const TYPE_BITS: u32 = 0o170_000;
const DIRECTORY: u32 = 0o040_000;

/// Flags and rules; nothing before the constructor has run.
#[derive(Default)]
struct Finfo {
    flags: Option<i64>,
    /// Rules of the program's own.
    database: Option<Rc<Database>>,
}

impl Native for Finfo {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| Box::new(Finfo::default())), no_clone: true, no_serialize: true, ..ObjectHandlers::default() }
}

/// The database, and messages in order, some about a file; without the database the last of them says that there is none.
struct Loaded {
    database: Option<Database>,
    messages: Vec<(Option<Vec<u8>>, Vec<u8>)>,
}

fn load(cx: &mut Cx, name: &PhpStr, flags: i64) -> PhpResult<Loaded> {
    let refused = |messages| Loaded { database: None, messages };
    if name.len() > LONGEST_NAME {
        // Who looks whether the file may be opened says so.
        if cx.ini_str("open_basedir").is_empty() {
            return Ok(refused(Vec::new()));
        }
        let why = format!("File name is longer than the maximum allowed path length on this platform ({LONGEST_NAME}): ");
        return Ok(refused(vec![(None, [why.as_bytes(), name].concat())]));
    }
    if !paths::check_open_basedir(cx, name, true) {
        cx.check()?;
        return Ok(refused(Vec::new()));
    }
    let path = paths::expand(cx, name);
    let failed = (None, [b"Failed to load magic database at \"", &path[..], b"\""].concat());
    let file = paths::path_of(&path);
    if !loxo_files::exists(file) {
        let missing = (Some(path), b"Failed to open stream: No such file or directory".to_vec());
        return Ok(refused(vec![missing.clone(), missing, failed]));
    }
    let mut files = vec![path.clone()];
    if loxo_files::is_dir(file) {
        files.clear();
        // A folder that cannot be read has no files.
        let _ = loxo_files::each_name(file, |name, kind| files.extend(kind.is_file().then(|| [&path[..], b"/", name].concat())));
        files.sort();
    }
    let (mut database, mut complaints) = (Database::default(), Vec::new());
    if flags & CHECK != 0 {
        complaints.push([b"using regular magic file `", &path[..], b"'"].concat());
    }
    let (before, mut is_good) = (complaints.len(), true);
    for file in files {
        let Some(stream) = loxo_streams::open_stream(cx, &file, b"rb", OpenOptions::default(), None)? else {
            return Ok(refused(vec![failed]));
        };
        let text = stream.read_all(cx, None);
        stream.close(cx);
        cx.check()?;
        ensure_room(text.len().saturating_mul(RULE_COST));
        if text.starts_with(&COMPILED) || text.starts_with(&[COMPILED[3], COMPILED[2], COMPILED[1], COMPILED[0]]) {
            return Ok(refused(vec![failed]));
        }
        is_good &= magic::read(&text, &mut database, &mut complaints);
    }
    let good = is_good && complaints.len() == before;
    let mut messages: Vec<_> = complaints.into_iter().map(|complaint| (None, complaint)).collect();
    if !good {
        messages.push(failed);
    }
    Ok(Loaded { database: good.then_some(database), messages })
}

fn named(database: Option<&PhpStr>) -> Option<&PhpStr> {
    database.filter(|name| !name.is_empty())
}

/// `finfo_open()`
pub(crate) fn finfo_open(cx: &mut Cx, flags: i64, magic_database: Option<&PhpStr>) -> PhpResult<Value> {
    let mut database = None;
    if let Some(name) = named(magic_database) {
        let loaded = load(cx, name, flags)?;
        for (subject, message) in loaded.messages {
            match subject {
                Some(subject) => cx.builtin_raise_about(ErrorLevel::Warning, subject, message),
                None => cx.builtin_warning(message),
            }
            cx.check()?;
        }
        let Some(found) = loaded.database else { return Ok(Value::FALSE) };
        database = Some(Rc::new(found));
    }
    let class = cx.builtin_class("finfo");
    let object = cx.instantiate(class)?;
    object.set_native(Box::new(Finfo { flags: Some(flags), database }));
    Ok(Value::object(object))
}

/// `finfo::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, flags: i64, magic_database: Option<&PhpStr>) -> PhpResult<()> {
    let mut database = None;
    if let Some(name) = named(magic_database) {
        let loaded = load(cx, name, flags)?;
        let Some(found) = loaded.database else {
            let name = cx.active.map(|func| func.display_name().to_vec()).unwrap_or_default();
            let message = loaded.messages.into_iter().next().map(|(subject, message)| {
                let subject = subject.unwrap_or_default();
                [&name[..], b"(", &subject, b"): ", &message].concat()
            });
            return Err(cx.throw_exception(message.unwrap_or_else(|| b"Constructor failed".to_vec())));
        };
        database = Some(Rc::new(found));
    }
    this.set_native(Box::new(Finfo { flags: Some(flags), database }));
    Ok(())
}

/// `finfo_close()`
pub(crate) fn finfo_close(_: &mut Cx, _: &PhpObject) -> PhpResult<bool> {
    Ok(true)
}

/// The flags that count, and the rules.
fn settings(cx: &mut Cx, finfo: &PhpObject, flags: i64) -> PhpResult<(i64, Option<Rc<Database>>)> {
    match finfo.native::<Finfo>() {
        Some(Finfo { flags: Some(own), database }) => Ok((if flags != 0 { flags } else { *own }, database.clone())),
        _ => Err(cx.throw_error("Invalid finfo object")),
    }
}

fn answer(database: Option<&Rc<Database>>, data: &[u8], flags: i64, is_file: bool) -> Vec<u8> {
    match database {
        Some(database) => detect::answer_by(database, data, flags, is_file),
        None => detect::answer(data, flags).into_bytes(),
    }
}

/// `finfo_set_flags()`
pub(crate) fn finfo_set_flags(cx: &mut Cx, finfo: &PhpObject, flags: i64) -> PhpResult<bool> {
    let (_, database) = settings(cx, finfo, 0)?;
    finfo.set_native(Box::new(Finfo { flags: Some(flags), database }));
    Ok(true)
}

/// `finfo_buffer()`
pub(crate) fn finfo_buffer(cx: &mut Cx, finfo: &PhpObject, string: &PhpStr, flags: i64, _: Option<&PhpResource>) -> PhpResult<PhpStr> {
    let (flags, database) = settings(cx, finfo, flags)?;
    Ok(PhpStr::new(&answer(database.as_ref(), string, flags, false)))
}

/// `finfo_file()`
pub(crate) fn finfo_file(cx: &mut Cx, finfo: &PhpObject, filename: &PhpStr, flags: i64, context: Option<&PhpResource>) -> PhpResult<Value> {
    let (flags, database) = settings(cx, finfo, flags)?;
    // The object is the functions' first argument, and not one of the methods'.
    let at = if cx.active.is_some_and(|func| func.class.is_some()) { 1 } else { 2 };
    look_at_file(cx, filename, database.as_ref(), flags, context, at)
}

fn look_at_file(
    cx: &mut Cx,
    filename: &PhpStr,
    database: Option<&Rc<Database>>,
    flags: i64,
    context: Option<&PhpResource>,
    at: usize,
) -> PhpResult<Value> {
    if filename.is_empty() {
        return Err(cx.argument_value_error(at, "must not be empty"));
    }
    if filename.contains(&0) {
        return Err(cx.argument_type_error(at, "must not contain any null bytes"));
    }
    let stat = loxo_streams::stat_path(cx, filename, false, true, context);
    cx.check()?;
    if stat.is_some_and(|stat| stat.mode & TYPE_BITS == DIRECTORY) && paths::check_open_basedir(cx, filename, true) {
        return Ok(Value::bytes(b"directory"));
    }
    let Some(stream) = loxo_streams::open_stream(cx, filename, b"rb", OpenOptions::REPORT_ERRORS, context)? else {
        return cx.check().map(|()| Value::FALSE);
    };
    let head = read_head(cx, &stream)?;
    stream.close(cx);
    cx.check()?;
    Ok(Value::bytes(&answer(database, &head, flags, true)))
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
        let stream = loxo_streams::from_resource(cx, resource)?;
        let before = stream.position.get();
        stream.seek(cx, 0, Whence::Set);
        let head = read_head(cx, &stream)?;
        stream.seek(cx, before, Whence::Set);
        cx.check()?;
        return Ok(Value::bytes(detect::answer(&head, MIME_TYPE).as_bytes()));
    }
    match value.as_str() {
        Some(name) => look_at_file(cx, &name.clone(), None, MIME_TYPE, None, 1),
        None => {
            let name = convert::value_name(value);
            Err(cx.argument_type_error(1, format!("must be of type resource|string, {name} given")))
        }
    }
}
