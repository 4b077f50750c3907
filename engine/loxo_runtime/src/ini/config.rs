//! The settings of the process.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::{FxHashMap, FxHashSet};

use super::IniText;
use super::core::CORE;
use super::parse::{IniEvent, IniMode, IniNames, IniSyntaxError, parse};
use crate::{Extension, IniEntry};

/// What configuration files say, declared setting or not (`get_cfg_var()`).
#[derive(Clone, Debug, PartialEq)]
pub enum CfgValue {
    Text(Arc<[u8]>),
    /// `name[] = value`; no offset: the next number.
    List(Vec<(Option<Vec<u8>>, Arc<[u8]>)>),
}

pub(super) struct Definition {
    pub(super) entry: &'static IniEntry,
    pub(super) extension: &'static str,
}

type Pairs = Vec<(Vec<u8>, Arc<[u8]>)>;

/// Declared settings with the values that requests start from. Built once, then shared by all threads.
#[derive(Default)]
pub struct IniConfig {
    definitions: Vec<Definition>,
    values: Vec<IniText>,
    by_name: FxHashMap<&'static [u8], usize>,
    /// Those whose owners want to know.
    observed: Vec<usize>,
    /// By setting: its owner has accepted the value that requests start from, and need not be asked again ([`super::Ini::settles`]).
    settled: Vec<AtomicBool>,
    configured: BTreeMap<Vec<u8>, CfgValue>,
    hosts: BTreeMap<Vec<u8>, Pairs>,
    paths: BTreeMap<Vec<u8>, Pairs>,
    /// Settings that nothing in a request may change.
    locked: FxHashSet<usize>,
    /// `extension=` and `zend_extension=` lines; those that name something built in are taken out when the process starts.
    pub extension_lines: Vec<Vec<u8>>,
    /// `php_ini_loaded_file()`
    pub loaded_file: Option<Vec<u8>>,
    /// `php_ini_scanned_files()`
    pub scanned_files: Vec<Vec<u8>>,
}

impl IniConfig {
    /// The core's settings and those of the extensions, at their defaults.
    pub fn new(extensions: &[&'static Extension]) -> IniConfig {
        let mut config = IniConfig::default();
        config.reserve(CORE.len() + extensions.iter().map(|extension| extension.ini.len()).sum::<usize>());
        CORE.iter().for_each(|entry| config.declare("core", entry));
        for extension in extensions {
            extension.ini.iter().for_each(|entry| config.declare(extension.name, entry));
        }
        config
    }

    /// Makes space for so many settings: growing step by step would take twice as much memory.
    fn reserve(&mut self, settings: usize) {
        self.definitions.reserve_exact(settings);
        self.values.reserve_exact(settings);
        self.by_name.reserve(settings);
        self.settled.reserve_exact(settings);
    }

    fn declare(&mut self, extension: &'static str, entry: &'static IniEntry) {
        let index = self.definitions.len();
        let configured = match self.configured.get(entry.name.as_bytes()) {
            Some(CfgValue::Text(text)) => Some(text.clone()),
            _ => None,
        };
        self.by_name.insert(entry.name.as_bytes(), index);
        self.values.push(configured.or_else(|| entry.default.map(|text| Arc::from(text.as_bytes()))));
        self.definitions.push(Definition { entry, extension });
        self.settled.push(AtomicBool::new(false));
        if entry.on_change.is_some() {
            self.observed.push(index);
        }
    }

    /// What the command line changes: plain text, output at once, no time limit.
    pub fn set_cli_defaults(&mut self) {
        for (name, value) in [
            ("html_errors", "0"),
            ("implicit_flush", "1"),
            ("output_buffering", "0"),
            ("max_execution_time", "0"),
            ("max_input_time", "-1"),
        ] {
            self.set(name.as_bytes(), value.as_bytes());
        }
    }

    /// The value that requests start from.
    pub fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.index(name).and_then(|index| self.values[index].as_deref())
    }

    /// Sets a value for the whole process.
    pub fn set(&mut self, name: &[u8], value: &[u8]) {
        let value: Arc<[u8]> = Arc::from(value);
        if let Some(index) = self.index(name) {
            self.values[index] = Some(value.clone());
            *self.settled[index].get_mut() = false;
        }
        self.configured.insert(name.to_vec(), CfgValue::Text(value));
    }

    /// Sets a value for a pool of processes: `php_value`, or `php_admin_value`, which is locked. False: there is no such setting.
    pub fn set_for_pool(&mut self, name: &[u8], value: &[u8], locked: bool) -> bool {
        let Some(index) = self.index(name) else { return false };
        self.values[index] = Some(Arc::from(value));
        *self.settled[index].get_mut() = false;
        if locked {
            self.locked.insert(index);
        }
        true
    }

    /// May only the configuration change it?
    pub(super) fn is_locked(&self, index: usize) -> bool {
        self.locked.contains(&index)
    }

    /// A configuration file's text. What it says before an error stands.
    pub fn load(&mut self, text: &[u8]) -> Result<(), IniSyntaxError> {
        let mut events = Vec::new();
        let result = {
            let mut names = ConfigNames { config: self, fresh: FxHashMap::default() };
            let mut pending: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
            let result = parse(text, IniMode::Normal, &mut names, &mut |event| {
                if let IniEvent::Entry { name, value: Some(value) } = &event {
                    pending.push((name.clone(), value.clone().into_text()));
                }
                events.push(event);
            });
            names.fresh.extend(pending);
            result
        };
        let mut section = Section::Global;
        events.into_iter().for_each(|event| self.take(event, &mut section));
        result
    }

    /// A `-d name[=value]` option.
    pub fn define(&mut self, option: &[u8]) -> Result<(), IniSyntaxError> {
        let Some(split) = option.iter().position(|b| *b == b'=') else {
            self.set(option, b"1");
            return Ok(());
        };
        let (name, value) = (&option[..split], &option[split + 1..]);
        // Values that are neither words, numbers nor quoted already are taken as they are.
        let plain = value.first().is_none_or(|b| b.is_ascii_alphanumeric() || *b == b'"');
        let line = if plain { option.to_vec() } else { [name, b"=\"", value, b"\""].concat() };
        self.load(&[&line[..], b"\n"].concat())
    }

    fn take(&mut self, event: IniEvent, section: &mut Section) {
        match event {
            IniEvent::Section(name) => *section = Section::of(&name),
            IniEvent::Entry { value: None, .. } => {}
            IniEvent::Entry { name, value: Some(value) } => {
                let value = value.into_text();
                match section {
                    Section::Host(host) => self.hosts.entry(host.clone()).or_default().push((name, Arc::from(value))),
                    Section::Path(path) => self.paths.entry(path.clone()).or_default().push((name, Arc::from(value))),
                    Section::Global if matches!(name.to_ascii_lowercase().as_slice(), b"extension" | b"zend_extension") => {
                        self.extension_lines.push(value);
                    }
                    Section::Global => self.set(&name, &value),
                }
            }
            IniEvent::Element { name, offset, value } => {
                let offset = Some(offset).filter(|offset| !offset.is_empty());
                let element = (offset, Arc::from(value.into_text()));
                match self.configured.get_mut(&name) {
                    Some(CfgValue::List(list)) => list.push(element),
                    _ => drop(self.configured.insert(name, CfgValue::List(vec![element]))),
                }
            }
        }
    }

    pub(super) fn index(&self, name: &[u8]) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub(super) fn is_named(&self, index: usize, name: &[u8]) -> bool {
        self.definitions.get(index).is_some_and(|definition| definition.entry.name.as_bytes() == name)
    }

    pub(super) fn value(&self, index: usize) -> &IniText {
        &self.values[index]
    }

    pub(super) fn entry(&self, index: usize) -> &'static IniEntry {
        self.definitions[index].entry
    }

    /// By names in lower case, as lists show them.
    pub(super) fn sorted(&self) -> impl Iterator<Item = (usize, &Definition)> {
        let mut all: Vec<(usize, &Definition)> = self.definitions.iter().enumerate().collect();
        all.sort_by_cached_key(|(_, definition)| definition.entry.name.to_ascii_lowercase());
        all.into_iter()
    }

    /// Settings whose owners want to know.
    pub(super) fn observed(&self) -> impl Iterator<Item = usize> {
        self.observed.iter().copied()
    }

    /// Has its owner accepted the value that requests start from, for good?
    pub(super) fn is_settled(&self, index: usize) -> bool {
        self.settled[index].load(Ordering::Relaxed)
    }

    pub(super) fn settle(&self, index: usize) {
        self.settled[index].store(true, Ordering::Relaxed);
    }

    /// What configuration files say of a name.
    pub fn configured(&self, name: &[u8]) -> Option<&CfgValue> {
        self.configured.get(name)
    }

    /// The sections for a host, then those for a directory and the ones above it, outermost first.
    pub(super) fn sections_for(&self, host: &[u8], directory: &[u8]) -> impl Iterator<Item = (&[u8], &Arc<[u8]>)> {
        let host = self.hosts.get(&host.to_ascii_lowercase());
        let prefixes = (1..=directory.len()).filter(|end| *end == directory.len() || directory[*end] == b'/');
        let paths: Vec<&Pairs> = prefixes.filter_map(|end| self.paths.get(&directory[..end])).collect();
        host.into_iter().chain(paths).flatten().map(|(name, value)| (&name[..], value))
    }
}

/// Where the entries of a file go.
enum Section {
    Global,
    Host(Vec<u8>),
    Path(Vec<u8>),
}

impl Section {
    /// `[HOST=www.example.com]`, `[PATH=/var/www]`; other names mean nothing.
    fn of(name: &[u8]) -> Section {
        let (kind, rest) = name.split_at(name.len().min(4));
        let mut rest = rest;
        while let [b'=' | b' ' | b'\t', tail @ ..] = rest {
            rest = tail;
        }
        while let [head @ .., b'/' | b'\\'] = rest {
            rest = head;
        }
        match kind.to_ascii_uppercase().as_slice() {
            _ if rest.is_empty() => Section::Global,
            b"HOST" => Section::Host(rest.to_ascii_lowercase()),
            b"PATH" => Section::Path(rest.to_vec()),
            _ => Section::Global,
        }
    }
}

/// `${name}` in a configuration file is an earlier setting or an environment variable; constants are the core's.
struct ConfigNames<'a> {
    config: &'a IniConfig,
    fresh: FxHashMap<Vec<u8>, Vec<u8>>,
}

impl IniNames for ConfigNames<'_> {
    fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        CoreNames.constant(name)
    }

    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let configured = match self.config.configured.get(name) {
            Some(CfgValue::Text(text)) => Some(text.to_vec()),
            _ => None,
        };
        self.fresh.get(name).cloned().or(configured).or_else(|| CoreNames.variable(name))
    }
}

/// The constants that settings are written with, and the environment of the process.
pub struct CoreNames;

impl IniNames for CoreNames {
    fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let level = match name {
            b"E_ERROR" => 1,
            b"E_WARNING" => 2,
            b"E_PARSE" => 4,
            b"E_NOTICE" => 8,
            b"E_CORE_ERROR" => 16,
            b"E_CORE_WARNING" => 32,
            b"E_COMPILE_ERROR" => 64,
            b"E_COMPILE_WARNING" => 128,
            b"E_USER_ERROR" => 256,
            b"E_USER_WARNING" => 512,
            b"E_USER_NOTICE" => 1024,
            b"E_STRICT" => 2048,
            b"E_RECOVERABLE_ERROR" => 4096,
            b"E_DEPRECATED" => 8192,
            b"E_USER_DEPRECATED" => 16384,
            b"E_ALL" => 30719,
            b"PHP_EOL" => return Some(b"\n".to_vec()),
            b"DIRECTORY_SEPARATOR" => return Some(b"/".to_vec()),
            b"PATH_SEPARATOR" => return Some(b":".to_vec()),
            b"PHP_OS" | b"PHP_OS_FAMILY" => return Some(b"Linux".to_vec()),
            b"PHP_INT_SIZE" => 8,
            _ => return None,
        };
        Some(level.to_string().into_bytes())
    }

    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        use std::os::unix::ffi::{OsStrExt, OsStringExt};
        // Names that the standard library refuses are nobody's.
        let usable = !name.is_empty() && !name.contains(&b'=') && !name.contains(&0);
        usable.then(|| std::env::var_os(std::ffi::OsStr::from_bytes(name)))?.map(OsStringExt::into_vec)
    }
}
