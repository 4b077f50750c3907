//! New documents and new nodes.

use std::ffi::c_int;
use std::ptr;

use crate::errors::ready;
use crate::node::{Node, kind};
use crate::raw::{self, RawAttr, RawDoc, RawNode, RawNotation};
use crate::shared::DocShared;
use crate::text::{c_text, copied, opt_ptr, ptr as text};

/// Rules for names.
pub mod names {
    use crate::raw;
    use crate::text::{c_text, ptr};

    /// `Name` of XML.
    pub fn is_name(name: &[u8]) -> bool {
        // SAFETY: the text ends in NUL.
        !name.contains(&0) && unsafe { raw::xmlValidateName(ptr(&c_text(name)), 0) == 0 }
    }

    /// `NCName`: without a colon.
    pub fn is_ncname(name: &[u8]) -> bool {
        // SAFETY: the text ends in NUL.
        !name.contains(&0) && unsafe { raw::xmlValidateNCName(ptr(&c_text(name)), 0) == 0 }
    }

    /// `QName`
    pub fn is_qname(name: &[u8]) -> bool {
        // SAFETY: the text ends in NUL.
        !name.contains(&0) && unsafe { raw::xmlValidateQName(ptr(&c_text(name)), 0) == 0 }
    }

    /// Is it an encoding that libxml2 can read and write?
    pub fn is_encoding(name: &[u8]) -> bool {
        crate::errors::ready();
        // SAFETY: the text ends in NUL.
        !name.contains(&0) && unsafe { !raw::xmlFindCharEncodingHandler(c_text(name).as_ptr()).is_null() }
    }

    /// Prefix and local name.
    pub fn split(name: &[u8]) -> (Option<&[u8]>, &[u8]) {
        match name.iter().position(|byte| *byte == b':') {
            Some(at) if at > 0 && at + 1 < name.len() => (Some(&name[..at]), &name[at + 1..]),
            _ => (None, name),
        }
    }
}

impl Node {
    /// # Safety
    /// `doc` is null or a document without a dictionary that nobody else has.
    pub(crate) unsafe fn adopt_doc(doc: *mut RawDoc) -> Option<Node> {
        if doc.is_null() {
            return None;
        }
        // SAFETY: by the contract; a document begins as nodes do.
        unsafe {
            let shared = DocShared::adopt(doc);
            Some(Node(shared.wrap(doc.cast())))
        }
    }

    /// An empty document.
    pub fn new_document(version: &[u8]) -> Option<Node> {
        ready();
        let version = c_text(version);
        // SAFETY: a new document is nobody else's.
        unsafe { Node::adopt_doc(raw::xmlNewDoc(text(&version))) }
    }

    /// An empty document of HTML.
    pub fn new_html_document() -> Option<Node> {
        ready();
        // SAFETY: as in `new_document`.
        unsafe { Node::adopt_doc(raw::htmlNewDocNoDtD(ptr::null(), ptr::null())) }
    }

    fn fresh(&self, make: impl FnOnce(*mut RawDoc) -> *mut RawNode) -> Option<Node> {
        let doc = self.shared();
        let new = make(doc.raw);
        // SAFETY: libxml2 made a node of this document that nobody else has.
        (!new.is_null()).then(|| unsafe { Node(doc.wrap(new)) })
    }

    /// A detached element of this node's document.
    pub fn new_element(&self, name: &[u8]) -> Option<Node> {
        let name = c_text(name);
        // SAFETY: the document is alive, the name ends in NUL.
        self.fresh(|doc| unsafe { raw::xmlNewDocNode(doc, ptr::null_mut(), text(&name), ptr::null()) })
    }

    pub fn new_text(&self, content: &[u8]) -> Option<Node> {
        let (content, length) = sized(content)?;
        // SAFETY: the text has that length.
        self.fresh(|doc| unsafe { raw::xmlNewDocTextLen(doc, text(&content), length) })
    }

    pub fn new_cdata(&self, content: &[u8]) -> Option<Node> {
        let (content, length) = sized(content)?;
        // SAFETY: the text has that length.
        self.fresh(|doc| unsafe { raw::xmlNewCDataBlock(doc, text(&content), length) })
    }

    pub fn new_comment(&self, content: &[u8]) -> Option<Node> {
        let content = c_text(content);
        // SAFETY: the document is alive, the text ends in NUL.
        self.fresh(|doc| unsafe { raw::xmlNewDocComment(doc, text(&content)) })
    }

    pub fn new_instruction(&self, target: &[u8], content: Option<&[u8]>) -> Option<Node> {
        let (target, content) = (c_text(target), content.map(c_text));
        // SAFETY: the document is alive, the texts end in NUL.
        self.fresh(|doc| unsafe { raw::xmlNewDocPI(doc, text(&target), opt_ptr(content.as_ref())) })
    }

    pub fn new_fragment(&self) -> Option<Node> {
        // SAFETY: the document is alive.
        self.fresh(|doc| unsafe { raw::xmlNewDocFragment(doc) })
    }

    pub fn new_reference(&self, name: &[u8]) -> Option<Node> {
        let name = c_text(name);
        // SAFETY: the document is alive, the name ends in NUL.
        self.fresh(|doc| unsafe { raw::xmlNewReference(doc, text(&name)) })
    }

    /// A detached attribute.
    pub fn new_attribute(&self, name: &[u8], value: &[u8]) -> Option<Node> {
        let name = c_text(name);
        // SAFETY: the document is alive, the name ends in NUL.
        let attr = self.fresh(|doc| unsafe { raw::xmlNewDocProp(doc, text(&name), ptr::null()) })?;
        attr.set_text(value);
        Some(attr)
    }

    /// The document's type, made.
    pub fn create_doctype(&self, name: &[u8], public: Option<&[u8]>, system: Option<&[u8]>) -> Option<Node> {
        let (name, public, system) = (c_text(name), public.map(c_text), system.map(c_text));
        self.shared().changed();
        // SAFETY: the document is alive, the texts end in NUL; the document type is a node of the document.
        self.fresh(|doc| unsafe { raw::xmlCreateIntSubset(doc, text(&name), opt_ptr(public.as_ref()), opt_ptr(system.as_ref())).cast() })
    }

    /// A copy of a node for this node's document: 0 alone, 1 with all below it, 2 with attributes and namespaces.
    pub fn copy_of(&self, node: &Node, depth: i32) -> Option<Node> {
        if node.kind() == kind::DTD {
            // SAFETY: the document type is alive; the copy becomes a node of this document.
            return self.fresh(|doc| unsafe {
                let copy = raw::xmlCopyDtd(node.raw().cast());
                if !copy.is_null() {
                    (*copy).doc = doc;
                }
                copy.cast()
            });
        }
        // SAFETY: the tree is alive.
        if depth == 1 && unsafe { crate::shared::is_deep(node.raw()) } {
            let copy = self.plain_copy(node, true)?;
            copy.reconcile_ns();
            return Some(copy);
        }
        // SAFETY: both documents are alive.
        let copy = self.fresh(|doc| unsafe { raw::xmlDocCopyNode(node.raw(), doc, depth as c_int) })?;
        if node.kind() == kind::ATTRIBUTE
            && let Some(ns) = node.ns()
        {
            copy.set_ns(ns.prefix.as_deref(), ns.href.as_deref(), false);
        }
        Some(copy)
    }

    /// A copy of a whole document.
    pub fn copy_document(&self, recursive: bool) -> Option<Node> {
        // SAFETY: the document is alive.
        if recursive && unsafe { crate::shared::is_deep(self.shared().raw.cast()) } {
            let copy = Node::new_document(&self.version().unwrap_or_else(|| b"1.0".to_vec()))?;
            copy.set_encoding(self.encoding().as_deref());
            copy.set_url(self.url().as_deref());
            for child in self.document().children() {
                if let Some(own) = copy.plain_copy(&child, true) {
                    copy.insert(&own, None);
                    own.reconcile_ns();
                }
            }
            return Some(copy);
        }
        // SAFETY: the copy is nobody else's; documents without a dictionary are copied without one.
        unsafe { Node::adopt_doc(raw::xmlCopyDoc(self.shared().raw, c_int::from(recursive))) }
    }

    /// The document's type.
    pub fn doctype(&self) -> Option<Node> {
        let doc = self.shared();
        // SAFETY: the document is alive.
        unsafe { self.near((*doc.raw).int_subset.cast()) }
    }

    /// Version, encoding, standalone (-2 to 1) and URL of the document.
    pub fn version(&self) -> Option<Vec<u8>> {
        // SAFETY: the document is alive, its strings end in NUL.
        unsafe { copied((*self.shared().raw).version) }
    }

    pub fn encoding(&self) -> Option<Vec<u8>> {
        // SAFETY: as in `version`.
        unsafe { copied((*self.shared().raw).encoding) }
    }

    pub fn standalone(&self) -> i32 {
        // SAFETY: as in `version`.
        unsafe { (*self.shared().raw).standalone }
    }

    pub fn url(&self) -> Option<Vec<u8>> {
        // SAFETY: as in `version`.
        unsafe { copied((*self.shared().raw).url) }
    }

    pub fn set_version(&self, value: &[u8]) {
        // SAFETY: the field is the document's own string.
        unsafe { replace(&mut (*self.shared().raw).version, Some(value)) }
    }

    pub fn set_encoding(&self, value: Option<&[u8]>) {
        // SAFETY: as in `set_version`.
        unsafe { replace(&mut (*self.shared().raw).encoding, value) }
    }

    pub fn set_url(&self, value: Option<&[u8]>) {
        // SAFETY: as in `set_version`.
        unsafe { replace(&mut (*self.shared().raw).url, value) }
    }

    pub fn set_standalone(&self, value: bool) {
        // SAFETY: the document is alive.
        unsafe { (*self.shared().raw).standalone = c_int::from(value) }
    }

    /// Is the attribute an id?
    pub fn is_id(&self) -> bool {
        // SAFETY: attributes have this layout.
        self.kind() == kind::ATTRIBUTE && unsafe { (*self.raw().cast::<RawAttr>()).atype == 2 }
    }

    /// Makes the attribute an id, or none.
    pub fn set_id(&self, on: bool) {
        if self.kind() != kind::ATTRIBUTE || self.is_id() == on {
            return;
        }
        let doc = self.shared();
        // SAFETY: the attribute is alive and of this document.
        unsafe {
            if on {
                let value = c_text(&self.content());
                raw::xmlAddID(ptr::null_mut(), doc.raw, text(&value), self.raw());
                (*self.raw().cast::<RawAttr>()).atype = 2;
            } else {
                raw::xmlRemoveID(doc.raw, self.raw());
                (*self.raw().cast::<RawAttr>()).atype = 0;
            }
        }
    }

    /// Entities that a document type declares, in the order of their table.
    pub fn entities(&self) -> Vec<Node> {
        let mut found = Vec::new();
        if self.kind() == kind::DTD {
            // SAFETY: the kind says that it is a document type; its table holds living entities.
            unsafe {
                let table = (*self.raw().cast::<raw::RawDtd>()).entities;
                for entity in scan(table) {
                    found.extend(self.near(entity.cast()));
                }
            }
        }
        found
    }

    /// Notations that a document type declares: name, public and system identifier.
    pub fn notations(&self) -> Vec<(Vec<u8>, Option<Vec<u8>>, Option<Vec<u8>>)> {
        let mut found = Vec::new();
        if self.kind() == kind::DTD {
            // SAFETY: as in `entities`; the table holds notations.
            unsafe {
                for notation in scan((*self.raw().cast::<raw::RawDtd>()).notations) {
                    let notation = &*notation.cast::<RawNotation>();
                    found.push((copied(notation.name).unwrap_or_default(), copied(notation.public_id), copied(notation.system_id)));
                }
            }
        }
        found
    }
}

/// What a hash table of libxml2 holds.
unsafe fn scan(table: *mut std::ffi::c_void) -> Vec<*mut std::ffi::c_void> {
    unsafe extern "C" fn visit(payload: *mut std::ffi::c_void, data: *mut std::ffi::c_void, _: raw::XmlStr) {
        // SAFETY: `data` is the list below.
        unsafe { (*data.cast::<Vec<*mut std::ffi::c_void>>()).push(payload) };
    }
    let mut all: Vec<*mut std::ffi::c_void> = Vec::new();
    if !table.is_null() {
        // SAFETY: the table is alive; the list outlives the call.
        unsafe { raw::xmlHashScan(table, visit, (&raw mut all).cast()) };
    }
    all
}

/// # Safety
/// The field holds null or a string of libxml2's that nobody else has.
unsafe fn replace(field: &mut raw::XmlStr, value: Option<&[u8]>) {
    // SAFETY: by the contract.
    unsafe {
        let new = value.map_or(ptr::null_mut(), |value| raw::xmlStrdup(text(&c_text(value))));
        let old = std::mem::replace(field, new);
        if !old.is_null() {
            raw::xmlFree(old.cast_mut().cast());
        }
    }
}

pub(crate) fn sized(content: &[u8]) -> Option<(std::ffi::CString, c_int)> {
    let content = c_text(content);
    let length = c_int::try_from(content.as_bytes().len()).ok()?;
    Some((content, length))
}
