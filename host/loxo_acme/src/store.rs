//! The folder: certificates with their keys, the account, answers that the authority looks for, and what has failed.
//!
//! Every file is for its owner alone, and is there as a whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject;

use crate::validity::{self, Validity};

const CHALLENGES: &str = "challenges";
const ACCOUNT: &str = "account.json";
/// Longest name of a host, and of a token that is looked for.
const LONGEST: usize = 253;

/// The file of a certificate: its key, then itself and those between it and the root, PEM. `name`: its first name.
pub fn bundle(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{}.pem", name.to_ascii_lowercase()))
}

/// What is to be answered for `/.well-known/acme-challenge/TOKEN`, if it is asked for at the moment.
pub fn answer(folder: &Path, token: &str) -> Option<Vec<u8>> {
    let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let known = !token.is_empty() && token.len() <= LONGEST && token.bytes().all(good);
    fs::read(folder.join(CHALLENGES).join(token)).ok().filter(|_| known)
}

/// The file with the certificate and key by which TLS-ALPN-01 is answered for a name. `None`: this is no name of a host.
pub fn challenge_certificate(folder: &Path, name: &str) -> Option<PathBuf> {
    is_host(name).then(|| bundle(&folder.join(CHALLENGES), name))
}

/// Letters, digits, dashes and dots: nothing that leads elsewhere in a path.
fn is_host(name: &str) -> bool {
    let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.');
    !name.is_empty() && name.len() <= LONGEST && !name.starts_with('.') && name.bytes().all(good)
}

/// Failures one after the other: how many, and when the last one was, in Unix time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Failures {
    pub(crate) count: u32,
    pub(crate) last: i64,
}

pub(crate) struct Store<'s> {
    folder: &'s Path,
}

impl Store<'_> {
    pub(crate) fn open(folder: &Path) -> io::Result<Store<'_>> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder.join(CHALLENGES))?;
        Ok(Store { folder })
    }

    /// Held by the process that orders. `None`: another one does.
    pub(crate) fn lock(&self) -> io::Result<Option<File>> {
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(self.folder.join("lock"))?;
        match rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Some(file)),
            Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut next = path.as_os_str().to_owned();
        next.push(".next");
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&next)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&next, path)
    }

    /// The account at an authority, as it was stored.
    pub(crate) fn account(&self, directory: &str) -> Option<serde_json::Value> {
        let bytes = fs::read(self.folder.join(ACCOUNT)).ok()?;
        let mut stored: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
        (stored["directory"] == directory).then(|| stored["account"].take())
    }

    pub(crate) fn set_account(&self, directory: &str, account: &impl serde::Serialize) -> io::Result<()> {
        let stored = serde_json::json!({ "directory": directory, "account": account });
        self.write(&self.folder.join(ACCOUNT), stored.to_string().as_bytes())
    }

    /// When the certificate of a name holds. `None`: there is none.
    pub(crate) fn validity(&self, name: &str) -> Option<Validity> {
        let leaf = CertificateDer::from_pem_file(bundle(self.folder, name)).ok()?;
        validity::of_certificate(&leaf)
    }

    /// The names that its certificate was ordered for.
    pub(crate) fn names(&self, name: &str) -> Vec<String> {
        let text = fs::read_to_string(self.beside(name, "names")).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }

    pub(crate) fn set_certificate(&self, names: &[String], key: &str, chain: &str) -> io::Result<()> {
        let Some(name) = names.first() else { return Ok(()) };
        self.write(&bundle(self.folder, name), format!("{key}{chain}").as_bytes())?;
        // Last: if this is not reached, the certificate is ordered again, where one of before would pass for having these names.
        self.write(&self.beside(name, "names"), names.join("\n").as_bytes())
    }

    pub(crate) fn failures(&self, name: &str) -> Failures {
        let text = fs::read_to_string(self.beside(name, "failed")).unwrap_or_default();
        let numbers = text.trim().split_once(' ').and_then(|(count, last)| Some((count.parse().ok()?, last.parse().ok()?)));
        numbers.map_or(Failures::default(), |(count, last)| Failures { count, last })
    }

    pub(crate) fn set_failures(&self, name: &str, failures: Failures) {
        let path = self.beside(name, "failed");
        // Without it the authority is asked again earlier.
        let _ = match failures.count {
            0 => fs::remove_file(path),
            count => self.write(&path, format!("{count} {}\n", failures.last).as_bytes()),
        };
    }

    fn beside(&self, name: &str, what: &str) -> PathBuf {
        self.folder.join(format!("{}.{what}", name.to_ascii_lowercase()))
    }

    pub(crate) fn set_answer(&self, file: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        let path = self.folder.join(CHALLENGES).join(file);
        self.write(&path, bytes)?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("loxo-acme-{}", std::process::id()));
        let store = Store::open(&folder).expect("a folder");
        let held = store.lock().expect("a file");
        assert!(held.is_some() && store.lock().expect("a file").is_none());
        store.set_answer("tok-_1", b"tok.print").expect("a file");
        assert_eq!(answer(&folder, "tok-_1").as_deref(), Some(&b"tok.print"[..]));
        for token in ["", "../lock", "tok-_1/", "other", "tok%2d_1"] {
            assert_eq!(answer(&folder, token), None, "{token}");
        }
        assert_eq!(challenge_certificate(&folder, "A.example"), Some(folder.join("challenges/a.example.pem")));
        assert!(["", "..", "../x", "a/b", "*.a"].iter().all(|name| challenge_certificate(&folder, name).is_none()));
        let failures = Failures { count: 3, last: 77 };
        store.set_failures("a.example", failures);
        assert_eq!(store.failures("A.example"), failures);
        store.set_failures("a.example", Failures::default());
        assert_eq!(store.failures("a.example"), Failures::default());
        store.set_account("https://one", &[1, 2]).expect("a file");
        assert_eq!((store.account("https://one"), store.account("https://two")), (Some(serde_json::json!([1, 2])), None));
        assert!(store.validity("a.example").is_none());
        let _ = fs::remove_dir_all(folder);
    }
}
