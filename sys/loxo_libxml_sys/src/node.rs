//! Handles of nodes, and what can be seen through them.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::raw::{self, RawDtd, RawElement, RawEntity, RawNode};
use crate::shared::DocShared;
use crate::text::{bytes_of, c_text, copied, equals, owned, ptr};

/// `xmlElementType`
pub mod kind {
    pub const ELEMENT: i32 = 1;
    pub const ATTRIBUTE: i32 = 2;
    pub const TEXT: i32 = 3;
    pub const CDATA: i32 = 4;
    pub const ENTITY_REF: i32 = 5;
    pub const ENTITY: i32 = 6;
    pub const PI: i32 = 7;
    pub const COMMENT: i32 = 8;
    pub const DOCUMENT: i32 = 9;
    pub const DOCTYPE: i32 = 10;
    pub const FRAGMENT: i32 = 11;
    pub const NOTATION: i32 = 12;
    pub const HTML_DOCUMENT: i32 = 13;
    pub const DTD: i32 = 14;
    pub const ELEMENT_DECL: i32 = 15;
    pub const ATTRIBUTE_DECL: i32 = 16;
    pub const ENTITY_DECL: i32 = 17;
    pub const NAMESPACE: i32 = 18;
    pub const XINCLUDE_START: i32 = 19;
    pub const XINCLUDE_END: i32 = 20;
}

/// What all handles of a node share. The node's `private` points here.
pub(crate) struct NodeCell {
    pub(crate) raw: *mut RawNode,
    doc: RefCell<Rc<DocShared>>,
    /// Number of the object that shows the node; 0: none.
    object: Cell<u32>,
}

impl NodeCell {
    /// # Safety
    /// `raw` is alive and belongs to `doc`.
    #[inline]
    pub(crate) unsafe fn of(raw: *mut RawNode, doc: &Rc<DocShared>) -> Rc<NodeCell> {
        // SAFETY: a private pointer comes from an `Rc` of a cell that clears it when it goes.
        unsafe {
            let known = (*raw).private.cast::<NodeCell>().cast_const();
            if !known.is_null() {
                Rc::increment_strong_count(known);
                return Rc::from_raw(known);
            }
            let cell = Rc::new(NodeCell { raw, doc: RefCell::new(doc.clone()), object: Cell::new(0) });
            (*raw).private = Rc::as_ptr(&cell).cast_mut().cast();
            cell
        }
    }

    pub(crate) fn doc(&self) -> Rc<DocShared> {
        self.doc.borrow().clone()
    }

    pub(crate) fn set_doc(&self, doc: &Rc<DocShared>) {
        let old = self.doc.replace(doc.clone());
        drop(old);
    }
}

impl Drop for NodeCell {
    fn drop(&mut self) {
        let doc = self.doc.get_mut();
        // SAFETY: the node is alive as long as its cell; without cell and parent it belongs to nobody.
        unsafe {
            (*self.raw).private = std::ptr::null_mut();
            let of = (*self.raw).kind;
            if (*self.raw).parent.is_null() && of != kind::DOCUMENT && of != kind::HTML_DOCUMENT {
                doc.release(self.raw);
            }
        }
    }
}

/// A namespace: prefix and URI.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ns {
    pub prefix: Option<Vec<u8>>,
    pub href: Option<Vec<u8>>,
}

/// A handle of a node.
#[derive(Clone)]
pub struct Node(pub(crate) Rc<NodeCell>);

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Node {}

impl Node {
    #[inline]
    pub(crate) fn raw(&self) -> *mut RawNode {
        self.0.raw
    }

    #[inline]
    pub(crate) fn get(&self) -> &RawNode {
        // SAFETY: the node is alive as long as its cell, and borrows of it do not outlive the expression they stand in.
        unsafe { &*self.0.raw }
    }

    /// The rest of elements, text, comments, instructions, fragments.
    ///
    /// # Safety
    /// The node is of such a kind.
    pub(crate) unsafe fn full(&self) -> &RawElement {
        // SAFETY: by the contract; else as in `get`.
        unsafe { &*self.0.raw.cast() }
    }

    /// # Safety
    /// `raw` is null or a living node of this node's document.
    #[inline]
    pub(crate) unsafe fn near(&self, raw: *mut RawNode) -> Option<Node> {
        // SAFETY: by the contract.
        (!raw.is_null()).then(|| Node(unsafe { self.0.doc.borrow().wrap(raw) }))
    }

    #[inline]
    pub fn kind(&self) -> i32 {
        self.get().kind
    }

    #[inline]
    pub fn is_document(&self) -> bool {
        matches!(self.kind(), kind::DOCUMENT | kind::HTML_DOCUMENT)
    }

    #[inline]
    pub fn is_element(&self) -> bool {
        self.kind() == kind::ELEMENT
    }

    /// What the document's handles share.
    pub fn shared(&self) -> Rc<DocShared> {
        self.0.doc()
    }

    /// What was kept with the document, looked at in place.
    pub fn with_extra<R>(&self, look: impl FnOnce(Option<&dyn Any>) -> R) -> R {
        look(self.0.doc.borrow().extra_cell().borrow().as_deref())
    }

    /// The bits that were kept with the document.
    #[inline]
    pub fn marks(&self) -> u32 {
        self.0.doc.borrow().marks.get()
    }

    /// Keeps these bits with the document, besides those it has.
    #[inline]
    pub fn mark(&self, marks: u32) {
        let doc = self.0.doc.borrow();
        doc.marks.set(doc.marks.get() | marks);
    }

    /// [`DocShared::changes`] of the document.
    pub fn changes(&self) -> u64 {
        self.0.doc.borrow().changes()
    }

    /// The document as a node.
    pub fn document(&self) -> Node {
        let doc = self.0.doc.borrow();
        // SAFETY: a document is alive as long as what its handles share, and begins as nodes do.
        Node(unsafe { doc.wrap(doc.raw.cast()) })
    }

    /// Number of the object that shows the node; 0: none.
    #[inline]
    pub fn object(&self) -> u32 {
        self.0.object.get()
    }

    #[inline]
    pub fn set_object(&self, number: u32) {
        self.0.object.set(number);
    }

    /// Local name of elements and attributes, target of instructions, name of document types and entities.
    pub fn name(&self) -> Vec<u8> {
        // SAFETY: names end in NUL; documents have none that is a node's name.
        unsafe { copied(self.get().name) }.unwrap_or_default()
    }

    pub fn has_name(&self, name: &[u8]) -> bool {
        // SAFETY: as in `name`.
        unsafe { equals(self.get().name, Some(name)) }
    }

    /// With prefix.
    pub fn qualified_name(&self) -> Vec<u8> {
        self.with_names(|prefix, name| if prefix.is_empty() { name.to_vec() } else { [prefix, b":", name].concat() })
    }

    /// Looks at prefix (empty: none) and local name in place.
    #[inline]
    pub fn with_names<R>(&self, look: impl FnOnce(&[u8], &[u8]) -> R) -> R {
        // SAFETY: names and prefixes end in NUL and live as long as the node and its document, which the handle holds; only elements and
        // attributes have a namespace. What `look` does may change other handles' view of them, but frees no name.
        unsafe {
            let node = self.get();
            let named = matches!(node.kind, kind::ELEMENT | kind::ATTRIBUTE) && !node.ns.is_null();
            let prefix = if named { bytes_of((*node.ns).prefix) } else { &[] };
            look(prefix, bytes_of(node.name))
        }
    }

    #[inline]
    pub fn parent(&self) -> Option<Node> {
        // SAFETY: a parent is a living node of the same document.
        unsafe { self.near(self.get().parent) }
    }

    pub fn has_parent(&self) -> bool {
        !self.get().parent.is_null()
    }

    #[inline]
    pub fn first_child(&self) -> Option<Node> {
        if matches!(self.kind(), kind::TEXT | kind::CDATA | kind::COMMENT | kind::PI | kind::NOTATION) {
            return None;
        }
        // SAFETY: children are living nodes of the same document.
        unsafe { self.near(self.get().children) }
    }

    #[inline]
    pub fn last_child(&self) -> Option<Node> {
        if matches!(self.kind(), kind::TEXT | kind::CDATA | kind::COMMENT | kind::PI | kind::NOTATION) {
            return None;
        }
        // SAFETY: as in `first_child`.
        unsafe { self.near(self.get().last) }
    }

    #[inline]
    pub fn next(&self) -> Option<Node> {
        // SAFETY: siblings are living nodes of the same document.
        unsafe { self.near(self.get().next) }
    }

    #[inline]
    pub fn prev(&self) -> Option<Node> {
        // SAFETY: as in `next`.
        unsafe { self.near(self.get().prev) }
    }

    /// Children, as they are when asked for.
    pub fn children(&self) -> impl Iterator<Item = Node> {
        std::iter::successors(self.first_child(), Node::next)
    }

    /// The element at the top.
    pub fn root(&self) -> Option<Node> {
        self.document().children().find(Node::is_element)
    }

    /// Is it this node, or above it?
    pub fn contains(&self, other: &Node) -> bool {
        let mut at = other.raw();
        // SAFETY: parents are alive.
        unsafe {
            while !at.is_null() {
                if at == self.raw() {
                    return true;
                }
                at = (*at).parent;
            }
        }
        false
    }

    /// The text of text, CDATA, comments, instructions.
    pub fn value(&self) -> Option<Vec<u8>> {
        match self.kind() {
            kind::TEXT | kind::CDATA | kind::COMMENT | kind::PI => {
                // SAFETY: these kinds are whole nodes with a content that ends in NUL.
                Some(unsafe { copied(self.full().content) }.unwrap_or_default())
            }
            _ => None,
        }
    }

    /// All text below it.
    pub fn content(&self) -> Vec<u8> {
        if let Some(text) = self.only_text() {
            return text;
        }
        // SAFETY: libxml2 makes a new string of what it finds.
        unsafe { owned(raw::xmlNodeGetContent(self.raw())) }.unwrap_or_default()
    }

    /// The text of an element or attribute that has nothing else below it.
    pub fn only_text(&self) -> Option<Vec<u8>> {
        if !matches!(self.kind(), kind::ELEMENT | kind::ATTRIBUTE) {
            return None;
        }
        // SAFETY: children are living nodes; those of text and CDATA have a content that ends in NUL.
        unsafe {
            let child = self.get().children.as_ref()?;
            if !matches!(child.kind, kind::TEXT | kind::CDATA) || !child.next.is_null() {
                return None;
            }
            copied((*self.get().children.cast::<RawElement>()).content)
        }
    }

    /// Elements below it that fit, in document order. What references to entities stand for is not gone into.
    pub fn elements_below(&self, fits: impl Fn(&NodeRef<'_>) -> bool) -> Vec<Node> {
        let mut found = Vec::new();
        let doc = self.0.doc.borrow();
        // SAFETY: the nodes of a tree are alive, and nothing changes it meanwhile: `fits` has no handle to do that with.
        unsafe {
            let root = self.raw();
            let mut at = if self.has_below() { (*root).children } else { std::ptr::null_mut() };
            while let Some(node) = at.as_ref() {
                if node.kind == kind::ELEMENT && fits(&NodeRef(node)) {
                    found.push(Node(doc.wrap(at)));
                }
                at = following(at, root);
            }
        }
        found
    }

    fn has_below(&self) -> bool {
        !matches!(self.kind(), kind::TEXT | kind::CDATA | kind::COMMENT | kind::PI | kind::NOTATION)
    }

    /// The namespace of elements and attributes.
    pub fn ns(&self) -> Option<Ns> {
        if !matches!(self.kind(), kind::ELEMENT | kind::ATTRIBUTE) {
            return None;
        }
        // SAFETY: namespaces live as long as their document.
        unsafe { ns_of(self.get().ns) }
    }

    /// Is this its namespace URI?
    pub fn has_ns(&self, href: Option<&[u8]>) -> bool {
        if !matches!(self.kind(), kind::ELEMENT | kind::ATTRIBUTE) {
            return href.is_none();
        }
        // SAFETY: as in `ns`.
        unsafe { ns_is(self.get().ns, href) }
    }

    /// The namespaces that the element declares.
    pub fn ns_defs(&self) -> Vec<Ns> {
        let mut defs = Vec::new();
        if self.is_element() {
            // SAFETY: as in `ns`; elements have declarations.
            unsafe {
                let mut at = self.full().ns_def;
                while let Some(ns) = at.as_ref() {
                    defs.extend(ns_of(at));
                    at = ns.next;
                }
            }
        }
        defs
    }

    pub fn attributes(&self) -> Vec<Node> {
        // SAFETY: elements have attributes, which are living nodes.
        let first = if self.is_element() { unsafe { self.near(self.full().properties) } } else { None };
        std::iter::successors(first, Node::next).collect()
    }

    pub fn has_attributes(&self) -> bool {
        // SAFETY: elements have attributes.
        self.is_element() && unsafe { !self.full().properties.is_null() }
    }

    /// An attribute by local name and namespace URI (none: without namespace).
    pub fn attribute_ns(&self, href: Option<&[u8]>, name: &[u8]) -> Option<Node> {
        self.find_attribute(|attr| {
            // SAFETY: names end in NUL, namespaces are alive.
            unsafe { equals(attr.name, Some(name)) && attr.ns.as_ref().map_or(href.is_none(), |ns| equals(ns.href, href)) }
        })
    }

    /// The first attribute with this local name, whatever its namespace.
    pub fn attribute_local(&self, name: &[u8]) -> Option<Node> {
        self.find_attribute(|attr| {
            // SAFETY: names end in NUL.
            unsafe { equals(attr.name, Some(name)) }
        })
    }

    /// An attribute by its name as written.
    pub fn attribute(&self, qualified: &[u8]) -> Option<Node> {
        let (prefix, local) = crate::doc::names::split(qualified);
        self.find_attribute(|attr| {
            // SAFETY: as in `attribute_ns`.
            unsafe {
                let own = attr.ns.as_ref().map_or(std::ptr::null(), |ns| ns.prefix);
                match prefix {
                    Some(prefix) if !own.is_null() => equals(own, Some(prefix)) && equals(attr.name, Some(local)),
                    _ => (own.is_null() || equals(own, Some(b""))) && equals(attr.name, Some(qualified)),
                }
            }
        })
    }

    /// An attribute by exactly this qualified name.
    pub fn attribute_named(&self, qualified: &[u8]) -> Option<Node> {
        self.find_attribute(|attr| {
            // SAFETY: as in `attribute_ns`.
            unsafe {
                match attr.ns.as_ref().map_or(std::ptr::null(), |ns| ns.prefix) {
                    prefix if prefix.is_null() || *prefix == 0 => equals(attr.name, Some(qualified)),
                    prefix => {
                        let end = qualified.iter().position(|byte| *byte == b':');
                        end.is_some_and(|end| equals(prefix, Some(&qualified[..end])) && equals(attr.name, Some(&qualified[end + 1..])))
                    }
                }
            }
        })
    }

    fn find_attribute(&self, fits: impl Fn(&RawNode) -> bool) -> Option<Node> {
        if !self.is_element() {
            return None;
        }
        // SAFETY: attributes are living nodes.
        unsafe {
            let mut at = self.full().properties;
            while !at.is_null() {
                if fits(&*at) {
                    return self.near(at);
                }
                at = (*at).next;
            }
        }
        None
    }

    /// The first attribute that fits.
    pub fn attribute_that(&self, fits: impl Fn(&NodeRef<'_>) -> bool) -> Option<Node> {
        self.find_attribute(|attr| fits(&NodeRef(attr)))
    }

    /// The first child that fits.
    pub fn child_that(&self, fits: impl Fn(&NodeRef<'_>) -> bool) -> Option<Node> {
        // SAFETY: children are living nodes.
        if self.has_below() { unsafe { self.first_of(self.get().children, fits) } } else { None }
    }

    /// The first of the siblings behind it that fits.
    pub fn next_that(&self, fits: impl Fn(&NodeRef<'_>) -> bool) -> Option<Node> {
        // SAFETY: siblings are living nodes.
        unsafe { self.first_of(self.get().next, fits) }
    }

    /// # Safety
    /// `at` is null or a living node of this node's document.
    unsafe fn first_of(&self, mut at: *mut RawNode, fits: impl Fn(&NodeRef<'_>) -> bool) -> Option<Node> {
        // SAFETY: by the contract; `fits` has no handle to change the tree with.
        unsafe {
            while let Some(node) = at.as_ref() {
                if fits(&NodeRef(node)) {
                    return self.near(at);
                }
                at = node.next;
            }
        }
        None
    }

    /// The node without a handle, as predicates get it.
    pub fn borrowed(&self) -> NodeRef<'_> {
        NodeRef(self.get())
    }

    /// An XPath that leads here.
    pub fn path(&self) -> Option<Vec<u8>> {
        // SAFETY: libxml2 makes a new string.
        unsafe { owned(raw::xmlGetNodePath(self.raw())) }
    }

    pub fn line(&self) -> i64 {
        // SAFETY: it looks at living nodes alone.
        unsafe { raw::xmlGetLineNo(self.raw()) as i64 }
    }

    pub fn base(&self) -> Option<Vec<u8>> {
        // SAFETY: libxml2 makes a new string.
        unsafe { owned(raw::xmlNodeGetBase(self.0.doc().raw, self.raw())) }
    }

    /// Public and system identifier of document types and entities.
    pub fn external_ids(&self) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
        // SAFETY: the kinds say which layout the node has.
        unsafe {
            match self.kind() {
                kind::DTD => {
                    let dtd = &*self.raw().cast::<RawDtd>();
                    (copied(dtd.external_id), copied(dtd.system_id))
                }
                kind::ENTITY_DECL => {
                    let entity = &*self.raw().cast::<RawEntity>();
                    (copied(entity.external_id), copied(entity.system_id))
                }
                _ => (None, None),
            }
        }
    }

    /// An entity's kind (`xmlEntityType`) and content.
    pub fn entity(&self) -> Option<(i32, Option<Vec<u8>>)> {
        if self.kind() != kind::ENTITY_DECL {
            return None;
        }
        // SAFETY: the kind says that the node has this layout.
        unsafe {
            let entity = &*self.raw().cast::<RawEntity>();
            Some((entity.etype, copied(entity.content)))
        }
    }

    /// The namespace that a prefix (none: the default) means here.
    pub fn lookup_prefix(&self, prefix: Option<&[u8]>) -> Option<Ns> {
        let prefix = prefix.map(c_text);
        // SAFETY: it looks at living nodes; namespaces live as long as the document.
        unsafe { ns_of(raw::xmlSearchNs(self.0.doc().raw, self.raw(), crate::text::opt_ptr(prefix.as_ref()))) }
    }

    /// A namespace of this URI that is in scope here.
    pub fn lookup_href(&self, href: &[u8]) -> Option<Ns> {
        let href = c_text(href);
        // SAFETY: as in `lookup_prefix`.
        unsafe { ns_of(raw::xmlSearchNsByHref(self.0.doc().raw, self.raw(), ptr(&href))) }
    }
}

/// A node that is looked at without a handle.
pub struct NodeRef<'a>(&'a RawNode);

impl NodeRef<'_> {
    pub fn kind(&self) -> i32 {
        self.0.kind
    }

    /// Others have something else in that place.
    fn ns(&self) -> *const raw::RawNs {
        if matches!(self.0.kind, kind::ELEMENT | kind::ATTRIBUTE) { self.0.ns } else { std::ptr::null() }
    }

    /// Has it declarations of namespaces?
    pub fn declares(&self) -> bool {
        // SAFETY: elements are of this type.
        self.0.kind == kind::ELEMENT && unsafe { !(*std::ptr::from_ref(self.0).cast::<RawElement>()).ns_def.is_null() }
    }

    /// Has it a namespace with this prefix? `None`: with none, or no namespace.
    pub fn has_prefix(&self, prefix: Option<&[u8]>) -> bool {
        // SAFETY: namespaces live as long as their document; their strings end in NUL.
        unsafe { self.ns().as_ref().map_or(prefix.is_none(), |ns| equals(ns.prefix, prefix)) }
    }

    /// Is this its local name?
    pub fn has_name(&self, name: &[u8]) -> bool {
        // SAFETY: names end in NUL.
        unsafe { equals(self.0.name, Some(name)) }
    }

    /// Is this its name as written?
    pub fn has_qualified_name(&self, name: &[u8]) -> bool {
        // SAFETY: as in `has_name`; namespaces live as long as their document.
        let prefix = unsafe { self.ns().as_ref().and_then(|ns| copied(ns.prefix)) }.filter(|prefix| !prefix.is_empty());
        match prefix {
            None => self.has_name(name),
            Some(prefix) => {
                name.strip_prefix(&prefix[..]).and_then(|rest| rest.strip_prefix(b":")).is_some_and(|local| self.has_name(local))
            }
        }
    }

    /// Has it a namespace with this URI?
    pub fn has_uri(&self, href: &[u8]) -> bool {
        // SAFETY: as in `has_prefix`.
        unsafe { self.ns().as_ref().is_some_and(|ns| equals(ns.href, Some(href))) }
    }

    /// Is this its namespace URI?
    pub fn has_ns(&self, href: Option<&[u8]>) -> bool {
        // SAFETY: as in `has_qualified_name`.
        unsafe { ns_is(self.ns(), href) }
    }
}

/// Is this the URI of a namespace? One without URI is as none.
///
/// # Safety
/// `ns` is null or alive.
unsafe fn ns_is(ns: *const raw::RawNs, href: Option<&[u8]>) -> bool {
    // SAFETY: by the contract; its strings end in NUL.
    unsafe {
        match ns.as_ref() {
            Some(ns) => equals(ns.href, href) || (href.is_none() && equals(ns.href, Some(b""))),
            None => href.is_none(),
        }
    }
}

/// The next node in document order below a root, or null.
///
/// # Safety
/// Both are alive, the node below the root.
unsafe fn following(node: *mut RawNode, root: *mut RawNode) -> *mut RawNode {
    // SAFETY: by the contract; parents, children and siblings of living nodes are alive. Text and the like have no children.
    unsafe {
        let childless =
            matches!((*node).kind, kind::ENTITY_REF | kind::DTD | kind::TEXT | kind::CDATA | kind::COMMENT | kind::PI | kind::NOTATION);
        if !childless && !(*node).children.is_null() {
            return (*node).children;
        }
        let mut at = node;
        while at != root && !at.is_null() {
            if !(*at).next.is_null() {
                return (*at).next;
            }
            at = (*at).parent;
        }
        std::ptr::null_mut()
    }
}

/// # Safety
/// `ns` is null or alive.
pub(crate) unsafe fn ns_of(ns: *const raw::RawNs) -> Option<Ns> {
    // SAFETY: by the contract; its strings end in NUL.
    unsafe {
        let ns = ns.as_ref()?;
        Some(Ns { prefix: copied(ns.prefix), href: copied(ns.href) })
    }
}
