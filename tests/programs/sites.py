#!/usr/bin/env python3
"""Web programs on Loxo and beside it on PHP: a crawler follows links and sends forms, and every answer is compared.

    tests/programs/sites.py ROOT LOXO PHP [--out FOLDER] NAME...

ROOT is a tree into which Debian packages were unpacked. Both sides run one after the other in the same place, on the same port and with
a fresh copy each, so that paths are the same. Pages are left in FOLDER. Exit code 1: something differs.
"""

import argparse
import difflib
import html
import http.cookiejar
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

VOLATILE = [
    (r"127\.0\.0\.1(:|%3A|%253A)\d+", "HOST"),
    (r"\b\w{3}, \d\d[ -]\w{3}[ -]\d{4} \d\d:\d\d:\d\d (\+0000|GMT)", "TIME"),
    (r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:?\d\d|Z)?)?", "TIME"),
    (r"\b20\d{12}\b", "STAMP"),
    (r"\b\d\d:\d\d(:\d\d)?( [AP]M)?\b", "TIME"),
    (r"\b1[6-9]\d{8}(\.\d+)?\b", "STAMP"),
    (r"(?<![0-9a-zA-Z])(?:[0-9a-fA-F]{128}|[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})(?![0-9a-zA-Z])", "HASH"),
    (r"(token|_token|csrf\w*|nonce|key|sid|PHPSESSID|hash)((?:\\?[\"'])?\s*(?:value)?\s*[=:]\s*\\?[\"']?|=|%3D|%5B)[\w%+/.=-]{8,}", r"\1\2TOKEN"),
    (r"\b\d+([.,]\d+)? ?(ms|milliseconds?|sec|seconds?|s|MiB|KiB|MB|KB|kB|bytes)\b", "AMOUNT"),
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID"),
]
SKIP = {"date", "server", "connection", "transfer-encoding", "content-length", "keep-alive", "host", "x-powered-by", "etag", "last-modified", "expires"}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def settled(text, volatile):
    for pattern, by in volatile + VOLATILE:
        text = re.sub(pattern, by, text)
    return text


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Crawl:
    def __init__(self, site, port, out, limit):
        self.site, self.port, self.out, self.limit = site, port, out, limit
        self.base = "http://127.0.0.1:%d" % port
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar), NoRedirect)
        self.pages, self.seen, self.queue = {}, set(), []
        self.volatile = site.get("volatile", [])

    def ask(self, name, url, data=None, headers=None):
        """One request; redirects are followed as requests of their own. Gives the last text."""
        url = urllib.parse.urljoin(self.base + "/", url)
        url = urllib.parse.quote(url, safe="%/:=&?~#+!$,;'@()*[]|")
        body = urllib.parse.urlencode(data).encode() if isinstance(data, (dict, list)) else data
        request = urllib.request.Request(url.split("#")[0], body, headers or {})
        try:
            try:
                answer = self.opener.open(request, timeout=120)
            except urllib.error.HTTPError as error:
                answer = error
            raw = answer.read()
            kept = ["%s: %s" % (k, v) for k, v in answer.headers.items() if k.lower() not in SKIP and k.lower() != "set-cookie"]
            kept += ["Cookie: " + re.sub(r"=[^;]*", "=", c, count=1) for c in answer.headers.get_all("Set-Cookie") or []]
            kind = answer.headers.get("Content-Type", "")
            status = answer.status
            where = answer.headers.get("Location")
        except Exception as error:  # noqa: BLE001
            raw, kept, kind, status, where = b"", [repr(error)], "", 0, None
        text = raw.decode("utf-8", "replace")
        shown = text if re.search("text|json|xml|javascript", kind) else raw.hex()[:20000]
        page = "%s %s\n%s\n%s\n\n%s" % ("POST" if body is not None else "GET", url, status, "\n".join(sorted(kept)), shown)
        self.pages[name] = settled(page, self.volatile)
        with open(os.path.join(self.out, re.sub(r"[^\w.-]", "_", name)[:120] + ".txt"), "w") as file:
            file.write(self.pages[name])
        if where and status in (301, 302, 303, 307) and len(name) < 200:
            return self.ask(name + ">", urllib.parse.urljoin(url, where))
        self.found(url, text, kind)
        self.last = url
        return text

    def found(self, url, text, kind):
        if "html" not in kind:
            return
        base = url
        match = re.search(r"<base[^>]+href=[\"']([^\"']+)", text)
        if match:
            base = urllib.parse.urljoin(url, html.unescape(match.group(1)))
        for link in re.findall(r"<(?:a|link|script|img|iframe)\b[^>]*?\b(?:href|src)\s*=\s*[\"']([^\"']+)[\"']", text):
            target = urllib.parse.urljoin(base, html.unescape(link)).split("#")[0]
            if target.startswith(self.base) and not re.search(self.site.get("avoid", r"logout|LogOut"), target):
                key = settled(target, self.volatile)
                if key not in self.seen:
                    self.seen.add(key)
                    self.queue.append((key, target))

    def form(self, name, text, fields, which=0):
        """Fills and sends the form number `which` of a page."""
        forms = re.findall(r"<form\b([^>]*)>(.*?)</form>", text, re.S)
        if which >= len(forms):
            self.pages[name] = "no form"
            return ""
        head, inside = forms[which]
        data = []
        for tag in re.findall(r"<(?:input|textarea|select)\b[^>]*>", inside):
            key = re.search(r"\bname=[\"']([^\"']*)", tag)
            value = re.search(r"\bvalue=[\"']([^\"']*)", tag)
            kind = re.search(r"\btype=[\"'](\w+)", tag)
            if key and not (kind and kind.group(1) in ("checkbox", "radio", "button", "file") and "checked" not in tag):
                data.append((html.unescape(key.group(1)), html.unescape(value.group(1)) if value else ""))
        data = [(k, v) for k, v in data if k not in fields] + list(fields.items())
        action = re.search(r"\baction=[\"']([^\"']*)", head)
        target = urllib.parse.urljoin(self.last, html.unescape(action.group(1))) if action else self.last
        return self.ask(name, target, data)

    def run(self):
        for step in self.site.get("steps", [lambda crawl: crawl.ask("start", self.site.get("start", "/"))]):
            step(self)
        while self.queue and len(self.pages) < self.limit:
            key, target = self.queue.pop(0)
            self.ask(key, target)


class Database:
    def __init__(self, folder):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.port = free_port()
        self.socket = os.path.join(folder, "s")
        user = ["--user=root"] if os.getuid() == 0 else []
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        data = os.path.join(folder, "data")
        subprocess.run(["mariadb-install-db", "--no-defaults", "--datadir=" + data, "--auth-root-authentication-method=normal", "--skip-test-db", *user], check=True, **quiet)
        self.process = subprocess.Popen(["mariadbd", "--no-defaults", "--datadir=" + data, "--socket=" + self.socket, "--port=%d" % self.port, "--bind-address=127.0.0.1", *user], **quiet)
        for _ in range(300):
            if os.path.exists(self.socket):
                break
            time.sleep(0.1)

    def run(self, sql):
        subprocess.run(["mariadb", "--no-defaults", "-uroot", "-S" + self.socket], input=sql.encode(), check=True)

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


def restore(options, base, state):
    for folder in state:
        shutil.rmtree(os.path.join(options.root, folder), ignore_errors=True)
        shutil.copytree(os.path.join(base, "fresh", folder), os.path.join(options.root, folder), symlinks=True)


def compare(options, name, site):
    base = os.path.join(options.out, name)
    shutil.rmtree(base, ignore_errors=True)
    tree, port, database, sides = os.path.join(options.root, site["tree"]), free_port(), None, {}
    os.makedirs(base)
    # The programs name their folders, so they run where they are; what they change is put back before each run.
    state = site.get("state", [site["tree"]])
    for folder in state:
        os.makedirs(os.path.join(options.root, folder), exist_ok=True)
        shutil.copytree(os.path.join(options.root, folder), os.path.join(base, "fresh", folder), symlinks=True)
    if site.get("database"):
        database = Database("/tmp/sites-" + name)
    for side, program in (("php", options.php), ("loxo", options.loxo)):
        out = os.path.join(base, side)
        os.makedirs(out)
        restore(options, base, state)
        words = ["-d", "include_path=.:%s/usr/share/php" % options.root, "-d", "error_log=%s/errors" % out, "-d", "display_errors=1", "-d", "error_reporting=-1", "-d", "date.timezone=UTC", "-d", "memory_limit=512M"]
        words += site.get("words", [])
        link = os.path.join(out, "php")
        os.symlink(os.path.abspath(shutil.which(program)), link)
        if database:
            database.run("drop database if exists app; create database app; grant all on *.* to 'app'@'127.0.0.1' identified by 'secret' with grant option;")
        place = {"root": options.root, "tree": tree, "port": port, "database": database, "php": [link] + words, "out": out, "pages": {}}
        if "setup" in site:
            site["setup"](place)
        with open(os.path.join(out, "server.log"), "w") as log:
            command = [link] + words + ["-S", "127.0.0.1:%d" % port, "-t", os.path.join(tree, site.get("docroot", ""))] + site.get("router", [])
            environment = {**os.environ, "PHP_CLI_SERVER_WORKERS": "4"}
            server = subprocess.Popen(command, cwd=tree, stdout=log, stderr=log, env=environment, start_new_session=True)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        crawl = Crawl(site, port, out, options.limit)
        crawl.place, crawl.pages = place, place["pages"]
        began = time.time()
        try:
            crawl.run()
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(30)
        time.sleep(0.5)
        sides[side] = crawl.pages
        print("%s: %s %d pages, %.1f s, statuses %s" % (name, side, len(crawl.pages), time.time() - began, sorted({(page.split("\n") + [""])[1] for page in crawl.pages.values()})))
    restore(options, base, state)
    if database:
        database.stop()
    differing = [page for page in {**sides["php"], **sides["loxo"]} if sides["php"].get(page) != sides["loxo"].get(page)]
    for page in differing[: options.show]:
        print("  differs: " + page)
        lines = difflib.unified_diff(sides["php"].get(page, "").splitlines(), sides["loxo"].get(page, "").splitlines(), "php", "loxo", lineterm="", n=0)
        for line in list(lines)[2:14]:
            print("    " + line[:300])
    print("%s: %d of %d pages equal" % (name, len(sides["php"]) - len(differing), len(sides["php"])))
    sys.stdout.flush()
    return not differing


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def call(place, *words):
    """A command of the program; its output is compared as well."""
    done = subprocess.run(place["php"] + list(words), cwd=place["tree"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
    place["pages"]["call %d" % len(place["pages"])] = settled("%d\n\n\n%s" % (done.returncode, done.stdout.decode("utf-8", "replace").replace(place["out"], "OUT")), [])
    write(os.path.join(place["out"], "call%d.txt" % len(place["pages"])), done.stdout.decode("utf-8", "replace"))


def phpmyadmin(place):
    write(
        place["root"] + "/etc/phpmyadmin/config.inc.php",
        "<?php $cfg['blowfish_secret'] = str_repeat('k', 32); $cfg['Servers'][1] = ['auth_type' => 'config', 'host' => '127.0.0.1', 'port' => '%d', 'user' => 'app', 'password' => 'secret',"
        " 'compress' => false, 'AllowNoPassword' => true]; $cfg['TempDir'] = '%s/tmp'; $cfg['SendErrorReports'] = 'never'; $cfg['VersionCheck'] = false;" % (place["database"].port, place["tree"]),
    )
    os.makedirs(place["tree"] + "/tmp", exist_ok=True)
    place["database"].run(
        "use app; create table people (id int primary key auto_increment, name varchar(40) not null, born date, weight double, picture blob, kind enum('a','b'), key (name)) comment 'some people';"
        "insert into people (name, born, weight, picture, kind) values ('Ann', '1970-02-03', 60.5, x'00ff', 'a'), ('Bob <b>', null, null, null, 'b'), ('Zoë', '2000-01-01', 1e10, 'text', 'a');"
        "create view adults as select name from people where born < '2000-01-01'; create procedure greet() select 'hello';"
    )


def mediawiki(place):
    url = "http://127.0.0.1:%d" % place["port"]
    settings = place["root"] + "/var/lib/mediawiki/LocalSettings.php"
    made = os.path.join(place["out"], "LocalSettings.php")
    if os.path.lexists(settings):
        os.remove(settings)
    call(place, "maintenance/run.php", "install", "--confpath", place["out"], "--dbtype", "sqlite", "--dbpath", place["root"] + "/var/lib/mediawiki/db", "--dbname", "wiki", "--pass", "Long-Secret-12", "--server", url, "--scriptpath", "", "--with-extensions", "Wiki", "Admin")
    if os.path.exists(made):
        shutil.copy(made, settings)
    call(place, "maintenance/run.php", "showSiteStats")
    with open(settings, "a") as file:
        file.write("\n$wgSecretKey = 'x'; $wgShowExceptionDetails = true; $wgEnableUploads = true; $wgJobRunRate = 0;\n")


def mediawiki_steps():
    def start(crawl):
        import json
        crawl.ask("main", "/index.php/Main_Page")
        text = crawl.ask("login form", "/index.php?title=Special:UserLogin")
        crawl.form("login", text, {"wpName": "Admin", "wpPassword": "Long-Secret-12"}, 0 if "wpPassword" in (re.findall(r"<form\b.*?</form>", text, re.S) or [""])[0] else 1)
        def token():
            try:
                return json.loads(crawl.ask("token", "/api.php?action=query&meta=tokens&format=json"))["query"]["tokens"]["csrftoken"]
            except Exception:
                return ""
        wiki = "== Title ==\n'''bold''' ''it'' [[Other page|link]] [https://example.com x] <nowiki>[[no]]</nowiki>\n* a\n** b\n# c\n{| class=wikitable\n! h\n|-\n| cell\n|}\n{{Tpl|x=1|two}} <ref>note</ref> <references/> ~~~~ <math>x^2</math> <syntaxhighlight lang=php>echo 1;</syntaxhighlight> {{#if: x | yes | no}} {{CURRENTYEAR}} {{lc:ABC}} [[Category:Things]] <gallery>File:A.png|x</gallery>\n----\n: indent; term\n<div style='color:red' onclick=x>div</div> &eacute; \U0001f600 RFC 1234 ISBN 0-306-40615-2 __TOC__ {{#expr: 1+2*3}} {{PAGENAME}} {{plural:2|one|many}}\n== Second ==\n=== Third ===\n"
        for title, text in (("Test page", wiki), ("Template:Tpl", "T({{{x}}}, {{{1}}}) <noinclude>doc</noinclude>"), ("Test page", wiki + "more\n"), ("User:Admin", "me")):
            crawl.ask("edit " + title + str(len(text)), "/api.php", {"action": "edit", "title": title, "text": text, "format": "json", "token": token(), "summary": "sum"})
        for path in ("index.php/Test_page", "index.php?title=Test_page&action=history", "index.php?title=Test_page&action=edit", "index.php?title=Test_page&diff=cur&oldid=prev", "index.php?title=Test_page&action=info", "index.php/Special:SpecialPages", "index.php/Special:Version", "index.php/Special:RecentChanges", "index.php/Special:Preferences", "index.php/Special:AllPages", "index.php?search=bold&fulltext=1", "index.php/Special:Export/Test_page", "api.php?action=parse&page=Test_page&format=json", "api.php?action=query&meta=siteinfo&siprop=general|namespaces|statistics|extensions&format=xml", "api.php", "rest.php/v1/page/Test_page", "rest.php/v1/search/page?q=test", "load.php?lang=en&modules=site.styles|skins.vector.styles&only=styles&skin=vector", "load.php?lang=en&modules=startup&only=scripts&skin=vector", "load.php?lang=en&modules=jquery|mediawiki.base|mediawiki.util&skin=vector", "index.php/Special:Statistics", "index.php?title=Test_page&action=raw", "index.php/Special:Upload", "index.php/Special:Contributions/Admin", "index.php?title=Special:RecentChanges&feed=atom", "index.php?title=Test_page&uselang=ar", "index.php?title=Test_page&uselang=de&action=history", "index.php?title=Test_page&uselang=zh-hant", "mw-config/index.php"):
            crawl.ask(path, "/" + path)
    return [start]


def roundcube(place):
    write(place["tree"] + "/config/config.inc.php", "<?php $config['db_dsnw'] = 'sqlite:////%s/rc.db?mode=0640'; $config['imap_host'] = '127.0.0.1:1'; $config['des_key'] = 'rcmail-!24ByteDESkey*Str'; $config['enable_installer'] = true; $config['log_dir'] = '%s'; $config['temp_dir'] = '%s'; $config['plugins'] = ['archive', 'zipdownload', 'managesieve', 'markasjunk', 'password', 'vcard_attachments', 'emoticons'];" % (place["out"].lstrip("/"), place["out"], place["out"]))
    call(place, "bin/initdb.sh", "--dir=SQL")


def installer(fields, pages=12):
    """Goes through an installer by sending the last form of each page."""
    def go(crawl):
        text = crawl.ask("start", crawl.site.get("start", "/"))
        for number in range(pages):
            count = len(re.findall(r"<form\b", text))
            if not count:
                break
            text = crawl.form("step %d" % number, text, fields(crawl) if callable(fields) else fields, count - 1)
    return go


def shaarli_steps(crawl):
    text = crawl.ask("install", "/install")
    crawl.form("installed", text, {"setlogin": "me", "setpassword": "secret", "title": "Links", "continent": "Europe", "city": "Vienna"})
    text = crawl.ask("login form", "/login")
    crawl.form("login", text, {"login": "me", "password": "secret"})
    for number in range(5):
        text = crawl.ask("add %d" % number, "/admin/shaare?post=http://127.0.0.1:1/%d&title=T%d" % (number, number))
        crawl.form("save %d" % number, text, {"lf_title": "Title %d <b>" % number, "lf_description": "Some *markdown* text `code`\n\n- a\n- b #tag", "lf_tags": "one two%d" % number})
    crawl.ask("home", "/")
    for path in ("/feed/atom", "/feed/rss", "/daily", "/tags/cloud", "/tags/list", "/admin/tools", "/admin/configure", "/picture-wall", "/admin/export?selection=all", "/admin/plugins", "/admin/server", "/?searchterm=title&searchtags=one", "/api/v1/links", "/opensearch"):
        crawl.ask(path, path)


def shaarli(place):
    write("/tmp/shaarli-router.php", "<?php if (is_file('%s' . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH))) return false; $_SERVER['SCRIPT_NAME'] = '/index.php'; require '%s/index.php';\n" % (place["tree"], place["tree"]))


def matomo(place):
    write(place["tree"] + "/../matomo-router.php", "<?php return false;")


def matomo_steps(crawl):
    import json  # noqa: F401
    d = crawl.place["database"]
    text = crawl.ask("welcome", "/index.php")
    text = crawl.ask("check", "/index.php?action=systemCheck")
    text = crawl.ask("db form", "/index.php?action=databaseSetup")
    text = crawl.form("db", text, {"host": "127.0.0.1:%d" % d.port, "username": "app", "password": "secret", "dbname": "app", "tables_prefix": "m_", "adapter": "PDO\\MYSQL", "type": "InnoDB"})
    text = crawl.ask("tables", "/index.php?action=tablesCreation&module=Installation")
    text = crawl.ask("user form", "/index.php?action=setupSuperUser&module=Installation")
    text = crawl.form("user", text, {"login": "admin", "password": "secret12", "password_bis": "secret12", "email": "a@example.com"})
    text = crawl.ask("site form", "/index.php?action=firstWebsiteSetup&module=Installation")
    text = crawl.form("site", text, {"siteName": "Site", "url": "http://example.com", "timezone": "Europe/Vienna", "ecommerce": "0"})
    text = crawl.ask("finish form", "/index.php?action=finished&module=Installation&site_idSite=1&site_name=Site")
    crawl.form("finish", text, {})
    text = crawl.ask("login form", "/index.php")
    crawl.form("login", text, {"form_login": "admin", "form_password": "secret12"})
    for n in range(6):
        crawl.ask("track %d" % n, "/matomo.php?idsite=1&rec=1&action_name=Page%d&url=http://example.com/p%d&_id=0123456789abcde%d&rand=%d&apiv=1&res=1024x768&urlref=https://google.com/" % (n, n % 3, n % 2, n), None, {"User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"})
    base = "/index.php?module=%s&action=%s&idSite=1&period=day&date=today"
    for module, action in (("CoreHome", "index"), ("Live", "widget"), ("VisitsSummary", "get"), ("DevicesDetection", "getBrowsers"), ("Actions", "getPageUrls"), ("Referrers", "getAll"), ("UsersManager", "index"), ("SitesManager", "index"), ("CorePluginsAdmin", "plugins"), ("Diagnostics", "configfile"), ("API", "listAllAPI"), ("Installation", "systemCheckPage"), ("MultiSites", "index"), ("Dashboard", "embeddedIndex"), ("CoreAdminHome", "generalSettings"), ("PrivacyManager", "privacySettings")):
        crawl.ask(module + "." + action, base % (module, action))
    for method in ("VisitsSummary.get", "Actions.getPageUrls", "Referrers.getReferrerType", "DevicesDetection.getBrowsers", "Live.getLastVisitsDetails", "API.getProcessedReport&apiModule=Actions&apiAction=getPageUrls", "API.getReportMetadata", "SitesManager.getAllSites", "UserCountry.getCountry", "API.getSettings"):
        for form in ("json", "xml", "csv", "html", "tsv", "original", "rss"):
            crawl.ask(method + form, "/index.php?module=API&method=%s&idSite=1&period=day&date=today&format=%s" % (method, form))


def spip_steps(crawl):
    crawl.ask("home", "/spip.php")
    text = crawl.ask("install", "/ecrire/?exec=install")
    for number in range(9):
        count = len(re.findall(r"<form\b", text))
        if not count:
            break
        text = crawl.form("step %d" % number, text, {"server_db": "sqlite3", "choix_db": "new_spip", "table_new": "spip", "nom": "Me", "email": "me@example.com", "login": "me", "pass": "secret12", "pass_verif": "secret12", "login_hebergeur": ""}, count - 1)


def phpliteadmin_steps(crawl):
    text = crawl.ask("start", "/phpliteadmin.php")
    crawl.form("login", text, {"password": "admin"})
    text = crawl.ask("home", "/phpliteadmin.php")
    crawl.ask("create", "/phpliteadmin.php", {"new_dbname": "test.db"})
    text = crawl.ask("sql form", "/phpliteadmin.php?action=sql&view=sql")
    crawl.ask("sql", "/phpliteadmin.php?view=sql", {"queryval": "create table a (id integer primary key, name text); insert into a (name) values ('x'), ('y'); select * from a", "delimiter": ";", "query": "Go"})


def database_config(path, text):
    def setup(place):
        write(os.path.join(place["root"], path), text % {"port": place["database"].port if place["database"] else 0, "out": place["out"], "tree": place["tree"]})
    return setup


def cacti(place):
    write(place["root"] + "/etc/cacti/debian.php", "<?php $database_type='mysql'; $database_default='app'; $database_hostname='127.0.0.1'; $database_username='app'; $database_password='secret'; $database_port='%d'; $database_retries=1; $database_ssl=false; $rdatabase_default=''; $rdatabase_hostname=''; $poller_id=1; $url_path='/'; $cacti_session_name='Cacti'; $cacti_db_session=false; $disable_log_rotation=false; $proxy_headers=null; $i18n_handler=null; $i18n_force_language=null; $i18n_log=null; $i18n_text_log=null;\n" % place["database"].port)
    with open(place["root"] + "/usr/share/doc/cacti/cacti.sql") as file:
        place["database"].run("set global sql_mode=''; use app; " + file.read())


def cacti_steps(crawl):
    text = crawl.ask("start", "/index.php")
    crawl.form("login", text, {"login_username": "admin", "login_password": "admin"})
    crawl.ask("install", "/install/install.php")


def zabbix_steps(crawl):
    text = crawl.ask("start", "/setup.php")
    for number in range(8):
        count = len(re.findall(r"<form\b", text))
        if not count:
            break
        text = crawl.form("step %d" % number, text, {"next[%d]" % number: "Next step", "type": "MYSQL", "server": "127.0.0.1", "port": str(crawl.place["database"].port), "database": "app", "user": "app", "password": "secret"}, count - 1)


def rss_steps(crawl):
    crawl.ask("home", "/")
    for path in ("/?action=Frontpage&show_inactive=1", "/?action=List", "/?action=Detect&url=https://github.com/a/b&format=Html", "/?action=FindFeed&url=https://github.com/a/b&format=Html", "/?action=Connectivity", "/?action=Display&bridge=DemoBridge&context=testCheckbox&format=Atom", "/?action=display&bridge=Nothing", "/?action=Health") + tuple("/?action=display&bridge=DemoBridge&context=testCheckbox&testCheckbox=on&format=" + f for f in ("Atom", "Html", "Json", "Mrss", "Plaintext", "Sfeed")):
        crawl.ask(path, path)


def sql_token(crawl):
    return re.search(r'token["\']?\s*(?:value=|:|=)\s*["\']([^"\']+)', crawl.first).group(1)


def phpmyadmin_steps():
    def start(crawl):
        crawl.first = crawl.ask("start", "/index.php")
        token = re.search(r'name="token" value="([^"]+)"', crawl.first)
        token = html.unescape(token.group(1)) if token else ""
        for number, sql in enumerate(["select * from people", "select name, weight*2 from people order by born desc", "update people set name='Bobby' where id=2", "explain select * from people", "selec nothing", "show variables like 'v%'", "insert into people (name) values ('x')"]):
            crawl.ask("sql%d" % number, "/index.php?route=/sql", {"db": "app", "table": "people", "sql_query": sql, "token": token, "ajax_request": "true", "server": "1"})
        for kind in ("sql", "csv", "json", "xml", "php_array", "latex", "yaml", "texytext", "htmlword", "mediawiki", "pdf", "ods", "odt", "codegen"):
            crawl.ask("export " + kind, "/index.php?route=/export", [("db", "app"), ("table", "people"), ("export_type", "table"), ("export_method", "quick"), ("template_id", ""), ("what", kind), ("single_table", "1"), ("quick_or_custom", "custom"), ("output_format", "sendit"), ("filename_template", "@TABLE@"), ("charset", "utf-8"), ("compression", "none"), ("token", token), ("allrows", "1"), ("sql_query", "select * from people"),
                ("sql_structure_or_data", "structure_and_data"), ("sql_include_comments", "something"), ("sql_compatibility", "NONE"), ("sql_create_table", "something"), ("sql_if_not_exists", "something"), ("sql_auto_increment", "something"), ("sql_backquotes", "something"), ("sql_insert_syntax", "both"), ("sql_max_query_size", "50000"), ("sql_hex_for_binary", "something"), ("sql_type", "INSERT"),
                ("csv_separator", ","), ("csv_enclosed", '"'), ("csv_escaped", '"'), ("csv_terminated", "AUTO"), ("csv_null", "NULL"), ("csv_structure_or_data", "data"), ("json_structure_or_data", "data"), ("json_pretty_print", "something"), ("xml_structure_or_data", "data"), ("xml_export_tables", "something"), ("xml_export_contents", "something"), ("php_array_structure_or_data", "data"), ("latex_structure_or_data", "structure_and_data"), ("latex_caption", "something"), ("latex_structure_caption", "S"), ("latex_structure_continued_caption", "S"), ("latex_structure_label", "l"), ("latex_columns", "something"), ("latex_data_caption", "D"), ("latex_data_continued_caption", "D"), ("latex_data_label", "l"), ("latex_null", "NULL"),
                ("yaml_structure_or_data", "data"), ("texytext_structure_or_data", "structure_and_data"), ("texytext_null", "NULL"), ("htmlword_structure_or_data", "structure_and_data"), ("htmlword_null", "NULL"), ("mediawiki_structure_or_data", "structure_and_data"), ("mediawiki_caption", "something"), ("mediawiki_headers", "something"), ("pdf_report_title", "Title"), ("pdf_structure_or_data", "data"), ("ods_null", "NULL"), ("ods_structure_or_data", "data"), ("odt_structure_or_data", "structure_and_data"), ("odt_columns", "something"), ("odt_null", "NULL"), ("codegen_format", "0"), ("codegen_structure_or_data", "data")])
        crawl.ask("structure", "/index.php?route=/database/structure&db=app")
        crawl.ask("browse", "/index.php?route=/sql&db=app&table=people&pos=0")
        for page in "table/structure table/search table/operations table/tracking table/relation table/insert table/chart".split():
            crawl.ask(page, "/index.php?route=/%s&db=app&table=people" % page)
            
        for page in "database/designer database/data-dictionary database/routines database/events database/triggers database/multi-table-query database/qbe database/search database/operations database/export database/import server/export server/databases server/status server/variables server/collations server/engines server/plugins server/privileges server/sql preferences/manage preferences/forms?form=Features".split():
            crawl.ask(page, "/index.php?route=/%s&db=app" % page)
    return [start]


SITES = {
    "phpmyadmin": {"tree": "usr/share/phpmyadmin", "state": ["usr/share/phpmyadmin", "etc/phpmyadmin"], "database": True, "setup": phpmyadmin, "steps": phpmyadmin_steps(), "avoid": r"logout|phpinfo|\.(js|css|png|gif|svg)|url\.php|js/messages",
        "volatile": [(r"%PDF.*", "PDF"), (r"(showAll_|data-for=.{1,2}|RadioP|RadioF|TextRadio\w)\d+|noplugin.{1,10}value=\S+|left:\d+px; top:\d+px", "RANDOM"), (r"PHP version: .*|PHP extension:.*", ""), (r"(?m)^-- (PHP Version|Generation Time).*|\* PHP version.*", ""), (r"[A-Za-z0-9+/%]{60,}", "LONG")]},
    "mediawiki": {"tree": "usr/share/mediawiki", "state": ["var/lib/mediawiki", "etc/mediawiki"], "setup": mediawiki, "steps": mediawiki_steps(), "volatile": [(r'"wgRequestId":"[^"]*"', ""), (r"(?s)NewPP limit report.*?-->|Saved in (parser )?cache.*?-->", ""), (r"wgBackendResponseTime\D+\d+", ""), (r"reqId[^,]*", ""), (r"[0-9a-f]{20,}", "HEX"), (r"version=[\w]+", "version"), (r"\b[0-9a-z]{5}\b", "HASH5")], "avoid": r"logout|UserLogout|\.(png|svg|ico)"},
    "roundcube": {"tree": "usr/share/roundcube", "setup": roundcube, "steps": [installer({"_user": "me", "_pass": "x"}, 2), lambda crawl: [crawl.ask(p, p) for p in ("/installer/index.php", "/installer/index.php?_step=2", "/installer/index.php?_step=3", "/?_task=mail", "/program/js/app.js", "/?_task=utils&_action=error", "/?_task=login&_lang=de_DE")]]},
    "shaarli": {"tree": "usr/share/shaarli", "state": ["usr/share/shaarli", "var/lib/shaarli", "var/cache/shaarli"], "setup": shaarli, "steps": [shaarli_steps], "router": ["/tmp/shaarli-router.php"]},
    "matomo": {"tree": "usr/share/matomo", "state": ["usr/share/matomo", "var/cache/matomo", "etc/matomo", "var/lib/matomo"], "database": True, "docroot": "public", "setup": matomo, "steps": [matomo_steps]},
    "spip": {"tree": "usr/share/spip", "state": ["usr/share/spip", "var/lib/spip", "etc/spip", "var/cache/spip"], "steps": [spip_steps]},
    "phpliteadmin": {"tree": "usr/share/phpliteadmin", "state": ["usr/share/phpliteadmin", "var/lib/phpliteadmin"], "steps": [phpliteadmin_steps], "avoid": "logout|resource="},
    "cacti": {"tree": "usr/share/cacti", "state": ["usr/share/cacti", "etc/cacti", "var/lib/cacti"], "docroot": "site", "database": True, "setup": cacti, "steps": [cacti_steps], "avoid": r"logout|\.(js|css|png|gif|svg)"},
    "zabbix": {"tree": "usr/share/zabbix", "state": ["usr/share/zabbix", "etc/zabbix"], "database": True, "steps": [zabbix_steps], "avoid": r"logout|\.(js|css|png|gif|svg)"},
    "rss-bridge": {"tree": "usr/share/rss-bridge", "steps": [rss_steps], "words": ["-d", "display_errors=1"]},
    "postfixadmin": {"tree": "usr/share/postfixadmin", "state": ["usr/share/postfixadmin", "etc/postfixadmin", "var/cache/postfixadmin"], "docroot": "public", "setup": database_config("etc/postfixadmin/config.local.php", "<?php $CONF['configured'] = true; $CONF['database_type'] = 'sqlite'; $CONF['database_name'] = '%(out)s/pfa.db'; $CONF['setup_password'] = password_hash('secret', PASSWORD_DEFAULT);"), "steps": [lambda crawl: [crawl.ask(p, p) for p in ("/upgrade.php", "/setup.php", "/login.php", "/users/login.php", "/rss.php", "/main.php")]]},
    "phpsysinfo": {"tree": "usr/share/phpsysinfo", "steps": [lambda crawl: [crawl.ask(p, p) for p in ("/", "/index.php?disp=static", "/xml.php?json", "/read_config.php", "/js.php?name=jquery")]]},
    "phpldapadmin": {"tree": "usr/share/phpldapadmin", "docroot": "htdocs", "steps": [lambda crawl: crawl.ask("start", "/")]},
    "lam": {"tree": "usr/share/ldap-account-manager", "state": ["usr/share/ldap-account-manager", "var/lib/ldap-account-manager", "etc/ldap-account-manager"], "steps": [lambda crawl: [crawl.ask(p, p) for p in ("/templates/login.php", "/templates/config/index.php", "/templates/config/conflogin.php", "/templates/config/mainlogin.php")]]},
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("loxo")
    parser.add_argument("php")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of: " + " ".join(SITES))
    parser.add_argument("--out", default="/tmp/loxo-sites")
    parser.add_argument("--limit", type=int, default=120, help="how many pages to ask for")
    parser.add_argument("--show", type=int, default=10)
    options = parser.parse_intermixed_args()
    options.out = os.path.abspath(options.out)
    equal = [compare(options, name, SITES[name]) for name in options.names or SITES]
    sys.exit(0 if all(equal) else 1)


main()
