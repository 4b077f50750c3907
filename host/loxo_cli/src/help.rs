//! The texts of `-h`, `-v` and `-m`, for each name that the program goes by.

use loxo_runtime::Registry;

use crate::version::php_version;

/// `-v`
pub fn version(sapi: &str) -> String {
    let _ = crate::boot::registry(sapi);
    format!(
        "PHP {} ({sapi}) (built: Loxo {}) (NTS)\nLoxo {}, a PHP engine\n",
        php_version(),
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_VERSION")
    )
}

/// `-m`
pub fn modules(registry: &Registry) -> String {
    let mut names: Vec<&str> = registry.extensions.iter().map(|extension| extension.name).collect();
    names.sort_by_key(|name| name.to_ascii_lowercase());
    names.dedup();
    format!("[PHP Modules]\n{}\n\n[Zend Modules]\nZend OPcache\n\n", names.join("\n"))
}

fn program(argv0: &[u8]) -> String {
    let name = argv0.rsplit(|b| *b == b'/').next().unwrap_or(argv0);
    String::from_utf8_lossy(name).into_owned()
}

/// `php -h`
pub fn usage(argv0: &[u8]) -> String {
    USAGE.replace("{php}", &program(argv0))
}

const USAGE: &str = "\
Usage: {php} [options] [-f] <file> [--] [args...]
   {php} [options] -r <code> [--] [args...]
   {php} [options] [-B <begin_code>] -R <code> [-E <end_code>] [--] [args...]
   {php} [options] [-B <begin_code>] -F <file> [-E <end_code>] [--] [args...]
   {php} [options] -S <addr>:<port> [-t docroot] [router]
   {php} [options] -- [args...]
   {php} [options] -a

  -a               Interactive shell
  -c <path>|<file> Folder of php.ini, or the file itself
  -n               No configuration files
  -d foo[=bar]     Set ini entry foo to 'bar'
  -e               Accepted and ignored
  -f <file>        Run <file>
  -h               This help
  -i               PHP information
  -l               Check the syntax only (lint)
  -m               List the extensions
  -r <code>        Run <code>, written without script tags
  -B <begin_code>  Run <begin_code> before the input lines
  -R <code>        Run <code> for every input line
  -F <file>        Run <file> for every input line
  -E <end_code>    Run <end_code> after the input lines
  -H               Accepted and ignored
  -S <addr>:<port> Run the web server
  -t <docroot>     Document root of the web server
  -s               Print the source as coloured HTML
  -v               Version
  -w               Print the source without comments and whitespace
  -z <file>        Accepted and ignored

  args...          Arguments of the script. Put -- before them when the first
                   begins with - or the script is read from standard input

  --ini            Names of the configuration files

  --rf <name>      Describe a function
  --rc <name>      Describe a class
  --re <name>      Describe an extension
  --rz <name>      Describe a Zend extension
  --ri <name>      Configuration of an extension

";

/// `loxo help serve`
pub const SERVE_HELP: &str = "\
loxo serve [DIR] [options]
loxo serve --config FILE [options]

Serves the PHP application in DIR (default: here) over HTTP. Scripts are run, other files are sent,
and paths that are neither go to DIR/index.php. Stop it with Ctrl-C: requests that run are finished.
Signals: HUP reads php.ini again, USR2 does so and compiles programs anew, USR1 opens the access log again,
TERM and INT stop within 30 s, QUIT stops when all requests are done. DIR may be a link to a release: each
request sees the one that the link leads to when it begins.

  --listen HOST:PORT   where to listen; default 127.0.0.1:8080
  --config FILE        sites and pools as FILE describes them (loxo check FILE, loxo reload FILE)
  --processes N        run scripts in N processes, one request in each unless --workers says more, behind an HTTP server that runs none
  --workers N          how many requests may run at once; default: twice the cores, at least 4.
                       With --processes: in each process, on threads of it
  --user NAME          with --processes, if root starts them: as whom they run (-R: as root)
  --max-connections N  how many clients may be connected; default 20000, or what the limit on open files allows
  --spool-limit SIZE   how much of long bodies may lie in temporary files: 500M, 2G; default: half of what is free there
  --request-timeout T  how long a request may take, also while it waits: seconds, or 5m, 1h; default: no limit
  --status-path PATH   where php-fpm's status page is shown (?full, ?html, ?xml, ?json, ?openmetrics); default: none
  --ping-path PATH     where the server answers pong; default: none
  --metrics-path PATH  where Prometheus finds the figures; default: none
  --router FILE        a script that sees every request first; `return false;` in it serves the path as usual
  --htaccess CLASSES   read .htaccess as Apache does: all, or some of AuthConfig,FileInfo,Indexes,Limit,Options; default: none
  --rewrite-trace N    the steps of its rewriting in the log, 1 (what comes out) to 8 (everything); default: none
  --access-log FILE    one line per request, in the combined format; - is standard output
  --access-log-format json  lines of JSON instead
  --trusted-proxies LIST  addresses and networks of proxies that are believed when they say who the client is
  --proxy-protocol     connections of those begin with the PROXY protocol
  --no-compression     send text as it is, also to clients that accept zstd, br or gzip
  --tls-cert FILE      HTTPS (and HTTP/2) with this certificate and its chain, PEM; several are told apart by their names
  --tls-key FILE       the key of the --tls-cert before it; default: in the same file
  --redirect-from HOST:PORT  answer plain HTTP there with the address of HTTPS
  --admin ADDRESS      where the pages about the server are, for loxo top, loxo trace, loxo profile --server and browsers: the path of a
                       Unix socket, HOST:PORT, or off; default: a socket that only this user can open
  --admin-token FILE   what who asks over the network must show; needed where that is not this machine
  --sample-period T    how often workers are looked at: 40ms (default), or off
  --profile-folder DIR where profiles are kept, a file for each ten minutes; default: none, they are in memory only
  --trace-secret FILE  requests with a ticket signed by it (loxo trace --sign FILE) are traced as a whole
  --trace-one-in N     so is one in N requests
  --trace-slower-than T  so is the next request of a script that has taken longer: 500ms, 2s
  -d NAME=VALUE        an ini setting
  -c PATH, -n          another php.ini, or none
  --quiet              say nothing at start
";

/// `loxo help dev`
pub const DEV_HELP: &str = "\
loxo dev [DIR] [options]
loxo dev trust

Serves the project in DIR (default: here) for development, to this machine only. Pages load again in the browser when files change,
style sheets without that; errors are shown with the lines around them. The document root is what DIR/loxo.toml says, or the one of
public, web, htdocs, docroot, www, public_html, webroot, pub and DIR itself that has an index.php. Stop it with Ctrl-C.
`loxo dev trust` says how to have browsers trust the certificates of --https.

  --port N             where to listen; default: 8000, or the next one that is free; with --https 8443
  --listen HOST:PORT   listen elsewhere, also for other machines
  --https              HTTPS, with certificates of an authority that is made for you and signs for this machine only
  --host NAME          a name of the server besides localhost, *.localhost, *.test and addresses; may be given several times
  --root FOLDER        the document root, below DIR
  --site NAME          which site of loxo.toml; default: the first one
  --router FILE        a script that sees every request first
  --no-reload          do not look after files, and leave pages as they are
  --workers N          how many requests may run at once; default: twice the cores, at least 4
  -d NAME=VALUE        an ini setting
  -c PATH, -n          another php.ini, or none
  --quiet              no line for each request
";

/// `loxo build --help`
pub const BUILD_HELP: &str = "\
loxo build DIR -o PROGRAM [--entry FILE | --serve[=FOLDER]] [options]
loxo build FILE.php -o PROGRAM [options]

Makes one program out of an application: this engine, all files of DIR (or one file), and its scripts compiled, so
that nothing is parsed when it starts. PROGRAM takes its arguments as the script would; no option of it is Loxo's.

  -o, --output PROGRAM
                    the program's file
  --entry FILE      the script that runs, below DIR; default: index.php
  --serve[=FOLDER]  the program is a server of the application instead, with FOLDER below DIR as its document root
                    (default: public if there is a public/index.php, else DIR); it takes the options of loxo serve
  --exclude GLOB    leave out what has this name, or this path below DIR; may be given several times.
                    Folders of version control (.git, .hg, .svn) are always left out
  --root PATH       where the program sees its files; default: /proc/self/exe/app, where no disk has any
  -d NAME=VALUE     a setting of the program

The program's files are read-only. php.ini counts only if PHPRC or PHP_INI_SCAN_DIR is set. The same files with the same
times give the same program; SOURCE_DATE_EPOCH=SECONDS makes younger files that old.
";

/// `php-cgi -h`
pub fn cgi_usage(argv0: &[u8]) -> String {
    CGI_USAGE.replace("{php}", &program(argv0))
}

const CGI_USAGE: &str = "\
Usage: {php} [-q] [-h] [-s] [-v] [-i] [-f <file>]
       {php} <file> [args...]
  -b <address>     Serve FastCGI at a port, host:port or path
  -C               Stay in the current folder
  -c <path>|<file> Folder of php.ini, or the file itself
  -n               No configuration files
  -d foo[=bar]     Set ini entry foo to 'bar'
  -f <file>        Run <file>; implies -q
  -h               This help
  -i               PHP information
  -l               Check the syntax only (lint)
  -m               List the extensions
  -q               No HTTP headers
  -s               Print the source as coloured HTML
  -v               Version
  -w               Print the source without comments and whitespace
";

/// `php-fpm -h`
pub fn fpm_usage(argv0: &[u8]) -> String {
    FPM_USAGE.replace("{php}", &program(argv0))
}

const FPM_USAGE: &str = "\
Usage: {php} [-n] [-e] [-h] [-i] [-m] [-v] [-t] [-p <prefix>] [-g <pid>] [-c <file>] [-d foo[=bar]] [-y <file>] [-D] [-F [-O]]
  -c <path>|<file> Folder of php.ini, or the file itself
  -n               No configuration files of PHP
  -d foo[=bar]     Set ini entry foo to 'bar'
  -e               Accepted and ignored
  -h               This help
  -i               PHP information
  -m               List the extensions
  -v               Version
  -p, --prefix <dir>
                   Where relative paths begin (default: /usr)
  -g, --pid <file>
                   The file of the process's number
  -y, --fpm-config <file>
                   The configuration of the process manager
  -t, --test       Check the configuration and exit; -tt shows it
  -D, --daemonize  Run in the background, whatever the configuration says
  -F, --nodaemonize
                   Stay in the foreground, whatever the configuration says
  -O, --force-stderr
                   In the foreground, write the log to standard error even if that is no terminal
  -R, --allow-to-run-as-root
                   Pools may run as root
";

/// Called as a web server would, but by somebody who is none.
pub const SECURITY_ALERT: &str = "\
<b>Security Alert!</b> The PHP CGI cannot be accessed directly.

<p>A web server that starts this program sets the CGI variable REDIRECT_STATUS; without it no page is served.</p>
<p>The setting cgi.force_redirect turns this check off.</p>
";

/// `loxo help`
pub const HELP: &str = "\
Loxo runs PHP.

  loxo app.php [args...]      run a script
  loxo serve [DIR]            serve an application over HTTP
  loxo dev [DIR]              serve a project while it is written: pages load again when files change (loxo help dev)
  loxo build DIR -o PROGRAM   make one program out of an application (loxo build --help)
  loxo profile SCRIPT         run a script and say what its functions cost
  loxo profile --open FILE    look at a profile (loxo profile --help-views)
  loxo profile --server       what a server that runs spends its time on
  loxo top                    what the workers of a server do right now
  loxo trace NUMBER           the stack of one of them
  loxo doctor                 what makes a server slow, and what helps; also php-fpm's (loxo doctor --help)
  loxo hugepages COMMAND      code of programs on huge pages (loxo hugepages --help)
  loxo check, reload [FILE]   look at a server's configuration (loxo.toml), make it read that again
  loxo migrate FILE...        loxo.toml out of files of nginx, Apache, php-fpm (loxo migrate --help)
  loxo queue [options]        queues for clients of memcached, kept on disk (loxo queue --help)
  loxo fpm [options]          serve FastCGI, as php-fpm does with the same configuration (loxo fpm -h)
  loxo -a                     interactive shell
  loxo -r 'echo 1;'           run code
  loxo version                which Loxo, which PHP
  loxo help [serve|dev|build] this, or the options of the servers, of building programs
  loxo -h                     all options of the command line, which are PHP's

Called php (by link or name), it takes PHP's options and nothing else.
";
