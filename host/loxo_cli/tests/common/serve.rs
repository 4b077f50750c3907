//! A server with files of its own, for tests that talk to it byte by byte.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Child;
use std::time::Duration;

use super::address::port_in;
use super::folder::folder;
use super::start::start;
use super::stop::stop;

pub struct Server {
    pub process: Child,
    pub port: u16,
    pub root: PathBuf,
}

impl Server {
    pub fn start(name: &str, files: &[(&str, &str)], options: &[&str]) -> Server {
        let root = folder(name, files);
        // Root must say that scripts may run as root.
        let whoever: &[&str] = if options.contains(&"--processes") && rustix::process::geteuid().is_root() { &["-R"] } else { &[] };
        let (process, line) = start(&[&[".", "--listen", "127.0.0.1:0"], options, whoever].concat(), &root, |_| ());
        Server { process, port: port_in(&line, "http"), root }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        stream
    }

    /// The whole answer.
    pub fn get(&self, path: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").as_bytes()).expect("writes");
        let mut answer = Vec::new();
        // A server that resets the connection has said what it had to say.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        stop(&mut self.process);
        let _ = std::fs::remove_dir_all(&self.root);
    }
}
