#!/usr/bin/env python3
"""WordPress on Loxo and beside it on PHP, with a MariaDB of its own: every step's page is compared.

    tests/wordpress/browse.py WORDPRESS LOXO PHP [PAGES]

WORDPRESS is a fresh tree of a release with a theme, LOXO and PHP are the two programs; the pages of both go to the folder PAGES.
Needs MariaDB's programs (apt-get install mariadb-server); a server is started in a temporary folder and stopped afterwards. Each PHP gets
a copy of the tree and a database, so nothing is left in WORDPRESS. Exit status 1: some page differs.
"""

import difflib
import http.cookiejar
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

KEYS = ["AUTH", "SECURE_AUTH", "LOGGED_IN", "NONCE"]
POST = """<!-- wp:paragraph --><p>A <strong>bold</strong> word, “quotes” &amp; a dash -- 1024x768.</p><!-- /wp:paragraph -->
<!-- wp:list --><ul><li>one</li><li>two</li></ul><!-- /wp:list -->
<!-- wp:code --><pre class="wp-block-code"><code>&lt;?php echo 1;</code></pre><!-- /wp:code -->"""
# What differs between two runs on the same server, and what it becomes.
VOLATILE = [
    (r"127\.0\.0\.1(:|%3A|%253A)\d+", "HOST"),
    (r"\b\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d(:\d\d)?(\.\d+)?([+-]\d\d:?\d\d|Z)?", "TIME"),
    (r"\b\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d (\+0000|GMT)", "TIME"),
    (r"\b\w+ \d{1,2}, \d{4} at \d+:\d\d [ap]m", "TIME"),
    (r"\b\d{1,2}:\d\d( [apAP][mM])?(?![\w:])", "TIME"),
    (r"ServerTimestamp\":\d+", "ServerTimestamp\":NOW"),
    (r"\b\d+ (second|min|minute)s? ago", "AGO"),
    (r"\b1[6-9]\d{8}(\.\d+)?\b", "STAMP"),
    (r"(nonce[\"'\]]*\s*[:=]\s*(?:[\\]*[\"'])?|nonce\\?\" value=\\?\"|createNonceMiddleware\(\s*[\"'])[0-9a-f]{10}", r"\1NONCE"),
    (r"((?:_wpnonce|_ajax_nonce|_wp_http_nonce|nonce\w*|[\w-]*_nonce|mt)=)[0-9a-f]{10}", r"\1NONCE"),
    (r"(name=\"_wp\w+\" value=\")[0-9a-f]{10}(?=\")", r"\1NONCE"),
    (r"\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{10}\b", "NONCE"),
    (r"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])", "HASH"),
    (r"data-(pw|secret)=(\\?\").*?\\?\"", r"data-\1=SECRET"),
    (r"#\?secret=\w{10}", "#?secret=SECRET"),
    (r"<div class=\"(ss|mn|hh)\">\d+</div>", r"<div class=\1>NN</div>"),
    # Addresses are hidden from robots by writing characters at random as numbers.
    (r"&#0?\d{2,3};", "."),
    (r"mailto:[^\"]*\">[^<]*", "mailto:"),
    # What kinds of pictures can be made depends on gd.
    (r"\"(webp|avif|heic)_upload_error\":true,", ""),
    (r"(unique|uid|wp-(?:elements|container|block)[\w-]*-)[0-9a-f]{13,}", r"\1UNIQUE"),
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID"),
    (r"\d+ queries in [\d.]+ seconds", "QUERIES"),
    (r"(name=\"(?:ss|mn|hh|cur_mn|hidden_mn|cur_hh|hidden_hh)\" value=\")\d+", r"\1NN"),
]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"nobody listens on port {port}")


class Database:
    """A MariaDB that nobody else uses."""

    def __init__(self, folder):
        data = os.path.join(folder, "data")
        self.port = free_port()
        self.socket = os.path.join(folder, "s")
        user = ["--user=root"] if os.getuid() == 0 else []
        subprocess.run(
            ["mariadb-install-db", "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal", "--skip-test-db", *user],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.process = subprocess.Popen(
            ["mariadbd", "--no-defaults", f"--datadir={data}", f"--socket={self.socket}", f"--port={self.port}", "--bind-address=127.0.0.1", *user],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(self.port)
        for _ in range(100):
            if os.path.exists(self.socket):
                break
            time.sleep(0.1)

    def run(self, sql):
        subprocess.run(["mariadb", "--no-defaults", "-uroot", f"-S{self.socket}", "-e", sql], check=True)

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Site:
    """One PHP with its copy of WordPress."""

    def __init__(self, name, tree, command, database, folder):
        self.name, self.pages = name, {}
        self.root = os.path.join(folder, name)
        shutil.copytree(tree, self.root)
        os.makedirs(os.path.join(self.root, "wp-content", "uploads"), exist_ok=True)
        database.run(f"create database {name}; grant all on {name}.* to 'wp'@'127.0.0.1' identified by 'secret'")
        lines = [f"define('{key}_{kind}', '{key} {kind} of a test');" for key in KEYS for kind in ("KEY", "SALT")]
        settings = {"DB_NAME": name, "DB_USER": "wp", "DB_PASSWORD": "secret", "DB_HOST": f"127.0.0.1:{database.port}"}
        lines += [f"define('{key}', '{value}');" for key, value in settings.items()]
        lines += [f"define('{key}', true);" for key in ("DISABLE_WP_CRON", "WP_HTTP_BLOCK_EXTERNAL", "AUTOMATIC_UPDATER_DISABLED", "WP_DEBUG")]
        with open(os.path.join(self.root, "wp-config.php"), "w") as config:
            config.write("<?php\n" + "\n".join(lines) + "\n$table_prefix = 'wp_';\n")
            config.write("if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');\nrequire ABSPATH . 'wp-settings.php';\n")
        self.port = free_port()
        log = open(os.path.join(folder, name + ".log"), "w")
        # WordPress asks itself for a page while it is installed: PHP's server must be able to answer two.
        environment = {**os.environ, "PHP_CLI_SERVER_WORKERS": "4"}
        self.process = subprocess.Popen(command(self.root, self.port), cwd=self.root, stdout=log, stderr=log, env=environment)
        wait_for(self.port)
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar), NoRedirect)

    def ask(self, step, path, data=None, headers=None, body=None):
        """Asks for a page and keeps it: status line, some headers, cookies' names, text."""
        if data is not None:
            body = urllib.parse.urlencode(data).encode()
        base = f"http://127.0.0.1:{self.port}"
        request = path if isinstance(path, urllib.request.Request) else urllib.request.Request(path if path.startswith("http") else base + path, body, headers or {})
        began = time.time()
        try:
            answer = self.opener.open(request, timeout=180)
        except urllib.error.HTTPError as error:
            answer = error
        text = answer.read().decode("utf-8", "replace")
        kept = [f"{key}: {answer.headers[key]}" for key in ("Location", "Content-Type", "Link", "X-WP-Total", "X-WP-TotalPages") if key in answer.headers]
        kept += sorted("Cookie: " + cookie.split("=")[0] for cookie in answer.headers.get_all("Set-Cookie") or [])
        self.pages[step] = (answer.status, "\n".join([str(answer.status), *kept, "", text]), time.time() - began)
        self.location = answer.headers.get("Location")
        return text

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


def find(pattern, text):
    found = re.search(pattern, text)
    return found.group(1) if found else ""


def scenario(site):
    """What somebody does who sets a blog up."""
    site.ask("not installed", "/")
    site.ask("install", "/wp-admin/install.php")
    site.ask("install, step 1", "/wp-admin/install.php?step=1", {"language": ""})
    fields = {"weblog_title": "Loxo’s blog", "user_name": "admin", "admin_password": "correct horse", "admin_password2": "correct horse"}
    site.ask("install, step 2", "/wp-admin/install.php?step=2", {**fields, "pw_weak": "on", "admin_email": "a@example.com", "Submit": "Install WordPress", "language": ""})
    site.ask("front page", "/")
    site.ask("login form", "/wp-login.php")
    site.ask("wrong password", "/wp-login.php", {"log": "admin", "pwd": "wrong", "wp-submit": "Log In", "testcookie": "1"})
    site.ask("login", "/wp-login.php", {"log": "admin", "pwd": "correct horse", "wp-submit": "Log In", "redirect_to": "/wp-admin/", "testcookie": "1"})
    site.ask("dashboard", "/wp-admin/")
    page = site.ask("permalinks", "/wp-admin/options-permalink.php")
    nonce = find(r'name="_wpnonce" value="(\w+)"', page)
    structure = {"selection": "custom", "permalink_structure": "/%year%/%postname%/", "category_base": "", "tag_base": ""}
    site.ask("permalinks, saved", "/wp-admin/options-permalink.php", {"_wpnonce": nonce, "_wp_http_referer": "/wp-admin/options-permalink.php", **structure, "submit": "Save"})
    site.ask("permalinks, after", "/wp-admin/options-permalink.php?settings-updated=true")
    nonce = site.ask("nonce", "/wp-admin/admin-ajax.php?action=rest-nonce").strip()
    site.pages.pop("nonce")
    rest = {"X-WP-Nonce": nonce}
    made = site.ask("publish", "/wp-json/wp/v2/posts", {"title": "Hello – Loxo", "content": POST, "status": "publish", "excerpt": "Short."}, rest)
    link = find(r'"link":"(.*?)"', made).replace("\\/", "/")
    site.ask("post", link)
    number = find(r'"id":(\d+)', made)
    site.ask("comment", "/wp-comments-post.php", {"comment": "A <b>comment</b> & more", "comment_post_ID": number, "comment_parent": "0", "submit": "Post Comment"})
    site.ask("post with comment", link)
    site.ask("category", "/wp-json/wp/v2/categories", {"name": "Animals", "description": "Big ones"}, rest)
    site.ask("page", "/wp-json/wp/v2/pages", {"title": "About", "content": "<p>Us.</p>", "status": "publish"}, rest)
    picture = bytes.fromhex("47494638396101000100800000ff0000ffffff21f90400000000002c00000000010001000002024401003b")
    site.ask("upload", "/wp-json/wp/v2/media", None, {**rest, "Content-Type": "image/gif", "Content-Disposition": 'attachment; filename="dot.gif"'}, picture)
    # The list of media tells ages from the first second on.
    time.sleep(1.1)
    for step, path in [
        ("search", "/?s=Loxo"),
        ("search without result", "/?s=nothingatall"),
        ("archive", time.strftime("/%Y/")),
        ("author", "/author/admin/"),
        ("about", "/about/"),
        ("missing", "/no/such/page/"),
        ("feed", "/feed/"),
        ("atom", "/feed/atom/"),
        ("comments feed", "/comments/feed/"),
        ("sitemap", "/wp-sitemap.xml"),
        ("sitemap of posts", "/wp-sitemap-posts-post-1.xml"),
        ("robots", "/robots.txt"),
        ("REST index", "/wp-json/"),
        ("REST posts", "/wp-json/wp/v2/posts?_embed=1"),
        ("REST types", "/wp-json/wp/v2/types"),
        ("REST error", "/wp-json/wp/v2/posts/999"),
        ("oembed", "/wp-json/oembed/1.0/embed?url=" + urllib.parse.quote(link)),
        ("posts", "/wp-admin/edit.php"),
        ("pages", "/wp-admin/edit.php?post_type=page"),
        ("editor", "/wp-admin/post-new.php"),
        ("categories", "/wp-admin/edit-tags.php?taxonomy=category"),
        ("media", "/wp-admin/upload.php?mode=list"),
        ("comments", "/wp-admin/edit-comments.php"),
        ("themes", "/wp-admin/themes.php"),
        ("plugins", "/wp-admin/plugins.php"),
        ("users", "/wp-admin/users.php"),
        ("profile", "/wp-admin/profile.php"),
        ("tools", "/wp-admin/tools.php"),
        ("export", "/wp-admin/export.php?download=true&content=all"),
        ("general", "/wp-admin/options-general.php"),
        ("reading", "/wp-admin/options-reading.php"),
        ("discussion", "/wp-admin/options-discussion.php"),
        ("privacy", "/wp-admin/options-privacy.php"),
        ("edit post", f"/wp-admin/post.php?post={number}&action=edit"),
        ("new user", "/wp-admin/user-new.php"),
        ("site editor", "/wp-admin/site-editor.php"),
        ("customize", "/wp-admin/customize.php"),
        ("site health", "/wp-admin/site-health.php"),
        ("import", "/wp-admin/import.php"),
        ("plugin editor", "/wp-admin/plugin-editor.php"),
        ("theme editor", "/wp-admin/theme-editor.php"),
        ("about WordPress", "/wp-admin/about.php"),
        ("credits", "/wp-admin/credits.php"),
        ("ajax, nothing", "/wp-admin/admin-ajax.php?action=nothing"),
        ("styles", "/wp-admin/load-styles.php?c=0&dir=ltr&load%5Bchunk_0%5D=dashicons,admin-bar,common"),
        ("scripts", "/wp-admin/load-scripts.php?c=0&load%5Bchunk_0%5D=jquery-core,utils"),
    ]:
        site.ask(step, path)
    site.ask("change post", f"/wp-json/wp/v2/posts/{number}", {"title": "Changed", "content": POST + "<p>[gallery] https://example.com/</p>"}, rest)
    site.ask("revisions", f"/wp-json/wp/v2/posts/{number}/revisions", None, rest)
    site.ask("changed post", link)
    site.ask("new user, made", "/wp-json/wp/v2/users", {"username": "bob", "email": "bob@example.com", "password": "secret-word"}, rest)
    site.ask("settings", "/wp-json/wp/v2/settings", {"title": "Another title", "timezone": "Europe/Berlin"}, rest)
    site.ask("front page, changed", "/")
    site.ask("heartbeat", "/wp-admin/admin-ajax.php", {"action": "heartbeat", "screen_id": "dashboard", "has_focus": "true", "_nonce": ""})
    request = urllib.request.Request(f"http://127.0.0.1:{site.port}/wp-json/wp/v2/posts/{number}", method="DELETE", headers=rest)
    site.ask("trash", request)
    site.ask("trashed post", link)
    xml = b"<?xml version='1.0'?><methodCall><methodName>demo.addTwoNumbers</methodName><params><param><value><int>2</int></value></param><param><value><int>3</int></value></param></params></methodCall>"
    site.ask("XML-RPC", "/xmlrpc.php", None, {"Content-Type": "text/xml"}, xml)
    out = site.ask("log out?", "/wp-login.php?action=logout")
    site.ask("log out", "/wp-login.php?action=logout&_wpnonce=" + find(r"_wpnonce=(\w+)", out))


def masked(text, name):
    for pattern, word in VOLATILE:
        text = re.sub(pattern, word, text)
    return text.replace(name, "SITE").splitlines()


def main():
    tree, loxo, php = (os.path.abspath(path) if os.path.exists(path) else path for path in sys.argv[1:4])
    out = sys.argv[4] if len(sys.argv) > 4 else None
    differing = []
    with tempfile.TemporaryDirectory() as folder:
        database = Database(folder)
        sites = []
        try:
            sites.append(Site("wploxo", tree, lambda root, port: [loxo, "serve", root, "--listen", f"127.0.0.1:{port}"], database, folder))
            sites.append(Site("wpphp", tree, lambda root, port: [php, "-S", f"127.0.0.1:{port}", "-t", root], database, folder))
            for site in sites:
                scenario(site)
        finally:
            for site in sites:
                site.stop()
            database.stop()
        ours, theirs = (site.pages for site in sites)
        for step, (status, page, seconds) in ours.items():
            status2, page2, seconds2 = theirs.get(step, (0, "", 0.0))
            a, b = masked(page, sites[0].name), masked(page2, sites[1].name)
            changed = list(difflib.unified_diff(b, a, "PHP", "Loxo", lineterm="", n=0))
            print(f"{'same ' if not changed else 'DIFF '} {step:24} {status} {status2} {len(page):8} {seconds:6.2f} s {seconds2:6.2f} s")
            if changed:
                differing.append(step)
            if out:
                os.makedirs(out, exist_ok=True)
                slug = re.sub(r"\W+", "-", step)
                for suffix, lines in (("loxo", page.splitlines()), ("php", page2.splitlines()), ("diff", changed)):
                    with open(os.path.join(out, f"{slug}.{suffix}"), "w") as file:
                        file.write("\n".join(lines) + "\n")
        if out:
            for site in sites:
                shutil.copy(os.path.join(folder, site.name + ".log"), os.path.join(out, site.name + ".log"))
    print(f"{len(ours) - len(differing)} of {len(ours)} pages are the same")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
