//! `opcache.file_cache`: what one process has compiled the next one runs, as long as script, engine and settings are the same.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("loxo-file-cache-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("cache")).expect("can be made");
        set_mode(&folder.join("cache"), 0o700);
        Folder(folder)
    }

    fn cache(&self) -> PathBuf {
        self.0.join("cache")
    }

    /// A script of a time long ago, the same for each text.
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("can be written");
        let file = std::fs::File::options().write(true).open(&path).expect("can be opened");
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_600_000_000)).expect("has a time");
        path
    }

    /// The files of units.
    fn units(&self) -> Vec<PathBuf> {
        let below = |folder: &Path| std::fs::read_dir(folder).map(|names| names.flatten().map(|entry| entry.path()).collect::<Vec<_>>());
        let mut all: Vec<PathBuf> = below(&self.cache()).unwrap_or_default().iter().flat_map(|of| below(of).unwrap_or_default()).collect();
        all.sort();
        all
    }

    fn run(&self, script: &Path, settings: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loxo"));
        command.args(["-n", "-d", "opcache.enable_cli=1", "-d"]).arg(format!("opcache.file_cache={}", self.cache().display()));
        for setting in settings {
            command.args(["-d", setting]);
        }
        let result = command.arg(script).output().expect("starts");
        format!("{}{}", String::from_utf8_lossy(&result.stdout), String::from_utf8_lossy(&result.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("has permissions");
}

#[test]
fn scripts_are_compiled_once_for_all_processes() {
    let folder = Folder::new("once");
    folder.write("included.php", "<?php class A { const X = [1 => 'b']; } return fn () => A::X[1];");
    let first = "<?php echo (require __DIR__ . '/included.php')(), 'one', PHP_EOL;";
    let script = folder.write("a.php", first);
    assert_eq!(folder.run(&script, &[]), "bone\n");
    assert_eq!(folder.units().len(), 2);
    assert!(folder.units().iter().all(|unit| unit.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o777 == 0o600)));
    // A script of the same time and size is the same: so it is known that nobody compiled it.
    folder.write("a.php", &first.replace("one", "two"));
    assert_eq!(folder.run(&script, &[]), "bone\n");
    assert_eq!(folder.run(&script, &["short_open_tag=0"]), "btwo\n", "other settings");
    folder.write("a.php", &first.replace("one", "three"));
    assert_eq!(folder.run(&script, &[]), "bthree\n", "another size");
    folder.write("a.php", &first.replace("one", "four"));
    assert_eq!(folder.run(&script, &["opcache.validate_timestamps=0"]), "bthree\n", "nobody looks at the script");
    assert_eq!(folder.run(&script, &["opcache.enable_cli=0"]), "bfour\n", "opcache is off");
    assert_eq!(folder.run(&script, &["opcache.validate_timestamps=0", "opcache.file_cache_only=1"]), "bthree\n");
}

#[test]
fn what_is_damaged_or_young_is_compiled() {
    let folder = Folder::new("damaged");
    let script = folder.write("a.php", "<?php echo 'one', PHP_EOL;");
    assert_eq!(folder.run(&script, &[]), "one\n");
    let [unit] = &folder.units()[..] else { panic!("one unit is kept") };
    let good = std::fs::read(unit).expect("can be read");
    folder.write("a.php", "<?php echo 'two', PHP_EOL;");
    for at in (0..good.len()).step_by(7) {
        let mut bad = good.clone();
        bad[at] ^= 0x20;
        std::fs::write(unit, &bad).expect("can be written");
        assert_eq!(folder.run(&script, &[]), "two\n", "byte {at}");
    }
    std::fs::write(unit, &good).expect("can be written");
    assert_eq!(folder.run(&script, &[]), "one\n");
    std::fs::write(unit, &good[..good.len() / 2]).expect("can be written");
    assert_eq!(folder.run(&script, &[]), "two\n", "a half");

    let young = folder.0.join("young.php");
    std::fs::write(&young, "<?php echo 'young';").expect("can be written");
    let in_an_hour = SystemTime::now() + Duration::from_secs(3600);
    std::fs::File::options().write(true).open(&young).and_then(|file| file.set_modified(in_an_hour)).expect("has a time");
    assert_eq!(folder.run(&young, &[]), "young");
    assert_eq!(folder.units().len(), 1);
    let forgotten = folder.write("forget.php", "<?php var_dump(opcache_invalidate(__FILE__, true));");
    assert_eq!(folder.run(&forgotten, &[]), "bool(true)\n");
    assert_eq!(folder.units().len(), 1);
}

#[test]
fn nobody_else_may_write_what_is_run() {
    let folder = Folder::new("others");
    let script = folder.write("a.php", "<?php echo 'one', PHP_EOL;");
    let warned = ["opcache.log_verbosity_level=2"];
    set_mode(&folder.cache(), 0o777);
    let said = folder.run(&script, &warned);
    assert!(said.starts_with("one\n") && said.contains("must belong to the user that PHP runs as"), "{said}");
    assert!(folder.units().is_empty());
    set_mode(&folder.cache(), 0o700);
    assert_eq!(folder.run(&script, &[]), "one\n");
    let [unit] = &folder.units()[..] else { panic!("one unit is kept") };
    folder.write("a.php", "<?php echo 'two', PHP_EOL;");
    set_mode(unit, 0o666);
    assert_eq!(folder.run(&script, &[]), "two\n", "others could have written it");
    let moved = folder.0.join("moved");
    std::fs::rename(folder.units().first().expect("is kept again"), &moved).expect("can be moved");
    std::os::unix::fs::symlink(&moved, unit).expect("a link");
    folder.write("a.php", "<?php echo 'six', PHP_EOL;");
    assert_eq!(folder.run(&script, &[]), "six\n", "a link");
    // The folder must be named in full, and be there.
    let result = Command::new(env!("CARGO_BIN_EXE_loxo"))
        .args(["-n", "-d", "opcache.enable_cli=1", "-d", "opcache.file_cache=cache", "-d", "opcache.log_verbosity_level=2"])
        .arg(&script)
        .current_dir(&folder.0)
        .output()
        .expect("starts");
    assert!(String::from_utf8_lossy(&result.stderr).contains("opcache.file_cache cache: must be a full path of an accessible directory"));
}
