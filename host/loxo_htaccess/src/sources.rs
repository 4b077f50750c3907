//! Where a request's rules come from: the files of its folders, and the sections that count for it.

use std::sync::Arc;

use crate::read::FolderFile;
use crate::rules::{FilesSection, IfSection};

/// What a request's rules were merged from, in order. The parts are held, so that two that are the same part lie at the same place.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    pub(crate) folders: Vec<Arc<FolderFile>>,
    /// The name is that of a script, for which a server has a section of its own.
    pub(crate) is_script: bool,
    /// The name begins with `.ht`, for which it has one, too.
    pub(crate) is_hidden: bool,
    pub(crate) files: Vec<Arc<FilesSection>>,
    /// With the number of the branch that holds.
    pub(crate) conditional: Vec<(Arc<IfSection>, usize)>,
    /// A section within one of those counts.
    pub(crate) is_nested: bool,
}

impl Sources {
    /// The rules are the same. Apache keeps what it has merged for a request for the next, but for sections within `<If>`.
    pub(crate) fn are_same(&self, other: &Sources) -> bool {
        let Sources { folders, is_script, is_hidden, files, conditional, is_nested } = self;
        !is_nested
            && !other.is_nested
            && (is_script, is_hidden) == (&other.is_script, &other.is_hidden)
            && all_same(folders, &other.folders, Arc::ptr_eq)
            && all_same(files, &other.files, Arc::ptr_eq)
            && all_same(conditional, &other.conditional, |(left, one), (right, other)| one == other && Arc::ptr_eq(left, right))
    }
}

fn all_same<T>(left: &[T], right: &[T], is_same: impl Fn(&T, &T) -> bool) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| is_same(left, right))
}
