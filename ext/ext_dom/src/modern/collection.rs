//! `Dom\HTMLCollection`: the live list of elements that `getElementsByTagName()` gives, which also finds them by id or name.

use loxo_runtime::convert::OffsetUse;

use crate::list::{self, Kind};
use crate::prelude::*;

const CLASS: &str = "Dom\\HTMLCollection";

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers { read_dim: Some(read_dim), has_dim: Some(has_dim), ..list::object_handlers() }
}

fn create(cx: &mut Cx, kind: Kind) -> PhpResult<PhpObject> {
    list::create_as(cx, cx.builtin_class("Dom\\HTMLCollection"), kind)
}

/// `getElementsByTagName()`
pub(crate) fn get_elements_by_tag_name(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<PhpObject> {
    let below = this_node(cx, this)?;
    list::no_nul(cx, 1, Some(name))?;
    let folded = super::in_html_document(&below).then(|| name.as_bytes().to_ascii_lowercase());
    create(cx, Kind::Elements { below, ns: None, name: name.as_bytes().to_vec(), folded })
}

/// `getElementsByTagNameNS()`
pub(crate) fn get_elements_by_tag_name_ns(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, name: &PhpStr) -> PhpResult<PhpObject> {
    let below = this_node(cx, this)?;
    list::no_nul(cx, 1, ns)?;
    list::no_nul(cx, 2, Some(name))?;
    let ns = Some(ns.map(|ns| ns.as_bytes().to_vec()));
    create(cx, Kind::Elements { below, ns, name: name.as_bytes().to_vec(), folded: None })
}

/// The first element with this id, or of HTML with this name.
fn named(this: &PhpObject, key: &[u8]) -> Option<Node> {
    if key.is_empty() {
        return None;
    }
    list::find(this, |node| {
        let has = |name: &[u8]| node.attribute_ns(None, name).is_some_and(|attr| attr.content() == key);
        let by_id = node.attributes().iter().any(|attr| attr.is_id() && attr.content() == key) || has(b"id");
        by_id || (node.has_ns(Some(super::HTML)) && has(b"name"))
    })
}

/// `Dom\HTMLCollection::namedItem()`
pub(crate) fn named_item(cx: &mut Cx, this: &PhpObject, key: &PhpStr) -> PhpResult<Value> {
    value_for(cx, named(this, key.as_bytes()))
}

/// What a key means: a position, or a name.
enum Key<'a> {
    At(i64),
    Named(&'a PhpStr),
}

fn key_of<'a>(cx: &mut Cx, key: &'a Value, how: OffsetUse) -> PhpResult<Key<'a>> {
    match key.deref().as_str() {
        Some(name) => match list::as_position(name.as_bytes()) {
            Some(at) => Ok(Key::At(at)),
            None => Ok(Key::Named(name)),
        },
        None => list::position(cx, key, CLASS, how).map(Key::At),
    }
}

fn read_dim(cx: &mut Cx, this: &PhpObject, key: Option<&Value>, fetch: object::Fetch) -> PhpResult<Value> {
    let Some(key) = key else { return list::read_dim(cx, this, None, fetch) };
    match key_of(cx, key, OffsetUse::Access)? {
        Key::At(at) => list::item(cx, this, at),
        Key::Named(name) => value_for(cx, named(this, name.as_bytes())),
    }
}

fn has_dim(cx: &mut Cx, this: &PhpObject, key: &Value, _: bool) -> PhpResult<bool> {
    Ok(match key_of(cx, key, OffsetUse::Isset)? {
        Key::At(at) => usize::try_from(at).is_ok_and(|at| at < list::length(this)),
        Key::Named(name) => named(this, name.as_bytes()).is_some(),
    })
}
