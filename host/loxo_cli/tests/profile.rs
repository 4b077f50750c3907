//! `loxo profile`: the table and the files say what a script has done; the script's output and status stay its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("loxo-profile-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("can be made");
        Folder(folder)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let file = self.0.join(name);
        std::fs::write(&file, text).expect("can be written");
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn profile(options: &[&str], output: &Path, script: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loxo"));
    command.arg("profile").args(options).arg("-o").arg(output).arg(script).arg("given").output().expect("starts")
}

const SCRIPT: &str = "<?php
function one() { return 1; }
function slow($n) { return $n ? slow($n - 1) : usleep(60000); }
function failing() { throw new Exception('x'); }
one(); one();
slow(2);
try { failing(); } catch (Exception $e) { }
register_shutdown_function(function () { one(); });
echo $argv[1];
exit(3);
";

#[test]
fn every_call_is_in_the_table_and_in_the_file() {
    let folder = Folder::new("calls");
    let script = folder.write("script.php", SCRIPT);
    let json = folder.0.join("out.json");
    let result = profile(&[], &json, &script);
    assert_eq!((result.status.code(), &result.stdout[..]), (Some(3), &b"given"[..]));
    let table = String::from_utf8_lossy(&result.stderr).into_owned();
    let calls = |name: &str| {
        let row = table.lines().find(|line| line.split_whitespace().next_back() == Some(name)).expect("has a row");
        row.split_whitespace().nth(3).and_then(|calls| calls.parse::<u32>().ok())
    };
    assert_eq!([calls("one"), calls("slow"), calls("usleep"), calls("failing")], [Some(3), Some(3), Some(1), Some(1)]);
    let first = table.lines().nth(3).unwrap_or_default();
    assert!(first.ends_with("usleep"), "{table}");
    let json = std::fs::read_to_string(&json).expect("was written");
    assert_eq!(json.matches("\"type\":\"O\"").count(), json.matches("\"type\":\"C\"").count());
    assert!(json.contains("\"name\":\"slow\""));
    let lines = folder.0.join("out.collapsed");
    profile(&[], &lines, &script);
    let lines = std::fs::read_to_string(&lines).expect("was written");
    assert!(lines.lines().any(|line| line.contains(";slow;slow;slow;usleep ")), "{lines}");
}

/// What has no loop is seen where it calls.
#[test]
fn samples_show_what_only_calls() {
    let folder = Folder::new("calls-only");
    let code =
        "<?php function calls($n) { return $n < 2 ? $n : calls($n - 1) + calls($n - 2); } calls(32);\nfor ($i = 0; $i < 1000; $i++) {}";
    let lines = folder.0.join("out.collapsed");
    profile(&["--sample=1000"], &lines, &folder.write("script.php", code));
    let lines = std::fs::read_to_string(&lines).expect("was written");
    let count = |line: &str| line.rsplit(' ').next().and_then(|count| count.parse::<u32>().ok()).unwrap_or(0);
    let (all, called): (u32, u32) = lines
        .lines()
        .fold((0, 0), |(all, called), line| (all + count(line), called + if line.contains(";calls") { count(line) } else { 0 }));
    assert!(called * 10 >= all * 8 && called > 0, "{lines}");
}

#[test]
fn samples_show_what_takes_time() {
    let folder = Folder::new("samples");
    let script =
        folder.write("script.php", "<?php function spin() { for ($end = microtime(true) + 0.3; microtime(true) < $end;) {} } spin();");
    let lines = folder.0.join("out.collapsed");
    let result = profile(&["--sample=500"], &lines, &script);
    assert_eq!(result.status.code(), Some(0));
    let lines = std::fs::read_to_string(&lines).expect("was written");
    let spun = lines.lines().filter(|line| line.contains(";spin")).filter_map(|line| line.rsplit(' ').next()?.parse::<u32>().ok());
    assert!(spun.sum::<u32>() >= 100, "{lines}");
}

#[test]
fn a_script_that_is_not_there_has_no_profile() {
    let result = Command::new(env!("CARGO_BIN_EXE_loxo")).args(["profile", "/nonexistent.php"]).output().expect("starts");
    assert_eq!((result.status.code(), &result.stdout[..]), (Some(1), &b""[..]));
    assert_eq!(String::from_utf8_lossy(&result.stderr), "Could not open input file: /nonexistent.php\n");
}

#[test]
fn what_is_wrong_is_one_line() {
    let cases = [
        (&["profile"][..], "which script"),
        (&["profile", "--no", "a.php"], "unknown option --no"),
        (&["profile", "--open", "/dev/null"], "is empty"),
    ];
    for (words, text) in cases {
        let result = Command::new(env!("CARGO_BIN_EXE_loxo")).args(words).output().expect("starts");
        let message = String::from_utf8_lossy(&result.stderr).into_owned();
        assert!(result.status.code() == Some(1) && message.contains(text) && message.lines().count() == 1, "{message}");
    }
}
