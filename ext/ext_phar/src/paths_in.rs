//! Paths and URLs: which part is the archive, and which the file in it.

use loxo_runtime::Cx;
use loxo_runtime::paths;

use crate::archive::ArchiveRef;
use crate::registry::registry;

/// Which archives a name may be of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Data,
    Executable,
    Any,
}

/// What the archive is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// It must be there.
    Read,
    /// It must not be there, and its directory must.
    Create,
    /// It may be there.
    Write,
}

/// Where an extension was found in a name.
pub(crate) enum Found {
    At(usize, usize),
    /// The name begins with an alias of this length.
    Alias(usize),
    Url,
    /// No; the flag says whether there was something like an extension.
    No(bool),
}

fn fits(archive: &ArchiveRef, wanted: Wanted) -> bool {
    match wanted {
        Wanted::Any => true,
        Wanted::Executable => !archive.get().is_data,
        Wanted::Data => archive.get().is_data,
    }
}

/// Looks for the extension of an archive in a name. `complete`: nothing follows the archive's own name.
pub(crate) fn find_extension(cx: &mut Cx, name: &[u8], wanted: Wanted, purpose: Purpose, complete: bool) -> Found {
    if name.len() <= 1 {
        return Found::No(false);
    }
    let own = registry(cx);
    if let Some(slash) = memchr::memchr(b'/', name).filter(|&slash| slash > 0) {
        if name[slash - 1] == b':' && name.get(slash + 1) == Some(&b'/') {
            return Found::Url;
        }
        if own.aliases.contains_key(&name[..slash]) {
            return Found::Alias(slash);
        }
    }
    let known = match complete {
        true => own.archives.get(name).map(|archive| (name.len(), archive)),
        false => own.archives.iter().find_map(|(known, archive)| {
            let rest = name.strip_prefix(&known[..])?;
            matches!(rest.first(), None | Some(b'/' | 0)).then_some((known.len(), archive))
        }),
    };
    if let Some((end, archive)) = known {
        let len = archive.get().ext_len.min(end);
        return if fits(archive, wanted) { Found::At(end - len, len) } else { Found::No(true) };
    }
    let mut from = 1;
    let mut seen = false;
    loop {
        let Some(mut dot) = next_dot(name, from) else { return Found::No(seen) };
        while matches!(name[dot - 1], b'/' | 0) {
            match next_dot(name, dot + 1) {
                Some(next) => dot = next,
                None => return Found::No(seen),
            }
        }
        let slash = memchr::memchr(b'/', &name[dot..]);
        let len = slash.unwrap_or(name.len() - dot);
        if is_right(cx, name, dot, len, wanted, purpose) {
            return Found::At(dot, len);
        }
        if slash.is_none() {
            return Found::No(true);
        }
        seen = next_dot(name, dot + 1).is_none();
        from = dot + 1;
    }
}

fn next_dot(name: &[u8], from: usize) -> Option<usize> {
    memchr::memchr(b'.', name.get(from..)?).map(|at| at + from)
}

/// Is this extension what is wanted, and the file in place for the purpose?
fn is_right(cx: &mut Cx, name: &[u8], at: usize, len: usize, wanted: Wanted, purpose: Purpose) -> bool {
    const LONGEST: usize = 50;
    const MARK: &[u8] = b".phar";
    if len >= LONGEST {
        return false;
    }
    let rest = &name[at..];
    let mark = memchr::memmem::find(rest, MARK);
    let ends = |mark: usize| matches!(rest.get(mark + MARK.len()), None | Some(b'/' | b'.'));
    let named = !matches!(rest.get(1), None | Some(b'.' | b'/'));
    let right = match wanted {
        Wanted::Executable => mark.is_some_and(|mark| {
            (mark == 0 || rest[mark - 1] != b'/') && len.checked_sub(mark).is_none_or(|left| left >= MARK.len()) && ends(mark)
        }),
        Wanted::Data => {
            !mark.is_some_and(|mark| (mark > 0 && rest[mark - 1] != b'/' || mark == 0 && name[at - 1] != b'/') && ends(mark)) && named
        }
        Wanted::Any => named,
    };
    right && is_in_place(cx, &name[..at + len], purpose)
}

fn is_in_place(cx: &mut Cx, path: &[u8], purpose: Purpose) -> bool {
    let full = paths::expand(cx, path);
    if registry(cx).archives.contains_key(&full) {
        return true;
    }
    if let Some(stat) = loxo_streams::stat_path(cx, path, false, true, None) {
        return !stat.is_dir() && purpose != Purpose::Create;
    }
    if purpose == Purpose::Read {
        return false;
    }
    let parent = match path.iter().rposition(|&b| b == b'/') {
        Some(slash) => path[..slash].to_vec(),
        None => full[..full.iter().rposition(|&b| b == b'/').unwrap_or(0)].to_vec(),
    };
    loxo_streams::stat_path(cx, &parent, false, true, None).is_some_and(|stat| stat.is_dir())
}

/// The path of a file in an archive without `.`, `..` and doubled slashes. `cwd` is where `./` is, if that is known.
pub(crate) fn tidy(path: &[u8], cwd: Option<&[u8]>) -> Vec<u8> {
    let start = path.strip_prefix(b"/").unwrap_or(path);
    let lead = start.iter().take_while(|&&b| b == b'/').count();
    if !start[lead..].contains(&b'/') {
        return match &start[lead..] {
            b"" | b"." | b".." => b"/".to_vec(),
            _ => path.to_vec(),
        };
    }
    let relative = cwd.filter(|cwd| !cwd.is_empty() && path.len() > 2 && path.starts_with(b"./"));
    let mut parts: Vec<&[u8]> = relative.map_or_else(Vec::new, |cwd| cwd.split(|&b| b == b'/').collect());
    for part in path.split(|&b| b == b'/') {
        match part {
            b"" | b"." => {}
            // PHP goes up for any number of dots.
            dots if dots.iter().all(|&b| b == b'.') => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    let joined = parts.join(&b'/');
    if relative.is_some() { joined } else { [b"/", &joined[..]].concat() }
}

/// Why a name could not be split; the flag says whether it is an archive's without a file.
pub(crate) struct NotSplit {
    pub(crate) bare: bool,
}

/// The archive and the path in it, which begins with a slash.
pub(crate) fn split(cx: &mut Cx, name: &[u8], wanted: Wanted, purpose: Purpose) -> Result<(Vec<u8>, Vec<u8>), NotSplit> {
    if name.contains(&0) {
        return Err(NotSplit { bare: false });
    }
    let name = without_scheme(name).unwrap_or(name);
    let end = match find_extension(cx, name, wanted, purpose, false) {
        Found::At(at, len) => at + len,
        Found::Alias(len) => len,
        Found::Url => return Err(NotSplit { bare: true }),
        Found::No(seen) => return Err(NotSplit { bare: !seen }),
    };
    let path = match &name[end..] {
        b"" => b"/".to_vec(),
        rest => tidy(rest, None),
    };
    Ok((name[..end].to_vec(), path))
}

/// What follows `phar://`.
pub(crate) fn without_scheme(url: &[u8]) -> Option<&[u8]> {
    const SCHEME: &[u8] = b"phar://";
    url.get(..SCHEME.len()).filter(|start| start.eq_ignore_ascii_case(SCHEME)).map(|_| &url[SCHEME.len()..])
}

/// The script that is running.
pub(crate) fn running_script(cx: &Cx) -> Option<Vec<u8>> {
    let (file, _) = (cx.hooks.location)(cx);
    (!file.is_empty()).then(|| file.to_vec())
}

/// The archive that the running script is in.
pub(crate) fn running_archive(cx: &mut Cx) -> Option<Vec<u8>> {
    let script = running_script(cx)?;
    without_scheme(&script)?;
    split(cx, &script, Wanted::Any, Purpose::Read).ok().map(|(archive, _)| archive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidied() {
        for (path, expected) in [("/a/../b", "/b"), ("/a", "/a"), ("/..", "/"), ("a/./b//c/", "/a/b/c"), ("/a/.../b", "/b")] {
            assert_eq!(tidy(path.as_bytes(), None), expected.as_bytes(), "{path}");
        }
        assert_eq!(tidy(b"./x/../y", Some(b"dir")), b"dir/y");
    }
}
