//! Evaluates XPath expressions by libxml2, with functions that the caller supplies.

use std::cell::{Cell, RefCell};
use std::ffi::c_int;
use std::ptr;
use std::rc::Rc;

use crate::errors::ready;
use crate::input::{guarded, resume};
use crate::node::{Node, kind};
use crate::raw::{self, RawNode, RawNs, RawXPath, RawXPathObject, RawXPathParser};
use crate::shared::DocShared;
use crate::text::{c_text, copied, opt_ptr, owned, ptr as text};

/// What an expression gives, and what functions take and give.
#[derive(Clone)]
pub enum XPathValue {
    Nodes(Vec<XPathNode>),
    Bool(bool),
    Number(f64),
    Text(Vec<u8>),
}

/// A node of a result. Namespaces are nodes to XPath alone.
#[derive(Clone)]
pub enum XPathNode {
    Node(Node),
    Namespace { prefix: Option<Vec<u8>>, href: Option<Vec<u8>>, parent: Option<Node> },
}

/// A call of a function that is not libxml2's.
pub struct Evaluation {
    pub name: Vec<u8>,
    pub uri: Vec<u8>,
    pub args: Vec<XPathValue>,
}

type Functions<'a> = dyn FnMut(Evaluation) -> XPathValue + 'a;

struct Running {
    functions: *mut Functions<'static>,
    doc: Rc<DocShared>,
    /// What functions gave must live until the end of the evaluation.
    kept: RefCell<Vec<Node>>,
}

thread_local! {
    static RUNNING: Cell<*const Running> = const { Cell::new(ptr::null()) };
}

/// An XPath context of a document.
pub struct XPath {
    raw: *mut RawXPath,
    doc: Rc<DocShared>,
}

impl XPath {
    pub fn new(document: &Node) -> Option<XPath> {
        ready();
        let doc = document.shared();
        // SAFETY: the document outlives the context, which holds it.
        let raw = unsafe { raw::xmlXPathNewContext(doc.raw) };
        (!raw.is_null()).then_some(XPath { raw, doc })
    }

    pub fn document(&self) -> Node {
        // SAFETY: the document is alive.
        Node(unsafe { self.doc.wrap(self.doc.raw.cast()) })
    }

    pub fn register_ns(&self, prefix: &[u8], href: &[u8]) -> bool {
        let (prefix, href) = (c_text(prefix), c_text(href));
        // SAFETY: the context is alive.
        unsafe { raw::xmlXPathRegisterNs(self.raw, text(&prefix), text(&href)) == 0 }
    }

    /// Makes a function known; calls go to the `functions` of [`XPath::evaluate`].
    pub fn register_function(&self, uri: Option<&[u8]>, name: &[u8]) -> bool {
        let (uri, name) = (uri.map(c_text), c_text(name));
        // SAFETY: the context is alive; the function lives for ever.
        unsafe { raw::xmlXPathRegisterFuncNS(self.raw, text(&name), opt_ptr(uri.as_ref()), Some(call)) == 0 }
    }

    /// Evaluates from a node of the document on, with the namespaces in scope there if asked for.
    pub fn evaluate(&self, expression: &[u8], from: &Node, in_scope: bool, functions: &mut Functions<'_>) -> Option<XPathValue> {
        let expression = c_text(expression);
        // SAFETY: only the lifetime changes; the pointer does not outlive this call.
        let functions = unsafe { std::mem::transmute::<*mut Functions<'_>, *mut Functions<'static>>(functions) };
        let running = Running { functions, doc: self.doc.clone(), kept: RefCell::default() };
        let mut scope = if in_scope { namespaces_at(from) } else { Vec::new() };
        let outer = RUNNING.replace(&raw const running);
        let value = self.doc.pinned(|| {
            // SAFETY: context, node and namespaces are alive during the evaluation, and no node is freed in it.
            unsafe {
                let saved = ((*self.raw).node, (*self.raw).doc);
                (*self.raw).node = from.raw();
                (*self.raw).namespaces = if scope.is_empty() { ptr::null_mut() } else { scope.as_mut_ptr() };
                (*self.raw).ns_nr = scope.len() as c_int;
                let object = raw::xmlXPathEvalExpression(text(&expression), self.raw);
                ((*self.raw).node, (*self.raw).doc) = saved;
                (*self.raw).namespaces = ptr::null_mut();
                (*self.raw).ns_nr = 0;
                let value = (!object.is_null()).then(|| value_of(&self.doc, object, true));
                raw::xmlXPathFreeObject(object);
                value
            }
        });
        RUNNING.set(outer);
        resume();
        value
    }
}

impl Drop for XPath {
    fn drop(&mut self) {
        // SAFETY: nobody else has it.
        unsafe { raw::xmlXPathFreeContext(self.raw) }
    }
}

/// The namespaces in scope, innermost first, one for each prefix.
fn namespaces_at(node: &Node) -> Vec<*mut RawNs> {
    let mut found: Vec<*mut RawNs> = Vec::new();
    let mut at = Some(node.clone());
    while let Some(node) = at {
        if node.is_element() {
            // SAFETY: declarations of living elements are alive.
            unsafe {
                let mut ns = node.full().ns_def;
                while !ns.is_null() {
                    let prefix = copied((*ns).prefix);
                    if !found.iter().any(|known| copied((**known).prefix) == prefix) {
                        found.push(ns);
                    }
                    ns = (*ns).next;
                }
                // Where declarations are attributes.
                let doc = node.shared();
                let mut attr = node.full().properties;
                while !attr.is_null() {
                    if crate::dom_standard::is_declaration(attr) {
                        let name = copied((*attr).name).unwrap_or_default();
                        let prefix = Some(name).filter(|name| name != b"xmlns");
                        let href = crate::text::owned(raw::xmlNodeGetContent(attr)).unwrap_or_default();
                        if !found.iter().any(|known| copied((**known).prefix) == prefix) {
                            found.push(doc.stray_ns(prefix.as_deref(), &href));
                        }
                    }
                    attr = (*attr).next;
                }
            }
        }
        at = node.parent();
    }
    found
}

/// # Safety
/// The object is libxml2's, its nodes are alive and of the document (or documents whose handles are kept).
unsafe fn value_of(doc: &Rc<DocShared>, object: *mut RawXPathObject, sorted: bool) -> XPathValue {
    // SAFETY: by the contract.
    unsafe {
        match (*object).kind {
            1 | 9 => {
                let set = (*object).nodes;
                if set.is_null() {
                    return XPathValue::Nodes(Vec::new());
                }
                if sorted {
                    raw::xmlXPathNodeSetSort(set);
                }
                let nodes = (0..(*set).count as usize).filter_map(|at| node_of(doc, *(*set).nodes.add(at))).collect();
                XPathValue::Nodes(nodes)
            }
            2 => XPathValue::Bool((*object).boolean != 0),
            3 => XPathValue::Number((*object).float),
            _ => XPathValue::Text(owned(raw::xmlXPathCastToString(object)).unwrap_or_default()),
        }
    }
}

/// # Safety
/// As [`value_of`].
unsafe fn node_of(doc: &Rc<DocShared>, node: *mut RawNode) -> Option<XPathNode> {
    // SAFETY: by the contract; a node that is a namespace has that layout, and its `next` is the element.
    unsafe {
        if node.is_null() {
            return None;
        }
        if (*node.cast::<RawNs>()).kind == kind::NAMESPACE {
            let ns = &*node.cast::<RawNs>();
            let above = ns.next.cast::<RawNode>();
            let parent = (!above.is_null() && (*above).kind == kind::ELEMENT).then(|| Node(doc.wrap(above)));
            return Some(XPathNode::Namespace { prefix: copied(ns.prefix), href: copied(ns.href), parent });
        }
        if (*node).doc != doc.raw {
            // A node of another document that a function gave: its handle is known, its document is not ours to name.
            let known = (*node).private.cast::<crate::node::NodeCell>().cast_const();
            return (!known.is_null()).then(|| {
                Rc::increment_strong_count(known);
                XPathNode::Node(Node(Rc::from_raw(known)))
            });
        }
        Some(XPathNode::Node(Node(doc.wrap(node))))
    }
}

unsafe extern "C" fn call(ctxt: *mut RawXPathParser, count: c_int) {
    // SAFETY: libxml2 calls with as many values on its stack; the evaluation is the innermost of this thread, and is in progress.
    unsafe {
        let Some(running) = RUNNING.get().as_ref() else { return };
        let mut args = Vec::new();
        for _ in 0..count {
            let object = raw::valuePop(ctxt);
            if object.is_null() {
                continue;
            }
            args.push(value_of(&running.doc, object, false));
            raw::xmlXPathFreeObject(object);
        }
        args.reverse();
        let context = (*ctxt).context;
        let name = copied((*context).function).unwrap_or_default();
        let uri = copied((*context).function_uri).unwrap_or_default();
        let saved = (*context).node;
        let functions = running.functions;
        let result = guarded(|| (*functions)(Evaluation { name, uri, args }));
        (*context).node = saved;
        let object = result.map_or_else(|| raw::xmlXPathNewString(c"".as_ptr().cast()), |value| object_of(running, value));
        raw::valuePush(ctxt, object);
    }
}

/// # Safety
/// The evaluation is in progress.
unsafe fn object_of(running: &Running, value: XPathValue) -> *mut RawXPathObject {
    // SAFETY: the nodes' handles are kept until the evaluation is over.
    unsafe {
        match value {
            XPathValue::Bool(value) => raw::xmlXPathNewBoolean(c_int::from(value)),
            XPathValue::Number(value) => raw::xmlXPathNewFloat(value),
            XPathValue::Text(value) => raw::xmlXPathNewString(text(&c_text(&value))),
            XPathValue::Nodes(nodes) => {
                let set = raw::xmlXPathNodeSetCreate(ptr::null_mut());
                for node in nodes {
                    if let XPathNode::Node(node) = node {
                        raw::xmlXPathNodeSetAdd(set, node.raw());
                        running.kept.borrow_mut().push(node);
                    }
                }
                raw::xmlXPathWrapNodeSet(set)
            }
        }
    }
}
