//! Who holds objects weakly: `WeakReference` and `WeakMap`.
//!
//! Nothing here keeps the held objects alive: they are known by address and number, and forgotten when they are freed.

pub(crate) mod map;
pub(crate) mod reference;

use std::cell::RefCell;
use std::collections::HashMap;

use loxo_runtime::value::{ObjHeader, WeakHook, object_by_handle, object_flags, set_weak_hook};
use loxo_runtime::{Cx, PhpObject};

/// An object that is held weakly.
#[derive(Default)]
struct Held {
    /// Tells it from others that had or will have the same address.
    serial: u64,
    /// Number of the object.
    handle: u32,
    /// Number of its `WeakReference`; there is at most one.
    reference: Option<u32>,
    /// Numbers of the maps that have it as a key.
    maps: Vec<u32>,
}

#[derive(Default)]
struct Table {
    held: HashMap<usize, Held>,
    serials: u64,
}

thread_local! {
    /// Objects of a request belong to its thread.
    static TABLE: RefCell<Table> = RefCell::default();
}

/// Identifies an object without keeping it alive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    address: usize,
    serial: u64,
}

impl Target {
    /// The object, if it still lives.
    pub(crate) fn get(self) -> Option<PhpObject> {
        let handle = with(|table| Some(table.held.get(&self.address).filter(|held| held.serial == self.serial)?.handle)).flatten()?;
        object_by_handle(handle)
    }
}

/// `None` when the thread is ending.
fn with<R>(work: impl FnOnce(&mut Table) -> R) -> Option<R> {
    TABLE.try_with(|table| table.try_borrow_mut().ok().map(|mut table| work(&mut table))).ok().flatten()
}

fn address(object: &PhpObject) -> usize {
    object.header_ptr().addr()
}

/// Notes that somebody holds the object weakly.
fn hold(object: &PhpObject, note: impl FnOnce(&mut Held)) -> Target {
    set_weak_hook(Some(WeakHook { freed, maps }));
    object.set_flags(object_flags::HAS_WEAK);
    let address = address(object);
    let serial = with(|table| {
        table.serials += 1;
        let serial = table.serials;
        let held = table.held.entry(address).or_insert_with(|| Held { serial, handle: object.handle(), ..Held::default() });
        note(held);
        held.serial
    });
    Target { address, serial: serial.unwrap_or(0) }
}

/// Notes that somebody does not any more.
fn release(target: Target, note: impl FnOnce(&mut Held)) {
    with(|table| {
        let Some(held) = table.held.get_mut(&target.address).filter(|held| held.serial == target.serial) else { return };
        note(held);
        if held.reference.is_none() && held.maps.is_empty() {
            table.held.remove(&target.address);
        }
    });
}

/// Called with an object that is being freed: the address is all that is left of it.
fn freed(object: *mut ObjHeader) {
    let Some(held) = with(|table| table.held.remove(&object.addr())).flatten() else { return };
    for map in held.maps {
        if let Some(map) = object_by_handle(map) {
            map::forget(&map, held.handle);
        }
    }
}

/// Called by the cycle collector with an object that lives.
fn maps(object: *mut ObjHeader, visit: &mut dyn FnMut(u32)) {
    let maps = with(|table| table.held.get(&object.addr()).map(|held| held.maps.clone())).flatten();
    maps.into_iter().flatten().for_each(visit);
}

/// At the end of a request.
pub(crate) fn forget_all(_: &mut Cx) {
    let held = with(|table| std::mem::take(&mut table.held));
    drop(held);
}
