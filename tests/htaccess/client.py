"""Many requests on one connection, and what of the answers is compared."""

import json
import re
import socket
import urllib.parse

# Set by whoever started the server, by its address or by the clock: no rule changes them.
UNCOMPARED = re.compile(
    r"(REMOTE_PORT|REQUEST_TIME(_FLOAT)?|SERVER_(SOFTWARE|SIGNATURE|PORT|ADDR|ADMIN)|FCGI_ROLE|USER|HOME|PATH|GATEWAY_INTERFACE|CONTEXT_\w+"
    # With php-fpm a name of mod_rewrite's own shows in it.
    r"|PATH_TRANSLATED"
    # There if a rule has asked for it, since Apache then looks it up.
    r"|REMOTE_HOST"
    r"|HTTP_CONNECTION|proxy-\w+|argv|argc)$")
HEADERS = re.compile(rb"(content-type|location|cache-control|www-authenticate|set-cookie|content-language|content-encoding|vary|x-[\w-]+)$")
BODYLESS = {204, 304}


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def facts(self, port):
        """What must be equal, by name. The two servers have different ports."""
        facts = {"status": self.status}
        place = f"compare.test:{port}"
        if b"<title>Index of " in self.body[:200]:
            facts["listing"] = True
        # Apache asks php-fpm for scripts that are not there, too: the answer is no error of its own.
        if self.body == b"File not found.\n":
            facts["missing script"] = True
        for name, value in self.headers:
            if name == b"expires":
                facts["expires"] = "present"
            elif HEADERS.match(name):
                # Error pages of the servers' own have types of their own.
                if name == b"content-type" and (not self.is_document() or value == b"application/octet-stream"):
                    continue
                text = re.sub(r"^PHP/[\d.]+$", "PHP", value.decode("latin-1"))
                if name == b"set-cookie":
                    text = re.sub(r"expires=[^;]*", "expires=…", text)
                name = name.decode()
                text = text.replace(place, "compare.test")
                facts[name] = facts[name] + " | " + text if name in facts else text
        if self.body.startswith(b'{"_SERVER":'):
            try:
                variables = json.loads(self.body)["_SERVER"]
            except ValueError:
                facts["body"] = self.body.decode("latin-1")
            else:
                facts.update((f"$_SERVER[{name}]", str(value).replace(place, "compare.test")) for name, value in variables.items() if not UNCOMPARED.match(name))
        elif self.is_document():
            facts["body"] = self.body.decode("latin-1").replace(place, "compare.test")
        return facts

    def is_document(self):
        """A file of the tree or a text of the rules, not a page of the server's own."""
        if b"<title>Index of " in self.body[:200]:
            return False
        if self.body.startswith((b"<!DOCTYPE HTML PUBLIC", b"<!doctype html>\n<title>")):
            return False
        return self.status < 300 or self.body.startswith((b"file ", b"document ", b'{"_SERVER":'))


class Connection:
    def __init__(self, port):
        self.port, self.socket, self.buffer = port, None, b""

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.socket, self.buffer = None, b""

    def ask(self, requests):
        """The answers to [(method, target, [(header, value)])], asked one behind the other without waiting."""
        answers, failures = [], 0
        while len(answers) < len(requests):
            if self.socket is None:
                self.socket = socket.create_connection(("127.0.0.1", self.port), 20)
            rest = requests[len(answers):]
            before = len(answers)
            try:
                self.socket.sendall(b"".join(message(*request) for request in rest))
                for method, _, _ in rest:
                    answer, closes = self.read(method)
                    answers.append(answer)
                    if closes:
                        raise ConnectionError
            except OSError:
                self.close()
                failures = 0 if len(answers) > before else failures + 1
                if failures == 2:
                    answers.append(Answer(0, [], b""))
                    failures = 0
        return answers

    def read(self, method):
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        first, *lines = head.split(b"\r\n")
        status = int(first.split()[1])
        headers = [(name.lower().strip(), value.strip()) for name, _, value in (line.partition(b":") for line in lines)]
        fields = dict(headers)
        closes = fields.get(b"connection", b"").lower() == b"close" or first.startswith(b"HTTP/1.0")
        body = b""
        if method == "HEAD" or status in BODYLESS:
            pass
        elif fields.get(b"transfer-encoding") == b"chunked":
            while True:
                while b"\r\n" not in self.buffer:
                    self.more()
                size, self.buffer = self.buffer.split(b"\r\n", 1)
                size = int(size.split(b";")[0], 16)
                body += self.take(size)
                self.take(2)
                if size == 0:
                    break
        elif b"content-length" in fields:
            body = self.take(int(fields[b"content-length"]))
        else:
            closes = True
            try:
                while True:
                    self.more()
            except ConnectionError:
                body = self.buffer
        return Answer(status, headers, body), closes

    def more(self):
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError
        self.buffer += data

    def take(self, size):
        while len(self.buffer) < size:
            self.more()
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken


def message(method, target, headers):
    lines = [f"{method} {target} HTTP/1.1", "Host: compare.test"] + [f"{name}: {value}" for name, value in headers]
    if method == "POST":
        lines.append("Content-Length: 0")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape")


def is_stricter(method, target, expected, found):
    """What Loxo never shows, whatever rules say: paths with NUL, files whose names begin with a dot, lists of folders."""
    if expected.get("missing script"):
        # Apache's answer is php-fpm's: what rules have for such an error is not asked.
        return found["status"] >= 300 or method == "OPTIONS"
    if "%00" in target:
        return found["status"] in (400, 404) and expected["status"] >= 400
    if "/.ht" in urllib.parse.unquote(target):
        # Sections of Apache's own for them come before others, which may open them.
        return found["status"] == 403
    if expected.get("listing"):
        return found["status"] == 403
    is_hidden = re.match(r"file /(.*/)?\.", expected.get("body", "")) is not None or method != "GET" and "/." in target
    return found["status"] == 404 and is_hidden


def is_same(expected, found):
    """Equal, but for ages, in which the seconds between the two servers' answers show."""
    if expected is None or found is None:
        return expected == found
    age = re.compile(r"\bmax-age=(\d+)")
    ages = [list(map(int, age.findall(str(value)))) for value in (expected, found)]
    without = [age.sub("max-age=", str(value)) for value in (expected, found)]
    return without[0] == without[1] and all(abs(one - other) <= 5 for one, other in zip(*ages))


def differences(request, expected, found):
    """What differs between two answers' facts: (name, Apache's, Loxo's)."""
    if expected["status"] != found["status"]:
        if is_stricter(request[0], request[1], expected, found):
            return []
        return [("status", expected["status"], found["status"])]
    names = sorted(expected.keys() | found.keys())
    if expected.get("missing script"):
        names = []
    if request[0] == "OPTIONS":
        names = [name for name in names if not name.startswith("content-")]
    if request[0] == "HEAD" and expected["status"] == 404:
        # There is no body that says whether php-fpm was asked for a script that is not there.
        names = []
    return [(name, expected.get(name), found.get(name)) for name in names if not is_same(expected.get(name), found.get(name))]
