//! `cargo xtask reference`: PHP 8.4 of Debian 13 beside the system, to compare behaviour and speed with, and php-src's tests.

use crate::{Outcome, Result, paths};
use lexopt::prelude::*;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const HELP: &str = "\
usage: cargo xtask reference [install|paths|php-src] [ARGUMENTS…]

install   the command line, CGI and FPM programs of PHP 8.4 with their extensions, and php-src (default; needs root, about 900 MB)
php-src   only the source package, whose .phpt files are the conformance suite (no root needed): 8.4.24, which the lists in
          tests/conformance were made with, or the newest where that is not to be had any more
paths     where things are
php …     run the reference's command line

Everything lies below $LOXO_REFERENCE_DIR (default ~/.cache/loxo-reference) and an existing installation is used as it is.
Packages come from Debian 13 (trixie), through the archive that this machine's apt is set up with.
";

const SUITE: &str = "trixie";
/// The release whose tests the lists in `tests/conformance` name, and the checksum of its archive in Debian's signed `.dsc`. Pinned, because
/// every point release changes tests, and because a mirror may list the newest before it serves it.
const PHP_SRC: (&str, &str) = ("php8.4_8.4.24.orig.tar.xz", "SHA256:e127be09a8506f4327c5cfa78a614b00d210714484ec215ce0011b4a03c00731");
const POOL: &str = "pool/main/p/php8.4";
/// Comes with apt itself.
const APT_HELPER: &str = "/usr/lib/apt/apt-helper";
const EXTENSIONS: &[&str] = &[
    "cli",
    "fpm",
    "cgi",
    "mysql",
    "pgsql",
    "sqlite3",
    "mbstring",
    "xml",
    "curl",
    "gd",
    "intl",
    "zip",
    "bcmath",
    "gmp",
    "soap",
    "xsl",
    "bz2",
    "readline",
    "opcache",
    "redis",
    "memcached",
    "apcu",
];
/// Our name for a program, where it lies in the root, and the name of its ini folder.
const PROGRAMS: &[(&str, &str, &str)] =
    &[("php84", "usr/bin/php8.4", "cli"), ("php-fpm84", "usr/sbin/php-fpm8.4", "fpm"), ("php-cgi84", "usr/bin/php-cgi8.4", "cgi")];

pub fn main(mut parser: lexopt::Parser) -> Outcome {
    match parser.next()? {
        Some(Short('h') | Long("help")) => print!("{HELP}"),
        None => {
            install()?;
            ensure_php_src()?;
            print_paths();
        }
        Some(Value(verb)) => match verb.string()?.as_str() {
            "install" => {
                install()?;
                ensure_php_src()?;
                print_paths();
            }
            "php-src" => println!("{}", ensure_php_src()?.display()),
            "paths" => print_paths(),
            "php" => {
                let status = command()?.args(parser.raw_args()?).status()?;
                return Ok(ExitCode::from(status.code().unwrap_or(255) as u8));
            }
            other => return Err(format!("there is no `{other}` (install, php-src, paths, php)").into()),
        },
        Some(argument) => return Err(argument.unexpected().into()),
    }
    Ok(ExitCode::SUCCESS)
}

fn print_paths() {
    for (name, ..) in PROGRAMS {
        println!("{name:<10} {}", paths::reference_dir().join("bin").join(name).display());
    }
    println!("{:<10} {}", "php-src", paths::php_src().display());
}

/// A release of PHP that is installed, without the wrapper scripts around its programs.
pub struct Release {
    pub version: &'static str,
    /// Whether it runs with its JIT.
    pub jit: bool,
    root: &'static str,
    conf: &'static str,
}

/// What most people run.
pub const PHP84: Release = Release { version: "8.4", jit: false, root: SUITE, conf: "conf" };
/// The fastest that anybody can install.
pub const PHP85: Release = Release { version: "8.5", jit: true, root: "sid85", conf: "conf85" };

impl Release {
    /// One of its programs: `cli`, `cgi` or `fpm`.
    pub fn program(&self, sapi: &str) -> Result<Command> {
        let (root, version) = (paths::reference_dir().join(self.root), self.version);
        let program = match sapi {
            "fpm" => root.join(format!("usr/sbin/php-fpm{version}")),
            "cgi" => root.join(format!("usr/bin/php-cgi{version}")),
            _ => root.join(format!("usr/bin/php{version}")),
        };
        if !program.is_file() {
            return Err(format!("PHP {version} is not installed ({} is missing): run `cargo xtask reference`", program.display()).into());
        }
        let parts = Parts::find(&root)?;
        let mut command = Command::new(&parts.loader);
        command.arg("--library-path").arg(&parts.libraries).args(["--argv0", "php"]).arg(program);
        command.arg("-d").arg(format!("extension_dir={}", parts.extensions.display()));
        command.env("PHP_INI_SCAN_DIR", paths::reference_dir().join(self.conf).join(sapi));
        Ok(command)
    }

    /// The settings of its cache of compiled code.
    pub fn opcache(&self) -> &'static [&'static str] {
        if self.jit { &["-d", "opcache.jit=tracing", "-d", "opcache.jit_buffer_size=64M"] } else { &["-d", "opcache.jit=disable"] }
    }
}

/// Applications and libraries from Debian, installed in the root of the reference. Gives the root.
pub fn debian_packages(packages: &[&str]) -> Result<PathBuf> {
    install()?;
    let root = paths::reference_dir().join(SUITE);
    let info = root.join("var/lib/dpkg/info");
    let missing: Vec<&str> = packages.iter().copied().filter(|name| !info.join(format!("{name}.list")).is_file()).collect();
    if !missing.is_empty() {
        eprintln!("reference: installing {} …", missing.join(" "));
        // A service has nothing to do there.
        fs::write(root.join("usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n")?;
        fs::set_permissions(root.join("usr/sbin/policy-rc.d"), fs::Permissions::from_mode(0o755))?;
        let mut apt = Command::new("chroot");
        apt.arg(&root).args(["apt-get", "install", "-y", "-q", "--no-install-recommends"]).args(missing);
        run(apt.env("DEBIAN_FRONTEND", "noninteractive"), Some(&paths::reference_dir().join("packages.log")))?;
    }
    Ok(root)
}

/// The reference's command line without the wrapper script around it, so that its start can be timed.
pub fn command() -> Result<Command> {
    let root = paths::reference_dir().join(SUITE);
    let program = root.join("usr/bin/php8.4");
    if std::env::var_os("LOXO_REFERENCE").is_some() || !program.is_file() {
        let php = paths::reference_php();
        if !php.is_file() {
            return Err(format!("the reference is not installed ({} is missing): run `cargo xtask reference`", php.display()).into());
        }
        return Ok(Command::new(php));
    }
    let parts = Parts::find(&root)?;
    let mut command = Command::new(&parts.loader);
    command.arg("--library-path").arg(&parts.libraries).arg("--argv0").arg("php").arg(program);
    command.arg("-d").arg(format!("extension_dir={}", parts.extensions.display()));
    command.env("PHP_INI_SCAN_DIR", paths::reference_dir().join("conf/cli"));
    Ok(command)
}

/// The tree with the `.phpt` files, installed when it is missing.
pub fn ensure_php_src() -> Result<PathBuf> {
    let tree = paths::php_src();
    if tree.join("Zend/tests").is_dir() {
        return Ok(tree);
    }
    let work = paths::reference_dir().join("apt");
    fs::create_dir_all(work.join("source"))?;
    let archive = match pinned_source(&work) {
        Ok(archive) => archive,
        Err(error) => {
            eprintln!("php-src: {} cannot be had ({error}); taking the newest, whose tests may differ from the lists", PHP_SRC.0);
            newest_source(&work)?
        }
    };
    if Command::new("xz").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
        apt_install(&["xz-utils"])?;
    }
    let fresh = tree.with_extension("new");
    let _ = fs::remove_dir_all(&fresh);
    fs::create_dir_all(&fresh)?;
    run(Command::new("tar").arg("xf").arg(archive).arg("-C").arg(&fresh).arg("--strip-components=1"), None)?;
    let _ = fs::remove_dir_all(&tree);
    fs::rename(&fresh, &tree)?;
    let _ = fs::remove_dir_all(&work);
    Ok(tree)
}

/// The archive of the release that the lists were made with.
fn pinned_source(work: &Path) -> Result<PathBuf> {
    let (name, checksum) = PHP_SRC;
    let archive = work.join("source").join(name);
    let url = format!("{}/{POOL}/{name}", mirror().trim_end_matches('/'));
    eprintln!("php-src: fetching {url} …");
    run(Command::new(APT_HELPER).args(["-q", "-o", "APT::Sandbox::User=root", "download-file", &url]).arg(&archive).arg(checksum), None)?;
    Ok(archive)
}

/// The archive that Debian's source package has now.
fn newest_source(work: &Path) -> Result<PathBuf> {
    eprintln!("php-src: fetching Debian's source package php8.4 …");
    for folder in ["state/lists/partial", "cache/archives/partial"] {
        fs::create_dir_all(work.join(folder))?;
    }
    let keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
    if !Path::new(keyring).is_file() {
        apt_install(&["debian-archive-keyring"])?;
    }
    let list = work.join("sources.list");
    fs::write(&list, format!("deb-src [signed-by={keyring}] {} {SUITE} main\n", mirror()))?;
    // An apt of its own: the machine's lists and sources stay as they are.
    let apt = |arguments: &[&str]| -> Result<()> {
        let mut command = Command::new("apt-get");
        for (key, value) in [("State", "state"), ("Cache", "cache")] {
            command.arg("-o").arg(format!("Dir::{key}={}", work.join(value).display()));
        }
        command.arg("-o").arg(format!("Dir::Etc::SourceList={}", list.display()));
        command.args(["-o", "Dir::Etc::SourceParts=/dev/null", "-o", "APT::Sandbox::User=root", "-q"]).args(arguments);
        run(command.current_dir(work.join("source")), None)
    };
    apt(&["update"])?;
    apt(&["source", "--download-only", "php8.4"])?;
    let archive = fs::read_dir(work.join("source"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.to_string_lossy().ends_with(".orig.tar.xz"));
    archive.ok_or_else(|| "apt brought no source archive".into())
}

/// Installs the programs unless they are there.
pub fn install() -> Result<()> {
    let dir = paths::reference_dir();
    let root = dir.join(SUITE);
    if dir.join("bin/php84").is_file() && root.join("usr/bin/php8.4").is_file() {
        return Ok(());
    }
    fs::create_dir_all(dir.join("bin"))?;
    if !root.join("usr/bin/php8.4").is_file() {
        bootstrap(&dir, &root)?;
    }
    let parts = Parts::find(&root)?;
    for (name, program, sapi) in PROGRAMS {
        let conf = dir.join("conf").join(sapi);
        copy_settings(&root, sapi, &conf)?;
        let wrapper = format!(
            "#!/bin/sh\nPHP_INI_SCAN_DIR=${{PHP_INI_SCAN_DIR-{}}}; export PHP_INI_SCAN_DIR\nexec {} --library-path {} --argv0 \"$0\" {} -d extension_dir={} \"$@\"\n",
            conf.display(),
            parts.loader.display(),
            parts.libraries,
            root.join(program).display(),
            parts.extensions.display(),
        );
        let path = dir.join("bin").join(name);
        fs::write(&path, wrapper)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

fn bootstrap(dir: &Path, root: &Path) -> Result<()> {
    if Command::new("debootstrap").arg("--version").stdout(Stdio::null()).status().is_err() {
        apt_install(&["debootstrap"])?;
    }
    let mirror = mirror();
    let log = dir.join("install.log");
    let _ = fs::remove_dir_all(root);
    eprintln!("reference: a Debian 13 root in {} (1 of 3) …", root.display());
    run(Command::new("debootstrap").args(["--variant=minbase", SUITE]).arg(root).arg(&mirror), Some(&log))?;
    let _ = fs::copy("/etc/resolv.conf", root.join("etc/resolv.conf"));
    // No service may start in there.
    fs::write(root.join("usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n")?;
    fs::set_permissions(root.join("usr/sbin/policy-rc.d"), fs::Permissions::from_mode(0o755))?;
    eprintln!("reference: package lists (2 of 3) …");
    run(Command::new("chroot").arg(root).args(["apt-get", "update", "-q"]), Some(&log))?;
    eprintln!("reference: PHP 8.4 with {} packages (3 of 3) …", EXTENSIONS.len());
    let packages = EXTENSIONS.iter().map(|name| format!("php8.4-{name}"));
    let mut apt = Command::new("chroot");
    apt.arg(root).args(["apt-get", "install", "-y", "-q", "--no-install-recommends"]).args(packages);
    run(apt.env("DEBIAN_FRONTEND", "noninteractive"), Some(&log))
}

/// The ini files of the enabled extensions, as plain files that are readable from outside the root.
fn copy_settings(root: &Path, sapi: &str, conf: &Path) -> Result<()> {
    fs::create_dir_all(conf)?;
    for entry in fs::read_dir(root.join("etc/php/8.4").join(sapi).join("conf.d"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let module = name.split_once('-').map_or(name.as_str(), |(_, module)| module);
        fs::copy(root.join("etc/php/8.4/mods-available").join(module), conf.join(&name))?;
    }
    fs::write(conf.join("99-reference.ini"), "session.save_path=/tmp\n")?;
    Ok(())
}

/// What a program of another Debian needs to run outside its root.
struct Parts {
    loader: PathBuf,
    libraries: String,
    extensions: PathBuf,
}

impl Parts {
    fn find(root: &Path) -> Result<Parts> {
        let libraries = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map(|triple| root.join("usr/lib").join(triple));
        let libraries = libraries.into_iter().find(|path| path.is_dir()).ok_or("the reference has no libraries")?;
        let loader = first(&libraries, |name| name.starts_with("ld-linux-") && name.contains(".so."))?;
        let extensions = first(&root.join("usr/lib/php"), |name| name.starts_with('2'))?;
        let libraries = libraries.display();
        Ok(Parts { loader, libraries: format!("{libraries}:{libraries}/pulseaudio"), extensions })
    }
}

fn first(dir: &Path, accept: impl Fn(&str) -> bool) -> Result<PathBuf> {
    let mut names: Vec<PathBuf> = fs::read_dir(dir)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    names.sort();
    let found = names.into_iter().find(|path| path.file_name().is_some_and(|name| accept(&name.to_string_lossy())));
    found.ok_or_else(|| format!("{} lacks what is needed", dir.display()).into())
}

/// The Debian archive that apt is set up with; on other systems the public one.
fn mirror() -> String {
    let targets = Command::new("apt-get").args(["indextargets", "--format", "$(REPO_URI) $(ORIGIN)"]).output();
    let targets = targets.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let debian =
        targets.lines().filter_map(|line| line.rsplit_once(' ')).find(|(uri, origin)| *origin == "Debian" && !uri.contains("security"));
    debian.map_or("http://deb.debian.org/debian/".into(), |(uri, _)| uri.to_string())
}

/// Installs system packages, or says in one line how to.
pub fn apt_install(packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    if !nix::unistd::geteuid().is_root() {
        return Err(format!("something is missing; this installs it: sudo apt-get install -y {list}").into());
    }
    eprintln!("installing {list} …");
    let install = || {
        let mut command = Command::new("apt-get");
        command.args(["install", "-y", "-q", "--no-install-recommends"]).args(packages).env("DEBIAN_FRONTEND", "noninteractive");
        run(command.stdout(Stdio::null()), None)
    };
    // The lists of a fresh machine are empty or old.
    install().or_else(|_| {
        run(Command::new("apt-get").args(["update", "-q"]).stdout(Stdio::null()), None)?;
        install()
    })
}

/// Runs a command to its success; with `log`, its output goes there and the end of it into the error.
fn run(command: &mut Command, log: Option<&Path>) -> Result<()> {
    if let Some(log) = log {
        let file = fs::File::create(log)?;
        command.stdout(file.try_clone()?).stderr(file);
    } else {
        // Standard output belongs to what the caller prints.
        command.stdout(Stdio::null());
    }
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.stdin(Stdio::null()).status().map_err(|error| format!("cannot run {name}: {error}"))?;
    if status.success() {
        return Ok(());
    }
    let text = log.and_then(|log| fs::read_to_string(log).ok()).unwrap_or_default();
    let tail: Vec<&str> = text.lines().rev().take(8).collect();
    Err(format!("{name} failed ({status})\n{}", tail.into_iter().rev().collect::<Vec<_>>().join("\n")).into())
}
