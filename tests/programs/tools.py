#!/usr/bin/env python3
"""Public command-line programs on Loxo and beside it on PHP: output, exit code and the files that they write are compared.

    tests/programs/tools.py ROOT SOURCES LOXO PHP [--out FOLDER] [NAME...]

ROOT is a system with Debian 13's packages composer, php-pear, phpab, phing and php-parser (/ on Debian 13). SOURCES holds (or gets)
git clones of PHP_CodeSniffer, Twig and PHP-Parser as OWNER+REPOSITORY or OWNER+REPOSITORY/repo. The programs find "php" in PATH as the one
of the two that is tried. Exit code 1: something differs. Outputs of both are left in FOLDER.
"""

import argparse
import difflib
import hashlib
import os
import re
import shutil
import subprocess
import sys

SOURCES = {"phpcs": "PHPCSStandards/PHP_CodeSniffer 3.13.4", "twig": "twigphp/Twig v3.14.0", "parser": "nikic/PHP-Parser v5.6.2"}
VOLATILE = [
    (r"\d+(\.\d+)? ?(ms|secs?|seconds?|MB|MiB|KB|B)\b", "AMOUNT"),
    (r"\b\d+ mins, \d+ secs", "AMOUNT"),
    (r"\b\d\d:\d\d(:\d\d)?\b", "TIME"),
    (r"\b\d{4}-\d\d-\d\d\b", "DATE"),
]
PACKAGE = """<?xml version="1.0" encoding="UTF-8"?>
<package packagerversion="1.10.16" version="2.0" xmlns="http://pear.php.net/dtd/package-2.0">
 <name>Loxo_Sample</name><channel>pear.php.net</channel><summary>A sample</summary><description>It says hello.</description>
 <lead><name>A. Author</name><user>author</user><email>a@example.com</email><active>yes</active></lead>
 <date>2026-01-02</date><time>03:04:05</time>
 <version><release>1.2.3</release><api>1.0.0</api></version>
 <stability><release>stable</release><api>stable</api></stability>
 <license uri="https://opensource.org/licenses/MIT">MIT</license><notes>First.</notes>
 <contents><dir name="/"><file name="Hello.php" role="php"/><file name="read.txt" role="doc"/></dir></contents>
 <dependencies><required><php><min>5.4.0</min></php><pearinstaller><min>1.4.0</min></pearinstaller></required></dependencies>
 <phprelease/>
</package>
"""
BUILD = """<?xml version="1.0" encoding="UTF-8"?>
<project name="sample" default="all" basedir=".">
  <property name="where" value="made"/>
  <target name="prepare"><mkdir dir="${where}"/><echo msg="in ${where}"/></target>
  <target name="copy" depends="prepare">
    <copy todir="${where}"><fileset dir="twig/src"><include name="Node/**/*.php"/></fileset>
      <filterchain><replaceregexp><regexp pattern="Twig" replace="Tweg"/></replaceregexp></filterchain></copy>
    <fixcrlf file="${where}/Node/Node.php" eol="lf"/>
  </target>
  <target name="checksum" depends="copy"><foreach param="file" target="one"><fileset dir="${where}"><include name="**/For*.php"/></fileset></foreach></target>
  <target name="one"><filehash file="${where}/${file}"/><echo msg="${file}: ${filehashvalue}"/></target>
  <target name="lint"><phplint haltonfailure="true"><fileset dir="${where}"><include name="**/If*.php"/></fileset></phplint></target>
  <target name="all" depends="checksum"><if><available file="${where}/Node/Node.php"/><then><echo level="warning">there</echo></then></if>
    <delete dir="${where}/Node/Expression"/><tstamp/><fail message="enough" unless="unknown"/></target>
</project>
"""


def tools(root):
    """Name -> commands, each a list of words; they run one after the other in a folder that holds the trees of SOURCES."""
    bin = os.path.join(root, "usr/bin")
    composer, pear = ["php", bin + "/composer"], ["php", root + "/usr/share/php/pearcmd.php"]
    phpcs = ["php", "-d", "memory_limit=1G", "phpcs/bin/phpcs", "--no-cache", "-s"]
    phing = ["php", bin + "/phing", "-logger", "DefaultLogger"]
    return {
        "phpcs": [phpcs + ["--standard=" + name, "--report=full,summary,source,info", "twig/src"] for name in ("PSR12", "PEAR", "Squiz")]
        + [phpcs + ["--standard=PSR2", "--report=" + name, "parser/lib/PhpParser/Builder"] for name in ("xml", "json", "checkstyle", "diff", "junit")],
        "phpcbf": [["php", "-d", "memory_limit=1G", "phpcs/bin/phpcbf", "--no-cache", "--standard=Squiz", "parser/lib/PhpParser/Builder"]],
        "php-parse": [
            ["php", bin + "/php-parse"] + words + [path]
            for words in (["--dump", "--with-positions"], ["--pretty-print"], ["--resolve-names", "--json-dump", "--with-column-info"], ["--var-dump"])
            for path in ("parser/lib/PhpParser/Lexer.php", "twig/src/Parser.php")
        ],
        "phpab": [
            ["php", bin + "/phpab"] + words
            for words in (["--version"], ["-o", "map.php", "twig/src"], ["-l", "--tolerant", "parser/lib"], ["-c", "-o", "static.php", "parser/lib"])
        ],
        "phing": [phing + ["-version"], phing + ["-l"], phing, phing + ["-verbose", "lint"]],
        "pear": [pear + words.split() for words in ("list", "version", "info PEAR", "package-validate", "package", "package -n package.xml", "help package")],
        "composer": [
            composer + words.split()
            for words in ("--version", "about", "list", "validate", "validate --strict", "install", "show", "show --tree", "show loxo/one", "dump-autoload -o")
        ]
        + [["php", "main.php"]]
        + [
            composer + words.split()
            for words in ("check-platform-reqs", "licenses", "depends loxo/one", "why-not php 9.0", "status", "suggests", "run-script -l", "run-script say",
                "require loxo/none", "remove loxo/two", "outdated", "config --list", "archive --dir=made --format=tar", "audit")
        ],
    }


def sample(folder):
    """What pear, phing and composer work on."""
    def write(name, text):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)

    write("package.xml", PACKAGE)
    write("Hello.php", "<?php\nclass Hello { public function say() { return 'hello'; } }\nfunction hello() {}\n")
    write("read.txt", "Read this.\n")
    write("build.xml", BUILD)
    for number, name in enumerate(("one", "two")):
        require = '"require": {"php": ">=8.2"%s},' % ('' if number == 0 else ', "loxo/one": "^1.0"')
        write("packages/%s/composer.json" % name, """{"name": "loxo/%s", "version": "1.%d.0", "description": "Package %s", "license": "MIT", %s
            "autoload": {"psr-4": {"Loxo\\\\%s\\\\": "src"}, "files": ["functions.php"]}, "suggest": {"ext-imap": "for mail"}}""" % (name, number, name, require, name.title()))
        write("packages/%s/functions.php" % name, "<?php\nfunction loxo_%s(): string { return __FUNCTION__; }\n" % name)
        for index in range(150):
            write("packages/%s/src/Part%d.php" % (name, index), "<?php\nnamespace Loxo\\%s;\n\nfinal class Part%d\n{\n    public const NUMBER = %d;\n}\n" % (name.title(), index, index))
    write("composer.json", """{"name": "loxo/sample", "description": "A sample", "license": "proprietary", "type": "project",
    "repositories": [{"packagist.org": false}, {"type": "path", "url": "packages/*", "options": {"symlink": false, "reference": "config"}}],
    "require": {"php": ">=8.2", "ext-mbstring": "*", "ext-tokenizer": "*", "loxo/two": "^1.0"},
    "scripts": {"say": "@php -r \\"echo 6 * 7, PHP_EOL;\\""}, "scripts-descriptions": {"say": "Says a number"},
    "autoload": {"psr-4": {"Sample\\\\": "src/"}, "classmap": ["twig/src", "parser/lib"]}}\n""")
    for index in range(300):
        write("src/Thing%d.php" % index, "<?php\nnamespace Sample;\n\n%s Thing%d\n{\n}\n" % (("class", "interface", "trait", "enum")[index % 4], index))
    write("main.php", """<?php
$loader = require 'vendor/autoload.php';
echo count($loader->getClassMap()), ' ', Loxo\\One\\Part7::NUMBER, ' ', loxo_one(), ' ', Composer\\InstalledVersions::getPrettyVersion('loxo/one'), "\\n";
foreach ($loader->getClassMap() as $class => $file) {
    if (!str_contains($file, 'Test') && !class_exists($class) && !interface_exists($class) && !trait_exists($class)) {
        echo "not there: $class\\n";
    }
}
echo count(get_declared_classes()) > 500 ? "many\\n" : "few\\n";
""")


def checkout(options, name, target):
    repository, tag = SOURCES[name].split()
    flat = os.path.join(options.sources, repository.replace("/", "+"))
    place = os.path.join(flat, "repo") if os.path.isdir(os.path.join(flat, "repo")) else flat
    if not os.path.isdir(place):
        subprocess.run(["git", "clone", "--quiet", "https://github.com/%s.git" % repository, flat], check=True)
    os.makedirs(target)
    environment = dict(os.environ, GIT_INDEX_FILE=target + ".index")
    git = ["git", "-C", place, "--work-tree", target]
    subprocess.run(git + ["read-tree", tag], env=environment, check=True)
    subprocess.run(git + ["checkout-index", "--all", "--quiet"], env=environment, stderr=subprocess.DEVNULL)
    os.remove(environment["GIT_INDEX_FILE"])


def settled(text, program):
    for path in (program, os.path.realpath(program)):
        text = text.replace(path, "PHP")
    for pattern, word in VOLATILE:
        text = re.sub(pattern, word, text)
    return text


def run(options, name, commands, side, program):
    """The outputs of one side as text: a section for each command, and then the files that were written."""
    home = os.path.join(options.out, "home")
    folder = os.path.join(options.out, "work")
    for path in (home, folder):
        shutil.rmtree(path, ignore_errors=True)
    os.makedirs(home)
    for tree in SOURCES:
        kept = os.path.join(options.out, "trees", tree)
        if not os.path.isdir(kept):
            os.makedirs(os.path.dirname(kept), exist_ok=True)
            checkout(options, tree, kept)
        shutil.copytree(kept, os.path.join(folder, tree), symlinks=True)
    sample(folder)
    before = files(folder)
    path = os.path.join(options.out, side)
    environment = dict(os.environ, PATH=path + ":" + os.environ["PATH"], HOME=home, COMPOSER_ALLOW_SUPERUSER="1", COMPOSER_NO_INTERACTION="1", TZ="UTC", COLUMNS="120",
        COMPOSER_DISABLE_NETWORK="1")
    said = []
    for words in commands:
        try:
            done = subprocess.run(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
            code, text = done.returncode, done.stdout.decode("utf-8", "replace")
        except subprocess.TimeoutExpired as late:
            code, text = "timeout", (late.stdout or b"").decode("utf-8", "replace")
        said.append("$ %s\n%s\nexit %s\n" % (" ".join(words), settled(text, os.path.join(path, "php")), code))
    after = files(folder)
    for file in sorted(set(before) | set(after)):
        if before.get(file) != after.get(file):
            said.append("file %s: %s\n" % (file, after.get(file, "gone")))
    with open(os.path.join(options.out, "%s.%s.txt" % (name, side)), "w") as log:
        log.write("".join(said))
    return "".join(said)


def files(folder):
    found = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            with open(path, "rb") as file:
                body = file.read()
            if path.endswith((".tgz", ".tar")):
                # Times of the files in it differ; what is in it is listed instead.
                body = subprocess.run(["tar", "tf", path], stdout=subprocess.PIPE).stdout
            found[os.path.relpath(path, folder)] = "%d bytes, %s" % (len(body), hashlib.sha256(body).hexdigest()[:16])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("sources")
    parser.add_argument("loxo")
    parser.add_argument("php")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of: " + " ".join(tools("/")))
    parser.add_argument("--out", default="/tmp/loxo-tools")
    parser.add_argument("--lines", type=int, default=40, help="how much of a difference to print")
    options = parser.parse_intermixed_args()
    options.out, options.root = os.path.abspath(options.out), os.path.abspath(options.root)
    for side, program in (("php", options.php), ("loxo", options.loxo)):
        link = os.path.join(options.out, side, "php")
        os.makedirs(os.path.dirname(link), exist_ok=True)
        if os.path.lexists(link):
            os.remove(link)
        os.symlink(os.path.abspath(shutil.which(program)), link)
    equal = True
    for name, commands in tools(options.root).items():
        if options.names and name not in options.names:
            continue
        wanted, got = (run(options, name, commands, side, program) for side, program in (("php", options.php), ("loxo", options.loxo)))
        same = wanted == got
        equal = equal and same
        print("%-10s %d commands, %d lines: %s" % (name, len(commands), wanted.count("\n"), "equal" if same else "DIFFERENT"))
        if not same:
            for line in list(difflib.unified_diff(wanted.split("\n"), got.split("\n"), "PHP", "Loxo", lineterm="", n=1))[: options.lines]:
                print("    " + line[:200])
        sys.stdout.flush()
    sys.exit(0 if equal else 1)


main()
