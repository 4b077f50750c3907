"""Rule sets that are written down, and those that applications ship."""

import glob
import os
import re

from tree import SCRIPT


def committed():
    """The files of `cases`: sections `== PATH` with a file each, then `== requests` with a line each."""
    found = []
    for path in sorted(glob.glob(os.path.join(os.path.dirname(__file__), "cases", "*.case"))):
        files, requests = {}, []
        with open(path, encoding="utf-8") as file:
            parts = file.read().split("\n== ")
        for part in parts[1:]:
            name, _, text = part.partition("\n")
            if name == "requests":
                requests = [request(line) for line in text.splitlines() if line]
            else:
                # What a file holds matters for rules alone.
                text = text.rstrip("\n")
                files[name] = text + "\n" if text else SCRIPT if name.endswith(".php") else f"file {name}\n"
        found.append((os.path.basename(path)[:-5], files, requests, False))
    return found


def request(line):
    """`[METHOD ]TARGET[ | Name: value]…`"""
    first, *fields = line.split(" | ")
    method, _, target = first.rpartition(" ")
    return method or "GET", target, [tuple(field.split(": ", 1)) for field in fields]


def shipped(folder):
    """A folder of applications, as packages have them: their `.htaccess` files, with scripts and files of our own in the places of theirs."""
    found = []
    for name in sorted(os.listdir(folder)):
        top = os.path.join(folder, name)
        files, paths = {}, []
        for here, folders, names in os.walk(top):
            folders.sort()
            for file in sorted(names):
                path = "/" + os.path.relpath(os.path.join(here, file), top)
                if file.startswith(".ht") or file == ".htaccess":
                    with open(os.path.join(here, file), encoding="utf-8", errors="surrogateescape") as opened:
                        # What is for mod_php: Apache with php-fpm does not know it.
                        text = re.sub(r"(?m)^\s*php_(value|flag)\s.*$", "", opened.read())
                        files[path] = re.sub(r"<IfModule (mod_php\d?\.c|php\d?_module)>", "<IfModule mod_none.c>", text)
                else:
                    files[path] = SCRIPT if file.endswith(".php") else f"file {path}\n"
                paths.append(path)
        found.append((name, files, requests_for(paths), False))
    return found


def requests_for(paths, most=50):
    """Pages that applications have, and files of theirs: first those beside a `.htaccess`, then others evenly over the whole tree."""
    pages = ["/", "/about/", "/2024/05/a-title/?page=2", "/index.php", "/index.php/a/b?c=d", "/index.php?q=a/b", "/user/login?destination=x", "/wiki/Main_Page", "/api/v1/items?limit=2",
             "/feed/", "/no/such.php", "/no/such.css", "/.git/config", "/.env", "/.well-known/carddav", "/.well-known/acme-challenge/x", "/composer.json", "/core/x.php",
             "/remote.php/dav/files", "/ocs/v1.php/x?format=json", "/administrator/", "/vendor/autoload.php", "/%2e%2e/etc/passwd", "/a%2fb"]
    beside = [path.rsplit("/", 1)[0] + "/" for path in paths if path.endswith("/.htaccess")]
    beside += [folder + "x.php" for folder in beside] + [folder + "x.txt" for folder in beside]
    rest = [path for path in paths if not path.endswith(".htaccess")]
    step = max(1, len(rest) // max(1, most - len(pages) - len(beside)))
    chosen = list(dict.fromkeys(pages + beside + rest[::step]))
    headers = [("Authorization", "Basic YTpi"), ("X-Forwarded-Proto", "https"), ("User-Agent", "Mozilla/5.0")]
    return [("GET", path.replace(" ", "%20"), headers if index % 5 == 0 else []) for index, path in enumerate(chosen)]
