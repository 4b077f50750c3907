#!/usr/bin/env python3
"""Installs the packages in fresh roots of Debian, follows docs/install.md and docs/migrate.md to the letter, and removes everything without a trace.

    tests/packages/install.py PACKAGES [bookworm] [trixie] [nginx] [apache] [frankenphp] [rpm] [upgrade] [sign]

PACKAGES is the folder that `cargo xtask package` has filled. Without more words bookworm and trixie are taken: installed, run, started under
supervision, removed. nginx and apache are two ways of docs/migrate.md, each in a root of trixie with that server and Debian's PHP; frankenphp is the third, in a root
of bookworm, with a service in the place of FrankenPHP, which Debian has not. rpm
installs and removes the .rpm by Debian's rpm in a root of bookworm. upgrade goes from the .deb to a newer one while both services run and a client
asks. sign makes a signed .rpm of the same program with a key of its own. Needs root, debootstrap and, for sign, rpm and gpg; roots are kept in ~/.cache/loxo-packages. Exit status 1: something was not as it should be.
"""

import glob
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CACHE = os.path.expanduser("~/.cache/loxo-packages")
MIRROR = "http://deb.debian.org/debian"
SERVERS = {"nginx": ["nginx-light", "php8.4-fpm"], "apache": ["apache2", "libapache2-mod-php8.4", "php8.4-fpm"]}
# What changes in a root whatever is installed and removed.
VOLATILE = re.compile(r"^(proc|sys|dev|run|tmp|var/log|var/cache|var/lib/(apt|dpkg|rpm)|root)(/|$)|^etc/ld\.so\.cache$|__pycache__")


def run(command, **options):
    return subprocess.run(command, check=True, **options)


def base(suite, packages=()):
    """A root that nothing was installed in, made once."""
    folder = os.path.join(CACHE, "-".join([suite, *packages]).replace("/", "_"))
    if os.path.isdir(folder):
        return folder
    os.makedirs(CACHE, exist_ok=True)
    new = folder + ".new"
    shutil.rmtree(new, ignore_errors=True)
    if packages:
        run(["cp", "-a", base(suite), new])
        shutil.copy("/etc/resolv.conf", os.path.join(new, "etc/resolv.conf"))
        with open(os.path.join(new, "usr/sbin/policy-rc.d"), "w") as file:
            file.write("#!/bin/sh\nexit 101\n")
        os.chmod(file.name, 0o755)
        environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        run(["chroot", new, "apt-get", "update", "-q"], env=environment)
        run(["chroot", new, "apt-get", "install", "-y", "-q", "--no-install-recommends", *packages], env=environment)
    else:
        run(["debootstrap", "--variant=minbase", suite, new, MIRROR])
    os.rename(new, folder)
    return folder


def listener(path):
    """A socket for what services say to systemd."""
    if os.path.exists(path):
        os.remove(path)
    made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    made.bind(path)
    os.chmod(path, 0o666)
    return made


class Root:
    """A copy of a root, with the services that run in it."""

    def __init__(self, source, folder):
        self.folder, self.running, self.notify = folder, {}, {}
        run(["cp", "-a", source, folder])
        run(["mount", "-t", "proc", "proc", self.path("proc")])
        run(["mount", "--rbind", "/dev", self.path("dev")])
        for place in ("run", "tmp"):
            run(["mount", "-t", "tmpfs", "-o", "mode=1777" if place == "tmp" else "mode=755", place, self.path(place)])
        os.makedirs(self.path("run/lock"))

    def path(self, *parts):
        return os.path.join(self.folder, *(part.lstrip("/") for part in parts))

    def shell(self, text):
        """Runs a line as root's shell would."""
        environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        done = subprocess.run(["chroot", self.folder, "sh", "-ec", f"cd /root\n{text}"], env=environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"`{text}` ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def follow(self, document, word=""):
        """Runs the commands of a document's blocks of `sh`: those with a word behind it, or those with none."""
        with open(os.path.join(REPOSITORY, "docs", document)) as file:
            blocks = re.findall(r"^```sh ?(\w*)\n(.*?)^```$", file.read(), re.M | re.S)
        for about, block in blocks:
            if about == word:
                yield from commands(block)

    def do(self, command):
        print("   ", command.replace("\n", "\n    "), flush=True)
        if command.startswith("systemctl "):
            return self.systemctl(*shlex.split(command)[1:])
        return self.shell(command)

    def unit(self, name):
        """The lines of a service's file, by key."""
        for folder in ("etc/systemd/system", "usr/lib/systemd/system"):
            path = self.path(folder, name + ".service")
            if os.path.exists(path):
                with open(path) as file:
                    lines = [line.strip().partition("=") for line in re.sub(r"\\\n", " ", file.read()).splitlines() if "=" in line and line[0] not in "#;"]
                return [(key, value) for key, _, value in lines]
        raise SystemExit(f"there is no {name}.service")

    def systemctl(self, verb, *words):
        """What systemd would do with a service, as far as these services want it."""
        for name in (word for word in words if not word.startswith("-")):
            unit = self.unit(name)
            if verb == "enable":
                self.start(name, unit)
            elif verb == "disable":
                self.stop(name)
            elif verb == "restart":
                self.stop(name)
                self.start(name, unit)
            elif verb == "reload":
                for command in [value for key, value in unit if key == "ExecReload"]:
                    self.shell(command.lstrip("-").replace("$MAINPID", str(self.running[name].pid)))
                time.sleep(1)
                if self.running[name].poll() is not None:
                    raise SystemExit(f"{name} has ended with {self.running[name].returncode} when it was to reload")
            else:
                raise SystemExit(f"this test knows no systemctl {verb}")

    def start(self, name, unit):
        values = dict(unit)
        if "RuntimeDirectory" in values:
            os.makedirs(self.path("run", values["RuntimeDirectory"]), exist_ok=True)
        for key in ("ExecStartPre", "ExecStart"):
            for command in [value for found, value in unit if found == key]:
                command = command.lstrip("-")
                if key == "ExecStartPre":
                    self.shell(command)
                    continue
                # Open as long as the service runs, which says more when it reloads.
                notify = self.notify[name] = listener(self.path("run", f"notify-{name}"))
                environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "NOTIFY_SOCKET": f"/run/notify-{name}"}
                environment.update(value.split("=", 1) for found, value in unit if found == "Environment")
                self.running[name] = subprocess.Popen(["chroot", self.folder, "sh", "-c", "exec " + command], env=environment)
                if values.get("Type") == "notify":
                    notify.settimeout(120)
                    try:
                        while b"READY=1" not in notify.recv(4096):
                            pass
                    except TimeoutError:
                        raise SystemExit(f"{name} does not say that it is ready") from None

    def stop(self, name):
        process = self.running.pop(name, None)
        if process:
            process.send_signal(signal.SIGTERM)
            if process.wait(60) not in (0, -signal.SIGTERM):
                raise SystemExit(f"{name} ended with {process.returncode}")

    def files(self):
        """All that lies in the root, with what kind of thing it is."""
        found = set()
        for folder, folders, names in os.walk(self.folder):
            inner = os.path.relpath(folder, self.folder)
            folders[:] = [name for name in folders if not VOLATILE.search(os.path.normpath(os.path.join(inner, name)))]
            for name in folders + names:
                path = os.path.normpath(os.path.join(inner, name))
                if not VOLATILE.search(path):
                    found.add(path)
        return found

    def end(self):
        for name in list(self.running):
            self.stop(name)
        # What is mounted below is so in this namespace alone.
        for place in ("dev", "proc", "run", "tmp"):
            subprocess.run(["umount", "-l", self.path(place)], check=False)
        shutil.rmtree(self.folder)


def commands(block):
    """A block's lines; quoted ones and here-documents go on."""
    command = ""
    for line in block.splitlines():
        command += ("\n" if command else "") + line
        here = re.search(r"<<'(\w+)'", command)
        if command.count("'") % 2 == 0 and (not here or line == here[1]):
            yield command
            command = ""


def ask(address):
    for _ in range(100):
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            return f"{error.code} {error.read().decode()}"
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    raise SystemExit(f"{address} is not served")


def must(condition, message):
    if not condition:
        raise SystemExit(message)


def install(suite, packages, folder):
    """docs/install.md from its beginning to its end."""
    root = Root(base(suite), folder)
    try:
        before = root.files()
        for file in packages:
            shutil.copy(file, root.path("root"))
        for command in root.follow("install.md"):
            said = root.do(command)
            if command == "systemctl reload loxo":
                must("Loxo runs PHP 8.4" in ask("http://127.0.0.1:8080/"), "loxo does not serve its first page")
            elif command == "systemctl reload loxo-fpm":
                must(os.path.exists(root.path("run/loxo-fpm/php-fpm.sock")), "loxo-fpm has no socket")
            elif "php -v" in command or "PHP_VERSION" in command:
                must("8.4" in said, f"`{command}` says: {said}")
            elif command == "loxo version":
                must(said.startswith("Loxo "), f"`{command}` says: {said}")
                installed(root)
        left = root.files() - before
        must(not left, "left behind: " + " ".join(sorted(left)))
        gone = before - root.files()
        must(not gone, "taken away: " + " ".join(sorted(gone)))
    finally:
        root.end()


def installed(root):
    """What no command of the document shows."""
    for name in ("php", "php-cgi", "php-fpm"):
        link = f"/usr/sbin/{name}" if name == "php-fpm" else f"/usr/bin/{name}"
        must(os.readlink(root.path("etc/alternatives", name)) == "/usr/bin/loxo", f"{link} is no alternative")
        must("8.4" in root.shell(f"{link} -v"), f"{link} does not run")
    root.shell("dpkg --verify loxo")


def migrate(server, packages, folder):
    """docs/migrate.md, from one server with Debian's PHP."""
    root = Root(base("trixie", SERVERS[server]), folder)
    try:
        for file in packages:
            shutil.copy(file, root.path("root"))
        write = lambda path, text: open(root.path(path), "w").write(text)
        write("var/www/html/index.php", "<?php echo PHP_SAPI, ' ', str_contains(php_uname() . implode(' ', get_loaded_extensions()), 'xhprof') ? 'Loxo' : 'PHP', \"\\n\";")
        service = {"nginx": "nginx", "apache": "apache2"}[server]
        if server == "nginx":
            block = "server { listen 80; root /var/www/html; index index.php; location ~ \\.php$ { include snippets/fastcgi-php.conf; fastcgi_pass unix:/run/php/php8.4-fpm.sock; } }\n"
            write("etc/nginx/sites-available/default", block)
            os.makedirs(root.path("run/php"), exist_ok=True)
            root.do("systemctl enable --now php8.4-fpm")
        keep_in_foreground(root, service)
        root.do(f"systemctl enable --now {service}")
        must(ask("http://127.0.0.1/index.php").endswith("PHP\n"), "Debian's PHP does not answer")
        root.do("apt-get install -y ./loxo_*.deb")
        for command in root.follow("migrate.md", server):
            root.do(command)
        answer = ask("http://127.0.0.1/index.php")
        must(answer == "fpm-fcgi Loxo\n", f"behind {server}: {answer}")
    finally:
        root.end()


def from_frankenphp(packages, folder):
    """docs/migrate.md, from a service that has FrankenPHP's name and port; the program itself is in no package of Debian's."""
    root = Root(base("bookworm"), folder)
    try:
        shutil.copy(packages[0], root.path("root"))
        for place in ("app/public", "etc/systemd/system"):
            os.makedirs(root.path(place))
        with open(root.path("app/public/index.php"), "w") as file:
            file.write("<?php echo 'Loxo ', PHP_SAPI, ' ', $_SERVER['REQUEST_URI'];")
        root.do("apt-get install -y ./loxo_*.deb")
        with open(root.path("etc/systemd/system/frankenphp.service"), "w") as file:
            file.write("[Service]\nType=notify\nExecStart=/usr/bin/loxo serve /usr/share/loxo/www --quiet --listen 0.0.0.0:80\n")
        root.do("systemctl enable --now frankenphp")
        must("Loxo runs PHP 8.4" in ask("http://127.0.0.1/"), "the service before does not answer")
        for command in root.follow("migrate.md", "frankenphp"):
            root.do(command)
        request = urllib.request.Request("http://127.0.0.1/some/path", headers={"Host": "example.org"})
        answer = ask(request)
        must(answer == "Loxo fpm-fcgi /some/path", answer)
    finally:
        root.end()


def by_rpm(package, folder):
    """The scripts and files of the .rpm; what it needs of a system is Fedora's to say, not Debian's."""
    root = Root(base("bookworm"), folder)
    rpm = ["rpm", "--root", root.folder, "--dbpath", "/var/lib/rpm"]
    try:
        before = root.files()
        run([*rpm, "--nodeps", "--install", package])
        for name in ("php", "php-cgi", "php-fpm"):
            must("8.4" in root.shell(f"{name} -v"), f"{name} does not run")
        root.shell("loxo check /etc/loxo/loxo.toml")
        root.shell("php-fpm -t -y /etc/loxo/php-fpm.conf")
        run([*rpm, "--nodeps", "--verify", "loxo"])
        run([*rpm, "--erase", "loxo"])
        # Copies that the programs which make users leave.
        left = {path for path in root.files() - before if not re.fullmatch(r"etc/g?shadow-|etc/(passwd|group)-", path)}
        must(not left, "left behind: " + " ".join(sorted(left)))
    finally:
        root.end()


# Does what systemd would when a package asks it to reload what runs.
SYSTEMCTL = """#!/bin/sh
[ "$1" = try-reload-or-restart ] || exit 0
shift
for unit; do
    file=/run/main-${unit%.service}
    [ -f $file ] || continue
    export MAINPID=$(cat $file)
    sed -n 's/^ExecReload=//p' /usr/lib/systemd/system/$unit | while read -r command; do sh -c "$command" >&2; done
done
"""


def newer(package, folder):
    """The same package with a later version."""
    tree, file = os.path.join(folder, "newer"), os.path.join(folder, "newer.deb")
    run(["dpkg-deb", "--raw-extract", package, tree])
    control = os.path.join(tree, "DEBIAN/control")
    with open(control) as source:
        text = source.read()
    with open(control, "w") as target:
        target.write(re.sub("^(Version: .*)$", r"\1+1", text, flags=re.M))
    run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, file], stdout=subprocess.DEVNULL)
    return file


class Client(threading.Thread):
    """Asks for a page again and again."""

    def __init__(self, address):
        super().__init__()
        self.address, self.answers, self.failures, self.goes_on = address, 0, [], True
        self.start()

    def run(self):
        while self.goes_on:
            try:
                with urllib.request.urlopen(self.address, timeout=30) as answer:
                    answer.read()
                self.answers += 1
            except OSError as error:
                self.failures.append(str(error))

    def end(self):
        self.goes_on = False
        self.join()


def upgrade(package, folder):
    """From one .deb to the next: services take the new program and lose no request, and what was changed in /etc stays."""
    root = Root(base("bookworm"), folder)
    try:
        for place in ("run/systemd/system", "usr/local/bin"):
            os.makedirs(root.path(place), exist_ok=True)
        with open(root.path("usr/local/bin/systemctl"), "w") as file:
            file.write(SYSTEMCTL)
        os.chmod(file.name, 0o755)
        shutil.copy(package, root.path("root/old.deb"))
        shutil.move(newer(package, folder + "/root"), root.path("root/new.deb"))
        root.do("dpkg --install old.deb")
        services = ("loxo", "loxo-fpm")
        root.do("systemctl enable --now " + " ".join(services))
        pids = {name: root.running[name].pid for name in services}
        for name, pid in pids.items():
            with open(root.path("run", "main-" + name), "w") as file:
                file.write(str(pid))
        with open(root.path("etc/loxo/loxo.toml"), "a") as file:
            file.write("# changed by hand\n")
        before = root.shell("dpkg-query -W loxo")
        program = os.stat(root.path("usr/bin/loxo")).st_ino
        client = Client("http://127.0.0.1:8080/")
        try:
            root.do("dpkg --install new.deb")
            time.sleep(3)
        finally:
            client.end()
        must(not client.failures and client.answers, f"{client.answers} answers, and failures: {client.failures[:3]}")
        must(root.shell("dpkg-query -W loxo") == before.rstrip("\n") + "+1\n", "the version is the old one")
        must(os.stat(root.path("usr/bin/loxo")).st_ino != program, "the program's file is the old one")
        for name, pid in pids.items():
            for process in (pid, *children(pid)):
                runs = os.readlink(f"/proc/{process}/exe")
                must(runs.endswith("/usr/bin/loxo"), f"{name} still runs {runs}")
        with open(root.path("etc/loxo/loxo.toml")) as file:
            must(file.read().endswith("# changed by hand\n"), "the configuration was not kept")
        print(f"    {client.answers} requests meanwhile, none failed", flush=True)
    finally:
        root.end()


def children(process):
    with open(f"/proc/{process}/task/{process}/children") as file:
        return [int(word) for word in file.read().split()]


def sign(package, folder):
    """`cargo xtask package --sign`: checksums and the .rpm have a signature that gpg and rpm find good."""
    os.makedirs(folder, mode=0o700)
    try:
        run(["dpkg-deb", "--extract", package, os.path.join(folder, "tree")])
        environment = dict(os.environ, GNUPGHOME=folder)
        key = "Loxo's test <test@example.invalid>"
        run(["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", key, "rsa3072", "sign", "1d"], env=environment)
        out = os.path.join(folder, "out")
        # One that is built already, if there is one.
        built = sorted(glob.glob(os.path.join(REPOSITORY, "target/*/xtask")), key=os.path.getmtime)
        command = [*(built[-1:] or ["cargo", "xtask"]), "package", "rpm", "--quick", "--sign", key, "--out", out, "--binary", os.path.join(folder, "tree/usr/bin/loxo")]
        run(command, cwd=REPOSITORY, env=environment, stdout=subprocess.DEVNULL)
        run(["gpg", "--quiet", "--verify", "SHA256SUMS.asc", "SHA256SUMS"], cwd=out, env=environment)
        run(["sha256sum", "--quiet", "--check", "SHA256SUMS"], cwd=out)
        with open(os.path.join(folder, "key.asc"), "w") as file:
            run(["gpg", "--armor", "--export", key], env=environment, stdout=file)
        rpm = ["rpmkeys", "--dbpath", os.path.join(folder, "rpm")]
        run([*rpm, "--import", file.name])
        said = run([*rpm, "--checksig", *glob.glob(os.path.join(out, "*.rpm"))], capture_output=True, text=True).stdout
        must("signatures OK" in said, said)
    finally:
        subprocess.run(["gpgconf", "--kill", "all"], env=dict(os.environ, GNUPGHOME=folder), check=False)
        shutil.rmtree(folder)


def keep_in_foreground(root, service):
    """Debian's units let servers go to the background, where this test would not find them."""
    folder = root.path("etc/systemd/system")
    os.makedirs(folder, exist_ok=True)
    start = {
        "nginx": "/usr/sbin/nginx -g 'daemon off;'",
        "apache2": "/bin/sh -c '. /etc/apache2/envvars; mkdir -p /run/apache2; exec apache2 -DFOREGROUND'",
    }[service]
    with open(os.path.join(folder, service + ".service"), "w") as file:
        file.write(f"[Service]\nType=simple\nExecStart={start}\nExecReload=/bin/kill -HUP $MAINPID\n")


def main():
    words = sys.argv[1:]
    if not words:
        raise SystemExit(__doc__)
    if "LOXO_APART" not in os.environ:
        # Mounts, processes and ports are this test's own.
        inner = ["sh", "-c", 'ip link set lo up; exec "$@"', "sh", sys.executable, *sys.argv]
        for name in words[1:]:
            if name != "sign":
                base(*(("trixie", SERVERS[name]) if name in SERVERS else ("bookworm" if name in ("rpm", "upgrade", "frankenphp") else name,)))
        for suite in () if words[1:] else ("bookworm", "trixie"):
            base(suite)
        os.execvpe("unshare", ["unshare", "--mount", "--pid", "--net", "--fork", "--kill-child", "--mount-proc", *inner], dict(os.environ, LOXO_APART="1"))
    packages = [file for pattern in ("loxo_*.deb", "loxo-*-linux-*.tar.gz") for file in glob.glob(os.path.join(words[0], pattern))]
    must(len(packages) == 2, f"{words[0]} does not have one .deb and one archive")
    folder = os.path.join(CACHE, f"running-{time.time_ns()}")
    for name in words[1:] or ["bookworm", "trixie"]:
        print(name, flush=True)
        if name in SERVERS:
            migrate(name, packages, folder)
        elif name == "rpm":
            by_rpm(os.path.abspath(glob.glob(os.path.join(words[0], "loxo-*.rpm"))[0]), folder)
        elif name == "frankenphp":
            from_frankenphp(packages, folder)
        elif name == "upgrade":
            upgrade(packages[0], folder)
        elif name == "sign":
            sign(packages[0], folder)
        else:
            install(name, packages, folder)
        print(f"{name}: as it should be", flush=True)


if __name__ == "__main__":
    main()
