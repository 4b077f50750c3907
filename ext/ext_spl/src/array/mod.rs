//! `ArrayObject`, `ArrayIterator` and `RecursiveArrayIterator`: one native part for all three.
//!
//! The elements are in an array of the object's own, or they are the properties of an object (which may be the object itself), or they are
//! those of another such object. Whoever works on them asks for the [`Root`] each time, since anything may have changed.

pub(crate) mod array_iterator;
pub(crate) mod array_object;
mod elements;
mod legacy;
mod position;
pub(crate) mod recursive_array_iterator;
mod sort;

use loxo_runtime::object::{Purpose, init_lazy};

use crate::prelude::*;
use crate::support::{add_private, class_name, members};
use position::IterPosition;

/// `ArrayObject::STD_PROP_LIST`
const STD_PROP_LIST: i64 = 1;
/// `ArrayObject::ARRAY_AS_PROPS`
const ARRAY_AS_PROPS: i64 = 2;
/// `RecursiveArrayIterator::CHILD_ARRAYS_ONLY`
const CHILD_ARRAYS_ONLY: i64 = 4;
/// In serialized flags: the elements are the object's own properties.
const IS_SELF: i64 = 0x0100_0000;
/// Flags that programs set.
const PUBLIC_FLAGS: i64 = 0xFFFF;

/// Where the elements come from.
#[derive(Clone)]
enum Source {
    Array(PhpArray),
    /// The properties of an object.
    Object(PhpObject),
    /// The elements of another object of these classes.
    Other(PhpObject),
    /// The properties of the object itself.
    Own,
}

/// The native part.
struct Data {
    source: Source,
    flags: i64,
    /// How many sorts are running: no changes meanwhile.
    sorting: u32,
    /// Class of `getIterator()`, if it is not `ArrayIterator`.
    iterator_class: Option<&'static Class>,
    place: IterPosition,
}

impl Native for Data {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        match &self.source {
            Source::Array(array) => tracer.array(array),
            Source::Object(object) | Source::Other(object) => tracer.object(object),
            Source::Own => {}
        }
    }
}

/// What holds the elements.
enum Root {
    /// The array in the native part of this object.
    Array(PhpObject),
    /// The properties of this object, which is not lazy.
    Properties(PhpObject),
}

impl Root {
    fn is_object(&self) -> bool {
        matches!(self, Root::Properties(_))
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn data(object: &PhpObject) -> &mut Data {
    object.native_mut::<Data>().expect("objects of these classes have this native part")
}

fn is_array_like(object: &PhpObject) -> bool {
    object.native::<Data>().is_some()
}

fn root(cx: &mut Cx, this: &PhpObject) -> PhpResult<Root> {
    let mut current = this.clone();
    loop {
        let next = match &data(&current).source {
            Source::Array(_) => return Ok(Root::Array(current)),
            Source::Own => return Ok(Root::Properties(current)),
            Source::Object(object) => {
                let object = object.clone();
                return init_lazy(cx, &object).map(Root::Properties);
            }
            Source::Other(other) => other.clone(),
        };
        current = next;
    }
}

fn fresh(source: Source) -> Data {
    Data { source, flags: 0, sorting: 0, iterator_class: None, place: IterPosition::default() }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(fresh(Source::Array(PhpArray::new())))),
        read_dim: Some(elements::read),
        write_dim: Some(elements::write),
        bind_dim: Some(elements::bind),
        has_dim: Some(|cx, this, key, not_empty| elements::has(cx, this, key, if not_empty { Asked::NotEmpty } else { Asked::NotNull })),
        unset_dim: Some(elements::unset),
        count: Some(elements::count),
        compare: Some(compare),
        properties_for: Some(properties),
        elements_as_properties: Some(|this| data(this).flags & ARRAY_AS_PROPS != 0),
        after_clone: Some(after_clone),
        ..ObjectHandlers::default()
    }
}

pub(crate) fn iterator_object_handlers() -> ObjectHandlers {
    ObjectHandlers { iterate: Some(|_, this, by_ref| Ok(Box::new(position::ArrayForeachIterator::new(this, by_ref)))), ..object_handlers() }
}

/// What is asked about an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// `isset()`
    NotNull,
    /// `!empty()`
    NotEmpty,
    /// `offsetExists()`
    Exists,
}

fn compare(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    let pair = a.as_object().zip(b.as_object()).filter(|(a, b)| is_array_like(a) && is_array_like(b));
    let Some((first, second)) = pair else { return compare::compare_standard(cx, a, b) };
    let both_own = matches!((&data(first).source, &data(second).source), (Source::Own, Source::Own));
    if !both_own {
        let (x, y) = (elements::copy(cx, first)?, elements::copy(cx, second)?);
        let result = compare::compare(cx, &Value::array(x), &Value::array(y))?;
        if result != 0 {
            return Ok(result);
        }
    }
    compare::compare_standard(cx, a, b)
}

/// Casts and exports show the elements, unless the properties are asked for.
fn properties(cx: &mut Cx, this: &PhpObject, purpose: Purpose) -> PhpResult<Option<PhpArray>> {
    let elements = matches!(purpose, Purpose::ArrayCast | Purpose::Export) && data(this).flags & STD_PROP_LIST == 0;
    if elements { elements::copy(cx, this).map(Some) } else { Ok(None) }
}

/// An `ArrayObject` copies its elements; an iterator's copy goes over those of the original.
fn after_clone(cx: &mut Cx, original: &PhpObject, copy: &PhpObject) -> PhpResult<()> {
    let source = match &data(original).source {
        Source::Own => Source::Own,
        _ if is_iterator(class_of(original)) => Source::Other(original.clone()),
        _ => Source::Array(elements::copy(cx, original)?),
    };
    let (flags, iterator_class) = (data(original).flags, data(original).iterator_class);
    copy.set_native(Box::new(Data { flags, iterator_class, ..fresh(source) }));
    Ok(())
}

fn is_iterator(class: &'static Class) -> bool {
    crate::support::derives_from(class, b"ArrayIterator")
}

/// What `var_dump()` shows.
fn debug_info(this: &PhpObject) -> PhpArray {
    let mut shown = members(this);
    let storage = match &data(this).source {
        Source::Own => return shown,
        Source::Array(array) => Value::array(array.clone()),
        Source::Object(object) | Source::Other(object) => Value::object(object.clone()),
    };
    let class = if is_iterator(class_of(this)) { "ArrayIterator" } else { "ArrayObject" };
    add_private(&mut shown, class, "storage", storage);
    shown
}

fn check_not_sorting(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    if data(this).sorting == 0 { Ok(()) } else { Err(cx.throw_error("Modification of ArrayObject during sorting is prohibited")) }
}

/// Gives the object other elements. With `just_source`, flags are those of the object that they come from.
fn set_source(cx: &mut Cx, this: &PhpObject, value: &Value, flags: i64, just_source: bool) -> PhpResult<()> {
    check_not_sorting(cx, this)?;
    let mut flags = flags & PUBLIC_FLAGS;
    let source = match (value.as_array(), value.as_object()) {
        (Some(array), _) => Source::Array(array.clone()),
        (None, Some(object)) if is_array_like(object) => {
            if just_source {
                flags = data(object).flags;
            }
            if object.ptr_eq(this) { Source::Own } else { Source::Other(object.clone()) }
        }
        (None, Some(object)) => {
            let object_handlers = &class_of(object).object_handlers;
            if object_handlers.properties.is_some() || object_handlers.properties_for.is_some() {
                let text = format!("Overloaded object of type {} is not compatible with {}", class_name(object), class_name(this));
                return Err(cx.throw("InvalidArgumentException", text));
            }
            Source::Object(object.clone())
        }
        (None, None) => return Ok(()),
    };
    let own = data(this);
    own.flags |= flags;
    let place = std::mem::take(&mut own.place);
    let old = std::mem::replace(&mut own.source, source);
    drop((place, old));
    Ok(())
}
