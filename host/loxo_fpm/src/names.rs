//! What names in ini texts stand for: levels of errors, and the environment.

use std::os::unix::ffi::{OsStrExt, OsStringExt};

use loxo_runtime::ini::IniNames;

pub(crate) struct Names;

const LEVELS: &[(&str, u32)] = &[
    ("E_ALL", 30719),
    ("E_ERROR", 1),
    ("E_WARNING", 2),
    ("E_PARSE", 4),
    ("E_NOTICE", 8),
    ("E_CORE_ERROR", 16),
    ("E_CORE_WARNING", 32),
    ("E_COMPILE_ERROR", 64),
    ("E_COMPILE_WARNING", 128),
    ("E_USER_ERROR", 256),
    ("E_USER_WARNING", 512),
    ("E_USER_NOTICE", 1024),
    ("E_STRICT", 2048),
    ("E_RECOVERABLE_ERROR", 4096),
    ("E_DEPRECATED", 8192),
    ("E_USER_DEPRECATED", 16384),
];

impl IniNames for Names {
    fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let level = LEVELS.iter().find(|(known, _)| known.as_bytes() == name)?;
        Some(level.1.to_string().into_bytes())
    }

    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let usable = !name.is_empty() && !name.contains(&b'=') && !name.contains(&0);
        usable.then(|| std::env::var_os(std::ffi::OsStr::from_bytes(name)))?.map(OsStringExt::into_vec)
    }
}
