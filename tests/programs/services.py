#!/usr/bin/env python3
"""Workers of Laravel and Symfony as services of `loxo serve`, over many reloads and under load: each job is done once.

    tests/programs/services.py LIBRARIES LOXO [--reloads N] [--out FOLDER]

LIBRARIES is /usr/share/php of Debian 13 as for queue.py, whose programs these are. Two workers of each framework are services, the queue server stands
beside them ([queue]); a page is asked for all the time. Every second reload changes the services, so that their processes are replaced.
Exit code 1: a job was lost or done twice, or a page failed.
"""

import argparse
import collections
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
COMMANDS = {"laravel": "queue:work --sleep=0.2", "symfony": "messenger:consume async --sleep=0.2"}
# Jobs for each framework between two reloads.
JOBS = 10


def free_port():
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, options):
        self.out, self.loxo = options.out, options.loxo
        self.state = os.path.join(self.out, "state")
        shutil.rmtree(self.out, ignore_errors=True)
        for folder in ("site", "state", "items"):
            os.makedirs(os.path.join(self.out, folder))
        # Root's services need users.
        self.user = "daemon" if os.geteuid() == 0 else ""
        if self.user:
            os.chmod(self.out, 0o755)
            for folder in ("state", "items"):
                os.chown(os.path.join(self.out, folder), pwd.getpwnam(self.user).pw_uid, -1)
        os.chmod(os.path.join(self.out, "items"), 0o700)
        with open(os.path.join(self.out, "site", "index.php"), "w") as page:
            page.write("<?php echo 'page';")
        self.queue_port = free_port()
        self.environment = {"LIBRARIES": os.path.abspath(options.libraries), "QUEUE_PORT": str(self.queue_port), "STATE": self.state, "COLUMNS": "100", "LINES": "40"}
        self.write(0)
        self.log = open(os.path.join(self.out, "log"), "w+")
        self.process = subprocess.Popen([self.loxo, "serve", "-n", "--config", os.path.join(self.out, "loxo.toml")], stderr=self.log)
        address = None
        until = time.time() + 60
        while not address and time.time() < until:
            time.sleep(0.1)
            with open(self.log.name) as text:
                address = re.search(r"http://127\.0\.0\.1:\d+", text.read())
        if not address:
            sys.exit(f"the server does not start: see {self.log.name}")
        self.address = address.group(0)

    def write(self, generation):
        user = f'user = "{self.user}"\n' if self.user else ""
        text = f'listen = "127.0.0.1:0"\n[queue]\nlisten = "127.0.0.1:{self.queue_port}"\ndata = "items"\n{user}\n[pool.www]\n{user}processes = 1\nworkers = 2\n'
        for app, command in COMMANDS.items():
            script = os.path.join(HERE, "queue", app + ".php")
            text += f'\n[service.{app}]\ncommand = "php -n {script} {command} --no-ansi"\ninstances = 2\nenv.GENERATION = "{generation}"\n'
            text += "".join(f'env.{name} = "{value}"\n' for name, value in self.environment.items())
        text += '\n[[site]]\nroot = "site"\n'
        file = os.path.join(self.out, "loxo.toml")
        with open(file + ".next", "w") as out:
            out.write(text)
        os.rename(file + ".next", file)

    def put(self, app, first, last):
        script = os.path.join(HERE, "queue", app + ".php")
        as_user = {"user": self.user, "group": pwd.getpwnam(self.user).pw_gid} if self.user else {}
        done = subprocess.run([self.loxo, "-n", script, "put", str(first), str(last), "--no-ansi"], env={**os.environ, **self.environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **as_user)
        if done.returncode:
            sys.exit(f"{app}: jobs cannot be put: {done.stdout.decode()}")


class Load(threading.Thread):
    """Asks for a page until it is told to stop."""

    def __init__(self, address):
        super().__init__(daemon=True)
        self.address, self.asked, self.failed, self.on = address, 0, [], True

    def run(self):
        while self.on:
            self.asked += 1
            try:
                with urllib.request.urlopen(self.address, timeout=60) as answer:
                    if answer.read() != b"page":
                        self.failed.append("another page")
            except OSError as error:
                self.failed.append(str(error))
            time.sleep(0.01)


def lines(server, name):
    try:
        with open(os.path.join(server.state, name)) as file:
            return collections.Counter(file.read().split("\n")[:-1])
    except FileNotFoundError:
        return collections.Counter()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries")
    parser.add_argument("loxo")
    parser.add_argument("--reloads", type=int, default=100)
    parser.add_argument("--out", default="/tmp/loxo-services")
    options = parser.parse_args()
    options.out, options.loxo = os.path.abspath(options.out), os.path.abspath(shutil.which(options.loxo))
    server = Server(options)
    load = Load(server.address)
    load.start()
    wanted = set()
    try:
        for reload in range(options.reloads):
            for app in COMMANDS:
                first = reload * JOBS + 1
                server.put(app, first, first + JOBS - 1)
                wanted |= {f"{app} {number}" for number in range(first, first + JOBS)}
            server.write((reload + 1) // 2)
            server.process.send_signal(signal.SIGUSR2)
            time.sleep(0.2)
        until = time.time() + 120
        while len(lines(server, "done")) < len(wanted) and time.time() < until:
            time.sleep(0.5)
    finally:
        load.on = False
        load.join(70)
        server.process.terminate()
        server.process.wait(90)
    begun, done = lines(server, "begun"), lines(server, "done")
    lost = sorted(wanted - set(done))
    twice = sorted(job for job, times in (begun | done).items() if times > 1)
    with open(server.log.name) as log:
        text = log.read()
    killed = text.count("it is killed")
    print(f"{options.reloads} reloads: {len(wanted)} jobs, {len(lost)} lost, {len(twice)} begun or done twice, {killed} workers killed; {load.asked} pages, {len(load.failed)} failed")
    for problem in lost[:5] + twice[:5] + load.failed[:5]:
        print(f"  {problem}")
    sys.exit(bool(lost or twice or killed or load.failed))


main()
