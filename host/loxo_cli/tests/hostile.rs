//! Every builtin function and class is called with values that nobody means well (`hostile/calls.php`). Whatever PHP code does, the process
//! ends by itself, and says no word about the engine's own trouble. `LOXO_HOSTILE=SEED,ROUNDS` asks for more of the same.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// They wait, calculate for days, end the process, start programs, use the network, change the process or other processes, or reach beyond the folder of the test.
const LEFT_OUT: &[&str] = &[
    "Memcache::",
    "MemcachePool::",
    "Memcached::",
    "checkdnsrr",
    "chroot",
    "die",
    "dl",
    "dns_check_record",
    "dns_get_mx",
    "dns_get_record",
    "exec",
    "exit",
    "flock",
    "fsockopen",
    "gethostbyaddr",
    "gethostbyname",
    "gethostbynamel",
    "getmxrr",
    "highlight_file",
    "mail",
    "memcache_connect",
    "memcache_pconnect",
    "mysqli::",
    "mysqli_connect",
    "mysqli_real_connect",
    "openssl_pbkdf2",
    "passthru",
    "password_hash",
    "pcntl_alarm",
    "pcntl_exec",
    "pcntl_fork",
    "pcntl_setcpuaffinity",
    "pcntl_setpriority",
    "pcntl_signal",
    "pcntl_sigprocmask",
    "pcntl_sigtimedwait",
    "pcntl_sigwaitinfo",
    "pcntl_unshare",
    "pcntl_wait",
    "pcntl_waitid",
    "pcntl_waitpid",
    "pfsockopen",
    "popen",
    "posix_initgroups",
    "posix_kill",
    "posix_mkfifo",
    "posix_mknod",
    "posix_setegid",
    "posix_seteuid",
    "posix_setgid",
    "posix_setpgid",
    "posix_setrlimit",
    "posix_setsid",
    "posix_setuid",
    "proc_nice",
    "proc_open",
    "proc_terminate",
    "set_time_limit",
    "shell_exec",
    "sleep",
    "sodium_crypto_pwhash",
    "sodium_crypto_pwhash_scryptsalsa208sha256",
    "sodium_crypto_pwhash_scryptsalsa208sha256_str",
    "sodium_crypto_pwhash_str",
    "stream_get_contents",
    "stream_select",
    "stream_socket_accept",
    "stream_socket_client",
    "syslog",
    "system",
    "time_nanosleep",
    "time_sleep_until",
    "usleep",
];

/// Names given to one process.
const PORTION: usize = 60;

fn php(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_loxo"))
        .args(["-n", "-d", "memory_limit=64M", "-d", "max_execution_time=20", "-d", "error_log=/dev/null"])
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the engine runs")
}

fn names(folder: &Path) -> Vec<String> {
    let program = r#"foreach (get_defined_functions()["internal"] as $name) echo "$name\n"; foreach (get_declared_classes() as $name) echo "$name::\n";"#;
    let listed = php(folder, &["-r", program]).stdout;
    String::from_utf8_lossy(&listed).lines().filter(|name| !LEFT_OUT.contains(name)).map(str::to_string).collect()
}

/// Calls these; gives the names that were not reached because a fatal error ended the process.
fn call<'n>(folder: &Path, seed: &str, rounds: &str, names: &'n [String]) -> &'n [String] {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile/calls.php");
    let mut arguments = vec![script, seed, rounds];
    arguments.extend(names.iter().map(String::as_str));
    let output = php(folder, &arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    let shown = String::from_utf8_lossy(&output.stdout);
    let last: Vec<&str> = said.lines().rev().take(8).collect();
    assert!(matches!(output.status.code(), Some(0 | 255)), "{:?} behind {last:#?}", output.status);
    assert!(!said.contains("panicked at") && !shown.contains("Internal error"), "a panic: {last:#?}");
    if shown.ends_with("done\n") {
        return &[];
    }
    let reached = said.lines().rev().find_map(|line| names.iter().position(|name| line.split(' ').next() == Some(name)));
    &names[reached.map_or(names.len(), |at| at + 1)..]
}

#[test]
fn builtins_survive_hostile_arguments() {
    let asked = std::env::var("LOXO_HOSTILE").unwrap_or_default();
    let (seed, rounds) = asked.split_once(',').unwrap_or(("1", "2"));
    let folder: PathBuf = std::env::temp_dir().join(format!("loxo-hostile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let names = names(&folder);
    assert!(names.len() > 500, "only {} names", names.len());
    for portion in names.chunks(PORTION) {
        let mut left = portion;
        while !left.is_empty() {
            left = call(&folder, seed, rounds, left);
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
