#!/usr/bin/env python3
"""Small applications on public frameworks, on Loxo's server and beside it on PHP's: every response and command is compared.

    tests/programs/apps.py LIBRARIES LOXO PHP [--out FOLDER] [symfony|laravel|servers...]

LIBRARIES is /usr/share/php of Debian 13 with the packages php-symfony-framework-bundle php-symfony-twig-bundle php-symfony-console
php-symfony-validator php-symfony-yaml php-symfony-translation composer (for Symfony 6.4) and php-laravel-framework (Laravel 10).
`servers` is the Laravel application with MariaDB and Redis (php-nrk-predis, mariadb-server, redis-server), which are started for it;
with REDIS_CLIENT=phpredis in the environment it uses that extension instead of Predis.
The applications are in the folders beside this script. Exit code 1: something differs. Responses of both are left in FOLDER.
"""

import argparse
import atexit
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
FORM, JSON, YAML = "application/x-www-form-urlencoded", "application/json", "text/yaml"
PART = "multipart/form-data; boundary=cut"
UPLOAD = b'--cut\r\nContent-Disposition: form-data; name="note[a]"\r\n\r\nhi\r\n--cut\r\nContent-Disposition: form-data; name="file"; filename="a b.bin"\r\nContent-Type: application/octet-stream\r\n\r\n' + bytes(range(256)) * 9 + b"\r\n--cut--\r\n"
# What differs between two runs on the same server, and what it becomes. Servers name themselves; dates go on.
VOLATILE = [
    (r"127\.0\.0\.1:\d+", "HOST"),
    (r"\b\w{3}, \d\d[ -]\w{3}[ -]\d{4} \d\d:\d\d:\d\d GMT", "TIME"),
    (r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)?", "TIME"),
    (r"Max-Age=7199\b", "Max-Age=7200"),
    (r"eyJpdiI6[\w%=.-]+", "ENCRYPTED"),
    (r"\b[0-9a-f]{40}\b|\b\w{40}\b(?=[\"&;<])", "TOKEN"),
    (r"\.{3,} [\d.,]+ ?m?s\b", "... AMOUNT"),
    (r"\d+(\.\d+)? (ms|MiB|KiB|MB)\b", "AMOUNT"),
]
SKIP = {"date", "server", "connection", "transfer-encoding", "content-length", "keep-alive", "host", "x-powered-by"}

APPS = {
    "symfony": {
        "main": "kernel.php",
        "requests": [
            ("GET", "/", {}, b""),
            ("GET", "/shop/", {}, b""),
            ("GET", "/shop", {}, b""),
            ("GET", "/shop/?sort=1", {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}, b""),
            ("GET", "/shop/1", {}, b""),
            ("HEAD", "/shop/1", {}, b""),
            ("GET", "/shop/9", {}, b""),
            ("GET", "/shop/9", {"Accept": "application/json"}, b""),
            ("GET", "/shop/size/l", {}, b""),
            ("GET", "/shop/size/xl", {}, b""),
            ("POST", "/shop", {"Content-Type": FORM}, b"title=Chair&price=12.5&contact=a%40example.com&size=l"),
            ("POST", "/shop", {"Content-Type": JSON}, b'{"title": "x", "price": -1, "contact": "nobody"}'),
            ("POST", "/shop", {"Content-Type": JSON, "Accept-Language": "de"}, b'{"title": "", "price": 0}'),
            ("POST", "/shop", {"Content-Type": JSON}, b'{"title": '),
            ("POST", "/shop", {"Content-Type": FORM}, b"title=Chair&price=1&size=huge"),
            ("DELETE", "/shop/1", {}, b""),
            ("OPTIONS", "/shop/1", {}, b""),
            ("POST", "/yaml", {"Content-Type": YAML}, b"a: [1, 2.5, ~, 'x: y', 0o17, .inf]\nb:\n  c: |\n    lines\n    more\n  d: &r {e: true}\n  f: *r\n  <<: {g: 1}\nh: 2001-12-14\n"),
            ("POST", "/yaml", {"Content-Type": YAML}, b"a: [1,\nb: }\n"),
            ("GET", "/stream", {}, b""),
            ("GET", "/cookie", {"Cookie": "seen=4"}, b""),
            ("GET", "/cookie", {"Cookie": "seen=4", "If-None-Match": '"e4da3b7fbbce2345d7772b0674a318d5"'}, b""),
            ("POST", "/upload", {"Content-Type": PART}, UPLOAD),
            ("GET", "/break/http", {}, b""),
            ("GET", "/break/type", {}, b""),
            ("GET", "/break/denied", {}, b""),
            ("GET", "/break/twig", {}, b""),
            ("GET", "/break/none", {}, b""),
            ("GET", "/nowhere", {}, b""),
        ],
        "commands": ["list --raw", "shop:report Chair -c 3 --ansi", "shop:report Lamp --no-ansi", "shop:report", "shop:repor", "debug:router", "debug:router shop_one",
            "debug:container --tags", "debug:container --show-arguments shop.discount", "debug:event-dispatcher", "debug:autowiring --all", "lint:container",
            "config:dump-reference framework validation", "debug:config twig", "router:match /shop/1", "lint:twig templates", "debug:twig", "cache:clear", "help shop:report"],
    },
    "laravel": {
        "main": "artisan.php",
        "requests": [
            ("GET", "/", {}, b""),
            ("GET", "/hello/W%C3%B6rld?x%5B%5D=1&x%5B%5D=2", {}, b""),
            ("GET", "/list", {}, b""),
            ("GET", "/list", {"Accept-Language": "de"}, b""),
            ("POST", "/notes", {"Content-Type": JSON, "Accept": JSON}, b'{"title": "A note", "tags": ["a", "b"], "due": "2030-01-02"}'),
            ("POST", "/notes", {"Content-Type": JSON, "Accept": JSON}, b'{"title": "", "tags": ["a", 1, ""], "due": "never", "mail": "x"}'),
            ("POST", "/notes", {"Content-Type": FORM}, b"title=Form&tags[]=x"),
            ("GET", "/collect", {}, b""),
            ("GET", "/strings", {}, b""),
            ("GET", "/dates", {}, b""),
            ("GET", "/session", {}, b""),
            ("GET", "/crypt", {}, b""),
            ("GET", "/cache", {}, b""),
            ("GET", "/download", {}, b""),
            ("GET", "/redirect", {}, b""),
            ("GET", "/signed", {}, b""),
            ("GET", "/throttled", {}, b""),
            ("POST", "/upload", {"Content-Type": PART, "Accept": JSON}, UPLOAD),
            ("GET", "/break/abort", {}, b""),
            ("GET", "/break/abort", {"Accept": JSON}, b""),
            ("GET", "/break/error", {}, b""),
            ("GET", "/break/error", {"Accept": JSON}, b""),
            ("PUT", "/list", {}, b""),
            ("GET", "/nowhere", {}, b""),
        ],
        "commands": ["list --raw", "route:list", "route:list --json", "say World --times=2 --ansi", "say", "say World --times=no", "inspire --help", "view:clear", "queue:once", "env", "config:show app.name"],
    },
    "servers": {
        "folder": "laravel",
        "main": "artisan.php",
        "servers": True,
        "requests": [("GET", path, {}, b"") for path in ("/health", "/db/types", "/db/eloquent", "/db/queries", "/db/error", "/redis/cache", "/redis/raw", "/queue", "/health", "/session", "/cache")],
        # Before the requests.
        "prepare": "migrate --force",
        "commands": ["migrate:status", "migrate --force", "migrate:status", "migrate --force", "migrate:rollback --force --step=1", "migrate:fresh --force", "migrate --pretend --force",
            "queue:work --stop-when-empty", "queue:failed", "queue:monitor database:default", "cache:clear redis", "queue:clear --force", "migrate:reset --force"],
    },
}


class Servers:
    """MariaDB and Redis of our own, until the script ends."""

    def __init__(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.data, self.socket = os.path.join(folder, "data"), os.path.join(folder, "db")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = str(probe.getsockname()[1])
        log = open(os.path.join(folder, "log"), "w")
        quiet = {"stdout": log, "stderr": log}
        install = ["mariadb-install-db", "--no-defaults", "--datadir=" + self.data, "--auth-root-authentication-method=normal", "--skip-test-db"]
        user = ["--user=root"] if os.geteuid() == 0 else []
        subprocess.run(install + user, check=True, **quiet)
        database = ["mariadbd", "--no-defaults", "--datadir=" + self.data, "--socket=" + self.socket, "--skip-networking", "--innodb-buffer-pool-size=32M", "--innodb-flush-log-at-trx-commit=0"]
        redis = ["redis-server", "--port", self.port, "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        self.processes = [subprocess.Popen(database + user, **quiet), subprocess.Popen(redis, **quiet)]
        atexit.register(self.stop)
        self.environment = {"DB_SOCKET": self.socket, "REDIS_PORT": self.port}
        for _ in range(300):
            if subprocess.run(["mariadb", "--no-defaults", "-S", self.socket, "-uroot", "-e", "select 1"], **quiet).returncode == 0:
                break
            time.sleep(0.1)

    def empty(self):
        sql = "drop database if exists notes; create database notes character set utf8mb4"
        subprocess.run(["mariadb", "--no-defaults", "-S", self.socket, "-uroot", "-e", sql], check=True)
        with socket.create_connection(("127.0.0.1", int(self.port))) as redis:
            redis.sendall(b"FLUSHALL\r\n")
            redis.recv(100)

    def stop(self):
        for process in self.processes:
            process.terminate()
            process.wait(60)


def settled(text):
    for pattern, word in VOLATILE:
        text = re.sub(pattern, word, text)
    return text


class Side:
    def __init__(self, options, app, name, program):
        self.name, self.program, self.app = name, program, app
        folder = APPS[app].get("folder", app)
        # One place for both, as paths show in output: one side runs after the other.
        self.folder = os.path.join(options.out, app, "work")
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(os.path.join(HERE, folder), os.path.join(self.folder, "app"))
        self.root = os.path.join(self.folder, "app")
        self.environment = dict(os.environ, LIBRARIES=os.path.abspath(options.libraries), STATE=os.path.join(self.folder, "state"), TZ="UTC", COLUMNS="100", LINES="40")
        os.makedirs(self.environment["STATE"])
        if options.servers and APPS[app].get("servers"):
            options.servers.empty()
            self.environment.update(options.servers.environment)

    def requests(self):
        if "prepare" in APPS[self.app]:
            words = [self.program, APPS[self.app]["main"]] + APPS[self.app]["prepare"].split()
            subprocess.run(words, cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        address = "127.0.0.1:%d" % port
        words = ["-S", address, "index.php"] if self.name == "php" else ["serve", ".", "--listen", address]
        with open(os.path.join(self.folder, "..", self.name + ".log"), "w") as log:
            server = subprocess.Popen([self.program] + words, cwd=self.root, env=self.environment, stdout=log, stderr=log)
            try:
                for _ in range(200):
                    with socket.socket() as probe:
                        if probe.connect_ex(("127.0.0.1", port)) == 0:
                            break
                    time.sleep(0.1)
                yield from (self.answer(port, *request) for request in APPS[self.app]["requests"])
            finally:
                server.terminate()
                server.wait(40)

    def answer(self, port, method, path, fields, body):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        try:
            connection.request(method, path, body or None, fields)
            answer = connection.getresponse()
            head = sorted("%s: %s" % (name.title(), value) for name, value in answer.getheaders() if name.lower() not in SKIP)
            text = answer.read().decode("utf-8", "replace")
            return settled("%s %s %s\n%d\n%s\n\n%s" % (method, path, " ".join(fields.values()), answer.status, "\n".join(head), text))
        except (OSError, http.client.HTTPException) as error:
            return "%s %s\n%s" % (method, path, type(error).__name__)
        finally:
            connection.close()

    def commands(self):
        for command in APPS[self.app]["commands"]:
            words = [self.program, APPS[self.app]["main"]] + command.split()
            done = subprocess.run(words, cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
            text = done.stdout.decode("utf-8", "replace").replace(self.program, "PHP")
            yield settled("$ %s\n%s\nexit %d" % (command, text, done.returncode))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries")
    parser.add_argument("loxo")
    parser.add_argument("php")
    parser.add_argument("apps", nargs="*", metavar="APP", help="of: " + " ".join(APPS))
    parser.add_argument("--out", default="/tmp/loxo-apps")
    parser.add_argument("--lines", type=int, default=16, help="how much of each difference to print")
    options = parser.parse_intermixed_args()
    options.out = os.path.abspath(options.out)
    different = 0
    options.servers = None
    for app in options.apps or APPS:
        if APPS[app].get("servers") and not options.servers:
            options.servers = Servers(os.path.join(options.out, "daemons"))
        said = {}
        for name, program in (("php", options.php), ("loxo", options.loxo)):
            program = os.path.abspath(shutil.which(program))
            said[name] = list(Side(options, app, name, program).commands()) + list(Side(options, app, name, program).requests())
            with open(os.path.join(options.out, app, name + ".txt"), "w") as file:
                file.write("\n=====\n".join(said[name]))
        count = 0
        for wanted, got in zip(said["php"], said["loxo"]):
            if wanted == got:
                continue
            count += 1
            print("DIFFERENT %s" % wanted.split("\n")[0])
            for line in list(difflib.unified_diff(wanted.split("\n"), got.split("\n"), "PHP", "Loxo", lineterm="", n=0))[2 : options.lines + 2]:
                print("    " + line[:240])
        print("%s: %d responses and commands, %d different" % (app, len(said["php"]), count), flush=True)
        different += count
    sys.exit(different > 0)


main()
