//! The tests' folder: php-src's tree is never run in place but in a copy that each run starts by restoring.

use crate::Result;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, FileTimes, Metadata};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// Compiled sources: three quarters of the tree, and no test reads them.
const UNUSED: &[&str] = &["c", "h", "cpp", "m4", "w32", "S", "o", "lo"];

/// Makes `copy` equal to `source`: copies what is missing or changed, removes what tests left behind.
/// Returns how many entries it had to touch.
pub fn synchronize(source: &Path, copy: &Path) -> Result<usize> {
    fs::create_dir_all(copy)?;
    let wanted = entries(source)?;
    let present = entries(copy)?;
    let mut touched = 0;
    for (name, metadata) in &present {
        if !wanted.get(name).is_some_and(|wanted| wanted.file_type() == metadata.file_type()) {
            remove(&copy.join(name), metadata);
            touched += 1;
        }
    }
    for (name, metadata) in wanted {
        let (from, to) = (source.join(&name), copy.join(&name));
        let old = present.get(&name).filter(|old| old.file_type() == metadata.file_type());
        if metadata.is_dir() {
            if old.is_some_and(|old| old.mode() != metadata.mode()) {
                fs::set_permissions(&to, metadata.permissions())?;
            }
            touched += synchronize(&from, &to)?;
        } else if metadata.is_symlink() {
            let target = fs::read_link(&from)?;
            if old.is_none() || fs::read_link(&to)? != target {
                let _ = fs::remove_file(&to);
                symlink(target, &to)?;
                touched += 1;
            }
        } else if metadata.is_file() && !UNUSED.iter().any(|suffix| from.extension().is_some_and(|extension| extension == *suffix)) {
            let same =
                old.is_some_and(|old| old.len() == metadata.len() && old.mtime() == metadata.mtime() && old.mode() == metadata.mode());
            if !same {
                copy_file(&from, &to, &metadata)?;
                touched += 1;
            }
        }
    }
    Ok(touched)
}

fn copy_file(from: &Path, to: &Path, metadata: &Metadata) -> Result<()> {
    let _ = fs::remove_file(to);
    fs::copy(from, to).map_err(|error| format!("cannot copy {} to {}: {error}", from.display(), to.display()))?;
    if let Ok(file) = File::options().append(true).open(to) {
        file.set_times(FileTimes::new().set_modified(metadata.modified()?))?;
    }
    fs::set_permissions(to, metadata.permissions())?;
    Ok(())
}

fn entries(dir: &Path) -> Result<BTreeMap<OsString, Metadata>> {
    let mut entries = BTreeMap::new();
    for entry in fs::read_dir(dir).map_err(|error| format!("cannot read {}: {error}", dir.display()))? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        if entry.file_name() != ".git" {
            entries.insert(entry.file_name(), metadata);
        }
    }
    Ok(entries)
}

fn remove(path: &Path, metadata: &Metadata) {
    if metadata.is_dir() {
        // Tests of permissions leave folders that their owner may not enter.
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o755));
        let _ = fs::remove_dir_all(path);
    } else {
        let _ = fs::remove_file(path);
    }
}

/// Every test below `dir`, sorted, as paths.
pub fn find_tests(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            if name.starts_with('.') || name == "target" {
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(_) if name.ends_with(".phpt") => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_restored() {
        let dir = std::env::temp_dir().join(format!("xtask-tree-{}", std::process::id()));
        let (source, copy) = (dir.join("source"), dir.join("copy"));
        fs::create_dir_all(source.join("sub")).unwrap();
        fs::write(source.join("sub/a.phpt"), "a").unwrap();
        fs::write(source.join("x.c"), "c").unwrap();
        assert_eq!(synchronize(&source, &copy).unwrap(), 1);
        fs::write(copy.join("sub/a.phpt"), "changed").unwrap();
        fs::create_dir_all(copy.join("left/behind")).unwrap();
        assert_eq!(synchronize(&source, &copy).unwrap(), 2);
        assert_eq!(fs::read_to_string(copy.join("sub/a.phpt")).unwrap(), "a");
        assert_eq!(synchronize(&source, &copy).unwrap(), 0);
        assert_eq!(find_tests(&copy), [copy.join("sub/a.phpt")]);
        fs::remove_dir_all(dir).unwrap();
    }
}
