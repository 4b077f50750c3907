//! Which file a path in an include statement means.

use loxo_runtime::Cx;
use loxo_runtime::paths::real_below;
use loxo_streams::include_path::resolve_include_path;

use crate::cached::trusted;

pub(crate) fn has_scheme(path: &[u8]) -> bool {
    if path.starts_with(b"/") {
        return false;
    }
    path.windows(3)
        .position(|w| w == b"://")
        .is_some_and(|at| at > 0 && path[..at].iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')))
        || path.starts_with(b"data:")
}

fn join(dir: &[u8], name: &[u8]) -> Vec<u8> {
    if name.starts_with(b"/") {
        return name.to_vec();
    }
    [dir, b"/", name].concat()
}

/// The file that a path in an include statement means.
pub(crate) fn resolve(cx: &mut Cx, path: &[u8]) -> Option<Vec<u8>> {
    if path.contains(&0) {
        return None;
    }
    if let Some(found) = loxo_streams::resolve_in_archive(cx, path) {
        return Some(found);
    }
    if has_scheme(path) {
        return Some(path.strip_prefix(b"file://").map_or_else(|| path.to_vec(), <[u8]>::to_vec));
    }
    let cwd = cx.info.cwd.clone();
    if path.starts_with(b"/") {
        return real_below(cx, path).or_else(|| trusted(cx, path));
    }
    if path.starts_with(b"./") || path.starts_with(b"../") || path == b"." || path == b".." {
        return real_below(cx, &join(&cwd, path));
    }
    let include_path = cx.ini_str("include_path");
    let (file, _) = (cx.hooks.location)(cx);
    if include_path.windows(3).any(|part| part == b"://") || has_scheme(file.as_bytes()) {
        let found = resolve_include_path(cx, path).ok().flatten();
        return found.or_else(|| real_below(cx, &join(&cwd, path)));
    }
    for dir in include_path.split(|&b| b == b':').filter(|d| !d.is_empty()) {
        if let Some(found) = real_below(cx, &join(&join(&cwd, dir), path)) {
            return Some(found);
        }
    }
    // Then the folder of the file that is running, and last the working directory, whatever the include path says.
    let dir = file.as_bytes().iter().rposition(|&b| b == b'/').map(|at| file.as_bytes()[..at].to_vec());
    let beside = dir.and_then(|dir| real_below(cx, &join(&dir, path)));
    beside.or_else(|| real_below(cx, &join(&cwd, path)))
}
