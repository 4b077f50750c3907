//! A folder with the files of a package, as they will be below `/`.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::run::output;
use crate::Result;

pub(super) struct Tree {
    pub(super) root: PathBuf,
    /// Seconds since 1970.
    time: u64,
}

impl Tree {
    pub(super) fn new(root: PathBuf, time: u64) -> Result<Tree> {
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        fs::create_dir_all(&root)?;
        fs::set_permissions(&root, fs::Permissions::from_mode(0o755))?;
        Ok(Tree { root, time })
    }

    /// Where a file will be; its folder is there.
    fn place(&self, path: &str) -> Result<PathBuf> {
        let place = self.root.join(path);
        if let Some(folder) = Path::new(path).parent() {
            self.folder(&folder.to_string_lossy(), 0o755)?;
        }
        Ok(place)
    }

    /// Makes a folder that is not there yet, and those that it lies in, which all may read.
    pub(super) fn folder(&self, path: &str, mode: u32) -> Result<()> {
        let mut place = self.root.clone();
        let mut made = false;
        for part in Path::new(path) {
            place.push(part);
            made = !place.is_dir();
            if made {
                fs::create_dir(&place)?;
                fs::set_permissions(&place, fs::Permissions::from_mode(0o755))?;
            }
        }
        if made {
            fs::set_permissions(&place, fs::Permissions::from_mode(mode))?;
        }
        Ok(())
    }

    pub(super) fn file(&self, path: &str, bytes: &[u8], mode: u32) -> Result<()> {
        let place = self.place(path)?;
        fs::write(&place, bytes)?;
        fs::set_permissions(&place, fs::Permissions::from_mode(mode))?;
        Ok(())
    }

    pub(super) fn link(&self, path: &str, target: &str) -> Result<()> {
        symlink(target, self.place(path)?)?;
        Ok(())
    }

    /// Gives everything in it the time of the package.
    pub(super) fn set_times(&self) -> Result<()> {
        output(Command::new("find").arg(&self.root).args(["-exec", "touch", "-h", "-d", &format!("@{}", self.time), "{}", "+"]))?;
        Ok(())
    }

    /// Sizes of its files in bytes.
    pub(super) fn size(&self) -> Result<u64> {
        fn of(folder: &Path) -> Result<u64> {
            let mut sum = 0;
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                sum += if entry.file_type()?.is_dir() { of(&entry.path())? } else { entry.path().symlink_metadata()?.len() };
            }
            Ok(sum)
        }
        of(&self.root)
    }
}
