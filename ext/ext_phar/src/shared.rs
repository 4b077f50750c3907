//! `Phar`: what belongs to no object.

use loxo_runtime::paths;
use loxo_runtime::{Cx, PhpArray, PhpResult, PhpStr};

use crate::archive::{flag, text};
use crate::entries::mount as mount_entry;
use crate::paths_in::{Found, Purpose, Wanted, find_extension, running_archive, running_script, split, without_scheme};
use crate::phar::{PHAR, make_stub, thrown};
use crate::registry::{is_readonly, registry};
use crate::{opening, web};

/// `Phar::apiVersion()`
pub(crate) fn api_version(_: &mut Cx) -> PhpResult<&'static str> {
    Ok("1.1.1")
}

/// `Phar::canCompress()`
pub(crate) fn can_compress(_: &mut Cx, _: i64) -> PhpResult<bool> {
    Ok(true)
}

/// `Phar::canWrite()`
pub(crate) fn can_write(cx: &mut Cx) -> PhpResult<bool> {
    Ok(!is_readonly(cx))
}

/// `Phar::createDefaultStub()`
pub(crate) fn create_default_stub(cx: &mut Cx, index: Option<&PhpStr>, web: Option<&PhpStr>) -> PhpResult<PhpStr> {
    make_stub(cx, index, web, PHAR).map(|stub| PhpStr::new(&stub))
}

/// `Phar::getSupportedCompression()`
pub(crate) fn get_supported_compression(_: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(["GZ", "BZIP2"]))
}

/// `Phar::getSupportedSignatures()`
pub(crate) fn get_supported_signatures(_: &mut Cx) -> PhpResult<PhpArray> {
    Ok(PhpArray::from_values(["MD5", "SHA-1", "SHA-256", "SHA-512", "OpenSSL", "OpenSSL_SHA256", "OpenSSL_SHA512"]))
}

/// `Phar::interceptFileFuncs()`
pub(crate) fn intercept_file_funcs(cx: &mut Cx) -> PhpResult<()> {
    registry(cx).intercepting = true;
    Ok(())
}

/// `Phar::isValidPharFilename()`
pub(crate) fn is_valid_phar_filename(cx: &mut Cx, filename: &PhpStr, executable: bool) -> PhpResult<bool> {
    let wanted = if executable { Wanted::Executable } else { Wanted::Data };
    Ok(matches!(find_extension(cx, filename, wanted, Purpose::Write, true), Found::At(..)))
}

fn opened(cx: &mut Cx, outcome: crate::archive::Try<crate::archive::ArchiveRef>) -> PhpResult<bool> {
    match outcome {
        Ok(_) => Ok(true),
        Err(why) => thrown(cx, PHAR, why).map(|()| false),
    }
}

/// `Phar::loadPhar()`
pub(crate) fn load_phar(cx: &mut Cx, filename: &PhpStr, alias: Option<&PhpStr>) -> PhpResult<bool> {
    let outcome = opening::open(cx, filename, alias.map(PhpStr::as_bytes), true);
    opened(cx, outcome)
}

/// `Phar::mapPhar()`
pub(crate) fn map_phar(cx: &mut Cx, alias: Option<&PhpStr>, _: i64) -> PhpResult<bool> {
    let outcome = opening::open_running(cx, alias.map(PhpStr::as_bytes));
    opened(cx, outcome)
}

/// `Phar::running()`
pub(crate) fn running(cx: &mut Cx, with_scheme: bool) -> PhpResult<PhpStr> {
    let Some(archive) = running_archive(cx) else { return Ok(PhpStr::default()) };
    Ok(if with_scheme { PhpStr::concat(&[b"phar://", &archive]) } else { PhpStr::new(&archive) })
}

/// `Phar::mount()`
pub(crate) fn mount(cx: &mut Cx, path: &PhpStr, outside: &PhpStr) -> PhpResult<()> {
    let script = running_script(cx).unwrap_or_default();
    let mut inner = path.to_vec();
    let name = if script.len() > 7 && script.starts_with(b"phar://") && running_archive(cx).is_some() {
        if path.len() > 7 && path.starts_with(b"phar://") {
            let pattern = "Can only mount internal paths within a phar archive, use a relative path instead of \"{}\"";
            return Err(cx.throw(PHAR, text(pattern, &[path])));
        }
        running_archive(cx).unwrap_or_default()
    } else if registry(cx).archives.contains_key(&script) {
        script
    } else if let Ok((name, entry)) = split(cx, path, Wanted::Any, Purpose::Read) {
        inner = entry;
        name
    } else {
        return Err(cx.throw(PHAR, text("Mounting of {} to {} failed", &[path, outside])));
    };
    let archive = registry(cx).archives.get(&name).cloned();
    let Some(archive) = archive else { return Err(cx.throw(PHAR, text("{} is not a phar archive, cannot mount", &[&name]))) };
    if mount_entry(cx, &archive, outside, &inner) {
        return cx.check();
    }
    cx.check()?;
    Err(cx.throw(PHAR, text("Mounting of {} to {} within phar {} failed", &[&inner, outside, &name])))
}

/// `Phar::mungServer()`
pub(crate) fn mung_server(cx: &mut Cx, variables: &PhpArray) -> PhpResult<()> {
    let refuse = |cx: &mut Cx, what: &str| {
        const EXPECTED: &str =
            "Phar::mungServer(), expecting an array of any of these strings: PHP_SELF, REQUEST_URI, SCRIPT_FILENAME, SCRIPT_NAME";
        Err(cx.throw(PHAR, format!("{what} passed to {EXPECTED}")))
    };
    if variables.is_empty() {
        return refuse(cx, "No values");
    }
    if variables.len() > 4 {
        return refuse(cx, "Too many values");
    }
    for value in variables.values() {
        let Some(name) = value.as_bytes() else { return refuse(cx, "Non-string value") };
        registry(cx).munged |= web::munged_bit(name);
    }
    Ok(())
}

/// `Phar::unlinkArchive()`
pub(crate) fn unlink_archive(cx: &mut Cx, filename: &PhpStr) -> PhpResult<bool> {
    if filename.is_empty() {
        return Err(cx.throw(PHAR, "Unknown phar archive \"\""));
    }
    let archive = match opening::open(cx, filename, None, true) {
        Ok(archive) => archive,
        Err(why) => {
            cx.check()?;
            let mut message = text("Unknown phar archive \"{}\"", &[filename]);
            if let Some(why) = why {
                message.extend_from_slice(&[b": ", &why[..]].concat());
            }
            return Err(cx.throw(PHAR, message));
        }
    };
    if running_archive(cx).as_deref() == Some(filename.as_bytes()) {
        return Err(cx.throw(PHAR, text("phar archive \"{}\" cannot be unlinked from within itself", &[filename])));
    }
    if archive.refs.get() != 0 {
        let pattern = "phar archive \"{}\" has open file handles or objects.  fclose() all file handles, and unset() all objects prior to calling unlinkArchive()";
        return Err(cx.throw(PHAR, text(pattern, &[filename])));
    }
    let name = archive.name();
    registry(cx).remove(&name);
    let _ = std::fs::remove_file(paths::path_of(&name));
    Ok(true)
}

/// What an include statement in an archive means by a path, if that is something in the archive.
pub(crate) fn resolve(cx: &mut Cx, path: &[u8]) -> Option<Vec<u8>> {
    if without_scheme(path).is_some() {
        let (name, inner) = split(cx, path, Wanted::Any, Purpose::Read).ok()?;
        let archive = opening::open(cx, &name, None, false).ok()?;
        // The archive itself is the file that it is.
        return Some(if inner == b"/" { archive.name() } else { [b"phar://", &archive.name()[..], &inner].concat() });
    }
    if loxo_streams::scheme(path).is_some() {
        return None;
    }
    let cwd = registry(cx).cwd.clone()?;
    let archive = running_archive(cx)?;
    let archive = crate::registry::find(cx, &archive, None).ok()?;
    let name = archive.name();
    if path.starts_with(b".") {
        let tidied = crate::paths_in::tidy(path, Some(&cwd));
        let inner = tidied.strip_prefix(b"/").unwrap_or(&tidied);
        if archive.get().manifest.contains_key(inner) {
            return Some([b"phar://", &name[..], b"/", inner].concat());
        }
    }
    if loxo_streams::include_path::is_explicit(path) {
        return None;
    }
    let inner = [&cwd[..], b"/", path].concat();
    let url = [b"phar://", &name[..], b"/", &inner].concat();
    loxo_streams::stat_path(cx, &url, false, true, None).map(|_| url)
}

/// The program in a file that is an archive, where that is not the file itself.
pub(crate) fn program(cx: &mut Cx, path: &[u8]) -> Option<Vec<u8>> {
    let archive = opening::open(cx, path, None, false).ok()?;
    let foreign = archive.get().format != crate::archive::Format::Phar;
    if foreign {
        let entry = archive.entry(crate::archive::STUB)?;
        return crate::content::opened(cx, &archive, &entry).ok()?.bytes(cx);
    }
    if archive.get().flags & flag::WHOLE == 0 {
        return None;
    }
    let halt = archive.get().halt;
    let file = crate::content::archive_file(cx, &archive)?;
    crate::content::Region { file, at: 0, len: halt }.bytes(cx)
}

/// What a relative path means to file functions that are intercepted.
pub(crate) fn intercept(cx: &mut Cx, path: &[u8], along_include_path: bool, must_exist: bool) -> Option<Vec<u8>> {
    if path.starts_with(b"/") || !registry(cx).intercepting || registry(cx).archives.is_empty() || loxo_streams::scheme(path).is_some() {
        return None;
    }
    let name = running_archive(cx)?;
    let archive = crate::registry::find(cx, &name, None).ok()?;
    if along_include_path {
        return resolve(cx, path);
    }
    let cwd = registry(cx).cwd.clone();
    let tidied = crate::paths_in::tidy(path, cwd.as_deref());
    let inner = tidied.strip_prefix(b"/").unwrap_or(&tidied);
    let known = archive.get().manifest.contains_key(inner) || (!must_exist && archive.get().implied_dirs.contains(inner));
    known.then(|| [b"phar://", &name[..], b"/", inner].concat())
}
