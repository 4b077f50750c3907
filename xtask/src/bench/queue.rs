//! Items per second that `loxo queue` takes, beside memcached and lists of Redis: 8 writers, each waiting for its answer.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use super::servers::{Running, free_port, wait_for};
use crate::Result;

const WRITERS: usize = 8;
/// Of all writers together, in a measurement.
const SETS: usize = 10_000;
const KEY: &str = "0123456789abcdef";
const VALUE: usize = 100;

struct Side {
    name: &'static str,
    request: Vec<u8>,
    /// The request was done.
    is_answer: fn(&[u8]) -> bool,
    port: u16,
    /// Of each round, in sets per second.
    rates: Vec<f64>,
}

/// `engine`: the binary.
pub fn run(engine: &Path, rounds: usize) -> Result<()> {
    for (tool, package) in [("memcached", "memcached"), ("redis-server", "redis-server")] {
        let found = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        found.map_err(|_| format!("`bench queue` needs {tool}: apt-get install {package}"))?;
    }
    let dir = std::env::temp_dir().join(format!("loxo-queue-bench-{}", std::process::id()));
    fs::create_dir_all(&dir)?;
    let outcome = measure(engine, rounds, &dir);
    fs::remove_dir_all(&dir)?;
    outcome
}

fn measure(engine: &Path, rounds: usize, dir: &Path) -> Result<()> {
    let value = "x".repeat(VALUE);
    let set = format!("set {KEY} 0 0 {VALUE}\r\n{value}\r\n").into_bytes();
    let push = format!("*3\r\n$5\r\nRPUSH\r\n$16\r\n{KEY}\r\n${VALUE}\r\n{value}\r\n").into_bytes();
    let (mut running, mut sides) = (Vec::new(), Vec::new());
    for (name, sync) in [("loxo queue, always", "always"), ("loxo queue, interval", "interval"), ("loxo queue, never", "never")] {
        let port = free_port()?;
        let mut command = Command::new(engine);
        command.args(["queue", "--quiet", "--listen", &format!("127.0.0.1:{port}"), "--sync", sync, "--data"]).arg(dir.join(sync));
        running.push(Running::start(&mut command)?);
        sides.push(Side { name, request: set.clone(), is_answer: |answer| answer == b"STORED\r\n", port, rates: Vec::new() });
    }
    for (name, sync) in [("Redis, always", "always"), ("Redis, everysec", "everysec")] {
        let port = free_port()?;
        let folder = dir.join(format!("redis-{sync}"));
        fs::create_dir_all(&folder)?;
        let mut command = Command::new("redis-server");
        command.args([
            "--port",
            &port.to_string(),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "yes",
            "--appendfsync",
            sync,
            "--dir",
        ]);
        running.push(Running::start(command.arg(folder))?);
        sides.push(Side { name, request: push.clone(), is_answer: |answer| answer.starts_with(b":"), port, rates: Vec::new() });
    }
    let port = free_port()?;
    let mut command = Command::new("memcached");
    running.push(Running::start(command.args(["-u", "nobody", "-l", "127.0.0.1", "-p", &port.to_string()]))?);
    sides.push(Side { name: "memcached", request: set, is_answer: |answer| answer == b"STORED\r\n", port, rates: Vec::new() });
    for side in &sides {
        wait_for(side.port).ok_or_else(|| format!("{} does not answer", side.name))?;
        load(side)?;
    }
    for _ in 0..rounds {
        for side in &mut sides {
            let rate = load(side)?;
            side.rates.push(rate);
        }
    }
    println!(
        "\nqueue: sets per second of {WRITERS} writers, {VALUE} bytes under a key of {}, {SETS} in a round, {} rounds",
        KEY.len(),
        rounds
    );
    println!("{:<22} {:>9} {:>9} {:>9}", "", "median", "least", "most");
    for side in &mut sides {
        side.rates.sort_by(f64::total_cmp);
        let (least, most) = (side.rates[0], side.rates[side.rates.len() - 1]);
        println!("{:<22} {:>9.0} {least:>9.0} {most:>9.0}", side.name, side.rates[side.rates.len() / 2]);
    }
    let median = |name: &str| sides.iter().find(|side| side.name == name).map_or(0.0, |side| side.rates[side.rates.len() / 2]);
    println!("always beside Redis, always:  {:.2}", median("loxo queue, always") / median("Redis, always"));
    println!("interval beside memcached:    {:.2}", median("loxo queue, interval") / median("memcached"));
    Ok(())
}

/// Sets per second.
fn load(side: &Side) -> Result<f64> {
    let begun = Instant::now();
    let outcome: Result<Vec<()>> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS).map(|_| scope.spawn(|| write(side).map_err(|error| error.to_string()))).collect();
        writers.into_iter().map(|writer| Ok(writer.join().map_err(|_| "a writer has failed")??)).collect()
    });
    outcome?;
    Ok(SETS as f64 / begun.elapsed().as_secs_f64())
}

fn write(side: &Side) -> Result<()> {
    let mut stream = TcpStream::connect(("127.0.0.1", side.port))?;
    stream.set_nodelay(true)?;
    let mut answer = [0; 64];
    for _ in 0..SETS / WRITERS {
        stream.write_all(&side.request)?;
        let mut length = 0;
        while !answer[..length].ends_with(b"\r\n") {
            match stream.read(&mut answer[length..])? {
                0 => return Err(format!("{} has ended a connection", side.name).into()),
                count => length += count,
            }
        }
        if !(side.is_answer)(&answer[..length]) {
            return Err(format!("{} said {}", side.name, String::from_utf8_lossy(&answer[..length])).into());
        }
    }
    Ok(())
}
