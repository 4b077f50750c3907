#!/usr/bin/env python3
"""Public command-line programs on Loxo and beside it on PHP: output, exit code and the files that they write are compared.

    tests/programs/tools.py ROOT SOURCES LOXO PHP [--out FOLDER] [NAME...]

ROOT is a system with Debian 13's packages composer, php-pear, phpab, phing and php-parser (/ on Debian 13). SOURCES holds (or gets)
git clones of PHP_CodeSniffer, Twig, PHP-Parser and PEAR_Command_Packaging as OWNER+REPOSITORY or OWNER+REPOSITORY/repo. The programs find "php" in PATH as the one
of the two that is tried. Exit code 1: something differs. Outputs of both are left in FOLDER.
"""

import argparse
import difflib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

SOURCES = {"phpcs": "PHPCSStandards/PHP_CodeSniffer 3.13.4", "twig": "twigphp/Twig v3.14.0", "parser": "nikic/PHP-Parser v5.6.2", "packaging": "pear/PEAR_Command_Packaging HEAD"}
VOLATILE = [
    (r"\bpear2rpm\w+", "TEMPORARY"),
    (r"(?m)^(PHP extension directory +ext_dir +).*", r"\1FOLDER"),
    (r"\d+(\.\d+)? ?(ms|secs?|seconds?|MB|MiB|KB|B)\b", "AMOUNT"),
    (r"\b\d+ mins, \d+ secs", "AMOUNT"),
    # How far Composer was when it looked.
    (r"(?m)^ *\d+(/\d+)? \[[-=>]+\].*\n", ""),
    (r"\b\d\d:\d\d(:\d\d)?\b", "TIME"),
    (r"\b\d{4}-\d\d-\d\d\b", "DATE"),
]
# Rows of `show --platform` that one of the two does not have; extensions that are not built here are not loaded there (`configure`).
ELSEWHERE = {"ext-memcache": "not installed there", "ext-memcached": "not loaded there", "ext-redis": "not loaded there", "lib-curl-libssh2": "libcurl here speaks no SSH"}
# Libraries that are copies of their own, or the system's, in another version.
VERSIONS = (
    "lib-curl lib-curl-openssl lib-curl-zlib lib-date-zoneinfo lib-iconv lib-icu lib-icu-cldr lib-icu-unicode lib-icu-zoneinfo "
    "lib-libsodium lib-libxml lib-openssl lib-pdo_sqlite-sqlite lib-sqlite3-sqlite lib-zlib"
).split()
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
    copied = "pear/php"
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
        # A PEAR of its own, into which the plug-in is installed that writes .spec files.
        "pear-spec": [["php", copied + "/pearcmd.php", "config-create", "WORK", "pearrc"]]
        + [
            ["php", "-d", "include_path=" + copied, copied + "/pearcmd.php", "-c", "pearrc"] + words.split()
            for words in ("config-show", "channel-info pear.php.net", "package", "install --offline --nodeps packaging/package.xml", "list", "list-files PEAR_Command_Packaging", "help make-rpm-spec",
                "make-rpm-spec Loxo_Sample-1.2.3.tgz", "make-rpm-spec --rpm-release=7 --rpm-pkgname=php-loxo-%s --rpm-depname=php-dep-%l Loxo_Sample-1.2.3.tgz",
                "make-rpm-spec packaging/tests/make-rpm-spec/packagefiles/Net_SMTP-1.2.8.tgz", "make-rpm-spec packaging/tests/make-rpm-spec/packagefiles/Console_Color-1.0.2.tgz",
                "make-rpm-spec packaging/tests/make-rpm-spec/packagefiles/Crypt_CHAP-1.0.0.tgz", "makerpm Loxo_Sample-1.2.3.tgz", "make-rpm-spec none.tgz",
                "install --offline Loxo_Sample-1.2.3.tgz", "list", "info Loxo_Sample", "run-tests -q", "uninstall Loxo_Sample", "uninstall PEAR_Command_Packaging", "list -a")
        ],
        # Packages from a repository on disk: archives, repositories of git, plug-ins and scripts.
        "composer-local": [
            composer + ["-d", "local"] + words.split()
            for words in ("validate --strict", "install --no-progress", "show", "show -i --format=json", "show loxo/three", "plain", "status -v", "reinstall loxo/three loxo/four", "dump-autoload -o --classmap-authoritative",
                "dump-autoload --strict-psr --optimize", "depends -t loxo/one", "prohibits loxo/three 3.0", "outdated", "update loxo/three --with-all-dependencies", "update --lock", "update loxo/three:1.0.0 -W --dry-run",
                "bump", "search three", "fund", "audit --locked --abandoned=report", "exec -l", "run-script numbers -- 4 5", "run-script fails", "run-script none", "remove loxo/four --no-scripts",
                "require loxo/four:^1.0 --prefer-source", "require --dev loxo/broken:*", "require loxo/apart:*", "archive loxo/three 1.0.0 --format=zip --dir=made", "archive --format=zip --dir=made --file=all", "config extra.some.value 7", "config --list", "config extra",
                "check-platform-reqs", "licenses --format=json", "suggests --all", "install --no-dev --classmap-authoritative", "validate --check-lock", "clear-cache", "show --all loxo/three", "browse loxo/three --show")
        ]
        + [["php", "local/main.php"], ["php", "local/vendor/bin/loxo-three", "8", "9"], ["sh", "-c", "cd local && php %s exec loxo-three -- 1 2" % composer[1]]]
        + [composer + ["create-project", "--repository=" + json.dumps({"type": "composer", "url": "file://WORK/repository"}), "--no-progress", "loxo/three", "project", "1.*"]]
        + [composer + ["init", "-n", "-d", "fresh", "--name=loxo/fresh", "--require=php:>=8.1", "--license=MIT", "--autoload=src/"], composer + ["validate", "-d", "fresh"]]
        + [composer + words.split() for words in ("no-such-command", "show --platform", "show --platform --format=json", "help install", "--version --no-ansi", "list --raw")],
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
    local(folder, write)
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


FILES = {
    # Name, version, what composer.json says besides, and how its files are kept.
    ("three", "1.0.0", "zip"): {"require": {"php": ">=8.1", "loxo/one": "^1.0"}, "bin": ["loxo-three"], "suggest": {"loxo/apart": "to be apart"}},
    ("three", "1.2.0", "zip"): {"require": {"php": ">=8.1", "loxo/one": "^1.0"}, "bin": ["loxo-three"], "funding": [{"type": "other", "url": "https://example.com/fund"}]},
    ("three", "2.0.0-beta1", "zip"): {"require": {"php": ">=9.0"}},
    ("one", "1.5.0", "tar"): {"provide": {"loxo/virtual": "1.0"}},
    ("one", "2.0.0", "tar"): {"conflict": {"loxo/three": "*"}},
    ("four", "1.0.0", "git"): {"require": {"loxo/one": "*", "loxo/virtual": "^1.0"}, "replace": {"loxo/old": "self.version"}},
    ("four", "1.1.0", "git"): {"require": {"loxo/one": "*"}, "extra": {"branch-alias": {"dev-main": "1.x-dev"}}},
    ("plugin", "1.0.0", "tgz"): {"type": "composer-plugin", "require": {"composer-plugin-api": "^2.0"}, "extra": {"class": "Loxo\\Plugin\\Plugin"}},
    ("apart", "1.0.0", "zip"): {"require": {"ext-nowhere": "*"}},
    ("broken", "1.0.0", "zip"): {},
    ("left", "1.0.0", "tgz"): {"abandoned": "loxo/one"},
}
PLUGIN = """<?php
namespace Loxo\\Plugin;

use Composer\\Composer;
use Composer\\IO\\IOInterface;
use Composer\\Plugin\\Capability\\CommandProvider;

final class Plugin implements \\Composer\\Plugin\\PluginInterface, \\Composer\\Plugin\\Capable, \\Composer\\EventDispatcher\\EventSubscriberInterface
{
    private IOInterface $io;
    public function activate(Composer $composer, IOInterface $io) { $this->io = $io; $io->write('plugin: activated in ' . $composer->getPackage()->getName()); }
    public function deactivate(Composer $composer, IOInterface $io) { $io->write('plugin: deactivated'); }
    public function uninstall(Composer $composer, IOInterface $io) { $io->write('plugin: uninstalled'); }
    public function getCapabilities() { return [CommandProvider::class => Commands::class]; }
    public static function getSubscribedEvents()
    {
        return ['post-package-install' => 'installed', 'pre-autoload-dump' => ['dumps', 5], 'pre-file-download' => 'downloads', 'command' => 'command'];
    }
    public function installed($event) { $this->io->write('plugin: got ' . $event->getOperation()->getPackage()->getPrettyString()); }
    public function dumps($event) { $this->io->write('plugin: ' . $event->getName() . ($event->isDevMode() ? ' with' : ' without') . ' dev'); }
    public function downloads($event) { $this->io->write('plugin: from ' . basename($event->getProcessedUrl())); }
    public function command($event) { $this->io->write('plugin: ' . $event->getCommandName()); }
}
"""
# In a file of its own: Composer declares the first class anew when a plug-in changes, by another name.
COMMANDS = """<?php
namespace Loxo\\Plugin;

use Composer\\Command\\BaseCommand;
use Composer\\Plugin\\Capability\\CommandProvider;

final class Commands implements CommandProvider
{
    public function getCommands() { return [new Plain()]; }
}

final class Plain extends BaseCommand
{
    protected function configure(): void { $this->setName('plain')->setDescription('Says which packages there are'); }
    protected function execute($input, $output): int
    {
        foreach ($this->requireComposer()->getRepositoryManager()->getLocalRepository()->getCanonicalPackages() as $package) {
            $output->writeln(sprintf('<info>%-12s</info> %s %s', $package->getName(), $package->getPrettyVersion(), $package->getInstallationSource()));
        }
        return 3;
    }
}
"""
LOCAL = {
    "name": "loxo/local", "description": "What uses packages from a repository on disk", "type": "project", "license": "MIT", "minimum-stability": "beta", "prefer-stable": True,
    "repositories": [{"packagist.org": False}, {"type": "composer", "url": "file://WORK/repository"}, {"type": "artifact", "url": "../artifacts"}, {"type": "vcs", "url": "WORK/sources/four"}],
    "require": {"php": ">=8.2", "loxo/three": "^1.0", "loxo/four": "^1.0", "loxo/plugin": "*"}, "require-dev": {"loxo/left": "*", "loxo/artifact": "*"},
    "autoload": {"psr-4": {"Local\\": "src"}}, "config": {"allow-plugins": {"loxo/plugin": True}, "sort-packages": True},
    "scripts": {
        "post-install-cmd": ["Local\\Scripts::after", "@php -r 'echo \"installed\\n\";'"], "post-autoload-dump": "Local\\Scripts::after",
        "numbers": "Local\\Scripts::numbers", "fails": ["@numbers 1", "exit 4"],
    },
}
SCRIPTS = """<?php
namespace Local;

use Composer\\Script\\Event;

final class Scripts
{
    public static function after(Event $event): void { $event->getIO()->write('<comment>' . $event->getName() . '</comment> of ' . $event->getComposer()->getPackage()->getPrettyString()); }
    public static function numbers(Event $event): void { echo array_sum($event->getArguments()), ' ', json_encode($event->getFlags()), PHP_EOL; }
}
"""


def local(folder, write):
    """A repository of packages in archives and in git, and a project that uses it."""
    packages = {}
    for (name, version, kind), more in FILES.items():
        base = os.path.join(folder, "sources", name if kind == "git" else name + "-" + version)
        manifest = {"name": "loxo/" + name, "description": "Package %s, of some use" % name, "license": ["MIT"], "autoload": {"psr-4": {"Loxo\\%s\\" % name.title(): "src/"}, "files": ["more.php"]}, **more}
        inside = {"composer.json": json.dumps(manifest, indent=4), "more.php": "<?php\nconst LOXO_%s = '%s';\n" % (name.upper(), version)}
        inside.update({"src/Part%d.php" % index: "<?php\nnamespace Loxo\\%s;\n\nclass Part%d {}\n" % (name.title(), index) for index in range(40)})
        if name == "plugin":
            inside = {"composer.json": json.dumps(manifest | {"autoload": {"classmap": ["./"]}}), "Plugin.php": PLUGIN, "Commands.php": COMMANDS}
            manifest["autoload"] = {"classmap": ["./"]}
        if "bin" in more:
            inside["loxo-three"] = "#!/usr/bin/env php\n<?php\nrequire $_composer_autoload_path;\necho Loxo\\Three\\Part7::class, ' ', implode(',', array_slice($argv, 1)), PHP_EOL;\n"
        for path, text in inside.items():
            write(os.path.join(base, path), text)
        record = manifest | {"version": version, "time": "2026-01-0%d 03:04:05" % (len(packages.get("loxo/" + name, {})) + 1)}
        if kind == "git":
            git = ["git", "-c", "user.name=Author", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main", "-C", base]
            dates = dict(os.environ, GIT_AUTHOR_DATE="2026-01-02T03:04:05Z", GIT_COMMITTER_DATE="2026-01-02T03:04:05Z", GIT_CONFIG_NOSYSTEM="1")
            if not os.path.isdir(os.path.join(base, ".git")):
                subprocess.run(git + ["init", "-q"], check=True)
            for words in (["add", "."], ["commit", "-q", "-m", "Version " + version], ["tag", "v" + version]):
                subprocess.run(git + words, check=True, env=dates)
            continue
        archive = base + {"zip": ".zip", "tar": ".tar", "tgz": ".tar.gz"}[kind]
        if kind == "zip":
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
                for path, text in sorted(inside.items()):
                    made.writestr(zipfile.ZipInfo("%s-%s/%s" % (name, version, path), (2026, 1, 2, 3, 4, 6)), text)
        else:
            with tarfile.open(archive, "w:gz" if kind == "tgz" else "w") as made:
                made.add(base, "%s-%s" % (name, version))
        with open(archive, "rb") as file:
            checksum = hashlib.sha1(file.read()).hexdigest()
        if name == "broken":
            checksum = "0" * 40
        # Times stand in the headers of tar, and so in its checksum.
        record["dist"] = {"type": "zip" if kind == "zip" else "tar", "url": "file://" + archive, "shasum": checksum if kind == "zip" else ""}
        packages.setdefault("loxo/" + name, {})[version] = record
    write("repository/packages.json", json.dumps({"packages": packages}))
    with zipfile.ZipFile(os.path.join(folder, "sources", "artifact.zip"), "w") as made:
        made.writestr(zipfile.ZipInfo("composer.json", (2026, 1, 2, 3, 4, 6)), '{"name": "loxo/artifact", "version": "0.3.1", "license": "MIT"}')
    os.makedirs(os.path.join(folder, "artifacts"))
    os.makedirs(os.path.join(folder, "fresh"))
    os.rename(os.path.join(folder, "sources", "artifact.zip"), os.path.join(folder, "artifacts", "artifact.zip"))
    write("local/composer.json", json.dumps(LOCAL, indent=4).replace("WORK", folder))
    write("../home/composer/config.json", '{"repositories": [{"packagist.org": false}]}')
    write("local/src/Scripts.php", SCRIPTS)
    write("local/main.php", "<?php\n$loader = require __DIR__ . '/vendor/autoload.php';\nvar_dump(LOXO_THREE, class_exists('Loxo\\Four\\Part9'), $loader->isClassMapAuthoritative());\n")


def platform(text):
    """The list of `show --platform` without what differs by nature."""
    rows = [line.split(None, 2) for line in text.split("\n")]
    rows = [row for row in rows if not row or row[0] not in ELSEWHERE]
    return "\n".join(" ".join([row[0], "VERSION" if row[0] in VERSIONS else row[1]] + [row[2] if row[0] not in VERSIONS else ""][: len(row) - 2]) if len(row) > 1 else " ".join(row) for row in rows)


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


def configure(options):
    """A folder of settings for both: what the reference loads, but for extensions that are not built here."""
    folder = os.path.join(options.out, "conf")
    os.makedirs(folder, exist_ok=True)
    told = subprocess.run([options.php, "--ini"], stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL).stdout
    modules = subprocess.run([options.loxo, "-m"], stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL).stdout.lower().replace("zend opcache", "opcache").split()
    with open(os.path.join(folder, "all.ini"), "w") as made:
        for path in re.findall(r"/\S+\.ini(?=,|\n|$)", told.partition("Additional")[2]):
            with open(path) as file:
                lines = file.read().split("\n")
            wanted = [re.match(r"\s*(?:zend_)?extension\s*=\s*\"?(?:.*/)?(\w+?)(?:\.so)?\"?\s*$", line) for line in lines]
            # Debian's redis and memcached would not load without igbinary and msgpack.
            if all(not found or found[1].lower() in modules and found[1] not in ("redis", "memcached") for found in wanted):
                made.write("\n".join(lines) + "\n")
    return folder


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
    if name == "pear-spec":
        library = os.path.join(options.root, "usr/share/php")
        for part in "Archive Console OS PEAR Structures XML PEAR.php System.php pearcmd.php peclcmd.php".split():
            copy = shutil.copytree if os.path.isdir(os.path.join(library, part)) else shutil.copy
            os.makedirs(os.path.join(folder, "pear/php"), exist_ok=True)
            copy(os.path.join(library, part), os.path.join(folder, "pear/php", part))
        for part in ("pearcmd.php", "peclcmd.php"):
            with open(os.path.join(folder, "pear/php", part), "r+") as file:
                text = file.read().replace("/usr/share/php", os.path.join(folder, "pear/php"))
                file.seek(0)
                file.write(text)
        # The plug-in was written for a PEAR that made this folder.
        with open(os.path.join(folder, "packaging/PEAR/Command/Packaging.php"), "r+") as file:
            text = file.read().replace("$fakereg = new", "System::mkdir(['-p', $phpdir]);\n        $fakereg = new")
            file.seek(0)
            file.write(text)
        # The sums in it are those of an older release's files.
        with open(os.path.join(folder, "packaging/package.xml"), "r+") as file:
            text = re.sub(r' md5sum="\w+"', "", file.read())
            file.seek(0)
            file.truncate()
            file.write(text)
    before = files(folder)
    path = os.path.join(options.out, side)
    environment = dict(os.environ, PHP_INI_SCAN_DIR=configure(options), COMPOSER_HOME=os.path.join(home, "composer"), PATH=path + ":" + os.environ["PATH"], HOME=home, COMPOSER_ALLOW_SUPERUSER="1", COMPOSER_NO_INTERACTION="1", TZ="UTC", COLUMNS="120",
        COMPOSER_DISABLE_NETWORK="0" if name == "composer-local" else "1")
    said = []
    for words in commands:
        words = [word.replace("WORK", folder) for word in words]
        try:
            done = subprocess.run(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
            code, text = done.returncode, done.stdout.decode("utf-8", "replace")
        except subprocess.TimeoutExpired as late:
            code, text = "timeout", (late.stdout or b"").decode("utf-8", "replace")
        if "--platform" in words and "--format=json" not in words:
            text = platform(text)
        elif "--platform" in words:
            rows = json.loads(text)["platform"]
            text = platform("\n".join("%s %s %s" % (row["name"], row["version"], row.get("description")) for row in rows))
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
            if "/.git/index" in path or "/.git/logs/" in path or path.endswith(".reg"):
                # Times.
                continue
            with open(path, "rb") as file:
                body = file.read()
            if path.endswith((".tgz", ".tar")):
                # Times of the files in it differ; what is in it is listed instead.
                body = subprocess.run(["tar", "tf", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            elif path.endswith(".zip"):
                with zipfile.ZipFile(path) as archive:
                    body = "\n".join(sorted("%s %d" % (entry.filename, entry.CRC) for entry in archive.infolist())).encode()
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
