//! Processes that run several requests at once, and what holds for both kinds: the end of requests that take too long, processes that are
//! replaced, routers, figures.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::{KILLED, Load, Server, get, is, kill_under_load, wait_for};

const THREADS: [&str; 4] = ["--processes", "2", "--workers", "3"];
const ALONE: [&str; 2] = ["--processes", "3"];

#[test]
fn a_process_that_is_killed_loses_the_requests_of_its_workers_only() {
    let server = Server::start("threads-killed", &KILLED, &THREADS);
    kill_under_load(&server, 6, 8, Duration::from_millis(500), 3);
}

#[test]
fn a_reload_of_threads_loses_nothing() {
    let files = [("p.php", "<?php usleep(1000); echo 'p';"), ("slow.php", "<?php sleep(3); echo 's';")];
    let server = Server::start("threads-reload", &files, &THREADS);
    let port = server.port;
    let slow = std::thread::spawn(move || get(port, "/slow.php"));
    std::thread::sleep(Duration::from_millis(200));
    let load = Load::begin(server.port, 4, "/p.php", is("p"));
    for signal in ["HUP", "USR2", "HUP"] {
        server.signal(signal);
        std::thread::sleep(Duration::from_millis(700));
    }
    load.end_without_failure();
    assert_eq!(slow.join().expect("a client"), Ok("s".to_string()));
}

#[test]
fn threads_run_at_once_and_share_what_a_process_has() {
    let files = [
        ("both.php", "<?php usleep(400000); echo getmypid();"),
        ("put.php", "<?php apcu_store('k', 'shared'); echo getmypid();"),
        ("get.php", "<?php echo apcu_fetch('k');"),
        ("mine.php", "<?php umask(077); chdir('/'); setlocale(LC_ALL, 'C'); usleep(1000); echo sprintf('%o', umask()), getcwd();"),
    ];
    let server = Server::start("threads-share", &files, &["--processes", "1", "--workers", "4"]);
    let began = Instant::now();
    let port = server.port;
    let clients: Vec<_> = (0..4).map(|_| std::thread::spawn(move || get(port, "/both.php"))).collect();
    let pids: BTreeSet<String> = clients.into_iter().map(|client| client.join().expect("a client").expect("a page")).collect();
    assert!(pids.len() == 1 && began.elapsed() < Duration::from_millis(1200), "{pids:?} {:?}", began.elapsed());
    server.get("/put.php").expect("a page");
    for _ in 0..8 {
        assert_eq!(server.get("/get.php"), Ok("shared".to_string()));
    }
    let load = Load::begin(server.port, 6, "/mine.php", is("77/"));
    std::thread::sleep(Duration::from_millis(500));
    load.end_without_failure();
}

#[test]
fn a_request_that_takes_too_long_gets_504() {
    let files = [
        ("sleep.php", "<?php sleep(1000);"),
        ("loop.php", "<?php while (true) { $i = 1; }"),
        // Nobody accepts: when the queue is full, whoever connects waits.
        (
            "connect.php",
            "<?php $c = stream_context_create(['socket' => ['backlog' => 0]]); $s = stream_socket_server('tcp://127.0.0.1:0', context: $c);
             $all = []; while (true) { $all[] = stream_socket_client('tcp://' . stream_socket_get_name($s, false), timeout: 1000); }",
        ),
        ("begun.php", "<?php echo str_repeat('x', 100); flush(); sleep(1000);"),
        ("after.php", "<?php echo 'a'; fastcgi_finish_request(); sleep(3); touch('after.done');"),
        ("p.php", "<?php echo 'p';"),
    ];
    for options in [&THREADS[..], &ALONE[..]] {
        let name = if options.len() == 2 { "late-alone" } else { "late-threads" };
        let server = Server::start(name, &files, &[options, &["--request-timeout", "1"]].concat());
        let port = server.port;
        for path in ["/sleep.php", "/loop.php", "/connect.php"] {
            let began = Instant::now();
            let late = std::thread::spawn(move || get(port, path));
            while !late.is_finished() {
                assert_eq!(server.get("/p.php"), Ok("p".to_string()));
            }
            assert_eq!(late.join().expect("a client"), Err("answered: HTTP/1.1 504 Gateway Timeout".to_string()), "{options:?} {path}");
            assert!(began.elapsed() < Duration::from_secs(3), "{options:?} {path}: {:?}", began.elapsed());
        }
        // A client that has a part of the answer learns that there is no more.
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("connects");
        stream.write_all(b"GET /begun.php HTTP/1.1\r\nHost: h\r\n\r\n").expect("writes");
        stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a socket");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("xxx") && !answer.ends_with("0\r\n\r\n"), "{options:?} {answer}");
        if options.len() > 2 {
            // What follows the answer has no limit.
            assert_eq!(server.get("/after.php"), Ok("a".to_string()));
            std::thread::sleep(Duration::from_secs(4));
            assert!(server.root.join("after.done").exists());
        }
    }
}

#[test]
fn processes_make_room_for_others() {
    let files = [("p.php", "<?php echo 'p';"), ("pid.php", "<?php echo getmypid();"), ("slow.php", "<?php sleep(3); echo 's';")];
    let config = |root: &str| format!("[pool.www]\nworkers = 3\nmax-requests = 300\n{}[[site]]\nroot = \"{root}\"\n", super::pool_user());
    let server = Server::configured("max-requests", &files, &config("."));
    let port = server.port;
    let first = server.get("/pid.php").expect("a page");
    let slow = std::thread::spawn(move || get(port, "/slow.php"));
    let load = Load::begin(server.port, 4, "/p.php", is("p"));
    wait_for("other process", 20, || server.get("/pid.php").is_ok_and(|pid| pid != first));
    load.end_without_failure();
    assert_eq!(slow.join().expect("a client"), Ok("s".to_string()));
}

#[test]
fn a_pool_that_uses_too_much_memory_gets_another_process() {
    let files = [
        ("pid.php", "<?php echo getmypid();"),
        (
            "fill.php",
            "<?php ini_set('memory_limit', -1); for ($i = 0; $i < 30; $i++) { apcu_store(\"k$i\", str_repeat(chr($i), 10 << 20)); } echo 'f';",
        ),
    ];
    let config = format!(
        "[pool.www]\nworkers = 2\nmemory = \"250M\"\nini.\"apc.shm_size\" = \"1G\"\n{}[[site]]\nroot = \".\"\n",
        super::pool_user()
    );
    let server = Server::configured("memory", &files, &config);
    let first = server.get("/pid.php").expect("a page");
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(server.get("/pid.php"), Ok(first.clone()));
    assert_eq!(server.get("/fill.php"), Ok("f".to_string()));
    wait_for("other process", 20, || server.get("/pid.php").is_ok_and(|pid| pid != first));
}

#[test]
fn routers_and_figures() {
    let router = "<?php if ($_SERVER['REQUEST_URI'] === '/own') { echo 'own', isset($_SERVER['LOXO_ROUTER']) ? '!' : ''; return true; } return false;";
    let files = [
        ("router.php", router),
        ("p.php", "<?php echo 'p', basename($_SERVER['SCRIPT_FILENAME']);"),
        ("a.txt", "static"),
        ("index.php", "<?php echo 'i';"),
    ];
    for options in [&THREADS[..], &ALONE[..]] {
        let name = if options.len() == 2 { "router-alone" } else { "router-threads" };
        let more = ["--router", "router.php", "--metrics-path", "/metrics", "--ping-path", "/ping"];
        let server = Server::start(name, &files, &[options, &more].concat());
        for (path, body) in [("/own", "own"), ("/p.php", "pp.php"), ("/a.txt", "static"), ("/other", "i"), ("/ping", "pong")] {
            assert_eq!(server.get(path), Ok(body.to_string()), "{options:?} {path}");
        }
        let figures = server.get("/metrics").expect("a page");
        assert!(figures.contains("phpfpm_up") || figures.contains("loxo_"), "{figures}");
    }
}

#[test]
fn long_bodies_have_a_place_or_are_refused() {
    let files = [("in.php", "<?php echo strlen(file_get_contents('php://input'));")];
    let server = Server::start("spool", &files, &[&THREADS[..], &["--spool-limit", "1M"]].concat());
    for (length, expected) in [(900_000, "HTTP/1.1 200"), (3_000_000, "HTTP/1.1 503"), (900_000, "HTTP/1.1 200")] {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("connects");
        let head = format!("POST /in.php HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("writes");
        // It may have been refused by now.
        let _ = stream.write_all(&vec![b'x'; length]);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with(expected), "{length}: {answer}");
        assert!(expected.ends_with("503") || answer.ends_with(&length.to_string()), "{answer}");
    }
}
