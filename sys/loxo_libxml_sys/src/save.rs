//! Text out of documents.

use std::ffi::{c_int, c_void};
use std::ptr;

use crate::node::Node;
use crate::raw::{self, RawBuffer, RawNode};
use crate::text::{c_text, ptr as text};

/// `xmlSaveOption`
pub mod save_flags {
    pub const FORMAT: i32 = 1;
    pub const NO_DECLARATION: i32 = 2;
    pub const NO_EMPTY: i32 = 4;
    pub const AS_XML: i32 = 32;
}

/// A buffer of libxml2's, while it is filled.
pub(crate) struct Buffer(pub(crate) *mut RawBuffer);

impl Buffer {
    pub(crate) fn new() -> Option<Buffer> {
        // SAFETY: makes a new buffer.
        let buffer = unsafe { raw::xmlBufferCreate() };
        (!buffer.is_null()).then_some(Buffer(buffer))
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        // SAFETY: the buffer is alive and has that many bytes.
        unsafe {
            let buffer = &*self.0;
            if buffer.content.is_null() { Vec::new() } else { std::slice::from_raw_parts(buffer.content, buffer.used as usize).to_vec() }
        }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: nobody else has it.
        unsafe { raw::xmlBufferFree(self.0) }
    }
}

impl Node {
    /// The document as XML, in its encoding.
    pub fn save_document(&self, encoding: Option<&[u8]>, flags: i32) -> Option<Vec<u8>> {
        let buffer = Buffer::new()?;
        let encoding = encoding.map(c_text);
        // SAFETY: document and buffer outlive the context.
        unsafe {
            let ctxt = raw::xmlSaveToBuffer(buffer.0, crate::text::opt_ptr(encoding.as_ref()).cast(), flags);
            if ctxt.is_null() {
                return None;
            }
            let status = raw::xmlSaveDoc(ctxt, self.shared().raw);
            raw::xmlSaveClose(ctxt);
            (status >= 0).then(|| buffer.bytes())
        }
    }

    /// A node as XML in UTF-8.
    pub fn save(&self, format: bool, no_empty: bool) -> Option<Vec<u8>> {
        let buffer = Buffer::new()?;
        // SAFETY: the node is alive; the setting is this thread's and put back.
        unsafe {
            let setting = raw::__xmlSaveNoEmptyTags();
            let old = std::mem::replace(&mut *setting, c_int::from(no_empty));
            let status = raw::xmlNodeDump(buffer.0, self.shared().raw, self.raw(), 0, c_int::from(format));
            *setting = old;
            (status >= 0).then(|| buffer.bytes())
        }
    }

    /// The document as HTML.
    pub fn save_html_document(&self, format: bool) -> Option<Vec<u8>> {
        let mut memory = ptr::null_mut();
        let mut size: c_int = 0;
        // SAFETY: the document is alive; the memory is given to us.
        unsafe {
            raw::htmlDocDumpMemoryFormat(self.shared().raw, &raw mut memory, &raw mut size, c_int::from(format));
            if memory.is_null() {
                return None;
            }
            let bytes = std::slice::from_raw_parts(memory, size.max(0) as usize).to_vec();
            raw::xmlFree(memory.cast());
            Some(bytes)
        }
    }

    /// Makes the document say its encoding in a `meta`: UTF-8, unless it says one already.
    pub fn say_html_encoding(&self) {
        // SAFETY: the document is alive; where it says none, nothing is removed from it.
        unsafe {
            if raw::htmlGetMetaEncoding(self.shared().raw).is_null() {
                raw::htmlSetMetaEncoding(self.shared().raw, c"UTF-8".as_ptr().cast());
            }
        }
        self.shared().changed();
    }

    /// A node as HTML.
    pub fn save_html(&self, format: bool) -> Option<Vec<u8>> {
        let buffer = Buffer::new()?;
        // SAFETY: node and buffer outlive the output, which is closed.
        unsafe {
            let out = raw::xmlOutputBufferCreateBuffer(buffer.0, ptr::null_mut());
            if out.is_null() {
                return None;
            }
            raw::htmlNodeDumpFormatOutput(out, self.shared().raw, self.raw(), ptr::null(), c_int::from(format));
            raw::xmlOutputBufferClose(out);
            Some(buffer.bytes())
        }
    }

    /// Canonical XML of the nodes that `visible` says (none: all), by exclusive rules if asked for.
    /// `None` for trees that are too deep, too.
    pub fn canonical(&self, visible: Option<&[Node]>, exclusive: bool, comments: bool, prefixes: Option<&[Vec<u8>]>) -> Option<Vec<u8>> {
        // SAFETY: the document is alive.
        if unsafe { crate::shared::is_deep(self.shared().raw.cast()) } {
            return None;
        }
        let buffer = Buffer::new()?;
        let set: Option<std::collections::HashSet<usize>> = visible.map(|nodes| nodes.iter().map(|node| node.raw() as usize).collect());
        let texts: Vec<_> = prefixes.unwrap_or_default().iter().map(|prefix| c_text(prefix)).collect();
        let mut list: Vec<*mut u8> = texts.iter().map(|prefix| text(prefix).cast_mut()).collect();
        list.push(ptr::null_mut());
        let seen = set.as_ref().map_or(ptr::null_mut(), |set| ptr::from_ref(set).cast_mut().cast());
        let callback: Option<raw::VisibleFn> = if set.is_some() { Some(is_visible) } else { None };
        let names = if prefixes.is_some() { list.as_mut_ptr() } else { ptr::null_mut() };
        // SAFETY: document, buffer, set and list outlive the call.
        unsafe {
            let out = raw::xmlOutputBufferCreateBuffer(buffer.0, ptr::null_mut());
            if out.is_null() {
                return None;
            }
            let mode = c_int::from(exclusive);
            let status = raw::xmlC14NExecute(self.shared().raw, callback, seen, mode, names, c_int::from(comments), out);
            raw::xmlOutputBufferClose(out);
            (status >= 0).then(|| buffer.bytes())
        }
    }
}

unsafe extern "C" fn is_visible(set: *mut c_void, node: *mut RawNode, parent: *mut RawNode) -> c_int {
    // SAFETY: `set` is the one passed above; nodes are alive. Namespaces count as what they stand on.
    unsafe {
        let set = &*set.cast::<std::collections::HashSet<usize>>();
        let at = if !node.is_null() && (*node).kind == crate::node::kind::NAMESPACE { parent } else { node };
        c_int::from(set.contains(&(at as usize)))
    }
}

/// UTF-8 text of XML in another encoding that libxml2 knows; what that does not have is written as numbers. `None`: it is not known.
pub fn encode(source: &[u8], encoding: &[u8]) -> Option<Vec<u8>> {
    crate::errors::ready();
    let buffer = Buffer::new()?;
    let name = c_text(encoding);
    let length = c_int::try_from(source.len()).ok()?;
    // SAFETY: source and buffer outlive the output, which takes the encoder over and is closed.
    unsafe {
        let encoder = raw::xmlFindCharEncodingHandler(name.as_ptr());
        if encoder.is_null() {
            return None;
        }
        let out = raw::xmlOutputBufferCreateBuffer(buffer.0, encoder);
        if out.is_null() {
            return None;
        }
        raw::xmlOutputBufferWrite(out, length, source.as_ptr().cast());
        raw::xmlOutputBufferClose(out);
    }
    Some(buffer.bytes())
}
