#!/usr/bin/env python3
"""What it costs that a server looks at its workers: processor time of the same requests with the sampler on and off, in turns, in one run.

usage: tests/profile/cost.py LOXO [--xhprof] [--rounds N] [--requests N] [--page PATH] [DIR] [-- OPTIONS]

With --xhprof the sampler is off, and "on" is xhprof_enable() at the beginning of each request and xhprof_disable() at its end. Without DIR it serves a page that says hello. Needs ab (apache2-utils). OPTIONS are for `loxo serve`. Prints the ratio of the
sums, and that of workers and sampler to the threads that speak HTTP, which tells it from what else the machine does.
"""

import argparse
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def family(pid):
    """The process and all below it."""
    children = pathlib.Path(f"/proc/{pid}/task").glob("*/children")
    return [pid] + [one for file in children for child in file.read_text().split() for one in family(int(child))]


def nanoseconds(pid):
    """Processor time: of the threads that speak HTTP, and of all others."""
    sums = [0, 0]
    for folder in [folder for one in family(pid) for folder in pathlib.Path(f"/proc/{one}/task").iterdir()]:
        speaks_http = (folder / "comm").read_text().startswith("front")
        sums[not speaks_http] += int((folder / "schedstat").read_text().split()[0])
    return sums


def start(loxo, folder, options):
    port = free_port()
    command = [loxo, "serve", folder, "-n", "--quiet", "--listen", f"127.0.0.1:{port}", "--workers", "2", *options]
    server = subprocess.Popen(command)
    for _ in range(500):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return server, port
        except OSError:
            time.sleep(0.02)
    sys.exit("the server does not listen")


def load(port, page, requests):
    url = f"http://127.0.0.1:{port}{page}"
    subprocess.run(["ab", "-q", "-k", "-c", "2", "-n", str(requests), url], check=True, stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loxo")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--xhprof", action="store_true")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--requests", type=int, default=20000)
    parser.add_argument("--page", default="/")
    own, _, options = (sys.argv[1:], None, []) if "--" not in sys.argv else (
        sys.argv[1 : sys.argv.index("--")], None, sys.argv[sys.argv.index("--") + 1 :])
    arguments = parser.parse_intermixed_args(own)
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "index.php").write_text("<?php echo 'hello';")
        folder = arguments.folder or folder
        kinds = {
            "on": ["--admin", f"{tempfile.mkdtemp()}/on.sock", *options],
            "off": ["--sample-period", "off", *options],
        }
        if arguments.xhprof:
            before = pathlib.Path(tempfile.mkdtemp(), "before.php")
            before.write_text("<?php xhprof_enable(); register_shutdown_function(xhprof_disable(...));")
            kinds["on"] = [*kinds["off"], "-d", f"auto_prepend_file={before}"]
        servers = {kind: start(arguments.loxo, folder, more) for kind, more in kinds.items()}
        try:
            for _, port in servers.values():
                load(port, arguments.page, arguments.requests // 4 + 10)
            used = {kind: [] for kind in kinds}
            for number in range(arguments.rounds):
                # Who comes first changes.
                for kind in sorted(kinds, reverse=bool(number % 2)):
                    server, port = servers[kind]
                    before = nanoseconds(server.pid)
                    load(port, arguments.page, arguments.requests)
                    used[kind].append([after - earlier for after, earlier in zip(nanoseconds(server.pid), before)])
        finally:
            for server, _ in servers.values():
                server.terminate()
                server.wait()
    sums = {kind: [sum(part) for part in zip(*rounds)] for kind, rounds in used.items()}
    each = sum(sums["off"]) / arguments.rounds / arguments.requests / 1000
    print(f"{each:.1f} µs of processor time a request that nobody looks at; with it {sum(sums['on']) / sum(sums['off']):.3f} of that")
    # The threads that speak HTTP do the same in both: what else the machine does makes both dearer.
    http, others = (sums["on"][part] / sums["off"][part] for part in (0, 1))
    medians = {kind: statistics.median(other / front for front, other in rounds) for kind, rounds in used.items()}
    print(f"on / off: threads that speak HTTP {http:.4f}, all others {others:.4f}; others per HTTP, median of rounds {medians['on'] / medians['off']:.4f}")


main()
