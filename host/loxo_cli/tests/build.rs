//! `loxo build`: a program does what its sources do, sees its files at their place and nothing else there, and says when it is damaged.

#[path = "common/address.rs"]
mod address;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const LOXO: &str = env!("CARGO_BIN_EXE_loxo");
/// Where a program sees its files unless it was built for another place.
const PLACE: &str = "/proc/self/exe/app";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("loxo-build-{name}-{}", std::process::id()));
        for (file, content) in files {
            let file = folder.join("app").join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, content).expect("a file");
        }
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Builds the application with options, and gives the program.
    fn build(&self, program: &str, options: &[&str]) -> PathBuf {
        let output = self.path(program);
        let built = Command::new(LOXO).arg("build").arg(self.path("app")).arg("-o").arg(&output).args(options).output().expect("starts");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        output
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(program: &Path, arguments: &[&str]) -> Output {
    Command::new(program).args(arguments).current_dir("/").output().expect("starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const APPLICATION: &[(&str, &str)] = &[
    (
        "index.php",
        r##"#!/usr/bin/env php
<?php
declare(strict_types=1);
spl_autoload_register(function (string $class) { require __DIR__ . '/src/' . strtr($class, '\\', '/') . '.php'; });
set_include_path(__DIR__ . '/lib');
echo json_encode(array_slice($argv, 1)), PHP_SAPI, basename(__FILE__), "\n";
echo App\Greeting::for('you'), ' ', (include 'answer.php'), ' ', (require __DIR__ . '/./lib/../lib//answer.php'), "\n";
echo implode(',', scandir(__DIR__)), ' ', implode(',', array_map('basename', glob(__DIR__ . '/src/{App,none}/*.php', GLOB_BRACE))), "\n";
$found = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(__DIR__, FilesystemIterator::SKIP_DOTS)) as $file) {
    $found[] = substr($file->getPathname(), strlen(__DIR__)) . ' ' . $file->getSize();
}
sort($found);
echo implode(', ', $found), "\n";
var_dump(is_file(__DIR__ . '/data/text.txt'), is_dir(__DIR__ . '/data/'), file_exists(__DIR__ . '/data/none'), is_readable(__FILE__));
var_dump(file_get_contents(__DIR__ . '/data/text.txt', offset: 2, length: 3), file(__DIR__ . '/data/text.txt', FILE_IGNORE_NEW_LINES));
var_dump(filesize(__DIR__ . '/data/text.txt'), filemtime(__DIR__ . '/data/text.txt') === filemtime(__DIR__ . '/data'));
var_dump(substr(realpath(__DIR__ . '/src/../data//text.txt'), strlen(__DIR__)), realpath(__DIR__ . '/missing'));
$stream = fopen(__DIR__ . '/data/text.txt', 'r');
fseek($stream, -4, SEEK_END);
var_dump(fgets($stream), fstat($stream)['size'], is_link(__DIR__ . '/data/text.txt'));
$lines = new SplFileObject(__DIR__ . '/data/text.txt');
foreach ($lines as $number => $line) echo $number, trim($line), ' ';
echo (new finfo(FILEINFO_MIME_TYPE))->file(__DIR__ . '/data/text.txt'), "\n";
chdir(__DIR__ . '/data');
echo file_get_contents('text.txt'), basename(getcwd()), "\n";
$open = opendir('.');
$names = [];
while (($name = readdir($open)) !== false) $names[] = $name;
sort($names);
echo implode(',', $names), ' ', count(get_included_files()), "\n";
echo eval('return __FILE__ === "' . __FILE__ . '(" . (__LINE__) . ") : eval()\'d code" ? "eval" : __FILE__;') ? "eval\n" : '';
try { App\Failing::now(); } catch (Exception $e) { echo basename($e->getFile()), ':', $e->getLine(), ' ', strtr($e->getTraceAsString(), [__DIR__ => '']), "\n"; }
file_put_contents(sys_get_temp_dir() . '/loxo-build-outside-' . getmypid() . '.php', '<?php return "outside";');
echo require sys_get_temp_dir() . '/loxo-build-outside-' . getmypid() . '.php', "\n";
unlink(sys_get_temp_dir() . '/loxo-build-outside-' . getmypid() . '.php');
echo (new ReflectionMethod('App\Greeting', 'for'))->getDocComment(), "\n";
echo file_get_contents(__FILE__, offset: __COMPILER_HALT_OFFSET__);
exit(7);
__halt_compiler();
the rest"##,
    ),
    (
        "src/App/Greeting.php",
        "<?php namespace App;\nfinal class Greeting {\n    /** Says it. */\n    public static function for(string $who): string { return \"Hello $who\"; }\n}\n",
    ),
    ("src/App/Failing.php", "<?php namespace App;\nclass Failing {\n    static function now() { throw new \\Exception('x'); }\n}\n"),
    ("lib/answer.php", "<?php return 42;"),
    ("data/text.txt", "one\ntwo\nthree"),
    ("data/.hidden", ""),
    ("skipped/big.bin", "x"),
];

#[test]
fn a_program_does_what_its_sources_do() {
    let folder = Folder::new("same", APPLICATION);
    std::fs::remove_dir_all(folder.path("app/skipped")).expect("can be deleted");
    let program = folder.build("program", &[]);
    let sources =
        Command::new(LOXO).args(["-n", "-f"]).arg(folder.path("app/index.php")).args(["--", "--a", "b c"]).current_dir("/").output();
    let sources = sources.expect("starts");
    let built = run(&program, &["--a", "b c"]);
    let place = folder.path("app").canonicalize().expect("is there").display().to_string();
    let moved = |bytes: &[u8]| text(bytes).replace(&place, PLACE);
    assert_eq!((text(&built.stdout), text(&built.stderr)), (moved(&sources.stdout), moved(&sources.stderr)));
    assert_eq!((built.status.code(), sources.status.code()), (Some(7), Some(7)));
    assert!(text(&built.stdout).ends_with("the rest"), "{}", text(&built.stdout));
    // Its name is nothing to it.
    let moved = folder.path("php");
    std::fs::rename(&program, &moved).expect("can be moved");
    assert_eq!(text(&run(&moved, &["-v"]).stdout).lines().next(), Some(r#"["-v"]cliindex.php"#));
}

const PLACES: &str = r#"<?php
echo __DIR__, "\n", $argv[0] === $_SERVER['PHP_SELF'] ? 'as called' : $argv[0], ' ', $_SERVER['SCRIPT_FILENAME'], "\n";
foreach ([
    fn () => file_put_contents(__DIR__ . '/index.php', 'x'),
    fn () => file_put_contents(__DIR__ . '/new', 'x'),
    fn () => mkdir(__DIR__ . '/folder/deep', recursive: true),
    fn () => unlink(__FILE__),
    fn () => rename(__FILE__, __DIR__ . '/b'),
    fn () => touch(__FILE__),
    fn () => chmod(__FILE__, 0600),
    fn () => symlink('a', __DIR__ . '/link'),
    fn () => copy(__FILE__, __DIR__ . '/copy'),
    fn () => rmdir(__DIR__),
    fn () => is_writable(__DIR__),
    fn () => fwrite(fopen(__FILE__, 'r'), 'x'),
    fn () => include __DIR__ . '/none.php',
] as $try) {
    var_dump(@$try());
    echo preg_replace('~^.*: (?=[^:]*$)~', '', error_get_last()['message'] ?? ''), "\n";
    error_clear_last();
}
"#;

/// What each of them says: there are ten that would write.
const REFUSED: &str = "bool(false)\nRead-only file system\n";
const REST: &str = "bool(false)\n\nbool(false)\nWrite of 1 bytes failed with errno=9 Bad file descriptor\nbool(false)\n";

#[test]
fn a_tree_is_read_only_at_its_place_and_the_same_each_time() {
    let folder = Folder::new("place", &[("index.php", PLACES), (".git/config", ""), ("tests/a.php", ""), ("a/tests", "")]);
    let program = folder.build("program", &["--exclude", "tests", "-d", "memory_limit=33M"]);
    let result = run(&program, &[]);
    let head = format!("{PLACE}\nas called {PLACE}/index.php\n");
    let out = text(&result.stdout);
    let refused = out.strip_prefix(&head).unwrap_or_else(|| panic!("{out}"));
    assert!(refused.starts_with(&(REFUSED.repeat(10) + REST)), "{refused}\n{}", text(&result.stderr));

    let first = std::fs::read(&program).expect("can be read");
    let again = folder.build("again", &["--exclude", "tests", "-d", "memory_limit=33M"]);
    assert!(first == std::fs::read(&again).expect("can be read"), "the same files give the same program");
    let engine = std::fs::metadata(LOXO).expect("is there").len();
    assert!((first.len() as u64) < engine + (1 << 20), "the engine and what it carries");

    // Damaged in its last part, which is contents; and cut.
    let mut damaged = first;
    let length = damaged.len();
    damaged[length - 3] ^= 1;
    std::fs::write(&again, &damaged).expect("can be written");
    let result = run(&again, &[]);
    let line = "loxo: this program is damaged: index.php: its bytes have changed; copy it anew\n";
    assert!(text(&result.stderr).starts_with(line), "{}", text(&result.stderr));
    std::fs::write(&again, &damaged[..length - 10]).expect("can be written");
    let result = run(&again, &[]);
    let line = "loxo: this program is damaged: a part of the file is missing; copy it anew\n";
    assert_eq!((text(&result.stderr).as_str(), result.status.code()), (line, Some(1)));
}

#[test]
fn what_cannot_be_built_is_one_line() {
    let folder = Folder::new("refused", &[("a.php", "<?php echo __FILE__;")]);
    let app = folder.path("app").display().to_string();
    let app = app.as_str();
    let _socket = std::os::unix::net::UnixListener::bind(folder.path("socket")).expect("a socket");
    let cases: [(&[&str], &str); 14] = [
        (&[], "build needs a folder"),
        (&[app], "build needs -o"),
        (&[app, "-o", "x"], "which script is to run?"),
        (&[app, "-o", "x", "--entry", "b.php"], "--entry b.php: there is no such file"),
        (&[app, "-o", "x", "--entry", "a.php", "--root", "a"], "--root a: an absolute path"),
        (&[app, "-o", "x", "--serve=none"], "--serve none: there is no such folder"),
        (&["/missing/file", "-o", "x"], "/missing/file: No such file"),
        (&[app, "-o", "/missing/x", "--entry", "a.php"], "/missing/x: No such file"),
        (&[app, "--frob"], "build has no option --frob"),
        (&[app, "-o", "x", "--entry", "."], "--entry .: there is no such file"),
        (&[app, "-o", "x", "--serve=a.php"], "--serve a.php: there is no such folder"),
        (&["app/a.php", "-o", "app/a.php"], "this is a file of the application"),
        (&["app", "-o", "app/a.php", "--entry", "a.php"], "this is a file of the application"),
        (&[app, "-o", "socket", "--entry", "a.php"], "socket: this is no file"),
    ];
    for (arguments, says) in cases {
        let result = Command::new(LOXO).arg("build").args(arguments).current_dir(&folder.0).output().expect("starts");
        let error = text(&result.stderr);
        assert!(error.contains(says) && error.lines().count() == 1 && result.status.code() == Some(1), "{arguments:?}: {error}");
    }
    // One file, at another place.
    let program = folder.path("one");
    let built = Command::new(LOXO).arg("build").arg(folder.path("app/a.php")).arg("-o").arg(&program).args(["--root", "/srv/x"]).status();
    assert!(built.expect("starts").success());
    assert_eq!(text(&run(&program, &[]).stdout), "/srv/x/a.php");
}

#[test]
fn a_program_serves() {
    let files = [
        ("public/index.php", "<?php require __DIR__ . '/../src/page.php'; page($_SERVER['REQUEST_URI']);"),
        ("public/style.css", "a { b: c }"),
        ("public/sub/index.html", "<p>sub</p>"),
        (
            "src/page.php",
            "<?php function page($path) { echo PHP_SAPI, ' ', $path, ' ', $_SERVER['DOCUMENT_ROOT'], ' ', getcwd(), ' ', ini_get('precision'); }",
        ),
    ];
    let folder = Folder::new("serve", &files);
    let program = folder.build("server", &["--serve", "-d", "precision=7"]);
    let mut process = Command::new(&program)
        .args(["--listen", "127.0.0.1:0", "--workers", "2"])
        .current_dir("/")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let port = address::port_in(&address::first_line(&mut process, |_| ()), "");
    let get = |path: &str, fields: &str| {
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).expect("connects");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n{fields}\r\n").expect("can be written");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        (head.to_string(), body.to_string())
    };
    let tag = |head: &str| {
        head.lines()
            .find_map(|line| line.split_once(": ").filter(|(name, _)| name.eq_ignore_ascii_case("etag")))
            .map(|(_, tag)| tag.to_string())
    };
    for _ in 0..2 {
        assert_eq!(get("/a/b?c", "").1.trim_start_matches(|c: char| c != 'f'), format!("fpm-fcgi /a/b?c {PLACE}/public {PLACE}/public 7"));
    }
    let (head, body) = get("/style.css", "");
    assert!(head.contains("text/css") && body == "a { b: c }", "{head}\n{body}");
    let tag = tag(&head).unwrap_or_else(|| panic!("has no tag: {head}"));
    assert!(get("/style.css", &format!("If-None-Match: {tag}\r\n")).0.starts_with("HTTP/1.1 304"));
    assert_eq!(get("/style.css", "Range: bytes=2-4\r\n").1, "{ b");
    assert_eq!(get("/sub/", "").1, "<p>sub</p>");
    assert!(get("/sub", "").0.starts_with("HTTP/1.1 301"));
    let _ = process.kill();
    let _ = process.wait();
}
