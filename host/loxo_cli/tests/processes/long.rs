//! What must hold for minutes: thousands of reloads, releases, upgrades and kills under load. A small part runs each time;
//! `LOXO_PROOF=1 cargo test -p loxo_cli --test processes long` runs all of it, `LOXO_PROOF=0.1` a tenth.

use std::path::Path;
use std::time::{Duration, Instant};

use super::proof::part;
use super::{KILLED, Load, Server, is, kill_under_load, wait_for};

/// The parts of a page must be of one release.
pub fn is_one_release(body: &str) -> Option<String> {
    let mut parts = body.split(' ');
    let first = parts.next().unwrap_or_default();
    let whole = !first.is_empty() && body.split(' ').count() == 3 && parts.all(|part| part == first);
    (!whole).then(|| format!("of several releases: {body}"))
}

#[test]
fn reloads_lose_nothing() {
    let server = Server::start("proof-reloads", &[("p.php", "<?php usleep(500); echo 'p';")], &["--processes", "2", "--workers", "2"]);
    let load = Load::begin(server.port, 4, "/p.php", is("p"));
    let began = Instant::now();
    for number in 0..part(1000) {
        let before = server.pool();
        server.signal(if number % 2 == 0 { "HUP" } else { "USR2" });
        wait_for("new process", 60, || server.pool().iter().any(|pid| !before.contains(pid)));
        std::thread::sleep(Duration::from_millis(50));
    }
    println!("{} reloads in {:?}", part(1000), began.elapsed());
    load.end_without_failure();
}

pub fn release(root: &Path, number: u32) -> std::io::Result<()> {
    let folder = root.join(format!("release-{number}"));
    std::fs::create_dir_all(folder.join("lib"))?;
    std::fs::write(
        folder.join("index.php"),
        format!(
            "<?php $a = '{number}'; usleep(300); $b = require __DIR__ . '/lib/part.php'; $c = trim(file_get_contents($_SERVER['DOCUMENT_ROOT'] . '/version')); echo \"$a $b $c\";"
        ),
    )?;
    std::fs::write(folder.join("lib/part.php"), format!("<?php return '{number}';"))?;
    std::fs::write(folder.join("version"), format!("{number}\n"))
}

#[test]
fn releases_are_switched_as_a_whole() {
    let root = super::folder("proof-releases", &[]);
    release(&root, 0).expect("a release");
    std::os::unix::fs::symlink("release-0", root.join("current")).expect("a link");
    let server = Server::serving(&root.join("current"), "proof-releases-server", &["--processes", "2", "--workers", "2"]);
    let load = Load::begin(server.port, 4, "/", is_one_release);
    let began = Instant::now();
    for number in 1..=part(1000) {
        release(&root, number).expect("a release");
        let next = root.join("next");
        std::os::unix::fs::symlink(format!("release-{number}"), &next)
            .and_then(|()| std::fs::rename(&next, root.join("current")))
            .expect("a link");
        std::thread::sleep(Duration::from_millis(150));
        // Requests that began before the switch are over.
        std::fs::remove_dir_all(root.join(format!("release-{}", number - 1))).expect("a release");
    }
    println!("{} switches in {:?}", part(1000), began.elapsed());
    load.end_without_failure();
    let _ = std::fs::remove_dir_all(&root);
}

#[test]
fn upgrades_lose_nothing() {
    let binary = Path::new(env!("CARGO_BIN_EXE_loxo"));
    let folder = binary.parent().expect("a folder");
    let name = folder.join(format!("loxo-proof-{}", std::process::id()));
    let versions = [0, 1].map(|number| folder.join(format!("loxo-proof-{}-{number}", std::process::id())));
    for version in &versions {
        let _ = std::fs::remove_file(version);
        std::fs::hard_link(binary, version).expect("another name");
    }
    let point_to = |version: &Path| {
        let next = name.with_extension("next");
        std::os::unix::fs::symlink(version, &next).and_then(|()| std::fs::rename(&next, &name)).expect("a link");
    };
    point_to(&versions[0]);
    let server =
        Server::start_as(&name, "proof-upgrades", &[("p.php", "<?php usleep(500); echo 'p';")], &["--processes", "2", "--workers", "2"]);
    let load = Load::begin(server.port, 4, "/p.php", is("p"));
    let running = || std::fs::read_link(format!("/proc/{}/exe", server.process.id())).unwrap_or_default();
    for number in 1..=part(100) {
        let version = &versions[number as usize % 2];
        point_to(version);
        server.signal("USR2");
        wait_for("other binary", 60, || running() == *version);
        std::thread::sleep(Duration::from_millis(200));
    }
    load.end_without_failure();
    drop(server);
    for file in versions.iter().chain([&name]) {
        let _ = std::fs::remove_file(file);
    }
}

#[test]
fn kills_for_a_minute_lose_their_own_requests_only() {
    let server = Server::start("proof-kills", &KILLED, &["--processes", "2", "--workers", "4"]);
    kill_under_load(&server, 20, part(60) as usize, Duration::from_secs(1), 4);
}
