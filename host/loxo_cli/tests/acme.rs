//! `tls = "auto"`: certificates from an authority of the test's own, Let's Encrypt's Pebble, which is built where there is Go.

#[path = "common/address.rs"]
mod address;
#[path = "common/any_certificate.rs"]
mod any_certificate;
#[path = "common/folder.rs"]
mod folder;
#[path = "common/start.rs"]
mod start;
#[path = "common/stop.rs"]
mod stop;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, SignatureScheme};

use address::port_in;
use any_certificate::AnyCertificate;
use start::start;
use stop::stop;

const PEBBLE: &str = "v2.10.1";

/// The authority's program. `None`: there is no Go, or no network to build it with.
fn pebble() -> Option<PathBuf> {
    static BUILT: Mutex<()> = Mutex::new(());
    let _one = BUILT.lock();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pebble-{PEBBLE}"));
    let program = folder.join("pebble");
    if !program.is_file() {
        let package = format!("github.com/letsencrypt/pebble/v2/cmd/pebble@{PEBBLE}");
        let built = Command::new("go").args(["install", &package]).env("GOBIN", &folder).stderr(Stdio::null()).status();
        if !built.is_ok_and(|status| status.success()) {
            eprintln!("skipped: Pebble cannot be built: Go and its module proxy are needed");
            return None;
        }
    }
    Some(program)
}

/// Answers that every name is this machine. Pebble asks by TCP, where a length stands before each message.
fn names() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            std::thread::spawn(move || answer_names(stream));
        }
    });
    port
}

fn answer_names(mut stream: TcpStream) -> Option<()> {
    loop {
        let mut length = [0; 2];
        stream.read_exact(&mut length).ok()?;
        let mut question = vec![0; usize::from(u16::from_be_bytes(length))];
        stream.read_exact(&mut question).ok()?;
        // The name ends with an empty label; its type and class follow.
        let end = question.iter().skip(12).position(|b| *b == 0).map(|at| 12 + at + 5)?;
        let asked = question.get(12..end)?;
        let is_address = asked[asked.len() - 4..] == [0, 1, 0, 1];
        let mut answer = [&question[..2], &[0x81, 0x80, 0, 1, 0, u8::from(is_address), 0, 0, 0, 0], asked].concat();
        if is_address {
            answer.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
        }
        let message = [&(answer.len() as u16).to_be_bytes()[..], &answer].concat();
        stream.write_all(&message).ok()?;
    }
}

/// A certificate that is no authority's, with its key, as PEM.
fn certificate(name: &str) -> (String, String) {
    let key = rcgen::KeyPair::generate().expect("a key");
    let params = rcgen::CertificateParams::new([name.to_string()]).expect("a name");
    (params.self_signed(&key).expect("a certificate").pem(), key.serialize_pem())
}

struct Servers {
    root: PathBuf,
    loxo: Child,
    pebble: Option<Child>,
    tls: u16,
    log: Arc<Mutex<String>>,
    acme: String,
}

impl Servers {
    /// Loxo first, without an authority, as the authority must know its ports. `seconds`: how long certificates hold.
    fn start(name: &str, program: &Path, seconds: u32, challenge: &str) -> Servers {
        let (own, own_key) = certificate("other.example");
        let (ca, ca_key) = certificate("localhost");
        let files = [("own.pem", &*(own + &own_key)), ("ca.pem", &*ca), ("ca.key", &*ca_key), ("index.php", "<?php echo 'page';")];
        let root = folder::folder(&format!("acme-{name}"), &files);
        write(&root, "[[site]]\nroot = \".\"\ncertificate = \"own.pem\"\n");
        let log = Arc::new(Mutex::new(String::new()));
        let said = log.clone();
        let (loxo, line) = start(&["--config", "loxo.toml"], &root, move |line| *said.lock().expect("is whole") += &line);
        let (plain, tls) = (port_in(&line, "http"), port_in(&line, "https"));
        let (pebble, address) = start_pebble(&root, program, seconds, plain, tls);
        let acme = format!(
            "[acme]\ndirectory = \"https://localhost:{address}/dir\"\nfolder = \"acme\"\nca = \"ca.pem\"\naccept-terms = true\nchallenge = \"{challenge}\"\n"
        );
        let root_owner = if rustix::process::geteuid().is_root() { "www-data" } else { "" };
        let made = std::fs::create_dir(root.join("acme"));
        made.expect("a folder");
        if !root_owner.is_empty() {
            let done = Command::new("chown").args([root_owner, "acme"]).current_dir(&root).status().expect("runs");
            assert!(done.success());
        }
        Servers { root, loxo, pebble: Some(pebble), tls, log, acme }
    }

    /// A site of these names whose certificate is the authority's.
    fn order(&self, names: &str) {
        let sites = format!("[[site]]\nnames = {names}\nroot = \".\"\ntls = \"auto\"\nhttps-only = true\n");
        write(&self.root, &format!("{}{sites}[[site]]\nnames = \"other.example\"\nroot = \".\"\ncertificate = \"own.pem\"\n", self.acme));
        let done = Command::new(env!("CARGO_BIN_EXE_loxo")).arg("reload").current_dir(&self.root).output().expect("runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// The certificate that a client gets.
    fn served(&self, name: &str) -> Option<Vec<u8>> {
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("versions");
        // Certificates are looked at by the test itself.
        let any = AnyCertificate(vec![SignatureScheme::ECDSA_NISTP256_SHA256, SignatureScheme::RSA_PSS_SHA256]);
        let config = config.dangerous().with_custom_certificate_verifier(Arc::new(any)).with_no_client_auth();
        let mut stream = TcpStream::connect(("127.0.0.1", self.tls)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
        let mut client = ClientConnection::new(Arc::new(config), ServerName::try_from(name.to_string()).ok()?).ok()?;
        while client.is_handshaking() {
            client.complete_io(&mut stream).ok()?;
        }
        client.peer_certificates()?.first().map(|certificate| certificate.to_vec())
    }

    /// Waits until another certificate is served than `before`, which names the authority.
    fn issued(&self, name: &str, before: &[u8]) -> Vec<u8> {
        let until = Instant::now() + Duration::from_secs(120);
        loop {
            if let Some(served) = self.served(name)
                && served != before
                && served.windows(6).any(|part| part == b"Pebble")
            {
                return served;
            }
            assert!(Instant::now() < until, "{}", self.said());
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    fn said(&self) -> String {
        self.log.lock().expect("is whole").clone()
    }

    fn wait_for(&self, what: &str) {
        let until = Instant::now() + Duration::from_secs(120);
        while !self.said().contains(what) {
            assert!(Instant::now() < until, "{}", self.said());
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        stop(&mut self.loxo);
        if let Some(pebble) = &mut self.pebble {
            let _ = pebble.kill();
            let _ = pebble.wait();
        }
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

fn write(root: &Path, sites: &str) {
    let user = if rustix::process::geteuid().is_root() { "user = \"daemon\"\n" } else { "" };
    let text = format!(
        "listen = \"127.0.0.1:0\"\nlisten-tls = \"127.0.0.1:0\"\npid = \"pid\"\n[pool.www]\n{user}processes = 1\nworkers = 1\n{sites}"
    );
    std::fs::write(root.join("loxo.toml"), text).expect("a file");
}

/// Pebble tells nobody which port it got: one that is free is chosen, another if somebody was faster.
fn start_pebble(root: &Path, program: &Path, seconds: u32, plain: u16, tls: u16) -> (Child, u16) {
    let free = || TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port").port();
    for _ in 0..20 {
        let (port, management) = (free(), free());
        let config = format!(
            r#"{{"pebble": {{"listenAddress": "127.0.0.1:{port}", "managementListenAddress": "127.0.0.1:{management}", "certificate": "ca.pem",
            "privateKey": "ca.key", "httpPort": {plain}, "tlsPort": {tls}, "ocspResponderURL": "", "externalAccountBindingRequired": false,
            "domainBlocklist": ["blocked.example"], "retryAfter": {{"authz": 1, "order": 1}}, "keyAlgorithm": "ecdsa",
            "profiles": {{"default": {{"description": "", "validityPeriod": {seconds}}}}}}}}}"#
        );
        std::fs::write(root.join("pebble.json"), config).expect("a file");
        let mut pebble = Command::new(program)
            .args(["-config", "pebble.json", "-dnsserver", &format!("127.0.0.1:{}", names())])
            // Of a hundred requests fifteen are refused for their nonces.
            .envs([("PEBBLE_VA_NOSLEEP", "1"), ("PEBBLE_WFE_NONCEREJECT", "15")])
            .current_dir(root)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("runs");
        for _ in 0..200 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() && matches!(pebble.try_wait(), Ok(None)) {
                return (pebble, port);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = pebble.kill();
        let _ = pebble.wait();
    }
    panic!("Pebble does not start");
}

#[test]
fn certificates_are_issued_and_renewed() {
    let Some(program) = pebble() else { return };
    // Renewed after two thirds of that.
    let servers = Servers::start("http", &program, 30, "http-01");
    servers.order("[\"a.example\", \"b.example\"]");
    let first = servers.issued("a.example", &[]);
    assert!(first.windows(9).any(|part| part == b"b.example"), "it has both names");
    assert!(servers.served("other.example").is_some_and(|own| own != first), "others have their own");
    let second = servers.issued("b.example", &first);
    assert_ne!(first, second, "it is renewed in time");

    // What is refused is said in one line, and what there is stays.
    servers.order("[\"a.example\", \"blocked.example\"]");
    servers.wait_for("acme: no certificate of a.example: ");
    servers.wait_for("asked again in 5 min, the certificate of before stays\n");
    assert!(servers.served("a.example").is_some_and(|served| served.windows(6).any(|part| part == b"Pebble")));
    let lines = servers.said().lines().filter(|line| line.contains("acme:")).count();
    assert_eq!(lines, 1, "{}", servers.said());
}

#[test]
fn certificates_by_tls_alone() {
    let Some(program) = pebble() else { return };
    let mut servers = Servers::start("alpn", &program, 86400, "tls-alpn-01");
    servers.order("\"c.example\"");
    let first = servers.issued("c.example", &[]);
    // It is read by whoever comes next, and nobody is asked for another.
    if let Some(mut pebble) = servers.pebble.take() {
        let _ = pebble.kill();
        let _ = pebble.wait();
    }
    servers.order("\"c.example\"");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(servers.served("c.example"), Some(first));
    assert!(!servers.said().contains("acme:"), "{}", servers.said());
}
