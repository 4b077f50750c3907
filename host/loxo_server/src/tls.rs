//! TLS: certificates chosen by the name that the client asks for, and read anew on SIGHUP or when an authority has issued others.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert, ServerSessionMemoryCache};
use rustls::sign::CertifiedKey;
use rustls::{ServerConfig, version};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::made_certificates::MadeCertificates;
use crate::site::SapiKind;

/// A client that has not agreed on keys by then is given up.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// Clients of TLS 1.2 that may take up an earlier session without tickets.
const SESSIONS: usize = 10_000;
/// The first byte of a TLS connection: a record of the handshake.
const HANDSHAKE_RECORD: u8 = 22;
/// For clients that speak HTTP where TLS is spoken, with nginx's words.
const PLAIN_REQUEST: &[u8] = b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 51\r\nConnection: close\r\n\r\n\
The plain HTTP request was sent to an HTTPS port.\r\n";

/// Where a certificate and its key lie.
#[derive(Clone, Debug)]
pub struct CertificateFiles {
    /// PEM: the server's certificate, then those between it and the root.
    pub chain: PathBuf,
    /// PEM; may be the same file.
    pub key: PathBuf,
}

/// What connections are encrypted with.
pub(crate) struct Tls {
    files: Vec<CertificateFiles>,
    /// Files that may not be there yet.
    ordered: Vec<PathBuf>,
    /// Why some of those are left out, as the log has it already.
    left_out: Mutex<Vec<String>>,
    certificates: Arc<Certificates>,
    acceptor: TlsAcceptor,
}

impl Tls {
    /// `acme`: where others come from. The error is one line for the user.
    pub(crate) fn new(files: Vec<CertificateFiles>, acme: Option<&loxo_acme::Settings>) -> Result<Tls, String> {
        let firsts = |acme: &loxo_acme::Settings| -> Vec<PathBuf> {
            acme.names.iter().filter_map(|names| Some(loxo_acme::bundle(&acme.folder, names.first()?))).collect()
        };
        let ordered = acme.map(firsts).unwrap_or_default();
        let (all, left_out) = ByName::load(&files, &ordered)?;
        log_new(&left_out, &[]);
        let certificates = Certificates { all: RwLock::new(all), challenges: acme.map(|acme| acme.folder.clone()), made: None };
        let mut tls = Tls::with(certificates, acme.is_some())?;
        (tls.files, tls.ordered, tls.left_out) = (files, ordered, Mutex::new(left_out));
        Ok(tls)
    }

    /// Each name has a certificate that is made when it is asked for.
    pub(crate) fn of_authority(authority: Arc<loxo_dev::Authority>) -> Result<Tls, String> {
        let made = MadeCertificates::new(authority)?;
        Tls::with(Certificates { all: RwLock::default(), challenges: None, made: Some(made) }, false)
    }

    fn with(certificates: Certificates, answers_challenges: bool) -> Result<Tls, String> {
        let certificates = Arc::new(certificates);
        let failed = |error: rustls::Error| format!("cannot start TLS: {error}");
        let mut config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_protocol_versions(&[&version::TLS13, &version::TLS12])
            .map_err(failed)?
            .with_no_client_auth()
            .with_cert_resolver(certificates.clone());
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        if answers_challenges {
            config.alpn_protocols.push(loxo_acme::PROTOCOL.to_vec());
        }
        config.session_storage = ServerSessionMemoryCache::new(SESSIONS);
        config.ticketer = aws_lc_rs::Ticketer::new().map_err(failed)?;
        let acceptor = TlsAcceptor::from(Arc::new(config));
        Ok(Tls { files: Vec::new(), ordered: Vec::new(), left_out: Mutex::default(), certificates, acceptor })
    }

    /// Reads the files again. After an error the certificates stay as they are.
    pub(crate) fn reload(&self) -> Result<(), String> {
        let (fresh, left_out) = ByName::load(&self.files, &self.ordered)?;
        let mut known = self.left_out.lock().unwrap_or_else(PoisonError::into_inner);
        log_new(&left_out, &known);
        *known = left_out;
        *self.certificates.all.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    /// Agrees on keys. `None`: the client could not, or was too slow.
    pub(crate) async fn accept(&self, mut stream: TcpStream) -> Option<TlsStream<TcpStream>> {
        let handshake = async {
            let mut first = [0];
            if stream.peek(&mut first).await.ok()? == 0 {
                return None;
            }
            if first[0] != HANDSHAKE_RECORD {
                // Who does not understand this either is gone.
                let _ = stream.write_all(PLAIN_REQUEST).await;
                let _ = stream.shutdown().await;
                return None;
            }
            let stream = self.acceptor.accept(stream).await.ok()?;
            // An authority that has seen the certificate has seen all.
            (stream.get_ref().1.alpn_protocol() != Some(loxo_acme::PROTOCOL)).then_some(stream)
        };
        tokio::time::timeout(HANDSHAKE_TIMEOUT, handshake).await.ok().flatten()
    }
}

/// The certificates that are used now.
#[derive(Debug)]
struct Certificates {
    all: RwLock<ByName>,
    /// The folder with those that an authority looks for.
    challenges: Option<PathBuf>,
    /// Those that are made when they are asked for.
    made: Option<MadeCertificates>,
}

impl Certificates {
    /// The one by which an authority sees that the name is ours, if it asks for that.
    fn challenge(&self, hello: &ClientHello<'_>) -> Option<Option<Arc<CertifiedKey>>> {
        let folder = self.challenges.as_ref()?;
        hello.alpn()?.any(|protocol| protocol == loxo_acme::PROTOCOL).then(|| {
            let file = loxo_acme::challenge_certificate(folder, hello.server_name()?)?;
            // It has an extension that nobody knows but authorities, so that it is not looked at as others are.
            let chain = CertificateDer::from_pem_file(&file).ok()?;
            let key = aws_lc_rs::sign::any_supported_type(&PrivateKeyDer::from_pem_file(&file).ok()?).ok()?;
            Some(Arc::new(CertifiedKey::new(vec![chain], key)))
        })
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        if let Some(challenge) = self.challenge(&hello) {
            return challenge;
        }
        if let Some(made) = &self.made {
            return made.of(hello.server_name());
        }
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        let known = all.of(hello.server_name());
        let usable = known.iter().find(|certified| certified.key.choose_scheme(hello.signature_schemes()).is_some());
        usable.or(known.first()).cloned()
    }
}

/// Certificates by the names in them, in lower case. One name may have several, with keys of different kinds.
#[derive(Debug, Default)]
struct ByName {
    names: HashMap<String, Vec<Arc<CertifiedKey>>>,
    /// Clients that ask for no name, or for one that is not known, get the first.
    first: Vec<Arc<CertifiedKey>>,
}

impl ByName {
    /// `ordered`: files with certificate and key that may be missing. One that cannot be used is left out, as another will be ordered, and must
    /// not stop other sites; the second list has a line for each.
    fn load(files: &[CertificateFiles], ordered: &[PathBuf]) -> Result<(ByName, Vec<String>), String> {
        let mut all = ByName::default();
        for files in files {
            all.add(files)?;
        }
        let there = ordered.iter().filter(|file| file.is_file());
        let left_out = there.filter_map(|file| all.add(&CertificateFiles { chain: file.clone(), key: file.clone() }).err()).collect();
        Ok((all, left_out))
    }

    fn add(&mut self, files: &CertificateFiles) -> Result<(), String> {
        let certified = Arc::new(read(files)?);
        for name in names(&certified, &files.chain)? {
            self.names.entry(name).or_default().push(certified.clone());
        }
        self.first.push(certified);
        Ok(())
    }

    fn of(&self, name: Option<&str>) -> &[Arc<CertifiedKey>] {
        let Some(name) = name.map(str::to_ascii_lowercase) else { return &self.first };
        let wildcard = || self.names.get(&format!("*.{}", name.split_once('.')?.1));
        self.names.get(&name).or_else(wildcard).unwrap_or(&self.first)
    }
}

/// Each problem is a line of the log once, however often the files are read.
fn log_new(problems: &[String], known: &[String]) {
    for problem in problems.iter().filter(|problem| !known.contains(problem)) {
        crate::log::error(SapiKind::Fpm, format!("acme: the certificate is left out: {problem}").as_bytes());
    }
}

fn read(files: &CertificateFiles) -> Result<CertifiedKey, String> {
    let in_file = |file: &Path, what: &str| format!("{}: {what}", file.display());
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&files.chain)
        .and_then(Iterator::collect)
        .map_err(|error| in_file(&files.chain, &problem(&error, "certificate")))?;
    if chain.is_empty() {
        return Err(in_file(&files.chain, "there is no certificate in it (PEM is needed)"));
    }
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| in_file(&files.key, &problem(&error, "private key")))?;
    CertifiedKey::from_der(chain, key, &aws_lc_rs::default_provider()).map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => format!("{} is not the key of {}", files.key.display(), files.chain.display()),
        rustls::Error::InvalidCertificate(_) => in_file(&files.chain, &error.to_string()),
        _ => in_file(&files.key, &error.to_string()),
    })
}

fn problem(error: &pem::Error, what: &str) -> String {
    match error {
        pem::Error::NoItemsFound => format!("there is no {what} in it (PEM without a password is needed)"),
        pem::Error::Io(error) => error.to_string(),
        error => format!("no PEM file: {error}"),
    }
}

fn names(certified: &CertifiedKey, file: &Path) -> Result<Vec<String>, String> {
    let leaf = certified.end_entity_cert().map_err(|error| format!("{}: {error}", file.display()))?;
    let parsed = webpki::EndEntityCert::try_from(leaf).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(parsed.valid_dns_names().map(str::to_ascii_lowercase).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordered_certificate_that_is_broken_is_left_out() {
        let folder = std::env::temp_dir().join(format!("loxo-tls-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("a.example.pem"), "none").expect("a file");
        let names = ["a.example", "b.example"].map(|name| vec![name.to_string()]).to_vec();
        let acme = loxo_acme::Settings { folder: folder.clone(), names, ..loxo_acme::Settings::default() };
        let tls = Tls::new(Vec::new(), Some(&acme)).expect("the server starts");
        let left_out = || tls.left_out.lock().expect("is whole").clone();
        let file = folder.join("a.example.pem").display().to_string();
        assert!(matches!(&left_out()[..], [line] if line.starts_with(&format!("{file}: "))), "{:?}", left_out());
        std::fs::remove_file(file).expect("is there");
        assert_eq!(tls.reload(), Ok(()));
        assert!(left_out().is_empty(), "one that is missing is no problem");
        // A file that the configuration names itself is an error.
        let own = CertificateFiles { chain: folder.join("c.pem"), key: folder.join("c.pem") };
        assert!(Tls::new(vec![own], Some(&acme)).is_err());
        let _ = std::fs::remove_dir_all(folder);
    }
}
