//! `loxo migrate`: `loxo.toml` out of the configuration of nginx, Apache and php-fpm.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use loxo_migrate::{Migrated, Source};
use loxo_streams::glob;

use crate::sapi;
use crate::serve_args::fail;

const HELP: &str = "\
loxo migrate FILE|FOLDER… [-o loxo.toml]

Reads the configuration of nginx (nginx.conf, or sites), of Apache (virtual hosts) and of php-fpm (pools), as named and
as included from there, and writes loxo.toml. What could not be carried over is said with file and line on standard error.

  -o, --output FILE  where it goes, if there is no such file; else to standard output
";
/// Files of a folder that are looked at.
const FILES: usize = 10_000;

pub fn run(arguments: &[Vec<u8>]) -> i32 {
    let mut named = Vec::new();
    let mut output = None;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_slice() {
            b"-h" | b"--help" => {
                sapi::write_stdout(HELP.as_bytes());
                return 0;
            }
            b"-o" | b"--output" => match rest.next() {
                Some(file) => output = Some(PathBuf::from(OsStr::from_bytes(file))),
                None => return fail("-o needs a file"),
            },
            option if option.starts_with(b"-") => {
                return fail(&format!("{} is no option of loxo migrate: see loxo migrate --help", String::from_utf8_lossy(option)));
            }
            path => named.push(PathBuf::from(OsStr::from_bytes(path))),
        }
    }
    if named.is_empty() {
        return fail("loxo migrate needs a file or a folder: see loxo migrate --help");
    }
    let migrated = match migrate(&named) {
        Ok(migrated) => migrated,
        Err(message) => return fail(&message),
    };
    for note in &migrated.notes {
        eprintln!("{note}");
    }
    if migrated.sites == 0 {
        return fail(&format!("{}: there is no site in it: name files of nginx or Apache, too", named[0].display()));
    }
    write(&migrated, output.as_deref()).map_or_else(|message| fail(&message), |()| 0)
}

fn migrate(named: &[PathBuf]) -> Result<Migrated, String> {
    let mut sources = Vec::new();
    for path in named {
        if path.is_dir() {
            let mut files = list(path);
            files.retain(|file| file.is_file());
            for file in files {
                sources.extend(read(&file));
            }
        } else {
            let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            sources.push(source(path, &text));
        }
    }
    // Relative names begin at nginx's or Apache's own folder, which the file, or the folder of sites, lies in.
    let full = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let folders: Vec<PathBuf> =
        named.iter().flat_map(|path| full(path).ancestors().take(3).map(Path::to_path_buf).collect::<Vec<_>>()).collect();
    Ok(loxo_migrate::migrate(&sources, &|pattern| find(pattern, &folders)))
}

fn write(migrated: &Migrated, output: Option<&Path>) -> Result<(), String> {
    use std::io::Write;
    let Some(path) = output else {
        sapi::write_stdout(migrated.text.as_bytes());
        return Ok(());
    };
    // A configuration may have been changed by hand since.
    let file = std::fs::OpenOptions::new().write(true).create_new(true).open(path);
    file.and_then(|mut file| file.write_all(migrated.text.as_bytes())).map_err(|error| format!("{}: {error}", path.display()))
}

fn source(path: &Path, text: &[u8]) -> Source {
    Source { name: path.display().to_string(), text: String::from_utf8_lossy(text).into_owned() }
}

fn read(path: &Path) -> Option<Source> {
    std::fs::read(path).ok().map(|text| source(path, &text))
}

/// What lies in a folder, by name. Files of editors and packages are left out.
fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(FILES);
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    let left_out = [".", "#"].map(|begin| begin.as_bytes());
    let ends = ["~", ".bak", ".dpkg-old", ".dpkg-dist", ".dpkg-new"].map(|end| end.as_bytes());
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().as_bytes();
        !left_out.iter().any(|begin| name.starts_with(begin)) && !ends.iter().any(|end| name.ends_with(end))
    });
    files.sort();
    files
}

/// The files that an `include` means: a name, or one with `*` and the like in its last part.
fn find(pattern: &str, folders: &[PathBuf]) -> Vec<Source> {
    for path in folders.iter().map(|folder| folder.join(pattern)) {
        if path.is_file() {
            return read(&path).into_iter().collect();
        }
        let (Some(folder), Some(last)) = (path.parent(), path.file_name()) else { continue };
        let all = if path.is_dir() { list(&path) } else { list(folder) };
        let is_meant = |file: &PathBuf| path.is_dir() || glob::fnmatch(last.as_bytes(), file.file_name().unwrap_or_default().as_bytes(), 0);
        let files: Vec<PathBuf> = all.into_iter().filter(|file| file.is_file() && is_meant(file)).collect();
        if !files.is_empty() {
            return files.iter().filter_map(|file| read(file)).collect();
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use loxo_config::Config;

    /// Pieces of configurations in any order, whole and broken; the first of each kind opens one.
    const PIECES: [&[&str]; 3] = [
        &[
            "server {",
            "}",
            "listen 80;",
            "listen 443 ssl default_server;",
            "listen [::]:443 ssl;",
            "server_name a.b *.c.d;",
            "server_name _;",
            "server_name \"\";",
            "server_name .x;",
            "root /x;",
            "ssl_certificate /c;",
            "return 301 https://$host$request_uri;",
            "return 301 https://a.b$request_uri;",
            "location / {",
            "location ~ \\.php$ {",
            "try_files $uri $uri/ /i.php?$args;",
            "try_files $uri =404;",
            "fastcgi_pass unix:/s;",
            "fastcgi_param A \"b\\\"\";",
            "fastcgi_read_timeout 5m;",
            "index \"a\\\\b\" c;",
            "'",
            "#",
            "\n",
        ],
        &[
            "<VirtualHost *:80>\n",
            "<VirtualHost _default_:443>\n",
            "</VirtualHost>\n",
            "ServerName a.b\n",
            "ServerAlias c.d x:8 *.y\n",
            "DocumentRoot /x\n",
            "SSLEngine on\n",
            "SSLCertificateFile /c\n",
            "php_value a.b \"c'd\\\n",
            "Redirect permanent / https://a.b/\n",
            "Redirect / http://x y\n",
            "SetEnv \"A B\" c\n",
            "SetHandler proxy:unix:/s|fcgi://l\n",
            "RewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI}\n",
            "\n",
            "<Directory /x>\n",
            "\"",
        ],
        &[
            "[w.w]\n",
            "[a b]\n",
            "listen = /s\n",
            "pm.max_children = 3\n",
            "pm.max_children = -1\n",
            "php_flag[a] = on\n",
            "env[A\"] = 1\n",
            "user = u\n",
            "request_slowlog_timeout = 5\n",
            "slowlog = /l\n",
            "chroot = /\"c\n",
            "rlimit_files = 4\n",
            "ping.path = x\n",
        ],
    ];

    #[test]
    fn whatever_comes_of_it_is_a_configuration() {
        let mut state = 1_u64;
        let mut next = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        let mut sites = 0;
        for _ in 0..20_000 {
            let mut sources = Vec::new();
            for _ in 0..=next(3) {
                let pieces = PIECES[next(3)];
                let text = (0..next(40)).fold(pieces[0].to_string(), |text, _| text + " " + pieces[next(pieces.len())]);
                sources.push(Source { name: "f".into(), text });
            }
            let migrated = loxo_migrate::migrate(&sources, &|_| Vec::new());
            sites += migrated.sites;
            if migrated.sites > 0
                && let Err(problem) = Config::parse(&migrated.text)
            {
                panic!("{problem:?}\n{sources:?}\n{}", migrated.text);
            }
        }
        assert!(sites > 1000, "{sites}");
    }
}
