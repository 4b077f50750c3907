#!/usr/bin/env python3
"""The two clients of memcached: programs of our own on Loxo beside PHP, on servers that are started for that.

    tests/programs/memcache.py LOXO PHP

PHP has the extension `memcached` (php8.4-memcached); programs for `memcache` tell by themselves whether they got what they expected.
memcached must be installed. Exit code 1: something differs.
"""

import difflib
import os
import shutil
import socket
import subprocess
import sys
import time

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "memcache")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Servers:
    """Some memcached servers, which end with the block."""

    def __init__(self, count):
        self.count, self.processes, self.ports = count, [], []

    def __enter__(self):
        for _ in range(self.count):
            port = free_port()
            command = [shutil.which("memcached") or "/usr/bin/memcached", "-u", "nobody", "-l", "127.0.0.1", "-p", str(port), "-U", "0"]
            self.processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            self.ports.append(port)
        for port in self.ports:
            for _ in range(100):
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.05)
        return ",".join(map(str, self.ports))

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
            process.wait()


def run(engine, program, *arguments):
    command = [engine, "-d", "display_errors=1", os.path.join(HERE, program), *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    return done.stdout.decode(errors="replace")


def compared(name, ours, theirs, hide=()):
    for text, stands_for in hide:
        ours, theirs = ours.replace(text, stands_for), theirs.replace(text, stands_for)
    if ours == theirs:
        print(f"same     {name} ({len(ours.splitlines())} lines)")
        return True
    print(f"differs  {name}")
    sys.stdout.writelines(difflib.unified_diff(theirs.splitlines(True), ours.splitlines(True), "php", "loxo", n=0))
    return False


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    loxo, php = sys.argv[1:]
    dead = free_port()
    good = True

    def both(name, program, *arguments):
        # Each engine has servers of its own, which know nothing before.
        results = []
        for engine in (loxo, php):
            with Servers(3) as ports:
                text = run(engine, program, *[ports if a is None else a for a in arguments])
                for number, port in enumerate(ports.split(",")):
                    text = text.replace(port, f"PORT{number}")
                results.append(text)
        return compared(name, *results)

    # The circle depends on ports, so these are the same for both.
    with Servers(3) as ports:
        good &= compared("places of keys", run(loxo, "places.php", ports), run(php, "places.php", ports))
    for protocol in ("", "1"):
        good &= both(f"operations, {'binary' if protocol else 'text'}", "operations.php", None, protocol, dead)
    for writer in (loxo, php):
        with Servers(1) as port:
            run(writer, "cross.php", port, "write")
            name = f"values that {'loxo' if writer == loxo else 'php'} wrote"
            good &= compared(name, run(loxo, "cross.php", port, "read"), run(php, "cross.php", port, "read"))
        with Servers(1) as port:
            run(writer, "encrypted.php", port, "write")
            name = f"encrypted values that {'loxo' if writer == loxo else 'php'} wrote"
            good &= compared(name, run(loxo, "encrypted.php", port, "read"), run(php, "encrypted.php", port, "read"))
    good &= both("encrypted, what is refused", "encrypted.php", None, "refuse")
    results = []
    for engine in (loxo, php):
        with Servers(2) as ports:
            results.append("".join(run(engine, "session.php", ports, "memcached", step) for step in ("first", "second", "strict", "last")))
    good &= compared("sessions", *results)
    with Servers(3) as ports:
        text = run(loxo, "older.php", ports, dead)
        good &= compared("memcache", text, "as expected\n")
    with Servers(2) as ports:
        text = "".join(run(loxo, "session.php", ports, "memcache", step) for step in ("first", "second", "last"))
        expected = "".join(
            f"bool(true)\n{data} session-of-memcache\nbool(true)\n{count}" for data, count in
            (("[]", "1\n"), ('{"steps":["first"]}', "2\n"), ('{"steps":["first","second"]}', ""))
        )
        good &= compared("sessions of memcache", text, expected)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
