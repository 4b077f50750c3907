//! What is used most, as methods of the context.

use loxo_value::{PhpObject, PhpStr, Value, object_flags};

use super::{Access, Fetch, Found};
use crate::{Class, Cx, Func, PhpResult};

impl Cx {
    /// `new Class`, without calling the constructor.
    pub fn instantiate(&mut self, class: &'static Class) -> PhpResult<PhpObject> {
        super::instantiate(self, class)
    }

    /// An object of a class whose defaults need no evaluation, without native part: for builtins that set that themselves.
    pub fn new_object_raw(&mut self, class: &'static Class) -> PhpObject {
        super::create::allocate(class)
    }

    /// Makes an object and runs its constructor, as `new` in the calling code would.
    pub fn new_object(&mut self, class: &'static Class, args: &[Value]) -> PhpResult<PhpObject> {
        let object = super::instantiate(self, class)?;
        let scope = (self.hooks.scope)(self);
        let outcome = match super::constructor(self, class, scope) {
            Ok(Some(func)) => self.call_method(&object, func, args).map(drop),
            Ok(None) => Ok(()),
            Err(thrown) => Err(thrown),
        };
        if outcome.is_err() {
            // What was never constructed is not destructed.
            object.set_flags(object_flags::DESTRUCTED);
        }
        outcome.map(|()| object)
    }

    /// `clone $object` in `scope`.
    pub fn clone_object(&mut self, object: &PhpObject, scope: Option<&'static Class>) -> PhpResult<PhpObject> {
        super::clone_object(self, object, scope)
    }

    /// `$object->name` as code of the object's own class reads it.
    pub fn read_property(&mut self, object: &PhpObject, name: &str) -> PhpResult<Value> {
        let access = Access::scoped(Some(self.class_of(object)));
        super::read_prop(self, object, &PhpStr::from(name), &access, Fetch::Read)
    }

    /// `$object->name = $value` as code of the object's own class writes it.
    pub fn write_property(&mut self, object: &PhpObject, name: &str, value: Value) -> PhpResult<()> {
        let access = Access::scoped(Some(self.class_of(object)));
        super::write_prop(self, object, &PhpStr::from(name), value, &access).map(drop)
    }

    /// `$object[key]`
    pub fn read_dim(&mut self, object: &PhpObject, key: Option<&Value>) -> PhpResult<Value> {
        super::read_dim(self, object, key, Fetch::Read)
    }

    /// `$object[key] = value`, `$object[] = value`
    pub fn write_dim(&mut self, object: &PhpObject, key: Option<&Value>, value: Value) -> PhpResult<()> {
        super::write_dim(self, object, key, value)
    }

    /// `isset($object[key])`, `!empty($object[key])`
    pub fn has_dim(&mut self, object: &PhpObject, key: &Value, not_empty: bool) -> PhpResult<bool> {
        super::has_dim(self, object, key, not_empty)
    }

    /// `unset($object[key])`
    pub fn unset_dim(&mut self, object: &PhpObject, key: &Value) -> PhpResult<()> {
        super::unset_dim(self, object, key)
    }

    /// `$object->name()` in `scope`.
    pub fn find_method(&mut self, object: &PhpObject, name: &PhpStr, scope: Option<&'static Class>) -> PhpResult<Found> {
        super::find_method(self, self.class_of(object), name, scope)
    }

    /// `Class::name()` in `scope`.
    pub fn find_static_method(
        &mut self,
        class: &'static Class,
        name: &PhpStr,
        scope: Option<&'static Class>,
        this: Option<&PhpObject>,
    ) -> PhpResult<Found> {
        super::find_static_method(self, class, name, scope, this)
    }

    /// May `new Class` in `scope` call this constructor?
    pub fn check_constructor(&mut self, _class: &'static Class, func: &'static Func, scope: Option<&'static Class>) -> PhpResult<()> {
        super::check_constructor(self, func, scope)
    }
}
