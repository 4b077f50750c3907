//! Apache's rules for a folder, `.htaccess`: read, merged, and evaluated for a request.
//!
//! The crate opens no socket and runs no PHP. It sees requests and files through the traits of [`view`], and says what is to be done.
#![forbid(unsafe_code)]

pub mod view;
