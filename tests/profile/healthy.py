#!/usr/bin/env python3
"""`loxo doctor` finds nothing wrong with a healthy server: the front page of an application on Loxo and on php-fpm, as they are without settings.

usage: tests/profile/healthy.py LOXO PHP-FPM DIR TEXT [--seconds N] [--workers N]

DIR holds the application (tests/wordpress/installed.py makes one), TEXT is part of its front page. Needs nginx and wrk. Exit code 1: something was found.
"""

import argparse
import pathlib
import sys
import tempfile

from doctor import Case


class Healthy(Case):
    def settings(self, keep_connection, validate):
        return {}, {}


def main():
    parser = argparse.ArgumentParser()
    for name in ("loxo", "fpm", "folder", "text"):
        parser.add_argument(name)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out")
    arguments = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        case = Healthy(arguments, folder)
        case.shows = arguments.text
        try:
            case.start_web(pathlib.Path(arguments.folder).absolute())
            for name, kind in (("loxo", case.loxo), ("php-fpm", case.fpm)):
                found += case.run(name, kind, True, True)[1]
        finally:
            for server in list(case.servers):
                case.stop(server)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
