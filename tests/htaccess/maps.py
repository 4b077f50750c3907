#!/usr/bin/env python3
"""A `RewriteMap` program under Apache and under Loxo: N requests, C at once, each with a key of its own.

    tests/htaccess/maps.py LOXO [--fpm PROGRAM] [--php PROGRAM] [--requests N] [--clients C]

The map is a PHP script that escapes what Apache's `escape` leaves alone; Apache runs it with --php (php84), Loxo with itself. Every answer must be what
the script makes of the key, and there must be one process of the map. Exit status 1: something was not as it should be.
"""

import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

from client import Connection
from servers import Apache, find, free_port, stop, wait_for, write

# Apache 2.4.71 leaves the \r of a line's end in the answer, and refuses a query that has one: here the lines end as it wants them.
ESCAPE = "#!{php} -n\n<?php\nwhile ($in = trim(fgets(STDIN)))\n    fputs(STDOUT, urlencode($in) . \"\\n\");\n"
RULE = "RewriteRule ^/([^/]*)$ /newpage.php?mi_url_suffix=${escape:$1?%{QUERY_STRING}} [L,PT]\n"
TEXTS = ["a&b=c", "1+1", "caf\u00e9 au lait", "100%", "<b>\"'", "x?y#z", "\\", "{}|^`[]", "a;b,c:d@e", "~tilde*"]
CONFIGURATION = """listen = "127.0.0.1:{port}"
{user}[pool.www]
{pool_user}[[site]]
root = "{root}"
rewrite = '''
RewriteEngine On
{rule}'''
rewrite-map.escape = "prg:{map}"
"""


def program(folder, name, php):
    path = write(os.path.join(folder, name), ESCAPE.format(php=php))
    os.chmod(path, 0o755)
    return path


def processes(path):
    """How many run the program."""
    count = 0
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/cmdline", "rb") as file:
                count += path.encode() in file.read()
        except OSError:
            pass
    return count


def ask(port, numbers):
    """What is wrong with the answers for these keys."""
    wrong, requests = [], []
    for number in numbers:
        key = f"{TEXTS[number % len(TEXTS)]}-{number}"
        query = f"n={number}&t=%26"
        requests.append((f"{key}?{query}", ("GET", f"/{urllib.parse.quote(key, safe='')}?{query}", [])))
    connection = Connection(port)
    for key, request in requests:
        answer = connection.ask([request])[0]
        if answer.status != 200 or answer.body != key.encode():
            wrong.append(f"{request[1]}: {answer.status} {answer.body[:80]!r}, not {key!r}")
    connection.close()
    return wrong


def measure(name, port, path, arguments):
    began = time.monotonic()
    shares = [range(client, arguments.requests, arguments.clients) for client in range(arguments.clients)]
    with concurrent.futures.ThreadPoolExecutor(arguments.clients) as clients:
        wrong = [line for lines in clients.map(lambda share: ask(port, share), shares) for line in lines]
    count = processes(path)
    print(f"{name}: {arguments.requests} requests, {arguments.clients} at once, {time.monotonic() - began:.1f} s, {len(wrong)} wrong, {count} process of the map")
    print("".join(f"    {line}\n" for line in wrong[:5]), end="")
    return bool(wrong) or count != 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("loxo")
    parser.add_argument("--fpm")
    parser.add_argument("--php")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=100)
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="loxo-maps-")
    os.chmod(folder, 0o755)
    root = os.path.join(folder, "roots", "site")
    os.makedirs(root)
    write(os.path.join(root, "newpage.php"), "<?php echo $_GET['mi_url_suffix'] ?? 'nothing';\n")
    # The map runs as the server's user, who may not see where the programs lie.
    maps = []
    for name, given in ("php84", arguments.php), ("loxo", arguments.loxo):
        own = os.path.join(folder, name)
        os.mkdir(own)
        maps.append(program(own, "escape.php", shutil.copy(find(name, given), os.path.join(own, "php"))))
    is_root, port, servers = os.getuid() == 0, free_port(), []
    user = ['user = "daemon"\n' if is_root else ""] * 2
    try:
        apache = Apache(folder, {"site": root}, find("php-fpm84", arguments.fpm), "crit", f"RewriteEngine On\nRewriteMap escape prg:{maps[0]}\n{RULE}")
        servers += apache.processes
        wrong = [measure("Apache", apache.ports["site"], maps[0], arguments)]
        text = CONFIGURATION.format(port=port, root=root, rule=RULE, map=maps[1], user=user[0], pool_user=user[1])
        file = write(os.path.join(folder, "loxo.toml"), text)
        servers.append(subprocess.Popen([arguments.loxo, "serve", "-n", "-q", "--config", file]))
        wait_for(port, servers[-1], "Loxo")
        wrong += [measure("Loxo", port, maps[1], arguments)]
    finally:
        stop(servers)
        shutil.rmtree(folder)
    sys.exit(any(wrong))


if __name__ == "__main__":
    main()
