//! Ini settings, and the cache that they describe.

use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use loxo_runtime::Cx;
use loxo_runtime::ini::parse_quantity;
use loxo_runtime::paths::path_of;

use crate::cache::{Cache, Config};
use crate::frozen::Frozen;

/// One for all workers. The first request that wants it says how large it is: its settings are the process's.
static CACHE: OnceLock<Cache> = OnceLock::new();

/// May this request use a cache?
pub(crate) fn enabled(cx: &Cx) -> bool {
    cx.ini_bool("apc.enabled") && (cx.sapi.name() != "cli" || cx.ini_bool("apc.enable_cli"))
}

/// The cache, if it is enabled.
pub(crate) fn cache(cx: &mut Cx) -> Option<&'static Cache> {
    if !enabled(cx) {
        return None;
    }
    if let Some(cache) = CACHE.get() {
        return Some(cache);
    }
    let mut is_new = false;
    let cache = CACHE.get_or_init(|| {
        is_new = true;
        let config = Config {
            bytes: shm_size(&cx.ini_str("apc.shm_size")),
            entries: usize::try_from(cx.ini_int("apc.entries_hint")).unwrap_or(0),
            ttl: cx.ini_int("apc.ttl"),
            smart: cx.ini_int("apc.smart"),
            defends: cx.ini_bool("apc.slam_defense"),
        };
        Cache::new(&config, now(cx))
    });
    if is_new {
        preload(cx, cache);
    }
    Some(cache)
}

/// `apc.preload_path`: a folder of serialized values, each in a file named `KEY.data`.
fn preload(cx: &mut Cx, cache: &Cache) {
    let folder = cx.ini_str("apc.preload_path");
    if folder.is_empty() {
        return;
    }
    let Ok(files) = std::fs::read_dir(path_of(&folder)) else { return };
    let time = now(cx);
    for file in files.flatten().map(|file| file.path()).filter(|path| path.extension().is_some_and(|kind| kind == "data")) {
        let (Some(key), Ok(text)) = (file.file_stem(), std::fs::read(&file)) else { continue };
        // A file that is none is passed over.
        if let Ok(Some(value)) = Frozen::of_text(cx, &text) {
            cache.store(key.as_encoded_bytes(), value, 0, time, true);
        }
    }
}

/// The time that entries are judged by, in seconds.
pub(crate) fn now(cx: &Cx) -> i64 {
    if cx.ini_bool("apc.use_request_time") {
        return cx.info.start_time as i64;
    }
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// Numbers below a megabyte are megabytes.
fn shm_size(text: &[u8]) -> usize {
    const MEGABYTE: i64 = 1 << 20;
    let size = parse_quantity(text).value;
    let size = if size < MEGABYTE { size.saturating_mul(MEGABYTE) } else { size };
    usize::try_from(size).unwrap_or(0)
}

/// `apc.shm_size`
pub(crate) fn size(cx: &mut Cx, value: &[u8]) -> bool {
    let size = parse_quantity(value).value;
    if size <= 0 {
        return false;
    }
    if size < 1 << 20 {
        cx.warning("apc.shm_size now uses M/G suffixes, please update your ini files");
        return true;
    }
    cx.ini.settles(true)
}

/// `apc.shm_segments`
pub(crate) fn segments(cx: &mut Cx, value: &[u8]) -> bool {
    if parse_quantity(value).value != 1 {
        cx.warning("apc.shm_segments setting ignored in MMAP mode");
        return true;
    }
    cx.ini.settles(true)
}

/// `apc.serializer`
pub(crate) fn serializer(cx: &mut Cx, value: &[u8]) -> bool {
    cx.ini.settles(!value.is_empty())
}

/// Rows of `phpinfo()`.
pub(crate) fn info(cx: &mut Cx) -> Vec<(String, String)> {
    let on = enabled(cx);
    let mask = String::from_utf8_lossy(&cx.ini_str("apc.mmap_file_mask")).into_owned();
    vec![
        ("APCu Support".into(), if on { "Enabled" } else { "Disabled" }.into()),
        ("Version".into(), crate::EXTENSION.version.into()),
        ("APCu Debugging".into(), "Disabled".into()),
        ("MMAP Support".into(), "Enabled".into()),
        ("MMAP File Mask".into(), mask),
        ("Serialization Support".into(), if on { "php, igbinary" } else { "Disabled" }.into()),
    ]
}
