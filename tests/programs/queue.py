#!/usr/bin/env python3
"""`loxo queue` with Laravel's and Symfony's workers, on Loxo and beside it on PHP: what every command says is compared.

    tests/programs/queue.py LIBRARIES LOXO PHP [--out FOLDER] [laravel|symfony|plain...]

LIBRARIES is /usr/share/php of Debian 13 with the packages php-laravel-framework, php-symfony-framework-bundle, php-symfony-console and
php-symfony-messenger; PHP has the extension memcached. Each side has a server of its own on a free port, whose items are in FOLDER. Jobs are
put, done, delayed, failed and tried again. `plain` is examples/queue/writer.php and reader.php.
Exit code 1: something differs, or is not what it should be.
"""

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "examples", "queue")
WORK = "queue:work --stop-when-empty --sleep=1"
# What differs between two runs, and what it becomes.
VOLATILE = [
    (r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d", "TIME"),
    (r"[\d.,]+ ?m?s\b", "AMOUNT"),
    (r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", "UUID"),
    (r"\.{2,}", ".."),
    (r"/\S*/(laravel|symfony)\.php", r"\1.php"),
]

# The commands, and how often each of these must be said.
APPS = {
    "laravel": [
        ("send", {"jobs: 5, others: 1": 1}),
        (WORK, {"first, attempt 1": 1, "bulk 2, attempt 1": 1, "broken, attempt 1": 1, "a closure": 0}),
        ("WAIT", {}),
        (WORK, {"later, attempt 1": 1, "broken, attempt 2": 1, "failed for good: broken cannot be done": 1}),
        (WORK + " --queue=nothing,other", {"a closure": 1}),
        ("sizes", {"jobs: 0, others: 0": 1}),
        ("queue:failed", {"SayJob": 1}),
        ("mend", {}),
        ("queue:retry all", {}),
        (WORK, {"broken, attempt 1": 1, "failed for good": 0}),
        ("queue:failed", {"No failed jobs found": 1}),
        ("send", {"jobs: 5, others: 1": 1}),
        ("queue:clear loxo --queue=jobs --force", {"Cleared 5 jobs": 1}),
        ("sizes", {"jobs: 0, others: 1": 1}),
    ],
    "symfony": [
        ("send", {}),
        ("messenger:stats async failed", {"async": 1}),
        ("messenger:consume async --time-limit=6 --sleep=0.2", {"first": 1, "later, attempt 1": 1, "broken, attempt 2": 1, "hopeless, attempt 1": 1, "attempt 3": 0}),
        ("messenger:stats async failed", {"failed  *2": 1}),
        ("mend", {}),
        ("messenger:consume failed --limit=2 --sleep=0.2", {"broken, attempt 1": 1, "hopeless, attempt 1": 1}),
        ("messenger:stats async failed", {"failed  *0": 1}),
    ],
}


class Queue:
    """A server of this script's own."""

    def __init__(self, loxo, folder):
        self.process = subprocess.Popen([loxo, "queue", "--listen", "127.0.0.1:0", "--data", folder], stderr=subprocess.PIPE, text=True)
        self.port = re.search(r"memcache://127\.0\.0\.1:(\d+)", self.process.stderr.readline()).group(1)

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


class Side:
    def __init__(self, options, app, name, program, queue):
        self.program, self.app, self.problems = program, app, []
        # One place for both, as paths show in output: one side runs after the other.
        state = os.path.join(options.out, "state")
        shutil.rmtree(state, ignore_errors=True)
        os.makedirs(state)
        self.environment = dict(os.environ, LIBRARIES=os.path.abspath(options.libraries), STATE=state, QUEUE_PORT=queue.port, TZ="UTC", COLUMNS="100", LINES="40")

    def words(self, command):
        return [self.program, os.path.join(HERE, "queue", self.app + ".php")] + command.split() + ["--no-ansi"]

    def commands(self):
        for command, wanted in APPS[self.app]:
            if command == "WAIT":
                time.sleep(3.5)
                continue
            done = subprocess.run(self.words(command), env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
            text = done.stdout.decode("utf-8", "replace")
            for pattern, count in wanted.items():
                found = len(re.findall(pattern, text))
                if (found < count) if count else found:
                    self.problems.append(f"{command}: {pattern!r} is said {found} times, not {count}:\n{text}")
            for pattern, word in VOLATILE:
                text = re.sub(pattern, word, text)
            yield f"$ {command}\n{text}\nexit {done.returncode}"


def plain(queue, program, kinds):
    said = []
    for kind in kinds:
        for script in ("writer.php", "reader.php"):
            done = subprocess.run([program, os.path.join(EXAMPLES, script), kind, "127.0.0.1", queue.port], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300)
            said.append(done.stdout.decode())
    return said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries")
    parser.add_argument("loxo")
    parser.add_argument("php")
    parser.add_argument("apps", nargs="*", metavar="APP", help="of: plain " + " ".join(APPS))
    parser.add_argument("--out", default="/tmp/loxo-queue-apps")
    options = parser.parse_intermixed_args()
    options.out = os.path.abspath(options.out)
    loxo, php = (os.path.abspath(shutil.which(program)) for program in (options.loxo, options.php))
    has = subprocess.run([php, "-m"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    wrong = 0
    for app in options.apps or ["plain", *APPS]:
        said = {}
        for name, program in (("php", php), ("loxo", loxo)):
            folder = os.path.join(options.out, "items")
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(options.out, exist_ok=True)
            queue = Queue(loxo, folder)
            try:
                if app == "plain":
                    # PHP has both extensions, or says nothing about the one that it lacks.
                    said[name] = plain(queue, program, [kind for kind in ("Memcached", "Memcache") if kind.lower() in has])
                    continue
                side = Side(options, app, name, program, queue)
                said[name] = list(side.commands())
                for problem in side.problems:
                    print(f"{name}: {problem}")
                wrong += len(side.problems)
            finally:
                queue.stop()
        different = 0
        for wanted, got in zip(said["php"], said["loxo"]):
            if wanted != got:
                different += 1
                print("\n".join(difflib.unified_diff(wanted.split("\n"), got.split("\n"), "PHP", "Loxo", lineterm="", n=1)))
        if app == "plain":
            wrong += sum(text not in ("10000 values put by 8 processes\n", "10000 values taken, 10000 of them once\n") for text in said["loxo"])
        print(f"{app}: {len(said['php'])} commands, {different} different", flush=True)
        wrong += different
    sys.exit(wrong > 0)


main()
