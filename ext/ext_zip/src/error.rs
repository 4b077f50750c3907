//! What may go wrong, by the numbers that programs know.

/// A number of `ZipArchive::ER_*`, and the operating system's of its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ZipError {
    pub(crate) zip: i64,
    pub(crate) system: i64,
}

pub(crate) type Try<T> = Result<T, ZipError>;

pub(crate) const MULTIDISK: i64 = 1;
pub(crate) const RENAME: i64 = 2;
pub(crate) const SEEK: i64 = 4;
pub(crate) const READ: i64 = 5;
pub(crate) const WRITE: i64 = 6;
pub(crate) const CRC: i64 = 7;
pub(crate) const ZIPCLOSED: i64 = 8;
pub(crate) const NOENT: i64 = 9;
pub(crate) const EXISTS: i64 = 10;
pub(crate) const OPEN: i64 = 11;
pub(crate) const TMPOPEN: i64 = 12;
pub(crate) const CHANGED: i64 = 15;
pub(crate) const COMPNOTSUPP: i64 = 16;
pub(crate) const EOF: i64 = 17;
pub(crate) const INVAL: i64 = 18;
pub(crate) const NOZIP: i64 = 19;
pub(crate) const INCONS: i64 = 21;
pub(crate) const REMOVE: i64 = 22;
pub(crate) const DELETED: i64 = 23;
pub(crate) const ENCRNOTSUPP: i64 = 24;
pub(crate) const RDONLY: i64 = 25;
pub(crate) const NOPASSWD: i64 = 26;
pub(crate) const WRONGPASSWD: i64 = 27;
pub(crate) const COMPRESSED_DATA: i64 = 31;
pub(crate) const CANCELLED: i64 = 32;
pub(crate) const NOT_ALLOWED: i64 = 34;
pub(crate) const TRUNCATED: i64 = 35;

const TEXTS: [&str; 36] = [
    "No error",
    "Multi-disk zip archives not supported",
    "Renaming temporary file failed",
    "Closing zip archive failed",
    "Seek error",
    "Read error",
    "Write error",
    "CRC error",
    "Containing zip archive was closed",
    "No such file",
    "File already exists",
    "Can't open file",
    "Failure to create temporary file",
    "Zlib error",
    "Malloc failure",
    "Entry has been changed",
    "Compression method not supported",
    "Premature end of file",
    "Invalid argument",
    "Not a zip archive",
    "Internal error",
    "Zip archive inconsistent",
    "Can't remove file",
    "Entry has been deleted",
    "Encryption method not supported",
    "Read-only archive",
    "No password provided",
    "Wrong password provided",
    "Operation not supported",
    "Resource still in use",
    "Tell error",
    "Compressed data invalid",
    "Operation cancelled",
    "Unexpected length of data",
    "Not allowed in torrentzip",
    "Possibly truncated or corrupted zip archive",
];

impl ZipError {
    pub(crate) fn io(zip: i64, error: &std::io::Error) -> ZipError {
        ZipError { zip, system: i64::from(error.raw_os_error().unwrap_or(0)) }
    }

    /// The words for it.
    pub(crate) fn text(self) -> String {
        let text = usize::try_from(self.zip).ok().and_then(|zip| TEXTS.get(zip)).copied();
        let Some(text) = text else { return format!("Unknown error {}", self.zip) };
        let of_system = matches!(self.zip, RENAME | 3 | SEEK | READ | WRITE | OPEN | TMPOPEN | REMOVE | 30);
        match i32::try_from(self.system) {
            Ok(system) if of_system && system != 0 => {
                format!("{text}: {}", loxo_streams::error_text(std::io::Error::from_raw_os_error(system)))
            }
            _ => text.to_owned(),
        }
    }
}

/// A failure without a reason of the system's.
pub(crate) fn fail<T>(zip: i64) -> Try<T> {
    Err(ZipError { zip, system: 0 })
}
