//! From a file to its unit by way of the table of compiled files, and what opcache's functions do with that.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, PoisonError};
use std::time::SystemTime;

use loxo_files::About;
use loxo_runtime::codecache::{CacheStatus, CachedScript, CodeCacheHooks, LogLevel, now};
use loxo_runtime::paths::remembered_for;
use loxo_runtime::{Cx, PhpResult};
use loxo_units::LoadedUnit;
use loxo_value::hashing::hash_bytes;
use loxo_vm::Vm;

use crate::blacklist;
use crate::cached::{CACHE, COUNTERS, Cached, STARTED, change, find, is_young, path_of, remove, waste};
use crate::compile::{compile_reporting, source_error};
use crate::diagnostics::{Diagnostic, raise_of_source};
use crate::eval_cache::text_unit;
use crate::file_cache;
use crate::resolve_path::resolve;
use crate::sources::{CachePolicy, sources};
use crate::stored::{self, Stored};

pub(crate) const HOOKS: CodeCacheHooks = CodeCacheHooks { status, has, forget, restart, compile, blacklist: blacklist::patterns };

/// Called when a request begins: a restart that was asked for happens now.
pub(crate) fn request_starts() {
    LazyLock::force(&STARTED);
    if !COUNTERS.restart_pending.load(Ordering::Relaxed) {
        return;
    }
    change(|files| {
        // Another thread may have been first.
        if COUNTERS.restart_pending.swap(false, Ordering::Relaxed) {
            files.clear();
            COUNTERS.wasted.store(0, Ordering::Relaxed);
            COUNTERS.restarts.fetch_add(1, Ordering::Relaxed);
            COUNTERS.last_restart.store(now(), Ordering::Relaxed);
        }
    });
}

/// The unit of a file, from the cache if the file has not changed. `None`: it cannot be opened.
pub(crate) fn file_unit(cx: &mut Cx, path: &[u8]) -> PhpResult<Option<&'static LoadedUnit>> {
    unit_of_file(cx, path, find(path))
}

/// The same, with what the cache has for the path.
pub(crate) fn unit_of_file(cx: &mut Cx, path: &[u8], found: Option<Arc<Cached>>) -> PhpResult<Option<&'static LoadedUnit>> {
    if let Some(cached) = found.as_ref().filter(|cached| is_fresh(cx, cached)) {
        return use_cached(cx, cached, path);
    }
    let file = path_of(path);
    let about = match loxo_files::about(file) {
        Ok(about) if !about.is_dir() => about,
        _ => return Ok(None),
    };
    let fits = |c: &&Arc<Cached>| c.modified == about.modified && c.size == about.size && c.is_same_text(file);
    if let Some(cached) = found.as_ref().filter(fits) {
        cached.checked.store(checked_now(cx, about.modified), Ordering::Relaxed);
        return use_cached(cx, cached, path);
    }
    // An archive's program is a part of it.
    let archived = loxo_streams::program_of(cx, path);
    let is_part = archived.is_some();
    let listed = is_blacklisted(cx, path);
    if !is_part
        && !listed
        && let Some(stored) = stored_unit(cx, path, &about)
    {
        let unit = loxo_vm::load(stored.unit, false);
        let cached = add(cx, path, Made { about, young: 0, unit, diagnostics: stored.diagnostics });
        raise_again(cx, &cached, path)?;
        return Ok(Some(unit));
    }
    let source = match archived {
        Some(source) => source,
        None => match loxo_files::read(file) {
            Ok(source) => source,
            Err(_) => return Ok(None),
        },
    };
    if listed {
        return text_unit(cx, &source, path, false).map(Some).map_err(|error| source_error(cx, error, path));
    }
    // What opcache compiles for all requests is none of the business of one request's handler.
    let handler = if cx.opcache_active() { cx.errors.handler.take() } else { None };
    let compiled = compile_reporting(cx, &source, path, false);
    cx.errors.handler = handler.or(cx.errors.handler.take());
    let (unit, diagnostics) = match compiled {
        Ok(compiled) => compiled,
        Err(error) => return Err(source_error(cx, error, path)),
    };
    // A path of a program's own tree means another file in another program.
    if !is_part && loxo_files::entry(path_of(path)).is_none() {
        file_cache::keep(cx, path, &about, &unit, &diagnostics);
    }
    let unit = loxo_vm::load(unit, false);
    let young = if is_young(about.modified) && !is_part { hash_bytes(&source) | 1 } else { 0 };
    add(cx, path, Made { about, young, unit, diagnostics });
    Ok(Some(unit))
}

/// A unit that the table does not have yet.
struct Made {
    about: About,
    young: u64,
    unit: &'static LoadedUnit,
    diagnostics: Vec<Diagnostic>,
}

fn add(cx: &mut Cx, path: &[u8], made: Made) -> Arc<Cached> {
    let cached = Arc::new(Cached {
        modified: made.about.modified,
        size: made.about.size,
        young: AtomicU64::new(made.young),
        unit: made.unit,
        diagnostics: made.diagnostics,
        hits: AtomicU64::new(0),
        last_used: AtomicU64::new(now()),
        checked: AtomicU64::new(checked_now(cx, made.about.modified)),
    });
    COUNTERS.misses.fetch_add(1, Ordering::Relaxed);
    crate::garbage::compiled(cached.unit);
    let old = change(|files| files.insert(path.to_vec(), cached.clone()));
    old.inspect(|old| waste(old));
    if cx.opcache_active() {
        cx.opcache_log(LogLevel::Message, &[b"Cached script '", path, b"'"].concat());
    }
    cached
}

/// What was compiled before this process began: the program carries it, or the file cache has it.
fn stored_unit(cx: &mut Cx, path: &[u8], about: &About) -> Option<Stored> {
    match loxo_files::entry(path_of(path)) {
        Some((tree, entry)) => stored::read(&loxo_files::unit(tree, &entry)?, &stored::settings(cx)?),
        None => file_cache::find(cx, path, about),
    }
}

/// It was compared with its file so lately that `opcache.revalidate_freq` wants nobody to look again.
fn is_fresh(cx: &mut Cx, cached: &Cached) -> bool {
    let checked = cached.checked.load(Ordering::Relaxed);
    let policy = cache_policy(cx);
    policy.trusts || checked != 0 && policy.waits() && checked + policy.wait >= cx.info.start_time as u64
}

/// What to remember of a comparison: nothing of a file that has just been written, for it may be written again.
fn checked_now(cx: &mut Cx, modified: SystemTime) -> u64 {
    let time = cx.info.start_time as u64;
    let modified = modified.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |age| age.as_secs());
    if modified.saturating_add(cache_policy(cx).protection) <= time { time } else { 0 }
}

/// The settings as they are.
pub(crate) fn cache_policy(cx: &mut Cx) -> CachePolicy {
    let policy = sources(cx).policy;
    if policy.changes == Some(cx.ini.changes) {
        return policy;
    }
    let seconds = |name| u64::try_from(cx.ini_int(name)).unwrap_or(0);
    let trusts = cx.opcache_trusts();
    let policy = CachePolicy {
        changes: Some(cx.ini.changes),
        active: cx.opcache_active(),
        trusts,
        remembers: !cx.ini_bool("opcache.revalidate_path") && remembered_for(cx) > 0,
        wait: if trusts { remembered_for(cx) } else { seconds("opcache.revalidate_freq") },
        protection: seconds("opcache.file_update_protection"),
    };
    sources(cx).policy = policy;
    policy
}

/// A unit from the cache. Without opcache PHP compiles each time, and says each time what there is to say.
fn use_cached(cx: &mut Cx, cached: &Cached, path: &[u8]) -> PhpResult<Option<&'static LoadedUnit>> {
    cached.used(cx.info.start_time as u64);
    raise_again(cx, cached, path)?;
    Ok(Some(cached.unit))
}

/// Says what the compiler had to say.
fn raise_again(cx: &mut Cx, cached: &Cached, path: &[u8]) -> PhpResult<()> {
    if !cached.diagnostics.is_empty() && (!cx.opcache_active() || cx.ini_bool("opcache.record_warnings")) {
        for diagnostic in &cached.diagnostics {
            raise_of_source(cx, diagnostic.level, &diagnostic.message, path, diagnostic.line);
        }
        cx.check()?;
    }
    Ok(())
}

fn is_blacklisted(cx: &Cx, path: &[u8]) -> bool {
    let listed = cx.opcache_active() && blacklist::blacklisted(blacklist::patterns(cx), path);
    if listed {
        COUNTERS.blacklist_misses.fetch_add(1, Ordering::Relaxed);
    }
    listed
}

fn status() -> CacheStatus {
    let files = CACHE.read().unwrap_or_else(PoisonError::into_inner);
    let script = |(path, cached): (&Vec<u8>, &Arc<Cached>)| CachedScript {
        path: path.clone(),
        hits: cached.hits.load(Ordering::Relaxed),
        bytes: loxo_vm::bytes_of_unit(cached.unit),
        last_used: cached.last_used.load(Ordering::Relaxed),
        modified: cached.modified.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs()),
    };
    let mut scripts: Vec<CachedScript> = files.iter().map(script).collect();
    drop(files);
    scripts.sort_by(|a, b| a.path.cmp(&b.path));
    let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (interned_strings, interned_bytes) = loxo_value::interned_usage();
    CacheStatus {
        scripts,
        hits: get(&COUNTERS.hits),
        misses: get(&COUNTERS.misses),
        blacklist_misses: get(&COUNTERS.blacklist_misses),
        started: *STARTED,
        last_restart: get(&COUNTERS.last_restart),
        restarts: get(&COUNTERS.restarts),
        restart_pending: COUNTERS.restart_pending.load(Ordering::Relaxed),
        wasted: COUNTERS.wasted.load(Ordering::Relaxed),
        interned_strings,
        interned_bytes,
        preloaded: loxo_units::preloaded::status(loxo_vm::bytes_of),
    }
}

fn has(cx: &mut Cx, path: &[u8]) -> bool {
    find(path).is_some_and(|cached| cx.opcache_trusts() || cached.fits(path_of(path)))
}

fn forget(cx: &mut Cx, path: &[u8], force: bool) -> bool {
    file_cache::forget(cx, path);
    let Some(cached) = find(path) else { return false };
    if force || cx.opcache_trusts() || !cached.fits(path_of(path)) {
        remove(path);
    }
    true
}

fn restart() -> bool {
    !COUNTERS.restart_pending.swap(true, Ordering::Relaxed)
}

fn compile(cx: &mut Cx, path: &[u8]) -> PhpResult<Option<()>> {
    let Some(resolved) = resolve(cx, path) else { return Ok(None) };
    let Some(unit) = file_unit(cx, &resolved)? else { return Ok(None) };
    match &mut sources(cx).preloading {
        // What it declares is bound when all files are there.
        Some(units) => units.compiled.push(unit),
        None => Vm::of(cx).bind_unit(unit)?,
    }
    Ok(Some(()))
}
