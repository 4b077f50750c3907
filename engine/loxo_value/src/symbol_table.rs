//! Variables by name: the global symbol table, and that of frames whose variables are reached by name.
//!
//! While a frame is bound to a table, its compiled variables live in its slots and the table only points there; when the frame lets go,
//! their values move into the table.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::{PhpArray, PhpStr, RcHeader, Value};

/// Where a variable's value is.
pub enum Place {
    Own(Value),
    /// A slot of the frame that is bound right now.
    Slot(*mut Value),
}

/// A variable's name; found by its bytes.
#[derive(Clone, PartialEq, Eq)]
struct Name(PhpStr);

impl std::hash::Hash for Name {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.as_bytes().hash(state);
    }
}

impl std::borrow::Borrow<[u8]> for Name {
    fn borrow(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

pub struct SymbolTable {
    vars: IndexMap<Name, Place, FxBuildHasher>,
    /// Changes whenever a place may have moved, come or gone.
    pub generation: usize,
}

impl Default for SymbolTable {
    fn default() -> Self {
        SymbolTable { vars: IndexMap::default(), generation: 1 }
    }
}

impl SymbolTable {
    /// A table whose generations begin behind one that another table of the thread has reached.
    pub fn behind(generation: usize) -> SymbolTable {
        SymbolTable { vars: IndexMap::default(), generation: generation + 1 }
    }

    /// Names the state of the table: places that were given out hold while it stays the same. Never 0.
    #[inline(always)]
    pub fn generation(&self) -> usize {
        self.generation
    }

    /// The place of a variable, if the table knows it. An undef value is a variable that does not exist.
    pub fn find(&mut self, name: &[u8]) -> Option<*mut Value> {
        match self.vars.get_mut(name)? {
            Place::Own(value) => Some(std::ptr::from_mut(value)),
            Place::Slot(slot) => Some(*slot),
        }
    }

    /// The place of a variable for a nested write, and what owns it: a variable that the table itself holds moves when others come, so before the
    /// nested write goes on (`further`) it becomes a reference, which stays where it is. (A reference with one owner is a plain variable to PHP.)
    pub fn place_for_write(&mut self, name: &PhpStr, further: bool) -> (*mut Value, *const RcHeader) {
        self.place(name);
        match self.vars.get_mut(name.as_bytes()) {
            Some(Place::Own(value)) if further => {
                let reference = value.make_ref();
                (reference.value_ptr(), reference.header_ptr().cast())
            }
            Some(Place::Own(value)) => (std::ptr::from_mut(value), std::ptr::null()),
            Some(Place::Slot(slot)) => (*slot, std::ptr::null()),
            None => (std::ptr::null_mut(), std::ptr::null()),
        }
    }

    /// The place of a variable, made (undef) if it is new.
    pub fn place(&mut self, name: &PhpStr) -> *mut Value {
        let generation = &mut self.generation;
        let place = self.vars.entry(Name(name.clone())).or_insert_with(|| {
            *generation += 1;
            Place::Own(Value::UNDEF)
        });
        match place {
            Place::Own(value) => std::ptr::from_mut(value),
            Place::Slot(slot) => *slot,
        }
    }

    /// Binds a frame: values move from the table into the slots.
    ///
    /// # Safety
    /// `slots` are as many live, undef slots as there are names, and stay where they are until [`SymbolTable::unbind`].
    pub unsafe fn bind(&mut self, names: &[PhpStr], slots: *mut Value) {
        if names.is_empty() {
            return;
        }
        self.generation += 1;
        for (i, name) in names.iter().enumerate() {
            let slot = slots.wrapping_add(i);
            let place = self.vars.entry(Name(name.clone())).or_insert(Place::Own(Value::UNDEF));
            if let Place::Own(value) = place {
                // SAFETY: as the caller promises.
                unsafe { *slot = value.take_undef() };
            }
            *place = Place::Slot(slot);
        }
    }

    /// Binds a frame whose slots hold values already: they stay where they are.
    ///
    /// # Safety
    /// As for [`SymbolTable::bind`], but the slots hold values.
    pub unsafe fn bind_existing(&mut self, names: &[PhpStr], slots: *mut Value) {
        if names.is_empty() {
            return;
        }
        self.generation += 1;
        for (i, name) in names.iter().enumerate() {
            self.vars.insert(Name(name.clone()), Place::Slot(slots.wrapping_add(i)));
        }
    }

    /// Removes names that are bound to slots (a function's own variables, while no included file runs).
    pub fn forget(&mut self, names: &[PhpStr]) {
        if names.is_empty() {
            return;
        }
        self.generation += 1;
        self.vars.retain(|name, place| !(matches!(place, Place::Slot(_)) && names.iter().any(|n| n.as_bytes() == name.0.as_bytes())));
    }

    /// Lets a frame go: values move from its slots into the table.
    ///
    /// # Safety
    /// The slots are those that [`SymbolTable::bind`] got.
    pub unsafe fn unbind(&mut self, names: &[PhpStr], slots: *mut Value) {
        if names.is_empty() {
            return;
        }
        self.generation += 1;
        let mut unset = false;
        for (i, name) in names.iter().enumerate() {
            let slot = slots.wrapping_add(i);
            // SAFETY: as the caller promises.
            let value = unsafe { (*slot).take_undef() };
            unset |= value.is_undef();
            if let Some(place) = self.vars.get_mut(name.as_bytes()) {
                *place = Place::Own(value);
            }
        }
        // Variables that were never set do not exist.
        if unset {
            self.vars.retain(|_, place| !matches!(place, Place::Own(value) if value.is_undef()));
        }
    }

    /// Lets all frames above a place on the stack go, which nobody has taken down: they were left natively.
    ///
    /// # Safety
    /// These frames' slots are as they were left.
    pub unsafe fn unbind_above(&mut self, root: *mut Value) {
        self.generation += 1;
        for place in self.vars.values_mut() {
            if let Place::Slot(slot) = *place
                && slot > root
            {
                // SAFETY: as the caller promises.
                *place = Place::Own(unsafe { (*slot).take_undef() });
            }
        }
        self.vars.retain(|_, place| !matches!(place, Place::Own(value) if value.is_undef()));
    }

    /// All variables that exist, references kept.
    pub fn to_array(&self) -> PhpArray {
        let mut array = PhpArray::with_capacity(self.vars.len());
        for (name, place) in &self.vars {
            let value = match place {
                Place::Own(value) => value,
                // SAFETY: slots are live while their frame is bound.
                Place::Slot(slot) => unsafe { &**slot },
            };
            if !value.is_undef() {
                // Names are different, and so are the keys that they are.
                match crate::Key::from_str(name.0.clone()) {
                    crate::Key::Str(name) => array.append_new(crate::KeyRef::Str(&name), shared(value)),
                    number => array.set(&number, shared(value)),
                }
            }
        }
        array
    }

    /// Takes out the newest variable that holds an object nobody else holds.
    pub fn pop_unshared_object(&mut self) -> Option<Value> {
        self.generation += 1;
        let at = self.vars.values().rposition(|place| match place {
            Place::Own(value) => value.is_object() && value.refcount() == 1,
            Place::Slot(_) => false,
        })?;
        match self.vars.shift_remove_index(at) {
            Some((_, Place::Own(value))) => Some(value),
            _ => None,
        }
    }

    pub fn remove(&mut self, name: &[u8]) {
        self.generation += 1;
        let old = match self.vars.get_mut(name) {
            Some(Place::Own(value)) => value.take_undef(),
            // SAFETY: slots are live while their frame is bound.
            Some(Place::Slot(slot)) => unsafe { (**slot).take_undef() },
            None => return,
        };
        if matches!(self.vars.get(name), Some(Place::Own(_))) {
            self.vars.shift_remove(name);
        }
        drop(old);
    }
}

/// A variable's value for an array of variables: a reference stays one if others hold it too.
pub fn shared(value: &Value) -> Value {
    match value.as_ref() {
        Some(reference) if reference.refcount() == 1 => value.clone_deref(),
        _ => value.clone(),
    }
}
