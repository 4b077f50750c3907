//! What is known about a file.

use loxo_value::{PhpArray, Value};

/// `struct stat`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stat {
    pub dev: i64,
    pub ino: i64,
    pub mode: u32,
    pub nlink: i64,
    pub uid: i64,
    pub gid: i64,
    pub rdev: i64,
    pub size: i64,
    /// Seconds of Unix time.
    pub atime: i64,
    pub mtime: i64,
    pub ctime: i64,
    pub blksize: i64,
    pub blocks: i64,
}

impl Stat {
    pub const TYPE_MASK: u32 = 0o170_000;
    pub const FIFO: u32 = 0o010_000;
    pub const CHAR: u32 = 0o020_000;
    pub const DIR: u32 = 0o040_000;
    pub const BLOCK: u32 = 0o060_000;
    pub const FILE: u32 = 0o100_000;
    pub const LINK: u32 = 0o120_000;
    pub const SOCKET: u32 = 0o140_000;

    pub fn file_type(&self) -> u32 {
        self.mode & Self::TYPE_MASK
    }
    pub fn is_file(&self) -> bool {
        self.file_type() == Self::FILE
    }
    pub fn is_dir(&self) -> bool {
        self.file_type() == Self::DIR
    }

    /// In the order of the numeric keys of `stat()`.
    const NAMES: [&'static str; 13] =
        ["dev", "ino", "mode", "nlink", "uid", "gid", "rdev", "size", "atime", "mtime", "ctime", "blksize", "blocks"];

    fn fields(&self) -> [i64; 13] {
        [
            self.dev,
            self.ino,
            i64::from(self.mode),
            self.nlink,
            self.uid,
            self.gid,
            self.rdev,
            self.size,
            self.atime,
            self.mtime,
            self.ctime,
            self.blksize,
            self.blocks,
        ]
    }

    /// What `stat()` answers: by number, then by name.
    pub fn to_array(&self) -> PhpArray {
        let mut out = PhpArray::hash_with_capacity(26);
        for (i, field) in self.fields().into_iter().enumerate() {
            out.set_int(i as i64, Value::int(field));
        }
        for (name, field) in Self::NAMES.into_iter().zip(self.fields()) {
            out.set_bytes(name.as_bytes(), Value::int(field));
        }
        out
    }

    /// Out of the array that a user's stream wrapper gives; missing entries are 0.
    pub fn from_array(array: &PhpArray) -> Stat {
        let field = |name: &str| array.get_bytes(name.as_bytes()).map_or(0, loxo_runtime::convert::scalar_to_int);
        Stat {
            dev: field("dev"),
            ino: field("ino"),
            mode: field("mode") as u32,
            nlink: field("nlink"),
            uid: field("uid"),
            gid: field("gid"),
            rdev: field("rdev"),
            size: field("size"),
            atime: field("atime"),
            mtime: field("mtime"),
            ctime: field("ctime"),
            blksize: field("blksize"),
            blocks: field("blocks"),
        }
    }
}

impl From<rustix::fs::Stat> for Stat {
    fn from(st: rustix::fs::Stat) -> Stat {
        Stat {
            dev: st.st_dev as i64,
            ino: st.st_ino as i64,
            mode: st.st_mode,
            nlink: st.st_nlink as i64,
            uid: i64::from(st.st_uid),
            gid: i64::from(st.st_gid),
            rdev: st.st_rdev as i64,
            size: st.st_size,
            atime: st.st_atime,
            mtime: st.st_mtime,
            ctime: st.st_ctime,
            blksize: st.st_blksize,
            blocks: st.st_blocks,
        }
    }
}
