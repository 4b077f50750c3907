//! `loxo hugepages`, and servers with `opcache.huge_code_pages`. What the kernel of the machine lacks is said and left out.

#[path = "common/address.rs"]
mod address;
#[path = "common/folder.rs"]
mod folder;
#[path = "common/serve.rs"]
mod serve;
#[path = "common/start.rs"]
mod start;
#[path = "common/stop.rs"]
mod stop;

use std::process::{Command, Output};

use loxo_hugepages_sys::{Advice, HUGE, Range, advise};
use serve::Server;

/// Its own process, one that it forks, and one that runs another program.
const PAGE: &str =
    "<?php echo getmypid(), ' ', trim(shell_exec('echo shell')), ' ', array_sum(array_map('strlen', str_split(str_repeat('x', 999), 7)));";

fn loxo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_loxo")).args(arguments).output().expect("loxo runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn start(name: &str, options: &[&str]) -> Server {
    Server::start(&format!("hugepages-{name}"), &[("index.php", PAGE)], &[&["--admin", "off"], options].concat())
}

/// The process that answered.
fn ask(server: &Server) -> String {
    let answer = server.get("/");
    let body = answer.rsplit("\r\n\r\n").next().unwrap_or_default();
    let (pid, rest) = body.split_once(' ').unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(rest, "shell 999", "{answer}");
    pid.into()
}

/// kB of huge pages in the executable mappings of a process that are Loxo's own: of its file, in shared memory, anonymous.
fn huge(pid: &str) -> [usize; 3] {
    let status = loxo(&["hugepages", "status", pid]);
    assert!(status.status.success(), "{}", text(&status.stderr));
    let mut sums = [0; 3];
    for line in text(&status.stdout).lines().skip(2).filter(|line| !line.contains("loxo-code")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (sum, word) in sums.iter_mut().zip(&words[1..4]) {
            *sum += word.parse::<usize>().expect("a number");
        }
    }
    sums
}

/// The kernel makes huge pages of memory when it is asked to.
fn kernel_has_huge_pages() -> bool {
    let memory = vec![1u8; 4 * HUGE];
    let start = memory.as_ptr() as usize;
    let made = advise(Range { start, end: start + memory.len() }.whole_pages(), Advice::Collapse);
    if let Err(error) = &made {
        eprintln!("left out: the kernel of this machine gives no huge pages: {error}");
    }
    made.is_ok()
}

#[test]
fn a_server_with_threads() {
    if !kernel_has_huge_pages() {
        return;
    }
    let plain = start("plain", &[]);
    let before = huge(&ask(&plain));
    let server = start("threads", &["-d", "opcache.huge_code_pages=1"]);
    let pid = ask(&server);
    assert_eq!(pid, server.process.id().to_string());
    let [file, shared, anonymous] = huge(&pid);
    assert!(file.max(anonymous) > before[0] && file.max(anonymous) >= 30 << 10, "{file} {shared} {anonymous}, without it {before:?}");
    assert_eq!(shared, 0);
    // To perf, a copy in anonymous memory has no file: its functions are named elsewhere.
    if anonymous > 0 {
        let path = format!("/tmp/perf-{pid}.map");
        let map = std::fs::read_to_string(&path).expect("the names of functions");
        assert!(map.lines().count() > 10_000 && map.contains("loxo_vm"), "{}", map.lines().count());
        std::fs::remove_file(path).expect("removed");
    }
    ask(&server);
}

#[test]
fn processes_share_a_copy() {
    if !kernel_has_huge_pages() {
        return;
    }
    let server = start("processes", &["--processes", "2", "-d", "opcache.huge_code_pages=1"]);
    let pid = ask(&server);
    assert_ne!(pid, server.process.id().to_string());
    let [file, shared, anonymous] = huge(&pid);
    assert!(file.max(shared) >= 30 << 10 && anonymous == 0, "{file} {shared} {anonymous}");
    ask(&server);
}

#[test]
fn programs_that_are_followed() {
    let echo = loxo(&["hugepages", "run", "--", "echo", "-n", "said"]);
    assert_eq!((text(&echo.stdout).as_str(), echo.status.code()), ("said", Some(0)));
    assert_eq!(loxo(&["hugepages", "run", "--mode", "3", "sh", "-c", "exit 7"]).status.code(), Some(7));
    // Who follows the program is no child that it would wait for.
    let waits = loxo(&["hugepages", "run", "sh", "-c", "wait; ps -o pid= --ppid $$ | wc -l"]);
    assert!(waits.status.success(), "{}", text(&waits.stderr));
    let missing = loxo(&["hugepages", "run", "--", "/no/such/program"]);
    assert_eq!(missing.status.code(), Some(127), "{}", text(&missing.stderr));
}

#[test]
fn what_is_said_of_wrong_arguments() {
    for (arguments, message) in [
        (&["apply"][..], "loxo: --pid says of which process\n"),
        (&["apply", "--pid", "x"], "loxo: --pid needs the number of a process, not \"x\"\n"),
        (&["apply", "--pid", "42949672960"], "loxo: --pid needs the number of a process, not \"42949672960\"\n"),
        (&["drop", "--pid", "4194305"], "loxo: process 4194305: there is no such process\n"),
        (&["apply", "--pid", "1", "--mode", "4"], "loxo: --mode is 1 (files), 2 (code that programs make) or 3 (both)\n"),
        (&["status", "../1"], "loxo: \"../1\" is no number of a process\n"),
        (&["run"], "loxo: run needs a program: loxo hugepages run -- PROGRAM\n"),
        (&["jump"], "loxo: hugepages has no command \"jump\": see loxo hugepages --help\n"),
    ] {
        let done = loxo(&[&["hugepages"], arguments].concat());
        assert_eq!((text(&done.stderr).as_str(), done.status.code()), (message, Some(1)), "{arguments:?}");
    }
}
