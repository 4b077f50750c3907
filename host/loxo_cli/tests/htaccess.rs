//! `.htaccess` in a server: what a client and a script see of it, with threads and with processes.

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

use std::time::{Duration, Instant};

use serve::Server;

const SCRIPT: &str = r#"<?php
header('Content-Type: text/plain');
foreach (['REQUEST_METHOD', 'REQUEST_URI', 'QUERY_STRING', 'PATH_INFO', 'SCRIPT_NAME', 'REDIRECT_STATUS', 'REDIRECT_URL', 'REMOTE_USER', 'SHOP'] as $name) {
    if (isset($_SERVER[$name])) echo "$name=$_SERVER[$name]\n";
}
echo 'memory_limit=', ini_get('memory_limit'), ' precision=', ini_get('precision'), "\n";
"#;

const RULES: &str = r#"
ErrorDocument 404 /error.php
php_value memory_limit 77M
php_value precision "9"
SetEnv SHOP "a b"
SetEnv PHP_ADMIN_VALUE "memory_limit=99M"
Header always set X-Rules yes
<Files "secret.txt">
    AuthType Basic
    AuthName "A \"place\""
    AuthUserFile USERS
    Require valid-user
</Files>
<Files "none.txt">
    Require all denied
</Files>
RewriteEngine On
RewriteRule ^old/(.*)$ /new/$1 [R=301,L]
RewriteRule ^wrong$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteCond %{REQUEST_URI} !^/missing
RewriteRule ^(.+)$ /index.php?path=$1 [QSA,L]
"#;

fn start(name: &str, options: &[&str]) -> Server {
    let users = std::env::temp_dir().join(format!("loxo-users-{name}-{}", std::process::id()));
    std::fs::write(&users, "ann:{SHA}VBPuJHI7uixaa6LQGWx4s+5GKNE=\n").expect("a file");
    let rules = RULES.replace("USERS", &users.display().to_string());
    let files = [
        ("index.php", SCRIPT),
        ("error.php", SCRIPT),
        ("a.txt", "text"),
        ("secret.txt", "secret"),
        ("none.txt", "none"),
        (".htaccess", &rules),
    ];
    Server::start(name, &files, &[options, &["--htaccess", "all"]].concat())
}

/// A line of the head, or `None`.
fn field(answer: &str, name: &str) -> Option<String> {
    let head = answer.split("\r\n\r\n").next()?;
    let line = head.lines().find(|line| line.to_ascii_lowercase().starts_with(&format!("{name}:")))?;
    Some(line[name.len() + 1..].trim().to_string())
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

fn check(server: &Server) {
    let page = server.get("/blog/1?a=b");
    assert_eq!((status(&page), field(&page, "x-rules").as_deref()), ("200", Some("yes")), "{page}");
    for line in [
        "REQUEST_URI=/blog/1?a=b",
        "QUERY_STRING=path=blog/1&a=b",
        "SCRIPT_NAME=/index.php",
        "REDIRECT_STATUS=200",
        "REDIRECT_URL=/blog/1",
        "SHOP=a b",
        "memory_limit=77M precision=9",
    ] {
        assert!(page.contains(line), "{line}: {page}");
    }
    let direct = server.get("/index.php/info");
    assert!(direct.contains("PATH_INFO=/info") && !direct.contains("REDIRECT_STATUS"), "{direct}");
    let redirect = server.get("/old/x?y=1");
    assert_eq!((status(&redirect), field(&redirect, "location")), ("301", Some(format!("http://h:{}/new/x?y=1", server.port))));
    let missing = server.get("/missing/x");
    assert!(missing.contains("SCRIPT_NAME=/error.php") && missing.contains("REDIRECT_STATUS=404"), "{missing}");
    assert_eq!(status(&missing), "404");
    assert!(server.get("/a.txt").ends_with("\r\n\r\ntext"));
    assert_eq!(status(&server.get("/none.txt")), "403");
    assert_eq!(status(&server.get("/.htaccess")), "403");
    assert_eq!(status(&server.get("/a%2fb")), "404");
    let login = server.get("/secret.txt");
    assert_eq!((status(&login), field(&login, "www-authenticate").as_deref()), ("401", Some(r#"Basic realm="A \"place\"""#)));
    let with = |credentials: &str| server.get(&format!("/secret.txt HTTP/1.1\r\nAuthorization: Basic {credentials}\r\nX-Rest:"));
    // ann:myPassword, ann:wrong
    assert!(with("YW5uOm15UGFzc3dvcmQ=").ends_with("secret"));
    assert_eq!(status(&with("YW5uOndyb25n")), "401");
}

#[test]
fn rules_are_followed() {
    check(&start("htaccess", &["--workers", "2"]));
}

#[test]
fn rules_are_followed_with_processes() {
    check(&start("htaccess-processes", &["--processes", "1"]));
}

#[test]
fn changes_are_seen_without_a_restart() {
    let server = start("htaccess-changes", &["--workers", "1"]);
    let rules = server.root.join(".htaccess");
    let becomes = |path: &str, wanted: &str| {
        let began = Instant::now();
        loop {
            let answer = server.get(path);
            if status(&answer) == wanted {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "{wanted}: {answer}");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    becomes("/a.txt", "200");
    std::fs::write(&rules, "Require all denied\n").expect("a file");
    becomes("/a.txt", "403");
    // What is not understood lets nobody in.
    std::fs::write(&rules, "Require all granted\nNonsense here\n").expect("a file");
    becomes("/a.txt", "500");
    std::fs::remove_file(&rules).expect("gone");
    becomes("/a.txt", "200");
    // A long file is read on a thread of its own.
    std::fs::write(&rules, "# a line\n".repeat(100_000) + "Require all denied\n").expect("a file");
    becomes("/a.txt", "403");
    std::fs::remove_file(&rules).expect("gone");
    becomes("/a.txt", "200");
    std::fs::create_dir(server.root.join("sub")).expect("a folder");
    std::fs::write(server.root.join("sub/b.txt"), "b").expect("a file");
    becomes("/sub/b.txt", "200");
    std::fs::write(server.root.join("sub/.htaccess"), "Require all denied\n").expect("a file");
    becomes("/sub/b.txt", "403");
    becomes("/a.txt", "200");
}

#[test]
fn without_the_option_no_rule_counts() {
    let files = [("index.php", "<?php echo 'front';"), (".htaccess", "Require all denied\n"), ("a.txt", "text")];
    let server = Server::start("htaccess-none", &files, &["--workers", "1"]);
    assert!(server.get("/a.txt").ends_with("text"));
    assert!(server.get("/x/y").ends_with("front"));
}
