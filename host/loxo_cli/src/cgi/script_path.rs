//! Which script a web server means. Servers disagree: some name the script, some the script with more path behind it, some the CGI program.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The environment, as the server gave it and as it is put right.
#[derive(Clone, Default)]
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

    fn put(&mut self, name: &[u8], value: Option<&[u8]>) {
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

    pub fn into_pairs(self) -> Vec<(Vec<u8>, Vec<u8>)> {
        self.0
    }
}

/// What is to be run, and under which name the client knows it.
pub struct ScriptPath {
    pub script: Option<Vec<u8>>,
    pub script_name: Option<Vec<u8>>,
    /// 404 if there is no such script.
    pub status: u16,
}

fn as_path(text: &[u8]) -> &Path {
    Path::new(std::ffi::OsStr::from_bytes(text))
}

/// `cgi.fix_pathinfo=0`: the server is taken at its word.
pub fn as_given(env: &Environment, discard_path: bool) -> ScriptPath {
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

/// Finds the script, and puts `PATH_INFO`, `SCRIPT_NAME`, `SCRIPT_FILENAME` and `PATH_TRANSLATED` right.
pub fn resolve(env: &mut Environment) -> ScriptPath {
    let translated = env.owned(b"PATH_TRANSLATED");
    let original_name = env.owned(b"SCRIPT_NAME");
    let redirect = env.owned(b"REDIRECT_URL");
    let Some(mut script) = env.owned(b"SCRIPT_FILENAME").or_else(|| translated.clone()) else {
        return ScriptPath { script: None, script_name: None, status: 0 };
    };
    let mut name = original_name.clone();
    if let (Some(translated), Some(redirect)) = (&translated, &redirect)
        && *translated != script
    {
        // Both name the CGI program itself.
        script.clone_from(translated);
        name = Some(redirect.clone());
    }
    if script.ends_with(b"/") || as_path(&script).canonicalize().is_err() {
        return split(env, &script, name);
    }
    if env.get(b"SCRIPT_FILENAME") != Some(&script) {
        env.correct(b"SCRIPT_FILENAME", Some(&script));
    }
    if redirect.is_some() {
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
fn split(env: &mut Environment, path: &[u8], name: Option<Vec<u8>>) -> ScriptPath {
    let original_name = env.owned(b"SCRIPT_NAME");
    let mut script_name = None;
    let ends = (0..path.len()).rev().filter(|at| path[*at] == b'/');
    let found = ends.map(|at| &path[..at]).find(|file| as_path(file).is_file());
    if let Some(file) = found {
        let rest = &path[file.len()..];
        let info = env.owned(b"PATH_INFO");
        let new_info = info.as_ref().and_then(|info| info.len().checked_sub(rest.len()).map(|at| info[at..].to_vec()));
        if let (Some(info), Some(new_info)) = (&info, &new_info)
            && info != new_info
        {
            let before = &info[..info.len() - new_info.len()];
            if original_name.as_deref() == Some(info) {
                script_name.clone_from(&original_name);
            } else {
                env.correct(b"SCRIPT_NAME", Some(before));
                script_name = Some(before.to_vec());
            }
            env.correct(b"PATH_INFO", Some(new_info));
        }
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
