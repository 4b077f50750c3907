//! Changing trees. Nothing here merges texts, and what is taken out is freed by its handles alone.

use std::ptr;

use crate::doc::sized;
use crate::namespaces::change_document;
use crate::node::{Node, kind};
use crate::raw::{self, RawElement, RawNode};
use crate::text::{c_text, ptr as text};

impl Node {
    /// Takes the node out of its tree.
    pub fn unlink(&self) {
        if self.is_document() {
            return;
        }
        self.shared().changed();
        // SAFETY: the node is alive, and stays so: its handle is here.
        unsafe { raw::xmlUnlinkNode(self.raw()) }
    }

    /// Puts a node under this one, in front of a child or at the end. It leaves where it was, and comes to this document. Nothing happens where
    /// that makes no tree: attributes, documents, or a node below itself.
    pub fn insert(&self, node: &Node, before: Option<&Node>) -> bool {
        // What has nothing below it is above nothing: new nodes need no look at all that is above their places.
        let above = if node.get().children.is_null() { node == self } else { node.contains(self) };
        let movable = !node.is_document() && node.kind() != kind::ATTRIBUTE && !above;
        let holds = matches!(
            self.kind(),
            kind::ELEMENT | kind::DOCUMENT | kind::HTML_DOCUMENT | kind::FRAGMENT | kind::ATTRIBUTE | kind::ENTITY_DECL
        );
        let fits = before.is_none_or(|before| before != node && before.get().parent == self.raw());
        if !movable || !holds || !fits {
            return false;
        }
        node.unlink();
        let doc = self.shared();
        change_document(node, &doc);
        doc.dtds.borrow_mut().retain(|dtd| *dtd != node.raw().cast());
        // SAFETY: both are alive and of one document, the node is detached, and `before` is a child of this one.
        unsafe {
            if node.kind() == kind::DTD && self.is_document() && (*doc.raw).int_subset.is_null() {
                (*doc.raw).int_subset = node.raw().cast();
            }
            link(self.raw(), node.raw(), before.map_or(ptr::null_mut(), Node::raw));
        }
        doc.changed();
        true
    }

    /// Gives an element a detached attribute, at the end of its list.
    pub fn insert_attribute(&self, attr: &Node) -> bool {
        if !self.is_element() || attr.kind() != kind::ATTRIBUTE || attr.has_parent() {
            return false;
        }
        let doc = self.shared();
        change_document(attr, &doc);
        // SAFETY: both are alive and of one document, the attribute is detached.
        unsafe {
            let element = self.raw().cast::<RawElement>();
            (*attr.raw()).parent = self.raw();
            let mut last = (*element).properties;
            if last.is_null() {
                (*element).properties = attr.raw();
            } else {
                while !(*last).next.is_null() {
                    last = (*last).next;
                }
                (*last).next = attr.raw();
                (*attr.raw()).prev = last;
            }
        }
        doc.changed();
        true
    }

    /// Takes all children out.
    pub fn remove_children(&self) {
        if matches!(self.kind(), kind::ENTITY_REF | kind::DTD) {
            return;
        }
        while let Some(child) = self.first_child() {
            child.unlink();
        }
    }

    /// The text of an element or attribute is this, and nothing else; of text, comments and instructions their own.
    pub fn set_text(&self, value: &[u8]) {
        match self.kind() {
            kind::TEXT | kind::CDATA | kind::COMMENT | kind::PI => {
                if let Some((value, length)) = sized(value) {
                    // SAFETY: these kinds have a text of their own, which is replaced.
                    unsafe { raw::xmlNodeSetContentLen(self.raw(), text(&value), length) };
                }
            }
            kind::ELEMENT | kind::FRAGMENT | kind::ATTRIBUTE => {
                let is_id = self.is_id();
                self.set_id(false);
                self.remove_children();
                if let Some(child) = self.new_text(value)
                    && (!value.is_empty() || self.kind() == kind::ATTRIBUTE)
                {
                    self.insert(&child, None);
                }
                self.set_id(is_id);
            }
            _ => {}
        }
        self.shared().changed();
    }

    /// The children are what a text with references to entities means.
    pub fn set_parsed_text(&self, value: &[u8]) {
        let value = c_text(value);
        self.remove_children();
        // SAFETY: libxml2 makes a list of nodes of this document that nobody else has.
        let list = unsafe { raw::xmlStringGetNodeList(self.shared().raw, text(&value)) };
        self.take_list(list);
    }

    /// A text of nothing at the end: an element with it is not written as `<name/>`.
    pub fn add_empty_text(&self) {
        if let Some(empty) = self.new_text(b"") {
            self.insert(&empty, None);
        }
    }

    /// Children out of a list that libxml2 made.
    pub(crate) fn take_list(&self, mut list: *mut RawNode) {
        let doc = self.shared();
        // SAFETY: the list is nobody else's; each node is unlinked from it before it gets a handle.
        unsafe {
            while !list.is_null() {
                let next = (*list).next;
                (*list).next = ptr::null_mut();
                (*list).prev = ptr::null_mut();
                (*list).parent = ptr::null_mut();
                let node = Node(doc.wrap(list));
                self.insert(&node, None);
                list = next;
            }
        }
    }

    pub fn set_name(&self, name: &[u8]) {
        if matches!(self.kind(), kind::ELEMENT | kind::ATTRIBUTE | kind::PI) {
            let name = c_text(name);
            // SAFETY: names of these kinds are the node's own strings.
            unsafe { raw::xmlNodeSetName(self.raw(), text(&name)) };
            self.shared().changed();
        }
    }

    /// Neighbouring texts become one, empty ones go.
    pub fn normalize(&self) {
        let mut at = self.first_child();
        while let Some(node) = at {
            if node.kind() == kind::TEXT {
                let mut whole = node.value().unwrap_or_default();
                while let Some(next) = node.next().filter(|next| next.kind() == kind::TEXT) {
                    whole.extend(next.value().unwrap_or_default());
                    next.unlink();
                }
                at = node.next();
                if whole.is_empty() {
                    node.unlink();
                } else if Some(&whole) != node.value().as_ref() {
                    node.set_text(&whole);
                }
                continue;
            }
            at = node.next();
        }
    }

    /// Moves a detached tree to the document of this node.
    pub fn adopt(&self, node: &Node) {
        if !node.is_document() && node.kind() != kind::DTD && !node.has_parent() {
            change_document(node, &self.shared());
        }
    }
}

/// # Safety
/// Parent and node are alive, the node is detached, `before` is null or a child of the parent.
pub(crate) unsafe fn link(parent: *mut RawNode, node: *mut RawNode, before: *mut RawNode) {
    // SAFETY: by the contract.
    unsafe {
        (*node).parent = parent;
        (*node).next = before;
        let prev = if before.is_null() { (*parent).last } else { (*before).prev };
        (*node).prev = prev;
        match prev.is_null() {
            true => (*parent).children = node,
            false => (*prev).next = node,
        }
        match before.is_null() {
            true => (*parent).last = node,
            false => (*before).prev = node,
        }
    }
}
