//! What all requests of a process start with: the functions, classes and constants of the extensions, linked once.

use std::cell::Cell;
use std::sync::OnceLock;

use loxo_bytecode::MemberFlags;
use loxo_value::{SharedValue, Value};
use rustc_hash::FxHashMap;

use crate::link::{builtin_func, const_init, link_builtin};
use crate::{BuiltinClass, Class, ClassId, ConstId, Cx, Extension, FnId, Func, IniEntry, detached};

/// The linked tables of all extensions. Built when the process starts, never changed.
pub struct Registry {
    pub extensions: Vec<&'static Extension>,
    /// Indexed by [`FnId`], [`ClassId`] and [`ConstId`], as a request's tables are.
    fns: Vec<Option<&'static Func>>,
    classes: Vec<Option<&'static Class>>,
    consts: Vec<Option<SharedValue>>,
    /// Constants whose use is deprecated are in no request's table, so that their use takes the slow path.
    deprecated: FxHashMap<ConstId, SharedValue>,
    pub ini: Vec<&'static IniEntry>,
}

static REGISTRY: OnceLock<Registry> = OnceLock::new();

impl Registry {
    /// Links the extensions; those that others need must come first, classes of one extension may stand in any order. The first call
    /// of a process counts, later ones give what it made. The error names what is missing.
    pub fn build(extensions: &[&'static Extension]) -> Result<&'static Registry, String> {
        if let Some(built) = REGISTRY.get() {
            return Ok(built);
        }
        let mut cx = detached::context();
        let mut registry = Registry {
            extensions: extensions.to_vec(),
            fns: Vec::new(),
            classes: Vec::new(),
            consts: Vec::new(),
            deprecated: FxHashMap::default(),
            ini: Vec::new(),
        };
        for extension in extensions {
            registry.add_constants(extension);
            registry.add_functions(extension);
            link_classes(&mut cx, extension)?;
            registry.ini.extend(extension.ini);
        }
        registry.classes = std::mem::take(&mut cx.classes);
        Ok(REGISTRY.get_or_init(|| registry))
    }

    /// The registry of the process, if it is built.
    pub fn get() -> Option<&'static Registry> {
        REGISTRY.get()
    }

    fn add_constants(&mut self, extension: &Extension) {
        for row in extension.constants {
            let (id, value) = (ConstId::of(row.name.as_bytes()), const_init(&row.value));
            if row.flags.has(MemberFlags::DEPRECATED) {
                self.deprecated.insert(id, value);
                continue;
            }
            set(&mut self.consts, id.0, value);
        }
    }

    fn add_functions(&mut self, extension: &Extension) {
        for row in extension.functions {
            let func: &'static Func = Box::leak(Box::new(builtin_func(row)));
            set(&mut self.fns, FnId::of(row.name.as_bytes()).0, func);
        }
    }

    /// Takes the functions of `disable_functions` out of a request's table.
    pub fn disable_functions(&self, cx: &mut Cx) {
        let list = cx.ini_str("disable_functions");
        for name in list.split(|b| b.is_ascii_whitespace() || *b == b',').filter(|name| !name.is_empty()) {
            if matches!(name.to_ascii_lowercase().as_slice(), b"exit" | b"die") {
                cx.warning(format!("Cannot disable function {}()", String::from_utf8_lossy(name)));
                continue;
            }
            let place = FnId::find(name).and_then(|id| cx.fns.get_mut(id.0 as usize));
            if let Some(place) = place {
                *place = None;
            }
        }
    }

    /// Gives a new request its tables, in the memory of those that the thread's last request had.
    pub fn start(&self, cx: &mut Cx) {
        if let Some(tables) = TABLES.take() {
            (cx.fns, cx.classes, cx.consts) = tables;
        }
        cx.fns.clone_from(&self.fns);
        cx.classes.clone_from(&self.classes);
        cx.consts.clear();
        cx.consts.extend(self.consts.iter().map(|value| value.as_ref().map(|value| value.get().clone())));
    }

    /// A builtin function.
    pub fn function(&self, id: FnId) -> Option<&'static Func> {
        self.fns.get(id.0 as usize).copied().flatten()
    }

    /// A builtin class.
    pub fn class(&self, id: ClassId) -> Option<&'static Class> {
        self.classes.get(id.0 as usize).copied().flatten()
    }

    /// A constant of an extension; [`Registry::deprecated_constant`] knows the others.
    pub fn constant(&self, id: ConstId) -> Option<&SharedValue> {
        self.consts.get(id.0 as usize).and_then(Option::as_ref)
    }

    /// A constant that may still be used, with a deprecation message.
    pub fn deprecated_constant(&self, id: ConstId) -> Option<&SharedValue> {
        self.deprecated.get(&id)
    }

    /// Extensions by name, as PHP compares such names. One extension may be built of several tables.
    pub fn extensions_named<'a>(&'a self, name: &'a [u8]) -> impl Iterator<Item = &'static Extension> + 'a {
        self.extensions.iter().copied().filter(move |extension| extension.name.as_bytes().eq_ignore_ascii_case(name))
    }
}

/// Function, class and constant table of a request.
type Tables = (Vec<Option<&'static Func>>, Vec<Option<&'static Class>>, Vec<Option<Value>>);

thread_local! {
    /// Tables that no request uses; without values.
    static TABLES: Cell<Option<Tables>> = const { Cell::new(None) };
}

impl Cx {
    /// Leaves the tables of a request that is over to the thread's next one.
    pub fn leave_tables(&mut self) {
        self.consts.clear();
        let tables = (std::mem::take(&mut self.fns), std::mem::take(&mut self.classes), std::mem::take(&mut self.consts));
        TABLES.set(Some(tables));
    }
}

fn set<T>(table: &mut Vec<Option<T>>, index: u32, value: T) {
    let index = index as usize;
    if table.len() <= index {
        table.resize_with(index + 1, || None);
    }
    table[index] = Some(value);
}

/// Links classes after those they derive from.
fn link_classes(cx: &mut Cx, extension: &Extension) -> Result<(), String> {
    let mut waiting: Vec<&'static BuiltinClass> = extension.classes.iter().collect();
    while !waiting.is_empty() {
        let before = waiting.len();
        let mut failure = String::new();
        let mut still = Vec::new();
        for row in waiting {
            let missing = row.interfaces.iter().chain(row.parent.iter()).any(|name| !is_linked(cx, name));
            if missing {
                still.push(row);
            } else if let Err(message) = link_builtin(cx, row) {
                failure = message;
                still.push(row);
            }
        }
        if still.len() == before {
            let names: Vec<&str> = still.iter().map(|row| row.name).collect();
            return Err(format!("{}: cannot link {}: {failure}", extension.name, names.join(", ")));
        }
        waiting = still;
    }
    Ok(())
}

fn is_linked(cx: &Cx, name: &str) -> bool {
    ClassId::find(name.as_bytes()).is_some_and(|id| cx.class_by_id(id).is_some())
}
