"""The files that rules are tried on: every rule set has them beside its own `.htaccess`."""

import os

SCRIPT = "<?php echo json_encode(['_SERVER' => $_SERVER], JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES);\n"
SCRIPTS = ["/index.php", "/page.php", "/api.php", "/config.inc.php", "/sub/page.php", "/sub/index.php", "/sub/deep/d.php", "/secret/admin.php"]
TEXTS = ["/a.txt", "/b.html", "/style.css", "/script.js", "/data.json", "/img/logo.png", "/sub/c.txt", "/sub/deep/index.html", "/sub/deep/e.txt", "/secret/key.txt",
         "/UPPER.txt", "/sp ace.txt", "/.hidden", "/.env", "/backup.sql"]
# alice has the password secret, bob has bob.
PASSWORDS = "alice:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\nbob:$apr1$abcdefgh$nzhiDQvdzPOV3BGWpwyaY/\n"
COMMON = {name: SCRIPT for name in SCRIPTS} | {name: f"file {name}\n" for name in TEXTS} | {"/.htpasswd": PASSWORDS}
FOLDERS = ["/empty"]
LINKS = {"/link.txt": "a.txt", "/linkdir": "sub", "/outside.txt": "../../../outside/o.txt", "/dangling": "nothing", "/linksecret": "secret", "/linkkey.txt": "secret/key.txt"}


def fill(text, base, root):
    return text.replace("{B}", base).replace("{R}", root)


def plant(root, base, files, with_common=True):
    """Writes a rule set's tree; `base`: the address of its folder."""
    if with_common:
        for folder in FOLDERS:
            os.makedirs(root + folder, exist_ok=True)
        for name, target in LINKS.items():
            if not os.path.lexists(root + name):
                os.symlink(target, root + name)
        files = COMMON | files
    for name, text in files.items():
        os.makedirs(os.path.dirname(root + name), exist_ok=True)
        with open(root + name, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(fill(text, base, root))
