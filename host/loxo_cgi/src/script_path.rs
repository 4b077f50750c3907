//! Which script a web server means. Servers disagree: some name the script, some the script with more path behind it, some the CGI program,
//! and Apache as a FastCGI client names the address that it forwards to.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The environment, as the server gave it and as it is put right.
#[derive(Clone, Debug, Default)]
pub struct Environment(Vec<(Vec<u8>, Vec<u8>)>);

impl FromIterator<(Vec<u8>, Vec<u8>)> for Environment {
    fn from_iter<T: IntoIterator<Item = (Vec<u8>, Vec<u8>)>>(pairs: T) -> Environment {
        Environment(pairs.into_iter().collect())
    }
}

impl Environment {
    pub fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| &value[..])
    }

    fn owned(&self, name: &[u8]) -> Option<Vec<u8>> {
        self.get(name).map(<[u8]>::to_vec)
    }

    /// Sets a variable, or takes it away.
    pub fn put(&mut self, name: &[u8], value: Option<&[u8]>) {
        let at = self.0.iter().position(|(known, _)| known == name);
        match (at, value) {
            (Some(at), Some(value)) => self.0[at].1 = value.to_vec(),
            (None, Some(value)) => self.0.push((name.to_vec(), value.to_vec())),
            (Some(at), None) => drop(self.0.remove(at)),
            (None, None) => {}
        }
    }

    /// Changes a variable; what the server had given stays as `ORIG_…`.
    fn correct(&mut self, name: &[u8], value: Option<&[u8]>) {
        if let Some(original) = self.owned(name) {
            self.put(&[b"ORIG_", name].concat(), Some(&original));
        }
        self.put(name, value);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn pairs(&self) -> impl DoubleEndedIterator<Item = (&[u8], &[u8])> {
        self.0.iter().map(|(name, value)| (&name[..], &value[..]))
    }
}

/// Whose rules count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    /// `SCRIPT_FILENAME` may be an address of `mod_proxy_fcgi` or `mod_proxy_balancer`.
    pub apache_proxy: bool,
}

/// What is to be run, and under which name the client knows it.
#[derive(Debug, PartialEq)]
pub struct ScriptPath {
    pub script: Option<Vec<u8>>,
    pub script_name: Option<Vec<u8>>,
    /// 404 if there is no such script.
    pub status: u16,
}

fn as_path(text: &[u8]) -> &Path {
    Path::new(std::ffi::OsStr::from_bytes(text))
}

/// The server has looked for the script itself, and all variables are right.
pub fn as_found(env: &Environment) -> ScriptPath {
    let script = env.owned(b"SCRIPT_FILENAME").filter(|path| stays_below(path));
    ScriptPath { status: if script.is_none() { 404 } else { 0 }, script, script_name: env.owned(b"SCRIPT_NAME") }
}

/// `cgi.fix_pathinfo=0`: the server is taken at its word.
pub fn as_given(env: &mut Environment, discard_path: bool, rules: Rules) -> ScriptPath {
    take_from_proxy(env, rules);
    let translated = env.owned(b"PATH_TRANSLATED");
    let script = match env.owned(b"SCRIPT_FILENAME") {
        Some(_) if translated.is_some() && !discard_path => translated,
        Some(script) => Some(script),
        None => translated,
    };
    let script_name = env.owned(b"PATH_INFO").or_else(|| env.owned(b"SCRIPT_NAME"));
    ScriptPath { script: script.filter(|path| stays_below(path)), script_name, status: 0 }
}

/// Paths that climb are refused.
fn stays_below(path: &[u8]) -> bool {
    !path.split(|b| *b == b'/').any(|part| part == b"..")
}

/// The path in an address that Apache forwards to; `None`: it is no such address.
fn behind_proxy(file: &[u8]) -> Option<&[u8]> {
    let rest = [&b"proxy:fcgi://"[..], b"proxy:balancer://"].into_iter().find_map(|scheme| {
        let start = file.get(..scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then(|| &file[scheme.len()..])
    })?;
    let path = &rest[rest.iter().position(|b| *b == b'/')?..];
    Some(path.split(|b| *b == b'?').next().unwrap_or(path))
}

/// Makes a path of an address that Apache forwards to. True: it was one.
fn take_from_proxy(env: &mut Environment, rules: Rules) -> bool {
    let proxied = env.get(b"SCRIPT_FILENAME").filter(|_| rules.apache_proxy).and_then(behind_proxy).map(<[u8]>::to_vec);
    if let Some(path) = &proxied {
        env.put(b"SCRIPT_FILENAME", Some(path));
    }
    proxied.is_some()
}

/// Finds the script, and puts `PATH_INFO`, `SCRIPT_NAME`, `SCRIPT_FILENAME` and `PATH_TRANSLATED` right.
pub fn resolve(env: &mut Environment, rules: Rules) -> ScriptPath {
    let apache = take_from_proxy(env, rules);
    let translated = env.owned(b"PATH_TRANSLATED");
    let original_name = env.owned(b"SCRIPT_NAME");
    let redirect = env.owned(b"REDIRECT_URL");
    let Some(mut script) = env.owned(b"SCRIPT_FILENAME").or_else(|| translated.clone()) else {
        return ScriptPath { script: None, script_name: None, status: 0 };
    };
    let mut name = original_name.clone();
    if let (Some(translated), Some(redirect), false) = (&translated, &redirect, apache)
        && *translated != script
    {
        // Both name the CGI program itself.
        script.clone_from(translated);
        name = Some(redirect.clone());
    }
    if script.ends_with(b"/") || !loxo_files::exists(as_path(&script)) {
        return split(env, &script, name, apache);
    }
    if env.get(b"SCRIPT_FILENAME") != Some(&script) {
        env.correct(b"SCRIPT_FILENAME", Some(&script));
    }
    if redirect.is_some() && !apache {
        for name in [&b"PATH_INFO"[..], b"PATH_TRANSLATED"] {
            if env.get(name).is_some() {
                env.correct(name, None);
            }
        }
    }
    if name != original_name {
        env.correct(b"SCRIPT_NAME", name.as_deref());
    }
    ScriptPath { script: Some(script).filter(|path| stays_below(path)), script_name: name, status: 0 }
}

/// There is no such file: what stands behind the last file on the way is `PATH_INFO`.
fn split(env: &mut Environment, path: &[u8], name: Option<Vec<u8>>, apache: bool) -> ScriptPath {
    let original_name = env.owned(b"SCRIPT_NAME");
    let mut script_name = None;
    let ends = (0..path.len()).rev().filter(|at| path[*at] == b'/');
    let found = ends.map(|at| &path[..at]).find(|file| loxo_files::is_file(as_path(file)));
    if let Some(file) = found {
        let rest = &path[file.len()..];
        script_name = if apache { split_proxied(env, rest) } else { split_info(env, rest) };
        if env.get(b"SCRIPT_FILENAME") != Some(file) {
            env.correct(b"SCRIPT_FILENAME", Some(file));
        }
        let info = env.owned(b"PATH_INFO").unwrap_or_default();
        if let Some(root) = env.owned(b"DOCUMENT_ROOT") {
            let root = root.strip_suffix(b"/").unwrap_or(&root);
            env.correct(b"PATH_TRANSLATED", Some(&[root, &info].concat()));
        } else if let Some(root) = name.as_deref().and_then(|name| file.strip_suffix(name)) {
            env.correct(b"PATH_TRANSLATED", Some(&[root, &info].concat()));
        }
    } else {
        env.correct(b"SCRIPT_FILENAME", None);
    }
    let script_name = script_name.or_else(|| {
        if name != original_name {
            env.correct(b"SCRIPT_NAME", name.as_deref());
        }
        name
    });
    let script = found.map(<[u8]>::to_vec).filter(|path| stays_below(path));
    ScriptPath { status: if script.is_none() { 404 } else { 0 }, script, script_name }
}

/// `PATH_INFO` is the whole path: the script's name is what stands before `rest`. Gives that name.
fn split_info(env: &mut Environment, rest: &[u8]) -> Option<Vec<u8>> {
    let original_name = env.owned(b"SCRIPT_NAME");
    let info = env.owned(b"PATH_INFO")?;
    let (before, new_info) = info.split_at(info.len().checked_sub(rest.len())?);
    if before.is_empty() {
        return None;
    }
    let script_name = if original_name.as_deref() == Some(&info) {
        original_name
    } else {
        env.correct(b"SCRIPT_NAME", Some(before));
        Some(before.to_vec())
    };
    env.correct(b"PATH_INFO", Some(new_info));
    script_name
}

/// Apache cannot know what `PATH_INFO` is: it stands, as the client wrote it or decoded, at the end of the script's name too.
fn split_proxied(env: &mut Environment, rest: &[u8]) -> Option<Vec<u8>> {
    let original_info = env.owned(b"PATH_INFO");
    if rest.is_empty() || original_info.as_deref() == Some(rest) {
        return None;
    }
    let name = env.owned(b"SCRIPT_NAME");
    let mut script_name = None;
    let mut info = rest.to_vec();
    if let Some(original) = &original_info {
        if name.as_ref() != Some(original) {
            env.correct(b"SCRIPT_NAME", Some(original));
        }
        script_name = Some(original.clone());
    } else if let Some(name) = &name {
        if rest.contains(&b'%') {
            info = loxo_runtime::web::raw_url_decode(rest);
        }
        let shorter = [rest, &info].into_iter().find_map(|end| name.strip_suffix(end).filter(|name| !name.is_empty()));
        if let Some(shorter) = shorter {
            env.correct(b"SCRIPT_NAME", Some(shorter));
            script_name = Some(shorter.to_vec());
        }
    }
    env.correct(b"PATH_INFO", Some(&info));
    script_name
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStringExt;

    #[test]
    fn addresses_of_proxies() {
        for (file, path) in [
            (&b"proxy:fcgi://localhost:9000/some/info.php/test?foo=bar"[..], Some(&b"/some/info.php/test"[..])),
            (b"PROXY:balancer://name/a.php", Some(b"/a.php")),
            (b"proxy:fcgi://localhost:9000", None),
            (b"/srv/a.php", None),
        ] {
            assert_eq!(behind_proxy(file), path);
        }
    }

    /// Variables before and after, where `@` is a folder with `info.php`.
    fn check(before: &[(&str, &str)], after: &[(&str, &str)], script: Option<&str>, name: Option<&str>) {
        let dir = std::env::temp_dir().join(format!("loxo-cgi-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder");
        std::fs::write(dir.join("info.php"), "").expect("a file");
        let dir = dir.into_os_string().into_vec();
        let text = |text: &str| [text.as_bytes()].concat().split(|b| *b == b'@').collect::<Vec<_>>().join(&dir[..]);
        let mut env: Environment = before.iter().map(|(name, value)| (name.as_bytes().to_vec(), text(value))).collect();
        let found = resolve(&mut env, Rules { apache_proxy: true });
        for (name, value) in after {
            let expected = Some(text(value)).filter(|text| !text.is_empty());
            assert_eq!(env.get(name.as_bytes()), expected.as_deref(), "{name} of {before:?}");
        }
        assert_eq!((found.script, found.script_name), (script.map(text), name.map(text)), "{before:?}");
    }

    #[test]
    fn variables_are_put_right() {
        let file = "SCRIPT_FILENAME";
        check(&[(file, "@/info.php"), ("SCRIPT_NAME", "/info.php")], &[("PATH_INFO", "")], Some("@/info.php"), Some("/info.php"));
        check(
            &[(file, "@/info.php/a"), ("SCRIPT_NAME", "/info.php"), ("PATH_INFO", "/info.php/a"), ("DOCUMENT_ROOT", "@")],
            &[(file, "@/info.php"), ("PATH_INFO", "/a"), ("ORIG_PATH_INFO", "/info.php/a"), ("PATH_TRANSLATED", "@/a")],
            Some("@/info.php"),
            Some("/info.php"),
        );
        check(
            &[(file, "proxy:fcgi://h:1@/info.php/a%20b"), ("SCRIPT_NAME", "/info.php/a b")],
            &[(file, "@/info.php"), ("PATH_INFO", "/a b"), ("SCRIPT_NAME", "/info.php"), ("ORIG_SCRIPT_NAME", "/info.php/a b")],
            Some("@/info.php"),
            Some("/info.php"),
        );
        check(&[(file, "@/missing.php"), ("SCRIPT_NAME", "/m")], &[(file, "")], None, Some("/m"));
        check(&[(file, "@/../x/info.php/..")], &[], None, None);
    }
}
