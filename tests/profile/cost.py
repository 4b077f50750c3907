#!/usr/bin/env python3
"""What it costs that a server looks at its workers: processor time of the same requests to one server with its sampler switched on and off in turns.

usage: tests/profile/cost.py LOXO [--xhprof] [--starts N] [--blocks N] [--requests N] [--settle N] [--page PATH] [--most RATIO] [--seed N] [DIR] [-- OPTIONS]

Two servers that do the same differ by some per cent for as long as they live (what they have compiled, where their memory lies). So one server is compared with itself:
its sampler is switched (`loxo profile --server --sampler`; here over the admin socket), and what counts is the processor time of all its threads
(/proc/PID/task/*/schedstat) for a round of requests. A block is four rounds, on off off on or off on on off by chance: each half of it gives a ratio, and whatever
grows or shrinks with time alone is in both orders. Between such blocks stand as many in which "on" is another "off" that is switched to in the same way: their ratios
are the error of the measurement. Behind each switch some requests are answered that do not count (--settle): what they took is printed, as a ratio of the same kind.

The server is started N times; each start's median is one value. Printed are the median of these with its 95 % interval (by order statistics, which assume nothing
of how they spread). With --most the exit code is 1 if the whole interval of on/off lies above RATIO, 2 if RATIO is within it, 0 if it lies below.

With --xhprof the sampler stays off, and "on" is xhprof_enable() at the beginning of each request and xhprof_disable() at its end. Without DIR a page that says
hello is served. Needs ab (apache2-utils). OPTIONS are for `loxo serve`: `--sample-period 10s` shows which costs are none of samples. What PHP programs do by
themselves from time to time (DISABLE_WP_CRON of WordPress) should be switched off.
"""

import argparse
import http.client
import math
import pathlib
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time


# Blocks of each start that do not count, and requests before them.
WARM_BLOCKS = 2
WARM_REQUESTS = 40


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def family(pid):
    """The process and all below it."""
    children = pathlib.Path(f"/proc/{pid}/task").glob("*/children")
    return [pid] + [one for file in children for child in file.read_text().split() for one in family(int(child))]


def kind_of(thread):
    """What a thread is for, by its name."""
    name = (thread / "comm").read_text().strip()
    return next((kind for kind in ("sampler", "front") if name.startswith(kind)), "worker")


def nanoseconds(pid):
    """Processor time of the threads of a server, by what they are for."""
    times = {"sampler": 0, "front": 0, "worker": 0}
    for thread in [thread for one in family(pid) for thread in pathlib.Path(f"/proc/{one}/task").iterdir()]:
        times[kind_of(thread)] += int((thread / "schedstat").read_text().split()[0])
    return times


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


class Local(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


class Server:
    """A server whose sampler, or xhprof, is switched."""

    def __init__(self, arguments, folder, options, own):
        self.arguments, self.own = arguments, own
        self.port = free_port()
        if arguments.xhprof:
            before = own / "before.php"
            before.write_text(
                f"<?php if (is_file('{own}/on')) {{ xhprof_enable(); register_shutdown_function(xhprof_disable(...)); }}"
            )
            options = [*options, "-d", f"auto_prepend_file={before}"]
        command = [arguments.loxo, "serve", folder, "-n", "--quiet", "--listen", f"127.0.0.1:{self.port}", "--workers", "2"]
        self.process = subprocess.Popen([*command, "--admin", f"{own}/admin.sock", *options])
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                Local(f"{own}/admin.sock").connect()
                return
            except OSError:
                time.sleep(0.02)
        self.stop()
        sys.exit("the server does not listen")

    def switch(self, on):
        if self.arguments.xhprof:
            (self.own / "on").touch() if on else (self.own / "on").unlink(missing_ok=True)
            on = False
        connection = Local(f"{self.own}/admin.sock")
        connection.request("POST", f"/sampler?switch={'on' if on else 'off'}")
        answer = connection.getresponse()
        if answer.status != 200 or (b'"on":true' in answer.read()) != on:
            sys.exit("the sampler cannot be switched")

    def load(self, requests):
        """The processor time of so many requests, by kind of thread."""
        url = f"http://127.0.0.1:{self.port}{self.arguments.page}"
        before = nanoseconds(self.process.pid)
        subprocess.run(["ab", "-q", "-k", "-c", "2", "-n", str(requests), url], check=True, stdout=subprocess.DEVNULL)
        return {kind: after - before[kind] for kind, after in nanoseconds(self.process.pid).items()}

    def stop(self):
        self.process.terminate()
        self.process.wait()


def rounds(server, arguments, on):
    """A round, switched to before: what the requests that do not count took, and those that do."""
    server.switch(on)
    first = server.load(arguments.settle) if arguments.settle else None
    return first, server.load(arguments.requests)


def block(server, arguments, is_on, chance):
    """Four rounds: two pairs of what is compared and what it is compared with."""
    order = chance.choice([(True, False, False, True), (False, True, True, False)])
    done = [(compared, rounds(server, arguments, compared and is_on)) for compared in order]
    for pair in (done[:2], done[2:]):
        yield next(took for compared, took in pair if compared), next(took for compared, took in pair if not compared)


def measured(arguments, folder, options, chance):
    """The pairs of a server that is started for it: those of on and off, and those of off and off."""
    with tempfile.TemporaryDirectory() as own:
        server = Server(arguments, folder, options, pathlib.Path(own))
        try:
            for on in (True, False):
                server.switch(on)
                server.load(WARM_REQUESTS)
            pairs = {True: [], False: []}
            for number in range(-WARM_BLOCKS, arguments.blocks):
                for is_on in chance.sample([True, False], 2):
                    done = list(block(server, arguments, is_on, chance))
                    if number >= 0:
                        pairs[is_on] += done
            return pairs
        finally:
            server.stop()


def whole(times):
    return sum(times.values())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loxo")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--xhprof", action="store_true")
    parser.add_argument("--starts", type=int, default=12)
    parser.add_argument("--blocks", type=int, default=12)
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--settle", type=int, default=4)
    parser.add_argument("--page", default="/")
    parser.add_argument("--most", type=float)
    parser.add_argument("--seed", type=int, default=1)
    own, options = sys.argv[1:], []
    if "--" in own:
        own, options = own[: own.index("--")], own[own.index("--") + 1 :]
    arguments = parser.parse_intermixed_args(own)
    if arguments.starts < 6:
        sys.exit("--starts must be 6 at least: of fewer there is no interval of 95 %")
    # Whoever stops this stops the server, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    chance = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "index.php").write_text("<?php echo 'hello';")
        starts = []
        for _ in range(arguments.starts):
            starts.append(measured(arguments, arguments.folder or folder, options, chance))
            medians = [statistics.median(whole(on[1]) / whole(off[1]) for on, off in starts[-1][is_on]) for is_on in (True, False)]
            print("start {}: on/off {:.4f}, off/off {:.4f}".format(len(starts), *medians), file=sys.stderr, flush=True)
    each = statistics.median(whole(off[1]) for pairs in starts for _, off in pairs[False]) / arguments.requests / 1000
    print(f"{each:.1f} µs of processor time a request that nobody looks at; {arguments.starts} starts, {arguments.blocks} blocks of four rounds of {arguments.requests}")
    ways = {"on/off": (True, 1, whole), "off/off": (False, 1, whole), "worker's threads, on/off": (True, 1, lambda times: times["worker"])}
    ways["worker's threads, off/off"] = (False, 1, lambda times: times["worker"])
    if arguments.settle:
        ways[f"the {arguments.settle} requests behind a switch, on/off"] = (True, 0, whole)
    found = {}
    for name, (is_on, counts, measure) in ways.items():
        ratios = ([measure(on[counts]) / measure(off[counts]) for on, off in pairs[is_on]] for pairs in starts)
        median, low, high = found[name] = interval([statistics.median(of_start) for of_start in ratios])
        print(f"{name}: median {median:.4f}, 95 % between {low:.4f} and {high:.4f}")
    sampler = statistics.median(on[1]["sampler"] for pairs in starts for on, _ in pairs[True]) / arguments.requests / 1000
    print(f"{sampler:.2f} µs a request on the sampler's thread ({sampler / each:.4f})")
    if arguments.most:
        _, low, high = found["on/off"]
        status = 0 if high <= arguments.most else 1 if low > arguments.most else 2
        print(f"at most {arguments.most}: {['met', 'not met', 'cannot be told from this run'][status]}")
    sys.exit(status if arguments.most else 0)


if __name__ == "__main__":
    main()
