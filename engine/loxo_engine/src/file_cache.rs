//! `opcache.file_cache`: units on disk, from process to process.
//!
//! A folder below the setting's is this build's of the engine: nobody else's units are looked at. A unit lies there under a hash of its script's
//! path, with path, time and size of the script in front of it; it is written under another name first, so it is whole or not there. Units are
//! code: the folder must be the user's own and nobody else may write in it, links are not followed, and what is read has a hash and is verified.

use std::io::{Read, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use loxo_files::About;
use loxo_runtime::Cx;
use loxo_runtime::codecache::LogLevel;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::Errno;
use xxhash_rust::xxh3::xxh3_128;

use crate::diagnostics::Diagnostic;
use crate::stored::{self, Stored};

const MAGIC: &[u8; 8] = b"loxounit";
/// Magic, hash of all that follows, time, size.
const HEAD: usize = 8 + 16 + 8 + 4 + 8;
/// Larger files are not ours.
const LONGEST: u64 = 1 << 28;

/// The folder of this engine's units; `None`: there is no cache.
fn folder(cx: &Cx) -> Option<&'static OwnedFd> {
    static FOLDER: OnceLock<Option<OwnedFd>> = OnceLock::new();
    let setting = cx.ini_str("opcache.file_cache");
    if setting.is_empty() || !cx.opcache_active() {
        return None;
    }
    let open = || match open_folder(&setting) {
        Ok(folder) => Some(folder),
        Err(why) => {
            cx.opcache_log(LogLevel::Warning, &[b"opcache.file_cache ", &setting[..], b": ", why.as_bytes()].concat());
            None
        }
    };
    FOLDER.get_or_init(open).as_ref()
}

fn open_folder(setting: &[u8]) -> Result<OwnedFd, String> {
    let Some(id) = loxo_files::build_id() else { return Err("this engine has no build id, nothing is kept".into()) };
    if !setting.starts_with(b"/") {
        return Err("must be a full path of an accessible directory".into());
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let accessible = |_: Errno| "must be a full path of an accessible directory".to_string();
    let outer = rustix::fs::open(loxo_runtime::paths::path_of(setting), flags, Mode::empty()).map_err(accessible)?;
    is_own(&outer)?;
    let name = format!("{:032x}", xxh3_128(id));
    match rustix::fs::mkdirat(&outer, &*name, Mode::from_raw_mode(0o700)) {
        Ok(()) | Err(Errno::EXIST) => {}
        Err(error) => return Err(loxo_streams::error_text(error)),
    }
    let inner = rustix::fs::openat(&outer, &*name, flags | OFlags::NOFOLLOW, Mode::empty()).map_err(accessible)?;
    is_own(&inner)?;
    Ok(inner)
}

/// Whoever could write there could have the engine run what he likes.
fn is_own(file: impl AsFd) -> Result<(), String> {
    let stat = rustix::fs::fstat(file).map_err(loxo_streams::error_text)?;
    let good = stat.st_uid == rustix::process::geteuid().as_raw() && stat.st_mode & 0o022 == 0;
    if good { Ok(()) } else { Err("it must belong to the user that PHP runs as, and nobody else may write in it (chmod 700)".into()) }
}

fn name_of(path: &[u8]) -> String {
    format!("{:032x}.bin", xxh3_128(path))
}

/// The time of a file, as it stands in front of its unit.
fn time_of(about: &About) -> [u8; 12] {
    let time = about.modified.duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut bytes = [0; 12];
    bytes[..8].copy_from_slice(&time.as_secs().to_le_bytes());
    bytes[8..].copy_from_slice(&time.subsec_nanos().to_le_bytes());
    bytes
}

/// The unit of a script that is as it was, or of any if scripts are never looked at again.
pub(crate) fn find(cx: &Cx, path: &[u8], about: &About) -> Option<Stored> {
    let folder = folder(cx)?;
    let settings = stored::settings(cx)?;
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = std::fs::File::from(rustix::fs::openat(folder, name_of(path), flags, Mode::empty()).ok()?);
    is_own(&file).ok()?;
    let length = file.metadata().ok().filter(|meta| meta.is_file() && meta.len() <= LONGEST)?.len();
    let mut bytes = Vec::with_capacity(length as usize);
    file.take(LONGEST).read_to_end(&mut bytes).ok()?;
    let (head, rest) = bytes.split_at_checked(HEAD)?;
    if !head.starts_with(MAGIC) {
        return None;
    }
    // Whatever `opcache.file_cache_consistency_checks` says: the verifier does not find all that damage can do.
    if head[8..24] != xxh3_128(&bytes[24..]).to_le_bytes() {
        return None;
    }
    if !cx.opcache_trusts() && (head[24..36] != time_of(about) || head[36..44] != about.size.to_le_bytes()) {
        return None;
    }
    let rest = rest.strip_prefix(&(path.len() as u64).to_le_bytes())?.strip_prefix(path)?;
    let found = stored::read(rest, &settings)?;
    (found.unit.path[..] == *path && loxo_bytecode::verify::unit(&found.unit).is_ok()).then_some(found)
}

/// Keeps the unit of a script, unless that is so young that it may still be written.
pub(crate) fn keep(cx: &Cx, path: &[u8], about: &About, unit: &loxo_bytecode::Unit, diagnostics: &[Diagnostic]) {
    let Some(folder) = folder(cx) else { return };
    let protection = Duration::from_secs(u64::try_from(cx.ini_int("opcache.file_update_protection")).unwrap_or(0));
    let is_young = SystemTime::now().duration_since(about.modified).map_or(true, |age| age < protection);
    if is_young && !protection.is_zero() {
        return;
    }
    let Some(stored) = stored::settings(cx).and_then(|settings| stored::write(&settings, unit, diagnostics)) else { return };
    let checked = [&time_of(about)[..], &about.size.to_le_bytes(), &(path.len() as u64).to_le_bytes(), path, &stored].concat();
    let bytes = [&MAGIC[..], &xxh3_128(&checked).to_le_bytes(), &checked].concat();
    // A full disk, for one: the unit is compiled again.
    let _ = write(folder, &name_of(path), &bytes);
}

fn write(folder: &OwnedFd, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let temporary = format!("{name}.{}.{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let open = || rustix::fs::openat(folder, &*temporary, flags, Mode::from_raw_mode(0o600));
    let opened = match open() {
        // A process that had this number was ended while it wrote.
        Err(Errno::EXIST) => rustix::fs::unlinkat(folder, &*temporary, AtFlags::empty()).and_then(|()| open()),
        opened => opened,
    };
    let mut file = std::fs::File::from(opened?);
    let written = file.write_all(bytes).and_then(|()| rustix::fs::renameat(folder, &*temporary, folder, name).map_err(Into::into));
    if written.is_err() {
        let _ = rustix::fs::unlinkat(folder, &*temporary, AtFlags::empty());
    }
    written
}

/// `opcache_invalidate()`: the unit of a script is no longer wanted.
pub(crate) fn forget(cx: &Cx, path: &[u8]) {
    if let Some(folder) = folder(cx) {
        let _ = rustix::fs::unlinkat(folder, name_of(path), AtFlags::empty());
    }
}
