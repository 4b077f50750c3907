//! Scripts that end before what they have announced: what they have sent arrives, in whatever pieces.

use super::serve::Server;

const AT_ONCE: &str = "<?php header('Content-Length: 6979'); flush(); echo str_repeat('x', 4592);";
const LATER: &str = "<?php header('Content-Length: 6979'); echo 'a'; flush(); usleep(2000); echo str_repeat('x', 4592);";

#[test]
fn what_was_sent_arrives() {
    for processes in [&["--workers", "2"][..], &["--processes", "1"]] {
        let server = Server::start("short", &[("at_once.php", AT_ONCE), ("later.php", LATER)], processes);
        for round in 0..20 {
            for (path, bytes) in [("/at_once.php", 4592), ("/later.php", 4593)] {
                let answer = server.get(path);
                let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
                assert!(answer.starts_with("HTTP/1.1 200 ") && body.len() == bytes, "{path}, round {round}: {} bytes", body.len());
            }
        }
    }
}
