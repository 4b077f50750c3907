//! The Rust files of a folder, and which of them are written by `cargo xtask codegen`.

use crate::Result;
use std::fs;
use std::path::{Path, PathBuf};

/// Adds all of them but what is built.
pub fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_dir() {
            if name != "target" {
                collect(&entry.path(), files)?;
            }
        } else if entry.path().extension().is_some_and(|extension| extension == "rs") {
            files.push(entry.path());
        }
    }
    Ok(())
}

pub fn is_generated(relative: &Path) -> bool {
    let stem = relative.file_stem().unwrap_or_default().to_string_lossy();
    stem == "generated" || stem.ends_with("_generated") || relative.components().any(|part| part.as_os_str() == "generated")
}
