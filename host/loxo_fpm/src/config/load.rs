//! Reads the files. php-fpm reads line by line, each as an ini text of its own, so a value never goes over a line's end.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use loxo_runtime::ini::{CoreNames, IniEvent, IniMode, parse};

use super::{Config, Pool, values};
use crate::log::Log;

/// Files within files.
const DEPTH: usize = 5;

/// What is read, and where.
struct Loader<'a> {
    config: Config,
    /// The pool of the section; `None`: `[global]`.
    pool: Option<usize>,
    depth: usize,
    file: String,
    line: u32,
    include: Option<String>,
    log: &'a Log,
    prefix: &'a str,
}

/// Reads a file and those it includes. `prefix`: where relative patterns of `include` begin. `None`: the log says why.
pub(crate) fn load(file: &str, prefix: &str, log: &Log) -> Option<Config> {
    let config = Config::default();
    let mut loader = Loader { config, pool: None, depth: 0, file: String::new(), line: 0, include: None, log, prefix };
    loader.file(file).ok().map(|()| loader.config)
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The log has the reason.
struct Reported;

type Result = std::result::Result<(), Reported>;

impl Loader<'_> {
    /// Reports what is wrong on this line.
    fn wrong(&self, message: impl std::fmt::Display) -> Result {
        self.log.error(format!("[{}:{}] {message}", self.file, self.line));
        Err(Reported)
    }

    fn file(&mut self, name: &str) -> Result {
        if name.is_empty() {
            self.log.error("configuration filename is empty");
            return Err(Reported);
        }
        let content = match std::fs::read(name) {
            Ok(content) => content,
            Err(error) => {
                self.log.system_error(&format!("failed to open configuration file '{name}'"), &error);
                return Err(Reported);
            }
        };
        if self.depth == DEPTH {
            self.log.error("failed to include more than 5 files recursively");
            return Err(Reported);
        }
        self.depth += 1;
        for (index, line) in content.split(|b| *b == b'\n').enumerate() {
            (self.file, self.line) = (name.to_string(), index as u32 + 1);
            if line.is_empty() {
                continue;
            }
            self.line(line)?;
            if let Some(pattern) = self.include.take() {
                self.include(&pattern)?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn line(&mut self, line: &[u8]) -> Result {
        let mut events = Vec::new();
        let parsed = parse(&[line, b"\n"].concat(), IniMode::Normal, &mut CoreNames, &mut |event| events.push(event));
        for event in events {
            match event {
                IniEvent::Section(name) => self.section(&text(name)),
                IniEvent::Entry { value: None, .. } => self.wrong("value is NULL for a ZEND_INI_PARSER_ENTRY")?,
                IniEvent::Entry { name, value: Some(value) } => self.entry(&text(name), &text(value.into_text()))?,
                IniEvent::Element { name, offset, value } => self.element(&text(name), &text(offset), &text(value.into_text()))?,
            }
        }
        match parsed {
            Ok(()) => Ok(()),
            Err(error) => {
                // As PHP's parser reports what it reads from no file.
                eprintln!("PHP:  {} in Unknown on line {}", error.message, error.line);
                Err(Reported)
            }
        }
    }

    fn section(&mut self, name: &str) {
        if name.eq_ignore_ascii_case("global") {
            self.pool = None;
            return;
        }
        let pools = &mut self.config.pools;
        let known = pools.iter().position(|pool| pool.name.eq_ignore_ascii_case(name));
        self.pool = Some(known.unwrap_or_else(|| {
            pools.push(Pool::new(name));
            pools.len() - 1
        }));
    }

    fn entry(&mut self, name: &str, value: &str) -> Result {
        if name == "include" {
            if self.include.is_some() {
                return self.wrong("two includes at the same time !");
            }
            self.include = Some(value.to_string());
            return Ok(());
        }
        let set = match self.pool {
            Some(pool) => values::set_pool(&mut self.config.pools[pool], name, value),
            None => values::set_global(&mut self.config.global, name, value),
        };
        match set {
            Some((_, Ok(()))) => Ok(()),
            Some((known, Err(why))) => self.wrong(format_args!("unable to parse value for entry '{known}': {why}")),
            None => self.wrong(format_args!("unknown entry '{name}'")),
        }
    }

    fn element(&mut self, name: &str, key: &str, value: &str) -> Result {
        if name == "access.suppress_path" {
            if !key.is_empty() {
                let _ = self.wrong("Keys provided to field 'access.suppress_path' are ignored");
            }
            if !value.starts_with('/') {
                return self.wrong("Values provided to field 'access.suppress_path' must begin with '/'");
            }
            if !key.is_empty() {
                return Err(Reported);
            }
        } else if key.is_empty() {
            return self.wrong(format_args!("You must provide a key for field '{name}'"));
        }
        let Some(pool) = self.pool else { return self.wrong("Array are not allowed in the global section") };
        if name == "env" && value.is_empty() {
            return self.wrong("empty value");
        }
        match values::add_to_pool(&mut self.config.pools[pool], name, key, value) {
            Some(Ok(())) => Ok(()),
            Some(Err(why)) => self.wrong(format_args!("error while parsing '{name}[{key}]' : {why}")),
            None => self.wrong(format_args!("unknown directive '{name}'")),
        }
    }

    fn include(&mut self, pattern: &str) -> Result {
        let pattern = if pattern.starts_with('/') { pattern.to_string() } else { format!("{}/{pattern}", self.prefix) };
        let (file, line) = (self.file.clone(), self.line);
        let found = glob(&pattern);
        if found.is_empty() {
            self.log.warning(format!("Nothing matches the include pattern '{pattern}' from {file} at line {line}."));
        }
        for included in found.iter().filter(|path| !path.is_dir()) {
            let name = included.to_string_lossy().into_owned();
            if self.file(&name).is_err() {
                self.log.error(format!("Unable to include {name} from {file} at line {line}"));
                return Err(Reported);
            }
        }
        Ok(())
    }
}

/// Paths that match a pattern, in order. Names that begin with a dot want one in the pattern.
fn glob(pattern: &str) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::from("/")];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        if !part.contains(['*', '?', '[']) {
            found.iter_mut().for_each(|path| path.push(part));
            found.retain(|path| path.symlink_metadata().is_ok());
            continue;
        }
        found = found.iter().flat_map(|folder| matching(folder, part)).collect();
    }
    found
}

fn matching(folder: &Path, part: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    names.retain(|name| {
        let hidden = name.as_bytes().starts_with(b".") && !part.starts_with('.');
        !hidden && loxo_streams::glob::fnmatch(part.as_bytes(), name.as_bytes(), 0)
    });
    names.sort();
    names.into_iter().map(|name| folder.join(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Pm;

    /// Loads texts: the first file includes the others.
    fn load_text(text: &str) -> (Option<Config>, String) {
        let folder = std::env::temp_dir().join(format!("loxo-fpm-load-{}-{:?}", std::process::id(), std::thread::current().id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("fpm.conf");
        std::fs::write(&file, text).expect("a file");
        let folder_name = folder.to_string_lossy().into_owned();
        let log = Log::for_tests();
        let config = load(&file.to_string_lossy(), &folder_name, &log);
        let messages = log.recorded().replace(&*file.to_string_lossy(), "F");
        (config, messages)
    }

    #[test]
    fn sections_and_directives() {
        let (config, messages) = load_text(
            "; a comment\n[global]\nerror_log = /x\n\n[www]\npm = Dynamic\nPM.Max_Children = 3\nenv[A] = \"b c\"\n[global]\ndaemonize=no\n[WWW]\nuser = u",
        );
        let config = config.unwrap_or_else(|| panic!("{messages}"));
        assert_eq!((config.global.error_log.as_deref(), config.global.daemonize), (Some("/x"), false));
        let [pool] = &config.pools[..] else { panic!("one pool") };
        assert_eq!((pool.pm, pool.max_children, pool.user.as_deref()), (Some(Pm::Dynamic), 3, Some("u")));
        assert_eq!(pool.env, [("A".to_string(), "b c".to_string())]);
    }

    #[test]
    fn errors_have_their_place() {
        for (text, message) in [
            ("[global]\nnothing = 1", "ERROR: [F:2] unknown entry 'nothing'\n"),
            (
                "[w]\n\npm.max_children = x",
                "ERROR: [F:3] unable to parse value for entry 'pm.max_children': is not a valid number (greater or equal than zero)\n",
            ),
            ("[w]\nenv[] = x", "ERROR: [F:2] You must provide a key for field 'env'\n"),
            ("[w]\nenv[X] =", "ERROR: [F:2] empty value\n"),
            ("[w]\nphp_flag[X] = maybe", "ERROR: [F:2] error while parsing 'php_flag[X]' : invalid boolean value\n"),
            ("env[X] = 1", "ERROR: [F:1] Array are not allowed in the global section\n"),
            ("[w]\nother[X] = 1", "ERROR: [F:2] unknown directive 'other'\n"),
            ("[w]\naccess.suppress_path[] = x", "ERROR: [F:2] Values provided to field 'access.suppress_path' must begin with '/'\n"),
            ("[global]\npid", "ERROR: [F:2] value is NULL for a ZEND_INI_PARSER_ENTRY\n"),
            ("include = F", "ERROR: failed to include more than 5 files recursively\nERROR: Unable to include F from F at line 1\n"),
        ] {
            let folder = std::env::temp_dir().join(format!("loxo-fpm-load-{}-{:?}", std::process::id(), std::thread::current().id()));
            let text = text.replace("= F", &format!("= \"{}\"", folder.join("fpm.conf").display()));
            let (config, messages) = load_text(&text);
            assert!(config.is_none() && messages.starts_with(message), "{text}: {messages}");
        }
    }

    #[test]
    fn nothing_to_include_is_no_error() {
        let (config, messages) = load_text("include = nowhere/*.conf\n[w]\nuser = x");
        assert!(config.is_some_and(|config| config.pools.len() == 1));
        assert!(messages.starts_with("WARNING: Nothing matches the include pattern '") && messages.ends_with("' from F at line 1.\n"));
    }
}
