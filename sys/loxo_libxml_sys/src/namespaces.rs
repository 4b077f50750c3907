//! Namespaces of nodes. They are never freed before their document, so that whoever points to one may go on doing so.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::node::{Node, NodeCell, kind};
use crate::raw::{self, RawAttr, RawElement, RawNode, RawNs};
use crate::shared::{DocShared, walk};
use crate::text::{c_text, copied, equals, opt_ptr, ptr};

impl DocShared {
    /// A namespace that no element declares.
    pub(crate) fn stray_ns(&self, prefix: Option<&[u8]>, href: &[u8]) -> *mut RawNs {
        let own_prefix = prefix.map(c_text);
        let own_href = c_text(href);
        // SAFETY: the document is alive; the list of namespaces is its own, and begins with that of `xml`, which libxml2 expects.
        unsafe {
            let xml = raw::xmlSearchNs(self.raw, self.raw.cast(), c"xml".as_ptr().cast());
            if xml.is_null() || prefix == Some(b"xml") {
                return xml;
            }
            let mut at = (*self.raw).old_ns;
            while !at.is_null() {
                if equals((*at).prefix, prefix) && equals((*at).href, Some(href)) {
                    return at;
                }
                at = (*at).next;
            }
            let new = raw::xmlNewNs(std::ptr::null_mut(), ptr(&own_href), opt_ptr(own_prefix.as_ref()));
            if !new.is_null() {
                self.keep_ns(new);
            }
            new
        }
    }

    /// The namespace for a copy that goes to this document.
    ///
    /// # Safety
    /// `ns` is null or alive.
    pub(crate) unsafe fn ns_like(&self, ns: *mut RawNs) -> *mut RawNs {
        // SAFETY: by the contract.
        unsafe {
            match ns.as_ref() {
                Some(own) if own.context == self.raw => ns,
                Some(own) => self.stray_ns(copied(own.prefix).as_deref(), &copied(own.href).unwrap_or_default()),
                None => ns,
            }
        }
    }

    /// # Safety
    /// `ns` is in no list.
    pub(crate) unsafe fn keep_ns(&self, ns: *mut RawNs) {
        // SAFETY: by the contract; the document is alive.
        unsafe {
            // Behind the first, which is that of `xml`.
            let first = raw::xmlSearchNs(self.raw, self.raw.cast(), c"xml".as_ptr().cast());
            (*ns).context = self.raw;
            if !first.is_null() {
                (*ns).next = (*first).next;
                (*first).next = ns;
            }
        }
    }

    /// Moves the declarations of an element that is about to go.
    ///
    /// # Safety
    /// `element` is a living element of this document.
    pub(crate) unsafe fn keep_namespaces(&self, element: *mut RawNode) {
        // SAFETY: by the contract.
        unsafe {
            let element = element.cast::<RawElement>();
            let mut ns = std::mem::replace(&mut (*element).ns_def, std::ptr::null_mut());
            while !ns.is_null() {
                let next = (*ns).next;
                self.keep_ns(ns);
                ns = next;
            }
        }
    }
}

impl Node {
    /// Gives an element or attribute a namespace: one in scope, or one declared here. Without `declare` the tree is not searched.
    pub fn set_ns(&self, prefix: Option<&[u8]>, href: Option<&[u8]>, declare: bool) {
        let doc = self.shared();
        let Some(href) = href else {
            // SAFETY: elements and attributes have this field.
            unsafe { (*self.raw()).ns = std::ptr::null_mut() };
            return;
        };
        let holder = if self.kind() == kind::ATTRIBUTE { self.parent() } else { Some(self.clone()) };
        let found = match holder {
            Some(holder) if declare => holder.ns_in_scope(prefix, href),
            _ => std::ptr::null_mut(),
        };
        let ns = if found.is_null() { doc.stray_ns(prefix, href) } else { found };
        // SAFETY: as above; the namespace lives as long as the document.
        unsafe { (*self.raw()).ns = ns };
        doc.changed();
    }

    /// A namespace with this prefix and URI that can be seen from this element; declared on it if there is none.
    fn ns_in_scope(&self, prefix: Option<&[u8]>, href: &[u8]) -> *mut RawNs {
        let doc = self.shared();
        let (own_prefix, own_href) = (prefix.map(c_text), c_text(href));
        // SAFETY: the element and its ancestors are alive.
        unsafe {
            let known = raw::xmlSearchNs(doc.raw, self.raw(), opt_ptr(own_prefix.as_ref()));
            if !known.is_null() && equals((*known).href, Some(href)) {
                return known;
            }
            let new = raw::xmlNewNs(self.raw(), ptr(&own_href), opt_ptr(own_prefix.as_ref()));
            if new.is_null() { self.ns_with_new_prefix(prefix, href) } else { new }
        }
    }

    /// A declaration under a prefix that is not taken: this one or `default`, with a number behind it if need be.
    fn ns_with_new_prefix(&self, prefix: Option<&[u8]>, href: &[u8]) -> *mut RawNs {
        let base = String::from_utf8_lossy(prefix.unwrap_or(b"default")).into_owned();
        let doc = self.shared();
        let own_href = c_text(href);
        for number in 0..1000 {
            let prefix = c_text(if number == 0 { base.clone() } else { format!("{base}{number}") }.as_bytes());
            // SAFETY: the element and its ancestors are alive.
            unsafe {
                let known = raw::xmlSearchNs(doc.raw, self.raw(), ptr(&prefix));
                if !known.is_null() && equals((*known).href, Some(href)) {
                    return known;
                }
                if known.is_null() {
                    return raw::xmlNewNs(self.raw(), ptr(&own_href), ptr(&prefix));
                }
            }
        }
        std::ptr::null_mut()
    }

    /// Declares a namespace on an element. `false`: the prefix has a declaration there already.
    pub fn declare_ns(&self, prefix: Option<&[u8]>, href: &[u8]) -> bool {
        if !self.is_element() {
            return false;
        }
        let (prefix, href) = (prefix.map(c_text), c_text(href));
        self.shared().changed();
        // SAFETY: the element is alive and takes the declaration over.
        unsafe { !raw::xmlNewNs(self.raw(), ptr(&href), opt_ptr(prefix.as_ref())).is_null() }
    }

    /// Changes the URI of a declaration of this element.
    pub fn redeclare_ns(&self, prefix: Option<&[u8]>, href: &[u8]) -> bool {
        let Some(ns) = self.declaration(prefix) else { return false };
        let href = c_text(href);
        // SAFETY: the declaration is alive and owns its strings.
        unsafe {
            let old = std::mem::replace(&mut (*ns).href, raw::xmlStrdup(ptr(&href)));
            if !old.is_null() {
                raw::xmlFree(old.cast_mut().cast());
            }
        }
        true
    }

    /// Takes a declaration from an element; nodes that use it go on doing so unless `unuse` says otherwise.
    pub fn undeclare_ns(&self, prefix: Option<&[u8]>, unuse: bool) -> bool {
        let Some(ns) = self.declaration(prefix) else { return false };
        let doc = self.shared();
        // SAFETY: the declaration is in the element's list, and moves to the document's.
        unsafe {
            let mut link = &raw mut (*self.raw().cast::<RawElement>()).ns_def;
            while !(*link).is_null() && *link != ns {
                link = &raw mut (**link).next;
            }
            *link = (*ns).next;
            doc.keep_ns(ns);
            if unuse {
                walk(self.raw(), &mut |node| {
                    if matches!((*node).kind, kind::ELEMENT | kind::ATTRIBUTE) && (*node).ns == ns {
                        (*node).ns = std::ptr::null_mut();
                    }
                    true
                });
            }
        }
        doc.changed();
        true
    }

    fn declaration(&self, prefix: Option<&[u8]>) -> Option<*mut RawNs> {
        if !self.is_element() {
            return None;
        }
        // SAFETY: declarations of a living element are alive.
        unsafe {
            let mut at = self.full().ns_def;
            while !at.is_null() {
                if equals((*at).prefix, prefix) {
                    return Some(at);
                }
                at = (*at).next;
            }
        }
        None
    }

    /// After a tree was put somewhere: declarations that say again what is said above go, and what the tree uses is declared.
    pub fn reconcile_ns(&self) {
        if !matches!(self.kind(), kind::ELEMENT | kind::ATTRIBUTE) {
            return;
        }
        let doc = self.shared();
        if self.kind() == kind::ATTRIBUTE {
            if let (Some(ns), Some(element)) = (self.ns(), self.parent()) {
                // One of that prefix that is in scope, or else any of that namespace.
                let same = element.lookup_prefix(ns.prefix.as_deref()).is_some_and(|known| known.href == ns.href);
                let known = element.lookup_href(ns.href.as_deref().unwrap_or_default()).and_then(|known| known.prefix);
                let prefix = if same { ns.prefix } else { known.or(ns.prefix) };
                self.set_ns(prefix.as_deref(), ns.href.as_deref(), true);
            }
            return;
        }
        if let Some(parent) = self.parent().filter(Node::is_element) {
            self.drop_redundant(&parent);
        }
        // SAFETY: the tree and what is above it are alive; libxml2 adds declarations alone.
        unsafe { raw::xmlReconciliateNs(doc.raw, self.raw()) };
    }

    /// The same after the children of a fragment came under a parent: declarations go at every depth.
    pub fn reconcile_children(parent: &Node, children: &[Node]) {
        if parent.is_element() {
            for child in children {
                child.drop_redundant(parent);
                for element in child.elements_below(|node| node.declares()) {
                    element.drop_redundant(parent);
                }
            }
        }
        for child in children.iter().filter(|child| child.is_element()) {
            // SAFETY: as in `reconcile_ns`.
            unsafe { raw::xmlReconciliateNs(child.shared().raw, child.raw()) };
        }
    }

    /// Takes the declarations away that say again what a node above says.
    fn drop_redundant(&self, parent: &Node) {
        for ns in self.ns_defs() {
            let known = parent.lookup_href(ns.href.as_deref().unwrap_or_default());
            if known.is_some_and(|known| ns.prefix.is_none() || known.prefix == ns.prefix) {
                self.drop_declaration(ns.prefix.as_deref(), parent);
            }
        }
    }

    /// Takes a declaration away; the nearest elements that use it, or have attributes that do, declare it themselves.
    pub fn move_ns_down(&self, prefix: Option<&[u8]>) -> bool {
        let Some(ns) = self.declaration(prefix) else { return false };
        self.undeclare_ns(prefix, false);
        let mut left = vec![(self.raw(), std::ptr::null_mut::<RawNs>())];
        // SAFETY: the tree is alive; the declaration has moved to the document and is alive too.
        unsafe {
            while let Some((element, mut own)) = left.pop() {
                let mut replace = |node: *mut RawNode| {
                    if (*node).ns == ns {
                        if own.is_null() {
                            own = raw::xmlNewNs(element, (*ns).href, (*ns).prefix);
                        }
                        (*node).ns = own;
                    }
                };
                replace(element);
                let mut attr = (*element.cast::<RawElement>()).properties;
                while !attr.is_null() {
                    replace(attr);
                    attr = (*attr).next;
                }
                let mut child = (*element).children;
                while !child.is_null() {
                    if (*child).kind == kind::ELEMENT {
                        left.push((child, own));
                    }
                    child = (*child).next;
                }
            }
        }
        true
    }

    /// Takes a declaration away; what used it uses the one above.
    fn drop_declaration(&self, prefix: Option<&[u8]>, parent: &Node) {
        let Some(ns) = self.declaration(prefix) else { return };
        // SAFETY: the declaration is alive, before and after it moves to the document.
        unsafe {
            let above = raw::xmlSearchNsByHref(self.shared().raw, parent.raw(), (*ns).href);
            self.undeclare_ns(prefix, false);
            if above.is_null() {
                return;
            }
            walk(self.raw(), &mut |node| {
                // The default namespace does not reach attributes.
                let usable = (*node).kind == kind::ELEMENT || !(*above).prefix.is_null();
                if matches!((*node).kind, kind::ELEMENT | kind::ATTRIBUTE) && (*node).ns == ns && usable {
                    (*node).ns = above;
                }
                true
            });
        }
    }
}

/// Moves a detached tree to another document.
pub(crate) fn change_document(root: &Node, target: &Rc<DocShared>) {
    let old = root.shared();
    if Rc::ptr_eq(&old, target) {
        return;
    }
    // SAFETY: the tree is alive and detached.
    unsafe { change_raw(root.raw(), &old, target) };
    old.changed();
    target.changed();
}

/// # Safety
/// A detached tree of the old document.
unsafe fn change_raw(root: *mut RawNode, old: &Rc<DocShared>, target: &Rc<DocShared>) {
    let mut nodes = Vec::new();
    let mut own = HashSet::new();
    // SAFETY: the tree is alive and detached; every node and every declaration in it changes its document, every namespace that stays behind
    // gets a copy in the new one, and handles hold the new document before they let go of the old.
    unsafe {
        walk(root, &mut |node| {
            nodes.push(node);
            if (*node).kind == kind::ELEMENT {
                let mut ns = (*node.cast::<RawElement>()).ns_def;
                while !ns.is_null() {
                    own.insert(ns);
                    (*ns).context = target.raw;
                    ns = (*ns).next;
                }
            }
            true
        });
        let mut moved: HashMap<*mut RawNs, *mut RawNs> = HashMap::new();
        for node in nodes {
            let of = (*node).kind;
            if matches!(of, kind::ELEMENT | kind::ATTRIBUTE) && !(*node).ns.is_null() && !own.contains(&(*node).ns) {
                let ns = (*node).ns;
                (*node).ns = *moved
                    .entry(ns)
                    .or_insert_with(|| target.stray_ns(copied((*ns).prefix).as_deref(), &copied((*ns).href).unwrap_or_default()));
            }
            if of == kind::ATTRIBUTE && (*node.cast::<RawAttr>()).atype == 2 {
                raw::xmlRemoveID(old.raw, node);
            }
            if of == kind::ENTITY_REF {
                (*node).children = std::ptr::null_mut();
                (*node).last = std::ptr::null_mut();
            }
            if of == kind::DTD {
                old.dtds.borrow_mut().retain(|dtd| *dtd != node.cast());
                let mut child = (*node).children;
                while !child.is_null() {
                    (*child).doc = target.raw;
                    if let Some(cell) = (*child).private.cast::<NodeCell>().as_ref() {
                        cell.set_doc(target);
                    }
                    child = (*child).next;
                }
            }
            if of == kind::ELEMENT
                && let Some(content) = old.take_template(node)
            {
                target.give_template(node, content);
                change_raw(content, old, target);
            }
            (*node).doc = target.raw;
            let cell = (*node).private.cast::<NodeCell>();
            if let Some(cell) = cell.as_ref() {
                cell.set_doc(target);
            }
        }
    }
}
