//! The include path: which file an `include`, or a function that searches along `include_path`, means by a name.

use loxo_runtime::paths::{MAX_PATH, absolute, real_below};
use loxo_runtime::{Cx, PhpResult};

use crate::{OpenOptions, StatFlags, locate, wrapper};

/// Finds a file along `include_path` and beside the running script; absolute paths, `./` and URLs are taken as they are. `None`: there is
/// none.
pub fn resolve_include_path(cx: &mut Cx, path: &[u8]) -> PhpResult<Option<Vec<u8>>> {
    if path.is_empty() || path.contains(&0) {
        return Ok(None);
    }
    if wrapper::scheme(path).is_some() {
        return resolve_url(cx, path);
    }
    if is_explicit(path) {
        return Ok(real(cx, path));
    }
    let include_path = cx.ini_str("include_path");
    if include_path.is_empty() {
        return Ok(real(cx, path));
    }
    for dir in split_include_path(&include_path) {
        let candidate = [dir, b"/", path].concat();
        if candidate.len() >= MAX_PATH {
            continue;
        }
        if wrapper::scheme(dir).is_some() {
            if let Some(found) = resolve_url(cx, &candidate)? {
                return Ok(Some(found));
            }
        } else if let Some(found) = real(cx, &candidate) {
            return Ok(Some(found));
        }
    }
    // The directory of the script that is running, which may be in an archive.
    let (script, _) = (cx.hooks.location)(cx);
    let Some(at) = script.iter().rposition(|&b| b == b'/') else { return Ok(None) };
    let candidate = [&script[..=at], path].concat();
    match () {
        () if script.starts_with(b"/") => Ok(real(cx, &candidate)),
        () if wrapper::scheme(&script).is_some() => resolve_url(cx, &candidate),
        () => Ok(None),
    }
}

/// Where a path without NUL bytes leads.
fn real(cx: &mut Cx, path: &[u8]) -> Option<Vec<u8>> {
    let full = absolute(cx, path);
    real_below(cx, &full)
}

/// `/x`, `./x`, `../x`
pub fn is_explicit(path: &[u8]) -> bool {
    path.starts_with(b"/") || path.starts_with(b"./") || path.starts_with(b"../")
}

/// Directories of an include path; the colon of a URL's scheme does not divide.
pub fn split_include_path(include_path: &[u8]) -> Vec<&[u8]> {
    let mut dirs = Vec::new();
    let mut start = 0;
    let mut i = 0;
    while i < include_path.len() {
        if include_path[i] == b':' {
            if include_path[i..].starts_with(b"://") && wrapper::scheme(&include_path[start..]).is_some() {
                i += 3;
                continue;
            }
            dirs.push(&include_path[start..i]);
            start = i + 1;
        }
        i += 1;
    }
    dirs.push(&include_path[start..]);
    dirs.retain(|dir| !dir.is_empty());
    dirs
}

/// Plain `file://` URLs are resolved, others must answer `stat`.
fn resolve_url(cx: &mut Cx, path: &[u8]) -> PhpResult<Option<Vec<u8>>> {
    let Some((found, inner)) = locate(cx, path, OpenOptions::FOR_INCLUDE) else { return Ok(None) };
    if found.label() == "plainfile" {
        return Ok(real(cx, inner));
    }
    let stat = found.can_stat().then(|| found.url_stat(cx, inner, StatFlags::QUIET, None)).flatten();
    cx.check()?;
    Ok(stat.map(|_| path.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn include_paths_split_at_colons_but_not_within_urls() {
        let dirs = split_include_path(b".:/usr/share/php:phar://x.phar/lib:http://h/p");
        assert_eq!(dirs, [&b"."[..], b"/usr/share/php", b"phar://x.phar/lib", b"http://h/p"]);
    }
}
