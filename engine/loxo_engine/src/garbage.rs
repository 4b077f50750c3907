//! How much compiled code a process holds, and how much of that no request needs any more: files that were changed or have gone, releases that
//! were replaced. Requests may still run it, so nothing is freed; a process that has too much is replaced as a whole.

use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use loxo_runtime::codecache::now;
use loxo_units::LoadedUnit;

use crate::cached::{CACHE, path_of};

/// Bytes of all units of this process.
static COMPILED: AtomicUsize = AtomicUsize::new(0);
/// When files were last looked at (Unix time).
static LOOKED: AtomicU64 = AtomicU64::new(0);
/// Seconds between two looks at all files.
const PAUSE: u64 = 5;
/// Code that was not used for so many seconds is not needed.
const UNUSED: u64 = 3600;

/// What a function takes besides its instructions: its names, tables, positions. Measured on files of small functions.
const OVERHEAD: usize = 2 << 10;

fn size_of(unit: &LoadedUnit) -> usize {
    loxo_vm::bytes_of_unit(unit) + unit.funcs.len() * OVERHEAD
}

pub(crate) fn compiled(unit: &LoadedUnit) {
    COMPILED.fetch_add(size_of(unit), Ordering::Relaxed);
}

/// Is there more code than `limit`, and at least `garbage` of it that is not needed? Most of the time it does not look.
pub(crate) fn is_above(limit: usize, garbage: usize) -> bool {
    let all = COMPILED.load(Ordering::Relaxed);
    if all <= limit {
        return false;
    }
    let (time, looked) = (now(), LOOKED.load(Ordering::Relaxed));
    if time < looked + PAUSE || LOOKED.compare_exchange(looked, time, Ordering::Relaxed, Ordering::Relaxed).is_err() {
        return false;
    }
    // Looking takes a while, and the table is everybody's.
    let known: Vec<_> = {
        let files = CACHE.read().unwrap_or_else(PoisonError::into_inner);
        files.iter().map(|(path, cached)| (path.clone(), cached.clone())).collect()
    };
    let is_needed = |path: &[u8], used: u64| time < used + UNUSED && loxo_files::exists(path_of(path));
    let needed = known.iter().filter(|(path, cached)| is_needed(path, cached.last_used.load(Ordering::Relaxed)));
    let needed: usize = needed.map(|(_, cached)| size_of(cached.unit)).sum();
    all.saturating_sub(needed) >= garbage
}
