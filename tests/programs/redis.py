#!/usr/bin/env python3
"""The extensions redis and apcu on Loxo and beside it on PHP: what the programs in the folder redis say is compared.

    tests/programs/redis.py LOXO PHP [--server redis-server] [--out FOLDER] [commands|many|connections|apcu|apcu-igbinary...]

PHP has both extensions too (on Debian 13 the packages php-redis and php-apcu; redis-server brings the servers, openssl a certificate). Two
servers, one more with a password and TLS, a sentinel and a cluster of three are started on free ports, in a temporary folder, and end with
this script. Exit code 1: something differs. Outputs of both are left in FOLDER.
"""

import argparse
import difflib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "redis")
# What differs between two runs, and what it becomes.
VOLATILE = [(rb"\b\d{13}-\d\b", b"STREAM-ID"), (rb"'(idle|inactive|seen-time|active-time)' => \d+", b"'\\1' => TIME"), (rb"\b1\d{12}\b", b"MILLISECONDS")]
SLOTS = 16384
PATIENCE = 30


def free_ports(count):
    """Ports that nobody uses, with those 10000 above them, which nodes of a cluster need."""
    found = []
    port = 21000 + os.getpid() % 5000
    while len(found) < count:
        port += 1
        try:
            for number in (port, port + 10000):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", number))
            found.append(port)
        except OSError:
            continue
    return found


def ask(port, *words):
    """What a server answers to a command, as it is sent: good for commands whose answer is short."""
    command = b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in (str(word).encode() for word in words))
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.settimeout(PATIENCE)
        connection.sendall(command)
        return connection.recv(65536)


def wait_for(what, ready):
    until = time.time() + PATIENCE
    while time.time() < until:
        try:
            if ready():
                return
        except OSError:
            pass
        time.sleep(0.05)
    sys.exit(f"{what} is not ready")


class Servers:
    """Servers of this script's own."""

    def __init__(self, program, folder):
        self.program, self.folder, self.processes = program, folder, []
        self.one, self.two, self.sentinel, self.closed, self.tls, *self.cluster = free_ports(8)
        for port in (self.one, self.two):
            self.start(port, [])
        self.path, self.certificate, key = (os.path.join(folder, name) for name in ("redis.sock", "certificate.pem", "key.pem"))
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        subprocess.run(make + ["-keyout", key, "-out", self.certificate], check=True, stderr=subprocess.DEVNULL)
        tls = ["--tls-port", str(self.tls), "--tls-cert-file", self.certificate, "--tls-key-file", key, "--tls-auth-clients", "no", "--tls-ca-cert-file", self.certificate]
        self.start(self.closed, ["--requirepass", "secret", "--unixsocket", self.path] + tls)
        for port in self.cluster:
            self.start(port, ["--cluster-enabled", "yes", "--cluster-config-file", f"nodes-{port}.conf"])
        with open(os.path.join(folder, "sentinel.conf"), "w") as file:
            file.write(f"port {self.sentinel}\nbind 127.0.0.1\ndir {folder}\nsentinel monitor main 127.0.0.1 {self.one} 1\n")
        self.run([program, os.path.join(folder, "sentinel.conf"), "--sentinel"])
        wait_for("the sentinel", lambda: b"PONG" in ask(self.sentinel, "PING"))
        self.join()

    def start(self, port, options):
        self.run([self.program, "--port", str(port), "--bind", "127.0.0.1", "--dir", self.folder, "--dbfilename", f"{port}.rdb", "--save", "", "--slowlog-log-slower-than", "-1"] + options)
        wait_for(f"the server on port {port}", lambda: ask(port, "PING")[:7] in (b"+PONG\r\n", b"-NOAUTH"))

    def run(self, words):
        self.processes.append(subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder))

    def join(self):
        share = SLOTS // len(self.cluster) + 1
        for number, port in enumerate(self.cluster):
            ask(port, "CLUSTER", "ADDSLOTSRANGE", number * share, min((number + 1) * share, SLOTS) - 1)
            ask(port, "CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            ask(self.cluster[0], "CLUSTER", "MEET", "127.0.0.1", port)
        for port in self.cluster:
            wait_for("the cluster", lambda: b"cluster_state:ok" in ask(port, "CLUSTER", "INFO") and b"known_nodes:3" in ask(port, "CLUSTER", "INFO"))

    def stop(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()


def clean(text):
    for pattern, stand_in in VOLATILE:
        text = re.sub(pattern, stand_in, text)
    return text.decode(errors="backslashreplace").splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("loxo")
    parser.add_argument("php")
    parser.add_argument("names", nargs="*", metavar="commands|many|connections|apcu|apcu-igbinary")
    parser.add_argument("--server", default="redis-server")
    parser.add_argument("--out", default="target/redis")
    options = parser.parse_args()
    engines = {name: shutil.which(path) or os.path.abspath(path) for name, path in (("php", options.php), ("loxo", options.loxo))}
    os.makedirs(options.out, exist_ok=True)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        servers = Servers(options.server, folder)
        try:
            ports = [str(port) for port in (servers.one, servers.two, servers.sentinel)]
            programs = {
                "commands": lambda program: [str(servers.one), program],
                "many": lambda program: ports + [",".join(f"127.0.0.1:{port}" for port in servers.cluster)],
                "connections": lambda program: [str(servers.closed), str(servers.tls), servers.path, servers.certificate],
                "apcu": lambda program: [],
                "apcu-igbinary": lambda program: [],
            }
            for name in options.names or programs:
                said = {}
                for engine, program in engines.items():
                    script, _, serializer = name.partition("-")
                    settings = ["-d", "apc.enable_cli=1"] + (["-d", f"apc.serializer={serializer}"] if serializer else [])
                    words = [program] + settings + [os.path.join(HERE, script + ".php")] + programs[name](program)
                    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
                    said[engine] = clean(done.stdout) + [f"exit code {done.returncode}"]
                    with open(os.path.join(options.out, f"{name}.{engine}"), "wb") as file:
                        file.write(done.stdout)
                difference = list(difflib.unified_diff(said["php"], said["loxo"], "php", "loxo", n=0, lineterm=""))
                print(f"{name}: {len(said['php'])} lines, {'the same' if not difference else 'different'}")
                print(*difference, sep="\n", end="\n" if difference else "")
                good = good and not difference
        finally:
            servers.stop()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
