//! A MariaDB of the measure's own. Its data stay, so that applications are installed once; its socket goes with the run.

use crate::Result;
use crate::bench::servers::{Running, is_root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub struct Database {
    pub socket: PathBuf,
    _server: Running,
}

impl Database {
    /// Starts it on the data in `data`, which are made when there are none.
    pub fn start(data: &Path, run: &Path) -> Result<Database> {
        if Command::new("mariadbd").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
            crate::reference::apt_install(&["mariadb-server-core", "mariadb-client-core"])?;
        }
        let user: &[&str] = if is_root() { &["--user=root"] } else { &[] };
        let log = fs::File::create(run.join("mariadb.log"))?;
        let directory = format!("--datadir={}", data.display());
        if !data.join("mysql").is_dir() {
            fs::create_dir_all(data)?;
            let mut install = Command::new("mariadb-install-db");
            install.args(["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db", &directory]).args(user);
            let status = install.stdout(log.try_clone()?).stderr(log.try_clone()?).status()?;
            if !status.success() {
                let _ = fs::remove_dir_all(data);
                return Err(format!("mariadb-install-db failed; see {}", run.display()).into());
            }
        }
        let socket = run.join("db.sock");
        let mut command = Command::new("mariadbd");
        command.args(["--no-defaults", "--skip-networking", "--skip-log-bin", "--innodb-flush-log-at-trx-commit=0", &directory]).args(user);
        command.arg(format!("--socket={}", socket.display())).stdout(log.try_clone()?).stderr(log);
        let mut server = Running::start_as_it_is(&mut command)?;
        let end = Instant::now() + Duration::from_secs(60);
        while !Database::client(&socket, "select 1").is_ok_and(|status| status) {
            if server.has_ended() || Instant::now() > end {
                return Err(format!("MariaDB does not start (is another run at work?); see {}", run.join("mariadb.log").display()).into());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(Database { socket, _server: server })
    }

    /// A new, empty database.
    pub fn create(&self, name: &str) -> Result<()> {
        self.run(&format!("drop database if exists {name}; create database {name} character set utf8mb4"))
    }

    pub fn run(&self, sql: &str) -> Result<()> {
        if Database::client(&self.socket, sql)? { Ok(()) } else { Err(format!("MariaDB refuses: {sql}").into()) }
    }

    fn client(socket: &Path, sql: &str) -> Result<bool> {
        let mut command = Command::new("mariadb");
        command.args(["--no-defaults", "-uroot", "-e", sql]).arg(format!("-S{}", socket.display()));
        Ok(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?.success())
    }
}
