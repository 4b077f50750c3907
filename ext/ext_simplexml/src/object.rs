//! What a `SimpleXMLElement` stands for: a node, a list of its children or its attributes, and how that is iterated.

use std::any::Any;

use ext_libxml::NodeNative;
use loxo_libxml_sys::{Node, NodeRef, kind};
use loxo_runtime::{BinaryOp, Class, Cx, ObjectHandlers, PhpObject, PhpResult, PhpStr, Tag, Value, class_of, convert, object};

use crate::{access, iterate, table};

/// What of its node an object shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Shows {
    /// The node itself.
    #[default]
    Node,
    /// Children of a name.
    Named,
    /// All children.
    Children,
    Attributes,
}

/// How an object looks at its node.
#[derive(Clone, Default)]
pub(crate) struct View {
    pub shows: Shows,
    pub name: Option<Vec<u8>>,
    /// Namespace that children and attributes must have: a URI, or a prefix.
    pub ns: Option<Vec<u8>>,
    pub is_prefix: bool,
    /// Where `rewind()` and `next()` are.
    pub current: Option<Node>,
    /// `registerXPathNamespace()`
    pub registered: Vec<(Vec<u8>, Vec<u8>)>,
    /// What was made a moment ago, for the read that follows.
    pub made: Option<Node>,
    /// A document was loaded that has no root element, so there is no node to show.
    pub rootless: bool,
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| NodeNative::shared(None, Box::new(View::default()), Some(stands_for))),
        read_property: Some(|cx, this, name| access::read_element(cx, this, name).map(Some)),
        write_property: Some(|cx, this, name, value| access::write_element(cx, this, name, value).map(|()| true)),
        has_property: Some(|cx, this, name, not_empty| access::has_element(cx, this, name, not_empty).map(Some)),
        // Asked where something is about to be changed in place: what is not there is made, as PHP does.
        has_place: Some(|cx, this, name| access::ensure_element(cx, this, name).map(|()| false)),
        operate: Some(operate),
        unset_property: Some(|cx, this, name| access::unset_element(cx, this, name).map(|()| true)),
        read_dim: Some(access::read_dim),
        write_dim: Some(access::write_dim),
        has_dim: Some(access::has_dim),
        unset_dim: Some(access::unset_dim),
        count: Some(iterate::count),
        cast: Some(cast),
        compare: Some(compare),
        debug_info: Some(|cx, this| table::table(cx, this, true)),
        properties: Some(|cx, this| table::table(cx, this, false)),
        iterate: Some(iterate::start),
        after_clone: Some(clone),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

fn clone(cx: &mut Cx, old: &PhpObject, new: &PhpObject) -> PhpResult<()> {
    let view = view(old).clone();
    let copy = match node_of(old) {
        // A root comes with its document.
        Some(node) if node.parent().is_some_and(|parent| parent.is_document()) => node.copy_document(true).and_then(|copy| copy.root()),
        Some(node) => node.document().copy_of(&node, 1),
        None => None,
    };
    let _ = cx;
    new.set_native(NodeNative::shared(copy, Box::new(view), Some(stands_for)));
    Ok(())
}

pub(crate) fn view(this: &PhpObject) -> &mut View {
    let extra: Option<&mut Box<dyn Any>> = NodeNative::of(this).and_then(|native| native.extra.as_mut());
    extra.and_then(|extra| extra.downcast_mut()).expect("objects of these classes have this native part")
}

pub(crate) fn node_of(this: &PhpObject) -> Option<Node> {
    NodeNative::of(this).and_then(|native| native.node().cloned())
}

/// The node, where there must be one.
pub(crate) fn node(cx: &mut Cx, this: &PhpObject) -> PhpResult<Node> {
    match node_of(this) {
        Some(node) => Ok(node),
        None => {
            let class = class_of(this);
            let class = std::iter::successors(Some(class), |class| class.parent).find(|class| class.builtin.is_some()).unwrap_or(class);
            let name = if class.name.as_bytes() == b"SimpleXMLIterator" { "SimpleXMLElement" } else { convert::class_text(class) };
            Err(cx.throw_error(format!("{name} is not properly initialized")))
        }
    }
}

/// Has a node the namespace that a view asks for?
pub(crate) fn fits_ns(node: &Node, view: &View) -> bool {
    in_ns(&node.borrowed(), view)
}

pub(crate) fn in_ns(node: &NodeRef<'_>, view: &View) -> bool {
    match &view.ns {
        None => node.has_prefix(None),
        Some(prefix) if view.is_prefix => node.has_prefix(Some(prefix)),
        Some(href) => node.has_uri(href),
    }
}

/// Does a view show the node?
fn is_shown(view: &View, node: &NodeRef<'_>) -> bool {
    let named = || view.name.as_ref().is_none_or(|name| node.has_name(name));
    match (view.shows, node.kind()) {
        (Shows::Attributes, kind::ATTRIBUTE) | (Shows::Named, kind::ELEMENT) => named() && in_ns(node, view),
        (Shows::Node | Shows::Children, kind::ELEMENT) => in_ns(node, view),
        _ => false,
    }
}

/// The first of a line of nodes that a view shows.
pub(crate) fn fetch(view: &View, from: Option<Node>) -> Option<Node> {
    let from = from?;
    if is_shown(view, &from.borrowed()) { Some(from) } else { after(view, &from) }
}

/// The first one behind a node that a view shows.
pub(crate) fn after(view: &View, node: &Node) -> Option<Node> {
    node.next_that(|node| is_shown(view, node))
}

/// What the object's properties are children of.
pub(crate) fn holder(this: &PhpObject, node: &Node) -> Option<Node> {
    if view(this).shows == Shows::Children { Some(node.clone()) } else { first(this, node) }
}

/// The first node that an object's iteration gives.
pub(crate) fn reset(this: &PhpObject, node: &Node) -> Option<Node> {
    let view = view(this);
    match view.shows {
        Shows::Attributes => node.attribute_that(|node| is_shown(view, node)),
        _ if matches!(node.kind(), kind::ATTRIBUTE) => None,
        _ => node.child_that(|node| is_shown(view, node)),
    }
}

/// What the object stands for where one node is meant.
pub(crate) fn first(this: &PhpObject, node: &Node) -> Option<Node> {
    match view(this).shows {
        Shows::Node => Some(node.clone()),
        _ => reset(this, node),
    }
}

/// The node that others see in an object.
pub(crate) fn stands_for(this: &PhpObject) -> Option<Node> {
    let node = node_of(this)?;
    first(this, &node)
}

/// A new object of the same class.
pub(crate) fn create(cx: &mut Cx, like: &PhpObject, node: Node, shows: Shows, name: Option<Vec<u8>>) -> PhpResult<PhpObject> {
    let from = view(like);
    let view = View { shows, name, ns: from.ns.clone(), is_prefix: from.is_prefix, ..View::default() };
    create_as(cx, class_of(like), node, view)
}

pub(crate) fn create_as(cx: &mut Cx, class: &'static Class, node: Node, view: View) -> PhpResult<PhpObject> {
    let new = object::instantiate_raw(cx, class)?;
    if let Some(native) = NodeNative::of(&new) {
        native.share(node);
    }
    *self::view(&new) = view;
    Ok(new)
}

/// The text directly in a node.
pub(crate) fn direct_text(node: &Node) -> Vec<u8> {
    if let Some(text) = node.only_text() {
        return text;
    }
    let mut out = node.value().unwrap_or_default();
    for child in node.children() {
        match child.kind() {
            kind::TEXT | kind::CDATA => out.extend(child.value().unwrap_or_default()),
            kind::ENTITY_REF => out.extend(child.content()),
            _ => {}
        }
    }
    out
}

/// The object as a text.
pub(crate) fn to_text(this: &PhpObject) -> Vec<u8> {
    node_of(this).and_then(|node| first(this, &node)).map(|node| direct_text(&node)).unwrap_or_default()
}

fn cast(cx: &mut Cx, this: &PhpObject, to: Tag) -> PhpResult<Option<Value>> {
    if matches!(to, Tag::True | Tag::False) {
        let there = match node_of(this) {
            Some(node) => view(this).shows != Shows::Node && first(this, &node).is_some(),
            None => false,
        };
        let truth = there || !table::is_empty(this);
        return Ok(Some(Value::from(truth)));
    }
    if to == Tag::String && class_of(this).magic.to_string.is_some_and(|func| func.is_user()) {
        return Ok(None);
    }
    let text = Value::from(PhpStr::new(&to_text(this)));
    Ok(Some(match to {
        Tag::String => text,
        Tag::Int => Value::from(convert::to_int(cx, &text)?),
        Tag::Float => Value::from(convert::to_float(cx, &text)?),
        Tag::Undef => convert::to_number(cx, &text)?.unwrap_or(Value::from(0)),
        _ => return Ok(None),
    }))
}

fn compare(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    let node =
        |value: &Value| value.deref().as_object().and_then(|object| NodeNative::of(object)).and_then(|native| native.node().cloned());
    match (a.deref().as_object(), b.deref().as_object()) {
        (Some(_), Some(_)) => Ok(i32::from(node(a) != node(b))),
        _ => {
            let (left, right) = (plain(cx, a, b)?, plain(cx, b, a)?);
            loxo_runtime::compare::compare(cx, &left, &right)
        }
    }
}

/// Arithmetic: objects are the numbers that their texts are.
fn operate(cx: &mut Cx, op: BinaryOp, a: &Value, b: &Value) -> PhpResult<Option<Value>> {
    if op == BinaryOp::Concat {
        return Ok(None);
    }
    let mut number = |value: &Value| -> PhpResult<Value> {
        let value = value.deref();
        match value.as_object().filter(|object| NodeNative::of(object).is_some_and(|native| native.extra.is_some())) {
            Some(object) => {
                let text = Value::from(PhpStr::new(&to_text(object)));
                Ok(convert::to_number(cx, &text)?.unwrap_or(Value::from(0)))
            }
            None => Ok(value.clone()),
        }
    };
    let (left, right) = (number(a)?, number(b)?);
    if left.is_object() || right.is_object() {
        return Ok(None);
    }
    loxo_runtime::operators::binary(cx, op, &left, &right).map(Some)
}

/// An object beside something that is none: as what the other is.
fn plain(cx: &mut Cx, value: &Value, other: &Value) -> PhpResult<Value> {
    let value = value.deref();
    let Some(object) = value.as_object() else { return Ok(value.clone()) };
    let to = match other.deref().tag() {
        Tag::Null | Tag::True | Tag::False => Tag::True,
        Tag::Int | Tag::Float => Tag::Float,
        _ => Tag::String,
    };
    Ok(cast(cx, object, to)?.unwrap_or(Value::NULL))
}
