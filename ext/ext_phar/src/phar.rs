//! `Phar`: what an archive is, and what it says of itself.

use std::rc::Rc;

use ext_spl::attach;
use loxo_runtime::{Cx, ObjectHandlers, PhpArray, PhpObject, PhpResult, PhpStr, Thrown, Value, args, class_of};
use loxo_streams::OpenOptions;

use crate::archive::{ArchiveRef, Format, Hold, Metadata, STUB, Why, flag, is_alias, text};
use crate::content::{self, read_exact};
use crate::paths_in::{Purpose, Wanted, split};
use crate::registry::{is_readonly, registry};
use crate::writing::{NewStub, flush, flush_with};
use crate::{metadata, opening, signature, stub};

pub(crate) const UNEXPECTED: &str = "UnexpectedValueException";
pub(crate) const BAD_CALL: &str = "BadMethodCallException";
pub(crate) const RUNTIME: &str = "RuntimeException";
pub(crate) const PHAR: &str = "PharException";
const READONLY_ARCHIVE: &str = "Cannot write out phar archive, phar is read-only";
pub(crate) const READONLY_SETTING: &str = "Write operations disabled by the php.ini setting phar.readonly";

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers::default()
}

/// Throws a failure; one without words is none.
pub(crate) fn thrown(cx: &mut Cx, class: &str, why: Why) -> PhpResult<()> {
    cx.check()?;
    match why {
        Some(why) => Err(cx.throw(class, why)),
        None => Ok(()),
    }
}

/// Writes changes.
pub(crate) fn written(cx: &mut Cx, archive: &ArchiveRef, class: &str) -> PhpResult<()> {
    match flush(cx, archive) {
        Ok(()) => cx.check(),
        Err(why) => thrown(cx, class, why),
    }
}

/// The archive of an object.
pub(crate) fn archive_of(cx: &mut Cx, this: &PhpObject) -> PhpResult<ArchiveRef> {
    match attach::attached::<Hold>(this) {
        Some(hold) => Ok(hold.archive().clone()),
        None => Err(cx.throw(BAD_CALL, "Cannot call method on an uninitialized Phar object")),
    }
}

/// The same, to be changed; the message is for archives that must not be.
pub(crate) fn writable(cx: &mut Cx, this: &PhpObject, class: &str, message: &str) -> PhpResult<ArchiveRef> {
    let archive = archive_of(cx, this)?;
    let is_data = archive.get().is_data;
    if is_readonly(cx) && !is_data {
        return Err(cx.throw(class, message));
    }
    Ok(archive)
}

/// `Phar::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, filename: &PhpStr, flags: i64, alias: Option<&PhpStr>) -> PhpResult<()> {
    let is_data = class_of(this).is_subclass_of(cx.builtin_class("PharData"));
    start(cx, this, filename, flags, alias, is_data, None)
}

/// Opens or makes the archive of a new object.
pub(crate) fn start(
    cx: &mut Cx,
    this: &PhpObject,
    filename: &PhpStr,
    flags: i64,
    alias: Option<&PhpStr>,
    is_data: bool,
    format: Option<Format>,
) -> PhpResult<()> {
    if attach::attached::<Hold>(this).is_some() {
        return Err(cx.throw(BAD_CALL, "Cannot call constructor twice"));
    }
    let wanted = if is_data { Wanted::Data } else { Wanted::Executable };
    let (name, path) = match split(cx, filename, wanted, Purpose::Write) {
        Ok((name, path)) => (name, path),
        Err(_) => (filename.to_vec(), Vec::new()),
    };
    let alias = alias.map(PhpStr::as_bytes);
    let archive = match opening::open_or_create(cx, &name, alias, is_data, true) {
        Ok(archive) => archive,
        Err(why) => {
            cx.check()?;
            return Err(cx.throw(UNEXPECTED, why.unwrap_or_else(|| b"Phar creation or opening failed".to_vec())));
        }
    };
    let mut data = archive.edit();
    if is_data && data.is_tar() && data.brand_new && format == Some(Format::Zip) {
        data.format = Format::Zip;
    }
    let (fits, full) = (data.is_data == is_data, data.name.clone());
    drop(data);
    if !fits {
        return Err(cx.throw(
            UNEXPECTED,
            match is_data {
                true => "PharData class can only be used for non-executable tar and zip archives",
                false => "Phar class can only be used for executable tar and zip archives",
            },
        ));
    }
    attach::attach(this, Rc::new(Hold::new(&archive)));
    let url = PhpStr::concat(&[b"phar://", &full, &path]);
    if let Some(constructor) = cx.builtin_class("RecursiveDirectoryIterator").magic.constructor {
        cx.call_method(this, constructor, &[Value::string(url), Value::int(flags)])?;
    }
    attach::set_info_class(this, cx.builtin_class("PharFileInfo"));
    Ok(())
}

/// `Phar::__destruct()`: what is to be done is done when the object goes.
pub(crate) fn destruct(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `Phar::count()`
pub(crate) fn count(cx: &mut Cx, this: &PhpObject, _: i64) -> PhpResult<i64> {
    Ok(archive_of(cx, this)?.get().manifest.len() as i64)
}

/// `Phar::isFileFormat()`
pub(crate) fn is_file_format(cx: &mut Cx, this: &PhpObject, format: i64) -> PhpResult<bool> {
    let own = archive_of(cx, this)?.get().format;
    match format_of(format) {
        Some(format) => Ok(own == format),
        None => Err(cx.throw(PHAR, "Unknown file format specified")),
    }
}

/// `Phar::PHAR` and its sisters.
pub(crate) fn format_of(number: i64) -> Option<Format> {
    match number {
        1 => Some(Format::Phar),
        2 => Some(Format::Tar),
        3 => Some(Format::Zip),
        _ => None,
    }
}

/// `Phar::isCompressed()`
pub(crate) fn is_compressed(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let flags = archive_of(cx, this)?.get().flags;
    Ok(match () {
        () if flags & flag::WHOLE_GZ != 0 => Value::int(i64::from(flag::GZ)),
        () if flags & flag::WHOLE_BZ2 != 0 => Value::int(i64::from(flag::BZ2)),
        () => Value::FALSE,
    })
}

/// `Phar::isWritable()`
pub(crate) fn is_writable(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let archive = archive_of(cx, this)?;
    let (writeable, brand_new, name) = (archive.get().writeable, archive.get().brand_new, archive.name());
    if !writeable {
        return Ok(false);
    }
    Ok(match loxo_streams::stat_path(cx, &name, false, true, None) {
        Some(stat) => stat.mode & 0o222 != 0,
        None => brand_new,
    })
}

/// `Phar::getAlias()`
pub(crate) fn get_alias(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpStr>> {
    let archive = archive_of(cx, this)?;
    let data = archive.get();
    Ok(data.alias.as_ref().map(|alias| PhpStr::new(alias)))
}

/// `Phar::getPath()`
pub(crate) fn get_path(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(PhpStr::new(&archive_of(cx, this)?.get().name))
}

/// `Phar::getVersion()`
pub(crate) fn get_version(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(PhpStr::new(&archive_of(cx, this)?.get().version))
}

/// `Phar::getModified()`
pub(crate) fn get_modified(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(archive_of(cx, this)?.get().modified)
}

fn no_alias(cx: &mut Cx, archive: &ArchiveRef, what: &str) -> Option<Thrown> {
    let data = archive.get();
    if !data.is_data {
        return None;
    }
    let kind = if data.is_tar() { "tar" } else { "zip" };
    drop(data);
    Some(cx.throw(UNEXPECTED, format!("A Phar {what} cannot be set in a plain {kind} archive")))
}

/// `Phar::setAlias()`
pub(crate) fn set_alias(cx: &mut Cx, this: &PhpObject, alias: &PhpStr) -> PhpResult<bool> {
    let archive = writable(cx, this, UNEXPECTED, READONLY_ARCHIVE)?;
    registry(cx).last = None;
    if let Some(thrown) = no_alias(cx, &archive, "alias") {
        return Err(thrown);
    }
    if archive.get().alias.as_deref() == Some(alias.as_bytes()) {
        return Ok(true);
    }
    let name = archive.name();
    let other = registry(cx).aliases.get(alias.as_bytes()).cloned();
    match other {
        Some(other) => {
            let pattern = "alias \"{}\" is already used for archive \"{}\" and cannot be used for other archives";
            let message = text(pattern, &[alias, &other.name()]);
            if !registry(cx).free_alias(&other) {
                return Err(cx.throw(PHAR, message));
            }
        }
        None if !is_alias(alias) => {
            return Err(cx.throw(UNEXPECTED, text("Invalid alias \"{}\" specified for phar \"{}\"", &[alias, &name])));
        }
        None => {}
    }
    let mut data = archive.edit();
    let old = (data.alias.take(), data.temporary_alias);
    data.alias = (!alias.is_empty()).then(|| alias.to_vec());
    data.temporary_alias = false;
    drop(data);
    let was_known = registry(cx).aliases.shift_remove(old.0.as_deref().unwrap_or_default()).is_some();
    if let Err(Some(why)) = flush(cx, &archive) {
        if let Some(known) = old.0.clone().filter(|_| was_known) {
            registry(cx).aliases.insert(known, archive.clone());
        }
        {
            let mut data = archive.edit();
            (data.alias, data.temporary_alias) = old;
        }
        return Err(cx.throw(PHAR, why));
    }
    registry(cx).aliases.insert(alias.to_vec(), archive);
    Ok(true)
}

/// `Phar::startBuffering()`
pub(crate) fn start_buffering(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    archive_of(cx, this)?.edit().buffering = true;
    Ok(())
}

/// `Phar::isBuffering()`
pub(crate) fn is_buffering(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(archive_of(cx, this)?.get().buffering)
}

/// `Phar::stopBuffering()`
pub(crate) fn stop_buffering(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let archive = writable(cx, this, UNEXPECTED, READONLY_ARCHIVE)?;
    archive.edit().buffering = false;
    written(cx, &archive, PHAR)
}

fn stub_written(cx: &mut Cx, archive: &ArchiveRef, stub: NewStub<'_>) -> PhpResult<bool> {
    match flush_with(cx, archive, stub) {
        Ok(()) => cx.check()?,
        Err(why) => thrown(cx, PHAR, why)?,
    }
    Ok(true)
}

/// `Phar::setStub()`
pub(crate) fn set_stub(cx: &mut Cx, this: &PhpObject, stub: &Value, length: Option<i64>) -> PhpResult<bool> {
    let archive = writable(cx, this, UNEXPECTED, "Cannot change stub, phar is read-only")?;
    if let Some(thrown) = no_alias(cx, &archive, "stub") {
        return Err(thrown);
    }
    if let Some(resource) = stub.deref().as_resource() {
        let name = cx.active.map(loxo_runtime::Func::display_name).unwrap_or_default();
        cx.deprecated([b"Calling ", &name[..], b"(resource $stub, int $length) is deprecated"].concat());
        cx.check()?;
        let Some(stream) = loxo_streams::of_resource(resource) else {
            return Err(cx.throw(UNEXPECTED, "Cannot change stub, unable to read from input stream"));
        };
        let most = length.and_then(|length| usize::try_from(length).ok()).filter(|&length| length > 0);
        let text = stream.read_all(cx, most);
        cx.check()?;
        return stub_written(cx, &archive, NewStub::Given(&text));
    }
    if length.is_some() {
        return Err(args::wrong_count(cx, 2));
    }
    let mut stub = stub.clone_deref();
    let stub = args::string(cx, 1, &mut stub)?.clone();
    stub_written(cx, &archive, NewStub::Given(&stub))
}

/// `Phar::setDefaultStub()`
pub(crate) fn set_default_stub(cx: &mut Cx, this: &PhpObject, index: Option<&PhpStr>, web: Option<&PhpStr>) -> PhpResult<bool> {
    let archive = archive_of(cx, this)?;
    if let Some(thrown) = no_alias(cx, &archive, "stub") {
        return Err(thrown);
    }
    let foreign = archive.get().format != Format::Phar;
    if foreign && (index.is_some() || web.is_some()) {
        let number = if index.is_some() { 1 } else { 2 };
        return Err(cx.argument_value_error(number, "must be null for a tar- or zip-based phar stub, string given"));
    }
    if is_readonly(cx) {
        return Err(cx.throw(UNEXPECTED, "Cannot change stub: phar.readonly=1"));
    }
    if foreign {
        return stub_written(cx, &archive, NewStub::Default(None));
    }
    let made = make_stub(cx, index, web, UNEXPECTED)?;
    stub_written(cx, &archive, NewStub::Default(Some(&made)))
}

/// A stub for scripts of these names.
pub(crate) fn make_stub(cx: &mut Cx, index: Option<&PhpStr>, web: Option<&PhpStr>, class: &str) -> PhpResult<Vec<u8>> {
    const NAME: &[u8] = b"index.php";
    for (name, kind) in [(index, ""), (web, "web ")] {
        if let Some(name) = name.filter(|name| name.len() > stub::LONGEST) {
            let text = format!(
                "Illegal {kind}filename passed in for stub creation, was {} characters long, and only 400 or less is allowed",
                name.len()
            );
            return Err(cx.throw(class, text));
        }
    }
    Ok(stub::default_stub(index.map_or(NAME, |name| name.as_bytes()), web.map_or(NAME, |name| name.as_bytes())))
}

/// `Phar::getStub()`
pub(crate) fn get_stub(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let archive = archive_of(cx, this)?;
    let (foreign, halt, name) = (archive.get().format != Format::Phar, archive.get().halt, archive.name());
    let found = if foreign {
        let Some(entry) = archive.entry(STUB) else { return Ok(PhpStr::default()) };
        match content::opened(cx, &archive, &entry) {
            Ok(region) => region.bytes(cx),
            Err(_) => return Err(cx.throw(UNEXPECTED, text("phar error: unable to open phar \"{}\"", &[&name]))),
        }
    } else {
        let brand_new = archive.get().brand_new;
        let file = if brand_new { None } else { content::archive_file(cx, &archive) };
        file.and_then(|file| read_exact(&file, 0, usize::try_from(halt).ok()?))
    };
    match found {
        Some(stub) => Ok(PhpStr::new(&stub)),
        None => Err(cx.throw(RUNTIME, "Unable to read stub")),
    }
}

/// `Phar::setSignatureAlgorithm()`
pub(crate) fn set_signature_algorithm(cx: &mut Cx, this: &PhpObject, algo: i64, key: Option<&PhpStr>) -> PhpResult<()> {
    let archive = writable(cx, this, UNEXPECTED, "Cannot set signature algorithm, phar is read-only")?;
    let Some(kind) = u32::try_from(algo).ok().filter(|&kind| signature::name(kind).is_some()) else {
        return Err(cx.throw(UNEXPECTED, "Unknown signature algorithm specified"));
    };
    {
        let mut data = archive.edit();
        (data.signature_kind, data.modified) = (kind, true);
    }
    registry(cx).private_key = key.map_or_else(Vec::new, |key| key.to_vec());
    written(cx, &archive, PHAR)
}

/// `Phar::getSignature()`
pub(crate) fn get_signature(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let archive = archive_of(cx, this)?;
    let data = archive.get();
    let Some(hash) = &data.signature else { return Ok(Value::FALSE) };
    let mut out = PhpArray::new();
    out.set_bytes(b"hash", Value::bytes(hash));
    let kind = data.signature_kind;
    let label = signature::name(kind).map_or_else(|| format!("Unknown ({kind})"), str::to_owned);
    out.set_bytes(b"hash_type", Value::bytes(label.as_bytes()));
    Ok(Value::array(out))
}

/// `Phar::hasMetadata()`
pub(crate) fn has_metadata(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(archive_of(cx, this)?.get().metadata.is_set())
}

/// `Phar::getMetadata()`
pub(crate) fn get_metadata(cx: &mut Cx, this: &PhpObject, options: &PhpArray) -> PhpResult<Value> {
    let noted = archive_of(cx, this)?.get().metadata.clone();
    metadata::value_of(cx, &noted, options)
}

/// `Phar::setMetadata()`
pub(crate) fn set_metadata(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<()> {
    let archive = writable(cx, this, BAD_CALL, READONLY_SETTING)?;
    let noted = metadata::make(cx, value)?;
    archive.edit().metadata = noted;
    archive.edit().modified = true;
    written(cx, &archive, PHAR)
}

/// `Phar::delMetadata()`
pub(crate) fn del_metadata(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let archive = writable(cx, this, BAD_CALL, READONLY_SETTING)?;
    if archive.get().metadata.is_set() {
        archive.edit().metadata = Metadata::default();
        archive.edit().modified = true;
        written(cx, &archive, PHAR)?;
    }
    Ok(true)
}

/// A stream over a plain file, without a word about failures.
pub(crate) fn open_quietly(cx: &mut Cx, path: &[u8]) -> PhpResult<Option<loxo_streams::StreamRef>> {
    loxo_streams::open_stream(cx, path, b"rb", OpenOptions::default(), None)
}
