#!/usr/bin/env python3
"""What `.htaccess` files come to under Apache and under Loxo: status, headers and $_SERVER of every answer must be the same.

    tests/htaccess/compare.py [--loxo PROGRAM] [--fpm PROGRAM] [--sets N] [--urls N] [--seed N] [--set N] [--cases] [--shipped FOLDER] [--print N]

Without --loxo Apache alone is asked, and what it answered is counted. By default N sets of rules from a seed, each with requests of its own, in a
folder each; --set N: that one alone, and what it is. --cases: the files in tests/htaccess/cases. --shipped FOLDER: those that applications ship, which
README.md says how to get, each as a site of its own. Sets that differ are made smaller, line by line, while the difference stays, and the first
--print N of each kind (1) are printed. Needs Apache (apt-get install apache2-bin media-types) and php-fpm. Exit status 1: something differed.
"""

import argparse
import collections
import os
import shutil
import signal
import sys
import tempfile

import cases
from client import Connection, differences
from generate import Generator
from servers import Apache, Loxo, find
from tree import fill, plant


class Comparison:
    """Both servers, and folders of one root for rule sets."""

    def __init__(self, folder, roots, arguments):
        self.folder, self.roots = folder, roots
        self.apache = Apache(folder, roots, find("php-fpm84", arguments.fpm), arguments.log_level)
        self.loxo = Loxo(folder, roots, find("loxo", arguments.loxo), arguments.option) if arguments.loxo else None
        self.connections = {}
        self.tries = 0

    def ask(self, server, site, requests):
        key = (server, site)
        if key not in self.connections:
            self.connections[key] = Connection(server.ports[site])
        return [answer.facts(server.ports[site]) for answer in self.connections[key].ask(requests)]

    def answers(self, site, base, requests):
        filled = [(method, fill(target, base, ""), headers) for method, target, headers in requests]
        return self.ask(self.apache, site, filled), self.loxo and self.ask(self.loxo, site, filled)

    def differences(self, site, base, requests):
        """[(request, differences)]"""
        expected, found = self.answers(site, base, requests)
        if found is None:
            return []
        each = ((request, differences(request, *pair)) for request, *pair in zip(requests, expected, found))
        return [(request, differing) for request, differing in each if differing]

    def shrink(self, site, files, request, kind):
        """The files with lines removed while this request differs in the same way."""
        def still(attempt):
            self.tries += 1
            base = f"/try{self.tries}"
            root = self.roots[site] + base
            plant(root, base, attempt)
            differing = self.differences(site, base, [request])
            shutil.rmtree(root)
            return bool(differing) and kind_of(differing[0][1]) == kind

        for name in sorted(files):
            without = {other: text for other, text in files.items() if other != name}
            if still(without):
                files = without
                continue
            lines, size = files[name].split("\n"), 8
            while size:
                at = 0
                while at < len(lines):
                    attempt = lines[:at] + lines[at + size:]
                    if still(files | {name: "\n".join(attempt)}):
                        lines = attempt
                    else:
                        at += size
                size //= 2
            files = files | {name: "\n".join(lines)}
        return files

    def stop(self):
        for connection in self.connections.values():
            connection.close()
        self.apache.stop()
        if self.loxo:
            self.loxo.stop()


def kind_of(differing):
    """What sort of difference it is: its first, with values that only statuses have."""
    name, expected, found = differing[0]
    return (name, expected, found) if name == "status" else (name, expected is None, found is None)


def show(name, files, request, differing):
    print(f"== {name}: {request[0]} {request[1]} {' '.join(f'{n}: {v}' for n, v in request[2])}")
    for file, text in sorted(files.items()):
        print(f"-- {file}")
        print("\n".join("   " + line for line in text.split("\n") if line))
    for key, expected, found in differing[:6]:
        print(f"   {key}: Apache {expected!r}, Loxo {found!r}")
    sys.stdout.flush()


def generated(arguments, folder):
    root = os.path.join(folder, "roots", "generated")
    os.makedirs(root)
    comparison = Comparison(folder, {"generated": root}, arguments)
    counts, kinds, differing_sets, asked = collections.Counter(), collections.Counter(), 0, 0
    try:
        for number in [arguments.set] if arguments.set is not None else range(arguments.sets):
            base = f"/s{number}"
            rule_set = Generator(arguments.seed * 1_000_003 + number).rule_set(arguments.urls)
            rule_set["files"] = {name: fill(text, "{B}", "{R}") for name, text in rule_set["files"].items()}
            plant(root + base, base, rule_set["files"])
            expected, found = comparison.answers("generated", base, rule_set["requests"])
            asked += len(expected)
            counts.update(facts["status"] for facts in expected)
            if arguments.set is not None:
                for name, text in sorted(rule_set["files"].items()):
                    print(f"-- {name}\n{text}")
                for request, facts in zip(rule_set["requests"], expected):
                    print(facts["status"], request, {key: value for key, value in facts.items() if not key.startswith("$_SERVER[HTTP_")})
            wrong = [(request, found_) for request, found_ in
                     ((request, differences(request, *pair)) for request, *pair in zip(rule_set["requests"], expected, found or expected)) if found_]
            differing_sets += bool(wrong)
            for request, differing in wrong:
                kind = kind_of(differing)
                kinds[kind] += 1
                if kinds[kind] <= arguments.print:
                    smaller = comparison.shrink("generated", rule_set["files"], request, kind)
                    show(f"set {number}", smaller, request, differing)
            shutil.rmtree(root + base)
            if sys.stderr.isatty() and number % 20 == 0:
                print(f"\r{number}", end="", file=sys.stderr)
    finally:
        comparison.stop()
    print(f"seed {arguments.seed}: {asked} requests; Apache's statuses: " + ", ".join(f"{status} {count}" for status, count in sorted(counts.items())))
    if arguments.loxo:
        print(f"{sum(kinds.values())} answers differ, in {differing_sets} sets")
        for kind, count in kinds.most_common(60):
            print(f"{count:7} {kind}")
    return sum(kinds.values())


def sites(arguments, folder, found):
    """Sites with roots of their own: [(name, files, requests, with_common)]"""
    roots = {}
    for name, files, _, with_common in found:
        roots[name] = os.path.join(folder, "roots", name)
        os.makedirs(roots[name])
        plant(roots[name], "", files, with_common)
    comparison = Comparison(folder, roots, arguments)
    total = wrong = 0
    try:
        for name, files, requests, _ in found:
            expected, _ = comparison.answers(name, "", requests) if not arguments.loxo or arguments.print > 1 else ([], None)
            for request, facts in zip(requests, expected):
                print(facts["status"], name, request[0], request[1], facts.get("location", ""), facts.get("$_SERVER[REQUEST_URI]", ""), facts.get("$_SERVER[SCRIPT_NAME]", ""))
            rules = {file: text for file, text in files.items() if file.endswith(".htaccess")} if arguments.print > 1 else {}
            for request, differing in comparison.differences(name, "", requests):
                wrong += 1
                show(name, rules, request, differing)
            total += len(requests)
    finally:
        comparison.stop()
    print(f"{len(found)} sites, {total} requests" + (f": {wrong} answers differ" if arguments.loxo else ""))
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loxo")
    parser.add_argument("--fpm")
    parser.add_argument("--option", action="append", default=[], help="one more option of `loxo serve`")
    parser.add_argument("--sets", type=int, default=2000)
    parser.add_argument("--urls", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", type=int)
    parser.add_argument("--print", type=int, default=1)
    parser.add_argument("--cases", action="store_true")
    parser.add_argument("--shipped")
    parser.add_argument("--log-level", default="crit", help="Apache's LogLevel: `warn rewrite:trace8` shows each step, with --keep")
    parser.add_argument("--keep", action="store_true", help="leaves the folder of the servers")
    arguments = parser.parse_args()
    # Servers are stopped by whatever ends the run.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = tempfile.mkdtemp(prefix="loxo-htaccess-")
    os.chmod(folder, 0o755)
    os.makedirs(os.path.join(folder, "roots"))
    os.makedirs(os.path.join(folder, "outside"))
    with open(os.path.join(folder, "outside", "o.txt"), "w", encoding="utf-8") as file:
        file.write("file outside\n")
    try:
        if arguments.cases:
            wrong = sites(arguments, folder, cases.committed())
        elif arguments.shipped:
            wrong = sites(arguments, folder, cases.shipped(arguments.shipped))
        else:
            wrong = generated(arguments, folder)
    finally:
        if arguments.keep:
            print(folder)
        else:
            shutil.rmtree(folder)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
