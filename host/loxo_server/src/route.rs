//! What a path means: a script, a file, or nothing.
//!
//! Two sets of rules: `loxo serve` does what a usual nginx configuration for PHP does, `php -S` what PHP's built-in server does.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::file_cache::FileState;
use crate::message::Script;
use crate::rules::{INDEX, Rules};

#[derive(Debug, PartialEq)]
pub(crate) enum Target {
    Script(Script),
    /// A file to be sent as it is, and its state where that has been looked at.
    File(Vec<u8>, Option<FileState>),
    /// A folder without its slash: the path to go to.
    Redirect(Vec<u8>),
    Forbidden,
    Missing,
}

pub(crate) fn as_path(path: &[u8]) -> &Path {
    Path::new(std::ffi::OsStr::from_bytes(path))
}

fn is_file(path: &[u8]) -> bool {
    loxo_files::is_file(as_path(path))
}

/// Files that are run and never shown.
fn is_script(path: &[u8]) -> bool {
    path.ends_with(b".php") || path.ends_with(b".phar")
}

fn script(root: &[u8], name: &[u8], path_info: Option<&[u8]>) -> Target {
    Target::Script(Script { file: [root, name].concat(), name: name.to_vec(), path_info: path_info.map(<[u8]>::to_vec), rules: None })
}

/// Names that begin with a dot are nobody's business, but for `/.well-known/`.
pub(crate) fn is_hidden(path: &[u8]) -> bool {
    path.split(|b| *b == b'/').any(|part| part.starts_with(b".") && part != b".well-known")
}

/// `loxo serve`: files, folders with an index, scripts with more path behind them, and the front controller for all else.
pub(crate) fn serve(root: &[u8], rules: &Rules, path: &[u8]) -> Target {
    if rules.pool_pages.iter().any(|page| page == path) {
        return script(root, path, None);
    }
    if is_hidden(path) {
        return Target::Missing;
    }
    let full = [root, path].concat();
    match loxo_files::about(as_path(&full)) {
        Ok(meta) if meta.is_dir() => folder(root, rules, path).unwrap_or_else(|| front_controller(root, rules)),
        Ok(_) if path.ends_with(b"/") => front_controller(root, rules),
        Ok(meta) if meta.is_file() && is_script(path) => script(root, path, None),
        Ok(meta) if meta.is_file() => Target::File(full, Some(FileState::of(&meta))),
        Ok(_) => Target::Forbidden,
        Err(_) => with_path_info(root, path).unwrap_or_else(|| front_controller(root, rules)),
    }
}

fn folder(root: &[u8], rules: &Rules, path: &[u8]) -> Option<Target> {
    let base = path.strip_suffix(b"/").unwrap_or(path);
    let name = rules.index.iter().map(|index| [base, b"/", index].concat()).find(|name| is_file(&[root, name].concat()))?;
    Some(match () {
        () if !path.ends_with(b"/") => Target::Redirect([path, b"/"].concat()),
        () if is_script(&name) => script(root, &name, None),
        () => Target::File([root, &name].concat(), None),
    })
}

/// `/app.php/more/path`
fn with_path_info(root: &[u8], path: &[u8]) -> Option<Target> {
    let ends = (1..path.len()).filter(|at| path[*at] == b'/' && is_script(&path[..*at]));
    ends.map(|at| path.split_at(at)).find(|(name, _)| is_file(&[root, *name].concat())).map(|(name, rest)| script(root, name, Some(rest)))
}

fn front_controller(root: &[u8], rules: &Rules) -> Target {
    let name = rules.front_controller.as_ref().filter(|name| is_file(&[root, name].concat()));
    name.map_or(Target::Missing, |name| script(root, name, None))
}

/// `php -S`: the path, or the nearest folder above it that has an index; what was cut off is `PATH_INFO`. Also the file that was found.
pub(crate) fn built_in(root: &[u8], path: &[u8]) -> (Target, Option<Script>) {
    let mut end = path.len();
    loop {
        let full = [root, &path[..end]].concat();
        let found = match loxo_files::about(as_path(&full)) {
            Err(_) => None,
            Ok(meta) if meta.is_dir() => {
                let base = path[..end].strip_suffix(b"/").unwrap_or(&path[..end]);
                let mut names = INDEX[..2].iter().map(|index| [base, b"/", index].concat());
                match names.find(|name| is_file(&[root, name].concat())) {
                    Some(name) => Some(name),
                    None => return (Target::Missing, None),
                }
            }
            Ok(_) => Some(path[..end].to_vec()),
        };
        if let Some(name) = found {
            let rest = &path[end..];
            let path_info = (!rest.is_empty()).then(|| rest.to_vec());
            let place = Script { file: [root, &name].concat(), path_info, name, rules: None };
            let extension = place.name.rsplit(|b| *b == b'.').next().unwrap_or_default();
            if extension.eq_ignore_ascii_case(b"php") && place.name.contains(&b'.') {
                return (Target::Script(place.clone()), Some(place));
            }
            return (Target::File(place.file.clone(), None), Some(place));
        }
        match path[..end].iter().rposition(|b| *b == b'/') {
            Some(at) => end = at,
            None => return (Target::Missing, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> std::path::PathBuf {
        let root = std::env::temp_dir().join(format!("loxo-route-{}-{:?}", std::process::id(), std::thread::current().id()));
        for dir in ["sub", "html", "empty", ".git"] {
            std::fs::create_dir_all(root.join(dir)).unwrap();
        }
        for file in ["index.php", "a.php", "b.txt", "sub/index.php", "html/index.html", ".git/config"] {
            std::fs::write(root.join(file), "").unwrap();
        }
        root
    }

    fn describe(root: &Path, target: Target) -> String {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&root.display().to_string(), "");
        match target {
            Target::Script(s) => {
                assert!(s.file.ends_with(&s.name));
                format!("run {}{}", text(&s.name), s.path_info.map(|p| format!(" + {}", text(&p))).unwrap_or_default())
            }
            Target::File(file, _) => format!("send {}", text(&file)),
            Target::Redirect(path) => format!("to {}", text(&path)),
            Target::Forbidden => "forbidden".into(),
            Target::Missing => "missing".into(),
        }
    }

    #[test]
    fn rules() {
        let root = tree();
        let bytes = root.as_os_str().as_bytes();
        for (path, expected, expected_built_in) in [
            ("/", "run /index.php", "run /index.php"),
            ("/a.php", "run /a.php", "run /a.php"),
            ("/a.php/x/y", "run /a.php + /x/y", "run /a.php + /x/y"),
            ("/b.txt", "send /b.txt", "send /b.txt"),
            ("/sub", "to /sub/", "run /sub/index.php"),
            ("/sub/", "run /sub/index.php", "run /sub/index.php"),
            ("/html/", "send /html/index.html", "send /html/index.html"),
            ("/empty/", "run /index.php", "missing"),
            ("/nowhere/x", "run /index.php", "run /index.php + /nowhere/x"),
            ("/sub/x.css", "run /index.php", "run /sub/index.php + /x.css"),
            ("/.git/config", "missing", "send /.git/config"),
        ] {
            assert_eq!(describe(&root, serve(bytes, &Rules::default(), path.as_bytes())), expected, "{path}");
            assert_eq!(describe(&root, built_in(bytes, path.as_bytes()).0), expected_built_in, "{path} built-in");
        }
        std::fs::remove_dir_all(root).unwrap();
    }
}
