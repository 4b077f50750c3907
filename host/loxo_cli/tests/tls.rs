//! HTTPS and HTTP/2 of `loxo serve`, with certificates that each test makes.

#[path = "common/address.rs"]
mod address;
#[path = "common/any_certificate.rs"]
mod any_certificate;
#[path = "common/stop.rs"]
mod stop;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::aws_lc_rs;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, SignatureScheme};

use address::{first_line, port_in};
use any_certificate::AnyCertificate;

const PAGE: &str =
    "<?php echo implode(' ', [$_SERVER['HTTPS'] ?? '-', $_SERVER['REQUEST_SCHEME'], $_SERVER['SERVER_PROTOCOL'], $_SERVER['HTTP_HOST'],
    $_SERVER['HTTP_COOKIE'] ?? '-', strlen(file_get_contents('php://input'))]);";

/// Makes `NAME.pem` with its key for the given names.
const MAKE: &str = r#"
[, $file, $names, $kind] = $argv;
$config = "$file.cnf";
file_put_contents($config, "[req]\ndistinguished_name = dn\n[dn]\n[ext]\nsubjectAltName = $names\n");
$key = openssl_pkey_new($kind === 'ec' ? ['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1', 'config' => $config]
    : ['private_key_type' => OPENSSL_KEYTYPE_RSA, 'private_key_bits' => 2048, 'config' => $config]);
$request = openssl_csr_new(['commonName' => 'test'], $key, ['config' => $config, 'digest_alg' => 'sha256']);
$certificate = openssl_csr_sign($request, null, $key, 30, ['config' => $config, 'x509_extensions' => 'ext', 'digest_alg' => 'sha256'], random_int(1, 1 << 30));
openssl_x509_export_to_file($certificate, "$file.pem");
openssl_pkey_export_to_file($key, "$file.key", null, ['config' => $config]);
"#;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("loxo-tls-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("site")).expect("a folder");
        std::fs::write(folder.join("site/index.php"), PAGE).expect("a file");
        Folder(folder)
    }

    fn certificate(&self, name: &str, names: &str, kind: &str) {
        let done = loxo(&self.0).args(["-r", MAKE, "--", name, names, kind]).output().expect("runs");
        assert!(done.stdout.is_empty() && self.0.join(name).with_extension("key").exists(), "{}", String::from_utf8_lossy(&done.stdout));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left in a temporary folder harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn loxo(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loxo"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

struct Server {
    process: Child,
    port: u16,
}

impl Server {
    fn start(folder: &Folder, options: &[&str]) -> Server {
        let mut process = loxo(&folder.0)
            .args(["serve", "site", "-n", "--workers", "2", "--listen", "127.0.0.1:0"])
            .args(options)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let port = port_in(&first_line(&mut process, |_| ()), "");
        Server { process, port }
    }

    async fn connect(&self) -> tokio::net::TcpStream {
        tokio::net::TcpStream::connect(("127.0.0.1", self.port)).await.expect("connects")
    }

    async fn connect_tls(
        &self,
        name: &str,
        protocols: &[&[u8]],
        scheme: SignatureScheme,
    ) -> tokio_rustls::client::TlsStream<tokio::net::TcpStream> {
        let mut config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(AnyCertificate(vec![scheme])))
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
        let name = ServerName::try_from(name.to_string()).expect("a name");
        tokio_rustls::TlsConnector::from(Arc::new(config)).connect(name, self.connect().await).await.expect("shakes hands")
    }

    /// The certificate that a client of this name sees.
    async fn certificate(&self, name: &str, scheme: SignatureScheme) -> Vec<u8> {
        let stream = self.connect_tls(name, &[], scheme).await;
        stream.get_ref().1.peer_certificates().expect("a certificate")[0].to_vec()
    }

    fn exchange(&self, port: u16, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        stream.write_all(request.as_bytes()).expect("writes");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        stop::stop(&mut self.process);
    }
}

const EC: SignatureScheme = SignatureScheme::ECDSA_NISTP256_SHA256;
const RSA: SignatureScheme = SignatureScheme::RSA_PSS_SHA256;

/// A POST with a body of two pieces and a cookie in two fields, by HTTP/2.
async fn post<S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static>(stream: S, address: &str) -> (u16, String) {
    let (mut client, connection) = h2::client::handshake(stream).await.expect("HTTP/2");
    tokio::spawn(connection);
    let request = http::Request::post(address).header("cookie", "a=1").header("cookie", "b=2").body(()).expect("a request");
    let (response, mut body) = client.send_request(request, false).expect("sends");
    body.send_data("12345".into(), false).expect("sends");
    body.send_data("678".into(), true).expect("sends");
    let response = response.await.expect("a response");
    let status = response.status().as_u16();
    let mut body = response.into_body();
    let mut text = Vec::new();
    while let Some(piece) = body.data().await {
        text.extend_from_slice(&piece.expect("reads"));
    }
    (status, String::from_utf8(text).expect("text"))
}

#[tokio::test]
async fn certificates_by_name_and_kind_of_key() {
    let folder = Folder::new("names");
    folder.certificate("first", "DNS:a.example", "rsa");
    folder.certificate("second", "DNS:b.example, DNS:*.b.example", "ec");
    folder.certificate("third", "DNS:B.example", "rsa");
    let options = ["--tls-cert", "first.pem", "--tls-key", "first.key", "--tls-cert", "second.pem", "--tls-key", "second.key"];
    let server = Server::start(&folder, &[&options[..], &["--tls-cert", "third.pem", "--tls-key", "third.key"]].concat());
    let (first, of_b) = (server.certificate("a.example", RSA).await, server.certificate("b.example", EC).await);
    assert_ne!(first, of_b);
    assert_eq!(server.certificate("x.b.example", EC).await, of_b);
    assert_eq!(server.certificate("unknown.example", RSA).await, first);
    let third = server.certificate("b.example", RSA).await;
    assert!(third != first && third != of_b);

    // Renewed files are used from the next signal on.
    folder.certificate("second", "DNS:b.example", "ec");
    assert_eq!(server.certificate("b.example", EC).await, of_b);
    let hang_up = || {
        rustix::process::kill_process(rustix::process::Pid::from_child(&server.process), rustix::process::Signal::HUP).expect("a signal")
    };
    hang_up();
    let mut renewed = of_b.clone();
    for _ in 0..200 {
        renewed = server.certificate("b.example", EC).await;
        if renewed != of_b {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_ne!(renewed, of_b);
    // Broken ones are not.
    std::fs::write(folder.0.join("second.pem"), "none").expect("a file");
    hang_up();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(server.certificate("b.example", EC).await, renewed);
}

#[tokio::test]
async fn http2_with_and_without_tls() {
    let folder = Folder::new("http2");
    folder.certificate("a", "DNS:a.example", "ec");
    let server = Server::start(&folder, &["--tls-cert", "a.pem", "--tls-key", "a.key"]);
    let stream = server.connect_tls("a.example", &[b"h2", b"http/1.1"], EC).await;
    assert_eq!(post(stream, "https://a.example/x").await, (200, "on https HTTP/2.0 a.example a=1; b=2 8".into()));
    let plain = Server::start(&folder, &[]);
    assert_eq!(post(plain.connect().await, "http://a.example/x").await, (200, "- http HTTP/2.0 a.example a=1; b=2 8".into()));
    let answer = plain.exchange(plain.port, "PRI * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 "), "{answer}");
}

#[tokio::test]
async fn plain_http_is_told_where_https_is() {
    let folder = Folder::new("plain");
    folder.certificate("a", "DNS:a.example", "ec");
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
    let from = ["--tls-cert", "a.pem", "--tls-key", "a.key", "--redirect-from", &free.to_string()];
    // Where root starts processes it must say that scripts may run as root.
    let processes: &[&str] = if rustix::process::geteuid().is_root() { &["--processes", "1", "-R"] } else { &["--processes", "1"] };
    for more in [&[][..], processes] {
        let mut server = Server::start(&folder, &[&from, more].concat());
        let answer = server.exchange(free, "GET /x?y HTTP/1.1\r\nHost: a.example:80\r\nConnection: close\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 301 "), "{answer}");
        let port =
            answer.split_once("Location: https://a.example:").and_then(|(_, rest)| rest.split_once("/x?y\r\n")).map(|(port, _)| port);
        let port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("{answer}"));
        // With processes the first address that is said is that of plain HTTP.
        assert!(port == server.port || !more.is_empty(), "{answer}");
        server.port = port;
        assert!(!server.certificate("a.example", EC).await.is_empty());
        let answer = server.exchange(port, "GET / HTTP/1.1\r\nHost: h\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 400 ") && answer.contains("HTTPS port"), "{answer}");
        let answer = server.exchange(free, "POST /x HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 308 "), "{answer}");
    }
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let folder = Folder::new("wrong");
    folder.certificate("a", "DNS:a.example", "ec");
    folder.certificate("b", "DNS:b.example", "rsa");
    std::fs::write(folder.0.join("empty"), "").expect("a file");
    let said = |options: &[&str]| {
        let done = loxo(&folder.0).args(["serve", "site", "-n"]).args(options).output().expect("runs");
        assert_eq!(done.status.code(), Some(1));
        String::from_utf8_lossy(&done.stderr).into_owned()
    };
    assert_eq!(said(&["--tls-cert", "a.pem", "--tls-key", "b.key"]), "loxo: b.key is not the key of a.pem\n");
    assert_eq!(said(&["--tls-cert", "a.pem"]), "loxo: a.pem: there is no private key in it (PEM without a password is needed)\n");
    assert_eq!(said(&["--tls-cert", "empty", "--tls-key", "a.key"]), "loxo: empty: there is no certificate in it (PEM is needed)\n");
    assert_eq!(said(&["--tls-cert", "no.pem"]), "loxo: no.pem: No such file or directory (os error 2)\n");
    assert_eq!(said(&["--tls-key", "a.key"]), "loxo: --tls-key: its --tls-cert must come first\n");
    assert_eq!(said(&["--redirect-from", "1"]), "loxo: --redirect-from sends clients to HTTPS, which needs --tls-cert\n");
}
