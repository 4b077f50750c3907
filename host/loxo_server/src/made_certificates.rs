//! Certificates of a development server, made by the user's own authority for the names that clients ask for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use loxo_dev::Authority;
use rustls::crypto::aws_lc_rs;
use rustls::sign::CertifiedKey;

/// Names that are remembered.
const MOST: usize = 256;

pub(crate) struct MadeCertificates {
    authority: Arc<Authority>,
    /// By name, each until another is to be made.
    known: Mutex<HashMap<String, (SystemTime, Arc<CertifiedKey>)>>,
}

impl std::fmt::Debug for MadeCertificates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MadeCertificates").finish_non_exhaustive()
    }
}

impl MadeCertificates {
    /// The error is one line: none can be made.
    pub(crate) fn new(authority: Arc<Authority>) -> Result<MadeCertificates, String> {
        let made = MadeCertificates { authority, known: Mutex::default() };
        made.make("localhost").transpose()?;
        Ok(made)
    }

    fn make(&self, name: &str) -> Option<Result<(SystemTime, Arc<CertifiedKey>), String>> {
        let issued = match self.authority.issue(Some(name))? {
            Ok(issued) => issued,
            Err(message) => return Some(Err(message)),
        };
        let certified = CertifiedKey::from_der(issued.chain, issued.key, &aws_lc_rs::default_provider());
        Some(certified.map(|certified| (issued.renew, Arc::new(certified))).map_err(|error| error.to_string()))
    }

    /// The certificate of a name; without one, of this machine. `None`: the name is none of this machine.
    pub(crate) fn of(&self, name: Option<&str>) -> Option<Arc<CertifiedKey>> {
        let name = name.unwrap_or("localhost").to_ascii_lowercase();
        let now = SystemTime::now();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, certified)) = known.get(&name).filter(|(renew, _)| now < *renew) {
            return Some(certified.clone());
        }
        let (renew, certified) = self.make(&name)?.ok()?;
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(name, (renew, certified.clone()));
        Some(certified)
    }
}
