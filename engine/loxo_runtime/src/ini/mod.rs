//! Settings: what extensions and the core declare, what php.ini and the command line say, and what a request changes.
//!
//! Later wins: defaults, php.ini, scanned files, `-d`, a pool's values, those that the server gives with a request, sections for its host and
//! directory, `ini_set()`. The first five make the process-wide [`IniConfig`]; a request's [`Ini`] holds nothing but its differences, so ending a request restores everything.
//!
//! Modules: `config` (the process's part), `core` (the core's settings), `parse` and `scan` (the file format), `settings` (as fields), `shown` (in `phpinfo()`).

mod config;
mod core;
mod parse;
mod scan;
mod settings;
mod shown;

pub use config::{CfgValue, CoreNames, IniConfig};
pub(crate) use loxo_base::quantity::leading_int;
pub use loxo_base::quantity::{Quantity, parse_quantity, parse_unsigned_quantity};
pub use parse::{IniEvent, IniMode, IniNames, IniSyntaxError, IniValue, parse};
pub use settings::Settings;
pub use shown::shown;

use std::cell::Cell;
use std::sync::{Arc, LazyLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Cx, ErrorLevel, IniAccess};

/// A setting's value; `None` is null.
pub type IniText = Option<Arc<[u8]>>;

/// Why settings change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IniStage {
    /// The request begins.
    #[default]
    Activate,
    /// `ini_set()`
    Runtime,
    /// `.user.ini`
    UserFile,
    /// The request ends, or `ini_restore()`.
    Restore,
}

/// The settings of a request.
pub struct Ini {
    config: Arc<IniConfig>,
    changed: FxHashMap<usize, Change>,
    /// Settings that the server has set for this request, and the program must not change.
    locked: FxHashSet<usize>,
    /// Numbers of the settings that were asked for last, by where their names stand in memory.
    recent: [Cell<usize>; 32],
    pub stage: IniStage,
    /// Who was asked last has said that its answer holds for later requests.
    settled: bool,
    /// How often anything was changed: who keeps a setting looks at this first.
    pub changes: u32,
}

struct Change {
    value: IniText,
    /// Set for this host or directory by the administrator, so `ini_restore()` comes back to it.
    base: Option<IniText>,
}

impl Default for Ini {
    /// The core's settings at their defaults.
    fn default() -> Ini {
        static CORE_ONLY: LazyLock<Arc<IniConfig>> = LazyLock::new(|| Arc::new(IniConfig::new(&[])));
        Ini::new(CORE_ONLY.clone())
    }
}

impl Ini {
    pub fn new(config: Arc<IniConfig>) -> Ini {
        Ini {
            config,
            changed: FxHashMap::default(),
            locked: FxHashSet::default(),
            recent: Default::default(),
            stage: IniStage::Activate,
            settled: false,
            changes: 0,
        }
    }

    pub fn config(&self) -> &Arc<IniConfig> {
        &self.config
    }

    fn index(&self, name: &[u8]) -> Option<usize> {
        // Most callers pass literals.
        let place = &self.recent[(name.as_ptr() as usize >> 2) % self.recent.len()];
        if self.config.is_named(place.get(), name) {
            return Some(place.get());
        }
        let index = self.config.index(name)?;
        place.set(index);
        Some(index)
    }

    fn value(&self, index: usize) -> &IniText {
        self.changed.get(&index).map_or_else(|| self.config.value(index), |change| &change.value)
    }

    /// The value now; `None`: there is no such setting.
    pub fn get(&self, name: &[u8]) -> Option<&IniText> {
        self.index(name).map(|index| self.value(index))
    }

    /// The value that `ini_restore()` would bring back.
    pub fn global(&self, name: &[u8]) -> Option<&IniText> {
        let index = self.index(name)?;
        Some(self.changed.get(&index).and_then(|change| change.base.as_ref()).unwrap_or_else(|| self.config.value(index)))
    }

    /// All settings in order of their names: name, extension, global value, local value, access.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &'static str, &IniText, &IniText, IniAccess)> {
        self.config.sorted().map(|(index, definition)| {
            let global = self.changed.get(&index).and_then(|change| change.base.as_ref()).unwrap_or_else(|| self.config.value(index));
            (definition.entry.name, definition.extension, global, self.value(index), definition.entry.access)
        })
    }

    /// Settings of an extension in the order in which it declares them, else as [`Ini::all`].
    pub fn declared<'i>(&'i self, extension: &str) -> impl Iterator<Item = (&'static str, &'i IniText, &'i IniText, IniAccess)> {
        let mut own: Vec<_> = self.config.sorted().filter(|(_, row)| row.extension.eq_ignore_ascii_case(extension)).collect();
        own.sort_by_key(|(index, _)| *index);
        own.into_iter().map(|(index, row)| {
            let global = self.changed.get(&index).and_then(|change| change.base.as_ref()).unwrap_or_else(|| self.config.value(index));
            (row.entry.name, global, self.value(index), row.entry.access)
        })
    }

    /// Notes a value that its owner has set by other means (`error_reporting()`, `gc_enable()`); nobody is asked.
    pub fn set_raw(&mut self, name: &str, value: &[u8]) {
        let Some(index) = self.index(name.as_bytes()) else { return };
        let base = self.changed.get(&index).and_then(|change| change.base.clone());
        self.changed.insert(index, Change { value: Some(Arc::from(value)), base });
        self.changes += 1;
    }

    /// A value that the server gives with the request (`PHP_VALUE`, `PHP_ADMIN_VALUE`), before it begins; `locked`: the program must not
    /// change it. False: there is no such setting.
    pub fn preset(&mut self, name: &[u8], value: &[u8], locked: bool) -> bool {
        let Some(index) = self.index(name) else { return false };
        if self.config.is_locked(index) && !locked {
            return true;
        }
        let value: IniText = Some(Arc::from(value));
        self.changed.insert(index, Change { value: value.clone(), base: Some(value) });
        if locked {
            self.locked.insert(index);
        }
        self.changes += 1;
        true
    }

    /// May the program, or a `.user.ini`, not change it?
    fn is_locked(&self, index: usize) -> bool {
        self.locked.contains(&index) || self.config.is_locked(index)
    }

    /// For the `on_change` of a setting: its answer, if that depends on the value alone where a request begins, and the function then keeps nothing of it in the
    /// request and reports nothing. Later requests need not ask whether they may begin with that value.
    pub fn settles(&mut self, accepted: bool) -> bool {
        self.settled = accepted;
        accepted
    }

    /// Was it changed in this request?
    pub fn is_changed(&self, name: &[u8]) -> bool {
        self.index(name).is_some_and(|index| self.changed.contains_key(&index))
    }
}

impl Cx {
    /// Says which extensions the configuration asks for in vain, while the request starts.
    pub fn report_missing_extensions(&mut self) {
        for line in &self.ini.config.clone().extension_lines {
            let why = b"': Loxo's extensions are built in, and it has none of that name";
            self.raise_at(ErrorLevel::Warning, [b"PHP Startup: Unable to load dynamic library '", &line[..], why].concat(), b"Unknown", 0);
        }
    }

    /// A setting as text; empty if it is null or does not exist.
    pub fn ini_str(&self, name: &str) -> Arc<[u8]> {
        self.ini.get(name.as_bytes()).cloned().flatten().unwrap_or_default()
    }

    /// A setting as a number; quantities like `8M` count.
    pub fn ini_int(&self, name: &str) -> i64 {
        match self.ini.get(name.as_bytes()) {
            Some(Some(text)) => parse_quantity(text).value,
            _ => 0,
        }
    }

    pub fn ini_float(&self, name: &str) -> f64 {
        match self.ini.get(name.as_bytes()) {
            Some(Some(text)) => loxo_value::number::str_to_float(text),
            _ => 0.0,
        }
    }

    pub fn ini_bool(&self, name: &str) -> bool {
        matches!(self.ini.get(name.as_bytes()), Some(Some(text)) if parse_bool(text))
    }

    /// `ini_set()`: the old value, or `Err(())` if there is no such setting or it may not be changed so.
    pub fn ini_set(&mut self, name: &[u8], value: &[u8]) -> Result<IniText, ()> {
        self.ini_change(name, Some(Arc::from(value)), IniStage::Runtime)
    }

    /// Changes a setting as far as `stage` is allowed to.
    pub fn ini_change(&mut self, name: &[u8], value: IniText, stage: IniStage) -> Result<IniText, ()> {
        let index = self.ini.index(name).ok_or(())?;
        let entry = self.ini.config.entry(index);
        let allowed = match stage {
            IniStage::Activate | IniStage::Restore => true,
            IniStage::UserFile => entry.access.bits() & 2 != 0 && !self.ini.is_locked(index),
            IniStage::Runtime => entry.access.bits() & 1 != 0 && !self.ini.is_locked(index),
        };
        if !allowed {
            return Err(());
        }
        self.apply(index, &value, stage)?;
        let old = self.ini.value(index).clone();
        let base = match self.ini.changed.remove(&index) {
            Some(change) => change.base,
            None => None,
        };
        // What is set before the request's code runs is what that code may come back to.
        let base = if matches!(stage, IniStage::Activate | IniStage::UserFile) { Some(value.clone()) } else { base };
        self.ini.changed.insert(index, Change { value, base });
        self.ini.changes += 1;
        Ok(old)
    }

    /// `ini_restore()`
    pub fn ini_restore(&mut self, name: &[u8]) {
        let Some(index) = self.ini.index(name) else { return };
        let Some(change) = self.ini.changed.get(&index) else { return };
        let value = change.base.clone().unwrap_or_else(|| self.ini.config.value(index).clone());
        if self.apply(index, &value, IniStage::Restore).is_err() {
            return;
        }
        match self.ini.changed.get_mut(&index) {
            Some(change) if change.base.is_some() => change.value = value,
            _ => drop(self.ini.changed.remove(&index)),
        }
        self.ini.changes += 1;
    }

    fn apply(&mut self, index: usize, value: &IniText, stage: IniStage) -> Result<(), ()> {
        let Some(on_change) = self.ini.config.entry(index).on_change else { return Ok(()) };
        let outer = std::mem::replace(&mut self.ini.stage, stage);
        let accepted = on_change(self, value.as_deref().unwrap_or(b""));
        self.ini.stage = outer;
        if accepted { Ok(()) } else { Err(()) }
    }

    /// The start of a request: tells every setting's owner its value, but for those who have accepted it for good, then applies the sections for the host and directory.
    pub fn ini_activate(&mut self, host: &[u8], directory: &[u8]) {
        let config = self.ini.config.clone();
        for index in config.observed() {
            // What the server gives with the request.
            let given = self.ini.changed.get(&index).map(|change| change.value.clone());
            if given.is_none() && config.is_settled(index) {
                continue;
            }
            self.ini.settled = false;
            let accepted = self.apply(index, given.as_ref().unwrap_or_else(|| config.value(index)), IniStage::Activate).is_ok();
            if accepted && given.is_none() && self.ini.settled {
                config.settle(index);
            }
            if !accepted {
                // The configuration has a value that its owner refuses: the default stands.
                let default = config.entry(index).default.map(|text| Arc::from(text.as_bytes()));
                let _ = self.apply(index, &default, IniStage::Activate);
                self.ini.changed.insert(index, Change { value: default.clone(), base: Some(default) });
                self.ini.changes += 1;
            }
        }
        for (name, value) in config.sections_for(host, directory) {
            let _ = self.ini_change(name, Some(value.clone()), IniStage::Activate);
        }
    }

    /// The start of a request that belongs to no host or directory.
    pub fn start_ini(&mut self) {
        self.ini_activate(b"", b"");
    }

    /// The settings of a `.user.ini` file.
    pub fn ini_user_file(&mut self, text: &[u8]) {
        let mut pairs = Vec::new();
        let _ = parse(text, IniMode::Normal, &mut config::CoreNames, &mut |event| {
            if let IniEvent::Entry { name, value: Some(value) } = event {
                pairs.push((name, value.into_text()));
            }
        });
        for (name, value) in pairs {
            let _ = self.ini_change(&name, Some(Arc::from(value)), IniStage::UserFile);
        }
    }

    /// The levels that are set to be reported, not what `@` makes of them meanwhile; all, where nobody has set any.
    pub fn error_reporting_set(&self) -> u32 {
        let is_set = self.ini.get(b"error_reporting").is_some_and(Option::is_some);
        if is_set { self.ini_int("error_reporting") as u32 } else { ErrorLevel::ALL_LEVELS }
    }

    /// `error_reporting()`: the level, and the setting of that name.
    pub fn set_error_reporting(&mut self, levels: u32) {
        self.ini.set_raw("error_reporting", levels.to_string().as_bytes());
        self.errors.reporting = levels;
    }
}

/// `on`, `yes`, `true` and numbers other than 0.
pub fn parse_bool(text: &[u8]) -> bool {
    [&b"true"[..], b"yes", b"on"].iter().any(|word| text.eq_ignore_ascii_case(word)) || leading_int(text) != 0
}
