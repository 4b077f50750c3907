//! `glob()`, `fnmatch()` and `glob://`.

use loxo_value::{PhpResource, PhpStr};

use super::dir::{ListOps, stream_of};
use super::wrapper::Done;
use super::{Failures, OpenOptions, Stat, StatFlags, StreamRef, Wrapper};
use loxo_runtime::Cx;
use loxo_runtime::paths::{absolute, check_open_basedir, path_of};

pub const GLOB_ERR: i64 = 1;
pub const GLOB_MARK: i64 = 2;
pub const GLOB_NOSORT: i64 = 4;
pub const GLOB_NOCHECK: i64 = 16;
pub const GLOB_NOESCAPE: i64 = 64;
pub const GLOB_BRACE: i64 = 1024;
pub const GLOB_ONLYDIR: i64 = 1 << 13;

pub const FNM_PATHNAME: i64 = 1;
pub const FNM_NOESCAPE: i64 = 2;
pub const FNM_PERIOD: i64 = 4;
pub const FNM_CASEFOLD: i64 = 16;

/// `fnmatch()` of the C library.
pub fn fnmatch(pattern: &[u8], text: &[u8], flags: i64) -> bool {
    matches(pattern, text, 0, flags)
}

/// A period that must be matched as itself?
fn leading_period(text: &[u8], at: usize, flags: i64) -> bool {
    flags & FNM_PERIOD != 0 && text.get(at) == Some(&b'.') && (at == 0 || (flags & FNM_PATHNAME != 0 && text[at - 1] == b'/'))
}

fn same(a: u8, b: u8, flags: i64) -> bool {
    a == b || (flags & FNM_CASEFOLD != 0 && a.eq_ignore_ascii_case(&b))
}

/// Matches from `start` on. Goes back to the last `*` only, which is enough.
fn matches(pattern: &[u8], text: &[u8], start: usize, flags: i64) -> bool {
    let (mut p, mut t) = (0, start);
    let mut star: Option<(usize, usize)> = None;
    loop {
        let step = match pattern.get(p) {
            None => (t == text.len()).then_some((p, t)),
            Some(b'*') => {
                if leading_period(text, t, flags) {
                    None
                } else {
                    star = Some((p + 1, t));
                    Some((p + 1, t))
                }
            }
            Some(_) => match_one(pattern, p, text, t, flags),
        };
        match step {
            Some((np, nt)) if np >= pattern.len() && nt == text.len() && pattern.get(p).is_none() => return true,
            Some((np, nt)) => (p, t) = (np, nt),
            None => {
                // The star takes one more byte, unless that is a slash it must not cross.
                let Some((after, from)) = star else { return false };
                if from >= text.len() || (flags & FNM_PATHNAME != 0 && text[from] == b'/') {
                    return false;
                }
                star = Some((after, from + 1));
                (p, t) = (after, from + 1);
            }
        }
    }
}

/// One element of the pattern that is not a star against one byte.
fn match_one(pattern: &[u8], p: usize, text: &[u8], t: usize, flags: i64) -> Option<(usize, usize)> {
    let byte = *text.get(t)?;
    match pattern[p] {
        b'?' => {
            let slash = flags & FNM_PATHNAME != 0 && byte == b'/';
            (!slash && !leading_period(text, t, flags)).then_some((p + 1, t + 1))
        }
        b'[' => match bracket(&pattern[p + 1..], byte, flags) {
            Some((matched, length)) => {
                let slash = flags & FNM_PATHNAME != 0 && byte == b'/';
                (matched && !slash && !leading_period(text, t, flags)).then_some((p + 1 + length, t + 1))
            }
            // Without its end it is an ordinary byte.
            None => (byte == b'[').then_some((p + 1, t + 1)),
        },
        b'\\' if flags & FNM_NOESCAPE == 0 => {
            let escaped = *pattern.get(p + 1)?;
            same(escaped, byte, flags).then_some((p + 2, t + 1))
        }
        other => same(other, byte, flags).then_some((p + 1, t + 1)),
    }
}

/// A bracket expression (behind its `[`): whether it has the byte, and its length. `None`: it has no end.
fn bracket(pattern: &[u8], byte: u8, flags: i64) -> Option<(bool, usize)> {
    let negated = matches!(pattern.first(), Some(b'!' | b'^'));
    let mut i = usize::from(negated);
    let first = i;
    let mut found = false;
    loop {
        let b = *pattern.get(i)?;
        if b == b']' && i > first {
            return Some((found != negated, i + 1));
        }
        if b == b'['
            && pattern.get(i + 1) == Some(&b':')
            && let Some(end) = memchr::memmem::find(&pattern[i + 2..], b":]")
        {
            found |= class_has(&pattern[i + 2..i + 2 + end], byte, flags);
            i += end + 4;
            continue;
        }
        let (low, next) = bracket_byte(pattern, i, flags)?;
        i = next;
        let mut high = low;
        if pattern.get(i) == Some(&b'-') && pattern.get(i + 1).is_some_and(|&b| b != b']') {
            (high, i) = bracket_byte(pattern, i + 1, flags)?;
        }
        found |= in_range(low, high, byte, flags);
    }
}

fn bracket_byte(pattern: &[u8], i: usize, flags: i64) -> Option<(u8, usize)> {
    match (*pattern.get(i)?, flags & FNM_NOESCAPE == 0) {
        (b'\\', true) => Some((*pattern.get(i + 1)?, i + 2)),
        (b, _) => Some((b, i + 1)),
    }
}

fn in_range(low: u8, high: u8, byte: u8, flags: i64) -> bool {
    let folded = [byte, byte.to_ascii_lowercase(), byte.to_ascii_uppercase()];
    let candidates = if flags & FNM_CASEFOLD != 0 { &folded[..] } else { &folded[..1] };
    candidates.iter().any(|b| (low..=high).contains(b))
}

fn class_has(name: &[u8], byte: u8, flags: i64) -> bool {
    match name {
        b"alpha" => byte.is_ascii_alphabetic(),
        b"digit" => byte.is_ascii_digit(),
        b"alnum" => byte.is_ascii_alphanumeric(),
        b"upper" => byte.is_ascii_uppercase() || (flags & FNM_CASEFOLD != 0 && byte.is_ascii_lowercase()),
        b"lower" => byte.is_ascii_lowercase() || (flags & FNM_CASEFOLD != 0 && byte.is_ascii_uppercase()),
        b"space" => byte.is_ascii_whitespace() || byte == 0x0b,
        b"blank" => matches!(byte, b' ' | b'\t'),
        b"punct" => byte.is_ascii_punctuation(),
        b"print" => (0x20..0x7f).contains(&byte),
        b"graph" => byte.is_ascii_graphic(),
        b"cntrl" => byte.is_ascii_control(),
        b"xdigit" => byte.is_ascii_hexdigit(),
        _ => false,
    }
}

/// Why `glob()` found nothing at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobError {
    NoMatch,
    /// A directory could not be read, and [`GLOB_ERR`] was given.
    Aborted,
}

/// All paths that match, sorted per alternative of its braces.
pub fn glob(cx: &Cx, pattern: &[u8], flags: i64) -> Result<Vec<Vec<u8>>, GlobError> {
    let mut all = Vec::new();
    if flags & GLOB_BRACE == 0 {
        all = expand(cx, pattern, flags)?;
    } else {
        let alternatives = expand_braces(pattern, flags, 0);
        for one in &alternatives {
            all.extend(expand(cx, one, flags & !GLOB_NOCHECK)?);
        }
        if all.is_empty() && flags & GLOB_NOCHECK != 0 {
            // Braces that gave nothing are plain text.
            all = expand(cx, pattern, flags)?;
        }
    }
    if flags & GLOB_ONLYDIR != 0 {
        all.retain(|path| is_dir(cx, path));
    }
    if all.is_empty() { Err(GlobError::NoMatch) } else { Ok(all) }
}

/// What one pattern without braces matches. As in the C library, what stands before the last slash is expanded first, and how many
/// slashes a path gets depends on that: one at the end marks directories and leaves out nothing, unless a single byte stands before it.
fn expand(cx: &Cx, pattern: &[u8], flags: i64) -> Result<Vec<Vec<u8>>, GlobError> {
    let (folder, name) = match pattern.iter().rposition(|&b| b == b'/') {
        Some(0) => (Some(&b"/"[..]), &pattern[1..]),
        Some(at) => (Some(&pattern[..at]), &pattern[at + 1..]),
        None => (None, pattern),
    };
    let mut found = Vec::new();
    match folder {
        Some(folder) if name.is_empty() && folder.len() > 1 => return expand(cx, folder, flags | GLOB_MARK | GLOB_ONLYDIR),
        Some(folder) if has_magic(folder, flags) => {
            for below in expand(cx, folder, (flags & (GLOB_ERR | GLOB_NOESCAPE)) | GLOB_NOSORT | GLOB_ONLYDIR)? {
                names_in(cx, Some(&below), name, flags & !GLOB_NOCHECK, &mut found)?;
            }
        }
        Some(folder) => {
            let plain = unescape(folder, flags);
            // Without a match the whole pattern is given as it is written.
            let flags = if plain == folder { flags } else { flags & !GLOB_NOCHECK };
            names_in(cx, Some(&plain), name, flags, &mut found)?;
        }
        None => names_in(cx, None, name, flags, &mut found)?,
    }
    if found.is_empty() {
        return Ok(if flags & GLOB_NOCHECK != 0 { vec![pattern.to_vec()] } else { found });
    }
    if flags & GLOB_MARK != 0 {
        found.iter_mut().filter(|path| is_dir(cx, path)).for_each(|path| path.push(b'/'));
    }
    if flags & GLOB_NOSORT == 0 {
        found.sort();
    }
    Ok(found)
}

fn is_dir(cx: &Cx, path: &[u8]) -> bool {
    !path.is_empty() && loxo_files::is_dir(path_of(&absolute(cx, path)))
}

/// `a{b,c}d` → `abd`, `acd`; nests.
fn expand_braces(pattern: &[u8], flags: i64, depth: u32) -> Vec<Vec<u8>> {
    let escapes = flags & GLOB_NOESCAPE == 0;
    let Some((open, close, commas)) = find_braces(pattern, escapes) else { return vec![pattern.to_vec()] };
    // Deeper nests are no patterns that anybody writes.
    if depth > 64 {
        return vec![pattern.to_vec()];
    }
    let mut out = Vec::new();
    let mut start = open + 1;
    for end in commas.into_iter().chain([close]) {
        let one = [&pattern[..open], &pattern[start..end], &pattern[close + 1..]].concat();
        out.extend(expand_braces(&one, flags, depth + 1));
        start = end + 1;
    }
    out
}

/// The first braces that have an end: where they open and close, and their own commas. `{}` is plain text.
fn find_braces(pattern: &[u8], escapes: bool) -> Option<(usize, usize, Vec<usize>)> {
    let mut from = 0;
    while let Some(open) = pattern[from..].iter().position(|&b| b == b'{').map(|at| at + from) {
        let escaped = escapes && open > 0 && pattern[open - 1] == b'\\';
        if escaped || pattern[open..].starts_with(b"{}") {
            from = open + 1;
            continue;
        }
        let (mut depth, mut commas, mut i) = (0, Vec::new(), open + 1);
        while i < pattern.len() {
            match pattern[i] {
                b'\\' if escapes => i += 1,
                b'{' => depth += 1,
                b'}' if depth == 0 => return Some((open, i, commas)),
                b'}' => depth -= 1,
                b',' if depth == 0 => commas.push(i),
                _ => {}
            }
            i += 1;
        }
        return None;
    }
    None
}

/// Does it have `*`, `?`, or brackets that end?
fn has_magic(part: &[u8], flags: i64) -> bool {
    let (mut bytes, mut open) = (part.iter(), false);
    while let Some(byte) = bytes.next() {
        match byte {
            b'*' | b'?' => return true,
            b'\\' if flags & GLOB_NOESCAPE == 0 => {
                bytes.next();
            }
            b'[' => open = true,
            b']' if open => return true,
            _ => {}
        }
    }
    false
}

fn unescape(part: &[u8], flags: i64) -> Vec<u8> {
    if flags & GLOB_NOESCAPE != 0 {
        return part.to_vec();
    }
    let mut out = Vec::with_capacity(part.len());
    let mut bytes = part.iter();
    while let Some(&b) = bytes.next() {
        match b {
            b'\\' => out.extend(bytes.next()),
            other => out.push(other),
        }
    }
    out
}

/// Adds the paths of what fits a name's pattern in one directory.
fn names_in(cx: &Cx, folder: Option<&[u8]>, pattern: &[u8], flags: i64, found: &mut Vec<Vec<u8>>) -> Result<(), GlobError> {
    let path = |name: &[u8]| match folder {
        None => name.to_vec(),
        Some(b"/") => [b"/", name].concat(),
        Some(folder) => [folder, b"/", name].concat(),
    };
    if has_magic(pattern, flags) || (flags & GLOB_NOESCAPE == 0 && pattern.contains(&b'\\')) {
        let match_flags = FNM_PERIOD | if flags & GLOB_NOESCAPE != 0 { FNM_NOESCAPE } else { 0 };
        let names = names_below(cx, folder.unwrap_or(b"."), flags, |name| fnmatch(pattern, name, match_flags))?;
        found.extend(names.iter().map(|name| path(name)));
        if names.is_empty() && flags & GLOB_NOCHECK != 0 {
            // The pattern stands for a name in that directory, whose slashes are as for other names.
            found.push(path(pattern));
        }
        return Ok(());
    }
    let path = path(pattern);
    let exists = || !path.is_empty() && loxo_files::lstat(path_of(&absolute(cx, &path))).is_ok();
    if flags & GLOB_NOCHECK != 0 || exists() {
        found.push(path);
    }
    Ok(())
}

/// Names in a directory that fit, `.` and `..` among them. With [`GLOB_ONLYDIR`], what is known to be no directory is left out.
fn names_below(cx: &Cx, folder: &[u8], flags: i64, fits: impl Fn(&[u8]) -> bool) -> Result<Vec<Vec<u8>>, GlobError> {
    use rustix::fs::FileType;
    use rustix::io::Errno;
    let may_be_dir = |kind| matches!(kind, FileType::Directory | FileType::Symlink | FileType::Unknown);
    let mut names = Vec::new();
    let listed = loxo_files::each_name(path_of(&absolute(cx, folder)), |name, kind| {
        if (flags & GLOB_ONLYDIR == 0 || may_be_dir(kind)) && fits(name) {
            names.push(name.to_vec());
        }
    });
    match listed {
        Err(error) if flags & GLOB_ERR != 0 && error != Errno::NOTDIR => Err(GlobError::Aborted),
        _ => Ok(names),
    }
}

/// The paths that `glob://` lists; `None`: it cannot be opened.
pub fn listing(cx: &mut Cx, path: &[u8], options: OpenOptions) -> Option<Vec<Vec<u8>>> {
    let pattern = path.strip_prefix(b"glob://").unwrap_or(path);
    let mut found = match glob(cx, pattern, 0) {
        Ok(found) => found,
        Err(GlobError::NoMatch) => Vec::new(),
        Err(GlobError::Aborted) => return None,
    };
    found.retain(|path| options.has(OpenOptions::NO_OPEN_BASEDIR) || check_open_basedir(cx, path, false));
    Some(found)
}

/// `glob://`: a directory of what matches.
pub struct GlobWrapper;

impl Wrapper for GlobWrapper {
    fn label(&self) -> &'static str {
        "glob"
    }

    fn open(&self, _: &mut Cx, _: &[u8], _: &[u8], _: OpenOptions, _: Option<&PhpResource>, _: &mut Failures) -> Option<StreamRef> {
        None
    }

    fn can_open(&self) -> bool {
        false
    }

    fn can_list(&self) -> bool {
        true
    }

    fn opendir(&self, cx: &mut Cx, path: &[u8], options: OpenOptions, _: Option<&PhpResource>, _: &mut Failures) -> Option<StreamRef> {
        let found = listing(cx, path, options)?;
        let name = |path: Vec<u8>| {
            let start = path.iter().rposition(|&b| b == b'/').map_or(0, |at| at + 1);
            PhpStr::new(&path[start..])
        };
        Some(stream_of(ListOps::new("glob", found.into_iter().map(name).collect())))
    }

    fn url_stat(&self, _: &mut Cx, _: &[u8], _: StatFlags, _: Option<&PhpResource>) -> Option<Stat> {
        None
    }

    fn unlink(&self, _: &mut Cx, _: &[u8], _: Option<&PhpResource>) -> Done {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, text, flags, expected) in [
            ("*.php", "a.php", 0, true),
            ("*.php", "a.phpx", 0, false),
            ("a*b*c", "axxbyyc", 0, true),
            ("[a-c]?[!x]", "bqz", 0, true),
            ("[a-c]?[!x]", "bqx", 0, false),
            ("*", ".hidden", FNM_PERIOD, false),
            ("*", "a/b", FNM_PATHNAME, false),
            ("*/b", "a/b", FNM_PATHNAME, true),
            ("\\*", "*", 0, true),
            ("\\*", "\\x", FNM_NOESCAPE, true),
            ("ABC", "abc", FNM_CASEFOLD, true),
            ("[[:digit:]]*", "1a", 0, true),
            ("", "", 0, true),
            ("*", "", 0, true),
            ("?", "", 0, false),
        ] {
            assert_eq!(fnmatch(pattern.as_bytes(), text.as_bytes(), flags), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn braces() {
        let expanded = expand_braces(b"a{b,c{d,e}}f", 0, 0);
        assert_eq!(expanded, [&b"abf"[..], b"acdf", b"acef"]);
    }
}
