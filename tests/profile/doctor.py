#!/usr/bin/env python3
"""The case that `loxo doctor` is for: a health check of many files, one query and one question to Redis, on php-fpm and on Loxo.

usage: tests/profile/doctor.py LOXO PHP-FPM [--seconds N] [--files N] [--workers N] [--out FOLDER]

MariaDB, redis-server, nginx and php-fpm run on free ports in a temporary folder and end with this script; load comes from wrk. php-fpm asks the
disk for changes of each file at each request (opcache.validate_timestamps=1, revalidate_freq=0), and the client of Redis, which is written in PHP as
Predis is, connects at each request. `loxo doctor --fpm` must name both, in the order of what they cost, and say what was gained when one after the
other is changed. Prints a table for docs/doctor.md; reports are left in FOLDER. Exit code 1: something was not found, or found where
it is not.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

HEALTH = """<?php
for ($i = 0; $i < FILES; $i++) {
    require __DIR__ . "/src/Part$i.php";
}

final class RedisClient
{
    private $stream;

    public function __construct(int $port, bool $persistent)
    {
        $flags = STREAM_CLIENT_CONNECT | ($persistent ? STREAM_CLIENT_PERSISTENT : 0);
        $this->stream = stream_socket_client("tcp://127.0.0.1:$port", $errno, $error, 5, $flags);
        if (!$persistent || ftell($this->stream) === 0) {
            $this->command('SELECT', '0');
        }
    }

    public function command(string ...$words): string
    {
        $request = '*' . count($words) . "\\r\\n";
        foreach ($words as $word) {
            $request .= '$' . strlen($word) . "\\r\\n$word\\r\\n";
        }
        fwrite($this->stream, $request);
        return trim(fgets($this->stream));
    }
}

$pdo = new PDO('mysql:host=127.0.0.1;port=DATABASE', 'health', 'secret', [PDO::ATTR_PERSISTENT => true]);
$answer = $pdo->query('select 1')->fetchColumn();
$redis = new RedisClient(REDIS, getenv('KEEP_CONNECTION') === '1');
echo json_encode(['database' => (int) $answer, 'redis' => $redis->command('EXISTS', 'health')]), "\\n";
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(address):
    for _ in range(600):
        try:
            if isinstance(address, int):
                socket.create_connection(("127.0.0.1", address)).close()
            else:
                with socket.socket(socket.AF_UNIX) as probe:
                    probe.connect(address)
            return
        except OSError:
            time.sleep(0.05)
    sys.exit(f"nothing listens at {address}")


class Case:
    # What the page says if all is well.
    shows = '"database":1'

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, pathlib.Path(folder)
        self.servers = []
        self.database, self.redis, self.web = free_port(), free_port(), free_port()
        self.socket = f"{folder}/fpm.sock"
        self.app = None
        self.out = pathlib.Path(arguments.out or folder)
        self.out.mkdir(parents=True, exist_ok=True)

    def start(self, command, address, **options):
        server = subprocess.Popen(command, **{**QUIET, **options})
        self.servers.append(server)
        wait_for(address)
        return server

    def stop(self, server):
        server.terminate()
        server.wait()
        self.servers.remove(server)

    def prepare(self):
        app = self.folder / "app"
        (app / "src").mkdir(parents=True)
        for number in range(self.arguments.files):
            (app / "src" / f"Part{number}.php").write_text(f"<?php\nfinal class Part{number}\n{{\n    public const NUMBER = {number};\n}}\n")
        text = HEALTH.replace("FILES", str(self.arguments.files)).replace("DATABASE", str(self.database)).replace("REDIS", str(self.redis))
        (app / "index.php").write_text(text)
        self.start_databases()
        self.start_web(app)

    def start_databases(self):
        data, user = str(self.folder / "data"), ["--user=root"] if os.getuid() == 0 else []
        subprocess.run(["mariadb-install-db", "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal", *user], check=True, **QUIET)
        setup = self.folder / "setup.sql"
        setup.write_text("create user health@127.0.0.1 identified by 'secret';\n")
        self.start(["mariadbd", "--no-defaults", f"--datadir={data}", f"--socket={self.folder}/db.sock", f"--port={self.database}",
                    "--bind-address=127.0.0.1", "--skip-name-resolve", "--innodb-buffer-pool-size=32M", f"--init-file={setup}", *user], self.database)
        self.start(["redis-server", "--port", str(self.redis), "--bind", "127.0.0.1", "--save", ""], self.redis, cwd=self.folder)

    def start_web(self, app):
        """nginx, which gives everything to index.php of php-fpm."""
        self.app, conf = app, self.folder / "nginx.conf"
        conf.write_text(f"""daemon off; master_process off; pid {self.folder}/nginx.pid; error_log {self.folder}/nginx.log;
events {{}}
http {{
    access_log off; client_body_temp_path {self.folder}/body; fastcgi_temp_path {self.folder}/fastcgi; proxy_temp_path {self.folder}/proxy;
    uwsgi_temp_path {self.folder}/uwsgi; scgi_temp_path {self.folder}/scgi;
    server {{
        listen 127.0.0.1:{self.web};
        location / {{
            fastcgi_pass unix:{self.socket};
            fastcgi_param SCRIPT_FILENAME {app}/index.php; fastcgi_param REQUEST_METHOD GET; fastcgi_param SCRIPT_NAME /index.php;
            fastcgi_param REQUEST_URI $request_uri; fastcgi_param SERVER_PROTOCOL $server_protocol; fastcgi_param HTTP_HOST $http_host;
        }}
    }}
}}
""")
        self.start(["nginx", "-c", str(conf)], self.web)

    def settings(self, keep_redis, validate):
        return {"KEEP_CONNECTION": "1" if keep_redis else "0"}, {
            "opcache.enable": "1", "opcache.validate_timestamps": "1" if validate else "0", "opcache.revalidate_freq": "0",
        }

    def fpm(self, keep_redis, validate):
        environment, settings = self.settings(keep_redis, validate)
        conf = self.folder / "php-fpm.conf"
        lines = ["[global]", "daemonize = no", f"error_log = {self.folder}/fpm.log", "[www]", f"listen = {self.socket}", "pm = static",
                 f"pm.max_children = {self.arguments.workers}", "pm.status_path = /status"]
        if os.getuid() == 0:
            lines += ["user = root", "group = root"]
        lines += [f"env[{name}] = {value}" for name, value in environment.items()]
        lines += [f"php_admin_value[{name}] = {value}" for name, value in settings.items()]
        conf.write_text("\n".join(lines) + "\n")
        server = self.start([self.arguments.fpm, "-F", "-R", "-y", str(conf)], self.socket)
        return server, self.web, ["--fpm", self.socket]

    def loxo(self, keep_redis, validate):
        environment, settings = self.settings(keep_redis, validate)
        port, admin = free_port(), f"{self.folder}/admin.sock"
        options = [part for name, value in settings.items() for part in ("-d", f"{name}={value}")]
        server = self.start([self.arguments.loxo, "serve", str(self.app), "-n", "--quiet", "--listen", f"127.0.0.1:{port}", "--workers",
                             str(self.arguments.workers), "--admin", admin, *options], port, env={**os.environ, **environment})
        return server, port, [admin]

    def run(self, name, kind, keep_redis, validate, before=None):
        """One server under load with the doctor beside it: requests per second without it, workers' processor time for each, and the rules that found something."""
        server, port, target = kind(keep_redis, validate)
        url, workers = f"http://127.0.0.1:{port}/", str(2 * self.arguments.workers)
        answer = subprocess.run(["curl", "-s", url], capture_output=True, text=True).stdout
        if self.shows not in answer:
            sys.exit(f"{name}: the endpoint says {answer!r}")
        # Warm, and measured before anybody looks.
        out = subprocess.run(["wrk", "-t1", "-c", workers, "-d10s", url], capture_output=True, text=True).stdout
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])
        load = subprocess.Popen(["wrk", "-t1", "-c", workers, f"-d{self.arguments.seconds + 5}s", url], **QUIET)
        command = [self.arguments.loxo, "doctor", *target, "--seconds", str(self.arguments.seconds), "--json"]
        command += ["--before", str(self.out / f"{before}.json")] if before else []
        report = subprocess.run(command, capture_output=True, text=True)
        load.terminate()
        load.wait()
        self.stop(server)
        (self.out / f"{name}.json").write_text(report.stdout)
        seen = json.loads(report.stdout)
        findings = seen["findings"]
        print(f"{name}: {rate:.0f} requests/s")
        for finding in findings:
            print(f"    {finding['share']:.0%} {finding['what']} ({finding['evidence'][0]})")
        print("".join(f"    {line}\n" for line in report.stderr.splitlines()), end="", flush=True)
        return f"{rate:.0f} ({seen['cpu_ms_per_request'] or 0:.2f} ms)", [finding["rule"] for finding in findings]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loxo")
    parser.add_argument("fpm")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--files", type=int, default=600)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--out")
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp()
    case = Case(arguments, folder)
    table, wrong = [], []
    try:
        case.prepare()
        changed = {"lookups": {"keep_redis": False, "validate": False}, "connections": {"keep_redis": True, "validate": True}}
        for label, kind in (("php-fpm", case.fpm), ("loxo", case.loxo)):
            first, rules = case.run(f"{label}-1", kind, False, True)
            # Of a machine that others use as well, other rules may say something, too.
            known = [rule for rule in rules if rule in changed]
            if set(known) != set(changed):
                wrong.append(f"{label}: found {rules}")
            # What costs most is changed first.
            order = (known or ["lookups"])[0]
            second, rules = case.run(f"{label}-2", kind, before=f"{label}-1", **changed[order])
            if order in rules:
                wrong.append(f"{label}: found {rules} after {order} was changed")
            third, rules = case.run(f"{label}-3", kind, True, False, before=f"{label}-2")
            if {"lookups", "connections"} & set(rules):
                wrong.append(f"{label}: found {rules} after all changes")
            table.append((label, order, first, second, third))
    finally:
        for server in list(case.servers):
            case.stop(server)
        shutil.rmtree(folder, ignore_errors=True)
    print("| requests per second (processor time of workers for each) | as it was | first change | both |\n| --- | --- | --- | --- |")
    for label, order, *rates in table:
        print(f"| {label} (first: {order}) | " + " | ".join(rates) + " |")
    for line in wrong:
        print("WRONG", line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
