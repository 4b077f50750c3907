"""Apache with php-fpm, and Loxo, each with the same folders as document roots."""

import os
import shutil
import socket
import subprocess
import time

MODULES = """mpm_event authn_file authn_core authz_host authz_user authz_core access_compat auth_basic alias dir mime env setenvif headers expires
rewrite autoindex unixd proxy proxy_fcgi""".split()
# What Debian's packages come to, with every class of .htaccess allowed.
APACHE = """
ServerName compare.test
ServerRoot {folder}
{user}
PidFile {folder}/apache.pid
ErrorLog {folder}/apache.log
LogLevel {level}
{modules}
TypesConfig {folder}/types
DirectoryIndex index.php index.html index.htm
MaxKeepAliveRequests 0
KeepAliveTimeout 60
ThreadsPerChild 8
ServerLimit 1
StartServers 1
MaxRequestWorkers 8
<Directory />
    Options FollowSymLinks
    AllowOverride None
    Require all denied
</Directory>
<Directory {roots}>
    Options FollowSymLinks
    AllowOverride All
    Require all granted
</Directory>
<FilesMatch "^\\.ht">
    Require all denied
</FilesMatch>
<FilesMatch "\\.ph(?:ar|p|tml)$">
    SetHandler "proxy:unix:{folder}/fpm.sock|fcgi://localhost"
</FilesMatch>
"""
FPM = """
[global]
error_log = {folder}/fpm.log
[www]
listen = {folder}/fpm.sock
listen.mode = 0666
user = {owner}
pm = static
pm.max_children = 2
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port, process, what):
    for _ in range(600):
        if process.poll() is not None:
            raise SystemExit(f"{what} ended at its start with status {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"{what} does not listen on port {port}")


def write(path, text):
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
    return path


def stop(processes):
    for process in processes:
        process.terminate()
    for process in processes:
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


def types():
    """The types of files' names, as Loxo has them."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "host", "loxo_server", "src", "mime.types")
    with open(path, encoding="utf-8") as file:
        return file.read()


class Apache:
    """One server; a port for each root."""

    def __init__(self, folder, roots, fpm, level="warn", extra=""):
        """extra: directives of every site."""
        is_root = os.getuid() == 0
        self.ports = {name: free_port() for name in roots}
        files = {name: f"/usr/lib/apache2/modules/mod_{name}.so" for name in MODULES}
        # Some are part of the program, which of them depends on who built it.
        modules = "\n".join(f"LoadModule {name}_module {file}" for name, file in files.items() if os.path.exists(file))
        text = APACHE.format(folder=folder, modules=modules, roots=os.path.dirname(next(iter(roots.values()))), level=level,
                             user="User daemon\nGroup daemon" if is_root else "")
        for name, root in roots.items():
            port = self.ports[name]
            text += f"Listen 127.0.0.1:{port}\n<VirtualHost 127.0.0.1:{port}>\n    DocumentRoot {root}\n{extra}</VirtualHost>\n"
        write(os.path.join(folder, "types"), types())
        configuration = write(os.path.join(folder, "apache.conf"), text)
        owner = "root" if is_root else os.environ.get("USER", "nobody")
        fpm_configuration = write(os.path.join(folder, "fpm.conf"), FPM.format(folder=folder, owner=owner))
        self.processes = [
            subprocess.Popen([fpm, "-n", "-F", "-y", fpm_configuration] + (["-R"] if is_root else []), stderr=subprocess.DEVNULL),
            subprocess.Popen(["apache2", "-DFOREGROUND", "-f", configuration]),
        ]
        for port in self.ports.values():
            wait_for(port, self.processes[1], "Apache")
        while not os.path.exists(os.path.join(folder, "fpm.sock")):
            if self.processes[0].poll() is not None:
                raise SystemExit(f"php-fpm ended at its start with status {self.processes[0].returncode}")
            time.sleep(0.05)

    def stop(self):
        stop(self.processes)


class Loxo:
    """A server for each root."""

    def __init__(self, folder, roots, loxo, options):
        self.ports, self.processes = {}, []
        self.log = open(os.path.join(folder, "loxo.log"), "w", encoding="utf-8")
        for name, root in roots.items():
            self.ports[name] = port = free_port()
            command = [loxo, "serve", root, "-n", "-q", "--workers", "2", "--htaccess", "all", "--no-compression", "--listen", f"127.0.0.1:{port}"] + options
            self.processes.append(subprocess.Popen(command, stdout=self.log, stderr=self.log))
        for port, process in zip(self.ports.values(), self.processes):
            wait_for(port, process, "Loxo")

    def stop(self):
        stop(self.processes)
        self.log.close()


def find(program, given):
    path = shutil.which(given or program)
    if path is None:
        raise SystemExit(f"{given or program} is not there")
    return path
