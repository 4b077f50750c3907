//! A MariaDB of a run's own, for the tests that want a database server.

use crate::Result;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Folders whose tests ask for the server.
const FOLDERS: &[&str] = &["ext/mysqli/", "ext/pdo_mysql/", "ext/ext_mysqli/", "ext/ext_pdo_mysql/"];

pub fn is_wanted<'a>(mut tests: impl Iterator<Item = &'a str>) -> bool {
    tests.any(|test| FOLDERS.iter().any(|folder| test.starts_with(folder)))
}

/// A server that runs; it is stopped, and its folder removed, when this goes.
pub struct Server {
    process: Child,
    folder: PathBuf,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing that it holds is needed any more.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Server {
    /// Starts one. `None`: MariaDB's programs are not installed, and tests that want them are skipped.
    pub fn start(out: &Path) -> Result<Option<Server>> {
        // The path of a Unix socket must be short.
        let folder = std::env::temp_dir().join(format!("loxo-db-{}", std::process::id()));
        let data = folder.join("data");
        fs::create_dir_all(&folder)?;
        let log = fs::File::create(out.join("mariadb.log"))?;
        let root = std::env::var("USER").is_ok_and(|user| user == "root") || std::env::var("HOME").is_ok_and(|home| home == "/root");
        let user: &[&str] = if root { &["--user=root"] } else { &[] };
        let install = || {
            let mut command = Command::new("mariadb-install-db");
            command.args(["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"]);
            command.arg(format!("--datadir={}", data.display())).args(user);
            command.stdout(log.try_clone()?).stderr(log.try_clone()?).status()
        };
        let mut installed = install();
        // On a machine that is short of something it may work a moment later.
        if installed.as_ref().is_ok_and(|status| !status.success()) {
            let _ = fs::remove_dir_all(&data);
            installed = install();
        }
        match installed {
            Ok(status) if status.success() => {}
            Ok(_) => return Err("mariadb-install-db failed; see mariadb.log".into()),
            Err(_) => {
                eprintln!("no MariaDB (apt-get install mariadb-server): tests that want a server are skipped");
                let _ = fs::remove_dir_all(&folder);
                return Ok(None);
            }
        }
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let process = Command::new("mariadbd")
            .args(["--no-defaults", "--bind-address=127.0.0.1", "--local-infile=1", "--skip-log-bin"])
            .arg(format!("--datadir={}", data.display()))
            .arg(format!("--socket={}", folder.join("s").display()))
            .arg(format!("--port={port}"))
            .args(user)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()?;
        let server = Server { process, folder, port };
        let end = Instant::now() + Duration::from_secs(60);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if Instant::now() > end {
                return Err("MariaDB does not answer; see mariadb.log".into());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let made = Command::new("mariadb")
            .args(["--no-defaults", "-uroot", "-e"])
            .arg("create database test; create user if not exists root@'127.0.0.1' identified by ''; grant all on *.* to root@'127.0.0.1' with grant option")
            .arg(format!("-S{}", server.folder.join("s").display()))
            .status()?;
        if made.success() { Ok(Some(server)) } else { Err("MariaDB makes no database".into()) }
    }

    /// The environment variables by which tests find it.
    pub fn environment(&self) -> Vec<(String, String)> {
        let (port, socket) = (self.port.to_string(), self.folder.join("s").display().to_string());
        let dsn = format!("mysql:host=127.0.0.1;port={port};dbname=test");
        let rows = [
            ("MYSQL_TEST_HOST", "127.0.0.1"),
            ("MYSQL_TEST_PORT", &port),
            ("MYSQL_TEST_SOCKET", &socket),
            ("MYSQL_TEST_USER", "root"),
            ("MYSQL_TEST_DB", "test"),
            ("PDO_MYSQL_TEST_DSN", &dsn),
            ("PDO_MYSQL_TEST_HOST", "127.0.0.1"),
            ("PDO_MYSQL_TEST_PORT", &port),
            ("PDO_MYSQL_TEST_SOCKET", &socket),
            ("PDO_MYSQL_TEST_USER", "root"),
            ("PDO_MYSQL_TEST_DB", "test"),
        ];
        rows.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }
}
