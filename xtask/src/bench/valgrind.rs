//! Counting instructions: valgrind gives the same number on any machine, however busy.

use crate::Result;
use std::path::Path;
use std::process::Command;

/// Says how valgrind is to be had when it is missing.
pub fn ensure() -> Result<()> {
    if Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    crate::reference::apt_install(&["valgrind"])
}

/// The same command, under valgrind's counter.
pub fn counting(command: &Command) -> Command {
    under(&["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"], command)
}

/// The same command, under valgrind's model of a first-level instruction cache: 32 KiB, 8 lines of 64 bytes in a set.
pub fn counting_misses(command: &Command) -> Command {
    let caches = ["--I1=32768,8,64", "--D1=32768,8,64", "--LL=33554432,16,64"];
    under(&[&["--tool=cachegrind", "--cache-sim=yes", "--cachegrind-out-file=/dev/null"][..], &caches].concat(), command)
}

/// The same command, under valgrind's profiler, which counts nothing before `callgrind_control -i on`.
pub fn profiling(command: &Command, out: &Path) -> Command {
    under(&["--tool=callgrind", "--instr-atstart=no", &format!("--callgrind-out-file={}", out.display())], command)
}

/// The same command, under valgrind's profiler, with the names of functions as the linker knows them.
pub fn naming(command: &Command, out: &Path) -> Command {
    under(&["--tool=callgrind", "--demangle=no", &format!("--callgrind-out-file={}", out.display())], command)
}

/// The same command, under valgrind's profiler, which counts what is done in one function.
pub fn of_function(command: &Command, name: &str) -> Command {
    under(&["--tool=callgrind", &format!("--toggle-collect={name}"), "--callgrind-out-file=/dev/null"], command)
}

fn under(words: &[&str], command: &Command) -> Command {
    let mut wrapped = Command::new("valgrind");
    wrapped.args(words).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        wrapped.current_dir(folder);
    }
    wrapped
}

/// `==1== I   refs:      37,033,501`
pub fn total(output: &str) -> Option<u64> {
    number(output, " I refs:")
}

/// `==1== I1  misses:        410,226`
pub fn misses(output: &str) -> Option<u64> {
    number(output, " I1 misses:")
}

/// What stands behind a label, in which valgrind aligns the words with spaces.
fn number(output: &str, label: &str) -> Option<u64> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = output.lines().rev().find(|line| line.starts_with("==") && words(line).contains(label))?;
    line.rsplit_once(':')?.1.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valgrind_is_understood() {
        assert_eq!(total("answered\n==1== \n==1== I   refs:      37,033,501\n"), Some(37_033_501));
        assert_eq!(total("==1== no such file"), None);
        let both = "==1== I   refs:      37,033,501\n==1== I1  misses:       410,226\n==1== LLi misses:        10,100\n==1== D   refs:  9 (5 rd + 4 wr)\n";
        assert_eq!((total(both), misses(both)), (Some(37_033_501), Some(410_226)));
    }
}
