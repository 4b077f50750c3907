//! Writing archives, whatever their format.

use std::time::{SystemTime, UNIX_EPOCH};

use loxo_runtime::Cx;

use crate::archive::{ArchiveRef, Format, Try};
use crate::{metadata, packed, tar, zip};

/// A new stub of an archive.
#[derive(Clone, Copy)]
pub(crate) enum NewStub<'a> {
    Keep,
    /// What archives without a stub of their own have; made of these names in PHP's own format.
    Default(Option<&'a [u8]>),
    Given(&'a [u8]),
}

pub(crate) fn now() -> u32 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as u32)
}

/// Files that were deleted go, unless somebody has them open.
pub(crate) fn drop_deleted(archive: &ArchiveRef, mind_locks: bool) {
    archive.edit().manifest.retain(|_, entry| {
        let used = entry.readers.get() > 0 || (mind_locks && entry.locks.get() > 0);
        used || !entry.get().is_deleted
    });
}

/// Writes changes.
pub(crate) fn flush(cx: &mut Cx, archive: &ArchiveRef) -> Try<()> {
    flush_with(cx, archive, NewStub::Keep)
}

/// Writes changes and a new stub. A failure without words is none that is reported.
pub(crate) fn flush_with(cx: &mut Cx, archive: &ArchiveRef, stub: NewStub<'_>) -> Try<()> {
    let has_stub = matches!(stub, NewStub::Given(_) | NewStub::Default(Some(_)));
    if archive.get().manifest.is_empty() && !has_stub {
        return Ok(());
    }
    metadata::ensure_archive_text(cx, archive);
    archive.edit().implied_dirs.clear();
    let format = archive.get().format;
    let done = match format {
        Format::Zip => zip::write(cx, archive, stub),
        Format::Tar => tar::write(cx, archive, stub),
        Format::Phar => {
            let text = match stub {
                NewStub::Given(text) | NewStub::Default(Some(text)) => Some(text),
                NewStub::Keep | NewStub::Default(None) => None,
            };
            packed::write(cx, archive, text)
        }
    };
    match done {
        Err(None) => Ok(()),
        done => done,
    }
}
