//! Requests that have nothing in common but their worker: each must be answered as by a process of its own.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

/// Requests between two changes of a file.
const ROUND: usize = 40;

struct Site {
    root: PathBuf,
    server: Child,
    port: u16,
}

impl Site {
    fn start() -> Site {
        let root = std::env::temp_dir().join(format!("loxo-mix-{}", std::process::id()));
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mix"), &root);
        let locked = format!("[PATH={}/locked]\ndisable_functions = str_rot13\nprecision = 7\n", root.display());
        std::fs::write(root.join("php.ini"), locked).expect("a file");
        change(&root, 0);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_loxo"), root.join("php-cgi")).expect("a link");
        let mut server = Command::new(env!("CARGO_BIN_EXE_loxo"))
            .args(["serve", ".", "-c", "php.ini", "--workers", "3", "--listen", "127.0.0.1:0"])
            .current_dir(&root)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut said = BufReader::new(server.stderr.take().expect("is piped"));
        let mut line = String::new();
        said.read_line(&mut line).expect("is text");
        let (_, rest) = line.split_once("http://127.0.0.1:").unwrap_or_else(|| panic!("no address: {line}"));
        let port = rest.split('/').next().and_then(|port| port.parse().ok()).expect("a port");
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        Site { root, server, port }
    }

    /// The body that the server answers with.
    fn ask(&self, request: &Request) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connects");
        let (path, query, user) = (&request.path, &request.query, &request.user);
        let text = format!("GET {path}?{query} HTTP/1.0\r\nHost: h\r\nCookie: user={user}\r\n\r\n");
        stream.write_all(text.as_bytes()).expect("writes");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("reads");
        body(&answer)
    }

    /// The body that a process answers with that has never done anything else.
    fn ask_fresh(&self, request: &Request) -> String {
        let script = format!("{}{}", self.root.display(), request.path);
        let output = Command::new(self.root.join("php-cgi"))
            .args(["-c", "php.ini"])
            .current_dir(&self.root)
            .env("REDIRECT_STATUS", "200")
            .env("GATEWAY_INTERFACE", "CGI/1.1")
            .env("REQUEST_METHOD", "GET")
            .env("SCRIPT_FILENAME", &script)
            .env("SCRIPT_NAME", &request.path)
            .env("QUERY_STRING", &request.query)
            .env("HTTP_COOKIE", format!("user={}", request.user))
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        body(&output.stdout)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Request {
    path: String,
    query: String,
    user: String,
}

/// A request by chance.
fn some_request(seed: &mut u64) -> Request {
    let mut pick = |choices: &[&str]| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        choices[(*seed >> 33) as usize % choices.len()].to_string()
    };
    Request {
        path: pick(&["/index.php", "/index.php", "/locked/index.php"]),
        query: [
            pick(&["v=1", "v=2", "v=3"]),
            pick(&["", "", "&p=5", "&p=10"]),
            pick(&["", "&l=C"]),
            pick(&["", "", "", "&reset=1"]),
            pick(&["", "", "&exit=1", "&throw=1"]),
        ]
        .concat(),
        user: pick(&["anna", "ben", "cleo"]),
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the files of the test") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// Another version of the file that changes: a class and a function of the same names, and a class that the next version has not.
fn change(root: &Path, version: usize) {
    let text = format!(
        "<?php\nclass Changing {{ const VERSION = {version}; }}\nclass Only{version} {{ public $v = Changing::VERSION * 2; }}\n\
         function changing() {{ static $n = {version}; return $n++ . (new Only{version})->v; }}\n"
    );
    // Written beside and moved there, as updates do it.
    std::fs::write(root.join("changing.new"), text).expect("a file");
    std::fs::rename(root.join("changing.new"), root.join("changing.php")).expect("a name");
}

fn body(answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(answer);
    text.split_once("\r\n\r\n").map_or_else(|| text.to_string(), |(_, body)| body.to_string())
}

/// `LOXO_MIX=10000 cargo test -p loxo_cli --test mix` for more requests than CI has time for.
#[test]
fn requests_on_few_workers_are_answered_as_by_fresh_processes() {
    let requests = std::env::var("LOXO_MIX").ok().and_then(|count| count.parse().ok()).unwrap_or(200);
    let site = Site::start();
    let mut seed = 7;
    for round in 0..usize::div_ceil(requests, ROUND) {
        if round % 2 == 1 {
            change(&site.root, round);
            // A changed file is seen only where the cache looks at files again.
            std::fs::write(site.root.join("forget.php"), "<?php var_dump(opcache_invalidate(__DIR__ . '/changing.php', true));")
                .expect("a file");
            site.ask(&Request { path: "/forget.php".into(), query: String::new(), user: String::new() });
        }
        let wanted: Vec<Request> = (0..ROUND).map(|_| some_request(&mut seed)).collect();
        let fresh: Mutex<HashMap<Request, String>> = Mutex::default();
        std::thread::scope(|scope| {
            for part in wanted.chunks(ROUND.div_ceil(4)) {
                let (site, fresh) = (&site, &fresh);
                scope.spawn(move || {
                    for request in part {
                        let answer = site.ask(request);
                        let known = fresh.lock().expect("no thread panicked").get(request).cloned();
                        let expected = known.unwrap_or_else(|| site.ask_fresh(request));
                        assert!(expected.contains("kind") || expected.contains("Model"), "{request:?}: {expected}");
                        assert_eq!(answer, expected, "{request:?} in round {round}");
                        fresh.lock().expect("no thread panicked").insert(request.clone(), expected);
                    }
                });
            }
        });
    }
}
