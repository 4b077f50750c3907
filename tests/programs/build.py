#!/usr/bin/env python3
"""Applications as one file each (`loxo build`), in a root with nothing else in it, beside their sources: every answer is compared.

    tests/programs/build.py LIBRARIES LOXO [--php PHP] [--wordpress FOLDER] [--bin FOLDER] [--out FOLDER] [NAME...]

LIBRARIES is /usr/share/php of Debian 13 with the packages composer, phpunit and php-laravel-framework, --bin the folder of their programs; --wordpress
is WordPress's own folder without a wp-config.php (mariadb-server is started for it). The root holds the program, the shared libraries that
the engine is linked to, and what the application works on. It is entered by chroot, so this must run as root. With --php the time of a
start is compared too. NAME: of composer phpunit notes laravel wordpress hello. Exit code 1: something differs.
"""

import argparse
import difflib
import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
VOLATILE = [
    (r"127\.0\.0\.1:\d+", "HOST"),
    (r"\b\w{3}, \d\d[ -]\w{3}[ -]\d{4} \d\d:\d\d:\d\d GMT", "TIME"),
    (r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?(\.\d+)?([+-]\d\d:\d\d|Z)?", "TIME"),
    (r"\d\d:\d\d\.\d+", "TIME"),
    (r"\b\d\d:\d\d(:\d\d)?\b", "TIME"),
    (r"eyJpdiI6[\w%=.-]+", "ENCRYPTED"),
    (r"\b[0-9a-f]{40}\b|\b\w{40}\b(?=[\"&;<])", "TOKEN"),
    # WordPress: numbers that are used once, passwords that it proposes, seconds of Unix time.
    (r"\b[0-9a-f]{10}\b(?=[\"'&])|\b1[78]\d{8}\b", "NONCE"),
    (r'data-pw="[^"]+"', "PASSWORD"),
    (r"(?m)^Etag: .*", "ETAG"),
    (r"\d+(\.\d+)? ?(ms|s|secs?|seconds?|MiB|KiB|MB)\b", "AMOUNT"),
    (r'"?[0-9a-f]+-[0-9a-f]+-[0-9a-f]+"?', "ETAG"),
]
SKIP = {"date", "server", "connection", "transfer-encoding", "content-length", "keep-alive"}
PROJECT = {
    "composer.json": '{"name": "loxo/sample", "description": "d", "license": "MIT", "autoload": {"psr-4": {"Sample\\\\": "src/"}, "classmap": ["lib/"]}, "config": {"lock": false}, "repositories": [{"packagist.org": false}]}',
    "src/Adder.php": "<?php namespace Sample; final class Adder { public function add(int $a, int $b): int { return $a + $b; } }",
    "lib/Old.php": "<?php class Old_Thing {} interface Old_Other {}",
    "tests/AdderTest.php": """<?php
use PHPUnit\\Framework\\TestCase;
require_once __DIR__ . '/../src/Adder.php';
final class AdderTest extends TestCase {
    /** @dataProvider pairs */
    #[PHPUnit\\Framework\\Attributes\\DataProvider('pairs')]
    public function testAdds(int $a, int $b, int $sum): void { $this->assertSame($sum, (new Sample\\Adder)->add($a, $b)); }
    public static function pairs(): array { return ['one' => [1, 2, 3], 'two' => [2, 2, 5], 'three' => [0, -1, -1]]; }
    public function testThrows(): void { $this->expectException(TypeError::class); (new Sample\\Adder)->add('x', 1); }
    public function testSkips(): void { $this->markTestSkipped('later'); }
    public function testMocks(): void { $mock = $this->createMock(Countable::class); $mock->method('count')->willReturn(7); $this->assertCount(7, $mock); }
}
""",
}
CONFIG = """<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', ''); define('DB_HOST', 'localhost:/run/db'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $k) { define($k . '_KEY', $k); define($k . '_SALT', $k); }
$table_prefix = 'wp_'; define('WP_DEBUG', false); define('DISABLE_WP_CRON', true); define('DISALLOW_FILE_MODS', true); define('FS_METHOD', 'direct'); define('AUTOMATIC_UPDATER_DISABLED', true); define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_HOME', 'http://example.test'); define('WP_SITEURL', 'http://example.test');
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
"""


def settled(text):
    for pattern, word in VOLATILE:
        text = re.sub(pattern, word, text)
    return text


def write(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)


class Application:
    """One application: its sources, and its program in a root of its own."""

    def __init__(self, options, name):
        self.options, self.name = options, name
        self.folder = os.path.join(options.out, name)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.sources, self.root = os.path.join(self.folder, "sources"), os.path.join(self.folder, "root")
        os.makedirs(self.root)
        # No other programs: the root has none.
        self.environment = {"PATH": "/nowhere", "TZ": "UTC", "COLUMNS": "100", "LINES": "40", "HOME": "/tmp", "LC_ALL": "C", "COMPOSER_ALLOW_SUPERUSER": "1", "COMPOSER_ROOT_VERSION": "1.0.0", "XDG_CONFIG_HOME": "/tmp"}

    def build(self, *arguments):
        program = os.path.join(self.root, self.name)
        started = time.time()
        environment = dict(os.environ, SOURCE_DATE_EPOCH="1700000000")
        subprocess.run([self.options.loxo, "build", self.sources, "-o", program, *arguments], check=True, env=environment)
        size = os.path.getsize(program) - os.path.getsize(self.options.loxo)
        print("%s: built in %.1f s, %.1f MB more than the engine" % (self.name, time.time() - started, size / 1e6), flush=True)
        for line in subprocess.run(["ldd", self.options.loxo], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines():
            for library in re.findall(r"(/\S+) \(", line):
                os.makedirs(self.root + os.path.dirname(library), exist_ok=True)
                shutil.copy(library, self.root + library)
        for folder in ("tmp", "run"):
            os.makedirs(os.path.join(self.root, folder), exist_ok=True)

    def within(self, words, cwd="/", **more):
        """Starts words in the root."""

        def enter():
            os.chroot(self.root)
            os.chdir(cwd)

        return subprocess.Popen(words, preexec_fn=enter, env=self.environment, stdin=subprocess.DEVNULL, **more)

    def command(self, words, inside, cwd):
        """What a command says, inside of the root or from sources."""
        if inside:
            process = self.within(["/" + self.name] + words, cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        else:
            script = [self.options.loxo, "-n", os.path.join(self.sources, self.name)]
            process = subprocess.Popen(script + words, cwd=cwd, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text = process.communicate(timeout=300)[0].decode("utf-8", "replace")
        for known, word in ((os.path.join(self.sources, self.name), "PROGRAM"), (os.path.realpath(self.options.libraries), "/usr/share/php"), ("/usr/share/php/" + self.name, "PROGRAM"), (cwd.rstrip("/"), "WORK"), ("(%s)" % self.options.loxo, "(PHP)"), ("(/%s)" % self.name, "(PHP)")):
            text = text.replace(known, word) if known else text
        return settled("$ %s\n%s\nexit %d" % (" ".join(words), text, process.returncode))

    def serve(self, inside, place, requests, settings=()):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        listen = ["--listen", "127.0.0.1:%d" % port, "--workers", "2"]
        with open(os.path.join(self.folder, "inside.log" if inside else "sources.log"), "w") as log:
            if inside:
                server = self.within(["/" + self.name] + listen, stdout=log, stderr=log)
            else:
                words = [self.options.loxo, "serve", place, "-n"] + listen + list(settings)
                server = subprocess.Popen(words, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            try:
                for _ in range(200):
                    with socket.socket() as probe:
                        if probe.connect_ex(("127.0.0.1", port)) == 0:
                            break
                    time.sleep(0.1)
                cookies = {}
                return [self.answer(port, cookies, *request) for request in requests]
            finally:
                server.terminate()
                server.wait(40)

    def answer(self, port, cookies, method, path, fields=None, body=b""):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        fields = dict(fields or {})
        if cookies:
            fields["Cookie"] = "; ".join("%s=%s" % item for item in cookies.items())
        try:
            connection.request(method, path, body or None, fields)
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("set-cookie") or []:
                name, _, value = cookie.split(";")[0].partition("=")
                cookies[name] = value
            head = sorted("%s: %s" % (name.title(), value) for name, value in answer.getheaders() if name.lower() not in SKIP | {"set-cookie"})
            text = answer.read().decode("utf-8", "replace")
            for place in (self.sources, "/proc/self/exe/app"):
                text = text.replace(place, "PLACE")
            return settled("%s %s\n%d\n%s\n\n%s" % (method, path, answer.status, "\n".join(head), text))
        except (OSError, http.client.HTTPException) as error:
            return "%s %s\n%s" % (method, path, type(error).__name__)
        finally:
            connection.close()


def libraries(application):
    """Debian's libraries name each other by their place, so they get it."""
    shutil.copytree(application.options.libraries, application.sources, ignore=shutil.ignore_patterns("8.4", "getid3"))
    return ["--root", "/usr/share/php"]


def program(application, arguments):
    """A program of Debian's, beside the libraries; both ways run in a project."""
    place = libraries(application)
    text = open(os.path.join(application.options.bin, application.name)).read()
    text = re.sub(r"__DIR__ \. '/\.\./share/php", "'/usr/share/php", text)
    write(application.sources, {application.name: text})
    application.build("--entry", application.name, *place)
    for name, text in PROJECT.items():
        write(application.root + "/project", {name: text})
        write(application.folder + "/project", {name: text})
    said = []
    for inside in (False, True):
        cwd = "/project" if inside else application.folder + "/project"
        said.append([application.command(words, inside, cwd) for words in arguments])
    return said


def composer(application):
    words = ("--version", "list --raw", "help install", "validate", "validate --strict", "dump-autoload -o", "show --self", "config --list", "licenses", "check-platform-reqs", "no-such-command", "about")
    said = program(application, [word.split() for word in words])
    start(application, ["--version"])
    return said


def phpunit(application):
    words = ("--version", "--no-configuration tests", "--no-configuration --testdox tests", "--no-configuration --list-tests tests", "--no-configuration --log-junit junit.xml tests", "--nowhere")
    return program(application, [word.split() for word in words])


def start(application, words):
    """The time of a start beside PHP's: the least of several, taken in turn."""
    if not application.options.php:
        return
    script = os.path.join(application.options.bin, application.name)
    script = script if os.path.exists(script) else os.path.join(application.sources, application.name)
    ways = {"php": [application.options.php, script], "sources": [application.options.loxo, "-n", script], "built": [os.path.join(application.root, application.name)]}
    least = {}
    for _ in range(15):
        for way, program in ways.items():
            begun = time.perf_counter()
            subprocess.run(program + words, env=dict(application.environment, PATH=os.environ["PATH"]), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            least[way] = min(least.get(way, 9), time.perf_counter() - begun)
    print("%s: starts in %s; %.2f of php" % (application.name, ", ".join("%s %.1f ms" % (way, seconds * 1000) for way, seconds in least.items()), least["built"] / least["php"]))


def hello(application):
    write(application.sources, {"hello": '<?php echo "hello\\n";'})
    application.build("--entry", "hello")
    said = [[application.command([], inside, "/")] for inside in (False, True)]
    start(application, [])
    return said


def notes(application):
    shutil.copytree(os.path.join(REPOSITORY, "examples/notes"), application.sources)
    application.build("--serve", "--exclude", "README.md")
    form = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
    requests = [("GET", "/"), ("GET", "/nowhere"), ("GET", "/style.css"), ("POST", "/", form, b"title=A+note&text=%3Cb%3E"), ("GET", "/"), ("GET", "/../src/")]
    said = []
    for inside in (False, True):
        application.environment["NOTES_DATA"] = "/tmp/notes" if inside else application.folder + "/notes"
        said.append(application.serve(inside, os.path.join(application.sources, "public"), requests))
    return said


def laravel(application):
    place = libraries(application)
    shutil.copytree(os.path.join(HERE, "laravel"), os.path.join(application.sources, "app"))
    application.build("--serve=app", "-d", "display_errors=0", *place)
    json, form = "application/json", {"Content-Type": "application/x-www-form-urlencoded"}
    requests = [("GET", path) for path in ("/", "/hello/W%C3%B6rld?x%5B%5D=1", "/list", "/collect", "/strings", "/dates", "/session", "/crypt", "/cache", "/download", "/redirect", "/signed", "/throttled", "/break/abort", "/nowhere")]
    requests += [("GET", "/list", {"Accept-Language": "de"}), ("POST", "/notes", {"Content-Type": json, "Accept": json}, b'{"title": "A note", "tags": ["a", "b"], "due": "2030-01-02"}')]
    requests += [("POST", "/notes", {"Content-Type": json, "Accept": json}, b'{"title": ""}'), ("POST", "/notes", form, b"title=Form&tags[]=x"), ("GET", "/break/error", {"Accept": json})]
    said = []
    for inside in (False, True):
        state = application.root + "/state" if inside else application.folder + "/state"
        os.makedirs(state)
        libraries_at = "/usr/share/php" if inside else application.options.libraries
        application.environment.update(LIBRARIES=libraries_at, STATE="/state" if inside else state)
        answers = application.serve(inside, os.path.join(application.sources, "app"), requests, ["-d", "display_errors=0"])
        said.append([answer.replace(os.path.join(application.sources, "app"), "APP").replace("/usr/share/php/app", "APP").replace(state, "/state") for answer in answers])
    return said


def wordpress(application):
    shutil.copytree(application.options.wordpress, application.sources)
    write(application.sources, {"wp-config.php": CONFIG})
    application.build("--serve", "-d", "memory_limit=256M")
    data, run = os.path.join(application.folder, "data"), os.path.join(application.root, "run")
    user = ["--user=root"] if os.geteuid() == 0 else []
    log = open(os.path.join(application.folder, "database.log"), "w")
    quiet = {"stdout": log, "stderr": log}
    subprocess.run(["mariadb-install-db", "--no-defaults", "--datadir=" + data, "--auth-root-authentication-method=normal", "--skip-test-db"] + user, check=True, **quiet)
    # The socket is in the root; sources find it by a link at the same place.
    database = subprocess.Popen(["mariadbd", "--no-defaults", "--datadir=" + data, "--socket=" + run + "/db", "--skip-networking", "--innodb-buffer-pool-size=32M"] + user, **quiet)
    client = ["mariadb", "--no-defaults", "-S", run + "/db", "-uroot"]
    form = {"Content-Type": "application/x-www-form-urlencoded", "Host": "example.test"}
    install = b"weblog_title=Sample&user_name=admin&admin_password=secret-secret&admin_password2=secret-secret&pw_weak=on&admin_email=a%40example.com&blog_public=0&Submit=Install"
    host = {"Host": "example.test"}
    requests = [("GET", "/wp-admin/install.php?step=1", host), ("POST", "/wp-admin/install.php?step=2", form, install)]
    requests += [("GET", path, host) for path in ("/", "/?p=1", "/?page_id=2", "/?s=hello", "/?feed=rss2", "/?rest_route=/wp/v2/posts", "/wp-login.php", "/wp-includes/css/dashicons.min.css", "/nowhere")]
    requests += [("POST", "/wp-login.php", form, b"log=admin&pwd=secret-secret&wp-submit=Log+In&testcookie=1"), ("GET", "/wp-admin/", host), ("GET", "/wp-admin/plugins.php", host), ("GET", "/wp-admin/users.php", host), ("GET", "/wp-admin/options-general.php", host)]
    said = []
    try:
        for _ in range(300):
            if subprocess.run(client + ["-e", "select 1"], **quiet).returncode == 0:
                break
            time.sleep(0.1)
        for inside in (False, True):
            subprocess.run(client + ["-e", "drop database if exists wordpress; create database wordpress character set utf8mb4"], check=True)
            settings = ["-d", "memory_limit=256M", "-d", "mysqli.default_socket=" + run + "/db"]
            if not inside:
                write(application.sources, {"wp-config.php": CONFIG.replace("/run/db", run + "/db")})
            said.append(application.serve(inside, application.sources, requests, settings))
    finally:
        database.terminate()
        database.wait(60)
    return said


APPLICATIONS = {"hello": hello, "notes": notes, "composer": composer, "phpunit": phpunit, "laravel": laravel, "wordpress": wordpress}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries")
    parser.add_argument("loxo")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of: " + " ".join(APPLICATIONS))
    parser.add_argument("--php")
    parser.add_argument("--bin", default="/usr/bin")
    parser.add_argument("--wordpress", default="/usr/share/wordpress")
    parser.add_argument("--out", default="/tmp/loxo-build")
    parser.add_argument("--lines", type=int, default=16, help="how much of each difference to print")
    options = parser.parse_intermixed_args()
    options.loxo, options.out = os.path.abspath(options.loxo), os.path.abspath(options.out)
    different = 0
    for name in options.names or APPLICATIONS:
        application = Application(options, name)
        sources, built = APPLICATIONS[name](application)
        for way, said in (("sources", sources), ("built", built)):
            with open(os.path.join(application.folder, way + ".txt"), "w") as file:
                file.write("\n=====\n".join(said))
        count = 0
        for wanted, got in zip(sources, built):
            if wanted != got:
                count += 1
                print("DIFFERENT %s" % wanted.split("\n")[0])
                for line in list(difflib.unified_diff(wanted.split("\n"), got.split("\n"), "sources", "built", lineterm="", n=0))[2 : options.lines + 2]:
                    print("    " + line[:240])
        print("%s: %d answers, %d different" % (name, len(sources), count), flush=True)
        different += count
    sys.exit(different > 0)


main()
