//! The wrapper of `http://`, against a web server that answers anything, and another that it may redirect to.
#![no_main]

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener};
use std::sync::{Mutex, OnceLock};

const PROGRAM: &str = r#"
ini_set('display_errors', '0');
ini_set('default_socket_timeout', '2');
foreach ([['max_redirects' => 2], ['ignore_errors' => true, 'follow_location' => 0, 'protocol_version' => 1.0]] as $options) {
    $context = stream_context_create(['http' => $options]);
    if ($stream = fopen('http://127.0.0.1:PORT/a/b?c', 'r', false, $context)) {
        stream_get_meta_data($stream);
        fgets($stream, 10);
        stream_get_contents($stream);
        fclose($stream);
    }
    isset($http_response_header) && http_get_last_response_headers() === $http_response_header || !isset($http_response_header) || exit(77);
    unset($http_response_header);
}
get_headers('http://127.0.0.1:PORT/', true);
"#;

/// What the server says now.
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// The server's port. It runs as long as the process.
fn port() -> u16 {
    static PORT: OnceLock<u16> = OnceLock::new();
    *PORT.get_or_init(|| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a socket");
        let port = listener.local_addr().expect("an address").port();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { continue };
                // The request, which is small, is read so that closing resets nothing.
                let _ = stream.read(&mut [0; 4096]);
                let answer = ANSWER.lock().map(|answer| answer.clone()).unwrap_or_default();
                let _ = stream.write_all(&answer);
                let _ = stream.shutdown(Shutdown::Write);
            }
        });
        port
    })
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let port = port().to_string();
    // Other servers are none of its business.
    let mut answer = bytes.to_vec();
    let places: Vec<usize> = answer.windows(3).enumerate().filter(|(_, part)| *part == b"://").map(|(at, _)| at).collect();
    for at in places.into_iter().rev() {
        answer.splice(at + 3..at + 3, format!("127.0.0.1:{port}/").into_bytes());
    }
    *ANSWER.lock().expect("the answer") = answer;
    loxo_fuzz::run(&PROGRAM.replace("PORT", &port), bytes);
});
