//! `loxo serve` as clients see it: each test talks to a server of its own, byte by byte.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct Server {
    process: Child,
    port: u16,
    root: PathBuf,
}

impl Server {
    /// Serves these files.
    fn start(name: &str, files: &[(&str, &str)]) -> Server {
        let root = std::env::temp_dir().join(format!("loxo-serve-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&root).expect("a folder");
        for (file, content) in files {
            std::fs::write(root.join(file), content).expect("a file");
        }
        // Somebody else might take the port meanwhile; then the test fails, and loudly.
        let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
        let process = Command::new(env!("CARGO_BIN_EXE_loxo"))
            .args(["serve", ".", "--quiet", "-n", "--workers", "2", "--listen", &format!("127.0.0.1:{port}")])
            .current_dir(&root)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let server = Server { process, port, root };
        let deadline = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < deadline, "the server does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        server
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        stream
    }

    /// Sends bytes and gives what comes until the server closes.
    fn exchange(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(request).expect("writes");
        let mut answer = Vec::new();
        // A server that resets the connection has said what it had to say.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str, fields: &str) -> String {
        self.exchange(format!("GET {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n{fields}\r\n").as_bytes())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

/// The body; chunks are put together.
fn body(answer: &str) -> String {
    let (head, mut rest) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    if !head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        return rest.to_string();
    }
    let mut whole = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || size > after.len() {
            break;
        }
        whole.push_str(&after[..size]);
        rest = after[size..].trim_start_matches("\r\n");
    }
    whole
}

#[test]
fn requests_know_nothing_of_each_other() {
    let program = "<?php
        function counted() { static $n = 0; return ++$n; }
        class C { public static $n = 0; }
        C::$n++;
        $seen = [counted(), C::$n, defined('MINE'), ini_get('precision'), getcwd() === __DIR__, isset($GLOBALS['left']), ob_get_level()];
        define('MINE', 1); ini_set('precision', '5'); chdir('/'); $GLOBALS['left'] = 1; ob_start(); setlocale(LC_ALL, 'C');
        set_error_handler(fn() => true); eval('class E {}');
        echo json_encode($seen);";
    let server = Server::start("isolation", &[("a.php", program)]);
    let first = body(&server.get("/a.php", ""));
    assert_eq!(first, "[1,1,false,\"14\",true,false,0]");
    for _ in 0..5 {
        assert_eq!(body(&server.get("/a.php", "")), first);
    }
}

#[test]
fn output_goes_out_in_pieces_and_whole() {
    let flushed = "<?php ob_start(); echo 'a'; ob_flush(); flush(); echo 'b'; ob_flush(); flush(); echo 'c';";
    let late = "<?php echo 'x'; flush(); header('X-Late: 1'); echo 'y'; flush(); echo str_repeat('z', 200000);";
    let server = Server::start("pieces", &[("flushed.php", flushed), ("late.php", late)]);
    assert_eq!(body(&server.get("/flushed.php", "")), "abc");
    let late = server.get("/late.php", "");
    assert!(!late.contains("X-Late"));
    let late = body(&late);
    assert!(late.starts_with('x') && late.ends_with(&"z".repeat(200_000)), "{}", late.len());
}

#[test]
fn bodies_come_in_by_length_and_in_chunks() {
    let server = Server::start(
        "bodies",
        &[("in.php", "<?php echo $_SERVER['REQUEST_METHOD'], strlen(file_get_contents('php://input')), $_POST['a'] ?? '-';")],
    );
    let form = "POST /in.php HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n";
    assert_eq!(body(&server.exchange(format!("{form}Content-Length: 5\r\n\r\na=b+c").as_bytes())), "POST5b c");
    let chunked = format!("{form}Transfer-Encoding: chunked\r\n\r\n2\r\na=\r\n3;x=y\r\nbcd\r\n0\r\n\r\n");
    assert_eq!(body(&server.exchange(chunked.as_bytes())), "POST5bcd");
    let large = "x".repeat(3 << 20);
    let put = format!("PUT /in.php HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{large}", large.len());
    assert_eq!(body(&server.exchange(put.as_bytes())), format!("PUT{}-", large.len()));
}

#[test]
fn files_are_sent_in_part_and_on_condition() {
    let server = Server::start("files", &[("a.txt", "0123456789")]);
    let whole = server.get("/a.txt", "");
    assert!(whole.starts_with("HTTP/1.1 200") && whole.ends_with("0123456789"));
    let part = server.get("/a.txt", "Range: bytes=2-4\r\n");
    assert!(part.starts_with("HTTP/1.1 206") && part.ends_with("\r\n\r\n234"), "{part}");
    assert!(server.get("/a.txt", "Range: bytes=99-\r\n").starts_with("HTTP/1.1 416"));
    let tag = whole.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("etag: ").map(str::to_string)).expect("a tag");
    let same = server.get("/a.txt", &format!("If-None-Match: {tag}\r\n"));
    assert!(same.starts_with("HTTP/1.1 304") && same.ends_with("\r\n\r\n"), "{same}");
    let head = server.exchange(b"HEAD /a.txt HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    assert!(head.to_ascii_lowercase().contains("content-length: 10") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn a_connection_serves_many_requests() {
    let server = Server::start("alive", &[("n.php", "<?php echo 'n', $_GET['n'];")]);
    let all: String = (0..4)
        .map(|n| format!("GET /n.php?n={n} HTTP/1.1\r\nHost: h\r\n{}\r\n", if n == 3 { "Connection: close\r\n" } else { "" }))
        .collect();
    let answers = server.exchange(all.as_bytes());
    let order: Vec<usize> = (0..4).map(|n| answers.find(&format!("n{n}")).expect("answered")).collect();
    assert!(order.is_sorted(), "{answers}");
}

#[test]
fn what_is_malformed_does_no_harm() {
    let server = Server::start("malformed", &[("ok.php", "<?php echo 'ok';"), ("bad.php", "<?php function f() { f(); } f();")]);
    for bad in [
        &b"\0\x01\x02\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"GET /ok.php HTTP/9.9\r\n\r\n",
        b"GET /../../etc/passwd HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        b"GET /%00 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        b"POST /ok.php HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
        b"POST /ok.php HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /ok.php HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=\r\nContent-Length: 3\r\n\r\nabc",
        b"GET /bad.php HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
    ] {
        let answer = server.exchange(bad);
        assert!(!answer.starts_with("HTTP/1.1 200") || answer.contains("ok") || answer.contains("Fatal"), "{answer}");
    }
    // Half a request, and a client that leaves.
    drop(server.connect().write_all(b"POST /ok.php HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc"));
    assert_eq!(body(&server.get("/ok.php", "")), "ok");
}

#[test]
fn a_session_lasts_and_is_locked() {
    let program = "<?php session_save_path(__DIR__); session_id('shared'); session_start(['use_cookies' => 0]);
        $n = $_SESSION['n'] ?? 0; usleep(20000); $_SESSION['n'] = $n + 1; echo $_SESSION['n'];";
    let server = Server::start("session", &[("s.php", program)]);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| server.get("/s.php", ""));
        }
    });
    assert_eq!(body(&server.get("/s.php", "")), "7");
}
