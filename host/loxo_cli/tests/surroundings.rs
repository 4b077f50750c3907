//! `loxo serve` behind proxies, under systemd, and what its logs say.

#[path = "common/address.rs"]
mod address;
#[path = "common/stop.rs"]
mod stop;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use address::{first_line, port_in};
use stop::stop;

struct Server {
    process: Child,
    port: u16,
    root: PathBuf,
}

fn folder(name: &str) -> PathBuf {
    let root = std::env::temp_dir().join(format!("loxo-surroundings-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&root).expect("a folder");
    let program = "<?php echo json_encode([$_SERVER['REMOTE_ADDR'], $_SERVER['HTTPS'] ?? 'off', $_SERVER['SERVER_PORT'], $_SERVER['REQUEST_SCHEME']]);";
    std::fs::write(root.join("index.php"), program).expect("a file");
    root
}

impl Server {
    fn of(mut process: Child, root: PathBuf) -> Server {
        let port = port_in(&first_line(&mut process, |_| ()), "");
        Server { process, port, root }
    }

    fn start(name: &str, options: &[&str]) -> Server {
        let root = folder(name);
        let process = Command::new(env!("CARGO_BIN_EXE_loxo"))
            .args(["serve", ".", "-n", "--listen", "127.0.0.1:0"])
            .args(options)
            .current_dir(&root)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        Server::of(process, root)
    }

    /// The body of the answer to a request with something before it.
    fn ask(&self, before: &[u8], fields: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        let request = format!("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n{fields}\r\n");
        stream.write_all(&[before, request.as_bytes()].concat()).expect("writes");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer.split_once("\r\n\r\n").map_or_else(String::new, |(_, body)| body.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        stop(&mut self.process);
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

#[test]
fn proxies_are_believed_if_they_are_trusted() {
    let forwarded = "X-Forwarded-For: 1.1.1.1, 203.0.113.9\r\nX-Forwarded-Proto: https\r\n";
    for processes in [&[][..], &["--processes", "1", "-R"]] {
        let trusting = Server::start("trusting", &[&["--trusted-proxies", "127.0.0.0/8,10.0.0.1"], processes].concat());
        assert_eq!(trusting.ask(b"", forwarded), r#"["203.0.113.9","on","443","https"]"#);
        assert_eq!(trusting.ask(b"", "X-Forwarded-Proto: https\r\nX-Forwarded-Port: 8443\r\n"), r#"["127.0.0.1","on","8443","https"]"#);
        let port = trusting.port;
        assert_eq!(trusting.ask(b"", "X-Forwarded-For: nonsense\r\n"), format!(r#"["127.0.0.1","off","{port}","http"]"#));
    }
    for options in [&["--trusted-proxies", "10.0.0.1"][..], &[]] {
        let distrusting = Server::start("distrusting", options);
        let port = distrusting.port;
        assert_eq!(distrusting.ask(b"", forwarded), format!(r#"["127.0.0.1","off","{port}","http"]"#));
    }
}

#[test]
fn the_proxy_protocol_names_the_client() {
    let server = Server::start("protocol", &["--trusted-proxies", "127.0.0.1", "--proxy-protocol"]);
    let line = b"PROXY TCP4 203.0.113.7 192.0.2.1 4444 8080\r\n";
    assert_eq!(server.ask(line, ""), r#"["203.0.113.7","off","8080","http"]"#);
    // The client is no proxy: what it says of others does not count.
    assert_eq!(server.ask(line, "X-Forwarded-For: 9.9.9.9\r\n"), r#"["203.0.113.7","off","8080","http"]"#);
    let binary = [&b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c"[..], &[203, 0, 113, 8, 192, 0, 2, 1, 0, 99, 0, 80]].concat();
    assert_eq!(server.ask(&binary, ""), r#"["203.0.113.8","off","80","http"]"#);
    let itself = [&b"\r\n\r\n\0\r\nQUIT\n\x20\0\0\0"[..]].concat();
    assert!(server.ask(&itself, "").starts_with(r#"["127.0.0.1","off""#));
    // It must be there, and it must be right.
    assert_eq!((server.ask(b"", ""), server.ask(b"PROXY TCP4 x\r\n", "")), (String::new(), String::new()));
    let without = Server::start("without", &["--trusted-proxies", "127.0.0.1"]);
    assert!(!without.ask(line, "").contains("203.0.113.7"));
}

#[test]
fn the_access_log_as_json() {
    let root = folder("json");
    let log = root.join("access.json");
    let server = Server::start("log", &["--access-log", log.to_str().expect("text"), "--access-log-format", "json"]);
    server.ask(b"", "User-Agent: a\"b\\\\\x01\r\nReferer: r\r\n");
    server.ask(b"", "");
    let until = Instant::now() + Duration::from_secs(10);
    let text = loop {
        let text = std::fs::read_to_string(&log).unwrap_or_default();
        if text.lines().count() >= 1 || Instant::now() > until {
            break text;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let line = text.lines().last().expect("a line");
    for part in [
        "{\"time\":",
        "\"client\":\"127.0.0.1\"",
        "\"method\":\"GET\"",
        "\"target\":\"/\"",
        "\"status\":200",
        "\"host\":\"h\"",
        "\"referer\":",
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
    let _ = std::fs::remove_dir_all(root);
}

#[test]
fn systemd_gives_the_socket_and_hears_how_it_goes() {
    let root = folder("systemd");
    let (name, listener) = (root.join("notify"), TcpListener::bind("127.0.0.1:0").expect("a port"));
    let told = UnixDatagram::bind(&name).expect("a socket");
    told.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
    let port = listener.local_addr().expect("an address").port();
    let binary = env!("CARGO_BIN_EXE_loxo");
    let script = format!(
        "exec 3<&0 </dev/null; export LISTEN_PID=$$ LISTEN_FDS=1; exec {binary} serve . -n --listen 127.0.0.1:{port} --processes 1 -R"
    );
    let process = Command::new("sh")
        .args(["-c", &script])
        .env("NOTIFY_SOCKET", &name)
        .current_dir(&root)
        .stdin(Stdio::from(OwnedFd::from(listener)))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let server = Server::of(process, root);
    assert_eq!(server.port, port);
    let hears = |what: &str| {
        let mut message = [0; 4096];
        loop {
            let count = told.recv(&mut message).unwrap_or_else(|error| panic!("{what}: {error}"));
            let text = String::from_utf8_lossy(&message[..count]).into_owned();
            if text.contains(what) {
                return;
            }
        }
    };
    hears("READY=1");
    assert!(server.ask(b"", "").starts_with("[\"127.0.0.1\""));
    for message in ["RELOADING=1", "READY=1"] {
        if message == "RELOADING=1" {
            assert!(Command::new("kill").args(["-HUP", &server.process.id().to_string()]).status().expect("kill").success());
        }
        hears(message);
    }
    assert!(server.ask(b"", "").starts_with("[\"127.0.0.1\""));
    assert!(Command::new("kill").arg(server.process.id().to_string()).status().expect("kill").success());
    hears("STOPPING=1");
}
