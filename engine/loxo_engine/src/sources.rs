//! What a request knows of its sources: files included, units in use, what the settings say of cached files.

use std::rc::Rc;

use loxo_compiler::Builtins;
use loxo_observer::lines::Wanted;
use loxo_runtime::{Cx, ExtSlot};
use loxo_units::LoadedUnit;
use loxo_units::Numbers;
use rustc_hash::FxHashSet;

use crate::files::FileId;

/// The state that this crate keeps in a request.
#[derive(Default)]
pub(crate) struct Sources {
    pub(crate) files: Files,
    pub(crate) coverage: Coverage,
    /// Units of evaluated texts in this request.
    pub(crate) evals: UnitsInUse,
    /// The request runs `opcache.preload`.
    pub(crate) preloading: Option<Units>,
    /// What the settings say of cached files, as read last.
    pub(crate) policy: CachePolicy,
    pub(crate) builtins: Option<&'static (dyn Builtins + Sync)>,
    pub(crate) read_source: Option<ReadSource>,
}

impl ExtSlot for Sources {}

pub(crate) fn sources(cx: &mut Cx) -> &mut Sources {
    cx.ext()
}

/// Files that a request has included.
#[derive(Default)]
pub(crate) struct Files {
    /// In the order of their first inclusion.
    included: Vec<FileId>,
    numbers: Numbers,
}

impl Files {
    pub(crate) fn has(&self, file: FileId) -> bool {
        self.numbers.has(file.number())
    }

    pub(crate) fn add(&mut self, file: FileId) {
        if !self.has(file) {
            self.numbers.set(file.number(), true);
            self.included.push(file);
        }
    }

    /// Takes out a file that turned out not to be there.
    pub(crate) fn remove(&mut self, file: FileId) {
        self.numbers.set(file.number(), false);
        self.included.retain(|known| known.number() != file.number());
    }

    /// In the order of their first inclusion.
    pub(crate) fn ids(&self) -> impl Iterator<Item = FileId> {
        self.included.iter().copied()
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = Rc<[u8]>> {
        self.ids().map(FileId::path)
    }
}

/// Which files the lines are noted of.
#[derive(Default)]
pub(crate) struct Coverage {
    pub(crate) wanted: Option<Wanted>,
    /// So many of the request's files were looked at.
    pub(crate) looked_at: usize,
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
    /// Seconds for which files are not looked at again (`opcache.revalidate_freq`); where they are trusted, paths (`realpath_cache_ttl`).
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

/// Reads a source through a stream wrapper (`include 'phar://...'`): what the stream layer offers.
pub type ReadSource = fn(&mut Cx, &[u8]) -> loxo_runtime::PhpResult<Option<Vec<u8>>>;
