//! The numbers that the bzip2 library has for errors.

use bzip2::Error;

pub(crate) const PARAM_ERROR: i64 = -2;

/// The library's number of an error.
pub(crate) fn code(error: &Error) -> i64 {
    match error {
        Error::Sequence => -1,
        Error::Param => PARAM_ERROR,
        Error::Data => -4,
        Error::DataMagic => -5,
    }
}
