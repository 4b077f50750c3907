//! `loxo serve` as clients see it: each test talks to a server of its own, byte by byte.

#[path = "common/address.rs"]
mod address;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use address::{first_line, port_in};

struct Server {
    process: Child,
    port: u16,
    root: PathBuf,
}

impl Server {
    /// Serves these files.
    fn start(name: &str, files: &[(&str, &str)]) -> Server {
        Server::start_with(name, files, ".", &["--workers", "2"])
    }

    /// The same with options; `folder`: what is served, below the folder of the files.
    fn start_with(name: &str, files: &[(&str, &str)], folder: &str, options: &[&str]) -> Server {
        Server::start_in(name, files, folder, options, &[])
    }

    /// The same with more in its environment.
    fn start_in(name: &str, files: &[(&str, &str)], folder: &str, options: &[&str], environment: &[(&str, &str)]) -> Server {
        let root = std::env::temp_dir().join(format!("loxo-serve-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&root).expect("a folder");
        for (file, content) in files {
            let file = root.join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, content).expect("a file");
        }
        #[cfg(unix)]
        if folder == "current" {
            std::os::unix::fs::symlink("release-0", root.join("current")).expect("a link");
        }
        // The server takes a port that is free and says which: one chosen here could be another's by then.
        let mut process = Command::new(env!("CARGO_BIN_EXE_loxo"))
            .args(["serve", folder, "-n", "--listen", "127.0.0.1:0"])
            .args(options)
            .envs(environment.iter().copied())
            .current_dir(&root)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let port = port_in(&first_line(&mut process, |_| ()), "");
        Server { process, port, root }
    }

    /// Sends it a signal by name.
    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([&format!("-{signal}"), &self.process.id().to_string()]).status().expect("kill");
        assert!(sent.success());
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
    let order: Vec<Option<usize>> = (0..4).map(|n| answers.find(&format!("n{n}"))).collect();
    assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{answers}");
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
fn a_client_sets_no_proxy() {
    let program =
        "<?php echo json_encode([getenv('HTTP_PROXY'), getenv('http_proxy'), $_SERVER['HTTP_PROXY'] ?? null, getenv('HTTP_ACCEPT')]);";
    let server = Server::start("proxy", &[("a.php", program)]);
    assert_eq!(body(&server.get("/a.php", "Proxy: evil:8080\r\nAccept: x\r\n")), r#"[false,false,null,"x"]"#);
}

#[test]
fn applications_find_a_server_that_they_know() {
    let server = Server::start("software", &[("a.php", "<?php echo $_SERVER['SERVER_SOFTWARE'];")]);
    let software = body(&server.get("/a.php", ""));
    assert!(software.starts_with("Loxo/") && software.ends_with(" (like nginx)"), "{software}");
}

#[test]
fn a_request_is_for_one_host() {
    let server = Server::start("host", &[("a.php", "<?php echo $_SERVER['HTTP_HOST'] ?? 'none';")]);
    let ask = |line: &str, fields: &str| server.exchange(format!("GET {line}\r\n{fields}Connection: close\r\n\r\n").as_bytes());
    assert_eq!(body(&ask("/a.php HTTP/1.1", "Host: a.example:81\r\n")), "a.example:81");
    assert_eq!(body(&ask("http://b.example/a.php HTTP/1.1", "Host: a.example\r\n")), "b.example");
    assert_eq!(body(&ask("/a.php HTTP/1.0", "")), "none");
    for fields in ["", "Host: a\r\nHost: a\r\n", "Host: a\r\nHost: b\r\n", "Host: a b\r\n", "Host: a/b\r\n", "Host:\r\n", "Host: a:x\r\n"] {
        let answer = ask("/a.php HTTP/1.1", fields);
        assert!(answer.starts_with("HTTP/1.1 400 "), "{fields:?}: {answer}");
    }
}

#[test]
fn lengths_that_two_readers_could_take_differently_are_refused() {
    let server = Server::start("lengths", &[("a.php", "<?php echo strlen(file_get_contents('php://input'));")]);
    let post = |fields: &str, rest: &str| {
        server.exchange(format!("POST /a.php HTTP/1.1\r\nHost: h\r\nConnection: close\r\n{fields}\r\n{rest}").as_bytes())
    };
    assert_eq!(body(&post("Transfer-Encoding: chunked\r\n", "3;x=y\r\nabc\r\n0\r\n\r\n")), "3");
    // Chunks count, the length does not.
    assert_eq!(body(&post("Content-Length: 9\r\nTransfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n")), "3");
    for fields in [
        "Content-Length: 3\r\nContent-Length: 4\r\n",
        "Content-Length: 3, 4\r\n",
        "Content-Length: +3\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding: x\r\n",
        "X: a\r\n b\r\nContent-Length: 3\r\n",
    ] {
        let answer = post(fields, "abc");
        assert!(answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.1 501 "), "{fields:?}: {answer}");
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{fields:?}: {answer}");
    }
}

#[test]
fn umask_is_for_the_request_that_sets_it() {
    let program = "<?php $mask = $_GET['mask']; if ($mask !== '') umask(octdec($mask));
        $name = __DIR__ . '/made-' . $_GET['n']; usleep(2000); touch($name);
        printf('%o %o', fileperms($name) & 0777, umask()); unlink($name);";
    let server = Server::start("umask", &[("a.php", program)]);
    let rounds = std::env::var("LOXO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(100);
    let plain = body(&server.get("/a.php?mask=&n=first", ""));
    std::thread::scope(|scope| {
        for (client, mask, expected) in [("a", "077", "600 77"), ("b", "", &plain)] {
            let server = &server;
            scope.spawn(move || {
                for round in 0..rounds {
                    assert_eq!(body(&server.get(&format!("/a.php?mask={mask}&n={client}{round}"), "")), expected);
                }
            });
        }
    });
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

#[test]
fn slow_clients_keep_no_worker() {
    let big = "<?php for ($i = 0; $i < 200; $i++) { echo str_repeat('x', 100000); } file_put_contents(__DIR__ . '/done', '1');";
    let server =
        Server::start("slow", &[("in.php", "<?php echo strlen(file_get_contents('php://input'));"), ("big.php", big), ("a.php", "ok")]);
    // Twice as many clients as workers send a long body and stop in the middle of it; as many ask for a long page and read nothing.
    let mut slow = Vec::new();
    for _ in 0..4 {
        let mut sender = server.connect();
        sender.write_all(b"POST /in.php HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 600000\r\n\r\n").expect("writes");
        sender.write_all(&[b'a'; 300_000]).expect("writes");
        let mut reader = server.connect();
        reader.write_all(b"GET /big.php HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").expect("writes");
        slow.push((sender, reader));
    }
    let deadline = Instant::now() + Duration::from_secs(15);
    while !server.root.join("done").exists() {
        assert!(Instant::now() < deadline, "the page waits for its reader");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(body(&server.get("/a.php", "")), "ok");
    for (mut sender, mut reader) in slow {
        sender.write_all(&[b'b'; 300_000]).expect("writes");
        let mut answer = String::new();
        sender.read_to_string(&mut answer).expect("reads");
        assert!(answer.ends_with("600000"), "{answer}");
        answer.clear();
        reader.read_to_string(&mut answer).expect("reads");
        assert_eq!(body(&answer).len(), 20_000_000);
    }
}

#[test]
fn a_body_that_breaks_off_or_is_too_long_runs_no_script() {
    let server = Server::start("broken", &[("in.php", "<?php touch(__DIR__ . '/ran');")]);
    for length in [1000, 1_000_000] {
        let mut stream = server.connect();
        let head = format!("POST /in.php HTTP/1.1\r\nHost: h\r\nContent-Length: {length}\r\n\r\nabc");
        stream.write_all(head.as_bytes()).expect("writes");
        stream.shutdown(std::net::Shutdown::Write).expect("a socket");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    }
    let long = server.exchange(b"POST /in.php HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999\r\n\r\n");
    assert!(long.starts_with("HTTP/1.1 413"), "{long}");
    assert!(!server.root.join("ran").exists());
}

#[test]
fn a_script_learns_that_its_client_has_gone() {
    let program = "<?php
        ignore_user_abort(isset($_GET['stay']));
        register_shutdown_function(fn() => file_put_contents(__DIR__ . '/end', connection_aborted() . connection_status()));
        for ($i = 0; $i < 40; $i++) { echo str_repeat('x', 100000); flush(); usleep(20000); }
        file_put_contents(__DIR__ . '/stayed', '1');";
    let server = Server::start("gone", &[("a.php", program)]);
    for (query, stays) in [("", false), ("?stay", true)] {
        let mut stream = server.connect();
        stream.write_all(format!("GET /a.php{query} HTTP/1.1\r\nHost: h\r\n\r\n").as_bytes()).expect("writes");
        stream.read_exact(&mut [0; 1000]).expect("reads");
        drop(stream);
        let deadline = Instant::now() + Duration::from_secs(15);
        while !server.root.join("end").exists() {
            assert!(Instant::now() < deadline, "the script does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(std::fs::read_to_string(server.root.join("end")).expect("a file"), "11");
        assert_eq!(server.root.join("stayed").exists(), stays);
        std::fs::remove_file(server.root.join("end")).expect("a file");
    }
}

#[test]
fn failures_of_a_request_are_its_own() {
    let files = [
        ("fatal.php", "<?php nope();"),
        ("memory.php", "<?php while (true) { $a[] = str_repeat('x', 100000); }"),
        ("time.php", "<?php set_time_limit(1); while (true);"),
        ("deep.php", "<?php function f($n) { return f($n + 1) + 1; } f(0);"),
        ("exit.php", "<?php ob_start(); exit('bye');"),
        ("ok.php", "<?php echo memory_get_usage() < 4000000 ? 'ok' : 'full';"),
    ];
    let server = Server::start("failures", &files);
    for (file, said) in [
        ("fatal", "Call to undefined function nope()"),
        ("memory", "Allowed memory size of"),
        ("time", "Maximum execution time of 1 second exceeded"),
        ("deep", "Allowed memory size of"),
        ("exit", "bye"),
    ] {
        let answer = server.get(&format!("/{file}.php"), "");
        assert!(answer.contains(said), "{answer}");
        for _ in 0..3 {
            assert_eq!(body(&server.get("/ok.php", "")), "ok");
        }
    }
}

#[test]
fn idle_connections_cost_little() {
    let mut server = Server::start("idle", &[("a.php", "ok")]);
    let idle: Vec<TcpStream> = (0..500).map(|_| server.connect()).collect();
    assert_eq!(body(&server.get("/a.php", "")), "ok");
    drop(idle);
    assert!(server.process.try_wait().expect("a process").is_none());
}

#[test]
fn a_stop_lets_running_requests_end() {
    let mut server = Server::start("stop", &[("slow.php", "<?php touch(__DIR__ . '/began'); usleep(1500000); echo 'done';")]);
    let mut running = server.connect();
    running.write_all(b"GET /slow.php HTTP/1.1\r\nHost: h\r\n\r\n").expect("writes");
    let _idle = server.connect();
    while !server.root.join("began").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").arg(server.process.id().to_string()).status().expect("kill");
    assert!(killed.success());
    std::thread::sleep(Duration::from_millis(300));
    assert!(TcpStream::connect(("127.0.0.1", server.port)).is_err(), "new clients are refused");
    let mut answer = String::new();
    running.read_to_string(&mut answer).expect("reads");
    assert!(answer.ends_with("done"), "{answer}");
    assert_eq!(server.process.wait().expect("ends").code(), Some(0));
}

#[test]
fn the_response_may_end_before_the_program() {
    let program = "<?php echo 'sent'; fastcgi_finish_request(); usleep(300000); touch(__DIR__ . '/after');";
    let words = "<?php header('Status: 403 Keep Out'); foreach (getallheaders() as $name => $value) { echo \"$name=$value;\"; }";
    let server = Server::start("finish", &[("a.php", program), ("b.php", words)]);
    assert_eq!(body(&server.get("/a.php", "")), "sent");
    assert!(!server.root.join("after").exists());
    std::thread::sleep(Duration::from_millis(800));
    assert!(server.root.join("after").exists());
    let answer = server.get("/b.php", "x-one: 1\r\n");
    assert!(answer.starts_with("HTTP/1.1 403 Keep Out\r\n"), "{answer}");
    assert!(answer.contains("X-One=1;"), "{answer}");
}

#[test]
fn what_cannot_be_served_is_said() {
    let server = Server::start("said", &[("a.php", "ok")]);
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_loxo")).arg("serve").args(args).output().expect("runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let address = format!("127.0.0.1:{}", server.port);
    let (status, said) = run(&[".", "--listen", &address]);
    assert!(status == Some(1) && said.contains("is in use"), "{said}");
    let (status, said) = run(&["/nowhere/at/all"]);
    assert!(status == Some(1) && said.contains("/nowhere/at/all: No such file"), "{said}");
}

#[test]
fn text_is_compressed_for_who_accepts_it() {
    let long = "body { color: red }\n".repeat(40);
    let page = "<?php header('ETag: \"a\"'); if (isset($_GET['s'])) { header('Cache-Control: no-transform'); } echo str_repeat('page ', 500); \
                if (isset($_GET['l'])) { for ($i = 0; $i < 200000; $i++) { echo $i; } }";
    let server =
        Server::start("compress", &[("page.php", page), ("a.css", &long), ("b.css", &long), ("b.css.br", "stored"), ("c.png", &long)]);
    let answer = server.get("/page.php", "Accept-Encoding: gzip\r\n");
    for field in ["Content-Encoding: gzip\r\n", "Vary: Accept-Encoding\r\n", "Etag: W/\"a\"\r\n"] {
        assert!(answer.contains(field), "{answer}");
    }
    let length = |answer: &str| answer.split_once("Content-Length: ").and_then(|(_, rest)| rest.lines().next()?.parse::<usize>().ok());
    assert!(length(&answer).is_some_and(|length| length < 100), "{answer}");
    let plain = server.get("/page.php", "");
    assert!(plain.contains("Vary: Accept-Encoding\r\n") && length(&plain) == Some(2500) && !plain.contains("Content-Encoding"), "{plain}");
    // What is too long for one piece goes out while the script runs.
    let streamed = server.get("/page.php?l", "Accept-Encoding: br\r\n");
    assert!(
        streamed.contains("Content-Encoding: br\r\n") && streamed.contains("Transfer-Encoding: chunked\r\n") && streamed.len() < 900_000
    );

    let file = server.get("/a.css", "Accept-Encoding: zstd, gzip\r\n");
    assert!(file.contains("Content-Encoding: zstd\r\n") && file.contains("Etag: W/\"") && !file.contains("Accept-Ranges"), "{file}");
    let stored = server.get("/b.css", "Accept-Encoding: gzip;q=0.1, br\r\n");
    assert!(
        stored.contains("Content-Encoding: br\r\n") && stored.contains("Content-Type: text/css") && stored.ends_with("stored"),
        "{stored}"
    );
    let part = server.get("/b.css", "Accept-Encoding: br\r\nRange: bytes=0-3\r\n");
    assert!(part.starts_with("HTTP/1.1 206 ") && !part.contains("Content-Encoding") && part.ends_with("body"), "{part}");
    for (path, fields) in
        [("/page.php?s", "Accept-Encoding: gzip\r\n"), ("/c.png", "Accept-Encoding: gzip\r\n"), ("/a.css", "Accept-Encoding: gzip;q=0\r\n")]
    {
        assert!(!server.get(path, fields).contains("Content-Encoding"), "{path}");
    }
}

/// Twenty clients at once ask for pages that wait for ever, each in its own way.
#[test]
fn what_takes_too_long_ends_in_time() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = silent.local_addr().expect("an address").port();
    let tcp = format!("<?php $s = stream_socket_client('tcp://127.0.0.1:{port}'); fread($s, 10); echo 'read';");
    let select =
        format!("<?php $r = [stream_socket_client('tcp://127.0.0.1:{port}')]; $w = $e = []; stream_select($r, $w, $e, null); echo 's';");
    let mysql = format!("<?php mysqli_report(0); mysqli_connect('127.0.0.1', 'u', 'p', 'd', {port}); echo 'connected';");
    let curl = format!("<?php $c = curl_init('http://127.0.0.1:{port}/'); curl_exec($c); echo 'got';");
    let files = [
        ("sleep.php", "<?php sleep(1000); echo 'slept';"),
        ("usleep.php", "<?php usleep(1000000000); echo 'slept';"),
        ("busy.php", "<?php while (true); "),
        ("flock.php", "<?php $f = fopen(__DIR__ . '/held', 'c'); flock($f, LOCK_EX); echo 'locked';"),
        ("proc.php", "<?php $p = proc_open(['sleep', '1000'], [], $pipes); proc_close($p); echo 'closed';"),
        ("streamed.php", "<?php echo 'begun'; flush(); sleep(1000);"),
        ("tcp.php", &tcp),
        ("select.php", &select),
        ("mysql.php", &mysql),
        ("curl.php", &curl),
        ("ok.php", "<?php echo 'ok';"),
    ];
    let server = Server::start_with("limit", &files, ".", &["--workers", "24", "--request-timeout", "1", "--status-path", "/status"]);
    let held = std::fs::File::create(server.root.join("held")).expect("a file");
    held.lock().expect("is locked");
    // The scope waits for all its threads, also when one has failed.
    let (start, over) = (Instant::now(), std::sync::atomic::AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(std::sync::atomic::Ordering::Relaxed) && start.elapsed() < Duration::from_secs(40) {
                let began = Instant::now();
                assert_eq!(body(&server.get("/ok.php", "")), "ok");
                assert!(began.elapsed() < Duration::from_secs(1), "the site waits");
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let pages = files.iter().filter(|(name, _)| *name != "ok.php").cycle().take(20);
        let clients: Vec<_> = pages
            .map(|(name, _)| {
                let server = &server;
                scope.spawn(move || {
                    let began = Instant::now();
                    let answer = server.get(&format!("/{name}"), "");
                    (name, answer, began.elapsed())
                })
            })
            .collect();
        for client in clients {
            let (name, answer, took) = client.join().expect("ends");
            assert!(took >= Duration::from_secs(1) && took < Duration::from_secs(2), "{name}: {took:?}");
            match *name {
                // Its client sees that the end is missing: a chunked body has one.
                "streamed.php" => assert!(answer.contains("begun") && !answer.ends_with("0\r\n\r\n"), "{answer}"),
                _ => assert!(answer.starts_with("HTTP/1.1 504 "), "{name}: {answer}"),
            }
        }
        over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    // All workers are free again, and not one was given up.
    let deadline = Instant::now() + Duration::from_secs(4);
    while !server.get("/status", "").contains("active processes:     0\n") {
        assert!(Instant::now() < deadline, "{}", server.get("/status?full", ""));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(server.get("/status", "").contains("slow requests:        20\n"), "{}", server.get("/status", ""));
    drop(silent);
}

#[test]
fn a_worker_that_does_not_react_is_replaced() {
    let program = "<?php ini_set('pcre.jit', '0'); ini_set('pcre.backtrack_limit', '1000000000000');
        preg_match('/^(a+)+$/', str_repeat('a', 60) . 'b'); echo 'matched';";
    let files = [("regex.php", program), ("ok.php", "<?php echo 'ok';")];
    let server = Server::start_with("stuck", &files, ".", &["--workers", "1", "--request-timeout", "1"]);
    let began = Instant::now();
    let answer = server.get("/regex.php", "");
    assert!(answer.starts_with("HTTP/1.1 504 ") && began.elapsed() < Duration::from_secs(2), "{answer}");
    // The only worker is still at it: this waits for the next one.
    assert_eq!(body(&server.get("/ok.php", "")), "ok");
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_body_that_nobody_wants_is_not_waited_for() {
    let server = Server::start("unwanted", &[("a.txt", "text"), ("in.php", "<?php echo strlen(file_get_contents('php://input'));")]);
    for (path, status) in [("/missing", "404"), ("/a.txt", "405"), ("/.git/x", "404")] {
        let mut stream = server.connect();
        stream.write_all(format!("POST {path} HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\nabc").as_bytes()).expect("writes");
        let began = Instant::now();
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).expect("an answer");
        assert!(line.starts_with(&format!("HTTP/1.1 {status} ")) && began.elapsed() < Duration::from_secs(2), "{path}: {line}");
    }
    // Who asks first whether the body is wanted hears that it is not.
    let asked =
        server.exchange(b"POST /a.txt HTTP/1.1\r\nHost: h\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
    assert!(asked.starts_with("HTTP/1.1 405 ") && !asked.contains("100 Continue"), "{asked}");
}

#[test]
fn slow_clients_do_not_slow_others() {
    let files = [("in.php", "<?php echo strlen(file_get_contents('php://input'));"), ("big.php", "<?php echo str_repeat('x', 4000000);")];
    let server = Server::start("trickle", &files);
    let mut slow: Vec<TcpStream> = (0..300)
        .map(|n| {
            let mut stream = server.connect();
            let begin: &[u8] = match n % 3 {
                0 => b"GET /in.php HTTP/1.1\r\nHost: h\r\nX-a: ",
                1 => b"POST /in.php HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n",
                _ => b"GET /big.php HTTP/1.1\r\nHost: h\r\n\r\n",
            };
            stream.write_all(begin).expect("writes");
            stream
        })
        .collect();
    // The long pages are made first.
    server.get("/in.php", "");
    for round in 0..20 {
        for stream in &mut slow {
            let _ = stream.write_all(b"a");
        }
        let began = Instant::now();
        assert!(server.get("/in.php", "").ends_with('0'));
        assert!(began.elapsed() < Duration::from_secs(1), "round {round}: {:?}", began.elapsed());
    }
}

#[test]
fn connections_are_limited_in_number() {
    let files = [("a.php", "<?php echo 'ok';")];
    let server = Server::start_with("many", &files, ".", &["--workers", "2", "--max-connections", "5"]);
    let mut held: Vec<TcpStream> = (0..5).map(|_| server.connect()).collect();
    for stream in &mut held {
        stream.write_all(b"GET /a.php HTTP/1.1\r\nHost: h\r\n\r\n").expect("writes");
        stream.read_exact(&mut [0; 15]).expect("an answer");
    }
    assert_eq!(server.get("/a.php", ""), "");
    drop(held);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(body(&server.get("/a.php", "")), "ok");
}

#[test]
fn signals_reload_and_reopen_and_lose_nothing() {
    let files = [
        ("a.php", "<?php usleep(1000); echo ini_get('precision'), 'ok';"),
        ("php.ini", "precision=3\n"),
        ("slow.php", "<?php touch(__DIR__ . '/began'); sleep(2); echo 'done';"),
    ];
    let root = std::env::temp_dir().join(format!("loxo-serve-signals-{}", std::process::id()));
    let (ini, log) = (root.join("php.ini").display().to_string(), root.join("access.log").display().to_string());
    let mut server = Server::start_with("signals", &files, ".", &["--workers", "4", "-c", &ini, "--access-log", &log]);
    // The scope waits for all its threads, also when one has failed.
    let (start, over) = (Instant::now(), std::sync::atomic::AtomicBool::new(false));
    let served: usize = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..4)
            .map(|_| {
                let (server, over) = (&server, &over);
                scope.spawn(move || {
                    let mut served = 0;
                    while !over.load(std::sync::atomic::Ordering::Relaxed) && start.elapsed() < Duration::from_secs(40) {
                        let answer = server.get("/a.php", "");
                        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("ok"), "{answer}");
                        served += 1;
                    }
                    served
                })
            })
            .collect();
        assert_eq!(body(&server.get("/a.php", "")), "3ok");
        for round in 0..20 {
            let precision = 4 + round % 3;
            std::fs::write(&ini, format!("precision={precision}\n")).expect("a file");
            server.signal(if round % 2 == 0 { "HUP" } else { "USR2" });
            let deadline = Instant::now() + Duration::from_secs(10);
            while body(&server.get("/a.php", "")) != format!("{precision}ok") {
                assert!(Instant::now() < deadline, "the new settings do not come");
            }
        }
        over.store(true, std::sync::atomic::Ordering::Relaxed);
        clients.into_iter().map(|client| client.join().expect("ends")).sum()
    });
    assert!(served > 0);
    std::fs::rename(&log, format!("{log}.1")).expect("moves");
    server.signal("USR1");
    std::thread::sleep(Duration::from_millis(300));
    server.get("/a.php?after", "");
    std::thread::sleep(Duration::from_millis(300));
    assert!(std::fs::read_to_string(&log).expect("a new log").contains("/a.php?after"));
    assert!(std::fs::read_to_string(format!("{log}.1")).expect("the old log").lines().count() > served);
    let mut running = server.connect();
    running.write_all(b"GET /slow.php HTTP/1.1\r\nHost: h\r\n\r\n").expect("writes");
    while !server.root.join("began").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    server.signal("QUIT");
    std::thread::sleep(Duration::from_millis(200));
    server.signal("HUP");
    let mut answer = String::new();
    running.read_to_string(&mut answer).expect("reads");
    assert!(answer.ends_with("done"), "{answer}");
    assert_eq!(server.process.wait().expect("ends").code(), Some(0));
}

#[test]
fn a_link_may_come_to_lead_to_another_release() {
    let page = "<?php usleep(3000); require __DIR__ . '/part.php'; echo basename(__DIR__), ' ', basename($_SERVER['DOCUMENT_ROOT']), ' ', PART, ' ', \
        trim(file_get_contents($_SERVER['DOCUMENT_ROOT'] . '/name'));";
    let files: Vec<(String, String)> = (0..3)
        .flat_map(|n| {
            let part = format!("<?php const PART = 'release-{n}';");
            [("index.php", page.to_string()), ("part.php", part), ("name", format!("release-{n}"))]
                .map(|(name, text)| (format!("release-{n}/{name}"), text))
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let server = Server::start_with("releases", &files, "current", &["--workers", "4"]);
    // The scope waits for all its threads, also when one has failed.
    let (start, over) = (Instant::now(), std::sync::atomic::AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !over.load(std::sync::atomic::Ordering::Relaxed) && start.elapsed() < Duration::from_secs(40) {
                    let answer = body(&server.get("/", ""));
                    let names: Vec<&str> = answer.split(' ').collect();
                    assert!(names.len() == 4 && names[0].starts_with("release-") && names.iter().all(|name| *name == names[0]), "{answer}");
                }
            });
        }
        for round in 0..100 {
            let (next, link) = (server.root.join("next"), server.root.join("current"));
            std::os::unix::fs::symlink(format!("release-{}", round % 3), &next).expect("a link");
            std::fs::rename(&next, &link).expect("replaces it");
            // Who asks after the switch gets the new release.
            assert!(body(&server.get("/", "")).starts_with(&format!("release-{}", round % 3)), "round {round}");
        }
        over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn compiled_functions_see_what_a_name_means_in_each_request() {
    let classes = "<?php class A {} class B {} class AA extends A {}";
    let take = "<?php function take(Name $x) { return get_class($x); } function its(A $x) { return get_class($x); }";
    let program = "<?php require 'classes.php'; class_alias($_GET['c'], 'Name'); require 'take.php';
        foreach ([new A, new B, new AA] as $x) for ($i = 0; $i < 3; $i++) {
            try { echo take($x); } catch (TypeError) { echo '-'; }
            try { echo its($x); } catch (TypeError) { echo '-'; }
        }";
    let files = [("classes.php", classes), ("take.php", take), ("a.php", program)];
    let server = Server::start_in("names", &files, ".", &["--workers", "1"], &[("LOXO_STRESS", "jit")]);
    for _ in 0..2 {
        let (a, b) = (server.get("/a.php?c=A", ""), server.get("/a.php?c=B", ""));
        assert!(a.ends_with("\r\nAAAAAA------AAAAAAAAAAAA"), "{a}");
        assert!(b.ends_with("\r\n-A-A-AB-B-B--AA-AA-AA"), "{b}");
    }
}

#[test]
fn a_first_line_for_a_shell_is_text() {
    let server = Server::start("shell-line", &[("a.php", "#!/usr/bin/env php\n<?php echo __LINE__;")]);
    let answer = server.get("/a.php", "");
    assert!(answer.ends_with("\r\n#!/usr/bin/env php\n2"), "{answer}");
}

#[test]
fn a_script_does_not_end_or_change_the_process() {
    let program = "<?php echo json_encode([posix_kill(getmypid(), 15), posix_get_last_error(), posix_kill(0, 9), posix_kill(getmypid(), 0),
        posix_setuid(65534), posix_setgid(65534), posix_setrlimit(POSIX_RLIMIT_NOFILE, 10, 10), posix_setsid(), @proc_nice(5),
        function_exists('chroot') ? @chroot('/tmp') : false]);";
    let server = Server::start("process", &[("a.php", program), ("b.php", "<?php echo 'ok', posix_getuid() === fileowner(__FILE__);")]);
    assert_eq!(body(&server.get("/a.php", "")), "[false,1,false,true,false,false,false,-1,false,false]");
    assert_eq!(body(&server.get("/b.php", "")), "ok1");
}

#[test]
fn the_server_says_how_it_is() {
    let options = ["--workers", "3", "--status-path", "/status", "--ping-path", "/ping", "--metrics-path", "/metrics"];
    let files = [("a.php", "<?php echo 'ok';"), ("slow.php", "<?php touch(__DIR__ . '/began'); sleep(1);")];
    let server = Server::start_with("status", &files, ".", &options);
    assert_eq!(body(&server.get("/ping", "")), "pong");
    for _ in 0..7 {
        server.get("/a.php", "");
    }
    let mut running = server.connect();
    running.write_all(b"GET /slow.php?x=1 HTTP/1.1\r\nHost: h\r\n\r\n").expect("writes");
    while !server.root.join("began").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let page = body(&server.get("/status?full", ""));
    for line in [
        "accepted conn:        8\n",
        "active processes:     1\n",
        "idle processes:       2\n",
        "state:                Running\n",
        "request URI:          /slow.php?x=1\n",
    ] {
        assert!(page.contains(line), "{line}: {page}");
    }
    assert!(body(&server.get("/status?json", "")).starts_with("{\"pool\":\"www\""));
    assert!(body(&server.get("/status?xml&full", "")).ends_with("</processes>\n</status>"));
    assert!(body(&server.get("/metrics", "")).contains("\nphpfpm_accepted_connections 8\n"));
    let plain = Server::start("status-off", &[("a.php", "<?php echo 'ok';")]);
    assert!(plain.get("/status", "").starts_with("HTTP/1.1 404 "));
}

#[test]
fn without_memory_for_workers_it_says_so_once() {
    let root = std::env::temp_dir();
    let command =
        format!("ulimit -v 3000000; exec '{}' serve '{}' -n --workers 2 --listen 127.0.0.1:0", env!("CARGO_BIN_EXE_loxo"), root.display());
    let output = Command::new("sh").args(["-c", &command]).output().expect("runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(output.status.code() == Some(1) && said.contains("cannot start 2 workers"), "{said}");
}
