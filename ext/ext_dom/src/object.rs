//! From nodes to objects and back.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::OnceLock;

use crate::marks::{self, is_modern};
use crate::modern;
use crate::prelude::*;
use crate::properties;

/// What a document's objects share.
pub(crate) struct DocProps {
    pub format_output: Cell<bool>,
    pub validate_on_parse: Cell<bool>,
    pub resolve_externals: Cell<bool>,
    pub preserve_white_space: Cell<bool>,
    pub substitute_entities: Cell<bool>,
    pub strict_error: Cell<bool>,
    pub recover: Cell<bool>,
    /// The document is there only because nodes need one: `new DOMElement`.
    pub hidden: Cell<bool>,
    /// A document of HTML without a type that says otherwise.
    pub quirks: Cell<bool>,
    /// `registerNodeClass()`
    pub classes: RefCell<Vec<(&'static Class, &'static Class)>>,
}

impl Default for DocProps {
    fn default() -> DocProps {
        DocProps {
            format_output: Cell::new(false),
            validate_on_parse: Cell::new(false),
            resolve_externals: Cell::new(false),
            preserve_white_space: Cell::new(true),
            substitute_entities: Cell::new(false),
            strict_error: Cell::new(true),
            recover: Cell::new(false),
            hidden: Cell::new(false),
            quirks: Cell::new(false),
            classes: RefCell::default(),
        }
    }
}

/// Looks at those of the document of a node; `None`: nobody has set any.
pub(crate) fn look<R>(node: &Node, look: impl FnOnce(Option<&DocProps>) -> R) -> R {
    node.with_extra(|extra| look(extra.and_then(|extra| extra.downcast_ref())))
}

/// Of the document of a node.
pub(crate) fn props(node: &Node) -> Rc<DocProps> {
    let shared = node.shared();
    if let Some(known) = shared.extra().and_then(|extra| extra.downcast::<DocProps>().ok()) {
        return known;
    }
    let new = Rc::new(DocProps::default());
    shared.set_extra(new.clone());
    new
}

/// A document for a node that has none.
pub(crate) fn hidden_document(cx: &mut Cx) -> PhpResult<Node> {
    let Some(document) = Node::new_document(b"1.0") else { return Err(cx.throw_error("Cannot create document")) };
    props(&document).hidden.set(true);
    Ok(document)
}

/// Has the node no document that programs know?
pub(crate) fn is_homeless(node: &Node) -> bool {
    look(node, |props| props.is_some_and(|props| props.hidden.get()))
}

/// Of all classes of nodes.
pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| NodeNative::fresh()),
        read_property: Some(properties::read),
        write_property: Some(properties::write),
        has_property: Some(properties::has),
        unset_property: Some(properties::unset),
        debug_info: Some(properties::debug_info),
        after_clone: Some(clone),
        ..ObjectHandlers::default()
    }
}

fn clone(cx: &mut Cx, old: &PhpObject, new: &PhpObject) -> PhpResult<()> {
    let Some(node) = node_of(old) else { return Ok(()) };
    let copy = match node.is_document() {
        true => copy_document(&node, true),
        false if is_modern(&node) => node.document().plain_copy(&node, true),
        false => node.document().copy_of(&node, 1),
    };
    let Some(copy) = copy else { return Err(cx.throw_error("Cannot clone node")) };
    attach(new, Some(copy));
    Ok(())
}

/// A copy of a document with the settings of its own.
pub(crate) fn copy_document(node: &Node, deep: bool) -> Option<Node> {
    let copy = if is_modern(node) { modern::object::copy_document(node, deep)? } else { node.copy_document(deep)? };
    let (from, to) = (props(node), props(&copy));
    to.format_output.set(from.format_output.get());
    to.validate_on_parse.set(from.validate_on_parse.get());
    to.resolve_externals.set(from.resolve_externals.get());
    to.preserve_white_space.set(from.preserve_white_space.get());
    to.substitute_entities.set(from.substitute_entities.get());
    to.strict_error.set(from.strict_error.get());
    to.recover.set(from.recover.get());
    copy.mark(node.marks() & (marks::MODERN | marks::MAPPED));
    to.quirks.set(from.quirks.get());
    *to.classes.borrow_mut() = from.classes.borrow().clone();
    Some(copy)
}

/// The object shows this node from now on.
pub(crate) fn attach(object: &PhpObject, node: Option<Node>) {
    if let Some(native) = NodeNative::of(object) {
        native.show(node, object);
    }
}

pub(crate) fn node_of(object: &PhpObject) -> Option<Node> {
    ext_libxml::node_of(object)
}

/// The node of a method's object.
pub(crate) fn this_node(cx: &mut Cx, this: &PhpObject) -> PhpResult<Node> {
    match node_of(this) {
        Some(node) => Ok(node),
        None => {
            let class = convert::class_text(class_of(this));
            Err(cx.throw_error(format!("Couldn't fetch {class}")))
        }
    }
}

/// The class of a node's objects, in documents of the old classes.
fn old_class_for(cx: &Cx, node: &Node) -> Option<&'static Class> {
    /// By kind; builtin classes are the process's.
    static KNOWN: [OnceLock<Option<&'static Class>>; 1 + kind::XINCLUDE_END as usize] =
        [const { OnceLock::new() }; 1 + kind::XINCLUDE_END as usize];
    let kind = node.kind();
    *KNOWN.get(usize::try_from(kind).ok()?)?.get_or_init(|| old_class_of(cx, kind))
}

fn old_class_of(cx: &Cx, kind: i32) -> Option<&'static Class> {
    Some(match kind {
        kind::DOCUMENT | kind::HTML_DOCUMENT => cx.builtin_class("DOMDocument"),
        kind::DTD | kind::DOCTYPE => cx.builtin_class("DOMDocumentType"),
        kind::ELEMENT => cx.builtin_class("DOMElement"),
        kind::ATTRIBUTE => cx.builtin_class("DOMAttr"),
        kind::ENTITY_REF => cx.builtin_class("DOMEntityReference"),
        kind::PI => cx.builtin_class("DOMProcessingInstruction"),
        kind::TEXT => cx.builtin_class("DOMText"),
        kind::CDATA => cx.builtin_class("DOMCdataSection"),
        kind::COMMENT => cx.builtin_class("DOMComment"),
        kind::FRAGMENT => cx.builtin_class("DOMDocumentFragment"),
        kind::ENTITY_DECL | kind::ENTITY => cx.builtin_class("DOMEntity"),
        kind::NOTATION => cx.builtin_class("DOMNotation"),
        _ => return None,
    })
}

/// The class that the program wants instead.
pub(crate) fn mapped(node: &Node, class: &'static Class) -> &'static Class {
    look(node, |props| {
        let classes = props.map(|props| props.classes.borrow());
        let found = classes.as_ref().and_then(|classes| classes.iter().find(|(base, _)| base.same(class)));
        found.map_or(class, |(_, extended)| *extended)
    })
}

/// The object of a node: the one it has, or a new one. `None`: such nodes have no objects.
pub(crate) fn object_for(cx: &mut Cx, node: &Node) -> PhpResult<Option<PhpObject>> {
    if let Some(object) = ext_libxml::object_of(node) {
        return Ok(Some(object));
    }
    // Most of what makes trees grow shows a node afterwards.
    ext_libxml::settle();
    let known = node.marks();
    let modern = known & marks::MODERN != 0;
    let class = if modern { modern::object::class_for(cx, node) } else { old_class_for(cx, node) };
    let Some(class) = class else {
        cx.builtin_warning(format!("Unsupported node type: {}", node.kind()));
        cx.check()?;
        return Ok(None);
    };
    if !modern {
        node.mark(marks::SHOWN);
    }
    let new = object::instantiate_raw(cx, if known & marks::MAPPED != 0 { mapped(node, class) } else { class })?;
    attach(&new, Some(node.clone()));
    Ok(Some(new))
}

/// The same as a value; null without a node.
pub(crate) fn value_for(cx: &mut Cx, node: Option<Node>) -> PhpResult<Value> {
    match node {
        Some(node) => Ok(object_for(cx, &node)?.map_or(Value::NULL, Value::object)),
        None => Ok(Value::NULL),
    }
}
