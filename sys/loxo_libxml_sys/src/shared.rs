//! What the handles of a document share, and how nodes go.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use crate::node::{NodeCell, kind};
use crate::raw::{self, RawDoc, RawDtd, RawElement, RawNode};

/// A document, freed with its last handle.
pub struct DocShared {
    pub(crate) raw: *mut RawDoc,
    /// Document types that are no longer the document's. What they declare may be referred to, so they stay until the end.
    pub(crate) dtds: RefCell<Vec<*mut RawDtd>>,
    /// While something walks the document that cannot be informed of changes, detached trees are kept.
    pins: Cell<u32>,
    waiting: RefCell<Vec<*mut RawNode>>,
    /// Counts changes, for those who cache.
    changes: Cell<u64>,
    /// The contents of templates: fragments that are in no tree, by their elements.
    templates: RefCell<HashMap<*mut RawNode, *mut RawNode>>,
    /// For who works with the document.
    extra: RefCell<Option<Rc<dyn Any>>>,
    /// Bits for the same, which can be asked for quickly.
    pub(crate) marks: Cell<u32>,
}

impl DocShared {
    /// Takes a document over.
    ///
    /// # Safety
    /// `raw` is a document without a dictionary that nobody else has.
    pub(crate) unsafe fn adopt(raw: *mut RawDoc) -> Rc<DocShared> {
        Rc::new(DocShared {
            raw,
            dtds: RefCell::default(),
            pins: Cell::new(0),
            waiting: RefCell::default(),
            changes: Cell::new(0),
            templates: RefCell::default(),
            extra: RefCell::default(),
            marks: Cell::new(0),
        })
    }

    /// What was kept with the document.
    pub fn extra(&self) -> Option<Rc<dyn Any>> {
        self.extra.borrow().clone()
    }

    pub(crate) fn extra_cell(&self) -> &RefCell<Option<Rc<dyn Any>>> {
        &self.extra
    }

    /// Keeps something with the document.
    pub fn set_extra(&self, extra: Rc<dyn Any>) {
        let old = self.extra.replace(Some(extra));
        drop(old);
    }

    /// A number that changes with every change of the tree.
    pub fn changes(&self) -> u64 {
        self.changes.get()
    }

    pub(crate) fn changed(&self) {
        self.changes.set(self.changes.get() + 1);
    }

    /// The content of a template.
    pub(crate) fn template(&self, element: *mut RawNode) -> Option<*mut RawNode> {
        let templates = self.templates.borrow();
        if templates.is_empty() { None } else { templates.get(&element).copied() }
    }

    /// The content of a template; an empty one is made.
    pub(crate) fn make_template(&self, element: *mut RawNode) -> Option<*mut RawNode> {
        if let Some(known) = self.template(element) {
            return Some(known);
        }
        // SAFETY: the document is alive; the fragment is ours.
        let new = unsafe { raw::xmlNewDocFragment(self.raw) };
        if new.is_null() {
            return None;
        }
        self.give_template(element, new);
        Some(new)
    }

    /// The element's content is no longer this document's.
    pub(crate) fn take_template(&self, element: *mut RawNode) -> Option<*mut RawNode> {
        let mut templates = self.templates.borrow_mut();
        if templates.is_empty() { None } else { templates.remove(&element) }
    }

    pub(crate) fn give_template(&self, element: *mut RawNode, content: *mut RawNode) {
        // SAFETY: the content is a living fragment, whose `psvi` is ours: it says that the fragment is not freed with its handles.
        unsafe { (*content.cast::<RawElement>()).psvi = element.cast() };
        self.templates.borrow_mut().insert(element, content);
    }

    /// Runs `work` while no tree of the document is freed.
    pub(crate) fn pinned<R>(&self, work: impl FnOnce() -> R) -> R {
        struct Pin<'a>(&'a DocShared);
        impl Drop for Pin<'_> {
            fn drop(&mut self) {
                self.0.pins.set(self.0.pins.get() - 1);
                if self.0.pins.get() > 0 {
                    return;
                }
                for root in self.0.waiting.take() {
                    // SAFETY: it was without handles and parent when it was put here, and is freed only if it still is.
                    unsafe {
                        if (*root).private.is_null() && (*root).parent.is_null() {
                            self.0.free_tree(root);
                        }
                    }
                }
            }
        }
        self.pins.set(self.pins.get() + 1);
        let pin = Pin(self);
        let result = work();
        drop(pin);
        result
    }

    /// A detached root has lost its last handle.
    ///
    /// # Safety
    /// `root` is a node of this document without parent and without handle.
    pub(crate) unsafe fn release(&self, root: *mut RawNode) {
        // SAFETY: by the contract; fragments have this layout. Contents of templates go with their elements.
        if unsafe { (*root).kind == kind::FRAGMENT && !(*root.cast::<RawElement>()).psvi.is_null() } {
            return;
        }
        if self.pins.get() > 0 {
            let mut waiting = self.waiting.borrow_mut();
            if !waiting.contains(&root) {
                waiting.push(root);
            }
            return;
        }
        // SAFETY: by the contract.
        unsafe { self.free_tree(root) }
    }

    /// # Safety
    /// As [`DocShared::release`].
    unsafe fn free_tree(&self, root: *mut RawNode) {
        // SAFETY: all nodes of the tree are alive; those with handles leave it before it is freed, and namespaces move to the document.
        unsafe {
            match (*root).kind {
                kind::DTD => {
                    let mut dtds = self.dtds.borrow_mut();
                    if !dtds.contains(&root.cast()) {
                        dtds.push(root.cast());
                    }
                    return;
                }
                kind::ENTITY_DECL | kind::ELEMENT_DECL | kind::ATTRIBUTE_DECL | kind::NOTATION => return,
                _ => {}
            }
            let mut kept = Vec::new();
            let mut elements = Vec::new();
            let mut contents = Vec::new();
            walk(root, &mut |node| {
                if node != root && !(*node).private.is_null() {
                    kept.push(node);
                    return false;
                }
                if (*node).kind == kind::ELEMENT {
                    if !(*node.cast::<RawElement>()).ns_def.is_null() {
                        elements.push(node);
                    }
                    contents.extend(self.take_template(node));
                }
                true
            });
            for node in kept {
                raw::xmlUnlinkNode(node);
            }
            for content in contents {
                match (*content).private.is_null() {
                    true => self.free_tree(content),
                    false => (*content.cast::<RawElement>()).psvi = std::ptr::null_mut(),
                }
            }
            for element in elements {
                self.keep_namespaces(element);
            }
            match (*root).kind {
                kind::ATTRIBUTE => raw::xmlFreeProp(root),
                _ => raw::xmlFreeNode(root),
            }
        }
    }

    /// A document node or a node of the document.
    ///
    /// # Safety
    /// `raw` is alive and belongs to this document.
    #[inline]
    pub(crate) unsafe fn wrap(self: &Rc<DocShared>, raw: *mut RawNode) -> Rc<NodeCell> {
        // SAFETY: by the contract; a non-null private pointer is a living cell's.
        unsafe { NodeCell::of(raw, self) }
    }
}

impl Drop for DocShared {
    fn drop(&mut self) {
        // SAFETY: no handle is left, so nobody reaches the document; what waited or was put aside is no longer part of its tree.
        unsafe {
            for root in self.waiting.take() {
                if (*root).private.is_null() && (*root).parent.is_null() {
                    self.free_tree(root);
                }
            }
            for content in self.templates.take().into_values() {
                raw::xmlFreeNode(content);
            }
            for dtd in self.dtds.take() {
                raw::xmlFreeDtd(dtd);
            }
            raw::xmlFreeDoc(self.raw);
        }
    }
}

/// Some of libxml2's functions call themselves for each level of a tree. They are not used on trees that are deeper.
const DEEPEST: usize = 4000;

/// Is the tree too deep for those?
///
/// # Safety
/// The tree is alive.
pub(crate) unsafe fn is_deep(root: *mut RawNode) -> bool {
    // SAFETY: by the contract; entities are not gone into.
    unsafe {
        let (mut at, mut depth) = (root, 0usize);
        loop {
            if matches!((*at).kind, kind::ELEMENT | kind::FRAGMENT | kind::DOCUMENT | kind::HTML_DOCUMENT) && !(*at).children.is_null() {
                at = (*at).children;
                depth += 1;
                if depth > DEEPEST {
                    return true;
                }
                continue;
            }
            while at != root && (*at).next.is_null() {
                at = (*at).parent;
                depth = depth.saturating_sub(1);
                if at.is_null() {
                    return false;
                }
            }
            if at == root {
                return false;
            }
            at = (*at).next;
        }
    }
}

/// Visits a tree, parents first, attributes and their texts before children. `visit` says whether to go into the node.
///
/// # Safety
/// The tree is alive, and `visit` does not change it.
pub(crate) unsafe fn walk(root: *mut RawNode, visit: &mut dyn FnMut(*mut RawNode) -> bool) {
    // SAFETY: by the contract; only elements have attributes, and references to entities do not own what they show.
    unsafe {
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            if !visit(node) {
                continue;
            }
            let of = (*node).kind;
            if !matches!(of, kind::ENTITY_REF | kind::TEXT | kind::CDATA | kind::COMMENT | kind::PI | kind::NAMESPACE | kind::DTD) {
                let mut child = (*node).last;
                while !child.is_null() {
                    stack.push(child);
                    child = (*child).prev;
                }
            }
            if of == kind::ELEMENT {
                let at = stack.len();
                let mut attr = (*node.cast::<RawElement>()).properties;
                while !attr.is_null() {
                    stack.insert(at, attr);
                    attr = (*attr).next;
                }
            }
        }
    }
}
