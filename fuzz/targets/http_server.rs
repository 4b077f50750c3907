//! Requests to both servers: `loxo serve` and `php -S`. What the input says is the request's line and head and body; a program answers
//! with what it was given.
#![no_main]

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use loxo_exts::RegistryBuiltins;
use loxo_runtime::ini::IniConfig;
use loxo_server::{Options, SapiKind};
use loxo_vm::Engine;

const PROGRAM: &str = r#"<?php
ini_set('display_errors', '0');
try {
    isset($_GET['h']) && is_string($_GET['h']) && header($_GET['h'], true, (int) ($_GET['c'] ?? 0));
    isset($_GET['k']) && is_string($_GET['k']) && setcookie($_GET['k'], 'v', ['path' => '/']);
} catch (ValueError) {
}
$input = file_get_contents('php://input');
foreach ($_FILES as $file) {
    is_string($file['tmp_name']) && is_uploaded_file($file['tmp_name']) && filesize($file['tmp_name']) !== $file['size'] && print("wrong size");
}
var_dump(strlen($input), $_GET, $_POST, $_COOKIE, $_FILES, $_SERVER, getallheaders());
flush();
echo str_repeat('x', min(strlen($input) * 100, 100000));
"#;

/// Where both servers listen. They run as long as the process.
fn servers() -> &'static [SocketAddr; 2] {
    static SERVERS: OnceLock<[SocketAddr; 2]> = OnceLock::new();
    static KNOWN: OnceLock<RegistryBuiltins> = OnceLock::new();
    SERVERS.get_or_init(|| {
        let root = std::env::temp_dir().join("loxo_fuzz_requests");
        std::fs::create_dir_all(root.join("folder")).expect("a folder");
        std::fs::write(root.join("index.php"), PROGRAM).expect("a program");
        std::fs::write(root.join("text.txt"), "0123456789".repeat(20)).expect("a file");
        let registry = loxo_exts::register("cli").expect("the extensions link");
        let builtins = KNOWN.get_or_init(|| RegistryBuiltins(registry));
        [SapiKind::Fpm, SapiKind::CliServer].map(|sapi| {
            // Nobody else takes a free port so soon.
            let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
            let mut config = IniConfig::new(loxo_exts::EXTENSIONS);
            config.set(b"memory_limit", b"64M");
            config.set(b"upload_max_filesize", b"1K");
            let options = Options {
                sapi,
                listen: address.to_string(),
                root: root.clone(),
                router: None,
                workers: 1,
                connections: 0,
                status: loxo_server::StatusPaths::default(),
                load_config: {
                    let config = Arc::new(config.clone());
                    Box::new(move || config.clone())
                },
                access_log: None,
                log_format: loxo_server::LogFormat::default(),
                proxies: loxo_server::Proxies::default(),
                compress: true,
                certificates: Vec::new(),
                redirect_from: None,
                quiet: true,
                engine: Engine { registry, builtins, read_source: Some(loxo_streams::include_source) },
                config: Arc::new(config),
                php_version: "8.4.0".into(),
            };
            std::thread::spawn(move || loxo_server::serve(options).expect("a server"));
            let end = Instant::now() + Duration::from_secs(10);
            while TcpStream::connect(address).is_err() {
                assert!(Instant::now() < end, "the server does not start");
                std::thread::sleep(Duration::from_millis(5));
            }
            address
        })
    })
}

/// Sends a request and takes all of the answer. The connection must end soon.
fn ask(address: SocketAddr, request: &[u8]) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_millis(40)))?;
    stream.write_all(request)?;
    let (mut buffer, end, mut told) = ([0; 8192], Instant::now() + Duration::from_secs(10), false);
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                assert!(Instant::now() < end, "the server says nothing, and does not hang up");
                // It waits for more of the request.
                if !std::mem::replace(&mut told, true) {
                    stream.shutdown(Shutdown::Write)?;
                }
            }
            Err(error) => return Err(error),
        }
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // One request to a connection: the next input has its own.
    let line = bytes.windows(2).position(|pair| pair == b"\r\n").map_or(bytes.len(), |at| at + 2);
    let (line, rest) = bytes.split_at(line);
    let request = [line, b"Host: localhost\r\nConnection: close\r\n", rest].concat();
    for address in servers() {
        // A server may hang up whenever it likes.
        let _ = ask(*address, &request);
    }
});
