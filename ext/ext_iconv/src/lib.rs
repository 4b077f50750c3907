//! iconv
