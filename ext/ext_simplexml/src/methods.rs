//! The methods of `SimpleXMLElement`: children and attributes by namespace, XPath, and adding elements.

use ext_libxml::{NodeNative, report_plain};
use loxo_libxml_sys::{Node, Ns, XPath, XPathNode, XPathValue, kind, names, save_flags};
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value};

use crate::functions::{parse, view_for};
use crate::object::{Shows, View, create, create_as, first, node, stands_for, to_text, view};
use crate::table;

fn bytes(text: Option<&PhpStr>) -> Option<&[u8]> {
    text.map(PhpStr::as_bytes)
}

/// `SimpleXMLElement::__construct()`
#[rustfmt::skip]
pub(crate) fn construct(
    cx: &mut Cx, this: &PhpObject, data: &PhpStr, options: i64, is_url: bool, ns: &PhpStr, is_prefix: bool,
) -> PhpResult<()> {
    if i32::try_from(options).is_err() {
        return Err(cx.argument_error("Exception", 2, "is invalid"));
    }
    let document = if is_url {
        match ext_libxml::read_document_as_named(cx, data.as_bytes())? {
            Some((source, name)) => parse(cx, &source, Some(&name), options)?,
            None => {
                ext_libxml::report(cx)?;
                None
            }
        }
    } else {
        parse(cx, data.as_bytes(), None, options)?
    };
    let Some(document) = document else { return Err(cx.throw_exception("String could not be parsed as XML")) };
    let view = View { rootless: document.root().is_none(), ..view_for(ns, is_prefix) };
    this.set_native(NodeNative::shared(document.root(), Box::new(view), Some(stands_for)));
    Ok(())
}

/// `SimpleXMLElement::xpath()`
pub(crate) fn xpath(cx: &mut Cx, this: &PhpObject, expression: &PhpStr) -> PhpResult<Value> {
    if view(this).shows == Shows::Attributes {
        return Ok(Value::NULL);
    }
    let own = node(cx, this)?;
    let Some(from) = first(this, &own) else { return Ok(Value::FALSE) };
    let Some(context) = XPath::new(&own) else { return Ok(Value::FALSE) };
    for (prefix, href) in &view(this).registered {
        context.register_ns(prefix, href);
    }
    let found = context.evaluate(expression.as_bytes(), &from, true, &mut |_| XPathValue::Bool(false));
    report_plain(cx)?;
    let nodes = match found {
        Some(XPathValue::Nodes(nodes)) => nodes,
        Some(_) => Vec::new(),
        None => return Ok(Value::FALSE),
    };
    let mut list = PhpArray::new();
    for found in nodes {
        let XPathNode::Node(found) = found else { continue };
        let parent = if found.is_element() { None } else { found.parent() };
        let object = match (found.kind(), parent) {
            (kind::TEXT, Some(parent)) => create(cx, this, parent, Shows::Node, None)?,
            (kind::ATTRIBUTE, Some(parent)) => {
                let object = create(cx, this, parent, Shows::Attributes, Some(found.name()))?;
                let own = view(&object);
                (own.ns, own.is_prefix) = (found.ns().and_then(|ns| ns.href), false);
                object
            }
            (kind::ELEMENT | kind::PI | kind::COMMENT, _) => create(cx, this, found, Shows::Node, None)?,
            _ => continue,
        };
        let _ = list.push(Value::object(object));
    }
    Ok(Value::array(list))
}

/// `SimpleXMLElement::registerXPathNamespace()`
pub(crate) fn register_x_path_namespace(cx: &mut Cx, this: &PhpObject, prefix: &PhpStr, namespace: &PhpStr) -> PhpResult<bool> {
    node(cx, this)?;
    view(this).registered.push((prefix.as_bytes().to_vec(), namespace.as_bytes().to_vec()));
    Ok(true)
}

/// `SimpleXMLElement::asXML()`
pub(crate) fn as_xml(cx: &mut Cx, this: &PhpObject, filename: Option<&PhpStr>) -> PhpResult<Value> {
    let own = node(cx, this)?;
    let Some(shown) = first(this, &own) else { return Ok(Value::FALSE) };
    let whole = shown.parent().is_some_and(|parent| parent.is_document());
    let saved = if whole { shown.save_document(shown.encoding().as_deref(), save_flags::AS_XML) } else { shown.save(false, false) };
    report_plain(cx)?;
    let Some(saved) = saved else { return Ok(Value::FALSE) };
    match filename {
        Some(filename) => Ok(Value::from(ext_libxml::write_document(cx, filename.as_bytes(), &saved)?.is_some())),
        None => Ok(Value::from(PhpStr::new(&saved))),
    }
}

fn add(found: &mut PhpArray, ns: &Ns) {
    let prefix = ns.prefix.clone().unwrap_or_default();
    if found.get_sym(&prefix).is_none() {
        found.set_sym(&prefix, Value::from(PhpStr::new(ns.href.as_deref().unwrap_or_default())));
    }
}

/// Nodes of a tree, elements alone.
fn elements(root: &Node, recursive: bool) -> Vec<Node> {
    let mut found = vec![root.clone()];
    let mut at = 0;
    while recursive && at < found.len() {
        let children: Vec<Node> = found[at].children().filter(Node::is_element).collect();
        for (offset, child) in children.into_iter().enumerate() {
            found.insert(at + 1 + offset, child);
        }
        at += 1;
    }
    found
}

/// `SimpleXMLElement::getNamespaces()`
pub(crate) fn get_namespaces(cx: &mut Cx, this: &PhpObject, recursive: bool) -> PhpResult<PhpArray> {
    let own = node(cx, this)?;
    let mut found = PhpArray::new();
    let Some(shown) = first(this, &own) else { return Ok(found) };
    if shown.kind() == kind::ATTRIBUTE {
        if let Some(ns) = shown.ns() {
            add(&mut found, &ns);
        }
        return Ok(found);
    }
    for element in elements(&shown, recursive) {
        for ns in element.ns().into_iter().chain(element.attributes().iter().filter_map(Node::ns)) {
            add(&mut found, &ns);
        }
    }
    Ok(found)
}

/// `SimpleXMLElement::getDocNamespaces()`
pub(crate) fn get_doc_namespaces(cx: &mut Cx, this: &PhpObject, recursive: bool, from_root: bool) -> PhpResult<OrFalse<PhpArray>> {
    if from_root && view(this).rootless {
        return Ok(OrFalse::FALSE);
    }
    let own = node(cx, this)?;
    let start = if from_root { own.root() } else { Some(own) };
    let Some(start) = start else { return Ok(OrFalse::FALSE) };
    let mut found = PhpArray::new();
    if start.is_element() {
        for element in elements(&start, recursive) {
            for ns in element.ns_defs() {
                add(&mut found, &ns);
            }
        }
    }
    Ok(OrFalse::some(found))
}

fn part(cx: &mut Cx, this: &PhpObject, shows: Shows, ns: Option<&PhpStr>, is_prefix: bool) -> PhpResult<Value> {
    let own = node(cx, this)?;
    if view(this).shows == Shows::Attributes {
        return Ok(Value::NULL);
    }
    let Some(shown) = first(this, &own) else { return Ok(Value::NULL) };
    let ns = bytes(ns).filter(|ns| !ns.is_empty()).map(<[u8]>::to_vec);
    let look = View { shows, ns, is_prefix, ..View::default() };
    create_as(cx, loxo_runtime::class_of(this), shown, look).map(Value::object)
}

/// `SimpleXMLElement::children()`
pub(crate) fn children(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, is_prefix: bool) -> PhpResult<Value> {
    part(cx, this, Shows::Children, ns, is_prefix)
}

/// `SimpleXMLElement::attributes()`
pub(crate) fn attributes(cx: &mut Cx, this: &PhpObject, ns: Option<&PhpStr>, is_prefix: bool) -> PhpResult<Value> {
    part(cx, this, Shows::Attributes, ns, is_prefix)
}

/// `SimpleXMLElement::addChild()`
pub(crate) fn add_child(
    cx: &mut Cx,
    this: &PhpObject,
    name: &PhpStr,
    value: Option<&PhpStr>,
    namespace: Option<&PhpStr>,
) -> PhpResult<Value> {
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let own = node(cx, this)?;
    if view(this).shows == Shows::Attributes {
        cx.builtin_warning("Cannot add element to attributes");
        cx.check()?;
        return Ok(Value::NULL);
    }
    let Some(parent) = first(this, &own) else {
        cx.builtin_warning("Cannot add child. Parent is not a permanent member of the XML tree");
        cx.check()?;
        return Ok(Value::NULL);
    };
    let (prefix, local) = names::split(name.as_bytes());
    let Some(new) = parent.document().new_element(local) else { return Ok(Value::NULL) };
    if let Some(value) = value {
        new.set_parsed_text(value.as_bytes());
        report_plain(cx)?;
    }
    parent.insert(&new, None);
    match bytes(namespace) {
        None => {
            if let Some(ns) = parent.ns() {
                new.set_ns(ns.prefix.as_deref(), ns.href.as_deref(), true);
            }
        }
        Some(b"") => {
            new.declare_ns(prefix, b"");
        }
        Some(href) => match parent.lookup_href(href) {
            Some(known) => new.set_ns(known.prefix.as_deref(), Some(href), true),
            None => new.set_ns(prefix, Some(href), true),
        },
    }
    let look = View { ns: prefix.map(<[u8]>::to_vec), ..View::default() };
    create_as(cx, loxo_runtime::class_of(this), new, look).map(Value::object)
}

/// `SimpleXMLElement::addAttribute()`
pub(crate) fn add_attribute(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &PhpStr, namespace: Option<&PhpStr>) -> PhpResult<()> {
    if name.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let own = node(cx, this)?;
    let Some(element) = first(this, &own).filter(Node::is_element) else {
        cx.builtin_warning("Unable to locate parent Element");
        return cx.check();
    };
    let (prefix, local) = names::split(name.as_bytes());
    let href = bytes(namespace).filter(|href| !href.is_empty());
    if prefix.is_none() && href.is_some() {
        cx.builtin_warning("Attribute requires prefix for namespace");
        return cx.check();
    }
    if element.attribute_ns(href, local).is_some() {
        cx.builtin_warning("Attribute already exists");
        return cx.check();
    }
    let Some(attr) = element.document().new_attribute(local, value.as_bytes()) else { return Ok(()) };
    element.insert_attribute(&attr);
    if let Some(href) = href {
        let known = element.lookup_href(href).and_then(|ns| ns.prefix);
        attr.set_ns(known.as_deref().or(prefix), Some(href), true);
    }
    Ok(())
}

/// `SimpleXMLElement::getName()`
pub(crate) fn get_name(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let own = node(cx, this)?;
    Ok(first(this, &own).map_or_else(PhpStr::empty, |shown| PhpStr::new(&shown.name())))
}

/// `SimpleXMLElement::__toString()`
pub(crate) fn to_string(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(PhpStr::new(&to_text(this)))
}

/// `SimpleXMLElement::__debugInfo()`
pub(crate) fn debug_info(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    table::table(cx, this, true)
}

/// `SimpleXMLElement::count()`
pub(crate) fn count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    crate::iterate::count(cx, this)
}
