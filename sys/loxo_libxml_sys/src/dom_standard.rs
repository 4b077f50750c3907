//! Trees as the DOM standard wants them: declarations of namespaces are attributes, copies take namespaces as they are, templates have their
//! content beside the tree.

use std::collections::HashMap;
use std::ptr;

use crate::node::{Node, kind};
use crate::raw::{self, RawAttr, RawElement, RawNode, RawNs};
use crate::shared::{DocShared, walk};
use crate::text::{c_text, copied, equals, ptr as text};

const XMLNS: &[u8] = b"http://www.w3.org/2000/xmlns/";

impl Node {
    /// Makes attributes of all declarations in the tree.
    pub fn declarations_to_attributes(&self) {
        let doc = self.shared();
        let mut elements = Vec::new();
        // SAFETY: the tree is alive and not changed meanwhile.
        unsafe {
            walk(self.raw(), &mut |node| {
                if (*node).kind == kind::ELEMENT {
                    elements.push(node.cast::<RawElement>());
                }
                true
            });
        }
        let mut first: HashMap<(Option<Vec<u8>>, Vec<u8>), *mut RawNs> = HashMap::new();
        let mut same: HashMap<*mut RawNs, *mut RawNs> = HashMap::new();
        let mut surplus = Vec::new();
        // SAFETY: elements and their declarations are alive. Declarations move to the document, equal ones become one, and all nodes that
        // point to such a one are elements or attributes of the tree: only those of libxml2's own trees have declarations.
        unsafe {
            for element in &elements {
                let mut ns = std::mem::replace(&mut (**element).ns_def, ptr::null_mut());
                let mut attributes = Vec::new();
                while !ns.is_null() {
                    let next = (*ns).next;
                    let (prefix, href) = (copied((*ns).prefix), copied((*ns).href).unwrap_or_default());
                    attributes.push(declaration(&doc, prefix.as_deref(), &href));
                    match first.get(&(prefix.clone(), href.clone())) {
                        Some(known) => {
                            same.insert(ns, *known);
                            surplus.push(ns);
                        }
                        None => {
                            first.insert((prefix, href), ns);
                            doc.keep_ns(ns);
                        }
                    }
                    ns = next;
                }
                for attr in attributes.into_iter().rev().filter(|attr| !attr.is_null()) {
                    let old = std::mem::replace(&mut (**element).properties, attr);
                    (*attr).parent = element.cast();
                    (*attr).next = old;
                    if !old.is_null() {
                        (*old).prev = attr;
                    }
                }
            }
            if !surplus.is_empty() {
                walk(self.raw(), &mut |node| {
                    if matches!((*node).kind, kind::ELEMENT | kind::ATTRIBUTE)
                        && let Some(known) = same.get(&(*node).ns)
                    {
                        (*node).ns = *known;
                    }
                    true
                });
            }
            for ns in surplus {
                raw::xmlFreeNs(ns);
            }
        }
        doc.changed();
    }

    /// Runs `work` while the attributes that declare namespaces are declarations again: what is libxml2's own looks for those.
    pub fn with_declarations<R>(&self, work: impl FnOnce() -> R) -> R {
        struct Back(Vec<(*mut RawElement, Vec<*mut RawNode>)>);
        impl Drop for Back {
            fn drop(&mut self) {
                // SAFETY: nothing was freed meanwhile; the lists are as they were, and the declarations were made for the time being.
                unsafe {
                    for (element, attributes) in &self.0 {
                        let mut ns = std::mem::replace(&mut (**element).ns_def, ptr::null_mut());
                        while !ns.is_null() {
                            let next = (*ns).next;
                            raw::xmlFreeNs(ns);
                            ns = next;
                        }
                        chain(*element, attributes);
                    }
                }
            }
        }
        let doc = self.shared();
        let root = self.document();
        let mut elements = Vec::new();
        // SAFETY: the tree is alive and not changed while it is walked; attributes that leave their list are put back.
        let back = unsafe {
            for top in [&root, self] {
                let top = std::iter::successors(Some(top.clone()), Node::parent).last().unwrap_or_else(|| top.clone());
                walk(top.raw(), &mut |node| {
                    if (*node).kind == kind::ELEMENT {
                        elements.push(node.cast::<RawElement>());
                    }
                    true
                });
                if self.is_document() || root.contains(self) {
                    break;
                }
            }
            let mut saved = Vec::new();
            for element in elements {
                let mut all = Vec::new();
                let mut at = (*element).properties;
                while !at.is_null() {
                    all.push(at);
                    at = (*at).next;
                }
                let (own, rest): (Vec<_>, Vec<_>) = all.iter().partition(|attr| is_declaration(**attr));
                chain(element, &rest);
                for attr in own {
                    let prefix = if equals((*attr).name, Some(b"xmlns")) { ptr::null() } else { (*attr).name };
                    let href = crate::text::owned(raw::xmlNodeGetContent(attr)).unwrap_or_default();
                    raw::xmlNewNs(element.cast(), text(&c_text(&href)), prefix);
                }
                // What is used without being declared is declared, too.
                for node in std::iter::once(element.cast::<RawNode>()).chain(rest.iter().copied()) {
                    let Some(ns) = (*node).ns.as_ref() else { continue };
                    let known = raw::xmlSearchNs(doc.raw, element.cast(), ns.prefix);
                    let same = known.as_ref().is_some_and(|known| equals(known.href, copied(ns.href).as_deref()));
                    if !same {
                        raw::xmlNewNs(element.cast(), ns.href, ns.prefix);
                    }
                }
                saved.push((element, all));
            }
            Back(saved)
        };
        let result = doc.pinned(work);
        drop(back);
        result
    }

    /// A copy of a node for this node's document, with namespaces and declarations as they are; with all below it if `deep`. Contents of
    /// templates are not copied, as PHP has it.
    pub fn plain_copy(&self, node: &Node, deep: bool) -> Option<Node> {
        let target = self.shared();
        // SAFETY: both documents are alive; each copy is nobody else's until it is linked, and goes where its original's parent's copy is.
        unsafe {
            let top = copy_one(&target, node.raw())?;
            let result = Node(target.wrap(top));
            let mut work = vec![(node.raw(), top, deep)];
            while let Some((from, to, deep)) = work.pop() {
                let deep = deep || (*from).kind == kind::ATTRIBUTE;
                if !deep || !holds_children(from) {
                    continue;
                }
                let mut child = (*from).children;
                while !child.is_null() {
                    if let Some(copy) = copy_one(&target, child) {
                        crate::edit::link(to, copy, ptr::null_mut());
                        work.push((child, copy, true));
                    }
                    child = (*child).next;
                }
            }
            Some(result)
        }
    }

    /// The content of a template, if it has any.
    pub fn template(&self) -> Option<Node> {
        let doc = self.shared();
        // SAFETY: contents are alive as long as their element.
        doc.template(self.raw()).map(|raw| Node(unsafe { doc.wrap(raw) }))
    }

    /// The content of a template; an empty one is made.
    pub fn make_template(&self) -> Option<Node> {
        let doc = self.shared();
        // SAFETY: as in `template`.
        doc.make_template(self.raw()).map(|raw| Node(unsafe { doc.wrap(raw) }))
    }

    /// Puts text at the end of a node, or in front of a child; a text that is there takes it up.
    pub fn add_text(&self, content: &[u8], before: Option<&Node>) {
        self.add_text_at(content, before, 0);
    }

    /// The same for text that stands at a line of its source.
    pub fn add_text_at(&self, content: &[u8], before: Option<&Node>, line: u64) {
        let neighbour = match before {
            Some(before) => before.prev(),
            None => self.last_child(),
        };
        match neighbour.filter(|node| node.kind() == kind::TEXT) {
            Some(node) => {
                if let Some((content, length)) = crate::doc::sized(content) {
                    // SAFETY: texts have a content of their own.
                    unsafe { raw::xmlNodeAddContentLen(node.raw(), text(&content), length) };
                }
            }
            None => {
                if let Some(node) = self.new_text(content) {
                    node.set_line(line);
                    self.insert(&node, before);
                }
            }
        }
    }

    /// The line in its source at which the node stands.
    pub fn set_line(&self, line: u64) {
        if self.is_element() || self.value().is_some() {
            // SAFETY: these kinds have the fields. Texts far behind have their line where libxml2 itself puts it.
            unsafe {
                let node = self.raw().cast::<RawElement>();
                (*node).line = u16::try_from(line).unwrap_or(u16::MAX);
                if self.kind() == kind::TEXT && line >= u64::from(u16::MAX) {
                    (*node).psvi = ptr::without_provenance_mut(line as usize);
                }
            }
        }
    }

    /// From now on the attribute counts as an id; the document's table is left alone.
    pub fn mark_id(&self) {
        if self.kind() == kind::ATTRIBUTE {
            // SAFETY: attributes have this layout.
            unsafe { (*self.raw().cast::<RawAttr>()).atype = 2 };
        }
    }

    /// The first element below with an attribute that is an id of this value.
    pub fn find_by_id(&self, id: &[u8]) -> Option<Node> {
        let mut found: *mut RawNode = ptr::null_mut();
        // SAFETY: the tree is alive and not changed.
        unsafe {
            walk(self.raw(), &mut |node| {
                if !found.is_null() || (*node).kind == kind::ATTRIBUTE {
                    return false;
                }
                if (*node).kind == kind::ELEMENT {
                    let mut attr = (*node.cast::<RawElement>()).properties;
                    while !attr.is_null() {
                        if (*attr.cast::<RawAttr>()).atype == 2 && value_is(attr, id) {
                            found = node;
                            return false;
                        }
                        attr = (*attr).next;
                    }
                }
                true
            });
            self.near(found)
        }
    }
}

/// # Safety
/// A living attribute.
unsafe fn value_is(attr: *mut RawNode, value: &[u8]) -> bool {
    // SAFETY: by the contract; texts have a content.
    unsafe {
        let child = (*attr).children;
        if child.is_null() {
            return value.is_empty();
        }
        if (*child).kind == kind::TEXT && (*child).next.is_null() {
            return equals((*child.cast::<RawElement>()).content, Some(value));
        }
        crate::text::owned(raw::xmlNodeGetContent(attr)).as_deref() == Some(value)
    }
}

/// # Safety
/// A living attribute.
pub(crate) unsafe fn is_declaration(attr: *mut RawNode) -> bool {
    // SAFETY: by the contract; namespaces live as long as their document.
    unsafe { (*attr).ns.as_ref().is_some_and(|ns| equals(ns.href, Some(XMLNS))) }
}

/// The element's attributes are these.
///
/// # Safety
/// The element and the attributes are alive, and the attributes its own.
unsafe fn chain(element: *mut RawElement, attributes: &[*mut RawNode]) {
    // SAFETY: by the contract.
    unsafe {
        (*element).properties = attributes.first().copied().unwrap_or(ptr::null_mut());
        for (at, attr) in attributes.iter().enumerate() {
            (**attr).prev = if at == 0 { ptr::null_mut() } else { attributes[at - 1] };
            (**attr).next = attributes.get(at + 1).copied().unwrap_or(ptr::null_mut());
        }
    }
}

/// An attribute that declares a namespace; null if there is no memory.
fn declaration(doc: &DocShared, prefix: Option<&[u8]>, href: &[u8]) -> *mut RawNode {
    let name = c_text(prefix.unwrap_or(b"xmlns"));
    let Some((href, length)) = crate::doc::sized(href) else { return ptr::null_mut() };
    let ns = doc.stray_ns(prefix.map(|_| &b"xmlns"[..]), XMLNS);
    // SAFETY: the document is alive; attribute and text are new.
    unsafe {
        let attr = raw::xmlNewDocProp(doc.raw, text(&name), ptr::null());
        if !attr.is_null() {
            (*attr).ns = ns;
            let content = raw::xmlNewDocTextLen(doc.raw, text(&href), length);
            if !content.is_null() {
                crate::edit::link(attr, content, ptr::null_mut());
            }
        }
        attr
    }
}

/// # Safety
/// A living node.
unsafe fn holds_children(node: *mut RawNode) -> bool {
    // SAFETY: by the contract.
    unsafe { matches!((*node).kind, kind::ELEMENT | kind::FRAGMENT | kind::ATTRIBUTE | kind::DOCUMENT | kind::HTML_DOCUMENT) }
}

/// A copy of a node with its attributes and without children.
///
/// # Safety
/// A living node.
unsafe fn copy_one(target: &DocShared, node: *mut RawNode) -> Option<*mut RawNode> {
    // SAFETY: by the contract; what libxml2 makes is nobody else's, texts are copied with their length.
    unsafe {
        let name = (*node).name;
        let content = || copied((*node.cast::<RawElement>()).content).unwrap_or_default();
        let new = match (*node).kind {
            kind::ELEMENT => {
                let new = raw::xmlNewDocNode(target.raw, ptr::null_mut(), name, ptr::null());
                if !new.is_null() {
                    (*new).ns = target.ns_like((*node).ns);
                    (*new.cast::<RawElement>()).line = (*node.cast::<RawElement>()).line;
                    let mut attr = (*node.cast::<RawElement>()).properties;
                    let mut all = Vec::new();
                    while !attr.is_null() {
                        if let Some(copy) = copy_one(target, attr) {
                            (*copy).parent = new;
                            let mut child = (*attr).children;
                            while !child.is_null() {
                                if let Some(own) = copy_one(target, child) {
                                    crate::edit::link(copy, own, ptr::null_mut());
                                }
                                child = (*child).next;
                            }
                            all.push(copy);
                        }
                        attr = (*attr).next;
                    }
                    chain(new.cast(), &all);
                }
                new
            }
            kind::ATTRIBUTE => {
                let new = raw::xmlNewDocProp(target.raw, name, ptr::null());
                if !new.is_null() {
                    (*new).ns = target.ns_like((*node).ns);
                    (*new.cast::<RawAttr>()).atype = (*node.cast::<RawAttr>()).atype;
                }
                new
            }
            kind::TEXT | kind::CDATA => {
                let (content, length) = crate::doc::sized(&content())?;
                match (*node).kind {
                    kind::TEXT => raw::xmlNewDocTextLen(target.raw, text(&content), length),
                    _ => raw::xmlNewCDataBlock(target.raw, text(&content), length),
                }
            }
            kind::COMMENT => raw::xmlNewDocComment(target.raw, text(&c_text(&content()))),
            kind::PI => raw::xmlNewDocPI(target.raw, name, text(&c_text(&content()))),
            kind::ENTITY_REF => raw::xmlNewReference(target.raw, name),
            kind::FRAGMENT => raw::xmlNewDocFragment(target.raw),
            kind::DTD => {
                let copy = raw::xmlCopyDtd(node.cast());
                if !copy.is_null() {
                    (*copy).doc = target.raw;
                }
                copy.cast()
            }
            _ => ptr::null_mut(),
        };
        (!new.is_null()).then_some(new)
    }
}
