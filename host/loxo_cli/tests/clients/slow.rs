//! Clients that are slow on purpose, as slowhttptest has them (apt-get install slowhttptest), a thousand of them with `LOXO_PROOF=1`.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::others_are_served;
use super::proof::part;
use super::serve::Server;

/// slow heads, slow bodies, answers that are taken slowly, and a range with very many parts.
const KINDS: [&[&str]; 4] = [
    &["-H"],
    &["-B", "-s", "100000"],
    &["-X", "-w", "512", "-y", "1024", "-n", "5", "-z", "32", "-k", "3"],
    &["-R", "-a", "10", "-b", "3000"],
];

/// The most connections that slowhttptest counted at a time, those that were answered and closed included.
fn most_connections(report: &str) -> u32 {
    let count = |line: &str, what: &str| {
        // A colour's code, which ends in `m`, stands before the number.
        line.split_once(what)?.1.rsplit('m').next()?.trim().parse::<u32>().ok()
    };
    let (mut most, mut connected) = (0, 0);
    for line in report.lines() {
        connected = count(line, "connected:").unwrap_or(connected);
        let closed = count(line, "closed:").unwrap_or(0);
        most = most.max(connected + closed);
    }
    most
}

#[test]
fn slow_clients_by_the_hundred_hold_nobody_up() {
    if Command::new("slowhttptest").arg("-h").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
        println!("slowhttptest is not there: apt-get install slowhttptest");
        return;
    }
    let whole = part(1000) >= 1000;
    let (connections, seconds) = if whole { ("1000", "60") } else { ("100", "2") };
    let page = "<?php echo str_repeat('x', 200000);";
    let files = [("a.php", "<?php echo 'script';"), ("index.php", page), ("a.txt", "static")];
    let server = Server::start("slow-clients", &files, &["--workers", "2"]);
    for kind in KINDS {
        let url = format!("http://127.0.0.1:{}/{}", server.port, if kind[0] == "-R" { "a.txt" } else { "" });
        let mut command = Command::new("slowhttptest");
        command.args(kind).args(["-c", connections, "-r", "200", "-l", seconds, "-i", "5", "-p", "2", "-u", &url]);
        command.stdin(Stdio::null()).stderr(Stdio::null());
        let (output, longest) = others_are_served(&server, "/a.php", "script", || command.output().expect("runs"));
        let reached = most_connections(&String::from_utf8_lossy(&output.stdout));
        println!("slowhttptest {} reached {reached} connections: another client waited {longest:?}", kind[0]);
        // Ranges are answered at once, and slowhttptest ends as soon as no connection is open, before it has made them all.
        assert!(!whole || kind[0] == "-R" || reached == 1000, "{}: {reached} connections", kind[0]);
        assert!(!whole || longest < Duration::from_secs(1), "{}: {longest:?}", kind[0]);
    }
}
