//! The flags of `ZipArchive`'s methods, and those of the archive itself.

pub(crate) mod flag {
    pub(crate) const NOCASE: i64 = 1;
    pub(crate) const NODIR: i64 = 2;
    pub(crate) const COMPRESSED: i64 = 4;
    pub(crate) const UNCHANGED: i64 = 8;
    pub(crate) const OVERWRITE: i64 = 8192;
    pub(crate) const RAW: i64 = 64;
    pub(crate) const STRICT: i64 = 128;
    pub(crate) const UTF_8: i64 = 2048;
    pub(crate) const CP437: i64 = 4096;
}

/// `ZipArchive::AFL_*`
pub(crate) mod archive_flag {
    pub(crate) const RDONLY: i64 = 2;
    pub(crate) const IS_TORRENTZIP: i64 = 4;
    pub(crate) const WANT_TORRENTZIP: i64 = 8;
    pub(crate) const KEEP_EMPTY: i64 = 16;
}
