//! Requests per second of files of three lengths, over HTTP on the loopback: `loxo serve` beside nginx with its own settings of Debian.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::servers::{Running, children, cpu_time, free_port, is_root, requests_per_second, tools, wait_for};
use crate::Result;

const CLIENTS: usize = 32;
/// One measurement.
const SECONDS: usize = 3;
/// Names and bytes.
const FILES: [(&str, usize); 3] = [("1 KiB", 1 << 10), ("100 KiB", 100 << 10), ("10 MiB", 10 << 20)];

/// `engine`: the binary under test.
pub fn run(engine: &Path, rounds: usize) -> Result<()> {
    tools("static")?;
    let dir = std::env::temp_dir().join(format!("loxo-static-{}", std::process::id()));
    fs::create_dir_all(dir.join("www"))?;
    let outcome = measure(engine, rounds, &dir);
    fs::remove_dir_all(&dir)?;
    outcome
}

fn measure(engine: &Path, rounds: usize, dir: &Path) -> Result<()> {
    for (_, size) in FILES {
        // Nothing that repeats itself soon, and nothing that anybody would compress.
        let bytes: Vec<u8> = (0..size as u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        fs::write(dir.join(format!("www/{size}.png")), bytes)?;
    }
    let (ours, theirs) = (free_port()?, free_port()?);
    let mut command = Command::new(engine);
    command.args(["serve", "www", "-n", "--quiet", "--listen", &format!("127.0.0.1:{ours}")]).current_dir(dir);
    let loxo = Running::start(&mut command)?;
    let nginx = Running::start(Command::new("nginx").args(["-g", "daemon off;", "-c"]).arg(nginx_settings(dir, theirs)?))?;
    for (name, port) in [("loxo serve", ours), ("nginx", theirs)] {
        wait_for(port).ok_or_else(|| format!("{name} does not answer"))?;
    }
    println!(
        "\nstatic files over {CLIENTS} connections: requests per second, best of {}, and microseconds of a processor per request",
        rounds
    );
    println!("share: of nginx's rate, above 1 Loxo is faster");
    println!("{:<10} {:>10} {:>10} {:>7} {:>10} {:>10}", "", "loxo serve", "nginx", "share", "CPU loxo", "CPU nginx");
    for (name, size) in FILES {
        let mut best = [(0.0_f64, f64::INFINITY); 2];
        for _ in 0..rounds {
            for (best, (port, server)) in best.iter_mut().zip([(ours, &loxo), (theirs, &nginx)]) {
                let before = used(server)?;
                let rate = requests_per_second(&format!("http://127.0.0.1:{port}/{size}.png"), CLIENTS, SECONDS)?;
                let each = (used(server)? - before) as f64 / 1000.0 / (rate * SECONDS as f64);
                *best = (best.0.max(rate), best.1.min(each));
            }
        }
        let [(ours, our_time), (theirs, their_time)] = best;
        println!("{name:<10} {ours:>10.0} {theirs:>10.0} {:>7.2} {our_time:>10.1} {their_time:>10.1}", ours / theirs);
    }
    Ok(())
}

/// Time on a processor so far, of a server and the processes that it has started, in nanoseconds.
fn used(server: &Running) -> Result<u64> {
    let mut all = cpu_time(server.pid())?;
    for child in children(server.pid()) {
        all += cpu_time(child)?;
    }
    Ok(all)
}

fn nginx_settings(dir: &Path, port: u16) -> Result<PathBuf> {
    let user = if is_root() { "user root;" } else { "" };
    let dir_name = dir.display();
    let text = format!(
        "{user} pid {dir_name}/nginx.pid; error_log {dir_name}/nginx.log; worker_processes auto;\n\
         events {{ worker_connections 1024; }}\n\
         http {{ sendfile on; tcp_nopush on; include /etc/nginx/mime.types; access_log off; keepalive_requests 100000000;\n\
         server {{ listen 127.0.0.1:{port}; root {dir_name}/www; }} }}\n"
    );
    let file = dir.join("nginx.conf");
    fs::write(&file, text)?;
    Ok(file)
}
