#!/usr/bin/env python3
"""What `.htaccess` costs: pages of WordPress from `loxo serve`, with its `.htaccess` read and without.

    tests/htaccess/cost.py WORDPRESS LOXO [--time] [--limit RATIO] [-n N]

WORDPRESS is a fresh tree of a release with a theme (CONTRIBUTING.md: `tests/wordpress/browse.py`). It is set up once, with a MariaDB of its own (apt-get install
mariadb-server), and gets the rules that WordPress writes itself. By default instructions are counted under valgrind: for each page two runs, of N and of 2N requests
after the first ones (-n, 8), whose difference is N warm requests. --time: CPU time of the whole process, in N alternations (-n, 15), of which the median of the
ratios counts; a busy machine shows in it. A script of one line and a file of 61 KB
are asked for, too: there the rules themselves are what differs. Exit status 1: a page of PHP takes more than RATIO (1.01) of what it takes without.
"""

import argparse
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "wordpress"))
import behind
from browse import Database, Site, free_port, wait_for

# As WordPress writes them when permalinks are set, and as its manual has them.
RULES = """# BEGIN WordPress
<IfModule mod_rewrite.c>
RewriteEngine On
RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteBase /
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /index.php [L]
</IfModule>
# END WordPress
"""
SETTINGS = ["max_execution_time=0", "opcache.revalidate_freq=3600", "realpath_cache_ttl=3600"]
WARM = 6
# CPU seconds of one measurement.
SAMPLE = 0.5


class Server:
    """`loxo serve` with one worker."""

    def __init__(self, loxo, root, options, before=()):
        self.port = free_port()
        self.log = tempfile.TemporaryFile("w+")
        settings = [word for setting in SETTINGS for word in ("-d", setting)]
        command = [*before, loxo, "serve", root, "-n", "-q", "--workers", "1", "--sample-period", "off", "--listen", f"127.0.0.1:{self.port}", *settings, *options]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        wait_for(self.port)

    def ask(self, host, path, times):
        """So many requests on one connection, each with an answer of 200."""
        request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
        with socket.create_connection(("127.0.0.1", self.port), 600) as connection:
            answers = connection.makefile("rb")
            for _ in range(times):
                connection.sendall(request)
                status = answers.readline()
                if b" 200 " not in status:
                    raise SystemExit(f"{path}: {status.decode('latin-1').strip()}")
                fields = {}
                while (line := answers.readline()) not in (b"\r\n", b""):
                    name, _, value = line.partition(b":")
                    fields[name.lower()] = value.strip()
                if b"content-length" in fields:
                    answers.read(int(fields[b"content-length"]))
                    continue
                while (size := int(answers.readline().split(b";")[0], 16)):
                    answers.read(size + 2)
                answers.readline()

    def cpu(self):
        """Seconds of CPU that the process has used: its clock, as Linux numbers them."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def stop(self):
        self.process.terminate()
        self.process.wait(120)
        self.log.seek(0)
        return self.log.read()


def instructions(loxo, root, options, host, path, times):
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    counts = []
    for requests in (WARM + times, WARM + 2 * times):
        server = Server(loxo, root, options, valgrind)
        try:
            server.ask(host, path, requests)
        finally:
            said = server.stop()
        found = re.findall(r"refs: +([\d,]+)", said)
        counts.append(int(found[-1].replace(",", "")))
    return (counts[1] - counts[0]) / times


def cpu_times(loxo, root, host, path, rounds):
    """CPU seconds of a request without and with rules, and the median of the ratios."""
    servers = [Server(loxo, root, options) for options in ([], ["--htaccess", "all"])]
    try:
        for server in servers:
            server.ask(host, path, 100)
        began = servers[0].cpu()
        servers[0].ask(host, path, 20)
        times = max(5, int(SAMPLE / ((servers[0].cpu() - began) / 20)))
        pairs = []
        for number in range(rounds):
            pair = [0, 0]
            for which in (0, 1) if number % 2 else (1, 0):
                before = servers[which].cpu()
                servers[which].ask(host, path, times)
                pair[which] = (servers[which].cpu() - before) / times
            pairs.append(pair)
    finally:
        for server in servers:
            server.stop()
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs), statistics.median(pair[1] / pair[0] for pair in pairs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wordpress", type=os.path.abspath)
    parser.add_argument("loxo", type=os.path.abspath)
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--limit", type=float, default=1.01)
    parser.add_argument("-n", type=int)
    arguments = parser.parse_args()
    # Servers are stopped by whatever ends the run.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    too_much = False
    with tempfile.TemporaryDirectory(prefix="loxo-cost-") as folder:
        database = Database(folder)
        try:
            site = Site("wp", arguments.wordpress, lambda root, port: [arguments.loxo, "serve", root, "-q", "--listen", f"127.0.0.1:{port}"], database, folder)
            try:
                client = behind.Client(site.port)
                behind.set_up(client)
                behind.log_in(client)
                behind.fill(client)
            finally:
                site.stop()
            behind.write(os.path.join(site.root, ".htaccess"), RULES)
            behind.write(os.path.join(site.root, "one.php"), "<?php echo 1;")
            host = f"127.0.0.1:{site.port}"
            unit = "CPU, µs" if arguments.time else "instructions"
            print(f"{'':34} {unit + ' without':>22} {'with':>14}   ratio")
            for path, is_page in [("/", True), ("/about/", True), ("/wp-login.php", True), ("/one.php", False), ("/wp-includes/css/dashicons.css", False)]:
                if arguments.time:
                    without, with_rules, ratio = cpu_times(arguments.loxo, site.root, host, path, arguments.n or 15)
                    without, with_rules = without * 1e6, with_rules * 1e6
                else:
                    without, with_rules = (instructions(arguments.loxo, site.root, options, host, path, arguments.n or 8) for options in ([], ["--htaccess", "all"]))
                    ratio = with_rules / without
                too_much |= is_page and ratio > arguments.limit
                print(f"{path:34} {without:22,.0f} {with_rules:14,.0f}   {ratio:.4f}{'' if is_page else '   (no page of WordPress: without a limit)'}", flush=True)
        finally:
            database.stop()
    sys.exit(too_much)


if __name__ == "__main__":
    main()
