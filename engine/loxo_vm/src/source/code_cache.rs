//! Compiled files, shared by all threads of the process, and what opcache's functions do with them.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use loxo_runtime::codecache::{CacheStatus, CachedScript, CodeCacheHooks, LogLevel, now};
use loxo_runtime::paths::remembered_for;
use loxo_runtime::{Cx, PhpResult};
use loxo_value::hashing::hash_bytes;
use rustc_hash::FxHashMap;

use crate::Vm;
use crate::code::code_of;
use crate::source::blacklist;
use crate::source::state::CachePolicy;
use crate::source::unit::{Diagnostic, LoadedUnit};

/// A compiled file, valid while the file has this size and time.
pub(crate) struct Cached {
    modified: SystemTime,
    size: u64,
    /// A hash of the source if the file was so young that it may change again without its time telling, with the lowest bit set; or 0.
    young: AtomicU64,
    unit: &'static LoadedUnit,
    /// What the compiler had to say.
    diagnostics: Vec<Diagnostic>,
    hits: AtomicU64,
    last_used: AtomicU64,
    /// When the request began that compared it with its file (Unix time); 0: no later request may rely on that.
    checked: AtomicU64,
}

#[derive(Default)]
struct Counters {
    hits: AtomicU64,
    misses: AtomicU64,
    blacklist_misses: AtomicU64,
    restarts: AtomicU64,
    last_restart: AtomicU64,
    restart_pending: AtomicBool,
    wasted: AtomicUsize,
}

/// Changes whenever the cache does.
static GENERATION: AtomicU64 = AtomicU64::new(0);

static CACHE: LazyLock<RwLock<FxHashMap<Vec<u8>, Arc<Cached>>>> = LazyLock::new(Default::default);
static COUNTERS: LazyLock<Counters> = LazyLock::new(Counters::default);
static STARTED: LazyLock<u64> = LazyLock::new(now);

/// File systems keep times in ticks of the kernel's clock, 10 ms at most: within one, a file may be written twice.
const TICK: Duration = Duration::from_millis(20);

pub(crate) const HOOKS: CodeCacheHooks = CodeCacheHooks { status, has, forget, restart, compile, blacklist: blacklist::patterns };

impl Cached {
    fn fits(&self, file: &std::path::Path) -> bool {
        let Ok(meta) = std::fs::metadata(file) else { return false };
        modified(&meta) == self.modified && meta.len() == self.size && self.is_same_text(file)
    }

    fn is_same_text(&self, file: &std::path::Path) -> bool {
        let young = self.young.load(Ordering::Relaxed);
        if young == 0 {
            return true;
        }
        let settled = !is_young(self.modified);
        let same = std::fs::read(file).is_ok_and(|text| hash_bytes(&text) | 1 == young);
        if same && settled {
            self.young.store(0, Ordering::Relaxed);
        }
        same
    }

    /// A request that began at this time runs it.
    fn used(&self, time: u64) {
        self.hits.fetch_add(1, Ordering::Relaxed);
        self.last_used.store(time, Ordering::Relaxed);
        COUNTERS.hits.fetch_add(1, Ordering::Relaxed);
    }
}

fn modified(meta: &std::fs::Metadata) -> SystemTime {
    meta.modified().unwrap_or(SystemTime::UNIX_EPOCH)
}

fn is_young(modified: SystemTime) -> bool {
    SystemTime::now().duration_since(modified).map_or(true, |age| age < TICK)
}

/// What a look-up found holds as long as this number stays the same, if the number was asked for before the look-up.
pub(crate) fn cache_generation() -> u64 {
    GENERATION.load(Ordering::Acquire)
}

pub(crate) fn find(path: &[u8]) -> Option<Arc<Cached>> {
    CACHE.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
}

fn change<R>(change: impl FnOnce(&mut FxHashMap<Vec<u8>, Arc<Cached>>) -> R) -> R {
    let mut files = CACHE.write().unwrap_or_else(PoisonError::into_inner);
    let result = change(&mut files);
    // Before others can see the change.
    GENERATION.fetch_add(1, Ordering::AcqRel);
    result
}

fn remove(path: &[u8]) -> bool {
    let old = change(|files| files.remove(path));
    old.inspect(|old| waste(old)).is_some()
}

fn waste(old: &Cached) {
    COUNTERS.wasted.fetch_add(bytes_of(old.unit), Ordering::Relaxed);
}

/// What the code of a unit takes.
pub(crate) fn bytes_of(unit: &LoadedUnit) -> usize {
    unit.funcs.iter().map(|func| code_of(func).bytes()).sum()
}

fn path_of(path: &[u8]) -> &std::path::Path {
    loxo_runtime::paths::path_of(path)
}

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

impl Vm {
    /// The unit of a file, from the cache if the file has not changed. `None`: it cannot be opened.
    pub(crate) fn file_unit(&mut self, path: &[u8]) -> PhpResult<Option<&'static LoadedUnit>> {
        self.unit_of_file(path, find(path))
    }

    /// The same, with what the cache has for the path.
    pub(crate) fn unit_of_file(&mut self, path: &[u8], found: Option<Arc<Cached>>) -> PhpResult<Option<&'static LoadedUnit>> {
        if let Some(cached) = found.as_ref().filter(|cached| self.is_fresh(cached)) {
            return self.use_cached(cached, path);
        }
        let file = path_of(path);
        let meta = match std::fs::metadata(file) {
            Ok(meta) if !meta.is_dir() => meta,
            _ => return Ok(None),
        };
        let modified = modified(&meta);
        let fits = |c: &&Arc<Cached>| c.modified == modified && c.size == meta.len() && c.is_same_text(file);
        if let Some(cached) = found.as_ref().filter(fits) {
            cached.checked.store(self.checked_now(modified), Ordering::Relaxed);
            return self.use_cached(cached, path);
        }
        // An archive's program is a part of it.
        let archived = loxo_streams::program_of(&mut self.cx, path);
        let is_part = archived.is_some();
        let source = match archived {
            Some(source) => source,
            None => match std::fs::read(file) {
                Ok(source) => source,
                Err(_) => return Ok(None),
            },
        };
        if self.is_blacklisted(path) {
            return self.text_unit(&source, path, false).map(Some).map_err(|error| self.source_error(error, path));
        }
        // What opcache compiles for all requests is none of the business of one request's handler.
        let handler = if self.cx.opcache_active() { self.cx.errors.handler.take() } else { None };
        let compiled = self.compile_reporting(&source, path, false);
        self.cx.errors.handler = handler.or(self.cx.errors.handler.take());
        let (unit, diagnostics) = match compiled {
            Ok((unit, diagnostics)) => (crate::code::load::load(unit, false), diagnostics),
            Err(error) => return Err(self.source_error(error, path)),
        };
        let young = if is_young(modified) && !is_part { hash_bytes(&source) | 1 } else { 0 };
        let cached = Cached {
            modified,
            size: meta.len(),
            young: AtomicU64::new(young),
            unit,
            diagnostics,
            hits: AtomicU64::new(0),
            last_used: AtomicU64::new(now()),
            checked: AtomicU64::new(self.checked_now(modified)),
        };
        COUNTERS.misses.fetch_add(1, Ordering::Relaxed);
        let old = change(|files| files.insert(path.to_vec(), Arc::new(cached)));
        old.inspect(|old| waste(old));
        if self.cx.opcache_active() {
            self.cx.opcache_log(LogLevel::Message, &[b"Cached script '", path, b"'"].concat());
        }
        Ok(Some(unit))
    }

    /// It was compared with its file so lately that `opcache.revalidate_freq` wants nobody to look again.
    fn is_fresh(&mut self, cached: &Cached) -> bool {
        let checked = cached.checked.load(Ordering::Relaxed);
        let policy = self.cache_policy();
        policy.trusts || checked != 0 && policy.waits() && checked + policy.wait >= self.cx.info.start_time as u64
    }

    /// What to remember of a comparison: nothing of a file that has just been written, for it may be written again.
    fn checked_now(&mut self, modified: SystemTime) -> u64 {
        let time = self.cx.info.start_time as u64;
        let modified = modified.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |age| age.as_secs());
        if modified.saturating_add(self.cache_policy().protection) <= time { time } else { 0 }
    }

    /// The settings as they are.
    pub(crate) fn cache_policy(&mut self) -> CachePolicy {
        if self.cache_policy.changes != Some(self.cx.ini.changes) {
            let cx = &self.cx;
            let seconds = |name| u64::try_from(cx.ini_int(name)).unwrap_or(0);
            self.cache_policy = CachePolicy {
                changes: Some(cx.ini.changes),
                active: cx.opcache_active(),
                trusts: cx.opcache_trusts(),
                remembers: !cx.ini_bool("opcache.revalidate_path") && remembered_for(cx) > 0,
                wait: seconds("opcache.revalidate_freq"),
                protection: seconds("opcache.file_update_protection"),
            };
        }
        self.cache_policy
    }

    /// A unit from the cache. Without opcache PHP compiles each time, and says each time what there is to say.
    fn use_cached(&mut self, cached: &Cached, path: &[u8]) -> PhpResult<Option<&'static LoadedUnit>> {
        cached.used(self.cx.info.start_time as u64);
        if !cached.diagnostics.is_empty() && (!self.cx.opcache_active() || self.cx.ini_bool("opcache.record_warnings")) {
            for diagnostic in &cached.diagnostics {
                self.cx.raise_at(diagnostic.level, &diagnostic.message, path, diagnostic.line);
            }
            self.cx.check()?;
        }
        Ok(Some(cached.unit))
    }

    fn is_blacklisted(&self, path: &[u8]) -> bool {
        let listed = self.cx.opcache_active() && blacklist::blacklisted(blacklist::patterns(&self.cx), path);
        if listed {
            COUNTERS.blacklist_misses.fetch_add(1, Ordering::Relaxed);
        }
        listed
    }

    /// A file that is gone, but is still taken from the cache.
    pub(crate) fn trusted(&self, path: &[u8]) -> Option<Vec<u8>> {
        (self.cx.opcache_trusts() && find(path).is_some()).then(|| path.to_vec())
    }
}

fn status() -> CacheStatus {
    let files = CACHE.read().unwrap_or_else(PoisonError::into_inner);
    let script = |(path, cached): (&Vec<u8>, &Arc<Cached>)| CachedScript {
        path: path.clone(),
        hits: cached.hits.load(Ordering::Relaxed),
        bytes: bytes_of(cached.unit),
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
        preloaded: crate::source::preloaded::status(),
    }
}

fn has(cx: &mut Cx, path: &[u8]) -> bool {
    find(path).is_some_and(|cached| cx.opcache_trusts() || cached.fits(path_of(path)))
}

fn forget(cx: &mut Cx, path: &[u8], force: bool) -> bool {
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
    let vm = Vm::of(cx);
    let Some(resolved) = vm.resolve(path) else { return Ok(None) };
    let Some(unit) = vm.file_unit(&resolved)? else { return Ok(None) };
    match &mut vm.preloading {
        // What it declares is bound when all files are there.
        Some(units) => units.compiled.push(unit),
        None => vm.bind_unit(unit)?,
    }
    Ok(Some(()))
}
