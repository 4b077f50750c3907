//! `loxo dev` as browsers and other clients see it: pages that hear of changes, errors, certificates, names.

#[path = "common/address.rs"]
mod address;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use address::{first_line, port_in};

struct Server {
    process: Child,
    port: u16,
    folder: PathBuf,
}

impl Server {
    fn start(name: &str, files: &[(&str, &str)], options: &[&str]) -> Server {
        let folder = std::env::temp_dir().join(format!("loxo-dev-{name}-{}", std::process::id()));
        for (file, content) in files {
            let file = folder.join("project").join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, content).expect("a file");
        }
        let mut process = Command::new(env!("CARGO_BIN_EXE_loxo"))
            .args(["dev", "project", "-n", "--quiet", "--listen", "127.0.0.1:0"])
            .args(options)
            .env("XDG_DATA_HOME", folder.join("data"))
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let port = port_in(&first_line(&mut process, |_| ()), "");
        Server { process, port, folder }
    }

    fn write(&self, file: &str, content: &str) {
        std::fs::write(self.folder.join("project").join(file), content).expect("a file");
    }

    fn connect(&self, path: &str, fields: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{fields}\r\n");
        stream.write_all(request.as_bytes()).expect("writes");
        stream
    }

    fn get(&self, path: &str, fields: &str) -> String {
        let mut answer = Vec::new();
        let _ = self.connect(path, fields).read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Where a page stands, as it says itself.
    fn position(&self, path: &str) -> String {
        let page = self.get(path, "Sec-Fetch-Dest: document\r\n");
        let (_, rest) = page.split_once("/.loxo/dev.js?v=").unwrap_or_else(|| panic!("no script: {page}"));
        rest.split('"').next().unwrap_or_default().to_string()
    }

    /// The lines of a stream of events, from where a page stands.
    fn events(&self, since: &str) -> impl Iterator<Item = String> + use<> {
        let stream = self.connect(&format!("/.loxo/reload?since={since}"), "");
        BufReader::new(stream).lines().map_while(Result::ok).filter(|line| line.starts_with("event: ") || line.starts_with("data: "))
    }

    fn curl(&self, arguments: &[&str]) -> Output {
        Command::new("curl").args(["-sS", "--max-time", "20"]).args(arguments).output().expect("curl")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

const PAGE: &str =
    "<?php require __DIR__ . '/../src/f.php'; ?><!doctype html><html><head><title>t</title></head><body><?= f() ?></body></html>";
const SCRIPT: &str = "<script src=\"/.loxo/dev.js?v=";

fn project() -> [(&'static str, &'static str); 3] {
    [("public/index.php", PAGE), ("src/f.php", "<?php function f() { return 'one'; }"), ("public/a b.css", "a {}")]
}

#[test]
fn pages_hear_of_changes() {
    let server = Server::start("changes", &project(), &[]);
    let position = server.position("/");
    let mut events = server.events(&position);
    assert_eq!([events.next(), events.next()].map(Option::unwrap), ["event: position".to_string(), format!("data: {position}")]);
    let began = Instant::now();
    server.write("src/f.php", "<?php function f() { return 'two'; }");
    assert_eq!(events.next().expect("hears of it"), "event: reload");
    eprintln!("from the change to the event: {:.1} ms", began.elapsed().as_secs_f64() * 1000.0);
    assert!(server.get("/", "").contains("two"));
    let (_, now) = events.next().expect("its place").split_once(": ").map(|(name, now)| (name.to_string(), now.to_string())).expect("data");
    server.write("public/a b.css", "b {}");
    assert_eq!(events.next().expect("hears of it"), "event: styles");
    assert!(events.next().expect("which").ends_with(",\"paths\":[\"/a b.css\"]}"));
    // Who comes later hears what it has missed; who stands in another run's pages loads again.
    for (since, expected) in [(now.as_str(), "event: styles"), (&position, "event: reload"), ("1-0", "event: reload")] {
        assert_eq!(server.events(since).nth(2).expect("hears of it"), expected, "{since}");
    }
    assert_eq!(server.events("").next().expect("is told where it stands"), "event: position");
    assert!(server.get("/.loxo/dev.js", "").contains("EventSource"));
}

#[test]
fn it_stops_while_pages_listen() {
    let mut server = Server::start("stop", &project(), &[]);
    let mut events = server.events("");
    assert!(events.next().is_some());
    let stopped = Command::new("kill").args(["-INT", &server.process.id().to_string()]).status().expect("kill");
    assert!(stopped.success());
    assert!(server.process.wait().expect("ends").success());
    assert_eq!(events.count(), 1, "only the data of the first event");
}

#[test]
fn whole_pages_take_the_script() {
    let stream =
        "<?php echo '<!doc'; flush(); usleep(20000); echo 'type html><html><he'; flush(); usleep(20000); echo 'ad></head>'; flush();";
    let json = "<?php header('Content-Type: application/json'); echo '\"<!doctype html><head>\"';";
    let nonce =
        "<?php header(\"Content-Security-Policy: script-src 'nonce-Ab1='\"); header('Content-Length: 21'); echo '<!doctype html><head>';";
    let long = "<?php ob_start('ob_gzhandler'); echo '<!doctype html><html><head>', str_repeat('long ', 1000);";
    let download = "<?php header('Content-Disposition: attachment; filename=a.html'); echo '<!doctype html><head>';";
    let files = [
        ("stream.php", stream),
        ("piece.php", "<p>piece</p>"),
        ("json.php", json),
        ("nonce.php", nonce),
        ("long.php", long),
        ("download.php", download),
        ("file.html", "<!doctype html><head></head>"),
        ("file.txt", "<!doctype html><head></head>"),
        ("moved.php", "<?php header('Location: /file.html'); echo '<!doctype html><head>';"),
        ("index.php", "<!doctype html>"),
    ];
    let server = Server::start("inject", &files, &[]);
    let (shown, by_script) = ("Sec-Fetch-Dest: document\r\n", "Sec-Fetch-Dest: empty\r\n");
    for (path, fields, expected) in [
        ("/file.html", "", true),
        ("/file.html", shown, true),
        ("/file.html", by_script, false),
        ("/file.html", "X-Requested-With: XMLHttpRequest\r\n", false),
        ("/file.html", "HX-Request: true\r\n", false),
        ("/file.html", "Range: bytes=0-20\r\n", false),
        ("/file.txt", shown, false),
        ("/stream.php", "", true),
        ("/piece.php", "", false),
        ("/piece.php", shown, true),
        ("/json.php", shown, false),
        ("/download.php", shown, false),
        ("/moved.php", shown, false),
        ("/nonce.php", "", true),
    ] {
        assert_eq!(server.get(path, fields).contains(SCRIPT), expected, "{path} {fields}");
    }
    let page = server.get("/nonce.php", "");
    let (head, body) = page.split_once("\r\n\r\n").expect("a head");
    assert!(head.contains(&format!("Content-Length: {}", body.len())) && body.contains(" nonce=\"Ab1=\" async></script>"), "{page}");
    let file = server.get("/file.html", "");
    assert!(!file.contains("Etag:") && !file.contains("Last-Modified:"), "{file}");
    assert!(server.get("/file.txt", "").contains("Cache-Control: no-cache"));
    // Compressed is what was changed.
    let address = format!("http://127.0.0.1:{}/long.php", server.port);
    let compressed = server.curl(&["-i", "--compressed", &address]);
    let text = String::from_utf8_lossy(&compressed.stdout);
    assert!(text.to_ascii_lowercase().contains("content-encoding: ") && text.contains(SCRIPT) && text.ends_with("long "), "{text}");
}

#[test]
fn errors_are_pages() {
    let evil =
        "<?php namespace A; echo '<b>before</b>'; function f($x) { throw new \\RuntimeException('<script>alert(1)</script>'); } f('<i>');";
    let own = "<?php register_shutdown_function(fn() => print('<h1>Sorry</h1>')); null_call();";
    let files = [
        ("index.php", "<?php\n$a = ;"),
        ("evil.php", evil),
        ("own.php", own),
        ("a<img src=x>.php", "<?php undefined_function();"),
        ("hidden.php", "<?php ini_set('display_errors', 0); undefined_function();"),
        ("json.php", "<?php header('Content-Type: application/json'); undefined_function();"),
        ("fine.php", "<?php echo 'fine';"),
    ];
    let server = Server::start("errors", &files, &[]);
    let browser = "Accept: text/html,*/*\r\nSec-Fetch-Dest: document\r\n";
    let page = server.get("/", browser);
    assert!(page.starts_with("HTTP/1.1 500 ") && page.contains("<h1>Parse error</h1>") && page.contains(SCRIPT), "{page}");
    assert!(page.contains("<li class=\"here\" aria-current=\"true\"><code>$a = ;</code></li>"), "{page}");
    let page = server.get("/evil.php?%3Cscript%3E", browser);
    assert!(page.contains("<h1>RuntimeException</h1>") && page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{page}");
    assert!(
        page.contains("Printed before")
            && page.contains("&lt;b&gt;before&lt;/b&gt;")
            && page.contains("Content-Security-Policy: default-src 'none'")
    );
    assert_eq!(page.matches("<script").count(), 1, "{page}");
    assert!(!server.get("/a%3Cimg%20src=x%3E.php", browser).contains("<img"));
    // Whoever wants no page, or says something himself, is left alone.
    for (path, fields) in
        [("/evil.php", ""), ("/evil.php", "Accept: text/html\r\nSec-Fetch-Dest: empty\r\n"), ("/own.php", browser), ("/json.php", browser)]
    {
        let answer = server.get(path, fields);
        assert!(answer.contains("Fatal error") && !answer.contains("Calls") && !answer.contains("aria-current"), "{answer}");
    }
    assert!(!server.get("/hidden.php", browser).contains("<h1>"));
    // The page of an error hears of its end.
    let mut events = server.events(&server.position("/"));
    server.write("index.php", "<?php echo 'mended';");
    assert_eq!(events.nth(2).expect("hears of it"), "event: reload");
    assert!(server.get("/", browser).contains("mended"));
}

#[test]
fn certificates_are_for_this_machine() {
    let server = Server::start("https", &project(), &["--https"]);
    let ca = server.folder.join("data/loxo/ca/ca.pem").display().to_string();
    let port = server.port;
    for host in ["localhost", "127.0.0.1", "shop.localhost", "shop.test", "a.b.test"] {
        let (resolve, url) = (format!("{host}:{port}:127.0.0.1"), format!("https://{host}:{port}/"));
        let got = server.curl(&["--cacert", &ca, "--resolve", &resolve, &url]);
        assert!(got.status.success() && String::from_utf8_lossy(&got.stdout).contains("one"), "{host}: {got:?}");
        // Who does not trust the authority does not trust the server.
        assert_eq!(server.curl(&["--resolve", &resolve, &url]).status.code(), Some(60), "{host}");
    }
    let url = format!("https://shop.example:{port}/");
    assert!(!server.curl(&["-k", "--resolve", &format!("shop.example:{port}:127.0.0.1"), &url]).status.success());
    // Events come over HTTP/2, too.
    let events = server.curl(&["--cacert", &ca, "--max-time", "1", &format!("https://localhost:{port}/.loxo/reload?since=")]);
    assert!(String::from_utf8_lossy(&events.stdout).starts_with("event: position\n"), "{events:?}");
    let trust = Command::new(env!("CARGO_BIN_EXE_loxo")).args(["dev", "trust"]).env("XDG_DATA_HOME", server.folder.join("data")).output();
    assert!(String::from_utf8_lossy(&trust.expect("runs").stdout).contains(&ca));
}

#[test]
fn only_own_names_are_served() {
    let server = Server::start("names", &project(), &["--host", "shop.example"]);
    let status = |host: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("connects");
        write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("writes");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("text");
        answer[9..12].to_string()
    };
    for (host, expected) in [("localhost", "200"), ("a.test:80", "200"), ("[::1]", "200"), ("shop.example", "200"), ("evil.example", "403")]
    {
        assert_eq!(status(host), expected, "{host}");
    }
}

#[test]
fn rules_and_configurations_count() {
    let files = [
        (
            "loxo.toml",
            "listen = \"0.0.0.0:80\"\nuser = \"nobody-of-that-name\"\n[pool.app]\nini.precision = \"5\"\n[[site]]\nnames = [\"www.example.org\"]\nroot = \"htdocs\"\npool = \"app\"\nfront-controller = \"app.php\"\n",
        ),
        ("htdocs/app.php", "<?php echo ini_get('precision'), ini_get('display_errors'), $_SERVER['REQUEST_URI'];"),
        ("public/index.php", "wrong"),
    ];
    let server = Server::start("configured", &files, &[]);
    let answer = server.get("/some/path", "");
    assert!(answer.ends_with("\r\n\r\n51/some/path"), "{answer}");
    let rules = "RewriteEngine On\nRewriteRule ^old/(.*)$ /index.php?was=$1 [L]\n";
    let files = [("web/.htaccess", rules), ("web/index.php", "<?php echo $_GET['was'] ?? 'none';")];
    let server = Server::start("rules", &files, &[]);
    assert!(server.get("/old/x", "").ends_with("\r\n\r\nx"));
}

#[test]
fn a_port_that_is_taken_is_said_in_a_line() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_loxo")).args(["dev", "/tmp", "-n", "--port", &port]).output().expect("runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text, format!("loxo: port {port} is in use: stop what listens there, or choose another with --port N\n"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn other_servers_know_nothing_of_it() {
    let folder = std::env::temp_dir().join(format!("loxo-dev-other-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("index.php"), "<!doctype html><html><head></head>own").expect("a file");
    let mut process = Command::new(env!("CARGO_BIN_EXE_loxo"))
        .args(["serve", ".", "-n", "--listen", "127.0.0.1:0"])
        .current_dir(&folder)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let port = port_in(&first_line(&mut process, |_| ()), "");
    let server = Server { process, port, folder };
    assert!(server.get("/", "Sec-Fetch-Dest: document\r\n").ends_with("<head></head>own"));
    assert!(server.get("/.loxo/dev.js", "").starts_with("HTTP/1.1 404 "));
}
