//! Temporary files for bodies that are too long for memory. They have no name, so that nothing is left behind when the process ends.

use std::fs::File;

use loxo_runtime::web::create_temporary;

/// A temporary file that is gone when nobody has it open.
pub(crate) fn unnamed() -> std::io::Result<File> {
    let (file, path) = create_temporary(&std::env::temp_dir(), "loxo")?;
    std::fs::remove_file(path)?;
    Ok(file)
}
