//! A certificate authority for this user alone: its key lies in the user's folder, and it can sign for names and addresses of this machine, nothing else
//! (RFC 5280, 4.2.1.10), so that whoever gets hold of the key cannot pass for any site on the net.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rcgen::{
    BasicConstraints, CertificateParams, CidrSubnet, DnType, ExtendedKeyUsagePurpose, GeneralSubtree, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, NameConstraints, SanType,
};
use rustls_pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

use crate::hosts::is_of_this_machine;

const CERTIFICATE: &str = "ca.pem";
const KEY: &str = "ca-key.pem";
const DAY: Duration = Duration::from_secs(86400);
/// How long the authority is one.
const AUTHORITY_DAYS: u32 = 3650;
/// How long its certificates count, and when another is made. Apple takes none for longer than 825 days.
const LEAF_DAYS: u32 = 90;
const RENEW_AFTER_DAYS: u32 = 60;

/// The authority.
pub struct Authority {
    folder: PathBuf,
    issuer: Issuer<'static, KeyPair>,
}

/// A certificate and its key.
pub struct Issued {
    pub chain: Vec<CertificateDer<'static>>,
    pub key: PrivateKeyDer<'static>,
    /// Another is to be made then.
    pub renew: SystemTime,
}

fn line(path: &Path) -> impl Fn(io::Error) -> String {
    let path = path.display().to_string();
    move |error| format!("{path}: {error}")
}

fn problem(error: rcgen::Error) -> String {
    format!("cannot make a certificate: {error}")
}

/// Where the user's authority lies.
pub fn usual_folder() -> Result<PathBuf, String> {
    let of = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = of("XDG_DATA_HOME").or_else(|| Some(of("HOME")?.join(".local/share")));
    data.map(|data| data.join("loxo/ca")).ok_or_else(|| "where to keep the authority's key is not known: HOME is not set".into())
}

impl Authority {
    /// The user's authority, made if there is none. The error is one line.
    pub fn of_user() -> Result<Authority, String> {
        Authority::open(usual_folder()?)
    }

    /// The authority in a folder.
    pub fn open(folder: PathBuf) -> Result<Authority, String> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(line(&folder))?;
        let about = fs::metadata(&folder).map_err(line(&folder))?;
        let user = rustix::process::geteuid().as_raw();
        if about.uid() != user || about.mode() & 0o077 != 0 {
            return Err(format!("{}: others may look into the authority's folder: chmod 700, or remove it", folder.display()));
        }
        let (certificate, key) = (folder.join(CERTIFICATE), folder.join(KEY));
        // Of two servers that start one makes it.
        let lock = fs::File::open(&folder).map_err(line(&folder))?;
        rustix::fs::flock(&lock, rustix::fs::FlockOperation::LockExclusive).map_err(|error| line(&folder)(error.into()))?;
        let made = fs::metadata(&certificate).and_then(|about| about.modified()).ok().filter(|_| key.exists());
        let is_old = made.is_none_or(|made| made.elapsed().is_ok_and(|age| age > DAY * (AUTHORITY_DAYS - LEAF_DAYS)));
        if is_old {
            make(&certificate, &key)?;
        }
        drop(lock);
        let mode = fs::metadata(&key).map_err(line(&key))?.mode();
        if mode & 0o077 != 0 {
            return Err(format!("{}: others may read the authority's key: remove the folder, and trust the new authority", key.display()));
        }
        let text = fs::read_to_string(&key).map_err(line(&key))?;
        let pair = KeyPair::from_pem(&text).map_err(|error| format!("{}: {error}", key.display()))?;
        let params = authority(&pair)?;
        Ok(Authority { folder, issuer: Issuer::new(params, pair) })
    }

    /// The file that clients are to trust.
    pub fn certificate(&self) -> PathBuf {
        self.folder.join(CERTIFICATE)
    }

    /// Makes a certificate for a name; without one, for addresses and `localhost`. `None`: the name is none of this machine.
    pub fn issue(&self, name: Option<&str>) -> Option<Result<Issued, String>> {
        let name = name.unwrap_or("localhost").trim_end_matches('.').to_ascii_lowercase();
        (is_of_this_machine(&name) && name.len() < 254).then(|| self.sign(&name))
    }

    fn sign(&self, name: &str) -> Result<Issued, String> {
        let pair = KeyPair::generate().map_err(problem)?;
        let mut params = CertificateParams::new([name.to_string()]).map_err(problem)?;
        if name == "localhost" {
            let addresses = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
            params.subject_alt_names.extend(addresses.map(SanType::IpAddress));
        }
        params.distinguished_name = rcgen::DistinguishedName::new();
        params.distinguished_name.push(DnType::OrganizationName, "Loxo development certificate");
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        params.use_authority_key_identifier_extension = true;
        let now = SystemTime::now();
        // Clocks of others may be behind.
        params.not_before = (now - DAY).into();
        params.not_after = (now + DAY * LEAF_DAYS).into();
        let certificate = params.signed_by(&pair, &self.issuer).map_err(problem)?;
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(pair.serialize_der()));
        Ok(Issued { chain: vec![certificate.der().clone()], key, renew: now + DAY * RENEW_AFTER_DAYS })
    }
}

/// What the authority says of itself, but for the time. Its name has a part of its key: no two authorities have the same.
fn authority(pair: &KeyPair) -> Result<CertificateParams, String> {
    let mut params = CertificateParams::new(Vec::new()).map_err(problem)?;
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    params.name_constraints = Some(NameConstraints {
        permitted_subtrees: vec![
            GeneralSubtree::DnsName("localhost".into()),
            GeneralSubtree::DnsName("test".into()),
            GeneralSubtree::IpAddress(CidrSubnet::from_v4_prefix(Ipv4Addr::LOCALHOST.octets(), 32)),
            GeneralSubtree::IpAddress(CidrSubnet::from_v6_prefix(Ipv6Addr::LOCALHOST.octets(), 128)),
        ],
        excluded_subtrees: Vec::new(),
    });
    let number: String = params.key_identifier(pair).iter().take(4).map(|b| format!("{b:02x}")).collect();
    params.distinguished_name = rcgen::DistinguishedName::new();
    params.distinguished_name.push(DnType::OrganizationName, "Loxo development authority");
    params.distinguished_name.push(DnType::CommonName, format!("Loxo development authority {number}"));
    Ok(params)
}

fn make(certificate: &Path, key: &Path) -> Result<(), String> {
    let pair = KeyPair::generate().map_err(problem)?;
    let mut params = authority(&pair)?;
    let now = SystemTime::now();
    params.not_before = (now - DAY).into();
    params.not_after = (now + DAY * AUTHORITY_DAYS).into();
    let signed = params.self_signed(&pair).map_err(problem)?;
    write(key, 0o600, &pair.serialize_pem())?;
    write(certificate, 0o644, &signed.pem())
}

/// A file that is there as a whole or not at all.
fn write(path: &Path, mode: u32, text: &str) -> Result<(), String> {
    let beside = path.with_extension(format!("new-{}", std::process::id()));
    let _ = fs::remove_file(&beside);
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(&beside).map_err(line(&beside))?;
    file.write_all(text.as_bytes()).and_then(|()| fs::rename(&beside, path)).map_err(line(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustls_pki_types::pem::PemObject;
    use std::os::unix::fs::PermissionsExt;

    /// Whether a client that trusts the authority takes a certificate for a name.
    fn takes(root: &CertificateDer<'_>, leaf: &CertificateDer<'_>, name: &str) -> bool {
        let anchor = [webpki::anchor_from_trusted_cert(root).expect("an authority")];
        let leaf = webpki::EndEntityCert::try_from(leaf).expect("a certificate");
        let time = rustls_pki_types::UnixTime::now();
        let usage = webpki::KeyUsage::server_auth();
        let path = leaf.verify_for_usage(webpki::ALL_VERIFICATION_ALGS, &anchor, &[], time, usage, None, None);
        let name = rustls_pki_types::ServerName::try_from(name).expect("a name");
        path.is_ok() && leaf.verify_is_valid_for_subject_name(&name).is_ok()
    }

    #[test]
    fn it_cannot_sign_for_others() {
        let folder = std::env::temp_dir().join(format!("loxo-authority-names-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let authority = Authority::open(folder.clone()).expect("is made");
        let root = CertificateDer::from_pem_slice(&fs::read(authority.certificate()).expect("is there")).expect("a certificate");
        for (names, expected) in [
            (&["localhost", "127.0.0.1", "::1"][..], true),
            (&["shop.test"], true),
            (&["a.b.localhost"], true),
            (&["example.org"], false),
            (&["nottest"], false),
            (&["192.0.2.1"], false),
            (&["127.0.0.2"], false),
        ] {
            let pair = KeyPair::generate().expect("a key");
            let params = CertificateParams::new(names.iter().map(|name| name.to_string()).collect::<Vec<_>>()).expect("names");
            let leaf = params.signed_by(&pair, &authority.issuer).expect("whoever has the key can sign");
            for name in names {
                assert_eq!(takes(&root, leaf.der(), name), expected, "{name}");
            }
        }
        let issued = authority.issue(None).expect("this machine").expect("is signed");
        assert!(["localhost", "127.0.0.1", "::1"].iter().all(|name| takes(&root, &issued.chain[0], name)));
        assert!(!takes(&root, &issued.chain[0], "shop.test"));
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn it_is_for_its_owner_and_stays_the_same() {
        let folder = std::env::temp_dir().join(format!("loxo-authority-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let authority = Authority::open(folder.join("ca")).expect("is made");
        let mode = |path: &Path| fs::metadata(path).expect("is there").mode() & 0o777;
        assert_eq!((mode(&folder.join("ca")), mode(&folder.join("ca").join(KEY))), (0o700, 0o600));
        let first = fs::read(authority.certificate()).expect("is there");
        let again = Authority::open(folder.join("ca")).expect("is there");
        assert_eq!(fs::read(again.certificate()).expect("is there"), first);
        let root = CertificateDer::from_pem_slice(&first).expect("a certificate");
        for name in [None, Some("shop.test"), Some("a.b.LOCALHOST"), Some("localhost")] {
            let issued = again.issue(name).expect("a name of this machine").expect("is signed");
            assert!(issued.chain[0].len() > 200 && issued.chain[0] != root);
        }
        for name in ["example.org", "test", "127.0.0.1", "", "localhost.example", &format!("{}.test", "a".repeat(300))] {
            assert!(again.issue(Some(name)).is_none(), "{name}");
        }
        fs::set_permissions(folder.join("ca").join(KEY), fs::Permissions::from_mode(0o644)).expect("is mine");
        assert!(Authority::open(folder.join("ca")).err().expect("others may read it").contains("others may read"));
        fs::set_permissions(folder.join("ca"), fs::Permissions::from_mode(0o755)).expect("is mine");
        assert!(Authority::open(folder.join("ca")).err().expect("others may look").contains("chmod 700"));
        let _ = fs::remove_dir_all(folder);
    }
}
