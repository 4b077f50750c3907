//! What the machine of a request knows of its sources: files included, units in use, what the settings say of cached files.

use std::rc::Rc;

use loxo_runtime::Cx;
use rustc_hash::FxHashSet;

use crate::source::file_id::FileId;
use crate::source::unit::LoadedUnit;

/// Files that a request has included.
#[derive(Default)]
pub struct Files {
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

    pub(crate) fn paths(&self) -> impl Iterator<Item = Rc<[u8]>> {
        self.included.iter().map(|file| file.path())
    }
}

/// A set of dense numbers.
#[derive(Default)]
pub(crate) struct Numbers(Vec<u64>);

impl Numbers {
    pub(crate) fn has(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    pub(crate) fn set(&mut self, number: u32, is_in: bool) {
        let (at, bit) = (number as usize / 64, 1 << (number % 64));
        match self.0.get_mut(at) {
            Some(word) if is_in => *word |= bit,
            Some(word) => *word &= !bit,
            None if is_in => {
                self.0.resize(at + 1, 0);
                self.0[at] = bit;
            }
            None => {}
        }
    }
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
