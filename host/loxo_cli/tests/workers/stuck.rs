//! Requests that wait for ever, a hundred of them with `LOXO_PROOF=1`: each ends in time, and the site answers others. (What cannot be interrupted, a
//! regular expression, goes on in a server of threads; its client has its answer.)

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::body;
use super::folder::folder;
use super::proof::part;
use super::serve::Server;
use super::stop::stop;

const LIMIT: Duration = Duration::from_secs(2);
/// How much later a request may end: in the whole proof, on a machine that has nothing else to do.
const LATE: Duration = Duration::from_secs(1);
/// On any other.
const LATE_UNDER_LOAD: Duration = Duration::from_secs(10);

/// A database server of the test's own.
struct Database {
    process: Child,
    folder: PathBuf,
}

impl Database {
    /// `None`: MariaDB is not installed.
    fn start(name: &str) -> Option<Database> {
        let program = ["/usr/sbin/mariadbd", "/usr/bin/mariadbd"].into_iter().find(|program| Path::new(program).exists())?;
        let folder = folder(name, &[]);
        let data = folder.join("data");
        let mut install = Command::new("mariadb-install-db");
        install
            .args(["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"])
            .arg(format!("--datadir={}", data.display()));
        let user: &[&str] = if rustix::process::geteuid().is_root() { &["--user=root"] } else { &[] };
        let installed = install.args(user).stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
        assert!(installed.success(), "the database cannot be made");
        let mut command = Command::new(program);
        command.args(["--no-defaults", "--skip-networking"]).args(user);
        command.arg(format!("--datadir={}", data.display())).arg(format!("--socket={}", folder.join("socket").display()));
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts");
        let database = Database { process, folder };
        let until = Instant::now() + Duration::from_secs(60);
        while std::os::unix::net::UnixStream::connect(database.folder.join("socket")).is_err() {
            assert!(Instant::now() < until, "the database does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
        Some(database)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        stop(&mut self.process);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn stuck(name: &str, options: &[&str], clients: usize, database: Option<&Database>) {
    let mysql = database.map(|database| {
        let socket = database.folder.join("socket");
        format!(
            "<?php $m = mysqli_connect(null, 'root', '', '', 0, '{}'); $m->query('SELECT SLEEP(1000)'); echo 'slept';",
            socket.display()
        )
    });
    let mut files = vec![
        ("ok.php", "<?php echo 'ok';"),
        ("sleep.php", "<?php sleep(1000); echo 'slept';"),
        ("flock.php", "<?php $f = fopen(__DIR__ . '/held', 'c'); flock($f, LOCK_EX); echo 'locked';"),
        (
            "regex.php",
            "<?php ini_set('pcre.backtrack_limit', '1000000000000'); ini_set('pcre.jit', '0');
             preg_match('/^(a+)+$/', str_repeat('a', 60) . 'b'); echo 'matched';",
        ),
    ];
    if let Some(mysql) = &mysql {
        files.push(("mysql.php", mysql));
    }
    let seconds = LIMIT.as_secs().to_string();
    let server = Server::start(name, &files, &[options, &["--request-timeout", &seconds]].concat());
    let held = std::fs::File::create(server.root.join("held")).expect("a file");
    held.lock().expect("is locked");
    let (over, late) = (AtomicBool::new(false), if clients < 100 { LATE_UNDER_LOAD } else { LATE });
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            let mut longest = Duration::ZERO;
            while !over.load(Ordering::Relaxed) {
                let began = Instant::now();
                assert_eq!(body(&server.get("/ok.php")), "ok");
                longest = longest.max(began.elapsed());
                std::thread::sleep(Duration::from_millis(20));
            }
            longest
        });
        // A regular expression takes a processor: they are a tenth of all, so that the others are not late for want of one.
        let (regexes, waiting) = files[1..].iter().partition::<Vec<_>, _>(|(page, _)| *page == "regex.php");
        let pages = (0..clients).map(|number| if number % 10 == 0 { regexes[0] } else { waiting[number % waiting.len()] });
        let clients: Vec<_> = pages
            .map(|(page, _)| {
                let server = &server;
                scope.spawn(move || {
                    let began = Instant::now();
                    (page, server.get(&format!("/{page}")), began.elapsed())
                })
            })
            .collect();
        let ended: Vec<_> = clients.into_iter().map(|client| client.join().expect("ends")).collect();
        over.store(true, Ordering::Relaxed);
        let longest = other.join().expect("the site answers");
        let last = ended.iter().map(|(_, _, took)| *took).max().unwrap_or_default();
        println!("{name}: {} requests ended after {last:?} at most, another client waited {longest:?}", ended.len());
        for (page, answer, took) in ended {
            assert!(answer.starts_with("HTTP/1.1 504 "), "{page}: {answer}");
            assert!(took >= LIMIT && took < LIMIT + late, "{page}: {took:?}");
        }
    });
}

/// A database takes long to make: it is there in the whole proof only.
#[test]
fn what_is_stuck_ends_in_time() {
    let clients = part(100) as usize;
    let database = if clients >= 100 { Database::start("stuck-database") } else { None };
    let workers = (clients + 4).to_string();
    stuck("stuck", &["--workers", &workers], clients, database.as_ref());
    stuck("stuck-threads", &["--processes", "2", "--workers", &workers], clients, database.as_ref());
    stuck("stuck-processes", &["--processes", &workers], clients, database.as_ref());
}
