"""Rule sets and requests from a seed: the same seed gives the same sets."""

import random

from tree import COMMON

PATHS = """/ /index.php /page.php /page.php/more/path /api.php /a.txt /b.html /style.css /script.js /data.json /img/logo.png /img /img/ /sub /sub/
/sub/page.php /sub/c.txt /sub/none /sub/deep/ /sub/deep /sub/deep/d.php /sub/deep/d.php/x /sub/deep/e.txt /secret/key.txt /secret/ /secret
/secret/admin.php /UPPER.txt /upper.txt /sp%20ace.txt /.hidden /.env /empty /empty/ /link.txt /linkdir/c.txt /linkdir/page.php /outside.txt /dangling
/none /none/x/y /old/page /old/a.txt /product/42 /product/42/edit /blog/2024/05/a-title /user/alice /user/Bob /shop/ /shop/cart /en/page /de/page
/new/page /x /x.html /page /page.html /a.txt/more /page.php5 /backup.sql /config.inc.php /.htaccess /.htpasswd /sub/.htaccess /feed /wp-admin
/gone /teapot /deny/x /go/away /loop /loop/loop /a /b /c /foo/bar/baz /foo%20bar /caf%C3%A9 /a+b /a%2Bb /a%26b /q%3Fx /50%25""".split()
# What must not lead around a rule.
TRAVERSALS = """/sub/../a.txt /sub/../secret/key.txt /secret/../secret/key.txt /./secret/key.txt //secret/key.txt /secret//key.txt /secret/./key.txt
/secret%2fkey.txt /secret%2Fkey.txt /secret/%2e/key.txt /sub/%2e%2e/secret/key.txt /%73ecret/key.txt /secret/key.txt%00 /secret/key.txt%00.png
/secret/key.txt. /secret/key.txt/ /secret/key.txt/. /secret./key.txt /SECRET/key.txt /secret/KEY.TXT /secret/key.TXT /secret%5ckey.txt
/secret\\key.txt /sub%5c..%5csecret/key.txt /..%2fsecret/key.txt /../secret/key.txt /.%2e/secret/key.txt /sub/..;/secret/key.txt
/secret/key.txt;x /secret/key.txt%20 /secret/key.txt%0a /secret/admin.php/ /secret/admin.php/x.png /secret/admin.php. /secret/admin.PHP
/linksecret/key.txt /linkkey.txt /%2e%68tpasswd /.HTACCESS /.ht%61ccess /sub/.htaccess/ /a.txt%2e /.env%20 /page.php%00.txt /page.php%0a
/..../secret/key.txt /.../a.txt /sub/.../c.txt /sub/..secret /%c0%ae%c0%ae/secret/key.txt /%252e%252e/secret/key.txt /secret%252fkey.txt
/a.txt::$DATA /secret/key.txt%3f /secret/key.txt%23 /img/../secret/./key.txt /sub/deep/../../secret/key.txt /%E0%80%AFsecret/key.txt""".split()
QUERIES = ["", "", "", "?a=1", "?a=1&b=2", "?q=x%20y", "?q=a+b", "?id=42", "?", "?a=%26&b=%3D", "?lang=de", "?page=2", "?debug", "?x=../../etc/passwd",
           "?q=caf%C3%A9", "?id=42&id=43", "?a=%3Cscript%3E", "?redirect=http://other.test/"]
HEADERS = [[("Cookie", "lang=de; seen=1")], [("Cookie", "session=abc")], [("User-Agent", "Mozilla/5.0 (X11) Firefox/99.0")],
           [("User-Agent", "BadBot/1.0")], [("User-Agent", "curl/8")], [("Referer", "http://compare.test/page")], [("Referer", "http://other.test/")],
           [("Accept", "text/html,image/webp")], [("Accept-Language", "de-AT,de;q=0.8")], [("X-Requested-With", "XMLHttpRequest")],
           [("X-Forwarded-Proto", "https")], [("X-Forwarded-For", "10.1.2.3")], [("Authorization", "Basic YWxpY2U6c2VjcmV0")],
           [("Authorization", "Basic YWxpY2U6d3Jvbmc=")], [("Authorization", "Basic Ym9iOmJvYg==")], [("Authorization", "Bearer abc")],
           [("Accept-Encoding", "gzip")]]
PATTERNS = ["^page$", "^old/(.*)$", "^old/(.+)", "^product/([0-9]+)(/edit)?$", "^blog/(\\d{4})/(\\d\\d)/([a-z-]+)/?$", "^user/([^/]+)$", "^shop/?$",
            "^(en|de)/(.*)$", "^(.*)$", ".*", "^", ".", "(.*)", "^sub/(.*)$", "^(.+)\\.html$", "^a\\.txt$", "\\.(png|css)$", "^none", "!^index\\.php$",
            "!\\.(txt|css|png)$", "^gone$", "^teapot$", "^deny/", "^go/(.*)", "^loop", "^([abc])$", "^foo/([^/]*)/([^/]*)", "^foo bar$", "^caf",
            "^x(\\.html)?$", "^secret/", "^\\.", "(^|/)\\.(?!well-known)", "^page\\.php/(.*)$", "^api", "^upper\\.txt$", "^img/(.*)$", "^/?secret",
            "^a\\+b$", "^a&b$", "^q\\?x$", "^(?<word>\\w+)$", "^50%$", "^UPPER", "^new/(.*)$", "^$", "^linkdir/(.*)", "([a-z]+)/([a-z]+)$", "^.*/$"]
TARGETS = ["index.php", "page.php", "page.php?x=$1", "api.php?a=$1&b=$2", "{B}/page.php", "{B}/page.php?from=$1", "sub/page.php", "{B}/$1", "$1",
           "new/$1", "sub/$1", "/index.php", "a.txt", "b.html", "index.php/$1", "page.php/$1", "index.php?%{{QUERY_STRING}}", "page.php?c=%1&d=%2",
           "http://other.test/$1", "http://compare.test{B}/new/$1", "https://%{{HTTP_HOST}}%{{REQUEST_URI}}", "{B}/new/$1?keep=%{{QUERY_STRING}}",
           "%{{REQUEST_URI}}", "page.php?uri=%{{REQUEST_URI}}", "page.php?", "{B}/gone?", "page.php?h=%{{HTTP_HOST}}&m=%{{REQUEST_METHOD}}", "loop/$0",
           "a b.php", "page.php?v=$1#frag", "$1.php", "$1.html", "secret/key.txt", "{B}/secret/key.txt", "../$1", "./page.php", "img/$1.png", "{R}/a.txt",
           "page.php?e=%{{ENV:seen}}", "page.php?q=\\$1", "page.php?l=${{lower}}x", "/other", "page.php?t=%{{TIME_YEAR}}", "sub/", "sub", "caf%C3%A9.php",
           "page.php?u=%{{HTTP_USER_AGENT}}", "page.php?p=%{{PATH_INFO}}&f=%{{REQUEST_FILENAME}}", "page.php?d=%{{DOCUMENT_ROOT}}", "", "$1/x"]
FLAGS = ["L", "L", "L", "L", "END", "QSA", "QSD", "R", "R=301", "R=302", "R=303", "R=307", "R=308", "R=404", "R=410", "F", "G", "NC", "NE", "B",
         "PT", "C", "S=1", "S=2", "N", "N=3", "DPI", "NS", "QSL", "E=seen:1", "E=seen:$1", "E=!seen", "E=host:%{{HTTP_HOST}}", "E=word:%1",
         "CO=seen:1:compare.test", "CO=seen:$1:compare.test:60:/:secure:httponly", "CO=;a:b;v:;compare.test", "CO=x:y:compare.test:0:/:0:0:lax",
         "H=text/plain", "T=text/plain", "T=application/x-test", "BNE=/", "B= &", "BCTLS", "UnsafeAllow3F", "UnsafePrefixStat", "redirect=permanent",
         "R=temp", "last", "nocase", "forbidden", "env=a:b"]
VARIABLES = ["REQUEST_URI", "REQUEST_FILENAME", "SCRIPT_FILENAME", "QUERY_STRING", "HTTP_HOST", "HTTP_USER_AGENT", "HTTP_COOKIE", "HTTP_REFERER",
             "HTTP_ACCEPT", "REQUEST_METHOD", "THE_REQUEST", "REMOTE_ADDR", "HTTPS", "SERVER_NAME", "SERVER_PROTOCOL", "REQUEST_SCHEME", "PATH_INFO",
             "DOCUMENT_ROOT", "REMOTE_USER", "ENV:seen", "ENV:REDIRECT_STATUS", "HTTP:X-Requested-With", "HTTP:Accept-Language", "HTTP:X-Forwarded-Proto",
             "SSL:SSL_PROTOCOL", "IS_SUBREQ", "LA-U:REMOTE_USER", "LA-U:REQUEST_FILENAME", "LA-F:REQUEST_FILENAME", "TIME_YEAR", "SERVER_ADMIN",
             "CONTEXT_PREFIX", "IPV6", "AUTH_TYPE", "HTTP_FORWARDED", "REMOTE_HOST", "CONN_REMOTE_ADDR"]
TESTS = ["-f", "!-f", "!-d", "-d", "-s", "-l", "!-l", "-x", "-F", "-U", "-h", "-L", "=on", "=GET", "!=on", "=\"\"", "!^$", "^$", "^(.*)$", "a=([^&]*)", "lang=de",
         "lang=(\\w+)", "^/", "\\.php$", "\\.(txt|png)$", ">m", "<m", ">=GET", "<=/sub", "-eq 1", "-gt 0", "-lt 2000", "-ge 2024", "-ne 0", "-le 5", "on",
         "!=\"off\"", "Firefox", "BadBot", "XMLHttpRequest", "^compare\\.test$", "other", "^10\\.", "^127\\.0\\.0\\.1$", "^(GET|HEAD)$", "POST",
         "^GET\\ /([^\\ ]*)", "id=([0-9]+)", "/secret/", "1", "!1", "(%0|\\.\\.)", "^(.+?)/?$"]
SUBJECTS = ["{B}/a.txt", "%{{DOCUMENT_ROOT}}{B}/a.txt", "{R}/$1", "{R}/$1.php", "%{{REQUEST_FILENAME}}.php", "%{{REQUEST_FILENAME}}.html", "$1", "$0", "%1",
            "%{{DOCUMENT_ROOT}}/$1", "x$1", "%{{HTTP_HOST}}%{{REQUEST_URI}}", "{R}/sub/page.php", "42", "%{{QUERY_STRING}}#$1", "{R}/link.txt", "{R}/outside.txt"]
EXPRESSIONS = ["%{{REQUEST_URI}} =~ m#/sub/#", "%{{QUERY_STRING}} =~ /a=(\\d)/", "-f %{{REQUEST_FILENAME}}", "%{{REQUEST_METHOD}} == 'POST'",
               "%{{HTTP_USER_AGENT}} =~ /BadBot/i", "-n %{{QUERY_STRING}}", "-z %{{QUERY_STRING}}", "%{{REQUEST_URI}} -strmatch '*/img/*'",
               "%{{HTTP_HOST}} == 'compare.test' && %{{REQUEST_URI}} =~ /txt$/", "%{{REMOTE_ADDR}} -ipmatch '127.0.0.0/8'", "! -d %{{REQUEST_FILENAME}}",
               "req('Accept-Language') =~ /^de/", "%{{REQUEST_URI}} in {{ '{B}/a.txt', '{B}/b.html' }}", "tolower(%{{REQUEST_URI}}) =~ /upper/",
               "%{{TIME_YEAR}} -gt 2000", "-R '127.0.0.1'", "true", "false || %{{REQUEST_URI}} == '{B}/x'", "(%{{QUERY_STRING}} == 'a=1') || reqenv('seen') == '1'",
               "%{{REQUEST_URI}}.'x' == '{B}/xx'", "-T reqenv('seen')", "%{{REQUEST_FILENAME}} =~ m#\\.png$#", "unescape('%41') == 'A'",
               "base64('a') == 'YQ=='", "%{{HTTP:Cookie}} =~ /lang=(?<l>..)/", "%{{REQUEST_STATUS}} == 404", "osenv('NONE') == ''", "filesize('{R}/a.txt') -gt 3",
               "%{{HTTPS}} == 'on'", "sha1('a') =~ /^86f7/", "%{{REQUEST_URI}} -fnmatch '*.txt'", "escape('a b') == 'a%20b'"]
NAMES = ["a.txt", "*.txt", "*.php", "key.txt", "page.php", "*", "?.html", "\"*.p?p\"", "~ \"\\.(txt|css)$\"", ".env", "admin.php", "index.php"]
FILE_PATTERNS = ["\\.(txt|png)$", "^\\.", "\"\\.php$\"", "^a\\.", "\"(?i)\\.TXT$\"", "^(key|admin)\\.", "\"^$\"", "\\.(env|sql|inc\\.php)$", "\"^(?<name>[a-z]+)\\.txt$\""]
HEADER_LINES = ["set X-A one", "set X-A \"two words\"", "append X-A more", "add X-B 1", "unset X-A", "always set X-C c", "merge Cache-Control no-cache",
                "set Cache-Control \"max-age=60, public\"", "set X-Host \"%{{host}}e\"", "set X-Seen \"%{{seen}}e\"", "set X-S 1 env=seen", "set X-N 1 env=!seen",
                "always append X-C d", "edit X-A o 0", "edit* X-A o 0", "set X-E \"expr=%{{REQUEST_METHOD}}\"", "set X-I 1 \"expr=%{{REQUEST_URI}} =~ /txt/\"",
                "setifempty X-A three", "echo ^X-Req", "unset Content-Type", "set Content-Type text/x-other", "always unset X-Powered-By", "note X-A n", "set X-P 100%%",
                "add Set-Cookie a=b", "onsuccess set X-O o", "edit X-Powered-By ^PHP.* gone", "always set X-V \"%{{HTTP_HOST}}s\""]
REQUEST_HEADER_LINES = ["set X-Added yes", "unset Cookie", "append User-Agent more", "edit Referer other mine", "setifempty Accept none", "set X-E \"%{{seen}}e\"",
                        "unset Authorization", "set X-I 1 \"expr=-n %{{QUERY_STRING}}\"", "set X-I 1 env=seen"]
REQUIRES = ["all granted", "all denied", "ip 127.0.0.1", "ip 10.0.0.0/8", "not ip 10.0.0.1", "method GET HEAD", "method POST", "env seen", "env bad",
            "expr %{{REQUEST_URI}} =~ /txt/", "expr \"%{{HTTP_USER_AGENT}} != 'BadBot/1.0'\"", "valid-user", "user alice", "user bob", "not all denied", "local",
            "ip 127.0.0", "ip ::1", "user nobody"]
SETENVIF = ["SetEnvIf Request_URI \"\\.txt$\" seen", "SetEnvIf Request_URI \"/(\\w+)\\.php\" script=$1", "SetEnvIf User-Agent BadBot bad", "SetEnvIf Referer other bad=1 seen=2",
            "SetEnvIfNoCase User-Agent badbot bad=yes", "BrowserMatch Firefox fox !seen", "BrowserMatchNoCase firefox fox=2", "SetEnv plain value", "SetEnv seen 3",
            "UnsetEnv seen", "SetEnvIf Remote_Addr ^127 here=1", "SetEnvIf Request_Method GET get", "SetEnvIf Request_Protocol HTTP/1.1 eleven", "PassEnv NONE",
            "SetEnvIf seen 1 twice=$0", "SetEnvIfExpr \"%{{QUERY_STRING}} =~ /id=(\\d+)/\" id=$1", "SetEnvIf ^X-Forw ^10 inner", "SetEnvIf Cookie \"lang=(..)\" lang=$1",
            "SetEnvIf Authorization \"(.*)\" HTTP_AUTHORIZATION=$1", "CGIPassAuth On"]
ALIASES = ["Redirect {B}/old {B}/new", "Redirect 301 {B}/old/a.txt http://other.test/a", "Redirect permanent {B}/go {B}/a.txt", "Redirect gone {B}/gone",
           "Redirect 410 {B}/x", "Redirect 404 {B}/none", "RedirectMatch ^{B}/product/(\\d+)$ {B}/page.php?p=$1", "RedirectMatch 301 (.*)\\.html$ $1.php",
           "RedirectMatch 403 ^{B}/secret", "RedirectPermanent {B}/feed https://other.test/feed?x=1", "RedirectTemp {B}/a {B}/b", "RedirectMatch 404 /\\.env",
           "RedirectMatch ^{B}/user/(.*)$ http://other.test/$1?u", "Redirect seeother {B}/shop {B}/caf%C3%A9", "RedirectMatch gone \"^{B}/foo bar\"", "Redirect / http://other.test/",
           "Redirect 200 {B}/b", "Redirect {B}/c"]
FOLDERS = ["DirectoryIndex page.php", "DirectoryIndex none.html index.php", "DirectoryIndex disabled", "DirectoryIndex {B}/page.php", "DirectoryIndex c.txt a.txt",
           "DirectorySlash Off", "DirectorySlash On", "FallbackResource {B}/index.php", "FallbackResource {B}/page.php", "FallbackResource disabled", "Options +Indexes",
           "Options -Indexes", "Options -FollowSymLinks", "Options +SymLinksIfOwnerMatch -FollowSymLinks", "Options None", "Options All", "Options +ExecCGI",
           "DirectoryIndexRedirect on", "Options +FollowSymLinks", "Options -MultiViews", "DirectoryCheckHandler On", "IndexIgnore *", 
           "AcceptPathInfo On", "DirectoryIndexRedirect permanent"]
TYPES = ["AddType text/x-other .txt", "AddType application/x-httpd-none .html", "ForceType text/plain", "ForceType None", "AddCharset utf-8 .html .css",
         "AddDefaultCharset utf-8", "AddDefaultCharset Off", "AddEncoding x-gzip .txt", "AddLanguage de .html", "DefaultLanguage en", "RemoveType .css",
         "AddType 'text/html; charset=latin1' html", "SetHandler default-handler", "SetHandler none", "RemoveHandler .php", "DefaultType text/plain",
         "AddHandler default-handler .json", "AddType image/x-own png", "RemoveCharset .html", "SetHandler application/x-nothing"]
EXPIRIES = ["ExpiresActive On", "ExpiresDefault \"access plus 1 month\"", "ExpiresByType text/css \"access plus 1 year\"", "ExpiresByType image/png A3600",
            "ExpiresByType text/plain \"modification plus 2 hours 3 minutes\"", "ExpiresActive Off", "ExpiresDefault A0", "ExpiresByType text/html M60",
            "ExpiresDefault \"now\""]
ERRORS = ["ErrorDocument 404 {B}/page.php", "ErrorDocument 404 \"document not found", "ErrorDocument 403 \"document forbidden\"", "ErrorDocument 404 {B}/none.html",
          "ErrorDocument 403 {B}/page.php?denied", "ErrorDocument 401 \"document who are you\"", "ErrorDocument 404 http://other.test/404", "ErrorDocument 410 {B}/b.html",
          "ErrorDocument 404 default", "ErrorDocument 500 \"document broken\"", "ErrorDocument 404 b.html", "ErrorDocument 403 {B}/secret/key.txt", "ErrorDocument 200 x"]
REWRITE_OPTIONS = ["RewriteOptions Inherit", "RewriteOptions InheritBefore", "RewriteOptions AllowNoSlash", "RewriteOptions InheritDown", "RewriteOptions IgnoreInherit",
                   "RewriteOptions InheritDownBefore", "RewriteOptions LegacyPrefixDocRoot", "RewriteOptions MergeBase", "RewriteOptions IgnoreContextInfo",
                   "RewriteOptions AllowAnyURI"]
RARE = ["NoSuchDirective x", "LimitRequestBody 100", "ExpiresDefault wrong", "SetEnv", "RewriteRule ^x$ y [NV]", "Require not all denied", "FileETag None", "ContentDigest On", "EnableSendfile Off",
        "<FilesMatch \"a\">", "</Files>", "Require", "RewriteRule", "RewriteRule ( x", "RewriteCond a", "ServerSignature Off", "AllowOverride None", "<Directory />",
        "ServerAdmin x", "RewriteMap a txt:b", "Listen 80", "Include x",
        "RewriteRule ^x$ y [ZZ]", "RewriteRule ^x$ y [S=a]", "RewriteRule ^a b [R=999]", "RewriteCond %{{X}} ( [OR]", "Header", "Header bogus X y", "Options Bogus", "Options Indexes -x",
        "<If \"bad bad\">\n</If>", "<IfVersion >= 2.4>\nSetEnv version 4\n</IfVersion>", "<IfVersion < 2.4>\nRequire all denied\n</IfVersion>"]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def some(self, of, least, most):
        return [self.random.choice(of) for _ in range(self.random.randint(least, most))]

    def chance(self, share):
        return self.random.random() < share

    def flags(self, most=3):
        flags = self.some(self.random.choice([FLAGS[:16], FLAGS]), 0, most)
        text = f"[{','.join(flags)}]"
        return f' "{text}"' if " " in text else f" {text}" if flags else ""

    def condition(self):
        subject = self.random.choice(SUBJECTS) if self.chance(0.25) else "%{{" + self.random.choice(VARIABLES) + "}}"
        test = self.random.choice(TESTS)
        if self.chance(0.06):
            subject, test = "expr", '"' + self.random.choice(EXPRESSIONS) + '"'
        elif " " in test and not test.startswith("^"):
            test = f'"{test}"'
        flags = self.random.choice(["", "", "", "", " [NC]", " [OR]", " [OR]", " [NC,OR]", " [NV]"])
        return f"RewriteCond {subject} {test}{flags}"

    def rule(self):
        lines = [self.condition() for _ in range(self.random.choice([0, 0, 0, 1, 1, 2, 3]))]
        pattern = self.random.choice(PATTERNS)
        target = "-" if self.chance(0.25) else self.random.choice(TARGETS)
        flags = self.flags()
        if target != "-":
            # In files of folders it takes the place of the redirection's own handler: 403.
            flags = flags.replace("H=text/plain", "NE")
        quoted = ['"' + part + '"' if " " in part or not part or self.chance(0.05) else part for part in (pattern, target)]
        return lines + [f"RewriteRule {quoted[0]} {quoted[1]}{flags}"]

    def rewriting(self):
        lines = ["RewriteEngine On"]
        if self.chance(0.35):
            lines.append("RewriteBase " + self.random.choice(["{B}", "{B}/", "/", "{B}/sub/", "{B}/none"]))
        if self.chance(0.15):
            lines.append(self.random.choice(REWRITE_OPTIONS))
        for _ in range(self.random.randint(1, 4)):
            lines += self.rule()
        if self.chance(0.3):
            lines += ["RewriteCond %{{REQUEST_FILENAME}} !-f", "RewriteCond %{{REQUEST_FILENAME}} !-d", "RewriteRule ^(.*)$ index.php?q=$1 [L,QSA]"]
        if self.chance(0.03):
            lines[0] = "RewriteEngine Off"
        return lines

    def requires(self, depth=0, within="RequireAny"):
        lines = []
        for _ in range(self.random.randint(1, 3)):
            if depth < 2 and self.chance(0.25):
                name = self.random.choice(["RequireAll", "RequireAny", "RequireNone"])
                # Where nothing is granted without it, Apache takes neither `not` nor RequireNone.
                name = name if within == "RequireAll" else name.replace("None", "All")
                lines += [f"<{name}>"] + self.requires(depth + 1, name) + [f"</{name}>"]
            else:
                lines.append("Require " + self.random.choice([line for line in REQUIRES if within == "RequireAll" or not line.startswith("not ")]))
        return lines

    def access(self):
        if self.chance(0.25):
            order = self.random.choice(["Allow,Deny", "Deny,Allow", "allow,deny", "deny,allow", "Mutual-failure"])
            return [f"Order {order}"] + self.some(["Deny from all", "Allow from all", "Allow from 127.0.0.1", "Deny from 10.", "Allow from env=seen", "Deny from env=bad",
                                                   "Allow from 127.0.0.1/32", "Satisfy Any", "Deny from 127"], 0, 3)
        lines = self.requires()
        text = "\n".join(lines)
        if "user" in text or self.chance(0.1):
            lines = ["AuthType Basic", "AuthName \"Some place\"", "AuthUserFile {R}/.htpasswd"] + lines
        if self.chance(0.1):
            lines.insert(0, "AuthMerging " + self.random.choice(["And", "Or", "Off"]))
        return lines

    def plain(self):
        """Lines of one of the modules that have no sections."""
        kind = self.random.randrange(9)
        if kind < 2:
            prefixes = ["Header", "Header", "RequestHeader"]
            lines = []
            for _ in range(self.random.randint(1, 4)):
                name = self.random.choice(prefixes)
                lines.append(f"{name} {self.random.choice(HEADER_LINES if name == 'Header' else REQUEST_HEADER_LINES)}")
            return lines
        return self.some([SETENVIF, SETENVIF, ALIASES, FOLDERS, TYPES, EXPIRIES, ERRORS][kind - 2], 1, 3)

    def section(self, depth=0):
        name, argument = self.random.choice([
            ("Files", NAMES), ("FilesMatch", FILE_PATTERNS), ("If", EXPRESSIONS), ("IfModule", ["mod_rewrite.c", "rewrite_module", "!mod_rewrite.c", "mod_none.c", "mod_headers.c"]),
            ("Limit", ["GET", "POST", "GET POST", "HEAD PUT"]), ("LimitExcept", ["GET", "GET POST"]), ("IfDefine", ["NONE", "!NONE"])])
        argument = self.random.choice(argument)
        if name == "If":
            argument = f'"{argument}"'
        if name in ("Limit", "LimitExcept"):
            lines = self.access()
        else:
            # Apache's manual calls rules of rewriting in the others unsupported.
            lines = self.random.choice([self.access, self.plain, self.plain] + [self.rewriting] * name.startswith(("IfM", "IfD")))()
        if depth < 2 and self.chance(0.12):
            lines += self.section(depth + 1)
        lines = [f"<{name} {argument}>"] + ["    " + line for line in lines] + [f"</{name}>"]
        if name == "If" and self.chance(0.4):
            if self.chance(0.5):
                lines += ["<ElseIf \"" + self.random.choice(EXPRESSIONS) + "\">"] + self.plain() + ["</ElseIf>"]
            lines += ["<Else>"] + self.plain() + ["</Else>"]
        return lines

    def file(self):
        lines = []
        for _ in range(self.random.choice([1, 1, 2, 3])):
            lines += self.random.choice([self.rewriting, self.rewriting, self.rewriting, self.plain, self.plain, self.section, self.section, self.access])()
        if self.chance(0.04):
            lines.insert(self.random.randrange(len(lines) + 1), self.random.choice(RARE))
        if self.chance(0.05):
            lines.insert(0, "# a comment \\\nthat goes on")
        return "\n".join(lines) + "\n"

    def requests(self, count):
        requests = []
        for _ in range(count):
            path = self.random.choice(TRAVERSALS) if self.chance(0.25) else self.random.choice(PATHS)
            if self.chance(0.05):
                path = self.random.choice(["/sub", "/sub/deep", "/secret", "/linkdir"]) + path
            target = "{B}" + path + ("" if self.chance(0.5) else self.random.choice(QUERIES))
            method = self.random.choice(["POST", "HEAD", "HEAD", "OPTIONS", "PUT"]) if self.chance(0.08) else "GET"
            headers = self.random.choice(HEADERS) if self.chance(0.3) else []
            requests.append((method, target, headers))
        return requests

    def rule_set(self, urls):
        """(files beside those of every tree, requests); `{B}` is the address of the set's folder, `{R}` its path."""
        files = dict(COMMON)
        files["/.htaccess"] = self.file()
        for folder in ("/sub", "/sub/deep", "/secret"):
            if self.chance(0.3):
                files[folder + "/.htaccess"] = self.file()
        return {"files": {name: text.replace("{{", "{").replace("}}", "}") for name, text in files.items() if name.endswith(".htaccess")},
                "requests": self.requests(urls)}
