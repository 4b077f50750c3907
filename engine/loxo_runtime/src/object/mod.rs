//! Objects as PHP code sees them: properties with visibility, magic methods, hooks and types; methods; constants; cloning.
//!
//! Nothing here holds a borrow into an object while PHP code may run.

mod copy;
mod create;
mod cx_methods;
mod dims;
mod guards;
mod isset;
mod lazy;
mod lookup;
mod members;
mod methods;
pub mod op_assign;
mod place;
mod read;
mod state;
mod table;
#[cfg(test)]
mod tests;
mod typed;
pub mod typed_refs;
mod write;

use loxo_value::PhpObject;

use crate::{Class, Cx, Func, PhpResult, Property};

pub use copy::{clone_object, destruct, destruct_at_end};
pub use create::{instantiate, instantiate_otherwise, instantiate_plain, instantiate_raw, is_plain, open_constructor};
pub use dims::{has_dim, read_dim, unset_dim, write_dim};
pub use guards::Guards;
pub use isset::{isset_prop, property_exists, unset_prop};
pub use lazy::{
    LazyKind, SKIP_DESTRUCTOR, SKIP_INITIALIZATION_ON_SERIALIZE, can_be_lazy, init_lazy, initializes_on_serialize, is_lazy, is_proxy,
    is_uninitialized, lazy_initializer, make_lazy, mark_initialized, resolve_lazy, slot_written,
};
pub use lookup::{PropLookup, lookup_prop, protected_reaches};
pub use members::{
    ConstantPlace, ParentHook, StaticPlace, class_constant, class_constant_spelled, declared_property, find_static, parent_hook,
    ready_static, silent_constant, static_place, static_property,
};
pub use methods::{
    Found, check_constructor, constructor, find_method, find_static_method, may_call, method_holder, named_constructor, non_static_error,
    undefined_method,
};
pub use place::{Place, place_ref, prop_place};
pub use read::{read_prop, read_undeclared};
pub use state::{case_of_value, class_state, const_value, init_class};
pub use table::{
    Purpose, TableEntry, debug_info, declared_entries, has_only, is_visible, mangled, properties_table, stored_value, to_array, unmangle,
    visible_properties,
};
pub use typed::{assign_typed_ref, bind_ref, coerce_property, forget_ref_sources, install_ref_hook, ref_sources, unbind_ref};
pub use write::{create_dynamic, write_prop, write_undeclared};

/// Flags in the spare bits of an object's slots (`Value::aux`). A slot whose value was assigned directly has none, so code that knows a
/// property to be plain may write its slot whenever the flags are 0, and read it whenever it is not undef.
pub mod slot_flags {
    /// Undef because of `unset()`: magic methods apply. An undef slot without this flag was never initialised.
    pub const UNSET: u32 = 1;
    /// Readonly, but may be written once: `__clone` is running.
    pub const REINITABLE: u32 = 2;
    /// Undef because the object is lazy.
    pub const LAZY: u32 = 4;
    // The bits from 1 << 7 on are those of `loxo_value::deferred`, and never seen here.
}

/// Who accesses a property: decides visibility, the mode of coercion, and whether a property hook means its own storage.
#[derive(Clone, Copy, Default)]
pub struct Access<'a> {
    pub scope: Option<&'static Class>,
    /// `declare(strict_types=1)`
    pub strict: bool,
    /// The property hook that is running, and its object.
    pub hook: Option<(&'static Func, &'a PhpObject)>,
}

impl Access<'_> {
    pub fn scoped(scope: Option<&'static Class>) -> Access<'static> {
        Access { scope, strict: false, hook: None }
    }

    /// The code that called the running builtin.
    pub fn of(cx: &Cx) -> Access<'static> {
        Access { scope: (cx.hooks.scope)(cx), strict: (cx.hooks.strict)(cx), hook: None }
    }

    /// Does the running hook, working on this object, mean the storage of this property?
    pub fn means_storage(&self, object: &PhpObject, property: &Property) -> bool {
        let Some((func, this)) = self.hook else { return false };
        if !this.ptr_eq(object) && !lazy::instance_of_proxy(this).is_some_and(|instance| instance.ptr_eq(object)) {
            return false;
        }
        let name = func.name.as_bytes();
        let hooked = name.strip_prefix(b"$").and_then(|rest| rest.strip_suffix(b"::get").or_else(|| rest.strip_suffix(b"::set")));
        hooked == Some(property.name.as_bytes())
            && func.class.and_then(|class| class.properties.get(property.name.as_bytes())).is_some_and(|own| own.root.same(property.root))
    }
}

/// What a property or element is fetched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fetch {
    Read,
    /// `isset()`, `??`: no complaints.
    Quiet,
    Write,
    /// `+=`, `++`
    ReadWrite,
    Unset,
}

impl Fetch {
    /// The result will be changed in place.
    pub fn modifies(self) -> bool {
        matches!(self, Fetch::Write | Fetch::ReadWrite | Fetch::Unset)
    }
}

/// What `isset_prop` asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    /// `isset()`: there, and not null.
    Isset,
    /// `!empty()`: there, and truthy.
    NotEmpty,
    /// `property_exists()`: there.
    Exists,
}

/// A warning or the like whose handler may throw.
pub(crate) fn warn(cx: &mut Cx, message: &str) -> PhpResult<()> {
    cx.warning(message);
    cx.check()
}
