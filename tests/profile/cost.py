#!/usr/bin/env python3
"""What it costs that a server looks at its workers: processor time of the same requests with the sampler on and off, in turns, in one run.

usage: tests/profile/cost.py LOXO [--xhprof] [--period TIME] [--starts N] [--rounds N] [--requests N] [--page PATH] [--most RATIO] [DIR] [-- OPTIONS]

Three servers run: one looks ("on"), two do not ("off", "same"). In each round all of them answer the same requests, in an order that changes from round to round, and are started in one that changes, too (six orders: multiples of six are fair);
what counts is the processor time of all threads of a server (/proc/PID/task/*/schedstat), for each round as the ratio of "on" to the mean of the other two. Two servers
that do the same differ by some per cent for as long as they live (what they have compiled, where their memory lies): all three are started anew N times, and the
median of each start's rounds is one value. Printed are the median of these with its 95 % interval (by order statistics, which assume nothing of how they spread), and
the same of same/off, which is what the measurement itself errs by. What else the machine does makes a round dearer as a whole; the threads that speak HTTP do the
same in all servers, so the second way divides each server's time by that of its own. With --most that way counts in which same/off has the narrower interval; the
exit code is 1 if the whole interval of on/off lies above RATIO, 2 if RATIO is within it, 0 if it lies below.

With --period the server that looks does so once in that time ("100ms"): costs that do not follow are none of samples.
With --xhprof the sampler is off, and "on" is xhprof_enable() at the beginning of each request and xhprof_disable() at its end. Without DIR a page that says
hello is served. Needs ab (apache2-utils). OPTIONS are for `loxo serve`.
"""

import argparse
import itertools
import math
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time


# Rounds of each start that do not count.
WARM_ROUNDS = 6


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def family(pid):
    """The process and all below it."""
    children = pathlib.Path(f"/proc/{pid}/task").glob("*/children")
    return [pid] + [one for file in children for child in file.read_text().split() for one in family(int(child))]


def nanoseconds(pid):
    """Processor time of the threads of a server: of all, and of those that speak HTTP."""
    whole = http = 0
    for thread in [thread for one in family(pid) for thread in pathlib.Path(f"/proc/{one}/task").iterdir()]:
        time_ns = int((thread / "schedstat").read_text().split()[0])
        whole += time_ns
        http += time_ns if (thread / "comm").read_text().startswith("front") else 0
    return whole, http


def interval(ratios):
    """The median, and the two values between which the true one lies with 95 %: each of n values is above it with a chance of one half."""
    ordered, count = sorted(ratios), len(ratios)
    outside, below = 0, 0.0
    while outside < count // 2:
        below += math.comb(count, outside) / 2**count
        if below > 0.025:
            break
        outside += 1
    outside = max(outside - 1, 0)
    return statistics.median(ordered), ordered[outside], ordered[count - 1 - outside]


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


def measured(arguments, folder, kinds, turn):
    """Rounds of three servers that are started for it: for each kind, of each round, the processor time of all threads and of those that speak HTTP."""
    servers = {}
    try:
        orders = list(itertools.permutations(kinds))
        # Who is started first may have another place in memory.
        for kind in orders[turn % len(orders)]:
            servers[kind] = start(arguments.loxo, folder, kinds[kind])
        used = {kind: [] for kind in kinds}
        # The first rounds warm up.
        for number in range(-WARM_ROUNDS, arguments.rounds):
            for kind in orders[number % len(orders)]:
                server, port = servers[kind]
                before = nanoseconds(server.pid)
                load(port, arguments.page, arguments.requests)
                used[kind].append([after - earlier for after, earlier in zip(nanoseconds(server.pid), before)])
        return {kind: rounds[WARM_ROUNDS:] for kind, rounds in used.items()}
    finally:
        for server, _ in servers.values():
            server.terminate()
            server.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loxo")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--xhprof", action="store_true")
    parser.add_argument("--period")
    parser.add_argument("--starts", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--page", default="/")
    parser.add_argument("--most", type=float)
    own, options = sys.argv[1:], []
    if "--" in own:
        own, options = own[: own.index("--")], own[own.index("--") + 1 :]
    arguments = parser.parse_intermixed_args(own)
    if arguments.starts < 6:
        sys.exit("--starts must be 6 at least: of fewer there is no interval of 95 %")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "index.php").write_text("<?php echo 'hello';")
        silent = ["--sample-period", "off", *options]
        looks = ["--admin", f"{folder}/admin.sock", *options]
        if arguments.period:
            looks += ["--sample-period", arguments.period]
        if arguments.xhprof:
            before = pathlib.Path(folder, "before.php")
            before.write_text("<?php xhprof_enable(); register_shutdown_function(xhprof_disable(...));")
            looks = [*silent, "-d", f"auto_prepend_file={before}"]
        kinds = {"on": looks, "off": silent, "same": silent}
        starts = [measured(arguments, arguments.folder or folder, kinds, turn) for turn in range(arguments.starts)]
    each = statistics.median(whole for used in starts for whole, _ in used["off"]) / arguments.requests / 1000
    print(f"{each:.1f} µs of processor time a request that nobody looks at; {arguments.starts} starts, {arguments.rounds} rounds of {arguments.requests}")
    ways = {"as it is": lambda whole, _: whole}
    if all(http for used in starts for rounds in used.values() for _, http in rounds):
        ways["by that of HTTP"] = lambda whole, http: whole / http
    ratios = {"on/off": lambda on, off, same: 2 * on / (off + same), "same/off": lambda _, off, same: same / off}
    found = {}
    for way, measure in ways.items():
        for name, ratio in ratios.items():
            rounds = [zip(*([measure(*one) for one in used[kind]] for kind in ("on", "off", "same"))) for used in starts]
            median, low, high = found[way, name] = interval([statistics.median(ratio(*one) for one in those) for those in rounds])
            print(f"{name}, {way}: median {median:.4f}, 95 % between {low:.4f} and {high:.4f}")
    if arguments.most:
        way = min(ways, key=lambda way: found[way, "same/off"][2] - found[way, "same/off"][1])
        _, low, high = found[way, "on/off"]
        status = 0 if high <= arguments.most else 1 if low > arguments.most else 2
        print(f"at most {arguments.most}, {way}: {['met', 'not met', 'cannot be told from this run'][status]}")
    sys.exit(status if arguments.most else 0)


if __name__ == "__main__":
    main()
