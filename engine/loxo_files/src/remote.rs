//! Which file systems others may change.

use std::path::Path;

/// NFS, SMB, CIFS, SMB2, 9p, FUSE, Ceph, AFS.
const REMOTE: [u32; 8] = [0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x0102_1997, 0x6573_5546, 0x00c3_6400, 0x5346_414f];

/// Others may change files there without this system hearing of it, so that to watch the folder (inotify) does not suffice. So it is if nothing can be
/// said of it.
pub fn is_remote(folder: &Path) -> bool {
    rustix::fs::statfs(folder).map_or(true, |about| REMOTE.contains(&(about.f_type as u32)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_here_is_not_remote() {
        assert!(!is_remote(Path::new("/proc")));
        assert!(is_remote(Path::new("/no/such/folder")));
    }
}
