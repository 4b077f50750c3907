#!/usr/bin/env python3
"""WordPress by php-fpm and by Loxo's php-fpm behind the same nginx and the same Apache: every page must be the same, byte for byte.

    tests/wordpress/behind.py WORDPRESS LOXO PHP-FPM [--load N]

WORDPRESS is a fresh tree of a release with a theme, LOXO and PHP-FPM are the two programs. Needs nginx, Apache with mod_proxy_fcgi and MariaDB's
programs (apt-get install nginx-light apache2 mariadb-server). There is one tree, one database, one address of each web server and one socket:
whose processes listen on that socket is all that changes. PHP-FPM is asked twice, before and after Loxo; what differs between its own two
answers (times, mostly) is masked, and nothing else. --load N also sends N requests of the front page by `ab -c 100` through both, and to
`loxo serve` directly: none may fail, and the processes' memory must not grow in the second half. Exit status 1: something was not as it should be.
"""

import http.cookiejar
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from browse import KEYS, POST, VOLATILE, Database, NoRedirect, find, free_port, wait_for

CHILDREN = 6
# What a web server's administrator would write.
NGINX = """
user {user}; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1;
events {{ worker_connections 1024; }}
http {{
    include /etc/nginx/mime.types; access_log off; client_body_temp_path {folder}/body; fastcgi_temp_path {folder}/fastcgi;
    server {{
        listen 127.0.0.1:{port}; root {root}; index index.php;
        location / {{ try_files $uri $uri/ /index.php?$args; }}
        location ~ \\.php$ {{
            include /etc/nginx/fastcgi_params;
            # Debian's own, of late, is without the port.
            fastcgi_param HTTP_HOST $http_host;
            fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
            fastcgi_pass unix:{folder}/fpm.sock;
            # As long as ab waits: a machine that has more to do takes over a minute for a hundred pages.
            fastcgi_read_timeout 300;
        }}
    }}
}}
"""
APACHE = """
ServerName localhost
ServerRoot {folder}
User {user}
Group {user}
Listen 127.0.0.1:{port}
PidFile {folder}/apache.pid
Timeout 300
ErrorLog {folder}/apache.log
{modules}
TypesConfig /etc/mime.types
DocumentRoot {root}
DirectoryIndex index.php
<Directory {root}>
    Require all granted
    AllowOverride None
    FallbackResource /index.php
</Directory>
<FilesMatch "\\.php$">
    SetHandler "proxy:unix:{folder}/fpm.sock|fcgi://localhost/"
</FilesMatch>
"""
MODULES = ["mpm_event", "authz_core", "unixd", "dir", "mime", "proxy", "proxy_fcgi"]
FPM = """
[global]
error_log = {folder}/fpm.log
[www]
listen = {folder}/fpm.sock
user = {user}
pm = static
pm.max_children = {children}
php_admin_value[opcache.jit] = disable
php_admin_value[memory_limit] = 256M
"""
PAGES = [
    "/", "/?s=Loxo", "/?s=nothingatall", "/about/", "/no/such/page/", "/feed/", "/feed/atom/", "/comments/feed/", "/author/admin/",
    "/wp-sitemap.xml", "/wp-sitemap-posts-post-1.xml", "/robots.txt", "/wp-json/", "/wp-json/wp/v2/posts?_embed=1", "/wp-json/wp/v2/types",
    "/wp-json/wp/v2/posts/999", "/wp-login.php", "/xmlrpc.php", "/readme.html", "/wp-includes/css/buttons.css", "/wp-content/",
]
ADMIN_PAGES = [
    "/wp-admin/", "/wp-admin/edit.php", "/wp-admin/edit.php?post_type=page", "/wp-admin/edit-tags.php?taxonomy=category",
    "/wp-admin/upload.php?mode=list", "/wp-admin/edit-comments.php", "/wp-admin/themes.php", "/wp-admin/plugins.php", "/wp-admin/users.php",
    "/wp-admin/profile.php", "/wp-admin/tools.php", "/wp-admin/export.php?download=true&content=all", "/wp-admin/options-general.php",
    "/wp-admin/options-reading.php", "/wp-admin/options-discussion.php", "/wp-admin/options-permalink.php", "/wp-admin/user-new.php",
    "/wp-admin/import.php", "/wp-admin/about.php", "/wp-admin/credits.php", "/wp-admin/admin-ajax.php?action=nothing",
    "/wp-admin/load-styles.php?c=0&dir=ltr&load%5Bchunk_0%5D=dashicons,admin-bar,common",
    "/wp-admin/load-scripts.php?c=0&load%5Bchunk_0%5D=jquery-core,utils",
]
# These must be pages, not the web server's complaints.
RUN = {"/", "/wp-login.php", "/wp-admin/"}
# Of the web server or the clock, not of PHP.
UNCOMPARED = {"date", "expires", "last-modified"}


def nobody():
    return "root" if os.getuid() == 0 else os.environ.get("USER", "nobody")


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


class Place:
    """A tree, a database and two web servers in front of one socket."""

    def __init__(self, tree, folder, database):
        self.folder, self.root = folder, os.path.join(folder, "site")
        shutil.copytree(tree, self.root)
        os.makedirs(os.path.join(self.root, "wp-content", "uploads"), exist_ok=True)
        # Apache reads it as somebody else, whose group has the same name.
        subprocess.run(["chmod", "-R", "a+rX", self.root], check=True)
        database.run("create database wp; grant all on wp.* to 'wp'@'127.0.0.1' identified by 'secret'")
        lines = [f"define('{key}_{kind}', '{key} {kind} of a test');" for key in KEYS for kind in ("KEY", "SALT")]
        settings = {"DB_NAME": "wp", "DB_USER": "wp", "DB_PASSWORD": "secret", "DB_HOST": f"127.0.0.1:{database.port}"}
        lines += [f"define('{key}', '{value}');" for key, value in settings.items()]
        lines += [f"define('{key}', true);" for key in ("DISABLE_WP_CRON", "WP_HTTP_BLOCK_EXTERNAL", "AUTOMATIC_UPDATER_DISABLED", "WP_DEBUG")]
        # One address whichever web server is asked.
        lines += ["define('WP_HOME', 'http://' . $_SERVER['HTTP_HOST']);", "define('WP_SITEURL', WP_HOME);"]
        text = "<?php\n" + "\n".join(lines) + "\n$table_prefix = 'wp_';\n"
        text += "if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');\nrequire ABSPATH . 'wp-settings.php';\n"
        write(os.path.join(self.root, "wp-config.php"), text)
        self.ports = {"nginx": free_port(), "Apache": free_port()}
        values = {"folder": folder, "root": self.root, "user": nobody()}
        # Some are part of the program, which of them depends on who built it.
        files = {name: f"/usr/lib/apache2/modules/mod_{name}.so" for name in MODULES}
        modules = "\n".join(f"LoadModule {name}_module {file}" for name, file in files.items() if os.path.exists(file))
        nginx = write(os.path.join(folder, "nginx.conf"), NGINX.format(port=self.ports["nginx"], **values))
        # apache2 of Debian runs as root only if it is built to.
        apache = APACHE.format(port=self.ports["Apache"], modules=modules, **{**values, "user": "daemon" if os.getuid() == 0 else nobody()})
        apache = write(os.path.join(folder, "apache.conf"), apache)
        self.fpm_settings = write(os.path.join(folder, "fpm.conf"), FPM.format(children=CHILDREN, **values) + ("listen.mode = 0666\n"))
        self.servers = [
            subprocess.Popen(["nginx", "-g", "daemon off;", "-c", nginx], stderr=subprocess.DEVNULL),
            subprocess.Popen(["apache2", "-X" if os.getuid() else "-DFOREGROUND", "-f", apache], stderr=subprocess.DEVNULL),
        ]
        self.fpm = None
        for port in self.ports.values():
            wait_for(port)

    def use(self, command):
        """From now on the socket is that program's."""
        self.stop_fpm()
        path = os.path.join(self.folder, "fpm.sock")
        if os.path.exists(path):
            os.remove(path)
        root = ["-R"] if os.getuid() == 0 else []
        self.fpm = subprocess.Popen([*command, "-F", "-d", "expose_php=0", *root, "-y", self.fpm_settings], stderr=subprocess.DEVNULL)
        for _ in range(200):
            if os.path.exists(path):
                return
            time.sleep(0.05)
        raise SystemExit(f"{command[0]} does not start: " + open(os.path.join(self.folder, "fpm.log")).read()[-500:])

    def stop_fpm(self):
        if self.fpm:
            self.fpm.send_signal(signal.SIGTERM)
            self.fpm.wait(60)
            self.fpm = None

    def stop(self):
        self.stop_fpm()
        for server in self.servers:
            server.terminate()
            server.wait(60)


class Client:
    """A browser that stays logged in."""

    def __init__(self, port):
        self.base = f"http://127.0.0.1:{port}"
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), NoRedirect)

    def ask(self, path, data=None, headers=None):
        """Status, header lines and body as bytes."""
        body = urllib.parse.urlencode(data).encode() if data is not None else None
        try:
            answer = self.opener.open(urllib.request.Request(self.base + path, body, headers or {}), timeout=180)
        except urllib.error.HTTPError as error:
            answer = error
        fields = [f"{name}: {value}" for name, value in answer.headers.items() if name.lower() not in UNCOMPARED]
        return "\n".join([str(answer.status), *fields, ""]).encode() + b"\n" + answer.read()


def set_up(client):
    """A blog with a post, a page, a comment and links that say what they lead to."""
    fields = {"weblog_title": "Loxo’s blog", "user_name": "admin", "admin_password": "correct horse", "admin_password2": "correct horse"}
    client.ask("/wp-admin/install.php?step=2", {**fields, "pw_weak": "on", "admin_email": "a@example.com", "Submit": "Install", "language": ""})


def log_in(client):
    client.ask("/wp-login.php")
    client.ask("/wp-login.php", {"log": "admin", "pwd": "correct horse", "wp-submit": "Log In", "redirect_to": "/wp-admin/", "testcookie": "1"})


def fill(client):
    page = client.ask("/wp-admin/options-permalink.php").decode()
    structure = {"selection": "custom", "permalink_structure": "/%year%/%postname%/", "category_base": "", "tag_base": ""}
    nonce = find(r'name="_wpnonce" value="(\w+)"', page)
    client.ask("/wp-admin/options-permalink.php", {"_wpnonce": nonce, "_wp_http_referer": "/wp-admin/options-permalink.php", **structure, "submit": "Save"})
    rest = {"X-WP-Nonce": client.ask("/wp-admin/admin-ajax.php?action=rest-nonce").decode().splitlines()[-1].strip()}
    made = client.ask("/wp-json/wp/v2/posts", {"title": "Hello – Loxo", "content": POST, "status": "publish"}, rest).decode()
    number = find(r'"id":(\d+)', made)
    client.ask("/wp-comments-post.php", {"comment": "A <b>comment</b> & more", "comment_post_ID": number, "comment_parent": "0", "submit": "Post"})
    client.ask("/wp-json/wp/v2/pages", {"title": "About", "content": "<p>Us.</p>", "status": "publish"}, rest)
    link = find(r'"link":"(.*?)"', made).replace("\\/", "/")
    return urllib.parse.urlsplit(link).path, f"/wp-admin/post.php?post={number}&action=edit"


def masked(page):
    text = page.decode("utf-8", "replace")
    for pattern, word in VOLATILE:
        text = re.sub(pattern, word, text)
    return text


def compare(name, path, before, ours, after, out):
    """Is a page the same? What differs between php-fpm's own answers may differ."""
    if path in RUN and not before.startswith(b"200"):
        verdict = "NOT SERVED by php-fpm: " + before[:400].decode("utf-8", "replace")
    elif ours in (before, after):
        verdict = "same"
    elif before != after and masked(ours) in (masked(before), masked(after)):
        verdict = "same but for what differs between two answers of php-fpm"
    else:
        verdict = "DIFFERENT"
        for suffix, page in (("php", before), ("loxo", ours), ("php-again", after)):
            with open(os.path.join(out, re.sub(r"\W+", "-", f"{name}{path}") + "." + suffix), "wb") as file:
                file.write(page)
    print(f"{name:7} {ours[:3].decode()} {len(ours):8} {verdict:10} {path}", flush=True)
    return verdict


def memory(process):
    """Kilobytes of a process and its children, each page that they share counted once."""
    pids = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
    total = 0
    for pid in [str(process.pid), *pids]:
        try:
            with open(f"/proc/{pid}/smaps_rollup") as file:
                total += int(re.search(r"^Pss:\s+(\d+)", file.read(), re.M).group(1))
        except OSError:
            pass
    return total


def load(name, port, process, count):
    """`ab` on the front page, a fifth of it to warm up. True: nothing failed, and the second half made nothing grow."""
    def ab(number):
        text = subprocess.run(["ab", "-q", "-n", str(number), "-c", "100", "-s", "300", f"http://127.0.0.1:{port}/"], capture_output=True, text=True).stdout
        figure = lambda label: re.search(label + r":\s+([\d.]+)", text)
        failed = figure("Failed requests")
        # Pages whose length changes count as failed to ab.
        others = re.search(r"Connect: (\d+), Receive: (\d+), Length: \d+, Exceptions: (\d+)", text)
        lost = sum(map(int, others.groups())) if others else int(failed.group(1)) if failed else number
        bad = figure("Non-2xx responses")
        return lost, int(bad.group(1)) if bad else 0, figure("Complete requests"), figure("Requests per second")
    ab(max(count // 5, 100))
    before, lost, bad, complete, seconds, sizes = memory(process), 0, 0, 0, 0.0, []
    # What is compiled grows with the first thousands of requests; what never stops growing does so in the second half too.
    for half in (count // 2, count - count // 2):
        failed, others, answered, rate = ab(half)
        lost, bad = lost + failed, bad + others
        complete += int(answered.group(1)) if answered else 0
        seconds += half / float(rate.group(1)) if rate else 0
        sizes.append(memory(process))
    good = lost == 0 and bad == 0 and complete == count and sizes[1] <= sizes[0] * 1.05 + 4096
    sizes = " -> ".join(str(size >> 10) for size in [before, *sizes])
    print(f"{name:24} {complete} requests, {lost} failed, {bad} not 2xx, {count / seconds if seconds else 0:.2f}/s, {sizes} MiB{'' if good else '  BAD'}", flush=True)
    return good


def main():
    arguments = sys.argv[1:]
    count = int(arguments.pop(arguments.index("--load") + 1)) if "--load" in arguments else 0
    tree, loxo, fpm = (os.path.abspath(path) for path in arguments[:3])
    out = os.path.abspath("wordpress-differences")
    os.makedirs(out, exist_ok=True)
    verdicts, good, direct = [], True, None
    # Whoever ends the script ends what it has started too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        database = Database(folder)
        place = Place(tree, folder, database)
        try:
            # What php-fpm's own php.ini says it needs, its extensions above all.
            theirs, ours = [fpm], [loxo, "fpm", "-n"]
            place.use(theirs)
            clients = {name: Client(port) for name, port in place.ports.items()}
            set_up(clients["nginx"])
            for name, client in clients.items():
                if not client.ask("/").startswith(b"200"):
                    log = open(os.path.join(folder, name.lower() + ".log")).read()[-1000:]
                    raise SystemExit(f"WordPress does not run on the reference behind {name}: {client.ask('/').decode()[:1000]}\n{log}")
            for client in clients.values():
                log_in(client)
            post, edit = fill(clients["nginx"])
            paths = [(path, False) for path in [*PAGES, post]] + [(path, True) for path in [*ADMIN_PAGES, edit]]
            visit = lambda: {
                (name, path): (clients[name] if as_admin else Client(place.ports[name])).ask(path) for name in clients for path, as_admin in paths
            }
            # What is made once and kept in the database is made now.
            visit()
            before = visit()
            place.use(ours)
            answers = visit()
            place.use(theirs)
            after = visit()
            for (name, path), page in answers.items():
                verdicts.append(compare(name, path, before[name, path], page, after[name, path], out))
            if count:
                place.use(ours)
                for name, port in place.ports.items():
                    good &= load("Loxo behind " + name, port, place.fpm, count)
                place.stop_fpm()
                port = free_port()
                command = [loxo, "serve", place.root, "-n", "--quiet", "--listen", f"127.0.0.1:{port}", "-d", "memory_limit=256M"]
                direct = subprocess.Popen(command, stderr=subprocess.DEVNULL)
                wait_for(port)
                good &= load("loxo serve", port, direct, count)
        finally:
            if direct:
                direct.terminate()
                direct.wait(60)
            place.stop()
            database.stop()
            for name in ("nginx", "apache", "fpm"):
                shutil.copy(os.path.join(folder, name + ".log"), out)
    different = sum(not verdict.startswith("same") for verdict in verdicts)
    print(f"{len(verdicts) - different} of {len(verdicts)} pages are the same, {verdicts.count('same')} of them byte for byte")
    if not different:
        shutil.rmtree(out)
    sys.exit(1 if different or not good else 0)


if __name__ == "__main__":
    main()
