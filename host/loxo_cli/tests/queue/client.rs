//! A server on a free port, and what a client says to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::address::{first_line, port_in};

const PATIENCE: Duration = Duration::from_secs(60);

/// A folder that does not exist yet: the server makes it.
pub fn data(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("loxo-queue-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

pub struct Server {
    pub process: Child,
    pub port: u16,
}

impl Server {
    pub fn start(data: &Path, options: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loxo"));
        Server::spawn(command.arg("queue"), data, options)
    }

    /// The same under a limit of `ulimit`: `-f` counts blocks of 512 bytes that a file may have, `-n` open files.
    pub fn start_limited(data: &Path, limit: &str, options: &[&str]) -> Server {
        let script = format!("trap '' XFSZ; ulimit {limit}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        Server::spawn(command.args(["-c", &script, env!("CARGO_BIN_EXE_loxo"), "queue"]), data, options)
    }

    /// Starts what the command names, whose last argument is `queue`.
    pub fn spawn(command: &mut Command, data: &Path, options: &[&str]) -> Server {
        Server::spawn_command(command.args(["--listen", "127.0.0.1:0", "--data"]).arg(data).args(options))
    }

    pub fn spawn_command(command: &mut Command) -> Server {
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the server starts");
        let port = port_in(&first_line(&mut process, |_| ()), "");
        Server { process, port }
    }

    pub fn client(&self) -> Client {
        Client::connect(self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub struct Client(BufReader<TcpStream>);

impl Client {
    pub fn connect(port: u16) -> Client {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("connects");
        stream.set_read_timeout(Some(PATIENCE)).expect("has a timeout");
        stream.set_nodelay(true).expect("sends at once");
        Client(BufReader::new(stream))
    }

    pub fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.0.get_mut().write_all(bytes)
    }

    pub fn line(&mut self) -> std::io::Result<String> {
        let mut line = Vec::new();
        if self.0.read_until(b'\n', &mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(String::from_utf8_lossy(&line).into_owned())
    }

    pub fn set(&mut self, queue: &str, value: &str) -> std::io::Result<String> {
        self.send(format!("set {queue} 0 0 {}\r\n{value}\r\n", value.len()).as_bytes())?;
        self.line()
    }

    /// The value of a `get` of one queue; the error is what came instead.
    pub fn get(&mut self, key: &str) -> std::io::Result<Result<Option<String>, String>> {
        self.send(format!("get {key}\r\n").as_bytes())?;
        let head = self.line()?;
        if head == "END\r\n" {
            return Ok(Ok(None));
        }
        let Some(length) = head.strip_prefix("VALUE ").and_then(|head| head.trim_end().rsplit(' ').next()?.parse::<usize>().ok()) else {
            return Ok(Err(head));
        };
        let mut value = vec![0; length + 2];
        self.0.read_exact(&mut value)?;
        value.truncate(length);
        self.line()?;
        Ok(Ok(Some(String::from_utf8_lossy(&value).into_owned())))
    }

    /// Everything that is answered before `version` is.
    pub fn say(&mut self, bytes: &[u8]) -> String {
        self.send(&[bytes, b"version\r\n"].concat()).expect("is sent");
        let mut all = String::new();
        loop {
            let line = self.line().expect("is answered");
            if line.starts_with("VERSION ") {
                return all;
            }
            all.push_str(&line);
        }
    }
}
