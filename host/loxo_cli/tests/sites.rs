//! `loxo.toml`: sites by name, pools of several users, wrong configurations, reloads.

#[path = "common/address.rs"]
mod address;
#[path = "common/start.rs"]
mod start;
#[path = "common/stop.rs"]
mod stop;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

use address::port_in;
use start::start;
use stop::stop;

struct Server {
    process: Child,
    port: u16,
}

fn folder(name: &str) -> PathBuf {
    let root = std::env::temp_dir().join(format!("loxo-sites-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&root);
    std::fs::create_dir_all(&root).expect("a folder");
    std::fs::set_permissions(&root, std::fs::Permissions::from_mode(0o755)).expect("a folder");
    root
}

fn write(root: &Path, files: &[(&str, &str)]) {
    for (file, content) in files {
        let file = root.join(file);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, content).expect("a file");
    }
}

fn loxo(root: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_loxo")).args(arguments).current_dir(root).output().expect("runs")
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

impl Server {
    fn start(root: &Path) -> Server {
        let (process, line) = start(&["--config", "loxo.toml"], root, |_| ());
        Server { process, port: port_in(&line, "http") }
    }

    fn get(&self, host: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes()).expect("writes");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    }

    fn body(&self, host: &str, path: &str) -> String {
        let answer = self.get(host, path);
        answer.split_once("\r\n\r\n").map_or_else(|| answer.clone(), |(_, body)| body.to_string())
    }

    /// Asks until the page is as expected.
    fn becomes(&self, host: &str, path: &str, expected: &str) {
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            let body = self.body(host, path);
            if body == expected {
                return;
            }
            assert!(Instant::now() < until, "{body}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        stop(&mut self.process);
    }
}

/// The users of the pools, where there are users.
fn users(name: &str) -> String {
    if is_root() { format!("user = \"{name}\"\n") } else { String::new() }
}

#[test]
fn sites_are_told_apart_by_their_names() {
    let root = folder("names");
    write(
        &root,
        &[
            ("a/index.php", "<?php echo 'a:', $_SERVER['SERVER_NAME'], ':', ini_get('precision'), ':', getenv('WHO');"),
            ("b/app.php", "<?php echo 'b:', $_SERVER['REQUEST_URI'];"),
            ("b/start.html", "<p>b"),
        ],
    );
    let text = format!(
        "listen = \"127.0.0.1:0\"\n[pool.www]\n{}processes = 2\nini.precision = 5\nenv.WHO = \"me\"\n\
         [[site]]\nroot = \"a\"\n\
         [[site]]\nnames = [\"b.example\", \"*.b.example\"]\nroot = \"b\"\nindex = \"start.html\"\nfront-controller = \"app.php\"\n\
         [[site]]\nnames = \"old.example\"\nredirect = \"https://b.example\"\n",
        users("daemon")
    );
    write(&root, &[("loxo.toml", &text)]);
    let server = Server::start(&root);
    assert_eq!(server.body("x.example", "/"), "a:x.example:5:me");
    assert_eq!(server.body("B.example:80", "/"), "<p>b");
    assert_eq!(server.body("c.b.example", "/no/such"), "b:/no/such");
    let redirected = server.get("old.example", "/p?q=1");
    assert!(redirected.starts_with("HTTP/1.1 301") && redirected.contains("Location: https://b.example/p?q=1\r\n"), "{redirected}");
    drop(server);
    let _ = std::fs::remove_dir_all(root);
}

#[test]
fn a_wrong_configuration_is_one_line_and_the_old_one_goes_on() {
    let root = folder("wrong");
    write(&root, &[("a/index.php", "<?php echo 'one', ini_get('precision');")]);
    let text = |precision: &str| {
        let user = users("daemon");
        format!(
            "listen = \"127.0.0.1:0\"\npid = \"pid\"\n[pool.www]\n{user}processes = 1\nini.precision = {precision}\n[[site]]\nroot = \"a\"\n"
        )
    };
    write(&root, &[("loxo.toml", &text("5"))]);
    let right = loxo(&root, &["check"]);
    assert!(right.status.success() && String::from_utf8_lossy(&right.stdout).ends_with("loxo.toml is right: 1 site, 1 pool\n"));
    let server = Server::start(&root);
    assert_eq!(server.body("h", "/"), "one5");
    write(&root, &[("loxo.toml", &text("7"))]);
    assert!(loxo(&root, &["reload"]).status.success());
    server.becomes("h", "/", "one7");
    for (wrong, message) in [
        (text("9") + "rot = \"b\"\n", ": rot is no setting here\n"),
        (text("9") + "[[site]]\nnames = \"b\"\nroot = \"missing\"\n", ": root: there is no folder "),
        (text("9") + "certificate = \"none.pem\"\n", ": HTTPS needs an address: listen-tls = \"HOST:PORT\"\n"),
        (text("9") + "[queue]\nmax-items = \"many\"\n", ": --max-items needs a number\n"),
        (text("{ a = ["), ""),
    ] {
        write(&root, &[("loxo.toml", &wrong)]);
        for command in ["check", "reload"] {
            let refused = loxo(&root, &[command]);
            let said = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(!refused.status.success() && said.starts_with("loxo: loxo.toml:") && said.contains(message), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
        // The signal itself is no way around.
        assert!(Command::new("kill").args(["-HUP", &server.process.id().to_string()]).status().expect("kill").success());
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(server.body("h", "/"), "one7");
    }
    drop(server);
    let _ = std::fs::remove_dir_all(root);
}

#[test]
fn a_queue_server_is_started_again_and_outlives_reloads() {
    let root = folder("queue");
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let page = format!(
        "<?php $queue = new Memcached(); $queue->setOption(Memcached::OPT_POLL_TIMEOUT, 20000); $queue->addServer('127.0.0.1', {port});\n\
         echo match (true) {{ isset($_GET['put']) => (int) $queue->set('q', $_GET['put']), isset($_GET['pid']) => current($queue->getStats())['pid'],\n\
         default => $queue->get('q') ?: 'none' }};"
    );
    let mut text =
        format!("listen = \"127.0.0.1:0\"\npid = \"pid\"\n[pool.www]\n{}processes = 1\n[[site]]\nroot = \"a\"\n", users("daemon"));
    text.push_str(&format!("[queue]\nlisten = \"127.0.0.1:{port}\"\ndata = \"items\"\nlimits.q.max-items = 2\n{}", users("daemon")));
    write(&root, &[("a/index.php", &page), ("loxo.toml", &text)]);
    if is_root() {
        let said = String::from_utf8_lossy(&loxo(&root, &["check"]).stderr).into_owned();
        assert!(said.contains(":10: data: there is no folder ") && said.contains(": run install -d -m 700 -o daemon "), "{said}");
        let made = Command::new("install").args(["-d", "-m", "700", "-o", "daemon"]).arg(root.join("items")).status();
        assert!(made.expect("runs").success());
    }
    let server = Server::start(&root);
    for (value, stored) in [("1", "1"), ("2", "1"), ("3", "0")] {
        assert_eq!(server.body("h", &format!("/?put={value}")), stored);
    }
    let first = server.body("h", "/?pid");
    let owner = std::fs::metadata(format!("/proc/{first}")).map(|process| std::os::unix::fs::MetadataExt::uid(&process)).expect("runs");
    assert!(!is_root() || owner != 0);
    assert!(Command::new("kill").args(["-KILL", &first]).status().expect("kill").success());
    server.becomes("h", "/", "1");
    let second = server.body("h", "/?pid");
    // A reload that changes nothing about it leaves it alone.
    assert!(loxo(&root, &["reload"]).status.success());
    assert_eq!(server.body("h", "/?pid"), second);
    write(&root, &[("loxo.toml", &text.replace("max-items = 2", "max-items = 3"))]);
    assert!(loxo(&root, &["reload"]).status.success());
    let until = Instant::now() + Duration::from_secs(20);
    while Path::new(&format!("/proc/{second}")).exists() {
        assert!(Instant::now() < until, "the old one goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
    server.becomes("h", "/", "2");
    let third = server.body("h", "/?pid");
    assert!(first != second && second != third);
    // It is the last one, and has its time to end whatever signals come.
    let mut server = server;
    let supervisor = server.process.id().to_string();
    let signal = |name: &str, pid: &str| assert!(Command::new("kill").args([name, pid]).status().expect("kill").success());
    signal("-STOP", &third);
    signal("-QUIT", &supervisor);
    let children = || std::fs::read_to_string(format!("/proc/{supervisor}/task/{supervisor}/children")).unwrap_or_default();
    while children().trim() != third {
        assert!(Instant::now() < until + Duration::from_secs(20), "the others go on: {}", children());
        std::thread::sleep(Duration::from_millis(20));
    }
    signal("-TERM", &supervisor);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(children().trim(), third);
    signal("-CONT", &third);
    assert!(server.process.wait().expect("ends").success() && !Path::new(&format!("/proc/{third}")).exists());
    let _ = std::fs::remove_dir_all(root);
}

#[test]
fn pools_of_two_users_know_nothing_of_each_other() {
    if !is_root() {
        return;
    }
    let root = folder("users");
    // The folder of each site is its user's and the HTTP server's group's, its sessions are its user's alone.
    let probe = "<?php
        $other = $_GET['other'];
        apcu_store($_SERVER['SERVER_NAME'], 1);
        $seen = [posix_getuid(), posix_getgid(), posix_getgroups() == [posix_getgid()]];
        $seen[] = @file_get_contents(\"$other/secret.txt\");
        $seen[] = @scandir(\"$other/sessions\");
        $seen[] = [apcu_exists($_SERVER['SERVER_NAME']), apcu_exists($_GET['host'])];
        $seen[] = @include \"$other/code.php\";
        $seen[] = @file_get_contents('secret.txt') !== false;
        $seen[] = @posix_setuid(0);
        session_save_path(__DIR__ . '/../sessions');
        $seen[] = session_start();
        $seen[] = @ini_set('precision', '9');
        $seen[] = array_filter(glob('/run/loxo-*') ?: [], fn($f) => @scandir($f) !== false);
        echo json_encode($seen);";
    for (site, user) in [("a", "nobody"), ("b", "daemon")] {
        write(
            &root,
            &[
                (&format!("{site}/web/index.php"), probe),
                (&format!("{site}/web/secret.txt"), "secret"),
                (&format!("{site}/web/code.php"), "<?php return 'code';"),
                (&format!("{site}/sessions/keep"), ""),
            ],
        );
        let own = Command::new("chown").arg("-R").arg(format!("{user}:www-data")).arg(root.join(site)).status().expect("chown");
        assert!(own.success());
        let modes = [("", 0o750), ("web", 0o750), ("web/secret.txt", 0o640), ("web/code.php", 0o640), ("sessions", 0o700)];
        for (file, mode) in modes {
            std::fs::set_permissions(root.join(site).join(file), std::fs::Permissions::from_mode(mode)).expect("a mode");
        }
    }
    let text = "listen = \"127.0.0.1:0\"\nuser = \"www-data\"\n[pool.a]\nuser = \"nobody\"\nprocesses = 1\nadmin-ini.precision = 3\n\
        [pool.b]\nuser = \"daemon\"\nprocesses = 1\n\
        [[site]]\nnames = \"a.example\"\nroot = \"a/web\"\npool = \"a\"\n[[site]]\nnames = \"b.example\"\nroot = \"b/web\"\npool = \"b\"\n";
    write(&root, &[("loxo.toml", text)]);
    let server = Server::start(&root);
    let pools = [("a.example", "b", 65534, "false"), ("b.example", "a", 1, "\"14\"")];
    // The second time each has seen the other's request.
    for (host, other, uid, precision) in pools.into_iter().chain(pools) {
        let answer = server.body(host, &format!("/?other={}/{other}/web&host={other}.example", root.display()));
        let expected = format!("[{uid},");
        let rest = &format!(",true,false,false,[true,false],false,true,false,true,{precision},[]]");
        assert!(answer.starts_with(&expected) && answer.ends_with(rest), "{host}: {answer}");
    }
    // A link of one of them opens nothing of the other's.
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, root.join(name)).expect("a link");
        let own = Command::new("chown").args(["-h", "nobody"]).arg(root.join(name)).status().expect("chown");
        assert!(own.success());
    };
    link("../../b/web/secret.txt", "a/web/theirs.txt");
    link("secret.txt", "a/web/mine.txt");
    link("../own.txt", "a/web/outside.txt");
    write(&root, &[("a/own.txt", "own")]);
    assert!(Command::new("chown").arg("nobody").arg(root.join("a/own.txt")).status().expect("chown").success());
    assert!(server.get("b.example", "/secret.txt").ends_with("\r\n\r\nsecret"));
    assert!(server.get("a.example", "/theirs.txt").starts_with("HTTP/1.1 403"));
    assert!(server.get("a.example", "/mine.txt").ends_with("\r\n\r\nsecret"));
    assert!(server.get("a.example", "/outside.txt").ends_with("\r\n\r\nown"));
    // What one of them may not be.
    for (wrong, message) in [
        (
            text.replace("user = \"nobody\"", "user = \"www-data\""),
            ":4: user = \"www-data\" is the HTTP server's, too: with several pools each needs one of its own",
        ),
        (text.replace("user = \"nobody\"", "user = \"root\""), ":4: user = \"root\": scripts and servers do not run as root"),
        (text.replace("user = \"nobody\"\n", ""), ":3: [pool.a] needs a user: it would run as root"),
        (text.replace("user = \"nobody\"", "user = \"nobody-of-this-name\""), ":4: there is no user \"nobody-of-this-name\""),
        (text.replace("user = \"nobody\"", "user = \"nobody\"\nchroot = \"b\""), ": root: "),
    ] {
        write(&root, &[("loxo.toml", &wrong)]);
        let said = String::from_utf8_lossy(&loxo(&root, &["check"]).stderr).into_owned();
        assert!(said.contains(message) && said.lines().count() == 1, "{said}");
    }
    drop(server);
    let _ = std::fs::remove_dir_all(root);
}

/// The process that evaluates the rules of a pool's sites.
fn rules_process(server: &Server, pool: &str) -> Option<u32> {
    let is_it = |pid: u32| {
        let title = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let parent = stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1)?.parse().ok());
        title.starts_with(&format!("loxo: rules of pool {pool} ")) && parent == Some(server.process.id())
    };
    let processes = std::fs::read_dir("/proc").expect("a folder").flatten();
    processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).find(|pid| is_it(*pid))
}

#[test]
fn rules_are_evaluated_as_the_user_who_writes_them() {
    if !is_root() {
        return;
    }
    let root = folder("rules");
    let rules = format!(
        "RewriteEngine On\nRewriteRule ^old$ /new [R=301,L]\nRewriteCond {other}/secret.txt -f\nRewriteRule ^probe$ /a.txt\n\
         RewriteRule ^page/(.*)$ /index.php?p=$1 [L,E=MARK:%{{REQUEST_METHOD}}]\nphp_value precision 7\n\
         Header always set X-Rules \"expr=%{{REQUEST_STATUS}}\"\nErrorDocument 404 \"none of mine\"\n\
         <Files secret.txt>\nAuthType Basic\nAuthName place\nAuthUserFile {own}/users\nRequire valid-user\n</Files>\n",
        other = root.join("b/web").display(),
        own = root.join("a").display(),
    );
    write(
        &root,
        &[
            (
                "a/web/index.php",
                "<?php echo $_GET['p'] ?? '', ' ', $_SERVER['MARK'] ?? $_SERVER['REDIRECT_MARK'] ?? '', ' ', ini_get('precision');",
            ),
            ("a/web/a.txt", "text"),
            ("a/web/secret.txt", "secret"),
            ("a/web/.htaccess", &rules),
            ("a/users", "ann:{SHA}VBPuJHI7uixaa6LQGWx4s+5GKNE=\n"),
            ("b/web/secret.txt", "secret of b"),
        ],
    );
    for (site, user) in [("a", "nobody"), ("b", "daemon")] {
        let own = Command::new("chown").arg("-R").arg(format!("{user}:www-data")).arg(root.join(site)).status().expect("chown");
        assert!(own.success());
        std::fs::set_permissions(root.join(site), std::fs::Permissions::from_mode(0o750)).expect("a mode");
    }
    // The HTTP server could read neither.
    for file in ["a/web/.htaccess", "a/users"] {
        std::fs::set_permissions(root.join(file), std::fs::Permissions::from_mode(0o600)).expect("a mode");
    }
    let text = "listen = \"127.0.0.1:0\"\nuser = \"www-data\"\npid = \"pid\"\n[pool.a]\nuser = \"nobody\"\nprocesses = 1\n\
        [pool.b]\nuser = \"daemon\"\nprocesses = 1\n\
        [[site]]\nnames = \"b.example\"\nroot = \"b/web\"\npool = \"b\"\n\
        [[site]]\nnames = \"a.example\"\nroot = \"a/web\"\npool = \"a\"\nhtaccess = \"all\"\n";
    write(&root, &[("loxo.toml", text)]);
    let server = Server::start(&root);
    let check = || {
        assert_eq!(server.body("a.example", "/page/x"), "x GET 7");
        let text = server.get("a.example", "/a.txt");
        assert!(text.ends_with("\r\n\r\ntext") && text.to_ascii_lowercase().contains("x-rules: 200"), "{text}");
        let moved = server.get("a.example", "/old");
        assert!(
            moved.starts_with("HTTP/1.1 301") && moved.contains("/new\r\n") && moved.to_ascii_lowercase().contains("x-rules: 301"),
            "{moved}"
        );
        // What the user may not see, its rules do not see either.
        let probe = server.get("a.example", "/probe");
        assert!(probe.starts_with("HTTP/1.1 404") && probe.ends_with("none of mine"), "{probe}");
        assert!(server.get("a.example", "/.htaccess").starts_with("HTTP/1.1 403"));
        let login = server.get("a.example", "/secret.txt");
        assert!(
            login.starts_with("HTTP/1.1 401") && login.to_ascii_lowercase().contains("www-authenticate: basic realm=\"place\""),
            "{login}"
        );
        let known = server.get("a.example", "/secret.txt HTTP/1.1\r\nAuthorization: Basic YW5uOm15UGFzc3dvcmQ=\r\nX-Rest:");
        assert!(known.ends_with("\r\n\r\nsecret"), "{known}");
        assert_eq!(server.body("b.example", "/secret.txt"), "secret of b");
    };
    check();
    let first = rules_process(&server, "a").expect("a process");
    assert_eq!(rules_process(&server, "b"), None);
    let status = std::fs::read_to_string(format!("/proc/{first}/status")).expect("a status");
    assert!(status.contains("\nUid:\t65534\t65534\t65534\t65534\n"), "{status}");
    // One that has ended is started again, and requests wait for it.
    assert!(Command::new("kill").args(["-KILL", &first.to_string()]).status().expect("kill").success());
    check();
    assert!(loxo(&root, &["reload"]).status.success());
    check();
    write(&root, &[("loxo.toml", &text.replace("[pool.b]", "chroot = \"a\"\n[pool.b]"))]);
    let said = String::from_utf8_lossy(&loxo(&root, &["check"]).stderr).into_owned();
    assert!(said.contains("loxo.toml:19: htaccess: pool \"a\" has a chroot") && said.lines().count() == 1, "{said}");
    drop(server);
    let _ = std::fs::remove_dir_all(root);
}

#[test]
fn a_link_of_another_user_s_rules_leads_to_that_user_s_files_alone() {
    if !is_root() {
        return;
    }
    let root = folder("rules-links");
    let files =
        [("web/.htaccess", "RewriteEngine On\nRewriteRule ^a$ /own\nRewriteRule ^b$ /other\n"), ("own.txt", "own"), ("other.txt", "other")];
    write(&root, &files);
    for (link, file, user) in [("own", "own.txt", "nobody"), ("other", "other.txt", "www-data")] {
        std::os::unix::fs::symlink(root.join(file), root.join("web").join(link)).expect("a link");
        assert!(Command::new("chown").arg(user).arg(root.join(file)).status().expect("chown").success());
    }
    let text = "listen = \"127.0.0.1:0\"\nuser = \"www-data\"\npid = \"pid\"\n[pool.www]\nuser = \"nobody\"\nprocesses = 1\n\
        [[site]]\nroot = \"web\"\nhtaccess = \"all\"\n";
    write(&root, &[("loxo.toml", text)]);
    let server = Server::start(&root);
    assert_eq!(server.body("a.example", "/a"), "own");
    let other = server.get("a.example", "/b");
    assert!(other.starts_with("HTTP/1.1 403"), "{other}");
    drop(server);
    let _ = std::fs::remove_dir_all(root);
}

#[test]
fn https_by_the_front() {
    const MAKE: &str = "file_put_contents('c.cnf', \"[req]\ndistinguished_name = dn\n[dn]\n\");
        $key = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1', 'config' => 'c.cnf']);
        $request = openssl_csr_new(['commonName' => 'a.example'], $key, ['config' => 'c.cnf', 'digest_alg' => 'sha256']);
        $certificate = openssl_csr_sign($request, null, $key, 30, ['config' => 'c.cnf', 'digest_alg' => 'sha256']);
        openssl_x509_export_to_file($certificate, 'c.pem');
        openssl_pkey_export_to_file($key, 'c.key', null, ['config' => 'c.cnf']);";
    const ASK: &str =
        "echo file_get_contents($argv[1], false, stream_context_create(['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]]));";
    let root = folder("https");
    write(&root, &[("web/index.php", "<?php echo $_SERVER['HTTPS'] ?? 'off', $_SERVER['REQUEST_URI'];")]);
    loxo(&root, &["-n", "-r", MAKE]);
    // The key is for the server alone, which reads it before it becomes another user.
    std::fs::set_permissions(root.join("c.key"), std::fs::Permissions::from_mode(0o600)).expect("a key");
    let text = format!(
        "listen = \"127.0.0.1:0\"\nlisten-tls = \"127.0.0.1:0\"\n[pool.www]\n{}processes = 1\n[[site]]\nroot = \"web\"\ncertificate = \"c.pem\"\nkey = \"c.key\"\nhttps-only = true\n",
        users("daemon")
    );
    write(&root, &[("loxo.toml", &text)]);
    let server = Server::start(&root);
    let redirected = server.get("a.example", "/p");
    let (_, to) = redirected.split_once("Location: https://a.example:").unwrap_or_else(|| panic!("{redirected}"));
    let port = to.split('/').next().expect("a port");
    let answer = loxo(&root, &["-n", "-r", ASK, "--", &format!("https://127.0.0.1:{port}/p")]);
    assert_eq!(String::from_utf8_lossy(&answer.stdout), "on/p");
    drop(server);
    let _ = std::fs::remove_dir_all(root);
}

#[test]
fn a_pool_sees_its_chroot_only() {
    if !is_root() {
        return;
    }
    let root = folder("chroot");
    write(
        &root,
        &[("jail/web/index.php", "<?php echo json_encode([__FILE__, $_SERVER['DOCUMENT_ROOT'], scandir('/'), file_exists('/etc')]);")],
    );
    let text = "listen = \"127.0.0.1:0\"\n[pool.www]\nuser = \"daemon\"\nprocesses = 1\nchroot = \"jail\"\n[[site]]\nroot = \"jail/web\"\n";
    write(&root, &[("loxo.toml", text)]);
    let server = Server::start(&root);
    assert_eq!(server.body("h", "/"), r#"["\/web\/index.php","\/web",[".","..","web"],false]"#);
    drop(server);
    let _ = std::fs::remove_dir_all(root);
}

#[test]
fn commands_take_one_file() {
    let root = folder("arguments");
    for arguments in [&["check", "--help"][..], &["reload", "a", "b"]] {
        let output = loxo(&root, arguments);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("take one file"));
    }
    let _ = std::fs::remove_dir_all(&root);
}
