//! iconv.
