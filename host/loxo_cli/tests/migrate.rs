//! `loxo migrate`: what it writes is a configuration that may run.

use std::path::PathBuf;
use std::process::{Command, Output};

struct Folder(PathBuf);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let root = std::env::temp_dir().join(format!("loxo-migrate-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        for (file, text) in files {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text.replace("ROOT", &root.display().to_string())).expect("a file");
        }
        Folder(root)
    }

    fn loxo(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_loxo")).args(arguments).current_dir(&self.0).output().expect("runs")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn what_comes_of_it_passes_the_check() {
    let folder = Folder::new(&[
        ("nginx/nginx.conf", "events {}\nhttp {\n  include conf.d/*.conf;\n  include sites-enabled/*;\n}\n"),
        (
            "nginx/sites-enabled/a",
            "server {\n  server_name a.example;\n  root ROOT/a;\n  location ~ \\.php$ { fastcgi_pass unix:/run/a.sock; }\n  autoindex on;\n}\n",
        ),
        ("nginx/sites-enabled/a~", "server { server_name old.example; root /nowhere; }"),
        (
            "apache/b.conf",
            "<VirtualHost *:8080>\n  ServerName b.example\n  DocumentRoot ROOT/b\n  php_value memory_limit 64M\n</VirtualHost>\n",
        ),
        ("pool.d/a.conf", "[a]\nuser = daemon\nlisten = /run/a.sock\npm = static\npm.max_children = 3\n"),
        ("rootless/c", "server { listen 80; }\n"),
        ("a/index.php", ""),
        ("b/index.php", ""),
    ]);
    let made = folder.loxo(&["migrate", "nginx/nginx.conf", "apache", "pool.d", "-o", "loxo.toml"]);
    let notes = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(made.status.success(), "{notes}");
    let lost: Vec<&str> = notes.lines().filter(|line| line.contains("not carried over")).collect();
    assert_eq!(lost.len(), 1, "{notes}");
    assert!(lost[0].ends_with("nginx/sites-enabled/a:5: `autoindex on` is not carried over"), "{notes}");
    let text = std::fs::read_to_string(folder.0.join("loxo.toml")).expect("is there");
    assert!(!text.contains("old.example") && text.contains("[pool.a]") && text.contains("ini.memory_limit = \"64M\""), "{text}");
    if rustix::process::geteuid().is_root() {
        let checked = folder.loxo(&["check"]);
        assert!(checked.status.success(), "{text}\n{}", String::from_utf8_lossy(&checked.stderr));
    }
    // Nothing is overwritten.
    assert!(!folder.loxo(&["migrate", "apache", "-o", "loxo.toml"]).status.success());
    let none = folder.loxo(&["migrate", "rootless"]);
    let why = String::from_utf8_lossy(&none.stderr).into_owned();
    assert!(why.contains("rootless/c:1: a server without a root is left out\n"), "{why}");
    let none = folder.loxo(&["migrate", "pool.d"]);
    assert_eq!((none.status.code(), none.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8_lossy(&none.stderr).contains("pool.d: there is no site in it"));
}
