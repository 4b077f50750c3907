#!/usr/bin/env python3
"""Public libraries' own PHPUnit suites, on Loxo and beside it on PHP: every test's result is compared.

    tests/programs/suites.py SOURCES LOXO PHP PHPUNIT [--out FOLDER] [NAME...]

SOURCES holds (or gets) git clones, as OWNER+REPOSITORY or OWNER+REPOSITORY/repo; LOXO and PHP are the two programs. PHPUNIT is
the phpunit program (version 11; Debian 13's /usr/bin/phpunit, or vendor/bin/phpunit). What is missing is cloned from GitHub.
With --coverage the lines that tests run are compared, too; PHP needs pcov for that (a program that adds `-d extension=pcov.so`).
Libraries that are found nowhere in the table are looked for in the folder of LIBRARIES (default: /usr/share/php, where Debian's
php-* packages put them). Each run gets a copy of its own, logs and results of both are left in FOLDER. Exit code 1: something differs.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

# In "beside" are further repositories, unpacked where Composer would have put them; "load" are autoloaders below LIBRARIES.
OWN = ["DeepCopy", "PharIo/Manifest", "PharIo/Version", "staabm/SideEffectsDetector"] + [
    "SebastianBergmann/" + name
    for name in "CliParser CodeCoverage CodeUnit Comparator Diff Environment Exporter FileIterator GlobalState Invoker "
    "ObjectEnumerator Template Timer Type Version".split()
]
MARKDOWN = {"commonmark/cmark": "0.31.1", "commonmark/commonmark.js": "0.31.1", "github/cmark-gfm": "0.29.0.gfm.0", "symfony/yaml": "v7.0.3"}
DOCUMENTED = {
    "nikic/PHP-Parser": "v4.19.4",
    "phpDocumentor/ReflectionCommon": "2.2.0",
    "phpDocumentor/ReflectionDocBlock": "5.3.0",
    "phpDocumentor/TypeResolver": "1.8.2",
    "phpstan/phpdoc-parser": "1.33.0",
    "webmozarts/assert": "1.11.0",
    "doctrine/deprecations": "1.1.3",
    "bovigo/vfsStream": "v1.6.11",
    "mockery/mockery": "1.6.11",
    "hamcrest/hamcrest-php": "v2.0.1",
    "phpspec/prophecy-phpunit": "v2.3.0",
    "phpspec/prophecy": "v1.19.0",
    "doctrine/instantiator": "2.0.0",
}
SUITES = {
    "math": {"from": "brick/math 0.14.8", "words": ["--exclude-filter", "Random"]},
    "lexer": {"from": "doctrine/lexer 3.0.1"},
    "parser": {"from": "nikic/PHP-Parser v5.6.2"},
    "commonmark": {"from": "thephpleague/commonmark 2.7.1", "beside": MARKDOWN, "words": ["tests/functional"]},
    "diff": {"from": "sebastianbergmann/diff 6.0.2"},
    "exporter": {"from": "sebastianbergmann/exporter 6.3.0"},
    "comparator": {"from": "sebastianbergmann/comparator 6.3.1"},
    "coverage": {"from": "sebastianbergmann/php-code-coverage 11.0.9"},
    "phpunit": {"from": "sebastianbergmann/phpunit 11.5.19", "load": OWN, "phpunit": "phpunit", "words": ["--testsuite", "unit"]},
    "phpunit-whole": {"from": "sebastianbergmann/phpunit 11.5.19", "load": OWN, "phpunit": "phpunit", "words": ["--testsuite", "end-to-end"]},
    "monolog": {"from": "Seldaek/monolog 3.9.0"},
    "email": {"from": "egulias/EmailValidator 4.0.2"},
    "dotenv": {"from": "vlucas/phpdotenv v5.6.1"},
    "config": {"from": "thephpleague/config v1.2.0"},
    "carbon": {"from": "briannesbitt/Carbon 3.8.4", "beside": {"symfony/clock": "v7.0.3", "symfony/translation": "v7.0.3"}, "load": ["Illuminate"], "words": ["--testsuite", "carbon,immutable,interval,period,timezone,factory"]},
    "twig": {"from": "twigphp/Twig v3.14.0", "beside": {"symfony/phpunit-bridge": "v7.1.4"}},
    "twig-9": {"from": "twigphp/Twig v3.14.0", "beside": {"symfony/phpunit-bridge": "v7.1.4"}, "old": True},
    "composer": {"from": "composer/composer 2.8.8", "beside": {"symfony/phpunit-bridge": "v7.1.4"}, "load": ["Composer"]},
    "composer-9": {"from": "composer/composer 2.8.8", "beside": {"symfony/phpunit-bridge": "v7.1.4"}, "load": ["Composer"], "old": True},
    "phpcs": {"from": "PHPCSStandards/PHP_CodeSniffer 4.0.0"},
    "psr7": {"from": "guzzle/psr7 2.6.2", "beside": {"php-fig/http-message": "2.0", "php-fig/http-factory": "1.1.0", "http-interop/http-factory-tests": "0.9.0", "uri-templates/uritemplate-test": "HEAD"}},
    "uuid": {"from": "ramsey/uuid 4.7.6"},
    "collection": {"from": "ramsey/collection 2.1.1"},
    "sql-parser": {"from": "phpmyadmin/sql-parser 6.0.0"},
    "purifier": {"from": "ezyang/htmlpurifier v4.18.0", "words": ["tests/HTMLPurifier"], "old": True},
    "smarty": {"from": "smarty-php/smarty v5.8.4"},
    "graphql": {"from": "webonyx/graphql-php v15.37.2", "old": True},
    "amp": {"from": "amphp/amp v3.0.0", "beside": {"revoltphp/event-loop": "v1.0.7"}},
    "event-loop": {"from": "revoltphp/event-loop v1.0.9"},
    "orm": {"from": "doctrine/orm 3.3.0", "beside": {"doctrine/dbal": "4.2.1", "doctrine/persistence": "3.3.3"}, "old": True},
    "dbal": {"from": "doctrine/dbal 4.2.1", "old": True},
    "guzzle": {"from": "guzzle/guzzle 7.8.1", "old": True},
    "vobject": {"from": "sabre-io/vobject 4.6.0", "beside": {"sabre-io/xml": "4.0.6", "sabre-io/uri": "3.0.2"}, "words": ["-c", "tests/phpunit.xml"], "old": True},
    "scss": {"from": "scssphp/scssphp v1.13.0", "beside": {"symfony/phpunit-bridge": "v7.1.4"}, "old": True},
    "mailer": {"from": "PHPMailer/PHPMailer v7.1.1", "old": True},
    "phpseclib": {"from": "phpseclib/phpseclib 3.0.56", "words": ["--no-configuration", "tests/Unit"], "old": True, "bootstrap": "vendor/autoload.php"},
    "assert": {"from": "webmozarts/assert 2.4.0"},
    "parsedown": {"from": "erusev/parsedown 1.8.0", "old": True},
    "markdown": {"from": "michelf/php-markdown 2.0.0", "old": True},
    "mustache": {"from": "bobthecow/mustache.php v2.14.2"},
    "encoding": {"from": "paragonie/constant_time_encoding v3.1.3", "old": True},
    "mpdf": {"from": "mpdf/mpdf v8.3.1", "beside": {"Setasign/FPDI": "v2.6.1", "mpdf/psr-log-aware-trait": "v3.0.0", "mpdf/psr-http-message-shim": "v2.0.1"}, "old": True},
    "spreadsheet": {"from": "PHPOffice/PhpSpreadsheet 3.10.7", "beside": {"markrogoyski/math-php": "v2.11.0", "MarkBaker/PHPComplex": "3.0.2", "MarkBaker/PHPMatrix": "3.0.1", "maennchen/ZipStream-PHP": "3.1.1"}},
    "laravel": {"from": "laravel/framework v11.56.0", "words": ["tests/Support"]},
    "cakephp": {"from": "cakephp/cakephp 5.1.1"},
    "csv": {"from": "thephpleague/csv 9.28.0"},
    "uri": {"from": "thephpleague/uri-src 7.8.0", "beside": {"guzzle/psr7": "2.6.2", "php-fig/http-message": "2.0", "php-fig/http-factory": "1.1.0", "php-http/psr7-integration-tests": "1.3.0", "http-interop/http-factory-tests": "0.9.0", "uri-templates/uritemplate-test": "HEAD"}},
    "date-time": {"from": "brick/date-time 0.9.0"},
    "closure": {"from": "opis/closure 4.5.0"},
    "money": {"from": "moneyphp/money v4.9.0"},
    "period": {"from": "thephpleague/period 5.3.3"},
    "promise": {"from": "reactphp/promise v3.1.0", "old": True},
    "codeigniter": {"from": "codeigniter4/CodeIgniter4 v4.7.0"},
    "container": {"from": "thephpleague/container 4.2.3", "old": True},
    "plates": {"from": "thephpleague/plates v3.5.0", "old": True},
    "iter": {"from": "nikic/iter v2.4.1", "old": True},
    "html5": {"from": "Masterminds/html5-php 2.10.0", "old": True},
    "jwt-lcobucci": {"from": "lcobucci/jwt 5.4.0"},
    "lightncandy": {"from": "zordius/lightncandy v1.2.6", "old": True},
    "minify": {"from": "matthiasmullie/minify 1.3.75", "old": True},
    "simplepie": {"from": "simplepie/simplepie 1.9.0", "old": True},
    "sodium": {"from": "paragonie/sodium_compat v2.5.0", "old": True},
    "word": {"from": "PHPOffice/PHPWord 1.4.0", "beside": {"PHPOffice/Math": "0.3.0"}, "old": True},
    "annotations": {"from": "doctrine/annotations 2.0.1", "beside": {"doctrine/lexer": "3.0.1"}, "old": True},
    "inflector": {"from": "doctrine/inflector 2.0.10", "old": True},
    "amqp": {"from": "php-amqplib/php-amqplib v3.7.3", "words": ["tests/Unit"], "old": True},
    "phpdoc": {"from": "phpstan/phpdoc-parser 1.33.0", "beside": {"nikic/PHP-Parser": "v5.6.2", "doctrine/annotations": "2.0.1", "doctrine/lexer": "3.0.1"}, "old": True},
    "geo": {"from": "brick/geo 0.13.0"},
    "promises": {"from": "guzzle/promises 2.0.4", "old": True},
    "less": {"from": "wikimedia/less.php v5.5.1"},
    "cron": {"from": "dragonmantank/cron-expression HEAD"},
    "polyfill": {"from": "symfony/polyfill HEAD", "old": True},
    "react-loop": {"from": "reactphp/event-loop HEAD", "old": True},
    "portable-utf8": {"from": "voku/portable-utf8 HEAD", "old": True},
    "flysystem": {"from": "thephpleague/flysystem HEAD", "beside": {"thephpleague/mime-type-detection": "1.17.0", "phpseclib/phpseclib": "3.0.56", "paragonie/constant_time_encoding": "v3.1.3"}, "words": ["--exclude-filter", "AwsS3|Azure|Google|Ftp|Sftp|WebDAV|Phpseclib"]},
    "reflection": {"from": "phpDocumentor/Reflection HEAD", "beside": DOCUMENTED, "words": ["--no-configuration", "tests"], "bootstrap": "vendor/autoload.php", "old": True},
    "docblock": {"from": "phpDocumentor/ReflectionDocBlock 5.3.0", "beside": DOCUMENTED, "words": ["--no-configuration", "tests"], "bootstrap": "vendor/autoload.php", "old": True},
    "type-resolver": {"from": "phpDocumentor/TypeResolver 1.8.2", "beside": DOCUMENTED, "words": ["--no-configuration", "tests"], "bootstrap": "vendor/autoload.php", "old": True},
    "fast-route": {"from": "nikic/FastRoute HEAD", "beside": {"Nyholm/psr7": "1.8.2", "php-fig/http-message": "2.0", "php-fig/http-factory": "1.1.0"}},
    "pimple": {"from": "silexphp/Pimple v3.5.0", "beside": {"symfony/phpunit-bridge": "v7.1.4"}, "old": True},
    "di": {"from": "PHP-DI/PHP-DI 7.0.11", "beside": {"PHP-DI/Invoker": "2.3.7", "laravel/serializable-closure": "v2.0.1", "mnapoli/phpunit-easymock": "1.5.0"}, "old": True},
    "validation": {"from": "Respect/Validation 2.3.9", "beside": {"Respect/Stringifier": "0.2.0"}, "old": True},
    "brick-money": {"from": "brick/money 0.13.0", "beside": {"brick/math": "0.18.0"}},
    "collections": {"from": "doctrine/collections HEAD", "beside": {"doctrine/deprecations": "1.1.3"}},
    "diactoros": {"from": "laminas/laminas-diactoros 3.5.0", "beside": {"php-fig/http-message": "2.0", "php-fig/http-factory": "1.1.0", "http-interop/http-factory-tests": "2.2.0", "php-http/psr7-integration-tests": "1.3.0", "guzzle/psr7": "2.6.2"}},
    "rrule": {"from": "rlanvin/php-rrule v2.6.0", "old": True},
    "simple-html-dom": {"from": "voku/simple_html_dom 5.0.0", "old": True},
    "phone-numbers": {"from": "giggsey/libphonenumber-for-php 9.0.35", "beside": {"giggsey/Locale": "2.9.0"}},
    "opis-schema": {"from": "opis/json-schema 2.5.0", "beside": {"opis/string": "2.0.2", "opis/uri": "1.1.0"}, "old": True},
    "nyholm-psr7": {"from": "Nyholm/psr7 1.8.2", "beside": {"php-fig/http-message": "2.0", "php-fig/http-factory": "1.1.0", "http-interop/http-factory-tests": "2.2.0", "php-http/psr7-integration-tests": "1.3.0"}, "old": True},
    "sabre-xml": {"from": "sabre-io/xml 4.0.6", "beside": {"sabre-io/uri": "3.0.2"}, "words": ["-c", "tests/phpunit.xml"], "old": True},
    "sabre-http": {"from": "sabre-io/http 7.0.6", "beside": {"sabre-io/uri": "3.0.2", "sabre-io/event": "6.1.0"}, "words": ["-c", "tests/phpunit.xml"], "old": True},
    "barcode": {"from": "picqer/php-barcode-generator v3.2.0"},
    "yii": {"from": "yiisoft/yii2 2.0.55", "beside": {"cebe/markdown": "1.2.1"}, "words": ["tests/framework/helpers"], "old": True},
    "escaper": {"from": "laminas/laminas-escaper 2.14.0", "old": True},
    "stdlib": {"from": "laminas/laminas-stdlib 3.19.0"},
    "inline-styles": {"from": "tijsverkoyen/CssToInlineStyles v2.4.0", "old": True},
    "openspout": {"from": "openspout/openspout v4.26.0"},
    "pdfparser": {"from": "smalot/pdfparser v2.11.0", "old": True},
    "font-lib": {"from": "dompdf/php-font-lib 1.0.2", "old": True},
    "svg-lib": {"from": "dompdf/php-svg-lib v0.3.3", "beside": {"sabberworm/PHP-CSS-Parser": "8.3.1"}, "old": True},
    "prophecy": {"from": "phpspec/prophecy v1.19.0", "beside": DOCUMENTED, "words": ["--no-configuration", "tests"], "bootstrap": "vendor/autoload.php", "old": True},
    "global-state": {"from": "sebastianbergmann/global-state 7.0.2"},
    "mime-types": {"from": "thephpleague/mime-type-detection 1.17.0", "old": True},
    "html-to-markdown": {"from": "thephpleague/html-to-markdown HEAD", "old": True},
}
# Symfony's components have suites of their own.
for COMPONENT in (
    "Cache Clock Config Console CssSelector DependencyInjection DomCrawler Dotenv ErrorHandler EventDispatcher ExpressionLanguage Filesystem Finder Form HtmlSanitizer HttpClient "
    "HttpFoundation HttpKernel Lock Mime OptionsResolver PasswordHasher Process PropertyAccess PropertyInfo Routing Serializer Stopwatch String Translation TypeInfo Uid Validator VarDumper "
    "VarExporter Workflow Yaml"
).split():
    SUITES["symfony-" + COMPONENT.lower()] = {"from": "symfony/symfony v7.1.5", "words": ["--no-configuration", "src/Symfony/Component/" + COMPONENT + "/Tests"], "old": True, "beside": {"symfony/phpunit-bridge": "v7.1.4"}, "bootstrap": "vendor/autoload.php"}
LIBRARIES = os.environ.get("LIBRARIES", "/usr/share/php")
AUTOLOAD = """<?php
// Classes of this library and of those that it needs, by the maps in their composer.json.
$prefixes = %s;
$folders = %s;
$files = %s;
const LIBRARIES = %s;
spl_autoload_register(static function (string $class) use ($prefixes): void {
    foreach ($prefixes as [$prefix, $folder]) {
        if (str_starts_with($class, $prefix)) {
            $path = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\\\', '/') . '.php';
            if (is_file($path)) {
                require_once $path;
                return;
            }
        }
    }
}, true, true);
spl_autoload_register(static function (string $class) use ($folders): void {
    static $map = null;
    if ($map === null) {
        $map = [];
        foreach ($folders as $folder) {
            foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS)) as $file) {
                if ($file->getExtension() === 'php') {
                    $text = file_get_contents($file->getPathname());
                    $space = preg_match('/^namespace\\s+([\\w\\\\\\\\]+)/m', $text, $found) ? $found[1] . '\\\\' : '';
                    preg_match_all('/^\\s*(?:(?:abstract|final|readonly)\\s+)*(?:class|interface|trait|enum)\\s+(\\w+)/mi', $text, $found);
                    foreach ($found[1] as $name) {
                        $map[strtolower($space . $name)] ??= $file->getPathname();
                    }
                }
            }
        }
    }
    if (isset($map[strtolower($class)])) {
        require_once $map[strtolower($class)];
    } elseif (is_file($path = LIBRARIES . '/' . strtr($class, '\\\\', '/') . '.php')) {
        require_once $path;
    }
});
foreach ($files as $file) {
    require_once $file;
}
return class_exists('Composer\\Autoload\\ClassLoader') ? new Composer\\Autoload\\ClassLoader(__DIR__) : new class {
    public function __call(string $name, array $arguments): mixed { return null; }
};
"""


def source(options, repository):
    """The git folder of a repository, cloned where it is missing."""
    flat = os.path.join(options.sources, repository.replace("/", "+"))
    for path in (os.path.join(flat, "repo"), flat):
        if os.path.isdir(path) and os.listdir(path):
            return path
    subprocess.run(["git", "clone", "--quiet", "https://github.com/%s.git" % repository, flat], check=True)
    return flat


def unpack(options, repository, tag, target):
    os.makedirs(target)
    # Not git-archive: tests are often left out of releases. Of a snapshot, some large files may be absent.
    environment = dict(os.environ, GIT_INDEX_FILE=target + ".index")
    git = ["git", "-C", source(options, repository), "--work-tree", target]
    subprocess.run(git + ["read-tree", tag], env=environment, check=True)
    subprocess.run(git + ["checkout-index", "--all", "--quiet"], env=environment, stderr=subprocess.DEVNULL, cwd=target)
    os.remove(environment["GIT_INDEX_FILE"])


def quoted(value):
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(quoted(item) for item in value) + "]"
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def autoload(tree, others, load):
    """Writes vendor/autoload.php, which loads the classes of the tree, of the others and of LIBRARIES."""
    if os.path.exists(os.path.join(tree, "vendor", "autoload.php")):
        return
    prefixes, folders, files = [], [], []
    for root in [tree] + others:
        try:
            with open(os.path.join(root, "composer.json")) as file:
                manifest = json.load(file)
        except FileNotFoundError:
            continue
        for key in ("autoload", "autoload-dev") if root == tree else ("autoload",):
            section = manifest.get(key) or {}
            for kind in ("psr-4", "psr-0"):
                for prefix, paths in section.get(kind, {}).items():
                    for path in paths if isinstance(paths, list) else [paths]:
                        folder = os.path.join(root, path).rstrip("/")
                        if kind == "psr-0":
                            folder = os.path.join(folder, prefix.replace("\\", "/")).rstrip("/")
                        prefixes.append((prefix, folder))
            folders += [os.path.join(root, path) for path in section.get("classmap", [])]
            files += [os.path.join(root, path) for path in section.get("files", [])]
    files += [os.path.join(LIBRARIES, name, "autoload.php") for name in load]
    function = os.path.join(LIBRARIES, "Symfony/Contracts/Deprecation/function.php")
    if os.path.exists(function):
        files.append(function)
    files = [path for path in files if os.path.exists(path)]
    folders = [folder for folder in folders if os.path.isdir(folder)]
    os.makedirs(os.path.join(tree, "vendor", "composer"), exist_ok=True)
    for name in ("InstalledVersions.php", "ClassLoader.php"):
        for folder in ("Composer", "Autoload"):
            path = os.path.join(tree, "src/Composer", folder if folder == "Autoload" else "", name)
            if os.path.exists(path):
                shutil.copy(path, os.path.join(tree, "vendor", "composer"))
    with open(os.path.join(tree, "vendor", "autoload.php"), "w") as file:
        file.write(AUTOLOAD % (quoted(prefixes), quoted(folders), quoted(files), quoted(LIBRARIES)))


def settled(text, tree):
    text = text.replace(tree, "TREE")
    text = re.sub(r"\d+(\.\d+)? (ms|milliseconds?|seconds?|MB|KB|bytes)\b", "AMOUNT", text)
    text = re.sub(r"\b\d\d:\d\d(:\d\d|\.\d+)(\.\d+)?\b", "TIME", text)
    text = re.sub(r"#\d+\b", "#N", text)
    return re.sub(r"0x[0-9a-f]+|/tmp/[^\s\"']+", "ADDRESS", text)


def results(path, tree):
    """Test name -> (outcome, assertions, message) of a JUnit log."""
    found = {}
    for case in ElementTree.parse(path).iter("testcase"):
        kinds = [child for child in case if child.tag in ("failure", "error", "skipped")]
        outcome = kinds[0].tag if kinds else "passed"
        text = settled("".join(kinds[0].itertext()) if kinds else "", tree)
        found[case.get("class", "") + "::" + case.get("name", "").replace(tree, "TREE")] = (outcome, case.get("assertions"), text)
    return found


def coverage(path, tree):
    """File -> its lines, with how many tests have run each, of a Clover report: as if files were tests."""
    found = {}
    for file in ElementTree.parse(path).iter("file"):
        lines = ["%s: %s" % (line.get("num"), line.get("count")) for line in file.iter("line")]
        found[file.get("name").replace(tree, "TREE")] = ("file", None, "\n".join(lines))
    return found


def run(options, name, side, program):
    suite = SUITES[name]
    base = os.path.join(options.out, name)
    # Both sides run in the same place, one after the other, so that paths are the same.
    tree = os.path.join(base, "tree")
    shutil.rmtree(tree, ignore_errors=True)
    unpack(options, *suite["from"].split(), tree)
    needed = []
    for repository, tag in suite.get("beside", {}).items():
        needed.append(os.path.join(tree, "vendor", repository.replace("cmark-gfm", "gfm")))
        unpack(options, repository, tag, needed[-1])
    autoload(tree, needed, suite.get("load", []))
    log = os.path.join(base, side + ".xml")
    if os.path.exists(log):
        os.remove(log)
    clover = os.path.join(base, side + ".clover.xml")
    command = ["php", "-d", "memory_limit=2G"]
    if options.coverage:
        command += ["-d", "pcov.enabled=1", "-d", "pcov.directory=" + tree]
    command += [suite.get("phpunit", options.phpunit9 if suite.get("old") else options.phpunit), "--do-not-cache-result", "--colors=never", "--log-junit", log]
    command += ["--coverage-clover", clover] if options.coverage else ["--no-coverage"]
    configured = [os.path.join(tree, name) for name in ("phpunit.xml", "phpunit.xml.dist", "tests/phpunit.xml") if os.path.exists(os.path.join(tree, name))]
    if "bootstrap" in suite or not any('bootstrap="' in open(path).read() for path in configured[:1]):
        # Composer's phpunit loads it of its own accord.
        command += ["--bootstrap", "vendor/autoload.php"]
    # Tests that start "php" start the same program.
    tools = os.path.join(base, side)
    os.makedirs(tools, exist_ok=True)
    link = os.path.join(tools, "php")
    if os.path.lexists(link):
        os.remove(link)
    os.symlink(os.path.abspath(shutil.which(program)), link)
    # Both have a php.ini, since programs speak of the one that they find.
    with open(os.path.join(base, "php.ini"), "w") as file:
        file.write("memory_limit = 2G\n")
    environment = dict(os.environ, PATH=tools + ":" + os.environ["PATH"], CALCULATOR="Native", PHPRC=base)
    if "old" in suite:
        # Symfony's bridge would ask classes of the newer PHPUnit, which are found in LIBRARIES.
        environment["SYMFONY_DEPRECATIONS_HELPER"] = "disabled=1"
    start = time.time()
    with open(os.path.join(base, side + ".txt"), "w") as output:
        try:
            code = subprocess.run(
                command + suite.get("words", []) + options.words, cwd=tree, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, timeout=options.timeout
            ).returncode
        except subprocess.TimeoutExpired:
            code = "timeout"
    seconds = time.time() - start
    try:
        return code, seconds, {**results(log, tree), **(coverage(clover, tree) if options.coverage else {})}
    except (OSError, ElementTree.ParseError):
        return code, seconds, {}


def tally(tests):
    count = {}
    for outcome, _, _ in tests.values():
        count[outcome] = count.get(outcome, 0) + 1
    return ", ".join("%d %s" % (number, outcome) for outcome, number in sorted(count.items())) or "nothing ran"


def compare(options, name):
    os.makedirs(os.path.join(options.out, name), exist_ok=True)
    sides = {}
    for side, program in (("php", options.php), ("loxo", options.loxo)):
        kept = os.path.join(options.out, name, "php.json")
        if side == "php" and options.keep and os.path.exists(kept):
            with open(kept) as file:
                code, seconds, tests = json.load(file)
            if tests:
                sides[side] = code, seconds, {key: tuple(value) for key, value in tests.items()}
                continue
        sides[side] = run(options, name, side, program)
        with open(os.path.join(options.out, name, side + ".json"), "w") as file:
            json.dump(sides[side], file)
    wanted, got = sides["php"], sides["loxo"]
    print("%-12s PHP  %s (exit %s, %.1f s)" % (name, tally(wanted[2]), wanted[0], wanted[1]))
    print("%-12s Loxo %s (exit %s, %.1f s)" % ("", tally(got[2]), got[0], got[1]))
    differing = [test for test in {**wanted[2], **got[2]} if wanted[2].get(test) != got[2].get(test)]
    for test in differing[: options.show]:
        print("  differs: %s" % test)
        for side, found in (("PHP ", wanted), ("Loxo", got)):
            outcome, assertions, text = found[2].get(test, ("not run", 0, ""))
            print("    %s: %s, %s assertions %s" % (side, outcome, assertions, text[: options.text].replace("\n", "\n      ")))
    if len(differing) > options.show:
        print("  … and %d more" % (len(differing) - options.show))
    sys.stdout.flush()
    return not differing and wanted[0] == got[0] and bool(wanted[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources")
    parser.add_argument("loxo")
    parser.add_argument("php")
    parser.add_argument("phpunit")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of: " + " ".join(SUITES))
    parser.add_argument("--out", default="/tmp/loxo-suites")
    parser.add_argument("--phpunit9", default="phpunit9", help="the phpunit program of version 9, for libraries that need it")
    parser.add_argument("--keep", action="store_true", help="use PHP's results of an earlier run")
    parser.add_argument("--show", type=int, default=20, help="how many differing tests to print")
    parser.add_argument("--text", type=int, default=300, help="how much of each message")
    parser.add_argument("--timeout", type=int, default=1200)
    parser.add_argument("--coverage", action="store_true", help="compare the lines that tests run, too")
    parser.add_argument("--words", type=str.split, default=[], help="further words for PHPUnit")
    options = parser.parse_intermixed_args()
    options.out = os.path.abspath(options.out)
    equal = [compare(options, name) for name in options.names or SUITES]
    print("%d of %d suites equal" % (sum(equal), len(equal)))
    sys.exit(0 if all(equal) else 1)


main()
