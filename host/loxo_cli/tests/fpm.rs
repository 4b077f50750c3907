//! `php-fpm` from outside: started with a configuration of its own, and asked over FastCGI.

#[path = "common/proof.rs"]
mod proof;

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use loxo_fcgi::{BEGIN_REQUEST, END_REQUEST, HEAD, Head, PARAMS, STDERR, STDIN, STDOUT, push_pair, push_record};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A manager that runs, in a folder of its own.
struct Fpm {
    process: Child,
    folder: PathBuf,
}

impl Drop for Fpm {
    fn drop(&mut self) {
        let _ = signal(self.process.id(), 15);
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn signal(pid: u32, signal: i32) -> std::io::Result<()> {
    let status = Command::new("kill").arg(format!("-{signal}")).arg(pid.to_string()).status()?;
    if status.success() { Ok(()) } else { Err(std::io::ErrorKind::NotFound.into()) }
}

fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

impl Fpm {
    fn start(name: &str, pool: &str) -> Fpm {
        let folder = std::env::temp_dir().join(format!("loxo-fpm-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let config = format!(
            "[global]\nerror_log = {0}/log\npid = {0}/pid\n[www]\nlisten = {0}/socket\npm.max_children = 4\n{pool}\n",
            folder.display()
        );
        std::fs::write(folder.join("fpm.conf"), config).expect("a file");
        let link = folder.join("php-fpm");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_loxo"), &link).expect("a link");
        let process = Command::new(link)
            .args(["-n", "-F", "-R", "-y"])
            .arg(folder.join("fpm.conf"))
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        let fpm = Fpm { process, folder };
        fpm.wait_for("ready to handle connections");
        fpm
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.log().contains(text) {
            assert!(start.elapsed() < PATIENCE, "no {text:?} in {}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn script(&self, name: &str, code: &str) -> PathBuf {
        let file = self.folder.join(name);
        std::fs::write(&file, code).expect("a file");
        file
    }

    fn connect(&self) -> UnixStream {
        let stream = UnixStream::connect(self.folder.join("socket")).expect("listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream
    }

    /// Asks for a script; gives its answer.
    fn get(&self, script: &Path, more: &[(&str, &str)]) -> Answer {
        let mut stream = self.connect();
        ask(&mut stream, script, more, b"", false);
        answer(&mut stream).expect("an answer")
    }
}

#[derive(Debug, Default)]
struct Answer {
    out: String,
    err: String,
}

impl Answer {
    fn body(&self) -> &str {
        self.out.split_once("\r\n\r\n").map_or("", |(_, body)| body)
    }
}

fn ask(stream: &mut UnixStream, script: &Path, more: &[(&str, &str)], body: &[u8], keep: bool) {
    let script = script.to_string_lossy();
    let length = body.len().to_string();
    let method = if body.is_empty() { "GET" } else { "POST" };
    let mut content = Vec::new();
    for (name, value) in [
        ("SCRIPT_FILENAME", &*script),
        ("SCRIPT_NAME", "/x.php"),
        ("REQUEST_METHOD", method),
        ("CONTENT_LENGTH", &length),
        ("QUERY_STRING", ""),
    ] {
        let value = more.iter().find(|(known, _)| *known == name).map_or(value, |(_, value)| value);
        push_pair(&mut content, name.as_bytes(), value.as_bytes());
    }
    for (name, value) in more.iter().filter(|(name, _)| !["SCRIPT_NAME", "QUERY_STRING", "REQUEST_METHOD"].contains(name)) {
        push_pair(&mut content, name.as_bytes(), value.as_bytes());
    }
    let mut bytes = Vec::new();
    push_record(&mut bytes, BEGIN_REQUEST, 1, &[0, 1, u8::from(keep), 0, 0, 0, 0, 0]);
    push_record(&mut bytes, PARAMS, 1, &content);
    bytes.extend_from_slice(&Head { kind: PARAMS, request: 1, length: 0, padding: 0 }.bytes());
    push_record(&mut bytes, STDIN, 1, body);
    bytes.extend_from_slice(&Head { kind: STDIN, request: 1, length: 0, padding: 0 }.bytes());
    stream.write_all(&bytes).expect("takes it");
}

/// `None`: the connection ended before the answer did.
fn answer(stream: &mut UnixStream) -> Option<Answer> {
    let mut answer = Answer::default();
    loop {
        let mut head = [0; HEAD];
        stream.read_exact(&mut head).ok()?;
        let head = Head::parse(head)?;
        let mut content = vec![0; head.rest()];
        stream.read_exact(&mut content).ok()?;
        let text = String::from_utf8_lossy(&content[..head.length.into()]).into_owned();
        match head.kind {
            STDOUT => answer.out += &text,
            STDERR => answer.err += &text,
            END_REQUEST => return Some(answer),
            other => panic!("a record of kind {other}"),
        }
    }
}

#[test]
fn scripts_and_their_settings() {
    let fpm = Fpm::start(
        "scripts",
        "pm = static\nphp_admin_value[memory_limit] = 64M\nphp_value[precision] = 9\nenv[GREETING] = hello\nping.path = /ping\npm.status_path = /status",
    );
    let script = fpm.script(
        "a.php",
        "<?php ini_set('memory_limit', '99M'); ini_set('precision', '5'); header('X-A: b'); http_response_code(201); error_log('note');
        echo PHP_SAPI, '|', ini_get('memory_limit'), '|', ini_get('precision'), '|', getenv('GREETING'), '|', getenv('PATH') === false ? 'clear' : 'set', '|',
            ini_get('date.timezone'), '|', file_get_contents('php://input'), '|', fpm_get_status()['pool'];",
    );
    let mut stream = fpm.connect();
    ask(&mut stream, &script, &[("PHP_VALUE", "date.timezone=Europe/Berlin")], b"body", false);
    let first = answer(&mut stream).expect("an answer");
    assert!(first.out.starts_with("Status: 201 Created\r\n") && first.out.contains("\r\nX-A: b\r\n"), "{first:?}");
    assert_eq!(first.body(), "fpm-fcgi|64M|5|hello|clear|Europe/Berlin|body|www");
    assert_eq!(first.err, "PHP message: note");
    // What came with one request does not reach the next.
    assert_eq!(fpm.get(&script, &[]).body().split('|').nth(5), Some("UTC"));
    assert_eq!(fpm.get(&script, &[("SCRIPT_NAME", "/ping")]).body(), "pong");
    let status = fpm.get(&script, &[("SCRIPT_NAME", "/status"), ("QUERY_STRING", "json&full")]);
    assert!(status.body().starts_with("{\"pool\":\"www\",\"process manager\":\"static\""), "{status:?}");
    assert!(fpm.get(&fpm.folder.join("none.php"), &[]).out.starts_with("Status: 404 Not Found\r\n"));
    let denied = fpm.script("a.txt", "<?php echo 1;");
    assert_eq!(fpm.get(&denied, &[]).body(), "Access denied.\n");
    let outside = fpm.get(&script, &[("PHP_ADMIN_VALUE", "open_basedir=/nowhere")]);
    assert_eq!((&outside.out[..22], outside.body()), ("Status: 404 Not Found\r", "No input file specified.\n"));
}

#[test]
fn connections_are_kept_and_children_replaced() {
    let fpm = Fpm::start("kept", "pm = static\npm.max_children = 2\npm.max_requests = 5");
    let script = fpm.script("pid.php", "<?php echo getmypid();");
    let mut stream = fpm.connect();
    let mut pids = Vec::new();
    for _ in 0..4 {
        ask(&mut stream, &script, &[], b"", true);
        pids.push(answer(&mut stream).expect("an answer").body().to_string());
    }
    pids.dedup();
    assert_eq!(pids.len(), 1);
    // Its fifth request is its last.
    ask(&mut stream, &script, &[], b"", true);
    assert!(answer(&mut stream).is_some() && answer(&mut stream).is_none());
    fpm.wait_for(&format!("child {} exited with code 0", pids[0]));
    // A child that is killed takes its request along, and nothing else.
    let killer = fpm.script("kill.php", "<?php posix_kill(getmypid(), 9);");
    let mut stream = fpm.connect();
    ask(&mut stream, &killer, &[], b"", false);
    assert!(answer(&mut stream).is_none());
    fpm.wait_for("exited on signal 9 (SIGKILL)");
    for _ in 0..5 {
        assert!(fpm.get(&script, &[]).body().parse::<u32>().is_ok());
    }
}

#[test]
fn reload_and_stop() {
    let mut fpm = Fpm::start("reload", "pm = ondemand\nphp_value[precision] = 7\n[global]\nprocess_control_timeout = 20");
    let script = fpm.script("ini.php", "<?php echo ini_get('precision');");
    assert_eq!(fpm.get(&script, &[]).body(), "7");
    // A request that runs is finished before.
    let slow = fpm.script("slow.php", "<?php touch(__DIR__ . '/begun'); usleep(500000); echo 'done';");
    let mut stream = fpm.connect();
    ask(&mut stream, &slow, &[], b"", false);
    until("the script runs", || fpm.folder.join("begun").exists().then_some(()));
    let config = std::fs::read_to_string(fpm.folder.join("fpm.conf")).expect("a file");
    std::fs::write(fpm.folder.join("fpm.conf"), config.replace("= 7", "= 8")).expect("a file");
    let pid = fpm.process.id();
    signal(pid, 12).expect("runs");
    assert_eq!(answer(&mut stream).expect("an answer").body(), "done");
    // Who connects meanwhile waits.
    assert_eq!(fpm.get(&script, &[]).body(), "8");
    assert!(fpm.log().contains("using inherited socket fd="));
    assert_eq!(std::fs::read_to_string(fpm.folder.join("pid")).expect("a pid file"), pid.to_string());
    signal(pid, 3).expect("runs");
    let status = fpm.process.wait().expect("ends");
    assert!(status.success() && fpm.log().contains("exiting, bye-bye!"));
    assert!(!fpm.folder.join("socket").exists() && !fpm.folder.join("pid").exists());
}

/// As php-fpm writes it: `[INCLUDE_OR_EVAL]`, no class before a method's name, and no line for the script's own code.
#[test]
fn slow_requests_are_noted_with_their_calls() {
    let place = std::env::temp_dir().join(format!("loxo-fpm-slowlog-{}.log", std::process::id()));
    let fpm = Fpm::start("slowlog", &format!("pm = static\nrequest_slowlog_timeout = 1s\nslowlog = {}", place.display()));
    let included = fpm.script("included.php", "<?php\nclass C {\n    static function m() { sleep(3); }\n}\narray_map(['C', 'm'], [1]);\n");
    let script = fpm.script("slow.php", "<?php\nfunction f() {\n    include __DIR__ . '/included.php';\n}\nf();\necho 'done';\n");
    assert_eq!(fpm.get(&script, &[]).body(), "done");
    let log = until("the slow log", || std::fs::read_to_string(&place).ok().filter(|log| log.contains("f()")));
    let _ = std::fs::remove_file(&place);
    let (included, script) = (included.display(), script.display());
    let lines: Vec<String> = log.lines().map(|line| line.split_once("] ").map_or(line, |(_, rest)| rest).to_string()).collect();
    assert!(lines[0].is_empty() && lines[1].starts_with(" [pool www] pid "), "{log}");
    let expected = [
        format!("script_filename = {script}"),
        format!("sleep() {included}:3"),
        format!("m() {included}:5"),
        format!("array_map() {included}:5"),
        format!("[INCLUDE_OR_EVAL]() {script}:3"),
        format!("f() {script}:5"),
    ];
    assert_eq!(lines[2..], expected, "{log}");
    let address = log.lines().nth(3).and_then(|line| line.split(']').next()).unwrap_or_default();
    assert!(address.len() == "[0x0000000000000000".len() && address.starts_with("[0x"), "{log}");
}

/// A record, whatever its length, with so much padding.
fn push_padded(out: &mut Vec<u8>, kind: u8, content: &[u8], padding: u8) {
    let length = u16::try_from(content.len()).expect("fits into a record");
    out.extend_from_slice(&Head { kind, request: 1, length, padding }.bytes());
    out.extend_from_slice(content);
    out.resize(out.len() + usize::from(padding), 0xee);
}

/// Records of parameters and of the body have each length that there is (some of them without `LOXO_PROOF=1`), and any padding.
#[test]
fn records_of_all_lengths() {
    let fpm = Fpm::start("lengths", "pm = static\npm.max_children = 1\nphp_admin_value[post_max_size] = 1M");
    let script = fpm.script("a.php", "<?php echo strlen($_SERVER['LONG']), ' ', file_get_contents('php://input');");
    let mut stream = fpm.connect();
    let content: Vec<u8> = (0..=65_535_u32).map(|n| b'a' + (n % 23) as u8).collect();
    let step = 65_536 / proof::part(65_536) as usize;
    let edges = [1, 7, 8, 9, 127, 128, 129, 255, 256, 257, 65_526, 65_527, 65_528, 65_529, 65_534, 65_535];
    for length in (0..65_536).step_by(step).chain(edges) {
        let mut parameters = Vec::new();
        let (size, script) = (length.to_string(), script.to_string_lossy());
        for (name, value) in [
            ("SCRIPT_FILENAME", script.as_bytes()),
            ("REQUEST_METHOD", b"POST"),
            ("CONTENT_LENGTH", size.as_bytes()),
            ("CONTENT_TYPE", b"text/plain"),
            ("LONG", &content[..65_535 - length]),
        ] {
            push_pair(&mut parameters, name.as_bytes(), value);
        }
        let mut bytes = Vec::new();
        push_record(&mut bytes, BEGIN_REQUEST, 1, &[0, 1, 1, 0, 0, 0, 0, 0]);
        let (first, rest) = parameters.split_at(length.clamp(1, parameters.len().min(65_535)));
        for part in [first].into_iter().chain(rest.chunks(65_535)) {
            push_padded(&mut bytes, PARAMS, part, (length % 256) as u8);
        }
        push_padded(&mut bytes, PARAMS, b"", 0);
        if length > 0 {
            push_padded(&mut bytes, STDIN, &content[..length], (length / 3 % 256) as u8);
        }
        push_padded(&mut bytes, STDIN, b"", (length % 9) as u8);
        stream.write_all(&bytes).expect("takes it");
        let answer = answer(&mut stream).unwrap_or_else(|| panic!("no answer to a body of {length} bytes"));
        let (long, body) = answer.body().split_once(' ').expect("two parts");
        assert!(long == (65_535 - length).to_string() && body.as_bytes() == &content[..length], "{length}: {long} {}", body.len());
    }
}
