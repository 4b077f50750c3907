//! What the machine of a request knows of its sources: files included, units in use, what the settings say of cached files.

use loxo_runtime::Cx;
use rustc_hash::FxHashSet;

use crate::source::unit::LoadedUnit;

/// Files that a request has included.
#[derive(Default)]
pub struct Files {
    pub included: indexmap::IndexSet<Vec<u8>, rustc_hash::FxBuildHasher>,
}

/// Units that the request has taken.
#[derive(Default)]
pub(crate) struct UnitsInUse(pub(crate) FxHashSet<usize>);

/// Units that a preload script has met.
#[derive(Default)]
pub(crate) struct Units {
    pub run: Vec<&'static LoadedUnit>,
    /// By `opcache_compile_file()`: what they declare is bound when the script is over.
    pub compiled: Vec<&'static LoadedUnit>,
}

/// What the settings say of cached files.
#[derive(Clone, Copy, Default)]
pub(crate) struct CachePolicy {
    /// [`loxo_runtime::ini::Ini::changes`] when they were read.
    pub(crate) changes: Option<u32>,
    /// opcache is on.
    pub active: bool,
    /// Files are never looked at again (`opcache.validate_timestamps`).
    pub(crate) trusts: bool,
    /// What a path of `include` means may be remembered.
    pub(crate) remembers: bool,
    /// Seconds for which files are not looked at again (`opcache.revalidate_freq`).
    pub(crate) wait: u64,
    /// Seconds until a new file counts as written (`opcache.file_update_protection`).
    pub(crate) protection: u64,
}

impl CachePolicy {
    /// Files are looked at from time to time, not each time they are included.
    pub(crate) fn waits(&self) -> bool {
        self.active && self.wait > 0
    }
}

/// Reads a source through a stream wrapper (`include 'phar://...'`): what the stream layer offers the machine.
pub type ReadSource = fn(&mut Cx, &[u8]) -> loxo_runtime::PhpResult<Option<Vec<u8>>>;
