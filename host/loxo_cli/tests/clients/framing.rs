//! Requests whose host, or whose end, two readers could take differently. The cases are `framing.cases`: a name, then what is sent, where `\r`, `\n`, `\t`,
//! `\0` and `\xHH` are bytes and the ends of lines are none. Behind each case comes one more request. What nginx makes of that is in `framing.nginx`,
//! what Loxo does in `framing.loxo`: the status of each answer, and what a script saw; hosts without ports, which Debian's nginx does not pass on.
//! `LOXO_BLESS=1` writes both anew.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::folder::folder;
use super::serve::Server;
use super::stop::stop;

const PROGRAM: &str = "<?php header('Content-Type: text/plain'); echo json_encode([$_SERVER['REQUEST_METHOD'], $_SERVER['REQUEST_URI'],
    preg_replace('/:[0-9]*$/', '', $_SERVER['HTTP_HOST'] ?? 'none'), file_get_contents('php://input')], JSON_UNESCAPED_SLASHES);";
const NEXT: &[u8] = b"GET /next HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name)
}

/// Names and bytes.
fn cases() -> Vec<(String, Vec<u8>)> {
    let text = std::fs::read_to_string(file("framing.cases")).expect("the cases");
    let case = |text: &str| {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let name = lines.next().unwrap_or_default().to_string();
        (name, lines.flat_map(bytes).collect())
    };
    text.split("\n-----\n").map(case).collect()
}

fn bytes(line: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        out.push(match (byte, byte == b'\\') {
            (_, true) => match rest.next().expect("a letter behind a backslash") {
                b'r' => b'\r',
                b'n' => b'\n',
                b't' => b'\t',
                b'0' => 0,
                b'x' => {
                    let digits: String = rest.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).expect("two digits")
                }
                other => other,
            },
            (byte, false) => byte,
        });
    }
    out
}

/// What a server makes of a case: a line for each answer.
fn transcript(port: u16, case: &[u8]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("connects");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a socket");
    // Who has answered and closed takes no more.
    let _ = stream.write_all(&[case, NEXT].concat());
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut answers = Vec::new();
    let _ = stream.read_to_end(&mut answers);
    let mut out = String::new();
    let mut rest = &answers[..];
    while let Some((line, body, behind)) = answer(rest) {
        rest = behind;
        let status = line.split(' ').nth(1).unwrap_or(&line);
        let seen = if status == "200" { String::from_utf8_lossy(&body).into_owned() } else { String::new() };
        writeln!(out, "  {status} {seen}").expect("writes");
    }
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The first line of an answer, its body, and what comes behind it.
fn answer(bytes: &[u8]) -> Option<(String, Vec<u8>, &[u8])> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut rest = &bytes[end + 4..];
    let line = head.lines().next().unwrap_or_default().to_string();
    let field = |name: &str| {
        let field =
            |line: &str| line.split_once(": ").filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_string());
        head.lines().find_map(field)
    };
    if line.contains(" 100 ") {
        return Some((line, Vec::new(), rest));
    }
    if let Some(length) = field("content-length").and_then(|length| length.parse::<usize>().ok()) {
        let (body, behind) = rest.split_at(length.min(rest.len()));
        return Some((line, body.to_vec(), behind));
    }
    if field("transfer-encoding").is_none() {
        return Some((line, rest.to_vec(), b""));
    }
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).ok()?, 16).ok()?;
        rest = &rest[end + 2..];
        body.extend_from_slice(rest.get(..size)?);
        rest = rest.get(size + 2..)?;
        if size == 0 {
            return Some((line, body, rest));
        }
    }
}

/// What a server makes of all cases, as the files have it.
fn transcripts(port: u16) -> String {
    cases().iter().fold(String::new(), |all, (name, case)| format!("{all}{name}\n{}", transcript(port, case)))
}

/// The same, or what was made of them before.
fn check(expected: &str, made: &str) {
    if std::env::var_os("LOXO_BLESS").is_some() {
        std::fs::write(file(expected), made).expect("a writable file");
    }
    let known = std::fs::read_to_string(file(expected)).unwrap_or_default();
    assert!(known == made, "{expected}:\n{made}");
}

#[test]
fn each_case_is_taken_as_it_is_known_to_be() {
    for more in [&[][..], &["--processes", "1"]] {
        let server = Server::start("framing", &[("index.php", PROGRAM)], more);
        check("framing.loxo", &transcripts(server.port));
    }
}

/// Cases that Loxo takes and nginx does not, or takes for another target, and why nobody is deceived.
const OTHERWISE: [(&str, &str); 6] = [
    ("length: two that are the same", "they mean one (RFC 9110, 8.6), for who reads the first as for who reads the last"),
    ("length: with a tab before", "a tab may stand there (RFC 9112, 5); what follows is split as without it"),
    ("coding: with a tab before", "a tab may stand there (RFC 9112, 5); what follows is split as without it"),
    ("first line: a fragment", "it is no part of the target: the script does not see it"),
    ("host: none, HTTP/1.0", "nginx ends the connection, as it cannot tell a client of HTTP/1.0 how long its answer is"),
    ("length: by HTTP/1.0", "the same"),
];

/// Each answer is nginx's, or a refusal, or the last of its connection: nothing that nginx takes for one request is taken for another.
#[test]
fn no_case_is_split_otherwise_than_by_nginx() {
    let read = |name: &str| std::fs::read_to_string(file(name)).expect("is there");
    let by_case = |text: &str| -> Vec<Vec<String>> {
        text.lines().fold(Vec::new(), |mut all, line| {
            match line.starts_with(' ') {
                true => all.last_mut().expect("a name comes first").push(line.to_string()),
                false => all.push(vec![line.to_string()]),
            }
            all
        })
    };
    let (ours, theirs) = (by_case(&read("framing.loxo")), by_case(&read("framing.nginx")));
    assert_eq!((ours.len(), theirs.len()), (cases().len(), cases().len()));
    let refused = |line: &String| line.starts_with("  4") || line.starts_with("  5");
    for (ours, theirs) in ours.iter().zip(&theirs).filter(|(ours, _)| OTHERWISE.iter().all(|(name, _)| *name != ours[0])) {
        for (at, answer) in ours.iter().enumerate() {
            let is_last = at + 1 == ours.len();
            let same = theirs.get(at) == Some(answer);
            // Chunks count where there is a length, too, and nothing is read behind them (RFC 9112, 6.1).
            let ends = is_last && at == 1 && theirs.get(at).is_some_and(refused);
            assert!(same || ends || is_last && refused(answer), "{ours:?} but nginx: {theirs:?}");
        }
    }
}

struct Nginx {
    nginx: Child,
    fpm: Child,
    folder: PathBuf,
    port: u16,
}

impl Nginx {
    /// nginx with the same program behind it, if it is installed.
    fn start() -> Option<Nginx> {
        Command::new("nginx").arg("-v").stderr(Stdio::null()).status().ok()?;
        let folder = folder("framing-nginx", &[("index.php", PROGRAM)]);
        let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
        let (place, root) = (folder.display(), rustix::process::geteuid().is_root());
        let config = format!(
            "{} pid {place}/nginx.pid; error_log {place}/nginx.log; daemon off; worker_processes 1; events {{}}\n\
             http {{ access_log off; client_body_temp_path {place}/body; fastcgi_temp_path {place}/fastcgi; proxy_temp_path {place}/proxy;\n\
             uwsgi_temp_path {place}/uwsgi; scgi_temp_path {place}/scgi;\n\
             server {{ listen 127.0.0.1:{port}; server_name none; root {place};\n\
             location / {{ fastcgi_pass unix:{place}/fpm.sock; fastcgi_ignore_client_abort on; include /etc/nginx/fastcgi_params;\n\
             fastcgi_param SCRIPT_FILENAME {place}/index.php; }} }} }}\n",
            if root { "user root;" } else { "" }
        );
        std::fs::write(folder.join("nginx.conf"), config).expect("a file");
        let fpm = format!("[global]\nerror_log = {place}/fpm.log\n[www]\nlisten = {place}/fpm.sock\npm = static\npm.max_children = 2\n");
        std::fs::write(folder.join("fpm.conf"), fpm).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_loxo"));
        command.args(["fpm", "-n", "-F", "-R", "-y"]).arg(folder.join("fpm.conf")).stdin(Stdio::null()).stderr(Stdio::null());
        let fpm = command.spawn().expect("starts");
        let mut command = Command::new("nginx");
        let nginx = command.arg("-c").arg(folder.join("nginx.conf")).stderr(Stdio::null()).spawn().expect("starts");
        let nginx = Nginx { nginx, fpm, folder, port };
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() || !nginx.folder.join("fpm.sock").exists() {
            assert!(began.elapsed() < Duration::from_secs(30), "nginx does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(nginx)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        stop(&mut self.nginx);
        stop(&mut self.fpm);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn nginx_takes_each_case_as_it_is_known_to() {
    match Nginx::start() {
        Some(nginx) => check("framing.nginx", &transcripts(nginx.port)),
        None => println!("nginx is not there: apt-get install nginx-light"),
    }
}
