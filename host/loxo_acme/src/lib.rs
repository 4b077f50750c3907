//! Certificates from an authority that speaks ACME (RFC 8555): ordered, renewed in time, and kept in a folder.
//!
//! Asks nobody but the authority that is named, and answers nobody: what the authority looks for (HTTP-01, or TLS-ALPN-01 of RFC 8737) lies in the
//! folder, from where a server answers with it. Of several processes with the same folder one orders at a time, and all read.
//!
//! Modules: `store` (the folder), `order` (what is said to the authority), `renewal` (when), `validity` (from when to when a certificate holds).
#![forbid(unsafe_code)]

mod order;
mod renewal;
mod store;
mod validity;

use std::path::PathBuf;

pub use renewal::keep;
pub use store::{answer, bundle, challenge_certificate};
pub use validity::{Validity, of_certificate};

/// Let's Encrypt's.
pub const DIRECTORY: &str = "https://acme-v02.api.letsencrypt.org/directory";
/// What a client of TLS-ALPN-01 asks for in place of HTTP.
pub const PROTOCOL: &[u8] = b"acme-tls/1";

/// Whom to ask, and for what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The address of the authority's directory.
    pub directory: String,
    /// `mailto:` addresses.
    pub contact: Vec<String>,
    pub folder: PathBuf,
    /// PEM: the root of the authority's own certificate, if that is no public one.
    pub ca: Option<PathBuf>,
    pub challenge: Challenge,
    /// The names of each certificate; the first one names its file.
    pub names: Vec<Vec<String>>,
}

/// How the authority sees that a name is ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Challenge {
    /// By a path on port 80.
    #[default]
    Http,
    /// By a certificate on port 443.
    TlsAlpn,
}

impl Challenge {
    /// As ACME calls it, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Challenge::Http => "http-01",
            Challenge::TlsAlpn => "tls-alpn-01",
        }
    }

    pub fn named(name: &str) -> Option<Challenge> {
        [Challenge::Http, Challenge::TlsAlpn].into_iter().find(|challenge| challenge.name() == name)
    }
}
