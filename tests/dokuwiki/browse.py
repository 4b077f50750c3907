#!/usr/bin/env python3
"""DokuWiki in headless Chromium, on Loxo and beside it on PHP: every step's page is compared.

    tests/dokuwiki/browse.py DOKUWIKI LOXO PHP [SHOTS]

DOKUWIKI is a fresh tree of a release, LOXO and PHP are the two programs; screenshots and pages of both go to the folder SHOTS.
Needs: apt-get install chromium chromium-driver; pip install selenium. Each server gets a copy of the tree, so nothing is left in DOKUWIKI.
"""

import base64
import difflib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP4z8DAwMDA8J+BgYGB4T8AHQcD/TLU0/4AAAAASUVORK5CYII="
)
TEXT = """====== Loxo ======
**bold** //italic// ''mono'' <del>old</del> ((a footnote)) [[start|home]] [[https://www.php.net/|PHP]]

  * one
    - two
> quoted
^ head ^ right  ^
| a    |      b |

<code php>
<?php echo "x";  // highlighted
</code>
~~NOTOC~~ :-) -> 640x480 "quotes" {{wiki:dokuwiki-128.png}}
"""
# What differs between two runs on the same server, and what it becomes.
VOLATILE = [
    (r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d (\+0000|GMT)", "TIME"),
    (r"\beyJ[\w.=+/-]+", "JWT"),
    (r"\d{4}\\/\d\d\\/\d\d \d\d:\d\d", "TIME"),
    (r"\b(cli-server|fpm-fcgi)\b", "SAPI"),
    (r"\btok=[0-9a-f]{6}\b", "tok=TOKEN"),
    (r"\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d(:\d\d)?([+-]\d\d:?\d\d)?", "TIME"),
    (r"\b1[6-9]\d{8}\b", "STAMP"),
    (r"\b[0-9a-f]{32}\b", "TOKEN"),
    (r"\btseed=\w+", "tseed=SEED"),
    (r"127\.0\.0\.1(:|%3A)\d+", "HOST"),
    (r"/tmp/doku-\w+", "TREE"),
    (r"\bDW[0-9a-f]{32}\b", "COOKIE"),
    (r"\d+ (seconds?|minutes?) ago", "AGO"),
]


FAILED = "The step failed with"
INSTALL = "form[method=post] button[type=submit]"


class Site:
    """One server with its own copy of the tree, and its own browser."""

    def __init__(self, name, tree, command):
        self.name, self.root = name, os.path.join(tempfile.mkdtemp(prefix="doku-"), "doku")
        shutil.copytree(tree, self.root)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.base = "http://127.0.0.1:%d/" % probe.getsockname()[1]
        self.log = open(os.path.join(os.path.dirname(self.root), "log"), "w+")
        words = [self.base[7:-1] if word == "ADDRESS" else word for word in command]
        self.server = subprocess.Popen(words, cwd=self.root, stdout=self.log, stderr=self.log)
        options = webdriver.ChromeOptions()
        for flag in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "window-size=1100,1400", "lang=en"):
            options.add_argument("--" + flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        WebDriverWait(self.browser, 20).until(lambda _: self.listens())

    def listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", int(self.base[:-1].rsplit(":", 1)[1]))) == 0

    def open(self, path):
        self.browser.get(self.base + path)

    def one(self, css):
        return WebDriverWait(self.browser, 20).until(lambda browser: browser.find_element(By.CSS_SELECTOR, css))

    def fill(self, css, text):
        field = self.one(css)
        field.clear()
        field.send_keys(text)

    def press(self, css):
        """Clicks, and waits for the page that comes."""
        old = self.browser.find_element(By.TAG_NAME, "html")
        self.browser.execute_script("arguments[0].click()", self.one(css))
        WebDriverWait(self.browser, 60).until(lambda browser: browser.find_element(By.TAG_NAME, "html") != old)

    def page(self):
        # Scripts of the page may still be at work.
        WebDriverWait(self.browser, 30).until(
            lambda browser: browser.execute_script(
                "return document.readyState === 'complete' && (!window.jQuery || (jQuery.active === 0 && jQuery(':animated').length === 0))"
            )
        )
        return settled(self.browser.page_source)

    def console(self):
        # The browser asks for the icon whenever it likes, and for images in any order.
        told = [entry["message"] for entry in self.browser.get_log("browser")]
        return sorted(settled(message) for message in told if "favicon.ico" not in message)

    def end(self):
        self.browser.quit()
        self.server.terminate()
        self.server.wait(40)
        shutil.rmtree(os.path.dirname(self.root))


def settled(text):
    for pattern, word in VOLATILE:
        text = re.sub(pattern, word, text)
    return text


def install(site):
    for field, text in (("title", "Wiki"), ("superuser", "admin"), ("fullname", "The Admin"), ("email", "a@example.com")):
        site.fill("#" + field, text)
    site.fill("#password", "loxo-secret")
    site.fill("#confirm", "loxo-secret")
    site.press(INSTALL)


def log_in(site, password="loxo-secret"):
    site.open("doku.php?id=start&do=login")
    site.fill("input[name=u]", "admin")
    site.fill("input[name=p]", password)
    site.press("#dw__login button[type=submit]")


def write(site, page, text, summary):
    site.open("doku.php?id=%s&do=edit" % page)
    site.browser.execute_script("document.querySelector('#wiki__text').value = arguments[0]", text)
    site.fill("#edit__summary", summary)


def later(site):
    """Two revisions in one second would be one."""
    time.sleep(1.1)


def upload(site):
    image = os.path.join(os.path.dirname(site.root), "pixel.png")
    with open(image, "wb") as file:
        file.write(PIXEL)
    site.open("lib/exe/mediamanager.php?ns=")
    site.one(".qq-upload-button input[type=file]").send_keys(image)
    site.one("#mediamanager__upload_button").click()
    site.one("li.qq-upload-success")


def raw(path):
    """Not through the page: scripts, feeds, and images, with the fields of the head that count."""

    def step(site):
        agent = urllib.request.Request(site.base + path, headers={"User-Agent": "browse"})
        try:
            answer = urllib.request.urlopen(agent, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        body = answer.read().decode("latin-1")
        fields = ["%s: %s" % (name, answer.headers.get(name)) for name in ("Content-Type", "Cache-Control", "Location", "Content-Disposition")]
        return settled("\n".join([str(answer.status)] + fields + [body]))

    return step


def edit_twice(site):
    write(site, "sandbox:two", "first\n\nstays\n", "one")
    site.press("#edbtn__save")
    later(site)
    write(site, "sandbox:two", "second ä€\n\nstays\n\nnew\n", "two")
    site.press("#edbtn__save")


def compare(site):
    site.open("doku.php?id=sandbox:two&do=revisions")
    site.press("#page__revisions a.diff_link")


def restore(site):
    site.open("doku.php?id=sandbox:two&do=revisions")
    site.press("#page__revisions li:last-child a.wikilink1")
    later(site)
    site.open(site.browser.current_url[len(site.base):] + "&do=edit")
    site.press("#edbtn__save")


def search(site):
    # The index of a page is made by the image at its end.
    for page in ("start", "loxo", "sandbox:two"):
        urllib.request.urlopen(site.base + "lib/exe/taskrunner.php?id=" + page).read()
    site.open("doku.php?id=start")
    site.fill("#qsearch__in", "bold")
    site.press("#dw__search button[type=submit]")


def configure(site):
    site.open("doku.php?id=start&do=admin&page=config")
    site.fill("[name='config[tagline]']", "from the browser")
    Select(site.one("[name='config[typography]']")).select_by_value("2")
    site.press("#dw__configform button[type=submit], form button[type=submit][name=submit]")


def go(path):
    return lambda site: site.open(path)


def press(css):
    return lambda site: site.press(css)


STEPS = [
    ("install page", go("install.php")),
    ("install page in German", go("install.php?l=de")),
    ("install without a password", lambda site: (site.open("install.php"), site.fill("#superuser", "x"), site.press(INSTALL))),
    ("install", lambda site: (site.open("install.php"), install(site))),
    ("first page", go("doku.php")),
    ("the folder", go("")),
    ("style sheet", raw("lib/exe/css.php?t=dokuwiki")),
    ("script", raw("lib/exe/js.php?t=dokuwiki")),
    ("jquery", raw("lib/exe/jquery.php")),
    ("wrong password", lambda site: log_in(site, "wrong")),
    ("login", log_in),
    ("a page that is missing", go("doku.php?id=loxo")),
    ("edit", lambda site: write(site, "loxo", TEXT, "made")),
    ("preview", press("#edbtn__preview")),
    ("save", lambda site: (write(site, "loxo", TEXT, "made"), site.press("#edbtn__save"))),
    ("two revisions", edit_twice),
    ("history", go("doku.php?id=sandbox:two&do=revisions")),
    ("difference", compare),
    ("difference inline", lambda site: (compare(site), site.open(site.browser.current_url[len(site.base):] + "&difftype=inline"))),
    ("restore", restore),
    ("recent changes", go("doku.php?id=start&do=recent")),
    ("search", search),
    ("search by fragment", go("doku.php?id=start&do=search&q=bol*")),
    ("index", go("doku.php?id=start&do=index")),
    ("backlinks", go("doku.php?id=start&do=backlink")),
    ("upload", upload),
    ("media manager", go("doku.php?id=start&do=media&ns=")),
    ("the image", raw("lib/exe/fetch.php?media=pixel.png")),
    ("the image, smaller", raw("lib/exe/fetch.php?w=1&media=pixel.png")),
    ("image details", go("lib/exe/detail.php?media=pixel.png")),
    ("a page with the image", lambda site: (write(site, "image", "{{pixel.png?50}} {{:pixel.png|t}}", ""), site.press("#edbtn__save"))),
    ("syntax page", go("doku.php?id=wiki:syntax")),
    ("plain text", raw("doku.php?id=loxo&do=export_raw")),
    ("XHTML", raw("doku.php?id=loxo&do=export_xhtml")),
    ("code block", raw("doku.php?id=loxo&do=export_code&codeblock=0")),
    ("profile", go("doku.php?id=start&do=profile")),
    ("admin", go("doku.php?id=start&do=admin")),
    ("access rights", go("doku.php?id=start&do=admin&page=acl")),
    ("users", go("doku.php?id=start&do=admin&page=usermanager")),
    ("settings", go("doku.php?id=start&do=admin&page=config")),
    ("change settings", configure),
    ("extensions", go("doku.php?id=start&do=admin&page=extension&tab=plugins")),
    ("style settings", go("doku.php?id=start&do=admin&page=styling")),
    ("revert", go("doku.php?id=start&do=admin&page=revert")),
    ("feed", raw("feed.php")),
    ("feed, RSS 2", raw("feed.php?type=rss2&mode=list&ns=wiki")),
    ("site map", raw("doku.php?do=sitemap")),
    ("XML-RPC", raw("lib/exe/xmlrpc.php")),
    ("logout", lambda site: (site.open("doku.php?id=start"), site.press("a[href*='do=logout']"))),
    ("register", go("doku.php?id=start&do=register")),
    ("no access", go("doku.php?id=start&do=admin")),
    ("bad id", go("doku.php?id=%FF%3Cscript%3E")),
    ("a missing file", raw("lib/exe/fetch.php?media=missing.png")),
]


def result(site, step):
    try:
        answer = step(site)
        return answer if isinstance(answer, str) else site.page()
    except Exception as error:  # A step that fails is a result too.
        return "%s %s: %s\n%s" % (FAILED, type(error).__name__, str(error).split("Stacktrace")[0], site.page())


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    tree, loxo, php = (os.path.abspath(path) for path in sys.argv[1:4])
    shots = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 else tempfile.mkdtemp(prefix="shots-")
    os.makedirs(shots, exist_ok=True)
    sites = [Site("loxo", tree, [loxo, "serve", ".", "--listen", "ADDRESS"]), Site("php", tree, [php, "-S", "ADDRESS"])]
    different = 0
    try:
        for number, (name, step) in enumerate(STEPS, 1):
            pages, consoles = [], []
            for site in sites:
                pages.append(result(site, step))
                consoles.append(site.console())
                stem = os.path.join(shots, "%02d-%s" % (number, site.name))
                site.browser.save_screenshot(stem + ".png")
                with open(stem + ".html", "w") as file:
                    file.write(pages[-1])
            equal = pages[0] == pages[1] and consoles[0] == consoles[1] and not pages[1].startswith(FAILED)
            different += not equal
            print("%-9s %2d %s" % ("equal" if equal else "DIFFERENT", number, name), flush=True)
            for ours, theirs in (pages, map("\n".join, consoles)):
                lines = difflib.unified_diff(theirs.replace("><", ">\n<").splitlines(), ours.replace("><", ">\n<").splitlines(), n=0, lineterm="")
                for line in list(lines)[2:22]:
                    print("    " + line[:300])
            if pages[1].startswith(FAILED):
                print("    " + pages[1].splitlines()[0])
    finally:
        for site in sites:
            site.end()
    print("%d steps, %d equal, %d different; screenshots in %s" % (len(STEPS), len(STEPS) - different, different, shots))
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
