//! Floods over HTTP/2: frames that cost a server more than their client.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::figures::{cpu_time, memory};
use super::others_are_served;
use super::proof::part;
use super::serve::Server;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const HEADERS: u8 = 1;
const RESET: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GO_AWAY: u8 = 7;
const WINDOW_UPDATE: u8 = 8;
const CONTINUATION: u8 = 9;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
/// Reasons that a connection ends for (RFC 9113, 7).
const PROTOCOL_ERROR: u32 = 1;
const ENHANCE_YOUR_CALM: u32 = 11;

fn frame(kind: u8, flags: u8, stream: u32, content: &[u8]) -> Vec<u8> {
    let length = (content.len() as u32).to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), content].concat()
}

/// The head of a request as HPACK has it.
fn head(path: &str) -> Vec<u8> {
    [&[0x82, 0x86, 0x04, path.len() as u8], path.as_bytes(), &[0x01, 1, b'h']].concat()
}

fn request(number: u32, path: &str) -> Vec<u8> {
    frame(HEADERS, END_STREAM | END_HEADERS, 2 * number + 1, &head(path))
}

/// A request, and the end of the one that came so many before it.
fn reset_later(number: u32, path: &str, later: u32) -> Vec<u8> {
    let reset = number.checked_sub(later).map(|number| frame(RESET, 0, 2 * number + 1, &8_u32.to_be_bytes()));
    [request(number, path), reset.unwrap_or_default()].concat()
}

struct Flood {
    name: &'static str,
    /// What is sent as the so manieth on a connection.
    step: fn(u32) -> Vec<u8>,
    /// The client takes what it is answered.
    reads: bool,
    /// For what reason its connections must end.
    ends: Option<u32>,
}

const FLOODS: [Flood; 9] = [
    Flood {
        name: "requests that are reset at once",
        step: |number| reset_later(number, "/a.txt", 0),
        reads: true,
        ends: Some(ENHANCE_YOUR_CALM),
    },
    Flood { name: "requests that are reset a moment later", step: |number| reset_later(number, "/a.txt", 20), reads: true, ends: None },
    Flood {
        name: "scripts that are reset a moment later",
        step: |number| reset_later(number, "/slow.php", 20),
        reads: true,
        ends: Some(ENHANCE_YOUR_CALM),
    },
    Flood {
        name: "a head without end",
        step: |number| match number {
            0 => frame(HEADERS, END_STREAM, 1, &head("/a.txt")),
            _ => frame(CONTINUATION, 0, 1, &[&[0x10, 1, b'x', 100][..], &[b'y'; 100]].concat()),
        },
        reads: true,
        ends: Some(ENHANCE_YOUR_CALM),
    },
    Flood {
        name: "a head whose rest is empty",
        step: |number| match number {
            0 => frame(HEADERS, END_STREAM, 1, &head("/a.txt")),
            _ => frame(CONTINUATION, 0, 1, b""),
        },
        reads: true,
        ends: Some(ENHANCE_YOUR_CALM),
    },
    Flood {
        name: "mistakes that the server resets for",
        step: |number| [request(number, "/a.txt"), frame(WINDOW_UPDATE, 0, 2 * number + 1, &[0; 4])].concat(),
        reads: true,
        ends: Some(PROTOCOL_ERROR),
    },
    Flood { name: "questions whether it is there", step: |_| frame(PING, 0, 0, &[1; 8]), reads: false, ends: None },
    Flood { name: "settings", step: |_| frame(SETTINGS, 0, 0, &[0, 3, 0, 0, 0, 100]), reads: false, ends: None },
    Flood { name: "requests whose answers are not taken", step: |number| request(number, "/a.txt"), reads: false, ends: None },
];

/// What a client has seen of a flood.
#[derive(Debug, Default)]
struct Seen {
    connections: u32,
    steps: u64,
    reasons: Vec<u32>,
}

impl Flood {
    /// One connection after the other, for so long.
    fn run(&self, server: &Server, time: Duration) -> Seen {
        let (mut seen, until) = (Seen::default(), Instant::now() + time);
        while Instant::now() < until {
            seen.connections += 1;
            self.connection(server, until, &mut seen);
        }
        seen
    }

    fn connection(&self, server: &Server, until: Instant, seen: &mut Seen) {
        let mut stream = server.connect();
        stream.set_write_timeout(Some(Duration::from_millis(100))).expect("a socket");
        let reading = self.reads.then(|| {
            let reading = stream.try_clone().expect("a socket");
            std::thread::spawn(move || reasons(reading))
        });
        let mut good = stream.write_all(&[PREFACE, &frame(SETTINGS, 0, 0, b"")].concat()).is_ok();
        let mut number = 0;
        // Streams have numbers of 31 bits.
        while good && number < 1 << 29 && Instant::now() < until {
            let batch: Vec<u8> = (number..number + 50).flat_map(self.step).collect();
            good = stream.write_all(&batch).is_ok();
            (number, seen.steps) = (number + 50, seen.steps + 50);
        }
        // What was said before the end is still read.
        let _ = stream.shutdown(std::net::Shutdown::Write);
        if let Some(reading) = reading {
            seen.reasons.extend(reading.join().expect("reads"));
        }
    }
}

/// Reads frames to the end of a connection: the reasons that were given for it.
fn reasons(mut stream: TcpStream) -> Vec<u32> {
    let mut reasons = Vec::new();
    loop {
        let mut head = [0; 9];
        if stream.read_exact(&mut head).is_err() {
            return reasons;
        }
        let mut content = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
        if stream.read_exact(&mut content).is_err() {
            return reasons;
        }
        if head[3] == GO_AWAY && content.len() >= 8 {
            reasons.push(u32::from_be_bytes([content[4], content[5], content[6], content[7]]));
        }
    }
}

/// A flood takes one processor at most and no more memory the longer it goes on, and other clients are served.
#[test]
fn floods_over_http2_cost_little() {
    let server = Server::start(
        "floods",
        &[("a.txt", "static"), ("a.php", "<?php echo 'script';"), ("slow.php", "<?php usleep(20000);")],
        &["--workers", "2"],
    );
    let (pid, time) = (server.process.id(), Duration::from_millis(10 * u64::from(part(1000))));
    for flood in &FLOODS {
        flood.run(&server, time / 2);
        let (before, began, cpu) = (memory(pid), Instant::now(), cpu_time(pid));
        let (seen, longest) = others_are_served(&server, "/a.php", "script", || flood.run(&server, time));
        let (cpu, took, after) = (cpu_time(pid) - cpu, began.elapsed(), memory(pid));
        println!(
            "{}: {} steps over {} connections in {took:?}, {cpu:?} of a processor, {before} -> {after} KiB, another client waited {longest:?}",
            flood.name, seen.steps, seen.connections
        );
        assert!(cpu <= took + took / 10 + Duration::from_millis(50), "{}: {cpu:?} of a processor in {took:?}", flood.name);
        assert!(after <= before + before / 5 + 8192, "{}: {before} -> {after} KiB", flood.name);
        if let Some(reason) = flood.ends {
            assert!(seen.reasons.contains(&reason), "{}: no connection ends for reason {reason}", flood.name);
        }
    }
}
