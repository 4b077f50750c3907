//! `[service.NAME]` and `[cron.NAME]`: kept alive, left alone by reloads, drained at the end.

#[path = "common/stop.rs"]
mod stop;

use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use stop::stop;

/// Says that it is there, works until it is asked to end, and says that it has ended.
const WORKER: &str = r#"<?php
[, $folder, $name] = $argv;
$here = "$folder/state/$name-" . getmypid();
pcntl_async_signals(true);
$on = true;
pcntl_signal(SIGTERM, function () use (&$on) { $on = false; });
file_put_contents("$here-begins", getenv('WORD') . ' ' . PHP_BINARY . ' ' . posix_getuid());
rename("$here-begins", $here);
echo "$name works\n";
while ($on) {
    usleep(20000);
}
usleep(200000);
rename($here, "$here-ended");
"#;

struct Server {
    process: Child,
    root: PathBuf,
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

impl Server {
    fn start(name: &str, commands: &str) -> Server {
        let root = std::env::temp_dir().join(format!("loxo-services-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        for folder in ["site", "state"] {
            std::fs::create_dir_all(root.join(folder)).expect("a folder");
        }
        let mode = |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("is ours");
        mode(&root, 0o755);
        mode(&root.join("state"), 0o777);
        std::fs::write(root.join("site/index.php"), "<?php echo 'page';").expect("a file");
        std::fs::write(root.join("worker.php"), WORKER).expect("a file");
        Server::write(&root, commands);
        let log = std::fs::File::create(root.join("log")).expect("a file");
        let process = Command::new(env!("CARGO_BIN_EXE_loxo"))
            .args(["serve", "-n", "--config", "loxo.toml"])
            .current_dir(&root)
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the server starts");
        Server { process, root }
    }

    fn write(root: &Path, commands: &str) {
        let user = if is_root() { "user = \"daemon\"\n" } else { "" };
        let text =
            format!("listen = \"127.0.0.1:0\"\npid = \"pid\"\n[pool.www]\n{user}processes = 1\n{commands}[[site]]\nroot = \"site\"\n");
        std::fs::write(root.join("loxo.toml"), text).expect("a file");
    }

    fn reload(&self, commands: &str) {
        Server::write(&self.root, commands);
        let done = Command::new(env!("CARGO_BIN_EXE_loxo")).arg("reload").current_dir(&self.root).output().expect("runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    fn log(&self) -> String {
        let mut text = String::new();
        let _ = std::fs::File::open(self.root.join("log")).and_then(|mut file| file.read_to_string(&mut text));
        text
    }

    /// What lies in the folder of states, sorted.
    fn state(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.root.join("state")).expect("a folder").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The processes of a service that have begun and not ended.
    fn running(&self, name: &str) -> Vec<u32> {
        let begin = format!("{name}-");
        self.state().iter().filter_map(|entry| entry.strip_prefix(&begin)?.parse().ok()).collect()
    }

    fn wait(&self, seconds: u64, what: &str, is_so: impl Fn() -> bool) {
        let until = Instant::now() + Duration::from_secs(seconds);
        while !is_so() {
            assert!(Instant::now() < until, "{what}: {:?}\n{}", self.state(), self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        stop(&mut self.process);
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

fn service(name: &str, more: &str) -> String {
    format!("[service.{name}]\ncommand = \"php -n worker.php . {name}\"\n{more}\n")
}

#[test]
fn services_are_kept_alive_and_reloads_leave_them_alone() {
    let stays = service("stays", "instances = 2\nenv.WORD = \"w{instance}\"");
    let mut server = Server::start("reload", &(stays.clone() + &service("changes", "env.WORD = \"one\"") + &service("goes", "")));
    server.wait(60, "all run", || ["stays", "changes", "goes"].map(|name| server.running(name).len()) == [2, 1, 1]);
    let told = |pid: u32, name: &str| std::fs::read_to_string(server.root.join(format!("state/{name}-{pid}"))).unwrap_or_default();
    let before = server.running("stays");
    let mut words: Vec<String> = before.iter().map(|pid| told(*pid, "stays")).collect();
    words.sort();
    let own = std::fs::canonicalize(env!("CARGO_BIN_EXE_loxo")).expect("is there");
    let user = if is_root() { 1 } else { rustix::process::geteuid().as_raw() };
    assert_eq!(words, [format!("w1 {} {user}", own.display()), format!("w2 {} {user}", own.display())]);
    server.wait(10, "it is in the log", || server.log().matches("said: \"stays works\"").count() == 2);

    let changed = server.running("changes")[0];
    server.reload(&(stays.clone() + &service("changes", "env.WORD = \"two\"")));
    server.wait(60, "the changed one is another", || {
        let now = server.running("changes");
        now.len() == 1 && now[0] != changed && told(now[0], "changes").starts_with("two ")
    });
    assert!(server.state().contains(&format!("changes-{changed}-ended")), "it was drained: {:?}", server.state());
    server.wait(20, "the other one has ended", || server.running("goes").is_empty());
    server.reload(&(stays.clone() + &service("changes", "env.WORD = \"two\"")));
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(server.running("stays"), before);

    // A process that is killed is followed by another one, which is in the supervisor's care after two reloads.
    let killed = before[0];
    let _ = Command::new("kill").args(["-9", &killed.to_string()]).status();
    let _ = std::fs::remove_file(server.root.join(format!("state/stays-{killed}")));
    server.wait(60, "another one follows", || server.running("stays").len() == 2);
    let line = format!("[service stays] process {killed} exited on signal 9 (SIGKILL) after ");
    server.wait(10, "the log says so", || server.log().contains(&line));

    stop(&mut server.process);
    assert!(["stays", "changes"].iter().all(|name| server.running(name).is_empty()), "all were drained: {:?}", server.state());
}

#[test]
fn what_does_not_end_is_killed() {
    let stubborn = "[service.deaf]\ncommand = [\"sh\", \"-c\", \"trap '' TERM; echo here > state/deaf-$$; while :; do sleep 0.1; done\"]\nstop-timeout = \"1s\"\n";
    let failing = "[service.fails]\ncommand = \"no-such-program\"\n[service.folder]\ncommand = \"true\"\nrestart-pause = \"1h\"\n";
    let server = Server::start("killed", &format!("{stubborn}{failing}"));
    server.wait(30, "it runs", || server.running("deaf").len() == 1);
    server.wait(30, "failures are said", || {
        let log = server.log();
        log.contains("said: \"no-such-program: ") && log.contains("exited with code 127 after ")
    });
    let pid = server.running("deaf")[0];
    server.reload("");
    server.wait(30, "it is killed", || {
        server.log().contains(&format!("[service deaf] process {pid} has not ended within 1 s: it is killed"))
    });
    server.wait(10, "it is gone", || !Path::new(&format!("/proc/{pid}")).exists());
    let failures = server.log().matches("exited with code 127").count();
    assert!(failures < 5, "the pause grows: {}", server.log());
}

#[test]
fn cron_runs_at_its_minute() {
    let every = "[cron.every]\nschedule = \"* * * * *\"\ncommand = [\"sh\", \"-c\", \"touch state/every-$$; exec sleep 100\"]\nstop-timeout = \"5s\"\n";
    let never = "[cron.never]\nschedule = \"0 0 29 2 *\"\ncommand = \"touch state/never\"\n";
    let server = Server::start("cron", &format!("{every}{never}"));
    server.wait(90, "a run has begun", || server.running("every").len() == 1);
    // A reload does not disturb it, nor begin another one.
    let before = server.running("every");
    server.reload(every);
    server.wait(90, "the next run is left out", || server.log().contains("is left out: process "));
    assert_eq!(server.running("every"), before);
    assert!(!server.state().contains(&"never".to_string()));
}
