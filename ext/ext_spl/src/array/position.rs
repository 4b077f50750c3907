//! Positions in the elements of an array or object that may change while a loop runs.

use loxo_runtime::value::{IterId, iter_advance, iter_free, iter_peek, iter_register, iter_set};

use super::elements::{self, is_public_slot, property_reference};
use super::{Data, Root, Source, data, root};
use crate::prelude::*;

/// Where an object is in its elements.
#[derive(Default)]
pub(super) enum IterPosition {
    /// Before the first, until somebody looks.
    #[default]
    Unset,
    Array(Follow),
    /// The next slot to look at, then the place in the table of dynamic properties.
    Properties(u32, Option<Follow>),
}

/// A position that follows a changing array.
pub(super) struct Follow {
    id: IterId,
    /// Where it was when somebody looked last; it is there in an array that takes the place of the one it knows.
    last: u32,
}

impl Follow {
    fn new(array: &PhpArray) -> Follow {
        Follow { id: iter_register(array), last: array.first_pos() }
    }

    /// The element that it is on, or the end.
    pub(super) fn position(&mut self, array: &PhpArray) -> u32 {
        self.last = iter_peek(self.id, array, self.last);
        self.last
    }

    /// To the next element, or the end.
    pub(super) fn advance(&mut self, array: &PhpArray) -> u32 {
        self.last = iter_advance(self.id, array, self.last);
        self.last
    }

    fn set(&mut self, position: u32) {
        self.last = position;
        iter_set(self.id, position);
    }
}

impl Drop for Follow {
    fn drop(&mut self) {
        iter_free(self.id);
    }
}

/// An element.
#[derive(Clone, Copy)]
pub(super) enum Spot {
    Position(u32),
    Slot(u32),
}

/// The element at the position.
pub(super) fn spot(this: &PhpObject, root: &Root) -> Option<Spot> {
    let Data { place, .. } = data(this);
    match root {
        Root::Array(holder) => {
            let array = elements::array(holder)?;
            if !matches!(place, IterPosition::Array(_)) {
                if array.is_immortal() {
                    // Nobody could say what becomes of positions in a constant when it is written to.
                    *array = array.duplicate();
                }
                *place = IterPosition::Array(Follow::new(array));
            }
            let IterPosition::Array(follow) = place else { return None };
            let position = follow.position(array);
            array.entry_at(position).map(|_| Spot::Position(position))
        }
        Root::Properties(object) => {
            if !matches!(place, IterPosition::Properties(..)) {
                *place = IterPosition::Properties(0, None);
            }
            let IterPosition::Properties(next, follow) = place else { return None };
            let slots = class_of(object).slots.iter().zip(object.slots()).enumerate().skip(*next as usize);
            let found =
                slots.filter(|(_, (slot, value))| is_public_slot(&slot.property) && !value.is_undef()).map(|(index, _)| index).next();
            if let Some(index) = found {
                return Some(Spot::Slot(index as u32));
            }
            *next = object.slots().len() as u32;
            dynamic_spot(object, follow)
        }
    }
}

/// The dynamic property at the position. Names that begin with NUL are private to somebody.
fn dynamic_spot(object: &PhpObject, follow: &mut Option<Follow>) -> Option<Spot> {
    let table = object.dynamic()?;
    let follow = follow.get_or_insert_with(|| Follow::new(table));
    let mut position = follow.position(table);
    while let Some((key, _)) = table.entry_at(position) {
        if !matches!(key, KeyRef::Str(name) if name.first() == Some(&0)) {
            follow.set(position);
            return Some(Spot::Position(position));
        }
        position = table.next_pos(position);
    }
    follow.set(position);
    None
}

pub(super) fn rewind(this: &PhpObject) {
    let old = std::mem::take(&mut data(this).place);
    drop(old);
}

/// To the next element.
pub(super) fn advance(this: &PhpObject, root: &Root) {
    let Some(spot) = spot(this, root) else { return };
    match (spot, root, &mut data(this).place) {
        (Spot::Position(position), Root::Array(holder), IterPosition::Array(follow)) => {
            if let Some(array) = elements::array(holder) {
                follow.set(array.next_pos(position));
            }
        }
        (Spot::Slot(index), _, IterPosition::Properties(next, _)) => *next = index + 1,
        (Spot::Position(position), Root::Properties(object), IterPosition::Properties(_, Some(follow))) => {
            if let Some(table) = object.dynamic() {
                follow.set(table.next_pos(position));
            }
        }
        _ => {}
    }
}

/// The element as it is stored.
pub(super) fn current(this: &PhpObject, root: &Root) -> Option<Value> {
    match (spot(this, root)?, root) {
        (Spot::Position(position), Root::Array(holder)) => elements::array(holder)?.entry_at(position).map(|(_, value)| value.clone()),
        (Spot::Position(position), Root::Properties(object)) => object.dynamic()?.entry_at(position).map(|(_, value)| value.clone()),
        (Spot::Slot(index), Root::Properties(object)) => Some(object.slot(index as usize).clone()),
        (Spot::Slot(_), Root::Array(_)) => None,
    }
}

/// The element as a reference.
fn current_reference(cx: &mut Cx, this: &PhpObject, root: &Root) -> PhpResult<Option<Value>> {
    let Some(spot) = spot(this, root) else { return Ok(None) };
    let value = match (spot, root) {
        (Spot::Position(position), Root::Array(holder)) => elements::array(holder).and_then(|array| array.value_at_mut(position)),
        (Spot::Position(position), Root::Properties(object)) => object.dynamic_mut().value_at_mut(position),
        (Spot::Slot(index), Root::Properties(object)) => {
            let property = &class_of(object).slots[index as usize].property;
            return property_reference(cx, object, property).map(Some);
        }
        (Spot::Slot(_), Root::Array(_)) => None,
    };
    Ok(value.map(|value| Value::reference(value.make_ref())))
}

/// The key of the element, null behind the last.
pub(super) fn key(this: &PhpObject, root: &Root) -> Value {
    let key = match (spot(this, root), root) {
        (Some(Spot::Position(position)), Root::Array(holder)) => elements::array(holder).and_then(|array| array.entry_at(position)),
        (Some(Spot::Position(position)), Root::Properties(object)) => object.dynamic().and_then(|table| table.entry_at(position)),
        (Some(Spot::Slot(index)), Root::Properties(object)) => {
            return class_of(object).slots[index as usize].property.name.to_value();
        }
        _ => None,
    };
    key.map_or(Value::NULL, |(key, _)| key.to_value())
}

/// A foreach over an `ArrayIterator`; the place is the object's own.
pub(super) struct ArrayForeachIterator {
    object: PhpObject,
    by_ref: bool,
}

impl ArrayForeachIterator {
    pub(super) fn new(object: &PhpObject, by_ref: bool) -> ArrayForeachIterator {
        ArrayForeachIterator { object: object.clone(), by_ref }
    }
}

/// The array and the place in it, where the elements are in an array and the iteration has begun.
#[inline]
pub(super) fn own_array(object: &PhpObject) -> Option<(&mut PhpArray, &mut Follow)> {
    let Data { source, place: IterPosition::Array(follow), .. } = data(object) else { return None };
    let mut source = source;
    loop {
        match source {
            Source::Array(array) => return Some((array, follow)),
            Source::Other(other) => source = &mut data(other).source,
            Source::Object(_) | Source::Own => return None,
        }
    }
}

/// Key and value of a position, if there is an element.
#[inline]
fn element(array: &PhpArray, position: u32, want_key: bool) -> Option<(Value, Value)> {
    let (key, value) = array.entry_at(position)?;
    Some((if want_key { key.to_value() } else { Value::UNDEF }, value.clone_deref()))
}

impl ForeachIterator for ArrayForeachIterator {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        root(cx, &self.object)?;
        rewind(&self.object);
        Ok(())
    }

    fn valid(&mut self, cx: &mut Cx) -> PhpResult<bool> {
        if let Some((array, follow)) = own_array(&self.object) {
            let position = follow.position(array);
            return Ok(array.entry_at(position).is_some());
        }
        let root = root(cx, &self.object)?;
        Ok(spot(&self.object, &root).is_some())
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        if !self.by_ref
            && let Some((array, follow)) = own_array(&self.object)
        {
            let position = follow.position(array);
            return Ok(array.entry_at(position).map_or(Value::NULL, |(_, value)| value.clone_deref()));
        }
        let root = root(cx, &self.object)?;
        let value = match self.by_ref {
            true => current_reference(cx, &self.object, &root)?,
            false => current(&self.object, &root).map(|value| value.clone_deref()),
        };
        Ok(value.unwrap_or(Value::NULL))
    }

    fn key(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        if let Some((array, follow)) = own_array(&self.object) {
            let position = follow.position(array);
            return Ok(array.entry_at(position).map_or(Value::NULL, |(key, _)| key.to_value()));
        }
        let root = root(cx, &self.object)?;
        Ok(key(&self.object, &root))
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        if let Some((array, follow)) = own_array(&self.object) {
            follow.advance(array);
            return Ok(());
        }
        let root = root(cx, &self.object)?;
        advance(&self.object, &root);
        Ok(())
    }

    fn step(&mut self, cx: &mut Cx, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
        if !self.by_ref
            && let Some((array, follow)) = own_array(&self.object)
        {
            let position = follow.advance(array);
            return Ok(element(array, position, want_key));
        }
        self.next(cx)?;
        self.here(cx, want_key)
    }

    fn here(&mut self, cx: &mut Cx, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
        if !self.by_ref
            && let Some((array, follow)) = own_array(&self.object)
        {
            let position = follow.position(array);
            return Ok(element(array, position, want_key));
        }
        if !self.valid(cx)? {
            return Ok(None);
        }
        let value = self.current(cx)?;
        let key = if want_key { self.key(cx)? } else { Value::UNDEF };
        Ok(Some((key, value)))
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}
