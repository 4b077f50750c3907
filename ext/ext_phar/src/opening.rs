//! Opening archives: of which format they are, and making new ones.

use std::fs::File;
use std::rc::Rc;

use loxo_runtime::paths;
use loxo_runtime::{ConstId, Cx};

use crate::archive::{Archive, ArchiveCell, ArchiveRef, Format, HALT, STUB, Try, fail, flag};
use crate::content::{Method, Out, PIECE, Region, length, temporary};
use crate::paths_in::{Found, Purpose, Wanted, find_extension, running_script};
use crate::registry::{find, is_readonly, registry};
use crate::{packed, tar, zip};

/// The version that archives of PHP's own format are written in.
pub(crate) const VERSION: &[u8] = b"1.1.1";
/// An archive may be compressed so often.
const LAYERS: usize = 3;

const NOT_RUNNABLE: &str = "'{}' is not a phar archive. Use PharData::__construct() for a standard zip or tar archive";

/// An archive that the request knows already.
fn known(cx: &mut Cx, name: &[u8], alias: Option<&[u8]>, is_data: bool) -> Try<ArchiveRef> {
    let archive = find(cx, name, alias)?;
    if alias.is_some() && archive.name() != name {
        return Err(None);
    }
    let data = archive.get();
    let foreign = data.format != Format::Phar;
    if !is_data && data.halt == 0 && !data.brand_new && foreign && is_readonly(cx) && data.entry(STUB).is_none() {
        return fail(NOT_RUNNABLE, &[name]);
    }
    drop(data);
    Ok(archive)
}

/// `new Phar()`: opens an archive or makes one.
pub(crate) fn open_or_create(cx: &mut Cx, name: &[u8], alias: Option<&[u8]>, is_data: bool, report: bool) -> Try<ArchiveRef> {
    let wanted = if is_data { Wanted::Data } else { Wanted::Executable };
    let mut found = find_extension(cx, name, wanted, Purpose::Read, true);
    if !matches!(found, Found::At(..)) {
        found = find_extension(cx, name, wanted, Purpose::Create, true);
    }
    let extension = match found {
        Found::At(at, len) => name[at..at + len].to_vec(),
        Found::Url => {
            let pattern = "Cannot create a phar archive from a URL like \"{}\". Phar objects can only be created from local files";
            return fail(pattern, &[name]);
        }
        Found::Alias(_) | Found::No(_) => {
            let pattern = "Cannot create phar '{}', file extension (or combination) not recognised or the directory does not exist";
            return fail(pattern, &[name]);
        }
    };
    match known(cx, name, alias, is_data) {
        Ok(archive) => {
            let data = archive.get();
            if data.is_data && data.format == Format::Phar {
                return fail("Cannot open '{}' as a PharData object. Use Phar::__construct() for executable archives", &[name]);
            }
            if is_readonly(cx) && !data.is_data && data.format != Format::Phar && data.entry(STUB).is_none() {
                return fail(NOT_RUNNABLE, &[name]);
            }
            let writeable = !is_readonly(cx) || data.is_data;
            drop(data);
            if writeable {
                archive.edit().writeable = true;
            }
            return Ok(archive);
        }
        Err(Some(why)) => return Err(Some(why)),
        Err(None) => {}
    }
    let says = |what: &[u8]| {
        let first = memchr::memchr(what[0], &extension);
        extension.len() > 3 && first.is_some_and(|at| extension[at..].starts_with(what))
    };
    let format = match () {
        () if says(b"zip") => Some(Format::Zip),
        () if says(b"tar") => Some(Format::Tar),
        () => None,
    };
    let archive = open_or_make(cx, name, alias, is_data, report)?;
    let Some(format) = format else { return Ok(archive) };
    let mut data = archive.edit();
    data.is_data = is_data;
    if data.format == format {
        drop(data);
        return Ok(archive);
    }
    if data.brand_new {
        data.format = format;
        drop(data);
        return Ok(archive);
    }
    let pattern = match format {
        Format::Zip => {
            "phar zip error: phar \"{}\" already exists as a regular phar and must be deleted from disk prior to creating as a zip-based phar"
        }
        _ => "phar tar error: \"{}\" already exists as a regular phar and must be deleted from disk prior to creating as a tar-based phar",
    };
    fail(pattern, &[name])
}

/// Opens a file as an archive, or notes a new one if there is no such file.
fn open_or_make(cx: &mut Cx, name: &[u8], alias: Option<&[u8]>, is_data: bool, report: bool) -> Try<ArchiveRef> {
    if !paths::check_open_basedir(cx, name, true) {
        return Err(None);
    }
    let full = paths::expand(cx, name);
    if full.len() >= paths::MAX_PATH {
        return Err(None);
    }
    if let Some(file) = open_file(&full) {
        let archive = read(cx, file, &full, alias)?;
        let mut data = archive.edit();
        data.writeable |= data.is_data || !is_readonly(cx);
        drop(data);
        return Ok(archive);
    }
    if is_readonly(cx) && !is_data {
        return if report { fail("creating archive \"{}\" disabled by the php.ini setting phar.readonly", &[name]) } else { Err(None) };
    }
    let mut archive = Archive::new(&full, if is_data { Format::Tar } else { Format::Phar });
    archive.version = VERSION.to_vec();
    archive.temporary_alias = alias.is_none();
    archive.writeable = true;
    archive.brand_new = true;
    archive.is_data = is_data;
    let alias = alias.filter(|_| !is_data);
    if !is_data {
        archive.alias = Some(alias.unwrap_or(&full).to_vec());
    }
    let archive = ArchiveCell::new(archive);
    let own = registry(cx);
    if let Some(alias) = alias
        && let Some(other) = own.aliases.get(alias).cloned()
        && !own.free_alias(&other)
    {
        let pattern = "phar error: phar \"{}\" cannot set alias \"{}\", already in use by another phar archive";
        return fail(pattern, &[&full, alias]);
    }
    own.archives.insert(full, archive.clone());
    if let Some(alias) = alias.filter(|alias| !alias.is_empty()) {
        own.aliases.insert(alias.to_vec(), archive.clone());
    }
    Ok(archive)
}

fn open_file(path: &[u8]) -> Option<Rc<File>> {
    let file = loxo_files::open_file(paths::path_of(path)).ok()?;
    file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    Some(Rc::new(file))
}

/// Opens an archive that must be there.
pub(crate) fn open(cx: &mut Cx, name: &[u8], alias: Option<&[u8]>, report: bool) -> Try<ArchiveRef> {
    let is_data = memchr::memmem::find(name, b".phar").is_none();
    match known(cx, name, alias, is_data) {
        Ok(archive) => return Ok(archive),
        Err(Some(why)) => return Err(Some(why)),
        Err(None) => {}
    }
    if !paths::check_open_basedir(cx, name, true) {
        return Err(None);
    }
    let full = paths::expand(cx, name);
    match open_file(&full) {
        Some(file) => read(cx, file, &full, alias),
        None if report => fail("unable to open phar for reading \"{}\"", &[name]),
        None => Err(None),
    }
}

/// `Phar::mapPhar()`: the script that is running.
pub(crate) fn open_running(cx: &mut Cx, alias: Option<&[u8]>) -> Try<ArchiveRef> {
    let Some(script) = running_script(cx) else { return fail("cannot initialize a phar outside of PHP execution", &[]) };
    if let Ok(archive) = known(cx, &script, alias, false) {
        return Ok(archive);
    }
    if !halts(cx, &script) {
        return fail("__HALT_COMPILER(); must be declared in a phar", &[]);
    }
    if !paths::check_open_basedir(cx, &script, true) {
        return Err(None);
    }
    let full = paths::expand(cx, &script);
    match open_file(&full) {
        Some(file) => read(cx, file, &full, alias),
        None => fail("unable to open phar for reading \"{}\"", &[&script]),
    }
}

/// The running script says `__HALT_COMPILER();`.
fn halts(cx: &mut Cx, script: &[u8]) -> bool {
    let mangled = [b"\0__COMPILER_HALT_OFFSET__", script].concat();
    if ConstId::find(&mangled).is_some_and(|id| cx.constant(id).is_some()) {
        return true;
    }
    let full = paths::expand(cx, script);
    let Some(file) = open_file(&full) else { return false };
    matches!(find_halt(cx, &Region::whole(&file)), Ok(Some(_)))
}

/// Where the first `__HALT_COMPILER();` ends. The error is that a piece of the file is too short to hold it.
fn find_halt(cx: &mut Cx, region: &Region) -> Result<Option<u64>, ()> {
    /// Pieces that PHP reads at a time, and its buffer.
    const WINDOW: u64 = 1024;
    const BUFFER: u64 = 8192;
    let mut carried: Vec<u8> = Vec::new();
    let (mut end, mut found) = (0, None);
    region.pieces(cx, |piece| {
        carried.extend_from_slice(piece);
        end += piece.len() as u64;
        if let Some(at) = find_ignoring_case(&carried, HALT) {
            found = Some(end - carried.len() as u64 + (at + HALT.len()) as u64);
            return false;
        }
        let keep = carried.len().saturating_sub(HALT.len() - 1);
        carried.drain(..keep);
        true
    });
    if found.is_some() {
        return Ok(found);
    }
    let last = region.len % WINDOW;
    let ended = !region.len.is_multiple_of(BUFFER);
    if (last == 0 && !ended) || (last > 0 && last < HALT.len() as u64) { Err(()) } else { Ok(None) }
}

/// The first place of ASCII text, in any case.
pub(crate) fn find_ignoring_case(text: &[u8], what: &[u8]) -> Option<usize> {
    let (first, rest) = what.split_first()?;
    let mut from = 0;
    while let Some(at) = memchr::memchr2(first.to_ascii_lowercase(), first.to_ascii_uppercase(), text.get(from..)?) {
        let at = from + at;
        if text.get(at + 1..at + what.len()).is_some_and(|tail| tail.eq_ignore_ascii_case(rest)) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// Reads an archive of any format.
fn read(cx: &mut Cx, file: Rc<File>, name: &[u8], alias: Option<&[u8]>) -> Try<ArchiveRef> {
    let mut file = file;
    let mut compression = 0;
    for _ in 0..=LAYERS {
        let region = Region::whole(&file);
        let mut start = vec![0; 1024.min(PIECE)];
        let mut got = 0;
        while let Ok(n @ 1..) = region.read(got as u64, &mut start[got..]) {
            got += n;
        }
        start.truncate(got);
        if got < HALT.len() {
            return fail("internal corruption of phar \"{}\" (truncated entry)", &[name]);
        }
        let (word, whole) = match &start[..] {
            [0x1F, 0x8B, 0x08, ..] => ("gzipped", flag::WHOLE_GZ),
            [b'B', b'Z', b'h', ..] => ("bzipped", flag::WHOLE_BZ2),
            _ => {
                if start.starts_with(b"PK\x03\x04") {
                    return zip::parse(cx, file, name, alias);
                }
                if got >= 512 && tar::is_tar(&start[..512], name) {
                    return tar::parse(cx, file, name, alias, compression);
                }
                return match find_halt(cx, &region) {
                    Ok(Some(halt)) => packed::parse(cx, file, name, alias, halt, compression),
                    Ok(None) => fail("internal corruption of phar \"{}\" (__HALT_COMPILER(); not found)", &[name]),
                    Err(()) => fail("internal corruption of phar \"{}\" (truncated entry)", &[name]),
                };
            }
        };
        compression = whole;
        let Ok(scratch) = temporary(cx) else {
            let pattern = ["unable to create temporary file for decompression of ", word, " phar archive \"{}\""].concat();
            return fail(&pattern, &[name]);
        };
        let mut out = Out { file: scratch, at: 0 };
        let done = Method::of_archive(whole).is_some_and(|method| method.unpack(cx, &region, &mut out, u64::MAX));
        if !done {
            return fail(&["unable to decompress ", word, " phar archive \"{}\" to temporary file"].concat(), &[name]);
        }
        file = out.file;
        if length(&file) == 0 {
            return fail("internal corruption of phar \"{}\" (truncated entry)", &[name]);
        }
    }
    let word = if compression == flag::WHOLE_GZ { "gzipped" } else { "bzipped" };
    fail(&["unable to decompress ", word, " phar archive \"{}\""].concat(), &[name])
}

/// How an archive that was read gets its alias.
pub(crate) struct Naming<'a> {
    /// The alias that stands in the archive.
    pub(crate) own: Option<Vec<u8>>,
    /// The one that it shall have.
    pub(crate) wanted: Option<&'a [u8]>,
    /// What is said if somebody has it already: the archive's own, or the wanted one.
    pub(crate) taken: (&'a str, &'a str),
}

/// Notes an archive that was read, under its alias.
pub(crate) fn register(cx: &mut Cx, mut archive: Archive, naming: Naming<'_>) -> Try<ArchiveRef> {
    let name = archive.name.clone();
    let (alias, temporary, taken) = match (naming.own, naming.wanted.filter(|alias| !alias.is_empty())) {
        (Some(own), _) => (Some(own), false, naming.taken.0),
        (None, Some(wanted)) => (Some(wanted.to_vec()), true, naming.taken.1),
        (None, None) => (None, true, ""),
    };
    let own = registry(cx);
    if let Some(alias) = &alias
        && let Some(other) = own.aliases.get(alias).cloned()
        && !own.free_alias(&other)
    {
        return fail(taken, &[&name]);
    }
    archive.alias = Some(alias.clone().unwrap_or_else(|| name.clone()));
    archive.temporary_alias = temporary;
    let archive = ArchiveCell::new(archive);
    own.archives.insert(name, archive.clone());
    if let Some(alias) = alias {
        own.aliases.insert(alias, archive.clone());
    }
    Ok(archive)
}
