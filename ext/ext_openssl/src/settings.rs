//! Configuration files, and the options that go before them.

use loxo_openssl_sys::bio::Bio;
use loxo_openssl_sys::cipher::Cipher;
use loxo_openssl_sys::conf::{self, Conf};
use loxo_openssl_sys::key::{self, NewKey};
use loxo_openssl_sys::openssl::hash::MessageDigest;
use loxo_openssl_sys::{Key, names};
use loxo_runtime::paths::{bytes_of, path_of};
use loxo_runtime::{Cx, PhpArray, PhpResult};

use crate::errors;
use crate::source::{PathOrigin, path, text_option, warn};

/// Where distributions keep the library's files; the first that exists is meant.
const AREAS: &[&str] = &["/usr/lib/ssl", "/etc/pki/tls", "/etc/ssl", "/usr/local/ssl"];
/// Where distributions keep the certificates that are trusted.
const TRUSTED: &[&str] =
    &["/usr/lib/ssl/cert.pem", "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/// Shortest key that is made.
const SHORTEST_KEY: i64 = 384;

fn variable(name: &str) -> Option<Vec<u8>> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(|value| bytes_of(value.into()))
}

/// The directory of the library's files.
pub(crate) fn area() -> &'static str {
    AREAS.iter().find(|area| std::path::Path::new(area).is_dir()).copied().unwrap_or("/usr/lib/ssl")
}

/// The configuration file that is read where none is named.
pub(crate) fn default_file() -> Vec<u8> {
    variable("OPENSSL_CONF").or_else(|| variable("SSLEAY_CONF")).unwrap_or_else(|| format!("{}/openssl.cnf", area()).into_bytes())
}

/// The file of certificates that are trusted.
pub(crate) fn trusted_file() -> Vec<u8> {
    let found = || TRUSTED.iter().find(|file| std::path::Path::new(file).is_file()).map(|file| file.as_bytes().to_vec());
    variable("SSL_CERT_FILE").or_else(found).unwrap_or_else(|| format!("{}/cert.pem", area()).into_bytes())
}

/// The directory of certificates that are trusted.
pub(crate) fn trusted_directory() -> Vec<u8> {
    variable("SSL_CERT_DIR").unwrap_or_else(|| format!("{}/certs", area()).into_bytes())
}

/// Does a file exist?
pub(crate) fn exists(file: &[u8]) -> bool {
    path_of(file).exists()
}

/// The cipher of one of PHP's numbers.
pub(crate) fn cipher_of(number: i64) -> Option<Cipher> {
    let name = match number {
        0 => "rc2-40-cbc",
        1 => "rc2-cbc",
        2 => "rc2-64-cbc",
        3 => "des-cbc",
        4 => "des-ede3-cbc",
        5 => "aes-128-cbc",
        6 => "aes-192-cbc",
        7 => "aes-256-cbc",
        _ => return None,
    };
    Cipher::named(name.as_bytes())
}

/// The digest of one of PHP's numbers.
pub(crate) fn digest_of(number: i64) -> Option<MessageDigest> {
    let name = match number {
        1 => "sha1",
        2 => "md5",
        3 => "md4",
        6 => "sha224",
        7 => "sha256",
        8 => "sha384",
        9 => "sha512",
        10 => "ripemd160",
        _ => return None,
    };
    digest_named(name.as_bytes())
}

/// A digest by its name.
pub(crate) fn digest_named(name: &[u8]) -> Option<MessageDigest> {
    loxo_openssl_sys::openssl::init();
    let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
    MessageDigest::from_name(std::str::from_utf8(name).ok()?)
}

/// What requests, certificates and new keys are to be like.
pub(crate) struct Settings {
    pub conf: Conf,
    pub section: Vec<u8>,
    pub digest: MessageDigest,
    pub extensions: Option<Vec<u8>>,
    pub request_extensions: Option<Vec<u8>>,
    bits: i64,
    kind: i64,
    /// Keys are written encrypted, if there is a passphrase.
    pub encrypt: bool,
    pub encrypt_cipher: Option<Cipher>,
    curve: i32,
}

impl Settings {
    /// Reads options and the configuration file. `None`: that failed, for the most part with a warning.
    pub(crate) fn read(cx: &mut Cx, options: Option<&PhpArray>) -> PhpResult<Option<Settings>> {
        let empty = PhpArray::new();
        let options = options.unwrap_or(&empty);
        let text = |name: &str| text_option(options, name).map(|text| text.to_vec());
        let number = |name: &str| options.get_bytes(name.as_bytes()).and_then(|value| value.deref().as_int());
        let default = default_file();
        if Conf::load(&default).is_none() {
            errors::store(cx);
        }
        let file = text("config").unwrap_or(default);
        let section = text("config_section_name").unwrap_or_else(|| b"req".to_vec());
        let Some(conf) = Conf::load(&file) else { return Ok(None) };
        if !read_objects(cx, &conf)? {
            return Ok(None);
        }
        let own = |name: &str| conf.optional(Some(&section), name);
        let digest_name = text("digest_alg").or_else(|| own("default_md"));
        let extensions = text("x509_extensions").or_else(|| own("x509_extensions"));
        let request_extensions = text("req_extensions").or_else(|| own("req_extensions"));
        let configured_bits = own("default_bits").map_or(0, |bits| loxo_runtime::value::number::str_to_int(&bits));
        let bits = number("private_key_bits").unwrap_or(configured_bits);
        let kind = number("private_key_type").unwrap_or(0);
        let encrypt = match options.get_bytes(b"encrypt_key") {
            Some(value) => value.deref().is_true(),
            None => own("encrypt_rsa_key").or_else(|| own("encrypt_key")).is_none_or(|text| text != b"no"),
        };
        let mut encrypt_cipher = None;
        if let Some(number) = number("encrypt_key_cipher").filter(|_| encrypt) {
            encrypt_cipher = cipher_of(number);
            if encrypt_cipher.is_none() {
                warn(cx, "Unknown cipher algorithm for private key")?;
                return Ok(None);
            }
        }
        let digest = match digest_name.as_deref() {
            Some(b"null") => Some(MessageDigest::null()),
            Some(name) => digest_named(name),
            None => None,
        };
        if digest.is_none() {
            errors::store(cx);
        }
        let settings = Settings {
            digest: digest.unwrap_or_else(MessageDigest::sha1),
            conf,
            section,
            extensions,
            request_extensions,
            bits,
            kind,
            encrypt,
            encrypt_cipher,
            curve: 0,
        };
        settings.checked(cx, options, &file)
    }

    /// The second half: what can only be said of settings that are complete.
    fn checked(mut self, cx: &mut Cx, options: &PhpArray, file: &[u8]) -> PhpResult<Option<Settings>> {
        if !self.check_section(cx, "extensions_section", self.extensions.clone(), file)? {
            return Ok(None);
        }
        if let Some(name) = text_option(options, "curve_name") {
            self.curve = names::nid_of_short(&name);
            if self.curve == 0 {
                warn(cx, [b"Unknown elliptic curve (short) name ", &name[..]].concat())?;
                return Ok(None);
            }
        }
        if let Some(mask) = self.conf.optional(Some(&self.section), "string_mask")
            && !conf::set_string_mask(&mask)
        {
            warn(cx, [b"Invalid global string mask setting ", &mask[..]].concat())?;
            return Ok(None);
        }
        let checked = self.check_section(cx, "request_extensions_section", self.request_extensions.clone(), file)?;
        Ok(checked.then_some(self))
    }

    fn check_section(&self, cx: &mut Cx, label: &str, section: Option<Vec<u8>>, file: &[u8]) -> PhpResult<bool> {
        let Some(section) = section else { return Ok(true) };
        if self.conf.check_extensions(&section) {
            return Ok(true);
        }
        errors::store(cx);
        warn(cx, [b"Error loading ", label.as_bytes(), b" section ", &section, b" of ", file].concat())?;
        Ok(false)
    }

    /// Makes a new key.
    pub(crate) fn new_key(&self, cx: &mut Cx) -> PhpResult<Option<Key>> {
        if matches!(self.kind, 0..=2) && self.bits < SHORTEST_KEY {
            let bits = self.bits;
            warn(cx, format!("Private key length must be at least {SHORTEST_KEY} bits, configured to {bits}"))?;
            return Ok(None);
        }
        let bits = u32::try_from(self.bits).unwrap_or(u32::MAX);
        let wanted = match self.kind {
            0 => NewKey::Rsa { bits },
            1 => NewKey::Dsa { bits },
            2 => NewKey::Dh { bits },
            3 if self.curve == 0 => {
                warn(cx, "Missing configuration value: \"curve_name\" not set")?;
                return Ok(None);
            }
            3 => NewKey::Ec { curve: self.curve },
            4 => NewKey::Modern { kind: crate::key_params::X25519 },
            5 => NewKey::Modern { kind: crate::key_params::ED25519 },
            6 => NewKey::Modern { kind: crate::key_params::X448 },
            7 => NewKey::Modern { kind: crate::key_params::ED448 },
            _ => {
                warn(cx, "Unsupported private key type")?;
                return Ok(None);
            }
        };
        Ok(errors::noted(cx, key::generate(wanted)))
    }
}

/// Objects that the configuration names: of a file, and of a section. False: a warning said what is wrong.
fn read_objects(cx: &mut Cx, conf: &Conf) -> PhpResult<bool> {
    if let Some(file) = conf.optional(None, "oid_file")
        && let Some(file) = path(cx, &file, PathOrigin { option: Some("oid_file"), ..PathOrigin::default() })?
        && let Some(input) = Bio::open(&file, true)
    {
        for line in input.rest().split(|byte| *byte == b'\n') {
            let mut words = line.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
            if let (Some(dotted), Some(name)) = (words.next(), words.next()) {
                names::create(dotted, name);
            }
        }
        errors::store(cx);
    }
    let Some(section) = conf.optional(None, "oid_section") else { return Ok(true) };
    let Some(rows) = errors::noted(cx, conf.section(&section)) else {
        warn(cx, [b"Problem loading oid section ", &section[..]].concat())?;
        return Ok(false);
    };
    for (name, value) in rows {
        if !names::create(&value, &name) {
            errors::store(cx);
            warn(cx, [b"Problem creating object ", &name[..], b"=", &value].concat())?;
            return Ok(false);
        }
    }
    Ok(true)
}
