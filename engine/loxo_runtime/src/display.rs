//! Names of classes, functions, members, types and values as messages show them.
//!
//! An anonymous class is called `class@anonymous`, a NUL, and what makes it unique, which is in the names of closures in its methods, too: messages
//! show what stands before the NUL. Bytes that are no UTF-8 are replaced wherever the answer is text.

use std::borrow::Cow;

use loxo_value::{IStr, Tag, Value};

use crate::{Class, Func, InheritingClass, Type};

/// The part of a name that messages show: up to a NUL.
pub fn shown_name(name: &[u8]) -> &[u8] {
    name.split(|b| *b == 0).next().unwrap_or(name)
}

/// The same as text.
pub(crate) fn name_text(name: &(impl AsRef<[u8]> + ?Sized)) -> Cow<'_, str> {
    String::from_utf8_lossy(shown_name(name.as_ref()))
}

/// The name of a declared member or parameter as text.
pub(crate) fn member_text(name: &IStr) -> Cow<'_, str> {
    name_text(name.as_bytes())
}

/// The name of a class.
pub fn class_name(class: &Class) -> &'static [u8] {
    shown_name(class.name.as_bytes())
}

/// The same as text.
pub fn class_text(class: &Class) -> &'static str {
    let name = class_name(class);
    std::str::from_utf8(name).unwrap_or_else(|_| {
        let text = IStr::new(String::from_utf8_lossy(name).as_bytes());
        std::str::from_utf8(text.as_bytes()).unwrap_or("?")
    })
}

/// `scope A` or `global scope`
pub(crate) fn scope_text(scope: Option<&'static Class>) -> String {
    scope.map_or_else(|| "global scope".into(), |class| format!("scope {}", class_text(class)))
}

/// The name of a value's type in messages about operands: `bool`, `int`, ..., an object's class.
pub fn type_name(v: &Value) -> &'static str {
    let v = v.deref();
    v.as_object().map_or_else(|| v.type_name(), |object| class_text(loxo_value::class_of::<Class>(object)))
}

/// The name of a value in messages about arguments and what is assigned: as [`type_name`], but `true` and `false` differ.
pub fn value_name(v: &Value) -> &'static str {
    match v.deref().tag() {
        Tag::False => "false",
        Tag::True => "true",
        _ => type_name(v),
    }
}

/// A type as the programmer wrote it.
pub fn type_text(ty: &Type) -> Cow<'_, str> {
    String::from_utf8_lossy(ty.written.as_ref().unwrap_or(&ty.spec.text))
}

impl Func {
    /// `name`, `Class::name`
    pub fn display_name(&self) -> Vec<u8> {
        match self.class {
            Some(class) => {
                let class = class.object_handlers.shown_as.map_or_else(|| class_name(class), str::as_bytes);
                [class, b"::", shown_name(self.name.as_bytes())].concat()
            }
            _ => shown_name(self.name.as_bytes()).to_vec(),
        }
    }
}

impl InheritingClass<'_> {
    /// Its name.
    pub fn display_name(&self) -> String {
        name_text(&self.name).into_owned()
    }
}
