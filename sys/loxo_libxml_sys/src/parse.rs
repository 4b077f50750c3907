//! Documents out of text.

use std::ffi::{CString, c_int};
use std::ptr;

use crate::errors::ready;
use crate::node::Node;
use crate::raw::{self, RawDoc, RawParser, XmlStr};
use crate::text::{c_text, ptr as text};

/// The tree's strings belong to its nodes.
const NODICT: c_int = 1 << 12;

/// What is to be parsed.
#[derive(Clone, Copy, Default)]
pub struct Source<'a> {
    pub text: &'a [u8],
    /// What it is called: in messages, and what references are relative to.
    pub name: Option<&'a [u8]>,
    /// What references are relative to that stand in a text without a name.
    pub folder: Option<&'a [u8]>,
    pub encoding: Option<&'a [u8]>,
    /// `xmlParserOption`
    pub options: i32,
}

/// What came of it. Without `recover` in the options, ill-formed documents are none.
#[derive(Default)]
pub struct Parsed {
    pub doc: Option<Node>,
    pub well_formed: bool,
    /// The encoding is not known; nothing was parsed.
    pub bad_encoding: bool,
}

/// Parses a document. The loader is that of [`crate::input::with_loader`].
pub fn parse_xml(source: Source<'_>) -> Parsed {
    // SAFETY: the functions are those for XML.
    unsafe {
        parse(source, raw::xmlCreateMemoryParserCtxt, |ctxt, options| raw::xmlCtxtUseOptions(ctxt, options | NODICT), raw::xmlParseDocument)
    }
}

/// Parses a document with libxml2's parser for HTML 4.
pub fn parse_html(source: Source<'_>) -> Parsed {
    // SAFETY: the functions are those for HTML.
    unsafe {
        parse(source, raw::htmlCreateMemoryParserCtxt, |ctxt, options| raw::htmlCtxtUseOptions(ctxt, options), raw::htmlParseDocument)
    }
}

/// # Safety
/// The functions are libxml2's and belong together.
unsafe fn parse(
    source: Source<'_>,
    create: unsafe extern "C" fn(*const std::ffi::c_char, c_int) -> *mut RawParser,
    configure: unsafe fn(*mut RawParser, c_int) -> c_int,
    run: unsafe extern "C" fn(*mut RawParser) -> c_int,
) -> Parsed {
    ready();
    let Ok(length) = c_int::try_from(source.text.len()) else { return Parsed::default() };
    let encoding: Option<CString> = source.encoding.map(c_text);
    // SAFETY: libxml2 copies the text; the context is freed below, the document is taken out of it before.
    unsafe {
        let handler = match &encoding {
            Some(encoding) => {
                let handler = raw::xmlFindCharEncodingHandler(encoding.as_ptr());
                if handler.is_null() {
                    return Parsed { bad_encoding: true, ..Parsed::default() };
                }
                handler
            }
            None => ptr::null_mut(),
        };
        let ctxt = create(source.text.as_ptr().cast(), length);
        if ctxt.is_null() && length == 0 {
            // libxml2 makes no parser for nothing at all.
            crate::errors::add(crate::errors::XmlError {
                domain: crate::errors::domain::PARSER,
                level: 3,
                code: 4,
                message: b"Document is empty\n".to_vec(),
                file: source.name.map(<[u8]>::to_vec),
                line: 1,
                column: 1,
                parser: Some((source.name.map(<[u8]>::to_vec), 1)),
                shown: None,
                muted: source.options & 32 != 0,
            });
        }
        if ctxt.is_null() {
            return Parsed::default();
        }
        configure(ctxt, source.options);
        if let (Some(input), Some(name)) = ((*ctxt).input.as_mut(), source.name)
            && input.filename.is_null()
        {
            input.filename = raw::xmlStrdup(text(&c_text(name))).cast();
        }
        if let Some(folder) = source.folder
            && (*ctxt).directory.is_null()
        {
            (*ctxt).directory = raw::xmlStrdup(text(&c_text(folder))).cast();
        }
        if !handler.is_null() {
            raw::xmlSwitchToEncoding(ctxt, handler);
            if let Some(encoding) = &encoding {
                let old = std::mem::replace(&mut (*ctxt).encoding, raw::xmlStrdup(text(encoding)) as XmlStr);
                if !old.is_null() {
                    raw::xmlFree(old.cast_mut().cast());
                }
            }
        }
        run(ctxt);
        finish(ctxt, source.options & 1 != 0)
    }
}

/// # Safety
/// The context is nobody else's, and has parsed.
unsafe fn finish(ctxt: *mut RawParser, recover: bool) -> Parsed {
    // SAFETY: by the contract; documents of the context are without a dictionary.
    unsafe {
        let well_formed = (*ctxt).well_formed != 0;
        let html = (*ctxt).html != 0;
        let raw_doc: *mut RawDoc = std::mem::replace(&mut (*ctxt).my_doc, ptr::null_mut());
        raw::xmlFreeParserCtxt(ctxt);
        crate::input::resume();
        let doc = Node::adopt_doc(raw_doc).filter(|_| well_formed || recover || html);
        Parsed { doc, well_formed, bad_encoding: false }
    }
}

/// Parses well-balanced text and puts what it holds at the end of a node. `false`: it is not well-balanced, and nothing was added.
pub fn parse_fragment(target: &Node, source: &[u8]) -> bool {
    ready();
    let source = c_text(source);
    let mut list = ptr::null_mut();
    // SAFETY: the document is alive; the list is made for us.
    let status =
        unsafe { raw::xmlParseBalancedChunkMemory(target.shared().raw, ptr::null_mut(), ptr::null_mut(), 0, text(&source), &raw mut list) };
    crate::input::resume();
    if status != 0 {
        // SAFETY: the list is nobody else's.
        unsafe { raw::xmlFreeNodeList(list) };
        return false;
    }
    target.take_list(list);
    true
}
