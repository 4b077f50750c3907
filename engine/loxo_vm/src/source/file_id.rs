//! Files by number; what a number stands for is known to `source::files`.

/// The number of a file, for one worker's thread and as long as a request lasts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileId(pub(super) u32);

impl FileId {
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}
