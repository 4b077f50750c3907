//! Which files of a project count when they change. Applications write files while they answer; a page that loads again because of what it has
//! itself written would do so for ever.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Folders in which programs write, or whose files no request reads as they are. In lower case only: `src/Cache` is a part of a program.
const FOLDERS: [&str; 24] = [
    "__pycache__",
    "bower_components",
    "cache",
    "caches",
    "compiled",
    "coverage",
    "generated",
    "log",
    "logs",
    "node_modules",
    "runtime",
    "session",
    "sessions",
    "temp",
    "templates_c",
    "tmp",
    "typo3temp",
    "upgrade",
    "upgrade-temp-backup",
    "uploads",
    "var",
    "vendor",
    "wp-snapshots",
    "writable",
];
/// The same by path from the project's folder.
const PATHS: [&str; 3] = ["storage/framework", "storage/debugbar", "bootstrap/cache"];

/// Files from which programs make pages, by the ends of their names.
const SOURCES: [&str; 40] = [
    "cfg", "conf", "csv", "dist", "env", "graphql", "hbs", "htm", "html", "inc", "ini", "json", "latte", "lock", "md", "mo", "module",
    "mustache", "neon", "php", "php5", "php7", "php8", "phtml", "plates", "po", "smarty", "sql", "svelte", "theme", "toml", "tpl", "twig",
    "vue", "wasm", "xhtml", "xlf", "xml", "yaml", "yml",
];
/// Files that browsers load themselves; they count below the document root only.
const ASSETS: [&str; 19] = [
    "avif", "css", "cur", "eot", "gif", "ico", "jpeg", "jpg", "js", "map", "mjs", "mp4", "otf", "png", "svg", "ttf", "webp", "woff",
    "woff2",
];
/// Hidden files that say what an application is.
const HIDDEN: [&str; 3] = [".htaccess", ".user.ini", ".htpasswd"];

/// Are the files below a folder looked after? `path`: from the project's folder.
pub(crate) fn is_watched_folder(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(OsStr::to_str) else { return true };
    !name.starts_with('.') && !FOLDERS.contains(&name) && !PATHS.iter().any(|known| path == Path::new(known))
}

/// Does a file count by its name? `in_root`: it lies below the document root.
pub(crate) fn is_source(name: &OsStr, in_root: bool) -> bool {
    let name = String::from_utf8_lossy(name.as_bytes()).to_ascii_lowercase();
    if name.starts_with('.') {
        return HIDDEN.contains(&name.as_str()) || name == ".env" || name.starts_with(".env.");
    }
    let Some((_, extension)) = name.rsplit_once('.') else { return false };
    SOURCES.binary_search(&extension).is_ok() || in_root && ASSETS.binary_search(&extension).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(SOURCES.is_sorted() && ASSETS.is_sorted());
    }

    #[test]
    fn files() {
        for (name, in_root, expected) in [
            ("a.php", false, true),
            ("A.PHP", false, true),
            ("view.blade.php", false, true),
            ("page.html.twig", false, true),
            (".env", false, true),
            (".env.local", false, true),
            (".htaccess", true, true),
            ("a.css", true, true),
            ("a.css", false, false),
            (".a.php.swp", true, false),
            (".#a.php", true, false),
            ("a.php~", true, false),
            ("4913", true, false),
            ("laravel.log", false, false),
            ("database.sqlite", false, false),
            ("composer.lock", false, true),
            ("a<b>.php", false, true),
        ] {
            assert_eq!(is_source(OsStr::new(name), in_root), expected, "{name}");
        }
    }

    #[test]
    fn folders() {
        for (path, expected) in [
            ("", true),
            ("src", true),
            ("src/Cache", true),
            ("data/cache", false),
            ("vendor", false),
            (".git", false),
            ("storage", true),
            ("storage/framework", false),
            ("public/node_modules", false),
            ("wp-content/themes", true),
        ] {
            assert_eq!(is_watched_folder(Path::new(path)), expected, "{path}");
        }
    }
}
