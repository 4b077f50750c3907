//! `DOMNameSpaceNode`: a declaration of a namespace. Trees have no such nodes; the objects hold what they show.

use crate::prelude::*;

/// The native part.
#[derive(Clone, Default)]
pub(crate) struct Declaration {
    pub prefix: Option<Vec<u8>>,
    pub href: Option<Vec<u8>>,
    pub parent: Option<Node>,
    /// The element's object lives as long as this.
    pub shown: Option<PhpObject>,
}

impl Native for Declaration {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(shown) = &self.shown {
            tracer.object(shown);
        }
    }

    fn clone_native(&self) -> Option<Box<dyn Native>> {
        Some(Box::new(self.clone()))
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Declaration::default())),
        read_property: Some(|cx, this, name| read(cx, this, name.as_bytes())),
        write_property: Some(|cx, this, name, _| match read(cx, this, name.as_bytes())? {
            Some(_) => Err(crate::properties::readonly(cx, this, name, "modify readonly property")),
            None => Ok(false),
        }),
        has_property: Some(|cx, this, name, not_empty| match read(cx, this, name.as_bytes())? {
            Some(value) if not_empty => convert::to_bool(cx, &value).map(Some),
            value => Ok(value.map(|value| !value.is_null())),
        }),
        debug_info: Some(debug_info),
        ..ObjectHandlers::default()
    }
}

/// What an object declares.
pub(crate) fn of(object: &PhpObject) -> Option<&Declaration> {
    object.native::<Declaration>()
}

pub(crate) fn create(cx: &mut Cx, prefix: Option<Vec<u8>>, href: Option<Vec<u8>>, parent: Option<Node>) -> PhpResult<PhpObject> {
    let shown = value_for(cx, parent.clone())?.as_object().cloned();
    let new = object::instantiate_raw(cx, cx.builtin_class("DOMNameSpaceNode"))?;
    new.set_native(Box::new(Declaration { prefix, href, parent, shown }));
    Ok(new)
}

fn read(cx: &mut Cx, this: &PhpObject, name: &[u8]) -> PhpResult<Option<Value>> {
    let Some(own) = of(this).cloned() else { return Ok(None) };
    let prefix = own.prefix.unwrap_or_default();
    Ok(Some(match name {
        b"nodeName" if prefix.is_empty() => text("xmlns"),
        b"nodeName" => text([b"xmlns:", &prefix[..]].concat()),
        b"nodeValue" => opt_text(own.href),
        b"nodeType" => Value::from(i64::from(kind::NAMESPACE)),
        b"prefix" => text(prefix),
        b"localName" if prefix.is_empty() => text("xmlns"),
        b"localName" => text(prefix),
        b"namespaceURI" => opt_text(own.href),
        b"isConnected" => Value::from(own.parent.is_some_and(|parent| parent.document().contains(&parent))),
        b"ownerDocument" => value_for(cx, own.parent.map(|parent| parent.document()))?,
        b"parentNode" | b"parentElement" => value_for(cx, own.parent)?,
        _ => return Ok(None),
    }))
}

fn debug_info(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut shown = crate::properties::own_members(this);
    for name in crate::properties::property_names(this) {
        if let Some(value) = read(cx, this, name.as_bytes())? {
            shown.set_sym(name.as_bytes(), crate::properties::omitted(value));
        }
    }
    Ok(shown)
}

/// `DOMNameSpaceNode::__sleep()`
pub(crate) fn sleep(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    crate::node::sleep(cx, this)
}

/// `DOMNameSpaceNode::__wakeup()`
pub(crate) fn wakeup(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    crate::node::wakeup(cx, this)
}
