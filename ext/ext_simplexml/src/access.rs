//! `$x->name`, `$x['name']`, `$x[0]`: children and attributes, read, written, asked for and taken away.

use loxo_libxml_sys::{Node, kind};
use loxo_runtime::object::Fetch;
use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr, Tag, Value, convert};

use crate::iterate::all;
use crate::object::{Shows, create, direct_text, first, fits_ns, holder, in_ns, node, to_text, view};

/// What a key means.
enum Member {
    /// `[]`
    None,
    Number(i64),
    Name(PhpStr),
}

fn member(cx: &mut Cx, key: Option<&Value>) -> PhpResult<Member> {
    let Some(key) = key else { return Ok(Member::None) };
    let key = key.deref();
    match key.tag() {
        Tag::Int => Ok(Member::Number(key.as_int().unwrap_or(0))),
        _ => Ok(Member::Name(convert::to_string(cx, key)?)),
    }
}

/// `$x->name`
pub(crate) fn read_element(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<Value> {
    let own = node(cx, this)?;
    if view(this).shows == Shows::Attributes {
        return read_attribute(cx, this, &Member::Name(name.clone()));
    }
    let Some(shown) = holder(this, &own) else { return Ok(Value::NULL) };
    if name.is_empty() {
        return Err(cx.throw_error("Cannot create element with an empty name"));
    }
    if shown.kind() == kind::ATTRIBUTE {
        return Ok(Value::NULL);
    }
    if let Some(made) = view(this).made.take().filter(|made| made.has_name(name.as_bytes())) {
        return create(cx, this, made, Shows::Node, None).map(Value::object);
    }
    create(cx, this, shown, Shows::Named, Some(name.as_bytes().to_vec())).map(Value::object)
}

/// There is a child of that name after this.
pub(crate) fn ensure_element(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<()> {
    let own = node(cx, this)?;
    if name.is_empty() {
        return Err(cx.value_error("Cannot create element with an empty name"));
    }
    if view(this).shows == Shows::Attributes {
        return Ok(());
    }
    let Some(parent) = holder(this, &own).or_else(|| add_named(this, &own, None)) else { return Ok(()) };
    let look = view(this);
    if parent.child_that(|child| child.kind() == kind::ELEMENT && child.has_name(name.as_bytes()) && in_ns(child, look)).is_none() {
        look.made = add_child(&parent, name.as_bytes(), None);
    }
    Ok(())
}

/// The attributes that an object's elements are.
fn attributes(this: &PhpObject) -> Vec<Node> {
    let Some(own) = crate::object::node_of(this) else { return Vec::new() };
    let look = view(this);
    if look.shows == Shows::Attributes {
        return all(this);
    }
    let holder = match look.shows {
        Shows::Children => None,
        _ => first(this, &own),
    };
    holder.iter().flat_map(Node::attributes).filter(|attr| fits_ns(attr, look)).collect()
}

fn find_attribute(this: &PhpObject, which: &Member) -> Option<Node> {
    let look = view(this);
    if let (Shows::Node | Shows::Named, Member::Name(name)) = (look.shows, which) {
        let holder = first(this, &crate::object::node_of(this)?)?;
        return holder.attribute_that(|attr| attr.has_name(name.as_bytes()) && in_ns(attr, look));
    }
    let mut found = attributes(this).into_iter();
    match which {
        Member::Number(at) => found.nth(usize::try_from(*at).ok()?),
        Member::Name(name) => found.find(|attr| attr.has_name(name.as_bytes())),
        Member::None => None,
    }
}

fn read_attribute(cx: &mut Cx, this: &PhpObject, which: &Member) -> PhpResult<Value> {
    match find_attribute(this, which) {
        Some(attr) => create(cx, this, attr, Shows::Node, None).map(Value::object),
        None => Ok(Value::NULL),
    }
}

/// The element that a number means.
fn numbered(this: &PhpObject, own: &Node, at: i64) -> Option<Node> {
    let at = usize::try_from(at).ok()?;
    match view(this).shows {
        Shows::Node => (at == 0).then(|| own.clone()),
        _ => all(this).into_iter().nth(at),
    }
}

pub(crate) fn read_dim(cx: &mut Cx, this: &PhpObject, key: Option<&Value>, fetch: Fetch) -> PhpResult<Value> {
    let own = node(cx, this)?;
    let which = member(cx, key)?;
    let shows = view(this).shows;
    match which {
        Member::None => {
            if fetch.modifies() && shows == Shows::Named {
                let made = add_named(this, &own, None);
                return match made {
                    Some(made) => create(cx, this, made, Shows::Node, None).map(Value::object),
                    None => Ok(Value::NULL),
                };
            }
            if shows == Shows::Node && own.parent().is_some_and(|parent| !parent.is_document()) {
                return create(cx, this, own, Shows::Node, None).map(Value::object);
            }
            Err(cx.throw_error("Cannot create unnamed attribute"))
        }
        Member::Number(at) if shows != Shows::Attributes => match numbered(this, &own, at) {
            Some(found) => create(cx, this, found, Shows::Node, None).map(Value::object),
            None if fetch.modifies() && shows == Shows::Named => match add_named(this, &own, None) {
                Some(made) => create(cx, this, made, Shows::Node, None).map(Value::object),
                None => Ok(Value::NULL),
            },
            None => Ok(Value::NULL),
        },
        which => read_attribute(cx, this, &which),
    }
}

/// A new child of the name that the object asks for.
fn add_named(this: &PhpObject, parent: &Node, value: Option<&[u8]>) -> Option<Node> {
    let name = view(this).name.clone()?;
    add_child(parent, &name, value)
}

/// A new child with a text, be it empty, or with none.
fn add_child(parent: &Node, name: &[u8], value: Option<&[u8]>) -> Option<Node> {
    let new = parent.document().new_element(name)?;
    parent.insert(&new, None);
    if let Some(ns) = parent.ns() {
        new.set_ns(ns.prefix.as_deref(), ns.href.as_deref(), true);
    }
    if let Some(text) = value.and_then(|value| new.new_text(value)) {
        new.insert(&text, None);
    }
    Some(new)
}

/// A value as the text of a node. `None`: it cannot be one.
fn text_of(cx: &mut Cx, value: &Value, attribute: bool) -> PhpResult<PhpStr> {
    let value = value.deref();
    match value.tag() {
        Tag::Null | Tag::Int | Tag::Float | Tag::True | Tag::False | Tag::String => convert::to_string(cx, value),
        Tag::Object
            if value
                .as_object()
                .is_some_and(|object| loxo_runtime::class_of(object).is_subclass_of(cx.builtin_class("SimpleXMLElement"))) =>
        {
            Ok(PhpStr::new(&value.as_object().map(to_text).unwrap_or_default()))
        }
        _ => {
            let what = if attribute { "attributes" } else { "properties" };
            let given = convert::value_name(value);
            Err(cx.type_error(format!("It's not possible to assign a complex type to {what}, {given} given")))
        }
    }
}

/// `$x->name = value`
pub(crate) fn write_element(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &Value) -> PhpResult<()> {
    let own = node(cx, this)?;
    if view(this).shows == Shows::Attributes {
        return write_attribute(cx, this, &Member::Name(name.clone()), value);
    }
    if name.is_empty() {
        return Err(cx.value_error("Cannot create element with an empty name"));
    }
    let text = text_of(cx, value, false)?;
    let parent = match holder(this, &own) {
        Some(parent) => parent,
        None => match add_named(this, &own, None) {
            Some(parent) => parent,
            None => return Ok(()),
        },
    };
    let look = view(this);
    let found: Vec<Node> =
        parent.children().filter(|child| child.is_element() && child.has_name(name.as_bytes()) && fits_ns(child, look)).collect();
    match &found[..] {
        [] => {
            add_child(&parent, name.as_bytes(), Some(text.as_bytes()));
        }
        [one] => one.set_text(text.as_bytes()),
        _ => {
            cx.builtin_warning("Cannot assign to an array of nodes (duplicate subnodes or attr detected)");
            cx.check()?;
        }
    }
    Ok(())
}

fn write_attribute(cx: &mut Cx, this: &PhpObject, which: &Member, value: &Value) -> PhpResult<()> {
    let own = node(cx, this)?;
    let text = text_of(cx, value, true)?;
    if let Some(attr) = find_attribute(this, which) {
        attr.set_text(text.as_bytes());
        return Ok(());
    }
    let Member::Name(name) = which else {
        cx.warning("Cannot change attribute number when only 0 attributes exist");
        return cx.check();
    };
    if name.is_empty() {
        return Err(cx.value_error("Cannot create attribute with an empty name"));
    }
    let look = view(this);
    let holder = match look.shows {
        Shows::Attributes => Some(own),
        _ => first(this, &own).or_else(|| add_named(this, &own, None)),
    };
    let Some(holder) = holder else { return Ok(()) };
    let Some(attr) = holder.document().new_attribute(name.as_bytes(), text.as_bytes()) else { return Ok(()) };
    holder.insert_attribute(&attr);
    if let Some(ns) = &look.ns {
        let known = if look.is_prefix { holder.lookup_prefix(Some(ns)) } else { holder.lookup_href(ns) };
        if let Some(known) = known {
            attr.set_ns(known.prefix.as_deref(), known.href.as_deref(), true);
        }
    }
    Ok(())
}

/// One more of the name that the object asks for. The first is made before it gets its text, and none if that is empty.
fn add_to_list(this: &PhpObject, parent: &Node, text: &[u8]) {
    if !all(this).is_empty() {
        add_named(this, parent, Some(text));
    } else if let Some(new) = add_named(this, parent, None) {
        new.set_text(text);
    }
}

pub(crate) fn write_dim(cx: &mut Cx, this: &PhpObject, key: Option<&Value>, value: Value) -> PhpResult<()> {
    let own = node(cx, this)?;
    let which = member(cx, key)?;
    let shows = view(this).shows;
    match which {
        Member::None => {
            let single = shows == Shows::Node && own.kind() == kind::ELEMENT && own.parent().is_some_and(|parent| !parent.is_document());
            if shows != Shows::Named && !single {
                return Err(cx.value_error("Cannot append to an attribute list"));
            }
            let text = text_of(cx, &value, false)?;
            match single {
                true => own.set_text(text.as_bytes()),
                false => add_to_list(this, &own, text.as_bytes()),
            }
            Ok(())
        }
        Member::Number(at) if shows != Shows::Attributes => {
            let text = text_of(cx, &value, false)?;
            match numbered(this, &own, at) {
                Some(found) => found.set_text(text.as_bytes()),
                None => {
                    let count = if shows == Shows::Node { 1 } else { all(this).len() };
                    if at > count as i64 {
                        let name = String::from_utf8_lossy(view(this).name.as_deref().unwrap_or_default()).into_owned();
                        cx.warning(format!("Cannot add element {name} number {at} when only {count} such elements exist"));
                        cx.check()?;
                    }
                    if shows == Shows::Named {
                        add_to_list(this, &own, text.as_bytes());
                    }
                }
            }
            Ok(())
        }
        which => write_attribute(cx, this, &which, &value),
    }
}

/// `isset($x->name)`, `empty($x->name)`
pub(crate) fn has_element(cx: &mut Cx, this: &PhpObject, name: &PhpStr, not_empty: bool) -> PhpResult<bool> {
    let own = node(cx, this)?;
    if view(this).shows == Shows::Attributes {
        return Ok(has_attribute(this, &Member::Name(name.clone()), not_empty));
    }
    let look = view(this);
    let found = holder(this, &own)
        .and_then(|shown| shown.children().find(|child| child.is_element() && child.has_name(name.as_bytes()) && fits_ns(child, look)));
    Ok(found.is_some_and(|found| !not_empty || is_something(&found)))
}

/// `!empty()`
fn is_something(node: &Node) -> bool {
    let empty = match node.first_child() {
        None => node.attributes().is_empty() || node.kind() == kind::ATTRIBUTE,
        Some(child) => child.next().is_none() && matches!(child.kind(), kind::TEXT) && matches!(&direct_text(node)[..], b"" | b"0"),
    };
    !empty
}

fn has_attribute(this: &PhpObject, which: &Member, not_empty: bool) -> bool {
    find_attribute(this, which).is_some_and(|attr| !not_empty || !matches!(&direct_text(&attr)[..], b"" | b"0"))
}

pub(crate) fn has_dim(cx: &mut Cx, this: &PhpObject, key: &Value, not_empty: bool) -> PhpResult<bool> {
    let own = node(cx, this)?;
    match member(cx, Some(key))? {
        Member::Number(at) if view(this).shows != Shows::Attributes => {
            Ok(numbered(this, &own, at).is_some_and(|found| !not_empty || is_something(&found)))
        }
        which => Ok(has_attribute(this, &which, not_empty)),
    }
}

/// `unset($x->name)`
pub(crate) fn unset_element(cx: &mut Cx, this: &PhpObject, name: &PhpStr) -> PhpResult<()> {
    let own = node(cx, this)?;
    if view(this).shows == Shows::Attributes {
        if let Some(attr) = find_attribute(this, &Member::Name(name.clone())) {
            attr.unlink();
        }
        return Ok(());
    }
    let look = view(this);
    let Some(shown) = holder(this, &own) else { return Ok(()) };
    let found: Vec<Node> =
        shown.children().filter(|child| child.is_element() && child.has_name(name.as_bytes()) && fits_ns(child, look)).collect();
    for node in found {
        node.unlink();
    }
    Ok(())
}

pub(crate) fn unset_dim(cx: &mut Cx, this: &PhpObject, key: &Value) -> PhpResult<()> {
    let own = node(cx, this)?;
    let found = match member(cx, Some(key))? {
        Member::Number(at) if view(this).shows != Shows::Attributes => numbered(this, &own, at),
        which => find_attribute(this, &which),
    };
    if let Some(found) = found {
        found.unlink();
    }
    Ok(())
}
