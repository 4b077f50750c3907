//! Requests per second of a script that says hello, over HTTP on the loopback: `loxo serve` as one process, and with its front and a pool of
//! processes, beside nginx with php-fpm.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Options;
use super::servers::{Running, free_port, is_root, requests_per_second, tools, wait_for};
use crate::{Result, paths};

const CLIENTS: usize = 32;
/// One measurement.
const SECONDS: usize = 4;

pub fn run(options: &Options) -> Result<()> {
    tools("hello")?;
    let fpm = paths::reference_dir().join("bin/php-fpm84");
    if !fpm.is_file() {
        return Err(format!("{} is missing: run `cargo xtask reference`", fpm.display()).into());
    }
    let dir = std::env::temp_dir().join(format!("loxo-hello-{}", std::process::id()));
    fs::create_dir_all(dir.join("www"))?;
    fs::write(dir.join("www/hello.php"), "<?php echo 'hello';")?;
    let outcome = measure(options, &fpm, &dir);
    fs::remove_dir_all(&dir)?;
    outcome
}

fn measure(options: &Options, fpm: &Path, dir: &Path) -> Result<()> {
    let workers = std::thread::available_parallelism().map_or(2, usize::from) * 2;
    let all = workers.to_string();
    // Everybody may run as root here, who alone may read what is measured.
    let ours: [(&str, &[&str]); 3] = [
        ("loxo serve", &["--workers", &all]),
        ("a pool of threads", &["-R", "--processes", "1", "--workers", &all]),
        ("a pool of processes", &["-R", "--processes", &all]),
    ];
    let (mut running, mut sides) = (Vec::new(), Vec::new());
    for (name, arguments) in ours {
        let port = free_port()?;
        let mut command = Command::new(&options.php);
        command.args(["serve", "www", "-n", "--quiet", "--listen", &format!("127.0.0.1:{port}")]).args(arguments).current_dir(dir);
        running.push(Running::start(&mut command)?);
        sides.push((name, port));
    }
    let theirs = free_port()?;
    running.push(Running::start(Command::new(fpm).args(["-F", "-R", "-y"]).arg(fpm_settings(dir, workers)?))?);
    running.push(Running::start(Command::new("nginx").args(["-g", "daemon off;", "-c"]).arg(nginx_settings(dir, theirs)?))?);
    sides.push(("nginx + php-fpm", theirs));
    for (name, port) in &sides {
        wait_for(*port).ok_or_else(|| format!("{name} does not answer"))?;
        load(*port, 1)?;
    }
    println!("\nhello, requests per second over {CLIENTS} connections, best of {}, {workers} workers each", options.rounds);
    println!("ratio: time per request beside nginx + php-fpm, below 1 Loxo is faster");
    let mut best = vec![0.0_f64; sides.len()];
    for _ in 0..options.rounds {
        for (best, (_, port)) in best.iter_mut().zip(&sides) {
            *best = best.max(load(*port, SECONDS)?);
        }
    }
    let reference = best.last().copied().unwrap_or_default();
    for (best, (name, _)) in best.iter().zip(&sides) {
        println!("{name:<20} {best:>9.0} {:>9.2}", reference / best);
    }
    Ok(())
}

/// Requests per second.
fn load(port: u16, seconds: usize) -> Result<f64> {
    requests_per_second(&format!("http://127.0.0.1:{port}/hello.php"), CLIENTS, seconds)
}

fn fpm_settings(dir: &Path, workers: usize) -> Result<PathBuf> {
    let mut text = format!("[global]\nerror_log = {0}/fpm.log\n[www]\nlisten = {0}/fpm.sock\n", dir.display());
    if is_root() {
        text += "user = root\ngroup = root\n";
    }
    write!(text, "pm = static\npm.max_children = {workers}\nphp_admin_value[opcache.jit] = disable\n")?;
    let file = dir.join("fpm.conf");
    fs::write(&file, text)?;
    Ok(file)
}

fn nginx_settings(dir: &Path, port: u16) -> Result<PathBuf> {
    let user = if is_root() { "user root;" } else { "" };
    let dir_name = dir.display();
    let text = format!(
        "{user} pid {dir_name}/nginx.pid; error_log {dir_name}/nginx.log; worker_processes auto;\n\
         events {{ worker_connections 1024; }}\n\
         http {{ access_log off; keepalive_requests 100000000;\n\
         upstream fpm {{ server unix:{dir_name}/fpm.sock; }}\n\
         server {{ listen 127.0.0.1:{port}; root {dir_name}/www;\n\
         location ~ \\.php$ {{ fastcgi_pass fpm; include /etc/nginx/fastcgi_params;\n\
         fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name; }} }} }}\n"
    );
    let file = dir.join("nginx.conf");
    fs::write(&file, text)?;
    Ok(file)
}
