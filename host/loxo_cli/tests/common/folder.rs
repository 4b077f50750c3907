//! Folders with files for one test.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// A folder that pools' users may look into, too.
pub fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = std::env::temp_dir().join(format!("loxo-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&root).expect("a folder");
    std::fs::set_permissions(&root, std::fs::Permissions::from_mode(0o755)).expect("a folder");
    for (file, content) in files {
        std::fs::write(root.join(file), content).expect("a file");
    }
    root
}
