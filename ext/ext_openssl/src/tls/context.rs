//! Options of the stream context, and the library's context made of them.

use loxo_openssl_sys::bio::Bio;
use loxo_openssl_sys::openssl::dh::Dh;
use loxo_openssl_sys::openssl::ssl::{
    AlpnError, NameType, SniError, SslContext, SslContextBuilder, SslMethod, SslMode, SslOptions, SslVerifyMode, SslVersion,
};
use loxo_openssl_sys::openssl::x509::{X509, X509Name, X509VerifyResult};
use loxo_openssl_sys::{errors, keep, key};
use loxo_runtime::paths::path_of;
use loxo_runtime::{Cx, KeyRef, PhpArray, PhpResource, PhpStr, Value, convert};
use loxo_streams::{OpenOptions, StreamRef};

use super::peer::matches_name;
use crate::settings;
use crate::source::{self, PathOrigin};

const DEFAULT_CIPHERS: &str = "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384:DHE-RSA-AES128-GCM-SHA256:DHE-DSS-AES128-GCM-SHA256:kEDH+AESGCM:ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA256:ECDHE-RSA-AES128-SHA:ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES256-SHA384:ECDHE-ECDSA-AES256-SHA384:ECDHE-RSA-AES256-SHA:ECDHE-ECDSA-AES256-SHA:DHE-RSA-AES128-SHA256:DHE-RSA-AES128-SHA:DHE-DSS-AES128-SHA256:DHE-RSA-AES256-SHA256:DHE-DSS-AES256-SHA:DHE-RSA-AES256-SHA:AES128-GCM-SHA256:AES256-GCM-SHA384:AES128:AES256:HIGH:!SSLv2:!aNULL:!eNULL:!EXPORT:!DES:!MD5:!RC4:!ADH";
const DEFAULT_DEPTH: i64 = 9;

/// The options of a stream.
pub(super) struct Options {
    context: Option<PhpResource>,
    client: bool,
    /// The host that the stream's address names.
    host: Option<String>,
}

impl Options {
    pub(super) fn of(stream: &StreamRef, client: bool, host: Option<String>) -> Options {
        Options { context: stream.context.borrow().clone(), client, host }
    }

    fn get(&self, name: &str) -> Option<Value> {
        loxo_streams::context::option(self.context.as_ref(), "ssl", name)
    }

    fn text(&self, cx: &mut Cx, name: &str) -> Option<PhpStr> {
        let value = self.get(name)?;
        convert::to_string(cx, &value).ok()
    }

    fn int(&self, cx: &mut Cx, name: &str) -> Option<i64> {
        let value = self.get(name)?;
        convert::to_int(cx, &value).ok()
    }

    fn is_true(&self, name: &str, default: bool) -> bool {
        self.get(name).map_or(default, |value| value.to_bool())
    }

    /// The name that a client asks for; `None`: it does not tell.
    pub(super) fn server_name(&self, cx: &mut Cx) -> Option<String> {
        if !self.is_true("SNI_enabled", true) {
            return None;
        }
        match self.text(cx, "peer_name") {
            Some(name) => Some(String::from_utf8_lossy(&name).into_owned()),
            None => self.host.clone(),
        }
    }

    /// The library's context. `None`: a warning said what is wrong.
    pub(super) fn build(&self, cx: &mut Cx, method: i64) -> Option<SslContext> {
        let Some(mut builder) = keep(SslContextBuilder::new(SslMethod::tls())) else {
            cx.builtin_warning("SSL context creation failure");
            return None;
        };
        let mut flags = SslOptions::ALL | SslOptions::IGNORE_UNEXPECTED_EOF;
        flags.set(SslOptions::NO_TICKET, self.is_true("no_ticket", false));
        flags.set(SslOptions::NO_COMPRESSION, self.is_true("disable_compression", true));
        self.verification(cx, &mut builder)?;
        let ciphers = self.text(cx, "ciphers").map(|text| String::from_utf8_lossy(&text).into_owned());
        keep(builder.set_cipher_list(ciphers.as_deref().unwrap_or(DEFAULT_CIPHERS)))?;
        if let Some(level) = self.int(cx, "security_level") {
            if !(0..=5).contains(&level) {
                cx.builtin_warning("Security level must be between 0 and 5");
            }
            builder.set_security_level(u32::try_from(level).unwrap_or(0));
        }
        self.protocols(cx, &mut builder)?;
        self.certificate(cx, &mut builder)?;
        self.versions(cx, &mut builder, method);
        if !self.client && self.context.is_some() {
            self.server_options(cx, &mut builder, &mut flags)?;
        }
        builder.set_options(flags);
        builder.set_mode(SslMode::ENABLE_PARTIAL_WRITE | SslMode::ACCEPT_MOVING_WRITE_BUFFER | SslMode::RELEASE_BUFFERS);
        if !self.client {
            self.server_names(cx, &mut builder)?;
        }
        Some(builder.build())
    }

    /// Whom to trust.
    fn verification(&self, cx: &mut Cx, builder: &mut SslContextBuilder) -> Option<()> {
        if !self.is_true("verify_peer", true) {
            builder.set_verify(SslVerifyMode::NONE);
            return Some(());
        }
        let own_file = self.text(cx, "cafile");
        if let Some(file) = own_file.as_ref().filter(|_| !self.client) {
            let Some(names) = keep(X509Name::load_client_ca_file(path_of(file))) else {
                cx.warning("SSL: failed loading CA names from cafile");
                return None;
            };
            builder.set_client_ca_list(names);
        }
        let setting = |cx: &Cx, name: &str| Some(cx.ini_str(name)).filter(|text| !text.is_empty()).map(|text| text.to_vec());
        let file = own_file.map(|file| file.to_vec()).or_else(|| setting(cx, "openssl.cafile"));
        let directory = self.text(cx, "capath").map(|path| path.to_vec()).or_else(|| setting(cx, "openssl.capath"));
        if file.is_some() || directory.is_some() {
            let loaded = builder.load_verify_locations(file.as_deref().map(path_of), directory.as_deref().map(path_of));
            if loaded.is_err()
                && let Some(file) = file
                && !load_stream(cx, builder, &file)
            {
                return None;
            }
        } else if self.client {
            let (file, directory) = (settings::trusted_file(), settings::trusted_directory());
            let file = Some(file).filter(|file| settings::exists(file));
            let directory = Some(directory).filter(|directory| settings::exists(directory));
            let _ = builder.load_verify_locations(file.as_deref().map(path_of), directory.as_deref().map(path_of));
        }
        let self_signed = self.is_true("allow_self_signed", false);
        let depth = self.int(cx, "verify_depth").unwrap_or(DEFAULT_DEPTH);
        builder.set_verify_callback(SslVerifyMode::PEER, move |ok, context| {
            const SELF_SIGNED: i32 = 18;
            if i64::from(context.error_depth()) > depth {
                context.set_error(X509VerifyResult::APPLICATION_VERIFICATION);
                return false;
            }
            ok || (self_signed && context.error().as_raw() == SELF_SIGNED)
        });
        Some(())
    }

    /// Protocols that are spoken inside (RFC 7301).
    fn protocols(&self, cx: &mut Cx, builder: &mut SslContextBuilder) -> Option<()> {
        const LONGEST_LIST: usize = 65535;
        let Some(list) = self.text(cx, "alpn_protocols") else { return Some(()) };
        let names: Vec<Vec<u8>> = list.split(|byte| *byte == b',').map(<[u8]>::to_vec).collect();
        let wire: Option<Vec<Vec<u8>>> = names.iter().map(|name| Some([&[u8::try_from(name.len()).ok()?][..], name].concat())).collect();
        let Some(wire) = wire.filter(|_| list.len() < LONGEST_LIST) else {
            cx.builtin_warning("Failed parsing comma-separated TLS ALPN protocol string");
            return None;
        };
        if self.client {
            let _ = keep(builder.set_alpn_protos(&wire.concat()));
        } else {
            builder.set_alpn_select_callback(move |_, offered| {
                names.iter().find_map(|name| find_protocol(offered, name)).ok_or(AlpnError::NOACK)
            });
        }
        Some(())
    }

    /// What this side shows of itself.
    fn certificate(&self, cx: &mut Cx, builder: &mut SslContextBuilder) -> Option<()> {
        let Some(file) = self.text(cx, "local_cert") else { return Some(()) };
        let Some(path) = checked_path(cx, &file, "local_cert in ssl stream context") else {
            cx.builtin_warning([b"Unable to get real path of certificate file `", before_nul(&file), b"'"].concat());
            return None;
        };
        if builder.set_certificate_chain_file(path_of(&path)).is_err() {
            let hint = b"'; Check that your cafile/capath settings include details of your certificate and its issuer";
            cx.builtin_warning([b"Unable to set local cert chain file `", &file[..], hint].concat());
            return None;
        }
        let mut key_path = path;
        if let Some(file) = self.text(cx, "local_pk") {
            let Some(path) = checked_path(cx, &file, "local_pk in ssl stream context") else {
                cx.builtin_warning([b"Unable to get real path of private key file `", before_nul(&file), b"'"].concat());
                return None;
            };
            key_path = path;
        }
        let passphrase = self.text(cx, "passphrase");
        let read = Bio::open(&key_path, true).and_then(|input| key::read_private(&input, passphrase.as_deref()));
        if read.and_then(|key| keep(builder.set_private_key(&key))).is_none() {
            errors::clear();
            cx.builtin_warning([b"Unable to set private key file `", &key_path[..], b"'"].concat());
            return None;
        }
        if builder.check_private_key().is_err() {
            cx.builtin_warning("Private key does not match certificate!");
        }
        Some(())
    }

    fn versions(&self, cx: &mut Cx, builder: &mut SslContextBuilder, method: i64) {
        const KNOWN: [(i64, SslVersion); 4] =
            [(8, SslVersion::TLS1), (16, SslVersion::TLS1_1), (32, SslVersion::TLS1_2), (64, SslVersion::TLS1_3)];
        let first = KNOWN.iter().find(|(flag, _)| method & flag != 0).map_or(64, |(flag, _)| *flag);
        let last = KNOWN.iter().rev().find(|(flag, _)| method & flag != 0).map_or(64, |(flag, _)| *flag);
        let least = self.int(cx, "min_proto_version").filter(|flag| *flag != 0).unwrap_or(first);
        let most = self.int(cx, "max_proto_version").filter(|flag| *flag != 0).unwrap_or(last);
        let within = |(flag, _): &&(i64, SslVersion)| (least..=most).contains(flag);
        let lowest = KNOWN.iter().find(within).map_or(SslVersion::TLS1_3, |(_, version)| *version);
        let highest = KNOWN.iter().rev().find(within).map_or(SslVersion::TLS1_3, |(_, version)| *version);
        let _ = keep(builder.set_min_proto_version(Some(lowest)));
        let _ = keep(builder.set_max_proto_version(Some(highest)));
    }

    fn server_options(&self, cx: &mut Cx, builder: &mut SslContextBuilder, flags: &mut SslOptions) -> Option<()> {
        if self.get("rsa_key_size").is_some() {
            cx.builtin_warning("rsa_key_size context option has been removed");
        }
        if let Some(file) = self.text(cx, "dh_param") {
            let Some(input) = Bio::open(&file, true) else {
                cx.builtin_warning("Invalid dh_param");
                return None;
            };
            let Some(params) = keep(Dh::params_from_pem(&input.rest())) else {
                cx.builtin_warning("Failed reading DH params");
                return None;
            };
            if keep(builder.set_tmp_dh(&params)).is_none() {
                cx.builtin_warning("Failed assigning DH params");
                return None;
            }
        }
        flags.set(SslOptions::SINGLE_DH_USE, self.is_true("single_dh_use", true));
        flags.set(SslOptions::CIPHER_SERVER_PREFERENCE, self.is_true("honor_cipher_order", true));
        Some(())
    }

    /// Certificates for each of the names that clients ask for.
    fn server_names(&self, cx: &mut Cx, builder: &mut SslContextBuilder) -> Option<()> {
        if !self.is_true("SNI_enabled", true) {
            return Some(());
        }
        let Some(value) = self.get("SNI_server_certs") else { return Some(()) };
        let Some(list) = value.as_array() else {
            cx.builtin_warning("SNI_server_certs requires an array mapping host names to cert paths");
            return None;
        };
        if list.is_empty() {
            cx.builtin_warning("SNI_server_certs host cert array must not be empty");
            return None;
        }
        let mut contexts: Vec<(String, SslContext)> = Vec::new();
        for (key, files) in list {
            let KeyRef::Str(name) = key else {
                cx.builtin_warning("SNI_server_certs array requires string host name keys");
                return None;
            };
            contexts.push((name.to_str_lossy().into_owned(), self.named_context(cx, files.deref())?));
        }
        builder.set_servername_callback(move |ssl, _| {
            let asked = ssl.servername(NameType::HOST_NAME).ok_or(SniError::NOACK)?.to_string();
            let (_, context) = contexts.iter().find(|(name, _)| matches_name(&asked, name)).ok_or(SniError::NOACK)?;
            ssl.set_ssl_context(context).map_err(|_| SniError::NOACK)
        });
        Some(())
    }

    fn named_context(&self, cx: &mut Cx, files: &Value) -> Option<SslContext> {
        let (cert, key) = match (files.as_array(), files.as_str()) {
            (Some(pair), _) => {
                let cert = pair_file(cx, pair, "local_cert", "local cert chain file", "'; could not open file")?;
                let key = pair_file(cx, pair, "local_pk", "local private key file", "';  could not open file")?;
                (cert, key)
            }
            (None, Some(file)) => {
                let Some(path) = checked_path(cx, file, "SNI_server_certs in ssl stream context") else {
                    cx.builtin_warning([b"Failed setting local cert chain file `", before_nul(file), b"'; file not found"].concat());
                    return None;
                };
                (path.clone(), path)
            }
            _ => {
                cx.builtin_warning("SNI_server_certs options values must be of type array|string");
                return None;
            }
        };
        let mut builder = keep(SslContextBuilder::new(SslMethod::tls()))?;
        if builder.set_certificate_chain_file(path_of(&cert)).is_err() {
            let hint = b"'; check that your cafile/capath settings include details of your certificate and its issuer";
            cx.builtin_warning([b"Failed setting local cert chain file `", &cert[..], hint].concat());
            return None;
        }
        let read = Bio::open(&key, true).and_then(|input| key::read_private(&input, None));
        if read.and_then(|key| keep(builder.set_private_key(&key))).is_none() {
            errors::clear();
            cx.builtin_warning([b"Failed setting private key from file `", &key[..], b"'"].concat());
            return None;
        }
        self.verification(cx, &mut builder)?;
        Some(builder.build())
    }
}

/// One of the two files of a name.
fn pair_file(cx: &mut Cx, pair: &PhpArray, name: &str, label: &str, why: &str) -> Option<Vec<u8>> {
    let Some(value) = pair.get_bytes(name.as_bytes()).map(Value::clone_deref) else {
        cx.builtin_warning(format!("{name} not present in the array"));
        return None;
    };
    let file = convert::to_string(cx, &value).ok()?;
    let path = checked_path(cx, &file, &format!("SNI_server_certs {name} in ssl stream context"));
    if path.is_none() {
        cx.builtin_warning([format!("Failed setting {label} `").as_bytes(), before_nul(&file), why.as_bytes()].concat());
    }
    path
}

/// What a C string shows.
fn before_nul(text: &[u8]) -> &[u8] {
    text.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// The path of a file that may be used.
fn checked_path(cx: &mut Cx, file: &[u8], option: &str) -> Option<Vec<u8>> {
    source::path(cx, file, PathOrigin { option: Some(option), ..PathOrigin::default() }).ok().flatten()
}

/// A protocol in the list that the other side offers.
fn find_protocol<'a>(offered: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let mut rest = offered;
    while let [length, behind @ ..] = rest {
        let one = behind.get(..usize::from(*length))?;
        if one == name {
            return Some(one);
        }
        rest = &behind[one.len()..];
    }
    None
}

/// Trusts the certificates of something that is no plain file. False: that failed, with a warning.
fn load_stream(cx: &mut Cx, builder: &mut SslContextBuilder, file: &[u8]) -> bool {
    let opened = loxo_streams::open_stream(cx, file, b"rb", OpenOptions::default(), None).ok().flatten();
    let shown = String::from_utf8_lossy(file).into_owned();
    let Some(stream) = opened else {
        cx.warning(format!("failed loading cafile stream: `{shown}'"));
        return false;
    };
    let remote = stream.wrapper.borrow().as_ref().is_some_and(|wrapper| wrapper.is_url());
    if remote {
        stream.close(cx);
        cx.warning("remote cafile streams are disabled for security purposes");
        return false;
    }
    let text = stream.read_all(cx, None);
    stream.close(cx);
    let certs = keep(X509::stack_from_pem(&text)).unwrap_or_default();
    errors::clear();
    let added = certs.into_iter().filter_map(|cert| keep(builder.cert_store_mut().add_cert(cert))).count();
    if added == 0 {
        cx.warning(format!("no valid certs found cafile stream: `{shown}'"));
    }
    added > 0
}
