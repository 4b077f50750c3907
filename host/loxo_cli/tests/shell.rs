//! The interactive shell (`-a`), fed by a pipe and typed at a terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A history of its own for each test.
fn history(name: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("loxo-shell-{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&file);
    file
}

fn shell(name: &str, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loxo"));
    command.arg("-n").args(words).arg("-a").env("PHP_HISTFILE", history(name)).env("TERM", "xterm");
    command
}

/// What the shell makes of lines from a pipe.
fn piped(name: &str, words: &[&str], input: &str) -> Output {
    let mut process =
        shell(name, words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the shell starts");
    process.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("writes");
    process.wait_with_output().expect("ends")
}

fn printed(name: &str, words: &[&str], input: &str) -> String {
    let output = piped(name, words, input);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.strip_prefix("Interactive shell\n\n").expect("a greeting").to_string()
}

#[test]
fn statements_run_when_they_are_whole() {
    let input = "$x = [1,\n2];\necho count($x)\n;\nfunction f($a)\n{\nreturn $a * 21;\n}\necho f(2), \"\\n\";\nquit\necho 'not run';\n";
    assert_eq!(printed("whole", &[], input), "2\n42\n");
    assert_eq!(printed("rest", &[], "echo 1;\necho 2"), "1\n");
}

#[test]
fn errors_end_the_statement_alone() {
    let input = "nothing();\n1 +;\nset_exception_handler(fn() => print('never'));\nthrow new Exception('e');\necho 'still';\n";
    let expected = "\nWarning: Uncaught Error: Call to undefined function nothing() in php shell code:1\nStack trace:\n#0 {main}\n  \
         thrown in php shell code on line 1\n\nParse error: syntax error, unexpected token \";\" in php shell code on line 1\n\n\
         Warning: Uncaught Exception: e in php shell code:1\nStack trace:\n#0 {main}\n  thrown in php shell code on line 1\nstill\n";
    let output = piped("errors", &["-d", "display_errors=1"], input);
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("Interactive shell\n\n{expected}"));
    // The code that did not compile left the status; uncaught exceptions are warnings here and leave none.
    assert_eq!(output.status.code(), Some(255));
    assert_eq!(piped("thrown", &[], "throw new Exception('e');\n").status.code(), Some(0));
}

#[test]
fn exit_sets_the_status_and_no_more() {
    let output = piped("exit", &[], "register_shutdown_function(fn() => print('bye'));\nexit(3);\necho 'after';\n");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Interactive shell\n\nafter\nbye");
}

#[test]
fn memory_that_is_exhausted_comes_back() {
    let output = piped("memory", &["-d", "display_errors=1"], "$x = str_repeat('x', 1 << 40);\necho strlen('abc');\n");
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("on line 1\n3\n"), "{output:?}");
}

#[test]
fn lines_with_a_number_sign_change_settings() {
    assert_eq!(printed("setting", &[], "#precision=3\necho 1/3;\n#cli.pager=tr a b\necho 'aha';\n"), "0.333\nbhb");
}

/// A shell at a terminal.
struct Terminal {
    process: Child,
    master: File,
    output: Receiver<Vec<u8>>,
    seen: String,
}

impl Terminal {
    fn start(name: &str, words: &[&str]) -> Terminal {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&master).and_then(|()| unlockpt(&master)).expect("a terminal");
        let path = ptsname(&master, Vec::new()).expect("a terminal");
        let open =
            || -> OwnedFd { File::options().read(true).write(true).open(path.to_str().expect("a path")).expect("a terminal").into() };
        let process = shell(name, words).stdin(open()).stdout(open()).stderr(open()).spawn().expect("the shell starts");
        let master = File::from(master);
        let mut reader = master.try_clone().expect("a terminal");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut bytes) {
                let _ = sender.send(bytes[..length].to_vec());
            }
        });
        Terminal { process, master, output, seen: String::new() }
    }

    /// Waits until the terminal shows this, and forgets what was shown so far.
    fn wait_for(&mut self, text: &str) {
        let deadline = Instant::now() + Duration::from_secs(30);
        while !self.seen.contains(text) {
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => panic!("{text:?} is not in {:?}", self.seen),
            }
        }
        self.seen = self.seen.split_once(text).expect("it is there").1.to_string();
    }

    fn type_in(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).expect("types");
    }

    /// Ends the shell, which must be waiting for a line: the terminal keeps what is typed before that for itself.
    fn end(mut self) {
        self.type_in("\x04");
        assert!(self.process.wait().expect("ends").success());
    }
}

#[test]
fn the_prompt_tells_what_is_open() {
    let mut terminal = Terminal::start("prompt", &[]);
    terminal.wait_for("Interactive shell");
    for (line, prompt) in [
        ("", "php > "),
        ("class A {", "php { "),
        ("function f() {} }", "php > "),
        ("echo strlen(", "php ( "),
        ("'a", "php ' "),
        ("'); echo <<<X", "<<< > "),
        ("  X; /*", "/*  > "),
        ("*/ echo 6 * 7;", "42"),
        ("", "php > "),
    ] {
        if !line.is_empty() {
            terminal.type_in(&format!("{line}\r"));
        }
        terminal.wait_for(prompt);
    }
    // Ctrl+C drops the lines that wait.
    terminal.type_in("broken(\r");
    terminal.wait_for("php ( ");
    terminal.type_in("\x03");
    terminal.wait_for("php > ");
    terminal.type_in("echo 'go' . 'es on';\r");
    terminal.wait_for("goes on");
    terminal.wait_for("php > ");
    terminal.end();
}

#[test]
fn words_are_completed() {
    let mut terminal = Terminal::start("words", &[]);
    let cases = [
        ("array_key_fi\t", "array_key_first("),
        ("$_SER\t", "$_SERVER"),
        ("ReflectionNamedT\t", "ReflectionNamedType"),
        ("DateTimeImmutable::createFromM\t", "DateTimeImmutable::createFromMutable("),
        ("PHP_VERSION_I\t", "PHP_VERSION_ID"),
        ("forea\t", "foreach"),
        ("#date.timez\t", "#date.timezone="),
        ("$d->setTimez\t", "$d->setTimezone("),
        ("$o->memb\t", "$o->member"),
    ];
    terminal.wait_for("php > ");
    terminal.type_in("$d = new DateTime; $o = (object) ['member' => 1];\r");
    for (keys, word) in cases {
        terminal.wait_for("php > ");
        terminal.type_in(keys);
        terminal.wait_for(word);
        terminal.type_in("\x03");
    }
    terminal.wait_for("php > ");
    terminal.end();
}

#[test]
fn the_history_is_kept() {
    let mut terminal = Terminal::start("history", &[]);
    terminal.wait_for("php > ");
    terminal.type_in("echo 'first ' . 1;\r");
    terminal.wait_for("first 1");
    terminal.wait_for("php > ");
    // The line above, run once more.
    terminal.type_in("\x1b[A\r");
    terminal.wait_for("first 1");
    terminal.wait_for("php > ");
    let file = std::env::temp_dir().join(format!("loxo-shell-history-{}", std::process::id()));
    terminal.end();
    let text = std::fs::read_to_string(file).expect("a history");
    assert!(text.starts_with("_HiStOrY_V2_\necho\\040'first\\040'\\040.\\0401;\n"), "{text}");
}

#[test]
fn prompts_may_run_code() {
    let mut terminal = Terminal::start("custom", &["-d", "cli.prompt=`echo 6 * 7;` \\\\v \\\\b\\\\> "]);
    terminal.wait_for("42 8.4.");
    terminal.wait_for(" php> ");
    terminal.end();
}
