//! `loxo doctor` with servers that are made ill: what it finds while requests come, as text, as JSON and as an exit status.

#[path = "common/address.rs"]
mod address;
#[path = "common/folder.rs"]
mod folder;
#[path = "common/serve.rs"]
mod serve;
#[path = "common/start.rs"]
mod start;
#[path = "common/stop.rs"]
mod stop;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use serde_json::Value;
use serve::Server;

/// A server whose `index.php` clients ask for all the time.
struct Ill {
    server: Arc<Server>,
    admin: String,
    over: Arc<AtomicBool>,
    clients: Vec<JoinHandle<()>>,
}

impl Ill {
    fn start(name: &str, files: &[(&str, &str)], options: &[&str], headers: &'static str) -> Ill {
        // The path of a socket has at most 107 bytes.
        let admin = std::env::temp_dir().join(format!("loxo-ill-{name}-{}.sock", std::process::id())).display().to_string();
        let server = Server::start(&format!("doctor-{name}"), files, &[&["--admin", &admin, "--workers", "2"], options].concat());
        let answer = server.get("/");
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let (server, over) = (Arc::new(server), Arc::new(AtomicBool::new(false)));
        let client = || {
            let (over, server) = (over.clone(), server.clone());
            std::thread::spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    ask(&server, headers);
                }
            })
        };
        let clients = vec![client(), client()];
        Ill { server, admin, over, clients }
    }

    fn doctor(&self, options: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loxo"));
        command.args(["doctor", &self.admin, "--seconds", "2"]).args(options).output().expect("starts")
    }

    /// The finding of a rule.
    fn finding(&self, rule: &str) -> Value {
        let output = self.doctor(&["--json"]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("is JSON");
        let list = report["findings"].as_array().expect("is a list");
        list.iter().find(|one| one["rule"] == rule).cloned().unwrap_or_else(|| panic!("{rule} is not in {report:#}"))
    }

    fn page(&self, path: &str) -> String {
        let mut stream = std::os::unix::net::UnixStream::connect(&self.admin).expect("connects");
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes()).expect("writes");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("reads");
        answer
    }
}

impl Drop for Ill {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        for client in self.clients.drain(..) {
            let _ = client.join();
        }
    }
}

fn ask(server: &Server, headers: &str) {
    let mut stream = server.connect();
    stream.write_all(format!("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n{headers}\r\n").as_bytes()).expect("writes");
    // A server that resets the connection has said what it had to say.
    let _ = stream.read_to_end(&mut Vec::new());
}

fn evidence(finding: &Value) -> String {
    finding["evidence"].to_string()
}

#[test]
fn a_query_for_each_row() {
    let code = "<?php
$db = new PDO('sqlite::memory:');
$db->exec('create table names (id integer, name text)');
$insert = $db->prepare('insert into names values (?, ?)');
for ($id = 0; $id < 200; $id++) { $insert->execute([$id, 'secret']); }
$found = 0;
for ($id = 0; $id < 300; $id++) {
    $found += $db->query(\"select count(*) from names where id = $id and name like '%secret'\")->fetchColumn();
}
echo $found;";
    let ill = Ill::start("queries", &[("index.php", code)], &[], "");
    let finding = ill.finding("repeated-queries");
    assert!(evidence(&finding).contains("select count(*) from names where id = ? and name like ?"), "{finding:#}");
    assert!(evidence(&finding).contains("300.0 times in each"), "{finding:#}");
    let metrics = ill.page("/metrics");
    let queries = metrics.lines().find_map(|line| line.strip_prefix("loxo_queries_total ")).expect("is counted");
    assert!(queries.parse::<u64>().is_ok_and(|count| count > 501), "{metrics}");
    let counters = ill.page("/counters.json");
    assert!(counters.contains("create table names") && !counters.contains("secret"), "{counters}");
    assert!(ill.page("/").contains("select count(*) from names where id = ?"));
    let budgets = ill.server.root.join("budgets");
    let script = ill.server.root.join("index.php");
    std::fs::write(&budgets, format!("route {} queries 501\nroute {0} queries 500\n", script.display())).expect("can be written");
    let output = ill.doctor(&["--assert", &budgets.display().to_string()]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("queries: 501.00, allowed are 500") && said.matches("exceeded").count() == 1, "{said}");
}

#[test]
fn exceptions_for_what_is_none() {
    let code = "<?php
final class NoNumber extends Exception {}
function number(string $text): int { return ctype_digit($text) ? (int) $text : throw new NoNumber($text); }
$wrong = 0;
for ($i = 0; $i < 3000; $i++) {
    try { number('x'); } catch (NoNumber) { $wrong++; }
}
echo $wrong;";
    let ill = Ill::start("exceptions", &[("index.php", code)], &[], "");
    let finding = ill.finding("exceptions");
    assert!(evidence(&finding).contains("most are NoNumber") && evidence(&finding).contains("3000 in each request"), "{finding:#}");
}

#[test]
fn an_autoloader_without_a_class_map() {
    let code = "<?php
spl_autoload_register(function (string $class): void {
    for ($folder = 0; $folder < 100; $folder++) {
        if (file_exists($file = __DIR__ . \"/$folder-$class.php\")) {
            require $file;
            return;
        }
    }
});
for ($i = 0; $i < 20; $i++) { class_exists(\"Missing$i\"); }
echo Found::NAME;";
    let files = [("index.php", code), ("99-Found.php", "<?php class Found { const NAME = 'found'; }")];
    let ill = Ill::start("autoload", &files, &[], "");
    let finding = ill.finding("autoload");
    assert!(
        evidence(&finding).contains("21 classes are loaded, 2100 files are looked for, and 2099 of those are not there"),
        "{finding:#}"
    );
}

#[test]
fn texts_as_they_are() {
    let code = "<?php echo str_repeat('text ', 20000);";
    let ill = Ill::start("uncompressed", &[("index.php", code)], &["--no-compression"], "Accept-Encoding: gzip\r\n");
    let finding = ill.finding("uncompressed");
    assert!(evidence(&finding).contains("100 kB in each request"), "{finding:#}");
    let text = String::from_utf8_lossy(&ill.doctor(&[]).stdout).into_owned();
    assert!(text.contains("Texts are sent uncompressed\n   cost   not in the time of requests\n   seen   100 kB"), "{text}");
    assert!(text.starts_with("2 workers watched for ") && text.contains("\n   do     "), "{text}");
    let within = |budget: &str| {
        let file = ill.server.root.join("budgets");
        std::fs::write(&file, budget).expect("can be written");
        let output = ill.doctor(&["--assert", &file.display().to_string()]);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, said) = within("findings 0\n");
    assert!(status == Some(1) && said.contains("exceeded: findings: "), "{said}");
    let (status, said) = within("findings 100 # of all kinds\nprocessors 1000\n");
    assert_eq!(status, Some(0), "{said}");
    let (status, said) = within("findings few\n");
    assert!(status != Some(0) && said.contains("few is no number") && !said.contains("watching"), "{said}");
}

#[test]
fn a_connection_for_each_request() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("has one");
    std::thread::spawn(move || listener.incoming().for_each(drop));
    let code = format!("<?php for ($i = 0; $i < 5; $i++) {{ stream_socket_client('tcp://{address}'); }} echo 'connected';");
    let ill = Ill::start("connections", &[("index.php", &code)], &[], "");
    let finding = ill.finding("connections");
    assert!(evidence(&finding).contains(&format!("to {address} (")) && evidence(&finding).contains("5.00 per request"), "{finding:#}");
}

#[test]
fn a_session_that_requests_wait_for() {
    let code = "<?php session_start(); usleep(30000); echo 'served';";
    let folder = std::env::temp_dir().join(format!("loxo-ill-sessions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("can be made");
    let path = format!("session.save_path={}", folder.display());
    let ill = Ill::start("session", &[("index.php", code)], &["-d", &path], "Cookie: PHPSESSID=0123456789abcdef0123456789abcdef\r\n");
    ill.finding("session-lock");
    drop(ill);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_pattern_that_tries_every_way() {
    let code =
        "<?php ini_set('pcre.jit', '0'); for ($i = 0; $i < 20; $i++) { preg_match('/^(a+)+$/', str_repeat('a', 16) . 'b'); } echo 'tried';";
    let ill = Ill::start("regex", &[("index.php", code)], &[], "");
    let finding = ill.finding("regex");
    assert!(evidence(&finding).contains("preg_match()"), "{finding:#}");
}
