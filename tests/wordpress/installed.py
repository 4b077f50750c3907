#!/usr/bin/env python3
"""Installs WordPress in a temporary folder, with a MariaDB of its own, and runs a command on it.

usage: tests/wordpress/installed.py WORDPRESS LOXO COMMAND…

WORDPRESS is a fresh tree of a release with a theme. COMMAND runs while the database does; {} in it is the folder of the installed blog, which has three
posts and believes in whatever address it is asked at. The exit code is COMMAND's.
"""

import os
import subprocess
import sys
import tempfile

from browse import POST, Database, Site


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    tree, loxo = (os.path.abspath(path) for path in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        database = Database(folder)
        try:
            site = Site("blog", tree, lambda root, port: [loxo, "serve", root, "--listen", f"127.0.0.1:{port}"], database, folder)
            try:
                site.ask("form", "/wp-admin/install.php?step=1", {"language": ""})
                fields = {"weblog_title": "Blog", "user_name": "admin", "admin_password": "correct horse", "admin_password2": "correct horse"}
                fields |= {"pw_weak": "on", "admin_email": "a@example.com", "Submit": "Install WordPress", "language": ""}
                site.ask("install", "/wp-admin/install.php?step=2", fields)
                site.ask("form", "/wp-login.php")
                site.ask("login", "/wp-login.php", {"log": "admin", "pwd": "correct horse", "wp-submit": "Log In", "testcookie": "1"})
                nonce = site.ask("nonce", "/wp-admin/admin-ajax.php?action=rest-nonce").strip()
                for number in range(3):
                    post = {"title": f"Post {number}", "content": POST, "status": "publish"}
                    site.ask("post", "/wp-json/wp/v2/posts", post, {"X-WP-Nonce": nonce})
                page = site.ask("front page", "/")
                if "Post 2" not in page:
                    sys.exit(f"WordPress is not installed: {page[:500]!r}")
            finally:
                site.stop()
            config = os.path.join(site.root, "wp-config.php")
            with open(config) as file:
                text = file.read()
            with open(config, "w") as file:
                address = "'http://' . ($_SERVER['HTTP_HOST'] ?? 'localhost')"
                file.write(text.replace("<?php\n", f"<?php\ndefine('WP_HOME', {address});\ndefine('WP_SITEURL', WP_HOME);\n", 1))
            status = subprocess.run([word.replace("{}", site.root) for word in sys.argv[3:]]).returncode
        finally:
            database.stop()
    sys.exit(status)


if __name__ == "__main__":
    main()
