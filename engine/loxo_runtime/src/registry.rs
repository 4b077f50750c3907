//! What all requests of a process start with: the functions, classes and constants of the extensions.
//!
//! Their names are numbered when the process starts, the things themselves are made when they are first asked for, once: most
//! programs use few of them.

use std::cell::{Cell, RefCell};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use loxo_bytecode::MemberFlags;
use loxo_value::{SharedValue, Value};

use crate::link::{builtin_func, const_init, link_builtin};
use crate::{BuiltinClass, BuiltinConst, BuiltinFn, Class, ClassId, ConstId, Cx, Extension, FnId, Func, IniEntry, Numbered, headless};

/// A request's tables have space for so many things that programs declare: few declare more, and a table that must grow is copied.
const SPARE: usize = 128;

/// The tables of all extensions.
pub struct Registry {
    pub extensions: Vec<&'static Extension>,
    fns: Table<BuiltinFn, Func>,
    classes: Table<BuiltinClass, Class>,
    consts: Table<BuiltinConst, SharedValue>,
    pub ini: Vec<&'static IniEntry>,
}

/// The names of what the first extensions declare, numbered when the program is compiled.
pub struct NumberedNames {
    pub functions: Numbered,
    pub classes: Numbered,
    pub constants: Numbered,
}

impl NumberedNames {
    pub const NONE: NumberedNames = NumberedNames { functions: Numbered::NONE, classes: Numbered::NONE, constants: Numbered::NONE };
}

/// Rows of one kind, and what was made of them. Numbered as the names are.
struct Table<Row: 'static, Made: 'static> {
    /// The extensions' rows, each with the number of its first.
    parts: Vec<(u32, &'static [Row])>,
    made: RwLock<Vec<Option<&'static Made>>>,
}

impl<Row, Made> Table<Row, Made> {
    fn new(tables: impl Iterator<Item = &'static [Row]>) -> Table<Row, Made> {
        let (mut parts, mut count) = (Vec::with_capacity(tables.size_hint().1.unwrap_or_default()), 0);
        for rows in tables.filter(|rows| !rows.is_empty()) {
            parts.push((count, rows));
            count += rows.len() as u32;
        }
        Table { parts, made: RwLock::new(vec![None; count as usize]) }
    }

    fn rows(&self) -> impl Iterator<Item = &'static Row> {
        self.parts.iter().flat_map(|(_, rows)| *rows)
    }

    /// The names of the rows from a number on.
    fn names_from(&self, first: usize, name: fn(&Row) -> &'static str) -> Vec<&'static str> {
        let parts = self.parts.iter().filter(|(start, rows)| *start as usize + rows.len() > first);
        parts.flat_map(|(start, rows)| &rows[first.saturating_sub(*start as usize)..]).map(name).collect()
    }

    fn row(&self, id: u32) -> Option<&'static Row> {
        let (first, rows) = self.parts.get(self.parts.partition_point(|(first, _)| *first <= id).checked_sub(1)?)?;
        rows.get((id - first) as usize)
    }

    fn known(&self, id: u32) -> Option<&'static Made> {
        self.made.read().unwrap_or_else(PoisonError::into_inner).get(id as usize).copied().flatten()
    }

    /// What was made of a row. Two threads may make the same at a time: the first counts.
    fn get(&self, id: u32, make: impl FnOnce(&'static Row) -> Option<Made>) -> Option<&'static Made> {
        if let Some(known) = self.known(id) {
            return Some(known);
        }
        let made: &'static Made = Box::leak(Box::new(make(self.row(id)?)?));
        Some(self.publish(id, made))
    }

    /// Fills a request's table with what there is.
    fn copy_to(&self, table: &mut Vec<Cell<Option<&'static Made>>>) {
        table.clear();
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        table.reserve_exact(made.len() + SPARE);
        table.extend(made.iter().map(|made| Cell::new(*made)));
    }

    fn publish(&self, id: u32, made: &'static Made) -> &'static Made {
        self.made.write().unwrap_or_else(PoisonError::into_inner)[id as usize].get_or_insert(made)
    }
}

static REGISTRY: OnceLock<Registry> = OnceLock::new();
/// Held while the registry is built.
static BUILDING: Mutex<()> = Mutex::new(());

thread_local! {
    /// Builtin classes that this thread is linking: they are not there yet.
    static LINKING: RefCell<Vec<ClassId>> = const { RefCell::new(Vec::new()) };
}

impl Registry {
    /// Numbers what the extensions declare; `names`: those of the first of them. The first call of a process counts, later ones give what it made.
    pub fn build(extensions: &[&'static Extension], names: &NumberedNames) -> Result<&'static Registry, String> {
        crate::object::install_ref_hook();
        loxo_value::deferred::set_maker(crate::error::trace::make);
        let _one = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(built) = REGISTRY.get() {
            return Ok(built);
        }
        let mut ini = Vec::with_capacity(extensions.iter().map(|extension| extension.ini.len()).sum());
        ini.extend(extensions.iter().flat_map(|extension| extension.ini));
        let registry = Registry {
            extensions: extensions.to_vec(),
            fns: Table::new(extensions.iter().map(|extension| extension.functions)),
            classes: Table::new(extensions.iter().map(|extension| extension.classes)),
            consts: Table::new(extensions.iter().map(|extension| extension.constants)),
            ini,
        };
        let numbered = FnId::reserve(names.functions, registry.fns.names_from(names.functions.names.len(), |row| row.name))
            && ClassId::reserve(names.classes, registry.classes.names_from(names.classes.names.len(), |row| row.name))
            && ConstId::reserve(names.constants, registry.consts.names_from(names.constants.names.len(), |row| row.name));
        if !numbered {
            return Err("names were numbered before the extensions' were".into());
        }
        Ok(REGISTRY.get_or_init(|| registry))
    }

    /// The registry of the process, if it is built.
    pub fn get() -> Option<&'static Registry> {
        REGISTRY.get()
    }

    /// Links every class, which nobody needs but tests of the tables. The error names those that cannot be linked.
    pub fn link_all(&self) -> Result<(), String> {
        let missing = |row: &&'static BuiltinClass| ClassId::find(row.name.as_bytes()).and_then(|id| self.class(id)).is_none();
        let names: Vec<&str> = self.classes.rows().filter(missing).map(|row| row.name).collect();
        if names.is_empty() { Ok(()) } else { Err(format!("cannot link {}", names.join(", "))) }
    }

    /// Takes the functions of `disable_functions` out of a request's table.
    pub fn disable_functions(&self, cx: &mut Cx) {
        let list = cx.ini_str("disable_functions");
        for name in list.split(|b| b.is_ascii_whitespace() || *b == b',').filter(|name| !name.is_empty()) {
            if matches!(name.to_ascii_lowercase().as_slice(), b"exit" | b"die") {
                cx.warning(format!("Cannot disable function {}()", String::from_utf8_lossy(name)));
                continue;
            }
            if let Some(id) = FnId::find(name) {
                cx.disable_function(id);
            }
        }
    }

    /// Does an `extension=` or `zend_extension=` line name something that is here? There is nothing to load: extensions are built in.
    pub fn provides(&self, line: &[u8]) -> bool {
        let file = line.rsplit(|b| *b == b'/').next().unwrap_or(line);
        let name = file.strip_suffix(b".so").unwrap_or(file);
        // The one whose file is not called as it is.
        let name = if name == b"opcache" { b"Zend OPcache" } else { name };
        self.extensions_named(name).next().is_some()
    }

    /// Gives a new request its tables: those that the thread's last request left, or what there is by now. What is not in them is found when
    /// it is asked for.
    pub fn start(&self, cx: &mut Cx) {
        if let Some(tables) = TABLES.take() {
            (cx.fns, cx.classes, cx.consts) = tables;
            return;
        }
        self.fns.copy_to(&mut cx.fns);
        self.classes.copy_to(&mut cx.classes);
        // Those that are deprecated are in no request's table, so that their use takes the slow path.
        let value = |(id, made): (usize, &Option<&SharedValue>)| {
            let made = made.filter(|_| !self.is_deprecated(ConstId(id as u32)))?;
            Some(made.get().clone())
        };
        let made = self.consts.made.read().unwrap_or_else(PoisonError::into_inner);
        cx.consts.reserve_exact(made.len() + SPARE);
        cx.consts.extend(made.iter().enumerate().map(value));
    }

    /// A builtin function.
    pub fn function(&self, id: FnId) -> Option<&'static Func> {
        self.fns.get(id.0, |row| Some(builtin_func(row)))
    }

    /// A builtin class.
    pub fn class(&self, id: ClassId) -> Option<&'static Class> {
        if let Some(known) = self.classes.known(id.0) {
            return Some(known);
        }
        let row = self.classes.row(id.0)?;
        if LINKING.with_borrow(|linking| linking.contains(&id)) {
            return None;
        }
        LINKING.with_borrow_mut(|linking| linking.push(id));
        let linked = link_builtin(&mut headless::context(), row);
        LINKING.with_borrow_mut(Vec::pop);
        // A class that cannot be linked is a mistake in a table, which `link_all` finds.
        Some(self.classes.publish(id.0, linked.ok()?))
    }

    /// A constant of an extension; [`Registry::deprecated_constant`] knows the others.
    pub fn constant(&self, id: ConstId) -> Option<&'static SharedValue> {
        if self.is_deprecated(id) { None } else { self.made_constant(id) }
    }

    /// A constant that may still be used, with a deprecation message.
    pub fn deprecated_constant(&self, id: ConstId) -> Option<&'static SharedValue> {
        if self.is_deprecated(id) { self.made_constant(id) } else { None }
    }

    fn made_constant(&self, id: ConstId) -> Option<&'static SharedValue> {
        self.consts.get(id.0, |row| Some(const_init(&row.value)))
    }

    fn is_deprecated(&self, id: ConstId) -> bool {
        self.consts.row(id.0).is_some_and(|row| row.flags.has(MemberFlags::DEPRECATED))
    }

    /// Extensions by name, as PHP compares such names. One extension may be built of several tables.
    pub fn extensions_named<'a>(&'a self, name: &'a [u8]) -> impl Iterator<Item = &'static Extension> + 'a {
        self.extensions.iter().copied().filter(move |extension| extension.name.as_bytes().eq_ignore_ascii_case(name))
    }
}

/// Function, class and constant table of a request.
type Tables = (Vec<Cell<Option<&'static Func>>>, Vec<Cell<Option<&'static Class>>>, Vec<Option<Value>>);

thread_local! {
    /// Tables that no request uses: they hold what extensions declare, as far as it was asked for.
    static TABLES: Cell<Option<Tables>> = const { Cell::new(None) };
}

impl Cx {
    /// Leaves the tables of a request that is over to the thread's next one, without what the program has declared.
    pub fn leave_tables(&mut self) {
        let declared = std::mem::take(&mut self.declared);
        for id in declared.fns {
            self.fns[id.0 as usize].set(None);
        }
        for id in declared.classes {
            self.classes[id.0 as usize].set(None);
        }
        for id in declared.consts.into_iter().chain(std::mem::take(&mut self.undeclared_consts)) {
            self.consts[id.0 as usize] = None;
        }
        let tables = (std::mem::take(&mut self.fns), std::mem::take(&mut self.classes), std::mem::take(&mut self.consts));
        TABLES.set(Some(tables));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_leaves_nothing_of_its_own_in_the_tables() {
        let mut cx = headless::context();
        cx.set_constant(ConstId::of(b"LEFT_BY_THE_PROGRAM"), Value::int(1));
        cx.set_undeclared_constant(ConstId::of(b"LEFT_BY_AN_EXTENSION"), Value::int(2));
        cx.leave_tables();
        let tables = TABLES.take().expect("they were left");
        assert!(tables.2.iter().all(Option::is_none));
    }
}
