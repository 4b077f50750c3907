//! opcache's functions. They answer for the interpreter's own cache, which all threads of the process share.

use loxo_runtime::codecache::{CacheStatus, LogLevel, c_time};
use loxo_runtime::paths;
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::settings::{directives, mebibytes, name_of};

/// `opcache_reset()`
pub(crate) fn opcache_reset(cx: &mut Cx) -> PhpResult<bool> {
    if !is_permitted(cx) || !cx.opcache_active() || only_files(cx) {
        return Ok(false);
    }
    let scheduled = (cx.hooks.code_cache.restart)();
    if scheduled {
        // What was printed before the line in the log comes before it.
        cx.flush_pending();
        cx.opcache_log(LogLevel::Debug, b"Restart Scheduled! Reason: user");
    }
    Ok(scheduled)
}

/// `opcache_get_status()`
pub(crate) fn opcache_get_status(cx: &mut Cx, include_scripts: bool) -> PhpResult<Value> {
    if !is_permitted(cx) || !cx.opcache_started() {
        return Ok(Value::FALSE);
    }
    let cache = (cx.hooks.code_cache.status)();
    let mut status = PhpArray::new();
    let mut set = |name: &str, value: Value| status.set_str(&name_of(name), value);
    let folder = cx.ini_str("opcache.file_cache");
    let only = only_files(cx);
    set("opcache_enabled", Value::bool(cx.opcache_active() && !only));
    if paths::path_of(&folder).is_dir() {
        set("file_cache", Value::bytes(&folder));
    }
    if only {
        set("file_cache_only", Value::TRUE);
        return Ok(Value::array(status));
    }
    set("cache_full", Value::FALSE);
    set("restart_pending", Value::bool(cache.restart_pending));
    set("restart_in_progress", Value::FALSE);
    set("memory_usage", Value::array(memory(cx, &cache)));
    set("interned_strings_usage", Value::array(strings(cx, &cache)));
    set("opcache_statistics", Value::array(statistics(cx, &cache)));
    if let Some(preloaded) = &cache.preloaded {
        let names = |list: &[Vec<u8>]| Value::array(list.iter().map(|name| PhpStr::new(name)).collect());
        let mut row = PhpArray::new();
        row.set_str(&name_of("memory_consumption"), Value::int(preloaded.bytes as i64));
        for (key, list) in [("functions", &preloaded.functions), ("classes", &preloaded.classes), ("scripts", &preloaded.scripts)] {
            if !list.is_empty() {
                row.set_str(&name_of(key), names(list));
            }
        }
        set("preload_statistics", Value::array(row));
    }
    if include_scripts {
        set("scripts", Value::array(scripts(cx, &cache)));
    }
    let mut jit = PhpArray::new();
    for (name, value) in [("enabled", Value::FALSE), ("on", Value::FALSE)] {
        jit.set_str(&name_of(name), value);
    }
    for name in ["kind", "opt_level", "opt_flags", "buffer_size", "buffer_free"] {
        jit.set_str(&name_of(name), Value::int(0));
    }
    set("jit", Value::array(jit));
    Ok(Value::array(status))
}

/// Compiled files are shared by way of the disk alone, so programs see none in memory.
fn only_files(cx: &Cx) -> bool {
    cx.ini_bool("opcache.file_cache_only")
}

/// `[used, free]` of what the settings allow for. What the process really has is not bounded by them.
fn shared_memory(cx: &Cx, cache: &CacheStatus) -> [i64; 2] {
    let used = cache.scripts.iter().map(|script| script.bytes).sum::<usize>() as i64;
    let total = mebibytes(cx, "opcache.memory_consumption");
    [used, total.saturating_sub(used).saturating_sub(cache.wasted as i64).max(0)]
}

fn memory(cx: &Cx, cache: &CacheStatus) -> PhpArray {
    let [used, free] = shared_memory(cx, cache);
    let total = mebibytes(cx, "opcache.memory_consumption").max(1);
    let mut row = PhpArray::new();
    row.set_str(&name_of("used_memory"), Value::int(used));
    row.set_str(&name_of("free_memory"), Value::int(free));
    row.set_str(&name_of("wasted_memory"), Value::int(cache.wasted as i64));
    row.set_str(&name_of("current_wasted_percentage"), Value::float(cache.wasted as f64 / total as f64 * 100.0));
    row
}

fn strings(cx: &Cx, cache: &CacheStatus) -> PhpArray {
    let size = mebibytes(cx, "opcache.interned_strings_buffer");
    let used = (cache.interned_bytes as i64).min(size);
    let mut row = PhpArray::new();
    row.set_str(&name_of("buffer_size"), Value::int(size));
    row.set_str(&name_of("used_memory"), Value::int(used));
    row.set_str(&name_of("free_memory"), Value::int(size - used));
    row.set_str(&name_of("number_of_strings"), Value::int(cache.interned_strings as i64));
    row
}

fn statistics(cx: &Cx, cache: &CacheStatus) -> PhpArray {
    let count = cache.scripts.len() as i64;
    let all = cache.hits + cache.misses + cache.blacklist_misses;
    let share = |part: u64| if all == 0 { 0.0 } else { part as f64 / all as f64 * 100.0 };
    let mut row = PhpArray::new();
    for (name, value) in [
        ("num_cached_scripts", count),
        ("num_cached_keys", count),
        ("max_cached_keys", max_keys(cx)),
        ("hits", cache.hits as i64),
        ("start_time", cache.started as i64),
        ("last_restart_time", cache.last_restart as i64),
        ("oom_restarts", 0),
        ("hash_restarts", 0),
        ("manual_restarts", cache.restarts as i64),
        ("misses", cache.misses as i64),
        ("blacklist_misses", cache.blacklist_misses as i64),
    ] {
        row.set_str(&name_of(name), Value::int(value));
    }
    row.set_str(&name_of("blacklist_miss_ratio"), Value::float(share(cache.blacklist_misses)));
    row.set_str(&name_of("opcache_hit_rate"), Value::float(share(cache.hits)));
    row
}

/// PHP's table of files has one of these sizes; the smallest that holds the wanted number.
fn max_keys(cx: &Cx) -> i64 {
    const SIZES: [i64; 16] = [5, 11, 19, 53, 107, 223, 463, 983, 1979, 3907, 7963, 16_229, 32_531, 65_407, 130_987, 262_237];
    let wanted = cx.ini_int("opcache.max_accelerated_files");
    SIZES.iter().chain(&[524_521, 1_048_793]).copied().find(|size| wanted <= *size).unwrap_or(1_048_793)
}

fn scripts(cx: &Cx, cache: &CacheStatus) -> PhpArray {
    let mut all = PhpArray::new();
    let wait = cx.ini_int("opcache.revalidate_freq");
    for script in &cache.scripts {
        let mut row = PhpArray::new();
        row.set_str(&name_of("full_path"), Value::bytes(&script.path));
        row.set_str(&name_of("hits"), Value::int(script.hits as i64));
        row.set_str(&name_of("memory_consumption"), Value::int(script.bytes as i64));
        row.set_str(&name_of("last_used"), Value::bytes(c_time(script.last_used).as_bytes()));
        row.set_str(&name_of("last_used_timestamp"), Value::int(script.last_used as i64));
        if cx.ini_bool("opcache.validate_timestamps") {
            row.set_str(&name_of("timestamp"), Value::int(script.modified as i64));
            row.set_str(&name_of("revalidate"), Value::int((script.last_used as i64).saturating_add(wait)));
        }
        all.set_str(&PhpStr::new(&script.path), Value::array(row));
    }
    all
}

/// `opcache_compile_file()`
pub(crate) fn opcache_compile_file(cx: &mut Cx, filename: &PhpStr) -> PhpResult<bool> {
    if !cx.opcache_started() {
        cx.notice("Zend OPcache has not been properly started, can't compile file");
        return cx.check().map(|()| false);
    }
    match (cx.hooks.code_cache.compile)(cx, filename) {
        Ok(Some(())) => Ok(true),
        Ok(None) => {
            cx.warning([b"opcache_compile_file(", filename.as_bytes(), b"): Failed to open stream: No such file or directory"].concat());
            let include_path = cx.ini_str("include_path");
            let failed = [b"Failed opening '", filename.as_bytes(), b"' for inclusion (include_path='", &include_path, b"')"];
            cx.builtin_warning(failed.concat());
            cx.check().map(|()| false)
        }
        Err(thrown) if cx.ending != Some(loxo_runtime::Ending::Fatal) => Err(thrown),
        Err(_) => {
            // The error has been reported, and is the file's own affair.
            cx.ending = None;
            cx.info.exit_status = 0;
            cx.warning([b"Zend OPcache could not compile file ", filename.as_bytes()].concat());
            cx.check().map(|()| false)
        }
    }
}

/// `opcache_invalidate()`
pub(crate) fn opcache_invalidate(cx: &mut Cx, filename: &PhpStr, force: bool) -> PhpResult<bool> {
    if !is_permitted(cx) || !cx.opcache_active() {
        return Ok(false);
    }
    let real = paths::real(cx, filename);
    // A file that is gone is still known by its name.
    let exists = real.is_some();
    let path = real.unwrap_or_else(|| paths::expand(cx, filename));
    let known = (cx.hooks.code_cache.forget)(cx, &path, force);
    Ok((exists || known) && !only_files(cx))
}

/// `opcache_jit_blacklist()`: nothing is compiled to machine code, this function neither.
pub(crate) fn opcache_jit_blacklist(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `opcache_get_configuration()`
pub(crate) fn opcache_get_configuration(cx: &mut Cx) -> PhpResult<Value> {
    if !is_permitted(cx) {
        return Ok(Value::FALSE);
    }
    let mut version = PhpArray::new();
    version.set_str(&name_of("version"), Value::bytes(crate::EXTENSION.version.as_bytes()));
    version.set_str(&name_of("opcache_product_name"), Value::bytes(crate::EXTENSION.name.as_bytes()));
    let blacklist = (cx.hooks.code_cache.blacklist)(cx).iter().map(|pattern| PhpStr::new(pattern)).collect();
    let mut all = PhpArray::new();
    all.set_str(&name_of("directives"), Value::array(directives(cx)));
    all.set_str(&name_of("version"), Value::array(version));
    all.set_str(&name_of("blacklist"), Value::array(blacklist));
    Ok(Value::array(all))
}

/// `opcache_is_script_cached()`
pub(crate) fn opcache_is_script_cached(cx: &mut Cx, filename: &PhpStr) -> PhpResult<bool> {
    if !is_permitted(cx) || !cx.opcache_active() || only_files(cx) {
        return Ok(false);
    }
    let path = paths::real(cx, filename).unwrap_or_else(|| paths::expand(cx, filename));
    Ok((cx.hooks.code_cache.has)(cx, &path))
}

/// `opcache.restrict_api`: scripts below that path may use these functions.
fn is_permitted(cx: &mut Cx) -> bool {
    let allowed = cx.ini_str("opcache.restrict_api");
    if allowed.is_empty() || cx.info.script.starts_with(&allowed) {
        return true;
    }
    cx.warning("Zend OPcache API is restricted by \"restrict_api\" configuration directive");
    false
}

/// Rows of `phpinfo()`.
pub(crate) fn info(cx: &mut Cx) -> Vec<(String, String)> {
    let started = cx.opcache_started();
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut row = |name: &str, value: String| rows.push((name.into(), value));
    row("Opcode Caching", if cx.opcache_active() { "Up and Running" } else { "Disabled" }.into());
    row("Optimization", if cx.opcache_active() { "Enabled" } else { "Disabled" }.into());
    row("SHM Cache", "Enabled".into());
    row("File Cache", "Disabled".into());
    row("JIT", "Not Available".into());
    if !started {
        let why = if cx.ini_bool("opcache.enable") { "Opcode Caching is disabled for CLI" } else { "Opcode Caching is disabled" };
        row("Startup Failed", why.into());
        return rows;
    }
    let cache = (cx.hooks.code_cache.status)();
    let [used, free] = shared_memory(cx, &cache);
    let strings_total = mebibytes(cx, "opcache.interned_strings_buffer");
    let strings_used = (cache.interned_bytes as i64).min(strings_total);
    let date = |seconds: u64| if seconds == 0 { "none".to_string() } else { c_time(seconds) };
    row("Startup", "OK".into());
    row("Shared memory model", "process".into());
    for (name, value) in [
        ("Cache hits", cache.hits as i64),
        ("Cache misses", cache.misses as i64),
        ("Used memory", used),
        ("Free memory", free),
        ("Wasted memory", cache.wasted as i64),
        ("Interned Strings Used memory", strings_used),
        ("Interned Strings Free memory", strings_total - strings_used),
        ("Cached scripts", cache.scripts.len() as i64),
        ("Cached keys", cache.scripts.len() as i64),
        ("Max keys", max_keys(cx)),
        ("OOM restarts", 0),
        ("Hash keys restarts", 0),
        ("Manual restarts", cache.restarts as i64),
    ] {
        row(name, value.to_string());
    }
    row("Start time", date(cache.started));
    row("Last restart time", date(cache.last_restart));
    row("Last force restart time", "none".into());
    rows
}
