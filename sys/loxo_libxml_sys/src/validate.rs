//! Validation: document types, XML Schema, RELAX NG; and XInclude. What they refer to comes from [`crate::input::with_loader`].

use std::ffi::{c_int, c_void};

use crate::errors::ready;
use crate::input::resume;
use crate::node::{Node, kind};
use crate::raw;
use crate::text::c_text;

impl Node {
    /// Is the document what its type says?
    pub fn is_valid(&self) -> bool {
        // SAFETY: the document is alive; the context is freed.
        let valid = unsafe {
            let ctxt = raw::xmlNewValidCtxt();
            let valid = !ctxt.is_null() && raw::xmlValidateDocument(ctxt, self.shared().raw) == 1;
            raw::xmlFreeValidCtxt(ctxt);
            valid
        };
        resume();
        valid
    }

    /// Replaces what asks for inclusion below this node. The number of inclusions, or -1.
    pub fn include(&self, flags: i32) -> i32 {
        let doc = self.shared();
        // SAFETY: the tree is alive.
        if unsafe { crate::shared::is_deep(self.raw()) } {
            return -1;
        }
        // What stands in elements that ask for inclusion is freed: handles keep theirs.
        let mut inside = Vec::new();
        // SAFETY: the tree is alive.
        unsafe {
            crate::shared::walk(self.raw(), &mut |node| {
                let asks = (*node).kind == kind::ELEMENT && (*node).ns.as_ref().is_some_and(|ns| is_include(ns.href));
                if asks {
                    inside.extend(self.near(node));
                }
                !asks
            });
        }
        for element in &inside {
            element.keep_inner();
        }
        drop(inside);
        // SAFETY: the document is alive, and no handle is inside what libxml2 frees.
        let count = unsafe {
            if self.is_document() {
                raw::xmlXIncludeProcessFlags(doc.raw, flags as c_int)
            } else {
                raw::xmlXIncludeProcessTreeFlags(self.raw(), flags as c_int)
            }
        };
        doc.changed();
        resume();
        count
    }

    /// Nodes below that have handles leave the tree, and copies take their places.
    fn keep_inner(&self) {
        let mut known = Vec::new();
        // SAFETY: the tree is alive and not changed meanwhile.
        unsafe {
            crate::shared::walk(self.raw(), &mut |node| {
                if node != self.raw() && !(*node).private.is_null() {
                    known.extend(self.near(node));
                    return false;
                }
                true
            });
        }
        for node in known {
            let copy = if node.kind() == kind::ATTRIBUTE { None } else { self.copy_of(&node, 1) };
            if let (Some(copy), Some(parent)) = (copy, node.parent()) {
                parent.insert(&copy, Some(&node));
            }
            node.unlink();
        }
    }
}

/// # Safety
/// The text is null or ends in NUL.
unsafe fn is_include(href: raw::XmlStr) -> bool {
    // SAFETY: by the contract.
    unsafe {
        crate::text::equals(href, Some(b"http://www.w3.org/2001/XInclude"))
            || crate::text::equals(href, Some(b"http://www.w3.org/2003/XInclude"))
    }
}

macro_rules! schema {
    ($(#[$doc:meta])* $name:ident: $memory:ident, $file:ident, $free_parser:ident, $parse:ident, $free:ident) => {
        $(#[$doc])*
        pub struct $name(*mut c_void);

        impl $name {
            /// Parses one that is text.
            pub fn from_text(text: &[u8]) -> Option<$name> {
                ready();
                let length = c_int::try_from(text.len()).ok()?;
                // SAFETY: the text outlives the parser.
                unsafe { $name::parse(raw::$memory(text.as_ptr().cast(), length)) }
            }

            /// Parses one that the loader finds.
            pub fn from_name(name: &[u8]) -> Option<$name> {
                ready();
                let name = c_text(name);
                // SAFETY: the name outlives the parser.
                unsafe { $name::parse(raw::$file(name.as_ptr())) }
            }

            /// # Safety
            /// The parser is null, or new and nobody else's.
            unsafe fn parse(parser: *mut c_void) -> Option<$name> {
                if parser.is_null() {
                    return None;
                }
                // SAFETY: by the contract.
                let schema = unsafe {
                    let schema = raw::$parse(parser);
                    raw::$free_parser(parser);
                    schema
                };
                resume();
                (!schema.is_null()).then_some($name(schema))
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: nobody else has it.
                unsafe { raw::$free(self.0) }
            }
        }
    };
}

schema! {
    /// An XML Schema.
    Schema: xmlSchemaNewMemParserCtxt, xmlSchemaNewParserCtxt, xmlSchemaFreeParserCtxt, xmlSchemaParse, xmlSchemaFree
}
schema! {
    /// A RELAX NG schema.
    RelaxNg: xmlRelaxNGNewMemParserCtxt, xmlRelaxNGNewParserCtxt, xmlRelaxNGFreeParserCtxt, xmlRelaxNGParse, xmlRelaxNGFree
}

impl Schema {
    /// Validates a document; with `create` defaults are added to it. `None`: it could not be done.
    pub fn validate(&self, document: &Node, create: bool) -> Option<bool> {
        // SAFETY: schema and document outlive the context; validation adds attributes at most.
        let status = unsafe {
            let ctxt = raw::xmlSchemaNewValidCtxt(self.0);
            if ctxt.is_null() {
                return None;
            }
            raw::xmlSchemaSetValidOptions(ctxt, c_int::from(create));
            let status = raw::xmlSchemaValidateDoc(ctxt, document.shared().raw);
            raw::xmlSchemaFreeValidCtxt(ctxt);
            status
        };
        Some(status == 0)
    }
}

impl RelaxNg {
    /// Validates a document. `None`: it could not be done.
    pub fn validate(&self, document: &Node) -> Option<bool> {
        // SAFETY: the document is alive.
        if unsafe { crate::shared::is_deep(document.shared().raw.cast()) } {
            return None;
        }
        // SAFETY: schema and document outlive the context.
        let status = unsafe {
            let ctxt = raw::xmlRelaxNGNewValidCtxt(self.0);
            if ctxt.is_null() {
                return None;
            }
            let status = raw::xmlRelaxNGValidateDoc(ctxt, document.shared().raw);
            raw::xmlRelaxNGFreeValidCtxt(ctxt);
            status
        };
        Some(status == 0)
    }

    pub(crate) fn raw(&self) -> *mut c_void {
        self.0
    }
}
