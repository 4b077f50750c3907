//! The table of compiled files, shared by all threads of the process.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use loxo_runtime::Cx;
use loxo_runtime::codecache::now;
use loxo_units::LoadedUnit;
use loxo_value::hashing::hash_bytes;
use rustc_hash::FxHashMap;

use crate::diagnostics::Diagnostic;

/// A compiled file, valid while the file has this size and time.
pub(crate) struct Cached {
    pub(crate) modified: SystemTime,
    pub(crate) size: u64,
    /// A hash of the source if the file was so young that it may change again without its time telling, with the lowest bit set; or 0.
    pub(crate) young: AtomicU64,
    pub(crate) unit: &'static LoadedUnit,
    /// What the compiler had to say.
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) hits: AtomicU64,
    pub(crate) last_used: AtomicU64,
    /// When the request began that compared it with its file (Unix time); 0: no later request may rely on that.
    pub(crate) checked: AtomicU64,
}

#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) hits: AtomicU64,
    pub(crate) misses: AtomicU64,
    pub(crate) blacklist_misses: AtomicU64,
    pub(crate) restarts: AtomicU64,
    pub(crate) last_restart: AtomicU64,
    pub(crate) restart_pending: AtomicBool,
    pub(crate) wasted: AtomicUsize,
}

/// Changes whenever the cache does.
static GENERATION: AtomicU64 = AtomicU64::new(0);

pub(crate) static CACHE: LazyLock<RwLock<FxHashMap<Vec<u8>, Arc<Cached>>>> = LazyLock::new(Default::default);
pub(crate) static COUNTERS: LazyLock<Counters> = LazyLock::new(Counters::default);
pub(crate) static STARTED: LazyLock<u64> = LazyLock::new(now);

/// File systems keep times in ticks of the kernel's clock, 10 ms at most: within one, a file may be written twice.
const TICK: Duration = Duration::from_millis(20);

impl Cached {
    pub(crate) fn fits(&self, file: &std::path::Path) -> bool {
        let Ok(about) = loxo_files::about(file) else { return false };
        about.modified == self.modified && about.size == self.size && self.is_same_text(file)
    }

    pub(crate) fn is_same_text(&self, file: &std::path::Path) -> bool {
        let young = self.young.load(Ordering::Relaxed);
        if young == 0 {
            return true;
        }
        let settled = !is_young(self.modified);
        let same = loxo_files::read(file).is_ok_and(|text| hash_bytes(&text) | 1 == young);
        if same && settled {
            self.young.store(0, Ordering::Relaxed);
        }
        same
    }

    /// A request that began at this time runs it.
    pub(crate) fn used(&self, time: u64) {
        self.hits.fetch_add(1, Ordering::Relaxed);
        self.last_used.store(time, Ordering::Relaxed);
        COUNTERS.hits.fetch_add(1, Ordering::Relaxed);
    }
}

pub(crate) fn is_young(modified: SystemTime) -> bool {
    SystemTime::now().duration_since(modified).map_or(true, |age| age < TICK)
}

/// What a look-up found holds as long as this number stays the same, if the number was asked for before the look-up.
pub(crate) fn cache_generation() -> u64 {
    GENERATION.load(Ordering::Acquire)
}

pub(crate) fn find(path: &[u8]) -> Option<Arc<Cached>> {
    CACHE.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
}

pub(crate) fn change<R>(change: impl FnOnce(&mut FxHashMap<Vec<u8>, Arc<Cached>>) -> R) -> R {
    let mut files = CACHE.write().unwrap_or_else(PoisonError::into_inner);
    let result = change(&mut files);
    // Before others can see the change.
    GENERATION.fetch_add(1, Ordering::AcqRel);
    result
}

pub(crate) fn remove(path: &[u8]) -> bool {
    let old = change(|files| files.remove(path));
    old.inspect(|old| waste(old)).is_some()
}

pub(crate) fn waste(old: &Cached) {
    COUNTERS.wasted.fetch_add(loxo_vm::bytes_of_unit(old.unit), Ordering::Relaxed);
}

pub(crate) fn path_of(path: &[u8]) -> &std::path::Path {
    loxo_runtime::paths::path_of(path)
}

/// A file that is gone, but is still taken from the cache.
pub(crate) fn trusted(cx: &Cx, path: &[u8]) -> Option<Vec<u8>> {
    (cx.opcache_trusts() && find(path).is_some()).then(|| path.to_vec())
}
