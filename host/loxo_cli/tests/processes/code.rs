//! Code that is replaced: what was preloaded is preloaded again, and releases that are gone do not fill the memory.

use std::path::Path;
use std::time::Duration;

use super::{Load, Server, long, wait_for};

fn preloaded(number: u32) -> String {
    format!("<?php class Pre {{ const V = '{number}'; static $n = 0; }} function pre() {{ static $n = 0; return '{number}' . $n++; }}")
}

/// Function and class are of one reload, and statics are a request's own.
fn is_one_version(body: &str) -> Option<String> {
    (!matches!(body, "10 1 0" | "20 2 0" | "30 3 0")).then(|| format!("of several versions: {body}"))
}

#[test]
fn a_reload_of_threads_preloads_again() {
    let page = "<?php usleep(500); echo pre(), ' ', Pre::V, ' ', Pre::$n++;";
    let files = [("p.php", page), ("pre.php", &preloaded(1)[..])];
    let arguments = ["serve", ".", "-n", "--listen", "127.0.0.1:0", "--workers", "3", "-d", "opcache.preload=pre.php"];
    let server = Server::run(Path::new(env!("CARGO_BIN_EXE_loxo")), super::folder("preload", &files), &arguments);
    let ask = || server.get("/p.php").expect("a page");
    let load = Load::begin(server.port, 3, "/p.php", is_one_version);
    assert_eq!(ask(), "10 1 0");
    for number in [2, 3] {
        std::fs::write(server.root.join("pre.php"), preloaded(number)).expect("a file");
        server.signal("USR2");
        wait_for("new code", 20, || ask().starts_with(&number.to_string()));
    }
    // One that fails changes nothing.
    std::fs::write(server.root.join("pre.php"), "<?php function pre() { return 'x'; } missing();").expect("a file");
    server.signal("USR2");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(ask(), "30 3 0");
    load.end_without_failure();
}

/// Kilobytes of the pool's processes.
fn memory(server: &Server) -> u64 {
    let of = |pid: u32| std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let line = |text: String| text.lines().find_map(|line| line.strip_prefix("Pss:")?.split_whitespace().next()?.parse::<u64>().ok());
    server.pool().into_iter().filter_map(|pid| line(of(pid))).sum()
}

#[test]
fn long_deploys_do_not_pile_up() {
    let root = super::folder("code-releases", &[]);
    let deploy = |number: u32| {
        long::release(&root, number).expect("a release");
        let functions =
            (0..400).map(|n| format!("function f{n}($a) {{ $b = [$a, {n}, 'text {n} of {number}']; return strlen($b[2]) + $a; }}\n"));
        let part = format!("<?php\n{}return '{number}';", functions.collect::<String>());
        std::fs::write(root.join(format!("release-{number}/lib/part.php")), part).expect("a file");
        let next = root.join("next");
        std::os::unix::fs::symlink(format!("release-{number}"), &next).expect("a link");
        std::fs::rename(&next, root.join("current")).expect("a link");
    };
    deploy(0);
    let options = ["--processes", "1", "--workers", "2", "-d", "opcache.memory_consumption=8"];
    let server = Server::serving(&root.join("current"), "code-server", &options);
    let load = Load::begin(server.port, 2, "/", long::is_one_release);
    let deploys = super::proof::part(1000).max(60);
    let (first, mut most, mut processes) = (server.pool(), [0, 0], std::collections::BTreeSet::new());
    for number in 1..=deploys {
        deploy(number);
        std::thread::sleep(Duration::from_millis(150));
        std::fs::remove_dir_all(root.join(format!("release-{}", number - 1))).expect("a release");
        processes.extend(server.pool());
        let half = &mut most[usize::from(number > deploys / 2)];
        *half = memory(&server).max(*half);
    }
    println!("{deploys} deploys: {} processes one after the other, at most {} and then {} KiB", processes.len(), most[0], most[1]);
    wait_for("another process", 20, || server.pool() != first);
    load.end_without_failure();
    assert!(deploys < 500 || most[1] * 10 <= most[0] * 12, "{most:?} KiB");
    drop(server);
    let _ = std::fs::remove_dir_all(&root);
}

#[test]
fn trusted_files_are_not_looked_for() {
    let files = [("index.php", "<?php require __DIR__ . '/now/part.php';")];
    let arguments = ["serve", ".", "-n", "--listen", "127.0.0.1:0", "--workers", "1", "-d", "opcache.validate_timestamps=0"];
    let arguments = [&arguments[..], &["-d", "opcache.revalidate_freq=0"]].concat();
    let server = Server::run(Path::new(env!("CARGO_BIN_EXE_loxo")), super::folder("trusted", &files), &arguments);
    let ask_after = |release: &str| {
        let (folder, link) = (server.root.join(release), server.root.join("now"));
        std::fs::create_dir(&folder).expect("a folder");
        std::fs::write(folder.join("part.php"), release).expect("a file");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(release, link).expect("a link");
        server.get("/index.php").expect("a page")
    };
    assert_eq!(ask_after("first"), "first");
    // As by PHP: whoever asks the system about each include sees the other one.
    assert_eq!(ask_after("second"), "first");
}
