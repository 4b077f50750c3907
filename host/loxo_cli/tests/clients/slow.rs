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
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let (_, longest) = others_are_served(&server, "/a.php", "script", || command.status().expect("runs"));
        println!("slowhttptest {} with {connections} connections: another client waited {longest:?}", kind[0]);
        assert!(!whole || longest < Duration::from_secs(1), "{}: {longest:?}", kind[0]);
    }
}
