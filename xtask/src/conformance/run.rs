//! One test, as php-src's runner runs it: the same command line through the shell, the same environment and ini settings.

use super::expect::Expectation;
use super::phpt::{Phpt, decode, encode};
use super::post;
use crate::process::{self, CAPTURE_ALL, Capture, End, Finished, Limits};
use regex::bytes::Regex;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Passed,
    Failed,
    Crashed,
    TimedOut,
    Skipped,
}

impl Status {
    pub const ALL: [Status; 5] = [Status::Passed, Status::Failed, Status::Crashed, Status::TimedOut, Status::Skipped];

    pub fn name(self) -> &'static str {
        match self {
            Status::Passed => "passed",
            Status::Failed => "failed",
            Status::Crashed => "crashed",
            Status::TimedOut => "timeout",
            Status::Skipped => "skipped",
        }
    }
}

/// A test to run. `name` is its path in php-src's tree or in this repository.
#[derive(Clone)]
pub struct Test {
    pub name: String,
    /// In the copy.
    pub file: PathBuf,
    pub redirect: Option<Arc<Redirect>>,
}

/// What a `--REDIRECTTEST--` adds to the tests it runs.
pub struct Redirect {
    pub dir: PathBuf,
    pub extensions: Vec<String>,
    pub env: Vec<(String, String)>,
}

/// What came of a test.
pub struct Report {
    pub status: Status,
    /// Why it was skipped or how it ended, in a few words.
    pub reason: String,
    pub time: Duration,
    pub output: Vec<u8>,
    pub expectation: Option<Expectation>,
    /// The command line, for whoever wants to repeat it.
    pub command: String,
}

impl Report {
    fn without_run(status: Status, reason: impl Into<String>) -> Report {
        Report { status, reason: reason.into(), time: Duration::ZERO, output: Vec::new(), expectation: None, command: String::new() }
    }
}

/// A binary that is called `php`.
pub struct Engine {
    pub php: PathBuf,
    pub cgi: Option<PathBuf>,
    extensions: OnceLock<(String, Vec<String>)>,
}

impl Engine {
    pub fn new(php: PathBuf, cgi: Option<PathBuf>) -> Engine {
        Engine { php, cgi, extensions: OnceLock::new() }
    }
}

/// Command line, folder (programs include files beside them) and program of a `--SKIPIF--`.
type SkipKey = (String, PathBuf, Vec<u8>);

/// What all tests of a run share.
pub struct Runner {
    /// Working folder of every test: the copy's root.
    pub root: PathBuf,
    pub engine: Engine,
    /// Decides `--SKIPIF--` instead of the engine under test, when given.
    pub judge: Option<Engine>,
    pub settings: Vec<String>,
    pub limits: Limits,
    /// Environment variables for all tests, beside those that they always get.
    pub environment: Vec<(String, String)>,
    skips: Mutex<HashMap<SkipKey, String>>,
}

/// The ini settings that every test starts from.
const SETTINGS: &[&str] = &[
    "output_handler=",
    "open_basedir=",
    "disable_functions=",
    "output_buffering=Off",
    "error_reporting=30719",
    "display_errors=1",
    "display_startup_errors=1",
    "log_errors=0",
    "html_errors=0",
    "track_errors=0",
    "report_memleaks=1",
    "report_zend_debug=0",
    "docref_root=",
    "docref_ext=.html",
    "error_prepend_string=",
    "error_append_string=",
    "auto_prepend_file=",
    "auto_append_file=",
    "ignore_repeated_errors=0",
    "precision=14",
    "serialize_precision=-1",
    "memory_limit=128M",
    "opcache.fast_shutdown=0",
    "opcache.file_update_protection=0",
    "opcache.revalidate_freq=0",
    "opcache.jit_hot_loop=1",
    "opcache.jit_hot_func=1",
    "opcache.jit_hot_return=1",
    "opcache.jit_hot_side_exit=1",
    "opcache.jit_max_root_traces=100000",
    "opcache.jit_max_side_traces=100000",
    "opcache.jit_max_exit_counters=100000",
    "opcache.protect_memory=1",
    "zend.assertions=1",
    "zend.exception_ignore_args=0",
    "zend.exception_string_param_max_len=15",
    "short_open_tag=0",
    "date.timezone=UTC",
];

const NO_FILE_CACHE: &str = "-d opcache.file_cache= -d opcache.file_cache_only=0";
/// A CLEAN or SKIPIF program must not take itself for a request.
const NO_REQUEST: &str = "unset REQUEST_METHOD QUERY_STRING PATH_TRANSLATED SCRIPT_FILENAME;";

/// Only standard output counts in programs that are not the test itself.
const NO_ERRORS: Capture = Capture { stderr: false, ..CAPTURE_ALL };

const REDIRECTS: &str = "redirects to other tests";

type Env = BTreeMap<String, String>;

impl Runner {
    pub fn new(root: PathBuf, engine: Engine, judge: Option<Engine>, settings: Vec<String>, limits: Limits) -> Runner {
        Runner { root, engine, judge, settings, limits, environment: Vec::new(), skips: Mutex::default() }
    }

    /// Runs a test; those that depend on time or the network get a second try, as in php-src.
    pub fn run(&self, test: &Test, worker: usize) -> Report {
        let report = self.attempt(test, worker);
        if report.status == Status::Failed && may_be_retried(test, &report.output) { self.attempt(test, worker) } else { report }
    }

    fn attempt(&self, test: &Test, worker: usize) -> Report {
        let mut phpt = match Phpt::read(&test.file) {
            Ok(phpt) => phpt,
            Err(reason) => return Report::without_run(Status::Failed, format!("malformed: {reason}")),
        };
        if phpt.has("PHPDBG") {
            return Report::without_run(Status::Skipped, "phpdbg not available");
        }
        let binary = if phpt.is_cgi() {
            match &self.engine.cgi {
                Some(cgi) => format!("{} -C", quote(cgi)),
                None => return Report::without_run(Status::Skipped, "CGI not available"),
            }
        } else {
            quote(&self.engine.php)
        };
        let files = Files::new(test);
        files.remove_all();
        let mut env = self.environment(test, &phpt);
        let mut settings = Settings::default();
        settings.set("opcache.cache_id", &format!("worker{worker}"));
        if let Err(missing) = self.load_extensions(&self.engine, test, &phpt, &mut settings) {
            return Report::without_run(Status::Skipped, missing);
        }
        settings.add(SETTINGS);
        let base_settings = settings.arguments();
        if let Some(ini) = phpt.get("INI") {
            match expand_ini(ini, &test.file) {
                Ok(ini) => settings.add(&ini.split(['\r', '\n']).collect::<Vec<_>>()),
                Err(reason) => return Report::without_run(Status::Skipped, reason),
            }
        }
        let options = self.options();
        let settings = format!("{options} {}", settings.arguments());
        env.insert("TEST_PHP_EXTRA_ARGS".into(), settings.clone());

        if let Some(code) = phpt.non_empty("SKIPIF") {
            let code = code.to_vec();
            let verdict = self.skip_verdict(test, &phpt, &binary, &base_settings, &code, &files, &env);
            let lower = verdict.to_ascii_lowercase();
            if lower.starts_with("skip") {
                return Report::without_run(Status::Skipped, verdict[4..].trim());
            } else if lower.starts_with("xfail") {
                phpt.set("XFAIL", verdict[5..].trim_start().into());
            } else if !(verdict.is_empty() || ["info", "warn", "xleak", "flaky"].iter().any(|word| lower.starts_with(word))) {
                let report = Report::without_run(Status::Failed, "invalid output from SKIPIF");
                let expectation = Some(Expectation::Text(Vec::new()));
                return Report { output: verdict.into_bytes(), expectation, ..report };
            }
        }
        if phpt.has("REDIRECTTEST") {
            return Report::without_run(Status::Skipped, REDIRECTS);
        }
        self.execute(&phpt, &files, env, &format!("{binary} {settings}"), &base_settings)
    }

    fn execute(&self, phpt: &Phpt, files: &Files, mut env: Env, binary: &str, base_settings: &str) -> Report {
        if let Err(error) = fs::write(&files.program, phpt.get("FILE").unwrap_or_default()) {
            return Report::without_run(Status::Failed, format!("cannot write {}: {error}", files.program.display()));
        }
        let program = files.program.display().to_string();
        env.insert("REDIRECT_STATUS".into(), "1".into());
        fill(&mut env, "QUERY_STRING", phpt.text("GET").unwrap_or_default().trim());
        fill(&mut env, "PATH_TRANSLATED", &program);
        fill(&mut env, "SCRIPT_FILENAME", &program);
        env.insert("HTTP_COOKIE".into(), phpt.text("COOKIE").unwrap_or_default().trim().into());

        let capture = phpt.text("CAPTURE_STDIO").map_or(CAPTURE_ALL, |text| {
            let text = text.to_ascii_uppercase();
            Capture { stdin: text.contains("STDIN"), stdout: text.contains("STDOUT"), stderr: text.contains("STDERR") }
        });
        let command = match post::body(phpt, &mut env) {
            Some(body) if body.is_empty() => return Report::without_run(Status::Failed, "malformed: empty request"),
            Some(body) => {
                if let Err(error) = fs::write(&files.post, body) {
                    return Report::without_run(Status::Failed, format!("cannot write {}: {error}", files.post.display()));
                }
                format!("{binary} -f \"{program}\" < \"{}\"", files.post.display())
            }
            None => {
                env.insert("REQUEST_METHOD".into(), "GET".into());
                env.insert("CONTENT_TYPE".into(), String::new());
                env.insert("CONTENT_LENGTH".into(), String::new());
                let arguments = phpt.text("ARGS").map(|text| format!(" -- {}", text.trim_end())).unwrap_or_default();
                format!("{binary} -f \"{program}\"{arguments}")
            }
        };
        let finished = match self.shell(&format!("exec {command}"), &env, phpt.get("STDIN").unwrap_or_default(), capture) {
            Ok(finished) => finished,
            Err(error) => return Report::without_run(Status::Failed, format!("cannot start: {error}")),
        };
        let clean_output = phpt.non_empty("CLEAN").map(|code| {
            let _ = fs::write(&files.clean, code.trim_ascii());
            let php = quote(&self.engine.php);
            let clean =
                format!("{NO_REQUEST} exec {php} {} -q {base_settings} {NO_FILE_CACHE} \"{}\"", self.options(), files.clean.display());
            let output = self.shell(&clean, &env, b"", NO_ERRORS).map(|finished| finished.output).unwrap_or_default();
            let _ = fs::remove_file(&files.clean);
            output
        });
        let mut report = judge(phpt, finished, command);
        if report.status == Status::Passed {
            files.remove_all();
            if let Some(output) = clean_output.filter(|output| !output.is_empty()) {
                report = Report { status: Status::Failed, reason: "invalid output from CLEAN".into(), output, ..report };
                report.expectation = Some(Expectation::Text(Vec::new()));
            }
        }
        if phpt.has("XFAIL") && report.status == Status::Failed {
            let why = phpt.text("XFAIL").unwrap_or_default();
            report = Report { status: Status::Skipped, reason: format!("expected to fail: {}", why.trim()), ..report };
        }
        report
    }

    fn environment(&self, test: &Test, phpt: &Phpt) -> Env {
        // A known environment, not the caller's: results must not depend on who runs them.
        let mut env: Env = ["HOME", "PATH", "USER", "LOGNAME", "PHP_INI_SCAN_DIR", "LOXO_BACKTRACE", "RUST_BACKTRACE"]
            .iter()
            .filter_map(|name| std::env::var(name).ok().map(|value| (name.to_string(), value)))
            .collect();
        env.extend(self.environment.iter().cloned());
        let php = self.engine.php.display().to_string();
        let cgi = self.engine.cgi.as_ref().map(|cgi| cgi.display().to_string()).unwrap_or_default();
        for (name, value) in [
            ("TEMP", "/tmp"),
            ("SKIP_ONLINE_TESTS", "1"),
            ("SKIP_IO_CAPTURE_TESTS", "1"),
            ("SSH_CLIENT", "deleted"),
            ("SSH_AUTH_SOCK", "deleted"),
            ("SSH_TTY", "deleted"),
            ("SSH_CONNECTION", "deleted"),
            ("TEST_PHP_EXECUTABLE", &php),
            ("TEST_PHP_EXECUTABLE_ESCAPED", &quote(&self.engine.php)),
            ("TEST_PHP_CGI_EXECUTABLE", &cgi),
            ("TEST_PHP_CGI_EXECUTABLE_ESCAPED", &format!("'{cgi}'")),
            ("TEST_PHPDBG_EXECUTABLE", ""),
            ("TEST_PHPDBG_EXECUTABLE_ESCAPED", "''"),
            ("REDIRECT_STATUS", ""),
            ("QUERY_STRING", ""),
            ("PATH_TRANSLATED", ""),
            ("SCRIPT_FILENAME", ""),
            ("REQUEST_METHOD", ""),
            ("CONTENT_TYPE", ""),
            ("CONTENT_LENGTH", ""),
            ("TZ", ""),
            ("TEST_FPM_RUN_AS_ROOT", "1"),
        ] {
            env.insert(name.into(), value.into());
        }
        if let Some(redirect) = &test.redirect {
            env.extend(redirect.env.iter().cloned());
        }
        let dir = test.file.parent().unwrap_or(Path::new("/")).display().to_string();
        for line in phpt.text("ENV").unwrap_or_default().replace("{PWD}", &dir).lines() {
            if let Some((name, value)) = line.trim().split_once('=').filter(|(name, _)| !name.is_empty()) {
                env.insert(name.into(), value.into());
            }
        }
        env
    }

    fn options(&self) -> String {
        self.settings.iter().map(|setting| format!("-d {} ", quote(Path::new(setting)))).collect()
    }

    /// Adds `extension=` settings for what is not built in. The error names what is missing.
    fn load_extensions(&self, engine: &Engine, test: &Test, phpt: &Phpt, settings: &mut Settings) -> Result<(), String> {
        let mut wanted = phpt.extensions();
        wanted.extend(test.redirect.iter().flat_map(|redirect| redirect.extensions.iter().cloned()));
        if wanted.is_empty() {
            return Ok(());
        }
        let (dir, loaded) = engine.extensions.get_or_init(|| self.ask_extensions(engine));
        let mut missing = Vec::new();
        for name in wanted.iter().filter(|name| !loaded.contains(name)) {
            let file = format!("{dir}/{name}.so");
            let key = if matches!(name.as_str(), "opcache" | "xdebug") { "zend_extension" } else { "extension" };
            if dir.is_empty() || !Path::new(&file).is_file() {
                missing.push(name.as_str());
            }
            settings.append(key, &file);
        }
        if missing.is_empty() { Ok(()) } else { Err(format!("Required extension missing: {}", missing.join(", "))) }
    }

    fn ask_extensions(&self, engine: &Engine) -> (String, Vec<String>) {
        let mut settings = Settings::default();
        settings.add(SETTINGS);
        let code = "echo ini_get('extension_dir'), ',', implode(',', get_loaded_extensions());";
        let php = quote(&engine.php);
        let command = format!("exec {php} {} {} {NO_FILE_CACHE} -d display_errors=0 -r \"{code}\"", self.options(), settings.arguments());
        let mut env: Env = std::env::vars().filter(|(name, _)| matches!(name.as_str(), "HOME" | "PATH")).collect();
        env.insert("TZ".into(), String::new());
        let output = self.shell(&command, &env, b"", NO_ERRORS).map(|finished| finished.output);
        let output = String::from_utf8_lossy(&output.unwrap_or_default()).into_owned();
        let mut words = output.trim().split(',').map(str::to_string);
        let dir = words.next().unwrap_or_default();
        (dir, words.map(|name| if name == "Zend OPcache" { "opcache".into() } else { name.to_lowercase() }).collect())
    }

    #[allow(clippy::too_many_arguments)]
    fn skip_verdict(&self, test: &Test, phpt: &Phpt, binary: &str, settings: &str, code: &[u8], files: &Files, env: &Env) -> String {
        let (binary, settings) = match &self.judge {
            None => (binary.to_string(), settings.to_string()),
            Some(judge) => {
                let mut settings = Settings::default();
                let _ = self.load_extensions(judge, test, phpt, &mut settings);
                settings.add(SETTINGS);
                (quote(&judge.php), settings.arguments())
            }
        };
        // The worker's number is part of the settings and says nothing about the verdict.
        let command = format!("{binary} {} -q {settings} {NO_FILE_CACHE} -d display_errors=1 -d display_startup_errors=0", self.options());
        static WORKER: LazyLock<regex::Regex> = LazyLock::new(|| regex::Regex::new("cache_id=worker[0-9]+").expect("a valid pattern"));
        let key = (WORKER.replace(&command, "").into_owned(), files.dir.clone(), code.to_vec());
        if let Some(verdict) = self.skips.lock().expect("no panic while held").get(&key) {
            return verdict.clone();
        }
        let _ = fs::write(&files.skip, code);
        let finished = self.shell(&format!("{NO_REQUEST} exec {command} \"{}\"", files.skip.display()), env, b"", NO_ERRORS);
        let output = finished.map(|finished| finished.output).unwrap_or_default();
        let mut verdict = String::from_utf8_lossy(&output).trim().to_string();
        let _ = fs::remove_file(&files.skip);
        if verdict.starts_with("nocache") {
            verdict.clear();
        } else {
            self.skips.lock().expect("no panic while held").insert(key, verdict.clone());
        }
        verdict
    }

    /// Runs the program of a `--REDIRECTTEST--` and lists the tests it leads to.
    pub fn redirected(&self, test: &Test) -> Result<Vec<Test>, String> {
        let phpt = Phpt::read(&test.file)?;
        let Some(code) = phpt.text("REDIRECTTEST") else { return Ok(Vec::new()) };
        if self.attempt(test, 1).reason != REDIRECTS {
            return Ok(Vec::new());
        }
        let program = self.root.join(format!(".redirect-{}.php", test.name.replace('/', "-")));
        let script = format!(
            "<?php $r = (function () {{ {code} }})();\necho $r['TESTS'], \"\\n\";\nforeach ($r['ENV'] as $k => $v) echo \"$k=$v\\n\";\n"
        );
        fs::write(&program, script).map_err(|error| error.to_string())?;
        let engine = self.judge.as_ref().unwrap_or(&self.engine);
        let command = format!("exec {} -q \"{}\"", quote(&engine.php), program.display());
        let env = self.environment(test, &phpt);
        let finished = self.shell(&command, &env, b"", CAPTURE_ALL).map_err(|error| error.to_string())?;
        let _ = fs::remove_file(&program);
        let output = String::from_utf8_lossy(&finished.output).into_owned();
        let Some((tests, env)) = output.split_once('\n') else { return Err(format!("redirection says {output:?}")) };
        let mut env: Vec<(String, String)> =
            env.lines().filter_map(|line| line.split_once('=')).map(|(k, v)| (k.into(), v.into())).collect();
        env.push(("REDIR_TEST_DIR".into(), format!("{tests}/")));
        let dir = test.file.parent().unwrap_or(&self.root).to_path_buf();
        let redirect = Arc::new(Redirect { dir, extensions: phpt.extensions(), env });
        let found = super::tree::find_tests(&self.root.join(tests));
        let name = |file: &Path| format!("{}:{}", test.name, file.strip_prefix(&self.root).unwrap_or(file).display());
        Ok(found.into_iter().map(|file| Test { name: name(&file), file, redirect: Some(redirect.clone()) }).collect())
    }

    fn shell(&self, script: &str, env: &Env, stdin: &[u8], capture: Capture) -> std::io::Result<Finished> {
        let mut command = Command::new("/bin/sh");
        // Crashes are counted, not kept.
        let bytes = |text: &str| OsString::from_vec(encode(text));
        command.arg("-c").arg(bytes(&format!("ulimit -S -c 0; {script}"))).current_dir(&self.root);
        // PHP's proc_open, which starts these programs in php-src, leaves empty variables out.
        let set = env.iter().filter(|(_, value)| !value.is_empty());
        command.env_clear().envs(set.map(|(name, value)| (name, bytes(value))));
        // `poison`, `collect`, `jit`: see `loxo_cli`. Nothing that a test says.
        if let Some(modes) = std::env::var_os("LOXO_STRESS") {
            command.env("LOXO_STRESS", modes);
        }
        process::run(command, stdin, capture, self.limits)
    }
}

/// The files that a test lives in while it runs, beside its `.phpt`.
struct Files {
    dir: PathBuf,
    program: PathBuf,
    skip: PathBuf,
    clean: PathBuf,
    post: PathBuf,
}

impl Files {
    fn new(test: &Test) -> Files {
        let dir = match &test.redirect {
            Some(redirect) => redirect.dir.clone(),
            None => test.file.parent().unwrap_or(Path::new("/")).to_path_buf(),
        };
        let stem = test.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file = |suffix: &str| dir.join(format!("{stem}.{suffix}"));
        Files { program: file("php"), skip: file("skip.php"), clean: file("clean.php"), post: file("post"), dir }
    }

    fn remove_all(&self) {
        for file in [&self.program, &self.skip, &self.clean, &self.post] {
            let _ = fs::remove_file(file);
        }
    }
}

/// Ini settings in the order of their first mention; `extension` ones add up.
#[derive(Default)]
struct Settings {
    values: Vec<(String, Vec<String>)>,
}

impl Settings {
    fn add(&mut self, lines: &[&str]) {
        for (name, value) in lines.iter().filter_map(|line| line.split_once('=')) {
            match name.trim() {
                name @ ("extension" | "zend_extension") => self.append(name, value.trim()),
                name => self.set(name, value.trim()),
            }
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        *self.slot(name) = vec![value.to_string()];
    }

    fn append(&mut self, name: &str, value: &str) {
        self.slot(name).push(value.to_string());
    }

    fn slot(&mut self, name: &str) -> &mut Vec<String> {
        let at = self.values.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            self.values.push((name.to_string(), Vec::new()));
            self.values.len() - 1
        });
        &mut self.values[at].1
    }

    /// `-d "name=value"` with `addslashes` and double quotes: tests rely on what the shell then makes of it.
    fn arguments(&self) -> String {
        let mut arguments = String::new();
        for (name, values) in &self.values {
            for value in values {
                let value = value.replace('\\', "\\\\").replace('\'', "\\'").replace('"', "\\\"").replace('\0', "\\0");
                arguments.push_str(&format!(" -d \"{name}={value}\""));
            }
        }
        arguments
    }
}

fn expand_ini(ini: &[u8], file: &Path) -> Result<String, String> {
    let dir = file.parent().unwrap_or(Path::new("/")).display().to_string();
    let mut ini = decode(ini).replace("{PWD}", &dir).replace("{TMP}", "/tmp");
    while let Some((start, end)) = braces(&ini, "{MAIL:") {
        let target = ini[start + 6..end].to_string();
        ini.replace_range(start..=end, &format!("tee {target} >/dev/null"));
    }
    while let Some((start, end)) = braces(&ini, "{ENV:") {
        let name = ini[start + 5..end].to_string();
        let value = std::env::var(&name).map_err(|_| format!("Environment variable {name} is not set"))?;
        ini.replace_range(start..=end, &value);
    }
    Ok(ini)
}

fn braces(text: &str, opening: &str) -> Option<(usize, usize)> {
    let start = text.find(opening)?;
    Some((start, start + text[start..].find('}')?))
}

fn fill(env: &mut Env, name: &str, value: &str) {
    let slot = env.entry(name.into()).or_default();
    if slot.is_empty() || slot == "0" {
        *slot = value.into();
    }
}

fn quote(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

/// Compares what a program printed with what its test expects.
fn judge(phpt: &Phpt, finished: Finished, command: String) -> Report {
    let mut raw = finished.output;
    if let End::Signal(signal) = finished.end {
        raw.extend_from_slice(format!("\nTermsig={signal}\n").as_bytes());
    }
    let (headers, body) = if phpt.is_cgi() { split_headers(&raw) } else { (Vec::new(), &raw[..]) };
    let mut output = unix_lines(trim(body));
    let name = ["EXPECT", "EXPECTF", "EXPECTREGEX"].into_iter().find(|name| phpt.has(name)).unwrap_or("EXPECT");
    let mut wanted = unix_lines(trim(phpt.get(name).unwrap_or_default()));
    let wrap = |text: Vec<u8>| match name {
        "EXPECT" => Expectation::Text(text),
        "EXPECTF" => Expectation::Format(text),
        _ => Expectation::Pattern(text),
    };
    let mut expectation = wrap(wanted.clone());
    let (mut status, mut reason) = match expectation.matches(&output) {
        Ok(true) => (Status::Passed, String::new()),
        Ok(false) => (Status::Failed, String::new()),
        Err(reason) => (Status::Failed, reason),
    };
    if let Some((want, have)) = phpt.text("EXPECTHEADERS").and_then(|text| missing_headers(&text, &headers)) {
        wanted = [want.as_bytes(), b"\n--HEADERS--\n", &wanted].concat();
        output = [have.as_bytes(), b"\n--HEADERS--\n", &output].concat();
        expectation = wrap(wanted);
        (status, reason) = (Status::Failed, "headers differ".into());
    }
    match finished.end {
        End::TimedOut => (status, reason) = (Status::TimedOut, "timed out".into()),
        End::TooBig => (status, reason) = (Status::Crashed, "too much memory or output".into()),
        End::Signal(signal) if status != Status::Passed => (status, reason) = (Status::Crashed, process::signal_name(signal)),
        _ => {}
    }
    static PANIC: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"thread '[^']*' (?:\(\d+\) )?panicked at|has overflowed its stack").expect("a valid pattern"));
    if status != Status::TimedOut && PANIC.is_match(&output) {
        (status, reason) = (Status::Crashed, "panic".into());
    }
    Report { status, reason, time: finished.time, output, expectation: Some(expectation), command }
}

fn split_headers(raw: &[u8]) -> (Vec<(String, String)>, &[u8]) {
    static BLANK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\r?\n\r?\n").expect("a valid pattern"));
    let Some(blank) = BLANK.find(raw) else { return (Vec::new(), raw) };
    (header_lines(&String::from_utf8_lossy(&raw[..blank.start()])), &raw[blank.end()..])
}

fn header_lines(text: &str) -> Vec<(String, String)> {
    let pairs = text.split(['\r', '\n']).filter_map(|line| line.split_once(':'));
    pairs.map(|(name, value)| (name.trim().to_string(), value.trim().to_string())).collect()
}

/// The wanted headers and those of them that came, when they differ. Of several with one name the last counts.
fn missing_headers(wanted: &str, headers: &[(String, String)]) -> Option<(String, String)> {
    let wanted = header_lines(wanted);
    let mut unique: Vec<(String, String)> = Vec::new();
    for (name, value) in &wanted {
        unique.retain(|(known, _)| known != name);
        unique.push((name.clone(), value.clone()));
    }
    let came = |name: &str| headers.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value);
    if unique.iter().all(|(name, value)| came(name) == Some(value)) {
        return None;
    }
    let list = |pairs: Vec<(String, String)>| pairs.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("\n");
    let have = unique.iter().filter_map(|(name, _)| came(name).map(|value| (name.clone(), value.clone()))).collect();
    Some((list(wanted), list(have)))
}

/// PHP's `trim`.
fn trim(text: &[u8]) -> &[u8] {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0 | 0x0b);
    let start = text.iter().position(|byte| !blank(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !blank(byte)).map_or(start, |last| last + 1);
    &text[start..end]
}

fn unix_lines(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for (index, &byte) in text.iter().enumerate() {
        if byte != b'\r' || text.get(index + 1) != Some(&b'\n') {
            out.push(byte);
        }
    }
    out
}

fn may_be_retried(test: &Test, output: &[u8]) -> bool {
    static OUTPUT: LazyLock<Regex> = LazyLock::new(|| {
        let words = r"(?i-u)\b(404: page not found|address already in use|connection refused|deadlock|mailbox already exists|timed out)\b";
        Regex::new(words).expect("a valid pattern")
    });
    static PROGRAM: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i-u)\b(disk_free_space|hrtime|microtime|sleep|usleep)\(").expect("a valid pattern"));
    let Ok(phpt) = Phpt::read(&test.file) else { return false };
    OUTPUT.is_match(output)
        || phpt.has("FLAKY")
        || phpt.text("SKIPIF").is_some_and(|code| code.contains("SKIP_PERF_SENSITIVE"))
        || phpt.get("FILE").is_some_and(|code| PROGRAM.is_match(code))
}
