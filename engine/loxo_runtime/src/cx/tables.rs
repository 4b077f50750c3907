//! The functions, classes and constants of a request: tables by number, where builtins appear when they are first asked for.

use std::cell::Cell;

use loxo_value::{SharedValue, Value};

use super::Cx;
use crate::{Class, ClassId, ConstId, FnId, Func, PhpResult, Registry};

/// A hash of some of the bytes. Where the name lies in memory would do as well, but that changes from build to build.
#[inline]
fn place_of_name(name: &[u8]) -> usize {
    let byte = |at: usize| usize::from(name.get(at).copied().unwrap_or_default());
    let length = name.len();
    length * 7 + byte(0) * 3 + byte(length.wrapping_sub(1)) * 5 + byte(length / 2) * 11
}

impl Cx {
    /// The function of that number, if there is one in this request.
    #[inline]
    pub fn func(&self, id: FnId) -> Option<&'static Func> {
        self.fns.get(id.0 as usize).and_then(Cell::get).or_else(|| self.builtin_func(id))
    }

    #[cold]
    fn builtin_func(&self, id: FnId) -> Option<&'static Func> {
        if !id.is_builtin() || self.disabled.contains(&id) {
            return None;
        }
        let func = Registry::get()?.function(id);
        // From now on it is in the table.
        self.fns.get(id.0 as usize).inspect(|place| place.set(func));
        func
    }

    pub fn set_func(&mut self, id: FnId, func: &'static Func) {
        if place(&mut self.fns, id.0).replace(Some(func)).is_none() {
            self.declared.fns.push(id);
        }
    }

    /// The function is not there in this request (`disable_functions`); the program may declare one of that name.
    pub(crate) fn disable_function(&mut self, id: FnId) {
        place(&mut self.fns, id.0).set(None);
        self.disabled.push(id);
    }

    /// `disable_functions` names this builtin.
    pub fn is_disabled(&self, id: FnId) -> bool {
        self.disabled.contains(&id)
    }

    /// Some builtins are disabled.
    pub fn disables_functions(&self) -> bool {
        !self.disabled.is_empty()
    }

    /// A class that is declared, by id; no autoloading.
    #[inline]
    pub fn class_by_id(&self, id: ClassId) -> Option<&'static Class> {
        self.classes.get(id.0 as usize).and_then(Cell::get).or_else(|| self.builtin_class_by_id(id))
    }

    /// A class that is declared, by name, without a leading backslash; no autoloading. Programs have few texts that they name classes with.
    pub fn class_by_name(&self, name: &[u8]) -> Option<&'static Class> {
        let recent = &self.recent_classes[(name.as_ptr() as usize >> 4) % self.recent_classes.len()];
        let known = self.classes.get(recent.get() as usize).and_then(Cell::get);
        if known.is_some_and(|class| class.name.as_bytes() == name) {
            return known;
        }
        let id = ClassId::find(name)?;
        recent.set(id.0);
        self.class_by_id(id)
    }

    #[cold]
    fn builtin_class_by_id(&self, id: ClassId) -> Option<&'static Class> {
        if !id.is_builtin() {
            return None;
        }
        let class = Registry::get()?.class(id);
        self.classes.get(id.0 as usize).inspect(|place| place.set(class));
        class
    }

    pub fn set_class(&mut self, id: ClassId, class: &'static Class) {
        if place(&mut self.classes, id.0).replace(Some(class)).is_none() {
            self.declared.classes.push(id);
        }
    }

    /// The class of that name; autoloads.
    pub fn class(&mut self, name: &[u8]) -> PhpResult<Option<&'static Class>> {
        (self.hooks.class)(self, name, true)
    }

    /// A builtin class that is certain to exist.
    pub fn builtin_class(&self, name: &str) -> &'static Class {
        let place = &self.builtin_classes[place_of_name(name.as_bytes()) % self.builtin_classes.len()];
        if let Some(class) = place.get().filter(|class| class.name.as_bytes() == name.as_bytes()) {
            return class;
        }
        let class = ClassId::find(name.as_bytes()).and_then(|id| self.class_by_id(id));
        place.set(class);
        class.unwrap_or_else(|| panic!("builtin class {name} is not linked"))
    }

    #[inline]
    pub fn constant(&self, id: ConstId) -> Option<&Value> {
        self.consts.get(id.0 as usize).and_then(Option::as_ref).or_else(|| self.builtin_constant(id))
    }

    #[cold]
    fn builtin_constant(&self, id: ConstId) -> Option<&Value> {
        if id.is_builtin() { Registry::get()?.constant(id).map(SharedValue::get) } else { None }
    }

    /// The same, which is in the table from then on.
    pub fn load_constant(&mut self, id: ConstId) -> Option<&Value> {
        let index = id.0 as usize;
        if self.consts.get(index).is_none_or(Option::is_none) {
            let value = self.builtin_constant(id)?.clone();
            *place(&mut self.consts, id.0) = Some(value);
        }
        self.consts.get(index)?.as_ref()
    }

    pub fn set_constant(&mut self, id: ConstId, value: Value) {
        if id.is_builtin() {
            return self.set_undeclared_constant(id, value);
        }
        if place(&mut self.consts, id.0).replace(value).is_none() {
            self.declared.consts.push(id);
        }
    }

    /// The same for a constant that is none of the program's, though its value is the request's own.
    pub fn set_undeclared_constant(&mut self, id: ConstId, value: Value) {
        *place(&mut self.consts, id.0) = Some(value);
        self.undeclared_consts.push(id);
    }

    /// Defines a constant, or gives it another value; its use is deprecated.
    pub fn set_deprecated_constant(&mut self, name: &[u8], value: Value) {
        let id = ConstId::of(name);
        if self.constant(id).is_some() {
            // The program has defined one of that name.
            return self.set_constant(id, value);
        }
        match self.deprecated_consts.iter_mut().find(|(known, _)| *known == id) {
            Some((_, known)) => *known = value,
            None => self.deprecated_consts.push((id, value)),
        }
    }

    /// A constant that may still be used, with a deprecation message: of the request or of an extension.
    pub fn deprecated_constant(&self, id: ConstId) -> Option<&Value> {
        let own = self.deprecated_consts.iter().find(|(known, _)| *known == id).map(|(_, value)| value);
        own.or_else(|| Registry::get()?.deprecated_constant(id).map(|value| value.get()))
    }
}

/// The place of a number in a request's table.
fn place<T: Default>(table: &mut Vec<T>, id: u32) -> &mut T {
    let index = id as usize;
    if table.len() <= index {
        table.resize_with(index + 64, T::default);
    }
    &mut table[index]
}
